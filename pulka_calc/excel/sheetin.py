"""A paper sheet from an Excel workbook: the template when it is filled in, or any sheet laid out so.

What a workbook may hold is never trusted: it is refused by its declared size, and whatever its parts do to the
library that reads them, it ends in a fault.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import ZIP_STORED, ZipFile

from pulka_calc.excel.workbook import page_titles
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.paper import Cell, PaperSheet
from pulka_calc.journal.papergrid import Grid, Merged, Odd, holds_sheet, looks_like_table, read_grid
from pulka_calc.words.speech import LANGUAGES, Speech

if TYPE_CHECKING:
    from openpyxl import Workbook

MOST_UNPACKED: Final = 4 << 20
"""Bytes that all parts of a workbook may have together, pictures apart, which are not read."""
MOST_IN_A_PART: Final = 2 << 20
"""Bytes that one of them may have."""
MOST_MARKS: Final = 40_000
"""Tags that all parts may have together: what they cost to read does not go by their length."""
_MOST_PARTS: Final = 1000
_MOST_TIMES: Final = 5
"""How often the library reads a part: how far a page goes, its cells, its merged ranges."""
_OVERHEAD: Final = 1 << 16
_LONGEST_TEXT: Final = 1 << 20
"""Signs that the cells of all pages may have together: many may repeat one long text."""
_MOST_MERGED: Final = 1000
"""Merged ranges that a page may have."""
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".emf", ".wmf", ".svg", ".bin")
"""How parts end that nothing of a sheet is read from."""
_WORKBOOK: Final = "xl/workbook.xml"
_PAGE: Final = re.compile(rb'<sheet [^>]*?name="([^"]*)"')
_LONGEST_LIST: Final = 1 << 16
"""Bytes of a list of pages that is looked at even where the rest is too much."""
_DIRECTORY_ENTRY: Final = b"PK\x01\x02"

_OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
"""How old workbooks begin, and new ones with a password."""

_MOST_LINES: Final = 1000
_MOST_COLUMNS: Final = 50
"""How far a sheet is looked at: beyond it stands nothing of a sheet of paper."""
_MOST_PAGES: Final = 50
_BETWEEN: Final = " | "
"""Between the cells of a row that is shown."""
_REFERENCE: Final = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")
_FOLLOWS: Final = re.compile(
    rf"=\s*(?:{_REFERENCE.pattern}|IF\s*\(\s*{_REFERENCE.pattern}\s*=\s*\"\"\s*,\s*\"\"\s*,\s*{_REFERENCE.pattern}\s*\))\s*\Z"
)
"""A formula that repeats what stands in another cell."""


class _Refused(Exception):  # noqa: N818 - told as a fault where it is caught
    """A workbook that is not read."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class _Found(NamedTuple):
    """What a cell holds, and what is odd about it."""

    text: str
    odd: Odd | None = None


def read_workbook(data: bytes) -> tuple[PaperSheet, list[Diagnostic]]:
    """The sheet on the one page that has a table with something in it, and what is wrong with its form.

    Hidden pages are passed over unless all are hidden. Of several sheets none is taken.
    """
    try:
        pages = _pages(_small(data))
    except _Refused as refused:
        return PaperSheet((), ()), [Diagnostic(refused.code, 0, (), {**refused.values, "row": 0, "cell": ""})]
    except Exception:
        # The library meets damage with whatever its parsers come upon.
        return PaperSheet((), ()), [Diagnostic("paper-damaged", 0, (), {"row": 0, "cell": ""})]
    filled = [page for page in pages if any(cell.text for row in page.grid.rows for cell in row)]
    tables = [page for page in filled if looks_like_table(page.grid.rows)]
    if not tables:
        return read_grid((filled or pages)[0].grid)
    read = [read_grid(page.grid) for page in tables]
    sheets = [at for at, page in enumerate(tables) if holds_sheet(page.grid.rows, read[at][1])]
    if len(sheets) > 1:
        values = {"pages": tuple(tables[at].title for at in sheets), "row": 0, "cell": ""}
        return PaperSheet((), ()), [Diagnostic("paper-pages", 0, (), values)]
    if sheets:
        return read[sheets[0]]
    # What is wrong with a table that has something in it says more than that another is empty.
    return next((it for it in read if [fault.code for fault in it[1]] != ["paper-empty"]), read[0])


