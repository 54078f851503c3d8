"""What is wrong and what to type instead: the two sentences of every fault, warning and failed check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.words import filefaults, formfaults, handfaults, paperfaults, people, phases, rulesfaults, storefaults
from pulka_calc.words.speech import Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, tell

if TYPE_CHECKING:
    from pulka_calc.store import StoreError

__all__ = [
    "Described",
    "codes",
    "describe",
    "describe_store",
    "form_codes",
    "paper_codes",
    "rules_codes",
    "store_codes",
]

_PLAIN: Final[dict[str, Templates]] = {
    **handfaults.PLAIN,
    **filefaults.PLAIN,
    **phases.PLAIN,
    **people.PLAIN,
    **paperfaults.PLAIN,
    **formfaults.PLAIN,
    **rulesfaults.PLAIN,
    **storefaults.PLAIN,
}
_TOLD: Final[dict[str, Teller]] = {
    **handfaults.TOLD,
    **filefaults.TOLD,
    **phases.TOLD,
    **people.TOLD,
    **paperfaults.TOLD,
    **formfaults.TOLD,
    **rulesfaults.TOLD,
    **storefaults.TOLD,
}


def describe(diagnostic: Diagnostic, speech: Speech) -> Described:
    """The sentences of any diagnostic of a pulka or of a rules file."""
    return _described(diagnostic.code, diagnostic.values, speech)


def describe_store(error: StoreError, speech: Speech) -> Described:
    """The sentences of a file that could not be read or written."""
    path = speech.quote(str(error.path), longest=_LONGEST_PATH)
    return _described(error.code, {**error.values, "path": path}, speech)


_LONGEST_PATH: Final = 500


def codes() -> tuple[str, ...]:
    """Every code of a pulka file that can be described."""
    parts = (handfaults, filefaults, phases, people)
    return tuple(code for part in parts for code in (*part.PLAIN, *part.TOLD))


def rules_codes() -> tuple[str, ...]:
    """Every code of a rules file that can be described; those that a pulka file has too are told otherwise here."""
    return (*rulesfaults.PLAIN, *rulesfaults.TOLD, *rulesfaults.REMEDIES, "rule-unknown", "rule-value", "title-control")


def paper_codes() -> tuple[str, ...]:
    """Every code of a sheet taken from paper that can be described, besides those of a pulka file."""
    return (*paperfaults.PLAIN, *paperfaults.TOLD)


def form_codes() -> tuple[str, ...]:
    """Every code of an answer that the form for a paper sheet does not take, besides those of a pulka file."""
    return (*formfaults.PLAIN, *formfaults.TOLD)


def store_codes() -> tuple[str, ...]:
    """Every code of a `StoreError` that can be described."""
    return (*storefaults.PLAIN, *storefaults.TOLD)


def _described(code: str, values: Values, speech: Speech) -> Described:
    teller = _TOLD.get(code)
    if teller is not None:
        return teller(values, speech)
    message, remedy = _PLAIN[code]
    if values.get("notation") == "toml":
        remedy = rulesfaults.REMEDIES.get(code, remedy)
    if code in filefaults.WORDLESS and not values["word"]:
        message = filefaults.WORDLESS[code]
    return tell((message, remedy), values, speech)
