"""``pulka rules``: the presets, every rule and what it means, and how two tables differ.

Whose rules are meant is said by a preset, a pulka, a rules file, or the name of rules of the user's own.

With ``--json`` each prints one object (values as in ``rules.changed`` of ``pulka show``; every sentence English):

- list: ``{"schema": "pulka/1", "presets": [{"preset": "sochi", "title", "text", "aliases": […]}, …],
  "named": [{"name", "file", "title", "extends", "preset", "changed": {…}, "hidden_by", "errors": […]}, …],
  "rules": [{"rule": "contract_value", "text"}, …]}``; of named rules that are wrong all is null but the first two and
  ``hidden_by``, the preset that has their name
- show: ``{"schema", "file", "rules": {"preset", "changed": {…}, "values": {"contract_value": [2, 4, 6, 8, 10], …}}}``;
  ``file`` is null for a preset
- diff: ``{"schema", "first": {"preset", "file"}, "second": {"preset", "file"},
  "differences": [{"rule", "first", "second"}, …]}``
- explain: ``{"schema", "rule", "text", "choices": "full | half | none", "paragraph": "§3.4",
  "sources": [{"source": "kodeks", "name"}, …], "presets": {"sochi": "full", …}, "marks": {"sochi": "H", …}}``; a mark
  is null where the rule base has none
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

import typer

from pulka_calc.cli import options
from pulka_calc.cli.agreed import no_such_rules, read_house, rules_path, say_hidden
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem, Wrong
from pulka_calc.cli.files import STANDARD, Opened, label_of, read_any, report, sound
from pulka_calc.cli.helptext import EXAMPLES_OF
from pulka_calc.cli.show import heading, variant
from pulka_calc.cli.tables import WIDEST, cut, width_of, wrapped
from pulka_calc.documents import SCHEMA, rule_value
from pulka_calc.game.attestation import Mark, marks_of, sources_of
from pulka_calc.game.presets import PRESETS, find_preset, preset_names
from pulka_calc.game.rulekinds import Table
from pulka_calc.game.rules import KINDS, PARAGRAPHS, Rules
from pulka_calc.journal.document import rules_of
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.writer import keyword
from pulka_calc.store import StoreError
from pulka_calc.words.filefaults import TOLD
from pulka_calc.words.nearness import nearest
from pulka_calc.words.rules import (
    GROUPS,
    mark_text,
    near_rules,
    preset_text,
    preset_title,
    rule_text,
    source_name,
)
from pulka_calc.words.speech import N_, Speech, printable
from pulka_calc.words.telling import did_you_mean

if TYPE_CHECKING:
    from pulka_calc.houserules import HouseRules

app, command = options.command(
    N_("[list | show [NAME] | diff A B | explain RULE] [--json] [-f FILE]"),
    N_("The presets and what each rule means; the rules of a preset or of your pulka; how two of them differ."),
)
apps = {"rules": app}

_TYPED: Final = {
    "list": "pulka rules list",
    "show": "pulka rules show sochi",
    "diff": "pulka rules diff sochi rostov",
    "explain": "pulka rules explain consolation",
}
"""What may follow ``pulka rules``, and how it is typed."""

_RULE: Final = max(map(len, KINDS))
_PRESET: Final = max(map(len, PRESETS))
_LABEL: Final = 20
_NARROWEST: Final = 36
"""Columns below which a meaning stands under its name, not beside it."""


class Side(NamedTuple):
    """Whose rules are meant: those of a preset, of a pulka, or of a rules file."""

    rules: Rules
    file: str | None = None
    """What the user calls the file."""
    changed: Mapping[str, object] = {}
    """What the file says otherwise than by its preset."""
    opened: Opened | None = None
    """The pulka."""
    house: HouseRules | None = None

    @property
    def label(self) -> str:
        """The head of its column."""
        return cut(Path(self.file).name, _LABEL) if self.file else self.rules.preset

    def value(self, rule: str) -> object:
        """The value of a rule."""
        return getattr(self.rules, rule)

    def text(self, rule: str) -> str:
        """The value of a rule as it is typed."""
        return KINDS[rule].text(self.value(rule))


@command
def rules(
    ctx: typer.Context,
    what: options.Words = None,
    file: options.File = None,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """List, show, compare or explain rules."""
    env: Env = ctx.obj
    words = what or ["list"]
    if file is not None and words != ["show"]:
        raise UsageProblem(env.say("-f goes only with {example}", example="pulka rules show"))
    tell: Callable[[], list[str]]
    sides: list[Side] = []
    match words:
        case ["list"]:
            own = _own_rules(env)
            document, tell = _list_document(own), lambda: _list_lines(env, own)
        case ["show", *names] if len(names) < 2:
            side = _named(env, names[0]) if names else _own(env, file)
            sides = [side]
            document, tell = _show_document(side), lambda: _show_lines(env, side)
        case ["diff", first, second]:
            sides = [_named(env, first), _named(env, second)]
            document, tell = _diff_document(*sides), lambda: _diff_lines(env, *sides)
        case ["explain", word]:
            rule = _rule(env, word)
            document, tell = _explain_document(rule), lambda: _explain_lines(env, rule)
        case _:
            raise UsageProblem(_misused(env, words))
    if json:
        env.json(document)
    else:
        for line in tell():
            env.out(line)
    checks_hold = [report(env, side.opened) for side in sides if side.opened]
    return Exit.DONE if all(checks_hold) else Exit.WRONG


# What is asked for


def _own(env: Env, file: str | None) -> Side:
    """The rules of the chosen pulka."""
    try:
        opened = sound(read_any(env, file))
    except UsageProblem as problem:
        if file is not None:
            raise
        hint = env.say("the rules of a preset: {example}", example=_TYPED["show"])
        raise UsageProblem(f"{problem}\n{hint}") from None
    return Side(opened.pulka.rules, opened.label, opened.pulka.document.changed, opened)


def _named(env: Env, word: str) -> Side:
    """The preset with this name or alias, else the pulka or the rules file with this name."""
    preset = find_preset(word)
    if preset is not None:
        say_hidden(env, word, preset.preset)
        return Side(preset)
    if word == STANDARD or word.lower().endswith(".pulka"):
        return _own(env, word)
    path = rules_path(env, word)
    if path is not None and (path.suffix.lower() == ".toml" or not path.is_file()):
        house = read_house(env, path)
        rules = rules_of(house.preset, tuple(house.changed.items()))
        return Side(rules, label_of(env, path), house.changed, house=house)
    if word and os.path.isfile(env.folder / word):
        return _own(env, word)
    raise no_such_rules(env, word)


class Own(NamedTuple):
    """Rules of the user's own in his folder of rules; broken ones with what is wrong."""

    name: str
    file: str
    house: HouseRules | None
    hidden_by: str | None
    """The preset that has this name."""
    wrong: Wrong | StoreError | None = None


