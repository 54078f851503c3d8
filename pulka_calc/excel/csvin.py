"""A paper sheet as CSV, or as lines of words, from whatever program wrote it.

The delimiter is found from the text: a tab, ``;`` or ``,``, whichever makes a table; a first line ``sep=;`` says it.
Lines that no delimiter makes a table of are rows as they are typed: ``Аня 20 12 Боря 34``. Lines that begin with ``#``
are passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from pulka_calc.excel.csvout import guarded, unguarded
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.paper import Cell, PaperSheet, fault_of
from pulka_calc.journal.papergrid import MOST_ROWS, Facts, Grid, add_fact, fact_line, looks_like_table, read_grid
from pulka_calc.journal.paperrows import read_lines
from pulka_calc.words.speech import LANGUAGES, Speech

LONGEST: Final = 1 << 20
"""Characters that a sheet of paper may have as text; a table of four rows has a few hundred."""

_DELIMITERS: Final = ("\t", ";", ",")
"""A file with tabs has no other; where ``;`` makes a table, a comma is a decimal one."""
_SAID: Final = re.compile(r"\"?sep=([^\r\n\"])\"?[ \t]*(?:\r\n|\n|\r|\Z)", re.IGNORECASE)
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_QUOTED: Final = re.compile(r'[ \u00a0]*"([^"]*(?:""[^"]*)*)("|\Z)')
_COMMENT: Final = re.compile(r"[ \t]*#")


class _NeverClosed(Exception):  # noqa: N818 - told as a fault where it is caught
    """A quotation mark without its other half."""

    def __init__(self, cell: Cell) -> None:
        super().__init__(cell.text)
        self.cell = cell


def read_table(text: str) -> tuple[PaperSheet, list[Diagnostic]]:
    """The sheet that a text is, table or lines of words, and what is wrong with its form."""
    if len(text) > LONGEST:
        return PaperSheet((), ()), [Diagnostic("paper-long", 0, (), {"row": 0, "cell": ""})]
    whole = _Text(text)
    said = _SAID.match(text)
    for delimiter in said[1] if said else _DELIMITERS:
        try:
            rows = _rows(whole, delimiter, said.end() if said else 0)
        except _NeverClosed as wrong:
            if said or wrong.cell.text.count(delimiter) > 1:
                return PaperSheet((), whole.lines), [fault_of("paper-quote", wrong.cell)]
            continue
        if rows and [cell.text for cell in rows[0][:2]] in _exported():
            return PaperSheet((), whole.lines), [fault_of("paper-export", rows[0][0])]
        if said or looks_like_table(rows):
            return read_grid(Grid(tuple(rows), whole.lines))
    return _words(list(whole.lines))


def _exported() -> list[list[str]]:
    """How the hands of a pulka begin where they were exported: they are no sheet to settle."""
    return [[speech.say("No."), speech.say("Line of the file")] for speech in map(Speech, LANGUAGES)]


def _words(lines: list[str]) -> tuple[PaperSheet, list[Diagnostic]]:
    """Lines of words, and what they say besides."""
    if sum(1 for line in lines if line.strip()) > MOST_ROWS:
        return PaperSheet((), tuple(lines)), [Diagnostic("paper-long", 0, (), {"row": 0, "cell": ""})]
    facts = Facts({}, [])
    rows = list(lines)
    for place, line in enumerate(lines):
        found = fact_line(line, place + 1)
        if found is not None:
            add_fact(facts, *found)
            rows[place] = ""
    sheet, faults = read_lines(rows)
    if not sheet.rows and not faults and not facts.faults:
        faults = [Diagnostic("paper-empty", 0, (), {"row": 0, "cell": ""})]
    faults = sorted([*facts.faults, *faults], key=lambda fault: (fault.line, fault.spans))
    return sheet._replace(lines=tuple(lines), facts=facts.said), faults


class _Text:
    """A text that tells in which line a place of it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self.lines = tuple(_LINE_END.split(text))

    def cell(self, word: str, start: int, end: int) -> Cell:
        """What stands between two places, and which word that is. A field that goes on over lines stands where it
        begins; an apostrophe that keeps spreadsheets from reading it otherwise is taken off (`csvout.guarded`)."""
        line = bisect_right(self.starts, start)
        first = self.starts[line - 1]
        plain = unguarded(word)
        if word.startswith("'") and guarded(plain) == word:
            word = plain
        span = Span(start - first, min(end - first, len(self.lines[line - 1])))
        return Cell(" ".join(word.split("\n")), line, span, "", quoted=True)


def _rows(text: _Text, delimiter: str, first: int) -> list[tuple[Cell, ...]]:
    """The cells of all rows, each where it stands, from a place in the text."""
    bare = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    rows: list[tuple[Cell, ...]] = []
    row: list[Cell] = []
    at = first
    while at < len(text.text):
        if not row and _COMMENT.match(text.text, at):
            at = _next_line(text.text, at)
            continue
        quoted = _QUOTED.match(text.text, at)
        if quoted is None:
            found = bare.match(text.text, at)
            assert found is not None
            word = found[0].strip()
            start = at + len(found[0]) - len(found[0].lstrip()) if word else at
            row.append(text.cell(word, start, start + len(word)))
        else:
            if not quoted[2]:
                raise _NeverClosed(text.cell(quoted[1], quoted.start(1) - 1, quoted.start(1)))
            found = bare.match(text.text, quoted.end())
            assert found is not None
            word = (quoted[1].replace('""', '"') + found[0].rstrip()).strip()
            row.append(text.cell(word, quoted.start(1), max(quoted.end(1), quoted.start(1))))
        at = found.end()
        if at < len(text.text) and text.text[at] == delimiter:
            at += 1
            if at < len(text.text):
                continue
            row.append(text.cell("", at, at))
        rows.append(tuple(row))
        row = []
        at = _next_line(text.text, at)
    return rows


def _next_line(text: str, at: int) -> int:
    found = _LINE_END.search(text, at)
    return found.end() if found else len(text)
