"""What a hand writes, paragraph by paragraph of the rule base (what each rule of a table changes: `test_rule_values`).

Three players are A B C and A deals the first hand; four are A B C D and D deals it. A table is a preset, the number
of players and what they agreed otherwise. Each row names where its figures come from: the paragraph whose formula is
worked out by hand, or the published case.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final, NamedTuple

import pytest

from pulka_calc.game.presets import PRESETS, find_preset, preset_names
from pulka_calc.game.rules import Rules
from tests.naive import reckoner
from tests.reading import refusal, shown, sound, writes

STATEMENTS: Final = ("start", "dealer", "adjust", "void", "fix", "phase")


def file_of(table: str, *lines: str) -> str:
    """A pulka file: ``sochi 4, stalingrad yes`` and what was played, hands numbered."""
    preset, *changes = table.split(", ")
    variant, players = preset.split()
    head = ["pulka 1", f"rules {variant}", *(f"rule {change}" for change in changes)]
    head += ["players A B C D", "dealer D"] if players == "4" else ["players A B C"]
    number = 0
    for line in lines:
        if line.startswith(STATEMENTS):
            head.append(line)
        else:
            number += 1
            head.append(f"{number}. {line}")
    return "\n".join(head) + "\n"


class Row(NamedTuple):
    """A hand and what it writes; `before` is what was played first."""

    source: str
    table: str
    hand: str
    writes: str
    before: tuple[str, ...] = ()


def names(row: Row) -> str:
    return f"{row.source} {row.table}: {row.hand}"


def check_row(row: Row) -> None:
    pulka = sound(file_of(row.table, *row.before, row.hand))
    expected = sorted(row.writes.split("; ")) if row.writes else []
    assert writes(pulka, pulka.hands[-1]) == expected, row.source
    # What a row starts from is chosen for what follows, not made by hands.
    assert {warning.code for warning in pulka.warnings} <= {"start-improbable"}


def rows(*table: Row) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", table, ids=names)


# §3 A contract


@rows(
    Row("§3.1, §2", "sochi 3", "A 6♣, B pass, C pass", "A pool 2"),
    Row("case S20 (Old p. 25)", "sochi 3", "A 7♣, B pass, C pass", "A pool 4"),
    Row("§3.1, §2", "sochi 3", "A 8♣, B pass, C pass", "A pool 6"),
    Row("§3.1, §2", "sochi 3", "A 9♣, B pass, C pass", "A pool 8"),
    Row("§3.1, §2", "sochi 3", "A 10♣, B pass, C pass", "A pool 10"),
    Row("§3.1, §2", "leningrad 4", "A 7♥, B pass, C pass", "A pool 4"),
    Row("§3.1, §2", "shevlyakovsky 3", "A 6NT, B pass, C pass", "A pool 10"),
    Row("§3.1, §2", "shevlyakovsky 4", "A 9NT, B pass, C pass", "A pool 40"),
    Row("§2: overtricks earn nothing", "sochi 3", "A 6♣ 9, B pass, C pass", "A pool 2"),
    Row("§2: suit never changes a value", "sochi 3", "A 6NT, B pass, C pass", "A pool 2"),
    Row("§2: without the talon as ordinary", "sochi 3", "A 6♠ notalon, B pass, C pass", "A pool 2"),
    Row(
        "§3.9: agreed as played",
        "sochi 3",
        "A 6♠ 6 agreed, B whist 3, C whist 1",
        "A pool 2; B whists A 6; C whists A 2",
    ),
)
def test_made(row: Row) -> None:
    check_row(row)


@rows(
    Row(
        "case S15 (Sochi s. 8)",
        "sochi 3",
        "A 6♣ 5, B whist 3, C whist 2",
        "A mountain 2; B whists A 2; C whists A 2; B whists A 6; C whists A 4",
    ),
    Row(
        "case S39 (Sochi s. 8)",
        "sochi 3",
        "A 9♣ 6, B whist 2, C whist 2",
        "A mountain 24; B whists A 24; C whists A 24; B whists A 16; C whists A 16",
    ),
    Row(
        "§3.2: the dealer writes too",
        "sochi 4",
        "A 6♣ 4, B whist 4, C whist 2",
        "A mountain 4; B whists A 4; C whists A 4; D whists A 4; B whists A 8; C whists A 4",
    ),
    Row(
        "case L05 (federation tests)",
        "leningrad 4",
        "A 8♣ 6, B whist 2, C whist 2",
        "A mountain 24; B whists A 24; C whists A 24; D whists A 24; B whists A 24; C whists A 24",
    ),
    Row(
        "§3.2: Rostov a flat 10",
        "rostov 4",
        "A 8♣ 7, B whist 2, C whist 1",
        "A mountain 6; B whists A 10; C whists A 10; D whists A 10; B whists A 12; C whists A 6",
    ),
    Row(
        "case H01 (Old p. 43, p. 14)",
        "shevlyakovsky 3",
        "A 6♣ 4, B whist 4, C whist 2",
        "A mountain 20; B whists A 2; C whists A 2; B whists A 4; C whists A 2",
    ),
    Row(
        "§3.2: passers and dealer left out, whisters never",
        "sochi 4, consolation_to_passer no, consolation_to_dealer no",
        "A 6♣ 5, B whist 5, C pass",
        "A mountain 2; B whists A 2; B whists A 10",
    ),
)
def test_failed(row: Row) -> None:
    check_row(row)


@rows(
    Row("case S01 (Sochi s. 8)", "sochi 3", "A 6♣ 6, B pass 0, C whist 4", "A pool 2; C whists A 8"),
    Row(
        "§3.3: the passer's tricks are the whister's",
        "sochi 3",
        "A 6♣ 6, B pass 3, C whist 1",
        "A pool 2; C whists A 8",
    ),
    Row("case L01", "leningrad 3", "A 6♣ 6, B whist 2, C whist 2", "A pool 2; B whists A 8; C whists A 8"),
    Row(
        "case S16 (greedy)",
        "sochi 3",
        "A 6♣ 5, B whist 3, C pass 2",
        "A mountain 2; B whists A 2; C whists A 2; B whists A 10",
    ),
    Row(
        "case L02 (gentleman)",
        "leningrad 3",
        "A 6♣ 5, B whist 5, C pass 0",
        "A mountain 4; B whists A 4; C whists A 4; B whists A 10; C whists A 10",
    ),
    Row(
        "case R05: consolation is never split",
        "rostov 3",
        "A 6♣ 4, B whist 4, C pass 2",
        "A mountain 4; B whists A 20; C whists A 20; B whists A 6; C whists A 6",
    ),
    Row(
        "§3.3: on_remise, so a made one is not halved",
        "leningrad 3",
        "A 6♣ 6, B whist 4, C pass",
        "A pool 2; B whists A 16",
    ),
    Row("case F01 (always)", "sport 3", "A 7♣ 7, B whist 3, C pass 0", "A pool 4; B whists A 12; C whists A 12"),
    Row(
        "§2: halves stay exact",
        "leningrad 3, whist_value 1, consolation 0",
        "A 6♣ 5, B pass, C whist 5",
        "A mountain 4; B whists A 5/2; C whists A 5/2",
    ),
    Row(
        "§3.3: two gentlemen write their own",
        "leningrad 3",
        "A 6♣ 5, B whist 5, C whist 0",
        "A mountain 4; B whists A 4; C whists A 4; B whists A 20",
    ),
)
def test_whists(row: Row) -> None:
    check_row(row)


@rows(
    Row(
        "§3.4: one whister pays for all", "sochi 3", "A 6♣ 9, B whist 1, C pass", "A pool 2; B whists A 2; B mountain 6"
    ),
    Row("§3.4: a passer never pays", "sochi 3", "A 6♣ 8, B pass, C whist 2", "A pool 2; C whists A 4; C mountain 4"),
    Row(
        "case S04 (Kodeks)",
        "sochi 3",
        "A 6♣ 9, B whist 1, C whist 0",
        "A pool 2; B whists A 2; B mountain 2; C mountain 4",
    ),
    Row(
        "§3.4: 6♠ made with 7, 3 and 0",
        "sochi 3",
        "A 6♠ 7, B whist 3, C whist 0",
        "A pool 2; B whists A 6; C mountain 2",
    ),
    Row(
        "§3.4: 3 and 0 the other way", "sochi 3", "A 6♠ 7, B whist 0, C whist 3", "A pool 2; C whists A 6; B mountain 2"
    ),
    Row(
        "case S06 (own share)",
        "sochi 3, underwhist_split own_share",
        "A 6♣ 7, B whist 3, C whist 0",
        "A pool 2; B whists A 6; C mountain 4",
    ),
    Row(
        "§3.4: the pair owes one",
        "sochi 3",
        "A 6♣ 7, B whist 1, C whist 2",
        "A pool 2; B whists A 2; C whists A 4; B mountain 2",
    ),
    Row("case S08", "sochi 3", "A 7♣ 7, B whist 1, C whist 2", "A pool 4; B whists A 4; C whists A 8"),
    Row(
        "§3.4: half of a seven's duty is one",
        "sochi 3",
        "A 7♦ 9, B whist 0, C whist 1",
        "A pool 4; C whists A 4; B mountain 4",
    ),
    Row(
        "§3.4: both short on a seven",
        "sochi 3",
        "A 7♦ 10, B whist 0, C whist 0",
        "A pool 4; B mountain 4; C mountain 4",
    ),
    Row("§3.4: duty met, however it fell", "sochi 3", "A 6♣ 6, B whist 4, C whist 0", "A pool 2; B whists A 8"),
    Row(
        "§3.4: duty met, own share too",
        "sochi 3, underwhist_split own_share",
        "A 6♣ 6, B whist 4, C whist 0",
        "A pool 2; B whists A 8",
    ),
    Row("case S09", "sochi 3", "A 8♣ 9, B whist 1, C whist 0", "A pool 6; B whists A 6"),
    Row("§3.4: the second answers on eight", "sochi 3", "A 8♣ 10, B whist 0, C whist 0", "A pool 6; C mountain 6"),
    Row("case S11 (Sochi s. 8)", "sochi 3", "A 9♣ 10, B whist 0, C whist 0", "A pool 8; C mountain 8"),
    Row("§3.4: second is further clockwise", "sochi 3", "B 9♣ 10, C whist 0, A whist 0", "B pool 8; A mountain 8"),
    Row("§3.4: both", "sport 3", "A 8♣ 10, B whist 0, C whist 0", "A pool 6; B mountain 3; C mountain 3"),
    Row("case H03 (Old p. 45)", "shevlyakovsky 3", "A 8♣ 10, B whist 0, C whist 0", "A pool 30; C mountain 15"),
    Row("case L03: half of a doubled price", "leningrad 3", "A 7♣ 10, B whist 0, C pass 0", "A pool 4; B mountain 8"),
    Row("case L11 (Skuratov)", "leningrad 4", "A 6♣ 7, B whist 3, C pass 0", "A pool 2; B whists A 12; B mountain 2"),
    Row("case R06", "rostov 3", "A 7♣ 9, B whist 1, C pass 0", "A pool 4; B whists A 4; B mountain 2"),
    Row("§3.4: none", "sochi 3, whist_responsibility none", "A 6♣ 9, B whist 1, C pass", "A pool 2; B whists A 2"),
    Row(
        "§3.4: only when the contract is made",
        "sochi 3",
        "A 9♣ 8, B whist 2, C whist 0",
        "A mountain 8; B whists A 8; C whists A 8; B whists A 16",
    ),
)
def test_underwhist(row: Row) -> None:
    check_row(row)


@rows(
    Row("case S21 (Sochi s. 4)", "sochi 3", "A 6♣, B pass, C half", "A pool 2; C whists A 4"),
    Row("case S22 (Sochi s. 4)", "sochi 3", "A 7♣, B pass, C half", "A pool 4; C whists A 4"),
    Row("case L06", "leningrad 3", "A 7♣, B pass, C half", "A pool 4; C whists A 8"),
    Row("§3.5: either", "leningrad 3", "A 6♣, B half, C pass", "A pool 2; B whists A 8"),
    Row(
        "§3.5: half of one trick", "sochi 3, half_whist_levels 6,7,8", "A 8♦, B pass, C half", "A pool 6; C whists A 3"
    ),
    Row(
        "§3.5: the first returns to whist",
        "sochi 3",
        "A 6♣ 7, B whist 3, C half",
        "A pool 2; B whists A 6; B mountain 2",
    ),
    Row("§3.5: Old prices", "shevlyakovsky 3", "A 7♣, B half, C pass", "A pool 20; B whists A 2"),
)
def test_half_whist(row: Row) -> None:
    check_row(row)


@rows(
    Row("case S12: a ten is whisted", "sochi 3", "A 10♣ 10, B pass 0, C whist 0", "A pool 10; C mountain 10"),
    Row("case S13 (Old p. 26)", "sochi 3, ten_mode check", "A 10♣ 10, B whist 0, C whist 0", "A pool 10"),
    Row(
        "case S14",
        "sochi 3, ten_mode check",
        "A 10♣ 8, B whist 1, C whist 1",
        "A mountain 20; B whists A 20; C whists A 20; B whists A 10; C whists A 10",
    ),
    Row(
        "§3.6: both count as whisters, whatever they said",
        "sochi 4, ten_mode check",
        "A 10♣ 8, B pass 2, C pass 0",
        "A mountain 20; B whists A 20; C whists A 20; D whists A 20; B whists A 20",
    ),
    Row("§3.6: no count, unplayed", "sochi 3, ten_mode check", "A 10♣, B whist, C pass", "A pool 10"),
    Row("§3.6: both passed and checked", "shevlyakovsky 3", "A 10♣ 10, B pass, C pass", "A pool 50"),
)
def test_ten(row: Row) -> None:
    check_row(row)


@rows(
    Row(
        "case S24 (Sochi s. 4)",
        "sochi 3, stalingrad yes",
        "A 6♠ 7, B whist 2, C whist 1",
        "A pool 2; B whists A 4; C whists A 2; C mountain 2",
    ),
    Row("§3.7: 6♠ may be given up", "sochi 3, stalingrad yes", "A 6♠ giveup", "A mountain 6"),
    Row("§3.7: another six is free", "sochi 3, stalingrad yes", "A 6♣, B pass, C pass", "A pool 2"),
)
def test_stalingrad(row: Row) -> None:
    check_row(row)


@rows(
    Row("§3.8", "sochi 3", "A 6♣ giveup", "A mountain 6"),
    Row("case S28 (Sochi s. 9)", "sochi 3", "A 7♣ giveup", "A mountain 12"),
    Row("§3.8: nobody writes anything", "sochi 4", "A 8♣ giveup", "A mountain 18"),
    Row("§3.8", "sochi 3", "A 9♣ giveup", "A mountain 24"),
    Row("§3.8", "sochi 3", "A 10♣ giveup", "A mountain 30"),
    Row("case L07", "leningrad 3", "A 8♣ giveup", "A mountain 36"),
    Row("§3.8: two", "sochi 3, give_up_tricks 2", "A 7♣ giveup", "A mountain 8"),
    Row("§3.8, §5: dark", "classic 3, give_up_tricks 3", "A 7♣ giveup dark", "A mountain 24"),
)
def test_give_up(row: Row) -> None:
    check_row(row)


@rows(
    Row(
        "case H04 (Old p. 44, 47)",
        "shevlyakovsky 4",
        "A 7♣ 7 talon=3, B whist 2, C whist 1",
        "A pool 20; B whists A 4; C whists A 2; D whists A 6",
    ),
    Row("§3.10: unplayed too", "shevlyakovsky 4", "A 6♣ talon=1, B pass, C pass", "A pool 10; D whists A 1"),
    Row(
        "§3.10: failed too",
        "shevlyakovsky 4",
        "A 6♣ 5 talon=1, B whist 3, C whist 2",
        "A mountain 10; B whists A 1; C whists A 1; D whists A 1; B whists A 3; C whists A 2; D whists A 1",
    ),
    Row(
        "case F02",
        "sport 4",
        "A 7♣ 7 talon=2, B whist 2, C whist 1",
        "A pool 4; B whists A 16; C whists A 8; D whists A 16",
    ),
    Row(
        "case F03: half to each opponent of three",
        "sport 3",
        "A 6♣ 6 talon=3, B whist 2, C whist 2",
        "A pool 2; B whists A 6; B whists A 8; C whists A 6; C whists A 8",
    ),
    Row("§3.10: without the talon none", "shevlyakovsky 4", "A 6♣ notalon, B pass, C pass", "A pool 10"),
    Row("§3.10: a half-whisted one", "sport 4", "A 7♣ talon=1, B pass, C half", "A pool 4; C whists A 8; D whists A 8"),
)
def test_talon_bonus(row: Row) -> None:
    check_row(row)


@rows(
    Row(
        "§3.11: all tricks, the half is void", "sport 4", "A 7♥ 7, B pass, C half, D whist 3", "A pool 4; D whists A 24"
    ),
    Row("§3.11: never a fine", "sport 4", "A 7♥ 10, B pass, C pass, D whist 0", "A pool 4"),
    Row(
        "§3.11: no gentleman split",
        "sport 4",
        "A 6♣ 5, B pass, C pass, D whist 5",
        "A mountain 4; B whists A 4; C whists A 4; D whists A 4; D whists A 20",
    ),
    Row(
        "§3.11: he is the whister for the consolation",
        "sport 4, consolation_to_passer no, consolation_to_dealer no",
        "A 6♣ 5, B pass, C pass, D whist 5",
        "A mountain 4; D whists A 4; D whists A 20",
    ),
)
def test_dealers_whist(row: Row) -> None:
    check_row(row)


@rows(
    Row("§3 Misère", "sochi 3", "A misere 0", "A pool 10"),
    Row("case S26 (Sochi s. 5)", "sochi 3", "A misere 2", "A mountain 20"),
    Row("§3 Misère, §2", "leningrad 3", "A misere 1", "A mountain 20"),
    Row("case H05 (Old p. 43)", "shevlyakovsky 3", "A misere 1", "A mountain 50"),
    Row("§3 Misère: no whists", "rostov 4", "A misere 10", "A mountain 100"),
    Row("§9: shared with the dealer", "sochi 4, misere_shared_with_dealer yes", "A misere 0", "A pool 5; D pool 5"),
    Row(
        "§9: caught, shared", "leningrad 4, misere_shared_with_dealer yes", "A misere 2", "A mountain 20; D mountain 20"
    ),
    Row("§9: shared by four only", "sochi 3, misere_shared_with_dealer yes", "A misere 0", "A pool 10"),
)
def test_misere(row: Row) -> None:
    check_row(row)


# §4 All-pass

ALLPASS: Final = "allpass A 4, B 3, C 3"


@rows(
    Row("case S29: 3-3-4 writes only 1", "sochi 3", "allpass A 3, B 3, C 4", "C mountain 1"),
    Row("case S30: 0-4-6", "sochi 3", "allpass A 0, B 4, C 6", "A pool 1; B mountain 4; C mountain 6"),
    Row("§4: no amnesty", "leningrad 3", ALLPASS, "A mountain 8; B mountain 6; C mountain 6"),
    Row("§4: second in a row", "leningrad 3", ALLPASS, "A mountain 16; B mountain 12; C mountain 12", (ALLPASS,)),
    Row("§4: third in a row", "leningrad 3", ALLPASS, "A mountain 24; B mountain 18; C mountain 18", (ALLPASS,) * 2),
    Row(
        "§4: the last price repeats",
        "leningrad 3",
        ALLPASS,
        "A mountain 24; B mountain 18; C mountain 18",
        (ALLPASS,) * 3,
    ),
    Row("§4: Old price", "shevlyakovsky 3", ALLPASS, "A mountain 40; B mountain 30; C mountain 30"),
    Row(
        "§4: one trick's price for a zero",
        "classic 3",
        "allpass A 0, B 4, C 6",
        "A pool 3; B mountain 12; C mountain 18",
        (ALLPASS,) * 2,
    ),
    Row("§4: two zeros", "classic 3", "allpass A 0, B 0, C 10", "A pool 1; B pool 1; C mountain 10"),
    Row(
        "§4: `one` is always 1",
        "leningrad 3, allpass_clean_bonus one",
        "allpass A 0, B 4, C 6",
        "A pool 1; B mountain 8; C mountain 12",
    ),
    Row("§4: none", "leningrad 3, allpass_clean_bonus none", "allpass A 0, B 4, C 6", "B mountain 8; C mountain 12"),
    Row(
        "case F04: below zero, and no bonus for the dealer",
        "sport 4",
        "allpass A 5, B 5, C 0, D 0",
        "A mountain 10; B mountain 10; C mountain -4",
    ),
    Row(
        "case S35: the dealer took one",
        "sochi 4",
        "allpass A 4, B 3, C 2, D 1",
        "A mountain 3; B mountain 2; C mountain 1",
    ),
    Row("case L12 (Skuratov)", "leningrad 4", "allpass A 4, B 3, C 3, D 0", "A mountain 8; B mountain 6; C mountain 6"),
    Row(
        "§4: amnesty of the table, dealer with 0",
        "sochi 4",
        "allpass A 3, B 3, C 4",
        "A mountain 3; B mountain 3; C mountain 4",
    ),
    Row("§4: Sochi to the letter", "sochi 4, allpass_amnesty players", "allpass A 3, B 3, C 4", "C mountain 1"),
    Row(
        "§4: `players`, the dealer in full",
        "sochi 4, allpass_amnesty players",
        "allpass A 4, B 3, C 2, D 1",
        "A mountain 2; B mountain 1; D mountain 1",
    ),
    Row(
        "§4: where the dealer cannot, he counts as 0",
        "sochi 4, dealer_takes_talon_tricks no",
        "allpass A 4, B 3, C 3",
        "A mountain 4; B mountain 3; C mountain 3",
    ),
    Row(
        "§4: and `players` spares three",
        "sochi 4, dealer_takes_talon_tricks no, allpass_amnesty players",
        "allpass A 4, B 3, C 3",
        "A mountain 1",
    ),
)
def test_allpass_on_the_mountain(row: Row) -> None:
    check_row(row)


@rows(
    Row("§4: five for each trick", "rostov 3", "allpass A 2, B 3, C 5", "A whists B 15; A whists C 25"),
    Row("case R03: two equal lowest", "rostov 3", "allpass A 4, B 3, C 3", "B whists A 10; C whists A 10"),
    Row("§4: on both others", "rostov 3", "allpass A 5, B 5, C 0", "C whists A 25; C whists B 25; C pool 1"),
    Row("§4: half of each trick", "rostov 3, allpass_price 3", "allpass A 2, B 2, C 6", "A whists C 9; B whists C 9"),
    Row(
        "§4: half of an odd price",
        "rostov 3, allpass_price 5",
        "allpass B 1, C 1, A 8",
        "B whists A 20; C whists A 20",
    ),
    Row("case R04", "rostov 3", "allpass A 10, B 0, C 0", "B whists A 25; C whists A 25; B pool 1; C pool 1"),
    Row("§4: no growth", "rostov 3", "allpass A 2, B 3, C 5", "A whists B 15; A whists C 25", (ALLPASS,) * 2),
    Row("§4: four, the dealer writes 1", "rostov 4", "allpass A 2, B 3, C 5", "A whists B 15; A whists C 25; D pool 1"),
    Row(
        "§4: none, no 1 for anybody",
        "rostov 4, allpass_clean_bonus none",
        "allpass A 0, B 4, C 6",
        "A whists B 20; A whists C 30",
    ),
)
def test_allpass_on_whists(row: Row) -> None:
    check_row(row)


@pytest.mark.parametrize(
    ("table", "hand", "row"),
    [
        # any: every hand that is not all-pass
        ("sochi 3", "A 6♣ 5, B whist 3, C whist 2", 0),
        ("sochi 3", "A 7♣ giveup", 0),
        ("sochi 3", "A misere 4", 0),
        # made: also unplayed and half-whisted; a misère when made
        ("classic 3", "A 6♣, B pass, C pass", 0),
        ("classic 3", "A 6♣, B pass, C half", 0),
        ("classic 3", "A 6♣ 6, B whist 3, C whist 1", 0),
        ("classic 3", "A 6♣ 5, B whist 3, C whist 2", 1),
        ("classic 3, give_up_tricks 3", "A 6♣ giveup", 1),
        ("classic 3", "A misere 0", 0),
        ("classic 3", "A misere 1", 1),
        # whisted_made: somebody whisted, the dealer counts, a half-whist does not
        ("sport 4", "A 7♣ 7, B whist 2, C whist 1", 0),
        ("sport 4", "A 7♣ 7, B pass, C pass, D whist 3", 0),
        ("sport 4", "A 7♣, B pass, C half", 1),
        ("sport 4", "A 7♣, B pass, C pass", 1),
        ("sport 4", "A 7♣ 6, B whist 2, C whist 2", 1),
        # misere_ends_row = no (Sport): it never ends the row
        ("sport 4", "A misere 0", 1),
        ("sport 4, misere_ends_row yes", "A misere 0", 0),
        ("sochi 3, misere_ends_row no", "A misere 0", 1),
    ],
)
def test_the_row_ends(table: str, hand: str, row: int) -> None:
    dealer = ("dealer D",) if " 4" in table else ()
    pulka = sound(file_of(table, ALLPASS, *dealer, hand))
    assert pulka.next is not None
    assert pulka.next.allpass_in_row == row, "§4, the row ends"


@pytest.mark.parametrize(
    ("bids", "lowest"),
    [
        ("6", [6, 6, 6, 6]),
        ("7", [6, 7, 7, 7]),
        ("7,8", [6, 7, 8, 8]),
        ("7,8,9", [6, 7, 8, 9]),
        ("7,8,8", [6, 7, 8, 8]),
    ],
)
def test_exit_from_allpass(bids: str, lowest: list[int]) -> None:
    """§4, exit: a clear refusal and never a score; misère is always allowed."""
    for row, level in enumerate(lowest):
        table = f"sochi 3, minimum_bid_after_allpass {bids}"
        before = (ALLPASS,) * row
        assert sound(file_of(table, *before)).next == (("A", "B", "C")[row % 3], row, 1, level)
        assert sound(file_of(table, *before, "A misere 3")).sheet.mountain["A"] == row + 30
        assert sound(file_of(table, *before, f"A {level}♣, B pass, C pass")).hands[-1].number == row + 1
        if level > 6:
            fault = refusal(file_of(table, *before, f"A {level - 1}♣, B pass, C pass"))
            assert fault.code == "bid-below-minimum"
            assert (fault.values["level"], fault.values["lowest"], fault.values["row"]) == (level - 1, level, row)
            assert refusal(file_of(table, *before, f"A {level - 1}♣ giveup")).code == "bid-below-minimum"


# §5 Dark bids and bombs


@rows(
    Row("§5: one dark pass", "classic 3", f"{ALLPASS} dark A", "A mountain 8; B mountain 6; C mountain 6"),
    Row("§5: two", "classic 3", f"{ALLPASS} dark A B", "A mountain 16; B mountain 12; C mountain 12"),
    Row("§5: three", "classic 3", f"{ALLPASS} dark A B C", "A mountain 32; B mountain 24; C mountain 24"),
    Row(
        "§5: up to the limit",
        "classic 3, dark_limit 4",
        f"{ALLPASS} dark A B C",
        "A mountain 16; B mountain 12; C mountain 12",
    ),
    Row(
        "§5: the clean price too", "classic 3", "allpass A 0, B 4, C 6 dark B", "A pool 2; B mountain 8; C mountain 12"
    ),
    Row(
        "§5: `one` stays 1",
        "classic 3, allpass_clean_bonus one",
        "allpass A 0, B 4, C 6 dark B",
        "A pool 1; B mountain 8; C mountain 12",
    ),
    Row(
        "§4: Rostov's 1 is not doubled",
        "rostov 4, dark_bids yes",
        "allpass A 0, B 4, C 6 dark B",
        "A whists B 40; A whists C 60; A pool 1; D pool 1",
    ),
    Row("§5: dark game", "classic 3", "A 7♣ 8 dark, B whist 1, C whist 1", "A pool 8; B whists A 8; C whists A 8"),
    Row(
        "§5: dark and failed",
        "classic 4",
        "A 7♣ 6 dark, B whist 4, C pass",
        "A mountain 8; B whists A 8; C whists A 8; D whists A 8; B whists A 32",
    ),
    Row("§5: dark misère", "classic 3", "A misere 1 dark", "A mountain 20"),
    Row("§5: half-whist of a dark game", "classic 3", "A 7♣ dark, B pass, C half", "A pool 8; C whists A 8"),
    Row(
        "§5: fines of a dark game",
        "classic 3",
        "A 6♣ 7 dark, B whist 3, C whist 0",
        "A pool 4; B whists A 12; C mountain 4",
    ),
    Row(
        "§5: bomb and dark multiply",
        "classic 3, pool_target 100",
        "A 8♣ 8 dark, B whist 1, C whist 1",
        "A pool 48; B whists A 48; C whists A 48",
        (f"{ALLPASS} dark A B",),
    ),
    Row(
        "§5: a bomb leaves all-pass alone",
        "classic 3",
        ALLPASS,
        "A mountain 8; B mountain 6; C mountain 6",
        (f"{ALLPASS} dark A",),
    ),
    Row(
        "§5: a bomb when given up",
        "classic 3, give_up_tricks 3",
        "A 7♣ giveup",
        "A mountain 24",
        (f"{ALLPASS} dark A",),
    ),
    Row(
        "§9: the declarer's bomb counts for both",
        "classic 4, misere_shared_with_dealer yes",
        "A misere 0",
        "A pool 10; D pool 10",
        (f"{ALLPASS} dark A", "dealer D"),
    ),
)
def test_dark(row: Row) -> None:
    check_row(row)


@pytest.mark.parametrize(
    ("table", "lines", "bombs"),
    [
        ("classic 3", [f"{ALLPASS} dark A"], "A bombs 2; B bombs none; C bombs none"),
        ("classic 3", [f"{ALLPASS} dark A B"], "A bombs 4; B bombs 4; C bombs none"),
        ("classic 4", [f"{ALLPASS} dark B"], "A bombs none; B bombs 2; C bombs none; D bombs 2"),
        ("classic 4", [ALLPASS], "A bombs none; B bombs none; C bombs none; D bombs none"),
        ("classic 3, dark_limit 4", [f"{ALLPASS} dark A B C"], "A bombs 4; B bombs 4; C bombs 4"),
        ("classic 3, bombs no", [f"{ALLPASS} dark A"], "A bombs none; B bombs none; C bombs none"),
        ("sochi 4, bombs allpass", [ALLPASS], "A bombs 2; B bombs 2; C bombs 2; D bombs 2"),
        ("classic 3, bombs allpass", [f"{ALLPASS} dark A B"], "A bombs 2; B bombs 2; C bombs 2"),
        ("classic 3", [f"{ALLPASS} dark A", "B 6♣, C pass, A pass"], "A bombs 2; B bombs none; C bombs none"),
        ("classic 3", [f"{ALLPASS} dark A", "A misere 0"], "A bombs none; B bombs none; C bombs none"),
        ("classic 3, give_up_tricks 3", [f"{ALLPASS} dark A", "A 6♣ giveup"], "A bombs 2; B bombs none; C bombs none"),
    ],
)
def test_who_has_bombs(table: str, lines: list[str], bombs: str) -> None:
    assert shown(sound(file_of(table, *lines)), bombs) == bombs, "§5, bombs"


def test_a_queue_of_bombs() -> None:
    """§5: queue 2, 4, 8: failed six at x2 (kept), made seven at x2 (removed), failed misère at x4."""
    played = [f"{ALLPASS} dark A", f"{ALLPASS} dark A B", f"{ALLPASS} dark A B C"]
    steps = [
        ("A 6♣ 5, B whist 5, C pass", ["A mountain 4", "B whists A 20", "B whists A 4", "C whists A 4"], [2, 4, 8]),
        ("A 7♣, B pass, C pass", ["A pool 8"], [4, 8]),
        ("A misere 2", ["A mountain 80"], [4, 8]),
        ("A 6♣, B pass, C pass", ["A pool 8"], [8]),
    ]
    for hand, written, queue in steps:
        played.append(hand)
        pulka = sound(file_of("classic 3", *played))
        assert writes(pulka, pulka.hands[-1]) == written
        assert pulka.bombs["A"] == queue


# §6 Adjustments


@pytest.mark.parametrize(
    ("source", "table", "lines", "figures"),
    [
        (
            "case E01",
            "sochi 3",
            ["adjust A mountain +28 x", "adjust B whists A 28 x"],
            "A mountain 28; B whists A 28; C pool 0",
        ),
        (
            "§6: past a target, helping nobody",
            "sochi 3",
            ["adjust A pool +25"],
            "A pool 25; B pool 0; A whists B 0; open",
        ),
        ("§6: any sign", "sochi 3", ["adjust A pool -3", "adjust B mountain -5/2"], "A pool -3; B mountain -5/2"),
        (
            "§6: the next hand sees the pools as they are",
            "sochi 3",
            ["adjust A pool 25", "adjust C pool 19", "A 6♣, B pass, C pass"],
            "A pool 25; C pool 20; B pool 1; A whists C 10; A whists B 10",
        ),
        (
            "§6: it may end the pulka",
            "sochi 3, pool_target 2",
            ["adjust A pool 2", "adjust B pool 2", "adjust C pool 2"],
            "over",
        ),
        (
            "§6: and open it again",
            "sochi 3, pool_target 2",
            ["adjust A pool 2", "adjust B pool 2", "adjust C pool 2", "adjust B pool -1"],
            "B pool 1; open",
        ),
        ("§6: Kodeks 3.3.16.3, the nine of four", "sochi 4", ["adjust A pool 8", "adjust B whists A 8"], "A exact 52"),
        (
            "§6: Kodeks 3.3.16.3, the nine of three",
            "sochi 3",
            ["adjust A pool 8", "adjust B whists A 8"],
            "A exact 136/3",
        ),
        (
            "§6: Kodeks 3.3.16.3, the dealer's seven",
            "sochi 4",
            ["adjust A mountain 2", "adjust D whists A 2"],
            "D exact 7",
        ),
    ],
)
def test_adjustments(source: str, table: str, lines: list[str], figures: str) -> None:
    assert shown(sound(file_of(table, *lines)), figures) == figures, source


# §7 Closing the pool


def pools(*points: int) -> tuple[str, ...]:
    """Starts with these pools."""
    return tuple(f"start {player} pool {figure}" for player, figure in zip("ABCD", points, strict=False))


@rows(
    Row(
        "§7.2: the fullest open pool",
        "sochi 3",
        "A 10♣, B pass, C pass",
        "A pool 1; C pool 2; A whists C 20; B pool 7; A whists B 70",
        pools(19, 5, 18),
    ),
    Row(
        "§7.2: no more than the gain",
        "sochi 3",
        "A 8♣, B pass, C pass",
        "A pool 2; C pool 4; A whists C 40",
        pools(18, 10, 15),
    ),
    Row(
        "case P04: equal, next clockwise",
        "sochi 3, pool_target 10",
        "A 6♣, B pass, C pass",
        "B pool 2; A whists B 20",
        pools(10, 5, 5),
    ),
    Row(
        "§7.2: equal, next after C",
        "sochi 3, pool_target 10",
        "C 6♣, A pass, B pass",
        "A pool 2; C whists A 20",
        pools(5, 5, 10),
    ),
    Row(
        "§7.2: a sitting-out dealer is helped",
        "sochi 4, pool_target 10",
        "A 6♣, B pass, C pass",
        "D pool 1; A whists D 10; C pool 1; A whists C 10",
        pools(10, 2, 3, 9),
    ),
    Row(
        "§9: clockwise",
        "sochi 3, help_to clockwise",
        "A 6♣, B pass, C pass",
        "B pool 2; A whists B 20",
        pools(20, 5, 18),
    ),
    Row("§7.2: Leningrad twenty", "leningrad 3", "A 6♣, B pass, C pass", "C pool 2; A whists C 40", pools(20, 5, 18)),
    Row(
        "§9: the literal 8 for 80",
        "shevlyakovsky 4, help_whists_per_point 0.1",
        "A 9♣, B pass, C pass",
        "B pool 40; A whists B 4",
        pools(200, 0, 0, 0),
    ),
    Row(
        "case P03 (Kodeks 4.1.1)",
        "sochi 3, pool_target 10",
        "A 9♣, B pass, C pass",
        "A pool 2; A mountain -6",
        pools(8, 10, 10),
    ),
    Row(
        "case P06: doubled",
        "leningrad 3, pool_target 10",
        "A 7♣, B pass, C pass",
        "A pool 2; A mountain -4",
        pools(8, 10, 10),
    ),
    Row(
        "§7.3: drop",
        "sochi 3, pool_target 10, excess_when_all_closed drop",
        "A 9♣, B pass, C pass",
        "A pool 2",
        pools(8, 10, 10),
    ),
    Row("§7.4: sum, no pool closes", "sochi 3, pool_end sum", "A 9♣, B pass, C pass", "A pool 8", pools(18, 10, 10)),
    Row(
        "§7.4: time, pools close and help",
        "sochi 3, pool_end time",
        "A 6♣, B pass, C pass",
        "C pool 2; A whists C 20",
        pools(20, 5, 18),
    ),
    Row("§7.4: no target", "sport 3", "A 9♣, B pass, C pass", "A pool 8", pools(1000, 10, 10)),
    Row(
        "§4: gains one after the other, from the dealer's left",
        "sochi 3, allpass_price 3",
        "allpass A 10, B 0, C 0",
        "A mountain 30; B pool 1; C pool 1; B whists C 10; A pool 1; B whists A 10; A pool 3; C whists A 30",
        pools(15, 19, 19),
    ),
    Row(
        "§4: the same hand dealt by B",
        "sochi 3, allpass_price 3",
        "allpass A 10, B 0, C 0",
        "A mountain 30; C pool 1; B pool 1; C whists B 10; A pool 1; C whists A 10; A pool 3; B whists A 30",
        (*pools(15, 19, 19), "dealer B"),
    ),
    Row(
        "§4: two gains after which a pool closes",
        "sochi 3, allpass_price 2",
        "allpass A 10, B 0, C 0",
        "A mountain 20; B pool 2; C pool 1; A pool 1; C whists A 10",
        pools(15, 18, 19),
    ),
)
def test_closing(row: Row) -> None:
    check_row(row)


@rows(
    Row(
        "§7.5: on the pool unless said",
        "shevlyakovsky 3",
        "A 6♣, B pass, C pass",
        "A pool 10",
        ("start A mountain 100",),
    ),
    Row(
        "§7.5: all", "shevlyakovsky 3", "A 6♣ to=mountain, B pass, C pass", "A mountain -10", ("start A mountain 100",)
    ),
    Row(
        "§7.5: so many",
        "shevlyakovsky 3",
        "A 6♣ to=mountain:4, B pass, C pass",
        "A mountain -4; A pool 6",
        ("start A mountain 4",),
    ),
    Row(
        "§7.5: a misère",
        "shevlyakovsky 3",
        "A misere 0 to=mountain:30",
        "A mountain -30; A pool 20",
        ("start A mountain 100",),
    ),
    Row(
        "§7.5: counted after k",
        "classic 3, made_goes_to choice",
        "A 6♣ to=mountain, B pass, C pass",
        "A mountain -4",
        (f"{ALLPASS} dark A",),
    ),
    Row(
        "§7.5: so many of them, counted after k: 3 of 4",
        "classic 3, made_goes_to choice",
        "A 6♣ to=mountain:3, B pass, C pass",
        "A mountain -3; A pool 1",
        ("start A mountain 10", f"{ALLPASS} dark A"),
    ),
    Row(
        "§7.5: the rate of §7.3",
        "leningrad 3, made_goes_to choice",
        "A 6♣ to=mountain, B pass, C pass",
        "A mountain -4",
        ("start A mountain 4",),
    ),
    Row(
        "§7.5: a failed one has no choice",
        "shevlyakovsky 3",
        "A misere 1 to=mountain",
        "A mountain 50",
        ("start A mountain 100",),
    ),
    Row(
        "§7.5: mountain first",
        "sochi 3, made_goes_to mountain_first",
        "A 7♣, B pass, C pass",
        "A mountain -3; A pool 1",
        ("start A mountain 3",),
    ),
    Row(
        "§7.5: mountain first, the rate",
        "leningrad 3, made_goes_to mountain_first",
        "A 7♣, B pass, C pass",
        "A mountain -3; A pool 5/2",
        ("start A mountain 3",),
    ),
    Row(
        "§7.5: clean bonuses go to the pool",
        "sochi 3, made_goes_to mountain_first",
        "allpass A 0, B 4, C 6",
        "A pool 1; B mountain 4; C mountain 6",
        ("start A mountain 5",),
    ),
    Row(
        "§7.5: nothing on the mountain",
        "sochi 3, made_goes_to mountain_first",
        "A 7♣, B pass, C pass",
        "A pool 4",
        ("start A mountain -2",),
    ),
    Row(
        "§7.5: the rest closes as usual",
        "sochi 3, made_goes_to mountain_first",
        "A 8♣, B pass, C pass",
        "A mountain -3; A pool 1; C pool 2; A whists C 20",
        (*pools(19, 5, 18)[1:], "start A pool 19 mountain 3"),
    ),
)
def test_pool_or_mountain(row: Row) -> None:
    check_row(row)


@pytest.mark.parametrize(
    ("source", "table", "lines", "state"),
    [
        ("§7.4: each", "sochi 3, pool_target 4", ["A 7♣, B pass, C pass", "B 7♣, C pass, A pass"], "open"),
        ("§7.4: each", "sochi 3, pool_target 4", ["A 7♣, B pass, C pass", "B 10♣, C pass, A pass"], "C pool 4; over"),
        ("§7.4: all but one", "sochi 3, pool_target 4, pool_end all_but_one", ["A 7♣, B pass, C pass"], "open"),
        (
            "§7.4: all but one",
            "sochi 3, pool_target 4, pool_end all_but_one",
            ["A 7♣, B pass, C pass", "B 7♣, C pass, A pass"],
            "C pool 0; over",
        ),
        ("§7.4: sum", "sochi 3, pool_target 4, pool_end sum", ["A 10♣, B pass, C pass"], "A pool 10; open"),
        (
            "§7.4: sum",
            "sochi 3, pool_target 4, pool_end sum",
            ["A 10♣, B pass, C pass", "A 6♣, B pass, C pass"],
            "A pool 12; over",
        ),
        (
            "§7.4: time",
            "sochi 3, pool_target 4, pool_end time",
            ["A 10♣, B pass, C pass", "A 10♣, B pass, C pass"],
            "C pool 4; A mountain -8; open",
        ),
        (
            "§7.4: the last hand is scored whole",
            "sochi 3, pool_target 2",
            ["A 10♣, B pass, C pass"],
            "A pool 2; A mountain -4; over",
        ),
    ],
)
def test_the_end(source: str, table: str, lines: list[str], state: str) -> None:
    pulka = sound(file_of(table, *lines))
    assert shown(pulka, state) == state, source
    assert (pulka.next is None) == pulka.over


# Hands that cannot be


@pytest.mark.parametrize(
    ("source", "table", "hand", "code"),
    [
        ("§1: the dealer sits out", "sochi 4", "D 6♣, A pass, B pass", "dealer-plays"),
        ("§1: nor defends", "sochi 4", "A 6♣ 6, B whist 4, D pass", "dealer-plays"),
        ("§1: ten tricks", "sochi 3", "A 6♣ 6, B whist 3, C whist 2", "tricks-total"),
        ("§3.5: levels", "sochi 3", "A 8♣, B pass, C half", "half-level"),
        ("§3.5: the second says it", "sochi 3", "A 6♣, B half, C pass", "half-first"),
        ("§3.5: once", "leningrad 3", "A 6♣, B half, C half", "half-twice"),
        ("§3.5: not played", "sochi 3", "A 6♣ 6, B pass, C half", "half-counts"),
        ("§3.6: no half-whist on ten", "sochi 3", "A 10♣, B pass, C half", "half-level"),
        ("§3.6: a failed ten needs both counts", "sochi 3, ten_mode check", "A 10♣ 9, B pass, C whist 1", "ten-counts"),
        ("§3.6: no dealer's whist", "sport 4, ten_mode check", "A 10♣ 9, B pass, C pass, D whist 1", "dealer-whist"),
        ("§3.7: both must whist", "sochi 3, stalingrad yes", "A 6♠ 6, B pass, C whist 4", "stalingrad"),
        ("§3.7: nobody named", "sochi 3, stalingrad yes", "A 6♠", "stalingrad"),
        ("§3.7: a six without its suit", "sochi 3, stalingrad yes", "A 6 6, B whist 2, C whist 2", "suit-missing"),
        ("§3.7: given up without its suit", "sochi 3, stalingrad yes", "A 6 giveup", "suit-missing"),
        ("§3.8: not allowed", "rostov 3", "A 6♣ giveup", "giveup-off"),
        ("§3.8: nobody whists", "sochi 3", "A 6♣ giveup, B whist", "giveup-defender"),
        ("§3.10: no bonus here", "sochi 4", "A 6♣ talon=1, B pass, C pass", "talon-off"),
        ("§3.10: three players and `dealer`", "shevlyakovsky 3", "A 6♣ talon=1, B pass, C pass", "talon-three"),
        ("§3.10: 2 is `all` only", "shevlyakovsky 4", "A 6♣ talon=2, B pass, C pass", "talon-two"),
        ("§3.10: no such units", "sport 4", "A 6♣ talon=4, B pass, C pass", "talon-units"),
        ("§3.10: without the talon", "sport 4", "A 6♣ talon=1 notalon, B pass, C pass", "talon-not-taken"),
        ("§3.10: not on misère", "sport 4", "A misere 0 talon=1", "flag-out-of-place"),
        ("§3.10: not on giving up", "shevlyakovsky 4, give_up_tricks 3", "A 6♣ giveup talon=1", "flag-out-of-place"),
        ("§3.11: somebody whisted", "sport 4", "A 7♣ 7, B whist 2, C pass, D whist 1", "dealer-whist"),
        (
            "§3.11: not where both must",
            "sport 4, stalingrad yes",
            "A 6♠ 6, B pass, C pass, D whist 4",
            "dealer-whist",
        ),
        ("§4: two at most", "sochi 4", "allpass A 4, B 3, C 0, D 3", "dealer-talon-tricks"),
        ("§4: none where he may not", "rostov 4", "allpass A 4, B 3, C 2, D 1", "dealer-talon-off"),
        ("§5: no dark bids", "sochi 3", "A 7♣ dark, B pass, C pass", "dark-off"),
        ("§5: no dark passes", "sochi 3", f"{ALLPASS} dark A", "dark-off"),
        ("§5: on a dark six both whist", "classic 3", "A 6♣ 6 dark, B whist 4, C pass", "dark-six"),
        ("§5: the sitting dealer does not pass", "classic 4", f"{ALLPASS} dark D", "dark-dealer"),
        ("§7.5: no choice", "sochi 3", "A 6♣ to=mountain, B pass, C pass", "to-mountain-off"),
        ("§7.5: the mountain holds less", "shevlyakovsky 3", "A 6♣ to=mountain, B pass, C pass", "to-mountain-holds"),
        ("§7.5: more than gained", "shevlyakovsky 3", "A 6♣ to=mountain:20, B pass, C pass", "to-mountain-gain"),
        (
            "§9: shared misère, not to=mountain",
            "shevlyakovsky 4, misere_shared_with_dealer yes",
            "A misere 0 to=mountain",
            "to-mountain-shared",
        ),
    ],
)
def test_refused(source: str, table: str, hand: str, code: str) -> None:
    fault = refusal(file_of(table, hand))
    assert fault.code == code, source
    assert fault.severity == "error"


@pytest.mark.parametrize(
    ("players", "mountain", "balance"),
    [
        # three: a remainder r of three is 3r whists by each, the rest is shared
        (3, "1", "A balance -6; B balance 3; C balance 3"),
        (3, "2", "A balance -12; B balance 6; C balance 6"),
        (3, "3", "A balance -20; B balance 10; C balance 10"),
        (3, "5", "A balance -32; B balance 16; C balance 16"),
        # four: an odd point is two whists by each
        (4, "1", "A balance -6; B balance 2; C balance 2; D balance 2"),
        (4, "2", "A balance -15; B balance 5; C balance 5; D balance 5"),
        (4, "3", "A balance -21; B balance 7; C balance 7; D balance 7"),
        # a fraction is shared evenly: 2 + 10/8 = 3 1/4 by each, then whole
        (4, "3/2", "A balance -9; B balance 3; C balance 3; D balance 3"),
        # two share evenly
        (2, "3", "A balance -15; B balance 15"),
    ],
)
def test_the_tables_own_rounding(players: int, mountain: str, balance: str) -> None:
    """§8, table_custom: after the smallest mountain is off; it changes `balance`, never `exact`."""
    head = f"pulka 1\nrules sochi\nplayers {' '.join('ABCD'[:players])}\n"
    level = "".join(f"adjust {name} mountain 7\n" for name in "ABCD"[:players])
    rows = f"{level}adjust A mountain {mountain}\n"
    custom = sound(f"{head}rule rounding table_custom\n{rows}")
    assert shown(custom, balance) == balance
    assert custom.settle().exact == sound(head + rows).settle().exact


def test_two_players_only_settle() -> None:
    """§1: a sheet can be settled with N = 2, hands are refused."""
    head = "pulka 1\nrules sochi\nplayers A B\nstart A mountain 1\n"
    pulka = sound(head)
    assert pulka.settle().exact == {"A": -5, "B": 5}
    assert pulka.next is None
    assert not pulka.over
    closed = sound(f"{head}adjust A pool 20\nadjust B pool 20\n")
    assert (closed.over, closed.next) == (False, None)
    assert refusal(head + "1. A 6♣\n").code == "two-players"


def test_a_finished_pulka_refuses_hands() -> None:
    """§7.4."""
    lines = ["A 10♣, B pass, C pass", "B 6♣, C pass, A pass"]
    fault = refusal(file_of("sochi 3, pool_target 2", *lines))
    assert (fault.code, fault.line) == ("pulka-over", 6)


# §9 Rules that cannot stand together


@pytest.mark.parametrize(
    ("table", "code", "named"),
    [
        ("sochi 3, pool_target none", "rules-no-target", {"pool_target": "none", "pool_end": "each"}),
        ("sport 3, pool_end sum", "rules-no-target", {"pool_target": "none", "pool_end": "sum"}),
        (
            "shevlyakovsky 3, rounding table_custom",
            "rules-custom-rounding",
            {"rounding": "table_custom", "mountain_point_whists": "1"},
        ),
        ("sochi 3, bombs yes", "rules-bombs-without-dark", {"bombs": "dark_pass", "dark_bids": "no"}),
        (
            "sochi 4, misere_shared_with_dealer yes, made_goes_to mountain_first",
            "rules-shared-misere",
            {"misere_shared_with_dealer": "yes", "made_goes_to": "mountain_first"},
        ),
        (
            "rostov 3, allpass_clean_bonus price",
            "rules-whists-bonus",
            {"allpass_clean_bonus": "price", "allpass_scoring": "whists"},
        ),
        (
            "rostov 3, allpass_clean_bonus mountain_minus_two",
            "rules-whists-bonus",
            {"allpass_clean_bonus": "mountain_minus_two", "allpass_scoring": "whists"},
        ),
        ("rostov 3, allpass_price 5,10", "rules-whists-price", {"allpass_price": "5,10", "allpass_scoring": "whists"}),
        (
            "rostov 4, dealer_takes_talon_tricks yes",
            "rules-whists-dealer",
            {"dealer_takes_talon_tricks": "yes", "allpass_scoring": "whists"},
        ),
    ],
)
def test_conflicts(table: str, code: str, named: dict[str, str]) -> None:
    """§4, §9: refused when the rules are read, at the line that says it, with the rules that clash."""
    fault = refusal(file_of(table))
    assert fault.code == code
    assert fault.values == named
    last_rule = file_of(table).splitlines()[fault.line - 1]
    assert last_rule.split()[1] in named


def test_presets_never_conflict() -> None:
    for preset in PRESETS:
        assert sound(file_of(f"{preset} 3")).rules == PRESETS[preset]


# §9 Presets


@pytest.mark.parametrize("preset", reckoner.PRESETS)
def test_preset_values(preset: str) -> None:
    """The table of §9, written down a second time for the naive reckoner."""
    told = reckoner.PRESETS[preset]
    for rule, value in told.items():
        ours = getattr(PRESETS[preset], rule)
        assert (list(ours) if isinstance(ours, tuple) else ours) == value, rule
    assert {field.name for field in fields(Rules)} == {*told, "preset", "pool_shown", "loss_limit"}
    assert PRESETS[preset].loss_limit is None
    assert PRESETS[preset].pool_shown == ("left" if preset == "shevlyakovsky" else "earned")


@pytest.mark.parametrize(
    ("preset", "aliases"),
    [
        ("sochi", ["сочи", "сочинка", "SOCHI", "Сочинка"]),
        ("leningrad", ["ленинградка", "питер", "piter"]),
        ("rostov", ["ростов", "московская", "moscow"]),
        ("classic", ["классика"]),
        ("shevlyakovsky", ["старинная", "old"]),
        ("sport", ["фспр", "спорт", "fspr"]),
    ],
)
def test_aliases(preset: str, aliases: list[str]) -> None:
    """§9."""
    for alias in (preset, *aliases):
        rules = sound(f"pulka 1\nrules {alias}\nplayers A B C\n").rules
        assert rules.preset == preset
        assert find_preset(alias) == rules
    assert {alias.lower() for alias in aliases} <= set(preset_names())


def test_no_value_follows_from_another() -> None:
    """§9: changing `contract_value` leaves `consolation` as the preset has it."""
    pulka = sound(file_of("sochi 3, contract_value 3,4,6,8,10", "A 6♣ 5, B whist 3, C whist 2"))
    assert writes(pulka, pulka.hands[0]) == [
        "A mountain 3",
        "B whists A 2",
        "B whists A 6",
        "C whists A 2",
        "C whists A 4",
    ]
