"""The pulka file: every word that may be typed, how a line is read, what a statement does, what is refused and where.

The words and the rules are those of design §2, written down here a second time.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from pulka_calc.game.hands import AllPass, Contract
from pulka_calc.journal.diagnostics import Problem
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.renaming import renamed
from pulka_calc.journal.statements import Stake
from pulka_calc.journal.writer import hand_text
from tests.reading import faults, refusal, shown, sound, writes

if TYPE_CHECKING:
    from pulka_calc.journal.judge import Entry

HEAD: Final = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
LATIN: Final = "pulka 1\nrules sochi\nplayers Zoe Yan Uma\n"
"""Names that begin with no letter of the grammar."""
LETTERS: Final = "pulka 1\nrules {}\nplayers A B C\n"
FOUR: Final = "pulka 1\nrules {}\nplayers A B C D\ndealer D\n"
CLASSIC: Final = "pulka 1\nrules classic\nplayers Zoe Yan Uma\n"
OLD: Final = "pulka 1\nrules old\nplayers Zoe Yan Uma\nstart Zoe mountain 1000\n"
SPORT: Final = "pulka 1\nrules sport\nplayers Zoe Yan Uma Xi\ndealer Xi\n"


def last(head: str, line: str) -> Entry:
    """The one hand that a line is."""
    return sound(f"{head}1. {line}\n").hands[-1]


def said(head: str, line: str) -> str:
    """The canonical text of the one hand that a line is."""
    pulka = sound(f"{head}1. {line}\n")
    entry = pulka.hands[-1]
    return hand_text(entry.done, pulka.players, entry.dealer, "en")  # type: ignore[arg-type]


def written(pulka: Pulka) -> list[tuple[object, ...]]:
    """What each statement wrote."""
    return [(entry.kind, entry.number, entry.dealer, writes(pulka, entry)) for entry in pulka.entries]


def read_as(head: str, typed: str, canonical: str) -> None:
    """A line means exactly what the canonical one means."""
    assert last(head, typed).done == last(head, canonical).done, typed


def cases_of(word: str) -> list[str]:
    """The same word in other letter case and with `е` for `ё`."""
    return sorted({word, word.upper(), word.capitalize(), word.replace("ё", "е"), word.upper().replace("Ё", "Е")})


def forms(*words: str) -> list[str]:
    return [form for word in words for form in cases_of(word)]


# The table of words

SUITS: Final = {
    "♠": ["♠", "♤", "п", "пик", "пики", "пика", "s"],
    "♣": ["♣", "♧", "т", "треф", "трефы", "трефа", "к", "крести", "c"],
    "♦": ["♦", "♢", "б", "бубен", "бубны", "бубён", "бубна", "d"],
    "♥": ["♥", "♡", "ч", "червей", "черви", "червы", "черва", "h"],
    "NT": ["БК", "бк", "nt", "n", "без козыря"],
}


@pytest.mark.parametrize(("suit", "word"), [(suit, form) for suit, words in SUITS.items() for form in forms(*words)])
@pytest.mark.parametrize("level", [6, 10])
def test_suit_words(level: int, suit: str, word: str) -> None:
    canonical = f"Zoe {level}{suit}, Yan pass, Uma pass"
    read_as(LATIN, f"Zoe {level}{word}", canonical)
    read_as(LATIN, f"Zoe {level} {word}", canonical)
    played = f"Zoe {level}{suit} 10, Yan whist 0, Uma whist 0"
    read_as(LATIN, f"Zoe {level}{word} 10 Yan 0 Uma 0", played)
    read_as(LATIN, f"Zoe {level} {word} 10 Yan 0 Uma 0", played)
    assert said(LATIN, f"Zoe {level}{word}") == canonical


@pytest.mark.parametrize(("digit", "suit"), list(zip("12345", SUITS, strict=True)))
def test_suits_by_number(digit: str, suit: str) -> None:
    for level in range(6, 11):
        read_as(LATIN, f"Zoe {level}.{digit} 10 Yan 0 Uma 0", f"Zoe {level}{suit} 10, Yan whist 0, Uma whist 0")
        read_as(
            LATIN, f"Zoe {level}.{digit}= Yan 0 Uma {10 - level}", f"Zoe {level}{suit} {level}, Yan 0, Uma {10 - level}"
        )


def test_a_level_alone() -> None:
    assert said(LATIN, "Zoe 7 7 Yan 3 Uma 0") == "Zoe 7 7, Yan whist 3, Uma whist 0"


@pytest.mark.parametrize("word", forms("misere", "мизер", "м", "mis", "m"))
def test_misere_words(word: str) -> None:
    for line in (f"Zoe {word} 2", f"Zoe {word}2"):
        assert said(LATIN, line) == "Zoe misere 2"
    assert said(LATIN, f"Zoe {word} =") == "Zoe misere 0"
    assert said(LATIN, f"Zoe {word}=") == "Zoe misere 0"


@pytest.mark.parametrize("word", forms("allpass", "распасы", "распас", "распасовка", "рп", "all-pass", "r"))
def test_allpass_words(word: str) -> None:
    assert said(LATIN, f"{word} Zoe 4, Yan 3, Uma 3") == "allpass Zoe 4, Yan 3, Uma 3"
    assert said(LATIN, f"{word} z4 y3 u3") == "allpass Zoe 4, Yan 3, Uma 3"


@pytest.mark.parametrize("word", ["dark", *forms("втёмную")])
def test_dark_passes(word: str) -> None:
    line = f"allpass Zoe 4 Yan 3 Uma 3 {word} Zoe u"
    assert said(CLASSIC, line) == "allpass Zoe 4, Yan 3, Uma 3 dark Zoe Uma"


@pytest.mark.parametrize("tricks", range(11))
def test_result_as_a_count(tricks: int) -> None:
    line = f"Zoe 10♠ {tricks}, Yan whist {10 - tricks}, Uma whist 0"
    assert said(LATIN, line) == line


@pytest.mark.parametrize(
    ("result", "tricks"),
    [
        ("=", 7),
        ("+1", 8),
        ("+3", 10),
        ("-2", 5),
        ("−2", 5),
        ("–2", 5),
        ("без 2", 5),
        ("без двух", 5),
        ("Без Двух", 5),
        ("без одной", 6),
        ("без трёх", 4),
        ("без трех", 4),
        ("без четырёх", 3),
        ("без пяти", 2),
        ("без шести", 1),
        ("без семи", 0),
        ("без 7", 0),
    ],
)
def test_result_words(result: str, tricks: int) -> None:
    canonical = f"Zoe 7♠ {tricks}, Yan whist {10 - tricks}, Uma pass"
    read_as(LATIN, f"Zoe 7♠ {result}, Yan whist", canonical)
    read_as(LATIN, f"Zoe 7п {result} Yan в Uma п", canonical)
    if not result[0].isalpha():
        read_as(LATIN, f"Zoe 7♠{result} Yan w", canonical)
        read_as(LATIN, f"Zoe 7п{result} Yan w", canonical)


ROLES: Final = {
    "whist": ["whist", "вист", "в", "w"],
    "pass": ["pass", "пас", "п", "p"],
    "half": ["half", "полвиста", "пв", "½", "h"],
}


@pytest.mark.parametrize(("role", "word"), [(role, form) for role, words in ROLES.items() for form in forms(*words)])
def test_role_words(role: str, word: str) -> None:
    if role == "whist":
        read_as(LATIN, f"Zoe 6♠ 6, Yan {word} 4", "Zoe 6♠ 6, Yan whist 4, Uma pass 0")
        read_as(LATIN, f"Zoe 6♠ 6 Yan {word}4", "Zoe 6♠ 6, Yan whist 4, Uma pass 0")
    elif role == "pass":
        read_as(LATIN, f"Zoe 6♠ 6, Yan {word}, Uma 4", "Zoe 6♠ 6, Yan pass 0, Uma whist 4")
        read_as(LATIN, f"Zoe 6♠ 6, Yan {word} 1, Uma 3", "Zoe 6♠ 6, Yan pass 1, Uma whist 3")
    else:
        read_as(LATIN, f"Zoe 6♠, Yan pass, Uma {word}", "Zoe 6♠, Yan pass, Uma half")
    if role != "pass":
        line = f"Zoe 6♠{'' if role == 'half' else ' 6'}, Yan pass, Uma {word}"
        assert said(LATIN, line).partition("Uma ")[2].split()[0] == role


@pytest.mark.parametrize("word", forms("giveup", "сдался", "сдалась", "уходит"))
def test_give_up_words(word: str) -> None:
    assert said(LATIN, f"Zoe 7♦ {word}") == "Zoe 7♦ giveup"
    assert said(LATIN, f"Zoe 7♦ {word}, Yan pass, Uma pass") == "Zoe 7♦ giveup"


@pytest.mark.parametrize(
    ("head", "canonical", "words"),
    [
        (CLASSIC, "dark", forms("dark", "тёмная", "втёмную")),
        (LATIN, "notalon", forms("notalon", "без прикупа")),
        (LATIN, "agreed", forms("agreed", "расписали")),
        (LATIN, "bid=6♦", ["BID=6♦", "торг=6♦", "Торг=6б", "торг=6d", "bid=6.3", "bid=6бубён"]),
        (LATIN, "bid=7", ["торг=7"]),
        (SPORT, "talon=2", ["Talon=2", "прикуп=2", "ПРИКУП=2"]),
        (OLD, "to=mountain", ["TO=Mountain", "на=гора", "На=Гора"]),
        (OLD, "to=mountain:3", ["на=гора:3", "to=гора:3", "на=mountain:3"]),
    ],
)
def test_declarers_flags(head: str, canonical: str, words: list[str]) -> None:
    """Wherever they stand after the contract (rule 7)."""
    straight = f"Zoe 7♦ 7 {canonical}, Yan whist 2, Uma whist 1"
    assert last(head, straight).done != last(head, "Zoe 7♦ 7, Yan whist 2, Uma whist 1").done
    for word in words:
        read_as(head, f"Zoe 7♦ 7 {word}, Yan whist 2, Uma whist 1", straight)
        read_as(head, f"Zoe 7♦ {word} 7, Yan whist 2, Uma whist 1", straight)
        if word.lower().replace("ё", "е") != "втемную":
            read_as(head, f"Zoe 7♦ 7, Yan whist 2 {word}, Uma whist 1", straight)
            read_as(head, f"Zoe 7♦ 7, Yan whist 2, Uma whist 1 {word}", straight)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("open", forms("open", "светлая", "всветлую", "открыто")),
        ("closed", forms("closed", "втёмную", "закрыто")),
    ],
)
def test_defenders_flags(play: str, words: list[str]) -> None:
    for word in words:
        for head in (LATIN, CLASSIC):
            assert said(head, f"Zoe 6♠ 6, Yan whist 4 {word}") == f"Zoe 6♠ 6, Yan whist 4 {play}, Uma pass"
            read_as(head, f"Zoe 6♠ 6, Yan {word} whist 4", f"Zoe 6♠ 6, Yan whist 4 {play}")
            read_as(head, f"Zoe 6♠ 6, Yan 4 {word}", f"Zoe 6♠ 6, Yan whist 4 {play}")


def test_closed_play_of_both() -> None:
    line = "Zoe 6♠ 6, Yan whist 3 closed, Uma whist 1 закрыто"
    assert said(LATIN, line) == "Zoe 6♠ 6, Yan whist 3 closed, Uma whist 1 closed"


STATEMENT_WORDS: Final = {
    "pulka": "пулька",
    "title": "название",
    "date": "дата",
    "rules": "правила",
    "rule": "правило",
    "stake": "ставка",
    "players": "игроки",
    "dealer": "сдаёт",
    "start": "начало",
    "void": "зачеркнуть",
    "fix": "исправить",
    "adjust": "поправка",
    "check": "проверка",
    "lang": "язык",
    "undo": "отменить",
    "redo": "вернуть",
}

WHOLE_FILE: Final = """\
pulka 1
lang en
title Дача
date 2026-05-09
rules sochi
rule pool_target 10
stake 0.5 RUB
players Аня Боря Вера
dealer Боря
start Аня pool 2 mountain 1 whists Боря 4
1. Боря 6♠ 6, Вера 3, Аня 1
2. Вера misere 1
void 2 почему
fix 1. Боря 6♠ 7, Вера 3, Аня 0
adjust Аня mountain +1 уговор
check Аня pool 2 balance -16
undo
redo
"""


@pytest.mark.parametrize("change", [str, str.upper, lambda word: word.replace("ё", "е")], ids=["as is", "upper", "е"])
def test_statement_words(change: Any) -> None:
    english = sound(WHOLE_FILE)
    russian = []
    used = set()
    for line in WHOLE_FILE.splitlines():
        word, _, rest = line.partition(" ")
        if word in STATEMENT_WORDS:
            used.add(word)
            line = f"{change(STATEMENT_WORDS[word])} {rest}"
        russian.append(line)
    assert used == set(STATEMENT_WORDS)
    other = sound("\n".join(russian) + "\n")
    assert written(other) == written(english)
    assert (other.title, other.date, other.rules) == (english.title, english.date, english.rules)
    assert other.document.stake == english.document.stake
    assert other.failed_checks == english.failed_checks == []
    assert other.next == english.next


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("pool 5", forms("pool", "пуля")),
        ("mountain 5", forms("mountain", "гора", "горка", "полка")),
        ("left 5", forms("left", "осталось")),
        ("whists Боря 5", forms("whists", "висты", "подвал")),
    ],
)
def test_column_words(column: str, words: list[str]) -> None:
    name, rest = column.split(" ", 1)
    expected = sound(f"{HEAD}start Аня {column}\n").sheet
    for word in words:
        assert sound(f"{HEAD}start Аня {word} {rest}\n").sheet == expected
        assert sound(f"{HEAD}start Аня {column}\ncheck Аня {word} {rest}\n").failed_checks == []
        if name != "left":
            assert sound(f"{HEAD}adjust Аня {word} {rest}\n").sheet == expected


def test_balance_words() -> None:
    for word in forms("balance", "сальдо"):
        pulka = sound(f"{HEAD}start Аня mountain 3\ncheck Аня {word} -20\n")
        assert pulka.failed_checks == []


@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("да", "нет"), ("Да", "НЕТ")])
def test_yes_and_no(yes: str, no: str) -> None:
    head = "pulka 1\nrules sochi\nplayers A B C\nrule stalingrad {}\n"
    assert sound(head.format(yes)).rules.stalingrad
    assert not sound(head.format(no)).rules.stalingrad
    assert sound(f"pulka 1\nrules sport\nplayers A B C\nrule talon_bonus {no}\n").rules.talon_bonus == "off"
    assert sound(f"pulka 1\nrules rostov\nplayers A B C\nrule allpass_amnesty {yes}\n").rules.allpass_amnesty == "table"
    assert sound(f"pulka 1\nrules classic\nplayers A B C\nrule bombs {no}\n").rules.bombs == "no"


# The seven rules of reading


@pytest.mark.parametrize(
    "typed",
    [
        "а 6п б3 в1",
        "Аня 6♠ = Боря 3 Вера 1",
        "@1 6.1 6 @2 в 3 @3 в 1",
        "а 6п 6 б3 в1",
        "а6п6б3в1",
        "а6п=б3в1",
        "А 6П 6 Б3 В1",
        "АНЯ 6♠6 БОРЯ 3 ВЕРА 1",
        "ан, 6 пик, 6, бо, 3, ве, 1",
        '"Аня" 6♠ 6, "боря" whist 3, " вера " whist 1',
        "  а   6п\tб3   в1  ",
        "а 6 п 6 б вист 3 в вист 1",
        "а 6♠ 6 в1 б3",
        "а 6п+0 б3 в1",
    ],
)
def test_the_same_hand_in_many_ways(typed: str) -> None:
    assert last(HEAD, typed).done == last(HEAD, "Аня 6♠ 6, Боря whist 3, Вера whist 1").done


def test_rule_1_a_whole_name_is_that_player() -> None:
    head = "pulka 1\nrules sochi\nplayers P2 Q1 В6\n"
    read_as(head, "P2 6♠ 6 Q1 3 В6 1", '"P2" 6♠ 6, "Q1" whist 3, "В6" whist 1')
    read_as(head, "p2 6♠ 6 q1 3 в6 1", '"P2" 6♠ 6, "Q1" whist 3, "В6" whist 1')
    read_as(head, "p2 6♠ 6 q3 в1", '"P2" 6♠ 6, "Q1" whist 3, "В6" whist 1')


def test_rule_1_single_letters_are_names() -> None:
    """At a table of single letters the letter is no role or suit unless it touches a digit."""
    head = "pulka 1\nrules sochi\nplayers А В С\n"
    read_as(head, "А 6♠ 6 В 3 С 1", "@1 6♠ 6, @2 whist 3, @3 whist 1")
    read_as(head, "А 6♠ 6 В в3 С 1", "@1 6♠ 6, @2 whist 3, @3 whist 1")
    latin = "pulka 1\nrules sochi\nplayers C D H\n"
    read_as(latin, "C 6d 6 D 3 H 1", "@1 6♦ 6, @2 whist 3, @3 whist 1")
    read_as(latin, "C 6 D 3 H 1", "@1 6 6, @2 whist 3, @3 whist 1")
    read_as(latin, "D 6 6 H w 3 C p", "@2 6 6, @3 whist 3, @1 pass 1")


def test_rule_1_quotes() -> None:
    head = 'pulka 1\nrules sochi\nplayers "Дядя Вася" "6♠" "№ 3"\n'
    read_as(head, '"Дядя Вася" 6♠ 6, "6♠" whist 3, "№ 3" whist 1', "@1 6♠ 6, @2 whist 3, @3 whist 1")
    read_as(head, 'дядя 6♠ 6, "6♠" 3, "№ 3" 1', "@1 6♠ 6, @2 whist 3, @3 whist 1")
    assert refusal(f'{head}1. "Дядя" 6♠\n').code == "player-unknown"


def test_rule_2_an_allpass_word_may_be_a_player() -> None:
    head = "pulka 1\nrules sochi\nplayers Rita Распасов Вера\n"
    read_as(head, "r 6♠ 6, распасов 3, в1", "@1 6♠ 6, @2 whist 3, @3 whist 1")
    read_as(head, "r 6", "@1 6")
    read_as(head, "r m 2", "@1 misere 2")
    read_as(head, "распас 7♦", "@2 7♦")
    read_as(head, "распас мизер 0", "@2 misere 0")
    assert said(head, "r Rita 4, Распасов 3, Вера 3") == "allpass Rita 4, Распасов 3, Вера 3"
    assert said(head, "распас r4 распас 3 в3") == "allpass Rita 4, Распасов 3, Вера 3"
    assert said(head, "распасы r4 распасов 3") == "allpass Rita 4, Распасов 3, Вера 3"


PETYA: Final = "pulka 1\nrules sochi\nplayers Аня Петя Вера\n"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("а 6п 6 Петя 3 в1", "Аня 6♠ 6, Петя 3, Вера 1"),
        ("а 6 пик 6 п3 в1", "Аня 6♠ 6, Петя 3, Вера 1"),
        ("а 6 ♠ 6 п3 в1", "Аня 6♠ 6, Петя 3, Вера 1"),
        ("а 6 п3 в1", "Аня 6 6, Петя 3, Вера 1"),
        ("а 6 т 6 п3 в1", "Аня 6♣ 6, Петя 3, Вера 1"),
        ("п 6 п", "Петя 6♠"),
        ("п 6 п 6 в3 а1", "Петя 6♠ 6, Вера 3, Аня 1"),
    ],
)
def test_rule_3_suit_or_defender(typed: str, canonical: str) -> None:
    read_as(PETYA, typed, canonical)


@pytest.mark.parametrize("line", ["а 6 п", "а 6 п 6 в 4", "в 7 п вист 3"])
def test_rule_3_both_readings(line: str) -> None:
    fault = refusal(f"{PETYA}1. {line}\n")
    assert fault.code == "suit-or-player"
    assert fault.values == {"word": "п", "suit": "♠", "names": ("Петя",)}
    assert fault.column == 3 + line.index("п") + 1


def test_rule_3_the_sitting_dealer_counts() -> None:
    fault = refusal("pulka 1\nrules sochi\nplayers Аня Борис Вера Петя\ndealer п\n1. а 6 п\n")
    assert (fault.code, fault.values["names"]) == ("suit-or-player", ("Петя",))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Аня 6♠ 6 7, Боря whist 4", "result-twice"),
        ("Аня 6♠ = 6, Боря whist 4", "result-twice"),
        ("Аня 6♠ 6 без козыря", "word-out-of-place"),
        ("Аня 6♠, Боря whist = ", "result-of-defender"),
        ("Аня misere", "misere-tricks-missing"),
        ("Аня misere +1", "misere-result"),
        ("Аня misere без двух", "misere-result"),
        ("Аня misere 11", "tricks-range"),
        ("Аня misere 0, Боря whist", "misere-defender"),
        ("Аня 6♠ 11", "tricks-range"),
        ("Аня 6♠ +5, Боря whist", "tricks-range"),
        ("Аня 6♠ -7, Боря whist", "tricks-range"),
        ("Аня 5♠", "level-unknown"),
        ("Аня 11♠", "level-unknown"),
        ("Аня", "contract-missing"),
        ("Аня whist", "contract-missing"),
        ("", "hand-empty"),
        ("Оля 6♠", "player-unknown"),
        ("@4 6♠", "seat-unknown"),
        ("@0 6♠", "seat-unknown"),
        ("6♠ Аня", "declarer-unknown"),
        ("Аня 6♠ 6, Боря 3, Боря 1", "player-twice"),
        ("Аня 6♠ 6, Аня 3, Вера 1", "player-twice"),
        ("Аня 6♠ 6, Боря 3 1", "tricks-twice"),
        ("Аня 6♠ 6, Боря", "role-missing"),
        ("Аня 6♠ 6, Боря whist 3 whist, Вера 1", "role-twice"),
        ("Аня 6♠ 6, Боря 3 вист, Вера 1", "role-after-tricks"),
        ("Аня 6♠ 6, Боря 12", "tricks-range"),
        ("Аня 6♠ 6, Боря 3, Вера 1 !", "word-unknown"),
        ("allpass Аня 4, Боря 3, Вера 4", "tricks-total"),
        ("allpass Аня 4, Боря 3, Боря 3", "player-twice"),
        ("allpass Аня 11", "tricks-range"),
        ("allpass 4 3 3", "word-out-of-place"),
        ("Аня 6♠ giveup 6", "giveup-result"),
        ("Аня 6♠ dark dark", "flag-twice"),
        ("Аня 6♠ agreed, Боря pass agreed", "flag-twice"),
        ("Аня misere 0 giveup", "flag-out-of-place"),
        ("Аня misere 0 bid=6♠", "flag-out-of-place"),
        ("Аня 6♠ giveup agreed", "flag-out-of-place"),
        ("Аня 6♠ open", "play-without-defender"),
        ("Аня 6♠ 6, Боря pass open, Вера 4", "play-without-whist"),
        ("Аня 6♠ 6, Боря 3 open, Вера 1", "open-not-alone"),
        ("Аня 6♠ 6 bid=7♠, Боря whist", "bid-above"),
        ("Аня 6♠ 6 bid=6♦, Боря whist", "bid-above"),
        ("Аня 6♠ 6 bid=5♦, Боря whist", "bid-unknown"),
        ("Аня 6♠ 6 talon=1, Боря whist", "talon-off"),
    ],
)
def test_refused_lines(line: str, code: str) -> None:
    assert refusal(f"{HEAD}1. {line}\n").code == code


@pytest.mark.parametrize("flag", ["bid=7", "bid=7♦", "bid=7♠", "bid=6NT"])
def test_rule_7_a_bid_not_above_the_contract(flag: str) -> None:
    assert said(LATIN, f"Zoe 7♦ {flag}") == f"Zoe 7♦ {flag}, Yan pass, Uma pass"


def test_rule_7_talon_0_says_nothing() -> None:
    for line in ("Zoe 7♦ talon=0", "Zoe 7♦ прикуп=0"):
        read_as(LATIN, line, "Zoe 7♦")
    read_as(LATIN, "Zoe 7♦ giveup talon=0", "Zoe 7♦ giveup")
    read_as(LATIN, "Zoe misere 0 talon=0", "Zoe misere 0")


def test_rule_7_dark_where_it_is_off() -> None:
    assert refusal(f"{LATIN}1. Zoe 7♦ втёмную\n").code == "dark-off"
    assert refusal(f"{LATIN}1. allpass z4 y3 u3 втёмную z\n").code == "dark-off"
    assert refusal(f"{CLASSIC}1. allpass z4 y3 u3 dark\n").code == "dark-nobody"


def test_rule_4_without_three() -> None:
    fault = refusal(f"{HEAD}1. Аня 7♠ без трёх\n")
    assert fault.code == "without-three"
    assert fault.column == 11
    assert refusal(f"{HEAD}1. Аня 7♠ без 3\n").code == "without-three"
    read_as(HEAD, "Аня 7♠ без трёх Боря вист", "Аня 7♠ 4, Боря whist 6, Вера pass 0")
    read_as(HEAD, "Аня 7♠ без прикупа без трёх Боря вист", "Аня 7♠ 4 notalon, Боря whist 6, Вера pass 0")
    # Two or four short alone can only be a failed contract that somebody must have whisted.
    assert refusal(f"{HEAD}1. Аня 7♠ без двух\n").code == "nobody-whisted"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("а 6п б3 в1", "Аня 6♠ 6, Боря 3, Вера 1"),
        # Everybody is named: the letter is the role.
        ("в 6п 6 б в3 а1", "Вера 6♠ 6, Боря whist 3, Аня whist 1"),
        ("в 6п 6 б в3", "Вера 6♠ 6, Боря whist 3, Аня pass 1"),
        ("а 6п 6 в1 б в3", "Аня 6♠ 6, Боря whist 3, Вера whist 1"),
        # Not touched by digits it is the role, whoever begins with it.
        ("а 6п 6 б в 3 в 1", "Аня 6♠ 6, Боря whist 3, Вера whist 1"),
        ("а 6п б в 3", "Аня 6♠ 7, Боря whist 3, Вера pass 0"),
        # After the role it begins the next defender.
        ("а 6п 6 б п в 4", "Аня 6♠ 6, Боря pass 0, Вера whist 4"),
        ("а 6п 6 б п в в", "Аня 6♠ 6, Боря pass 0, Вера whist 4"),
        ("а 6п 6 б в в п", "Аня 6♠ 6, Боря whist 4, Вера pass 0"),
        ("а 6п 6 б в в1", "Аня 6♠ 6, Боря whist 3, Вера whist 1"),
        # One not named passed.
        ("а 6п 6 в", None),
        ("а 6п 6 в4", "Аня 6♠ 6, Боря pass, Вера whist 4"),
        ("а 6п", "Аня 6♠, Боря pass, Вера pass"),
        # A count first, then a name.
        ("а 6п 6 б 3 в", None),
    ],
)
def test_rule_5_role_or_defender(typed: str, canonical: str | None) -> None:
    if canonical is None:
        assert refusal(f"{HEAD}1. {typed}\n").code == "role-missing"
    else:
        read_as(HEAD, typed, canonical)


def test_rule_5_a_whole_role_word_stays_a_role() -> None:
    """Only a single letter that touches digits begins a new defender."""
    head = "pulka 1\nrules sochi\nplayers Аня Боря Вистов\n"
    read_as(head, "а 6п 6 б вист3 вистов 1", "@1 6♠ 6, @2 whist 3, @3 whist 1")
    read_as(head, "а 6п б вист4", "@1 6♠ 6, @2 whist 4, @3 pass 0")
    read_as(head, "а 6п 6 б вист 3 вист 1", "@1 6♠ 6, @2 whist 3, @3 whist 1")
    assert refusal(f"{head}1. а 6п 6 б в3\n").values["player"] == "Боря"


def test_rule_5_a_touched_letter_begins_the_unnamed() -> None:
    """`б в3` is Боря, then Вера with three, where Вера was not named: Боря said nothing."""
    fault = refusal(f"{HEAD}1. а 6п 6 б в3\n")
    assert (fault.code, fault.values["player"]) == ("role-missing", "Боря")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("а 6п 6 в1 б 3 в", "role-after-tricks"),
        ("а 6п 6 в1 б в в", "role-twice"),
        ("а 6п 6 в1 б в3 п", "role-twice"),
    ],
)
def test_rule_5_a_second_role(line: str, code: str) -> None:
    """Both readings are shown and nothing is guessed (rule 6)."""
    assert refusal(f"{HEAD}1. {line}\n").code == code


def test_rule_6_beginnings() -> None:
    head = "pulka 1\nrules sochi\nplayers Анна Антон Алёна\n"
    read_as(head, "анн 6♠ 6 ант 3 ал 1", "@1 6♠ 6, @2 3, @3 1")
    read_as(head, "алена 6♠", "@3 6♠")
    read_as(head, "АЛЁ 6♠", "@3 6♠")
    fault = refusal(f"{head}1. ан 6♠\n")
    assert (fault.code, fault.values["names"]) == ("player-ambiguous", ("Анна", "Антон"))
    assert refusal(f"{head}1. анн 6♠ 6 ан 4\n").values["names"] == ("Анна", "Антон")
    assert refusal(f"{head}dealer а\n").code == "player-ambiguous"
    # A whole name is that player though another begins with it.
    longer = "pulka 1\nrules sochi\nplayers Ян Яна Вера\n"
    read_as(longer, "ян 6♠ 6 яна 3 в1", "@1 6♠ 6, @2 3, @3 1")


# Counts


@pytest.mark.parametrize(
    ("head", "line", "counts", "worked_out"),
    [
        # (1) `=`, `+n`, `-n` give the declarer's
        ("sochi", "A 6♠ =, B 3, C 1", (6, 3, 1), {}),
        ("sochi", "A 6♠ +1, B 2, C 1", (7, 2, 1), {}),
        ("sochi", "A 6♠ -2, B 4, C 2", (4, 4, 2), {}),
        # (2) one missing count is ten minus the others
        ("sochi", "A 6♠, B 3, C 1", (6, 3, 1), {"A": 6}),
        ("sochi", "A 6♠ 6, B whist 3, C whist", (6, 3, 1), {"C": 1}),
        ("sochi", "A 6♠ 6, B whist, C 1", (6, 3, 1), {"B": 3}),
        ("sochi", "A 6♠ 6, B pass 1, C whist", (6, 1, 3), {"C": 3}),
        ("sochi", "A 6♠, B pass 1, C whist 3", (6, 1, 3), {"A": 6}),
        ("sochi", "A 6♠ =, B whist, C whist 0", (6, 4, 0), {"B": 4}),
        # (3) one whister
        ("sochi", "A 6♠, B whist 4", (6, 4, 0), {"A": 6, "C": 0}),
        ("sochi", "A 6♠, B pass, C whist 2", (8, 0, 2), {"A": 8, "B": 0}),
        ("sochi", "A 6♠ 6, B whist 3", (6, 3, 1), {"C": 1}),
        ("sochi", "A 6♠ 6, B whist", (6, 4, 0), {"B": 4, "C": 0}),
        ("sochi", "A 6♠ -1, C whist", (5, 0, 5), {"B": 0, "C": 5}),
        # the dealer who whists is the one whister
        ("sport 4", "A 7♣, B pass, C pass, D whist 3", (7, 0, 0, 3), {"A": 7}),
        ("sport 4", "A 7♣ 7, D whist", (7, 0, 0, 3), {"D": 3}),
        ("sport 4", "A 7♣ =, B pass 0, C half, D 3", (7, 0, 0, 3), {}),
        # nobody whisted: no count, the declarer's alone, or all three
        ("sochi", "A 6♠, B pass, C pass", (None, None, None), {}),
        ("sochi", "A 6♠ 8", (8, None, None), {}),
        ("sochi", "A 6♠ 6, B pass 3, C pass 1", (6, 3, 1), {}),
        ("sochi", "A 6♠ 6, B pass 3", (6, 3, 1), {"C": 1}),
        ("sochi", "A 6♠, B pass 3, C pass 1", (6, 3, 1), {"A": 6}),
        # a checked ten
        ("shevlyakovsky", "A 10♠ 8, B 1, C 1", (8, 1, 1), {}),
        ("shevlyakovsky", "A 10♠, B 1, C 1", (8, 1, 1), {"A": 8}),
        ("shevlyakovsky", "A 10♠", (None, None, None), {}),
    ],
)
def test_counts_are_completed(head: str, line: str, counts: tuple[int | None, ...], worked_out: dict[str, int]) -> None:
    preset, *four = head.split()
    text = (FOUR if four else LETTERS).format(preset)
    pulka = sound(f"{text}1. {line}\n")
    entry = pulka.hands[0]
    assert isinstance(entry.done, Contract)
    assert entry.done.counts[: len(counts)] == counts
    assert {pulka.players[seat]: tricks for seat, tricks in entry.worked_out} == worked_out


@pytest.mark.parametrize(
    ("head", "line", "tricks", "worked_out"),
    [
        ("sochi", "allpass A 4, B 3, C 3", (4, 3, 3), {}),
        ("sochi", "allpass A 4, B 3", (4, 3, 3), {"C": 3}),
        ("sochi", "allpass A 4, B, C 3", (4, 3, 3), {"B": 3}),
        ("sochi", "allpass C 10, A", (0, 0, 10), None),
        ("sochi 4", "allpass A 4, B 3, C 3", (4, 3, 3, 0), {"D": 0}),
        ("sochi 4", "allpass A 4, B 3, C 2", (4, 3, 2, 1), {"D": 1}),
        ("sochi 4", "allpass D 2, C 0, A 5", (5, 3, 0, 2), {"B": 3}),
        ("rostov 4", "allpass A 4, B 3", (4, 3, 3, 0), {"C": 3}),
        ("rostov 4", "allpass A 4, B 3, C 3, D 0", (4, 3, 3, 0), {}),
    ],
)
def test_allpass_counts_are_completed(
    head: str, line: str, tricks: tuple[int, ...], worked_out: dict[str, int] | None
) -> None:
    preset, *four = head.split()
    text = f"{(FOUR if four else LETTERS).format(preset)}1. {line}\n"
    if worked_out is None:
        assert refusal(text).code == "allpass-counts-missing"
        return
    pulka = sound(text)
    entry = pulka.hands[0]
    assert isinstance(entry.done, AllPass)
    assert entry.done.tricks == tricks
    assert {pulka.players[seat]: tricks for seat, tricks in entry.worked_out} == worked_out


@pytest.mark.parametrize(
    ("head", "line", "code"),
    [
        ("sochi", "A 6♠, B whist, C whist", "counts-missing"),
        ("sochi", "A 6♠, B whist 3, C whist", "counts-missing"),
        ("sochi", "A 6♠ 6, B whist, C whist", "counts-missing"),
        ("sochi", "A 6♠, B whist", "counts-missing"),
        ("sochi", "A 6♠, B pass 3", "counts-missing"),
        ("sochi", "A 6♠ 5", "nobody-whisted"),
        ("sochi", "A 6♠ 5, B pass 3, C pass 2", "nobody-whisted"),
        ("sochi", "A 6♠ 6, B 3, C 2", "tricks-total"),
        ("sochi", "A 6♠ 6, B 3, C 0", "tricks-total"),
        ("sochi", "A 6♠ 6, B pass 3, C pass 2", "tricks-total"),
        ("sochi", "A 6♠ 8, B whist 3", "tricks-total"),
        ("sochi", "A 10♠ 8, B 4, C whist", "tricks-total"),
        ("sochi", "A 6♠, B pass, C half 2", "half-counts"),
        ("sochi", "A 6♠ =, B pass, C half", "half-counts"),
        ("sochi", "allpass A 4", "allpass-counts-missing"),
        ("sochi", "allpass", "allpass-counts-missing"),
        ("sochi", "allpass A 4, B 7", "tricks-total"),
        ("sochi 4", "allpass A 4, B 3", "allpass-counts-missing"),
        ("sochi 4", "allpass A 4, B 3, C 0", "dealer-talon-tricks"),
        ("sochi 4", "allpass A 4, B 3, C 4", "tricks-total"),
        ("sport 4", "A 7♣ 7, B pass 1, D whist 2", "dealer-whist-counts"),
        ("sport 4", "A 7♣ 7, D whist 2", "tricks-total"),
        ("sport 4", "A 7♣, D whist", "counts-missing"),
        ("shevlyakovsky", "A 10♠ 8, B 1", "ten-counts"),
        ("shevlyakovsky", "A 10♠ 8", "ten-counts"),
    ],
)
def test_counts_that_are_refused(head: str, line: str, code: str) -> None:
    preset, *four = head.split()
    assert refusal(f"{(FOUR if four else LETTERS).format(preset)}1. {line}\n").code == code


def test_unwhisted_counts_are_kept_in_the_text() -> None:
    pulka = sound(f"{HEAD}1. а 7п 8 б п 1 в п 1\n")
    entry = pulka.hands[0]
    assert isinstance(entry.done, Contract)
    assert hand_text(entry.done, pulka.players, entry.dealer, "en") == "Аня 7♠ 8, Боря pass 1, Вера pass 1"
    assert hand_text(entry.done, pulka.players, entry.dealer, "ru") == "Аня 7♠ 8, Боря пас 1, Вера пас 1"
    assert writes(pulka, entry) == ["Аня pool 4"]


# Canonical text


@pytest.mark.parametrize(
    ("head", "typed", "english", "russian"),
    [
        (HEAD, "а 6п б3 в1", "Аня 6♠ 6, Боря whist 3, Вера whist 1", "Аня 6♠ 6, Боря вист 3, Вера вист 1"),
        (HEAD, "а 6бк б в4", None, None),
        (HEAD, "а 6бк 7 б пас в3", "Аня 6NT 7, Боря pass, Вера whist 3", "Аня 6БК 7, Боря пас, Вера вист 3"),
        (HEAD, "б м=", "Боря misere 0", "Боря мизер 0"),
        (HEAD, "рп а4 б3", "allpass Аня 4, Боря 3, Вера 3", "распасы Аня 4, Боря 3, Вера 3"),
        (HEAD, "б 7б сдалась", "Боря 7♦ giveup", "Боря 7♦ уходит"),
        (HEAD, "в м = без прикупа", "Вера misere 0 notalon", "Вера мизер 0 без прикупа"),
        (HEAD, "в 7ч а п б ½", "Вера 7♥, Аня pass, Боря half", "Вера 7♥, Аня пас, Боря полвиста"),
        (
            HEAD,
            "а 6п 6 без прикупа расписали торг=6п б 4 всветлую",
            "Аня 6♠ 6 notalon bid=6♠ agreed, Боря whist 4 open, Вера pass",
            "Аня 6♠ 6 без прикупа торг=6♠ расписали, Боря вист 4 открыто, Вера пас",
        ),
        (
            "pulka 1\nrules classic\nplayers Аня Боря Вера\n",
            "рп а4 б3 в3 втёмную б",
            "allpass Аня 4, Боря 3, Вера 3 dark Боря",
            "распасы Аня 4, Боря 3, Вера 3 втёмную Боря",
        ),
        (
            "pulka 1\nrules classic\nplayers Аня Боря Вера\n",
            "а 7б тёмная 7 б2 закрыто в1",
            "Аня 7♦ 7 dark, Боря whist 2 closed, Вера whist 1",
            "Аня 7♦ 7 втёмную, Боря вист 2 закрыто, Вера вист 1",
        ),
        (
            'pulka 1\nrules sport\nplayers Аня Боря Вера "Дядя Вася"\ndealer "дядя вася"\n',
            "а 7п 7 прикуп=2 дядя вист",
            'Аня 7♠ 7 talon=2, Боря pass 0, Вера pass 0, "Дядя Вася" whist 3',
            'Аня 7♠ 7 прикуп=2, Боря пас 0, Вера пас 0, "Дядя Вася" вист 3',
        ),
    ],
)
def test_canonical_text(head: str, typed: str, english: str | None, russian: str | None) -> None:
    if english is None or russian is None:
        assert refusal(f"{head}1. {typed}\n").code == "role-missing"
        return
    pulka = sound(f"{head}1. {typed}\n")
    entry = pulka.hands[0]
    texts = (
        hand_text(entry.done, pulka.players, entry.dealer, "en"),  # type: ignore[arg-type]
        hand_text(entry.done, pulka.players, entry.dealer, "ru"),  # type: ignore[arg-type]
    )
    without_zeros = tuple(text.replace("pass 0", "pass").replace("пас 0", "пас") for text in texts)
    assert without_zeros == tuple(text.replace("pass 0", "pass").replace("пас 0", "пас") for text in (english, russian))
    for text in texts:
        assert last(head, text).done == entry.done


# Statements


def test_start_rows() -> None:
    pulka = sound(
        "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
        "start Аня pool 12 mountain 8 whists Боря 24, Вера 10\n"
        "начало б осталось 8 висты А 7\n"
        "start @3 mountain 5/2 whists Аня 2.5 Боря 2,5\n"
    )
    for row in (
        "Аня pool 12; Аня mountain 8; Аня whists Боря 24; Аня whists Вера 10",
        "Боря pool 12; Боря mountain 0; Боря whists Аня 7; Боря whists Вера 0",
        "Вера pool 0; Вера mountain 5/2; Вера whists Аня 5/2; Вера whists Боря 5/2",
    ):
        assert shown(pulka, row) == row


def test_a_start_above_the_target_is_a_warning() -> None:
    pulka = sound(f"{HEAD}start Аня pool 21\n")
    assert [(warning.code, warning.line) for warning in pulka.warnings] == [("start-above-target", 4)]
    assert sound(f"{HEAD}start Аня pool 20\n").warnings == []


@pytest.mark.parametrize(
    ("stated", "figure"),
    [
        ("7", 7),
        ("+7", 7),
        ("-7", -7),
        ("−7", -7),
        ("5/2", "5/2"),
        ("-5/2", "-5/2"),
        ("2.5", "5/2"),
        ("2,5", "5/2"),
        ("+0,25", "1/4"),
        ("007", 7),
    ],
)
def test_figures(stated: str, figure: str | int) -> None:
    expected = Fraction(figure)
    for column in ("pool", "mountain", "whists Боря"):
        name = column.split()[0]
        for statement in ("start", "adjust"):
            pulka = sound(f"{HEAD}{statement} Аня {column} {stated}\ncheck Аня {column} {stated}\n")
            assert pulka.failed_checks == []
            seen = pulka.sheet.whists["Аня"]["Боря"] if name == "whists" else getattr(pulka.sheet, name)["Аня"]
            assert seen == expected


@pytest.mark.parametrize("stated", ["1O", "abc", "1/0", "--1", "1.2.3", "1e3", "5/", "/2", '"7"', "½", "1" * 13, "٣"])
def test_figures_that_are_none(stated: str) -> None:
    fault = refusal(f"{HEAD}adjust Аня mountain {stated}\n")
    assert fault.code in ("figure-unknown", "figure-long")
    assert fault.column == len("adjust Аня mountain ") + 1
    if stated not in ("1.2.3", "½"):
        # A sheet taken over from paper may be written as paper is.
        assert refusal(f"{HEAD}start Аня mountain {stated}\n").code == fault.code


def test_a_start_is_written_as_paper_is() -> None:
    pulka = sound(f"{HEAD}start Аня pool 2.6.16. mountain 4.12½. whists Боря 10.34., Вера ½\n")
    assert pulka.sheet.pool["Аня"] == 16
    assert pulka.sheet.mountain["Аня"] == Fraction(25, 2)
    assert pulka.sheet.whists["Аня"] == {"Боря": 34, "Вера": Fraction(1, 2)}


def test_checks() -> None:
    body = f"{HEAD}1. Аня 6♠ 6, Боря whist 3, Вера whist 1\nadjust Боря mountain 1\n"
    # Worth: pool 20, -10, 0, mean 10/3; whists 6 and 2 on Аня: 26/3, -22/3, -4/3.
    right = "check Аня pool 2 mountain 0 whists Боря 0, Вера 0 balance {}\n"
    assert sound(body + right.format(9)).failed_checks == []
    assert sound(body + right.format("26/3")).failed_checks == []
    assert sound(body + "check б висты Аня 6 Вера 0 сальдо -7 гора 1 пуля 0 осталось 20\n").failed_checks == []
    pulka = sound(body + "check Аня pool 3 mountain 0 whists Боря 1 balance 8\ncheck Боря mountain 1\n")
    failed = [
        (f.line, f.column, f.values["column"], f.values["stated"], f.values["found"]) for f in pulka.failed_checks
    ]
    assert failed == [
        (6, 11, "pool", 3, 2),
        (6, 29, "whists", 1, 0),
        (6, 43, "balance", 8, 9),
    ]
    # Exactly where a fraction is written, as a whole number else.
    assert len(sound(body + right.format("8.5")).failed_checks) == 1
    assert len(sound(body + right.format("27/3")).failed_checks) == 1


def test_a_check_speaks_of_its_own_place() -> None:
    first = "1. Аня 6♠, Боря pass, Вера pass\n"
    then = "2. Аня 7♠, Боря pass, Вера pass\n"
    assert sound(f"{HEAD}check Аня pool 0\n{first}check Аня pool 2\n{then}check Аня pool 6\n").failed_checks == []
    # Judged on the standing hands, as fixed.
    pulka = sound(f"{HEAD}{first}check Аня pool 2\n{then}fix 1. Аня 8♠, Боря pass, Вера pass\n")
    assert [check.line for check in pulka.failed_checks] == [5]
    assert sound(f"{HEAD}{first}check Аня pool 6\n{then}fix 1. Аня 8♠, Боря pass, Вера pass\n").failed_checks == []


@pytest.mark.parametrize(
    ("stake", "price", "currency", "coin"),
    [
        ("0.5 RUB", "1/2", "RUB", "1/100"),
        ("0,5 RUB", "1/2", "RUB", "1/100"),
        ("10 RUB per 100", "1/10", "RUB", "1/100"),
        ("10 руб за 100", "1/10", "руб", "1/100"),
        ("10 per 100", "1/10", "", "1/100"),
        ("1", "1", "", "1/100"),
        ("0.001", "1/1000", "", "1/100"),
        ("1 € per 3", "1/3", "€", "1/100"),
        ('5 "US cents"', "5", "US cents", "1/100"),
        ("0", "0", "", "1/100"),
        ("0.5 RUB coin 1", "1/2", "RUB", "1"),
        ("0,1 коп монета 0,5", "1/10", "коп", "1/2"),
        # As people say it: whists named, no blank before the money.
        ("10 руб за 100 вистов", "1/10", "руб", "1/100"),
        ("10 RUB per 100 whists", "1/10", "RUB", "1/100"),
        ("10 RUB per 100 whists coin 1", "1/10", "RUB", "1"),
        ("10 за 100вистов", "1/10", "", "1/100"),
        ("10 руб за 1 вист.", "10", "руб", "1/100"),
        ("2 RUB per whist", "2", "RUB", "1/100"),
        ("0,5р", "1/2", "р", "1/100"),
        ("0,5р.", "1/2", "р.", "1/100"),
        ("0.5RUB", "1/2", "RUB", "1/100"),
        ("10₽ за 100", "1/10", "₽", "1/100"),
        ("0,5₽", "1/2", "₽", "1/100"),
        # A kopeck is a coin itself.
        ("50 коп", "50", "коп", "1"),
        ("50коп.", "50", "коп.", "1"),
        ("1 Копейка", "1", "Копейка", "1"),
        ("2 копейки", "2", "копейки", "1"),
        ("0,1 копеек", "1/10", "копеек", "1"),
        ("1 kop", "1", "kop", "1"),
        ("0.1 kopecks coin 0.01", "1/10", "kopecks", "1/100"),
        ("0.5 coin 100", "1/2", "", "100"),
        ("10 RUB coin 0.05 per 100", "1/10", "RUB", "1/20"),
        ("10 RUB per 100 coin 0.05", "1/10", "RUB", "1/20"),
        # No word of the grammar without a number: money may be called so.
        ("5 coin", "5", "coin", "1/100"),
        ("5 монет", "5", "монет", "1/100"),
        ('5 "coin" coin 1', "5", "coin", "1"),
    ],
)
def test_stakes(stake: str, price: str, currency: str, coin: str) -> None:
    read = sound(f"{HEAD}stake {stake}\n").document.stake
    assert read == Stake(Fraction(price), currency, Fraction(coin))


@pytest.mark.parametrize(
    "stake",
    [
        "",
        "abc",
        "-1",
        "1 RUB per",
        "1 RUB per 0",
        "1 RUB USD",
        "1/3",
        "1 per x",
        "RUB 1",
        "1 per 2 per 3",
        "1 RUB coin",
        "1 coin 1 coin 1",
        "1 RUB coin x",
        "1 RUB per 100 apples",
        "1 RUB per 100 whists whists",
        "1 RUB per apple",
        '1 RUB per 100 "whists"',
        "10 5р",
        "1e3",
        "0x10",
        "0,5р1",
    ],
)
def test_stakes_that_are_none(stake: str) -> None:
    assert refusal(f"{HEAD}stake {stake}\n").code == "stake-unknown"


@pytest.mark.parametrize("coin", ["0", "0.0", "1/2", "1e3", "0x10"])
def test_coins_that_are_none(coin: str) -> None:
    assert refusal(f"{HEAD}stake 0.5 RUB coin {coin}\n").code == "coin-unknown"


@pytest.mark.parametrize("name", ["Coin", "Монета"])
def test_a_player_may_be_called_as_a_coin_is(name: str) -> None:
    pulka = sound(f"pulka 1\nrules sochi\nstake 1 coin 1\nplayers {name} B C\n1. {name} 6♠, B pass, C pass\n")
    assert pulka.players[0] == name


def test_no_stake() -> None:
    assert sound(HEAD).document.stake is None


def test_comments_and_quotes() -> None:
    pulka = sound(
        '# a comment first\n\npulka 1 # version\ntitle "Дача # 2"   # the second one\nrules sochi#not\n'.replace(
            "sochi#not", "sochi # Sochi"
        )
        + 'players Аня "Б # В" Вера  # clockwise\n1. Аня 6♠, "Б # В" pass, Вера pass#\n'.replace("pass#", "pass #")
        + 'adjust "Б # В" mountain +1 "a # in quotes" # and out\n   # indented\n\t\n'
    )
    assert pulka.title == "Дача # 2"
    assert pulka.players == ("Аня", "Б # В", "Вера")
    assert pulka.sheet.mountain["Б # В"] == 1
    assert [entry.kind for entry in pulka.entries] == ["hand", "adjust"]
    assert pulka.entries[1].done.reason == "a # in quotes"  # type: ignore[union-attr]
    # Within a word it begins no comment.
    assert sound("pulka 1\ntitle C#\nrules sochi\nplayers A B C\n").title == "C#"


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("CRLF", lambda text: text.replace("\n", "\r\n")),
        ("BOM", lambda text: "\ufeff" + text),
        ("BOM and CRLF", lambda text: "\ufeff" + text.replace("\n", "\r\n")),
        ("no last line end", lambda text: text.rstrip("\n")),
        ("blank lines", lambda text: text.replace("\n", "\n \n\n")),
        ("indented", lambda text: "\n".join(f"  {line}" for line in text.split("\n"))),
        ("comments", lambda text: text.replace("\n", " # да\n# нет\n")),
        ("tabs", lambda text: text.replace(" ", "\t").replace("\t#", " #")),
    ],
)
def test_how_a_file_is_saved(name: str, change: Any) -> None:
    before = sound(WHOLE_FILE)
    text = change(WHOLE_FILE)
    after = sound(text)
    assert after.document.text == text, "reading never changes it"
    assert after.sheet == before.sheet, name
    assert written(after) == written(before)
    assert (after.title, after.date, after.next, after.failed_checks) == (before.title, before.date, before.next, [])


def test_the_columns_of_a_file_with_a_bom_are_those_of_its_lines() -> None:
    fault = refusal("\ufeffpulka 1\r\nrules sochi\r\nplayers A B C\r\ndealer X\r\n")
    assert (fault.code, fault.line, fault.column) == ("player-unknown", 4, 8)
    assert refusal("\ufeffpulka 2\n").column == 7


def test_lang_changes_what_is_written_and_not_what_is_read() -> None:
    assert sound(HEAD).document.lang == "en"
    for line in ("lang ru", "язык ru", "lang RU"):
        pulka = sound(f"pulka 1\n{line}\nrules sochi\nplayers Аня Боря Вера\n1. Аня 6♠ 6, Боря whist 4\nотменить\n")
        assert pulka.document.lang == "ru"
    assert sound("пулька 1\nlang en\nrules sochi\nplayers Аня Боря Вера\n").document.lang == "en"
    assert refusal(f"{HEAD}lang fr\n").code == "lang-unknown"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "file-empty", 1),
        ("\n# only a comment\n", "file-empty", 1),
        ("rules sochi\nplayers A B C\n", "version-missing", 1),
        ('"pulka" 1\n', "version-missing", 1),
        ("pulka\n", "version-unknown", 1),
        ("pulka 2\n", "version-unknown", 1),
        ("pulka 1 2\n", "version-unknown", 1),
        ("pulka 1\nplayers A B C\n", "rules-missing", 2),
        ("pulka 1\nrules sochi\n", "players-missing", 2),
        ("pulka 1\nrules sochy\nplayers A B C\n", "rules-unknown", 2),
        ("pulka 1\nrules\nplayers A B C\n", "rules-unknown", 2),
        ("pulka 1\nrules sochi rostov\nplayers A B C\n", "words-left", 2),
        ("pulka 1\nrules sochi\nrules sochi\nplayers A B C\n", "statement-twice", 3),
        ("pulka 1\nrules sochi\nplayers A B C\nplayers A B C\n", "statement-twice", 4),
        ("pulka 1\npulka 1\nrules sochi\nplayers A B C\n", "statement-twice", 2),
        ("pulka 1\ntitle x\ntitle y\nrules sochi\nplayers A B C\n", "statement-twice", 3),
        (f"{HEAD}rule pool_target 10\nrule pool_target 10\n", "rule-twice", 5),
        (f"{HEAD}rule pool_targets 10\n", "rule-unknown", 4),
        (f"{HEAD}rule pool_target ten\n", "rule-value", 4),
        (f"{HEAD}rule pool_target\n", "rule-value", 4),
        (f"{HEAD}rule pool_target 0\n", "rule-value", 4),
        (f"{HEAD}rule contract_value 2,4\n", "rule-value", 4),
        (f"{HEAD}rule half_whist_levels 7,6\n", "rule-value", 4),
        (f"{HEAD}rule half_whist_levels 10\n", "rule-value", 4),
        (f"{HEAD}rule help_whists_per_point 0\n", "rule-value", 4),
        (f"{HEAD}rule\n", "rule-empty", 4),
        (f"{HEAD}1. Аня 6♠\nrule pool_target 10\n", "statement-late", 5),
        (f"{HEAD}1. Аня 6♠\nstart Аня pool 1\n", "statement-late", 5),
        (f"{HEAD}date 2026-02-30\n", "date-unknown", 4),
        (f"{HEAD}date 9.5.2026\n", "date-unknown", 4),
        (f"{HEAD}date\n", "date-unknown", 4),
        (f"{HEAD}dealt Аня\n", "statement-unknown", 4),
        (f"{HEAD}dealer\n", "words-missing", 4),
        (f"{HEAD}dealer Аня Боря\n", "words-left", 4),
        (f"{HEAD}dealer Оля\n", "player-unknown", 4),
        (f"{HEAD}dealer @4\n", "seat-unknown", 4),
        (f"{HEAD}start Аня pool 1\nstart Аня pool 2\n", "start-twice", 5),
        (f"{HEAD}start Аня pool 1 pool 2\n", "column-twice", 4),
        (f"{HEAD}start Аня pool 1 left 2\n", "column-twice", 4),
        (f"{HEAD}start Аня balance 1\n", "start-column", 4),
        (f"{HEAD}start Аня whists Аня 1\n", "whists-on-self", 4),
        (f"{HEAD}start Аня whists Боря 1, Боря 2\n", "player-twice", 4),
        (f"{HEAD}start Аня pool\n", "words-missing", 4),
        (f"{HEAD}start Аня hill 1\n", "column-unknown", 4),
        ("pulka 1\nrules sport\nplayers A B C\nstart A left 3\n", "left-no-target", 4),
        ("pulka 1\nrules sport\nplayers A B C\ncheck A left 3\n", "left-no-target", 4),
        (f"{HEAD}adjust Аня balance 1\n", "adjust-column", 4),
        (f"{HEAD}adjust Аня left 1\n", "adjust-column", 4),
        (f"{HEAD}adjust Аня whists 1\n", "player-unknown", 4),
        (f"{HEAD}adjust Аня whists Аня 1\n", "whists-on-self", 4),
        (f"{HEAD}adjust Аня pool\n", "words-missing", 4),
        (f"{HEAD}check Аня\n", "words-missing", 4),
        (f'{HEAD}adjust Аня pool 1 "why\n', "quote-open", 4),
        (f'{HEAD}1. "Аня 6♠\n', "quote-open", 4),
        (f"{HEAD}undo 1\n", "words-left", 4),
        (f"{HEAD}void\n", "words-missing", 4),
        (f"{HEAD}void one\n", "number-unknown", 4),
        (f"{HEAD}fix\n", "number-unknown", 4),
        (f"{HEAD}fix Аня 6♠\n", "number-unknown", 4),
        (f"{HEAD}1 Аня 6♠\n", "hand-number", 4),
        (f"{HEAD}1234567. Аня 6♠\n", "hand-number", 4),
    ],
)
def test_statements_that_are_wrong(text: str, code: str, line: int) -> None:
    fault = refusal(text)
    assert (fault.code, fault.line) == (code, line)


def test_a_file_without_rules_or_players_has_two_errors() -> None:
    assert faults(read_text("pulka 1\n")) == [("rules-missing", 1), ("players-missing", 1)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1. f 6g 6 ,3 d1", "а 6п 6 б3 в1"),
        ("1. f 7, cltkfkcz", None),
        ("ltkth Аня", None),
        ("jnvtybnm", "отменить"),
        ("сркус Аня pool 0", None),
    ],
)
def test_the_other_keyboard(typed: str, meant: str | None) -> None:
    """A line typed with the keyboard switched is not guessed, but told where it makes sense the other way."""
    fault = refusal(f"{HEAD}{typed}\n")
    assert (fault.code == "keyboard-layout") == (meant is not None)
    assert fault.values.get("meant") == meant


# Numbers, void, fix, undo, redo, dealer

A: Final = "Аня 6♠, Боря pass, Вера pass"
B: Final = "Боря 7♦, Вера pass, Аня pass"
C: Final = "Вера 8♥, Аня pass, Боря pass"


def file_with(*lines: str) -> str:
    return HEAD + "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ([f"2. {A}"], "number-gap", 4),
        ([f"1. {A}", f"3. {B}"], "number-gap", 5),
        ([f"1. {A}", f"1. {B}"], "number-repeat", 5),
        ([f"1. {A}", "void 1", f"1. {B}"], "number-repeat", 6),
        ([f"0. {A}"], "number-repeat", 4),
        (["void 1"], "hand-missing", 4),
        ([f"fix 1. {A}"], "hand-missing", 4),
        ([f"1. {A}", "void 2", f"2. {B}"], "hand-missing", 5),
        ([f"1. {A}", "void 1", "void 1"], "hand-voided", 6),
        ([f"1. {A}", "void 1", f"fix 1. {B}"], "hand-voided", 6),
        ([f"1. {A}", "undo", "void 1"], "hand-missing", 6),
        (["undo"], "undo-nothing", 4),
        ([f"1. {A}", "undo", "undo"], "undo-nothing", 6),
        (["redo"], "redo-nothing", 4),
        ([f"1. {A}", "undo", f"1. {B}", "redo"], "redo-nothing", 7),
        ([f"1. {A}", "undo", "redo", "redo"], "redo-nothing", 7),
    ],
)
def test_numbers_and_what_they_name(lines: list[str], code: str, line: int) -> None:
    fault = refusal(file_with(*lines))
    assert (fault.code, fault.line) == (code, line)


@pytest.mark.parametrize(
    ("lines", "numbers", "figures"),
    [
        # a voided number stays used
        ([f"1. {A}", "void 1", f"2. {B}"], [2], "Аня pool 0; Боря pool 4"),
        # the last fix counts, and the hand keeps its place
        ([f"1. {A}", f"fix 1. {B}", f"2. {A}", f"fix 1. {C}"], [1, 2], "Аня pool 2; Боря pool 0; Вера pool 6"),
        # undoing a fix brings the fix before it back
        ([f"1. {A}", f"fix 1. {B}", f"fix 1. {C}", "undo"], [1], "Боря pool 4; Вера pool 0"),
        # undoing a void brings the hand back
        ([f"1. {A}", f"2. {B}", "void 1", "undo"], [1, 2], "Аня pool 2; Боря pool 4"),
        # a number whose hand was taken back is used again
        ([f"1. {A}", f"2. {B}", "undo", f"2. {C}"], [1, 2], "Аня pool 2; Боря pool 0; Вера pool 6"),
        # undo, undo, redo: the last taken back comes back first
        ([f"1. {A}", f"2. {B}", "undo", "undo", "redo"], [1], "Аня pool 2; Боря pool 0"),
        ([f"1. {A}", f"2. {B}", "undo", "undo", "redo", "redo"], [1, 2], "Аня pool 2; Боря pool 4"),
        # undo takes back start, adjust, check and dealer alike
        (["start Аня pool 5", "undo", f"1. {A}"], [1], "Аня pool 2"),
        ([f"1. {A}", "adjust Аня pool 5", "undo"], [1], "Аня pool 2"),
        ([f"1. {A}", "check Аня pool 5", "undo"], [1], "Аня pool 2"),
        ([f"1. {A}", "dealer Вера", "undo"], [1], "dealer Боря"),
        # what was wrong and taken back is not wrong
        ([f"1. {A}", "2. Боря 7♦ 5", "undo"], [1], "Аня pool 2; Боря pool 0"),
        (["adjust Аня pool x", "undo", f"1. {A}"], [1], "Аня pool 2"),
    ],
)
def test_what_stands(lines: list[str], numbers: list[int], figures: str) -> None:
    pulka = sound(file_with(*lines))
    assert [entry.number for entry in pulka.hands] == numbers
    assert shown(pulka, figures) == figures
    assert pulka.failed_checks == []


def test_fix_with_or_without_the_dot() -> None:
    for fix in (f"fix 1. {C}", f"fix 1 {C}", f"исправить 1. {C}"):
        pulka = sound(file_with(f"1. {A}", fix))
        assert pulka.sheet.pool == {"Аня": 0, "Боря": 0, "Вера": 6}
        assert (pulka.hands[0].number, pulka.hands[0].line) == (1, 5)


@pytest.mark.parametrize(
    ("lines", "dealers", "following"),
    [
        ([f"1. {A}", f"2. {B}"], ["Аня", "Боря"], "Вера"),
        ([f"1. {A}", f"2. {B}", f"3. {C}", f"4. {A}"], ["Аня", "Боря", "Вера", "Аня"], "Боря"),
        (["dealer Вера", f"1. {A}", f"2. {B}"], ["Вера", "Аня"], "Боря"),
        ([f"1. {A}", "dealer Аня", f"2. {B}"], ["Аня", "Аня"], "Боря"),
        # voided before the next hand was entered: dealt again by the same dealer
        ([f"1. {A}", "void 1"], [], "Аня"),
        ([f"1. {A}", "void 1", f"2. {B}"], ["Аня"], "Боря"),
        ([f"1. {A}", "void 1", f"2. {B}", "void 2", f"3. {C}"], ["Аня"], "Боря"),
        # voided later: it keeps its turn
        ([f"1. {A}", f"2. {B}", "void 1"], ["Боря"], "Вера"),
        ([f"1. {A}", f"2. {B}", "void 2", "void 1", f"3. {C}"], ["Боря"], "Вера"),
        # an adjustment, a check or a fix between them is no hand
        ([f"1. {A}", "adjust Аня pool 1", f"fix 1. {B}", "void 1", f"2. {B}"], ["Аня"], "Боря"),
        # undoing the next hand does not make an earlier void a late one
        ([f"1. {A}", f"2. {B}", "undo", "void 1", f"2. {C}"], ["Аня"], "Боря"),
    ],
)
def test_who_deals(lines: list[str], dealers: list[str], following: str) -> None:
    pulka = sound(file_with(*lines))
    assert [pulka.players[entry.dealer] for entry in pulka.hands] == dealers
    assert pulka.next is not None
    assert pulka.next.dealer == following


def test_the_dealer_of_four_sits_out_by_turns() -> None:
    head = "pulka 1\nrules sochi\nplayers A B C D\n"
    assert refusal(f"{head}1. A 6♠\n").code == "dealer-plays"
    assert refusal(f"{head}1. B 6♠\n2. B 6♠\n").code == "dealer-plays"
    assert sound(f"{head}1. B 6♠\n2. A 6♠\n3. B 6♠\n4. A 6♠\n5. B 6♠\n").sheet.pool["B"] == 6
    # First and second defender are the next clockwise who play.
    fault = refusal(f"{head}1. B 6♠, D half, C pass\n2. A 6♠, B half, C pass\n")
    assert fault.code == "dealer-plays"
    assert (fault.line, fault.column) == (5, 10)
    assert sound(f"{head}1. B 6♠, D half, C pass\n").sheet.whists["D"]["B"] == 4
    assert refusal(f"{head}1. B 6♠, C half, D pass\n").code == "half-first"


EXIT: Final = "pulka 1\nrules sochi\nrule minimum_bid_after_allpass 7\nplayers Аня Боря Вера\n"


@pytest.mark.parametrize(
    ("lines", "warned", "line"),
    [
        # legal when written: a later fix, void or adjust is to blame
        ([f"1. {A}", f"2. {A}", "fix 1. allpass Аня 4, Боря 3, Вера 3"], "bid-below-minimum-since", 6),
        (
            ["1. allpass Аня 4, Боря 3, Вера 3", "2. Аня misere 0", f"3. {A}", "void 2"],
            "bid-below-minimum-since",
            7,
        ),
        # the fix itself was legal when it was written
        (
            [f"1. {A}", f"2. {B}", f"fix 2. {A}", "fix 1. allpass Аня 4, Боря 3, Вера 3"],
            "bid-below-minimum-since",
            7,
        ),
    ],
)
def test_a_bid_that_was_legal_when_written(lines: list[str], warned: str, line: int) -> None:
    pulka = sound(EXIT + "".join(f"{text}\n" for text in lines))
    assert [(warning.code, warning.line) for warning in pulka.warnings] == [(warned, line)]
    assert pulka.warnings[0].severity == "warning"
    assert pulka.sheet.pool["Аня"] >= 2, "the hand counts"


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["1. allpass Аня 4, Боря 3, Вера 3", f"2. {A}"], 6),
        ([f"1. {A}", "fix 1. allpass Аня 4, Боря 3, Вера 3", f"2. {A}"], 7),
        (["1. allpass Аня 4, Боря 3, Вера 3", f"2. {B}", f"fix 2. {A}"], 7),
    ],
)
def test_a_bid_that_never_was_legal(lines: list[str], line: int) -> None:
    fault = refusal(EXIT + "".join(f"{text}\n" for text in lines))
    assert (fault.code, fault.line) == ("bid-below-minimum", line)


SHORT: Final = "pulka 1\nrules sochi\nrule pool_target 2\nplayers Аня Боря Вера\n"


def test_hands_after_the_end() -> None:
    ended = "1. Аня 8♠, Боря pass, Вера pass\n"
    assert sound(SHORT + ended).over
    assert refusal(f"{SHORT}{ended}2. {A}\n").code == "pulka-over"
    # It was open when hand 2 was written; the fix ended it.
    pulka = sound(f"{SHORT}1. {A}\n2. {B}\nfix 1. Аня 8♠, Боря pass, Вера pass\n")
    assert [(warning.code, warning.line) for warning in pulka.warnings] == [("pulka-over-since", 6)]
    assert len(pulka.hands) == 2
    assert pulka.sheet.mountain["Боря"] == -4
    # A misère after the end is refused too, an adjustment is not.
    assert refusal(f"{SHORT}{ended}2. Боря misere 1\n").code == "pulka-over"
    assert sound(f"{SHORT}{ended}adjust Аня mountain +1\n").sheet.mountain["Аня"] == 1


# Errors


def test_the_example_of_the_design() -> None:
    """Line 14, columns of the three counts; the sum and how many were said."""
    lines = [""] * 8 + [f"{n}. Аня misere 0" for n in range(1, 3)]
    text = (
        "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
        + "\n".join(lines)
        + "\n3. Боря 6♠ 6, Вера whist 3, Аня whist 0\n"
    )
    fault = refusal(text)
    assert (fault.code, fault.line, fault.column) == ("tricks-total", 14, 12)
    assert [span.start + 1 for span in fault.spans] == [12, 26, 39]
    assert [span.end - span.start for span in fault.spans] == [1, 1, 1]
    assert (fault.values["total"], fault.values["counts"]) == (9, 3)


def test_one_mistake_is_one_error() -> None:
    """A wrong hand counts for number and dealer; what needs the sheet is left out after it."""
    pulka = read_text(
        file_with(
            f"1. {A}",
            "2. Боря 6♠ 6, Вера whist 3, Аня whist 0",
            "3. Вера misere 0",
            "check Вера pool 999",
            "4. Аня 6♠ 6, Боря whist 3, Вера whist 1",
            "fix 2. Боря 9♠ 5",
            "void 4",
        )
    )
    assert faults(pulka) == [("nobody-whisted", 9)]
    assert pulka.failed_checks == []
    assert pulka.judged.next_number == 5
    four = "pulka 1\nrules sochi\nplayers A B C D\n1. B 6♠ 5\n2. C 6♠\n3. D 6♠\n"
    assert faults(read_text(four)) == [("nobody-whisted", 4)], "the dealers of 2 and 3 are B and C"


def test_all_errors_are_found_at_once() -> None:
    pulka = read_text(file_with("1. Аня 6♠ 5", "2. Оля 7♦", "dealer Оля", "3. Вера misere 11", "hello"))
    assert faults(pulka) == [
        ("nobody-whisted", 4),
        ("player-unknown", 5),
        ("player-unknown", 6),
        ("tricks-range", 7),
        ("statement-unknown", 8),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "pulka 1\nrules sochi\nplayers Аня Аня Вера\n1. Аня 6♠\n2. Вера 6♠\ndealer Аня\n",
        "pulka 1\nrules sochy\nplayers Аня Боря Вера\n1. Аня 6♠\n2. Вера 6♠ giveup\n",
        "pulka 1\nrules sochi\n1. Аня 6♠\n2. Вера 6♠\nadjust Аня pool 1\n",
        f"{HEAD}1. {A}\n3. {B}\n4. {C}\n5. {A}\n",
        f"{HEAD}dealer Оля\n1. {A}\n2. {B}\n",
        "pulka 3\nwhatever\n1. nothing\n",
        "pulka 1\nrules sochi\nrule pool_target none\nplayers Аня Боря Вера\n1. Аня 6♠\n",
    ],
)
def test_a_wrong_beginning_is_one_error(text: str) -> None:
    refusal(text)


# Names


MOUNTAINS: Final = {3: (1, 0, 0), 4: (4, 3, 3, 0)}
"""What four, three, three and none write at Sochi's all-pass, the smallest count spared."""


