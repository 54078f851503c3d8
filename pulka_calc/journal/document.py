"""A pulka file as lines and statements. The text is kept as it is: writing it back is byte-identical."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rules import KINDS, Rules, conflicts
from pulka_calc.journal import statements as read
from pulka_calc.journal.comings import read_join, read_leave, read_replace
from pulka_calc.journal.diagnostics import Diagnostic, Problem, Span
from pulka_calc.journal.grammar import STATEMENT_WORDS, Lang, fold
from pulka_calc.journal.layout import other_layouts
from pulka_calc.journal.sitting import Coming, Sitting, first_sitting
from pulka_calc.journal.statements import Field, Misplaced, Sentence, Stake
from pulka_calc.journal.tokens import Word, split_words

BOM: Final = "\ufeff"

UNDOABLE: Final = frozenset(
    {"hand", "fix", "void", "adjust", "check", "dealer", "start", "phase", "join", "leave", "replace"}
)
"""Statements that ``undo`` takes back: everything below the head of the file (design §2)."""


class HandLine(NamedTuple):
    """A hand, or a ``fix`` of one: its number and its words, not yet read."""

    kind: str
    """``hand`` or ``fix``."""
    line: int
    fault: Diagnostic | None
    """What is wrong with its words; such a statement keeps its place and does nothing."""
    number: int
    words: tuple[Word, ...]
    offset: int
    """Where the words begin in the line."""


class Statement(NamedTuple):
    """Any other statement after the ``players`` line."""

    kind: str
    line: int
    fault: Diagnostic | None
    data: object


AnyStatement = HandLine | Statement


@cache
def _nobody() -> Sitting:
    """The table before anybody sits there; no hand is read at it."""
    return first_sitting(())


@dataclass
class Document:
    """What a pulka file says, before it is judged."""

    text: str
    lines: list[str] = field(default_factory=list)
    title: str | None = None
    date: str | None = None
    lang: Lang = "en"
    rules: Rules = PRESETS["sochi"]
    rules_known: bool = True
    """Whether `rules` are what the file says; where they are not, hands are read but not judged by them."""
    changed: dict[str, object] = field(default_factory=dict)
    """Values of ``rule`` lines, by rule."""
    stake: Stake | None = None
    names: tuple[str, ...] = ()
    """The ``players`` line."""
    table: Sitting = field(default_factory=_nobody)
    """Who sits at the table after the last line."""
    first: Sitting = field(default_factory=_nobody)
    """Who sat there first, as the ``players`` line has them."""
    sittings: list[tuple[int, Sitting]] = field(default_factory=list)
    """The lines that changed who sits there, and the table after each."""
    statements: list[AnyStatement] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    """What is wrong with the head of the file, and with lines that are no statements."""

    def table_at(self, line: int) -> Sitting:
        """Who sits at the table for the words of a line."""
        return next((table for changed, table in reversed(self.sittings) if changed < line), self.first)


def words_text(document: Document, hand: HandLine) -> str:
    """The words of a hand as they stand in its line."""
    return read.strip_comment(document.lines[hand.line - 1])[hand.offset :]


def settled(
    statements: Sequence[AnyStatement],
) -> tuple[list[AnyStatement], list[AnyStatement], list[AnyStatement]]:
    """What stands after ``undo`` and ``redo``, what could be brought back, and those of the two that had nothing to do.

    What could be brought back stands with the next one last.
    """
    standing: list[AnyStatement] = []
    undone: list[AnyStatement] = []
    idle: list[AnyStatement] = []
    for statement in statements:
        kind = statement.kind
        if kind == "undo":
            place = next((i for i in range(len(standing) - 1, -1, -1) if standing[i].kind in UNDOABLE), None)
            if place is None:
                idle.append(statement)
            else:
                undone.append(standing.pop(place))
        elif kind == "redo":
            if undone:
                standing.append(undone.pop())
            else:
                idle.append(statement)
        else:
            if kind in UNDOABLE:
                standing.append(statement)
            undone.clear()
    return standing, undone, idle


@lru_cache(maxsize=1024)
def rules_of(preset: str, changed: tuple[tuple[str, object], ...]) -> Rules:
    """A preset with the values that a table changed; equal tables share one value."""
    return replace(PRESETS[preset], **dict(changed))  # type: ignore[arg-type]


_KEYWORD: Final = re.compile(r"\s*([^\s\"]+|\"[^\"]*\"?)")
_new: Final = tuple.__new__
_DIGITS: Final = frozenset("0123456789")
_LONGEST_NUMBER: Final = 6
_HAND: Final = re.compile(r"\s*([0-9]+)\s*\.\s*")


def read_document(text: str) -> Document:
    """The statements of a file's text. Nothing is judged here that depends on the sheet."""
    return _Reader(text).read()


