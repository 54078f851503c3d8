"""The JSON of design §4: keys and kinds to the letter, and what must add up adds up."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pulka_calc import documents
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.schema import validated

HERE = Path(__file__).parent
SAMPLES = sorted((HERE.parent / "samples").glob("*.pulka"))
CASES = [
    pytest.param(case["text"], id=f"{file.stem}-{case['id']}")
    for file in sorted((HERE / "cases").glob("*.jsonl"))
    for case in map(json.loads, file.read_text(encoding="utf-8").splitlines())
]

EVENING = """\
pulka 1
title На даче
date 2026-05-09
rules sochi
rule pool_target 10
rule help_whists_per_point 1/3
rule half_whist_levels none
rule dark_limit none
rule stalingrad yes
rule allpass_price 1,2
rule rounding whole
stake 0.5 RUB
players Аня Боря Вера

1. Аня 6♣ 6, Боря whist 3, Вера whist 1
2. allpass Аня 4, Боря 3, Вера 3
3. Боря misere 1
void 3 "cards were exposed"
4. Вера 6♥ 5, Аня whist
adjust Аня whists Боря +5/2 "saw the talon"
check Аня pool 3
"""

SHOW_KEYS = {
    "schema", "file", "title", "date", "rules", "players", "hands", "over", "next", "sheet", "bombs", "warnings",
}  # fmt: skip
POSTING_KEYS = {"column", "player", "on", "points", "rule", "text"}
FAULT_KEYS = {"code", "line", "column", "message", "help"}


def sound(text: str) -> Pulka:
    pulka = read_text(text)
    assert not pulka.errors
    return pulka


def through_json(document: dict[str, Any]) -> dict[str, Any]:
    """The document as a script reads it: what is not JSON, or is changed on the way, shows here."""
    again: dict[str, Any] = json.loads(documents.dumps(document))
    assert again == document
    return validated(again)


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_sample_keeps_the_contract(file: Path) -> None:
    every_document(sound(file.read_text(encoding="utf-8")), file.name)


@pytest.mark.parametrize("text", CASES)
def test_every_case_keeps_the_contract(text: str) -> None:
    every_document(sound(text), "case.pulka")


def every_document(pulka: Pulka, file: str) -> None:
    shown = through_json(documents.show_document(pulka, file))
    settled = through_json(documents.settle_document(pulka, file))
    assert {**shown, "settlement": settled["settlement"]} == settled
    assert sum(map(Fraction, settled["settlement"]["balance"].values())) == 0
    explained = [through_json(document) for document in documents.explain_documents(pulka)]
    assert [document["hand"] for document in explained if document["hand"]] == [hand.number for hand in pulka.hands]
    # The sheet is the sum of what is explained, and nothing else.
    cells: dict[tuple[str, str, str | None], Fraction] = {}
    for document in explained:
        for posting in document["postings"]:
            cell = (posting["column"], posting["player"], posting["on"])
            cells[cell] = cells.get(cell, Fraction(0)) + Fraction(posting["points"])
    for seat, name in enumerate(pulka.players):
        for column in ("pool", "mountain"):
            assert Fraction(shown["sheet"][column][name]) == cells.get((column, name, None), 0)
        for on, other in enumerate(pulka.players):
            if other != name:
                told = through_json(documents.explain_cell_document(pulka, seat, "whists", on))
                assert told["total"] == shown["sheet"]["whists"][name][other]
                assert Fraction(told["total"]) == cells.get(("whists", name, other), 0)


def test_show_to_the_letter() -> None:
    shown = documents.show_document(sound(EVENING), "dacha.pulka")
    assert set(shown) == SHOW_KEYS
    warnings = shown.pop("warnings")
    assert shown == {
        "schema": "pulka/1",
        "file": "dacha.pulka",
        "title": "На даче",
        "date": "2026-05-09",
        "rules": {
            "preset": "sochi",
            "changed": {
                "pool_target": 10,
                "help_whists_per_point": "1/3",
                "half_whist_levels": None,
                "dark_limit": None,
                "stalingrad": True,
                "allpass_price": [1, 2],
                "rounding": "whole",
            },
        },
        "players": ["Аня", "Боря", "Вера"],
        "hands": 3,
        "over": False,
        "next": {"dealer": "Аня", "allpass_in_row": 0, "allpass_price": 1, "minimum_bid": 6},
        "sheet": {
            "pool": {"Аня": 2, "Боря": 0, "Вера": 0},
            "mountain": {"Аня": 1, "Боря": 0, "Вера": 2},
            "whists": {
                "Аня": {"Боря": "5/2", "Вера": 12},
                "Боря": {"Аня": 6, "Вера": 2},
                "Вера": {"Аня": 2, "Боря": 0},
            },
        },
        "bombs": {"Аня": [], "Боря": [], "Вера": []},
    }
    # A failed check is told, and the figures are shown all the same.
    assert [set(warning) for warning in warnings] == [FAULT_KEYS]
    assert (warnings[0]["code"], warnings[0]["line"], warnings[0]["column"]) == ("check-failed", 21, 11)
    assert warnings[0]["message"].isascii() or "Аня" in warnings[0]["message"]


def test_settlement_to_the_letter() -> None:
    settlement = documents.settle_document(sound(EVENING), "-")["settlement"]
    assert list(settlement) == ["exact", "balance", "pairs", "payments", "money", "currency", "steps"]
    assert settlement["exact"] == {"Аня": "119/6", "Боря": "53/6", "Вера": "-86/3"}
    assert settlement["balance"] == {"Аня": 20, "Боря": 9, "Вера": -29}
    assert [(pair["player"], pair["other"]) for pair in settlement["pairs"]] == [
        ("Аня", "Боря"),
        ("Аня", "Вера"),
        ("Боря", "Вера"),
    ]
    assert all(set(pair) == {"player", "other", "whists"} for pair in settlement["pairs"])
    assert settlement["payments"] == [
        {"from": "Вера", "to": "Аня", "whists": 20, "money": "9.92"},
        {"from": "Вера", "to": "Боря", "whists": 9, "money": "4.42"},
    ]
    assert settlement["money"] == {"Аня": "9.92", "Боря": "4.42", "Вера": "-14.34"}
    assert settlement["currency"] == "RUB"
    for step in settlement["steps"]:
        assert list(step) == ["step", "player", "other", "amount", "text"]
        assert isinstance(step["amount"], str)
    assert {step["step"] for step in settlement["steps"]} <= {"pools", "smallest", "shares", "pairs", "totals"}


def test_pairs_add_up_to_the_balances() -> None:
    settlement = documents.settlement_document(sound(EVENING))
    won = dict.fromkeys(settlement["exact"], Fraction(0))
    for pair in settlement["pairs"]:
        won[pair["player"]] += Fraction(pair["whists"])
        won[pair["other"]] -= Fraction(pair["whists"])
    assert won == {name: Fraction(exact) for name, exact in settlement["exact"].items()}


PAPER = "pulka 1\nrules sochi\n{stake}players A B C\nstart A mountain 1\n"


@pytest.mark.parametrize(
    "stake, money, currency",
    [
        ("", None, None),
        ("stake 0.10\n", {"A": "-0.66", "B": "0.33", "C": "0.33"}, None),
        ("stake 0,1 €\n", {"A": "-0.66", "B": "0.33", "C": "0.33"}, "€"),
        ("stake 1 RUB per 100\n", {"A": "-0.06", "B": "0.03", "C": "0.03"}, "RUB"),
        ("stake 0.0001 RUB\n", {"A": "0.00", "B": "0.00", "C": "0.00"}, "RUB"),
        ("stake 1000000 RUB\n", {"A": "-6666666.66", "B": "3333333.33", "C": "3333333.33"}, "RUB"),
    ],
)
def test_money_is_the_exact_balance_times_the_price(
    stake: str, money: dict[str, str] | None, currency: str | None
) -> None:
    settlement = through_json(documents.settle_document(sound(PAPER.format(stake=stake)), "-"))["settlement"]
    assert settlement["money"] is None if money is None else sum(map(Decimal, settlement["money"].values())) == 0
    if money is not None:
        # Whoever gets the odd kopeck, nobody is further than one from his share.
        assert all(
            abs(Decimal(settlement["money"][name]) - Decimal(won)) <= Decimal("0.01") for name, won in money.items()
        )
    assert settlement["currency"] == currency


def test_exact_rounding_keeps_fractions() -> None:
    pulka = sound("pulka 1\nrules sochi\nrule rounding exact\nplayers A B C\nstart A mountain 1\n")
    settlement = through_json(documents.settle_document(pulka, "-"))["settlement"]
    assert settlement["balance"] == {"A": "-20/3", "B": "10/3", "C": "10/3"}
    assert {payment["whists"] for payment in settlement["payments"]} == {"10/3"}


def test_two_players_only_settle() -> None:
    shown = through_json(documents.settle_document(sound("pulka 1\nrules sochi\nplayers A B\nstart A pool 3\n"), "-"))
    assert shown["next"] is None
    assert shown["over"] is False
    assert shown["title"] is None
    assert shown["date"] is None
    assert shown["settlement"]["balance"] == {"A": 15, "B": -15}


def test_next_is_null_when_the_pulka_is_over() -> None:
    over = "pulka 1\nrules sochi\nrule pool_target 2\nrule pool_end all_but_one\nplayers A B C\nstart A pool 2\n"
    shown = through_json(documents.show_document(sound(over + "1. B 6 6, C whist\n"), "-"))
    assert (shown["over"], shown["next"]) == (True, None)


def test_bombs_name_every_player() -> None:
    text = "pulka 1\nrules classic\nplayers A B C\n1. allpass A 4, B 3, C 3 dark A B\n"
    assert documents.show_document(sound(text), "-")["bombs"] == {"A": [4], "B": [4], "C": []}


def test_explain_one_hand() -> None:
    pulka = sound(EVENING)
    (hand,) = documents.explain_documents(pulka, 1)
    assert list(hand) == ["schema", "hand", "line", "postings"]
    assert (hand["schema"], hand["hand"], hand["line"]) == ("pulka/1", 1, 15)
    assert [set(posting) for posting in hand["postings"]] == [POSTING_KEYS] * 3
    assert {key: value for key, value in hand["postings"][1].items() if key != "text"} == {
        "column": "whists",
        "player": "Боря",
        "on": "Аня",
        "points": 6,
        "rule": "whist_value",
    }
    assert documents.explain_documents(pulka, 3) == []
    last = documents.explain_documents(pulka)[-1]
    assert (last["hand"], last["line"], last["postings"][0]["points"]) == (None, 20, "5/2")


def test_explain_a_cell() -> None:
    pulka = sound(EVENING)
    cell = through_json(documents.explain_cell_document(pulka, 0, "whists", 1))
    assert list(cell) == ["player", "column", "on", "total", "postings"]
    assert (cell["player"], cell["column"], cell["on"], cell["total"]) == ("Аня", "whists", "Боря", "5/2")
    everybody = through_json(documents.explain_cell_document(pulka, 0, "whists"))
    assert (everybody["on"], everybody["total"]) == (None, "29/2")
    assert documents.explain_cell_document(pulka, 1, "pool")["postings"] == []


def test_add_names_what_was_worked_out() -> None:
    pulka = sound("pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. Аня 6♠ =, Боря 3\n")
    document = through_json(documents.add_document(pulka, pulka.entries[-1], "1. Аня 6♠ 6, Боря whist 3, Вера pass 1"))
    assert list(document) == ["schema", "hand", "line", "text", "postings", "completed", "next"]
    assert document["completed"] == {"Вера": 1}
    assert document["next"]["dealer"] == "Боря"


def test_errors_to_the_letter() -> None:
    pulka = read_text("pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. Боря 6♠ 6, Вера whist 3, Аня whist 0\n")
    document = through_json(documents.errors_document("dacha.pulka", pulka.errors))
    assert list(document) == ["schema", "file", "errors"]
    (error,) = document["errors"]
    assert list(error) == ["code", "line", "column", "message", "help"]
    assert (error["code"], error["line"], error["column"]) == ("tricks-total", 4, 12)


def test_letters_stand_as_they_are() -> None:
    assert documents.dumps({"a": "Аня ♠"}) == '{"a": "Аня ♠"}'


def test_a_file_name_that_is_no_utf8_is_still_json() -> None:
    text = documents.dumps({"file": "\udcff.pulka"})
    text.encode()
    assert json.loads(text) == {"file": "\udcff.pulka"}


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"hands": "3"},
        {"hands": True},
        {"over": None},
        {"players": ["Аня"]},
        {"bombs": {"Аня": []}},
        {"schema": "pulka/2"},
        {"date": "9 мая"},
        {"next": None, "over": 0},
    ],
    ids=str,
)
def test_a_broken_document_is_refused(change: dict[str, object]) -> None:
    document = documents.show_document(sound(EVENING), "-")
    with pytest.raises(ValidationError):
        validated({**document, **change})


def test_a_settlement_that_does_not_balance_is_refused() -> None:
    document = documents.settle_document(sound(EVENING), "-")
    document["settlement"]["balance"]["Аня"] += 1
    with pytest.raises(ValidationError, match="sum to zero"):
        validated(document)
    document = documents.settle_document(sound(EVENING), "-")
    document["settlement"]["payments"][0]["whists"] += 1
    with pytest.raises(ValidationError, match="do not settle"):
        validated(document)


def test_something_else_is_refused() -> None:
    with pytest.raises(ValidationError):
        validated({"hello": 1})


def test_documents_import_little() -> None:
    """Every command may build one, so what it loads counts."""
    script = (
        "import sys, json, typer, pulka_calc.journal.pulka; before = set(sys.modules); import pulka_calc.documents;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=HERE.parent)
    assert done.stdout.split() == ["pulka_calc.documents"]
