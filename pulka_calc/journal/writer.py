"""The canonical text of statements, in the language of a file's keywords; the inverse of reading."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pulka_calc.game.hands import Adjustment, AllPass, Contract, GiveUp, Hand, Misere, Outcome, ToMountain
from pulka_calc.game.rules import KINDS
from pulka_calc.game.table import parts
from pulka_calc.game.terms import Figure, Role, Suit
from pulka_calc.journal import grammar
from pulka_calc.journal.grammar import Keyword, Lang, fold
from pulka_calc.journal.handline import Said, SaidAllPass, SaidContract
from pulka_calc.journal.paper import Taken
from pulka_calc.journal.sitting import Coming
from pulka_calc.journal.statements import Stake, fields_of, is_bare, usual_coin

_RUSSIAN_NO_TRUMPS = "БК"


def name_text(name: str) -> str:
    """A name as it stands in a line: in quotes where it needs them."""
    return name if is_bare(name) else f'"{name}"'


def contract_text(level: int, suit: Suit | None, lang: Lang) -> str:
    """``6♠``, ``10NT``; in a Russian file ``10БК``."""
    if suit == "NT" and lang == "ru":
        return f"{level}{_RUSSIAN_NO_TRUMPS}"
    return f"{level}{suit or ''}"


def hand_text(hand: Hand, names: tuple[str, ...], dealer: int, lang: Lang) -> str:
    """A hand's line without its number, every count filled in.

    Args:
        dealer: the seat that dealt it, for who defends first and who sits out.
    """
    if isinstance(hand, AllPass):
        return _allpass(hand, names, dealer, lang)
    who = name_text(names[hand.declarer])
    if isinstance(hand, Misere):
        flags = _flags(lang, dark=hand.dark, notalon=hand.notalon, agreed=hand.agreed, to=hand.to_mountain)
        return _join(who, grammar.MISERE.write(lang), str(hand.tricks), *flags)
    contract = contract_text(hand.level, hand.suit, lang)
    if isinstance(hand, GiveUp):
        return _join(who, contract, grammar.GIVE_UP.write(lang), *_flags(lang, dark=hand.dark, bid=hand.bid))
    return _contract(hand, who, contract, names, dealer, lang)


def said_text(said: Said, names: tuple[str, ...], lang: Lang) -> str:
    """What a hand's line says, with whole names and canonical words; nothing is completed or judged."""
    if isinstance(said, SaidAllPass):
        clauses = [_join(name_text(names[d.seat]), _count(d.tricks)) for d in said.counts]
        dark = [grammar.DARK.write(lang), *(name_text(names[seat]) for seat in said.dark)] if said.dark else []
        return _join(grammar.ALLPASS.write(lang), ", ".join(clauses), *dark)
    if isinstance(said, SaidContract):
        what = contract_text(said.level, said.suit, lang)
    else:
        what = grammar.MISERE.write(lang)
    result = said.result
    if result is None:
        told = ""
    elif result.tricks is not None:
        told = str(result.tricks)
    else:
        told = f"{result.over:+d}" if result.over else "="
    flags = [_flag(name, flag.value, lang) for name, flag in said.flags.items()]
    clauses = [_join(name_text(names[said.declarer]), what, told, *flags)]
    for d in said.defenders:
        how = {"open": grammar.OPEN, "closed": grammar.CLOSED}[d.play].write(lang) if d.play else ""
        role = grammar.ROLES[d.role].write(lang) if d.role else ""
        clauses.append(_join(name_text(names[d.seat]), role, _count(d.tricks), how))
    return ", ".join(clauses)


def _count(tricks: int | None) -> str:
    return "" if tricks is None else str(tricks)


def _flag(name: str, value: str, lang: Lang) -> str:
    """A flag of a hand as it was said; the value of those that have one is kept as it is."""
    valued = {"talon": grammar.TALON, "bid": grammar.BID, "to": grammar.TO}
    if name in valued:
        return f"{valued[name].write(lang)}={value}"
    return {**grammar.FLAGS, "dark": grammar.DARK}[name].write(lang)


