"""In what two pulkas differ that should be one: two people typed the same paper, or a paper and its file.

What hands made the figures is not asked. Players are matched by name, whatever their seats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pulka_calc.game.rules import KINDS
from pulka_calc.game.terms import Figure
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Stake


class CellApart(NamedTuple):
    """A cell in which the two have different figures."""

    player: str
    """As the first sheet calls him; so too `on`."""
    column: str
    """``pool``, ``left`` where both sheets count down, ``mountain`` or ``whists``."""
    on: str | None
    """For whists."""
    a: Figure
    b: Figure


class BalanceApart(NamedTuple):
    """A balance in which the two differ: exact, and as each table makes it whole."""

    player: str
    a: Fraction
    b: Fraction
    a_whole: Figure
    b_whole: Figure


class RuleApart(NamedTuple):
    """A rule that has another value in the second pulka."""

    rule: str
    a: object
    b: object


class Apart(NamedTuple):
    """All in which two pulkas differ."""

    cells: list[CellApart]
    """Of players whom both have; by player, in the first one's order."""
    only_a: list[str]
    """Players whom only the first has."""
    only_b: list[str]
    balances: list[BalanceApart]
    rules: list[RuleApart]
    """In the order of the rules."""
    stakes: tuple[Stake | None, Stake | None] | None
    """Both stakes where they differ."""

    def __bool__(self) -> bool:
        """Whether they differ at all."""
        return any(self)


def cells_apart(a: Pulka, b: Pulka) -> Apart:
    """Compare the sheets, balances, rules and stakes of two pulkas; letter case and ё do not tell names apart."""
    places = {fold(name): place for place, name in enumerate(b.players)}
    both = [(place, places[fold(name)]) for place, name in enumerate(a.players) if fold(name) in places]
    known = {fold(name) for name in a.players}
    stakes = (a.document.stake, b.document.stake)
    return Apart(
        cells=_cells(a, b, both),
        only_a=[name for name in a.players if fold(name) not in places],
        only_b=[name for name in b.players if fold(name) not in known],
        balances=_balances(a, b, both),
        rules=[
            RuleApart(rule, getattr(a.rules, rule), getattr(b.rules, rule))
            for rule in KINDS
            if getattr(a.rules, rule) != getattr(b.rules, rule)
        ],
        stakes=stakes if stakes[0] != stakes[1] else None,
    )


def _cells(a: Pulka, b: Pulka, both: list[tuple[int, int]]) -> list[CellApart]:
    one, two = a.seats_sheet, b.seats_sheet
    pool, pools_one, pools_two = "pool", one.pool, two.pool
    if a.pools_left is not None and b.pools_left is not None:
        pool, pools_one, pools_two = "left", a.pools_left, b.pools_left
    cells: list[CellApart] = []
    for here, there in both:
        name = a.players[here]
        cells.append(CellApart(name, pool, None, pools_one[here], pools_two[there]))
        cells.append(CellApart(name, "mountain", None, one.mountain[here], two.mountain[there]))
        cells += [
            CellApart(name, "whists", a.players[on], one.whists[here][on], two.whists[there][on_there])
            for on, on_there in both
            if on != here
        ]
    return [cell for cell in cells if cell.a != cell.b]


def _balances(a: Pulka, b: Pulka, both: list[tuple[int, int]]) -> list[BalanceApart]:
    one, two = a.settlement, b.settlement
    balances = [
        BalanceApart(a.players[here], one.exact[here], two.exact[there], one.balance[here], two.balance[there])
        for here, there in both
    ]
    # Where only the whole numbers differ, another order of seats has moved a tie: no figure of the sheet has.
    return [balance for balance in balances if balance.a != balance.b]
