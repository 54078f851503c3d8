"""The commands: where each is, what it does, and whether its words may look like options."""

from __future__ import annotations

from typing import Final

from pulka_calc.words.speech import N_

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "new": ("new", N_("begin a pulka")),
    "add": ("add", N_("write down a hand")),
    "undo": ("undo", N_("take back the last line")),
    "redo": ("undo", N_("bring back what was taken back")),
    "fix": ("fix", N_("put a hand right where it stands")),
    "void": ("fix", N_("strike out a hand")),
    "adjust": ("adjust", N_("write a figure by agreement: a penalty, a misdeal")),
    "join": ("people", N_("somebody sits down in the middle of a pulka")),
    "leave": ("people", N_("somebody leaves: settled now, or frozen")),
    "replace": ("people", N_("somebody else sits down in a seat")),
    "rename": ("change", N_("call a player by another name")),
    "set": ("change", N_("change the title, the date, the stake, the language of the file, who deals, the rules")),
    "show": ("show", N_("the sheet, balances, and what is next")),
    "what-if": ("whatif", N_("what each outcome of a hand would write, before it is played")),
    "explain": ("explain", N_("why a figure is what it is")),
    "check": ("check", N_("read the file and say what is wrong; silent when nothing is")),
    "rescore": ("rescore", N_("the same evening under other rules")),
    "diff": ("diff", N_("the cells in which two sheets differ")),
    "settle": ("settle", N_("balances, who pays whom, money")),
    "paper": ("paper", N_("settle up after a pulka that was written on paper")),
    "export": ("export", N_("to Excel, CSV or JSON")),
    "rules": ("rules", N_("the presets, every rule and what it means, how presets differ")),
    "schema": ("schema", N_("the JSON Schema of a file of rules, and of what --json prints")),
    "use": ("use", N_("work on this file from now on")),
}
"""Commands: the module that holds each, and what it does."""

WORDY: Final = frozenset({"add", "fix", "adjust", "void", "set", "rename", "join", "leave", "replace", "what-if"})
"""Commands whose words are never options: ``-2``, ``+1`` and ``-А`` are taken as they stand."""
