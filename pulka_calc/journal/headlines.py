"""Lines of a file's head put in, replaced and taken out; every other line, comments and line ends stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from pulka_calc.journal.diagnostics import Span
from pulka_calc.journal.grammar import STATEMENT_WORDS, fold
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Field, read_rule, strip_comment
from pulka_calc.journal.writer import keyword, rule_text


def statement_of(line: str) -> str | None:
    """Which statement a line of a file is, if it is one."""
    words = line.removeprefix("\ufeff").split()
    return STATEMENT_WORDS.get(fold(words[0])) if words else None


def comment_of(line: str) -> str:
    """The comment at the end of a line with the blanks before it, and the line's own end."""
    said = strip_comment(line)
    return line[len(said.rstrip()) :] if said != line or line.endswith("\r") else ""


def with_rule(pulka: Pulka, rule: str, value: object) -> str:
    """The text of a sound file with one ``rule`` line as it is to be: replaced, or put in below the others."""
    line = rule_text(rule, value, pulka.document.lang)
    lines = pulka.document.text.split("\n")
    place = _place_of(lines, rule)
    if place is not None:
        lines[place] = line + comment_of(lines[place])
    else:
        last = max(place for place, old in enumerate(lines) if statement_of(old) in ("rules", "rule"))
        lines.insert(last + 1, line + _end_of(lines[last]))
    return "\n".join(lines)


def without_rule(pulka: Pulka, rule: str) -> str:
    """The text of a sound file without one ``rule`` line: the preset's value counts again."""
    lines = pulka.document.text.split("\n")
    place = _place_of(lines, rule)
    return "\n".join(line for at, old in enumerate(lines) for line in (_comment_alone(old) if at == place else [old]))


def with_rules(pulka: Pulka, preset: str, changed: Mapping[str, object]) -> str:
    """The text of a sound file under another preset, its ``rule`` lines replaced by those of `changed`."""
    lang = pulka.document.lang
    lines: list[str] = []
    for line in pulka.document.text.split("\n"):
        statement = statement_of(line)
        if statement == "rules":
            lines.append(f"{keyword('rules', lang)} {preset}{comment_of(line)}")
            lines += [rule_text(rule, value, lang) + _end_of(line) for rule, value in changed.items()]
        elif statement == "rule":
            lines += _comment_alone(line)
        else:
            lines.append(line)
    return "\n".join(lines)


def _place_of(lines: list[str], rule: str) -> int | None:
    """Where the line of a rule stands."""
    for place, line in enumerate(lines):
        if statement_of(line) == "rule":
            said = strip_comment(line).split(None, 1)[1]
            if read_rule(said, 0, Field("rule", Span(0, 0)))[0] == rule:
                return place
    return None


def _comment_alone(line: str) -> list[str]:
    """What stays of a line whose statement is taken out: its comment, if it has one."""
    comment = comment_of(line).lstrip()
    return [comment] if comment else []


def _end_of(line: str) -> str:
    """The carriage return of a line in a file that has them."""
    return "\r" if line.endswith("\r") else ""
