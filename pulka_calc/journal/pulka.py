"""A pulka as the rest of the program sees it: names instead of seats."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pulka_calc.game.phases import ROBBER_GAMES, Phase, hands_of
from pulka_calc.game.rules import Rules
from pulka_calc.game.settlement import Settlement
from pulka_calc.game.sheet import Sheet
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.document import read_document
from pulka_calc.journal.judge import Entry, Judged, judge
from pulka_calc.journal.sitting import Sitting


class Next(NamedTuple):
    """What the next hand will be played under."""

    dealer: str
    allpass_in_row: int
    allpass_price: int
    """Price of a trick at all-pass, before dark passes."""
    minimum_bid: int
    """The lowest level that may be bid."""


class NamedSheet(NamedTuple):
    """The sheet by names. Points in `pool` and `mountain`; ``whists[a][b]`` is what `a` wrote on `b`."""

    pool: Mapping[str, Figure]
    mountain: Mapping[str, Figure]
    whists: Mapping[str, Mapping[str, Figure]]


class NamedSettlement(NamedTuple):
    """Balances by names, in whists."""

    exact: Mapping[str, Fraction]
    balance: Mapping[str, Figure]
    """Whole numbers, or exact where the rules say so; they sum to zero."""
    seats: Settlement
    """The same by seats, with pairs, payments and the paper way."""


class Pulka:
    """A pulka file read and judged."""

    def __init__(self, judged: Judged) -> None:
        self.judged = judged
        self.document = judged.document

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has a row: clockwise as they sat down first, then those who came later."""
        return self.table.people

    @property
    def table(self) -> Sitting:
        """Who sits at the table now, and where."""
        return self.judged.table

    @property
    def rules(self) -> Rules:
        """The rules that the file states."""
        return self.document.rules

    @property
    def title(self) -> str | None:
        """The title, if the file has one."""
        return self.document.title

    @property
    def date(self) -> str | None:
        """The day, ``YYYY-MM-DD``."""
        return self.document.date

    @property
    def entries(self) -> list[Entry]:
        """What was written, in the order of the sheet: starts, hands, adjustments."""
        return self.judged.entries

    @cached_property
    def hands(self) -> list[Entry]:
        """The hands that stand."""
        return [entry for entry in self.entries if entry.kind == "hand"]

    @property
    def over(self) -> bool:
        """Whether the pulka has ended by its rules."""
        return self.judged.course.over

    @property
    def errors(self) -> list[Diagnostic]:
        """What is wrong with the file, in the order of lines; empty when nothing is."""
        return self.judged.faults

    @property
    def failed_checks(self) -> list[Diagnostic]:
        """What ``check`` lines state and the sheet does not."""
        return self.judged.failed_checks

    @property
    def warnings(self) -> list[Diagnostic]:
        """What looks wrong and is not."""
        return self.judged.warnings

    @cached_property
    def next(self) -> Next | None:
        """What comes next; ``None`` when the pulka is over, or two players only settle."""
        if self.over or len(self.table.seats) < 3:
            return None
        row = self.judged.course.allpass_in_row
        rules = self.judged.course.rules
        return Next(self.table.names[self.judged.dealer], row, rules.allpass_price_after(row), rules.minimum_bid(row))

    @property
    def phase(self) -> Phase:
        """The phase that the next hand belongs to."""
        return self.judged.course.phase

    @property
    def phase_hands(self) -> tuple[int, int | None]:
        """Hands played in this opening phase, and how many it has; ``None`` in the game itself."""
        played = len(self.judged.opening)
        if self.phase == "robber":
            # Those who left played what they played; the others go on to their last game.
            return played, played + sum(map(len, self.robber_left.values()))
        return played, hands_of(self.phase, len(self.table.seats))

    @cached_property
    def robber_left(self) -> dict[str, list[int | str]]:
        """In the robber, what each player has still to play: levels and ``misere``."""
        played = {(hand.person, hand.game) for hand in self.judged.opening}
        return {
            self.players[person]: [game for game in ROBBER_GAMES if (person, game) not in played]
            for person in self.table.seats
        }

    @cached_property
    def bombs(self) -> dict[str, list[int]]:
        """Coefficients of each player's bombs, the next one first."""
        bombs = self.judged.company.bombs
        return {name: list(bombs.get(person, [])) for person, name in enumerate(self.players)}

    @cached_property
    def seats_sheet(self) -> Sheet:
        """The sheet by the numbers of people."""
        return Sheet.of(self.judged.company.cells, len(self.players))

    @cached_property
    def sheet(self) -> NamedSheet:
        """The sheet by names."""
        sheet, names = self.seats_sheet, self.players
        return NamedSheet(
            dict(zip(names, sheet.pool, strict=True)),
            dict(zip(names, sheet.mountain, strict=True)),
            {
                name: {other: figure for other, figure in zip(names, row, strict=True) if other != name}
                for name, row in zip(names, sheet.whists, strict=True)
            },
        )

    @cached_property
    def pools_left(self) -> tuple[Figure, ...] | None:
        """What is left to the target of each pool, where the table's sheet counts down; ``None`` where it counts up."""
        target = self.rules.closing_target
        if target is None or self.rules.pool_shown == "earned":
            return None
        return tuple(whole(Fraction(target - points)) for points in self.seats_sheet.pool)

    @cached_property
    def settlement(self) -> Settlement:
        """The settlement by the numbers of people."""
        return Settlement(self.seats_sheet, self.rules, len(self.players), self.table.members)

    def settle(self) -> NamedSettlement:
        """The balances as of now; the pulka need not be over."""
        settlement = self.settlement
        return NamedSettlement(
            dict(zip(self.players, settlement.exact, strict=True)),
            dict(zip(self.players, settlement.balance, strict=True)),
            settlement,
        )


def read_text(text: str) -> Pulka:
    """A pulka from a file's text; what is wrong with it is in `Pulka.errors`."""
    return Pulka(judge(read_document(text)))
