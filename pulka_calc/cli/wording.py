"""Words of a command line as one line of a pulka file."""

from __future__ import annotations

from collections.abc import Sequence


def line_of(words: Sequence[str]) -> str:
    """One line from the words of a command line.

    A single argument is the whole line; among several, one with blanks is a quoted name.
    """
    if len(words) == 1:
        return words[0].strip()
    return " ".join(f'"{word}"' if _needs_quotes(word) else word for word in words)


def _needs_quotes(word: str) -> bool:
    return not word or (any(sign.isspace() for sign in word) and '"' not in word)
