"""The command line and the world around it: files, folders, streams, processes, and whatever a user may type."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from pulka_calc.cli.commands import COMMANDS
from pulka_calc.words.speech import LANGUAGES, Language
from tests.tools.golden import ROOT, Outcome, Program, Stream

if sys.platform != "win32":
    import pty
    import termios

HEAD: Final = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n\n"
FIRST: Final = "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
GAME: Final = HEAD + FIRST
NEXT: Final = "б 6п а3 в1"
SECOND: Final = "2. Боря 6♠ 6, Вера whist 1, Аня whist 3\n"

WRITERS: Final = [
    ["add", "б", "6"],
    ["fix", "1", "а", "7"],
    ["void", "1"],
    ["adjust", "а", "pool", "+1"],
    ["rename", "а", "Алла"],
    ["set", "title", "x"],
    ["set", "rule", "pool_target", "10"],
    ["undo"],
]
READERS: Final = [
    ["show"],
    ["settle"],
    ["explain"],
    ["check"],
    ["export", "-o", "x.csv"],
    ["rescore", "--rules", "rostov"],
]

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="not on Windows")


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    """The program in a folder with one pulka, `a.pulka`, of one hand."""
    program = Program(tmp_path)
    program.write(GAME)
    return program


@pytest.fixture
def empty(tmp_path: Path) -> Program:
    """The program in an empty folder."""
    return Program(tmp_path)


def done(outcome: Outcome) -> Outcome:
    """A run that ended well."""
    assert outcome.code == 0, outcome
    return outcome


def refused(program: Program, *arguments: str, code: int, **options: Any) -> Outcome:
    """A run that must leave every file and the memory as they are, and say one clear thing."""
    before = contents(program)
    outcome = program(*arguments, **options)
    assert outcome.code == code, outcome
    assert contents(program) == before
    assert not outcome.out or "--json" in arguments
    assert outcome.err.startswith("pulka: ")
    return outcome


def contents(program: Program) -> dict[str, bytes | None]:
    """Every file of the folder and the memory; locks left out."""
    files = [*program.folder.rglob("*"), program.state / "last-pulka"]
    return {str(path): path.read_bytes() if path.is_file() else None for path in files if path.exists()}


def surroundings(program: Program, **more: str) -> dict[str, str]:
    """The environment of a process, apart from the user's own."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "PULKA_STATE_DIR": str(program.state),
        "PULKA_CONFIG_DIR": str(program.config),
        "LC_ALL": "C.UTF-8",
        **more,
    }


