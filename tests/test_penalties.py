"""Penalties (rule base §6): what each writes, how it is shown, and what is refused."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pulka_calc.journal.pulka import read_text
from pulka_calc.words.speech import Language, Speech
from tests.naive import reckoner
from tests.naive.evenings import an_evening, numbered, spell_value
from tests.naive.reckoner import Contract, Rules, Table
from tests.tools.golden import Outcome, Program, Stream

THREE: Final = "Аня Боря Вера"
FOUR: Final = "Аня Боря Вера Гена"

Cells = dict[tuple[str, ...], Fraction]
"""Figures by ``(column, player)`` or ``("whists", player, on)``."""


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    """The program in a folder of its own."""
    return Program(tmp_path)


@pytest.fixture(scope="module")
def place() -> Iterator[Program]:
    """One program for all examples of a property."""
    with tempfile.TemporaryDirectory() as folder:
        yield Program(Path(folder))


def head(rules: str, players: str = THREE, *more: str) -> str:
    """The head of a file; the last player deals first, so that the first may play where four sit."""
    return "\n".join(["pulka 1", f"rules {rules}", *more, f"players {players}", f"dealer {players.split()[-1]}", ""])


def done(outcome: Outcome) -> Outcome:
    assert outcome.code == 0, outcome
    assert "Traceback" not in outcome.err
    return outcome


def added(before: str, after: str) -> list[str]:
    """The lines that were written; nothing else changed."""
    assert after.startswith(before)
    return after.removeprefix(before).splitlines()


def figures(lines: list[str]) -> list[str]:
    """``adjust`` lines without their keyword and reason."""
    assert all(line.startswith("adjust ") for line in lines), lines
    return [line.removeprefix("adjust ").partition(' "')[0] for line in lines]


def written(program: Program, text: str, command: str) -> list[str]:
    """What a penalty writes into a file, and that `undo` takes all of it back and nothing more."""
    program.write(text)
    outcome = done(program("adjust", *command.split(), "-f", "a.pulka"))
    lines = added(text, program.text())
    times = "pulka undo" if len(lines) == 1 else f"pulka undo {len(lines)}"
    assert f"to take this back: {times}\n" in outcome.err
    stood = read_text(text)
    taken_back = read_text(program.text() + "undo\n" * len(lines))
    assert taken_back.sheet == stood.sheet
    assert len(taken_back.entries) == len(stood.entries)
    return figures(lines)


# The contract below the auction


@pytest.mark.parametrize(
    ("rules", "players", "command", "wanted"),
    [
        # the two figures of §6: 7 → 28, in Leningrad 56; the consolation is 4 × 7 and 8 × 7
        ("sochi", THREE, "below Боря 7♠", "Боря mountain +28; Вера whists Боря +28; Аня whists Боря +28"),
        ("leningrad", THREE, "below Боря 7", "Боря mountain +56; Вера whists Боря +56; Аня whists Боря +56"),
        # the sitting dealer is every other player too
        (
            "sochi",
            FOUR,
            "ниже Боря 7п",
            "Боря mountain +28; Вера whists Боря +28; Аня whists Боря +28; Гена whists Боря +28",
        ),
        # Rostov: 10 flat on every level
        ("rostov", THREE, "below @1 8.3", "Аня mountain +48; Боря whists Аня +80; Вера whists Аня +80"),
        ("shevlyakovsky", THREE, "below а 10 бк", "Аня mountain +500; Боря whists Аня +50; Вера whists Аня +50"),
        ("sochi", THREE, "below а 6 без козыря", "Аня mountain +12; Боря whists Аня +12; Вера whists Аня +12"),
    ],
)
def test_below_the_auction(pulka: Program, rules: str, players: str, command: str, wanted: str) -> None:
    assert written(pulka, head(rules, players), command) == wanted.split("; ")


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        # nobody whisted, so both defenders are passers
        ("rule consolation_to_passer no", "Боря mountain +28; Гена whists Боря +28"),
        ("rule consolation_to_dealer no", "Боря mountain +28; Вера whists Боря +28; Аня whists Боря +28"),
        ("rule consolation 0,0,0,0,0", "Боря mountain +28"),
    ],
)
def test_below_the_auction_obeys_the_consolation(pulka: Program, changed: str, wanted: str) -> None:
    assert written(pulka, head("sochi", FOUR, changed), "below Боря 7") == wanted.split("; ")


# The talon exposed


@pytest.mark.parametrize(
    ("rules", "players", "command", "wanted"),
    [
        # §6: 52 for a nine with four players and one trick of the defence, 8·10·¾ − 8
        ("sochi", FOUR, "talon Вера Аня а 9п= б1", "Аня whists Вера +52"),
        # §6: 7 for the dealer where a six would have gone one down, 2·10/4 + 2
        ("sochi", FOUR, "прикуп Вера Гена а 6п-1 б5 в0", "Гена whists Вера +7"),
        # §6: 45⅓ for that nine with three, 8·10·⅔ − 8
        ("sochi", THREE, "talon Вера Аня а 9п= б1", "Аня whists Вера +136/3"),
        # a defender: the declarer two down is 2·2·10/3, consolation 4, his 6 tricks 12
        ("sochi", THREE, "talon Вера Боря а 6-2 б6 в0", "Боря whists Вера +88/3"),
        # Leningrad: pool points weigh 20, 8·20·⅔ − 16
        ("leningrad", THREE, "talon Вера Аня а 9п= б1", "Аня whists Вера +272/3"),
        # Old: a point is a whist, 40·¾ − 4
        ("shevlyakovsky", FOUR, "talon Вера Аня а 9п= б1", "Аня whists Вера +26"),
        # a misère made: 10·10·⅔
        ("sochi", THREE, "talon Вера Аня а мизер 0", "Аня whists Вера +200/3"),
        # all-pass: Аня's clean bonus is 10·⅔, 4 and 6 tricks of the others 10·10/3
        ("sochi", THREE, "talon Вера Аня рп а0 б4 в6", "Аня whists Вера +40"),
        # the offender may be a defender of that hand or not, and names may be followed by commas
        ("sochi", FOUR, "talon Гена, Аня, а 9п=, б1", "Аня whists Гена +52"),
    ],
)
def test_the_talon_exposed(pulka: Program, rules: str, players: str, command: str, wanted: str) -> None:
    assert written(pulka, head(rules, players), command) == [wanted]


def test_a_bomb_counts_in_the_hand_that_was_lost(pulka: Program) -> None:
    text = head("classic") + "1. allpass Аня 4, Боря 3, Вера 3 dark Аня\ndealer Вера\n"
    # the nine is doubled: (8·10·⅔ − 8) · 2
    assert written(pulka, text, "talon Вера Аня а 9п= б1") == ["Аня whists Вера +272/3"]
    # somebody without a bomb: 8·10·⅔ − 8
    assert written(pulka, text, "talon Вера Боря б 9п= а1") == ["Боря whists Вера +136/3"]


def test_the_talon_after_the_end(pulka: Program) -> None:
    """The hand was to be played before the pulka ended (§6: adjustments stand after the end too)."""
    text = head("sochi", THREE, "rule pool_target 2") + "1. Аня 6\n2. Боря 6\n3. Вера 6\n"
    assert read_text(text).over
    assert written(pulka, text, "talon Вера Аня а 9п= б1") == ["Аня whists Вера +136/3"]
    pulka.write(text)
    for hand, code in (("а 9п 9 б4 в1", "tricks-total"), ("zzz", "player-unknown"), ("#", "hand-empty")):
        outcome = pulka("adjust", f"talon Вера Аня {hand}")
        assert outcome.code == 1
        assert f"[{code}]" in outcome.err


# The renounce


@pytest.mark.parametrize(
    ("rules", "players", "hand", "command", "wanted"),
    [
        # A whister of a failed six: it counts as made, undertrick and consolation go, one error is 2.
        (
            "sochi",
            THREE,
            "Аня 6♠ 5, Боря whist 4, Вера whist 1",
            "renounce 1 Боря",
            "Аня pool +2; Аня mountain -2; Боря whists Аня -2; Вера whists Аня -2; Боря mountain +2",
        ),
        # A whister of a seven made, one trick of two: 1 missing and two errors; the fine he wrote goes.
        ("sochi", THREE, "Боря 7♥ 9, Вера whist 0, Аня whist 1", "renounce 1 Вера errors=2", "Вера mountain +8"),
        # The other one pays for the pair's missing trick and his error, and who was fined is free.
        (
            "sochi",
            THREE,
            "Боря 7♥ 9, Вера whist 0, Аня whist 1",
            "ренонс 1. Аня",
            "Вера mountain -4; Аня mountain +8",
        ),
        # Old, half responsibility: the same seven, 20 / 2 a trick.
        ("shevlyakovsky", THREE, "Боря 7♥ 9, Вера whist 0, Аня whist 1", "renounce 1 в", "Вера mountain +10"),
        (
            "shevlyakovsky",
            THREE,
            "Боря 7♥ 9, Вера whist 0, Аня whist 1",
            "renounce ошибок=3 1 а",
            "Вера mountain -10; Аня mountain +40",
        ),
        # Duty met: only the error.
        ("sochi", THREE, "Аня 6♠ 6, Боря whist 3, Вера whist 1", "renounce 1 Вера", "Вера mountain +2"),
        # Leningrad: gentlemen halve a failed contract only; now it counts as made, so all 5 tricks are the whister's.
        (
            "leningrad",
            THREE,
            "Аня 6♠ 5, Боря whist 4, Вера pass",
            "renounce 1 Боря",
            "Аня pool +2; Аня mountain -4; Боря whists Аня +6; Вера whists Аня -14; Боря mountain +2",
        ),
        # Sport halves made contracts too: the halves stand. The dealer was consoled as well.
        (
            "sport",
            FOUR,
            "Аня 6♠ 5, Боря whist 4, Вера pass",
            "renounce 1 Боря",
            "Аня pool +2; Аня mountain -4; Боря whists Аня -4; Вера whists Аня -4; Гена whists Аня -4; "
            "Боря mountain +2",
        ),
        # Sport, eight: both were charged half of 6; the guilty one pays 6 missing and 6 for the error.
        (
            "sport",
            THREE,
            "Аня 8♠ 10, Боря whist 0, Вера whist 0",
            "renounce 1 Боря",
            "Боря mountain +9; Вера mountain -3",
        ),
        # Sport: a dealer who whists owes no duty; his error costs 4 · 2 / 2.
        ("sport", FOUR, "Аня 7♠ 9, Боря pass, Вера pass, Гена whist 1", "renounce 1 Гена", "Гена mountain +4"),
        # Old: a checked ten has no duty, and both defenders count as whisters.
        (
            "shevlyakovsky",
            THREE,
            "Аня 10♠ 9, Боря 1, Вера 0",
            "renounce 1 Боря",
            "Аня pool +50; Аня mountain -50; Боря whists Аня -5; Вера whists Аня -5; Боря mountain +25",
        ),
        ("shevlyakovsky", THREE, "Аня 10♠ 10, Боря 0, Вера 0", "renounce 1 Вера", "Вера mountain +25"),
        # The talon bonus stands: 3 units of a six in the old rules are not touched.
        (
            "shevlyakovsky",
            FOUR,
            "Аня 6♠ 5 talon=3, Боря whist 4, Вера whist 1",
            "renounce 1 Вера",
            "Аня pool +10; Аня mountain -10; Боря whists Аня -1; Вера whists Аня -1; Гена whists Аня -1; "
            "Вера mountain +5",
        ),
        # The declarer at fault: the whisters' fine goes on his mountain.
        (
            "sochi",
            THREE,
            "Боря 7♥ 9, Вера whist 0, Аня whist 1",
            "renounce 1 Боря",
            "Боря mountain +4; Вера mountain -4",
        ),
        (
            "sport",
            THREE,
            "Аня 8♠ 10, Боря whist 0, Вера whist 0",
            "renounce 1 Аня",
            "Аня mountain +6; Боря mountain -3; Вера mountain -3",
        ),
        # Declarer and whister: nobody is charged, the other's 1 · 4 stands half on each.
        (
            "sochi",
            THREE,
            "Боря 7♥ 9, Вера whist 0, Аня whist 1",
            "renounce 1 Боря Вера",
            "Вера mountain -4; Аня whists Боря -2; Аня whists Вера +2",
        ),
        # Short: no undertrick, no consolation; Вера's trick of 2 is halved, whoever is named first.
        (
            "sochi",
            THREE,
            "Аня 6♠ 5, Боря whist 4, Вера whist 1",
            "renounce 1 Боря Аня",
            "Аня mountain -2; Боря whists Аня -2; Вера whists Аня -3; Вера whists Боря +1",
        ),
        # An odd price is halved exactly: Old, one trick of a six is one whist.
        (
            "shevlyakovsky",
            THREE,
            "Аня 6♠ 6, Боря whist 3, Вера whist 1",
            "renounce 1 Аня Боря",
            "Вера whists Аня -1/2; Вера whists Боря +1/2",
        ),
        # A lone whister and the declarer: there is no other; what gentlemen shared stands.
        (
            "leningrad",
            THREE,
            "Аня 6♠ 5, Боря whist 4, Вера pass",
            "renounce 1 Аня Боря",
            "Аня mountain -4; Боря whists Аня -4; Вера whists Аня -4",
        ),
    ],
)
def test_the_renounce(pulka: Program, rules: str, players: str, hand: str, command: str, wanted: str) -> None:
    text = head(rules, players) + f"1. {hand}\n"
    assert written(pulka, text, command) == wanted.split("; ")


def test_a_renounce_in_a_hand_with_a_bomb(pulka: Program) -> None:
    """Classic: everything that the hand wrote is doubled, and so is what takes its place (§2, k)."""
    text = head("classic") + "1. allpass Аня 4, Боря 3, Вера 3 dark Аня\n2. Аня 6♠ 5, Боря whist 4, Вера pass\n"
    assert written(pulka, text, "renounce 2 Боря") == [
        "Аня pool +4",
        "Аня mountain -4",
        "Боря whists Аня -4",
        "Вера whists Аня -4",
        "Боря mountain +4",
    ]
    pulka.write(text)
    assert "the bomb of Аня stays" in done(pulka("adjust", "renounce", "2", "Боря")).err
    assert done(pulka("show", "--json")).document["bombs"]["Аня"] == [2]


def test_the_coefficient_is_known_where_no_figure_shows_it(pulka: Program) -> None:
    """All ten tricks, the duty costs nothing, and the gain went off the mountain: the bomb still counts."""
    rules = head("classic", THREE, "rule pool_target 2", "rule pool_end time", "rule whist_duty 0,0,0,0,0")
    text = rules + (
        "1. allpass Аня 4, Боря 3, Вера 3 dark Аня\n2. Боря 6\n3. Вера 6\nstart Аня pool 2\n".replace(
            "start Аня pool 2\n", "adjust Аня pool +2\n"
        )
        + "4. Аня 6♠ 10, Боря whist 0, Вера pass\n"
    )
    assert written(pulka, text, "renounce 4 Боря") == ["Боря mountain +4"]


def test_a_renounce_leaves_what_closing_did(pulka: Program) -> None:
    """The pool was closed and the rest helped Боря: none of it moves when the contract was made both ways."""
    text = head("sochi", THREE, "rule pool_target 3") + "1. Аня 7♠ 8, Боря whist 1, Вера whist 1\n"
    assert written(pulka, text, "renounce 1 Вера") == ["Вера mountain +4"]


def test_a_renounce_looks_at_the_hand_as_fixed(pulka: Program) -> None:
    text = head("sochi") + "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\nfix 1. Аня 6♠ 7, Боря whist 3, Вера whist 0\n"
    assert written(pulka, text, "renounce 1 Вера") == ["Вера mountain +2"]
    assert written(pulka, text, "renounce 1 Аня") == ["Аня mountain +2", "Вера mountain -2"]


@pytest.mark.parametrize("hand", ["Аня 6♠ 6, Боря whist 3, Вера whist 1", "Аня 6♠ 5, Боря whist 4, Вера whist 1"])
def test_nothing_was_charged_nothing_is_written(pulka: Program, hand: str) -> None:
    text = head("sochi") + f"1. {hand}\n"
    pulka.write(text)
    outcome = done(pulka("adjust", "renounce", "1", "Аня", terminal=True))
    assert "nothing is written" in outcome.err
    assert outcome.out == ""
    document = done(pulka("adjust", "renounce", "1", "Аня", "--json")).document
    assert document == done(pulka("show", "--json")).document
    assert pulka.text() == text


def test_a_second_renounce_in_a_hand_is_pointed_out(pulka: Program) -> None:
    pulka.write(head("sochi") + "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n")
    first = done(pulka("adjust", "renounce", "1", "Вера"))
    assert "is written already" not in first.err
    second = done(pulka("adjust", "renounce", "1", "Вера", "--dry-run"))
    assert "a renounce in hand 1 is written already, on line 6; this comes on top of it" in second.err


# A second reckoning, of plain dictionaries


def naive_hand(table: Table, hand: Contract, *, made: bool) -> Cells:
    """What a whisted contract writes by §3 but for its gain and the talon, as if it were made or not."""
    rules, declarer, k = table.rules, hand["declarer"], reckoner.coefficient(table, hand)
    at = hand["level"] - 6
    took: dict[str, int] = {**dict.fromkeys(table.players, 0), **hand.get("taken", {})}
    tricks = reckoner.tricks_of(hand)
    defence, whisters = 10 - tricks, reckoner.who_whisted(table, hand)
    sits = table.dealer if len(table.players) == 4 else None
    pair = [player for player in reckoner.clockwise_after(table.players, declarer) if player != sits]
    cells: Cells = defaultdict(Fraction)
    if not made:
        short = hand["level"] - tricks
        cells["mountain", declarer] += short * rules["contract_value"][at] * rules["remise_factor"] * k
        for player in [*pair, *([sits] if sits else [])]:
            rule = rules["consolation_to_dealer" if player == sits else "consolation_to_passer"]
            if player in whisters or rule:
                cells["whists", player, declarer] += short * rules["consolation"][at] * k
    price = rules["whist_value"][at] * k
    halves = rules["whist_style"] == "gentleman" and (rules["gentleman_split"] == "always" or not made)
    if len(whisters) == 2:
        for player in whisters:
            cells["whists", player, declarer] += price * took[player]
    elif halves and whisters != [sits]:
        for player in pair:
            cells["whists", player, declarer] += Fraction(price * defence, 2)
    else:
        cells["whists", whisters[0], declarer] += price * defence
    return cells


def naive_remise(table: Table, hand: Contract) -> Fraction:
    """The underwhist price of §3.4."""
    rules = table.rules
    share = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}[rules["whist_responsibility"]]
    k = reckoner.coefficient(table, hand)
    return rules["contract_value"][hand["level"] - 6] * rules["remise_factor"] * share * k


def naive_duty(table: Table, hand: Contract) -> int:
    """Tricks missing from the duty of the pair: none of a checked ten, none of a dealer who whists."""
    if reckoner.is_checked_ten(table.rules, hand) or hand.get("dealer_whist") is not None:
        return 0
    if reckoner.tricks_of(hand) < hand["level"]:
        return 0
    return max(0, table.rules["whist_duty"][hand["level"] - 6] - 10 + reckoner.tricks_of(hand))


def naive_fines(table: Table, hand: Contract) -> Cells:
    """The ordinary underwhist of §3.4, by the whisters who answer."""
    rules, missing = table.rules, naive_duty(table, hand)
    whisters, price = reckoner.who_whisted(table, hand), naive_remise(table, hand)
    if not missing:
        return {}
    if len(whisters) == 1:
        return {("mountain", whisters[0]): missing * price}
    if hand["level"] > 7:
        if rules["underwhist_high"] == "second":
            return {("mountain", whisters[1]): missing * price}
        return {("mountain", player): missing * price / 2 for player in whisters}
    half = Fraction(rules["whist_duty"][hand["level"] - 6], 2)
    below = {player: half - hand["taken"][player] for player in whisters if hand["taken"][player] < half}
    if rules["underwhist_split"] == "pair" and len(below) == 1:
        below = dict.fromkeys(below, Fraction(missing))
    return {("mountain", player): tricks * price for player, tricks in below.items()}


def summed(*parts: Mapping[tuple[str, ...], Fraction]) -> Cells:
    cells: Cells = defaultdict(Fraction)
    for part in parts:
        for cell, points in part.items():
            cells[cell] += points
    return cells


def naive_wanted(table: Table, hand: Contract, guilty: list[str], errors: int) -> Cells:
    """What the hand ought to write by §6, but for a gain that it wrote and the talon."""
    declarer = hand["declarer"]
    made = reckoner.tricks_of(hand) >= hand["level"]
    fines = naive_fines(table, hand)
    as_counted = naive_hand(table, hand, made=made)
    if guilty == [declarer]:
        moved: Cells = {("mountain", declarer): sum(fines.values(), Fraction(0))}
        return summed(as_counted, moved)
    if declarer not in guilty:
        (whister,) = guilty
        price = naive_remise(table, hand) * (naive_duty(table, hand) + errors)
        value = table.rules["contract_value"][hand["level"] - 6] * reckoner.coefficient(table, hand)
        owed: Cells = {("mountain", whister): price}
        if not made:
            owed["pool", declarer] = Fraction(value)
        return summed(naive_hand(table, hand, made=True), owed)
    (whister,) = [player for player in guilty if player != declarer]
    whisters = reckoner.who_whisted(table, hand)
    # Undertricks and consolation are what a failed contract writes besides its tricks.
    tricks: Cells = summed(as_counted)
    if not made:
        short = hand["level"] - reckoner.tricks_of(hand)
        k, at = reckoner.coefficient(table, hand), hand["level"] - 6
        del tricks["mountain", declarer]
        for player in table.players:
            sits_out = len(table.players) == 4 and player == table.dealer
            rule = table.rules["consolation_to_dealer" if sits_out else "consolation_to_passer"]
            if player != declarer and (player in whisters or rule):
                tricks["whists", player, declarer] -= table.rules["consolation"][at] * short * k
    for other in whisters:
        if other != whister:
            half = tricks["whists", other, declarer] / 2
            tricks["whists", other, declarer] = half
            tricks["whists", other, whister] += half
    return tricks


CHANGES: Final[dict[str, list[object]]] = {
    "contract_value": [[1, 3, 5, 7, 9]],
    "whist_value": [[1, 3, 5, 7, 9]],
    "remise_factor": [1, 2],
    "consolation": [[10, 10, 10, 10, 10], [0, 0, 0, 0, 0]],
    "consolation_to_passer": [False],
    "consolation_to_dealer": [False],
    "whist_duty": [[4, 2, 2, 1, 1], [3, 3, 2, 1, 0]],
    "whist_responsibility": ["full", "half", "none"],
    "underwhist_split": ["pair", "own_share"],
    "underwhist_high": ["second", "both"],
    "whist_style": ["greedy", "gentleman"],
    "gentleman_split": ["on_remise", "always"],
    "ten_mode": ["whist", "check"],
    "talon_bonus": ["dealer", "all"],
    "dealer_may_whist": [True],
    "bombs": ["allpass"],
    "pool_target": [6, 40],
    "made_goes_to": ["mountain_first", "choice"],
}

generously: Final = settings(
    max_examples=80, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


class Asked:
    """An evening, one of its whisted contracts, and the table as it was when that was dealt."""

    def __init__(self, text: str, number: int, hand: Contract, table: Table) -> None:
        self.text = text
        self.number = number
        self.hand = hand
        self.table = table


@st.composite
def disputed(draw: st.DrawFn) -> Asked:
    """A whisted contract somewhere in a made-up evening."""
    preset = draw(st.sampled_from(list(reckoner.PRESETS)))
    players = FOUR.split()[: draw(st.sampled_from([3, 4]))]
    changed = draw(st.lists(st.sampled_from(list(CHANGES)), unique=True, max_size=3))
    changes = {rule: draw(st.sampled_from(CHANGES[rule])) for rule in changed}
    lines = ["pulka 1", f"rules {preset}", *(f"rule {rule} {spell_value(value)}" for rule, value in changes.items())]
    lines.append("players " + " ".join(players))
    assume(not read_text("\n".join([*lines, ""])).errors)
    dealer, hands, _ = an_evening(draw(st.integers(0, 10**6)), preset, players, 12, changes)
    rules: Rules = reckoner.table_rules(preset, changes)
    table = reckoner.lay(rules, players, dealer)
    found: list[tuple[int, Contract]] = []
    for number, hand in enumerate(hands, 1):
        if hand["kind"] == "contract" and reckoner.who_whisted(table, hand):
            found.append((number, hand))
        reckoner.play(table, hand)
    assume(found)
    number, hand = draw(st.sampled_from(found))
    table = reckoner.lay(rules, players, dealer)
    for earlier in hands[: number - 1]:
        reckoner.play(table, earlier)
    text = "\n".join([*lines, f"dealer {dealer}", *numbered(hands)]) + "\n"
    return Asked(text, number, hand, table)


def cells_of(document: Mapping[str, Any]) -> Cells:
    """The sheet of a ``show`` document."""
    sheet = document["sheet"]
    cells: Cells = {}
    for column in ("pool", "mountain"):
        cells |= {(column, player): Fraction(figure) for player, figure in sheet[column].items()}
    for player, row in sheet["whists"].items():
        cells |= {("whists", player, on): Fraction(figure) for on, figure in row.items()}
    return cells


def changes(before: Cells, after: Cells) -> Cells:
    return {cell: after[cell] - before[cell] for cell in before if after[cell] != before[cell]}


@generously
@given(asked=disputed(), errors=st.integers(1, 3), data=st.data())
def test_a_renounce_is_what_is_wanted_less_what_was_written(
    place: Program, asked: Asked, errors: int, data: st.DataObject
) -> None:
    hand, table = asked.hand, asked.table
    declarer, whisters = hand["declarer"], reckoner.who_whisted(table, hand)
    guilty = data.draw(
        st.sampled_from([[declarer], *([whister] for whister in whisters), *([declarer, w] for w in whisters)])
    )
    place.write(asked.text)
    before = done(place("settle", "--json", "-f", "a.pulka")).document
    words = ["renounce", str(asked.number), *guilty, *([f"errors={errors}"] if declarer not in guilty else [])]
    after = done(place("adjust", *words, "--json", "-f", "a.pulka")).document
    made = reckoner.tricks_of(hand) >= hand["level"]
    was = summed(naive_hand(table, hand, made=made), naive_fines(table, hand))
    wanted = naive_wanted(table, hand, guilty, errors)
    expected = summed(wanted, {cell: -points for cell, points in was.items()})
    assert changes(cells_of(before), cells_of(after)) == {cell: points for cell, points in expected.items() if points}
    settled = done(place("settle", "--json", "-f", "a.pulka")).document["settlement"]
    assert sum(map(Fraction, settled["exact"].values())) == 0
    assert sum(Fraction(balance) for balance in settled["balance"].values()) == 0


@generously
@given(asked=disputed(), data=st.data())
def test_the_talon_is_worth_what_the_hand_would_have_brought(place: Program, asked: Asked, data: st.DataObject) -> None:
    """The value is what the hand changes in the balance of the injured player where no pool closes."""
    players = asked.table.players
    offender, injured = data.draw(st.permutations(players))[:2]
    # The same evening up to the hand; without a target no pool closes, and help is not reckoned.
    lines = asked.text.splitlines()
    place_of_hand = next(place for place, line in enumerate(lines) if line.startswith(f"{asked.number}. "))
    kept = [line for line in lines[:place_of_hand] if not line.startswith(("rule pool_target", "rule pool_end"))]
    text = "\n".join([kept[0], kept[1], "rule pool_target none", "rule pool_end time", *kept[2:]]) + "\n"
    typed = lines[place_of_hand].partition(". ")[2]
    before, after = read_text(text), read_text(f"{text}{lines[place_of_hand]}\n")
    assume(not before.errors and not after.errors)
    gained = after.settle().exact[injured] - before.settle().exact[injured]
    place.write(text)
    outcome = place("adjust", "talon", offender, injured, *typed.split(), "-f", "a.pulka")
    if gained <= 0:
        assert outcome.code == 2
        assert place.text() == text
        return
    done(outcome)
    (line,) = figures(added(text, place.text()))
    assert line == f"{injured} whists {offender} +{gained}"
    assert sum(read_text(place.text()).settle().exact.values()) == 0


# The command line


RUSSIAN: Final = (
    "pulka 1\nlang ru\nправила sochi\nигроки Аня Боря Вера Гена\nсдаёт Гена\n\n"
    "1. Аня 6♠ 5, Боря вист 4, Вера пас\n2. Боря 7♥ 9, Вера вист 0, Гена вист 1\nсдаёт Гена\n"
)
ENGLISH: Final = (
    "pulka 1\nrules sochi\nplayers Anna Boris Vera\ndealer Vera\n\n1. Anna 7♠ 9, Boris whist 1, Vera whist 0\n"
)


@pytest.mark.parametrize(
    ("command", "shown", "lines"),
    [
        (
            "ниже Боря 7п",
            """\
  Боря, гора +28 (контракт ниже торга: 7 × 4 × 1 = 28)
  Вера, висты на: Боря +28 (контракт ниже торга, консоляция: 7 × 4 = 28)
  Аня, висты на: Боря +28 (контракт ниже торга, консоляция: 7 × 4 = 28)
  Гена, висты на: Боря +28 (контракт ниже торга, консоляция: 7 × 4 = 28)
