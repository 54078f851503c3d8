"""What a table agreed: one frozen value, every field documented.

Rules are data. A preset is a literal of `Rules` (see `presets`), a house rule is
``replace(SOCHI, pool_target=10)``; nothing asks which preset is played. A tag in brackets names
the paragraph of the rule base.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Final, Literal, NamedTuple

from pulka_calc.game.rulekinds import Figures, Kind, Levels, Number, Rate, Table, Whole, Word, YesNo
from pulka_calc.game.terms import Figure, whole

ByLevel = tuple[int, int, int, int, int]
"""One figure for each contract from six to ten."""


@dataclass(frozen=True)
class Rules:
    """The rules of a table (договорённости, конвенция). Fields stand in the order of §9."""

    preset: str
    """The preset these rules began from, for showing only; no reckoning reads it."""

    contract_value: ByLevel
    """Points for a made contract, and the price of one trick short (стоимость игры) [§2]."""
    misere_value: int
    """Points for a made misère, and the price of each trick taken on it (мизер) [§2]."""
    whist_value: ByLevel
    """Whists for one trick of the defence (цена виста) [§2]."""
    remise_factor: int
    """How many times its price a remise puts on the mountain (цена подсада) [§3.2]."""
    consolation: ByLevel
    """Whists each other player writes on a failed declarer for one trick short (консоляция) [§3.2]."""
    consolation_to_passer: bool
    """Whether a defender who passed is consoled too [§3.2]."""
    consolation_to_dealer: bool
    """Whether the sitting dealer is consoled too [§3.2]."""
    pool_point_whists: int
    """Worth of a pool point in whists (цена пули) [§2]."""
    mountain_point_whists: int
    """Worth of a mountain point in whists (цена горы) [§2]."""
    whist_duty: ByLevel
    """Tricks the defence owes (обязательные взятки) [§3.4]."""
    whist_responsibility: Literal["full", "half", "none"]
    """How much of the remise price a missing trick costs the whister (ответственный вист) [§3.4]."""
    underwhist_split: Literal["pair", "own_share"]
    """Whether two whisters owe the duty together or each his own half (недовист) [§3.4]."""
    underwhist_high: Literal["second", "both"]
    """Who of two whisters answers on eight and higher [§3.4]."""
    whist_style: Literal["greedy", "gentleman"]
    """Whether a lone whister keeps all whists or halves them with the passer (жлобский, джентльменский) [§3.3]."""
    gentleman_split: Literal["on_remise", "always"]
    """When a gentleman halves: on a failed contract only, or always [§3.3]."""
    ten_mode: Literal["whist", "check"]
    """Whether a ten is whisted or its cards are checked (десятерная вистуется, проверяется) [§3.6]."""
    half_whist_levels: tuple[int, ...]
    """Levels on which a half-whist may be said (полвиста) [§3.5]."""
    half_whist_by: Literal["second", "either"]
    """Which lone defender may take his half unplayed [§3.5]."""
    stalingrad: bool
    """Whether both defenders must whist on six of spades (Сталинград) [§3.7]."""
    give_up_tricks: int
    """Tricks short that a declarer who gives up is charged; 0: it is not allowed (без трёх) [§3.8]."""
    talon_bonus: Literal["off", "dealer", "all"]
    """Who writes whists for high cards in the talon (прикуп оплачивается) [§3.10]."""
    dealer_may_whist: bool
    """Whether the sitting dealer may whist when neither defender did [§3.11]."""
    allpass_scoring: Literal["mountain", "whists"]
    """Where an all-pass hand is written (распасы) [§4]."""
    allpass_price: tuple[int, ...]
    """Price of a trick after 0, 1, 2 … all-pass hands in a row, the last repeating [§4]."""
    allpass_amnesty: Literal["no", "table", "players"]
    """Whose smallest count is taken off all (амнистия) [§4]."""
    allpass_clean_bonus: Literal["price", "one", "mountain_minus_two", "none"]
    """What a player without a trick writes [§4]."""
    minimum_bid_after_allpass: tuple[int, ...]
    """Lowest contract after 1, 2, 3 … all-pass hands in a row, the last repeating (выход из распасов) [§4]."""
    allpass_row_ends: Literal["any", "made", "whisted_made"]
    """Which hand ends a row of all-pass hands [§4]."""
    misere_ends_row: bool
    """Whether a misère can end the row [§4]."""
    dealer_takes_talon_tricks: bool
    """Whether the sitting dealer leads the talon at all-pass and writes its tricks [§4]."""
    bombs: Literal["no", "dark_pass", "allpass"]
    """What earns a bomb (бомба) [§5]."""
    dark_bids: bool
    """Whether dark bids and passes count (тёмная) [§5]."""
    dark_limit: int | None
    """The highest coefficient of dark passes; none: no limit [§5]."""
    misere_shared_with_dealer: bool
    """Four players: half of what a misère writes goes to the dealer [§9]."""
    pool_target: int | None
    """Points that close a player's pool; none: pools never close (пуля до …) [§7.1]."""
    pool_end: Literal["each", "all_but_one", "sum", "time"]
    """When the pulka is over [§7.4]."""
    help_to: Literal["fullest", "clockwise"]
    """Whose open pool is helped first (американка) [§7.2]."""
    help_whists_per_point: Figure
    """Whists written for one point given [§7.2]."""
    excess_when_all_closed: Literal["own_mountain", "drop"]
    """Where points go when every pool is closed [§7.3]."""
    made_goes_to: Literal["pool", "mountain_first", "choice", "mountain_only"]
    """Where a made contract is written; ``mountain_only`` is the robber's, no table's own value [§7.5]."""
    pool_shown: Literal["earned", "left"]
    """Whether a person sees the points of a pool, or what is left to its target; no figure depends on it [§7.5]."""
    rounding: Literal["exact", "whole", "table_custom"]
    """How balances become whole numbers [§8]."""
    loss_limit: Figure | None
    """The most whists that anybody pays; none: all he lost (просчёт). It cuts payments and money, no balance [§8]."""

    @cached_property
    def mountain_per_pool_point(self) -> Figure:
        """Mountain points that weigh as much as one pool point [§7.3]."""
        from fractions import Fraction

        return whole(Fraction(self.pool_point_whists, self.mountain_point_whists))

    @cached_property
    def closing_target(self) -> int | None:
        """The points at which one pool closes; ``None`` where no pool closes by itself [§7.4]."""
        return None if self.pool_end == "sum" else self.pool_target

    @cached_property
    def price_of_hand(self) -> tuple[object, ...]:
        """All that a single hand's figures depend on: every field but those of closing and settling."""
        return tuple(getattr(self, name) for name in _PRICING)

    @cached_property
    def reading(self) -> tuple[object, ...]:
        """All that reading a hand depends on: what may be said at this table."""
        return tuple(getattr(self, name) for name in _READING)

    def minimum_bid(self, allpass_in_row: int) -> int:
        """The lowest contract that may be played now [§4]."""
        if not allpass_in_row:
            return 6
        bids = self.minimum_bid_after_allpass
        return bids[min(allpass_in_row, len(bids)) - 1]

    def allpass_price_after(self, allpass_in_row: int) -> int:
        """The price of a trick of an all-pass hand now [§4]."""
        return self.allpass_price[min(allpass_in_row, len(self.allpass_price) - 1)]


