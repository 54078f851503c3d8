"""The README: what it shows is what the program does, and it speaks of everything that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pulka_calc.cli.commands import COMMANDS
from tests.tools.readme import README, Section, replayed, sections, spans

INSTALL = (
    "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/pulka settle samples/dacha.pulka",
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest",
)
"""As CI runs them."""

TEXT = README.read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.DOTALL | re.MULTILINE)
SECTIONS = sections(TEXT)
HALVES = {
    lang: "\n".join(line for section in SECTIONS if section.lang == lang for line in section.lines)
    for lang in ("ru", "en")
}


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_examples_show_what_the_program_says(section: Section, tmp_path: Path) -> None:
    """After a change that is meant: ``python tests/tools/readme.py``."""
    assert section.lines == replayed(section, tmp_path.resolve())


@pytest.mark.parametrize("lang", HALVES)
@pytest.mark.parametrize("command", INSTALL)
def test_installing_is_one_line_of_a_code_block(command: str, lang: str) -> None:
    assert f"```sh\n{command}\n```" in HALVES[lang]


@pytest.mark.parametrize("lang", HALVES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(command: str, lang: str) -> None:
    rows = [span for line in HALVES[lang].splitlines() if line.startswith("|") for span in spans(line)]
    assert any(span.startswith(f"pulka {command}") for span in rows)


def test_no_command_is_named_that_there_is_not() -> None:
    named = {span.split()[1] for span in spans(PROSE) if span.startswith("pulka ") and span != "pulka 1"}
    assert named <= {*COMMANDS, "--install-completion"}


def test_links_lead_to_headings() -> None:
    anchors = {re.sub(r"[^\w -]", "", section.title.lower()).replace(" ", "-") for section in SECTIONS}
    links = set(re.findall(r"\]\(#([^)]+)\)", TEXT))
    assert links
    assert links <= anchors


def test_lines_fit_a_page() -> None:
    """Tables apart, which cannot be broken."""
    assert [line for line in PROSE.splitlines() if len(line) > 122 and not line.startswith("|")] == []
