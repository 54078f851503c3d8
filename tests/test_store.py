"""The store: nothing acknowledged is lost, nothing else is touched, and each failure has its code."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from pulka_calc import store
from pulka_calc.store import Disk, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

HEAD = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
HAND = "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"


class Writer(Protocol):
    """`append` or `replace`."""

    def __call__(self, path: Path, make: Callable[[str], str], *, env: Mapping[str, str] | None) -> str: ...


posix_only = pytest.mark.skipif(sys.platform == "win32", reason="no such files on Windows")
not_root = pytest.mark.skipif(
    sys.platform != "win32" and os.getuid() == 0, reason="permissions do not hold the superuser back"
)


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"PULKA_STATE_DIR": str(tmp_path / "state")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "игры"
    folder.mkdir()
    return folder


@pytest.fixture
def pulka(folder: Path) -> Path:
    path = folder / "дача.pulka"
    path.write_bytes(HEAD.encode())
    return path


def refusal(error: pytest.ExceptionInfo[StoreError]) -> tuple[str, Path]:
    return error.value.code, error.value.path


def adding(lines: str) -> Callable[[str], str]:
    return lambda _: lines


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# Reading


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf",
        HEAD.encode(),
        b"\xef\xbb\xbf" + HEAD.encode(),
        HEAD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode() + b"mixed\n\r\r\n\x0b\x0c\xc2\x85\xe2\x80\xa8no end",
        b"nul \0 and bell \x07",
    ],
)
def test_read_is_exact(folder: Path, data: bytes) -> None:
    path = folder / "a.pulka"
    path.write_bytes(data)
    assert store.read(path).encode() == data
    assert path.read_bytes() == data


def test_read_missing(folder: Path) -> None:
    with pytest.raises(StoreError) as error:
        store.read(folder / "none.pulka")
    assert refusal(error) == ("file-missing", folder / "none.pulka")
    assert str(error.value) == f"{folder / 'none.pulka'}: there is no such file"


def test_read_below_a_file(pulka: Path) -> None:
    with pytest.raises(StoreError) as error:
        store.read(pulka / "none.pulka")
    assert error.value.code == "file-missing"


def test_read_directory(folder: Path) -> None:
    with pytest.raises(StoreError) as error:
        store.read(folder)
    assert refusal(error) == ("file-directory", folder)


@posix_only
@not_root
def test_read_without_permission(pulka: Path) -> None:
    pulka.chmod(0)
    with pytest.raises(StoreError) as error:
        store.read(pulka)
    assert refusal(error) == ("file-permission", pulka)


@posix_only
@pytest.mark.parametrize(
    "action",
    [
        lambda path, env: store.read(path),
        lambda path, env: store.append(path, adding(HAND), env=env),
        lambda path, env: store.replace(path, adding(HAND), env=env),
        lambda path, env: store.write_export(path, b"data"),
    ],
)
def test_a_pipe_is_refused_and_does_not_block(
    folder: Path, env: Mapping[str, str], action: Callable[[Path, Mapping[str, str]], object]
) -> None:
    path = folder / "pipe"
    os.mkfifo(path)
    with pytest.raises(StoreError) as error:
        action(path, env)
    assert refusal(error) == ("file-special", path)
    assert stat.S_ISFIFO(path.stat().st_mode)


@posix_only
def test_a_device_is_refused() -> None:
    with pytest.raises(StoreError) as error:
        store.read(Path("/dev/null"))
    assert error.value.code == "file-special"
    with pytest.raises(StoreError) as error:
        store.write_export(Path("/dev/null"), b"data")
    assert error.value.code == "file-special"


def test_too_big_is_seen_before_reading(folder: Path, env: Mapping[str, str]) -> None:
    path = folder / "film.pulka"
    with path.open("wb") as file:
        file.truncate(17_999_999)
    with pytest.raises(StoreError) as error:
        store.read(path)
    assert refusal(error) == ("file-too-big", path)
    assert error.value.values == {"size": 17_999_999, "limit": 16 * 1024 * 1024}
    with pytest.raises(StoreError) as error:
        store.append(path, lambda _: HAND, env=env)
    assert error.value.code == "file-too-big"


def test_a_pulka_is_not_made_too_big(pulka: Path, env: Mapping[str, str]) -> None:
    full = "#" * store.SIZE_LIMIT
    with pytest.raises(StoreError) as error:
        store.append(pulka, lambda _: full, env=env)
    assert error.value.code == "file-too-big"
    with pytest.raises(StoreError) as error:
        store.replace(pulka, lambda text: text + full, env=env)
    assert error.value.code == "file-too-big"
    assert store.read(pulka) == HEAD


RUSSIAN = "pulka 1\nplayers Аня Боря Вера  # на даче\n1. Аня 6.1 6, Боря вист 3\n"


@pytest.mark.parametrize(
    ("data", "line", "column", "cp1251", "utf16"),
    [
        (RUSSIAN.encode("cp1251"), 2, 9, True, False),
        ("название «На даче» № 5 — ё\n".encode("cp1251"), 1, 1, True, False),
        ("players Аня\n# caf".encode() + b"\xe9", 2, 6, False, False),
        (b"\xef\xbb\xbfab\xff", 1, 3, False, False),
        ("players Jos\u00e9 Andr\u00e9 Zo\u00eb".encode("latin-1"), 1, 12, False, False),
        (RUSSIAN.encode() * 3 + b"\x80", 10, 1, False, False),
        (RUSSIAN.encode("utf-16"), 1, 1, False, True),
        (RUSSIAN.encode("cp866"), 2, 9, False, False),
    ],
)
def test_not_utf8(folder: Path, data: bytes, line: int, column: int, cp1251: bool, utf16: bool) -> None:
    path = folder / "a.pulka"
    path.write_bytes(data)
    with pytest.raises(StoreError) as error:
        store.read(path)
    assert refusal(error) == ("file-not-utf8", path)
    assert error.value.values == {"line": line, "column": column, "cp1251": cp1251, "utf16": utf16}


# Adding lines


@pytest.mark.parametrize(
    ("before", "added", "after"),
    [
        (HEAD, HAND, HEAD + HAND),
        (HEAD, HAND.rstrip("\n"), HEAD + HAND),
        (HEAD.rstrip("\n"), HAND, HEAD + HAND),
        (HEAD.replace("\n", "\r\n"), HAND, HEAD.replace("\n", "\r\n") + HAND),
        (HEAD.replace("\n", "\r\n").rstrip("\r\n"), HAND, HEAD.replace("\n", "\r\n").rstrip("\r\n") + "\n" + HAND),
        ("\ufeff" + HEAD, HAND, "\ufeff" + HEAD + HAND),
        ("\ufeff", HAND, "\ufeff" + HAND),
        ("", HAND, HAND),
        (HEAD, "undo\nundo\n", HEAD + "undo\nundo\n"),
        (HEAD.rstrip("\n"), "", HEAD.rstrip("\n")),
    ],
)
def test_append(folder: Path, env: Mapping[str, str], before: str, added: str, after: str) -> None:
    path = folder / "a.pulka"
    path.write_bytes(before.encode())
    seen: list[str] = []

    def make(text: str) -> str:
        seen.append(text)
        return added

    assert store.append(path, make, env=env) == after
    assert path.read_bytes() == after.encode()
    assert seen == [before]
    assert names(folder) == {"a.pulka"}  # the lock lies elsewhere


class RefusedError(Exception):
    pass


@pytest.mark.parametrize("trouble", [RefusedError(), BrokenPipeError(errno.EPIPE, "pipe"), KeyboardInterrupt()])
def test_what_make_raises_passes_and_nothing_is_written(
    pulka: Path, env: Mapping[str, str], trouble: BaseException
) -> None:
    def make(text: str) -> str:
        raise trouble

    with pytest.raises(type(trouble)):
        store.append(pulka, make, env=env)
    with pytest.raises(type(trouble)):
        store.replace(pulka, make, env=env)
    assert store.read(pulka) == HEAD
    assert store.append(pulka, lambda _: HAND, env=env) == HEAD + HAND  # and the lock is free


def test_text_that_is_no_text_is_not_written(pulka: Path, env: Mapping[str, str]) -> None:
    with pytest.raises(UnicodeEncodeError):
        store.append(pulka, lambda _: "1. \udcff\n", env=env)
    with pytest.raises(UnicodeEncodeError):
        store.replace(pulka, lambda _: "1. \udcff\n", env=env)
    assert store.read(pulka) == HEAD


@pytest.mark.parametrize("action", [store.append, store.replace])
def test_only_an_existing_pulka_is_written_to(folder: Path, env: Mapping[str, str], action: Writer) -> None:
    for path, code in [
        (folder / "none.pulka", "file-missing"),
        (folder / "none" / "none.pulka", "file-missing"),
        (folder, "file-directory"),
    ]:
        with pytest.raises(StoreError) as error:
            action(path, lambda _: HAND, env=env)
        assert refusal(error) == (code, path)
    assert names(folder) == set()


@posix_only
@not_root
@pytest.mark.parametrize("action", [store.append, store.replace])
def test_a_protected_pulka_is_left_alone(pulka: Path, env: Mapping[str, str], action: Writer) -> None:
    pulka.chmod(0o444)
    with pytest.raises(StoreError) as error:
        action(pulka, lambda _: HAND, env=env)
    assert refusal(error) == ("file-permission", pulka)
    assert store.read(pulka) == HEAD


class FullDisk(Disk):
    """Takes so many bytes, and then no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, fd: int, data: bytes) -> int:
        if self.room == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = os.write(fd, data[: self.room])
        self.room -= written
        return written


