"""One line of a pulka file as a statement (design §2). Hands are left as words until they are judged."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from pulka_calc.game.hands import Adjustment
from pulka_calc.game.phases import Phase
from pulka_calc.game.presets import find_preset
from pulka_calc.game.rules import KINDS
from pulka_calc.game.terms import Figure, whole
from pulka_calc.journal.diagnostics import Problem, Span
from pulka_calc.journal.grammar import (
    COIN,
    COLUMN_WORDS,
    KOPECK_WORDS,
    PER,
    PHASE_WORDS,
    RESERVED,
    WHIST_WORDS,
    Lang,
    fold,
)
from pulka_calc.journal.paperfigures import LONGEST_FIGURE, paper_figure
from pulka_calc.journal.sitting import Sitting
from pulka_calc.journal.tokens import Lexicon

LONGEST_NAME: Final = 40
MOST_PLAYERS: Final = 4
FORMAT: Final = "1"
"""The version of the format that `pulka 1` names."""


class Field(NamedTuple):
    """A word of a statement and where it stands in its line."""

    text: str
    span: Span
    quoted: bool = False


class Misplaced(Problem):
    """A `Problem` of a statement: about fields, with their spans at hand."""

    def __init__(self, code: str, *fields: Field, **values: object) -> None:
        super().__init__(code, **values)
        self.spans = tuple(field.span for field in fields)


SMALLEST_COIN: Final = Fraction(1, 100)
"""The coin in which money is paid where none is named and a unit of it has hundredths."""


class Stake(NamedTuple):
    """The price of one whist (ставка) in units of the money, exact, and how it is paid."""

    price: Fraction
    currency: str
    """The name of the money; ``""`` when it was not said."""
    coin: Fraction = SMALLEST_COIN
    """The smallest coin that is paid, in the same units; the price may be finer."""


class Written(NamedTuple):
    """A figure of a ``start`` line as it stands there."""

    column: str
    """``pool``, ``left``, ``mountain`` or ``whists``."""
    on: int | None
    """For whists."""
    figure: Figure
    text: str
    span: Span


class Start(NamedTuple):
    """A row of a sheet taken over from paper."""

    player: int
    pool: Figure | None
    left: Figure | None
    mountain: Figure
    whists: tuple[tuple[int, Figure], ...]
    player_span: Span
    written: tuple[Written, ...]
    """Each figure of the line with its place, in the order of the line."""


class Row(NamedTuple):
    """A ``start`` line that stands: where, what it says, and who sat at the table."""

    line: int
    start: Start
    table: Sitting


class Claim(NamedTuple):
    """One figure that a ``check`` line states; `on` for whists."""

    player: int
    column: str
    on: int | None
    figure: Fraction
    exactly: bool
    """Written with a fraction: a balance is compared exactly."""
    span: Span


class Void(NamedTuple):
    """A hand struck out."""

    number: int
    reason: str
    span: Span


_NUMBER: Final = r"[+\-−–]?[0-9]+(?:[.,][0-9]+|/[0-9]+)?"
_SIGN_OF_MONEY: Final = r"[^\W\d_]|[₽€$£¥₴₸₾₪]"
_FIELDS: Final = re.compile(rf'"([^"]*)"|[0-9]+,[0-9]+(?:{_SIGN_OF_MONEY})[^\s,"]*|(?:{_NUMBER})(?=[\s,]|$)|[^\s,"]+')
"""A comma divides words, but for that of a number, which may have its unit behind it: ``0,5р``."""
_FIGURE: Final = re.compile(rf"{_NUMBER}\Z")
_BARE_NAME: Final = re.compile(r"[^\W\d_](?:[^\W_]|[\u0300-\u036f]|[-'’](?=[^\W_]))*\Z")
_WITH_A_UNIT: Final = re.compile(rf"([0-9]+(?:[.,][0-9]+)?)((?:{_SIGN_OF_MONEY})[^0-9]*)\Z")
_PRICE: Final = re.compile(r"[0-9]{1,12}(?:[.,][0-9]{1,12})?\Z")
"""After the decimal sign of a price that was divided by a round number."""


def strip_comment(line: str) -> str:
    """The line without its comment; ``#`` inside quotes or within a word begins none."""
    if "#" not in line:
        return line
    quoted = False
    for place, sign in enumerate(line):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted and (place == 0 or line[place - 1].isspace()):
            return line[:place]
    return line