_AFTER_THE_HAND = {
    "preset",
    "minimum_bid_after_allpass",
    "pool_point_whists",
    "mountain_point_whists",
    "pool_target",
    "pool_end",
    "help_to",
    "help_whists_per_point",
    "excess_when_all_closed",
    "made_goes_to",
    "pool_shown",
    "rounding",
    "loss_limit",
}
_READING: Final = (
    "ten_mode",
    "half_whist_levels",
    "half_whist_by",
    "stalingrad",
    "give_up_tricks",
    "talon_bonus",
    "dealer_may_whist",
    "dealer_takes_talon_tricks",
    "dark_bids",
    "made_goes_to",
    "misere_shared_with_dealer",
)
_PRICING: Final = tuple(field.name for field in fields(Rules) if field.name not in _AFTER_THE_HAND)

KINDS: Final[dict[str, Kind]] = {
    "contract_value": Table(1),
    "misere_value": Whole(1),
    "whist_value": Table(0),
    "remise_factor": Whole(1, 2),
    "consolation": Table(0),
    "consolation_to_passer": YesNo(),
    "consolation_to_dealer": YesNo(),
    "pool_point_whists": Whole(1),
    "mountain_point_whists": Whole(1),
    "whist_duty": Table(0, 10),
    "whist_responsibility": Word("full", "half", "none"),
    "underwhist_split": Word("pair", "own_share"),
    "underwhist_high": Word("second", "both"),
    "whist_style": Word("greedy", "gentleman"),
    "gentleman_split": Word("on_remise", "always"),
    "ten_mode": Word("whist", "check"),
    "half_whist_levels": Levels(6, 9),
    "half_whist_by": Word("second", "either"),
    "stalingrad": YesNo(),
    "give_up_tricks": Number(0, 2, 3),
    "talon_bonus": Word("off", "dealer", "all", no="off"),
    "dealer_may_whist": YesNo(),
    "allpass_scoring": Word("mountain", "whists"),
    "allpass_price": Figures(1),
    "allpass_amnesty": Word("no", "table", "players", yes="table", no="no"),
    "allpass_clean_bonus": Word("price", "one", "mountain_minus_two", "none"),
    "minimum_bid_after_allpass": Figures(6, 10),
    "allpass_row_ends": Word("any", "made", "whisted_made"),
    "misere_ends_row": YesNo(),
    "dealer_takes_talon_tricks": YesNo(),
    "bombs": Word("no", "dark_pass", "allpass", yes="dark_pass", no="no"),
    "dark_bids": YesNo(),
    "dark_limit": Whole(1, or_none=True),
    "misere_shared_with_dealer": YesNo(),
    "pool_target": Whole(1, or_none=True),
    "pool_end": Word("each", "all_but_one", "sum", "time"),
    "help_to": Word("fullest", "clockwise"),
    "help_whists_per_point": Rate(),
    "excess_when_all_closed": Word("own_mountain", "drop"),
    "made_goes_to": Word("pool", "mountain_first", "choice"),
    "pool_shown": Word("earned", "left"),
    "rounding": Word("exact", "whole", "table_custom"),
    "loss_limit": Rate(or_none=True),
}
"""How the value of each rule is written and read; the order is that of §9."""


