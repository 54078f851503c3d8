"""The sentences: two languages that say the same, and figures told so that a table can follow them."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message

from pulka_calc.game import ledger
from pulka_calc.game.ledger import Account, Cause, Posting
from pulka_calc.game.presets import LENINGRAD, PRESETS, SHEVLYAKOVSKY, SOCHI
from pulka_calc.game.rules import Rules
from pulka_calc.game.settlement import Settlement
from pulka_calc.game.sheet import Sheet
from pulka_calc.journal.pulka import read_text
from pulka_calc.words import causes, rules
from pulka_calc.words.causes import posting_text
from pulka_calc.words.figures import difference_text, figure_text, sum_text
from pulka_calc.words.speech import LANGUAGES, Speech, printable
from pulka_calc.words.steps import step_text
from tests.tools import catalogue

ROOT = Path(__file__).parents[1]
GAME = ROOT / "pulka_calc" / "game"
EN, RU = Speech("en"), Speech("ru")
NAMES = ("Аня", "Боря", "Вера", "Гена")


# The catalogue


def entries() -> list[Message]:
    return [message for message in catalogue.read_catalogue() if message.id]


def texts(parts: object) -> list[str]:
    return [parts] if isinstance(parts, str) else [str(part) for part in parts]  # type: ignore[attr-defined]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_sentences_are_literals_that_the_catalogue_finds() -> None:
    assert list(catalogue.lost()) == []


def test_every_sentence_is_in_the_catalogue_and_nothing_else() -> None:
    assert {tuple(texts(message.id)) for message in entries()} == {tuple(texts(said)) for said in catalogue.said()}


def test_no_sentence_is_both_counted_and_said_plainly() -> None:
    said = [texts(message)[0] for message in catalogue.said()]
    assert [text for text in said if said.count(text) > 1] == []


def test_every_sentence_has_its_russian() -> None:
    assert catalogue.untranslated(catalogue.read_catalogue()) == []
    assert [message.id for message in entries() if message.fuzzy] == []
    assert not catalogue.read_catalogue().obsolete


def test_counted_sentences_have_three_forms() -> None:
    assert [message.id for message in entries() if message.pluralizable and len(texts(message.string)) != 3] == []


def test_both_languages_have_the_same_placeholders() -> None:
    wrong = [
        (form, message.id)
        for message in entries()
        for form in texts(message.string)
        # English may leave the figure out where it is one; Russian may not, for 21 has that form too.
        if placeholders(form) != placeholders(texts(message.id)[-1])
    ]
    assert wrong == []


def test_the_compiled_catalogue_is_the_written_one() -> None:
    from gettext import GNUTranslations

    with (catalogue.WORDS / "ru.mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in entries():
        first = texts(message.id)
        if len(first) == 1:
            assert compiled.gettext(first[0]) == message.string
        else:
            forms = [compiled.ngettext(first[0], first[1], n) for n in (1, 2, 5)]
            assert forms == texts(message.string)


def test_the_catalogue_is_as_the_tool_writes_it() -> None:
    written = catalogue.written(catalogue.updated(catalogue.read_catalogue()))
    assert (catalogue.WORDS / "ru.po").read_bytes() == written


# Speech


@pytest.mark.parametrize(
    ("n", "english", "russian"),
    [
        (1, "whists for 1 trick: x", "висты за 1 взятку: x"),
        (2, "whists for 2 tricks: x", "висты за 2 взятки: x"),
        (5, "whists for 5 tricks: x", "висты за 5 взяток: x"),
        (11, "whists for 11 tricks: x", "висты за 11 взяток: x"),
        (21, "whists for 21 tricks: x", "висты за 21 взятку: x"),
        (Fraction(5, 2), "whists for 2 1/2 tricks: x", "висты за 2 1/2 взятки: x"),
        (Fraction(2), "whists for 2 tricks: x", "висты за 2 взятки: x"),
    ],
)
def test_words_go_with_the_number(n: int | Fraction, english: str, russian: str) -> None:
    singular, plural = "whists for {n} trick: {sum}", "whists for {n} tricks: {sum}"
    assert EN.count(singular, plural, n, sum="x") == english
    assert RU.count(singular, plural, n, sum="x") == russian


def test_small_numbers_are_words_in_english() -> None:
    said = [EN.count("{number} trick is missing", "{number} tricks are missing", n) for n in (1, 2, 10, 11)]
    assert said == ["one trick is missing", "two tricks are missing", "ten tricks are missing", "11 tricks are missing"]


def test_quotation_marks() -> None:
    assert EN.quote("Вася") == '"Вася"'
    assert RU.quote("Вася") == "«Вася»"
    assert len(EN.quote("x" * 300)) == 62
    assert EN.quote("{word}\x1b[31m") == '"{word}␛[31m"'


def test_lists_of_names() -> None:
    assert [EN.either(NAMES[:n]) for n in (0, 1, 2, 3)] == ["", "Аня", "Аня or Боря", "Аня, Боря or Вера"]
    assert RU.every(NAMES[:3]) == "Аня, Боря и Вера"


def test_what_is_invisible_is_shown() -> None:
    assert printable("a\tb\u00a0c\u202ed\x7f\x00") == "a b c\ufffdd␡␀"


def test_nothing_slow_is_loaded() -> None:
    code = "import sys; from pulka_calc.words import causes, excerpt, faults, rules, steps;print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"rich", "babel", "difflib", "gettext", "pydantic", "openpyxl"} & set(loaded.stdout.split())


# Figures


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (0, "0"),
        (12, "12"),
        (-7, "-7"),
        (Fraction(6), "6"),
        (Fraction(20, 3), "6 2/3"),
        (Fraction(-25, 2), "-12 1/2"),
        (Fraction(1, 2), "1/2"),
        (Fraction(-1, 2), "-1/2"),
    ],
)
def test_figures(figure: int | Fraction, text: str) -> None:
    assert figure_text(figure) == text


def test_sums() -> None:
    assert difference_text(6, 0) == "6 - 0 = 6"
    assert difference_text(6, -1) == "6 - (-1) = 7"
    assert sum_text(5) == "5"
    assert sum_text(34, -12) == "34 - 12 = 22"
    assert sum_text(Fraction(-1, 2), 3) == "-1/2 + 3 = 2 1/2"


# Causes


def reasons_in_the_game() -> set[str]:
    """Every reason that the game's source gives a cause."""
    found = set()
    for path in GAME.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                found |= set(constants(node.args[1:2])) if name == "Cause" else set()
                found |= set(constants(node.args[4:5])) if name == "mark" else set()
                found |= set(constants(node.args[-1:])) if name == "take_off_mountain" else set()
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "reason":
                found |= set(constants([node.value]))
    return found


