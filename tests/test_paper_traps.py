"""Sheets that look like another: each is read in the one way that it can be, or refused with what to write instead."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook, load_workbook

from pulka_calc.excel.sheetin import MOST_IN_A_PART, MOST_MARKS
from pulka_calc.excel.template import untouched_template, write_template
from pulka_calc.excel.workbook import write_workbook
from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rules import KINDS
from pulka_calc.journal.paper import Taken, taken_over
from pulka_calc.journal.paperdoubts import paper_doubts
from pulka_calc.journal.pulka import read_text
from pulka_calc.words.faults import describe
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from tests.test_paper_tables import (
    BODY,
    HEADS,
    NAMES,
    SAMPLES,
    TAKEN,
    filled,
    pulka_of,
    recalculated,
    refused,
    rows_of,
    saved,
    sheet,
    soffice,
    table_text,
    typed,
    workbook,
)
from tests.tools.golden import Outcome, Program

Rows = list[list[str]]
Form = Callable[[Rows], bytes | str]


def as_workbook(rows: Rows) -> bytes:
    return workbook([[int(cell) if cell.isdecimal() else cell or None for cell in row] for row in rows])


FORMS: Final[list[Form]] = [
    lambda rows: table_text(rows, ";"),
    lambda rows: table_text(rows, ","),
    lambda rows: table_text(rows, "\t"),
    as_workbook,
]
FORM_NAMES: Final = [";", ",", "tab", "xlsx"]

MOUNTAINS: Final = ("12", "5", "8", "30")
WHISTS: Final = (("", "34", "10", "7"), ("12", "", "6", "2"), ("16", "4", "", "9"), ("1", "3", "5", ""))


def without_pools(count: int, own: Sequence[str]) -> Rows:
    """Rows of name, mountain and whists with each one's own cell."""
    rows = []
    for seat in range(count):
        whists = list(WHISTS[seat][:count])
        whists[seat] = own[seat % len(own)]
        rows.append(["АБВГ"[seat], MOUNTAINS[seat], *whists])
    return rows


def taken_without_pools(count: int) -> dict[str, Taken]:
    """What those rows say: all pools are closed."""
    return {
        "АБВГ"[seat]: Taken(
            20,
            None,
            int(MOUNTAINS[seat]),
            tuple((on, int(WHISTS[seat][on])) for on in range(count) if on != seat),
        )
        for seat in range(count)
    }


# Rows without a header: as many columns are pool, mountain and the others, or mountain and everybody


@pytest.mark.parametrize("form", FORMS, ids=FORM_NAMES)
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("own", ["-", "–", "—", "x", "Х", "*", "x-*#"])
def test_marked_own_cells_leave_no_room_for_a_pool(form: Form, count: int, own: str) -> None:
    assert rows_of(form(without_pools(count, own))) == taken_without_pools(count)


@pytest.mark.parametrize("form", FORMS, ids=FORM_NAMES)
@pytest.mark.parametrize(
    ("count", "own"),
    [(count, own) for count in (2, 3, 4) for own in itertools.product(("", "-"), repeat=count) if "" in own],
)
def test_empty_own_cells_may_be_zeros_of_something_else(form: Form, count: int, own: tuple[str, ...]) -> None:
    wrong = refused(form(without_pools(count, own)))
    assert [fault.code for fault in wrong.diagnostics] == ["paper-no-header"]
    assert "player; pool; mountain" in describe(wrong.diagnostics[0], Speech("en")).help
    # What is asked for helps.
    rows = without_pools(count, own)
    assert rows_of(form([["Игрок", "Гора", *"АБВГ"[:count]], *rows])) == taken_without_pools(count)


@pytest.mark.parametrize("form", FORMS, ids=FORM_NAMES)
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("own", [["0"], ["0", "", "0", ""], ["0", "-", "-", "-"]])
def test_zeros_in_own_cells_are_read_as_figures_and_doubted(form: Form, count: int, own: list[str]) -> None:
    found = sheet(form(without_pools(count, own)))
    names, taken, faults = taken_over(found, PRESETS["sochi"])
    assert not faults
    assert [row.pool for row in taken] == [int(pool) for pool in MOUNTAINS[:count]]
    assert [doubt.code for doubt in paper_doubts(found, names, PRESETS["sochi"])] == ["paper-own-cell"]


