"""The parts of the game one by one: what each says where whole pulkas would not show it.

Cells, worth, seats, contracts as text, the values a rule may have, what price lists share, payments.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import pytest

from pulka_calc.game import closing, ledger, rules, table, terms
from pulka_calc.game.hands import AllPass, Contract, GiveUp, Misere, Outcome, outcome
from pulka_calc.game.ledger import Account, Cause, Posting, cell, worth
from pulka_calc.game.presets import LENINGRAD, PRESETS, SOCHI
from pulka_calc.game.pricelist import price_list
from pulka_calc.game.rulekinds import Figures, Kind, Levels, Number, Rate, Table, Whole, Word, YesNo
from pulka_calc.game.rules import KINDS, Rules
from pulka_calc.game.settlement import Payment, Settlement, largest_remainder, shortest_payments
from pulka_calc.game.sheet import Sheet
from pulka_calc.journal.pulka import read_text
from tests.reading import refusal, sound
from tests.test_scoring import file_of

if TYPE_CHECKING:
    from collections.abc import Iterable

# Cells, postings and what they are worth


def test_equal_cells_and_outcomes_are_one_and_never_change() -> None:
    assert cell("whists", 0, 1) is ledger.whists(0, 1)
    assert ledger.pool(2) is cell("pool", 2, None)
    assert ledger.mountain(2) is not ledger.pool(2)
    said = outcome(6, 6, "whist", "pass", None, False, 0, False)
    assert said is outcome(6, 6, "whist", "pass", None, False, 0, False)
    for value, field in ((ledger.pool(0), "player"), (said, "tricks")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, 1)
        assert not hasattr(value, "__dict__"), "nothing can be hung on it"
    # They are told apart by identity alone, so that a cell is found without looking into it.
    assert Account("pool", 0, None) != Account("pool", 0, None)
    assert Outcome(6, 6, "whist", "pass", None, False, 0, False) != said


def test_a_cause_without_more_words() -> None:
    cause = Cause("contract_value", "made", 3, Fraction(1, 3))
    assert cause[4:] == (1, "", None, None, 1)
    assert cause.points == 1
    assert type(cause.points) is int


@pytest.mark.parametrize(
    ("posting", "players", "row"),
    [
        # a pool point of Sochi is 10: its owner gains 10 - 10/N, each other loses 10/N; in units of 1/N whist
        (("pool", 0, None, 2), 3, (40, -20, -20)),
        (("pool", 1, None, 2), 4, (-20, 60, -20, -20)),
        (("mountain", 2, None, 1), 3, (10, 10, -20)),
        (("whists", 0, 2, 5), 3, (15, 0, -15)),
        (("whists", 3, 1, 5), 4, (0, -20, 0, 20)),
    ],
)
def test_worth_by_hand(posting: tuple[Any, ...], players: int, row: tuple[int, ...]) -> None:
    """§8: the divisor is N, the owner included."""
    column, player, on, points = posting
    assert worth(Posting(cell(column, player, on), points, Cause("", "", points, 1)), SOCHI, players) == row


def test_a_sheet_of_cells() -> None:
    """A cell that nothing was written in is 0, and a figure that is whole is an int."""
    cells: dict[Account, terms.Figure] = {
        ledger.pool(1): Fraction(5, 2),
        ledger.mountain(0): 3,
        ledger.whists(2, 0): Fraction(4, 2),
        ledger.whists(0, 1): 5,
    }
    sheet = Sheet.of(cells, 3)
    assert sheet == Sheet((0, Fraction(5, 2), 0), (3, 0, 0), ((0, 5, 0), (0, 0, 0), (2, 0, 0)))
    assert type(sheet.whists[2][0]) is int
    for account in (ledger.pool(1), ledger.mountain(0), ledger.whists(2, 0), ledger.whists(0, 1)):
        assert sheet.cell(account) == cells[account]
    assert sheet.cell(ledger.pool(0)) == sheet.cell(ledger.mountain(1)) == sheet.cell(ledger.whists(1, 2)) == 0


# Closing, on a sheet whose empty cells are left out


def test_closing_takes_an_empty_cell_for_nothing() -> None:
    """§7.2, §7.3, §7.5."""
    ten = replace(SOCHI, pool_target=10)
    cause = Cause("contract_value", "made", 1, 10)

    def written(
        points: int, sheet: dict[Account, terms.Figure], table: Rules = ten
    ) -> list[tuple[Account, terms.Figure]]:
        return [(posting.account, posting.points) for posting in closing.into_pools(points, sheet, 0, 3, table, cause)]

    assert written(10, {}) == [(ledger.pool(0), 10)]
    [whole] = closing.into_pools(10, {}, 0, 3, ten, cause)
    assert whole.cause is cause, "a gain that goes into the pool whole is told as it was made"
    assert written(12, {})[0] == (ledger.pool(0), 10)
    # B's pool is empty and open, C's is the fuller.
    filled: dict[Account, terms.Figure] = {ledger.pool(0): 10, ledger.pool(2): 1}
    assert written(12, filled) == [
        (ledger.pool(2), 9),
        (ledger.whists(0, 2), 90),
        (ledger.pool(1), 3),
        (ledger.whists(0, 1), 30),
    ]
    empty: dict[Account, terms.Figure] = {ledger.pool(0): 10}
    assert [account for account, _ in written(2, empty)] == [ledger.pool(1), ledger.whists(0, 1)], "the next clockwise"
    one = replace(SOCHI, pool_target=1)
    assert written(3, {}, one) == [
        (ledger.pool(0), 1),
        (ledger.pool(1), 1),
        (ledger.whists(0, 1), 10),
        (ledger.pool(2), 1),
        (ledger.whists(0, 2), 10),
    ]
    mountain_first = replace(SOCHI, made_goes_to="mountain_first")
    assert closing.on_mountain(4, {}, 0, mountain_first, None) == 0
    assert closing.on_mountain(4, {ledger.mountain(0): 1}, 0, mountain_first, None) == 1
    assert not closing.mountain_holds(1, {}, 0, SOCHI)
    assert closing.mountain_holds(0, {}, 0, SOCHI)


@pytest.mark.parametrize(("mountain", "holds"), [("4", True), ("3", False), ("1", False)])
def test_a_mountain_holds_two_points_for_each_pool_point(mountain: str, holds: bool) -> None:
    """§7.5, §7.3: either form is refused when the mountain holds less; Leningrad's rate is two."""
    lines = (f"start A mountain {mountain}", "A 6♣ to=mountain, B pass, C pass")
    text = file_of("leningrad 3, made_goes_to choice", *lines)
    if holds:
        assert sound(text).sheet.mountain["A"] == 0
    else:
        assert refusal(text).code == "to-mountain-holds"


