"""What is wrong with a sheet taken from paper, its row and cell named, and what to type instead."""

from __future__ import annotations

from typing import Final

from pulka_calc.journal.grammar import COLUMNS, LEFT
from pulka_calc.journal.paperfigures import DASHES
from pulka_calc.words.figures import figure_text
from pulka_calc.words.nearness import near_players, nearest
from pulka_calc.words.speech import N_, Speech
from pulka_calc.words.telling import Described, Teller, Templates, Values, did_you_mean

PLAIN: Final[dict[str, Templates]] = {
    "paper-name-missing": (
        N_("row {row} does not begin with a name"),
        N_('a row is a name and figures, "Anna 20 12 Boris 34 Vera 10"; a name like "2nd" goes in quotation marks'),
    ),
    "paper-figure-missing": (
        N_("row {row}: {word} is followed by no figure"),
        N_('write the figure next: "Boris 34"'),
    ),
    "paper-stray": (
        N_("row {row}: {word} stands behind whists by name, so nobody knows what it is"),
        N_('write before it on whom these whists are; a name of two words goes in quotation marks: "Old Pat"'),
    ),
    "paper-no-whists": (
        N_("row {row}: {player} has no whists, and others have; they count as 0"),
        N_("check the row; where there are none write 0 for each"),
    ),
    "paper-own-cell": (
        N_("rows were read as pool, mountain and whists, but each player's own cell may be among them"),
        N_("if it is, leave it out, or write a dash in it"),
    ),
    "paper-pool-missing": (
        N_("row {row}: the pool of {player} is not said, that of {other} is"),
        N_("write every pool, or none where all are closed"),
    ),
    "paper-pool-needed": (
        N_("row {row}: pools do not close by themselves at this table, so each must be said"),
        N_('write the pool before the mountain: "Anna 20 12 Boris 34"'),
    ),
    "paper-whists-twice": (
        N_("row {row}: whists on {on} stand here twice"),
        N_("write them once"),
    ),
    # A table
    "paper-empty": (
        N_("the sheet is not filled in"),
        N_("write a row for each player: name, pool, mountain, whists on each of the others"),
    ),
    "paper-long": (
        N_("this is far more than a sheet of paper holds"),
        N_("a sheet has one row for each of 2 to 4 players; check the name of the file"),
    ),
    "paper-no-player": (
        N_("row {row}: no column is headed as that of the players"),
        N_('head the column of names with "player"'),
    ),
    "paper-column-twice": (N_("row {row}: {word} heads a second column"), N_("take one of the columns out")),
    "paper-pool-and-left": (
        N_("row {row}: both the pools and what is left of them are written"),
        N_("keep the one that stands on the paper"),
    ),
    "paper-whists-on-whom": (
        N_("row {row}: {word} does not say on whom the whists are"),
        N_("head each column of whists with the name of a player: {every}"),
    ),
    "paper-cell-beyond": (
        N_("row {row}: {word} stands in a column without a heading"),
        N_("head the column, or empty the cell"),
    ),
    "paper-fact-twice": (N_("row {row}: row {first} says this already"), N_("say it once")),
    "paper-cell-date": (
        N_("row {row}: the spreadsheet took this figure for a date, {word}"),
        N_("format the cell as text, then type the figure again"),
    ),
    "paper-cell-formula": (
        N_("row {row}: the formula {word} has not been worked out"),
        N_("type the number, or open the sheet in Excel or LibreOffice and save it"),
    ),
    "paper-cell-error": (N_("row {row}: the formula in this cell ends in the error {word}"), N_("type the number")),
    "paper-cell-yes-no": (
        N_("row {row}: {word} is the answer to a question, no name and no figure"),
        N_("type what stands on the paper"),
    ),
    "paper-cell-percent": (
        N_("row {row}: the spreadsheet shows this figure as a percentage and holds {word}"),
        N_("format the cell as a number or as text, then type the figure again"),
    ),
    "paper-cell-merged": (
        N_("row {row}: the cells {word} are merged into one, so nobody knows whose figure it is"),
        N_("take the merged cells apart and write the figure in each"),
    ),
    "paper-quote": (
        N_("row {row}: a quotation mark is opened here and never closed"),
        N_("close it, or take it out"),
    ),
    # A workbook
    "paper-export": (
        N_("this is a workbook made by pulka export, no sheet to fill in: its figures are rounded"),
        N_("settle the pulka that it was made from; a sheet to fill in: pulka paper --template sheet.xlsx"),
    ),
    "paper-xls": (
        N_("this is a workbook of the old format .xls"),
        N_("save it as an Excel workbook .xlsx, or as CSV"),
    ),
    "paper-locked": (N_("the workbook is protected with a password"), N_("save it without a password")),
    "paper-damaged": (
        N_("the workbook is damaged"),
        N_("open it in Excel or LibreOffice and save it as .xlsx once more, or as CSV"),
    ),
    "paper-not-excel": (N_("this is no Excel workbook .xlsx"), N_("save the sheet as .xlsx or as CSV")),
    "paper-bomb": (
        N_("there is far more in this workbook than in a sheet of paper"),
        N_("save the page with the sheet as CSV, or copy it into a new workbook"),
    ),
    "paper-table": (
        N_("this is no pulka, but perhaps a sheet in a table"),
        N_("settle it with: pulka paper {file}"),
    ),
    "paper-pulka": (N_("this is a pulka, no sheet of paper"), N_("settle it as it is: pulka settle FILE")),
    # JSON
    "paper-json-deep": (
        N_("objects and lists stand in one another more than {deepest} deep"),
        N_("a sheet is two deep: the whists, and in them each player"),
    ),
    "paper-key-twice": (N_("{word} stands here a second time"), N_("keep the one that holds")),
    "paper-key-missing": (
        N_("the sheet does not say {word}"),
        N_('a sheet has "mountain" and "whists", and "pool" where not all are closed'),
    ),
    "paper-figure-unsaid": (
        N_("{player} has no figure under {word}"),
        N_("write one for every player, 0 where nothing is written"),
    ),
    "paper-came-and-went": (
        N_("players came or went in this pulka: its sheet alone does not settle it"),
        N_("settle the pulka itself: pulka settle FILE"),
    ),
}