class _Reader:
    """One pass over the lines."""

    def __init__(self, text: str) -> None:
        self.document = Document(text)
        body = text.removeprefix(BOM)
        self.document.lines = body.split("\n")
        self.lookup: Callable[[str], Word] | None = None
        """Finds a word of a hand, once the players are known."""
        self.preset: str | None = None
        self.seen: dict[str, int] = {}
        self.play_began = False
        self.line = 0
        self.rules_faulty = False
        self.rule_spans: dict[str, tuple[int, Span]] = {}

    def read(self) -> Document:
        document = self.document
        statements = document.statements
        empty = True
        for number, raw in enumerate(document.lines, 1):
            if self.lookup is not None and raw[:1] in _DIGITS and "#" not in raw and '"' not in raw:
                # As nearly every line is: a hand, its number first, no comment, no quotes.
                head, dot, text = raw.partition(".")
                if dot and head.isdecimal() and len(head) <= _LONGEST_NUMBER:
                    words = tuple(map(self.lookup, text.replace(",", " ").split()))
                    statements.append(_new(HandLine, ("hand", number, None, int(head), words, len(head) + 1)))
                    self.play_began = True
                    continue
            self.line = number
            line = raw if "#" not in raw else read.strip_comment(raw)
            head = line.lstrip()
            if not head or head.isspace():
                continue
            if empty:
                empty = False
                if not self._version(line):
                    return document
                continue
            if head[0] in "0123456789":
                statements.append(self._hand(line))
            else:
                self._statement(line)
        if empty:
            self.line = 1
            self._fault("file-empty")
        else:
            self._finish()
        return document

    # Faults

    def _fault(self, code: str, *spans: Span, **values: object) -> Diagnostic:
        diagnostic = Diagnostic(code, self.line, spans or self._whole_line(), values)
        self.document.faults.append(diagnostic)
        return diagnostic

    def _whole_line(self) -> tuple[Span, ...]:
        text = read.strip_comment(self.document.lines[self.line - 1]).rstrip()
        start = len(text) - len(text.lstrip())
        return (Span(start, max(len(text), start + 1)),)

    def _diagnostic(self, problem: Problem) -> Diagnostic:
        spans = problem.spans if isinstance(problem, Misplaced) else ()
        return Diagnostic(problem.code, self.line, spans or self._whole_line(), problem.values)

    # The head

    def _version(self, line: str) -> bool:
        fields = read.fields_of(line, 0)
        if not fields or STATEMENT_WORDS.get(fold(fields[0].text)) != "pulka" or fields[0].quoted:
            self._fault("version-missing")
            return False
        self.seen["pulka"] = self.line
        if [field.text for field in fields[1:]] != [read.FORMAT]:
            self._fault("version-unknown", *(field.span for field in fields[1:]), word=line.strip())
            return False
        return True

    def _statement(self, line: str) -> None:
        found = _KEYWORD.match(line)
        assert found is not None
        keyword = Field(found[1], Span(found.start(1), found.end(1)))
        name = STATEMENT_WORDS.get(fold(found[1]))
        if name is None:
            self._unknown(keyword, line)
            return
        if line.count('"') % 2 and name != "title":
            place = line.rindex('"')
            self._note(name, Diagnostic("quote-open", self.line, (Span(place, place + 1),), {}))
            return
        rest, offset = line[found.end() :], found.end()
        head = _HEAD.get(name)
        try:
            if head is not None:
                if self.document.statements and self.document.statements[-1].kind in ("undo", "redo"):
                    # It is a statement too: what was taken back can no longer be brought back.
                    self.document.statements.append(Statement("head", self.line, None, None))
                head(self, rest, offset, keyword)
            else:
                self._in_play(name, rest, offset, keyword)
        except Problem as problem:
            self._note(name, self._diagnostic(problem))

    def _note(self, name: str, fault: Diagnostic) -> None:
        """Keep a fault where it belongs: with its statement, so that ``undo`` takes both back."""
        if name in UNDOABLE and self.document.names:
            unread = (
                HandLine(name, self.line, fault, 0, (), 0) if name == "fix" else Statement(name, self.line, fault, None)
            )
            self.document.statements.append(unread)
        else:
            self.document.faults.append(fault)
            if name in ("rules", "rule"):
                self.rules_faulty = True
            if name == "players":
                self.seen.setdefault("players", self.line)

    def _unknown(self, keyword: Field, line: str) -> None:
        text = line.strip()
        for meant in other_layouts(text):
            if STATEMENT_WORDS.get(fold(meant.split()[0])):
                self._fault("keyboard-layout", *self._whole_line(), meant=meant)
                return
        self._fault("statement-unknown", keyword.span, word=keyword.text, text=line.strip())

    def _once(self, name: str, keyword: Field) -> None:
        if name in self.seen:
            raise Misplaced("statement-twice", keyword, word=keyword.text, line=self.seen[name])
        self.seen[name] = self.line

    def _before_play(self, keyword: Field) -> None:
        if self.play_began and self._hand_stands():
            raise Misplaced("statement-late", keyword, word=keyword.text)

    def _hand_stands(self) -> bool:
        """Whether a hand stands now: one that was taken back is as if it had not been there."""
        standing, _, _ = settled(self.document.statements)
        return any(isinstance(statement, HandLine) for statement in standing)

    def _title(self, rest: str, offset: int, keyword: Field) -> None:
        self._once("title", keyword)
        text = rest.strip()
        if len(text) > 1 and text.startswith('"') and text.endswith('"'):
            text = text[1:-1]
        if any(not sign.isprintable() for sign in text):
            raise Misplaced("title-control", keyword)
        self.document.title = text or None

    def _date(self, rest: str, offset: int, keyword: Field) -> None:
        self._once("date", keyword)
        self.document.date = read.read_date(read.fields_of(rest, offset), keyword)

    def _rules(self, rest: str, offset: int, keyword: Field) -> None:
        self._before_play(keyword)
        self._once("rules", keyword)
        self.preset = read.read_preset(read.fields_of(rest, offset), keyword)

    def _rule(self, rest: str, offset: int, keyword: Field) -> None:
        self._before_play(keyword)
        name, value = read.read_rule(rest, offset, keyword)
        if name in self.document.changed:
            raise Misplaced("rule-twice", keyword, rule=name, line=self.rule_spans[name][0])
        self.document.changed[name] = value
        self.rule_spans[name] = (self.line, Span(keyword.span.start, offset + len(rest.rstrip())))

    def _stake(self, rest: str, offset: int, keyword: Field) -> None:
        self._once("stake", keyword)
        self.document.stake = read.read_stake(read.fields_of(rest, offset), keyword)

    def _players(self, rest: str, offset: int, keyword: Field) -> None:
        # Here the line is, only too late: one mistake, not two.
        self.document.faults = [fault for fault in self.document.faults if fault.code != "players-missing"]
        self._before_play(keyword)
        self._once("players", keyword)
        self.document.names = read.read_players(read.fields_of(rest, offset), keyword)
        self.document.first = first_sitting(self.document.names)
        self._seat(self.document.first)

    def _lang(self, rest: str, offset: int, keyword: Field) -> None:
        self.document.lang = read.read_lang(read.fields_of(rest, offset), keyword)

    def _pulka(self, rest: str, offset: int, keyword: Field) -> None:
        raise Misplaced("statement-twice", keyword, word=keyword.text, line=self.seen["pulka"])

    def _seat(self, table: Sitting) -> None:
        """From now on the words of a line are read at `table`."""
        self.document.table = table
        self.lookup = table.lexicon.__getitem__

    # The game

    def _in_play(self, name: str, rest: str, offset: int, keyword: Field) -> None:
        document = self.document
        if not self._seated():
            return
        line = Sentence(read.fields_of(rest, offset), keyword, document.table)
        data: object
        if name == "fix":
            document.statements.append(self._fix(rest, offset, keyword))
            self.play_began = True
            return
        if name == "start":
            self._before_play(keyword)
            data = read.read_start(line, self._target())
        elif name == "phase":
            data = read.read_phase(line.fields, keyword)
        else:
            data = _IN_PLAY[name](line)
        document.statements.append(Statement(name, self.line, None, data))
        if isinstance(data, Coming):
            document.sittings.append((self.line, data.after))
            self._seat(data.after)
        elif name in ("undo", "redo") and document.sittings:
            self._seat_again()

    def _seat_again(self) -> None:
        """Who sits at the table after something was taken back or brought back."""
        standing, _, _ = settled(self.document.statements)
        comings = [statement.data for statement in standing if isinstance(statement, Statement)]
        tables = [coming.after for coming in comings if isinstance(coming, Coming)]
        table = tables[-1] if tables else self.document.first
        if table is not self.document.table:
            self.document.sittings.append((self.line, table))
            self._seat(table)

    def _target(self) -> int | None:
        """The pool's target as far as the head of the file has said it."""
        preset = PRESETS[self.preset or "sochi"]
        target = self.document.changed.get("pool_target", preset.pool_target)
        assert target is None or isinstance(target, int)
        return target

    def _seated(self) -> bool:
        """Whether the players are known; says so once when they are not."""
        if self.document.names:
            return True
        if "players" not in self.seen:
            self.seen["players"] = self.line
            self._fault("players-missing")
        return False

    def _hand(self, line: str) -> HandLine:
        """A hand's line: ``N.`` and its words."""
        self.play_began = True
        found = _HAND.match(line)
        if not found or len(found[1]) > _LONGEST_NUMBER:
            digits = re.match(r"\s*([0-9]+\.?)", line)
            assert digits is not None
            span = Span(digits.start(1), digits.end(1))
            return HandLine("hand", self.line, self._at(span, "hand-number", word=line.split()[0]), 0, (), 0)
        number, offset = int(found[1]), found.end()
        if line.count('"') % 2:
            place = line.rindex('"')
            return HandLine("hand", self.line, self._at(Span(place, place + 1), "quote-open"), number, (), offset)
        if not self._seated():
            return HandLine("hand", self.line, None, number, (), offset)
        return HandLine(
            "hand", self.line, None, number, split_words(line[offset:], self.document.table.lexicon), offset
        )

    def _at(self, span: Span, code: str, **values: object) -> Diagnostic:
        return Diagnostic(code, self.line, (span,), values)

    def _fix(self, rest: str, offset: int, keyword: Field) -> HandLine:
        found = re.match(r"\s*([0-9]{1,6})(?:\s*\.\s*|\s+|\Z)", rest)
        if not found:
            fields = read.fields_of(rest, offset)
            raise Misplaced("number-unknown", *(fields[:1] or [keyword]), word=fields[0].text if fields else "")
        words = split_words(rest[found.end() :], self.document.table.lexicon)
        return HandLine("fix", self.line, None, int(found[1]), words, offset + found.end())

    # The end

    def _finish(self) -> None:
        """Settle the rules, and say what a whole file lacks."""
        document = self.document
        last = max((number for number, line in enumerate(document.lines, 1) if line.strip()), default=1)
        self.line = last
        document.rules_known = self.preset is not None and not self.rules_faulty
        if self.preset is None:
            if not self.rules_faulty:
                self._fault("rules-missing")
        else:
            document.rules = rules_of(self.preset, tuple(document.changed.items()))
            for conflict in conflicts(document.rules):
                # The last of the lines that say it; a preset's own values never conflict.
                said = [self.rule_spans[rule] for rule in conflict.rules if rule in self.rule_spans]
                self.line, span = max(said, default=(last, Span(0, 1)))
                values = {rule: KINDS[rule].text(getattr(document.rules, rule)) for rule in conflict.rules}
                self._fault(f"rules-{conflict.reason}", span, **values)
            self.line = last
        if not document.names and "players" not in self.seen:
            self._fault("players-missing")
        document.faults.sort(key=lambda fault: fault.line)


def _dealer(line: Sentence) -> int:
    seat = line.seat()
    read.no_more(line.fields)
    return seat


def _nothing(line: Sentence) -> None:
    read.no_more(line.fields)


_HEAD: Final[dict[str, Callable[[_Reader, str, int, Field], None]]] = {
    "pulka": _Reader._pulka,
    "title": _Reader._title,
    "date": _Reader._date,
    "rules": _Reader._rules,
    "rule": _Reader._rule,
    "stake": _Reader._stake,
    "players": _Reader._players,
    "lang": _Reader._lang,
}
_IN_PLAY: Final[dict[str, Callable[[Sentence], object]]] = {
    "dealer": _dealer,
    "void": read.read_void,
    "adjust": read.read_adjust,
    "check": read.read_check,
    "join": read_join,
    "leave": read_leave,
    "replace": read_replace,
    "undo": _nothing,
    "redo": _nothing,
}
