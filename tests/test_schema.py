"""``pulka schema``: what the schemas say is what the program reads and prints."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rulekinds import Levels, Rate, Word
from pulka_calc.game.rules import KINDS
from pulka_calc.houserules import toml_choices, toml_text
from pulka_calc.schema import documents_schema, rules_file, rules_said, rules_schema, validated
from pulka_calc.words.rules import rule_text
from pulka_calc.words.speech import LANGUAGES, Speech
from tests.json_schema import valid
from tests.tools.errors import mistakes_in_rules
from tests.tools.golden import Outcome, Program

ROOT: Final = Path(__file__).parents[1]
SAMPLES: Final = sorted((ROOT / "samples").glob("*.pulka"))
RULES: Final = rules_schema()
DOCUMENTS: Final = documents_schema()


@pytest.fixture
def empty(tmp_path: Path) -> Program:
    """The program in an empty folder."""
    return Program(tmp_path)


def done(outcome: Outcome) -> Outcome:
    """A run that ended well."""
    assert outcome.code == 0, outcome
    assert not outcome.err
    return outcome


# The command


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("what", "schema"), [("rules", RULES), ("pulka", DOCUMENTS)])
def test_the_command_prints_the_schema(empty: Program, what: str, schema: dict[str, Any], lang: Any) -> None:
    outcome = done(empty("schema", what, lang=lang))
    assert json.loads(outcome.out) == schema
    assert outcome.out.startswith('{\n  "$schema": "https://json-schema.org/draft/2020-12/schema"')
    assert outcome.out.isascii()
    assert done(empty("schema", what, "--json", lang=lang)).document == schema


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], '"pulka schema rules"'),
        (["rule"], 'did you mean "rules"'),
        (["пулька"], "pulka schema"),
        (["rules", "pulka"], "pulka schema"),
    ],
)
def test_a_wrong_question(empty: Program, arguments: list[str], said: str) -> None:
    outcome = empty("schema", *arguments)
    assert outcome.code == 2
    assert not outcome.out
    assert said.replace('"', "") in outcome.err.replace('"', "")
    assert "{" not in empty("schema", *arguments, lang="ru").err


# What --json prints


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_document_of_a_sample_is_as_the_schema_says(empty: Program, file: Path) -> None:
    empty.write(file.read_bytes())
    player = done(empty("show", "--json")).document["players"][0]
    terms = ["--stake", "0.5 RUB", "--coin", "1", "--limit", "20 RUB"]
    reports = (["settle"], ["settle", *terms], ["settle", "--explain", player], ["settle", "--compare"])
    commands = (["show"], *reports, ["explain"], ["explain", player, "whists"], ["explain", player, "pool"])
    for command in commands:
        outcome = empty(*command, "--json")
        documents = outcome.documents
        assert outcome.code == 0
        assert documents
        for document in documents:
            assert validated(document) == document
            assert valid(document, DOCUMENTS)
            assert not valid({**document, "more": 1}, DOCUMENTS)


def test_what_add_prints_and_what_a_wrong_pulka_prints(empty: Program) -> None:
    empty.write("pulka 1\nrules sochi\nplayers Аня Боря Вера\n")
    assert valid(done(empty("add", "а", "6п=", "б3", "в1", "--json")).document, DOCUMENTS)
    empty.write("pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. Аня 6 6\n")
    assert valid(empty("show", "--json").document, DOCUMENTS)


def test_every_document_has_its_place_in_the_schema() -> None:
    assert {part["$ref"].rpartition("/")[2] for part in DOCUMENTS["oneOf"]} == {
        "ErrorsDocument",
        "SettleDocument",
        "ShowDocument",
        "CellDocument",
        "AddDocument",
        "ExplainDocument",
        "PartsDocument",
        "MethodsDocument",
        "WhatIfDocument",
        "RescoreDocument",
        "DiffDocument",
    }


# The rules file


def test_every_rule_is_in_the_schema_and_nothing_else() -> None:
    assert list(RULES["properties"]) == ["extends", "title", *KINDS]
    assert RULES["required"] == ["extends"]
    assert RULES["additionalProperties"] is False
    for rule in KINDS:
        text = rule_text(rule, Speech("en"))
        assert RULES["properties"][rule]["description"].lower() == f"{text}.".lower()
        assert "default" not in RULES["properties"][rule]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("rule", KINDS)
def test_every_value_of_a_preset_can_be_written_both_ways(preset: str, rule: str) -> None:
    value, kind = getattr(PRESETS[preset], rule), KINDS[rule]
    for text in (toml_text(kind, value), f'"{kind.text(value)}"'):
        table = tomllib.loads(f'extends = "sochi"\n{rule} = {text}\n', parse_float=Decimal)
        said = rules_said(table)
        assert (said.rules, said.wrong, said.unknown) == ({rule: value}, [], [])
        assert type(said.rules[rule]) is type(value)
        assert valid(table, RULES)


@pytest.mark.parametrize("rule", KINDS)
def test_what_is_proposed_for_a_wrong_value_can_be_written(rule: str) -> None:
    # Numbers from 1 up are shown as "1 …", lists as "[1, 2, …]".
    choices = toml_choices(KINDS[rule]).replace(", …]", "]").split(" | ")
    for text in (bound for choice in choices for bound in choice.removesuffix(" …").split(" … ")):
        assert not rules_said(tomllib.loads(f"{rule} = {text}", parse_float=Decimal)).wrong


@pytest.mark.parametrize("rule", [rule for rule, kind in KINDS.items() if isinstance(kind, Word)])
def test_the_schema_names_every_word(rule: str) -> None:
    kind = KINDS[rule]
    assert isinstance(kind, Word)
    assert set(kind.words) <= set(RULES["properties"][rule]["enum"])


@pytest.mark.parametrize(
    ("rule", "written", "value"),
    [
        ("allpass_amnesty", False, "no"),
        ("allpass_amnesty", "да", "table"),
        ("bombs", True, "dark_pass"),
        ("talon_bonus", False, "off"),
        ("stalingrad", "нет", False),
        ("pool_target", "none", None),
        ("dark_limit", "нет", None),
        ("consolation", 12, (12,) * 5),
        ("whist_value", "2, 4,6 ,8,10", (2, 4, 6, 8, 10)),
        ("allpass_price", 5, (5,)),
        ("half_whist_levels", [], ()),
        ("half_whist_levels", "none", ()),
        ("help_whists_per_point", Decimal("0.1"), Fraction(1, 10)),
        ("help_whists_per_point", Decimal("2.0"), 2),
        ("help_whists_per_point", "1/3", Fraction(1, 3)),
    ],
)
def test_other_ways_of_writing(rule: str, written: Any, value: object) -> None:
    said = rules_said({"extends": "sochi", rule: written})
    assert said.rules == {rule: value}
    json_value = float(written) if isinstance(written, Decimal) else written
    assert valid({"extends": "sochi", rule: json_value}, RULES)


@pytest.mark.parametrize(
    ("rule", "written"),
    [
        ("pool_target", 0),
        ("pool_target", -5),
        ("pool_target", True),
        ("pool_target", Decimal("20.0")),
        ("pool_target", 10**9),
        ("pool_target", []),
        ("remise_factor", 3),
        ("remise_factor", "3"),
        ("give_up_tricks", False),
        ("give_up_tricks", [2]),
        ("give_up_tricks", 1),
        ("stalingrad", 1),
        ("stalingrad", "maybe"),
        ("rounding", "wole"),
        ("rounding", False),
        ("whist_duty", [4, 2, 1, 1]),
        ("whist_duty", [4, 2, 1, 1, 11]),
        ("whist_duty", ["4", "2", "1", "1", "1"]),
        ("contract_value", [True, 4, 6, 8, 10]),
        ("contract_value", "2,4,6"),
        ("half_whist_levels", [6, 6]),
        ("half_whist_levels", [10]),
        ("minimum_bid_after_allpass", []),
        ("minimum_bid_after_allpass", "5"),
        ("allpass_price", [1] * 33),
        ("allpass_price", {"6": 1}),
        ("help_whists_per_point", Decimal("-1.5")),
    ],
)
def test_values_that_are_none(rule: str, written: Any) -> None:
    said = rules_said({"extends": "sochi", rule: written})
    assert (said.wrong, said.rules) == ([rule], {})
    with pytest.raises(ValidationError):
        rules_file().model_validate({"extends": "sochi", rule: written})
    json_value = float(written) if isinstance(written, Decimal) else written
    # TOML tells 20 from 20.0, JSON Schema does not.
    if written != Decimal(20):
        assert not valid({"extends": "sochi", rule: json_value}, RULES)


SCALARS: Final = st.one_of(
    st.booleans(),
    st.integers(-2, 12),
    st.integers(10**9 - 2, 10**9 + 2),
    st.sampled_from(
        ["yes", "no", "да", "нет", "none", "full", "table", "6,7", "1/3", "0.1", "2,4,6,8,10", "07", "", " "]
    ),
    st.text("0123456789,/. ", max_size=8),
)


@settings(derandomize=True, deadline=None, max_examples=400, database=None)
@example("talon_bonus", 0)
@example("bombs", 1)
@given(st.sampled_from(list(KINDS)), st.one_of(SCALARS, st.lists(st.integers(0, 11), max_size=6)))
def test_the_schema_and_the_reader_agree(rule: str, written: Any) -> None:
    """What is read is allowed by the schema; what the schema allows is read, but for what it has no words for."""
    said = rules_said({"extends": "sochi", rule: written})
    allowed = valid({"extends": "sochi", rule: written}, RULES)
    if said.rules:
        assert allowed
        if isinstance(written, str):
            # As a pulka file reads the same text.
            assert said.rules[rule] == KINDS[rule].parse(written)
    elif allowed:
        # That levels rise, and that a rate is not nothing.
        assert isinstance(KINDS[rule], Levels | Rate)


@pytest.mark.parametrize("path", mistakes_in_rules(), ids=lambda path: path.stem)
def test_the_schema_refuses_broken_rules_files(path: Path) -> None:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError:
        return
    # What rules make no sense together, what a name means and that levels rise, a schema cannot say.
    beyond = path.stem.startswith(("rules-no", "rules-c", "rules-b", "rules-s", "rules-w")) or path.stem in (
        "extends-circle",
        "extends-unknown",
        "title-control",
        "rule-value",
    )
    assert valid(table, RULES) == beyond


@pytest.mark.parametrize("table", [{}, {"title": "x"}, {"extends": 1}, {"extends": "sochi", "foo": 1}], ids=str)
def test_what_is_no_rules_file(table: dict[str, Any]) -> None:
    assert not valid(table, RULES)
    with pytest.raises(ValidationError):
        rules_file().model_validate(table)


def test_the_schema_is_the_same_in_every_run() -> None:
    code = "import json; from pulka_calc.schema import rules_schema; print(json.dumps(rules_schema()))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
    assert json.loads(runs[0]) == RULES
