"""Sheets from paper that were typed wrongly: figures that no hands add up to, pools above their target.

What hands can add up to is asked of the hands themselves: whatever a legal hand or a whole evening writes must never be
called improbable, under any rules; and what is called possible, hands of the presets really make.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings

from pulka_calc.game.increments import increments
from pulka_calc.game.presets import PRESETS, SOCHI
from pulka_calc.journal.document import rules_of
from pulka_calc.journal.pulka import Pulka, read_text
from tests.naive.evenings import write
from tests.reading import sound
from tests.test_exhaustion import PLACES, STEP, TABLES, Place, every_place, head, legal, lines
from tests.test_laws import Evening, evenings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pulka_calc.game.increments import Increments, Reach
    from pulka_calc.game.ledger import Posting
    from pulka_calc.game.terms import Figure

laws: Final = settings(derandomize=True, deadline=None, max_examples=150, database=None)

FEW: Final = 60
"""Sums are compared one by one up to here."""


def reach(columns: Increments, column: str) -> Reach:
    found: Reach = getattr(columns, column)
    return found


def doubts(pulka: Pulka) -> list[str]:
    """Codes of warnings about what a sheet taken over cannot be."""
    return [warning.code for warning in pulka.warnings if warning.code.startswith("start-")]


def taken_over(pulka: Pulka, top: str) -> str:
    """The sheet of a pulka as ``start`` lines under the same head."""
    rows = []
    for name in pulka.players:
        whists = ", ".join(f"{on} {figure}" for on, figure in pulka.sheet.whists[name].items())
        rows.append(
            f"start {name} pool {pulka.sheet.pool[name]} mountain {pulka.sheet.mountain[name]} whists {whists}\n"
        )
    return top + "".join(rows)


# A right sheet is never doubted


def not_reached(place: Place, step: int) -> tuple[list[Posting], set[tuple[str, Figure]]]:
    """Postings of hands that `increments` knows nothing of; and all that hands write, by columns."""
    top = head(place)
    known: Increments | None = None
    strange: list[Posting] = []
    seen: set[tuple[str, Figure]] = set()
    for case in legal(place, step):
        pulka = sound(top + lines(place, case.before, write(case.hand)))
        known = known or increments(pulka.rules, place.players)
        for posting in pulka.entries[-1].postings:
            column = posting.account.column
            seen.add((column, posting.points))
            # What is taken off a mountain that holds it need not lie below zero.
            points = max(posting.points, -posting.points) if posting.cause.rule == "made_goes_to" else posting.points
            if not reach(known, column).holds(points):
                strange.append(posting)
    return strange, seen


@every_place
def test_what_some_hands_write_is_possible(place: Place) -> None:
    strange, seen = not_reached(place, STEP)
    assert strange == []
    assert {column for column, _ in seen} == {"pool", "mountain", "whists"}


@pytest.mark.slow
@every_place
def test_what_every_hand_writes_is_possible(place: Place) -> None:
    assert not_reached(place, 1)[0] == []


@laws
@given(evenings(hands=25))
def test_the_sheet_of_an_evening_is_not_doubted(evening: Evening) -> None:
    """Help, closed pools and mountains written off too, under any rules."""
    pulka = sound(evening.text())
    top = "".join(
        line for line in evening.text().splitlines(keepends=True) if line.startswith(("pulka", "rule", "players"))
    )
    again = sound(taken_over(pulka, top))
    assert again.sheet == pulka.sheet
    assert doubts(again) == [], again.warnings


@pytest.mark.parametrize("preset", PRESETS)
def test_a_robber_is_not_doubted(preset: str) -> None:
    """Its games made come off a mountain that need not hold them [7.5]; otherwise nothing comes off one here."""
    top = "pulka 1\nrules {}\nrule excess_when_all_closed drop\nrule allpass_clean_bonus one\nplayers Ann Bea Cid\n"
    top = top.format(preset)
    rows = taken_over(sound(f"{top}phase robber\n1. Ann 6 7\n2. Bea 7 5\n"), top)
    assert doubts(sound(f"{rows}phase robber\n")) == []
    assert doubts(sound(rows)) == ["start-improbable"]


def test_all_pass_hands_of_the_old_game_are_not_doubted() -> None:
    """Ten on the mountain for a trick and ten in the pool for none, whatever the table's prices [7.5]."""
    top = "pulka 1\nrules sochi\nrule pool_target none\nrule pool_end time\nrule contract_value 7\n"
    top += "rule misere_value 7\nrule allpass_price 7\nplayers Ann Bea Cid\n"
    rows = taken_over(sound(f"{top}phase allpass\n1. allpass Ann 4, Bea 6, Cid 0\n"), top)
    assert doubts(sound(f"{rows}phase allpass\n")) == []
    assert doubts(sound(rows)) == ["start-improbable"] * 3


