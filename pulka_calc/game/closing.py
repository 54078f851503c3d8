"""Where a gain of the pool goes: the own pool, the mountain, other players' pools (rule base §7).

Nothing here changes the sheet: it is read, and the postings that a gain makes are returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pulka_calc.game import ledger
from pulka_calc.game.hands import ToMountain
from pulka_calc.game.ledger import Account, Cause, Posting
from pulka_calc.game.rules import Rules
from pulka_calc.game.table import clockwise_from
from pulka_calc.game.terms import Figure, whole


def on_mountain(points: Figure, sheet: Mapping[Account, Figure], seat: int, rules: Rules, wanted: ToMountain) -> Figure:
    """How many of `points` pool points of a made game go to their owner's mountain instead [§7.5]."""
    if rules.made_goes_to == "mountain_only":
        return points
    if rules.made_goes_to == "mountain_first":
        held = sheet.get(ledger.mountain(seat), 0)
        room = whole(Fraction(held) / rules.mountain_per_pool_point) if held > 0 else 0
        return min(points, room)
    if wanted is None:
        return 0
    return points if wanted == "all" else wanted


def mountain_holds(points: Figure, sheet: Mapping[Account, Figure], seat: int, rules: Rules) -> bool:
    """Whether a mountain is high enough to take so many pool points off it [§7.5]."""
    return sheet.get(ledger.mountain(seat), 0) >= points * rules.mountain_per_pool_point


def take_off_mountain(points: Figure, seat: int, rules: Rules, cause: Cause, reason: str) -> Posting:
    """The posting that takes `points` pool points off a mountain [§7.3]."""
    rate = rules.mountain_per_pool_point
    return Posting(ledger.mountain(seat), whole(-points * rate), Cause(cause.rule, reason, whole(-points), rate))


def into_pools(
    points: Figure, sheet: Mapping[Account, Figure], seat: int, players: int, rules: Rules, cause: Cause
) -> list[Posting]:
    """What a gain of `points` writes: own pool, then help, then the own mountain [§7.2, §7.3].

    `cause` is why the points were gained; help and the rest have causes of their own.
    """
    target = rules.closing_target
    own = ledger.pool(seat)
    if target is None or sheet.get(own, 0) + points <= target:
        return [
            Posting(own, points, cause._replace(amount=points, price=1, factor=1) if cause.points != points else cause)
        ]
    postings: list[Posting] = []
    room = max(target - sheet.get(own, 0), 0)
    if room:
        postings.append(Posting(own, room, Cause(cause.rule, "filled", room, 1, gain=cause)))
    rest = points - room
    for other in helped(sheet, seat, players, rules, target):
        if not rest:
            break
        given = whole(min(rest, target - sheet.get(ledger.pool(other), 0)))
        rate = rules.help_whists_per_point
        postings.append(Posting(ledger.pool(other), given, Cause("help_to", "helped", given, 1, by=seat)))
        postings.append(
            Posting(
                ledger.whists(seat, other), whole(given * rate), Cause("help_whists_per_point", "help", given, rate)
            )
        )
        rest -= given
    if rest and rules.excess_when_all_closed == "own_mountain":
        excess = Cause("excess_when_all_closed", "excess", rest, 1)
        postings.append(take_off_mountain(rest, seat, rules, excess, "excess"))
    return postings


def helped(sheet: Mapping[Account, Figure], seat: int, players: int, rules: Rules, target: int) -> list[int]:
    """Opponents with an open pool, in the order in which they are helped [§7.2]."""
    others = clockwise_from(seat, players)[1:]
    still_open = [other for other in others if sheet.get(ledger.pool(other), 0) < target]
    if rules.help_to == "fullest":
        # A stable sort keeps the next clockwise first among equally full pools.
        still_open.sort(key=lambda other: -sheet.get(ledger.pool(other), 0))
    return still_open
