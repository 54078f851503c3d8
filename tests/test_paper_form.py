"""The form for a paper sheet: questions and answers without a terminal, and what is kept of them."""

from __future__ import annotations

import errno
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pulka_calc import store
from pulka_calc.cli.app import run
from pulka_calc.cli.env import Env, OutputFailed
from pulka_calc.cli.exits import UsageProblem, Wrong
from pulka_calc.cli.paperform import Filled
from pulka_calc.cli.paperform import asked as asked_for
from pulka_calc.cli.paperkeep import forget_draft
from pulka_calc.cli.papersaid import Said
from pulka_calc.game.presets import PRESETS, find_preset
from pulka_calc.game.rules import Rules
from pulka_calc.houserules import read_rules
from pulka_calc.journal.diagnostics import Diagnostic, Problem
from pulka_calc.journal.paper import taken_over
from pulka_calc.journal.paperentry import words_of
from pulka_calc.journal.paperform import CHECK, CLOSED, PLAYERS, RULES, STAKE, PaperForm, question_of
from pulka_calc.journal.paperrows import read_rows
from pulka_calc.journal.pulka import read_text
from pulka_calc.store import StoreError
from pulka_calc.words.faults import describe, form_codes
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from pulka_calc.words.telling import preset_words
from tests.tools.golden import TODAY, Program, Stream

THREE: Final = ("", "Аня Боря Вера", "", "")
"""Sochi, three players, all pools closed, no money."""
OPEN: Final = ("", "Аня Боря Вера", "н", "")
"""The same, pools not all closed."""


def agree(word: str) -> Rules:
    """The presets alone."""
    rules = find_preset(word)
    if rules is None:
        raise Problem("rules-unknown", word=word)
    return rules


def form(*answers: str) -> PaperForm:
    """A form after some answers."""
    form = PaperForm(agree)
    for text in answers:
        form.answer(text)
    return form


def refused(form: PaperForm, text: str) -> Problem:
    """What is said to an answer that is none, after which everything is as it was."""
    before = (form.kept(), form.question, form.names, form.mending)
    with pytest.raises(Problem) as caught:
        form.answer(text)
    assert (form.kept(), form.question, form.names, form.mending) == before
    return caught.value


def asked(form: PaperForm) -> list[str]:
    return [question.key for question in form.questions()]


# What is asked


@pytest.mark.parametrize(
    ("answers", "keys"),
    [
        (THREE, ["0 mountain", "0 whists 1", "0 whists 2", "1 mountain", "1 whists 0", "1 whists 2"]),
        (OPEN, ["0 pool", "0 mountain", "0 whists 1", "0 whists 2", "1 pool"]),
        (("старинная", "А Б", "н", ""), ["0 left", "0 mountain", "0 whists 1", "1 left", "1 mountain", "1 whists 0"]),
        (("старинная", "А Б", "д", ""), ["0 mountain", "0 whists 1", "1 mountain", "1 whists 0"]),
        # Pools that do not close by themselves.
        (("sport", "А Б", ""), ["0 pool", "0 mountain", "0 whists 1"]),
    ],
)
def test_cells_in_their_order(answers: tuple[str, ...], keys: list[str]) -> None:
    cells = [key for key in asked(form(*answers)) if key[0].isdigit()]
    assert cells[: len(keys)] == keys


@pytest.mark.parametrize("rules", ["sochi", "sport"])
def test_whether_pools_are_closed_is_asked_where_they_close(rules: str) -> None:
    assert ("closed" in asked(form(rules))) == (find_preset(rules).closing_target is not None)  # type: ignore[union-attr]


def test_what_is_known_is_not_asked() -> None:
    form = PaperForm(agree)
    form.know(STAKE, "0.5 RUB")
    form.know(RULES, "ленинградка")
    form.know(PLAYERS, '"Аня" "Дядя Вася"')
    assert form.question == CLOSED
    assert asked(form)[0] == "closed"
    assert not form.started
    form.answer("")
    assert form.question.key == "0 mountain"
    form.back()
    assert refused(form, "<").code == "form-first"


# Answers


@pytest.mark.parametrize(
    ("typed", "figures"),
    [
        ("20 12 34 10", [20, 12, 34, 10]),
        ("20, 12, 34, 10", [20, 12, 34, 10]),
        ("20; 12; 34", [20, 12, 34]),
        ("20<< 12", [20, 12]),
        ("20 << 12", [20, 12]),
        ("20 « 12", [20, 12]),
        ("2.6.16. 12", [16, 12]),
        ("2,5 5/2 -4 ½", [Fraction(5, 2), Fraction(5, 2), -4, Fraction(1, 2)]),
        ("7 5/2", [7, Fraction(5, 2)]),
        ("", [0]),
    ],
)
def test_figures_of_an_answer(typed: str, figures: list[int | Fraction]) -> None:
    filled = form(*OPEN, typed)
    assert [filled.figure(cell) for cell in filled.cells(0)[: len(figures)]] == figures
    assert filled.question == [*filled.cells(0), question_of("1 pool")][len(figures)]


@pytest.mark.parametrize(
    ("typed", "read"),
    [("12", []), ("12<<", []), ("", []), ("2.6.16.", [16]), ("12 034", [34]), ("5/2", []), ("2,5", [Fraction(5, 2)])],
)
def test_what_was_read_otherwise_is_said(typed: str, read: list[int | Fraction]) -> None:
    assert [figure for _, figure in form(*OPEN).answer(typed)] == read


REFUSED: Final[list[tuple[tuple[str, ...], str, str]]] = [
    ((), "ленинградская", "rules-unknown"),
    ((), "\x00", "rules-unknown"),
    ((), "<", "form-first"),
    (("",), "", "form-players"),
    (("",), "Аня", "form-players"),
    (("",), "А Б В Г Д", "form-players"),
    (("",), "А, Б, В, Г, Д", "form-players"),
    (("",), "Дядя Федя,", "form-players"),
    (("",), 'А, "Б" В', "name-quote"),
    (("",), "Аня аня", "name-twice"),
    (("",), "Аня вист", "name-reserved"),
    (("",), "Аня 2я", "name-unquoted"),
    (("",), 'Аня "Дядя Вася', "quote-open"),
    (("", "А Б"), "может", "form-yes-no"),
    (("", "А Б", ""), "полтинник", "form-stake"),
    (("", "А Б", ""), "0.5 #", "form-stake"),
    (OPEN, "1O", "form-figure"),
    (OPEN, "12 1O", "form-figure"),
    (OPEN, "-", "form-figure"),
    (OPEN, "12 Боря 34", "form-name"),
    (OPEN, "Боря 34", "form-name"),
    (THREE, "12 Боря", "form-name"),
    (THREE, "12 34 Вера", "form-name"),
    (THREE, "12 Аня 34", "whists-on-self"),
    (("", "Аня Аля Анна", "", ""), "12 ал 3 а 4", "player-ambiguous"),
    (THREE, "12 Боря 34 10", "form-stray"),
    (THREE, "12 Боря 34 Боря 10", "form-twice"),
    (THREE, "гора 12 гора 10", "form-twice"),
    (THREE, "осталось 3 12", "form-closed"),
    (OPEN, "осталось", "form-figureless"),
    (OPEN, "пуля гора 12", "form-figureless"),
    (OPEN, "сальдо 12", "form-word"),
    (OPEN, "осталось 1O", "form-figure"),
    (("sport", "А Б", ""), "осталось 3", "form-no-target"),
    ((*THREE, "1 2 3", "1 2 3", "1 2 3"), "8 16 4", "form-whose"),
    ((*THREE, "1 2 3", "1 2 3", "1 2 3"), "Боря 8 16", "form-few"),
    ((*THREE, "1 2 3", "1 2 3", "1 2 3"), "Боря 8 16 4 5", "form-many"),
    ((*THREE, "1 2 3", "1 2 3", "1 2 3"), "Глеб 8 16 4", "form-nobody"),
    ((*OPEN, "18"), "18 12 34 10", "form-many"),
    (OPEN, "9" * 13, "form-long"),
    (OPEN, "<<", "form-mark"),
    (OPEN, "1 2 3 4 5", "form-many"),
    (OPEN, "12 1/2", "form-mixed"),
    ((*THREE, "1 2 3", "1 2 3", "1 2 3"), "нет", "form-which-row"),
    ((*THREE, "1 2 3", "1 2 3", "1 2 3"), "Глеб", "form-nobody"),
    (("", "Аня Аля", "", "", "1 2", "1 2"), "а", "player-ambiguous"),
]


