"""Words of a command line as one line of a pulka file."""

from __future__ import annotations

from collections.abc import Sequence

from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem


def plain(env: Env, text: str) -> str:
    """The text, when it is one line of plain text.

    Raises:
        UsageProblem: it has a line break or a control character, which would be another statement.
    """
    if any(not sign.isprintable() and sign != "\t" for sign in text):
        raise UsageProblem(env.say("a line of a pulka is plain text; this one has a line break or a control character"))
    return text


def line_of(env: Env, words: Sequence[str]) -> str:
    """One line from the words of a command line.

    A single argument is the whole line; among several, one with blanks is a quoted name.

    Raises:
        UsageProblem: it is more than a line of plain text.
    """
    line = words[0] if len(words) == 1 else " ".join(f'"{word}"' if _needs_quotes(word) else word for word in words)
    return plain(env, line).strip()


def _needs_quotes(word: str) -> bool:
    return not word or (any(sign.isspace() for sign in word) and '"' not in word)


def shown(text: str) -> str:
    """What a user typed, short enough to be repeated to him."""
    return text if len(text) <= 60 else f"{text[:59]}…"
