"""What holds for every pulka (design §5): balance, conservation, replaying, undoing, reading back what was written.

Evenings are made up by `tests.naive` for all presets, three and four players and random changes of the rules, and
reckoned there a second time.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pulka_calc.game.ledger import worth
from pulka_calc.journal.pulka import Pulka, read_text
from pulka_calc.journal.writer import hand_text
from tests.naive.evenings import an_evening, numbered, spell_name, spell_value
from tests.naive.reckoner import PRESETS, Reckoning
from tests.reading import faults, shown, sound

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pulka_calc.game.settlement import Payment
    from pulka_calc.journal.grammar import Lang
    from pulka_calc.journal.judge import Entry

# The examples are the same on every run: a red test stays red until it is repaired.
laws: Final = settings(derandomize=True, deadline=None, max_examples=120, database=None)
few: Final = settings(laws, max_examples=40)
many: Final = settings(laws, max_examples=800)

NAMES: Final = ("Аня", "Боря", "Вера", "Гена")
OTHER_NAMES: Final = ("Zoe", "Yves", "Xenia Б.", "Walt")

CHANGES: Final[dict[str, list[object]]] = {
    "contract_value": [[1, 3, 5, 7, 9]],
    "misere_value": [7, 20],
    "whist_value": [[1, 3, 5, 7, 9], [4, 8, 12, 16, 20]],
    "remise_factor": [1, 2],
    "consolation": [[10, 10, 10, 10, 10], [0, 0, 0, 0, 0], [1, 2, 3, 4, 5]],
    "consolation_to_passer": [False],
    "consolation_to_dealer": [False],
    "pool_point_whists": [7, 10, 20],
    "mountain_point_whists": [3, 10],
    "whist_duty": [[4, 2, 2, 1, 1], [3, 3, 2, 1, 0]],
    "whist_responsibility": ["full", "half", "none"],
    "underwhist_split": ["pair", "own_share"],
    "underwhist_high": ["second", "both"],
    "whist_style": ["greedy", "gentleman"],
    "gentleman_split": ["on_remise", "always"],
    "ten_mode": ["whist", "check"],
    "half_whist_levels": [[], [6], [6, 7, 8, 9]],
    "half_whist_by": ["second", "either"],
    "stalingrad": [True],
    "give_up_tricks": [0, 2, 3],
    "talon_bonus": ["off", "dealer", "all"],
    "dealer_may_whist": [True],
    "allpass_price": [[3], [1, 2, 4, 8]],
    "allpass_amnesty": ["no", "table", "players"],
    "allpass_clean_bonus": ["price", "one", "mountain_minus_two", "none"],
    "minimum_bid_after_allpass": [[6], [7], [7, 8, 9]],
    "allpass_row_ends": ["any", "made", "whisted_made"],
    "misere_ends_row": [True, False],
    "dealer_takes_talon_tricks": [True, False],
    "bombs": ["no", "dark_pass", "allpass"],
    "dark_bids": [True],
    "dark_limit": [2, 4],
    "misere_shared_with_dealer": [True],
    "pool_target": [6, 11, 40],
    "pool_end": ["each", "all_but_one", "sum", "time"],
    "help_to": ["fullest", "clockwise"],
    "help_whists_per_point": [10, Fraction(1, 3), Fraction(5, 2)],
    "excess_when_all_closed": ["own_mountain", "drop"],
    "made_goes_to": ["pool", "mountain_first", "choice"],
    "rounding": ["exact", "whole", "table_custom"],
}


class Evening(NamedTuple):
    """A made-up evening: how to make it again, its hands a line each, and what the naive reckoner says."""

    seed: int
    preset: str
    names: tuple[str, ...]
    changes: dict[str, object]
    dealer: str
    hands: list[str]
    expected: Reckoning

    def text(
        self,
        *,
        hands: Sequence[str] | None = None,
        names: Sequence[str] | None = None,
        changes: dict[str, object] | None = None,
    ) -> str:
        """The file; with other hands, another order of the players, or more changes of the rules."""
        rules = {**self.changes, **(changes or {})}
        lines = ["pulka 1", f"rules {self.preset}"]
        lines += [f"rule {rule} {spell_value(value) or 'none'}" for rule, value in rules.items()]
        lines.append("players " + " ".join(spell_name(name) for name in names or self.names))
        lines.append(f"dealer {spell_name(self.dealer)}")
        return "\n".join([*lines, *(self.hands if hands is None else hands)]) + "\n"


def rules_conflict(preset: str, changes: dict[str, object]) -> bool:
    head = ["pulka 1", f"rules {preset}", *(f"rule {k} {spell_value(v) or 'none'}" for k, v in changes.items())]
    return bool(read_text("\n".join([*head, "players A B C\n"])).errors)


def make(seed: int, preset: str, names: tuple[str, ...], changes: dict[str, object], hands: int) -> Evening:
    dealer, played, expected = an_evening(seed, preset, names, hands, changes)
    return Evening(seed, preset, names, changes, dealer, numbered(played), expected)


@st.composite
def evenings(draw: st.DrawFn, hands: int = 14, players: Sequence[int] = (3, 4)) -> Evening:
    """An evening of any preset with up to four changes of the rules that can stand together."""
    preset = draw(st.sampled_from(list(PRESETS)))
    count = draw(st.sampled_from(players))
    changed = draw(st.lists(st.sampled_from(list(CHANGES)), unique=True, max_size=4))
    changes = {rule: draw(st.sampled_from(CHANGES[rule])) for rule in changed}
    assume(not rules_conflict(preset, changes))
    return make(draw(st.integers(0, 10**6)), preset, NAMES[:count], changes, hands)


def figures(pulka: Pulka) -> tuple[object, ...]:
    """All that a pulka comes to, by names."""
    return (
        pulka.sheet,
        pulka.settle().exact,
        pulka.settle().balance,
        pulka.next,
        pulka.over,
        pulka.bombs,
        len(pulka.hands),
    )


def test_every_rule_is_changed_in_some_evening() -> None:
    # Where an all-pass hand is written is told apart by a preset of its own.
    assert {*CHANGES, "allpass_scoring"} == set(PRESETS["sochi"])


@many
@given(evenings(hands=25))
def test_the_naive_reckoning_agrees(evening: Evening) -> None:
    pulka = sound(evening.text())
    expected = evening.expected
    assert pulka.sheet.pool == expected["pool"]
    assert pulka.sheet.mountain == expected["mountain"]
    assert pulka.sheet.whists == expected["whists"]
    assert pulka.settle().exact == expected["exact"]
    assert pulka.settle().balance == expected["balance"]
    assert pulka.over == expected["over"]
    assert (None if pulka.next is None else pulka.next._asdict()) == expected["next"]
    assert pulka.bombs == expected["bombs"]
    assert len(pulka.hands) == expected["hands"]
    assert pulka.warnings == []


# Postings


@laws
@given(evenings())
def test_every_posting_is_worth_zero_and_all_are_the_balances(evening: Evening) -> None:
    pulka = sound(evening.text())
    count = len(pulka.players)
    totals = [Fraction(0)] * count
    for entry in pulka.entries:
        for posting in entry.postings:
            row = worth(posting, pulka.rules, count)
            assert sum(row) == 0
            totals = [total + share for total, share in zip(totals, row, strict=True)]
    assert [total / count for total in totals] == list(pulka.settlement.exact)


@laws
@given(evenings())
def test_the_sheet_is_the_sum_of_postings(evening: Evening) -> None:
    pulka = sound(evening.text())
    cells: dict[tuple[str, int, int | None], Fraction] = {}
    for entry in pulka.entries:
        assert entry.postings or entry.kind == "hand"
        for posting in entry.postings:
            account = posting.account
            cell = (account.column, account.player, account.on)
            cells[cell] = cells.get(cell, Fraction(0)) + posting.points
            assert posting.points == posting.cause.points, "a figure is what its cause says"
    sheet = pulka.seats_sheet
    seats = range(len(pulka.players))
    for seat in seats:
        assert cells.pop(("pool", seat, None), 0) == sheet.pool[seat]
        assert cells.pop(("mountain", seat, None), 0) == sheet.mountain[seat]
        for on in seats:
            assert cells.pop(("whists", seat, on), 0) == sheet.whists[seat][on]
    assert not cells


# Closing


def points_made(pulka: Pulka, entry: Entry) -> Fraction:
    """Pool points that a hand brought: written in pools, or taken off mountains."""
    rate = Fraction(pulka.rules.pool_point_whists, pulka.rules.mountain_point_whists)
    total = Fraction(0)
    for posting in entry.postings:
        if posting.account.column == "pool":
            total += posting.points
        elif posting.account.column == "mountain" and posting.points < 0:
            total -= posting.points / rate
    return total


def whists_written(entry: Entry) -> Fraction:
    return sum((Fraction(p.points) for p in entry.postings if p.account.column == "whists"), Fraction(0))


@many
@given(evenings(hands=25))
def test_closing_loses_nothing(evening: Evening) -> None:
    """Points made are own, given or taken off the mountain; beside a table whose pools never fill, hand by hand."""
    pulka = sound(evening.text())
    never_full = sound(evening.text(changes={"pool_target": 10**6}))
    rules = pulka.rules
    target = rules.closing_target
    pools = dict.fromkeys(range(len(pulka.players)), Fraction(0))
    for entry, free in zip(pulka.hands, never_full.hands, strict=True):
        for posting in entry.postings:
            if posting.account.column == "pool":
                pools[posting.account.player] += posting.points
                assert posting.points > 0
        lost = points_made(never_full, free) - points_made(pulka, entry)
        all_full = all(target is not None and points >= target for points in pools.values())
        if rules.excess_when_all_closed == "own_mountain" or not all_full:
            assert lost == 0
        else:
            assert lost >= 0
        if target is not None:
            assert max(pools.values()) <= target, "no gain passes a target"
        given_away = sum((Fraction(p.points) for p in entry.postings if p.cause.reason == "helped"), Fraction(0))
        assert whists_written(entry) - whists_written(free) == given_away * rules.help_whists_per_point


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "classic", "shevlyakovsky"])
@given(pools=st.lists(st.integers(0, 20), min_size=3, max_size=4), seed=st.integers(0, 3))
@few
def test_help_is_neutral(preset: str, pools: list[int], seed: int) -> None:
    """§8: a surplus kept in one's own pool or given away for whists leads to the same balances."""
    names = "ABCD"[: len(pools)]
    head = f"pulka 1\nrules {preset}\nrule pool_end time\nrule pool_target {{}}\n"
    head += f"players {' '.join(names)}\ndealer {names[-1]}\n"
    head += "".join(f"start {name} pool {points}\n" for name, points in zip(names, pools, strict=True))
    hand = f"1. {names[seed % 3]} misere 0\n"
    assume(any(points < 20 for points in pools))
    closing = sound(head.format(20) + hand)
    keeping = sound(head.format(1000) + hand)
    assert closing.settle().exact == keeping.settle().exact