@pytest.mark.parametrize(("answers", "typed", "code"), REFUSED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_that_is_none_is_told_and_changes_nothing(
    answers: tuple[str, ...], typed: str, code: str, lang: Language
) -> None:
    problem = refused(form(*answers), typed)
    assert problem.code == code
    described = describe(Diagnostic(code, 1, (), problem.values), Speech(lang))
    assert described.message
    assert described.help


def test_every_refusal_is_shown() -> None:
    assert set(form_codes()) <= {code for _, _, code in REFUSED}
    assert len(form_codes()) == len(set(form_codes()))


def test_the_figure_that_was_meant() -> None:
    problem = refused(form(*THREE, "12"), "1O")
    described = describe(Diagnostic(problem.code, 1, (), problem.values), Speech("en"))
    assert described == ('Аня, whists on Боря: "1O" is no figure', 'did you mean "10"?')


# Words and names before figures


OLD: Final = ("старинная", "Аня Боря Вера", "н", "")
"""Pools to 200, counted down."""


@pytest.mark.parametrize(
    ("answers", "typed", "row", "read", "next_asked"),
    [
        # What is left, where points made are asked, and the other way round: whatever is said is read back.
        (OPEN, "осталось 3", "17 0 0 0", [17], "0 mountain"),
        (OPEN, "LEFT 10", "10 0 0 0", [10], "0 mountain"),
        (OPEN, "осталось 0<< 4", "20 4 0 0", [20], "0 whists 1"),
        (OPEN, "осталось 2,5 12 34 10", "35/2 12 34 10", [Fraction(35, 2)], "1 pool"),
        (OLD, "пуля 17", "183 0 0 0", [183], "0 mountain"),
        (OLD, "pool 200 12", "0 12 0 0", [0], "0 whists 1"),
        # The word that is asked for says nothing new.
        (OPEN, "пуля 17 гора 12 34", "17 12 34 0", [], "0 whists 2"),
        (OLD, "осталось 17", "17 0 0 0", [], "0 mountain"),
        ((*OPEN, "17"), "mountain 12", "17 12 0 0", [], "0 whists 1"),
        (THREE, "горка 12 висты 34 10", "12 34 10", [], "1 mountain"),
        (THREE, "12 висты Боря 34 Вера 10", "12 34 10", [], "1 mountain"),
        # A word ahead of its cell: what was passed over is asked.
        (OPEN, "гора 12", "0 12 0 0", [12], "0 pool"),
        # Whists by name; whoever is not named in a whole row was not whisted on.
        (THREE, "12 Боря 34 Вера 10", "12 34 10", [], "1 mountain"),
        (THREE, "12 в 10 б 34", "12 34 10", [10, 34], "1 mountain"),
        (THREE, "12 @3 10", "12 0 10", [10, 0], "1 mountain"),
        (OPEN, "18 12 Вера 10", "18 12 0 10", [10, 0], "1 pool"),
        ((*THREE, "12"), "Вера 10", "12 0 10", [10], "0 whists 1"),
        ((*THREE, "12"), "Вера 10 Боря 34", "12 34 10", [10, 34], "1 mountain"),
        (("", "Аня, Дядя Федя", "", ""), "12 Дядя Федя 34", "12 34", [], "1 mountain"),
        (("", "Аня, Дядя Федя", "", ""), "12 «дядя федя» 34", "12 34", [], "1 mountain"),
        (("", "Аня, Дядя Федя", "", ""), "12 дя 34", "12 34", [], "1 mountain"),
    ],
)
def test_words_and_names_before_figures(
    answers: tuple[str, ...], typed: str, row: str, read: list[int | Fraction], next_asked: str
) -> None:
    filled = form(*answers)
    assert [figure for _, figure in filled.answer(typed)] == read
    assert filled.sheet().lines[0] == f"Аня {row}"
    assert filled.question.key == next_asked


@pytest.mark.parametrize(("typed", "figures"), [("осталось 1 2 3 4 5", 5), ("осталось 1 гора 2 3 4 5", 5)])
def test_words_are_not_counted_as_figures(typed: str, figures: int) -> None:
    assert refused(form(*OPEN), typed).values["count"] == figures


@pytest.mark.parametrize(("rules", "target"), [("sochi", 20), ("leningrad", 20), ("shevlyakovsky", 200)])
@pytest.mark.parametrize("figure", [0, 3, Fraction(5, 2)])
def test_what_is_left_and_what_was_made_come_to_the_same(rules: str, target: int, figure: int | Fraction) -> None:
    head = (rules, "А Б", "н", "")
    rest = ("1 2", "4 5 6")
    left = taken_over(form(*head, f"осталось {figure}", *rest).sheet(), agree(rules))
    made = taken_over(form(*head, f"пуля {target - figure}", *rest).sheet(), agree(rules))
    assert left == made
    assert not left[2]


WORDS: Final = st.sampled_from(
    [
        "12",
        "-4",
        "0<<",
        "<<",
        "«",
        "1/2",
        "5/2",
        "½",
        "1O",
        "9999999999999",
        "осталось",
        "пуля",
        "left",
        "гора",
        "висты",
        "сальдо",
        "Аня",
        "а",
        '"Дядя',
        'Федя"',
        "дядя",
        "Федя",
        "«Вера»",
        "@2",
        "@9",
        "Глеб",
        '"Глеб"',
        '"',
        ",",
        ";",
        "<",
        "да",
        "нет",
        "?",
        "-",
        "–",
        "\x00",
    ]
)


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from([OPEN, THREE, OLD, ("sport", "Аня Боря Вера", "")]),
    st.integers(0, 20),
    st.lists(WORDS, max_size=6).map(" ".join),
    st.sampled_from(LANGUAGES),
)
def test_whatever_is_typed_is_taken_or_told(head: tuple[str, ...], steps: int, typed: str, lang: Language) -> None:
    filled = form(head[0], "Аня, Дядя Федя, Аля", *head[2:])
    for _ in range(steps):
        if filled.question != CHECK:
            filled.answer("")
    before = (filled.kept(), filled.question, filled.mending)
    try:
        read = filled.answer(typed)
    except Problem as problem:
        assert (filled.kept(), filled.question, filled.mending) == before
        described = describe(Diagnostic(problem.code, 1, (), problem.values), Speech(lang))
        assert described.message
        assert described.help
    else:
        assert all(filled.figure(cell) == figure for cell, figure in read)
        again = PaperForm(agree)
        again.resume(filled.kept(), filled.question.key, filled.mending)
        assert (again.kept(), again.question) == (filled.kept(), filled.question)


# Names


