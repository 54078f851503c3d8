"""A sheet of paper from a file: CSV in every dialect, lines of words, JSON, Excel, and the template to fill in."""

from __future__ import annotations

import ast
import csv
import datetime
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, get_args
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

import pulka_calc
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.cli.head import Head
from pulka_calc.cli.papersource import read_source, sheet_or_pulka
from pulka_calc.cli.papertext import paper_text
from pulka_calc.documents import dumps, errors_document, settle_document, show_document
from pulka_calc.excel.csvin import LONGEST
from pulka_calc.excel.csvout import guarded
from pulka_calc.excel.sheetin import MOST_IN_A_PART, MOST_MARKS
from pulka_calc.excel.template import write_template
from pulka_calc.excel.workbook import write_workbook
from pulka_calc.game.presets import PRESETS
from pulka_calc.game.terms import Figure
from pulka_calc.journal.paper import PaperSheet, Taken, taken_over
from pulka_calc.journal.papergrid import Odd
from pulka_calc.journal.pulka import read_text
from pulka_calc.schema import paper_schema
from pulka_calc.store import StoreError
from pulka_calc.words.excerpt import render
from pulka_calc.words.faults import describe, paper_codes
from pulka_calc.words.rules import preset_title
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from tests.json_schema import valid
from tests.tools.golden import TODAY, Program, Stream

ROOT: Final = Path(pulka_calc.__file__).parent
SAMPLES: Final = sorted((ROOT.parent / "samples").glob("*.pulka"))
NAMES: Final = ("Аня", "Боря", "Вера")

Table = Sequence[Sequence[object]]


def surroundings(data: bytes = b"", lang: Language = "en", folder: Path = Path()) -> Env:
    return Env(Stream(data), Stream(), Stream(), {}, folder, lang, clock=lambda: TODAY)


def sheet(data: bytes | str) -> PaperSheet:
    """The sheet that some bytes are, from standard input."""
    return read_source(surroundings(data.encode() if isinstance(data, str) else data), "-")


def refused(data: bytes | str) -> Wrong:
    with pytest.raises(Wrong) as caught:
        sheet(data)
    return caught.value


def rows_of(data: bytes | str, preset: str = "sochi") -> dict[str, Taken]:
    """Each player's figures."""
    names, taken, faults = taken_over(sheet(data), PRESETS[preset])
    assert not faults
    return dict(zip(names, taken, strict=True))


UNSAID: Final = Head(rules="")
"""A command line that says nothing."""


def pulka_of(data: bytes | str, said: Head = UNSAID, lang: Language = "en") -> list[str]:
    """The lines of the pulka that a sheet is."""
    env = surroundings(data.encode() if isinstance(data, str) else data, lang)
    return paper_text(env, read_source(env, "-"), said, "-").splitlines()


def blocks(wrong: Wrong, lang: Language) -> str:
    return "\n".join(render(fault, wrong.file, wrong.lines, Speech(lang)) for fault in wrong.diagnostics)


def table_text(rows: Table, delimiter: str) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def workbook(cells: Mapping[str, object] | Table, title: str = "1") -> bytes:
    made = Workbook()
    page = made.worksheets[0]
    page.title = title
    if isinstance(cells, Mapping):
        for place, value in cells.items():
            page[place] = value  # type: ignore[assignment]
    else:
        for row in cells:
            page.append(list(row))
    return saved(made)


def saved(made: Workbook) -> bytes:
    data = io.BytesIO()
    made.save(data)
    return data.getvalue()


HEADS: Final[dict[Language, list[str]]] = {
    "ru": ["Игрок", "Пуля", "Гора", *NAMES],
    "en": ["Player", "Pool", "Mountain", *NAMES],
}
BODY: Final = [
    ["Аня", "20", "2,5", "", "34", "10"],
    ["Боря", "14", "36", "44", "-", "9/2"],
    ["Вера", "2.6.16.", "0", "20", "72", "х"],
]
TAKEN: Final = {
    "Аня": Taken(20, None, Fraction(5, 2), ((1, 34), (2, 10))),
    "Боря": Taken(14, None, 36, ((0, 44), (2, Fraction(9, 2)))),
    "Вера": Taken(16, None, 0, ((0, 20), (1, 72))),
}


# Dialects


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize(
    "encoding, mark",
    [
        ("utf-8", b""),
        ("utf-8", b"\xef\xbb\xbf"),
        ("cp1251", b""),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
    ],
)
def test_every_dialect_of_csv(lang: Language, delimiter: str, encoding: str, mark: bytes) -> None:
    text = table_text([HEADS[lang], *BODY], delimiter)
    assert rows_of(mark + text.encode(encoding)) == TAKEN


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_line_that_says_the_delimiter(end: str) -> None:
    lines = ["sep=;", *(";".join(row) for row in [HEADS["ru"], *BODY])]
    assert rows_of(end.join(lines)) == TAKEN
    assert rows_of(end.join(lines).replace(";", "|")) == TAKEN


@pytest.mark.parametrize(
    "head, order",
    [
        (["вера", "ГОРА", "Боря", "Аня", "пуля", "имя"], [5, 2, 4, 3, 1, 0]),
        (["висты на Аню", "Игрок", "горка", "на Борю", "Пуля", "Висты на Веру"], [3, 0, 2, 4, 1, 5]),
        (["name", "whists on Ан", "whists: Б", "whists В", "pool", "mountain"], [0, 3, 4, 5, 1, 2]),
        (["", "Пуля:", "Гора (полка)", "А", "Б", "В"], [0, 1, 2, 3, 4, 5]),
    ],
)
def test_columns_in_any_order_under_any_heading(head: list[str], order: list[int]) -> None:
    assert rows_of(table_text([head, *([row[place] for place in order] for row in BODY)], ";")) == TAKEN