@pytest.mark.parametrize(
    "names",
    [
        ["A", "B"],
        ["A", "B", "C", "D"],
        ["А", "В", "С"],
        ["Анна-Мария", "О'Хара", "Жан-Поль"],
        ["P1", "P2", "Q3"],
        ["Дядя Вася", "№ 7", "Вера"],
        ["x" * 40, "Боря", "Вера"],
        ["=1+1", "+7", "-А", "@x"],
        ["李", "Ольга", "Żaneta"],
        ["в", "п", "б"],
        ["Ян", "Яна", "Янина"],
    ],
)
def test_names_that_may_be(names: list[str]) -> None:
    quoted = " ".join(f'"{name}"' for name in names)
    pulka = sound(f"pulka 1\nrules sochi\nplayers {quoted}\n")
    assert pulka.players == tuple(names)
    if len(names) > 2:
        everyone = ", ".join(f'"{name}" {tricks}' for name, tricks in zip(names, (4, 3, 3, 0), strict=False))
        last_dealer = f'dealer "{names[-1]}"\n'
        hands = f"pulka 1\nrules sochi\nplayers {quoted}\n{last_dealer}1. allpass {everyone}\n"
        assert dict(sound(hands).sheet.mountain) == dict(zip(names, (MOUNTAINS[len(names)]), strict=True))


