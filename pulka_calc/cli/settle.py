"""``pulka settle``: balances, pairs, payments, money."""

from __future__ import annotations

import typer

from pulka_calc.cli import answer, options
from pulka_calc.cli.answer import Wish
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened
from pulka_calc.cli.reports import on_each
from pulka_calc.words.speech import N_

app, command = options.command(
    N_(
        "[FILE…] [--steps | --text | --explain NAME | --compare] [--stake PRICE] [--coin N] [--limit N]"
        " [--rounding R] [--json]"
    ),
    N_("Settle the pulka: balances, each pair, who pays whom, money. It need not be over."),
)
apps = {"settle": app}


@command
def settle(
    ctx: typer.Context,
    files: options.Files = None,
    file: options.File = None,
    steps: options.Steps = False,
    text: options.Text = False,
    explain: options.ExplainBalance = "",
    compare: options.Compare = False,
    stake: options.ForStake = "",
    coin: options.ForCoin = "",
    limit: options.ForLimit = "",
    rounding: options.ForRounding = "",
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Settle each file."""
    env: Env = ctx.obj
    wish = Wish(steps, text, compare, explain, stake, coin, limit, rounding)
    answer.one_report(env, wish)

    def tell(opened: Opened) -> None:
        answer.tell(env, opened, wish, json=json)

    return on_each(env, files, file, tell, json=json)
