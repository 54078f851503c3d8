"""The Python side: ``from pulka_calc import read_pulka`` (design §4)."""

from __future__ import annotations

from pathlib import Path

from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.pulka import Pulka, read_text


class PulkaError(Exception):
    """A pulka that is wrong: ``errors`` holds every fault found, failed checks included."""

    def __init__(self, pulka: Pulka, errors: list[Diagnostic]) -> None:
        super().__init__(errors)
        self.pulka = pulka
        self.errors = errors

    def __str__(self) -> str:
        return "; ".join(f"{e.line}:{e.column} {e.code} {e.values}" for e in self.errors)


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