@pytest.mark.parametrize("name", ["Аня", "Anna2", "О'Хара", "Анна-Мария", "é", "A1b2"])
def test_names_that_may_stand_bare(name: str) -> None:
    assert sound(f"pulka 1\nrules sochi\nplayers {name} Zoe Yan\n").players[0] == name


@pytest.mark.parametrize("name", ["2x", "a_b", "-А", "А-", "a.b", "№7", "А+Б", "@2"])
def test_names_that_want_quotes(name: str) -> None:
    assert refusal(f"pulka 1\nrules sochi\nplayers {name} Zoe Yan\n").code == "name-unquoted"
    assert sound(f'pulka 1\nrules sochi\nplayers "{name}" Zoe Yan\n').players[0] == name


@pytest.mark.parametrize(
    "word",
    [
        *forms("whist", "вист", "pass", "пас", "half", "полвиста", "пв", "allpass", "распасы", "рп", "misere", "мизер"),
        *forms("mis", "giveup", "сдался", "уходит", "dark", "втёмную", "тёмная", "светлая", "open", "closed", "без"),
        *forms("козыря", "прикупа", "прикуп", "talon", "notalon", "bid", "торг", "agreed", "расписали", "to", "на"),
        *forms("пик", "пики", "треф", "бубен", "бубён", "червей", "черва", "крести", "бк", "nt"),
        *forms("pool", "пуля", "mountain", "гора", "горка", "полка", "whists", "висты", "подвал", "balance", "сальдо"),
        *forms("left", "осталось", "одной", "двух", "трёх"),
        *forms(*STATEMENT_WORDS, *STATEMENT_WORDS.values()),
        *forms("yes", "no", "да", "нет", "per", "за", "phase", "фаза", "robber", "разбойник"),
    ],
)
def test_words_of_the_grammar_are_no_names(word: str) -> None:
    assert refusal(f'pulka 1\nrules sochi\nplayers "{word}" Zoe Yan\n').code == "name-reserved"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ('"" B C', "name-empty"),
        ('"  " B C', "name-empty"),
        (f"{'x' * 41} B C", "name-long"),
        ('"a\tb" B C', "name-control"),
        ('"a\u200bb" B C', "name-control"),
        ("A a B", "name-twice"),
        ("Алёна Алена B", "name-twice"),
        ('Аня " АНЯ " B', "name-twice"),
        ("A", "players-count"),
        ("", "players-count"),
        ("A B C D E", "players-count"),
    ],
)
def test_names_that_may_not_be(names: str, code: str) -> None:
    assert refusal(f"pulka 1\nrules sochi\nplayers {names}\n").code == code


