"""Figures as they are written on paper: running totals with dots, decimal commas, halves."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from pulka_calc.game.terms import Figure, whole

DASHES: Final = frozenset({"-", "–", "−", "—"})
"""What stands in a cell that has no figure: a player's own, or an empty one of a table."""

LONGEST_FIGURE: Final = 12
"""Digits that a figure of a sheet may have."""

_PART: Final = r"[+\-]?(?:[0-9]+(?:,[0-9]+|/[0-9]+|½)?|½)"
_TOTALS: Final = re.compile(rf"(?:…|\.\.\.)?{_PART}(?:\.{_PART})*\.?\Z")
_FIGURE: Final = re.compile(r"[+\-]?(?:[0-9]+(?:[.,][0-9]+|/[0-9]+|½)?|½)\Z")
_THOUSANDS: Final = re.compile(r"(?<=[0-9])[ \u00a0\u202f](?=[0-9]{3}(?![0-9]))")
_CLOSED: Final = re.compile(r"\s*(?:<<|«)\Z")


def paper_figure(text: str) -> Figure:
    """The figure that a cell of paper holds.

    A whole number, ``5/2``, ``2.5``, ``2,5``, ``2½``; or running totals as they are written on paper, each with a dot
    behind it, of which the last one counts: ``2.6.16.`` is 16. ``<<`` behind a closed pool is passed over. An empty
    cell is 0.

    Raises:
        ValueError: it is none of these.
        OverflowError: it has more digits than a sheet can hold.
    """
    return running_totals(text)[-1]


def running_totals(text: str) -> list[Figure]:
    """All figures of a cell, as they were written one after the other; most cells hold one.

    Raises:
        ValueError: it holds no figure.
        OverflowError: one has more digits than a sheet can hold.
    """
    plain, closed = _CLOSED.subn("", text.strip())
    plain = _THOUSANDS.sub("", plain).replace("−", "-").replace("–", "-")
    if not plain:
        return [0]
    if plain.endswith(".") or plain.count(".") > 1 or (closed and "." in plain):
        if not _TOTALS.match(plain):
            raise ValueError(text)
        parts = plain.removesuffix(".").removeprefix("...").removeprefix("…").split(".")
        return [_figure(part, text) for part in parts]
    return [_figure(plain, text)]


def _figure(plain: str, text: str) -> Figure:
    """One figure; `text` is the whole cell."""
    if not _FIGURE.match(plain):
        raise ValueError(text)
    if any(len(part) > LONGEST_FIGURE for part in re.split(r"[^0-9]", plain)):
        raise OverflowError(text)
    half = plain.endswith("½")
    number = plain.removesuffix("½").replace(",", ".")
    try:
        figure = Fraction(number if number not in ("", "+", "-") else f"{number}0")
    except ZeroDivisionError:
        raise ValueError(text) from None
    if half:
        figure += Fraction(-1 if number.startswith("-") else 1, 2)
    return whole(figure)


_LOOK_ALIKE: Final = str.maketrans("OoОоQDlIi|!ЗзбЧчSsВB", "00000011111336445588")
"""Letters that are typed, or read, for digits."""


def meant_figure(text: str) -> str | None:
    """The number that was meant where letters stand for digits; ``None`` where it cannot be told."""
    digits = text.strip().translate(_LOOK_ALIKE)
    if digits == text.strip() or not any(sign.isdigit() for sign in digits):
        return None
    try:
        paper_figure(digits)
    except (ValueError, OverflowError):
        return None
    return digits
