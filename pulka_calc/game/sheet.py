"""The sheet as people read it: pools, mountains and whists by seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pulka_calc.game import ledger
from pulka_calc.game.ledger import Account
from pulka_calc.game.terms import Figure, whole


class Sheet(NamedTuple):
    """The three columns (лист). Points in `pool` and `mountain`, whists in `whists`."""

    pool: tuple[Figure, ...]
    mountain: tuple[Figure, ...]
    whists: tuple[tuple[Figure, ...], ...]
    """``whists[a][b]`` is what `a` wrote on `b`; 0 on himself."""

    @classmethod
    def of(cls, cells: Mapping[Account, Figure], players: int) -> Sheet:
        """The sheet with these cells; a cell left out is 0."""
        seats = range(players)
        return cls(
            tuple(whole(cells.get(ledger.pool(seat), 0)) for seat in seats),
            tuple(whole(cells.get(ledger.mountain(seat), 0)) for seat in seats),
            tuple(
                tuple(0 if seat == on else whole(cells.get(ledger.whists(seat, on), 0)) for on in seats)
                for seat in seats
            ),
        )

    def cell(self, account: Account) -> Figure:
        """The figure of one cell."""
        if account.column == "pool":
            return self.pool[account.player]
        if account.column == "mountain":
            return self.mountain[account.player]
        return self.whists[account.player][account.on or 0]
