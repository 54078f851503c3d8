"""A paper sheet as a table of cells: a CSV, a spreadsheet.

A header names the columns in any order, or there is none and a row is name, pool, mountain and whists in the order of
the rows. Above the table the sheet may say what was agreed, a name and a value in each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from pulka_calc.game.rules import KINDS
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.grammar import BALANCE, COLUMN_WORDS, LEFT, STATEMENTS, fold
from pulka_calc.journal.paper import Cell, PaperRow, PaperSheet, fault_of
from pulka_calc.journal.paperfigures import DASHES, paper_figure
from pulka_calc.journal.statements import (
    LONGEST_NAME,
    MOST_PLAYERS,
    Field,
    Misplaced,
    fields_of,
    read_date,
    read_rule,
    read_stake,
)

MOST_ROWS: Final = 100
"""Rows with something in them that a sheet may have; its table has at most four, the rest are remarks."""

Odd = Literal["date", "formula", "error", "yes-no", "percent"]
"""What a spreadsheet may hold in the place of a text or a number. A formula is odd where nobody worked it out."""


class Merged(NamedTuple):
    """Cells that a spreadsheet shows as one: the first holds what is seen, the others nothing."""

    name: str
    """What the spreadsheet calls them: ``B2:B4``."""
    top: int
    bottom: int
    """Rows, from 0, the last one included."""
    left: int
    right: int

    def inside(self, rows: Iterable[int], columns: Iterable[int]) -> list[tuple[int, int]]:
        """Which of the cells stand in some rows and columns."""
        across = [column for column in columns if self.left <= column <= self.right]
        return [(row, column) for row in rows if self.top <= row <= self.bottom for column in across]


class Grid(NamedTuple):
    """A table as it stands in a file."""

    rows: tuple[tuple[Cell, ...], ...]
    """Empty rows too: what follows one may be a remark."""
    lines: tuple[str, ...]
    odd: Mapping[Cell, Odd] = MappingProxyType({})
    merged: tuple[Merged, ...] = ()


class Facts(NamedTuple):
    """What a sheet says of itself, and what is wrong with that."""

    said: dict[str, Cell]
    faults: list[Diagnostic]


FACT_WORDS: Final[dict[str, str]] = {
    **{word: name for name in ("rules", "stake", "title", "date") for word in STATEMENTS[name].words()},
    **dict.fromkeys(("variant", "вариант", "preset"), "rules"),
    **dict.fromkeys(("pool up to", "пуля до", "пулька до"), "pool_target"),
    **dict.fromkeys(("price of a whist", "цена виста"), "stake"),
    **{written: rule for rule in KINDS for written in (rule, rule.replace("_", "-"), rule.replace("_", " "))},
}
"""What the rows above a table may begin with, folded, and which fact that is."""

_PLAYER_WORDS: Final = frozenset({"игрок", "игроки", "player", "players", "имя", "name", "names", "кто", "who"})
_PASSED_OVER: Final = frozenset(
    {
        *BALANCE.words(),
        *("exact", "whole", "точно", "баланс", "итог", "итого", "всего", "total", "sum", "сумма", "result", "results"),
        *("whists in all", "висты всего", "висты на всех", "money", "деньги", "bombs", "бомбы", "notes", "примечания"),
        *("no", "№", "#", "номер"),
    }
)
"""Headings of columns that a sheet may have besides: what can be worked out, or is said for people."""
_LEFT_WORDS: Final = frozenset({*LEFT.words(), "left in the pool", "осталось в пуле", "осталось до закрытия"})
_WHISTS_ON: Final = frozenset({"whists on", "висты на", "висты на кого"})
_SUMS: Final = frozenset({"sum", "sums", "total", "сумма", "итого", "всего"})
"""What stands in the place of a name below the last row."""
_OWN: Final = frozenset({"", "x", "х", "*", "×", "✕", "#"})
_NOTHING: Final = frozenset({"0", "0.0", "0,0"})
_ON: Final = re.compile(r"(?:(?:висты?|whists?)[\s.:,]+(?:на|on)\s+|(?:на|on)\s+|(?:висты?|whists?)[\s.:,]+)(.+)\Z")
_DAY: Final = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})\Z")
_ONE_CELL: Final = re.compile(
    r"\s*({labels})\s*(?:[:=]\s*(?P<value>\S.*)|(?P<digits>[0-9]+))\s*\Z".replace(
        "{labels}", "|".join(re.escape(word) for word in sorted(FACT_WORDS, key=len, reverse=True))
    )
)


def read_grid(grid: Grid) -> tuple[PaperSheet, list[Diagnostic]]:
    """The sheet that a table is, and what is wrong with its form."""
    return _Reading(grid).sheet()


def looks_like_table(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether rows have a header, or cells enough, to be a table and no lines of words."""
    filled = [row for row in rows if not _is_blank(row)]
    if not filled:
        return any(len(row) > 1 for row in rows)
    if any(_is_header(row) for row in filled):
        return True
    table = [row for row in filled if _fact_of(row) is None]
    wide = [row for row in table if len(row) >= _NARROWEST and row[0].text.strip() and not _WORDY.search(row[0].text)]
    return 2 * len(wide) > len(table)


