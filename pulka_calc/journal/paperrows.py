"""Rows of a paper sheet as they are typed on one line each: ``Аня 20 12 Боря 34 Вера 10``.

After the name come pool, mountain and whists, the last by name or in the order of seats; words such as ``left 8`` or
``mountain 12`` may name a figure. The pool may be left out where all are closed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.grammar import COLUMN_WORDS, STATEMENTS, fold
from pulka_calc.journal.paper import Cell, PaperRow, PaperSheet, fault_of
from pulka_calc.journal.paperfigures import DASHES
from pulka_calc.journal.statements import Field, fields_of, strip_comment

_FIGURE_LIKE: Final = re.compile(r"[+\-−–]?[0-9½]|[\-−–—]\Z|…[0-9]|\.")
"""What can only be meant as a figure: it begins with a digit or a sign, or is a dash."""


class _Typed(NamedTuple):
    """A row as its words have it."""

    player: Cell
    plain: list[Cell]
    """Figures without a word that says which they are, before any whists by name."""
    said: dict[str, Cell]
    """Figures behind ``pool``, ``left``, ``mountain``."""
    listed: list[Cell]
    """Figures behind ``whists``, in the order of seats."""
    named: list[tuple[Cell, Cell]]
    """Whists by name."""


def read_rows(rows: Sequence[str]) -> tuple[PaperSheet, list[Diagnostic]]:
    """The sheet that some rows make, and what is wrong with their words."""
    lines = tuple(row.rstrip("\r\n") for row in rows)
    return _read(lines, list(enumerate(lines, 1)))


def read_lines(rows: Sequence[str]) -> tuple[PaperSheet, list[Diagnostic]]:
    """The same of the lines of a file, where a line may be empty or a comment."""
    lines = tuple(row.rstrip("\r\n") for row in rows)
    said = [(number, strip_comment(line)) for number, line in enumerate(lines, 1)]
    return _read(lines, [(number, line) for number, line in said if line.strip()])


def _read(lines: tuple[str, ...], numbered: Sequence[tuple[int, str]]) -> tuple[PaperSheet, list[Diagnostic]]:
    faults: list[Diagnostic] = []
    typed = [_typed(line, number, faults) for number, line in numbered]
    if faults:
        return PaperSheet((), lines), faults
    if len(numbered) == 1:
        (alone,) = typed
        where = alone.player if alone is not None else Cell("", numbered[0][0], Span(0, 1))
        return PaperSheet((), lines), [fault_of("paper-rows", where, count=1)]
    whole = [_without_own(row, seat, len(numbered)) for seat, row in enumerate(typed) if row is not None]
    readings = [_readings(row, len(whole) - 1) for row in whole]
    sure = {_with_pool(row, found[0]) for row, found in zip(whole, readings, strict=True) if len(found) == 1}
    if len(sure) == 1:
        # All rows say the pool, or none does: what one row leaves open another may tell.
        readings = [
            [slots for slots in found if _with_pool(row, slots) in sure] if len(found) > 1 else found
            for row, found in zip(whole, readings, strict=True)
        ]
    read = [_placed(row, seat, len(whole), readings[seat], faults) for seat, row in enumerate(whole)]
    pools = [row.pool is not None or row.left is not None for row in read]
    if any(pools) and not all(pools) and not faults:
        faults += _uneven(whole)
    if any(pools) and not all(pools) and not faults:
        for row, said in zip(read, pools, strict=True):
            if not said:
                other = read[pools.index(True)].player.text
                faults.append(fault_of("paper-pool-missing", row.player, player=row.player.text, other=other))
    by_order = all(len(row.plain) == len(whole) + 1 and not (row.said or row.listed or row.named) for row in whole)
    return PaperSheet(tuple(read), lines, by_order=by_order), faults


def _typed(line: str, number: int, faults: list[Diagnostic]) -> _Typed | None:
    """The words of one row, sorted."""

    def cell(field: Field) -> Cell:
        return Cell(field.text, number, field.span, "", field.quoted)

    fields = fields_of(line, 0)
    if fields and not fields[0].quoted and fold(fields[0].text) in STATEMENTS["start"].words():
        # A line copied from a pulka.
        del fields[0]
    if not fields or _is_figure(fields[0]) or _column(fields[0]):
        where = cell(fields[0]) if fields else Cell("", number, Span(0, max(len(line), 1)))
        faults.append(fault_of("paper-name-missing", where, word=where.text))
        return None
    row = _Typed(cell(fields.pop(0)), [], {}, [], [])
    listing = False
    while fields:
        field = fields.pop(0)
        column = _column(field)
        following = cell(fields.pop(0)) if fields and _is_figure(fields[0]) else None
        if column == "balance":
            faults.append(fault_of("start-column", cell(field), word=field.text))
        elif column == "whists":
            if row.listed or row.named or listing:
                faults.append(fault_of("column-twice", cell(field), word=field.text))
            listing = True
            if following is not None:
                row.listed.append(following)
        elif column is not None:
            twice = column in row.said or (column in ("pool", "left") and row.said.keys() & {"pool", "left"})
            if twice:
                faults.append(fault_of("column-twice", cell(field), word=field.text))
            elif following is None:
                faults.append(fault_of("paper-figure-missing", cell(field), word=field.text))
            else:
                row.said[column] = following
        elif _is_figure(field):
            if following is not None:
                fields.insert(0, Field(following.text, following.span, quoted=False))
            if row.named:
                faults.append(fault_of("paper-stray", cell(field), word=field.text, on=row.named[-1][0].text))
            else:
                (row.listed if listing else row.plain).append(cell(field))
        elif following is None:
            faults.append(fault_of("paper-figure-missing", cell(field), word=field.text))
        else:
            row.named.append((cell(field), following))
    return row


def _without_own(row: _Typed, seat: int, players: int) -> _Typed:
    """The row without the dash in the player's own place, which a printed sheet has there."""
    if row.named:
        return row
    for cells, own in ((row.plain, {players + 2: 2 + seat, players + 1: 1 + seat}), (row.listed, {players: seat})):
        place = own.get(len(cells))
        if place is not None and cells[place].text in DASHES:
            del cells[place]
    return row


