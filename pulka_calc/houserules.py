"""House rules: what a table agreed, kept in a TOML file and read with the places of what is wrong.

    extends = "leningrad"       # a preset, or rules of one's own by name
    title = "Моя дача"
    pool_target = 30
    allpass_price = [2, 4, 8]   # or as a pulka file has it: "2,4,8"

Such a file stands anywhere, or under a name in the user's folder of rules. No pulka refers to one: what it says is
written into the pulka.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from pulka_calc import store
from pulka_calc.game.presets import PRESETS, find_preset
from pulka_calc.game.rulekinds import Figures, Kind, Rate, Word, YesNo
from pulka_calc.game.rules import KINDS, conflicts
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.document import rules_of
from pulka_calc.journal.grammar import fold
from pulka_calc.store import StoreError

SIZE_LIMIT: Final = 32 * 1024
"""The most bytes that a rules file may have; all rules there are take two of its kilobytes."""

SUFFIX: Final = ".toml"
KEYS: Final = ("extends", "title")
"""What a rules file says besides rules."""


_DEEPEST: Final = 20
"""How many rules may stand on one another."""

_MOST_UNREADABLE: Final = 20
"""How many lines that are no TOML are told at once."""


class HouseRules(NamedTuple):
    """The rules of one file."""

    path: Path
    title: str | None
    extends: str
    """The preset's own name, or the name of other rules as the file has it."""
    preset: str
    """The preset at the bottom."""
    changed: dict[str, object]
    """Values that the preset has otherwise, by rule."""


class RulesWrong(Exception):  # noqa: N818 - what is wrong is the file
    """A rules file that cannot be followed: that which was asked for, or one that it extends.

    Args:
        path: the file.
        lines: its lines.
        faults: everything that is wrong with it, from above.
    """

    def __init__(self, path: Path, lines: list[str], faults: list[Diagnostic]) -> None:
        super().__init__(str(path))
        self.path = path
        self.lines = lines
        self.faults = faults


# Where named rules are


def rules_folder(environ: Mapping[str, str]) -> Path | None:
    """The user's folder of named rules, whether it is there or not; ``None`` where no home is known.

    `PULKA_CONFIG_DIR` names another folder than the user's configuration folder.
    """
    chosen = environ.get("PULKA_CONFIG_DIR")
    if chosen:
        return Path(os.path.abspath(chosen)) / "rules"
    # Imported here for the start-up time; only a word that may name such rules needs it.
    import platformdirs

    folder = platformdirs.user_config_path("pulka-calc", appauthor=False)
    return folder / "rules" if folder.is_absolute() else None


def named_rules(folder: Path | None) -> dict[str, Path]:
    """The files of the folder of rules by name, in the order of names; nothing where there is no such folder."""
    if folder is None:
        return {}
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return {}
    return {path.stem: path for path in paths if path.suffix.lower() == SUFFIX and not path.name.startswith(".")}


def find_named(folder: Path | None, name: str) -> Path | None:
    """The file with this name, letter case ignored; ``None`` when there is none."""
    folded = fold(name)
    return next((path for known, path in named_rules(folder).items() if fold(known) == folded), None)


# Reading


def read_rules(path: Path, folder: Path | None) -> HouseRules:
    """The rules of a file; those that it extends are looked for in `folder`.

    Raises:
        RulesWrong: it is no rules file, or its rules cannot be.
        StoreError: it cannot be read.
    """
    return _read(path, folder, ())


def _read(path: Path, folder: Path | None, extending: tuple[Path, ...]) -> HouseRules:
    try:
        text = store.read(path)
        size = len(text.encode())
        if size > SIZE_LIMIT:
            raise StoreError("file-too-big", path, size=size, limit=SIZE_LIMIT)
    except StoreError as error:
        # The sentences of a pulka's file would not do.
        raise StoreError(error.code, path, **{**error.values, "limit": SIZE_LIMIT, "of": "rules"}) from None
    return _Reader(path, text, folder, (*extending, path)).read()


