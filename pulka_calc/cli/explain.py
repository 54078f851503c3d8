"""``pulka explain``: why a figure is what it is."""

from __future__ import annotations

import re

import typer

from pulka_calc.cli import options
from pulka_calc.cli.echo import account_text, entry_title, hand_lines, posting_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem, Wrong
from pulka_calc.cli.files import Opened, read_any, report, sound
from pulka_calc.cli.tables import signed, wrapped
from pulka_calc.cli.wording import line_of
from pulka_calc.game.ledger import cell
from pulka_calc.game.terms import COLUMNS, Column, Figure
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.grammar import COLUMN_WORDS, fold
from pulka_calc.journal.grammar import COLUMNS as COLUMN_KEYWORDS
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Misplaced, fields_of, person_of
from pulka_calc.words.figures import figure_text
from pulka_calc.words.rules import rule_text
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[N | PLAYER [COLUMN [ON]]] [--json] [-f FILE]"),
    N_("Explain hand N figure by figure with the rules that made them, or how a player's column came about."),
)
apps = {"explain": app}


@command
def explain(
    ctx: typer.Context,
    what: options.Words = None,
    file: options.File = None,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Explain one hand, one column, or every hand."""
    env: Env = ctx.obj
    opened = sound(read_any(env, file))
    words = what or []
    if not words:
        _all(env, opened.pulka, json=json)
    elif len(words) == 1 and re.fullmatch(r"[0-9]{1,6}\.?", words[0]):
        _one(env, opened, int(words[0].removesuffix(".")), json=json)
    else:
        _column(env, opened, line_of(env, words, opened.pulka.table.everybody), json=json)
    return Exit.DONE if report(env, opened) else Exit.WRONG


def _all(env: Env, pulka: Pulka, *, json: bool) -> None:
    if json:
        from pulka_calc.documents import explain_documents

        for document in explain_documents(pulka):
            env.json(document)
        return
    for entry in pulka.entries:
        _entry(env, pulka, entry)


def _entry(env: Env, pulka: Pulka, entry: Entry) -> None:
    if entry.kind == "hand":
        lines = hand_lines(env, pulka, entry)
    else:
        lines = [entry_title(env, pulka, entry), *posting_lines(env, entry.postings, pulka.players)]
    for line in lines:
        env.out(line)


def _one(env: Env, opened: Opened, number: int, *, json: bool) -> None:
    pulka = opened.pulka
    entry = next((entry for entry in pulka.hands if entry.number == number), None)
    if entry is None:
        struck = pulka.judged.voided.get(number)
        if struck is not None:
            raise UsageProblem(env.say("hand {number} is struck out, line {line}", number=number, line=struck))
        raise UsageProblem(
            env.speech.count(
                "there is no hand {hand}; {n} hand is written",
                "there is no hand {hand}; {n} hands are written",
                pulka.judged.next_number - 1,
                hand=number,
            )
        )
    if json:
        from pulka_calc.documents import explain_documents

        for document in explain_documents(pulka, number):
            env.json(document)
        return
    _entry(env, pulka, entry)
    env.out("")
    env.out(env.say("rules:"))
    for rule in dict.fromkeys(posting.cause.rule for posting in entry.postings):
        for line in wrapped(f"  {rule}: {rule_text(rule, env.speech)}", env.width, 4):
            env.out(line)


def _column(env: Env, opened: Opened, line: str, *, json: bool) -> None:
    """How one player's column came about, figure by figure with running totals; all of them where none is asked for."""
    pulka = opened.pulka
    player, asked, on = _asked(env, opened, line)
    for column in COLUMNS if asked is None else (asked,):
        if json:
            from pulka_calc.documents import explain_cell_document

            env.json(explain_cell_document(pulka, player, column, on))
        else:
            _cells(env, pulka, player, column, on)


def _cells(env: Env, pulka: Pulka, player: int, column: Column, on: int | None) -> None:
    """The cells of one column of one player."""
    names = pulka.players
    others = [on] if on is not None else [seat for seat in range(len(names)) if seat != player]
    for other in others if column == "whists" else [None]:
        account = cell(column, player, other)
        total: Figure = 0
        env.out(f"{account_text(env, account, names)}: {figure_text(pulka.seats_sheet.cell(account))}")
        for entry in pulka.entries:
            for posting in entry.postings:
                if posting.account == account:
                    total += posting.points
                    for text in _line(env, pulka, entry, posting, total):
                        env.out(text)


def _line(env: Env, pulka: Pulka, entry: Entry, posting: object, total: Figure) -> list[str]:
    from pulka_calc.game.ledger import Posting
    from pulka_calc.words.causes import posting_text

    assert isinstance(posting, Posting)
    where = (
        env.say("hand {number}", number=entry.number)
        if entry.kind == "hand"
        else env.say("line {line}", line=entry.line)
    )
    reason = posting_text(posting, pulka.players, env.speech)
    now = env.say("now {total}", total=figure_text(total))
    return wrapped(f"  {where}: {signed(posting.points)}, {now} ({reason})", env.width, 6)


def _asked(env: Env, opened: Opened, line: str) -> tuple[int, Column | None, int | None]:
    """The player and the column of the question, in any order of their words."""
    pulka = opened.pulka
    table, names = pulka.table, pulka.players
    seats: list[int] = []
    column: Column | None = None
    if any(COLUMN_WORDS.get(fold(field.text)) in ("balance", "left") for field in fields_of(line, 0)):
        columns = ", ".join(COLUMN_KEYWORDS[column].write(env.lang) for column in COLUMNS)
        raise UsageProblem(env.say("the columns to ask for are {columns}", columns=columns))
    try:
        for field in fields_of(line, 0):
            word = COLUMN_WORDS.get(fold(field.text)) if not field.quoted else None
            if word in COLUMNS and column is None and table.everybody.whole_name(field.text) is None:
                column = next(known for known in COLUMNS if known == word)
            else:
                seats.append(person_of(field, table))
    except Misplaced as problem:
        fault = Diagnostic(problem.code, 1, problem.spans, problem.values)
        raise Wrong("pulka explain", [line], [fault]) from None
    if not seats or len(seats) > (2 if column == "whists" else 1) or len(set(seats)) < len(seats):
        raise UsageProblem(
            env.say("ask for a hand or a column: pulka explain 7, pulka explain {player} whists", player=names[0])
        )
    return seats[0], column, seats[1] if len(seats) > 1 else None
