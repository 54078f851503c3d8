"""Why a figure was written: one sentence for each posting."""

from __future__ import annotations

from typing import Final

from pulka_calc.game.ledger import Cause, Posting
from pulka_calc.words.figures import factor_text, figure_text
from pulka_calc.words.speech import N_, NN_, Speech


def posting_text(posting: Posting, names: tuple[str, ...], speech: Speech) -> str:
    """What was counted and how it comes to the points: ``whists for 3 tricks: 3 × 2 = 6``.

    `names` are the players by seats.
    """
    cause = posting.cause
    reason = cause.reason
    if cause.rule == "misere_shared_with_dealer":
        # A part of it that went elsewhere, into another pool, is told as any other.
        shared = f"{reason}-shared"
        reason = shared if shared in _ONCE or shared in _COUNTED else reason
    if reason == "adjust":
        return _adjustment(posting, speech)
    if reason == "joined":
        mean = figure_text(cause.gain.amount if cause.gain else cause.amount)
        return speech.say(
            "the mean of the others, {mean}, rounded against the newcomer: {sum}",
            mean=mean,
            sum=figure_text(cause.points),
        )
    if reason in _ONCE:
        return speech.say(_ONCE[reason], sum=_once(cause, speech))
    singular, plural = _COUNTED[reason]
    on = posting.account.on
    # What comes off a mountain has a negative amount.
    amount = -cause.amount if cause.amount < 0 else cause.amount
    other = "" if on is None else names[on]
    by = "" if cause.by is None else names[cause.by]
    gain = "" if cause.gain is None else posting_text(posting._replace(cause=cause.gain), names, speech)
    return speech.count(singular, plural, amount, other=other, by=by, gain=gain, sum=_product(cause, speech))


def reasons() -> frozenset[str]:
    """Every reason of a `Cause` that can be told."""
    return frozenset({*_ONCE, *_COUNTED, "adjust", "joined"})


_ONCE: Final[dict[str, str]] = {
    "made": N_("the contract is made: {sum}"),
    "misere-made": N_("the misère is made: {sum}"),
    "misere-made-shared": N_("the misère is made, half of it for the declarer and half for the dealer: {sum}"),
    "clean": N_("no trick at all-pass: {sum}"),
    "dealer-one": N_("the dealer sits out at all-pass: {sum}"),
    "start": N_("taken over from paper: {sum}"),
    "left-row": N_("the row is settled: {sum}"),
    "left-settled": N_("settled when leaving, the mountain divided by all: {sum}"),
    "row-handed": N_("the row is handed over: {sum}"),
    "row-taken": N_("the row is taken over: {sum}"),
    "row-worth": N_("what the row was worth when it was handed over: {sum}"),
}
"""Something that is there once: no count is said, only its price."""

_COUNTED: Final[dict[str, tuple[str, str]]] = {
    "short": NN_("{number} trick short of the contract: {sum}", "{number} tricks short of the contract: {sum}"),
    "consolation": NN_("consolation for {number} undertrick: {sum}", "consolation for {number} undertricks: {sum}"),
    "tricks": NN_("whists for {n} trick: {sum}", "whists for {n} tricks: {sum}"),
    "all-tricks": NN_(
        "the only whister writes for {n} trick of the defence: {sum}",
        "the only whister writes for all {n} tricks of the defence: {sum}",
    ),
    "shared-tricks": NN_(
        "half of the whists for {n} trick of the defence, as gentlemen do: {sum}",
        "half of the whists for {n} tricks of the defence, as gentlemen do: {sum}",
    ),
    "half-whist": NN_("half-whist, as for {n} trick: {sum}", "half-whist, as for {n} tricks: {sum}"),
    "underwhist": NN_(
        "underwhist, {n} trick missing from the duty: {sum}", "underwhist, {n} tricks missing from the duty: {sum}"
    ),
    "talon": NN_("high cards in the talon, {n} unit: {sum}", "high cards in the talon, {n} units: {sum}"),
    "gave-up": NN_(
        "the contract was given up, {number} trick short: {sum}",
        "the contract was given up, {number} tricks short: {sum}",
    ),
    "misere-caught": NN_("{n} trick taken on a misère: {sum}", "{n} tricks taken on a misère: {sum}"),
    "misere-caught-shared": NN_(
        "{n} trick taken on a misère, half of it for the declarer and half for the dealer: {sum}",
        "{n} tricks taken on a misère, half of it for the declarer and half for the dealer: {sum}",
    ),
    "allpass-tricks": NN_("{n} trick at all-pass: {sum}", "{n} tricks at all-pass: {sum}"),
    "allpass-amnesty": NN_(
        "{n} trick at all-pass is left after the amnesty: {sum}",
        "{n} tricks at all-pass are left after the amnesty: {sum}",
    ),
    "allpass-whists": NN_(
        "fewest tricks at all-pass, {other} took {n}: {sum}", "fewest tricks at all-pass, {other} took {n}: {sum}"
    ),
    "allpass-whists-shared": NN_(
        "two share the fewest tricks at all-pass, {other} took {n}: {sum}",
        "two share the fewest tricks at all-pass, {other} took {n}: {sum}",
    ),
    "clean-mountain": NN_(
        "no trick at all-pass, the price of {number} trick comes off the mountain: {sum}",
        "no trick at all-pass, the price of {number} tricks comes off the mountain: {sum}",
    ),
    "filled": NN_("{gain}; {n} point of it closes the pool", "{gain}; {n} points of it close the pool"),
    "helped": NN_("help from {by}: {n} point", "help from {by}: {n} points"),
    "help": NN_("help for {other}, {n} point: {sum}", "help for {other}, {n} points: {sum}"),
    "excess": NN_(
        "all pools are closed, {n} point goes off the mountain",
        "all pools are closed, {n} points go off the mountain",
    ),
    "robber-made": NN_(
        "made in the robber, {n} point goes off the mountain: {sum}",
        "made in the robber, {n} points go off the mountain: {sum}",
    ),
    "to-mountain": NN_("{n} point of the gain goes off the mountain", "{n} points of the gain go off the mountain"),
}
"""Something counted: the words go with the amount."""


def _adjustment(posting: Posting, speech: Speech) -> str:
    points = figure_text(posting.points)
    if not posting.cause.note:
        return speech.say("an adjustment: {points}", points=points)
    return speech.say("an adjustment, {reason}: {points}", reason=speech.quote(posting.cause.note), points=points)


def _product(cause: Cause, speech: Speech) -> str:
    """How many times how much: ``3 × 2 = 6``, with the coefficient where there is one."""
    amount, price, points = factor_text(cause.amount), factor_text(cause.price), figure_text(cause.points)
    if cause.factor == 1:
        return f"{amount} × {price} = {points}"
    return f"{amount} × {price} × {_factors(cause, speech)} = {points}"


def _once(cause: Cause, speech: Speech) -> str:
    """A price alone, or times a coefficient."""
    # What closing left of a gain is so many points, each worth one: nothing to multiply.
    if cause.factor == 1:
        return figure_text(cause.points)
    return f"{factor_text(cause.price)} × {_factors(cause, speech)} = {figure_text(cause.points)}"


def _factors(cause: Cause, speech: Speech) -> str:
    """The coefficient, each part of it with what it is."""
    if cause.rule.startswith("allpass_"):
        return speech.say("{factor} (dark passes)", factor=cause.factor)
    parts = [(cause.bomb, N_("{factor} (bomb)")), (cause.factor // cause.bomb, N_("{factor} (dark)"))]
    return " × ".join(speech.say(template, factor=factor) for factor, template in parts if factor != 1)
