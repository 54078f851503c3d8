"""The words of the game: suits, levels, roles and columns.

The values are plain words, not numbers, so that a hand printed for a person, a memo key and a
JSON document all show the same thing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal

Suit = Literal["♠", "♣", "♦", "♥", "NT"]
"""A trump suit, or no trumps (масть, без козыря)."""

SUITS: Final[tuple[Suit, ...]] = ("♠", "♣", "♦", "♥", "NT")
"""From the lowest bid to the highest; also the numbers 1 to 5 of the form ``6.1``."""

LEVELS: Final[tuple[int, ...]] = (6, 7, 8, 9, 10)
"""Contracts by the tricks promised (взятки игры)."""

HAND_TRICKS: Final = 10
"""Tricks in every hand (взятки в сдаче)."""

TALON_TRICKS: Final = 2
"""Tricks the sitting dealer can win at all-pass with the cards of the talon (прикуп)."""

Role = Literal["whist", "pass", "half"]
"""What a defender said: whist (вист), pass (пас), half-whist (полвиста)."""

Play = Literal["open", "closed"]
"""How a whister plays: cards on the table (в светлую) or not (в тёмную)."""

Column = Literal["pool", "mountain", "whists"]
"""A column of the sheet: pool (пуля), mountain (гора), whists (висты)."""

COLUMNS: Final[tuple[Column, ...]] = ("pool", "mountain", "whists")

Figure = int | Fraction
"""A score: whole where it can be, an exact fraction where halves arise. Never a float."""


def whole(figure: Figure) -> Figure:
    """The same figure, as an ``int`` when it is whole, so that equal figures look equal."""
    if type(figure) is int:
        return figure
    return figure.numerator if figure.denominator == 1 else figure


def contract_text(level: int, suit: Suit | None) -> str:
    """``6♠``, ``10NT``; the level alone where no suit was said."""
    return f"{level}{suit or ''}"


def parse_contract(text: str) -> tuple[int, Suit | None]:
    """The inverse of `contract_text`.

    Raises:
        ValueError: the text is no level from 6 to 10 with a suit of `SUITS` or none.
    """
    digits = text[:2] if text.startswith("10") else text[:1]
    rest = text[len(digits) :]
    if not digits.isdecimal() or int(digits) not in LEVELS or (rest and rest not in SUITS):
        raise ValueError(text)
    suit: Suit | None = next((suit for suit in SUITS if suit == rest), None)
    return int(digits), suit
