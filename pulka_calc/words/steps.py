"""The paper way of settling, told line by line so that a table can follow it with a pencil (rule base §8)."""

from __future__ import annotations

from fractions import Fraction

from pulka_calc.game.settlement import Settlement, Step
from pulka_calc.words.figures import difference_text, factor_text, figure_text, sum_text
from pulka_calc.words.speech import Speech


def title_text(step: str, settlement: Settlement, players: int, speech: Speech) -> str:
    """What is done in one of the steps of the paper way, and why it is multiplied as it is.

    Args:
        players: how many have a row on the sheet; some may have been settled when they left.
    """
    if step == "pools":
        return _pools_title(settlement, speech)
    if step == "smallest":
        return speech.say("The smallest mountain is taken off all.")
    if step == "shares":
        return _shares_title(settlement, players, speech)
    if step == "pairs":
        return speech.say("Each pair is netted.")
    return speech.say("Each player's pairs are added up.")


def _pools_title(settlement: Settlement, speech: Speech) -> str:
    rules = settlement.rules
    title = speech.say("Pools are brought level: what a pool lacks goes on its owner's mountain.")
    pool, mountain, rate = rules.pool_point_whists, rules.mountain_point_whists, rules.mountain_per_pool_point
    if rate == 1:
        return title
    why = speech.count(
        "In whists a pool point is worth {pool} and a mountain point {mountain}, so a pool point is {pool} : "
        "{mountain} = {n} mountain point.",
        "In whists a pool point is worth {pool} and a mountain point {mountain}, so a pool point is {pool} : "
        "{mountain} = {n} mountain points.",
        rate,
        pool=pool,
        mountain=mountain,
    )
    return f"{title} {why}"


def _shares_title(settlement: Settlement, players: int, speech: Speech) -> str:
    worth, count = settlement.rules.mountain_point_whists, settlement.divisor
    if count < players:
        return speech.count(
            "Every other player who shares mountains writes his share of each on its owner: a mountain point is worth "
            "{n} whist, divided by the number of those, {count}, the owner included.",
            "Every other player who shares mountains writes his share of each on its owner: a mountain point is worth "
            "{n} whists, divided by the number of those, {count}, the owner included.",
            worth,
            count=count,
        )
    return speech.count(
        "Every other player writes his share of each mountain on its owner: a mountain point is worth {n} whist, "
        "divided by the number of players, {count}, the owner included.",
        "Every other player writes his share of each mountain on its owner: a mountain point is worth {n} whists, "
        "divided by the number of players, {count}, the owner included.",
        worth,
        count=count,
    )


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
    rules, pool, highest = settlement.rules, settlement.sheet.pool[step.player], settlement.highest
    lacking, rate = Fraction(highest - pool), rules.mountain_per_pool_point
    if rules.pool_shown == "left" and rules.closing_target is not None:
        # The sheet counts down: it shows what is left, not what was earned.
        short = speech.count(
            "{player}: {left} left in the pool, {n} point more than {least}",
            "{player}: {left} left in the pool, {n} points more than {least}",
            lacking,
            player=name,
            left=figure_text(rules.closing_target - pool),
            least=figure_text(rules.closing_target - highest),
        )
    else:
        short = speech.count(
            "{player}: pool {pool}, {n} point short of {highest}",
            "{player}: pool {pool}, {n} points short of {highest}",
            lacking,
            player=name,
            pool=figure_text(pool),
            highest=figure_text(highest),
        )
    total = sum_text(step.before, step.amount)
    if rate == 1:
        return speech.say("{short}; mountain {sum}", short=short, sum=total)
    product = f"{factor_text(lacking)} × {factor_text(rate)} = {figure_text(step.amount)}"
    return speech.say("{short}; {product}, mountain {sum}", short=short, product=product, sum=total)


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
