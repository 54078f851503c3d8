"""The JSON documents of a pulka as plain dictionaries (design §4, a contract to the letter).

Whole figures are numbers, others strings like ``"5/2"``; a sentence in a document is English
whatever the user reads. Every command may build one, so nothing heavy is imported at the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from pulka_calc.journal.statements import SMALLEST_COIN

if TYPE_CHECKING:
    from pulka_calc.game.ledger import Posting
    from pulka_calc.game.settlement import Payment
    from pulka_calc.game.terms import Column, Figure
    from pulka_calc.journal.comparing import Apart
    from pulka_calc.journal.diagnostics import Diagnostic
    from pulka_calc.journal.judge import Entry
    from pulka_calc.journal.outcomes import Foreseen
    from pulka_calc.journal.pulka import Pulka
    from pulka_calc.journal.rescoring import Remark, Rescored
    from pulka_calc.store import StoreError
    from pulka_calc.words.speech import Speech

Document = dict[str, Any]
"""One JSON object."""

SCHEMA: Final = "pulka/1"
"""What every document that stands alone names as its schema."""


def show_document(pulka: Pulka, file: str) -> Document:
    """``pulka show --json``: the rules, the players, the sheet and what comes next.

    Failed checks stand among the warnings: the figures are shown all the same.
    """
    sheet = pulka.sheet
    return {
        "schema": SCHEMA,
        "file": file,
        "title": pulka.title,
        "date": pulka.date,
        "rules": rules_document(pulka),
        "players": list(pulka.players),
        **_people(pulka),
        "hands": len(pulka.hands),
        "over": pulka.over,
        "next": next_document(pulka),
        "sheet": {
            "pool": _figures(sheet.pool),
            "mountain": _figures(sheet.mountain),
            "whists": {name: _figures(row) for name, row in sheet.whists.items()},
        },
        "bombs": {name: list(queue) for name, queue in pulka.bombs.items()},
        "warnings": diagnostics([*pulka.warnings, *pulka.failed_checks]),
    }


def _people(pulka: Pulka) -> Document:
    """Who sits at the table, clockwise, and whose row is frozen; nothing where nobody came or went."""
    table = pulka.table
    if table.plain and len(table.seats) == len(pulka.document.names):
        return {}
    return {"seated": list(table.names), "frozen": [table.people[person] for person in table.frozen]}


def settle_document(pulka: Pulka, file: str) -> Document:
    """``pulka settle --json``: what `show_document` says, and the settlement."""
    return {**show_document(pulka, file), "settlement": settlement_document(pulka)}


def settlement_document(pulka: Pulka) -> Document:
    """Balances, pairs, payments, money and the paper way, as of now."""
    from pulka_calc.words.steps import step_text

    names, settlement = pulka.players, pulka.settlement
    coins = coins_won(pulka)
    stake = pulka.document.stake
    coin = stake.coin if stake else SMALLEST_COIN
    speech = _english()
    document: Document = {
        "exact": {name: str(balance) for name, balance in zip(names, settlement.exact, strict=True)},
        "balance": {name: figure(balance) for name, balance in zip(names, settlement.balance, strict=True)},
        "pairs": [
            {"player": names[pair.player], "other": names[pair.other], "whists": str(pair.whists)}
            for pair in settlement.pairs
        ],
        "payments": [
            {
                "from": names[payment.payer],
                "to": names[payment.payee],
                "whists": figure(payment.whists),
                "money": None if payment.coins is None else money_text(payment.coins, coin),
            }
            for payment in settlement.payments(coins)
        ],
        "money": None
        if coins is None
        else {name: money_text(won, coin) for name, won in zip(names, coins, strict=True)},
        "currency": (stake.currency or None) if stake else None,
        "steps": [
            {
                "step": step.step,
                "player": names[step.player],
                "other": None if step.other is None else names[step.other],
                "amount": str(step.amount),
                "text": step_text(step, names, settlement, speech),
            }
            for step in settlement.steps
        ],
    }
    if coin != SMALLEST_COIN:
        document["coin"] = money_text(1, coin)
    limit = pulka.rules.loss_limit
    if limit is not None:
        document["limited"] = {
            "limit": str(limit),
            "exact": {name: str(won) for name, won in zip(names, settlement.limited, strict=True)},
            "balance": {name: figure(won) for name, won in zip(names, settlement.paid, strict=True)},
        }
    return document


def parts_document(pulka: Pulka, file: str, player: int) -> Document:
    """``pulka settle --explain PLAYER --json``: his balance taken apart; the parts add up to ``exact``."""
    from pulka_calc.words.parts import part_text

    names, settlement = pulka.players, pulka.settlement
    speech = _english()
    return {
        "schema": SCHEMA,
        "file": file,
        "player": names[player],
        "exact": str(settlement.exact[player]),
        "balance": figure(settlement.balance[player]),
        "parts": [
            {
                "part": part.part,
                "other": None if part.other is None else names[part.other],
                "amount": str(part.amount),
                "text": part_text(part, player, names, settlement, speech),
            }
            for part in settlement.parts(player)
        ],
    }


def methods_document(pulka: Pulka, file: str) -> Document:
    """``pulka settle --compare --json``: the balances by each method, and what a division by one fewer would say.

    ``off`` is how much that is away from the balance.
    """
    from pulka_calc.game.methods import METHODS, balances_by, one_fewer
    from pulka_calc.words.parts import method_texts

    names, settlement = pulka.players, pulka.settlement
    fewer = one_fewer(settlement)
    off = [wrong - right for wrong, right in zip(fewer, settlement.exact, strict=True)]
    return {
        "schema": SCHEMA,
        "file": file,
        "divisor": settlement.divisor,
        "exact": dict(zip(names, map(str, settlement.exact), strict=True)),
        "methods": {
            method: dict(zip(names, map(str, balances_by(method, settlement)), strict=True)) for method in METHODS
        },
        "one_fewer": dict(zip(names, map(str, fewer), strict=True)),
        "off": dict(zip(names, map(str, off), strict=True)),
        "texts": method_texts(names, settlement, speech=_english()),
    }


def explain_documents(pulka: Pulka, number: int | None = None) -> list[Document]:
    """``pulka explain --json``: one object a hand, a start or an adjustment; only hand `number` if one is named."""
    return [
        {
            "schema": SCHEMA,
            "hand": entry.number,
            "line": entry.line,
            "postings": postings(entry.postings, pulka.players),
        }
        for entry in pulka.entries
        if number is None or entry.number == number
    ]


def explain_cell_document(pulka: Pulka, player_seat: int, column: Column, on: int | None = None) -> Document:
    """``pulka explain PLAYER COLUMN --json``: the postings that make up a figure of the sheet.

    Without `on`, the whists of a player are those he wrote on everybody.
    """
    names = pulka.players
    found = [
        posting
        for entry in pulka.entries
        for posting in entry.postings
        if posting.account.player == player_seat
        and posting.account.column == column
        and (on is None or posting.account.on == on)
    ]
    return {
        "player": names[player_seat],
        "column": column,
        "on": None if on is None else names[on],
        "total": figure(sum(posting.points for posting in found)),
        "postings": postings(found, names),
    }


def add_document(pulka: Pulka, entry: Entry, text: str) -> Document:
    """``pulka add --json``: the hand as it was understood, what it wrote, and what comes next.

    `text` is the hand as the file has it; ``completed`` holds the counts that nobody said.
    """
    names = pulka.players
    return {
        "schema": SCHEMA,
        "hand": entry.number,
        "line": entry.line,
        "text": text,
        "postings": postings(entry.postings, names),
        "completed": {entry.table.names[seat]: tricks for seat, tricks in entry.worked_out},
        "next": next_document(pulka),
    }


def what_if_document(pulka: Pulka, bid: str, foreseen: Iterable[Foreseen]) -> Document:
    """``pulka what-if --json``: every outcome of a hand that has not been played.

    `bid` is what was asked about, in the words of the file; ``whist`` names those who whist, ``tricks`` those whose
    tricks count (null where the cards are not played), ``change`` and ``balance`` are exact.
    """
    names = pulka.players
    return {
        "schema": SCHEMA,
        "hand": bid,
        "outcomes": [
            {
                "text": outcome.text,
                "whist": [names[seat] for seat in outcome.whisters],
                "half": None if outcome.half is None else names[outcome.half],
                "tricks": None
                if outcome.tricks is None
                else {names[seat]: tricks for seat, tricks in outcome.tricks.items()},
                "postings": postings(outcome.entry.postings, names),
                "change": dict(zip(names, map(str, outcome.change(pulka)), strict=True)),
                "balance": dict(zip(names, map(str, outcome.after.settlement.exact), strict=True)),
                "over": outcome.after.over,
            }
            for outcome in foreseen
        ],
    }


def rescore_document(pulka: Pulka, found: Rescored, file: str, *, hands: bool = False) -> Document:
    """``pulka rescore --json``: each player now and under the other rules, and the hands that those do not allow.

    Args:
        hands: what each hand did to each exact balance too; null under rules that leave it out.
    """
    from pulka_calc.game.ledger import brought

    other, names = found.pulka, pulka.players
    document: Document = {
        "schema": SCHEMA,
        "file": file,
        "rules": {"now": rules_document(pulka), "other": rules_document(other)},
        "players": [
            {"player": name, "now": _standing(pulka, seat), "other": _standing(other, seat)}
            for seat, name in enumerate(names)
        ],
        "left_out": [_remark(remark) for remark in found.left_out],
        "noted": [_remark(remark) for remark in found.noted],
    }
    if hands:
        again = {
            entry.number: brought(entry.postings, other.rules, len(names), entry.table.members) for entry in other.hands
        }
        document["hands"] = [
            {
                "hand": entry.number,
                "line": entry.line,
                "now": dict(
                    zip(
                        names,
                        map(str, brought(entry.postings, pulka.rules, len(names), entry.table.members)),
                        strict=True,
                    )
                ),
                "other": dict(zip(names, map(str, again[entry.number]), strict=True))
                if entry.number in again
                else None,
            }
            for entry in pulka.hands
        ]
    return document


def _standing(pulka: Pulka, seat: int) -> Document:
    """What one player has: his columns, his whists on all together, his balance."""
    from pulka_calc.game.terms import whole

    sheet, settlement = pulka.seats_sheet, pulka.settlement
    return {
        "pool": figure(sheet.pool[seat]),
        "mountain": figure(sheet.mountain[seat]),
        "whists": figure(whole(sum(points for on, points in enumerate(sheet.whists[seat]) if on != seat))),
        "exact": str(settlement.exact[seat]),
        "balance": figure(settlement.balance[seat]),
    }


def _remark(remark: Remark) -> Document:
    (told,) = diagnostics([remark.diagnostic])
    return {"hand": remark.hand, "line": told["line"], "code": told["code"], "message": told["message"]}


def diff_document(apart: Apart, a: str, b: str) -> Document:
    """``pulka diff --json``: the cells and balances in which two sheets differ; rules that differ, the stake as one.

    Args:
        a: what the user calls the first file.
        b: and the second.
    """
    from pulka_calc.journal.writer import stake_text

    rules: list[Document] = [
        {"rule": rule, "a": rule_value(one), "b": rule_value(two)} for rule, one, two in apart.rules
    ]
    if apart.stakes:
        one, two = (stake and stake_text(stake, "en") for stake in apart.stakes)
        rules.append({"rule": "stake", "a": one, "b": two})
    return {
        "schema": SCHEMA,
        "a": a,
        "b": b,
        "cells": [
            {"player": player, "column": column, "on": on, "a": figure(one), "b": figure(two)}
            for player, column, on, one, two in apart.cells
        ],
        "only_a": apart.only_a,
        "only_b": apart.only_b,
        "balances": [
            {"player": balance.player, "a": str(balance.a), "b": str(balance.b)} for balance in apart.balances
        ],
        "rules": rules,
    }


def rules_document(pulka: Pulka) -> Document:
    """The preset, and what the table has otherwise."""
    return {
        "preset": pulka.rules.preset,
        "changed": {rule: rule_value(value) for rule, value in pulka.document.changed.items()},
    }


def errors_document(file: str, errors: Iterable[Diagnostic]) -> Document:
    """What stands in the place of a document when a pulka is wrong."""
    return {"schema": SCHEMA, "file": file, "errors": diagnostics(errors)}


def store_error_document(file: str, error: StoreError) -> Document:
    """What stands in the place of a document when a file cannot be read."""
    from pulka_calc.words.faults import describe_store

    told = describe_store(error, _english())
    fault = {
        "code": error.code,
        "line": error.values.get("line", 1),
        "column": error.values.get("column", 1),
        "message": told.message,
        "help": told.help,
    }
    return {"schema": SCHEMA, "file": file, "errors": [fault]}


def next_document(pulka: Pulka) -> Document | None:
    """What the next hand will be played under; ``None`` when there is none."""
    coming = pulka.next
    if coming is None:
        return None
    return {
        "dealer": coming.dealer,
        "allpass_in_row": coming.allpass_in_row,
        "allpass_price": coming.allpass_price,
        "minimum_bid": coming.minimum_bid,
    }


def postings(made: Iterable[Posting], names: tuple[str, ...]) -> list[Document]:
    """Figures of the sheet with their causes."""
    from pulka_calc.words.causes import posting_text

    speech = _english()
    return [
        {
            "column": posting.account.column,
            "player": names[posting.account.player],
            "on": None if posting.account.on is None else names[posting.account.on],
            "points": figure(posting.points),
            "rule": posting.cause.rule,
            "text": posting_text(posting, names, speech),
        }
        for posting in made
    ]


def diagnostics(found: Iterable[Diagnostic]) -> list[Document]:
    """Errors, warnings or failed checks as objects."""
    found = list(found)
    if not found:
        return []
    from pulka_calc.words.faults import describe

    speech = _english()
    objects = []
    for fault in found:
        told = describe(fault, speech)
        objects.append(
            {
                "code": fault.code,
                # What is wrong with a file as a whole has no line.
                "line": max(fault.line, 1),
                "column": fault.column,
                "message": told.message,
                "help": told.help,
            }
        )
    return objects


def coins_won(pulka: Pulka) -> tuple[int, ...] | None:
    """What each wins in the smallest coin, by seats; ``None`` where no stake is named. Sums to zero."""
    stake = pulka.document.stake
    return pulka.settlement.money(stake.price, stake.coin) if stake else None


def payments_made(pulka: Pulka) -> tuple[Payment, ...]:
    """The payments that people make: where there is a stake, those that come to no coin are left out."""
    return tuple(payment for payment in pulka.settlement.payments(coins_won(pulka)) if payment.coins != 0)


def money_text(coins: int, coin: Fraction) -> str:
    """So many coins as a decimal: ``-0.66``, ``-33`` where a coin is a whole unit."""
    places = money_places(coin)
    units, rest = divmod((abs(coins) * coin * 10**places).numerator, 10**places)
    return f"{'-' if coins < 0 else ''}{units}" + (f".{rest:0{places}d}" if places else "")


def money_places(coin: Fraction) -> int:
    """The decimals that money shows: none where a coin is whole, else two, or more where the coin has more.

    A coin is a decimal, as `journal.statements.read_coin` reads it.
    """
    if coin.denominator == 1:
        return 0
    return next(places for places in count(2) if 10**places % coin.denominator == 0)


def figure(value: Figure) -> int | str:
    """A whole figure as a number, any other as ``"5/2"``."""
    return value.numerator if value.denominator == 1 else str(value)


def rule_value(value: object) -> object:
    """The value of a rule: a number, ``true``, ``null`` for none, a word, or an array for a list."""
    if isinstance(value, tuple):
        return list(value) or None
    return str(value) if isinstance(value, Fraction) else value


def dumps(document: Document) -> str:
    """A document on one line, with every letter as it is."""
    import json

    text = json.dumps(document, ensure_ascii=False)
    # A file's name need not be UTF-8; what of it is not becomes an escape, which is JSON too.
    return text.encode("utf-8", "backslashreplace").decode()


def _figures(cells: Mapping[str, Figure]) -> dict[str, int | str]:
    return {name: figure(points) for name, points in cells.items()}


def _english() -> Speech:
    from pulka_calc.words.speech import Speech

    return Speech("en")