def fields_of(text: str, offset: int) -> list[Field]:
    """The words of a statement's rest, which begins at `offset` of its line."""
    return [
        Field(
            found[1] if found[1] is not None else found[0],
            Span(offset + found.start(), offset + found.end()),
            found[1] is not None,
        )
        for found in _FIELDS.finditer(text)
    ]


def figure(field: Field) -> Figure:
    """A whole number, ``5/2``, ``2.5`` or ``2,5``, with a sign or without.

    Raises:
        Misplaced: it is none of these, or has more digits than a sheet can hold.
    """
    text = field.text.replace("−", "-").replace("–", "-").replace(",", ".")
    if field.quoted or not _FIGURE.match(field.text):
        raise Misplaced("figure-unknown", field, word=field.text)
    if any(len(part) > LONGEST_FIGURE for part in re.split(r"[./+-]", text)):
        raise Misplaced("figure-long", field, digits=LONGEST_FIGURE)
    try:
        return whole(Fraction(text))
    except ZeroDivisionError:
        raise Misplaced("figure-unknown", field, word=field.text) from None


def check_name(field: Field) -> str:
    """A player's name, blanks at the ends removed.

    Raises:
        Misplaced: nobody can be called so.
    """
    name = field.text.strip()
    if not name:
        raise Misplaced("name-empty", field)
    if len(name) > LONGEST_NAME:
        raise Misplaced("name-long", field, length=len(name), longest=LONGEST_NAME)
    if not name.isprintable():
        raise Misplaced("name-control", field)
    if '"' in name:
        raise Misplaced("name-quote", field)
    folded = fold(name)
    if len(folded) > 1 and folded in RESERVED:
        raise Misplaced("name-reserved", field, name=name)
    if not field.quoted and not is_bare(name):
        raise Misplaced("name-unquoted", field, name=name)
    return name


def is_bare(name: str) -> bool:
    """Whether a name may stand without quotes."""
    return bool(_BARE_NAME.match(name))


def read_players(fields: list[Field], keyword: Field) -> tuple[str, ...]:
    """The names of a ``players`` line, clockwise."""
    names: list[str] = []
    known: dict[str, Field] = {}
    for field in fields:
        name = check_name(field)
        folded = fold(name)
        if folded in known:
            other = names[list(known).index(folded)]
            raise Misplaced("name-twice", known[folded], field, name=name, other=other)
        known[folded] = field
        names.append(name)
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise Misplaced("players-count", *(fields[MOST_PLAYERS:] or fields or [keyword]), count=len(names))
    return tuple(names)


def read_rule(rest: str, offset: int, keyword: Field) -> tuple[str, object]:
    """The name and the value of a ``rule`` line."""
    found = re.match(r"\s*(\S+)\s*(.*?)\s*\Z", rest)
    if not found:
        raise Misplaced("rule-empty", keyword)
    name_field = Field(found[1], Span(offset + found.start(1), offset + found.end(1)))
    name = found[1].lower().replace("-", "_")
    kind = KINDS.get(name)
    if kind is None:
        raise Misplaced("rule-unknown", name_field, word=found[1], names=tuple(KINDS))
    value_field = Field(found[2], Span(offset + found.start(2), offset + found.end(2))) if found[2] else name_field
    try:
        return name, kind.parse(found[2])
    except ValueError:
        raise Misplaced("rule-value", value_field, rule=name, word=found[2], choices=kind.choices()) from None