def _figure(values: Values, speech: Speech) -> Described:
    word = speech.quote(values["word"])
    if values["column"] == "whists" and values["on"] is None:
        message = speech.say("row {row}, {player}, whists: {word} is no figure", **_where(values), word=word)
    elif values["column"] == "whists":
        message = speech.say(
            "row {row}, {player}, whists on {on}: {word} is no figure", **_where(values), on=values["on"], word=word
        )
    else:
        keyword = LEFT if values["column"] == "left" else COLUMNS[values["column"]]
        message = speech.say(
            "row {row}, {player}, {column}: {word} is no figure",
            **_where(values),
            column=keyword.write(speech.lang),
            word=word,
        )
    if values["intended"]:
        return Described(message, did_you_mean([values["intended"]], speech))
    if values["word"] in DASHES:
        return Described(message, speech.say("write 0 for an empty cell, and leave the player's own cell out"))
    return Described(message, speech.say("write it like 12, -4, 5/2 or 2,5; running totals like 2.6.16."))


def _uneven(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "row {row}: {player} has {n} figure, the other rows have {usual}",
        "row {row}: {player} has {n} figures, the other rows have {usual}",
        values["count"],
        usual=values["usual"],
        **_where(values),
    )
    return Described(message, speech.say("write as many figures in each row; what is not there is 0"))


def _pool_blank(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "row {row}: the pool of {player} is empty and counts as 0, though other pools are written", **_where(values)
    )
    if values["target"] is None:
        return Described(message, speech.say("write 0 if that is right"))
    return Described(
        message, speech.say("a closed pool is {target}; write 0 if nothing was made", target=values["target"])
    )