class _Statement(NamedTuple):
    """One ``key = value`` as it stands in the text, or a line that is none."""

    line: int
    end: int
    """Its last line."""
    key: str | None
    key_span: Span
    value_span: Span
    """The value, as far as it stands on the first line."""


class _Reader:
    """Reads one file, and gathers all that is wrong with it."""

    def __init__(self, path: Path, text: str, folder: Path | None, extending: tuple[Path, ...]) -> None:
        self.path = path
        self.folder = folder
        self.extending = extending
        self.lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self.statements = list(_statements(self.lines))
        self.said: dict[str, _Statement] = {}
        for statement in self.statements:
            if statement.key is not None:
                self.said.setdefault(statement.key, statement)
        self.faults: list[Diagnostic] = []
        self.faulty: set[str] = set()
        """Keys that something is wrong with already."""

    def read(self) -> HouseRules:
        """The rules, when nothing is wrong.

        Raises:
            RulesWrong: something is.
        """
        # Imported here: pydantic takes longer to load than all the rest of a command.
        from pulka_calc.schema import rules_said

        written = [number for number, line in enumerate(self.lines, 1) if line.strip()] or [1]
        if _PULKA.match(self.lines[written[0] - 1]):
            self._fault("rules-file-pulka", written[0], _whole(self.lines[written[0] - 1]))
            raise self._wrong()
        said = rules_said(self._without_sections(self._table()))
        for key in said.unknown:
            self._fault_at(key, "rule-unknown", _key_span, word=key, keys=KEYS)
        for key in said.wrong:
            self._wrong_value(key)
        if said.title is not None and not said.title.isprintable():
            self._fault_at("title", "title-control", _value_span)
        base = None if said.extends is None else self._base(said.extends)
        if said.extends is None and not self._extends_is_faulty(said.unknown):
            self._fault("extends-missing", written[-1], _whole(self.lines[written[-1] - 1]))
        if base is None:
            raise self._wrong()
        extends, preset, changed = base
        values = {**changed, **said.rules}
        self._conflicts(preset, values)
        if self.faults:
            raise self._wrong()
        own = {rule: value for rule, value in values.items() if value != getattr(PRESETS[preset], rule)}
        return HouseRules(self.path, said.title, extends, preset, own)

    # TOML

    def _table(self) -> dict[str, Any]:
        """The file as TOML; statements that are none are told and left out."""
        import tomllib  # here for the start-up time, which it doubles: names alone are looked up without it

        lines = list(self.lines)
        for _ in range(_MOST_UNREADABLE):
            try:
                return tomllib.loads("\n".join(lines), parse_float=Decimal)
            except RecursionError:
                found = None
            except ValueError as error:
                # A number of thousands of digits is no `TOMLDecodeError`.
                found = _PLACE.search(str(error))
            line, column = (int(found[1]), int(found[2])) if found and found[1] else (0, 0)
            blamed = self._blamed(lines, line)
            if blamed is None:
                break
            self._unreadable(blamed, line, column, lines)
            lines[blamed.line - 1 : blamed.end] = [""] * (blamed.end - blamed.line + 1)
        # Whatever this is, it is no rules file; that it lacks anything need not be said.
        self.faulty.add("extends")
        return {}

    def _blamed(self, lines: list[str], line: int) -> _Statement | None:
        """The statement that a mistake of TOML is in: it cannot be read alone, or says again what was said."""
        left = [statement for statement in self.statements if any(lines[statement.line - 1 : statement.end])]
        here = [statement for statement in left if statement.line <= line <= statement.end]
        before = [statement for statement in left if statement.line < line or not line]
        for statement in (*here, *reversed(before), *left):
            if not _readable("\n".join(lines[statement.line - 1 : statement.end])) or self._repeats(statement):
                return statement
        return next(iter(here or left[-1:]), None)

    def _repeats(self, statement: _Statement) -> bool:
        return statement.key is not None and self.said[statement.key] is not statement

    def _unreadable(self, statement: _Statement, line: int, column: int, lines: list[str]) -> None:
        """Tell of a statement that is no TOML."""
        key, text = statement.key, lines[statement.line - 1]
        if key is not None and _readable("\n".join(lines[statement.line - 1 : statement.end])):
            self._fault("rule-twice", statement.line, statement.key_span, rule=key, line=self.said[key].line)
            return
        if key is not None:
            self.faulty.add(key)
        span = _whole(text)
        raw = text[slice(*statement.value_span)]
        if key is None:
            why, key, raw = "equals", *_said_otherwise(text)
            if "=" in text:
                why = "key"
            if key in KEYS:
                self.faulty.add(key)
        elif not raw:
            why = "value"
        else:
            span = statement.value_span
            why = next((name for name, pattern in _WHYS if pattern.match(raw)), "other")
            if why == "other" and statement.line == line and column <= len(text):
                span = Span(max(column - 1, 0), max(column, 1))
        choices = toml_choices(KINDS[key]) if key in KINDS else None
        word = text.strip() if statement.key is None else raw
        self._fault("toml-syntax", statement.line, span, why=why, word=word, better=_meant(key, raw), choices=choices)

    def _without_sections(self, table: dict[str, Any]) -> dict[str, Any]:
        """The table with what stands in sections lifted out of them; there are none in a rules file."""
        lifted: dict[str, Any] = {}
        for key, value in table.items():
            if key in self.said:
                lifted.setdefault(key, value)
                continue
            inner = value[0] if isinstance(value, list) and value else value
            header = self._header(key)
            if header is None or not isinstance(inner, dict):
                lifted.setdefault(key, value)
                continue
            line, span = header
            self._fault("section-unexpected", line, span, word=self.lines[line - 1][slice(*span)])
            for name, under in inner.items():
                if name in table or name in lifted:
                    self._fault_at(name, "rule-twice", _key_span, last=True, rule=name, line=self._line_of(name))
                else:
                    lifted[name] = under
        return lifted

    def _header(self, section: str) -> tuple[int, Span] | None:
        for statement in self.statements:
            text = self.lines[statement.line - 1]
            found = _HEADER.match(text)
            if statement.key is None and found and found[2].split(".")[0].strip().strip("\"'") == section:
                return statement.line, Span(found.start(1), found.end(1))
        return None

    # What it says

    def _wrong_value(self, key: str) -> None:
        statement = self.said.get(key)
        span = _value_span(statement) if statement else Span(0, 1)
        text = self.lines[statement.line - 1][slice(*span)] if statement else ""
        if key in KEYS:
            self._fault_at(key, "text-expected", _value_span, key=key, word=text)
            return
        quoted = len(text) > 1 and text[0] in "\"'" and text[-1] == text[0]
        word = text[1:-1] if quoted else text
        self._fault_at(key, "rule-value", _value_span, rule=key, word=word, choices=toml_choices(KINDS[key]))

    def _extends_is_faulty(self, unknown: list[str]) -> bool:
        """Whether what is extended is said, though wrongly."""
        if "extends" in self.faulty:
            return True
        # Imported here: only a wrong file needs it.
        from difflib import get_close_matches

        return bool(get_close_matches("extends", unknown, 1, 0.7))

    def _base(self, word: str) -> tuple[str, str, dict[str, object]] | None:
        """What is extended: its name, the preset, and what is changed of it already."""
        preset = find_preset(word)
        if preset is not None:
            return preset.preset, preset.preset, {}
        path = find_named(self.folder, word)
        if path is None:
            self._fault_at("extends", "extends-unknown", _value_span, word=word, named=tuple(named_rules(self.folder)))
            return None
        again = next((place for place, other in enumerate(self.extending) if _same(path, other)), None)
        if again is not None:
            circle = [other.stem for other in (*self.extending[again:], path)]
            self._fault_at("extends", "extends-circle", _value_span, circle=" → ".join(circle))
            return None
        if len(self.extending) > _DEEPEST:
            self._fault_at("extends", "extends-deep", _value_span, deepest=_DEEPEST)
            return None
        base = _read(path, self.folder, self.extending)
        return word, base.preset, base.changed

    def _conflicts(self, preset: str, values: dict[str, object]) -> None:
        """Tell which values cannot stand together."""
        rules = rules_of(preset, tuple(values.items()))
        for conflict in conflicts(rules):
            if self.faulty & set(conflict.rules):
                continue
            said = [self.said[rule] for rule in conflict.rules if rule in self.said]
            shown = {rule: KINDS[rule].text(getattr(rules, rule)) for rule in conflict.rules}
            # Where the file names none of the rules, they come from what it extends.
            line = max((statement.line for statement in said), default=self._line_of("extends"))
            self._fault(f"rules-{conflict.reason}", line, _whole(self.lines[line - 1]), **shown)

    # Faults

    def _line_of(self, key: str) -> int:
        """Where a key is said; the first line where that cannot be told."""
        return self.said[key].line if key in self.said else 1

    def _fault(self, code: str, at: int, span: Span, **values: object) -> None:
        self.faults.append(Diagnostic(code, at, (span,), {**values, "notation": "toml"}))

    def _fault_at(
        self, key: str, code: str, where: Callable[[_Statement], Span], /, *, last: bool = False, **values: object
    ) -> None:
        """Tell of a key, at the place in its statement that `where` finds."""
        self.faulty.add(key)
        statements = [statement for statement in self.statements if statement.key == key]
        if statements:
            statement = statements[-1 if last else 0]
            self._fault(code, statement.line, where(statement), **values)
            return
        # A dotted key: the line that begins with it.
        begun = (number for number, line in enumerate(self.lines, 1) if line.lstrip().strip("\"'").startswith(key))
        line = next(begun, 1)
        self._fault(code, line, _whole(self.lines[line - 1]), **values)

    def _wrong(self) -> RulesWrong:
        return RulesWrong(self.path, self.lines, sorted(self.faults, key=lambda fault: (fault.line, fault.column)))


