"""A sheet taken from paper by questions and answers: which question is next, and what each answer comes to.

A machine without input or output. What was typed is kept by the question that it answers, so steps back, a row put
right and a draft read again are the same answers at another place; a refused answer changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Figure
from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.paper import Cell, PaperRow, PaperSheet
from pulka_calc.journal.paperfigures import LONGEST_FIGURE, meant_figure, paper_figure
from pulka_calc.journal.statements import MOST_PLAYERS, Field, Misplaced, fields_of, read_players, read_stake, seat_of
from pulka_calc.journal.tokens import Lexicon
from pulka_calc.journal.writer import name_text

Kind = Literal["rules", "players", "closed", "stake", "pool", "left", "mountain", "whists", "check"]

STANDARD_RULES: Final = "sochi"
BACK: Final = "<"
YES: Final = frozenset({"y", "yes", "д", "да"})
NO: Final = frozenset({"n", "no", "н", "нет"})

_CLOSED_MARKS: Final = ("<<", "«")


class Question(NamedTuple):
    """What is asked: something of the table, or a cell of the sheet."""

    kind: Kind
    seat: int = -1
    """Whose row; -1 where the table is meant."""
    on: int = -1
    """On whom, for whists."""

    @property
    def key(self) -> str:
        """The question as a word: ``rules``, ``0 mountain``, ``0 whists 2``."""
        parts = [] if self.seat < 0 else [str(self.seat)]
        return " ".join([*parts, self.kind, *([] if self.on < 0 else [str(self.on)])])


RULES: Final = Question("rules")
PLAYERS: Final = Question("players")
CLOSED: Final = Question("closed")
STAKE: Final = Question("stake")
CHECK: Final = Question("check")
"""The whole sheet is shown: is it right?"""

TABLE: Final = (RULES, PLAYERS, CLOSED, STAKE)

_CELL: Final = re.compile(r"([0-3]) (?:(pool|left|mountain)|(whists) ([0-3]))\Z")


def question_of(key: str) -> Question:
    """The question that a word of `Question.key` means.

    Raises:
        ValueError: none.
    """
    for question in (*TABLE, CHECK):
        if question.key == key:
            return question
    found = _CELL.match(key)
    if not found or found[1] == found[4]:
        raise ValueError(key)
    kinds: dict[str, Kind] = {"pool": "pool", "left": "left", "mountain": "mountain"}
    return Question(kinds[found[2]], int(found[1])) if found[2] else Question("whists", int(found[1]), int(found[4]))


class Read(NamedTuple):
    """A cell whose figure is not plainly what was typed."""

    question: Question
    figure: Figure


class PaperForm:
    """The form as it stands after some answers.

    Args:
        agree: the rules that a word names; what it raises passes through, and nothing has changed.
    """

    def __init__(self, agree: Callable[[str], Rules]) -> None:
        self.agree = agree
        self.answers: dict[Question, str] = {}
        """As they were typed; cells one figure each."""
        self.known: set[Question] = set()
        """What is not asked, for it was said before."""
        self.names: tuple[str, ...] = ()
        self.rules: Rules | None = None
        self.question: Question = RULES
        """What is asked now."""
        self.mending: int | None = None
        """The seat whose row alone is asked again, after which the whole sheet is shown."""
        self.done = False

    # What is asked

    def questions(self) -> list[Question]:
        """Everything that is asked, in order, as far as the answers tell."""
        return [question for question in self._all() if question not in self.known]

    def cells(self, seat: int) -> list[Question]:
        """The cells of a row, in order."""
        whists = [Question("whists", seat, on) for on in range(len(self.names)) if on != seat]
        pool = [] if self.pool is None else [Question(self.pool, seat)]
        return [*pool, Question("mountain", seat), *whists]

    @property
    def pool(self) -> Literal["pool", "left"] | None:
        """What is asked of each pool; nothing where all are closed."""
        if self.rules is None or self._all_closed:
            return None
        return "left" if self.rules.pool_shown == "left" and self.rules.pool_target is not None else "pool"

    @property
    def started(self) -> bool:
        """Whether anything was answered."""
        return any(question not in self.known for question in self.answers)

    def figure(self, question: Question) -> Figure | None:
        """What a cell holds; ``None`` where it was not answered yet."""
        typed = self.answers.get(question)
        return None if typed is None else paper_figure(typed)

    def _all(self) -> Iterator[Question]:
        yield RULES
        yield PLAYERS
        if self.rules is not None and self.rules.closing_target is not None:
            yield CLOSED
        yield STAKE
        for seat in range(len(self.names)):
            yield from self.cells(seat)
        yield CHECK

    @property
    def _all_closed(self) -> bool:
        closes = self.rules is not None and self.rules.closing_target is not None
        return closes and self.answers.get(CLOSED) == "yes"

    @property
    def closed_usually(self) -> bool:
        """Whether all pools are closed when a pulka of these rules is over [§7.4]."""
        return self.rules is not None and self.rules.pool_end == "each"

    # Answers

    def know(self, question: Question, text: str) -> None:
        """Take what was said before; it is not asked.

        Raises:
            Problem: it is no answer, so it will be asked.
        """
        self._take(question, text)
        self.known.add(question)
        self._go_to(self.question)

    def answer(self, text: str) -> list[Read]:
        """Take an answer to `question`, or ``<``, the step back; what was read otherwise than it was typed.

        An empty answer keeps what stands there, or takes what is usual.

        Raises:
            Problem: it is no answer; nothing has changed.
        """
        typed = text.strip()
        if typed == BACK:
            self.back()
            return []
        asked = self.question
        if asked == CHECK:
            self._checked(typed)
            return []
        if asked.seat < 0:
            if typed or asked not in self.answers:
                self._take(asked, typed)
            self._after(asked)
            return []
        row = self.cells(asked.seat)
        rest = row[row.index(asked) :]
        if not typed and asked in self.answers:
            self._after(asked)
            return []
        given = figures_of(typed) or [""]
        if len(given) > len(rest):
            raise Problem("form-many", question=asked, names=self.names, count=len(given), rest=tuple(rest))
        read = []
        for question, word in zip(rest, given, strict=False):
            figure = self._figure(question, word)
            if word and str(figure) != word.rstrip("<« "):
                read.append(Read(question, figure))
        self.answers.update(zip(rest, given, strict=False))
        self._after(rest[len(given) - 1])
        return read

    def back(self) -> None:
        """Go to the question before; from the first cell of a row that is put right, to the whole sheet.

        Raises:
            Problem: there is none.
        """
        if self.mending is not None and self.question == self.cells(self.mending)[0]:
            self._go_to(CHECK)
            return
        asked = self.questions()
        place = asked.index(self.question)
        if not place:
            raise Problem("form-first")
        self.question = asked[place - 1]

    def _after(self, question: Question) -> None:
        """Ask what follows an answered question."""
        if self.mending is not None and question == self.cells(self.mending)[-1]:
            self._go_to(CHECK)
            return
        asked = self.questions()
        self._go_to(asked[asked.index(question) + 1])

    def _go_to(self, question: Question) -> None:
        """Ask a question, unless one before it has no answer yet."""
        asked = self.questions()
        place = asked.index(question) if question in asked else len(asked)
        self.question = next((other for other in asked[:place] if other not in self.answers), (*asked, CHECK)[place])
        if self.question == CHECK or self.question.seat != self.mending:
            self.mending = None

    def _checked(self, typed: str) -> None:
        """An answer to the whole sheet: it is right, or the player whose row is not."""
        word = Field(typed.strip('"'), Span(0, len(typed)))
        lexicon = Lexicon(self.names)
        if not typed or (fold(typed) in YES and lexicon.whole_name(word.text) is None):
            self.done = True
            return
        if fold(typed) in NO and not lexicon.seats(word.text):
            raise Problem("form-which-row", names=self.names)
        try:
            self.mending = seat_of(word, lexicon, self.names)
        except Misplaced as problem:
            if problem.code == "player-ambiguous":
                raise
            raise Problem("form-nobody", word=typed, names=self.names) from None
        self.question = self.cells(self.mending)[0]

    def _take(self, question: Question, typed: str) -> None:
        """Keep an answer about the table."""
        if question == RULES:
            word = typed or STANDARD_RULES
            if not word.isprintable():
                raise Problem("rules-unknown", word=word)
            self.rules = self.agree(word)
            self.answers[RULES] = word
        elif question == PLAYERS:
            self._seat(typed)
        elif question == CLOSED:
            folded = fold(typed)
            if folded and folded not in YES | NO:
                raise Problem("form-yes-no", word=typed)
            closed = folded in YES if folded else self.closed_usually
            self.answers[CLOSED] = "yes" if closed else "no"
        else:
            if typed:
                _read_stake(typed)
            self.answers[STAKE] = typed

    def _seat(self, typed: str) -> None:
        """Seat the players. Figures entered already stay with the player, or with the seat of one renamed."""
        plain = typed.translate(_QUOTES)
        if plain.count('"') % 2:
            raise Problem("quote-open")
        fields = fields_of(plain.replace(";", " "), 0)
        if not 2 <= len(fields) <= MOST_PLAYERS:
            raise Problem("form-players", count=len(fields))
        names = read_players(fields, fields[0])
        moved = moves(self.names, names)
        table = {question: text for question, text in self.answers.items() if question.seat < 0}
        for (kind, seat, on), text in self.answers.items():
            if seat in moved and (on < 0 or on in moved):
                table[Question(kind, moved[seat], on if on < 0 else moved[on])] = text
        self.answers = table
        self.answers[PLAYERS] = " ".join(map(name_text, names))
        self.names = names

    def _figure(self, question: Question, word: str) -> Figure:
        if word in _CLOSED_MARKS:
            raise Problem("form-mark", question=question, names=self.names)
        try:
            return paper_figure(word)
        except OverflowError:
            raise Problem("form-long", question=question, names=self.names, digits=LONGEST_FIGURE) from None
        except ValueError:
            if word[0].isalpha() and Lexicon(self.names).seats(word):
                raise Problem("form-name", question=question, names=self.names, word=word) from None
            raise Problem(
                "form-figure", question=question, names=self.names, word=word, meant=meant_figure(word)
            ) from None

    # What came of it

    def sheet(self) -> PaperSheet:
        """The sheet as far as it was entered; what was not is 0."""
        rows, lines = [], []
        for seat, name in enumerate(self.names):
            row = {question: self.answers.get(question, "") or "0" for question in self.cells(seat)}
            line = name_text(name)
            player = Cell(name, seat + 1, Span(0, len(line)), "", quoted=True)
            cells: dict[Question, Cell] = {}
            for question, text in row.items():
                cells[question] = Cell(text, seat + 1, Span(len(line) + 1, len(line) + 1 + len(text)))
                line += f" {text}"
            lines.append(line)
            whists = tuple((question.on, cell) for question, cell in cells.items() if question.kind == "whists")
            pool, left = cells.get(Question("pool", seat)), cells.get(Question("left", seat))
            rows.append(PaperRow(player, pool, left, cells[Question("mountain", seat)], whists))
        return PaperSheet(tuple(rows), tuple(lines))

    # The draft

    def kept(self) -> dict[str, str]:
        """All answers, by the keys of their questions."""
        return {question.key: text for question, text in self.answers.items()}

    def resume(self, answers: Mapping[str, str], at: str, mending: int | None = None) -> None:
        """Take up the answers of a draft, and the question at which it was left.

        Raises:
            Problem: an answer is none.
            ValueError: there is no such question.
        """
        typed = {question_of(key): text for key, text in answers.items()}
        for question in TABLE:
            if question in typed and question not in self.known:
                self._take(question, typed[question])
        for question, text in typed.items():
            if question.seat >= 0:
                if max(question.seat, question.on) >= len(self.names):
                    raise ValueError(question.key)
                self._figure(question, text)
                self.answers[question] = text
        self.mending = mending if mending is not None and 0 <= mending < len(self.names) else None
        self._go_to(question_of(at))


_QUOTES: Final = str.maketrans("«»“”„", '"""""')