PARAGRAPHS: Final[dict[str, str]] = {
    "contract_value": "§2",
    "misere_value": "§2",
    "whist_value": "§2",
    "remise_factor": "§3.2",
    "consolation": "§3.2",
    "consolation_to_passer": "§3.2",
    "consolation_to_dealer": "§3.2",
    "pool_point_whists": "§2",
    "mountain_point_whists": "§2",
    "whist_duty": "§3.4",
    "whist_responsibility": "§3.4",
    "underwhist_split": "§3.4",
    "underwhist_high": "§3.4",
    "whist_style": "§3.3",
    "gentleman_split": "§3.3",
    "ten_mode": "§3.6",
    "half_whist_levels": "§3.5",
    "half_whist_by": "§3.5",
    "stalingrad": "§3.7",
    "give_up_tricks": "§3.8",
    "talon_bonus": "§3.10",
    "dealer_may_whist": "§3.11",
    "allpass_scoring": "§4",
    "allpass_price": "§4",
    "allpass_amnesty": "§4",
    "allpass_clean_bonus": "§4",
    "minimum_bid_after_allpass": "§4",
    "allpass_row_ends": "§4",
    "misere_ends_row": "§4",
    "dealer_takes_talon_tricks": "§4",
    "bombs": "§5",
    "dark_bids": "§5",
    "dark_limit": "§5",
    "misere_shared_with_dealer": "§9",
    "pool_target": "§7.1",
    "pool_end": "§7.4",
    "help_to": "§7.2",
    "help_whists_per_point": "§7.2",
    "excess_when_all_closed": "§7.3",
    "made_goes_to": "§7.5",
    "pool_shown": "§7.5",
    "rounding": "§8",
    "loss_limit": "§8",
}
"""Where the rule base tells of each rule."""


class Conflict(NamedTuple):
    """Two values that no table can mean together: the reason, and the rules that name it."""

    reason: str
    rules: tuple[str, ...]


def conflicts(rules: Rules) -> list[Conflict]:
    """Every combination in `rules` that makes no sense [§4, §9]; empty when all is well."""
    found: list[Conflict] = []
    if rules.pool_target is None and rules.pool_end != "time":
        found.append(Conflict("no-target", ("pool_target", "pool_end")))
    if rules.rounding == "table_custom" and rules.mountain_point_whists != 10:
        found.append(Conflict("custom-rounding", ("rounding", "mountain_point_whists")))
    if rules.bombs == "dark_pass" and not rules.dark_bids:
        found.append(Conflict("bombs-without-dark", ("bombs", "dark_bids")))
    if rules.misere_shared_with_dealer and rules.made_goes_to == "mountain_first":
        found.append(Conflict("shared-misere", ("misere_shared_with_dealer", "made_goes_to")))
    if rules.allpass_scoring == "whists":
        if rules.allpass_clean_bonus not in ("one", "none"):
            found.append(Conflict("whists-bonus", ("allpass_clean_bonus", "allpass_scoring")))
        if len(rules.allpass_price) > 1:
            found.append(Conflict("whists-price", ("allpass_price", "allpass_scoring")))
        if rules.dealer_takes_talon_tricks:
            found.append(Conflict("whists-dealer", ("dealer_takes_talon_tricks", "allpass_scoring")))
    return found
