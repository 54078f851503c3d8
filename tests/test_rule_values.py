"""What each value of each rule changes (rule base §9): the same few lines under every value, and what they come to.

The figures are worked out by hand from the paragraph that a row names. Tables are written as in `test_scoring`: three
players are A B C and A deals first, four are A B C D and D deals. Whoever adds a rule or a word must say here what it
does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import combinations
from typing import Final, NamedTuple

import pytest

from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rulekinds import Figures, Kind, Number, Word, YesNo
from pulka_calc.game.rules import KINDS, PARAGRAPHS, Rules
from pulka_calc.journal.pulka import Pulka, read_text
from tests.reading import shown
from tests.test_scoring import ALLPASS, file_of, pools


class Choice(NamedTuple):
    """What the same lines come to under several values of one rule; ``refused CODE`` where they are wrong."""

    rule: str
    source: str
    table: str
    lines: tuple[str, ...]
    outcomes: dict[str, str]


UNPLAYED: Final = "B pass, C pass"
SIX_ONE_DOWN: Final = "A 6♣ 5, B whist 3, C whist 2"

CHOICES: Final = [
    Choice(
        "contract_value",
        "§3.1, §2: a seven made is its price",
        "sochi 3",
        (f"A 7♣, {UNPLAYED}",),
        {"2,4,6,8,10": "A pool 4", "1,2,3,4,5": "A pool 2", "10,20,30,40,50": "A pool 20"},
    ),
    Choice(
        "contract_value",
        "§3.2: an eight one down; §9: the consolation stays 6, so C has 6 and his trick's 6",
        "sochi 3",
        ("A 8♣ 7, B whist 2, C whist 1",),
        {
            "2,4,6,8,10": "A mountain 6; C whists A 12",
            "1,2,3,4,5": "A mountain 3; C whists A 12",
            "10,20,30,40,50": "A mountain 30; C whists A 12",
        },
    ),
    Choice(
        "contract_value",
        "§3.8: a ten given up is three of its price",
        "sochi 3",
        ("A 10♣ giveup",),
        {"2,4,6,8,10": "A mountain 30", "1,2,3,4,5": "A mountain 15", "10,20,30,40,50": "A mountain 150"},
    ),
    Choice(
        "misere_value",
        "§2, §3 Misère: two tricks taken",
        "sochi 3",
        ("A misere 2",),
        {"10": "A mountain 20", "8": "A mountain 16", "50": "A mountain 100"},
    ),
    Choice("misere_value", "§2, §3 Misère", "sochi 3", ("A misere 0",), {"10": "A pool 10", "8": "A pool 8"}),
    Choice(
        "whist_value",
        "§2, §3.3: W * own tricks on a six",
        "sochi 3",
        ("A 6♣ 6, B whist 3, C whist 1",),
        {
            "2,4,6,8,10": "B whists A 6; C whists A 2",
            "4,8,12,16,20": "B whists A 12; C whists A 4",
            "1,2,3,4,5": "B whists A 3; C whists A 1",
        },
    ),
    Choice(
        "whist_value",
        "§3.3: W * T on a nine, one whister",
        "sochi 3",
        ("A 9♣ 9, B whist 1, C pass",),
        {"2,4,6,8,10": "B whists A 8", "4,8,12,16,20": "B whists A 16", "1,2,3,4,5": "B whists A 4"},
    ),
    Choice(
        "remise_factor",
        "§3.2: v * factor * u; consolation is not multiplied",
        "sochi 3",
        (SIX_ONE_DOWN,),
        {"1": "A mountain 2; C whists A 6", "2": "A mountain 4; C whists A 6"},
    ),
    Choice(
        "remise_factor",
        "§3 Misère: misere_value * factor for each trick",
        "sochi 3",
        ("A misere 2",),
        {"1": "A mountain 20", "2": "A mountain 40"},
    ),
    Choice(
        "remise_factor",
        "§3.4: the price of a missing trick is v * factor",
        "sochi 3",
        ("A 6♣ 7, B whist 3, C pass",),
        {"1": "B mountain 2", "2": "B mountain 4"},
    ),
    Choice(
        "remise_factor",
        "§3.8: 3 * v * factor",
        "sochi 3",
        ("A 6♣ giveup",),
        {"1": "A mountain 6", "2": "A mountain 12"},
    ),
    Choice(
        "consolation",
        "§3.2: for one undertrick of a six, beside whists of 6 and 4",
        "sochi 3",
        (SIX_ONE_DOWN,),
        {
            "2,4,6,8,10": "B whists A 8; C whists A 6",
            "4,8,12,16,20": "B whists A 10; C whists A 8",
            "10": "B whists A 16; C whists A 14",
            "1,2,3,4,5": "B whists A 7; C whists A 5",
        },
    ),
    Choice(
        "consolation",
        "§3.2: for two undertricks of an eight, beside B's whists of 24",
        "sochi 3",
        ("A 8♣ 6, B whist 4, C pass",),
        {
            "2,4,6,8,10": "B whists A 36; C whists A 12",
            "4,8,12,16,20": "B whists A 48; C whists A 24",
            "10": "B whists A 44; C whists A 20",
            "1,2,3,4,5": "B whists A 30; C whists A 6",
        },
    ),
    Choice(
        "consolation_to_passer",
        "§3.2: both defenders write",
        "sochi 3",
        ("A 6♣ 5, B whist 5, C pass",),
        {"yes": "B whists A 12; C whists A 2", "no": "B whists A 12; C whists A 0"},
    ),
    Choice(
        "consolation_to_dealer",
        "§3.2: and the dealer",
        "sochi 4",
        ("A 6♣ 5, B whist 5, C pass",),
        {"yes": "C whists A 2; D whists A 2", "no": "C whists A 2; D whists A 0"},
    ),
    Choice(
        "pool_point_whists",
        "§2, §8: S - mean(S)",
        "sochi 3",
        ("start A pool 3",),
        {
            "10": "A exact 20; B exact -10; C exact -10",
            "20": "A exact 40; B exact -20; C exact -20",
            "1": "A exact 2; B exact -1; C exact -1",
        },
    ),
    Choice(
        "pool_point_whists",
        "§7.3, §7.5: a/b mountain points for each pool point",
        "sochi 3, made_goes_to mountain_first",
        ("start A mountain 3", f"A 7♣, {UNPLAYED}"),
        {
            "10": "A mountain 0; A pool 1",
            "20": "A mountain 0; A pool 5/2",
            "1": "A mountain 13/5; A pool 0",
        },
    ),
    Choice(
        "mountain_point_whists",
        "§2, §8: S - mean(S)",
        "sochi 3",
        ("start A mountain 3",),
        {"10": "A exact -20; B exact 10; C exact 10", "1": "A exact -2; B exact 1; C exact 1"},
    ),
    Choice(
        "mountain_point_whists",
        "§7.3: 6 pool points over, ten or a hundred off the own mountain for ten",
        "sochi 3",
        (*pools(18, 20, 20), f"A 9♣, {UNPLAYED}"),
        {"10": "A mountain -6", "1": "A mountain -60"},
    ),
    Choice(
        "whist_duty",
        "§3.4: the pair owes D - T, each answers for half of D",
        "sochi 3",
        ("A 6♣ 7, B whist 2, C whist 1",),
        {"4,2,1,1,1": "B mountain 0; C mountain 2", "3,2,1,1,1": "B mountain 0; C mountain 0"},
    ),
    Choice(
        "whist_duty",
        "§3.5: W * D/2",
        "sochi 3",
        ("A 6♣, B pass, C half",),
        {"4,2,1,1,1": "C whists A 4", "3,2,1,1,1": "C whists A 3"},
    ),
    Choice(
        "whist_duty",
        "§3.4: an eight",
        "sochi 3",
        ("A 8♣ 9, B whist 1, C pass",),
        {"4,2,1,1,1": "B mountain 0", "4,2,2,1,1": "B mountain 6"},
    ),
    Choice(
        "whist_duty",
        "§3.4: the two tables beside each other",
        "sochi 3",
        ("A 6♣ 7, B whist 3, C pass", "B 8♣ 9, C whist 1, A pass"),
        {"3,2,1,1,1": "B mountain 0; C mountain 0", "4,2,2,1,1": "B mountain 2; C mountain 6"},
    ),
    Choice(
        "whist_responsibility",
        "§3.4: the price of a missing trick, half of it, nothing",
        "sochi 3",
        ("A 6♣ 7, B whist 3, C pass",),
        {"full": "B mountain 2", "half": "B mountain 1", "none": "B mountain 0"},
    ),
    Choice(
        "underwhist_split",
        "§3.4: 6 made with 7, whisters 3 and 0",
        "sochi 3",
        ("A 6♣ 7, B whist 3, C whist 0",),
        {"pair": "C mountain 2", "own_share": "C mountain 4"},
    ),
    Choice(
        "underwhist_high",
        "§3.4: the second pays, or each half the price",
        "sochi 3",
        ("A 8♣ 10, B whist 0, C whist 0",),
        {"second": "B mountain 0; C mountain 6", "both": "B mountain 3; C mountain 3"},
    ),
    Choice(
        "whist_style",
        "§3.3: W*T = 10 for one whister or 5 each, beside a consolation of 2",
        "sochi 3",
        ("A 6♣ 5, B whist 5, C pass",),
        {"greedy": "B whists A 12; C whists A 2", "gentleman": "B whists A 7; C whists A 7"},
    ),
    Choice(
        "gentleman_split",
        "§3.3: `always` halves made contracts too",
        "leningrad 3",
        ("A 6♣ 6, B whist 4, C pass",),
        {"on_remise": "B whists A 16; C whists A 0", "always": "B whists A 8; C whists A 8"},
    ),
    Choice(
        "ten_mode",
        "§3.6: duty 1, or whisters without a duty",
        "sochi 3",
        ("A 10♣ 10, B whist 0, C whist 0",),
        {"whist": "C mountain 10", "check": "C mountain 0"},
    ),
    Choice(
        "ten_mode",
        "§3.6: both defenders count as whisters whatever they said",
        "sochi 3",
        ("A 10♣ 9, B whist 1, C pass 0",),
        {"whist": "B whists A 20; C whists A 10", "check": "B whists A 20; C whists A 10"},
    ),
    Choice(
        "ten_mode",
        "§3.6: the same ten with C's trick: of the whister, or his who took it",
        "sochi 3",
        ("A 10♣ 9, B whist 0, C pass 1",),
        {"whist": "B whists A 20; C whists A 10", "check": "B whists A 10; C whists A 20"},
    ),
    Choice(
        "half_whist_levels",
        "§3.5: a six",
        "sochi 3",
        ("A 6♣, B pass, C half",),
        {
            "6,7": "C whists A 4",
            "6": "C whists A 4",
            "6,7,8": "C whists A 4",
            "none": "refused half-level",
        },
    ),
    Choice(
        "half_whist_levels",
        "§3.5: a seven",
        "sochi 3",
        ("A 7♣, B pass, C half",),
        {"6,7": "C whists A 4", "6": "refused half-level", "6,7,8": "C whists A 4", "none": "refused half-level"},
    ),
    Choice(
        "half_whist_levels",
        "§3.5: half of one trick on an eight",
        "sochi 3",
        ("A 8♣, B pass, C half",),
        {"6,7": "refused half-level", "6": "refused half-level", "6,7,8": "C whists A 3", "none": "refused half-level"},
    ),
    Choice(
        "half_whist_by",
        "§3.5: a lone whister who spoke first",
        "sochi 3",
        ("A 6♣, B half, C pass",),
        {"either": "B whists A 4", "second": "refused half-first"},
    ),
    Choice(
        "stalingrad",
        "§3.7: on 6♠ both must whist",
        "sochi 3",
        ("A 6♠ 6, B pass, C whist 4",),
        {"no": "A pool 2; C whists A 8", "yes": "refused stalingrad"},
    ),
    Choice(
        "give_up_tricks",
        "§3.8: a seven",
        "sochi 3",
        ("A 7♣ giveup",),
        {"0": "refused giveup-off", "2": "A mountain 8", "3": "A mountain 12"},
    ),
    Choice(
        "talon_bonus",
        "§3.10: ace and king of a suit, `all` only",
        "sochi 4",
        ("A 7♣ talon=2, B pass, C pass",),
        {"off": "refused talon-off", "dealer": "refused talon-two", "all": "D whists A 8"},
    ),
    Choice(
        "talon_bonus",
        "§3.10: two aces",
        "sochi 4",
        ("A 7♣ talon=3, B pass, C pass",),
        {"off": "refused talon-off", "dealer": "D whists A 12", "all": "D whists A 12"},
    ),
    Choice(
        "talon_bonus",
        "§3.10: three players, half to each opponent or nothing",
        "sochi 3",
        ("A 7♣ talon=1, B pass, C pass",),
        {"off": "refused talon-off", "dealer": "refused talon-three", "all": "B whists A 2; C whists A 2"},
    ),
    Choice(
        "dealer_may_whist",
        "§3.11: he writes all defence tricks",
        "sochi 4",
        ("A 7♣ 7, B pass, C pass, D whist 3",),
        {"yes": "D whists A 12", "no": "refused dealer-plays"},
    ),
    Choice(
        "allpass_scoring",
        "§4: five a trick on the mountain, or A's five for each trick of the others",
        "sochi 3, allpass_clean_bonus one, allpass_price 5, dealer_takes_talon_tricks no, allpass_amnesty no",
        ("allpass A 2, B 3, C 5",),
        {
            "mountain": "A mountain 10; B mountain 15; C mountain 25; A whists B 0; A whists C 0",
            "whists": "A mountain 0; B mountain 0; C mountain 0; A whists B 15; A whists C 25",
        },
    ),
    Choice(
        "allpass_price",
        "§4: four in a row, A one trick over the least in each; the last price repeats",
        "sochi 3",
        (ALLPASS,) * 4,
        {
            "1": "A mountain 4; price 1",
            "1,2,2": "A mountain 7; price 2",
            "1,2,3": "A mountain 9; price 3",
            "1,2,4": "A mountain 11; price 4",
            "1,2,4,8": "A mountain 15; price 8",
            "2,4,6": "A mountain 18; price 6",
            "5": "A mountain 20; price 5",
            "10": "A mountain 40; price 10",
        },
    ),
    Choice(
        "allpass_amnesty",
        "§4: the table's least is 1, that of the three who play is 2",
        "sochi 4",
        ("allpass A 4, B 3, C 2, D 1",),
        {
            "no": "A mountain 4; B mountain 3; C mountain 2; D mountain 1",
            "table": "A mountain 3; B mountain 2; C mountain 1; D mountain 0",
            "players": "A mountain 2; B mountain 1; C mountain 0; D mountain 1",
        },
    ),
    Choice(
        "allpass_clean_bonus",
        "§4: one trick's price, always 1, two prices off the mountain, nothing",
        "sochi 3, allpass_price 3",
        ("allpass A 0, B 4, C 6",),
        {
            "price": "A pool 3; A mountain 0",
            "one": "A pool 1; A mountain 0",
            "mountain_minus_two": "A pool 0; A mountain -6",
            "none": "A pool 0; A mountain 0",
        },
    ),
    Choice(
        "minimum_bid_after_allpass",
        "§4, exit: after one",
        "sochi 3",
        (ALLPASS, f"A 6♣, {UNPLAYED}"),
        {
            "6": "A pool 2; lowest 6",
            "7": "refused bid-below-minimum",
            "7,8": "refused bid-below-minimum",
            "7,8,9": "refused bid-below-minimum",
        },
    ),
    Choice(
        "minimum_bid_after_allpass",
        "§4, exit: after two",
        "sochi 3",
        (ALLPASS, ALLPASS, f"A 7♣, {UNPLAYED}"),
        {"6": "A pool 4", "7": "A pool 4", "7,8": "refused bid-below-minimum", "7,8,9": "refused bid-below-minimum"},
    ),
    Choice(
        "minimum_bid_after_allpass",
        "§4, exit: after three, the last repeating",
        "sochi 3",
        (ALLPASS, ALLPASS, ALLPASS, f"A 8♣, {UNPLAYED}"),
        {"6": "A pool 6", "7": "A pool 6", "7,8": "A pool 6", "7,8,9": "refused bid-below-minimum"},
    ),
    Choice(
        "allpass_row_ends",
        "§4: after a failed contract C's three tricks cost 3 again, or 6",
        "classic 3",
        (ALLPASS, SIX_ONE_DOWN, ALLPASS),
        {"any": "C mountain 6", "made": "C mountain 9", "whisted_made": "C mountain 9"},
    ),
    Choice(
        "allpass_row_ends",
        "§4: an unplayed one is made, but nobody whisted",
        "classic 3",
        (ALLPASS, f"A 6♣, {UNPLAYED}", ALLPASS),
        {"any": "C mountain 6", "made": "C mountain 6", "whisted_made": "C mountain 9"},
    ),
    Choice(
        "misere_ends_row",
        "§4: a made misère",
        "classic 3",
        (ALLPASS, "A misere 0", ALLPASS),
        {"yes": "C mountain 6; row 1; price 2", "no": "C mountain 9; row 2; price 3"},
    ),
    Choice(
        "dealer_takes_talon_tricks",
        "§4: the four counts make 10, or he takes none",
        "sochi 4",
        ("allpass A 4, B 3, C 2, D 1",),
        {"yes": "A mountain 3; B mountain 2; C mountain 1; D mountain 0", "no": "refused dealer-talon-off"},
    ),
    Choice(
        "dealer_takes_talon_tricks",
        "§4: where he cannot, one of the three has the rest (design §2)",
        "sochi 4",
        ("allpass A 4, B 3",),
        {"yes": "refused allpass-counts-missing", "no": "A mountain 4; B mountain 3; C mountain 3; D mountain 0"},
    ),
    Choice(
        "bombs",
        "§5: A passed in the dark; then his six, made, uses up a bomb",
        "classic 3",
        (f"{ALLPASS} dark A", f"A 6♣, {UNPLAYED}"),
        {
            "no": "A pool 2; A bombs none; B bombs none",
            "dark_pass": "A pool 4; A bombs none; B bombs none",
            "allpass": "A pool 4; A bombs none; B bombs 2",
        },
    ),
    Choice(
        "dark_bids",
        "§5: everything the hand writes is doubled",
        "sochi 3",
        (f"A 7♣ dark, {UNPLAYED}",),
        {"yes": "A pool 8", "no": "refused dark-off"},
    ),
    Choice(
        "dark_limit",
        "§5: three dark passes are x8, up to the limit",
        "classic 3",
        (f"{ALLPASS} dark A B C",),
        {"none": "A mountain 32; A bombs 8", "4": "A mountain 16; A bombs 4", "2": "A mountain 8; A bombs 2"},
    ),
    Choice(
        "misere_shared_with_dealer",
        "§9: half to the declarer, half to the dealer",
        "sochi 4",
        ("A misere 0",),
        {"no": "A pool 10; D pool 0", "yes": "A pool 5; D pool 5"},
    ),
    Choice(
        "pool_target",
        "§7.1, §7.2: A has 195 and makes ten more; what is over goes to B at 10 whists a point",
        "sochi 3, pool_end time",
        ("adjust A pool 195", f"A 10♣, {UNPLAYED}"),
        {
            "none": "A pool 205; B pool 0; A whists B 0",
            "200": "A pool 200; B pool 5; A whists B 50",
            "20": "A pool 195; B pool 10; A whists B 100",
            "6": "A pool 195; B pool 6; C pool 4; A whists B 60; A whists C 40",
        },
    ),
    Choice(
        "pool_end",
        "§7.4: pools of 4; A and B close theirs, then A makes 2 and 2",
        "sochi 3, pool_target 4",
        (f"A 7♣, {UNPLAYED}", "B 7♣, C pass, A pass", f"A 6♣, {UNPLAYED}", f"A 6♣, {UNPLAYED}"),
        {
            "each": "A pool 4; B pool 4; C pool 4; over",
            "all_but_one": "refused pulka-over",
            "sum": "A pool 8; B pool 4; C pool 0; over",
            "time": "A pool 4; B pool 4; C pool 4; open",
        },
    ),
    Choice(
        "help_to",
        "§7.2: C is the fuller, B the next clockwise",
        "sochi 3",
        (*pools(20, 5, 18), f"A 6♣, {UNPLAYED}"),
        {"fullest": "B pool 5; C pool 20", "clockwise": "B pool 7; C pool 18"},
    ),
    Choice(
        "help_whists_per_point",
        "§7.2: two points given",
        "sochi 3",
        (*pools(20, 5, 18), f"A 6♣, {UNPLAYED}"),
        {
            "10": "A whists C 20",
            "20": "A whists C 40",
            "1": "A whists C 2",
            "0.1": "A whists C 1/5",
            "1/3": "A whists C 2/3",
        },
    ),
    Choice(
        "excess_when_all_closed",
        "§7.3: 2 close the pool, 6 are over",
        "sochi 3",
        (*pools(18, 20, 20), f"A 9♣, {UNPLAYED}"),
        {"own_mountain": "A pool 20; A mountain -6; over", "drop": "A pool 20; A mountain 0; over"},
    ),
    Choice(
        "made_goes_to",
        "§7.5: the pool unless the hand says otherwise; the mountain down to zero first",
        "sochi 3",
        ("start A mountain 3", f"A 7♣, {UNPLAYED}"),
        {
            "pool": "A pool 4; A mountain 3",
            "mountain_first": "A pool 1; A mountain 0",
            "choice": "A pool 4; A mountain 3",
        },
    ),
    Choice(
        "made_goes_to",
        "§7.5: the choice of so many pool points",
        "sochi 3",
        ("start A mountain 3", f"A 7♣ to=mountain:2, {UNPLAYED}"),
        {
            "pool": "refused to-mountain-off",
            "mountain_first": "refused to-mountain-off",
            "choice": "A pool 2; A mountain 1",
        },
    ),
    Choice(
        "pool_shown",
        "§7.5: 4 earned of 20, or 16 and 20 left",
        "sochi 3",
        (f"A 7♣, {UNPLAYED}",),
        {"earned": "A pool 4; A shows 4; B shows 0", "left": "A pool 4; A shows 16; B shows 20"},
    ),
    Choice(
        "rounding",
        "§8: -7 1/2 and three times 2 1/2; an odd point is two whists by each",
        "sochi 4",
        ("start A mountain 1",),
        {
            "exact": "A balance -15/2; B balance 5/2; C balance 5/2; D balance 5/2",
            "whole": "A balance -7; B balance 3; C balance 2; D balance 2",
            "table_custom": "A balance -6; B balance 2; C balance 2; D balance 2",
        },
    ),
    Choice(
        "loss_limit",
        "§8, no preset's: of 30 lost on the mountain each other player wins 10; where 15 are paid he gets 5",
        "sochi 4",
        ("start A mountain 4",),
        {
            "none": "A balance -30; A pays 30; B gets 10",
            "20": "A balance -30; A pays 20; B gets 7",
            "15": "A balance -30; A pays 15; B gets 5",
        },
    ),
]


def outcome(pulka: Pulka, expected: str) -> str:
    """What the lines came to, in the form of an expected outcome."""
    if pulka.errors:
        return "refused " + " ".join(fault.code for fault in pulka.errors)
    return "accepted" if expected.startswith("refused") else shown(pulka, expected)


@pytest.mark.parametrize(
    ("choice", "value"),
    [
        pytest.param(choice, value, id=f"{choice.rule}={value}-{n}")
        for n, choice in enumerate(CHOICES)
        for value in choice.outcomes
    ],
)
def test_rule_value(choice: Choice, value: str) -> None:
    expected = choice.outcomes[value]
    pulka = read_text(file_of(f"{choice.table}, {choice.rule} {value}", *choice.lines))
    assert outcome(pulka, expected) == expected, choice.source


# The table itself


def wanted_values(rule: str, kind: Kind, presets: Mapping[str, Rules]) -> set[object]:
    """Every value that must stand in the table: each word and number there is, and the values of the presets."""
    if isinstance(kind, Word):
        return set(kind.words)
    if isinstance(kind, YesNo):
        return {True, False}
    if isinstance(kind, Number):
        return set(kind.numbers)
    return {getattr(rules, rule) for rules in presets.values() if hasattr(rules, rule)}


def gaps(choices: Sequence[Choice], kinds: Mapping[str, Kind], presets: Mapping[str, Rules] = PRESETS) -> list[str]:
    """What the table does not show: rules without rows, values left out, pairs of values that no row tells apart."""
    found = []
    for rule, kind in kinds.items():
        rows = [choice for choice in choices if choice.rule == rule]
        told = [{kind.parse(value): figures for value, figures in row.outcomes.items()} for row in rows]
        values = {value: None for row in told for value in row}
        if len(values) < 2:
            found.append(f"{rule}: fewer than two values")
        missing = wanted_values(rule, kind, presets) - set(values)
        found += [f"{rule}: {kind.text(value)} is missing" for value in missing]
        for one, other in combinations(values, 2):
            if not any(one in row and other in row and row[one] != row[other] for row in told):
                found.append(f"{rule}: {kind.text(one)} and {kind.text(other)} are not told apart")
    return found


def test_every_value_of_every_rule_changes_a_figure() -> None:
    """§9: each word, each number, and the tables of each preset; any two values differ in some row."""
    assert {field.name for field in fields(Rules)} - set(KINDS) == {"preset"}
    assert gaps(CHOICES, KINDS) == []
    assert {choice.rule for choice in CHOICES} == set(KINDS)


def test_every_row_names_its_paragraph() -> None:
    for rule, paragraph in PARAGRAPHS.items():
        assert any(paragraph in choice.source for choice in CHOICES if choice.rule == rule), (rule, paragraph)


def test_the_table_is_seen_to_have_gaps() -> None:
    """A new rule, a new word, a value that changes nothing: each is found."""
    invented = {**KINDS, "kibitzers_pay": YesNo()}
    assert sorted(gaps(CHOICES, invented)) == [
        "kibitzers_pay: fewer than two values",
        "kibitzers_pay: no is missing",
        "kibitzers_pay: yes is missing",
    ]
    worded = {**KINDS, "help_to": Word("fullest", "clockwise", "poorest")}
    assert gaps(CHOICES, worded) == ["help_to: poorest is missing"]
    without = [choice for choice in CHOICES if choice.rule != "rounding"]
    assert sorted(gaps(without, KINDS)) == [
        "rounding: exact is missing",
        "rounding: fewer than two values",
        "rounding: table_custom is missing",
        "rounding: whole is missing",
    ]
    idle = Choice("help_to", "", "sochi 3", (), {"fullest": "A pool 2", "clockwise": "A pool 2"})
    assert gaps([idle], {"help_to": KINDS["help_to"]}) == ["help_to: fullest and clockwise are not told apart"]
    assert gaps([], {"allpass_price": Figures(1)})[0] == "allpass_price: fewer than two values"