def process(program: Program, *arguments: str | bytes, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """The program as a process of its own."""
    environ = surroundings(program, **options.pop("environ", {}))
    if not options.keys() & {"stdout", "stderr"}:
        options["capture_output"] = True
    return subprocess.run(
        [sys.executable, "-m", "pulka_calc", *arguments],
        cwd=options.pop("cwd", program.folder),
        env=environ,
        timeout=60,
        check=False,
        **options,
    )


def clean(ended: subprocess.CompletedProcess[bytes]) -> bool:
    """Whether nothing of what Python says of its own accord was written."""
    text = (ended.stdout or b"") + (ended.stderr or b"")
    return b"Traceback" not in text and b"Exception ignored" not in text and b"Error:" not in text


# Which file


def test_the_file_is_the_one_named(empty: Program) -> None:
    for name in ("given", "variable", "last", "here"):
        empty.write(HEAD, f"{name}.pulka")
    variable = {"PULKA_FILE": "variable.pulka"}
    done(empty("use", "last.pulka"))
    for arguments, environ, chosen in (
        (("-f", "given.pulka"), variable, "given"),
        (("--file", "given.pulka"), {}, "given"),
        ((), variable, "variable"),
        ((), {"PULKA_FILE": ""}, "last"),
        ((), {}, "last"),
    ):
        assert done(empty("show", *arguments, "--json", environ=environ)).document["file"] == f"{chosen}.pulka"


def test_the_only_pulka_of_the_folder(empty: Program) -> None:
    assert "pulka new" in refused(empty, "show", code=2).err
    empty.write(GAME, "only.pulka")
    empty.write(GAME, "other.txt")
    empty.write(GAME, ".hidden.pulka")
    empty.write(b"\0\5\x16\7", "._only.pulka")
    (empty.folder / "folder.pulka").mkdir()
    assert done(empty("show", "--json")).document["file"] == "only.pulka"
    empty.write(GAME, "second.pulka")
    said = refused(empty, "show", code=2).err
    assert "only.pulka" in said
    assert "second.pulka" in said
    assert "pulka use" in said


@pytest.mark.parametrize("command", WRITERS, ids=lambda words: words[0])
def test_writing_is_remembered(empty: Program, command: list[str]) -> None:
    for name in ("a.pulka", "b.pulka"):
        empty.write(GAME, name)
    done(empty(*command, "-f", "b.pulka"))
    assert done(empty("show", "--json")).document["file"] == "b.pulka"
    assert (empty.folder / "a.pulka").read_text(encoding="utf-8") == GAME


@pytest.mark.parametrize("command", READERS, ids=lambda words: words[0])
def test_reading_is_not_remembered(empty: Program, command: list[str]) -> None:
    for name in ("a.pulka", "b.pulka"):
        empty.write(GAME, name)
    done(empty("use", "a.pulka"))
    done(empty(*command, "-f", "b.pulka"))
    assert done(empty("show", "--json")).document["file"] == "a.pulka"


def test_what_is_remembered_is_found_from_any_folder(pulka: Program, tmp_path: Path) -> None:
    done(pulka("add", NEXT))
    pulka.folder = tmp_path / "elsewhere"
    pulka.folder.mkdir()
    outcome = done(pulka("add", "в", "6"))
    assert str(tmp_path / "games" / "a.pulka") in outcome.err
    assert done(pulka("show", "--json")).document["hands"] == 3


def test_what_is_remembered_may_be_gone(empty: Program) -> None:
    done(empty("new", "A", "B", "C", "-f", "gone.pulka"))
    (empty.folder / "gone.pulka").unlink()
    refused(empty, "show", code=2)
    empty.write(GAME, "b.pulka")
    assert done(empty("show", "--json")).document["file"] == "b.pulka"


@pytest.mark.parametrize("damaged", [b"{", b"", b"\0", b"\xff\n", b"relative\n", b"/\n", b"x" * 100_000])
def test_a_damaged_memory_is_none(pulka: Program, damaged: bytes) -> None:
    pulka.state.mkdir()
    (pulka.state / "last-pulka").write_bytes(damaged)
    assert done(pulka("show", "--json")).document["file"] == "a.pulka"
    assert (pulka.state / "last-pulka").read_bytes() == damaged


def test_use(empty: Program) -> None:
    empty.write(GAME, "b.pulka")
    empty.write(HEAD, "c.pulka")
    outcome = done(empty("use", "b.pulka"))
    assert "b.pulka" in outcome.out
    assert "next: Боря deals" in outcome.out
    done(empty("add", NEXT))
    assert empty.text("b.pulka") == GAME + SECOND
    refused(empty, "use", "gone.pulka", code=3)
    assert done(empty("show", "--json")).document["file"] == "b.pulka"


@posix_only
def test_use_says_when_it_cannot_remember(pulka: Program) -> None:
    outcome = pulka("use", "a.pulka", environ={"PULKA_STATE_DIR": "/dev/null/x"})
    assert outcome.code == 3
    assert "from now on" not in outcome.out
    assert outcome.err.strip()


@posix_only
@pytest.mark.parametrize("command", WRITERS, ids=lambda words: words[0])
def test_a_memory_that_cannot_be_written_breaks_nothing(pulka: Program, command: list[str]) -> None:
    done(pulka(*command, environ={"PULKA_STATE_DIR": "/dev/null/x"}))
    assert pulka.text() != GAME


# Files that are none


@pytest.mark.parametrize("command", [*READERS, *WRITERS, ["use"]], ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.pulka", "gone.pulka"),
        ("gone/a.pulka", "a.pulka"),
        ("a.pulka/b.pulka", "b.pulka"),
        ("folder", "folder"),
        ("..", ""),
        ("x" * 300, "x"),
        ("big.pulka", "16 MB"),
        ("cp1251.pulka", "cp1251"),
        ("utf16.pulka", "UTF-16"),
        ("bytes.pulka", "line 2, column 7"),
    ],
)
def test_no_such_pulka(pulka: Program, command: list[str], name: str, said: str) -> None:
    (pulka.folder / "folder").mkdir()
    with (pulka.folder / "big.pulka").open("wb") as file:
        file.truncate(17 * 2**20)
    pulka.write(GAME.replace("♠", "").encode("cp1251"), "cp1251.pulka")
    pulka.write(GAME.encode("utf-16"), "utf16.pulka")
    pulka.write("pulka 1\nрules \xff".encode("latin-1", "ignore") + b"pulka 1\n", "bytes.pulka")
    pulka.write(b"pulka 1\n# \xd0\xb0\xd0\xb0\xd0\xb0\xd0\xb0\xff\n", "bytes.pulka")
    where = [name] if command[0] == "use" else ["-f", name]
    before = time.monotonic()
    outcome = refused(pulka, *command, *where, code=3)
    assert said in outcome.err
    assert outcome.err.count("\n") == 2
    assert time.monotonic() - before < 1
    if command[0] in ("show", "add"):
        document = refused(pulka, *command, *where, "--json", code=3).document
        assert list(document) == ["schema", "file", "errors"]
        assert document["errors"][0]["code"].startswith("file-")


