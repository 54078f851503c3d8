"""``pulka paper``: settle a sheet from paper."""

from __future__ import annotations

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened, sound
from pulka_calc.cli.head import Head
from pulka_calc.cli.paperform import asked, forget_draft
from pulka_calc.cli.papertext import paper_text
from pulka_calc.cli.settle import settle_lines
from pulka_calc.journal.pulka import read_text
from pulka_calc.words.speech import N_

app, command = options.command(N_("[--lang ru]"), N_("Settle a sheet from paper: the program asks for it."))
apps = {"paper": app}


@command
def paper(ctx: typer.Context, lang: options.Lang = "") -> None:
    """Ask for the sheet and settle it."""
    env: Env = ctx.obj
    label = env.say("the sheet")
    filled = asked(env, Head(rules=""), ())
    opened = sound(Opened(label, read_text(paper_text(env, filled.sheet, filled.head, label))))
    for line in settle_lines(env, opened):
        env.out(line)
    forget_draft(env)