def test_what_can_be_worked_out_is_passed_over() -> None:
    rows = [["№", *HEADS["ru"][:3], "", *NAMES, "Сальдо", "Итого"]]
    rows += [[str(at), *row[:3], "", *row[3:], "99", "-1"] for at, row in enumerate(BODY, 1)]
    rows += [["", "Итого", "50", "38", "", "64", "106", "14", "", ""], ["закрыта пуля Ани"], [], []]
    assert rows_of(table_text(rows, ";")) == TAKEN


def test_a_heading_over_several_columns() -> None:
    rows = [["Игрок", "Пуля", "Гора", "Висты на", "", ""], ["", "", "", *NAMES], *BODY]
    assert rows_of(table_text(rows, ";")) == TAKEN


@pytest.mark.parametrize("own", ["", "-", "–", "x", "Х", "*", None])
def test_without_a_header_the_rows_are_in_order(own: str | None) -> None:
    rows = []
    for seat, row in enumerate(BODY):
        whists = row[3:]
        whists[seat : seat + 1] = [] if own is None else [own]
        rows.append([*row[:3], *whists])
    assert rows_of(table_text(rows, ";")) == TAKEN


def test_what_is_left_of_a_pool() -> None:
    rows = [["Игрок", "Осталось", "Гора", *NAMES], *BODY]
    assert [taken[:2] for taken in rows_of(table_text(rows, ";")).values()] == [(None, 20), (None, 14), (None, 16)]


def test_an_empty_cell_and_a_dash_are_nothing() -> None:
    rows = [HEADS["ru"], ["Аня", "-", "", "", "", "—"], ["Боря", "", "5", "–", "", ""], ["Вера", "1", "", "", "", ""]]
    assert rows_of(table_text(rows, ";")) == {
        "Аня": Taken(0, None, 0, ()),
        "Боря": Taken(0, None, 5, ()),
        "Вера": Taken(1, None, 0, ()),
    }


def test_no_pool_at_all_is_closed_pools() -> None:
    rows = [["Игрок", "Гора", "A", "B"], ["A", "5", "", "1"], ["B", "", "2", ""]]
    target = PRESETS["sochi"].closing_target
    assert [taken.pool for taken in rows_of(table_text(rows, ",")).values()] == [target, target]


@pytest.mark.parametrize(
    "text",
    [
        "Аня 20 2,5 Боря 34, Вера 10\n\n# обед\nБоря 14 36 Аня 44 Вера 9/2\nВера 2.6.16. 0 20 72 # всё\n",
        "Правила: сочинка\nАня 20 2.5 34 10\r\nБоря 14 36 44 9/2\r\nВера 16 0 20 72",
        "начало Аня пуля 20 гора 2½ висты Боря 34, Вера 10\nБоря 14 36 44 9/2\nВера 16 0 20 72\n",
    ],
)
def test_lines_of_words(text: str) -> None:
    assert rows_of(text) == TAKEN


def test_lines_keep_their_numbers() -> None:
    wrong = refused("# зима\n\nАня 20 12 Боря 34\nБоря 14\n")
    assert [(fault.code, fault.line) for fault in wrong.diagnostics] == [("paper-pool-missing", 4)]
    assert "-:4:" in blocks(wrong, "ru")


def test_a_field_over_two_lines() -> None:
    text = 'Игрок;Пуля;Гора;A;B\n"A";"1\n";2;;3\nB;4;"5 ""x""";6;\n'
    _, _, faults = taken_over(found := sheet(text), PRESETS["sochi"])
    (fault,) = faults
    assert (fault.code, fault.line) == ("paper-figure", 4)
    assert found.lines[fault.line - 1][slice(*fault.spans[0])] == '5 ""x""'
    assert found.rows[0].mountain == found.rows[0].mountain
    assert found.rows[0].pool is not None
    assert found.rows[0].pool.text.strip() == "1"


def test_a_text_that_our_own_export_guards() -> None:
    names = ["=1+1", "'q", "2-й"]
    rows = [["Игрок", "Пуля", "Гора", *map(guarded, names)]]
    rows += [[guarded(name), "1", guarded("-2"), "", "", ""] for name in names]
    assert list(rows_of(table_text(rows, ","))) == names
    assert {taken.mountain for taken in rows_of(table_text(rows, ",")).values()} == {-2}


# What a sheet says of itself

FACTS: Final = """\
Зимний вечер
Название;Дача
Дата;09.05.2026
Вариант:;Ленинградка
Пуля до;10
Ставка;0,5;RUB
stalingrad;yes
allpass-price;2,4,8

"""


def test_facts_above_the_table_become_lines() -> None:
    lines = pulka_of(FACTS + table_text([HEADS["ru"], *BODY], ";"), lang="ru")
    assert lines[:9] == [
        "pulka 1",
        "lang ru",
        "название Дача",
        "дата 2026-05-09",
        "правила leningrad",
        "правило stalingrad yes",
        "правило allpass_price 2,4,8",
        "правило pool_target 10",
        "ставка 0,5 RUB",
    ]
    assert not read_text("\n".join(lines) + "\n").errors


