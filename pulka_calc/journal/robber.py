"""Hands of the opening phases: the robber's games need no defenders, all-pass hands nothing else (rule base §7.5)."""

from __future__ import annotations

from pulka_calc.game.hands import AllPass, Contract, outcome
from pulka_calc.game.phases import Phase, rules_in
from pulka_calc.game.rules import Rules
from pulka_calc.journal.completion import Completed, Completion, Table, complete
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.handline import SaidAllPass, SaidContract, read_said
from pulka_calc.journal.reading import Reader, reader
from pulka_calc.journal.tokens import Word


class PhaseReader:
    """Reads the hands of an opening phase, as `Reader` reads those of the game."""

    def __init__(self, phase: Phase, rules: Rules, players: int) -> None:
        self.phase = phase
        self.rules = rules_in(rules, phase)
        self.players = players

    def read(self, words: tuple[Word, ...], names: tuple[str, ...], dealer: int) -> Completed:
        """The hand that a line says.

        Raises:
            Problem: the words are no hand, it cannot have been, or it does not belong to the phase.
        """
        if self.players < 3:
            raise Problem("two-players")
        said = read_said(words, names)
        allpass = isinstance(said, SaidAllPass)
        if allpass != (self.phase == "allpass"):
            raise Problem("phase-hand", 0, phase=self.phase)
        table = Table(names, dealer, self.rules)
        if isinstance(said, SaidContract):
            return complete_robber(said, table)
        return complete(said, table)


def reader_in(phase: Phase, rules: Rules, players: int) -> Reader | PhaseReader:
    """What reads the hands of a phase at this table."""
    return reader(rules, players) if phase == "game" else PhaseReader(phase, rules, players)


def complete_robber(said: SaidContract, table: Table) -> Completed:
    """A contract of the robber: the declarer's tricks, whatever is said of the defenders' own."""
    if said.declarer == table.out:
        raise Problem("dealer-plays", 0, player=table.names[said.declarer])
    for name in ("giveup", "dark", "to", "talon", "bid"):
        if name in said.flags and said.flags[name].value != "0":
            raise Problem("robber-flag", said.flags[name].place)
    for defender in said.defenders:
        if defender.seat == table.out:
            raise Problem("dealer-plays", defender.place, player=table.names[defender.seat])
        if defender.role == "half" or defender.play == "open":
            raise Problem("robber-defender", defender.place, player=table.names[defender.seat])
    completion = Completion(said, table)
    declarer, first, second = completion.robber()
    hand = Contract(
        said.declarer,
        outcome(said.level, declarer, "pass", "pass", None, False, 0, False),  # noqa: FBT003 - a cached constructor
        suit=said.suit,
        notalon="notalon" in said.flags,
        agreed="agreed" in said.flags,
        counts=(declarer, first, second, None),
    )
    return Completed(hand, tuple(completion.worked_out))


def kind_of(hand: object) -> int | str | None:
    """Which of the robber's games a hand is: its level, or ``misere``; ``None`` at all-pass."""
    if isinstance(hand, AllPass):
        return None
    return getattr(hand, "level", "misere")
