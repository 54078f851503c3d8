"""A hand's line as said: read from left to right, without going back (design §2, rules 2 to 7).

What is read here depends on the words and the names alone. Who deals, what the table's rules are
and what is left out is the business of `completion`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pulka_calc.game.terms import LEVELS, Play, Role, Suit, parse_contract
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.grammar import NOTHING, ON_MOUNTAIN, VALUED_FLAGS, fold
from pulka_calc.journal.tokens import Token, Word


class SaidResult(NamedTuple):
    """The declarer's tricks as said: ``tricks`` a count, ``over`` tricks more or fewer than promised."""

    place: int
    tricks: int | None
    over: int | None
    in_words: bool = False
    """Said with ``без``."""


class Flag(NamedTuple):
    """A flag of the hand; the value of those written ``word=value``."""

    place: int
    value: str = ""


class SaidDefender(NamedTuple):
    """What was said of one defender, with the places of the tokens that said it."""

    seat: int
    place: int
    role: Role | None = None
    tricks: int | None = None
    tricks_place: int = -1
    play: Play | None = None
    play_place: int = -1


class SaidContract(NamedTuple):
    """A contract's line, or a give-up's."""

    declarer: int
    level: int
    suit: Suit | None
    level_place: int
    result: SaidResult | None
    flags: dict[str, Flag]
    defenders: tuple[SaidDefender, ...]


class SaidMisere(NamedTuple):
    """A misère's line."""

    declarer: int
    place: int
    result: SaidResult | None
    flags: dict[str, Flag]
    defenders: tuple[SaidDefender, ...]


class SaidAllPass(NamedTuple):
    """An all-pass line: players with counts, in the order said."""

    place: int
    counts: tuple[SaidDefender, ...]
    dark: tuple[int, ...]
    dark_place: int


Said = SaidContract | SaidMisere | SaidAllPass

_CONTRACT_FLAGS: Final = frozenset({"dark", "talon", "notalon", "bid", "agreed", "to", "giveup"})


def read_said(words: tuple[Word, ...], names: tuple[str, ...]) -> Said:
    """What a hand's line says.

    Raises:
        Problem: the words are no hand, or can be read in two ways.
    """
    return _Line([token for word in words for token in word.tokens], names).read()


