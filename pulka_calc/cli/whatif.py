"""``pulka what-if``: what each outcome of a hand would write, before its cards are played. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import typer

from pulka_calc.cli import options
from pulka_calc.cli.add import NUMBERED
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem, Wrong
from pulka_calc.cli.files import Opened, joined, read_any, report, sound
from pulka_calc.cli.tables import columns, labels, signed, width_of, wrapped
from pulka_calc.cli.wording import line_of
from pulka_calc.game.hands import AllPass, Contract, GiveUp, Misere
from pulka_calc.game.ledger import Account
from pulka_calc.game.scoring import checked
from pulka_calc.game.table import active, parts
from pulka_calc.game.terms import HAND_TRICKS, LEVELS, Figure, whole
from pulka_calc.journal.completion import Table
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.grammar import COLUMNS
from pulka_calc.journal.handline import Said, SaidAllPass, SaidContract, SaidMisere, read_said
from pulka_calc.journal.outcomes import Foreseen, possible_hands
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.statements import strip_comment
from pulka_calc.journal.tokens import split_words
from pulka_calc.journal.writer import hand_text, said_text
from pulka_calc.words.phases import phase_name
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("DECLARER CONTRACT | DECLARER misere | allpass   [--all] [--json] [-f FILE]"),
    N_("What each outcome of a hand would write and do to each balance, before it is played. Nothing is stored."),
)
apps = {"what-if": app}

_LEFT_OPEN: Final = frozenset(
    {"misere-tricks-missing", "allpass-counts-missing", "stalingrad", "dark-six", "robber-result"}
)
"""What is wrong with a bid only because its tricks and defenders are left open."""
Cells = dict[Account, Figure]
"""Figures by the cells that they are written in."""
_NAME: Final = 8
_NOTHING: Final = "–"
"""Where nothing is written besides."""
_NARROWEST: Final = 16
"""Columns below which what is written never stands beside its figures."""
_LIKELY_MISERE: Final = 4
"""Tricks of a misère that are shown without ``--all``."""
_LIKELY_ALLPASS: Final = 6
"""The most tricks of one player at all-pass that are shown without ``--all``."""


@command
def what_if(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    every: Annotated[bool, typer.Option("--all", help=N_("every count of tricks, the unlikely ones too"))] = False,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Tell all outcomes of one hand."""
    env: Env = ctx.obj
    opened = sound(read_any(env, file))
    pulka = opened.pulka
    line = strip_comment(line_of(env, words or [], pulka.table.lexicon)).strip()
    if not line:
        raise UsageProblem(env.say("which hand? For example: {example}", example=env.say("pulka what-if b 7s")))
    said = _bid(env, opened, line)
    foreseen = list(_foresee(pulka, said))
    if json:
        from pulka_calc.documents import what_if_document

        env.json(what_if_document(pulka, said_text(said, pulka.table.names, pulka.document.lang), foreseen))
    else:
        for text in _lines(env, pulka, said, foreseen, every=every):
            env.out(text)
    return Exit.DONE if report(env, opened) else Exit.WRONG


# What is asked


def _bid(env: Env, opened: Opened, line: str) -> Said:
    """What was typed, when the hand may be played now.

    Raises:
        Wrong: it may not, for the reasons that ``add`` gives.
        UsageProblem: tricks or defenders are named.
    """
    pulka = opened.pulka
    number = pulka.judged.next_number
    numbered = NUMBERED.match(line)
    words = line[numbered.end() :] if numbered else line
    typed = f"{numbered[1] if numbered else number}. {words}"
    said = None
    try:
        said = read_said(split_words(words, pulka.table.lexicon), pulka.table.names)
    except Problem:
        # Told below, with its place in the line.
        pass
    else:
        _refuse_results(env, pulka, said)
    _refuse(opened, typed, typed)
    assert said is not None
    _refuse(opened, typed, _just_made(pulka, said, typed))
    return said


def _refuse(opened: Opened, typed: str, tried: str) -> None:
    """Refuse the line `typed` for what is wrong with `tried`, which begins with it."""
    text = opened.pulka.document.text
    faults = [fault for fault in read_text(joined(text, tried)).errors if fault.code not in _LEFT_OPEN]
    if faults:
        raise Wrong(opened.label, joined(text, typed).split("\n"), faults)


def _just_made(pulka: Pulka, said: Said, typed: str) -> str:
    """The line with the tricks of a hand that is just made: what the table forbids is found in it."""
    names = pulka.table.names
    if isinstance(said, SaidAllPass):
        return typed
    if isinstance(said, SaidMisere):
        return f"{typed} 0"
    if pulka.phase == "robber":
        return f"{typed} {said.level}"
    first, second = parts(said.declarer, pulka.judged.dealer, len(names))[1:3]
    return f'{typed}, "{names[first]}" whist {HAND_TRICKS - said.level}, "{names[second]}" whist 0'


