"""Published, reckoned and typed cases: what the program makes of each is what the case says.

``worked`` are figures from outside sources, ``random`` evenings with every kind of statement, ``shorthand`` the same
as people type them; ``samples.json`` says what the files of ``samples/`` come to.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from pulka_calc.journal.pulka import Pulka, read_text

HERE: Final = Path(__file__).parent
SAMPLES: Final = HERE.parent / "samples"


def read_cases(name: str) -> list[dict[str, Any]]:
    """The cases of a file, one a line."""
    lines = (HERE / "cases" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


WORKED: Final = read_cases("worked.jsonl")
RANDOM: Final = read_cases("random.jsonl")
SHORTHAND: Final = read_cases("shorthand.jsonl")
EXPECTED_SAMPLES: Final[dict[str, dict[str, Any]]] = json.loads(
    (HERE / "cases" / "samples.json").read_text(encoding="utf-8")
)


def name_of(case: dict[str, Any]) -> str:
    return f"{case['id']}: {case['title']}" if "title" in case else str(case["id"])


def exactly(stated: Any) -> Any:
    """The figures of a case as exact numbers: ``"5/2"`` is five halves, columns are taken figure by figure."""
    if isinstance(stated, dict):
        return {name: exactly(figure) for name, figure in stated.items()}
    return Fraction(stated)


def found(pulka: Pulka, what: str) -> Any:
    """What the program says where a case states `what`, in the case's own form."""
    settled = pulka.settle()
    if what == "exact":
        return settled.exact
    if what == "balance":
        return settled.balance
    if what == "over":
        return pulka.over
    if what == "next":
        return None if pulka.next is None else pulka.next._asdict()
    if what == "bombs":
        return pulka.bombs
    return {"pool": pulka.sheet.pool, "mountain": pulka.sheet.mountain, "whists": pulka.sheet.whists}[what]


def compare(pulka: Pulka, expect: dict[str, Any], about: str) -> None:
    """Every figure that a case states."""
    assert pulka.errors == [], about
    for what, stated in expect.items():
        is_figure = what in ("pool", "mountain", "whists", "exact", "balance")
        assert found(pulka, what) == (exactly(stated) if is_figure else stated), f"{what}: {about}"


@pytest.mark.parametrize("case", WORKED, ids=name_of)
def test_worked_case(case: dict[str, Any]) -> None:
    assert {"pool", "mountain", "whists"} <= set(case["expect"])
    compare(read_text(case["text"]), case["expect"], f"{case['title']} ({case['source']})")


@pytest.mark.parametrize("case", RANDOM, ids=name_of)
def test_random_evening(case: dict[str, Any]) -> None:
    assert {"pool", "mountain", "whists", "exact", "balance", "over", "next", "bombs"} == set(case["expect"])
    pulka = read_text(case["text"])
    compare(pulka, case["expect"], ", ".join(case["tags"]))
    assert pulka.failed_checks == []


@pytest.mark.parametrize("case", SHORTHAND, ids=name_of)
def test_evening_as_it_is_typed(case: dict[str, Any]) -> None:
    assert {"pool", "mountain", "whists", "exact", "balance", "bombs"} <= set(case["expect"])
    pulka = read_text(case["text"])
    compare(pulka, case["expect"], ", ".join(case["tags"]))
    assert pulka.failed_checks == []


def test_every_sample_has_its_figures() -> None:
    assert {path.name for path in SAMPLES.glob("*.pulka")} == set(EXPECTED_SAMPLES)


DOUBTED: Final = {"printed-example.pulka": [("start-improbable", 11)]}
"""The printed example was made up: its totals ask for odd whists, which no hands of Sochi come to."""


@pytest.mark.parametrize("name", EXPECTED_SAMPLES)
def test_sample(name: str) -> None:
    expect = dict(EXPECTED_SAMPLES[name])
    text = (SAMPLES / name).read_bytes().decode("utf-8")
    pulka = read_text(text)
    assert list(pulka.players) == expect.pop("players")
    assert len(pulka.hands) == expect.pop("hands")
    compare(pulka, expect, name)
    assert [(warning.code, warning.line) for warning in pulka.warnings] == DOUBTED.get(name, [])
    assert pulka.failed_checks == []
    assert text.count("check ") + text.count("проверка ") == len(pulka.players), "every player's figures are checked"
