"""The workbook, read back: figures are numbers that are there, texts are texts, sums are zero."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from pulka_calc.excel.book import Book, Column, Line, display_width, lines_needed, safe_text, safe_title
from pulka_calc.excel.workbook import write_workbook
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.words.speech import Speech

SAMPLES = sorted((Path(__file__).parent.parent / "samples").glob("*.pulka"))
ENGLISH = Speech("en")

EVENING = """\
pulka 1
title На даче
date 2026-05-09
rules sochi
rule pool_target 10
rule half_whist_levels 6
stake 0.5 RUB
players Аня Боря Вера

1. Аня 6♠ 6, Боря whist 3, Вера whist 1
2. allpass Аня 4, Боря 3, Вера 3
3. Боря misere 1
void 3 "cards were exposed"
4. Вера 6 5, Аня whist 3, Боря pass 2
5. Боря 7♦ giveup
fix 5. Боря 7♦ -2 Вера whist
adjust Аня whists Боря +5/2 "saw the talon"
check Аня pool 3
"""

LONG = "Имя ровно в сорок знаков, не короче и ни"
AWKWARD = [
    "=1+1", "+7", "@x", "-А", LONG, "1-1", "6.1", "1/2", "#N/A", "TRUE", "'a", "_x0041_", "007", "<b>&amp;", "😀 Ё",
]  # fmt: skip


def sound(text: str) -> Pulka:
    pulka = read_text(text)
    assert not pulka.errors
    return pulka


def opened(pulka: Pulka, speech: Speech = ENGLISH) -> Workbook:
    """The workbook as a program sees it that does not calculate."""
    return load_workbook(io.BytesIO(write_workbook(pulka, speech)), data_only=True)


def cells(sheet: Worksheet) -> Iterator[Cell]:
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell, Cell):
                yield cell


def rows_of(sheet: Worksheet, first: str) -> list[list[Any]]:
    """The rows under the first row that begins with `first`, up to an empty one."""
    found: list[list[Any]] = []
    for row in sheet.iter_rows(values_only=True):
        if found or row[0] == first:
            if not any(value is not None for value in row):
                break
            found.append(list(row))
    return found[1:]


def sheet_of(workbook: Workbook, title: str) -> Worksheet:
    sheet = workbook[title]
    assert isinstance(sheet, Worksheet)
    return sheet


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_sample_balances(file: Path) -> None:
    pulka = sound(file.read_text(encoding="utf-8"))
    workbook = opened(pulka)
    assert workbook.sheetnames == ["Balance", "Sheet", "Hands", "Postings", "Rules"]
    *balances, total = rows_of(sheet_of(workbook, "Balance"), "Player")
    settlement = pulka.settlement
    assert [row[0] for row in balances] == list(pulka.players)
    assert [row[1] for row in balances] == pytest.approx([float(exact) for exact in settlement.exact], abs=1e-4)
    assert [row[2] for row in balances] == list(settlement.balance)
    assert total[1:3] == [0, 0]
    for row, name in zip(rows_of(sheet_of(workbook, "Sheet"), "Player")[1:], pulka.players, strict=False):
        assert row[:3] == [name, pulka.sheet.pool[name], pulka.sheet.mountain[name]]


def test_nothing_is_a_formula_and_nothing_is_missing() -> None:
    workbook = load_workbook(io.BytesIO(write_workbook(sound(EVENING), ENGLISH)))
    kinds = {cell.data_type for sheet in workbook.worksheets for cell in cells(sheet)}
    assert kinds == {"s", "n"}
    for sheet in workbook.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert not isinstance(cell.value, float) or round(cell.value, 4) == cell.value


def test_money_and_payments() -> None:
    workbook = opened(sound(EVENING))
    *balances, total = rows_of(sheet_of(workbook, "Balance"), "Player")
    assert sum(round(row[3] * 100) for row in balances) == 0
    assert total[3] == 0
    pulka = sound(EVENING)
    paid = rows_of(sheet_of(workbook, "Balance"), "Who pays")
    won = dict.fromkeys(pulka.players, Fraction(0))
    for payer, payee, whists, money, *_ in paid:
        won[payer] -= whists
        won[payee] += whists
        assert money > 0
    assert won == dict(zip(pulka.players, pulka.settlement.balance, strict=True))


@pytest.mark.parametrize(
    ("stake", "formats", "money"),
    [
        ("0.5 RUB", ("+#,##0.00;[Red]-#,##0.00;0.00", "#,##0.00;[Red]-#,##0.00"), [27.25, -40.25, 13]),
        ("0.5 RUB coin 1", ("+#,##0;[Red]-#,##0;0", "#,##0;[Red]-#,##0"), [27, -40, 13]),
        ("0.5 RUB coin 0.5", ("+#,##0.00;[Red]-#,##0.00;0.00", "#,##0.00;[Red]-#,##0.00"), [27.5, -40.5, 13]),
        (
            "0.0000101 RUB coin 0.00001",
            ("+#,##0.00000;[Red]-#,##0.00000;0.00000", "#,##0.00000;[Red]-#,##0.00000"),
            [0.00055, -0.00081, 0.00026],
        ),
    ],
)
def test_money_looks_like_its_coin(stake: str, formats: tuple[str, str], money: list[float]) -> None:
    pulka = sound(EVENING.replace("stake 0.5 RUB", f"stake {stake}"))
    sheet = sheet_of(opened(pulka), "Balance")
    *balances, total = rows_of(sheet, "Player")
    assert [row[3] for row in balances] == money
    assert total[3] == 0
    found = {cell.number_format for cell in cells(sheet) if cell.column == 4}
    assert set(formats) <= found


def test_a_limit_of_loss_has_a_column() -> None:
    pulka = sound(EVENING.replace("stake 0.5 RUB", "rule loss_limit 50\nstake 0.5 RUB"))
    sheet = sheet_of(opened(pulka), "Balance")
    *balances, total = rows_of(sheet, "Player")
    assert [row[3] for row in balances] == list(pulka.settlement.paid)
    assert min(row[3] for row in balances) == -50
    assert total[2:5] == [0, 0, 0]
    assert ["Nobody pays more than, whists", 50] in [list(row[:2]) for row in sheet.iter_rows(values_only=True)]
    paid = rows_of(sheet, "Who pays")
    assert sum(row[2] for row in paid if row[0] == "Боря") == 50
    free = rows_of(sheet_of(opened(sound(EVENING)), "Balance"), "Player")
    assert len([cell for cell in free[0] if cell is not None]) == len([c for c in balances[0] if c is not None]) - 1


def test_pairs_add_up_across() -> None:
    pulka = sound(EVENING)
    sheet = sheet_of(opened(pulka), "Balance")
    texts = [cell.value for cell in cells(sheet)]
    start = next(row for row in range(1, sheet.max_row) if sheet.cell(row, 1).value == "Who wins from whom, in whists")
    for seat, name in enumerate(pulka.players):
        row = [sheet.cell(start + 3 + seat, place).value for place in range(1, 6)]
        assert row[0] == name
        assert row[seat + 1] is None
        numbers = [value for value in row[1:4] if isinstance(value, int | float)]
        assert sum(numbers) == pytest.approx(row[4], abs=1e-3)
    assert "line 18: the pool of Аня is 2 here, not 3" in " ".join(str(text) for text in texts)


def test_only_hands_that_stand() -> None:
    rows = list(sheet_of(opened(sound(EVENING)), "Hands").iter_rows(min_row=3, values_only=True))
    assert [row[0] for row in rows] == [1, 2, 4, 5, None]
    # Number, dealer, declarer, game, his tricks; roles and tricks by player.
    assert rows[0][:11] == (1, "Аня", "Аня", "6♠", 6, None, "whist", "whist", None, 3, 1)
    assert rows[1][:11] == (2, "Боря", None, "all-pass", None, None, None, None, 4, 3, 3)
    # The level alone is a number; the hand as fixed; the same dealer again after the void.
    assert rows[2][1:5] == ("Вера", "Вера", 6, 5)
    assert rows[3][1:11] == ("Аня", "Боря", "7♦", 5, "pass", None, "whist", 0, None, 5)
    assert rows[4][3] == "adjustment"
    assert rows[4][-1] == "saw the talon"


def test_running_totals_reach_the_sheet() -> None:
    pulka = sound(EVENING)
    *_, last = sheet_of(opened(pulka), "Hands").iter_rows(min_row=3, values_only=True)
    assert last[14:17] == tuple(pulka.sheet.pool.values())
    assert last[17:20] == tuple(pulka.sheet.mountain.values())
    assert last[20:23] == pytest.approx([float(exact) for exact in pulka.settlement.exact], abs=1e-4)
    for row in sheet_of(opened(pulka), "Hands").iter_rows(min_row=3, values_only=True):
        brought = [value for value in row[11:14] if isinstance(value, int | float)]
        assert sum(brought) == pytest.approx(0, abs=1e-3)


def test_postings_sum_to_the_sheet() -> None:
    pulka = sound(EVENING)
    whists = 0.0
    for hand, player, column, on, points, rule, why, line in sheet_of(opened(pulka), "Postings").iter_rows(
        min_row=2, values_only=True
    ):
        assert why
        assert rule
        assert isinstance(line, int)
        assert hand is None or isinstance(hand, int)
        if (player, column, on) == ("Аня", "whists", "Боря"):
            assert isinstance(points, int | float)
            whists += points
    assert whists == float(pulka.sheet.whists["Аня"]["Боря"])


def test_rules_show_what_the_table_changed() -> None:
    rules = {row[0]: row[1:] for row in sheet_of(opened(sound(EVENING)), "Rules").iter_rows(values_only=True)}
    assert rules["pool_target"][:3] == (10, 20, "changed")
    assert rules["half_whist_levels"][:3] == (6, "6, 7", "changed")
    assert rules["stalingrad"][:3] == ("no", "no", None)
    assert rules["contract_value"][:3] == ("2, 4, 6, 8, 10", "2, 4, 6, 8, 10", None)
    assert all(row[3] for row in rules.values())


def test_a_rule_said_as_the_preset_has_it_is_not_marked() -> None:
    pulka = sound("pulka 1\nrules sochi\nrule pool_target 20\nplayers A B C\n")
    marks = [row[3] for row in sheet_of(opened(pulka), "Rules").iter_rows(min_row=2, values_only=True)]
    assert not any(marks)


def quoted(*names: str) -> str:
    return " ".join(f'"{name}"' for name in names)


@pytest.mark.parametrize("name", AWKWARD)
def test_names_stay_as_they_were_typed(name: str) -> None:
    text = f"pulka 1\ntitle {name}\nrules sochi\nstake 1 =A1\nplayers {quoted(name)} B C\n1. @1 6 6 @2 whist\n"
    text += f'adjust @1 pool 1 "{name}"\n'
    workbook = load_workbook(io.BytesIO(write_workbook(sound(text), ENGLISH)))
    # A text that looks like the format's own way of writing a character is written by that way.
    seen = name.replace("_x", "_x005F_x")
    for sheet in workbook.worksheets:
        same = [cell for cell in cells(sheet) if cell.value == seen]
        assert same or sheet.title == "Rules"
        assert all(cell.data_type == "s" for cell in same)
        if name[0] in "=+-@'":
            # Nor does it become a formula when somebody edits the cell.
            assert all(cell.quotePrefix for cell in same)
    assert len(name) <= 40


def test_a_long_text_is_no_row_of_signs() -> None:
    """Excel shows a text of more than 255 characters as ``####`` in a cell of the text format."""
    text = f'pulka 1\nrules sochi\nplayers A B C\nadjust A pool 1 "{"ab " * 200}"\n'
    workbook = load_workbook(io.BytesIO(write_workbook(sound(text), ENGLISH)))
    long = [cell for sheet in workbook.worksheets for cell in cells(sheet) if len(str(cell.value)) > 255]
    assert long
    assert {cell.number_format for cell in long} == {"General"}


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x85", "\ufffe", "\ud800"])
def test_a_character_that_xml_forbids_is_shown(sign: str) -> None:
    assert safe_text(f"a{sign}b") == "a\ufffdb"


