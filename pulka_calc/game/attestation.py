"""How well the values of the presets are attested: the marks of §9 of the rule base, and the sources its text names."""

from __future__ import annotations

from typing import Final, Literal, get_args

Mark = Literal["H", "M", "L"]
"""H: a printed source. M: several weaker sources agree, or it is derived. L: one weak source."""

Source = Literal["kodeks", "sochi", "old", "survey", "sport", "skuratov", "lesnoy"]
"""Kodeks: the Preferans Code of 1996. Sochi: the printed rules of an online Sochi table. Old: the classical rules after
Shevlyakovsky. Survey: a survey of the variants. Sport: the system of the sport federation. Skuratov, Lesnoy: books."""

_MARKED: Final = ("sochi", "leningrad", "rostov", "classic", "shevlyakovsky", "sport")
_MARKS: Final[dict[str, str]] = {
    # One letter for each of these presets; a dash where the table marks nothing.
    "contract_value": "HHHHHM",
    "misere_value": "HHHHHM",
    "whist_value": "HHMMHM",
    "remise_factor": "HHMHHM",
    "consolation": "HHMMLM",
    "consolation_to_passer": "H---H-",
    "consolation_to_dealer": "H---H-",
    "pool_point_whists": "HHMMHM",
    "mountain_point_whists": "HHMMHM",
    "whist_duty": "H-----",
    "whist_responsibility": "HHMMHM",
    "underwhist_split": "------",
    "underwhist_high": "H---HL",
    "whist_style": "HHMMHM",
    "gentleman_split": "-H---L",
    "ten_mode": "HMMMHM",
    "half_whist_levels": "H--LH-",
    "half_whist_by": "HL--H-",
    "stalingrad": "H-----",
    "give_up_tricks": "HLLL-M",
    "talon_bonus": "----HM",
    "dealer_may_whist": "-----L",
    "allpass_scoring": "HHHHHM",
    "allpass_price": "MMHLHM",
    "allpass_amnesty": "HM-LMM",
    "allpass_clean_bonus": "HMHHMM",
    "minimum_bid_after_allpass": "MMMMLM",
    "allpass_row_ends": "MMLLLM",
    "misere_ends_row": "-----M",
    "dealer_takes_talon_tricks": "MMMMMM",
    "bombs": "H--HL-",
    "dark_bids": "H--HL-",
    "dark_limit": "H--HL-",
    "misere_shared_with_dealer": "----L-",
    "pool_target": "MLLL-M",
    "pool_end": "HMMMHM",
    "help_to": "HMMMH-",
    "help_whists_per_point": "HMHHM-",
    "excess_when_all_closed": "H-----",
    "made_goes_to": "H-MLH-",
    "pool_shown": "------",
    "rounding": "------",
    "loss_limit": "------",
}

SOURCES: Final[dict[str, tuple[Source, ...]]] = {
    "contract_value": ("sochi", "old", "sport"),
    "misere_value": ("sochi", "old", "sport", "skuratov"),
    "whist_value": ("sochi", "old", "sport", "skuratov"),
    "remise_factor": ("sochi", "old", "sport", "skuratov"),
    "consolation": ("sochi", "old", "sport"),
    "pool_point_whists": ("old", "sport", "skuratov"),
    "mountain_point_whists": ("old",),
    "underwhist_split": ("sochi", "old", "survey"),
    "underwhist_high": ("sochi", "old", "sport"),
    "gentleman_split": ("sport",),
    "half_whist_by": ("old",),
    "give_up_tricks": ("sochi",),
    "talon_bonus": ("old", "sport"),
    "dealer_may_whist": ("sport",),
    "allpass_price": ("sochi", "old", "sport", "skuratov"),
    "allpass_amnesty": ("sochi",),
    "allpass_clean_bonus": ("kodeks", "sport", "lesnoy"),
    "allpass_row_ends": ("sochi", "old", "sport"),
    "misere_ends_row": ("sport",),
    "bombs": ("kodeks",),
    "dark_bids": ("kodeks",),
    "dark_limit": ("kodeks",),
    "pool_target": ("sport",),
    "pool_end": ("old",),
    "help_whists_per_point": ("old",),
    "excess_when_all_closed": ("kodeks",),
    "made_goes_to": ("old",),
    "pool_shown": ("old",),
}
"""The sources that the rule base names where it tells of a rule, by rule; a rule that it ties to none is not here."""


def marks_of(rule: str) -> dict[str, Mark | None]:
    """How well each preset's value of `rule` is attested [§9]; ``None`` where the rule base does not say."""
    letters = dict(zip(_MARKED, _MARKS[rule], strict=True))
    return {
        preset: next((mark for mark in get_args(Mark) if mark == letter), None) for preset, letter in letters.items()
    }


def sources_of(rule: str) -> tuple[Source, ...]:
    """The sources that the rule base names for `rule`; often none."""
    return SOURCES.get(rule, ())
