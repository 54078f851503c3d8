"""Hands read at one kind of table, each form of a line once.

A line whose players are all named in full reads the same whoever they are and whatever its numbers
are: so its pattern is kept with players, numbers and suit left open, and under the pattern the hands
that came of it, by the parts of the players and the numbers. Every other line is read word by word.
What is kept never differs from what reading would give, for reading made it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from pulka_calc.game.hands import AllPass, Contract, GiveUp, Misere
from pulka_calc.game.rules import Rules
from pulka_calc.game.scoring import DEALER
from pulka_calc.game.table import parts
from pulka_calc.game.terms import HAND_TRICKS, LEVELS, TALON_TRICKS
from pulka_calc.journal.completion import Completed, Table, complete
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.handline import (
    Said,
    SaidAllPass,
    SaidContract,
    SaidDefender,
    SaidMisere,
    SaidResult,
    read_said,
)
from pulka_calc.journal.tokens import CONTRACT, NUMBER, PLAYER, Word

_MOST: Final = 20_000
"""Hands kept for one kind of table; beyond it they are forgotten, so that nothing grows for ever."""

_shape_of: Final = attrgetter("shape")
_new: Final = tuple.__new__

Key = tuple[int, ...]


class _Form(NamedTuple):
    """A hand with its declarer and suit left open: the fields before the suit and after it."""

    kind: type[Contract | GiveUp | Misere]
    before: tuple[object, ...]
    after: tuple[object, ...]
    worked_out: tuple[tuple[int, int], ...]
    """By part, not seat."""


_SUIT_FIELD: Final[dict[type, int]] = {
    Contract: Contract._fields.index("suit"),
    GiveUp: GiveUp._fields.index("suit"),
}


class _Pattern:
    """A line with its players, its numbers and its suit left open."""

    __slots__ = ("forms", "level_at", "numbers", "plain", "players", "result_at", "said", "suit_at", "tricks_at")

    def __init__(self, words: tuple[Word, ...], said: Said) -> None:
        shapes = [word.shape for word in words]
        self.said = said
        """What the first such line said."""
        self.players = [place for place, shape in enumerate(shapes) if shape is PLAYER]
        """Which words are players."""
        self.numbers = [place for place, shape in enumerate(shapes) if shape is NUMBER or shape is CONTRACT]
        """Which words are numbers; a contract is one, its level."""
        self.suit_at = shapes.index(CONTRACT) if CONTRACT in shapes else -1
        """Which word has the suit; -1 where none is said."""
        self.forms: dict[Key, _Form] = {}
        """By the parts of the players after the declarer, and the numbers."""
        places = _token_places(words)
        level = said.level_place if isinstance(said, SaidContract) else -1
        result = -1
        if not isinstance(said, SaidAllPass) and said.result is not None and said.result.tricks is not None:
            result = said.result.place
        self.level_at = places.get(level, -1)
        """Which word is the level of a contract, -1 in other hands."""
        self.result_at = places.get(result, -1)
        """Which word counts the declarer's tricks, -1 where none does."""
        defenders = () if isinstance(said, SaidAllPass) else said.defenders
        self.tricks_at = [places.get(defender.tricks_place, -1) for defender in defenders]
        """Which word counts the tricks of each defender named, -1 where none does."""
        self.plain = isinstance(said, SaidContract) and not said.flags and not any(d.role == "half" for d in defenders)
        """A contract with whists and passes and nothing else.

        No rule of a table changes how it is read but Stalingrad, the way of tens, and who may whist as dealer.
        """

    @property
    def whole(self) -> bool:
        """Whether every number of the line is a level or a count, so that other numbers may take its place."""
        if isinstance(self.said, SaidAllPass):
            return True
        found = {self.level_at, self.result_at, *self.tricks_at} - {-1}
        return found == set(self.numbers)

    def again(self, words: tuple[Word, ...]) -> SaidContract | SaidMisere | None:
        """What another line of the pattern says; ``None`` when its level is none."""
        said = self.said
        assert not isinstance(said, SaidAllPass)
        declarer, *others = [words[place].seat for place in self.players]
        result = said.result
        if self.result_at >= 0 and result is not None:
            result = _new(SaidResult, (result.place, words[self.result_at].value, None, False))
        defenders = tuple(
            [
                _new(SaidDefender, (seat, *old[1:3], words[at].value if at >= 0 else None, *old[4:]))
                for seat, old, at in zip(others, said.defenders, self.tricks_at, strict=True)
            ]
        )
        if isinstance(said, SaidMisere):
            return _new(SaidMisere, (declarer, said.place, result, said.flags, defenders))
        level = words[self.level_at].value
        if level not in LEVELS:
            return None
        suit = words[self.suit_at].suit if self.suit_at >= 0 else None
        return _new(SaidContract, (declarer, level, suit, said.level_place, result, said.flags, defenders))


