"""Who sits at the table, as players join, leave and are replaced; who has a row on the sheet besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pulka_calc.journal.diagnostics import Span
from pulka_calc.journal.grammar import Leaving, Replacing, fold
from pulka_calc.journal.tokens import Lexicon


@dataclass(frozen=True)
class Sitting:
    """The table between two changes of its players. People are numbered in the order in which they came."""

    people: tuple[str, ...]
    """Names of everybody who has a row, those of the ``players`` line first."""
    seats: tuple[int, ...]
    """Who sits where, clockwise."""
    frozen: tuple[int, ...] = ()
    """Who left with his row kept as it is."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names by seat."""
        return tuple(self.people[person] for person in self.seats)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of a hand at this table."""
        return Lexicon(self.names)

    @cached_property
    def everybody(self) -> Lexicon:
        """The words that name anybody with a row."""
        return self.lexicon if self.plain else Lexicon(self.people)

    @property
    def members(self) -> tuple[int, ...]:
        """Whose rows share the mountain: who sits here, and who is frozen."""
        return tuple(sorted((*self.seats, *self.frozen)))

    @cached_property
    def plain(self) -> bool:
        """Whether people and seats are the same: nobody came or went."""
        return self.seats == tuple(range(len(self.people)))

    def seated(self, name: str, place: int) -> Sitting:
        """The table with one more at `place`: a newcomer, or somebody frozen who comes back to his row."""
        known = self.number_of(name)
        people = self.people if known is not None else (*self.people, name)
        person = len(self.people) if known is None else known
        seats = (*self.seats[:place], person, *self.seats[place:])
        return replace(self, people=people, seats=seats, frozen=tuple(one for one in self.frozen if one != person))

    def without(self, person: int, mode: Leaving) -> Sitting:
        """The table without somebody."""
        frozen = tuple(one for one in self.frozen if one != person)
        if mode == "frozen":
            frozen = (*frozen, person)
        return replace(self, seats=tuple(one for one in self.seats if one != person), frozen=frozen)

    def with_substitute(self, person: int, name: str) -> Sitting:
        """The table with a newcomer in the seat of `person`."""
        newcomer = len(self.people)
        seats = tuple(newcomer if one == person else one for one in self.seats)
        return replace(self, people=(*self.people, name), seats=seats)

    def number_of(self, name: str) -> int | None:
        """The person called exactly so."""
        folded = fold(name)
        return next((number for number, known in enumerate(self.people) if fold(known) == folded), None)


class Coming(NamedTuple):
    """A ``join``, ``leave`` or ``replace`` line: who, and the table that it makes."""

    before: Sitting
    after: Sitting
    person: int
    """Who joins, leaves or is replaced."""
    mode: Leaving | Replacing | None
    newcomer: int | None
    """Who comes; ``None`` when somebody leaves."""
    span: Span


def first_sitting(names: Sequence[str]) -> Sitting:
    """The table of a ``players`` line."""
    return Sitting(tuple(names), tuple(range(len(names))))