@pytest.mark.parametrize(
    ("typed", "names", "doubtful"),
    [
        ("Аня Боря Вера", ("Аня", "Боря", "Вера"), False),
        ("Аня, Боря, Вера,", ("Аня", "Боря", "Вера"), False),
        ("Аня; Боря", ("Аня", "Боря"), False),
        # Where there are commas, they alone part names.
        ("Аня, Дядя  Федя, Вера", ("Аня", "Дядя Федя", "Вера"), True),
        ("Аня Боря, Вера", ("Аня Боря", "Вера"), True),
        ("Аня, «Дядя Федя», Вера", ("Аня", "Дядя Федя", "Вера"), False),
        ('Аня "Ли, младший" Вера', ("Аня", "Ли, младший", "Вера"), False),
        # Four may be three.
        ("Аня Боря Дядя Федя", ("Аня", "Боря", "Дядя", "Федя"), True),
        ("Аня, Боря, Вера, Гена", ("Аня", "Боря", "Вера", "Гена"), False),
    ],
)
def test_names_are_parted_at_commas_where_there_are_any(typed: str, names: tuple[str, ...], doubtful: bool) -> None:
    filled = form("", typed)
    assert (filled.names, filled.doubtful) == (names, doubtful)
    again = PaperForm(agree)
    again.resume(filled.kept(), filled.question.key)
    assert again.names == names


# Steps back, rows put right


@pytest.mark.parametrize(
    ("answers", "typed", "lines"),
    [
        # Back inside the row, or while it is put right: as many figures as it has cells are all of it.
        ((*OPEN, "18 12 34", "<", "<"), "17 11 33 9", ("Аня 17 11 33 9", "1 pool")),
        ((*OPEN, "18 12 34 10", "<"), "17 11 33 9", ("Аня 17 11 33 9", "1 pool")),
        ((*OPEN, "18 12 34", "<", "<"), "осталось 2 11 33 9", ("Аня 18 11 33 9", "1 pool")),
        ((*OPEN, "18 12 34", "<", "<"), "11 33 9", ("Аня 18 11 33 9", "1 pool")),
        ((*THREE, "1 2 3", "4 5 6", "7 8 9", "@1", ""), "9 8 7", ("Аня 9 8 7", "check")),
    ],
)
def test_a_whole_row_typed_in_its_middle(answers: tuple[str, ...], typed: str, lines: tuple[str, str]) -> None:
    filled = form(*answers)
    filled.answer(typed)
    assert (filled.sheet().lines[0], filled.question.key) == lines


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("Боря 8 16 4", "Боря 8 16 4"),
        ("бо 8 16 4", "Боря 8 16 4"),
        ("@2 8 Аня 16", "Боря 8 16 0"),
        ("Боря гора 8", "Боря 8 5 6"),
        ("Боря Вера 7", "Боря 4 5 7"),
    ],
)
def test_a_row_is_put_right_at_once(typed: str, row: str) -> None:
    filled = form(*THREE, "1 2 3", "4 5 6", "7 8 9", typed)
    assert filled.question == CHECK
    assert not filled.done
    assert filled.sheet().lines == ("Аня 1 2 3", row, "Вера 7 8 9")


@pytest.mark.parametrize("typed", ["«Дядя Федя»", '"дядя федя"', "Дядя Федя"])
def test_a_quoted_name_asks_for_its_row(typed: str) -> None:
    assert form("", "Аня, Дядя Федя", "", "", "1 2", "3 4", typed).mending == 1


def test_steps_back_over_rows_and_to_the_questions_before_them() -> None:
    filled = form(*THREE, "12 34 10", "8")
    seen = []
    while filled.question != RULES:
        filled.answer("<")
        seen.append(filled.question.key)
    assert seen == ["1 mountain", "0 whists 2", "0 whists 1", "0 mountain", "stake", "closed", "players", "rules"]
    kept = filled.kept()
    for _ in seen:
        filled.answer("")
    assert filled.question.key == "1 whists 0"
    assert filled.kept() == kept


def test_a_row_is_put_right_alone() -> None:
    filled = form(*THREE, "12 34 10", "8 20 16", "15 0 30")
    assert filled.question == CHECK
    filled.answer("бо")
    assert filled.question.key == "1 mountain"
    for text in ("", "21", ""):
        assert not filled.done
        filled.answer(text)
    assert filled.question == CHECK
    assert filled.sheet().lines == ("Аня 12 34 10", "Боря 8 21 16", "Вера 15 0 30")
    filled.answer("")
    assert filled.done


@pytest.mark.parametrize(
    ("names", "typed", "row"),
    [
        ("Даша Нина", "да", None),
        ("Даша Нина", "даш", 0),
        ("Даша Нина", "н", 1),
        ("Даша Нина", "@2", 1),
        ("Д Н", "д", 0),
        ("Y N", "n", 1),
        ('"Дядя Вася" Нина', '"дядя вася"', 0),
    ],
)
def test_yes_or_a_name(names: str, typed: str, row: int | None) -> None:
    filled = form("", names, "", "", "1 2", "3 4", typed)
    assert (filled.done, filled.mending) == (row is None, row)


def test_back_from_the_first_cell_of_such_a_row_leads_to_the_sheet() -> None:
    filled = form(*THREE, "12 34 10", "8 20 16", "15 0 30", "@2", "<")
    assert filled.question == CHECK
    filled.answer("<")
    assert filled.question.key == "2 whists 1"


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        ("Аня Боря Вера", ("Аня 1 2 3", "Боря 4 5 6", "Вера 0 0 0")),
        # A name mistyped: its row stays.
        ("Аня Борис Вера", ("Аня 1 2 3", "Борис 4 5 6", "Вера 0 0 0")),
        # Seats mistaken: rows go with their players.
        ("Боря Аня Вера", ("Боря 4 5 6", "Аня 1 2 3", "Вера 0 0 0")),
        ("Аня Боря Вера Гена", ("Аня 1 2 3 0", "Боря 4 5 6 0", "Вера 0 0 0 0", "Гена 0 0 0 0")),
        ("Аня Вера", ("Аня 1 3", "Вера 0 0")),
    ],
)
def test_other_names_keep_what_was_entered(names: str, lines: tuple[str, ...]) -> None:
    filled = form(*THREE, "1 2 3", "4 5 6", *"<" * 9)
    assert filled.question == PLAYERS
    filled.answer(names)
    assert filled.sheet().lines == lines


def test_pools_are_asked_where_they_turn_out_to_be_open() -> None:
    filled = form(*THREE, "1 2 3", *"<" * 5)
    assert filled.question == CLOSED
    filled.answer("н")
    filled.answer("")
    assert filled.question.key == "0 pool"
    filled.answer("18")
    filled.answer("")
    assert filled.sheet().lines[0] == "Аня 18 1 2 3"


# The same as rows


@pytest.mark.parametrize("rules", ["sochi", "leningrad", "shevlyakovsky"])
def test_the_same_figures_typed_any_way(rules: str) -> None:
    agreed = agree(rules)
    word = " left" if agreed.pool_shown == "left" else ""
    rows = [
        f"Аня{word} 8 mountain 12 whists 34 10",
        f"Боря{word} 0 mountain 0 whists 20 5/2",
        f"Вера{word} 20 mountain -4 whists 0 30",
    ]
    sheet, faults = read_rows(
        [
            row.replace(" 8 ", " pool 8 ").replace(" 20 m", " pool 20 m").replace(" 0 m", " pool 0 m")
            if not word
            else row
            for row in rows
        ]
    )
    assert not faults
    expected = taken_over(sheet, agreed)
    assert not expected[2]
    head = (rules, "Аня Боря Вера", "н", "")
    ways = [
        ("8 12 34 10", "0 0 20 2,5", "20<< -4 0 30"),
        ("8", "12", "34", "10", "", "", "20", "2½", "20", "−4", "", "30"),
        ("8 12", "34 10", "0 0", "2.16.20. 5/2", "20 <<", "-4 0", "30"),
        ("8 12 34 11", "<", "10", "0 0 20 2,5", "20<< -4 0 30"),
        ("8 12 34 10", "0 0 20 0", "20 -4 0 30", "боря", "", "", "", "2.5"),
    ]
    for way in ways:
        assert taken_over(form(*head, *way).sheet(), agreed) == expected, way