def constants(nodes: list[ast.expr]) -> Iterator[str]:
    for node in nodes:
        parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
        yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


NOT_POSTED = {"bomb"}
"""Reasons of causes that write no figure."""

WITHOUT_A_HAND = {"adjust", "start"}


def test_every_reason_has_a_sentence() -> None:
    plain = {
        reason for reason in causes.reasons() if not reason.endswith("-shared") or reason == "allpass-whists-shared"
    }
    assert plain - WITHOUT_A_HAND == reasons_in_the_game() - NOT_POSTED


def pool(amount: int, price: int, factor: int, reason: str, rule: str = "contract_value") -> Posting:
    return Posting(ledger.pool(0), amount * price * factor, Cause(rule, reason, amount, price, factor))


@pytest.mark.parametrize(
    ("posting", "english", "russian"),
    [
        (
            Posting(ledger.whists(1, 0), 6, Cause("whist_value", "tricks", 3, 2)),
            "whists for 3 tricks: 3 × 2 = 6",
            "висты за 3 взятки: 3 × 2 = 6",
        ),
        (pool(1, 2, 1, "made"), "the contract is made: 2", "игра сыграна: 2"),
        (
            Posting(ledger.pool(0), 48, Cause("contract_value", "made", 1, 6, 8, bomb=4)),
            "the contract is made: 6 × 4 (bomb) × 2 (dark) = 48",
            "игра сыграна: 6 × 4 (бомба) × 2 (тёмная) = 48",
        ),
        (
            Posting(ledger.pool(0), 24, Cause("contract_value", "made", 1, 6, 4, bomb=4)),
            "the contract is made: 6 × 4 (bomb) = 24",
            "игра сыграна: 6 × 4 (бомба) = 24",
        ),
        (
            Posting(ledger.pool(0), 12, Cause("contract_value", "made", 1, 6, 2)),
            "the contract is made: 6 × 2 (dark) = 12",
            "игра сыграна: 6 × 2 (тёмная) = 12",
        ),
        (
            Posting(ledger.mountain(0), 12, Cause("remise_factor", "short", 2, 6)),
            "two tricks short of the contract: 2 × 6 = 12",
            "подсад, недобраны 2 взятки: 2 × 6 = 12",
        ),
        (
            Posting(ledger.mountain(2), 3, Cause("whist_responsibility", "underwhist", Fraction(1, 2), 6)),
            "underwhist, 1/2 tricks missing from the duty: (1/2) × 6 = 3",
            "недовист, недобраны 1/2 взятки: (1/2) × 6 = 3",
        ),
        (
            Posting(ledger.mountain(0), 12, Cause("allpass_price", "allpass-tricks", 3, 2, 2)),
            "3 tricks at all-pass: 3 × 2 × 2 (dark passes) = 12",
            "3 взятки на распасах: 3 × 2 × 2 (тёмные пасы) = 12",
        ),
        (
            Posting(ledger.whists(0, 2), 15, Cause("allpass_scoring", "allpass-whists-shared", 6, Fraction(5, 2))),
            "two share the fewest tricks at all-pass, Вера took 6: 6 × (2 1/2) = 15",
            "меньше всех взяток на распасах у двоих, Вера — 6 взяток: 6 × (2 1/2) = 15",
        ),
        (
            Posting(
                ledger.pool(0), 4, Cause("contract_value", "filled", 4, 1, gain=Cause("contract_value", "made", 1, 6))
            ),
            "the contract is made: 6; 4 points of it close the pool",
            "игра сыграна: 6; из них 4 очка закрыли пулю",
        ),
        (
            Posting(ledger.mountain(0), -8, Cause("excess_when_all_closed", "excess", -4, 2)),
            "all pools are closed, 4 points go off the mountain",
            "все пули закрыты, 4 очка уходят с горы",
        ),
        (
            Posting(ledger.whists(0, 1), 70, Cause("help_whists_per_point", "help", 7, 10)),
            "help for Боря, 7 points: 7 × 10 = 70",
            "помощь, 7 очков игроку Боря: 7 × 10 = 70",
        ),
        (
            Posting(ledger.pool(0), 5, Cause("misere_shared_with_dealer", "misere-made", 1, 5)),
            "the misère is made, half of it for the declarer and half for the dealer: 5",
            "мизер сыгран, половина играющему, половина сдающему: 5",
        ),
        (
            Posting(Account("mountain", 1, None), 1, Cause("adjust", "adjust", 1, 1, 1, "misdeal {x}")),
            'an adjustment, "misdeal {x}": 1',
            "поправка, «misdeal {x}»: 1",
        ),
        (
            Posting(Account("pool", 1, None), 12, Cause("start", "start", 12, 1)),
            "taken over from paper: 12",
            "перенесено с бумаги: 12",
        ),
    ],
)
def test_postings(posting: Posting, english: str, russian: str) -> None:
    assert posting_text(posting, NAMES, EN) == english
    assert posting_text(posting, NAMES, RU) == russian


