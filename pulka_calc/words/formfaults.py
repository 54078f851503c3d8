"""What the form for a paper sheet calls its cells, and what it says to an answer that is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pulka_calc.journal.paperform import Kind, Question
from pulka_calc.journal.writer import name_text
from pulka_calc.words.nearness import near_players
from pulka_calc.words.speech import N_, Speech, clip
from pulka_calc.words.telling import Described, Teller, Templates, Values, did_you_mean

_CELLS: Final[dict[Kind, str]] = {
    "pool": N_("{player}, pool"),
    "left": N_("{player}, left in the pool"),
    "mountain": N_("{player}, mountain"),
    "whists": N_("{player}, whists on {on}"),
}


TWO_WORDS: Final = N_("Anna, Old Pat, Vera")
"""Names as they are typed where one of them has two words."""


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
        message,
        speech.say(
            "type figures alone in the order of the table; whists by name too, once pool and mountain are there"
        ),
    )


def _figureless(values: Values, speech: Speech) -> Described:
    word = values["word"]
    message = speech.say("{cell}: no figure follows {word}", cell=_cell(values, speech), word=speech.quote(word))
    return Described(message, speech.say("type it like {example}", example=f"{word} 8"))


def _closed(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "{cell}: pools are not asked, for all are closed: {word}",
        cell=_cell(values, speech),
        word=speech.quote(values["word"]),
    )
    return Described(message, speech.say("leave it out; if a pool is open, < leads back to that question"))


def _word(values: Values, speech: Speech) -> Described:
    message = speech.say("{cell}: {word} is not asked", cell=_cell(values, speech), word=speech.quote(values["word"]))
    return Described(message, speech.say("type pool, mountain and whists; the balance is worked out"))


def _no_target(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "{cell}: pools have no target by these rules, so {word} says nothing",
        cell=_cell(values, speech),
        word=speech.quote(values["word"]),
    )
    return Described(message, speech.say("type the points that were made"))


def _stray(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "{cell}: {figure} stands behind whists by name and has no name itself",
        cell=_cell(values, speech),
        figure=clip(values["word"]),
    )
    return Described(message, speech.say("put a name before each of them, or type figures alone"))


def _twice(values: Values, speech: Speech) -> Described:
    message = speech.say("{cell}: two figures are typed for one cell", cell=_cell(values, speech))
    return Described(message, speech.say("type one of them"))


def _whose(values: Values, speech: Speech) -> Described:
    example = f"{name_text(values['names'][0])} {clip(values['word'])}"
    return Described(
        speech.say("whose row this is has not been said: {word}", word=speech.quote(values["word"])),
        speech.say("name the player first, then correct his row; or both at once: {example}", example=example),
    )


def _few(values: Values, speech: Speech) -> Described:
    missing = [cell_text(question, values["names"], speech) for question in values["rest"]]
    message = speech.count(
        "{player}: the whole row is needed, and {n} figure is typed",
        "{player}: the whole row is needed, and {n} figures are typed",
        values["count"],
        player=values["player"],
    )
    return Described(message, speech.say("missing are: {cells}", cells="; ".join(missing)))


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
    return Described(
        message,
        speech.say(
            "type all names, clockwise; where one has two words, commas between them: {example}",
            example=speech.say(TWO_WORDS),
        ),
    )


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
    "form-figureless": _figureless,
    "form-closed": _closed,
    "form-word": _word,
    "form-no-target": _no_target,
    "form-stray": _stray,
    "form-twice": _twice,
    "form-whose": _whose,
    "form-few": _few,
    "form-long": _long,
    "form-mark": _mark,
    "form-many": _many,
    "form-players": _players,
    "form-nobody": _nobody,
}
