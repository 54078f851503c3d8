"""The opening phases of the old game (rule base §7.5): the robber, two rounds of all-pass, the game.

Figures are worked out by hand from the paragraph; whole openings are reckoned a second time by `tests.naive`.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from pulka_calc.game.phases import TERMS, hands_of, rules_in
from pulka_calc.game.presets import PRESETS
from pulka_calc.journal.pulka import read_text
from pulka_calc.journal.writer import hand_text
from tests.naive.evenings import an_evening, deal, deal_allpass, numbered, write
from tests.naive.reckoner import Event, Hand, Phase, active, is_over, lay, play, result, table_rules
from tests.reading import faults, shown, sound, writes
from tests.test_exhaustion import figures
from tests.tools.golden import Program

if TYPE_CHECKING:
    from pathlib import Path

GAMES: Final = ("6♠ 6", "7♠ 7", "8♠ 8", "9♠ 9", "10♠ 10", "misere 0")
HEAD: Final = "pulka 1\nrules old\nplayers A B C\n"
FOUR: Final = "pulka 1\nrules old\nplayers A B C D\n"


def codes(text: str) -> list[tuple[str, int]]:
    return faults(read_text(text))


# The robber: "the result goes on the mountain only - made off it, failed on it, at the contract's price"

ROBBER: Final = [
    ("A 6♠ 6", ["A mountain -10"]),
    ("A 6♠ 9", ["A mountain -10"]),  # overtricks earn nothing [2]
    ("A 7♠ 5", ["A mountain 40"]),  # two short at 20
    ("B 8♦ =", ["B mountain -30"]),
    ("B 9NT без двух", ["B mountain 80"]),
    ("C 10♥ 10", ["C mountain -50"]),
    ("C 10♥ 7", ["C mountain 150"]),  # nothing is checked
    ("A misere 0", ["A mountain -50"]),
    ("A misere 3", ["A mountain 150"]),
    # Defenders may be named for their tricks; nobody writes whists, pays an underwhist or has consolation.
    ("A 6♠ 5, B 3, C 2", ["A mountain 10"]),
    ("A 6♠ 9, B 1, C 0", ["A mountain -10"]),
    ("A 6♠, B 3, C 2", ["A mountain 10"]),
    ("A 6♠ 5, B whist 5, C pass", ["A mountain 10"]),
    ("A 6♠ 9, B whist 1, C pass", ["A mountain -10"]),
    ("A 6♠ 9, B whist 1 closed, C pass", ["A mountain -10"]),
]


@pytest.mark.parametrize("hand, wanted", ROBBER)
def test_the_robber_is_written_on_the_mountain_alone(hand: str, wanted: list[str]) -> None:
    pulka = sound(f"{HEAD}phase robber\n1. {hand}\n")
    assert writes(pulka, pulka.entries[0]) == wanted


@pytest.mark.parametrize("hand, wanted", ROBBER)
def test_its_text_is_read_back(hand: str, wanted: list[str]) -> None:
    pulka = sound(f"{HEAD}phase robber\n1. {hand}\n")
    entry = pulka.entries[0]
    for lang in ("en", "ru"):
        text = hand_text(entry.done, pulka.players, entry.dealer, lang)  # type: ignore[arg-type]
        assert sound(f"{HEAD}phase robber\n1. {text}\n").entries[0].done == entry.done, text


def test_the_mountain_may_go_below_zero_and_comes_off_at_the_worth_of_the_pool() -> None:
    """With Leningrad's pool point of 20 a pool point is two mountain points (§7.3)."""
    pulka = sound("pulka 1\nrules leningrad\nplayers A B C\nphase robber\n1. A 6♠ 6\n2. A 7♠ 6\n")
    assert shown(pulka, "A mountain 4; A pool 0") == "A mountain 4; A pool 0"  # -2*2, then 1 short at 4*2


def test_the_sitting_dealer_has_no_part_and_no_talon_bonus() -> None:
    pulka = sound(f"{FOUR}phase robber\n1. B 6♠ 5\n")
    assert writes(pulka, pulka.entries[0]) == ["B mountain 10"]
    assert codes(f"{FOUR}phase robber\n1. A 6♠ 5\n") == [("dealer-plays", 5)]
    assert codes(f"{FOUR}phase robber\n1. B 6♠ 5, A 5\n") == [("dealer-plays", 5)]