def holds_sheet(rows: Sequence[Sequence[Cell]], faults: Sequence[Diagnostic]) -> bool:
    """Whether a table that was read is a sheet with something in it, whatever is wrong with it; another table beside a
    sheet, such as who paid whom, is none."""
    codes = {fault.code for fault in faults}
    if "paper-empty" in codes:
        return False
    if any(map(_is_header, rows)):
        return True
    table = [row for row in rows if len(row) >= _NARROWEST and _fact_of(row) is None]
    names = any(row[0].text.strip() and not _is_figure(row[0]) for row in table)
    figures = any(sign.isdigit() for row in table for sign in row[1].text)
    return names and figures and not codes & _OF_OTHERS


_OF_OTHERS: Final = frozenset({"paper-no-header", "paper-rows", "paper-long"})
"""What is wrong with a table without a header of a sheet that is none."""
_WORDY: Final = re.compile(r"\S\s+[-+]?[0-9]")
"""A name and a figure in one cell: a line of words, with a comma somewhere."""
_NARROWEST: Final = 3
"""Cells that make a row: a name and some figures."""


def fact_line(text: str, line: int) -> tuple[str, Cell] | None:
    """The fact that one line or one cell says by itself: ``Правила: сочинка``."""
    # Folding keeps every sign in its place but in rare alphabets; the value is taken from what was typed.
    found = _ONE_CELL.match(fold(text))
    if found is None:
        return None
    value = re.split(r"[:=]", text, maxsplit=1)[1].strip() if found["value"] else found["digits"]
    start = max(text.rfind(value), 0)
    return FACT_WORDS[found[1]], Cell(value, line, Span(start, start + len(value)))


def add_fact(facts: Facts, name: str, cell: Cell) -> None:
    """Note what a sheet says, once it is known to be a fact that can be."""
    day = _DAY.match(cell.text.strip())
    if name == "date" and day:
        cell = cell._replace(text=f"{day[3]}-{day[2]:0>2}-{day[1]:0>2}")
    if name in facts.said:
        facts.faults.append(fault_of("paper-fact-twice", cell, word=cell.text, first=facts.said[name].line))
        return
    where = Field(cell.text, cell.span)
    try:
        if name == "date":
            read_date(fields_of(cell.text, 0), where)
        elif name == "stake":
            read_stake(fields_of(cell.text, 0), where)
        elif name in KINDS:
            read_rule(f"{name} {' '.join(cell.text.split())}", 0, where)
    except Misplaced as problem:
        facts.faults.append(fault_of(problem.code, cell, **problem.values))
    facts.said[name] = cell


class _Columns(NamedTuple):
    """Where things stand in a row."""

    player: int
    pool: int | None
    left: int | None
    mountain: int | None
    whists: tuple[tuple[int, int], ...]
    """On which seat, in which place."""


