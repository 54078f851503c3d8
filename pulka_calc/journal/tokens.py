"""A line of a hand cut into words, and words into what they can mean (design §2, rule 1).

A word that is a whole name is that player. Any other is cut where letters, digits, suit signs and
results touch. What a word can mean at a table is worked out once, however often it is typed.
"""

from __future__ import annotations

import re
from typing import Final

from pulka_calc.game.terms import HAND_TRICKS, LEVELS, SUITS, Suit
from pulka_calc.journal.diagnostics import Span
from pulka_calc.journal.grammar import MEANINGS, NOTHING, VALUED_FLAGS, Meaning, fold


class Token:
    """The smallest part of a hand's line. Equal tokens are one object (see `_token`)."""

    __slots__ = ("digits_touch", "end", "kind", "meaning", "name", "seats", "start", "suit", "text", "touches", "value")

    kind: str
    """``player``, ``letters``, ``number``, ``result``, ``contract``, ``suit``, ``flag`` or ``junk``."""
    text: str
    """As typed."""
    start: int
    """Where it begins in its word."""
    end: int
    name: int | None
    """The seat of the player whose whole name this is."""
    seats: tuple[int, ...]
    """Seats of the players whose names begin so."""
    meaning: Meaning
    """What the letters mean apart from names."""
    value: int
    """Of a number, a result or a level."""
    suit: Suit | None
    touches: bool
    """It follows the token before it without a blank."""
    digits_touch: bool
    """Digits stand right beside it."""


PLAYER: Final = object()
"""The shape of a word that is a player's whole name: any other name is read the same."""
NUMBER: Final = object()
"""The shape of a number that can be a count of tricks."""
CONTRACT: Final = object()
"""The shape of a level and a suit in one word."""


class Word:
    """One word of a line: what it is cut into. Equal words of tables alike are one object."""

    __slots__ = ("begins_name", "seat", "shape", "suit", "text", "tokens", "value")

    def __init__(self, text: str, tokens: tuple[Token, ...]) -> None:
        self.text = text
        self.tokens = tokens
        self.seat = -1
        """The player whom the whole word names; -1: it names nobody for certain."""
        self.value = -1
        """Of a number or a contract: tricks, or the level."""
        self.suit: Suit | None = None
        """Of a contract."""
        self.begins_name = False
        """Some of its letters may be the beginning of a name: what it is depends on what stands around it."""
        self.shape: object = self
        """What the word has in common with others that are read the same but for seat, number and suit."""
        first, *more = tokens
        if first.kind == "player" and first.name is not None and not more:
            self.seat, self.shape = first.name, PLAYER
        elif any(token.seats for token in tokens):
            self.begins_name = True
        elif first.kind == "number" and not more and first.value <= HAND_TRICKS:
            self.value, self.shape = first.value, NUMBER
        else:
            self._as_contract(first, more)

    def _as_contract(self, first: Token, more: list[Token]) -> None:
        if first.kind == "contract" and not more:
            suit = first.suit
        elif first.kind == "number" and first.value in LEVELS and len(more) == 1:
            suit = more[0].suit or more[0].meaning.suit
        else:
            return
        if suit is not None:
            self.value, self.suit, self.shape = first.value, suit, CONTRACT


_SUIT_SIGNS: Final = "♠♤♣♧♦♢♥♡"
_PIECES: Final = re.compile(
    r"""(?P<contract>(?:10|[6-9])\.[1-5])(?![0-9])
      | (?P<result>[+\-−–][0-9]+|=)
      | (?P<number>[0-9]+)
      | (?P<suit>[♠♤♣♧♦♢♥♡][\ufe0e\ufe0f]?)
      | (?P<letters>½|(?:[^\W\d_½][\u0300-\u036f]*)+(?:[-'’](?:[^\W\d_½][\u0300-\u036f]*)+)*)
      | (?P<player>@[0-9]+)
      | (?P<junk>.)""",
    re.VERBOSE,
)
_VALUED: Final = re.compile(r"([^\W\d_]+)=(.+)\Z")
_QUOTED_OR_WORD: Final = re.compile(r'"([^"]*)"|[^\s,"]+')

