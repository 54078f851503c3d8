"""What a settlement can be asked: parts of a balance, why N and not N - 1, limits of loss, coins, roundings (§8)."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pulka_calc.documents import methods_document, money_text, parts_document, settle_document
from pulka_calc.game.methods import METHODS, balances_by, one_fewer
from pulka_calc.game.presets import PRESETS, SOCHI
from pulka_calc.game.settlement import Settlement, within
from pulka_calc.game.sheet import Sheet
from pulka_calc.journal.diagnostics import Span
from pulka_calc.journal.statements import Field, Stake, fields_of, read_stake
from pulka_calc.journal.writer import stake_text
from pulka_calc.schema import validated
from tests.reading import sound
from tests.tools.golden import Outcome, Program

HERE: Final = Path(__file__).parent
OLD: Final = (HERE / "golden" / "old.pulka").read_text(encoding="utf-8")
PAPER: Final = (HERE / "golden" / "paper.pulka").read_text(encoding="utf-8")
CASES: Final[list[dict[str, Any]]] = [
    case
    for case in map(json.loads, (HERE / "cases" / "worked.jsonl").read_text(encoding="utf-8").splitlines())
    if "start" in case["text"] and "exact" in case["expect"]
]
"""Sheets taken over from paper whose balances an outside source has."""


# Sheets


@st.composite
def settlements(draw: st.DrawFn) -> Settlement:
    """Any sheet of two to four, under any preset; one of four may have been settled and gone."""
    players = draw(st.integers(2, 4))
    cells = st.integers(-40, 400) | st.fractions(-40, 400, max_denominator=4)
    column = st.lists(cells, min_size=players, max_size=players).map(tuple)
    whists = tuple(
        tuple(0 if on == seat else draw(st.integers(0, 300)) for on in range(players)) for seat in range(players)
    )
    rules = draw(st.sampled_from(list(PRESETS.values())))
    roundings: list[Literal["exact", "whole", "table_custom"]] = ["exact", "whole", "table_custom"]
    rounding = draw(st.sampled_from(roundings))
    if rounding == "table_custom":
        rules = SOCHI
    members = tuple(range(players))
    if players == 4 and draw(st.booleans()):
        gone = draw(st.integers(0, 3))
        members = tuple(seat for seat in members if seat != gone)
    limit = draw(st.none() | st.integers(1, 900) | st.fractions(Fraction(1, 3), 900, max_denominator=6))
    sheet = Sheet(draw(column), draw(column), whists)
    return Settlement(sheet, replace(rules, rounding=rounding, loss_limit=limit), players, members)


PRICES: Final = st.fractions(Fraction(1, 1000), 50, max_denominator=1000)
COINS: Final = st.sampled_from([Fraction(1, 100), Fraction(1, 20), Fraction(1, 2), Fraction(1), Fraction(100)])


# Published figures


def settlement_of(case: dict[str, Any]) -> Settlement:
    return sound(case["text"]).settlement


def test_there_are_published_sheets() -> None:
    assert len(CASES) > 20


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_method_gives_the_published_balances(case: dict[str, Any]) -> None:
    settlement = settlement_of(case)
    published = tuple(Fraction(balance) for balance in case["expect"]["exact"].values())
    assert {method: balances_by(method, settlement) for method in METHODS} == dict.fromkeys(METHODS, published)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_parts_add_up_to_the_published_balances(case: dict[str, Any]) -> None:
    settlement = settlement_of(case)
    added = [sum(part.amount for part in settlement.parts(player)) for player in range(settlement.players)]
    assert added == [Fraction(balance) for balance in case["expect"]["exact"].values()]


# Why N (faults of other programs)

NOTHING: Final = ((0,) * 4,) * 4


@pytest.mark.parametrize(
    ("row", "pool", "mountain", "whists", "right", "wrong"),
    [
        ("4", (0, 0, 0), (2, 5, 8), NOTHING, "30 0 -30", "45 0 -45"),
        (
            "5",
            (20, 15, 20),
            (5, 12, 3),
            ((0, 20, 0), (10, 0, 0), (0, 0, 0)),
            "130/3 -290/3 160/3",
            "60 -140 80",
        ),
        ("8", (0, 0, 0, 0), (0, 0, 0, 4), NOTHING, "10 10 10 -30", "40/3 40/3 40/3 -40"),
        # A mountain point below nothing is worth 10 to nobody: 6 2/3 to its owner.
        ("22", (20, 20, 20), (-2, 0, 0), NOTHING, "40/3 -20/3 -20/3", "20 -10 -10"),
    ],
)
def test_rows_of_the_list_of_faults(
    row: str,
    pool: tuple[int, ...],
    mountain: tuple[int, ...],
    whists: tuple[tuple[int, ...], ...],
    right: str,
    wrong: str,
) -> None:
    players = len(pool)
    end = Settlement(Sheet(pool, mountain, tuple(line[:players] for line in whists[:players])), SOCHI, players)
    expected = tuple(map(Fraction, right.split()))
    assert end.exact == expected, row
    assert all(balances_by(method, end) == expected for method in METHODS), row
    assert one_fewer(end) == tuple(map(Fraction, wrong.split())), row


@given(settlements())
def test_three_methods_agree(settlement: Settlement) -> None:
    assert {balances_by(method, settlement) for method in METHODS} == {settlement.exact}


@given(settlements())
def test_one_fewer_is_off_by_the_factor(settlement: Settlement) -> None:
    """Whists apart, everything is N / (N - 1) of what it should be; where all mountains are level nothing is off."""
    whists = settlement.sheet.whists
    net = [sum(whists[seat]) - sum(row[seat] for row in whists) for seat in range(settlement.players)]
    factor = Fraction(settlement.divisor, settlement.divisor - 1)
    for played, right, wrong in zip(net, settlement.exact, one_fewer(settlement), strict=True):
        assert wrong - played == (right - played) * factor
    assert (one_fewer(settlement) == settlement.exact) is (len(set(settlement.left)) == 1 or not any(settlement.left))


def test_alone_there_is_nothing_to_divide() -> None:
    end = Settlement(Sheet((0, 0), (7, 3), ((0, 5), (0, 0))), SOCHI, 2, (0,))
    assert one_fewer(end) == end.exact == (Fraction(5), Fraction(-5))


# Parts


@given(settlements())
def test_parts_add_up(settlement: Settlement) -> None:
    for player in range(settlement.players):
        parts = settlement.parts(player)
        assert sum(part.amount for part in parts) == settlement.exact[player]
        mountains = [part.other for part in parts if part.part == "other_mountain"]
        assert mountains == [seat for seat in settlement.members if seat != player and player in settlement.members]
        assert [part.other for part in parts if part.part == "whists"] == [
            seat for seat in range(settlement.players) if seat != player
        ]


@given(settlements(), st.data())
def test_permuting_the_players_permutes_parts_and_balances(settlement: Settlement, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(settlement.players)))
    pool, mountain, whists = settlement.sheet
    moved = Settlement(
        Sheet(
            tuple(pool[seat] for seat in order),
            tuple(mountain[seat] for seat in order),
            tuple(tuple(whists[seat][on] for on in order) for seat in order),
        ),
        settlement.rules,
        settlement.players,
        tuple(place for place, seat in enumerate(order) if seat in settlement.members),
    )
    assert moved.exact == tuple(settlement.exact[seat] for seat in order)
    assert moved.limited == tuple(settlement.limited[seat] for seat in order)
    for place, seat in enumerate(order):
        told = {
            (part.part, None if part.other is None else order[part.other], part.amount) for part in moved.parts(place)
        }
        assert told == set(settlement.parts(seat))


# Sums, whole numbers, limits


@given(settlements())
def test_whists_sum_to_zero(settlement: Settlement) -> None:
    for balances in (settlement.exact, settlement.shared, settlement.balance, settlement.limited, settlement.paid):
        assert sum(balances) == 0
    if settlement.rules.rounding != "exact":
        assert all(balance.denominator == 1 for balance in (*settlement.balance, *settlement.paid))


@given(settlements())
def test_the_limit_is_never_exceeded(settlement: Settlement) -> None:
    """Nor does anybody who lost pay more for it, nor does a winner come to pay."""
    limit = settlement.rules.loss_limit
    if limit is None:
        assert settlement.paid == settlement.balance
        assert settlement.limited == settlement.shared
        assert not any(settlement.cut)
        return
    for before, after in ((settlement.shared, settlement.limited), (settlement.balance, settlement.paid)):
        assert all(-limit <= paid for paid in after)
        for was, paid, share in zip(before, after, settlement.shared, strict=True):
            assert was <= paid <= 0 if share <= 0 else 0 <= paid <= max(was, share + 1)
    assert sum(settlement.cut) == sum(max(Fraction(0), -limit - share) for share in settlement.shared)


@given(settlements())
def test_the_limit_keeps_the_order(settlement: Settlement) -> None:
    """Who won more gets more, in proportion; who lost more pays no less."""
    won = [(share, paid) for share, paid in zip(settlement.shared, settlement.limited, strict=True) if share > 0]
    assert len({paid / share for share, paid in won}) <= 1
    seats = sorted(range(settlement.players), key=lambda seat: settlement.shared[seat])
    limited = [settlement.limited[seat] for seat in seats]
    assert limited == sorted(limited)


@given(settlements(), PRICES, COINS)
def test_money_sums_to_zero_in_any_coin(settlement: Settlement, price: Fraction, coin: Fraction) -> None:
    coins = settlement.money(price, coin)
    assert sum(coins) == 0
    limit = settlement.rules.loss_limit
    if limit is None:
        assert all(abs(won * coin - share * price) < coin for won, share in zip(coins, settlement.shared, strict=True))
    else:
        assert all(-won * coin <= limit * price for won in coins)
    paid = [0] * settlement.players
    left = list(settlement.paid)
    for payment in settlement.payments(coins):
        assert payment.coins is not None
        paid[payment.payer] -= payment.coins
        paid[payment.payee] += payment.coins
        left[payment.payer] += payment.whists
        left[payment.payee] -= payment.whists
    assert tuple(paid) == coins
    assert not any(left)


@pytest.mark.parametrize(
    ("limit", "mountain", "limited", "paid"),
    [
        # -30, and 10 for each other
        (None, (4, 0, 0, 0), "-30 10 10 10", "-30 10 10 10"),
        (30, (4, 0, 0, 0), "-30 10 10 10", "-30 10 10 10"),
        (15, (4, 0, 0, 0), "-15 5 5 5", "-15 5 5 5"),
        # +22 1/2, +12 1/2, -7 1/2, -27 1/2: 7 1/2 less for those who won 35
        (20, (0, 1, 3, 5), "495/28 275/28 -15/2 -20", "18 10 -8 -20"),
        # half a whist that nobody can pay
        (Fraction(31, 2), (4, 0, 0, 0), "-31/2 31/6 31/6 31/6", "-15 5 5 5"),
        (Fraction(1, 2), (4, 0, 0, 0), "-1/2 1/6 1/6 1/6", "0 0 0 0"),
    ],
)
def test_limits_by_hand(limit: Fraction | None, mountain: tuple[int, ...], limited: str, paid: str) -> None:
    end = Settlement(Sheet((0,) * 4, mountain, NOTHING), replace(SOCHI, loss_limit=limit), 4)
    assert end.limited == tuple(map(Fraction, limited.split()))
    assert end.paid == tuple(map(int, paid.split()))


def test_within_is_everything_where_nobody_lost_more() -> None:
    shares = (Fraction(5), Fraction(-2), Fraction(-3))
    assert within(shares, Fraction(3)) == shares
    assert within(shares, Fraction(2)) == (Fraction(4), Fraction(-2), Fraction(-2))


# Money and stakes


@given(
    st.integers(0, 10**15),
    st.integers(0, 12),
    st.integers(1, 999_999_999),
    st.text(st.characters(exclude_characters='"/', exclude_categories=("C", "Z")), max_size=8)
    | st.sampled_from(["per", "за", "Coin", "монета", "US cents", "a,b", "₽", "half#", "коп", "вистов"]),
    st.integers(1, 10**9),
    st.integers(0, 12),
    st.sampled_from(["en", "ru"]),
)
def test_a_stake_is_written_as_it_is_read(
    digits: int, places: int, per: int, currency: str, coin: int, coin_places: int, lang: Literal["en", "ru"]
) -> None:
    price = Fraction(digits, 10**places)
    if price >= 10**12 or currency[:1] in ("+", "-") or (currency[:1].isascii() and currency[:1].isdigit()):
        price, currency = Fraction(1, 2), ""
    stake = Stake(price / per, currency, Fraction(coin, 10**coin_places))
    text = stake_text(stake, lang)
    assert read_stake(fields_of(text, 0), Field("stake", Span(0, 0))) == stake
    assert sound(f"pulka 1\nrules sochi\nstake {text}\nplayers A B\n").document.stake == stake


@pytest.mark.parametrize(
    ("typed", "lang", "written"),
    [
        ("0,50 RUB", "en", "0.5 RUB"),
        ("10 RUB per 100", "ru", "0.1 RUB"),
        ("1 RUB per 3 coin 1", "en", "1 RUB per 3 coin 1"),
        ("1 RUB coin 0,05 за 3", "ru", "1 RUB за 3 монета 0.05"),
        ("100 coin 0.01", "en", "100"),
        ('5 "US cents"', "en", '5 "US cents"'),
        ("10 руб за 100 вистов", "ru", "0.1 руб"),
        ("1 RUB per 3 whists", "en", "1 RUB per 3"),
        ("0,5р", "ru", "0.5 р"),
        ("0.5RUB", "en", "0.5 RUB"),
        ("50 коп", "ru", "50 коп"),
        ("0.1 коп coin 1", "ru", "0.1 коп"),
        ("0.1 коп coin 0.01", "en", "0.1 коп coin 0.01"),
    ],
)
def test_stakes_as_they_are_written(typed: str, lang: Literal["en", "ru"], written: str) -> None:
    assert stake_text(read_stake(fields_of(typed, 0), Field("stake", Span(0, 0))), lang) == written


@pytest.mark.parametrize(
    ("coins", "coin", "text"),
    [
        (-33, "1", "-33"),
        (-66, "1/100", "-0.66"),
        (3, "1/20", "0.15"),
        (3, "1/2", "1.50"),
        (5, "1/1000", "0.005"),
        (-1, "1/8", "-0.125"),
        (2, "100", "200"),
        (3, "5/2", "7.50"),
        (0, "1", "0"),
        (0, "1/100", "0.00"),
    ],
)
def test_money_as_text(coins: int, coin: str, text: str) -> None:
    assert money_text(coins, Fraction(coin)) == text


# The command line


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    """The program beside the sheets of the golden texts."""
    program = Program(tmp_path)
    program.write(PAPER, "paper.pulka")
    program.write(OLD, "old.pulka")
    return program


def settled(program: Program, file: str, *options: str) -> dict[str, Any]:
    """The settlement as JSON, which keeps its contract and changed nothing."""
    before = program.text(file)
    outcome = program("settle", file, *options, "--json")
    assert outcome.code == 0, outcome
    assert program.text(file) == before
    found: dict[str, Any] = validated(outcome.document)
    return found.get("settlement", found)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("options", "money"),
    [
        (["--stake", "0.001 RUB"], ["0.84", "-0.03", "0.19", "-1.00"]),
        (["--stake", "0.1 коп", "--coin", "1"], ["84", "-3", "19", "-100"]),
        (["--stake", "0.1 коп"], ["84", "-3", "19", "-100"]),
        (["--stake", "0,1коп."], ["84", "-3", "19", "-100"]),
        (["--stake", "10 kopecks per 100 whists"], ["84", "-3", "19", "-100"]),
        (["--stake", "0,1 коп coin 1"], ["84", "-3", "19", "-100"]),
        (["--stake", "10 коп за 100 монета 1"], ["84", "-3", "19", "-100"]),
        ([], ["84", "-3", "19", "-100"]),
        (["--coin", "0,01"], ["84.00", "-3.00", "19.00", "-100.00"]),
        (["--stake", "1 RUB", "--coin", "100"], ["800", "0", "200", "-1000"]),
    ],
)
def test_the_old_example_in_money(pulka: Program, options: list[str], money: list[str]) -> None:
    """§8: at 0.1 kopeck a whist D loses a rouble, B 3 kopecks, C wins 19, A 84."""
    found = settled(pulka, "old.pulka", *options)
    assert list(found["money"].values()) == money
    assert sum(map(Decimal, money)) == 0


@pytest.mark.parametrize(
    ("options", "coin"),
    [([], "1"), (["--coin", "0.01"], None), (["--coin", "0.05"], "0.05"), (["--stake", "1 RUB"], None)],
)
def test_a_coin_stands_in_json_only_where_one_was_said(pulka: Program, options: list[str], coin: str | None) -> None:
    assert settled(pulka, "old.pulka", *options).get("coin") == coin


@pytest.mark.parametrize(
    ("limit", "whists"),
    [
        ("500", "500"),
        ("500 whists", "500"),
        ("500 вистов", "500"),
        ("0,5 rub", "5"),
        ("25 RUB", "250"),
        ("1/3 RUB", "10/3"),
        ("1/3", "1/3"),
    ],
)
def test_limits_in_whists_and_in_money(pulka: Program, limit: str, whists: str) -> None:
    """The stake of the sheet is 10 roubles for 100 whists."""
    assert settled(pulka, "paper.pulka", "--limit", limit)["limited"]["limit"] == whists


def test_a_limit_cuts_payments_and_money_only(pulka: Program) -> None:
    free, limited = settled(pulka, "paper.pulka"), settled(pulka, "paper.pulka", "--limit", "25 RUB")
    assert "limited" not in free
    for key in ("exact", "balance", "pairs", "steps", "currency"):
        assert limited[key] == free[key]
    assert limited["limited"]["balance"] == {"Anna": 242, "Boris": -175, "Vera": 183, "Gleb": -250}
    assert limited["money"]["Gleb"] == "-25.00"


def test_the_file_may_have_the_limit(pulka: Program) -> None:
    pulka.write(PAPER.replace("stake", "rule loss_limit 250\nstake"), "limit.pulka")
    assert settled(pulka, "limit.pulka") == settled(pulka, "paper.pulka", "--limit", "250")
    assert "limited" not in settled(pulka, "limit.pulka", "--limit", "none")
    assert "limited" not in settled(pulka, "limit.pulka", "--limit", "нет")


def test_a_rounding_for_one_run(pulka: Program) -> None:
    assert settled(pulka, "paper.pulka", "--rounding", "exact")["balance"]["Anna"] == "641/2"
    assert list(settled(pulka, "paper.pulka", "--rounding", "table_custom")["balance"].values()) == [
        321,
        -175,
        241,
        -387,
    ]
    document = pulka("settle", "paper.pulka", "--json", "--rounding", "table_custom").document
    assert document["rules"]["changed"] == {"rounding": "table_custom"}
    same = pulka("settle", "paper.pulka", "--json", "--rounding", "whole").document
    assert same == pulka("settle", "paper.pulka", "--json").document


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--stake", "abc"], "the price of a whist cannot be"),
        (["--stake", "-1"], "the price of a whist cannot be"),
        (["--stake", "1 RUB coin 0"], "the smallest coin cannot be"),
        (["--coin", "0"], "the smallest coin cannot be"),
        (["--coin", "1/2"], "the smallest coin cannot be"),
        (["--coin", "1 RUB"], "the smallest coin cannot be"),
        (["--coin", " "], "the smallest coin cannot be"),
        (["--limit", "0"], "nobody can be held to pay"),
        (["--limit", "-5"], "nobody can be held to pay"),
        (["--limit", "much"], "nobody can be held to pay"),
        (["--limit", "1/0"], "nobody can be held to pay"),
        (["--limit", "5 RUB or so"], "nobody can be held to pay"),
        (["--limit", "500 USD"], "the stake is in RUB, the limit in USD"),
        (["--limit", "500 RUB", "--stake", "0 RUB"], "a whist costs nothing"),
        (["--rounding", "custom"], '"custom" is no value of the rule rounding'),
        (["--explain", "Zoya"], "nobody here is called"),
        (["--explain", "Anna Boris"], "nobody here is called"),
        (["--explain", "@7"], "@7"),
        (["--steps", "--text"], "one of --steps"),
        (["--compare", "--explain", "Anna"], "one of --steps"),
    ],
)
@pytest.mark.parametrize("json_too", [[], ["--json"]])
def test_what_cannot_be_asked(pulka: Program, options: list[str], why: str, json_too: list[str]) -> None:
    outcome = pulka("settle", "paper.pulka", *options, *json_too)
    assert (outcome.code, outcome.out) == (2, "")
    assert why in outcome.err


def test_terms_of_money_need_a_stake(pulka: Program) -> None:
    pulka.write(PAPER.replace("stake 10 RUB per 100\n", ""), "free.pulka")
    assert "a coin needs the price of a whist" in usage(pulka("settle", "free.pulka", "--coin", "1"))
    assert "a limit in money needs the price" in usage(pulka("settle", "free.pulka", "--limit", "500 RUB"))
    # Where the stake names no money, any name will do.
    found = settled(pulka, "free.pulka", "--limit", "500 RUB", "--stake", "2")
    assert found["limited"]["limit"] == "250"


def test_table_custom_needs_tens(pulka: Program) -> None:
    assert "rounding table_custom needs mountain points of 10" in usage(
        pulka("settle", "old.pulka", "--rounding", "table_custom")
    )


def usage(outcome: Outcome) -> str:
    assert (outcome.code, outcome.out) == (2, "")
    return outcome.err


def test_a_file_may_be_given_a_coin(pulka: Program) -> None:
    assert pulka("new", "A", "B", "C", "--stake", "0.5 RUB coin 1", "-f", "new.pulka").code == 0
    assert "stake 0.5 RUB coin 1" in pulka.text("new.pulka")
    assert pulka("set", "stake", "0,5", "руб", "монета", "0,05", "-f", "new.pulka").code == 0
    assert sound(pulka.text("new.pulka")).document.stake == Stake(Fraction(1, 2), "руб", Fraction(1, 20))
    refused = pulka("set", "stake", "0.5", "RUB", "coin", "0", "-f", "new.pulka")
    assert (refused.code, "coin-unknown" in refused.err) == (1, True)


@pytest.mark.parametrize("whom", ["Boris", "bor", "@2", "БОРИС"])
def test_whose_balance(pulka: Program, whom: str) -> None:
    pulka.write(PAPER.replace("Boris", "Борис") if whom == "БОРИС" else PAPER, "a.pulka")
    found = settled(pulka, "a.pulka", "--explain", whom)
    assert list(found) == ["schema", "file", "player", "exact", "balance", "parts"]
    assert (found["exact"], found["balance"]) == ("-351/2", -175)
    assert [part["amount"] for part in found["parts"]] == ["-615/2", "55/2", "0", "345/2", "-76", "24", "-16"]
    assert [list(part) for part in found["parts"]] == [["part", "other", "amount", "text"]] * 7


COMPANY: Final = """pulka 1
rules sochi
players A B C D
start A pool 4 mountain 3 whists D 10
start D mountain 9 whists B 20
leave D{mode}
"""


def test_who_was_settled_has_whists_alone() -> None:
    pulka = sound(COMPANY.format(mode=""))
    parts = pulka.settlement.parts(3)
    assert {part.part for part in parts} == {"whists"}
    assert sum(part.amount for part in parts) == pulka.settlement.exact[3]
    assert [part.other for part in pulka.settlement.parts(0) if part.part == "other_mountain"] == [1, 2]


def test_a_frozen_row_shares_mountains() -> None:
    pulka = sound(COMPANY.format(mode=" frozen"))
    parts = pulka.settlement.parts(3)
    assert [part.part for part in parts] == ["own_mountain", *["other_mountain"] * 3, *["whists"] * 3]
    assert sum(part.amount for part in parts) == pulka.settlement.exact[3]


def test_a_settled_row_says_so(pulka: Program) -> None:
    pulka.write(COMPANY.format(mode=""), "a.pulka")
    assert "settled on leaving" in pulka("settle", "a.pulka", "--explain", "D").out
    assert "settled on leaving" not in pulka("settle", "a.pulka", "--explain", "A").out


def test_pools_are_brought_level_among_those_who_share(pulka: Program) -> None:
    """The pool of somebody who was settled is nobody's measure any more."""
    text = COMPANY.format(mode="").replace("start D mountain 9", "start D pool 12 mountain 9")
    pulka.write(text, "a.pulka")
    told = pulka("settle", "a.pulka", "--steps").out
    assert "pool 0, 4 points short of 4; mountain 0 + 4 = 4" in told
    assert "short of 12" not in told