сальдо:
  Аня: -31 → +67
  Боря: +53 → -241
  Вера: -33 → +65
  Гена: +11 → +109
""",
            """\
поправка Боря гора +28 "контракт ниже торга: 7 × 4 × 1 = 28"
поправка Вера висты Боря +28 "контракт ниже торга, консоляция: 7 × 4 = 28"
поправка Аня висты Боря +28 "контракт ниже торга, консоляция: 7 × 4 = 28"
поправка Гена висты Боря +28 "контракт ниже торга, консоляция: 7 × 4 = 28"
""",
        ),
        (
            "прикуп Вера Гена а 6п-1 б5 в0",
            """\
потерянный результат, игрок Гена: Аня 6♠ 5, Боря вист 5, Вера вист 0
  Гена, висты на: Вера +7 (засвечен прикуп, 6♠: 2 × 10 : 4 + 2 = 7)
сальдо:
  Аня: -31 → -31
  Боря: +53 → +53
  Вера: -33 → -40
  Гена: +11 → +18
""",
            'поправка Гена висты Вера +7 "засвечен прикуп, 6♠: 2 × 10 : 4 + 2 = 7"\n',
        ),
        (
            "ренонс 2 Вера ошибок=2",
            """\
2. Боря 7♥ 9, Вера вист 0, Гена вист 1
  Вера, гора +8 (ренонс, сдача 2: недовист снят -4, за недобор вистующих
        1 × 4 = 4, штраф за ренонс 2 × 4 = 8)