# What is called possible is


def sums(figures: Iterable[Figure], most: int) -> set[Figure]:
    """All that figures add up to, nothing farther from 0 than `most`."""
    known = list(figures)
    found: set[Figure] = {0}
    fresh: set[Figure] = {0}
    while fresh:
        fresh = {one + figure for one in fresh for figure in known if -most <= one + figure <= most} - found
        found |= fresh
    return found


def is_plain(place: Place) -> bool:
    """A preset as it is, where a made game goes to the pool: parts put on a mountain can be any."""
    return not TABLES[place.title][1] and place.rules["made_goes_to"] == "pool"


@pytest.mark.slow
@pytest.mark.parametrize(
    "place", [place for place in PLACES if is_plain(place)], ids=lambda place: f"{place.title}-{place.players}"
)
def test_hands_of_the_presets_make_all_that_is_possible(place: Place) -> None:
    # Without a target, so that no help comes between.
    columns = increments(rules_of(place.preset, (("pool_target", None), ("pool_end", "time"))), place.players)
    _, seen = not_reached(place, 1)
    for column in ("pool", "mountain", "whists"):
        made = sums({points for written, points in seen if written == column}, FEW)
        assert {steps for steps in range(FEW + 1) if reach(columns, column).holds(steps)} == {n for n in made if n >= 0}


def changed(rules: str, **changes: object) -> Increments:
    return increments(rules_of(rules, tuple(changes.items())), 3)


@pytest.mark.parametrize(
    ("columns", "column", "impossible", "possible"),
    [
        # Whole tricks at 2, 4 … 10, consolation the same, help ten for a point.
        (changed("sochi"), "whists", [-2, 1, 7, 95, Fraction(5, 2), Fraction(136, 3)], [0, 2, 4, 96, 1000]),
        (changed("sochi"), "mountain", [Fraction(13, 5), Fraction(1, 3)], [-6, 0, 1, 13]),
        (changed("sochi"), "pool", [-1, Fraction(1, 2)], [0, 1, 19]),
        # Everything is doubled; a lone whister's half on a failed six is 2 for each of five tricks or more.
        (changed("leningrad"), "whists", [1, 2, 5, 6, 13], [0, 4, 8, 10, 12, 14, 20]),
        (changed("leningrad"), "mountain", [3, 7], [-4, 2, 4, 6]),
        (changed("leningrad"), "pool", [3, 7], [2, 4, 18]),
        # All-pass at five a trick, half a whist on a failed six from five tricks up.
        (changed("rostov"), "whists", [1, 3, Fraction(5, 2)], [2, 4, 5, 6, 7, 9]),
        (changed("shevlyakovsky"), "whists", [-1, Fraction(1, 2)], [1, 2, 3]),
        # Eight with two whisters one trick short: half of half the price each.
        (changed("sport"), "mountain", [Fraction(1, 2)], [-4, 3, 5, 7]),
        (changed("sport"), "pool", [1, 7], [2, 4, 26]),
        # Nothing comes off a mountain where no pool closes.
        (changed("leningrad", pool_target=None, pool_end="time"), "mountain", [-2, 3], [0, 2, 4]),
        (changed("sochi", excess_when_all_closed="drop"), "mountain", [-1], [0, 1]),
        # Without a bonus for no tricks, pools grow by contracts: what is over a target is help, and even too.
        (changed("sochi", allpass_clean_bonus="none"), "pool", [1, 19], [2, 4, 18]),
        (changed("sochi", allpass_clean_bonus="none", pool_target=21), "pool", [Fraction(1, 2)], [1, 19]),
        # Prices 4, 6, 9 leave gaps.
        (
            changed("sochi", whist_value=(4, 6, 9, 9, 9), consolation=(0,) * 5, half_whist_levels=()),
            "whists",
            [1, 2, 3, 5, 7, 11],
            [4, 6, 8, 9, 10, 12, 13, 14, 15],
        ),
        # Half a misère for the dealer needs a fourth player.
        (changed("sochi", misere_value=7, misere_shared_with_dealer=True), "pool", [Fraction(7, 2)], [7]),
    ],
)
def test_possible_and_not(columns: Increments, column: str, impossible: list[Figure], possible: list[Figure]) -> None:
    known = reach(columns, column)
    assert [figure for figure in impossible if known.holds(figure)] == []
    assert [figure for figure in possible if not known.holds(figure)] == []


def test_prices_beyond_all_sense_cost_nothing() -> None:
    columns = changed("sochi", whist_value=(10**9, 10**9 + 1, 10**9, 10**9, 10**9), help_whists_per_point=10**9)
    assert columns.whists.holds(10**11 + 1)
    assert changed("sochi", contract_value=(10**9,) * 5, misere_value=10**9).pool.holds(10**9)