def test_compare_as_json(pulka: Program) -> None:
    found = settled(pulka, "paper.pulka", "--compare")
    assert list(found) == ["schema", "file", "divisor", "exact", "methods", "one_fewer", "off", "texts"]
    assert found["divisor"] == 4
    assert list(found["methods"]) == list(METHODS)
    assert found["one_fewer"] == {"Anna": "1154/3", "Boris": "-634/3", "Vera": "1030/3", "Gleb": "-1550/3"}
    assert found["off"]["Gleb"] == "-775/6"
    assert len(found["texts"]) == 3


def test_compare_where_no_mountain_is_left(pulka: Program) -> None:
    pulka.write(
        "pulka 1\nrules sochi\nplayers A B C\nstart A mountain 2 whists B 5\nstart B mountain 2\nstart C mountain 2\n",
        "level.pulka",
    )
    told = " ".join(pulka("settle", "level.pulka", "--compare").out.split())
    assert "here none is left to divide" in told
    assert "says the same here: there is nothing to divide" in told
    assert settled(pulka, "level.pulka", "--compare")["off"] == {"A": "0", "B": "0", "C": "0"}


# With a pencil

THIRDS: Final = """pulka 1
rules sochi
players Аня Боря Вера
start Аня mountain 4 whists Вера 6
start Боря whists Вера 4
start Вера whists Аня 2
"""
"""Balances of -22 2/3, 17 1/3 and 5 1/3."""


