"""What goes in and out as data, as pydantic models, and the JSON Schema of them.

- the JSON documents: what `pulka_calc.documents` builds is held to design §4 here. A document that breaks its contract
  is a fault of the program, never of the user's file;
- a sheet of paper: the columns alone, or a document with a sheet in it;
- a rules file in TOML: its model is made from `KINDS`, so that neither it nor its schema can drift from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial, reduce
from operator import or_
from typing import Annotated, Any, Final, Literal, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
    model_validator,
)

from pulka_calc.game.presets import PRESETS
from pulka_calc.game.rulekinds import NO, YES, Figures, Kind, Levels, Number, Rate, Table, Whole, Word, YesNo
from pulka_calc.game.rules import KINDS
from pulka_calc.words.rules import rule_text
from pulka_calc.words.speech import Speech

Points = int | Annotated[str, Field(pattern=r"^-?[0-9]+/[1-9][0-9]*$")]
"""A whole figure, or a fraction as a string."""
Exact = Annotated[str, Field(pattern=r"^-?[0-9]+(/[1-9][0-9]*)?$")]
"""A figure that is always a string."""
Money = Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]{2,12})?$")]
"""A sum of money: whole where the smallest coin is, else with two decimals or more."""
Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Code = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
ColumnName = Literal["pool", "mountain", "whists"]
RuleValue = int | bool | str | None | list[int]
Seen = Annotated[int, Field(ge=1)]
"""A number that counts from 1: a line, a column, a hand."""


class _Model(BaseModel):
    """Nothing that the contract does not name, and nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Fault(_Model):
    """An error, a warning or a failed check."""

    code: Code
    line: Seen
    column: Seen
    message: Annotated[str, Field(min_length=1)]
    help: str | None


class Next(_Model):
    """What the next hand is played under."""

    dealer: str
    allpass_in_row: Annotated[int, Field(ge=0)]
    allpass_price: Annotated[int, Field(ge=1)]
    minimum_bid: Annotated[int, Field(ge=6, le=10)]


class RulesUsed(_Model):
    """The preset, and what the file changed of it."""

    preset: Literal["sochi", "leningrad", "rostov", "classic", "shevlyakovsky", "sport"]
    changed: dict[str, RuleValue]


class SheetFigures(_Model):
    """The three columns by names."""

    pool: dict[str, Points]
    mountain: dict[str, Points]
    whists: dict[str, dict[str, Points]]


class PairOf(_Model):
    """What one wins from another in all."""

    player: str
    other: str
    whists: Exact


class Payment(_Model):
    """One payment; money where there is a stake."""

    payer: Annotated[str, Field(alias="from")]
    payee: Annotated[str, Field(alias="to")]
    whists: Points
    money: Money | None


class Step(_Model):
    """One line of the paper way."""

    step: Literal["pools", "smallest", "shares", "pairs", "totals"]
    player: str
    other: str | None
    amount: Exact
    text: Annotated[str, Field(min_length=1)]


class LimitedFigures(_Model):
    """What is paid where nobody pays more than a limit."""

    limit: Exact
    exact: dict[str, Exact]
    balance: dict[str, Points]

    @model_validator(mode="after")
    def _kept(self) -> Self:
        """Both ways of counting sum to zero, and nobody pays more than the limit."""
        for balances in (self.exact, self.balance):
            if sum(map(Fraction, balances.values())):
                raise ValueError("the limited balances do not sum to zero")
            if any(-Fraction(balance) > Fraction(self.limit) for balance in balances.values()):
                raise ValueError("somebody pays more than the limit")
        return self


