"""Every fault told: one mistake is one error, with its place, the line, and what to type instead."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest
from rich.cells import cell_len

from pulka_calc.game.rules import conflicts
from pulka_calc.journal.diagnostics import Diagnostic, Span
from pulka_calc.journal.papergrid import Odd
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.store import CODES, StoreError
from pulka_calc.words.excerpt import WIDTH, render
from pulka_calc.words.faults import codes, describe, describe_store, form_codes, paper_codes, store_codes
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from tests.tools import errors

ROOT = Path(__file__).parents[1]
JOURNAL = ROOT / "pulka_calc" / "journal"
SHEETS = [
    ROOT / "pulka_calc" / name
    for name in ("excel/csvin.py", "excel/sheetin.py", "cli/paperjson.py", "cli/papersource.py", "cli/files.py")
]
EN, RU = Speech("en"), Speech("ru")

NOT_IN_A_FILE = {"name-quote"}
"""Codes that no file can bring about: a quotation mark ends a name there. Names come from a command line too."""

HEAD = "pulka 1\nrules {rules}\nplayers Аня Боря Вера\n"


def found(pulka: Pulka) -> list[Diagnostic]:
    return [*pulka.errors, *pulka.failed_checks, *pulka.warnings]


# Every code


def codes_in_the_journal() -> set[str]:
    """Every code that the source of the journal, and of what reads a sheet from a file, gives a diagnostic."""
    given = {
        "Problem": 0,
        "Misplaced": 0,
        "Diagnostic": 0,
        "_fault": 0,
        "_fault_line": 1,
        "_at": 1,
        "_player": 0,
        "fault": 0,
        "fault_of": 0,
        "_Refused": 0,
        "NotJson": 0,
        "wrong": 1,
    }
    # Two codes are put together, or stand as what is meant where nothing is said.
    raised = {"paper-json", *(f"paper-cell-{odd}" for odd in get_args(Odd))}
    for path in (*JOURNAL.glob("*.py"), *SHEETS):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in given and len(node.args) > given[name]:
                    raised |= literals(node.args[given[name]])
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
                raised |= literals(node.value)
    return raised | {f"{code}-since" for code in ("pulka-over", "bid-below-minimum")} | codes_of_conflicts()


def literals(node: ast.expr) -> set[str]:
    """The texts that an expression can be."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) | literals(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def codes_of_conflicts() -> set[str]:
    source = Path(conflicts.__code__.co_filename).read_text(encoding="utf-8")
    return {f"rules-{reason}" for reason in re.findall(r'Conflict\("([a-z-]+)"', source)}


def test_every_code_of_the_journal_is_described_and_no_other() -> None:
    known = [*codes(), *paper_codes(), *form_codes()]
    assert set(known) == codes_in_the_journal()
    assert len(known) == len(set(known))


def test_every_code_has_its_file() -> None:
    assert {path.stem for path in errors.mistakes()} == set(codes()) - NOT_IN_A_FILE


def test_no_expected_text_is_left_over() -> None:
    wanted = {errors.expected_path(path, lang) for path in errors.mistakes() for lang in LANGUAGES}
    assert set(errors.ERRORS.glob("*.txt")) == wanted


# Every file


@pytest.mark.parametrize("path", errors.mistakes(), ids=lambda path: path.stem)
def test_one_mistake_is_one_error(path: Path) -> None:
    pulka = read_text(path.read_bytes().decode())
    assert [diagnostic.code for diagnostic in found(pulka)] == [path.stem]
    (diagnostic,) = found(pulka)
    line = pulka.document.lines[diagnostic.line - 1]
    assert diagnostic.spans
    assert all(0 <= span.start < span.end <= max(len(line), 1) for span in diagnostic.spans)
    assert diagnostic.column == min(span.start for span in diagnostic.spans) + 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", errors.mistakes(), ids=lambda path: path.stem)
def test_what_is_said(path: Path, lang: Language) -> None:
    assert errors.told(path, lang) == errors.expected_path(path, lang).read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_codes_say_the_same(lang: Language) -> None:
    speech = Speech(lang)
    messages: dict[str, str] = {}
    for path in errors.mistakes():
        (diagnostic,) = found(read_text(path.read_bytes().decode()))
        message = describe(diagnostic, speech).message
        assert messages.setdefault(message, path.stem) == path.stem
    assert len(messages) == len(errors.mistakes())


