"""Words of a command line as one line of a pulka file."""

from __future__ import annotations

from collections.abc import Sequence

from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.journal.statements import is_bare
from pulka_calc.journal.tokens import Lexicon


def plain(env: Env, text: str) -> str:
    """The text, when it is one line of plain text.

    Raises:
        UsageProblem: it has a line break or a control character, which would be another statement.
    """
    # Blanks that do not break come along when a price is copied.
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    if any(not sign.isprintable() and sign != "\t" for sign in text):
        raise UsageProblem(env.say("a line of a pulka is plain text; this one has a line break or a control character"))
    return text


def line_of(env: Env, words: Sequence[str], lexicon: Lexicon) -> str:
    """One line from the words of a command line.

    A single argument is the whole line; among several, one with blanks is a quoted name, and so is
    one that is the whole name of a player of `lexicon`, whatever signs it has.

    Raises:
        UsageProblem: it is more than a line of plain text.
    """
    if len(words) == 1:
        return plain(env, words[0]).strip()
    line = " ".join(f'"{word}"' if _needs_quotes(word, lexicon) else word for word in words)
    return plain(env, line)


def _needs_quotes(word: str, lexicon: Lexicon) -> bool:
    if '"' in word:
        return False
    return (
        not word or any(sign.isspace() for sign in word) or (lexicon.whole_name(word) is not None and not is_bare(word))
    )


def shown(text: str) -> str:
    """What a user typed, short enough to be repeated to him."""
    return text if len(text) <= 60 else f"{text[:59]}…"