def steps_of(program: Program, file: str, *options: str, lang: Literal["en", "ru"] = "en") -> list[list[str]]:
    """The numbered steps, each a title and its lines, in a width that breaks no line."""
    outcome = program("settle", file, "--steps", *options, lang=lang, width=400)
    assert outcome.code == 0, outcome
    return [step.splitlines() for step in outcome.out.split("\n\n")[1:]]


@pytest.mark.parametrize("rounding", ["exact", "whole", "table_custom"])
@pytest.mark.parametrize("limit", ["none", "200", "150 1/2", "9999"])
@pytest.mark.parametrize("stake", [["--stake", "1 RUB per 3"], ["--stake", "0.5 RUB", "--coin", "1"], []])
def test_steps_end_on_what_is_paid(pulka: Program, rounding: str, limit: str, stake: list[str]) -> None:
    pulka.write(PAPER if stake else PAPER.replace("stake 10 RUB per 100\n", ""), "a.pulka")
    options = ["--rounding", rounding, "--limit", limit.replace("150 1/2", "301/2"), *stake]
    steps = steps_of(pulka, "a.pulka", *options)
    assert [step[0].split(".")[0] for step in steps] == [str(number) for number in range(1, len(steps) + 1)]
    found = settled(pulka, "a.pulka", *options)
    paid = found.get("limited", found)["balance"]
    ends = [step[-1].removeprefix("  in the end: ").split(", ") for step in steps if "in the end" in step[-1]]
    told = [dict(end.split(" ", 1) for end in one) for one in ends]
    if stake:
        assert {name: won.lstrip("+") for name, won in told.pop().items()} == found["money"]
    # Where nothing was rounded or cut the totals stand, and nothing is said again.
    if found["exact"] != {name: str(won) for name, won in paid.items()} and (rounding != "table_custom" or told):
        assert [{name: mixed(won) for name, won in one.items()} for one in told] == [
            {name: Fraction(won) for name, won in paid.items()}
        ]
    assert steps[-1][0].endswith("Who pays whom, in as few payments as can be.")
    assert len(steps[-1]) == 1 + len(found["payments"])


