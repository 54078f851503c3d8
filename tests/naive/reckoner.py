"""An independent, deliberately naive reckoning of a pulka.

One small function per paragraph of the rule base (``scoring_rules.md``), plain dicts and Fractions, nothing shared with
the program itself: the two agree only if both read the rules alike. It checks no legality - whether a bid was high
enough or a role allowed is the program's business - and it knows nothing of the pulka file.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal, NotRequired, TypedDict, cast

Number = int | Fraction
Column = dict[str, Fraction]


class Rules(TypedDict):
    """Every rule of section 9. Tables by level are lists for 6, 7, 8, 9, 10."""

    contract_value: list[int]
    misere_value: int
    whist_value: list[int]
    remise_factor: int
    consolation: list[int]
    consolation_to_passer: bool
    consolation_to_dealer: bool
    pool_point_whists: int
    mountain_point_whists: int
    whist_duty: list[int]
    whist_responsibility: Literal["full", "half", "none"]
    underwhist_split: Literal["pair", "own_share"]
    underwhist_high: Literal["second", "both"]
    whist_style: Literal["greedy", "gentleman"]
    gentleman_split: Literal["on_remise", "always"]
    ten_mode: Literal["whist", "check"]
    half_whist_levels: list[int]
    half_whist_by: Literal["second", "either"]
    stalingrad: bool
    give_up_tricks: int
    talon_bonus: Literal["off", "dealer", "all"]
    dealer_may_whist: bool
    allpass_scoring: Literal["mountain", "whists"]
    allpass_price: list[int]
    allpass_amnesty: Literal["no", "table", "players"]
    allpass_clean_bonus: Literal["price", "one", "mountain_minus_two", "none"]
    minimum_bid_after_allpass: list[int]
    allpass_row_ends: Literal["any", "made", "whisted_made"]
    misere_ends_row: bool
    dealer_takes_talon_tricks: bool
    bombs: Literal["no", "dark_pass", "allpass"]
    dark_bids: bool
    dark_limit: int | None
    misere_shared_with_dealer: bool
    pool_target: int | None
    pool_end: Literal["each", "all_but_one", "sum", "time"]
    help_to: Literal["fullest", "clockwise"]
    help_whists_per_point: Number
    excess_when_all_closed: Literal["own_mountain", "drop"]
    made_goes_to: Literal["pool", "mountain_first", "choice"]
    rounding: Literal["exact", "whole", "table_custom"]


SOCHI: Rules = {
    "contract_value": [2, 4, 6, 8, 10],
    "misere_value": 10,
    "whist_value": [2, 4, 6, 8, 10],
    "remise_factor": 1,
    "consolation": [2, 4, 6, 8, 10],
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "pool_point_whists": 10,
    "mountain_point_whists": 10,
    "whist_duty": [4, 2, 1, 1, 1],
    "whist_responsibility": "full",
    "underwhist_split": "pair",
    "underwhist_high": "second",
    "whist_style": "greedy",
    "gentleman_split": "on_remise",
    "ten_mode": "whist",
    "half_whist_levels": [6, 7],
    "half_whist_by": "second",
    "stalingrad": False,
    "give_up_tricks": 3,
    "talon_bonus": "off",
    "dealer_may_whist": False,
    "allpass_scoring": "mountain",
    "allpass_price": [1],
    "allpass_amnesty": "table",
    "allpass_clean_bonus": "price",
    "minimum_bid_after_allpass": [6],
    "allpass_row_ends": "any",
    "misere_ends_row": True,
    "dealer_takes_talon_tricks": True,
    "bombs": "no",
    "dark_bids": False,
    "dark_limit": None,
    "misere_shared_with_dealer": False,
    "pool_target": 20,
    "pool_end": "each",
    "help_to": "fullest",
    "help_whists_per_point": 10,
    "excess_when_all_closed": "own_mountain",
    "made_goes_to": "pool",
    "rounding": "whole",
}

LENINGRAD: Rules = {
    "contract_value": [2, 4, 6, 8, 10],
    "misere_value": 10,
    "whist_value": [4, 8, 12, 16, 20],
    "remise_factor": 2,
    "consolation": [4, 8, 12, 16, 20],
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "pool_point_whists": 20,
    "mountain_point_whists": 10,
    "whist_duty": [4, 2, 1, 1, 1],
    "whist_responsibility": "half",
    "underwhist_split": "pair",
    "underwhist_high": "second",
    "whist_style": "gentleman",
    "gentleman_split": "on_remise",
    "ten_mode": "whist",
    "half_whist_levels": [6, 7],
    "half_whist_by": "either",
    "stalingrad": False,
    "give_up_tricks": 3,
    "talon_bonus": "off",
    "dealer_may_whist": False,
    "allpass_scoring": "mountain",
    "allpass_price": [2, 4, 6],
    "allpass_amnesty": "no",
    "allpass_clean_bonus": "price",
    "minimum_bid_after_allpass": [7, 8],
    "allpass_row_ends": "made",
    "misere_ends_row": True,
    "dealer_takes_talon_tricks": True,
    "bombs": "no",
    "dark_bids": False,
    "dark_limit": None,
    "misere_shared_with_dealer": False,
    "pool_target": 20,
    "pool_end": "each",
    "help_to": "fullest",
    "help_whists_per_point": 20,
    "excess_when_all_closed": "own_mountain",
    "made_goes_to": "pool",
    "rounding": "whole",
}

ROSTOV: Rules = {
    "contract_value": [2, 4, 6, 8, 10],
    "misere_value": 10,
    "whist_value": [2, 4, 6, 8, 10],
    "remise_factor": 1,
    "consolation": [10, 10, 10, 10, 10],
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "pool_point_whists": 10,
    "mountain_point_whists": 10,
    "whist_duty": [4, 2, 1, 1, 1],
    "whist_responsibility": "half",
    "underwhist_split": "pair",
    "underwhist_high": "second",
    "whist_style": "gentleman",
    "gentleman_split": "on_remise",
    "ten_mode": "whist",
    "half_whist_levels": [6, 7],
    "half_whist_by": "second",
    "stalingrad": False,
    "give_up_tricks": 0,
    "talon_bonus": "off",
    "dealer_may_whist": False,
    "allpass_scoring": "whists",
    "allpass_price": [5],
    "allpass_amnesty": "no",
    "allpass_clean_bonus": "one",
    "minimum_bid_after_allpass": [6],
    "allpass_row_ends": "any",
    "misere_ends_row": True,
    "dealer_takes_talon_tricks": False,
    "bombs": "no",
    "dark_bids": False,
    "dark_limit": None,
    "misere_shared_with_dealer": False,
    "pool_target": 20,
    "pool_end": "each",
    "help_to": "fullest",
    "help_whists_per_point": 10,
    "excess_when_all_closed": "own_mountain",
    "made_goes_to": "pool",
    "rounding": "whole",
}

CLASSIC: Rules = {
    "contract_value": [2, 4, 6, 8, 10],
    "misere_value": 10,
    "whist_value": [2, 4, 6, 8, 10],
    "remise_factor": 1,
    "consolation": [2, 4, 6, 8, 10],
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "pool_point_whists": 10,
    "mountain_point_whists": 10,
    "whist_duty": [4, 2, 1, 1, 1],
    "whist_responsibility": "full",
    "underwhist_split": "pair",
    "underwhist_high": "second",
    "whist_style": "greedy",
    "gentleman_split": "on_remise",
    "ten_mode": "whist",
    "half_whist_levels": [6, 7],
    "half_whist_by": "second",
    "stalingrad": False,
    "give_up_tricks": 0,
    "talon_bonus": "off",
    "dealer_may_whist": False,
    "allpass_scoring": "mountain",
    "allpass_price": [1, 2, 3],
    "allpass_amnesty": "no",
    "allpass_clean_bonus": "price",
    "minimum_bid_after_allpass": [6],
    "allpass_row_ends": "made",
    "misere_ends_row": True,
    "dealer_takes_talon_tricks": True,
    "bombs": "dark_pass",
    "dark_bids": True,
    "dark_limit": None,
    "misere_shared_with_dealer": False,
    "pool_target": 20,
    "pool_end": "each",
    "help_to": "fullest",
    "help_whists_per_point": 10,
    "excess_when_all_closed": "own_mountain",
    "made_goes_to": "pool",
    "rounding": "whole",
}

SHEVLYAKOVSKY: Rules = {
    "contract_value": [10, 20, 30, 40, 50],
    "misere_value": 50,
    "whist_value": [1, 2, 3, 4, 5],
    "remise_factor": 1,
    "consolation": [1, 2, 3, 4, 5],
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "pool_point_whists": 1,
    "mountain_point_whists": 1,
    "whist_duty": [4, 2, 1, 1, 1],
    "whist_responsibility": "half",
    "underwhist_split": "pair",
    "underwhist_high": "second",
    "whist_style": "greedy",
    "gentleman_split": "on_remise",
    "ten_mode": "check",
    "half_whist_levels": [6, 7],
    "half_whist_by": "either",
    "stalingrad": False,
    "give_up_tricks": 0,
    "talon_bonus": "dealer",
    "dealer_may_whist": False,
    "allpass_scoring": "mountain",
    "allpass_price": [10],
    "allpass_amnesty": "no",
    "allpass_clean_bonus": "price",
    "minimum_bid_after_allpass": [6],
    "allpass_row_ends": "any",
    "misere_ends_row": True,
    "dealer_takes_talon_tricks": True,
    "bombs": "no",
    "dark_bids": False,
    "dark_limit": None,
    "misere_shared_with_dealer": False,
    "pool_target": 200,
    "pool_end": "all_but_one",
    "help_to": "fullest",
    "help_whists_per_point": 1,
    "excess_when_all_closed": "own_mountain",
    "made_goes_to": "choice",
    "rounding": "whole",
}

SPORT: Rules = {
    "contract_value": [2, 4, 6, 8, 10],
    "misere_value": 10,
    "whist_value": [4, 8, 12, 16, 20],
    "remise_factor": 2,
    "consolation": [4, 8, 12, 16, 20],
    "consolation_to_passer": True,
    "consolation_to_dealer": True,
    "pool_point_whists": 20,
    "mountain_point_whists": 10,
    "whist_duty": [4, 2, 1, 1, 1],
    "whist_responsibility": "half",
    "underwhist_split": "own_share",
    "underwhist_high": "both",
    "whist_style": "gentleman",
    "gentleman_split": "always",
    "ten_mode": "whist",
    "half_whist_levels": [6, 7],
    "half_whist_by": "second",
    "stalingrad": False,
    "give_up_tricks": 0,
    "talon_bonus": "all",
    "dealer_may_whist": True,
    "allpass_scoring": "mountain",
    "allpass_price": [2, 4, 6],
    "allpass_amnesty": "no",
    "allpass_clean_bonus": "mountain_minus_two",
    "minimum_bid_after_allpass": [7],
    "allpass_row_ends": "whisted_made",
    "misere_ends_row": False,
    "dealer_takes_talon_tricks": True,
    "bombs": "no",
    "dark_bids": False,
    "dark_limit": None,
    "misere_shared_with_dealer": False,
    "pool_target": None,
    "pool_end": "time",
    "help_to": "fullest",
    "help_whists_per_point": 20,
    "excess_when_all_closed": "own_mountain",
    "made_goes_to": "pool",
    "rounding": "whole",
}

PRESETS: dict[str, Rules] = {
    "sochi": SOCHI,
    "leningrad": LENINGRAD,
    "rostov": ROSTOV,
    "classic": CLASSIC,
    "shevlyakovsky": SHEVLYAKOVSKY,
    "sport": SPORT,
}


def table_rules(preset: str, overrides: Mapping[str, object] | None = None) -> Rules:
    """A preset and what this table agreed otherwise."""
    rules: dict[str, object] = dict(PRESETS[preset])
    for name, value in (overrides or {}).items():
        if name not in rules:
            raise KeyError(name)
        rules[name] = value
    return cast(Rules, rules)


class Contract(TypedDict):
    """A contract. ``tricks`` is None when it was not played; a defender without a role passed."""

    kind: Literal["contract"]
    declarer: str
    level: int
    suit: NotRequired[str]
    tricks: NotRequired[int | None]
    roles: NotRequired[dict[str, str]]
    taken: NotRequired[dict[str, int]]
    talon: NotRequired[int]
    notalon: NotRequired[bool]
    dark: NotRequired[bool]
    to_mountain: NotRequired[Literal["all"] | Number | None]
    dealer_whist: NotRequired[int | None]


class GiveUp(TypedDict):
    """A contract given up."""

    kind: Literal["giveup"]
    declarer: str
    level: int
    suit: NotRequired[str]
    dark: NotRequired[bool]


class Misere(TypedDict):
    """A misère, with the tricks taken on it."""

    kind: Literal["misere"]
    declarer: str
    tricks: int
    dark: NotRequired[bool]
    to_mountain: NotRequired[Literal["all"] | Number | None]


class AllPass(TypedDict):
    """An all-pass hand; ``dark`` names those who passed in the dark."""

    kind: Literal["allpass"]
    taken: dict[str, int]
    dark: NotRequired[list[str]]


class Turn(TypedDict):
    """A hand struck out later: nothing written, but the deal moved on."""

    kind: Literal["turn"]


class Adjust(TypedDict):
    """An adjustment; ``on`` is the other player of a whists column."""

    kind: Literal["adjust"]
    player: str
    column: Literal["pool", "mountain", "whists"]
    on: NotRequired[str | None]
    points: Number


class Start(TypedDict):
    """A row of a sheet taken over from paper."""

    kind: Literal["start"]
    player: str
    pool: NotRequired[Number]
    mountain: NotRequired[Number]
    whists: NotRequired[dict[str, Number]]


class Dealer(TypedDict):
    """Who deals the next hand."""

    kind: Literal["dealer"]
    name: str


class Phase(TypedDict):
    """The hands below belong to this phase of the old game."""

    kind: Literal["phase"]
    name: Literal["robber", "allpass", "game"]


Hand = Contract | GiveUp | Misere | AllPass
Event = Hand | Turn | Adjust | Start | Dealer | Phase


class Next(TypedDict):
    """What awaits the next hand."""

    dealer: str
    allpass_in_row: int
    allpass_price: int
    minimum_bid: int


class Reckoning(TypedDict):
    """The sheet as it stands, and the settlement; ``hands`` counts the standing ones."""

    pool: Column
    mountain: Column
    whists: dict[str, Column]
    exact: Column
    balance: Column
    over: bool
    next: Next | None
    bombs: dict[str, list[int]]
    hands: int


@dataclass
class Table:
    """What lies on the table between two hands."""

    rules: Rules
    players: list[str]
    dealer: str
    pool: Column
    mountain: Column
    whists: dict[str, Column]
    bombs: dict[str, list[int]]
    row: int = 0
    hands: int = 0
    phase: Literal["robber", "allpass", "game"] = "game"


def lay(rules: Rules, players: list[str], dealer: str) -> Table:
    """An empty sheet."""
    zero = Fraction(0)
    return Table(
        rules,
        list(players),
        dealer,
        dict.fromkeys(players, zero),
        dict.fromkeys(players, zero),
        {p: {q: zero for q in players if q != p} for p in players},
        {p: [] for p in players},
    )


# Section 1: seats


def clockwise_after(players: list[str], player: str) -> list[str]:
    """Section 1: the others in the order they sit, from the next clockwise."""
    seat = players.index(player)
    return players[seat + 1 :] + players[:seat]


def active(table: Table) -> list[str]:
    """Section 1: who plays this hand - of four players the dealer sits out."""
    if len(table.players) == 4:
        return [p for p in table.players if p != table.dealer]
    return table.players


def defenders(table: Table, declarer: str) -> tuple[str, str]:
    """Section 1: first defender, the next clockwise after the declarer, and second."""
    first, second = (p for p in clockwise_after(table.players, declarer) if p in active(table))
    return first, second


def at(values: list[int], level: int) -> int:
    """Section 2: the entry of a table for a level."""
    return values[level - 6]


# Section 3: a contract


def score_contract(table: Table, event: Contract) -> bool:
    """Section 3: a contract, whole. True if it was made."""
    declarer, level = event["declarer"], event["level"]
    first, second = defenders(table, declarer)
    k = coefficient(table, event)
    whisters = who_whisted(table, event)
    made = was_made(table, event)
    if made:
        gain_made(table, declarer, at(table.rules["contract_value"], level) * k, event.get("to_mountain"))
    else:
        write_remise(table, declarer, level, level - tricks_of(event), k, whisters)
    if whisters:
        write_tricks(table, event, whisters, made, k)
        if made and not is_checked_ten(table.rules, event):
            write_underwhist(table, event, whisters, second, k)
    else:
        write_half_whist(table, event, (first, second), k)
    write_talon_bonus(table, event, k)
    use_bomb(table, declarer, made)
    return made


def tricks_of(event: Contract) -> int:
    """The declarer's tricks of a played hand."""
    tricks = event.get("tricks")
    assert tricks is not None, event
    return tricks


