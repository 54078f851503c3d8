"""How a workbook looks and how it becomes bytes; what goes where is `workbook`'s.

This module loads openpyxl, which takes longer than most commands: import it inside functions.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from math import ceil
from typing import Any, Final, Literal, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.packaging.core import DocumentProperties
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.xml.functions import fromstring, tostring

from pulka_calc.game.terms import Figure

Look = Literal["text", "note", "sentence", "value", "number", "signed", "money", "paid", "id", "typed"]
"""How a column shows: words, a few more words, long words, words or a number, a figure, a gain or loss, money won,
money paid, the number of something, a figure that somebody will type."""

Value = str | Figure | None

Edge = Literal["left", "center", "right"]

_LONGEST_TITLE: Final = 31
_DECIMALS: Final = 4
"""Places kept of a fraction; two are shown."""
_FORMATS: Final[dict[Look, tuple[str, str]]] = {
    "number": ("#,##0;[Red]-#,##0", "#,##0.00;[Red]-#,##0.00"),
    "signed": ("+#,##0;[Red]-#,##0;0", "+#,##0.00;[Red]-#,##0.00;0.00"),
    "id": ("0", "0"),
}
"""Number formats by look: where every figure is whole, and where one is not."""
_MONEY: Final[dict[Look, str]] = {"money": "+{0};[Red]-{0};{0}", "paid": "{0};[Red]-{0}"}
"""Number formats of money, by look, around the format of a sum without its sign."""
_TEXT_FORMAT: Final = "@"
_LONGEST_TEXT_FORMAT: Final = 255
"""Excel shows a longer text as ``####`` where the cell has the text format."""
_LONGEST_CELL: Final = 32_767
_WIDTHS: Final[dict[Look, float]] = {"text": 46.0, "value": 46.0, "note": 30.0, "sentence": 100.0}
"""The widest a column of words gets; longer words go on in the next line."""
_NARROWEST: Final = 5.0
_HEADER: Final = 16.0
"""The width up to which a header widens its column."""
_LEVEL: Final = 5
"""The longest name that stands level over a column of figures; a longer one is turned."""
_TALLEST: Final = 130.0
"""The highest a turned name makes its row, in points; a longer one goes on in a second line."""
_LETTER: Final = 0.95
"""Width of a letter against a digit's, generously: other fonts are wider."""
_BOLD: Final = 1.08
_LONGEST_FOOTER: Final = 50
_TYPED_HEIGHT: Final = 20.0
"""Height in points of a row to be filled in."""
_LINE: Final = 15.0
"""Height of a line of text in points."""

_RISKY: Final = tuple("=+-@\t\r'")
"""What a spreadsheet may take for the beginning of a formula, or of a mark that text follows."""
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW: Final = re.compile("[\x20-\u02ff\u0400-\u052f\u2013-\u2026]*\\Z")
"""Texts of Latin and Cyrillic letters: as wide as they are long."""
_ESCAPE_LIKE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")

_INK: Final = "FF1F3A2D"
_BAND: Final = "FFF3F6F4"
_SHADE: Final = "FFE3E8E5"
_CHANGED: Final = "FFFFF2CC"
_EDGE: Final = Side(style="thin", color="FFC9D1CC")
_RULED: Final = Border(left=_EDGE, right=_EDGE, top=_EDGE, bottom=_EDGE)
_SUMMED: Final = Border(left=_EDGE, right=_EDGE, top=Side(style="medium", color=_INK), bottom=_EDGE)
_WHITE: Final = Font("Calibri", 11, bold=True, color="FFFFFFFF")
_STRONG: Final = Font("Calibri", 11, bold=True)
_FAINT: Final = Font("Calibri", 11, italic=True, color="FF5F6B65")
_WARN: Final = Font("Calibri", 11, color="FFC00000")
_TITLE: Final = Font("Calibri", 16, bold=True, color=_INK)
_SECTION: Final = Font("Calibri", 12, bold=True, color=_INK)


class _Paint(NamedTuple):
    """How a cell of a table differs from an ordinary one."""

    font: Font | None
    color: str
    """Of the ground; empty: none."""
    border: Border


_PLAIN: Final = _Paint(None, "", _RULED)


