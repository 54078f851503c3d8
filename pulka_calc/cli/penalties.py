"""``pulka adjust below | talon | renounce``: penalties of the rule base (§6) as ordinary ``adjust`` lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from pulka_calc import store
from pulka_calc.cli.asking import confirmed, new_warnings, unchanged
from pulka_calc.cli.echo import account_text, entry_title, standing_lines
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import Declined, Exit, UsageProblem, Wrong
from pulka_calc.cli.files import Change, Opened, added, chosen, joined, label_of, report, sound
from pulka_calc.cli.tables import signed, wrapped
from pulka_calc.cli.wording import line_of, shown
from pulka_calc.game import penalties
from pulka_calc.game.hands import Adjustment, Contract, Hand
from pulka_calc.game.ledger import cell
from pulka_calc.game.penalties import Correction
from pulka_calc.game.scoring import DARK_GAME
from pulka_calc.game.table import left_of, sitting_out
from pulka_calc.journal import grammar
from pulka_calc.journal.diagnostics import Diagnostic, Problem, Span
from pulka_calc.journal.grammar import COLUMN_WORDS, Keyword, fold
from pulka_calc.journal.handline import flag_contract
from pulka_calc.journal.judge import Entry
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.robber import reader_in
from pulka_calc.journal.sitting import Sitting
from pulka_calc.journal.statements import Field, Misplaced, Sentence, fields_of, no_more, strip_comment
from pulka_calc.journal.tokens import split_words
from pulka_calc.journal.writer import adjust_text, hand_text, name_text
from pulka_calc.words.figures import figure_text
from pulka_calc.words.penalties import below_auction_text, renounce_lines, renounce_text, talon_text
from pulka_calc.words.speech import Speech

MOST_ERRORS: Final = 10

_NOBODY: Final[tuple[int, ...]] = ()

_WORDS: Final[dict[str, Keyword]] = {
    "below": Keyword("below", "ниже"),
    "talon": grammar.TALON,
    "renounce": Keyword("renounce", "ренонс"),
}
_PENALTIES: Final[dict[str, str]] = {word: name for name, keyword in _WORDS.items() for word in keyword.words()}
_ERRORS: Final = Keyword("errors", "ошибок", ("ошибки", "ошибка", "error"))
_ERRORS_SAID: Final = re.compile(r"([^\W\d_]+)=(.*)\Z")


class Penalty(NamedTuple):
    """A penalty understood: what it writes, and what is said of it."""

    adjustments: tuple[Adjustment, ...]
    about: list[str]
    """Said before its figures."""
    warnings: list[str]
    """Said before the question."""
    afterwards: list[str]
    """Said when it is written."""


def penalty_asked(words: list[str]) -> str | None:
    """Which penalty the words ask for: its word, and no column after it. Players' names are not looked at."""
    fields = fields_of(words[0], 0) if len(words) == 1 else [Field(word, Span(0, 0)) for word in words]
    if not fields or fields[0].quoted or (len(fields) > 1 and fold(fields[1].text) in COLUMN_WORDS):
        return None
    return fields[0].text if fold(fields[0].text) in _PENALTIES else None


def opened(env: Env, file: str | None) -> Opened:
    """The pulka that a penalty is reckoned in."""
    path = chosen(env, file)
    return sound(Opened(label_of(env, path), read_text(store.read(path))))


def write(env: Env, file: str | None, before: Opened, words: list[str], *, ask: bool, dry_run: bool, json: bool) -> int:
    """Show what a penalty writes, ask where somebody can answer, write all its lines at once."""
    penalty = _understood(env, before, words)
    if not penalty.adjustments:
        return _nothing(env, before, penalty, json=json)

    def lines(pulka: Pulka) -> str:
        lang = pulka.document.lang
        written = _understood(env, Opened(before.label, pulka), words).adjustments
        return "".join(f"{adjust_text(adjustment, pulka.players, lang)}\n" for adjustment in written)

    trial = added(env, file, lines, store_it=False)
    if not json:
        _preview(env, trial, penalty)
    report(env, Opened(trial.label, trial.after), new_warnings(trial))
    if dry_run:
        env.err(env.say("only a trial, nothing is written"))
    else:
        if ask and env.interactive and not json and not confirmed(env):
            raise Declined
        added(env, file, unchanged(trial, lines))
        _tell(env, trial, penalty, lines=not json)
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(trial.after, trial.label))
    return Exit.DONE if not trial.after.failed_checks else Exit.WRONG


