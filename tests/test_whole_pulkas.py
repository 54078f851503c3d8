"""Evenings under rules changed at random, played to their end, against the naive reckoner.

Three hundred on every run, ten thousand with ``-m slow``; the law of `tests.test_laws` that says the same looks at
hundreds of shorter ones, drawn otherwise.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.naive.reckoner import PRESETS
from tests.reading import sound
from tests.test_exhaustion import figures
from tests.test_laws import CHANGES, NAMES, Evening, make, rules_conflict

SOME: Final = 300
PULKAS: Final = 10_000
SHARES: Final = 20
HANDS: Final = 80
"""When the players stop, if the pulka does not end before."""


def whole_pulka(seed: int) -> Evening:
    """An evening of any preset and size, with none to six changes of the rules that can stand together."""
    rng = Random(seed)
    preset = rng.choice(list(PRESETS))
    names = NAMES[: rng.choice([3, 4])]
    while True:
        changed = rng.sample(sorted(CHANGES), rng.randrange(7))
        changes = {rule: rng.choice(CHANGES[rule]) for rule in changed}
        if not rules_conflict(preset, changes):
            return make(seed, preset, names, changes, HANDS)


def compare(seeds: range) -> None:
    """The program and the naive reckoner come to the same for all these evenings."""
    ended = 0
    for seed in seeds:
        evening = whole_pulka(seed)
        text = evening.text()
        pulka = sound(text)
        assert pulka.warnings == [], text
        assert figures(pulka) == evening.expected, text
        ended += pulka.over
    # Not all have an end of their own; most of those that have come to it.
    assert ended > len(seeds) // 3


@pytest.mark.parametrize("share", range(SHARES))
def test_some_whole_pulkas(share: int) -> None:
    compare(range(share, SOME, SHARES))


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_whole_pulkas(share: int) -> None:
    compare(range(share, PULKAS, SHARES))