def read_preset(fields: list[Field], keyword: Field) -> str:
    """The preset that a ``rules`` line names."""
    if not fields:
        raise Misplaced("rules-unknown", keyword, word="")
    rules = find_preset(fields[0].text)
    if rules is None:
        raise Misplaced("rules-unknown", fields[0], word=fields[0].text)
    no_more(fields[1:])
    return rules.preset


def read_date(fields: list[Field], keyword: Field) -> str:
    """The day of a ``date`` line, ``YYYY-MM-DD``."""
    text = fields[0].text if fields else ""
    try:
        if not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z", text):
            raise ValueError(text)
        date.fromisoformat(text)
    except ValueError:
        raise Misplaced("date-unknown", *(fields[:1] or [keyword]), word=text) from None
    no_more(fields[1:])
    return text


def read_stake(fields: list[Field], keyword: Field) -> Stake:
    """The price of a whist: ``0.5 RUB``, ``0.5RUB``, ``10 RUB per 100 whists``, ``0.5 RUB coin 1``.

    Raises:
        Misplaced: it is no price, or has a word that belongs to none.
    """
    rest = [*_without_unit(fields[0]), *fields[1:]] if fields else []
    if not rest or not _PRICE.match(rest[0].text):
        raise Misplaced("stake-unknown", *(fields[:1] or [keyword]), word=fields[0].text if fields else "")
    price = Fraction(rest.pop(0).text.replace(",", "."))
    per: int | None = None
    currency: str | None = None
    coin: Fraction | None = None
    while rest:
        field = rest.pop(0)
        word = "" if field.quoted else fold(field.text)
        if word in PER.words():
            if per is not None:
                raise Misplaced("stake-unknown", field, word=field.text)
            per = _whists_priced(rest, field)
        elif word in COIN.words() and rest and re.match(r"[0-9]", rest[0].text):
            if coin is not None:
                raise Misplaced("stake-unknown", field, word=field.text)
            coin = read_coin(rest.pop(0))
        elif (
            currency is not None
            # "10 RUB/100" is a price for a hundred, not in a money of that name.
            or re.search(r"\A[-+0-9]|/", field.text)
            or any(not sign.isprintable() for sign in field.text)
        ):
            raise Misplaced("stake-unknown", field, word=field.text)
        else:
            currency = field.text
    currency = currency or ""
    return Stake(price / (per or 1), currency, usual_coin(currency) if coin is None else coin)


def _without_unit(field: Field) -> list[Field]:
    """A number and what is written behind it without a blank as two fields: ``0.5`` and ``RUB``."""
    found = None if field.quoted else _WITH_A_UNIT.match(field.text)
    if found is None:
        return [field]
    middle = field.span.start + found.end(1)
    return [
        Field(found[1], Span(field.span.start, middle)),
        Field(found[2], Span(middle, field.span.end)),
    ]


def _whists_priced(rest: list[Field], per: Field) -> int:
    """For how many whists a price is, taken off the words after `per`: ``100``, ``100 whists``, ``whist``.

    Raises:
        Misplaced: it is not said, or cannot be.
    """
    if not rest:
        raise Misplaced("stake-unknown", per, word=per.text)
    if _is_whist(rest[0]):
        rest.pop(0)
        return 1
    rest[:1] = _without_unit(rest[0])
    field = rest.pop(0)
    if not re.match(r"[1-9][0-9]{0,8}\Z", field.text):
        raise Misplaced("stake-unknown", field, word=field.text)
    if rest and _is_whist(rest[0]):
        rest.pop(0)
    return int(field.text)


def _is_whist(field: Field) -> bool:
    return not field.quoted and fold(field.text).rstrip(".") in WHIST_WORDS


def usual_coin(currency: str) -> Fraction:
    """The smallest coin that is paid of a money where none is said: a hundredth, but nobody pays those of a kopeck."""
    return Fraction(1) if fold(currency).rstrip(".") in KOPECK_WORDS else SMALLEST_COIN