EVENING = """pulka 1
rules {preset}
{more}players Аня Боря Вера Гена
start Боря mountain 150 whists Аня 5
1. Боря 6♠ 6, Вера whist 3, Гена whist 1
2. Вера 7♦ 6, Гена whist, Аня pass
3. allpass Аня 0, Боря 4, Гена 6
4. allpass Аня 2, Боря 2, Вера 6
5. Боря misere 0
6. Вера misere 3
7. Аня 7♣ 9, Гена whist 0, Боря whist 1
8. Боря 6♥, Вера pass, Аня half
9. Вера 10♣ 10
10. Гена 9♣ 9
adjust Аня whists Боря +52 "saw the talon"
"""


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("more", ["", "rule misere_shared_with_dealer yes\n"])
def test_every_figure_of_an_evening_is_told(preset: str, more: str) -> None:
    pulka = read_text(EVENING.format(preset=preset, more=more))
    assert [fault for fault in pulka.errors if fault.code not in ("pulka-over", "dealer-talon-off")] == []
    for entry in pulka.entries:
        for posting in entry.postings:
            for speech in (EN, RU):
                told = posting_text(posting, pulka.players, speech)
                assert figure_text(posting.points) in told
                assert "{" not in told


# The paper way


def test_the_paper_way_in_sochi() -> None:
    sheet = Sheet((12, 20, Fraction(5, 2)), (8, 12, 0), ((0, 6, 20), (30, 0, 0), (4, 1, 0)))
    settlement = Settlement(sheet, SOCHI, 3)
    assert [step_text(step, NAMES, settlement, EN) for step in settlement.steps] == [
        "Аня: pool 12, 8 points short of 20; mountain 8 + 8 = 16",
        "Вера: pool 2 1/2, 17 1/2 points short of 20; mountain 0 + 17 1/2 = 17 1/2",
        "Аня: the smallest mountain comes off, 16 - 12 = 4",
        "Боря: the smallest mountain comes off, 12 - 12 = 0",
        "Вера: the smallest mountain comes off, 17 1/2 - 12 = 5 1/2",
        "Боря writes on Аня 10 × 4 : 3 = 13 1/3 whists: 30 + 13 1/3 = 43 1/3",
        "Вера writes on Аня 10 × 4 : 3 = 13 1/3 whists: 4 + 13 1/3 = 17 1/3",
        "Аня writes on Вера 10 × (5 1/2) : 3 = 18 1/3 whists: 20 + 18 1/3 = 38 1/3",
        "Боря writes on Вера 10 × (5 1/2) : 3 = 18 1/3 whists: 0 + 18 1/3 = 18 1/3",
        "Аня and Боря: 6 - 43 1/3 = -37 1/3, Боря wins 37 1/3 whists",
        "Аня and Вера: 38 1/3 - 17 1/3 = 21, Аня wins 21 whists",
        "Боря and Вера: 18 1/3 - 1 = 17 1/3, Боря wins 17 1/3 whists",
        "Аня in all: -37 1/3 + 21 = -16 1/3",
        "Боря in all: 37 1/3 + 17 1/3 = 54 2/3",
        "Вера in all: -21 - 17 1/3 = -38 1/3",
    ]
    russian = [step_text(step, NAMES, settlement, RU) for step in settlement.steps]
    assert russian[0] == "Аня: пуля 12, до 20 ещё 8 очков; гора 8 + 8 = 16"
    assert russian[2] == "Аня: наименьшая гора долой, 16 - 12 = 4"
    assert russian[5] == "Боря пишет на игрока Аня 10 × 4 : 3 = 13 1/3 виста: 30 + 13 1/3 = 43 1/3"
    assert russian[9] == "Аня и Боря: 6 - 43 1/3 = -37 1/3, Боря выигрывает 37 1/3 виста"
    assert russian[12] == "Аня, всего: -37 1/3 + 21 = -16 1/3"