class SettlementFigures(_Model):
    """Balances and how they are paid."""

    exact: dict[str, Exact]
    balance: dict[str, Points]
    pairs: list[PairOf]
    payments: list[Payment]
    money: dict[str, Money] | None
    currency: str | None
    steps: list[Step]
    coin: Money | None = None
    """The smallest coin that is paid; only where it is no hundredth."""
    limited: LimitedFigures | None = None
    """Only where there is a limit of loss."""

    @model_validator(mode="after")
    def _balanced(self) -> Self:
        """Every way of counting sums to zero, and the payments settle it."""
        if sum(map(Fraction, self.exact.values())):
            raise ValueError("the exact balances do not sum to zero")
        if sum(map(Fraction, self.balance.values())):
            raise ValueError("the balances do not sum to zero")
        paid = self.balance if self.limited is None else self.limited.balance
        left = {name: Fraction(balance) for name, balance in paid.items()}
        won = {name: Decimal(money) for name, money in (self.money or {}).items()}
        if sum(won.values()):
            raise ValueError("the money does not sum to zero")
        for payment in self.payments:
            left[payment.payer] += Fraction(payment.whists)
            left[payment.payee] -= Fraction(payment.whists)
            if (payment.money is None) != (self.money is None):
                raise ValueError("money is named in one place and not in the other")
            if payment.money is not None:
                won[payment.payer] += Decimal(payment.money)
                won[payment.payee] -= Decimal(payment.money)
        if any(left.values()) or any(won.values()):
            raise ValueError("the payments do not settle the balances")
        if self.money is None and self.currency is not None:
            raise ValueError("a currency without money")
        return self


class PostingOf(_Model):
    """One figure written in one cell, and why."""

    column: ColumnName
    player: str
    on: str | None
    points: Points
    rule: str
    text: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _on_somebody(self) -> Self:
        if (self.on is None) != (self.column != "whists") or self.on == self.player:
            raise ValueError("whists are written on another player, the other columns on nobody")
        return self


class ShowDocument(_Model):
    """``pulka show --json``."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    file: str
    title: str | None
    date: Day | None
    rules: RulesUsed
    players: Annotated[list[str], Field(min_length=2)]
    """Everybody with a row: those who sat down first, then those who came later."""
    seated: list[str] | None = None
    """Who sits at the table now, clockwise; only where somebody came or went."""
    frozen: list[str] | None = None
    """Who left with his row kept as it is; only where somebody came or went."""
    hands: Annotated[int, Field(ge=0)]
    over: bool
    next: Next | None
    sheet: SheetFigures
    bombs: dict[str, list[int]]
    warnings: list[Fault]

    @model_validator(mode="after")
    def _everybody(self) -> Self:
        """Every player stands in every column, in the order of the table."""
        rows = [list(self.sheet.pool), list(self.sheet.mountain), list(self.sheet.whists), list(self.bombs)]
        if any(row != self.players for row in rows):
            raise ValueError("a column without one of the players")
        for player, row in self.sheet.whists.items():
            if list(row) != [name for name in self.players if name != player]:
                raise ValueError("whists without one of the others")
        if self.next is not None and (self.over or self.next.dealer not in self.players):
            raise ValueError("the next hand of a pulka that has none")
        return self


class SettleDocument(ShowDocument):
    """``pulka settle --json``."""

    settlement: SettlementFigures

    @model_validator(mode="after")
    def _everybody_settles(self) -> Self:
        settlement = self.settlement
        rows = [list(settlement.exact), list(settlement.balance), list(settlement.money or settlement.exact)]
        if any(row != self.players for row in rows):
            raise ValueError("a balance without one of the players")
        return self


class PartOf(_Model):
    """One part of a balance."""

    part: Literal["own_mountain", "other_mountain", "whists"]
    other: str | None
    amount: Exact
    text: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _of_somebody(self) -> Self:
        if (self.other is None) != (self.part == "own_mountain"):
            raise ValueError("every part but the own mountain is of another player")
        return self


class PartsDocument(_Model):
    """``pulka settle --explain PLAYER --json``."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    file: str
    player: str
    exact: Exact
    balance: Points
    parts: list[PartOf]

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if sum(Fraction(part.amount) for part in self.parts) != Fraction(self.exact):
            raise ValueError("the parts do not add up to the balance")
        return self


class Methods(_Model):
    """The balances by each of the methods that agree."""

    amnesty: dict[str, Exact]
    average: dict[str, Exact]
    value: dict[str, Exact]


