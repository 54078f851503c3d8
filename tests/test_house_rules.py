"""House rules: a TOML file becomes the rules of a pulka; what is wrong with it is told with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pulka_calc.cli.agreed import agreed
from pulka_calc.cli.env import Env
from pulka_calc.cli.exits import UsageProblem
from pulka_calc.game.presets import LENINGRAD, PRESETS
from pulka_calc.game.rules import KINDS
from pulka_calc.houserules import (
    SIZE_LIMIT,
    HouseRules,
    RulesWrong,
    find_named,
    named_rules,
    read_rules,
    rules_folder,
    toml_text,
)
from pulka_calc.journal.diagnostics import Diagnostic
from pulka_calc.store import StoreError
from pulka_calc.words.faults import describe, rules_codes
from pulka_calc.words.speech import LANGUAGES, Language, Speech
from tests.tools import errors
from tests.tools.golden import Outcome, Program, Stream

TABLE: Final = """\
# Как играем на даче
extends = "питер"
title = "Моя дача"

pool_target = 30
allpass_price = [2, 4, 8]   # и дальше по 8
stalingrad = "yes"
remise_factor = 2           # as the preset has it
"""
NAMES: Final = ("Аня", "Боря", "Вера")


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    """The program in a folder with a rules file, and with a folder of named rules."""
    program = Program(tmp_path)
    program.write(TABLE, "my-table.toml")
    (program.config / "rules").mkdir(parents=True)
    return program


def name_rules(program: Program, name: str, text: str | bytes) -> Path:
    """Put rules into the user's folder of rules."""
    path = program.config / "rules" / f"{name}.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def done(outcome: Outcome) -> Outcome:
    """A run that ended well."""
    assert outcome.code == 0, outcome
    assert not outcome.err
    return outcome


def read(tmp_path: Path, text: str | bytes) -> HouseRules:
    """The rules of a text; other rules are looked for beside it."""
    path = tmp_path / "table.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_rules(path, tmp_path)


def wrong(tmp_path: Path, text: str | bytes) -> list[tuple[str, int, int]]:
    """Code, line and column of everything that is wrong with a text."""
    with pytest.raises(RulesWrong) as caught:
        read(tmp_path, text)
    return [(fault.code, fault.line, fault.column) for fault in caught.value.faults]


# What a file says


def test_a_file(tmp_path: Path) -> None:
    house = read(tmp_path, TABLE)
    assert house == (
        tmp_path / "table.toml",
        "Моя дача",
        "leningrad",
        "leningrad",
        {"pool_target": 30, "allpass_price": (2, 4, 8), "stalingrad": True},
    )


@pytest.mark.parametrize("first", PRESETS)
@pytest.mark.parametrize("second", PRESETS)
def test_every_preset_can_be_written_on_top_of_every_other(tmp_path: Path, first: str, second: str) -> None:
    rules = PRESETS[second]
    lines = [f"{rule} = {toml_text(kind, getattr(rules, rule))}" for rule, kind in KINDS.items()]
    house = read(tmp_path, "\n".join([f'extends = "{first}"', *lines]))
    assert {rule: getattr(PRESETS[first], rule) for rule in KINDS} | house.changed == {
        rule: getattr(rules, rule) for rule in KINDS
    }


def test_rules_on_top_of_named_rules(tmp_path: Path) -> None:
    (tmp_path / "Дача.toml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "сад.TOML").write_text('extends = "дача"\nstalingrad = false\nbombs = "allpass"\n', encoding="utf-8")
    house = read(tmp_path, 'extends = "САД"\npool_target = 40\n')
    assert (house.extends, house.preset, house.title) == ("САД", "leningrad", None)
    # What comes back to the preset's value need not be said.
    assert house.changed == {"pool_target": 40, "allpass_price": (2, 4, 8), "bombs": "allpass"}


@pytest.mark.parametrize(
    "text",
    [
        '\ufeffextends = "sochi"\npool_target = 10\n',
        'extends = "sochi"\r\npool_target = 10\r\n',
        "extends = 'sochi'\n\"pool_target\" = 10",
        'pool_target = 1_0\nextends = """sochi"""\n',
        'extends = "\\u0073ochi"\n\n# pool_target = 20\npool_target=10',
        '"\\u0065xtends" = "sochi"\npool_target = 10',
    ],
    ids=["BOM", "CRLF", "quotes", "long string", "escape", "escaped key"],
)
def test_ways_of_writing_toml(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text).changed == {"pool_target": 10}


def test_a_preset_wins_over_a_file_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "sochi.toml").write_text('extends = "rostov"\n', encoding="utf-8")
    assert read(tmp_path, 'extends = "sochi"\n').preset == "sochi"


