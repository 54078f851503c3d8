"""Figures as people read them: ``6 2/3``, ``-12 1/2``."""

from __future__ import annotations

from pulka_calc.game.terms import Figure


def figure_text(figure: Figure) -> str:
    """A whole number as it is, a fraction as a mixed number, with a minus sign that can be copied.

    >>> from fractions import Fraction
    >>> figure_text(Fraction(-25, 2))
    '-12 1/2'
    """
    if figure.denominator == 1:
        return str(figure.numerator)
    whole, rest = divmod(abs(figure.numerator), figure.denominator)
    sign = "-" if figure < 0 else ""
    return f"{sign}{whole} {rest}/{figure.denominator}" if whole else f"{sign}{rest}/{figure.denominator}"


def signed(figure: Figure) -> str:
    """A balance: with its sign, so that who wins is seen at once."""
    return ("+" if figure > 0 else "") + figure_text(figure)


def factor_text(figure: Figure) -> str:
    """A figure that stands in a product: a fraction and a negative number go in brackets."""
    text = figure_text(figure)
    return text if figure >= 0 and figure.denominator == 1 else f"({text})"


def difference_text(figure: Figure, less: Figure) -> str:
    """A subtraction and its result: ``34 - 12 = 22``."""
    taken = figure_text(less) if less >= 0 else f"({figure_text(less)})"
    return f"{figure_text(figure)} - {taken} = {figure_text(figure - less)}"


def sum_text(*figures: Figure) -> str:
    """An addition and its result: ``34 + 8 - 12 = 30``; a single figure is its own sum."""
    text = figure_text(figures[0])
    for figure in figures[1:]:
        text += f" - {figure_text(-figure)}" if figure < 0 else f" + {figure_text(figure)}"
    return text if len(figures) == 1 else f"{text} = {figure_text(sum(figures))}"