def _small(data: bytes) -> bytes:
    """A workbook without its pictures, packed anew.

    What is no workbook, or would take long to read, is refused before anything of it is parsed.
    """
    if data.startswith(_OLE):
        raise _Refused("paper-locked" if "EncryptedPackage".encode("utf-16-le") in data else "paper-xls")
    if data.count(_DIRECTORY_ENTRY) > _MOST_PARTS:
        raise _Refused("paper-bomb")
    small = BytesIO()
    marks = 0
    with ZipFile(BytesIO(data)) as packed, ZipFile(small, "w", ZIP_STORED) as kept:
        if any(part.flag_bits & 1 for part in packed.infolist()):
            raise _Refused("paper-locked")
        parts = [packed.getinfo(name) for name in dict.fromkeys(packed.namelist())]
        parts = [part for part in parts if not part.filename.lower().endswith(_PICTURES)]
        sizes = [part.file_size for part in parts]
        if sum(sizes) > MOST_UNPACKED or max(sizes, default=0) > MOST_IN_A_PART:
            raise _too_much(packed)
        if _WORKBOOK not in packed.namelist():
            raise _Refused("paper-not-excel")
        for part in parts:
            content = packed.read(part)
            # In UTF-16 there is a zero beside each sign.
            signs = content.replace(b"\0", b"")
            if b"<!DOCTYPE" in signs:
                # No program writes one; what stands in it may make little into much.
                raise _Refused("paper-damaged")
            marks += signs.count(b"<")
            kept.writestr(part.filename, content)
        if marks > MOST_MARKS:
            raise _too_much(packed)
    return small.getvalue()


def _too_much(packed: ZipFile) -> _Refused:
    """What to say of a workbook that is too much to be read: an export of many hands is one as well."""
    if _WORKBOOK in packed.namelist() and packed.getinfo(_WORKBOOK).file_size <= _LONGEST_LIST:
        titles = [title.decode() for title in _PAGE.findall(packed.read(_WORKBOOK))]
        if any(titles == page_titles(Speech(lang)) for lang in LANGUAGES):
            return _Refused("paper-export")
    return _Refused("paper-bomb")


class _Page(NamedTuple):
    title: str
    grid: Grid


def _pages(data: bytes) -> list[_Page]:
    """The pages with cells, as tables: those that are shown, unless all are hidden."""
    # openpyxl takes longer to import than most commands run.
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # What it leaves out of a workbook, such as drawings and extensions, is nothing of the sheet.
        warnings.simplefilter("ignore")
        with (
            # Some of that it prints.
            redirect_stdout(StringIO()),
            closing(load_workbook(_Metered(data), read_only=True, data_only=True)) as shown,
            closing(load_workbook(_Metered(data), read_only=True)) as typed,
        ):
            if any(shown.sheetnames == page_titles(Speech(lang)) for lang in LANGUAGES):
                raise _Refused("paper-export")
            sheets = [sheet for sheet in shown.worksheets if hasattr(sheet, "iter_rows")]
            sheets = [sheet for sheet in sheets if sheet.sheet_state == "visible"] or sheets
            pages = []
            left = _LONGEST_TEXT
            if len(sheets) > _MOST_PAGES:
                raise _Refused("paper-bomb")
            for sheet in sheets:
                rows = list(_cells(shown, sheet.title))
                left -= sum(len(str(cell.value)) for row in rows for cell in row if cell.value is not None)
                if left < 0:
                    raise _Refused("paper-bomb")
                merged = _merged(shown, sheet)
                pages.append(_Page(sheet.title, _grid(rows, list(_cells(typed, sheet.title)), merged)))
    if not pages:
        raise _Refused("paper-not-excel")
    return pages


