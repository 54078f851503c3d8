"""Every legal single hand of every preset, three and four players, against the naive reckoner.

What is legal is written here from the rule base (``scoring_rules.md``; the marks in brackets are its sections), not
asked of the program. A hand is played on an empty sheet of target 1000 that Ann deals; where a bomb, a row of all-pass
hands or a mountain must come first, it does. Names stand for seats, so that a file with its ``players`` line turned
round must come to the same figures: this is tried on a sample for every seat of the dealer.

Hands just outside the legal set must be refused. The ordinary run takes every `STEP`-th hand and every
`REFUSED_STEP`-th refusal, ``-m slow`` all of them.
"""

from __future__ import annotations

from itertools import chain, islice, product
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import pytest

from pulka_calc.journal.pulka import read_text
from tests.naive.evenings import spell_value, write
from tests.naive.reckoner import (
    PRESETS,
    AllPass,
    Contract,
    Event,
    GiveUp,
    Hand,
    Misere,
    Rules,
    Start,
    reckon,
    table_rules,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pulka_calc.journal.pulka import Pulka

STEP: Final = 211
"""The ordinary run takes one hand of so many."""
REFUSED_STEP: Final = 7
"""And one refusal of so many."""
TURN_STEP: Final = 20
"""The slow run turns the table round for one hand of so many."""

NAMES: Final = ("Ann", "Bea", "Cid", "Dan")
LEVELS: Final = (6, 7, 8, 9, 10)
SUITS: Final = ("♠", "♥")
ROWS: Final = (0, 1, 2, 3)
"""All-pass hands before an all-pass hand or a bare bid."""
TARGET: Final = 1000
MOUNTAINS: Final = (700, 800, 900, 600)
"""Mountains of a sheet taken over, where a made hand may go to the mountain."""

TABLES: Final[dict[str, tuple[str, dict[str, object]]]] = {
    **{preset: (preset, {}) for preset in PRESETS},
    "sochi, stalingrad": ("sochi", {"stalingrad": True, "misere_shared_with_dealer": True}),
    "classic, checked tens": (
        "classic",
        {
            "give_up_tricks": 2,
            "ten_mode": "check",
            "half_whist_levels": [6, 7, 8, 9],
            "half_whist_by": "either",
            "bombs": "allpass",
            "dark_limit": 4,
            "minimum_bid_after_allpass": [6, 7, 8],
            "allpass_amnesty": "players",
        },
    ),
    "sport, choice": (
        "sport",
        {
            "dark_bids": True,
            "made_goes_to": "choice",
            "half_whist_by": "either",
            "talon_bonus": "off",
            "give_up_tricks": 3,
            "dealer_takes_talon_tricks": False,
        },
    ),
}
"""The presets, and some tables where rules meet that no preset has together."""

NOT_UNDERSTOOD: Final = {"word-unknown", "word-out-of-place", "player-unknown", "contract-missing"}
"""A refusal because of the words would say nothing about the rules."""

COUNTED: Final[dict[tuple[str, int], int]] = {
    ("sochi", 3): 13_263,
    ("sochi", 4): 13_663,
    ("leningrad", 3): 13_257,
    ("leningrad", 4): 13_657,
    ("rostov", 3): 13_188,
    ("rostov", 4): 13_188,
    ("classic", 3): 49_659,
    ("classic", 4): 52_859,
    ("shevlyakovsky", 3): 29_808,
    ("shevlyakovsky", 4): 59_620,
    ("sport", 3): 32_421,
    ("sport", 4): 35_131,
    ("sochi, stalingrad", 3): 12_273,
    ("sochi, stalingrad", 4): 12_673,
    ("classic, checked tens", 3): 54_306,
    ("classic, checked tens", 4): 57_506,
    ("sport, choice", 3): 53_280,
    ("sport, choice", 4): 57_852,
}
"""How many hands there are. To be changed only by who knows why it changed."""

Role = Literal["pass", "whist", "half"]


class Place(NamedTuple):
    """A table of so many players, Ann dealing."""

    title: str
    players: int

    @property
    def preset(self) -> str:
        return TABLES[self.title][0]

    @property
    def changes(self) -> dict[str, object]:
        return {**TABLES[self.title][1], "pool_target": TARGET}

    @property
    def rules(self) -> Rules:
        return table_rules(self.preset, self.changes)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    @property
    def active(self) -> tuple[str, ...]:
        """Who may declare: with four the dealer sits out [1]."""
        return self.names[1:] if self.players == 4 else self.names

    def defenders(self, declarer: str) -> tuple[str, str]:
        """First and second defender [1]."""
        seat = self.names.index(declarer)
        first, second = (name for name in self.names[seat + 1 :] + self.names[:seat] if name in self.active)
        return first, second


class Case(NamedTuple):
    """A hand, and what stands on the sheet before it."""

    hand: Hand
    before: tuple[Event, ...] = ()


class Answer(NamedTuple):
    """What was said to a contract, and the tricks; ``taken`` first's and second's, `None` where they are not said."""

    first: Role
    second: Role
    dealer: bool = False
    tricks: int | None = None
    taken: tuple[int, int] | None = None


class Game(NamedTuple):
    """All that is said of one contract."""

    declarer: str
    level: int
    suit: str
    dark: bool
    bomb: int
    answer: Answer
    talon: int | None
    to: Literal["all"] | int | None


PLACES: Final = [Place(title, players) for title in TABLES for players in (3, 4)]
every_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.title}-{place.players}")


