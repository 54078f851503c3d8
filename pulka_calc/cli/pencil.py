"""``pulka settle --steps``: the whole settlement as a table does it with a pencil, down to who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened
from pulka_calc.cli.settled import coinless, coins_text, decimal_sign, payment_text
from pulka_calc.cli.tables import wrapped
from pulka_calc.documents import payments_made
from pulka_calc.game.settlement import largest_remainder
from pulka_calc.game.terms import Figure
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Stake
from pulka_calc.journal.writer import decimal_text
from pulka_calc.words.figures import factor_text, figure_text
from pulka_calc.words.laststeps import WHISTS, Cut, Written, custom_lines, cut_lines, gain_text, whole_lines
from pulka_calc.words.parts import balances_text
from pulka_calc.words.steps import step_text, title_text

_PAPER: Final = ("pools", "smallest", "shares", "pairs", "totals")


def step_lines(env: Env, opened: Opened) -> list[str]:
    """The paper way, line by line with its numbers: each step has the next number, whatever steps there are."""
    steps = _Steps(env, opened.pulka)
    steps.paper()
    if opened.pulka.rules.rounding == "table_custom":
        steps.custom()
    exact = steps.number
    if opened.pulka.rules.rounding != "exact":
        steps.whole()
    if opened.pulka.rules.loss_limit is not None:
        steps.limit()
    if opened.pulka.document.stake is not None:
        steps.money(opened.pulka.document.stake, exact)
    steps.payments()
    return steps.lines[1:]


class _Steps:
    """The lines of the steps so far, and the number of the last one."""

    def __init__(self, env: Env, pulka: Pulka) -> None:
        self.env = env
        self.pulka = pulka
        self.names = pulka.players
        self.settlement = pulka.settlement
        self.lines: list[str] = []
        self.number = 0

    def _add(self, title: str, texts: Sequence[str]) -> None:
        self.number += 1
        self.lines += ["", *wrapped(f"{self.number}. {title}", self.env.width)]
        for text in texts or [self.env.say("nothing to do here")]:
            self.lines += wrapped("  " + text, self.env.width, 4)

    def paper(self) -> None:
        """Down to the exact balances (§8)."""
        settlement, speech = self.settlement, self.env.speech
        for step in _PAPER:
            texts = [step_text(line, self.names, settlement, speech) for line in settlement.steps if line.step == step]
            self._add(title_text(step, settlement, len(self.names), speech), texts)

    def custom(self) -> None:
        """Odd mountain points shared in whole whists."""
        title = self.env.say("The table's custom: odd mountain points are shared in whole whists.")
        self._add(title, custom_lines(self.names, self.settlement, self.env.speech))

    def whole(self) -> None:
        """Whole whists before any limit."""
        settlement = self.settlement
        texts = self._whole_whists(settlement.shared, settlement.balance)
        if not texts:
            self._add(self.env.say("Whole numbers."), [])
            return
        rule = self.env.say(
            "Whole numbers: each goes down to a whole one and keeps a remainder; what is then missing goes one by one "
            "to the largest remainders, of equal ones to whoever stands higher on the sheet."
        )
        self._add(rule, [*texts, self._in_the_end()] if settlement.paid == settlement.balance else texts)

    def _whole_whists(self, exact: Sequence[Fraction], made: Sequence[Figure]) -> list[str]:
        figures = [
            (name, figure_text(figure), figure, floor(whole))
            for name, figure, whole in zip(self.names, exact, made, strict=True)
        ]
        return whole_lines(figures, WHISTS, self.env.speech)

    def _in_the_end(self) -> str:
        return self.env.say("in the end: {balances}", balances=balances_text(self.names, self.settlement.paid))

    def limit(self) -> None:
        """The limit of loss, down to what each wins or pays."""
        settlement, speech = self.settlement, self.env.speech
        limit = self.pulka.rules.loss_limit
        assert limit is not None
        title = speech.count(
            "Limit of loss: nobody pays more than {n} whist; the winners go without what is then missing, each in "
            "proportion to what he won.",
            "Limit of loss: nobody pays more than {n} whists; the winners go without what is then missing, each in "
            "proportion to what he won.",
            limit,
        )
        if settlement.paid == settlement.balance:
            self._add(title, [])
            return
        cut = Cut(settlement.shared, settlement.balance, settlement.paid)
        exact = [cut.gained(share) if share > 0 else Fraction(after) for share, after in zip(*cut[::2], strict=True)]
        texts = cut_lines(self.names, cut, figure_text, speech)
        if self.pulka.rules.rounding != "exact" and limit.denominator != 1:
            texts.insert(0, speech.say("in whole whists: {limit}", limit=floor(limit)))
        texts += [
            f"{name}: {gain_text(share, cut, figure_text)} = {figure_text(gained)}"
            for name, share, gained in zip(self.names, cut.shares, exact, strict=True)
            if share > 0
        ]
        again = self._whole_whists(exact, settlement.paid) if self.pulka.rules.rounding != "exact" else []
        if again:
            self._add(title, texts)
            title = speech.say("The winners' shares become whole numbers in the same way.")
            texts = again
        self._add(title, [*texts, self._in_the_end()])

    def money(self, stake: Stake, exact: int) -> None:
        """What each wins in coins.

        Args:
            exact: the number of the step that gave the balances before they became whole.
        """
        env, settlement = self.env, self.settlement
        say, shares, rate = env.say, settlement.shared, stake.price / stake.coin
        coins = tuple(share * rate for share in shares)
        before, after = largest_remainder(coins), settlement.money(stake.price, stake.coin)
        price = _price_text(env, stake.price)
        if settlement.balance != shares:
            title = say(
                "Money: each balance of step {step}, before it became whole, × the price of a whist, {price}.",
                step=exact,
                price=_with_currency(price, stake),
            )
        else:
            title = say(
                "Money: each balance of step {step} × the price of a whist, {price}.",
                step=exact,
                price=_with_currency(price, stake),
            )
        if any(share.denominator != 1 for share in coins):
            title += " " + say(
                "It goes down to a whole coin, {coin}; what is then missing goes coin by coin to the largest "
                "remainders, of equal ones to whoever stands higher on the sheet.",
                coin=_with_currency(coins_text(env, 1, stake), stake),
            )
        figures = [
            (name, f"{factor_text(share)} × {price} = {_money_text(env, share * stake.price, stake)}", won, made)
            for name, share, won, made in zip(self.names, shares, coins, before, strict=True)
        ]
        texts = whole_lines(figures, _in_coins(env, stake), env.speech, all_told=True)
        if before != after:
            self._add(title, texts)
            title, texts = self._limit_in_money(stake, Cut(shares, before, after))
        end = ", ".join(f"{name} {_signed_coins(env, won, stake)}" for name, won in zip(self.names, after, strict=True))
        self._add(title, [*texts, say("in the end: {balances}", balances=end)])

    def _limit_in_money(self, stake: Stake, cut: Cut) -> tuple[str, list[str]]:
        """What the limit of loss does to the coins: it is no more than so many whole coins."""
        env, limit = self.env, self.pulka.rules.loss_limit
        assert limit is not None
        price = _price_text(env, stake.price)
        title = env.say(
            "The same limit in money: {product}.",
            product=_with_currency(
                f"{factor_text(limit)} × {price} = {_money_text(env, limit * stake.price, stake)}", stake
            ),
        )

        def money(won: Figure) -> str:
            return coins_text(env, floor(won), stake)

        texts = cut_lines(self.names, cut, money, env.speech)
        most = limit * stake.price / stake.coin
        if most.denominator != 1:
            texts.insert(0, env.say("in whole coins: {limit}", limit=money(floor(most))))
        figures: list[tuple[str, str, Fraction, int]] = []
        for name, share, after in zip(self.names, cut.shares, cut.after, strict=True):
            if share > 0:
                gained = cut.gained(share)
                text = gain_text(share, cut, money)
                if gained.denominator == 1:
                    text += f" = {money(gained)}"
                figures.append((name, text, gained, floor(after)))
        return title, [*texts, *whole_lines(figures, _in_coins(env, stake), env.speech, all_told=True)]

    def payments(self) -> None:
        """Who pays whom."""
        payments = payments_made(self.pulka)
        texts = [payment_text(self.env, self.pulka, payment) for payment in payments]
        title = self.env.say("Who pays whom, in as few payments as can be.")
        small = coinless(self.env, self.pulka)
        self._add(title, [*texts, small] if small else texts or [self.env.say("nobody owes anything")])


def _in_coins(env: Env, stake: Stake) -> Written:
    return Written(
        lambda coins: coins_text(env, coins, stake), lambda rest: env.say("{rest} of a coin", rest=figure_text(rest))
    )


def _with_currency(text: str, stake: Stake) -> str:
    return f"{text} {stake.currency}".strip()


def _signed_coins(env: Env, coins: int, stake: Stake) -> str:
    return ("+" if coins > 0 else "") + coins_text(env, coins, stake)


_PLACES: Final = 6
"""Decimals of money that are still easier to follow than a fraction."""


def _money_text(env: Env, money: Fraction, stake: Stake) -> str:
    """An exact sum of money: as coins where it is whole coins, as a short decimal, else with a fraction."""
    coins = money / stake.coin
    if coins.denominator == 1:
        return coins_text(env, coins.numerator, stake)
    if (money * 10**_PLACES).denominator == 1:
        return ("-" if money < 0 else "") + decimal_sign(env, decimal_text(abs(money)))
    return figure_text(money)


def _price_text(env: Env, price: Fraction) -> str:
    """The price of a whist in a product."""
    # A price that has no end as a decimal was said for several whists.
    return decimal_sign(env, decimal_text(price)) if (price * 10**12).denominator == 1 else factor_text(price)