def _nothing(env: Env, before: Opened, penalty: Penalty, *, json: bool) -> int:
    """A penalty that changes no figure."""
    for text in penalty.about:
        env.err(text)
    env.err(env.say("the hand stands as counted and nobody owes a fine: no figure changes, nothing is written"))
    if json:
        from pulka_calc.documents import show_document

        env.json(show_document(before.pulka, before.label))
    return Exit.DONE if report(env, before, []) else Exit.WRONG


def _preview(env: Env, trial: Change, penalty: Penalty) -> None:
    """Every figure with its reason, and what each player's balance becomes."""
    env.err(trial.label)
    for text in penalty.about:
        for line in wrapped(text, env.width):
            env.out(line)
    for entry in trial.after.entries[len(trial.before.entries) :]:
        (posting,) = entry.postings
        cell = account_text(env, posting.account, trial.after.players)
        for line in wrapped(f"  {cell} {signed(posting.points)}  ({posting.cause.note})", env.width, 6):
            env.out(line)
    env.out(env.say("balances:"))
    balances = zip(trial.after.players, trial.before.settlement.balance, trial.after.settlement.balance, strict=True)
    for player, was, becomes in balances:
        env.out(f"  {player}: {signed(was)} → {signed(becomes)}")
    for text in penalty.warnings:
        env.err(text)


def _tell(env: Env, trial: Change, penalty: Penalty, *, lines: bool) -> None:
    """The sheet as it stands now, and how to take the penalty back."""
    if lines:
        for line in standing_lines(env, trial.after):
            env.out(line)
    for text in penalty.afterwards:
        env.err(text)
    env.err(
        env.speech.count(
            "to take this back: pulka undo",
            "to take this back: pulka undo {n}",
            len(penalty.adjustments),
        )
    )


# The words


def _understood(env: Env, before: Opened, words: list[str]) -> Penalty:
    """The penalty that the words tell, reckoned in a pulka.

    Raises:
        UsageProblem: there is no such penalty in this pulka.
        Wrong: a player, a number or a hand among the words is wrong.
    """
    pulka = before.pulka
    line = line_of(env, words, pulka.table.everybody)
    first, *fields = fields_of(line, 0)
    sentence = Sentence(fields, first, pulka.table)
    try:
        if len(pulka.table.seats) < 3:
            raise UsageProblem(
                env.say(
                    "two players play no hands here; write what you agreed as a figure: {example}",
                    example=env.say("pulka adjust Boris mountain +1 misdeal"),
                )
            )
        match _PENALTIES[fold(first.text)]:
            case "below":
                return _below(env, pulka, sentence)
            case "talon":
                return _talon(env, before, sentence, line)
            case _:
                return _renounce(env, pulka, sentence)
    except Misplaced as problem:
        diagnostic = Diagnostic(problem.code, 1, problem.spans, problem.values)
        raise Wrong("pulka adjust", [line], [diagnostic]) from None


def _adjustments(
    corrections: list[Correction], pulka: Pulka, reason: Callable[[Correction, Speech], str]
) -> tuple[Adjustment, ...]:
    """Corrections as the lines of a file, each with its reason in the language of the file."""
    speech = Speech(pulka.document.lang)
    return tuple(
        Adjustment(
            correction.account.player,
            correction.account.column,
            correction.account.on,
            correction.points,
            reason(correction, speech),
        )
        for correction in corrections
    )


def _by_people(corrections: list[Correction], table: Sitting) -> list[Correction]:
    """Corrections by the seats of a table as those of people."""
    seats = table.seats
    return [
        correction._replace(
            account=cell(account.column, seats[account.player], None if account.on is None else seats[account.on])
        )
        for correction in corrections
        for account in (correction.account,)
    ]


# The contract below the auction


def _below(env: Env, pulka: Pulka, sentence: Sentence) -> Penalty:
    """``below PLAYER LEVEL``: the declarer insists on a contract below the auction."""
    names = pulka.table.names
    declarer = sentence.seat()
    level = _level(env, sentence.fields)
    dealer, players = pulka.judged.dealer, len(names)
    if sitting_out(dealer, players) == declarer:
        raise UsageProblem(
            env.say(
                "{player} deals the coming hand and sits out; name the declarer, or say who deals: {example}",
                player=names[declarer],
                example=env.say("pulka set dealer Boris"),
            )
        )
    corrections = penalties.below_auction(declarer, level, dealer, pulka.rules, players)
    following = name_text(names[left_of(dealer, players)])
    return Penalty(
        _adjustments(_by_people(corrections, pulka.table), pulka, below_auction_text),
        [],
        [],
        [
            env.say(
                "the deal has not moved on; if the next player deals now: pulka set dealer {player}", player=following
            )
        ],
    )


