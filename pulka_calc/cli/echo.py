"""What a change wrote: the hand as understood, each figure with its reason, the sheet in short."""

from __future__ import annotations

from pulka_calc.cli.env import Env
from pulka_calc.cli.tables import next_lines, sheet_lines, signed, wrapped
from pulka_calc.game.hands import Contract
from pulka_calc.game.ledger import Account, Posting
from pulka_calc.game.table import parts
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.grammar import COLUMNS
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.writer import hand_text
from pulka_calc.words.causes import posting_text
from pulka_calc.words.figures import figure_text


def account_text(env: Env, account: Account, names: tuple[str, ...]) -> str:
    """A cell of the sheet: ``Аня, висты на Веру`` without declining the name."""
    player = names[account.player]
    if account.on is None:
        return f"{player}, {COLUMNS[account.column].write(env.lang)}"
    return env.say("{player}, whists on {other}", player=player, other=names[account.on])


def posting_lines(env: Env, postings: tuple[Posting, ...] | list[Posting], names: tuple[str, ...]) -> list[str]:
    """Each figure on a line: where, how much, why."""
    lines = []
    for posting in postings:
        head = f"  {account_text(env, posting.account, names)} {signed(posting.points)}"
        lines += wrapped(f"{head}  ({posting_text(posting, names, env.speech)})", env.width, 6)
    return lines


def entry_title(env: Env, pulka: Pulka, entry: Entry) -> str:
    """A hand as understood, every count filled in; or what else the entry is."""
    if entry.kind == "hand":
        hand = hand_text(entry.done, entry.table.names, entry.dealer, env.lang)  # type: ignore[arg-type]
        return f"{entry.number}. {hand}"
    return pulka.document.lines[entry.line - 1].strip()


def hand_lines(env: Env, pulka: Pulka, entry: Entry) -> list[str]:
    """What one hand wrote, and why."""
    names = pulka.players
    lines = wrapped(entry_title(env, pulka, entry), env.width)
    if entry.worked_out:
        counts = ", ".join(f"{entry.table.names[seat]} {tricks}" for seat, tricks in entry.worked_out)
        lines += wrapped("  " + env.say("worked out: {counts}", counts=counts), env.width, 6)
    lines += [text for note in _notes(env, pulka, entry) for text in wrapped("  " + note, env.width)]
    if entry.postings:
        lines += posting_lines(env, entry.postings, names)
    else:
        lines.append("  " + env.say("nothing is written"))
    return lines


def _notes(env: Env, pulka: Pulka, entry: Entry) -> list[str]:
    """What a table may have meant otherwise: tricks worked out for somebody who is taken to have passed."""
    hand = entry.done
    if not isinstance(hand, Contract) or hand.outcome.tricks is None or hand.outcome.dealer_whists:
        return []
    if "whist" not in (hand.outcome.first, hand.outcome.second):
        # In the robber nobody whists, and nobody is asked.
        return []
    seats = parts(hand.declarer, entry.dealer, len(entry.table.seats))
    worked_out = dict(entry.worked_out)
    return [
        env.say(
            "{player} is taken to have passed; whoever whisted must be named",
            player=entry.table.names[seat],
        )
        for seat, role in ((seats[1], hand.outcome.first), (seats[2], hand.outcome.second))
        if role == "pass" and worked_out.get(seat)
    ]


def standing_lines(env: Env, pulka: Pulka) -> list[str]:
    """The sheet in short and what is next."""
    return [
        "",
        *sheet_lines(env, pulka),
        "",
        *(line for text in next_lines(env, pulka) for line in wrapped(text, env.width)),
    ]


def balance_lines(env: Env, before: Pulka, after: Pulka) -> list[str]:
    """Everybody's balance before and after, exact."""
    was = dict(zip(before.players, before.settlement.exact, strict=True))
    lines = []
    for name, exact in zip(after.players, after.settlement.exact, strict=True):
        old = was.get(name)
        now = signed(whole(exact))
        if old is not None:
            now = f"{signed(whole(old))} → {now}"
        lines.append(f"  {env.say('{player}, balance', player=name)}: {now}")
    return lines


def balances_line(env: Env, before: Pulka, after: Pulka) -> str:
    """Everybody's whole balance before and after, in one sentence."""
    balances = zip(before.players, before.settlement.balance, after.settlement.balance, strict=True)
    told = ", ".join(f"{name} {signed(was)} → {signed(now)}" for name, was, now in balances)
    return env.say("balances: {balances}", balances=told)


def difference_lines(env: Env, before: Pulka, after: Pulka) -> list[str]:
    """Cells of the sheet that changed: before and after."""
    lines = []
    old, new = before.judged.company.cells, after.judged.company.cells
    for account, figure in new.items():
        was: Figure = old.get(account, 0)
        if was != figure:
            cell = account_text(env, account, after.players)
            lines.append(f"  {cell}: {figure_text(was)} → {figure_text(figure)}")
    return lines or ["  " + env.say("no figure changes")]