@pytest.mark.parametrize(
    "command", [["show"], ["check"], ["add", "б", "6"], ["rename", "а", "Алла"]], ids=lambda words: words[0]
)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "file-empty"),
        (b"\xef\xbb\xbf", "file-empty"),
        (b"\n \n# only a comment\n", "file-empty"),
        (b"\0\0\0\0", "version-missing"),
        (b"PK\x03\x04", "version-missing"),
        (b"{}", "version-missing"),
        (b"pulka 2\n", "version-unknown"),
        (b"pulka 1", "rules-missing"),
        (GAME[:-8].encode(), "role-missing"),
        (GAME.encode() + b"2. ", "hand-empty"),
        (GAME.encode() + b"1. " + FIRST.encode()[3:], "number-repeat"),
        (GAME.encode() + b"3. " + FIRST.encode()[3:], "number-gap"),
        (GAME.encode() + b"\0", "statement-unknown"),
    ],
)
def test_a_file_that_is_wrong(pulka: Program, command: list[str], text: bytes, code: str) -> None:
    pulka.write(text)
    before = contents(pulka)
    outcome = pulka(*command)
    assert outcome.code == 1, outcome
    assert contents(pulka) == before
    assert not outcome.out
    assert f"error[{code}]" in outcome.err


@posix_only
@pytest.mark.parametrize("command", [*READERS, *WRITERS], ids=lambda words: words[0])
def test_devices_and_pipes_are_not_waited_for(pulka: Program, command: list[str]) -> None:
    os.mkfifo(pulka.folder / "pipe.pulka")
    for name in ("pipe.pulka", "/dev/null", "/dev/zero"):
        outcome = pulka(*command, "-f", name)
        assert outcome.code == 3
        assert outcome.err.startswith("pulka: ")


@posix_only
def test_a_name_that_is_no_text(empty: Program) -> None:
    name = os.fsdecode(b"\xff\xd0.pulka")
    try:
        empty.write(GAME, name)
    except OSError:
        pytest.skip("no such names in this file system")
    assert "6♠" in done(empty("explain")).out
    assert done(empty("show", "--json")).document["file"] == name
    outcome = done(empty("add", NEXT))
    assert outcome.err.endswith(".pulka\n")
    assert "♠" in outcome.out
    assert empty.text(name) == GAME + SECOND


@pytest.mark.parametrize("command", COMMANDS)
def test_arguments_that_are_no_text(pulka: Program, command: str) -> None:
    for argument in ("\ud800", "\udcff", "a\0b"):
        refused(pulka, command, "1", argument, code=2)
        refused(pulka, command, "-f", argument, code=2)


# Places that may not be written to


NOBODY: Final = 65534


