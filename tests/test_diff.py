"""``pulka diff``: the cells in which two sheets differ that should be one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from pulka_calc.journal.comparing import cells_apart
from pulka_calc.journal.statements import Stake
from pulka_calc.schema import validated
from pulka_calc.words.speech import LANGUAGES
from tests.reading import sound
from tests.test_laws import Evening, evenings
from tests.tools.golden import Program

if TYPE_CHECKING:
    from pathlib import Path

    from pulka_calc.words.speech import Language
    from tests.tools.golden import Outcome

laws: Final = settings(derandomize=True, deadline=None, max_examples=50, database=None)

HEAD: Final = "pulka 1\nrules sochi\nstake 0.5 RUB\n"
FIRST: Final = (
    HEAD + "players Аня Боря Алёна\n"
    "start Аня pool 12 mountain 8 whists Боря 24, Алёна 10\n"
    "start Боря pool 8 mountain 11 whists Аня 6\n"
    "start Алёна pool 20\n"
)
SECOND: Final = (
    HEAD.replace("0.5 RUB", "10 per 3") + "rule half_whist_levels 6\nplayers АЛЕНА Аня Боря\n"
    "start Аня pool 12 mountain 3 whists Боря 42, АЛЕНА 10\n"
    "start Боря pool 8 mountain 11 whists Аня 6\n"
    "start АЛЕНА pool 20\n"
)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program in a folder with two sheets of one evening."""
    found = Program(tmp_path)
    found.write(FIRST)
    found.write(SECOND, "b.pulka")
    return found


# What differs


def test_players_are_matched_by_name_wherever_they_sit() -> None:
    apart = cells_apart(sound(FIRST), sound(SECOND))
    assert apart.cells == [("Аня", "mountain", None, 8, 3), ("Аня", "whists", "Боря", 24, 42)]
    assert (apart.only_a, apart.only_b) == ([], [])


@laws
@given(evenings(hands=10), st.data())
def test_a_sheet_is_equal_to_itself_in_any_order(evening: Evening, data: st.DataObject) -> None:
    pulka = sound(evening.text())
    order = data.draw(st.permutations(pulka.players))
    top = [line for line in evening.text().splitlines() if line.startswith(("pulka", "rule"))]
    rows = [
        f"start {name.upper()} pool {pulka.sheet.pool[name]} mountain {pulka.sheet.mountain[name]} whists "
        + " ".join(f"{on.upper()} {figure}" for on, figure in pulka.sheet.whists[name].items())
        for name in order
    ]
    again = sound("\n".join([*top, f"players {' '.join(order).upper()}", *rows]))
    apart = cells_apart(pulka, again)
    # Odd whole whists go by the order of the players.
    assert not apart._replace(balances=[])
    assert all(balance.a == balance.b for balance in apart.balances)


def test_what_a_cell_is_short_of_is_found_with_its_balances() -> None:
    apart = cells_apart(sound(FIRST), sound(FIRST.replace("Алёна pool 20", "Алёна pool 19")))
    assert apart.cells == [("Алёна", "pool", None, 20, 19)]
    # A pool point is ten whists: a third of them stays with each of the others.
    assert [(balance.player, balance.b - balance.a) for balance in apart.balances] == [
        ("Аня", Fraction(10, 3)),
        ("Боря", Fraction(10, 3)),
        ("Алёна", Fraction(-20, 3)),
    ]


def test_players_whom_one_sheet_has() -> None:
    more = FIRST.replace("players Аня", "players Гена Аня") + "start Гена pool 4 whists Аня 8\n"
    apart = cells_apart(sound(FIRST), sound(more.replace("24", "26")))
    assert (apart.only_a, apart.only_b) == ([], ["Гена"])
    assert apart.cells == [("Аня", "whists", "Боря", 24, 26)]
    assert {balance.player for balance in apart.balances} == {"Аня", "Боря", "Алёна"}
    assert cells_apart(sound(more), sound(FIRST)).only_a == ["Гена"]


@pytest.mark.parametrize(
    ("one", "two", "column"), [("left", "left", "left"), ("left", "earned", "pool"), ("earned", "left", "pool")]
)
def test_a_pool_counts_down_where_both_sheets_do(one: str, two: str, column: str) -> None:
    sheets = [
        FIRST.replace("players", f"rule pool_shown {shown}\nplayers").replace("pool 12", f"pool {pool}")
        for shown, pool in ((one, 12), (two, 14))
    ]
    apart = cells_apart(*map(sound, sheets))
    assert apart.cells == [("Аня", column, None, *((8, 6) if column == "left" else (12, 14)))]
    assert bool(apart.rules) == (one != two)


def test_rules_and_stake() -> None:
    apart = cells_apart(sound(FIRST), sound(SECOND))
    assert apart.rules == [("half_whist_levels", (6, 7), (6,))]
    assert apart.stakes == (Stake(Fraction(1, 2), "RUB"), Stake(Fraction(10, 3), ""))
    unsaid = cells_apart(sound(FIRST), sound(FIRST.replace("stake 0.5 RUB\n", "")))
    assert unsaid.stakes == (Stake(Fraction(1, 2), "RUB"), None)
    assert unsaid


# What is told