def test_blanks_at_the_ends_are_no_part_of_a_name() -> None:
    assert sound('pulka 1\nrules sochi\nplayers " Аня " B C\n').players[0] == "Аня"


# Renaming


def rename(text: str, player: str, new: str) -> tuple[Pulka, Pulka]:
    before = sound(text)
    seat = before.players.index(player)
    after = sound(renamed(before, seat, new))
    assert after.players == (*before.players[:seat], new.strip(), *before.players[seat + 1 :])
    assert after.seats_sheet == before.seats_sheet
    assert [(e.done, e.postings) for e in after.hands] == [(e.done, e.postings) for e in before.hands]
    assert after.settlement.exact == before.settlement.exact
    assert len(after.document.lines) == len(before.document.lines)
    assert after.failed_checks == before.failed_checks
    return before, after


EVERYWHERE: Final = """\
pulka 1
rules classic   # Аня wants it so
players Аня Боря Вера
dealer а
start Аня pool 1 whists Б 3, в 4
start б whists а 5
1. а 7п 7 б2 в1  # а и б
2. б 7 ч в 3 @1 п
3. рп а4 б3 в3 втёмную ан б
fix 1. "аня" 7♠ 8, б 1, в1
adjust аня mountain +1 "Аня опоздала"
adjust Боря whists А 2 Аня сама сказала
check а mountain 17
"""