class _Line:
    """The reading of one line: tokens and a place among them that only moves on."""

    def __init__(self, tokens: list[Token], names: tuple[str, ...]) -> None:
        self.tokens = tokens
        self.names = names
        self.at = 0
        self.named: list[int] = []

    def read(self) -> Said:
        tokens = self.tokens
        if not tokens:
            raise Problem("hand-empty")
        first = tokens[0]
        if first.meaning.allpass and first.kind == "letters" and not self._names_declarer():
            return self._allpass()
        declarer = self._player("declarer-unknown")
        if self.at >= len(tokens):
            raise Problem("contract-missing", 0)
        token = tokens[self.at]
        if token.meaning.misere and token.kind == "letters":
            return self._misere(declarer)
        return self._contract(declarer)

    def _names_declarer(self) -> bool:
        """Whether the word after an all-pass word makes it a player: a level or a misère word (rule 2)."""
        if not self.tokens[0].seats or len(self.tokens) < 2:
            return False
        after = self.tokens[1]
        if after.kind == "contract":
            return True
        return (after.kind == "number" and after.value in LEVELS) or (after.kind == "letters" and after.meaning.misere)

    def _player(self, unknown: str) -> int:
        """The player that the next token names."""
        token = self.tokens[self.at]
        seat = self._seat(self.at, token, unknown)
        self.at += 1
        self.named.append(seat)
        return seat

    def _seat(self, place: int, token: Token, unknown: str) -> int:
        if token.kind not in ("letters", "player"):
            raise Problem(unknown, place, word=token.text, names=self.names)
        if not token.seats:
            if token.text.startswith("@"):
                raise Problem("seat-unknown", place, word=token.text, count=len(self.names))
            raise Problem("player-unknown", place, word=token.text.strip('"'), names=self.names)
        if len(token.seats) > 1:
            readings = tuple(self.names[seat] for seat in token.seats)
            raise Problem("player-ambiguous", place, word=token.text, names=readings)
        return token.seats[0]

    # Contracts

    def _contract(self, declarer: int) -> SaidContract:
        level_place = self.at
        token = self.tokens[self.at]
        suit: Suit | None = None
        if token.kind == "contract":
            level, suit = token.value, token.suit
            self.at += 1
        elif token.kind == "number" and token.value in LEVELS:
            level = token.value
            self.at += 1
            suit = self._suit(declarer)
        elif token.kind == "number":
            raise Problem("level-unknown", self.at, word=token.text)
        else:
            raise Problem("contract-missing", self.at, word=token.text)
        flags: dict[str, Flag] = {}
        result = self._before_defenders(flags)
        defenders = self._defenders(flags)
        return SaidContract(declarer, level, suit, level_place, result, flags, defenders)

    def _suit(self, declarer: int) -> Suit | None:
        """The suit after a level, if one stands there (rule 3)."""
        if self.at >= len(self.tokens):
            return None
        token = self.tokens[self.at]
        if token.kind == "suit":
            self.at += 1
            return token.suit
        if token.kind != "letters":
            return None
        meaning = token.meaning
        if meaning.without and self._next_is("no_trumps"):
            self.at += 2
            return "NT"
        if meaning.suit is None:
            return None
        if len(token.text) > 1 or token.touches:
            self.at += 1
            return meaning.suit
        begun = tuple(seat for seat in token.seats if seat != declarer)
        if not begun:
            self.at += 1
            return meaning.suit
        if token.digits_touch:
            return None
        names = tuple(self.names[seat] for seat in begun)
        raise Problem("suit-or-player", self.at, word=token.text, suit=meaning.suit, names=names)

    def _next_is(self, what: str) -> bool:
        if self.at + 1 >= len(self.tokens):
            return False
        return bool(getattr(self.tokens[self.at + 1].meaning, what))

    def _before_defenders(self, flags: dict[str, Flag]) -> SaidResult | None:
        """Flags and the one result that may stand before the first defender (rule 4)."""
        result: SaidResult | None = None
        while self.at < len(self.tokens):
            said = self._result()
            if said is not None:
                if result is not None:
                    raise Problem("result-twice", result.place, said.place)
                result = said
            elif not self._flag(flags, after_defender=None):
                break
        return result

    def _result(self) -> SaidResult | None:
        token = self.tokens[self.at]
        place = self.at
        if token.kind == "number":
            if token.value > 10:
                raise Problem("tricks-range", place, word=token.text)
            self.at += 1
            return SaidResult(place, token.value, None)
        if token.kind == "result":
            self.at += 1
            return SaidResult(place, None, token.value)
        if token.meaning.without and token.kind == "letters" and self.at + 1 < len(self.tokens):
            after = self.tokens[self.at + 1]
            short = after.value if after.kind == "number" else after.meaning.short
            if short is not None:
                self.at += 2
                return SaidResult(place, None, -short, in_words=True)
        return None

    def _flag(self, flags: dict[str, Flag], after_defender: SaidDefender | None) -> bool:
        """Read a flag of the hand, if one stands here (rule 7)."""
        token = self.tokens[self.at]
        place = self.at
        if token.kind == "flag":
            word, _, value = token.text.partition("=")
            name = VALUED_FLAGS[fold(word)]
            step = 1
        elif token.kind != "letters" or token.meaning is NOTHING:
            return False
        elif token.meaning.without and self._next_is("of_talon"):
            name, value, step = "notalon", "", 2
        elif token.meaning.flag is None:
            return False
        else:
            name, value, step = token.meaning.flag, "", 1
            if name in ("open", "closed", "in-the-dark") and after_defender is not None:
                return False
            name = "dark" if name == "in-the-dark" else name
            if name in ("open", "closed"):
                raise Problem("play-without-defender", place, word=token.text)
        if name in flags:
            raise Problem("flag-twice", flags[name].place, place, word=token.text)
        flags[name] = Flag(place, value)
        self.at += step
        return True

    def _defenders(self, flags: dict[str, Flag]) -> tuple[SaidDefender, ...]:
        defenders: list[SaidDefender] = []
        while self.at < len(self.tokens):
            place = self.at
            seat = self._next_defender(defenders[-1] if defenders else None)
            if seat in self.named[:-1]:
                raise Problem("player-twice", place, player=self.names[seat])
            defenders.append(self._defender(SaidDefender(seat, place), flags))
        return tuple(defenders)

    def _next_defender(self, last: SaidDefender | None) -> int:
        token = self.tokens[self.at]
        if token.kind == "junk":
            raise Problem("word-unknown", self.at, word=token.text)
        if token.kind not in ("letters", "player") and last is not None:
            raise Problem("tricks-twice" if token.kind == "number" else "word-out-of-place", self.at, word=token.text)
        if token.kind not in ("letters", "player") or (token.kind == "letters" and not token.seats):
            raise (
                Problem("word-out-of-place", self.at, word=token.text)
                if token.meaning is not NOTHING
                else Problem("player-unknown", self.at, word=token.text, names=self.names)
            )
        return self._player("player-unknown")

    def _defender(self, said: SaidDefender, flags: dict[str, Flag]) -> SaidDefender:
        """What follows a defender: his role, his tricks, how he played (rules 5 and 7)."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "number":
                if said.tricks is not None:
                    raise Problem("tricks-twice", said.tricks_place, self.at, word=token.text)
                if token.value > 10:
                    raise Problem("tricks-range", self.at, word=token.text)
                said = said._replace(tricks=token.value, tricks_place=self.at)
                self.at += 1
            elif token.kind == "letters" and token.meaning.role is not None:
                if self._begins_defender(token, said):
                    return said
                said = said._replace(role=token.meaning.role)
                self.at += 1
            elif token.kind == "letters" and token.meaning.flag in ("open", "closed", "in-the-dark"):
                if said.play is not None:
                    raise Problem("flag-twice", said.play_place, self.at, word=token.text)
                play: Play = "open" if token.meaning.flag == "open" else "closed"
                said = said._replace(play=play, play_place=self.at)
                self.at += 1
            elif token.kind == "result":
                raise Problem("result-of-defender", self.at, word=token.text)
            elif not self._flag(flags, said):
                return said
        return said

    def _begins_defender(self, token: Token, said: SaidDefender) -> bool:
        """Whether a role word is really the beginning of the next defender's name (rule 5)."""
        unnamed = [seat for seat in token.seats if seat not in self.named]
        if said.role is None and said.tricks is None:
            return bool(unnamed) and token.digits_touch and len(token.text) == 1
        if unnamed:
            return True
        if said.role is None:
            # A count first and the role after it, with nobody left whom the word could name.
            raise Problem("role-after-tricks", said.place, self.at, word=token.text, player=self.names[said.seat])
        raise Problem("role-twice", said.place, self.at, word=token.text, player=self.names[said.seat])

    # Misère and all-pass

    def _misere(self, declarer: int) -> SaidMisere:
        place = self.at
        self.at += 1
        flags: dict[str, Flag] = {}
        result = self._before_defenders(flags)
        defenders = self._defenders(flags)
        return SaidMisere(declarer, place, result, flags, defenders)

    def _allpass(self) -> SaidAllPass:
        self.at = 1
        counts: list[SaidDefender] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind == "letters" and token.meaning.flag in ("dark", "in-the-dark"):
                place = self.at
                return SaidAllPass(0, tuple(counts), self._dark_passers(), place)
            if token.kind in ("number", "result", "contract", "suit", "flag", "junk"):
                code = "tricks-twice" if token.kind == "number" and counts else "word-out-of-place"
                raise Problem(code, self.at, word=token.text)
            place = self.at
            seat = self._player("player-unknown")
            if seat in self.named[:-1]:
                raise Problem("player-twice", place, player=self.names[seat])
            said = SaidDefender(seat, place)
            if self.at < len(self.tokens) and self.tokens[self.at].kind == "number":
                tricks = self.tokens[self.at]
                if tricks.value > 10:
                    raise Problem("tricks-range", self.at, word=tricks.text)
                said = said._replace(tricks=tricks.value, tricks_place=self.at)
                self.at += 1
            counts.append(said)
        return SaidAllPass(0, tuple(counts), (), -1)

    def _dark_passers(self) -> tuple[int, ...]:
        self.at += 1
        seats: list[int] = []
        while self.at < len(self.tokens):
            seat = self._seat(self.at, self.tokens[self.at], "player-unknown")
            if seat in seats:
                raise Problem("player-twice", self.at, player=self.names[seat])
            seats.append(seat)
            self.at += 1
        if not seats:
            raise Problem("dark-nobody", self.at - 1)
        return tuple(seats)


