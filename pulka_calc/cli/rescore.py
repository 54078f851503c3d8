"""``pulka rescore``: the same evening under other rules, beside what the file says. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Annotated, Final, NamedTuple

import typer

from pulka_calc.cli import options
from pulka_calc.cli.agreed import Agreed, agreed, on_top
from pulka_calc.cli.echo import entry_title
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.cli.files import Opened
from pulka_calc.cli.reports import on_each
from pulka_calc.cli.show import heading, variant
from pulka_calc.cli.tables import NAME_WIDTHS, WIDEST, columns, labels, signed, width_of, wrapped
from pulka_calc.game.ledger import brought
from pulka_calc.game.rules import Rules
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.rescoring import Remark, Rescored, rescored
from pulka_calc.words.faults import describe
from pulka_calc.words.figures import figure_text
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[FILE…] --rules NAME [--rule K=V]… [--hands] [--json]"),
    N_("The same evening under other rules, beside what the file says. Nothing is written."),
)
apps = {"rescore": app}

_ARROW: Final = "→"


@command
def rescore(
    ctx: typer.Context,
    files: options.Files = None,
    file: options.File = None,
    rules: Annotated[
        str, typer.Option("--rules", metavar=N_("PRESET"), help=N_("the other rules; else the file's own"))
    ] = "",
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="K=V", help=N_("K=V: a rule that is otherwise on top of them"))
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help=N_("hand by hand, what it did to each balance"))] = False,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Rescore each file."""
    env: Env = ctx.obj
    if not rules and not rule:
        example = env.say("pulka rescore --rules leningrad")
        raise UsageProblem(env.say("under which rules? For example: {example}", example=example))
    named = agreed(env, rules, rule or []) if rules else None

    def tell(opened: Opened) -> None:
        other = named or _on_top(env, opened.pulka, rule or [])
        found = rescored(opened.pulka.document, other.rules, other.changed)
        if json:
            from pulka_calc.documents import rescore_document

            env.json(rescore_document(opened.pulka, found, opened.label, hands=hands))
            return
        for line in _lines(env, opened, found, hands=hands):
            env.out(line)

    return on_each(env, files, file, tell, json=json)


def _on_top(env: Env, pulka: Pulka, changes: Sequence[str]) -> Agreed:
    """The file's own rules with some changed."""
    return on_top(env, Agreed(pulka.rules.preset, dict(pulka.document.changed)), changes)


# What is told


def _lines(env: Env, opened: Opened, found: Rescored, *, hands: bool) -> list[str]:
    """The whole report of one pulka."""
    now, other = opened.pulka, found.pulka
    lines = wrapped(heading(env, opened), env.width)
    lines += wrapped(env.say("now: {rules}", rules=_variant(env, now)), env.width)
    lines += wrapped(env.say("other: {rules}", rules=_variant(env, other)), env.width)
    lines += ["", *_table(env, now, other)]
    if now.over != other.over:
        over = env.say("by the other rules the pulka is over")
        still_open = env.say("by the other rules the pulka is not over")
        lines += ["", *wrapped(over if other.over else still_open, env.width)]
    for title, remarks in (
        (env.say("left out, the other rules cannot read them:"), found.left_out),
        (env.say("not allowed by the other rules, but played, so they count:"), found.noted),
    ):
        if remarks:
            lines += ["", *wrapped(title, env.width)]
            for remark in remarks:
                lines += wrapped(f"  {_remark(env, remark)}", env.width, 2)
    if hands:
        lines += ["", *_by_hands(env, now, other)]
    return lines


def _variant(env: Env, pulka: Pulka) -> str:
    """The rules of a pulka in short: the preset, how many are otherwise, the pool."""
    title = variant(env, pulka.rules.preset, pulka.document.changed)
    target = pulka.rules.pool_target
    pool = env.say("pools never close") if target is None else env.say("pool up to {n}", n=target)
    return f"{title}, {pool}"


def _remark(env: Env, remark: Remark) -> str:
    """A hand and what the other rules say of it."""
    return env.say(
        "hand {number}, line {line}: {message}",
        number=remark.hand,
        line=remark.diagnostic.line,
        message=describe(remark.diagnostic, env.speech).message,
    )


def _table(env: Env, now: Pulka, other: Pulka) -> list[str]:
    """Per player: pool, mountain, whists, balance now and under the other rules, and what that changes."""
    say, names = env.say, now.players
    head = [say("pool"), say("mountain"), say("whists"), say("balance"), say("difference")]
    rows = []
    for seat in range(len(names)):
        sides = [_figures(pulka, seat) for pulka in (now, other)]
        cells = [_pair(figure_text(was), figure_text(is_now)) for was, is_now in list(zip(*sides, strict=True))[:3]]
        was, is_now = sides[0].balance, sides[1].balance
        rows.append([*cells, _pair(signed(was), signed(is_now)), signed(whole(is_now - was))])
    for (label, _), gap in product(NAME_WIDTHS, (2, 1)):
        lines = columns(
            [["", *head], *([name, *row] for name, row in zip(labels(names, label), rows, strict=True))], gap
        )
        if max(map(width_of, lines)) <= WIDEST:
            break
    return lines


def _pair(was: str, is_now: str) -> str:
    return f"{was} {_ARROW} {is_now}"


class _Row(NamedTuple):
    """What one player has."""

    pool: Figure
    mountain: Figure
    whists: Figure
    balance: Figure


def _figures(pulka: Pulka, seat: int) -> _Row:
    sheet = pulka.seats_sheet
    written = whole(sum(figure for on, figure in enumerate(sheet.whists[seat]) if on != seat))
    return _Row(sheet.pool[seat], sheet.mountain[seat], written, pulka.settlement.balance[seat])


def _by_hands(env: Env, now: Pulka, other: Pulka) -> list[str]:
    """What each hand did to each exact balance: now, and below it under the other rules."""
    names = now.players
    also = {entry.number: entry for entry in other.hands}
    rows: list[list[str]] = []
    for entry in now.hands:
        rows.append([env.say("now"), *_changes(entry, now.rules, len(names))])
        again = also.get(entry.number)
        told = _changes(again, other.rules, len(names)) if again is not None else ["–"] * len(names)
        rows.append([env.say("other"), *told])
    rows = [[f"  {label}", *cells] for label, *cells in rows]
    for _, header in NAME_WIDTHS:
        head, *figures = columns([["", *labels(names, header)], *rows])
        if max(map(width_of, (head, *figures))) <= WIDEST:
            break
    lines = [env.say("what each hand did to each balance:"), head]
    for place, entry in enumerate(now.hands):
        lines += wrapped(entry_title(env, now, entry), env.width)
        lines += figures[2 * place : 2 * place + 2]
    return lines


def _changes(entry: Entry, rules: Rules, players: int) -> list[str]:
    return [signed(whole(change)) for change in brought(entry.postings, rules, players, entry.table.members)]