def test_control_characters_in_a_reason_do_no_harm() -> None:
    text = 'pulka 1\nrules sochi\nplayers A B C\nadjust A pool 1 "a\x07b\ufffe"\n'
    texts = [cell.value for cell in cells(sheet_of(opened(sound(text)), "Hands"))]
    assert "a\ufffdb\ufffd" in texts


def test_sheet_titles_are_safe_and_unlike() -> None:
    assert safe_title("a/b*[c]", []) == "a b  c"
    assert safe_title("x" * 40, []) == "x" * 31
    assert safe_title("x" * 40, ["X" * 31]) == "x" * 29 + " 2"
    assert safe_title("x" * 40, ["x" * 31, "x" * 29 + " 2"]) == "x" * 29 + " 3"
    assert safe_title("'':", []) == "1"


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_titles_in_every_language(lang: Any) -> None:
    workbook = opened(sound(EVENING), Speech(lang))
    assert len(workbook.sheetnames) == 5
    assert all(0 < len(title) <= 31 for title in workbook.sheetnames)
    assert workbook.properties.title == "На даче"
    assert workbook.properties.creator == "pulka-calc"


def test_russian_is_russian() -> None:
    workbook = opened(sound(EVENING), Speech("ru"))
    assert workbook.sheetnames == ["Сальдо", "Лист", "Сдачи", "Записи", "Правила"]
    latin = {
        str(cell.value)
        for sheet in workbook.worksheets[:4]
        for cell in cells(sheet)
        if isinstance(cell.value, str) and cell.value.isascii() and any(sign.isalpha() for sign in cell.value)
    }
    rules = set(vars(sound(EVENING).rules)) | {"adjust"}
    assert latin - rules <= {"saw the talon"}