сальдо:
  Аня: -31 → -11
  Боря: +53 → +73
  Вера: -33 → -93
  Гена: +11 → +31
""",
            'поправка Вера гора +8 "ренонс, сдача 2: недовист снят -4, за недобор вистующих 1 × 4 = 4, '
            'штраф за ренонс 2 × 4 = 8"\n',
        ),
        (
            "ренонс 2 Вера Боря",
            """\
2. Боря 7♥ 9, Вера вист 0, Гена вист 1
  Вера, гора -4 (ренонс, сдача 2: недовист снят -4)
  Гена, висты на: Боря -2 (ренонс, сдача 2: половина вистов за взятки -2)
  Гена, висты на: Вера +2 (ренонс, сдача 2: половина вистов за взятки +2)
сальдо:
  Аня: -31 → -41
  Боря: +53 → +45
  Вера: -33 → -5
  Гена: +11 → +1
""",
            """\
поправка Вера гора -4 "ренонс, сдача 2: недовист снят -4"
поправка Гена висты Боря -2 "ренонс, сдача 2: половина вистов за взятки -2"
поправка Гена висты Вера +2 "ренонс, сдача 2: половина вистов за взятки +2"
""",
        ),
    ],
)
def test_in_russian(pulka: Program, command: str, shown: str, lines: str) -> None:
    pulka.write(RUSSIAN)
    trial = done(pulka("adjust", *command.split(), "--dry-run", lang="ru"))
    assert trial.out == shown
    assert trial.err.startswith("a.pulka\n")
    assert trial.err.endswith("это только проба, ничего не записано\n")
    assert pulka.text() == RUSSIAN
    outcome = done(pulka("adjust", *command.split(), lang="ru"))
    assert outcome.out.startswith(shown)
    assert "\n\n                 " in outcome.out, "the sheet follows"
    assert pulka.text() == RUSSIAN + lines
    assert done(pulka("check")).err == ""


def test_in_english(pulka: Program) -> None:
    pulka.write(ENGLISH)
    outcome = done(pulka("adjust", "renounce", "1", "Boris"))
    assert outcome.out.startswith(
        """\