def test_each_plays_each_once() -> None:
    text = f"{HEAD}phase robber\n1. A 6♠ 6\n2. A 7♠ 7\n3. B 6♦ 6\n4. A misere 0\n"
    assert codes(text) == []
    assert sound(text).robber_left == {
        "A": [8, 9, 10],
        "B": [7, 8, 9, 10, "misere"],
        "C": [6, 7, 8, 9, 10, "misere"],
    }
    assert codes(text + "5. A 6♥ 6\n") == [("robber-twice", 9)]
    assert codes(text + "5. A misere 1\n") == [("robber-twice", 9)]
    assert codes(text + "void 1\n5. A 6♥ 6\n") == []
    assert codes(text + "fix 2. A 6♥ 6\n") == [("robber-twice", 9)]


@pytest.mark.parametrize(
    "hand, code",
    [
        ("allpass A 4, B 3, C 3", "phase-hand"),
        ("A 6♠ giveup", "robber-flag"),
        ("A 6♠ 6 to=mountain", "robber-flag"),
        ("A 6♠ 6 talon=1", "robber-flag"),
        ("A 6♠ 6 bid=6♠", "robber-flag"),
        ("A 6♠", "robber-result"),
        ("A 6♠, B pass, C pass", "robber-result"),
        ("A 6♠ 6, B half", "robber-defender"),
        ("A 6♠ 6, B whist 4 open", "robber-defender"),
        ("A 6♠ 6, B 3, C 2", "tricks-total"),
        ("A misere 11", "tricks-range"),
        ("A 6♠ 11", "tricks-range"),
        ("A misere 0 talon=1", "flag-out-of-place"),
    ],
)
def test_what_has_no_place_in_the_robber(hand: str, code: str) -> None:
    assert codes(f"{HEAD}phase robber\n1. {hand}\n") == [(code, 5)]


def test_nothing_is_dark_in_the_robber() -> None:
    head = "pulka 1\nrules classic\nplayers A B C\nphase robber\n"
    assert codes(f"{head}1. A misere 0 dark\n") == [("dark-off", 5)]
    assert codes(f"{head}1. A 6♠ 6 dark\n") == [("robber-flag", 5)]


# All-pass: "two rounds of the table, 10 on the mountain per trick and 10 in the pool per zero whatever `allpass_price`"


@pytest.mark.parametrize("price", ["10", "5", "1,2,3"])
def test_all_pass_of_the_opening_costs_ten_whatever_it_costs_later(price: str) -> None:
    text = f"pulka 1\nrules old\nrule allpass_price {price}\nplayers A B C\nphase allpass\n1. allpass A 5, B 5, C 0\n"
    pulka = sound(text)
    assert writes(pulka, pulka.entries[0]) == ["A mountain 50", "B mountain 50", "C pool 10"]
    assert shown(pulka, "row 0; price 10; lowest 6") == "row 0; price 10; lowest 6"
    assert shown(sound(text + "2. allpass A 4, B 4, C 2\n"), "A mountain 90; row 0") == "A mountain 90; row 0"


def test_no_row_and_no_exit_are_left_to_the_game() -> None:
    head = "pulka 1\nrules old\nrule allpass_price 10,20\nrule minimum_bid_after_allpass 7\nplayers A B C\n"
    rounds = "".join(f"{n}. allpass A 4, B 3, C 3\n" for n in range(1, 7))
    pulka = sound(f"{head}phase allpass\n{rounds}phase game\n7. A 6♠, B pass, C pass\n8. allpass A 4, B 3, C 3\n")
    assert shown(pulka, "A mountain 280; row 1; price 20; lowest 7") == "A mountain 280; row 1; price 20; lowest 7"


def test_two_rounds_of_the_table() -> None:
    rounds = "".join(f"{n}. allpass A 4, B 3, C 3\n" for n in range(1, 7))
    assert codes(f"{HEAD}phase allpass\n{rounds}") == []
    assert codes(f"{HEAD}phase allpass\n{rounds}7. allpass A 4, B 3, C 3\n") == [("phase-full", 11)]
    assert codes(f"{HEAD}phase allpass\n1. A 6♠ 6, B whist 4\n") == [("phase-hand", 5)]
    assert codes(f"{HEAD}phase allpass\n1. A misere 0\n") == [("phase-hand", 5)]
    assert hands_of("allpass", 4) == 8


def test_the_dealer_of_four_writes_the_tricks_of_the_talon() -> None:
    pulka = sound(f"{FOUR}phase allpass\n1. allpass A 2, B 4, C 4, D 0\n")
    assert writes(pulka, pulka.entries[0]) == ["A mountain 20", "B mountain 40", "C mountain 40", "D pool 10"]


# Their order