@contextlib.contextmanager
def ordinary_rights() -> Iterator[None]:
    """Be a user like any other, even where the tests run as the superuser."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Program]:
    """A folder that its user may read but not write to, with a pulka that he may write to."""
    if sys.platform == "win32":
        pytest.skip("not on Windows")
    warm = Program(tmp_path)
    warm.write(GAME)
    done(warm("add", NEXT))
    done(warm("rename", "а", "Алла"))
    done(warm("export", "-o", "x.csv"))  # where other users may not look, nothing can be imported later
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        program = Program(Path(place))
        program.write(GAME)
        program.write(GAME, "protected.pulka")
        program.state.mkdir()
        if not os.geteuid():
            for path in (program.state, program.folder, *program.folder.iterdir()):
                os.chown(path, NOBODY, -1)
        (program.folder / "protected.pulka").chmod(0o444)
        program.folder.chmod(0o555)
        with ordinary_rights():
            yield program
        program.folder.chmod(0o755)


def test_a_folder_that_may_not_be_written_to(closed: Program) -> None:
    for command in (
        ["new", "A", "B", "C"],
        ["new", "A", "B", "C", "-f", "x.pulka"],
        ["rename", "а", "Алла", "-f", "a.pulka"],
        ["export", "-f", "a.pulka", "-o", "x.csv"],
    ):
        assert str(closed.folder) in refused(closed, *command, code=3).err
    done(closed("add", NEXT, "-f", "a.pulka"))
    assert closed.text() == GAME + SECOND


def test_a_file_that_may_not_be_written_to(closed: Program) -> None:
    for command in WRITERS:
        before = contents(closed)
        outcome = closed(*command, "-f", "protected.pulka")
        assert outcome.code == 3
        assert "protected.pulka" in outcome.err
        assert contents(closed) == before
    done(closed("show", "-f", "protected.pulka"))
    done(closed("add", NEXT, "-f", "protected.pulka", "--dry-run"))


# export


@pytest.mark.parametrize("kind", ["xlsx", "csv", "json"])
def test_export(pulka: Program, kind: str) -> None:
    name = f"Вечер.{kind}"
    outcome = done(pulka("export", "-o", name))
    assert outcome == Outcome(0, "", f"written: {name}\n")
    first = (pulka.folder / name).read_bytes()
    outcome = done(pulka("export", "a.pulka", "-o", name))
    assert "replaced" in outcome.err
    again = (pulka.folder / name).read_bytes()
    assert again == first or kind == "xlsx"
    assert contents(pulka).keys() == {str(pulka.folder / "a.pulka"), str(pulka.folder / name)}


def test_export_json_is_what_settle_says(pulka: Program) -> None:
    done(pulka("export", "-o", "x.json"))
    assert json.loads(pulka.text("x.json")) == done(pulka("settle", "--json")).document


def test_export_csv_for_excel(pulka: Program) -> None:
    done(pulka("export", "-o", "x.csv", "--delimiter", ";"))
    text = pulka.text("x.csv")
    assert text.startswith("\ufeff")
    assert not text.startswith("\ufeffsep=")
    assert ";Аня;" in text


@posix_only
@pytest.mark.parametrize("command", [["-o", "game.csv"], ["-o", "link.csv"], ["-o", "./game.csv"]])
def test_export_never_destroys_a_pulka(empty: Program, command: list[str]) -> None:
    for text in (GAME, "\ufeff" + GAME, "# ours\n" + GAME):
        empty.write(text, "game.csv")
        with contextlib.suppress(FileExistsError):
            (empty.folder / "link.csv").symlink_to("game.csv")
        for source in ("game.csv", "link.csv", "other.pulka"):
            empty.write(GAME, "other.pulka")
            refused(empty, "export", "-f", source, *command, code=3)


@pytest.mark.parametrize("name", ["b.pulka", "B.PULKA", "c.csv", "c.json", "c.xlsx", "folder.csv", "link.csv", "l.csv"])
def test_export_refuses_what_is_no_export(pulka: Program, name: str) -> None:
    pulka.write(GAME, "b.pulka")
    pulka.write("shopping: milk\n", "c.csv")
    pulka.write("[1, 2]\n", "c.json")
    pulka.write("shopping: milk\n", "c.xlsx")
    pulka.write("notes\n", "notes.txt")
    (pulka.folder / "folder.csv").mkdir()
    if sys.platform != "win32":
        (pulka.folder / "link.csv").symlink_to("notes.txt")
        (pulka.folder / "l.csv").symlink_to("b.pulka")
    before = contents(pulka)
    for arguments in (["-o", name], ["-o", name, "--format", "csv"]):
        outcome = pulka("export", "-f", "a.pulka", *arguments)
        assert outcome.code in (2, 3), outcome
        assert outcome.err.startswith("pulka: ")
        assert contents(pulka) == before


def test_export_to_nowhere(pulka: Program) -> None:
    refused(pulka, "export", "-o", "gone/x.csv", code=3)
    refused(pulka, "export", "-o", "x" * 300 + ".csv", code=3)


@pytest.mark.parametrize("kind", ["csv", "json", "xlsx"])
def test_export_to_standard_output(pulka: Program, kind: str) -> None:
    ended = process(pulka, "export", "-f", "a.pulka", "-o", "-", "--format", kind)
    assert (ended.returncode, ended.stderr) == (0, b"")
    if kind == "xlsx":
        assert ended.stdout.startswith(b"PK")
    else:
        done(pulka("export", "-o", f"x.{kind}"))
        assert ended.stdout == (pulka.folder / f"x.{kind}").read_bytes()


# Streams


@pytest.mark.parametrize("encoding", ["cp1251", "cp1252", "cp866", "ascii", "koi8-r", "utf-16"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_streams_of_any_encoding(pulka: Program, encoding: str, lang: Language) -> None:
    done(pulka("adjust", "а", "whists", "б", "5/2", "№ 1 😀 ’"))
    for command in (*READERS, ["settle", "--steps"], ["show", "--help"], ["--help"], ["add", NEXT, "--dry-run"]):
        outcome = done(pulka(*command, encoding=encoding, lang=lang))
        assert "Traceback" not in outcome.err
    assert pulka("add", "б 6п а9 в9", encoding=encoding, lang=lang).code == 1
    for command in (["show", "--json"], ["explain", "--json"], ["settle", "--json"]):
        assert pulka(*command, encoding=encoding).documents == pulka(*command).documents


def test_russian_is_readable_in_the_russian_encodings(pulka: Program) -> None:
    for encoding in ("cp1251", "cp866", "koi8-r"):
        assert "Аня" in done(pulka("show", encoding=encoding, lang="ru")).out
        assert "Аня 6п 6, Боря вист 3" in done(pulka("explain", encoding=encoding, lang="ru")).out


@posix_only
@pytest.mark.parametrize(
    "environ",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "cp1251"},
        {"PYTHONIOENCODING": "ascii", "PULKA_LANG": "ru"},
        {"LC_ALL": "", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "ru_RU.UTF-8"},
        {"LC_ALL": "zh_XX", "TERM": "dumb", "COLUMNS": "1"},
        {"COLUMNS": "99999999999999999999"},
        {"HOME": "/dev/null", "PULKA_STATE_DIR": ""},
        {"HOME": "", "XDG_STATE_HOME": "/dev/null", "PULKA_STATE_DIR": ""},
    ],
    ids=str,
)
def test_any_surroundings(pulka: Program, environ: dict[str, str]) -> None:
    for arguments in (["show", "--help"], ["show", "-f", "a.pulka"], ["undo", "-f", "a.pulka"]):
        ended = process(pulka, *arguments, environ=environ)
        assert ended.returncode == 0, ended
        assert clean(ended), ended
    assert pulka.text().startswith(GAME + "undo")


@posix_only
def test_arguments_in_another_encoding(pulka: Program) -> None:
    ended = process(pulka, "add", "-f", "a.pulka", "б 6".encode("cp1251"))
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"pulka: ")
    assert ended.stderr.count(b"\n") <= 2
    assert pulka.text() == GAME


def test_a_narrow_terminal(pulka: Program) -> None:
    for width in (1, 20, 40):
        for lang in LANGUAGES:
            narrow = done(pulka("show", width=width, lang=lang)).out
            assert "".join(narrow.split()) == "".join(done(pulka("show", width=80, lang=lang)).out.split())


@posix_only
def test_a_real_narrow_terminal(pulka: Program) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 50))
    child = subprocess.Popen(
        [sys.executable, "-m", "pulka_calc", "settle", "--steps", "-f", "a.pulka"],
        cwd=pulka.folder,
        env=surroundings(pulka),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    lines = read_until(ours, None).decode().splitlines()
    assert child.wait(20) == 0
    os.close(ours)
    assert max(map(len, lines)) <= 50
    assert "\x1b" not in "".join(lines)
    wide = done(pulka("settle", "--steps", width=50)).out
    assert lines == wide.splitlines()


CLOSED: Final = [
    (["show"], 0),
    (["show", "--json"], 0),
    (["add", NEXT], 0),
    (["fix", "1", "а", "7", "--yes"], 0),
    (["void", "1"], 0),
    (["add", "ю"], 1),
    (["show", "gone.pulka"], 3),
    (["--help"], 0),
    (["export", "-o", "-", "--format", "csv"], 0),
]


@posix_only
@pytest.mark.parametrize(("arguments", "code"), CLOSED, ids=lambda value: str(value))
@pytest.mark.parametrize("which", ["stdout", "stderr"])
def test_a_pipe_whose_reader_went_away(pulka: Program, arguments: list[str], code: int, which: str) -> None:
    done(pulka("use", "a.pulka"))
    reading, writing = os.pipe()
    os.close(reading)
    other = "stderr" if which == "stdout" else "stdout"
    try:
        ended = process(pulka, *arguments, **{which: writing, other: subprocess.PIPE})
    finally:
        os.close(writing)
    assert ended.returncode == code, ended
    assert clean(ended), ended
    assert (pulka.text() != GAME) == (code == 0 and arguments[0] in ("add", "fix", "void"))


@posix_only
@pytest.mark.parametrize("arguments", [["show"], ["show", "--json"], ["--help"], ["add", NEXT]], ids=str)
def test_a_full_disk_behind_standard_output(pulka: Program, arguments: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done(pulka("use", "a.pulka"))
    with Path("/dev/full").open("wb") as full:
        ended = process(pulka, *arguments, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode == 3, ended
    assert clean(ended), ended
    assert ended.stderr.strip()


@posix_only
@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [
        (["show"], ">&-", 0),
        (["add", f"'{NEXT}'"], ">&-", 0),
        (["add", f"'{NEXT}'"], "2>&-", 0),
        (["add", "ю"], "2>&-", 1),
        (["fix", "1", "а", "7"], "<&-", 0),
        (["fix", "1", "а", "7"], "<&- >&- 2>&-", 0),
        (["add", "-"], "<&-", 2),
        (["new"], "<&-", 2),
    ],
    ids=str,
)
def test_streams_that_are_closed(pulka: Program, arguments: list[str], closed: str, code: int) -> None:
    done(pulka("use", "a.pulka"))
    line = f"{sys.executable} -m pulka_calc {' '.join(arguments)} {closed}"
    ended = subprocess.run(
        line, shell=True, cwd=pulka.folder, env=surroundings(pulka), capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == code, ended
    assert clean(ended), ended
    assert (pulka.text() != GAME) == (code == 0 and arguments[0] != "show")


@posix_only
def test_a_folder_that_was_removed(pulka: Program) -> None:
    gone = pulka.folder / "gone"
    gone.mkdir()
    line = f"rmdir ../gone; {sys.executable} -m pulka_calc show"
    ended = subprocess.run(
        line, shell=True, cwd=gone, env=surroundings(pulka), capture_output=True, timeout=60, check=False
    )
    assert ended.returncode in (2, 3)
    assert clean(ended), ended
    assert ended.stderr.startswith(b"pulka: ")
    named = subprocess.run(
        f"mkdir ../gone && cd ../gone && rmdir ../gone; {sys.executable} -m pulka_calc show -f {pulka.folder}/a.pulka",
        shell=True,
        cwd=pulka.folder,
        env=surroundings(pulka),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert named.returncode == 0, named


# Interruptions and other programs


def interrupted() -> str:
    """Somebody types Ctrl-C."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("command", [["fix", "1", "а 7"], ["void", "1"], ["new"]], ids=lambda words: words[0])