def _contract(hand: Contract, who: str, contract: str, names: tuple[str, ...], dealer: int, lang: Lang) -> str:
    seats = parts(hand.declarer, dealer, len(names))
    outcome = hand.outcome
    tricks, first, second, talon_dealer = hand.counts
    flags = _flags(
        lang,
        dark=outcome.dark,
        talon=outcome.talon,
        notalon=hand.notalon,
        bid=hand.bid,
        agreed=hand.agreed,
        to=hand.to_mountain,
    )
    clauses = [_join(who, contract, "" if tricks is None else str(tricks), *flags)]
    if outcome.tricks is not None and not _was_whisted(outcome):
        # The robber's: nobody whists, and defenders are named for their tricks only.
        clauses += [
            _join(name_text(names[seat]), str(taken))
            for seat, taken in ((seats[1], first), (seats[2], second))
            if taken is not None
        ]
        return ", ".join(clauses)
    written = outcome.first_taken is not None or outcome.tricks is None
    for seat, role, taken, play in (
        (seats[1], outcome.first, first, hand.play[0]),
        (seats[2], outcome.second, second, hand.play[1]),
    ):
        # A passer's 0 beside a lone whister says nothing; every other count is kept.
        said = taken if taken or role == "whist" or written else None
        clauses.append(_defender(names[seat], role, said, play, lang))
    if outcome.dealer_whists:
        clauses.append(_defender(names[seats[3]], "whist", talon_dealer, None, lang))
    return ", ".join(clauses)


def _was_whisted(outcome: Outcome) -> bool:
    """Whether somebody whisted, or the cards of a ten were checked."""
    return "whist" in (outcome.first, outcome.second) or outcome.dealer_whists or outcome.first_taken is not None


def _defender(name: str, role: Role, taken: int | None, play: str | None, lang: Lang) -> str:
    how = {"open": grammar.OPEN, "closed": grammar.CLOSED}[play].write(lang) if play else ""
    return _join(name_text(name), grammar.ROLES[role].write(lang), "" if taken is None else str(taken), how)


def _allpass(hand: AllPass, names: tuple[str, ...], dealer: int, lang: Lang) -> str:
    out = dealer if len(names) == 4 else None
    clauses = [
        f"{name_text(name)} {hand.tricks[seat]}" for seat, name in enumerate(names) if seat != out or hand.tricks[seat]
    ]
    text = f"{grammar.ALLPASS.write(lang)} {', '.join(clauses)}"
    if hand.dark:
        text += f" {grammar.DARK.write(lang)} " + " ".join(name_text(names[seat]) for seat in hand.dark)
    return text


def _flags(
    lang: Lang,
    *,
    dark: bool,
    talon: int = 0,
    notalon: bool = False,
    bid: str | None = None,
    agreed: bool = False,
    to: ToMountain = None,
) -> list[str]:
    """The flags of a hand; they stand before the first defender, where every word belongs to the hand."""
    words = []
    if dark:
        words.append(grammar.DARK.write(lang))
    if talon:
        words.append(f"{grammar.TALON.write(lang)}={talon}")
    if notalon:
        words.append(grammar.NO_TALON.write(lang))
    if bid:
        words.append(f"{grammar.BID.write(lang)}={bid}")
    if agreed:
        words.append(grammar.AGREED.write(lang))
    if to is not None:
        where = f"{grammar.TO.write(lang)}={grammar.ON_MOUNTAIN.write(lang)}"
        words.append(where if to == "all" else f"{where}:{to}")
    return words


def _join(*words: str) -> str:
    return " ".join(word for word in words if word)


def figure_text(figure: Figure) -> str:
    """A figure as a file writes it: ``7``, ``5/2``."""
    return str(figure)


def adjust_text(adjustment: Adjustment, names: tuple[str, ...], lang: Lang) -> str:
    """An ``adjust`` statement."""
    sign = "+" if adjustment.points >= 0 else ""
    words = [
        grammar.STATEMENTS["adjust"].write(lang),
        name_text(names[adjustment.player]),
        grammar.COLUMNS[adjustment.column].write(lang),
        "" if adjustment.on is None else name_text(names[adjustment.on]),
        f"{sign}{figure_text(adjustment.points)}",
        quoted(adjustment.reason) if adjustment.reason else "",
    ]
    return _join(*words)


def start_text(player: int, row: Taken, names: tuple[str, ...], lang: Lang) -> str:
    """A ``start`` statement: the row of a sheet taken over from paper."""
    pool = (grammar.LEFT, row.left) if row.left is not None else (grammar.COLUMNS["pool"], row.pool or 0)
    words = [keyword("start", lang), name_text(names[player])]
    words += [pool[0].write(lang), figure_text(pool[1]), grammar.COLUMNS["mountain"].write(lang)]
    words.append(figure_text(row.mountain))
    if row.whists:
        words.append(grammar.COLUMNS["whists"].write(lang))
        words.append(", ".join(f"{name_text(names[on])} {figure_text(figure)}" for on, figure in row.whists))
    return _join(*words)