def _refuse_results(env: Env, pulka: Pulka, said: Said) -> None:
    """A bid alone is asked about; what came of it is for ``add``."""
    alone: Said
    if isinstance(said, SaidAllPass):
        told, alone = bool(said.counts), said._replace(counts=())
    else:
        told = said.result is not None or bool(said.defenders) or "giveup" in said.flags
        flags = {name: flag for name, flag in said.flags.items() if name != "giveup"}
        alone = said._replace(result=None, defenders=(), flags=flags)
    if told:
        raise UsageProblem(
            env.say(
                "only the bid is named, every result is shown: pulka what-if {bid}; a hand that was played: pulka add",
                bid=said_text(alone, pulka.table.names, env.lang),
            )
        )


def _foresee(pulka: Pulka, said: Said) -> Iterator[Foreseen]:
    """Each outcome, read by the program as a line of the file."""
    document, number = pulka.document, pulka.judged.next_number
    dealer, names = pulka.judged.dealer, pulka.table.names
    rules = pulka.judged.course.rules
    for hand in possible_hands(said, Table(names, dealer, rules), pulka.phase):
        text = f"{number}. {hand_text(hand, names, dealer, document.lang)}"
        after = read_text(joined(document.text, text + "\n"))
        if not after.errors:
            yield Foreseen(text, after.entries[-1], after)


# What is told


class _Row(NamedTuple):
    """One outcome of a table: its name or its tricks, what it does, what it writes."""

    label: str
    cells: tuple[str, ...]
    written: str


class _Table(NamedTuple):
    """Outcomes under one decision."""

    title: str
    rows: list[_Row]


def _lines(env: Env, pulka: Pulka, said: Said, foreseen: Sequence[Foreseen], *, every: bool) -> list[str]:
    """The whole answer."""
    names = pulka.players
    bid = said_text(said, pulka.table.names, env.lang)
    balances = zip(names, pulka.settlement.exact, strict=True)
    now = ", ".join(f"{name} {signed(balance)}" for name, balance in balances)
    lines = wrapped(f"{pulka.judged.next_number}. {bid}", env.width)
    lines += wrapped(env.say("balances now: {balances}; below, how each changes", balances=now), env.width)
    if isinstance(said, SaidContract) and pulka.phase == "game":
        on = env.say("whists are on {declarer} where nothing else is said", declarer=pulka.table.names[said.declarer])
        lines += wrapped(on, env.width)
    # Where the dealer whists after a half, it is void, and the same is written as after two passes [§3.11].
    foreseen = [outcome for outcome in foreseen if outcome.half is None or outcome.tricks is None]
    told = foreseen if every else [outcome for outcome in foreseen if _likely(outcome)]
    always = _always(foreseen)
    if always:
        written = _written(env, names, foreseen[0].declarer, always)
        made = env.say("made: {written}; below, what is written besides", written=written)
        lines += wrapped(made, env.width)
    lines += _laid_out(env, names, _tables(env, pulka, told, always))
    left = len(foreseen) - len(told)
    if left:
        more = env.speech.count("{n} less likely outcome: --all", "{n} less likely outcomes: --all", left)
        lines += ["", *wrapped(more, env.width)]
    return lines


def _likely(outcome: Foreseen) -> bool:
    """Whether an outcome is told without ``--all``: contracts down to one short, lifelike splits at all-pass."""
    hand = outcome.hand
    if isinstance(hand, Contract):
        return hand.outcome.tricks is None or hand.outcome.tricks >= hand.level - 1
    if isinstance(hand, Misere):
        return hand.tricks <= _LIKELY_MISERE
    if isinstance(hand, AllPass):
        taken = [hand.tricks[seat] for seat in active(outcome.entry.dealer, len(hand.tricks))]
        return sum(taken) == HAND_TRICKS and max(taken) <= _LIKELY_ALLPASS
    return True


def _made(outcome: Foreseen) -> bool:
    """Whether it is a contract that was made, played or not."""
    hand = outcome.hand
    return isinstance(hand, Contract) and hand.outcome.made


def _always(foreseen: Sequence[Foreseen]) -> Cells:
    """What is written whenever the contract is made: said once, and not again in every row."""
    every = [_cells(outcome) for outcome in foreseen if _made(outcome)]
    first = every[0] if every else {}
    return {account: points for account, points in first.items() if all(c.get(account) == points for c in every)}


def _cells(outcome: Foreseen) -> Cells:
    """What is written in each cell, in the order of writing."""
    cells: Cells = {}
    for account, points, _ in outcome.entry.postings:
        cells[account] = whole(cells.get(account, 0) + points)
    return cells