def test_ctrl_c_at_a_question(pulka: Program, command: list[str]) -> None:
    before = contents(pulka)
    outcome = pulka(*command, stdin=Stream(terminal=True, answer=interrupted), terminal=True)
    assert outcome.code == 130
    assert outcome.err.splitlines()[-1].strip()
    assert contents(pulka) == before


@posix_only
def test_ctrl_c_on_a_real_terminal(pulka: Program) -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "pulka_calc", "void", "1", "-f", "a.pulka"],
        cwd=pulka.folder,
        env=surroundings(pulka),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    said = read_until(ours, b"[y/n]")
    child.send_signal(signal.SIGINT)
    said += read_until(ours, None)
    assert child.wait(20) == 130
    os.close(ours)
    assert b"Traceback" not in said
    assert pulka.text() == GAME


@posix_only
@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"n\n", 1), (b"\x04", 130)])
def test_an_answer_on_a_real_terminal(pulka: Program, answer: bytes, code: int) -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "pulka_calc", "void", "1", "-f", "a.pulka"],
        cwd=pulka.folder,
        env=surroundings(pulka),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    assert b"after: hand 1 is struck out" in read_until(ours, b"[y/n]")
    os.write(ours, answer)
    read_until(ours, None)
    assert child.wait(20) == code
    os.close(ours)
    assert pulka.text() == (GAME + "void 1\n" if code == 0 else GAME)


