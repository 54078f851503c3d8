"""An empty sheet of paper as a workbook, to be filled in and read back (`sheetin`).

What is said above the table and how its columns are headed are words that `journal.papergrid` knows, in both
languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from pulka_calc.game.presets import PRESETS, find_preset
from pulka_calc.journal.statements import LONGEST_NAME, MOST_PLAYERS
from pulka_calc.words.rules import preset_title
from pulka_calc.words.speech import Speech

if TYPE_CHECKING:
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.worksheet import Worksheet

    from pulka_calc.excel.book import Page

_PLAYERS: Final = 1
_POOL: Final = 2
_MOUNTAIN: Final = 3
_WHISTS: Final = 4
"""The columns, the last the first of the whists."""
_ALLOWED: Final = (" ", ",", ".", "-", "+", "/", "½")
"""Signs that a figure may have besides digits."""
_FIGURE_WIDTH: Final = 14.0
_NAME_WIDTH: Final = 24.0


_KIND: Final = "pulka-calc template"


def untouched_template(data: bytes) -> bool:
    """Whether a file is a template, in either language, that nobody has saved since it was written."""
    # openpyxl takes longer to import than most commands run.
    from pulka_calc.excel.book import untouched

    return untouched(data, _KIND)


def write_template(
    names: Sequence[str],
    rules_name: str,
    pool: str,
    stake: str,
    speech: Speech,
    *,
    title: str = "",
    changed: Mapping[str, str] = MappingProxyType({}),
    pool_column: Literal["pool", "left"] = "pool",
) -> bytes:
    """The workbook; equal input gives equal bytes.

    Args:
        names: as many rows as there are names; without any, the four that a table can have.
        rules_name: a preset, or other rules by their name.
        pool: its target; empty: the rules' own.
        stake: the price of a whist, as ``0.5 RUB``.
        changed: rules that the table has otherwise, by name, each as a ``rule`` line says it; without the pool's
            target.
        pool_column: whether points made are filled in, or what is left to the target.
    """
    # openpyxl takes longer to import than most commands run.
    from pulka_calc.excel.book import Book

    book = Book(speech.say("Sheet of paper"), None, kind=_KIND)
    page = book.page(speech.say("Sheet of paper"))
    rows = list(names) or [""] * MOST_PLAYERS
    across = _WHISTS + len(rows) - 1
    page.title(speech.say("Sheet of paper"), across)
    page.blank_fact(speech.say("Title"), title, _MOUNTAIN)
    _facts(page, rules_name, pool, stake, speech)
    for rule, value in changed.items():
        page.blank_fact(rule, value, _MOUNTAIN)
    page.row += 1
    _table(page, rows, speech.say("Left in the pool") if pool_column == "left" else speech.say("Pool"), speech)
    page.row += 1
    for sentence in _help(speech):
        page.remark(sentence, across)
    page.widths({_PLAYERS: _NAME_WIDTH, **dict.fromkeys(range(_POOL, across + 1), _FIGURE_WIDTH)})
    return book.to_bytes()


def _facts(page: Page, rules_name: str, pool: str, stake: str, speech: Speech) -> None:
    from openpyxl.worksheet.datavalidation import DataValidation

    sheet = page.sheet
    page.blank_fact(speech.say("Date"), "", _MOUNTAIN)
    sheet.cell(page.row - 1, 2).number_format = "yyyy-mm-dd"
    _check(
        sheet,
        DataValidation(type="date", operator="greaterThan", formula1="1"),
        f"B{page.row - 1}",
        speech.say("Date"),
        speech.say("Write the date like 2026-05-09."),
    )
    preset = find_preset(rules_name)
    page.blank_fact(speech.say("Variant"), preset_title(preset.preset, speech) if preset else rules_name, _MOUNTAIN)
    titles = [preset_title(name, speech) for name in PRESETS]
    listed = DataValidation(type="list", formula1='"' + ",".join(titles) + '"')
    # Rules of one's own have names that no list knows: they may be typed after a question.
    listed.errorStyle = "warning"
    _check(
        sheet,
        listed,
        f"B{page.row - 1}",
        speech.say("Variant"),
        speech.say("Take a variant from the list, or write the name of your own rules."),
    )
    page.blank_fact(speech.say("Pool up to"), int(pool) if pool.isdecimal() else pool, _MOUNTAIN)
    _check(
        sheet,
        DataValidation(type="whole", operator="greaterThan", formula1="0"),
        f"B{page.row - 1}",
        speech.say("Pool up to"),
        speech.say("Write a whole number above 0, or leave the cell empty: then the variant decides."),
    )
    page.blank_fact(speech.say("Price of a whist"), stake, _MOUNTAIN)


def _table(page: Page, names: Sequence[str], pool: str, speech: Speech) -> None:
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    from pulka_calc.excel.book import Column, Line

    group = speech.say("Whists on")
    count = len(names)
    columns = [
        Column(speech.say("Player"), "text"),
        Column(pool, "typed"),
        Column(speech.say("Mountain"), "typed"),
        # Something stands in each, so that its cell is dressed; what it shows is a formula.
        *(Column(str(seat), "typed", group) for seat in range(1, count + 1)),
    ]
    page.table(columns, [Line([name, *[""] * (count + 2)], void=(3 + seat,)) for seat, name in enumerate(names)])
    sheet = page.sheet
    first, last = page.row - count, page.row - 1
    page.typed_rows(range(first, page.row))
    for seat in range(count):
        page.formula(first - 1, _WHISTS + seat, f'=IF($A${first + seat}="","",$A${first + seat})')
    end = get_column_letter(_WHISTS + count - 1)
    own = " ".join(f"{get_column_letter(_WHISTS + seat)}{first + seat}" for seat in range(count))
    figures = " ".join(
        [
            f"B{first}:C{last}",
            *(
                f"{get_column_letter(_WHISTS + on)}{first + seat}"
                for seat in range(count)
                for on in range(count)
                if on != seat
            ),
        ]
    )
    stripped = f"B{first}"
    for sign in _ALLOWED:
        stripped = f'SUBSTITUTE({stripped},"{sign}","")'
    _check(
        sheet,
        DataValidation(type="custom", formula1=f'ISNUMBER(VALUE("0"&{stripped}))'),
        figures,
        speech.say("Figure"),
        speech.say("Write a number, a fraction like 5/2, or running totals with dots like 2.6.16."),
    )
    _check(
        sheet,
        DataValidation(type="custom", formula1="FALSE"),
        own,
        speech.say("Own cell"),
        speech.say("Nobody writes whists on himself: leave this cell empty."),
    )
    _check(
        sheet,
        DataValidation(
            type="custom",
            formula1=f"AND(LEN(TRIM($A{first}))>0,LEN($A{first})<={LONGEST_NAME},COUNTIF($A${first}:$A${last},$A{first})=1)",
        ),
        f"A{first}:A{last}",
        speech.say("Player"),
        speech.say("Write each name once."),
    )
    sheet.print_area = f"A1:{end}{page.row + len(_help(speech))}"


def _check(sheet: Worksheet, check: DataValidation, cells: str, title: str, sentence: str) -> None:
    """Let a spreadsheet refuse what cannot be read, and say why."""
    from openpyxl.worksheet.cell_range import MultiCellRange

    check.allow_blank = True
    check.showErrorMessage = True
    check.errorTitle, check.error = title, sentence
    check.sqref = MultiCellRange(cells)
    sheet.add_data_validation(check)


def _help(speech: Speech) -> list[str]:
    """What is written where, for whoever fills it in. A sentence in one cell below the table is no row of it."""
    return [
        speech.say(
            "One row a player, clockwise. Whists stand in the row of whoever wrote them, under whom they are on."
        ),
        speech.say("An empty cell is 0; where no pool is written at all, all are closed. Rows of nobody stay empty."),
        speech.say("Running totals may be copied as they stand on paper, 2.6.16.: the last one counts."),
        speech.say("For example: Anna, pool 20, mountain 18, whists on Boris 120, on Vera 64."),
        speech.say("Save the file and read it: pulka paper FILE"),
    ]