@pytest.mark.parametrize("path", errors.mistakes(), ids=lambda path: path.stem)
def test_sentences_are_short_and_plain(path: Path) -> None:
    (diagnostic,) = found(read_text(path.read_bytes().decode()))
    for speech in (EN, RU):
        message, remedy = describe(diagnostic, speech)
        for sentence in (message, remedy):
            assert 5 < len(sentence) <= 150
            assert "{" not in sentence
            assert not sentence.endswith(".")
        assert not re.match("[A-Z]", message)


# Sentences that one code has more than one of


@pytest.mark.parametrize(
    ("line", "message", "remedy"),
    [
        (
            "1. Аня 6♠ 6, Боря whist 6",
            "the tricks add up to 12, a hand has 10: two tricks too many",
            "one of these counts is too high",
        ),
        (
            "1. Аня 6♠ 6, Боря whist 4, Вера whist 1",
            "the tricks add up to 11, a hand has 10: one trick too many",
            "leave one count out and it is worked out",
        ),
        (
            "1. Аня",
            "what was played is not said",
            'after the declarer comes a contract like "6♠" or "8NT", or "misere"',
        ),
        (
            "1. Аня 66, Боря whist 4",
            "there is no contract 66, they are 6, 7, 8, 9 and 10",
            'did you mean "6 6", contract and tricks?',
        ),
        (
            "1. fyz 6♠ 6, Боря whist 4",
            'neither a player nor a word: "fyz"',
            "did you mean Аня? At the table are Аня, Боря, Вера",
        ),
        (
            "1. Aня 6♠ 6, Боря whist 4",
            'neither a player nor a word: "Aня"',
            "did you mean Аня? At the table are Аня, Боря, Вера",
        ),
        (
            "1. Щ 6♠ 6, Боря whist 4",
            'neither a player nor a word: "Щ"',
            "at the table are Аня, Боря, Вера",
        ),
        ("1. Аня misere giveup", "a misère cannot be given up", "write the tricks that were taken"),
        ("1. Аня misere 0 bid=6♠", '"bid=" says nothing about a misère', "leave it out"),
        (
            "1. Аня 6♠, Боря whist",
            "how many tricks were taken is not said",
            "write the counts, the last one is worked out",
        ),
        ("0. Аня misere 0", "hands are counted from 1, there is no hand 0", "write 1"),
        ("void", "the line ends before the number of a hand", 'write it next: "void 5"'),
        (
            "fix",
            "which hand is meant is not said",
            'write the number of a hand above: "void 5", "fix 3. Anna misere 0"',
        ),
        ("void 1", "there is no hand 1 above this line", "write this line below the hand that it is about"),
        ("adjust", "the line ends before a player is named", "name the player next"),
        ("adjust Аня", "the line ends before a column is named", 'write "pool", "mountain" or "whists" next'),
        ("Боря 6♠ 6", '"Боря" begins no line of a pulka file', 'a hand begins with its number: "1. Боря 6♠ 6"'),
        (
            "распасы 4 3 3",
            '"распасы" begins no line of a pulka file',
            'a hand begins with its number: "1. распасы 4 3 3"',
        ),
        (
            "ghjdthrf Fyz gekz 2",
            "this was typed with the keyboard switched to the other language",
            'did you mean "проверка Аня пуля 2"?',
        ),
        ("date", "the date is not said", "write year, month and day: 2026-05-09"),
        ("rule pool_target", "the rule pool_target has no value", "write 1 … or none"),
        ("rule rounding hole", '"hole" is no value of the rule rounding', 'did you mean "whole"?'),
        ("rule whist_value a", '"a" is no value of the rule whist_value', "write it like 2,4,6,8,10"),
        ("rule nonsense 1", 'there is no rule "nonsense"', "pulka rules list shows every rule"),
        (
            "rule amnesty yes",
            'there is no rule "amnesty"',
            'did you mean "allpass_amnesty"?',
        ),
        (
            "check Аня whists Боря 3",
            "Аня has 0 whists on Боря here, not 3",
            "look what was written there: pulka explain Аня whists",
        ),
        (
            "check Аня balance 1/2",
            "the balance of Аня is 0 here, not 1/2",
            "look how the balance comes about: pulka settle --steps",
        ),
        (
            "check Аня left 3",
            "20 is left of the pool of Аня here, not 3",
            "look what was written there: pulka explain Аня pool",
        ),
        (
            "check Аня mountain 2,5",
            "the mountain of Аня is 0 here, not 2 1/2",
            "look what was written there: pulka explain Аня mountain",
        ),
    ],
)
def test_other_sentences(line: str, message: str, remedy: str | None) -> None:
    pulka = read_text(HEAD.format(rules="sochi") + line + "\n")
    (diagnostic,) = found(pulka)
    described = describe(diagnostic, EN)
    assert described.message == message
    assert remedy is None or described.help == remedy
    assert "{" not in describe(diagnostic, RU).message


