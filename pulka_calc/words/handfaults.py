"""What is wrong with a hand, and what to type instead."""

from __future__ import annotations

from typing import Final

from pulka_calc.game.terms import HAND_TRICKS, LEVELS
from pulka_calc.words.nearness import near_players
from pulka_calc.words.speech import N_, Speech, clip
from pulka_calc.words.telling import Described, Teller, Templates, Values, shown

PLAIN: Final[dict[str, Templates]] = {
    # The line as a whole
    "hand-empty": (
        N_("nothing follows the number of the hand"),
        N_('write declarer, contract and tricks, then the defenders: "1. Anna 6♠ 6, Boris whist 4"'),
    ),
    "hand-number": (
        N_("a hand begins with its number and a dot, not with {word}"),
        N_('write the number first: "7. Anna 6♠ 6, Boris whist 4"'),
    ),
    "two-players": (
        N_("two players play no hands here, their sheet is only settled"),
        N_('leave the hand out and write the sheet with "start", "adjust" and "check"'),
    ),
    "word-unknown": (
        N_("{word} means nothing in a hand"),
        N_("take it out; a hand is made of names, contract, tricks and roles"),
    ),
    "word-out-of-place": (
        N_("{word} cannot stand in this place"),
        N_("keep the order: declarer, contract, tricks, then each defender with role and tricks"),
    ),
    # Players
    "player-twice": (N_("{player} is named twice"), N_("name each player once")),
    "dealer-plays": (
        N_("{player} deals this hand and sits out"),
        N_('name one of the three who play, or say above who deals: "dealer NAME"'),
    ),
    "seat-unknown": (
        N_("there is no seat {word}, the table has {count}"),
        N_('seats are "@1" to "@{count}" in the order of the players line'),
    ),
    "player-ambiguous": (
        N_("{word} can be {either}"),
        N_("write more letters of the name, or the whole name"),
    ),
    # Contract
    "suit-or-player": (
        N_("{word} can be the suit {suit} or the player {either}"),
        N_("for the suit write it close to the level, for the player write more of the name"),
    ),
    "suit-missing": (
        N_("a six needs its suit: at this table six of spades is Stalingrad"),
        N_('write "6♠", "6♣", "6♦", "6♥" or "6NT"'),
    ),
    "bid-unknown": (N_("{word} is no contract that the auction could reach"), N_('write it like "bid=7♦"')),
    "bid-above": (
        N_("the auction reached {bid}, and {contract} is lower"),
        N_("name {bid} or a higher contract, or correct the bid"),
    ),
    "stalingrad": (
        N_("{player} must whist: six of spades is Stalingrad"),
        N_("write whist for both defenders, and their tricks"),
    ),
    "dark-six": (
        N_("{player} must whist: on a dark six both defenders do"),
        N_("write whist for both defenders, and their tricks"),
    ),
    "dark-off": (
        N_("nobody bids or passes in the dark at this table"),
        N_('leave the word out, or write "rule dark_bids yes" above hand 1'),
    ),
    # Results and tricks
    "result-twice": (N_("the declarer's tricks are said twice"), N_("leave one of the two out")),
    "result-of-defender": (
        N_("{word} is a way to say the declarer's tricks, not a defender's"),
        N_("write it right after the contract, or the defender's tricks as a plain number"),
    ),
    "tricks-range": (N_("nobody has {figure} tricks in a hand of 10"), N_("write a number from 0 to 10")),
    "tricks-twice": (
        N_("{word} is one count too many for the same player"),
        N_("leave one of the two out, or name the player whose tricks they are"),
    ),
    "without-three": (
        N_('"without three" alone can mean given up, or played and three tricks short'),
        N_('write "giveup" if it was given up, else name who whisted'),
    ),
    "ten-counts": (
        N_("a checked ten that failed needs the tricks of both defenders"),
        N_("write how many {every} took"),
    ),
    # Roles
    "role-missing": (
        N_("nothing is said of {player}, neither a role nor tricks"),
        N_('write "whist", "pass" or "half" after the name, or the tricks'),
    ),
    "role-twice": (
        N_("{player} has a role already, and no player still to be named begins with {word}"),
        N_("leave one of the roles out, or name the next player"),
    ),
    "role-after-tricks": (
        N_("{word} stands after the tricks of {player}"),
        N_("write the role first and then the tricks"),
    ),
    "half-twice": (
        N_("both defenders said half-whist"),
        N_('write "pass" or "whist" for one of them'),
    ),
    "half-first": (
        N_("{player} speaks before {other} and cannot take half-whist"),
        N_('write "whist" or "pass", or "rule half_whist_by either" above hand 1'),
    ),
    "half-counts": (
        N_("{player} took half-whist, no tricks go with it"),
        N_('leave the tricks out, or write "whist" if the hand was played'),
    ),
    "dealer-whist": (
        N_("{player} deals and has no say in this hand"),
        N_("the dealer whists only when neither defender did, and not where both must whist or a ten is checked"),
    ),
    "dealer-whist-counts": (
        N_("{player} did not whist: the dealer who did writes every trick of the defence"),
        N_("leave this count out"),
    ),
    "play-without-whist": (
        N_("{player} does not whist, so does not play open or closed"),
        N_('leave the word out, or write "whist" before it'),
    ),
    "play-without-defender": (
        N_("{word} must stand after the defender who whists"),
        N_('write "Boris whist open"'),
    ),
    "open-not-alone": (
        N_("{player} cannot lay the cards open while both defenders whist"),
        N_('leave the word out, or write "pass" for the other one'),
    ),
    # Flags
    "flag-twice": (N_("{word} is said twice in this hand"), N_("say it once")),
    "giveup-off": (
        N_("contracts are not given up at this table"),
        N_('write how it was played, or "rule give_up_tricks 3" above hand 1'),
    ),
    "giveup-result": (
        N_("a contract that was given up has no tricks"),
        N_('leave out the tricks, or "giveup"'),
    ),
    "giveup-defender": (
        N_("{player} neither whists nor takes tricks: the contract was given up"),
        N_('leave {player} out, or "giveup"'),
    ),
    "misere-defender": (
        N_("{player} has no part in a misère, nobody whists on it"),
        N_("write the declarer's tricks only"),
    ),
    "misere-tricks-missing": (
        N_("how many tricks the misère took is not said"),
        N_('write them after "misere", 0 if it was made'),
    ),
    "misere-result": (
        N_("a misère is never so many tricks over or short"),
        N_('write the tricks that were taken, 0 or "=" if it was made'),
    ),
    "to-mountain-off": (
        N_("the declarer does not choose between pool and mountain at this table"),
        N_('leave the word out, or write "rule made_goes_to choice" above hand 1'),
    ),
    "to-mountain-unknown": (
        N_("{word} is no place to write a made game"),
        N_('write "to=mountain" for all of it, "to=mountain:30" for thirty points'),
    ),
    "to-mountain-shared": (
        N_("a misère that is shared with the dealer goes into the pools"),
        N_("leave the mountain out"),
    ),
    "to-mountain-gain": (
        N_("{points} points cannot go off the mountain, the game brings {gain}"),
        N_('write at most {gain}, or "to=mountain" for all of it'),
    ),
    "to-mountain-holds": (
        N_("the mountain of {player} is {mountain}, too low to take {points} points of the game off it"),
        N_("put less of it there, or leave the mountain out"),
    ),
    "talon-units": (
        N_("{word} is no count of high cards in the talon"),
        N_("count 1 for an ace or a king with its queen, 2 for an ace with its king, 3 for two aces"),
    ),
    "talon-off": (
        N_("nobody writes for the cards of the talon at this table"),
        N_('leave the word out, or write "rule talon_bonus all" above hand 1'),
    ),
    "talon-three": (
        N_("with three players no dealer sits out, and only he writes for the cards of the talon"),
        N_('leave the word out, or write "rule talon_bonus all" above hand 1: then each opponent writes half'),
    ),
    "talon-not-taken": (
        N_("the cards of the talon are not paid in a game without the talon"),
        N_("leave one of the two words out"),
    ),
    "talon-two": (
        N_("high cards in the talon never count two at this table"),
        N_("write 1 for an ace or a king with its queen, 3 for two aces"),
    ),
    # All-pass
    "allpass-counts-missing": (
        N_("the tricks of {every} are not said"),
        N_("say them all, only one count can be worked out"),
    ),
    "dealer-talon-off": (
        N_("{player} deals, and at this table the dealer takes no tricks with the talon"),
        N_('leave {player} out, or write "rule dealer_takes_talon_tricks yes" above hand 1'),
    ),
    "dark-dealer": (
        N_("{player} deals and sits out, so did not pass in the dark"),
        N_("name only players who play"),
    ),
    "dark-nobody": (
        N_("who passed in the dark is not said"),
        N_('name the players after the word: "dark Anna Boris"'),
    ),
}