def is_checked_ten(rules: Rules, event: Contract) -> bool:
    """§3.6: with ``ten_mode = check`` a ten is never whisted, only checked."""
    return event["level"] == 10 and rules["ten_mode"] == "check"


def who_whisted(table: Table, event: Contract) -> list[str]:
    """§3.3, §3.6, §3.11: the whisters, first before second; both for a checked ten; the dealer if he whisted."""
    pair = defenders(table, event["declarer"])
    if is_checked_ten(table.rules, event):
        return list(pair) if event.get("tricks") is not None else []
    if event.get("dealer_whist") is not None:
        return [table.dealer]
    return [p for p in pair if event.get("roles", {}).get(p) == "whist"]


def was_made(table: Table, event: Contract) -> bool:
    """§3.1, §3.6: an unplayed contract counts as made, a played one by its tricks."""
    return not who_whisted(table, event) or tricks_of(event) >= event["level"]


def write_remise(table: Table, declarer: str, level: int, undertricks: int, k: int, whisters: list[str]) -> None:
    """§3.2: a failed contract: the declarer's mountain, and consolation for every other player at the table."""
    rules = table.rules
    table.mountain[declarer] += at(rules["contract_value"], level) * rules["remise_factor"] * undertricks * k
    for player in table.players:
        if player == declarer:
            continue
        if player not in whisters:
            sits_out = player not in active(table)
            if not rules["consolation_to_dealer" if sits_out else "consolation_to_passer"]:
                continue
        table.whists[player][declarer] += at(rules["consolation"], level) * undertricks * k