def _level(env: Env, fields: list[Field]) -> int:
    """The level of a contract; its suit may stand there in any writing."""
    example = env.say("pulka adjust below Boris 7")
    if not fields:
        raise UsageProblem(env.say("which level did the auction reach? For example: {example}", example=example))
    said = "".join(field.text for field in fields)
    try:
        level, _ = flag_contract(fold(said).removesuffix("безкозыря"))
    except ValueError:
        raise UsageProblem(
            env.say(
                "{word} is no level of the auction; it is 6 to 10, for example: {example}",
                word=shown(said),
                example=example,
            )
        ) from None
    return level


# The talon exposed


def _talon(env: Env, before: Opened, sentence: Sentence, line: str) -> Penalty:
    """``talon OFFENDER INJURED HAND WORDS…``: one result that the injured player lost."""
    pulka = before.pulka
    names = pulka.table.names
    offender = sentence.seat()
    injured = sentence.seat()
    if injured == offender:
        raise Misplaced("whists-on-self", sentence.last, player=names[offender])
    if not sentence:
        raise UsageProblem(
            env.say(
                "which result did {player} lose? For example: {example}",
                player=names[injured],
                example=env.say("pulka adjust talon Vera Anna a 9s= b1"),
            )
        )
    lost = _lost(before, line[sentence.fields[0].span.start :])
    dealer, players = pulka.judged.dealer, len(names)
    would_write = penalties.before_closing(lost, dealer, pulka.judged.course)
    correction = penalties.talon_exposed(offender, injured, would_write, pulka.rules, players)
    if correction.points <= 0:
        raise UsageProblem(
            env.say(
                "{player} lost nothing by this result, its worth is {value}; name one with a gain",
                player=names[injured],
                value=figure_text(correction.points),
            )
        )
    return Penalty(
        _adjustments(
            _by_people([correction], pulka.table),
            pulka,
            lambda correction, speech: talon_text(correction, lost, speech),
        ),
        [
            env.say(
                "the result that {player} lost: {hand}",
                player=names[injured],
                hand=hand_text(lost, names, dealer, env.lang),
            )
        ],
        [],
        [],
    )


def _lost(before: Opened, typed: str) -> Hand:
    """The hand that was not played, typed as for ``add``."""
    pulka = before.pulka
    document = pulka.document
    number = f"{pulka.judged.next_number}. "
    text = strip_comment(typed).strip()
    draft = read_text(joined(document.text, f"{number}{text}\n"))
    # It was to be played while the pulka went on, even if that has ended since.
    faults = [fault for fault in draft.errors if fault.code != "pulka-over"]
    if faults:
        raise Wrong(before.label, draft.document.lines, faults)
    try:
        table = pulka.table
        words = split_words(text, table.lexicon)
        return reader_in(pulka.phase, pulka.rules, len(table.seats)).read(words, table.names, pulka.judged.dealer).hand
    except Problem as problem:
        place = len(draft.document.lines) - 1
        span = Span(len(number), max(len(number) + len(text), len(number) + 1))
        fault = Diagnostic(problem.code, place, (span,), problem.values)
        raise Wrong(before.label, draft.document.lines, [fault]) from None


# The renounce


def _renounce(env: Env, pulka: Pulka, sentence: Sentence) -> Penalty:
    """``renounce N PLAYER [PLAYER] [errors=N]``: who is at fault in a hand that stands as counted."""
    errors = _errors(env, sentence)
    entry = _hand(env, pulka, sentence)
    guilty = [sentence.player()]
    if sentence:
        guilty.append(sentence.player())
        if guilty[0] == guilty[1]:
            raise Misplaced("player-twice", sentence.last, player=pulka.players[guilty[0]])
    no_more(sentence.fields)
    hand, number = entry.done, entry.number
    assert number is not None
    declarer, whister = _at_fault(env, pulka, entry, guilty)
    assert isinstance(hand, Contract)
    # The postings are by people, and so must the hand be.
    hand = hand._replace(declarer=entry.table.seats[hand.declarer])
    if errors is not None and declarer:
        raise UsageProblem(
            env.say(
                "errors are counted only where a whister alone is at fault; leave out {word}", word=_errors_word(env)
            )
        )
    warnings = [_counts_first(env, number), *_repeated(env, pulka, number)]
    afterwards: list[str] = []
    if whister is None:
        corrections = penalties.declarer_renounced(hand, entry.postings)
    elif declarer:
        corrections = penalties.both_renounced(hand, entry.postings, whister)
    else:
        factor = penalties.coefficient(hand, entry.bomb)
        corrections = penalties.whister_renounced(
            hand,
            entry.postings,
            whister,
            errors=errors or penalties.ONCE,
            factor=factor,
            rules=pulka.rules,
        )
        if factor > (DARK_GAME if hand.outcome.dark else 1) and not hand.outcome.made:
            afterwards = [
                env.say("the bomb of {player} stays, an adjustment takes none off", player=pulka.players[hand.declarer])
            ]
    return Penalty(
        _adjustments(corrections, pulka, lambda correction, speech: renounce_text(correction, number, speech)),
        [entry_title(env, pulka, entry)],
        warnings,
        afterwards,
    )


