"""What is kept from one line, one hand or one file to the next changes no answer."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from pulka_calc.game import pricelist
from pulka_calc.journal import reading, tokens
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import read_text

CASES = Path(__file__).parent / "cases"


def texts() -> list[str]:
    """Every case as it stands, and with its hands under other suits."""
    found = []
    for file in ("worked", "random", "shorthand"):
        for line in (CASES / f"{file}.jsonl").read_text(encoding="utf-8").splitlines():
            text = json.loads(line)["text"]
            found.append(text)
            found.append(text.translate(str.maketrans("♠♣♦♥", "♥♠♣♦")))
    return found


def forget() -> None:
    tokens.forget()
    reading.forget()
    pricelist.forget()


def read(text: str) -> tuple[list[Entry], list[tuple[str, int, int]]]:
    pulka = read_text(text)
    return pulka.entries, [(fault.code, fault.line, fault.column) for fault in pulka.errors]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_full_memory_answers_as_an_empty_one(seed: int) -> None:
    everything = texts()
    cold = []
    for text in everything:
        forget()
        cold.append(read(text))
    forget()
    order = list(range(len(everything)))
    random.Random(seed).shuffle(order)
    for place in [*order, *reversed(order)]:
        assert read(everything[place]) == cold[place], everything[place]
