"""``pulka new``: begin a pulka."""

from __future__ import annotations

from typing import Annotated

import typer

from pulka_calc import store
from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.cli.files import STANDARD, label_of
from pulka_calc.cli.head import Head, head_lines, with_own_names
from pulka_calc.cli.tables import next_line, wrapped
from pulka_calc.game.table import active
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.words.rules import preset_title
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("NAMES… [--rules RULES] [--rule K=V]… [--pool 20] [--dealer X] [--stake 0.5] [--title T] [-f FILE]"),
    N_("Begin a pulka: two to four names, clockwise. The first one deals unless you say otherwise."),
)
apps = {"new": app}


@command
def new(
    ctx: typer.Context,
    names: options.Words = None,
    rules: options.Rules = "sochi",
    rule: options.ChangedRules = None,
    pool: options.PoolTarget = "",
    dealer: Annotated[str, typer.Option("--dealer", metavar=N_("NAME"), help=N_("who deals the first hand"))] = "",
    stake: options.ForStake = "",
    title: options.Title = "",
    file: Annotated[
        str | None,
        typer.Option("-f", "--file", metavar=N_("FILE"), help=N_("the file to write; else one named by the day")),
    ] = None,
    lang: options.Lang = "",
) -> None:
    """Write the head of a new file."""
    env: Env = ctx.obj
    players = names or _asked(env)
    if any('"' in name for name in players):
        raise UsageProblem(env.say("a name has no quotation marks in it"))
    if file is not None and file in ("", STANDARD):
        raise UsageProblem(env.say("name the file to write, for example: pulka new Anna Boris Vera -f evening.pulka"))
    path = store.new_name(env.folder, env.today) if file is None else env.folder / file
    lines = head_lines(env, players, Head(rules, rule or [], pool, dealer, stake, title))
    text = "\n".join(lines) + "\n\n"
    pulka = read_text(text)
    if pulka.errors:
        raise Wrong(env.say("new pulka"), pulka.document.lines, with_own_names(env, pulka.errors))
    store.create(path, text)
    store.remember(path, env.environ)
    variant = preset_title(pulka.rules.preset, env.speech)
    env.out(
        env.say(
            "{file}: {variant}, {players}", file=label_of(env, path), variant=variant, players=", ".join(pulka.players)
        )
    )
    if pulka.next is None:
        env.out(
            env.say(
                "two players only settle: write their rows into the file, start NAME pool 12 mountain 8 whists NAME 24"
            )
        )
    else:
        for line in wrapped(next_line(env, pulka), env.width):
            env.out(line)
        example = _example(env, pulka)
        if example:
            env.out(env.say("write hands down like this: {example}", example=example))


def _example(env: Env, pulka: Pulka) -> str | None:
    """A hand that can be typed at this table, with names as short as can be; ``None`` where names are too odd."""
    declarer, first, second = active(pulka.judged.dealer, len(pulka.players))
    spades = "п" if env.lang == "ru" else "s"
    short = {seat: _shortest(pulka, seat) for seat in (declarer, first, second)}
    for line in (
        f"{short[declarer]} 6{spades}= {short[first]}3 {short[second]}1",
        f"@{declarer + 1} 6.1 6 @{first + 1} 3 @{second + 1} 1",
    ):
        if "#" not in line and not read_text(f"{pulka.document.text}1. {line}\n").errors:
            return f"pulka add {line}"
    return None


def _shortest(pulka: Pulka, seat: int) -> str:
    """The shortest beginning that names a player."""
    name = fold(pulka.players[seat])
    lexicon = pulka.table.lexicon
    return next((name[:end] for end in range(1, len(name) + 1) if lexicon.seats(name[:end]) == (seat,)), name)


def _asked(env: Env) -> list[str]:
    """Names typed on the terminal."""
    if not env.interactive:
        raise UsageProblem(env.say("who plays? For example: pulka new Anna Boris Vera"))
    answer = env.ask(env.say("Who plays, clockwise, two to four names?"))
    names = answer.replace(",", " ").split()
    if not names:
        raise UsageProblem(env.say("who plays? For example: pulka new Anna Boris Vera"))
    return names
