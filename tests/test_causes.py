"""Why each figure stands there: the cause of every posting (design §5), for every kind of posting there is.

A posting is written ``A pool 2 = 1 * 2 contract_value/made``: how many at how much, the rule that priced it and the
reason that is told. ``by A`` is whose gain helped, ``of 10`` the whole gain of which this closed a pool.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pulka_calc.game.rules import Rules
from pulka_calc.words.causes import reasons
from tests.reading import sound
from tests.test_scoring import ALLPASS, file_of, pools

if TYPE_CHECKING:
    from pulka_calc.game.ledger import Posting


class Row(NamedTuple):
    """A hand and its causes; `before` is what was played first."""

    source: str
    table: str
    hand: str
    causes: str
    before: tuple[str, ...] = ()


ROWS = [
    Row(
        "§3.1, §3.3: two whisters",
        "sochi 3",
        "A 6♣ 6, B whist 3, C whist 1",
        "A pool 2 = 1 * 2 contract_value/made; B whists A 6 = 3 * 2 whist_value/tricks; "
        "C whists A 2 = 1 * 2 whist_value/tricks",
    ),
    Row(
        "§3.2, §3.3: gentlemen, two short",
        "leningrad 3",
        "A 7♣ 5, B whist 5, C pass",
        "A mountain 16 = 2 * 8 remise_factor/short; "
        "B whists A 16 = 2 * 8 consolation/consolation; C whists A 16 = 2 * 8 consolation/consolation; "
        "B whists A 20 = 5 * 4 whist_style/shared-tricks; C whists A 20 = 5 * 4 whist_style/shared-tricks",
    ),
    Row(
        "§3.3, §3.4: a lone whister short of two",
        "sochi 3",
        "A 6♣ 8, B whist 2, C pass",
        "A pool 2 = 1 * 2 contract_value/made; B whists A 4 = 2 * 2 whist_value/all-tricks; "
        "B mountain 4 = 2 * 2 whist_responsibility/underwhist",
    ),
    Row(
        "§3.4: half of the price, one missing each",
        "leningrad 3",
        "A 7♣ 10, B whist 0, C whist 0",
        "A pool 4 = 1 * 4 contract_value/made; "
        "B mountain 4 = 1 * 4 whist_responsibility/underwhist; C mountain 4 = 1 * 4 whist_responsibility/underwhist",
    ),
    Row(
        "§3.4: half a trick each",
        "sport 3",
        "A 8♣ 10, B whist 0, C whist 0",
        "A pool 6 = 1 * 6 contract_value/made; "
        "B mountain 3 = 1/2 * 6 whist_responsibility/underwhist; "
        "C mountain 3 = 1/2 * 6 whist_responsibility/underwhist",
    ),
    Row(
        "§3.5",
        "sochi 3",
        "A 6♣, B pass, C half",
        "A pool 2 = 1 * 2 contract_value/made; C whists A 4 = 2 * 2 half_whist_levels/half-whist",
    ),
    Row("§3.8", "sochi 3", "A 7♣ giveup", "A mountain 12 = 3 * 4 give_up_tricks/gave-up"),
    Row(
        "§3.10: half to each of three",
        "sport 3",
        "A 6♣ talon=3, B pass, C pass",
        "A pool 2 = 1 * 2 contract_value/made; B whists A 6 = 3 * 2 talon_bonus/talon; "
        "C whists A 6 = 3 * 2 talon_bonus/talon",
    ),
    Row(
        "§3.10: the dealer",
        "sport 4",
        "A 6♣ talon=3, B pass, C pass",
        "A pool 2 = 1 * 2 contract_value/made; D whists A 12 = 3 * 4 talon_bonus/talon",
    ),
    Row(
        "§3.11",
        "sport 4",
        "A 7♥ 7, B pass, C half, D whist 3",
        "A pool 4 = 1 * 4 contract_value/made; D whists A 24 = 3 * 8 whist_value/all-tricks",
    ),
    Row("§3 Misère", "sochi 3", "A misere 0", "A pool 10 = 1 * 10 misere_value/misere-made"),
    Row("§3 Misère", "leningrad 3", "A misere 2", "A mountain 40 = 2 * 20 misere_value/misere-caught"),
    Row(
        "§9: shared",
        "sochi 4, misere_shared_with_dealer yes, misere_value 7",
        "A misere 0",
        "A pool 7/2 = 1 * 7/2 misere_shared_with_dealer/misere-made; "
        "D pool 7/2 = 1 * 7/2 misere_shared_with_dealer/misere-made",
    ),
    Row(
        "§9: caught, shared",
        "sochi 4, misere_shared_with_dealer yes",
        "A misere 3",
        "A mountain 15 = 3 * 5 misere_shared_with_dealer/misere-caught; "
        "D mountain 15 = 3 * 5 misere_shared_with_dealer/misere-caught",
    ),
    Row(
        "§4: what is over the least",
        "sochi 3",
        "allpass A 3, B 3, C 4",
        "C mountain 1 = 1 * 1 allpass_price/allpass-amnesty",
    ),
    Row(
        "§4: nobody is spared where the least is none, and the clean one writes",
        "sochi 3",
        "allpass A 0, B 4, C 6",
        "A pool 1 = 1 * 1 allpass_clean_bonus/clean; B mountain 4 = 4 * 1 allpass_price/allpass-tricks; "
        "C mountain 6 = 6 * 1 allpass_price/allpass-tricks",
    ),
    Row(
        "§4: under `players` the dealer's own stand in full",
        "sochi 4, allpass_amnesty players",
        "allpass A 3, B 3, C 3, D 1",
        "D mountain 1 = 1 * 1 allpass_price/allpass-tricks",
    ),
    Row(
        "§4, §5: the price, doubled",
        "classic 3",
        "allpass A 0, B 4, C 6 dark B",
        "A pool 2 = 1 * 1 * 2 allpass_clean_bonus/clean; B mountain 8 = 4 * 1 * 2 allpass_price/allpass-tricks; "
        "C mountain 12 = 6 * 1 * 2 allpass_price/allpass-tricks",
    ),
    Row(
        "§4: off the mountain",
        "sport 3",
        "allpass A 0, B 4, C 6",
        "A mountain -4 = -2 * 2 allpass_clean_bonus/clean-mountain; B mountain 8 = 4 * 2 allpass_price/allpass-tricks; "
        "C mountain 12 = 6 * 2 allpass_price/allpass-tricks",
    ),
    Row(
        "§4: always 1",
        "leningrad 3, allpass_clean_bonus one",
        "allpass A 0, B 4, C 6",
        "A pool 1 = 1 * 1 allpass_clean_bonus/clean; B mountain 8 = 4 * 2 allpass_price/allpass-tricks; "
        "C mountain 12 = 6 * 2 allpass_price/allpass-tricks",
    ),
    Row(
        "§4: on whists",
        "rostov 3",
        "allpass A 0, B 4, C 6",
        "A pool 1 = 1 * 1 allpass_clean_bonus/clean; A whists B 20 = 4 * 5 allpass_scoring/allpass-whists; "
        "A whists C 30 = 6 * 5 allpass_scoring/allpass-whists",
    ),
    Row(
        "§4: on whists, two equal lowest; the dealer's one",
        "rostov 4",
        "allpass A 4, B 3, C 3",
        "D pool 1 = 1 * 1 allpass_clean_bonus/dealer-one; "
        "B whists A 10 = 4 * 5/2 allpass_scoring/allpass-whists-shared; "
        "C whists A 10 = 4 * 5/2 allpass_scoring/allpass-whists-shared",
    ),
    Row(
        "§5: bomb and dark, x8",
        "classic 3, pool_target 100",
        "A 8♣ 8 dark, B whist 1, C whist 1",
        "A pool 48 = 1 * 6 * 8 contract_value/made; B whists A 48 = 1 * 6 * 8 whist_value/tricks; "
        "C whists A 48 = 1 * 6 * 8 whist_value/tricks",
        (f"{ALLPASS} dark A B",),
    ),
    Row(
        "§7.2: ten points, one fills A's pool",
        "sochi 3",
        "A 10♣, B pass, C pass",
        "A pool 1 = 1 * 1 contract_value/filled of 10; "
        "C pool 2 = 2 * 1 help_to/helped by A; A whists C 20 = 2 * 10 help_whists_per_point/help; "
        "B pool 7 = 7 * 1 help_to/helped by A; A whists B 70 = 7 * 10 help_whists_per_point/help",
        pools(19, 5, 18),
    ),
    Row(
        "§7.2: a gain that closes a pool exactly is told as it was made",
        "classic 3, pool_target 20",
        "A 7♣ dark, B pass, C pass",
        "A pool 8 = 1 * 4 * 2 contract_value/made",
        pools(12, 5, 18),
    ),
    Row(
        "§7.3: two mountain points for a pool point",
        "leningrad 3, pool_target 10",
        "A 7♣, B pass, C pass",
        "A pool 2 = 2 * 1 contract_value/filled of 4; A mountain -4 = -2 * 2 excess_when_all_closed/excess",
        pools(8, 10, 10),
    ),
    Row(
        "§7.5: the robber is written on the mountain alone",
        "shevlyakovsky 3",
        "A 7♣ 8",
        "A mountain -20 = -20 * 1 made_goes_to/robber-made",
        ("phase robber",),
    ),
    Row(
        "§7.5: the rest of a gain is one figure",
        "classic 3, made_goes_to choice",
        "A 6♣ to=mountain:1, B pass, C pass",
        "A mountain -1 = -1 * 1 made_goes_to/to-mountain; A pool 3 = 3 * 1 contract_value/made",
        ("start A mountain 20", f"{ALLPASS} dark A"),
    ),
]


def told(posting: Posting, names: tuple[str, ...]) -> str:
    """A posting and its cause, as the rows have them."""
    cell, cause = posting.account, posting.cause
    other = "" if cell.on is None else f" {names[cell.on]}"
    factor = "" if cause.factor == 1 else f" * {cause.factor}"
    by = "" if cause.by is None else f" by {names[cause.by]}"
    gain = "" if cause.gain is None else f" of {cause.gain.points}"
    figure = f"{names[cell.player]} {cell.column}{other} {posting.points}"
    return f"{figure} = {cause.amount} * {cause.price}{factor} {cause.rule}/{cause.reason}{by}{gain}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.source} {row.table}: {row.hand}")
def test_causes(row: Row) -> None:
    pulka = sound(file_of(row.table, *row.before, row.hand))
    postings = pulka.hands[-1].postings
    assert sorted(told(posting, pulka.players) for posting in postings) == sorted(row.causes.split("; ")), row.source
    for posting in postings:
        cause = posting.cause
        assert (cause.points, cause.note) == (posting.points, "")
        for figure in (posting.points, cause.amount, cause.price):
            assert isinstance(figure, int) or figure.denominator > 1, "what is whole is an int"


@pytest.mark.parametrize(
    ("line", "cause", "note"),
    [
        ("start A pool 12", "A pool 12 = 12 * 1 start/start", ""),
        ('adjust A mountain -3/2 "misdeal"', "A mountain -3/2 = -3/2 * 1 adjust/adjust", "misdeal"),
        ("adjust B whists A +52 exposed", "B whists A 52 = 52 * 1 adjust/adjust", "exposed"),
    ],
)
def test_what_is_entered_keeps_its_reason(line: str, cause: str, note: str) -> None:
    """§6: an adjustment writes exactly what it says, with its reason."""
    pulka = sound(file_of("sochi 3", line))
    [posting] = pulka.entries[-1].postings
    assert told(posting, pulka.players) == cause
    assert posting.cause.note == note


def test_a_cause_names_a_rule_and_a_reason_that_is_told() -> None:
    causes = [
        posting.cause for row in ROWS for posting in sound(file_of(row.table, *row.before, row.hand)).hands[-1].postings
    ]
    assert {cause.rule for cause in causes} <= {field.name for field in fields(Rules)}
    shown = {cause.reason for cause in causes}
    assert shown <= reasons()
    # What is entered has a test of its own; a shared misère is told in other words, for the same reason; people who
    # come and go are in `test_people`.
    entered, told_otherwise = {"adjust", "start"}, {"misere-made-shared", "misere-caught-shared"}
    people = {"joined", "left-row", "left-settled", "row-worth", "row-handed", "row-taken"}
    assert reasons() - shown == entered | told_otherwise | people, "every reason stands in a row"
