"""From what was said of a hand to the hand itself: who was who, what was left out, what is impossible.

Counts are completed in the order of design §2. Everything that can be checked without the sheet is
checked here, so that a hand that comes out of it can be scored.
"""

from __future__ import annotations

from typing import NamedTuple

from pulka_calc.game.hands import AllPass, Contract, GiveUp, Hand, Misere, ToMountain, outcome
from pulka_calc.game.rules import Rules
from pulka_calc.game.scoring import both_must_whist, talon_writers
from pulka_calc.game.table import parts, sitting_out
from pulka_calc.game.terms import HAND_TRICKS, LEVELS, SUITS, TALON_TRICKS, Role, contract_text
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.handline import (
    Flag,
    Said,
    SaidAllPass,
    SaidContract,
    SaidDefender,
    SaidMisere,
    flag_contract,
    flag_mountain,
)


class Completed(NamedTuple):
    """A hand that can be scored, and the counts that nobody said."""

    hand: Hand
    worked_out: tuple[tuple[int, int], ...]
    """Seat and tricks of each count that was completed."""


class Table(NamedTuple):
    """Who sits at the table, for one hand."""

    names: tuple[str, ...]
    dealer: int
    rules: Rules

    @property
    def out(self) -> int | None:
        """The sitting dealer of four."""
        return sitting_out(self.dealer, len(self.names))


def complete(said: Said, table: Table) -> Completed:
    """The hand that `said` tells, at this table.

    Raises:
        Problem: it cannot have been, or not enough was said.
    """
    if isinstance(said, SaidAllPass):
        return _allpass(said, table)
    if said.declarer == table.out:
        raise Problem("dealer-plays", 0, player=table.names[said.declarer])
    if "dark" in said.flags and not table.rules.dark_bids:
        raise Problem("dark-off", said.flags["dark"].place)
    if isinstance(said, SaidMisere):
        return _misere(said, table)
    if "giveup" in said.flags:
        return _giveup(said, table)
    return Completion(said, table).complete()


def _refuse(flags: dict[str, Flag], names: tuple[str, ...], kind: str) -> None:
    """Refuse the flags that a hand of this kind cannot have."""
    for name in names:
        if name in flags:
            raise Problem("flag-out-of-place", flags[name].place, flag=name, hand=kind)


def _to_mountain(flags: dict[str, Flag], table: Table) -> ToMountain:
    flag = flags.get("to")
    if flag is None:
        return None
    if table.rules.made_goes_to != "choice":
        raise Problem("to-mountain-off", flag.place)
    try:
        points = flag_mountain(flag.value)
    except ValueError:
        raise Problem("to-mountain-unknown", flag.place, word=flag.value) from None
    return "all" if points is None else points


def _bid(said: SaidContract, table: Table) -> str | None:
    """What the auction reached, checked against the contract that was then named."""
    flag = said.flags.get("bid")
    if flag is None:
        return None
    try:
        level, suit = flag_contract(flag.value)
    except ValueError:
        raise Problem("bid-unknown", flag.place, word=flag.value) from None
    below = said.level < level or (
        said.level == level and suit and said.suit and SUITS.index(said.suit) < SUITS.index(suit)
    )
    if below:
        contract = contract_text(said.level, said.suit)
        raise Problem("bid-above", said.level_place, flag.place, bid=contract_text(level, suit), contract=contract)
    return contract_text(level, suit)


def _needs_suit(said: SaidContract, table: Table) -> None:
    if table.rules.stalingrad and said.level == LEVELS[0] and said.suit is None:
        raise Problem("suit-missing", said.level_place)


def _giveup(said: SaidContract, table: Table) -> Completed:
    place = said.flags["giveup"].place
    if not table.rules.give_up_tricks:
        raise Problem("giveup-off", place)
    if said.result is not None:
        raise Problem("giveup-result", said.result.place, place)
    _refuse(said.flags, ("to", "agreed", "notalon"), "giveup")
    if "talon" in said.flags and said.flags["talon"].value != "0":
        raise Problem("flag-out-of-place", said.flags["talon"].place, flag="talon", hand="giveup")
    for defender in said.defenders:
        if defender.tricks is not None or defender.role in ("whist", "half"):
            raise Problem("giveup-defender", defender.place, place, player=table.names[defender.seat])
    _needs_suit(said, table)
    hand = GiveUp(said.declarer, said.level, "dark" in said.flags, said.suit, _bid(said, table))
    return Completed(hand, ())


