"""What a hand writes, before pools close: one function for each kind of hand (rule base §3 to §5).

Figures depend on the parts that players had in the hand, never on their names or seats: parts are
0 declarer, 1 first defender, 2 second defender, 3 the sitting dealer; at all-pass they are the
players clockwise from the dealer's left, the dealer last.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from pulka_calc.game.hands import GiveUp, Misere, Outcome
from pulka_calc.game.ledger import Cause
from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import HAND_TRICKS, LEVELS, Column, Figure, whole

DECLARER: Final = 0
FIRST: Final = 1
SECOND: Final = 2
DEALER: Final = 3

DARK_GAME: Final = 2
"""What a dark game multiplies everything by [§5]."""


Mark = tuple[Column, int, int | None, Figure, Cause]
"""A figure: its column, the part that writes it, the part written on (for whists), how much, and why."""

_new: Final = tuple.__new__


def mark(
    column: Column, part: int, on: int | None, rule: str, reason: str, amount: Figure, price: Figure, factor: int = 1
) -> Mark:
    """``amount * price * factor`` in one cell, under `rule`, for `reason` (see `Cause`)."""
    points = amount * price * factor
    # Made without the cost of a named constructor, which is most of what a score costs.
    cause = _new(Cause, (rule, reason, amount, price, factor, "", None, None, 1))
    return column, part, on, points if type(points) is int else whole(points), cause


class Score(NamedTuple):
    """What a hand writes. Gains of the pool still pass through closing, in their order."""

    gains: list[Mark]
    marks: list[Mark]


def half_of(price: int) -> Figure:
    """Half a price or a duty, exactly."""
    return Fraction(price, 2) if price % 2 else price // 2


def checked(hand: Outcome, rules: Rules) -> bool:
    """Whether this is a ten whose cards were opened and counted [§3.6]."""
    return hand.level == LEVELS[-1] and rules.ten_mode == "check" and hand.tricks is not None


_WHISTERS: Final[dict[tuple[bool, bool], tuple[int, ...]]] = {
    (True, True): (FIRST, SECOND),
    (True, False): (FIRST,),
    (False, True): (SECOND,),
    (False, False): (),
}


def whisters(hand: Outcome, rules: Rules) -> tuple[int, ...]:
    """The parts that whist: one, two or none; a half-whister is not one of them."""
    if hand.tricks is None:
        return ()
    if hand.dealer_whists:
        return (DEALER,)
    if checked(hand, rules):
        return (FIRST, SECOND)
    return _WHISTERS[hand.first == "whist", hand.second == "whist"]


def both_must_whist(level: int, suit: str | None, rules: Rules, *, dark: bool) -> bool:
    """Stalingrad, and a dark six: neither defender may pass [§3.7, §5]."""
    return level == LEVELS[0] and (dark or (rules.stalingrad and suit == "♠"))


def score_contract(hand: Outcome, rules: Rules, players: int, factor: int) -> Score:
    """A contract that was played, or won without play [§3]. `factor`: bombs and dark bids."""
    step = hand.level - LEVELS[0]
    price = rules.contract_value[step]
    whist = rules.whist_value[step]
    gains: list[Mark] = []
    marks: list[Mark] = []
    writers = whisters(hand, rules)
    made = hand.made
    if made:
        gains.append(mark("pool", DECLARER, None, "contract_value", "made", 1, price, factor))
    else:
        short = hand.level - (hand.tricks or 0)
        remise = price * rules.remise_factor
        marks.append(mark("mountain", DECLARER, None, "remise_factor", "short", short, remise, factor))
        marks += _consolation(writers, rules, players, rules.consolation[step], short, factor)
    if hand.tricks is None:
        marks += _half_whist(hand, rules, whist, factor)
    elif whist and hand.tricks < HAND_TRICKS:
        marks += _whists(hand, writers, rules, whist, factor)
    missing = rules.whist_duty[step] - HAND_TRICKS + (hand.tricks or 0)
    if made and missing > 0 and writers and writers != (DEALER,) and not checked(hand, rules):
        marks += _underwhist(hand, writers, rules, missing, factor)
    if hand.talon and whist:
        marks += _talon(hand, rules, players, whist, factor)
    return Score(gains, marks)


def _consolation(
    writers: tuple[int, ...], rules: Rules, players: int, price: int, short: int, factor: int
) -> list[Mark]:
    """Every other player writes on a failed declarer; a table may leave out passers or the dealer [§3.2]."""
    if not price:
        return []
    return [
        mark("whists", part, DECLARER, "consolation", "consolation", short, price, factor)
        for part in (FIRST, SECOND, DEALER)[: players - 1]
        if part in writers or (rules.consolation_to_dealer if part == DEALER else rules.consolation_to_passer)
    ]


def _half_whist(hand: Outcome, rules: Rules, whist: int, factor: int) -> list[Mark]:
    """The half-whist of a game that was not played [§3.5]."""
    tricks = half_of(rules.whist_duty[hand.level - LEVELS[0]])
    if "half" not in (hand.first, hand.second) or not whist or not tricks:
        return []
    part = FIRST if hand.first == "half" else SECOND
    return [mark("whists", part, DECLARER, "half_whist_levels", "half-whist", tricks, whist, factor)]


def _whists(hand: Outcome, writers: tuple[int, ...], rules: Rules, whist: int, factor: int) -> list[Mark]:
    """Whists for the tricks of the defence [§3.3, §3.11]."""
    defence = HAND_TRICKS - (hand.tricks or 0)
    if len(writers) == 2:
        first = hand.first_taken or 0
        return [
            mark("whists", part, DECLARER, "whist_value", "tricks", tricks, whist, factor)
            for part, tricks in ((FIRST, first), (SECOND, defence - first))
            if tricks
        ]
    halved = rules.whist_style == "gentleman" and (rules.gentleman_split == "always" or not hand.made)
    if halved and writers != (DEALER,):
        each = half_of(whist)
        return [
            mark("whists", part, DECLARER, "whist_style", "shared-tricks", defence, each, factor)
            for part in (FIRST, SECOND)
        ]
    return [mark("whists", part, DECLARER, "whist_value", "all-tricks", defence, whist, factor) for part in writers]


def underwhist_price(level: int, rules: Rules) -> Figure:
    """What a trick missing from the duty puts on the mountain of the whister who answers for it [§3.4]."""
    remise = rules.contract_value[level - LEVELS[0]] * rules.remise_factor
    if rules.whist_responsibility == "none":
        return 0
    return remise if rules.whist_responsibility == "full" else half_of(remise)


def _underwhist(hand: Outcome, writers: tuple[int, ...], rules: Rules, missing: int, factor: int) -> list[Mark]:
    """What whisters pay who together took `missing` tricks less than the duty of a contract made [§3.4, §3.6]."""
    each = underwhist_price(hand.level, rules)
    if not each:
        return []
    fines: dict[int, Figure]
    if len(writers) == 1:
        fines = {writers[0]: missing}
    elif hand.level >= 8:
        if rules.underwhist_high == "second":
            fines = {SECOND: missing}
        else:
            fines = dict.fromkeys(writers, half_of(missing))
    else:
        share = half_of(rules.whist_duty[hand.level - LEVELS[0]])
        first = hand.first_taken or 0
        second = HAND_TRICKS - (hand.tricks or 0) - first
        short = {FIRST: share - first, SECOND: share - second}
        fines = {part: tricks for part, tricks in short.items() if tricks > 0}
        if rules.underwhist_split == "pair" and len(fines) == 1:
            fines = dict.fromkeys(fines, missing)
    return [
        mark("mountain", part, None, "whist_responsibility", "underwhist", tricks, each, factor)
        for part, tricks in fines.items()
    ]


def talon_writers(rules: Rules, players: int) -> tuple[int, ...]:
    """The parts that write for high cards in the talon [§3.10]."""
    if rules.talon_bonus == "off":
        return ()
    if players == 4:
        return (DEALER,)
    return (FIRST, SECOND) if rules.talon_bonus == "all" else ()


def _talon(hand: Outcome, rules: Rules, players: int, whist: int, factor: int) -> list[Mark]:
    """Whists for high cards in the talon: the sitting dealer's, or half to each opponent of three [§3.10]."""
    writers = talon_writers(rules, players)
    if not hand.talon or not writers or not whist:
        return []
    price = whist if writers == (DEALER,) else half_of(whist)
    return [mark("whists", part, DECLARER, "talon_bonus", "talon", hand.talon, price, factor) for part in writers]


