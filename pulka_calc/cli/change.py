"""``pulka rename`` and ``pulka set``: what the head of the file says. Only other rules change figures."""

from __future__ import annotations

import typer

from pulka_calc.cli import options
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem, Wrong
from pulka_calc.cli.files import Opened, added, report, rewritten
from pulka_calc.cli.wording import plain
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.journal.grammar import PHASE_WORDS, PHASES, STATEMENT_WORDS, fold
from pulka_calc.journal.headlines import comment_of, statement_of
from pulka_calc.journal.pulka import Pulka
from pulka_calc.journal.renaming import renamed
from pulka_calc.journal.statements import Misplaced, fields_of, person_of
from pulka_calc.journal.writer import keyword, name_text, title_text
from pulka_calc.words.phases import phase_name
from pulka_calc.words.speech import N_

rename_app, rename_command = options.command(
    N_("OLD NEW [-f FILE]"), N_("Call a player by another name, in the whole file.")
)
set_app, set_command = options.command(
    N_(
        "title TEXT | date YYYY-MM-DD | stake PRICE [CURRENCY] [per N] [coin N] | lang ru|en | dealer NAME | phase NAME"
        " | rule NAME VALUE | rules PRESET [K=V]…   [--dry-run] [--yes] [-f FILE]"
    ),
    N_(
        "Change the title, the date, the stake, the keywords' language (none takes it out), who deals next, the phase. "
        "Other rules reckon every hand again: what changes is shown before it is written."
    ),
)
apps = {"rename": rename_app, "set": set_app}

_SETTABLE = ("title", "date", "stake", "lang", "dealer", "phase", "rule", "rules")


@rename_command
def rename(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    yes: options.Yes = False,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Rename a player; every figure stays."""
    env: Env = ctx.obj
    names = words or []
    if len(names) == 1:
        names = [field.text for field in fields_of(names[0], 0)]
    names = [plain(env, name).strip() for name in names]
    if len(names) != 2 or not fields_of(names[0], 0):
        raise UsageProblem(
            env.say("which name, and which instead? For example: {example}", example=env.say("pulka rename Anna Anya"))
        )
    old, new = names

    def text(pulka: Pulka) -> str:
        try:
            whole = pulka.table.everybody.whole_name(old)
            person = whole if whole is not None else person_of(fields_of(old, 0)[0], pulka.table)
            return renamed(pulka, person, new)
        except Misplaced as problem:
            raise Wrong("pulka rename", [f"{old} {new}"], [Diagnostic(problem.code, 1, (), problem.values)]) from None

    change = rewritten(env, file, text)
    if not json:
        # A rewritten file has no line that `undo` could take back.
        back = (
            next((a, b) for a, b in zip(change.after.players, change.before.players, strict=True) if a != b)
            if (change.after.players != change.before.players)
            else (new, old)
        )
        env.err(env.say("to take this back: pulka rename {new} {old}", new=name_text(back[0]), old=name_text(back[1])))
    return _tell(env, change.label, change.after, json=json)


@set_command
def set_(
    ctx: typer.Context,
    words: options.Words = None,
    file: options.File = None,
    dry_run: options.DryRun = False,
    yes: options.Yes = False,
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Replace one line of the head, or put it in."""
    env: Env = ctx.obj
    words = words or []
    if len(words) == 1:
        words = words[0].split(None, 1)
    what = STATEMENT_WORDS.get(fold(words[0]), "") if words else ""
    if what not in _SETTABLE or len(words) < 2:
        raise UsageProblem(
            env.say("what is to be set? For example: {example}", example=env.say("pulka set stake 0.5 RUB"))
        )
    if what in ("rule", "rules"):
        from pulka_calc.cli.rulechange import change_rules, one_rule, whole_rules

        named = [plain(env, word) for word in words[1:]]
        wish = one_rule(env, named) if what == "rule" else whole_rules(env, named)
        return change_rules(env, file, wish, ask=not yes, dry_run=dry_run, json=json)
    parts = words[1:] if what == "title" else [f'"{w}"' if " " in w and '"' not in w else w for w in words[1:]]
    if len(parts) == 1:
        parts = words[1:]
    value = plain(env, " ".join(" ".join(parts).split()))
    if what == "dealer":
        change = added(env, file, lambda pulka: _dealer(pulka, value), store_it=not dry_run)
    elif what == "phase":
        change = added(env, file, lambda pulka: _phase(env, pulka, value), store_it=not dry_run)
    else:
        change = rewritten(env, file, lambda pulka: _with_line(pulka, what, value), store_it=not dry_run)
    if dry_run:
        env.err(env.say("only a trial, nothing is written"))
    return _tell(env, change.label, change.after, json=json)


def _dealer(pulka: Pulka, name: str) -> str:
    """The line that says who deals the next hand, under his whole name; as typed where it names nobody."""
    lexicon = pulka.table.lexicon
    seats = lexicon.seats(name)
    who = name_text(pulka.table.names[seats[0]]) if len(seats) == 1 else name
    return f"{keyword('dealer', pulka.document.lang)} {who}\n"


def _phase(env: Env, pulka: Pulka, name: str) -> str:
    """The line that says which phase the next hands belong to; as typed where there is no such phase."""
    lang = pulka.document.lang
    phase = PHASE_WORDS.get(fold(name))
    if phase == pulka.phase:
        raise UsageProblem(
            env.say("the next hand belongs to that phase already: {phase}", phase=phase_name(phase, env.speech))
        )
    return f"{keyword('phase', lang)} {PHASES[phase].write(lang) if phase else name}\n"


def _with_line(pulka: Pulka, what: str, value: str) -> str:
    """The file's text with one statement of its head replaced, added or taken out."""
    lang = pulka.document.lang
    lines = pulka.document.text.split("\n")
    # Of several lines the last one counts.
    place = next((place for place in reversed(range(len(lines))) if statement_of(lines[place]) == what), None)
    if (not value or fold(value) in ("none", "нет")) and what != "lang":
        if place is not None:
            del lines[place]
        return "\n".join(lines)
    line = title_text(value, lang) if what == "title" else f"{keyword(what, lang)} {value}"
    if place is None:
        first = next(place for place, line in enumerate(lines) if statement_of(line) == "pulka")
        lines.insert(first + 1, line)
    else:
        lines[place] = line + comment_of(lines[place])
    return "\n".join(lines)


def _tell(env: Env, label: str, pulka: Pulka, *, json: bool) -> int:
    from pulka_calc.cli.show import show_lines

    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(pulka, label))
    else:
        for line in show_lines(env, Opened(label, pulka)):
            env.out(line)
    return Exit.DONE if report(env, Opened(label, pulka)) else Exit.WRONG
