"""What the form for a paper sheet calls its cells, and what it says to an answer that is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pulka_calc.journal.paperform import Kind, Question
from pulka_calc.words.nearness import near_players
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, did_you_mean

_CELLS: Final[dict[Kind, str]] = {
    "pool": N_("{player}, pool"),
    "left": N_("{player}, left in the pool"),
    "mountain": N_("{player}, mountain"),
    "whists": N_("{player}, whists on {on}"),
}


def cell_text(question: Question, names: Sequence[str], speech: Speech) -> str:
    """What a cell is called: whose it is and what stands there."""
    on = names[question.on] if question.kind == "whists" else ""
    return speech.say(_CELLS[question.kind], player=names[question.seat], on=on)


PLAIN: Final[dict[str, Templates]] = {
    "form-first": (N_("this is the first question, there is none before it"), N_("answer it, or leave with Ctrl-C")),
    "form-which-row": (N_("something on the sheet is wrong"), N_("name the player whose row it is: {either}")),
    "form-yes-no": (N_("{word} is neither yes nor no"), N_("type y or n; Enter alone takes what stands in brackets")),
    "form-stake": (
        N_("{word} is no price of a whist"),
        N_("type it like 0.5, 0.5 RUB or 10 RUB per 100; Enter alone: no money"),
    ),
    "form-mixed": (
        N_("{word} can be one figure or two"),
        N_("type 12 1/2 as 12,5 or 25/2; two figures one after the other"),
    ),
}


def _figure(values: Values, speech: Speech) -> Described:
    message = speech.say("{cell}: {word} is no figure", cell=_cell(values, speech), word=speech.quote(values["word"]))
    if values["meant"]:
        return Described(message, did_you_mean([values["meant"]], speech))
    return Described(message, speech.say("type it like 12, -4, 5/2 or 2,5, running totals like 2.6.16.; nothing is 0"))


def _name(values: Values, speech: Speech) -> Described:
    message = speech.say("{cell}: {word} is a name", cell=_cell(values, speech), word=speech.quote(values["word"]))
    return Described(
        message, speech.say("type figures alone, in the order of the table; a row can be put right at the end")
    )


def _long(values: Values, speech: Speech) -> Described:
    message = speech.say("{cell}: this figure is too long", cell=_cell(values, speech))
    return Described(message, speech.say("a sheet holds figures of up to {digits} digits", digits=values["digits"]))


def _mark(values: Values, speech: Speech) -> Described:
    message = speech.say("{cell}: << stands behind the figure of a closed pool", cell=_cell(values, speech))
    return Described(message, speech.say("type the figure too, 20<<; a single < goes one question back"))


def _many(values: Values, speech: Speech) -> Described:
    rest = [cell_text(question, values["names"], speech) for question in values["rest"]]
    message = speech.count(
        "{cell}: {figures} figures, and {n} cell is left in this row",
        "{cell}: {figures} figures, and {n} cells are left in this row",
        len(rest),
        cell=_cell(values, speech),
        figures=values["count"],
    )
    return Described(message, speech.say("left are: {cells}", cells="; ".join(rest)))


def _players(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "a table has 2 to 4 players, here is {number}", "a table has 2 to 4 players, here are {number}", values["count"]
    )
    return Described(message, speech.say("type all names, clockwise; a name of two words in quotation marks"))


def _nobody(values: Values, speech: Speech) -> Described:
    word, names = values["word"], values["names"]
    near = near_players(word, names)
    remedy = did_you_mean(near, speech) if near else speech.say("players are {every}", every=speech.every(names))
    return Described(speech.say("{word} is nobody at this table", word=speech.quote(word)), remedy)


def _cell(values: Values, speech: Speech) -> str:
    return cell_text(values["question"], values["names"], speech)


TOLD: Final[dict[str, Teller]] = {
    "form-figure": _figure,
    "form-name": _name,
    "form-long": _long,
    "form-mark": _mark,
    "form-many": _many,
    "form-players": _players,
    "form-nobody": _nobody,
}