_SIGNS: Final[dict[str, Suit]] = {sign: SUITS[place // 2] for place, sign in enumerate(_SUIT_SIGNS)}

_tokens: dict[tuple[object, ...], Token] = {}
_words: dict[tuple[object, ...], Word] = {}
_fixed: dict[str, Word] = {}
"""Counts and contracts with a sign: at most a few hundred words, the same at every table."""
_MOST: Final = 200_000
"""Words remembered; beyond it the memory is emptied, so that a server of many files does not grow."""


def forget() -> None:
    """Empty the memory of words, for measurements that must start cold."""
    fold.cache_clear()
    _words.clear()
    _fixed.clear()
    _tokens.clear()


def _token(
    kind: str,
    text: str,
    start: int,
    end: int,
    *,
    touches: bool = False,
    digits_touch: bool = False,
    name: int | None = None,
    seats: tuple[int, ...] = (),
    value: int = 0,
    suit: Suit | None = None,
    meaning: Meaning = NOTHING,
) -> Token:
    """The one token with these parts."""
    key = (kind, text, start, end, touches, digits_touch, name, seats)
    token = _tokens.get(key)
    if token is None:
        token = Token()
        token.kind, token.text, token.start, token.end = kind, text, start, end
        token.touches, token.digits_touch = touches, digits_touch
        token.name, token.seats, token.value, token.suit, token.meaning = name, seats, value, suit, meaning
        if len(_tokens) > _MOST:
            forget()
        _tokens[key] = token
    return token


class Lexicon(dict[str, Word]):
    """The words of one table: looks a word up, working it out when it is new.

    Args:
        names: the players in the order of seats.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(_fixed)
        self.names = tuple([fold(name) for name in names])
        self.initials = {name[:1] for name in self.names}
        """First letters of names: a word that begins with none of them is no player."""

    def __missing__(self, text: str) -> Word:
        word = self._work_out(text)
        self[text] = word
        return word

    def seats(self, text: str) -> tuple[int, ...]:
        """Seats of the players whose names begin with `text`; a whole name is that player alone."""
        folded = fold(text)
        if folded in self.names:
            return (self.names.index(folded),)
        return tuple(seat for seat, name in enumerate(self.names) if name.startswith(folded))

    def whole_name(self, text: str) -> int | None:
        """The seat of the player called exactly so."""
        folded = fold(text)
        return self.names.index(folded) if folded in self.names else None

    def quoted(self, text: str) -> Word:
        """A name in quotes: that player and nothing else."""
        seat = self.whole_name(text)
        seats = () if seat is None else (seat,)
        return Word(text, (_token("player", f'"{text}"', 0, len(text) + 2, name=seat, seats=seats),))

    def _work_out(self, text: str) -> Word:
        if text.isalpha():
            # The commonest words, names and roles, need no cutting to be found again; letters alone fold so.
            folded = text.casefold().replace("ё", "е")
            names = self.names
            seats = (
                [seat for seat, name in enumerate(names) if name.startswith(folded)]
                if folded[0] in self.initials
                else ()
            )
            whole = names.index(folded) if folded in names else None
            key: tuple[object, ...] = (text, *seats, whole)
            word = _words.get(key)
            if word is None:
                word = Word(text, tuple(self._cut(text)[0]))
                _words[key] = word
            return word
        tokens, depends = self._cut(text)
        key = (text, depends)
        word = _words.get(key)
        if word is None:
            if len(_words) > _MOST:
                forget()
            word = _words[key] = Word(text, tuple(tokens))
            if not depends and word.shape in (NUMBER, CONTRACT) and not any(t.kind == "letters" for t in tokens):
                _fixed[text] = word
        return word

    def _cut(self, text: str) -> tuple[list[Token], tuple[object, ...]]:
        """The tokens of a word, and what of them depends on the names at the table."""
        seat = self.whole_name(text) if text[0].isalpha() else None
        if seat is not None:
            meaning = MEANINGS.get(fold(text), NOTHING)
            return [_token("player", text, 0, len(text), name=seat, seats=(seat,), meaning=meaning)], ((seat,),)
        valued = _VALUED.match(text)
        if valued and fold(valued[1]) in VALUED_FLAGS:
            return [_token("flag", text, 0, len(text))], ()
        tokens: list[Token] = []
        depends: list[object] = []
        pieces = list(_PIECES.finditer(text))
        for place, piece in enumerate(pieces):
            kind = piece.lastgroup or "junk"
            written = piece[0]
            digits = (place > 0 and pieces[place - 1][0][-1].isdigit()) or (
                place + 1 < len(pieces) and pieces[place + 1].lastgroup in ("number", "contract")
            )
            seats: tuple[int, ...] = ()
            name: int | None = None
            value = 0
            suit: Suit | None = None
            meaning = NOTHING
            if kind == "letters":
                seats = self.seats(written) if written != "½" else ()
                name = self.whole_name(written)
                meaning = MEANINGS.get(fold(written), NOTHING)
                if seats:
                    depends.append((place, seats, name))
            elif kind == "player":
                number = int(written[1:])
                seats = (number - 1,) if 1 <= number <= len(self.names) else ()
                name = number - 1 if seats else None
                depends.append((place, seats, name))
            elif kind == "contract":
                level, _, which = written.partition(".")
                value, suit = int(level), SUITS[int(which) - 1]
            elif kind == "suit":
                suit = _SIGNS[written[0]]
            elif kind == "number":
                value = int(written[:9])
            elif kind == "result" and written != "=":
                value = int(written[1:10]) * (1 if written[0] == "+" else -1)
            tokens.append(
                _token(
                    kind,
                    written,
                    piece.start(),
                    piece.end(),
                    touches=place > 0,
                    digits_touch=digits,
                    name=name,
                    seats=seats,
                    value=value,
                    suit=suit,
                    meaning=meaning,
                )
            )
        return tokens, tuple(depends)


def split_words(text: str, lexicon: Lexicon) -> tuple[Word, ...]:
    """The words of a hand's line after its number, comment removed."""
    if '"' in text:
        return tuple(
            lexicon.quoted(found[1]) if found[1] is not None else lexicon[found[0]]
            for found in _QUOTED_OR_WORD.finditer(text)
        )
    return tuple(map(lexicon.__getitem__, text.replace(",", " ").split()))


def token_spans(text: str, words: tuple[Word, ...], offset: int) -> list[Span]:
    """Where each token of `words` stands, for a `text` that begins at column `offset` of its line."""
    spans: list[Span] = []
    for found, word in zip(_QUOTED_OR_WORD.finditer(text), words, strict=True):
        base = offset + found.start()
        spans.extend(Span(base + token.start, base + token.end) for token in word.tokens)
    return spans
