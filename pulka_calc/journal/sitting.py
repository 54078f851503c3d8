"""Who sits at the table, as players join, leave and are replaced; who has a row on the sheet besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pulka_calc.journal.diagnostics import Span
from pulka_calc.journal.grammar import Leaving, Replacing, fold
from pulka_calc.journal.tokens import Lexicon


class Sitting:
    """The table between two changes of its players. People are numbered in the order in which they came.

    Args:
        people: names of everybody who has a row, those of the ``players`` line first.
        seats: who sits where, clockwise.
        frozen: who left with his row kept as it is.
    """

    # Every pulka has one: what is asked of it again and again is worked out once.
    __slots__ = ("frozen", "lexicon", "names", "people", "plain", "seats")

    def __init__(self, people: tuple[str, ...], seats: tuple[int, ...], frozen: tuple[int, ...] = ()) -> None:
        self.people = people
        self.seats = seats
        self.frozen = frozen
        self.plain = seats == tuple(range(len(people)))
        """Whether people and seats are the same: nobody came or went."""
        self.names = people if self.plain else tuple([people[person] for person in seats])
        """Names by seat."""
        self.lexicon = Lexicon(self.names)
        """The words of a hand at this table."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sitting):
            return NotImplemented
        return (self.people, self.seats, self.frozen) == (other.people, other.seats, other.frozen)

    def __hash__(self) -> int:
        return hash((self.people, self.seats, self.frozen))

    @property
    def everybody(self) -> Lexicon:
        """The words that name anybody with a row."""
        return self.lexicon if self.plain else Lexicon(self.people)

    @property
    def members(self) -> tuple[int, ...]:
        """Whose rows share the mountain: who sits here, and who is frozen."""
        return self.seats if self.plain else tuple(sorted((*self.seats, *self.frozen)))

    def called(self, people: tuple[str, ...]) -> Sitting:
        """The same table, its people called otherwise."""
        return Sitting(people, self.seats, self.frozen)

    def seated(self, name: str, place: int) -> Sitting:
        """The table with one more at `place`: a newcomer, or somebody frozen who comes back to his row."""
        known = self.number_of(name)
        people = self.people if known is not None else (*self.people, name)
        person = len(self.people) if known is None else known
        seats = (*self.seats[:place], person, *self.seats[place:])
        return Sitting(people, seats, tuple(one for one in self.frozen if one != person))

    def without(self, person: int, mode: Leaving) -> Sitting:
        """The table without somebody."""
        frozen = tuple(one for one in self.frozen if one != person)
        if mode == "frozen":
            frozen = (*frozen, person)
        return Sitting(self.people, tuple(one for one in self.seats if one != person), frozen)

    def with_substitute(self, person: int, name: str) -> Sitting:
        """The table with a newcomer in the seat of `person`."""
        newcomer = len(self.people)
        seats = tuple(newcomer if one == person else one for one in self.seats)
        return Sitting((*self.people, name), seats, self.frozen)

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