def test_the_paper_way_where_a_pool_point_weighs_two_mountain_points() -> None:
    settlement = Settlement(Sheet((12, 20), (8, 0), ((0, 0), (0, 0))), LENINGRAD, 2)
    assert [step_text(step, NAMES, settlement, EN) for step in settlement.steps] == [
        "Аня: pool 12, 8 points short of 20; 8 × 2 = 16, mountain 8 + 16 = 24",
        "Боря writes on Аня 10 × 24 : 2 = 120 whists: 0 + 120 = 120",
        "Аня and Боря: 0 - 120 = -120, Боря wins 120 whists",
        "Аня in all: -120",
        "Боря in all: 120",
    ]


def test_the_paper_way_where_a_mountain_point_is_a_whist() -> None:
    settlement = Settlement(Sheet((0,) * 4, (0, 0, 0, 1300), ((0,) * 4,) * 4), SHEVLYAKOVSKY, 4)
    told = [step_text(step, NAMES, settlement, EN) for step in settlement.steps]
    assert told[0] == "Аня writes on Гена 1300 : 4 = 325 whists: 0 + 325 = 325"
    assert told[3] == "Аня and Боря: 0 - 0 = 0, they are quits"


# Rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_its_meaning(lang: str) -> None:
    speech = EN if lang == "en" else RU
    names = [field.name for field in fields(Rules) if field.name != "preset"]
    meanings = [rules.rule_text(name, speech) for name in names]
    assert len(set(meanings)) == len(names)
    assert all(len(meaning) <= 120 for meaning in meanings)


def test_every_preset_has_its_title() -> None:
    assert [rules.preset_title(preset, RU) for preset in PRESETS][:3] == ["Сочинка", "Ленинградка", "Ростов"]
    assert len({rules.preset_title(preset, EN) for preset in PRESETS}) == len(PRESETS)
