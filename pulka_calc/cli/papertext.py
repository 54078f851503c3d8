"""A paper sheet as the text of a pulka, whatever it was typed into."""

from __future__ import annotations

from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Wrong
from pulka_calc.cli.head import Head, head_lines, with_own_names
from pulka_calc.game.rules import Rules
from pulka_calc.journal.paper import PaperSheet, taken_over
from pulka_calc.journal.pulka import read_text
from pulka_calc.journal.writer import start_text


def agreed_head(sheet: PaperSheet, said: Head) -> Head:
    """What was said on the command line, and where it says nothing, what the sheet says of itself."""
    facts = {name: cell.text.strip() for name, cell in sheet.facts.items()}
    return Head(
        rules=said.rules or facts.get("rules") or "sochi",
        rule=said.rule,
        pool=said.pool or facts.get("pool_target", ""),
        dealer=said.dealer,
        stake=said.stake or facts.get("stake", ""),
        title=said.title or facts.get("title", ""),
        date=said.date or facts.get("date", ""),
    )


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
    rules = rules_of_head(env, head)
    names, taken, faults = taken_over(sheet, rules)
    if faults:
        raise Wrong(label, sheet.lines, faults)
    lines = head_lines(env, names, head)
    lines += [start_text(seat, row, names, env.lang) for seat, row in enumerate(taken)]
    return "\n".join(lines) + "\n"
