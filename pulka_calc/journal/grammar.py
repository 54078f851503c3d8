"""The words that a pulka file is written in, Russian and English (design §2).

Everything a person types is read in both languages; the first word of each entry is the one that
the program writes. Letter case and ``ё``/``е`` do not matter: tables hold folded words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from unicodedata import normalize

from pulka_calc.game.phases import Phase
from pulka_calc.game.terms import SUITS, Column, Role, Suit

_COMBINING: Final = re.compile("[\u0300-\u036f]")

Lang = Literal["en", "ru"]
"""The language of a file's keywords."""

Leaving = Literal["settled", "frozen"]
"""What becomes of the row of a player who leaves (расчёт, заморозка)."""

Replacing = Literal["settled", "takeover"]
"""What a substitute answers for: what he plays, or the whole row (расчёт, целиком)."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """The form in which words and names are compared."""
    if not text.isascii() and _COMBINING.search(text):
        # Some keyboards write й and ё as a letter and a mark.
        text = normalize("NFC", text)
    return text.strip().casefold().replace("ё", "е")


class Keyword(NamedTuple):
    """A word that the program writes in either language, and what else is read for it."""

    en: str
    ru: str
    also: tuple[str, ...] = ()

    def write(self, lang: Lang) -> str:
        """The canonical word."""
        return self.ru if lang == "ru" else self.en

    def words(self) -> tuple[str, ...]:
        """Every word that is read, folded."""
        return tuple(fold(word) for word in (self.en, self.ru, *self.also))


STATEMENTS: Final[dict[str, Keyword]] = {
    "pulka": Keyword("pulka", "пулька"),
    "title": Keyword("title", "название"),
    "date": Keyword("date", "дата"),
    "rules": Keyword("rules", "правила"),
    "rule": Keyword("rule", "правило"),
    "stake": Keyword("stake", "ставка"),
    "players": Keyword("players", "игроки"),
    "dealer": Keyword("dealer", "сдаёт"),
    "start": Keyword("start", "начало"),
    "void": Keyword("void", "зачеркнуть"),
    "fix": Keyword("fix", "исправить"),
    "adjust": Keyword("adjust", "поправка"),
    "check": Keyword("check", "проверка"),
    "lang": Keyword("lang", "язык"),
    "phase": Keyword("phase", "фаза"),
    "join": Keyword("join", "садится"),
    "leave": Keyword("leave", "выходит"),
    "replace": Keyword("replace", "замена"),
    "undo": Keyword("undo", "отменить"),
    "redo": Keyword("redo", "вернуть"),
}
"""The words that begin a statement."""

COLUMNS: Final[dict[Column, Keyword]] = {
    "pool": Keyword("pool", "пуля"),
    "mountain": Keyword("mountain", "гора", ("горка", "полка")),
    "whists": Keyword("whists", "висты", ("подвал",)),
}
BALANCE: Final = Keyword("balance", "сальдо")
LEFT: Final = Keyword("left", "осталось")
PER: Final = Keyword("per", "за")
COIN: Final = Keyword("coin", "монета", ("монетой", "монетами"))
"""Before a number in a ``stake`` line; anywhere else it is no word of the grammar."""
WHIST_WORDS: Final = frozenset({"whist", "whists", "вист", "виста", "вистов"})
"""Of what a price is said for so many."""
KOPECK_WORDS: Final = frozenset({"коп", "копейка", "копейки", "копеек", "kop", "kopeck", "kopecks"})
"""Money that is a coin itself. All without the point of an abbreviation."""

ROLES: Final[dict[Role, Keyword]] = {
    "whist": Keyword("whist", "вист", ("в", "w")),
    "pass": Keyword("pass", "пас", ("п", "p")),
    "half": Keyword("half", "полвиста", ("пв", "½", "h")),
}
SUIT_WORDS: Final[dict[Suit, tuple[str, ...]]] = {
    "♠": ("♠", "♤", "п", "пик", "пики", "пика", "s"),
    "♣": ("♣", "♧", "т", "треф", "трефы", "трефа", "к", "крести", "c"),
    "♦": ("♦", "♢", "б", "бубен", "бубны", "бубна", "d"),
    "♥": ("♥", "♡", "ч", "червей", "черви", "червы", "черва", "h"),
    "NT": ("бк", "nt", "n"),
}
MISERE: Final = Keyword("misere", "мизер", ("м", "mis", "m"))
ALLPASS: Final = Keyword("allpass", "распасы", ("распас", "распасовка", "рп", "all-pass", "r"))
GIVE_UP: Final = Keyword("giveup", "уходит", ("сдался", "сдалась"))
DARK: Final = Keyword("dark", "втёмную", ("тёмная",))
"""The Russian word is a dark bid after the contract and closed play after a defender."""
NO_TALON: Final = Keyword("notalon", "без прикупа")
AGREED: Final = Keyword("agreed", "расписали")
OPEN: Final = Keyword("open", "открыто", ("светлая", "всветлую"))
CLOSED: Final = Keyword("closed", "закрыто")
TALON: Final = Keyword("talon", "прикуп")
BID: Final = Keyword("bid", "торг")
TO: Final = Keyword("to", "на")
ON_MOUNTAIN: Final = Keyword("mountain", "гора")

WITHOUT: Final = ("без",)
NO_TRUMPS: Final = ("козыря",)
OF_TALON: Final = ("прикупа",)
HOW_MANY: Final[dict[str, int]] = {
    "одной": 1,
    "двух": 2,
    "трех": 3,
    "четырех": 4,
    "пяти": 5,
    "шести": 6,
    "семи": 7,
    "восьми": 8,
    "девяти": 9,
    "десяти": 10,
}
"""What follows ``без``: the tricks a declarer is short."""

AFTER: Final = Keyword("after", "после")
LEAVING: Final[dict[Leaving, Keyword]] = {
    "settled": Keyword("settled", "расчёт"),
    "frozen": Keyword("frozen", "заморозка"),
}
"""What becomes of the row of a player who leaves: settled now, or kept as it is to the end."""
REPLACING: Final[dict[Replacing, Keyword]] = {
    "settled": Keyword("settled", "расчёт"),
    "takeover": Keyword("takeover", "целиком"),
}
"""What a substitute answers for: what he plays himself, or the whole row."""
NO_NAMES: Final = frozenset(
    {
        *AFTER.words(),
        *(word for modes in (LEAVING, REPLACING) for keyword in modes.values() for word in keyword.words()),
    }
)
"""Words of the lines that change who sits at the table, names apart."""

PHASES: Final[dict[Phase, Keyword]] = {
    "robber": Keyword("robber", "разбойник"),
    "allpass": ALLPASS,
    "game": Keyword("game", "игра"),
}


class Meaning(NamedTuple):
    """All that a word of letters can mean in a hand; which one it has depends on where it stands."""

    suit: Suit | None = None
    role: Role | None = None
    misere: bool = False
    allpass: bool = False
    flag: str | None = None
    """``giveup``, ``dark``, ``notalon``, ``agreed``, ``open`` or ``closed``."""
    without: bool = False
    short: int | None = None
    no_trumps: bool = False
    of_talon: bool = False


def _meanings() -> dict[str, Meaning]:
    found: dict[str, Meaning] = {}

    def add(words: tuple[str, ...], **parts: object) -> None:
        for word in words:
            found[word] = found.get(word, Meaning())._replace(**parts)  # type: ignore[arg-type]

    for suit in SUITS:
        add(SUIT_WORDS[suit], suit=suit)
    for role, keyword in ROLES.items():
        add(keyword.words(), role=role)
    add(MISERE.words(), misere=True)
    add(ALLPASS.words(), allpass=True)
    for flag, keyword in FLAGS.items():
        add(keyword.words(), flag=flag)
    add((fold("тёмная"), "dark"), flag="dark")
    add((fold("втёмную"),), flag="in-the-dark")
    add(WITHOUT, without=True)
    add(NO_TRUMPS, no_trumps=True)
    add(OF_TALON, of_talon=True)
    for word, tricks in HOW_MANY.items():
        add((word,), short=tricks)
    return found


FLAGS: Final[dict[str, Keyword]] = {
    "giveup": GIVE_UP,
    "notalon": NO_TALON,
    "agreed": AGREED,
    "open": OPEN,
    "closed": CLOSED,
}
MEANINGS: Final = _meanings()
NOTHING: Final = Meaning()

VALUED_FLAGS: Final[dict[str, str]] = {
    **dict.fromkeys(TALON.words(), "talon"),
    **dict.fromkeys(BID.words(), "bid"),
    **dict.fromkeys(TO.words(), "to"),
}
"""Flags written ``word=value``."""

STATEMENT_WORDS: Final[dict[str, str]] = {
    word: name for name, keyword in STATEMENTS.items() for word in keyword.words()
}
COLUMN_WORDS: Final[dict[str, str]] = {
    **{word: column for column, keyword in COLUMNS.items() for word in keyword.words()},
    **dict.fromkeys(BALANCE.words(), "balance"),
    **dict.fromkeys(LEFT.words(), "left"),
}
PHASE_WORDS: Final[dict[str, Phase]] = {word: name for name, keyword in PHASES.items() for word in keyword.words()}


def _reserved() -> frozenset[str]:
    words = {*MEANINGS, *STATEMENT_WORDS, *COLUMN_WORDS, *VALUED_FLAGS, *PHASE_WORDS, *PER.words()}
    words |= NO_NAMES
    words |= {"yes", "no", "да", "нет"}
    return frozenset(part for word in words for part in word.split() if len(part) > 1)


RESERVED: Final = _reserved()
"""Words of two letters or more that nobody can be called by."""