def test_phases_follow_each_other() -> None:
    hand = "1. A 6♠ 6\n"
    assert codes(f"{HEAD}phase game\n1. A 6♠ 6, B 4\nphase robber\n2. A 6♠ 6\n")[0] == ("phase-order", 6)
    assert codes(f"{HEAD}1. A 6♠ 6, B 4\nphase robber\n") == [("phase-order", 5)]
    assert codes(f"{HEAD}phase allpass\n1. allpass A 4, B 3, C 3\nphase robber\n") == [("phase-order", 6)]
    # A phase in which nothing was played was only mistyped.
    assert codes(f"{HEAD}phase game\nphase robber\n{hand}") == []
    # A hand that was struck out or taken back was not played.
    assert codes(f"{HEAD}1. A 6♠ 6, B 4\nundo\nphase robber\n{hand}") == []
    assert codes(f"{HEAD}1. A 6♠ 6, B 4\nvoid 1\nphase robber\n2. A 6♠ 6\n") == []


def test_a_phase_left_early_is_told_and_stands() -> None:
    pulka = sound(f"{HEAD}phase robber\n1. A 6♠ 6\nphase game\n2. A 6♠ 6, B 4\n")
    assert [(warning.code, warning.line) for warning in pulka.warnings] == [("phase-short", 6)]
    assert pulka.warnings[0].values == {"phase": "robber", "played": 1, "hands": 18}


def test_a_phase_is_taken_back_as_any_line() -> None:
    """A hand that is taken back and entered again must not fall into another phase unseen."""
    text = f"{HEAD}phase robber\n1. A 6♠ 6\n2. B 6♠ 6\nphase allpass\nundo\n"
    pulka = sound(text)
    assert (len(pulka.hands), pulka.phase) == (2, "robber")
    assert sound(f"{text}redo\n").phase == "allpass"
    again = sound(f"{text}undo\n2. B 6♠ 6\n")
    assert shown(again, "B mountain -10") == "B mountain -10"
    # What was struck out below an opening phase comes back only when the phase is gone.
    text = f"{HEAD}1. A 6♠ 6, B 4\nvoid 1\nphase robber\n"
    assert codes(f"{text}undo\n") == codes(f"{text}undo\nundo\n") == []


def test_both_languages_name_phases() -> None:
    pulka = sound(
        f"{HEAD}фаза разбойник\n1. A 6♠ 6\nфаза распасы\n2. распасы A 4, B 3, C 3\nфаза игра\n3. A 6♠ 6, B 4\n"
    )
    assert shown(pulka, "A mountain 30; A pool 10; B whists A 4") == "A mountain 30; A pool 10; B whists A 4"


def test_a_substitute_goes_on_where_the_seat_stopped() -> None:
    text = f"{HEAD}phase robber\n1. A 6♠ 6\n2. B 7♠ 7\nreplace A D takeover\n"
    pulka = sound(text)
    assert pulka.robber_left["D"] == [7, 8, 9, 10, "misere"]
    assert pulka.phase_hands == (2, 18)
    assert codes(f"{text}3. D 6♠ 6\n") == [("robber-twice", 8)]


def test_who_left_has_played_what_he_played() -> None:
    pulka = sound(f"{FOUR}phase robber\n1. B 6♠ 6\n2. A 7♠ 7\nleave B\n")
    assert pulka.phase_hands == (2, 2 + 5 + 6 + 6)
    assert "B" not in pulka.robber_left


# Data


def test_the_game_is_played_under_the_rules_of_the_table() -> None:
    for rules in PRESETS.values():
        assert rules_in(rules, "game") is rules
    assert [TERMS[phase].rank for phase in ("robber", "allpass", "game")] == [0, 1, 2]
    assert (hands_of("robber", 3), hands_of("robber", 4), hands_of("allpass", 3)) == (18, 24, 6)
    assert hands_of("game", 3) is None


# Whole openings, against the naive reckoning