def write_tricks(table: Table, event: Contract, whisters: list[str], made: bool, k: int) -> None:
    """§3.3: whists for tricks. Two whisters: own tricks; one: all of them, or halves in gentleman style."""
    rules, declarer = table.rules, event["declarer"]
    price = at(rules["whist_value"], event["level"]) * k
    of_defence = 10 - tricks_of(event)
    if len(whisters) == 2:
        assert sum(event["taken"][p] for p in whisters) == of_defence, event
        for whister in whisters:
            table.whists[whister][declarer] += price * event["taken"][whister]
    elif splits_like_gentlemen(rules, made) and event.get("dealer_whist") is None:
        for player in defenders(table, declarer):
            table.whists[player][declarer] += Fraction(price * of_defence, 2)
    else:
        table.whists[whisters[0]][declarer] += price * of_defence


def splits_like_gentlemen(rules: Rules, made: bool) -> bool:
    """§3.3: gentleman style halves failed contracts; ``always`` halves made ones too."""
    return rules["whist_style"] == "gentleman" and (not made or rules["gentleman_split"] == "always")


def price_of_missing_trick(rules: Rules, level: int) -> Fraction:
    """§3.4: what one missing trick costs."""
    share = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}[rules["whist_responsibility"]]
    return at(rules["contract_value"], level) * rules["remise_factor"] * share