class _Reading:
    """One table being read."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.facts = Facts({}, [])
        self.faults = self.facts.faults
        self.by_order = False

    def fault(self, code: str, *cells: Cell, **values: object) -> None:
        self.faults.append(fault_of(code, *cells, **values))

    def sheet(self) -> tuple[PaperSheet, list[Diagnostic]]:
        filled = [place for place, row in enumerate(self.grid.rows) if not _is_blank(row)]
        if len(filled) > MOST_ROWS:
            self.fault("paper-long", self.grid.rows[filled[MOST_ROWS]][0])
            return self._done(())
        header = next((place for place in filled if _is_header(self.grid.rows[place])), None)
        if header is None:
            header = self._strange_header(filled)
        if header is None:
            return self._done(self._without_header(filled))
        for place in filled:
            if place < header:
                self._above(self.grid.rows[place])
        return self._done(self._under_header(header))

    def _done(self, rows: Sequence[PaperRow]) -> tuple[PaperSheet, list[Diagnostic]]:
        self.faults.sort(key=lambda fault: (fault.line, fault.spans))
        return PaperSheet(tuple(rows), self.grid.lines, self.facts.said, self.by_order), self.faults

    # What is said above

    def _above(self, row: Sequence[Cell]) -> bool:
        """Take a row above the table for what it is; whether it says a fact."""
        found = _fact_of(row)
        if found is not None:
            name, cell = found
            if cell is None:
                return True
            odd = self.grid.odd.get(cell)
            if odd == "yes-no":
                cell = cell._replace(text="yes" if cell.text == "TRUE" else "no")
            elif odd in ("formula", "error", "percent") or (odd == "date" and name != "date"):
                self.fault(f"paper-cell-{odd}", cell, word=cell.text)
                return True
            add_fact(self.facts, name, cell)
            return True
        words = [cell for cell in row if cell.text.strip()]
        if len(words) > 1:
            self.fault("paper-fact-unknown", words[0], word=words[0].text.strip(), known=tuple(FACT_WORDS))
        return False

    # Under a header

    def _strange_header(self, filled: Sequence[int]) -> int | None:
        """A row of words alone above everything with figures: a header whose words are not known."""
        for place in filled:
            row = self.grid.rows[place]
            if _fact_of(row) is not None:
                continue
            words = [cell for cell in row if fold(cell.text) not in _OWN | DASHES]
            if len(words) >= _NARROWEST and not any(sign.isdigit() for cell in words for sign in cell.text):
                return place
            if len(words) > 1:
                return None
        return None

    def _under_header(self, header: int) -> list[PaperRow]:
        heads = list(self.grid.rows[header])
        body = list(self.grid.rows[header + 1 :])
        player = self._player_column(heads, body)
        if player is None:
            self._unknown(heads, body)
            return []
        if body and _completes(body[0], player):
            # A heading over several columns, and under it one for each.
            below = body.pop(0)
            heads = [cell._replace(text="") if _over_whists(cell) else cell for cell in heads]
            for place, cell in enumerate(below):
                if place >= len(heads):
                    heads.append(cell)
                elif cell.text.strip():
                    heads[place] = cell
        rows = self._players(body, player)
        if not rows:
            self.fault("paper-empty", heads[player])
            return []
        used = {place for place, cell in enumerate(heads) if _heading(cell.text) not in ("", "over")} | {player}
        if self._merged(rows, used):
            return []
        if not 2 <= len(rows) <= MOST_PLAYERS:
            self._miscounted(rows)
            return []
        players = self._names(rows, player)
        columns = None if players is None else self._columns(heads, player, players)
        if players is None or columns is None:
            return []
        over = {place for place, cell in enumerate(heads) if _heading(cell.text) == "over"}
        return self._read(players, rows, [columns] * len(rows), over)

    def _unknown(self, heads: Sequence[Cell], body: Sequence[Sequence[Cell]]) -> None:
        """No column of players: its heading may be mistyped, or others stand there alone."""
        firsts = [row[0] for row in body if row and row[0].text.strip()]
        names = tuple(cell.text.strip() for cell in firsts if not _is_figure(cell))[:MOST_PLAYERS]
        before = len(self.faults)
        for cell in heads:
            if names and _heading(cell.text) is None and fold(cell.text) not in map(fold, names):
                self.fault("paper-heading-unknown", cell, word=cell.text.strip(), names=names)
        if len(self.faults) == before:
            self.fault("paper-no-player", *[cell for cell in heads if cell.text.strip()][:1])

    def _miscounted(self, rows: Sequence[Sequence[Cell]]) -> None:
        self.fault("paper-rows", rows[min(len(rows) - 1, MOST_PLAYERS)][0], count=len(rows))

    def _player_column(self, heads: Sequence[Cell], body: Sequence[Sequence[Cell]]) -> int | None:
        for place, cell in enumerate(heads):
            if _heading(cell.text) == "player":
                return place
        # The corner of a table is often left empty.
        for place, cell in enumerate(heads):
            if not cell.text.strip() and any(len(row) > place and row[place].text.strip() for row in body):
                return place
        return None

    def _columns(self, heads: Sequence[Cell], player: int, players: Sequence[Cell]) -> _Columns | None:
        names = tuple(cell.text.strip() for cell in players)
        before = len(self.faults)
        found: dict[str, int] = {"player": player}
        whists: dict[int, int] = {}
        for place, cell in enumerate(heads):
            heading = _heading(cell.text)
            if place == player or heading in ("", "over"):
                continue
            if heading is not None:
                if heading in found:
                    self.fault("paper-column-twice", heads[found[heading]], cell, word=cell.text.strip())
                found[heading] = place
                continue
            if self.grid.odd.get(cell) == "formula":
                # A heading that follows a name and was not worked out: the names stand in the order of the rows.
                seat = len(whists) if len(whists) < len(names) else None
            else:
                seat = self._seat(cell, names)
            if seat in whists:
                self.fault("paper-column-twice", heads[whists[seat]], cell, word=cell.text.strip())
            elif seat is not None:
                whists[seat] = place
        if "pool" in found and "left" in found:
            self.fault("paper-pool-and-left", heads[found["pool"]], heads[found["left"]])
        missing = tuple(name for seat, name in enumerate(names) if seat not in whists)
        if len(self.faults) == before and (missing or "mountain" not in found):
            self.fault("paper-column-missing", heads[player], mountain="mountain" not in found, names=missing)
        if len(self.faults) > before:
            return None
        return _Columns(
            player, found.get("pool"), found.get("left"), found.get("mountain"), tuple(sorted(whists.items()))
        )

    def _seat(self, cell: Cell, names: tuple[str, ...]) -> int | None:
        """The seat of whom the whists of a column are on."""
        text = cell.text.strip()
        said = _ON.match(fold(text))
        folded = [fold(name) for name in names]
        for word in [fold(text), *([said[1]] if said else [])]:
            if word in folded:
                return folded.index(word)
            begun = [seat for seat, name in enumerate(folded) if name.startswith(word)]
            if len(begun) == 1:
                return begun[0]
            if begun:
                self.fault("player-ambiguous", cell, word=text, names=tuple(names[seat] for seat in begun))
                return None
        if said:
            # "висты на Аню": the ending of a name changes, by no more than a letter.
            stem = said[1][:-1]
            begun = [seat for seat, name in enumerate(folded) if (stem and name[:-1] == stem) or name == stem]
            if len(begun) == 1:
                return begun[0]
        code = "paper-whists-on-whom" if _over_whists(cell) else "paper-heading-unknown"
        self.fault(code, cell, word=text, names=names)
        return None

    # The rows

    def _read(
        self, players: Sequence[Cell], rows: Sequence[Sequence[Cell]], columns: Sequence[_Columns], over: set[int]
    ) -> list[PaperRow]:
        """The rows with each cell in its column; what stands in the places of `over` is passed over."""
        read = []
        beyond: set[int] = set()
        said = False
        for seat, (player, row, places) in enumerate(zip(players, rows, columns, strict=True)):
            cells = {place: cell for place, cell in enumerate(row) if cell.text.strip() and place not in over}
            cells.pop(places.player, None)
            pool, left, mountain = (
                None if place is None or place not in cells else self._figure(cells.pop(place))
                for place in (places.pool, places.left, places.mountain)
            )
            whists: list[tuple[Cell | int, Cell]] = []
            for on, place in places.whists:
                if place in cells and on == seat:
                    self._own(cells.pop(place), player)
                elif place in cells:
                    whists.append((on, self._figure(cells.pop(place))))
            for place, cell in cells.items():
                if place not in beyond:
                    self.fault("paper-cell-beyond", cell, word=cell.text.strip())
                beyond.add(place)
            said = said or bool(pool or left or mountain or whists or cells)
            read.append(PaperRow(player, pool, left, mountain, tuple(whists)))
        if not said:
            self.fault("paper-empty", read[0].player)
        return read

    def _names(self, rows: Sequence[Sequence[Cell]], place: int) -> list[Cell] | None:
        """The cells of the names; ``None`` where one is wrong: nothing else can be told of such a table."""
        before = len(self.faults)
        players: list[Cell] = []
        for row in rows:
            cell = row[place] if place < len(row) else Cell("", row[0].line, row[0].span, row[0].name)
            odd = self.grid.odd.get(cell)
            if odd is not None:
                self.fault(f"paper-cell-{odd}", cell, word=cell.text)
            elif not cell.text.strip() or _is_figure(cell):
                self.fault("paper-name-missing", cell, word=cell.text)
            twice = next(
                (other for other in players if cell.text.strip() and fold(other.text) == fold(cell.text)), None
            )
            if twice is not None:
                self.fault("name-twice", cell, name=cell.text.strip(), other=twice.text.strip())
            players.append(cell._replace(quoted=True))
        return players if len(self.faults) == before else None

    def _own(self, cell: Cell, player: Cell) -> None:
        if fold(cell.text) not in _OWN | DASHES | _NOTHING:
            self.fault("whists-on-self", cell, player=player.text.strip(), own="cell")

    def _figure(self, cell: Cell) -> Cell:
        odd = self.grid.odd.get(cell)
        if odd is not None:
            self.fault(f"paper-cell-{odd}", cell, word=cell.text)
        return cell._replace(text="0") if cell.text.strip() in DASHES else cell

    # Without a header

    def _without_header(self, filled: Sequence[int]) -> list[PaperRow]:
        first = next((place for place in filled if not self._above_table(place)), None)
        if first is None:
            self.faults.append(Diagnostic("paper-empty", 0, (), {"row": 0, "cell": ""}))
            return []
        while len(self.grid.rows[first]) == 1 and any(len(row) > 1 for row in self.grid.rows[first + 1 :]):
            # A line of its own above a table is its title: a row would have the cells of the others, though empty.
            first += 1
        rows = self._players(self.grid.rows[first:], 0)
        if not rows:
            self.fault("paper-rows", self.grid.rows[first][0], count=0)
            return []
        if self._merged(rows, range(max(map(len, rows)))):
            return []
        if not 2 <= len(rows) <= MOST_PLAYERS:
            self._miscounted(rows)
            return []
        players = self._names(rows, 0)
        columns = self._by_order(rows)
        return [] if players is None or columns is None else self._read(players, rows, columns, set())

    def _above_table(self, place: int) -> bool:
        row = self.grid.rows[place]
        return _fact_of(row) is not None and self._above(row)

    def _by_order(self, rows: Sequence[Sequence[Cell]]) -> list[_Columns] | None:
        """Name, pool, mountain, then whists on each in the order of the rows, the own cell there or not; or all that
        without the pool, and with the own cell."""
        count = len(rows)
        filled = max(place + 1 for row in rows for place, cell in enumerate(row) if cell.text.strip())
        with_own, without = count + 3, count + 2
        owns = _diagonal(rows, 3)
        all_blank = all(fold(text) in _OWN | DASHES for text in owns)
        if filled == without:
            # As many columns as without the own cells are there without the pools.
            marks = [fold(text) in _OWN | DASHES for text in _diagonal(rows, 2)]
            if all(marks) and all(_diagonal(rows, 2)) and not (all_blank and max(map(len, rows)) >= with_own):
                return [_Columns(0, None, None, 1, tuple((seat, 2 + seat) for seat in range(count)))] * count
            if all(marks):
                self.fault("paper-no-header", rows[0][0], count=filled, own=True)
                return None
        if filled == with_own or (all_blank and max(map(len, rows)) >= with_own and filled <= with_own):
            whists = tuple((seat, 3 + seat) for seat in range(count))
            return [_Columns(0, 1, None, 2, whists)] * count
        if filled == without and not all_blank:
            self.by_order = True
            others = [[on for on in range(count) if on != seat] for seat in range(count)]
            return [_Columns(0, 1, None, 2, tuple((on, 3 + at) for at, on in enumerate(ons))) for ons in others]
        self.fault("paper-no-header", rows[0][0], count=filled, own=False, least=without, most=with_own)
        return None

    def _players(self, body: Sequence[Sequence[Cell]], player: int) -> list[Sequence[Cell]]:
        """The rows of players: nothing empty, no sums, no remarks below."""
        rows: list[Sequence[Cell]] = []
        gap = False
        for row in body:
            words = [cell for cell in row if cell.text.strip()]
            if not words:
                gap = True
                continue
            if len(rows) > 1 and len(row) > player and fold(row[player].text.strip(" :")) in _SUMS:
                break
            if len(words) == 1 and (gap or self._is_remark(words[0], row)):
                gap = True
                continue
            rows.append(row)
        return rows

    def _is_remark(self, cell: Cell, row: Sequence[Cell]) -> bool:
        """Whether what stands alone in its row is a sentence: longer than a name, or written over several columns."""
        top, left = self._place(row), next(at for at, it in enumerate(row) if it is cell)
        wide = any(
            (area.top, area.bottom, area.left) == (top, top, left) and area.right > left for area in self.grid.merged
        )
        return len(cell.text.strip()) > LONGEST_NAME or (wide and not _is_figure(cell))

    def _place(self, row: Sequence[Cell]) -> int:
        return next(at for at, it in enumerate(self.grid.rows) if it is row)

    def _merged(self, rows: Sequence[Sequence[Cell]], columns: Iterable[int]) -> bool:
        """Tell of merged cells among names and figures: what they hold is one cell's, and the others read as empty."""
        places, columns = [self._place(row) for row in rows], sorted(columns)
        found = False
        for area in self.grid.merged:
            inside = area.inside(places, columns)
            if not inside or inside == [(area.top, area.left)]:
                continue
            row = self.grid.rows[inside[0][0]]
            # Behind the last cell with something in it a row has none.
            cell = row[min(inside[0][1], len(row) - 1)]
            self.faults.append(_named(fault_of("paper-cell-merged", cell, word=area.name), area))
            found = True
        return found


