"""The program run in this process, and what it prints for the pulkas of ``tests/golden``.

    python tests/tools/golden.py

Rewrites ``<scene>.txt`` and ``<scene>.ru.txt`` from what the program prints now; read what changed before you keep it.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pulka_calc.cli.app import run  # noqa: E402 - run as a script it must first be found
from pulka_calc.cli.env import Env  # noqa: E402
from pulka_calc.words.speech import LANGUAGES, Language  # noqa: E402

TODAY: Final = date(2026, 5, 9)


class Stream(io.TextIOWrapper):
    """A standard stream in memory: of any encoding, and a terminal if need be.

    Args:
        data: what can be read.
        encoding: of what is read or written.
        terminal: whether somebody sits there.
        answer: what he types to a question, in the place of `data`.
    """

    def __init__(
        self,
        data: bytes = b"",
        encoding: str = "utf-8",
        *,
        terminal: bool = False,
        answer: Callable[[], str] | None = None,
    ) -> None:
        self.kept = io.BytesIO(data)
        super().__init__(self.kept, encoding=encoding, newline="" if data else "\n")
        self.terminal = terminal
        self.answer = answer

    def isatty(self) -> bool:
        return self.terminal

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # the text stream's own signature
        return self.answer() if self.answer is not None else super().readline(size)

    def written(self) -> str:
        """Everything written so far, as whoever reads that encoding sees it."""
        self.flush()
        return self.kept.getvalue().decode(self.encoding)


class Outcome(NamedTuple):
    """What one run gave."""

    code: int
    out: str
    err: str

    @property
    def documents(self) -> list[dict[str, Any]]:
        """Standard output as JSON Lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def document(self) -> dict[str, Any]:
        """Standard output as the one JSON object that it is."""
        (document,) = self.documents
        return document


class Program:
    """The program in a folder of its own, with a memory of its own; nothing of the user's is looked at."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "games"
        self.state = place / "state"
        self.config = place / "config"
        self.folder.mkdir()

    def __call__(
        self,
        *arguments: str,
        stdin: str | bytes | Stream = b"",
        lang: Language = "en",
        terminal: bool = False,
        encoding: str = "utf-8",
        width: int = 80,
        environ: Mapping[str, str] | None = None,
    ) -> Outcome:
        """Run one command line; `terminal` says that somebody sits there and can answer."""
        if not isinstance(stdin, Stream):
            stdin = Stream(stdin.encode() if isinstance(stdin, str) else stdin, terminal=terminal)
        out, err = Stream(encoding=encoding, terminal=terminal), Stream(encoding=encoding, terminal=terminal)
        env = Env(
            stdin=stdin,
            stdout=out,
            stderr=err,
            environ={
                "PULKA_STATE_DIR": str(self.state),
                "PULKA_CONFIG_DIR": str(self.config),
                **(environ or {}),
            },
            folder=self.folder,
            lang=lang,
            width=width,
            clock=lambda: TODAY,
        )
        code = run(arguments, env)
        return Outcome(code, out.written(), err.written())

    def write(self, text: str | bytes, name: str = "a.pulka") -> Path:
        """Put a file into the folder, just so."""
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def text(self, name: str = "a.pulka") -> str:
        """What a file of the folder holds."""
        return (self.folder / name).read_bytes().decode()


class Scene(NamedTuple):
    """One command on one pulka of ``tests/golden``."""

    file: str
    what: str
    """The rest of the expected text's name."""
    command: tuple[str, ...]
    width: int = 80

    @property
    def name(self) -> str:
        """The name of the expected text: ``evening-settle-steps``."""
        return f"{self.file}-{self.what}"


REPORTS: Final = {
    "show": ("show",),
    "settle": ("settle",),
    "settle-steps": ("settle", "--steps"),
    "settle-text": ("settle", "--text"),
    "explain": ("explain",),
}