# Every code has its file


def test_every_code_has_its_file() -> None:
    # That rules stand on too many others takes many files.
    assert {path.stem for path in errors.mistakes_in_rules()} == set(rules_codes()) - {"extends-deep"}
    assert len(rules_codes()) == len(set(rules_codes()))


def test_no_expected_text_is_left_over() -> None:
    wanted = {errors.expected_path(path, lang) for path in errors.mistakes_in_rules() for lang in LANGUAGES}
    assert set(errors.RULES.glob("*.txt")) == wanted


@pytest.mark.parametrize("path", errors.mistakes_in_rules(), ids=lambda path: path.stem)
def test_one_mistake_is_one_error(path: Path) -> None:
    lines, faults = errors.faults_of_rules(path)
    assert [fault.code for fault in faults] == [path.stem]
    assert all(0 <= span.start < span.end <= len(lines[faults[0].line - 1]) for span in faults[0].spans)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", errors.mistakes_in_rules(), ids=lambda path: path.stem)
def test_what_is_said(path: Path, lang: Language) -> None:
    assert errors.told(path, lang) == errors.expected_path(path, lang).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", errors.mistakes_in_rules(), ids=lambda path: path.stem)
def test_remedies_are_written_as_toml_is(path: Path) -> None:
    _, (fault,) = errors.faults_of_rules(path)
    for lang in LANGUAGES:
        message, remedy = describe(fault, Speech(lang))
        assert "{" not in message + remedy
        assert not re.search('"(rule|правило) ', remedy)


# What is wrong, and where


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    assert wrong(
        tmp_path,
        "extends = leningrad\n"
        "pool_taget = 10\n"
        'rounding = "wole"  # whole\n'
        "rule stalingrad yes\n"
        "[whists]\n"
        "whist_value = [\n"
        "  4, 8, 12,\n"
        "]\n"
        "pool_target = 10\n"
        "consolation = [1, 2\n"
        "pool_target = 20\n"
        "bombs =\n",
    ) == [
        ("toml-syntax", 1, 11),
        ("rule-unknown", 2, 1),
        ("rule-value", 3, 12),
        ("toml-syntax", 4, 1),
        ("section-unexpected", 5, 1),
        ("rule-value", 6, 15),
        ("toml-syntax", 10, 15),
        ("rule-twice", 11, 1),
        ("toml-syntax", 12, 1),
    ]


