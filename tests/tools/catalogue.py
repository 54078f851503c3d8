"""The catalogues of sentences: find the sentences in the code, update ``ru.po``, compile ``ru.mo``.

    python tests/tools/catalogue.py

New sentences are added to ``ru.po`` with an empty translation, those no longer said are dropped; sentences left without
a translation are listed. Nothing is guessed: no fuzzy entries.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pulka_calc"
WORDS = PACKAGE / "words"

SAYING = {"say": 1, "N_": 1, "count": 2, "NN_": 2}
"""What says a sentence or marks it, and how many literals it has."""

Message = str | tuple[str, str]


class RussianCatalogue(Catalog):
    """A catalogue whose header has no dates and no versions: equal sentences make equal files."""

    def __init__(self) -> None:
        super().__init__(locale="ru", project="pulka-calc", fuzzy=False, header_comment="# In Russian.")

    def _header(self) -> list[tuple[str, str]]:
        return [
            ("Project-Id-Version", "pulka-calc"),
            ("Language", "ru"),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]

    mime_headers = property(_header, Catalog._set_mime_headers)


def said() -> dict[Message, list[str]]:
    """Every sentence in the code, and the files that say it, in the order of files."""
    found: dict[Message, list[str]] = {}
    for path in sources():
        for _, _, texts in calls(path):
            values = [text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)]
            if len(values) == len(texts):
                key: Message = values[0] if len(values) == 1 else (values[0], values[1])
                found.setdefault(key, []).append(path.relative_to(ROOT).as_posix())
    return {message: list(dict.fromkeys(places)) for message, places in found.items()}


def sources() -> list[Path]:
    """Every module of the program."""
    return sorted(PACKAGE.rglob("*.py"))


def calls(path: Path) -> Iterator[tuple[int, str, list[ast.expr]]]:
    """Calls that say or mark a sentence: line, name, the arguments that should be literals.

    babel's own extraction does not look into f-strings.
    """
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            # `"a-b".count("-")` is no sentence.
            if name in SAYING and len(node.args) >= SAYING[name]:
                yield node.lineno, name, node.args[: SAYING[name]]


def lost() -> Iterator[str]:
    """Places that say something the catalogue cannot find: a text put together, or one marked that is no literal."""
    for path in sources():
        for line, name, texts in calls(path):
            for text in texts:
                literal = isinstance(text, ast.Constant) and isinstance(text.value, str)
                # A name, an attribute, an entry of a table: it holds what was marked where it stands.
                held = isinstance(text, ast.Name | ast.Attribute | ast.Subscript) and name in ("say", "count")
                if not literal and not held:
                    yield f"{path.relative_to(ROOT)}:{line}"


def read_catalogue(path: Path = WORDS / "ru.po") -> Catalog:
    """The translations as they stand."""
    with path.open("rb") as file:
        return read_po(file, locale="ru")


def updated(old: Catalog) -> Catalog:
    """The sentences of the code with the translations that there are."""
    catalogue = RussianCatalogue()
    for message, places in said().items():
        kept = old.get(message if isinstance(message, str) else message[0])
        string = kept.string if kept is not None and isinstance(kept.id, str) == isinstance(message, str) else None
        catalogue.add(message, string, locations=[(place, 0) for place in places])
    return catalogue


def translated(message: Entry) -> bool:
    """Whether a sentence has its Russian, in all three forms where it counts something."""
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def untranslated(catalogue: Catalog) -> list[str]:
    """Sentences that lack their Russian."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue
        if message.id and not translated(message)
    ]


def compiled(catalogue: Catalog) -> bytes:
    """The bytes of ``ru.mo``; a sentence without a translation is left out, and said in English."""
    whole = RussianCatalogue()
    for message in catalogue:
        if message.id and translated(message):
            whole.add(message.id, message.string)
    file = io.BytesIO()
    write_mo(file, whole)
    return file.getvalue()


def written(catalogue: Catalog) -> bytes:
    """The bytes of ``ru.po``."""
    file = io.BytesIO()
    write_po(file, catalogue, width=0, include_lineno=False)
    return file.getvalue()


def main() -> int:
    """Update both files; 1 when sentences are left without a translation."""
    path = WORDS / "ru.po"
    catalogue = updated(read_catalogue() if path.exists() else RussianCatalogue())
    path.write_bytes(written(catalogue))
    path.with_suffix(".mo").write_bytes(compiled(catalogue))
    missing = untranslated(catalogue)
    for message in missing:
        print(message)
    print(f"{len(list(catalogue)) - 1} sentences, {len(missing)} not translated", file=sys.stderr)
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