def _misere(said: SaidMisere, table: Table) -> Completed:
    if said.defenders:
        raise Problem("misere-defender", said.defenders[0].place, player=table.names[said.defenders[0].seat])
    _refuse(said.flags, ("giveup", "bid"), "misere")
    if "talon" in said.flags and said.flags["talon"].value != "0":
        raise Problem("flag-out-of-place", said.flags["talon"].place, flag="talon", hand="misere")
    result = said.result
    if result is None:
        raise Problem("misere-tricks-missing", said.place)
    if result.tricks is None and result.over != 0:
        raise Problem("misere-result", result.place)
    to_mountain = _to_mountain(said.flags, table)
    if to_mountain and table.rules.misere_shared_with_dealer and len(table.names) == 4:
        raise Problem("to-mountain-shared", said.flags["to"].place)
    flags = said.flags
    hand = Misere(
        said.declarer, result.tricks or 0, "dark" in flags, to_mountain, "agreed" in flags, "notalon" in flags
    )
    return Completed(hand, ())


class Completion:
    """The completion of one contract."""

    def __init__(self, said: SaidContract, table: Table) -> None:
        self.said = said
        self.table = table
        self.rules = table.rules
        seats = parts(said.declarer, table.dealer, len(table.names))
        by_seat = {defender.seat: defender for defender in said.defenders}
        self.first = by_seat.get(seats[1]) or SaidDefender(seats[1], -1)
        self.second = by_seat.get(seats[2]) or SaidDefender(seats[2], -1)
        self.dealer = by_seat.get(seats[3]) if len(seats) == 4 else None
        self.worked_out: list[tuple[int, int]] = []

    def complete(self) -> Completed:
        said, table = self.said, self.table
        flags = said.flags
        _needs_suit(said, table)
        roles = (self._role(self.first), self._role(self.second))
        dealer_whists = self._dealer_whists(roles)
        roles = self._check_half(roles, dealer_whists)
        self._check_compulsory(roles)
        self._check_play(roles)
        talon = self._talon()
        checks = said.level == LEVELS[-1] and self.rules.ten_mode == "check"
        declarer = self._declarer_said()
        counts: tuple[int | None, int | None, int | None, int | None]
        if checks:
            counts = self._checked_ten(declarer)
        elif dealer_whists:
            counts = self._dealer_counts(declarer)
        elif "whist" in roles:
            counts = self._two_whisters(declarer) if roles == ("whist", "whist") else self._one_whister(declarer, roles)
        else:
            counts = self._unwhisted(declarer, roles)
        tricks, first = counts[:2]
        played = tricks is not None and ("whist" in roles or dealer_whists or checks)
        split = played and (roles == ("whist", "whist") or checks)
        hand = Contract(
            declarer=said.declarer,
            outcome=outcome(
                said.level,
                tricks if played else None,
                roles[0],
                roles[1],
                first if split else None,
                dealer_whists,
                talon,
                "dark" in flags,
            ),
            to_mountain=_to_mountain(flags, table) if flags else None,
            suit=said.suit,
            notalon="notalon" in flags,
            agreed="agreed" in flags,
            bid=_bid(said, table) if flags else None,
            counts=counts,
            play=(self.first.play, self.second.play),
        )
        return Completed(hand, tuple(self.worked_out))

    def robber(self) -> tuple[int, int | None, int | None]:
        """Tricks of declarer, first and second in the robber, where the declarer's alone will do [§7.5]."""
        declarer = self._declarer_said()
        if declarer is not None and self.first.tricks is None and self.second.tricks is None:
            return (declarer, None, None)
        counts = self._three(declarer)
        if counts is None:
            raise Problem("robber-result", self.said.level_place)
        return counts

    # Roles

    def _role(self, defender: SaidDefender) -> Role:
        if defender.role is not None:
            return defender.role
        if defender.tricks is not None:
            return "whist"
        if defender.place >= 0:
            raise Problem("role-missing", defender.place, player=self.table.names[defender.seat])
        return "pass"

    def _dealer_whists(self, roles: tuple[Role, Role]) -> bool:
        """Whether the sitting dealer whisted, and may (§3.11)."""
        dealer = self.dealer
        if dealer is None:
            return False
        name = self.table.names[dealer.seat]
        if not self.rules.dealer_may_whist:
            raise Problem("dealer-plays", dealer.place, player=name)
        role = self._role(dealer)
        if role == "pass" and dealer.tricks is None:
            return False
        checks = self.said.level == LEVELS[-1] and self.rules.ten_mode == "check"
        if role != "whist" or checks or "whist" in roles or self._compulsory():
            raise Problem("dealer-whist", dealer.place, player=name)
        return True

    def _check_half(self, roles: tuple[Role, Role], dealer_whists: bool) -> tuple[Role, Role]:  # noqa: FBT001
        """A half-whist stands alone, by the defender who may say it; a whist after it makes it a pass (§3.5)."""
        if "half" not in roles:
            return roles
        half = self.first if roles[0] == "half" else self.second
        name = self.table.names[half.seat]
        if self.said.level not in self.rules.half_whist_levels:
            raise Problem("half-level", half.place, level=self.said.level, levels=self.rules.half_whist_levels)
        if roles == ("half", "half"):
            raise Problem("half-twice", self.first.place, self.second.place)
        if roles[0] == "half" and self.rules.half_whist_by == "second":
            raise Problem("half-first", half.place, player=name, other=self.table.names[self.second.seat])
        if "whist" in roles:
            if half.tricks:
                raise Problem("half-counts", half.tricks_place, player=name)
            return ("pass" if roles[0] == "half" else roles[0], "pass" if roles[1] == "half" else roles[1])
        if not dealer_whists:
            self._check_half_counts(name)
        return roles

    def _check_half_counts(self, name: str) -> None:
        if self.said.result is not None:
            raise Problem("half-counts", self.said.result.place, player=name)
        for defender in (self.first, self.second):
            if defender.tricks is not None:
                raise Problem("half-counts", defender.tricks_place, player=name)

    def _compulsory(self) -> bool:
        return both_must_whist(self.said.level, self.said.suit, self.rules, dark="dark" in self.said.flags)

    def _check_compulsory(self, roles: tuple[Role, Role]) -> None:
        """Stalingrad and the dark six: both whist (§3.7, §5)."""
        if not self._compulsory() or roles == ("whist", "whist"):
            return
        idle = self.first if roles[0] != "whist" else self.second
        place = idle.place if idle.place >= 0 else self.said.level_place
        code = "dark-six" if "dark" in self.said.flags else "stalingrad"
        raise Problem(code, place, player=self.table.names[idle.seat])

    def _check_play(self, roles: tuple[Role, Role]) -> None:
        for defender, role in ((self.first, roles[0]), (self.second, roles[1])):
            if defender.play is None:
                continue
            name = self.table.names[defender.seat]
            if role != "whist":
                raise Problem("play-without-whist", defender.play_place, player=name)
            if defender.play == "open" and roles == ("whist", "whist"):
                raise Problem("open-not-alone", defender.play_place, player=name)

    def _talon(self) -> int:
        flag = self.said.flags.get("talon")
        if flag is None or flag.value == "0":
            return 0
        if flag.value not in ("1", "2", "3"):
            raise Problem("talon-units", flag.place, word=flag.value)
        if not talon_writers(self.rules, len(self.table.names)):
            # Where the dealer writes it, three players have nobody who sits out.
            raise Problem("talon-off" if self.rules.talon_bonus == "off" else "talon-three", flag.place)
        if "notalon" in self.said.flags:
            raise Problem("talon-not-taken", flag.place, self.said.flags["notalon"].place)
        if flag.value == "2" and self.rules.talon_bonus == "dealer":
            raise Problem("talon-two", flag.place)
        return int(flag.value)

    # Counts

    def _declarer_said(self) -> int | None:
        result = self.said.result
        if result is None:
            return None
        if result.tricks is not None:
            return result.tricks
        tricks = self.said.level + (result.over or 0)
        if not 0 <= tricks <= HAND_TRICKS:
            raise Problem("tricks-range", result.place, word=str(tricks))
        if result.in_words and result.over == -3 and not self.said.defenders:
            raise Problem("without-three", result.place, result.place + 1)
        return tricks

    def _total(self, *counts: int) -> None:
        """Refuse counts that do not add up to a hand's tricks."""
        total = sum(counts)
        if total != HAND_TRICKS or min(counts) < 0:
            # Where a count was worked out, it is its being impossible that shows the others wrong.
            said = [count for count in self._said_counts() if count is not None]
            places = [self.said.result.place] if self.said.result else []
            places += [d.tricks_place for d in (self.first, self.second) if d.tricks is not None]
            if self.dealer is not None and self.dealer.tricks is not None:
                places.append(self.dealer.tricks_place)
            raise Problem("tricks-total", *sorted(places), total=sum(said), counts=len(said))

    def _said_counts(self) -> tuple[int | None, ...]:
        dealer = self.dealer.tricks if self.dealer else None
        return (self._declarer_said(), self.first.tricks, self.second.tricks, dealer)

    def _work_out(self, seat: int, tricks: int) -> int:
        self.worked_out.append((seat, tricks))
        return tricks

    def _three(self, declarer: int | None) -> tuple[int, int, int] | None:
        """All three counts when at most one was left out (rule 2), else ``None``."""
        first, second = self.first.tricks, self.second.tricks
        if [declarer, first, second].count(None) > 1:
            return None
        if declarer is None:
            declarer = self._work_out(self.said.declarer, HAND_TRICKS - (first or 0) - (second or 0))
        elif first is None:
            first = self._work_out(self.first.seat, HAND_TRICKS - declarer - (second or 0))
        elif second is None:
            second = self._work_out(self.second.seat, HAND_TRICKS - declarer - first)
        counts = (declarer, first or 0, second or 0)
        self._total(*counts)
        return counts

    def _two_whisters(self, declarer: int | None) -> tuple[int, int, int, None]:
        counts = self._three(declarer)
        if counts is not None:
            return (*counts, None)
        if declarer == HAND_TRICKS and self.first.tricks is None and self.second.tricks is None:
            return (declarer, self._work_out(self.first.seat, 0), self._work_out(self.second.seat, 0), None)
        missing = [d.place for d in (self.first, self.second) if d.tricks is None]
        raise Problem("counts-missing", *(missing or [self.said.level_place]), declarer_said=declarer is not None)

    def _one_whister(self, declarer: int | None, roles: tuple[Role, Role]) -> tuple[int, int, int, None]:
        counts = self._three(declarer)
        if counts is not None:
            return (*counts, None)
        first_whists = roles[0] == "whist"
        whister, passer = (self.first, self.second) if first_whists else (self.second, self.first)
        if declarer is None:
            if whister.tricks is None:
                raise Problem("counts-missing", whister.place, declarer_said=False)
            declarer = self._work_out(self.said.declarer, HAND_TRICKS - whister.tricks)
            taken = whister.tricks
        else:
            # Nobody's count but the declarer's: the whister took all the rest.
            taken = self._work_out(whister.seat, HAND_TRICKS - declarer)
        passed = self._work_out(passer.seat, 0)
        return (declarer, taken, passed, None) if first_whists else (declarer, passed, taken, None)

    def _dealer_counts(self, declarer: int | None) -> tuple[int, int, int, int]:
        """A dealer who whists is the one whister; the defenders beside him took nothing (rule 3)."""
        assert self.dealer is not None
        for defender in (self.first, self.second):
            if defender.tricks:
                raise Problem("dealer-whist-counts", defender.tricks_place, player=self.table.names[defender.seat])
        taken = self.dealer.tricks
        if declarer is None:
            if taken is None:
                raise Problem("counts-missing", self.dealer.place, declarer_said=False)
            declarer = self._work_out(self.said.declarer, HAND_TRICKS - taken)
        elif taken is None:
            taken = self._work_out(self.dealer.seat, HAND_TRICKS - declarer)
        self._total(declarer, taken)
        return (declarer, 0, 0, taken)

    def _unwhisted(
        self, declarer: int | None, roles: tuple[Role, Role]
    ) -> tuple[int | None, int | None, int | None, None]:
        """Nobody whisted: no count, the declarer's alone, or all three; they must make the contract."""
        if "half" in roles:
            return (None, None, None, None)
        first, second = self.first.tricks, self.second.tricks
        if declarer is None and first is None and second is None:
            return (None, None, None, None)
        if declarer is None or first is not None or second is not None:
            counts = self._three(declarer)
            if counts is None:
                said = self.first if first is not None else self.second
                raise Problem("counts-missing", said.tricks_place, declarer_said=declarer is not None)
            declarer, first, second = counts
        if declarer < self.said.level:
            self._nobody_whisted()
        return (declarer, first, second, None)

    def _nobody_whisted(self) -> None:
        places = [self.said.result.place] if self.said.result else [self.said.level_place]
        giveup = bool(self.rules.give_up_tricks)
        raise Problem("nobody-whisted", *places, giveup=giveup, names=(self._name(self.first), self._name(self.second)))

    def _name(self, defender: SaidDefender) -> str:
        return self.table.names[defender.seat]

    def _checked_ten(self, declarer: int | None) -> tuple[int | None, int | None, int | None, None]:
        """A ten whose cards are opened: with a count it is checked, without one unplayed and made (§3.6)."""
        first, second = self.first.tricks, self.second.tricks
        if declarer is None and first is None and second is None:
            return (None, None, None, None)
        if first is not None and second is not None:
            counts = self._three(declarer)
            assert counts is not None
            return (*counts, None)
        if declarer is None:
            # One defender's count alone: all that the defence took.
            said = self.first if first is not None else self.second
            declarer = self._work_out(self.said.declarer, HAND_TRICKS - (said.tricks or 0))
        if declarer < HAND_TRICKS:
            place = self.said.result.place if self.said.result else self.said.level_place
            raise Problem("ten-counts", place, names=(self._name(self.first), self._name(self.second)))
        self._total(declarer, first or 0, second or 0)
        return (declarer, 0, 0, None)


