"""Hands as CSV: the bytes that spreadsheets want, and the hands back from them."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from pulka_calc.excel.csvout import decimal_text, guarded, unguarded, write_csv
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.words.speech import Speech

SAMPLES = sorted((Path(__file__).parent.parent / "samples").glob("*.pulka"))
ENGLISH = Speech("en")

EVENING = """\
pulka 1
rules sochi
players Аня Боря Вера
1. Аня 6♠ 6, Боря whist 3, Вера whist 1
2. allpass Аня 4, Боря 3, Вера 3
3. Боря misere 1
void 3
4. Вера 7♥, Аня pass, Боря half
5. Боря 7♦ 5, Вера whist 3
"""


def sound(text: str) -> Pulka:
    pulka = read_text(text)
    assert not pulka.errors
    return pulka


def table(pulka: Pulka, delimiter: str = ",") -> list[list[str]]:
    text = write_csv(pulka, ENGLISH, delimiter).decode("utf-8-sig")
    return list(csv.reader(text.splitlines(), delimiter=delimiter))


def test_bytes_for_excel() -> None:
    data = write_csv(sound(EVENING), ENGLISH)
    assert data.startswith(b"\xef\xbb\xbfNo.,")
    assert "Аня".encode() in data
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n") == 5
    # A line "sep=" would make Excel read the bytes after it in another encoding.
    assert b"sep=" not in data


def test_one_row_for_every_hand_that_stands() -> None:
    head, *rows = table(sound(EVENING))
    assert {len(row) for row in rows} == {len(head)}
    assert [row[0] for row in rows] == ["1", "2", "4", "5"]
    assert head[:8] == ["No.", "Line of the file", "Dealer", "Kind", "Declarer", "Level", "Suit", "Tricks"]
    assert rows[0][:14] == ["1", "4", "Аня", "contract", "Аня", "6", "♠", "6", "", "whist", "whist", "", "3", "1"]
    assert rows[1][:14] == ["2", "5", "Боря", "all-pass", "", "", "", "", "", "", "", "4", "3", "3"]
    assert rows[2][:14] == ["4", "8", "Вера", "contract", "Вера", "7", "♥", "", "pass", "half-whist", "", "", "", ""]


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_sample_sums_to_zero(file: Path) -> None:
    pulka = sound(file.read_text(encoding="utf-8"))
    head, *rows = table(pulka)
    assert len(rows) == len(pulka.hands)
    count = len(pulka.players)
    brought = [place for place, title in enumerate(head) if title.endswith("the hand, whists")]
    balances = [place for place, title in enumerate(head) if title.endswith("balance, whists")]
    assert len(brought) == len(balances) == count
    for row in rows:
        for places in (brought, balances):
            assert abs(sum((Fraction(row[place]) for place in places), Fraction(0))) <= Fraction(1, 1000)


def test_semicolon_goes_with_a_decimal_comma() -> None:
    """Where ``;`` is the delimiter, ``2.5`` would become the second of May."""
    pulka = sound(EVENING)
    commas = write_csv(pulka, ENGLISH, ";").decode("utf-8-sig")
    assert "5,3333" in commas
    assert "5.3333" not in commas
    points = table(pulka)
    assert [[cell.replace(",", ".") for cell in row] for row in table(pulka, ";")[1:]] == points[1:]
    assert "-0.6667" in points[1]


@pytest.mark.parametrize(
    "name", ["=1+1", "+7", "@x", "-А", "'q", "1-1", "6.1", "007", "a,b;c", "Имя ровно в сорок знаков, не короче и ни"]
)
def test_names_are_no_formulas_and_can_be_had_back(name: str) -> None:
    pulka = sound(f'pulka 1\nrules sochi\nplayers "{name}" B C\n1. @1 6 5 @2 whist\n')
    head, row = table(pulka)
    assert row[4] == guarded(name)
    assert row[4][0] not in "=+-@\t\r"
    assert unguarded(row[4]) == name
    assert not any(title.startswith(("=", "+", "-", "@")) for title in head)
    # Negative numbers are numbers, not texts.
    assert any(cell.startswith("-") and Fraction(cell) < 0 for cell in row)


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "\ta", "\ra", "'a", "''a", "1a", "Аня", "", "♠"])
def test_guarding_is_reversible(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize(
    "figure, text",
    [
        (0, "0"),
        (-12, "-12"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 3), "-0.3333"),
        (Fraction(-2, 3), "-0.6667"),
        (Fraction(-1, 10**6), "0"),
        (10**15, "1000000000000000"),
    ],
)
def test_decimals(figure: int | Fraction, text: str) -> None:
    assert decimal_text(figure, ".") == text


def test_a_pulka_without_hands_is_a_header() -> None:
    assert len(table(sound("pulka 1\nrules sochi\nplayers A B\nstart A pool 3\n"))) == 1


def test_four_players_and_a_dealer_who_whists() -> None:
    text = "pulka 1\nrules sport\nplayers A B C D\n1. B 6♠ 6, A whist\n"
    head, row = table(sound(text))
    assert len(head) == 8 + 6 * 4 + 1
    assert row[8:16] == ["whist", "", "pass", "pass", "4", "", "0", "0"]
