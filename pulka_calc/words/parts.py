"""Where a balance comes from, and why mountains are divided as they are, with a sheet's numbers (rule base §8).

Names stand where they need no case, so that a Russian sentence is right for every name.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from pulka_calc.game.methods import Method, one_fewer
from pulka_calc.game.settlement import Odd, Part, Settlement
from pulka_calc.game.terms import Figure
from pulka_calc.words.figures import difference_text, factor_text, figure_text, signed, sum_text
from pulka_calc.words.speech import N_, Speech


def part_text(part: Part, player: int, names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    """One part of a player's balance, with its arithmetic. `names` are the players by seats."""
    name = names[player]
    if part.part == "own_mountain":
        return _own_mountain(part, player, name, settlement, speech)
    assert part.other is not None
    other = names[part.other]
    if part.part == "other_mountain":
        mountain = mountain_text(part.other, settlement, speech)
        if not part.amount:
            return speech.say("mountain of {other}: {mountain}; nothing to share", other=other, mountain=mountain)
        return speech.say(
            "mountain of {other}: {mountain}; {player} writes {product} on {other}",
            player=name,
            other=other,
            mountain=mountain,
            product=f"{_share(settlement.left[part.other], settlement)} = {figure_text(part.amount)}",
        )
    wrote, written = settlement.sheet.whists[player][part.other], settlement.sheet.whists[part.other][player]
    return speech.say(
        "whists with {other}: {player} wrote {wrote}, {other} wrote {written}; {difference}",
        player=name,
        other=other,
        wrote=figure_text(wrote),
        written=figure_text(written),
        difference=difference_text(wrote, written),
    )


def _own_mountain(part: Part, player: int, name: str, settlement: Settlement, speech: Speech) -> str:
    mountain = mountain_text(player, settlement, speech)
    if not part.amount:
        return speech.say("own mountain: {mountain}; nothing to share", mountain=mountain)
    product = f"{_share(settlement.left[player], settlement)} = {figure_text(-part.amount / (settlement.divisor - 1))}"
    writers = settlement.divisor - 1
    if writers == 1:
        return speech.say(
            "own mountain: {mountain}; the other player writes {product} on {player}",
            player=name,
            mountain=mountain,
            product=product,
        )
    total = _times(writers, -part.amount / writers)
    return speech.say(
        "own mountain: {mountain}; each of the others writes {product} on {player}, in all {total}",
        player=name,
        mountain=mountain,
        product=product,
        total=total,
    )


def _times(number: int, figure: Fraction) -> str:
    """``3 × 325 = 975``; once a figure is the figure."""
    if number == 1:
        return figure_text(figure)
    return f"{number} × {factor_text(figure)} = {figure_text(number * figure)}"


def _share(points: Fraction, settlement: Settlement) -> str:
    """``10 × 5 : 3``: what each other player writes for so many points of a mountain."""
    product = f"{factor_text(points)} : {settlement.divisor}"
    worth = settlement.rules.mountain_point_whists
    return product if worth == 1 else f"{worth} × {product}"


def mountain_text(owner: int, settlement: Settlement, speech: Speech) -> str:
    """What is left of a mountain, and how: ``18 + 12 - 7 = 23 (pool 6 points short: 12; smallest mountain: 7)``."""
    written = Fraction(settlement.sheet.mountain[owner])
    lack = settlement.levelled[owner] - written
    smallest = settlement.smallest
    notes = []
    if lack:
        lacking = Fraction(settlement.highest - settlement.sheet.pool[owner])
        rate = settlement.rules.mountain_per_pool_point
        text = figure_text(lack)
        if rate != 1:
            text = f"{factor_text(lacking)} × {factor_text(rate)} = {text}"
        notes.append(
            speech.count(
                "the pool is {n} point short: {lack}", "the pool is {n} points short: {lack}", lacking, lack=text
            )
        )
    if smallest:
        notes.append(speech.say("the smallest mountain comes off all: {smallest}", smallest=figure_text(smallest)))
    sums = sum_text(written, *([lack] if lack else []), *([-smallest] if smallest else []))
    return f"{sums} ({'; '.join(notes)})" if notes else sums


