"""``pulka rescore``: the same evening by other rules, against files rewritten by hand and the naive reckoner."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pulka_calc.game.presets import PRESETS as PROGRAM_PRESETS
from pulka_calc.game.rules import Rules
from pulka_calc.journal.document import read_document, rules_of
from pulka_calc.journal.rescoring import Rescored, rescored
from pulka_calc.schema import validated
from tests.naive.evenings import an_evening, numbered, spell_name
from tests.naive.reckoner import PRESETS, Event, Hand, reckon, table_rules
from tests.reading import sound
from tests.test_laws import CHANGES, NAMES, figures, rules_conflict
from tests.tools.golden import Program

if TYPE_CHECKING:
    from pulka_calc.journal.pulka import Pulka
    from tests.tools.golden import Outcome

laws: Final = settings(derandomize=True, deadline=None, max_examples=150, database=None)

HEAD: Final = "pulka 1\nrules {}\nplayers Аня Боря Вера\n"
HANDS: Final = (
    "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
    "2. Боря 8♦ 6, Вера whist 4, Аня pass\n"
    "3. Вера misere 1\n"
    "4. Аня 7♣, Боря pass, Вера half\n"
    "fix 2. Боря 8♦ 7, Вера whist 3, Аня pass\n"
    "adjust Аня mountain +3 misdeal\n"
    "5. allpass Аня 4, Боря 6, Вера 0\n"
    "6. Аня 9NT 9, Боря pass, Вера whist 1\n"
)


def again(text: str, preset: str, **changed: object) -> Rescored:
    return rescored(read_document(text), rules(preset, changed), changed)


def rules(preset: str, changed: dict[str, object]) -> Rules:
    return rules_of(preset, tuple(changed.items()))


@pytest.mark.parametrize("own", PROGRAM_PRESETS)
@pytest.mark.parametrize("other", PROGRAM_PRESETS)
def test_where_every_hand_is_legal_it_is_the_file_rewritten_by_hand(own: str, other: str) -> None:
    found = again(HEAD.format(own) + HANDS, other)
    assert figures(found.pulka) == figures(sound(HEAD.format(other) + HANDS))
    assert found.left_out == found.noted == []


SAMPLES: Final = sorted((Path(__file__).parents[1] / "samples").glob("*.pulka"))


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_its_own_rules_change_nothing(file: Path) -> None:
    pulka = sound(file.read_text(encoding="utf-8"))
    found = rescored(pulka.document, pulka.rules, pulka.document.changed)
    assert figures(found.pulka) == figures(pulka)
    assert found.pulka.entries == pulka.entries
    assert found.left_out == []
    # Only what a later correction made late or low is noted.
    assert len(found.noted) == len([warning for warning in pulka.warnings if warning.code.endswith("-since")])


@laws
@given(st.data())
def test_made_up_evenings_agree_with_the_naive_reckoning(data: st.DataObject) -> None:
    """Rescored to other rules, hands left out are as struck out, but the deal moves on; all others count."""
    own, other = (data.draw(st.sampled_from(list(PRESETS))) for _ in range(2))
    changes = {
        rule: data.draw(st.sampled_from(CHANGES[rule]))
        for rule in data.draw(st.lists(st.sampled_from(list(CHANGES)), unique=True, max_size=3))
    }
    assume(not rules_conflict(other, changes))
    names = NAMES[: data.draw(st.sampled_from((3, 4)))]
    dealer, played, expected = an_evening(data.draw(st.integers(0, 10**6)), own, names, 20)
    text = f"pulka 1\nrules {own}\nplayers {' '.join(map(spell_name, names))}\ndealer {dealer}\n"
    text += "\n".join(numbered(played)) + "\n"
    same = again(text, own)
    assert figures(same.pulka) == figures(sound(text))
    assert same.left_out == same.noted == []
    assert same.pulka.settle().exact == expected["exact"]

    changed = {rule: tuple(value) if isinstance(value, list) else value for rule, value in changes.items()}
    found = again(text, other, **changed)
    left_out = {remark.hand for remark in found.left_out}
    events: list[Event] = [
        {"kind": "turn"} if number in left_out else counted(hand) for number, hand in enumerate(played, start=1)
    ]
    wanted = reckon(table_rules(other, changes), list(names), dealer, events)
    compare(found.pulka, dict(wanted))


def counted(hand: Hand) -> Hand:
    """A ten that took everything, with the counts of the defenders, which the reckoner wants where tens are checked."""
    if hand["kind"] == "contract" and hand.get("tricks") == 10 and "taken" not in hand:
        return {**hand, "taken": dict.fromkeys(hand.get("roles", {}), 0)}
    return hand


def compare(pulka: Pulka, wanted: dict[str, Any]) -> None:
    settled = pulka.settle()
    assert pulka.sheet.pool == wanted["pool"]
    assert pulka.sheet.mountain == wanted["mountain"]
    assert pulka.sheet.whists == wanted["whists"]
    assert settled.exact == wanted["exact"]
    assert settled.balance == wanted["balance"]
    assert pulka.over == wanted["over"]
    assert (None if pulka.next is None else pulka.next._asdict()) == wanted["next"]
    assert pulka.bombs == wanted["bombs"]
    assert len(pulka.hands) == wanted["hands"]


# Hands that the other rules do not allow

FOUR: Final = "pulka 1\nrules {}\nplayers Аня Боря Вера Гена\ndealer Гена\n"
"""Гена deals the first hand, Аня the second."""
CHOICE: Final = HEAD.format("shevlyakovsky") + "start Боря mountain 100\n"


@pytest.mark.parametrize(
    ("text", "hand", "other", "code"),
    [
        (HEAD.format("sochi"), "Боря 7♦ giveup", "rostov", "giveup-off"),
        (HEAD.format("classic"), "Боря 7♦ 7 dark, Вера whist 3", "sochi", "dark-off"),
        (HEAD.format("leningrad"), "Боря 7♦, Вера half, Аня pass", "sochi", "half-first"),
        (FOUR.format("shevlyakovsky"), "Боря 7♦ 7 talon=1, Вера whist 3", "sochi", "talon-off"),
        (FOUR.format("sport"), "Боря 7♦ 7 talon=2, Вера whist 3", "shevlyakovsky", "talon-two"),
        (CHOICE, "Боря 7♦ 7 to=mountain, Вера whist 3", "sochi", "to-mountain-off"),
        (FOUR.format("sport"), "Боря 7♦ 7, Аня whist 3", "sochi", "dealer-plays"),
        (FOUR.format("sochi"), "allpass Аня 1, Боря 3, Вера 3, Гена 3", "rostov", "dealer-talon-off"),
        (HEAD.format("sochi"), "Боря 10♦ 8, Вера whist 2, Аня pass", "shevlyakovsky", "ten-counts"),
    ],
)
def test_what_cannot_be_read_by_the_other_rules_is_left_out(text: str, hand: str, other: str, code: str) -> None:
    before, after = "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n", "3. Вера 8♣ 8, Аня whist 2\n"
    whole = f"{text}{before}2. {hand}\n{after}"
    sound(whole)
    found = again(whole, other)
    assert [(remark.hand, remark.diagnostic.code) for remark in found.left_out] == [(2, code)]
    assert found.noted == []
    # As if it had been struck out after the third was played: it keeps its turn.
    own = text.splitlines()[1]
    struck = whole.replace(own, f"rules {other}") + "void 2\n"
    assert figures(found.pulka) == figures(sound(struck))


def test_stalingrad_leaves_out_a_six_that_was_not_whisted_by_both() -> None:
    text = HEAD.format("sochi") + "1. Аня 6♠ 6, Боря whist 4, Вера pass\n2. Боря 6♠ 6, Вера whist 2, Аня whist 2\n"
    found = again(text, "sochi", stalingrad=True)
    assert [(remark.hand, remark.diagnostic.code) for remark in found.left_out] == [(1, "stalingrad")]
    assert len(found.pulka.hands) == 1


def test_more_than_the_other_mountain_holds_is_left_out() -> None:
    text = HEAD.format("shevlyakovsky") + "1. Боря 8♦ 7, Вера whist 3\n2. Боря 8♦ 8 to=mountain, Вера whist 2\n"
    sound(text)
    assert again(text, "shevlyakovsky", remise_factor=2).left_out == []
    poorer = again(text, "shevlyakovsky", pool_point_whists=2)
    assert [remark.diagnostic.code for remark in poorer.left_out] == ["to-mountain-holds"]
    assert poorer.pulka.sheet.mountain["Боря"] == 30


def test_a_low_bid_was_played_and_counts() -> None:
    text = HEAD.format("sochi") + "1. allpass Аня 3, Боря 3, Вера 4\n2. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
    found = again(text, "leningrad")
    assert [(remark.hand, remark.diagnostic.code) for remark in found.noted] == [(2, "bid-below-minimum")]
    assert found.left_out == []
    assert found.pulka.sheet.pool["Аня"] == 2
    assert found.pulka.sheet.whists["Боря"]["Аня"] == 12


def test_a_hand_after_the_other_end_was_played_and_counts() -> None:
    text = HEAD.format("sochi") + "".join(
        f"{n}. {who} misere 0\n" for n, who in enumerate(("Аня", "Боря", "Вера", "Аня"), start=1)
    )
    found = again(text, "sochi", pool_target=10)
    assert [(remark.hand, remark.diagnostic.code) for remark in found.noted] == [(4, "pulka-over")]
    assert found.pulka.sheet.pool == dict.fromkeys(("Аня", "Боря", "Вера"), 10)
    assert found.pulka.sheet.mountain["Аня"] == -10, "all pools are closed: it comes off the own mountain"
    assert found.pulka.over


def test_a_late_hand_that_cannot_be_read_is_left_out_and_not_noted() -> None:
    text = HEAD.format("sochi") + "".join(f"{n}. {who} misere 0\n" for n, who in enumerate(("Аня", "Боря", "Вера"), 1))
    found = again(text + "4. Аня 6♠ giveup\n", "rostov", pool_target=10)
    assert [remark.diagnostic.code for remark in found.left_out] == ["giveup-off"]
    assert found.noted == []


def test_what_is_left_is_counted_from_the_target_of_the_file() -> None:
    text = HEAD.format("sochi") + "start Аня left 8\nstart Боря left 20\n"
    assert sound(text).sheet.pool["Аня"] == 12
    found = again(text, "sochi", pool_target=15)
    assert found.pulka.sheet.pool == {"Аня": 12, "Боря": 0, "Вера": 0}


def test_checks_are_about_the_rules_of_the_file() -> None:
    text = HEAD.format("sochi") + HANDS + "check Аня pool 14 mountain 7\n"
    assert not sound(text).failed_checks
    found = again(text, "leningrad")
    assert found.pulka.failed_checks == []


def test_an_opening_phase_is_one_by_the_other_rules_too() -> None:
    hands = "phase robber\n1. Аня 6♠ 7\n2. Боря misere 1\nphase allpass\n3. allpass Аня 4, Боря 6, Вера 0\n"
    hands += "phase game\n4. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
    found = again(HEAD.format("shevlyakovsky") + hands, "sochi")
    assert found.left_out == found.noted == []
    assert figures(found.pulka) == figures(sound(HEAD.format("sochi") + hands))
    halfway = hands.partition("phase allpass")[0]
    by_hand = sound(HEAD.format("sochi") + halfway)
    assert again(HEAD.format("shevlyakovsky") + halfway, "sochi").pulka.robber_left == by_hand.robber_left


def test_what_was_taken_back_stays_so() -> None:
    text = HEAD.format("sochi") + "1. Аня 6♠ giveup\nundo\n1. Аня 7♠\nvoid 1\n2. Боря 6♠ giveup\nfix 2. Боря 6♠\n"
    found = again(text, "rostov")
    assert found.left_out == []
    assert [entry.number for entry in found.pulka.hands] == [2]


# The command


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    program = Program(tmp_path)
    program.write(HEAD.format("sochi") + HANDS)
    return program


def asked(program: Program, *words: str) -> dict[str, Any]:
    before = program.text()
    outcome = program("rescore", *words, "--json")
    assert outcome.code == 0, outcome
    assert program.text() == before
    return validated(outcome.document)


def test_the_document_to_the_letter(pulka: Program) -> None:
    pulka.write(
        HEAD.format("sochi")
        + "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n2. Боря 7♦ giveup\n3. allpass Аня 3, Боря 3, Вера 4\n4. Аня 6♥\n"
    )
    found = asked(pulka, "--rules", "питер", "--rule", "give_up_tricks=0", "--rule", "pool_target=10", "--hands")
    assert found == {
        "schema": "pulka/1",
        "file": "a.pulka",
        "rules": {
            "now": {"preset": "sochi", "changed": {}},
            "other": {"preset": "leningrad", "changed": {"give_up_tricks": 0, "pool_target": 10}},
        },
        "players": [
            {
                "player": "Аня",
                "now": {"pool": 4, "mountain": 0, "whists": 0, "exact": "62", "balance": 62},
                "other": {"pool": 4, "mountain": 6, "whists": 0, "exact": "44", "balance": 44},
            },
            {
                "player": "Боря",
                "now": {"pool": 0, "mountain": 12, "whists": 6, "exact": "-84", "balance": -84},
                "other": {"pool": 0, "mountain": 6, "whists": 12, "exact": "-8", "balance": -8},
            },
            {
                "player": "Вера",
                "now": {"pool": 0, "mountain": 1, "whists": 2, "exact": "22", "balance": 22},
                "other": {"pool": 0, "mountain": 8, "whists": 4, "exact": "-36", "balance": -36},
            },
        ],
        "left_out": [
            {"hand": 2, "line": 5, "code": "giveup-off", "message": "contracts are not given up at this table"}
        ],
        "noted": [
            {
                "hand": 4,
                "line": 7,
                "code": "bid-below-minimum",
                "message": "after 1 all-pass hand the lowest contract is 7, not 6",
            }
        ],
        "hands": found["hands"],
    }
    hands = found["hands"]
    assert [hand["hand"] for hand in hands] == [1, 2, 3, 4]
    assert hands[0]["now"] == {"Аня": "16/3", "Боря": "-2/3", "Вера": "-14/3"}
    assert hands[0]["other"] == {"Аня": "32/3", "Боря": "-4/3", "Вера": "-28/3"}
    assert hands[1]["other"] is None
    for side, name in (("now", "Аня"), ("other", "Вера")):
        total = sum(Fraction(hand[side][name]) for hand in hands if hand[side])
        (exact,) = (player[side]["exact"] for player in found["players"] if player["player"] == name)
        assert total == Fraction(exact)


def test_without_a_preset_the_files_own_rules_stand(pulka: Program) -> None:
    text = HEAD.format("sochi\nrule allpass_amnesty no\nrule pool_target 16") + HANDS
    pulka.write(text)
    found = asked(pulka, "--rule", "remise_factor=2")
    assert found["rules"]["other"] == {
        "preset": "sochi",
        "changed": {"allpass_amnesty": "no", "pool_target": 16, "remise_factor": 2},
    }
    other = sound(text.replace("rule allpass", "rule remise_factor 2\nrule allpass"))
    assert {player["player"]: player["other"]["exact"] for player in found["players"]} == {
        name: str(exact) for name, exact in other.settle().exact.items()
    }


def test_a_preset_is_taken_whole(pulka: Program) -> None:
    pulka.write(HEAD.format("sochi\nrule pool_target 16") + HANDS)
    assert asked(pulka, "--rules", "sochi")["rules"]["other"] == {"preset": "sochi", "changed": {}}
    assert "pool up to 20" in pulka("rescore", "--rules", "sochi").out


def test_several_files(pulka: Program) -> None:
    pulka.write("nonsense\n", "b.pulka")
    outcome = pulka("rescore", "a.pulka", "b.pulka", "a.pulka", "--rules", "rostov", "--json")
    assert outcome.code == 1
    assert [("errors" in document, document["file"]) for document in outcome.documents] == [
        (False, "a.pulka"),
        (True, "b.pulka"),
        (False, "a.pulka"),
    ]


def test_hand_by_hand_a_hand_left_out_has_no_figures(pulka: Program) -> None:
    pulka.write(HEAD.format("sochi") + "1. Аня 6♠ giveup\n2. Боря 6♠, Вера pass, Аня pass\n")
    lines = pulka("rescore", "--rules", "rostov", "--hands").out.splitlines()
    place = lines.index("1. Аня 6♠ giveup")
    assert lines[place + 1].split() == ["now", "-40", "+20", "+20"]
    assert lines[place + 2].split() == ["other", "–", "–", "–"]
    assert "hand 1, line 4" in "\n".join(lines)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((), "pulka rescore --rules"),
        (("--rules", "foo"), "foo"),
        (("--rule", "foo=1"), "foo"),
        (("--rule", "pool_target"), "pool_target"),
        (("--rule", "pool_target=x"), "x"),
        (("--rules", "sochi", "--rule", "bombs=yes"), "bombs"),
        (("--rules",), "--rules"),
    ],
)
def test_usage(words: tuple[str, ...], named: str, pulka: Program) -> None:
    outcome: Outcome = pulka("rescore", *words)
    assert outcome.code == 2
    assert named in outcome.err
    assert not outcome.out


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_the_report_fits(file: Path, width: int, pulka: Program) -> None:
    for preset in PROGRAM_PRESETS:
        outcome = pulka("rescore", str(file), "--rules", preset, "--hands", lang="ru", width=width)
        assert outcome.code == 0, outcome
        assert max(map(len, outcome.out.splitlines())) <= width