def write_underwhist(table: Table, event: Contract, whisters: list[str], second: str, k: int) -> None:
    """§3.4: the whisters short of their duty on a made contract. The dealer who whisted is never fined (§3.11)."""
    rules, level = table.rules, event["level"]
    duty = at(rules["whist_duty"], level)
    missing = duty - (10 - tricks_of(event))
    if missing <= 0 or event.get("dealer_whist") is not None:
        return
    price = price_of_missing_trick(rules, level) * k
    if len(whisters) == 1:
        table.mountain[whisters[0]] += missing * price
    elif level <= 7:
        short = short_of_half(event["taken"], whisters, Fraction(duty, 2))
        if rules["underwhist_split"] == "pair" and len(short) == 1:
            short = {player: Fraction(missing) for player in short}
        for player, tricks in short.items():
            table.mountain[player] += tricks * price
    elif rules["underwhist_high"] == "second":
        table.mountain[second] += missing * price
    else:
        for player in whisters:
            table.mountain[player] += missing * price / 2


def short_of_half(taken: Mapping[str, int], whisters: list[str], half: Fraction) -> Column:
    """§3.4: who of the two is below his half of the duty, and by how much."""
    return {player: half - taken[player] for player in whisters if taken[player] < half}


def write_half_whist(table: Table, event: Contract, pair: tuple[str, str], k: int) -> None:
    """§3.5: the half-whister writes half the duty, unplayed."""
    rules, level = table.rules, event["level"]
    if is_checked_ten(rules, event):
        return
    for player in pair:
        if event.get("roles", {}).get(player) == "half":
            half = Fraction(at(rules["whist_duty"], level), 2)
            table.whists[player][event["declarer"]] += at(rules["whist_value"], level) * half * k


