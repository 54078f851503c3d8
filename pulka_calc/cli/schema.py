"""``pulka schema``: the JSON Schema of a rules file, of the documents that ``--json`` prints, of a sheet of paper."""

from __future__ import annotations

from typing import Final

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.words.nearness import nearest
from pulka_calc.words.speech import N_
from pulka_calc.words.telling import did_you_mean

app, command = options.command(
    N_("rules | pulka | paper"),
    N_(
        "The JSON Schema of a file of rules (rules), of what --json prints of a pulka (pulka), "
        "or of a sheet of paper (paper)."
    ),
)
apps = {"schema": app}

_RULES: Final = "rules"
_PULKA: Final = "pulka"
_PAPER: Final = "paper"
_KNOWN: Final = (_RULES, _PULKA, _PAPER)


@command
def schema(
    ctx: typer.Context,
    what: options.Words = None,
    json: options.Json = False,
    lang: options.Lang = "",
) -> None:
    """Print a schema; it is JSON with ``--json`` and without, there on one line."""
    env: Env = ctx.obj
    if what is None or len(what) != 1 or what[0] not in _KNOWN:
        raise UsageProblem(_misused(env, what or []))
    # Imported here: pydantic takes longer to load than all the rest of a command.
    from pulka_calc.schema import documents_schema, paper_schema, rules_schema

    document = {_RULES: rules_schema, _PULKA: documents_schema, _PAPER: paper_schema}[what[0]]()
    if json:
        env.json(document)
        return
    from json import dumps

    # Escaped where there is no other way: it is JSON for any stream.
    env.out(dumps(document, ensure_ascii=True, indent=2))


def _misused(env: Env, words: list[str]) -> str:
    """What to type."""
    example = env.say(
        "type it like this: {example}", example=env.speech.either([f"pulka schema {it}" for it in _KNOWN])
    )
    if len(words) != 1:
        return example
    message = env.say("there is no schema {word}", word=env.speech.quote(words[0]))
    near = nearest(words[0], _KNOWN)
    return f"{message}; {did_you_mean(near, env.speech) if near else example}"
