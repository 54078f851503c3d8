"""``join``, ``leave`` and ``replace``: lines that change who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from pulka_calc.journal.grammar import AFTER, LEAVING, REPLACING, Keyword, Leaving, Replacing, fold
from pulka_calc.journal.sitting import Coming, Sitting
from pulka_calc.journal.statements import MOST_PLAYERS, Field, Misplaced, Sentence, check_name, no_more

FEWEST: Final = 2
"""Players whom a table keeps; two only settle."""


def read_join(line: Sentence) -> Coming:
    """``join Гена`` or ``join Гена after Вера``: he sits down next clockwise to whoever is named, else last."""
    table, keyword = line.table, line.last
    if len(table.seats) == MOST_PLAYERS:
        raise Misplaced("table-full", keyword, most=MOST_PLAYERS)
    field = line.take("player")
    name = _newcomer(field, table, returns=True)
    place = len(table.seats)
    if line:
        after = line.take("after")
        if fold(after.text) not in AFTER.words() or after.quoted:
            raise Misplaced("words-left", after, word=after.text)
        place = line.seat() + 1
    no_more(line.fields)
    known = table.number_of(name)
    after_it = table.seated(name, place)
    newcomer = len(table.people) if known is None else known
    return Coming(table, after_it, newcomer, None, newcomer, field.span)


def read_leave(line: Sentence) -> Coming:
    """``leave Гена``: settled as of now; ``leave Гена frozen``: his row stays as it is and is settled in the end.

    Somebody frozen may be settled later.
    """
    table, keyword = line.table, line.last
    person = line.player()
    field = line.last
    span = field.span
    mode: Leaving = _mode(line, LEAVING, "settled")
    if person not in table.seats and (person not in table.frozen or mode == "frozen"):
        raise Misplaced("left-already", field, player=table.people[person])
    if person in table.seats and len(table.seats) == FEWEST:
        raise Misplaced("table-empty", keyword, fewest=FEWEST)
    return Coming(table, table.without(person, mode), person, mode, None, span)


def read_replace(line: Sentence) -> Coming:
    """``replace Вера Дима``: each answers for what he played; ``takeover``: the substitute has the whole row."""
    table = line.table
    person = table.seats[line.seat()]
    field = line.take("player")
    name = _newcomer(field, table, returns=False)
    mode: Replacing = _mode(line, REPLACING, "settled")
    return Coming(table, table.with_substitute(person, name), person, mode, len(table.people), field.span)


def _newcomer(field: Field, table: Sitting, *, returns: bool) -> str:
    """The name of who comes, which nobody here has or had.

    Args:
        returns: somebody frozen may come back to his row under his name.
    """
    name = check_name(field)
    known = table.number_of(name)
    if known is None or (returns and known in table.frozen):
        return name
    if known in table.seats:
        raise Misplaced("name-twice", field, name=name, other=table.people[known])
    raise Misplaced("name-gone", field, name=name)


Mode = TypeVar("Mode", bound=str)


def _mode(line: Sentence, words: Mapping[Mode, Keyword], usual: Mode) -> Mode:
    """The last word of the line: what becomes of the row; `usual` where it is not said."""
    if not line:
        return usual
    field = line.take("mode")
    no_more(line.fields)
    for mode, keyword in words.items():
        if fold(field.text) in keyword.words() and not field.quoted:
            return mode
    raise Misplaced("mode-unknown", field, word=field.text, known=tuple(words.values()))