def _tables(env: Env, pulka: Pulka, foreseen: Sequence[Foreseen], always: Cells) -> list[_Table]:
    """The outcomes by what was decided: first those whose cards are not played, a row each; then who whists."""
    unplayed: list[_Row] = []
    played: dict[tuple[object, ...], _Table] = {}
    for outcome in foreseen:
        tricks = outcome.tricks
        if tricks is None:
            unplayed.append(_row(env, pulka, outcome, always, _decision(env, pulka, outcome)))
            continue
        key = (type(outcome.hand), outcome.whisters)
        if key not in played:
            order = " – ".join(labels(pulka.players, _NAME)[seat] for seat in _order(pulka, outcome))
            title = env.say("{decision}; tricks {order}", decision=_decision(env, pulka, outcome), order=order)
            played[key] = _Table(title, [])
        label = " – ".join(str(tricks[seat]) for seat in _order(pulka, outcome))
        played[key].rows.append(_row(env, pulka, outcome, always, label))
    first = [_Table(env.say("not played"), unplayed)] if unplayed else []
    return [*first, *played.values()]


def _order(pulka: Pulka, outcome: Foreseen) -> tuple[int, ...]:
    """Whose tricks stand in a row: the declarer's and the whisters'; at all-pass the sitting dealer's last."""
    hand = outcome.hand
    if isinstance(hand, AllPass):
        table = outcome.entry.table
        playing = tuple(table.seats[seat] for seat in active(outcome.entry.dealer, len(table.seats)))
        return (*playing, *(person for person in table.seats if person not in playing))
    return (outcome.parts[0], *outcome.whisters)


def _decision(env: Env, pulka: Pulka, outcome: Foreseen) -> str:
    """What was decided: who whists, or how it ends without play."""
    say, hand, names = env.say, outcome.hand, pulka.players
    if isinstance(hand, AllPass):
        return say("all-pass")
    if isinstance(hand, Misere):
        return say("misère")
    if isinstance(hand, GiveUp):
        return say("given up")
    if pulka.phase == "robber":
        return phase_name(pulka.phase, env.speech)
    if hand.outcome.tricks is None and outcome.half is not None:
        return say("half-whist: {player}", player=labels(names, _NAME)[outcome.half])
    if not outcome.whisters:
        checks = hand.level == LEVELS[-1] and pulka.rules.ten_mode == "check"
        return say("the ten is believed") if checks else say("no whist")
    if checked(hand.outcome, pulka.rules):
        return say("the ten is checked")
    if hand.outcome.dealer_whists:
        return say("the dealer whists: {player}", player=names[outcome.whisters[0]])
    if len(outcome.whisters) == 2:
        return say("both whist: {players}", players=", ".join(names[seat] for seat in outcome.whisters))
    return say("alone whists: {player}", player=names[outcome.whisters[0]])


def _row(env: Env, pulka: Pulka, outcome: Foreseen, always: Cells, label: str) -> _Row:
    changes = tuple(signed(whole(change)) for change in outcome.change(pulka))
    said_once = always if _made(outcome) else {}
    besides = {account: points for account, points in _cells(outcome).items() if account not in said_once}
    # Names as they stand over the columns: full ones would not fit beside them.
    short = labels(pulka.players, _NAME)
    written = _written(env, short, outcome.declarer, besides) or _NOTHING
    if outcome.after.over:
        written = env.say("{written}; the pulka is over", written=written)
    return _Row(label, changes, written)


def _written(env: Env, names: Sequence[str], declarer: int | None, cells: Cells) -> str:
    """What is written, in short: each column with its players; whists on others than the declarer say on whom."""
    told: dict[str, list[str]] = {}
    for account, points in cells.items():
        column = COLUMNS[account.column].write(env.lang)
        if account.on is not None and account.on != declarer:
            column = env.say("whists on {other}:", other=names[account.on])
        told.setdefault(column, []).append(f"{names[account.player]} {signed(points)}")
    return "; ".join(f"{column} {', '.join(row)}" for column, row in told.items())


def _laid_out(env: Env, names: Sequence[str], tables: Sequence[_Table]) -> list[str]:
    """The tables under one another, their columns aligned.

    What is written stands beside the figures, or below them where that takes fewer lines.
    """
    rows = [row for table in tables for row in table.rows]
    head, *figures = columns([["", *labels(names, _NAME)], *([row.label, *row.cells] for row in rows)])
    left = max(width_of(line) for line in (head, *figures)) + 2
    room = env.width - left
    beside, below = [], []
    for row, figure in zip(rows, figures, strict=True):
        first, *rest = wrapped(row.written, max(room, _NARROWEST), 0)
        gap = " " * (left - width_of(figure))
        beside.append([f"{figure}{gap}{first}", *(" " * left + text for text in rest)])
        below.append([figure, *([] if row.written == _NOTHING else wrapped(f"    {row.written}", env.width, 2))])
    fewer = room >= _NARROWEST and sum(map(len, beside)) <= sum(map(len, below))
    told = iter(beside if fewer else below)
    lines: list[str] = []
    for table in tables:
        lines += ["", *wrapped(table.title, env.width), head]
        for _ in table.rows:
            lines += next(told)
    return lines
