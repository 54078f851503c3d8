"""The course of a pulka: hands one after another, each writing postings on what stands so far.

A `Course` is the fold of design §5: it holds the sheet, the row of all-pass hands and the bombs,
and every change of it returns the postings that made it. Undoing is folding one hand fewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pulka_calc.game import ledger, scoring
from pulka_calc.game.closing import into_pools, on_mountain, take_off_mountain
from pulka_calc.game.hands import Adjustment, AllPass, Contract, Hand, Misere
from pulka_calc.game.ledger import Account, Cause, Posting, cell
from pulka_calc.game.phases import TERMS, Phase, rules_in
from pulka_calc.game.pricelist import Reckoned, price_list
from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Figure, whole

ALLPASS_BOMB: Final = 2
"""The coefficient of a bomb that every all-pass hand gives, where it does [§5]."""


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

    rules: Rules
    """The rules in force: those of the table, in an opening phase with some values replaced."""
    phase: Phase

    def __init__(self, rules: Rules, players: int) -> None:
        self.agreed = rules
        """The rules of the table."""
        self.players = players
        self.sheet: dict[Account, Figure] = dict(_blank(players))
        """Every cell: points in pool and mountain, whists in whists."""
        self.allpass_in_row = 0
        self.bombs: list[list[int]] = [[] for _ in range(players)]
        """Coefficients by seat, first in first out [§5]."""
        self.over = False
        """Whether the pulka has ended by its rules [§7.4]."""
        self.enter("game")

    def enter(self, phase: Phase) -> None:
        """The hands from now on belong to `phase` [§7.5]."""
        rules = rules_in(self.agreed, phase)
        self.phase = phase
        self.rules = rules
        self._target = rules.closing_target
        self._prices = price_list(rules, self.players)
        self._bombs_on = rules.bombs != "no"
        self._always_placed = rules.made_goes_to in ("mountain_first", "mountain_only") or rules.pool_end == "sum"
        self._by_choice = rules.made_goes_to == "choice"
        self._row = TERMS[phase].row

    def take_over(self, cells: Mapping[Account, Figure], bombs: list[list[int]], before: Course) -> None:
        """Go on from a sheet and bombs, by seats, where `before` stopped: the same row, the same phase."""
        self.sheet.update(cells)
        self.bombs = bombs
        self.allpass_in_row = before.allpass_in_row
        self.enter(before.phase)
        # What has ended does not go on because somebody gets up.
        self.over = before.over or self._ended()

    def play(self, hand: Hand, dealer: int) -> tuple[Posting, ...]:
        """Write a hand that `dealer` dealt, and return its postings.

        The hand must be one that the rules allow at this table; the journal refuses the others.
        """
        if isinstance(hand, AllPass):
            reckoned = self._prices.allpass(hand, dealer, self.rules.allpass_price_after(self.allpass_in_row))
            if self._row:
                self.allpass_in_row += 1
            if self._bombs_on:
                self._earn_bombs(hand, dealer)
        else:
            bombs = self.bombs[hand[0]] if self._bombs_on else None
            reckoned = self._prices.contract(hand, dealer, bombs[0] if bombs else 1)
            if bombs and reckoned.made:
                del bombs[0]
            if self.allpass_in_row and reckoned.ends_row:
                self.allpass_in_row = 0
        sheet = self.sheet
        postings = reckoned.postings
        if reckoned.gains:
            if self._always_placed or (self._by_choice and getattr(hand, "to_mountain", None) is not None):
                return self._write_gains(hand, reckoned)
            target = self._target
            if target is not None:
                for account, points, _ in postings[: reckoned.gains]:
                    # It may close a pool, and then help others or end the pulka.
                    if sheet[account] + points >= target:
                        return self._write_gains(hand, reckoned)
        for account, points, _ in postings:
            sheet[account] += points
        return postings

    def adjust(self, adjustment: Adjustment, rule: str) -> Posting:
        """Write a figure past every rule of closing, and return its posting [§6].

        `rule` is ``adjust``, or ``start`` for a figure taken over from paper.
        """
        account = cell(adjustment.column, adjustment.player, adjustment.on)
        posting = Posting(account, adjustment.points, Cause(rule, rule, adjustment.points, 1, 1, adjustment.reason))
        self.sheet[account] = whole(self.sheet[account] + adjustment.points)
        self.over = self._ended()
        return posting

    def gain_of(self, hand: Contract | Misere, dealer: int) -> Figure:
        """Pool points that the declarer of a made game gains now, bombs and dark counted; 0 when it failed."""
        bombs = self.bombs[hand.declarer]
        reckoned = self._prices.contract(hand, dealer, bombs[0] if bombs else 1)
        return sum(gain.points for gain in reckoned.postings[: reckoned.gains] if gain.account.player == hand.declarer)

    def _earn_bombs(self, hand: AllPass, dealer: int) -> None:
        """Bombs that an all-pass hand leaves [§5]."""
        if self.rules.bombs == "allpass":
            for queue in self.bombs:
                queue.append(ALLPASS_BOMB)
        elif self.rules.bombs == "dark_pass" and hand.dark:
            coefficient = scoring.dark_factor(len(hand.dark), self.rules)
            earners = {*hand.dark, dealer} if self.players == 4 else set(hand.dark)
            for seat in earners:
                self.bombs[seat].append(coefficient)

    def _write_gains(self, hand: Hand, reckoned: Reckoned) -> tuple[Posting, ...]:
        """Complete the gains one after another, each on the sheet that the one before left [§4, §7]."""
        postings: list[Posting] = []
        for gain in reckoned.postings[: reckoned.gains]:
            placed: list[Posting] = []
            seat, points, cause = gain.account.player, gain.points, gain.cause
            if isinstance(hand, Contract | Misere):
                aside = on_mountain(points, self.sheet, seat, self.rules, hand.to_mountain)
                if aside:
                    reason = "robber-made" if self.rules.made_goes_to == "mountain_only" else "to-mountain"
                    to = Cause("made_goes_to", reason, aside, 1)
                    placed.append(take_off_mountain(aside, seat, self.rules, to, reason))
                    points = whole(points - aside)
            if points:
                placed += into_pools(points, self.sheet, seat, self.players, self.rules, cause)
            self._add(placed)
            postings += placed
        rest = reckoned.postings[reckoned.gains :]
        self._add(rest)
        self.over = self._ended()
        return (*postings, *rest)

    def _add(self, postings: list[Posting] | tuple[Posting, ...]) -> None:
        sheet = self.sheet
        for account, points, _ in postings:
            sheet[account] += points

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
