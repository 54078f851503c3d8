"""The first lines of a new file, from what the command line says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pulka_calc.cli.agreed import named, own_names
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.grammar import Lang
from pulka_calc.journal.tokens import Lexicon
from pulka_calc.journal.writer import keyword, name_text, rule_text, title_text


class Head(NamedTuple):
    """What a table agreed before the first hand, each as it was typed; empty where it was not said."""

    rules: str = "sochi"
    rule: Sequence[str] = ()
    """``K=V``, for what the table has otherwise."""
    pool: str = ""
    """The pool's target."""
    dealer: str = ""
    stake: str = ""
    title: str = ""
    date: str = ""
    """``YYYY-MM-DD``; empty: today."""


def head_lines(env: Env, players: Sequence[str], head: Head) -> list[str]:
    """The statements of a new file down to who deals, in the language of the run.

    What is wrong with them is found when they are read.

    Raises:
        UsageProblem: a rule is not written as ``K=V``.
        Wrong: the rules are a file, and it is wrong.
        StoreError: that file cannot be read.
    """
    lang = env.lang
    lines = ["pulka 1"]
    if lang == "ru":
        lines.append("lang ru")
    if head.title:
        lines.append(title_text(one_line(head.title), lang))
    lines.append(f"{keyword('date', lang)} {one_line(head.date) or env.today.isoformat()}")
    lines += _rules(env, head, lang)
    if head.stake:
        lines.append(f"{keyword('stake', lang)} {one_line(head.stake)}")
    lines.append(f"{keyword('players', lang)} " + " ".join(name_text(one_line(name)) for name in players))
    if head.dealer:
        # As the players line has it, where it is a name or the beginning of one alone.
        seats = Lexicon(tuple(one_line(name) for name in players)).seats(head.dealer)
        who = name_text(one_line(players[seats[0]])) if len(seats) == 1 else one_line(head.dealer)
        lines.append(f"{keyword('dealer', lang)} {who}")
    return lines


def _rules(env: Env, head: Head, lang: Lang) -> list[str]:
    agreed = named(env, head.rules)
    lines = [f"{keyword('rules', lang)} {agreed.preset if agreed else one_line(head.rules)}"]
    # What is said on the command line holds over what the rules are otherwise.
    said = {rule_name(item.partition("=")[0]) for item in head.rule} | ({"pool_target"} if head.pool else set())
    for changed, its in (agreed.changed if agreed else {}).items():
        if changed not in said:
            lines.append(rule_text(changed, its, lang))
    for item in head.rule:
        name, equals, value = item.partition("=")
        if not equals:
            raise UsageProblem(
                env.say("a rule is written NAME=VALUE, for example --rule pool_target=10, not {word}", word=item)
            )
        lines.append(f"{keyword('rule', lang)} {one_line(name)} {one_line(value)}")
    if head.pool:
        lines.append(f"{keyword('rule', lang)} pool_target {one_line(head.pool)}")
    return lines


def with_own_names(env: Env, errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with a new file; a pulka knows the presets alone, but rules of one's own may have been meant."""
    return [
        error._replace(values={**error.values, "named": own_names(env)}) if error.code == "rules-unknown" else error
        for error in errors
    ]


def rule_name(typed: str) -> str:
    """The name of a rule as a ``rule`` line reads it."""
    return typed.strip().lower().replace("-", "_")


def one_line(text: str) -> str:
    """Text of an option as it can stand in a line."""
    return " ".join(text.split())
