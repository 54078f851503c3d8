"""``pulka use``: which file commands work on from now on."""

from __future__ import annotations

from typing import Annotated

import typer

from pulka_calc import store
from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit
from pulka_calc.cli.files import Opened, label_of, refuse_table, report, sound
from pulka_calc.cli.tables import next_lines, wrapped
from pulka_calc.journal.pulka import read_text
from pulka_calc.words.speech import N_

app, command = options.command(N_("FILE"), N_("Work on this file from now on, from any folder."))
apps = {"use": app}


@command
def use(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument()],
    lang: options.Lang = "",
) -> int:
    """Remember a file that can be scored."""
    env: Env = ctx.obj
    path = env.folder / file
    refuse_table(env, path)
    opened = sound(Opened(label_of(env, path), read_text(store.read(path))))
    if not store.remember(path, env.environ):
        env.err(env.say("this could not be remembered; name the file each time with -f {file}", file=opened.label))
        return Exit.FILES
    env.out(env.say("from now on: {file}", file=opened.label))
    for text in next_lines(env, opened.pulka):
        for line in wrapped(text, env.width):
            env.out(line)
    return Exit.DONE if report(env, opened) else Exit.WRONG