def coming_text(statement: str, coming: Coming, lang: Lang) -> str:
    """A ``join``, ``leave`` or ``replace`` statement."""
    people, seats = coming.after.people, coming.after.seats
    words = [keyword(statement, lang), name_text(people[coming.person])]
    if coming.newcomer == coming.person:
        # Who sits down last clockwise is not said to sit after anybody.
        place = seats.index(coming.person)
        if place < len(seats) - 1:
            words += [grammar.AFTER.write(lang), name_text(people[seats[place - 1]])]
    elif coming.newcomer is not None:
        words.append(name_text(people[coming.newcomer]))
    if coming.mode == "frozen":
        words.append(grammar.LEAVING["frozen"].write(lang))
    if coming.mode == "takeover":
        words.append(grammar.REPLACING["takeover"].write(lang))
    return _join(*words)


def quoted(text: str) -> str:
    """Free text in quotes; quotes inside become the typographic ones, which a line can hold."""
    return '"' + text.replace('"', "”") + '"'


def void_text(number: int, reason: str, lang: Lang) -> str:
    """A ``void`` statement."""
    return _join(keyword("void", lang), str(number), quoted(reason) if reason else "")


def fix_text(number: int, hand: str, lang: Lang) -> str:
    """A ``fix`` statement with a hand's text."""
    return f"{keyword('fix', lang)} {number}. {hand}"


def keyword(statement: str, lang: Lang) -> str:
    """The word that begins a statement."""
    found: Keyword = grammar.STATEMENTS[statement]
    return found.write(lang)


_RUSSIAN_VALUES: Final = {"yes": "да", "no": "нет"}


def value_text(rule: str, value: object, lang: Lang) -> str:
    """The value of a rule as it is typed, in the language of the keywords."""
    text = KINDS[rule].text(value)
    return _RUSSIAN_VALUES.get(text, text) if lang == "ru" else text


def rule_text(rule: str, value: object, lang: Lang) -> str:
    """A ``rule`` line."""
    return f"{keyword('rule', lang)} {rule} {value_text(rule, value, lang)}"


def stake_text(stake: Stake, lang: Lang) -> str:
    """What follows the word of a ``stake`` line: ``0.5 RUB``, ``10 RUB per 3``, ``0.5 RUB coin 1``.

    A price that has no end as a decimal is said for the fewest whists for which it has one. A coin is said where it
    is not the usual one of that money.
    """
    per = next(per for per in _whists_of_a_price(stake.price.denominator) if _fits(stake.price * per))
    words = [decimal_text(stake.price * per), _currency(stake.currency)]
    if per != 1:
        words += [grammar.PER.write(lang), str(per)]
    if stake.coin != usual_coin(stake.currency):
        words += [grammar.COIN.write(lang), decimal_text(stake.coin)]
    return _join(*words)


_DECIMALS: Final = 12
"""Digits that a price can have before its point, and after it."""
_MOST_WHISTS: Final = 10**9 - 1


def _whists_of_a_price(denominator: int) -> Iterator[int]:
    """For how many whists a price may be said: for one, for a round number, for another that makes it a decimal."""
    yield 1
    rest = denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    smooth = [rest * 2**twos * 5**fives for twos in range(30) for fives in range(14)]
    yield from sorted((per for per in smooth if per <= _MOST_WHISTS), key=lambda per: (set(str(per)[1:]) > {"0"}, per))


def _fits(price: Fraction) -> bool:
    return (price * 10**_DECIMALS).denominator == 1 and price < 10**_DECIMALS


def decimal_text(number: Fraction) -> str:
    """A number that is not negative as a decimal with no more places than it needs: ``0.5``, ``100``.

    It must have no more than twelve places.
    """
    scaled = number * 10**_DECIMALS
    whole, rest = divmod(scaled.numerator, 10**_DECIMALS)
    return f"{whole}.{rest:0{_DECIMALS}d}".rstrip("0").rstrip(".")


def _currency(currency: str) -> str:
    """The name of the money, in quotes where it would be read as something else."""
    bare = [field.text for field in fields_of(currency, 0)] == [currency] and "#" not in currency
    meaning = fold(currency) in (*grammar.PER.words(), *grammar.COIN.words())
    return currency if not currency or (bare and not meaning) else f'"{currency}"'


def title_text(title: str, lang: Lang) -> str:
    """A ``title`` statement."""
    plain = title.replace('"', "”")
    return f"{keyword('title', lang)} {quoted(plain) if '#' in plain else plain}"
