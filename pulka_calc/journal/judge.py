"""The final fold: what stands of a file's statements, played in order (design §2, "The final fold").

``undo``, ``void`` and ``fix`` are settled first; dealers, bids and ``check`` lines are then judged on
the hands that stand, as fixed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from pulka_calc.game import closing
from pulka_calc.game.course import Course
from pulka_calc.game.hands import Adjustment, AllPass, Contract, GiveUp, Hand, Misere
from pulka_calc.game.ledger import Posting
from pulka_calc.game.phases import TERMS, Phase, hands_of
from pulka_calc.game.settlement import Settlement, largest_remainder
from pulka_calc.game.sheet import Sheet
from pulka_calc.game.table import left_of
from pulka_calc.game.terms import whole
from pulka_calc.journal.company import Company
from pulka_calc.journal.diagnostics import Diagnostic, Problem, Span
from pulka_calc.journal.document import AnyStatement, Document, HandLine, Statement, settled, words_text
from pulka_calc.journal.handline import read_said
from pulka_calc.journal.layout import other_layouts
from pulka_calc.journal.robber import kind_of, reader_in
from pulka_calc.journal.sitting import Coming, Sitting
from pulka_calc.journal.statements import Claim, Row, Start, Void
from pulka_calc.journal.tokens import Word, split_words, token_spans


class Entry(NamedTuple):
    """What one statement wrote: a hand, a start or an adjustment."""

    kind: str
    """``hand``, ``start``, ``adjust``, ``join``, ``leave`` or ``replace``."""
    number: int | None
    """Of a hand."""
    line: int
    """Of the statement that stands: the last ``fix`` of a hand."""
    done: Hand | Adjustment | Start | Coming
    """A hand by seats; anything else by the numbers of people."""
    dealer: int
    """The seat that dealt it."""
    postings: tuple[Posting, ...]
    """By the numbers of people."""
    worked_out: tuple[tuple[int, int], ...]
    """Seat and tricks of each count that nobody said."""
    table: Sitting
    """Who sat where."""
    bomb: int = 1
    """The coefficient of the declarer's bomb that the hand was played under; 1 where he had none."""
    phase: Phase = "game"
    """The phase of the old game that the hand belongs to."""


class Opened(NamedTuple):
    """A hand of an opening phase of the old game."""

    number: int
    person: int
    """Who declared it; -1 at all-pass."""
    game: int | str | None
    """Its level, or ``misere``; ``None`` at all-pass."""


class Judged(NamedTuple):
    """A file judged: everything that it comes to."""

    document: Document
    entries: list[Entry]
    standing: list[AnyStatement]
    """Statements after ``undo`` and ``redo``."""
    undone: list[AnyStatement]
    """What ``redo`` would bring back, the next one last."""
    voided: dict[int, int]
    """Numbers of hands struck out, and the lines that did it."""
    next_number: int
    dealer: int
    """The seat that deals the next hand."""
    table: Sitting
    """Who sits at the table now."""
    company: Company
    """The whole sheet and all bombs, by the numbers of people."""
    course: Course
    """The game of those who sit there now, by seats."""
    opening: list[Opened]
    """Hands of the opening phase that is played; none in the game itself."""
    faults: list[Diagnostic]
    """What is wrong, in the order of lines."""
    failed_checks: list[Diagnostic]
    warnings: list[Diagnostic]


_new: Final = tuple.__new__


def judge(document: Document) -> Judged:
    """Judge a whole file."""
    return Judge(document).run()


