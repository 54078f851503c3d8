"""A paper sheet as the text of a pulka, whatever it was typed into."""

from __future__ import annotations

from pulka_calc.cli.agreed import own_names, rules_path
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Wrong
from pulka_calc.cli.head import Head, head_lines, rule_name, with_own_names
from pulka_calc.game.presets import PRESETS, find_preset
from pulka_calc.game.rules import KINDS, Rules
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.paper import PaperSheet, fault_of, taken_over
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.writer import start_text


def agreed_head(sheet: PaperSheet, said: Head) -> Head:
    """What was said on the command line, and where it says nothing, what the sheet says of itself."""
    facts = {name: " ".join(cell.text.split()) for name, cell in sheet.facts.items()}
    changed = {rule_name(item.partition("=")[0]) for item in said.rule}
    own = [f"{rule}={facts[rule]}" for rule in KINDS if rule in facts and rule not in changed | {"pool_target"}]
    pool = "" if "pool_target" in changed else facts.get("pool_target", "")
    rules = said.rules or _preset_called(facts.get("rules", "")) or "sochi"
    preset = find_preset(rules)
    if preset is not None and pool == str(preset.pool_target):
        # What the variant has anyway is no rule of the table's own.
        pool = ""
    return Head(
        rules=rules,
        rule=(*own, *said.rule),
        pool=said.pool or pool,
        dealer=said.dealer,
        stake=said.stake or facts.get("stake", ""),
        title=said.title or facts.get("title", ""),
        date=said.date or facts.get("date", ""),
    )


def _preset_called(word: str) -> str:
    """The preset whose title a sheet says, in either language; else the word itself."""
    from pulka_calc.words.rules import preset_title
    from pulka_calc.words.speech import LANGUAGES, Speech

    titles = {fold(preset_title(preset, Speech(lang))): preset for lang in LANGUAGES for preset in PRESETS}
    return titles.get(fold(word), word)


def rules_of_head(env: Env, head: Head) -> Rules:
    """The rules that a head comes to.

    Raises:
        Wrong: something in it is not understood.
    """
    # Whoever plays: names have faults of their own, told by the rows that they stand in.
    tried = read_text("\n".join(head_lines(env, ("A", "B"), head._replace(dealer=""))) + "\n")
    if tried.errors:
        raise Wrong(env.say("new pulka"), tried.document.lines, with_own_names(env, tried.errors))
    return tried.rules


def paper_text(env: Env, sheet: PaperSheet, said: Head, label: str) -> str:
    """The pulka that a sheet is: its head, and a ``start`` line for each row.

    Args:
        said: what the command line says; the sheet says the rest.
        label: what the user calls the sheet, for what is wrong with it.

    Raises:
        Wrong: the sheet or its head is not understood.
    """
    head = agreed_head(sheet, said)
    if not said.rules and "rules" in sheet.facts and not _known(env, head.rules):
        cell = sheet.facts["rules"]
        raise Wrong(label, sheet.lines, [fault_of("rules-unknown", cell, word=cell.text, named=own_names(env))])
    rules = rules_of_head(env, head)
    names, taken, faults = taken_over(sheet, rules)
    if faults:
        raise Wrong(label, sheet.lines, faults)
    lines = head_lines(env, names, head)
    lines += [start_text(seat, row, names, env.lang) for seat, row in enumerate(taken)]
    return "\n".join(lines) + "\n"


def _known(env: Env, rules: str) -> bool:
    return find_preset(rules) is not None or rules_path(env, rules) is not None


def sheet_doubts(sheet: PaperSheet, pulka: Pulka) -> list[Diagnostic]:
    """What looks mistyped on a sheet, at its cells; `pulka` is what it became."""
    # Imported here: who compares sheets, or prints an empty one, doubts nothing.
    from pulka_calc.journal.paperdoubts import paper_doubts, placed

    names = pulka.players
    found = [*paper_doubts(sheet, names, pulka.rules), *placed(sheet, names, pulka.warnings)]
    return sorted(found, key=lambda doubt: (doubt.line, doubt.column))