def _token_places(words: tuple[Word, ...]) -> dict[int, int]:
    """By the place of its first token, the place of a word."""
    places: dict[int, int] = {}
    count = 0
    for place, word in enumerate(words):
        places[count] = place
        count += len(word.tokens)
    return places


@cache
def _parts_of_seats(players: int) -> list[list[int]]:
    """By declarer and dealer, and then by seat, the part that a player has in a contract."""
    found: list[list[int]] = []
    for declarer in range(players):
        for dealer in range(4):
            taking = parts(declarer, dealer % players, players)
            found.append([taking.index(seat) if seat in taking else -1 for seat in range(players)])
    return found


class Reader:
    """Reads hands at tables of one size with the same rules of what may be said."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self._patterns: dict[tuple[object, ...], _Pattern] = {}
        # Where Stalingrad is played, a six depends on its suit: nothing is shared with other tables.
        self._plain = {} if rules.stalingrad else _plain_patterns(players)
        self._part_of = _parts_of_seats(players)
        self._kept = 0

    def read(self, words: tuple[Word, ...], names: tuple[str, ...], dealer: int) -> Completed:
        """The hand that a line says.

        Raises:
            Problem: the words are no hand, or it cannot have been.
        """
        shapes = tuple(map(_shape_of, words))
        pattern = self._plain.get(shapes) or self._patterns.get(shapes)
        if pattern is not None:
            known = self._again(pattern, words, names, dealer)
            if known is not None:
                return known
        if self.players < 3:
            raise Problem("two-players")
        said = read_said(words, names)
        completed = complete(said, Table(names, dealer, self.rules))
        if pattern is None:
            self._keep(words, said, completed, dealer)
        return completed

    def _again(
        self, pattern: _Pattern, words: tuple[Word, ...], names: tuple[str, ...], dealer: int
    ) -> Completed | None:
        """The hand of a line whose pattern is known; ``None`` when it must be read word by word to say why not."""
        if type(pattern.said) is SaidAllPass:
            return self._allpass_again(pattern, words, dealer)
        seats = [words[place].seat for place in pattern.players]
        declarer = seats[0]
        if self.players == 4 and declarer == dealer:
            return None
        part_of = self._part_of[declarer * 4 + dealer]
        key = tuple([part_of[seat] for seat in seats] + [words[place].value for place in pattern.numbers])
        form = pattern.forms.get(key)
        if form is None:
            return self._first_time(pattern, key, words, names, dealer)
        kind, before, after, worked_out = form
        if worked_out:
            taking = parts(declarer, dealer, self.players)
            worked_out = tuple([(taking[part], tricks) for part, tricks in worked_out])
        if kind is Misere:
            return _new(Completed, (_new(Misere, (declarer, *before, *after)), worked_out))
        suit = words[pattern.suit_at].suit if pattern.suit_at >= 0 else None
        return _new(Completed, (_new(kind, (declarer, *before, suit, *after)), worked_out))

    def _first_time(
        self, pattern: _Pattern, key: Key, words: tuple[Word, ...], names: tuple[str, ...], dealer: int
    ) -> Completed | None:
        """The hand of a known pattern with new parts or numbers, kept for the next time."""
        if len({words[place].seat for place in pattern.players}) < len(pattern.players):
            return None
        said = pattern.again(words)
        if said is None:
            return None
        try:
            completed = complete(said, Table(names, dealer, self.rules))
        except Problem:
            return None
        self._keep_form(pattern, key, completed, dealer)
        return completed

    def _allpass_again(self, pattern: _Pattern, words: tuple[Word, ...], dealer: int) -> Completed | None:
        tricks = [-1] * self.players
        for place in pattern.players:
            tricks[words[place].seat] = words[place + 1].value
        if sum(tricks) != HAND_TRICKS or -1 in tricks:
            return None
        if self.players == 4 and (tricks[dealer] > TALON_TRICKS or not self.rules.dealer_takes_talon_tricks):
            return None
        return _new(Completed, (_new(AllPass, (tuple(tricks), ())), ()))

    def _keep(self, words: tuple[Word, ...], said: Said, completed: Completed, dealer: int) -> None:
        """Keep the pattern of a line, where it can be found again."""
        if any([word.begins_name for word in words]):
            return
        shapes = tuple(map(_shape_of, words))
        if isinstance(said, SaidAllPass):
            if shapes == (words[0], *(PLAYER, NUMBER) * self.players):
                self._patterns[shapes] = _Pattern(words, said)
            return
        # What depends on the suit is read anew each time: Stalingrad, and an auction's bid.
        if self.rules.stalingrad or "bid" in said.flags:
            return
        if isinstance(said, SaidContract) and (said.suit is None) == (CONTRACT in shapes):
            # The suit was said in a word of its own.
            return
        pattern = _Pattern(words, said)
        if not pattern.whole:
            return
        kept = self._plain if pattern.plain else self._patterns
        kept[shapes] = pattern
        part_of = self._part_of[said.declarer * 4 + dealer]
        seats = [part_of[words[place].seat] for place in pattern.players]
        key = tuple(seats + [words[place].value for place in pattern.numbers])
        self._keep_form(pattern, key, completed, dealer)

    def _keep_form(self, pattern: _Pattern, key: Key, completed: Completed, dealer: int) -> None:
        hand, worked_out = completed
        assert not isinstance(hand, AllPass)
        if pattern.plain and (hand.level == LEVELS[-1] or DEALER in key[: len(pattern.players)]):  # type: ignore[union-attr]
            # What a ten means and whether a dealer may be named, tables agree on.
            return
        if self._kept > _MOST:
            self._patterns.clear()
            self._plain.clear()
            self._kept = 0
        self._kept += 1
        if worked_out:
            part_of = self._part_of[hand.declarer * 4 + dealer]
            worked_out = tuple([(part_of[seat], tricks) for seat, tricks in worked_out])
        place = _SUIT_FIELD.get(type(hand), len(hand))
        pattern.forms[key] = _Form(type(hand), hand[1:place], hand[place + 1 :], worked_out)


@lru_cache(maxsize=4)
def _plain_patterns(players: int) -> dict[tuple[object, ...], _Pattern]:
    """Patterns of plain contracts, shared by all tables of a size."""
    return {}


@lru_cache(maxsize=256)
def _readers(reading: tuple[object, ...], players: int) -> list[Reader]:
    """A place for the one reader of these rules; made by whoever asks first."""
    return []


def reader(rules: Rules, players: int) -> Reader:
    """The reader of a table; tables that differ only in prices share it."""
    place = _readers(rules.reading, players)
    if not place:
        place.append(Reader(rules, players))
    return place[0]


def forget() -> None:
    """Empty the memory of patterns, for measurements that must start cold."""
    _readers.cache_clear()
    _plain_patterns.cache_clear()