# Settling


@laws
@given(evenings())
def test_balances_sum_to_zero(evening: Evening) -> None:
    pulka = sound(evening.text())
    settled = pulka.settle()
    assert sum(settled.exact.values()) == 0
    assert sum(settled.balance.values()) == 0
    for price, coin in (
        (Fraction(1, 2), Fraction(1, 100)),
        (Fraction(1, 1000), Fraction(1, 100)),
        (Fraction(1), Fraction(1)),
    ):
        coins = settled.seats.money(price, coin)
        assert sum(coins) == 0
        assert all(isinstance(amount, int) for amount in coins)
        if pulka.rules.rounding != "table_custom":
            assert all(
                abs(amount - exact * price / coin) < 1
                for amount, exact in zip(coins, settled.exact.values(), strict=True)
            )


@laws
@given(evenings())
def test_whole_balances_are_within_one(evening: Evening) -> None:
    assume(evening.changes.get("rounding") != "table_custom")
    pulka = sound(evening.text(changes={"rounding": "whole"}))
    settled = pulka.settle()
    remainders = []
    for name in pulka.players:
        assert isinstance(settled.balance[name], int)
        assert -1 < settled.balance[name] - settled.exact[name] < 1
        remainders.append((settled.exact[name] % 1, settled.balance[name] > settled.exact[name]))
    up = [remainder for remainder, raised in remainders if raised]
    down = [remainder for remainder, raised in remainders if not raised]
    assert not up or not down or min(up) >= max(down), "the largest remainders go up"


