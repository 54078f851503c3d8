"""The reports of a settlement, line by line: balances, the paper way, a few lines for a chat, parts, methods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened
from pulka_calc.cli.tables import WIDEST, columns, labels, signed, width_of, wrapped
from pulka_calc.documents import coins_won, money_text, payments_made
from pulka_calc.game.settlement import Payment, Settlement
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Stake

_NAMES: Final = (20, 16, 12, 8, 5)
"""Columns for a name at the left of a table, from the most generous down."""


def coins_text(env: Env, coins: int, stake: Stake) -> str:
    """A sum of coins as money, with the decimal sign of the language."""
    return decimal_sign(env, money_text(coins, stake.coin))


def decimal_sign(env: Env, text: str) -> str:
    """A decimal with the sign of the language."""
    return text.replace(".", ",") if env.lang == "ru" else text


def payment_text(env: Env, pulka: Pulka, payment: Payment) -> str:
    """Who pays whom, how much."""
    names = pulka.players
    stake = pulka.document.stake
    say = env.say
    whists = env.speech.count("{n} whist", "{n} whists", payment.whists)
    amount = whists
    if payment.coins is not None and stake is not None:
        amount = f"{coins_text(env, payment.coins, stake)} {stake.currency}".strip()
        if payment.whists * stake.price == payment.coins * stake.coin:
            # Only where it is so: money comes of the exact balance, not of the whole one.
            amount = f"{whists} = {amount}"
        elif payment.whists and pulka.rules.loss_limit is None:
            # Under a limit money goes ways of its own, and its whists would be nobody's balance.
            amount = f"{whists}, {amount}"
    return say("{payer} pays {payee}: {amount}", payer=names[payment.payer], payee=names[payment.payee], amount=amount)


def settle_lines(env: Env, opened: Opened) -> list[str]:
    """The whole settlement."""
    pulka = opened.pulka
    say, names, settlement = env.say, pulka.players, pulka.settlement
    coins = coins_won(pulka)
    stake = pulka.document.stake
    lines: list[str] = []
    if not pulka.over and len(names) > 2:
        lines += [say("The pulka is not over; this is the balance as of now."), ""]
    limited = pulka.rules.loss_limit is not None
    head = [say("balance"), say("exact")]
    cells = [[signed(settlement.balance[seat]), signed(settlement.exact[seat])] for seat in range(len(names))]
    if limited:
        head.append(say("with the limit"))
        for row, paid in zip(cells, settlement.paid, strict=True):
            row.append(signed(paid))
    if coins is not None and stake is not None:
        head.append(stake.currency or say("money"))
        for row, won in zip(cells, coins, strict=True):
            row.append(coins_text(env, won, stake))
    lines += _table(names, head, cells)
    terms = term_lines(env, pulka)
    if terms:
        lines += ["", *terms]
    lines += ["", say("in pairs:")]
    for pair in settlement.pairs:
        winner, loser = (pair.player, pair.other) if pair.whists >= 0 else (pair.other, pair.player)
        text = say(
            "{player} from {other}: {whists}",
            player=names[winner],
            other=names[loser],
            whists=signed(abs(pair.whists)),
        )
        lines += wrapped(f"  {text}", env.width)
    lines += ["", say("who pays whom:")]
    payments = payments_made(pulka)
    for payment in payments:
        lines += wrapped("  " + payment_text(env, pulka, payment), env.width)
    small = coinless(env, pulka)
    if small:
        lines += wrapped(f"  {small}", env.width)
    elif not payments:
        lines.append("  " + say("nobody owes anything"))
    return lines


def coinless(env: Env, pulka: Pulka) -> str:
    """Who won or lost less than a coin, so that no money comes of it; empty where nobody did."""
    coins = coins_won(pulka)
    if coins is None:
        return ""
    names = [
        f"{name} {signed(paid)}"
        for name, paid, coin in zip(pulka.players, pulka.settlement.paid, coins, strict=True)
        if paid and not coin
    ]
    return env.say("less than a coin, so not paid in money: {balances}", balances=", ".join(names)) if names else ""


def _table(names: Sequence[str], head: list[str], cells: list[list[str]]) -> list[str]:
    """A table of players; names are cut as far as it needs to be narrow."""
    lines: list[str] = []
    for width, gap in product(_NAMES, (2, 1)):
        rows = [["", *head], *([name, *row] for name, row in zip(labels(names, width), cells, strict=True))]
        lines = columns(rows, gap)
        if max(map(width_of, lines)) <= WIDEST:
            break
    return lines


def _without_custom(pulka: Pulka) -> Settlement:
    """The settlement had the table no custom of its own."""
    settlement = pulka.settlement
    rules = replace(pulka.rules, rounding="whole")
    return Settlement(settlement.sheet, rules, settlement.players, settlement.members)


def term_lines(env: Env, pulka: Pulka) -> list[str]:
    """What the table's custom of rounding and its limit of loss do to this settlement; nothing without them."""
    from pulka_calc.words.parts import custom_texts, limit_text

    texts: list[str] = []
    if pulka.rules.rounding == "table_custom":
        texts += custom_texts(pulka.players, pulka.settlement, _without_custom(pulka), env.speech)
    if pulka.rules.loss_limit is not None:
        texts.append(limit_text(pulka.players, pulka.settlement, env.speech))
    return [line for text in texts for line in wrapped(text, env.width)]


