"""What is wrong with the other lines of a pulka file, and what to type instead."""

from __future__ import annotations

import re
from typing import Final

from pulka_calc.game.presets import preset_names
from pulka_calc.game.rulekinds import Figures, Rate, Word
from pulka_calc.game.rules import KINDS
from pulka_calc.journal.grammar import BALANCE, COLUMNS, LEFT, STATEMENTS
from pulka_calc.journal.statements import is_bare
from pulka_calc.words.figures import figure_text
from pulka_calc.words.nearness import looks_like_hand, nearest
from pulka_calc.words.rules import near_rules
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, did_you_mean, preset_words

PLAIN: Final[dict[str, Templates]] = {
    # The head
    "file-empty": (
        N_("there is nothing in the file"),
        N_('"pulka new" begins one; its first lines are "pulka 1", "rules sochi", "players Anna Boris Vera"'),
    ),
    "version-missing": (
        N_('the file does not begin with "pulka 1"'),
        N_('write "pulka 1" above everything else'),
    ),
    "version-unknown": (
        N_("{word}: only version 1 of the format is known here"),
        N_('write "pulka 1", or use a newer pulka-calc for this file'),
    ),
    "statement-twice": (
        N_("{word} stands here for the second time, it is on line {line} already"),
        N_("leave one of the two out"),
    ),
    "statement-late": (
        N_("{word} comes after the first hand"),
        N_("move the line above hand 1"),
    ),
    "quote-open": (N_("a quotation mark is never closed"), N_('write " at the end of the name or the reason too')),
    "title-control": (N_("the title has a character that cannot be shown"), N_("type the title again")),
    "date-unknown": (N_("{word} is no date"), N_("write year, month and day: 2026-05-09")),
    "stake-unknown": (
        N_("{word} is not understood in the price of a whist"),
        N_('write "stake 0.5 RUB", "stake 10 RUB per 100" or "stake 0.5 RUB coin 1"'),
    ),
    "coin-unknown": (
        N_("{word} is no coin that money is paid in"),
        N_('write what the smallest coin is worth: "coin 1", "coin 0.05", "coin 100"'),
    ),
    "lang-unknown": (N_("{word} is no language that a file can have"), N_('write "lang ru" or "lang en"')),
    # Rules
    "rules-missing": (
        N_("the file does not say which rules are played"),
        N_('write "rules" above hand 1 with one of {presets}'),
    ),
    "rule-empty": (N_("the rule is not named"), N_('write a rule and its value: "rule pool_target 20"')),
    "rule-twice": (
        N_("{rule} is set for the second time, it is on line {line} already"),
        N_("keep the line that holds"),
    ),
    "rules-no-target": (
        N_("pools without a target do not go with pool_end {pool_end}"),
        N_('write "rule pool_end time", or a target such as "rule pool_target 20"'),
    ),
    "rules-custom-rounding": (
        N_("rounding table_custom needs mountain points of 10 whists, here they are {mountain_point_whists}"),
        N_('write "rule rounding whole"'),
    ),
    "rules-bombs-without-dark": (
        N_("there are no bombs for dark passes where nobody passes in the dark"),
        N_('write "rule dark_bids yes" or "rule bombs no"'),
    ),
    "rules-shared-misere": (
        N_("a misère cannot be shared with the dealer and go on the mountain first"),
        N_('write "rule made_goes_to pool" or "rule misere_shared_with_dealer no"'),
    ),
    "rules-whists-bonus": (
        N_("all-pass on whists has no bonus {allpass_clean_bonus}"),
        N_('write "rule allpass_clean_bonus one" or "rule allpass_clean_bonus none"'),
    ),
    "rules-whists-price": (
        N_("all-pass on whists has one price, not {allpass_price}"),
        N_('write one number: "rule allpass_price 5"'),
    ),
    "rules-whists-dealer": (
        N_("in all-pass on whists the dealer takes no tricks with the talon"),
        N_('write "rule dealer_takes_talon_tricks no"'),
    ),
    # Players
    "players-missing": (
        N_("the file does not say who plays"),
        N_('write "players Anna Boris Vera", clockwise, below "rules" and one of {presets}'),
    ),
    "name-empty": (N_("a name is empty"), N_("write a name between the quotation marks")),
    "name-long": (N_("a name has {length} characters, the most is {longest}"), N_("shorten the name")),
    "name-control": (N_("a name has a character that cannot be shown"), N_("type the name again")),
    "name-quote": (N_("a name has a quotation mark in it"), N_("leave the quotation mark out")),
    "name-reserved": (
        N_("{name} cannot be a name, it is a word of the pulka file"),
        N_('add something to it, as in "{bare}1"'),
    ),
    "name-unquoted": (
        N_("{name} can be a name only in quotation marks"),
        N_('write it as "{bare}"'),
    ),
    # Statements of play
    "keyboard-layout": (
        N_("this was typed with the keyboard switched to the other language"),
        N_("did you mean {meant}?"),
    ),
    "words-left": (N_("{word} is more than this line can say"), N_("take it out, or put it on a line of its own")),
    "column-twice": (
        N_("{word} stands on this line a second time"),
        N_('write each column once; "left" is another way to say "pool"'),
    ),
    "start-column": (
        N_("{word} is not taken over from paper"),
        N_('write "pool" or "left", "mountain" and "whists"'),
    ),
    "adjust-column": (N_("{word} cannot be adjusted"), N_('write "pool", "mountain" or "whists"')),
    "left-no-target": (
        N_("pools have no target at this table, so nothing can be left of one"),
        N_('write "pool" and the points that were made'),
    ),
    "start-twice": (
        N_("{player} has a start on line {line} already"),
        N_("put all figures of one player on one line"),
    ),
    "figure-unknown": (N_("{word} is no number"), N_("write it like 12, -4, 5/2 or 2.5")),
    "figure-long": (N_("no figure of a sheet has more than {digits} digits"), N_("check the number")),
    # Hands corrected and taken back
    "hand-voided": (
        N_("hand {number} was struck out on line {line}"),
        N_("a hand that was struck out stays so; if it was played again, give it the next number"),
    ),
    "undo-nothing": (N_("there is nothing left to take back"), N_("leave the line out")),
    "redo-nothing": (
        N_("there is nothing to bring back"),
        N_('leave the line out; "redo" works only right after "undo"'),
    ),
    "number-unknown": (
        N_("{word} is no number of a hand"),
        N_('write the number of a hand above: "void 5", "fix 3. Anna misere 0"'),
    ),
    "number-gap": (
        N_("hand {expected} comes next, not hand {number}"),
        N_("number this hand {expected}, or write above it the hands that are missing"),
    ),
    "pulka-over": (
        N_("the pulka is over, hand {number} comes after its end"),
        N_('leave the hand out; "adjust" and "check" are still possible'),
    ),
    "pulka-over-since": (
        N_("hand {number} is after the end now: a later correction closed the pools earlier"),
        N_('it still counts; strike it out with "void {number}" if it should not'),
    ),
}


