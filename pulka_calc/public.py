"""The Python side: ``from pulka_calc import read_pulka`` (design §4)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.pulka import Pulka, read_text


class PulkaFault(NamedTuple):
    """One thing that is wrong, in English."""

    code: str
    """Stable; scripts may depend on it."""
    line: int
    column: int
    """From 1, in code points."""
    message: str
    help: str
    """What to write instead."""


class PulkaError(Exception):
    """A pulka that is wrong: ``errors`` holds every fault found, failed checks included.

    ``pulka`` is what could be read of it, for figures that stand although a check fails.
    """

    def __init__(self, pulka: Pulka, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.pulka = pulka
        self.diagnostics = diagnostics

    @property
    def errors(self) -> list[PulkaFault]:
        """Every fault, in the order of lines."""
        from pulka_calc.words.faults import describe
        from pulka_calc.words.speech import Speech

        english = Speech("en")
        return [
            PulkaFault(found.code, found.line, found.column, *describe(found, english)) for found in self.diagnostics
        ]

    def __str__(self) -> str:
        return "\n".join(f"{fault.line}:{fault.column}: {fault.message}" for fault in self.errors)


def read_pulka(source: str | Path) -> Pulka:
    """Read a pulka from a path, or from its text.

    A `Path`, or a `str` without a line break, is a path.

    Raises:
        PulkaError: the pulka is wrong, or one of its checks fails.
        StoreError: the file cannot be read.
    """
    if isinstance(source, Path) or "\n" not in source:
        from pulka_calc import store

        text = store.read(Path(source))
    else:
        text = source
    pulka = read_text(text)
    if pulka.errors or pulka.failed_checks:
        raise PulkaError(pulka, [*pulka.errors, *pulka.failed_checks])
    return pulka
