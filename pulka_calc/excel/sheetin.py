"""A paper sheet from an Excel workbook: the template when it is filled in, or any sheet laid out so.

What a workbook may hold is never trusted: it is refused by its declared size, and whatever its parts do to the
library that reads them, it ends in a fault.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import ZipFile

from pulka_calc.excel.workbook import page_titles
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.paper import Cell, PaperSheet
from pulka_calc.journal.papergrid import Grid, Odd, looks_like_table, read_grid
from pulka_calc.words.speech import LANGUAGES, Speech

if TYPE_CHECKING:
    from openpyxl import Workbook

MOST_UNPACKED: Final = 64 << 20
"""Bytes that all parts of a workbook may have together."""

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
    """The sheet on the first page that has a table, and what is wrong with its form."""
    try:
        _look_inside(data)
        grids = _grids(data)
    except _Refused as refused:
        return PaperSheet((), ()), [Diagnostic(refused.code, 0, (), {**refused.values, "row": 0, "cell": ""})]
    except Exception:
        # The library meets damage with whatever its parsers come upon.
        return PaperSheet((), ()), [Diagnostic("paper-damaged", 0, (), {"row": 0, "cell": ""})]
    filled = [grid for grid in grids if any(cell.text for row in grid.rows for cell in row)]
    return read_grid(next((grid for grid in filled if looks_like_table(grid.rows)), (filled or grids)[0]))


def _look_inside(data: bytes) -> None:
    """Refuse what is no workbook, or would be too big, before anything of it is unpacked."""
    if data.startswith(_OLE):
        raise _Refused("paper-locked" if "EncryptedPackage".encode("utf-16-le") in data else "paper-xls")
    with ZipFile(BytesIO(data)) as packed:
        parts = packed.infolist()
        unpacked = sum(part.file_size for part in parts)
        if unpacked > MOST_UNPACKED:
            raise _Refused("paper-bomb", size=unpacked >> 20, limit=MOST_UNPACKED >> 20)
        if any(part.flag_bits & 1 for part in parts):
            raise _Refused("paper-locked")
        if "xl/workbook.xml" not in packed.namelist():
            raise _Refused("paper-not-excel")


def _grids(data: bytes) -> list[Grid]:
    """The pages with cells, as tables."""
    # openpyxl takes longer to import than most commands run.
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # What it leaves out of a workbook, such as drawings and extensions, is nothing of the sheet.
        warnings.simplefilter("ignore")
        with (
            closing(load_workbook(BytesIO(data), read_only=True, data_only=True)) as shown,
            closing(load_workbook(BytesIO(data), read_only=True)) as typed,
        ):
            if any(shown.sheetnames == page_titles(Speech(lang)) for lang in LANGUAGES):
                raise _Refused("paper-export")
            grids = [
                _grid(list(_cells(shown, title)), list(_cells(typed, title)))
                for title in shown.sheetnames[:_MOST_PAGES]
                if hasattr(shown[title], "iter_rows")
            ]
    if not grids:
        raise _Refused("paper-not-excel")
    return grids


def _cells(workbook: Workbook, title: str) -> Iterator[tuple[Any, ...]]:
    """The cells of a page from its corner on."""
    page: Any = workbook[title]
    # What a file says of its own size may be wrong.
    page.reset_dimensions()
    yield from page.iter_rows(max_row=_MOST_LINES, max_col=_MOST_COLUMNS)


def _grid(shown: list[tuple[Any, ...]], typed: list[tuple[Any, ...]]) -> Grid:
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
    return Grid(tuple(rows), tuple(lines), odd)


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
