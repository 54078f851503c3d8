"""The final fold: what stands of a file's statements, played in order (design §2, "The final fold").

``undo``, ``void`` and ``fix`` are settled first; dealers, bids and ``check`` lines are then judged on
the hands that stand, as fixed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from pulka_calc.game import closing
from pulka_calc.game.course import Course
from pulka_calc.game.hands import Adjustment, AllPass, Contract, GiveUp, Hand, Misere
from pulka_calc.game.ledger import Posting
from pulka_calc.game.settlement import Settlement, largest_remainder
from pulka_calc.game.sheet import Sheet
from pulka_calc.game.table import left_of
from pulka_calc.journal.completion import Completed, Table, complete
from pulka_calc.journal.diagnostics import Diagnostic, Problem, Span
from pulka_calc.journal.document import UNDOABLE, Document, HandWords, Statement
from pulka_calc.journal.handline import read_said
from pulka_calc.journal.layout import other_layouts
from pulka_calc.journal.statements import Claim, Start, Void
from pulka_calc.journal.tokens import Word, split_words, token_spans


class Entry(NamedTuple):
    """What one statement wrote: a hand, a start or an adjustment."""

    kind: str
    """``hand``, ``start`` or ``adjust``."""
    number: int | None
    """Of a hand."""
    line: int
    """Of the statement that stands: the last ``fix`` of a hand."""
    done: Hand | Adjustment | Start
    dealer: int
    postings: tuple[Posting, ...]
    worked_out: tuple[tuple[int, int], ...] = ()
    """Seat and tricks of each count that nobody said."""


class Taken(NamedTuple):
    """A statement that ``undo`` took back, and the line of the ``undo``."""

    statement: Statement
    line: int


class Judged(NamedTuple):
    """A file judged: everything that it comes to."""

    document: Document
    entries: list[Entry]
    standing: list[Statement]
    """Statements after ``undo`` and ``redo``."""
    undone: list[Statement]
    """What ``redo`` would bring back, the next one last."""
    voided: dict[int, int]
    """Numbers of hands struck out, and the lines that did it."""
    next_number: int
    dealer: int
    """Who deals the next hand."""
    course: Course
    faults: list[Diagnostic]
    """What is wrong, in the order of lines."""
    failed_checks: list[Diagnostic]
    warnings: list[Diagnostic]


def judge(document: Document) -> Judged:
    """Judge a whole file."""
    return _Judge(document).run()


class _Slot(NamedTuple):
    """A hand's place among the standing statements, and the statement that says what it was."""

    place: int
    said: int
    """Place of its own line or of its last ``fix``."""


@lru_cache(maxsize=1024)
def _readings(rules: tuple[object, ...], players: int, dealer: int | None) -> dict[tuple[Word, ...], Completed]:
    """Hands read before at a table alike in everything that reading depends on.

    Keys are words with what they mean there, so equal names are not needed, only equal seats.
    """
    return {}


_MEMO_LIMIT: Final = 50_000


def forget() -> None:
    """Empty the memory of read hands, for measurements that must start cold."""
    _readings.cache_clear()