def test_closed_pools_are_no_figures() -> None:
    sheet, faults = read_rows(["Аня 12 34 10", "Боря 8 20 16", "Вера 15 0 30"])
    assert not faults
    filled = form(*THREE, "12 34 10", "8 20 16", "15 0 30")
    assert taken_over(filled.sheet(), agree("sochi")) == taken_over(sheet, agree("sochi"))


def test_open_pools_that_are_all_empty_are_not_closed() -> None:
    _, taken, faults = taken_over(form(*OPEN, "", "", "", "", "", "", "", "", "", "", "", "").sheet(), agree("sochi"))
    assert not faults
    assert [row.pool for row in taken] == [0, 0, 0]


# Any way through it


NAMES: Final = ("Аня", "Боря", "Вера", "Гена", "Дина")


class Typist(RuleBasedStateMachine):
    """Somebody who types, goes back, puts right, and whose program is killed; a dict knows what he entered."""

    @initialize()
    def begin(self) -> None:
        self.form = PaperForm(agree)
        self.variant = self.stake = ""
        self.closed: bool | None = None
        self.names: list[str] = []
        self.cells: dict[tuple[str, str, str], int] = {}
        """By player, column and whom it is on; a pool as ``pool`` or ``left``."""
        self.said: set[str] = set()
        self.place = 0
        self.mending = ""

    # The model

    def order(self) -> list[tuple[str, str, str]]:
        closes = self.variant in ("", "sochi", "shevlyakovsky")
        order = [("", "rules", ""), ("", "players", "")]
        if self.variant and closes:
            order.append(("", "closed", ""))
        order.append(("", "stake", ""))
        for name in self.names:
            if self.variant and not (closes and self.closed):
                order.append((name, "left" if self.variant == "shevlyakovsky" else "pool", ""))
            order.append((name, "mountain", ""))
            order += [(name, "whists", other) for other in self.names if other != name]
        return [*order, ("", "check", "")]

    def row(self, name: str) -> list[tuple[str, str, str]]:
        return [cell for cell in self.order() if cell[0] == name]

    @property
    def now(self) -> tuple[str, str, str]:
        return self.order()[self.place]

    def go_on(self, after: tuple[str, str, str]) -> None:
        order = self.order()
        if self.mending and after == self.row(self.mending)[-1]:
            self.place = len(order) - 1
        else:
            self.place = order.index(after) + 1
        for place, cell in enumerate(order[: self.place]):
            if not (cell in self.cells if cell[0] else cell[1] in self.said):
                self.place = place
                break
        if self.now[0] != self.mending:
            self.mending = ""

    # What he does

    @precondition(lambda self: self.now[1] == "rules")
    @rule(word=st.sampled_from(["sochi", "shevlyakovsky", "sport"]))
    def say_rules(self, word: str) -> None:
        self.form.answer(word)
        self.variant = word
        self.said.add("rules")
        self.go_on(("", "rules", ""))

    @precondition(lambda self: self.now[1] == "players")
    @rule(names=st.permutations(NAMES), count=st.integers(2, 4))
    def say_players(self, names: list[str], count: int) -> None:
        names = names[:count]
        self.form.answer(" ".join(names))
        gone = [name for name in self.names if name not in names]
        new = [name for name in names if name not in self.names]
        called = {**{name: name for name in names}, **dict(zip(gone, new, strict=False)), "": ""}
        self.cells = {
            (called[player], column, called[on]): figure
            for (player, column, on), figure in self.cells.items()
            if player in called and on in called
        }
        self.names = names
        self.said.add("players")
        self.go_on(("", "players", ""))

    @precondition(lambda self: self.now[1] == "closed")
    @rule(word=st.sampled_from(["да", "n", "Нет", "y"]))
    def say_closed(self, word: str) -> None:
        self.form.answer(word)
        self.closed = word in ("да", "y")
        self.said.add("closed")
        self.go_on(("", "closed", ""))

    @precondition(lambda self: self.now[1] == "stake")
    @rule(word=st.sampled_from(["0.5", "10 RUB per 100"]))
    def say_stake(self, word: str) -> None:
        self.form.answer(word)
        self.stake = word
        self.said.add("stake")
        self.go_on(("", "stake", ""))

    @precondition(lambda self: self.now[0])
    @rule(figures=st.lists(st.integers(-9, 99), min_size=1, max_size=5))
    def type_figures(self, figures: list[int]) -> None:
        row = self.row(self.now[0])
        rest = row[row.index(self.now) :]
        figures = figures[: len(rest)]
        self.form.answer(" ".join(map(str, figures)))
        self.cells.update(zip(rest, figures, strict=False))
        self.go_on(rest[len(figures) - 1])

    @precondition(lambda self: self.now in self.cells)
    @rule(data=st.data())
    def type_the_row_anew(self, data: st.DataObject) -> None:
        row = self.row(self.now[0])
        figures = data.draw(st.lists(st.integers(-9, 99), min_size=len(row), max_size=len(row)))
        self.form.answer(" ".join(map(str, figures)))
        self.cells.update(zip(row, figures, strict=True))
        self.go_on(row[-1])

    @precondition(lambda self: self.now[1] == "check")
    @rule(data=st.data())
    def say_a_row(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(self.names))
        row = self.row(name)
        figures = data.draw(st.lists(st.integers(-9, 99), min_size=len(row), max_size=len(row)))
        self.form.answer(f"{name} {' '.join(map(str, figures))}")
        self.cells.update(zip(row, figures, strict=True))

    @precondition(lambda self: self.now[1] == "whists")
    @rule(data=st.data())
    def say_whists_by_name(self, data: st.DataObject) -> None:
        now = self.now
        row = self.row(now[0])
        cell = data.draw(st.sampled_from([cell for cell in row if cell[1] == "whists"]))
        figure = data.draw(st.integers(0, 99))
        self.form.answer(f"{cell[2]} {figure}")
        self.cells[cell] = figure
        self.go_on(cell)

    @precondition(lambda self: self.now[0])
    @rule(figure=st.integers(0, 9))
    def type_to_the_end(self, figure: int) -> None:
        while self.now[0]:
            self.type_figures([figure] * 5)

    @precondition(lambda self: self.now[1] != "check" and (self.now[0] or self.now[1] in self.said))
    @rule()
    def press_enter(self) -> None:
        self.form.answer("")
        now = self.now
        if now[0]:
            self.cells.setdefault(now, 0)
        self.go_on(now)

    @precondition(lambda self: self.place)
    @rule()
    def step_back(self) -> None:
        self.form.answer("<")
        if self.mending and self.now == self.row(self.mending)[0]:
            self.place, self.mending = len(self.order()) - 1, ""
        else:
            self.place -= 1

    @precondition(lambda self: self.now[1] == "check")
    @rule(data=st.data())
    def name_a_row(self, data: st.DataObject) -> None:
        self.mending = data.draw(st.sampled_from(self.names))
        self.form.answer(self.mending.lower())
        self.place = self.order().index(self.row(self.mending)[0])

    @precondition(lambda self: self.now[1] != "check")
    @rule()
    def mistype(self) -> None:
        refused(self.form, "1O" if self.now[0] else "?!")

    @rule()
    def be_killed(self) -> None:
        kept = json.loads(json.dumps([self.form.kept(), self.form.question.key, self.form.mending]))
        self.form = PaperForm(agree)
        self.form.resume(*kept)

    # What must be so

    @invariant()
    def the_model_says_the_same(self) -> None:
        question = self.form.question
        seat, on = (self.names[place] if place >= 0 else "" for place in (question.seat, question.on))
        assert (seat, question.kind, on) == self.now
        assert self.form.names == tuple(self.names)
        seen = {
            (self.names[seat], kind, self.names[on] if on >= 0 else ""): text
            for (kind, seat, on), text in self.form.answers.items()
            if seat >= 0
        }
        assert {cell: int(text or "0") for cell, text in seen.items()} == self.cells
        assert self.form.answers.get(STAKE, "") == self.stake

    @precondition(lambda self: self.now[1] == "check")
    @invariant()
    def the_sheet_is_what_he_entered(self) -> None:
        names, taken, faults = taken_over(self.form.sheet(), agree(self.variant))
        assert not faults
        pools = {cell[1] for cell in self.order() if cell[1] in ("pool", "left")}
        for name, row in zip(names, taken, strict=True):
            cells = {cell: self.cells[cell] for cell in self.row(name)}
            assert row.mountain == cells[name, "mountain", ""]
            assert dict(row.whists) == {
                self.names.index(on): figure for (_, kind, on), figure in cells.items() if kind == "whists" and figure
            }
            if "pool" in pools:
                assert row.pool == cells[name, "pool", ""]
            elif "left" in pools:
                assert row.left == cells[name, "left", ""]
            else:
                assert (row.pool, row.left) == ((None, 0) if self.variant == "shevlyakovsky" else (20, None))


