"""The sheet on a terminal: a table that fits 60 columns, and what comes next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final

from pulka_calc.cli.env import Env
from pulka_calc.game.terms import Figure
from pulka_calc.journal.pulka import Pulka
from pulka_calc.words.figures import figure_text
from pulka_calc.words.phases import phase_name, robber_game

WIDEST = 60
"""Columns that the sheet takes at most, while figures allow it."""
NAME_WIDTHS = ((20, 14), (16, 10), (14, 8), (12, 6))
"""Columns for a name at the left and over a column, from the most generous down."""


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


def signed(figure: Figure) -> str:
    """A balance: with its sign, so that who wins is seen at once."""
    return ("+" if figure > 0 else "") + figure_text(figure)


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
            *("–" if on == seat else figure_text(figure) for on, figure in enumerate(sheet.whists[seat])),
            signed(balance[seat]),
        ]
        for seat in range(len(names))
    ]
    for (label, header), gap in product(NAME_WIDTHS, (2, 1)):
        head = ["", pool, say("mountain"), *labels(names, header), say("balance")]
        lines = columns([head, *([name, *row] for name, row in zip(labels(names, label), cells, strict=True))], gap)
        if max(map(width_of, lines)) <= WIDEST:
            break
    else:
        over = max(map(width_of, lines)) - WIDEST
        shorter = labels(names, max(label - over, 5))
        lines = columns([head, *([name, *row] for name, row in zip(shorter, cells, strict=True))], gap)
    over_whists = say("whists on")
    place = lines[0].find(head[3])
    return [(" " * place + over_whists).rstrip(), *lines]


def next_lines(env: Env, pulka: Pulka) -> list[str]:
    """What comes next: how far each is from closing, bombs, who deals, the all-pass price, the lowest bid."""
    say = env.say
    lines = []
    target = pulka.rules.closing_target
    if target is not None:
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
        text = ", ".join(f"{name} {' '.join(f'×{bomb}' for bomb in queue)}" for name, queue in held.items())
        lines.append(say("bombs: {bombs}", bombs=text))
    if pulka.over:
        lines.append(say("The pulka is over. Settle it with: pulka settle"))
    elif pulka.next is not None:
        lines.append(next_line(env, pulka))
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


def phase_text(env: Env, pulka: Pulka) -> str:
    """What is left of an opening phase of the old game."""
    played, hands = pulka.phase_hands
    name = phase_name(pulka.phase, env.speech)
    if played == hands:
        return env.say(
            "{phase}: all {hands} hands are played, next: {example}",
            phase=name,
            hands=hands,
            example=env.say("pulka set phase game"),
        )
    text = env.say("{phase}: hand {number} of {hands}", phase=name, number=played + 1, hands=hands)
    if pulka.phase == "robber":
        left = [
            f"{player} {', '.join(robber_game(game, env.speech) for game in games)}"
            for player, games in pulka.robber_left.items()
            if games
        ]
        text += "; " + env.say("still to play: {players}", players="; ".join(left))
    else:
        text += "; " + env.say("all-pass at {price} a trick", price=pulka.next.allpass_price if pulka.next else 0)
    return text


_SIGNS = frozenset("=+-×:–")


def _pieces(text: str) -> list[str]:
    """The words of a sentence, a formula with its result as one."""
    pieces: list[str] = []
    glue = False
    for word in text.split():
        if pieces and (glue or word in _SIGNS) and width_of(pieces[-1]) < 30:
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