class _Judge:
    """The fold of one file, or of its beginning."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.names = document.names
        self.rules = document.rules
        self.players = len(document.names)
        self.faults = list(document.faults)
        self.warnings: list[Diagnostic] = []
        self.failed_checks: list[Diagnostic] = []
        self.standing: list[Statement] = []
        self.undone: list[Statement] = []
        self.entries: list[Entry] = []
        self.sound = not document.faults
        """Whether the sheet is known: no wrong hand so far."""

    def run(self) -> Judged:
        document = self.document
        self._settle_undo()
        slots, voids = self._settle_hands()
        course = Course(self.rules, self.players or 3)
        dealer = self._fold(course, slots, voids)
        self.faults.sort(key=lambda fault: fault.line)
        self.warnings.sort(key=lambda warning: warning.line)
        return Judged(
            document,
            self.entries,
            self.standing,
            self.undone,
            {number: self.standing[place].line for number, place in voids.items()},
            self.next_number,
            dealer,
            course,
            self.faults,
            self.failed_checks,
            self.warnings,
        )

    # What stands

    def _settle_undo(self) -> None:
        statements = self.document.statements
        standing = self.standing
        undone = self.undone
        for statement in statements:
            kind = statement.kind
            if kind == "undo":
                place = next((i for i in range(len(standing) - 1, -1, -1) if standing[i].kind in UNDOABLE), None)
                if place is None:
                    self._fault_line(statement, "undo-nothing")
                else:
                    undone.append(standing.pop(place))
            elif kind == "redo":
                if undone:
                    standing.append(undone.pop())
                else:
                    self._fault_line(statement, "redo-nothing")
            else:
                standing.append(statement)
                if undone:
                    undone.clear()

    def _settle_hands(self) -> tuple[dict[int, _Slot], dict[int, int]]:
        """Where each number's hand stands, and which are struck out; numbers are checked on the way."""
        slots: dict[int, _Slot] = {}
        voids: dict[int, int] = {}
        expected = 1
        for place, statement in enumerate(self.standing):
            kind = statement.kind
            if kind == "hand":
                words = statement.data
                number = words.number if isinstance(words, HandWords) else expected
                if number != expected:
                    self._wrong_number(statement, number, expected, slots)
                slots[number] = _Slot(place, place)
                expected = number + 1
            elif kind == "fix" and isinstance(statement.data, HandWords):
                number = statement.data.number
                if self._known(statement, number, slots, voids):
                    slots[number] = slots[number]._replace(said=place)
            elif kind == "void" and isinstance(statement.data, Void):
                number = statement.data.number
                if self._known(statement, number, slots, voids):
                    voids[number] = place
        self.next_number = expected
        return slots, voids

    def _wrong_number(self, statement: Statement, number: int, expected: int, slots: dict[int, _Slot]) -> None:
        code = "number-repeat" if number < expected else "number-gap"
        line = self.standing[slots[number].place].line if number in slots else None
        self._fault_line(statement, code, self._number_span(statement), number=number, expected=expected, line=line)

    def _known(self, statement: Statement, number: int, slots: dict[int, _Slot], voids: dict[int, int]) -> bool:
        """Whether a ``fix`` or ``void`` names a hand that is there and stands."""
        span = self._number_span(statement)
        if number not in slots:
            self._fault_line(statement, "hand-missing", span, number=number, last=max(slots, default=0))
            return False
        if number in voids:
            line = self.standing[voids[number]].line
            self._fault_line(statement, "hand-voided", span, number=number, line=line)
            return False
        return True

    def _number_span(self, statement: Statement) -> Span | None:
        """Where the number of a hand stands in a statement's line."""
        if isinstance(statement.data, Void):
            return statement.data.span
        line = self.document.lines[statement.line - 1]
        if statement.data is None:
            return None
        number = str(statement.data.number) if isinstance(statement.data, HandWords) else ""
        start = line.find(number)
        return Span(start, start + len(number)) if number and start >= 0 else None

    def _fault_line(self, statement: Statement, code: str, span: Span | None = None, **values: object) -> None:
        self.faults.append(Diagnostic(code, statement.line, (span or self._whole(statement.line),), values))

    def _whole(self, number: int) -> Span:
        text = self.document.lines[number - 1].rstrip()
        start = len(text) - len(text.lstrip())
        return Span(start, max(len(text), start + 1))

    # The fold

    def _fold(self, course: Course, slots: dict[int, _Slot], voids: dict[int, int]) -> int:
        """Play what stands; returns who deals next."""
        dealer = 0
        players = self.players
        tables: dict[int, dict[tuple[Word, ...], Completed]] = {}
        by_dealer = players == 4
        standing = self.standing
        fixed = {slot.place: slot.said for slot in slots.values() if slot.said != slot.place}
        redealt = self._redealt(voids, slots) if voids else frozenset()
        struck = {slots[number].place for number in voids} if voids else frozenset()
        for place, statement in enumerate(standing):
            kind = statement.kind
            if kind == "hand":
                if place in struck:
                    if place not in redealt:
                        dealer = left_of(dealer, players)
                    continue
                said = standing[fixed[place]] if place in fixed else statement
                if not players:
                    continue
                readings = tables.get(dealer)
                if readings is None:
                    seat = dealer if by_dealer else None
                    readings = tables[dealer] = _readings(self.rules.reading, players, seat)
                self._hand(course, place, said, dealer, readings)
                dealer = left_of(dealer, players)
            elif statement.fault is not None:
                self._faulty(statement)
            elif kind == "dealer":
                assert isinstance(statement.data, int)
                dealer = statement.data
            elif kind == "adjust":
                assert isinstance(statement.data, Adjustment)
                posting = course.adjust(statement.data)
                self.entries.append(Entry("adjust", None, statement.line, statement.data, dealer, (posting,)))
            elif kind == "start":
                assert isinstance(statement.data, Start)
                self._start(course, statement, statement.data)
            elif kind == "check" and self.sound:
                assert isinstance(statement.data, list)
                self._check(course, statement, statement.data)
        return dealer

    def _redealt(self, voids: dict[int, int], slots: dict[int, _Slot]) -> frozenset[int]:
        """Places of hands struck out before the next one was entered: the same dealer deals again."""
        places = sorted(slot.place for slot in slots.values())
        again = set()
        for number, void_place in voids.items():
            place = slots[number].place
            after = next((other for other in places if other > place), None)
            if after is None or void_place < after:
                again.add(place)
        return frozenset(again)

    def _faulty(self, statement: Statement) -> None:
        assert statement.fault is not None
        self.faults.append(statement.fault)
        if statement.kind not in ("check",):
            self.sound = False

    def _hand(
        self,
        course: Course,
        place: int,
        said: Statement,
        dealer: int,
        readings: dict[tuple[Word, ...], Completed],
    ) -> None:
        if said.fault is not None:
            self._faulty(said)
            return
        words = said.data
        assert isinstance(words, HandWords)
        completed = readings.get(words.words)
        if completed is None:
            try:
                completed = self._read(words, dealer)
            except Problem as problem:
                self._wrong(said.line, words, problem, dealer)
                return
            if len(readings) > _MEMO_LIMIT:
                readings.clear()
            readings[words.words] = completed
        hand = completed.hand
        number = self.standing[place].data.number  # type: ignore[attr-defined]
        if self.sound and (course.over or course.allpass_in_row or type(hand) is not AllPass):
            # One look for all that depends on the sheet; most hands need none of it.
            refusal = self._refusal(course, hand, dealer)
            if refusal is not None and not self._stands_all_the_same(refusal, said, number, words):
                return
        postings = course.play(hand, dealer)
        self.entries.append(Entry("hand", number, said.line, hand, dealer, postings, completed.worked_out))

    def _read(self, words: HandWords, dealer: int) -> Completed:
        if self.players < 3:
            raise Problem("two-players")
        return complete(read_said(words.words, self.names), Table(self.names, dealer, self.rules))

    def _wrong(self, line: int, words: HandWords, problem: Problem, dealer: int) -> None:
        spans: tuple[Span, ...]
        for meant in other_layouts(words.text.strip()):
            try:
                self._read(words._replace(words=split_words(meant, self.document.lexicon), text=meant), dealer)
            except Problem:
                continue
            span = Span(words.offset, words.offset + len(words.text.rstrip()))
            self.faults.append(Diagnostic("keyboard-layout", line, (span,), {"meant": meant}))
            self.sound = False
            return
        if problem.tokens:
            places = token_spans(words.text, words.words, words.offset)
            spans = tuple(places[token] for token in problem.tokens if 0 <= token < len(places))
        else:
            spans = ()
        self.faults.append(Diagnostic(problem.code, line, spans or (self._whole(line),), problem.values))
        self.sound = False

    def _refusal(self, course: Course, hand: Hand, dealer: int) -> Problem | None:
        """Why the sheet forbids a hand, if it does."""
        if course.over:
            return Problem("pulka-over")
        if isinstance(hand, Contract | GiveUp):
            lowest = self.rules.minimum_bid(course.allpass_in_row)
            if hand.level < lowest:
                return Problem("bid-below-minimum", level=hand.level, lowest=lowest, row=course.allpass_in_row)
        if isinstance(hand, Contract | Misere) and hand.to_mountain is not None:
            return self._too_much(course, hand, dealer)
        return None

    def _too_much(self, course: Course, hand: Contract | Misere, dealer: int) -> Problem | None:
        """Whether more is put on the mountain than was gained, or than it holds (§7.5)."""
        gain = course.gain_of(hand, dealer)
        wanted = gain if hand.to_mountain == "all" else hand.to_mountain
        assert wanted is not None
        if not gain or not wanted:
            return None
        if wanted > gain:
            return Problem("to-mountain-gain", points=wanted, gain=gain)
        if not closing.mountain_holds(wanted, course.sheet, hand.declarer, self.rules):
            held = Sheet.of(course.sheet, self.players).mountain[hand.declarer]
            return Problem("to-mountain-holds", points=wanted, mountain=held, player=self.names[hand.declarer])
        return None

    def _stands_all_the_same(self, refusal: Problem, said: Statement, number: int, words: HandWords) -> bool:
        """A hand that was legal when it was written stands, with a warning; any other is wrong."""
        code = refusal.code
        if code in ("pulka-over", "bid-below-minimum") and self._legal_when_written(said, number):
            span = token_spans(words.text, words.words, words.offset)[0]
            values = {**refusal.values, "number": number}
            self.warnings.append(Diagnostic(f"{code}-since", said.line, (span,), values, "warning"))
            return True
        places = token_spans(words.text, words.words, words.offset)
        token = min(1, len(places) - 1) if code != "pulka-over" else 0
        self.faults.append(Diagnostic(code, said.line, (places[token],), {**refusal.values, "number": number}))
        self.sound = False
        return False

    def _legal_when_written(self, said: Statement, number: int) -> bool:
        """Whether the lines above a hand's own (or its ``fix``) allowed it."""
        upto = next(place for place, statement in enumerate(self.standing) if statement is said)
        if upto == len(self.standing) - 1:
            # Nothing came later that could have changed it.
            return False
        return _Beginning(self, upto + 1).allows(number)

    def _start(self, course: Course, statement: Statement, start: Start) -> None:
        before = [entry for entry in self.entries if entry.kind == "start" and entry.done.player == start.player]  # type: ignore[union-attr]
        if before:
            name = self.names[start.player]
            self._fault_line(statement, "start-twice", start.player_span, player=name, line=before[0].line)
            return
        target = self.rules.pool_target
        pool = start.pool or 0
        if start.left is not None and target is not None:
            pool = target - start.left
        rows: list[Adjustment] = []
        if pool:
            rows.append(Adjustment(start.player, "pool", None, pool, ""))
        if start.mountain:
            rows.append(Adjustment(start.player, "mountain", None, start.mountain, ""))
        rows.extend(Adjustment(start.player, "whists", on, figure, "") for on, figure in start.whists if figure)
        postings = tuple(course.adjust(row, "start") for row in rows)
        self.entries.append(Entry("start", None, statement.line, start, 0, postings))
        if self.rules.closing_target is not None and pool > self.rules.closing_target:
            values = {"player": self.names[start.player], "pool": pool, "target": target}
            span = start.player_span
            self.warnings.append(Diagnostic("start-above-target", statement.line, (span,), values, "warning"))

    def _check(self, course: Course, statement: Statement, claims: list[Claim]) -> None:
        sheet = Sheet.of(course.sheet, self.players)
        wrong: list[tuple[Claim, object]] = []
        for claim in claims:
            found = self._found(sheet, claim)
            if found is None:
                self._fault_line(statement, "left-no-target", claim.span)
            elif found != claim.figure:
                wrong.append((claim, found))
        for claim, seen in wrong:
            values = {
                "player": self.names[claim.player],
                "column": claim.column,
                "on": None if claim.on is None else self.names[claim.on],
                "stated": claim.figure,
                "found": seen,
            }
            self.failed_checks.append(Diagnostic("check-failed", statement.line, (claim.span,), values))

    def _found(self, sheet: Sheet, claim: Claim) -> Fraction | None:
        """What the sheet says of what a ``check`` states."""
        if claim.column == "pool":
            return Fraction(sheet.pool[claim.player])
        if claim.column == "left":
            target = self.rules.pool_target
            return None if target is None else Fraction(target - sheet.pool[claim.player])
        if claim.column == "mountain":
            return Fraction(sheet.mountain[claim.player])
        if claim.column == "whists":
            return Fraction(sheet.whists[claim.player][claim.on or 0])
        settlement = Settlement(sheet, self.rules, self.players)
        if claim.exactly:
            return settlement.exact[claim.player]
        whole = largest_remainder(settlement.exact) if self.rules.rounding == "exact" else settlement.balance
        return Fraction(whole[claim.player])


class _Beginning(_Judge):
    """The fold of the first statements alone, as they stood when the last of them was written.

    Every hand is played here, allowed or not: what is asked is only whether one of them was.
    """

    def __init__(self, whole: _Judge, count: int) -> None:
        super().__init__(whole.document)
        self.standing = whole.standing[:count]
        self.asked = -1
        self.allowed = False

    def allows(self, number: int) -> bool:
        """Whether the hand of this number was legal."""
        self.asked = number
        slots, voids = self._settle_hands()
        self._fold(Course(self.rules, self.players), slots, voids)
        return self.allowed

    def _stands_all_the_same(self, refusal: Problem, said: Statement, number: int, words: HandWords) -> bool:
        if number == self.asked:
            self.allowed = False
            self.asked = -1
        return True

    def _hand(
        self,
        course: Course,
        place: int,
        said: Statement,
        dealer: int,
        readings: dict[tuple[Word, ...], Completed],
    ) -> None:
        if isinstance(said.data, HandWords) and self.standing[place].data.number == self.asked:  # type: ignore[attr-defined]
            self.allowed = True
        super()._hand(course, place, said, dealer, readings)

    def _check(self, course: Course, statement: Statement, claims: list[Claim]) -> None:
        """Claims are judged on the whole file only."""