class FailingSync(Disk):
    def __init__(self, trouble: BaseException) -> None:
        self.trouble = trouble

    def sync(self, fd: int) -> None:
        raise self.trouble


@pytest.mark.parametrize("room", [0, 1, 5, len(HAND.encode())])
def test_no_half_line_on_a_full_disk(folder: Path, env: Mapping[str, str], room: int) -> None:
    path = folder / "a.pulka"
    path.write_bytes(HEAD.rstrip("\n").encode())  # so that the line end is a part of what is taken back
    with pytest.raises(StoreError) as error:
        store.append(path, lambda _: HAND, env=env, disk=FullDisk(room))
    assert refusal(error) == ("file-no-space", path)
    assert path.read_bytes() == HEAD.rstrip("\n").encode()


def test_a_line_that_did_not_reach_the_disk_is_taken_back(pulka: Path, env: Mapping[str, str]) -> None:
    with pytest.raises(StoreError) as error:
        store.append(pulka, lambda _: HAND, env=env, disk=FailingSync(OSError(errno.EIO, "Input/output error")))
    assert refusal(error) == ("file-other", pulka)
    assert error.value.values == {"reason": "Input/output error", "errno": errno.EIO}
    with pytest.raises(KeyboardInterrupt):
        store.append(pulka, lambda _: HAND, env=env, disk=FailingSync(KeyboardInterrupt()))
    assert store.read(pulka) == HEAD


