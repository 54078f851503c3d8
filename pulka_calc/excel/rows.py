"""What a table of hands shows, row by row, before it is any kind of file."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from pulka_calc.game.hands import AllPass, Contract, GiveUp, Misere, ToMountain
from pulka_calc.game.ledger import Account
from pulka_calc.game.settlement import Settlement
from pulka_calc.game.sheet import Sheet
from pulka_calc.game.table import parts
from pulka_calc.game.terms import Figure, Role, Suit, parse_contract, whole
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.sitting import Coming, Sitting
from pulka_calc.words.people import coming_text
from pulka_calc.words.phases import phase_name
from pulka_calc.words.speech import Speech

Kind = Literal["contract", "giveup", "misere", "allpass", "start", "adjust", "join", "leave", "replace"]


class Row(NamedTuple):
    """A hand, a start or an adjustment, and how the table stands after it. Tuples are by seat."""

    kind: Kind
    number: int | None
    """Of a hand."""
    line: int
    dealer: int | None
    declarer: int | None
    level: int | None
    suit: Suit | None
    taken: int | None
    """The declarer's tricks, where they are known."""
    roles: tuple[Role | None, ...]
    """What each defender said."""
    tricks: tuple[int | None, ...]
    """What each defender took; at all-pass what everybody took."""
    dark: tuple[int, ...]
    """Who bid or passed without looking."""
    entry: Entry
    brought: tuple[Figure, ...]
    """What the row was worth to each, in whists; sums to zero."""
    pool: tuple[Figure, ...]
    mountain: tuple[Figure, ...]
    balance: tuple[Figure, ...]
    """Exact balances in whists; they sum to zero."""


class _Parts(NamedTuple):
    """What a hand says by itself."""

    kind: Kind
    declarer: int | None
    level: int | None
    suit: Suit | None
    taken: int | None
    roles: tuple[Role | None, ...]
    tricks: tuple[int | None, ...]
    dark: tuple[int, ...]


def rows(pulka: Pulka) -> Iterator[Row]:
    """Everything that wrote on the sheet, in its order, with running totals."""
    count = len(pulka.players)
    cells: dict[Account, Figure] = {}
    before = (Fraction(0),) * count
    for entry in pulka.entries:
        for posting in entry.postings:
            cells[posting.account] = cells.get(posting.account, 0) + posting.points
        sheet = Sheet.of(cells, count)
        balance = Settlement(sheet, pulka.rules, count, entry.table.members).exact
        brought = [now - was for now, was in zip(balance, before, strict=True)]
        before = balance
        said = _by_people(_parts(entry), entry.table, count)
        yield Row(
            kind=said.kind,
            number=entry.number,
            line=entry.line,
            dealer=entry.table.seats[entry.dealer] if entry.kind == "hand" else None,
            declarer=said.declarer,
            level=said.level,
            suit=said.suit,
            taken=said.taken,
            roles=said.roles,
            tricks=said.tricks,
            dark=said.dark,
            entry=entry,
            brought=tuple(map(whole, brought)),
            pool=sheet.pool,
            mountain=sheet.mountain,
            balance=tuple(map(whole, balance)),
        )


def _by_people(parts: _Parts, table: Sitting, count: int) -> _Parts:
    """The same by the numbers of people, not by seats."""
    if table.plain and len(table.seats) == count:
        return parts
    roles: list[Role | None] = [None] * count
    tricks: list[int | None] = [None] * count
    for person, role, taken in zip(table.seats, parts.roles, parts.tricks, strict=True):
        roles[person] = role
        tricks[person] = taken
    return parts._replace(
        declarer=None if parts.declarer is None else table.seats[parts.declarer],
        roles=tuple(roles),
        tricks=tuple(tricks),
        dark=tuple(table.seats[seat] for seat in parts.dark),
    )


def _parts(entry: Entry) -> _Parts:
    hand, count = entry.done, len(entry.table.seats)
    nobody: tuple[None, ...] = (None,) * count
    if isinstance(hand, Contract):
        return _contract(hand, entry, count)
    if isinstance(hand, GiveUp):
        dark = (hand.declarer,) if hand.dark else ()
        return _Parts("giveup", hand.declarer, hand.level, hand.suit, None, nobody, nobody, dark)
    if isinstance(hand, Misere):
        dark = (hand.declarer,) if hand.dark else ()
        return _Parts("misere", hand.declarer, None, None, hand.tricks, nobody, nobody, dark)
    if isinstance(hand, AllPass):
        return _Parts("allpass", None, None, None, None, nobody, hand.tricks, hand.dark)
    return _Parts(next(kind for kind in _OTHER if kind == entry.kind), None, None, None, None, nobody, nobody, ())