def total_text(player: int, names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    """The parts of a balance added up."""
    amounts = [part.amount for part in settlement.parts(player) if part.amount]
    if not amounts:
        return speech.say("{player} in all: {sum}", player=names[player], sum="0")
    return speech.say("{player} in all: {sum}", player=names[player], sum=sum_text(*amounts))


METHOD_NAMES: Final[dict[Method, str]] = {
    "amnesty": N_("amnesty"),
    "average": N_("average"),
    "value": N_("value"),
}
"""What the methods that agree are called over a column."""


def method_texts(names: tuple[str, ...], settlement: Settlement, speech: Speech) -> list[str]:
    """Why a mountain is divided by N and not by N - 1: three sentences with this sheet's numbers."""
    return [
        _divided(names, settlement, speech),
        _agree(names, settlement, speech),
        _fewer(names, settlement, speech),
    ]


def _divided(names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    count, worth = settlement.divisor, settlement.rules.mountain_point_whists
    owner = max(settlement.members, key=lambda seat: settlement.left[seat])
    left = settlement.left[owner]
    if not left:
        return speech.say(
            "A mountain is divided by the number of players who share it, {count}, its owner included; here none is "
            "left to divide.",
            count=count,
        )
    all_left = sum(settlement.left, Fraction(0))
    others, mean = all_left - left, all_left / count
    written, writes = (count - 1) * worth * left / count, worth * others / count
    each, alone = _share(left, settlement), count == 2
    return speech.say(
        "A mountain is divided by the number of players who share it, {count}, its owner included: {owner} has {left} "
        "left, the mean of all is {mean}, so {owner} is {more} above it, in whists {worth}; and just that is what "
        "mountains cost the owner in all: {written} are written on him, he writes {writes} himself, {difference}.",
        count=count,
        owner=names[owner],
        left=figure_text(left),
        mean=f"{factor_text(all_left)} : {count} = {figure_text(mean)}",
        more=difference_text(left, mean),
        worth=_times(worth, left - mean),
        written=f"{each if alone else f'{count - 1} × {each}'} = {figure_text(written)}",
        writes=f"{_share(others, settlement)} = {figure_text(writes)}" if others else "0",
        difference=difference_text(written, writes),
    )


def _agree(names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    (pool, mountain, _), rules, members = settlement.sheet, settlement.rules, settlement.members
    worth = [
        Fraction(rules.pool_point_whists * pool[seat] - rules.mountain_point_whists * mountain[seat])
        for seat in members
    ]
    mean = sum((settlement.levelled[seat] for seat in members), Fraction(0)) / len(members)
    return speech.say(
        "The amnesty (the smallest mountain, {smallest}, comes off all), the average (each against the mean mountain "
        "before that, {mean}) and the value (what pool and mountain are worth, against the mean, {worth}) all give "
        "{balances}.",
        smallest=figure_text(settlement.smallest),
        mean=figure_text(mean),
        worth=figure_text(sum(worth, Fraction(0)) / len(members)),
        balances=balances_text(names, settlement.exact),
    )


def _fewer(names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    count, fewer = settlement.divisor, one_fewer(settlement)
    off = [wrong - right for wrong, right in zip(fewer, settlement.exact, strict=True)]
    if not any(off):
        return speech.say("A program that divides by one fewer says the same here: there is nothing to divide.")
    return speech.say(
        "A program that divides by {fewer} would say {balances}: off by {off}, for it makes every mountain weigh "
        "{factor} times what it does.",
        fewer=count - 1,
        balances=balances_text(names, fewer),
        off=balances_text(names, off),
        factor=figure_text(Fraction(count, count - 1)),
    )


def balances_text(names: tuple[str, ...], balances: Iterable[Figure]) -> str:
    """``Anna +30, Boris 0, Vera -30``."""
    return ", ".join(f"{name} {signed(balance)}" for name, balance in zip(names, balances, strict=True))


def odd_text(odd: Odd, names: tuple[str, ...], speech: Speech) -> str:
    """What a table's custom takes off a mountain first."""
    return speech.count(
        "{owner}: {n} odd mountain point is taken off first, each other player writes {each} for it, not {exact}",
        "{owner}: {n} odd mountain points are taken off first, each other player writes {each} for them, not {exact}",
        Fraction(odd.points),
        owner=names[odd.owner],
        each=figure_text(odd.each),
        exact=figure_text(odd.exact),
    )


def custom_texts(names: tuple[str, ...], settlement: Settlement, plain: Settlement, speech: Speech) -> list[str]:
    """What the table's custom does to the balances. `plain` is the same sheet under rules without it."""
    if settlement.shared == plain.shared:
        return [speech.say("The table's custom of sharing odd mountain points changes nothing here.")]
    return [
        speech.say("By the table's custom odd mountain points are shared in whole whists:"),
        *(f"  {odd_text(odd, names, speech)}" for odd in settlement.odds),
        *(f"  {names[seat]}: {moved_text(seat, settlement)}" for seat in settlement.members),
        "  " + speech.say("with the custom: {balances}", balances=balances_text(names, settlement.balance)),
        "  " + speech.say("without it: {balances}", balances=balances_text(names, plain.balance)),
    ]


def moved_text(seat: int, settlement: Settlement) -> str:
    """How a balance moves by the custom, one mountain after the other: ``320 1/2 + 1 1/2 - 1/2 = 321 1/2``."""
    others = settlement.divisor - 1
    moves = [(odd.exact - odd.each) * (others if odd.owner == seat else -1) for odd in settlement.odds]
    return sum_text(settlement.exact[seat], *moves)


def limit_text(names: tuple[str, ...], settlement: Settlement, speech: Speech) -> str:
    """Who is spared what by the limit of loss, in one sentence; the settlement must have one."""
    limit = settlement.rules.loss_limit
    assert limit is not None
    spared = [
        speech.count("{player} {n} whist", "{player} {n} whists", cut, player=names[seat])
        for seat, cut in enumerate(settlement.cut)
        if cut
    ]
    if not spared:
        return speech.count(
            "Nobody lost more than the limit of {n} whist.", "Nobody lost more than the limit of {n} whists.", limit
        )
    return speech.count(
        "Nobody pays more than {n} whist. Spared: {spared}; the winners go without it, each in proportion to what he "
        "won.",
        "Nobody pays more than {n} whists. Spared: {spared}; the winners go without it, each in proportion to what he "
        "won.",
        limit,
        spared=", ".join(spared),
    )
