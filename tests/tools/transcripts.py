"""The program on a real terminal: what stands there when somebody has typed his answers.

    python tests/tools/transcripts.py

Rewrites ``tests/golden/paper-form-<scene>.txt`` and ``….ru.txt`` from what the program says now; read what changed
before you keep it. It needs a pseudo-terminal, so it does not run on Windows.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pulka_calc.words.speech import LANGUAGES, Language  # noqa: E402 - run as a script it must first be found

CTRL_C: Final = "\x03"
CTRL_D: Final = "\x04"
KILL: Final = "\0"
"""In the place of an answer: the program is killed where it stands."""

PATIENCE: Final = 60
"""Seconds without a sign after which a program is taken for one that hangs."""


class Run(NamedTuple):
    """One command line, and what is typed to its questions, one after the other."""

    answers: Sequence[str]
    options: Sequence[str] = ()


class Scene(NamedTuple):
    """Runs one after the other on one terminal, with one memory."""

    name: str
    runs: dict[Language, Sequence[Run]]
    width: int = 80

    def path(self, lang: Language) -> Path:
        """Where the expected transcript stands."""
        return GOLDEN / f"paper-form-{self.name}{'' if lang == 'en' else f'.{lang}'}.txt"


QUICK: Final = ("12 34 10", "8 20 16", "15 0 30", "", "")

SLOW: Final = {
    "en": (
        *("leningrat", "?", "leningrad"),
        *("Anna, Boris", "<", "Anna Boris Boris", "Anna", "Anna whist", 'Anna, Boris, "Old Pat"'),
        *("perhaps", "n", "half a rouble", "0.5 RUB"),
        *("20<<", "1O", "2.6.10.", "34", "<", "35", "10"),
        *("18", "8 20 16 4", "8 1/2 20", "8,5 20", "<<", "16"),
        *("20 << 15", "", "30"),
        *("no", "x", "bo", "", "9", "", "", "old", "<", "<", "31", "", "friday evening"),
    ),
    "ru": (
        *("ленинградская", "?", "ленинградка"),
        *("Аня, Боря", "<", "Аня Боря Боря", "Аня", "Аня вист", "Аня, Боря, «Дядя Вася»"),
        *("может", "н", "полтинник", "0,5 руб"),
        *("20<<", "1О", "2.6.10.", "34", "<", "35", "10"),
        *("18", "8 20 16 4", "8 1/2 20", "8,5 20", "<<", "16"),
        *("20 << 15", "", "30"),
        *("нет", "х", "бо", "", "9", "", "", "дя", "<", "<", "31", "", "вечер пятницы"),
    ),
}

SCENES: Final = (
    Scene(
        "quick",
        {
            "en": [Run(("", "Anna Boris Vera", "", "", *QUICK))],
            "ru": [Run(("", "Аня Боря Вера", "", "", *QUICK))],
        },
    ),
    Scene("slow", {lang: [Run(answers)] for lang, answers in SLOW.items()}),  # type: ignore[misc] # keys are languages
    Scene(
        "left",
        {
            "en": [
                Run((CTRL_C,)),
                Run(("", "Anna Boris Vera", "n", "0.5", "10 12 34 10", "20", CTRL_C)),
                Run(("", "8", KILL)),
                Run(("well", "n", CTRL_D)),
                Run(("", "<", "9", "20 16", "20 15 0 30", "", CTRL_C)),
                Run(("", "", "")),
            ],
            "ru": [
                Run((CTRL_C,)),
                Run(("", "Аня Боря Вера", "н", "0,5", "10 12 34 10", "20", CTRL_C)),
                Run(("", "8", KILL)),
                Run(("ну", "н", CTRL_D)),
                Run(("", "<", "9", "20 16", "20 15 0 30", "", CTRL_C)),
                Run(("", "", "")),
            ],
        },
    ),
    Scene(
        "long-names",
        {
            "en": [
                Run(
                    (
                        "shevlyakovsky",
                        '"Alexander Feodorovich", "Alexander Ivanovich", "Maximilian", "Konstantin Konstantinovich"',
                        *("n", "10 RUB per 100"),
                        *("120 48 1200 340 15", "95,5 60 80 44 1010", "0 12 500 640 20", "200 0 0 0 12345"),
                        *("", ""),
                    )
                )
            ],
            "ru": [
                Run(
                    (
                        "старинная",
                        '"Александр Фёдорович", "Александр Иванович", "Максимилиан", "Константин Константинович"',
                        *("н", "10 руб за 100"),
                        *("120 48 1200 340 15", "95,5 60 80 44 1010", "0 12 500 640 20", "200 0 0 0 12345"),
                        *("", ""),
                    )
                )
            ],
        },
        width=60,
    ),
    Scene(
        "words",
        {
            "en": [
                Run(
                    (
                        *("?", "", "?", "Anna Boris Vera Old Pat Clara", "Anna Boris Old Pat", "<"),
                        *("Anna, Old Pat, Vera", "n", ""),
                        *("?", "left", "left 3", "12 old 34", "12 Old Pat 34 10", "12 Vera 10", "33"),
                        *("", "left 0<< mountain 8 20 16 4", "left 0<< mountain 8 20 16"),
                        *("20 Anna 0", "20 15 Old Pat 30"),
                        *("8 16 4", "?", "Old Pat 8 16", "Vera mountain 16", "anna 18 12 34 10", CTRL_C),
                    )
                ),
                Run(("?", "", "", "?", "<", "--", "steps", "friday")),
            ],
            "ru": [
                Run(
                    (
                        *("?", "", "?", "Аня Боря Вера Дядя Федя", "Аня Боря Дядя Федя", "<"),
                        *("Аня, Дядя Федя, Вера", "н", ""),
                        *("?", "осталось", "осталось 3", "12 дя 34", "12 Дядя Федя 34 10", "12 Вера 10", "33"),
                        *("", "осталось 0<< гора 8 20 16 4", "осталось 0<< гора 8 20 16"),
                        *("20 Аня 0", "20 15 Дядя Федя 30"),
                        *("8 16 4", "?", "Дядя Федя 8 16", "Вера гора 16", "аня 18 12 34 10", CTRL_C),
                    )
                ),
                Run(("?", "", "", "?", "<", "--", "шаги", "пятница")),
            ],
        },
        width=60,
    ),
)


class Terminal:
    """One program on a pseudo-terminal of its own.

    Args:
        output: where the shell sends its standard output, ``> report.txt``; to the terminal where that is empty.
    """

    def __init__(
        self, place: Path, lang: Language, width: int, encoding: str, arguments: Sequence[str], output: str = ""
    ) -> None:
        self.encoding = encoding
        self.seen = b""
        self.screen, mine = pty.openpty()
        fcntl.ioctl(mine, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PULKA_")}
        self.process = subprocess.Popen(
            ["sh", "-c", f'"$0" -m pulka_calc "$@" {output}', sys.executable, *arguments]
            if output
            else [sys.executable, "-m", "pulka_calc", *arguments],
            env={
                **environ,
                "PULKA_STATE_DIR": str(place / "state"),
                "PULKA_CONFIG_DIR": str(place / "config"),
                "PULKA_LANG": lang,
                "PYTHONPATH": str(ROOT),
                "PYTHONIOENCODING": encoding,
                "TERM": "dumb",
                "COLUMNS": "",
            },
            cwd=place,
            # Its terminal is this one, so that Ctrl-C reaches it.
            preexec_fn=lambda: os.login_tty(mine),
        )
        os.close(mine)

    def until_asked(self) -> bool:
        """Read until it waits for an answer; ``False`` where it came to its end."""
        while not self._asks():
            if not self._read():
                return False
        return True

    def type(self, text: str) -> None:
        """Type an answer, and Enter behind it; or one of the keys that are none."""
        if text == KILL:
            self.process.kill()
            return
        line = text if text in (CTRL_C, CTRL_D) else f"{text}\n"
        # What stood there is no question any more, although its line may not be ended yet.
        self._answered = len(self.seen)
        os.write(self.screen, line.encode(self.encoding))

    def ended(self) -> int:
        """Read to the end; the exit code."""
        while self._read():
            pass
        os.close(self.screen)
        return self.process.wait(PATIENCE)

    _answered = 0

    def _asks(self) -> bool:
        new = self.seen[self._answered :]
        return new.endswith((b": ", b"] ")) and b"\n" in new

    def _read(self) -> bool:
        if not select.select([self.screen], [], [], PATIENCE)[0]:
            self.process.kill()
            raise TimeoutError(self.seen.decode(self.encoding, "replace"))
        try:
            part = os.read(self.screen, 1 << 16)
        except OSError:
            # So Linux tells that nobody has the terminal open any more.
            return False
        self.seen += part
        return bool(part)


def played(run: Run, place: Path, lang: Language, width: int, encoding: str = "utf-8") -> tuple[str, int]:
    """What stands on the terminal after a run, and its exit code. Every answer must have had its question."""
    terminal = Terminal(place, lang, width, encoding, ["paper", *run.options])
    left = list(run.answers)
    while left and terminal.until_asked():
        terminal.type(left.pop(0))
    code = terminal.ended()
    text = terminal.seen.decode(encoding).replace("\r\n", "\n")
    assert not left, (left, text)
    return text, code


def transcript(scene: Scene, lang: Language) -> str:
    """All runs of a scene, one below the other, today's date replaced by one that stays."""
    parts = []
    with tempfile.TemporaryDirectory() as place:
        for run in scene.runs[lang]:
            text, code = played(run, Path(place), lang, scene.width)
            command = " ".join(["$ pulka paper", *run.options])
            parts.append(f"{command}\n{text.rstrip()}\n[{code}]\n")
    return re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "2026-05-09", "\n".join(parts))


def main() -> None:
    """Write all transcripts anew, and say which changed."""
    for scene in SCENES:
        for lang in LANGUAGES:
            target, text = scene.path(lang), transcript(scene, lang)
            if not target.exists() or target.read_text(encoding="utf-8") != text:
                target.write_text(text, encoding="utf-8", newline="\n")
                print(target.name)


if __name__ == "__main__":
    main()