class MethodsDocument(_Model):
    """``pulka settle --compare --json``."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    file: str
    divisor: Seen
    exact: dict[str, Exact]
    methods: Methods
    one_fewer: dict[str, Exact]
    off: dict[str, Exact]
    texts: list[str]

    @model_validator(mode="after")
    def _agree(self) -> Self:
        methods = self.methods
        if any(balances != self.exact for balances in (methods.amnesty, methods.average, methods.value)):
            raise ValueError("a method gives other balances")
        for name, exact in self.exact.items():
            if Fraction(exact) + Fraction(self.off[name]) != Fraction(self.one_fewer[name]):
                raise ValueError("what is off is not the difference")
        return self


class ExplainDocument(_Model):
    """``pulka explain --json``: one hand, start or adjustment."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    hand: Seen | None
    line: Seen
    postings: list[PostingOf]


class CellDocument(_Model):
    """``pulka explain PLAYER COLUMN --json``."""

    player: str
    column: ColumnName
    on: str | None
    total: Points
    postings: list[PostingOf]

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if sum(Fraction(posting.points) for posting in self.postings) != Fraction(self.total):
            raise ValueError("the postings do not add up to the total")
        return self


class AddDocument(_Model):
    """``pulka add --json``."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    hand: Seen
    line: Seen
    text: str
    postings: list[PostingOf]
    completed: dict[str, Annotated[int, Field(ge=0, le=10)]]
    next: Next | None


class OutcomeOf(_Model):
    """One outcome of a hand that has not been played."""

    text: Annotated[str, Field(min_length=1)]
    whist: Annotated[list[str], Field(max_length=2)]
    half: str | None
    tricks: dict[str, Annotated[int, Field(ge=0, le=10)]] | None
    postings: list[PostingOf]
    change: dict[str, Exact]
    balance: dict[str, Exact]
    over: bool

    @model_validator(mode="after")
    def _balanced(self) -> Self:
        if sum(map(Fraction, self.change.values())) or sum(map(Fraction, self.balance.values())):
            raise ValueError("a hand gives nobody what it takes from nobody")
        if list(self.change) != list(self.balance) or not {*self.whist, *(self.tricks or {})} <= set(self.change):
            raise ValueError("a balance without one of the players")
        return self


class WhatIfDocument(_Model):
    """``pulka what-if --json``."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    hand: Annotated[str, Field(min_length=1)]
    outcomes: Annotated[list[OutcomeOf], Field(min_length=1)]


class RulesBeside(_Model):
    """The rules of the file, and the others."""

    now: RulesUsed
    other: RulesUsed


class Standing(_Model):
    """What one player has; his whists are those on all others together."""

    pool: Points
    mountain: Points
    whists: Points
    exact: Exact
    balance: Points


class PlayerBeside(_Model):
    """One player under both rules."""

    player: str
    now: Standing
    other: Standing


class RemarkOf(_Model):
    """A hand that the other rules do not allow."""

    hand: Seen
    line: Seen
    code: Code
    message: Annotated[str, Field(min_length=1)]


class HandBeside(_Model):
    """What one hand did to each exact balance under both rules; null where the other ones leave it out."""

    hand: Seen
    line: Seen
    now: dict[str, Exact]
    other: dict[str, Exact] | None


class RescoreDocument(_Model):
    """``pulka rescore --json``; ``hands`` with ``--hands`` only."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    file: str
    rules: RulesBeside
    players: Annotated[list[PlayerBeside], Field(min_length=2)]
    left_out: list[RemarkOf]
    noted: list[RemarkOf]
    hands: list[HandBeside] | None = None

    @model_validator(mode="after")
    def _balanced(self) -> Self:
        for side in ("now", "other"):
            if sum(Fraction(getattr(player, side).exact) for player in self.players):
                raise ValueError("the exact balances do not sum to zero")
        without = {hand.hand for hand in self.hands or () if hand.other is None}
        if self.hands is not None and without != {remark.hand for remark in self.left_out}:
            raise ValueError("a hand is left out in one place and not in the other")
        return self


class CellBeside(_Model):
    """A cell in which two sheets differ."""

    player: str
    column: Literal["pool", "left", "mountain", "whists"]
    on: str | None
    a: Points
    b: Points


class BalanceBeside(_Model):
    """An exact balance in which two sheets differ."""

    player: str
    a: Exact
    b: Exact


class RuleBeside(_Model):
    """A rule that differs, or the stake as the file has it; null where there is none."""

    rule: str
    a: RuleValue
    b: RuleValue


class DiffDocument(_Model):
    """``pulka diff --json``."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    a: str
    b: str
    cells: list[CellBeside]
    only_a: list[str]
    only_b: list[str]
    balances: list[BalanceBeside]
    rules: list[RuleBeside]


