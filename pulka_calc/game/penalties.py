"""What penalties come to (rule base §6): figures that a table writes as adjustments.

A penalty passes through no closing and helps nobody, so nothing here looks at pools. Seats are those
of the ``players`` line; the parts of a hand are those of `scoring`.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Final, NamedTuple

from pulka_calc.game import ledger, scoring
from pulka_calc.game.course import Course
from pulka_calc.game.hands import AllPass, Contract, Hand
from pulka_calc.game.ledger import Account, Posting
from pulka_calc.game.pricelist import price_list
from pulka_calc.game.rules import Rules
from pulka_calc.game.scoring import DEALER
from pulka_calc.game.table import parts
from pulka_calc.game.terms import HAND_TRICKS, LEVELS, Figure, whole


class Term(NamedTuple):
    """A part of a figure: what it is for, and how it is reckoned."""

    reason: str
    """Names the sentence that tells it."""
    points: Figure
    factors: tuple[Figure, ...] = ()
    """What is multiplied to come to `points`, the sign apart; none: a figure taken as it stood."""


class Correction(NamedTuple):
    """What a penalty writes in one cell: points in pool and mountain, whists in whists."""

    account: Account
    terms: tuple[Term, ...]

    @property
    def points(self) -> Figure:
        """All terms together."""
        return whole(sum((term.points for term in self.terms), Fraction(0)))


class _Sheet:
    """Corrections by cell, in the order in which cells were first written."""

    def __init__(self) -> None:
        self.cells: dict[Account, list[Term]] = {}

    def write(self, account: Account, reason: str, *factors: Figure) -> None:
        """So much more in a cell: the product of `factors`."""
        self._add(account, Term(reason, whole(prod(factors)), factors))

    def put(self, account: Account, reason: str, points: Figure) -> None:
        """A figure that stood elsewhere, or the opposite of one that stood here."""
        self._add(account, Term(reason, whole(points)))

    def _add(self, account: Account, term: Term) -> None:
        if term.points:
            self.cells.setdefault(account, []).append(term)

    def corrections(self) -> list[Correction]:
        """Every cell that changes."""
        found = [Correction(account, tuple(terms)) for account, terms in self.cells.items()]
        return [correction for correction in found if correction.points]


# The contract below the auction


def below_auction(declarer: int, level: int, dealer: int, rules: Rules, players: int) -> list[Correction]:
    """A contract named below the auction by a declarer who insists: remise without all, unplayed [§6].

    Args:
        level: what the auction reached.
        dealer: the seat that dealt the hand; of four players he sits out and is not the declarer.
    """
    step = level - LEVELS[0]
    sheet = _Sheet()
    sheet.write(ledger.mountain(declarer), "below-auction", level, rules.contract_value[step], rules.remise_factor)
    for part, seat in enumerate(parts(declarer, dealer, players)):
        # Nobody whisted: both defenders are passers.
        written = rules.consolation_to_dealer if part == DEALER else rules.consolation_to_passer
        if part != scoring.DECLARER and written:
            sheet.write(ledger.whists(seat, declarer), "below-auction-consolation", level, rules.consolation[step])
    return sheet.corrections()


# The talon exposed


def before_closing(hand: Hand, dealer: int, course: Course) -> tuple[Posting, ...]:
    """What a hand would write now, before pools close; the declarer's next bomb counts."""
    prices = price_list(course.rules, course.players)
    if isinstance(hand, AllPass):
        return prices.allpass(hand, dealer, course.rules.allpass_price_after(course.allpass_in_row)).postings
    bombs = course.bombs[hand.declarer]
    return prices.contract(hand, dealer, bombs[0] if bombs else 1).postings


def talon_exposed(offender: int, injured: int, lost: tuple[Posting, ...], rules: Rules, players: int) -> Correction:
    """What `injured` writes on `offender` who exposed the talon while two still bid [§6].

    The whole-table value of one result that he lost; where it is not above 0 he lost nothing and writes nothing.

    Args:
        lost: what that result would have written (`before_closing`).
    """
    terms = (_worth(posting, injured, rules, players) for posting in lost)
    return Correction(ledger.whists(injured, offender), tuple(term for term in terms if term.points))


def _worth(posting: Posting, seat: int, rules: Rules, players: int) -> Term:
    """What a posting brings one player, in whists."""
    points = whole(Fraction(ledger.worth(posting, rules, players)[seat]) / players)
    account = posting.account
    size: Figure = max(posting.points, -posting.points)
    if account.column == "whists":
        return Term("worth", points, (size,))
    price = rules.pool_point_whists if account.column == "pool" else rules.mountain_point_whists
    share = Fraction(players - 1 if account.player == seat else 1, players)
    return Term("worth", points, (size, share) if price == 1 else (size, price, share))