@laws
@given(evenings())
def test_the_paper_way_is_the_same(evening: Evening) -> None:
    pulka = sound(evening.text())
    settlement = pulka.settlement
    totals = {step.player: step.amount for step in settlement.steps if step.step == "totals"}
    assert tuple(totals[seat] for seat in range(len(pulka.players))) == settlement.exact
    won = [Fraction(0)] * len(pulka.players)
    for pair in settlement.pairs:
        won[pair.player] += pair.whists
        won[pair.other] -= pair.whists
    assert tuple(won) == settlement.exact
    assert [(pair.player, pair.other) for pair in settlement.pairs] == list(combinations(range(len(pulka.players)), 2))
    pairs = {(step.player, step.other): step.amount for step in settlement.steps if step.step == "pairs"}
    assert pairs == {(pair.player, pair.other): pair.whists for pair in settlement.pairs}


def test_the_paper_way_step_by_step() -> None:
    """§8 by hand: pools 20/14/20 and mountains 10/4/4 of Sochi; B lacks 6, so mountains 10/10/4, then 6/6/0."""
    pulka = sound(
        "pulka 1\nrules sochi\nplayers A B C\n"
        "start A pool 20 mountain 10 whists B 6\nstart B pool 14 mountain 4\nstart C pool 20 mountain 4 whists A 8\n"
    )
    told: list[tuple[object, ...]] = [
        (step.step, step.player, step.other, step.amount, step.before) for step in pulka.settlement.steps
    ]
    assert told == [
        ("pools", 1, None, 6, 4),
        ("smallest", 0, None, 6, 10),
        ("smallest", 1, None, 6, 10),
        ("smallest", 2, None, 0, 4),
        ("shares", 1, 0, 20, 0),
        ("shares", 2, 0, 20, 8),
        ("shares", 0, 1, 20, 6),
        ("shares", 2, 1, 20, 0),
        ("pairs", 0, 1, 6, 26),
        ("pairs", 0, 2, -28, 0),
        ("pairs", 1, 2, -20, 0),
        ("totals", 0, None, -22, 0),
        ("totals", 1, None, -26, 0),
        ("totals", 2, None, 48, 0),
    ]