def _fill(color: str) -> PatternFill:
    return PatternFill("solid", fgColor=color)


class Column(NamedTuple):
    """A column of a table: its header and how its cells look."""

    title: str
    look: Look
    group: str = ""
    """Neighbours of one group stand under a header of their own."""


Mark = Literal["", "faint", "changed", "warning"]


class Line(NamedTuple):
    """A row of a table. `void` names the columns that have no meaning in it."""

    cells: Sequence[Value]
    mark: Mark = ""
    void: tuple[int, ...] = ()
    strong: tuple[int, ...] = ()


def display_width(text: str) -> int:
    """How many narrow letters wide a text is on the screen."""
    if _NARROW.match(text):
        return len(text)
    return sum(map(_sign_width, text))


def _sign_width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def safe_text(text: str) -> str:
    """A text that XML and every spreadsheet keep as it is; a control character becomes ``\ufffd``."""
    # "_x0041_" is how the format writes a character by its number, so such a text is escaped itself.
    return _ESCAPE_LIKE.sub("_x005F_", _FORBIDDEN.sub("\ufffd", text)[:_LONGEST_CELL])


def safe_title(text: str, taken: Iterable[str]) -> str:
    """A sheet title that Excel takes: at most 31 characters, none of ``[]:*?/\\``, unlike every title in `taken`."""
    clean = re.sub(r"[\[\]:*?/\\]", " ", safe_text(text)).strip(" '") or "1"
    used = {title.casefold() for title in taken}
    title, number = clean[:_LONGEST_TITLE].rstrip(" '"), 2
    while title.casefold() in used:
        mark = f" {number}"
        title = clean[: _LONGEST_TITLE - len(mark)] + mark
        number += 1
    return title


def number_value(figure: Figure) -> int | float:
    """A figure as a cell holds it: the only place where one becomes a float."""
    return figure.numerator if figure.denominator == 1 else float(round(Fraction(figure), _DECIMALS))


def money_value(sum_of_money: Figure, places: int) -> int | float:
    """A sum of money as a cell holds it, with all the places of its coin."""
    if sum_of_money.denominator == 1:
        return sum_of_money.numerator
    return float(round(Fraction(sum_of_money), places))


def _money_format(look: Look, places: int) -> str:
    decimals = "#,##0" + (f".{'0' * places}" if places else "")
    # A sum of nothing has no sign.
    return _MONEY[look].format(decimals).replace(f";{decimals}", f";{decimals.removeprefix('#,##')}")


class _Wrapped(NamedTuple):
    """A text that wraps within its columns, in letters `scale` times as large as the others."""

    text: str
    first: int
    last: int
    scale: float = 1.0


def lines_needed(text: str, room: float) -> int:
    """How many lines a text takes, words kept whole where they fit; `room` is in digits of the body's font."""
    lines, left = 1, room
    for word in text.split():
        # Letters of words are narrower than digits on the average.
        width = display_width(word) * _LETTER
        if width > left and left < room:
            lines, left = lines + 1, room
        if width > room:
            more = ceil(width / room) - 1
            lines, width = lines + more, width - more * room
        left -= width + _LETTER
    return lines


def _style_of(cell: Cell) -> StyleArray:
    """All that a cell looks like, as the library keeps it."""
    style: StyleArray = cell._style  # type: ignore[attr-defined]
    return style


def _dress(cell: Cell, style: StyleArray) -> None:
    """Give a cell the looks of another, without working them out again."""
    cell._style = copy(style)  # type: ignore[attr-defined]


