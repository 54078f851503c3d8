"""The course of a pulka: hands one after another, each writing postings on what stands so far.

A `Course` is the fold of design §5: it holds the sheet, the row of all-pass hands and the bombs,
and every change of it returns the postings that made it. Undoing is folding one hand fewer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pulka_calc.game import ledger, scoring
from pulka_calc.game.closing import into_pools, on_mountain, take_off_mountain
from pulka_calc.game.hands import Adjustment, AllPass, Contract, GiveUp, Hand, Misere
from pulka_calc.game.ledger import Account, Cause, Posting
from pulka_calc.game.rules import Rules
from pulka_calc.game.scoring import Score
from pulka_calc.game.table import gain_order, parts
from pulka_calc.game.terms import Figure, whole

BOMB: Cause = Cause("bombs", "bomb", 1, 2)
"""A bomb that every all-pass hand gives doubles [§5]."""


class Reckoned(NamedTuple):
    """What a hand writes at one table, before pools close."""

    postings: tuple[Posting, ...]
    """Every figure, the gains first, as they stand when no pool closes."""
    gains: tuple[tuple[int, Cause], ...]
    """Seats that gain in their pools, in order, and why."""
    rest: tuple[Posting, ...]
    """The postings without the gains."""
    made: bool
    """The declarer made it (a bomb is used up)."""
    ends_row: bool
    """A row of all-pass hands ends with it."""


@lru_cache(maxsize=256)
def _reckonings(price_of_hand: tuple[object, ...], players: int) -> dict[object, Reckoned]:
    """Hands already reckoned under the same prices at a table of the same size.

    An evening repeats itself: what a hand writes before closing depends on the prices, the parts
    and the tricks alone, so it is reckoned once.
    """
    return {}


_MEMO_LIMIT = 20_000
"""Hands remembered for one table's prices; far above what any evening needs."""


def forget() -> None:
    """Empty every memo, for measurements that must start cold."""
    _reckonings.cache_clear()


@lru_cache(maxsize=8)
def _blank(players: int) -> dict[Account, Figure]:
    seats = range(players)
    cells: dict[Account, Figure] = {}
    for seat in seats:
        cells[ledger.pool(seat)] = 0
        cells[ledger.mountain(seat)] = 0
        cells.update({ledger.whists(seat, other): 0 for other in seats if other != seat})
    return cells


