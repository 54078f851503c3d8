"""What is wrong with a file, as data: a stable code, a place, the values of its sentence.

The sentences are made elsewhere, in the language of whoever reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Span(NamedTuple):
    """A place in a line, in code points: 0-based `start`, exclusive `end`."""

    start: int
    end: int


class Diagnostic(NamedTuple):
    """One fault or warning of a pulka file."""

    code: str
    """Stable: scripts and documentation may depend on it."""
    line: int
    """From 1."""
    spans: tuple[Span, ...]
    """Where the carets go; the first one gives the column."""
    values: Mapping[str, object]
    """What the sentence names: players, figures, words."""
    severity: Severity = "error"

    @property
    def column(self) -> int:
        """From 1, in code points: that of the first caret."""
        return self.spans[0].start + 1 if self.spans else 1


class Problem(Exception):  # noqa: N818 - it is caught on the same line it is about, never seen outside
    """Something wrong with the words of one line.

    Args:
        code: the code of the diagnostic that it becomes.
        tokens: which tokens of the line it is about; none: the whole line.
        values: what the sentence names.
    """

    def __init__(self, code: str, *tokens: int, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.tokens = tokens
        self.values = values
