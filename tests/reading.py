"""What the tests share: a file's text read, and its figures in the words of the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulka_calc.journal.pulka import read_text

if TYPE_CHECKING:
    from pulka_calc.journal.diagnostics import Diagnostic
    from pulka_calc.journal.judge import Entry
    from pulka_calc.journal.pulka import Pulka


def faults(pulka: Pulka) -> list[tuple[str, int]]:
    """Codes and lines of what is wrong."""
    return [(fault.code, fault.line) for fault in pulka.errors]


def sound(text: str) -> Pulka:
    """A pulka that must be in order."""
    pulka = read_text(text)
    assert not pulka.errors, (faults(pulka), pulka.errors[0].values, text)
    return pulka


def refusal(text: str) -> Diagnostic:
    """The one thing that is wrong with a file."""
    pulka = read_text(text)
    assert len(pulka.errors) == 1, (faults(pulka), text)
    return pulka.errors[0]


def writes(pulka: Pulka, entry: Entry) -> list[str]:
    """What a hand wrote: ``A pool 2``, ``B mountain -4``, ``B whists A 8``; in the order of the letters."""
    names = pulka.players
    lines = []
    for posting in entry.postings:
        cell = posting.account
        other = "" if cell.on is None else f" {names[cell.on]}"
        lines.append(f"{names[cell.player]} {cell.column}{other} {posting.points}")
    return sorted(lines)


def shown(pulka: Pulka, wanted: str) -> str:
    """The same list as `wanted`, with the figures that `pulka` has: ``A pool 2; B whists A 8; A balance 27; over``."""
    settled = pulka.settle()
    found = []
    for item in wanted.split("; "):
        words = item.split()[:-1]
        match words:
            case [player, "pool"]:
                figure: object = pulka.sheet.pool[player]
            case [player, "mountain"]:
                figure = pulka.sheet.mountain[player]
            case [player, "whists", on]:
                figure = pulka.sheet.whists[player][on]
            case [player, "balance"]:
                figure = settled.balance[player]
            case [player, "exact"]:
                figure = settled.exact[player]
            case [player, "shows"]:
                figure = (pulka.pools_left or pulka.seats_sheet.pool)[pulka.players.index(player)]
            case [player, "pays" | "gets" as way]:
                paid = pulka.settlement.paid[pulka.players.index(player)]
                figure = -paid if way == "pays" else paid
            case [player, "bombs"]:
                figure = ",".join(map(str, pulka.bombs[player])) or "none"
            case ["dealer" | "row" | "price" | "lowest" as what]:
                assert pulka.next is not None, "the pulka is over"
                figure = pulka.next[("dealer", "row", "price", "lowest").index(what)]
            case _:
                assert item in ("over", "open"), item
                found.append("over" if pulka.over else "open")
                continue
        found.append(" ".join([*words, str(figure)]))
    return "; ".join(found)
