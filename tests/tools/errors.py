"""The expected texts beside the files of ``tests/errors``: one file, one mistake, as people read it.

    python tests/tools/errors.py

Rewrites ``<code>.txt`` and ``<code>.ru.txt`` from what the program says now; read what changed before you keep it.
The mistakes of rules files are in ``tests/errors/rules``, which is also the folder where they find each other by name.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ERRORS = ROOT / "tests" / "errors"
RULES = ERRORS / "rules"

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pulka_calc.houserules import RulesWrong, read_rules  # noqa: E402 - run as a script it must first be found
from pulka_calc.journal.diagnostics import Diagnostic  # noqa: E402
from pulka_calc.journal.pulka import read_text  # noqa: E402
from pulka_calc.words.excerpt import render  # noqa: E402
from pulka_calc.words.speech import LANGUAGES, Language, Speech  # noqa: E402


def mistakes() -> list[Path]:
    """The pulka files, each named after the code that it is an example of."""
    return sorted(ERRORS.glob("*.pulka"))


def mistakes_in_rules() -> list[Path]:
    """The rules files, each named after the code that it is an example of."""
    return sorted(RULES.glob("*.toml"))


def faults_of_rules(path: Path) -> tuple[list[str], list[Diagnostic]]:
    """The lines of a rules file that is wrong, and all that is wrong with it."""
    try:
        read_rules(path, RULES)
    except RulesWrong as wrong:
        return wrong.lines, wrong.faults
    return [], []


def expected_path(path: Path, lang: Language) -> Path:
    """Where the text in this language stands."""
    return path.with_suffix(".txt" if lang == "en" else f".{lang}.txt")


def told(path: Path, lang: Language) -> str:
    """Everything that the program says of a file."""
    if path.suffix == ".toml":
        lines, found = faults_of_rules(path)
    else:
        pulka = read_text(path.read_bytes().decode())
        lines, found = pulka.document.lines, [*pulka.errors, *pulka.failed_checks, *pulka.warnings]
    speech = Speech(lang)
    return "\n".join(render(diagnostic, path.name, lines, speech) + "\n" for diagnostic in found)


def main() -> None:
    """Write all expected texts anew, and say which changed."""
    for path in (*mistakes(), *mistakes_in_rules()):
        for lang in LANGUAGES:
            target, text = expected_path(path, lang), told(path, lang)
            if not target.exists() or target.read_text(encoding="utf-8") != text:
                target.write_text(text, encoding="utf-8", newline="\n")
                print(target.name)


if __name__ == "__main__":
    main()
