"""What hands write at tables with the same prices, each reckoned once (before pools close).

An evening repeats itself: what a hand writes depends on the prices, on the outcome and on who had
which part in it. The memory holds scores by part, and their postings by seat.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from pulka_calc.game import scoring
from pulka_calc.game.hands import AllPass, Contract, GiveUp, Misere
from pulka_calc.game.ledger import Posting, cell
from pulka_calc.game.rules import Rules
from pulka_calc.game.scoring import Mark, Score
from pulka_calc.game.table import gain_order, parts

_MOST = 20_000
"""Hands remembered for one list of prices; far above what any evening needs."""


class Reckoned:
    """What a hand writes, by seats, before pools close."""

    __slots__ = ("ends_row", "gains", "made", "postings")

    def __init__(self, postings: tuple[Posting, ...], gains: int, *, made: bool, ends_row: bool) -> None:
        self.postings = postings
        """Every figure, the gains first, as they stand when no pool closes."""
        self.gains = gains
        """How many of them players gain in their pools, in order."""
        self.made = made
        """The declarer made it (a bomb is used up)."""
        self.ends_row = ends_row
        """A row of all-pass hands ends with it."""


class _Entry:
    """One outcome under one list of prices: its score by part, and by seating what it comes to."""

    __slots__ = ("ends_row", "gains", "made", "marks", "seated")

    def __init__(self, score: Score, *, made: bool, ends_row: bool) -> None:
        self.marks = score.gains + score.marks
        self.gains = len(score.gains)
        self.made = made
        self.ends_row = ends_row
        self.seated: dict[int, Reckoned] = {}


class PriceList:
    """The scores of hands at a table of one size under one set of prices."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self._entries: dict[Hashable, _Entry] = {}
        self._allpass: dict[Hashable, Reckoned] = {}

    def contract(self, hand: Contract | GiveUp | Misere, dealer: int, bomb: int) -> Reckoned:
        """What a contract, a misère or a hand given up writes.

        Args:
            bomb: the coefficient of the declarer's next bomb; 1 where he has none.
        """
        key: Hashable = hand.outcome if type(hand) is Contract else (type(hand), hand[1:3])
        if bomb != 1:
            key = (key, bomb)
        entry = self._entries.get(key)
        if entry is None:
            if len(self._entries) > _MOST:
                self._entries.clear()
            entry = self._entries[key] = self._score(hand, bomb)
            if bomb != 1:
                entry.marks = [(*place, cause._replace(bomb=bomb)) for *place, cause in entry.marks]  # type: ignore[misc]
        seating = hand.declarer * 4 + dealer if self.players == 4 else hand.declarer
        reckoned = entry.seated.get(seating)
        if reckoned is None:
            seats = parts(hand.declarer, dealer, self.players)
            postings = _seated(entry.marks, seats)
            reckoned = entry.seated[seating] = Reckoned(postings, entry.gains, made=entry.made, ends_row=entry.ends_row)
        return reckoned

    def allpass(self, hand: AllPass, dealer: int, price: int) -> Reckoned:
        """What an all-pass hand writes at this price of a trick."""
        key = (hand.tricks, len(hand.dark), price, dealer)
        reckoned = self._allpass.get(key)
        if reckoned is None:
            order = gain_order(dealer, self.players)
            tricks = tuple([hand.tricks[seat] for seat in order])
            score = scoring.score_allpass(tricks, len(hand.dark), self.rules, self.players, price)
            if len(self._allpass) > _MOST:
                self._allpass.clear()
            postings = _seated(score.gains + score.marks, order)
            reckoned = self._allpass[key] = Reckoned(postings, len(score.gains), made=False, ends_row=False)
        return reckoned

    def _score(self, hand: Contract | GiveUp | Misere, bomb: int) -> _Entry:
        rules = self.rules
        any_ends = rules.allpass_row_ends == "any"
        if isinstance(hand, Contract):
            outcome = hand.outcome
            factor = bomb * scoring.DARK_GAME if outcome.dark else bomb
            score = scoring.score_contract(outcome, rules, self.players, factor)
            made = outcome.made
            ends = any_ends or (made and (rules.allpass_row_ends == "made" or bool(scoring.whisters(outcome, rules))))
            return _Entry(score, made=made, ends_row=ends)
        factor = bomb * scoring.DARK_GAME if hand.dark else bomb
        if isinstance(hand, GiveUp):
            return _Entry(scoring.score_giveup(hand, rules, factor), made=False, ends_row=any_ends)
        made = not hand.tricks
        score = scoring.score_misere(hand, rules, self.players, factor)
        return _Entry(score, made=made, ends_row=rules.misere_ends_row and (made or any_ends))


@lru_cache(maxsize=256)
def _price_list(price_of_hand: tuple[object, ...], players: int) -> list[PriceList]:
    """A place for the one price list of these prices; made by whoever asks first."""
    return []


def price_list(rules: Rules, players: int) -> PriceList:
    """The price list of a table; tables that differ only in closing or settling share it."""
    place = _price_list(rules.price_of_hand, players)
    if not place:
        place.append(PriceList(rules, players))
    return place[0]


def forget() -> None:
    """Empty the memory, for measurements that must start cold."""
    _price_list.cache_clear()


_new: Final = tuple.__new__
"""Makes a posting without the cost of a named constructor, which is most of what a hand costs."""


def _seated(marks: list[Mark], seats: tuple[int, ...]) -> tuple[Posting, ...]:
    """Figures by parts as postings by seats."""
    return tuple(
        [
            _new(Posting, (cell(column, seats[part], None if on is None else seats[on]), points, cause))
            for column, part, on, points, cause in marks
        ]
    )