def _uneven(rows: Sequence[_Typed]) -> list[Diagnostic]:
    """Rows of figures alone of which one has not as many as the others: a figure was left out, or is one too many."""
    if any(row.said or row.listed or row.named for row in rows):
        return []
    counts = [len(row.plain) for row in rows]
    usual = max(counts, key=counts.count)
    return [
        fault_of("paper-uneven", *(row.plain or [row.player]), player=row.player.text, count=count, usual=usual)
        for row, count in zip(rows, counts, strict=True)
        if count != usual
    ]


def _readings(row: _Typed, others: int) -> list[list[str]]:
    """The columns that the figures of a row without a word can stand in, in each way that their number allows."""
    if not row.plain:
        return [[]]
    columns = [column for column in ("pool", "mountain") if not _said(row, column)]
    whists = [[]] if row.named or row.listed else [["whists"] * others, []]
    readings: list[list[str]] = []
    for heads in (columns, [column for column in columns if column != "pool"]):
        for tail in whists:
            if len(heads) + len(tail) == len(row.plain) and [*heads, *tail] not in readings:
                readings.append([*heads, *tail])
    return readings


def _with_pool(row: _Typed, slots: list[str]) -> bool:
    return "pool" in slots or _said(row, "pool")


def _placed(row: _Typed, seat: int, players: int, readings: list[list[str]], faults: list[Diagnostic]) -> PaperRow:
    """The row with each figure in its column."""
    others = [other for other in range(players) if other != seat]
    if len(readings) != 1:
        code = "paper-ambiguous" if readings else "paper-counts"
        values = {"player": row.player.text, "count": len(row.plain), "others": len(others)}
        faults.append(fault_of(code, *(row.plain or [row.player]), **values))
        return PaperRow(row.player, None, None, None, ())
    slots = readings[0]
    found = dict(zip((slot for slot in slots if slot != "whists"), row.plain, strict=False))
    listed = row.listed or [cell for slot, cell in zip(slots, row.plain, strict=True) if slot == "whists"]
    if len(listed) not in (0, len(others)) or (row.listed and row.named):
        faults.append(
            fault_of("paper-whists-count", *listed, player=row.player.text, count=len(listed), others=len(others))
        )
        listed = []
    whists: list[tuple[Cell | int, Cell]] = [*zip(others, listed, strict=False), *row.named]
    found |= row.said
    return PaperRow(row.player, found.get("pool"), found.get("left"), found.get("mountain"), tuple(whists))


def _said(row: _Typed, column: str) -> bool:
    return column in row.said or (column == "pool" and "left" in row.said)


def _column(field: Field) -> str | None:
    return None if field.quoted else COLUMN_WORDS.get(fold(field.text))


def _is_figure(field: Field) -> bool:
    return not field.quoted and bool(_FIGURE_LIKE.match(field.text))
