"""How a run ends: what a command raises, and the exit code that it becomes (design §3)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from pulka_calc.journal.diagnostics import Diagnostic


class Exit(IntEnum):
    """Exit codes; scripts depend on them."""

    DONE = 0
    WRONG = 1
    """The pulka is wrong, a hand was refused, or a check failed."""
    USAGE = 2
    FILES = 3
    INTERRUPTED = 130


class Wrong(Exception):  # noqa: N818 - an outcome, not a fault of the program
    """A pulka, or what was to be added to it, is wrong.

    Args:
        file: how the user calls the file.
        lines: its lines, with what was to be added.
        diagnostics: what is wrong.
    """

    def __init__(self, file: str, lines: Sequence[str], diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(file)
        self.file = file
        self.lines = list(lines)
        self.diagnostics = list(diagnostics)


class UsageProblem(Exception):  # noqa: N818 - an outcome, not a fault of the program
    """The command line asks for something that there is not; the sentence says what to type."""


class Declined(Exception):  # noqa: N818 - an outcome, not a fault of the program
    """The user was asked and said no: nothing was written."""
