"""``pulka add``: write down a hand, or a pasted block of them."""

from __future__ import annotations

import re

import typer

from pulka_calc.cli import options
from pulka_calc.cli.echo import hand_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import STANDARD, Change, Opened, added, joined, report, standard_input
from pulka_calc.cli.wording import line_of, plain
from pulka_calc.journal.document import BOM
from pulka_calc.journal.grammar import STATEMENT_WORDS, fold
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.statements import strip_comment
from pulka_calc.journal.writer import hand_text
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("HAND WORDS… | -   [--dry-run] [--json] [-f FILE]"),
    N_("Write down a hand: declarer, contract, his tricks, then the defenders. «-» reads lines from standard input."),
)
apps = {"add": app}

NUMBERED = re.compile(r"\s*([0-9]+)\s*\.(?![1-5](?:\D|\Z))\s*")
"""``8.`` in front of a hand; not the ``6.1`` of a contract."""


@command
def add(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Add one hand, or all lines of standard input or none of them."""
    env: Env = ctx.obj
    if not words:
        raise UsageProblem(env.say("which hand? For example: {example}", example=env.say("pulka add a 6s= b3 v1")))
    block = standard_input(env).removeprefix(BOM).splitlines() if words == [STANDARD] else None
    understood: dict[int, Entry] = {}

    def lines(pulka: Pulka) -> str:
        understood.clear()
        typed = [line_of(env, words, pulka.table.lexicon)] if block is None else [plain(env, line) for line in block]
        draft = _draft(env, pulka, typed, statements=block is not None)
        return _canonical(pulka, draft, understood)

    change = added(env, file, lines, store_it=not dry_run)
    _tell(env, change, understood, json=json, dry_run=dry_run)
    return Exit.DONE if not change.after.failed_checks else Exit.WRONG


def _draft(env: Env, pulka: Pulka, typed: list[str], *, statements: bool) -> list[str]:
    """The lines to add as they were typed, each hand under its number.

    Args:
        statements: a line that begins with the word of a statement is one; else every line is a hand.
    """
    text = pulka.document.text
    number = pulka.judged.next_number
    draft: list[str] = []
    for raw in typed:
        line = strip_comment(raw).strip()
        if not line:
            continue
        numbered = NUMBERED.match(line)
        statement = STATEMENT_WORDS.get(fold(line.split()[0])) if statements else None
        if statement is not None:
            draft.append(line)
            if statement in ("undo", "redo"):
                # They free numbers or take them: only the file as a whole says which comes next.
                number = read_text(joined(text, "\n".join(draft))).judged.next_number
        else:
            draft.append(f"{numbered[1]}. {line[numbered.end() :]}" if numbered else f"{number}. {line}")
            number += 1
    if not draft:
        raise UsageProblem(env.say("there is no hand in what was given"))
    return draft


def _canonical(pulka: Pulka, draft: list[str], understood: dict[int, Entry]) -> str:
    """The lines with hands as the program writes them; as they were typed where they are wrong.

    `understood` takes the hands as they were typed, by line: what was worked out of them.
    """
    text = pulka.document.text
    first = len(joined(text, "").split("\n")) - 1
    written = read_text(joined(text, "\n".join(draft)))
    if written.errors:
        return "\n".join(draft) + "\n"
    lang = pulka.document.lang
    lines = list(draft)
    for entry in written.hands:
        place = entry.line - first - 1
        # Only hands: a line of another statement stands as it was typed.
        if place >= 0 and draft[place].lstrip()[:1].isdigit():
            understood[entry.line] = entry
            lines[place] = f"{entry.number}. {hand_text(entry.done, entry.table.names, entry.dealer, lang)}"  # type: ignore[arg-type]
    again = {entry.line: entry.done for entry in read_text(joined(text, "\n".join(lines))).hands}
    for line, entry in understood.items():
        if again.get(line) != entry.done:
            lines[line - first - 1] = draft[line - first - 1]
    return "\n".join(lines) + "\n"


def _tell(env: Env, change: Change, understood: dict[int, Entry], *, json: bool, dry_run: bool) -> None:
    """What was understood and written, and what is next."""
    after = change.after
    known = {(entry.line, entry.kind) for entry in change.before.entries}
    new = [entry for entry in after.entries if (entry.line, entry.kind) not in known]
    for place, entry in enumerate(new):
        typed = understood.get(entry.line)
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
