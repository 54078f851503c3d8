"""The ways in which tables and programs settle mountains, each by its own arithmetic (rule base §8).

Three of them divide by all players, the owner included, and agree. The fourth divides a mountain among the others
alone: it is wrong, and stands here to show by how much.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from pulka_calc.game.settlement import Settlement

Method = Literal["amnesty", "average", "value"]
"""Amnesty: the smallest mountain off all, then shares. Average: everybody against the mean mountain. Value: what pool
and mountain are worth, against the mean worth."""

METHODS: tuple[Method, ...] = ("amnesty", "average", "value")


def balances_by(method: Method, settlement: Settlement) -> tuple[Fraction, ...]:
    """The exact balances of everybody with a row, in whists, by one of the methods."""
    match method:
        case "amnesty":
            return _shared_among(settlement, settlement.divisor)
        case "average":
            return _average(settlement)
        case "value":
            return _value(settlement)


def one_fewer(settlement: Settlement) -> tuple[Fraction, ...]:
    """What a program says that divides each mountain by one fewer: the owner bears all of it.

    Where one player alone is left nobody can share with him, and there is nothing to divide.
    """
    return _shared_among(settlement, max(settlement.divisor - 1, 1))


def _shared_among(settlement: Settlement, divisor: int) -> tuple[Fraction, ...]:
    """Every other player writes `divisor`-th part of what is left of each mountain on its owner."""
    balances = _whists(settlement)
    worth = settlement.rules.mountain_point_whists
    for owner in settlement.members:
        share = worth * settlement.left[owner] / divisor
        for writer in settlement.members:
            if writer != owner:
                balances[writer] += share
                balances[owner] -= share
    return tuple(balances)


def _average(settlement: Settlement) -> tuple[Fraction, ...]:
    """Pools are brought level, then a mountain above the mean loses and one below it wins."""
    balances = _whists(settlement)
    members = settlement.members
    mean = sum((settlement.levelled[seat] for seat in members), Fraction(0)) / len(members)
    for seat in members:
        balances[seat] += settlement.rules.mountain_point_whists * (mean - settlement.levelled[seat])
    return tuple(balances)


def _value(settlement: Settlement) -> tuple[Fraction, ...]:
    """Pool and mountain are turned into whists, and each is set against the mean of them."""
    balances = _whists(settlement)
    (pool, mountain, _), rules, members = settlement.sheet, settlement.rules, settlement.members
    worth = {
        seat: Fraction(rules.pool_point_whists * pool[seat] - rules.mountain_point_whists * mountain[seat])
        for seat in members
    }
    mean = sum(worth.values(), Fraction(0)) / len(members)
    for seat in members:
        balances[seat] += worth[seat] - mean
    return tuple(balances)


def _whists(settlement: Settlement) -> list[Fraction]:
    """What each wrote less what was written on him."""
    whists = settlement.sheet.whists
    return [Fraction(sum(row) - sum(column)) for row, column in zip(whists, zip(*whists, strict=True), strict=True)]