class _Metered(BytesIO):
    """A workbook that is read a few times and no more: one part may be named as any number of pages."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.left = _MOST_TIMES * len(data) + _OVERHEAD

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.left -= len(data)
        if self.left < 0:
            raise _Refused("paper-bomb")
        return data


def _merged(shown: Any, sheet: Any) -> tuple[Merged, ...]:
    """The merged ranges of a page, of which the library tells nothing as it reads row by row."""
    from openpyxl.utils import range_boundaries
    from openpyxl.xml.functions import iterparse

    merged: list[Merged] = []
    with shown._archive.open(sheet._worksheet_path) as part:
        for _, element in iterparse(part):
            if element.tag.rpartition("}")[2] != "mergeCell":
                continue
            name = element.get("ref")
            left, top, right, bottom = (place or 0 for place in range_boundaries(name))
            # Beyond stands nothing of a sheet.
            if top <= _MOST_LINES and left <= _MOST_COLUMNS:
                merged.append(Merged(name, top - 1, bottom - 1, left - 1, right - 1))
            if len(merged) > _MOST_MERGED:
                raise _Refused("paper-bomb")
    return tuple(merged)


def _cells(workbook: Workbook, title: str) -> Iterator[tuple[Any, ...]]:
    """The cells of a page from its corner on."""
    page: Any = workbook[title]
    # What a file says of its own size may be wrong.
    page.reset_dimensions()
    yield from page.iter_rows(max_row=_MOST_LINES, max_col=_MOST_COLUMNS)


def _grid(shown: list[tuple[Any, ...]], typed: list[tuple[Any, ...]], merged: tuple[Merged, ...]) -> Grid:
    """A page as a table: what is shown in each cell, else what was typed in it."""
    from openpyxl.utils import get_column_letter

    rows: list[tuple[Cell, ...]] = []
    lines: list[str] = []
    odd: dict[Cell, Odd] = {}
    for number, (row, originals) in enumerate(zip(shown, typed, strict=False), 1):
        found = [_found(cell, original) for cell, original in zip(row, originals, strict=False)]
        found = [_followed(it, shown) if it.odd == "formula" else it for it in found]
        while found and not found[-1].text:
            found.pop()
        cells = []
        line = ""
        for column, (text, kind) in enumerate(found, 1):
            if column > 1:
                line += _BETWEEN
            one_line = " ".join(text.split())
            span = Span(len(line), len(line) + len(one_line))
            cell = Cell(one_line, number, span, f"{get_column_letter(column)}{number}", quoted=True)
            line += one_line
            if kind is not None:
                odd[cell] = kind
            cells.append(cell)
        rows.append(tuple(cells))
        lines.append(line)
    return Grid(tuple(rows), tuple(lines), odd, merged)


def _found(cell: Any, original: Any) -> _Found:
    value = cell.value
    if value is None:
        formula = getattr(original.value, "text", original.value)
        return _Found("" if formula is None else str(formula), None if formula is None else "formula")
    return _Found(_text(value), _odd(cell))


def _odd(cell: Any) -> Odd | None:
    if isinstance(cell.value, bool):
        return "yes-no"
    if isinstance(cell.value, date | time | timedelta):
        return "date"
    if isinstance(cell.value, int | float) and "%" in cell.number_format:
        # It shows a hundred times what it holds.
        return "percent"
    return "error" if cell.data_type == "e" else None


def _text(value: object) -> str:
    """What a cell holds, as it would be typed: a float is the decimal with the fewest digits that it can be."""
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float():
            decimal = Decimal(repr(value))
            if not decimal.is_finite():
                return repr(value)
            text = f"{decimal:f}"
            return text.rstrip("0").rstrip(".") if "." in text else text
        case datetime():
            return value.date().isoformat()
        case date():
            return value.isoformat()
        case _:
            return str(value)


def _followed(found: _Found, shown: list[tuple[Any, ...]]) -> _Found:
    """The text that a formula repeats from another cell, where nobody has worked it out."""
    said = _FOLLOWS.match(found.text)
    if said is None:
        return found
    letters, digits = next((said[at], said[at + 1]) for at in (1, 3) if said[at])
    if said[3] and (said[5], said[6]) != (letters, digits):
        return found
    from openpyxl.utils import column_index_from_string

    row, column = int(digits), column_index_from_string(letters)
    if not (1 <= row <= len(shown) and column <= len(shown[row - 1])):
        return _Found("")
    value = shown[row - 1][column - 1].value
    return _Found("" if value is None else _text(value))