def score_give_up(table: Table, event: GiveUp) -> None:
    """§3.8: giving up: the mountain, nothing else. A failed contract, so a bomb is kept."""
    rules = table.rules
    price = at(rules["contract_value"], event["level"]) * rules["remise_factor"]
    table.mountain[event["declarer"]] += rules["give_up_tricks"] * price * coefficient(table, event)


def write_talon_bonus(table: Table, event: Contract, k: int) -> None:
    """§3.10: the talon bonus: the sitting dealer's, or with three players half for each opponent (``all``)."""
    units = event.get("talon", 0)
    if not units or event.get("notalon", False) or table.rules["talon_bonus"] == "off":
        return
    declarer = event["declarer"]
    bonus = units * at(table.rules["whist_value"], event["level"]) * k
    if len(table.players) == 4:
        table.whists[table.dealer][declarer] += bonus
    elif table.rules["talon_bonus"] == "all":
        for player in defenders(table, declarer):
            table.whists[player][declarer] += Fraction(bonus, 2)


def score_misere(table: Table, event: Misere) -> bool:
    """§3, misère. True if it was made. Half of it may be the dealer's (``misere_shared_with_dealer``)."""
    rules, declarer, tricks = table.rules, event["declarer"], event["tricks"]
    k = coefficient(table, event)
    bearers = [declarer]
    if rules["misere_shared_with_dealer"] and len(table.players) == 4:
        bearers.append(table.dealer)
    if tricks == 0:
        for player in in_turn(table, bearers):
            gain_made(table, player, Fraction(rules["misere_value"] * k, len(bearers)), event.get("to_mountain"))
    else:
        penalty = rules["misere_value"] * rules["remise_factor"] * tricks * k
        for player in bearers:
            table.mountain[player] += Fraction(penalty, len(bearers))
    use_bomb(table, declarer, tricks == 0)
    return tricks == 0


# Section 4: all-pass


def score_allpass(table: Table, event: AllPass) -> None:
    """Section 4: an all-pass hand, whole."""
    taken = event["taken"]
    assert sum(taken.values()) == 10, event
    factor = dark_factor(table.rules, event.get("dark", []))
    price = allpass_price(table) * factor
    if table.rules["allpass_scoring"] == "whists":
        write_allpass_whists(table, taken, price)
    else:
        write_allpass_mountain(table, taken, price)
    write_clean_bonus(table, taken, price)
    give_bombs(table, event.get("dark", []), factor)


def allpass_price(table: Table) -> int:
    """§4: the price of the next all-pass hand: the last of the list repeats."""
    prices = table.rules["allpass_price"]
    return prices[min(table.row, len(prices) - 1)]


