"""A sheet as it stands on paper: cells as they were typed, wherever that was, and the `start` rows that they come to.

Nothing is guessed: a cell that is no figure, a name without a row, a row that can be read in two ways are faults with
the row and the cell, all found at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Column, Figure
from pulka_calc.journal.diagnostics import Diagnostic, Problem, Span
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.paperfigures import LONGEST_FIGURE, meant_figure, paper_figure
from pulka_calc.journal.statements import MOST_PLAYERS, Field, check_name, seat_of
from pulka_calc.journal.tokens import Lexicon


class Cell(NamedTuple):
    """What was typed in one place of a sheet."""

    text: str
    line: int
    """The row of whatever it was typed into, from 1."""
    span: Span
    """Where it stands in that row, as `PaperSheet.lines` shows it."""
    name: str = ""
    """What a spreadsheet calls the place: ``B7``; empty elsewhere."""
    quoted: bool = False
    """Typed in quotation marks, or alone in its cell: a name whatever signs it has."""

    def field(self) -> Field:
        """The same as a word of a line."""
        return Field(self.text, self.span, self.quoted)


class PaperRow(NamedTuple):
    """One player's row. A cell that is ``None`` or blank was left empty."""

    player: Cell
    pool: Cell | None
    left: Cell | None
    """What is left of the pool, where the sheet counts down."""
    mountain: Cell | None
    whists: tuple[tuple[Cell | int, Cell], ...]
    """On whom, by name or by seat, and how many."""


class PaperSheet(NamedTuple):
    """All rows, clockwise."""

    rows: tuple[PaperRow, ...]
    lines: tuple[str, ...]
    """The rows as they were typed, to point into."""
    facts: Mapping[str, Cell] = MappingProxyType({})
    """What the sheet says of itself, by the name of the statement: ``rules``, ``stake``, ``title``, ``date``, and the
    names of rules such as ``pool_target``."""
    by_order: bool = False
    """Whether every row is pool, mountain and whists on the others by its order alone: as many figures as are a
    mountain and whists with the own cell among them."""


class Taken(NamedTuple):
    """The figures of one row. Exactly one of `pool` and `left` is said."""

    pool: Figure | None
    left: Figure | None
    mountain: Figure
    whists: tuple[tuple[int, Figure], ...]
    """On which seat, and how many; zeros are left out."""


def taken_over(sheet: PaperSheet, rules: Rules) -> tuple[tuple[str, ...], list[Taken], list[Diagnostic]]:
    """The names, clockwise, each one's figures, and all that is wrong; figures only where nothing is.

    Where no row says a pool, all are closed.
    """
    reading = _Reading(sheet, rules)
    names = reading.names()
    wrong = list(reading.faults)
    taken = [reading.row(seat, row) for seat, row in enumerate(sheet.rows)]
    # Where names are wrong, what is said of them elsewhere is no second mistake.
    more = [fault for fault in reading.faults[len(wrong) :] if not wrong or fault.code in _OF_FIGURES]
    faults = sorted([*wrong, *more], key=lambda fault: (fault.line, fault.spans))
    return names, [] if faults else taken, faults


_OF_FIGURES: Final = frozenset({"paper-figure", "figure-long"})


class _Reading:
    """One sheet being read."""

    def __init__(self, sheet: PaperSheet, rules: Rules) -> None:
        self.sheet = sheet
        self.rules = rules
        self.faults: list[Diagnostic] = []
        self.players: tuple[str, ...] = ()
        self.lexicon = Lexicon(())
        self.counts_down = not all(_blank(row.left) for row in sheet.rows)
        self.closed = all(_blank(row.pool) and _blank(row.left) for row in sheet.rows)

    def fault(self, code: str, *cells: Cell, **values: object) -> None:
        self.faults.append(fault_of(code, *cells, **values))

    def names(self) -> tuple[str, ...]:
        rows = self.sheet.rows
        known: dict[str, Cell] = {}
        names: list[str] = []
        for row in rows:
            cell = row.player
            try:
                name = check_name(cell.field())
            except Problem as problem:
                self.fault(problem.code, cell, **problem.values)
                name = cell.text.strip()
            if fold(name) in known and name:
                self.fault("name-twice", cell, name=name, other=known[fold(name)].text.strip())
            known.setdefault(fold(name), cell)
            names.append(name)
        if not 2 <= len(rows) <= MOST_PLAYERS:
            cells = [row.player for row in rows[MOST_PLAYERS:]] or [row.player for row in rows]
            first = cells[:1] or [Cell("", 1, Span(0, 1))]
            self.fault("paper-rows", *first, count=len(rows))
        self.players = tuple(names)
        self.lexicon = Lexicon(self.players)
        return self.players

    def row(self, seat: int, row: PaperRow) -> Taken:
        pool, left = self._pool(seat, row)
        mountain = self._figure(row.mountain, seat, "mountain")
        whists: dict[int, Figure] = {}
        for target, cell in row.whists:
            on = target if isinstance(target, int) else self._on(seat, target)
            if on is None:
                # Both the name and its figure may be wrong: each is said.
                self._figure(cell, seat, "whists")
                continue
            figure = self._figure(cell, seat, "whists", on)
            if on in whists:
                self.fault("paper-whists-twice", target if isinstance(target, Cell) else cell, on=self.players[on])
            whists[on] = figure
        return Taken(pool, left, mountain, tuple((on, figure) for on, figure in whists.items() if figure))

    def _pool(self, seat: int, row: PaperRow) -> tuple[Figure | None, Figure | None]:
        target = self.rules.closing_target
        if self.closed:
            if target is None:
                self.fault("paper-pool-needed", row.player)
            return (None, 0) if self.rules.pool_shown == "left" and target is not None else (target, None)
        if row.left is not None and not _blank(row.left):
            if self.rules.pool_target is None:
                self.fault("left-no-target", row.left)
            return None, self._figure(row.left, seat, "left")
        if self.counts_down and _blank(row.pool):
            # Nothing is left of a pool that is not written where others are counted down.
            return None, 0
        return self._figure(row.pool, seat, "pool"), None

    def _on(self, seat: int, target: Cell) -> int | None:
        """The seat of whoever whists are on."""
        try:
            on = seat_of(target.field(), self.lexicon, self.players)
        except Problem as problem:
            code = "paper-no-row" if problem.code == "player-unknown" else problem.code
            self.fault(
                code,
                target,
                **{**problem.values, "word": target.text, "names": self.players, "intended": meant_figure(target.text)},
            )
            return None
        if on == seat:
            self.fault("whists-on-self", target, player=self.players[seat])
            return None
        return on

    def _figure(self, cell: Cell | None, seat: int, column: Column | str, on: int | None = None) -> Figure:
        if cell is None:
            return 0
        try:
            return paper_figure(cell.text)
        except OverflowError:
            self.fault("figure-long", cell, digits=LONGEST_FIGURE)
        except ValueError:
            self.fault(
                "paper-figure",
                cell,
                word=cell.text.strip(),
                player=self.players[seat],
                column=column,
                on=None if on is None else self.players[on],
                intended=meant_figure(cell.text),
            )
        return 0


def fault_of(code: str, *cells: Cell, **values: object) -> Diagnostic:
    """What is wrong with some cells, all of one row."""
    first = cells[0]
    spans = tuple(cell.span for cell in cells)
    return Diagnostic(code, first.line, spans, {**values, "row": first.line, "cell": first.name})


def _blank(cell: Cell | None) -> bool:
    return cell is None or not cell.text.strip()
