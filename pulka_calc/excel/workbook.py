"""A pulka as an Excel workbook: what goes where. How it looks is `book`'s.

Every figure is written as a number, none as a formula: a phone that shows a file without
calculating it shows them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from pulka_calc.documents import coins_won, money_places, payments_made
from pulka_calc.excel.rows import game_text, notes_text, role_text, rows
from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rules import KINDS
from pulka_calc.game.terms import Column as Cells
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.pulka import Pulka
from pulka_calc.words.causes import posting_text
from pulka_calc.words.faults import describe
from pulka_calc.words.rules import preset_title, rule_text
from pulka_calc.words.speech import Speech

if TYPE_CHECKING:
    from pulka_calc.excel.book import Look, Page, Value


def write_workbook(pulka: Pulka, speech: Speech) -> bytes:
    """The workbook of a pulka; equal pulkas give equal bytes.

    Sheets, with titles in the language of `speech`: balance, sheet, hands, postings, rules.
    """
    # openpyxl takes longer to import than most commands run.
    from pulka_calc.excel.book import Book

    title = pulka.title or speech.say("Pulka")
    stake = pulka.document.stake
    book = Book(title, pulka.date, money_places(stake.coin) if stake else 2)
    balance, sheet, hands, postings, rules = page_titles(speech)
    _balance(book.page(balance, title), pulka, title, speech)
    _sheet(book.page(sheet, title), pulka, speech)
    _hands(book.page(hands, title), pulka, speech)
    _postings(book.page(postings, title), pulka, speech)
    _rules(book.page(rules, title), pulka, speech)
    return book.to_bytes()


def page_titles(speech: Speech) -> list[str]:
    """What the pages of a workbook are called, in their order."""
    return [
        speech.say("Balance"),
        speech.say("Sheet"),
        speech.say("Hands"),
        speech.say("Postings"),
        speech.say("Rules"),
    ]


# Balance


def _balance(page: Page, pulka: Pulka, title: str, speech: Speech) -> None:
    across = len(pulka.players) + 2
    page.title(title, across)
    _facts(page, pulka, speech)
    page.section(speech.say("Balance"))
    _balances(page, pulka, speech)
    page.section(speech.say("Who wins from whom, in whists"))
    _pairs(page, pulka, speech)
    page.section(speech.say("Who pays whom"))
    _payments(page, pulka, across, speech)
    found = [*pulka.warnings, *pulka.failed_checks]
    if found:
        page.section(speech.say("To be looked at"))
        for fault in found:
            page.remark(_fault_text(fault, speech), across, warning=True)


def _facts(page: Page, pulka: Pulka, speech: Speech) -> None:
    """What is worth knowing of the pulka at a glance."""
    if pulka.date:
        page.fact(speech.say("Date"), pulka.date)
    rules = preset_title(pulka.rules.preset, speech)
    if _changed(pulka):
        rules = speech.say("{rules}, changed", rules=rules)
    page.fact(speech.say("Rules"), rules)
    if pulka.rules.pool_target is not None:
        page.fact(speech.say("Pool up to"), pulka.rules.pool_target)
    page.fact(speech.say("Hands"), len(pulka.hands))
    stake = pulka.document.stake
    if stake:
        name = speech.say("Price of a whist")
        page.fact(f"{name}, {stake.currency}" if stake.currency else name, stake.price)
    if pulka.rules.loss_limit is not None:
        page.fact(speech.say("Nobody pays more than, whists"), pulka.rules.loss_limit)
    if pulka.over:
        page.fact(speech.say("The pulka"), speech.say("is over"))
    elif pulka.next:
        page.fact(speech.say("Next dealer"), pulka.next.dealer)


def _balances(page: Page, pulka: Pulka, speech: Speech) -> None:
    from pulka_calc.excel.book import Column, Line

    settlement, coins = pulka.settlement, coins_won(pulka)
    columns = [Column(speech.say("Player"), "text"), Column(speech.say("Exact, whists"), "signed")]
    lines: list[list[Value]] = [[name, balance] for name, balance in zip(pulka.players, settlement.exact, strict=True)]
    strong: tuple[int, ...] = ()
    if pulka.rules.rounding != "exact":
        columns.append(Column(speech.say("Whole, whists"), "signed"))
        for line, balance in zip(lines, settlement.balance, strict=True):
            line.append(balance)
        strong = (2,)
    if pulka.rules.loss_limit is not None:
        columns.append(Column(speech.say("With the limit, whists"), "signed"))
        for line, won in zip(lines, settlement.paid, strict=True):
            line.append(won)
    stake = pulka.document.stake
    if coins is not None and stake is not None:
        columns.append(Column(_money_title(pulka, speech), "money"))
        for line, won in zip(lines, coins, strict=True):
            line.append(won * stake.coin)
    sums = [_sum(line[place] for line in lines) for place in range(1, len(columns))]
    page.table(columns, [Line(line, strong=strong) for line in lines], [speech.say("Sum"), *sums])


def _pairs(page: Page, pulka: Pulka, speech: Speech) -> None:
    """What each wins from each other; a row adds up to the exact balance."""
    from pulka_calc.excel.book import Column, Line

    names, settlement = pulka.players, pulka.settlement
    group = speech.say("from")
    columns = [
        Column(speech.say("Player"), "text"),
        *(Column(name, "signed", group) for name in names),
        Column(speech.say("Sum"), "signed"),
    ]
    won: list[list[Figure]] = [[0] * len(names) for _ in names]
    for pair in settlement.pairs:
        won[pair.player][pair.other] = pair.whists
        won[pair.other][pair.player] = -pair.whists
    lines = []
    for seat, name in enumerate(names):
        cells: list[Value] = [None if other == seat else figure for other, figure in enumerate(won[seat])]
        lines.append(Line([name, *cells, settlement.exact[seat]], void=(seat + 1,), strong=(len(names) + 1,)))
    page.table(columns, lines)


def _payments(page: Page, pulka: Pulka, across: int, speech: Speech) -> None:
    from pulka_calc.excel.book import Column, Line

    payments, stake = payments_made(pulka), pulka.document.stake
    if not payments:
        page.remark(speech.say("Nobody owes anything."), across)
        return
    columns = [
        Column(speech.say("Who pays"), "text"),
        Column(speech.say("Whom"), "text"),
        Column(speech.say("Whists"), "number"),
    ]
    if stake:
        columns.append(Column(_money_title(pulka, speech), "paid"))
    lines = []
    for payment in payments:
        cells: list[Value] = [pulka.players[payment.payer], pulka.players[payment.payee], payment.whists]
        if payment.coins is not None and stake:
            cells.append(payment.coins * stake.coin)
        lines.append(Line(cells))
    page.table(columns, lines)


def _money_title(pulka: Pulka, speech: Speech) -> str:
    stake = pulka.document.stake
    if stake and stake.currency:
        return speech.say("Money, {currency}", currency=stake.currency)
    return speech.say("Money")


def _fault_text(fault: Diagnostic, speech: Speech) -> str:
    told = describe(fault, speech)
    text = speech.say("line {line}: {message}", line=fault.line, message=told.message)
    return f"{text} ({told.help})" if told.help else text


# Sheet


def _sheet(page: Page, pulka: Pulka, speech: Speech) -> None:
    from pulka_calc.excel.book import Column, Line

    names, sheet, target = pulka.players, pulka.seats_sheet, pulka.rules.closing_target
    bombs = pulka.rules.bombs != "no"
    # A sheet that counts down: what is left stands beside what was earned, which the other pages count on.
    left = pulka.pools_left
    group = speech.say("Whists on")
    columns = [
        Column(speech.say("Player"), "text"),
        Column(speech.say("Pool"), "number"),
        Column(speech.say("Mountain"), "number"),
        *(Column(name, "number", group) for name in names),
        Column(speech.say("Whists in all"), "number"),
    ]
    if bombs:
        columns.append(Column(speech.say("Bombs"), "text"))
    if left is not None:
        columns.append(Column(speech.say("Left in the pool"), "number"))
    lines = []
    for seat, name in enumerate(names):
        whists: list[Value] = [None if on == seat else figure for on, figure in enumerate(sheet.whists[seat])]
        cells: list[Value] = [name, sheet.pool[seat], sheet.mountain[seat], *whists, sum(sheet.whists[seat])]
        if bombs:
            cells.append(", ".join(f"×{coefficient}" for coefficient in pulka.bombs[name]))
        if left is not None:
            cells.append(left[seat])
        closed = target is not None and sheet.pool[seat] >= target
        lines.append(Line(cells, void=(seat + 3,), strong=(1,) if closed else ()))
    written_on = [sum(column) for column in zip(*sheet.whists, strict=True)]
    total: list[Value] = [speech.say("Sum"), sum(sheet.pool), sum(sheet.mountain), *written_on, sum(written_on)]
    page.table(columns, lines, total + [None] * (len(columns) - len(total)))
    page.freeze(2, 3, 2)
    if any(line.strong for line in lines):
        page.remark(speech.say("A pool in bold is closed."), len(columns))


# Hands


def _hands(page: Page, pulka: Pulka, speech: Speech) -> None:
    from pulka_calc.excel.book import Column, Line

    names = pulka.players
    columns = [
        Column(speech.say("No."), "id"),
        Column(speech.say("Dealer"), "text"),
        Column(speech.say("Declarer"), "text"),
        Column(speech.say("Game"), "text"),
        Column(speech.say("Tricks"), "id"),
    ]
    groups: list[tuple[str, Look]] = [
        (speech.say("What the defenders said"), "text"),
        (speech.say("Tricks of the defence, or at all-pass"), "id"),
        (speech.say("What the hand brought, in whists"), "signed"),
        (speech.say("Pool after the hand"), "number"),
        (speech.say("Mountain after the hand"), "number"),
        (speech.say("Balance after the hand, in whists"), "signed"),
    ]
    columns += [Column(name, look, group) for group, look in groups for name in names]
    columns.append(Column(speech.say("Notes"), "note"))
    lines = []
    for row in rows(pulka):
        cells: list[Value] = [
            row.number,
            None if row.dealer is None else names[row.dealer],
            None if row.declarer is None else names[row.declarer],
            game_text(row, speech),
            row.taken,
            *(role and role_text(role, speech) for role in row.roles),
            *row.tricks,
            *row.brought,
            *row.pool,
            *row.mountain,
            *row.balance,
            notes_text(row, names, speech) or None,
        ]
        lines.append(Line(cells, "" if row.number else "faint"))
    page.table(columns, lines, crowded=True)
    page.freeze(2, 3, 2)


# Postings


def _column_text(column: Cells, speech: Speech) -> str:
    match column:
        case "pool":
            return speech.say("pool")
        case "mountain":
            return speech.say("mountain")
        case "whists":
            return speech.say("whists")


def _postings(page: Page, pulka: Pulka, speech: Speech) -> None:
    from pulka_calc.excel.book import Column, Line

    names = pulka.players
    columns = [
        Column(speech.say("Hand"), "id"),
        Column(speech.say("Player"), "text"),
        Column(speech.say("Column"), "text"),
        Column(speech.say("On"), "text"),
        Column(speech.say("Points"), "signed"),
        Column(speech.say("Rule"), "text"),
        Column(speech.say("Why"), "sentence"),
        Column(speech.say("Line of the file"), "id"),
    ]
    lines = [
        Line(
            [
                entry.number,
                names[posting.account.player],
                _column_text(posting.account.column, speech),
                None if posting.account.on is None else names[posting.account.on],
                posting.points,
                posting.cause.rule,
                posting_text(posting, names, speech),
                entry.line,
            ],
            "" if entry.number else "faint",
        )
        for entry in pulka.entries
        for posting in entry.postings
    ]
    page.table(columns, lines)
    page.freeze(2, 2, 1)
    page.filtered(len(columns))


# Rules


def _changed(pulka: Pulka) -> list[str]:
    """Rules whose value is not the preset's."""
    preset = PRESETS[pulka.rules.preset]
    return [name for name in KINDS if getattr(pulka.rules, name) != getattr(preset, name)]