WORDLESS: Final[dict[str, str]] = {
    "date-unknown": N_("the date is not said"),
    "stake-unknown": N_("the price of a whist is not said"),
    "lang-unknown": N_("the language of the file is not said"),
    "phase-unknown": N_("the phase of the old game is not said"),
    "number-unknown": N_("which hand is meant is not said"),
}
"""The messages where the word that is wrong was left out."""


def _statement_unknown(values: Values, speech: Speech) -> Described:
    word, text = values["word"], values["text"]
    message = speech.say("{word} begins no line of a pulka file", word=speech.quote(word))
    near = nearest(word, (name for keyword in STATEMENTS.values() for name in (keyword.en, keyword.ru)))
    if near and not looks_like_hand(text):
        return Described(message, did_you_mean(near, speech))
    if looks_like_hand(text):
        return Described(message, speech.say("a hand begins with its number: {hand}", hand=speech.quote(f"1. {text}")))
    return Described(
        message,
        speech.say('a line begins with the number of a hand, or with a word such as "dealer", "fix", "void", "check"'),
    )


def _rule_unknown(values: Values, speech: Speech) -> Described:
    word = values["word"]
    message = speech.say("there is no rule {word}", word=speech.quote(word))
    near = nearest(word, values.get("keys", ())) or near_rules(word, speech)
    if near:
        return Described(message, did_you_mean(near, speech))
    return Described(message, speech.say("pulka rules list shows every rule"))


