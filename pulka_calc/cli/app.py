"""The program: commands loaded when they are asked for, and exits decided in one place."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO, cast

import typer
from typer.core import TyperGroup
from typer.main import get_command

from pulka_calc import __version__
from pulka_calc.cli import helptext
from pulka_calc.cli.commands import COMMANDS, WORDY
from pulka_calc.cli.env import Env, OutputFailed, language_of
from pulka_calc.cli.exits import Declined, Exit, UsageProblem, Wrong
from pulka_calc.cli.files import label_of, store_text
from pulka_calc.store import StoreError

PROGRAM: Final = "pulka"

_VALUED: Final = frozenset({"-f", "--file", "--lang"})
_FLAGS: Final = frozenset({"--json", "--yes", "-y", "--dry-run", "--help"})


class Commands(TyperGroup):
    """The group of all commands; a command's module is imported only when it is called."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        known = COMMANDS.get(cmd_name)
        if known is None:
            return None
        module = import_module(f"pulka_calc.cli.{known[0]}")
        command = get_command(module.apps[cmd_name])
        command.name = cmd_name
        return helptext.localised(command, ctx.obj)

    def format_help(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        helptext.write_overview(formatter, ctx.obj, {name: text for name, (_, text) in COMMANDS.items()})


def _version(ctx: typer.Context, value: bool) -> None:
    if value:
        ctx.obj.out(f"pulka-calc {__version__}")
        raise typer.Exit(Exit.DONE)


def _application() -> Any:
    app = typer.Typer(
        cls=Commands,
        name=PROGRAM,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        add_completion=True,
        context_settings={"help_option_names": ["--help"]},
    )

    @app.callback()
    def overview(
        version: bool = typer.Option(False, "--version", is_eager=True, callback=_version),
        lang: str = typer.Option("", "--lang"),
    ) -> None:
        """What stands before a command; `language` has read the language already."""

    return get_command(app)


def words_last(arguments: Sequence[str]) -> list[str]:
    """The arguments of a wordy command with its options first, then ``--``, then the words.

    An unknown ``--word`` stays an option, so that the parser refuses it; so does an option that
    stands last without its value.
    """
    options: list[str] = []
    words: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            words += rest
            break
        if argument in _VALUED and not rest:
            # Alone and last the parser finds that its value is missing.
            return [*options, argument]
        if argument in _VALUED:
            options += [argument, rest.pop(0)]
        elif argument in _FLAGS or (argument.startswith("--") and len(argument) > 2):
            options.append(argument)
        else:
            words.append(argument)
    return [*options, "--", *words] if words else options


def arranged(arguments: Sequence[str]) -> list[str]:
    """All arguments as the parser wants them: words after options where a command takes words."""
    before: list[str] = []
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        before.append(option)
        if option == "--lang" and rest:
            before.append(rest.pop(0))
    if rest and rest[0] in WORDY:
        return [*before, rest[0], *words_last(rest[1:])]
    return [*before, *rest]


def language(arguments: Sequence[str], env: Env) -> None:
    """Set the language of the run from ``--lang``, wherever it stands, so that help speaks it too.

    Raises:
        UsageProblem: it is neither ``ru`` nor ``en``.
    """
    asked = None
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang":
            asked = arguments[place + 1] if place + 1 < len(arguments) else ""
        elif argument.startswith("--lang="):
            asked = argument.partition("=")[2]
    if asked is None:
        return
    if asked.lower() not in ("ru", "en"):
        raise UsageProblem(env.say("the language is {word}; type --lang ru or --lang en", word=repr(asked)))
    env.lang = "ru" if asked.lower() == "ru" else "en"
    env.__dict__.pop("speech", None)


def run(arguments: Sequence[str], env: Env) -> int:
    """Run one command line and return its exit code. Nothing that a user types ends in a traceback."""
    try:
        return _told(arguments, env)
    finally:
        # However it ended.
        _tell_kept(env)


def _told(arguments: Sequence[str], env: Env) -> int:
    """Run a command line, and tell what went wrong."""
    try:
        return _run(arguments, env)
    except KeyboardInterrupt:
        return _interrupted(env)
    except Wrong as wrong:
        _tell_wrong(env, wrong, json="--json" in arguments)
        return Exit.WRONG
    except StoreError as error:
        _tell_store(env, error, json="--json" in arguments)
        return Exit.FILES
    except UsageProblem as problem:
        env.err(f"{PROGRAM}: {problem}")
        return Exit.USAGE
    except Declined:
        env.err(env.say("nothing was written"))
        return Exit.WRONG
    except EOFError:
        env.err(env.say("nothing was written"))
        return Exit.INTERRUPTED


def _tell_kept(env: Env) -> None:
    """Say that a sheet whose result was not shown is kept, and let another run go on with it."""
    if env.draft is not None:
        # Imported here: few runs ask for a sheet.
        from pulka_calc.cli.tables import wrapped

        env.draft.release()
        env.draft = None
        for line in wrapped(env.say("What you entered is kept; go on with: pulka paper"), env.width):
            env.err(line)


def _interrupted(env: Env) -> int:
    env.err("\n" + env.say("interrupted"))
    return Exit.INTERRUPTED


def _run(arguments: Sequence[str], env: Env) -> int:
    if any("\ud800" <= sign <= "\udfff" or sign == "\0" for argument in arguments for sign in argument):
        raise UsageProblem(env.say("the command line is not in UTF-8; set the terminal to UTF-8 and type it again"))
    language(arguments, env)
    try:
        # Without a word the program says what it can do.
        words = arranged(arguments) or ["--help"]
        # The parser prints help by itself: it goes where everything goes.
        with contextlib.redirect_stdout(cast("TextIO", _Data(env))):
            result = _application().main(args=words, prog_name=PROGRAM, standalone_mode=False, obj=env)
    except typer.TyperException as error:
        env.err(f"{PROGRAM}: {helptext.usage_sentence(error, env)}")
        return Exit.USAGE
    except typer.Abort as error:
        raise EOFError from error
    if result == Exit.INTERRUPTED:
        return _interrupted(env)
    return result if isinstance(result, int) else Exit.DONE


class _Data:
    """Standard output as the parser sees it."""

    def __init__(self, env: Env) -> None:
        self.env = env

    def write(self, text: str) -> int:
        """Write through the surroundings."""
        if not isinstance(text, str):
            # The parser asks so whether bytes are wanted.
            raise TypeError(type(text))
        self.env.out_text(text)
        return len(text)

    def flush(self) -> None:
        """Everything is written at once."""

    def isatty(self) -> bool:
        """Help has no colours."""
        return False


def _tell_wrong(env: Env, wrong: Wrong, *, json: bool) -> None:
    from pulka_calc.words.excerpt import render

    if json:
        from pulka_calc.documents import errors_document

        env.json(errors_document(wrong.file, wrong.diagnostics))
    for diagnostic in wrong.diagnostics:
        env.err(render(diagnostic, wrong.file, wrong.lines, env.speech))


def _tell_store(env: Env, error: StoreError, *, json: bool) -> None:
    if json:
        from pulka_calc.documents import store_error_document

        env.json(store_error_document(label_of(env, error.path), error))
    env.err(f"{PROGRAM}: {store_text(env, error)}")


def _stream(stream: TextIO | None, mode: str) -> TextIO:
    """A standard stream; nothing at all where the caller closed it."""
    if stream is not None:
        return stream
    return cast("TextIO", open(os.devnull, mode, encoding="utf-8"))


def _folder(environ: Mapping[str, str]) -> Path:
    """The current folder; where it has been removed, the place where it was."""
    try:
        return Path.cwd()
    except OSError:
        return Path(environ.get("PWD", os.sep))


def main() -> None:
    """The entry point of the installed program."""
    environ = dict(os.environ)
    env = Env(
        stdin=_stream(sys.stdin, "r"),
        stdout=_stream(sys.stdout, "w"),
        stderr=_stream(sys.stderr, "w"),
        environ=environ,
        folder=_folder(environ),
        lang=language_of(environ),
        width=_width(),
        # A stream that the caller closed has no reader either.
        unheard=sys.stdout is None,
    )
    try:
        code = run(sys.argv[1:], env)
    except OutputFailed as failed:
        # Nobody may hear it, but the exit code tells.
        with contextlib.suppress(OutputFailed):
            env.err(f"{PROGRAM}: {env.say('the output could not be written: {reason}', reason=failed)}")
        code = Exit.FILES
    if env.unheard or code == Exit.FILES:
        # What is still buffered has no reader; the interpreter would complain of it at its end.
        os._exit(code)
    sys.exit(code)


def _width() -> int:
    """Columns of the terminal, within what reads well; 80 where there is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return 80
    return min(max(shutil.get_terminal_size().columns, 40), 100)
