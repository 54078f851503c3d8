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

from pulka_calc.game.hands import AllPass, Contract, Misere
from pulka_calc.game.rules import Rules
from pulka_calc.game.table import parts
from pulka_calc.game.terms import HAND_TRICKS, TALON_TRICKS
from pulka_calc.journal.completion import Completed, Table, complete
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.handline import Said, SaidAllPass, SaidContract, read_said
from pulka_calc.journal.tokens import CONTRACT, NUMBER, PLAYER, Word

_MOST: Final = 20_000
"""Hands kept for one kind of table; beyond it they are forgotten, so that nothing grows for ever."""

_shape_of: Final = attrgetter("shape")
_new: Final = tuple.__new__

Key = tuple[int, ...]


class _Form(NamedTuple):
    """A hand with its declarer and suit left open."""

    hand: Contract | Misere
    worked_out: tuple[tuple[int, int], ...]
    """By part, not seat."""


class _Pattern:
    """A line with its players, its numbers and its suit left open."""

    __slots__ = ("allpass", "forms", "numbers", "players", "suit_at")

    def __init__(self, words: tuple[Word, ...], *, allpass: bool) -> None:
        shapes = [word.shape for word in words]
        self.allpass = allpass
        """Every player with a count, and nothing else."""
        self.players = [place for place, shape in enumerate(shapes) if shape is PLAYER]
        """Which words are players."""
        self.numbers = [place for place, shape in enumerate(shapes) if shape is NUMBER or shape is CONTRACT]
        """Which words are numbers; a contract is one, its level."""
        self.suit_at = shapes.index(CONTRACT) if CONTRACT in shapes else -1
        """Which word has the suit; -1 where none is said."""
        self.forms: dict[Key, _Form] = {}
        """By the parts of the players after the declarer, and the numbers."""


@cache
def _part_of(declarer: int, dealer: int, players: int) -> tuple[int, ...]:
    """By seat, the part that a player has in a contract; -1: he is no declarer's opponent and no dealer."""
    taking = parts(declarer, dealer, players)
    return tuple(taking.index(seat) for seat in range(players))


class Reader:
    """Reads hands at tables of one size with the same rules of what may be said."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self._patterns: dict[tuple[object, ...], _Pattern] = {}
        self._kept = 0

    def read(self, words: tuple[Word, ...], names: tuple[str, ...], dealer: int) -> Completed:
        """The hand that a line says.

        Raises:
            Problem: the words are no hand, or it cannot have been.
        """
        pattern = self._patterns.get(tuple(map(_shape_of, words)))
        if pattern is not None:
            known = self._again(pattern, words, dealer)
            if known is not None:
                return known
        if self.players < 3:
            raise Problem("two-players")
        said = read_said(words, names)
        completed = complete(said, Table(names, dealer, self.rules))
        self._keep(words, said, completed, dealer)
        return completed

    def _again(self, pattern: _Pattern, words: tuple[Word, ...], dealer: int) -> Completed | None:
        """The hand of a line whose pattern is known, if it was read with the same parts and numbers before."""
        if pattern.allpass:
            return self._allpass_again(pattern, words, dealer)
        declarer, *others = [words[place].seat for place in pattern.players]
        if self.players == 4 and declarer == dealer:
            return None
        part_of = _part_of(declarer, dealer, self.players)
        form = pattern.forms.get(
            (*[part_of[seat] for seat in others], *[words[place].value for place in pattern.numbers])
        )
        if form is None:
            return None
        hand, worked_out = form
        if worked_out:
            taking = parts(declarer, dealer, self.players)
            worked_out = tuple([(taking[part], tricks) for part, tricks in worked_out])
        if type(hand) is Misere:
            return _new(Completed, (hand._replace(declarer=declarer), worked_out))
        suit = words[pattern.suit_at].suit if pattern.suit_at >= 0 else None
        return _new(Completed, (_new(Contract, (declarer, *hand[1:3], suit, *hand[4:])), worked_out))

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
        """Keep what a line came to, where it can be found again."""
        if any([word.begins_name for word in words]):
            return
        key = tuple(map(_shape_of, words))
        hand = completed.hand
        if isinstance(said, SaidAllPass):
            if key == (words[0], *(PLAYER, NUMBER) * self.players):
                self._patterns[key] = _Pattern(words, allpass=True)
            return
        # What depends on the suit is read anew each time: Stalingrad, and an auction's bid.
        if not isinstance(hand, Contract | Misere) or self.rules.stalingrad or "bid" in said.flags:
            return
        if isinstance(said, SaidContract) and (said.suit is None) == (CONTRACT in key):
            # The suit was said in a word of its own.
            return
        pattern = self._patterns.get(key)
        if pattern is None:
            pattern = self._patterns[key] = _Pattern(words, allpass=False)
        if self._kept > _MOST:
            self._patterns.clear()
            self._kept = 0
        self._kept += 1
        part_of = _part_of(hand.declarer, dealer, self.players)
        worked_out = tuple([(part_of[seat], tricks) for seat, tricks in completed.worked_out])
        others = [part_of[words[place].seat] for place in pattern.players[1:]]
        form = _Form(hand, worked_out)
        pattern.forms[(*others, *[words[place].value for place in pattern.numbers])] = form


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
