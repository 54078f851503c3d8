"""A sheet from paper that is kept: as a pulka, or as the draft that it was typed into."""

from __future__ import annotations

from pathlib import Path

from pulka_calc import store
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened, label_of
from pulka_calc.journal.pulka import Pulka


def kept_as(env: Env, target: Path, pulka: Pulka) -> Opened:
    """The pulka on disk, to be played on; the draft of it is needed no more.

    Raises:
        StoreError: it cannot be written there.
    """
    store.create(target, pulka.document.text)
    forget_draft(env)
    store.remember(target, env.environ)
    label = label_of(env, target)
    if pulka.next is None:
        # It is over, or two players only settle.
        env.err(env.say("written: {file}", file=label))
    else:
        env.err(env.say("written to {file}; play goes on with: pulka add", file=label))
    return Opened(label, pulka)


def forget_draft(env: Env) -> None:
    """Drop what was typed: its result was shown, or is in a pulka."""
    if env.draft is not None:
        env.draft.drop()
        env.draft = None
