"""What the reading commands share: several files, JSON, wrong files among good ones."""

from __future__ import annotations

from collections.abc import Callable

from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, Wrong
from pulka_calc.cli.files import Opened, each, excerpt, read_any, report, sound, store_text
from pulka_calc.store import StoreError


def on_each(
    env: Env,
    files: list[str] | None,
    given: str | None,
    tell: Callable[[Opened], None],
    *,
    json: bool,
    apart: bool = True,
) -> int:
    """Tell about each file in turn; a wrong one is reported in its place and the others go on.

    Args:
        apart: an empty line between reports for people.

    Returns:
        The exit code: that of the worst file.
    """
    worst = Exit.DONE
    several = len(files or []) > 1
    for place, name in enumerate(each(env, files, given)):
        try:
            opened = sound(read_any(env, name))
        except Wrong as wrong:
            if not several:
                raise
            _wrong(env, wrong, json=json)
            worst = max(worst, Exit.WRONG)
            continue
        except StoreError as error:
            if not several:
                raise
            if json:
                from pulka_calc.documents import store_error_document

                env.json(store_error_document(name or str(error.path), error))
            env.err(store_text(env, error))
            worst = max(worst, Exit.FILES)
            continue
        if place and apart and not json:
            env.out("")
        tell(opened)
        if not report(env, opened):
            worst = max(worst, Exit.WRONG)
    return worst


def _wrong(env: Env, wrong: Wrong, *, json: bool) -> None:
    if json:
        from pulka_calc.documents import errors_document

        env.json(errors_document(wrong.file, wrong.diagnostics))
    for diagnostic in wrong.diagnostics:
        env.err(excerpt(env, wrong.file, wrong.lines, diagnostic))
