"""A paper sheet from JSON: what ``pulka show --json`` prints, or the columns alone (`pulka_calc.schema.PaperPlain`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.jsonplaces import DEEPEST, LINE_END, NotJson, Path, Place, Placed, read_json
from pulka_calc.journal.paper import Cell, PaperRow, PaperSheet, fault_of
from pulka_calc.journal.papergrid import Facts, add_fact

if TYPE_CHECKING:
    from pulka_calc.schema import PaperColumns, PaperFault, PaperPlain, PaperShown

LONGEST: Final = 1 << 20
"""Characters that a sheet of paper may have as JSON."""

_KEYS: Final = ("players", "pool", "left", "mountain", "whists", "rules", "pool_target", "stake", "title", "date")


def read_sheet(text: str) -> tuple[PaperSheet, list[Diagnostic]]:
    """The sheet that a JSON document is, and what is wrong with its form."""
    if len(text) > LONGEST:
        return PaperSheet((), ()), [Diagnostic("paper-long", 0, (), {"row": 0, "cell": ""})]
    lines = tuple(LINE_END.split(text))
    try:
        placed = read_json(text)
    except NotJson as wrong:
        fault = fault_of(wrong.code, _cell(wrong.word, wrong.place), word=wrong.word, deepest=DEEPEST)
        return PaperSheet((), lines), [fault]
    sheet, faults = _Reading(placed).sheet()
    return sheet._replace(lines=lines), sorted(faults, key=lambda fault: (fault.line, fault.spans))


def _cell(text: str, place: Place) -> Cell:
    return Cell(text, place.line, place.span, "", quoted=True)


class _Reading:
    """One document being read."""

    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.facts = Facts({}, [])
        self.faults = self.facts.faults

    def fault(self, code: str, cell: Cell, **values: object) -> None:
        self.faults.append(fault_of(code, cell, **values))

    def sheet(self) -> tuple[PaperSheet, list[Diagnostic]]:
        if not isinstance(self.placed.value, dict):
            self.fault("paper-json", self._value((), ""), word="[")
            return PaperSheet((), ()), self.faults
        # Imported here: pydantic takes longer to load than most commands run.
        from pulka_calc.schema import PaperShown, paper_read

        read = paper_read(self.placed.value)
        if isinstance(read, list):
            self._refused(read)
            return PaperSheet((), ()), self.faults
        inside: Path = ("sheet",) if isinstance(read, PaperShown) else ()
        if isinstance(read, PaperShown) and read.seated is not None and read.seated != read.players:
            self.fault("paper-came-and-went", self._key(("seated",), "seated"))
        self._facts(read)
        columns = read.sheet if isinstance(read, PaperShown) else read
        rows = self._rows(read.players, columns, inside)
        return PaperSheet(rows, (), self.facts.said), self.faults

    # Places

    def _value(self, path: Path, text: str) -> Cell:
        return _cell(text, self.placed.places.get(path, Place(1, Span(0, 1))))

    def _key(self, path: Path, text: str) -> Cell:
        return _cell(text, self.placed.keys.get(path) or self.placed.places.get(path, Place(1, Span(0, 1))))

    def _refused(self, faults: list[PaperFault]) -> None:
        """What the model does not take, each place once."""
        told: set[Path] = set()
        for kind, loc in faults:
            if kind == "missing":
                path, word = loc[:-1], str(loc[-1])
            else:
                # The model also names which of several types it tried.
                path = next(loc[:end] for end in range(len(loc), -1, -1) if loc[:end] in self.placed.places)
                word = str(path[-1]) if path else ""
            if (*path, word) in told:
                continue
            told.add((*path, word))
            if kind == "missing":
                self.fault("paper-key-missing", self._value(path, ""), word=word)
            elif kind == "extra_forbidden":
                self.fault("paper-key-unknown", self._key(path, word), word=word, known=_KEYS)
            else:
                self.fault("paper-json-value", self._value(path, ""), word=self._shown(path), key=word)

    def _shown(self, path: Path) -> str:
        """A value as it was typed, of an object or a list its first sign."""
        value: Any = self.placed.value
        for step in path:
            value = value[step]
        match value:
            case dict():
                return "{…}"
            case list():
                return "[…]"
            case bool():
                return "true" if value else "false"
            case None:
                return "null"
        return str(value)

    # What it says

    def _facts(self, read: PaperPlain | PaperShown) -> None:
        plain: dict[str, object] = {
            "title": read.title,
            "date": read.date,
            "stake": read.stake,
            "pool_target": read.pool_target,
        }
        for name, value in plain.items():
            if value not in (None, ""):
                add_fact(self.facts, name, self._value((name,), str(value)))
        if isinstance(read.rules, str):
            add_fact(self.facts, "rules", self._value(("rules",), read.rules))
        elif read.rules is not None:
            add_fact(self.facts, "rules", self._value(("rules", "preset"), read.rules.preset))
            for rule, changed in read.rules.changed.items():
                path: Path = ("rules", "changed", rule)
                cell = self._value(path, _rule_text(changed))
                if not add_rule(self.facts, rule, cell):
                    self.fault("paper-key-unknown", self._key(path, rule), word=rule, known=())

    def _rows(self, players: list[str] | None, columns: PaperColumns, inside: Path) -> tuple[PaperRow, ...]:
        pools = columns.pool if columns.pool is not None else columns.left
        if columns.pool is not None and columns.left is not None:
            self.fault("paper-pool-and-left", self._key((*inside, "left"), "left"))
        names: list[str] = []
        cells: dict[str, Cell] = {}
        if players is not None:
            names = players
            cells = {name: self._value(("players", at), name) for at, name in enumerate(players)}
        else:
            for column, its in (("pool", columns.pool), ("left", columns.left), ("mountain", columns.mountain)):
                for name in its or {}:
                    cells.setdefault(name, self._key((*inside, column, name), name))
            for name in columns.whists:
                cells.setdefault(name, self._key((*inside, "whists", name), name))
            names = list(cells)
        if not names:
            self.fault("paper-empty", self._value(inside, ""))
            return ()
        pool = self._column("pool", columns.pool, names, inside)
        left = self._column("left", columns.left, names, inside) if pools is columns.left else {}
        mountain = self._column("mountain", columns.mountain, names, inside)
        whists = self._by_name("whists", columns.whists, names, inside)
        rows = []
        for name in names:
            on: list[tuple[Cell | int, Cell]] = []
            writer, its = whists.get(name, (name, {}))
            for other, figure in its.items():
                path = (*inside, "whists", writer, other)
                cell = self._figure(path, figure)
                own = fold(other) == fold(name)
                if cell is not None and not (own and cell.text.strip() in ("-", "–", "x", "х", "*")):
                    on.append((self._key(path, other), cell))
            rows.append(PaperRow(cells[name], pool.get(name), left.get(name), mountain.get(name), tuple(on)))
        return tuple(rows)

    def _column(
        self, column: str, figures: Mapping[str, Any] | None, names: list[str], inside: Path
    ) -> dict[str, Cell | None]:
        """The cells of a column by name; everybody has one."""
        if figures is None:
            return {}
        found = self._by_name(column, figures, names, inside)
        for name in names:
            if name not in found:
                self.fault("paper-figure-unsaid", self._key((*inside, column), column), player=name, word=column)
        return {name: self._figure((*inside, column, typed), figure) for name, (typed, figure) in found.items()}

    def _by_name(
        self, column: str, its: Mapping[str, Any], names: list[str], inside: Path
    ) -> dict[str, tuple[str, Any]]:
        """What stands under each name, and how that is typed there."""
        known = {fold(name): name for name in names}
        found: dict[str, tuple[str, Any]] = {}
        for typed, value in its.items():
            name = known.get(fold(typed))
            cell = self._key((*inside, column, typed), typed)
            if name is None:
                self.fault("paper-no-row", cell, word=typed, names=tuple(names))
            elif name in found:
                self.fault("paper-key-twice", cell, word=typed)
            else:
                found[name] = typed, value
        return found

    def _figure(self, path: Path, value: int | str | None) -> Cell | None:
        return None if value is None or value == "" else self._value(path, str(value))


def add_rule(facts: Facts, rule: str, cell: Cell) -> bool:
    """Note a rule that a sheet says; whether there is one of that name."""
    from pulka_calc.game.rules import KINDS

    if rule not in KINDS:
        return False
    add_fact(facts, rule, cell)
    return True


def _rule_text(value: object) -> str:
    """The value of a rule as a file has it, from what `documents.rule_value` made of it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)
