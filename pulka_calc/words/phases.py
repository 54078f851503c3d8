"""The opening phases of the old game in words: what is played, what is left, what has no place in them."""

from __future__ import annotations

from typing import Final

from pulka_calc.game.phases import Phase
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values

_NAMES: Final[dict[Phase, str]] = {
    "robber": N_("robber"),
    "allpass": N_("all-pass"),
    "game": N_("the game"),
}


def phase_name(phase: Phase, speech: Speech) -> str:
    """What players call the phase."""
    return speech.say(_NAMES[phase])


def robber_game(game: int | str, speech: Speech) -> str:
    """One of the robber's games: its level, or misère."""
    return speech.say("misère") if game == "misere" else str(game)


PLAIN: Final[dict[str, Templates]] = {
    "phase-unknown": (
        N_("{word} is no phase of the old game"),
        N_('write "phase robber", "phase allpass" or "phase game"'),
    ),
    "robber-flag": (
        N_("the robber has no auction, no giving up and no choice: its result goes on the mountain, whoever bids what"),
        N_("leave the word out; only the declarer, the contract and his tricks count"),
    ),
    "robber-defender": (
        N_("the robber is played closed and nobody whists, {player} neither"),
        N_("name defenders with their tricks alone, or leave them out"),
    ),
    "robber-result": (
        N_("how many tricks the declarer took is not said, and in the robber nobody's whist tells it"),
        N_('write his tricks after the contract: "Anna 6s 7"'),
    ),
}


def _hand(values: Values, speech: Speech) -> Described:
    if values["phase"] == "allpass":
        return Described(
            speech.say("only all-pass hands are played in the all-pass phase"),
            speech.say('write "phase game" above this hand, if the all-pass phase is over'),
        )
    return Described(
        speech.say("in the robber nobody passes all: everyone plays each of 6, 7, 8, 9, 10 and misère once"),
        speech.say('write "phase allpass" or "phase game" above this hand, if the robber is over'),
    )


def _full(values: Values, speech: Speech) -> Described:
    return Described(
        speech.say("all {hands} hands of the all-pass phase are played, two rounds of the table", **values),
        speech.say('write "phase game" above this hand'),
    )


def _twice(values: Values, speech: Speech) -> Described:
    game = robber_game(values["game"], speech)
    return Described(
        speech.say(
            "{player} has played {game} in the robber already, in hand {other}",
            player=values["player"],
            game=game,
            other=values["other"],
        ),
        speech.say('each plays each once; correct one of the two, or write "phase game" above if the robber is over'),
    )


def _order(values: Values, speech: Speech) -> Described:
    return Described(
        speech.say("hands of a later phase are played already: the robber comes first, then all-pass, then the game"),
        speech.say("move the line up above its hands, or leave it out"),
    )


def _short(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "{phase}: {played} of {hands} hands were played",
        phase=phase_name(values["phase"], speech),
        played=values["played"],
        hands=values["hands"],
    )
    return Described(message, speech.say("it counts as it is; if hands are missing, write them above this line"))


TOLD: Final[dict[str, Teller]] = {
    "phase-hand": _hand,
    "phase-full": _full,
    "robber-twice": _twice,
    "phase-order": _order,
    "phase-short": _short,
}
