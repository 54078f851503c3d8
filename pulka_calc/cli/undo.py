"""``pulka undo`` and ``pulka redo``: take back the last line, bring it back."""

from __future__ import annotations

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

undo_app, undo_command = options.command(N_("[-f FILE]"), N_("Take back the last line: a hand, a fix, an adjustment."))
redo_app, redo_command = options.command(N_("[-f FILE]"), N_("Bring back what was taken back last."))
apps = {"undo": undo_app, "redo": redo_app}


@undo_command
def undo(
    ctx: typer.Context,
    file: options.File = None,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Write an ``undo`` line that says what it takes back."""
    env: Env = ctx.obj

    def line(pulka: Pulka) -> str:
        last = next((s for s in reversed(pulka.judged.standing) if s.kind in UNDOABLE), None)
        if last is None:
            raise UsageProblem(env.say("there is nothing to take back"))
        return _line(pulka, "undo", last.line)

    return _tell(env, added(env, file, line), env.say("taken back"), json=json)


@redo_command
def redo(
    ctx: typer.Context,
    file: options.File = None,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Write a ``redo`` line that says what it brings back."""
    env: Env = ctx.obj

    def line(pulka: Pulka) -> str:
        undone = pulka.judged.undone
        if not undone:
            raise UsageProblem(env.say("there is nothing to bring back"))
        return _line(pulka, "redo", undone[-1].line)

    return _tell(env, added(env, file, line), env.say("brought back"), json=json)


def _line(pulka: Pulka, statement: str, about: int) -> str:
    what = strip_comment(pulka.document.lines[about - 1]).strip()
    return f"{keyword(statement, pulka.document.lang)}  # {what}\n"


def _tell(env: Env, change: Change, what: str, *, json: bool) -> int:
    after = change.after
    last = after.document.lines[len(after.document.lines) - 2]
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(after, change.label))
    else:
        env.err(change.label)
        env.out(f"{what}: {last.partition('#')[2].strip()}")
        for line in difference_lines(env, change.before, after):
            env.out(line)
        for line in standing_lines(env, after):
            env.out(line)
    return Exit.DONE if report(env, Opened(change.label, after)) else Exit.WRONG