def test_a_player_is_renamed_everywhere() -> None:
    before, after = rename(EVERYWHERE, "Аня", "Ольга")
    lines = after.document.lines
    assert lines[1] == "rules classic   # Аня wants it so", "comments are the users' own"
    assert lines[2] == "players Ольга Боря Вера"
    assert lines[3] == "dealer Ольга"
    assert lines[4] == "start Ольга pool 1 whists Б 3, в 4"
    assert lines[5] == "start б whists Ольга 5"
    assert lines[6].startswith("1. Ольга 7п 7 б2 в1")
    assert lines[6].endswith("# а и б")
    assert lines[9] == "fix 1. Ольга 7♠ 8, б 1, в1"
    assert lines[10] == 'adjust Ольга mountain +1 "Аня опоздала"'
    assert lines[11] == "adjust Боря whists Ольга 2 Аня сама сказала"
    assert lines[12] == "check Ольга mountain 17"
    assert before.document.text == EVERYWHERE


@pytest.mark.parametrize(
    "new", ["Дядя Вася", "Вероника", "Борис", "Ян", "п", "П2", "=1+1", "Бор", "в", "аня", "6♠", "  Оля  "]
)
@pytest.mark.parametrize("player", ["Аня", "Боря", "Вера"])
def test_figures_stay_whatever_the_new_name(player: str, new: str) -> None:
    """Beginnings that the new name makes ambiguous, quotes, single letters, letters of the grammar."""
    if new.casefold() == "аня" and player != "Аня":
        with pytest.raises(Problem) as refused:
            renamed(sound(EVERYWHERE), ("Аня", "Боря", "Вера").index(player), new)
        assert refused.value.code == "name-twice"
        return
    rename(EVERYWHERE, player, new)


