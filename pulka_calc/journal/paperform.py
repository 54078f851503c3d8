"""A sheet taken from paper by questions and answers: which question is next, and what each answer comes to.

A machine without input or output. What was typed is kept by the question that it answers, so steps back, a row put
right and a draft read again are the same answers at another place; a refused answer changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.paper import Cell, PaperRow, PaperSheet
from pulka_calc.journal.paperentry import CLOSED_MARKS, Entry, entries_of, player_at, words_of
from pulka_calc.journal.paperfigures import LONGEST_FIGURE, meant_figure, paper_figure
from pulka_calc.journal.statements import MOST_PLAYERS, Field, Misplaced, fields_of, read_players, read_stake, seat_of
from pulka_calc.journal.tokens import Lexicon
from pulka_calc.journal.writer import name_text

Kind = Literal["rules", "players", "closed", "stake", "pool", "left", "mountain", "whists", "check"]

STANDARD_RULES: Final = "sochi"
BACK: Final = "<"
YES: Final = frozenset({"y", "yes", "д", "да"})
NO: Final = frozenset({"n", "no", "н", "нет"})


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
        priced: called with a price of a whist, empty for none; likewise.
    """

    def __init__(self, agree: Callable[[str], Rules], priced: Callable[[str], None] = lambda _: None) -> None:
        self.agree = agree
        self.priced = priced
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
        self.doubtful = False
        """Whether the names may have been meant otherwise: one of two words stands without quotes, or could."""

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
            return self._checked(typed)
        if asked.seat < 0:
            if typed or asked not in self.answers:
                self._take(asked, typed)
            self._after(asked)
            return []
        row = self.cells(asked.seat)
        if not typed and asked in self.answers:
            self._after(asked)
            return []
        figures, read = self._entered(asked, entries_of(typed, self.names) or [Entry("")])
        self.answers.update(figures)
        self._after(max(figures, key=row.index))
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

    def _checked(self, typed: str) -> list[Read]:
        """An answer to the whole sheet: it is right, or the player whose row is not, perhaps with the right one."""
        word = Field(typed.strip('"'), Span(0, len(typed)))
        lexicon = Lexicon(self.names)
        if not typed or (fold(typed) in YES and lexicon.whole_name(word.text) is None):
            self.done = True
            return []
        if fold(typed) in NO and not lexicon.seats(word.text):
            raise Problem("form-which-row", names=self.names)
        try:
            self.mending = seat_of(word, lexicon, self.names)
        except Misplaced as problem:
            if problem.code == "player-ambiguous":
                raise
            return self._row_said(typed)
        self.question = self.cells(self.mending)[0]
        return []

    def _row_said(self, typed: str) -> list[Read]:
        """A player and his row, ``Boris 8 20 16``; or single figures of it, ``Boris mountain 8``."""
        words = words_of(typed)
        seat, length = player_at(words, self.names) if words else (-1, 0)
        if seat < 0:
            if words and _is_number(words[0]):
                raise Problem("form-whose", word=typed, names=self.names)
            raise Problem("form-nobody", word=words[0] if any(map(_is_number, words)) else typed, names=self.names)
        row = self.cells(seat)
        if not words[length:]:
            self.mending, self.question = seat, row[0]
            return []
        entries = entries_of(" ".join(words[length:]), self.names)
        figures, read = self._entered(row[0], entries)
        if any(not entry.word for entry in entries) and len(figures) < len(row):
            missing = tuple(cell for cell in row if cell not in figures)
            raise Problem("form-few", names=self.names, player=self.names[seat], count=len(figures), rest=missing)
        self.answers.update(figures)
        return read

    def _entered(self, start: Question, entries: list[Entry]) -> tuple[dict[Question, str], list[Read]]:
        """The cells that some entries fill, from `start` on, and what is read otherwise than it was typed.

        Raises:
            Problem: they fill none, or not surely.
        """
        names, row = self.names, self.cells(start.seat)
        plain = all(entry.on < 0 for entry in entries)
        if plain and not entries[0].word and len(entries) == len(row) and start in self.answers:
            # Whoever stepped back, or puts a row right, types it anew.
            start = row[0]
        place = row.index(start)
        figures: dict[Question, str] = {}
        read: list[Read] = []
        named = False
        for entry in entries:
            here = row[min(place, len(row) - 1)]
            if entry.on >= 0:
                named = True
                cell = self._cell_on(here, entry, figures)
            elif entry.column:
                cell = self._cell_called(here, entry)
            elif named:
                raise Problem("form-stray", word=entry.figure, names=names, question=here)
            elif place == len(row):
                count = sum(_is_number(other.figure) for other in entries)
                first = min([start, *figures], key=row.index)
                rest = tuple(row[row.index(first) :])
                raise Problem("form-many", question=first, names=names, count=count, rest=rest)
            else:
                cell = here
            if cell in figures:
                raise Problem("form-twice", question=cell, names=names)
            text = entry.figure or ""
            figure = self._figure(cell, text)
            turned = {entry.column, cell.kind} == {"pool", "left"}
            if turned:
                figure = self._other_way(cell, entry, figure)
            figures[cell] = str(figure) if turned else text
            if turned or cell != here or (text and str(figure) != text.rstrip("<« ")):
                read.append(Read(cell, figure))
            place = row.index(cell) + 1
        heads = [cell for cell in row if cell.kind != "whists"]
        if named and all(cell in figures for cell in heads):
            # The whole row was typed: whoever is not named in it was not whisted on.
            for cell in row:
                if cell not in figures:
                    figures[cell] = "0"
                    read.append(Read(cell, 0))
        return figures, read

    def _cell_called(self, here: Question, entry: Entry) -> Question:
        """The cell of a row that a word means."""
        kinds = ("pool", "left") if entry.column in ("pool", "left") else (entry.column,)
        cell = next((cell for cell in self.cells(here.seat) if cell.kind in kinds), None)
        if cell is None:
            code = "form-word" if entry.column == "balance" else "form-closed"
            raise Problem(code, question=here, names=self.names, word=entry.word)
        if entry.figure is None:
            raise Problem("form-figureless", question=here, names=self.names, word=entry.word)
        return cell

    def _cell_on(self, here: Question, entry: Entry, figures: Mapping[Question, str]) -> Question:
        """The cell of whists on a player."""
        row = self.cells(here.seat)
        heads = [cell for cell in row if cell.kind != "whists"]
        # Before pool and mountain are there, somebody may mean another row than the one that is asked.
        if entry.figure is None or not all(cell in figures or cell in self.answers for cell in heads):
            raise Problem("form-name", question=here, names=self.names, word=entry.word)
        if entry.on == here.seat:
            raise Problem("whists-on-self", player=self.names[here.seat])
        return Question("whists", here.seat, entry.on)

    def _other_way(self, cell: Question, entry: Entry, figure: Figure) -> Figure:
        """What was made of a pool for what is left of it, or what is left for what was made."""
        target = None if self.rules is None else self.rules.pool_target
        if target is None:
            raise Problem("form-no-target", question=cell, names=self.names, word=entry.word)
        return whole(target - Fraction(figure))

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
            self.priced(typed)
            self.answers[STAKE] = typed

    def _seat(self, typed: str) -> None:
        """Seat the players. Figures entered already stay with the player, or with the seat of one renamed."""
        plain = typed.translate(_QUOTES)
        if plain.count('"') % 2:
            raise Problem("quote-open")
        fields = _name_fields(plain)
        if not 2 <= len(fields) <= MOST_PLAYERS:
            raise Problem("form-players", count=len(fields))
        names = read_players(fields, fields[0])
        blank = [field for field in fields if " " in field.text and plain[field.span.start] != '"']
        self.doubtful = bool(blank) or (len(names) == MOST_PLAYERS and not re.search(r'[,;"]', plain))
        moved = moves(self.names, names)
        table = {question: text for question, text in self.answers.items() if question.seat < 0}
        for (kind, seat, on), text in self.answers.items():
            if seat in moved and (on < 0 or on in moved):
                table[Question(kind, moved[seat], on if on < 0 else moved[on])] = text
        self.answers = table
        self.answers[PLAYERS] = " ".join(map(name_text, names))
        self.names = names

    def _figure(self, question: Question, word: str) -> Figure:
        if word in CLOSED_MARKS:
            raise Problem("form-mark", question=question, names=self.names)
        try:
            return paper_figure(word)
        except OverflowError:
            raise Problem("form-long", question=question, names=self.names, digits=LONGEST_FIGURE) from None
        except ValueError:
            raise Problem(
                "form-figure", question=question, names=self.names, word=word, meant=meant_figure(word)
            ) from None

    # What came of it

    def sheet(self) -> PaperSheet:
        """The sheet as far as it was entered; what was not is 0."""
        rows, lines = [], []
        # An empty pool among others is doubted; all empty are none that is closed, for that was asked.
        pools = any(text for question, text in self.answers.items() if question.kind == "pool")
        for seat, name in enumerate(self.names):
            row = {question: self.answers.get(question, "") or "0" for question in self.cells(seat)}
            for question in row:
                if pools and question.kind == "pool" and not self.answers.get(question, "").strip():
                    row[question] = ""
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

_PART: Final = re.compile(r'(?:[^,;"]|"[^"]*")+')


def _name_fields(plain: str) -> list[Field]:
    """The names of an answer: at commas where there are any, else at blanks."""
    if not re.search(r"[,;]", re.sub(r'"[^"]*"', "", plain)):
        return fields_of(plain, 0)
    fields = []
    for part in _PART.finditer(plain):
        found = fields_of(part[0], part.start())
        if len(found) > 1:
            text = " ".join(part[0].split())
            fields.append(Field(text, Span(part.start(), part.end()), quoted=True))
        else:
            fields += found
    return fields


def _is_number(word: str | None) -> bool:
    try:
        return paper_figure(word or "x") is not None
    except OverflowError:
        return True
    except ValueError:
        return False


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