def write_allpass_mountain(table: Table, taken: Mapping[str, int], price: int) -> None:
    """§4, on the mountain: each trick, less the least number of tricks where there is an amnesty."""
    least = {"no": 0, "table": least_at_table(table, taken), "players": least_of_players(table, taken)}
    spared = least[table.rules["allpass_amnesty"]]
    for player in active(table):
        table.mountain[player] += price * (taken[player] - spared)
    if dealer_has_talon_tricks(table):
        own = taken.get(table.dealer, 0)
        if table.rules["allpass_amnesty"] == "players":
            spared = 0
        table.mountain[table.dealer] += price * (own - spared)


def dealer_has_talon_tricks(table: Table) -> bool:
    """§4, talon: with four players the dealer leads the talon cards and may win tricks, where the rules say so."""
    return len(table.players) == 4 and table.rules["dealer_takes_talon_tricks"]


def least_at_table(table: Table, taken: Mapping[str, int]) -> int:
    """§4, amnesty ``table``: the smallest count, a sitting dealer's included; 0 where he cannot take any."""
    return min(taken.get(player, 0) for player in table.players)


def least_of_players(table: Table, taken: Mapping[str, int]) -> int:
    """§4, amnesty ``players``: the smallest count of the three who play."""
    return min(taken[player] for player in active(table))


def write_allpass_whists(table: Table, taken: Mapping[str, int], price: int) -> None:
    """§4, on whists (Rostov): the lowest writes the price on each other for every trick; two lowest write half each."""
    least = least_of_players(table, taken)
    lowest = [p for p in active(table) if taken[p] == least]
    for player in lowest:
        for other in active(table):
            if other not in lowest:
                table.whists[player][other] += Fraction(price * taken[other], len(lowest))


def write_clean_bonus(table: Table, taken: Mapping[str, int], price: int) -> None:
    """§4, no tricks: the bonus, one after the other from the dealer's left. Rostov: 1, and the sitting dealer 1."""
    bonus = table.rules["allpass_clean_bonus"]
    clean = [p for p in active(table) if taken[p] == 0]
    if table.rules["allpass_scoring"] == "whists" and len(table.players) == 4:
        clean.append(table.dealer)
    for player in in_turn(table, clean):
        if bonus == "price":
            gain(table, player, Fraction(price))
        elif bonus == "one":
            gain(table, player, Fraction(1))
        elif bonus == "mountain_minus_two":
            table.mountain[player] -= 2 * price


def in_turn(table: Table, players: Iterable[str]) -> list[str]:
    """§4: clockwise from the dealer's left, the dealer last."""
    wanted = set(players)
    return [p for p in [*clockwise_after(table.players, table.dealer), table.dealer] if p in wanted]


def minimum_bid(table: Table) -> int:
    """§4, exit: the lowest contract now."""
    levels = table.rules["minimum_bid_after_allpass"]
    return 6 if table.row == 0 else levels[min(table.row, len(levels)) - 1]


def ends_row(table: Table, event: Contract | GiveUp | Misere, made: bool) -> bool:
    """§4: does this hand, not an all-pass one, end the row?"""
    rules = table.rules
    if event["kind"] == "misere":
        return rules["misere_ends_row"] and (made or rules["allpass_row_ends"] == "any")
    if rules["allpass_row_ends"] == "any":
        return True
    if event["kind"] == "giveup" or not made:
        return False
    return rules["allpass_row_ends"] == "made" or bool(who_whisted(table, event))


# Section 5: dark bids and bombs


def dark_factor(rules: Rules, dark: list[str]) -> int:
    """§5, dark pass: each doubles the price, up to the limit."""
    factor = 1
    for _ in dark:
        factor *= 2
    limit = rules["dark_limit"]
    return factor if limit is None else min(factor, limit)


def give_bombs(table: Table, dark: list[str], factor: int) -> None:
    """§5, bombs: for each dark passer and the sitting dealer; ``allpass``: one of 2 for everybody at the table."""
    if table.rules["bombs"] == "allpass":
        for player in table.players:
            table.bombs[player].append(2)
    elif table.rules["bombs"] == "dark_pass" and dark:
        for player in table.players:
            if player in dark or player not in active(table):
                table.bombs[player].append(factor)


def coefficient(table: Table, event: Contract | GiveUp | Misere) -> int:
    """§5: k of a hand with a declarer: the head of his bombs, and two for a dark game."""
    bombs = table.bombs[event["declarer"]]
    return (bombs[0] if bombs else 1) * (2 if event.get("dark", False) else 1)


def use_bomb(table: Table, declarer: str, made: bool) -> None:
    """§5: a made contract or misère removes the bomb, a failed one keeps it."""
    if made and table.bombs[declarer]:
        table.bombs[declarer].pop(0)


# Section 6: adjustments; start lines


def adjust(table: Table, event: Adjust) -> None:
    """Section 6: an adjustment writes exactly what it says."""
    player, points = event["player"], Fraction(event["points"])
    if event["column"] == "pool":
        table.pool[player] += points
    elif event["column"] == "mountain":
        table.mountain[player] += points
    else:
        on = event.get("on")
        assert on is not None, event
        table.whists[player][on] += points