def _tricks_total(values: Values, speech: Speech) -> Described:
    total = values["total"]
    if total < HAND_TRICKS:
        difference = speech.count("{number} trick is missing", "{number} tricks are missing", HAND_TRICKS - total)
    else:
        difference = speech.count("{number} trick too many", "{number} tricks too many", total - HAND_TRICKS)
    message = speech.say(
        "the tricks add up to {total}, a hand has {hand}: {difference}",
        total=total,
        hand=HAND_TRICKS,
        difference=difference,
    )
    if values["counts"] < 3:
        return Described(message, speech.say("one of these counts is too high"))
    return Described(message, speech.say("leave one count out and it is worked out"))


def _counts_missing(values: Values, speech: Speech) -> Described:
    if values["declarer_said"]:
        return Described(
            speech.say("how the tricks of the defence fell is not said"),
            speech.say("write the tricks of one defender, the other's are worked out"),
        )
    return Described(
        speech.say("how many tricks were taken is not said"),
        speech.say("write the counts, the last one is worked out"),
    )


def _dealer_talon_tricks(values: Values, speech: Speech) -> Described:
    return Described(
        speech.count(
            "{player} deals and would have {n} trick, the talon has two cards",
            "{player} deals and would have {n} tricks, the talon has two cards",
            values["tricks"],
            player=values["player"],
        ),
        speech.say("check the counts: the dealer takes 0, 1 or 2 tricks, the other three the rest"),
    )


