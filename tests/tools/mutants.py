"""What `tests/tools/mutation.sh` found: the table of `tests/mutation.md`, and each mutant that no test saw.

python3 tests/tools/mutants.py FOLDER…
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

QUERY = """
select SourceFile.filename, Mutant.id, Mutant.status from Mutant
join Line on Mutant.line = Line.id join SourceFile on Line.sourcefile = SourceFile.id
order by SourceFile.filename, Line.line_number, Mutant.'index'
"""
KILLED = ("ok_killed", "ok_suspicious")


def mutants(folder: Path) -> list[tuple[str, int, str]]:
    """The module, number and state of each mutant."""
    with sqlite3.connect(f"file:{folder / '.mutmut-cache'}?mode=ro", uri=True, timeout=60) as results:
        return [(Path(name).stem, number, state) for name, number, state in results.execute(QUERY)]


def change(folder: Path, number: int) -> str:
    """The line that a mutant changes, and what it becomes."""
    shown = subprocess.run(
        [folder / ".venv" / "bin" / "mutmut", "show", str(number)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line for line in shown.stdout.splitlines() if re.match(r"[-+](?![-+])", line)]
    return "\n".join(f"    {line[0]} {line[1:].strip()}" for line in lines)


def main(folders: list[str]) -> None:
    print("| module | mutants | killed | timed out | survived |\n|---|---|---|---|---|")
    survivors = []
    for folder in [Path(name).resolve() for name in folders]:
        found = mutants(folder)
        for module in dict.fromkeys(module for module, _, _ in found):
            count = Counter(state for name, _, state in found if name == module)
            killed = sum(count[state] for state in KILLED)
            print(f"| {module} | {count.total()} | {killed} | {count['bad_timeout']} | {count['bad_survived']} |")
        survivors += [(folder, module, number) for module, number, state in found if state == "bad_survived"]
    for folder, module, number in survivors:
        print(f"\n{module} {number}\n{change(folder, number)}")


if __name__ == "__main__":
    main(sys.argv[1:])