def test_a_name_with_a_blank_is_quoted() -> None:
    _, after = rename(f"{HEAD}1. а6п6б3в1\n", "Боря", "Дядя Вася")
    assert after.document.lines[2] == 'players Аня "Дядя Вася" Вера'
    assert '"Дядя Вася"' in after.document.lines[3]


def test_a_new_name_is_kept_apart_from_what_touched_the_old_one() -> None:
    _, after = rename(f"{HEAD}1. а6п6б3,в1\n", "Боря", "Ян")
    assert after.document.lines[3] == "1. а6п6 Ян 3,в1"


def test_ambiguous_beginnings_are_written_out() -> None:
    _, after = rename(f"{HEAD}1. а 6п 6 б3 в1\n2. в 7♦ сдалась\ndealer а\n", "Боря", "Анна")
    assert "Анна" in after.document.lines[3]
    assert after.next is not None
    assert after.next.dealer == "Аня"


@pytest.mark.parametrize("new", ["Анна", "Дядя Вася", "п", "Ян"])
def test_what_was_taken_back_or_replaced_is_renamed_too(new: str) -> None:
    """What is not on the sheet now may come back: by `redo`, or by undoing a `fix` or a `void`."""
    text = f"{HEAD}1. а 6п 6 б3 в1\nfix 1. б 7 т 7 в2 а1\n2. а 6 пик 6 в1 б3\nvoid 2\n3. б 6п\nundo\n"
    after = renamed(sound(text), 1, new)
    for more in ("", "redo\n", "undo\n", "undo\nundo\nundo\n"):
        assert sound(after + more).seats_sheet == sound(text + more).seats_sheet


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ("Вера", "name-twice"),
        (" вера ", "name-twice"),
        ("", "name-empty"),
        ("вист", "name-reserved"),
        ("x" * 41, "name-long"),
        ('a"b', "name-quote"),
        ("a\nb", "name-control"),
    ],
)
def test_names_that_cannot_be_taken(new: str, code: str) -> None:
    with pytest.raises(Problem) as refused:
        renamed(sound(HEAD), 0, new)
    assert refused.value.code == code


