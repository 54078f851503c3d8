"""How the value of a rule is written: a parse and a text for each kind, inverse to each other.

The text is what stands after the rule's name in a pulka file: ``yes``, ``none``, ``10,10,10,10,10``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any

from pulka_calc.game.terms import whole

YES = frozenset({"yes", "да"})
NO = frozenset({"no", "нет"})
_WHOLE = re.compile(r"[0-9]{1,9}\Z")
_DECIMAL = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9}|/0*[1-9][0-9]{0,8})?\Z")


class Kind(ABC):
    """One way of writing a value. `parse` raises ``ValueError`` when the text is no such value."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The value that `text` writes."""

    @abstractmethod
    def text(self, value: Any) -> str:
        """The canonical writing of `value`."""

    @abstractmethod
    def choices(self) -> str:
        """What may be written, in the notation of an error's remedy."""


class YesNo(Kind):
    """``yes`` or ``no``; ``да`` or ``нет``."""

    def parse(self, text: str) -> bool:
        if text.lower() in YES:
            return True
        if text.lower() in NO:
            return False
        raise ValueError(text)

    def text(self, value: bool) -> str:  # noqa: FBT001
        return "yes" if value else "no"

    def choices(self) -> str:
        return "yes | no"


class Word(Kind):
    """One of some words; ``yes`` and ``no`` may stand for one of them."""

    def __init__(self, *words: str, yes: str | None = None, no: str | None = None) -> None:
        self.words = words
        self.yes = yes
        self.no = no

    def parse(self, text: str) -> str:
        lowered = text.lower()
        if lowered in self.words:
            return lowered
        if lowered in YES and self.yes:
            return self.yes
        if lowered in NO and self.no:
            return self.no
        raise ValueError(text)

    def text(self, value: str) -> str:
        return value

    def choices(self) -> str:
        return " | ".join(self.words)


class Whole(Kind):
    """A whole number from `least` to `most`, or ``none`` where a rule can be without."""

    def __init__(self, least: int, most: int | None = None, *, or_none: bool = False) -> None:
        self.least = least
        self.most = most
        self.or_none = or_none

    def parse(self, text: str) -> int | None:
        if self.or_none and text.lower() in ("none", "нет"):
            return None
        if not _WHOLE.match(text):
            raise ValueError(text)
        number = int(text)
        if number < self.least or (self.most is not None and number > self.most):
            raise ValueError(text)
        return number

    def text(self, value: int | None) -> str:
        return "none" if value is None else str(value)

    def choices(self) -> str:
        span = f"{self.least} …" if self.most is None else f"{self.least} … {self.most}"
        return f"{span} | none" if self.or_none else span


class Number(Kind):
    """One of a few whole numbers."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def parse(self, text: str) -> int:
        if _WHOLE.match(text) and int(text) in self.numbers:
            return int(text)
        raise ValueError(text)

    def text(self, value: int) -> str:
        return str(value)

    def choices(self) -> str:
        return " | ".join(map(str, self.numbers))


class Rate(Kind):
    """A positive number that may have a fraction: ``10``, ``0.1``, ``1/3``; ``none`` where a rule can be without."""

    def __init__(self, *, or_none: bool = False) -> None:
        self.or_none = or_none

    def parse(self, text: str) -> int | Fraction | None:
        if self.or_none and text.lower() in ("none", "нет"):
            return None
        if not _DECIMAL.match(text):
            raise ValueError(text)
        number = Fraction(text.replace(",", "."))
        if number <= 0:
            raise ValueError(text)
        return whole(number)

    def text(self, value: int | Fraction | None) -> str:
        return "none" if value is None else str(value)

    def choices(self) -> str:
        return "10 | 0.1 | 1/3 | none" if self.or_none else "10 | 0.1 | 1/3"


class Figures(Kind):
    """A list of whole numbers with commas: ``1,2,4``."""

    def __init__(self, least: int, most: int | None = None) -> None:
        self.item = Whole(least, most)

    def parse(self, text: str) -> tuple[int, ...]:
        parts = [part.strip() for part in text.split(",")]
        numbers = [self.item.parse(part) for part in parts]
        if len(numbers) > 32:
            raise ValueError(text)
        return tuple(number for number in numbers if number is not None)

    def text(self, value: tuple[int, ...]) -> str:
        return ",".join(map(str, value))

    def choices(self) -> str:
        return f"{self.item.least} | {self.item.least},{self.item.least + 1} …"


class Table(Figures):
    """Five whole numbers, for levels 6 to 10; a single one stands for all five."""

    def parse(self, text: str) -> tuple[int, ...]:
        numbers = super().parse(text)
        if len(numbers) == 1:
            return numbers * 5
        if len(numbers) != 5:
            raise ValueError(text)
        return numbers

    def choices(self) -> str:
        return "2,4,6,8,10"


class Levels(Figures):
    """Some levels, rising: ``6,7``; ``none`` where there are none."""

    def parse(self, text: str) -> tuple[int, ...]:
        if text.lower() in ("none", "нет"):
            return ()
        numbers = super().parse(text)
        if list(numbers) != sorted(set(numbers)):
            raise ValueError(text)
        return numbers

    def text(self, value: tuple[int, ...]) -> str:
        return super().text(value) or "none"

    def choices(self) -> str:
        return "6 | 6,7 | 6,7,8 | none"