def mixed(text: str) -> Fraction:
    """``-12 1/2`` as a number."""
    sign = -1 if text.startswith("-") else 1
    return sign * sum(map(Fraction, text.lstrip("+-").split()), Fraction(0))


def test_a_limit_is_worked_out_with_a_pencil(pulka: Program) -> None:
    """320 1/2 and 242 1/2 were won, 175 and 200 are paid: each gets his win × 375 : 563."""
    limit, shares = steps_of(pulka, "paper.pulka", "--limit", "200")[6:8]
    assert limit[0].startswith("7. Limit of loss: nobody pays more than 200 whists")
    assert limit[1:] == [
        "  Gleb: -388, pays 200; 188 is missing",
        "  won: 320 1/2 + 242 1/2 = 563; paid: 175 + 200 = 375",
        "  Anna: (320 1/2) × 375 : 563 = 213 537/1126",
        "  Vera: (242 1/2) × 375 : 563 = 161 589/1126",
    ]
    assert shares[-1] == "  in the end: Anna +213, Boris -175, Vera +162, Gleb -200"


def test_rounding_is_told_with_its_remainders(pulka: Program) -> None:
    pulka.write(THIRDS, "a.pulka")
    *_, whole, payments = steps_of(pulka, "a.pulka", lang="ru")
    assert whole[0].endswith("при равных – тем, кто записан выше.")
    assert whole[1:] == [
        "  Аня: -22 2/3 = -23 + 1/3, ещё 1: -22",
        "  Боря: 17 1/3 = 17 + 1/3, остаётся 17",
        "  Вера: 5 1/3 = 5 + 1/3, остаётся 5",
        "  остатки: 1/3 + 1/3 + 1/3 = 1, ещё 1 получает 1 игрок",
        "  итого: Аня -22, Боря +17, Вера +5",
    ]
    assert payments == [
        "7. Кто кому платит; платежей – как можно меньше.",
        "  Аня → Боря: 17 вистов",
        "  Аня → Вера: 5 вистов",
    ]


