"""How long commands take from the installed wheel, as ratios to ``python -c pass`` of the same environment.

    python -m venv /tmp/wheel && /tmp/wheel/bin/pip install .
    python tests/bench/startup.py /tmp/wheel

Each figure is a median of 21 whole processes on a pulka of 60 hands; commands take turns, so that a
machine that slows down slows down all of them. Nothing is asserted: a speed is measured, not tested.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 21
HANDS = 60
MOST = {"show": 11, "add": 12, "settle": 12, "paper": 14, "--help": 14, "export": 22}
"""The ratios that a command may take at most."""


def sixty_hands() -> str:
    """A pulka of 60 hands, made and failed contracts and all-pass hands by turns."""
    names = ("Аня", "Боря", "Вера")
    lines = ["pulka 1", "rules sochi", "rule pool_target 200", f"players {' '.join(names)}", ""]
    for number in range(1, HANDS + 1):
        one, two, three = (names[(number + step) % 3] for step in range(3))
        lines.append(
            (
                f"{number}. {one} 6♠ 6, {two} whist 3, {three} whist 1",
                f"{number}. {one} 7♥ 6, {two} whist 3, {three} pass 1",
                f"{number}. allpass {one} 2, {two} 3, {three} 5",
                f"{number}. {one} 8♦, {two} pass, {three} pass",
            )[number % 4]
        )
    return "\n".join(lines) + "\n"


def took(command: list[str], folder: Path, environment: dict[str, str]) -> float:
    """Seconds of one whole process."""
    begin = time.perf_counter()
    subprocess.run(
        command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - begin


def main(environment_folder: Path) -> None:
    """Measure the installed program and print a line a command."""
    python = str(environment_folder / "bin" / "python")
    pulka = str(environment_folder / "bin" / "pulka")
    text = sixty_hands()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "PULKA_STATE_DIR": str(folder / "state"), "PULKA_LANG": "ru"}
        environment.pop("PYTHONPATH", None)
        file = folder / "evening.pulka"
        file.write_text(text, encoding="utf-8")
        commands = {
            "pass": [python, "-c", "pass"],
            "show": [pulka, "show", "evening.pulka"],
            "add": [pulka, "add", "-f", "evening.pulka", "б", "6п", "6", "в3", "а1"],
            "settle": [pulka, "settle", "evening.pulka"],
            "paper": [pulka, "paper", "Аня 12 34 10", "Боря 5 12 6", "Вера 8 16 4"],
            "--help": [pulka, "--help"],
            "export": [pulka, "export", "evening.pulka", "-o", "evening.xlsx"],
        }
        times: dict[str, list[float]] = {command: [] for command in commands}
        for turn in range(RUNS + 1):
            for command, words in commands.items():
                file.write_text(text, encoding="utf-8")
                seconds = took(words, folder, environment)
                if turn:
                    times[command].append(seconds)
        shutil.rmtree(folder / "state", ignore_errors=True)
    base = statistics.median(times["pass"])
    print(f"python -c pass: {base * 1000:.1f} ms, median of {RUNS}")
    for command, most in MOST.items():
        median = statistics.median(times[command])
        print(f"{command:8} {median * 1000:6.1f} ms   x{median / base:.1f}   (at most x{most})")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