# What is legal


def both_must_whist(rules: Rules, level: int, suit: str, *, dark: bool) -> bool:
    """Stalingrad, and a six in the dark [3.7, 5]."""
    return level == 6 and (dark or (rules["stalingrad"] and suit == "♠"))


def decisions(place: Place, level: int, suit: str, *, dark: bool) -> list[tuple[Role, Role, bool]]:
    """What first and second may say, and whether the dealer whists [3.3, 3.5, 3.6, 3.7, 3.11, 5]."""
    rules = place.rules
    if both_must_whist(rules, level, suit, dark=dark):
        return [("whist", "whist", False)]
    said: list[tuple[Role, Role, bool]] = [
        ("pass", "pass", False),
        ("pass", "whist", False),
        ("whist", "pass", False),
        ("whist", "whist", False),
    ]
    if level == 10 and rules["ten_mode"] == "check":
        return said
    if level in rules["half_whist_levels"] and level != 10:
        said += [("pass", "half", False), ("whist", "half", False)]
        if rules["half_whist_by"] == "either":
            said.append(("half", "pass", False))
    if rules["dealer_may_whist"] and place.players == 4:
        said += [(first, second, True) for first, second, _ in said if "whist" not in (first, second)]
    return said


def splits(of_defence: int) -> list[tuple[int, int]]:
    """Every way to part the tricks of the defence."""
    return [(mine, of_defence - mine) for mine in range(of_defence + 1)]


def answers(place: Place, level: int, suit: str, *, dark: bool) -> Iterator[Answer]:
    """Every decision with every count of tricks that it can have [3.1 to 3.7, 3.11]."""
    checked = level == 10 and place.rules["ten_mode"] == "check"
    for first, second, dealer in decisions(place, level, suit, dark=dark):
        if checked:
            yield Answer(first, second)
        elif dealer:
            yield from (Answer(first, second, True, tricks) for tricks in range(11))
            continue
        elif (first, second) == ("whist", "half"):
            # The first came back to whist: he alone whists [3.5].
            yield from (Answer(first, second, False, tricks) for tricks in range(11))
            continue
        elif "half" in (first, second):
            yield Answer(first, second)
            continue
        elif "whist" not in (first, second):
            # Not played; tricks written down all the same make the contract.
            yield Answer(first, second)
            for tricks in range(level, 11):
                yield Answer(first, second, False, tricks)
                yield from (Answer(first, second, False, tricks, split) for split in splits(10 - tricks))
            continue
        for tricks in range(11):
            yield from (Answer(first, second, False, tricks, split) for split in splits(10 - tricks))


def talons(place: Place) -> list[int | None]:
    """Units that may be said of the talon; `None`: played without it [3.10]."""
    bonus = place.rules["talon_bonus"]
    if bonus == "all":
        return [0, 1, 2, 3, None]
    if bonus == "dealer" and place.players == 4:
        return [0, 1, 3, None]
    return [0, None]


def darks(rules: Rules) -> tuple[bool, ...]:
    return (False, True) if rules["dark_bids"] else (False,)


