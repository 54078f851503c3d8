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


class Mark(NamedTuple):
    """A figure for the part that writes it; `on` is the part written on, for whists."""

    column: Column
    part: int
    on: int | None
    cause: Cause


class Score(NamedTuple):
    """What a hand writes. Gains of the pool still pass through closing, in their order."""

    gains: list[tuple[int, Cause]]
    marks: list[Mark]


def half_of(price: int) -> Figure:
    """Half a price or a duty, exactly."""
    return Fraction(price, 2) if price % 2 else price // 2


def checked(hand: Outcome, rules: Rules) -> bool:
    """Whether this is a ten whose cards were opened and counted [§3.6]."""
    return hand.level == LEVELS[-1] and rules.ten_mode == "check" and hand.tricks is not None


def whisters(hand: Outcome, rules: Rules) -> tuple[int, ...]:
    """The parts that whist: one, two or none; a half-whister is not one of them."""
    if hand.tricks is None:
        return ()
    if checked(hand, rules):
        return (FIRST, SECOND)
    if hand.dealer_whists:
        return (DEALER,)
    return tuple(part for part, role in ((FIRST, hand.first), (SECOND, hand.second)) if role == "whist")


def both_must_whist(level: int, suit: str | None, rules: Rules, *, dark: bool) -> bool:
    """Stalingrad, and a dark six: neither defender may pass [§3.7, §5]."""
    return level == LEVELS[0] and (dark or (rules.stalingrad and suit == "♠"))


def score_contract(hand: Outcome, rules: Rules, players: int, factor: int) -> Score:
    """A contract that was played, or won without play [§3]. `factor`: bombs and dark bids."""
    step = hand.level - LEVELS[0]
    price = rules.contract_value[step]
    whist = rules.whist_value[step]
    gains: list[tuple[int, Cause]] = []
    marks: list[Mark] = []
    if hand.made:
        gains.append((DECLARER, Cause("contract_value", "made", 1, price, factor)))
    else:
        short = hand.level - (hand.tricks or 0)
        marks.append(
            Mark(
                "mountain", DECLARER, None, Cause("remise_factor", "short", short, price * rules.remise_factor, factor)
            )
        )
        marks.extend(_consolation(hand, rules, players, short, factor))
    marks.extend(_whists(hand, rules, whist, factor))
    marks.extend(_underwhist(hand, rules, price, factor))
    marks.extend(_talon(hand, rules, players, whist, factor))
    return Score(gains, marks)


def _consolation(hand: Outcome, rules: Rules, players: int, short: int, factor: int) -> list[Mark]:
    """Every other player writes on a failed declarer; a table may leave out passers or the dealer [§3.2]."""
    writers = whisters(hand, rules)
    price = rules.consolation[hand.level - LEVELS[0]]
    marks = []
    for part in (FIRST, SECOND, DEALER)[: players - 1]:
        consoled = rules.consolation_to_dealer if part == DEALER else rules.consolation_to_passer
        if price and (consoled or part in writers):
            cause = Cause("consolation", "consolation", short, price, factor)
            marks.append(Mark("whists", part, DECLARER, cause))
    return marks


def _whists(hand: Outcome, rules: Rules, whist: int, factor: int) -> list[Mark]:
    """Whists for tricks, and the half-whist of a game that was not played [§3.3, §3.5, §3.11]."""
    if hand.tricks is None:
        if "half" not in (hand.first, hand.second):
            return []
        part = FIRST if hand.first == "half" else SECOND
        tricks = half_of(rules.whist_duty[hand.level - LEVELS[0]])
        return [Mark("whists", part, DECLARER, Cause("half_whist_levels", "half-whist", tricks, whist, factor))]
    defence = HAND_TRICKS - hand.tricks
    writers = whisters(hand, rules)
    if not defence or not whist:
        return []
    if len(writers) == 2:
        own = {FIRST: hand.first_taken or 0, SECOND: defence - (hand.first_taken or 0)}
        return [
            Mark("whists", part, DECLARER, Cause("whist_value", "tricks", tricks, whist, factor))
            for part, tricks in own.items()
            if tricks
        ]
    halved = rules.whist_style == "gentleman" and (rules.gentleman_split == "always" or not hand.made)
    if halved and writers != (DEALER,):
        cause = Cause("whist_style", "shared-tricks", defence, half_of(whist), factor)
        return [Mark("whists", part, DECLARER, cause) for part in (FIRST, SECOND)]
    return [
        Mark("whists", part, DECLARER, Cause("whist_value", "all-tricks", defence, whist, factor)) for part in writers
    ]


