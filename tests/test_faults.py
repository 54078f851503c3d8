"""Faults that people met in other score-keepers, each by its number, with the right answer here.

The tests are named by the rows of the list of faults: settlement (1 to 22), scoring one hand (23 to 50), neighbouring
card games (52 to 61), editing and lost games (62 to 85), players (86 to 91), money (92 to 97).
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pulka_calc.cli.app import run
from pulka_calc.cli.env import Env
from pulka_calc.game.ledger import worth
from pulka_calc.journal.pulka import Pulka, read_text
from tests.naive.evenings import evening
from tests.reading import refusal, shown, sound, writes

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = Path(__file__).parent.parent
THREE: Final = "pulka 1\nrules sochi\nplayers A B C\n"
FOUR: Final = "pulka 1\nrules sochi\nplayers A B C D\ndealer D\n"


def sheet(rules: str, pools: str = "", mountains: str = "", whists: str = "") -> str:
    """A paper pulka: ``10/2/20`` in pools and mountains, ``A B 20, B A 10`` in whists."""
    count = max(len(pools.split("/")), len(mountains.split("/")))
    names = "ABCD"[:count]
    lines = ["pulka 1", f"rules {rules}", "rule pool_target 100", f"players {' '.join(names)}"]
    for column, figures in (("pool", pools), ("mountain", mountains)):
        if figures:
            lines += [
                f"adjust {name} {column} {figure}" for name, figure in zip(names, figures.split("/"), strict=True)
            ]
    for row in filter(None, whists.split(", ")):
        player, on, figure = row.split()
        lines.append(f"adjust {player} whists {on} {figure}")
    return "\n".join(lines) + "\n"


def balances(text: str) -> list[Fraction]:
    """Exact balances by seats; any whole-number view of them sums to zero."""
    pulka = sound(text)
    settled = pulka.settle()
    assert sum(settled.balance.values()) == 0
    assert all(abs(settled.balance[name] - settled.exact[name]) < 1 for name in pulka.players)
    return list(settled.exact.values())


def numbers(figures: str) -> list[Fraction]:
    return [Fraction(figure) for figure in figures.split()]


# The command line


@dataclass
class Ran:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.out)
        return document


class Terminal(io.StringIO):
    """A stream with somebody behind it."""

    def isatty(self) -> bool:
        return True


@dataclass
class Shell:
    """A folder to run commands in."""

    folder: Path
    environ: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str, typed: str | None = None) -> Ran:
        out = io.StringIO()
        err: io.StringIO = io.StringIO() if typed is None else Terminal()
        stdin = io.StringIO() if typed is None else Terminal(typed)
        own = {"PULKA_STATE_DIR": str(self.folder / "state"), "PULKA_CONFIG_DIR": str(self.folder / "config")}
        code = run(list(arguments), Env(stdin, out, err, {**own, **self.environ}, self.folder, "en"))
        return Ran(code, out.getvalue(), err.getvalue())

    def done(self, *arguments: str) -> Ran:
        """A command that must succeed."""
        ran = self(*arguments)
        assert ran.code == 0, (arguments, ran.err)
        return ran

    def text(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode("utf-8")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_bytes(text.encode("utf-8"))
        return path


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


# A. Final settlement


SETTLEMENTS: Final = [
    (
        "1",
        sheet(
            "sochi",
            "10/2/20/15",
            "8/9/10/11",
            ", ".join(f"{a} {b} {n}" for a, n in zip("ABCD", (10, 20, 30, 40), strict=True) for b in "ABCD" if a != b),
        ),
        "-125/2 -225/2 195/2 155/2",
    ),
    ("4", sheet("sochi", mountains="2/5/8"), "30 0 -30"),
    ("5", sheet("sochi", "20/15/20", "5/12/3", "A B 20, B A 10"), "130/3 -290/3 160/3"),
    ("8", sheet("sochi", mountains="0/0/0/4"), "10 10 10 -30"),
    ("11", sheet("sochi", mountains="9/10/12/10"), "25/2 5/2 -35/2 5/2"),
    ("13", sheet("sochi", mountains="1/0/0"), "-20/3 10/3 10/3"),
    ("13", sheet("sochi", mountains="0/1/0"), "10/3 -20/3 10/3"),
    ("13", sheet("sochi", mountains="0/0/1"), "10/3 10/3 -20/3"),
    ("14", sheet("sochi", mountains="1/2/3/1"), "15/2 -5/2 -25/2 15/2"),
    ("16", sheet("leningrad", "20/0/0"), "800/3 -400/3 -400/3"),
]


@pytest.mark.parametrize(
    ("row", "text", "right"),
    SETTLEMENTS,
)
def test_a_settlement(row: str, text: str, right: str) -> None:
    assert balances(text) == numbers(right), f"row {row}"


def test_13_permuting_players_permutes_results() -> None:
    mountains = {"A": 1, "B": 5, "C": 9, "D": 2}
    results = set()
    for order in permutations(mountains):
        lines = [f"adjust {name} mountain {mountains[name]}" for name in order]
        pulka = sound(f"pulka 1\nrules sochi\nplayers {' '.join(order)}\n" + "\n".join(lines))
        results.add(tuple(pulka.settle().exact[name] for name in "ABCD"))
    assert len(results) == 1


def test_10_settling_twice_is_the_same(shell: Shell) -> None:
    path = shell.write("a.pulka", sheet("sochi", "5/0/3", "2/5/8"))
    before = path.read_bytes()
    for arguments in (["settle"], ["settle", "--steps"], ["settle", "--text"], ["settle", "--json"]):
        assert shell.done(*arguments).out == shell.done(*arguments).out
    assert path.read_bytes() == before


def test_10_a_typo_is_refused_at_its_place(shell: Shell) -> None:
    fault = refusal(f"{THREE}start A pool 3 mountain 1O\n")
    assert (fault.code, fault.line, fault.column, fault.values["word"]) == ("figure-unknown", 4, 25, "1O")
    shell.write("a.pulka", f"{THREE}start A pool 3 mountain 1O\n")
    ran = shell("settle")
    assert ran.code == 1
    assert ran.out == ""
    assert "a.pulka:4:25: error[figure-unknown]" in ran.err
    assert "1O" in ran.err


def test_19_viewing_never_changes_anything(shell: Shell) -> None:
    path = shell.write("a.pulka", f"{THREE}1. A 6♠ 5, B whist 5\n2. allpass A 4, B 3, C 3\n")
    before, when = path.read_bytes(), path.stat().st_mtime_ns
    settled = shell.done("settle").out
    assert len({shell.done("show").out for _ in range(3)}) == 1
    shell.done("explain")
    shell.done("check")
    assert shell.done("settle").out == settled
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, when)


def test_22_a_write_off_below_zero_is_worth_six_and_two_thirds() -> None:
    starts = "start A pool 20\nstart B pool 20\nstart C pool 20\n"
    # The end is at 20 for each, so the pulka that goes on is one by time.
    text = f"pulka 1\nrules sochi\nrule pool_end time\nplayers A B C\n{starts}1. A 6♠, B pass, C pass\n"
    assert sound(text).sheet.mountain == {"A": -2, "B": 0, "C": 0}
    assert balances(text) == numbers("40/3 -20/3 -20/3")


# B. Scoring one hand


HANDS: Final = [
    ("23", THREE, "A 8♠ 10, B whist 0, C whist 0", "A pool 6; C mountain 6"),
    ("23", THREE, "A 6♠ 6, B whist 3, C pass 1", "A pool 2; B whists A 8"),
    ("25", THREE, "A 6♠ 7, B whist 3, C whist 0", "A pool 2; B whists A 6; C mountain 2"),
    (
        "25",
        THREE + "rule underwhist_split own_share\n",
        "A 6♠ 7, B whist 3, C whist 0",
        "A pool 2; B whists A 6; C mountain 4",
    ),
    ("26", THREE, "A 8♠ 9, B whist 1, C whist 0", "A pool 6; B whists A 6"),
    ("28", THREE, "A 7♠, B pass, C half", "A pool 4; C whists A 4"),
    ("29", THREE, "A 6♠ 6, B pass 2, C pass 2", "A pool 2"),
    ("32", FOUR, "A 6♣ 6, B whist 4, C pass 0", "A pool 2; B whists A 8"),
    ("34", THREE, "allpass A 5, B 5, C 0", "A mountain 5; B mountain 5; C pool 1"),
    ("37", "pulka 1\nrules rostov\nplayers A B C\n", "allpass A 2, B 3, C 5", "A whists B 15; A whists C 25"),
    ("40", THREE, "A 8♦ 6, B whist 2, C whist 2", None),
    ("47", THREE, "A misere 3", "A mountain 30"),
    ("55", THREE, "allpass A 0, B 5, C 5", "A pool 1; B mountain 5; C mountain 5"),
    ("56", THREE, "A 6♠ 8, B pass, C pass", "A pool 2"),
    ("56", THREE, "A 6♠ 8, B pass, C whist 2", "A pool 2; C whists A 4; C mountain 4"),
    ("59", THREE, "A 6♠ 6, B whist 3", "A pool 2; B whists A 8"),
]


@pytest.mark.parametrize(
    ("row", "head", "hand", "right"),
    HANDS,
)
def test_b_one_hand(row: str, head: str, hand: str, right: str | None) -> None:
    pulka = sound(f"{head}1. {hand}\n")
    if right is None:
        leningrad = sound(f"pulka 1\nrules leningrad\nplayers A B C\n1. {hand}\n")
        assert (pulka.sheet.mountain["A"], leningrad.sheet.mountain["A"]) == (12, 24)
    else:
        assert writes(pulka, pulka.hands[0]) == sorted(right.split("; ")), f"row {row}"


def test_31_a_compulsory_whist_is_refused_and_nothing_is_stored(shell: Shell) -> None:
    head = f"{THREE}rule stalingrad yes\n"
    path = shell.write("a.pulka", head)
    ran = shell("add", "A", "6♠", "6", "B", "pass", "C", "4")
    assert ran.code == 1
    assert "error[stalingrad]" in ran.err
    assert path.read_text(encoding="utf-8") == head
    assert refusal(f"{head}1. A 6♠ 6, B пас, C 4\n").values["player"] == "B"


def test_34_the_zero_is_kept_and_shown(shell: Shell) -> None:
    shell.write("a.pulka", THREE)
    shell.done("add", "allpass", "A5", "B5")
    assert shell.text("a.pulka").splitlines()[-1] == "1. allpass A 5, B 5, C 0"
    assert shell.done("show", "--json").json["sheet"]["pool"] == {"A": 0, "B": 0, "C": 1}


@pytest.mark.parametrize(
    ("bonus", "pool"),
    [("price", 3), ("one", 1)],
)
def test_35_zero_at_the_price_of_the_third(bonus: str, pool: int) -> None:
    rules = f"rule allpass_price 1,2,3\nrule allpass_clean_bonus {bonus}\nrule allpass_amnesty no\n"
    before = "1. allpass A 4, B 3, C 3\n2. allpass A 4, B 3, C 3\n"
    pulka = sound(f"{THREE}{rules}{before}3. allpass A 0, B 4, C 6\n")
    assert writes(pulka, pulka.hands[-1]) == [f"A pool {pool}", "B mountain 12", "C mountain 18"]


@pytest.mark.parametrize(("ends", "price", "mountain"), [("any", 2, 4), ("made", 3, 12)])
def test_38_price_and_dealer_follow_the_rules_of_the_file(shell: Shell, ends: str, price: int, mountain: int) -> None:
    rules = f"rule allpass_price 1,2,3\nrule allpass_amnesty no\nrule allpass_row_ends {ends}\n"
    rounds = ["1. allpass A 4, B 3, C 3", "2. allpass A 4, B 3, C 3", "3. A 8♠ 7, B whist 2, C whist 1"]
    last = "4. allpass A 4, B 3, C 3"
    pulka = sound(THREE + rules + "\n".join([*rounds, last]) + "\n")
    assert writes(pulka, pulka.hands[-1])[0] == f"A mountain {mountain}"
    assert [pulka.players[entry.dealer] for entry in pulka.hands] == ["A", "B", "C", "A"]
    shell.write("a.pulka", THREE + rules + "\n".join([*rounds, last]) + "\n")
    row = {"any": 1, "made": 3}[ends]
    following = {"dealer": "B", "allpass_in_row": row, "allpass_price": price, "minimum_bid": 6}
    assert shell.done("show", "--json").json["next"] == following
    shown_next = shell.done("show").out.splitlines()[-1]
    assert shown_next.startswith("next: B deals")
    assert f"all-pass at {price} a trick" in shown_next


def test_41_counts_that_do_not_add_up(shell: Shell) -> None:
    shell.write("a.pulka", THREE)
    ran = shell("add", "A", "10♠", "10", "B3", "C1")
    assert ran.code == 1
    assert "error[tricks-total]" in ran.err
    assert "14" in ran.err
    assert refusal(f"{THREE}1. A 10♠ 10, B 3, C 1\n").values["total"] == 14


CLOSINGS: Final = [
    (
        "43",
        THREE,
        (19, 5, 18),
        "A 10♠, B pass, C pass",
        "A pool 20; B pool 12; C pool 20; A whists C 20; A whists B 70; A mountain 0; B mountain 0; C mountain 0",
    ),
    (
        "44",
        THREE,
        (18, 10, 15),
        "A 8♠, B pass, C pass",
        "A pool 20; B pool 10; C pool 19; A whists C 40; A whists B 0; C whists A 0",
    ),
    (
        "46",
        FOUR + "rule pool_target 10\n",
        (10, 2, 3, 9),
        "A 6♠, B pass, C pass",
        "A pool 10; B pool 2; C pool 4; D pool 10; A whists D 10; A whists C 10; A whists B 0",
    ),
]


@pytest.mark.parametrize(
    ("row", "head", "starts", "hand", "figures"),
    CLOSINGS,
)
def test_b_closing(row: str, head: str, starts: tuple[int, ...], hand: str, figures: str) -> None:
    lines = [f"start {name} pool {points}" for name, points in zip("ABCD", starts, strict=False)]
    pulka = sound(head + "\n".join([*lines, f"1. {hand}"]) + "\n")
    assert shown(pulka, figures) == figures, f"row {row}"


def test_47_misere_tricks_are_checked() -> None:
    assert refusal(f"{THREE}1. A misere 11\n").code == "tricks-range"
    assert refusal(f"{THREE}1. A мизер -1\n").code == "misere-result"
    assert sound(f"{THREE}1. A misere 10\n").sheet.mountain["A"] == 100


def test_49_a_target_is_a_number() -> None:
    pulka = sound(f"{THREE}rule pool_target 100\nstart A pool 20\nstart B pool 20\nstart C pool 20\n1. A 6♠\n")
    assert pulka.sheet.pool["A"] == 22
    assert not pulka.over


def test_50_a_skipped_dealer_loses_nothing() -> None:
    """Who deals is worked out; `dealer` says otherwise, and the hand that he dealt stays on the sheet."""
    pulka = sound(f"{FOUR}1. A 6♠, B pass, C pass\ndealer B\n2. A misere 0\n")
    assert pulka.sheet.pool["A"] == 12
    assert [pulka.players[entry.dealer] for entry in pulka.hands] == ["D", "B"]
    assert pulka.next is not None
    assert pulka.next.dealer == "C"
    # Without it the next is A's deal, and A cannot have played.
    fault = refusal(f"{FOUR}1. A 6♠, B pass, C pass\n2. A misere 0\n")
    assert (fault.code, fault.line, fault.values["player"]) == ("dealer-plays", 6, "A")


# C. Neighbouring card games


CONTRACTS: Final = [
    f"{level}♣{tricks} {roles}"
    for level in range(6, 11)
    for tricks in ["", *(f" {n}," for n in range(11))]
    for roles in [
        *(["B pass, C pass", "B pass, C half", "B half, C pass"] if not tricks else []),
        *(
            [f"B whist {n}, C whist {10 - int(tricks.strip(' ,')) - n}" for n in range(11 - int(tricks.strip(" ,")))]
            if tricks
            else []
        ),
        *(["B whist, C pass", "B pass, C whist", "B pass, C pass"] if tricks else []),
    ]
]
"""Every level with every count, whisted by both, one and none, and half-whisted."""


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "classic", "shevlyakovsky", "sport"])
@pytest.mark.parametrize("players", [3, 4])
def test_52_and_61_every_hand_sums_to_zero(preset: str, players: int) -> None:
    head = f"pulka 1\nrules {preset}\nrule pool_target 1000\nrule give_up_tricks 3\n"
    head += "players A B C\n" if players == 3 else "players A B C D\ndealer D\n"
    other = ["A misere 0", "A misere 3", "A 7♣ giveup"]
    other += [f"allpass A {a}, B {b}, C {10 - a - b}" for a, b in product(range(11), repeat=2) if a + b <= 10]
    written = 0
    for hand in [*(f"A {contract}" for contract in CONTRACTS), *other]:
        pulka = read_text(f"{head}1. {hand}\n")
        if pulka.errors:
            # A half-whist where there is none, a failed contract that nobody whisted: said, not scored.
            assert len(pulka.errors) == 1
            assert pulka.errors[0].code in {"half-level", "half-first", "nobody-whisted", "ten-counts"}, hand
            continue
        written += 1
        totals = [Fraction(0)] * players
        for posting in pulka.hands[0].postings:
            row = worth(posting, pulka.rules, players)
            totals = [total + share for total, share in zip(totals, row, strict=True)]
            # Only a clean bonus takes something off a mountain; a fine never does.
            assert posting.points > 0 or (preset == "sport" and posting.cause.rule == "allpass_clean_bonus"), hand
        assert sum(totals) == 0
        assert sum(pulka.settle().exact.values()) == 0
    assert written > 300


def test_58_a_replayed_hand_counts_once() -> None:
    hand = "1. A 6♠ 6, B whist 3, C whist 1\n"
    once = sound(THREE + hand)
    again = sound(f"{THREE}{hand}undo\n{hand}")
    assert len(again.hands) == 1
    assert again.sheet == once.sheet
    assert again.next == once.next


def test_59_the_third_count_is_echoed_before_it_is_stored(shell: Shell) -> None:
    shell.write("a.pulka", THREE)
    ran = shell.done("add", "A", "6♠", "6", "B", "whist", "3", "--dry-run")
    assert "worked out: C 1" in ran.out
    assert shell.text("a.pulka") == THREE
    completed = shell.done("add", "A", "6♠", "6", "B", "whist", "3", "--json").json["completed"]
    assert completed == {"C": 1}


# D. Editing, undo, lost games


def test_62_an_early_hand_can_be_put_right() -> None:
    rules = "rule pool_target 4\nrule allpass_price 1,2\nrule allpass_row_ends made\n"
    lines = [
        "1. allpass A 4, B 3, C 3",
        "2. A 6♠, B pass, C pass",
        "3. A 6♣, B pass, C pass",
        "4. allpass A 4, B 3, C 3",
    ]
    before = sound(THREE + rules + "\n".join(lines) + "\n")
    assert shown(before, "A pool 4; B pool 0; C pool 0") == "A pool 4; B pool 0; C pool 0"
    fixed = sound(THREE + rules + "\n".join([*lines, "fix 2. A 7♠ 6, B whist 2, C whist 2"]) + "\n")
    straight = sound(THREE + rules + "\n".join([lines[0], "2. A 7♠ 6, B whist 2, C whist 2", *lines[2:]]) + "\n")
    assert fixed.sheet == straight.sheet
    assert fixed.next == straight.next
    # As a seven the second hand fills the pool, so the third helps B.
    seven = sound(THREE + rules + "\n".join([*lines, "fix 2. A 7♠, B pass, C pass"]) + "\n")
    assert shown(seven, "A pool 4; B pool 2; A whists B 20") == "A pool 4; B pool 2; A whists B 20"


def test_64_many_entries(shell: Shell) -> None:
    """Five hundred hands of four players: every command does its work."""
    text, expected = evening(64, "sport", ["A", "B", "C", "D"], 500)
    shell.write("a.pulka", text)
    assert expected["hands"] == 500
    document = shell.done("settle", "--json").json
    assert document["hands"] == 500
    assert document["settlement"]["exact"] == {name: str(balance) for name, balance in expected["exact"].items()}
    dealer = document["next"]["dealer"]
    player = next(name for name in "ABCD" if name != dealer)
    shell.done("add", player, "misere", "0")
    shell.done("undo")
    shell.done("redo")
    shell.done("void", "501")
    first = next(line for line in text.splitlines() if line.startswith("1. "))
    shell.done("fix", "1", first.partition(". ")[2])
    shell.done("show")
    shell.done("check")
    shell.done("explain", "250")
    assert shell.done("show", "--json").json["hands"] == 500


def test_65_an_open_game_is_not_replaced(shell: Shell) -> None:
    shell.done("new", "A", "B", "C", "-f", "a.pulka")
    shell.done("add", "A", "6♠")
    before = shell.text("a.pulka")
    ran = shell("new", "A", "B", "C", "-f", "a.pulka")
    assert ran.code == 3
    assert shell.text("a.pulka") == before
    # Without a name of its own a second game takes another one.
    shell.done("new", "A", "B", "C")
    shell.done("new", "A", "B", "C")
    games = sorted(path.name for path in shell.folder.glob("*.pulka"))
    assert len(games) == 3
    assert shell.text("a.pulka") == before


def test_67_two_games_by_turns(shell: Shell) -> None:
    shell.done("new", "A", "B", "C", "-f", "a.pulka")
    shell.done("new", "X", "Y", "Z", "W", "-f", "b.pulka", "--rules", "leningrad")
    shell.done("add", "-f", "a.pulka", "B", "6♠")
    shell.done("add", "-f", "b.pulka", "Y", "7♠")
    shell.done("use", "a.pulka")
    shell.done("add", "B", "8♠")
    shell.done("add", "-f", "b.pulka", "Z", "9♠")
    shell.done("add", "Y", "6♠")
    first, second = sound(shell.text("a.pulka")), sound(shell.text("b.pulka"))
    assert first.sheet.pool == {"A": 0, "B": 8, "C": 0}
    assert second.sheet.pool == {"X": 0, "Y": 6, "Z": 8, "W": 0}
    assert (first.rules.preset, second.rules.preset) == ("sochi", "leningrad")


def test_68_a_hand_that_changes_nothing_for_some() -> None:
    pulka = sound(f"{THREE}1. A 6♠, B pass, C pass\n2. B misere 0\n3. allpass A 10, B 0, C 0\n")
    assert len(pulka.hands) == 3
    assert pulka.next is not None
    assert pulka.next.dealer == "A"
    head = "pulka 1\nrules rostov\nrule allpass_clean_bonus none\nplayers A B C\n"
    rostov = sound(f"{head}1. allpass A 10, B 0, C 0\n")
    assert len(rostov.hands) == 1
    assert rostov.sheet.whists["B"] == {"A": 25, "C": 0}


def test_70_totals_are_the_replay_of_what_remains(shell: Shell) -> None:
    text, _ = evening(70, "sochi", ["A", "B", "C"], 10, {"pool_target": 1000})
    shell.write("a.pulka", text)
    shell.done("void", "3")
    head, hands = text.split("\n\n")
    rest = hands.strip().split("\n")
    assert len(rest) == 10
    pulka = sound(shell.text("a.pulka"))
    dealer = "ABC"[pulka.hands[2].dealer]
    renumbered = [f"{n}. {line.partition('. ')[2]}" for n, line in enumerate(rest[:2] + rest[3:], 1)]
    replayed = sound("\n".join([head, *renumbered[:2], f"dealer {dealer}", *renumbered[2:]]) + "\n")
    assert len(pulka.hands) == 9
    assert [entry.number for entry in pulka.hands] == [1, 2, 4, 5, 6, 7, 8, 9, 10]
    assert pulka.sheet == replayed.sheet
    assert pulka.settle().exact == replayed.settle().exact


def test_70_a_file_just_opened_has_nothing_to_bring_back(shell: Shell) -> None:
    before = f"{THREE}1. A 6♠\n"
    shell.write("a.pulka", before)
    ran = shell("redo")
    assert ran.code != 0
    assert shell.text("a.pulka") == before
    shell.done("undo")
    shell.done("redo")


def test_71_the_rules_live_in_the_game(shell: Shell) -> None:
    shell.done("new", "A", "B", "C", "-f", "a.pulka", "--rules", "leningrad", "--rule", "pool_target=10")
    shell.done("add", "A", "7♠", "7", "B2", "C1")
    before = shell.done("settle", "--json").json
    shell.done("new", "X", "Y", "Z", "-f", "b.pulka", "--rules", "shevlyakovsky", "--rule", "pool_target=80")
    assert shell.done("settle", "-f", "a.pulka", "--json").json == before
    assert sound(shell.text("a.pulka")).rules.preset == "leningrad"
    assert sound(shell.text("a.pulka")).rules.pool_target == 10
    assert "rules leningrad\nrule pool_target 10\n" in shell.text("a.pulka")


def test_73_a_corrected_hand_reaches_the_balance() -> None:
    ended = f"{THREE}rule pool_target 2\n1. A 8♠, B pass, C pass\n"
    before, after = sound(ended), sound(f"{ended}fix 1. A 9♠, B pass, C pass\n")
    assert before.over
    assert after.over
    # Two points more off the mountain: 20 less for A, shared by three.
    change = [after.settle().exact[name] - before.settle().exact[name] for name in "ABC"]
    assert change == numbers("40/3 -20/3 -20/3")


def test_74_two_terminals_at_the_same_time(shell: Shell) -> None:
    shell.write("a.pulka", THREE)
    command = [sys.executable, "-m", "pulka_calc", "add", "-f", "a.pulka", "A", "6♠"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PULKA_STATE_DIR": str(shell.folder / "state"), "PYTHONUTF8": "1"}
    both = [
        subprocess.Popen(command, cwd=shell.folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    codes = []
    for process in both:
        process.communicate()
        codes.append(process.returncode)
    pulka = sound(shell.text("a.pulka"))
    assert len(pulka.hands) == codes.count(0)
    assert codes.count(0) >= 1
    assert pulka.sheet.pool["A"] == 2 * codes.count(0)


@pytest.mark.parametrize(
    ("left", "code", "told"),
    [
        ("pulka 1\nru", 1, "error[statement-unknown]"),
        ("pulka 1\nrules sochi\n", 1, "error[players-missing]"),
        (f"{THREE}1. A 6♠ 6, B wh", 1, "error[player-unknown]"),
        (f"{THREE}1. A 6♠\n2. ", 1, "error[hand-empty]"),
        (f"{THREE}1. A 6♠".encode()[:-1], 3, "not UTF-8"),
    ],
)
def test_76_half_a_file_is_told_and_left_alone(shell: Shell, left: str | bytes, code: int, told: str) -> None:
    path = shell.folder / "a.pulka"
    data = left.encode() if isinstance(left, str) else left
    path.write_bytes(data)
    for arguments in (["show"], ["settle"], ["check"], ["undo"], ["add", "C", "6♠"]):
        ran = shell(*arguments)
        assert (ran.code, ran.out) == (code, "")
        assert told in ran.err
        assert path.read_bytes() == data


def test_76_a_last_line_without_its_end_counts(shell: Shell) -> None:
    shell.write("a.pulka", f"{THREE}1. A 6♠")
    shell.done("add", "B", "7♠")
    assert shell.text("a.pulka").splitlines()[3:] == ["1. A 6♠", "2. B 7♠, C pass, A pass"]


def test_76_an_empty_file_is_told(shell: Shell) -> None:
    path = shell.write("a.pulka", "")
    ran = shell("add", "A", "6♠")
    assert ran.code == 1
    assert "error[file-empty]" in ran.err
    assert path.read_bytes() == b""


@pytest.mark.parametrize("data", ["{", "[]", "null\n", "\x00\x01"])
def test_77_a_damaged_file_is_never_replaced(shell: Shell, data: str) -> None:
    path = shell.write("a.pulka", data)
    for arguments in (["show"], ["add", "A", "6♠"], ["undo"], ["settle", "--json"]):
        assert shell(*arguments).code in (1, 3)
        assert path.read_text(encoding="utf-8") == data
    # A damaged memory of the last file is no file of ours: the one that is here is found.
    memory = shell.folder / "state" / "last-pulka"
    memory.parent.mkdir(exist_ok=True)
    memory.write_text("{", encoding="utf-8")
    shell.write("a.pulka", THREE)
    assert shell("show").code == 0
    assert memory.read_text(encoding="utf-8") == "{"


def test_79_a_wrong_result_can_be_removed_and_brought_back() -> None:
    hands = "1. A 6♠\n2. B 7♠\n3. C 8♠\n"
    whole = sound(THREE + hands)
    without = sound(f"{THREE}{hands}void 2\n")
    assert [entry.number for entry in without.hands] == [1, 3]
    assert without.sheet.pool == {"A": 2, "B": 0, "C": 6}
    assert sound(f"{THREE}{hands}void 2\nundo\n").sheet == whole.sheet


def test_82_a_game_finished_by_mistake_is_open_again() -> None:
    rules = "rule pool_target 4\n"
    body = "start B pool 4\nstart C pool 4\n1. B misere 2\n"
    before = sound(THREE + rules + body)
    ended = sound(f"{THREE}{rules}{body}2. A 7♠, B pass, C pass\n")
    again = sound(f"{THREE}{rules}{body}2. A 7♠, B pass, C pass\nundo\n")
    assert ended.over
    assert ended.next is None
    assert not again.over
    assert (again.sheet, again.next, again.bombs) == (before.sheet, before.next, before.bombs)
    assert sound(f"{THREE}{rules}{body}2. A 7♠\nundo\n2. A 6♠\n3. A 6♠\n").over


@pytest.mark.parametrize("number", [1, 2, 3])
def test_83_any_earlier_hand_can_be_edited(number: int) -> None:
    hands = "1. A 6♠\n2. B 7♠\n3. C 8♠\n"
    pulka = sound(f"{THREE}{hands}fix {number}. A misere 0\n")
    pools = {"A": 2, "B": 4, "C": 6}
    pools["ABC"[number - 1]] = 0
    pools["A"] += 10
    assert pulka.sheet.pool == pools


def test_85_a_second_game_begins_empty(shell: Shell) -> None:
    shell.done("new", "A", "B", "C", "-f", "a.pulka")
    shell.done("add", "A", "6♠")
    shell.done("new", "A", "B", "C", "-f", "b.pulka")
    document = shell.done("show", "--json").json
    assert document["file"] == "b.pulka"
    assert document["hands"] == 0
    assert document["sheet"]["pool"] == {"A": 0, "B": 0, "C": 0}
    first: Pulka = read_text(f"{THREE}1. A 6♠\n")
    second = read_text(THREE)
    assert (len(first.hands), len(second.hands)) == (1, 0)


# E. Players, dealer, leaving


TEN_HANDS: Final = "".join(f"{number}. {'ABC'[(number - 1) % 3]} 6♠\n" for number in range(1, 11))


def test_86_a_rename_changes_no_number(shell: Shell) -> None:
    shell.write("a.pulka", THREE + TEN_HANDS)
    before = shell.done("show", "--json").json
    shell.done("rename", "B", "Борис")
    after = shell.done("show", "--json").json
    assert after["sheet"]["pool"] == {
        ("Борис" if name == "B" else name): n for name, n in before["sheet"]["pool"].items()
    }
    assert (after["hands"], after["next"]["dealer"]) == (before["hands"], "Борис")


@pytest.mark.parametrize("mode", ["settled", "frozen"])
def test_89_a_player_who_leaves_takes_or_keeps_his_balance(shell: Shell, mode: str) -> None:
    # D deals first, then whoever sits next to him.
    hands = "1. A 6♠ 6, B whist 3, C whist 1\n2. allpass B 4, C 3, D 3\n3. C misere 2\n4. D 7♥ 6, A whist 4\n"
    shell.write("a.pulka", FOUR + hands + "5. A 8♦\n6. B 6♣\n7. C 6♠\n8. A 6♥\n")
    before = {name: Fraction(n) for name, n in shell.done("settle", "--json").json["settlement"]["exact"].items()}
    shell.done("leave", "D", mode, "--yes")
    left = {name: Fraction(n) for name, n in shell.done("settle", "--json").json["settlement"]["exact"].items()}
    assert left == before
    shell.done("add", "A", "7♠", "7", "B", "whist", "3")
    later = {name: Fraction(n) for name, n in shell.done("settle", "--json").json["settlement"]["exact"].items()}
    assert sum(later.values()) == 0
    assert (later["D"] == before["D"]) == (mode == "settled")


def test_89_a_newcomer_gets_the_mean_of_the_others(shell: Shell) -> None:
    shell.write("a.pulka", f"{THREE}start A pool 8 mountain 4\nstart B pool 4 mountain 10\nstart C pool 6 mountain 1\n")
    shell.done("join", "D", "--yes")
    sheet = shell.done("show", "--json").json["sheet"]
    assert (sheet["pool"]["D"], sheet["mountain"]["D"]) == (6, 5)


def test_91_another_target_shows_before_and_after(shell: Shell) -> None:
    shell.write("a.pulka", THREE + TEN_HANDS)
    before = shell.text("a.pulka")
    trial = shell.done("set", "rule", "pool_target", "7", "--dry-run")
    assert shell.text("a.pulka") == before
    assert "pool_target: 20 → 7" in trial.out
    assert "A, pool: 8 → 7" in trial.out
    shell.done("set", "rule", "pool_target", "30", "--yes")
    assert sound(shell.text("a.pulka")).rules.pool_target == 30
    assert shell.done("show", "--json").json["hands"] == 10


def test_88_new_asks_for_names(shell: Shell) -> None:
    ran = shell("new", "-f", "a.pulka", typed="Аня Боря, Вера\n")
    assert ran.code == 0
    assert sound(shell.text("a.pulka")).players == ("Аня", "Боря", "Вера")
    shell.done("add", "Б", "6♠")
    shell.done("rename", "Боря", "Дядя Вася")
    pulka = sound(shell.text("a.pulka"))
    assert pulka.players == ("Аня", "Дядя Вася", "Вера")
    assert pulka.sheet.pool == {"Аня": 0, "Дядя Вася": 2, "Вера": 0}


def test_88_without_a_terminal_names_are_a_usage_error(shell: Shell) -> None:
    assert shell("new", "-f", "a.pulka").code == 2
    assert not (shell.folder / "a.pulka").exists()


# F. Money and payments


ONE_ON_THE_MOUNTAIN: Final = "start A mountain 1\n"


def test_92_kopecks_sum_to_zero_by_one_stated_rule(shell: Shell) -> None:
    shell.write("a.pulka", f"{THREE}{ONE_ON_THE_MOUNTAIN}")
    settled = shell.done("settle", "--stake", "0.10", "--json").json["settlement"]
    assert settled["money"] == {"A": "-0.66", "B": "0.33", "C": "0.33"}
    assert sum(Fraction(payment["money"]) for payment in settled["payments"]) == Fraction("0.66")


def test_94_another_order_of_players_moves_the_last_unit_at_most(shell: Shell) -> None:
    rows = {"A": "A 7 B 10 C 3 D 8", "B": "B 9 A 12 D 5", "C": "C 4 B 6", "D": "D 1 A 11"}
    exact, money = set(), []
    for order in permutations(rows):
        settled = shell.done("paper", "--stake", "0.5", "--json", *(rows[name] for name in order)).json["settlement"]
        exact.add(tuple(settled["exact"][name] for name in "ABCD"))
        money.append([Fraction(settled["money"][name]) for name in "ABCD"])
    assert len(exact) == 1
    for column in zip(*money, strict=True):
        assert max(column) - min(column) <= Fraction(1, 100)
    assert all(sum(row) == 0 for row in money)


def test_95_ten_runs_give_one_answer(shell: Shell) -> None:
    shell.write("a.pulka", f"{THREE}{ONE_ON_THE_MOUNTAIN}")
    assert len({shell.done("settle", "--stake", "0.10").out for _ in range(10)}) == 1


def test_97_a_decimal_comma_is_read_and_a_word_is_refused(shell: Shell) -> None:
    shell.write("a.pulka", f"{THREE}{ONE_ON_THE_MOUNTAIN}")
    point, comma = (shell.done("settle", "--stake", text).out for text in ("0.5", "0,5"))
    assert point == comma
    ran = shell("settle", "--stake", "abc")
    assert (ran.code, ran.out) == (2, "")
    assert "abc" in ran.err


def test_every_row_has_its_test() -> None:
    """The rows of sections A to F: each is in the name of a test or in the first column of a table."""
    rows = {1, 4, 5, 8, 10, 11, 13, 14, 16, 19, 22}
    rows |= {23, 25, 26, 28, 29, 31, 32, 34, 35, 37, 38, 40, 41, 43, 44, 46, 47, 49, 50}
    rows |= {52, 55, 56, 58, 59, 61}
    rows |= {62, 64, 65, 67, 68, 70, 71, 73, 74, 76, 77, 79, 82, 83, 85}
    rows |= {86, 88, 89, 91}
    rows |= {92, 94, 95, 97}
    named = {int(number) for name in globals() if name.startswith("test_") for number in re.findall(r"\d+", name)}
    tables = {int(row[0]) for table in (SETTLEMENTS, HANDS, CLOSINGS) for row in table}
    assert named | tables == rows
