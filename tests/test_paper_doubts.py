"""What looks mistyped in the way a sheet was written: told at its cell, and the figures stand all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from pulka_calc.cli.papertext import sheet_doubts
from pulka_calc.game.presets import PRESETS
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.paper import taken_over
from pulka_calc.journal.paperrows import read_rows
from pulka_calc.journal.writer import name_text, start_text
from pulka_calc.words.faults import describe
from pulka_calc.words.speech import Speech
from tests.reading import sound
from tests.test_paper import published, ways
from tests.tools.golden import Program


def doubts(*rows: str, preset: str = "sochi") -> list[Diagnostic]:
    """What is told of rows that nothing is wrong with."""
    sheet, faults = read_rows(rows)
    assert not faults, faults
    names, taken, faults = taken_over(sheet, PRESETS[preset])
    assert not faults, faults
    lines = ["pulka 1", f"rules {preset}", "players " + " ".join(map(name_text, names))]
    lines += [start_text(seat, row, names, "en") for seat, row in enumerate(taken)]
    return sheet_doubts(sheet, sound("\n".join(lines) + "\n"))


@pytest.mark.parametrize(
    ("rows", "code", "place", "russian"),
    [
        # Totals of whists and pools only grow; a mountain is written off.
        (("А 1 2.6.4. 10", "Б 5 12 6", "В 8 16 4"), "paper-falling", (1, 5), "висты на игрока Б: запись «2.6.4.»"),
        (("А 1 6 Б 8.2.", "Б 5 12", "В 8 16"), "paper-falling", (1, 9), "строка 1, А, висты на игрока Б"),
        (("А 20.2. 6 2 4", "Б 20 12 4 2", "В 8 16 4 2"), "paper-falling", (1, 3), "А, пуля: запись «20.2.»"),
        (("А 12 0 34 10", "Б 5 12 0 6", "В 8 16 4 0"), "paper-own-cell", (1, 6), "своя клетка"),
        (("А 1 3 10", "Б 5 12 6", "В 8 16 4"), "start-improbable", (1, 5), "висты игрока А на игрока Б: 3"),
        (("А 20 1/3 4 10", "Б 20 12 4 6", "В 20 16 4 8"), "start-improbable", (1, 6), "гора игрока А: 1/3"),
        (("А 1 висты 4 3", "Б 5 12 6", "В 8 16 4"), "start-improbable", (1, 13), "висты игрока А на игрока В: 3"),
        (("А 1 @3 3 @2 4", "Б 5", "В 8"), "start-improbable", (1, 8), "висты игрока А на игрока В: 3"),
        (("А 24 1", "Б 18 5", "В 20 8"), "start-above-target", (1, 3), "больше предела 20"),
    ],
)  # fmt: skip
def test_a_doubt_is_told_at_its_cell(rows: tuple[str, ...], code: str, place: tuple[int, int], russian: str) -> None:
    (doubt,) = doubts(*rows)
    assert (doubt.code, doubt.severity, (doubt.line, doubt.column)) == (code, "warning", place)
    assert russian in describe(doubt, Speech("ru")).message
    for lang in ("ru", "en"):
        told = describe(doubt, Speech(lang))
        assert "{" not in told.message + told.help
        assert told.help


@pytest.mark.parametrize(
    "rows",
    [
        ("А 2.4.2. 4 10", "Б 5 12 6", "В 8 16 4"),
        ("А 20 0 34 10", "Б 20 12 0 6", "В 20 16 4 0"),
        ("А 1 2 34 10", "Б 4 12 0 6", "В 8 16 4 0"),
        ("А 18 0 0 0", "Б 20 0 0 6", "В 20 0 4 8"),
        ("А 0 0 0 0", "Б 0 0 0 0", "В 0 0 0 0"),
        ("А 12", "Б 5"),
    ],
)
def test_what_an_evening_can_give_is_not_doubted(rows: tuple[str, ...]) -> None:
    assert [doubt.code for doubt in doubts(*rows)] == []


@pytest.mark.parametrize("case", published(), ids=lambda case: str(case["id"]))
def test_published_sheets_are_written_without_doubt(case: dict[str, object]) -> None:
    """Of their figures some cannot be, and are doubted elsewhere; here it is the writing."""
    for rows in ways(sound(str(case["text"])))[:3]:
        codes = {doubt.code for doubt in doubts(*rows)}
        assert not codes & {"paper-falling", "paper-pool-blank"}


# Files and the command


def test_an_empty_pool_among_written_ones_is_told(tmp_path: Path) -> None:
    pulka = Program(tmp_path)
    table = "игрок;пуля;гора;Аня;Боря;Вера\nАня;17;12;;34;10\nБоря;;5;12;;6\nВера;0;8;16;4;\n"
    pulka.write(table, "лист.csv")
    outcome = pulka("paper", "лист.csv", "--text", lang="ru")
    assert outcome.code == 0
    assert outcome.err.count("[paper-pool-blank]") == 1
    assert "лист.csv:3:1: предупреждение[paper-pool-blank]: строка 3, Боря: пуля пуста" in outcome.err
    assert "закрытая пуля – это 20" in outcome.err
    pulka.write(table.replace("17", "").replace("Вера;0", "Вера;"), "лист.csv")
    assert pulka("paper", "лист.csv", "--text").err == "", "all empty: all closed"


def test_a_doubt_about_a_workbook_names_its_cell(tmp_path: Path) -> None:
    from io import BytesIO

    from openpyxl import Workbook

    book = Workbook()
    sheet = book.worksheets[0]
    for row in (["игрок", "пуля", "гора", "А", "Б", "В"], ["А", 20, 1, None, 3, 4], ["Б", 20, 5, 2], ["В", 20, 4]):
        sheet.append(row)
    data = BytesIO()
    book.save(data)
    pulka = Program(tmp_path)
    pulka.write(data.getvalue(), "лист.xlsx")
    outcome = pulka("paper", "лист.xlsx")
    assert outcome.code == 0
    assert "лист.xlsx:E2: warning[start-improbable]" in outcome.err


# Rows that do not agree


@pytest.mark.parametrize(
    ("rows", "code", "line"),
    [
        (("А 12 34 10", "Б 5 12 6", "В 8 16"), "paper-uneven", 3),
        (("А 20 12 34 10", "Б 5 12 6", "В 20 8 16 4"), "paper-uneven", 2),
        (("А 20 12 34 10", "Б 5 А 12", "В 20 8 16 4"), "paper-pool-missing", 2),
    ],
)
def test_the_row_that_lacks_a_figure_is_named(rows: tuple[str, ...], code: str, line: int) -> None:
    _, (fault,) = read_rows(rows)
    assert (fault.code, fault.line) == (code, line)


@pytest.mark.parametrize(
    "rows",
    [
        ("А 20 12 - 34 10", "Б 20 5 12 - 6", "В 20 8 16 4 -"),
        ("А 12 – 34 10", "Б 5 12 – 6", "В 8 16 4 –"),
        ("А пуля 20 гора 12 висты — 34 10", "Б 20 5 12 6", "В 20 8 висты 16 4 —"),
    ],
)
def test_a_dash_in_the_own_cell_is_passed_over(rows: tuple[str, ...]) -> None:
    sheet, faults = read_rows(rows)
    assert not faults
    _, taken, faults = taken_over(sheet, PRESETS["sochi"])
    assert not faults
    assert [(row.pool, row.mountain, row.whists) for row in taken] == [
        (20, 12, ((1, 34), (2, 10))),
        (20, 5, ((0, 12), (2, 6))),
        (20, 8, ((0, 16), (1, 4))),
    ]


@pytest.mark.parametrize("rows", [("А 20 12 34 10", "Б 20 5 12 6", "В 20 8"), ("А 12 34 10", "Б 5 12 6", "В 8")])
def test_a_row_that_ends_before_its_whists_is_told(rows: tuple[str, ...]) -> None:
    (doubt,) = doubts(*rows)
    assert (doubt.code, doubt.line) == ("paper-no-whists", 3)
    assert "вистов нет" in describe(doubt, Speech("ru")).message
    assert doubts(rows[0], rows[1], f"{rows[2]} 0 0") == []
    assert doubts("А 20 12 Б 34", "Б 20 5 А 6", "В 20 8") == [], "by name they may be left out"


def test_totals_without_their_last_dot_are_told_so() -> None:
    (doubt,) = doubts("А 1 12.22 10", "Б 5 12 6", "В 8 16 4")
    told = describe(doubt, Speech("ru"))
    assert doubt.code == "start-improbable"
    assert "12.22." in told.help


def test_where_pools_are_counted_down_nothing_written_is_nothing_left(tmp_path: Path) -> None:
    pulka = Program(tmp_path)
    table = "игрок;осталось;гора;А;Б;В\nА;8;12;;34;10\nБ;;5;12;;6\nВ;0;8;16;4;\n"
    pulka.write(table, "лист.csv")
    outcome = pulka("paper", "лист.csv", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.document["sheet"]["pool"] == {"А": 12, "Б": 20, "В": 20}
