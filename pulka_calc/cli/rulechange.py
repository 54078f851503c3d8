"""``pulka set rule`` and ``pulka set rules``: other rules for a running pulka, every hand reckoned again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pulka_calc.cli.agreed import agreed, rule_change
from pulka_calc.cli.asking import confirmed, new_warnings, unchanged
from pulka_calc.cli.echo import balances_line, difference_lines, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Declined, Exit, UsageProblem, Wrong
from pulka_calc.cli.files import Change, Opened, report, rewritten
from pulka_calc.cli.tables import next_line, wrapped
from pulka_calc.game.rules import KINDS
from pulka_calc.journal.grammar import Keyword, fold
from pulka_calc.journal.headlines import with_rule, with_rules, without_rule
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Start
from pulka_calc.journal.writer import value_text
from pulka_calc.words.rules import preset_title

DEFAULT: Final = Keyword("default", "обычно")
"""In the place of a value: what the preset has."""


class Wish(NamedTuple):
    """What is to be changed of the rules."""

    text: Callable[[Pulka], str]
    """The file's text with it."""
    look: Callable[[Pulka], str]
    """The words of ``pulka rescore`` that show it without changing anything."""
    back: Callable[[Pulka], str]
    """The words of ``pulka set`` that bring back the rules of a pulka."""


def one_rule(env: Env, words: Sequence[str]) -> Wish:
    """What ``pulka set rule pool_target 10`` asks for; ``default`` in the place of the value takes the line out.

    Raises:
        UsageProblem: there is no such rule, or it has no such value.
    """
    name, _, said = " ".join(words).replace("=", " ", 1).strip().partition(" ")
    said = said.strip()
    rule = name.lower().replace("-", "_")
    if not said:
        example = env.say("pulka set rule pool_target 10")
        raise UsageProblem(env.say("which value? For example: {example}", example=example))
    if rule in KINDS and fold(said) in DEFAULT.words():
        return Wish(
            lambda pulka: without_rule(pulka, rule),
            lambda pulka: f"--rule {rule}={KINDS[rule].text(_usual(pulka, rule))}",
            lambda pulka: _rule_words(env, pulka, rule),
        )
    rule, value = rule_change(env, f"{name}={said}")
    return Wish(
        lambda pulka: with_rule(pulka, rule, value),
        lambda _: f"--rule {rule}={KINDS[rule].text(value)}",
        lambda pulka: _rule_words(env, pulka, rule),
    )


def whole_rules(env: Env, words: Sequence[str]) -> Wish:
    """What ``pulka set rules leningrad`` asks for, with each ``K=V`` after it on top.

    Raises:
        UsageProblem: there are no such rules, or they cannot stand together.
    """
    parts = " ".join(words).split()
    changes = [part for part in parts if "=" in part]
    word = " ".join(part for part in parts if "=" not in part)
    other = agreed(env, word, changes)
    return Wish(
        lambda pulka: with_rules(pulka, other.preset, other.changed),
        lambda _: " ".join([f"--rules {word}", *(f"--rule {change}" for change in changes)]),
        _whole_words,
    )


def _whole_words(pulka: Pulka) -> str:
    """The words that set all rules as a pulka has them, at once: one after another they might not be legal."""
    changed = pulka.document.changed.items()
    return " ".join([f"rules {pulka.rules.preset}", *(f"{rule}={KINDS[rule].text(value)}" for rule, value in changed)])


def _usual(pulka: Pulka, rule: str) -> object:
    """What the preset of a pulka has."""
    from pulka_calc.game.presets import PRESETS

    return getattr(PRESETS[pulka.rules.preset], rule)


def _rule_words(env: Env, pulka: Pulka, rule: str) -> str:
    """The words that set a rule as a pulka has it."""
    changed = pulka.document.changed
    value = value_text(rule, changed[rule], env.lang) if rule in changed else DEFAULT.write(env.lang)
    return f"rule {rule} {value}"


