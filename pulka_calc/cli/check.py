"""``pulka check``: read a file and say what is wrong; silent when nothing is."""

from __future__ import annotations

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened
from pulka_calc.cli.reports import on_each
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[FILE…] [--json]"), N_("Read the file and say what is wrong. Silent when nothing is.")
)
apps = {"check": app}


@command
def check(
    ctx: typer.Context,
    files: options.Files = None,
    file: options.File = None,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Check each file."""
    env: Env = ctx.obj

    def tell(opened: Opened) -> None:
        if json:
            from pulka_calc.documents import errors_document

            pulka = opened.pulka
            env.json(errors_document(opened.label, pulka.failed_checks))

    return on_each(env, files, file, tell, json=json, apart=False)
