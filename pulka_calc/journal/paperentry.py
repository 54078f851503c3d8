"""What is typed for the cells of a row: figures, words that say which ones they are, whists by name.

``12 34 10``, ``left 3 mountain 12``, ``12 Boris 34 Vera 10``. Where each figure stands, `paperform` knows.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.grammar import COLUMN_WORDS, fold
from pulka_calc.journal.statements import Field, seat_of
from pulka_calc.journal.tokens import Lexicon

CLOSED_MARKS: Final = ("<<", "«")


class Entry(NamedTuple):
    """A figure, and what is said of it."""

    figure: str | None
    """As it was typed; ``None`` where a word or a name has none behind it."""
    column: str = ""
    """``pool``, ``left``, ``mountain`` or ``whists``, where a word says it."""
    on: int = -1
    """The seat of whoever is named before it."""
    word: str = ""
    """The word or the name, as it was typed."""


_WORD: Final = re.compile(r'"[^"]*"|«\w[^»]*»|\S+')
_PROPER: Final = re.compile(r"([0-9]+)/([0-9]+)\Z")


def words_of(typed: str) -> list[str]:
    """The words of an answer, a mark of a closed pool with the figure before it.

    Raises:
        Problem: a whole and a fraction, ``12 1/2``, could be two figures or one.
    """
    words: list[str] = []
    for word in _WORD.findall(typed.replace(";", " ")):
        word = word.rstrip(",") or word
        part = _PROPER.match(word)
        if word in CLOSED_MARKS and words:
            words[-1] += word
        elif part and words and words[-1].lstrip("+-").isdecimal() and int(part[1][:9]) < int(part[2][:9]):
            raise Problem("form-mixed", word=f"{words[-1]} {word}")
        else:
            words.append(word)
    return words


def entries_of(typed: str, names: tuple[str, ...]) -> list[Entry]:
    """The figures of an answer, each with the word or the name before it. What is neither is taken for a figure.

    Raises:
        Problem: the beginning of a name is that of several, or a whole and a fraction could be two figures or one.
    """
    words = words_of(typed)
    entries: list[Entry] = []
    while words:
        column = COLUMN_WORDS.get(fold(words[0]), "")
        named, length = (-1, 1) if column else player_at(words, names)
        if not column and named < 0:
            entries.append(Entry(words.pop(0)))
            continue
        said = " ".join(words[:length])
        del words[:length]
        if column == "whists" and words and player_at(words, names)[0] >= 0:
            # The names behind it say more.
            continue
        figure = None
        if words and fold(words[0]) not in COLUMN_WORDS and player_at(words, names)[0] < 0:
            figure = words.pop(0)
        entries.append(Entry(figure, column, named, said))
    return entries


def player_at(words: list[str], names: tuple[str, ...]) -> tuple[int, int]:
    """The seat of the player whom the first words name, and how many words do; -1 where they name nobody.

    Raises:
        Problem: several players.
    """
    lexicon = Lexicon(names)
    first = words[0]
    if first[0] in '"«':
        seat = lexicon.whole_name(first.strip('"«»'))
        return (-1 if seat is None else seat), 1
    for length in range(len(words), 1, -1):
        seat = lexicon.whole_name(" ".join(words[:length]))
        if seat is not None:
            return seat, length
    if first[0].isalpha() and not lexicon.seats(first):
        return -1, 1
    if first[0].isalpha() or re.match(r"@[0-9]+\Z", first):
        return seat_of(Field(first, Span(0, len(first))), lexicon, names), 1
    return -1, 1
