"""``pulka paper`` as a command: every way in ends in one answer, which is kept, played on, and written over nothing."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest

from pulka_calc.excel.template import write_template
from pulka_calc.journal.pulka import read_text
from pulka_calc.schema import validated
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from tests.tools.golden import Outcome, Program, Stream

ROWS: Final = (
    "Аня 18 12 Боря 34 Вера 10",
    "Боря 20 5 Аня 12 Вера 6",
    "Вера 20 8 Аня 16 Боря 4",
)
NAMES: Final = ("Аня", "Боря", "Вера")
POOL: Final = (18, 20, 20)
MOUNTAIN: Final = (12, 5, 8)
WHISTS: Final = ((0, 34, 10), (12, 0, 6), (16, 4, 0))
EXACT: Final = {"Аня": "-34", "Боря": "20", "Вера": "14"}
"""By hand: pools level at 20, so Аня's mountain is 14; off by 5: 9, 0, 3. Аня is written 30 by each, Вера 10 by each;
pairs: Аня and Боря 34 + 0 - 12 - 30 = -8, Аня and Вера 10 + 10 - 16 - 30 = -26, Боря and Вера 6 + 10 - 4 = 12."""

START: Final = (
    "pulka 1\nrules sochi\nplayers Аня Боря Вера\n"
    "start Аня pool 18 mountain 12 whists Боря 34, Вера 10\n"
    "start Боря pool 20 mountain 5 whists Аня 12, Вера 6\n"
    "start Вера pool 20 mountain 8 whists Аня 16, Боря 4\n"
)


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    return Program(tmp_path)


def done(outcome: Outcome) -> Outcome:
    assert outcome.code == 0, outcome
    return outcome


def table(delimiter: str) -> str:
    """The sheet as a CSV."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(["игрок", "пуля", "гора", *NAMES])
    for seat, name in enumerate(NAMES):
        whists = ["" if on == seat else WHISTS[seat][on] for on in range(3)]
        writer.writerow([name, POOL[seat], MOUNTAIN[seat], *whists])
    return text.getvalue()


def filled_template() -> bytes:
    """The workbook that `--template` writes, filled in."""
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(write_template(NAMES, "sochi", "", "", Speech("ru"))))
    sheet = book.worksheets[0]
    first = next(cell.row for cell in sheet["A"] if cell.value == NAMES[0])
    for seat in range(3):
        sheet.cell(first + seat, 2).value = POOL[seat]
        sheet.cell(first + seat, 3).value = MOUNTAIN[seat]
        for on in range(3):
            if on != seat:
                sheet.cell(first + seat, 4 + on).value = WHISTS[seat][on]
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def as_json() -> str:
    return json.dumps(
        {
            "players": NAMES,
            "pool": dict(zip(NAMES, POOL, strict=True)),
            "mountain": dict(zip(NAMES, MOUNTAIN, strict=True)),
            "whists": {
                name: {other: WHISTS[seat][on] for on, other in enumerate(NAMES) if on != seat}
                for seat, name in enumerate(NAMES)
            },
        },
        ensure_ascii=False,
    )


def answer(outcome: Outcome) -> dict[str, Any]:
    """Sheet and settlement of a report, without what depends on the way in."""
    document = validated(done(outcome).document)
    return {"sheet": document["sheet"], "settlement": document["settlement"], "players": document["players"]}


FILES: Final = {
    "лист.pulka": START.encode(),
    "лист.csv": table(";").encode("cp1251"),
    "sheet.csv": table(",").encode("utf-8-sig"),
    "sheet.tsv": table("\t").encode("utf-16"),
    "rows.txt": "\n".join(ROWS).encode(),
    "sheet.json": as_json().encode(),
}


# Every way in


