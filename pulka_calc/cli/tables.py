"""The sheet on a terminal: a table that fits 60 columns, and what comes next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from pulka_calc.cli.env import Env
from pulka_calc.game.table import sitting_out
from pulka_calc.journal.pulka import Pulka
from pulka_calc.words.figures import figure_text
from pulka_calc.words.figures import signed as signed
from pulka_calc.words.phases import phase_name, robber_game
from pulka_calc.words.speech import N_

WIDEST = 60
"""Columns that the sheet takes at most, while figures allow it."""
NAME_WIDTHS = ((20, 14), (16, 10), (14, 8), (12, 6))
"""Columns for a name at the left and over a column, from the most generous down."""
_NARROW_WIDTHS = ((10, 5), (7, 4))
"""The same for a terminal that is narrower than a sheet wants."""


_NARROW: Final = re.compile("[\\x20-\u02ff\u0400-\u052f\u2010-\u2027→−♠♣♦♥]*\\Z")
"""Texts of Latin and Cyrillic letters and of the program's own signs: as wide as they are long."""


def width_of(text: str) -> int:
    """Columns that a text takes on a terminal."""
    if _NARROW.match(text):
        return len(text)
    # Imported here: only names in wide or combining signs need it, and it doubles the start.
    from rich.cells import cell_len

    return cell_len(text)


def cut(text: str, width: int) -> str:
    """A text that takes at most so many columns, its end marked as cut."""
    if width_of(text) <= width:
        return text
    kept = ""
    for sign in text:
        if width_of(kept + sign) > width - 1:
            break
        kept += sign
    return kept + "…"


def labels(names: Sequence[str], width: int) -> list[str]:
    """Names cut to a width, told apart by their seats where they would look alike."""
    short = [cut(name, width) for name in names]
    if len(set(short)) == len(short):
        return short
    return [cut(f"@{seat} {name}", width) for seat, name in enumerate(names, 1)]


