"""A pulka file written line by line, in any order of statements, against a model of plain lists and the naive reckoner.

The model keeps what stands, folds it with `tests.naive` after each line, and must agree with the file read anew.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pulka_calc.journal.pulka import Pulka, read_text
from tests.naive.evenings import deal, spell_name, spell_value, write
from tests.naive.reckoner import Event, Hand, Table, is_over, lay, minimum_bid, play, result, table_rules

NAMES: Final = ("Аня", "Боря", "Вера", "Дядя Вася")

TABLES: Final[list[tuple[str, dict[str, object]]]] = [
    ("sochi", {"pool_target": 8}),
    ("sochi", {}),
    ("leningrad", {"pool_target": 10, "pool_end": "all_but_one"}),
    ("leningrad", {"pool_target": 12, "rounding": "exact"}),
    ("rostov", {"pool_target": 6}),
    ("classic", {"pool_target": 20, "bombs": "dark_pass", "minimum_bid_after_allpass": [7, 8]}),
    ("classic", {"pool_target": 15, "pool_end": "sum", "give_up_tricks": 3}),
    ("shevlyakovsky", {"pool_target": 60}),
    ("sport", {}),
    ("sport", {"bombs": "allpass", "misere_shared_with_dealer": True, "made_goes_to": "choice"}),
]


class Standing(NamedTuple):
    """A statement of the model: its kind, its line in the file, and what it says."""

    kind: str
    line: int
    number: int = 0
    hand: Hand | None = None
    event: Event | None = None
    claim: tuple[str, int] = ("", 0)


class Folded(NamedTuple):
    """What the standing statements come to."""

    table: Table
    hands: list[int]
    """Numbers of the hands that count."""
    late: set[int]
    """Lines of hands that only a later change made too low, or made them come after the end."""
    failed: list[int]
    """Lines of checks that do not hold."""


class PulkaFile(RuleBasedStateMachine):
    """Statements appended to a file, as `add`, `fix`, `void`, `adjust`, `undo` and `redo` do."""

    def __init__(self) -> None:
        super().__init__()
        self.preset = "sochi"
        self.changes: dict[str, object] = {}
        self.names: tuple[str, ...] = NAMES[:3]
        self.lines: list[str] = []
        self.standing: list[Standing] = []
        self.undone: list[Standing] = []

    @initialize(table=st.sampled_from(TABLES), players=st.integers(3, 4))
    def begin(self, table: tuple[str, dict[str, object]], players: int) -> None:
        self.preset, self.changes = table
        self.names = NAMES[:players]
        self.lines = ["pulka 1", f"rules {self.preset}"]
        self.lines += [f"rule {name} {spell_value(value)}" for name, value in self.changes.items()]
        self.lines.append("players " + " ".join(spell_name(name) for name in self.names))

    # The model

    def fold(self, upto: int | None = None) -> Folded:
        """The standing statements played one after another; up to the hand of a number, that hand left out."""
        standing = self.standing
        table = lay(table_rules(self.preset, self.changes), list(self.names), self.names[0])
        places = {item.number: place for place, item in enumerate(standing) if item.kind == "hand"}
        said: dict[int, Standing] = {}
        struck: dict[int, int] = {}
        for place, item in enumerate(standing):
            if item.kind in ("hand", "fix"):
                said[item.number] = item
            elif item.kind == "void":
                struck[item.number] = place
        folded = Folded(table, [], set(), [])
        for place, item in enumerate(standing):
            if item.kind == "hand":
                if item.number == upto:
                    break
                if item.number in struck:
                    following = [other for other in places.values() if other > place]
                    if following and struck[item.number] > min(following):
                        play(table, {"kind": "turn"})
                    continue
                now = said[item.number]
                assert now.hand is not None
                level = now.hand["level"] if now.hand["kind"] in ("contract", "giveup") else 10
                if is_over(table) or level < minimum_bid(table):
                    folded.late.add(now.line)
                play(table, now.hand)
                folded.hands.append(item.number)
            elif item.event is not None:
                play(table, item.event)
            elif item.kind == "check":
                player, points = item.claim
                if table.pool[player] != points:
                    folded.failed.append(item.line)
        return folded

    def numbers(self) -> list[int]:
        """Hands that may be fixed or struck out."""
        struck = {item.number for item in self.standing if item.kind == "void"}
        return [item.number for item in self.standing if item.kind == "hand" and item.number not in struck]

    def next_number(self) -> int:
        return 1 + sum(item.kind == "hand" for item in self.standing)

    def put(self, text: str, item: Standing) -> None:
        """Append a line and keep what it says."""
        self.lines.append(text)
        self.standing.append(item)
        self.undone.clear()

    def line(self) -> int:
        """The number of the line that comes next."""
        return len(self.lines) + 1

    def hand_at(self, table: Table, seed: int) -> Hand:
        """A hand that is legal there. What a later change of a mountain could forbid is left out."""
        hand = deal(Random(seed), table)
        if hand["kind"] in ("contract", "misere"):
            hand.pop("to_mountain", None)
        return hand

    # Statements

    @rule(seeds=st.lists(st.integers(0, 10**6), min_size=1, max_size=6))
    def add(self, seeds: list[int]) -> None:
        """Some hands, as long as the pulka is not over; mostly they are what a file is made of."""
        for seed in seeds:
            table = self.fold().table
            if is_over(table):
                break
            number = self.next_number()
            hand = self.hand_at(table, seed)
            self.put(f"{number}. {write(hand)}", Standing("hand", self.line(), number, hand))

    @precondition(lambda self: self.numbers())
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(self.numbers()))
        self.put(f'void {number} "карты засветили"', Standing("void", self.line(), number))

    @precondition(lambda self: any(not is_over(self.fold(number).table) for number in self.numbers()))
    @rule(data=st.data(), seed=st.integers(0, 10**6))
    def fix(self, data: st.DataObject, seed: int) -> None:
        may = [number for number in self.numbers() if not is_over(self.fold(number).table)]
        number = data.draw(st.sampled_from(may))
        hand = self.hand_at(self.fold(number).table, seed)
        self.put(f"fix {number}. {write(hand)}", Standing("fix", self.line(), number, hand))

    @rule(
        column=st.sampled_from(["pool", "mountain", "whists"]),
        who=st.integers(0, 3),
        step=st.integers(1, 2),
        points=st.integers(-6, 9),
    )
    def adjust(self, column: Any, who: int, step: int, points: int) -> None:
        player = self.names[who % len(self.names)]
        on = self.names[(who + step) % len(self.names)] if column == "whists" else None
        event: Event = {"kind": "adjust", "player": player, "column": column, "on": on, "points": points}
        words = [
            "adjust",
            spell_name(player),
            column,
            *([spell_name(on)] if on else []),
            f"{points:+d}",
            '"по уговору"',
        ]
        self.put(" ".join(words), Standing("adjust", self.line(), event=event))

    @rule(who=st.integers(0, 3))
    def dealer(self, who: int) -> None:
        name = self.names[who % len(self.names)]
        self.put(f"dealer {spell_name(name)}", Standing("dealer", self.line(), event={"kind": "dealer", "name": name}))

    @rule(who=st.integers(0, 3), off=st.sampled_from([0, 0, 1]))
    def check(self, who: int, off: int) -> None:
        name = self.names[who % len(self.names)]
        points = self.fold().table.pool[name] + off
        claim = (name, int(points))
        if points.denominator == 1:
            self.put(f"check {spell_name(name)} pool {points}", Standing("check", self.line(), claim=claim))

    @precondition(lambda self: self.standing)
    @rule()
    def undo(self) -> None:
        self.lines.append("undo")
        self.undone.append(self.standing.pop())

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self) -> None:
        self.lines.append("redo")
        self.standing.append(self.undone.pop())

    # What is refused, and changes nothing

    @rule(number=st.integers(1, 12))
    def refused(self, number: int) -> None:
        """A number that is no hand's, or a struck out one's; a number out of turn; nothing to take back."""
        wrong = []
        if number not in self.numbers():
            known = number < self.next_number()
            wrong += [(f"void {number}", "hand-voided" if known else "hand-missing")]
            wrong += [(f"fix {number}. {self.names[1]} misere 0", "hand-voided" if known else "hand-missing")]
        if number != self.next_number():
            wrong.append(
                (
                    f"{number}. allpass {self.names[0]} 10",
                    "number-repeat" if number < self.next_number() else "number-gap",
                )
            )
        if not self.standing:
            wrong.append(("undo", "undo-nothing"))
        if not self.undone:
            wrong.append(("redo", "redo-nothing"))
        for text, code in wrong:
            pulka = read_text("\n".join([*self.lines, text]) + "\n")
            assert (code, self.line()) in [(fault.code, fault.line) for fault in pulka.errors]

    @rule()
    def reload(self) -> None:
        """The same file as another editor saves it: a BOM, CRLF, comments, blank lines, no last line end."""
        text = "\ufeff" + "\r\n\r\n".join(f"{line}  # заметка" for line in self.lines)
        assert self.told(read_text(text)) == self.told(read_text("\n".join(self.lines) + "\n"))

    @staticmethod
    def told(pulka: Pulka) -> tuple[object, ...]:
        return (pulka.errors, pulka.sheet, pulka.next, pulka.over, pulka.bombs, [entry.done for entry in pulka.entries])

    # What must hold after each line

    @invariant()
    def agrees(self) -> None:
        if not self.lines:
            return
        pulka = read_text("\n".join(self.lines) + "\n")
        folded = self.fold()
        expected = result(folded.table)
        assert pulka.errors == []
        assert pulka.sheet.pool == expected["pool"]
        assert pulka.sheet.mountain == expected["mountain"]
        assert pulka.sheet.whists == expected["whists"]
        assert pulka.settle().exact == expected["exact"]
        assert pulka.settle().balance == expected["balance"]
        assert pulka.over == expected["over"]
        assert (None if pulka.next is None else pulka.next._asdict()) == expected["next"]
        assert pulka.bombs == expected["bombs"]
        assert [entry.number for entry in pulka.hands] == folded.hands
        assert {warning.line for warning in pulka.warnings} == folded.late
        assert {warning.code for warning in pulka.warnings} <= {"pulka-over-since", "bid-below-minimum-since"}
        assert [check.line for check in pulka.failed_checks] == folded.failed
        assert pulka.judged.next_number == self.next_number()


PulkaFile.TestCase.settings = settings(
    derandomize=True, deadline=None, max_examples=200, stateful_step_count=40, database=None
)
TestPulkaFile = PulkaFile.TestCase