class Page:
    """One sheet, written from top to bottom."""

    def __init__(
        self, sheet: Worksheet, footer: str, styles: dict[tuple[object, ...], StyleArray], money_places: int
    ) -> None:
        self.sheet = sheet
        self.money_places = money_places
        self.row = 1
        self._widths: dict[int, float] = {}
        self._styles = styles
        self._texts: dict[int, list[_Wrapped]] = {}
        """Rows with texts that may need more than one line."""
        self._tall: dict[int, float] = {}
        """Heights of header rows with turned names."""
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.paperSize = int(Worksheet.PAPERSIZE_A4)
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = 0
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        sheet.print_options.horizontalCentered = True
        sheet.page_margins.left = sheet.page_margins.right = 0.4
        sheet.page_margins.top, sheet.page_margins.bottom, sheet.page_margins.footer = 0.5, 0.7, 0.3
        below = sheet.oddFooter
        assert below is not None
        below.left.text, below.center.text, below.right.text = footer, "&A", "&P / &N"
        sheet.sheet_view.showGridLines = False

    # Words

    def title(self, text: str, across: int) -> None:
        """The title of the page, over the first `across` columns."""
        self._across(text, across, _TITLE, 1.6)

    def section(self, text: str) -> None:
        """A heading over what follows, after an empty row."""
        if self.row > 1:
            self.row += 1
        self._text(self.row, 1, text).font = _SECTION
        self.row += 1

    def fact(self, name: str, value: Value) -> None:
        """One line of what is worth knowing: a name and a value."""
        self._text(self.row, 1, name).font = _FAINT
        if isinstance(value, str):
            cell = self._text(self.row, 2, value)
        else:
            cell = self._cell(self.row, 2)
            cell.value = None if value is None else float(round(Fraction(value), 12))
        cell.alignment = Alignment(horizontal="left")
        self._widen(1, display_width(name) * 1.1 + 2)
        self.row += 1

    def blank_fact(self, name: str, value: Value, last: int) -> None:
        """A fact that somebody will write, in a framed cell up to the column `last`."""
        self.fact(name, value)
        for place in range(2, last + 1):
            cell = self._cell(self.row - 1, place)
            cell.border = _RULED
            cell.alignment = Alignment(horizontal="left", vertical="center", indent=1)
            if isinstance(value, str):
                cell.number_format = _TEXT_FORMAT
        self.typed_rows(range(self.row - 1, self.row))
        self._merge(self.row - 1, self.row - 1, 2, last)

    def formula(self, row: int, place: int, text: str) -> None:
        """A formula in a cell that is dressed already: the only place where one is written."""
        cell = self._cell(row, place)
        cell.value = text
        cell.data_type = "f"
        # As text its result would not be shown.
        cell.number_format = "General"

    def typed_rows(self, rows: range) -> None:
        """Make rows as high as what somebody types in by hand is easily read in."""
        for row in rows:
            self.sheet.row_dimensions[row].height = _TYPED_HEIGHT
            for cell in self.sheet[row]:
                cell.alignment = copy(cell.alignment) + Alignment(vertical="center")

    def widths(self, widths: Mapping[int, float]) -> None:
        """Make columns at least so wide."""
        for place, width in widths.items():
            self._widen(place, width)

    def remark(self, text: str, across: int, *, warning: bool = False) -> None:
        """A sentence over the first `across` columns."""
        self._across(text, across, _WARN if warning else _FAINT, 1.0)

    def _across(self, text: str, across: int, font: Font, scale: float) -> None:
        cell = self._text(self.row, 1, text)
        cell.font = font
        cell.alignment = Alignment(wrap_text=True, vertical="top")
        self._merge(self.row, self.row, 1, across)
        self._texts[self.row] = [_Wrapped(text, 1, across, scale)]
        self.row += 1

    # Tables

    def table(
        self,
        columns: Sequence[Column],
        lines: Sequence[Line],
        total: Sequence[Value] | None = None,
        *,
        crowded: bool = False,
    ) -> None:
        """A table with its header, and a last row for the sums.

        In a crowded one the headers under a group header are turned, where they would widen their columns.
        """
        self._header(columns, crowded=crowded)
        whole = _whole_columns(columns, [line.cells for line in lines] + ([total] if total else []))
        for number, line in enumerate(lines):
            for place, column in enumerate(columns):
                paint = _PLAIN
                if place in line.strong:
                    paint = paint._replace(font=_STRONG)
                elif line.mark == "faint":
                    paint = paint._replace(font=_FAINT)
                if place in line.void:
                    paint = paint._replace(color=_SHADE)
                elif line.mark == "changed":
                    paint = paint._replace(color=_CHANGED)
                elif number % 2:
                    paint = paint._replace(color=_BAND)
                self._body(place, line.cells[place], column.look, paint, whole=whole[place])
            self.row += 1
        if total is not None:
            for place, column in enumerate(columns):
                self._body(place, total[place], column.look, _Paint(_STRONG, "", _SUMMED), whole=whole[place])
            self.row += 1

    def freeze(self, column: int, row: int, header_rows: int) -> None:
        """Keep what is above and left of a cell in sight, and repeat the first rows on every printed page."""
        self.sheet.freeze_panes = f"{get_column_letter(column)}{row}"
        self.sheet.print_title_rows = f"1:{header_rows}"

    def filtered(self, columns: int, header_row: int = 1) -> None:
        """Let readers filter the table under a header row."""
        last = max(self.row - 1, header_row)
        self.sheet.auto_filter.ref = f"A{header_row}:{get_column_letter(columns)}{last}"

    def finish(self) -> None:
        """Give columns their widths and rows of wrapped words their heights."""
        for place, width in self._widths.items():
            self.sheet.column_dimensions[get_column_letter(place)].width = round(max(width, _NARROWEST), 1)
        for row, texts in self._texts.items():
            lines = max((text.scale * self._lines(text) for text in texts), default=1)
            if lines > 1:
                self.sheet.row_dimensions[row].height = _LINE * lines + 3
        for row, height in self._tall.items():
            self.sheet.row_dimensions[row].height = height

    def _lines(self, text: _Wrapped) -> int:
        """How many lines a text takes over its columns."""
        places = range(text.first, text.last + 1)
        room = sum(max(self._widths.get(place, 9), _NARROWEST) for place in places) - 2
        return lines_needed(text.text, room / text.scale)

    def _header(self, columns: Sequence[Column], *, crowded: bool) -> None:
        grouped = any(column.group for column in columns)
        if grouped:
            self._groups(columns)
            self.row += 1
        turned = crowded and any(display_width(column.title) > _LEVEL for column in columns if column.group)
        self._texts[self.row] = []
        for place, column in enumerate(columns, 1):
            if grouped and not column.group:
                # One cell over both rows of the header.
                self._paint_header(self._cell(self.row, place), "left")
                self._text(self.row - 1, place, column.title)
                self._paint_header(self._cell(self.row - 1, place), _side(column.look))
                self._merge(self.row - 1, self.row, place, place)
            else:
                cell = self._text(self.row, place, column.title)
                self._paint_header(cell, _side(column.look))
                if turned:
                    cell.alignment = Alignment(horizontal="center", vertical="bottom", wrap_text=True, textRotation=90)
                    tall = display_width(column.title) * 6.5 + 10
                    self._tall[self.row] = min(max(self._tall.get(self.row, 0), tall), _TALLEST)
                    self._widen(place, ceil(tall * 1.1 / _TALLEST) * 3)
                    continue
                self._texts[self.row].append(_Wrapped(column.title, place, place, _BOLD))
            longest = max(map(display_width, column.title.split()), default=0)
            room = longest if crowded else max(longest, min(display_width(column.title), _HEADER))
            self._widen(place, min(room, _HEADER) * 1.2 + (2 if crowded and column.group else 4))
        self.row += 1

    def _groups(self, columns: Sequence[Column]) -> None:
        start = 1
        self._texts[self.row] = []
        while start <= len(columns):
            group = columns[start - 1].group
            end = start
            while group and end < len(columns) and columns[end].group == group:
                end += 1
            if group:
                for place in range(start, end + 1):
                    self._paint_header(self._text(self.row, place, group if place == start else ""), "center")
                self._merge(self.row, self.row, start, end)
                self._texts[self.row].append(_Wrapped(group, start, end, _BOLD))
            start = end + 1

    def _merge(self, top: int, bottom: int, left: int, right: int) -> None:
        if (top, left) != (bottom, right):
            # Not `merge_cells`: every cell of the range is painted already, and it would work its looks out again.
            self.sheet.merged_cells.add(f"{get_column_letter(left)}{top}:{get_column_letter(right)}{bottom}")

    def _paint_header(self, cell: Cell, side: Edge) -> None:
        key = ("header", side, cell.number_format, cell.quotePrefix)
        style = self._styles.get(key)
        if style is not None:
            _dress(cell, style)
            return
        cell.font = _WHITE
        cell.fill = _fill(_INK)
        cell.border = _RULED
        cell.alignment = Alignment(horizontal=side, vertical="center", wrap_text=True, indent=int(side == "left"))
        self._styles[key] = _style_of(cell)

    def _body(self, place: int, value: Value, look: Look, paint: _Paint, *, whole: bool) -> None:
        words = look in _WIDTHS
        if words and isinstance(value, str):
            self._texts.setdefault(self.row, []).append(_Wrapped(value, place + 1, place + 1))
        self._widen(place + 1, min(self._room(value, look, whole=whole), _WIDTHS.get(look, 40.0)))
        if isinstance(value, str):
            kind = ("text", value.startswith(_RISKY), len(value) <= _LONGEST_TEXT_FORMAT, not value)
        else:
            kind = ("none" if value is None else "figure", False, False, False)
        key = (look, whole, kind, id(paint.font), paint.color, id(paint.border))
        style = self._styles.get(key)
        if style is not None:
            # Cells that look alike share a style: working it out again is most of what a workbook costs.
            cell = self._cell(self.row, place + 1)
            if isinstance(value, str):
                if value:
                    cell.value = safe_text(value)
                    cell.data_type = "s"
            elif value is not None:
                cell.value = money_value(value, self.money_places) if look in _MONEY else number_value(value)
            _dress(cell, style)
            return
        cell = self._value(self.row, place + 1, value, look, whole=whole)
        if look == "typed":
            # As text, so that "2.6." does not become a day of June.
            cell.number_format = _TEXT_FORMAT
        cell.alignment = Alignment(horizontal=_side(look), vertical="top", wrap_text=words, indent=int(words))
        cell.border = paint.border
        if paint.font is not None:
            cell.font = paint.font
        if paint.color:
            cell.fill = _fill(paint.color)
        self._styles[key] = _style_of(cell)

    def _room(self, value: Value, look: Look, *, whole: bool) -> float:
        """How wide a value shows."""
        if value is None:
            return 0
        if isinstance(value, str):
            return display_width(value) * 1.1 + 3
        if look in _MONEY:
            return len(f"{float(value):+,.{self.money_places}f}") + 2
        if not whole:
            return len(f"{float(value):+,.2f}") + 2
        return len(f"{int(value):+,}") + 2

    def _widen(self, place: int, width: float) -> None:
        self._widths[place] = max(self._widths.get(place, 0), width)

    # Cells

    def _value(self, row: int, place: int, value: Value, look: Look, *, whole: bool = True) -> Cell:
        if isinstance(value, str):
            return self._text(row, place, value)
        cell = self._cell(row, place)
        if value is not None:
            cell.value = number_value(value)
            if look in _MONEY:
                # Money has as many places as its coin, and keeps them all.
                cell.value = money_value(value, self.money_places)
                cell.number_format = _money_format(look, self.money_places)
            elif look in _FORMATS:
                cell.number_format = _FORMATS[look][0 if whole else 1]
        return cell

    def _text(self, row: int, place: int, text: str) -> Cell:
        """A cell that holds a text as it is, whatever it looks like."""
        cell = self._cell(row, place)
        if not text:
            return cell
        cell.value = safe_text(text)
        # Without this "=1+1" would be a formula and "#N/A" an error.
        cell.data_type = "s"
        if text.startswith(_RISKY):
            cell.quotePrefix = True
        if len(text) <= _LONGEST_TEXT_FORMAT:
            cell.number_format = _TEXT_FORMAT
        return cell

    def _cell(self, row: int, place: int) -> Cell:
        cell = self.sheet.cell(row, place)
        assert isinstance(cell, Cell)
        return cell


