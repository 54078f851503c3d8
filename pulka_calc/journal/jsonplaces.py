"""JSON with the place of everything in it, so that a mistake is shown where it was typed.

The numbers are exact: what has a point or an exponent is a ``Decimal`` of its text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from decimal import Decimal
from typing import Any, Final, NamedTuple

from pulka_calc.journal.diagnostics import Span

DEEPEST: Final = 16
"""How many objects and lists may stand in one another."""

LINE_END: Final = re.compile(r"\r\n|\n|\r")

Path = tuple[str | int, ...]
"""Keys and numbers of items from the outside in."""


class Place(NamedTuple):
    """Where something stands: its line, from 1, and where in that line."""

    line: int
    span: Span


class Placed(NamedTuple):
    """A document and where its parts stand."""

    value: Any
    places: dict[Path, Place]
    """Of every value."""
    keys: dict[Path, Place]
    """Of the key of every value in an object."""


class NotJson(Exception):  # noqa: N818 - told as a fault where it is caught
    """A text that is no JSON, or none that is wanted.

    Args:
        code: of the fault that it becomes.
    """

    def __init__(self, code: str, place: Place, word: str) -> None:
        super().__init__(code)
        self.code = code
        self.place = place
        self.word = word


_BLANK: Final = re.compile(r"[ \t\r\n]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]{1,4})?(?![0-9A-Za-z_.])")
"""An exponent of more digits is no figure of anybody, and too much for a ``Decimal``."""
_STRING: Final = re.compile(r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_SIGNS: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORD: Final = re.compile(r"[^\s,:\]}]{1,40}|.", re.DOTALL)
_WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}
_PAIR: Final = re.compile("([\ud800-\udbff])([\udc00-\udfff])")
_LONE: Final = re.compile("[\ud800-\udfff]")
_NO_SIGN: Final = "\ufffe"
"""What stands for half of a sign: nobody can show either, but this one can be printed in a message."""


def read_json(text: str) -> Placed:
    """A JSON document and the places of its parts.

    Raises:
        NotJson: it is none, has a key twice, or is nested too deep.
    """
    return _Reader(text).document()


class _Reader:
    """One text being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(found.end() for found in LINE_END.finditer(text))]
        self.places: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}

    def document(self) -> Placed:
        value, at = self.value(self.blank(0), ())
        at = self.blank(at)
        if at < len(self.text):
            raise self.wrong(at)
        return Placed(value, self.places, self.keys)

    def place(self, start: int, end: int) -> Place:
        line = bisect_right(self.starts, start)
        first = self.starts[line - 1]
        return Place(line, Span(start - first, end - first))

    def wrong(self, at: int, code: str = "paper-json") -> NotJson:
        found = _WORD.match(self.text, at)
        word = found[0] if found else ""
        return NotJson(code, self.place(at, at + max(len(word), 1)), word)

    def blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        assert found is not None
        return found.end()

    def value(self, at: int, path: Path) -> tuple[Any, int]:
        if len(path) > DEEPEST:
            raise self.wrong(at, "paper-json-deep")
        sign = self.text[at : at + 1]
        value: Any
        if sign == "{":
            value, end = self.object(at + 1, path)
        elif sign == "[":
            value, end = self.list(at + 1, path)
        elif sign == '"':
            value, end = self.string(at)
        else:
            value, end = self.plain(at)
        self.places[path] = self.place(at, at + 1 if sign in ("{", "[") else end)
        return value, end

    def plain(self, at: int) -> tuple[Any, int]:
        number = _NUMBER.match(self.text, at)
        if number is not None:
            # Python refuses to make a number of very many digits; as a decimal they are too many as well.
            whole = not number[1] and not number[2] and len(number[0]) < _MOST_DIGITS
            return int(number[0]) if whole else Decimal(number[0]), number.end()
        word = _WORD.match(self.text, at)
        if word is None or word[0] not in _WORDS:
            raise self.wrong(at)
        return _WORDS[word[0]], word.end()

    def string(self, at: int) -> tuple[str, int]:
        found = _STRING.match(self.text, at)
        if found is None:
            raise self.wrong(at)
        text = _ESCAPE.sub(lambda it: chr(int(it[1], 16)) if it[1] else _SIGNS.get(it[2], it[2]), found[1])
        text = _PAIR.sub(lambda it: chr(0x10000 + (ord(it[1]) - 0xD800) * 0x400 + ord(it[2]) - 0xDC00), text)
        return _LONE.sub(_NO_SIGN, text), found.end()

    def object(self, at: int, path: Path) -> tuple[dict[str, Any], int]:
        made: dict[str, Any] = {}
        at = self.blank(at)
        if self.text[at : at + 1] == "}":
            return made, at + 1
        while True:
            key, end = self.string(at)
            place = self.place(at, end)
            if key in made:
                raise NotJson("paper-key-twice", place, key)
            self.keys[*path, key] = place
            at = self.blank(end)
            if self.text[at : at + 1] != ":":
                raise self.wrong(at)
            made[key], at = self.value(self.blank(at + 1), (*path, key))
            at = self.blank(at)
            if self.text[at : at + 1] == "}":
                return made, at + 1
            if self.text[at : at + 1] != ",":
                raise self.wrong(at)
            at = self.blank(at + 1)

    def list(self, at: int, path: Path) -> tuple[list[Any], int]:
        made: list[Any] = []
        at = self.blank(at)
        if self.text[at : at + 1] == "]":
            return made, at + 1
        while True:
            value, at = self.value(at, (*path, len(made)))
            made.append(value)
            at = self.blank(at)
            if self.text[at : at + 1] == "]":
                return made, at + 1
            if self.text[at : at + 1] != ",":
                raise self.wrong(at)
            at = self.blank(at + 1)


_MOST_DIGITS: Final = 1000
