"""``pulka diff``: the cells in which two sheets differ that should be one, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final, NamedTuple

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem
from pulka_calc.cli.files import STANDARD, Opened, excerpt, report, sound
from pulka_calc.cli.head import Head
from pulka_calc.cli.papertext import paper_text, sheet_doubts
from pulka_calc.cli.show import heading
from pulka_calc.cli.tables import WIDEST, columns, labels, signed, width_of, wrapped
from pulka_calc.game.rules import KINDS
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.comparing import Apart, BalanceApart, CellApart, cells_apart
from pulka_calc.journal.paper import PaperSheet
from pulka_calc.journal.pulka import read_text
from pulka_calc.journal.statements import Stake
from pulka_calc.journal.writer import stake_text
from pulka_calc.words.figures import figure_text
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("A B [--json]"),
    N_(
        "The cells in which two sheets differ: two people typed the same paper, or a paper and its file. "
        "Each may be a pulka, CSV, Excel or JSON; one may be - (standard input). "
        "The exit code is 0 where they are equal and 1 where they differ."
    ),
)
apps = {"diff": app}

_TYPED: Final = N_("pulka diff anna.pulka boris.pulka")
_NAMES: Final = (40, 20, 16, 14, 12, 10, 8, 6)
"""Columns for a name, from the most generous down."""
_COLUMNS: Final = {"pool": N_("pool"), "left": N_("left"), "mountain": N_("mountain")}


@command
def diff(
    ctx: typer.Context,
    files: options.Files = None,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Compare two files."""
    env: Env = ctx.obj
    if files is None or len(files) != 2:
        raise UsageProblem(env.say("name two files to compare; for example: {example}", example=env.say(_TYPED)))
    if files == [STANDARD, STANDARD]:
        raise UsageProblem(env.say("only one of the two can be standard input"))
    both = _both(env, files)
    first, second = (side.opened for side in both)
    apart = cells_apart(first.pulka, second.pulka)
    if json:
        from pulka_calc.documents import diff_document

        env.json(diff_document(apart, first.label, second.label))
    else:
        for line in _lines(env, first, second, apart):
            env.out(line)
    checks_hold = [_reported(env, side) for side in both]
    return Exit.WRONG if apart or not all(checks_hold) else Exit.DONE


class _Side(NamedTuple):
    """One of the two, and the paper that it came from."""

    opened: Opened
    sheet: PaperSheet | None


def _reported(env: Env, side: _Side) -> bool:
    """Say what looks wrong with one side, a paper at its own cells; whether all checks hold."""
    opened, sheet = side
    if sheet is None:
        return report(env, opened)
    for doubt in sheet_doubts(sheet, opened.pulka):
        env.err(excerpt(env, opened.label, list(sheet.lines), doubt))
    return True


def _both(env: Env, names: Sequence[str]) -> list[_Side]:
    """The two sheets. A paper that does not say its rules or its stake is taken to be played by the other's."""
    from pulka_calc.cli.papersource import label, sheet_or_pulka

    labels = [label(env, name) for name in names]
    found = [sheet_or_pulka(env, name) for name in names]
    sides: list[_Side | None] = [
        _Side(sound(Opened(labels[place], read_text(text))), None) if isinstance(text, str) else None
        for place, text in enumerate(found)
    ]
    papers = [(place, sheet) for place, sheet in enumerate(found) if isinstance(sheet, PaperSheet)]
    # Whoever says his rules comes first, for the other may need them.
    for place, sheet in sorted(papers, key=lambda paper: "rules" not in paper[1].facts):
        other = sides[1 - place]
        text = paper_text(env, sheet, _head_like(sheet, other.opened if other else None), labels[place])
        sides[place] = _Side(sound(Opened(labels[place], read_text(text))), sheet)
    return [side for side in sides if side is not None]


def _head_like(sheet: PaperSheet, other: Opened | None) -> Head:
    """What a paper leaves unsaid, as the other sheet has it."""
    if other is None:
        return Head("")
    document = other.pulka.document
    stake = "" if "stake" in sheet.facts or document.stake is None else stake_text(document.stake, "en")
    if "rules" in sheet.facts:
        return Head("", stake=stake)
    changed = [
        f"{rule}={KINDS[rule].text(value)}" for rule, value in document.changed.items() if rule not in sheet.facts
    ]
    return Head(document.rules.preset, tuple(changed), stake=stake)


