"""Players who come and go, in words."""

from __future__ import annotations

from typing import Final

from pulka_calc.journal.sitting import Coming
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values


def coming_text(coming: Coming, speech: Speech) -> str:
    """Who joins, leaves or is replaced, and what becomes of the row."""
    names = coming.after.people
    who = names[coming.person]
    if coming.newcomer is None:
        if coming.mode == "frozen":
            return speech.say("{player} leaves; the row stays as it is to the end", player=who)
        return speech.say("{player} leaves and is settled as of now", player=who)
    new = names[coming.newcomer]
    if coming.newcomer == coming.person:
        if coming.person in coming.before.frozen:
            return speech.say("{player} comes back to the same row", player=who)
        return speech.say("{player} sits down with the mean of the others", player=who)
    if coming.mode == "takeover":
        return speech.say("{other} sits down for {player} and takes over the whole row", player=who, other=new)
    return speech.say("{other} sits down for {player}; each answers for what he plays himself", player=who, other=new)


PLAIN: Final[dict[str, Templates]] = {
    "table-full": (
        N_("{most} sit at the table already, a fifth cannot join"),
        N_('write "replace Anna Dina" if somebody gives up the seat, or "leave Anna" above'),
    ),
    "table-empty": (
        N_("if one of {fewest} leaves, nobody is left to play with"),
        N_('settle the pulka instead: "pulka settle"'),
    ),
    "left-already": (
        N_("{player} does not sit at the table any more"),
        N_('somebody frozen comes back with "join {player}", or is settled with "leave {player}"'),
    ),
    "name-gone": (
        N_("{name} was here and has been settled already"),
        N_('if it is the same person, write another name for the new row: "{bare}2"'),
    ),
    "person-gone": (
        N_("{player} has left and was settled: pool and mountain of that row are no more"),
        N_("write whists instead: {player} whists NAME +10"),
    ),
}


def _mode_unknown(values: Values, speech: Speech) -> Described:
    words = [speech.quote(keyword.write(speech.lang)) for keyword in values["known"]]
    message = speech.say("{word} does not say what becomes of the row", word=speech.quote(values["word"]))
    return Described(message, speech.say("write {choices}, or nothing", choices=speech.either(words)))


TOLD: Final[dict[str, Teller]] = {"mode-unknown": _mode_unknown}