@pytest.mark.parametrize(
    ("line", "column", "message", "remedy"),
    [
        ("stalingrad = yes", 14, '"yes" needs quotation marks', "write stalingrad = true"),
        ("stalingrad = Да # по правде", 14, '"Да" needs quotation marks', "write stalingrad = true"),
        ("rule pool_target 20", 1, "it has no =", "write pool_target = 20"),
        ("правило pool-target 20", 1, "it has no =", "write pool_target = 20"),
        ("pool_target: 20", 1, "it has no =", "write pool_target = 20"),
        ("whist_value = 4,8,12,16,20", 15, "is a list", "write whist_value = [4, 8, 12, 16, 20]"),
        ("rounding = “exact”", 12, "quotation marks of print", 'write rounding = "exact"'),
        ('title = "Дача', 9, "quotation mark is open", 'write title = "Дача"'),
        ("title = Дача", 9, "needs quotation marks", 'write title = "Дача"'),
        ("pool_target =", 1, "there is nothing after =", 'write 1 … or "none"'),
        ("allpass_price = [1, 2", 17, "is never closed", "write allpass_price = [1, 2]"),
        ("misere_value = 010", 17, "is no value that can be read", "write misere_value = 10"),
        ("pool_target = " + "9" * 5000, 15, "is no value that can be read", 'write 1 … or "none"'),
        ("пуля = 20", 1, "what stands before = is not the name of a rule", "write it like pool_target = 20"),
        ("help_whists_per_point = 0,1", 25, "is a list", 'write help_whists_per_point = "1/10"'),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
def test_lines_that_are_no_toml(tmp_path: Path, line: str, column: int, message: str, remedy: str) -> None:
    text = f'extends = "sochi"\n{line}\ndark_limit = 4\n'
    with pytest.raises(RulesWrong) as caught:
        read(tmp_path, text)
    (fault,) = caught.value.faults
    assert (fault.code, fault.line, fault.column) == ("toml-syntax", 2, column)
    described = describe(fault, Speech("en"))
    assert message in described.message
    assert described.help.startswith(remedy)
    assert "{" not in describe(fault, Speech("ru")).help


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("extends-missing", 1, 1)]),
        ("\n\n# nothing\n", [("extends-missing", 3, 1)]),
        ('extend = "sochi"\n', [("rule-unknown", 1, 1)]),
        ('extends = ["sochi"]\n', [("text-expected", 1, 11)]),
        ('extends = ""\n', [("extends-unknown", 1, 11)]),
        ('extends = "my/table.toml"\n', [("extends-unknown", 1, 11)]),
        ('[rules]\nextends = "sochi"\n', [("section-unexpected", 1, 1)]),
        ('extends = "sochi"\n[[a]]\nb = 1\n', [("section-unexpected", 2, 1), ("rule-unknown", 3, 1)]),
        ('extends = "sochi"\nrounding.a = 1\n', [("rule-value", 2, 1)]),
        ('extends = "sochi"\na.b = 1\n', [("rule-unknown", 2, 1)]),
        ('extends = "sochi"\nbombs = true\ndark_bids = "maybe"\n', [("rule-value", 3, 13)]),
        ('extends = "sochi"\nwhist_value =  [\n1, 2]\n', [("rule-value", 2, 16)]),
        ('extends = "sochi"\ntitle = "a\\nb"\n', [("title-control", 2, 9)]),
        ("  pulka 1\nrules sochi\n", [("rules-file-pulka", 1, 3)]),
        (
            'extends = "sochi"\npool_target = 1\n[a]\npool_target = 2\n',
            [("section-unexpected", 3, 1), ("rule-twice", 4, 1)],
        ),
        ("x = " + "[" * 25_000, [("toml-syntax", 1, 5), ("extends-missing", 1, 1)]),
    ],
    ids=lambda value: repr(value[:30]) if isinstance(value, str) else "",
)
def test_where_it_is_wrong(tmp_path: Path, text: str, found: list[tuple[str, int, int]]) -> None:
    assert wrong(tmp_path, text) == sorted(found, key=lambda fault: fault[1:])


def test_a_circle_names_everybody_in_it(tmp_path: Path) -> None:
    for name, other in (("а", "б"), ("б", "в"), ("в", "б")):
        (tmp_path / f"{name}.toml").write_text(f'extends = "{other}"\n', encoding="utf-8")
    with pytest.raises(RulesWrong) as caught:
        read_rules(tmp_path / "а.toml", tmp_path)
    (fault,) = caught.value.faults
    assert fault.code == "extends-circle"
    assert fault.values["circle"] == "б → в → б"
    assert caught.value.path == tmp_path / "в.toml"


def test_rules_do_not_stand_on_others_without_end(tmp_path: Path) -> None:
    (tmp_path / "r0.toml").write_text('extends = "sochi"\n', encoding="utf-8")
    for number in range(1, 100):
        (tmp_path / f"r{number}.toml").write_text(f'extends = "r{number - 1}"\n', encoding="utf-8")
    assert read_rules(tmp_path / "r20.toml", tmp_path).preset == "sochi"
    with pytest.raises(RulesWrong) as caught:
        read_rules(tmp_path / "r99.toml", tmp_path)
    (fault,) = caught.value.faults
    assert fault.code == "extends-deep"
    for lang in LANGUAGES:
        assert "20" in describe(fault, Speech(lang)).message


