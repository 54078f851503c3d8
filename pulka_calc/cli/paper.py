"""``pulka paper``: settle up after a pulka that was written on paper."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from pulka_calc import store
from pulka_calc.cli import options
from pulka_calc.cli.answer import Wish, agreed_terms, one_report, tell
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Exit, UsageProblem, Wrong
from pulka_calc.cli.files import STANDARD, Opened, excerpt, label_of, report, sound
from pulka_calc.cli.head import Head, head_lines, rule_name, with_own_names
from pulka_calc.cli.paperkeep import forget_draft, kept_as
from pulka_calc.cli.papertext import paper_text, sheet_doubts
from pulka_calc.cli.tables import sheet_lines
from pulka_calc.game.rules import KINDS
from pulka_calc.journal.paper import PaperSheet
from pulka_calc.journal.papergrid import is_name
from pulka_calc.journal.paperrows import read_rows
from pulka_calc.journal.pulka import read_text
from pulka_calc.journal.writer import name_text, stake_text
from pulka_calc.words.speech import N_

app, command = options.command(
    N_("[ROW… | NAMES… | FILE] [--rules RULES] [--rule K=V]… [--pool 20] [--stake 0.5] [-o evening.pulka]"),
    N_(
        "Settle a pulka that was written on paper. A row is a player's name, pool, mountain and whists; the pool may be"
        " left out when all are closed. Without rows it asks, one cell after the other. A sheet may also come from a"
        " CSV, Excel or JSON file."
    ),
)
apps = {"paper": app}

_OTHER_KINDS: Final = (".xlsx", ".xlsm", ".csv", ".tsv", ".txt", ".json")
"""Endings that no pulka has."""
SUFFIXES: Final = (".pulka", *_OTHER_KINDS)
"""Endings by which an argument is known to be a file even where there is none."""


class _Source(NamedTuple):
    """A sheet that was read, and what the user calls it."""

    label: str
    sheet: PaperSheet | None
    """``None`` where it is a pulka already."""
    text: str
    """The pulka, where it is one."""
    head: Head


@command
def paper(
    ctx: typer.Context,
    rows: options.Words = None,
    rules: options.Rules = "",
    rule: options.ChangedRules = None,
    pool: options.PoolTarget = "",
    dealer: Annotated[str, typer.Option("--dealer", metavar=N_("NAME"), help=N_("who deals if play goes on"))] = "",
    title: options.Title = "",
    keep: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar=N_("FILE"), help=N_("keep the sheet as a pulka of that name")),
    ] = None,
    template: Annotated[
        str | None,
        typer.Option("--template", metavar=N_("FILE"), help=N_("write an empty Excel sheet to fill in, and no more")),
    ] = None,
    steps: options.Steps = False,
    text: options.Text = False,
    compare: options.Compare = False,
    explain: options.ExplainBalance = "",
    stake: options.ForStake = "",
    coin: options.ForCoin = "",
    limit: options.ForLimit = "",
    rounding: options.ForRounding = "",
    json: options.Json = False,
    lang: options.Lang = "",
) -> int:
    """Read the sheet from wherever it is, keep it if that is wished, and settle."""
    env: Env = ctx.obj
    words = rows or []
    said = Head(rules, tuple(rule or ()), pool, dealer, title=title)
    wish = Wish(steps, text, compare, explain, stake, coin, limit, rounding)
    _refuse_twice(env, said)
    if template is not None:
        return _template(env, template, words, said, wish, keep=keep, json=json)
    one_report(env, wish)
    if keep == STANDARD and (json or wish[:4] != (False, False, False, "")):
        raise UsageProblem(env.say("with -o - the pulka alone goes to standard output; take the report in another run"))
    target = _target(env, keep)
    asked = not words or _are_names(words)
    if asked:
        source, wish, target = _asked(env, said, words, wish, keep if target is None else str(target))
    else:
        source = _given(env, said, words)
    if source.sheet is None:
        _refuse_head(env, said, target)
        opened = sound(Opened(source.label, read_text(source.text)))
        opened = opened._replace(pulka=agreed_terms(env, opened.pulka, wish))
    else:
        opened = _settled(env, source, source.sheet, wish)
    if keep == STANDARD:
        # A pulka is UTF-8 wherever it goes, whatever the terminal shows.
        env.out_bytes(opened.pulka.document.text.encode())
        _shown(env)
        return Exit.DONE if _warned(env, source, opened, asked=asked) else Exit.WRONG
    if target is not None:
        opened = kept_as(env, target, opened.pulka)
    # What is nowhere has no name in a heading.
    shown = opened._replace(label="") if source.sheet is not None and target is None and not json else opened
    _tell(env, shown, wish, json=json)
    if asked and target is None and not json:
        # Imported here: rows that are typed on the command line load nothing of the form.
        from pulka_calc.cli.paperask import offer_to_keep

        env.err("")
        offer_to_keep(env, opened)
    _shown(env)
    return Exit.DONE if _warned(env, source, opened, asked=asked) else Exit.WRONG


def _refuse_twice(env: Env, said: Head) -> None:
    """Refuse a rule that the command line says twice, for nobody knows which holds."""
    names = [rule_name(item.partition("=")[0]) for item in said.rule] + (["pool_target"] if said.pool else [])
    for name in names:
        if names.count(name) > 1:
            raise UsageProblem(env.say("{rule} is said twice on the command line; leave one out", rule=name))


def _shown(env: Env) -> None:
    """The result was shown, unless whoever read it went away before its end: the draft is needed no more."""
    if not env.unheard:
        forget_draft(env)


def _warned(env: Env, source: _Source, opened: Opened, *, asked: bool) -> bool:
    """Say what looks mistyped, at the cells of the sheet; whether all checks hold, which a pulka may have."""
    pulka, sheet = opened.pulka, source.sheet
    if sheet is None:
        return report(env, opened)
    # Whoever was asked has been told where he could still change it.
    doubts = [] if asked else sheet_doubts(sheet, pulka)
    for doubt in doubts:
        env.err(excerpt(env, source.label, list(sheet.lines), doubt))
    return True


def _target(env: Env, keep: str | None) -> Path | None:
    """The pulka to write; ``None`` where there is none, or standard output."""
    if keep is None or keep == STANDARD:
        return None
    if not keep.strip() or keep.endswith(("/", "\\")) or Path(keep).suffix.lower() in _OTHER_KINDS:
        raise UsageProblem(
            env.say(
                "-o keeps the sheet as a pulka: -o evening.pulka; a workbook comes of it with pulka export -o x.xlsx"
            )
        )
    return env.folder / keep


def _are_names(words: Sequence[str]) -> bool:
    """Whether the arguments are names alone: who is asked for his row."""
    return len(words) > 1 and not any(re.search(r"[0-9\s]", word) or word.lower().endswith(SUFFIXES) for word in words)


def _asked(
    env: Env, head: Head, names: Sequence[str], wish: Wish, output: str | None
) -> tuple[_Source, Wish, Path | None]:
    """The sheet from whoever sits at the terminal, the terms, and the pulka to write; a draft may have said some."""
    from pulka_calc.cli.paperask import typed_sheet
    from pulka_calc.cli.papersaid import Said

    said = Said.of(head, wish, output or "")
    filled = typed_sheet(env, said, names, wish)
    said = filled.said
    terms = wish._replace(coin=said.coin, limit=said.limit, rounding=said.rounding)
    return _Source(env.say("the sheet"), filled.sheet, "", said.head), terms, said.target


def _given(env: Env, said: Head, words: Sequence[str]) -> _Source:
    """The sheet that the arguments are, or name."""
    if len(words) == 1 and _is_file(env, words[0]):
        from pulka_calc.cli.papersource import sheet_or_pulka

        found = sheet_or_pulka(env, words[0])
        label = words[0] if words[0] == STANDARD else label_of(env, env.folder / words[0])
        if isinstance(found, str):
            return _Source(label, None, found, said)
        return _Source(label, found, "", said)
    if len(words) > 1 and all(_is_file(env, word) for word in words):
        raise UsageProblem(env.say("one sheet is read at a time; to compare two: pulka diff A B"))
    rows = [row for word in words for row in re.split(r"[;\n]", word) if row.strip()]
    if len(rows) > 1 and any(re.fullmatch(r"[-+0-9.,/]+", word) for word in words):
        raise UsageProblem(
            env.say(
                "put each player's row in quotation marks: {example}",
                example=env.say('pulka paper "Anna 20 12 34 10" "Boris 20 5 12 6" "Vera 20 8 16 4"'),
            )
        )
    sheet, faults = read_rows(rows)
    if faults:
        raise Wrong(env.say("the sheet"), sheet.lines, faults)
    return _Source(env.say("the sheet"), sheet, "", said)


def _is_file(env: Env, word: str) -> bool:
    if word == STANDARD:
        return True
    if "\n" in word or "\0" in word:
        return False
    if word.lower().endswith(SUFFIXES):
        return True
    with contextlib.suppress(OSError):
        return (env.folder / word).exists()
    return False


def _refuse_head(env: Env, said: Head, target: Path | None) -> None:
    """A pulka says its own rules, and is kept already."""
    if said != Head("") or target is not None:
        raise UsageProblem(
            env.say(
                "this file is a pulka already and says its own rules; change them with pulka set, or see what others"
                " would give with pulka rescore"
            )
        )


def _settled(env: Env, source: _Source, sheet: PaperSheet, wish: Wish) -> Opened:
    """The sheet as a pulka that says all that was agreed, so that whoever opens it later gets the same answer."""
    pulka = read_text(paper_text(env, sheet, source.head, source.label))
    if pulka.errors:
        raise Wrong(env.say("new pulka"), pulka.document.lines, pulka.errors)
    if pulka.rules.pool_shown == "left" and len({row.pool.text for row in sheet.rows if row.pool is not None}) > 1:
        # Nobody can tell it from the figures, and the balances turn on it.
        env.err(
            env.say(
                "pools were read as points made, though by these rules a sheet counts down;"
                ' for what is left write "left" before the figure: {example}',
                example=env.say('"Anna left 20 12 Boris 34"'),
            )
        )
    terms = agreed_terms(env, pulka, wish)
    changed = tuple(
        f"{rule}={KINDS[rule].text(getattr(terms.rules, rule))}"
        for rule in ("loss_limit", "rounding")
        if getattr(terms.rules, rule) != getattr(pulka.rules, rule)
    )
    stake = terms.document.stake
    # What an option says holds over a --rule that says it too.
    again = {item.partition("=")[0] for item in changed}
    others = [item for item in source.head.rule if rule_name(item.partition("=")[0]) not in again]
    head = source.head._replace(rule=(*others, *changed), stake="" if stake is None else stake_text(stake, env.lang))
    return Opened(source.label, read_text(paper_text(env, sheet, head, source.label)))


def _tell(env: Env, opened: Opened, wish: Wish, *, json: bool) -> None:
    """The sheet as it was understood, and the answer."""
    # The terms of the wish are in the pulka already.
    wish = wish._replace(stake="", coin="", limit="", rounding="")
    tell(env, opened, wish, json=json, above=[*sheet_lines(env, opened.pulka), ""])


def _template(
    env: Env, name: str, names: Sequence[str], said: Head, wish: Wish, *, keep: str | None, json: bool
) -> int:
    """Write an empty sheet to fill in, with what was agreed above it. A sheet that has been filled in is not lost."""
    if not name.lower().endswith(".xlsx"):
        raise UsageProblem(env.say("the sheet to fill in is an Excel file: --template sheet.xlsx"))
    idle = {
        "--dealer": said.dealer,
        "--limit": wish.limit,
        "--rounding": wish.rounding,
        "-o": keep is not None,
        "--steps": wish.steps,
        "--text": wish.text,
        "--compare": wish.compare,
        "--explain": wish.explain,
        "--json": json,
    }
    for option, given in idle.items():
        if given:
            raise UsageProblem(env.say("with --template {option} has no meaning: leave it out", option=option))
    if any(re.search(r"\s[-+]?[0-9]", word) for word in names):
        raise UsageProblem(
            env.say(
                "a sheet to fill in takes names alone: {example}",
                example=env.say("pulka paper --template sheet.xlsx Anna Boris Vera"),
            )
        )
    head = said._replace(rules=said.rules or "sochi")
    tried = read_text("\n".join(head_lines(env, names or ("A", "B"), head)) + "\n")
    if tried.errors:
        raise Wrong(env.say("new pulka"), tried.document.lines, with_own_names(env, tried.errors))
    stake = agreed_terms(env, tried, wish).document.stake
    for name_typed in names:
        if not is_name(name_typed):
            raise UsageProblem(
                env.say(
                    "in a table {name} would be taken for a heading or a figure; call the player otherwise",
                    name=env.speech.quote(name_typed),
                )
            )
    # Imported here: no other way of reading a sheet needs openpyxl.
    from pulka_calc.excel.template import write_template

    changed = {
        rule: KINDS[rule].text(getattr(tried.rules, rule))
        for rule in dict.fromkeys(rule_name(item.partition("=")[0]) for item in said.rule)
    }
    if head.pool:
        changed["pool_target"] = KINDS["pool_target"].text(tried.rules.pool_target)
    path = env.folder / name
    _refuse_filled(path)
    data = write_template(
        names,
        head.rules,
        changed.pop("pool_target", ""),
        "" if stake is None else stake_text(stake, env.lang),
        env.speech,
        title=" ".join(said.title.split()),
        changed=changed,
        # Nothing can be left of a pool that never closes.
        pool_column="left" if tried.rules.pool_shown == "left" and tried.rules.pool_target is not None else "pool",
    )
    replaced = store.write_export(path, data)
    env.err(env.say("replaced {file}", file=name) if replaced else env.say("written: {file}", file=name))
    env.err(env.say("fill it in, then: {example}", example=f"pulka paper {name_text(name)}"))
    return Exit.DONE


def _refuse_filled(path: Path) -> None:
    """Refuse to write over anything but a template that nobody has saved since it was written.

    Raises:
        StoreError: something else is there.
    """
    from pulka_calc.excel.template import untouched_template

    try:
        data = store.read_bytes(path)
    except store.StoreError as error:
        if error.code == "file-missing":
            return
        if error.code == "file-too-big":
            # No template is.
            raise store.StoreError("file-exists", path) from None
        raise
    if not untouched_template(data):
        raise store.StoreError("file-exists", path)
