"""Around the form for a paper sheet: what is checked before it, and whether the sheet is kept after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pulka_calc import store
from pulka_calc.cli.answer import Wish, whom
from pulka_calc.cli.env import Env
from pulka_calc.cli.files import Opened, store_text
from pulka_calc.cli.paperform import HELP, Filled, asked
from pulka_calc.cli.paperkeep import kept_as
from pulka_calc.cli.papersaid import Said, tried
from pulka_calc.cli.tables import wrapped
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.paperform import BACK, NO, YES
from pulka_calc.journal.pulka import Pulka


def typed_sheet(env: Env, said: Said, names: Sequence[str], wish: Wish) -> Filled:
    """The sheet, cell by cell from whoever sits at the terminal, once all that can be checked before is right.

    Raises:
        UsageProblem, Wrong, StoreError, KeyboardInterrupt: as `asked`.
    """
    if wish.explain and names:
        table = tried(env, names)
        if not table.errors:
            whom(env, table, wish.explain)
    return asked(env, said, names)


_STEPS: Final = frozenset({"steps", "шаги"})


def offer_to_keep(env: Env, opened: Opened) -> None:
    """Ask whoever typed the sheet whether it is to be kept as a pulka, and under which name.

    He may see before it how the answer came about, for with a no the sheet is gone.
    """
    say = env.say
    while True:
        try:
            name = env.ask(say("Keep it? A file name; steps: how it came about [no]:")).strip()
        except EOFError:
            # The end of input is a no: the answer was given.
            env.err("")
            return
        word = fold(name)
        if not word or word in NO:
            return
        if word in _STEPS:
            _show_steps(env, opened)
        elif word == HELP:
            _advise(env, say("A name keeps the sheet as a pulka in the current folder, to be played on."))
            _advise(env, say("steps shows the settlement step by step. Enter alone: it is not kept."))
        elif word == BACK:
            _advise(env, say("The sheet is settled, no step leads back."))
            _advise(
                env,
                say("A name keeps it in the current folder; what is wrong in it is mended there with pulka adjust."),
            )
        elif word in YES or not any(map(str.isalnum, name)):
            _advise(
                env,
                say(
                    "{word} is no name for a file; type one like {example}",
                    word=env.speech.quote(name),
                    example=say("friday"),
                ),
            )
        elif _keeps(env, name, opened.pulka):
            return


def _advise(env: Env, sentence: str) -> None:
    for line in wrapped(f"  {sentence}", env.width):
        env.err(line)


def _show_steps(env: Env, opened: Opened) -> None:
    """The settlement by steps, between the questions about keeping the sheet."""
    from pulka_calc.cli.pencil import step_lines

    for line in step_lines(env, opened):
        env.out(line)
    env.err("")


def _keeps(env: Env, name: str, pulka: Pulka) -> bool:
    """Write the pulka under a name; where that cannot be, say why."""
    path = env.folder / (name if name.lower().endswith(".pulka") else f"{name}.pulka")
    try:
        kept_as(env, path, pulka)
    except store.StoreError as error:
        # The sheet is still here: another name will do.
        env.err(store_text(env, error))
        return False
    return True
