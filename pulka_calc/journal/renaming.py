"""Calling a player by another name in a whole file, so that every line still reads as it did."""

from __future__ import annotations

from collections.abc import Iterator

from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.document import BOM, AnyStatement, HandLine, words_text
from pulka_calc.journal.grammar import COLUMN_WORDS, NO_NAMES, STATEMENT_WORDS, fold
from pulka_calc.journal.handline import Said, SaidAllPass, read_said
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.sitting import Coming, Sitting
from pulka_calc.journal.statements import Field, Misplaced, check_name, fields_of, figure, person_of, strip_comment
from pulka_calc.journal.tokens import split_words, token_spans
from pulka_calc.journal.writer import name_text, said_text

Mention = tuple[Span, int]
"""Where a line names somebody, and whom."""


def renamed(pulka: Pulka, person: int, new: str) -> str:
    """The text of the file with one of its people called `new`.

    Every word that names him is replaced, in lines that were taken back or struck out too. A line that
    would not read as it did, because the new name makes a beginning or a letter ambiguous, is written
    out in full.

    Raises:
        Misplaced: nobody can be called so, or somebody with a row is.
    """
    name = check_name(Field(new, Span(0, len(new)), quoted=True))
    for other in pulka.players[:person] + pulka.players[person + 1 :]:
        if fold(other) == fold(name):
            raise Misplaced("name-twice", name=name, other=other)
    return _Renaming(pulka, pulka.players[person], name).text()


class _Line:
    """The table at which one line is read, under the old names and the new."""

    def __init__(self, table: Sitting, old: str, new: str) -> None:
        self.table = table
        self.renamed = table.called(tuple(new if name == old else name for name in table.people))
        self.who = {person for person, name in enumerate(table.people) if name == old}


class _Renaming:
    """The lines of a file under a new name."""

    def __init__(self, pulka: Pulka, old: str, new: str) -> None:
        self.pulka = pulka
        self.old, self.new = old, new
        self.lang = pulka.document.lang

    def text(self) -> str:
        """The whole file."""
        text = self.pulka.document.text
        bom = BOM if text.startswith(BOM) else ""
        lines = text.removeprefix(BOM).split("\n")
        statements = {statement.line: statement for statement in self.pulka.document.statements}
        return bom + "\n".join(self._line(statements.get(number), line) for number, line in enumerate(lines, 1))

    def _line(self, statement: AnyStatement | None, line: str) -> str:
        if statement is None:
            first = _Line(self.pulka.document.first, self.old, self.new)
            return _with_names(line, list(_in_players(line)), first.who, first.renamed)
        here = _Line(self.pulka.document.table_at(statement.line), self.old, self.new)
        if isinstance(statement, HandLine):
            return self._hand(statement, line, here)
        if isinstance(statement.data, Coming):
            return self._coming(statement.kind, statement.data, line, here)
        if statement.kind not in ("dealer", "start", "adjust", "check"):
            return line
        try:
            mentions = list(_in_statement(here.table, statement.kind, line))
        except Misplaced:
            # What was wrong stays as it is.
            return line
        short = _with_names(line, mentions, here.who, here.renamed)
        try:
            again = [person for _, person in _in_statement(here.renamed, statement.kind, short)]
        except Misplaced:
            again = []
        if again == [person for _, person in mentions]:
            return short
        return _with_names(line, mentions, set(range(len(here.table.people))), here.renamed)

    def _coming(self, kind: str, coming: Coming, line: str, here: _Line) -> str:
        mentions = list(_in_coming(kind, coming.newcomer, here.table, line))
        everybody = _Line(coming.after, self.old, self.new)
        short = _with_names(line, mentions, everybody.who, everybody.renamed)
        try:
            again = [person for _, person in _in_coming(kind, coming.newcomer, here.renamed, short)]
        except Misplaced:
            again = []
        if again == [person for _, person in mentions]:
            return short
        return _with_names(line, mentions, set(range(len(coming.after.people))), everybody.renamed)

    def _hand(self, hand: HandLine, line: str, here: _Line) -> str:
        table, names = here.table, here.renamed.names
        words = hand.words
        try:
            said = read_said(words, table.names)
        except Problem:
            return line
        spans = token_spans(words_text(self.pulka.document, hand), words, hand.offset)
        mentions = [(span, table.seats[seat]) for span, seat in _in_hand(said, spans)]
        short = _with_names(line, mentions, here.who, here.renamed)
        try:
            again = read_said(split_words(strip_comment(short)[hand.offset :], here.renamed.lexicon), names)
        except Problem:
            again = None
        if again is not None and said_text(again, names, self.lang) == said_text(said, names, self.lang):
            return short
        comment = line[len(strip_comment(line).rstrip()) :]
        return line[: hand.offset].rstrip() + " " + said_text(said, names, self.lang) + comment


def _with_names(line: str, mentions: list[Mention], who: set[int], table: Sitting) -> str:
    """The line with every mention of the people of `who` under their new names."""
    for span, person in sorted(mentions, reverse=True):
        if person in who:
            line = _replaced(line, span, name_text(table.people[person]))
    return line


def _replaced(line: str, span: Span, name: str) -> str:
    """The line with a name put in, kept apart from what touched the old one."""
    left, right = line[: span.start], line[span.end :]
    before = " " if left and not left[-1].isspace() and left[-1] != "," else ""
    after = " " if right and not right[0].isspace() and right[0] != "," else ""
    return f"{left}{before}{name}{after}{right}"


def _in_players(line: str) -> Iterator[Mention]:
    fields = fields_of(strip_comment(line), 0)
    if fields and STATEMENT_WORDS.get(fold(fields[0].text)) == "players":
        for seat, field in enumerate(fields[1:]):
            yield field.span, seat


def _in_hand(said: Said, spans: list[Span]) -> Iterator[Mention]:
    if isinstance(said, SaidAllPass):
        for defender in said.counts:
            yield spans[defender.place], defender.seat
        for step, seat in enumerate(said.dark, 1):
            yield spans[said.dark_place + step], seat
    else:
        yield spans[0], said.declarer
        for defender in said.defenders:
            yield spans[defender.place], defender.seat


def _in_statement(table: Sitting, kind: str, line: str) -> Iterator[Mention]:
    for field in fields_of(strip_comment(line), 0)[1:]:
        column = (
            not field.quoted and fold(field.text) in COLUMN_WORDS and table.everybody.whole_name(field.text) is None
        )
        if column:
            continue
        if _is_figure(field):
            if kind == "adjust":
                # What follows the figure is the players' reason, in their own words.
                return
            continue
        yield field.span, person_of(field, table)


def _in_coming(kind: str, newcomer: int | None, table: Sitting, line: str) -> Iterator[Mention]:
    """Whoever joins, leaves, is replaced or named beside them; `table` is the one before."""
    comes_at = {"join": 0, "replace": 1}.get(kind)
    place = 0
    for field in fields_of(strip_comment(line), 0)[1:]:
        if not field.quoted and fold(field.text) in NO_NAMES:
            continue
        if place == comes_at and newcomer is not None:
            yield field.span, newcomer
        else:
            yield field.span, person_of(field, table)
        place += 1


def _is_figure(field: Field) -> bool:
    try:
        figure(field)
    except Misplaced:
        return False
    return True