def test_the_command_line_holds_over_the_sheet() -> None:
    said = Head(rules="classic", rule=["stalingrad=no", "pool-target=30"], stake="1 EUR", title="B", date="2026-01-01")
    lines = pulka_of(FACTS + table_text([HEADS["ru"], *BODY], ";"), said)
    assert lines[:8] == [
        "pulka 1",
        "title B",
        "date 2026-01-01",
        "rules classic",
        "rule allpass_price 2,4,8",
        "rule stalingrad no",
        "rule pool-target 30",
        "stake 1 EUR",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_variant_by_its_title(preset: str, lang: Language) -> None:
    text = table_text([["Правила", preset_title(preset, Speech(lang))], [], HEADS["ru"], *BODY], ";")
    assert f"rules {preset}" in pulka_of(text)


def test_facts_in_one_cell() -> None:
    lines = pulka_of("Правила: сочинка\nПуля до 10\n" + table_text([HEADS["ru"], *BODY], ";"))
    assert lines[2:4] == ["rules sochi", "rule pool_target 10"]


def test_rules_that_there_are_not_are_shown_where_they_stand() -> None:
    with pytest.raises(Wrong) as caught:
        pulka_of("rules;сочинк\n" + table_text([HEADS["ru"], *BODY], ";"))
    assert "-:1:7: error[rules-unknown]" in blocks(caught.value, "en")


# JSON

PLAIN: Final[dict[str, Any]] = {
    "rules": "sochi",
    "players": list(NAMES),
    "pool": {"Аня": 20, "Боря": "14", "Вера": "2.6.16."},
    "mountain": {"Аня": 2.5, "Боря": 36, "Вера": None},
    "whists": {
        "Аня": {"Боря": 34, "Вера": 10},
        "Боря": {"Аня": 44, "Вера": "9/2"},
        "Вера": {"Вера": "-", "Аня": 20, "Боря": 72},
    },
}


def test_columns_as_json() -> None:
    assert rows_of(json.dumps(PLAIN)) == TAKEN
    assert rows_of(json.dumps(PLAIN, ensure_ascii=False, indent=1)) == TAKEN
    assert rows_of(json.dumps({key: value for key, value in PLAIN.items() if key != "players"})) == TAKEN
    assert (
        rows_of(json.dumps({"left" if key == "pool" else key: value for key, value in PLAIN.items()}))["Аня"].left == 20
    )


def test_numbers_of_json_are_exact() -> None:
    text = '{"pool": {"A": 0.1, "B": 1e1}, "mountain": {"A": 12345.678901, "B": 14.0}, "whists": {}}'
    assert rows_of(text) == {
        "A": Taken(Fraction(1, 10), None, Fraction(12345678901, 10**6), ()),
        "B": Taken(10, None, 14, ()),
    }


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("write", [show_document, settle_document])
def test_what_show_and_settle_print_is_read_back(sample: Path, write: Any) -> None:
    pulka = read_text(sample.read_text(encoding="utf-8"))
    text = dumps(write(pulka, "a.pulka"))
    if not pulka.table.plain:
        assert [fault.code for fault in refused(text).diagnostics] == ["paper-came-and-went"]
        return
    again = read_text("\n".join(pulka_of(text)) + "\n")
    assert not again.errors
    assert again.rules == pulka.rules
    assert (again.sheet, again.title, again.date) == (pulka.sheet, pulka.title, pulka.date or TODAY.isoformat())
    assert again.settlement.exact == pulka.settlement.exact


def test_the_schema_says_what_is_read(tmp_path: Path) -> None:
    schema = paper_schema()
    assert json.loads(Program(tmp_path)("schema", "paper", "--json").out) == schema
    assert valid(PLAIN, schema)
    assert valid(show_document(read_text(SAMPLES[0].read_text(encoding="utf-8")), "a"), schema)
    for key, value in (("pool", {"A": True}), ("whists", {"A": 5}), ("mountains", {}), ("players", "A B")):
        assert not valid({**PLAIN, key: value}, schema)
        refused(json.dumps({**PLAIN, key: value}))


# Excel


def test_any_workbook_of_that_layout() -> None:
    rows: Table = [["Правила", "сочинка"], [], HEADS["ru"], *BODY]
    assert rows_of(workbook(rows)) == TAKEN
    made = load_workbook(io.BytesIO(workbook(rows)))
    made.create_sheet("пусто", 0)
    made.create_sheet("заметки", 0)["C3"] = "не лист"
    assert rows_of(saved(made)) == TAKEN


def test_numbers_of_a_spreadsheet_are_what_they_show() -> None:
    rows: Table = [["Player", "Pool", "Mountain", "A", "B"], ["A", 0.1, 14.0, None, 1e-7], ["B", 1e11, -2.25, 3, None]]
    assert rows_of(workbook(rows)) == {
        "A": Taken(Fraction(1, 10), None, 14, ((1, Fraction(1, 10**7)),)),
        "B": Taken(10**11, None, Fraction(-9, 4), ((0, 3),)),
    }


def test_headings_that_follow_the_names_by_formula() -> None:
    rows: Table = [["Player", "Pool", "Mountain", "=A2", '=IF($A$3="","",$A$3)'], ["A", 1, 2, None, 3], ["B", 4, 5, 6]]
    wanted = {"A": Taken(1, None, 2, ((1, 3),)), "B": Taken(4, None, 5, ((0, 6),))}
    assert rows_of(workbook(rows)) == wanted
    # A formula that says more is taken by its place.
    assert rows_of(workbook([["Player", "Pool", "Mountain", "=A2&1", "=UPPER(A3)"], *rows[1:]])) == wanted


def test_a_date_of_a_spreadsheet_is_the_date() -> None:
    rows: Table = [["Date", datetime.date(2026, 5, 9)], ["stalingrad", True], HEADS["ru"], *BODY]
    assert pulka_of(workbook(rows))[1:4] == ["date 2026-05-09", "rules sochi", "rule stalingrad yes"]


# The template


def filled(data: bytes, cells: Mapping[str, object]) -> bytes:
    made = load_workbook(io.BytesIO(data))
    for place, value in cells.items():
        made.worksheets[0][place] = value  # type: ignore[assignment]
    return saved(made)


def typed(rows: Sequence[Sequence[object]], first: int = 10) -> dict[str, object]:
    """Rows as somebody types them into the template."""
    return {
        f"{chr(65 + place)}{first + at}": value
        for at, row in enumerate(rows)
        for place, value in enumerate(row)
        if value != ""
    }


TYPED: Final = [[*row[: 3 + seat], "", *row[4 + seat :]] for seat, row in enumerate(BODY)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", [(), NAMES])
def test_a_filled_template_is_what_was_typed(lang: Language, names: tuple[str, ...]) -> None:
    data = filled(write_template(names, "leningrad", "10", "0.5 RUB", Speech(lang)), typed(TYPED))
    assert rows_of(data) == TAKEN
    assert pulka_of(data)[2:5] == ["rules leningrad", "rule pool_target 10", "stake 0.5 RUB"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("names", [(), NAMES])
def test_an_empty_template_is_empty(lang: Language, names: tuple[str, ...]) -> None:
    wrong = refused(write_template(names, "sochi", "", "", Speech(lang)))
    assert [fault.code for fault in wrong.diagnostics] == ["paper-empty"]


def test_rows_of_the_template_may_be_skipped() -> None:
    at_the_end = [["", "", "", "", "", "", ""], *([row[0], row[1], row[2], "", *row[3:]] for row in TYPED)]
    data = filled(write_template((), "sochi", "", "", Speech("ru")), typed(at_the_end))
    assert rows_of(data) == TAKEN


def test_the_template_is_the_same_every_time() -> None:
    made = [write_template(NAMES, "sochi", "20", "1 RUB", Speech("ru")) for _ in range(2)]
    assert made[0] == made[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_template_checks_what_is_typed(lang: Language) -> None:
    speech = Speech(lang)
    page = load_workbook(io.BytesIO(write_template((), "sochi", "20", "", speech))).worksheets[0]
    checks = {str(check.sqref): check for check in page.data_validations.dataValidation}
    assert list(checks)[-1] == "A10:A13"
    own = checks["D10 E11 F12 G13"]
    assert (own.type, own.formula1) == ("custom", "FALSE")
    (variants,) = (check for check in checks.values() if check.type == "list")
    assert variants.formula1 == '"' + ",".join(preset_title(preset, speech) for preset in PRESETS) + '"'
    # Excel takes no longer list and no longer sentence.
    assert len(variants.formula1) <= 257
    for check in checks.values():
        assert check.showErrorMessage
        assert check.errorTitle
        assert len(check.errorTitle) <= 32
        assert check.error
        assert len(check.error) <= 225
        assert len(check.formula1) <= 257
    covered = {f"{column}{row}" for column in "BCDEFG" for row in range(10, 14)}
    reached = {
        cell for check in checks.values() for area in check.sqref.ranges for row in area.rows for cell in _names(row)
    }
    assert covered <= reached


def _names(row: Sequence[tuple[int, int]]) -> list[str]:
    return [f"{chr(64 + column)}{number}" for number, column in row]


soffice = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed")


def recalculated(folder: Path, data: bytes, form: str) -> bytes:
    """A workbook as LibreOffice saves it."""
    (folder / "in.xlsx").write_bytes(data)
    profile = (folder / "profile").as_uri()
    out = folder / "out"
    command = f"soffice -env:UserInstallation={profile} --headless --convert-to {form} --outdir".split()
    subprocess.run([*command, out, folder / "in.xlsx"], check=True, capture_output=True, timeout=120)
    return (out / f"in.{form}").read_bytes()


@soffice
@pytest.mark.parametrize("lang", LANGUAGES)
def test_libreoffice_saves_a_template_that_is_read_back(tmp_path: Path, lang: Language) -> None:
    numbers = [[int(cell) if isinstance(cell, str) and cell.isdecimal() else cell for cell in row] for row in TYPED]
    source = filled(write_template((), "sochi", "10", "1 RUB", Speech(lang)), typed(numbers))
    data = recalculated(tmp_path, source, "xlsx")
    # The names over the whists are worked out now.
    shown = load_workbook(io.BytesIO(data), data_only=True).worksheets[0]
    assert [shown[f"{column}9"].value for column in "DEF"] == list(NAMES)
    assert not shown["G9"].value
    assert rows_of(data) == TAKEN
    assert pulka_of(data)[2:5] == ["rules sochi", "rule pool_target 10", "stake 1 RUB"]


@soffice
def test_libreoffice_takes_figures_and_no_others(tmp_path: Path) -> None:
    page = load_workbook(io.BytesIO(write_template((), "sochi", "20", "", Speech("en")))).worksheets[0]
    (check,) = (check for check in page.data_validations.dataValidation if "B10" in str(check.sqref))
    good: list[float | str] = [12, -4.5, "12", "5/2", "2,5", "2.6.16.", "2½", "½", "-", "1 200"]
    bad = ["12O", "x", "сто", "5а", "12;3"]
    made = Workbook()
    for row, value in enumerate([*good, *bad], 1):
        cell = made.worksheets[0].cell(row, 1, value)
        if isinstance(value, str):
            cell.number_format = "@"
        made.worksheets[0].cell(row, 2, "=" + check.formula1.replace("B10", f"A{row}"))
    answers = [row[1] for row in csv.reader(recalculated(tmp_path, saved(made), "csv").decode("latin-1").splitlines())]
    assert answers == ["TRUE"] * len(good) + ["FALSE"] * len(bad)


def test_a_formula_that_repeats_nothing_is_an_empty_heading() -> None:
    rows: Table = [["Player", "Pool", "Mountain", "=A2", '=IF(A3="","",A3)', "=A4", "=ZZ99999"], ["A", 1, 2, "", 3]]
    wanted = {"A": Taken(1, None, 2, ((1, 3),)), "B": Taken(4, None, 5, ((0, 6),))}
    assert rows_of(workbook([*rows, ["B", 4, 5, 6]])) == wanted
    # Shown if one cell is empty, and then another: no heading that a template has.
    rows[0][4] = '=IF(A9="","",A3)'  # type: ignore[index]
    assert rows_of(workbook([*rows, ["B", 4, 5, 6]])) == wanted


def test_rules_of_json_are_written_as_in_a_file() -> None:
    changed = {"stalingrad": True, "half_whist_levels": [6, 7], "dark_limit": None, "pool_target": 10, "bombs": "no"}
    text = json.dumps({**PLAIN, "rules": {"preset": "leningrad", "changed": changed}, "stake": "1 RUB"})
    pulka = read_text("\n".join(pulka_of(text)) + "\n")
    assert not pulka.errors
    assert {rule: value for rule, value in pulka.document.changed.items() if rule != "bombs"} == {
        "stalingrad": True,
        "half_whist_levels": (6, 7),
        "dark_limit": None,
        "pool_target": 10,
    }
    assert pulka.rules.bombs == "no"


# What is wrong, and where

JUNE: Final = datetime.date(2026, 6, 2)
"""What a spreadsheet makes of ``2.6.``."""
GOOD: Final[list[list[object]]] = [["Игрок", "Пуля", "Гора", "A", "B"], ["A", 1, 2, "", 3], ["B", 4, 5, 6, ""]]


def table(*changes: tuple[int, int, object]) -> Table:
    """The good table with some cells otherwise."""
    rows: list[list[object]] = [list(row) for row in GOOD]
    for row, place, value in changes:
        rows[row][place : place + 1] = [value]
    return rows


def text(*changes: tuple[int, int, object]) -> str:
    return table_text(table(*changes), ";")


def zipped(**parts: bytes) -> bytes:
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name.replace("__", "/").replace("_", "."), content)
    return data.getvalue()


def workbook_of(
    *changes: tuple[str, object],
    above: Sequence[object] = (),
    pages: Sequence[str] = ("1",),
    merged: str = "",
    number_format: str = "",
) -> bytes:
    """The good table on every page, with some cells otherwise, in that format, and some merged."""
    made = Workbook()
    made.remove(made.worksheets[0])
    for title in pages:
        page = made.create_sheet(title)
        for row in [*([above] if above else []), *GOOD]:
            page.append(list(row))
        for place, value in changes:
            page[place] = value
            page[place].number_format = number_format
        if merged:
            page.merge_cells(merged)
    return saved(made)


def with_password(data: bytes) -> bytes:
    """A workbook whose parts say that they are encrypted as parts of an archive."""
    return data.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00")


OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
SHEET: Final = '{"pool": {"A": 1, "B": 2}, "mountain": {"A": 1, "B": 2}, "whists": {"A": {"B": 5}}}'
EXPORT: Final = write_workbook(read_text(SAMPLES[0].read_text(encoding="utf-8")), Speech("ru"))

MISTAKES: Final[list[tuple[str, bytes | str, str]]] = [
    ("paper-empty", "", "-"),
    ("paper-empty", "\n\n ;;\n", "-"),
    ("paper-empty", table_text(GOOD[:1], ";"), "-:1:1"),
    ("paper-empty", "Игрок;Пуля;Гора;A;B\nA;;;x;\nB;;;;x\n", "-:2:1"),
    ("paper-empty", workbook([]), "-"),
    ("paper-empty", '{"pool": {}, "mountain": {}, "whists": {}}', "-:1:1"),
    ("paper-long", "слово за словом\n" * 200, "-"),
    ("paper-long", "A;1;2;3;4\n" * 200, "-:101:1"),
    ("paper-long", "A" * (LONGEST + 1), "-"),
    ("paper-long", workbook([["A", 1, 2, 3]] * 200), "-:A101"),
    ("paper-long", "{" + " " * LONGEST + "}", "-"),
    ("paper-rows", text()[: text().index("B;4")], "-:2:1"),
    ("paper-rows", "A;1;2;3\n" * 5, "-:5:1"),
    ("paper-no-player", "Пуля;Гора;A;B\n1;2;;3\n4;5;6;\n", "-:1:1"),
    ("paper-no-header", "A;1;2\nB;3;4;1;1;1;1;1\n", "-:1:1"),
    ("paper-no-header", "A;1;2\nB;3;4;\n", "-:1:1"),
    ("paper-name-missing", text((2, 0, "")), "-:3:1"),
    ("paper-name-missing", text((2, 0, "17")), "-:3:1"),
    ("paper-name-missing", text((2, 0, "12345678901234")), "-:3:1"),
    ("paper-column-twice", text((0, 2, "Пуля")), "-:1:7"),
    ("paper-column-twice", text((0, 3, "на B")), "-:1:17"),
    ("paper-column-missing", text((0, 2, ""), (1, 2, ""), (2, 2, "")), "-:1:1"),
    ("paper-column-missing", workbook(table((0, 4, ""), (1, 4, ""))), "-:A1"),
    ("paper-pool-and-left", text((0, 2, "осталось")), "-:1:7"),
    ("paper-heading-unknown", text((0, 2, "Горра")), "-:1:12"),
    ("paper-heading-unknown", workbook(table((0, 4, "Гоша"))), "-:E1"),
    ("paper-heading-unknown", text((0, 0, "a?"), (0, 1, "b?"), (0, 2, "c?")), "-:1:4"),
    ("paper-heading-unknown", "Ктото;5;6;A;B\nA;1;2;;3\nB;4;5;6;\n".replace(";5;6", ";Очки;Гора"), "-:1:7"),
    ("paper-whists-on-whom", text((0, 3, "Висты на")), "-:1:17"),
    ("player-ambiguous", "Игрок;Пуля;Гора;Ан;Яна\nАня;1;2;;3\nАнна;1;2;3;\n", "-:1:17"),
    ("paper-cell-beyond", text((2, 4, ""), (2, 5, 7)), "-:3:10"),
    ("paper-cell-beyond", workbook([*table()[:2], ["B", 4, 5, 6, "", "", 7]]), "-:G3"),
    ("whists-on-self", text((1, 3, 9)), "-:2:7"),
    ("whists-on-self", workbook(table((2, 4, 6))), "-:E3"),
    ("paper-fact-unknown", "Пивка;10\n" + text(), "-:1:1"),
    ("paper-fact-twice", "Пуля до;10\nПуля до;20\n" + text(), "-:2:9"),
    ("date-unknown", "Дата;вчера\n" + text(), "-:1:6"),
    ("stake-unknown", "Ставка;рубль\n" + text(), "-:1:8"),
    ("rule-value", workbook([["Пуля до", "много"], *table()]), "-:B1"),
    ("paper-cell-date", workbook(table((1, 1, JUNE))), "-:B2"),
    ("paper-cell-date", workbook([["Ставка", JUNE], *table()]), "-:B1"),
    ("paper-cell-formula", workbook(table((2, 2, "=1+2"))), "-:C3"),
    ("paper-cell-error", workbook(table((2, 3, "#REF!"))), "-:D3"),
    ("paper-cell-yes-no", workbook(table((2, 0, True))), "-:A3"),
    ("paper-quote", 'Игрок;Пуля;Гора;A;B\n"A;1;2;;3\nB;4;5;6;\n', "-:2:1"),
    ("paper-quote", 'sep=;\n"A', "-:2:1"),
    ("paper-export", EXPORT, "-"),
    ("paper-locked", with_password(workbook(GOOD)), "-"),
    ("paper-xls", OLE + bytes(600), "-"),
    ("paper-locked", OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le"), "-"),
    ("paper-damaged", b"PK\x03\x04 and no more", "-"),
    ("paper-damaged", workbook(GOOD)[:-200], "-"),
    ("paper-damaged", zipped(xl__workbook_xml=b"<workbook/>"), "-"),
    ("paper-not-excel", zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), "-"),
    ("paper-cell-percent", workbook_of(("C2", 0.12), number_format="0%"), "-:C2"),
    ("paper-cell-percent", workbook_of(("B1", 0.12), above=["Ставка", 0], number_format="0.00%"), "-:B1"),
    ("paper-cell-merged", workbook_of(merged="B2:B3"), "-:B2"),
    ("paper-pages", workbook_of(pages=("Лист1", "Лист2")), "-"),
    ("paper-bomb", zipped(xl__workbook_xml=bytes(MOST_IN_A_PART + 1)), "-"),
    ("paper-bomb", zipped(a_xml=bytes(2 << 20), b_xml=bytes(2 << 20), xl__workbook_xml=b" "), "-"),
    ("paper-bomb", zipped(xl__workbook_xml=b"<a/>" * (MOST_MARKS + 1)), "-"),
    ("paper-pulka", "# зима\npulka 1\n", "-"),
    ("paper-json", "[1]", "-:1:1"),
    ("paper-json", SHEET[:-2], f"-:1:{len(SHEET) - 1}"),
    ("paper-json", SHEET.replace("5}", "NaN}"), "-:1:80"),
    ("paper-json", SHEET + "\n}", "-:2:1"),
    ("paper-json-deep", '{"pool": ' + "[" * 100_000, "-:1:26"),
    ("paper-key-twice", SHEET.replace('"B": 2}, "m', '"A": 2}, "m'), "-:1:19"),
    ("paper-key-twice", '{"mountain": {"A": 1, "a": 2}, "whists": {}, "players": ["A", "B"]}', "-:1:23"),
    ("paper-key-unknown", SHEET.replace('{"pool"', '{"hill": 1, "pool"'), "-:1:2"),
    ("paper-key-unknown", SHEET[:-1] + ', "rules": {"preset": "sochi", "changed": {"no_rule": 1}}}', "-:1:126"),
    ("paper-key-missing", '{\n"pool": {}, "whists": {}}', "-:1:1"),
    ("paper-json-value", SHEET.replace('"B": 2}, "w', '"B": true}, "w'), "-:1:54"),
    ("paper-json-value", SHEET.replace('{"B": 5}', "7"), "-:1:74"),
    ("paper-json-value", SHEET.replace('{"A": {"B": 5}}', "[]"), "-:1:68"),
    ("paper-json-value", SHEET[:-1] + ', "players": {}}', "-:1:96"),
    ("paper-json-value", SHEET[:-1] + ', "stake": true}', "-:1:94"),
    ("paper-json-value", SHEET[:-1] + ', "title": 5}', "-:1:94"),
    ("paper-json-value", SHEET.replace('{"A": 1, "B": 2}, "w', 'null, "w'), "-:1:40"),
    ("paper-pool-and-left", SHEET[:-1] + ', "left": {"A": 1, "B": 1}}', "-:1:85"),
    ("paper-figure-unsaid", SHEET.replace('{"A": 1, "B": 2}, "w', '{"A": 1}, "w'), "-:1:28"),
    ("paper-no-row", SHEET[:-1] + ', "players": ["A", "C"]}', "-:1:19"),
    ("paper-came-and-went", SHEET.join(('{"players": ["A", "B"], "seated": ["A"], "sheet": ', "}")), "-:1:25"),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "code, data, place", MISTAKES, ids=lambda value: value if isinstance(value, str) and len(value) < 25 else ""
)
def test_every_mistake_is_told_at_its_place(code: str, data: bytes | str, place: str, lang: Language) -> None:
    wrong = refused(data)
    told = blocks(wrong, lang)
    kind = Speech(lang).say("error")
    assert f"{place}: {kind}[{code}]: " in told.splitlines()[0] or f"\n{place}: {kind}[{code}]: " in told, told
    for fault in wrong.diagnostics:
        described = describe(fault, Speech(lang))
        assert "{" not in described.message.replace("{…}", "")
        assert described.message != describe(fault, Speech("ru" if lang == "en" else "en")).message
    # What --json prints has a line and a column, whatever is wrong.
    assert all(
        error["line"] >= 1 and error["column"] >= 1 for error in errors_document("-", wrong.diagnostics)["errors"]
    )


def raised(*modules: str) -> set[str]:
    """Every code of a sheet that some modules name."""
    codes: set[str] = set()
    for module in modules:
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                codes |= {node.value} & set(paper_codes())
    return codes | {f"paper-cell-{odd}" for odd in get_args(Odd)}


def test_every_code_has_its_mistake() -> None:
    ours = raised(
        "journal/papergrid.py",
        "journal/jsonplaces.py",
        "excel/csvin.py",
        "excel/sheetin.py",
        "cli/paperjson.py",
        "cli/papersource.py",
    )
    assert ours <= set(paper_codes())
    assert ours == {code for code, _, _ in MISTAKES} & set(paper_codes())


TYPICAL: Final = {
    "Игрок;Пуля;Горра;Аня;Боря\nАня;20;5;;34\nБоря;14;6;44;\n": """\
-:1:12: ошибка[paper-heading-unknown]: строка 1: столбец назван «Горра», но такого столбца нет и такого игрока тоже
  |
1 | Игрок;Пуля;Горра;Аня;Боря
  |            ^^^^^
  = подсказка: может быть, «гора»?""",
    "Игрок;Пуля;Гора;Аня;Боря\nАня;20;5;7;34\nБоря;14;6;44;\n": """\
-:2:10: ошибка[whists-on-self]: Аня не пишет висты на себя
  |
2 | Аня;20;5;7;34
  |          ^
  = подсказка: очистите клетку, а число напишите под тем, на кого эти висты""",
    workbook([["Игрок", "Пуля", "Гора", "Аня", "Боря"], ["Аня", JUNE, 5, "", 34], ["Боря", 1]]): """\
-:B2: ошибка[paper-cell-date]: строка 2: электронная таблица приняла число за дату, «2026-06-02»
  |
2 | Аня | 2026-06-02 | 5 |  | 34
  |       ^^^^^^^^^^
  = подсказка: сделайте формат клетки текстовым и наберите число заново""",
}


@pytest.mark.parametrize("data", TYPICAL, ids=range(len(TYPICAL)))
def test_typical_mistakes_to_the_letter(data: bytes | str) -> None:
    assert blocks(refused(data), "ru") == TYPICAL[data]


def test_figures_have_their_cells_too() -> None:
    found = sheet(workbook(table((1, 2, "12O"))))
    _, _, (fault,) = taken_over(found, PRESETS["sochi"])
    assert render(fault, "a.xlsx", found.lines, Speech("en")).startswith(
        "a.xlsx:C2: error[paper-figure]: row 2, A, mountain"
    )


def test_a_page_of_many_rows() -> None:
    row = '<row r="{0}"><c r="A{0}"><v>1</v></c></row>'
    with ZipFile(io.BytesIO(workbook([[1]]))) as good:
        parts = {name: good.read(name) for name in good.namelist()}
    # Beyond a sheet of paper, and short of what is not read at all.
    rows = "".join(row.format(number) for number in range(1, 5_001))
    head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    head += '<dimension ref="A1:A5000"/><sheetData>'
    parts["xl/worksheets/sheet1.xml"] = (head + rows + "</sheetData></worksheet>").encode()
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED, compresslevel=1) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    assert [fault.code for fault in refused(data.getvalue()).diagnostics] == ["paper-long"]


# Files


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    env = surroundings(folder=tmp_path)
    (tmp_path / "big.csv").write_bytes(b"A" * (16 * 2**20 + 1))
    (tmp_path / "zeros.csv").write_bytes(b"A;\0")
    for name, code in (
        ("no.csv", "file-missing"),
        (".", "file-directory"),
        ("big.csv", "file-too-big"),
        ("zeros.csv", "file-not-utf8"),
    ):
        with pytest.raises(StoreError) as caught:
            read_source(env, name)
        assert caught.value.code == code
    with pytest.raises(StoreError) as caught:
        sheet(b"A" * (16 * 2**20 + 1))
    assert caught.value.code == "file-too-big"


def test_a_name_has_to_be_said() -> None:
    with pytest.raises(UsageProblem):
        read_source(surroundings(), "")


def test_a_stream_of_text_is_read_too() -> None:
    env = surroundings()
    env.stdin = io.StringIO("A 1 2 3\nB 4 5 6\n")
    assert [row.player.text for row in read_source(env, "-").rows] == ["A", "B"]


def test_what_a_file_is_decides_not_its_name(tmp_path: Path) -> None:
    env = surroundings(folder=tmp_path)
    for data in (
        workbook([HEADS["ru"], *BODY]),
        table_text([HEADS["ru"], *BODY], ";").encode(),
        json.dumps(PLAIN).encode(),
    ):
        (tmp_path / "a.dat").write_bytes(data)
        assert isinstance(sheet_or_pulka(env, "a.dat"), PaperSheet)
    # But what is called a pulka is told what it lacks to be one.
    (tmp_path / "a.pulka").write_text("pulca 1\n", encoding="utf-8")
    assert sheet_or_pulka(env, "a.pulka") == "pulca 1\n"
    for pulka in ("\ufeff# зима\n\nпулька 1\n", "pulka 1\nrules sochi\n"):
        (tmp_path / "a.csv").write_text(pulka, encoding="utf-8")
        assert sheet_or_pulka(env, "a.csv") == pulka
    (tmp_path / "a.csv").write_bytes("пулька 1\nназвание Зимний вечер".encode("cp1251"))
    with pytest.raises(StoreError):
        sheet_or_pulka(env, "a.csv")


@pytest.mark.parametrize(
    "data, loaded", [("A 1 2 3\nB 4 5 6\n", []), (table_text(GOOD, ";"), []), (SHEET, ["pydantic"])]
)
def test_only_what_a_file_needs_is_loaded(tmp_path: Path, data: str, loaded: list[str]) -> None:
    (tmp_path / "a").write_text(data, encoding="utf-8")
    script = (
        "import sys; from pathlib import Path; from pulka_calc.cli.env import Env\n"
        "from pulka_calc.cli.papersource import read_source; import pulka_calc.excel.template\n"
        f"read_source(Env(sys.stdin, sys.stdout, sys.stderr, {{}}, Path({str(tmp_path)!r}), 'en'), 'a')\n"
        "print([name for name in ('openpyxl', 'pydantic', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT.parent, encoding="utf-8"
    )
    assert done.stdout.strip() == str(loaded)


# Laws

names = st.text(st.sampled_from("АБВГабвгABab'-="), min_size=2, max_size=8).filter(
    lambda name: any(map(str.isalpha, name))
)
figures = st.one_of(
    st.integers(-(10**6), 10**6),
    st.fractions(-1000, 1000, max_denominator=1).map(lambda figure: figure + Fraction(1, 4)),
)


@st.composite
def sheets(draw: st.DrawFn) -> tuple[list[str], list[Taken]]:
    """Names, and the figures of each."""
    players = draw(st.lists(names, min_size=2, max_size=4, unique_by=lambda name: name.casefold()))
    rows = []
    for seat in range(len(players)):
        whists = [(on, draw(figures)) for on in range(len(players)) if on != seat]
        pool = draw(figures)
        rows.append(Taken(pool, None, draw(figures), tuple((on, figure) for on, figure in whists if figure)))
    return players, rows


def decimal(figure: Figure, point: str) -> str:
    """A figure with a denominator of 4 at most."""
    whole, rest = divmod(abs(Fraction(figure)), 1)
    return f"{'-' if figure < 0 else ''}{whole}" + (f"{point}{int(rest * 100):02}" if rest else "")


def cells(players: list[str], rows: list[Taken], point: str) -> list[list[str]]:
    made = []
    for seat, (name, row) in enumerate(zip(players, rows, strict=True)):
        whists = dict(row.whists)
        assert row.pool is not None
        own = ["" if on == seat else decimal(whists.get(on, 0), point) for on in range(len(players))]
        made.append([name, decimal(row.pool, point), decimal(row.mountain, point), *own])
    return made


@settings(deadline=None, max_examples=60)
@given(
    sheets(),
    st.sampled_from([";", ",", "\t"]),
    st.booleans(),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1251"]),
)
def test_a_sheet_as_csv_comes_back(drawn: Any, delimiter: str, headed: bool, encoding: str) -> None:
    players, rows = drawn
    body = cells(players, rows, "," if delimiter == ";" else ".")
    head = [["Игрок", "Пуля", "Гора", *map(guarded, players)]] if headed else []
    body = [[guarded(row[0]), *row[1:]] for row in body]
    mixed = any(name.isascii() != word.isascii() for name in players for word in name if word.isalpha())
    if encoding == "cp1251" and (mixed or not headed):
        # Too few words, or words of two alphabets: nobody can tell what that is.
        encoding = "utf-8"
    data = table_text([*head, *body], delimiter).encode(encoding)
    assert list(rows_of(data).items()) == list(zip(players, rows, strict=True))


@settings(deadline=None, max_examples=60)
@given(sheets(), st.booleans(), st.sampled_from([None, 1]))
def test_a_sheet_as_json_comes_back(drawn: Any, listed: bool, indent: int | None) -> None:
    players, rows = drawn
    document: dict[str, Any] = {
        "pool": {name: str(row.pool) for name, row in zip(players, rows, strict=True)},
        "mountain": {
            name: float(row.mountain) if row.mountain.denominator > 1 else int(row.mountain)
            for name, row in zip(players, rows, strict=True)
        },
        "whists": {
            name: {players[on]: str(figure) for on, figure in row.whists}
            for name, row in zip(players, rows, strict=True)
        },
    }
    if listed:
        document["players"] = players
    data = json.dumps(document, indent=indent)
    assert list(rows_of(data).items()) == list(zip(players, rows, strict=True))


@settings(deadline=None, max_examples=15)
@given(sheets(), st.sampled_from(LANGUAGES), st.booleans())
def test_a_sheet_typed_into_the_template_comes_back(drawn: Any, lang: Language, as_numbers: bool) -> None:
    players, rows = drawn
    body: list[list[object]] = [list(row) for row in cells(players, rows, ".")]
    if as_numbers:
        body = [[row[0], *(float(str(cell)) if cell else "" for cell in row[1:])] for row in body]
    made = load_workbook(io.BytesIO(write_template((), "sochi", "", "", Speech(lang))))
    for place, value in typed(body).items():
        cell = made.worksheets[0][place]
        cell.value = value
        if isinstance(value, str):
            cell.data_type = "s"
    assert list(rows_of(saved(made)).items()) == list(zip(players, rows, strict=True))


def told_or_read(data: bytes) -> None:
    """Whatever it is, it is read or refused in words."""
    try:
        found = sheet(data)
    except StoreError:
        return
    except Wrong as wrong:
        lines: Sequence[str] = wrong.lines
        faults = wrong.diagnostics
    else:
        lines = found.lines
        names, _, faults = taken_over(found, PRESETS["sochi"])
        assert len(names) == len(found.rows)
    for fault in faults:
        assert all(f"[{fault.code}]: " in render(fault, "-", lines, Speech(lang)) for lang in LANGUAGES)


@settings(deadline=None, max_examples=200)
@given(
    st.binary(max_size=300), st.sampled_from([b"", b"PK\x03\x04", OLE, b"\xff\xfe", b"\xef\xbb\xbf", b"{", b"sep=;\n"])
)
def test_garbage_is_refused_in_words(data: bytes, begins: bytes) -> None:
    told_or_read(begins + data)


SIGNS: Final = "АБ12.,;\t\"'\n -x=#:{}[]"


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from(SIGNS), max_size=120), st.sampled_from(["", "Игрок;Пуля;Гора;А;Б\n", "{", '{"pool": {']))
@example('""', "")
@example('"\n"\n";;\n', "Игрок;Пуля;Гора;А;Б\n")
def test_any_text_is_read_or_refused_in_words(data: str, begins: str) -> None:
    told_or_read((begins + data).encode())


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_a_damaged_workbook_is_refused_in_words(data: st.DataObject) -> None:
    """One part of a good workbook has other bytes in some place."""
    with ZipFile(io.BytesIO(workbook([HEADS["ru"], *BODY]))) as good:
        parts = {name: good.read(name) for name in good.namelist()}
    name = data.draw(st.sampled_from(sorted(parts)))
    at = data.draw(st.integers(0, len(parts[name])))
    parts[name] = (
        parts[name][:at] + data.draw(st.binary(max_size=4)) + parts[name][at + data.draw(st.integers(0, 40)) :]
    )
    made = io.BytesIO()
    with ZipFile(made, "w") as packed:
        for part, content in parts.items():
            packed.writestr(part, content)
    told_or_read(made.getvalue())
