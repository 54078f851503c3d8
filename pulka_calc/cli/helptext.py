"""Help and usage messages in the language of the run; examples first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pulka_calc.cli.commands import COMMANDS
from pulka_calc.cli.env import Env
from pulka_calc.cli.wording import shown
from pulka_calc.words.speech import N_

EXAMPLES: Final = (
    (N_("pulka new Anna Boris Vera --rules sochi"), N_("begin a pulka for three")),
    (N_("pulka add a 6s= b3 v1"), N_("Anna made six of spades, Boris took 3 tricks, Vera 1")),
    (N_("pulka show"), N_("the sheet and what is next")),
    (N_("pulka fix 3 a 7h 6 b w"), N_("hand 3 was really this")),
    (N_("pulka settle"), N_("who pays whom")),
    (N_("pulka paper"), N_("settle up after a pulka that was written on paper")),
)
"""An evening, for the help of the program as a whole."""

EXAMPLES_OF: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "new": (
        (N_("pulka new Anna Boris Vera --pool 10"), N_("Sochi, the pool up to 10")),
        (N_("pulka new A B C D --rules leningrad --dealer B"), N_("four players, B deals first")),
        (N_("pulka new Anna Boris Vera --rule half_whist_levels=6"), N_("a rule of your own")),
        (N_("pulka new Anna Boris Vera --rules my-table.toml"), N_("all rules of your table, from a file")),
    ),
    "add": (
        (N_("pulka add a 6s= b3 v1"), N_("six of spades just made; Boris took 3 tricks, Vera 1")),
        (N_("pulka add a 7h-1 b w v p"), N_("seven of hearts one short; Boris whisted, Vera passed")),
        (N_("pulka add b 7d a p v h"), N_("nobody played: Anna passed, Vera took her half")),
        (N_("pulka add v m 0"), N_("a misère made; m 2: two tricks taken")),
        (N_("pulka add r a4 b3 v3"), N_("all passed, tricks by player")),
        (N_("pulka add b 8c giveup"), N_("the declarer gave up")),
    ),
    "fix": ((N_("pulka fix 3 a 7h 6 b w"), N_("hand 3 was really this")),),
    "void": ((N_("pulka void 3 misdeal"), N_("hand 3 does not count")),),
    "adjust": (
        (N_("pulka adjust Boris mountain +1 misdeal"), N_("a point on a mountain")),
        (N_("pulka adjust Anna whists Boris +52 saw the talon"), N_("whists of Anna on Boris")),
        (N_("pulka adjust below Boris 7"), N_("Boris insists on less than the auction's seven")),
        (N_("pulka adjust talon Vera Anna a 9s= b1"), N_("Vera exposed the talon, Anna lost this nine")),
        (N_("pulka adjust renounce 7 Boris"), N_("Boris revoked in hand 7; errors=2: twice")),
    ),
    "join": (
        (N_("pulka join Gleb after Vera"), N_("Gleb sits next to Vera, clockwise")),
        (N_("pulka join Gleb"), N_("he sits last; back to his row if it was frozen")),
    ),
    "leave": (
        (N_("pulka leave Vera"), N_("she is settled as of now, the others go on")),
        (N_("pulka leave Vera frozen"), N_("her row stays as it is and is settled in the end")),
    ),
    "replace": (
        (N_("pulka replace Vera Dina"), N_("Dina plays on; Vera keeps what she has won or lost")),
        (N_("pulka replace Vera Dina takeover"), N_("the whole row is Dina's")),
    ),
    "rename": ((N_("pulka rename Anna Anya"), N_("in the whole file")),),
    "set": (
        (N_("pulka set title Friday evening"), N_("the title")),
        (N_("pulka set stake 0.5 RUB"), N_("the price of a whist")),
        (N_("pulka set phase robber"), N_("the next hands are the robber of the old game")),
        (
            N_("pulka set rule pool_target 10"),
            N_("a rule otherwise, every hand reckoned again; default: as the preset"),
        ),
        (N_("pulka set rules leningrad"), N_("another preset and nothing otherwise")),
    ),
    "show": ((N_("pulka show evening.pulka friday.pulka"), N_("several files")),),
    "paper": (
        (
            N_('pulka paper "Anna 12 34 10" "Boris 5 12 6" "Vera 8 16 4"'),
            N_("pools closed; mountain, then whists on the others in turn"),
        ),
        (
            N_('pulka paper "Anna 18 12 Boris 34" "Boris 20 5 Anna 12"'),
            N_("pool, mountain, whists by name; what is not said is 0"),
        ),
        (N_("pulka paper"), N_("asks for everything; broken off, it goes on where it was")),
        (N_("pulka paper --template sheet.xlsx"), N_("a sheet to fill in with Excel")),
        (N_("pulka paper sheet.xlsx -o evening.pulka"), N_("from Excel, CSV or JSON; kept as a pulka")),
    ),
    "explain": (
        (N_("pulka explain 7"), N_("every figure of hand 7")),
        (N_("pulka explain Anna whists"), N_("how this column came about")),
    ),
    "what-if": (
        (N_("pulka what-if b 7s"), N_("Boris bids seven of spades: who whists, how many tricks, what comes of it")),
        (N_("pulka what-if b m"), N_("a misère")),
        (N_("pulka what-if allpass"), N_("everybody passes")),
    ),
    "rescore": (
        (N_("pulka rescore --rules leningrad"), N_("had you played Leningrad")),
        (N_("pulka rescore --rule allpass_amnesty=no --hands"), N_("one rule otherwise, hand by hand")),
    ),
    "diff": (
        (N_("pulka diff anna.pulka boris.pulka"), N_("both typed the same paper: where do they differ?")),
        (N_("pulka diff paper.pulka evening.pulka"), N_("what the paper has otherwise than the file")),
    ),
    "settle": (
        (N_("pulka settle --steps"), N_("the paper way, line by line")),
        (N_("pulka settle --text"), N_("a few plain lines for a chat")),
        (N_("pulka settle --explain Boris"), N_("what his balance is made of")),
        (N_("pulka settle --compare"), N_("why mountains are divided by all players")),
        (N_('pulka settle --stake "0.5 RUB" --coin 1'), N_("money in whole roubles, for this run")),
        (N_("pulka settle --limit 500"), N_("nobody pays more than 500 whists")),
    ),
    "export": (
        (N_("pulka export -o evening.xlsx"), N_("a workbook")),
        (N_('pulka export -o evening.csv --delimiter ";"'), N_("a table for a Russian spreadsheet")),
    ),
    "rules": (
        (N_("pulka rules"), N_("the presets and every rule")),
        (N_("pulka rules show sochi"), N_("every value of a preset")),
        (N_("pulka rules show"), N_("the rules of your pulka; * where they were changed")),
        (N_("pulka rules show my-table.toml"), N_("a file of rules, or your own rules by name")),
        (N_("pulka rules diff sochi rostov"), N_("how two presets differ, or a preset and a file")),
        (N_("pulka rules explain consolation"), N_("what a rule means, what it may be, and who says so")),
    ),
    "schema": (
        (N_("pulka schema rules"), N_("an editor checks a file of rules by it")),
        (N_("pulka schema pulka"), N_("what a script finds in --json")),
    ),
}


def write_overview(formatter: Any, env: Env, commands: Mapping[str, str]) -> None:
    """The help of the program as a whole."""
    say = env.say
    formatter.write_text(say("Keeps the score of Preferans: pool, mountain, whists, and the final balance."))
    with formatter.section(say("Examples")):
        formatter.write_dl([(say(command), say(text)) for command, text in EXAMPLES])
    with formatter.section(say("Commands")):
        formatter.write_dl([(name, say(text)) for name, text in commands.items()])
    with formatter.section(say("Options")):
        formatter.write_dl(
            [
                ("--lang ru|en", say("the language of what you read")),
                ("--version", say("the version")),
                ("--help", say("this text; after a command, the help of the command")),
                ("--install-completion", say("completion of commands in your shell")),
            ]
        )
    formatter.write_paragraph()
    formatter.write_text(say("Presets: {presets}.", presets="sochi, leningrad, rostov, classic, shevlyakovsky, sport"))


def localised(command: Any, env: Env) -> Any:
    """A command whose help is in the language of the run."""
    say = env.say
    usage = command.epilog or ""
    command.epilog = None
    command.help = say(command.help) if command.help else None
    for parameter in command.params:
        text = getattr(parameter, "help", None)
        if text and parameter.metavar:
            parameter.metavar = say(parameter.metavar)
        if text:
            parameter.help = say(text)

    def format_help(ctx: Any, formatter: Any) -> None:
        formatter.write_usage(ctx.command_path, say(usage) if usage else "", prefix=say("Usage") + ": ")
        formatter.write_paragraph()
        formatter.write_text(command.help or "")
        examples = EXAMPLES_OF.get(command.name)
        if examples:
            with formatter.section(say("Examples")):
                formatter.write_dl([(say(line), say(meaning)) for line, meaning in examples], col_max=44)
        records = [record for record in (option.get_help_record(ctx) for option in _options(command, ctx)) if record]
        rows = [(names, say("this text") if names == "--help" else text) for names, text in records]
        if rows:
            with formatter.section(say("Options")):
                formatter.write_dl(rows)

    command.format_help = format_help
    return command


def _options(command: Any, ctx: Any) -> list[Any]:
    return [parameter for parameter in command.get_params(ctx) if parameter.param_type_name == "option"]


def usage_sentence(error: Exception, env: Env) -> str:
    """What is wrong with a command line, and where help is."""
    say = env.say
    kind = type(error).__name__
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "pulka")
    name = shown(getattr(error, "option_name", ""))
    if kind == "NoSuchOption":
        problem = say("there is no option {name}", name=name)
    elif kind == "BadOptionUsage":
        problem = say("the option {name} needs a value", name=name)
    elif kind == "MissingParameter":
        parameter = getattr(error, "param", None)
        problem = say("something is missing: {name}", name=(getattr(parameter, "name", None) or "?").upper())
    elif "No such command" in str(error):
        problem = say("there is no command {name}", name=shown(str(error).split("'")[1]) if "'" in str(error) else "")
        problem += _nearest(str(error), env)
    elif kind in ("BadParameter", "UsageError") and getattr(error, "param", None) is not None:
        parameter = error.param  # type: ignore[attr-defined]
        problem = say("{name} cannot be so: {message}", name=parameter.opts[0], message=shown(str(error.message)))  # type: ignore[attr-defined]
    elif "unexpected extra argument" in str(error):
        extra = str(error).partition("(")[2].rstrip(")")
        problem = say("too many words: {words}", words=shown(extra))
    else:
        problem = shown(str(error))
    return problem + "\n" + say("help: {command} --help", command=command)


def _nearest(text: str, env: Env) -> str:
    from difflib import get_close_matches

    word = text.split("'")[1] if "'" in text else ""
    near = get_close_matches(word, COMMANDS, n=1)
    return "; " + env.say("did you mean {name}?", name=near[0]) if near else ""