class ErrorsDocument(_Model):
    """What stands in the place of a document when a pulka is wrong."""

    schema_: Annotated[Literal["pulka/1"], Field(alias="schema")]
    file: str
    errors: list[Fault]


_MARKS: Final = (
    "errors",
    "cells",
    "outcomes",
    "left_out",
    "settlement",
    "sheet",
    "parts",
    "methods",
    "total",
    "completed",
    "postings",
)
"""Keys that tell the documents apart, the telling ones first."""


def _kind(document: Any) -> str | None:
    return next((mark for mark in _MARKS if mark in document), None) if isinstance(document, dict) else None


_DOCUMENTS: Final[TypeAdapter[Any]] = TypeAdapter(
    Annotated[
        Annotated[ErrorsDocument, Tag("errors")]
        | Annotated[DiffDocument, Tag("cells")]
        | Annotated[WhatIfDocument, Tag("outcomes")]
        | Annotated[RescoreDocument, Tag("left_out")]
        | Annotated[SettleDocument, Tag("settlement")]
        | Annotated[ShowDocument, Tag("sheet")]
        | Annotated[PartsDocument, Tag("parts")]
        | Annotated[MethodsDocument, Tag("methods")]
        | Annotated[CellDocument, Tag("total")]
        | Annotated[AddDocument, Tag("completed")]
        | Annotated[ExplainDocument, Tag("postings")],
        Discriminator(_kind),
    ]
)


def validated(document: dict[str, Any]) -> dict[str, Any]:
    """The same document, once it is known to keep its contract.

    Raises:
        pydantic.ValidationError: it does not, or is no document of a pulka.
    """
    _DOCUMENTS.validate_python(document)
    return document


# The sheet of paper


def _written(value: Decimal) -> str:
    """A decimal as a person writes it, without an exponent unless it is huge."""
    _, _, exponent = value.as_tuple()
    return f"{value:f}" if isinstance(exponent, int) and abs(exponent) < _MOST_ZEROS else str(value)


_MOST_ZEROS: Final = 40

PaperFigure = Annotated[
    int | Decimal | str | None,
    Field(description='A number, or as on paper: "5/2", "2,5", running totals "2.6.16."; null is an empty cell.'),
    AfterValidator(lambda value: _written(value) if isinstance(value, Decimal) else value),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "null"}]}),
]
"""A figure of a sheet of paper."""


class PaperRules(_Model):
    """The preset, and what the table has otherwise."""

    preset: str
    changed: dict[str, RuleValue] = {}


class PaperFacts(_Model):
    """What a sheet of paper says of itself."""

    rules: Annotated[
        str | PaperRules | None, Field(description="The preset or rules of your own by name, or a preset and changes.")
    ] = None
    title: str | None = None
    date: str | None = None
    stake: Annotated[
        int | Decimal | str | None,
        Field(description="The price of a whist.", examples=["0.5 RUB", 0.5]),
        AfterValidator(lambda value: _written(value) if isinstance(value, Decimal) else value),
        WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string"}, {"type": "null"}]}),
    ] = None
    pool_target: Annotated[int | str | None, Field(description="The points that close a pool.")] = None
    players: Annotated[
        list[str] | None, Field(description="Everybody, clockwise; without it the order of the keys counts.")
    ] = None


class PaperColumns(_Model):
    """The columns of a sheet of paper by names; whists by who wrote them and on whom."""

    pool: Annotated[dict[str, PaperFigure] | None, Field(description="Without it, and left: all are closed.")] = None
    left: Annotated[dict[str, PaperFigure] | None, Field(description="What is left of the pools, in their place.")] = (
        None
    )
    mountain: dict[str, PaperFigure]
    whists: dict[str, dict[str, PaperFigure]]