SHORTHAND: Final = [
    json.loads(line)["text"]
    for line in (Path(__file__).parent / "cases" / "shorthand.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("new", ["Борис", "в", "Дядя Вася", "r", "Пикассо", "М2"])
def test_evenings_as_they_are_typed_stand_any_name(new: str) -> None:
    for text in SHORTHAND:
        before = sound(text)
        for seat, name in enumerate(before.players):
            if new in before.players:
                continue
            after = sound(renamed(before, seat, new))
            assert after.players[seat] == new
            assert after.seats_sheet == before.seats_sheet, (name, text)
            assert [e.postings for e in after.entries] == [e.postings for e in before.entries]
            assert after.judged.dealer == before.judged.dealer


def test_renaming_keeps_a_bom_and_line_ends() -> None:
    text = "\ufeff" + EVERYWHERE.replace("\n", "\r\n")
    after = renamed(sound(text), 0, "Ольга")
    assert after.startswith("\ufeffpulka 1\r\n")
    assert after.count("\r\n") == after.count("\n") == EVERYWHERE.count("\n")
    assert sound(after).seats_sheet == sound(EVERYWHERE).seats_sheet


# What a file is not faulted for twice


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A wrong number: either next number is right after it.
        ("pulka 1\nrules sochi\nplayers A B C\n1. A 6\n12. B 6\n3. C 6\n4. A 6\n", [("number-gap", 5)]),
        ("pulka 1\nrules sochi\nplayers A B C\n1. A 6\n12. B 6\n13. C 6\n", [("number-gap", 5)]),
        ("pulka 1\nrules sochi\nplayers A B C\n1. A 6\n2. B 6\n1. C 6\n4. A 6\n", [("number-repeat", 6)]),
        # Unknown rules: hands are read, and not judged by any.
        (
            "pulka 1\nrules shevlyakovski\nplayers A B C D\n"
            "1. B 6♠ talon=1\n2. C 7♥ 8 to=mountain, D 2\n3. D 6 A half B pass\n4. A nonsense\n",
            [("rules-unknown", 2), ("contract-missing", 7)],
        ),
        ("pulka 1\nrules classic\nrule dark_bids maybe\nplayers A B C\n1. A 6 6 dark, B 2, C 2\n", [("rule-value", 3)]),
        # Players too late.
        ("pulka 1\nrules sochi\n1. A 6\nplayers A B C\n", [("statement-late", 4)]),
    ],
)
def test_one_mistake_is_not_told_twice(text: str, expected: list[tuple[str, int]]) -> None:
    assert [(fault.code, fault.line) for fault in read_text(text).errors] == expected


