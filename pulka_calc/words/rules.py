"""What the rules of a table mean: a short sentence for each, and the titles of the presets."""

from __future__ import annotations

from typing import Final

from pulka_calc.game.attestation import Mark, Source
from pulka_calc.game.rules import KINDS
from pulka_calc.journal.grammar import fold
from pulka_calc.words.nearness import nearest
from pulka_calc.words.speech import N_, Speech


def rule_text(name: str, speech: Speech) -> str:
    """The meaning of a field of `Rules`."""
    return speech.say(_RULES[name])


def preset_title(preset: str, speech: Speech) -> str:
    """What players call the variant."""
    return speech.say(_TITLES[preset])


def preset_text(preset: str, speech: Speech) -> str:
    """What is special about the variant."""
    return speech.say(_SPECIAL[preset])


def mark_text(mark: Mark, speech: Speech) -> str:
    """How well a value is attested that has this mark."""
    return speech.say(_MARKS[mark])


def source_name(source: Source, speech: Speech) -> str:
    """What a source of the rule base is called."""
    return speech.say(_SOURCES[source])


def near_rules(word: str, speech: Speech) -> list[str]:
    """Rules that somebody may mean by `word`: they begin with it, are written much like it, or speak of it."""
    folded = fold(word).replace("-", "_")
    if not folded:
        return []
    begun = [name for name in KINDS if name.startswith(folded)]
    found = begun or nearest(folded, KINDS)
    if not found and len(folded) >= _SHORTEST:
        # Without its ending, which changes with the case: консоляция, консоляцию.
        stem = folded[: max(_SHORTEST, len(folded) - 2)]
        named = [name for name in KINDS if folded in name]
        found = named or [name for name in KINDS if stem in fold(rule_text(name, speech))]
    return found[:_MOST]


_SHORTEST: Final = 4
"""Letters that a word needs to be looked for in what rules mean."""

_MOST: Final = 6
"""Names that are offered at most."""

_TITLES: Final[dict[str, str]] = {
    "sochi": N_("Sochi"),
    "leningrad": N_("Leningrad"),
    "rostov": N_("Rostov"),
    "classic": N_("Classic"),
    "shevlyakovsky": N_("Old game (Shevlyakovsky)"),
    "sport": N_("Sport (the federation's Leningrad)"),
}

_SPECIAL: Final[dict[str, str]] = {
    "sochi": N_("greedy whist, answered for in full; amnesty at all-pass; giving up costs three tricks"),
    "leningrad": N_("mountain and whists doubled; gentleman whist, answered for by half; all-pass 2, 4, 6, exit 7, 8"),
    "rostov": N_("all-pass is written in whists, 5 a trick; consolation is 10 on any contract; gentleman whist"),
    "classic": N_("dark bids and bombs; all-pass 1, 2, 3; greedy whist, answered for in full"),
    "shevlyakovsky": N_(
        "games of 10 to 50, pools to 200, a made game in the pool or off the mountain; a ten is checked"
    ),
    "sport": N_("Leningrad's prices, played by time; whists always halved; talon cards pay; the dealer may whist"),
}

_MARKS: Final[dict[Mark, str]] = {
    "H": N_("a printed source"),
    "M": N_("several weaker sources agree, or it is derived"),
    "L": N_("one weak source"),
}

_SOURCES: Final[dict[Source, str]] = {
    "kodeks": N_("the Preferans Code of 1996"),
    "sochi": N_("the printed rules of an online Sochi table"),
    "old": N_("the classical rules after Shevlyakovsky"),
    "survey": N_("a survey of the variants"),
    "sport": N_("the Leningrad system of the sport federation"),
    "skuratov": N_("the book by Skuratov"),
    "lesnoy": N_("the book by Lesnoy"),
}

GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        N_("Prices"),
        (
            "contract_value",
            "misere_value",
            "misere_shared_with_dealer",
            "whist_value",
            "remise_factor",
            "consolation",
            "consolation_to_passer",
            "consolation_to_dealer",
            "pool_point_whists",
            "mountain_point_whists",
        ),
    ),
    (
        N_("Contract and whist"),
        (
            "whist_duty",
            "whist_responsibility",
            "underwhist_split",
            "underwhist_high",
            "whist_style",
            "gentleman_split",
            "ten_mode",
            "half_whist_levels",
            "half_whist_by",
            "stalingrad",
            "give_up_tricks",
            "talon_bonus",
            "dealer_may_whist",
        ),
    ),
    (
        N_("All-pass"),
        (
            "allpass_scoring",
            "allpass_price",
            "allpass_amnesty",
            "allpass_clean_bonus",
            "minimum_bid_after_allpass",
            "allpass_row_ends",
            "misere_ends_row",
            "dealer_takes_talon_tricks",
        ),
    ),
    (N_("Dark bids and bombs"), ("bombs", "dark_bids", "dark_limit")),
    (
        N_("Pool, end and settlement"),
        (
            "pool_target",
            "pool_end",
            "help_to",
            "help_whists_per_point",
            "excess_when_all_closed",
            "made_goes_to",
            "pool_shown",
            "rounding",
            "loss_limit",
        ),
    ),
)
"""Every rule under what it is about."""