@pytest.mark.parametrize(
    ("players", "owner", "others"),
    [(2, "-5", "5"), (3, "-20/3", "10/3"), (4, "-15/2", "5/2")],
)
def test_one_mountain_point_is_shared_by_all(players: int, owner: str, others: str) -> None:
    """§8: the divisor is N, the owner included; ten whists over two, three and four by hand."""
    names = "ABCD"[:players]
    for who in names:
        pulka = sound(f"pulka 1\nrules sochi\nplayers {' '.join(names)}\nstart {who} mountain 1\n")
        assert pulka.settle().exact == {name: Fraction(owner if name == who else others) for name in names}


@pytest.mark.parametrize(
    ("source", "head", "figures"),
    [
        (
            "Old example: 1300 : 4 = 325",
            "rules shevlyakovsky\nplayers A B C D\nstart D mountain 1300\n",
            "A exact 325; B exact 325; C exact 325; D exact -975",
        ),
        (
            "Old example, its whists: D and C against each other 0",
            "rules shevlyakovsky\nplayers A B C D\nstart D mountain 1300\n"
            "start A whists D 370, C 220, B 555\nstart B whists A 210, D 320, C 280\n",
            "A exact 1260; B exact 580; C exact -175; D exact -1665",
        ),
        (
            "Kodeks 4.1.1: six below zero are 15 on each of four",
            "rules sochi\nplayers A B C D\nstart A mountain -6\n",
            "A exact 45; B exact -15; C exact -15; D exact -15",
        ),
        (
            "Leningrad: a pool point is twenty, 20 x 20 over three",
            "rules leningrad\nplayers A B C\nstart A pool 20\n",
            "A exact 800/3; B exact -400/3; C exact -400/3",
        ),
        (
            "an open pool is so much mountain",
            "rules sochi\nplayers A B C\nstart A pool 20\nstart B pool 20\nstart C pool 14\n",
            "A exact 20; B exact 20; C exact -40",
        ),
    ],
)
def test_balances_by_hand(source: str, head: str, figures: str) -> None:
    assert shown(sound("pulka 1\n" + head), figures) == figures, source