@pytest.mark.parametrize(("points", "code"), [(4, None), (5, "to-mountain-gain")])
def test_no_more_goes_to_the_mountain_than_the_bomb_made_of_it(points: int, code: str | None) -> None:
    """§7.5: counted after `k`; a six under a bomb of two gains 4."""
    lines = ("start A mountain 20", "allpass A 4, B 3, C 3 dark A", f"A 6♣ to=mountain:{points}, B pass, C pass")
    text = file_of("classic 3, made_goes_to choice", *lines)
    if code is None:
        # 20 of old, 8 of the all-pass hand, 4 off
        assert sound(text).sheet.mountain["A"] == 24
    else:
        assert refusal(text).code == code


def test_points_left_are_the_target_less_the_points() -> None:
    """§7.5: up or down is only a way to show the pool."""
    head = "pulka 1\nrules sochi\nrule pool_target 30\nplayers A B C\n"
    left, written = sound(f"{head}start A left 8\n"), sound(f"{head}start A pool 22\n")
    assert left.sheet == written.sheet
    assert left.settle().exact == written.settle().exact


# Seats


def test_seats() -> None:
    """§1: clockwise; the dealer of four sits out, three all play."""
    assert table.left_of(3, 4) == 0
    assert table.clockwise_from(2, 4) == (2, 3, 0, 1)
    assert [table.sitting_out(dealer, 4) for dealer in range(4)] == [0, 1, 2, 3]
    assert [table.sitting_out(dealer, 3) for dealer in range(3)] == [None] * 3
    assert table.active(3, 4) == (0, 1, 2)
    assert table.active(1, 4) == (2, 3, 0)
    assert table.active(2, 3) == (0, 1, 2)
    assert table.parts(2, 3, 4) == (2, 0, 1, 3)
    assert table.parts(2, 0, 3) == (2, 0, 1)
    assert table.gain_order(1, 4) == (2, 3, 0, 1)