def change_rules(env: Env, file: str | None, wish: Wish, *, ask: bool, dry_run: bool, json: bool) -> int:
    """Show what other rules do to the pulka, ask where somebody can answer, write them if the file is still the same.

    Raises:
        Wrong: a hand is not legal by them; nothing is stored.
        Declined: somebody was asked and said no.
    """
    trial = _tried(env, file, wish)
    if trial.after.document.text == trial.before.document.text:
        env.err(env.say("the rules are so already, nothing is written"))
        return _told(env, trial, json=json)
    _refuse_left(env, trial)
    if not json:
        _preview(env, trial)
    report(env, Opened(trial.label, trial.after), new_warnings(trial))
    if dry_run:
        env.err(env.say("only a trial, nothing is written"))
        return _told(env, trial, json=json)
    if ask and env.interactive and not json and not confirmed(env):
        raise Declined
    change = rewritten(env, file, unchanged(trial, wish.text))
    if not json:
        for line in standing_lines(env, change.after):
            env.out(line)
        env.err(env.say("to take this back: {command}", command=f"pulka set {wish.back(change.before)}"))
    return _told(env, change, json=json)


def _tried(env: Env, file: str | None, wish: Wish) -> Change:
    """The pulka under the other rules; where they forbid what was played, how to look at it all the same."""
    asked: list[Pulka] = []

    def text(pulka: Pulka) -> str:
        asked.append(pulka)
        return wish.text(pulka)

    try:
        return rewritten(env, file, text, store_it=False)
    except Wrong as wrong:
        if asked and any(not fault.code.startswith("rules-") for fault in wrong.diagnostics):
            env.err(
                env.say(
                    "by these rules what was played is not allowed, so nothing is changed; "
                    "only to look at it by them: {command}",
                    command=f"pulka rescore {wish.look(asked[0])}",
                )
            )
        raise


def _refuse_left(env: Env, trial: Change) -> None:
    """Rows that say what is left of a pool would mean another pool under another target."""
    if trial.before.rules.pool_target == trial.after.rules.pool_target:
        return
    rows = [entry for entry in trial.before.entries if isinstance(entry.done, Start) and entry.done.left is not None]
    if rows:
        raise UsageProblem(
            env.say(
                "line {line} says what is left of the pool, and with another target that would be another pool; "
                "write the pool there instead of what is left",
                line=rows[0].line,
            )
        )


def _told(env: Env, change: Change, *, json: bool) -> int:
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(change.after, change.label))
    return Exit.DONE if not change.after.failed_checks else Exit.WRONG


def _preview(env: Env, trial: Change) -> None:
    """The rules, the cells, the balances and what is next, before and after."""
    say, before, after = env.say, trial.before, trial.after
    env.err(trial.label)
    env.out(say("the rules:"))
    for line in _rule_differences(env, before, after):
        for text in wrapped(f"  {line}", env.width):
            env.out(text)
    env.out(say("the sheet:"))
    for line in difference_lines(env, before, after):
        env.out(line)
    lines = [balances_line(env, before, after)]
    was, now = _state(env, before), _state(env, after)
    if was != now:
        lines += [say("before: {state}", state=was), say("after: {state}", state=now)]
    elif now:
        lines.append(now)
    for line in lines:
        for text in wrapped(line, env.width):
            env.out(text)


def _rule_differences(env: Env, before: Pulka, after: Pulka) -> list[str]:
    """The preset and each rule whose value changes, with both values."""
    lines = []
    if before.rules.preset != after.rules.preset:
        was, now = (preset_title(pulka.rules.preset, env.speech) for pulka in (before, after))
        lines.append(f"{was} → {now}")
    for rule in KINDS:
        old, new = getattr(before.rules, rule), getattr(after.rules, rule)
        if old != new:
            lines.append(f"{rule}: {value_text(rule, old, env.lang)} → {value_text(rule, new, env.lang)}")
    return lines or [env.say("no value changes, only the lines of the file")]


def _state(env: Env, pulka: Pulka) -> str:
    """Whether the pulka is over; if not, who deals, the all-pass price and the lowest bid."""
    if pulka.over:
        return env.say("the pulka is over")
    return next_line(env, pulka) if pulka.next is not None else ""