def test_what_is_extended_is_told_where_it_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "дача.toml").write_text('extends = "sochi"\nfoo = 1\n', encoding="utf-8")
    with pytest.raises(RulesWrong) as caught:
        read(tmp_path, 'extends = "дача"\n')
    assert caught.value.path.name == "дача.toml"
    assert [fault.line for fault in caught.value.faults] == [2]


def test_a_conflict_with_what_is_extended(tmp_path: Path) -> None:
    (tmp_path / "дача.toml").write_text('extends = "sochi"\ndark_bids = true\nbombs = true\n', encoding="utf-8")
    assert wrong(tmp_path, 'extends = "дача"\ndark_bids = false\n') == [("rules-bombs-without-dark", 2, 1)]


def test_a_file_that_is_too_big(tmp_path: Path) -> None:
    start = 'extends = "sochi"\n#'
    assert read(tmp_path, start + "x" * (SIZE_LIMIT - len(start))).preset == "sochi"
    with pytest.raises(StoreError) as caught:
        read(tmp_path, start + "x" * SIZE_LIMIT)
    assert caught.value.code == "file-too-big"


def test_many_lines_of_nonsense_are_told_in_part(tmp_path: Path) -> None:
    found = wrong(tmp_path, "a b\n" * 7_500)
    assert {code for code, _, _ in found} == {"toml-syntax"}
    assert len(found) < 100


TEXT: Final = st.text(st.characters(exclude_categories=["Cs"]))
PIECES: Final = st.sampled_from(
    [
        *('extends = "sochi"', "pool_target = 10", "whist_value = [", "4, 8,", "]", "[a]", "[[a]]", "a.b = 1", '"""'),
        *(
            "'''",
            "x = {",
            "}",
            "# ]",
            "pool_target = 1e999999999",
            "rounding",
            "= 3",
            '"',
            "'",
            "\\",
            "\x00",
            "\r",
            "ё",
        ),
        *("stalingrad = yes", "x = nan", "x = 1979-05-27", "extends.a = 1", '"ext\\u0065nds" = 1', "title = ''", ""),
    ]
)


