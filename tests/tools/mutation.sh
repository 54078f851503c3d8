#!/usr/bin/env bash
# Mutation testing of pulka_calc/game with mutmut 2: what is changed by one token at a time must be seen by a test.
#
#   tests/tools/mutation.sh FOLDER [MODULE…]   in a new FOLDER, all modules of the game or these (scoring closing …)
#   tests/tools/mutation.sh killers            the tests that are run for one mutant, from where the mutant is
#
# FOLDER gets the last commit, an environment of its own and mutmut's results; nothing is changed here. Two folders with
# different modules can run beside each other. Afterwards: python3 tests/tools/mutants.py FOLDER… prints the tables of
# tests/mutation.md.
set -euo pipefail

if [ "${1:-}" = killers ]; then
  # Quick ones first, and the first that fails is enough. Each mutant has a process of its own: nothing is remembered.
  # One that never comes to an end is seen too.
  pytest() { timeout 30 python -m pytest -x -q -p no:cacheprovider "$@"; }
  # mutmut takes any end but 1 for success.
  pytest tests/test_game.py tests/test_causes.py || exit 1
  pytest tests/test_rule_values.py tests/test_scoring.py || exit 1
  pytest tests/test_cases.py tests/test_phases.py tests/test_people.py || exit 1
  pytest tests/test_whole_pulkas.py || exit 1
  pytest tests/test_laws.py -k "by_hand or by_step or shared_by_all or pay or every_posting" || exit 1
  exit 0
fi

folder=${1:?a new folder is needed}
shift
modules=("${@:-}")
if [ -z "${modules[0]}" ]; then
  modules=(scoring closing settlement ledger pricelist table sheet rules hands terms rulekinds presets course)
fi
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir "$folder"
git -C "$here" archive HEAD | tar -x -C "$folder"
cd "$folder"
python3 -m venv .venv
.venv/bin/pip install -q "mutmut==2.5.1" ".[test]"
.venv/bin/pip uninstall -q -y pulka-calc
PATH="$PWD/.venv/bin:$PATH"
# A mutant has the size and often the second of what it replaces: compiled files are trusted by their content only.
python -m compileall -q --invalidation-mode checked-hash pulka_calc/game
paths=$(printf "pulka_calc/game/%s.py," "${modules[@]}")
mutmut run --paths-to-mutate "${paths%,}" --tests-dir tests --simple-output --no-progress \
  --runner "bash tests/tools/mutation.sh killers" || true
