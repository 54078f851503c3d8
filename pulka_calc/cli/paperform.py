"""The form for a paper sheet: questions on the terminal, and a draft on the disk after each answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pulka_calc import store
from pulka_calc.cli.agreed import agreed, own_names
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.cli.papersaid import Said, refuse_terms, refuse_wrong, same_players, wrong_dealer
from pulka_calc.cli.papertext import paper_text, sheet_doubts
from pulka_calc.cli.tables import OWN_CELL, WIDEST, grid, labels, width_of, wrapped
from pulka_calc.game.rules import Rules
from pulka_calc.journal.diagnostics import Diagnostic, Problem
from pulka_calc.journal.grammar import fold
from pulka_calc.journal.paper import PaperSheet
from pulka_calc.journal.paperform import CHECK, CLOSED, NO, PLAYERS, RULES, STAKE, STANDARD_RULES, YES, Kind, PaperForm
from pulka_calc.journal.pulka import read_text
from pulka_calc.store import Draft, StoreError
from pulka_calc.words.excerpt import render
from pulka_calc.words.faults import describe, describe_store
from pulka_calc.words.figures import figure_text
from pulka_calc.words.formfaults import TWO_WORDS, cell_text
from pulka_calc.words.rules import preset_title
from pulka_calc.words.speech import N_, clip
from pulka_calc.words.telling import preset_words

HELP: Final = "?"

_VERSION: Final = 1
_EMPTY: Final = "·"
"""A cell that was not entered yet."""


class Filled(NamedTuple):
    """A sheet that somebody typed."""

    sheet: PaperSheet
    said: Said
    """What was said on the command line and with the draft, completed by what was asked."""


def asked(env: Env, said: Said, names: Sequence[str]) -> Filled:
    """Ask for a sheet, cell by cell. What is typed is kept on the disk until `forget_draft`.

    Args:
        said: what the command line says already; its empty fields, and only they, are asked.
        names: the players, clockwise, where the command line says them.

    Raises:
        UsageProblem: nobody can answer, or what the command line says cannot be, alone or with the draft.
        Wrong: the file of rules that it names is wrong, or the title or the day that it says cannot be.
        StoreError: that file cannot be read.
        KeyboardInterrupt: he does not go on.

    However it ends, `Env.draft` is what was kept.
    """
    if not env.interactive:
        raise UsageProblem(
            env.say(
                "there is no row, and nobody to ask; type one for each player: {example}",
                example=env.say('pulka paper "Anna 12 34 10" "Boris 8 20 16" "Vera 15 0 30"'),
            )
        )
    refuse_wrong(env, said, names)
    asking = _Asking(env, said)
    try:
        asking.begin(names)
        asking.through()
    except EOFError:
        # The end of input on a terminal is Ctrl-D: he leaves, as with Ctrl-C.
        raise KeyboardInterrupt from None
    finally:
        env.draft = asking.kept()
        if env.draft is not None and not asking.form.done:
            env.draft.release()
    return Filled(asking.form.sheet(), asking.completed)


class _NoDraft(Exception):  # noqa: N818 - caught where drafts are looked for
    """A file of the folder for drafts holds none that can be gone on with."""


class _Left(NamedTuple):
    """A draft that can be gone on with."""

    draft: Draft
    then: Said
    """What the command line said."""
    answers: dict[str, str]
    at: str
    """The question at which it was left."""
    mending: int | None


class _Asking:
    """One run of the form."""

    def __init__(self, env: Env, said: Said) -> None:
        self.env = env
        self.said = said
        self.form = self._new_form()
        self.draft: Draft | None = None
        """Where answers are kept; nothing where there is no place for them, or no answer yet."""
        self.older: Draft | None = None
        """A draft that is not gone on with, until the new one has its first answer."""
        self.keeping = True
        """Whether there is a place for drafts."""

    def agree(self, word: str) -> Rules:
        """The rules that `word` names, with what the command line says of single ones on top."""
        return agreed(self.env, word, self.said.changes).rules

    def priced(self, stake: str) -> None:
        """Refuse a price beside which what the command line says of coin and limit cannot stand."""
        refuse_terms(self.env, self.said, stake)

    def _new_form(self) -> PaperForm:
        return PaperForm(self.agree, self.priced)

    @property
    def completed(self) -> Said:
        """What was said, completed by the answers."""
        answers = self.form.answers
        return self.said._replace(rules=answers[RULES], stake=answers[STAKE])

    # Beginning and end

    def begin(self, names: Sequence[str]) -> None:
        """Take up a draft, or begin anew with what the command line says."""
        env, said = self.env, self.said
        found = self._left(names)
        if found is not None:
            self.older = found.draft
            env.err(env.say("A sheet from paper is not finished:"))
            self._show()
            if self._goes_on():
                self._say(env.say("? shows help, < goes one question back."))
                self._bring(found, said, names)
                return
        self.said, self.form = said, self._new_form()
        self._say(
            env.say("A sheet from paper. A whole row can be typed at once: 12 34 10. Enter alone: 0. < back, ? help.")
        )
        self._know()
        self._seat(names)

    def through(self) -> None:
        """Ask until the sheet is right."""
        form = self.form
        shown = None
        while not form.done:
            question = form.question
            if question != shown and (question == CHECK or self._row_begins()):
                self._show()
                if question == CHECK:
                    self._doubt()
            shown = question
            text = self._heard(self._question())
            if text is None:
                continue
            if text.strip() == HELP:
                self._help(question.kind)
                continue
            try:
                read = form.answer(text)
            except Problem as problem:
                self._refuse(problem)
                continue
            except UsageProblem as problem:
                self._tell(str(problem))
                continue
            except Wrong as wrong:
                for diagnostic in wrong.diagnostics:
                    self.env.err(render(diagnostic, wrong.file, wrong.lines, self.env.speech))
                continue
            except StoreError as error:
                self._tell(*describe_store(error, self.env.speech))
                continue
            if question == PLAYERS:
                self._seek_dealer()
            for cell, figure in read:
                what = cell_text(cell, form.names, self.env.speech)
                self._say("  " + self.env.say("{figure} is read, {cell}", cell=what, figure=figure_text(figure)))
            if question == PLAYERS and form.doubtful and form.question != PLAYERS:
                seated = ", ".join(f"{seat} {name}" for seat, name in enumerate(form.names, 1))
                self._say("  " + self.env.say("at the table: {names}", names=seated))
            if question == CHECK == form.question:
                # A row was put right at once.
                shown = None
            self._keep()

    def kept(self) -> Draft | None:
        """The draft that what was typed is in: this run's, or the older one while nothing else was typed."""
        if self.older is not None and not self.keeping:
            # What was typed since is nowhere.
            self.older.release()
            return None
        return self.draft or self.older

    # The draft

    def _left(self, names: Sequence[str]) -> _Left | None:
        """The draft to go on with, its answers in the form; of these players, where the command line names them."""
        others: tuple[str, ...] = ()
        for draft in store.left_drafts(self.env.environ):
            try:
                left = self._take_up(draft)
            except _NoDraft as reason:
                try:
                    aside = draft.set_aside()
                except StoreError:
                    draft.release()
                    continue
                self._say(
                    self.env.say(
                        "A draft cannot be gone on with ({reason}); it was put aside: {path}", reason=reason, path=aside
                    )
                )
                continue
            if not names or not self.form.names or same_players(names, self.form.names):
                return left
            draft.release()
            others = others or self.form.names
        if others:
            self._say(
                self.env.say(
                    "There is an unfinished sheet of {names}; go on with it later: pulka paper",
                    names=", ".join(others),
                )
            )
        return None

    def _take_up(self, draft: Draft) -> _Left:
        """Read a draft into the form, just as it was left.

        Raises:
            _NoDraft: it is none.
        """
        say = self.env.say
        try:
            kept: Any = json.loads(draft.read())
        except StoreError as error:
            raise _NoDraft(describe_store(error, self.env.speech).message) from None
        except (ValueError, RecursionError):
            raise _NoDraft(say("it is damaged")) from None
        try:
            if kept["paper"] != _VERSION:
                raise _NoDraft(say("another version of the program wrote it"))
            answers = {str(key): _text(text) for key, text in kept["answers"].items()}
            then = Said(
                rules=_text(kept["said"].pop("rules")),
                rule=tuple(_text(item) for item in kept["said"].pop("rule")),
                **{name: _text(text) for name, text in kept["said"].items()},
            )
            left = _Left(draft, then, answers, _text(kept["at"]), kept["mending"])
            self.said, self.form = then, self._new_form()
            self._know()
            self.form.resume(answers, left.at, left.mending)
        except (Problem, KeyError, TypeError, ValueError, AttributeError):
            raise _NoDraft(say("it is damaged")) from None
        except UsageProblem as problem:
            raise _NoDraft(str(problem)) from None
        except Wrong as wrong:
            raise _NoDraft(describe(wrong.diagnostics[0], self.env.speech).message) from None
        except StoreError as error:
            raise _NoDraft(describe_store(error, self.env.speech).message) from None
        return left

    def _bring(self, left: _Left, now: Said, names: Sequence[str]) -> None:
        """Go on with a draft, on what was said then and what is said now, which holds over it.

        Raises:
            UsageProblem: what is said now cannot stand beside it.
            Wrong, StoreError: likewise, with rules in a file.
        """
        env, before = self.env, self.form.names
        self.said = now.over(left.then)
        self.form = self._new_form()
        self._know()
        answers = dict(left.answers)
        doubt = None
        if not self.said.stake and STAKE.key in answers:
            try:
                self.priced(answers[STAKE.key])
            except UsageProblem as problem:
                # The price was an answer, so it is asked again.
                del answers[STAKE.key]
                doubt = str(problem)
        # Other seats lead to what is not answered yet, for the row that was being typed stands elsewhere.
        moved = bool(names and before) and [fold(name) for name in before] != [fold(name) for name in names]
        self.form.resume(answers, CHECK.key if moved else left.at, None if moved else left.mending)
        self.draft, self.older = left.draft, None
        if names:
            self._seat(names)
        self._seek_dealer()
        if self.said.target is not None and not now.output:
            try:
                store.refuse_taken(self.said.target)
            except StoreError as error:
                self.said = self.said._replace(output="")
                self._tell(describe_store(error, env.speech).message, env.say("so -o of last time is left out"))
        brought = self.said.beyond(now, env)
        if brought:
            self._say(env.say("from last time: {options}", options=brought))
        if doubt:
            self._tell(doubt)
        self._keep()

    def _keep(self) -> None:
        """Put the answers on the disk."""
        form = self.form
        if not self.keeping or not form.started:
            return
        document = {
            "paper": _VERSION,
            "said": {**self.said._asdict(), "rule": list(self.said.rule)},
            "answers": form.kept(),
            "at": form.question.key,
            "mending": form.mending,
        }
        try:
            draft = self.draft or store.new_draft(self.env.environ)
            draft.write(json.dumps(document, ensure_ascii=False) + "\n")
        except StoreError as error:
            self.keeping = False
            self._tell(
                self.env.say("Your answers cannot be kept on the disk, so go on to the end"),
                describe_store(error, self.env.speech).message,
            )
            return
        self.draft = draft
        if self.older is not None:
            self.older.drop()
            self.older = None

    def _goes_on(self) -> bool:
        """Whether he goes on with the draft that he was shown."""
        env = self.env
        while True:
            text = self._heard(env.say("Go on with it? [Enter: yes, n: no]"))
            if text is None:
                continue
            word = fold(text)
            if word == HELP:
                self._say("  " + env.say("Enter goes on where you left; n begins a new sheet, and drops this one."))
                self._say("  " + env.say("Ctrl-C leaves; what you entered is kept."))
                continue
            if not word or word in YES:
                return True
            if word in NO:
                return False
            self._refuse(Problem("form-yes-no", word=text.strip()))

    def _know(self) -> None:
        """What the command line says is not asked, but for what is wrong with it."""
        for question, text in ((RULES, self.said.rules), (STAKE, self.said.stake)):
            if text:
                try:
                    self.form.know(question, text)
                except Problem as problem:
                    self._refuse(problem)

    def _seat(self, names: Sequence[str]) -> None:
        """Who the command line says is at the table; asked after all where that cannot be."""
        if names:
            try:
                self.form.know(PLAYERS, " ".join(f'"{name}"' for name in names))
            except Problem as problem:
                self._refuse(problem)

    def _seek_dealer(self) -> None:
        """Go on without a dealer whom nobody at the table can be: it is for the next hand, and can be said later."""
        env, said = self.env, self.said
        wrong = wrong_dealer(env, said.dealer, self.form.names)
        if wrong is not None:
            self._tell(
                describe(wrong, env.speech).message,
                env.say("so --dealer is left out; who deals can be said later: pulka set dealer NAME"),
            )
            self.said = said._replace(dealer="")

    # Talk

    def _heard(self, question: str) -> str | None:
        """An answer; nothing where it cannot be read, which is told."""
        *above, last = wrapped(question, self.env.width)
        for line in above:
            self.env.err(line)
        try:
            return self.env.ask(last)
        except UnicodeDecodeError:
            self._tell(self.env.say("this terminal does not write {encoding}", encoding=self.env.stdin.encoding))
            return None

    def _row_begins(self) -> bool:
        form = self.form
        seat = form.question.seat
        return seat >= 0 and form.mending is None and form.question == form.cells(seat)[0]

    def _question(self) -> str:
        """The question that is asked now, with what Enter alone answers."""
        env, form = self.env, self.form
        say = env.say
        question = form.question
        present = form.answers.get(question)
        if question == CHECK:
            return say("Right? [Enter: settle, <: back, a name: mend that row]")
        if question == RULES:
            usual = present or preset_title(STANDARD_RULES, env.speech)
            return say("Rules [{usual}]:", usual=clip(usual))
        if question == PLAYERS:
            return say("Who played, clockwise [{names}]:", names=present) if present else say("Who played, clockwise:")
        if question == CLOSED:
            closed = present == "yes" if present else form.closed_usually
            if closed:
                return say("Are all pools closed? [Enter: yes, n: no]")
            return say("Are all pools closed? [Enter: no, y: yes]")
        if question == STAKE:
            return say("Price of a whist [{price}]:", price=present or say("no money"))
        figure = form.figure(question)
        usual = "" if figure is None else f" [{figure_text(figure)}]"
        for width in _NAMES:
            asked = f"{cell_text(question, labels(form.names, width), env.speech)}{usual}:"
            if width_of(asked) + _ROOM <= env.width:
                break
        return asked

    def _show(self) -> None:
        """The sheet as it was entered so far."""
        env, form = self.env, self.form
        if not form.names:
            return
        pool = [] if form.pool is None else [env.say("pool") if form.pool == "pool" else env.say("left")]
        rows = []
        for seat in range(len(form.names)):
            row = []
            for cell in form.cells(seat):
                figure = form.figure(cell)
                row.append(_EMPTY if figure is None else figure_text(figure))
            row.insert(len(pool) + 1 + seat, OWN_CELL)
            rows.append(row)
        env.err("")
        for line in grid(env, form.names, [*pool, env.say("mountain")], rows, widest=min(env.width, WIDEST)):
            env.err(line)
        env.err("")

    def _help(self, kind: Kind) -> None:
        speech = self.env.speech
        rules = speech.either([*preset_words(speech), *own_names(self.env)])
        self._say("  " + speech.say(_HELP[kind], presets=rules, example=speech.say(TWO_WORDS)))
        if kind in ("pool", "left", "mountain", "whists"):
            self._say("  " + speech.say(_BY_WORD))
        self._say("  " + self.env.say("< goes one question back; there Enter keeps what stands in brackets."))
        self._say("  " + self.env.say("Ctrl-C leaves; what you entered is kept."))

    def _doubt(self) -> None:
        """Which figures of the whole sheet no evening can have given; they stand if he says so."""
        env = self.env
        try:
            sheet = self.form.sheet()
            text = paper_text(env, sheet, self.completed.head, "")
        except (Wrong, UsageProblem, StoreError):
            # What is wrong with the command line is told in the end, with its place.
            return
        warnings = sheet_doubts(sheet, read_text(text))
        for number, warning in enumerate(warnings):
            message, remedy = describe(warning, env.speech)
            self._say(f"  ? {message}")
            if number == len(warnings) - 1 or describe(warnings[number + 1], env.speech).help != remedy:
                self._say(f"    {remedy}")
        if warnings:
            env.err("")

    def _refuse(self, problem: Problem) -> None:
        self._tell(*describe(Diagnostic(problem.code, 1, (), problem.values), self.env.speech))

    def _tell(self, *sentences: str) -> None:
        """What is wrong, and what to type instead."""
        for number, sentence in enumerate(sentences):
            self._say(("    " if number else "  ! ") + sentence)

    def _say(self, sentence: str) -> None:
        for line in wrapped(sentence, self.env.width):
            self.env.err(line)


