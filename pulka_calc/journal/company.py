"""The people of a pulka as they come and go: the game of those who sit at the table, and the rows of the others.

A game is reckoned by seats, the sheet belongs to people: here the one becomes the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pulka_calc.game import people
from pulka_calc.game.course import Course
from pulka_calc.game.hands import Adjustment
from pulka_calc.game.ledger import Account, Cause, Posting, cell
from pulka_calc.game.rules import Rules
from pulka_calc.game.table import left_of
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.sitting import Coming, Sitting

SMALLEST_GAME: Final = 3
"""Seats of a game that nobody sits at: a file without players has one too, and it stays empty."""


class Company:
    """Who sits at the table now, their game, and what stands on the sheet besides."""

    def __init__(self, table: Sitting, rules: Rules) -> None:
        self.table = table
        self.rules = rules
        self.course = Course(rules, len(table.seats) or SMALLEST_GAME)
        """The game of those at the table, by seats."""
        self._away: dict[Account, Figure] = {}
        """Cells with somebody who sits at the table no more."""
        self._bombs_away: dict[int, list[int]] = {}
        """Bombs of people whose rows are frozen."""

    @property
    def cells(self) -> Mapping[Account, Figure]:
        """The whole sheet by people: those at the table and those who left."""
        if self.table.plain:
            return self.course.sheet
        return {self._account(account): figure for account, figure in self.course.sheet.items()} | self._away

    @property
    def bombs(self) -> dict[int, list[int]]:
        """Bombs by people, of those whose rows are frozen too."""
        return dict(zip(self.table.seats, self.course.bombs, strict=False)) | self._bombs_away

    def come(self, coming: Coming, dealer: int) -> tuple[tuple[Posting, ...], int]:
        """Somebody joins, leaves or is replaced: what it writes, by people, and the seat that deals next.

        Args:
            dealer: the seat that would have dealt.
        """
        before, after = coming.before, coming.after
        cells = dict(self.cells)
        postings = tuple(self._written(cells, coming))
        for account, points, _ in postings:
            cells[account] = whole(cells.get(account, 0) + points)
        bombs = self.bombs
        dealing = before.seats[dealer]
        if coming.newcomer is not None and coming.newcomer != coming.person:
            # The seat stays: the bombs that belong to it, and its turn to deal.
            bombs[coming.newcomer] = bombs.pop(coming.person)
            dealing = coming.newcomer if dealing == coming.person else dealing
        while dealing not in after.seats:
            dealing = before.seats[left_of(before.seats.index(dealing), len(before.seats))]
        self.table = after
        here = {self._seated(account): figure for account, figure in cells.items() if self._is_here(account)}
        self._away = {account: figure for account, figure in cells.items() if not self._is_here(account)}
        self._bombs_away = {person: queue for person, queue in bombs.items() if person in after.frozen}
        stopped, self.course = self.course, Course(self.rules, len(after.seats))
        self.course.take_over(here, [list(bombs.get(person, [])) for person in after.seats], stopped)
        return postings, after.seats.index(dealing)

    def by_people(self, postings: tuple[Posting, ...]) -> tuple[Posting, ...]:
        """Postings of the game, by seats, as postings of people."""
        seats = self.table.seats
        return tuple(
            Posting(self._account(account), points, cause._replace(by=None if cause.by is None else seats[cause.by]))
            for account, points, cause in postings
        )

    def adjust(self, adjustment: Adjustment, rule: str) -> Posting:
        """Write a figure of anybody who has a row; `adjustment` and the posting are by people."""
        account = cell(adjustment.column, adjustment.player, adjustment.on)
        if self._is_here(account):
            seated = self._seated(account)
            posting = self.course.adjust(adjustment._replace(player=seated.player, on=seated.on), rule)
            return posting._replace(account=account)
        points = adjustment.points
        self._away[account] = whole(self._away.get(account, 0) + points)
        return Posting(account, points, Cause(rule, rule, points, 1, 1, adjustment.reason))

    def _written(self, cells: Mapping[Account, Figure], coming: Coming) -> list[Posting]:
        """What a change of the players writes."""
        before, person, newcomer = coming.before, coming.person, coming.newcomer
        if newcomer is None:
            return [] if coming.mode == "frozen" else people.leaves(cells, person, before.members, self.rules)
        if newcomer == person:
            return [] if person in before.frozen else people.joins(cells, person, before.members)
        handed = people.hands_over(cells, person, newcomer)
        if coming.mode == "takeover":
            return handed
        count = len(coming.after.people)
        return handed + people.owes_for_row(cells, person, newcomer, before.members, count, self.rules)

    def _is_here(self, account: Account) -> bool:
        seats = self.table.seats
        return account.player in seats and (account.on is None or account.on in seats)

    def _account(self, seated: Account) -> Account:
        """The cell of people that is a cell of seats."""
        seats = self.table.seats
        return cell(seated.column, seats[seated.player], None if seated.on is None else seats[seated.on])

    def _seated(self, account: Account) -> Account:
        """The cell of seats that is a cell of people at the table."""
        seats = self.table.seats
        on = None if account.on is None else seats.index(account.on)
        return cell(account.column, seats.index(account.player), on)
