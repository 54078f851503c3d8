"""``pulka settle``: balances, pairs, payments, money."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.cli.files import Opened
from pulka_calc.cli.reports import on_each
from pulka_calc.cli.show import heading
from pulka_calc.cli.tables import columns, labels, signed, wrapped
from pulka_calc.documents import COIN, coins_won, money_text
from pulka_calc.game.settlement import Payment
from pulka_calc.journal.pulka import Pulka
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[FILE…] [--steps] [--text] [--json]"),
    N_("Settle the pulka: balances, each pair, who pays whom, money. It need not be over."),
)
apps = {"settle": app}

_NAME: Final = 20


@command
def settle(
    ctx: typer.Context,
    files: options.Files = None,
    file: options.File = None,
    steps: Annotated[bool, typer.Option("--steps", help=N_("the paper way, line by line"))] = False,
    text: Annotated[bool, typer.Option("--text", help=N_("a few plain lines for a chat"))] = False,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Settle each file."""
    env: Env = ctx.obj
    if steps and text:
        raise UsageProblem(env.say("either --steps or --text, not both"))

    def tell(opened: Opened) -> None:
        if json:
            from pulka_calc.documents import settle_document

            env.json(settle_document(opened.pulka, opened.label))
            return
        if text:
            lines = chat_lines(env, opened)
        elif steps:
            lines = step_lines(env, opened)
        else:
            lines = settle_lines(env, opened)
        for line in lines:
            env.out(line)

    return on_each(env, files, file, tell, json=json)


def coins_text(env: Env, coins: int) -> str:
    """A sum of coins as money, with the decimal sign of the language."""
    text = money_text(coins)
    return text.replace(".", ",") if env.lang == "ru" else text


def payment_text(env: Env, pulka: Pulka, payment: Payment) -> str:
    """Who pays whom, how much."""
    names = pulka.players
    stake = pulka.document.stake
    say = env.say
    whists = env.speech.count("{n} whist", "{n} whists", payment.whists)
    amount = whists
    if payment.coins is not None and stake is not None:
        amount = f"{coins_text(env, payment.coins)} {stake.currency}".strip()
        if payment.whists * stake.price == payment.coins * COIN:
            # Only where it is so: money comes of the exact balance, not of the whole one.
            amount = f"{whists} = {amount}"
    return say("{payer} pays {payee}: {amount}", payer=names[payment.payer], payee=names[payment.payee], amount=amount)


def settle_lines(env: Env, opened: Opened) -> list[str]:
    """The whole settlement."""
    pulka = opened.pulka
    say, names, settlement = env.say, pulka.players, pulka.settlement
    coins = coins_won(pulka)
    stake = pulka.document.stake
    lines = [*wrapped(heading(env, opened), env.width), ""]
    if not pulka.over and len(names) > 2:
        lines += [say("The pulka is not over; this is the balance as of now."), ""]
    short = labels(names, _NAME)
    head = ["", say("balance"), say("exact")]
    if coins is not None and stake is not None:
        head.append(stake.currency or say("money"))
    rows = [head]
    for seat in range(len(names)):
        row = [short[seat], signed(settlement.balance[seat]), signed(settlement.exact[seat])]
        if coins is not None:
            row.append(coins_text(env, coins[seat]))
        rows.append(row)
    lines += columns(rows)
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
    payments = settlement.payments(coins)
    for payment in payments:
        lines += wrapped("  " + payment_text(env, pulka, payment), env.width)
    if not payments:
        lines.append("  " + say("nobody owes anything"))
    return lines


def step_lines(env: Env, opened: Opened) -> list[str]:
    """The paper way, line by line with its numbers."""
    from pulka_calc.words.steps import step_text

    pulka = opened.pulka
    titles = {
        "pools": env.say("1. Pools are brought level: what a pool lacks goes on its owner's mountain."),
        "smallest": env.say("2. The smallest mountain is taken off all."),
        "shares": env.say("3. Every other player writes his share of each mountain on its owner."),
        "pairs": env.say("4. Each pair is netted."),
        "totals": env.say("5. Each player's pairs are added up."),
    }
    lines = wrapped(heading(env, opened), env.width)
    steps = pulka.settlement.steps
    for step, title in titles.items():
        lines += ["", *wrapped(title, env.width)]
        told = [line for line in steps if line.step == step]
        for line in told:
            lines += wrapped("  " + step_text(line, pulka.players, pulka.settlement, env.speech), env.width, 4)
        if not told:
            lines.append("  " + env.say("nothing to do here"))
    return lines


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
        if coins is not None and stake is not None:
            line += f" ({coins_text(env, coins[seat])} {stake.currency}".rstrip() + ")"
        lines.append(line)
    lines += [payment_text(env, pulka, payment) for payment in settlement.payments(coins)]
    return lines