TEXT: Final[dict[str, str]] = {
    "en": """\
first: Sochi · a.pulka
second: Sochi (1 rule of its own) · b.pulka

2 cells differ:
                       first  second  difference
  Аня  mountain            8       3          -5
  Аня  whists on Боря     24      42         +18

balances:
         first  second  difference
  Аня       -2     +49         +51
  Боря    -118    -153         -35
  Алёна   +120    +104         -16
exact balances:
         first    second  difference
  Аня       -2   +49 1/3     +51 1/3
  Боря    -118  -152 2/3     -34 2/3
  Алёна   +120  +103 1/3     -16 2/3

rule half_whist_levels: 6,7 in the first, 6 in the second
price of a whist: 0.5 RUB in the first, 10 per 3 in the
  second
""",
    "ru": """\
первая: Сочинка · a.pulka
вторая: Сочинка (1 своё правило) · b.pulka

расходятся 2 клетки:
                       первая  вторая  разница
  Аня  гора                 8       3       -5
  Аня  висты на: Боря      24      42      +18

сальдо:
         первая  вторая  разница
  Аня        -2     +49      +51
  Боря     -118    -153      -35
  Алёна    +120    +104      -16
сальдо до округления:
         первая    вторая  разница
  Аня        -2   +49 1/3  +51 1/3
  Боря     -118  -152 2/3  -34 2/3
  Алёна    +120  +103 1/3  -16 2/3

правило half_whist_levels: в первой 6,7, во второй 6
цена виста: в первой 0.5 RUB, во второй 10 за 3
""",
}


def test_equal_sheets(program: Program) -> None:
    program.write(FIRST, "c.pulka")
    outcome = program("diff", "a.pulka", "c.pulka")
    assert outcome == (0, "a.pulka and c.pulka: the sheet is the same in all cells\n", "")
    outcome = program("diff", "a.pulka", "-", stdin=FIRST, lang="ru")
    assert outcome == (0, "a.pulka и -: записи совпадают во всех клетках\n", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_text(program: Program, lang: Language) -> None:
    outcome = program("diff", "a.pulka", "b.pulka", lang=lang)
    assert outcome == (1, TEXT[lang], "")


def test_json(program: Program) -> None:
    outcome = program("diff", "a.pulka", "b.pulka", "--json")
    assert outcome.code == 1
    assert validated(outcome.document) == {
        "schema": "pulka/1",
        "a": "a.pulka",
        "b": "b.pulka",
        "cells": [
            {"player": "Аня", "column": "mountain", "on": None, "a": 8, "b": 3},
            {"player": "Аня", "column": "whists", "on": "Боря", "a": 24, "b": 42},
        ],
        "only_a": [],
        "only_b": [],
        "balances": [
            {"player": "Аня", "a": "-2", "b": "148/3"},
            {"player": "Боря", "a": "-118", "b": "-458/3"},
            {"player": "Алёна", "a": "120", "b": "310/3"},
        ],
        "rules": [
            {"rule": "half_whist_levels", "a": [6, 7], "b": [6]},
            {"rule": "stake", "a": "0.5 RUB", "b": "10 per 3"},
        ],
    }


def test_json_of_equal_sheets(program: Program) -> None:
    outcome = program("diff", "a.pulka", "-", "--json", stdin=FIRST)
    assert outcome.code == 0
    document: dict[str, Any] = validated(outcome.document)
    assert not any(document[key] for key in ("cells", "only_a", "only_b", "balances", "rules"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["Екатерина Константиновна Вознесенская-", "日本語の名前がとても長いひとのなまえ"])
def test_long_names_fit(program: Program, name: str, lang: Language) -> None:
    top = f'pulka 1\nrules sochi\nplayers "{name} А" "{name} Б" "{name} В"\n'
    for file, figure in (("c.pulka", 1234), ("d.pulka", 98765)):
        program.write(f"{top}start @1 pool 1/2 mountain {figure} whists @2 {figure}\n", file)
    outcome = program("diff", "c.pulka", "d.pulka", lang=lang, width=60)
    assert outcome.code == 1
    assert max(map(cell_len, outcome.out.splitlines())) <= 60
    # Names that look alike when they are cut are told apart by their seats.
    assert "@1" in outcome.out
    assert "@2" in outcome.out


def test_warnings_and_checks_of_both_are_told(program: Program) -> None:
    program.write(FIRST + "check Аня pool 13\n", "c.pulka")
    outcome: Outcome = program("diff", "a.pulka", "c.pulka")
    assert outcome.code == 1
    assert outcome.out == "a.pulka and c.pulka: the sheet is the same in all cells\n"
    assert outcome.err.startswith("c.pulka:8:11: error[check-failed]")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "pulka diff anna.pulka boris.pulka"),
        (("a.pulka",), 2, "pulka diff anna.pulka boris.pulka"),
        (("a.pulka", "b.pulka", "a.pulka"), 2, "pulka diff anna.pulka boris.pulka"),
        (("-", "-"), 2, "only one"),
        (("a.pulka", ""), 2, "empty"),
        (("a.pulka", "none.pulka"), 3, "none.pulka"),
        (("a.pulka", "."), 3, "is a folder"),
        (("a.pulka", "wrong.pulka"), 1, "error[rules-missing]"),
    ],
)
def test_what_cannot_be_compared(program: Program, words: tuple[str, ...], code: int, said: str) -> None:
    program.write("pulka 1\nplayers A B C\n", "wrong.pulka")
    outcome = program("diff", *words)
    assert outcome.code == code
    assert said in outcome.err
    assert not outcome.out
    assert "Traceback" not in outcome.err
