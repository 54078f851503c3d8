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
