"""Settling a pulka: balances, the paper way, whole numbers, payments (rule base §8).

The divisor is the number of players, the owner included. Everything is exact until the one
rounding that the rules name.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import floor, lcm
from typing import Literal, NamedTuple

from pulka_calc.game.rules import Rules
from pulka_calc.game.sheet import Sheet
from pulka_calc.game.terms import Figure, whole


class Pair(NamedTuple):
    """What `player` wins from `other` in all, in whists; negative when he loses."""

    player: int
    other: int
    whists: Fraction


class Payment(NamedTuple):
    """One payment that helps to settle: whole whists, and coins where a stake is known."""

    payer: int
    payee: int
    whists: Figure
    coins: int | None


class Step(NamedTuple):
    """One line of the paper way; `other` is the second player where a line has two."""

    step: Literal["pools", "smallest", "shares", "pairs", "totals"]
    player: int
    other: int | None
    amount: Fraction
    before: Fraction
    """The figure that the line starts from, for its text."""


class Odd(NamedTuple):
    """Odd mountain points that a table takes off before it shares the rest (`table_custom`)."""

    owner: int
    points: int
    """How many of the owner's mountain points are taken off first."""
    each: Fraction
    """Whists that every other player writes for them."""
    exact: Fraction
    """Whists that an even share of them would be."""


class Part(NamedTuple):
    """One part of a balance, in whists: the parts of a player add up to his exact balance.

    ``own_mountain`` is what the others write on him, ``other_mountain`` what he writes on `other`, ``whists`` what
    `other` and he wrote on each other in play, netted.
    """

    part: Literal["own_mountain", "other_mountain", "whists"]
    other: int | None
    amount: Fraction


