"""In which language the program speaks. English is the source, other languages come from a gettext catalogue.

Sentences are `str.format` templates and stand as literals where they are said, in `Speech.say` and
`Speech.count`; literals that are kept in a table first are marked with `N_` and `NN_`. The catalogue's test finds
them all.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from pulka_calc.words.figures import figure_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from gettext import NullTranslations

    from pulka_calc.game.terms import Figure

Language = Literal["ru", "en"]

LANGUAGES: Final[tuple[Language, ...]] = ("ru", "en")

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LONGEST_QUOTE: Final = 60


def N_(text: str) -> str:  # noqa: N802 - the name that gettext tools know
    """Mark a literal that is said later; it is returned as it is."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Mark the two literals of a `Speech.count` that is said later."""
    return singular, plural


class Speech:
    """Says the program's sentences in one language."""

    def __init__(self, lang: Language) -> None:
        self.lang: Language = lang

    def say(self, template: str, **values: object) -> str:
        """The sentence of an English template, with its values put in."""
        if self.lang != "en":
            template = _catalogue(self.lang).gettext(template)
        return template.format(**values)

    def count(self, singular: str, plural: str, n: Figure, **values: object) -> str:
        """A sentence whose words go with the number `n`.

        Templates have ``{n}``, the figure, and ``{number}``, which in English is a word up to ten.
        A fraction takes the form that its language wants after fractions.
        """
        whole = n.denominator == 1
        if self.lang == "en":
            template = singular if n in (1, -1) else plural
            number = _NUMBERS[n.numerator] if whole and 0 <= n.numerator < len(_NUMBERS) else figure_text(n)
        else:
            # In Russian a fraction governs the same case as two: 2 1/2 виста.
            template = _catalogue(self.lang).ngettext(singular, plural, abs(n.numerator) if whole else 2)
            number = figure_text(n)
        return template.format(n=figure_text(n), number=number, **values)

    def quote(self, name: str, longest: int = _LONGEST_QUOTE) -> str:
        """A name or a word as it was typed, in quotation marks; a very long one is cut."""
        text = clip(name, longest)
        return f"«{text}»" if self.lang == "ru" else f'"{text}"'

    def every(self, names: Sequence[str]) -> str:
        """``Аня, Боря and Вера``."""
        if len(names) < 2:
            return "".join(names)
        return self.say("{some} and {last}", some=", ".join(names[:-1]), last=names[-1])

    def either(self, names: Sequence[str]) -> str:
        """``Аня, Боря or Вера``."""
        if len(names) < 2:
            return "".join(names)
        return self.say("{some} or {last}", some=", ".join(names[:-1]), last=names[-1])


def clip(text: str, longest: int = _LONGEST_QUOTE) -> str:
    """A text as it was typed, every character visible; a very long one is cut."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def printable(text: str) -> str:
    """The text with a visible sign for every character that would not show, or would do something to a terminal."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else _visible(sign) for sign in text)


def _visible(sign: str) -> str:
    if sign.isspace() and sign not in "\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029":
        return " "
    code = ord(sign)
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


@cache
def _catalogue(lang: Language) -> NullTranslations:
    from gettext import GNUTranslations  # typer has loaded it; a library use in English needs none
    from pathlib import Path

    with Path(__file__).with_name(f"{lang}.mo").open("rb") as file:
        return GNUTranslations(file)