def opening(seed: int, preset: str, players: int) -> tuple[list[str], list[Event], list[Hand]]:
    """A whole robber, two rounds of all-pass and some hands of the game: lines, events, and the hands."""
    rng = Random(seed)
    names = ["Anna", "Boris", "Vera", "Gleb"][:players]
    table = lay(table_rules(preset), names, names[0])
    lines = ["pulka 1", f"rules {preset}", "players " + " ".join(names)]
    events: list[Event] = []
    hands: list[Hand] = []

    def put(event: Event) -> None:
        play(table, event)
        events.append(event)
        if event["kind"] == "phase":
            lines.append(f"phase {event['name']}")
        else:
            hands.append(event)  # type: ignore[arg-type]
            lines.append(f"{len(hands)}. {write(event)}")  # type: ignore[arg-type]

    robber: Phase = {"kind": "phase", "name": "robber"}
    put(robber)
    left = [(name, game) for name in names for game in (6, 7, 8, 9, 10, 0)]
    while left:
        can = [turn for turn in left if turn[0] in active(table)]
        if not can:
            lines.append(f"dealer {left[0][0] if players == 3 else next(n for n in names if n != left[0][0])}")
            table.dealer = lines[-1].split()[1]
            events.append({"kind": "dealer", "name": table.dealer})
            continue
        name, game = rng.choice(can)
        left.remove((name, game))
        if game:
            put({"kind": "contract", "declarer": name, "level": game, "suit": "♥", "tricks": rng.randrange(4, 11)})
        else:
            put({"kind": "misere", "declarer": name, "tricks": rng.choice([0, 0, 1, 2, 5])})
    put({"kind": "phase", "name": "allpass"})
    for _ in range(2 * players):
        put(deal_allpass(rng, table))
    put({"kind": "phase", "name": "game"})
    while len(hands) < 8 * players + 20 and not is_over(table):
        put(deal(rng, table))
    return lines, events, hands


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("preset", ["shevlyakovsky", "sochi", "leningrad"])
def test_whole_openings(preset: str, players: int, seed: int) -> None:
    lines, events, hands = opening(seed, preset, players)
    names = lines[2].split()[1:]
    table = lay(table_rules(preset), names, names[0])
    for event in events:
        play(table, event)
    pulka = sound("\n".join(lines) + "\n")
    assert pulka.warnings == []
    assert figures(pulka) == result(table)
    assert len(pulka.hands) == len(hands)


def test_a_game_without_phases_is_as_it_was() -> None:
    dealer, played, expected = an_evening(7, "shevlyakovsky", ("Anna", "Boris", "Vera"), 20)
    head = f"pulka 1\nrules old\nplayers Anna Boris Vera\ndealer {dealer}\n"
    hands = "\n".join(numbered(played)) + "\n"
    assert figures(sound(head + hands)) == figures(sound(f"{head}phase game\n{hands}")) == expected


# At the terminal


def shown_by(program: Program) -> str:
    """What ``show`` says, whatever the lines are broken at."""
    return " ".join(program("show").out.split())


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def test_the_program_says_what_is_left(program: Program) -> None:
    program("new", "A", "B", "C", "--rules", "old", "-f", "e.pulka")
    assert program("set", "phase", "robber").code == 0
    told = program("add", "A", "6s", "6")
    assert "A, mountain -10" in told.out
    assert "robber: hand 2 of 18; still to play: A 7, 8, 9, 10, misère; B 6" in " ".join(told.out.split())
    assert program("set", "phase", "распасы", lang="ru").code == 0
    told = program("add", "r", "a4", "b3", lang="ru")
    assert "распасы: сдача 2 из 6" in told.out
    assert (program.folder / "e.pulka").read_text(encoding="utf-8").splitlines()[-3:] == [
        "1. A 6♠ 6",
        "phase allpass",
        "2. allpass A 4, B 3, C 3",
    ]
    wrong = program("set", "phase", "two")
    assert wrong.code == 1
    assert "phase-unknown" in wrong.err
    again = program("set", "phase", "allpass")
    assert again.code == 2
    assert "belongs to that phase already: all-pass" in again.err


def test_after_the_last_hand_of_a_phase_comes_the_next_phase(program: Program) -> None:
    rounds = "".join(f"{n}. allpass A 4, B 3, C 3\n" for n in range(1, 7))
    (program.folder / "e.pulka").write_text(f"{HEAD}phase allpass\n{rounds}", encoding="utf-8")
    assert "all-pass: all hands are played; the next phase: pulka set phase game" in shown_by(program)
    games = "".join(f"{n}. {p} {g}\n" for n, (p, g) in enumerate(product("ABC", GAMES), 1))
    (program.folder / "e.pulka").write_text(f"{HEAD}phase robber\n{games}", encoding="utf-8")
    assert "robber: all hands are played; the next phase: pulka set phase allpass" in shown_by(program)


def test_a_dealer_with_games_left_is_told_to_let_another_deal(program: Program) -> None:
    games = "".join(
        f"dealer {'A' if p != 'A' else 'B'}\n{n}. {p} {g}\n" for n, (p, g) in enumerate(product("BCD", GAMES), 1)
    )
    (program.folder / "e.pulka").write_text(f"{FOUR}phase robber\n{games}dealer A\n", encoding="utf-8")
    assert "A sits out, so let somebody else deal" in shown_by(program)