def _flag_out_of_place(values: Values, speech: Speech) -> Described:
    flag, misere = values["flag"], values["hand"] == "misere"
    if flag == "giveup":
        return Described(speech.say("a misère cannot be given up"), speech.say("write the tricks that were taken"))
    word = {
        "to": speech.say("to=mountain"),
        "agreed": speech.say("agreed"),
        "talon": speech.say("talon="),
        "bid": speech.say("bid="),
    }[flag]
    if misere:
        message = speech.say("{word} says nothing about a misère", word=speech.quote(word))
    else:
        message = speech.say("{word} says nothing about a contract that was given up", word=speech.quote(word))
    return Described(message, speech.say("leave it out"))


def _half_level(values: Values, speech: Speech) -> Described:
    message = speech.say("there is no half-whist on {level}", level=values["level"])
    if not values["levels"]:
        return Described(message, speech.say('write "whist" or "pass": this table has no half-whist'))
    levels = ", ".join(map(str, values["levels"]))
    return Described(message, speech.say('write "whist" or "pass": half-whist is for {levels}', levels=levels))


def _nobody_whisted(values: Values, speech: Speech) -> Described:
    message = speech.say("the contract failed, but nobody whisted")
    either = speech.either(values["names"])
    if values["giveup"]:
        remedy = speech.say('say who whisted, {either}; if it was given up, write "giveup"', either=either)
    else:
        remedy = speech.say("say who whisted, {either}", either=either)
    return Described(message, remedy)


def _contract_missing(values: Values, speech: Speech) -> Described:
    word = values.get("word")
    remedy = speech.say('after the declarer comes a contract like "6♠" or "8NT", or "misere"')
    if word:
        return Described(speech.say("{word} is no contract", word=speech.quote(word)), remedy)
    return Described(speech.say("what was played is not said"), remedy)


def _level_unknown(values: Values, speech: Speech) -> Described:
    word = str(values["word"])
    message = speech.say("there is no contract {level}, they are 6, 7, 8, 9 and 10", level=clip(word))
    # Level and tricks written without a blank: `66` for `6 6`.
    level = next((str(level) for level in reversed(LEVELS) if word.startswith(str(level))), None)
    rest = word.removeprefix(level or "")
    if level and rest.isdecimal() and int(rest) <= HAND_TRICKS:
        meant = speech.quote(f"{level} {rest}")
        return Described(message, speech.say("did you mean {word}, contract and tricks?", word=meant))
    return Described(message, speech.say('write the level and its suit: "6♠", "7♣", "8♦", "9♥", "10NT"'))


def _player_unknown(values: Values, speech: Speech) -> Described:
    return Described(
        speech.say("neither a player nor a word: {word}", word=speech.quote(values["word"])),
        _players(values, speech),
    )


def _declarer_unknown(values: Values, speech: Speech) -> Described:
    return Described(
        speech.say("the declarer comes first in a hand, {word} is no player", word=speech.quote(values["word"])),
        speech.say('begin with the player who won the auction, {either}, or with "allpass"', **shown(values, speech)),
    )


def _players(values: Values, speech: Speech) -> str:
    names = values["names"]
    near = near_players(values["word"], names)
    everybody = ", ".join(names)
    if near:
        return speech.say("did you mean {near}? At the table are {names}", near=speech.either(near), names=everybody)
    return speech.say("at the table are {names}", names=everybody)


def _bid_below_minimum(values: Values, speech: Speech) -> Described:
    return Described(
        speech.count(
            "after {n} all-pass hand the lowest contract is {lowest}, not {level}",
            "after {n} all-pass hands in a row the lowest contract is {lowest}, not {level}",
            values["row"],
            lowest=values["lowest"],
            level=values["level"],
        ),
        speech.say("name a contract from {lowest} up, or a misère", lowest=values["lowest"]),
    )


def _bid_below_minimum_since(values: Values, speech: Speech) -> Described:
    return Described(
        speech.count(
            "hand {hand} is too low now: since a later correction {n} all-pass hand comes before it",
            "hand {hand} is too low now: since a later correction {n} all-pass hands in a row come before it",
            values["row"],
            hand=values["number"],
        ),
        speech.say('it still counts; strike it out with "void {number}" if it should not', number=values["number"]),
    )


TOLD: Final[dict[str, Teller]] = {
    "tricks-total": _tricks_total,
    "counts-missing": _counts_missing,
    "dealer-talon-tricks": _dealer_talon_tricks,
    "flag-out-of-place": _flag_out_of_place,
    "half-level": _half_level,
    "nobody-whisted": _nobody_whisted,
    "contract-missing": _contract_missing,
    "level-unknown": _level_unknown,
    "player-unknown": _player_unknown,
    "declarer-unknown": _declarer_unknown,
    "bid-below-minimum": _bid_below_minimum,
    "bid-below-minimum-since": _bid_below_minimum_since,
}
