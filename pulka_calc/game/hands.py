"""What happened in a hand, by seats. Nothing here is computed from prices.

Seats are numbers from 0 in the order of the ``players`` line, clockwise. What figures depend on comes
first in each hand; what follows is kept for its text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from pulka_calc.game.terms import Column, Figure, Play, Role, Suit

ToMountain = int | Literal["all"] | None
"""How much of a made game its declarer puts on the mountain: all, so many pool points, nothing (на гору)."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """All that the figures of a contract depend on, apart from who sat where.

    Equal outcomes are one object, made by `outcome`: an evening repeats itself, and what has been
    reckoned for one is found again at the cost of an identity.
    """

    level: int
    """Tricks promised, 6 to 10."""
    tricks: int | None
    """The declarer's tricks; ``None`` when the cards were not played."""
    first: Role
    """What the first defender said, the next clockwise after the declarer."""
    second: Role
    """What the second defender said."""
    first_taken: int | None
    """The first defender's own tricks, where both write their own; else ``None``."""
    dealer_whists: bool
    """Whether the sitting dealer whisted when neither defender did."""
    talon: int
    """Units of high cards in the talon (прикуп)."""
    dark: bool
    """Bid without looking (тёмная)."""

    @property
    def made(self) -> bool:
        """Whether the contract counts as made: played so, or not played at all [§3.1, §3.5]."""
        return self.tricks is None or self.tricks >= self.level


outcome = cache(Outcome)
"""The one `Outcome` with these parts, in their order."""


class Contract(NamedTuple):
    """A contract that was named and played, or won without play (игра)."""

    declarer: int
    """The declarer's seat (играющий)."""
    outcome: Outcome
    to_mountain: ToMountain = None
    suit: Suit | None = None
    notalon: bool = False
    """Played without the talon (без прикупа)."""
    agreed: bool = False
    """The tricks were agreed, not played (расписали)."""
    bid: str | None = None
    """Where the auction stopped, when it was said (торг)."""
    counts: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    """Tricks of declarer, first, second and dealer as said or worked out, for the text of the hand."""
    play: tuple[Play | None, Play | None] = (None, None)
    """How first and second played their whist."""

    @property
    def level(self) -> int:
        """Tricks promised, 6 to 10."""
        return self.outcome.level


class GiveUp(NamedTuple):
    """A contract given up before play (ушёл без трёх)."""

    declarer: int
    level: int
    dark: bool
    suit: Suit | None = None
    bid: str | None = None


class Misere(NamedTuple):
    """A misère (мизер)."""

    declarer: int
    tricks: int
    """Tricks that the declarer was made to take."""
    dark: bool
    to_mountain: ToMountain = None
    agreed: bool = False
    notalon: bool = False
    """Played without the talon (без прикупа)."""


class AllPass(NamedTuple):
    """A hand that everybody passed (распасы)."""

    tricks: tuple[int, ...]
    """Tricks by seat; the sitting dealer's are those of the talon."""
    dark: tuple[int, ...] = ()
    """Seats that passed without looking, in the order said."""


Hand = Contract | GiveUp | Misere | AllPass


class Adjustment(NamedTuple):
    """A figure written by agreement, past every rule of closing (поправка)."""

    player: int
    column: Column
    on: int | None
    points: Figure
    reason: str
