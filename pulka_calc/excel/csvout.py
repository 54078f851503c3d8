"""The hands of a pulka as CSV, for people who open it in a spreadsheet and for scripts.

UTF-8 with a byte order mark, so that Excel reads Cyrillic, and CRLF line ends; one row a hand that
stands. With the delimiter ``;`` fractions have a decimal comma, for the spreadsheets that expect the
one expect the other and would read ``2.5`` as a day of May.

A text that a spreadsheet would take for a formula, a number or a date begins with an apostrophe:
every text whose first character is one of ``= + - @ '``, a tab, a carriage return or a digit. To
have the text back, take one apostrophe off the beginning. Numbers are never touched.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO
from typing import Final

from pulka_calc.excel.rows import Row, kind_text, notes_text, role_text, rows, suit_text
from pulka_calc.game.terms import Figure
from pulka_calc.journal.pulka import Pulka
from pulka_calc.words.speech import Speech

_RISKY: Final = tuple("=+-@'\t\r0123456789")
_PLACES: Final = 4
"""Decimal places of a fraction."""


def write_csv(pulka: Pulka, speech: Speech, delimiter: str = ",") -> bytes:
    """One row for every hand that stands, with headers in the language of `speech`.

    Running totals are those after the hand; adjustments made before it are in them.
    """
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([guarded(title) for title in _titles(pulka.players, speech)])
    point = "," if delimiter == ";" else "."
    for row in rows(pulka):
        if row.number is not None:
            writer.writerow(_cells(row, pulka.players, point, speech))
    return text.getvalue().encode("utf-8-sig")


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for anything else."""
    return f"'{text}" if text.startswith(_RISKY) else text


def unguarded(text: str) -> str:
    """The inverse of `guarded`."""
    return text.removeprefix("'")


def _titles(names: tuple[str, ...], speech: Speech) -> list[str]:
    return [
        speech.say("No."),
        speech.say("Line of the file"),
        speech.say("Dealer"),
        speech.say("Kind"),
        speech.say("Declarer"),
        speech.say("Level"),
        speech.say("Suit"),
        speech.say("Tricks"),
        *(speech.say("{player}: said", player=name) for name in names),
        *(speech.say("{player}: tricks", player=name) for name in names),
        *(speech.say("{player}: the hand, whists", player=name) for name in names),
        *(speech.say("{player}: pool", player=name) for name in names),
        *(speech.say("{player}: mountain", player=name) for name in names),
        *(speech.say("{player}: balance, whists", player=name) for name in names),
        speech.say("Notes"),
    ]


def _cells(row: Row, names: tuple[str, ...], point: str, speech: Speech) -> list[str]:
    def name(seat: int | None) -> str:
        return "" if seat is None else guarded(names[seat])

    def number(figure: Figure | None) -> str:
        return "" if figure is None else decimal_text(figure, point)

    return [
        number(row.number),
        number(row.line),
        name(row.dealer),
        guarded(kind_text(row, speech)),
        name(row.declarer),
        number(row.level),
        suit_text(row.suit, speech) if row.suit else "",
        number(row.taken),
        *(guarded(role_text(role, speech)) if role else "" for role in row.roles),
        *map(number, row.tricks),
        *map(number, row.brought),
        *map(number, row.pool),
        *map(number, row.mountain),
        *map(number, row.balance),
        guarded(notes_text(row, names, speech)),
    ]


def decimal_text(figure: Figure, point: str) -> str:
    """A figure as a decimal with at most four places: ``-13.3333``."""
    units = round(Fraction(figure) * 10**_PLACES)
    whole, rest = divmod(abs(units), 10**_PLACES)
    places = f"{rest:0{_PLACES}d}".rstrip("0")
    text = f"{whole}{point}{places}" if places else str(whole)
    return f"-{text}" if units < 0 else text
