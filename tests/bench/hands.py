"""What a hand costs, counted in additions of a bare loop timed in the same run.

    python tests/bench/hands.py

The input is 300 pulkas of 40 hands from a seeded generator, each with names of its own. Every memory
is emptied before each run; a figure is the best of five on one core. The bare loop is a script's

    t = 0
    for i in range(10_000_000): t += i

at the top level, the best of five as well. As in the standard library's `timeit`, the garbage
collector rests while time is taken. Nothing is asserted: a speed is measured, not tested.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from pulka_calc.game import pricelist
from pulka_calc.game.course import Course
from pulka_calc.journal import document, reading, tokens
from pulka_calc.journal.pulka import read_text
from tests.naive.evenings import evening

PULKAS = 300
HANDS = 40
RUNS = 5
PRESETS = ("sochi", "leningrad", "rostov", "classic", "shevlyakovsky", "sport")
MOST = {"from text to settled balances": 330, "from parsed hands to postings": 67}
"""Additions that a hand may cost at most."""

_SYLLABLES = [consonant + vowel for consonant in "бвгджзклмнпрстфш" for vowel in "ао"]
_LOOP = """
import time
begin = time.perf_counter()
t = 0
for i in range(10_000_000): t += i
print(time.perf_counter() - begin)
"""


def names(rng: Random, count: int) -> list[str]:
    """Different names of three syllables."""
    found: list[str] = []
    while len(found) < count:
        name = "".join(rng.choice(_SYLLABLES) for _ in range(3)).capitalize()
        if name not in found:
            found.append(name)
    return found


def pulkas() -> list[str]:
    """The texts: every preset with three and with four players, by turns."""
    rng = Random(7)
    texts = []
    for number in range(PULKAS):
        preset = PRESETS[number // 2 % len(PRESETS)]
        # A target that is not reached in so many hands, so that each pulka has them all.
        overrides: dict[str, object] = {} if preset == "sport" else {"pool_target": 1000}
        texts.append(evening(number, preset, names(rng, 3 + number % 2), HANDS, overrides)[0])
    return texts


def forget() -> None:
    """Empty every memory."""
    tokens.forget()
    reading.forget()
    pricelist.forget()
    document.rules_of.cache_clear()


def best(run: Callable[[], None]) -> float:
    """Seconds of the best of the runs, each with empty memories."""
    seconds = []
    for _ in range(RUNS):
        forget()
        gc.collect()
        begin = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def addition() -> float:
    """Seconds of one addition of a bare loop."""
    loops = [
        float(subprocess.run([sys.executable, "-c", _LOOP], check=True, capture_output=True, text=True).stdout)
        for _ in range(RUNS)
    ]
    return min(loops) / 10_000_000


def main() -> None:
    """Measure and print."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    texts = pulkas()
    lines = [line.partition(".")[2] for text in texts for line in text.splitlines() if line[:1].isdigit()]
    read = [read_text(text) for text in texts]
    parsed = [(p.rules, len(p.players), [(entry.done, entry.dealer) for entry in p.hands]) for p in read]
    print(f"{len(texts)} pulkas, {len(lines)} hands, {len(set(lines))} distinct lines")

    def settle() -> None:
        for text in texts:
            read_text(text).settle()

    def score() -> None:
        for rules, players, hands in parsed:
            course = Course(rules, players)
            for hand, dealer in hands:
                course.play(hand, dealer)  # type: ignore[arg-type]

    gc.disable()
    unit = addition()
    print(f"an addition: {unit * 1e9:.1f} ns")
    for name, run in (("from text to settled balances", settle), ("from parsed hands to postings", score)):
        hand = best(run) / len(lines)
        print(f"{name}: {hand * 1e6:.2f} us a hand, {hand / unit:.0f} additions (at most {MOST[name]})")


if __name__ == "__main__":
    main()