def _underwhist(hand: Outcome, rules: Rules, price: int, factor: int) -> list[Mark]:
    """What whisters pay who took less than the duty of a contract that was made [§3.4, §3.6]."""
    duty = rules.whist_duty[hand.level - LEVELS[0]]
    taken = HAND_TRICKS - (hand.tricks or 0)
    missing = duty - taken
    if missing <= 0 or not hand.made or rules.whist_responsibility == "none":
        return []
    writers = whisters(hand, rules)
    if not writers or writers == (DEALER,) or checked(hand, rules):
        return []
    remise = price * rules.remise_factor
    each = remise if rules.whist_responsibility == "full" else half_of(remise)
    fines: dict[int, Figure]
    if len(writers) == 1:
        fines = {writers[0]: missing}
    elif hand.level >= 8:
        if rules.underwhist_high == "second":
            fines = {SECOND: missing}
        else:
            fines = dict.fromkeys(writers, half_of(missing))
    else:
        share = half_of(duty)
        first = hand.first_taken or 0
        short = {FIRST: share - first, SECOND: share - (taken - first)}
        fines = {part: tricks for part, tricks in short.items() if tricks > 0}
        if rules.underwhist_split == "pair" and len(fines) == 1:
            fines = dict.fromkeys(fines, missing)
    return [
        Mark("mountain", part, None, Cause("whist_responsibility", "underwhist", tricks, each, factor))
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
    cause = Cause("talon_bonus", "talon", hand.talon, price, factor)
    return [Mark("whists", part, DECLARER, cause) for part in writers]


def score_giveup(hand: GiveUp, rules: Rules, factor: int) -> Score:
    """A contract given up: so many tricks short, and nobody writes anything [§3.8]."""
    price = rules.contract_value[hand.level - LEVELS[0]] * rules.remise_factor
    cause = Cause("give_up_tricks", "gave-up", rules.give_up_tricks, price, factor)
    return Score([], [Mark("mountain", DECLARER, None, cause)])


def score_misere(hand: Misere, rules: Rules, players: int, factor: int) -> Score:
    """A misère; shared with the sitting dealer where the table does so [§3, §9]."""
    shared = rules.misere_shared_with_dealer and players == 4
    parts = (DECLARER, DEALER) if shared else (DECLARER,)
    rule = "misere_shared_with_dealer" if shared else "misere_value"
    price = Fraction(rules.misere_value, len(parts))
    if not hand.tricks:
        cause = Cause(rule, "misere-made", 1, whole(price), factor)
        return Score([(part, cause) for part in parts], [])
    cause = Cause(rule, "misere-caught", hand.tricks, whole(price * rules.remise_factor), factor)
    return Score([], [Mark("mountain", part, None, cause) for part in parts])


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
    playing = range(3)
    counted = range(players if rules.dealer_takes_talon_tricks else 3)
    table = [tricks[part] if part in counted else 0 for part in range(players)]
    spared = {"no": 0, "table": min(table), "players": min(table[part] for part in playing)}[rules.allpass_amnesty]
    gains: list[tuple[int, Cause]] = []
    marks: list[Mark] = []
    for part in counted:
        # Under `players` the dealer's own tricks stand in full: only those who play are spared.
        off = spared if part in playing or rules.allpass_amnesty == "table" else 0
        if tricks[part] > off:
            reason = "allpass-amnesty" if off else "allpass-tricks"
            cause = Cause("allpass_price", reason, tricks[part] - off, price, factor)
            marks.append(Mark("mountain", part, None, cause))
    for part in playing:
        if tricks[part]:
            continue
        if rules.allpass_clean_bonus == "price":
            gains.append((part, Cause("allpass_clean_bonus", "clean", 1, price, factor)))
        elif rules.allpass_clean_bonus == "one":
            gains.append((part, Cause("allpass_clean_bonus", "clean", 1, 1)))
        elif rules.allpass_clean_bonus == "mountain_minus_two":
            marks.append(
                Mark("mountain", part, None, Cause("allpass_clean_bonus", "clean-mountain", -2, price, factor))
            )
    return Score(gains, marks)


def _allpass_on_whists(tricks: tuple[int, ...], rules: Rules, players: int, price: int, factor: int) -> Score:
    playing = range(3)
    least = min(tricks[part] for part in playing)
    fewest = [part for part in playing if tricks[part] == least]
    each = price if len(fewest) == 1 else half_of(price)
    reason = "allpass-whists" if len(fewest) == 1 else "allpass-whists-shared"
    marks = [
        Mark("whists", part, on, Cause("allpass_scoring", reason, tricks[on], each, factor))
        for part in fewest
        for on in playing
        if on not in fewest and tricks[on]
    ]
    gains: list[tuple[int, Cause]] = []
    if rules.allpass_clean_bonus == "one":
        gains = [(part, Cause("allpass_clean_bonus", "clean", 1, 1)) for part in playing if not tricks[part]]
        if players == 4:
            gains.append((DEALER, Cause("allpass_clean_bonus", "dealer-one", 1, 1)))
    return Score(gains, marks)
