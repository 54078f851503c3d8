"""What somebody may have meant by a word that means nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pulka_calc.journal.grammar import MEANINGS, NOTHING, fold
from pulka_calc.journal.layout import other_layouts


def nearest(word: str, known: Iterable[str], cutoff: float = 0.7) -> list[str]:
    """At most two of the known words that are written much like `word`."""
    import difflib  # only a wrong line needs it

    by_folded = {fold(name): name for name in known}
    close: list[str] = []
    for typed in _retyped(word[:100]):
        close += difflib.get_close_matches(typed, by_folded, 2, cutoff)
    return [by_folded[folded] for folded in dict.fromkeys(close)][:2]


def near_players(word: str, names: tuple[str, ...]) -> list[str]:
    """Players whose names are written much like `word`, or begin with what its keys give in the other layout."""
    begun = [name for typed in _retyped(word) if typed for name in names if fold(name).startswith(typed)]
    return list(dict.fromkeys(begun)) or nearest(word, names, cutoff=0.6)


_ALIKE_LATIN: Final = "aceopxykmhtb"
_ALIKE_RUSSIAN: Final = "асеорхукмнтв"
_ALIKE: Final = (str.maketrans(_ALIKE_LATIN, _ALIKE_RUSSIAN), str.maketrans(_ALIKE_RUSSIAN, _ALIKE_LATIN))
"""Letters that look the same in the other alphabet."""


def _retyped(word: str) -> list[str]:
    """The word, what its keys give in the other keyboard layout, and its look in the other alphabet."""
    folded = fold(word)
    others = [*map(fold, other_layouts(folded)), *(folded.translate(letters) for letters in _ALIKE)]
    return list(dict.fromkeys([folded, *others]))


_CONTRACT: Final = re.compile(r"(?<!\w)(?:10|[6-9])(?:[♠♤♣♧♦♢♥♡]|\.[1-5]|NT)", re.IGNORECASE)


def looks_like_hand(text: str) -> bool:
    """Whether a line without a number seems to be a hand."""
    if _CONTRACT.search(text):
        return True
    meanings = [MEANINGS.get(fold(word), NOTHING) for word in text.split()[:3] if len(word) > 1]
    return any(meaning.misere or meaning.allpass for meaning in meanings)