def _rule_value(values: Values, speech: Speech) -> Described:
    rule, word = values["rule"], values["word"]
    if word:
        message = speech.say("{word} is no value of the rule {rule}", word=speech.quote(word), rule=rule)
    else:
        message = speech.say("the rule {rule} has no value", rule=rule)
    kind = KINDS[rule]
    near = nearest(word, kind.words) if isinstance(kind, Word) else []
    if near:
        return Described(message, did_you_mean(near, speech))
    choices = speech.either(values["choices"].split(" | "))
    if isinstance(kind, Figures | Rate):
        return Described(message, speech.say("write it like {choices}", choices=choices))
    return Described(message, speech.say("write {choices}", choices=choices))


def _rules_unknown(values: Values, speech: Speech) -> Described:
    word = values["word"]
    if word:
        message = speech.say("there are no rules {word}", word=speech.quote(word))
    else:
        message = speech.say("which rules are played is not said")
    named = values.get("named", ())
    near = nearest(word, [*preset_names(), *named])
    if not near:
        return Described(message, speech.say("write {presets}", presets=speech.either([*preset_words(speech), *named])))
    meant = speech.either([speech.quote(name) for name in near])
    presets = ", ".join([*preset_words(speech), *named])
    return Described(message, speech.say("did you mean {near}? All rules: {presets}", near=meant, presets=presets))


def _name_twice(values: Values, speech: Speech) -> Described:
    name, other = values["name"], values["other"]
    remedy = speech.say("tell the two apart by a letter or a number")
    if name == other:
        return Described(speech.say("two players are called {name}", name=speech.quote(name)), remedy)
    return Described(
        speech.say(
            "{name} and {other} are one name: capital letters and ё do not tell names apart",
            name=speech.quote(name),
            other=speech.quote(other),
        ),
        remedy,
    )


def _players_count(values: Values, speech: Speech) -> Described:
    count = values["count"]
    message = speech.count(
        "a table has 2 to 4 players, here is {number}", "a table has 2 to 4 players, here are {number}", count
    )
    if count < 2:
        return Described(message, speech.say('name them all on this line, clockwise: "players Anna Boris Vera"'))
    return Described(message, speech.say("keep the four who play; a name of two words needs quotation marks"))


def _words_missing(values: Values, speech: Speech) -> Described:
    message, remedy = _MISSING[values["missing"]]
    return Described(speech.say(message), speech.say(remedy))


_MISSING: Final[dict[str, tuple[str, str]]] = {
    "player": (N_("the line ends before a player is named"), N_("name the player next")),
    "column": (N_("the line ends before a column is named"), N_('write "pool", "mountain" or "whists" next')),
    "figure": (N_("the line ends before its figure"), N_("write the number next: 12, -4, 5/2 or 2.5")),
    "number": (N_("the line ends before the number of a hand"), N_('write it next: "void 5"')),
}


def _column_unknown(values: Values, speech: Speech) -> Described:
    word = values["word"]
    message = speech.say("{word} is no column of the sheet", word=speech.quote(word))
    keywords = [*COLUMNS.values(), BALANCE, LEFT]
    near = nearest(word, (name for keyword in keywords for name in (keyword.en, keyword.ru)))
    if near:
        return Described(message, did_you_mean(near, speech))
    return Described(message, speech.say('write "pool", "left", "mountain", "whists" or, in a check, "balance"'))


def _number_repeat(values: Values, speech: Speech) -> Described:
    number, expected, line = values["number"], values["expected"], values["line"]
    if line is None:
        message = speech.say("hands are counted from 1, there is no hand {number}", number=number)
        return Described(message, speech.say("write {expected}", expected=expected))
    message = speech.say("hand {number} is on line {line} already", number=number, line=line)
    remedy = speech.say(
        'the next hand is {expected}; to correct hand {number} write "fix {number}."', expected=expected, number=number
    )
    return Described(message, remedy)


def _hand_missing(values: Values, speech: Speech) -> Described:
    message = speech.say("there is no hand {number} above this line", number=values["number"])
    if not values["last"]:
        return Described(message, speech.say("write this line below the hand that it is about"))
    return Described(message, speech.say("the last hand above is {last}", last=values["last"]))


def _check_failed(values: Values, speech: Speech) -> Described:
    column, player = values["column"], values["player"]
    found, stated = values["found"], figure_text(values["stated"])
    if column == "whists":
        message = speech.count(
            "{player} has {n} whist on {on} here, not {stated}",
            "{player} has {n} whists on {on} here, not {stated}",
            found,
            player=player,
            on=values["on"],
            stated=stated,
        )
    else:
        message = speech.say(_CHECKED[column], player=player, found=figure_text(found), stated=stated)
    if column == "balance":
        return Described(
            message, speech.say("look how the balance comes about: {command}", command="pulka settle --steps")
        )
    written = COLUMNS["pool" if column == "left" else column].write(speech.lang)
    command = f"pulka explain {bare_or_quoted(player)} {written}"
    return Described(message, speech.say("look what was written there: {command}", command=command))