class Course:
    """The sheet of a table as hands are played."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.sheet: dict[Account, Figure] = dict(_blank(players))
        """Every cell: points in pool and mountain, whists in whists."""
        self.allpass_in_row = 0
        self.bombs: list[list[int]] = [[] for _ in range(players)]
        """Coefficients by seat, first in first out [§5]."""
        self.over = False
        """Whether the pulka has ended by its rules [§7.4]."""
        self._target = rules.closing_target
        self._reckoned = _reckonings(rules.price_of_hand, players)

    def play(self, hand: Hand, dealer: int) -> tuple[Posting, ...]:
        """Write a hand that `dealer` dealt, and return its postings.

        The hand must be one that the rules allow at this table; the journal refuses the others.
        """
        if type(hand) is AllPass:
            return self._play_allpass(hand, dealer)
        assert not isinstance(hand, AllPass)
        bombs = self.bombs[hand.declarer]
        factor = bombs[0] if bombs else 1
        # Kind and figures of the hand: everything before the fields kept for its text.
        key = (type(hand), hand[: _FIGURED[type(hand)]], dealer, factor)
        reckoned = self._reckoned.get(key)
        if reckoned is None:
            reckoned = self._remember(key, self._reckon(hand, dealer, factor))
        if bombs and reckoned.made:
            del bombs[0]
        if reckoned.ends_row:
            self.allpass_in_row = 0
        return self._write(hand, reckoned)

    def adjust(self, adjustment: Adjustment, rule: str = "adjust") -> Posting:
        """Write a figure past every rule of closing, and return its posting [§6].

        `rule` is ``start`` for a figure taken over from paper.
        """
        account = Account(adjustment.column, adjustment.player, adjustment.on)
        posting = Posting(account, adjustment.points, Cause(rule, rule, adjustment.points, 1, 1, adjustment.reason))
        self.sheet[account] = whole(self.sheet[account] + adjustment.points)
        self.over = self._ended()
        return posting

    def gain_of(self, hand: Contract | Misere, dealer: int) -> Figure:
        """Pool points that the declarer of a made game gains now, bombs and dark counted; 0 when it failed."""
        bombs = self.bombs[hand.declarer]
        reckoned = self._reckon(hand, dealer, bombs[0] if bombs else 1)
        return sum(cause.points for seat, cause in reckoned.gains if seat == hand.declarer)

    def _play_allpass(self, hand: AllPass, dealer: int) -> tuple[Posting, ...]:
        price = self.rules.allpass_price_after(self.allpass_in_row)
        key = (hand, dealer, price)
        reckoned = self._reckoned.get(key)
        if reckoned is None:
            order = gain_order(dealer, self.players)
            dealt = hand._replace(tricks=tuple(hand.tricks[seat] for seat in order))
            score = scoring.score_allpass(dealt, self.rules, self.players, price)
            reckoned = self._remember(key, _seated(score, order, made=False, ends_row=False))
        self.allpass_in_row += 1
        self._earn_bombs(hand, dealer)
        return self._write(hand, reckoned)

    def _earn_bombs(self, hand: AllPass, dealer: int) -> None:
        """Bombs that an all-pass hand leaves [§5]."""
        if self.rules.bombs == "allpass":
            for queue in self.bombs:
                queue.append(BOMB.price if isinstance(BOMB.price, int) else 2)
        elif self.rules.bombs == "dark_pass" and hand.dark:
            coefficient = scoring.dark_factor(len(hand.dark), self.rules)
            earners = {*hand.dark, dealer} if self.players == 4 else set(hand.dark)
            for seat in earners:
                self.bombs[seat].append(coefficient)

    def _reckon(self, hand: Contract | GiveUp | Misere, dealer: int, bomb: int) -> Reckoned:
        rules = self.rules
        factor = bomb * scoring.DARK_GAME if hand.dark else bomb
        if isinstance(hand, Contract):
            score = scoring.score_contract(hand, rules, self.players, factor)
            done = scoring.made(hand)
            if rules.allpass_row_ends == "any":
                ends = True
            else:
                ends = done and (rules.allpass_row_ends == "made" or bool(scoring.whisters(hand, rules)))
        elif isinstance(hand, GiveUp):
            score = scoring.score_giveup(hand, rules, factor)
            done, ends = False, rules.allpass_row_ends == "any"
        else:
            score = scoring.score_misere(hand, rules, self.players, factor)
            done = not hand.tricks
            ends = rules.misere_ends_row and (done or rules.allpass_row_ends == "any")
        return _seated(score, parts(hand.declarer, dealer, self.players), made=done, ends_row=ends)

    def _remember(self, key: object, reckoned: Reckoned) -> Reckoned:
        if len(self._reckoned) >= _MEMO_LIMIT:
            self._reckoned.clear()
        self._reckoned[key] = reckoned
        return reckoned

    def _write(self, hand: Hand, reckoned: Reckoned) -> tuple[Posting, ...]:
        sheet = self.sheet
        postings = reckoned.postings
        if reckoned.gains:
            if self._closes(reckoned):
                return self._write_gains(hand, reckoned)
            for account, points, _ in postings:
                sheet[account] += points
            if self.rules.pool_end != "time":
                self.over = self._ended()
            return postings
        for account, points, _ in postings:
            sheet[account] += points
        return postings

    def _closes(self, reckoned: Reckoned) -> bool:
        """Whether some gain must be placed: it would pass a target or may go to the mountain."""
        if self.rules.made_goes_to != "pool":
            return True
        target = self._target
        if target is None:
            return False
        return any(
            self.sheet[account] + points > target
            for account, points, _ in reckoned.postings[: len(reckoned.gains)]
        )

    def _write_gains(self, hand: Hand, reckoned: Reckoned) -> tuple[Posting, ...]:
        """Complete the gains one after another, each on the sheet that the one before left [§4, §7]."""
        postings: list[Posting] = []
        for seat, cause in reckoned.gains:
            placed: list[Posting] = []
            points = cause.points
            if isinstance(hand, Contract | Misere):
                aside = on_mountain(points, self.sheet, seat, self.rules, hand.to_mountain)
                if aside:
                    to = Cause("made_goes_to", "to-mountain", aside, 1)
                    placed.append(take_off_mountain(aside, seat, self.rules, to, "to-mountain"))
                    points = whole(points - aside)
            if points:
                placed += into_pools(points, self.sheet, seat, self.players, self.rules, cause)
            self._add(placed)
            postings += placed
        self._add(reckoned.rest)
        self.over = self._ended()
        return (*postings, *reckoned.rest)

    def _add(self, postings: list[Posting] | tuple[Posting, ...]) -> None:
        for account, points, _ in postings:
            self.sheet[account] = whole(self.sheet[account] + points)

    def _ended(self) -> bool:
        """Whether the pools say that the pulka is over [§7.4]."""
        rules = self.rules
        target = rules.pool_target
        if target is None or rules.pool_end == "time" or self.players < 3:
            return False
        pools = [self.sheet[ledger.pool(seat)] for seat in range(self.players)]
        if rules.pool_end == "sum":
            return sum(pools) >= target * self.players
        closed = sum(points >= target for points in pools)
        return closed >= self.players - (rules.pool_end == "all_but_one")


_FIGURED = {
    Contract: Contract._fields.index("to_mountain"),
    GiveUp: GiveUp._fields.index("suit"),
    Misere: Misere._fields.index("to_mountain"),
}
"""How many leading fields of a hand its figures depend on."""


def _seated(score: Score, seats: tuple[int, ...], made: bool, ends_row: bool) -> Reckoned:
    """A score by parts as postings by seats."""
    gains = tuple((seats[part], cause) for part, cause in score.gains)
    rest = tuple(
        Posting(
            ledger.Account(mark.column, seats[mark.part], None if mark.on is None else seats[mark.on]),
            whole(mark.cause.points),
            mark.cause,
        )
        for mark in score.marks
    )
    own = tuple(Posting(ledger.pool(seat), whole(cause.points), cause) for seat, cause in gains)
    return Reckoned(own + rest, gains, rest, made, ends_row)