def test_presets_are_named_where_rules_are_wanted() -> None:
    for text in ("pulka 1\nrules\nplayers А Б\n", "pulka 1\nrules крестики\nplayers А Б\n", "pulka 1\nplayers А Б\n"):
        (diagnostic,) = found(read_text(text))
        for preset in ("sochi", "leningrad", "rostov", "classic", "shevlyakovsky", "sport"):
            assert preset in describe(diagnostic, EN).help
        for preset in ("сочинка", "ленинградка", "ростов", "классика", "старинная", "спорт"):
            assert preset in describe(diagnostic, RU).help


def test_a_name_that_has_a_quotation_mark() -> None:
    diagnostic = Diagnostic("name-quote", 1, (Span(0, 1),), {})
    assert describe(diagnostic, EN).message == "a name has a quotation mark in it"
    assert describe(diagnostic, RU).message == "в имени есть кавычка"


# Files


STORE_VALUES: dict[str, dict[str, object]] = {
    "file-too-big": {"size": 99_000_000, "limit": 16 * 2**20},
    "file-not-utf8": {"line": 3, "column": 8, "cp1251": False, "utf16": False},
    "file-busy": {"seconds": 5.0},
    "file-other": {"reason": "Input/output error", "errno": 5},
}


def test_every_store_error_is_described() -> None:
    assert set(store_codes()) == set(CODES)
    for speech in (EN, RU):
        told = [
            describe_store(StoreError(code, Path("a.pulka"), **STORE_VALUES.get(code, {})), speech) for code in CODES
        ]
        assert len({message for message, _ in told}) == len(CODES)
        assert all("a.pulka" in message for message, _ in told)


def test_an_old_windows_file_is_named_as_one() -> None:
    error = StoreError("file-not-utf8", Path("dacha.pulka"), line=1, column=1, cp1251=True, utf16=False)
    assert describe_store(error, EN) == (
        '"dacha.pulka" is not UTF-8, it looks like the Russian Windows encoding cp1251',
        "save it as UTF-8 in a text editor, or convert it: iconv -f cp1251 -t utf-8 in.pulka > out.pulka",
    )
    assert describe_store(error, RU) == (
        "«dacha.pulka» не в UTF-8, а, похоже, в кодировке Windows (cp1251)",
        "сохраните его как UTF-8 в текстовом редакторе или перекодируйте: "
        "iconv -f cp1251 -t utf-8 in.pulka > out.pulka",
    )


def test_a_utf16_file_is_named_as_one() -> None:
    error = StoreError("file-not-utf8", Path("a.pulka"), line=1, column=1, cp1251=False, utf16=True)
    assert "iconv -f utf-16 -t utf-8" in describe_store(error, EN).help


# The excerpt


def block(line: str, lang: Language = "en") -> list[str]:
    pulka = read_text(HEAD.format(rules="sochi") + line + "\n")
    (diagnostic,) = found(pulka)
    return render(diagnostic, "dacha.pulka", pulka.document.lines, Speech(lang)).split("\n")


def under(rows: list[str]) -> str:
    """What stands above the carets."""
    line, carets = rows[2], rows[3]
    marked, column = "", 0
    for sign in line:
        width = cell_len(sign)
        if "^" in carets[column : column + max(width, 1)]:
            marked += sign
        column += width
    return marked


