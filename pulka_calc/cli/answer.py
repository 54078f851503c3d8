"""What can be asked of a settlement, by whatever command: which report, and on what terms for this run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from pulka_calc.cli.agreed import Agreed, on_top, refusal
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.cli.files import Opened
from pulka_calc.cli.show import heading
from pulka_calc.cli.tables import wrapped
from pulka_calc.cli.wording import plain
from pulka_calc.game.presets import PRESETS
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.diagnostics import Span
from pulka_calc.journal.document import rules_of
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Field, Misplaced, Stake, fields_of, figure, person_of, read_coin, read_stake


class Wish(NamedTuple):
    """What was asked of a settlement; an empty text was not said."""

    steps: bool = False
    text: bool = False
    compare: bool = False
    explain: str = ""
    """The player whose balance is taken apart."""
    stake: str = ""
    coin: str = ""
    limit: str = ""
    rounding: str = ""


def one_report(env: Env, wish: Wish) -> None:
    """Refuse a wish for several reports at once.

    Raises:
        UsageProblem: more than one is asked for.
    """
    asked = [wish.steps, wish.text, wish.compare, bool(wish.explain)]
    if sum(asked) > 1:
        raise UsageProblem(env.say("one of --steps, --text, --explain and --compare at a time"))


def tell(env: Env, opened: Opened, wish: Wish, *, json: bool, above: Sequence[str] = ()) -> None:
    """Print what was asked of the settlement of a pulka, on the terms of the wish.

    Args:
        above: lines between the heading and the report, where it has a heading.

    Raises:
        UsageProblem: more than one report, or terms that cannot be.
    """
    from pulka_calc.cli import settled

    one_report(env, wish)
    opened = Opened(opened.label, agreed_terms(env, opened.pulka, wish))
    player = whom(env, opened.pulka, wish.explain) if wish.explain else None
    if json:
        _tell_json(env, opened, wish, player)
        return
    if wish.text:
        lines = settled.chat_lines(env, opened)
    else:
        lines = [*wrapped(heading(env, opened), env.width), "", *above]
        if player is not None:
            lines += settled.part_lines(env, opened, player)
        elif wish.compare:
            lines += settled.method_lines(env, opened)
        elif wish.steps:
            from pulka_calc.cli.pencil import step_lines

            lines += step_lines(env, opened)
        else:
            lines += settled.settle_lines(env, opened)
    for line in lines:
        env.out(line)


def _tell_json(env: Env, opened: Opened, wish: Wish, player: int | None) -> None:
    from pulka_calc import documents

    pulka, label = opened.pulka, opened.label
    if player is not None:
        env.json(documents.parts_document(pulka, label, player))
    elif wish.compare:
        env.json(documents.methods_document(pulka, label))
    else:
        env.json(documents.settle_document(pulka, label))


def agreed_terms(env: Env, pulka: Pulka, wish: Wish) -> Pulka:
    """The same pulka on the terms of the wish, in the place of the file's: stake, coin, limit of loss, rounding.

    Only what settles differs; no hand is reckoned again, nothing is written.

    Raises:
        UsageProblem: a term cannot be read, or cannot stand beside the others.
    """
    if not (wish.stake or wish.coin or wish.limit or wish.rounding):
        return pulka
    document = pulka.document
    stake = _stake(env, document.stake, wish)
    changed = dict(document.changed)
    if wish.rounding:
        changed = on_top(env, Agreed(document.rules.preset, changed), [f"rounding={wish.rounding}"]).changed
    if wish.limit:
        changed["loss_limit"] = _limit(env, stake, plain(env, wish.limit))
    preset = PRESETS[document.rules.preset]
    # A term that is the preset's own is no rule of the table's own, unless the file has it among them.
    changed = {
        rule: value for rule, value in changed.items() if rule in document.changed or value != getattr(preset, rule)
    }
    rules = rules_of(preset.preset, tuple(changed.items()))
    return Pulka(pulka.judged._replace(document=replace(document, stake=stake, rules=rules, changed=changed)))


_OPTION: Final = Field("", Span(0, 0))
"""Where words stand that are in no line."""


def _stake(env: Env, stake: Stake | None, wish: Wish) -> Stake | None:
    """The stake of the wish, else the file's, with the coin of the wish."""
    if wish.stake:
        try:
            stake = read_stake(fields_of(plain(env, wish.stake), 0), _OPTION)
        except Misplaced as problem:
            if problem.code == "coin-unknown":
                raise _no_coin(env, str(problem.values["word"])) from None
            raise UsageProblem(
                env.say(
                    'the price of a whist cannot be {word}; write --stake 0.5, --stake "0.5 RUB" or '
                    '--stake "10 RUB per 100"',
                    word=env.speech.quote(wish.stake),
                )
            ) from None
    if not wish.coin:
        return stake
    if stake is None:
        raise UsageProblem(env.say("a coin needs the price of a whist: --stake 0.5 --coin 1"))
    fields = fields_of(plain(env, wish.coin), 0)
    try:
        (field,) = fields
        return stake._replace(coin=read_coin(field))
    except (ValueError, Misplaced):
        raise _no_coin(env, wish.coin) from None


def _no_coin(env: Env, word: str) -> UsageProblem:
    return UsageProblem(
        env.say(
            "the smallest coin cannot be {word}; write what it is worth: --coin 1, --coin 0.05, --coin 100",
            word=env.speech.quote(word),
        )
    )


def _limit(env: Env, stake: Stake | None, text: str) -> Figure | None:
    """The limit of loss in whists, from ``500`` whists or ``1000 RUB``; ``None`` for none."""
    if fold(text) in ("none", "нет"):
        return None
    fields = fields_of(text, 0)
    try:
        if not 1 <= len(fields) <= 2:
            raise Misplaced("figure-unknown", _OPTION)
        most = Fraction(figure(fields[0]))
    except Misplaced:
        most = Fraction(0)
    if most <= 0:
        raise UsageProblem(
            env.say(
                'nobody can be held to pay {word} at most; write whists, --limit 500, or money, --limit "1000 RUB"',
                word=env.speech.quote(text),
            )
        )
    if len(fields) == 1 or fold(fields[1].text).startswith(("whist", "вист")):
        return whole(most)
    currency = fields[1].text
    if stake is None:
        raise UsageProblem(
            env.say(
                'a limit in money needs the price of a whist: --stake "0.5 {currency}"; in whists: --limit 500',
                currency=currency,
            )
        )
    if stake.currency and fold(stake.currency) != fold(currency):
        raise UsageProblem(
            env.say(
                'the stake is in {stake}, the limit in {currency}; write --limit "{limit} {stake}"',
                stake=stake.currency,
                currency=currency,
                limit=fields[0].text,
            )
        )
    if not stake.price:
        raise UsageProblem(env.say("a whist costs nothing, so the limit is said in whists: --limit 500"))
    return whole(most / stake.price)


def whom(env: Env, pulka: Pulka, text: str) -> int:
    """Whose balance is asked for: anybody with a row.

    Raises:
        UsageProblem: nobody is called so, or several may be.
    """
    name = plain(env, text)
    found = pulka.table.everybody.whole_name(name)
    if found is not None:
        return found
    fields = fields_of(name, 0)
    try:
        if len(fields) != 1:
            raise Misplaced("player-unknown", _OPTION)
        return person_of(fields[0], pulka.table)
    except Misplaced as problem:
        if problem.code != "player-unknown":
            raise refusal(env, problem.code, problem.values) from None
    raise UsageProblem(
        env.say(
            "nobody here is called {word}; rows have {names}",
            word=env.speech.quote(name),
            names=", ".join(pulka.players),
        )
    )
