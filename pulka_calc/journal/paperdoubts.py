"""What looks mistyped in the way a sheet from paper was written; warnings only, every figure counts as it was read.

Doubts about the figures themselves are those of any ``start`` line (`doubts`); here they get the place on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pulka_calc.game.rules import Rules
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.paper import Cell, PaperRow, PaperSheet, fault_of
from pulka_calc.journal.paperfigures import paper_figure, running_totals
from pulka_calc.journal.statements import seat_of
from pulka_calc.journal.tokens import Lexicon


def paper_doubts(sheet: PaperSheet, names: Sequence[str], rules: Rules) -> list[Diagnostic]:
    """Warnings about a sheet that nothing is wrong with."""
    own = list(_own_cells(sheet))
    # Where own cells may have been typed along, whose whists are missing is not known.
    found = [
        *_blank_pools(sheet, names, rules),
        *_falling(sheet, names),
        *(own or _without_whists(sheet, names)),
    ]
    return sorted((doubt._replace(severity="warning") for doubt in found), key=lambda doubt: (doubt.line, doubt.spans))


def placed(sheet: PaperSheet, names: Sequence[str], doubts: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Warnings about the ``start`` lines that a sheet became, at the cells that they are about."""
    found = []
    for doubt in doubts:
        cell = _cell_of(sheet, names, doubt)
        if cell is not None:
            values = {**doubt.values, "row": cell.line, "cell": cell.name}
            if "text" in values:
                # As it was typed: "12.22" may be totals whose last dot is missing.
                values["text"] = cell.text.strip()
            doubt = doubt._replace(line=cell.line, spans=(cell.span,), values=values)
        found.append(doubt)
    return found


def _cell_of(sheet: PaperSheet, names: Sequence[str], doubt: Diagnostic) -> Cell | None:
    """Where the figure stands that a warning is about."""
    player = doubt.values.get("player")
    if player not in names:
        return None
    row = sheet.rows[list(names).index(str(player))]
    column, on = doubt.values.get("column", "pool"), doubt.values.get("on")
    if column == "whists":
        return next((cell for target, cell in row.whists if _named(target, names) == on), row.player)
    if column == "mountain":
        return row.mountain or row.player
    return row.pool or row.left or row.player


def _named(target: Cell | int, names: Sequence[str]) -> str:
    """On whom whists are."""
    if isinstance(target, int):
        return names[target]
    # The sheet was read, so the name is somebody's.
    return names[seat_of(target.field(), Lexicon(tuple(names)), tuple(names))]


def _blank_pools(sheet: PaperSheet, names: Sequence[str], rules: Rules) -> Iterator[Diagnostic]:
    """Pools left empty where others are written: who writes only the open one means the others closed."""
    empty = [(row.pool is None and row.left is None) or _blank(row) for row in sheet.rows]
    if all(empty) or not any(empty) or any(row.left is not None for row in sheet.rows):
        # What is left of a closed pool is nothing.
        return
    for row, name, nothing in zip(sheet.rows, names, empty, strict=True):
        if nothing:
            yield fault_of("paper-pool-blank", row.player, player=name, target=rules.closing_target)


def _blank(row: PaperRow) -> bool:
    return not any(cell is not None and cell.text.strip() for cell in (row.pool, row.left))


def _without_whists(sheet: PaperSheet, names: Sequence[str]) -> Iterator[Diagnostic]:
    """Rows that end before their whists where others have them in turn; by name they may be left out."""
    in_turn = [all(isinstance(target, int) for target, _ in row.whists) for row in sheet.rows]
    if not all(in_turn) or not any(row.whists for row in sheet.rows):
        return
    for row, name in zip(sheet.rows, names, strict=True):
        if not row.whists:
            yield fault_of("paper-no-whists", row.player, player=name)


def _falling(sheet: PaperSheet, names: Sequence[str]) -> Iterator[Diagnostic]:
    """Running totals of pools and whists that fall: a digit was lost. Mountains are written off, so they may."""
    for row, name in zip(sheet.rows, names, strict=True):
        cells: list[tuple[str, Cell | None, str | None]] = [("pool", row.pool, None)]
        cells += [("whists", cell, _named(target, names)) for target, cell in row.whists]
        for column, cell, on in cells:
            totals = running_totals(cell.text) if cell is not None else []
            if cell is not None and totals != sorted(totals):
                values = {"player": name, "column": column, "on": on, "word": cell.text.strip(), "figure": totals[-1]}
                yield fault_of("paper-falling", cell, **values)


def _own_cells(sheet: PaperSheet) -> Iterator[Diagnostic]:
    """Rows by position that would read as well with each one's own cell among them, as a printed sheet has it.

    In that other reading the pool would be a mountain, and the own cells be the first one's mountain and everybody
    else's whists on whoever sits before him.
    """
    if not sheet.by_order:
        return
    own = [
        next((cell for target, cell in row.whists if target == seat - 1), None) if seat else row.mountain
        for seat, row in enumerate(sheet.rows)
    ]
    pools = {paper_figure(row.pool.text) if row.pool else 0 for row in sheet.rows}
    if len(pools) > 1 and not any(paper_figure(cell.text) for cell in own if cell is not None):
        first = sheet.rows[0]
        yield fault_of("paper-own-cell", first.mountain or first.player, count=len(sheet.rows) + 1)