def test_the_block_of_the_design() -> None:
    text = HEAD.format(rules="sochi") + "\n" * 10 + "1. Боря 6♠ 6, Вера whist 3, Аня whist 0\n"
    pulka = read_text(text)
    (diagnostic,) = found(pulka)
    expected = """\
dacha.pulka:14:12: error[tricks-total]: the tricks add up to 9, a hand has 10: one trick is missing
   |
14 | 1. Боря 6♠ 6, Вера whist 3, Аня whist 0
   |            ^             ^            ^
   = help: leave one count out and it is worked out"""
    assert render(diagnostic, "dacha.pulka", pulka.document.lines, EN) == expected


def test_the_block_in_russian() -> None:
    assert block("1. Боря 6♠ 6, Вера вист 3, Аня вист 0", "ru") == [
        "dacha.pulka:4:12: ошибка[tricks-total]: взяток набралось 9, а в сдаче их 10: не хватает 1 взятки",
        "  |",
        "4 | 1. Боря 6♠ 6, Вера вист 3, Аня вист 0",
        "  |            ^            ^           ^",
        "  = подсказка: пропустите одно число, оно вычислится само",
    ]


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("1.\tБоря\t6♠ 6,\tВера whist 3,\tАня whist 0", "630"),
        ('1. Боря 6♠ 6, "日本" whist 3', '"日本"'),
        ('1. "и\u0306日" 6♠ 6', '"и\u0306日"'),
        ("1. Боря 6♥\ufe0f 6, Вера whist 3, Аня whist 0", "630"),
        ("1. Боря\u00a06♠ 6, Вера whist 3, Аня whist 0", "630"),
        ("1. Боря 6♠ 6, Вера whist 3, Аня whist 0   # ой", "630"),
        ("1. Боря 6♠ 6, Вера whist 3, Аня whist 0\r", "630"),
    ],
)
def test_carets_stand_under_what_they_are_about(line: str, marked: str) -> None:
    rows = block(line)
    assert under(rows) == marked
    assert "\t" not in rows[2]
    assert "\r" not in rows[2]


@pytest.mark.parametrize(
    "line",
    [
        "1. Боря 6♠ 6, " + "Ё" * 300 + " whist 3",
        '1. Боря 6♠ 6, "' + "日" * 300 + '" whist 3',
        "1. Боря 6♠ 6 " + " " * 300 + ", Вера whist 3, Аня whist 0",
        "1. " + " " * 300 + "Боря 6♠ 6, Вера whist 3, Аня whist 0",
        "1. " + "\t" * 300 + "Боря 6♠ 6, Вера whist 3, Аня whist 0",
        "adjust Аня pool " + "9" * 300,
        "adjust Аня pool 1O " + "много слов " * 3000,
        "Боря" * 100_000,
        "1. Боря 6♠ 6, е" + "\u0301" * 5000 + " whist 3",
    ],
)
def test_long_lines_are_cut_around_the_first_caret(line: str) -> None:
    rows = block(line)
    assert all(cell_len(row) <= 200 for row in rows[:1])
    assert all(cell_len(row) <= WIDTH for row in rows[1:4])
    assert "…" in rows[2]
    assert "^" in rows[3]


def test_a_place_far_to_the_right_is_shown() -> None:
    rows = block("1. " + " " * 300 + "Боря 6♠ 6, Вера whist 3, Аня whist 0")
    assert rows[2].startswith("4 | …")
    assert rows[2].endswith("Боря 6♠ 6, Вера whist 3, Аня whist 0")
    assert under(rows) == "630"


def test_what_a_terminal_would_obey_is_not_passed_on() -> None:
    rows = block('adjust Аня "\x1b[31m\u202e" 5')
    assert not re.search("[\x1b\u202e]", "".join(rows))
    rendered = render(Diagnostic("file-empty", 1, (Span(0, 1),), {}), "a\x1b[31m.pulka", [""], EN)
    assert "\x1b" not in rendered


def test_a_fault_of_no_line_has_no_excerpt() -> None:
    rendered = render(Diagnostic("file-empty", 0, (), {}), "a.pulka", [], EN)
    assert rendered.split("\n")[0] == "a.pulka: error[file-empty]: there is nothing in the file"
    assert len(rendered.split("\n")) == 2
