"""``pulka join``, ``leave`` and ``replace``: players who come and go in the middle of a pulka."""

from __future__ import annotations

import typer

from pulka_calc.cli import options
from pulka_calc.cli.echo import balance_lines, posting_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import Opened, added, joined, report
from pulka_calc.cli.tables import wrapped
from pulka_calc.cli.wording import line_of
from pulka_calc.journal.grammar import NO_NAMES, fold
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.sitting import Coming
from pulka_calc.journal.writer import coming_text, keyword
from pulka_calc.words import people
from pulka_calc.words.speech import N_

join_app, join_command = options.command(
    N_("NAME [after NAME]   [--dry-run] [-f FILE]"),
    N_("Somebody sits down: with the mean of the others' pool and mountain, next clockwise to whom you name."),
)
leave_app, leave_command = options.command(
    N_("NAME [settled | frozen]   [--dry-run] [-f FILE]"),
    N_("Somebody leaves: settled exactly as of now, or the row stays frozen and is settled in the end."),
)
replace_app, replace_command = options.command(
    N_("NAME NEW [settled | takeover]   [--dry-run] [-f FILE]"),
    N_("Somebody else sits down in a seat: each answers for what he plays, or the newcomer takes over the whole row."),
)
apps = {"join": join_app, "leave": leave_app, "replace": replace_app}


@join_command
def join(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Add a ``join`` line."""
    env: Env = ctx.obj
    return _come(env, "join", words, file, env.say("pulka join Gleb after Vera"), dry_run=dry_run, json=json)


@leave_command
def leave(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Add a ``leave`` line."""
    env: Env = ctx.obj
    return _come(env, "leave", words, file, env.say("pulka leave Vera"), dry_run=dry_run, json=json)


@replace_command
def replace(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    json: options.Json = False,
    yes: options.Yes = False,
    lang: options.Lang = "",
) -> int:
    """Add a ``replace`` line."""
    env: Env = ctx.obj
    return _come(env, "replace", words, file, env.say("pulka replace Vera Dina"), dry_run=dry_run, json=json)


def _come(
    env: Env, statement: str, words: list[str] | None, file: str | None, example: str, *, dry_run: bool, json: bool
) -> int:
    if not words:
        raise UsageProblem(env.say("who? For example: {example}", example=example))
    change = added(env, file, lambda pulka: _canonical(env, pulka, statement, words), store_it=not dry_run)
    after = change.after
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(after, change.label))
    else:
        env.err(env.say("only a trial, nothing is written") if dry_run else change.label)
        entry = after.entries[-1]
        assert isinstance(entry.done, Coming)
        lines = [
            *wrapped(people.coming_text(entry.done, env.speech), env.width),
            *posting_lines(env, entry.postings, after.players),
            *balance_lines(env, change.before, after),
            *standing_lines(env, after),
        ]
        for text in lines:
            env.out(text)
        if len(after.table.seats) < 3:
            env.err(
                env.say(
                    "two players play no hands here, until somebody joins: {example}",
                    example=env.say("pulka join Gleb"),
                )
            )
    return Exit.DONE if report(env, Opened(change.label, after)) else Exit.WRONG


def _canonical(env: Env, pulka: Pulka, statement: str, words: list[str]) -> str:
    """The line in canonical form; the user's own words where they are wrong."""
    lang = pulka.document.lang
    if len(words) == 1 and '"' not in words[0] and not {fold(word) for word in words[0].split()} & NO_NAMES:
        # One word of the command line with blanks in it is one name.
        named = statement in ("join", "leave") or pulka.table.everybody.whole_name(words[0]) is not None
        words = [f'"{words[0]}"'] if named and len(words[0].split()) > 1 else words
    typed = f"{keyword(statement, lang)} {line_of(env, words, pulka.table.everybody)}\n"
    read = read_text(joined(pulka.document.text, typed))
    if read.errors or not read.entries:
        return typed
    done = read.entries[-1].done
    return coming_text(statement, done, lang) + "\n" if isinstance(done, Coming) else typed
