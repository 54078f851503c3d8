"""The phases that an old game may open with, as rules of their own (rule base §7.5).

A phase is nothing but the table's rules with some values replaced, and which hands belong to it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import LEVELS

Phase = Literal["robber", "allpass", "game"]
"""A phase: robber (разбойник), all-pass (распасы), the game itself (игра)."""

ROBBER_GAMES: Final[tuple[int | str, ...]] = (*LEVELS, "misere")
"""What each player plays in the robber, each once."""


class Terms(NamedTuple):
    """What is played in a phase, and under which rules."""

    rank: int
    """Phases follow each other in this order; any may be left out."""
    row: bool
    """All-pass hands make a row: prices rise, bids have a minimum."""
    hands_each: int | None
    """How many hands are played for each player at the table; ``None``: as many as it takes."""
    values: dict[str, Any]
    """What replaces the table's own values."""


_BY_LEVEL_NOTHING: Final = (0,) * len(LEVELS)

TERMS: Final[dict[Phase, Terms]] = {
    "robber": Terms(
        rank=0,
        row=False,
        hands_each=len(ROBBER_GAMES),
        # The result goes on the mountain only, without whists, consolation or talon bonus.
        values={
            "made_goes_to": "mountain_only",
            "whist_value": _BY_LEVEL_NOTHING,
            "consolation": _BY_LEVEL_NOTHING,
            "misere_shared_with_dealer": False,
            "dark_bids": False,
        },
    ),
    "allpass": Terms(
        rank=1,
        row=False,
        hands_each=2,
        # Ten on the mountain for a trick and ten in the pool for none, whatever all-pass costs later.
        values={
            "allpass_scoring": "mountain",
            "allpass_price": (10,),
            "allpass_amnesty": "no",
            "allpass_clean_bonus": "price",
        },
    ),
    "game": Terms(rank=2, row=True, hands_each=None, values={}),
}
"""The phases in their order [§7.5]."""


def rules_in(rules: Rules, phase: Phase) -> Rules:
    """The rules in force in a phase of a table's game."""
    return _opening(rules, phase) if TERMS[phase].values else rules


@lru_cache(maxsize=64)
def _opening(rules: Rules, phase: Phase) -> Rules:
    return replace(rules, **TERMS[phase].values)


def hands_of(phase: Phase, players: int) -> int | None:
    """How many hands a phase has at a table of so many; ``None``: as many as it takes."""
    each = TERMS[phase].hands_each
    return None if each is None else each * players
