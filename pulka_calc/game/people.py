"""Players who come and go: what is written when one joins, leaves or is replaced (rule base §6, a newcomer; §8).

Everybody who ever sat at the table has a row. The rows of those who play, and of those whose rows are
frozen, share the mountain; somebody who was settled has only what he was left owing or owed, in whists.
No balance moves when somebody leaves or is replaced: what he had is what he is settled with.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor

from pulka_calc.game import ledger
from pulka_calc.game.ledger import Account, Cause, Posting
from pulka_calc.game.rules import Rules
from pulka_calc.game.settlement import Settlement
from pulka_calc.game.sheet import Sheet
from pulka_calc.game.terms import Figure, whole

Cells = Mapping[Account, Figure]
"""The sheet by cells; whists of people who never sat together may be left out."""


def joins(cells: Cells, newcomer: int, others: tuple[int, ...]) -> list[Posting]:
    """A newcomer writes the mean of the others' pool and mountain, rounded against him [§6].

    Args:
        others: everybody whose row shares the mountain, a frozen one too: only so nobody's balance moves.
    """
    pool = Fraction(sum(cells[ledger.pool(other)] for other in others), len(others))
    mountain = Fraction(sum(cells[ledger.mountain(other)] for other in others), len(others))
    wanted = ((ledger.pool(newcomer), floor(pool), pool), (ledger.mountain(newcomer), ceil(mountain), mountain))
    return [
        Posting(account, points, Cause("join", "joined", points, 1, gain=Cause("join", "joined", whole(mean), 1)))
        for account, points, mean in wanted
        if points
    ]


def leaves(cells: Cells, leaver: int, members: tuple[int, ...], rules: Rules) -> list[Posting]:
    """A player who leaves is settled exactly as of now: with each other whose row stands, in whists.

    His mountain and pool are shared out once more: he and each other differ by
    ``(mean of the others - his own) / N`` and by their whists. Nobody's balance changes.

    Args:
        members: everybody whose row shares the mountain, the leaver among them.
    """
    a, b = rules.pool_point_whists, rules.mountain_point_whists
    worth = {one: a * cells[ledger.pool(one)] - b * cells[ledger.mountain(one)] for one in members}
    others = [one for one in members if one != leaver]
    mean = Fraction(sum(worth[other] for other in others), len(others))
    share = (mean - worth[leaver]) / len(members)
    postings = [
        Posting(account, whole(-cells[account]), Cause("leave", "left-row", whole(-cells[account]), 1))
        for account in (ledger.pool(leaver), ledger.mountain(leaver))
        if cells[account]
    ]
    for other in others:
        wins, owes = ledger.whists(other, leaver), ledger.whists(leaver, other)
        due = share + cells.get(wins, 0) - cells.get(owes, 0)
        for account, stands in ((wins, max(due, Fraction(0))), (owes, max(-due, Fraction(0)))):
            change = whole(stands - cells.get(account, 0))
            if change:
                postings.append(Posting(account, change, Cause("leave", "left-settled", change, 1)))
    return postings


def hands_over(cells: Cells, leaver: int, heir: int) -> list[Posting]:
    """The row of `leaver`, and all that is written on him, is the heir's from now on; every figure stays."""
    postings: list[Posting] = []
    for account, figure in cells.items():
        if not figure or leaver not in (account.player, account.on):
            continue
        player = heir if account.player == leaver else account.player
        on = heir if account.on == leaver else account.on
        taken = ledger.cell(account.column, player, on)
        postings.append(Posting(account, -figure, Cause("replace", "row-handed", -figure, 1)))
        postings.append(Posting(taken, figure, Cause("replace", "row-taken", figure, 1)))
    return postings


def owes_for_row(
    cells: Cells, leaver: int, heir: int, members: tuple[int, ...], people: int, rules: Rules
) -> list[Posting]:
    """The heir of a row owes its owner what it was worth, in whists: each answers for what he played himself.

    Args:
        cells: the sheet before the row was handed over.
        members: whose rows shared the mountain then.
        people: how many have a row.
    """
    worth = whole(Settlement(Sheet.of(cells, people), rules, people, members).exact[leaver])
    if not worth:
        return []
    account = ledger.whists(leaver, heir) if worth > 0 else ledger.whists(heir, leaver)
    return [Posting(account, abs(worth), Cause("replace", "row-worth", abs(worth), 1))]