def _own_rules(env: Env) -> list[Own]:
    """All rules of the user's own, by name."""
    from pulka_calc.houserules import named_rules, rules_folder

    found = []
    for name, path in named_rules(rules_folder(env.environ)).items():
        preset = find_preset(name)
        hidden = preset.preset if preset else None
        try:
            found.append(Own(name, str(path), read_house(env, path), hidden))
        except (Wrong, StoreError) as wrong:
            found.append(Own(name, str(path), None, hidden, wrong))
    return found


def _rule(env: Env, word: str) -> str:
    """The rule with this name, or the only one whose name begins so."""
    name = fold(word).replace("-", "_")
    begun = [known for known in KINDS if name and known.startswith(name)]
    if name in KINDS or len(begun) == 1:
        return name if name in KINDS else begun[0]
    raise UsageProblem("; ".join(TOLD["rule-unknown"]({"word": word}, env.speech)))


def _misused(env: Env, words: Sequence[str]) -> str:
    """What to type in the place of words that are no question."""
    say = env.say
    word = words[0]
    if word in _TYPED:
        return say("type it like this: {example}", example=_TYPED[word])
    message = say("{word} is nothing to ask about rules", word=env.speech.quote(word))
    if find_preset(word) or rules_path(env, word):
        near = [f"pulka rules show {word}"]
    else:
        near = nearest(word, _TYPED) or [f"pulka rules explain {rule}" for rule in near_rules(word, env.speech)[:2]]
    if near:
        return f"{message}; {did_you_mean(near, env.speech)}"
    return f"{message}; {say('type it like this: {example}', example=env.speech.either(list(_TYPED.values())))}"


# What is told