def _falling(values: Values, speech: Speech) -> Described:
    figure = figure_text(values["figure"])
    word = speech.quote(values["word"])
    if values["column"] == "whists":
        message = speech.say(
            "row {row}, {player}, whists on {on}: the running totals {word} fall, the last one counts: {figure}",
            **_where(values),
            on=values["on"],
            word=word,
            figure=figure,
        )
    else:
        message = speech.say(
            "row {row}, {player}, {column}: the running totals {word} fall, the last one counts: {figure}",
            **_where(values),
            column=COLUMNS["pool"].write(speech.lang),
            word=word,
            figure=figure,
        )
    return Described(message, speech.say("pools and whists only grow: is a digit missing?"))


def _no_row(values: Values, speech: Speech) -> Described:
    word, names = values["word"], values["names"]
    message = speech.say("row {row}: {word} has no row on this sheet", row=values["row"], word=speech.quote(word))
    near = near_players(word, names)
    if near:
        return Described(message, did_you_mean(near, speech))
    if values.get("intended"):
        return Described(message, did_you_mean([values["intended"]], speech))
    return Described(
        message, speech.say("rows are there for {every}; add one for everybody who played", every=speech.every(names))
    )


def _counts(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "row {row}: {n} figure after {player} cannot be placed",
        "row {row}: {n} figures after {player} cannot be placed",
        values["count"],
        **_where(values),
    )
    remedy = speech.count(
        "write pool, mountain and whists on the other player, {all} figures; or name them: {example}",
        "write pool, mountain and whists on the {n} others in turn, {all} figures; or name them: {example}",
        values["others"],
        all=values["others"] + 2,
        example=speech.say('"Anna 20 12 Boris 34"'),
    )
    return Described(message, remedy)


def _ambiguous(values: Values, speech: Speech) -> Described:
    message = speech.say(
        "row {row}: two figures after {player} are pool and mountain, or mountain and whists", **_where(values)
    )
    return Described(message, speech.say('name them: "pool 20 mountain 12", or "mountain 12 whists 34"'))


def _whists_count(values: Values, speech: Speech) -> Described:
    message = speech.count(
        "row {row}: {player} writes whists on {n} other player",
        "row {row}: {player} writes whists on {n} other players",
        values["others"],
        **_where(values),
    )
    return Described(message, speech.say('write a figure for each, in the order of rows, or name them: "Boris 34"'))


def _rows(values: Values, speech: Speech) -> Described:
    if values["count"]:
        message = speech.count(
            "a sheet has 2 to 4 rows, here is {number}", "a sheet has 2 to 4 rows, here are {number}", values["count"]
        )
    else:
        message = speech.say("there is no row of figures here")
    return Described(message, speech.say('write one row for each player: "Anna 20 12 Boris 34 Vera 10"'))


def _no_header(values: Values, speech: Speech) -> Described:
    example = speech.say('"player; pool; mountain; Anna; Boris; Vera"')
    if values["own"]:
        message = speech.say(
            "row {row}: without a header these rows are pool, mountain and whists, or mountain and whists with"
            " each player's own cell",
            row=values["row"],
        )
        return Described(
            message,
            speech.say("put a header above: {example}; or write a dash in every own cell", example=example),
        )
    message = speech.count(
        "row {row}: without a header nobody knows what this row of {n} column is",
        "row {row}: without a header nobody knows what these rows of {n} columns are",
        values["count"],
        row=values["row"],
    )
    remedy = speech.say(
        "write name, pool, mountain and whists on each, {least} or {most} columns; or put a header above: {example}",
        least=values["least"],
        most=values["most"],
        example=example,
    )
    return Described(message, remedy)


def _column_missing(values: Values, speech: Speech) -> Described:
    missing = [COLUMNS["mountain"].write(speech.lang)] if values["mountain"] else []
    missing += [speech.say("whists on {player}", player=name) for name in values["names"]]
    message = speech.say(
        "row {row}: there is no column for {columns}", row=values["row"], columns=speech.every(missing)
    )
    return Described(message, speech.say("add it; where nothing is written, leave its cells empty"))