def read_until(terminal: int, end: bytes | None) -> bytes:
    """What a terminal shows until `end`, or until whoever writes has gone."""
    said = b""
    while end is None or end not in said:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        said += part
    return said


def test_programs_that_add_at_once(pulka: Program) -> None:
    many = 6
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "pulka_calc", "add", "рп а4 б3 в3", "-f", "a.pulka", "--json"],
            cwd=pulka.folder,
            env=surroundings(pulka),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(many)
    ]
    numbers = []
    for child in children:
        out, err = child.communicate(timeout=60)
        assert child.returncode == 0, err
        numbers.append(json.loads(out)["hand"])
    assert sorted(numbers) == list(range(2, many + 2)), "each was told another number"
    assert pulka.text().startswith(GAME)
    assert done(pulka("show", "--json")).document["hands"] == many + 1


KILLED: Final = """
import os, signal, sys
from pulka_calc import store
from pulka_calc.cli.app import main
class Dying(store.Disk):
    def write(self, fd, data):
        if WHEN == "before": os.kill(os.getpid(), signal.SIGKILL)
        return super().write(fd, data)
    def sync(self, fd):
        os.kill(os.getpid(), signal.SIGKILL)
WHEN = sys.argv.pop(1)
store.append.__kwdefaults__["disk"] = store.replace.__kwdefaults__["disk"] = Dying()
main()
"""


@posix_only
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("command", [["add", NEXT], ["rename", "а", "Алла"]], ids=lambda words: words[0])
def test_killed_half_way(pulka: Program, command: list[str], when: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, when, *command, "-f", "a.pulka"],
        cwd=pulka.folder,
        env=surroundings(pulka),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended
    assert ended.stdout == b"", "nothing was acknowledged"
    assert pulka.text() in (GAME, GAME + SECOND)
    before = time.monotonic()
    done(pulka("add", "@3", "6", "--dry-run", "-f", "a.pulka"))
    done(pulka("adjust", "а", "pool", "+1", "-f", "a.pulka"))
    assert time.monotonic() - before < 2, "the lock died with its holder"
    assert done(pulka("show", "--json")).document["file"] == "a.pulka", "nothing else is taken for a pulka"