class PaperPlain(PaperFacts, PaperColumns):
    """A sheet of paper."""


class PaperShown(PaperFacts):
    """What ``pulka show --json`` and ``pulka settle --json`` print; only the sheet of it is read."""

    sheet: PaperColumns
    schema_: Annotated[Any, Field(alias="schema")] = None
    file: Any = None
    seated: list[str] | None = None
    frozen: list[str] | None = None
    hands: Any = None
    over: Any = None
    next: Any = None
    bombs: Any = None
    warnings: Any = None
    settlement: Any = None


class PaperFault(NamedTuple):
    """What is wrong with a sheet of paper: the kind that pydantic names, and where."""

    kind: str
    path: tuple[str | int, ...]


def paper_read(document: dict[str, Any]) -> PaperPlain | PaperShown | list[PaperFault]:
    """A sheet of paper from JSON, numbers with a point as ``Decimal``; or all that is wrong with it."""
    model = PaperShown if "sheet" in document else PaperPlain
    try:
        return model.model_validate(document)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        return [PaperFault(fault["type"], fault["loc"]) for fault in faults]


def paper_schema() -> dict[str, Any]:
    """The JSON Schema of a sheet of paper."""
    schema = TypeAdapter(PaperPlain | PaperShown).json_schema(by_alias=True)
    return {"$schema": _DIALECT, "title": "Sheet of paper for pulka-calc", **schema}


# The rules file


def _one_of(words: tuple[object, ...]) -> Any:
    return Literal[words]


def _text(pattern: str) -> Any:
    return Annotated[str, Field(pattern=f"^(?:{pattern})$")]


def _number_pattern(least: int, most: int | None) -> str:
    """Digits that write a number from `least`, 0 or more, to `most`."""
    if most is not None:
        return "(?:" + "|".join(map(str, range(least, most + 1))) + ")"
    return "(?:0|[1-9][0-9]{0,8})" if least == 0 else "(?:[1-9][0-9]{0,8})"


_MOST: Final = 10**9 - 1
"""The most that a value in a pulka file can be."""
_NONE: Final = ("none", "нет")


def _ways(kind: Kind) -> list[Any]:
    """The types that a value of this kind may have in a rules file: TOML's own first, then the text of a pulka file."""
    match kind:
        case YesNo():
            return [bool, _one_of((*sorted(YES), *sorted(NO)))]
        case Word():
            for_yes = (True, *sorted(YES)) if kind.yes else ()
            for_no = (False, *sorted(NO)) if kind.no else ()
            words = _one_of(tuple(dict.fromkeys((*kind.words, *for_yes, *for_no))))
            return [Annotated[words, BeforeValidator(_no_number)]]
        case Whole():
            ways = [_whole(kind), _text(_number_pattern(kind.least, kind.most))]
            return [*ways, _one_of(_NONE)] if kind.or_none else ways
        case Number():
            number = WithJsonSchema({"type": "integer", "enum": list(kind.numbers)})
            return [Annotated[int, number], _one_of(tuple(map(str, kind.numbers)))]
        case Rate():
            decimal = WithJsonSchema({"type": "number", "exclusiveMinimum": 0})
            rates: list[Any] = [
                Annotated[int, Field(ge=1, le=_MOST)],
                Annotated[Decimal, Field(gt=0), decimal],
                _text("[0-9]{1,9}(?:[.,][0-9]{1,9}|/0*[1-9][0-9]{0,8})?"),
            ]
            return [*rates, _one_of(_NONE)] if kind.or_none else rates
        case Figures():
            return _figures(kind)
    raise TypeError(kind)  # pragma: no cover - a test holds that every rule has its way


def _no_number(written: object) -> object:
    """Refuse 0 and 1 where ``false`` and ``true`` are allowed: in Python they are equal, in JSON they are not."""
    if isinstance(written, int) and not isinstance(written, bool):
        raise ValueError(written)  # noqa: TRY004 - what the model takes for an error
    return written


def _whole(kind: Whole) -> Any:
    return Annotated[int, Field(ge=kind.least, le=_MOST if kind.most is None else kind.most)]


