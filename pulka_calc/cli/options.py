"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

from pulka_calc.words.speech import N_

Function = TypeVar("Function", bound=Callable[..., Any])


def command(usage: str, text: str) -> tuple[typer.Typer, Callable[[Function], Function]]:
    """An application of one command, and the decorator that makes a function that command.

    Args:
        usage: what may follow the command's name.
        text: what it does, as an English template.
    """
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
    return app, app.command(help=text, epilog=usage, context_settings={"help_option_names": ["--help"]})


File = Annotated[
    str | None,
    typer.Option("-f", "--file", metavar=N_("FILE"), help=N_("the pulka file; else the one last written to")),
]
Json = Annotated[bool, typer.Option("--json", help=N_("the same as JSON"))]
Lang = Annotated[str, typer.Option("--lang", metavar="ru|en", help=N_("the language of what you read"))]
Files = Annotated[list[str] | None, typer.Argument()]
Words = Annotated[list[str] | None, typer.Argument()]
Yes = Annotated[bool, typer.Option("--yes", "-y", help=N_("do not ask, write"))]
DryRun = Annotated[bool, typer.Option("--dry-run", help=N_("only show what would be written"))]

Steps = Annotated[bool, typer.Option("--steps", help=N_("the paper way, line by line"))]
Text = Annotated[bool, typer.Option("--text", help=N_("a few plain lines for a chat"))]
Compare = Annotated[
    bool, typer.Option("--compare", help=N_("why a mountain is divided by all players, with these numbers"))
]
ExplainBalance = Annotated[
    str, typer.Option("--explain", metavar=N_("NAME"), help=N_("what this player's balance is made of"))
]
ForStake = Annotated[
    str, typer.Option("--stake", metavar=N_("PRICE"), help=N_('price of a whist: 0.5, "0.5 RUB", "10 RUB per 100"'))
]
ForCoin = Annotated[str, typer.Option("--coin", metavar="N", help=N_("the smallest coin that is paid: 1, 0.05, 100"))]
ForLimit = Annotated[
    str,
    typer.Option("--limit", metavar="N", help=N_('the most that anybody pays: 500 whists, or "1000 RUB"; none: all')),
]
ForRounding = Annotated[
    str,
    typer.Option("--rounding", metavar="exact|whole|table_custom", help=N_("how balances become whole numbers")),
]
"""What the commands that settle share. The last four are terms of this run; a file is not changed by them."""

Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar=N_("RULES"),
        show_default=False,
        help=N_("the variant: a preset, a file of rules, or your own rules by name"),
    ),
]
ChangedRules = Annotated[
    list[str] | None, typer.Option("--rule", metavar="K=V", help=N_("K=V: a rule that your table has otherwise"))
]
PoolTarget = Annotated[str, typer.Option("--pool", metavar="N", help=N_("points that close a pool"))]
Title = Annotated[str, typer.Option("--title", metavar=N_("TEXT"), help=N_("a title"))]
"""What the commands that begin a pulka share."""