def _named(fault: Diagnostic, area: Merged) -> Diagnostic:
    """A fault at merged cells, by the name of the first."""
    return fault._replace(values={**fault.values, "cell": area.name.partition(":")[0]})


def _diagonal(rows: Sequence[Sequence[Cell]], first: int) -> list[str]:
    """What stands in each one's own cell, if the first one's is in that place."""
    return [row[first + at].text.strip() if len(row) > first + at else "" for at, row in enumerate(rows)]


def _completes(row: Sequence[Cell], player: int) -> bool:
    """Whether a row below a header goes on with it: words, and nobody's."""
    words = [cell for cell in row if cell.text.strip()]
    if not words or (len(row) > player and row[player].text.strip()):
        return False
    return not any(_is_figure(cell) or cell.text.strip() in DASHES for cell in words)


def _heading(text: str) -> str | None:
    """What a heading names: ``player``, ``pool``, ``left``, ``mountain``, ``over`` for what is passed over, nothing;
    ``None``: perhaps a name."""
    word = " ".join(re.sub(r"\(.*?\)", " ", fold(text)).split()).strip(" .:,")
    if not word:
        return "" if not text.strip() else None
    if word in _PLAYER_WORDS:
        return "player"
    if word in _LEFT_WORDS:
        return "left"
    if word in _PASSED_OVER:
        return "over"
    column = COLUMN_WORDS.get(word)
    return column if column in ("pool", "mountain") else None


