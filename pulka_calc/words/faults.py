"""What is wrong and what to type instead: the two sentences of every fault, warning and failed check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.words import filefaults, handfaults, phases, storefaults
from pulka_calc.words.speech import Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, tell

if TYPE_CHECKING:
    from pulka_calc.store import StoreError

__all__ = ["Described", "codes", "describe", "describe_store", "store_codes"]

_PLAIN: Final[dict[str, Templates]] = {**handfaults.PLAIN, **filefaults.PLAIN, **phases.PLAIN, **storefaults.PLAIN}
_TOLD: Final[dict[str, Teller]] = {**handfaults.TOLD, **filefaults.TOLD, **phases.TOLD, **storefaults.TOLD}


def describe(diagnostic: Diagnostic, speech: Speech) -> Described:
    """The sentences of any diagnostic of a pulka file."""
    return _described(diagnostic.code, diagnostic.values, speech)


def describe_store(error: StoreError, speech: Speech) -> Described:
    """The sentences of a file that could not be read or written."""
    path = speech.quote(str(error.path), longest=_LONGEST_PATH)
    return _described(error.code, {**error.values, "path": path}, speech)


_LONGEST_PATH: Final = 500


def codes() -> tuple[str, ...]:
    """Every code of a pulka file that can be described."""
    return tuple(code for code in (*_PLAIN, *_TOLD) if code not in store_codes())


def store_codes() -> tuple[str, ...]:
    """Every code of a `StoreError` that can be described."""
    return (*storefaults.PLAIN, *storefaults.TOLD)


def _described(code: str, values: Values, speech: Speech) -> Described:
    teller = _TOLD.get(code)
    if teller is not None:
        return teller(values, speech)
    message, remedy = _PLAIN[code]
    if code in filefaults.WORDLESS and not values["word"]:
        message = filefaults.WORDLESS[code]
    return tell((message, remedy), values, speech)
