"""``pulka undo`` and ``pulka redo``: take back the last line, bring it back."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

from pulka_calc.cli import options
from pulka_calc.cli.echo import difference_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import Change, Opened, added, report
from pulka_calc.journal.document import UNDOABLE
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import strip_comment
from pulka_calc.journal.writer import keyword
from pulka_calc.words.speech import N_

undo_app, undo_command = options.command(
    N_("[N]   [-f FILE]"), N_("Take back the last line: a hand, a fix, an adjustment; N of them if you say so.")
)
redo_app, redo_command = options.command(N_("[N]   [-f FILE]"), N_("Bring back what was taken back last; N of them."))
apps = {"undo": undo_app, "redo": redo_app}

MOST: Final = 99
"""Lines that are taken back at once."""

HowMany = Annotated[str, typer.Argument(metavar="N", show_default=False)]


@undo_command
def undo(
    ctx: typer.Context,
    how_many: HowMany = "1",
    file: options.File = None,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Write an ``undo`` line that says what it takes back, or several."""
    env: Env = ctx.obj
    count = _count(env, how_many)

    def lines(pulka: Pulka) -> str:
        last = [statement.line for statement in reversed(pulka.judged.standing) if statement.kind in UNDOABLE][:count]
        return _lines(env, pulka, "undo", last, count, env.say("there is nothing to take back"))

    return _tell(env, added(env, file, lines), env.say("taken back"), count, json=json)


@redo_command
def redo(
    ctx: typer.Context,
    how_many: HowMany = "1",
    file: options.File = None,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Write a ``redo`` line that says what it brings back, or several."""
    env: Env = ctx.obj
    count = _count(env, how_many)

    def lines(pulka: Pulka) -> str:
        undone = [statement.line for statement in reversed(pulka.judged.undone)][:count]
        return _lines(env, pulka, "redo", undone, count, env.say("there is nothing to bring back"))

    return _tell(env, added(env, file, lines), env.say("brought back"), count, json=json)


def _count(env: Env, typed: str) -> int:
    if re.fullmatch(r"[0-9]{1,2}", typed) and int(typed):
        return int(typed)
    raise UsageProblem(
        env.say("how many lines? A number from 1 to {most}, not {word}", most=MOST, word=env.speech.quote(typed))
    )


def _lines(env: Env, pulka: Pulka, statement: str, about: list[int], count: int, nothing: str) -> str:
    """So many statements, each with what it is about; fewer lines than were asked for are refused."""
    if not about:
        raise UsageProblem(nothing)
    if len(about) < count:
        raise UsageProblem(env.speech.count("only {n} line can be", "only {n} lines can be", len(about)))
    return "".join(_line(pulka, statement, line) for line in about)


def _line(pulka: Pulka, statement: str, about: int) -> str:
    what = strip_comment(pulka.document.lines[about - 1]).strip()
    return f"{keyword(statement, pulka.document.lang)}  # {what}\n"


def _tell(env: Env, change: Change, what: str, count: int, *, json: bool) -> int:
    after = change.after
    last = after.document.lines[-count - 1 : -1]
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(after, change.label))
    else:
        env.err(change.label)
        for line in last:
            env.out(f"{what}: {line.partition('#')[2].strip()}")
        for line in difference_lines(env, change.before, after):
            env.out(line)
        for line in standing_lines(env, after):
            env.out(line)
    return Exit.DONE if report(env, Opened(change.label, after)) else Exit.WRONG
