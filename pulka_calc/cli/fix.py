"""``pulka fix`` and ``pulka void``: put a hand right where it stands, or strike it out."""

from __future__ import annotations

import re
from collections.abc import Callable

import typer

from pulka_calc.cli import options
from pulka_calc.cli.asking import confirmed, new_warnings, unchanged
from pulka_calc.cli.echo import balances_line, difference_lines, entry_title, hand_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Declined, Exit, UsageProblem
from pulka_calc.cli.files import Change, Opened, added, joined, report
from pulka_calc.cli.tables import wrapped
from pulka_calc.cli.wording import line_of, plain, shown
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.writer import fix_text, hand_text, void_text
from pulka_calc.words.speech import N_

fix_app, fix_command = options.command(
    N_("N HAND WORDS…   [--dry-run] [--yes] [-f FILE]"),
    N_("Replace hand N where it stands. Every later hand is reckoned again."),
)
void_app, void_command = options.command(
    N_("N [REASON]   [--dry-run] [--yes] [-f FILE]"),
    N_("Strike out hand N, as if it had not been played."),
)
apps = {"fix": fix_app, "void": void_app}


@fix_command
def fix(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Show what a corrected hand changes, and write it."""
    env: Env = ctx.obj
    number, rest = _numbered(env, words, env.say("pulka fix 3 a 7h 6 b w"))
    if not rest:
        raise UsageProblem(
            env.say(
                "what was hand {number} really? For example: {example}",
                number=number,
                example=env.say("pulka fix 3 a 7h 6 b w"),
            )
        )
    return _write(
        env,
        file,
        lambda pulka: _canonical(pulka, number, line_of(env, rest, pulka.table.lexicon)),
        number,
        ask=not yes,
        dry_run=dry_run,
        json=json,
    )


@void_command
def void(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Show what striking out a hand changes, and write it."""
    env: Env = ctx.obj
    number, rest = _numbered(env, words, env.say("pulka void 3 misdeal"))
    reason = plain(env, " ".join(" ".join(rest).split()).strip('"'))
    return _write(
        env,
        file,
        lambda pulka: void_text(number, reason, pulka.document.lang) + "\n",
        number,
        ask=not yes,
        dry_run=dry_run,
        json=json,
    )


def _numbered(env: Env, words: list[str] | None, example: str) -> tuple[int, list[str]]:
    """The number of a hand, and the words after it; a single argument may hold both."""
    if not words:
        raise UsageProblem(env.say("which hand? For example: {example}", example=example))
    first, *rest = words
    if not rest and " " in first.strip():
        first, _, tail = first.strip().partition(" ")
        rest = [tail.strip()]
    if not re.fullmatch(r"[0-9]{1,6}\.?", first):
        raise UsageProblem(
            env.say(
                "the number of a hand comes first, not {word}; for example: {example}",
                word=shown(first),
                example=example,
            )
        )
    return int(first.removesuffix(".")), rest


def _canonical(pulka: Pulka, number: int, line: str) -> str:
    """The ``fix`` line in canonical form; the user's own words where they are wrong."""
    typed = fix_text(number, line, pulka.document.lang) + "\n"
    fixed = read_text(joined(pulka.document.text, typed))
    entry = _hand(fixed, number)
    if fixed.errors or entry is None:
        return typed
    text = hand_text(entry.done, entry.table.names, entry.dealer, fixed.document.lang)  # type: ignore[arg-type]
    canonical = fix_text(number, text, pulka.document.lang) + "\n"
    again = _hand(read_text(joined(pulka.document.text, canonical)), number)
    return canonical if again is not None and again.done == entry.done else typed


def _hand(pulka: Pulka, number: int) -> Entry | None:
    return next((entry for entry in pulka.hands if entry.number == number), None)


def _write(
    env: Env, file: str | None, lines: Callable[[Pulka], str], number: int, *, ask: bool, dry_run: bool, json: bool
) -> int:
    """Show the change, ask where somebody can answer, write it if the file is still the same."""
    trial = added(env, file, lines, store_it=False)
    warnings = new_warnings(trial)
    was, is_now = _hand(trial.before, number), _hand(trial.after, number)
    if was is not None and is_now is not None and was.done == is_now.done:
        env.err(env.say("hand {number} stands so already, nothing is written", number=number))
        return Exit.DONE
    if not json:
        _preview(env, trial, number)
    if not dry_run:
        report(env, Opened(trial.label, trial.after), warnings)
        if ask and env.interactive and not json and not confirmed(env):
            raise Declined
        change = added(env, file, unchanged(trial, lines))
        if not json:
            for line in standing_lines(env, change.after):
                env.out(line)
    else:
        report(env, Opened(trial.label, trial.after), warnings)
        env.err(env.say("only a trial, nothing is written"))
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(trial.after, trial.label))
    return Exit.DONE if not trial.after.failed_checks else Exit.WRONG


def _preview(env: Env, change: Change, number: int) -> None:
    """The hand before and after, and every cell that changes."""
    env.err(change.label)
    before, after = _hand(change.before, number), _hand(change.after, number)
    if before is not None:
        for line in wrapped(env.say("before: {hand}", hand=entry_title(env, change.before, before)), env.width):
            env.out(line)
    if after is None:
        env.out(env.say("after: hand {number} is struck out", number=number))
    else:
        env.out(env.say("after:"))
        for line in hand_lines(env, change.after, after):
            env.out(line)
    env.out(env.say("the sheet:"))
    for line in difference_lines(env, change.before, change.after):
        env.out(line)
    for line in wrapped(balances_line(env, change.before, change.after), env.width):
        env.out(line)
    _notes(env, change, number)


def _notes(env: Env, change: Change, number: int) -> None:
    """What a change of an earlier hand touches besides: people who were settled, a penalty of that hand."""
    was, now = change.before.settle().exact, change.after.settle().exact
    gone = [name for person, name in enumerate(change.after.players) if person not in change.after.table.members]
    moved = [name for name in gone if was[name] != now[name]]
    if moved:
        env.err(env.say("settled already, and the balance changes all the same: {players}", players=", ".join(moved)))
    if any(entry.kind == "adjust" for entry in change.after.entries):
        from pulka_calc.words.penalties import renounce_lines  # needed where something was adjusted only

        lines = renounce_lines(change.after, number)
        if lines:
            env.err(
                env.say(
                    "a renounce in hand {number} is written on line {line} and stays as it is: put it right too",
                    number=number,
                    line=lines[0],
                )
            )