def test_money_is_told_with_its_remainders(pulka: Program) -> None:
    pulka.write(THIRDS, "a.pulka")
    money, payments = steps_of(pulka, "a.pulka", "--stake", "0.1р", lang="ru")[6:]
    assert money[0].startswith("7. Деньги: каждое сальдо шага 5, до округления, × цена виста, 0,1 р. Вниз до целой")
    assert money[1:] == [
        "  Аня: (-22 2/3) × 0,1 = -2 4/15 = -2,27 + 1/3 монеты, ещё 1: -2,26",
        "  Боря: (17 1/3) × 0,1 = 1 11/15 = 1,73 + 1/3 монеты, остаётся 1,73",
        "  Вера: (5 1/3) × 0,1 = 8/15 = 0,53 + 1/3 монеты, остаётся 0,53",
        "  остатки: 1/3 + 1/3 + 1/3 = 1, ещё 1 получает 1 игрок",
        "  итого: Аня -2,26, Боря +1,73, Вера +0,53",
    ]
    # Whists and money are both told; they are said to be equal only where they are.
    assert payments[1:] == ["  Аня → Боря: 17 вистов, 1,73 р", "  Аня → Вера: 5 вистов, 0,53 р"]
    assert "  Аня → Боря: 17 вистов = 17 р" in steps_of(pulka, "a.pulka", "--stake", "1р coin 1", lang="ru")[-1]


