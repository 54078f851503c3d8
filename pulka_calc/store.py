"""Files on disk: here a pulka is read, added to, rewritten and created, and an export is written.

What is promised: a line that was acknowledged is on the disk; adding a line touches no other; a program that is
interrupted, killed or out of space leaves either the old file or the new one; two programs that add at once both
succeed. Readers need no lock.

Every failure is a `StoreError` with a stable code and values; the sentences people read are made elsewhere.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from filelock import BaseFileLock

Code = Literal[
    "file-missing",
    "file-directory",
    "file-permission",
    "file-too-big",
    "file-not-utf8",
    "file-exists",
    "file-busy",
    "file-changed",
    "file-no-space",
    "file-special",
    "file-pulka",
    "file-kind",
    "file-other",
]

CODES: tuple[Code, ...] = get_args(Code)
"""Every code a `StoreError` can have."""

SIZE_LIMIT = 16 * 1024 * 1024
"""The most bytes a pulka may have. Years of play stay far below it; a film opened by mistake does not."""

LOCK_PATIENCE = 5.0
"""Seconds to wait while another program writes to the same pulka."""

_ENGLISH: dict[Code, str] = {
    "file-missing": "{path}: there is no such file",
    "file-directory": "{path}: this is a directory, not a file",
    "file-permission": "{path}: no permission",
    "file-too-big": "{path}: {size} bytes is too big, the most is {limit}",
    "file-not-utf8": "{path}: line {line}, column {column} is not UTF-8 text",
    "file-exists": "{path}: the file exists already",
    "file-busy": "{path}: another program is writing to it, waited {seconds:g} seconds",
    "file-changed": "{path}: another program changed it at this moment, nothing was written",
    "file-no-space": "{path}: no space left on the disk",
    "file-special": "{path}: this is not a regular file",
    "file-pulka": "{path}: this is a pulka, an export is not written over it",
    "file-kind": "{path}: this is no earlier export of the same kind, nothing is written over it",
    "file-other": "{path}: {reason}",
}


class StoreError(Exception):
    """A file could not be read or written. A failing disk apart, nothing of what was to be written is in it.

    `code` is stable, `path` is the file (or the folder, where that is at fault), and `values` holds what a sentence
    about it needs: `size` and `limit` for file-too-big; `line` and `column` (from 1, in code points, a BOM not counted)
    of the first bad byte, `cp1251` and `utf16` (whether it looks like that instead) for file-not-utf8; `seconds` for
    file-busy; `reason` (the system's own words) and `errno` for file-other.
    """

    def __init__(self, code: Code, path: Path, **values: object) -> None:
        super().__init__(code, path, values)
        self.code: Code = code
        self.path = path
        self.values = values

    def __str__(self) -> str:
        return _ENGLISH[self.code].format(path=self.path, **self.values)


class Disk:
    """The two calls that put bytes on the disk. Tests pass one that is full or failing."""

    def write(self, fd: int, data: bytes) -> int:
        """Write as `os.write` does: perhaps fewer bytes than given."""
        return os.write(fd, data)

    def sync(self, fd: int) -> None:
        """Return when what was written to `fd` would survive a power cut."""
        if sys.platform == "darwin":
            # There fsync stops at the drive's own cache; this call goes through it, where the file system knows it.
            import fcntl

            with contextlib.suppress(OSError):
                fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
                return
        os.fsync(fd)


DISK = Disk()


# Reading


def read(path: Path) -> str:
    """The text of a pulka, exactly: line ends as they are, a BOM as the first character U+FEFF.

    `read(path).encode()` is the file, byte for byte. Nothing is waited for or locked.

    Raises StoreError: file-missing, file-directory, file-special, file-permission, file-too-big (before reading),
    file-not-utf8, file-other.
    """
    with _opened(path, os.O_RDONLY) as fd:
        return decoded(_everything(fd, path), path)


def decoded(data: bytes, path: Path) -> str:
    """The text that the bytes of `path` are, as `read` returns it; bytes of standard input are read so too.

    Raises StoreError: file-too-big, file-not-utf8.
    """
    refuse_size(len(data), path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
    line_start = good.rfind("\n") + 1
    # The byte order mark is two Russian letters in cp1251, and enough to pass for it where the text is short.
    utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    raise StoreError(
        "file-not-utf8",
        path,
        line=good.count("\n") + 1,
        column=len(good[line_start:].removeprefix("\ufeff")) + 1,
        cp1251=not utf16 and _looks_like_cp1251(data),
        utf16=utf16,
    ) from None


def read_bytes(path: Path) -> bytes:
    """A file as it is, whatever its kind.

    Raises StoreError: those of `read`, but for file-not-utf8.
    """
    with _opened(path, os.O_RDONLY) as fd:
        return _everything(fd, path)


def any_text(data: bytes, path: Path) -> str:
    """The text of a table from whatever program wrote it: UTF-8, UTF-16 with its mark, or cp1251; the mark left out.

    Raises StoreError: file-too-big; file-not-utf8 when it is none of these.
    """
    refuse_size(len(data), path)
    text = None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        with contextlib.suppress(UnicodeDecodeError):
            text = data.decode("utf-16")
    elif not _is_utf8(data) and _looks_like_cp1251(data):
        text = data.decode("cp1251")
    if text is None or "\0" in text:
        text = decoded(data, path)
    if "\0" in text:
        before = text[: text.index("\0")]
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        raise StoreError("file-not-utf8", path, line=line, column=column, cp1251=False, utf16=False)
    return text.removeprefix("\ufeff")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


# Writing


def append(
    path: Path,
    make: Callable[[str], str],
    *,
    env: Mapping[str, str] | None = None,
    patience: float = LOCK_PATIENCE,
    disk: Disk = DISK,
) -> str:
    """Add lines to the end of a pulka and return its new text, once they are on the disk.

    Under a lock that keeps other writers out, the file is read again and `make(text)` returns the lines to add (a
    missing last line end is added; an empty string writes nothing). What `make` raises passes through, and nothing is
    written; it must not wait for a person or write to a pulka, for the lock is held meanwhile. A file that does not end
    with a line end gets one first. Line ends written are LF, in a CRLF file too.

    The lines go to the file in one write. If that falls short or fails, the file is cut back to its old length.

    Raises StoreError: those of `read`; file-busy after `patience` seconds; file-changed when a program that does not
    take the lock (an editor) saved the file meanwhile; file-no-space; file-too-big when it would become so.
    """
    with _locked(path, env, patience), _opened(path, os.O_RDWR | os.O_APPEND) as fd:
        before = os.fstat(fd)
        text = decoded(_everything(fd, path), path)
        added = _lines_to_add(text, make(text))
        data = added.encode()
        if not data:
            return text
        refuse_size(before.st_size + len(data), path)
        with _told_as_store_error(path):
            _refuse_changed(path, before)
            try:
                _write_at_once(fd, data, disk)
                # Had an editor put another file in the place of this one, the lines would go down with the old one.
                _refuse_replaced(path, before)
            except BaseException:  # an interrupt too: what was not acknowledged is not left behind
                _take_back(fd, before.st_size, data)
                raise
        return text + added


def replace(
    path: Path,
    make: Callable[[str], str],
    *,
    env: Mapping[str, str] | None = None,
    patience: float = LOCK_PATIENCE,
    disk: Disk = DISK,
) -> str:
    """Rewrite a pulka as `make(text)` says, and return its new text, once it is on the disk.

    At every moment the file is either the old one or the new one, whole. Lock and `make` are as for `append`; text that
    comes back unchanged is not written. Permissions are kept, and the owner where that is allowed; through a symbolic
    link its target is replaced and the link stays.

    Raises StoreError: as `append`; file-permission with the folder as `path` when no file may be made in it.
    """
    with _locked(path, env, patience):
        target = Path(os.path.realpath(path))
        # Opened for writing although it is only read: a file protected against writing is not to be replaced.
        with _opened(path, os.O_RDWR) as fd:
            before = os.fstat(fd)
            text = decoded(_everything(fd, path), path)
        new = make(text)
        if new == text:
            return text
        data = new.encode()
        refuse_size(len(data), path)
        with _told_as_store_error(path):
            _put_in_place(target, data, before, disk, check=lambda: _refuse_changed(path, before))
        return new


def create(path: Path, text: str, *, disk: Disk = DISK) -> None:
    """Write a new file and return once it and its name are on the disk.

    Raises StoreError: file-exists when anything has that name, a link that leads nowhere included (file-directory for
    a directory); file-missing or file-permission with the folder as `path` when that is at fault; file-no-space,
    file-too-big, file-other. A file that could not be written whole is removed.
    """
    data = text.encode()
    refuse_size(len(data), path)
    with _told_as_store_error(path):
        if path.is_dir():
            raise StoreError("file-directory", path)
        with _told_as_store_error(path.parent, _FOLDER_AT_FAULT):
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, 0o666)
        try:
            try:
                _write_everything(fd, data, disk)
            finally:
                os.close(fd)
            _sync_folder(path.parent, disk)
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            raise


def refuse_taken(path: Path) -> None:
    """Refuse a name that `create` would refuse, as far as can be seen before there is anything to write.

    Raises StoreError: as `create`.
    """
    with _told_as_store_error(path):
        if path.is_dir():
            raise StoreError("file-directory", path)
        if os.path.lexists(path):
            raise StoreError("file-exists", path)
        with _told_as_store_error(path.parent, (*_FOLDER_AT_FAULT, NotADirectoryError)):
            if not stat.S_ISDIR(os.stat(path.parent).st_mode):
                raise StoreError("file-missing", path.parent)
            if not os.access(path.parent, os.W_OK | os.X_OK):
                raise StoreError("file-permission", path.parent)


def write_export(path: Path, data: bytes, *, disk: Disk = DISK) -> bool:
    """Write an export, in the place of an older one if there is one; True if there was.

    At every moment the file is either the old one or the new one, whole; permissions and links are kept as by
    `replace`. An older file must begin as `data` does, by its first bytes: anything else is not of the same kind.

    Raises StoreError: file-kind when the older file is something else; file-pulka when the name, or the file a
    link leads to, ends in `.pulka`; file-directory, file-special, file-permission, file-missing (the folder),
    file-no-space, file-other.
    """
    target = Path(os.path.realpath(path))
    for name in (path, target):
        # Windows takes no notice of dots and blanks at the end of a name.
        if name.name.rstrip(". ").casefold().endswith(".pulka"):
            raise StoreError("file-pulka", path)
    with _told_as_store_error(path):
        try:
            before = os.stat(target)
        except FileNotFoundError:
            before = None
        if before is not None:
            _refuse_irregular(before, path)
            if not os.access(target, os.W_OK):
                raise StoreError("file-permission", path)
            _refuse_other_kind(target, path, data)
        _put_in_place(target, data, before, disk)
    return before is not None


def new_name(folder: Path, today: date) -> Path:
    """A free name for today's pulka in `folder`: `2026-05-09.pulka`, then `2026-05-09-2.pulka`, `-3` and so on.

    Another program may take it a moment later: `create` then raises file-exists, and the next name is asked for.
    """
    path = folder / f"{today.isoformat()}.pulka"
    number = 2
    while os.path.lexists(path):
        path = folder / f"{today.isoformat()}-{number}.pulka"
        number += 1
    return path


# The pulka last written to


def remember(path: Path, env: Mapping[str, str] | None = None) -> bool:
    """Remember `path`, made absolute, as the pulka last written to; False if that cannot be stored.

    It raises nothing: a home that cannot be written to does not break a command. `PULKA_STATE_DIR` in `env` (the
    process's own environment unless given) names another folder than the user's state folder.
    """
    try:
        memory = _memory(env)
        if recalled(env) == Path(os.path.abspath(path)):
            return True
        memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _put_in_place(memory, os.fsencode(os.path.abspath(path)) + b"\n", None, _UNHURRIED)
    except (OSError, ValueError, StoreError):
        return False
    return True


def recalled(env: Mapping[str, str] | None = None) -> Path | None:
    """The pulka last written to, as remembered; the file itself may be gone by now.

    None if nothing is remembered or what is stored is damaged, which is then left as it is. It raises nothing.
    """
    try:
        memory = _memory(env)
        with _opened(memory, os.O_RDONLY) as fd:
            stored = _everything(fd, memory)
    except (OSError, ValueError, StoreError):
        return None
    # The last line end shows that it is whole; what a name may not hold, or no absolute path, is damage.
    if not stored.endswith(b"\n") or b"\0" in stored:
        return None
    try:
        path = Path(os.fsdecode(stored[:-1]))
    except ValueError:
        return None
    return path if path.is_absolute() else None


# What is being typed


class Draft:
    """What somebody is typing, kept for the case that he does not come to its end.

    One program at a time works on it: the system gives it free when that program ends, however it ends.
    """

    def __init__(self, path: Path, lock: BaseFileLock) -> None:
        self.path = path
        self._lock = lock

    def read(self) -> str:
        """What is kept.

        Raises StoreError: as `read`.
        """
        return read(self.path)

    def write(self, text: str) -> None:
        """Keep this in the place of what was kept: at every moment the file is the old one or the new one, whole.

        It outlives the program, but perhaps not a power cut.

        Raises StoreError: file-no-space, file-permission, file-other.
        """
        with _told_as_store_error(self.path):
            _put_in_place(self.path, text.encode(), None, _UNHURRIED)

    def drop(self) -> None:
        """Keep nothing any more."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self._end()

    def set_aside(self) -> Path:
        """Put a draft that is none under a name where nothing looks for drafts, and return that name."""
        aside = self.path.with_suffix(".damaged")
        with _told_as_store_error(self.path):
            os.replace(self.path, aside)
        self._end()
        return aside

    def release(self) -> None:
        """Let another program work on it."""
        self._lock.release()

    def _end(self) -> None:
        self.release()
        with contextlib.suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)


def new_draft(env: Mapping[str, str] | None = None) -> Draft:
    """A draft with nothing in it; there is no file before it is written to.

    Raises StoreError: there is no place for it.
    """
    with _told_as_store_error(Path("drafts")):
        folder = _drafts(env)
    return _held_draft(folder / f"{os.getpid()}-{os.urandom(4).hex()}{_DRAFT}")


def left_drafts(env: Mapping[str, str] | None = None) -> Iterator[Draft]:
    """The drafts that no program is working on, the one written last first; each is held until it is released."""
    written: list[tuple[int, Path]] = []
    with contextlib.suppress(OSError):
        for path in _drafts(env).iterdir():
            if path.suffix == _DRAFT:
                with contextlib.suppress(OSError):
                    written.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(written, reverse=True):
        try:
            draft = _held_draft(path)
        except StoreError:
            continue
        if path.exists():
            yield draft
        else:
            # Whoever worked on it came to the end at this moment.
            draft.drop()


_DRAFT = ".draft"


def _drafts(env: Mapping[str, str] | None) -> Path:
    return _state_folder(env) / "drafts"


def _held_draft(path: Path) -> Draft:
    import filelock  # slow, and only who is asked many questions needs it

    with _told_as_store_error(path.parent):
        _make_own_folder(path.parent)
        lock = filelock.FileLock(path.with_suffix(".lock"), thread_local=False)
        try:
            lock.acquire(timeout=0)
        except filelock.Timeout:
            raise StoreError("file-busy", path, seconds=0) from None
    return Draft(path, lock)


class _UnhurriedDisk(Disk):
    """For a file that may be lost in a power cut."""

    def sync(self, fd: int) -> None:
        pass


_UNHURRIED = _UnhurriedDisk()


def _memory(env: Mapping[str, str] | None) -> Path:
    return _state_folder(env) / "last-pulka"


def _state_folder(env: Mapping[str, str] | None) -> Path:
    chosen = (os.environ if env is None else env).get("PULKA_STATE_DIR")
    if chosen:
        return Path(os.path.abspath(chosen))
    # Imported here for the start-up time: most of it is tempfile, and a command given its file needs none of it.
    import platformdirs

    folder = platformdirs.user_state_path("pulka-calc", appauthor=False)
    if not folder.is_absolute():
        # No home is known. "~" as the name of a folder in the user's folder is not wanted.
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    return folder


# The lock


@contextlib.contextmanager
def _locked(path: Path, env: Mapping[str, str] | None, patience: float) -> Iterator[None]:
    """Keep other writers of this pulka out. The system drops the lock of a process that dies."""
    # Imported here for the start-up time: with 15 to 25 ms it costs more than everything else a command of `show`'s
    # kind does with a file, and only writers need it. Its submodules come no cheaper: each loads the package first.
    import filelock

    with _told_as_store_error(path):
        _refuse_irregular(os.stat(path), path)
        name = _lock_name(path)
    trouble = StoreError("file-other", path, reason="there is no place for its lock", errno=None)
    for folder in _lock_folders(env):
        lock = filelock.FileLock(folder / name)
        try:
            _make_own_folder(folder)
            lock.acquire(timeout=patience, poll_interval=0.01)
            break
        except filelock.Timeout:
            raise StoreError("file-busy", path, seconds=patience) from None
        except OSError as error:  # a home that cannot be written to, or full: the next place will do
            trouble = _store_error(error, folder)
    else:
        raise trouble
    try:
        yield
    finally:
        lock.release()


def _lock_name(path: Path) -> str:
    """The same for every way of naming the file: by links, another letter case, another form of `й`.

    Two files that share a lock by chance only wait for each other.
    """
    import hashlib  # these two: for writers only
    import unicodedata

    target = Path(os.path.realpath(path))
    folder = os.stat(target.parent)
    name = unicodedata.normalize("NFC", target.name).casefold()
    key = os.fsencode(f"{folder.st_dev}:{folder.st_ino}:{name}")
    return hashlib.sha256(key).hexdigest()[:24] + ".lock"


def _lock_folders(env: Mapping[str, str] | None) -> Iterator[Path]:
    """Where the lock may lie, the best first: never beside the pulka."""
    with contextlib.suppress(OSError):
        yield _state_folder(env) / "locks"
    with contextlib.suppress(OSError):
        import tempfile  # slow, and hardly ever needed

        name = "pulka-calc"
        if sys.platform != "win32":
            name += f"-{os.getuid()}"  # the folder for temporary files is everyone's there
        yield Path(tempfile.gettempdir()) / name


def _make_own_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if sys.platform != "win32":
        shared = os.stat(folder.parent).st_mode & stat.S_ISVTX
        if shared and os.lstat(folder).st_uid != os.getuid():
            # Where anyone can make a folder of this name, whoever made it could take our lock away.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


# Parts

_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
"""Bytes as they are, not for child processes, and no terminal taken over."""

_FOLDER_AT_FAULT = (FileNotFoundError, PermissionError)
"""What stands in the way of a new name is the folder it would be in."""

_CODE_OF_KIND: dict[type[OSError], Code] = {
    FileNotFoundError: "file-missing",
    NotADirectoryError: "file-missing",
    IsADirectoryError: "file-directory",
    FileExistsError: "file-exists",
    PermissionError: "file-permission",
}

_CODE_OF_ERRNO: dict[int, Code] = {
    errno.EROFS: "file-permission",
    errno.ENOSPC: "file-no-space",
    getattr(errno, "EDQUOT", errno.ENOSPC): "file-no-space",
}


@contextlib.contextmanager
def _told_as_store_error(path: Path, kinds: tuple[type[OSError], ...] = (OSError,)) -> Iterator[None]:
    """Turn an OSError, or only some kinds of it, into the StoreError that says it of `path`."""
    try:
        yield
    except kinds as error:
        raise _store_error(error, path) from error


def _store_error(error: OSError, path: Path) -> StoreError:
    for kind, code in _CODE_OF_KIND.items():
        if isinstance(error, kind):
            return StoreError(code, path)
    if error.errno in _CODE_OF_ERRNO:
        return StoreError(_CODE_OF_ERRNO[error.errno], path)
    return StoreError("file-other", path, reason=error.strerror or str(error), errno=error.errno)


def _refuse_irregular(found: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise StoreError("file-directory", path)
    if not stat.S_ISREG(found.st_mode):
        raise StoreError("file-special", path)


def refuse_size(size: int, path: Path) -> None:
    """Raise StoreError file-too-big for more bytes than a file may have."""
    if size > SIZE_LIMIT:
        raise StoreError("file-too-big", path, size=size, limit=SIZE_LIMIT)


_KIND = 3
"""Bytes that tell what kind a file is: a zip archive, a text with a byte order mark, a JSON object."""


def _refuse_other_kind(target: Path, path: Path, data: bytes) -> None:
    with target.open("rb") as file:
        begins = file.read(_KIND)
    if begins and begins != data[:_KIND]:
        raise StoreError("file-kind", path)


def _refuse_changed(path: Path, before: os.stat_result) -> None:
    """Raise file-changed unless `path` still is the file that was read, untouched since then."""
    now = _refuse_replaced(path, before)
    if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise StoreError("file-changed", path)


def _refuse_replaced(path: Path, before: os.stat_result) -> os.stat_result:
    """Raise file-changed unless `path` still is that file, whatever is in it now."""
    try:
        now = os.stat(path)
    except FileNotFoundError:
        raise StoreError("file-changed", path) from None
    if not os.path.samestat(now, before):
        raise StoreError("file-changed", path)
    return now


@contextlib.contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    """A regular file, opened; anything else is refused before it can block (a pipe) or be touched (a device)."""
    with _told_as_store_error(path):
        _refuse_irregular(os.stat(path), path)
        fd = os.open(path, flags | _PLAIN | getattr(os, "O_NONBLOCK", 0))
    try:
        _refuse_irregular(os.fstat(fd), path)
        yield fd
    finally:
        os.close(fd)


def _everything(fd: int, path: Path) -> bytes:
    refuse_size(os.fstat(fd).st_size, path)
    parts: list[bytes] = []
    size = 0
    with _told_as_store_error(path):
        while part := os.read(fd, 1 << 20):
            parts.append(part)
            size += len(part)
            refuse_size(size, path)  # some files do not know their size, and some grow
    return b"".join(parts)


def _looks_like_cp1251(data: bytes) -> bool:
    """Whether it reads as Russian in the old Windows encoding.

    Most of what is not ASCII must then be Russian letters (in UTF-8 with an error in it half of it is not), in words
    without Latin letters (`José` in the Western encoding would be `Josй`).
    """
    try:
        text = data.decode("cp1251")
    except UnicodeDecodeError:
        return False
    foreign = re.findall(r"[^\x00-\x7f]", text)
    russian = re.findall(r"[а-яА-ЯёЁ]", text)
    # One search for both would look at a long Latin word again from each of its letters.
    words = [word for word in re.findall(r"[a-zA-Zа-яА-ЯёЁ]+", text) if re.search(r"[а-яА-ЯёЁ]", word)]
    pure = [word for word in words if not re.search(r"[a-zA-Z]", word)]
    return bool(words) and len(russian) >= 0.75 * len(foreign) and len(pure) >= 0.75 * len(words)


def _lines_to_add(text: str, lines: str) -> str:
    if not lines:
        return ""
    first = "" if text in ("", "\ufeff") or text.endswith("\n") else "\n"
    last = "" if lines.endswith("\n") else "\n"
    return first + lines + last


def _take_back(fd: int, length: int, data: bytes) -> None:
    """Cut the file back to `length` if nothing but a part of `data` stands behind it."""
    with contextlib.suppress(OSError):  # the first error is the one to tell
        os.lseek(fd, length, os.SEEK_SET)
        behind = os.read(fd, len(data) + 1)
        if behind and data.startswith(behind):
            os.ftruncate(fd, length)
            os.fsync(fd)


def _write_at_once(fd: int, data: bytes, disk: Disk) -> None:
    if disk.write(fd, data) < len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    disk.sync(fd)


def _write_everything(fd: int, data: bytes, disk: Disk) -> None:
    rest = memoryview(data)
    while rest:
        written = disk.write(fd, bytes(rest))
        if written <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[written:]
    disk.sync(fd)


def _put_in_place(
    target: Path,
    data: bytes,
    before: os.stat_result | None,
    disk: Disk,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Write a file beside `target` and put it in its place in one step, right after `check`.

    It gets the permissions and, where allowed, the owner of `before`, the file that was there.
    """
    # Short, for the longest names; hidden, and never a *.pulka that could be taken for the only one in its folder.
    beside = target.with_name(f".pulka-calc-{os.urandom(6).hex()}.tmp")
    with _told_as_store_error(target.parent, _FOLDER_AT_FAULT):
        fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, 0o666 if before is None else 0o600)
    try:
        try:
            if before is not None:
                _keep_owner_and_mode(fd, beside, before)
            _write_everything(fd, data, disk)
        finally:
            os.close(fd)
        check()
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent, disk)


def _keep_owner_and_mode(fd: int, path: Path, before: os.stat_result) -> None:
    if sys.platform != "win32":
        made = os.fstat(fd)
        if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
            # Mended with administrator's rights, the file still is its owner's.
            try:
                os.fchown(fd, before.st_uid, before.st_gid)
            except OSError:
                with contextlib.suppress(OSError):
                    os.fchown(fd, -1, before.st_gid)
    os.chmod(path, stat.S_IMODE(before.st_mode))


def _sync_folder(folder: Path, disk: Disk) -> None:
    """Return when the names in `folder` would survive a power cut, where the system can say so."""
    if sys.platform == "win32":
        return
    try:
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:  # a folder to write in but not to look into
        return
    try:
        disk.sync(fd)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems that do not know it for folders
            raise
    finally:
        os.close(fd)