def bare_or_quoted(name: str) -> str:
    """A name as it is typed in a command."""
    return name if is_bare(name) else f'"{name}"'


_CHECKED: Final[dict[str, str]] = {
    "pool": N_("the pool of {player} is {found} here, not {stated}"),
    "left": N_("{found} is left of the pool of {player} here, not {stated}"),
    "mountain": N_("the mountain of {player} is {found} here, not {stated}"),
    "balance": N_("the balance of {player} is {found} here, not {stated}"),
}


def _whists_on_self(values: Values, speech: Speech) -> Described:
    message = speech.say("{player} cannot write whists on {player}", player=values["player"])
    if values.get("own") == "cell":
        return Described(message, speech.say("empty the cell, and write the figure under whom the whists are on"))
    return Described(message, speech.say("name another player"))


def _start_above_target(values: Values, speech: Speech) -> Described:
    told = {key: figure_text(values[key]) for key in ("pool", "target", "surplus")}
    player, other = values["player"], values["other"]
    if other is not None:
        return Described(
            speech.say(
                "{player} starts with {pool} in the pool, over the target of {target}, while another pool is open",
                player=player,
                **told,
            ),
            speech.say(
                "the surplus of {surplus} should have gone into the pool of {other}; check both figures",
                other=other,
                **told,
            ),
        )
    return Described(
        speech.say(
            "{player} starts with {pool} in the pool, over the target of {target}, and all pools are closed",
            player=player,
            **told,
        ),
        speech.say(_SURPLUS[values["excess"]], **told),
    )


_SURPLUS: Final[dict[str, str]] = {
    "own_mountain": N_("the surplus of {surplus} should have come off the mountain; check the figure and the target"),
    "drop": N_("the surplus of {surplus} should have been dropped; check the figure and the target"),
}
"""Where points go that no pool takes, by the rule."""


def _start_improbable(values: Values, speech: Speech) -> Described:
    found, player, on = values["figure"], values["player"], values["on"]
    message = speech.say(_IMPROBABLE[values["column"]], player=player, on=on, figure=figure_text(found))
    if values["column"] == "whists" and found < 0:
        return Described(
            message,
            speech.say(
                "whists are never below 0; what {on} has on {player} stands in the row of {on}", on=on, player=player
            ),
        )
    nearest_ones = [figure_text(figure) for figure in values["nearest"]]
    if len(nearest_ones) > 1:
        remedy = speech.say("the nearest that hands come to are {figures}", figures=speech.every(nearest_ones))
    else:
        remedy = speech.say("the nearest that hands come to is {figure}", figure=nearest_ones[0])
    total = _RUNNING.match(values["text"])
    if total:
        dotted = speech.quote(f"{total[0]}.")
        remedy += "; " + speech.say(
            "running totals of the paper end with a dot: {dotted} is {last}", dotted=dotted, last=total[1]
        )
    return Described(message, remedy)


_RUNNING: Final = re.compile(r"[0-9]+\.([0-9]+)\Z")
"""What may have been meant as figures of the paper, each the total so far."""

_IMPROBABLE: Final[dict[str, str]] = {
    "pool": N_("no hands come to {figure} in the pool of {player}"),
    "left": N_("no hands leave {figure} of the pool of {player}"),
    "mountain": N_("no hands come to {figure} on the mountain of {player}"),
    "whists": N_("no hands come to {figure} in the whists of {player} on {on}"),
}


TOLD: Final[dict[str, Teller]] = {
    "statement-unknown": _statement_unknown,
    "rule-unknown": _rule_unknown,
    "rule-value": _rule_value,
    "whists-on-self": _whists_on_self,
    "rules-unknown": _rules_unknown,
    "name-twice": _name_twice,
    "players-count": _players_count,
    "words-missing": _words_missing,
    "column-unknown": _column_unknown,
    "number-repeat": _number_repeat,
    "hand-missing": _hand_missing,
    "check-failed": _check_failed,
    "start-above-target": _start_above_target,
    "start-improbable": _start_improbable,
}
