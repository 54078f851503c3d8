"""What the command line says of a sheet that is asked for: all that changes the answer or what is written.

It is kept with the draft, is checked before anybody types, and what a later command line says holds over it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from pulka_calc import store
from pulka_calc.cli.agreed import agreed, refusal, rule_change
from pulka_calc.cli.answer import Wish, agreed_terms
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import STANDARD, label_of
from pulka_calc.cli.head import Head, head_lines, one_line, rule_name
from pulka_calc.cli.papertext import rules_of_head
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.grammar import COIN, fold
from pulka_calc.journal.pulka import Pulka, read_text


class Said(NamedTuple):
    """What was said, each as it was typed; empty where it was not."""

    rules: str = ""
    rule: tuple[str, ...] = ()
    """``K=V``, for what the table has otherwise."""
    pool: str = ""
    dealer: str = ""
    stake: str = ""
    title: str = ""
    date: str = ""
    coin: str = ""
    limit: str = ""
    rounding: str = ""
    output: str = ""
    """The path of the pulka to write, whole, for a draft may be gone on with in another folder; or ``-``."""

    @classmethod
    def of(cls, head: Head, wish: Wish, output: str) -> Said:
        """What one command line says."""
        return cls(
            head.rules,
            tuple(head.rule),
            *(head.pool, head.dealer, wish.stake, head.title, head.date),
            *(wish.coin, wish.limit, wish.rounding, output),
        )

    @property
    def head(self) -> Head:
        """What the head of a pulka says of it."""
        return Head(self.rules, self.rule, self.pool, self.dealer, self.stake, self.title, self.date)

    @property
    def target(self) -> Path | None:
        """The pulka to write."""
        return Path(self.output) if self.output not in ("", STANDARD) else None

    @property
    def changes(self) -> list[str]:
        """What is said of single rules, each as ``K=V``; of one rule the last holds."""
        named = (("pool_target", self.pool), ("rounding", self.rounding))
        return [*self.rule, *(f"{rule}={text}" for rule, text in named if text)]

    def over(self, then: Said) -> Said:
        """Both together; where both say the same thing, this one holds, whichever of its options says it."""
        changed = {rule_name(item.partition("=")[0]) for item in self.rule}
        changed |= {rule for rule, option in _OPTION_OF.items() if getattr(self, option)}
        rule = [item for item in then.rule if rule_name(item.partition("=")[0]) not in changed]
        fields = {name: text for name, text in then._asdict().items() if text and not getattr(self, name)}
        fields |= {option: "" for rule_, option in _OPTION_OF.items() if rule_ in changed and option in fields}
        if re.search(rf"\b(?:{'|'.join(map(re.escape, COIN.words()))})\b", fold(self.stake)):
            # The price names its coin itself.
            fields.pop("coin", None)
        if then.output == STANDARD:
            # Where standard output goes is a matter of each run.
            fields.pop("output", None)
        return self._replace(**{**fields, "rule": (*rule, *self.rule)})

    def beyond(self, now: Said, env: Env) -> str:
        """The options that it has beyond those of `now`, as they would be typed; empty where it has none."""
        typed = [f"--rule {_word(item)}" for item in self.rule if item not in now.rule]
        for name, option in _OPTIONS.items():
            text = getattr(self, name)
            if text and text != getattr(now, name):
                typed.append(f"{option} {_word(label_of(env, Path(text)) if name == 'output' else text)}")
        return " ".join(typed)


_OPTION_OF: Final = {"pool_target": "pool", "rounding": "rounding", "loss_limit": "limit"}
"""Rules that have an option of their own."""

_OPTIONS: Final = {
    "rules": "--rules",
    "pool": "--pool",
    "dealer": "--dealer",
    "stake": "--stake",
    "coin": "--coin",
    "limit": "--limit",
    "rounding": "--rounding",
    "title": "--title",
    "date": "--date",
    "output": "-o",
}


def _word(text: str) -> str:
    return f'"{text}"' if re.search(r"\s", text) else text


def refuse_wrong(env: Env, said: Said, names: Sequence[str]) -> None:
    """Refuse what cannot be, before anybody types a sheet, as far as it can be known without it.

    Raises:
        UsageProblem: there are no such rules or terms, or they cannot stand together; nobody so called can deal.
        Wrong: the file of rules is wrong, or the title or the day cannot be.
        StoreError: that file cannot be read, or the pulka to write has a name that cannot be.
    """
    for item in said.changes:
        rule_change(env, item)
    if said.rules:
        agreed(env, said.rules, said.changes)
    rules_of_head(env, Head(title=said.title, date=said.date))
    # Where no price is said it will be asked, so that any may be meant.
    refuse_terms(env, said, said.stake or "1")
    wrong = wrong_dealer(env, said.dealer, names)
    if wrong is not None:
        raise refusal(env, wrong.code, wrong.values)
    if said.target is not None:
        store.refuse_taken(said.target)


def refuse_terms(env: Env, said: Said, stake: str) -> None:
    """Refuse a coin or a limit of loss that cannot stand beside the price of a whist.

    Raises:
        UsageProblem: it cannot.
    """
    agreed_terms(env, read_text(_NOTHING), Wish(stake=stake, coin=said.coin, limit=said.limit))


def wrong_dealer(env: Env, dealer: str, names: Sequence[str]) -> Diagnostic | None:
    """Why nobody of these players is the dealer; ``None`` where somebody is, or it cannot be told yet."""
    if not dealer or not names or tried(env, names).errors:
        return None
    return next(iter(tried(env, names, dealer).errors), None)


def tried(env: Env, names: Sequence[str], dealer: str = "") -> Pulka:
    """A pulka of these players in which nothing was played."""
    return read_text("\n".join(head_lines(env, names, Head(dealer=dealer))) + "\n")


def same_players(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether these are the same people, in whatever order."""
    return sorted(fold(one_line(name)) for name in names) == sorted(fold(one_line(name)) for name in others)


_NOTHING: Final = "pulka 1\nrules sochi\nplayers A B\n"
"""A pulka to try a price on."""