_RULES: Final[dict[str, str]] = {
    "contract_value": N_("points for a made contract from six to ten, and the price of a trick short"),
    "misere_value": N_("points for a made misère, and the price of each trick taken on it"),
    "whist_value": N_("whists for one trick of the defence, on six to ten"),
    "remise_factor": N_("how many times its price a trick short puts on the mountain"),
    "consolation": N_("whists that each other player writes on a failed declarer for a trick short, on six to ten"),
    "consolation_to_passer": N_("a defender who passed writes consolation too"),
    "consolation_to_dealer": N_("the dealer who sits out writes consolation too"),
    "pool_point_whists": N_("what a pool point is worth in whists"),
    "mountain_point_whists": N_("what a mountain point is worth in whists"),
    "whist_duty": N_("tricks that the whisters owe, on six to ten"),
    "whist_responsibility": N_("how much of a trick short a whister pays for a missing trick: full, half or none"),
    "underwhist_split": N_("two whisters owe the duty together (pair), or each his own half (own_share)"),
    "underwhist_high": N_("who of two whisters pays on eight and higher: the second, or both"),
    "whist_style": N_("a lone whister keeps all whists (greedy), or halves them with the passer (gentleman)"),
    "gentleman_split": N_("gentlemen halve on a failed contract only (on_remise), or always"),
    "ten_mode": N_("a ten is whisted (whist), or its cards are opened and checked (check)"),
    "half_whist_levels": N_("contracts on which half-whist may be said"),
    "half_whist_by": N_("half-whist belongs to the second defender only, or to either who is alone"),
    "stalingrad": N_("both defenders must whist on six of spades"),
    "give_up_tricks": N_("tricks short that are charged for a contract given up; 0: nobody gives up"),
    "talon_bonus": N_("who writes whists for high cards in the talon: nobody (off), the dealer, all"),
    "dealer_may_whist": N_("the dealer of four may whist when both defenders passed"),
    "allpass_scoring": N_("all-pass hands are written on the mountain, or in whists"),
    "allpass_price": N_("price of a trick at all-pass: on the first hand in a row, the second and so on"),
    "allpass_amnesty": N_("whose smallest count is taken off all at all-pass: nobody's, the table's, the players'"),
    "allpass_clean_bonus": N_("what a player without a trick at all-pass gets"),
    "minimum_bid_after_allpass": N_("lowest contract after one, two, three all-pass hands in a row"),
    "allpass_row_ends": N_(
        "what ends a row of all-pass hands: any other hand, a made contract, a made one that was whisted"
    ),
    "misere_ends_row": N_("a misère can end a row of all-pass hands"),
    "dealer_takes_talon_tricks": N_("the dealer of four leads the talon at all-pass and writes its tricks"),
    "bombs": N_("what gives a bomb, which doubles a later game: nothing, a dark pass, every all-pass hand"),
    "dark_bids": N_("bids and passes in the dark count double"),
    "dark_limit": N_("the highest coefficient of dark passes; none: no limit"),
    "misere_shared_with_dealer": N_("with four players the dealer gets half of what a misère writes"),
    "pool_target": N_("points that close a player's pool; none: pools never close"),
    "pool_end": N_("when the pulka is over: every pool closed, all but one, their sum reached, or by time"),
    "help_to": N_("whose open pool is helped first: the fullest, or the next clockwise"),
    "help_whists_per_point": N_("whists written on the player helped, for each point given"),
    "excess_when_all_closed": N_("where points go when all pools are closed: off the own mountain, or nowhere"),
    "made_goes_to": N_("where a made game is written: the pool, the mountain first, or as the declarer chooses"),
    "pool_shown": N_("what the sheet shows of a pool: points earned, or points left to its target"),
    "rounding": N_("how balances become whole: exact, to whole whists, or shared by the table's custom"),
    "loss_limit": N_("the most whists that anybody pays in the end; none: all that was lost"),
}