def goes_to(rules: Rules, value: int, *, made: bool) -> list[Literal["all"] | int | None]:
    """Where a hand worth so many points may go: the pool, the mountain, a part of it to the mountain [7.5].

    A failed one has nothing to put anywhere, and what is said of it means nothing.
    """
    if rules["made_goes_to"] != "choice":
        return [None]
    return [None, "all", value // 2] if made else [None, "all"]


def contract(place: Place, declarer: str, level: int, suit: str, answer: Answer, *, dark: bool = False) -> Contract:
    """A contract as the reckoner has it."""
    first, second = place.defenders(declarer)
    hand: Contract = {"kind": "contract", "declarer": declarer, "level": level, "suit": suit, "tricks": answer.tricks}
    roles: dict[str, str] = {first: answer.first, second: answer.second}
    if answer.taken is not None:
        lone = [answer.first, answer.second].count("whist") == 1
        # A passer's nought is left out as it is at a table.
        named = zip((first, second), (answer.first, answer.second), answer.taken, strict=True)
        hand["taken"] = {name: n for name, role, n in named if n or role == "whist" or level == 10 or not lone}
    if answer.dealer:
        assert answer.tricks is not None
        hand["dealer_whist"] = 10 - answer.tricks
        roles[place.names[0]] = "whist"
        hand["taken"] = {place.names[0]: 10 - answer.tricks}
    hand["roles"] = roles
    if dark:
        hand["dark"] = True
    return hand


def is_made(answer: Answer, level: int) -> bool:
    """Whether the contract counts as made [3.1, 3.5, 3.6]."""
    return answer.tricks is None or answer.tricks >= level


def contracts(place: Place) -> Iterator[Game]:
    rules = place.rules
    units = talons(place)
    for level, suit, dark, bomb in product(LEVELS, SUITS, darks(rules), bombs(place)):
        value = rules["contract_value"][level - 6] * (2 if dark else 1) * bomb
        said = list(answers(place, level, suit, dark=dark))
        for declarer, answer, talon in product(place.active, said, units):
            for to in goes_to(rules, value, made=is_made(answer, level)):
                yield Game(declarer, level, suit, dark, bomb, answer, talon, to)


def played(place: Place, game: Game) -> Case:
    """A contract with what stands before it."""
    hand = contract(place, game.declarer, game.level, game.suit, game.answer, dark=game.dark)
    if game.talon is None:
        hand["notalon"] = True
    elif game.talon:
        hand["talon"] = game.talon
    hand["to_mountain"] = game.to
    return Case(hand, before(place, game.declarer, game.bomb, game.to))


def give_ups(place: Place) -> Iterator[Case]:
    rules = place.rules
    if not rules["give_up_tricks"]:
        return
    for declarer, suit, level, dark, bomb in product(place.active, SUITS, LEVELS, darks(rules), bombs(place)):
        hand: GiveUp = {"kind": "giveup", "declarer": declarer, "level": level, "suit": suit, "dark": dark}
        yield Case(hand, before(place, declarer, bomb))


def miseres(place: Place) -> Iterator[Case]:
    rules = place.rules
    for declarer, tricks, dark, bomb in product(place.active, range(11), darks(rules), bombs(place)):
        value = rules["misere_value"] * (2 if dark else 1) * bomb
        for to in goes_to(rules, value, made=not tricks):
            hand: Misere = {"kind": "misere", "declarer": declarer, "tricks": tricks, "dark": dark, "to_mountain": to}
            yield Case(hand, before(place, declarer, bomb, to))


def all_passes(place: Place) -> Iterator[Case]:
    """Every split [4] and all who passed in the dark [5], after none to three other all-pass hands."""
    rules = place.rules
    dealers = place.players == 4 and rules["dealer_takes_talon_tricks"] and rules["allpass_scoring"] == "mountain"
    dark = [()] if not rules["dark_bids"] else list(chosen(place.active))
    for row, out, passers in product(ROWS, (0, 1, 2) if dealers else (0,), dark):
        for one in range(11 - out):
            for two, three in splits(10 - out - one):
                taken = dict(zip(place.active, (one, two, three), strict=True))
                hand: AllPass = {"kind": "allpass", "taken": {place.names[0]: out, **taken} if out else taken}
                if passers:
                    hand["dark"] = list(passers)
                yield Case(hand, row_before(place, row))


def bids(place: Place) -> Iterator[Case]:
    """What may be bid after one to three all-pass hands [4, exit]; where each gives bombs, one has been had above."""
    rows = ROWS[2:] if place.rules["bombs"] == "allpass" else ROWS[1:]
    for row, declarer, level in product(rows, place.active, LEVELS):
        if level >= lowest(place.rules, row):
            answer = Answer("whist", "pass", False, level, (10 - level, 0))
            yield Case(contract(place, declarer, level, "♥", answer), row_before(place, row))
            if place.rules["give_up_tricks"]:
                given: GiveUp = {"kind": "giveup", "declarer": declarer, "level": level, "suit": "♥"}
                yield Case(given, row_before(place, row))
    for row, declarer, tricks in product(rows, place.active, (0, 1)):
        yield Case({"kind": "misere", "declarer": declarer, "tricks": tricks}, row_before(place, row))


def chosen(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of some of them, none too."""
    for taken in product((False, True), repeat=len(names)):
        yield tuple(name for name, take in zip(names, taken, strict=True) if take)


def lowest(rules: Rules, row: int) -> int:
    """The lowest contract after a row of all-pass hands [4, exit]."""
    levels = rules["minimum_bid_after_allpass"]
    return levels[min(row, len(levels)) - 1] if row else 6


def bombs(place: Place) -> tuple[int, ...]:
    return (1,) if place.rules["bombs"] == "no" else (1, 2)


def before(place: Place, declarer: str, bomb: int, to: object = None) -> tuple[Event, ...]:
    """Mountains to write off, and a hand that gives the declarer a bomb."""
    mountains = mountains_of(place) if to is not None else ()
    if bomb == 1:
        return mountains
    # Of four players the last deals it, sits out and has the bomb of a dealer.
    passer = declarer if place.players == 3 or declarer != place.names[-1] else place.names[1]
    return (*mountains, *row_before(place, 1, passer if place.rules["bombs"] == "dark_pass" else None))


def mountains_of(place: Place) -> tuple[Start, ...]:
    points = zip(place.names, MOUNTAINS, strict=False)
    return tuple({"kind": "start", "player": name, "mountain": mountain} for name, mountain in points)


def row_before(place: Place, row: int, dark: str | None = None) -> tuple[Event, ...]:
    """So many all-pass hands, after which Ann deals."""
    hands: list[Event] = []
    for deals in place.names[len(place.names) - row :] if row <= len(place.names) else ():
        playing = [name for name in place.names if place.players == 3 or name != deals]
        hand: AllPass = {"kind": "allpass", "taken": dict(zip(playing, (2, 5, 3), strict=True))}
        if dark is not None:
            hand["dark"] = [dark]
        hands.append(hand)
    return tuple(hands)


def legal(place: Place, step: int = 1) -> Iterator[Case]:
    """All of them, or every so manieth."""
    games = islice(contracts(place), 0, None, step)
    others = chain(give_ups(place), miseres(place), all_passes(place), bids(place))
    return chain((played(place, game) for game in games), islice(others, 0, None, step))


# Comparing


def head(place: Place, turned: int = 0) -> str:
    """A file up to its players; their line may begin with another one."""
    rules = "".join(f"rule {rule} {spell_value(value)}\n" for rule, value in place.changes.items())
    names = place.names[turned:] + place.names[:turned]
    return f"pulka 1\nrules {place.preset}\n{rules}players {' '.join(names)}\n"


def first_dealer(place: Place, events: Sequence[Event]) -> str:
    """Who must deal first for Ann to deal last."""
    hands = sum(event["kind"] == "allpass" for event in events)
    return place.names[-hands % place.players]


def lines(place: Place, events: Sequence[Event], last: str) -> str:
    """What follows the players: starts, the dealer, hands, of which the last is given as text."""
    text = [f"dealer {first_dealer(place, events)}"]
    number = 1
    for event in events:
        if event["kind"] == "start":
            text.append(f"start {event['player']} mountain {event.get('mountain', 0)}")
        elif event["kind"] == "allpass":
            text.append(f"{number}. {write(event)}")
            number += 1
    return "\n".join([*text, f"{number}. {last}", ""])


def figures(pulka: Pulka) -> dict[str, object]:
    """What the reckoner says too, in its words."""
    settled = pulka.settle()
    return {
        "pool": pulka.sheet.pool,
        "mountain": pulka.sheet.mountain,
        "whists": pulka.sheet.whists,
        "exact": settled.exact,
        "balance": settled.balance,
        "over": pulka.over,
        "next": None if pulka.next is None else pulka.next._asdict(),
        "bombs": pulka.bombs,
        "hands": len(pulka.hands),
    }


def compare(place: Place, rules: Rules, top: Sequence[str], case: Case, *, turn: bool) -> None:
    """The hand's file, and with the table turned round, comes to what the reckoner says."""
    tail = lines(place, case.before, write(case.hand))
    expected = reckon(rules, list(place.names), first_dealer(place, case.before), [*case.before, case.hand])
    pulka = read_text(top[0] + tail)
    assert not pulka.errors, (pulka.errors[0], top[0] + tail)
    assert not pulka.warnings, top[0] + tail
    assert figures(pulka) == expected, top[0] + tail
    for turned in top[1:] if turn else ():
        found = figures(read_text(turned + tail))
        # Odd whole whists go by the order of the players.
        found["balance"] = expected["balance"]
        assert found == expected, turned + tail


def tops(place: Place) -> list[str]:
    return [head(place, turned) for turned in range(place.players)]


@every_place
def test_some_hands_of_all(place: Place) -> None:
    rules, top = place.rules, tops(place)
    for case in legal(place, STEP):
        compare(place, rules, top, case, turn=True)


@pytest.mark.slow
@every_place
def test_every_hand(place: Place) -> None:
    rules, top = place.rules, tops(place)
    counted = 0
    seen: set[tuple[str, str]] = set()
    for case in legal(place):
        compare(place, rules, top, case, turn=counted % TURN_STEP == 0)
        seen.add((str(case.before), write(case.hand)))
        counted += 1
    print(f"{place.title}, {place.players} players: {counted} hands")
    assert counted == COUNTED[place.title, place.players]
    assert len(seen) == counted, "no hand comes twice"


# What is not legal


def illegal_decisions(place: Place) -> Iterator[str]:
    """Whatever else two defenders and the dealer could say to a contract, with counts that would fit it."""
    out: tuple[str, ...] = ("", "whist", "half") if place.players == 4 else ("",)
    said: tuple[Role, ...] = ("pass", "whist", "half")
    for declarer, suit, level, dark in product(place.active, SUITS, LEVELS, darks(place.rules)):
        allowed = decisions(place, level, suit, dark=dark)
        first, second = place.defenders(declarer)
        for one, two, dealer in product(said, said, out):
            if dealer != "half" and (one, two, dealer == "whist") in allowed:
                continue
            if (one, two) == ("half", "whist"):
                continue  # see test_a_half_is_not_for_the_first
            whists = [one, two, dealer].count("whist")
            counts = iter([str(10 - level), "0", "0"])
            says = [f"{n} {r} {next(counts) if r == 'whist' else ''}" for n, r in ((first, one), (second, two))]
            says += [f"{place.names[0]} {dealer} {next(counts) if dealer == 'whist' else ''}"] if dealer else []
            played = level if whists else ""
            yield f"{declarer} {level}{suit} {played} {'dark' if dark else ''}, {', '.join(says)}"


def illegal_counts(place: Place) -> Iterator[str]:
    """Tricks that are not ten, failed contracts nobody whisted, counts where none belong [1, 3.3 to 3.6, 3.11]."""
    rules = place.rules
    for declarer, level in product(place.active, LEVELS):
        first, second = place.defenders(declarer)
        checked = level == 10 and rules["ten_mode"] == "check"
        for tricks in range(11):
            over = 11 - tricks
            yield f"{declarer} {level}♥ {tricks}, {first} whist {over}, {second} pass"
            yield f"{declarer} {level}♥ {tricks}, {first} whist {over}, {second} whist 0"
            yield f"{declarer} {level}♥ {tricks}, {first} pass, {second} whist {over}"
            yield f"{declarer} {level}♥ {tricks}, {first} whist 0, {second} whist {over}"
            if tricks < 10:
                yield f"{declarer} {level}♥ {tricks}, {first} whist {9 - tricks}, {second} whist 0"
                yield f"{declarer} {level}♥ {tricks}, {first} whist, {second} whist"
        for tricks in range(0 if not checked else level, level):
            yield f"{declarer} {level}♥ {tricks}, {first} pass, {second} pass"
            yield f"{declarer} {level}♥ {tricks}, {first} pass {10 - tricks}, {second} pass 0"
        if checked:
            yield f"{declarer} 10♥ 8, {first} whist 2, {second} pass"
            yield f"{declarer} 10♥ 8, {first} whist, {second} whist"
        if (level in rules["half_whist_levels"]) and level != 10:
            for tricks in range(11):
                yield f"{declarer} {level}♥ {tricks}, {first} pass, {second} half"
            yield f"{declarer} {level}♥, {first} pass, {second} half {10 - level}"
        if place.players == 4 and rules["dealer_may_whist"]:
            dealer = place.names[0]
            yield f"{declarer} {level}♥ 5, {first} pass 1, {second} pass, {dealer} whist 4"
            yield f"{declarer} {level}♥ 5, {first} pass, {second} pass 1, {dealer} whist 4"
            yield f"{declarer} {level}♥ 5, {first} pass, {second} pass, {dealer} whist 4"
    for declarer in place.active:
        yield f"{declarer} misere 11"


def illegal_flags(place: Place) -> Iterator[str]:
    """Dark games, talons, choices, givings up and levels that this table does not have [3.7, 3.8, 3.10, 5, 7.5]."""
    rules = place.rules
    units = talons(place)
    for declarer, suit in product(place.active, SUITS):
        first, second = place.defenders(declarer)
        both = f"{first} whist, {second} whist"
        for level in LEVELS:
            bid = f"{declarer} {level}{suit}"
            value = rules["contract_value"][level - 6]
            if not rules["give_up_tricks"]:
                yield f"{bid} giveup"
            if not rules["dark_bids"]:
                yield f"{bid} 10 dark, {both}"
                if rules["give_up_tricks"]:
                    yield f"{bid} giveup dark"
            for wrong in (1, 2, 3, 4, 5):
                if wrong not in units:
                    yield f"{bid} 10 talon={wrong}, {first} whist 0, {second} whist 0"
            if 1 in units:
                yield f"{bid} 10 talon=1 notalon, {first} whist 0, {second} whist 0"
                if rules["give_up_tricks"]:
                    yield f"{bid} giveup talon=1"
            # No choice, or nothing on the mountain.
            yield f"{bid} 10 to=mountain, {first} whist 0, {second} whist 0"
            yield f"{bid} 10 to=mountain:{value // 2}, {first} whist 0, {second} whist 0"
            if rules["give_up_tricks"]:
                yield f"{bid} giveup to=mountain"
        for level in (5, 11):
            yield f"{declarer} {level}{suit} 10, {first} whist 0, {second} whist 0"
    for declarer in place.active:
        yield f"{declarer} misere 0 to=mountain"
        yield f"{declarer} misere 0 giveup"
        yield f"{declarer} misere 0 talon=1"
        if not rules["dark_bids"]:
            yield f"{declarer} misere 0 dark"
        if rules["stalingrad"]:
            first, second = place.defenders(declarer)
            yield f"{declarer} 6 6, {first} whist 4, {second} whist 0"


def illegal_passes(place: Place) -> Iterator[str]:
    """Tricks that are not ten, more than the talon has or where it gives none, dark passes of nobody [4, 5]."""
    rules, dealer = place.rules, place.names[0]
    one, two, three = place.active
    for mine, his in product(range(11), range(11)):
        for total in (9, 11):
            rest = total - mine - his
            if 0 <= rest <= 10:
                out = f"{dealer} 0, " if place.players == 4 else ""
                yield f"allpass {out}{one} {mine}, {two} {his}, {three} {rest}"
    if place.players == 4:
        takes = rules["dealer_takes_talon_tricks"] and rules["allpass_scoring"] == "mountain"
        for tricks in range(3 if takes else 1, 11):
            yield f"allpass {dealer} {tricks}, {one} {10 - tricks}, {two} 0, {three} 0"
    if not rules["dark_bids"]:
        for passers in chosen(place.active):
            if passers:
                yield f"allpass {one} 4, {two} 3, {three} 3 dark {' '.join(passers)}"
    elif place.players == 4:
        yield f"allpass {one} 4, {two} 3, {three} 3 dark {dealer}"


def illegal_seats(place: Place) -> Iterator[str]:
    """The sitting dealer declares or defends; a player defends against himself [1]."""
    if place.players == 4:
        dealer, one, two, three = place.names
        for level in LEVELS:
            yield f"{dealer} {level}♥ 10, {one} whist 0, {two} whist 0"
            yield f"{dealer} {level}♥ 10, {one} whist 0"
            yield f"{one} {level}♥ 10, {two} whist 0, {dealer} whist 0"
            if place.rules["give_up_tricks"]:
                yield f"{dealer} {level}♥ giveup"
        yield f"{dealer} misere 0"
        yield f"{one} 6♥ 6, {two} whist 2, {three} whist 2, {dealer} whist 0"
    for declarer in place.active:
        first, second = place.defenders(declarer)
        yield f"{declarer} 6♥ 6, {declarer} whist 4, {second} pass"
        yield f"{declarer} 6♥ 6, {first} whist 2, {first} whist 2"


def illegal(place: Place) -> Iterator[tuple[tuple[Event, ...], str]]:
    """All that is tried, with what stands before it."""
    empty = (illegal_decisions, illegal_counts, illegal_flags, illegal_passes, illegal_seats)
    for text in chain.from_iterable(kind(place) for kind in empty):
        yield (), text
    rules = place.rules
    for row, declarer, level in product(ROWS[1:], place.active, LEVELS):
        first, second = place.defenders(declarer)
        if level < lowest(rules, row):
            yield row_before(place, row), f"{declarer} {level}♥ 10, {first} whist 0, {second} whist 0"
            yield row_before(place, row), f"{declarer} {level}♥, {first} pass, {second} pass"
            if rules["give_up_tricks"]:
                yield row_before(place, row), f"{declarer} {level}♥ giveup"
    choice = rules["made_goes_to"] == "choice"
    yield from ((held, text) for held, text in illegal_choices(place) if choice)


def illegal_choices(place: Place) -> Iterator[tuple[tuple[Event, ...], str]]:
    """More than the hand is worth, or than the mountain holds, goes to the mountain [7.5]."""
    rules = place.rules
    rate = rules["pool_point_whists"] // rules["mountain_point_whists"]
    for declarer in place.active:
        first, second = place.defenders(declarer)
        games = [(f"{declarer} misere 0", "", rules["misere_value"])]
        for level, value in zip(LEVELS, rules["contract_value"], strict=True):
            games.append((f"{declarer} {level}♥ 10", f", {first} whist 0, {second} whist 0", value))
        for game, says, value in games:
            yield mountains_of(place), f"{game} to=mountain:{value + 1}{says}"
            yield mountains_of(place), f"{game} to=mountain:0{says}"
            little: Start = {"kind": "start", "player": declarer, "mountain": value * rate - 1}
            yield (little,), f"{game} to=mountain{says}"
            yield (little,), f"{game} to=mountain:{value}{says}"


def refuse(place: Place, step: int) -> int:
    """Every so manieth of the illegal hands is refused, for one reason that is not its words; how many were tried."""
    top = head(place)
    tried = 0
    for events, text in islice(illegal(place), 0, None, step):
        pulka = read_text(top + lines(place, events, text))
        codes = [fault.code for fault in pulka.errors]
        assert len(codes) == 1, (text, codes)
        assert codes[0] not in NOT_UNDERSTOOD, (text, codes)
        tried += 1
    return tried


@every_place
def test_some_of_what_the_rules_forbid_is_refused(place: Place) -> None:
    assert refuse(place, REFUSED_STEP) > 200


@pytest.mark.slow
@every_place
def test_what_the_rules_forbid_is_refused(place: Place) -> None:
    assert refuse(place, 1) > 1500


@pytest.mark.parametrize(
    "place",
    [place for place in PLACES if place.rules["half_whist_by"] == "second"],
    ids=lambda place: f"{place.title}-{place.players}",
)
def test_a_half_is_not_for_the_first(place: Place) -> None:
    """Where only the second may take half [3.5], the first may not say so before a whist either."""
    first, second = place.defenders("Bea")
    pulka = read_text(head(place) + lines(place, (), f"Bea 6♥ 6, {first} half, {second} whist 4"))
    assert [fault.code for fault in pulka.errors] == ["half-first"]
