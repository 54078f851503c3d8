"""Why a penalty writes a figure: the reason of an adjustment, short, with its arithmetic (rule base §6)."""

from __future__ import annotations

from typing import Final

from pulka_calc.game.hands import Adjustment, AllPass, Hand, Misere
from pulka_calc.game.penalties import Correction, Term
from pulka_calc.game.terms import Figure
from pulka_calc.journal import grammar
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.writer import contract_text
from pulka_calc.words.figures import factor_text, figure_text
from pulka_calc.words.speech import LANGUAGES, N_, Speech


def below_auction_text(correction: Correction, speech: Speech) -> str:
    """``contract below the auction: 7 × 4 × 1 = 28``."""
    (term,) = correction.terms
    return speech.say(_BELOW[term.reason], sum=_product(term))


def talon_text(correction: Correction, lost: Hand, speech: Speech) -> str:
    """``talon exposed, 9♠: 8 × 10 × 3/4 - 8 = 52``; `lost` is the hand whose result is written."""
    if isinstance(lost, AllPass):
        hand = grammar.ALLPASS.write(speech.lang)
    elif isinstance(lost, Misere):
        hand = grammar.MISERE.write(speech.lang)
    else:
        hand = contract_text(lost.level, lost.suit, speech.lang)
    terms = "".join(f"{'-' if term.points < 0 else '+'} {_worth(term)} " for term in correction.terms)
    # The first term has no sign of its own, or a minus close to it.
    terms = terms.removeprefix("+ ")
    terms = f"-{terms[2:]}" if terms.startswith("- ") else terms
    return speech.say("talon exposed, {hand}: {sum}", hand=hand, sum=f"{terms}= {figure_text(correction.points)}")


def renounce_text(correction: Correction, number: int, speech: Speech) -> str:
    """``renounce, hand 7: underwhist taken back -4, for errors 1 × 4 = 4``."""
    terms = ", ".join(speech.say(_RENOUNCE[term.reason], sum=_told(term)) for term in correction.terms)
    return speech.say("renounce, hand {number}: {terms}", number=number, terms=terms)


def renounce_lines(pulka: Pulka, number: int) -> list[int]:
    """The lines of adjustments that were written for a renounce in a hand, whatever the language of the file was."""
    marks = tuple(renounce_mark(number, Speech(lang)) for lang in LANGUAGES)
    return [
        entry.line
        for entry in pulka.entries
        if isinstance(entry.done, Adjustment) and entry.done.reason.startswith(marks)
    ]


def renounce_mark(number: int, speech: Speech) -> str:
    """How every `renounce_text` of a hand begins."""
    return speech.say("renounce, hand {number}: {terms}", number=number, terms="")


_BELOW: Final[dict[str, str]] = {
    "below-auction": N_("contract below the auction: {sum}"),
    "below-auction-consolation": N_("contract below the auction, consolation: {sum}"),
}

_RENOUNCE: Final[dict[str, str]] = {
    "underwhist-moved": N_("underwhist of the whisters {sum}"),
    "underwhist-off": N_("underwhist taken back {sum}"),
    "short-off": N_("undertricks taken back {sum}"),
    "consolation-off": N_("consolation taken back {sum}"),
    "counts-as-made": N_("counts as made {sum}"),
    "not-shared": N_("whists not shared {sum}"),
    "renounce-missing": N_("for missing tricks {sum}"),
    "renounce-errors": N_("for errors {sum}"),
    "half-moved": N_("half of the whists for tricks {sum}"),
}


def _product(term: Term) -> str:
    return f"{' × '.join(map(factor_text, term.factors))} = {figure_text(term.points)}"


def _told(term: Term) -> str:
    """A product with its result; a figure alone with its sign."""
    if len(term.factors) > 1:
        return _product(term)
    return f"{'+' if term.points > 0 else ''}{figure_text(term.points)}"


def _worth(term: Term) -> str:
    """What a posting is worth, without its sign: ``8 × 10 × 3/4``, ``2 × 10 : 4``, a number of whists."""
    if len(term.factors) == 1:
        return figure_text(term.factors[0])
    *factors, share = term.factors
    text = " × ".join(map(factor_text, factors))
    return f"{text} : {share.denominator}" if share.numerator == 1 else f"{text} × {_fraction(share)}"


def _fraction(share: Figure) -> str:
    return f"{share.numerator}/{share.denominator}"