_NAMES: Final = (40, 20, 14, 10)
"""Columns for a name in a question, from a whole one down."""
_ROOM: Final = 14
"""Columns for what is typed behind a question."""

_CELL: Final = N_(
    "A number, Enter alone is 0. Several figures fill the cells that follow in this row. 2.6.16. are running totals, "
    "the last one counts. Halves: 2,5 or 5/2."
)
_BY_WORD: Final = N_(
    "Words may stand before a figure: left 8, pool 12, mountain 4; whists by name too: 4 Boris 34 Vera 10."
)
_HELP: Final[dict[Kind, str]] = {
    "rules": N_("Which rules were played: {presets}; or a file of rules. Enter alone takes what stands in brackets."),
    "players": N_(
        "Two to four names with blanks between them; where one has two words, with commas: {example}. Quotation marks"
        " around it do as well."
    ),
    "closed": N_("Yes: pools are not asked, for each holds its target. No: each pool is asked."),
    "stake": N_("What one whist costs: 0.5, 0.5 RUB or 10 RUB per 100. Enter alone: no money."),
    "pool": _CELL,
    "left": _CELL,
    "mountain": _CELL,
    "whists": _CELL,
    "check": N_(
        "Enter settles. The beginning of a name asks for that row again, where Enter keeps each figure; a name and"
        " figures are the whole row anew, a name and a word only one figure: Boris mountain 8."
    ),
}
"""What can be answered."""


def _text(kept: object) -> str:
    if not isinstance(kept, str):
        raise TypeError(kept)
    return kept