class Judge:
    """The fold of one file, or of its beginning."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.table = document.first
        self.names = self.table.names
        self.rules = document.rules
        self.players = len(self.names)
        self.company = Company(self.table, document.rules)
        self.faults = list(document.faults)
        self.warnings: list[Diagnostic] = []
        self.failed_checks: list[Diagnostic] = []
        self.standing: list[AnyStatement] = []
        self.undone: list[AnyStatement] = []
        self.entries: list[Entry] = []
        self.starts: list[Row] = []
        self.reader = reader_in("game", document.rules, len(document.names))
        self.places: dict[int, int] = {}
        """Where the hand of each number stands in `standing`."""
        self.fixed: dict[int, HandLine] = {}
        """By the place of a hand, its last ``fix``."""
        self.voided: dict[int, int] = {}
        """By number, the place of the ``void``."""
        self.next_number = 1
        self.rules_known = document.rules_known
        self.bombs_on = document.rules.bombs != "no"
        self.may_choose = document.rules.made_goes_to == "choice"
        self.phase: Phase = "game"
        self.opening: dict[Phase, list[Opened]] = {}
        """By opening phase, the hands that were played in it."""
        self.sound = not document.faults
        """Whether the sheet is known: no wrong hand so far."""

    def run(self) -> Judged:
        document = self.document
        self._settle_undo()
        self._settle_hands()
        dealer = self._fold()
        if self.starts and self.rules_known:
            self._doubt()
        course = self.company.course
        self.faults.sort(key=lambda fault: fault.line)
        self.warnings.sort(key=lambda warning: warning.line)
        return Judged(
            document,
            self.entries,
            self.standing,
            self.undone,
            {number: self.standing[place].line for number, place in self.voided.items()},
            self.next_number,
            dealer,
            self.table,
            self.company,
            course,
            self.opening.get(self.phase, []),
            self.faults,
            self.failed_checks,
            self.warnings,
        )

    # What stands

    def _settle_undo(self) -> None:
        statements = self.document.statements
        if not {"undo", "redo"} & {statement[0] for statement in statements}:
            self.standing += statements
            return
        standing, self.undone, idle = settled(statements)
        self.standing += standing
        for statement in idle:
            self._fault_line(statement, "undo-nothing" if statement.kind == "undo" else "redo-nothing")

    def _settle_hands(self) -> None:
        """Where each number's hand stands, which are struck out or fixed; numbers are checked on the way."""
        expected = 1
        # After a wrong number, the one that would have come without it is right as well.
        instead = -1
        places = self.places
        for place, statement in enumerate(self.standing):
            if type(statement) is HandLine:
                number = statement.number
                if statement.kind == "hand":
                    if number != expected and number != instead:
                        number = self._odd_number(statement, expected)
                        instead = expected + 1
                    else:
                        instead = -1
                    places[number] = place
                    expected = number + 1
                elif self._known(statement, number):
                    self.fixed[places[number]] = statement
            elif isinstance(statement, Statement) and isinstance(statement.data, Void):
                number = statement.data.number
                if self._known(statement, number):
                    self.voided[number] = place
        self.next_number = expected

    def _odd_number(self, statement: HandLine, expected: int) -> int:
        """The number to count a hand under that is not the next one; says what is wrong with it."""
        number = statement.number
        if not number and statement.fault is not None:
            return expected
        code = "number-repeat" if number < expected else "number-gap"
        line = self.standing[self.places[number]].line if number in self.places else None
        span = self._number_span(statement)
        self._fault_line(statement, code, span, number=number, expected=expected, line=line)
        return number

    def _known(self, statement: AnyStatement, number: int) -> bool:
        """Whether a ``fix`` or ``void`` names a hand that is there and stands."""
        if statement.fault is not None and not number:
            return False
        span = self._number_span(statement)
        if number not in self.places:
            self._fault_line(statement, "hand-missing", span, number=number, last=max(self.places, default=0))
            return False
        if number in self.voided:
            line = self.standing[self.voided[number]].line
            self._fault_line(statement, "hand-voided", span, number=number, line=line)
            return False
        return True

    def _number_span(self, statement: AnyStatement) -> Span | None:
        """Where the number of a hand stands in a statement's line."""
        if isinstance(statement, Statement):
            return statement.data.span if isinstance(statement.data, Void) else None
        number = str(statement.number)
        start = self.document.lines[statement.line - 1].find(number)
        return Span(start, start + len(number)) if start >= 0 else None

    def _fault_line(self, statement: AnyStatement, code: str, span: Span | None = None, **values: object) -> None:
        self.faults.append(Diagnostic(code, statement.line, (span or self._whole(statement.line),), values))

    def _whole(self, number: int) -> Span:
        text = self.document.lines[number - 1].rstrip()
        start = len(text) - len(text.lstrip())
        return Span(start, max(len(text), start + 1))

    # The fold

    def _fold(self) -> int:
        """Play what stands; returns who deals next."""
        dealer = 0
        course, players = self.company.course, self.players
        standing = self.standing
        fixed = self.fixed
        struck = {self.places[number] for number in self.voided}
        redealt = self._redealt() if struck else struck
        for place, statement in enumerate(standing):
            if type(statement) is HandLine:
                if statement.kind == "hand" and players:
                    if place not in struck:
                        said = fixed.get(place, statement)
                        self._hand(course, statement.number, said, dealer)
                    if place not in redealt:
                        dealer = left_of(dealer, players)
                elif statement.kind == "fix" and statement.fault is not None:
                    self._faulty(statement)
            elif statement.fault is not None:
                self._faulty(statement)
            else:
                assert isinstance(statement, Statement)
                if isinstance(statement.data, Coming):
                    dealer = self._come(statement, statement.data, dealer)
                    course, players = self.company.course, self.players
                else:
                    dealer = self._other(course, statement, dealer)
        return dealer

    def _other(self, course: Course, statement: Statement, dealer: int) -> int:
        """What is no hand; returns who deals next."""
        data = statement.data
        if isinstance(data, Adjustment):
            if data.column != "whists" and self._gone(statement, data.player):
                return dealer
            posting = self.company.adjust(data, "adjust")
            self.entries.append(Entry("adjust", None, statement.line, data, dealer, (posting,), (), self.table))
        elif isinstance(data, Start):
            self._start(course, statement, data)
        elif statement.kind == "dealer":
            assert isinstance(data, int)
            return data
        elif statement.kind == "phase":
            self._enter(course, statement)
        elif statement.kind == "check" and self.sound:
            assert isinstance(data, list)
            self._check(course, statement, data)
        return dealer

    def _gone(self, statement: Statement, person: int) -> bool:
        """Whether the row of somebody is settled and no more; says so."""
        gone = person not in self.table.members
        if gone:
            self._fault_line(statement, "person-gone", player=self.table.people[person])
            self.sound = False
        return gone

    def _come(self, statement: Statement, coming: Coming, dealer: int) -> int:
        """Somebody joins, leaves or is replaced; returns who deals next."""
        postings, dealer = self.company.come(coming, dealer)
        entry = Entry(statement.kind, None, statement.line, coming, dealer, postings, (), coming.after)
        self.entries.append(entry)
        if coming.newcomer is not None:
            # What is played in the robber belongs to the seat: a substitute goes on where the other stopped.
            for phase, hands in self.opening.items():
                self.opening[phase] = [
                    hand._replace(person=coming.newcomer) if hand.person == coming.person else hand for hand in hands
                ]
        self.table = coming.after
        self.names = self.table.names
        self.players = len(self.names)
        self.reader = reader_in(self.phase, self.rules, self.players)
        return dealer

    def _redealt(self) -> set[int]:
        """Places of hands struck out before the next one was entered: the same dealer deals again."""
        places = sorted(self.places.values())
        again = set()
        for number, void_place in self.voided.items():
            place = self.places[number]
            after = next((other for other in places if other > place), None)
            if after is None or void_place < after:
                again.add(place)
        return again

    def _faulty(self, statement: AnyStatement) -> None:
        assert statement.fault is not None
        self.faults.append(statement.fault)
        if statement.kind != "check":
            self.sound = False

    def _hand(self, course: Course, number: int, said: HandLine, dealer: int) -> None:
        """Play one hand: the words of `said` under its number."""
        if said.fault is not None:
            self._faulty(said)
            return
        # Nearly every line is a hand: it is spared a look at who sat where.
        words = said.words if said.kind == "hand" else self._words(said)
        try:
            if not self.rules_known:
                # What the rules would forbid cannot be said; what is no hand under any rules can.
                read_said(words, self.names)
                self.sound = False
                return
            hand, worked_out = self.reader.read(words, self.names, dealer)
        except Problem as problem:
            # After the end there is no use in mending the line: that it comes too late is said first.
            late = course.over and self.sound and bool(words)
            if not late or self._stands_all_the_same(Problem("pulka-over"), said, number):
                self._wrong(said, problem, dealer)
            return
        # Hands outside a row of all-pass hands, before the end, need no look at the sheet.
        if (
            course.over
            or course.allpass_in_row
            or self.phase != "game"
            or (self.may_choose and type(hand) is not AllPass)
        ) and self.sound:
            refusal = self._refusal(course, hand, dealer)
            if refusal is not None and not self._stands_all_the_same(refusal, said, number):
                return
        self._played(course, number, said, dealer, hand, worked_out)

    def _words(self, said: HandLine) -> tuple[Word, ...]:
        """The words of a hand as they are read at the table where it was played."""
        if said.kind == "fix" and self.document.sittings:
            # The line of a fix may stand under another table.
            return split_words(words_text(self.document, said), self.table.lexicon)
        return said.words

    def _played(
        self,
        course: Course,
        number: int,
        said: HandLine,
        dealer: int,
        hand: Hand,
        worked_out: tuple[tuple[int, int], ...],
    ) -> None:
        """Write a hand that stands."""
        if self.phase != "game":
            person = -1 if isinstance(hand, AllPass) else self.table.seats[hand.declarer]
            self.opening.setdefault(self.phase, []).append(Opened(number, person, kind_of(hand)))
        bomb = 1
        if self.bombs_on and not isinstance(hand, AllPass):
            bomb = next(iter(course.bombs[hand.declarer]), 1)
        postings = course.play(hand, dealer)
        if not self.table.plain:
            postings = self.company.by_people(postings)
        self.entries.append(
            _new(Entry, ("hand", number, said.line, hand, dealer, postings, worked_out, self.table, bomb, self.phase))
        )

    def _wrong(self, said: HandLine, problem: Problem, dealer: int) -> None:
        """Say what is wrong with a hand's words."""
        spans: tuple[Span, ...]
        text, line = words_text(self.document, said), said.line
        self.sound = False
        for meant in other_layouts(text.strip()):
            try:
                self.reader.read(split_words(meant, self.table.lexicon), self.names, dealer)
            except Problem:
                continue
            start = said.offset + len(text) - len(text.lstrip())
            span = Span(start, said.offset + len(text.rstrip()))
            self.faults.append(Diagnostic("keyboard-layout", line, (span,), {"meant": meant}))
            return
        if problem.tokens:
            places = token_spans(text, self._words(said), said.offset)
            spans = tuple(sorted(places[token] for token in problem.tokens if 0 <= token < len(places)))
        else:
            spans = ()
        self.faults.append(Diagnostic(problem.code, line, spans or (self._whole(line),), problem.values))

    def _refusal(self, course: Course, hand: Hand, dealer: int) -> Problem | None:
        """Why the sheet forbids a hand, if it does."""
        return next(self._refusals(course, hand, dealer), None)

    def _refusals(self, course: Course, hand: Hand, dealer: int) -> Iterator[Problem]:
        """All reasons for which the sheet forbids a hand, the weightiest first."""
        if course.over:
            yield Problem("pulka-over")
        if self.phase != "game":
            misplaced = self._phase_refusal(hand)
            if misplaced is not None:
                yield misplaced
        if isinstance(hand, Contract | GiveUp):
            lowest = self.rules.minimum_bid(course.allpass_in_row)
            if hand.level < lowest:
                yield Problem("bid-below-minimum", level=hand.level, lowest=lowest, row=course.allpass_in_row)
        if isinstance(hand, Contract | Misere) and hand.to_mountain is not None:
            too_much = self._too_much(course, hand, dealer)
            if too_much is not None:
                yield too_much

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
            needed = whole(wanted * self.rules.mountain_per_pool_point)
            return Problem("to-mountain-holds", points=needed, mountain=held, player=self.names[hand.declarer])
        return None

    def _stands_all_the_same(self, refusal: Problem, said: HandLine, number: int) -> bool:
        """A hand that was legal when it was written stands, with a warning; any other is wrong."""
        code = refusal.code
        if code in ("pulka-over", "bid-below-minimum") and self._legal_when_written(said, number, refusal):
            span = token_spans(words_text(self.document, said), self._words(said), said.offset)[0]
            values = {**refusal.values, "number": number}
            self.warnings.append(Diagnostic(f"{code}-since", said.line, (span,), values, "warning"))
            return True
        places = token_spans(words_text(self.document, said), self._words(said), said.offset)
        token = min(1, len(places) - 1) if code != "pulka-over" else 0
        self.faults.append(Diagnostic(code, said.line, (places[token],), {**refusal.values, "number": number}))
        self.sound = False
        return False

    def _legal_when_written(self, said: HandLine, number: int, refusal: Problem) -> bool:
        """Whether the lines above a hand's own, or above its ``fix``, allowed it.

        A hand that was legal when it was played may be corrected: a later ``fix`` of it stands too,
        where it bids no lower.
        """
        level = refusal.values.get("level")
        for place, statement in enumerate(self.standing):
            if type(statement) is not HandLine or statement.number != number:
                continue
            if statement.kind == "hand" and place != self.places[number]:
                continue
            beginning = _Beginning(self, place + 1)
            if beginning.allows(number) and (
                statement is said or level is None or (beginning.level is not None and beginning.level <= level)  # type: ignore[operator]
            ):
                return True
            if statement is said:
                break
        return False

    def _enter(self, course: Course, statement: Statement) -> None:
        """The hands below a ``phase`` line belong to that phase (§7.5)."""
        phase: Phase = statement.data  # type: ignore[assignment]
        began = max((TERMS[played].rank for played in self.opening), default=-1)
        if sum(map(len, self.opening.values())) < sum(entry.kind == "hand" for entry in self.entries):
            began = TERMS["game"].rank
        if TERMS[phase].rank < began:
            self._fault_line(statement, "phase-order", phase=phase)
            self.sound = False
            return
        played, whole = len(self.opening.get(self.phase, [])), hands_of(self.phase, self.players)
        if phase != self.phase and whole is not None and 0 < played < whole and self.sound:
            values = {"phase": self.phase, "played": played, "hands": whole}
            self.warnings.append(
                Diagnostic("phase-short", statement.line, (self._whole(statement.line),), values, "warning")
            )
        self.phase = phase
        self.reader = reader_in(phase, self.rules, self.players)
        self.may_choose = TERMS[phase].values.get("made_goes_to", self.rules.made_goes_to) == "choice"
        course.enter(phase)

    def _phase_refusal(self, hand: Hand) -> Problem | None:
        """Why a hand has no place in the opening phase that is played, if it has none (§7.5)."""
        hands = self.opening.get(self.phase, [])
        most = hands_of(self.phase, self.players)
        if isinstance(hand, AllPass):
            return Problem("phase-full", phase=self.phase, hands=most) if len(hands) >= (most or 0) else None
        game, person = kind_of(hand), self.table.seats[hand.declarer]
        for played in hands:
            if (played.person, played.game) == (person, game):
                return Problem("robber-twice", player=self.names[hand.declarer], game=game, other=played.number)
        return None

    def _start(self, course: Course, statement: Statement, start: Start) -> None:
        before = [entry for entry in self.entries if entry.kind == "start" and entry.done.player == start.player]  # type: ignore[union-attr]
        if before:
            name = self.table.people[start.player]
            self._fault_line(statement, "start-twice", start.player_span, player=name, line=before[0].line)
            return
        if self._gone(statement, start.player):
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
        postings = tuple(self.company.adjust(row, "start") for row in rows)
        self.entries.append(Entry("start", None, statement.line, start, 0, postings, (), self.table))
        self.starts.append(Row(statement.line, start, self.table))

    def _doubt(self) -> None:
        """Warn of what looks mistyped on a sheet taken over."""
        # Imported here: few files begin with a sheet from paper.
        from pulka_calc.journal.doubts import doubts

        phases: list[Phase] = [statement.data for statement in self.standing if statement.kind == "phase"]  # type: ignore[union-attr,misc]
        self.warnings += doubts(self.starts, self.rules, ("game", *phases))

    def _check(self, course: Course, statement: Statement, claims: list[Claim]) -> None:
        sheet = Sheet.of(self.company.cells, len(self.table.people))
        wrong: list[tuple[Claim, object]] = []
        for claim in claims:
            found = self._found(sheet, claim)
            if found is None:
                self._fault_line(statement, "left-no-target", claim.span)
            elif found != claim.figure:
                wrong.append((claim, found))
        for claim, seen in wrong:
            values = {
                "player": self.table.people[claim.player],
                "column": claim.column,
                "on": None if claim.on is None else self.table.people[claim.on],
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
        settlement = Settlement(sheet, self.rules, len(self.table.people), self.table.members)
        if claim.exactly:
            return settlement.exact[claim.player]
        rounded = largest_remainder(settlement.exact) if self.rules.rounding == "exact" else settlement.balance
        return Fraction(rounded[claim.player])


class _Beginning(Judge):
    """The fold of the first statements alone, as they stood when the last of them was written.

    Every hand is played here, allowed or not: what is asked is only whether one of them was.
    """

    def __init__(self, whole: Judge, count: int) -> None:
        super().__init__(whole.document)
        self.standing = whole.standing[:count]
        self.asked = -1
        self.allowed = False
        self.level: int | None = None
        """What the hand asked about bid then; ``None`` where it was no contract."""

    def allows(self, number: int) -> bool:
        """Whether the hand of this number was legal."""
        self.asked = number
        self._settle_hands()
        self._fold()
        hand = next((entry.done for entry in self.entries if entry.number == number), None)
        self.level = hand.level if isinstance(hand, Contract | GiveUp) else None
        return self.allowed

    def _hand(self, course: Course, number: int, said: HandLine, dealer: int) -> None:
        if number == self.asked:
            self.allowed = True
        super()._hand(course, number, said, dealer)

    def _stands_all_the_same(self, refusal: Problem, said: HandLine, number: int) -> bool:
        self.allowed = self.allowed and number != self.asked
        return True

    def _wrong(self, said: HandLine, problem: Problem, dealer: int) -> None:
        if said is self.standing[-1]:
            self.allowed = False

    def _check(self, course: Course, statement: Statement, claims: list[Claim]) -> None:
        """Claims are judged on the whole file only."""
