"""``pulka adjust``: a figure written by agreement, or the figures of a penalty."""

from __future__ import annotations

import typer

from pulka_calc.cli import options, penalties
from pulka_calc.cli.echo import posting_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import Opened, added, joined, report
from pulka_calc.cli.wording import line_of, plain
from pulka_calc.game.hands import Adjustment
from pulka_calc.journal.grammar import COLUMN_WORDS, fold
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.statements import fields_of
from pulka_calc.journal.tokens import Lexicon
from pulka_calc.journal.writer import adjust_text, keyword, quoted
from pulka_calc.words.speech import N_

app, command = options.command(
    N_(
        "PLAYER COLUMN [ON] ±N [REASON] | below PLAYER LEVEL | talon OFFENDER INJURED HAND WORDS… | "
        "renounce N PLAYER [PLAYER] [errors=2]   [--dry-run] [--yes] [-f FILE]"
    ),
    N_(
        "Write a figure past every rule: PLAYER pool|mountain ±N, or PLAYER whists ON ±N, and why. "
        "Or a penalty, shown before it is written: a contract below the auction (the level that was reached), "
        "the talon exposed (one result that the injured player lost, typed as in «add»), "
        "a renounce in hand N (put the counts right first with «fix»; then who is at fault: "
        "the declarer, a whister, or both)."
    ),
)
apps = {"adjust": app}


@command
def adjust(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Add an ``adjust`` line, or all lines of a penalty."""
    env: Env = ctx.obj
    if not words:
        raise UsageProblem(
            env.say(
                "what is to be written? For example: {example}",
                example=env.say("pulka adjust Boris mountain +1 misdeal"),
            )
        )
    penalty = penalties.penalty_asked(words)
    if penalty is not None:
        opened = penalties.opened(env, file)
        if opened.pulka.table.everybody.whole_name(penalty) is None:
            return penalties.write(env, file, opened, words, ask=not yes, dry_run=dry_run, json=json)
    change = added(
        env, file, lambda pulka: _canonical(pulka, _line(env, words, pulka.table.everybody)), store_it=not dry_run
    )
    after = change.after
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(after, change.label))
    else:
        env.err(env.say("only a trial, nothing is written") if dry_run else change.label)
        for text in posting_lines(env, after.entries[-1].postings, after.players):
            env.out(text)
        for text in standing_lines(env, after):
            env.out(text)
    return Exit.DONE if report(env, Opened(change.label, after)) else Exit.WRONG


def _line(env: Env, words: list[str], lexicon: Lexicon) -> str:
    """The words as a statement's rest: whatever follows the figure is the reason, in quotes."""
    if len(words) == 1:
        fields = fields_of(words[0], 0)
        words = [f'"{field.text}"' if field.quoted else field.text for field in fields]
    columns = [COLUMN_WORDS.get(fold(word)) for word in words]
    # PLAYER COLUMN FIGURE, or PLAYER whists ON FIGURE; a name may look like a figure.
    column = next((place for place, found in enumerate(columns) if found and place), 0)
    end = column + (3 if columns[column] == "whists" else 2) if column else len(words)
    reason = " ".join(" ".join(words[end:]).split()).strip('"')
    head = line_of(env, [*words[:end], ""], lexicon).removesuffix('""').strip()
    return f"{head} {quoted(plain(env, reason))}" if reason else head


def _canonical(pulka: Pulka, line: str) -> str:
    """The ``adjust`` line in canonical form; the user's own words where they are wrong."""
    lang = pulka.document.lang
    typed = f"{keyword('adjust', lang)} {line}\n"
    read = read_text(joined(pulka.document.text, typed))
    if read.errors or not read.entries:
        return typed
    done = read.entries[-1].done
    return adjust_text(done, read.players, lang) + "\n" if isinstance(done, Adjustment) else typed