def test_a_hand_taken_back_does_not_keep_the_head_closed() -> None:
    text = "pulka 1\nrules sochi\nplayers A B C\n1. A 6\nundo\nstart A pool 1\n1. B 6\n"
    pulka = read_text(text)
    assert not pulka.errors
    assert pulka.sheet.pool == {"A": 1, "B": 2, "C": 0}


def test_any_statement_empties_what_can_be_brought_back() -> None:
    text = "pulka 1\nrules sochi\nplayers A B C\n1. A 6\nundo\ntitle x\nredo\n"
    assert [(fault.code, fault.line) for fault in read_text(text).errors] == [("redo-nothing", 7)]


@pytest.mark.parametrize(
    "back",
    ["void 1\nundo\n", "undo\nredo\n", "fix 1. а 6 = б2 в2\nundo\n"],
)
def test_renaming_keeps_what_does_not_stand_now(back: str) -> None:
    """A hand that is struck out, taken back or fixed over reads as it did when it comes back."""
    first, second = back.splitlines(keepends=True)
    head = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
    for hand in ("1. а 6 п6 в3\n", "1. а 6п6 б3 в1\n"):
        before = read_text(head + hand + back)
        away = read_text(head + hand + first)
        for name in ("Петя", "Артём"):
            after = read_text(renamed(away, 1, name) + second)
            assert not after.errors
            assert after.seats_sheet == before.seats_sheet
            assert [entry.done for entry in after.hands] == [entry.done for entry in before.hands]


def test_half_whist_sign_is_cut_from_what_it_touches() -> None:
    pulka = read_text("pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. а 7б б п в½\n2. б 7т в п а½\n")
    assert not pulka.errors
    assert pulka.sheet.whists["Вера"]["Аня"] == 4


def test_a_fix_may_stand_close_to_its_number() -> None:
    text = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. Аня 6\nfix 1.Аня 7\n"
    assert read_text(text).sheet.pool["Аня"] == 4
    empty = read_text("pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. Аня 6\nfix 1\n")
    assert [fault.code for fault in empty.errors] == ["hand-empty"]


def test_a_hand_that_was_legal_can_be_corrected() -> None:
    """A fix that bids no lower stands as the hand did; one that bids lower does not."""
    head = "pulka 1\nrules leningrad\nplayers Аня Боря Вера\n1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
    played = head + "2. Боря 6♠ 6, Вера whist 3, Аня whist 1\nfix 1. allpass Аня 4, Боря 3, Вера 3\n"
    assert [warning.code for warning in read_text(played).warnings] == ["bid-below-minimum-since"]
    corrected = read_text(played + "fix 2. Боря 6♠ 6, Вера whist 2, Аня whist 2\n")
    assert not corrected.errors
    assert [warning.code for warning in corrected.warnings] == ["bid-below-minimum-since"]
    higher = head + "2. Боря 8♠ 8, Вера whist 2\nfix 1. allpass Аня 4, Боря 3, Вера 3\n"
    lower = read_text(higher + "fix 2. Боря 6♠ 6, Вера whist 2, Аня whist 2\n")
    assert [fault.code for fault in lower.errors] == ["bid-below-minimum"]


@pytest.mark.parametrize("hand", ["Аня 6♠ 6, Боря whist 9", "Вера 6♠ 5", "Аня 6♠, Боря", "nobody 6"])
def test_after_the_end_it_is_said_first_that_it_is_late(hand: str) -> None:
    head = "pulka 1\nrules sochi\nrule pool_target 2\nplayers Аня Боря Вера\n"
    over = head + "".join(f"{n}. {name} 6♠, @{n % 3 + 1} pass\n" for n, name in enumerate(("Аня", "Боря", "Вера"), 1))
    assert read_text(over).over
    assert [fault.code for fault in read_text(f"{over}4. {hand}\n").errors] == ["pulka-over"]
    assert [fault.code for fault in read_text(f"{over}4.\n").errors] == ["hand-empty"]
