"""Rules are data (§9): no reckoning asks which preset is played, every choice is a field of `Rules`.

The name of a preset serves to find its values and to be shown. So the game reads it nowhere, the journal only where a
``rules`` line is read, and neither compares anything with a preset's name.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from pulka_calc.game.presets import preset_names

PACKAGE: Final = Path(__file__).parent.parent / "pulka_calc"
NAMES: Final = frozenset(preset_names())

REGISTRY: Final = "game/presets.py"
"""The one module in which presets have names."""

READERS: Final = frozenset(
    {
        "journal/statements.py: read_preset reads .preset",
        "journal/document.py: _target reads .preset",
        "journal/document.py: _finish reads .preset",
    }
)
"""Where a ``rules`` line is read: which preset it names, and the values that this preset has."""


def names_in(node: ast.AST) -> set[str]:
    """Names of presets among the constants below `node`."""
    return {
        inner.value.lower()
        for inner in ast.walk(node)
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and inner.value.lower() in NAMES
    }


def questions(source: str) -> list[str]:
    """Where a module asks for a preset's name: each function with what it does there."""
    found = []

    def look(node: ast.AST, function: str) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        if isinstance(node, ast.Attribute) and node.attr == "preset" and isinstance(node.ctx, ast.Load):
            found.append(f"{function} reads .preset")
        elif isinstance(node, ast.Constant) and node.value == "preset" and function != MODULE:
            found.append(f'{function} reads "preset"')
        elif isinstance(node, ast.Compare):
            found.extend(f"{function} compares with {name}" for name in sorted(names_in(node)))
        elif isinstance(node, ast.match_case):
            found.extend(f"{function} compares with {name}" for name in sorted(names_in(node.pattern)))
        elif isinstance(node, ast.Dict):
            keys = [key for key in node.keys if key is not None]
            found.extend(f"{function} chooses by {name}" for key in keys for name in sorted(names_in(key)))
        for child in ast.iter_child_nodes(node):
            look(child, function)

    look(ast.parse(source), MODULE)
    return found


MODULE: Final = "the module"


@pytest.mark.parametrize(
    "module",
    sorted(
        path.relative_to(PACKAGE).as_posix() for part in ("game", "journal") for path in (PACKAGE / part).rglob("*.py")
    ),
)
def test_nothing_asks_which_preset_is_played(module: str) -> None:
    if module == REGISTRY:
        return
    found = {f"{module}: {question}" for question in questions((PACKAGE / module).read_text(encoding="utf-8"))}
    assert found - READERS == set()


def test_the_readers_are_still_there() -> None:
    for reader in READERS:
        module, _, question = reader.partition(": ")
        assert question in questions((PACKAGE / module).read_text(encoding="utf-8")), reader


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (
            "def price(rules):\n    return 2 if rules.preset == 'leningrad' else 1",
            ["price reads .preset", "price compares with leningrad"],
        ),
        (
            "def price(name):\n    return 2 if name in ('rostov', 'Сочинка') else 1",
            ["price compares with rostov", "price compares with сочинка"],
        ),
        (
            "def price(rules):\n    return {'sport': 2}.get(rules.preset, 1)",
            ["price reads .preset", "price chooses by sport"],
        ),
        ("def price(rules):\n    return getattr(rules, 'preset')", ['price reads "preset"']),
        ("def price(name):\n    match name:\n        case 'old':\n            return 1", ["price compares with old"]),
        ("DOUBLED = kind != 'classic'", ["the module compares with classic"]),
        ("def rename(rules):\n    rules.preset = 'mine'", []),
        ("def price(rules):\n    'Doubled in leningrad.'\n    return rules.remise_factor == 2", []),
    ],
)
def test_a_question_is_found(code: str, found: list[str]) -> None:
    assert sorted(questions(code)) == sorted(found)