@pytest.mark.parametrize(
    ("file", "pools", "shares"),
    [
        (
            "paper.pulka",
            "a pool point is worth 20 and a mountain point 10, so a pool point is 20 : 10 = 2 mountain points.",
            "a mountain point is worth 10 whists, divided by the number of players, 4, the owner included.",
        ),
        ("old.pulka", "goes on its owner's mountain.", "is worth 1 whist, divided by the number of players, 4,"),
        ("left.pulka", "goes on its owner's mountain.", "10 whists, divided by the number of those, 3, the owner"),
    ],
)
def test_titles_say_why(pulka: Program, file: str, pools: str, shares: str) -> None:
    pulka.write(COMPANY.format(mode=""), "left.pulka")
    steps = steps_of(pulka, file)
    assert steps[0][0].endswith(pools)
    assert shares in steps[2][0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            PAPER,
            "players who share it, 4, its owner included: Gleb has 69 left, the mean of all is 121 : 4 = 30 1/4, so "
            "Gleb is 69 - 30 1/4 = 38 3/4 above it, in whists 10 × (38 3/4) = 387 1/2; and just that is what mountains "
            "cost the owner in all: 3 × 10 × 69 : 4 = 517 1/2 are written on him, he writes 10 × 52 : 4 = 130 himself, "
            "517 1/2 - 130 = 387 1/2.",
        ),
        (
            # Two players, one of them below nothing on the mountain.
            "pulka 1\nrules sochi\nplayers A B\nstart A mountain -2\nstart B mountain 4\n",
            "10 × 3 = 30; and just that is what mountains cost the owner in all: 10 × 6 : 2 = 30 are written on him, "
            "he writes 0 himself, 30 - 0 = 30.",
        ),
        (
            # D was settled on leaving: his mountain is nobody's, and he shares none.
            COMPANY.format(mode="").replace("mountain 3", "mountain 13"),
            "share it, 3, its owner included: A has 9 left, the mean of all is 9 : 3 = 3, so A is 9 - 3 = 6 above it, "
            "in whists 10 × 6 = 60; and just that is what mountains cost the owner in all: 2 × 10 × 9 : 3 = 60 are "
            "written on him, he writes 0 himself, 60 - 0 = 60.",
        ),
    ],
)
def test_why_n(pulka: Program, text: str, told: str) -> None:
    """What mountains cost the owner of the largest is what he has above the mean, whatever the others have."""
    pulka.write(text, "a.pulka")
    assert told in " ".join(pulka("settle", "a.pulka", "--compare").out.split())
    assert len(settled(pulka, "a.pulka", "--compare")["texts"]) == 3


