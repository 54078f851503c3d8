"""The paper way of settling, told line by line so that a table can follow it with a pencil (rule base §8)."""

from __future__ import annotations

from fractions import Fraction

from pulka_calc.game.settlement import Settlement, Step
from pulka_calc.words.figures import difference_text, factor_text, figure_text, sum_text
from pulka_calc.words.speech import Speech


def step_text(step: Step, names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    """One line of the paper way. `names` are the players by seats."""
    name = names[step.player]
    if step.step == "pools":
        return _pools(step, name, settlement, speech)
    if step.step == "smallest":
        smallest = step.before - step.amount
        return speech.say(
            "{player}: the smallest mountain comes off, {sum}", player=name, sum=difference_text(step.before, smallest)
        )
    if step.step == "totals":
        return _total(step, name, settlement, speech)
    assert step.other is not None
    other = names[step.other]
    if step.step == "shares":
        return _share(step, name, other, settlement, speech)
    return _pair(step, name, other, speech)


def _pools(step: Step, name: str, settlement: Settlement, speech: Speech) -> str:
    """A pool brought level with the highest: what it lacks goes on its owner's mountain."""
    pools = settlement.sheet.pool
    lacking = Fraction(max(pools) - pools[step.player])
    rate = settlement.rules.mountain_per_pool_point
    total = sum_text(step.before, step.amount)
    if rate == 1:
        return speech.count(
            "{player}: pool {pool}, {n} point short of {highest}; mountain {sum}",
            "{player}: pool {pool}, {n} points short of {highest}; mountain {sum}",
            lacking,
            player=name,
            pool=figure_text(pools[step.player]),
            highest=figure_text(max(pools)),
            sum=total,
        )
    product = f"{factor_text(lacking)} × {factor_text(rate)} = {figure_text(step.amount)}"
    return speech.count(
        "{player}: pool {pool}, {n} point short of {highest}; {product}, mountain {sum}",
        "{player}: pool {pool}, {n} points short of {highest}; {product}, mountain {sum}",
        lacking,
        player=name,
        pool=figure_text(pools[step.player]),
        highest=figure_text(max(pools)),
        product=product,
        sum=total,
    )


def _share(step: Step, name: str, other: str, settlement: Settlement, speech: Speech) -> str:
    """What one writes on another for what is left of that one's mountain."""
    assert step.other is not None
    worth = settlement.rules.mountain_point_whists
    product = f"{factor_text(settlement.left[step.other])} : {settlement.divisor}"
    if worth != 1:
        product = f"{worth} × {product}"
    return speech.count(
        "{player} writes on {other} {product} = {n} whist: {sum}",
        "{player} writes on {other} {product} = {n} whists: {sum}",
        step.amount,
        player=name,
        other=other,
        product=product,
        sum=sum_text(step.before, step.amount),
    )


def _pair(step: Step, name: str, other: str, speech: Speech) -> str:
    """What both wrote on each other, netted."""
    theirs = step.before - step.amount
    total = difference_text(step.before, theirs)
    if not step.amount:
        return speech.say("{player} and {other}: {sum}, they are quits", player=name, other=other, sum=total)
    return speech.count(
        "{player} and {other}: {sum}, {winner} wins {n} whist",
        "{player} and {other}: {sum}, {winner} wins {n} whists",
        abs(step.amount),
        player=name,
        other=other,
        sum=total,
        winner=name if step.amount > 0 else other,
    )


def _total(step: Step, name: str, settlement: Settlement, speech: Speech) -> str:
    """All that one wins from the others, added up."""
    parts = []
    for pair in settlement.pairs:
        if step.player == pair.player:
            parts.append(pair.whists)
        elif step.player == pair.other:
            parts.append(-pair.whists)
    return speech.say("{player} in all: {sum}", player=name, sum=sum_text(*parts))
