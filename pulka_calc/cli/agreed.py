"""The rules that a word of the command line names: ``--rules sochi``, with ``--rule K=V`` on top.

The word is a preset or its alias, a rules file by its path (it ends in ``.toml`` or has a folder in it), or one of the
user's own rules by name. A preset always wins.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.cli.files import label_of
from pulka_calc.game.presets import find_preset
from pulka_calc.game.rules import KINDS, Rules, conflicts
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.document import rules_of
from pulka_calc.journal.statements import Field, Misplaced, read_rule
from pulka_calc.words.faults import describe

if TYPE_CHECKING:
    from pathlib import Path

    from pulka_calc.houserules import HouseRules


class Agreed(NamedTuple):
    """What a table agreed: a preset and what it has otherwise."""

    preset: str
    changed: dict[str, object]
    """Values by rule, in the order in which they are to be written."""

    @property
    def rules(self) -> Rules:
        """The rules that this comes to."""
        return rules_of(self.preset, tuple(self.changed.items()))


def agreed(env: Env, word: str, changes: Sequence[str] = ()) -> Agreed:
    """The rules that `word` names, with each ``K=V`` of `changes` on top.

    Raises:
        UsageProblem: there are no such rules, or they cannot stand together.
        Wrong: the rules file is wrong.
        StoreError: the rules file cannot be read.
    """
    base = named(env, word)
    if base is None:
        raise no_such_rules(env, word)
    return on_top(env, base, changes)


def on_top(env: Env, base: Agreed, changes: Sequence[str]) -> Agreed:
    """Some rules with each ``K=V`` of `changes` on top.

    Raises:
        UsageProblem: there is no such rule or value, or they cannot stand together.
    """
    changed = dict(base.changed)
    for item in changes:
        name, value = rule_change(env, item)
        changed[name] = value
    found = Agreed(base.preset, changed)
    for conflict in conflicts(found.rules):
        values = {rule: KINDS[rule].text(getattr(found.rules, rule)) for rule in conflict.rules}
        raise refusal(env, f"rules-{conflict.reason}", values)
    return found


def named(env: Env, word: str) -> Agreed | None:
    """The rules of the preset, the file or the name that `word` is; ``None`` when it is none of them.

    Raises:
        Wrong: the rules file is wrong.
        StoreError: the rules file cannot be read.
    """
    preset = find_preset(word)
    if preset is not None:
        say_hidden(env, word, preset.preset)
        return Agreed(preset.preset, {})
    path = rules_path(env, word)
    if path is None:
        return None
    house = read_house(env, path)
    return Agreed(house.preset, house.changed)


def rules_path(env: Env, word: str) -> Path | None:
    """The rules file that `word` names by its path or by its name; there may be none at that path."""
    from pulka_calc.houserules import SUFFIX, find_named, rules_folder

    if word.lower().endswith(SUFFIX) or any(sign in word for sign in (os.sep, os.altsep) if sign):
        return env.folder / word
    return find_named(rules_folder(env.environ), word)


def read_house(env: Env, path: Path) -> HouseRules:
    """The rules of a file.

    Raises:
        Wrong: it is wrong, or one that it extends is.
        StoreError: it cannot be read.
    """
    # Imported here: a run that names a preset needs neither the reader of TOML nor pydantic.
    from pulka_calc.houserules import RulesWrong, read_rules, rules_folder

    try:
        return read_rules(path, rules_folder(env.environ))
    except RulesWrong as wrong:
        raise Wrong(label_of(env, wrong.path), wrong.lines, wrong.faults) from None


def own_names(env: Env) -> tuple[str, ...]:
    """The names of the user's own rules."""
    from pulka_calc.houserules import named_rules, rules_folder

    return tuple(named_rules(rules_folder(env.environ)))


def say_hidden(env: Env, word: str, preset: str) -> None:
    """Say that rules of the user's own are not meant, where a preset has taken their name."""
    from pulka_calc.houserules import find_named, rules_folder

    path = find_named(rules_folder(env.environ), word)
    if path is not None:
        env.err(
            env.say(
                "{word} is the preset {preset}; it hides your own rules of that name, they are {path}",
                word=env.speech.quote(word),
                preset=preset,
                path=path,
            )
        )


def no_such_rules(env: Env, word: str) -> UsageProblem:
    """That there are no rules of this name, and which there are."""
    return refusal(env, "rules-unknown", {"word": word, "named": own_names(env)})


def rule_change(env: Env, item: str) -> tuple[str, object]:
    """The rule and the value of ``K=V``.

    Raises:
        UsageProblem: there is no such rule, or it has no such value.
    """
    name, equals, value = item.partition("=")
    if not equals:
        raise UsageProblem(
            env.say("a rule is written NAME=VALUE, for example --rule pool_target=10, not {word}", word=item)
        )
    try:
        return read_rule(f"{name} {value}", 0, Field("rule", Span(0, 0)))
    except Misplaced as problem:
        raise refusal(env, problem.code, problem.values) from None


def refusal(env: Env, code: str, values: Mapping[str, object]) -> UsageProblem:
    """What a file would be told of the same word."""
    return UsageProblem("; ".join(describe(Diagnostic(code, 1, (), values), env.speech)))