class Book:
    """A workbook in the making.

    Args:
        money_places: decimals that money shows.
        kind: what kind of file it is, for `untouched`; empty: nobody will ask.
    """

    def __init__(self, title: str, day: str | None, money_places: int = 2, kind: str = "") -> None:
        self._kind = kind
        self._money_places = money_places
        self._workbook = Workbook()
        self._workbook.remove(self._workbook.worksheets[0])
        self._pages: list[Page] = []
        self._styles: dict[tuple[object, ...], StyleArray] = {}
        """The style of the first cell of each look."""
        self._moment = _moment(day)
        properties = self._workbook.properties
        properties.title = safe_text(title)
        properties.creator = _CREATOR
        properties.created = self._moment

    def page(self, title: str, footer: str = "") -> Page:
        """A new sheet after the others."""
        sheet = self._workbook.create_sheet(safe_title(title, self._workbook.sheetnames))
        if len(footer) > _LONGEST_FOOTER:
            footer = f"{footer[: _LONGEST_FOOTER - 1]}…"
        page = Page(sheet, safe_text(footer).replace("&", "&&"), self._styles, self._money_places)
        self._pages.append(page)
        return page

    def to_bytes(self) -> bytes:
        """The file; equal workbooks give equal bytes."""
        for page in self._pages:
            page.finish()
        saved = BytesIO()
        self._workbook.save(saved)
        properties = self._workbook.properties
        # openpyxl notes when it saved; a file that changes by itself cannot be compared.
        properties.modified = self._moment
        again = BytesIO()
        with ZipFile(saved) as source, ZipFile(again, "w", ZIP_DEFLATED) as target:
            parts = {name: source.read(name) for name in source.namelist()}
            if self._kind:
                properties.identifier = _stamp(self._kind, parts)
            parts[_PROPERTIES] = tostring(properties.to_tree())
            for name, content in parts.items():
                fixed = ZipInfo(name, _PACKED)
                fixed.compress_type = ZIP_DEFLATED
                target.writestr(fixed, content)
        return again.getvalue()