# The text


_PLACE: Final = re.compile(r"\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)\Z")
_PULKA: Final = re.compile(r"\s*(?:pulka|пулька)\s+[0-9]+\b")
_HEADER: Final = re.compile(r"\s*(\[+\s*([^\[\]]*?)\s*\]+)")
_KEY: Final = re.compile(r"""\s*(?:"(?P<double>[^"\\]*)"|'(?P<single>[^']*)'|(?P<bare>[A-Za-z0-9_-]+))\s*=[ \t]*""")
_TOKEN: Final = re.compile(
    r"""(?P<long>\"{3}|'{3})|"(?:\\.|[^"\\])*(?:"|$)|'[^']*(?:'|$)|(?P<comment>\#.*)|(?P<bracket>[\[\]{}])"""
)
_WHYS: Final = (
    ("quotes", re.compile("[“”„«»‘’]")),
    ("list", re.compile(r"[0-9]+(?:\s*,\s*[0-9]+)+\s*\Z")),
    ("open", re.compile(r"\[[^\]]*\Z")),
    ("string", re.compile(r"\"[^\"]*\Z|'[^']*\Z")),
    ("word", re.compile(r"[^\W\d][\w -]*\Z")),
)
"""What people write who do not know TOML, by the value that they write; the first that fits is told."""


