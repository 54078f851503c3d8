"""`tests/traceability.md` is whole: every paragraph of the rule base has tests, and every test named there exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TABLE: Final = ROOT / "tests" / "traceability.md"

PARAGRAPHS: Final = (
    "§1 seats",
    "§1 two players",
    "§2 values",
    *(f"§3.{number}" for number in range(1, 12)),
    "§3 misère",
    "§4 on the mountain",
    "§4 on whists",
    "§4 talon",
    "§4 prices",
    "§4 exit",
    "§4 row ends",
    "§5 dark pass",
    "§5 dark game",
    "§5 bombs",
    "§6 adjustments",
    "§6 below the auction",
    "§6 talon exposed",
    "§6 renounce",
    "§6 newcomer",
    *(f"§7.{number}" for number in range(1, 5)),
    "§7.5 choice",
    "§7.5 mountain_first",
    "§7.5 robber",
    "§7.5 all-pass phase",
    "§7.5 points left",
    "§8 balance",
    "§8 open pools",
    "§8 paper way",
    "§8 divisor",
    "§8 Old example",
    "§8 whole numbers",
    "§8 table_custom",
    "§8 payments",
    "§9 values",
    "§9 no value follows",
    "§9 refused together",
    "§9 presets",
    "§9 aliases",
    "§9 shared misère",
)
"""The paragraphs and points of the rule base, in its order."""

Rows = dict[str, list[str]]


def read_rows(text: str) -> Rows:
    """The tests of each paragraph, in the order of the table."""
    rows: Rows = {}
    for line in text.splitlines():
        if line.startswith("| §"):
            _, paragraph, _, tests, _ = (cell.strip() for cell in line.split("|"))
            assert paragraph not in rows, f"{paragraph} stands there twice"
            rows[paragraph] = re.findall(r"`([^`]*)`", tests)
    return rows


def without_comments(text: str) -> str:
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)


@cache
def functions_of(path: str) -> dict[str, str]:
    """The test functions of a file with their source, marks and tables of rows included; empty without such a file.

    What the file says of itself belongs to each: some hold one paragraph only.
    """
    file = ROOT / path
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    module = tree.body
    about = ast.get_docstring(tree) or ""
    lines = text.splitlines()

    def source(node: ast.stmt, first: int) -> str:
        return "\n".join(lines[first - 1 : node.end_lineno])

    tables: dict[str, str] = {}
    for node in module:
        for target in [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", []):
            if isinstance(target, ast.Name):
                tables[target.id] = source(node, node.lineno)
    found = {}
    for node in module:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            own = source(node, min([node.lineno, *(mark.lineno for mark in node.decorator_list)]))
            found[node.name] = "\n".join(
                [about, own, *(tables[name] for name in tables if re.search(rf"\b{name}\b", own))]
            )
    return found


def number_of(paragraph: str) -> str:
    return paragraph.split()[0]


def source_of(test: str) -> str | None:
    """The source of ``tests/test_x.py::test_name``; ``None`` when there is no such test."""
    path, _, name = test.partition("::")
    return functions_of(path).get(name)


def marked(source: str, number: str) -> bool:
    """Whether a test names this paragraph: ``§3.1`` is not ``§3.11``."""
    return re.search(re.escape(number) + r"(?![0-9]|\.[0-9])", source) is not None


def faults(rows: Rows, paragraphs: tuple[str, ...]) -> list[str]:
    """What is wrong with a table that should have these paragraphs."""
    found = [f"{paragraph} has no row" for paragraph in paragraphs if paragraph not in rows]
    found += [f"{paragraph} is no paragraph" for paragraph in rows if paragraph not in paragraphs]
    for paragraph, tests in rows.items():
        if not tests:
            found.append(f"{paragraph} has no test")
        found += [f"{paragraph}: there is no {test}" for test in tests if source_of(test) is None]
    return found


ROWS: Final = read_rows(without_comments(TABLE.read_text(encoding="utf-8")))


def test_every_paragraph_has_tests_and_every_test_exists() -> None:
    assert faults(ROWS, PARAGRAPHS) == []
    assert tuple(ROWS) == PARAGRAPHS, "in the order of the rule base"


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_some_test_of_a_paragraph_names_it(paragraph: str) -> None:
    """By its mark in a row, a docstring or a comment; shared tables of rows are read with the file."""
    number = number_of(paragraph)
    sources = [source_of(test) or "" for test in ROWS[paragraph]]
    if any("parametrize" in source and "CHOICES" in source for source in sources) or "test_causes" in str(
        ROWS[paragraph]
    ):
        sources += [(ROOT / test.partition("::")[0]).read_text(encoding="utf-8") for test in ROWS[paragraph]]
    assert any(marked(source, number) for source in sources), ROWS[paragraph]


def marks(folder: str) -> set[str]:
    """Every ``§3.4`` in the Python files of a folder."""
    return {
        mark
        for file in (ROOT / folder).rglob("*.py")
        for mark in re.findall(r"§[0-9]+(?:\.[0-9]+)?", file.read_text(encoding="utf-8"))
    }


def test_marks_in_code_and_tests_are_paragraphs() -> None:
    numbers = {number_of(paragraph) for paragraph in PARAGRAPHS}
    whole_sections = {number.partition(".")[0] for number in numbers}
    assert marks("pulka_calc") <= numbers | whole_sections
    # Design has sections of its own; its marks are those of §2 to §5 and none has a point.
    assert marks("tests") <= numbers | whole_sections
    scored = {number for number in numbers if number not in ("§1", "§9", "§3.9")}
    assert scored - marks("pulka_calc/game") == set(), "what writes a figure says which paragraph it keeps"


def test_a_table_is_seen_to_be_wrong() -> None:
    here = "tests/test_traceability.py"
    mine = f"{here}::test_a_table_is_seen_to_be_wrong"
    assert faults({"§2 values": [mine]}, ("§2 values",)) == []
    assert faults({"§2 values": [mine]}, ("§2 values", "§3.1")) == ["§3.1 has no row"]
    assert faults({"§2 values": []}, ("§2 values",)) == ["§2 values has no test"]
    assert faults({"§2 values": [f"{here}::test_no"]}, ("§2 values",)) == [f"§2 values: there is no {here}::test_no"]
    assert faults({"§2 values": ["tests/test_no.py::test_no"]}, ("§2 values",)) == [
        "§2 values: there is no tests/test_no.py::test_no"
    ]
    assert faults({"§6 renounce": [mine]}, ("§2 values",))[-1] == "§6 renounce is no paragraph"
    assert read_rows(without_comments("| §1 seats | x | `a` `b` |\n<!--\n| §2 values | x | `c` |\n-->\n")) == {
        "§1 seats": ["a", "b"]
    }
    assert not marked("§3.11", "§3.1")
    assert not marked("§7.5", "§7")
    assert marked("§3.1: made", "§3.1")
