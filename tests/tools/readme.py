"""The README's examples, run as a reader would run them, and what they show put in their place.

    python tests/tools/readme.py

Rewrites, in place, the output below each ``$`` line, how each hand of a table is read, what each Python example
prints, and the value of each rule in the presets. A line ``…`` stands for lines left out: as many are kept before
and behind it as now.

What is run, each section in a folder of its own: the ``$`` lines of ``console`` blocks; in other blocks and in
tables what begins with ``pulka ``; the hands of tables headed `TYPED`; Python. A block whose info string names a
file is written under that name first.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from contextlib import chdir, redirect_stdout
from datetime import date
from io import BytesIO, StringIO, TextIOWrapper
from itertools import product
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pulka_calc.cli.app import run  # noqa: E402 - run as a script it must first be found
from pulka_calc.cli.env import Env  # noqa: E402
from pulka_calc.game.presets import PRESETS  # noqa: E402
from pulka_calc.game.rules import KINDS  # noqa: E402
from pulka_calc.journal.pulka import read_text  # noqa: E402
from pulka_calc.words.excerpt import render  # noqa: E402
from pulka_calc.words.speech import Language, Speech  # noqa: E402

TODAY = date(2026, 5, 9)
CUT = "…"
TYPED = ("Набираете", "You type")
"""Headers of the column whose hands are typed; the next column says how they are read."""

NAMES: dict[Language, str] = {"ru": "Аня Боря Вера Гена", "en": "Anna Boris Vera Gleb"}
"""Who sits at the tables where those hands are tried: the first three, or all with the last one dealing."""

PLAYED = ("sochi", "classic", "shevlyakovsky", "sport")
"""The variants in which they are tried; the first that has such a hand counts."""

STARTING = {
    "сдачи.txt": "а 7ч= б2 в1\nрп а4 б3 в3\n".encode(),
    "hands.txt": b"a 7h= b2 v1\nallpass a4 b3 v3\n",
    "старая.pulka": "пулька 1\nправила сочи\nигроки Аня Боря Вера\n".encode("cp1251"),
    "old.pulka": "pulka 1\nrules sochi\nplayers Аня Боря Вера\n".encode("cp1251"),
}
"""Files that a section finds in its folder when it names them."""


class Section(NamedTuple):
    """What stands from one heading to the next."""

    title: str
    lang: Language
    lines: list[str]


def sections(text: str) -> list[Section]:
    """The README cut at its headings; joined again the lines are the text."""
    found: list[Section] = []
    lang: Language = "ru"
    fenced = False
    for line in text.split("\n"):
        heading = re.match(r"#{1,2} (.+)", line)
        if heading and not fenced:
            if line.startswith("# "):
                lang = "ru" if re.search("[а-я]", line) else "en"
            found.append(Section(heading[1], lang, []))
        found[-1].lines.append(line)
        fenced ^= line.startswith("```")
    return found


class Keyboard(StringIO):
    """Somebody at the terminal who agrees to everything."""

    def __init__(self, screen: StringIO, answer: str) -> None:
        super().__init__()
        self.screen = screen
        self.answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.screen.write(f"{self.answer}\n")
        return f"{self.answer}\n"


class Screen(StringIO):
    """A terminal, standard output and standard error as one."""

    def isatty(self) -> bool:
        return True


class Reader:
    """Somebody who tries the examples of one section, in a folder of his own."""

    def __init__(self, section: Section, folder: Path) -> None:
        self.lang: Language = section.lang
        self.folder = folder
        self.code = 0
        """How the last command ended."""
        text = "\n".join(section.lines)
        shutil.copytree(ROOT / "samples", folder / "samples")
        for name, data in STARTING.items():
            if name in text:
                (folder / name).write_bytes(data)

    def run(self, line: str, width: int = 80) -> list[str]:
        """The lines that a command line shows, errors among them."""
        name, *words = shlex.split(line, comments=True)
        if line == "echo $?":
            return [str(self.code)]
        if name == "cat":
            return (self.folder / words[0]).read_text(encoding="utf-8").splitlines()
        assert name == "pulka", line
        screen = Screen()
        keyboard: StringIO = Keyboard(screen, "д" if self.lang == "ru" else "y")
        if "<" in words:
            keyboard = StringIO((self.folder / words.pop()).read_text(encoding="utf-8"))
            words.remove("<")
        env = Env(
            stdin=keyboard,
            stdout=screen,
            stderr=screen,
            environ={"PULKA_STATE_DIR": str(self.folder / "state")},
            folder=self.folder,
            lang=self.lang,
            width=width,
            clock=lambda: TODAY,
        )
        pipe = TextIOWrapper(BytesIO(), encoding="utf-8", newline="")
        home = {"HOME": str(self.folder), "USERPROFILE": str(self.folder)}
        # Completion is installed for the shell around, into the home of who asks: here into the folder.
        shell = patch("shellingham.detect_shell", return_value=("bash", "bash"))
        with redirect_stdout(pipe), patch.dict(os.environ, home), shell:
            try:
                self.code = run([known for word in words for known in self._spelled_out(word)], env)
            except SystemExit as ended:
                self.code = int(ended.code or 0)
            pipe.flush()
        piped = pipe.buffer.getvalue().decode("utf-8-sig")
        shown = (screen.getvalue() + piped).replace(f"{self.folder}{os.sep}", "")
        return [line.rstrip() for line in shown.splitlines()]

    def must(self, line: str) -> None:
        """Run a command line that shows nothing here: it has to be a good one."""
        shown = self.run(line)
        assert self.code == 0, "\n".join([line, *shown])

    def hand(self, typed: str) -> str:
        """How a hand is read, at the first table where it can be played."""
        refused: list[str] = []
        for rules, seats in product(PLAYED, (3, 4)):
            names = NAMES[self.lang].split()[:seats]
            head = f"pulka 1\nrules {rules}\nplayers {' '.join(names)}\ndealer {names[-1]}\n"
            if rules == "shevlyakovsky":
                head += f"start {names[0]} mountain 60\n"  # so that there is something to take off
            (self.folder / "table.pulka").write_text(head, encoding="utf-8")
            shown = self.run(f"pulka add --dry-run -f table.pulka {typed}", width=200)
            if self.code == 0:
                return next(line for line in shown if line.startswith("1. ")).removeprefix("1. ")
            refused = refused or shown
        raise AssertionError("\n".join([typed, *refused]))

    def _spelled_out(self, word: str) -> list[str]:
        """The files that ``*`` stands for."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.glob(word)) if "*" in word else [word]