# Contracts as text


@pytest.mark.parametrize(
    ("text", "level", "suit"),
    [
        ("6♠", 6, "♠"),
        ("7♣", 7, "♣"),
        ("8♦", 8, "♦"),
        ("9♥", 9, "♥"),
        ("10NT", 10, "NT"),
        ("10", 10, None),
        ("6", 6, None),
    ],
)
def test_contracts(text: str, level: int, suit: terms.Suit | None) -> None:
    assert terms.parse_contract(text) == (level, suit)
    assert terms.contract_text(level, suit) == text


@pytest.mark.parametrize("text", ["", "5♠", "11", "1", "♠", "6x", "6♠♠", "16", "NT", "100", "²"])
def test_no_contracts(text: str) -> None:
    with pytest.raises(ValueError):
        terms.parse_contract(text)


def test_words_of_the_game() -> None:
    assert terms.SUITS == ("♠", "♣", "♦", "♥", "NT"), "from the lowest bid to the highest"
    assert terms.LEVELS == (6, 7, 8, 9, 10)
    assert (terms.HAND_TRICKS, terms.TALON_TRICKS) == (10, 2)
    assert terms.COLUMNS == ("pool", "mountain", "whists")
    assert type(terms.whole(Fraction(6, 2))) is int
    assert terms.whole(Fraction(1, 2)) == Fraction(1, 2)


# Hands without more words


def test_what_a_hand_says_only_when_it_is_said() -> None:
    said = outcome(6, 6, "whist", "pass", None, False, 0, False)
    hand = Contract(1, said)
    assert hand[2:] == (None, None, False, False, None, (None, None, None, None), (None, None))
    assert hand.level == 6
    assert GiveUp(1, 7, False)[3:] == (None, None)
    assert Misere(1, 2, False)[3:] == (None, False, False)
    assert AllPass((4, 3, 3)).dark == ()


@pytest.mark.parametrize(
    ("level", "tricks", "made"), [(6, None, True), (6, 6, True), (6, 5, False), (7, 8, True), (10, 0, False)]
)
def test_made(level: int, tricks: int | None, made: bool) -> None:
    """§3.1, §3.5: played so, or not played at all."""
    assert outcome(level, tricks, "whist", "pass", None, False, 0, False).made is made


# How the value of a rule is written


@pytest.mark.parametrize(
    ("rule", "legal", "illegal"),
    [
        ("contract_value", ["1", "1,2,3,4,999999999"], ["0", "1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,0"]),
        ("misere_value", ["1"], ["0", "-1", "none", "1000000000"]),
        ("whist_value", ["0"], ["-1"]),
        ("remise_factor", ["1", "2"], ["0", "3"]),
        ("consolation", ["0", "1,2,3,4,5"], ["-1", "1,2"]),
        ("consolation_to_passer", ["yes", "no", "да", "нет", "YES"], ["1", "none", ""]),
        ("consolation_to_dealer", ["yes", "no"], ["on"]),
        ("pool_point_whists", ["1"], ["0"]),
        ("mountain_point_whists", ["1"], ["0"]),
        ("whist_duty", ["0", "10"], ["11", "10,10,10,10,11"]),
        ("half_whist_levels", ["6", "9", "6,7,8,9", "none", "нет"], ["5", "10", "7,6", "6,6"]),
        ("give_up_tricks", ["0", "2", "3"], ["1", "4", "x"]),
        ("allpass_price", ["1", "1,1,1"], ["0", "1,0", ""]),
        ("minimum_bid_after_allpass", ["6", "10", "6,7,8,9,10"], ["5", "11"]),
        ("dark_limit", ["1", "none", "нет"], ["0"]),
        ("pool_target", ["1", "none", "None"], ["0"]),
        ("help_whists_per_point", ["1", "0.1", "0,1", "1/3"], ["0", "0.0", "1/0", "-1", "x"]),
        ("rounding", ["exact", "whole", "table_custom", "Whole"], ["yes", "no", ""]),
        ("loss_limit", ["1", "0.5", "1000/3", "none", "нет"], ["0", "-1", "no", ""]),
    ],
)
def test_what_a_rule_may_be(rule: str, legal: list[str], illegal: list[str]) -> None:
    """§9: the least and the most that make sense, and nothing past them."""
    kind = KINDS[rule]
    for text in legal:
        assert kind.parse(kind.text(kind.parse(text))) == kind.parse(text), "text and value are inverse"
    for text in illegal:
        with pytest.raises(ValueError):
            kind.parse(text)