@pytest.mark.parametrize("form", FORMS, ids=FORM_NAMES)
def test_columns_that_are_named_are_not_doubted(form: Form) -> None:
    rows = [["Игрок", "Пуля", "Гора", *"АБВ"], ["А", "12", "0", "", "34", "10"]]
    rows += [["Б", "5", "12", "0", "", "6"], ["В", "8", "16", "4", "0", ""]]
    found = sheet(form(rows))
    assert paper_doubts(found, ("А", "Б", "В"), PRESETS["sochi"]) == []


def test_one_figure_where_the_own_cell_would_be_settles_it() -> None:
    rows = without_pools(3, ["-", "-", "3"])
    assert [row.pool for row in rows_of(table_text(rows, ";")).values()] == [12, 5, 8]


# Merged cells


@pytest.mark.parametrize(
    ("merged", "told"),
    [
        ("B2:B4", "B2:B4"),
        ("A2:A3", "A2:A3"),
        ("C3:D3", "C3:D3"),
        ("F2:F4", "F2:F4"),
        ("B1:B2", "B1:B2"),
        ("F4:H6", None),
        ("B1:F1", None),
        ("G2:G4", None),
        ("A6:F6", None),
        ("A6:F8", None),
    ],
)
@pytest.mark.parametrize("first", [0, 2])
def test_merged_cells_are_told_where_they_hold_figures(merged: str, told: str | None, first: int) -> None:
    made = Workbook()
    page = made.worksheets[0]
    for above in range(first):
        page.append([f"Вечер {above}"])
        page.merge_cells(f"A{above + 1}:F{above + 1}")
    for row in [["Игрок", "Пуля", "Гора", *NAMES], *BODY]:
        page.append([cell or None for cell in row])

    def moved(area: str) -> str:
        return ":".join(f"{corner[0]}{int(corner[1:]) + first}" for corner in area.split(":"))

    if merged == "B1:F1":
        # A heading over several columns stands above the one of each.
        page.insert_rows(first + 1)
        page.cell(first + 1, 1, "Игрок")
        page.cell(first + 1, 2, "Пуля")
        page.cell(first + 1, 3, "Гора")
        page.cell(first + 1, 4, "Висты на")
        page.cell(first + 2, 1).value = page.cell(first + 2, 2).value = page.cell(first + 2, 3).value = None
        page.merge_cells(moved("D1:F1"))
    else:
        page.merge_cells(moved(merged))
    if told is None:
        assert rows_of(saved(made)) == TAKEN
        return
    (fault,) = refused(saved(made)).diagnostics
    assert (fault.code, fault.values["cell"]) == ("paper-cell-merged", moved(told).partition(":")[0])
    assert moved(told) in describe(fault, Speech("ru")).message


def test_merged_cells_of_a_table_without_a_header() -> None:
    made = load_workbook(io.BytesIO(workbook([[*row[:3], *row[3:]] for row in BODY])))
    made.worksheets[0].merge_cells("B1:B3")
    assert [fault.code for fault in refused(saved(made)).diagnostics] == ["paper-cell-merged"]


# Pages


def pages(*given: tuple[str, Sequence[Sequence[Any]], str]) -> bytes:
    """A workbook of pages: title, rows, and whether it is shown."""
    made = Workbook()
    made.remove(made.worksheets[0])
    for title, rows, _ in given:
        page = made.create_sheet(title)
        for row in rows:
            page.append([cell if cell != "" else None for cell in row])
    states = [state.encode() for _, _, state in given]

    def hidden(name: str, content: bytes) -> bytes:
        # openpyxl saves no workbook of which everything is hidden.
        if name == "xl/workbook.xml":
            for at, part in enumerate(re.findall(rb"<sheet [^>]*/>", content)):
                content = content.replace(part, part.replace(b'"visible"', b'"' + states[at] + b'"'))
        return content

    return repacked(saved(made), hidden)


FULL: Final[Sequence[Sequence[Any]]] = [HEADS["ru"], *BODY]
OTHER: Final[Sequence[Sequence[object]]] = [HEADS["ru"], *([row[0], "1", "1", *row[3:]] for row in BODY)]
EMPTY: Final[Sequence[Sequence[object]]] = [HEADS["ru"], *([row[0]] for row in BODY)]
MONEY: Final[Sequence[Sequence[object]]] = [["Аня", "Боре", 120, "RUB"], ["Аня", "Вере", 64, "RUB"]]