def test_every_way_in_gives_one_answer(pulka: Program) -> None:
    rows = answer(pulka("paper", *ROWS, "--json"))
    assert rows["settlement"]["exact"] == EXACT
    assert answer(pulka("paper", "; ".join(ROWS), "--json")) == rows
    assert answer(pulka("paper", "\n".join(ROWS), "--json")) == rows
    for name, data in {**FILES, "бланк.xlsx": filled_template()}.items():
        pulka.write(data, name)
        assert answer(pulka("paper", name, "--json")) == rows, name
        assert answer(pulka("paper", "-", "--json", stdin=data)) == rows, name
    typed = Stream(
        "\n".join(["", " ".join(NAMES), "n", "", "18 12 34 10", "20 5 12 6", "20 8 16 4", ""]).encode() + b"\n"
    )
    typed.terminal = True
    assert answer(pulka("paper", "--json", stdin=typed, terminal=True)) == rows
    pulka.write(START)
    settled = answer(pulka("settle", "a.pulka", "--json"))
    assert settled == rows
    shown = done(pulka("show", "a.pulka", "--json")).out
    assert answer(pulka("paper", "-", "--json", stdin=shown)) == rows


def test_the_order_of_rows_is_the_order_of_seats(pulka: Program) -> None:
    straight = answer(pulka("paper", *ROWS, "--json"))["settlement"]
    turned = answer(pulka("paper", *reversed(ROWS), "--json"))
    assert turned["players"] == list(reversed(NAMES))
    assert turned["settlement"]["exact"] == straight["exact"]


SAMPLES: Final = Path(__file__).parents[1] / "samples"


def test_every_sample_is_a_pulka_or_this_sheet() -> None:
    assert {path.name for path in SAMPLES.iterdir() if path.suffix != ".pulka"} == {"paper.csv", "paper.xlsx"}


@pytest.mark.parametrize("name", ["paper.csv", "paper.xlsx"])
def test_the_samples_are_this_sheet(pulka: Program, name: str) -> None:
    pulka.write((SAMPLES / name).read_bytes(), name)
    assert answer(pulka("paper", name, "--json"))["settlement"]["exact"] == EXACT


@pytest.mark.parametrize(
    ("report", "says"),
    [
        ((), "  Аня pays Боря: 20 whists"),
        (("--steps",), "2. The smallest mountain is taken off all."),
        (("--text",), "Боря +20"),
        (("--explain", "Б"), "What the balance of Боря is made of"),
        (("--compare",), "N-1"),
    ],
)
def test_every_report_of_settle(pulka: Program, report: tuple[str, ...], says: str) -> None:
    assert says in done(pulka("paper", *ROWS, *report)).out


# Keeping it


def test_the_sheet_is_kept_and_play_goes_on(pulka: Program) -> None:
    outcome = done(pulka("paper", *ROWS, "-o", "лист.pulka", "--stake", "0.5 RUB", "--dealer", "Вера"))
    assert "written to лист.pulka" in outcome.err
    kept = read_text(pulka.text("лист.pulka"))
    assert kept.settle().exact == {name: Fraction(balance) for name, balance in EXACT.items()}
    told = done(pulka("add", "б", "6п=", "в4"))
    assert "лист.pulka" in told.out + told.err
    after = read_text(pulka.text("лист.pulka"))
    assert len(after.hands) == 1
    assert after.sheet.pool["Аня"] == 20, "Боря's pool is closed, so his six helps Аня"
    done(pulka("undo"))
    assert read_text(pulka.text("лист.pulka")).settle().exact == kept.settle().exact


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_agreed_is_kept_with_it(pulka: Program, lang: Language) -> None:
    terms = (
        "--stake",
        "10 RUB per 100",
        "--coin",
        "1",
        "--limit",
        "2 RUB",
        "--rounding",
        "table_custom",
        "--pool",
        "40",
    )
    told = answer(pulka("paper", *ROWS, *terms, "-o", "a.pulka", "--title", "Зима", "--json", lang=lang))
    again = answer(pulka("settle", "a.pulka", "--json"))
    assert again == told
    rules = read_text(pulka.text()).rules
    assert (rules.loss_limit, rules.rounding, rules.pool_target) == (20, "table_custom", 40)


def test_standard_output_gets_the_pulka_alone(pulka: Program) -> None:
    outcome = done(pulka("paper", *ROWS, "-o", "-"))
    assert read_text(outcome.out).settle().exact == {name: Fraction(balance) for name, balance in EXACT.items()}


@pytest.mark.parametrize("name", ["there.pulka", "there"])
def test_nothing_is_written_over(pulka: Program, name: str) -> None:
    pulka.write("mine", name)
    outcome = pulka("paper", *ROWS, "-o", name)
    assert (outcome.code, outcome.out) == (3, "")
    assert pulka.text(name) == "mine"