@pytest.mark.parametrize(
    ("rule", "word", "value"),
    [
        ("talon_bonus", "no", "off"),
        ("talon_bonus", "нет", "off"),
        ("talon_bonus", "yes", None),
        ("allpass_amnesty", "yes", "table"),
        ("allpass_amnesty", "да", "table"),
        ("allpass_amnesty", "no", "no"),
        ("allpass_amnesty", "нет", "no"),
        ("bombs", "yes", "dark_pass"),
        ("bombs", "нет", "no"),
        ("help_to", "yes", None),
        ("help_to", "no", None),
    ],
)
def test_yes_and_no_where_they_stand_for_a_word(rule: str, word: str, value: str | None) -> None:
    """§5: `bombs = dark_pass`, also `yes`; §4: `allpass_amnesty = table` (`yes`)."""
    if value is None:
        with pytest.raises(ValueError, match=word):
            KINDS[rule].parse(word)
    else:
        assert KINDS[rule].parse(word) == value


@pytest.mark.parametrize(
    ("kind", "text", "value", "written"),
    [
        (YesNo(), "Да", True, "yes"),
        (YesNo(), "нет", False, "no"),
        (Word("a", "b"), "B", "b", "b"),
        (Whole(0), "7", 7, "7"),
        (Whole(0), "007", 7, "7"),
        (Whole(0, or_none=True), "NONE", None, "none"),
        (Number(0, 2), "2", 2, "2"),
        (Rate(), "2.50", Fraction(5, 2), "5/2"),
        (Rate(), "0,25", Fraction(1, 4), "1/4"),
        (Rate(), "4/2", 2, "2"),
        (Rate(), "2/006", Fraction(1, 3), "1/3"),
        (Figures(1), "1, 2,4", (1, 2, 4), "1,2,4"),
        (Table(0), "3", (3, 3, 3, 3, 3), "3,3,3,3,3"),
        (Levels(6, 9), "6,8", (6, 8), "6,8"),
        (Levels(6, 9), "None", (), "none"),
    ],
)
def test_kinds(kind: Kind, text: str, value: object, written: str) -> None:
    assert kind.parse(text) == value
    assert type(kind.parse(text)) is type(value)
    assert kind.text(value) == written


@pytest.mark.parametrize(
    ("kind", "choices"),
    [
        (YesNo(), "yes | no"),
        (Word("a", "b", yes="b"), "a | b"),
        (Whole(1), "1 …"),
        (Whole(1, 2), "1 … 2"),
        (Whole(1, or_none=True), "1 … | none"),
        (Number(0, 2, 3), "0 | 2 | 3"),
        (Rate(), "10 | 0.1 | 1/3"),
        (Rate(or_none=True), "10 | 0.1 | 1/3 | none"),
        (Figures(6, 10), "6 | 6,7 …"),
        (Table(1), "2,4,6,8,10"),
        (Levels(6, 9), "6 | 6,7 | 6,7,8 | none"),
    ],
)
def test_choices(kind: Kind, choices: str) -> None:
    assert kind.choices() == choices


def test_a_kind_says_three_things() -> None:
    assert Kind.__abstractmethods__ == {"parse", "text", "choices"}


def test_a_list_has_an_end() -> None:
    assert len(Figures(1).parse(",".join(["1"] * 32))) == 32
    with pytest.raises(ValueError, match="1,1"):
        Figures(1).parse(",".join(["1"] * 33))


# Memory: who shares a price list


AFTER_THE_HAND: Final[dict[str, Any]] = {
    "preset": "mine",
    "minimum_bid_after_allpass": (7,),
    "pool_point_whists": 7,
    "mountain_point_whists": 7,
    "pool_target": 7,
    "pool_end": "time",
    "help_to": "clockwise",
    "help_whists_per_point": 7,
    "excess_when_all_closed": "drop",
    "made_goes_to": "choice",
    "pool_shown": "left",
    "rounding": "exact",
    "loss_limit": 500,
}
"""What only closing, settling and bidding ask for, with another value than Sochi's."""