@pytest.mark.parametrize(
    ("source", "head", "price", "coins"),
    [
        # -66 2/3, 33 1/3, 33 1/3: floors -67, 33, 33; the odd coin by the order of the players
        ("fault 92", "rules sochi\nplayers A B C\nstart A mountain 1\n", "0.1", (-66, 33, 33)),
        ("fault 92", "rules sochi\nplayers A B C\nstart C mountain 1\n", "0.1", (34, 33, -67)),
        (
            "Old example: 0.1 kopeck a whist",
            "rules old\nplayers A B C D\nadjust A whists D 840\nadjust C whists D 190\nadjust D whists B 30\n",
            "0.001",
            (84, -3, 19, -100),
        ),
        # a share of whole whists where the table shares so
        ("§8", "rules sochi\nrule rounding table_custom\nplayers A B C D\nstart A mountain 1\n", "0.01", (-6, 2, 2, 2)),
        ("§8", "rules sochi\nplayers A B C D\nstart A mountain 1\n", "0.01", (-7, 3, 2, 2)),
    ],
)
def test_money_by_hand(source: str, head: str, price: str, coins: tuple[int, ...]) -> None:
    assert sound("pulka 1\n" + head).settlement.money(Fraction(price), Fraction(1, 100)) == coins, source


# Seats and names


def rotated(names: tuple[str, ...], by: int) -> tuple[str, ...]:
    return names[by:] + names[:by]


@laws
@given(evenings(), st.integers(1, 2))
def test_rotating_the_seats_rotates_the_sheet(evening: Evening, by: int) -> None:
    before = sound(evening.text())
    after = sound(evening.text(names=rotated(evening.names, by)))
    assert after.players != before.players
    assert after.sheet == before.sheet
    assert after.settle().exact == before.settle().exact
    assert (after.next, after.over, after.bombs) == (before.next, before.over, before.bombs)
    for name in before.players:
        assert abs(Fraction(after.settle().balance[name]) - before.settle().balance[name]) <= 1


@laws
@given(evenings())
def test_renaming_players_renames_the_sheet(evening: Evening) -> None:
    new = dict(zip(NAMES, OTHER_NAMES, strict=True))
    before = sound(evening.text())
    other = make(evening.seed, evening.preset, OTHER_NAMES[: len(evening.names)], evening.changes, 14)
    after = sound(other.text())
    assert after.seats_sheet == before.seats_sheet
    assert after.settlement.exact == before.settlement.exact
    assert after.settlement.balance == before.settlement.balance
    assert list(after.bombs.values()) == list(before.bombs.values())
    assert after.sheet.pool == {new[name]: points for name, points in before.sheet.pool.items()}
    assert (after.next and after.next.dealer) == (before.next and new[before.next.dealer])


# Writing and reading


TRICKY_NAMES: Final = [
    NAMES,
    ("в", "п", "б", "r"),
    ("A", "C", "D", "H"),
    ("Ян", "Яна", "Янина", "Я"),
    ("6♠", "@2", "распасы 2", "=1+1"),
    ("Пикассо", "Вист-2", "М2", "Распасов"),
]
"""Names that are letters of the grammar, beginnings of one another, or look like something else."""


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("names", TRICKY_NAMES, ids=" ".join)
@given(evening=evenings())
@few
def test_canonical_text_reads_as_the_same_hand(lang: Lang, names: tuple[str, ...], evening: Evening) -> None:
    table = make(evening.seed, evening.preset, names[: len(evening.names)], evening.changes, 14)
    before = sound(table.text())
    hands = canonical(before, lang)
    after = sound(table.text(hands=hands))
    assert [entry.done for entry in after.hands] == [entry.done for entry in before.hands]
    assert [entry.postings for entry in after.hands] == [entry.postings for entry in before.hands]
    assert canonical(after, lang) == hands


def canonical(pulka: Pulka, lang: Lang) -> list[str]:
    """Every hand as the program writes it."""
    return [
        f"{entry.number}. {hand_text(entry.done, pulka.players, entry.dealer, lang)}"  # type: ignore[arg-type]
        for entry in pulka.hands
    ]


FRAGMENTS: Final = [
    "pulka 1",
    "rules sochi",
    "players Аня Боря Вера",
    "players A B C D",
    "1. ",
    "2. ",
    "Аня",
    "б",
    "@2",
    "6♠",
    "6.1",
    "10",
    "=",
    "+1",
    "-2",
    "без",
    "трёх",
    "прикупа",
    "misere",
    "распасы",
    "whist",
    "пас",
    "½",
    "dark",
    "втёмную",
    "talon=2",
    "bid=7♦",
    "to=mountain:3",
    "giveup",
    "void 1",
    "fix 1.",
    "adjust",
    "check",
    "pool",
    "whists",
    "start",
    "dealer",
    "undo",
    "redo",
    "stake 1 RUB per",
    "rule pool_target",
    "lang ru",
    '"',
    "#",
    ",",
    "5/2",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\ufeff",
    "\t",
    "\x00",
    "\u2028",
]


