"""The six variants, each a literal of `Rules`, and the one registry of their names.

Figures and their sources: §9 of the rule base. ``pulka 1`` pins these meanings: a change here
would re-score files that name the preset, so a changed variant needs a new format version.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pulka_calc.game.rules import Rules

SOCHI: Final = Rules(
    preset="sochi",
    contract_value=(2, 4, 6, 8, 10),
    misere_value=10,
    whist_value=(2, 4, 6, 8, 10),
    remise_factor=1,
    consolation=(2, 4, 6, 8, 10),
    consolation_to_passer=True,
    consolation_to_dealer=True,
    pool_point_whists=10,
    mountain_point_whists=10,
    whist_duty=(4, 2, 1, 1, 1),
    whist_responsibility="full",
    underwhist_split="pair",
    underwhist_high="second",
    whist_style="greedy",
    gentleman_split="on_remise",
    ten_mode="whist",
    half_whist_levels=(6, 7),
    half_whist_by="second",
    stalingrad=False,
    give_up_tricks=3,
    talon_bonus="off",
    dealer_may_whist=False,
    allpass_scoring="mountain",
    allpass_price=(1,),
    allpass_amnesty="table",
    allpass_clean_bonus="price",
    minimum_bid_after_allpass=(6,),
    allpass_row_ends="any",
    misere_ends_row=True,
    dealer_takes_talon_tricks=True,
    bombs="no",
    dark_bids=False,
    dark_limit=None,
    misere_shared_with_dealer=False,
    pool_target=20,
    pool_end="each",
    help_to="fullest",
    help_whists_per_point=10,
    excess_when_all_closed="own_mountain",
    made_goes_to="pool",
    pool_shown="earned",
    rounding="whole",
    loss_limit=None,
)
"""Сочинка (Sochi)."""

LENINGRAD: Final = replace(
    SOCHI,
    preset="leningrad",
    whist_value=(4, 8, 12, 16, 20),
    remise_factor=2,
    consolation=(4, 8, 12, 16, 20),
    pool_point_whists=20,
    whist_responsibility="half",
    whist_style="gentleman",
    half_whist_by="either",
    allpass_price=(2, 4, 6),
    allpass_amnesty="no",
    minimum_bid_after_allpass=(7, 8),
    allpass_row_ends="made",
    help_whists_per_point=20,
)
"""Ленинградка (Leningrad): mountain and whists are written doubled."""

ROSTOV: Final = replace(
    SOCHI,
    preset="rostov",
    consolation=(10, 10, 10, 10, 10),
    whist_responsibility="half",
    whist_style="gentleman",
    give_up_tricks=0,
    allpass_scoring="whists",
    allpass_price=(5,),
    allpass_amnesty="no",
    allpass_clean_bonus="one",
    dealer_takes_talon_tricks=False,
)
"""Ростов (Rostov, also Moscow): all-pass hands are written in whists."""

CLASSIC: Final = replace(
    SOCHI,
    preset="classic",
    give_up_tricks=0,
    allpass_price=(1, 2, 3),
    allpass_amnesty="no",
    allpass_row_ends="made",
    bombs="dark_pass",
    dark_bids=True,
)
"""Классика (classic): dark bids and bombs."""

SHEVLYAKOVSKY: Final = replace(
    SOCHI,
    preset="shevlyakovsky",
    contract_value=(10, 20, 30, 40, 50),
    misere_value=50,
    whist_value=(1, 2, 3, 4, 5),
    consolation=(1, 2, 3, 4, 5),
    pool_point_whists=1,
    mountain_point_whists=1,
    whist_responsibility="half",
    ten_mode="check",
    half_whist_by="either",
    give_up_tricks=0,
    talon_bonus="dealer",
    allpass_price=(10,),
    allpass_amnesty="no",
    pool_target=200,
    pool_end="all_but_one",
    help_whists_per_point=1,
    made_goes_to="choice",
    pool_shown="left",
)
"""Старинная (the old rules after Shevlyakovsky): tenfold prices, pool or mountain by choice."""

SPORT: Final = replace(
    LENINGRAD,
    preset="sport",
    underwhist_split="own_share",
    underwhist_high="both",
    gentleman_split="always",
    half_whist_by="second",
    give_up_tricks=0,
    talon_bonus="all",
    dealer_may_whist=True,
    allpass_clean_bonus="mountain_minus_two",
    minimum_bid_after_allpass=(7,),
    allpass_row_ends="whisted_made",
    misere_ends_row=False,
    pool_target=None,
    pool_end="time",
)
"""Спорт (the sport federation's Leningrad system): no target, by time."""

PRESETS: Final[dict[str, Rules]] = {
    rules.preset: rules for rules in (SOCHI, LENINGRAD, ROSTOV, CLASSIC, SHEVLYAKOVSKY, SPORT)
}
"""The presets by their names, in the order in which they are offered."""

_ALIASES: Final[dict[str, str]] = {
    "сочи": "sochi",
    "сочинка": "sochi",
    "ленинградка": "leningrad",
    "питер": "leningrad",
    "piter": "leningrad",
    "ростов": "rostov",
    "московская": "rostov",
    "moscow": "rostov",
    "классика": "classic",
    "старинная": "shevlyakovsky",
    "old": "shevlyakovsky",
    "фспр": "sport",
    "спорт": "sport",
    "fspr": "sport",
}


def find_preset(name: str) -> Rules | None:
    """The preset with this name or alias, letter case ignored; ``None`` when there is none."""
    key = name.lower()
    return PRESETS.get(_ALIASES.get(key, key))


def preset_names() -> list[str]:
    """Every name and alias that `find_preset` knows."""
    return [*PRESETS, *_ALIASES]