def _rules(page: Page, pulka: Pulka, speech: Speech) -> None:
    from pulka_calc.excel.book import Column, Line

    rules, preset = pulka.rules, PRESETS[pulka.rules.preset]
    columns = [
        Column(speech.say("Rule"), "text"),
        Column(speech.say("Value"), "value"),
        Column(preset_title(rules.preset, speech), "value"),
        Column(speech.say("Changed"), "text"),
        Column(speech.say("What it means"), "sentence"),
    ]
    changed = set(_changed(pulka))
    lines = [
        Line(
            [
                name,
                _rule_value(name, getattr(rules, name), speech),
                _rule_value(name, getattr(preset, name), speech),
                speech.say("changed") if name in changed else None,
                rule_text(name, speech),
            ],
            "changed" if name in changed else "",
        )
        for name in KINDS
    ]
    page.table(columns, lines)
    page.freeze(2, 2, 1)


def _rule_value(name: str, value: object, speech: Speech) -> Value:
    """A number where the rule is one number, else the words that a file has for it."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return value
    if isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], int):
        return value[0]
    text = KINDS[name].text(value)
    match text:
        case "yes":
            return speech.say("yes")
        case "no":
            return speech.say("no")
        case "none":
            return speech.say("none")
    return text.replace(",", ", ")


def _sum(cells: Iterable[Value]) -> Figure:
    return whole(sum((Fraction(cell) for cell in cells if isinstance(cell, int | Fraction)), Fraction(0)))