def read_coin(field: Field) -> Fraction:
    """The smallest coin that is paid, in units of the money: ``1``, ``0.05``, ``100``.

    Raises:
        Misplaced: it is no number, or is nothing.
    """
    coin = Fraction(field.text.replace(",", ".")) if not field.quoted and _PRICE.match(field.text) else Fraction(0)
    if not coin:
        raise Misplaced("coin-unknown", field, word=field.text)
    return coin


def read_lang(fields: list[Field], keyword: Field) -> Lang:
    """The language of the keywords that the program writes into the file."""
    word = fold(fields[0].text) if fields else ""
    no_more(fields[1:])
    if word == "ru":
        return "ru"
    if word == "en":
        return "en"
    raise Misplaced("lang-unknown", *(fields[:1] or [keyword]), word=word)


def read_phase(fields: list[Field], keyword: Field) -> Phase:
    """A phase of the old game."""
    word = fold(fields[0].text) if fields else ""
    if word not in PHASE_WORDS:
        raise Misplaced("phase-unknown", *(fields[:1] or [keyword]), word=word)
    no_more(fields[1:])
    return PHASE_WORDS[word]


def no_more(fields: list[Field]) -> None:
    """Refuse words after a whole statement."""
    if fields:
        raise Misplaced("words-left", fields[0], word=fields[0].text)


def seat_of(field: Field, lexicon: Lexicon, names: tuple[str, ...]) -> int:
    """The seat of the player that a word names: a whole name, a beginning, or ``@2``.

    Raises:
        Misplaced: nobody, or more than one.
    """
    seats: tuple[int, ...]
    if field.quoted:
        seat = lexicon.whole_name(field.text)
        seats = () if seat is None else (seat,)
    elif re.match(r"@[0-9]+\Z", field.text):
        number = int(field.text[1:10])
        if not 1 <= number <= len(names):
            raise Misplaced("seat-unknown", field, word=field.text, count=len(names))
        seats = (number - 1,)
    else:
        seats = lexicon.seats(field.text)
    if not seats:
        raise Misplaced("player-unknown", field, word=field.text, names=names)
    if len(seats) > 1:
        raise Misplaced("player-ambiguous", field, word=field.text, names=tuple(names[seat] for seat in seats))
    return seats[0]


def person_of(field: Field, table: Sitting) -> int:
    """Whom a word names: somebody at the table, else anybody with a row.

    Raises:
        Misplaced: nobody, or more than one.
    """
    try:
        return table.seats[seat_of(field, table.lexicon, table.names)]
    except Misplaced as problem:
        if table.plain or problem.code != "player-unknown":
            raise
    return seat_of(field, table.everybody, table.people)


class Sentence:
    """The rest of a statement, taken word by word."""

    def __init__(self, fields: list[Field], keyword: Field, table: Sitting) -> None:
        self.fields = fields
        self.last = keyword
        self.table = table
        self.names = table.people

    def __bool__(self) -> bool:
        return bool(self.fields)

    def take(self, missing: str) -> Field:
        """The next word; `missing` says what should have stood there."""
        if not self.fields:
            raise Misplaced("words-missing", self.last, missing=missing)
        self.last = self.fields.pop(0)
        return self.last

    def player(self) -> int:
        """The person that comes next: somebody at the table, else anybody with a row."""
        return person_of(self.take("player"), self.table)

    def seat(self) -> int:
        """The seat of the player at the table that comes next."""
        return seat_of(self.take("player"), self.table.lexicon, self.table.names)

    def column(self) -> str:
        """The column that comes next."""
        field = self.take("column")
        column = COLUMN_WORDS.get(fold(field.text))
        if column is None or field.quoted:
            raise Misplaced("column-unknown", field, word=field.text)
        return column

    def figure(self) -> Figure:
        """The figure that comes next."""
        return figure(self.take("figure"))

    def paper_figure(self) -> Figure:
        """The figure that comes next, as it may stand on paper: running totals such as ``2.6.16.`` too."""
        field = self.take("figure")
        if field.quoted:
            raise Misplaced("figure-unknown", field, word=field.text)
        try:
            return paper_figure(field.text)
        except OverflowError:
            raise Misplaced("figure-long", field, digits=LONGEST_FIGURE) from None
        except ValueError:
            raise Misplaced("figure-unknown", field, word=field.text) from None

    def at_column(self) -> bool:
        """Whether a column comes next, not another name."""
        if not self.fields or self.fields[0].quoted:
            return False
        text = self.fields[0].text
        return fold(text) in COLUMN_WORDS and self.table.everybody.whole_name(text) is None

    def other_than(self, player: int) -> int:
        """The player written on."""
        other = self.player()
        if other == player:
            raise Misplaced("whists-on-self", self.last, player=self.names[player])
        return other