TestTypist = Typist.TestCase
TestTypist.settings = settings(max_examples=60, stateful_step_count=60, deadline=None)


# On a terminal, and what is kept


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    return Program(tmp_path)


def typed(*answers: str) -> Stream:
    """A terminal on which these answers are typed, and then Ctrl-D."""
    return Stream("".join(f"{text}\n" for text in answers).encode(), terminal=True)


def drafts(pulka: Program) -> list[Path]:
    folder = pulka.state / "drafts"
    return sorted(folder.glob("*.draft")) if folder.exists() else []


def test_nobody_can_answer(pulka: Program) -> None:
    outcome = pulka("paper", stdin="\n")
    assert (outcome.code, outcome.out) == (2, "")
    assert "nobody to ask" in outcome.err


def test_a_sheet_that_was_settled_is_kept_no_more(pulka: Program) -> None:
    outcome = pulka("paper", stdin=typed(*THREE, "12 34 10", "8 20 16", "15 0 30", ""), terminal=True)
    assert outcome.code == 0, outcome
    assert "Вера pays Аня: 21 whists" in outcome.out
    assert list((pulka.state / "drafts").iterdir()) == []


def test_after_every_answer_a_draft_is_on_the_disk(pulka: Program) -> None:
    answers = iter([*THREE, "12", "<", "13"])
    seen: list[Any] = []

    def answer() -> str:
        seen.append([json.loads(path.read_text(encoding="utf-8"))["answers"] for path in drafts(pulka)])
        return next(answers, "") + "\n" if len(seen) < 9 else ""

    outcome = pulka("paper", stdin=Stream(terminal=True, answer=answer), terminal=True)
    assert outcome.code == 130
    assert "go on with: pulka paper" in outcome.err
    assert seen[0] == []
    assert [len(kept[0]) for kept in seen[1:]] == [1, 2, 3, 4, 5, 5, 5, 6]
    assert seen[5][0]["0 mountain"] == "12"
    assert seen[7][0]["0 mountain"] == "13"


def test_a_draft_is_dropped_only_for_the_first_answer_of_another_sheet(pulka: Program) -> None:
    pulka("paper", stdin=typed(*THREE, "12"), terminal=True)
    (first,) = drafts(pulka)
    pulka("paper", stdin=typed("n"), terminal=True)
    assert drafts(pulka) == [first]
    pulka("paper", stdin=typed("n", "leningrad"), terminal=True)
    (second,) = drafts(pulka)
    assert second != first


def draft(answers: object, at: str = "rules", mending: object = None, **said: object) -> bytes:
    """A draft as it might be found."""
    document = {"paper": 1, "said": {"rules": "", "rule": [], **said}, "answers": answers, "at": at, "mending": mending}
    return json.dumps(document).encode()


DAMAGED: Final = [
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b"[" * 100000,
    b'{"paper": 2}',
    b'{"paper": 1, "said": {}, "answers": {"rules": "sochi"}, "at": "players"}',
    draft([]),
    draft({"rules": 1}),
    draft({}, x="y"),
    draft({"rules": "sochi"}, rule=["x"]),
    draft({"rules": "gone.toml"}),
    draft({"rules": "nobody"}),
    draft({"players": "A"}),
    draft({"0 mountain": "1"}),
    draft({"players": "A B", "0 whists 0": "1"}),
    draft({"players": "A B", "0 pool": "x"}),
    draft({}, at="elsewhere"),
    draft({}, mending="x"),
]


@pytest.mark.parametrize("kept", DAMAGED)
def test_a_draft_that_is_none_is_put_aside(pulka: Program, kept: bytes) -> None:
    path = pulka.state / "drafts" / "1.draft"
    path.parent.mkdir(parents=True)
    path.write_bytes(kept)
    outcome = pulka("paper", stdin=typed(*THREE), terminal=True)
    assert outcome.code == 130, outcome
    assert "was put aside" in " ".join(outcome.err.split())
    assert path.with_suffix(".damaged").read_bytes() == kept
    assert len(drafts(pulka)) == 1


def test_a_sheet_that_another_run_works_on_is_not_offered(pulka: Program) -> None:
    pulka("paper", stdin=typed(*THREE, "12"), terminal=True)
    first = next(store.left_drafts({"PULKA_STATE_DIR": str(pulka.state)}), None)
    assert first is not None
    text = first.read()
    outcome = pulka("paper", stdin=typed(*THREE, "13"), terminal=True)
    assert "not finished" not in outcome.err
    assert first.read() == text
    assert len(drafts(pulka)) == 2
    first.release()
    # The one written last is offered first; when that is settled, the other one.
    for mountain in ("13", "12"):
        outcome = pulka("paper", stdin=typed("", "1 2", "8 20 16", "15 0 30", ""), terminal=True)
        assert outcome.code == 0, outcome
        assert f"\nАня         {mountain} " in outcome.err
    assert drafts(pulka) == []


def test_where_nothing_can_be_kept_the_sheet_is_settled_all_the_same(pulka: Program) -> None:
    pulka.state.write_bytes(b"a file where the folder should be")
    outcome = pulka("paper", stdin=typed(*THREE, "12 34 10", "8 20 16", "15 0 30", ""), terminal=True)
    assert outcome.code == 0, outcome
    assert outcome.err.count("cannot be kept") == 1


def test_what_cannot_be_read_is_asked_again(pulka: Program) -> None:
    stdin = Stream("\nАня\n".encode("cp1251") + "Аня Боря\n\n\n1 2\n3 4\n\n".encode(), terminal=True)
    outcome = pulka("paper", stdin=stdin, terminal=True)
    assert "does not write utf-8" in outcome.err


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Аня Боря Дядя Федя", "at the table: 1 Аня, 2 Боря, 3 Дядя, 4 Федя"),
        ("Аня, Дядя Федя", "at the table: 1 Аня, 2 Дядя Федя"),
        ("Аня Боря Вера", ""),
    ],
)
def test_who_was_understood_to_sit_there(pulka: Program, names: str, told: str) -> None:
    err = pulka("paper", stdin=typed("", names), terminal=True).err
    assert told in err
    assert ("at the table" in err) == bool(told)


def test_help_before_a_draft_is_gone_on_with(pulka: Program) -> None:
    pulka("paper", stdin=typed(*THREE, "12"), terminal=True)
    outcome = pulka("paper", stdin=typed("?", "", "34"), terminal=True)
    assert "Enter goes on where you left" in outcome.err
    assert "Аня, whists on Вера:" in outcome.err


def test_a_row_put_right_is_shown_again(pulka: Program) -> None:
    outcome = pulka("paper", stdin=typed(*THREE, "12 34 10", "8 20 16", "15 0 30", "Боря 9 21 17", ""), terminal=True)
    assert [line.split()[1] for line in outcome.err.splitlines() if line.startswith("Боря  ")][-2:] == ["8", "9"]