def _statements(lines: list[str]) -> Iterator[_Statement]:
    """The statements of a text, by what begins its lines; `tomllib` tells no places.

    A line inside a list that looks like ``key = value`` begins a statement: the list was not closed.
    """
    begun: _Statement | None = None
    depth, long = 0, ""
    for number, text in enumerate(lines, 1):
        found = None if long else _KEY.match(text)
        if begun is None or (not long and (depth <= 0 or found)):
            if begun is not None:
                yield begun._replace(end=number - 1)
            depth = 0
            key = found["double"] or found["single"] or found["bare"] if found else None
            key_span = (
                Span(found.start() + len(text) - len(text.lstrip()), len(text[: found.end()].rstrip(" \t=")))
                if found
                else Span(0, 1)
            )
            value = Span(found.end(), found.end()) if found else Span(0, 1)
            begun = _Statement(number, number, key, key_span, value)
            depth, long, end = _scanned(text, found.end() if found else 0, 0, "")
            if found:
                begun = begun._replace(value_span=Span(found.end(), max(end, found.end())))
        else:
            depth, long, _ = _scanned(text, 0, depth, long)
    if begun is not None:
        yield begun._replace(end=len(lines))


def _scanned(text: str, start: int, depth: int, long: str) -> tuple[int, str, int]:
    """How deep in brackets and in which long string a line ends, and where its text ends, comment left out."""
    place = start
    while True:
        if long:
            close = text.find(long, place)
            if close < 0:
                return depth, long, len(text.rstrip())
            place, long = close + 3, ""
        found = _TOKEN.search(text, place)
        if not found:
            return depth, "", len(text.rstrip())
        if found["comment"]:
            return depth, "", len(text[: found.start()].rstrip())
        place = found.end()
        if found["long"]:
            long = found["long"]
        elif found["bracket"]:
            depth += 1 if found["bracket"] in "[{" else -1