def _lines(env: Env, first: Opened, second: Opened, apart: Apart) -> list[str]:
    """All in which they differ: players, cells, balances, rules, stake."""
    say = env.say
    if not apart:
        same = say("{a} and {b}: the sheet is the same in all cells", a=first.label, b=second.label)
        return wrapped(same, _width(env))
    lines = wrapped(say("first: {file}", file=heading(env, first)), _width(env))
    lines += wrapped(say("second: {file}", file=heading(env, second)), _width(env))
    if apart.only_a or apart.only_b:
        lines.append("")
    if apart.only_a:
        lines += wrapped(say("only in the first: {players}", players=", ".join(apart.only_a)), _width(env))
    if apart.only_b:
        lines += wrapped(say("only in the second: {players}", players=", ".join(apart.only_b)), _width(env))
    names = [name for name in first.pulka.players if name not in apart.only_a]
    if apart.cells:
        title = env.speech.count("{n} cell differs:", "{n} cells differ:", len(apart.cells))
        lines += ["", title, *_cells(env, names, apart.cells)]
    if apart.balances:
        lines += ["", *_balances(env, names, apart.balances)]
    if apart.rules or apart.stakes:
        lines.append("")
    for rule, one, two in apart.rules:
        kind = KINDS[rule]
        text = say("rule {rule}: {a} in the first, {b} in the second", rule=rule, a=kind.text(one), b=kind.text(two))
        lines += wrapped(text, _width(env))
    if apart.stakes:
        one, two = (_stake(env, stake) for stake in apart.stakes)
        lines += wrapped(say("price of a whist: {a} in the first, {b} in the second", a=one, b=two), _width(env))
    return lines


def _width(env: Env) -> int:
    return min(env.width, WIDEST)


def _stake(env: Env, stake: Stake | None) -> str:
    return env.say("not said") if stake is None else stake_text(stake, env.lang)


def _cells(env: Env, names: Sequence[str], cells: Sequence[CellApart]) -> list[str]:
    """Each cell on a line: whose, which, what either sheet has, the difference."""

    def rows(width: int) -> list[list[str]]:
        short = dict(zip(names, labels(names, width), strict=True))
        widest = max(width_of(short[cell.player]) for cell in cells)
        found = []
        for cell in cells:
            player = short[cell.player]
            column = (
                env.say(_COLUMNS[cell.column])
                if cell.on is None
                else env.say("whists on {player}", player=short[cell.on])
            )
            label = f"{player}{' ' * (widest - width_of(player))}  {column}"
            found.append([f"  {label}", figure_text(cell.a), figure_text(cell.b), _difference(cell.a, cell.b)])
        return found

    return _fitted(env, rows)


def _balances(env: Env, names: Sequence[str], balances: Sequence[BalanceApart]) -> list[str]:
    """Balances as each table makes them whole, and the exact ones where they are not whole."""

    def rows(width: int, *, exact: bool) -> list[list[str]]:
        short = dict(zip(names, labels(names, width), strict=True))
        found = []
        for balance in balances:
            one, two = (balance.a, balance.b) if exact else (balance.a_whole, balance.b_whole)
            found.append([f"  {short[balance.player]}", signed(one), signed(two), _difference(one, two)])
        return found

    lines = [env.say("balances:"), *_fitted(env, lambda width: rows(width, exact=False))]
    if any((balance.a, balance.b) != (balance.a_whole, balance.b_whole) for balance in balances):
        lines += [env.say("exact balances:"), *_fitted(env, lambda width: rows(width, exact=True))]
    return lines


def _difference(one: Figure, two: Figure) -> str:
    return signed(whole(two - one))


def _fitted(env: Env, rows: Callable[[int], list[list[str]]]) -> list[str]:
    """Rows under their head, names as long as the width allows."""
    head = ["", env.say("first"), env.say("second"), env.say("difference")]
    for width, gap in product(_NAMES, (2, 1)):
        lines = columns([head, *rows(width)], gap)
        if max(map(width_of, lines)) <= WIDEST:
            break
    return lines
