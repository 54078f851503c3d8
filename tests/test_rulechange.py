"""``pulka set rule`` and ``pulka set rules``: other rules for a running pulka, never silently."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pulka_calc.game.rules import KINDS
from tests.reading import sound
from tests.test_laws import figures
from tests.tools.golden import GOLDEN, Program, Stream

if TYPE_CHECKING:
    from tests.tools.golden import Outcome

HEAD: Final = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
HANDS: Final = (
    "\n1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n2. Боря 8♦ 8, Вера whist 2, Аня pass\n"
    "3. Аня мизер 0\n4. allpass Аня 4, Боря 3, Вера 3\n"
)


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    program = Program(tmp_path)
    program.write(HEAD + HANDS)
    return program


def done(outcome: Outcome) -> Outcome:
    assert outcome.code == 0, outcome
    return outcome


def refused(program: Program, *words: str, code: int, **options: Any) -> Outcome:
    """A run that changes nothing and says why."""
    before = program.text()
    outcome = program("set", *words, **options)
    assert outcome.code == code, outcome
    assert program.text() == before
    assert not (program.state / "last-pulka").exists()
    assert outcome.err.strip()
    return outcome


@pytest.mark.parametrize(
    ("head", "words", "changed"),
    [
        (HEAD, ["rule", "pool_target", "10"], HEAD.replace("sochi\n", "sochi\nrule pool_target 10\n")),
        (HEAD, ["rule", "pool_target=10"], HEAD.replace("sochi\n", "sochi\nrule pool_target 10\n")),
        (HEAD, ["rule", "pool_target", "=", "10"], HEAD.replace("sochi\n", "sochi\nrule pool_target 10\n")),
        (HEAD, ["rule pool_target 10"], HEAD.replace("sochi\n", "sochi\nrule pool_target 10\n")),
        (HEAD, ["правило", "POOL-TARGET", "10"], HEAD.replace("sochi\n", "sochi\nrule pool_target 10\n")),
        (HEAD, ["rule", "consolation", "10"], HEAD.replace("sochi\n", "sochi\nrule consolation 10,10,10,10,10\n")),
        (HEAD, ["rule", "allpass_price", "1,", "2"], HEAD.replace("sochi\n", "sochi\nrule allpass_price 1,2\n")),
        (HEAD, ["rule", "consolation_to_passer", "нет"], HEAD.replace("\npl", "\nrule consolation_to_passer no\npl")),
        # In its place, with its comment; another one goes below.
        (
            HEAD.replace("\npl", "\nrule pool_target 16  # до ужина\nrule remise_factor 2\npl"),
            ["rule", "pool_target", "10"],
            HEAD.replace("\npl", "\nrule pool_target 10  # до ужина\nrule remise_factor 2\npl"),
        ),
        (
            HEAD.replace("\npl", "\nrule pool_target 16\n# так сели\npl"),
            ["rule", "remise_factor", "2"],
            HEAD.replace("\npl", "\nrule pool_target 16\nrule remise_factor 2\n# так сели\npl"),
        ),
        # Back to the preset: the line goes, what was noted beside it stays.
        (HEAD.replace("\npl", "\nrule pool_target 16\npl"), ["rule", "pool_target", "default"], HEAD),
        (HEAD.replace("\npl", "\nrule pool-target 16\npl"), ["rule", "pool_target", "Обычно"], HEAD),
        (
            HEAD.replace("\npl", "\nrule pool_target 16  # до ужина\npl"),
            ["rule", "pool_target=default"],
            HEAD.replace("\npl", "\n# до ужина\npl"),
        ),
        (HEAD, ["rules", "питер"], HEAD.replace("sochi", "leningrad")),
        (
            HEAD.replace("\npl", " # как всегда\nrule pool_target 16\nrule remise_factor 2 # злее\npl"),
            ["правила", "Ростов"],
            HEAD.replace("sochi\npl", "rostov # как всегда\n# злее\npl"),
        ),
        (
            HEAD.replace("\npl", "\nrule pool_target 16\npl"),
            ["rules", "leningrad", "pool_target=12", "give_up_tricks=0"],
            HEAD.replace("sochi\npl", "leningrad\nrule pool_target 12\nrule give_up_tricks 0\npl"),
        ),
        (
            HEAD.replace("pulka 1", "пулька 1\nlang ru").replace("rules", "правила"),
            ["rule", "consolation_to_passer", "no"],
            HEAD.replace("pulka 1", "пулька 1\nlang ru")
            .replace("rules", "правила")
            .replace("\npl", "\nправило consolation_to_passer нет\npl"),
        ),
    ],
)
def test_only_the_lines_of_the_rules_change(head: str, words: list[str], changed: str, pulka: Program) -> None:
    for before, after in (
        (head + HANDS, changed + HANDS),
        ((head + HANDS).replace("\n", "\r\n"), (changed + HANDS).replace("\n", "\r\n")),
        (f"\ufeff# тетрадь\n{head}{HANDS}".rstrip("\n"), f"\ufeff# тетрадь\n{changed}{HANDS}".rstrip("\n")),
    ):
        pulka.write(before)
        done(pulka("set", *words))
        assert pulka.text() == after
        sound(after)


def test_every_hand_is_reckoned_again_and_told(pulka: Program) -> None:
    outcome = done(pulka("set", "rule", "pool_target", "10"))
    assert outcome.out.split("\n\n")[0].splitlines() == [
        "the rules:",
        "  pool_target: 20 → 10",
        "the sheet:",
        "  Аня, pool: 12 → 10",
        "  Аня, whists on Боря: 0 → 20",
        "  Боря, pool: 6 → 8",
        "balances: Аня +46 → +46, Боря -3 → -3, Вера -43 → -43",
        "next: Боря deals; 1 all-pass hand in a row; all-pass at 1 a trick; bids from 6",
    ]
    assert "to take this back: pulka set rule pool_target default" in outcome.err
    assert figures(sound(pulka.text())) == figures(sound((HEAD + HANDS).replace("sochi", "sochi\nrule pool_target 10")))


def test_whether_it_is_over_and_what_may_be_bid(pulka: Program) -> None:
    pulka.write(HEAD + "1. Аня misere 0\n2. Боря misere 0\n3. Вера misere 0\n4. allpass Аня 4, Боря 3, Вера 3\n")
    refused(pulka, "rule", "pool_target", "10", code=1)
    done(pulka("undo"))
    out = done(pulka("set", "rule", "pool_target", "10")).out
    assert "before: next: Аня deals" in out
    assert "after: the pulka is over" in out
    out = done(pulka("set", "rule", "pool_target", "16")).out
    assert "before: the pulka is over" in out
    done(pulka("redo"))
    out = done(pulka("set", "rules", "leningrad")).out
    assert "all-pass at 1 a trick; bids from 6" in out.replace("\n  ", " ")
    assert "all-pass at 4 a trick; bids from 7" in out.replace("\n  ", " ")


@pytest.mark.parametrize(
    ("words", "back"),
    [
        (["rule", "remise_factor", "2"], "pulka set rule remise_factor default"),
        (["rule", "pool_target", "30"], "pulka set rule pool_target 16"),
        (["rule", "pool_target", "default"], "pulka set rule pool_target 16"),
        (["rules", "rostov"], "pulka set rules sochi pool_target=16 allpass_price=1,2"),
        (["rules", "sochi"], "pulka set rules sochi pool_target=16 allpass_price=1,2"),
    ],
)
def test_it_is_said_how_to_take_it_back_and_that_does(words: list[str], back: str, pulka: Program) -> None:
    text = HEAD.replace("\npl", "\nrule pool_target 16\nrule allpass_price 1,2\npl") + HANDS
    for lang in ("en", "ru"):
        pulka.write(text)
        said = done(pulka("set", *words, lang=lang)).err.splitlines()[-1].partition(": ")[2]
        assert lang == "ru" or said == back
        done(pulka(*said.split()[1:], lang=lang))
        assert figures(sound(pulka.text())) == figures(sound(text))
        assert sound(pulka.text()).document.changed == sound(text).document.changed


# Asked, tried, declined


@pytest.mark.parametrize("answer", ["y", "да"])
def test_on_a_terminal_it_asks(answer: str, pulka: Program) -> None:
    outcome = done(pulka("set", "rule", "pool_target", "10", terminal=True, stdin=f"{answer}\n"))
    assert outcome.err.index("[y/n]") > 0
    assert "rule pool_target 10" in pulka.text()


@pytest.mark.parametrize("answer", ["n", "", "нет"])
def test_who_says_no_keeps_his_rules(answer: str, pulka: Program) -> None:
    outcome = refused(pulka, "rule", "pool_target", "10", code=1, terminal=True, stdin=f"{answer}\n")
    assert "  pool_target: 20 → 10" in outcome.out


def test_yes_and_json_ask_nothing(pulka: Program) -> None:
    assert "[y/n]" not in done(pulka("set", "rule", "pool_target", "10", "--yes", terminal=True)).err
    outcome = done(pulka("set", "--json", "rules", "sochi", terminal=True))
    assert outcome.document["rules"] == {"preset": "sochi", "changed": {}}
    assert pulka.text() == HEAD + HANDS


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_a_trial_writes_nothing(json: list[str], pulka: Program) -> None:
    outcome = done(pulka("set", "rules", "leningrad", "--dry-run", *json, terminal=True))
    assert pulka.text() == HEAD + HANDS
    assert "nothing is written" in outcome.err
    assert "[y/n]" not in outcome.err
    if json:
        assert outcome.document["rules"]["preset"] == "leningrad"
    assert not (pulka.state / "last-pulka").exists()


@pytest.mark.parametrize("words", [["title", "x"], ["stake", "1"], ["dealer", "б"]])
def test_a_trial_of_anything_else_writes_nothing_either(words: list[str], pulka: Program) -> None:
    outcome = done(pulka("set", *words, "--dry-run"))
    assert pulka.text() == HEAD + HANDS
    assert "nothing is written" in outcome.err


@pytest.mark.parametrize("words", [["rules", "sochi"], ["rule", "pool_target", "default"]])
def test_what_is_so_already_is_not_written(words: list[str], pulka: Program) -> None:
    assert "so already" in done(pulka("set", *words, terminal=True)).err
    assert pulka.text() == HEAD + HANDS


def test_a_line_that_says_what_the_preset_has_changes_no_value(pulka: Program) -> None:
    out = done(pulka("set", "rule", "pool_target", "20")).out
    assert "no value changes" in out
    assert "no figure changes" in out
    assert "rule pool_target 20" in pulka.text()


def test_a_file_changed_meanwhile_is_not_overwritten(pulka: Program) -> None:
    other = HEAD + HANDS + "5. Вера 6♠, Аня pass, Боря pass\n"

    def slowly() -> str:
        pulka.write(other)
        return "y\n"

    stdin = Stream(terminal=True, answer=slowly)
    outcome = pulka("set", "rule", "pool_target", "10", stdin=stdin, terminal=True)
    assert outcome.code == 3
    assert pulka.text() == other


# Refused


def test_a_hand_that_is_not_legal_is_shown_and_nothing_stored(pulka: Program) -> None:
    text = HEAD + "1. Аня 6♠ giveup\n2. Боря 7♦ 7, Вера whist 3, Аня pass\n3. Вера 6♠ giveup\n"
    pulka.write(text)
    outcome = refused(pulka, "rules", "rostov", "pool_target=12", code=1)
    assert outcome.err.count("error[giveup-off]") == 2
    assert "3. Вера 6♠ giveup" in outcome.err
    command = "pulka rescore --rules rostov --rule pool_target=12"
    assert command in outcome.err
    looked = done(pulka(*command.split()[1:]))
    assert "hand 3, line 6" in looked.out
    assert "pulka rescore --rule give_up_tricks=0" in refused(pulka, "rule", "give_up_tricks", "0", code=1).err
    document = refused(pulka, "rule", "give_up_tricks", "0", "--json", code=1).document
    assert [fault["code"] for fault in document["errors"]] == ["giveup-off", "giveup-off"]


def test_going_back_to_the_preset_may_be_refused_too(pulka: Program) -> None:
    pulka.write(HEAD.replace("\npl", "\nrule half_whist_by either\npl") + "1. Аня 6♠, Боря half, Вера pass\n")
    outcome = refused(pulka, "rule", "half_whist_by", "default", code=1)
    assert "error[half-first]" in outcome.err
    assert "pulka rescore --rule half_whist_by=second" in outcome.err


@pytest.mark.parametrize(
    ("words", "code", "named"),
    [
        (["rule", "foo", "1"], 2, "foo"),
        (["rule", "foo", "default"], 2, "foo"),
        (["rule", "pool_target"], 2, "pulka set rule pool_target 10"),
        (["rule", "pool_target="], 2, "pulka set rule pool_target 10"),
        (["rule", "pool_target", "много"], 2, "много"),
        (["rule", "pool_target\n10"], 2, "line break"),
        (["rule"], 2, "pulka set"),
        (["rules"], 2, "pulka set"),
        (["rules", "foo"], 2, "foo"),
        (["rules", "pool_target=10"], 2, "sochi"),
        (["rules", "sochi", "bombs=yes"], 2, "bombs"),
        (["rules", "sochi", "pool_target=x"], 2, "x"),
        (["rule", "bombs", "yes"], 1, "rules-bombs-without-dark"),
        (["rule", "pool_target", "none"], 1, "rules-no-target"),
    ],
)
def test_what_is_no_rule_is_said(words: list[str], code: int, named: str, pulka: Program) -> None:
    outcome = refused(pulka, *words, code=code)
    assert named in outcome.err
    assert "rescore" not in outcome.err


def test_a_file_that_is_wrong_already_is_told_as_such(pulka: Program) -> None:
    pulka.write(HEAD + "1. Аня 5♠\n")
    outcome = refused(pulka, "rules", "rostov", code=1)
    assert "error[" in outcome.err
    assert "rescore" not in outcome.err


def test_rows_that_say_what_is_left_keep_their_target(pulka: Program) -> None:
    text = HEAD + "start Аня left 8\n"
    pulka.write(text)
    assert "line 4" in refused(pulka, "rule", "pool_target", "16", code=2).err
    done(pulka("set", "rule", "remise_factor", "2"))


def test_a_check_that_fails_by_the_other_rules_is_told(pulka: Program) -> None:
    pulka.write(HEAD + HANDS + "check Аня pool 12\n")
    outcome = pulka("set", "rule", "pool_target", "10")
    assert outcome.code == 1
    assert "check-failed" in outcome.err
    assert "rule pool_target 10" in pulka.text(), "a check is a note, not a law"


# Every rule


@pytest.mark.parametrize("rule", KINDS)
def test_the_value_of_every_rule_can_be_set_as_each_preset_has_it(rule: str, pulka: Program) -> None:
    from pulka_calc.game.presets import PRESETS

    for preset, rules in PRESETS.items():
        pulka.write(HEAD.replace("sochi", preset))
        value = KINDS[rule].text(getattr(rules, rule))
        for lang in ("en", "ru"):
            done(pulka("set", "lang", lang))
            done(pulka("set", "rule", rule, value, lang=lang))
            pulka_now = sound(pulka.text())
            assert pulka_now.rules == rules
            assert list(pulka_now.document.changed) == [rule]
            done(pulka("set", "rule", rule, "default"))
            assert sound(pulka.text()).document.changed == {}


def test_a_russian_file_with_bombs(pulka: Program) -> None:
    text = (GOLDEN / "bombs.pulka").read_text(encoding="utf-8")
    pulka.write(text)
    done(pulka("set", "rule", "dark_limit=2", lang="ru"))
    assert pulka.text() == text.replace("classic\n", "classic\nправило dark_limit 2\n")
