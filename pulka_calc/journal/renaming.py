"""Calling a player by another name in a whole file, so that every line still reads as it did."""

from __future__ import annotations

from collections.abc import Iterator

from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.document import BOM, AnyStatement, HandLine, words_text
from pulka_calc.journal.grammar import COLUMN_WORDS, STATEMENT_WORDS, Lang, fold
from pulka_calc.journal.handline import SaidAllPass, read_said
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.statements import Field, Misplaced, check_name, fields_of, figure, seat_of, strip_comment
from pulka_calc.journal.tokens import token_spans
from pulka_calc.journal.writer import fix_text, hand_text, name_text

Mention = tuple[Span, int]
"""Where a line names a player, and whom."""


def renamed(pulka: Pulka, seat: int, new: str) -> str:
    """The text of the file with the player of `seat` called `new`.

    Every word that names him is replaced. A line that would not read as it did, because the new
    name makes a beginning or a letter ambiguous, is written out in full.

    Raises:
        Misplaced: nobody can be called so, or somebody at the table is.
    """
    name = check_name(Field(new, Span(0, len(new)), quoted=True))
    for other in pulka.players[:seat] + pulka.players[seat + 1 :]:
        if fold(other) == fold(name):
            raise Misplaced("name-twice", name=name, other=other)
    names = tuple(name if place == seat else other for place, other in enumerate(pulka.players))
    text = _with_names(pulka, names, {seat})
    if _same(pulka, read_text(text)):
        return text
    text = _with_names(pulka, names, set(range(len(names))))
    return _canonical_where_needed(pulka, text, names)


def _same(before: Pulka, after: Pulka) -> bool:
    """Whether two files come to the same hands and figures, seat by seat."""
    return not after.errors and _written(before) == _written(after) and before.judged.dealer == after.judged.dealer


def _written(pulka: Pulka) -> list[tuple[object, ...]]:
    """What each line came to."""
    return [(entry.line, entry.postings, entry.done if entry.kind == "hand" else entry.kind) for entry in pulka.entries]


def _with_names(pulka: Pulka, names: tuple[str, ...], seats: set[int]) -> str:
    """The text with every mention of the players of `seats` under their new names."""
    text = pulka.document.text
    bom = BOM if text.startswith(BOM) else ""
    lines = text.removeprefix(BOM).split("\n")
    statements = {statement.line: statement for statement in pulka.document.statements}
    for number, line in enumerate(lines, 1):
        mentions = [mention for mention in _mentions(pulka, statements.get(number), line) if mention[1] in seats]
        for span, seat in sorted(mentions, reverse=True):
            line = _replaced(line, span, name_text(names[seat]))
        lines[number - 1] = line
    return bom + "\n".join(lines)


def _replaced(line: str, span: Span, name: str) -> str:
    """The line with a name put in, kept apart from what touched the old one."""
    left, right = line[: span.start], line[span.end :]
    before = " " if left and not left[-1].isspace() and left[-1] != "," else ""
    after = " " if right and not right[0].isspace() and right[0] != "," else ""
    return f"{left}{before}{name}{after}{right}"


def _mentions(pulka: Pulka, statement: AnyStatement | None, line: str) -> Iterator[Mention]:
    """Where a line names players."""
    if statement is None:
        yield from _in_players(line)
    elif isinstance(statement, HandLine):
        yield from _in_hand(pulka, statement)
    elif statement.kind in ("dealer", "start", "adjust", "check"):
        yield from _in_statement(pulka, statement.kind, line)


def _in_players(line: str) -> Iterator[Mention]:
    fields = fields_of(strip_comment(line), 0)
    if fields and STATEMENT_WORDS.get(fold(fields[0].text)) == "players":
        for seat, field in enumerate(fields[1:]):
            yield field.span, seat


def _in_hand(pulka: Pulka, hand: HandLine) -> Iterator[Mention]:
    try:
        said = read_said(hand.words, pulka.players)
    except Problem:
        return
    spans = token_spans(words_text(pulka.document, hand), hand.words, hand.offset)
    if isinstance(said, SaidAllPass):
        for defender in said.counts:
            yield spans[defender.place], defender.seat
        for step, seat in enumerate(said.dark, 1):
            yield spans[said.dark_place + step], seat
    else:
        yield spans[0], said.declarer
        for defender in said.defenders:
            yield spans[defender.place], defender.seat


def _in_statement(pulka: Pulka, kind: str, line: str) -> Iterator[Mention]:
    lexicon, names = pulka.document.lexicon, pulka.players
    for field in fields_of(strip_comment(line), 0)[1:]:
        column = not field.quoted and fold(field.text) in COLUMN_WORDS and lexicon.whole_name(field.text) is None
        if column:
            continue
        if _is_figure(field):
            if kind == "adjust":
                # What follows the figure is the players' reason, in their own words.
                return
            continue
        yield field.span, seat_of(field, lexicon, names)


def _is_figure(field: Field) -> bool:
    try:
        figure(field)
    except Misplaced:
        return False
    return True


def _canonical_where_needed(pulka: Pulka, text: str, names: tuple[str, ...]) -> str:
    """The text with each hand that reads otherwise than before in canonical form."""
    after = {entry.line: entry for entry in read_text(text).entries}
    lines = text.split("\n")
    lang = pulka.document.lang
    for entry in pulka.hands:
        again = after.get(entry.line)
        if again is None or again.done != entry.done:
            lines[entry.line - 1] = _canonical(lines[entry.line - 1], entry, names, lang)
    return "\n".join(lines)


def _canonical(line: str, entry: Entry, names: tuple[str, ...], lang: Lang) -> str:
    hand = hand_text(entry.done, names, entry.dealer, lang)  # type: ignore[arg-type]
    comment = line[len(strip_comment(line)) :]
    is_fix = not line.lstrip()[:1].isdigit()
    text = fix_text(entry.number or 0, hand, lang) if is_fix else f"{entry.number}. {hand}"
    return text + (f" {comment}" if comment else "")