SCENES: Final = [
    *(Scene(file, *report) for file in ("evening", "bombs", "paper") for report in REPORTS.items()),
    Scene("evening", "explain-hand", ("explain", "3")),
    Scene("evening", "explain-whists", ("explain", "@2", "whists")),
    Scene("bombs", "explain-mountain", ("explain", "@1", "mountain")),
    Scene("evening", "add", ("add", "а", "7ч", "б2", "в1")),
    Scene("bombs", "add", ("add", "рп", "г4", "ж5", "ф1")),
    Scene("evening", "fix", ("fix", "2", "б", "мизер", "1")),
    Scene("bombs", "fix", ("fix", "3", "ж", "6бк", "5", "ф2", "г3")),
    Scene("bombs", "void", ("void", "1")),
    Scene("evening", "undo", ("undo",)),
    Scene("evening", "what-if", ("what-if", "а", "7ч")),
    Scene("evening", "what-if-allpass", ("what-if", "распасы")),
    Scene("bombs", "what-if", ("what-if", "ж", "6п"), width=60),
    Scene("bombs", "what-if-misere", ("what-if", "ф", "мизер", "--all"), width=60),
    Scene("long-names", "what-if", ("what-if", "@1", "7"), width=60),
    Scene("evening", "rescore", ("rescore", "--rules", "rostov", "--hands")),
    Scene("bombs", "rescore", ("rescore", "--rules", "sochi"), width=60),
    Scene("long-names", "rescore", ("rescore", "--rules", "sochi", "--hands"), width=60),
    Scene("bombs", "set-rule", ("set", "rule", "dark_limit", "2"), width=60),
    Scene("paper", "settle-explain", ("settle", "--explain", "bor")),
    Scene("evening", "settle-explain", ("settle", "--explain", "@1"), width=60),
    Scene("paper", "settle-compare", ("settle", "--compare")),
    Scene("long-names", "settle-compare", ("settle", "--compare"), width=60),
    Scene("paper", "settle-limit", ("settle", "--limit", "200")),
    Scene("paper", "settle-limit-text", ("settle", "--text", "--limit", "25 RUB")),
    Scene("paper", "settle-limit-steps", ("settle", "--limit", "200", "--steps"), width=60),
    Scene("paper", "settle-coin-steps", ("settle", "--stake", "0.5 RUB", "--coin", "1", "--steps"), width=60),
    Scene("paper", "settle-custom", ("settle", "--rounding", "table_custom")),
    Scene("paper", "settle-custom-steps", ("settle", "--rounding", "table_custom", "--steps")),
    Scene("evening", "settle-custom", ("settle", "--rounding", "table_custom")),
    Scene("paper", "settle-coin", ("settle", "--stake", "0.5 RUB", "--coin", "1")),
    Scene("old", "settle", ("settle",)),
    Scene("old", "settle-steps", ("settle", "--steps"), width=60),
    Scene("old", "settle-explain", ("settle", "--explain", "D")),
    Scene("two", "settle-steps", ("settle", "--steps")),
    Scene("two", "settle-explain", ("settle", "--explain", "@2")),
    Scene("two", "settle-compare", ("settle", "--compare")),
    Scene("long-names", "show", ("show",), width=60),
    Scene("long-names", "explain-hand", ("explain", "2"), width=60),
]


def expected_path(scene: Scene, lang: Language) -> Path:
    """Where the expected text in this language stands."""
    return GOLDEN / (f"{scene.name}.txt" if lang == "en" else f"{scene.name}.{lang}.txt")


def printed(scene: Scene, lang: Language) -> str:
    """What the program prints on standard output."""
    with tempfile.TemporaryDirectory() as place:
        program = Program(Path(place))
        name = f"{scene.file}.pulka"
        program.write((GOLDEN / name).read_bytes(), name)
        outcome = program(*scene.command, lang=lang, width=scene.width)
    assert outcome.code == 0, outcome
    return outcome.out


def main() -> None:
    """Write all expected texts anew, and say which changed."""
    for scene in SCENES:
        for lang in LANGUAGES:
            target, text = expected_path(scene, lang), printed(scene, lang)
            if not target.exists() or target.read_text(encoding="utf-8") != text:
                target.write_text(text, encoding="utf-8", newline="\n")
                print(target.name)


if __name__ == "__main__":
    main()