@pytest.mark.parametrize(
    "given",
    [
        [("1", OTHER, "hidden"), ("2", FULL, "visible")],
        [("1", OTHER, "veryHidden"), ("2", FULL, "visible")],
        [("1", EMPTY, "visible"), ("2", FULL, "visible")],
        [("1", FULL, "visible"), ("2", EMPTY, "visible")],
        [("1", MONEY, "visible"), ("2", FULL, "visible"), ("3", [["заметка"]], "visible"), ("4", [], "visible")],
        [("1", FULL, "hidden"), ("2", EMPTY, "hidden")],
    ],
)
def test_the_one_page_that_is_filled_in_is_read(given: list[tuple[str, Any, str]]) -> None:
    assert rows_of(pages(*given)) == TAKEN


@pytest.mark.parametrize("state", ["visible", "hidden"])
@pytest.mark.parametrize("second", [OTHER, FULL, [["Игрок", "Пуля", "Горра", *NAMES], *BODY], BODY], ids=range(4))
def test_two_sheets_in_one_workbook_are_named(second: Any, state: str) -> None:
    (fault,) = refused(pages(("Май", FULL, state), ("пусто", EMPTY, state), ("Июнь", second, state))).diagnostics
    assert fault.code == "paper-pages"
    told = describe(fault, Speech("ru"))
    assert "«Май», «Июнь»" in told.message
    assert "CSV" in told.help


# Rows of the table and remarks


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_third_player_below_a_template_for_two_lacks_his_columns(lang: Language) -> None:
    data = write_template(("А", "Б"), "sochi", "", "", Speech(lang))
    cells = typed([["А", 20, 5, "", 34], ["Б", 14, 6, 44, ""], ["В", 16, 2, 4, 8]])
    (fault,) = refused(filled(data, cells)).diagnostics
    assert (fault.code, fault.values["names"]) == ("paper-column-missing", ("В",))
    del cells["A12"], cells["B12"], cells["C12"], cells["D12"], cells["E12"]
    assert list(rows_of(filled(data, cells))) == ["А", "Б"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_in_a_template_saved_as_csv(lang: Language) -> None:
    data = write_template(("А", "Б"), "sochi", "", "", Speech(lang))
    page = load_workbook(io.BytesIO(data)).worksheets[0]
    rows = [["" if cell is None else str(cell) for cell in row] for row in page.iter_rows(values_only=True)]
    rows[8] = ["", "", "", "А", "Б"]
    rows[9:12] = [["А", "20", "5", "", "34"], ["Б", "14", "6", "44", ""], ["В", "16", "2", "4", "8"]]
    (fault,) = refused(table_text(rows, ",")).diagnostics
    assert (fault.code, fault.values["names"]) == ("paper-column-missing", ("В",))


def test_a_sentence_right_below_the_table_is_no_row() -> None:
    remark = "Висты стоят в строке того, кто их написал, под тем, на кого они"
    for delimiter in (";", "\t"):
        assert rows_of(table_text([HEADS["ru"], *BODY, [remark]], delimiter)) == TAKEN
    (fault,) = refused(table_text([[remark]], ";") + "\n" + table_text([["и", "ещё", "слово"]], ";")).diagnostics
    assert fault.code.startswith("paper-")


def test_a_page_with_one_long_sentence_is_no_sheet() -> None:
    assert [fault.code for fault in refused(workbook([["слово " * 20]])).diagnostics] == ["paper-rows"]


# Percent


def test_a_percentage_outside_the_sheet_is_passed_over() -> None:
    made = load_workbook(io.BytesIO(workbook([[*HEADS["ru"], "Итого"], *BODY])))
    made.worksheets[0]["G2"] = 0.5
    made.worksheets[0]["G2"].number_format = "0%"
    assert rows_of(saved(made)) == TAKEN


# Files that cost more than they are worth


MAIN: Final = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def with_parts(**parts: str) -> bytes:
    """A good workbook with some parts in the place of its own."""
    names = {"sheet": "xl/worksheets/sheet1.xml", "styles": "xl/styles.xml"}
    data = io.BytesIO()
    with ZipFile(io.BytesIO(workbook(FULL))) as good, ZipFile(data, "w", ZIP_DEFLATED) as packed:
        changed = {names[part]: text for part, text in parts.items()}
        for name in good.namelist():
            packed.writestr(name, changed.get(name) or good.read(name))
    return data.getvalue()


@pytest.mark.parametrize(
    "parts",
    [
        {"sheet": f"<worksheet {MAIN}><!--{'x' * MOST_IN_A_PART}--><sheetData/></worksheet>"},
        {"styles": f"<styleSheet {MAIN}><cellXfs>{'<xf/>' * MOST_MARKS}</cellXfs></styleSheet>"},
        {"sheet": f"<worksheet {MAIN}><sheetData><row>{'<c/>' * MOST_MARKS}</row></sheetData></worksheet>"},
    ],
    ids=["comment", "styles", "cells"],
)
def test_what_takes_long_to_parse_is_refused_before(parts: dict[str, str]) -> None:
    data = with_parts(**parts)
    assert len(data) < 1 << 16
    (fault,) = refused(data).diagnostics
    assert fault.code == "paper-bomb"
    assert "CSV" in describe(fault, Speech("ru")).help


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "<row/>">]><worksheet {MAIN}/>'
    data = io.BytesIO()
    with ZipFile(io.BytesIO(workbook(FULL))) as good, ZipFile(data, "w", ZIP_DEFLATED) as packed:
        for name in good.namelist():
            packed.writestr(name, text.encode(encoding) if "sheet1" in name else good.read(name))
    assert [fault.code for fault in refused(data.getvalue()).diagnostics] == ["paper-damaged"]