_PROPER: Final = re.compile(r"([0-9]+)/([0-9]+)\Z")


def figures_of(typed: str) -> list[str]:
    """The figures of an answer, a mark of a closed pool with the one before it.

    Raises:
        Problem: a whole and a fraction, ``12 1/2``, could be two figures or one.
    """
    figures: list[str] = []
    for word in typed.replace(";", " ").split():
        word = word.rstrip(",") or word
        part = _PROPER.match(word)
        if word in _CLOSED_MARKS and figures:
            figures[-1] += word
        elif part and figures and figures[-1].lstrip("+-").isdecimal() and int(part[1][:9]) < int(part[2][:9]):
            raise Problem("form-mixed", word=f"{figures[-1]} {word}")
        else:
            figures.append(word)
    return figures


def moves(before: tuple[str, ...], now: tuple[str, ...]) -> dict[int, int]:
    """Where each row goes when other names are typed: with its player; one who is new takes a row that is free."""
    folded = [fold(name) for name in now]
    seats = {seat: folded.index(fold(name)) for seat, name in enumerate(before) if fold(name) in folded}
    gone = [seat for seat in range(len(before)) if seat not in seats]
    free = [seat for seat in range(len(now)) if seat not in seats.values()]
    return {**seats, **dict(zip(gone, free, strict=False))}


def _read_stake(typed: str) -> None:
    # In a file it would begin a comment.
    fields = [] if "#" in typed else fields_of(typed, 0)
    try:
        read_stake(fields, Field(typed, Span(0, len(typed))))
    except Misplaced:
        raise Problem("form-stake", word=typed) from None