def replayed(section: Section, folder: Path) -> list[str]:
    """The section's lines with what its examples show now."""
    reader = Reader(section, folder)
    lines: list[str] = []
    rest = list(section.lines)
    titles: list[str] = []
    while rest:
        line = rest.pop(0)
        if line.startswith("```"):
            end = rest.index("```")
            lines += [line, *_block(reader, line[3:], rest[:end]), "```"]
            del rest[: end + 1]
        elif line.startswith("|"):
            titles = titles or cells(line)
            lines.append(_row(reader, line, titles))
        else:
            titles = []
            lines.append(line)
    return lines


def cells(row: str) -> list[str]:
    """The cells of a table's row."""
    return [cell.strip() for cell in row.strip("|").split("|")]


def spans(text: str) -> list[str]:
    """What stands in code letters."""
    return re.findall(r"`([^`]+)`", text)


def _row(reader: Reader, row: str, titles: list[str]) -> str:
    found = cells(row)
    first = "".join(spans(found[0]))
    if found == titles:
        return row
    if "`sochi`" in titles and first:
        for place, title in enumerate(titles):
            if preset := PRESETS.get(title.strip("`")):
                found[place] = KINDS[first].text(getattr(preset, first))
        return f"| {' | '.join(found)} |"
    if typed := set(titles).intersection(TYPED):
        place = titles.index(typed.pop())
        if hands := spans(found[place]):
            read = {reader.hand(hand) for hand in hands}
            assert len(read) == 1, f"{row} is read as {read}"
            found[place + 1] = f"`{read.pop()}`"
            return f"| {' | '.join(found)} |"
    for span in spans(row):
        if span.startswith("pulka "):
            reader.must(span)
    return row


def _block(reader: Reader, info: str, block: list[str]) -> list[str]:
    """A code block's lines, tried."""
    kind, _, name = info.partition(" ")
    text = "\n".join(block) + "\n"
    if name:
        (reader.folder / name).write_text(text, encoding="utf-8")
    if kind == "console":
        return _console(reader, block)
    if kind == "python":
        return _python(reader, block)
    if kind == "pulka":
        pulka = read_text(text)
        wrong = [*pulka.errors, *pulka.failed_checks, *pulka.warnings]
        assert not wrong, "\n".join(render(fault, name, pulka.document.lines, Speech("en")) for fault in wrong)
    for line in block:
        if line.startswith("pulka ") and kind != "pulka":
            reader.must(line)
    return block


def _console(reader: Reader, block: list[str]) -> list[str]:
    lines: list[str] = []
    rest = list(block)
    while rest:
        command = rest.pop(0)
        assert command.startswith("$ "), command
        shown: list[str] = []
        while rest and not rest[0].startswith("$ "):
            shown.append(rest.pop(0))
        blank = len(shown)
        while shown and not shown[-1]:
            shown.pop()
        real = reader.run(command.removeprefix("$ "))
        assert reader.code == 0 or CUT not in shown, "\n".join([command, *real])
        lines += [command, *_cut_as(shown, real), *[""] * (blank - len(shown))]
    return lines


def _cut_as(shown: list[str], real: list[str]) -> list[str]:
    """`real` with as many lines left out as in `shown`."""
    if CUT not in shown:
        return real
    head = shown.index(CUT)
    tail = len(shown) - head - 1
    return [*real[:head], CUT, *real[len(real) - tail :]] if len(real) > head + tail else real


def _python(reader: Reader, block: list[str]) -> list[str]:
    """The block with what each ``print`` prints behind it."""
    with chdir(reader.folder), redirect_stdout(StringIO()) as printed:
        exec(compile("\n".join(block), "README.md", "exec"), {})
    outputs = printed.getvalue().splitlines()
    lines = []
    for line in block:
        code = line.partition("  # ")[0]
        lines.append(f"{code}  # {outputs.pop(0)}" if code.lstrip().startswith("print(") else line)
    assert not outputs, outputs
    return lines


def main() -> None:
    """Put what the examples show now into the README."""
    from tempfile import TemporaryDirectory

    lines: list[str] = []
    for section in sections(README.read_text(encoding="utf-8")):
        with TemporaryDirectory() as folder:
            new = replayed(section, Path(folder).resolve())
        if new != section.lines:
            print(section.title)
        lines += new
    README.write_text("\n".join(lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