@pytest.mark.parametrize("rule", [field.name for field in fields(Rules)])
def test_tables_share_prices_when_only_closing_or_settling_differs(rule: str) -> None:
    if rule in AFTER_THE_HAND:
        assert price_list(replace(SOCHI, **{rule: AFTER_THE_HAND[rule]}), 3) is price_list(SOCHI, 3)
    else:
        # Any other value will do; what is asked is whether it is looked at.
        another: dict[str, Any] = {rule: ("another", rule)}
        assert price_list(replace(SOCHI, **another), 3) is not price_list(SOCHI, 3)


def test_a_table_of_four_has_prices_of_its_own() -> None:
    assert price_list(SOCHI, 4) is not price_list(SOCHI, 3)


def test_a_hand_is_reckoned_once() -> None:
    prices = price_list(SOCHI, 4)
    contract = Contract(1, outcome(7, 6, "whist", "pass", None, False, 0, False))
    again = Contract(1, outcome(7, 6, "whist", "pass", None, False, 0, False), suit="♠")
    assert prices.contract(contract, 0, 1) is prices.contract(again, 0, 1)
    assert prices.contract(contract, 0, 1) is not prices.contract(contract, 2, 1)
    assert prices.contract(contract, 0, 2) is prices.contract(contract, 0, 2)
    assert prices.contract(contract, 0, 2) is not prices.contract(contract, 0, 1)
    nothing = AllPass((4, 3, 3, 0))
    assert prices.allpass(nothing, 0, 1) is prices.allpass(AllPass((4, 3, 3, 0)), 0, 1)
    assert prices.allpass(nothing, 0, 1) is not prices.allpass(nothing, 0, 2)
    reckoned = prices.allpass(nothing, 0, 1)
    assert (reckoned.made, reckoned.ends_row) == (False, False)


def test_equal_tables_read_alike() -> None:
    """What may be said depends on some rules alone, so tables that differ in others share their reader."""
    assert replace(SOCHI, whist_value=(1, 1, 1, 1, 1)).reading == SOCHI.reading
    assert replace(SOCHI, stalingrad=True).reading != SOCHI.reading
    assert SOCHI.reading[0] == "whist"
    assert SOCHI.price_of_hand[0] == SOCHI.contract_value


def test_the_rate_of_the_mountain() -> None:
    assert SOCHI.mountain_per_pool_point == 1
    assert LENINGRAD.mountain_per_pool_point == 2
    assert replace(SOCHI, mountain_point_whists=4).mountain_per_pool_point == Fraction(5, 2)


def test_the_target_that_closes_a_pool() -> None:
    """§7.4: where the sum ends the pulka no pool closes by itself."""
    assert SOCHI.closing_target == 20
    assert replace(SOCHI, pool_end="sum").closing_target is None
    assert PRESETS["sport"].closing_target is None


@pytest.mark.parametrize(("third", "over"), [(20, True), (19, False)])
def test_a_pulka_ends_when_the_last_open_pool_leaves(third: int, over: bool) -> None:
    """§7.4: every pool that is left is closed."""
    pools = f"start A pool 20\nstart B pool 20\nstart C pool {third}\n"
    pulka = sound(f"pulka 1\nrules sochi\nplayers A B C D\ndealer D\n{pools}leave D\n")
    assert pulka.over is over
    assert (pulka.next is None) is over


# Settling


def settled(pool: tuple[terms.Figure, ...], mountain: tuple[terms.Figure, ...], **changes: Any) -> Settlement:
    """A sheet of Sochi without whists."""
    players = len(pool)
    nothing = tuple((0,) * players for _ in range(players))
    return Settlement(Sheet(pool, mountain, nothing), replace(SOCHI, **changes), players)


def plain(figures: Iterable[terms.Figure]) -> str:
    """Figures as they are written."""
    return " ".join(map(str, figures))


