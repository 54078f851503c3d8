"""The surroundings of one run: streams, environment, folder, day and language. Tests pass another."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TextIO

from pulka_calc.words.speech import Speech

if TYPE_CHECKING:
    from datetime import date

    from pulka_calc.store import Draft

# What a console that knows no such signs is shown instead.
_PLAIN: Final = {
    "en": str.maketrans({"♠": "s", "♣": "c", "♦": "d", "♥": "h", "·": "-", "×": "x", "–": "-", "…": "~", "→": ">"}),
    "ru": str.maketrans({"♠": "п", "♣": "т", "♦": "б", "♥": "ч", "·": "-", "×": "x", "–": "-", "…": "~", "→": ">"}),
}


def local_day() -> date:
    """Today, where the user is."""
    from datetime import datetime

    return datetime.now().astimezone().date()


_NO_TEXT: Final = re.compile("[\ud800-\udfff]")
_UNSEEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control signs: in the name of a file they would command the terminal."""


class OutputFailed(Exception):  # noqa: N818 - an outcome, not a fault of the program
    """What a command had to say could not be written: a full disk, a terminal gone."""


@dataclass
class Env:
    """Everything that a command may look at or write to."""

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    environ: Mapping[str, str]
    folder: Path
    """The current folder."""
    lang: Literal["ru", "en"]
    width: int = 80
    """Columns that sentences are broken at."""
    clock: Callable[[], date] = local_day
    """The day, for the name and the head of a new file."""

    unheard: bool = False
    """Somebody stopped reading what is written."""
    draft: Draft | None = None
    """What was typed in this run, until its result has been shown."""

    @property
    def today(self) -> date:
        """The day of the run."""
        return self.clock()

    @cached_property
    def speech(self) -> Speech:
        """The sentences of `lang`."""
        return Speech(self.lang)

    @property
    def interactive(self) -> bool:
        """Whether somebody can answer a question."""
        return self.stdin.isatty() and self.stderr.isatty()

    def out(self, text: str) -> None:
        """Data, on standard output."""
        self.out_text(_UNSEEN.sub("\ufffd", text) + "\n")

    def out_text(self, text: str) -> None:
        """Data without a line end of its own."""
        self._write(self.stdout, text)

    def out_bytes(self, data: bytes) -> None:
        """Data that is no text, on standard output."""
        raw = getattr(self.stdout, "buffer", None)
        if raw is None:
            # A stream of text only has no other way to take them.
            self.out_text(data.decode("utf-8", "replace"))
            return
        try:
            raw.write(data)
            raw.flush()
        except BrokenPipeError:
            self.unheard = True
        except OSError as error:
            raise OutputFailed(error.strerror or str(error)) from error

    def err(self, text: str) -> None:
        """Talk, on standard error."""
        self._write(self.stderr, _UNSEEN.sub("\ufffd", text) + "\n")

    def json(self, document: dict[str, object]) -> None:
        """A JSON document on one line; escaped where the stream is not UTF-8."""
        from pulka_calc.documents import dumps

        text = dumps(document)
        if not (self.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf"):
            import json

            text = json.dumps(json.loads(text))
        self.out_text(text + "\n")

    def ask(self, question: str) -> str:
        """An answer typed on the terminal.

        Raises:
            EOFError: there is none.
        """
        self._write(self.stderr, question + " ")
        self.stderr.flush()
        line = self.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def say(self, template: str, **values: object) -> str:
        """A sentence in the language of the run."""
        return self.speech.say(template, **values)

    def _write(self, stream: TextIO, text: str) -> None:
        encoding = stream.encoding or "utf-8"
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            # A file name that is no text has signs that no stream takes.
            text = _NO_TEXT.sub("?", text)
            try:
                text.encode(encoding)
            except UnicodeEncodeError:
                text = text.translate(_PLAIN[self.lang]).encode(encoding, "replace").decode(encoding)
        try:
            stream.write(text)
            stream.flush()
        except BrokenPipeError:
            # Whoever read this has read enough; what a command has still to do is done.
            self.unheard = True
        except OSError as error:
            raise OutputFailed(error.strerror or str(error)) from error


def language_of(environ: Mapping[str, str]) -> Literal["ru", "en"]:
    """The language that the surroundings ask for: ``PULKA_LANG``, else the locale."""
    asked = environ.get("PULKA_LANG", "").lower()[:2]
    if asked in ("ru", "en"):
        return "ru" if asked == "ru" else "en"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "ru" if environ[name].lower().startswith("ru") else "en"
    if sys.platform == "win32":  # pragma: no cover - there the locale is not in the environment
        import locale

        return "ru" if (locale.getlocale()[0] or "").lower().startswith("ru") else "en"
    return "en"
