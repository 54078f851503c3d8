"""What is wrong with a rules file, and what to type instead."""

from __future__ import annotations

from typing import Final

from pulka_calc.game.presets import preset_names
from pulka_calc.words.nearness import nearest
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, did_you_mean, preset_words

PLAIN: Final[dict[str, Templates]] = {
    "rules-file-pulka": (
        N_("this is a pulka, not a file of rules"),
        N_('a file of rules begins with what it changes: extends = "sochi"'),
    ),
    "extends-missing": (
        N_("the file does not say which rules it changes"),
        N_('write extends = "sochi", or another of {presets}'),
    ),
    "extends-circle": (
        N_("these rules go round in a circle: {circle}"),
        N_("let one of them extend a preset: {presets}"),
    ),
    "extends-deep": (
        N_("these rules stand on others that stand on others, more than {deepest} deep"),
        N_("extend a preset: {presets}"),
    ),
    "section-unexpected": (
        N_("a file of rules has no sections such as {word}"),
        N_("take the line out; all rules stand one below the other"),
    ),
    "text-expected": (
        N_("{key} is a text in quotation marks, not {word}"),
        N_('write it like {key} = "…"'),
    ),
}

REMEDIES: Final[dict[str, str]] = {
    "rule-twice": N_("keep the line that holds"),
    "rules-no-target": N_('write pool_end = "time", or a target such as pool_target = 20'),
    "rules-custom-rounding": N_('write rounding = "whole"'),
    "rules-bombs-without-dark": N_('write dark_bids = true or bombs = "no"'),
    "rules-shared-misere": N_('write made_goes_to = "pool" or misere_shared_with_dealer = false'),
    "rules-whists-bonus": N_('write allpass_clean_bonus = "one" or allpass_clean_bonus = "none"'),
    "rules-whists-price": N_("write one number: allpass_price = 5"),
    "rules-whists-dealer": N_("write dealer_takes_talon_tricks = false"),
}
"""What to type where a fault that a pulka file can have too stands in a rules file."""


def _toml_syntax(values: Values, speech: Speech) -> Described:
    message = speech.say(_MESSAGES[values["why"]], word=speech.quote(values["word"]))
    if values["better"]:
        return Described(message, speech.say("write {better}", better=values["better"]))
    if values["choices"]:
        return Described(message, speech.say("write {choices}", choices=speech.either(values["choices"].split(" | "))))
    return Described(
        message,
        speech.say('write it like pool_target = 20, stalingrad = true, allpass_price = [2, 4], extends = "sochi"'),
    )


_MESSAGES: Final[dict[str, str]] = {
    "equals": N_("{word} is no line of a file of rules, it has no ="),
    "key": N_("what stands before = is not the name of a rule: {word}"),
    "value": N_("there is nothing after ="),
    "quotes": N_("{word} has quotation marks of print, these are not read"),
    "list": N_("{word} is a list, it needs brackets"),
    "open": N_("the list {word} is never closed"),
    "string": N_("a quotation mark is open in {word}"),
    "word": N_("{word} needs quotation marks"),
    "other": N_("{word} is no value that can be read"),
}
"""What is wrong with a line that is no TOML, by what it looks like."""


def _extends_unknown(values: Values, speech: Speech) -> Described:
    word, named = values["word"], values["named"]
    message = speech.say("there are no rules {word} to change", word=speech.quote(word))
    if "/" in word or "\\" in word or word.lower().endswith(".toml"):
        return Described(
            message,
            speech.say("rules are extended by name, not by path: a preset, or a file in the folder of your rules"),
        )
    near = nearest(word, [*preset_names(), *named])
    if near:
        return Described(message, did_you_mean(near, speech))
    return Described(message, speech.say("write {presets}", presets=speech.either([*preset_words(speech), *named])))


TOLD: Final[dict[str, Teller]] = {
    "toml-syntax": _toml_syntax,
    "extends-unknown": _extends_unknown,
}