def start(table: Table, event: Start) -> None:
    """A sheet taken over from paper."""
    player = event["player"]
    table.pool[player] += Fraction(event.get("pool", 0))
    table.mountain[player] += Fraction(event.get("mountain", 0))
    for on, points in event.get("whists", {}).items():
        table.whists[player][on] += Fraction(points)


# Section 7: closing the pool


def gain_made(table: Table, player: str, points: Number, to_mountain: Literal["all"] | Number | None) -> None:
    """§7.5: a made contract or misère: to the pool, the mountain first, or as the declarer chose."""
    points = Fraction(points)
    off_mountain = Fraction(0)
    if table.rules["made_goes_to"] == "mountain_first":
        off_mountain = min(points, max(Fraction(0), table.mountain[player] / mountain_rate(table.rules)))
    elif table.rules["made_goes_to"] == "choice" and to_mountain is not None:
        off_mountain = points if to_mountain == "all" else Fraction(to_mountain)
        assert off_mountain <= points, (player, points, to_mountain)
    table.mountain[player] -= off_mountain * mountain_rate(table.rules)
    gain(table, player, points - off_mountain)


def mountain_rate(rules: Rules) -> Fraction:
    """§7.3: mountain points for one pool point."""
    return Fraction(rules["pool_point_whists"], rules["mountain_point_whists"])


def gain(table: Table, player: str, points: Fraction) -> None:
    """§7.2, §7.3: own pool, then help, then the own mountain."""
    target = table.rules["pool_target"]
    if target is None or table.rules["pool_end"] == "sum":
        table.pool[player] += points
        return
    points -= fill(table, player, points, target)
    while points > 0:
        helped = whom_to_help(table, player, target)
        if helped is None:
            break
        given = fill(table, helped, points, target)
        table.whists[player][helped] += given * Fraction(table.rules["help_whists_per_point"])
        points -= given
    if table.rules["excess_when_all_closed"] == "own_mountain":
        table.mountain[player] -= points * mountain_rate(table.rules)


def fill(table: Table, player: str, points: Fraction, target: int) -> Fraction:
    """§7.2: put points into a pool up to the target; how many went in."""
    room = max(Fraction(0), target - table.pool[player])
    put = min(points, room)
    table.pool[player] += put
    return put


def whom_to_help(table: Table, player: str, target: int) -> str | None:
    """§7.2: the fullest open pool, of equal ones the next clockwise; or simply the next clockwise."""
    open_pools = [p for p in clockwise_after(table.players, player) if table.pool[p] < target]
    if not open_pools:
        return None
    if table.rules["help_to"] == "clockwise":
        return open_pools[0]
    fullest = max(table.pool[p] for p in open_pools)
    return next(p for p in open_pools if table.pool[p] == fullest)


def is_over(table: Table) -> bool:
    """§7.4: is the pulka over?"""
    target, end, n = table.rules["pool_target"], table.rules["pool_end"], len(table.players)
    if target is None or end == "time" or n == 2:
        return False
    if end == "sum":
        return sum(table.pool.values()) >= target * n
    closed = sum(1 for p in table.players if table.pool[p] >= target)
    return closed >= (n if end == "each" else n - 1)


def score_robber(table: Table, event: Contract | Misere) -> None:
    """§7.5, robber: the result goes on the mountain only, made off it, failed on it, at the contract's price."""
    rules, declarer = table.rules, event["declarer"]
    if event["kind"] == "misere":
        price, wrong = rules["misere_value"], event["tricks"]
    else:
        price, wrong = at(rules["contract_value"], event["level"]), max(0, event["level"] - tricks_of(event))
    if wrong:
        table.mountain[declarer] += price * rules["remise_factor"] * wrong
    else:
        table.mountain[declarer] -= price * mountain_rate(rules)


def score_allpass_phase(table: Table, event: AllPass) -> None:
    """§7.5, all-pass phase: 10 on the mountain for a trick, 10 in the pool for none; no row."""
    taken = event["taken"]
    for player in active(table):
        table.mountain[player] += 10 * taken[player]
    if dealer_has_talon_tricks(table):
        table.mountain[table.dealer] += 10 * taken.get(table.dealer, 0)
    for player in in_turn(table, (p for p in active(table) if taken[p] == 0)):
        gain(table, player, Fraction(10))


# Section 8: settlement


def settle_by_formula(table: Table) -> Column:
    """Section 8: B_i = S_i - mean(S) + net whists."""
    a, b, n = table.rules["pool_point_whists"], table.rules["mountain_point_whists"], len(table.players)
    worth = {p: a * table.pool[p] - b * table.mountain[p] for p in table.players}
    mean = sum(worth.values(), Fraction(0)) / n
    return {p: worth[p] - mean + net_whists(table, p) for p in table.players}


def net_whists(table: Table, player: str) -> Fraction:
    """Section 8: whists of a player less whists on him."""
    return sum((table.whists[player][q] - table.whists[q][player] for q in table.whists[player]), Fraction(0))


