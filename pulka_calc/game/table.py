"""Seats: who deals, who plays, who defends first. The only place with seat arithmetic."""

from __future__ import annotations

from functools import cache


def left_of(seat: int, players: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % players


@cache
def clockwise_from(seat: int, players: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with `seat`."""
    return tuple((seat + step) % players for step in range(players))


def sitting_out(dealer: int, players: int) -> int | None:
    """The seat that takes no part in the hand it deals: the dealer of four, nobody of three [§1]."""
    return dealer if players == 4 else None


@cache
def active(dealer: int, players: int) -> tuple[int, ...]:
    """The three who play, clockwise from the dealer's left."""
    return clockwise_from(left_of(dealer, players), players)[:3]


@cache
def parts(declarer: int, dealer: int, players: int) -> tuple[int, ...]:
    """Seats by their part in a contract: declarer, first defender, second defender, sitting dealer.

    Three seats at a table of three. The declarer is one of `active`.
    """
    out = sitting_out(dealer, players)
    playing = tuple(seat for seat in clockwise_from(declarer, players) if seat != out)
    return playing if out is None else (*playing, out)


@cache
def gain_order(dealer: int, players: int) -> tuple[int, ...]:
    """In which order players complete what they gain in one hand: from the dealer's left, the dealer last [§4]."""
    return clockwise_from(left_of(dealer, players), players)
