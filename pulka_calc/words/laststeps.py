"""What is done to the exact balances in the end, with a pencil: custom, whole numbers, limit of loss (rule base §8).

The same is done in whists and in coins, so what is said here is told how figures are written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from pulka_calc.game.settlement import Settlement
from pulka_calc.game.terms import Figure
from pulka_calc.words.figures import factor_text, figure_text, sum_text
from pulka_calc.words.parts import moved_text, odd_text
from pulka_calc.words.speech import Speech


class Written(NamedTuple):
    """How figures that become whole are written: whists as they are, coins as money."""

    whole: Callable[[int], str]
    rest: Callable[[Fraction], str]


WHISTS = Written(str, figure_text)


class Cut(NamedTuple):
    """Balances under a limit of loss, by seats: shares in whists, and what each wins or pays before it and after it."""

    shares: Sequence[Fraction]
    before: Sequence[Figure]
    after: Sequence[Figure]

    @property
    def won(self) -> list[Fraction]:
        """What the winners won, in whists."""
        return [share for share in self.shares if share > 0]

    @property
    def paid(self) -> list[Figure]:
        """What the others pay, each."""
        return [-after for share, after in zip(self.shares, self.after, strict=True) if share <= 0 and after]

    def gained(self, share: Fraction) -> Fraction:
        """What of all that is paid goes to a winner, in proportion to what he won."""
        return share * sum(self.paid) / sum(self.won)


def custom_lines(names: tuple[str, ...], settlement: Settlement, speech: Speech) -> list[str]:
    """Odd mountain points shared by the table's custom: what each writes, how each balance moves."""
    if settlement.shared == settlement.exact:
        return []
    return [
        *(odd_text(odd, names, speech) for odd in settlement.odds),
        *(f"{names[seat]}: {moved_text(seat, settlement)}" for seat in settlement.members),
    ]


def whole_lines(
    figures: Sequence[tuple[str, str, Fraction, int]], written: Written, speech: Speech, *, all_told: bool = False
) -> list[str]:
    """Figures made whole, each with what is below it, its remainder, and whether it gets one more.

    Args:
        figures: of each player his name, the figure as it is written, the figure, and the whole number it becomes.
        all_told: figures that are whole already are told too.
    """
    lines: list[str] = []
    remainders: list[Fraction] = []
    for name, text, exact, made in figures:
        below = floor(exact)
        rest = exact - below
        if rest:
            remainders.append(rest)
            told = {"player": name, "figure": text, "below": written.whole(below), "rest": written.rest(rest)}
            if made > below:
                lines.append(
                    speech.say(
                        "{player}: {figure} = {below} + {rest}, one more: {made}", **told, made=written.whole(made)
                    )
                )
            else:
                lines.append(
                    speech.say("{player}: {figure} = {below} + {rest}, stays {made}", **told, made=written.whole(made))
                )
        elif all_told:
            lines.append(f"{name}: {text}")
    if remainders:
        lines.append(
            speech.count(
                "remainders: {sum}, so {n} player gets one more",
                "remainders: {sum}, so {n} players get one more",
                sum(remainders),
                sum=sum_text(*remainders),
            )
        )
    return lines


def cut_lines(
    names: tuple[str, ...],
    cut: Cut,
    money: Callable[[Figure], str],
    speech: Speech,
) -> list[str]:
    """Who is cut to the limit and what is then missing, what was won, and what is paid.

    Args:
        money: what is won or paid as it is written.
    """
    lines = [
        speech.say(
            "{player}: {before}, pays {after}; {missing} is missing",
            player=names[seat],
            before=money(before),
            after=money(-after),
            missing=money(after - before),
        )
        for seat, (share, before, after) in enumerate(zip(cut.shares, cut.before, cut.after, strict=True))
        if share <= 0 and before != after
    ]
    paid = " + ".join(map(money, cut.paid)) or money(0)
    if len(cut.paid) > 1:
        paid += f" = {money(sum(cut.paid))}"
    return [*lines, speech.say("won: {won}; paid: {paid}", won=sum_text(*cut.won), paid=paid)]


def gain_text(share: Fraction, cut: Cut, money: Callable[[Figure], str]) -> str:
    """What a winner gets of what is paid: ``(320 1/2) × 375 : 563``."""
    return f"{factor_text(share)} × {money(sum(cut.paid))} : {factor_text(sum(cut.won))}"