def test_terms_of_settling_are_no_rules_of_the_table(pulka: Program) -> None:
    head = "Winter, sheet #3 · Leningrad · paper.pulka"
    for options in ([], ["--limit", "200"], ["--rounding", "exact"], ["--limit", "9", "--rounding", "table_custom"]):
        assert pulka("settle", "paper.pulka", *options).out.splitlines()[0] == head
    changed = PAPER.replace("stake", "rule loss_limit 250\nrule rounding exact\nrule pool_target 30\nstake")
    pulka.write(changed, "own.pulka")
    assert "Leningrad (1 rule of its own) · own.pulka" in pulka("show", "own.pulka").out


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", ["paper", "long-names", "old", "two", "bombs", "evening"])
def test_tables_fit(tmp_path: Path, name: str, lang: Literal["en", "ru"]) -> None:
    program = Program(tmp_path)
    program.write((HERE / "golden" / f"{name}.pulka").read_bytes())
    steps = ["--steps", "--limit", "20", "--stake", "1 RUB per 3"]
    for options in (["--compare"], ["--limit", "20"], ["--explain", "@1"], steps):
        outcome = program("settle", *options, lang=lang, width=60)
        assert outcome.code == 0, outcome
        assert max(map(len, outcome.out.splitlines())) <= 60, options