@pytest.mark.parametrize(
    ("columns", "column", "figure", "nearest"),
    [
        (changed("sochi"), "whists", 13, (12, 14)),
        (changed("sochi"), "whists", 1, (0, 2)),
        (changed("sochi"), "whists", -3, (0,)),
        (changed("sochi"), "mountain", Fraction(-5, 2), (-3, -2)),
        (changed("leningrad"), "whists", 6, (4, 8)),
        (changed("leningrad"), "whists", Fraction(11, 2), (4, 8)),
        (changed("leningrad"), "pool", -1, (0,)),
    ],
)
def test_nearest(columns: Increments, column: str, figure: Figure, nearest: tuple[Figure, ...]) -> None:
    assert reach(columns, column).nearest(figure) == nearest


# What is said

HEAD: Final = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"


def told(pulka: Pulka) -> list[tuple[str, str]]:
    """Each doubt: what stands above its carets, and its remedy."""
    from pulka_calc.words.faults import describe
    from pulka_calc.words.speech import Speech

    found = []
    for warning in pulka.warnings:
        (span,) = warning.spans
        line = pulka.document.lines[warning.line - 1]
        found.append((line[span.start : span.end], describe(warning, Speech("en")).help))
    return found


def test_each_figure_is_doubted_where_it_stands() -> None:
    pulka = sound(HEAD + "start Аня whists Боря 13, Вера -4 mountain 2.6 pool 5\nstart Боря left 7/2\n")
    assert told(pulka) == [
        ("13", "the nearest that hands come to are 12 and 14"),
        ("-4", "whists are never below 0; what Вера has on Аня stands in the row of Вера"),
        ("2.6", 'the nearest that hands come to are 2 and 3; running totals of the paper end with a dot: "2.6." is 6'),
        ("7/2", "the nearest that hands come to are 3 and 4"),
    ]
    assert pulka.sheet.whists["Аня"] == {"Боря": 13, "Вера": -4}
    assert pulka.sheet.mountain["Аня"] == Fraction(13, 5)


def test_a_comma_makes_no_running_total() -> None:
    ((place, remedy),) = told(sound(HEAD + "start Аня mountain 2,6\n"))
    assert (place, remedy) == ("2,6", "the nearest that hands come to are 2 and 3")


def test_what_was_taken_back_is_not_doubted() -> None:
    assert sound(HEAD + "start Аня whists Боря 13\nundo\n").warnings == []


def test_two_players_only_settle() -> None:
    assert sound("pulka 1\nrules sochi\nplayers A B\nstart A mountain 1/3 whists B 13\n").warnings == []


def test_nothing_is_said_where_the_rules_are_not_known() -> None:
    pulka = read_text("pulka 1\nplayers A B C\nstart A whists B 13\n")
    assert [fault.code for fault in pulka.errors] == ["rules-missing"]
    assert pulka.warnings == []


ALL_CLOSED: Final = "start Аня pool 22\nstart Боря pool 20\nstart Вера pool 20\n"


@pytest.mark.parametrize(
    ("rows", "remedy"),
    [
        # Whoever has no line has nothing; the fullest open pool is closed first.
        ("start Аня pool 22\n", "should have gone into the pool of Боря"),
        ("start Аня pool 22\nstart Вера pool 4\n", "should have gone into the pool of Вера"),
        ("start Вера pool 4\nstart Аня left -2\n", "should have gone into the pool of Вера"),
        ("start Аня pool 22\nstart Боря pool 20\nstart Вера pool 18\n", "should have gone into the pool of Вера"),
        (ALL_CLOSED, "should have come off the mountain"),
    ],
)
def test_above_the_target(rows: str, remedy: str) -> None:
    pulka = sound(HEAD + rows)
    ((place, said),) = told(pulka)
    assert place in ("22", "-2")
    assert said.startswith(f"the surplus of 2 {remedy}")
    assert pulka.sheet.pool["Аня"] == 22


def test_above_the_target_where_the_surplus_is_dropped() -> None:
    ((_, said),) = told(sound(HEAD.replace("players", "rule excess_when_all_closed drop\nplayers") + ALL_CLOSED))
    assert said.startswith("the surplus of 2 should have been dropped")


def test_help_goes_clockwise_where_the_table_says_so() -> None:
    rows = "start Боря pool 22\nstart Аня pool 18\n"
    clockwise = HEAD.replace("players", "rule help_to clockwise\nplayers")
    assert told(sound(HEAD + rows))[0][1].startswith("the surplus of 2 should have gone into the pool of Аня")
    assert told(sound(clockwise + rows))[0][1].startswith("the surplus of 2 should have gone into the pool of Вера")


def test_no_pool_closes_where_all_are_added_up() -> None:
    assert sound(HEAD.replace("players", "rule pool_end sum\nplayers") + ALL_CLOSED).warnings == []
    assert SOCHI.closing_target == 20