def _readable(text: str) -> bool:
    import tomllib  # as above

    try:
        tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        return False
    return True


def _whole(text: str) -> Span:
    """All that stands on a line."""
    start = len(text) - len(text.lstrip())
    return Span(start, max(len(text.rstrip()), start + 1)) if text.strip() else Span(0, 1)


def _key_span(statement: _Statement) -> Span:
    return statement.key_span


def _value_span(statement: _Statement) -> Span:
    """The value; the key where the value begins on a later line."""
    return statement.value_span if statement.value_span.start < statement.value_span.end else statement.key_span


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


# How TOML has it


def toml_text(kind: Kind, value: object) -> str:
    """A value as it is written in a rules file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    if value is None or isinstance(value, str | Fraction):
        return f'"{kind.text(value)}"'
    return str(value)


def toml_choices(kind: Kind) -> str:
    """What may be written, in the notation of `Kind.choices`."""
    choices = kind.choices().split(" | ")
    if isinstance(kind, YesNo):
        return "true | false"
    if isinstance(kind, Word):
        return " | ".join(f'"{word}"' for word in choices)
    if isinstance(kind, Figures):
        return " | ".join(
            "[]" if word == "none" else f"[{word.replace(',', ', ').replace(' …', ', …')}]" for word in choices
        )
    return " | ".join(
        f'"{word}"' if word == "none" or ("/" in word and isinstance(kind, Rate)) else word for word in choices
    )


_STATEMENT: Final = re.compile(r"\s*(?:rule|правило|rules|правила)?\s*([\w-]+)\s*[\s:=]\s*(.*?)\s*(?:#.*)?\Z")


def _said_otherwise(text: str) -> tuple[str | None, str]:
    """The rule and its value in a line written as a pulka file has it, or with a colon."""
    found = _STATEMENT.match(text)
    if not found:
        return None, ""
    return found[1].lower().replace("-", "_"), found[2]


def _meant(key: str | None, raw: str) -> str | None:
    """What should stand in the place of a statement that is no TOML, where that can be told."""
    value = raw.strip(" \t\"'“”„«»‘’")
    if key in KEYS:
        return f'{key} = "{value}"' if value.isprintable() and value and not set('\\"') & set(value) else None
    kind = KINDS.get(key or "")
    if kind is None:
        return None
    try:
        return f"{key} = {toml_text(kind, kind.parse(value.strip('[]').strip()))}"
    except ValueError:
        return None