def _figures(kind: Figures) -> list[Any]:
    number = _number_pattern(kind.item.least, kind.item.most)
    item = _whole(kind.item)
    several = _text(rf"{number}(?: *, *{number}){{0,31}}")
    match kind:
        case Table():
            five = Annotated[list[item], Field(min_length=5, max_length=5)]  # type: ignore[valid-type]
            return [five, item, _text(rf"{number}(?:(?: *, *{number}){{4}})?")]
        case Levels():
            rising = Field(max_length=4, json_schema_extra={"uniqueItems": True})
            return [Annotated[list[item], rising], item, several, _one_of(_NONE)]  # type: ignore[valid-type]
    return [Annotated[list[item], Field(min_length=1, max_length=32)], item, several]  # type: ignore[valid-type]


def _value(kind: Kind, written: object) -> Any:
    """The value of a rule, from what a rules file has for it: read as the text of a pulka file is."""
    if isinstance(written, bool):
        return kind.parse("yes" if written else "no")
    if isinstance(written, list):
        return kind.parse(",".join(map(str, written)) or "none")
    return kind.parse(str(written))


def _unsaid() -> None:
    """What a rule is that a file does not name; a factory, so that the schema shows no default."""


@cache
def rules_file() -> type[BaseModel]:
    """The model of a rules file. Its fields are the rules by name, as values of `Rules`; only those said are set.

    Its construction takes longer than reading a file, so it is made when one is read.
    """
    fields: dict[str, Any] = {
        "extends": (
            str,
            Field(
                description="The preset, or the rules of your own by name, that these rules change.",
                examples=list(PRESETS),
            ),
        ),
        "title": (str, Field(default_factory=_unsaid, description="What the rules are called.")),
    }
    english = Speech("en")
    for rule, kind in KINDS.items():
        ways: Any = reduce(or_, _ways(kind))
        read: Callable[[object], Any] = partial(_value, kind)
        text = rule_text(rule, english)
        fields[rule] = (
            Annotated[ways, AfterValidator(read)],
            Field(default_factory=_unsaid, description=f"{text[0].upper()}{text[1:]}."),
        )
    model: type[BaseModel] = create_model(
        "RulesFile", __config__=ConfigDict(extra="forbid", strict=True, frozen=True), **fields
    )
    return model


class Said(NamedTuple):
    """What a rules file says, and which of its keys say it wrongly."""

    extends: str | None
    title: str | None
    rules: dict[str, Any]
    """Values of `Rules` by rule, in the order of the file."""
    unknown: list[str]
    """Keys that name nothing."""
    wrong: list[str]
    """Keys whose value is none of theirs."""


def rules_said(table: dict[str, Any]) -> Said:
    """What a rules file says, from its TOML; numbers with a point as ``Decimal``."""
    model = rules_file()
    unknown: list[str] = []
    wrong: list[str] = []
    while True:
        good = {key: value for key, value in table.items() if key not in unknown and key not in wrong}
        # Only `extends` has to be there; whether it is, is told by who reads the file.
        missing = {} if "extends" in good else {"extends": "-"}
        try:
            read = model.model_validate({**good, **missing})
        except ValidationError as error:
            for fault in error.errors(include_url=False, include_context=False, include_input=False):
                key = str(fault["loc"][0])
                (unknown if fault["type"] == "extra_forbidden" else wrong).append(key)
            unknown, wrong = list(dict.fromkeys(unknown)), list(dict.fromkeys(wrong))
            continue
        return Said(
            extends=good.get("extends"),
            title=good.get("title"),
            rules={rule: getattr(read, rule) for rule in good if rule in KINDS},
            unknown=unknown,
            wrong=wrong,
        )


# Schemas


_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def rules_schema() -> dict[str, Any]:
    """The JSON Schema of a rules file."""
    schema = rules_file().model_json_schema()
    return {"$schema": _DIALECT, **schema, "title": "Rules file of pulka-calc"}


def documents_schema() -> dict[str, Any]:
    """The JSON Schema of every document that ``--json`` prints of a pulka (design §4)."""
    schema = _DOCUMENTS.json_schema(by_alias=True)
    return {"$schema": _DIALECT, "title": "JSON documents of pulka-calc", **schema}
