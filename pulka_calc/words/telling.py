"""What the sentences of faults have in common: how the values that they name are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pulka_calc.words.figures import figure_text
from pulka_calc.words.speech import N_, Speech, clip


class Described(NamedTuple):
    """A fault in words, each one sentence."""

    message: str
    """What is wrong."""
    help: str
    """What to type instead."""


Values = Mapping[str, Any]
"""What a fault's sentence names, as the code that raised it gave it."""

Teller = Callable[[Values, Speech], Described]
"""Tells a fault whose sentences depend on what its values are."""

Templates = tuple[str, str]
"""Message and help of a fault whose sentences need nothing but its values."""


def tell(templates: Templates, values: Values, speech: Speech) -> Described:
    """Both templates with the values put in."""
    shown_values = shown(values, speech)
    message, remedy = templates
    return Described(speech.say(message, **shown_values), speech.say(remedy, **shown_values))


def shown(values: Values, speech: Speech) -> dict[str, object]:
    """Values as sentences show them: what was typed in quotation marks, players and rules as they are."""
    values_shown: dict[str, object] = {"presets": speech.either(preset_words(speech))}
    for key, value in values.items():
        if isinstance(value, Fraction):
            values_shown[key] = figure_text(value)
        elif key == "word":
            values_shown.update(word=speech.quote(value), figure=clip(value))
        elif key == "meant":
            values_shown[key] = speech.quote(value)
        elif key == "name":
            values_shown.update(name=speech.quote(value), bare=value)
        elif key == "names":
            values_shown.update(names=", ".join(value), every=speech.every(value), either=speech.either(value))
        else:
            values_shown[key] = value
    return values_shown


_PRESETS: Final = (N_("sochi"), N_("leningrad"), N_("rostov"), N_("classic"), N_("shevlyakovsky"), N_("sport"))


def preset_words(speech: Speech) -> list[str]:
    """The words for the presets that a reader of the language types; all of them are read wherever rules are said."""
    return [speech.say(preset) for preset in _PRESETS]


def did_you_mean(near: Iterable[str], speech: Speech) -> str:
    """The remedy of a mistyped word."""
    return speech.say("did you mean {near}?", near=speech.either([speech.quote(word) for word in near]))
