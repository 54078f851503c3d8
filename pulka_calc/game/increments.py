"""Which figures hands can add up to in a cell of the sheet, from the prices of a table (rule base §2 to §5, §7).

A sheet taken over from paper shows no hands. What it can be asked is whether its figures are sums of what hands
write at all: whists of whole tricks, pools of whole contracts. Where several kinds of figure meet, all their
sums are allowed, also those that no single evening would bring together: what is called impossible here, is.

Bombs and dark bids multiply, which makes no figure that repeating the hand would not make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Final, NamedTuple

from pulka_calc.game.phases import Phase, rules_in
from pulka_calc.game.rules import Rules
from pulka_calc.game.scoring import half_of, talon_writers, underwhist_price
from pulka_calc.game.terms import LEVELS, Figure, whole

_MOST_SUMS: Final = 100_000
"""How far sums are worked out one by one; tables with such prices have no small figures to speak of."""

_GAME: Final[tuple[Phase, ...]] = ("game",)
_HALF: Final = Fraction(1, 2)


class Reach(NamedTuple):
    """The figures that a cell can come to."""

    step: Fraction
    """All are multiples of it."""
    sums: int
    """Bit n is set where n steps can be come to, up to `settled`."""
    settled: int
    """From so many steps on every multiple can be come to."""
    below_zero: bool
    """Whether more can come off than stands there."""

    def holds(self, figure: Figure) -> bool:
        """Whether a cell can come to `figure`."""
        steps = Fraction(figure) / self.step
        return steps.denominator == 1 and self._holds(steps.numerator)

    def nearest(self, figure: Figure) -> tuple[Figure, ...]:
        """The nearest figures below and above that a cell can come to; below the lowest there is one only."""
        steps = Fraction(figure) / self.step
        below = steps.numerator // steps.denominator
        above = below if steps.denominator == 1 else below + 1
        while below >= 0 and not self._holds(below):
            below -= 1
        above = above if self.below_zero else max(above, 0)
        while not self._holds(above):
            above += 1
        found = [below, above] if self._holds(below) else [above]
        return tuple(whole(self.step * steps) for steps in dict.fromkeys(found))

    def _holds(self, steps: int) -> bool:
        if steps < 0:
            return self.below_zero
        return steps >= self.settled or bool(self.sums >> steps & 1)


class Increments(NamedTuple):
    """What each column of a table can come to: points in pool and mountain, whists on one player."""

    pool: Reach
    mountain: Reach
    whists: Reach


def increments(rules: Rules, players: int, phases: Collection[Phase] = _GAME) -> Increments:
    """The figures of a table of three or four.

    Args:
        phases: those that hands may have been played in [§7.5].
    """
    gained: set[Figure] = set()
    fined: set[Figure] = set()
    whists: set[Figure] = set()
    for phase in phases:
        terms = rules_in(rules, phase)
        gained |= _gains(terms, players)
        fined |= _fines(terms, players)
        whists |= _whists(terms, players)
    on_mountain_only = any(rules_in(rules, phase).made_goes_to == "mountain_only" for phase in phases)
    target = rules.closing_target
    rate = rules.mountain_per_pool_point
    unit = _step(gained if target is None else {*gained, target})
    parted = rules.made_goes_to == "choice"
    if parted:
        # Any whole number of points may be put aside [§7.5].
        unit = _step({unit, 1})
    elif rules.made_goes_to == "mountain_first":
        # A mountain is emptied, whatever it held, and the pool has the rest.
        unit = _step({unit, *(Fraction(fine) / rate for fine in fined)})
    split = parted or rules.made_goes_to == "mountain_first" or target is not None
    if target is not None:
        # What closes one pool and what is over for another is any part of a gain [§7.2].
        whists.add(unit * rules.help_whists_per_point)
    surplus = target is not None and rules.excess_when_all_closed == "own_mountain"
    bonus_off = rules.allpass_scoring == "mountain" and rules.allpass_clean_bonus == "mountain_minus_two"
    below_zero = surplus or bonus_off or on_mountain_only
    if surplus or on_mountain_only or rules.made_goes_to != "pool":
        fined.add(unit * rate)
    any_multiple = below_zero or rules.made_goes_to != "pool"
    return Increments(
        pool=_multiples(unit) if split else _sums(gained),
        mountain=_multiples(_step(fined), below_zero=below_zero) if any_multiple else _sums(fined),
        whists=_sums(whists),
    )


# What hands write


def _gains(rules: Rules, players: int) -> set[Figure]:
    """Points that hands bring into pools before they close."""
    found: set[Figure] = {*rules.contract_value, *_misere(rules, players)}
    if rules.allpass_clean_bonus == "one":
        found.add(1)
    elif rules.allpass_clean_bonus == "price" and rules.allpass_scoring == "mountain":
        found.update(rules.allpass_price)
    return found


def _misere(rules: Rules, players: int) -> set[Figure]:
    """The price of a misère, and where the dealer shares it, half of it [§9]."""
    shared = rules.misere_shared_with_dealer and players == 4
    return {half_of(rules.misere_value) if shared else rules.misere_value}


def _fines(rules: Rules, players: int) -> set[Figure]:
    """Points that hands put on mountains, or take off one as a bonus."""
    found: set[Figure] = {price * rules.remise_factor for price in _misere(rules, players)}
    for level, price, duty in zip(LEVELS, rules.contract_value, rules.whist_duty, strict=True):
        found.add(price * rules.remise_factor)
        missing = underwhist_price(level, rules)
        if missing and duty:
            found.add(missing)
            # Two whisters share a missing trick, or an odd duty [§3.4].
            if (level >= 8 and rules.underwhist_high == "both") or (level < 8 and duty % 2):
                found.add(missing * _HALF)
    if rules.allpass_scoring == "mountain":
        found.update(rules.allpass_price)
    return found


def _whists(rules: Rules, players: int) -> set[Figure]:
    """Whists that hands write on one player, help apart."""
    found: set[Figure] = {*rules.consolation}
    talon = bool(talon_writers(rules, players))
    for level, whist, duty in zip(LEVELS, rules.whist_value, rules.whist_duty, strict=True):
        found.add(whist)
        if rules.whist_style == "gentleman":
            # A failed declarer left the defence more tricks than a made contract does [§3.3].
            fewest = 1 if rules.gentleman_split == "always" else 11 - level
            found.update(half_of(whist) * tricks for tricks in range(fewest, 11))
        if level in rules.half_whist_levels:
            found.add(whist * half_of(duty))
        if talon and players == 3:
            found.add(half_of(whist))
    if rules.allpass_scoring == "whists":
        found.update(rules.allpass_price)
    return found - {0}


# Sums


def _step(figures: Iterable[Figure]) -> Fraction:
    """The largest step that all figures are multiples of."""
    fractions = [Fraction(figure) for figure in figures]
    scale = lcm(*(figure.denominator for figure in fractions))
    return Fraction(gcd(*(int(figure * scale) for figure in fractions)), scale)


def _multiples(step: Fraction, *, below_zero: bool = False) -> Reach:
    """Every multiple of a step."""
    return Reach(step, 1, 0, below_zero)


def _sums(figures: Iterable[Figure]) -> Reach:
    """Every sum of some figures, each as often as one likes."""
    known = sorted({Fraction(figure) for figure in figures})
    if not known:
        # A table without whists: nothing is known of those that it writes all the same.
        return _multiples(Fraction(1))
    step = _step(known)
    counts = [int(figure / step) for figure in known]
    # From the product of the smallest and the largest on there are no gaps (Brauer).
    settled = counts[0] * counts[-1]
    if settled > _MOST_SUMS:
        return _multiples(step)
    sums = 1
    for count in counts:
        shift = count
        while shift <= settled:
            sums |= sums << shift
            shift *= 2
    return Reach(step, sums & ((1 << settled + 1) - 1), settled, below_zero=False)