def columns(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Rows as lines: the first column to the left, the others to the right."""
    widths = [max(width_of(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0] + " " * (widths[0] - width_of(row[0]))]
        cells += [" " * (width - width_of(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append((" " * gap).join(cells).rstrip())
    return lines


def sheet_lines(env: Env, pulka: Pulka) -> list[str]:
    """The sheet with each player's balance as of now."""
    say = env.say
    names = pulka.players
    sheet = pulka.seats_sheet
    balance = pulka.settlement.balance
    pools, pool = (sheet.pool, say("pool")) if pulka.pools_left is None else (pulka.pools_left, say("left"))
    cells = [
        [
            figure_text(pools[seat]),
            figure_text(sheet.mountain[seat]),
            *(OWN_CELL if on == seat else figure_text(figure) for on, figure in enumerate(sheet.whists[seat])),
            signed(balance[seat]),
        ]
        for seat in range(len(names))
    ]
    return grid(env, names, [pool, say("mountain")], cells, [say("balance")])


OWN_CELL: Final = "–"
"""Where a player would write whists on himself."""


def grid(
    env: Env,
    names: Sequence[str],
    before: Sequence[str],
    cells: Sequence[Sequence[str]],
    after: Sequence[str] = (),
    widest: int = WIDEST,
) -> list[str]:
    """Rows of players, with a column for whists on each, names cut as far as the width wants it.

    Args:
        before: the heads of the columns before whists.
        cells: a row for each player.
        after: the heads of the columns behind whists.
        widest: columns that it takes at most, while figures allow it.
    """
    widths = NAME_WIDTHS if widest >= WIDEST else (*NAME_WIDTHS, *_NARROW_WIDTHS)
    for (label, header), gap in product(widths, (2, 1)):
        head = ["", *before, *labels(names, header), *after]
        lines = columns([head, *([name, *row] for name, row in zip(labels(names, label), cells, strict=True))], gap)
        if max(map(width_of, lines)) <= widest:
            break
    else:
        over = max(map(width_of, lines)) - widest
        shorter = labels(names, max(label - over, 5))
        lines = columns([head, *([name, *row] for name, row in zip(shorter, cells, strict=True))], gap)
    over_whists = env.say("whists on")
    place = lines[0].find(head[1 + len(before)])
    return [(" " * place + over_whists).rstrip(), *lines]


def next_lines(env: Env, pulka: Pulka) -> list[str]:
    """What comes next: how far each is from closing, bombs, who deals, the all-pass price, the lowest bid."""
    say = env.say
    lines = []
    target = pulka.rules.closing_target
    if pulka.pools_left is not None:
        # The sheet itself counts down.
        pass
    elif target is not None:
        parts = []
        for person in sorted(pulka.table.seats):
            name = pulka.players[person]
            left = target - pulka.seats_sheet.pool[person]
            parts.append(
                say("{player} closed", player=name)
                if left <= 0
                else say("{player} {left}", player=name, left=figure_text(left))
            )
        lines.append(say("to close a pool of {target}: {players}", target=target, players=", ".join(parts)))
    elif pulka.rules.pool_target is not None:
        whole = pulka.rules.pool_target * len(pulka.table.seats)
        points = sum(pulka.seats_sheet.pool[person] for person in pulka.table.seats)
        lines.append(say("pools together: {points} of {target}", points=figure_text(points), target=whole))
    held = {name: queue for name, queue in pulka.bombs.items() if queue}
    if held:
        then = env.say(", then ")
        text = ", ".join(f"{name} {then.join(f'×{bomb}' for bomb in queue)}" for name, queue in held.items())
        lines.append(say("bombs: {bombs}", bombs=text))
    lines += away_lines(env, pulka)
    if pulka.over:
        lines.append(say("The pulka is over. Settle it with: pulka settle"))
    elif pulka.next is not None:
        lines.append(next_line(env, pulka))
    return lines


def away_lines(env: Env, pulka: Pulka) -> list[str]:
    """Who has a row and sits at the table no more; nothing where everybody does."""
    table = pulka.table
    gone = [name for person, name in enumerate(table.people) if person not in table.members]
    frozen = [table.people[person] for person in table.frozen]
    lines = []
    if gone:
        lines.append(env.say("left and settled: {players}", players=", ".join(gone)))
    if frozen:
        lines.append(env.say("row frozen: {players}", players=", ".join(frozen)))
    return lines


def next_line(env: Env, pulka: Pulka) -> str:
    """Who deals, what an all-pass hand costs, what may be bid."""
    coming = pulka.next
    assert coming is not None
    say = env.say
    parts = [say("next: {player} deals", player=coming.dealer)]
    price = coming.allpass_price
    if pulka.phase != "game":
        return "; ".join([*parts, phase_text(env, pulka)])
    if coming.allpass_in_row:
        row = env.speech.count("{n} all-pass hand in a row", "{n} all-pass hands in a row", coming.allpass_in_row)
        parts.append(row)
    if pulka.rules.allpass_scoring == "whists":
        parts.append(say("all-pass at {price} whists a trick", price=price))
    else:
        parts.append(say("all-pass at {price} a trick", price=price))
    parts.append(say("bids from {level}", level=coming.minimum_bid))
    return "; ".join(parts)


_NEXT_PHASE: Final = {"robber": N_("pulka set phase allpass"), "allpass": N_("pulka set phase game")}


def phase_text(env: Env, pulka: Pulka) -> str:
    """What is left of an opening phase of the old game."""
    played, hands = pulka.phase_hands
    name = phase_name(pulka.phase, env.speech)
    if hands is None or played >= hands:
        following = env.say(_NEXT_PHASE[pulka.phase])
        return env.say("{phase}: all hands are played; the next phase: {example}", phase=name, example=following)
    text = env.say("{phase}: hand {number} of {hands}", phase=name, number=played + 1, hands=hands)
    if pulka.phase == "robber":
        games = {player: left for player, left in pulka.robber_left.items() if left}
        told = [
            f"{player} {', '.join(robber_game(game, env.speech) for game in left)}" for player, left in games.items()
        ]
        text += "; " + env.say("still to play: {players}", players="; ".join(told))
        dealer = pulka.table.names[pulka.judged.dealer]
        if list(games) == [dealer] and sitting_out(pulka.judged.dealer, len(pulka.table.seats)) is not None:
            example = env.say("pulka set dealer Boris")
            text += "; " + env.say(
                "{player} sits out, so let somebody else deal: {example}", player=dealer, example=example
            )
        return text
    assert pulka.next is not None
    return f"{text}; {env.say('all-pass at {price} a trick', price=pulka.next.allpass_price)}"


_SIGNS = frozenset("=+-×:–")
_FRACTION: Final = re.compile(r"[0-9]+/[0-9]")


def _pieces(text: str) -> list[str]:
    """The words of a sentence, a formula with its result as one."""
    pieces: list[str] = []
    glue = False
    for word in text.split():
        if pieces and (_FRACTION.match(word) and pieces[-1][-1].isdecimal()):
            # A mixed number is one word: 222 1/2.
            pieces[-1] += f" {word}"
        elif pieces and (glue or word in _SIGNS) and width_of(pieces[-1]) < 30:
            pieces[-1] += f" {word}"
        else:
            pieces.append(word)
        glue = word in _SIGNS
    return pieces


def wrapped(text: str, width: int, indent: int = 2) -> list[str]:
    """A sentence broken at blanks so that it fits a width; later lines are indented by so much more."""
    lines: list[str] = []
    margin = " " * (len(text) - len(text.lstrip()))
    indent += len(margin)
    line = margin
    for word in _pieces(text):
        trial = f"{line} {word}" if line.strip() else line + word
        if line.strip() and width_of(trial) > width:
            lines.append(line)
            line = " " * indent + word
        else:
            line = trial
    return [*lines, line]