# Keeping what was settled

SETTLED: Final = (*THREE, "12 34 10", "8 20 16", "15 0 30", "")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("?", "A name keeps the sheet as a pulka"),
        ("<", "The sheet is settled, no step leads back."),
        ("...", '"..." is no name for a file; type one like friday'),
        ("да", '"да" is no name for a file'),
    ],
)
def test_what_is_no_name_for_a_file_is_told(pulka: Program, answer: str, told: str) -> None:
    outcome = pulka("paper", stdin=typed(*SETTLED, answer, ""), terminal=True)
    assert outcome.code == 0, outcome
    assert told in " ".join(outcome.err.split())
    assert list(pulka.folder.glob("*.pulka")) == []
    assert outcome.err.count("Keep it?") == 2


@pytest.mark.parametrize("answer", ["", "n", "нет"])
def test_a_no_keeps_nothing(pulka: Program, answer: str) -> None:
    outcome = pulka("paper", stdin=typed(*SETTLED, answer, "friday"), terminal=True)
    assert list(pulka.folder.glob("*.pulka")) == []
    assert outcome.err.count("Keep it?") == 1


@pytest.mark.parametrize("answer", ["steps", "Шаги"])
def test_the_way_can_be_seen_before_it_is_kept(pulka: Program, answer: str) -> None:
    outcome = pulka("paper", stdin=typed(*SETTLED, answer, "friday"), terminal=True)
    assert outcome.code == 0, outcome
    steps = pulka("settle", "--steps", "friday.pulka").out
    assert "4. Each pair is netted." in steps
    assert outcome.out.endswith(steps[steps.index("1. Pools") :])
    assert list(pulka.folder.glob("*.pulka")) == [pulka.folder / "friday.pulka"]


# Presets by the words of the language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_for_presets_are_read_where_rules_are_said(lang: Language, tmp_path: Path) -> None:
    words = preset_words(Speech(lang))
    assert [rules.preset for word in words if (rules := find_preset(word))] == list(PRESETS)
    for word in words:
        assert read_text(f"pulka 1\nrules {word}\nplayers A B C\n").errors == []
        assert form(word).rules == find_preset(word)
        (tmp_path / "own.toml").write_text(f'extends = "{word}"\n', encoding="utf-8")
        assert PRESETS[read_rules(tmp_path / "own.toml", tmp_path).preset] == find_preset(word)
    assert all(word.isascii() for word in words) == (lang == "en")


# What the command line says


def surroundings(pulka: Program, *answers: str) -> Env:
    """A run in which these answers are typed."""
    out, err = Stream(terminal=True), Stream(terminal=True)
    environ = {"PULKA_STATE_DIR": str(pulka.state), "PULKA_CONFIG_DIR": str(pulka.config)}
    return Env(typed(*answers), out, err, environ, pulka.folder, "en", clock=lambda: TODAY)


def heard(env: Env) -> str:
    """What was said in a run."""
    assert isinstance(env.stderr, Stream)
    return env.stderr.written()


def filled(env: Env, said: Said, names: tuple[str, ...]) -> Filled:
    """The sheet, when all answers came to one."""
    try:
        return asked_for(env, said, names)
    except KeyboardInterrupt:
        pytest.fail(heard(env))


NOTHING: Final = Said()


def test_what_was_said_is_not_asked(pulka: Program) -> None:
    said = Said(
        rules="ленинградка", rule=("rounding=exact",), pool="10", stake="0.5 RUB", title="Дача", date="2026-05-01"
    )
    env = surroundings(pulka, "n", "10 12 34", "8 20 15", "")
    result = filled(env, said, ("Аня", "Дядя Вася"))
    assert result.said == said
    assert result.sheet.lines == ("Аня 10 12 34", '"Дядя Вася" 8 20 15')
    questions = [line for line in heard(env).splitlines() if line.endswith((": ", "] "))]
    assert len(questions) == 1 + 2 + 1
    forget_draft(env)
    assert drafts(pulka) == []


def test_what_was_asked_completes_what_was_said(pulka: Program) -> None:
    env = surroundings(pulka, "", "Аня Боря", "", "0,5 RUB", "1 2", "3 4", "")
    assert filled(env, NOTHING._replace(title="Дача"), ()).said == Said("sochi", title="Дача", stake="0,5 RUB")


@pytest.mark.parametrize(
    ("said", "raised"),
    [
        (NOTHING._replace(rules="ленинградская"), UsageProblem),
        (NOTHING._replace(rule=("pool_target",)), UsageProblem),
        (NOTHING._replace(rule=("nothing=1",)), UsageProblem),
        (NOTHING._replace(pool="many"), UsageProblem),
        (NOTHING._replace(date="yesterday"), Wrong),
        (NOTHING._replace(rules="gone.toml"), StoreError),
    ],
)
def test_what_is_wrong_with_the_command_line_is_said_before_anything_is_asked(
    pulka: Program, said: Said, raised: type[Exception]
) -> None:
    env = surroundings(pulka)
    with pytest.raises(raised):
        asked_for(env, said, ())
    assert heard(env) == ""


@pytest.mark.parametrize(
    ("said", "names", "told"),
    [
        (NOTHING, ("Аня",), "2 to 4 players"),
        (NOTHING, ("Аня", "аня"), '"аня" and "Аня" are'),
        (NOTHING, ("Аня", "вист"), "cannot be a name"),
        (NOTHING, ('А"ня', "Боря"), "quotation mark"),
    ],
)
def test_names_and_a_price_that_cannot_be_are_asked_after_all(
    pulka: Program, said: Said, names: tuple[str, ...], told: str
) -> None:
    env = surroundings(pulka, "", "Аня Боря", "", "0.5", "1 2", "3 4", "")
    result = filled(env, said, names)
    assert told in " ".join(heard(env).split())
    assert (result.sheet.lines, result.said.stake) == (("Аня 1 2", "Боря 3 4"), "0.5")


def test_what_is_said_now_holds_over_what_was_said_then(pulka: Program) -> None:
    then = NOTHING._replace(stake="0.5", title="Дача", rule=("rounding=exact",))
    with pytest.raises(KeyboardInterrupt):
        asked_for(surroundings(pulka, "", "n", "10 1"), then, ("Аня", "Боря"))
    env = surroundings(pulka, "", "2", "8 3 4", "")
    result = filled(env, NOTHING._replace(stake="1 RUB", pool="20"), ())
    assert result.said == then._replace(rules="sochi", stake="1 RUB", pool="20")
    assert result.sheet.lines == ("Аня 10 1 2", "Боря 8 3 4")


def test_what_was_said_then_is_forgotten_with_its_draft(pulka: Program) -> None:
    with pytest.raises(KeyboardInterrupt):
        asked_for(surroundings(pulka, ""), NOTHING._replace(stake="0.5", title="Дача"), ("Аня", "Боря"))
    env = surroundings(pulka, "n", "", "Вера Гена", "", "", "1 2", "3 4", "")
    assert filled(env, NOTHING, ()).said == Said("sochi")


# What is said with a draft, and what is wrong with it

CELLS: Final = ("12 34 10", "8 20 16", "15 0 30")
FOR_MONEY: Final = ("", "Аня Боря Вера", "", "0.5 RUB")


def unfinished(pulka: Program, *options: str, answers: tuple[str, ...] = FOR_MONEY) -> None:
    """Leave a sheet before its first row."""
    outcome = pulka("paper", *options, stdin=typed(*answers), terminal=True)
    assert outcome.code == 130, outcome
    assert "What you entered is kept" in outcome.err