def _hand(env: Env, pulka: Pulka, sentence: Sentence) -> Entry:
    """The hand whose number comes next, as it stands."""
    example = env.say("pulka adjust renounce 7 Boris")
    if not sentence:
        raise UsageProblem(env.say("which hand? For example: {example}", example=example))
    field = sentence.take("number")
    if not re.fullmatch(r"[0-9]{1,6}\.?", field.text):
        raise UsageProblem(
            env.say(
                "the number of a hand comes first, not {word}; for example: {example}",
                word=shown(field.text),
                example=example,
            )
        )
    number = int(field.text.removesuffix("."))
    entry = next((entry for entry in pulka.hands if entry.number == number), None)
    if entry is not None:
        return entry
    if number in pulka.judged.voided:
        raise Misplaced("hand-voided", field, number=number, line=pulka.judged.voided[number])
    raise Misplaced("hand-missing", field, number=number, last=pulka.judged.next_number - 1)


def _errors(env: Env, sentence: Sentence) -> int | None:
    """How many errors were made, where it is said; the word may stand anywhere."""
    said = [
        (field, found)
        for field in sentence.fields
        if (found := _ERRORS_SAID.match(field.text)) and not field.quoted and fold(found[1]) in _ERRORS.words()
    ]
    if not said:
        return None
    field, found = said[0]
    if len(said) > 1 or not re.fullmatch(r"[0-9]{1,2}", found[2]) or not 1 <= int(found[2]) <= MOST_ERRORS:
        raise UsageProblem(
            env.say("errors are said once, a number from 1 to {most}: {word}", most=MOST_ERRORS, word=_errors_word(env))
        )
    sentence.fields.remove(field)
    return int(found[2])


def _errors_word(env: Env) -> str:
    return f"{_ERRORS.write(env.lang)}=2"


def _at_fault(env: Env, pulka: Pulka, entry: Entry, guilty: list[int]) -> tuple[bool, int | None]:
    """Whether the declarer is at fault, and which whister.

    Raises:
        UsageProblem: somebody named cannot be at fault in this hand, or not together with the other.
    """
    names, number, hand = pulka.players, entry.number, entry.done
    declarer, whisters = -1, _NOBODY
    if isinstance(hand, Contract):
        seats = entry.table.seats
        one, others = penalties.accountable(hand, entry.dealer, pulka.rules, len(seats))
        declarer, whisters = seats[one], tuple(seats[other] for other in others)
    if not whisters:
        raise UsageProblem(
            env.say(
                "nobody played tricks that could be disputed in hand {number}; name a contract that was whisted",
                number=number,
            )
        )
    for seat in guilty:
        if seat != declarer and seat not in whisters:
            raise UsageProblem(
                env.say(
                    "{player} did not whist in hand {number}; name {either}, or put the hand right first: {fix}",
                    player=names[seat],
                    number=number,
                    either=env.speech.either([names[one] for one in (declarer, *whisters)]),
                    fix=f"pulka fix {number} …",
                )
            )
    if len(guilty) == 2 and declarer not in guilty:
        raise UsageProblem(
            env.say(
                "one whister can be at fault, alone or with {player}; what two owe, write as figures: {example}",
                player=names[declarer],
                example=env.say("pulka adjust Boris mountain +1 misdeal"),
            )
        )
    return declarer in guilty, next((seat for seat in guilty if seat != declarer), None)


def _counts_first(env: Env, number: int) -> str:
    return env.say(
        "the disputed tricks must be counted for whom they are now; if they are not, first: {fix}",
        fix=f"pulka fix {number} …",
    )


def _repeated(env: Env, pulka: Pulka, number: int) -> list[str]:
    """A warning where the same hand was adjusted for a renounce before."""
    lines = renounce_lines(pulka, number)
    if not lines:
        return []
    return [
        env.say(
            "a renounce in hand {number} is written already, on line {line}; this comes on top of it",
            number=number,
            line=lines[0],
        )
    ]