def remaining_mountains(table: Table) -> Column:
    """Section 8, paper steps 0 and 1: pools brought level at the cost of the mountain, the smallest mountain off."""
    highest = max(table.pool.values())
    rate = mountain_rate(table.rules)
    level = {p: table.mountain[p] + (highest - table.pool[p]) * rate for p in table.players}
    smallest = min(level.values())
    return {p: level[p] - smallest for p in table.players}


def settle_on_paper(table: Table, shares: Column) -> Column:
    """Section 8, paper steps 2 to 4: every other player writes the share on the owner; pairs are netted, added up."""
    balance: Column = {}
    for player in table.players:
        total = Fraction(0)
        for other in table.players:
            if other != player:
                mine = table.whists[player][other] + shares[other]
                his = table.whists[other][player] + shares[player]
                total += mine - his
        balance[player] = total
    return balance


def even_shares(table: Table) -> Column:
    """Section 8, paper step 2: b * m_i / N for each other player to write on i."""
    b, n = table.rules["mountain_point_whists"], len(table.players)
    return {p: b * m / n for p, m in remaining_mountains(table).items()}


def custom_shares(table: Table) -> Column:
    """Section 8, ``table_custom``: what does not share evenly comes off first, 2 (four) or 3 (three) whists a point."""
    n = len(table.players)
    shares: Column = {}
    for player, mountain in remaining_mountains(table).items():
        whole = floor(mountain)
        odd = {4: whole % 2, 3: whole % 3}.get(n, 0)
        apiece = {4: 2, 3: 3}.get(n, 0)
        shares[player] = odd * apiece + (mountain - odd) * 10 / n
    return shares


def whole_numbers(exact: Column) -> Column:
    """Section 8: floor all, then one more for the largest remainders, ties in the order of the players."""
    floors = {p: floor(x) for p, x in exact.items()}
    lacking = -sum(floors.values())
    by_remainder = sorted(exact, key=lambda p: floors[p] - exact[p])  # sorted() keeps the order of equals
    for player in by_remainder[:lacking]:
        floors[player] += 1
    assert sum(floors.values()) == 0, exact
    return {p: Fraction(x) for p, x in floors.items()}


def balances(table: Table, exact: Column) -> Column:
    """Section 8: the balance as the rules round it."""
    if table.rules["rounding"] == "exact":
        return dict(exact)
    if table.rules["rounding"] == "table_custom":
        return whole_numbers(settle_on_paper(table, custom_shares(table)))
    return whole_numbers(exact)


# The whole pulka


def play(table: Table, event: Event) -> None:
    """One event; a hand moves the deal one seat clockwise."""
    if event["kind"] == "dealer":
        table.dealer = event["name"]
    elif event["kind"] == "phase":
        table.phase = event["name"]
    elif event["kind"] == "adjust":
        adjust(table, event)
    elif event["kind"] == "start":
        start(table, event)
    else:
        if event["kind"] != "turn":
            play_hand(table, event)
        table.dealer = clockwise_after(table.players, table.dealer)[0]


def play_hand(table: Table, event: Hand) -> None:
    """A hand: its figures, then the all-pass row."""
    table.hands += 1
    if table.phase == "robber":
        assert event["kind"] in ("contract", "misere"), event
        score_robber(table, event)
        return
    if table.phase == "allpass":
        assert event["kind"] == "allpass", event
        score_allpass_phase(table, event)
        return
    if event["kind"] == "allpass":
        score_allpass(table, event)
        table.row += 1
        return
    made = False  # a hand given up is a failed one
    if event["kind"] == "giveup":
        score_give_up(table, event)
    elif event["kind"] == "misere":
        made = score_misere(table, event)
    else:
        made = score_contract(table, event)
    if ends_row(table, event, made):
        table.row = 0


def result(table: Table) -> Reckoning:
    """What stands on the sheet, and the settlement, both ways."""
    exact = settle_by_formula(table)
    assert exact == settle_on_paper(table, even_shares(table)), "the two ways of settling differ"
    assert sum(exact.values()) == 0
    over = is_over(table)
    coming: Next = {
        "dealer": table.dealer,
        "allpass_in_row": table.row,
        "allpass_price": 10 if table.phase == "allpass" else allpass_price(table),
        "minimum_bid": minimum_bid(table),
    }
    return {
        "pool": dict(table.pool),
        "mountain": dict(table.mountain),
        "whists": {p: dict(on) for p, on in table.whists.items()},
        "exact": exact,
        "balance": balances(table, exact),
        "over": over,
        "next": None if over or len(table.players) == 2 else coming,
        "bombs": {p: list(queue) for p, queue in table.bombs.items()},
        "hands": table.hands,
    }


def reckon(rules: Rules, players: list[str], dealer: str, events: Iterable[Event]) -> Reckoning:
    """Play the events through and settle."""
    table = lay(rules, players, dealer)
    for event in events:
        play(table, event)
    return result(table)