@posix_only
def test_an_interrupt_while_the_answer_is_told(pulka: Program) -> None:
    """What was stored is not said to be unwritten."""
    before = pulka.text()
    script = (
        "import sys\n"
        "from pulka_calc.cli import env\n"
        "from pulka_calc.cli.app import main\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "env.Env.out = stop\n"
        "main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, "add", NEXT, "-f", "a.pulka"],
        cwd=pulka.folder,
        env=surroundings(pulka),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 130, ended
    assert clean(ended), ended
    assert pulka.text() == before + SECOND
    assert b"nothing was written" not in ended.stderr


# Much of everything


def test_five_thousand_hands(empty: Program) -> None:
    head = HEAD.replace("players", "rule pool_target none\nrule pool_end time\nplayers")
    lines = ("{}. Аня 6♠ 6, Боря whist 3, Вера whist 1", "{}. allpass Аня 4, Боря 3, Вера 3", "{}. Вера misere 1")
    empty.write(head + "".join(lines[number % 3].format(number) + "\n" for number in range(1, 5001)))
    for command in (*READERS, *WRITERS, ["show", "--json"], ["explain", "--json"], ["redo"]):
        before = time.monotonic()
        done(empty(*command))
        assert time.monotonic() - before < 5, command
    assert done(empty("show", "--json")).document["hands"] == 4999 + 1


def test_a_thousand_pasted_lines(empty: Program) -> None:
    empty.write(HEAD.replace("players", "rule pool_target none\nrule pool_end time\nplayers"))
    before = time.monotonic()
    done(empty("add", "-", stdin="а мизер 1\n" * 1000))
    assert time.monotonic() - before < 4, "the lock is held all this time"
    assert done(empty("show", "--json")).document["hands"] == 1000


@pytest.mark.parametrize("sign", ["9", "я", "а ", '"', "#", "--x", " "])
@pytest.mark.parametrize(
    "command",
    [
        ["add"],
        ["explain"],
        ["adjust"],
        ["rename"],
        ["fix", "1"],
        ["new"],
        ["show"],
        [],
        ["set", "date"],
        ["void"],
        ["what-if"],
        ["set", "rule"],
        ["set", "rules"],
        ["rescore", "--rules"],
    ],
    ids=lambda words: "-".join(words) or "pulka",
)
def test_long_arguments(pulka: Program, command: list[str], sign: str) -> None:
    before = contents(pulka)
    for size in (100_000,) if sign in ('"', "а ") else (1_000_000,):
        outcome = pulka(*command, sign * (size // len(sign)))
        assert outcome.code in (0, 1, 2, 3), outcome.code
        assert contents(pulka) == before or outcome.code == 0
        assert len(outcome.err) < 10_000
        assert outcome.code == 0 or outcome.err.strip()


# Whatever a user may type


WORDS: Final = re.findall(
    r"\S+",
    """
а б в Аня Боря Вера ан @1 @2 @9 @99999999999 6п 7♥ 6.1 8NT 10 6 7 = +1 -2 −1 без 2 трёх козыря прикупа мизер misere рп
allpass dark втёмную talon=2 прикуп=1 bid=7♦ торг=8 agreed to=mountain to=mountain:30 notalon giveup сдался whist вист
pass п half ½ open closed пв в3 б1 3 0 4 11 -1 1/2 5/0 2,5 1e5 99999999999999 pool mountain whists balance пуля гора
висты сальдо left осталось x # " "Аня" , . .. 1. 2. 99. 1 void undo fix check 8. title date stake lang players rules
ru en none нет per 100 RUB 0.5 2026-05-09 2026-02-30 - -- -А --frob ٣ ² é 😀 ♠ @ 6♠6 10.5 10.6
""",
)

word = st.one_of(
    st.sampled_from(WORDS),
    st.sampled_from(WORDS),
    st.text(max_size=8),
    st.text(st.sampled_from("абв6789.,=+-\"'#@ ♠\t"), max_size=6),
)
few_words = st.lists(word, min_size=1, max_size=7)
typed = st.one_of(few_words, few_words.map(lambda words: [" ".join(words)]))
GAME_WITH_MORE: Final = GAME + 'adjust Боря mountain +1 "x"\n2. allpass Аня 4, Боря 3, Вера 3\nfix 1. Аня 7♥\n'

generously = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def place() -> Iterator[Program]:
    """One program for all examples."""
    with tempfile.TemporaryDirectory() as folder:
        yield Program(Path(folder))


def kept_or_sound(program: Program, outcome: Outcome, before: str, *, lines: int | None = None) -> None:
    """A refusal changes nothing and says why; what was done leaves a file that can be read."""
    assert outcome.code in (0, 1, 2), outcome
    text = program.text()
    if outcome.code:
        assert text == before
        assert outcome.err.strip()
        assert not outcome.out
    elif text != before:
        assert program("check", "-f", "a.pulka") == Outcome(0, "", "")
        if lines is not None:
            assert text.startswith(before)
            assert text.removeprefix(before).count("\n") == lines


@pytest.mark.parametrize(
    "command", [["add"], ["adjust"], ["fix"], ["fix", "1"], ["void"], ["void", "2"]], ids=lambda words: " ".join(words)
)
@generously
@given(words=typed)
@example(words=["а 6п б3 в1\n3. в 6"])
@example(words=["Аня pool +1 x\nundo"])
@example(words=["\ud800"])
def test_any_words_that_add_a_line(place: Program, command: list[str], words: list[str]) -> None:
    place.write(GAME_WITH_MORE)
    outcome = place(*command, "-f", "a.pulka", "--yes", "--", *words)
    kept_or_sound(place, outcome, GAME_WITH_MORE, lines=1)


@pytest.mark.parametrize("command", ["set", "rename"])
@generously
@given(words=typed)
@example(words=["", "x"])
@example(words=[",", "x"])
def test_any_words_that_rewrite(place: Program, command: str, words: list[str]) -> None:
    place.write(GAME_WITH_MORE)
    before = place("settle", "--json", "-f", "a.pulka").document["settlement"]["exact"]
    outcome = place(command, "-f", "a.pulka", "--", *words)
    kept_or_sound(place, outcome, GAME_WITH_MORE)
    after = place("settle", "--json", "-f", "a.pulka").document["settlement"]["exact"]
    assert list(after.values()) == list(before.values())


@generously
@given(words=typed)
def test_any_words_that_ask(place: Program, words: list[str]) -> None:
    place.write(GAME_WITH_MORE)
    outcome = place("explain", "-f", "a.pulka", "--", *words)
    assert place.text() == GAME_WITH_MORE
    assert outcome.code in (0, 1, 2)
    assert bool(outcome.out) == (outcome.code == 0)
    assert bool(outcome.err) == (outcome.code != 0)


@generously
@given(words=st.lists(word, max_size=5), options=st.lists(st.tuples(st.sampled_from(["rule", "title", "stake"]), word)))
def test_any_words_of_a_new_pulka(place: Program, words: list[str], options: list[tuple[str, str]]) -> None:
    given_options = [f"--{name}={value}" for name, value in options]
    outcome = place("new", "-f", "new.pulka", *given_options, "--", *words)
    path = place.folder / "new.pulka"
    assert outcome.code in (0, 1, 2), outcome
    assert path.exists() == (outcome.code == 0)
    if outcome.code == 0:
        assert place("check", "new.pulka") == Outcome(0, "", "")
        players = place("show", "new.pulka", "--json").document["players"]
        assert players == [" ".join(name.split()) for name in words]
        path.unlink()


@generously
@given(arguments=st.lists(st.one_of(word, st.sampled_from([*COMMANDS, "-f", "a.pulka", "--json", "--lang", "--yes"]))))
def test_any_command_line(place: Program, arguments: list[str]) -> None:
    # Nothing is to be written outside of the folder.
    assume("export" not in arguments)
    assume(not any(argument.startswith(("/", "\\", "..", "--install", "--output")) for argument in arguments))
    place.write(GAME_WITH_MORE)
    outcome = place(*arguments, environ={"PULKA_FILE": "a.pulka"})
    for path in place.folder.iterdir():
        if path.name != "a.pulka":
            path.unlink()
    assert outcome.code in (0, 1, 2, 3)
    assert outcome.code == 0 or outcome.err.strip()


some_lines = st.lists(
    st.one_of(
        st.sampled_from((GAME_WITH_MORE + "undo\nredo\nvoid 1\ncheck Аня pool 2\nlang ru\ndealer Боря\n").splitlines()),
        few_words.map(" ".join),
        st.text(max_size=20),
    ),
    max_size=12,
).map("\n".join)
some_bytes = st.one_of(
    st.binary(max_size=300),
    some_lines.map(lambda text: text.encode("utf-8", "surrogatepass")),
    some_lines.map(lambda text: (HEAD + text).encode("utf-8", "surrogatepass")),
    st.tuples(some_lines, st.binary(max_size=3), st.integers(0, 200)).map(
        lambda parts: (HEAD + parts[0]).encode("utf-8", "replace")[: parts[2]] + parts[1]
    ),
)


@generously
@given(
    data=some_bytes, command=st.sampled_from([*READERS[:4], ["undo"], ["redo"], ["add", NEXT], ["settle", "--steps"]])
)
def test_any_bytes_as_a_file(place: Program, data: bytes, command: list[str]) -> None:
    place.write(data)
    outcome = place(*command, "-f", "a.pulka")
    after = (place.folder / "a.pulka").read_bytes()
    assert outcome.code in (0, 1, 2, 3), outcome
    assert outcome.code == 0 or outcome.err.strip()
    if command in READERS or not outcome.out:
        assert after == data
    else:
        assert after.startswith(data)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", outcome.out + outcome.err), "nothing commands the terminal"


@generously
@given(data=st.one_of(st.binary(max_size=100), some_lines.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_pasted_bytes(place: Program, data: bytes) -> None:
    place.write(GAME_WITH_MORE)
    outcome = place("add", "-", "-f", "a.pulka", stdin=data)
    text = place.text()
    assert outcome.code in (0, 1, 2, 3), outcome
    if outcome.out:
        assert text.startswith(GAME_WITH_MORE)
        assert place("show", "-f", "a.pulka").out
    else:
        assert text == GAME_WITH_MORE
        assert outcome.err.strip()
