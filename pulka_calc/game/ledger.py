"""Every figure on the sheet is a posting with a cause, and every posting balances.

The worth of a posting for each player is counted in units of 1/N whist: what the owner of a
pool point gains, the others lose. Each such row sums to zero, so every hand and every balance does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Column, Figure, whole


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """One cell of the sheet: a player's pool, his mountain, or his whists on another.

    Equal accounts are one object, made by `cell`, so that the sheet finds a cell by identity.
    """

    column: Column
    player: int
    on: int | None
    """The player written on, for whists."""


cell = cache(Account)
"""The one `Account` of a column, a player and, for whists, the player written on."""


def pool(player: int) -> Account:
    """The pool of `player` (пуля)."""
    return cell("pool", player, None)


def mountain(player: int) -> Account:
    """The mountain of `player` (гора)."""
    return cell("mountain", player, None)


def whists(player: int, on: int) -> Account:
    """What `player` wrote on `on` (висты)."""
    return cell("whists", player, on)


class Cause(NamedTuple):
    """Why a posting was made: ``amount * price * factor`` points under one rule.

    `reason` names the sentence that tells it, `rule` the field of §9 that priced it.
    """

    rule: str
    reason: str
    amount: Figure
    """How many: tricks, undertricks, points given."""
    price: Figure
    """Points or whists for one."""
    factor: int = 1
    """The coefficient of bombs and dark bids."""
    note: str = ""
    """The players' own words, for an adjustment."""
    by: int | None = None
    """The seat of the player whose gain it was, for help."""
    gain: Cause | None = None
    """What this is only a part of: a gain that closed a pool; the exact mean that a newcomer's figure comes of."""
    bomb: int = 1
    """What of `factor` is a bomb; the rest is a dark bid, or dark passes."""

    @property
    def points(self) -> Figure:
        """The figure that this cause writes."""
        points = self.amount * self.price * self.factor
        return points if type(points) is int else whole(points)


class Posting(NamedTuple):
    """One figure written in one cell: points in pool and mountain, whists in whists."""

    account: Account
    points: Figure
    cause: Cause


def worth(posting: Posting, rules: Rules, players: int, members: tuple[int, ...] | None = None) -> tuple[Figure, ...]:
    """What a posting brings each player, in units of 1/N whist; sums to zero [§8].

    Args:
        players: how many have a row.
        members: the N of them who share pools and mountains; ``None``: everybody.
    """
    account = posting.account
    count = players if members is None else len(members)
    if account.column == "whists":
        gain = count * posting.points
        return tuple(gain if seat == account.player else -gain if seat == account.on else 0 for seat in range(players))
    each = rules.pool_point_whists if account.column == "pool" else -rules.mountain_point_whists
    share = each * posting.points
    return tuple(
        (count - 1) * share if seat == account.player else -share if members is None or seat in members else 0
        for seat in range(players)
    )


def brought(postings: Iterable[Posting], rules: Rules, players: int, members: tuple[int, ...]) -> tuple[Fraction, ...]:
    """What some postings do to each exact balance, in whists; sums to zero [§8]. `members` as in `worth`."""
    totals = [Fraction(0)] * players
    for posting in postings:
        totals = [total + share for total, share in zip(totals, worth(posting, rules, players, members), strict=True)]
    return tuple(total / len(members) for total in totals)