def _contract(hand: Contract, entry: Entry, count: int) -> _Parts:
    roles: list[Role | None] = [None] * count
    tricks: list[int | None] = [None] * count
    said = hand.outcome
    _, *defenders = parts(hand.declarer, entry.dealer, count)
    declarer_took, *took = hand.counts
    robber = entry.phase == "robber"
    for seat, role, taken in zip(defenders, (said.first, said.second), took, strict=False):
        # In the robber nobody says anything.
        roles[seat] = None if robber else role
        tricks[seat] = taken
    if said.dealer_whists:
        roles[defenders[-1]] = "whist"
        tricks[defenders[-1]] = took[-1]
    dark = (hand.declarer,) if said.dark else ()
    return _Parts("contract", hand.declarer, said.level, hand.suit, declarer_took, tuple(roles), tuple(tricks), dark)


_OTHER: Final[tuple[Kind, ...]] = ("start", "adjust", "join", "leave", "replace")
"""What writes on the sheet and is no hand."""


def kind_text(row: Row, speech: Speech) -> str:
    """What kind of row it is, for people."""
    match row.kind:
        case "contract":
            return speech.say("contract")
        case "giveup":
            return speech.say("given up")
        case "misere":
            return speech.say("misère")
        case "allpass":
            return speech.say("all-pass")
        case "start":
            return speech.say("start")
        case "adjust":
            return speech.say("adjustment")
        case "join":
            return speech.say("joins")
        case "leave":
            return speech.say("leaves")
        case "replace":
            return speech.say("replaced")


def game_text(row: Row, speech: Speech) -> str | int:
    """What was played: ``6♠``, ``misère``; the level alone is a number."""
    if row.level is None:
        return kind_text(row, speech)
    return f"{row.level}{suit_text(row.suit, speech)}" if row.suit else row.level


def suit_text(suit: Suit, speech: Speech) -> str:
    """A suit, or no trumps, for people."""
    return speech.say("NT") if suit == "NT" else suit


def role_text(role: Role, speech: Speech) -> str:
    """What a defender said, for people."""
    match role:
        case "whist":
            return speech.say("whist")
        case "pass":
            return speech.say("pass")
        case "half":
            return speech.say("half-whist")


def notes_text(row: Row, names: tuple[str, ...], speech: Speech) -> str:
    """What else was said of a hand, for people: everything that has no column of its own."""
    hand = row.entry.done
    notes: list[str] = []
    if row.kind == "giveup":
        notes.append(kind_text(row, speech))
    if row.kind == "allpass" and row.dark:
        passers = ", ".join(names[seat] for seat in row.dark)
        notes.append(speech.say("passed without looking: {players}", players=passers))
    elif row.dark:
        notes.append(speech.say("bid without looking"))
    if isinstance(hand, Contract):
        notes += _contract_notes(hand, row.entry, speech)
    if isinstance(hand, Contract | Misere):
        notes += _mountain_note(hand.to_mountain, speech)
        if hand.agreed:
            notes.append(speech.say("agreed, not played"))
    if isinstance(hand, Contract | GiveUp) and hand.bid:
        level, suit = parse_contract(hand.bid)
        bid = f"{level}{suit_text(suit, speech) if suit else ''}"
        notes.append(speech.say("bid up to {contract}", contract=bid))
    if row.entry.phase != "game":
        notes.append(phase_name(row.entry.phase, speech))
    if isinstance(hand, Coming):
        notes.append(coming_text(hand, speech))
    if row.kind == "adjust":
        notes += [posting.cause.note for posting in row.entry.postings if posting.cause.note]
    return "; ".join(notes)


def _contract_notes(hand: Contract, entry: Entry, speech: Speech) -> list[str]:
    notes: list[str] = []
    if hand.outcome.talon:
        notes.append(
            speech.count("high cards in the talon, {n} unit", "high cards in the talon, {n} units", hand.outcome.talon)
        )
    if hand.notalon:
        notes.append(speech.say("talon not taken"))
    names = entry.table.names
    _, *defenders = parts(hand.declarer, entry.dealer, len(names))
    for seat, play in zip(defenders, hand.play, strict=False):
        if play == "open":
            notes.append(speech.say("{player} whists with open cards", player=names[seat]))
        elif play == "closed":
            notes.append(speech.say("{player} whists with closed cards", player=names[seat]))
    return notes


def _mountain_note(to_mountain: ToMountain, speech: Speech) -> list[str]:
    if to_mountain is None:
        return []
    if to_mountain == "all":
        return [speech.say("all of it off the mountain")]
    return [speech.count("{n} point of it off the mountain", "{n} points of it off the mountain", to_mountain)]