def read_start(line: Sentence, target: int | None) -> Start:
    """A ``start`` line. `target` is the pool's, for ``left``."""
    player = line.player()
    player_span = line.last.span
    pool: Figure | None = None
    left: Figure | None = None
    mountain: Figure = 0
    whists: dict[int, Figure] = {}
    written: list[Written] = []
    seen: set[str] = set()

    def take(on: int | None = None) -> Figure:
        found = line.paper_figure()
        written.append(Written(column, on, found, line.last.text, line.last.span))
        return found

    while line:
        column = line.column()
        if column in seen or (column in ("pool", "left") and seen & {"pool", "left"}):
            raise Misplaced("column-twice", line.last, word=line.last.text)
        seen.add(column)
        if column == "pool":
            pool = take()
        elif column == "left":
            if target is None:
                raise Misplaced("left-no-target", line.last)
            left = take()
        elif column == "mountain":
            mountain = take()
        elif column == "whists":
            while True:
                on = line.other_than(player)
                if on in whists:
                    raise Misplaced("player-twice", line.last, player=line.names[on])
                whists[on] = take(on)
                if not line or line.at_column():
                    break
        else:
            raise Misplaced("start-column", line.last, word=line.last.text)
    return Start(player, pool, left, mountain, tuple(whists.items()), player_span, tuple(written))


def read_adjust(line: Sentence) -> Adjustment:
    """An ``adjust`` line: player, column, the other player for whists, a figure, a reason."""
    player = line.player()
    column = line.column()
    on: int | None = None
    if column == "whists":
        on = line.other_than(player)
    elif column not in ("pool", "mountain"):
        raise Misplaced("adjust-column", line.last, word=line.last.text)
    points = line.figure()
    reason = " ".join(field.text for field in line.fields)
    if column == "pool":
        return Adjustment(player, "pool", None, points, reason)
    if column == "mountain":
        return Adjustment(player, "mountain", None, points, reason)
    return Adjustment(player, "whists", on, points, reason)


def read_check(line: Sentence) -> list[Claim]:
    """A ``check`` line: what the paper says of one player."""
    player = line.player()
    claims: list[Claim] = []
    if not line:
        line.take("column")
    while line:
        column = line.column()
        start = line.last.span.start
        while True:
            on = line.other_than(player) if column == "whists" else None
            stated = line.figure()
            exactly = not line.last.text.lstrip("+-−–").isdecimal()
            span = Span(start, line.last.span.end)
            claims.append(Claim(player, column, on, Fraction(stated), exactly, span))
            if column != "whists" or not line or line.at_column():
                break
            start = line.fields[0].span.start
    return claims


def read_number(field: Field) -> int:
    """The number of a hand: ``7`` or ``7.``.

    Raises:
        Misplaced: it is no number.
    """
    text = field.text.removesuffix(".")
    if field.quoted or not re.match(r"[0-9]{1,6}\Z", text):
        raise Misplaced("number-unknown", field, word=field.text)
    return int(text)


def read_void(line: Sentence) -> Void:
    """A ``void`` line."""
    field = line.take("number")
    return Void(read_number(field), " ".join(field.text for field in line.fields), field.span)
