"""A sheet from paper, row by row: what each way of writing a row means, and what is said of one that means nothing."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rules import Rules
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.paper import Taken, taken_over
from pulka_calc.journal.paperfigures import meant_figure, paper_figure
from pulka_calc.journal.paperrows import read_rows
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.writer import name_text, start_text
from pulka_calc.words.faults import describe
from pulka_calc.words.speech import Speech
from tests.reading import sound

SOCHI: Final = PRESETS["sochi"]
CASES: Final = Path(__file__).parent / "cases" / "worked.jsonl"

THREE: Final = (
    "Аня 20 12 Боря 34 Вера 10",
    "Боря 20 5 Аня 12 Вера 6",
    "Вера 20 8 Аня 16 Боря 4",
)


def read(*rows: str, rules: Rules = SOCHI) -> tuple[tuple[str, ...], list[Taken], list[Diagnostic]]:
    """Names, figures and faults of a sheet."""
    sheet, faults = read_rows(rows)
    return ((), [], faults) if faults else taken_over(sheet, rules)


def taken(*rows: str, rules: Rules = SOCHI) -> list[Taken]:
    """The figures of a sheet that nothing is wrong with."""
    _, found, faults = read(*rows, rules=rules)
    assert not faults, faults
    return found


# Figures


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("", 0),
        ("0", 0),
        ("16", 16),
        ("-6", -6),
        ("−6", -6),
        ("+6", 6),
        ("5/2", Fraction(5, 2)),
        ("2.5", Fraction(5, 2)),
        ("2,5", Fraction(5, 2)),
        ("2½", Fraction(5, 2)),
        ("½", Fraction(1, 2)),
        ("-½", Fraction(-1, 2)),
        ("-0½", Fraction(-1, 2)),
        ("2.6", Fraction(13, 5)),
        # Running totals: each with a dot behind it.
        ("2.", 2),
        ("2.6.", 6),
        ("2.6.16.", 16),
        ("2.6.16", 16),
        ("2.6.16,5.", Fraction(33, 2)),
        ("4.2½.", Fraction(5, 2)),
        ("4.-2.", -2),
        ("...10.16.", 16),
        ("…10.16.", 16),
        ("10.20<<", 20),
        ("10.20.<<", 20),
        ("1 300", 1300),
        ("1 300 000", 1300000),
    ],
)
def test_a_figure_of_paper(text: str, figure: Fraction | int) -> None:
    assert paper_figure(text) == figure


@pytest.mark.parametrize(
    "text",
    ["1O", "abc", "-", "2..6.", ".", "2.x.", "1 2", "5/0", "2,5,5", "1e5", "٣", "²", "2.6-", "nan", "0x10", "1_000"],
)
def test_what_is_no_figure(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        paper_figure(text)


def test_a_figure_has_an_end() -> None:
    with pytest.raises(OverflowError):
        paper_figure("1" * 13)
    with pytest.raises(OverflowError):
        paper_figure("5/" + "3" * 13)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("1O", "10"), ("1О", "10"), ("l2", "12"), ("З4", "34"), ("2б", "26"), ("12", None), ("Боря", None), ("1х", None)],
)
def test_letters_for_digits_are_guessed_at_but_not_taken(text: str, meant: str | None) -> None:
    assert meant_figure(text) == meant


@given(st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=999))
def test_whatever_the_program_writes_is_read_from_paper_too(figure: Fraction) -> None:
    assert paper_figure(str(figure)) == figure


# Rows


FIGURES: Final = [
    Taken(20, None, 12, ((1, 34), (2, 10))),
    Taken(20, None, 5, ((0, 12), (2, 6))),
    Taken(20, None, 8, ((0, 16), (1, 4))),
]


@pytest.mark.parametrize(
    "rows",
    [
        THREE,
        ("Аня 20 12 34 10", "Боря 20 5 12 6", "Вера 20 8 16 4"),
        ("Аня 12 34 10", "Боря 5 12 6", "Вера 8 16 4"),
        ("Аня 12 Боря 34, Вера 10", "Боря 5 Аня 12, Вера 6", "Вера 8 Аня 16, Боря 4"),
        ("Аня 12 в 10 б 34", "Боря 5 @1 12 @3 6", "Вера 8 а 16 б 4"),
        ("Аня пуля 20 гора 12 висты 34 10", "Боря гора 5 пуля 20 висты Аня 12 Вера 6", "Вера пуля 20 8 16 4"),
        ("начало Аня пуля 20 гора 12 висты Боря 34, Вера 10", "start Боря pool 20 mountain 5 whists 12 6", THREE[2]),
        ("Аня осталось 0 гора 12 висты 34 10", "Боря left 0 5 12 6", "Вера left 0 mountain 8 Аня 16 Боря 4"),
        ("Аня 2.10.20. 4.12. 10.34. 10.", "Боря 20<< 5 12 6", "Вера 20 8 16,0 4.0"),
    ],
)
def test_rows_that_say_the_same(rows: tuple[str, ...]) -> None:
    got = [row._replace(pool=20, left=None) if row.left == 0 else row for row in taken(*rows)]
    assert [row._replace(whists=tuple(sorted(row.whists))) for row in got] == FIGURES


@pytest.mark.parametrize(
    ("rows", "figures"),
    [
        # Two players: one figure is the mountain, three are all; two are told apart by the other row.
        (("А 12", "Б 5"), [Taken(20, None, 12, ()), Taken(20, None, 5, ())]),
        (("А 20 12 34", "Б 18 5"), [Taken(20, None, 12, ((1, 34),)), Taken(18, None, 5, ())]),
        (("А 12 Б 34", "Б 5 16"), [Taken(20, None, 12, ((1, 34),)), Taken(20, None, 5, ((0, 16),))]),
        # What is not said is 0.
        (("А 20 12", "Б 20 5", "В 20 8"), [Taken(20, None, n, ()) for n in (12, 5, 8)]),
        (("А", "Б Ю 4", "Ю"), [Taken(20, None, 0, ()), Taken(20, None, 0, ((2, 4),)), Taken(20, None, 0, ())]),
        (
            ("А 1 2 3 4 5", "Б 1 2 3 4 5", "В 1 2 3 4 5", "Г 1 -2 3 0 5"),
            [
                Taken(1, None, 2, ((1, 3), (2, 4), (3, 5))),
                Taken(1, None, 2, ((0, 3), (2, 4), (3, 5))),
                Taken(1, None, 2, ((0, 3), (1, 4), (3, 5))),
                Taken(1, None, -2, ((0, 3), (2, 5))),
            ],
        ),
        (("А left 4 2", "Б left 0 0"), [Taken(None, 4, 2, ()), Taken(None, 0, 0, ())]),
    ],
)
def test_a_row_says_what_its_figures_can_only_mean(rows: tuple[str, ...], figures: list[Taken]) -> None:
    assert taken(*rows) == figures


def test_closed_pools_are_told_as_the_sheet_shows_them() -> None:
    assert [row.pool for row in taken("А 1", "Б 2", "В 3")] == [20, 20, 20]
    old = taken("А 1", "Б 2", "В 3", rules=PRESETS["shevlyakovsky"])
    assert [(row.pool, row.left) for row in old] == [(None, 0)] * 3


@pytest.mark.parametrize(
    ("rows", "preset", "code", "place", "russian"),
    [
        (("А 20 1O Б 34", "Б 20 5"), "sochi", "paper-figure", (1, 6), "строка 1, А, гора: «1O» – не число"),
        (("А 20 1 Б 3x", "Б 20 5"), "sochi", "paper-figure", (1, 10), "строка 1, А, висты на игрока Б: «3x»"),
        (("А 20 1 Б 3", "Б 2z 5"), "sochi", "paper-figure", (2, 3), "строка 2, Б, пуля: «2z» – не число"),
        (("А 1 Б 3", "Б 5 - 4", "В 1 2 3"), "sochi", "paper-figure", (2, 5), "строка 2, Б, висты на игрока А: «-»"),
        (("А 1 Б 3", "А 5"), "sochi", "name-twice", (2, 1), "двух игроков зовут «А»"),
        (("А 1 А 3", "Б 5"), "sochi", "whists-on-self", (1, 5), "А не пишет висты на себя"),
        (("А 1 Б 3", "Б 5 Г 4", "В 6"), "sochi", "paper-no-row", (2, 5), "строка 2: на листе нет строки игрока «Г»"),
        (("А 1 Б 3 Б 4", "Б 5"), "sochi", "paper-whists-twice", (1, 9), "строка 1: висты на игрока Б здесь"),
        (("А 1 2 3 4 5 6", "Б 5"), "sochi", "paper-counts", (1, 3), "строка 1, А: непонятно, в какие графы"),
        (("А 20 12", "Б 20 5"), "sochi", "paper-ambiguous", (1, 3), "строка 1, А: два числа"),
        (("А 1 висты 3", "Б 5", "В 4"), "sochi", "paper-whists-count", (1, 11), "строка 1: А пишет висты на 2 других"),
        (("А 20 12 Б 3 4", "Б 20 5"), "sochi", "paper-stray", (1, 13), "строка 1: «4» стоит после вистов по именам"),
        (("А 20 12 Б", "Б 20 5"), "sochi", "paper-figure-missing", (1, 9), "строка 1: после «Б» нет числа"),
        (("А пуля гора 2", "Б 20 5"), "sochi", "paper-figure-missing", (1, 3), "строка 1: после «пуля» нет числа"),
        (("20 12", "Б 20 5"), "sochi", "paper-name-missing", (1, 1), "строка 1 начинается не с имени"),
        (("А 20 12 Б 3", "Б 5"), "sochi", "paper-pool-missing", (2, 1), "строка 2: пуля игрока Б не названа"),
        (("А 12 Б 3", "Б 5"), "sport", "paper-pool-needed", (1, 1), "строка 1: по этим правилам пули не закрываются"),
        (("А left 3 12 Б 3", "Б left 5 3"), "sport", "left-no-target", (1, 8), "«осталось» не бывает"),
        (("А 1",), "sochi", "paper-rows", (1, 1), "на листе от 2 до 4 строк, здесь 1"),
        (tuple(f"{name} 1" for name in "АБВГД"), "sochi", "paper-rows", (5, 1), "на листе от 2 до 4 строк, здесь 5"),
        (("вист 1", "Б 5"), "sochi", "name-reserved", (1, 1), "слово"),
        (("А сальдо 1", "Б 5"), "sochi", "start-column", (1, 3), "сальдо"),
        (("А пуля 1 пуля 2", "Б 5"), "sochi", "column-twice", (1, 10), "пуля"),
        (("А 1 Б " + "1" * 20, "Б 5"), "sochi", "figure-long", (1, 7), "12"),
        (("Анна 1 Б 2", "Алла 5 А 3", "Б 5"), "sochi", "player-ambiguous", (2, 8), "Анна"),
    ],
)  # fmt: skip
def test_a_wrong_row_is_named_with_its_cell(
    rows: tuple[str, ...], preset: str, code: str, place: tuple[int, int], russian: str
) -> None:
    _, figures, faults = read(*rows, rules=PRESETS[preset])
    assert not figures
    first = faults[0]
    assert (first.code, (first.line, first.column)) == (code, place)
    assert russian in describe(first, Speech("ru")).message
    for lang in ("ru", "en"):
        told = describe(first, Speech(lang))
        assert "{" not in told.message + told.help
        assert told.help


def test_all_faults_are_found_at_once() -> None:
    _, _, faults = read("А 20 1O Б 3x", "Б 2z 5 Ж 3", "В 1 1 В 1")
    assert [(fault.code, fault.line) for fault in faults] == [
        ("paper-figure", 1),
        ("paper-figure", 1),
        ("paper-figure", 2),
        ("paper-no-row", 2),
        ("whists-on-self", 3),
    ]


# The whole sheet


def pulka_of(rows: tuple[str, ...], preset: str, target: str = "1000") -> Pulka:
    """The pulka that rows come to."""
    rules = read_text(f"pulka 1\nrules {preset}\nrule pool_target {target}\nplayers A B\n").rules
    names, figures, faults = read(*rows, rules=rules)
    assert not faults, faults
    lines = ["pulka 1", f"rules {preset}", f"rule pool_target {target}", "players " + " ".join(map(name_text, names))]
    lines += [start_text(seat, row, names, "en") for seat, row in enumerate(figures)]
    return sound("\n".join(lines) + "\n")


def published() -> list[dict[str, object]]:
    """The worked sheets that were taken over from paper."""
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [case for case in cases if "\nstart " in case["text"] and "\n1." not in case["text"]]


def ways(pulka: Pulka) -> list[tuple[str, ...]]:
    """The rows of a sheet, written in each way that a person may choose."""
    names, sheet = pulka.players, pulka.seats_sheet
    seats = range(len(names))

    def others(seat: int) -> list[int]:
        return [other for other in seats if other != seat]

    quoted = [name_text(name) for name in names]
    return [
        tuple(
            f"{quoted[seat]} {sheet.pool[seat]} {sheet.mountain[seat]} "
            + " ".join(str(sheet.whists[seat][on]) for on in others(seat))
            for seat in seats
        ),
        tuple(
            f"{quoted[seat]} {sheet.pool[seat]} {sheet.mountain[seat]} "
            + ", ".join(f"{quoted[on]} {sheet.whists[seat][on]}" for on in reversed(others(seat)))
            for seat in seats
        ),
        tuple(
            f"{quoted[seat]} гора {sheet.mountain[seat]} пуля {sheet.pool[seat]} висты "
            + " ".join(f"@{on + 1} {sheet.whists[seat][on]}" for on in others(seat))
            for seat in seats
        ),
        tuple(
            f"{quoted[seat]} 1.{sheet.pool[seat]}. 0.{sheet.mountain[seat]}. "
            + " ".join(f"2.{sheet.whists[seat][on]}." for on in others(seat))
            for seat in seats
        ),
    ]


@pytest.mark.parametrize("case", published(), ids=lambda case: str(case["id"]))
def test_every_published_sheet_typed_as_rows(case: dict[str, object]) -> None:
    given_ = sound(str(case["text"]))
    expect = case["expect"]
    assert isinstance(expect, dict)
    for rows in ways(given_):
        pulka = pulka_of(rows, given_.rules.preset)
        settled = pulka.settle()
        assert pulka.sheet.whists == given_.sheet.whists
        if "exact" in expect:
            assert settled.exact == {name: Fraction(figure) for name, figure in expect["exact"].items()}
        assert sum(settled.balance.values()) == 0


whole_figures: Final = st.integers(-200, 400)
sheets: Final = st.integers(2, 4).flatmap(
    lambda players: st.lists(
        st.tuples(whole_figures, whole_figures, st.lists(whole_figures, min_size=players, max_size=players)),
        min_size=players,
        max_size=players,
    )
)


@settings(derandomize=True, deadline=None, max_examples=60, database=None)
@given(sheets, st.sampled_from(["sochi", "leningrad", "shevlyakovsky"]))
def test_order_of_rows_and_repeats_change_nothing(rows: list[tuple[int, int, list[int]]], preset: str) -> None:
    """Exact balances stay whose they are; whole ones move by one at most [design, laws]."""
    names = "АБВГ"[: len(rows)]
    written = {
        name: f"{name} {pool} {mountain} "
        + " ".join(f"{on} {figure}" for on, figure in zip(names, whists, strict=True) if on != name)
        for name, (pool, mountain, whists) in zip(names, rows, strict=True)
    }
    first = pulka_of(tuple(written.values()), preset).settle()
    assert sum(first.exact.values()) == 0
    assert pulka_of(tuple(written.values()), preset).settle().balance == first.balance
    whole = {name: Fraction(figure) for name, figure in first.balance.items()}
    for order in permutations(names):
        other = pulka_of(tuple(written[name] for name in order), preset).settle()
        assert dict(other.exact) == dict(first.exact)
        assert all(abs(other.balance[name] - whole[name]) <= 1 for name in names)