# All-pass


def _allpass(said: SaidAllPass, table: Table) -> Completed:
    """An all-pass hand: one player or one count may be left out (design §2, Counts)."""
    count = len(table.names)
    counts: dict[int, int | None] = {defender.seat: defender.tricks for defender in said.counts}
    _check_dark_passers(said, table)
    out = table.out
    may_take = table.rules.dealer_takes_talon_tricks
    if out is not None and not may_take:
        dealer = next((defender for defender in said.counts if defender.seat == out), None)
        if dealer is not None and dealer.tricks:
            raise Problem("dealer-talon-off", dealer.tricks_place, player=table.names[out])
        counts[out] = 0
    missing = [seat for seat in range(count) if counts.get(seat) is None]
    if len(missing) > 1:
        places = [defender.place for defender in said.counts if defender.tricks is None]
        names = tuple(table.names[seat] for seat in missing)
        raise Problem("allpass-counts-missing", *(places or [said.place]), names=names)
    worked_out: tuple[tuple[int, int], ...] = ()
    if missing:
        rest = HAND_TRICKS - sum(tricks or 0 for tricks in counts.values())
        if rest < 0:
            _wrong_total(said)
        counts[missing[0]] = rest
        worked_out = ((missing[0], rest),)
    tricks = tuple(counts[seat] or 0 for seat in range(count))
    if sum(tricks) != HAND_TRICKS:
        _wrong_total(said)
    if out is not None and tricks[out] > TALON_TRICKS:
        dealer = next((defender for defender in said.counts if defender.seat == out), None)
        places = [dealer.tricks_place] if dealer and dealer.tricks is not None else [said.place]
        raise Problem("dealer-talon-tricks", *places, player=table.names[out], tricks=tricks[out])
    return Completed(AllPass(tricks, said.dark), worked_out)


def _wrong_total(said: SaidAllPass) -> None:
    places = [defender.tricks_place for defender in said.counts if defender.tricks is not None]
    total = sum(defender.tricks or 0 for defender in said.counts)
    raise Problem("tricks-total", *(places or [said.place]), total=total, counts=len(places))


def _check_dark_passers(said: SaidAllPass, table: Table) -> None:
    if said.dark and not table.rules.dark_bids:
        raise Problem("dark-off", said.dark_place)
    if table.out in said.dark:
        raise Problem("dark-dealer", said.dark_place, player=table.names[table.dealer])