def flag_contract(value: str) -> tuple[int, Suit | None]:
    """The contract in a ``bid=`` flag, in any writing of a contract.

    Raises:
        ValueError: it is none.
    """
    from pulka_calc.journal.grammar import MEANINGS

    digits = "10" if value.startswith("10") else value[:1]
    rest = value[len(digits) :]
    if rest.startswith(".") and rest[1:] in ("1", "2", "3", "4", "5"):
        from pulka_calc.game.terms import SUITS

        return parse_contract(digits + SUITS[int(rest[1:]) - 1])
    meaning = MEANINGS.get(fold(rest.rstrip("\ufe0e\ufe0f")))
    if rest and (meaning is None or meaning.suit is None):
        raise ValueError(value)
    return parse_contract(digits + (meaning.suit or "" if meaning else ""))


def flag_mountain(value: str) -> int | None:
    """How many pool points a ``to=`` flag puts on the mountain; ``None``: all.

    Raises:
        ValueError: it says no mountain, or no whole number above 0 after the colon.
    """
    word, colon, points = value.partition(":")
    if fold(word) not in ON_MOUNTAIN.words() and fold(word) != fold("гору"):
        raise ValueError(value)
    if not colon:
        return None
    if not points.isascii() or not points.isdecimal() or not int(points[:10]) > 0:
        raise ValueError(value)
    return int(points[:10])
