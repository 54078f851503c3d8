"""``pulka add``: write down a hand, or a pasted block of them."""

from __future__ import annotations

import re

import typer

from pulka_calc.cli import options
from pulka_calc.cli.echo import hand_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import STANDARD, Change, Opened, added, joined, report, standard_input
from pulka_calc.cli.wording import line_of
from pulka_calc.journal.document import BOM
from pulka_calc.journal.grammar import STATEMENT_WORDS, fold
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.statements import strip_comment
from pulka_calc.journal.writer import hand_text
from pulka_calc.words.speech import N_

app, command = options.command(
    "HAND WORDS… | -   [--dry-run] [--json] [-f FILE]",
    N_("Write down a hand: declarer, contract, his tricks, then the defenders. «-» reads lines from standard input."),
)
apps = {"add": app}

_NUMBERED = re.compile(r"\s*([0-9]+)\s*\.(?![1-5](?:\D|\Z))\s*")
"""``8.`` in front of a hand; not the ``6.1`` of a contract."""


@command
def add(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = "",
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Add one hand, or all lines of standard input or none of them."""
    env: Env = ctx.obj
    if not words:
        raise UsageProblem(env.say("which hand? For example: pulka add {example}", example="a 6s b3 v1"))
    block = standard_input(env).removeprefix(BOM).splitlines() if words == [STANDARD] else [line_of(words)]
    understood: dict[int, Entry] = {}
    change = added(env, file or None, lambda pulka: _lines(pulka, block, env, understood), store_it=not dry_run)
    _tell(env, change, understood, json=json, dry_run=dry_run)
    return Exit.DONE if not change.after.failed_checks else Exit.WRONG


def _lines(pulka: Pulka, block: list[str], env: Env, understood: dict[int, Entry]) -> str:
    """The lines to add: each hand in canonical form, other lines as they are.

    `understood` takes the hands as they were typed, by number: what was worked out of them.
    """
    understood.clear()
    text = pulka.document.text
    number = pulka.judged.next_number
    written = ""
    for raw in block:
        if any(not sign.isprintable() and sign != "\t" for sign in raw):
            raise UsageProblem(env.say("a hand is one line of plain text; this one has control characters"))
        line = strip_comment(raw).strip()
        if not line:
            continue
        before = joined(text, written)
        statement = _statement(before, line, number, understood, single=len(block) == 1)
        written += statement + "\n"
        number = read_text(joined(text, written)).judged.next_number
    if not written:
        raise UsageProblem(env.say("there is no hand in what was given"))
    return written


def _statement(before: str, line: str, number: int, understood: dict[int, Entry], *, single: bool) -> str:
    """One line as it will stand in the file; as it was typed where it is wrong."""
    candidates = _candidates(line, number, single=single)
    for candidate in candidates:
        pulka = read_text(joined(before, candidate + "\n"))
        if not pulka.errors:
            return _canonical(pulka, before, candidate, understood)
    return candidates[-1] if fold(line.split()[0]) in STATEMENT_WORDS else candidates[0]


def _candidates(line: str, number: int, *, single: bool) -> list[str]:
    """What a line may be: a hand with its number or without, or, in a block, another statement."""
    numbered = _NUMBERED.match(line)
    if numbered:
        return [f"{numbered[1]}. {line[numbered.end() :]}"]
    hand = f"{number}. {line}"
    return [hand] if single else [hand, line]


def _canonical(pulka: Pulka, before: str, candidate: str, understood: dict[int, Entry]) -> str:
    """The hand as the program writes it; the user's own words where that would not read the same."""
    entry = pulka.entries[-1] if pulka.entries else None
    if entry is None or entry.kind != "hand" or entry.line != len(joined(before, candidate).splitlines()):
        return candidate
    understood[entry.number or 0] = entry
    text = f"{entry.number}. {hand_text(entry.done, pulka.players, entry.dealer, pulka.document.lang)}"  # type: ignore[arg-type]
    again = read_text(joined(before, text + "\n"))
    same = not again.errors and again.entries and again.entries[-1].done == entry.done
    return text if same else candidate


def _tell(env: Env, change: Change, understood: dict[int, Entry], *, json: bool, dry_run: bool) -> None:
    """What was understood and written, and what is next."""
    after = change.after
    known = {(entry.line, entry.kind) for entry in change.before.entries}
    new = [entry for entry in after.entries if (entry.line, entry.kind) not in known]
    for place, entry in enumerate(new):
        typed = understood.get(entry.number or -1)
        if typed is not None:
            new[place] = entry._replace(worked_out=typed.worked_out)
    if json:
        from pulka_calc.documents import add_document

        for entry in new:
            if entry.kind == "hand":
                text = after.document.lines[entry.line - 1].strip()
                env.json(add_document(after, entry, text))
    else:
        if dry_run:
            env.err(env.say("only a trial, nothing is written"))
        else:
            env.err(change.label)
        for entry in new:
            for line in hand_lines(env, after, entry):
                env.out(line)
        for line in standing_lines(env, after):
            env.out(line)
    report(env, Opened(change.label, after))