@settings(derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example("pool_target = [[[[")
@given(st.one_of(st.lists(PIECES, max_size=8).map("\n".join), st.lists(PIECES, max_size=6).map("".join), TEXT))
def test_whatever_is_in_the_file_is_read_or_told(tmp_path: Path, text: str) -> None:
    lines, faults = told_of(tmp_path, text)
    for fault in faults:
        line = lines[fault.line - 1]
        assert all(0 <= span.start < span.end <= max(len(line), 1) for span in fault.spans), (line, fault)
        for lang in LANGUAGES:
            assert all(describe(fault, Speech(lang)))


def told_of(tmp_path: Path, text: str) -> tuple[list[str], list[Diagnostic]]:
    """The lines of a text, and what is wrong with it if anything is."""
    try:
        read(tmp_path, text)
    except RulesWrong as caught:
        return caught.lines, caught.faults or [Diagnostic("silent", 0, (), {})]
    return [], []


# Names


def test_names_are_found_whatever_their_letters_look_like(tmp_path: Path) -> None:
    for name in ("Мой стол.toml", "ёлка.TOML", ".hidden.toml", "readme.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert set(named_rules(tmp_path)) == {"Мой стол", "ёлка"}
    assert find_named(tmp_path, "мой СТОЛ") == tmp_path / "Мой стол.toml"
    assert find_named(tmp_path, "Елка") == tmp_path / "ёлка.TOML"
    assert find_named(tmp_path, "мой стол.toml") is None
    assert named_rules(tmp_path / "none") == named_rules(None) == {}


def test_the_folder_of_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert rules_folder({"PULKA_CONFIG_DIR": "/etc/pulka"}) == Path("/etc/pulka/rules")
    usual = rules_folder({})
    assert usual is not None
    assert usual.parts[-2:] == ("pulka-calc", "rules")


# --rules


def environment(program: Program, lang: Language = "en") -> Env:
    """The surroundings of a run in the folder of `program`."""
    return Env(
        stdin=Stream(),
        stdout=Stream(),
        stderr=Stream(),
        environ={"PULKA_CONFIG_DIR": str(program.config)},
        folder=program.folder,
        lang=lang,
    )


@pytest.mark.parametrize("word", ["my-table.toml", "./my-table.toml", "{folder}/my-table.toml", "моястол", "МояСтол"])
def test_a_word_becomes_rules(pulka: Program, word: str) -> None:
    name_rules(pulka, "моястол", TABLE)
    found = agreed(environment(pulka), word.format(folder=pulka.folder))
    assert found == ("leningrad", {"pool_target": 30, "allpass_price": (2, 4, 8), "stalingrad": True})
    assert found.rules.pool_target == 30
    assert found.rules.whist_value == LENINGRAD.whist_value


def test_changes_stand_on_top_of_a_file(pulka: Program) -> None:
    found = agreed(environment(pulka), "my-table.toml", ["pool_target=40", "rounding=exact"])
    assert (found.changed["pool_target"], found.changed["rounding"]) == (40, "exact")
    assert list(found.changed) == ["pool_target", "allpass_price", "stalingrad", "rounding"]
    with pytest.raises(UsageProblem, match="pool_end"):
        agreed(environment(pulka), "my-table.toml", ["pool_target=none"])


def test_a_name_like_one_of_the_users_own_is_proposed(pulka: Program) -> None:
    name_rules(pulka, "моястол", TABLE)
    with pytest.raises(UsageProblem, match='did you mean "моястол"'):
        agreed(environment(pulka), "моястл")


# pulka new


def test_new_writes_the_rules_into_the_pulka(pulka: Program) -> None:
    done(pulka("new", *NAMES, "--rules", "my-table.toml", "-f", "a.pulka"))
    assert pulka.text() == (
        "pulka 1\ndate 2026-05-09\nrules leningrad\n"
        "rule pool_target 30\nrule allpass_price 2,4,8\nrule stalingrad yes\nplayers Аня Боря Вера\n\n"
    )
    # It stands alone.
    (pulka.folder / "my-table.toml").unlink()
    assert done(pulka("show", "--json")).document["rules"] == {
        "preset": "leningrad",
        "changed": {"pool_target": 30, "allpass_price": [2, 4, 8], "stalingrad": True},
    }


def test_new_in_russian(pulka: Program) -> None:
    name_rules(pulka, "моястол", TABLE)
    done(pulka("new", *NAMES, "--rules", "моястол", "-f", "a.pulka", lang="ru"))
    assert (
        "правила leningrad\nправило pool_target 30\nправило allpass_price 2,4,8\nправило stalingrad да\n"
        in pulka.text()
    )


@pytest.mark.parametrize(
    ("options", "pool"),
    [
        (["--pool", "10"], "rule pool_target 10"),
        (["--rule", "pool_target=10"], "rule pool_target 10"),
        (["--rule", "Pool-Target=10"], "rule Pool-Target 10"),
    ],
)
def test_the_command_line_holds_over_the_file(pulka: Program, options: list[str], pool: str) -> None:
    done(pulka("new", *NAMES, "--rules", "my-table.toml", *options, "-f", "a.pulka"))
    rules = [line for line in pulka.text().splitlines() if line.startswith("rule ")]
    assert rules == ["rule allpass_price 2,4,8", "rule stalingrad yes", pool]


def test_what_is_said_twice_on_the_command_line_is_still_said_twice(pulka: Program) -> None:
    outcome = pulka("new", *NAMES, "--rules", "my-table.toml", "--pool", "10", "--rule", "pool_target=20")
    assert outcome.code == 1
    assert "error[rule-twice]" in outcome.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_new_refuses_a_wrong_file(pulka: Program, lang: Language) -> None:
    pulka.write(TABLE.replace("pool_target", "pool_taget"), "my-table.toml")
    outcome = pulka("new", *NAMES, "--rules", "my-table.toml", lang=lang)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(
        'my-table.toml:5:1: error[rule-unknown]: there is no rule "pool_taget"\n'
        "  |\n5 | pool_taget = 30\n  | ^^^^^^^^^^\n"
        if lang == "en"
        else "my-table.toml:5:1: ошибка[rule-unknown]: нет правила «pool_taget»\n"
    )
    assert sorted(path.name for path in pulka.folder.iterdir()) == ["my-table.toml"]


@pytest.mark.parametrize(
    ("data", "word", "code"),
    [
        (None, "none.toml", "file-missing"),
        (None, "none/", "file-missing"),
        (None, "./", "file-directory"),
        ('title = "Дача"'.encode("cp1251"), "my-table.toml", "file-not-utf8"),
        (b"#" * (SIZE_LIMIT + 1), "my-table.toml", "file-too-big"),
    ],
)
def test_files_that_cannot_be_read(pulka: Program, data: bytes | None, word: str, code: str) -> None:
    if data is not None:
        pulka.write(data, word)
    for command in (["new", *NAMES, "--rules", word], ["rules", "diff", "sochi", word, "--json"]):
        outcome = pulka(*command)
        if command[0] == "rules" and not word.endswith(".toml"):
            continue
        assert outcome.code == 3, outcome
        assert not outcome.out or outcome.document["errors"][0]["code"] == code
        assert "pulka new" not in outcome.err
        assert ".pulka" not in outcome.err
    assert not list(pulka.folder.glob("*.pulka"))


def test_too_big_is_told_in_kilobytes(pulka: Program) -> None:
    pulka.write(b"#" * (SIZE_LIMIT + 1), "my-table.toml")
    assert "is bigger than 32 KB\nhint: this is hardly a file of rules" in pulka("rules", "show", "my-table.toml").err
    assert "больше 32 КБ" in pulka("rules", "show", "my-table.toml", lang="ru").err


def test_own_rules_with_the_name_of_a_preset_are_hidden(pulka: Program) -> None:
    path = name_rules(pulka, "питер", 'extends = "rostov"\n')
    outcome = pulka("new", *NAMES, "--rules", "питер", "-f", "a.pulka")
    assert outcome.code == 0
    assert "rules leningrad\n" in pulka.text()
    assert outcome.err == f'"питер" is the preset leningrad; it hides your own rules of that name, they are {path}\n'
    done(pulka("new", *NAMES, "--rules", str(path), "-f", "b.pulka"))
    assert "rules rostov\n" in pulka.text("b.pulka")


def test_a_name_that_is_near_one_of_the_users_own(pulka: Program) -> None:
    name_rules(pulka, "моястол", TABLE)
    outcome = pulka("new", *NAMES, "--rules", "моястл")
    assert outcome.code == 1
    assert "error[rules-unknown]" in outcome.err
    assert 'did you mean "моястол"' in outcome.err


# pulka rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_list_names_the_users_own_rules(pulka: Program, lang: Language, width: int) -> None:
    good = name_rules(pulka, "моястол", TABLE)
    name_rules(pulka, "сад", 'extends = "моястол"\n')
    hidden = name_rules(pulka, "сочи", TABLE)
    broken = name_rules(pulka, "худо", "extends = sochi\nfoo = 1\n")
    name_rules(pulka, "чужое", b"\xff\xfe")
    outcome = done(pulka("rules", lang=lang, width=width))
    text = " ".join(outcome.out.split())
    for said in (
        (
            "моястол Моя дача: extends leningrad, Leningrad (3 rules of its own) ",
            "сад extends моястол, Leningrad (3 rules of its own) ",
            f"hidden by the preset sochi, name it by its path: {hidden}",
            f'худо broken: {broken}:1:11: "sochi" needs quotation marks (and 1 error more)',
            "чужое broken: ",
        )
        if lang == "en"
        else (
            "моястол Моя дача: на основе leningrad, Ленинградка (3 своих правила) ",
            "сад на основе моястол, Ленинградка (3 своих правила) ",
            f"заслонены вариантом sochi, вызывайте по пути: {hidden}",
            f"худо с ошибкой: {broken}:1:11: «sochi» пишется в кавычках (и ещё 1 ошибка)",
            "чужое с ошибкой: ",
        )
    ):
        assert said in text
    # Paths alone are wider than the screen.
    assert all(len(line) <= width or str(good.parent) in line for line in outcome.out.splitlines())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_says_where_rules_of_ones_own_are_written(pulka: Program, lang: Language) -> None:
    assert f"{pulka.config / 'rules'}" in done(pulka("rules", lang=lang)).out
    outcome = done(pulka("rules", lang=lang, environ={"PULKA_CONFIG_DIR": "", "HOME": "", "XDG_CONFIG_HOME": ""}))
    assert "\n\n\n" not in outcome.out


def test_list_as_json(pulka: Program) -> None:
    good, broken = name_rules(pulka, "моястол", TABLE), name_rules(pulka, "сочи", "foo = 1\n")
    third = name_rules(pulka, "чужое", b"\xff\xfe")
    named = done(pulka("rules", "--json", lang="ru")).document["named"]
    assert named[0] == {
        "name": "моястол",
        "file": str(good),
        "title": "Моя дача",
        "extends": "leningrad",
        "preset": "leningrad",
        "changed": {"pool_target": 30, "allpass_price": [2, 4, 8], "stalingrad": True},
        "hidden_by": None,
        "errors": [],
    }
    errors_told = named[1].pop("errors")
    assert [error["code"] for error in errors_told] == ["rule-unknown", "extends-missing"]
    assert named[1] == {
        "name": "сочи",
        "file": str(broken),
        "title": None,
        "extends": None,
        "preset": None,
        "changed": None,
        "hidden_by": "sochi",
    }
    assert (named[2]["file"], named[2]["errors"][0]["code"]) == (str(third), "file-not-utf8")


def test_show_a_rules_file(pulka: Program) -> None:
    lines = done(pulka("rules", "show", "my-table.toml")).out.splitlines()
    assert lines[:2] == [
        "Моя дача · Leningrad (3 rules of its own) · my-table.toml",
        "* changed at this table; beside it the value of leningrad",
    ]
    assert [line for line in lines[2:] if line.startswith("*")] == [
        "* stalingrad                 yes           no",
        "* allpass_price              2,4,8         2,4,6",
        "* pool_target                30            20",
    ]
    document = done(pulka("rules", "show", "my-table.toml", "--json")).document
    assert document["file"] == "my-table.toml"
    assert document["rules"]["changed"] == {"pool_target": 30, "allpass_price": [2, 4, 8], "stalingrad": True}
    assert document["rules"]["values"]["pool_target"] == 30


def test_diff_with_named_rules(pulka: Program) -> None:
    path = name_rules(pulka, "моястол", TABLE)
    lines = done(pulka("rules", "diff", "leningrad", "моястол")).out.splitlines()
    assert " ".join(lines[: lines.index("")]).split()[-3:] == ["3", "rules", "differ"]
    document = done(pulka("rules", "diff", "my-table.toml", "моястол", "--json")).document
    assert document["first"] == {"preset": "leningrad", "file": "my-table.toml"}
    assert document["second"] == {"preset": "leningrad", "file": str(path)}
    assert document["differences"] == []


def test_a_wrong_rules_file_is_told_with_its_lines(pulka: Program) -> None:
    pulka.write("extends = sochi\n", "my-table.toml")
    outcome = pulka("rules", "show", "my-table.toml", "--json")
    assert outcome.code == 1
    assert outcome.document["file"] == "my-table.toml"
    assert [error["code"] for error in outcome.document["errors"]] == ["toml-syntax"]
    assert "1 | extends = sochi\n  |           ^^^^^\n" in outcome.err


@pytest.mark.parametrize("word", ["my-table.toml", "моястол"])
def test_rules_alone_are_no_question(pulka: Program, word: str) -> None:
    name_rules(pulka, "моястол", TABLE)
    outcome = pulka("rules", word)
    assert outcome.code == 2
    assert f'did you mean "pulka rules show {word}"' in outcome.err


def test_a_pulka_is_still_shown_by_its_path(pulka: Program) -> None:
    for name in ("a.pulka", "game"):
        pulka.write("pulka 1\nrules rostov\nplayers А Б В\n", name)
        for word in (name, f"./{name}"):
            assert done(pulka("rules", "show", word, "--json")).document["rules"]["preset"] == "rostov"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["rules", "schema", "new"])
def test_help_fits(pulka: Program, command: str, lang: Language) -> None:
    text = done(pulka(command, "--help", lang=lang)).out
    assert max(map(len, text.splitlines())) <= 80
    assert {"rules": ".toml", "new": ".toml", "schema": "pulka schema rules"}[command] in text
    assert "schema" in done(pulka("--help", lang=lang)).out
