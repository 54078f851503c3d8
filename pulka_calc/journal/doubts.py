"""What looks mistyped on a sheet taken over from paper: warnings only, every figure counts as it is written.

A warning is given where a figure cannot be right by the prices of the table; what is merely rare gets none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from pulka_calc.game import ledger
from pulka_calc.game.closing import helped
from pulka_calc.game.increments import Increments, increments
from pulka_calc.game.phases import Phase
from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.statements import Row, Written

_PLAYERS: Final = (3, 4)
"""At such tables it is known what hands write; two only settle."""


def doubts(rows: Sequence[Row], rules: Rules, phases: Collection[Phase]) -> list[Diagnostic]:
    """Warnings about the ``start`` lines of a file; whoever has none has nothing yet.

    Args:
        phases: those that the file names, and the game.
    """
    found = [*_improbable(rows, rules, phases), *_above_target(rows, rules)]
    return sorted(found, key=lambda doubt: (doubt.line, doubt.column))


def _improbable(rows: Sequence[Row], rules: Rules, phases: Collection[Phase]) -> Iterator[Diagnostic]:
    """Figures that no hands add up to."""
    columns: Increments | None = None
    for row in rows:
        players = len(row.table.seats)
        if players not in _PLAYERS or not row.table.plain:
            # Who comes and goes writes what no hand does.
            continue
        columns = columns or increments(rules, players, phases)
        for written in row.start.written:
            target = rules.pool_target if written.column == "left" else None
            if written.column in ("pool", "left"):
                reach = columns.pool
            else:
                reach = columns.mountain if written.column == "mountain" else columns.whists
            figure = written.figure if target is None else target - written.figure
            if reach.holds(figure):
                continue
            nearest = reach.nearest(figure)
            values = {
                "player": row.table.people[row.start.player],
                "column": written.column,
                "on": None if written.on is None else row.table.people[written.on],
                "figure": written.figure,
                "text": written.text,
                "nearest": nearest if target is None else tuple(whole(target - near) for near in reversed(nearest)),
            }
            yield Diagnostic("start-improbable", row.line, (written.span,), values, "warning")


def _above_target(rows: Sequence[Row], rules: Rules) -> Iterator[Diagnostic]:
    """Pools above the target: what is over closes another pool, or goes where the rules say [§7.2, §7.3]."""
    target = rules.closing_target
    if target is None:
        return
    pools = {row.start.player: _pool(row, target) for row in rows}
    for row in rows:
        written = pools[row.start.player]
        if written is None:
            continue
        pool, place = written
        if pool <= target:
            continue
        seats = row.table.seats
        sheet = {
            ledger.pool(seats.index(person)): told[0] for person, told in pools.items() if told and person in seats
        }
        # Somebody whose row is frozen helps nobody.
        seat = seats.index(row.start.player) if row.start.player in seats else None
        still_open = [] if seat is None else helped(sheet, seat, len(seats), rules, target)
        values = {
            "player": row.table.people[row.start.player],
            "pool": pool,
            "target": target,
            "surplus": whole(pool - target),
            "other": row.table.names[still_open[0]] if still_open else None,
            "excess": rules.excess_when_all_closed,
        }
        yield Diagnostic("start-above-target", row.line, (place.span,), values, "warning")


def _pool(row: Row, target: int) -> tuple[Figure, Written] | None:
    """The points of a pool, and where they are written; ``None`` where they are not."""
    for written in row.start.written:
        if written.column == "pool":
            return written.figure, written
        if written.column == "left":
            return target - written.figure, written
    return None
