"""The same evening under other rules: what was really played, reckoned as another table would have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from pulka_calc.game.course import Course
from pulka_calc.game.rules import Rules
from pulka_calc.journal.diagnostics import Diagnostic, Problem
from pulka_calc.journal.document import Document, HandLine, Statement
from pulka_calc.journal.judge import Judge
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.statements import Claim, Start

_PLAYED_ALL_THE_SAME: Final = frozenset({"pulka-over", "bid-below-minimum"})
"""What another table would have forbidden, but the cards were played and there is a result to write."""


class Remark(NamedTuple):
    """What the other rules say of a hand."""

    hand: int
    diagnostic: Diagnostic


class Rescored(NamedTuple):
    """An evening under other rules."""

    pulka: Pulka
    """The pulka as it would stand."""
    left_out: list[Remark]
    """Hands that have no meaning under the other rules: they write nothing, the deal moves on."""
    noted: list[Remark]
    """Hands that the other rules would not have let happen, and that count."""


def rescored(document: Document, rules: Rules, changed: Mapping[str, object]) -> Rescored:
    """Judge a sound file by other rules.

    A hand below the other minimum bid or after the other end was played and counts. One that cannot be read
    under the other rules is left out. ``check`` lines state what the sheet says under the file's own rules,
    so nothing is asked of them; a ``start`` row that says what is left counts it from the file's own target.

    Args:
        document: the file as it is.
        rules: the other rules.
        changed: what they have otherwise than their preset, by rule.
    """
    judge = _Rescoring(document, rules, changed)
    return Rescored(Pulka(judge.run()), judge.left_out, judge.noted)


class _Rescoring(Judge):
    """The fold of a file that refuses no hand for what the sheet says."""

    def __init__(self, document: Document, rules: Rules, changed: Mapping[str, object]) -> None:
        super().__init__(replace(document, rules=rules, changed=dict(changed)))
        self.own_target = document.rules.pool_target
        self.left_out: list[Remark] = []
        self.noted: list[Remark] = []

    def _hand(self, course: Course, number: int, said: HandLine, dealer: int) -> None:
        try:
            done = self.reader.read(self._words(said), self.names, dealer)
            refusals = list(self._refusals(course, done.hand, dealer))
            for refusal in refusals:
                if refusal.code not in _PLAYED_ALL_THE_SAME:
                    raise refusal
        except Problem as problem:
            self.left_out.append(self._remark(problem, number, said))
            return
        self.noted += [self._remark(refusal, number, said) for refusal in refusals]
        self._played(course, number, said, dealer, done.hand, done.worked_out)

    def _remark(self, problem: Problem, number: int, said: HandLine) -> Remark:
        values = {**problem.values, "number": number}
        return Remark(number, Diagnostic(problem.code, said.line, (self._whole(said.line),), values, "warning"))

    def _start(self, course: Course, statement: Statement, start: Start) -> None:
        if start.left is not None and self.own_target is not None:
            start = start._replace(pool=self.own_target - start.left, left=None)
        super()._start(course, statement, start)

    def _check(self, course: Course, statement: Statement, claims: list[Claim]) -> None:
        """Claims are about the sheet under the file's own rules."""