def test_what_another_program_added_is_never_cut_off(pulka: Path, env: Mapping[str, str]) -> None:
    class Crowded(FullDisk):
        def write(self, fd: int, data: bytes) -> int:
            written = super().write(fd, data)
            with pulka.open("ab") as file:
                file.write(b"# by an editor\n")
            return written

    with pytest.raises(StoreError):
        store.append(pulka, lambda _: HAND, env=env, disk=Crowded(5))
    assert store.read(pulka) == HEAD + HAND.encode()[:5].decode() + "# by an editor\n"


@posix_only
def test_a_real_write_that_falls_short(pulka: Path, env: Mapping[str, str]) -> None:
    code = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, ({len(HEAD.encode())} + 10, resource.RLIM_INFINITY))
try:
    store.append(path, lambda _: {HAND!r}, env=env)
except store.StoreError as error:
    print(error.code)
"""
    with Program(code, pulka, env) as writer:
        assert writer.communicate()[0] == b"file-no-space\n"
    assert store.read(pulka) == HEAD


def saved_in_place(path: Path) -> None:
    path.write_bytes(HEAD.encode() + b"# by an editor\n")


def saved_as_another_file(path: Path) -> None:
    path.with_suffix(".new").write_bytes(HEAD.encode())
    path.with_suffix(".new").replace(path)


def saved_with_the_same_length(path: Path) -> None:
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(0, 0))


@pytest.mark.parametrize("action", [store.append, store.replace])
@pytest.mark.parametrize("save", [saved_in_place, saved_as_another_file, saved_with_the_same_length, Path.unlink])
def test_an_editor_saves_meanwhile(
    pulka: Path, env: Mapping[str, str], action: Writer, save: Callable[[Path], None]
) -> None:
    saved: list[bytes | None] = []

    def make(text: str) -> str:
        save(pulka)
        saved.append(pulka.read_bytes() if pulka.exists() else None)
        return HAND

    with pytest.raises(StoreError) as error:
        action(pulka, make, env=env)
    assert refusal(error) == ("file-changed", pulka)
    assert [pulka.read_bytes() if pulka.exists() else None] == saved
    assert names(pulka.parent) <= {pulka.name}


def test_an_editor_saves_during_the_write(pulka: Path, env: Mapping[str, str]) -> None:
    class Late(Disk):
        def write(self, fd: int, data: bytes) -> int:
            saved_as_another_file(pulka)
            return super().write(fd, data)

    with pytest.raises(StoreError) as error:
        store.append(pulka, lambda _: HAND, env=env, disk=Late())
    assert error.value.code == "file-changed"
    assert store.read(pulka) == HEAD


# Rewriting


def test_replace(pulka: Path, env: Mapping[str, str]) -> None:
    old = pulka.open("rb")
    assert store.replace(pulka, lambda text: "\ufeff" + text.replace("\n", "\r\n"), env=env) == "\ufeff" + HEAD.replace(
        "\n", "\r\n"
    )
    assert pulka.read_bytes() == ("\ufeff" + HEAD.replace("\n", "\r\n")).encode()
    assert names(pulka.parent) == {pulka.name}
    with old:
        assert old.read() == HEAD.encode()  # whoever reads meanwhile has the old file, whole


def test_replace_without_a_change_writes_nothing(pulka: Path, env: Mapping[str, str]) -> None:
    before = pulka.stat()
    assert store.replace(pulka, lambda text: text, env=env) == HEAD
    assert (pulka.stat().st_ino, pulka.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@posix_only
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o666])
def test_replace_keeps_the_mode(pulka: Path, env: Mapping[str, str], mode: int) -> None:
    pulka.chmod(mode)
    store.replace(pulka, lambda text: text + HAND, env=env)
    assert stat.S_IMODE(pulka.stat().st_mode) == mode


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() != 0, reason="only the superuser gives files away")
def test_replace_keeps_the_owner(pulka: Path, env: Mapping[str, str]) -> None:
    os.chown(pulka, 1234, 2345)
    store.replace(pulka, lambda text: text + HAND, env=env)
    assert (pulka.stat().st_uid, pulka.stat().st_gid) == (1234, 2345)


@posix_only
def test_links_are_followed_and_stay(pulka: Path, tmp_path: Path, env: Mapping[str, str]) -> None:
    link = tmp_path / "link.pulka"
    link.symlink_to(Path("игры") / pulka.name)
    store.append(link, lambda _: HAND, env=env)
    store.replace(link, lambda text: text + "undo\n", env=env)
    store.append(pulka, lambda _: "redo\n", env=env)
    assert link.is_symlink()
    assert not pulka.is_symlink()
    assert store.read(pulka) == store.read(link) == HEAD + HAND + "undo\nredo\n"
    assert names(tmp_path) == {"link.pulka", "игры", "state"}
    assert len(names(tmp_path / "state" / "locks")) == 1  # one lock, whichever name is used


@pytest.mark.parametrize("disk", [FullDisk(0), FullDisk(5), FailingSync(KeyboardInterrupt())])
def test_replace_that_fails_leaves_the_old_file(pulka: Path, env: Mapping[str, str], disk: Disk) -> None:
    with pytest.raises((StoreError, KeyboardInterrupt)) as error:
        store.replace(pulka, lambda text: text + HAND, env=env, disk=disk)
    if isinstance(error.value, StoreError):
        assert error.value.code == "file-no-space"
    assert store.read(pulka) == HEAD
    assert names(pulka.parent) == {pulka.name}


def test_a_short_write_is_gone_on_with(pulka: Path, env: Mapping[str, str]) -> None:
    class Slow(Disk):
        def write(self, fd: int, data: bytes) -> int:
            return super().write(fd, data[:7])

    assert store.replace(pulka, lambda text: text + HAND, env=env, disk=Slow()) == HEAD + HAND
    assert store.read(pulka) == HEAD + HAND


@posix_only
@not_root
def test_replace_in_a_folder_without_permission(pulka: Path, env: Mapping[str, str]) -> None:
    pulka.parent.chmod(0o555)
    try:
        with pytest.raises(StoreError) as error:
            store.replace(pulka, lambda text: text + HAND, env=env)
        assert refusal(error) == ("file-permission", pulka.parent)
        store.append(pulka, lambda _: HAND, env=env)  # which needs no new file
    finally:
        pulka.parent.chmod(0o755)
    assert store.read(pulka) == HEAD + HAND


# Creating


def test_create(folder: Path) -> None:
    path = folder / "новая.pulka"
    store.create(path, HEAD)
    assert path.read_bytes() == HEAD.encode()
    with pytest.raises(StoreError) as error:
        store.create(path, "other")
    assert refusal(error) == ("file-exists", path)
    assert path.read_bytes() == HEAD.encode()


def test_create_where_it_cannot_be(folder: Path) -> None:
    with pytest.raises(StoreError) as error:
        store.create(folder, HEAD)
    assert refusal(error) == ("file-directory", folder)
    with pytest.raises(StoreError) as error:
        store.create(folder / "none" / "a.pulka", HEAD)
    assert refusal(error) == ("file-missing", folder / "none")
    with pytest.raises(StoreError) as error:
        store.create(folder / ("a" * 300), HEAD)
    assert error.value.code == "file-other"
    assert str(error.value).startswith(str(folder))


@posix_only
def test_create_over_a_link_that_leads_nowhere(folder: Path) -> None:
    (folder / "a.pulka").symlink_to("none")
    with pytest.raises(StoreError) as error:
        store.create(folder / "a.pulka", HEAD)
    assert error.value.code == "file-exists"
    assert names(folder) == {"a.pulka"}


@pytest.mark.parametrize("disk", [FullDisk(0), FullDisk(5), FailingSync(KeyboardInterrupt())])
def test_create_that_fails_leaves_nothing(folder: Path, disk: Disk) -> None:
    with pytest.raises((StoreError, KeyboardInterrupt)):
        store.create(folder / "a.pulka", HEAD, disk=disk)
    assert names(folder) == set()


def test_new_name(folder: Path) -> None:
    today = date(2026, 5, 9)
    for name in ["2026-05-09.pulka", "2026-05-09-2.pulka", "2026-05-09-3.pulka"]:
        assert store.new_name(folder, today) == folder / name
        store.create(folder / name, HEAD)


# Exports


def test_write_export(folder: Path) -> None:
    path = folder / "game.xlsx"
    assert store.write_export(path, b"PK-one") is False
    assert path.read_bytes() == b"PK-one"
    assert store.write_export(path, b"PK-two") is True
    assert path.read_bytes() == b"PK-two"
    assert names(folder) == {"game.xlsx"}


@posix_only
def test_an_export_keeps_link_and_mode(folder: Path) -> None:
    (folder / "real.svg").write_bytes(b"PK-one")
    (folder / "real.svg").chmod(0o640)
    (folder / "link.svg").symlink_to("real.svg")
    assert store.write_export(folder / "link.svg", b"PK-two") is True
    assert (folder / "link.svg").is_symlink()
    assert (folder / "real.svg").read_bytes() == b"PK-two"
    assert stat.S_IMODE((folder / "real.svg").stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["дача.pulka", "new.pulka", "new.PULKA", "дача.pulka.", ".pulka"])
def test_an_export_is_never_a_pulka(pulka: Path, name: str) -> None:
    with pytest.raises(StoreError) as error:
        store.write_export(pulka.with_name(name), b"PK-data")
    assert error.value.code == "file-pulka"
    assert names(pulka.parent) == {pulka.name}
    assert store.read(pulka) == HEAD


@posix_only
def test_an_export_does_not_write_through_a_link_to_a_pulka(pulka: Path) -> None:
    link = pulka.with_name("game.txt")
    link.symlink_to(pulka.name)
    with pytest.raises(StoreError) as error:
        store.write_export(link, b"PK-data")
    assert error.value.code == "file-pulka"
    (pulka.parent / "notes.txt").write_bytes(b"notes")
    disguised = pulka.with_name("link.pulka")
    disguised.symlink_to("notes.txt")
    with pytest.raises(StoreError) as error:
        store.write_export(disguised, b"PK-data")
    assert error.value.code == "file-pulka"
    other = pulka.with_name("hard.txt")
    other.hardlink_to(pulka)
    with pytest.raises(StoreError) as error:
        store.write_export(other, b"PK-data")
    assert error.value.code == "file-kind"
    assert store.read(pulka) == HEAD


def test_an_export_replaces_only_its_own_kind(folder: Path) -> None:
    path = folder / "shop.csv"
    path.write_bytes(b"my own shopping")
    with pytest.raises(StoreError) as error:
        store.write_export(path, b"\xef\xbb\xbfNo.,hand")
    assert error.value.code == "file-kind"
    assert path.read_bytes() == b"my own shopping"
    path.write_bytes(b"")
    assert store.write_export(path, b"\xef\xbb\xbfNo.,hand") is True


def test_an_export_that_fails_leaves_the_old_one(folder: Path) -> None:
    path = folder / "game.xlsx"
    path.write_bytes(b"PK-one")
    with pytest.raises(StoreError) as error:
        store.write_export(path, b"PK-two", disk=FullDisk(2))
    assert refusal(error) == ("file-no-space", path)
    with pytest.raises(StoreError) as error:
        store.write_export(folder, b"PK-two")
    assert refusal(error) == ("file-directory", folder)
    with pytest.raises(StoreError) as error:
        store.write_export(folder / "none" / "game.xlsx", b"PK-two")
    assert refusal(error) == ("file-missing", folder / "none")
    assert path.read_bytes() == b"PK-one"
    assert names(folder) == {"game.xlsx"}


# Several writers


class Program:
    """A Python program that has `store`, `path` and `env`."""

    def __init__(self, code: str, path: Path, env: Mapping[str, str]) -> None:
        root = str(Path(store.__file__).parents[1])
        start = f"import sys\nsys.path.insert(0, {root!r})\nfrom pathlib import Path\nfrom pulka_calc import store\n"
        given = f"path = Path({str(path)!r})\nenv = {dict(env)!r}\n"
        self.process = subprocess.Popen(
            [sys.executable, "-c", start + given + code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self.process

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


NUMBERED = """
def make(text):
    number = sum(line[:1].isdigit() for line in text.splitlines()) + 1
    return f"{number}. " + NAME * 20 + "\\n"