@pytest.mark.parametrize(
    "options",
    [
        ("--limit", "20"),
        ("--limit", "10 RUB"),
        ("--coin", "5"),
        ("--rounding", "exact"),
        ("--rule", "loss_limit=20", "--rule", "rounding=exact"),
        ("--pool", "10"),
        ("--dealer", "Боря"),
        ("--title", "На даче"),
        ("--limit", "20", "--coin", "5", "--rounding", "exact", "-o", "k.pulka"),
    ],
)
def test_a_sheet_gone_on_with_comes_to_the_same_as_one_typed_at_once(tmp_path: Path, options: tuple[str, ...]) -> None:
    texts = []
    for place in ("once", "twice"):
        (tmp_path / place).mkdir()
        pulka = Program(tmp_path / place)
        said: tuple[str, ...] = options
        answers: tuple[str, ...] = FOR_MONEY
        if place == "twice":
            unfinished(pulka, *options)
            said, answers = (), ("",)
        outcome = pulka("paper", *said, stdin=typed(*answers, *CELLS, "", "kept"), terminal=True)
        assert outcome.code == 0, outcome
        (path,) = pulka.folder.glob("*.pulka")
        texts.append((path.name, path.read_text(encoding="utf-8"), outcome.out))
    assert texts[0] == texts[1]
    assert texts[0][0] == ("k.pulka" if "-o" in options else "kept.pulka")


