"""A change shown before it is written: what is new about it, the question, and the file that must still be the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pulka_calc import store
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Change
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.pulka import Pulka


def confirmed(env: Env) -> bool:
    """Whether the user wants the change that he was shown."""
    answer = env.ask(env.say("Write this? [y/n]")).strip().lower()
    return answer in ("y", "yes", "д", "да")


def unchanged(trial: Change, lines: Callable[[Pulka], str]) -> Callable[[Pulka], str]:
    """The same lines, refused when the file changed while the user was thinking."""

    def make(pulka: Pulka) -> str:
        if pulka.document.text != trial.before.document.text:
            raise store.StoreError("file-changed", Path(trial.label))
        return lines(pulka)

    return make


def new_warnings(change: Change) -> list[Diagnostic]:
    """What looks wrong only since the change."""
    known = {(warning.code, warning.line) for warning in change.before.warnings}
    return [warning for warning in change.after.warnings if (warning.code, warning.line) not in known]
