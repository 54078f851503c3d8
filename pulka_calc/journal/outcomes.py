"""Every way in which a hand that was bid may end at this table, before its cards are played.

What is tried here is no second account of the rules: `completion.complete` is asked of each way, and
those that it refuses cannot be.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from pulka_calc.game.hands import AllPass, Contract, GiveUp, Hand, Misere
from pulka_calc.game.phases import Phase
from pulka_calc.game.scoring import checked
from pulka_calc.game.table import active, parts
from pulka_calc.game.terms import HAND_TRICKS, LEVELS, Role
from pulka_calc.journal.completion import Table, complete
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.handline import (
    Flag,
    Said,
    SaidAllPass,
    SaidContract,
    SaidDefender,
    SaidMisere,
    SaidResult,
)
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.robber import complete_robber


class Foreseen(NamedTuple):
    """A hand that has not been played, and the pulka as it would be after it."""

    text: str
    """The line that would be written."""
    entry: Entry
    after: Pulka

    @property
    def hand(self) -> Hand:
        """The hand itself."""
        hand = self.entry.done
        assert isinstance(hand, Contract | GiveUp | Misere | AllPass)
        return hand

    @property
    def parts(self) -> tuple[int, ...]:
        """People by their part in a contract: declarer, first, second, the sitting dealer of four."""
        hand, table = self.hand, self.entry.table
        assert not isinstance(hand, AllPass)
        return tuple(table.seats[seat] for seat in parts(hand.declarer, self.entry.dealer, len(table.seats)))

    @property
    def declarer(self) -> int | None:
        """Who declares; nobody at all-pass."""
        return None if isinstance(self.hand, AllPass) else self.parts[0]

    @property
    def whisters(self) -> tuple[int, ...]:
        """Who whists, clockwise from the declarer; of a ten that is checked, both defenders."""
        hand = self.hand
        if not isinstance(hand, Contract):
            return ()
        if hand.outcome.dealer_whists:
            return (self.parts[3],)
        if self.after.phase == "robber":
            # Played closed, and nobody whists [§7.5].
            return ()
        both = checked(hand.outcome, self.after.rules)
        roles = zip(self.parts[1:3], (hand.outcome.first, hand.outcome.second), strict=True)
        return tuple(person for person, role in roles if role == "whist" or both)

    @property
    def half(self) -> int | None:
        """Whoever said half; void where the dealer whists after it [§3.11]."""
        hand = self.hand
        if not isinstance(hand, Contract) or "half" not in (hand.outcome.first, hand.outcome.second):
            return None
        return self.parts[1] if hand.outcome.first == "half" else self.parts[2]

    @property
    def tricks(self) -> dict[int, int] | None:
        """Tricks of those whose tricks count; ``None`` where the cards are not played."""
        hand = self.hand
        if isinstance(hand, AllPass):
            return dict(zip(self.entry.table.seats, hand.tricks, strict=True))
        people = self.parts
        if isinstance(hand, Misere):
            return {people[0]: hand.tricks}
        if isinstance(hand, GiveUp) or hand.outcome.tricks is None:
            return None
        counting = (people[0], *self.whisters)
        return {person: count or 0 for person, count in zip(people, hand.counts, strict=False) if person in counting}

    def change(self, before: Pulka) -> tuple[Fraction, ...]:
        """What the hand does to each exact balance, in whists."""
        was, now = before.settlement.exact, self.after.settlement.exact
        return tuple(new - old for old, new in zip(was, now, strict=True))


_UNSAID: Final = -1
"""The place of what stands in no line."""

_ANSWERS: Final[tuple[tuple[Role, Role, bool], ...]] = (
    ("pass", "pass", False),
    ("pass", "half", False),
    ("half", "pass", False),
    ("whist", "pass", False),
    ("pass", "whist", False),
    ("whist", "whist", False),
    ("pass", "pass", True),
    ("pass", "half", True),
    ("half", "pass", True),
)
"""What first and second may say, and whether the dealer whists; whoever says half before a whist has passed [§3.5]."""

_CHECKED: Final[tuple[tuple[Role, Role, bool], ...]] = (("pass", "pass", False), ("whist", "whist", False))
"""A ten that is checked: believed, or counted for both whatever they said [§3.6]."""


def possible_hands(said: Said, table: Table, phase: Phase = "game") -> list[Hand]:
    """The hands that may come of a bid: what is said of tricks and defenders is what is left open.

    They go from nobody's whist to everybody's, the declarer's best result first; giving up comes last.
    """
    if isinstance(said, SaidAllPass):
        ways: Iterator[Said] = _allpasses(said, table)
    elif isinstance(said, SaidMisere):
        ways = (said._replace(result=_count(tricks)) for tricks in range(HAND_TRICKS + 1))
    elif phase == "robber":
        ways = (said._replace(result=_count(tricks)) for tricks in range(HAND_TRICKS, -1, -1))
    else:
        ways = _contracts(said, table)
    hands: list[Hand] = []
    for way in ways:
        try:
            if phase == "robber" and isinstance(way, SaidContract):
                hands.append(complete_robber(way, table).hand)
            else:
                hands.append(complete(way, table).hand)
        except Problem:
            continue
    return hands


def _contracts(said: SaidContract, table: Table) -> Iterator[SaidContract]:
    """Every answer to a contract with every count that it can have, and giving up."""
    seats = parts(said.declarer, table.dealer, len(table.names))
    checked = said.level == LEVELS[-1] and table.rules.ten_mode == "check"
    for first, second, dealer in _CHECKED if checked else _ANSWERS:
        roles = dict(zip(seats[1:], (first, second), strict=False))
        if dealer:
            if len(seats) < 4:
                continue
            roles[seats[3]] = "whist"
        whisters = [seat for seat, role in roles.items() if role == "whist"]
        for tricks, taken in _counts(len(whisters)):
            counts = dict(zip(whisters, taken, strict=True))
            defenders = tuple(SaidDefender(seat, _UNSAID, role, counts.get(seat)) for seat, role in roles.items())
            yield said._replace(result=None if tricks is None else _count(tricks), defenders=defenders)
    kept = {name: flag for name, flag in said.flags.items() if name in ("dark", "bid")}
    yield said._replace(flags={**kept, "giveup": Flag(_UNSAID)})


def _counts(whisters: int) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """The declarer's tricks and those of each whister, every split; no tricks where nobody whists."""
    if not whisters:
        yield None, ()
        return
    for tricks in range(HAND_TRICKS, -1, -1):
        defence = HAND_TRICKS - tricks
        if whisters == 1:
            yield tricks, (defence,)
        else:
            yield from ((tricks, (mine, defence - mine)) for mine in range(defence, -1, -1))


def _allpasses(said: SaidAllPass, table: Table) -> Iterator[SaidAllPass]:
    """Every split of the tricks; a sitting dealer's are those that the cards of the talon can win."""
    playing = active(table.dealer, len(table.names))
    for out in range(HAND_TRICKS + 1) if table.out is not None else (0,):
        left = HAND_TRICKS - out
        for one in range(left, -1, -1):
            for two in range(left - one, -1, -1):
                taken = dict(zip(playing, (one, two, left - one - two), strict=True))
                if table.out is not None:
                    taken[table.out] = out
                yield said._replace(counts=tuple(SaidDefender(seat, _UNSAID, None, n) for seat, n in taken.items()))


def _count(tricks: int) -> SaidResult:
    return SaidResult(_UNSAID, tricks, None)