# What the documents promise


def test_broken_documents_are_seen() -> None:
    pulka = sound(PAPER.replace("stake", "rule loss_limit 200\nstake"))
    whole = settle_document(pulka, "-")
    validated(whole)
    settlement = whole["settlement"]
    more = {**settlement["limited"], "limit": "199"}
    unbalanced = {**settlement["limited"], "exact": {**settlement["limited"]["exact"], "Anna": "0"}}
    for limited in (more, unbalanced):
        with pytest.raises(ValidationError):
            validated({**whole, "settlement": {**settlement, "limited": limited}})
    parts = parts_document(pulka, "-", 0)
    validated(parts)
    with pytest.raises(ValidationError, match="add up"):
        validated({**parts, "exact": "0"})
    with pytest.raises(ValidationError, match="another player"):
        validated({**parts, "parts": [{**parts["parts"][0], "other": "Boris"}, *parts["parts"][1:]]})
    methods = methods_document(pulka, "-")
    validated(methods)
    with pytest.raises(ValidationError, match="other balances"):
        validated({**methods, "methods": {**methods["methods"], "value": methods["one_fewer"]}})
    with pytest.raises(ValidationError, match="difference"):
        validated({**methods, "one_fewer": methods["exact"]})


@pytest.mark.parametrize(
    ("limit", "coin", "payments"),
    [
        # One whist to B, none to C, but both win money: A pays both, and B nobody.
        (1, "1/100", [("A", "B", 1, 29), ("A", "C", 0, 21)]),
        # Half a rouble is no coin of five: nothing is paid, though a whist is.
        (1, "5", [("A", "B", 1, 0)]),
    ],
)
def test_under_a_limit_money_goes_from_losers_to_winners(
    limit: int, coin: str, payments: list[tuple[str, str, int, int]]
) -> None:
    pulka = sound(
        f"pulka 1\nrules sochi\nrule loss_limit {limit}\nplayers A B C\n"
        "start A pool 20 mountain 7 whists B 3\nstart B pool 20\nstart C pool 20 mountain 1\n"
    )
    coins = pulka.settlement.money(Fraction(1, 2), Fraction(coin))
    found = [
        (pulka.players[payment.payer], pulka.players[payment.payee], payment.whists, payment.coins)
        for payment in pulka.settlement.payments(coins)
    ]
    assert found == payments


@given(settlements(), PRICES, COINS)
def test_nobody_who_wins_money_pays_any(settlement: Settlement, price: Fraction, coin: Fraction) -> None:
    coins = settlement.money(price, coin)
    for payment in settlement.payments(coins):
        if payment.coins:
            assert coins[payment.payer] < 0 < coins[payment.payee]


@pytest.mark.parametrize(
    ("sheet", "price"),
    [
        ("20 0 6 23 6/20 4 15 13 1/20 5 14 23 6/20 4 4 3 14", "1/2"),
        ("20 0 16 20 9/20 3 29 4 24/20 4 26 18 2/20 4 11 6 9", "1"),
    ],
)
def test_whole_whists_never_make_a_winner_of_money_pay(sheet: str, price: str) -> None:
    """Halves that are rounded away from the money: the money leads then."""
    rows = [row.split() for row in sheet.split("/")]
    lines = []
    for seat, (pool, mountain, *whists) in enumerate(rows):
        others = [name for name in "ABCD" if name != "ABCD"[seat]]
        told = ", ".join(f"{name} {figure}" for name, figure in zip(others, whists, strict=True))
        lines.append(f"start {'ABCD'[seat]} pool {pool} mountain {mountain} whists {told}")
    pulka = sound("pulka 1\nrules sochi\nplayers A B C D\n" + "\n".join(lines) + "\n")
    coins = pulka.settlement.money(Fraction(price), Fraction(1, 100))
    for payment in pulka.settlement.payments(coins):
        assert not payment.coins or coins[payment.payer] < 0 < coins[payment.payee]