def _entries(env: Env, entries: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Names with what is said of them: beside them, or below where that would be too narrow."""
    left = width + 4
    lines: list[str] = []
    for name, text in entries:
        if env.width - left < _NARROWEST:
            lines += [f"  {name}", *wrapped(f"    {text}", env.width, 0)]
            continue
        first, *rest = wrapped(text, env.width - left, 0)
        lines += [f"  {name:<{width}}  {first}", *(" " * left + line for line in rest)]
    return lines


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, every column to the left; closer together where they would be wide."""
    widths = [max(width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    gap = "  " if sum(widths) + 2 * (len(widths) - 1) <= WIDEST else " "
    return [
        gap.join(cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _aliases(preset: str) -> list[str]:
    """What else a preset is called."""
    named = {name: find_preset(name) for name in preset_names() if name not in PRESETS}
    return [name for name, found in named.items() if found is not None and found.preset == preset]


def _special(env: Env, preset: str) -> str:
    """What a preset is called and what is special about it."""
    return env.say(
        "{title}: {special} (also {names})",
        title=preset_title(preset, env.speech),
        special=preset_text(preset, env.speech),
        names=", ".join(_aliases(preset)),
    )


def _house_text(env: Env, own: Own) -> str:
    """What rules of the user's own are called and what they change, or that they are broken."""
    say = env.say
    if own.house is not None:
        text = say(
            "{title}extends {extends}, {variant}",
            title=f"{printable(own.house.title)}: " if own.house.title else "",
            extends=own.house.extends,
            variant=variant(env, own.house.preset, own.house.changed),
        )
    else:
        text = say("broken: {reason}", reason=_reason(env, own))
    if own.hidden_by:
        text += "; " + say(
            "hidden by the preset {preset}, name it by its path: {path}", preset=own.hidden_by, path=own.file
        )
    return text


def _reason(env: Env, own: Own) -> str:
    """The first thing that is wrong with broken rules, and how many more there are."""
    # Imported here: only broken rules need it.
    from pulka_calc.words.faults import describe, describe_store

    if isinstance(own.wrong, StoreError):
        return describe_store(own.wrong, env.speech).message
    assert isinstance(own.wrong, Wrong)
    first, *more = own.wrong.diagnostics
    text = f"{own.wrong.file}:{first.line}:{first.column}: {describe(first, env.speech).message}"
    if more:
        text += " " + env.speech.count("(and {n} error more)", "(and {n} errors more)", len(more))
    return text


def _none_of_own(env: Env) -> list[str]:
    """How rules of one's own come to be."""
    from pulka_calc.houserules import rules_folder

    folder = rules_folder(env.environ)
    if folder is None:
        return []
    text = env.say(
        'Rules of your own: a file NAME.toml with lines such as extends = "sochi" and pool_target = 30, in {folder}',
        folder=folder,
    )
    return ["", *wrapped(text, env.width)]


def _list_lines(env: Env, own: Sequence[Own]) -> list[str]:
    say, speech = env.say, env.speech
    lines = [say("Presets"), *_entries(env, [(preset, _special(env, preset)) for preset in PRESETS], _PRESET)]
    if own:
        mine = [(printable(rules.name), _house_text(env, rules)) for rules in own]
        width = max(_PRESET, min(_LABEL, max(width_of(name) for name, _ in mine)))
        lines += ["", say("Rules of your own"), *_entries(env, mine, width)]
    else:
        lines += _none_of_own(env)
    for title, names in GROUPS:
        lines += ["", say(title), *_entries(env, [(name, rule_text(name, speech)) for name in names], _RULE)]
    more = [(say(line), say(text)) for line, text in EXAMPLES_OF["rules"][1:]]
    return [*lines, "", say("Examples"), *_entries(env, more, max(len(line) for line, _ in more))]


def _own_document(own: Own) -> dict[str, object]:
    # Imported here: it is needed where something is broken.
    from pulka_calc.documents import errors_document, store_error_document

    house = own.house
    wrong: dict[str, Any] = {"errors": []}
    if isinstance(own.wrong, Wrong):
        wrong = errors_document(own.wrong.file, own.wrong.diagnostics)
    elif own.wrong is not None:
        wrong = store_error_document(own.file, own.wrong)
    return {
        "name": own.name,
        "file": own.file,
        "title": house.title if house else None,
        "extends": house.extends if house else None,
        "preset": house.preset if house else None,
        "changed": {rule: rule_value(value) for rule, value in house.changed.items()} if house else None,
        "hidden_by": own.hidden_by,
        "errors": wrong["errors"],
    }


def _list_document(own: Sequence[Own]) -> dict[str, object]:
    speech = Speech("en")
    return {
        "schema": SCHEMA,
        "presets": [
            {
                "preset": preset,
                "title": preset_title(preset, speech),
                "text": preset_text(preset, speech),
                "aliases": _aliases(preset),
            }
            for preset in PRESETS
        ],
        "named": [_own_document(rules) for rules in own],
        "rules": [{"rule": rule, "text": rule_text(rule, speech)} for rule in KINDS],
    }


def _show_lines(env: Env, side: Side) -> list[str]:
    """Every rule with its value; in a file those it changed are marked, and the preset's value stands beside them."""
    say = env.say
    preset, changed = side.rules.preset, side.changed
    lines = wrapped(_heading(env, side), env.width)
    if changed:
        note = say("* changed at this table; beside it the value of {preset}", preset=preset)
        lines += wrapped(note, env.width)
    before = Side(PRESETS[preset])
    rows = {
        rule: (
            ("* " if rule in changed else "  ") + rule,
            side.text(rule),
            before.text(rule) if rule in changed else "",
        )
        for rule in KINDS
    }
    table = dict(zip(rows, _table(list(rows.values())), strict=True))
    for title, names in GROUPS:
        lines += ["", say(title), *(table[name] for name in names)]
    return lines


def _heading(env: Env, side: Side) -> str:
    """Whose rules are shown."""
    if side.opened is not None:
        return heading(env, side.opened)
    preset = side.rules.preset
    if side.house is None:
        return _special(env, preset)
    parts = [side.house.title, variant(env, preset, side.changed), side.file]
    return " · ".join(part for part in parts if part)


def _show_document(side: Side) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "file": side.file,
        "rules": {
            "preset": side.rules.preset,
            "changed": {rule: rule_value(value) for rule, value in side.changed.items()},
            "values": {rule: rule_value(side.value(rule)) for rule in KINDS},
        },
    }


def _differing(first: Side, second: Side) -> list[str]:
    """The rules that the two do not have in common."""
    return [rule for rule in KINDS if first.value(rule) != second.value(rule)]


def _diff_lines(env: Env, first: Side, second: Side) -> list[str]:
    """Each rule that differs with both values, and what it means below it."""
    differing = _differing(first, second)
    if not differing:
        return wrapped(
            env.say("{first} and {second} have the same rules", first=_whole(first), second=_whole(second)), env.width
        )
    lines = wrapped(
        env.speech.count(
            "{first} and {second}: {n} rule differs",
            "{first} and {second}: {n} rules differ",
            len(differing),
            first=_whole(first),
            second=_whole(second),
        ),
        env.width,
    )
    rows = [("", first.label, second.label), *((rule, first.text(rule), second.text(rule)) for rule in differing)]
    head, *table = _table(rows)
    lines += ["", head]
    for rule, row in zip(differing, table, strict=True):
        lines += [row, *wrapped(f"    {rule_text(rule, env.speech)}", env.width, 0)]
    return lines


def _whole(side: Side) -> str:
    """A preset's name, or that of a file as the user types it."""
    return side.file or side.rules.preset


def _diff_document(first: Side, second: Side) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "first": {"preset": first.rules.preset, "file": first.file},
        "second": {"preset": second.rules.preset, "file": second.file},
        "differences": [
            {"rule": rule, "first": rule_value(first.value(rule)), "second": rule_value(second.value(rule))}
            for rule in _differing(first, second)
        ],
    }


def _explain_lines(env: Env, rule: str) -> list[str]:
    """What a rule means, how it is written, its value in each preset, and where the rule base has it."""
    from pulka_calc.houserules import toml_choices

    say, kind = env.say, KINDS[rule]
    written = say("in a file: {line}", line=f"{keyword('rule', env.lang)} {rule} {kind.choices()}")
    if isinstance(kind, Table):
        written += say("; one number stands for all five")
    in_toml = say("in a file of rules: {line}", line=f"{rule} = {toml_choices(kind)}")
    source = say("source: {paragraph} of the rule base", paragraph=PARAGRAPHS[rule])
    if sources_of(rule):
        names = ", ".join(source_name(name, env.speech) for name in sources_of(rule))
        source = say("{source}, which names: {names}", source=source, names=names)
    marks = marks_of(rule)
    legend = "; ".join(f"{mark} – {mark_text(mark, env.speech)}" for mark in get_args(Mark) if mark in marks.values())
    rows = [(f"  {preset}", Side(rules).text(rule), marks[preset] or "") for preset, rules in PRESETS.items()]
    return [
        *wrapped(f"{rule}: {rule_text(rule, env.speech)}", env.width),
        *wrapped(written, env.width),
        *wrapped(in_toml, env.width),
        *wrapped(source, env.width),
        "",
        *_table(rows),
        *(["", *wrapped(legend, env.width)] if legend else []),
    ]


def _explain_document(rule: str) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "rule": rule,
        "text": rule_text(rule, Speech("en")),
        "choices": KINDS[rule].choices(),
        "paragraph": PARAGRAPHS[rule],
        "sources": [{"source": name, "name": source_name(name, Speech("en"))} for name in sources_of(rule)],
        "presets": {preset: rule_value(getattr(rules, rule)) for preset, rules in PRESETS.items()},
        "marks": marks_of(rule),
    }