def test_one_part_as_very_many_pages_is_refused() -> None:
    page = '<sheet xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    page += 'name="{0}" sheetId="{0}" state="visible" r:id="rId1"/>'
    data = io.BytesIO()
    with ZipFile(io.BytesIO(workbook(FULL))) as good, ZipFile(data, "w", ZIP_DEFLATED) as packed:
        for name in good.namelist():
            content = good.read(name)
            if name == "xl/workbook.xml":
                many = "".join(page.format(number) for number in range(10, 3000)).encode()
                content = content.replace(b"</sheets>", many + b"</sheets>")
            packed.writestr(name, content)
    assert [fault.code for fault in refused(data.getvalue()).diagnostics] == ["paper-bomb"]


def test_a_workbook_of_very_many_pages_is_refused() -> None:
    empty: list[tuple[str, Any, str]] = [(str(number), [], "visible") for number in range(60)]
    assert [fault.code for fault in refused(pages(*empty, ("май", FULL, "visible"))).diagnostics] == ["paper-bomb"]
    assert rows_of(pages(*empty[:40], ("май", FULL, "visible"))) == TAKEN


def test_a_long_text_in_very_many_cells_is_refused() -> None:
    rows = [["длинно " * 4000] * 50 for _ in range(10)]
    assert [fault.code for fault in refused(workbook(rows)).diagnostics] == ["paper-bomb"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_export_of_very_many_hands_is_told_as_one(lang: Language) -> None:
    some = write_workbook(read_text(SAMPLES[0].read_text(encoding="utf-8")), Speech(lang))
    exported = load_workbook(io.BytesIO(some))
    for row in range(MOST_MARKS // 20):
        exported.worksheets[3].append(list(range(row, row + 8)))
    assert [fault.code for fault in refused(saved(exported)).diagnostics] == ["paper-export"]


def test_a_photo_beside_the_sheet_is_no_matter() -> None:
    data = io.BytesIO(workbook(FULL))
    with ZipFile(data, "a") as packed:
        packed.writestr("xl/media/image1.jpeg", bytes(5 << 20))
    assert rows_of(data.getvalue()) == TAKEN


def test_a_dressed_page_of_a_thousand_rows_is_read() -> None:
    made = load_workbook(io.BytesIO(workbook(FULL)))
    for row in made.worksheets[0].iter_rows(1, 1000, 1, 26):
        for cell in row:
            cell.number_format = "0.00"
    assert rows_of(saved(made)) == TAKEN


# JSON

SHEET: Final = '{"pool": {"A": 1, "B": 2}, "mountain": {"A": 1, "B": 2}, "whists": {"A": {"B": 5}}'


@pytest.mark.parametrize(
    ("stake", "line"),
    [("0.5", "stake 0.5"), ("1", "stake 1"), ("0.1", "stake 0.1"), ("1e1", "stake 10"), ('"0.5 RUB"', "stake 0.5 RUB")],
)
def test_a_price_in_json_is_a_number_or_a_text(stake: str, line: str) -> None:
    assert line in pulka_of(f'{SHEET}, "stake": {stake}}}')


@pytest.mark.parametrize("stake", ["-1", "1e99", "0.12345678901234567890123456789"])
def test_a_price_that_is_none_is_told_as_one(stake: str) -> None:
    (fault,) = refused(f'{SHEET}, "stake": {stake}}}').diagnostics
    assert fault.code == "stake-unknown"


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [("title", "5", "quotation"), ("date", "5", "quotation"), ("stake", "true", "0.5 RUB"), ("players", "5", "list")],
)
def test_what_cannot_stand_in_json_is_told_by_its_key(key: str, value: str, says: str) -> None:
    (fault,) = refused(f'{SHEET}, "{key}": {value}}}').diagnostics
    assert fault.code == "paper-json-value"
    assert says in describe(fault, Speech("en")).help


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "\\udc00\\ud800", "Аня\\ud83d"])
def test_half_a_sign_in_json_is_no_name(half: str) -> None:
    found = sheet(SHEET.replace('"B"', f'"{half}"') + "}")
    _, _, faults = taken_over(found, PRESETS["sochi"])
    assert {fault.code for fault in faults} == {"name-control"}
    for fault in faults:
        assert describe(fault, Speech("ru")).message.encode()


