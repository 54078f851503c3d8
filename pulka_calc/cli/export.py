"""``pulka export``: to Excel, CSV or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from pulka_calc import store
from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import STANDARD, Opened, read_any, report, sound
from pulka_calc.journal.document import read_document
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[FILE] -o game.xlsx | game.csv | game.json | -"),
    N_("Export the pulka to Excel, CSV or JSON, by the ending of the file's name."),
)
apps = {"export": app}

FORMATS: Final = ("xlsx", "csv", "json")


@command
def export(
    ctx: typer.Context,
    files: options.Files = None,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar=N_("FILE"), help=N_("the file to write; - is standard output"))
    ] = "",
    kind: Annotated[
        str,
        typer.Option("--format", metavar=N_("FORMAT"), help=N_("xlsx, csv or json, where the name does not say it")),
    ] = "",
    delimiter: Annotated[
        str, typer.Option("--delimiter", metavar=N_("SIGN"), help=N_("between the columns of a CSV: , or ;"))
    ] = ",",
    file: options.File = None,
    lang: options.Lang = "",
) -> int:
    """Write one pulka in another form."""
    env: Env = ctx.obj
    if files and (file or len(files) > 1):
        raise UsageProblem(env.say("one file is exported at a time"))
    if not output:
        raise UsageProblem(env.say("where to? For example: pulka export -o evening.xlsx"))
    wanted = _format(env, output, kind)
    opened = sound(read_any(env, files[0] if files else file))
    data = _data(env, opened, wanted, delimiter)
    if output == STANDARD:
        env.out_bytes(data)
    else:
        path = env.folder / output
        _refuse_pulka(path)
        replaced = store.write_export(path, data)
        done = env.say("replaced {file}", file=output) if replaced else env.say("written: {file}", file=output)
        env.err(done)
    return Exit.DONE if report(env, opened) else Exit.WRONG


def _refuse_pulka(path: Path) -> None:
    """Refuse to write over a pulka, whatever its file is called.

    Raises:
        StoreError: what is there now reads as a pulka.
    """
    try:
        text = store.read(path)
    except store.StoreError:
        # What cannot be read as text is no pulka; what kind it is, the store looks itself.
        return
    first = read_document(text)
    if not any(fault.code in ("version-missing", "file-empty") for fault in first.faults):
        raise store.StoreError("file-pulka", path)


def _format(env: Env, output: str, kind: str) -> str:
    wanted = (kind or ("" if output == STANDARD else Path(output).suffix.removeprefix("."))).lower()
    if wanted not in FORMATS:
        raise UsageProblem(
            env.say(
                "export writes {formats}; name the file so, for example -o evening.xlsx", formats=", ".join(FORMATS)
            )
        )
    if output != STANDARD and kind and Path(output).suffix.lower() != f".{wanted}":
        raise UsageProblem(env.say("{file} does not end in .{format}", file=output, format=wanted))
    return wanted


def _data(env: Env, opened: Opened, wanted: str, delimiter: str) -> bytes:
    if wanted == "xlsx":
        from pulka_calc.excel.workbook import write_workbook

        return write_workbook(opened.pulka, env.speech)
    if wanted == "csv":
        from pulka_calc.excel.csvout import write_csv

        if delimiter not in (",", ";", "\t", "tab"):
            raise UsageProblem(env.say("the delimiter is , or ; or tab, not {word}", word=repr(delimiter)))
        return write_csv(opened.pulka, env.speech, "\t" if delimiter == "tab" else delimiter)
    from pulka_calc.documents import dumps, settle_document
    from pulka_calc.schema import validated

    return (dumps(validated(settle_document(opened.pulka, opened.label))) + "\n").encode()