"""


def numbers(path: Path, *letters: str) -> Iterator[int]:
    for line in store.read(path).removeprefix(HEAD).splitlines(keepends=True):
        number, _, rest = line.partition(". ")
        assert rest in {letter * 20 + "\n" for letter in letters}
        yield int(number)


def test_two_programs_add_at_once(pulka: Path, env: Mapping[str, str]) -> None:
    code = f"""{NUMBERED}
import time, filelock
def slowly(text):
    time.sleep(0.001)  # so that they do meet
    return make(text)
print("ready", flush=True)
sys.stdin.read(1)
for _ in range(50):
    store.append(path, slowly, env=env, patience=30)
print("done")
"""
    with Program(f"NAME = 'а'{code}", pulka, env) as one, Program(f"NAME = 'б'{code}", pulka, env) as other:
        for process in (one, other):
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
        for process in (one, other):
            assert process.stdin is not None
            process.stdin.write(b"!")
            process.stdin.flush()
        assert one.communicate()[0] == other.communicate()[0] == b"done\n"
    # Each saw what the other had added: no number is missing, and none is there twice.
    assert list(numbers(pulka, "а", "б")) == list(range(1, 101))


@pytest.mark.parametrize("work", ["append(path, make", "replace(path, lambda text: text + make(text)"])
def test_killed_writers_leave_whole_lines_and_no_lock(pulka: Path, env: Mapping[str, str], work: str) -> None:
    code = f"NAME = 'а'{NUMBERED}\nwhile True: print(store.{work}, env=env).count('а' * 20), flush=True)"
    acknowledged = 0
    for round_ in range(5):
        with Program(code, pulka, env) as writer:
            assert writer.stdout is not None
            for _ in range(1 + round_):
                acknowledged = int(writer.stdout.readline())
            time.sleep(0.0007 * round_)  # anywhere in the work
            writer.kill()
            for line in writer.stdout:
                acknowledged = int(line)
        there = list(numbers(pulka, "а"))
        assert there == list(range(1, len(there) + 1))
        assert acknowledged <= len(there) <= acknowledged + 1
        added = f"{len(there) + 1}. {'а' * 20}\n"
        assert store.append(pulka, adding(added), env=env, patience=0.5).endswith(added)


def test_a_busy_pulka_can_be_read_but_not_written(pulka: Path, env: Mapping[str, str]) -> None:
    code = "def make(text):\n    print('locked', flush=True)\n    sys.stdin.read(1)\n    return ''\n"
    with Program(code + "store.append(path, make, env=env)", pulka, env) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        started = time.monotonic()
        actions = (store.append, store.replace)
        for action in actions:
            with pytest.raises(StoreError) as error:
                action(pulka, lambda _: HAND, env=env, patience=0.1)
            assert refusal(error) == ("file-busy", pulka)
            assert error.value.values == {"seconds": 0.1}
        assert time.monotonic() - started < 4
        assert store.read(pulka) == HEAD
        holder.kill()
        holder.wait()
        assert store.append(pulka, lambda _: HAND, env=env, patience=0.5) == HEAD + HAND


def test_other_pulkas_are_not_locked(pulka: Path, env: Mapping[str, str]) -> None:
    other = pulka.with_name("other.pulka")
    store.create(other, HEAD)

    def make(text: str) -> str:
        store.append(other, lambda _: HAND, env=env, patience=0.1)
        return HAND

    store.append(pulka, make, env=env)
    assert store.read(pulka) == store.read(other) == HEAD + HAND


def test_a_home_that_cannot_be_written_to_does_not_keep_a_hand_out(pulka: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "temp").mkdir()
    env = {"PULKA_STATE_DIR": str(tmp_path / "file" / "state")}
    code = f"import tempfile\ntempfile.tempdir = {str(tmp_path / 'temp')!r}\n"
    with Program(code + f"store.append(path, lambda _: {HAND!r}, env=env)\nprint('done')", pulka, env) as writer:
        assert writer.communicate()[0].split() == [b"done"]
    assert store.read(pulka) == HEAD + HAND
    assert names(pulka.parent) == {pulka.name}
    assert [path.name.startswith("pulka-calc") for path in (tmp_path / "temp").iterdir()] == [True]


# The pulka last written to


def test_remember(pulka: Path, tmp_path: Path, env: Mapping[str, str]) -> None:
    assert store.recalled(env) is None
    assert names(tmp_path) == {"игры"}  # looking makes nothing
    assert store.remember(pulka, env)
    assert store.recalled(env) == pulka
    assert store.remember(Path("other.pulka"), env)
    assert store.recalled(env) == Path.cwd() / "other.pulka"
    assert names(tmp_path / "state") == {"last-pulka"}


@posix_only
def test_remember_any_name(tmp_path: Path, env: Mapping[str, str]) -> None:
    for name in ["a\nb.pulka", " a \n", os.fsdecode(b"\xff.pulka")]:
        assert store.remember(tmp_path / name, env)
        assert store.recalled(env) == tmp_path / name


@pytest.mark.parametrize(
    "damage", [b"{", b"", b"\n", b"{\n", b"games/a.pulka\n", b"/home/anya/ga", b"/a\0b\n", b"\xff\n"]
)
def test_a_damaged_memory_is_none_and_is_left_alone(pulka: Path, env: Mapping[str, str], damage: bytes) -> None:
    memory = Path(env["PULKA_STATE_DIR"]) / "last-pulka"
    memory.parent.mkdir()
    memory.write_bytes(damage)
    assert store.recalled(env) is None
    assert memory.read_bytes() == damage
    assert store.remember(pulka, env)
    assert store.recalled(env) == pulka


def test_a_memory_that_cannot_be_kept_breaks_nothing(pulka: Path, tmp_path: Path, env: Mapping[str, str]) -> None:
    (tmp_path / "file").write_bytes(b"")
    nowhere = {"PULKA_STATE_DIR": str(tmp_path / "file" / "state")}
    assert store.remember(pulka, nowhere) is False
    assert store.recalled(nowhere) is None
    (tmp_path / "state" / "last-pulka").mkdir(parents=True)
    assert store.remember(pulka, env) is False
    assert store.recalled(env) is None
    assert names(tmp_path / "state") == {"last-pulka"}


# Errors


def test_every_code_has_a_plain_sentence() -> None:
    values = {
        "size": 1,
        "limit": 1,
        "line": 1,
        "column": 1,
        "cp1251": True,
        "seconds": 5.0,
        "reason": "bad",
        "errno": 5,
    }
    for code in store.CODES:
        sentence = str(StoreError(code, Path("a.pulka"), **values))
        assert sentence.startswith("a.pulka: ")
        assert "{" not in sentence


def test_reading_loads_nothing_heavy(pulka: Path, env: Mapping[str, str]) -> None:
    code = "store.read(path)\nstore.recalled(env)\nprint({'filelock', 'platformdirs', 'tempfile'} & set(sys.modules))"
    with Program(code, pulka, env) as reader:
        assert reader.communicate()[0] == b"set()\n"


# What is being typed


def test_a_draft_is_kept_until_it_is_dropped(env: dict[str, str]) -> None:
    assert next(store.left_drafts(env), None) is None
    draft = store.new_draft(env)
    assert not draft.path.exists()
    draft.write("раз")
    draft.write("два\n")
    assert draft.read() == "два\n"
    draft.release()
    found = next(store.left_drafts(env), None)
    assert found is not None
    assert found.read() == "два\n"
    found.drop()
    assert next(store.left_drafts(env), None) is None
    assert list(draft.path.parent.iterdir()) == []


def test_a_draft_that_somebody_works_on_is_not_left(env: dict[str, str]) -> None:
    mine, other = store.new_draft(env), store.new_draft(env)
    mine.write("mine")
    assert next(store.left_drafts(env), None) is None
    other.write("other")
    other.release()
    found = next(store.left_drafts(env), None)
    assert found is not None
    assert found.read() == "other"


def test_the_draft_written_last_is_the_one_left(env: dict[str, str]) -> None:
    for number, text in enumerate(("first", "last", "second")):
        draft = store.new_draft(env)
        draft.write(text)
        os.utime(draft.path, ns=(10**18, 10**18 + (5 if text == "last" else number)))
        draft.release()
    found = next(store.left_drafts(env), None)
    assert found is not None
    assert found.read() == "last"


def test_a_draft_put_aside_is_looked_for_no_more(env: dict[str, str]) -> None:
    draft = store.new_draft(env)
    draft.write("?")
    aside = draft.set_aside()
    assert aside.read_bytes() == b"?"
    assert next(store.left_drafts(env), None) is None
    assert list(draft.path.parent.iterdir()) == [aside]


def test_no_place_for_drafts(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_bytes(b"")
    env = {"PULKA_STATE_DIR": str(state)}
    assert next(store.left_drafts(env), None) is None
    with pytest.raises(StoreError):
        store.new_draft(env)


def test_a_killed_typist_leaves_a_whole_draft(pulka: Path, env: dict[str, str]) -> None:
    code = """
draft = store.new_draft(env)
for number in range(10**6):
    draft.write(f"{number} " * 2000)
    print(number, flush=True)
"""
    for round_ in range(5):
        with Program(code, pulka, env) as typist:
            assert typist.stdout is not None
            acknowledged = 0
            for _ in range(1 + round_):
                acknowledged = int(typist.stdout.readline())
            time.sleep(0.0007 * round_)  # anywhere in the work
            typist.kill()
            for line in typist.stdout:
                acknowledged = int(line)
        left = next(store.left_drafts(env), None)
        assert left is not None
        numbers = set(left.read().split())
        assert len(numbers) == 1
        assert acknowledged <= int(numbers.pop()) <= acknowledged + 1
        left.drop()