@pytest.mark.parametrize("name", ["x.xlsx", "x.csv", "x.json", ""])
def test_only_a_pulka_is_kept(pulka: Program, name: str) -> None:
    outcome = pulka("paper", *ROWS, "-o", name)
    assert (outcome.code, outcome.out) == (2, "")
    assert list(pulka.folder.iterdir()) == []


def test_a_wrong_sheet_is_not_kept(pulka: Program) -> None:
    outcome = pulka("paper", "Аня 20 1O", "Боря 20 5", "Вера 20 8", "-o", "a.pulka")
    assert (outcome.code, outcome.out) == (1, "")
    assert "the sheet:1:8: error[paper-figure]" in outcome.err
    assert list(pulka.folder.iterdir()) == []


def test_reading_a_sheet_is_not_working_on_it(pulka: Program) -> None:
    done(pulka("paper", *ROWS))
    assert not (pulka.state / "last-pulka").exists()


def test_whoever_typed_it_is_asked_whether_to_keep_it(pulka: Program) -> None:
    pulka.write("mine", "friday.pulka")
    answers = ["", " ".join(NAMES), "", "", "12 34 10", "5 12 6", "8 16 4", "", "friday", "saturday"]
    outcome = done(pulka("paper", stdin=Stream("\n".join(answers).encode() + b"\n", terminal=True), terminal=True))
    assert "is there already" in outcome.err
    assert pulka.text("friday.pulka") == "mine"
    assert read_text(pulka.text("saturday.pulka")).players == NAMES
    assert list((pulka.state / "drafts").iterdir()) == []


# The template


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_template_is_filled_in_and_read(pulka: Program, lang: Language) -> None:
    outcome = done(pulka("paper", "--template", "sheet.xlsx", *NAMES, "--rules", "питер", "--stake", "0.5", lang=lang))
    assert "sheet.xlsx" in outcome.err
    empty = pulka("paper", "sheet.xlsx")
    assert empty.code == 1
    assert "error[paper-empty]" in empty.err
    assert "sheet.xlsx" in done(pulka("paper", "--template", "sheet.xlsx", *NAMES, lang=lang)).err, "still empty"


