"""Made-up evenings: the text of a pulka file, and what the naive reckoner makes of it.

Every hand is legal under the rules of its table and lifelike: mostly sixes and sevens, all-pass hands in rows,
half-whists, a failed contract now and then. Only ``randrange`` and ``choice`` of a seeded generator are used, so that
a seed gives the same evening on every version of Python.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Literal

from .reckoner import (
    AllPass,
    Contract,
    GiveUp,
    Hand,
    Misere,
    Number,
    Reckoning,
    Table,
    active,
    at,
    coefficient,
    dealer_has_talon_tricks,
    defenders,
    is_over,
    lay,
    minimum_bid,
    mountain_rate,
    play,
    result,
    table_rules,
    was_made,
)

SUITS = ["♠", "♣", "♦", "♥", "NT"]


def evening(
    seed: int, preset: str, players: Sequence[str], hands: int, overrides: Mapping[str, object] | None = None
) -> tuple[str, Reckoning]:
    """A canonical pulka file of at most so many hands (it stops when the pulka is over), and the expected results."""
    dealer, played, expected = an_evening(seed, preset, players, hands, overrides)
    head = ["pulka 1", f"rules {preset}"]
    head += [f"rule {name} {spell_value(value)}" for name, value in (overrides or {}).items()]
    head.append("players " + " ".join(spell_name(p) for p in players))
    if dealer != players[0]:
        head.append(f"dealer {spell_name(dealer)}")
    return "\n".join([*head, "", *numbered(played)]) + "\n", expected


def hand_lines(
    seed: int, preset: str, players: Sequence[str], hands: int, overrides: Mapping[str, object] | None = None
) -> list[str]:
    """The numbered hands of the same evening, one line each."""
    _, played, _ = an_evening(seed, preset, players, hands, overrides)
    return numbered(played)


def an_evening(
    seed: int, preset: str, players: Sequence[str], hands: int, overrides: Mapping[str, object] | None = None
) -> tuple[str, list[Hand], Reckoning]:
    """Who deals first, the hands, and the results."""
    if len(players) not in (3, 4):
        raise ValueError("an evening takes three or four players")
    rng = Random(seed)
    dealer = rng.choice(list(players))
    table = lay(table_rules(preset, overrides), list(players), dealer)
    played: list[Hand] = []
    while len(played) < hands and not is_over(table):
        hand = deal(rng, table)
        play(table, hand)
        played.append(hand)
    return dealer, played, result(table)


# Dealing


def chance(rng: Random, per_cent: int) -> bool:
    """True so many times in a hundred."""
    return rng.randrange(100) < per_cent


def deal(rng: Random, table: Table) -> Hand:
    """One hand that may be played at this table now."""
    luck = rng.randrange(100)
    if luck < 18:
        return deal_allpass(rng, table)
    if luck < 23:
        return deal_misere(rng, table)
    if luck < 27 and table.rules["give_up_tricks"]:
        return deal_give_up(rng, table)
    return deal_contract(rng, table)


def deal_allpass(rng: Random, table: Table) -> AllPass:
    """Everybody passed; of four players the dealer may win up to two tricks with the talon cards."""
    taken = dict.fromkeys(active(table), 0)
    left = 10
    if dealer_has_talon_tricks(table) and table.rules["allpass_scoring"] == "mountain":
        taken[table.dealer] = rng.choice([0, 0, 0, 1, 1, 2])
        left -= taken[table.dealer]
    takers = list(active(table))
    if chance(rng, 25):
        takers.remove(rng.choice(takers))
    for _ in range(left):
        taken[rng.choice(takers)] += 1
    hand: AllPass = {"kind": "allpass", "taken": {p: taken[p] for p in table.players if p in taken}}
    dark = [p for p in active(table) if table.rules["dark_bids"] and chance(rng, 20)]
    if dark:
        hand["dark"] = dark
    return hand


def deal_misere(rng: Random, table: Table) -> Misere:
    """A misère, made three times in five."""
    hand: Misere = {
        "kind": "misere",
        "declarer": rng.choice(active(table)),
        "tricks": rng.choice([0, 0, 0, 0, 0, 0, 1, 2, 2, 5]),
    }
    if is_dark(rng, table):
        hand["dark"] = True
    if hand["tricks"] == 0 and not table.rules["misere_shared_with_dealer"]:
        value = table.rules["misere_value"] * coefficient(table, hand)
        hand["to_mountain"] = choose_mountain(rng, table, hand["declarer"], value)
    return hand


def deal_give_up(rng: Random, table: Table) -> GiveUp:
    """A contract given up, of those that may still be bid."""
    hand: GiveUp = {
        "kind": "giveup",
        "declarer": rng.choice(active(table)),
        "level": rng.choice([level for level in (6, 6, 7, 8, 9, 10) if level >= minimum_bid(table)]),
        "suit": rng.choice(SUITS),
    }
    if is_dark(rng, table):
        hand["dark"] = True
    return hand


def deal_contract(rng: Random, table: Table) -> Contract:
    """A contract: bid, answers, play."""
    levels = [level for level in (6, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 9, 9, 10) if level >= minimum_bid(table)]
    hand: Contract = {
        "kind": "contract",
        "declarer": rng.choice(active(table)),
        "level": rng.choice(levels),
        "suit": rng.choice(SUITS),
    }
    if is_dark(rng, table):
        hand["dark"] = True
    if hand["level"] == 10 and table.rules["ten_mode"] == "check":
        answer_checked_ten(rng, table, hand)
    else:
        answer(rng, table, hand)
    add_talon(rng, table, hand)
    if was_made(table, hand):
        value = at(table.rules["contract_value"], hand["level"]) * coefficient(table, hand)
        hand["to_mountain"] = choose_mountain(rng, table, hand["declarer"], value)
    return hand


def is_dark(rng: Random, table: Table) -> bool:
    """A game bid in the dark, where the rules have it."""
    return table.rules["dark_bids"] and chance(rng, 8)


def answer_checked_ten(rng: Random, table: Table, hand: Contract) -> None:
    """A ten that is only checked: believed, or opened and counted for both defenders."""
    first, second = defenders(table, hand["declarer"])
    if chance(rng, 50):
        hand["roles"] = {first: "pass", second: "pass"}
        return
    hand["roles"] = {first: "whist", second: "whist"}
    play_out(rng, hand, [first, second])


def answer(rng: Random, table: Table, hand: Contract) -> None:
    """The defenders whist, pass or take half, and the dealer may step in; a whisted hand is played."""
    first, second = defenders(table, hand["declarer"])
    level = hand["level"]
    luck = rng.randrange(100)
    low = level <= 7
    roles = {first: "pass", second: "pass"}
    if must_whist(table, hand) or luck < (35 if low else 12):
        roles = {first: "whist", second: "whist"}
    elif luck < (53 if low else 28):
        roles[first] = "whist"
    elif luck < (71 if low else 44):
        roles[second] = "whist"
    elif level in table.rules["half_whist_levels"] and level != 10 and luck < 85:
        early = table.rules["half_whist_by"] == "either" and chance(rng, 40)
        roles[first if early else second] = "half"
    hand["roles"] = roles
    whisters = [p for p in (first, second) if roles[p] == "whist"]
    if whisters:
        play_out(rng, hand, whisters)
    elif table.rules["dealer_may_whist"] and len(table.players) == 4 and chance(rng, 25):
        step_in(rng, table, hand)
    elif "half" not in roles.values() and chance(rng, 10):
        lay_down(rng, hand, first, second)


def must_whist(table: Table, hand: Contract) -> bool:
    """Stalingrad, or a six bid in the dark."""
    stalingrad = table.rules["stalingrad"] and hand.get("suit") == "♠"
    return hand["level"] == 6 and (stalingrad or hand.get("dark", False))


def tricks_played(rng: Random, level: int) -> int:
    """What the declarer took: mostly what he bid."""
    return min(10, level + rng.choice([-3, -2, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 2]))


def play_out(rng: Random, hand: Contract, whisters: list[str]) -> None:
    """Tricks of a whisted hand. A lone whister's passing partner may be given his tricks, or left out."""
    tricks = tricks_played(rng, hand["level"])
    hand["tricks"] = tricks
    left = 10 - tricks
    mine = min(left, max(0, left // 2 + rng.choice([-2, -1, 0, 0, 0, 1, 1, 2])))
    if len(whisters) == 2:
        hand["taken"] = {whisters[0]: mine, whisters[1]: left - mine}
    elif chance(rng, 50):
        partner = [p for p in hand.get("roles", {}) if p not in whisters]
        hand["taken"] = {whisters[0]: mine, partner[0]: left - mine}


def step_in(rng: Random, table: Table, hand: Contract) -> None:
    """The sitting dealer whists for himself; all tricks of the defence are his."""
    tricks = tricks_played(rng, hand["level"])
    hand["tricks"] = tricks
    hand["dealer_whist"] = 10 - tricks
    hand["roles"] = {**hand.get("roles", {}), table.dealer: "whist"}
    hand["taken"] = {table.dealer: 10 - tricks}


def lay_down(rng: Random, hand: Contract, first: str, second: str) -> None:
    """Nobody whisted, and somebody wrote the tricks down all the same."""
    tricks = hand["level"] + rng.randrange(11 - hand["level"])
    mine = rng.randrange(11 - tricks)
    hand["tricks"] = tricks
    hand["taken"] = {first: mine, second: 10 - tricks - mine}


def add_talon(rng: Random, table: Table, hand: Contract) -> None:
    """A hand without the talon, or units of it for the dealer (``all``: or for both opponents)."""
    if chance(rng, 4):
        hand["notalon"] = True
        return
    bonus = table.rules["talon_bonus"]
    can = bonus == "all" or (bonus == "dealer" and len(table.players) == 4)
    if can and chance(rng, 30):
        hand["talon"] = rng.choice([1, 1, 1, 3] if bonus == "dealer" else [1, 1, 1, 2, 3])


def choose_mountain(rng: Random, table: Table, declarer: str, value: int) -> Literal["all"] | Number | None:
    """Where the declarer may choose: all of it or some points off his mountain, if the mountain holds them."""
    if table.rules["made_goes_to"] != "choice" or chance(rng, 50):
        return None
    room = table.mountain[declarer] / mountain_rate(table.rules)
    if room >= value:
        return "all"
    return room.numerator // room.denominator if room >= 1 else None


# Writing


def numbered(hands: Sequence[Hand]) -> list[str]:
    """Hands as the file has them."""
    return [f"{number}. {write(hand)}" for number, hand in enumerate(hands, start=1)]


def write(hand: Hand) -> str:
    """One hand in its canonical form, without a number."""
    if hand["kind"] == "allpass":
        counts = ", ".join(f"{spell_name(p)} {n}" for p, n in hand["taken"].items())
        dark = hand.get("dark", [])
        return f"allpass {counts}" + (" dark " + " ".join(spell_name(p) for p in dark) if dark else "")
    words = [spell_name(hand["declarer"])]
    if hand["kind"] == "misere":
        words += ["misere", str(hand["tricks"])]
    else:
        words.append(f"{hand['level']}{hand.get('suit', '')}")
    if hand["kind"] == "giveup":
        words.append("giveup")
    if hand["kind"] == "contract" and hand.get("tricks") is not None:
        words.append(str(hand.get("tricks")))
    words += flags(hand)
    parts = [" ".join(words)]
    if hand["kind"] == "contract":
        parts += answers(hand)
    return ", ".join(parts)


def flags(hand: Contract | GiveUp | Misere) -> list[str]:
    """The declarer's flags."""
    words = ["dark"] if hand.get("dark", False) else []
    if hand["kind"] == "contract":
        words += [f"talon={hand['talon']}"] if "talon" in hand else []
        words += ["notalon"] if hand.get("notalon", False) else []
    if hand["kind"] != "giveup":
        goes = hand.get("to_mountain")
        if goes is not None:
            words.append("to=mountain" if goes == "all" else f"to=mountain:{spell_value(goes)}")
    return words


def answers(hand: Contract) -> list[str]:
    """The defenders, and the dealer if he whisted. Counts of a checked or whisted hand where they are known."""
    taken = hand.get("taken", {})
    parts = []
    for player, role in hand.get("roles", {}).items():
        count = f" {taken[player]}" if player in taken else ""
        parts.append(f"{spell_name(player)} {role}{count}")
    return parts


def spell_name(name: str) -> str:
    """A name, quoted unless it is letters and digits beginning with a letter."""
    bare = name[:1].isalpha() and name[-1:].isalnum() and all(c.isalnum() or c in "-'" for c in name)
    return name if bare else f'"{name}"'


def spell_value(value: object) -> str:
    """A value of a rule as the file has it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(str(v) for v in value)
    if isinstance(value, float):
        value = Fraction(str(value))
    return str(value)