def part_lines(env: Env, opened: Opened, player: int) -> list[str]:
    """The balance of one player taken apart, its parts added up."""
    from pulka_calc.words.parts import part_text, total_text

    pulka = opened.pulka
    names, settlement = pulka.players, pulka.settlement
    lines = wrapped(env.say("What the balance of {player} is made of, in whists:", player=names[player]), env.width)
    parts = settlement.parts(player)
    amounts = [signed(part.amount) for part in parts]
    room = max(map(len, amounts))
    for part, amount in zip(parts, amounts, strict=True):
        text = part_text(part, player, names, settlement, env.speech)
        first, *more = wrapped(text, env.width - room - 4, 0)
        lines += [f"  {amount:>{room}}  {first}", *(" " * (room + 4) + line for line in more)]
    if player not in settlement.members:
        lines += wrapped("  " + env.say("settled on leaving, so no mountain is shared any more"), env.width)
    lines += ["", *wrapped(total_text(player, names, settlement, env.speech), env.width)]
    exact, balance, paid = settlement.exact[player], settlement.balance[player], settlement.paid[player]
    if settlement.shared[player] != exact:
        lines.append(env.say("by the table's custom: {balance}", balance=signed(balance)))
    elif balance != exact:
        lines.append(env.say("as a whole number: {balance}", balance=signed(balance)))
    if paid != balance:
        lines.append(env.say("within the limit: {balance}", balance=signed(paid)))
    return lines


def method_lines(env: Env, opened: Opened) -> list[str]:
    """Why not N - 1: the methods that agree, and the one that does not, with this sheet's numbers."""
    from pulka_calc.game.methods import METHODS, balances_by, one_fewer
    from pulka_calc.words.parts import METHOD_NAMES, method_texts

    pulka = opened.pulka
    names, settlement = pulka.players, pulka.settlement
    lines: list[str] = []
    for text in method_texts(names, settlement, env.speech):
        lines += wrapped(text, env.width, 0)
    told = [*(balances_by(method, settlement) for method in METHODS), one_fewer(settlement)]
    head = [*(env.say(METHOD_NAMES[method]) for method in METHODS), "N-1"]
    cells = [[signed(balances[seat]) for balances in told] for seat in range(len(names))]
    return [*lines, "", *_table(names, head, cells)]


def chat_lines(env: Env, opened: Opened) -> list[str]:
    """A few plain lines to paste into a chat."""
    pulka = opened.pulka
    names, settlement = pulka.players, pulka.settlement
    coins = coins_won(pulka)
    stake = pulka.document.stake
    head = " ".join(part for part in (pulka.title or env.say("Preferans"), pulka.date) if part)
    lines = [head]
    order = sorted(range(len(names)), key=lambda seat: (-settlement.balance[seat], seat))
    for seat in order:
        line = f"{names[seat]} {signed(settlement.balance[seat])}"
        if settlement.paid[seat] != settlement.balance[seat]:
            line += " " + env.say("({balance} with the limit)", balance=signed(settlement.paid[seat]))
        if coins is not None and stake is not None:
            line += f" ({coins_text(env, coins[seat], stake)} {stake.currency}".rstrip() + ")"
        lines.append(line)
    lines += [payment_text(env, pulka, payment) for payment in payments_made(pulka)]
    return lines
