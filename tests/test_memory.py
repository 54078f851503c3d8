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


LINES = (
    "Аня 10♠ 10, Боря whist 0, Вера pass",
    "Аня 10♠, Боря whist 1",
    "Аня 10♠ 9, Боря whist 1",
    "Аня 6♠ 6, Боря whist 4, Вера pass",
    "Аня 6♣ 6, Боря whist 4, Вера pass",
    "Аня 6 6, Боря whist 4",
    "Аня 6♣ 6, Боря pass, Вера pass, Гена pass",
    "Аня 6♣ 6, Боря pass, Вера pass, Гена whist 4",
    "Аня 7♣, Боря pass, Вера half",
    "Аня 7♣, Боря half, Вера pass",
    "Аня 8♣, Боря pass, Вера half",
    "Аня 7♣ giveup",
    "Аня 7♣ talon=2, Боря pass, Вера pass",
    "Аня 7♣ to=mountain, Боря pass, Вера pass",
    "Аня 6♣ 6 dark, Боря whist 4, Вера pass",
    "allpass Аня 3, Боря 3, Вера 2, Гена 2",
    "allpass Аня 2, Боря 2, Вера 2, Гена 4",
)
RULES = (
    "rules sochi",
    "rules sochi\nrule stalingrad yes",
    "rules sochi\nrule ten_mode check",
    "rules rostov",
    "rules classic",
    "rules shevlyakovsky",
    "rules sport",
    "rules sochi\nrule half_whist_by either\nrule half_whist_levels 6,7,8",
)


def test_tables_do_not_learn_from_each_other() -> None:
    """One line at tables whose rules read it differently, in every order of the tables."""
    for line in LINES:
        files = [
            f"pulka 1\n{rules}\nplayers {names}\ndealer {dealer}\n1. {line}\n"
            for rules in RULES
            for names, dealer in (
                ("Аня Боря Вера Гена", "Гена"),
                ("Аня Боря Вера Гена", "Боря"),
                ("Аня Боря Вера", "Аня"),
            )
        ]
        cold = []
        for text in files:
            forget()
            cold.append(read(text))
        forget()
        for place in [*range(len(files)), *reversed(range(len(files)))]:
            assert read(files[place]) == cold[place], files[place]
