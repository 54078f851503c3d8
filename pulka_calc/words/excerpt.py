"""A fault as people see it: its place, its sentence, the line it is about with carets, and the remedy (design §2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.words.faults import describe
from pulka_calc.words.speech import Speech, printable

WIDTH: Final = 96
"""Columns that the line of the file may take, its number included."""

_TAB: Final = 4
_ELLIPSIS: Final = "…"
_STYLES: Final = "\ufe0e\ufe0f"
"""Signs that ask for a suit in black or in colour."""


def render(diagnostic: Diagnostic, file: str, lines: Sequence[str], speech: Speech) -> str:
    """The block of one diagnostic, without a line end.

    Args:
        file: what the file is called, as it was named by the user.
        lines: all lines of the file.
    """
    message, remedy = describe(diagnostic, speech)
    severity = speech.say("error") if diagnostic.severity == "error" else speech.say("warning")
    # A spreadsheet calls its places by names of its own.
    where = diagnostic.values.get("cell") or f"{diagnostic.line}:{diagnostic.column}"
    place = f"{printable(file)}:{where}" if diagnostic.line else printable(file)
    block = [f"{place}: {severity}[{diagnostic.code}]: {message}"]
    number = str(diagnostic.line)
    margin = " " * len(number)
    line = lines[diagnostic.line - 1].rstrip("\r\n") if 0 < diagnostic.line <= len(lines) else ""
    if line.strip():
        text, carets = _marked(line, diagnostic.spans, WIDTH - len(number) - len(" | "))
        block += [f"{margin} |", f"{number} | {text}", f"{margin} | {carets}"]
    block.append(f"{margin} = {speech.say('help')}: {remedy}")
    return "\n".join(block)


def _marked(line: str, spans: Sequence[Span], width: int) -> tuple[str, str]:
    """The line as shown, cut around the first caret where it is too long, and the carets under it."""
    start, end = _window(line, spans[0].start if spans else 0, width)
    shown = _shown(line[start:end])
    before = _ELLIPSIS if start else ""
    after = _ELLIPSIS if end < len(line) else ""
    columns: set[int] = set()
    for span in spans:
        left, right = max(span.start, start), min(max(span.end, span.start + 1), end)
        if left < right:
            column = _width(before + "".join(shown[: left - start]))
            columns.update(range(column, column + max(_width("".join(shown[left - start : right - start])), 1)))
    carets = "".join("^" if column in columns else " " for column in range(max(columns, default=-1) + 1))
    return (before + "".join(shown) + after).rstrip(), carets


def _window(line: str, first: int, width: int) -> tuple[int, int]:
    """Which part of a line is shown: all of it, or what fits around the place `first`, a third of it before."""
    most = _MOST_SIGNS * width
    if len(line) <= most and _width("".join(_shown(line))) <= width:
        return 0, len(line)
    room = width - 2 * len(_ELLIPSIS)
    start = _grown(line, first, -1, room // 3, most)
    end = _grown(line, start, 1, room, most)
    if end == len(line):
        start = _grown(line, end, -1, room, most)
    return start, end


_MOST_SIGNS: Final = 4
"""Signs looked at for one column: letters with that many marks on them are shown whole."""


def _grown(line: str, place: int, step: int, room: int, most: int) -> int:
    """How far one can go from a place before `room` columns, or `most` signs, are used up."""
    used = taken = 0
    while 0 <= (following := place + min(step, 0)) < len(line) and taken < most:
        used += _TAB if line[following] == "\t" else _width(printable(line[following]))
        if used > room:
            break
        place += step
        taken += 1
    return place


def _shown(text: str) -> list[str]:
    """What is shown for each sign: tabs as blanks up to the next stop, the invisible as something visible.

    How wide a suit is that asks to be drawn in colour, terminals do not agree; it is drawn plainly.
    """
    if text.isprintable() and not any(style in text for style in _STYLES):
        return list(text)
    shown: list[str] = []
    column = 0
    for sign in text:
        seen = " " * (_TAB - column % _TAB) if sign == "\t" else "" if sign in _STYLES else printable(sign)
        shown.append(seen)
        column += _width(seen)
    return shown


def _width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    if text.isascii() or all(sign < "\u0300" or "\u0400" <= sign < "\u0483" or sign in "…♠♣♦♥" for sign in text):
        return len(text)
    # Imported here: it is slow to load, and hardly any line has wide or combining signs.
    from rich.cells import cell_len

    return cell_len(text)
