"""``pulka what-if``: every outcome that the table allows, each with the figures that adding it really writes."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pulka_calc.schema import validated
from tests.test_exhaustion import LEVELS, PLACES, Place, darks, decisions, every_place, head, splits
from tests.tools.golden import GOLDEN, Program

if TYPE_CHECKING:
    from tests.tools.golden import Outcome

SOCHI: Final = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n\n"
FOUR: Final = "pulka 1\nrules {}\nplayers Аня Боря Вера Гена\n\n"
CLOSING: Final = (
    "pulka 1\nrules sochi\nrule pool_target 10\nplayers Аня Боря Вера\n"
    "start Аня pool 9\nstart Боря pool 8\nstart Вера pool 7\n"
)
LAST: Final = CLOSING.replace("pool 8", "pool 10").replace("pool 7", "pool 10")


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    return Program(tmp_path)


def asked(program: Program, text: str, *words: str) -> list[dict[str, Any]]:
    """The outcomes of a bid, the file untouched."""
    program.write(text)
    outcome = program("what-if", *words, "--json")
    assert outcome.code == 0, outcome
    assert program.text() == text
    assert not (program.state / "last-pulka").exists(), "looking is not working on a file"
    outcomes: list[dict[str, Any]] = validated(outcome.document)["outcomes"]
    return outcomes


# What is possible


def said(place: Place, declarer: str, level: int, suit: str, *, dark: bool) -> set[tuple[object, ...]]:
    """Who whists, who takes half, and the tricks of those whose tricks count [3.3 to 3.8, 3.11]."""
    first, second = place.defenders(declarer)
    if level == 10 and place.rules["ten_mode"] == "check":
        # Believed, or opened and counted for both whatever they said [3.6].
        found: set[tuple[object, ...]] = {((), None, None)}
        for tricks in range(11):
            counts = ({declarer: tricks, first: one, second: two} for one, two in splits(10 - tricks))
            found |= {((first, second), None, tuple(sorted(taken.items()))) for taken in counts}
        return found | given_up(place)
    found = set()
    for one, two, dealer in decisions(place, level, suit, dark=dark):
        whist = tuple(name for name, role in ((first, one), (second, two)) if role == "whist")
        half = next((name for name, role in ((first, one), (second, two)) if role == "half" and not whist), None)
        if dealer:
            whist = (place.names[0],)
        if not whist:
            found.add(((), half, None))
        for tricks in range(11):
            if len(whist) == 1:
                found.add((whist, half, tuple(sorted({declarer: tricks, whist[0]: 10 - tricks}.items()))))
            elif whist:
                for mine, other in splits(10 - tricks):
                    taken = {declarer: tricks, first: mine, second: other}
                    found.add((whist, half, tuple(sorted(taken.items()))))
    return found | given_up(place)


def given_up(place: Place) -> set[tuple[object, ...]]:
    return {("giveup",)} if place.rules["give_up_tricks"] else set()


@every_place
def test_every_legal_decision_with_every_count_and_no_other(place: Place, pulka: Program) -> None:
    declarers = place.active[:1] if place.players == 3 else place.active[-1:]
    for declarer, suit, level, dark in product(declarers, ("♠", "♥"), LEVELS, darks(place.rules)):
        words = [declarer, f"{level}{suit}", *(["dark"] if dark else [])]
        found = [
            ("giveup",)
            if "giveup" in outcome["text"]
            else (
                tuple(outcome["whist"]),
                outcome["half"],
                outcome["tricks"] and tuple(sorted(outcome["tricks"].items())),
            )
            for outcome in asked(pulka, head(place), *words)
        ]
        assert len(set(found)) == len(found), "no outcome comes twice"
        assert set(found) == said(place, declarer, level, suit, dark=dark), words


@pytest.mark.parametrize("place", PLACES[:12], ids=lambda place: f"{place.title}-{place.players}")
def test_a_misere_takes_none_to_ten(place: Place, pulka: Program) -> None:
    outcomes = asked(pulka, head(place), place.active[1], "misere")
    assert [outcome["tricks"] for outcome in outcomes] == [{place.active[1]: tricks} for tricks in range(11)]


@pytest.mark.parametrize(
    ("text", "splits_of_ten"),
    [
        (SOCHI, 66),
        # The dealer's talon takes none, one or two: 66 + 55 + 45.
        (FOUR.format("sochi"), 166),
        (FOUR.format("rostov"), 66),
    ],
)
def test_all_pass_splits_ten_tricks(text: str, splits_of_ten: int, pulka: Program) -> None:
    outcomes = asked(pulka, text, "распасы")
    assert len(outcomes) == splits_of_ten == len({str(outcome["tricks"]) for outcome in outcomes})
    assert all(sum(outcome["tricks"].values()) == 10 for outcome in outcomes)


# What it writes

BIDS: Final = {
    "evening, a pool closes and helps": ((GOLDEN / "evening.pulka").read_text(encoding="utf-8"), ("а", "7ч")),
    "evening, all-pass": ((GOLDEN / "evening.pulka").read_text(encoding="utf-8"), ("распасы",)),
    "a Russian file, a dark six": ((GOLDEN / "bombs.pulka").read_text(encoding="utf-8"), ("ж", "6п", "втёмную")),
    "dark passes": ((GOLDEN / "bombs.pulka").read_text(encoding="utf-8"), ("распасы", "втёмную", "ж", "ф")),
    "help to two": (CLOSING, ("а", "7бк")),
    "the pulka ends": (LAST, ("а", "6")),
    "a misère ends it": (LAST, ("а", "мизер")),
    "the dealer whists, the talon pays": (FOUR.format("sport"), ("б", "7п", "прикуп=2")),
    "a ten is checked": (FOUR.format("shevlyakovsky"), ("б", "10ч")),
    "off the mountain": (
        "pulka 1\nrules shevlyakovsky\nplayers А Б В\nstart А mountain 100\n",
        ("А", "8", "на=гора:20", "торг=8"),
    ),
    "Stalingrad": ("pulka 1\nrules sochi\nrule stalingrad yes\nplayers Аня Боря Вера\n", ("а", "6п")),
    "the robber": ("pulka 1\nrules shevlyakovsky\nplayers А Б В\nphase robber\n1. А 10 7\n", ("Б", "10")),
    "a misère of the robber": ("pulka 1\nrules shevlyakovsky\nplayers А Б В\nphase robber\n", ("Б", "мизер")),
    "two rounds of all-pass": ("pulka 1\nrules shevlyakovsky\nplayers А Б В Г\nphase allpass\n", ("распасы",)),
    "names in quotes": ('pulka 1\nrules sochi\nplayers "Аня К." Боря "В Е"\n', ("@1", "6ч", "без", "прикупа")),
    "no line end, CRLF": (SOCHI.replace("\n", "\r\n") + "1. Аня мизер 0", ("в", "7")),
}


@pytest.mark.parametrize("bid", BIDS)
def test_an_outcome_is_what_adding_it_writes(bid: str, pulka: Program) -> None:
    text, words = BIDS[bid]
    outcomes = asked(pulka, text, *words)
    before = exact(pulka)
    for outcome in outcomes:
        pulka.write(text)
        added = pulka("add", outcome["text"], "--json")
        assert added.code == 0, added
        assert added.document["text"] == outcome["text"]
        assert added.document["postings"] == outcome["postings"]
        settled = pulka("settle", "--json").document
        after = {name: Fraction(balance) for name, balance in settled["settlement"]["exact"].items()}
        assert {name: Fraction(balance) for name, balance in outcome["balance"].items()} == after
        assert {name: Fraction(change) for name, change in outcome["change"].items()} == {
            name: after[name] - before[name] for name in after
        }
        assert outcome["over"] == settled["over"]
    assert text != LAST or any(outcome["over"] for outcome in outcomes)


def exact(program: Program) -> dict[str, Fraction]:
    settled = program("settle", "--json").document["settlement"]
    return {name: Fraction(balance) for name, balance in settled["exact"].items()}


def test_in_the_robber_nobody_whists(pulka: Program) -> None:
    outcomes = asked(pulka, SOCHI + "phase robber\n", "а", "7ч")
    assert [outcome["tricks"] for outcome in outcomes] == [{"Аня": tricks} for tricks in range(10, -1, -1)]
    assert not any(outcome["whist"] for outcome in outcomes)


def test_one_six_to_the_letter(pulka: Program) -> None:
    found = asked(pulka, SOCHI, "а", "6п")
    assert len(found) == 2 + 2 * 11 + 66 + 1
    assert found[0] == {
        "text": "1. Аня 6♠, Боря pass, Вера pass",
        "whist": [],
        "half": None,
        "tricks": None,
        "postings": [
            {
                "column": "pool",
                "player": "Аня",
                "on": None,
                "points": 2,
                "rule": "contract_value",
                "text": "the contract is made: 2",
            }
        ],
        "change": {"Аня": "40/3", "Боря": "-20/3", "Вера": "-20/3"},
        "balance": {"Аня": "40/3", "Боря": "-20/3", "Вера": "-20/3"},
        "over": False,
    }
    assert [outcome["text"] for outcome in (found[1], found[2], found[24], found[-1])] == [
        "1. Аня 6♠, Боря pass, Вера half",
        "1. Аня 6♠ 10, Боря whist 0, Вера pass",
        "1. Аня 6♠ 10, Боря whist 0, Вера whist 0",
        "1. Аня 6♠ giveup",
    ]


# What is told


def test_fewer_tricks_than_one_under_are_told_when_asked_for(pulka: Program) -> None:
    pulka.write(SOCHI)
    short = pulka("what-if", "а", "6п").out
    # 10 to 5 for each who is alone, and their 1 + 2 + … + 6 splits for both; the other 10 + 45 are a word away.
    assert len(re.findall(r"^[0-9]+ – ", short, re.MULTILINE)) == 2 * 6 + 21
    assert "55 less likely outcomes: --all" in short
    every = pulka("what-if", "а", "--all", "6п").out
    assert len(re.findall(r"^[0-9]+ – ", every, re.MULTILINE)) == 2 * 11 + 66
    assert "\n0 – 10 – 0 " in every
    assert "--all" not in every


@pytest.mark.parametrize("width", [60, 80])
def test_the_tables_fit(pulka: Program, width: int) -> None:
    for text, words in BIDS.values():
        pulka.write(text)
        for lang in ("ru", "en"):
            out = pulka("what-if", *words, "--all", lang=lang, width=width).out
            assert max(map(len, out.splitlines())) <= width


# What is refused


def refused(program: Program, text: str, *words: str, code: int = 1) -> Outcome:
    program.write(text)
    outcome = program("what-if", *words)
    assert outcome.code == code, outcome
    assert not outcome.out
    assert program.text() == text
    return outcome


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FOUR.format("sochi"), "а 6п"),
        (SOCHI, "а 6п втёмную"),
        (SOCHI, "а 6п на=гора"),
        (SOCHI, "а 6п прикуп=1"),
        (SOCHI, "а 6п торг=7"),
        (SOCHI, "ж 6п"),
        (SOCHI, "а 5п"),
        (SOCHI, "а"),
        (SOCHI, "а мизер торг=7"),
        (SOCHI, "распасы втёмную а"),
        (SOCHI, "2. а 6п"),
        (SOCHI + "phase robber\n1. Аня 6♠ 6\n", "а 6ч"),
        (SOCHI + "phase robber\n", "распасы"),
        (SOCHI + "phase allpass\n", "а 6ч"),
        (SOCHI.replace("sochi", "sochi\nrule stalingrad yes"), "а 6"),
        (SOCHI.replace("sochi", "leningrad") + "1. allpass Аня 3, Боря 3, Вера 4\n", "б 6п"),
        (SOCHI.replace("sochi", "shevlyakovsky") + "start Аня mountain 5\n", "а 6п на=гора"),
        (LAST.replace("pool 9", "pool 10"), "а 6п"),
        (LAST.replace("pool 9", "pool 10"), "распасы"),
        ("pulka 1\nrules sochi\nplayers А Б\n", "а 6п"),
    ],
)
def test_a_bid_is_refused_as_add_refuses_it(text: str, words: str, pulka: Program) -> None:
    outcome = refused(pulka, text, words)
    # With the tricks of a hand that is just made, where the bid alone is no hand yet.
    for rest in ("", " 0", " = Боря вист 4 Вера вист 0", " = Вера вист 4 Гена вист 0"):
        added = pulka("add", words + rest, "--dry-run")
        if added.code == 1 and added.err.partition("\n")[0] == outcome.err.partition("\n")[0]:
            break
    else:
        pytest.fail(outcome.err)


@pytest.mark.parametrize("words", ["а 6п 6", "а 6п б3", "а 6п б вист", "а 6п сдался", "а мизер 0", "распасы а3 б3 в4"])
def test_results_are_not_asked_for(words: str, pulka: Program) -> None:
    assert "pulka add" in refused(pulka, SOCHI, words, code=2).err


def test_which_hand(pulka: Program) -> None:
    for words in ((), ("",), ("# х",)):
        assert "pulka what-if" in refused(pulka, SOCHI, *words, code=2).err


def test_a_wrong_file_is_told_of(pulka: Program) -> None:
    assert "error[" in refused(pulka, SOCHI + "1. ж 6\n", "а", "6").err


def test_a_failed_check_is_told_and_the_answer_given(pulka: Program) -> None:
    pulka.write(SOCHI + "check Аня pool 7\n")
    outcome = pulka("what-if", "а", "6")
    assert outcome.code == 1
    assert "check-failed" in outcome.err
    assert outcome.out