def _heading_unknown(values: Values, speech: Speech) -> Described:
    word, names = values["word"], values["names"]
    message = speech.say(
        "row {row}: {word} heads a column, but is no column and has no row", row=values["row"], word=speech.quote(word)
    )
    columns = [keyword.write(speech.lang) for keyword in (COLUMNS["pool"], LEFT, COLUMNS["mountain"])]
    near = nearest(word, columns) or near_players(word, names)
    if near:
        return Described(message, did_you_mean(near, speech))
    remedy = speech.say(
        "columns are {columns}, and the name of a player for the whists on him: {names}",
        columns=", ".join(columns),
        names=", ".join(names),
    )
    return Described(message, remedy)


def _fact_unknown(values: Values, speech: Speech) -> Described:
    word = values["word"]
    message = speech.say("row {row}: {word} is not known above a table", row=values["row"], word=speech.quote(word))
    near = nearest(word.strip(" :="), values["known"])
    if near:
        return Described(message, did_you_mean(near, speech))
    return Described(
        message,
        speech.say(
            "there stand title, date, rules, stake, pool up to, or a rule by its name; a remark goes in one cell"
        ),
    )


def _json(values: Values, speech: Speech) -> Described:
    word = values["word"]
    if word:
        message = speech.say("here {word} is not the JSON of a sheet", word=speech.quote(word))
    else:
        message = speech.say("the JSON ends too early")
    return Described(message, speech.say("a sheet looks like this: {example}", example=_EXAMPLE))


def _json_value(values: Values, speech: Speech) -> Described:
    message = speech.say("{word} cannot stand here", word=values["word"])
    if values["key"] in ("title", "date", "rules", "preset"):
        return Described(message, speech.say('write it as a text in quotation marks: "…"'))
    if values["key"] == "stake":
        return Described(message, speech.say('the price of a whist is a number or a text: 0.5 or "0.5 RUB"'))
    if values["key"] == "players":
        return Described(message, speech.say('players are a list of names: ["A", "B", "C"]'))
    return Described(
        message,
        speech.say(
            'a figure is a number, or a text as on paper: "5/2"; what stands under a name or a column goes in {{ }}'
        ),
    )


def _pages(values: Values, speech: Speech) -> Described:
    pages = [speech.quote(title) for title in values["pages"]]
    message = speech.say("several pages of this workbook are filled in: {pages}", pages=", ".join(pages))
    return Described(message, speech.say("keep one of them, or save the right page as CSV"))


_EXAMPLE: Final = '{"pool": {"A": 20, "B": 14}, "mountain": {"A": 18, "B": 36}, "whists": {"A": {"B": 120}}}'


def _key_unknown(values: Values, speech: Speech) -> Described:
    word = values["word"]
    message = speech.say("a sheet has no {word}", word=speech.quote(word))
    near = nearest(word, values["known"])
    if near:
        return Described(message, did_you_mean(near, speech))
    if not values["known"]:
        return Described(message, speech.say("pulka rules show tells which rules there are"))
    return Described(message, speech.say("it has {keys}; take this out", keys=", ".join(values["known"])))


def _where(values: Values) -> dict[str, object]:
    return {"row": values["row"], "player": values["player"]}


TOLD: Final[dict[str, Teller]] = {
    "paper-figure": _figure,
    "paper-no-row": _no_row,
    "paper-uneven": _uneven,
    "paper-pool-blank": _pool_blank,
    "paper-falling": _falling,
    "paper-counts": _counts,
    "paper-ambiguous": _ambiguous,
    "paper-whists-count": _whists_count,
    "paper-rows": _rows,
    "paper-no-header": _no_header,
    "paper-column-missing": _column_missing,
    "paper-heading-unknown": _heading_unknown,
    "paper-fact-unknown": _fact_unknown,
    "paper-json": _json,
    "paper-json-value": _json_value,
    "paper-pages": _pages,
    "paper-key-unknown": _key_unknown,
}
