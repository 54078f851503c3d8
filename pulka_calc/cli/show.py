"""``pulka show``: the sheet, balances as of now, and what is next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened
from pulka_calc.cli.reports import on_each
from pulka_calc.cli.tables import next_lines, sheet_lines, wrapped
from pulka_calc.words.rules import preset_title
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[FILE…] [--json]"), N_("Show the sheet, each player's balance as of now, and what is next.")
)
apps = {"show": app}


@command
def show(
    ctx: typer.Context,
    files: options.Files = None,
    file: options.File = None,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Show each file."""
    env: Env = ctx.obj

    def tell(opened: Opened) -> None:
        if json:
            from pulka_calc.documents import show_document

            env.json(show_document(opened.pulka, opened.label))
        else:
            for line in show_lines(env, opened):
                env.out(line)

    return on_each(env, files, file, tell, json=json)


def heading(env: Env, opened: Opened) -> str:
    """What pulka this is: title, day, variant, file."""
    pulka = opened.pulka
    played = variant(env, pulka.rules.preset, pulka.document.changed)
    parts = [pulka.title, pulka.date, played, opened.label]
    return " · ".join(part for part in parts if part)


TERMS: Final = ("loss_limit", "rounding")
"""Rules that are no part of a variant but terms of settling: a settlement tells them itself."""


def variant(env: Env, preset: str, changed: Iterable[str]) -> str:
    """What is played: the preset's title, and how many of the rules of play are otherwise.

    Args:
        changed: the names of all rules that are otherwise; `TERMS` do not count.
    """
    title = preset_title(preset, env.speech)
    own = sum(rule not in TERMS for rule in changed)
    if not own:
        return title
    return f"{title} {env.speech.count('({n} rule of its own)', '({n} rules of its own)', own)}"


def show_lines(env: Env, opened: Opened) -> list[str]:
    """The whole report of one pulka."""
    pulka = opened.pulka
    lines = wrapped(heading(env, opened), env.width)
    lines.append(env.speech.count("{n} hand played", "{n} hands played", len(pulka.hands)))
    lines += ["", *sheet_lines(env, pulka), ""]
    for text in next_lines(env, pulka):
        lines += wrapped(text, env.width)
    return lines