# The renounce

ONCE: Final = 1
"""Errors of a whister where nobody says how many."""


def accountable(hand: Contract, dealer: int, rules: Rules, players: int) -> tuple[int, tuple[int, ...]]:
    """Whose renounce counts: the declarer, and those who whisted.

    None whisted: nobody played tricks that could be disputed.
    """
    seats = parts(hand.declarer, dealer, players)
    return hand.declarer, tuple(seats[part] for part in scoring.whisters(hand.outcome, rules))


def coefficient(hand: Contract, bomb: int) -> int:
    """What everything that `hand` wrote was multiplied by: the bomb it was played under, and its being dark [§5]."""
    return bomb * scoring.DARK_GAME if hand.outcome.dark else bomb


def declarer_renounced(hand: Contract, written: tuple[Posting, ...]) -> list[Correction]:
    """The declarer at fault: fines of the whisters go on his mountain, all else stands as counted [§6].

    Args:
        written: the postings of the hand, its tricks as they are counted with the disputed ones moved.
    """
    sheet = _Sheet()
    for posting in _of(written, "underwhist"):
        sheet.put(ledger.mountain(hand.declarer), "underwhist-moved", posting.points)
        sheet.put(posting.account, "underwhist-off", -posting.points)
    return sheet.corrections()


def whister_renounced(
    hand: Contract,
    written: tuple[Posting, ...],
    guilty: int,
    *,
    errors: int,
    factor: int,
    rules: Rules,
) -> list[Correction]:
    """A whister at fault: the declarer scores as made, and the whister pays [§6].

    Args:
        written: as for `declarer_renounced`.
        guilty: the seat of the whister.
        errors: how many errors he made.
        factor: the coefficient of the hand (`coefficient`).
    """
    outcome = hand.outcome
    step = outcome.level - LEVELS[0]
    sheet = _Sheet()
    if not outcome.made:
        sheet.write(ledger.pool(hand.declarer), "counts-as-made", *_times(rules.contract_value[step], factor))
        _take_back(sheet, written, "short", "consolation")
        if rules.gentleman_split == "on_remise":
            # Only a failed contract is shared: as a made one it is all the whister's.
            for posting in _of(written, "shared-tricks"):
                if posting.account.player != guilty:
                    sheet.put(posting.account, "not-shared", -posting.points)
                    sheet.put(ledger.whists(guilty, hand.declarer), "not-shared", posting.points)
    _take_back(sheet, written, "underwhist")
    price = scoring.underwhist_price(outcome.level, rules)
    missing = 0
    # Neither a checked ten nor a dealer who whists has a duty.
    if outcome.made and not outcome.dealer_whists and not scoring.checked(outcome, rules):
        missing = max(0, rules.whist_duty[step] - HAND_TRICKS + (outcome.tricks or 0))
    fined = ledger.mountain(guilty)
    sheet.write(fined, "renounce-missing", missing, *_times(price, factor))
    sheet.write(fined, "renounce-errors", errors, *_times(price, factor))
    return sheet.corrections()


def both_renounced(hand: Contract, written: tuple[Posting, ...], guilty: int) -> list[Correction]:
    """The declarer and the whister `guilty` at fault [§6].

    Nobody is charged, and what the other whister wrote for his tricks stands half on each of them.
    `written` is as for `declarer_renounced`.
    """
    sheet = _Sheet()
    _take_back(sheet, written, "short", "consolation", "underwhist")
    for posting in _of(written, "tricks"):
        other = posting.account.player
        if other != guilty:
            half = Fraction(posting.points) / 2
            sheet.put(posting.account, "half-moved", -half)
            sheet.put(ledger.whists(other, guilty), "half-moved", half)
    return sheet.corrections()


def _of(written: tuple[Posting, ...], *reasons: str) -> list[Posting]:
    return [posting for posting in written if posting.cause.reason in reasons]


def _take_back(sheet: _Sheet, written: tuple[Posting, ...], *reasons: str) -> None:
    for posting in _of(written, *reasons):
        sheet.put(posting.account, f"{posting.cause.reason}-off", -posting.points)


def _times(price: Figure, factor: int) -> tuple[Figure, ...]:
    """A price and its coefficient, where it has one."""
    return (price,) if factor == 1 else (price, factor)
