"""What is wrong with a sheet taken from paper, its row and cell named, and what to type instead."""

from __future__ import annotations

from typing import Final

from pulka_calc.journal.grammar import COLUMNS, LEFT
from pulka_calc.words.nearness import near_players
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, did_you_mean

PLAIN: Final[dict[str, Templates]] = {
    "paper-name-missing": (
        N_("row {row} does not begin with a name"),
        N_('a row is a name and figures, "Anna 20 12 Boris 34 Vera 10"; a name like "2nd" goes in quotation marks'),
    ),
    "paper-figure-missing": (
        N_("row {row}: {word} is followed by no figure"),
        N_('write the figure next: "Boris 34"'),
    ),
    "paper-stray": (
        N_("row {row}: {word} stands behind whists by name, so nobody knows what it is"),
        N_("write before it on whom these whists are, or take it out"),
    ),
    "paper-pool-missing": (
        N_("row {row}: the pool of {player} is not said, that of {other} is"),
        N_("write every pool, or none where all are closed"),
    ),
    "paper-pool-needed": (
        N_("row {row}: pools do not close by themselves at this table, so each must be said"),
        N_('write the pool before the mountain: "Anna 20 12 Boris 34"'),
    ),
    "paper-whists-twice": (
        N_("row {row}: whists on {on} stand here twice"),
        N_("write them once"),
    ),
}


def _figure(values: Values, speech: Speech) -> Described:
    word = speech.quote(values["word"])
    if values["column"] == "whists" and values["on"] is None:
        message = speech.say("row {row}, {player}, whists: {word} is no figure", **_where(values), word=word)
    elif values["column"] == "whists":
        message = speech.say(
            "row {row}, {player}, whists on {on}: {word} is no figure", **_where(values), on=values["on"], word=word
        )
    else:
        keyword = LEFT if values["column"] == "left" else COLUMNS[values["column"]]
        message = speech.say(
            "row {row}, {player}, {column}: {word} is no figure",
            **_where(values),
            column=keyword.write(speech.lang),
            word=word,
        )
    if values["intended"]:
        return Described(message, did_you_mean([values["intended"]], speech))
    if values["word"] in ("-", "–", "−"):
        return Described(message, speech.say("write 0 for an empty cell, and leave the player's own cell out"))
    return Described(message, speech.say("write it like 12, -4, 5/2 or 2,5; running totals like 2.6.16."))


def _no_row(values: Values, speech: Speech) -> Described:
    word, names = values["word"], values["names"]
    message = speech.say("row {row}: {word} has no row on this sheet", row=values["row"], word=speech.quote(word))
    near = near_players(word, names)
    if near:
        return Described(message, did_you_mean(near, speech))
    if values.get("intended"):
        return Described(message, did_you_mean([values["intended"]], speech))
    return Described(
        message, speech.say("rows are there for {every}; add one for everybody who played", every=speech.every(names))
    )


def _counts(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "row {row}: {n} figure after {player} cannot be placed",
        "row {row}: {n} figures after {player} cannot be placed",
        values["count"],
        **_where(values),
    )
    remedy = speech.count(
        "write pool, mountain and whists on the other player, {all} figures; or name them: {example}",
        "write pool, mountain and whists on the {n} others in turn, {all} figures; or name them: {example}",
        values["others"],
        all=values["others"] + 2,
        example=speech.say('"Anna 20 12 Boris 34"'),
    )
    return Described(message, remedy)


def _ambiguous(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "row {row}: two figures after {player} are pool and mountain, or mountain and whists", **_where(values)
    )
    return Described(message, speech.say('name them: "pool 20 mountain 12", or "mountain 12 whists 34"'))


def _whists_count(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "row {row}: {player} writes whists on {n} other player",
        "row {row}: {player} writes whists on {n} other players",
        values["others"],
        **_where(values),
    )
    return Described(message, speech.say('write a figure for each, in the order of rows, or name them: "Boris 34"'))


def _rows(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "a sheet has 2 to 4 rows, here is {number}", "a sheet has 2 to 4 rows, here are {number}", values["count"]
    )
    return Described(message, speech.say('write one row for each player: "Anna 20 12 Boris 34 Vera 10"'))


def _where(values: Values) -> dict[str, object]:
    return {"row": values["row"], "player": values["player"]}


TOLD: Final[dict[str, Teller]] = {
    "paper-figure": _figure,
    "paper-no-row": _no_row,
    "paper-counts": _counts,
    "paper-ambiguous": _ambiguous,
    "paper-whists-count": _whists_count,
    "paper-rows": _rows,
}