1. Anna 7♠ 9, Boris whist 1, Vera whist 0
  Vera, mountain -4 (renounce, hand 1: underwhist taken back -4)
  Boris, mountain +8 (renounce, hand 1: for missing tricks 1 × 4 = 4, for errors
        1 × 4 = 4)
balances:
  Anna: +36 → +50
  Boris: +4 → -63
  Vera: -40 → +13
"""
    )
    assert outcome.err == (
        "a.pulka\n"
        "the disputed tricks must be counted for whom they are now; if they are not, first: pulka fix 1 …\n"
        "to take this back: pulka undo 2\n"
    )
    outcome = done(pulka("adjust", "talon", "Vera", "Anna", "a", "9s=", "b1"))
    assert "the result that Anna lost: Anna 9♠ 9, Boris whist 1, Vera pass\n" in outcome.out
    assert pulka.text().endswith('adjust Anna whists Vera +136/3 "talon exposed, 9♠: 8 × 10 × 2/3 - 8 = 45 1/3"\n')
    outcome = done(pulka("adjust", "below", "Boris", "6"))
    assert "the deal has not moved on; if the next player deals now: pulka set dealer Boris\n" in outcome.err
    assert 'adjust Boris mountain +12 "contract below the auction: 6 × 2 × 1 = 12"\n' in pulka.text()


def test_reasons_are_in_the_language_of_the_file(pulka: Program) -> None:
    pulka.write(RUSSIAN)
    done(pulka("adjust", "below", "Боря", "7", lang="en"))
    assert 'поправка Боря гора +28 "контракт ниже торга: 7 × 4 × 1 = 28"\n' in pulka.text()
    pulka.write(ENGLISH)
    done(pulka("adjust", "ниже", "Boris", "7", lang="ru"))
    assert 'adjust Boris mountain +28 "contract below the auction: 7 × 4 × 1 = 28"\n' in pulka.text()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_question(pulka: Program, lang: Language) -> None:
    command = ("adjust", "below", "Боря", "7")
    pulka.write(RUSSIAN)
    outcome = pulka(*command, terminal=True, stdin="n\n", lang=lang)
    assert outcome.code == 1
    assert "+28" in outcome.out, "the penalty is shown before the question"
    assert pulka.text() == RUSSIAN
    assert pulka(*command, terminal=True, stdin="", lang=lang).code == 130
    assert pulka.text() == RUSSIAN
    assert "[y/n]" in done(pulka(*command, terminal=True, stdin="да\n", lang="en")).err
    assert len(added(RUSSIAN, pulka.text())) == 4
    pulka.write(RUSSIAN)
    assert "[" not in done(pulka(*command, "--yes", terminal=True, lang=lang)).err
    assert len(added(RUSSIAN, pulka.text())) == 4


def test_the_file_changed_meanwhile(pulka: Program) -> None:
    pulka.write(RUSSIAN)

    def slowly() -> str:
        """Somebody else strikes out the hand while the question stands."""
        done(pulka("void", "2"))
        return "y\n"

    outcome = pulka("adjust", "ренонс", "2", "Вера", stdin=Stream(terminal=True, answer=slowly), terminal=True)
    assert outcome.code == 3
    assert added(RUSSIAN, pulka.text()) == ["зачеркнуть 2"]


def test_json(pulka: Program) -> None:
    pulka.write(RUSSIAN)
    trial = done(pulka("adjust", "ниже", "Боря", "7п", "--json", "--dry-run", terminal=True))
    assert trial.document["sheet"]["mountain"]["Боря"] == 28
    assert pulka.text() == RUSSIAN
    outcome = done(pulka("adjust", "ниже", "Боря", "7п", "--json", terminal=True))
    assert outcome.document == trial.document == done(pulka("show", "--json")).document
    assert len(added(RUSSIAN, pulka.text())) == 4


def test_a_failed_check_is_reported(pulka: Program) -> None:
    text = head("sochi") + "check Боря mountain 5\n"
    pulka.write(text)
    outcome = pulka("adjust", "below", "Боря", "7")
    assert outcome.code == 1
    assert "check-failed" in outcome.err
    assert len(added(text, pulka.text())) == 3


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["below", "pool", "+1"], "adjust Below pool +1"),
        (["Below whists Боря +1 why"], 'adjust Below whists Боря +1 "why"'),
        (["ниж", "pool", "+1"], "adjust Нижегородец pool +1"),
        # a beginning of a name is no whole name: a column after it makes it one
        (["ниже", "гора", "+1"], "adjust Нижегородец mountain +1"),
    ],
)
def test_an_ordinary_adjust(pulka: Program, words: list[str], line: str) -> None:
    """A whole name is that player, whatever penalty is called so."""
    text = "pulka 1\nrules sochi\nplayers Below Боря Нижегородец\n"
    pulka.write(text)
    done(pulka("adjust", *words))
    assert added(text, pulka.text()) == [line]


@pytest.mark.parametrize(
    "words",
    [
        ["talon Вера Аня а 9п= б1"],
        ["talon Вера, Аня, а 9п=, б1  # so"],
        ["ПРИКУП", "@3", "@1", "а", "9п=", "б1"],
        ['talon Вера "Аня" "Аня" 9♠ 9, Боря whist 1'],
    ],
)
def test_a_single_argument_and_other_writings(pulka: Program, words: list[str]) -> None:
    text = head("sochi")
    pulka.write(text)
    done(pulka("adjust", *words))
    assert figures(added(text, pulka.text())) == ["Аня whists Вера +136/3"]


def test_names_with_blanks(pulka: Program) -> None:
    text = 'pulka 1\nrules sochi\nplayers "Аня К" Боря "+1"\n'
    pulka.write(text)
    done(pulka("adjust", "talon", "--", "+1", "Аня К", "Аня К", "9п=", "Боря", "1"))
    assert figures(added(text, pulka.text()))[0].startswith('"Аня К" whists')


GAME: Final = (
    head("sochi", FOUR)
    + "1. Аня 6♠ 5, Боря whist 4, Вера pass\n2. Боря misere 0\n3. allpass Аня 4, Вера 3, Гена 3\n"
    + "4. Аня 7♥, Боря pass, Гена half\n5. Боря 6♠ 7\n6. Вера 8♦ giveup\n7. Аня 6♣ 6, Вера whist 4, Гена pass\nvoid 7\n"
)


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("below", 1, "words-missing"),
        ("below Жора 7", 1, "player-unknown"),
        ("below Боря", 2, "pulka adjust below"),
        ("below Боря 5", 2, "6 to 10"),
        ("below Боря мизер", 2, "6 to 10"),
        ("below Боря 7п 8", 2, "6 to 10"),
        ("below Боря 11", 2, "6 to 10"),
        ("below @4 7", 2, "pulka set dealer"),
        ("below @9 7", 1, "seat-unknown"),
        ("talon", 1, "words-missing"),
        ("talon Вера", 1, "words-missing"),
        ("talon Вера Вера а 9п= б1", 1, "whists-on-self"),
        ("talon Вера Аня", 2, "pulka adjust talon"),
        ("talon Вера Аня а 9п б1 в4 г1", 1, "dealer-plays"),
        ("talon Вера Аня а 6п 9 б4 в1", 1, "tricks-total"),
        ("talon Вера Аня zzz", 1, "player-unknown"),
        ("talon Вера Аня #", 1, "hand-empty"),
        # he would have lost by it, or gained nothing
        ("talon Вера Аня а 6п-1 б5 в0", 2, "lost nothing"),
        ("talon Вера Гена а 6п= б4", 2, "lost nothing"),
        ("renounce", 2, "pulka adjust renounce"),
        ("renounce Боря 1", 2, "pulka adjust renounce"),
        ("renounce 1", 1, "words-missing"),
        ("renounce 1 Жора", 1, "player-unknown"),
        ("renounce 1 Боря Боря", 1, "player-twice"),
        ("renounce 1 Боря Аня Вера", 1, "words-left"),
        ("renounce 99 Боря", 1, "hand-missing"),
        ("renounce 0 Боря", 1, "hand-missing"),
        ("renounce 7 Боря", 1, "hand-voided"),
        ("renounce 1 Вера", 2, "Вера did not whist"),
        ("renounce 1 Гена", 2, "Гена did not whist"),
        ("renounce 2 Боря", 2, "could be disputed"),
        ("renounce 3 Боря", 2, "could be disputed"),
        ("renounce 4 Гена", 2, "could be disputed"),
        ("renounce 5 Боря", 2, "could be disputed"),
        ("renounce 6 Вера", 2, "could be disputed"),
        ("renounce 1 Боря errors=0", 2, "1 to 10"),
        ("renounce 1 Боря errors=11", 2, "1 to 10"),
        ("renounce 1 Боря errors=", 2, "1 to 10"),
        ("renounce 1 Боря ошибок=x", 2, "1 to 10"),
        ("renounce 1 Боря errors=1 errors=1", 2, "1 to 10"),
        ("renounce 1 Аня errors=2", 2, "whister alone"),
        ("renounce 1 Аня Боря errors=2", 2, "whister alone"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_refusals(pulka: Program, command: str, code: int, said: str, lang: Language) -> None:
    text = GAME + "dealer Гена\n"
    assert not read_text(text).errors, read_text(text).errors
    pulka.write(text)
    outcome = pulka("adjust", *command.split(), lang=lang)
    assert outcome.code == code, outcome
    assert outcome.out == ""
    assert "Traceback" not in outcome.err
    assert pulka.text() == text
    if code == 1:
        assert f"[{said}]" in outcome.err
        assert f" = {Speech(lang).say('help')}: " in outcome.err
        document = pulka("adjust", *command.split(), "--json").document
        assert document["errors"][0]["code"] == said
    elif lang == "en":
        assert said in outcome.err
    else:
        assert outcome.err.startswith("pulka: ")
        assert not set(outcome.err.removeprefix("pulka: ").split()[0]) & set("abcdefghijklmnopqrstuvwxyz")


def test_two_whisters_at_fault_are_refused(pulka: Program) -> None:
    text = head("sochi") + "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
    pulka.write(text)
    outcome = pulka("adjust", "renounce", "1", "Боря", "Вера")
    assert outcome.code == 2
    assert "one whister can be at fault" in outcome.err
    assert pulka.text() == text


@pytest.mark.parametrize("command", ["below A 7", "talon A B a 9=", "renounce 1 A"])
def test_two_players_play_no_hands(pulka: Program, command: str) -> None:
    text = "pulka 1\nrules sochi\nplayers A B\n"
    pulka.write(text)
    outcome = pulka("adjust", *command.split())
    assert outcome.code == 2
    assert "pulka adjust Boris mountain +1" in outcome.err
    assert pulka.text() == text


def test_a_wrong_file_is_refused_first(pulka: Program) -> None:
    pulka.write(head("sochi") + "1. Аня 6♠ 9, Боря whist 3, Вера whist 1\n")
    outcome = pulka("adjust", "below", "Боря", "7")
    assert outcome.code == 1
    assert "tricks-total" in outcome.err
    assert pulka("adjust", "below", "Боря", "7", "-f", "none.pulka").code == 3


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", ["below PLAYER", "talon OFFENDER", "renounce N PLAYER", "pulka adjust below Boris 7", "pulka fix"]),
        ("ru", ["ниже ИГРОК", "прикуп ВИНОВНЫЙ", "ренонс N ИГРОК", "pulka adjust прикуп Вера Аня а 9п= б1"]),
    ],
)
def test_help_shows_the_forms(pulka: Program, lang: Language, forms: list[str]) -> None:
    text = " ".join(done(pulka("adjust", "--help", lang=lang)).out.split())
    for form in forms[:-1] if lang == "en" else forms:
        assert form in text


WORDS: Final = 'Аня Боря Вера а б в г @1 @9 1 2 3 7 99 7п 9п= б1 errors=2 ошибок=0 # " рп мизер pool +1'
words = st.lists(st.one_of(st.sampled_from(WORDS.split()), st.text(max_size=5)), max_size=6)


@generously
@given(kind=st.sampled_from(["below", "ниже", "talon", "прикуп", "renounce", "ренонс"]), typed=words, one=st.booleans())
def test_whatever_is_typed(place: Program, kind: str, typed: list[str], one: bool) -> None:
    """A refusal changes nothing and says why; what was written can be read."""
    place.write(GAME)
    arguments = [" ".join([kind, *typed])] if one else [kind, *typed]
    outcome = place("adjust", "-f", "a.pulka", "--", *arguments)
    assert outcome.code in (0, 1, 2), outcome
    if outcome.code:
        assert place.text() == GAME
        assert outcome.err.strip()
        assert not outcome.out
    else:
        assert not read_text(place.text()).errors
