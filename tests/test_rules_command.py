"""``pulka rules``: every preset and every rule, in both languages and as JSON, and what is said to a wrong question."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from itertools import combinations, pairwise
from pathlib import Path
from typing import Final, get_args

import pytest

from pulka_calc.documents import rule_value
from pulka_calc.game import rules as game_rules
from pulka_calc.game.attestation import SOURCES, Mark, Source, marks_of, sources_of
from pulka_calc.game.presets import PRESETS, find_preset, preset_names
from pulka_calc.game.rules import KINDS, PARAGRAPHS
from pulka_calc.houserules import toml_choices
from pulka_calc.words.rules import GROUPS, mark_text, preset_text, preset_title, rule_text, source_name
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from tests.tools.golden import Outcome, Program

ROOT: Final = Path(__file__).parents[1]
GAME: Final = (
    "pulka 1\ntitle Дача\nrules rostov\nrule pool_target 10\nrule consolation 12\nplayers Аня Боря Вера\n\n"
    "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
)
FAILING: Final = GAME + "check Аня pool 9\n"


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    """The program in a folder with one pulka, `a.pulka`, that changed two rules."""
    program = Program(tmp_path)
    program.write(GAME)
    return program


@pytest.fixture
def empty(tmp_path: Path) -> Program:
    """The program in an empty folder."""
    return Program(tmp_path)


def done(outcome: Outcome) -> Outcome:
    """A run that ended well."""
    assert outcome.code == 0, outcome
    assert not outcome.err
    return outcome


def refused(outcome: Outcome) -> str:
    """What a run says that ends as a wrong command does."""
    assert outcome.code == 2, outcome
    assert not outcome.out
    assert outcome.err.startswith("pulka: ")
    return outcome.err


def flat(text: str) -> str:
    """A text as one line."""
    return " ".join(text.split())


def values(text: str) -> dict[str, list[str]]:
    """What stands behind each rule that begins a line."""
    rows = (line.removeprefix("* ").split() for line in text.splitlines())
    return {row[0]: row[1:] for row in rows if row and row[0] in KINDS}


# What is known of the rules


def test_every_rule_has_its_paragraph() -> None:
    assert list(PARAGRAPHS) == list(KINDS)
    assert all(re.fullmatch(r"§[2-9](\.\d+)?", paragraph) for paragraph in PARAGRAPHS.values())


def test_paragraphs_are_those_that_the_fields_are_documented_with() -> None:
    tree = ast.parse(Path(game_rules.__file__).read_text(encoding="utf-8"))
    (fields,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Rules")
    tagged = {}
    for field, text in pairwise(fields):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(text, ast.Expr)
            if tag := re.search(r"\[(§[\d.]+)\]\.$", ast.literal_eval(text.value)):
                tagged[field.target.id] = tag[1]
    assert tagged == PARAGRAPHS


TABLE: Final = """
| rule | sochi | leningrad | rostov | classic | shevlyakovsky | sport |
| `contract_value` | 2,4,6,8,10 H | same H | same H | same H | 10…50 H | 2…10 M |
| `misere_value` | 10 H | 10 H | 10 H | 10 H | 50 H | 10 M |
| `whist_value` | 2…10 H | 4…20 H | 2…10 M | 2…10 M | 1,2,3,4,5 H | 4…20 M |
| `remise_factor` (misère too) | 1 H | 2 H | 1 M | 1 H | 1 H | 2 M |
| `consolation` | 2…10 H | 4…20 H | 10 flat M | 2…10 M | 1…5 L | 4…20 M |
| `consolation_to_passer` / `_to_dealer` | yes / yes H | yes / yes | yes / yes | yes / yes | yes / yes H | yes / yes |
| `pool_point_whists` / `mountain_point_whists` | 10 / 10 H | 20 / 10 H | 10 / 10 M | 10 / 10 M | 1 / 1 H | 20 / 10 M |
| `whist_duty` | 4,2,1,1,1 H | same | same | same | same | same |
| `whist_responsibility` | full H | half H | half M | full M | half H | half M |
| `underwhist_split` | pair | pair | pair | pair | pair | own_share |
| `underwhist_high` | second H | second | second | second | second H | both L |
| `whist_style` | greedy H | gentleman H | gentleman M | greedy M | greedy H | gentleman M |
| `gentleman_split` | – | on_remise H | on_remise | – | – | always L |
| `ten_mode` | whist H | whist M | whist M | whist M | check H | whist M |
| `half_whist_levels` | 6,7 H | 6,7 | 6,7 | 6,7 L | 6,7 H | 6,7 |
| `half_whist_by` | second H | either L | second | second | either H | second |
| `stalingrad` | no H | no | no | no | no | no |
| `give_up_tricks` | 3 H | 3 L | 0 L | 0 L | 0 | 0 M |
| `talon_bonus` | off | off | off | off | dealer H | all M |
| `dealer_may_whist` | no | no | no | no | no | yes L |
| `allpass_scoring` | mountain H | mountain H | whists H | mountain H | mountain H | mountain M |
| `allpass_price` | 1 M | 2,4,6 M | 5 whists H | 1,2,3 L | 10 H | 2,4,6 M |
| `allpass_amnesty` | table H | no M | – | no L | no M | no M |
| `allpass_clean_bonus` | price H | price M | one H | price H | price M | mountain_minus_two M |
| `minimum_bid_after_allpass` | 6 M | 7,8 M | 6 M | 6 M | 6 L | 7 M |
| `allpass_row_ends` | any M | made M | any L | made L | any L | whisted_made M |
| `misere_ends_row` | yes | yes | yes | yes | yes | no M |
| `dealer_takes_talon_tricks` | yes M | yes M | no M | yes M | yes M | yes M |
| `bombs` | no H | no | no | dark_pass H | no L | no |
| `dark_bids` / `dark_limit` | no / none H | no / none | no / none | yes / none H | no / none L | no / none |
| `misere_shared_with_dealer` | no | no | no | no | no L | no |
| `pool_target` | 20 M | 20 L | 20 L | 20 L | 200, agreed | none M |
| `pool_end` | each H | each M | each M | each M | all_but_one H | time M |
| `help_to` | fullest H | fullest M | fullest M | fullest M | fullest H | – |
| `help_whists_per_point` | 10 H | 20 M | 10 H | 10 H | 1 M | 20 |
| `excess_when_all_closed` | own_mountain H | own_mountain | own_mountain | own_mountain | own_mountain | – |
| `made_goes_to` | pool H | pool | pool M | pool L | choice H | pool |
| `rounding` | whole | whole | whole | whole | whole | whole |
"""
"""The table of §9, without its column of values; each value with its mark."""


def test_marks_are_those_of_the_table() -> None:
    head, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.strip().splitlines())
    assert head[1:] == list(PRESETS)
    found = {}
    for names, *cells in rows:
        marks = {
            preset: cell[-1] if re.search(" [HML]$", cell) else None
            for preset, cell in zip(PRESETS, cells, strict=True)
        }
        for name in re.findall("`(.+?)`", names):
            found["consolation_to_dealer" if name == "_to_dealer" else name] = marks
    # What the sheet shows of a pool is told in §7.5, a limit of loss is no preset's; the table has no rows of them.
    assert list(found) == [rule for rule in KINDS if rule not in ("pool_shown", "loss_limit")]
    assert {rule: marks_of(rule) for rule in found} == found
    assert set(marks_of("pool_shown").values()) == set(marks_of("loss_limit").values()) == {None}


def test_sources_are_tied_to_rules_that_there_are() -> None:
    assert set(SOURCES) <= set(KINDS)
    assert all(len(set(sources)) == len(sources) > 0 for sources in SOURCES.values())
    named = {source for sources in SOURCES.values() for source in sources}
    assert named == set(get_args(Source))
    assert sources_of("underwhist_split") == ("sochi", "old", "survey")
    assert sources_of("rounding") == ()


def test_groups_have_every_rule_once() -> None:
    grouped = [name for _, names in GROUPS for name in names]
    assert sorted(grouped) == sorted(KINDS)


# list


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("arguments", [(), ("list",)])
@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_list(empty: Program, arguments: tuple[str, ...], lang: Language, width: int) -> None:
    outcome = done(empty("rules", *arguments, lang=lang, width=width))
    speech, text = Speech(lang), flat(outcome.out)
    for preset in PRESETS:
        assert f"{preset} {preset_title(preset, speech)}: {preset_text(preset, speech)} (" in text
    for rule in KINDS:
        assert f"{rule} {rule_text(rule, speech)}" in text
    assert all(name in text for name in preset_names())
    assert all(speech.say(title) in outcome.out.splitlines() for title, _ in GROUPS)
    # A path is not broken, however long.
    assert all(len(line) <= width or str(empty.config) in line for line in outcome.out.splitlines())
    assert all(line == line.rstrip() for line in outcome.out.splitlines())


def test_list_to_the_letter(empty: Program) -> None:
    assert done(empty("rules")).out.startswith(
        "Presets\n"
        "  sochi          Sochi: greedy whist, answered for in full; amnesty at all-pass;\n"
        "                 giving up costs three tricks (also сочи, сочинка)\n"
    )
    assert (
        "\n\nТёмные и бомбы\n"
        "  bombs                      за что дают бомбу, удваивающую игру: ни за что\n"
        "                             (no), за тёмный пас (dark_pass), за всякие распасы\n"
        "                             (allpass)\n"
    ) in done(empty("rules", lang="ru")).out
    assert (
        "\n\nPrices\n"
        "  contract_value\n"
        "    points for a made contract from six to ten, and the\n"
        "    price of a trick short\n"
    ) in done(empty("rules", width=60)).out


def test_list_as_json(empty: Program) -> None:
    document = done(empty("rules", "--json")).document
    assert list(document) == ["schema", "presets", "named", "rules"]
    assert document["named"] == []
    assert document["schema"] == "pulka/1"
    assert [preset["preset"] for preset in document["presets"]] == list(PRESETS)
    assert document["presets"][1] == {
        "preset": "leningrad",
        "title": "Leningrad",
        "text": preset_text("leningrad", Speech("en")),
        "aliases": ["ленинградка", "питер", "piter"],
    }
    assert document["rules"] == [{"rule": rule, "text": rule_text(rule, Speech("en"))} for rule in KINDS]


# show


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", preset_names())
def test_show_a_preset(empty: Program, name: str, lang: Language) -> None:
    outcome = done(empty("rules", "show", name.upper(), lang=lang))
    preset = find_preset(name)
    assert preset is not None
    assert outcome.out.startswith(preset_title(preset.preset, Speech(lang)))
    assert values(outcome.out) == {rule: [KINDS[rule].text(getattr(preset, rule))] for rule in KINDS}
    assert "*" not in outcome.out
    first, _, rest = outcome.out.partition("\n\n")
    assert max(map(len, first.splitlines())) <= 80
    assert max(map(len, rest.splitlines())) <= 60


@pytest.mark.parametrize("lang", LANGUAGES)
def test_show_a_file(pulka: Program, lang: Language) -> None:
    outcome = done(pulka("rules", "show", lang=lang))
    lines = outcome.out.splitlines()
    assert lines[:2] == (
        ["Дача · Rostov (2 rules of its own) · a.pulka", "* changed at this table; beside it the value of rostov"]
        if lang == "en"
        else ["Дача · Ростов (2 своих правила) · a.pulka", "* — за этим столом иначе; рядом значение из rostov"]
    )
    assert [line for line in lines[2:] if line.startswith("*")] == [
        "* consolation                12,12,12,12,12  10,10,10,10,10",
        "* pool_target                10              20",
    ]
    assert list(values(outcome.out)) == [name for _, names in GROUPS for name in names]
    assert max(map(len, lines)) <= 60
    assert "  whist_style                gentleman" in lines


@pytest.mark.parametrize("arguments", [["-f", "a.pulka"], ["a.pulka"], ["./a.pulka"], ["-f", "-"], ["-"]])
def test_the_file_to_show(pulka: Program, arguments: list[str]) -> None:
    pulka.write(GAME.replace("rostov", "sochi"), "b.pulka")
    document = done(pulka("rules", "show", *arguments, "--json", stdin=GAME)).document
    assert document["rules"]["preset"] == "rostov"


def test_the_file_of_the_surroundings_is_shown(pulka: Program) -> None:
    pulka.write(GAME.replace("rostov", "sochi"), "b.pulka")
    document = done(pulka("rules", "show", "--json", environ={"PULKA_FILE": "b.pulka"})).document
    assert document["file"] == "b.pulka"
    done(pulka("use", "a.pulka"))
    assert done(pulka("rules", "show", "--json")).document["file"] == "a.pulka"


def test_show_as_json(pulka: Program) -> None:
    document = done(pulka("rules", "show", "--json")).document
    shown = done(pulka("show", "--json")).document["rules"]
    assert list(document) == ["schema", "file", "rules"]
    assert document["file"] == "a.pulka"
    values = document["rules"].pop("values")
    assert (
        document["rules"]
        == shown
        == {
            "preset": "rostov",
            "changed": {"pool_target": 10, "consolation": [12, 12, 12, 12, 12]},
        }
    )
    assert list(values) == list(KINDS)
    assert values["consolation"] == [12, 12, 12, 12, 12]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_as_json(empty: Program, preset: str) -> None:
    document = done(empty("rules", "show", preset, "--json")).document
    assert document["file"] is None
    assert document["rules"]["changed"] == {}
    for rule, value in document["rules"]["values"].items():
        real = getattr(PRESETS[preset], rule)
        assert value == rule_value(real)
        assert isinstance(value, bool) == isinstance(real, bool)


def test_values_that_json_has_no_word_for(empty: Program) -> None:
    empty.write("pulka 1\nrules sochi\nrule help_whists_per_point 1/3\nrule half_whist_levels none\nplayers А Б В\n")
    values = done(empty("rules", "show", "--json")).document["rules"]["values"]
    assert values["help_whists_per_point"] == "1/3"
    assert values["half_whist_levels"] == rule_value(())
    assert values["dark_limit"] is None
    assert values["stalingrad"] is False
    assert "* help_whists_per_point      1/3" in done(empty("rules", "show")).out


def test_a_rule_written_as_the_preset_has_it_is_marked_too(empty: Program) -> None:
    empty.write("pulka 1\nrules sochi\nrule pool_target 20\nplayers А Б В\n")
    assert "* pool_target                20            20\n" in done(empty("rules", "show")).out


# diff


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("first", "second"), list(combinations(PRESETS, 2)))
def test_diff(empty: Program, first: str, second: str, lang: Language) -> None:
    outcome = done(empty("rules", "diff", first, second, lang=lang))
    one, other = PRESETS[first], PRESETS[second]
    differing = {
        rule: [kind.text(getattr(one, rule)), kind.text(getattr(other, rule))]
        for rule, kind in KINDS.items()
        if getattr(one, rule) != getattr(other, rule)
    }
    assert values(outcome.out) == differing
    assert all(rule_text(rule, Speech(lang)) in flat(outcome.out) for rule in differing)
    lines = outcome.out.splitlines()
    assert f" {len(differing)} " in lines[0]
    assert lines[2].split() == [first, second]
    assert max(map(len, lines)) <= 80
    assert max(len(line) for line in lines if not line.startswith(" ")) <= 60


def test_diff_to_the_letter(empty: Program) -> None:
    assert done(empty("rules", "diff", "сочи", "Ростов", lang="ru")).out.startswith(
        "sochi и rostov: различается 9 правил\n\n"
        "                           sochi       rostov\n"
        "consolation                2,4,6,8,10  10,10,10,10,10\n"
        "    консоляция: сколько вистов каждый пишет на подсевшего за недобранную взятку,\n"
        "    от шестерной до десятерной\n"
        "whist_responsibility       full        half\n"
    )
    assert (
        "\nallpass_price              1           5\n    price of a trick"
        in done(empty("rules", "diff", "sochi", "rostov")).out
    )


@pytest.mark.parametrize("arguments", [("rostov", "a.pulka"), ("a.pulka", "rostov")])
def test_diff_with_a_file(pulka: Program, arguments: tuple[str, str]) -> None:
    lines = done(pulka("rules", "diff", *arguments)).out.splitlines()
    assert lines[0] == f"{arguments[0]} and {arguments[1]}: 2 rules differ"
    ten, twenty = ("20", "10") if arguments[0] == "rostov" else ("10", "20")
    assert [line.split() for line in lines if line.startswith("pool_target")] == [["pool_target", ten, twenty]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_difference(pulka: Program, lang: Language) -> None:
    assert done(pulka("rules", "diff", "питер", "leningrad", lang=lang)).out == (
        "leningrad and leningrad have the same rules\n"
        if lang == "en"
        else "leningrad и leningrad: правила одинаковы\n"
    )
    assert done(pulka("rules", "diff", "a.pulka", "a.pulka", "--json")).document["differences"] == []


def test_diff_as_json(pulka: Program) -> None:
    assert done(pulka("rules", "diff", "московская", "a.pulka", "--json")).document == {
        "schema": "pulka/1",
        "first": {"preset": "rostov", "file": None},
        "second": {"preset": "rostov", "file": "a.pulka"},
        "differences": [
            {"rule": "consolation", "first": [10, 10, 10, 10, 10], "second": [12, 12, 12, 12, 12]},
            {"rule": "pool_target", "first": 20, "second": 10},
        ],
    }
    document = done(pulka("rules", "diff", "sochi", "sport", "--json")).document
    assert {"rule": "pool_target", "first": 20, "second": None} in document["differences"]


def test_a_long_name_of_a_file_is_cut(pulka: Program) -> None:
    name = "дача " * 20 + ".pulka"
    pulka.write(GAME, name)
    lines = done(pulka("rules", "diff", "rostov", name)).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert name in flat(" ".join(lines)).replace(" .pulka", " .pulka")


# explain


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule", KINDS)
def test_explain(empty: Program, rule: str, lang: Language) -> None:
    outcome = done(empty("rules", "explain", rule, lang=lang))
    head, _, table = outcome.out.partition("\n\n")
    keyword = "rule" if lang == "en" else "правило"
    assert flat(head).startswith(f"{rule}: {rule_text(rule, Speech(lang))} ")
    assert f"{keyword} {rule} {KINDS[rule].choices()}" in flat(head)
    assert f"{rule} = {toml_choices(KINDS[rule])} " in flat(head)
    assert PARAGRAPHS[rule] in head
    assert all(source_name(source, Speech(lang)) in flat(head) for source in sources_of(rule))
    marks = marks_of(rule)
    rows, _, legend = table.partition("\n\n")
    assert [line.split() for line in rows.splitlines()] == [
        [preset, KINDS[rule].text(getattr(rules, rule)), *filter(None, [marks[preset]])]
        for preset, rules in PRESETS.items()
    ]
    shown: list[Mark] = [mark for mark in get_args(Mark) if mark in marks.values()]
    assert flat(legend) == "; ".join(f"{mark} – {mark_text(mark, Speech(lang))}" for mark in shown)
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_explain_to_the_letter(empty: Program) -> None:
    assert done(empty("rules", "explain", "Whist-Value")).out == (
        "whist_value: whists for one trick of the defence, on six to ten\n"
        "in a file: rule whist_value 2,4,6,8,10; one number stands for all five\n"
        "in a file of rules: whist_value = [2, 4, 6, 8, 10]\n"
        "source: §2 of the rule base, which names: the printed rules of an online Sochi\n"
        "  table, the classical rules after Shevlyakovsky, the Leningrad system of the\n"
        "  sport federation, the book by Skuratov\n"
        "\n"
        "  sochi          2,4,6,8,10    H\n"
        "  leningrad      4,8,12,16,20  H\n"
        "  rostov         2,4,6,8,10    M\n"
        "  classic        2,4,6,8,10    M\n"
        "  shevlyakovsky  1,2,3,4,5     H\n"
        "  sport          4,8,12,16,20  M\n"
        "\n"
        "H – a printed source; M – several weaker sources agree, or it is derived\n"
    )
    assert done(empty("rules", "explain", "ten_mode", lang="ru")).out.startswith(
        "ten_mode: десятерная вистуется (whist) или проверяется (check)\n"
        "в файле: правило ten_mode whist | check\n"
        'в файле правил: ten_mode = "whist" | "check"\n'
        "источник: свод правил, §3.6\n"
    )


@pytest.mark.parametrize("rule", KINDS)
def test_explain_as_json(empty: Program, rule: str) -> None:
    document = done(empty("rules", "explain", rule, "--json", lang="ru")).document
    presets = document.pop("presets")
    assert document == {
        "schema": "pulka/1",
        "rule": rule,
        "text": rule_text(rule, Speech("en")),
        "choices": KINDS[rule].choices(),
        "paragraph": PARAGRAPHS[rule],
        "sources": [{"source": source, "name": source_name(source, Speech("en"))} for source in sources_of(rule)],
        "marks": marks_of(rule),
    }
    shown = {preset: done(empty("rules", "show", preset, "--json")).document for preset in PRESETS}
    assert presets == {preset: shown[preset]["rules"]["values"][rule] for preset in PRESETS}


@pytest.mark.parametrize(
    ("typed", "rule"),
    [("bomb", "bombs"), ("stal", "stalingrad"), ("consolation", "consolation"), ("POOL-T", "pool_target")],
)
def test_the_beginning_of_one_rule_is_enough(empty: Program, typed: str, rule: str) -> None:
    assert done(empty("rules", "explain", typed, "--json")).document["rule"] == rule


# Wrong questions


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pool_taget", ["pool_target"]),
        ("consolaton", ["consolation"]),
        ("help", ["help_to", "help_whists_per_point"]),
        ("allpass", ["allpass_scoring", "allpass_price", "allpass_amnesty", "allpass_clean_bonus", "allpass_row_ends"]),
        ("amnesty", ["allpass_amnesty"]),
        ("зщщд_ефкпуе", ["pool_target"]),
        ("Сталинград", ["stalingrad"]),
        ("консоляцию", ["consolation"]),
        ("бомба", ["bombs"]),
    ],
)
def test_an_unknown_rule_names_those_near(empty: Program, typed: str, meant: list[str]) -> None:
    said = refused(empty("rules", "explain", typed, lang="ru"))
    assert f"нет правила «{typed}»; может быть," in said
    assert all(f"«{rule}»" in said for rule in meant)


def test_an_unknown_rule_in_english(empty: Program) -> None:
    assert refused(empty("rules", "explain", "pool_taget")) == (
        'pulka: there is no rule "pool_taget"; did you mean "pool_target"?\n'
    )
    assert "pulka rules list" in refused(empty("rules", "explain", "qqqq"))
    assert "pulka rules list" in refused(empty("rules", "explain", ""))


@pytest.mark.parametrize("arguments", [("show", "sotchi"), ("diff", "sochi", "sotchi"), ("diff", "sotchi", "sochi")])
def test_an_unknown_preset_names_those_near(empty: Program, arguments: tuple[str, ...]) -> None:
    said = refused(empty("rules", *arguments))
    assert 'there are no rules "sotchi"; did you mean "sochi"?' in said
    assert all(preset in said for preset in PRESETS)


@pytest.mark.parametrize("word", ["", "qqqq", "x" * 5000, "крестики"])
def test_a_preset_like_no_other_names_all(empty: Program, word: str) -> None:
    said = refused(empty("rules", "show", word))
    assert all(preset in said for preset in PRESETS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shw"], '"show"'),
        (["sochi"], '"pulka rules show sochi"'),
        (["питер"], '"pulka rules show питер"'),
        (["pool_target"], '"pulka rules explain pool_target"'),
        (["qqqq"], "pulka rules diff"),
        (["diff"], "pulka rules diff sochi rostov"),
        (["diff", "sochi"], "pulka rules diff sochi rostov"),
        (["diff", "sochi", "sport", "rostov"], "pulka rules diff sochi rostov"),
        (["show", "sochi", "sport"], "pulka rules show sochi"),
        (["list", "sochi"], "pulka rules list"),
        (["explain"], "pulka rules explain consolation"),
        (["show", "sochi", "-f", "a.pulka"], "-f"),
        (["list", "-f", "a.pulka"], "-f"),
        (["diff", "sochi", "sport", "-f", "a.pulka"], "-f"),
        (["show", "-f", ""], ""),
        (["show", "--frob"], "--frob"),
    ],
)
def test_usage_errors(pulka: Program, arguments: list[str], said: str) -> None:
    assert said in refused(pulka("rules", *arguments))
    assert "{" not in refused(pulka("rules", *arguments, lang="ru"))


def test_without_a_pulka_a_preset_is_proposed(empty: Program) -> None:
    assert "pulka rules show sochi" in refused(empty("rules", "show"))


@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize("arguments", [["show", "-f", "no.pulka"], ["show", "no.pulka"], ["diff", "sochi", "no.pulka"]])
def test_a_file_that_is_not_there(pulka: Program, arguments: list[str], json: list[str]) -> None:
    outcome = pulka("rules", *arguments, *json)
    assert outcome.code == 3
    assert "no.pulka" in outcome.err
    assert bool(outcome.out) == bool(json)
    if json:
        assert outcome.document["errors"][0]["code"] == "file-missing"


@pytest.mark.parametrize("arguments", [["show"], ["show", "a.pulka"], ["diff", "a.pulka", "sochi"]])
def test_a_wrong_pulka(pulka: Program, arguments: list[str]) -> None:
    pulka.write(GAME.replace("pool_target 10", "pool_taget 10"))
    outcome = pulka("rules", *arguments, "--json")
    assert outcome.code == 1
    assert [error["code"] for error in outcome.document["errors"]] == ["rule-unknown"]
    assert "error[rule-unknown]" in outcome.err


@pytest.mark.parametrize("arguments", [["show"], ["diff", "rostov", "a.pulka"]])
def test_a_failing_check_is_reported(pulka: Program, arguments: list[str]) -> None:
    pulka.write(FAILING)
    outcome = pulka("rules", *arguments)
    assert outcome.code == 1
    assert "pool_target" in outcome.out
    assert "check-failed" in outcome.err


# All of it


@pytest.mark.parametrize(
    "arguments", [[], ["show"], ["show", "sport"], ["diff", "sochi", "a.pulka"], ["explain", "bombs"]]
)
def test_json_is_english_in_every_language(pulka: Program, arguments: list[str]) -> None:
    said = [done(pulka("rules", *arguments, "--json", lang=lang)).out for lang in LANGUAGES]
    assert said[0] == said[1]
    spoken = [done(pulka("rules", *arguments, "--lang", lang)).out for lang in LANGUAGES]
    assert spoken[0] != spoken[1]


def test_looking_changes_nothing(pulka: Program) -> None:
    for arguments in ([], ["show"], ["diff", "sochi", "a.pulka"]):
        done(pulka("rules", *arguments))
    assert [path.name for path in pulka.folder.iterdir()] == ["a.pulka"]
    assert pulka.text() == GAME
    assert not pulka.state.exists()
    assert not pulka.config.exists()


@pytest.mark.parametrize(
    "command",
    [("rules", "diff", "sochi", "rostov"), ("rules", "list"), ("new", "A", "B", "C", "--rules", "rostov")],
    ids=" ".join,
)
def test_nothing_slow_is_loaded(tmp_path: Path, command: tuple[str, ...]) -> None:
    code = (
        "import sys; from tests.tools.golden import Program; from pathlib import Path; "
        f"Program(Path({str(tmp_path)!r}))(*{command!r}, lang='ru'); print(*sorted(sys.modules))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    slow = {"rich.console", "pydantic", "openpyxl", "filelock", "platformdirs", "tomllib"}
    assert not slow & set(loaded.stdout.split())