_PROPERTIES: Final = "docProps/core.xml"
_PACKED: Final = (1980, 1, 1, 0, 0, 0)
"""When every part counts as packed."""
_CREATOR: Final = "pulka-calc"
_MOST_UNPACKED: Final = 1 << 20
_MOST_PARTS: Final = 100
"""What no workbook of ours that bears a stamp comes near."""


def untouched(data: bytes, kind: str) -> bool:
    """Whether a file is a workbook of that kind as `Book.to_bytes` made it, and no program has saved it since.

    A spreadsheet program notes when it saved; whatever it leaves as it was, the stamp is one of all parts.
    """
    try:
        with ZipFile(BytesIO(data)) as packed:
            found = packed.infolist()
            if len(found) > _MOST_PARTS or sum(part.file_size for part in found) > _MOST_UNPACKED:
                return False
            if any(part.date_time != _PACKED for part in found) or packed.comment:
                return False
            parts = {part.filename: packed.read(part) for part in found}
        # openpyxl reads here what it wrote, or what ends in a fault.
        tree: Any = fromstring(parts[_PROPERTIES])
        properties: Any = DocumentProperties.from_tree(tree)
    except Exception:
        # The parsers meet damage with whatever they come upon.
        return False
    said = (properties.creator, properties.created, properties.modified, properties.identifier)
    moment = _moment(None)
    return len(parts) == len(found) and said == (_CREATOR, moment, moment, _stamp(kind, parts))


def _stamp(kind: str, parts: Mapping[str, bytes]) -> str:
    """What a workbook says of itself: its kind, and what all parts but its properties come to."""
    whole = sha256()
    for name in sorted(parts.keys() - {_PROPERTIES}):
        for content in (name.encode(), parts[name]):
            whole.update(len(content).to_bytes(8) + content)
    return f"{kind} {whole.hexdigest()}"


def _moment(day: str | None) -> datetime:
    """When the workbook counts as made: noon of the day of the pulka."""
    if day:
        return datetime.fromisoformat(day).replace(hour=12)
    return datetime(2000, 1, 1, 12)  # noqa: DTZ001 - the format knows no time zones


def _side(look: Look) -> Edge:
    return "left" if look in _WIDTHS else "right"


def _whole_columns(columns: Sequence[Column], rows: Sequence[Sequence[Value]]) -> list[bool]:
    """Of which columns every figure is whole; columns of one group go together."""
    split = {place for row in rows for place, value in enumerate(row) if not _is_whole(value)}
    groups = {columns[place].group for place in split} - {""}
    return [place not in split and column.group not in groups for place, column in enumerate(columns)]


def _is_whole(value: Value) -> bool:
    return value is None or isinstance(value, str) or value.denominator == 1