def test_a_whole_pair_in_json_is_one_sign() -> None:
    assert "🂡" in rows_of(SHEET.replace('"B"', '"\\ud83c\\udca1"') + "}")


# The template and what was written into it


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    return Program(tmp_path)


def templates() -> list[bytes]:
    return [
        write_template(names, "leningrad", "10", "0.5 RUB", Speech(lang), title="Вечер", changed={"stalingrad": "yes"})
        for lang in LANGUAGES
        for names in ((), NAMES)
    ]


CHANGES: Final[dict[str, Callable[[Any], object]]] = {
    "nothing": lambda book: None,
    "title": lambda book: book.worksheets[0].cell(3, 2, "Дача"),
    "date": lambda book: book.worksheets[0].cell(4, 2, "2026-05-09"),
    "names": lambda book: book.worksheets[0].cell(10, 1, "Аня"),
    "figure": lambda book: book.worksheets[0].cell(10, 2, 20),
    "far away": lambda book: book.worksheets[0].cell(900, 60, "важно"),
    "second page": lambda book: book.create_sheet("Заметки").append(["важно"]),
    "page renamed": lambda book: setattr(book.worksheets[0], "title", "Май"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_template_that_was_saved_is_not_written_over(pulka: Program, change: str, lang: Language) -> None:
    assert pulka("paper", "--template", "sheet.xlsx", lang=lang).code == 0
    path = pulka.folder / "sheet.xlsx"
    book = load_workbook(path)
    CHANGES[change](book)
    book.save(path)
    data = path.read_bytes()
    outcome = pulka("paper", "--template", "sheet.xlsx", lang=lang)
    assert (outcome.code, path.read_bytes()) == (3, data)
    assert Speech(lang).say("take another name; nothing was written over it") in outcome.err


def test_a_template_as_it_was_written_is_untouched() -> None:
    for data in templates():
        assert untouched_template(data)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_kind_is_no_template(lang: Language) -> None:
    for sample in SAMPLES:
        assert not untouched_template(write_workbook(read_text(sample.read_text(encoding="utf-8")), Speech(lang)))
    for data in (b"", b"PK\x03\x04", b"mine", workbook(FULL), workbook(EMPTY)):
        assert not untouched_template(data)


def repacked(data: bytes, change: Callable[[str, bytes], bytes], when: tuple[int, ...] | None = None) -> bytes:
    """A workbook packed anew as it was, but for what is changed in its parts."""
    again = io.BytesIO()
    with ZipFile(io.BytesIO(data)) as source, ZipFile(again, "w", ZIP_DEFLATED) as target:
        for part in source.infolist():
            content = change(part.filename, source.read(part))
            if when is not None:
                part.date_time = when  # type: ignore[assignment]
            target.writestr(part, content)
    return again.getvalue()


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("docProps/core.xml", b"2000-01-01T12:00:00Z</dcterms:modified>", b"2026-05-09T12:00:00Z</dcterms:modified>"),
        ("docProps/core.xml", b"pulka-calc</dc:creator>", b"openpyxl</dc:creator>"),
        ("docProps/core.xml", b"pulka-calc template", b"something else"),
        ("xl/worksheets/sheet1.xml", b"</worksheet>", b"<!-- --></worksheet>"),
        ("xl/styles.xml", b"</styleSheet>", b"<!-- --></styleSheet>"),
    ],
)
def test_any_change_of_a_part_is_one(part: str, old: bytes, new: bytes) -> None:
    for data in templates():
        assert untouched_template(repacked(data, lambda _, content: content))
        with ZipFile(io.BytesIO(data)) as packed:
            assert old in packed.read(part)
        changed = repacked(data, lambda name, content: content.replace(old, new) if name == part else content)
        assert not untouched_template(changed)
        assert not untouched_template(repacked(data, lambda _, content: content, (2026, 5, 9, 12, 0, 0)))