class Settlement:
    """The end of a pulka, worked out when asked for.

    Args:
        players: how many have a row on the sheet.
        members: whose pools and mountains are shared; ``None``: everybody's. Others were settled when they
            left, and have whists alone.
    """

    def __init__(self, sheet: Sheet, rules: Rules, players: int, members: tuple[int, ...] | None = None) -> None:
        self.sheet = sheet
        self.rules = rules
        self.players = players
        self.members = tuple(range(players)) if members is None else members

    @property
    def divisor(self) -> int:
        """Among how many a mountain is shared, the owner included."""
        return len(self.members)

    @cached_property
    def exact(self) -> tuple[Fraction, ...]:
        """Balances in whists, exact; they sum to zero.

        ``balance = S - mean(S) + net whists`` with ``S = a*pool - b*mountain``.
        """
        whists, members, count = self.sheet.whists, self.members, self.divisor
        value = self._worth()
        total = sum(value)
        written_on = [sum(column) for column in zip(*whists, strict=True)]
        return tuple(
            Fraction(
                count * (value[seat] + sum(whists[seat]) - written_on[seat]) - (total if seat in members else 0), count
            )
            for seat in range(self.players)
        )

    def _worth(self) -> list[Figure]:
        """What pool and mountain of each are worth in whists; 0 for those who do not share."""
        pool, mountain, _ = self.sheet
        a, b, members = self.rules.pool_point_whists, self.rules.mountain_point_whists, self.members
        return [a * pool[seat] - b * mountain[seat] if seat in members else 0 for seat in range(self.players)]

    @cached_property
    def balance(self) -> tuple[Figure, ...]:
        """Balances as the rules round them; whole numbers unless ``rounding = exact``. They sum to zero."""
        if self.rules.rounding == "exact":
            return tuple(whole(balance) for balance in self.exact)
        return largest_remainder(self.shared)

    @cached_property
    def shared(self) -> tuple[Fraction, ...]:
        """Balances before they become whole: exact, or with mountains shared by the table's custom."""
        return self._custom() if self.rules.rounding == "table_custom" else self.exact

    @cached_property
    def odds(self) -> tuple[Odd, ...]:
        """What the table's custom takes off each mountain first; nothing where all can be shared evenly [§8].

        Four players share an odd point as two whists each, three share `r` points as 3r whists each. A table of
        two has no custom.
        """
        found: list[Odd] = []
        count, b = self.divisor, self.rules.mountain_point_whists
        for owner in self.members:
            points = floor(self.left[owner]) % {3: 3, 4: 2}.get(count, 1)
            if points:
                each = Fraction((3 if count == 3 else 2) * points)
                found.append(Odd(owner, points, each, Fraction(b * points, count)))
        return tuple(found)

    @cached_property
    def limited(self) -> tuple[Fraction, ...]:
        """What each really wins or pays, in whists, before it becomes whole: `shared` within the limit of loss.

        Tables differ on the limit (просчёт). Here it is a limit on what one pays in the end, once everything is
        netted: whoever lost more pays the limit, and what he does not pay is missing to those who won, each in
        proportion to what he won. Nobody who lost pays more for it, no balance on the sheet changes.
        """
        limit = self.rules.loss_limit
        return self.shared if limit is None else within(self.shared, Fraction(limit))

    @cached_property
    def paid(self) -> tuple[Figure, ...]:
        """What each wins or pays in whists, rounded as the rules say; `balance` where no limit is in force.

        Where payments are whole whists nobody can pay half of one, so a limit counts down to a whole whist. Whoever
        lost less keeps his balance to the whist, so that no rounding makes him pay for another's limit.
        """
        limit = self.rules.loss_limit
        if limit is None:
            return self.balance
        if self.rules.rounding == "exact":
            return tuple(whole(won) for won in self.limited)
        return _whole_within(self.shared, floor(limit))

    @cached_property
    def cut(self) -> tuple[Fraction, ...]:
        """Whists that the limit spares each, exact; 0 for who lost no more, and for those who won."""
        return tuple(max(Fraction(0), paid - lost) for paid, lost in zip(self.limited, self.shared, strict=True))

    def parts(self, player: int) -> tuple[Part, ...]:
        """The balance of a player taken apart; the parts add up to `exact` [§8].

        Somebody who was settled when he left has whists alone.
        """
        found: list[Part] = []
        b, count = self.rules.mountain_point_whists, self.divisor
        if player in self.members:
            found.append(Part("own_mountain", None, -b * self.left[player] * (count - 1) / count))
            found.extend(
                Part("other_mountain", other, b * self.left[other] / count) for other in self.members if other != player
            )
        whists = self.sheet.whists
        found.extend(
            Part("whists", other, Fraction(whists[player][other] - whists[other][player]))
            for other in range(self.players)
            if other != player
        )
        return tuple(found)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """What each wins from each other, each pair once, in the order of seats."""
        whists, members, count, value = self.sheet.whists, self.members, self.divisor, self._worth()
        return tuple(
            Pair(
                one,
                two,
                whists[one][two]
                - whists[two][one]
                + Fraction(value[one] - value[two] if one in members and two in members else 0, count),
            )
            for one, two in combinations(range(self.players), 2)
        )

    @cached_property
    def levelled(self) -> tuple[Fraction, ...]:
        """Mountains after every pool is brought level with the highest; 0 for who does not share [§8, step 0]."""
        pool, mountain, _ = self.sheet
        highest = self.highest
        rate = self.rules.mountain_per_pool_point
        return tuple(
            Fraction(mountain[seat] + (highest - pool[seat]) * rate if seat in self.members else 0)
            for seat in range(self.players)
        )

    @property
    def highest(self) -> Figure:
        """The fullest pool of those who share, in points."""
        return max(self.sheet.pool[seat] for seat in self.members)

    @cached_property
    def left(self) -> tuple[Fraction, ...]:
        """Mountains after the smallest is taken off all [§8, step 1]."""
        smallest = self.smallest
        return tuple(
            mountain - smallest if seat in self.members else Fraction(0) for seat, mountain in enumerate(self.levelled)
        )

    @property
    def smallest(self) -> Fraction:
        """The smallest mountain once pools are level; it is taken off all [§8, step 1]."""
        return min(self.levelled[seat] for seat in self.members)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The paper way, line by line; its totals are `exact` [§8]."""
        seats = range(self.players)
        lines: list[Step] = []
        for seat in self.members:
            before = Fraction(self.sheet.mountain[seat])
            if self.levelled[seat] != before:
                lines.append(Step("pools", seat, None, self.levelled[seat] - before, before))
        for seat in self.members:
            if self.smallest:
                lines.append(Step("smallest", seat, None, self.left[seat], self.levelled[seat]))
        b = self.rules.mountain_point_whists
        written = [[Fraction(figure) for figure in row] for row in self.sheet.whists]
        for owner in self.members:
            share = b * self.left[owner] / self.divisor
            for writer in self.members:
                if writer != owner and share:
                    lines.append(Step("shares", writer, owner, share, written[writer][owner]))
                    written[writer][owner] += share
        totals = [Fraction(0)] * self.players
        for one, two in combinations(seats, 2):
            net = written[one][two] - written[two][one]
            lines.append(Step("pairs", one, two, net, written[one][two]))
            totals[one] += net
            totals[two] -= net
        lines.extend(Step("totals", seat, None, totals[seat], Fraction(0)) for seat in seats)
        return tuple(lines)

    def payments(self, coins: tuple[int, ...] | None = None) -> tuple[Payment, ...]:
        """The shortest list of payments that settles the whole balances, within the limit of loss.

        Args:
            coins: what each wins in the smallest coin (`money`), to be paid along the same ways. Whists and coins
                are rounded, and under a limit cut, each by itself: where somebody who wins money would have to pay
                some, or to get some who loses it, the coins lead.
        """
        ways = shortest_payments(self.paid, coins)
        if coins is None or all(way.coins is None or _from_loser(way, coins) for way in ways):
            return ways
        owed = list(self.paid)
        payments = []
        left = list(coins)
        for payer, payee, paid, _ in shortest_payments(coins, None):
            left[payer] += int(paid)
            left[payee] -= int(paid)
            # Whoever is quit with this payment settles all his whists by it.
            whists = -owed[payer] if not left[payer] else owed[payee]
            owed[payer] += whists
            owed[payee] -= whists
            payments.append(Payment(payer, payee, whole(whists), int(paid)))
        # Whists too few for a coin are settled by no money.
        rest = shortest_payments(tuple(owed), None)
        return (*payments, *(payment._replace(coins=0) for payment in rest))

    def money(self, price: Fraction, coin: Fraction) -> tuple[int, ...]:
        """What each wins in money, as a count of the smallest coin; sums to zero.

        The exact balance, within the limit of loss, times the price of a whist, rounded once by largest
        remainder [§8]. A limit counts down to a whole coin.
        """
        rate = price / coin
        won, limit = tuple(balance * rate for balance in self.shared), self.rules.loss_limit
        return largest_remainder(won) if limit is None else _whole_within(won, floor(limit * rate))

    def _custom(self) -> tuple[Fraction, ...]:
        """Balances with odd mountain points shared in whole whists, as tables do [§8, table_custom]."""
        balances = list(self.exact)
        for odd in self.odds:
            for writer in self.members:
                if writer != odd.owner:
                    balances[writer] += odd.each - odd.exact
                    balances[odd.owner] -= odd.each - odd.exact
        return tuple(balances)


def _from_loser(payment: Payment, coins: tuple[int, ...]) -> bool:
    """Whether the money of a payment comes from one who loses money and goes to one who wins it."""
    return not payment.coins or (payment.coins > 0 and coins[payment.payer] < 0 < coins[payment.payee])


def within(shares: tuple[Fraction, ...], limit: Fraction) -> tuple[Fraction, ...]:
    """`shares` where nobody loses more than `limit`; what is cut off is missing to the winners in proportion."""
    cut = sum((max(Fraction(0), -share - limit) for share in shares), Fraction(0))
    if not cut:
        return shares
    won = sum((share for share in shares if share > 0), Fraction(0))
    return tuple(share * (won - cut) / won if share > 0 else max(share, -limit) for share in shares)


def _whole_within(shares: tuple[Fraction, ...], limit: int) -> tuple[int, ...]:
    """Whole numbers for `shares` where nobody loses more than `limit`; they sum to zero.

    Who lost keeps his whole number, or pays the limit; winners share what is paid in proportion to what they won.
    """
    rounded = largest_remainder(shares)
    if all(-balance <= limit for balance in rounded):
        return rounded
    paid = [max(balance, -limit) if share <= 0 else 0 for balance, share in zip(rounded, shares, strict=True)]
    won = sum((share for share in shares if share > 0), Fraction(0))
    gained = largest_remainder(tuple(max(share, Fraction(0)) * -sum(paid) / won for share in shares))
    return tuple(lost or gain for lost, gain in zip(paid, gained, strict=True))


def largest_remainder(shares: tuple[Fraction, ...]) -> tuple[int, ...]:
    """Whole numbers with the same sum: floor all, then one more to the largest remainders.

    Ties go in the order of seats. The sum of `shares` must be whole.
    """
    scale = lcm(*[share.denominator for share in shares])
    floors: list[int] = []
    remainders: list[int] = []
    for share in shares:
        whole_part, remainder = divmod(share.numerator * (scale // share.denominator), scale)
        floors.append(whole_part)
        remainders.append(remainder)
    # The sort is stable, so equal remainders keep the order of seats.
    by_remainder = sorted(range(len(shares)), key=remainders.__getitem__, reverse=True)
    for seat in by_remainder[: sum(remainders) // scale]:
        floors[seat] += 1
    return tuple(floors)


def shortest_payments(balances: tuple[Figure, ...], coins: tuple[int, ...] | None) -> tuple[Payment, ...]:
    """Payments that settle `balances`, as few as can be.

    Players whose balances cancel among themselves settle among themselves: the more such groups,
    the fewer payments. Where money was rounded so that a group does not cancel in coins, the
    coins left over are paid across groups, with no whists.
    """
    payments: list[Payment] = []
    owed = list(coins) if coins is not None else None
    for group in _most_groups([seat for seat, balance in enumerate(balances) if balance], balances):
        payments += _settle_group(group, balances, owed)
    if owed is not None:
        payments += _leftover_coins(owed)
    return tuple(payments)


def _most_groups(seats: list[int], balances: tuple[Figure, ...]) -> list[list[int]]:
    """`seats` parted into as many groups that sum to zero as possible."""
    if not seats:
        return []
    head, rest = seats[0], seats[1:]
    best: list[list[int]] = [seats]
    for size in range(1, len(rest) + 1):
        for chosen in combinations(rest, size):
            if balances[head] + sum(balances[seat] for seat in chosen):
                continue
            others = [seat for seat in rest if seat not in chosen]
            groups = [[head, *chosen], *_most_groups(others, balances)]
            if len(groups) > len(best):
                best = groups
    return best


def _settle_group(group: list[int], balances: tuple[Figure, ...], owed: list[int] | None) -> list[Payment]:
    """At most one payment fewer than players: the largest debtor pays the largest winner, and so on.

    `owed` is what each still wins in coins; what is paid is taken off it.
    """
    left = {seat: balances[seat] for seat in group}
    payments: list[Payment] = []
    while any(left.values()):
        payer = min(group, key=lambda seat: (left[seat], seat))
        payee = max(group, key=lambda seat: (left[seat], -seat))
        whists = min(-left[payer], left[payee])
        left[payer] += whists
        left[payee] -= whists
        paid = None
        if owed is not None:
            # Whoever is quit with this payment settles all his coins by it.
            paid = -owed[payer] if not left[payer] else owed[payee]
            owed[payer] += paid
            owed[payee] -= paid
        payments.append(Payment(payer, payee, whists, paid))
    return payments


def _leftover_coins(owed: list[int]) -> list[Payment]:
    payments: list[Payment] = []
    while any(owed):
        payer, payee = owed.index(min(owed)), owed.index(max(owed))
        paid = min(-owed[payer], owed[payee])
        owed[payer] += paid
        owed[payee] -= paid
        payments.append(Payment(payer, payee, 0, paid))
    return payments