def is_name(text: str) -> bool:
    """Whether a table can have a player called so: no word of its headings, and nothing that reads as a figure."""
    cell = Cell(text, 1, Span(0, len(text)))
    return _heading(text) is None and fold(text.strip(" :")) not in _SUMS and not _is_figure(cell)


def _over_whists(cell: Cell) -> bool:
    """Whether a heading says that these are whists, and not on whom."""
    word = fold(cell.text).strip(" .:,")
    return COLUMN_WORDS.get(word) == "whists" or word in _WHISTS_ON


def _is_header(row: Sequence[Cell]) -> bool:
    return len({_heading(cell.text) for cell in row} & {"player", "pool", "left", "mountain"}) > 1


def _fact_of(row: Sequence[Cell]) -> tuple[str, Cell | None] | None:
    """The fact that a row says, its value if there is one."""
    words = [cell for cell in row if cell.text.strip()]
    if not words:
        return None
    name = FACT_WORDS.get(" ".join(fold(words[0].text.strip(" :=")).split()))
    if name is None:
        alone = fact_line(words[0].text, words[0].line) if len(words) == 1 else None
        return None if alone is None else (alone[0], words[0]._replace(text=alone[1].text))
    if len(words) == 1:
        return name, None
    value = words[1]
    if len(words) > 2:
        # "0.5" and "RUB" in cells of their own.
        text = " ".join(cell.text.strip() for cell in words[1:])
        value = value._replace(text=text, span=Span(value.span.start, max(words[-1].span.end, value.span.end)))
    return name, value


def _is_blank(row: Sequence[Cell]) -> bool:
    return not any(cell.text.strip() for cell in row)


def _is_figure(cell: Cell) -> bool:
    try:
        paper_figure(cell.text)
    except OverflowError:
        return True
    except ValueError:
        return False
    return bool(cell.text.strip())
