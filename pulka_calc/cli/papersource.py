"""Where a paper sheet comes from: a workbook, a CSV, lines of words or JSON, told apart by what is in the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from pulka_calc import store
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.cli.files import STANDARD, label_of
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.grammar import STATEMENTS, fold
from pulka_calc.journal.paper import PaperSheet

MOST_FAULTS: Final = 20
"""How many faults of one file are told at once: a file of another kind would have them in every line."""

_ZIP: Final = b"PK\x03\x04"
_EMPTY_ZIP: Final = b"PK\x05\x06"
_OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
"""How workbooks begin: the new ones, and the old ones or those with a password."""

_SUFFIX: Final = ".pulka"
"""A file called so is one, whatever its first words are: what is wrong with them is told."""

Reader = Callable[[str], tuple[PaperSheet, list[Diagnostic]]]


def read_source(env: Env, name: str) -> PaperSheet:
    """The sheet in a file, or on standard input where `name` is ``-``.

    Raises:
        Wrong: something on the sheet is not understood, or it is a pulka.
        StoreError: the file cannot be read, or is no text and no workbook.
    """
    found = sheet_or_pulka(env, name)
    if isinstance(found, str):
        raise Wrong(label(env, name), (), [Diagnostic("paper-pulka", 0, (), {"row": 0, "cell": ""})])
    return found


def sheet_or_pulka(env: Env, name: str) -> PaperSheet | str:
    """The sheet in a file, or the text of the pulka that it is.

    Raises:
        Wrong: something on the sheet is not understood.
        StoreError: the file cannot be read, or is no text and no workbook.
    """
    path, data = _bytes(env, name)
    if data.startswith((_ZIP, _EMPTY_ZIP, _OLE)):
        # Imported here, as the other readers: each run needs one of them.
        from pulka_calc.excel.sheetin import read_workbook

        return _sound(env, name, read_workbook(data))
    text = store.any_text(data, path)
    if _is_pulka(text) or name.casefold().endswith(_SUFFIX):
        # A pulka is UTF-8, here as everywhere.
        return store.decoded(data, path)
    if text.lstrip().startswith(("{", "[")):
        from pulka_calc.cli.paperjson import read_sheet

        return _sound(env, name, read_sheet(text))
    from pulka_calc.excel.csvin import read_table

    return _sound(env, name, read_table(text))


def label(env: Env, name: str) -> str:
    """What the user calls the source."""
    return STANDARD if name == STANDARD else label_of(env, env.folder / name)


def _bytes(env: Env, name: str) -> tuple[Path, bytes]:
    if not name:
        raise UsageProblem(env.say("the name of the file is empty"))
    if name != STANDARD:
        path = env.folder / name
        return path, store.read_bytes(path)
    path = Path("<stdin>")
    raw = getattr(env.stdin, "buffer", None)
    if raw is None:
        return path, env.stdin.read().encode()
    data = raw.read(store.SIZE_LIMIT + 1)
    store.refuse_size(len(data), path)
    return path, data


def _is_pulka(text: str) -> bool:
    """Whether the first words that are no comment are those of a pulka."""
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            return fold(line.split()[0]) in STATEMENTS["pulka"].words()
    return False


def _sound(env: Env, name: str, found: tuple[PaperSheet, list[Diagnostic]]) -> PaperSheet:
    sheet, faults = found
    if faults:
        raise Wrong(label(env, name), sheet.lines, faults[:MOST_FAULTS])
    return sheet
