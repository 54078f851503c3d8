"""The rules that a word of the command line names: ``--rules sochi``, with ``--rule K=V`` on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.game.presets import find_preset
from pulka_calc.game.rules import KINDS, Rules, conflicts
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.document import rules_of
from pulka_calc.journal.statements import Field, Misplaced, read_rule
from pulka_calc.words.faults import describe


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
    """
    preset = find_preset(word)
    if preset is None:
        raise _refusal(env, "rules-unknown", {"word": word})
    changed: dict[str, object] = {}
    for item in changes:
        name, value = rule_change(env, item)
        changed[name] = value
    found = Agreed(preset.preset, changed)
    for conflict in conflicts(found.rules):
        values = {rule: KINDS[rule].text(getattr(found.rules, rule)) for rule in conflict.rules}
        raise _refusal(env, f"rules-{conflict.reason}", values)
    return found


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
        raise _refusal(env, problem.code, problem.values) from None


def _refusal(env: Env, code: str, values: Mapping[str, object]) -> UsageProblem:
    """What a file would be told of the same word."""
    return UsageProblem("; ".join(describe(Diagnostic(code, 1, (), values), env.speech)))
