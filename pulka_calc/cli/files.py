"""Which pulka a command works on, and how it is read, written and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from pulka_calc import store
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.writer import name_text

STANDARD = "-"
"""Standard input or output, where a file is asked for."""


class Opened(NamedTuple):
    """A pulka and what the user calls its file."""

    label: str
    pulka: Pulka


def chosen(env: Env, given: str | None) -> Path:
    """The file to work on: as given, else the one last written to, else the only one here.

    Raises:
        UsageProblem: there is no such file to choose.
    """
    if given is not None:
        if not given:
            raise UsageProblem(env.say("the name of the file is empty"))
        return env.folder / given
    if env.environ.get("PULKA_FILE"):
        return env.folder / env.environ["PULKA_FILE"]
    last = store.recalled(env.environ)
    if last is not None and last.is_file():
        return last
    here = sorted(path for path in env.folder.glob("*.pulka") if path.is_file() and not path.name.startswith("."))
    if len(here) == 1:
        return here[0]
    if here:
        names = ", ".join(path.name for path in here[:8])
        raise UsageProblem(
            env.say(
                "several pulkas are here: {names}; say which with -f FILE, or once with: pulka use FILE", names=names
            )
        )
    raise UsageProblem(env.say("no pulka is here; begin one with: pulka new Anna Boris Vera"))


def label_of(env: Env, path: Path) -> str:
    """A path as the user would type it: short where the file is in his folder."""
    try:
        return str(path.relative_to(env.folder))
    except ValueError:
        return str(path)


def read_any(env: Env, given: str | None) -> Opened:
    """Read a pulka to look at; ``-`` is standard input. Wrong or not, it is returned."""
    if given == STANDARD:
        return Opened(STANDARD, read_text(standard_input(env)))
    path = chosen(env, given)
    refuse_table(env, path)
    return Opened(label_of(env, path), read_text(store.read(path)))


TABLES: Final = (".xlsx", ".xlsm", ".csv", ".tsv", ".json")
"""Endings of files that hold a sheet from paper, where they hold any."""


def refuse_table(env: Env, path: Path) -> None:
    """Send a sheet in a table to the command that reads it.

    Raises:
        Wrong: the file is called as tables are, and is no pulka.
    """
    if path.suffix.lower() not in TABLES or not path.is_file():
        return
    try:
        faults = read_text(store.read(path)).errors
    except store.StoreError as error:
        if error.code != "file-not-utf8":
            raise
    else:
        if not any(fault.code in ("version-missing", "file-empty") for fault in faults):
            return
    label = label_of(env, path)
    raise Wrong(label, (), [Diagnostic("paper-table", 1, (), {"file": name_text(label)})])


def standard_input(env: Env) -> str:
    """All of standard input, as the text of a file is read."""
    raw = getattr(env.stdin, "buffer", None)
    if raw is None:
        return env.stdin.read()
    return store.decoded(raw.read(store.SIZE_LIMIT + 1), Path("<stdin>"))


def sound(opened: Opened) -> Opened:
    """The same, when nothing is wrong with it but perhaps a check.

    Raises:
        Wrong: it cannot be scored.
    """
    if opened.pulka.errors:
        raise Wrong(opened.label, opened.pulka.document.lines, opened.pulka.errors)
    return opened


def report(env: Env, opened: Opened, warnings: list[Diagnostic] | None = None) -> bool:
    """Say on standard error which checks fail and what looks wrong; whether all checks hold."""
    pulka = opened.pulka
    shown = [*pulka.failed_checks, *(pulka.warnings if warnings is None else warnings)]
    for diagnostic in sorted(shown, key=lambda diagnostic: diagnostic.line):
        env.err(excerpt(env, opened.label, pulka.document.lines, diagnostic))
    return not pulka.failed_checks


def store_text(env: Env, error: store.StoreError) -> str:
    """Why a file could not be read or written, and what to do."""
    from pulka_calc.words.faults import describe_store

    told = describe_store(error, env.speech)
    return f"{told.message}\n{env.say('hint')}: {told.help}"


def excerpt(env: Env, label: str, lines: list[str], diagnostic: Diagnostic) -> str:
    """The block that shows one diagnostic."""
    from pulka_calc.words.excerpt import render

    return render(diagnostic, label, lines, env.speech)


def each(env: Env, files: list[str] | None, given: str | None) -> Iterator[str | None]:
    """The files of a command that takes several: its arguments, else the one chosen."""
    if files and given:
        raise UsageProblem(env.say("name the files either as arguments or with -f, not both"))
    if files:
        yield from files
    else:
        yield given


class Change(NamedTuple):
    """A pulka before and after lines were added or rewritten."""

    label: str
    before: Pulka
    after: Pulka


def added(env: Env, given: str | None, lines: Callable[[Pulka], str], *, store_it: bool = True) -> Change:
    """Append lines to the chosen pulka, if it is sound with them.

    Args:
        lines: makes the text to add from the pulka as it stands, under the lock.
        store_it: ``False`` only tries.

    Raises:
        Wrong: the file is wrong already, or would be with the new lines; nothing is stored.
    """
    path = chosen(env, given)
    refuse_table(env, path)
    label = label_of(env, path)
    seen: list[Change] = []

    def make(text: str) -> str:
        before = sound(Opened(label, read_text(text))).pulka
        new = lines(before)
        after = read_text(joined(text, new))
        if after.errors:
            raise Wrong(label, after.document.lines, after.errors)
        seen.append(Change(label, before, after))
        return new

    if store_it:
        store.append(path, make, env=env.environ)
        store.remember(path, env.environ)
    else:
        make(store.read(path))
    return seen[0]


def rewritten(env: Env, given: str | None, text: Callable[[Pulka], str], *, store_it: bool = True) -> Change:
    """Rewrite the chosen pulka as a whole, if it is sound afterwards.

    Args:
        text: makes the new text from the pulka as it stands, under the lock.
        store_it: ``False`` only tries.

    Raises:
        Wrong: the file is wrong already, or would be; nothing is stored.
    """
    path = chosen(env, given)
    refuse_table(env, path)
    label = label_of(env, path)
    seen: list[Change] = []

    def make(old: str) -> str:
        before = sound(Opened(label, read_text(old))).pulka
        new = text(before)
        after = read_text(new)
        if after.errors:
            raise Wrong(label, after.document.lines, after.errors)
        seen.append(Change(label, before, after))
        return new

    if store_it:
        store.replace(path, make, env=env.environ)
        store.remember(path, env.environ)
    else:
        make(store.read(path))
    return seen[0]


def joined(text: str, new: str) -> str:
    """A file's text with lines added, the line end of its last line written first."""
    return text + ("\n" if text and not text.endswith("\n") else "") + new