@pytest.mark.parametrize(
    ("then", "now", "told"),
    [
        (("--limit", "10 RUB", "--coin", "5", "-o", "k.pulka"), (), '--coin 5 --limit "10 RUB" -o k.pulka'),
        (("--limit", "20", "--coin", "5"), ("--limit", "30"), "--coin 5"),
        (("--pool", "10", "--rule", "rounding=exact"), ("--rule", "pool_target=20"), "--rule rounding=exact"),
        (("--rule", "loss_limit=9", "--rule", "rounding=exact"), ("--limit", "9"), "--rule rounding=exact"),
        (("--rounding", "exact"), ("--rule", "rounding=sochi"), ""),
        (("--coin", "5"), ("--stake", "1 RUB coin 10"), ""),
        (("--steps", "--title", "Дача"), ("--text",), "--title Дача"),
        (("-o", "k.pulka"), ("-o", "l.pulka"), ""),
        (("-o", "k.pulka"), ("-o", "-"), ""),
        (("-o", "-"), (), ""),
        ((), (), ""),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_draft_brings_along_is_said(
    pulka: Program, then: tuple[str, ...], now: tuple[str, ...], told: str, lang: Language
) -> None:
    unfinished(pulka, *then)
    outcome = pulka("paper", *now, stdin=typed(""), terminal=True, lang=lang)
    start = {"en": "from last time: ", "ru": "с прежнего раза: "}[lang]
    assert [line for line in outcome.err.splitlines() if line.startswith(start)] == ([start + told] if told else [])
    # And it is not lost by being gone on with.
    again = pulka("paper", *now, stdin=typed(""), terminal=True, lang=lang)
    assert (start + told in again.err) == bool(told)


def test_a_pulka_is_written_where_it_was_wished(pulka: Program, tmp_path: Path) -> None:
    unfinished(pulka, "-o", "k.pulka")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    env = surroundings(pulka, "", *CELLS, "")
    env.folder = elsewhere
    assert run(["paper"], env) == 0
    assert list(elsewhere.iterdir()) == []
    assert "whists Боря 34" in pulka.text("k.pulka")


def test_a_name_that_was_taken_meanwhile_is_left_out(pulka: Program) -> None:
    unfinished(pulka, "-o", "k.pulka")
    pulka.write("mine", "k.pulka")
    outcome = pulka("paper", stdin=typed("", *CELLS, "", "l"), terminal=True)
    assert outcome.code == 0, outcome
    assert "so -o of last time is left out" in outcome.err
    assert "from last time" not in outcome.err
    assert pulka.text("k.pulka") == "mine"
    assert "whists Боря 34" in pulka.text("l.pulka")


@pytest.mark.parametrize(
    ("options", "names", "code", "told"),
    [
        (("--limit", "garbage"), (), 2, "garbage"),
        (("--limit", "garbage RUB"), (), 2, "garbage"),
        (("--limit", "10 EUR", "--stake", "1 RUB"), (), 2, "the stake is in RUB"),
        (("--rounding", "foo"), (), 2, "foo"),
        (("--coin", "zz"), (), 2, "zz"),
        (("--stake", "полтинник"), (), 2, "полтинник"),
        (("--rules", "old", "--rounding", "table_custom"), (), 2, "table_custom"),
        (("--dealer", "Zed"), ("Аня", "Боря"), 2, "Zed"),
        (("--explain", "Zed"), ("Аня", "Боря"), 2, "Zed"),
        (("-o", "there.pulka"), (), 3, "there.pulka"),
        (("-o", "gone/k.pulka"), (), 3, "gone"),
        (("-o", "there.pulka/k.pulka"), (), 3, "there.pulka"),
        (("-o", "folder.pulka"), (), 3, "folder.pulka"),
    ],
)
def test_what_can_be_known_to_be_wrong_is_told_before_the_first_question(
    pulka: Program, options: tuple[str, ...], names: tuple[str, ...], code: int, told: str
) -> None:
    pulka.write("mine", "there.pulka")
    (pulka.folder / "folder.pulka").mkdir()
    outcome = pulka("paper", *names, *options, stdin=typed(*THREE), terminal=True)
    assert outcome.code == code, outcome
    assert told in outcome.err
    assert "Rules [" not in outcome.err
    assert "Are all pools" not in outcome.err
    assert drafts(pulka) == []


@pytest.mark.parametrize(
    "options", [("--limit", "10 RUB"), ("--coin", "5"), ("--dealer", "Zed"), ("--explain", "Zed"), ("-o", "k.pulka")]
)
def test_what_may_turn_out_right_is_no_fault_yet(pulka: Program, options: tuple[str, ...]) -> None:
    outcome = pulka("paper", *options, stdin=typed(), terminal=True)
    assert outcome.code == 130, outcome
    assert outcome.err.endswith("Rules [Sochi]: \ninterrupted\n")


def test_an_answer_that_cannot_stand_beside_the_command_line_is_refused(pulka: Program) -> None:
    answers = ("", "Аня Боря Вера", "", "", "1 EUR", "0.5 RUB", *CELLS, "")
    outcome = pulka("paper", "--limit", "10 RUB", stdin=typed(*answers), terminal=True)
    assert outcome.code == 0, outcome
    told = " ".join(outcome.err.split())
    assert "a limit in money needs the price of a whist" in told
    assert "the stake is in EUR, the limit in RUB" in told
    rules = pulka("paper", "--rounding", "table_custom", stdin=typed("old", ""), terminal=True)
    assert "table_custom" in rules.err
    assert rules.err.count("Rules [Sochi]:") == 2


def test_a_price_that_was_answered_is_asked_again_where_it_no_longer_fits(pulka: Program) -> None:
    unfinished(pulka, answers=(*THREE, CELLS[0]))
    outcome = pulka("paper", "--limit", "10 RUB", stdin=typed("", "0.5 RUB", "", "", "", *CELLS[1:], ""), terminal=True)
    assert outcome.code == 0, outcome
    assert "a limit in money needs the price of a whist" in " ".join(outcome.err.split())
    assert "RUB" in outcome.out


@pytest.mark.parametrize("now", [("--stake", "1 EUR"), ("--rules", "old")])
def test_a_command_line_that_a_draft_cannot_go_with_costs_nothing(pulka: Program, now: tuple[str, ...]) -> None:
    unfinished(pulka, "--limit", "10 RUB", "--rule", "rounding=table_custom")
    (kept,) = drafts(pulka)
    text = kept.read_bytes()
    outcome = pulka("paper", *now, stdin=typed("", *CELLS, ""), terminal=True)
    assert outcome.code == 2, outcome
    assert outcome.err.endswith("What you entered is kept; go on with: pulka paper\n")
    assert drafts(pulka) == [kept]
    assert kept.read_bytes() == text


# Who deals


def test_a_dealer_who_is_not_there_is_left_out(pulka: Program) -> None:
    unfinished(pulka, "--dealer", "Zed")
    (kept,) = drafts(pulka)
    assert json.loads(kept.read_text(encoding="utf-8"))["said"]["dealer"] == ""
    outcome = pulka("paper", "--dealer", "Gleb", stdin=typed("", *CELLS, "", "k"), terminal=True)
    assert outcome.code == 0, outcome
    assert "Gleb" in outcome.err
    assert "pulka set dealer NAME" in " ".join(outcome.err.split())
    assert pulka("set", "dealer", "Боря").code == 0


def test_a_dealer_in_a_draft_who_is_not_there(pulka: Program) -> None:
    path = pulka.state / "drafts" / "1.draft"
    path.parent.mkdir(parents=True)
    path.write_bytes(draft({"rules": "sochi", "players": "A B"}, at="closed", dealer="Zed"))
    outcome = pulka("paper", stdin=typed("", "", "", "1 2", "3 4", ""), terminal=True)
    assert outcome.code == 0, outcome
    assert "so --dealer is left out" in outcome.err
    assert "from last time" not in outcome.err


def test_a_dealer_is_sought_among_the_names_that_hold(pulka: Program) -> None:
    answers = ("", "Аня Боря", "<", "Аня Вера", "", "", "1 2", "3 4", "", "k")
    outcome = pulka("paper", "--dealer", "вера", stdin=typed(*answers), terminal=True)
    assert "so --dealer is left out" in outcome.err
    again = pulka(
        "paper", "--dealer", "вера", stdin=typed("", "Аня Вера", "", "", "1 2", "3 4", "", "l"), terminal=True
    )
    assert "left out" not in again.err
    assert "dealer Вера" in pulka.text("l.pulka")


# Drafts of other players


def test_a_draft_of_others_is_not_offered_and_stays(pulka: Program) -> None:
    unfinished(pulka, answers=(*THREE, "12"))
    (first,) = drafts(pulka)
    text = first.read_bytes()
    outcome = pulka("paper", "Вера", "Гена", stdin=typed("", "", "", "1 2", "3 4", ""), terminal=True)
    assert outcome.code == 0, outcome
    assert "not finished" not in outcome.err
    said = "There is an unfinished sheet of Аня, Боря, Вера; go on with it later: pulka paper"
    assert said in " ".join(outcome.err.split())
    assert "Гена" in outcome.out
    assert drafts(pulka) == [first]
    assert first.read_bytes() == text
    assert "Аня, whists on Боря:" in pulka("paper", stdin=typed(""), terminal=True).err


def test_a_draft_of_the_same_players_is_offered_whoever_else_left_one(pulka: Program) -> None:
    unfinished(pulka, answers=("", "Аня Боря", "", "", "12", "34", "8"))
    unfinished(pulka, "Вера", "Гена", answers=("",))
    outcome = pulka("paper", "боря", "Аня", stdin=typed("", "20", "", "", ""), terminal=True)
    assert outcome.code == 0, outcome
    assert "not finished" in outcome.err
    # As the command line has them, each with his row.
    assert [line.split()[:2] for line in outcome.out.splitlines() if line.startswith(("боря ", "Аня "))][:2] == [
        ["боря", "20"],
        ["Аня", "20"],
    ]
    assert "34" in outcome.out


def test_a_draft_without_players_takes_those_of_the_command_line(pulka: Program) -> None:
    unfinished(pulka, answers=("leningrad",))
    outcome = pulka("paper", "Аня", "Боря", stdin=typed("", "", "", "1 2", "3 4", ""), terminal=True)
    assert outcome.code == 0, outcome
    assert "Who played" not in outcome.err


# However it ends


def test_an_interruption_behind_the_answer_says_that_the_sheet_is_kept(pulka: Program) -> None:
    answers = iter(SETTLED)

    def answer() -> str:
        text = next(answers, None)
        if text is None:
            raise KeyboardInterrupt
        return f"{text}\n"

    outcome = pulka("paper", stdin=Stream(terminal=True, answer=answer), terminal=True)
    assert outcome.code == 130
    assert outcome.err.endswith("interrupted\nWhat you entered is kept; go on with: pulka paper\n")
    assert len(drafts(pulka)) == 1


def test_what_fails_behind_the_form_costs_no_answer(pulka: Program) -> None:
    outcome = pulka("paper", "--explain", "Zed", stdin=typed(*SETTLED), terminal=True)
    assert outcome.code == 2, outcome
    assert outcome.err.endswith("What you entered is kept; go on with: pulka paper\n")
    again = pulka("paper", "--explain", "Аня", stdin=typed("", ""), terminal=True)
    assert again.code == 0, again
    assert drafts(pulka) == []


class Failing(Stream):
    """Standard output that takes so many lines, and then fails."""

    def __init__(self, error: OSError, lines: int) -> None:
        super().__init__()
        self.error = error
        self.lines = lines

    def write(self, text: str, /) -> int:
        self.lines -= 1
        if self.lines < 0:
            raise self.error
        return super().write(text)


FULL: Final = OSError(errno.ENOSPC, "No space left on device")
GONE: Final = BrokenPipeError(errno.EPIPE, "Broken pipe")


@pytest.mark.parametrize("error", [FULL, GONE])
@pytest.mark.parametrize(("options", "lines"), [((), 0), ((), 1), (("--json",), 0), (("-o", "-"), 0)])
def test_a_report_that_was_not_written_costs_no_answer(
    pulka: Program, error: OSError, lines: int, options: tuple[str, ...]
) -> None:
    """Written to no end, or to its first line."""
    env = surroundings(pulka, *SETTLED)
    env.stdout = Failing(error, lines)
    if options == ("-o", "-"):
        # Bytes go past the text.
        env.stdout.buffer.write = env.stdout.write  # type: ignore[method-assign, assignment]
    if error is FULL:
        with pytest.raises(OutputFailed):
            run(["paper", *options], env)
    else:
        assert run(["paper", *options], env) == 0
    assert heard(env).endswith("What you entered is kept; go on with: pulka paper\n")
    assert len(drafts(pulka)) == 1
    again = pulka("paper", stdin=typed("", ""), terminal=True)
    assert "Вера pays Аня: 21 whists" in again.out
    assert drafts(pulka) == []


def test_what_is_in_a_pulka_needs_no_draft(pulka: Program) -> None:
    env = surroundings(pulka, *SETTLED)
    env.stdout = Failing(FULL, 0)
    with pytest.raises(OutputFailed):
        run(["paper", "-o", "k.pulka"], env)
    assert "What you entered is kept" not in heard(env)
    assert "whists Боря 34" in pulka.text("k.pulka")
    assert drafts(pulka) == []


def test_own_rules_are_rules(pulka: Program) -> None:
    (pulka.folder / "dacha.toml").write_text('extends = "sochi"\npool_shown = "left"\n', encoding="utf-8")
    (pulka.folder / "wrong.toml").write_text("nothing = 1\n", encoding="utf-8")
    env = surroundings(pulka, "gone.toml", "wrong.toml", "dacha.toml", "Аня Боря", "n", "", "8 1 2", "0 3 4", "")
    result = filled(env, NOTHING, ())
    assert "gone.toml" in heard(env)
    assert "wrong.toml:1:1: error[rule-unknown]" in heard(env)
    assert "Аня, left in the pool:" in heard(env)
    assert result.said.rules == "dacha.toml"


def test_words_of_a_figure() -> None:
    assert words_of(" 1,  2 ;3,5 << ") == ["1", "2", "3,5<<"]