@settings(laws, max_examples=300)
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=4)), max_size=40), st.booleans())
def test_any_text_is_read_and_left_alone(pieces: list[str], headed: bool) -> None:
    text = ("pulka 1\nrules sochi\nplayers Аня Боря Вера\n1. " if headed else "") + " ".join(pieces)
    pulka = read_text(text)
    assert pulka.document.text == text
    assert "\n".join(pulka.document.lines) == text.removeprefix("\ufeff")
    lines = pulka.document.lines
    for fault in [*pulka.errors, *pulka.warnings, *pulka.failed_checks]:
        assert 1 <= fault.line <= len(lines)
        assert fault.spans
        assert all(0 <= span.start < span.end for span in fault.spans)
        assert all(span.end <= max(len(lines[fault.line - 1]), span.start + 1) for span in fault.spans)
    if not pulka.errors:
        assert sum(pulka.settle().exact.values()) == 0


# Replaying


@laws
@given(evenings(), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_fixed_hand_is_as_if_it_had_been_so_from_the_start(evening: Evening, which: int, other: int) -> None:
    """The hand of another round with the same dealer is put in the place of one."""
    assume(evening.hands)
    place = which % len(evening.hands)
    alike = range(place % len(evening.names), len(evening.hands), len(evening.names))
    hand = evening.hands[alike[other % len(alike)]].partition(". ")[2]
    hands = list(evening.hands)
    hands[place] = f"{place + 1}. {hand}"
    straight = read_text(evening.text(hands=hands))
    # A hand that its minimum bid, its mountain or the end forbids is another law's.
    assume(not straight.errors)
    fixed = sound(evening.text(hands=[*evening.hands, f"fix {place + 1}. {hand}"]))
    assert figures(fixed) == figures(straight)
    assert [(e.number, e.done, e.dealer, e.postings) for e in fixed.hands] == [
        (e.number, e.done, e.dealer, e.postings) for e in straight.hands
    ]
    assert fixed.hands[place].line == len(fixed.document.lines) - 1
    assert fixed.warnings == []


@laws
@given(evenings(), st.integers(0, 10**6))
def test_a_hand_struck_out_later_is_as_if_only_dealt(evening: Evening, which: int) -> None:
    assume(len(evening.hands) > 1)
    place = which % (len(evening.hands) - 1)
    whole = sound(evening.text())
    dealer = whole.players[whole.hands[place + 1].dealer]
    texts = [hand.partition(". ")[2] for hand in evening.hands]
    before = [f"{number}. {text}" for number, text in enumerate(texts[:place], 1)]
    after = [f"{number}. {text}" for number, text in enumerate(texts[place + 1 :], place + 1)]
    without = read_text(evening.text(hands=[*before, f"dealer {spell_name(dealer)}", *after]))
    assume(not without.errors)
    struck = sound(evening.text(hands=[*evening.hands, f"void {place + 1}"]))
    assert figures(struck) == figures(without)
    assert place + 1 not in [entry.number for entry in struck.hands]


@laws
@given(evenings())
def test_a_hand_struck_out_at_once_is_dealt_again(evening: Evening) -> None:
    assume(evening.hands)
    number = len(evening.hands)
    before = sound(evening.text(hands=evening.hands[:-1]))
    struck = sound(evening.text(hands=[*evening.hands, f"void {number}"]))
    assert figures(struck) == figures(before)
    text = evening.hands[-1].partition(". ")[2]
    again = sound(evening.text(hands=[*evening.hands, f"void {number}", f"{number + 1}. {text}"]))
    assert figures(again) == figures(sound(evening.text()))


MORE: Final[dict[str, Callable[[Evening], str]]] = {
    "fix": lambda evening: f"fix {len(evening.hands)}. {evening.hands[-1].partition('. ')[2]}",
    "void": lambda evening: f"void {len(evening.hands)} why",
    "adjust": lambda evening: f"adjust {evening.names[0]} mountain +7/2 why",
    "check": lambda evening: f"check {evening.names[0]} pool 1000",
    "dealer": lambda evening: f"dealer {evening.names[1]}",
}


@pytest.mark.parametrize("statement", ["hand", *MORE])
@given(evening=evenings(hands=8))
@settings(laws, max_examples=15)
def test_what_is_taken_back_never_was_and_can_come_back(statement: str, evening: Evening) -> None:
    assume(evening.hands)
    *rest, last = evening.hands
    if statement != "hand":
        rest, last = evening.hands, MORE[statement](evening)
    before = sound(evening.text(hands=rest))
    done = sound(evening.text(hands=[*rest, last]))
    undone = sound(evening.text(hands=[*rest, last, "undo"]))
    redone = sound(evening.text(hands=[*rest, last, "undo", "redo"]))
    assert figures(undone) == figures(before)
    assert undone.failed_checks == before.failed_checks
    assert figures(redone) == figures(done)
    assert len(redone.failed_checks) == len(done.failed_checks) == (statement == "check")
    # The number of a hand that was taken back is used again.
    again = sound(evening.text(hands=[*rest, last, "undo", last]))
    assert figures(again) == figures(done)


# Payments


def most_groups(balances: list[int]) -> int:
    """The most groups that sum to zero, by trying every way to part those who owe or win."""
    nonzero = [balance for balance in balances if balance]
    best = 0

    def part(rest: list[int], groups: list[list[int]]) -> None:
        nonlocal best
        if not rest:
            if all(sum(group) == 0 for group in groups):
                best = max(best, len(groups))
            return
        head, tail = rest[0], rest[1:]
        for place in range(len(groups)):
            part(tail, [[*group, head] if n == place else group for n, group in enumerate(groups)])
        part(tail, [*groups, [head]])

    part(nonzero, [])
    return best


def paid(payments: tuple[Payment, ...], players: int) -> list[Fraction]:
    won = [Fraction(0)] * players
    for payment in payments:
        won[payment.payee] += payment.whists
        won[payment.payer] -= payment.whists
    return won


@settings(laws, max_examples=150)
@given(
    st.integers(2, 4),
    st.lists(st.sampled_from([0, 0, 1, 2, 3, 5]), min_size=12, max_size=12),
    st.sampled_from(["0.5", "0.01", "1", "0.001", "1/3"]),
)
@example(players=4, written=[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], price="1")
@example(players=4, written=[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], price="0.5")
def test_payments_settle_the_whole_balances_and_are_fewest(players: int, written: list[int], price: str) -> None:
    names = "ABCD"[:players]
    lines = [f"pulka 1\nrules sochi\nplayers {' '.join(names)}"]
    cells = iter(written)
    lines += [f"adjust {a} whists {b} {next(cells)}" for a in names for b in names if a != b]
    settlement = sound("\n".join(lines)).settlement
    balances = [int(balance) for balance in settlement.balance]
    coins = settlement.money(Fraction(price), Fraction(1, 100))
    payments = settlement.payments(coins)
    assert paid(payments, players) == balances
    assert all(payment.whists >= 0 and payment.payer != payment.payee for payment in payments)
    won = [0] * players
    for payment in payments:
        assert payment.coins is not None
        won[payment.payee] += payment.coins
        won[payment.payer] -= payment.coins
    assert tuple(won) == coins
    losers = sum(1 for balance in balances if balance)
    assert len([payment for payment in payments if payment.whists]) == losers - most_groups(balances)
    without_money = settlement.payments()
    assert paid(without_money, players) == balances
    assert len(without_money) == losers - most_groups(balances)
    assert all(payment.coins is None for payment in without_money)


def test_two_pairs_pay_apart() -> None:
    """A wins of B what C wins of D: two payments, not three."""
    pulka = sound("pulka 1\nrules sochi\nplayers A B C D\nadjust A whists B 30\nadjust C whists D 20\n")
    assert [(p.payer, p.payee, p.whists) for p in pulka.settlement.payments()] == [(1, 0, 30), (3, 2, 20)]


@laws
@given(evenings())
def test_payments_of_an_evening(evening: Evening) -> None:
    pulka = sound(evening.text())
    assert paid(pulka.settlement.payments(), len(pulka.players)) == list(pulka.settlement.balance)
    assert faults(pulka) == []
