"""Calling a player by another name in a whole file, so that every line still reads as it did."""

from __future__ import annotations

from collections.abc import Iterator

from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.document import BOM, AnyStatement, HandLine, words_text
from pulka_calc.journal.grammar import COLUMN_WORDS, STATEMENT_WORDS, fold
from pulka_calc.journal.handline import Said, SaidAllPass, read_said
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Field, Misplaced, check_name, fields_of, figure, seat_of, strip_comment
from pulka_calc.journal.tokens import Lexicon, split_words, token_spans
from pulka_calc.journal.writer import name_text, said_text

Mention = tuple[Span, int]
"""Where a line names a player, and whom."""


def renamed(pulka: Pulka, seat: int, new: str) -> str:
    """The text of the file with the player of `seat` called `new`.

    Every word that names him is replaced, in lines that were taken back or struck out too. A line that
    would not read as it did, because the new name makes a beginning or a letter ambiguous, is written
    out in full.

    Raises:
        Misplaced: nobody can be called so, or somebody at the table is.
    """
    name = check_name(Field(new, Span(0, len(new)), quoted=True))
    for other in pulka.players[:seat] + pulka.players[seat + 1 :]:
        if fold(other) == fold(name):
            raise Misplaced("name-twice", name=name, other=other)
    names = tuple(name if place == seat else other for place, other in enumerate(pulka.players))
    return _Renaming(pulka, seat, names).text()


class _Renaming:
    """The lines of a file under new names."""

    def __init__(self, pulka: Pulka, seat: int, names: tuple[str, ...]) -> None:
        self.pulka = pulka
        self.seat = seat
        self.names = names
        self.lexicon = Lexicon(names)
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
            return self._with_names(line, list(_in_players(line)), {self.seat})
        if isinstance(statement, HandLine):
            return self._hand(statement, line)
        if statement.kind not in ("dealer", "start", "adjust", "check"):
            return line
        try:
            mentions = list(_in_statement(self.pulka.document.lexicon, self.pulka.players, statement.kind, line))
        except Misplaced:
            # What was wrong stays as it is.
            return line
        short = self._with_names(line, mentions, {self.seat})
        try:
            again = [seat for _, seat in _in_statement(self.lexicon, self.names, statement.kind, short)]
        except Misplaced:
            again = []
        if again == [seat for _, seat in mentions]:
            return short
        return self._with_names(line, mentions, set(range(len(self.names))))

    def _hand(self, hand: HandLine, line: str) -> str:
        try:
            said = read_said(hand.words, self.pulka.players)
        except Problem:
            return line
        spans = token_spans(words_text(self.pulka.document, hand), hand.words, hand.offset)
        short = self._with_names(line, list(_in_hand(said, spans)), {self.seat})
        words = strip_comment(short)[hand.offset :]
        try:
            again = read_said(split_words(words, self.lexicon), self.names)
        except Problem:
            again = None
        if again is not None and said_text(again, self.names, self.lang) == said_text(said, self.names, self.lang):
            return short
        comment = line[len(strip_comment(line).rstrip()) :]
        return line[: hand.offset].rstrip() + " " + said_text(said, self.names, self.lang) + comment

    def _with_names(self, line: str, mentions: list[Mention], seats: set[int]) -> str:
        """The line with every mention of the players of `seats` under their new names."""
        for span, seat in sorted(mentions, reverse=True):
            if seat in seats:
                line = _replaced(line, span, name_text(self.names[seat]))
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


def _in_statement(lexicon: Lexicon, names: tuple[str, ...], kind: str, line: str) -> Iterator[Mention]:
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