def test_pools_and_mountains_step_by_step() -> None:
    """§8 by hand, Leningrad: B lacks 5 pool points, 10 on the mountain; mountains 4/16/1, smallest off 3/15/0."""
    end = settled((5, 0, 5), (4, 6, 1), pool_point_whists=20)
    assert plain(end.levelled) == "4 16 1"
    assert plain(end.left) == "3 15 0"
    assert [(pair.player, pair.other) for pair in end.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert plain(pair.whists for pair in end.pairs) == "40 -10 -50"
    assert plain(end.exact) == "30 -90 60"
    assert [step.step for step in end.steps] == [
        "pools",
        *["smallest"] * 3,
        *["shares"] * 4,
        *["pairs"] * 3,
        *["totals"] * 3,
    ]


def test_who_left_has_whists_alone() -> None:
    """§8 among the three who share, by hand: S is 40, -50, -20 with a mean of -10; D has 3 from others by whists."""
    whists = ((0, 0, 0, 5), (0, 0, 0, 0), (0, 0, 0, 0), (0, 8, 0, 0))
    sheet = Sheet((6, 0, 0, 0), (2, 5, 2, 0), whists)
    end = Settlement(sheet, SOCHI, 4, (0, 1, 2))
    assert plain(end.exact) == "55 -48 -10 3"
    assert plain(pair.whists for pair in end.pairs) == "30 20 5 -10 -8 0"
    # B and C lack six points each; then two are off all, but D has no mountain
    assert plain(end.levelled) == "2 11 8 0"
    assert plain(end.left) == "0 9 6 0"
    assert [(step.step, step.player, step.other, int(step.amount)) for step in end.steps if step.step != "pairs"] == [
        ("pools", 1, None, 6),
        ("pools", 2, None, 6),
        ("smallest", 0, None, 0),
        ("smallest", 1, None, 9),
        ("smallest", 2, None, 6),
        ("shares", 0, 1, 30),
        ("shares", 2, 1, 30),
        ("shares", 0, 2, 20),
        ("shares", 1, 2, 20),
        ("totals", 0, None, 55),
        ("totals", 1, None, -48),
        ("totals", 2, None, -10),
        ("totals", 3, None, 3),
    ]
    custom = Settlement(sheet, replace(SOCHI, rounding="table_custom"), 4, (0, 1, 2))
    assert plain(custom.shared) == plain(end.exact), "nine and six are three and two for each"


def test_what_is_written_brings_nothing_to_who_left() -> None:
    """§8: a pool point is shared by the three; whists are between two, whoever they are."""
    pool = Posting(ledger.pool(0), 1, Cause("", "", 1, 1))
    whists = Posting(ledger.whists(0, 3), 5, Cause("", "", 5, 1))
    assert worth(pool, SOCHI, 4, (0, 1, 2)) == (20, -10, -10, 0)
    assert worth(whists, SOCHI, 4, (0, 1, 2)) == (15, 0, 0, -15)
    assert plain(ledger.brought([pool, whists], SOCHI, 4, (0, 1, 2))) == "35/3 -10/3 -10/3 -5"


def test_whists_of_a_pair_are_netted() -> None:
    """§8: what A wrote on B less what B wrote on A, beside a third of the difference of pools."""
    sheet = Sheet((3, 0, 0), (0, 0, 0), ((0, 7, 1), (2, 0, 0), (0, 5, 0)))
    end = Settlement(sheet, SOCHI, 3)
    # S is 30, 0, 0: ten from each other for A
    assert plain(pair.whists for pair in end.pairs) == "15 11 -5"
    assert plain(end.exact) == "26 -20 -6"


def test_nothing_to_take_off_is_not_a_step() -> None:
    end = settled((0, 0, 0), (1, 0, 0))
    assert {step.step for step in end.steps} == {"shares", "pairs", "totals"}


def test_custom_sharing_of_more_and_of_parts() -> None:
    """§8, table_custom: an odd point of four is two whists by each, a fraction is shared evenly."""
    four = settled((0, 0, 0, 0), (Fraction(7, 2), 0, 0, 0), rounding="table_custom")
    # 3 1/2: the odd point 2 by each, the rest 2 1/2 is 25/4 by each
    assert plain(four.shared) == "-99/4 33/4 33/4 33/4"
    two = settled((0, 0), (3, 0), rounding="table_custom")
    assert plain(two.shared) == "-15 15"
    three = settled((0, 0, 0), (Fraction(5, 2), 0, 0), rounding="table_custom")
    # 2 1/2: two over is 6 whists by each, the rest 1/2 is 5/3 by each
    assert plain(three.shared) == "-46/3 23/3 23/3"


@pytest.mark.parametrize(
    ("shares", "numbers"),
    [
        (("-15/2", "5/2", "5/2", "5/2"), (-7, 3, 2, 2)),
        (("1/3", "1/3", "-2/3"), (1, 0, -1)),
        (("2/3", "-1/3", "-1/3"), (1, 0, -1)),
        (("1/4", "3/4", "-1"), (0, 1, -1)),
        (("1/2", "1/3", "1/6", "-1"), (1, 0, 0, -1)),
        (("3", "-3"), (3, -3)),
    ],
)
def test_largest_remainder(shares: tuple[str, ...], numbers: tuple[int, ...]) -> None:
    """§8: floor all, then one more to the largest remainders, ties in the order of the players."""
    assert largest_remainder(tuple(Fraction(share) for share in shares)) == numbers


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ((0, 0, 0), []),
        ((5, -5, 0), [(1, 0, 5)]),
        # the largest debtor pays the largest winner; of equal ones the first by seat
        ((10, -4, -6), [(2, 0, 6), (1, 0, 4)]),
        ((6, 4, -10), [(2, 0, 6), (2, 1, 4)]),
        ((3, 3, -3, -3), [(2, 0, 3), (3, 1, 3)]),
        ((5, 5, -10), [(2, 0, 5), (2, 1, 5)]),
        ((-5, -5, 10), [(0, 2, 5), (1, 2, 5)]),
        # two pairs that cancel, each by itself
        ((7, -2, -7, 2), [(2, 0, 7), (1, 3, 2)]),
        ((-2, 7, 2, -7), [(0, 2, 2), (3, 1, 7)]),
        # no group of fewer cancels: three payments
        ((8, -1, -3, -4), [(3, 0, 4), (2, 0, 3), (1, 0, 1)]),
        # of five players, two and three: three payments, not four
        ((4, -4, 6, -1, -5), [(1, 0, 4), (4, 2, 5), (3, 2, 1)]),
    ],
)
def test_payments_by_hand(balances: tuple[int, ...], payments: list[tuple[int, int, int]]) -> None:
    """§8: the shortest list."""
    assert shortest_payments(balances, None) == tuple(Payment(*payment, None) for payment in payments)