def test_a_filled_template_is_not_lost(pulka: Program) -> None:
    for data in (filled_template(), b"PK\x03\x04 not really", b"mine"):
        path = pulka.write(data, "sheet.xlsx")
        outcome = pulka("paper", "--template", "sheet.xlsx")
        assert (outcome.code, path.read_bytes()) == (3, data)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--template", "sheet.csv"),
        ("--template", ""),
        ("--template", "sheet.xlsx", "Аня 20 12"),
    ],
)
def test_a_template_that_cannot_be(pulka: Program, arguments: tuple[str, ...]) -> None:
    outcome = pulka("paper", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert list(pulka.folder.iterdir()) == []


@pytest.mark.parametrize("names", [("Аня",), ("Аня", "аня"), ("А", "Б", "В", "Г", "Д"), ("вист", "Боря")])
def test_a_template_for_nobody_who_can_play(pulka: Program, names: tuple[str, ...]) -> None:
    outcome = pulka("paper", "--template", "sheet.xlsx", *names)
    assert (outcome.code, outcome.out) == (1, "")
    assert list(pulka.folder.iterdir()) == []


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("Аня", "20", "12", "Боря", "34"), 2, "in quotation marks"),
        ((*ROWS, "--stake", "abc"), 2, "abc"),
        ((*ROWS, "--coin", "1"), 2, "--coin"),
        ((*ROWS, "--rounding", "custom"), 2, "custom"),
        ((*ROWS, "--limit", "x"), 2, "limit"),
        ((*ROWS, "--steps", "--text"), 2, "at a time"),
        ((*ROWS, "--explain", "Дима"), 2, "Дима"),
        ((*ROWS, "--rules", "преф"), 1, "преф"),
        ((*ROWS, "--rule", "pool_target"), 2, "NAME=VALUE"),
        ((*ROWS, "--pool", "many"), 1, "many"),
        ((*ROWS, "--dealer", "Дима"), 1, "Дима"),
        (("no-such.csv",), 3, "no-such.csv"),
        (("",), 2, "empty"),
        ((" ; ",), 1, "no row of figures"),
        ((), 2, "nobody to ask"),
        (NAMES, 2, "nobody to ask"),
    ],
)
def test_what_cannot_be_is_told(pulka: Program, arguments: tuple[str, ...], code: int, says: str) -> None:
    outcome = pulka("paper", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert says in outcome.err
    assert list(pulka.folder.iterdir()) == []


def test_a_pulka_says_its_own_rules(pulka: Program) -> None:
    pulka.write(START)
    for more in (("--rules", "питер"), ("--pool", "30"), ("-o", "b.pulka")):
        outcome = pulka("paper", "a.pulka", *more)
        assert (outcome.code, outcome.out) == (2, "")
        assert "a pulka already" in outcome.err
    assert answer(pulka("paper", "a.pulka", "--stake", "1", "--json"))["settlement"]["money"]["Боря"] == "20.00"


def test_a_sheet_that_counts_down_is_asked_about(pulka: Program) -> None:
    """The old game's paper has what is left; a bare figure is points made, and that is said [7.5]."""
    bare = done(pulka("paper", "А 30 0 Б 4", "Б 0 0", "--rules", "старинная"))
    assert 'write "left"' in bare.err
    left = done(pulka("paper", "А left 30 0 Б 4", "Б left 0 0", "--rules", "старинная", "--json"))
    assert left.err == ""
    assert left.document["settlement"]["exact"] == {"А": "-11", "Б": "11"}
    assert done(pulka("paper", "А 0 30 0", "Б 0 0 4", "--rules", "старинная")).err == ""


def test_a_doubtful_figure_is_told_and_counts(pulka: Program) -> None:
    outcome = done(pulka("paper", "А 22 12 Б 35", "Б 5 6 А 3"))
    assert "warning[start-above-target]" in outcome.err
    three = done(pulka("paper", "А 22 12 Б 35", "Б 5 6 А 3", "В 5 6", "--json"))
    assert "start-improbable" in three.err
    assert [warning["code"] for warning in three.document["warnings"]].count("start-improbable") == 2
    assert three.document["sheet"]["whists"]["А"]["Б"] == 35


# Two sheets


def test_a_table_is_compared_with_a_pulka(pulka: Program) -> None:
    pulka.write(START.replace("rules sochi", "rules leningrad\nstake 0.5 RUB"))
    pulka.write(FILES["лист.csv"], "лист.csv")
    same = pulka("diff", "a.pulka", "лист.csv")
    assert (same.code, same.out.count("\n")) == (0, 1)
    pulka.write(table(";").replace("34", "43").encode(), "другой.csv")
    other = pulka("diff", "лист.csv", "другой.csv", "--json")
    assert other.code == 1
    (cell,) = other.document["cells"]
    assert cell == {"player": "Аня", "column": "whists", "on": "Боря", "a": 34, "b": 43}
    pulka.write(filled_template(), "sheet.xlsx")
    assert pulka("diff", "sheet.xlsx", "лист.csv").code == 0


@pytest.mark.parametrize("command", ["settle", "show", "check"])
def test_other_commands_send_a_table_here(pulka: Program, command: str) -> None:
    for name, data in (
        ("лист.csv", FILES["лист.csv"]),
        ("sheet.json", FILES["sheet.json"]),
        ("б.xlsx", filled_template()),
    ):
        pulka.write(data, name)
        outcome = pulka(command, name)
        assert (outcome.code, outcome.out) == (1, "")
        assert "error[paper-table]" in outcome.err
        assert "pulka paper" in outcome.err
        (fault,) = pulka(command, name, "--json").document["errors"]
        assert fault["code"] == "paper-table"
    pulka.write(START)
    among = pulka(command, "лист.csv", "a.pulka", "--json")
    assert among.code == 1
    assert [document.get("errors", []) == [] for document in among.documents] == [False, True], "the others go on"
    pulka.write(START, "start.csv")
    assert pulka(command, "start.csv").code == 0, "a pulka whatever it is called"


def test_a_target_that_the_variant_has_anyway_is_no_rule_of_its_own(pulka: Program) -> None:
    pulka.write("Правила;сочинка\nПуля до;20\n" + table(";"), "лист.csv")
    assert done(pulka("paper", "лист.csv", "--json")).document["rules"] == {"preset": "sochi", "changed": {}}
    pulka.write("Правила;сочинка\nПуля до;30\n" + table(";"), "лист.csv")
    assert done(pulka("paper", "лист.csv", "--json")).document["rules"]["changed"] == {"pool_target": 30}


def test_one_sheet_at_a_time(pulka: Program) -> None:
    for name in ("a.csv", "b.csv"):
        pulka.write(table(","), name)
    outcome = pulka("paper", "a.csv", "b.csv", terminal=True)
    assert (outcome.code, outcome.out) == (2, "")
    assert "pulka diff" in outcome.err


@pytest.mark.parametrize("more", [("--json",), ("--steps",), ("--explain", "А")])
def test_standard_output_is_for_one_thing(pulka: Program, more: tuple[str, ...]) -> None:
    outcome = pulka("paper", *ROWS, "-o", "-", *more)
    assert (outcome.code, outcome.out) == (2, "")


def test_a_pulka_goes_out_as_utf8_whatever_the_terminal_is(pulka: Program) -> None:
    outcome = pulka("paper", "Łucja 20 12 34", "Вера 20 5 6", "-o", "-", encoding="cp1251", lang="ru")
    assert outcome.code == 0
    assert "Łucja" in outcome.out.encode("cp1251").decode("utf-8")


@pytest.mark.parametrize(
    ("options", "limit", "rounding"),
    [
        (("--rule", "loss_limit=15", "--limit", "20"), 20, "whole"),
        (("--rule", "loss_limit=15", "--limit", "none"), None, "whole"),
        (("--rule", "rounding=exact", "--rounding", "table_custom"), None, "table_custom"),
    ],
)
def test_an_option_holds_over_a_rule(
    pulka: Program, options: tuple[str, ...], limit: int | None, rounding: str
) -> None:
    done(pulka("paper", *ROWS, *options, "-o", "a.pulka"))
    rules = read_text(pulka.text()).rules
    assert (rules.loss_limit, rules.rounding) == (limit, rounding)


def test_a_template_asks_for_what_the_sheet_shows(pulka: Program) -> None:
    from openpyxl import load_workbook

    pulka.write('extends = "old"\npool_target = 100\n', "дача.toml")
    without = ("старинная", "--rule", "pool_target=none", "--rule", "pool_end=time")
    asked = (
        (("старинная",), "Осталось в пуле"),
        (("сочинка",), "Пуля"),
        (("дача.toml",), "Осталось в пуле"),
        (without, "Пуля"),
    )
    for number, (rules, heading) in enumerate(asked):
        done(pulka("paper", "--template", f"{number}.xlsx", *NAMES, "--rules", *rules, lang="ru"))
        sheet = load_workbook(pulka.folder / f"{number}.xlsx").worksheets[0]
        assert heading in {cell.value for row in sheet.iter_rows() for cell in row}


def test_doubts_about_two_papers_stand_at_their_cells(pulka: Program) -> None:
    pulka.write(table(";").replace("34", "33").encode(), "a.csv")
    pulka.write(table(";").encode(), "b.csv")
    outcome = pulka("diff", "a.csv", "b.csv")
    assert outcome.code == 1
    assert "a.csv:2:12: warning[start-improbable]" in outcome.err


def test_a_kept_sheet_that_is_over_is_not_to_be_played_on(pulka: Program) -> None:
    closed = [row.replace(" 18 ", " 20 ") for row in ROWS]
    assert "pulka add" not in done(pulka("paper", *closed, "-o", "a.pulka")).err
    assert "pulka add" not in done(pulka("paper", "А 20 1 2", "Б 18 3 4", "-o", "b.pulka")).err
    assert "pulka add" in done(pulka("paper", *ROWS, "-o", "c.pulka")).err


@pytest.mark.parametrize("stake", ["10 руб/100", "10 коп/вист", "5 100руб"])
def test_a_price_for_a_hundred_is_no_money(pulka: Program, stake: str) -> None:
    outcome = pulka("paper", *ROWS, "--stake", stake)
    assert (outcome.code, outcome.out) == (2, "")


def test_what_is_less_than_a_coin_is_told(pulka: Program) -> None:
    none = done(pulka("paper", *ROWS, "--stake", "0.5 RUB", "--coin", "100")).out
    assert "less than a coin, so not paid in money: Аня -34, Боря +20, Вера +14" in none
    some = done(pulka("paper", *ROWS, "--stake", "0.5 RUB", "--coin", "10")).out
    assert "less than a coin" not in some


def test_a_title_above_a_table_without_header_is_no_player(pulka: Program) -> None:
    for own in ("-", "0", ""):
        text = f"Дача\nА;20;12;{own};34;10\nБ;20;5;12;{own};6\nВ;20;8;16;4;{own}\n"
        document = done(pulka("paper", "-", "--json", stdin=text)).document
        assert document["players"] == ["А", "Б", "В"], own
        assert document["sheet"]["mountain"] == {"А": 12, "Б": 5, "В": 8}


def test_a_zero_in_the_own_cell_is_nothing(pulka: Program) -> None:
    text = "игрок;гора;А;Б\nА;12;0;34\nБ;5;12;0\n"
    assert done(pulka("paper", "-", "--json", stdin=text)).document["sheet"]["whists"]["А"] == {"Б": 34}
    assert "whists-on-self" in pulka("paper", "-", stdin=text.replace("12;0", "12;7")).err


def test_hands_that_were_exported_are_no_sheet(pulka: Program) -> None:
    pulka.write(START.replace(" 18 ", " 2 ") + "1. Аня 6♠\n")
    for lang in LANGUAGES:
        for delimiter in (",", ";"):
            done(pulka("export", "a.pulka", "-o", "e.csv", "--delimiter", delimiter, lang=lang))
            outcome = pulka("paper", "e.csv")
            assert (outcome.code, outcome.out) == (1, "")
            assert "error[paper-export]" in outcome.err


@pytest.mark.parametrize("command", [("add", "а", "6п"), ("undo",), ("set", "title", "x"), ("fix", "1", "а", "6п")])
def test_commands_that_write_send_a_table_here_too(pulka: Program, command: tuple[str, ...]) -> None:
    for name, data in (("лист.csv", FILES["лист.csv"]), ("б.xlsx", filled_template())):
        path = pulka.write(data, name)
        outcome = pulka(*command, "-f", name)
        assert (outcome.code, outcome.out, path.read_bytes()) == (1, "", data)
        assert "pulka paper" in outcome.err
    assert pulka("use", "лист.csv").code == 1


@pytest.mark.parametrize("terminal", [False, True])
def test_a_rule_said_twice_is_refused_at_once(pulka: Program, terminal: bool) -> None:
    for twice in (
        ("--pool", "10", "--rule", "pool_target=5"),
        ("--rule", "rounding=exact", "--rule", "rounding=whole"),
    ):
        outcome = pulka("paper", *twice, terminal=terminal)
        assert (outcome.code, outcome.out) == (2, "")
        assert "said twice" in outcome.err


def test_one_row_is_no_sheet(pulka: Program) -> None:
    outcome = pulka("paper", "А 12 34 10")
    assert outcome.code == 1
    assert "a sheet has 2 to 4 rows, here is one" in outcome.err


def test_a_price_may_be_copied_with_its_blanks(pulka: Program) -> None:
    (price, plain) = (done(pulka("paper", *ROWS, "--stake", f"10{blank}руб за 100")).out for blank in ("\u00a0", " "))
    assert price == plain


def test_another_order_of_seats_is_no_difference(pulka: Program) -> None:
    """Only a tie of the rounding moves."""
    pulka.write("А 12 34 10\nБ 5 12 6\nВ 8 16 4\n", "a.txt")
    pulka.write("В 8 16 4\nА 12 10 34\nБ 5 6 12\n", "b.txt")
    assert pulka("diff", "a.txt", "b.txt").code == 0


@pytest.mark.parametrize("name", ["Игрок", "Итого", "№", "Name", "20", "12.5", "2.6.16."])
def test_a_template_is_for_names_that_it_can_be_read_with(pulka: Program, name: str) -> None:
    outcome = pulka("paper", "--template", "sheet.xlsx", name, "Б")
    assert (outcome.code, outcome.out) == (2, "")
    assert "call the player otherwise" in outcome.err
    assert list(pulka.folder.iterdir()) == []