def score_giveup(hand: GiveUp, rules: Rules, factor: int) -> Score:
    """A contract given up: so many tricks short, and nobody writes anything [§3.8]."""
    price = rules.contract_value[hand.level - LEVELS[0]] * rules.remise_factor
    tricks = rules.give_up_tricks
    return Score([], [mark("mountain", DECLARER, None, "give_up_tricks", "gave-up", tricks, price, factor)])


def score_misere(hand: Misere, rules: Rules, players: int, factor: int) -> Score:
    """A misère; shared with the sitting dealer where the table does so [§3, §9]."""
    shared = rules.misere_shared_with_dealer and players == 4
    parts = (DECLARER, DEALER) if shared else (DECLARER,)
    rule = "misere_shared_with_dealer" if shared else "misere_value"
    price = Fraction(rules.misere_value, len(parts))
    if not hand.tricks:
        return Score([mark("pool", part, None, rule, "misere-made", 1, whole(price), factor) for part in parts], [])
    each = whole(price * rules.remise_factor)
    caught = [mark("mountain", part, None, rule, "misere-caught", hand.tricks, each, factor) for part in parts]
    return Score([], caught)


def dark_factor(dark_passes: int, rules: Rules) -> int:
    """What dark passes multiply the price of an all-pass hand by [§5]."""
    factor: int = 2**dark_passes
    return factor if rules.dark_limit is None else min(factor, rules.dark_limit)