@pytest.mark.parametrize(
    ("balances", "coins", "payments"),
    [
        ((10, -4, -6), (100, -40, -60), [(2, 0, 6, 60), (1, 0, 4, 40)]),
        ((6, 4, -10), (60, 41, -101), [(2, 0, 6, 60), (2, 1, 4, 41)]),
        # whoever is quit settles all his coins by it
        ((10, -4, -6), (101, -41, -60), [(2, 0, 6, 60), (1, 0, 4, 41)]),
        # two groups whose coins do not cancel: the coin left over goes across, with no whists
        ((7, -2, -7, 2), (71, -20, -70, 19), [(2, 0, 7, 70), (1, 3, 2, 20), (3, 0, 0, 1)]),
        ((0, 0, 0), (1, -1, 0), [(1, 0, 0, 1)]),
        ((0, 0, 0), (2, -1, -1), [(1, 0, 0, 1), (2, 0, 0, 1)]),
        ((0, 0, 0), (1, 1, -2), [(2, 0, 0, 1), (2, 1, 0, 1)]),
    ],
)
def test_payments_in_coins_by_hand(
    balances: tuple[int, ...], coins: tuple[int, ...], payments: list[tuple[int, int, int, int]]
) -> None:
    assert shortest_payments(balances, coins) == tuple(Payment(*payment) for payment in payments)


def test_money_is_the_exact_balance_at_the_price() -> None:
    """§8: -20/3, 10/3, 10/3 at 3 roubles a whist, in kopecks."""
    assert settled((0, 0, 0), (1, 0, 0)).money(Fraction(3), Fraction(1, 100)) == (-2000, 1000, 1000)
    end = settled((0, 0, 0), (1, 0, 0))
    assert end.payments((-2000, 1000, 1000)) == (Payment(0, 1, 3, 1000), Payment(0, 2, 3, 1000))
    assert end.balance == (-6, 3, 3)


def test_rules_that_are_sound_have_no_conflicts() -> None:
    assert [rules.conflicts(preset) for preset in PRESETS.values()] == [[]] * 6
    assert read_text("pulka 1\nrules sochi\nplayers A B C\n").rules == SOCHI