def test_equal_pulkas_give_equal_bytes() -> None:
    first = write_workbook(sound(EVENING), ENGLISH)
    assert first == write_workbook(sound(EVENING), ENGLISH)
    script = (
        "import sys; from pulka_calc.excel.workbook import write_workbook; from pulka_calc.words.speech import Speech;"
        "from pulka_calc.journal.pulka import read_text;"
        "pulka = read_text(sys.stdin.buffer.read().decode());"
        "sys.stdout.buffer.write(write_workbook(pulka, Speech('en')))"
    )
    again = subprocess.run(
        [sys.executable, "-c", script],
        input=EVENING.encode(),
        capture_output=True,
        check=True,
        cwd=SAMPLES[0].parent.parent,
    )
    assert again.stdout == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {part.date_time for part in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_pages_are_ready_to_print_and_to_scroll() -> None:
    workbook = opened(sound(EVENING))
    for sheet in workbook.worksheets:
        assert sheet.page_setup.orientation == "landscape"
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.sheet_properties.pageSetUpPr is not None
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
    frozen = {sheet.title: sheet.freeze_panes for sheet in workbook.worksheets}
    assert frozen == {"Balance": None, "Sheet": "B3", "Hands": "B3", "Postings": "B2", "Rules": "B2"}


def test_columns_are_wide_enough() -> None:
    text = f"pulka 1\nrules sochi\nplayers {quoted(LONG)} Александр Вера\n1. @1 6 6 @2 whist\n"
    sheet = sheet_of(opened(sound(text)), "Sheet")
    width = sheet.column_dimensions["A"].width
    assert len(LONG) == 40
    assert width >= display_width(LONG)


@pytest.mark.parametrize(
    "text, lines",
    [("", 1), ("a b c", 1), ("aaaaaaaa bbbbbbbb", 2), ("a" * 25, 3), ("a " + "b" * 10, 2), ("日本語日本語日本語", 2)],
)
def test_lines_that_a_text_needs(text: str, lines: int) -> None:
    assert lines_needed(text, 10) == lines


def test_rows_are_as_high_as_their_words() -> None:
    """Programs that do not fit rows by themselves would cut a long reason off."""
    text = f'pulka 1\nrules sochi\nplayers A B C\nadjust A pool 1 "{"слово " * 20}"\nadjust A pool 1 "слово"\n'
    sheet = sheet_of(opened(sound(text)), "Hands")
    high, low = sheet.row_dimensions[3].height, sheet.row_dimensions[4].height
    assert high is not None
    assert high > 60
    assert low is None


def test_the_title_stands_below_every_page_and_is_not_too_long() -> None:
    text = f"pulka 1\ntitle Tom & Jerry {'x' * 300}\nrules sochi\nplayers A B C\n"
    for sheet in opened(sound(text)).worksheets:
        below = sheet.oddFooter
        assert below is not None
        assert below.left.text == f"Tom && Jerry {'x' * 37}…"
        assert len(str(below)) < 255


def test_figures_beyond_every_evening() -> None:
    text = "pulka 1\nrules sochi\nplayers A B C\nstart A pool 999999999999 mountain 1/3\n"
    rows = rows_of(sheet_of(opened(sound(text)), "Sheet"), "Player")
    assert rows[1][:3] == ["A", 999999999999, 0.3333]


@pytest.mark.parametrize(
    "text",
    [
        "pulka 1\nrules sochi\nplayers A B\nstart A pool 3\n",
        "pulka 1\nrules sochi\nplayers A B C\n",
        "pulka 1\nrules sport\nrule rounding exact\ndate 0001-01-01\nplayers A B C D\nstart A mountain 1\n",
    ],
    ids=["two players", "nothing yet", "exact, long ago"],
)
def test_pulkas_with_little_to_show(text: str) -> None:
    workbook = opened(sound(text))
    *_, total = rows_of(sheet_of(workbook, "Balance"), "Player")
    assert total[1] == 0


def test_formats_follow_the_figures() -> None:
    book = Book("t", None)
    page = book.page("p")
    columns = [Column("a", "signed"), Column("b", "signed", "g"), Column("c", "signed", "g")]
    page.table(columns, [Line([1, 1, Fraction(1, 3)])])
    sheet = sheet_of(load_workbook(io.BytesIO(book.to_bytes())), "p")
    assert [".00" in str(sheet.cell(3, place).number_format) for place in (1, 2, 3)] == [False, True, True]
    assert sheet.cell(3, 3).value == 0.3333
    assert "[Red]" in str(sheet.cell(3, 1).number_format)


soffice = pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice (soffice) is not installed")


def converted(tmp_path: Path, data: bytes, form: str) -> Path:
    source = tmp_path / "pulka.xlsx"
    source.write_bytes(data)
    profile = (tmp_path / "profile").as_uri()
    subprocess.run(
        [
            "soffice",
            f"-env:UserInstallation={profile}",
            "--headless",
            "--convert-to",
            form,
            "--outdir",
            tmp_path,
            source,
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return tmp_path


@soffice
def test_libreoffice_shows_what_was_written(tmp_path: Path) -> None:
    names = ["=1+1", "_x0041_", "1-1", LONG]
    text = f"pulka 1\ntitle =2+2\nrules sochi\nstake 1 RUB\nplayers {quoted(*names)}\ndealer @2\n"
    text += '1. @1 6 6, @3 whist 3, @4 whist 1\nadjust @1 pool 1 "@SUM(A1)"\n'
    every_sheet = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
    converted(tmp_path, write_workbook(sound(text), ENGLISH), every_sheet)
    shown = {path.stem.removeprefix("pulka-"): path.read_text(encoding="utf-8") for path in tmp_path.glob("*.csv")}
    assert set(shown) == {"Balance", "Sheet", "Hands", "Postings", "Rules"}
    assert "=2+2" in shown["Balance"]
    assert "@SUM(A1)" in shown["Hands"]
    for title in ("Balance", "Sheet", "Hands"):
        assert all(name in shown[title] for name in ("=1+1", "_x0041_", "1-1", LONG))
        assert not any(wrong in shown[title] for wrong in ("###", "Err:", "#N", "#V", "#REF"))


@soffice
def test_libreoffice_prints_it(tmp_path: Path) -> None:
    for place, sample in enumerate(SAMPLES[:2]):
        folder = tmp_path / str(place)
        folder.mkdir()
        converted(folder, write_workbook(sound(sample.read_text(encoding="utf-8")), ENGLISH), "pdf")
        assert (folder / "pulka.pdf").read_bytes().startswith(b"%PDF")


def test_writing_without_openpyxl_until_it_is_needed() -> None:
    script = "import sys, pulka_calc.excel.workbook, pulka_calc.excel.csvout; print('openpyxl' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=SAMPLES[0].parent.parent
    )
    assert done.stdout.strip() == "False"