@soffice
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_template_that_libreoffice_saved_is_not_untouched(tmp_path: Path, lang: Language) -> None:
    assert not untouched_template(recalculated(tmp_path, write_template((), "sochi", "", "", Speech(lang)), "xlsx"))


def test_a_file_too_big_for_a_template_is_not_written_over(pulka: Program) -> None:
    path = pulka.write(b"PK\x03\x04" + bytes(16 << 20), "sheet.xlsx")
    assert pulka("paper", "--template", "sheet.xlsx").code == 3
    assert path.stat().st_size == (16 << 20) + 4


# What is agreed goes into the template


def filled_in(pulka: Program, *rows: Sequence[Any]) -> Outcome:
    """Rows typed below the heading of the template, and the sheet read."""
    path = pulka.folder / "sheet.xlsx"
    book = load_workbook(path)
    page = book.worksheets[0]
    first = next(row for row in range(1, 80) if page.cell(row, 2).value in ("Pool", "Пуля"))
    first += 1 if page.cell(first + 1, 1).value in NAMES else 2
    for at, row in enumerate(rows):
        for place, value in enumerate(row):
            if value != "":
                page.cell(first + at, 1 + place, value)
    book.save(path)
    return pulka("paper", "sheet.xlsx", "-o", "-")


TYPED: Final = [["Аня", 20, 5, "", 34, 10], ["Боря", 14, 36, 44, "", 6], ["Вера", 16, 0, 20, 72, ""]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_options_say_stands_in_the_template(pulka: Program, lang: Language) -> None:
    options = ["--title", "Дача: май", "--rules", "leningrad", "--rule", "stalingrad=yes", "--rule", "rounding=whole"]
    options += ["--pool", "10", "--stake", "0.5 RUB", "--coin", "5"]
    assert pulka("paper", "--template", "sheet.xlsx", *NAMES, *options, lang=lang).code == 0
    lines = filled_in(pulka, *TYPED).out.splitlines()
    for line in (
        "title Дача: май",
        "rules leningrad",
        "rule stalingrad yes",
        "rule rounding whole",
        "rule pool_target 10",
        "stake 0.5 RUB coin 5",
    ):
        assert line in lines, lines


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule", KINDS)
def test_every_rule_comes_back_from_the_template(rule: str, lang: Language) -> None:
    for preset in PRESETS.values():
        value = KINDS[rule].text(getattr(preset, rule))
        data = write_template(NAMES, "sochi", "", "", Speech(lang), changed={rule: value})
        cells = {f"{place}{row}": 4 for place in "BC" for row in (11, 12, 13)}
        found = sheet(filled(data, cells))
        assert KINDS[rule].parse(" ".join(found.facts[rule].text.split())) == getattr(preset, rule)


@pytest.mark.parametrize(
    "option",
    [
        ("--dealer", "Аня"),
        ("--limit", "100"),
        ("--rounding", "down"),
        ("-o", "x.pulka"),
        ("--steps",),
        ("--text",),
        ("--compare",),
        ("--explain", "Аня"),
        ("--json",),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_means_nothing_in_a_template_is_refused(pulka: Program, option: tuple[str, ...], lang: Language) -> None:
    outcome = pulka("paper", "--template", "sheet.xlsx", *NAMES, *option, lang=lang)
    assert (outcome.code, outcome.out) == (2, "")
    assert option[0] in outcome.err
    assert list(pulka.folder.glob("*.xlsx")) == []


@pytest.mark.parametrize(
    "options", [("--coin", "1"), ("--stake", "много"), ("--rule", "stalingrad"), ("--rule", "x=1")]
)
def test_terms_that_cannot_be_are_told_before_a_template_is_written(pulka: Program, options: tuple[str, ...]) -> None:
    assert pulka("paper", "--template", "sheet.xlsx", *options).code in (1, 2)
    assert list(pulka.folder.glob("*.xlsx")) == []


def test_a_price_as_a_fraction_of_a_kopeck_comes_back(pulka: Program) -> None:
    assert pulka("paper", "--template", "sheet.xlsx", *NAMES, "--stake", "1 RUB per 3 whists").code == 0
    stake = read_text(filled_in(pulka, *TYPED).out).document.stake
    assert stake is not None
    assert stake.price == Fraction(1, 3)