def score_allpass(tricks: tuple[int, ...], dark_passes: int, rules: Rules, players: int, price: int) -> Score:
    """An all-pass hand [§4]; `tricks` by part, the dealer last.

    `price` is the price of a trick before dark passes.
    """
    factor = dark_factor(dark_passes, rules) if dark_passes else 1
    if rules.allpass_scoring == "whists":
        return _allpass_on_whists(tricks, rules, players, price, factor)
    return _allpass_on_mountain(tricks, rules, players, price, factor)


def _allpass_on_mountain(tricks: tuple[int, ...], rules: Rules, players: int, price: int, factor: int) -> Score:
    playing = tricks[:3]
    dealer_counts = players == 4 and rules.dealer_takes_talon_tricks
    amnesty = rules.allpass_amnesty
    spared = 0
    if amnesty == "players":
        spared = min(playing)
    elif amnesty == "table" and (dealer_counts or players == 3):
        # A dealer who cannot take tricks counts as one with none, and then nobody is spared any.
        spared = min(tricks)
    gains: list[Mark] = []
    marks: list[Mark] = []
    for part, taken in enumerate(tricks if dealer_counts else playing):
        # Under `players` the dealer's own tricks stand in full: only those who play are spared.
        off = 0 if part == DEALER and amnesty == "players" else spared
        if taken > off:
            reason = "allpass-amnesty" if off else "allpass-tricks"
            marks.append(mark("mountain", part, None, "allpass_price", reason, taken - off, price, factor))
    if 0 in playing:
        _clean(playing, rules, price, factor, gains, marks)
    return Score(gains, marks)


def _clean(
    playing: tuple[int, ...],
    rules: Rules,
    price: int,
    factor: int,
    gains: list[Mark],
    marks: list[Mark],
) -> None:
    """What players without a trick write [§4]."""
    for part, taken in enumerate(playing):
        if taken:
            continue
        if rules.allpass_clean_bonus == "price":
            gains.append(mark("pool", part, None, "allpass_clean_bonus", "clean", 1, price, factor))
        elif rules.allpass_clean_bonus == "one":
            gains.append(mark("pool", part, None, "allpass_clean_bonus", "clean", 1, 1))
        elif rules.allpass_clean_bonus == "mountain_minus_two":
            marks.append(mark("mountain", part, None, "allpass_clean_bonus", "clean-mountain", -2, price, factor))


def _allpass_on_whists(tricks: tuple[int, ...], rules: Rules, players: int, price: int, factor: int) -> Score:
    playing = range(3)
    least = min(tricks[part] for part in playing)
    fewest = [part for part in playing if tricks[part] == least]
    each = price if len(fewest) == 1 else half_of(price)
    reason = "allpass-whists" if len(fewest) == 1 else "allpass-whists-shared"
    marks: list[Mark] = [
        mark("whists", part, on, "allpass_scoring", reason, tricks[on], each, factor)
        for part in fewest
        for on in playing
        if on not in fewest and tricks[on]
    ]
    gains: list[Mark] = []
    if rules.allpass_clean_bonus == "one":
        gains = [mark("pool", part, None, "allpass_clean_bonus", "clean", 1, 1) for part in playing if not tricks[part]]
        if players == 4:
            gains.append(mark("pool", DEALER, None, "allpass_clean_bonus", "dealer-one", 1, 1))
    return Score(gains, marks)
