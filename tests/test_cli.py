"""The command line: what each command prints, writes and returns, and its JSON to the letter."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from pulka_calc.cli.commands import COMMANDS
from pulka_calc.words.speech import LANGUAGES, Language
from tests.tools import golden
from tests.tools.golden import Outcome, Program, Scene, Stream

HEAD: Final = "pulka 1\nrules sochi\nplayers Аня Боря Вера\n\n"
FIRST: Final = "1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
GAME: Final = HEAD + FIRST
SHORT: Final = "а 6п б3 в1"
"""The first hand as it is typed at the table."""

NEXT: Final = {"dealer": "Боря", "allpass_in_row": 0, "allpass_price": 1, "minimum_bid": 6}
POSTINGS: Final = [
    {
        "column": "pool",
        "player": "Аня",
        "on": None,
        "points": 2,
        "rule": "contract_value",
        "text": "the contract is made: 2",
    },
    {
        "column": "whists",
        "player": "Боря",
        "on": "Аня",
        "points": 6,
        "rule": "whist_value",
        "text": "whists for 3 tricks: 3 × 2 = 6",
    },
    {
        "column": "whists",
        "player": "Вера",
        "on": "Аня",
        "points": 2,
        "rule": "whist_value",
        "text": "whists for 1 trick: 1 × 2 = 2",
    },
]
SHOWN: Final[dict[str, Any]] = {
    "schema": "pulka/1",
    "file": "a.pulka",
    "title": None,
    "date": None,
    "rules": {"preset": "sochi", "changed": {}},
    "players": ["Аня", "Боря", "Вера"],
    "hands": 1,
    "over": False,
    "next": NEXT,
    "sheet": {
        "pool": {"Аня": 2, "Боря": 0, "Вера": 0},
        "mountain": {"Аня": 0, "Боря": 0, "Вера": 0},
        "whists": {"Аня": {"Боря": 0, "Вера": 0}, "Боря": {"Аня": 6, "Вера": 0}, "Вера": {"Аня": 2, "Боря": 0}},
    },
    "bombs": {"Аня": [], "Боря": [], "Вера": []},
    "warnings": [],
}


@pytest.fixture
def pulka(tmp_path: Path) -> Program:
    """The program in a folder with one pulka, `a.pulka`, of one hand."""
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
    return outcome


def refused(program: Program, *arguments: str, code: int = 1, name: str = "a.pulka", **options: Any) -> Outcome:
    """A run that must change nothing, print no data, say why, and end with `code`."""
    before, memory = program.text(name), remembered(program)
    outcome = program(*arguments, **options)
    assert outcome.code == code, outcome
    assert program.text(name) == before
    assert remembered(program) == memory
    assert outcome.err.strip()
    assert not outcome.out or "--json" in arguments
    return outcome


def remembered(program: Program) -> str | None:
    """Which file the program would work on by itself."""
    memory = program.state / "last-pulka"
    return memory.read_text(encoding="utf-8") if memory.exists() else None


def added(program: Program, name: str = "a.pulka", since: str = GAME) -> str:
    """What was appended to a file; everything before it is as it was."""
    text = program.text(name)
    assert text.startswith(since)
    return text.removeprefix(since)


# All commands


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps(empty: Program, command: str, lang: Language) -> None:
    outcome = done(empty(command, "--help", lang=lang))
    assert f"pulka {command} " in outcome.out
    assert "--lang" in outcome.out
    assert not outcome.err
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert ("Usage" in outcome.out) == (lang == "en")
    assert list(empty.folder.iterdir()) == []


@pytest.mark.parametrize("arguments", [(), ("--help",)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_overview(empty: Program, arguments: tuple[str, ...], lang: Language) -> None:
    outcome = done(empty(*arguments, lang=lang))
    assert all(f"\n  {command} " in outcome.out for command in COMMANDS)
    assert not outcome.out.startswith("pulka:")
    assert not outcome.err


def test_version(empty: Program) -> None:
    assert done(empty("--version")).out.startswith("pulka-calc ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("frob",), "frob"),
        (("shwo",), "show"),
        (("--frob",), "--frob"),
        (("show", "--frob"), "--frob"),
        (("show", "-f"), "-f"),
        (("add", "--frob", "а", "6"), "--frob"),
        (("add", "а", "6", "--dry"), "--dry"),
        (("add", "а", "6", "-f"), "-f"),
        (("add", "а", "6", "--file"), "--file"),
        (("fix", "1", "а", "6", "-f"), "-f"),
        (("add", "а", "6", "--lang"), "--lang"),
        (("add", "а", "6", "--lang", "fr"), "fr"),
        (("show", "--lang=de"), "de"),
        (("add",), "pulka add"),
        (("add", ""), "hand"),
        (("add", "#", "nothing"), "hand"),
        (("fix",), "pulka fix"),
        (("fix", "1"), "pulka fix"),
        (("fix", "one", "а", "6"), "one"),
        (("fix", "-1", "а", "6"), "-1"),
        (("void",), "pulka void"),
        (("void", "x"), "x"),
        (("adjust",), "pulka adjust"),
        (("rename",), "pulka rename"),
        (("rename", "Аня"), "pulka rename"),
        (("rename", "Аня", "Боря", "Вера"), "pulka rename"),
        (("rename", "", "Аня"), "pulka rename"),
        (("rename", " ", "Аня"), "pulka rename"),
        (("rename", ",", "Аня"), "pulka rename"),
        (("set",), "pulka set"),
        (("set", "title"), "pulka set"),
        (("set", " "), "pulka set"),
        (("set", "rules", "foo"), "foo"),
        (("set", "rule", "pool_target"), "pulka set"),
        (("set", "players", "А"), "pulka set"),
        (("what-if",), "pulka what-if"),
        (("rescore",), "pulka rescore"),
        (("explain", "0"), "0"),
        (("explain", "9"), "9"),
        (("explain", "whists"), "pulka explain"),
        (("explain", ""), "pulka explain"),
        (("explain", "Аня", "pool", "Боря"), "pulka explain"),
        (("explain", "Аня", "whists", "Аня"), "pulka explain"),
        (("undo", "0"), "0"),
        (("undo", "one"), "one"),
        (("undo", "1", "2"), "2"),
        (("redo", "100"), "100"),
        (("use",), "FILE"),
        (("export",), "-o"),
        (("export", "-o", ""), "-o"),
        (("export", "-o", "x"), "xlsx"),
        (("export", "-o", "x.doc"), "xlsx"),
        (("export", "-o", "-"), "xlsx"),
        (("export", "-o", "x.csv", "--format", "xlsx"), "x.csv"),
        (("export", "-o", "x.csv", "--delimiter", "!"), "!"),
        (("export", "a.pulka", "a.pulka", "-o", "x.csv"), "one"),
        (("show", "a.pulka", "-f", "a.pulka"), "-f"),
        (("show", "-f", ""), ""),
        (("add", "-f", "", "б", "6"), ""),
        (("new",), "pulka new"),
        (("new", "-f", "-", "A", "B", "C"), "-f"),
        (("new", "A", "B", "C", "--rule", "pool_target"), "pool_target"),
    ],
)
def test_usage_errors(pulka: Program, arguments: tuple[str, ...], said: str) -> None:
    outcome = refused(pulka, *arguments, code=2)
    assert outcome.err.startswith("pulka: ")
    assert said in outcome.err
    assert sorted(path.name for path in pulka.folder.iterdir()) == ["a.pulka"]


def test_the_number_that_is_not_there_is_named(pulka: Program) -> None:
    for number in ("0", "9", "34"):
        assert f"hand {number}" in refused(pulka, "explain", number, code=2).err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_language_of_the_run(pulka: Program, lang: Language) -> None:
    other: Language = "en" if lang == "ru" else "ru"
    spoken = done(pulka("show", lang=lang)).out
    for arguments in (["show", "--lang", lang], ["--lang", lang, "show"], ["show", f"--lang={lang}"]):
        assert done(pulka(*arguments, lang=other)).out == spoken
    assert ("гора" in spoken) == (lang == "ru")


def test_json_is_english_in_every_language(pulka: Program) -> None:
    for arguments in (["show"], ["settle"], ["explain"], ["explain", "Аня", "pool"], ["check"], ["add", "б", "6"]):
        arguments = [*arguments, "--json", *(["--dry-run"] if arguments[0] == "add" else [])]
        assert done(pulka(*arguments, lang="ru")).out == done(pulka(*arguments, lang="en")).out
    wrong = ["add", "б", "6п", "а9", "в9", "--json"]
    assert pulka(*wrong, lang="ru").out == pulka(*wrong, lang="en").out


# Golden texts


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", golden.SCENES, ids=lambda scene: scene.name)
def test_golden(scene: Scene, lang: Language) -> None:
    expected = golden.expected_path(scene, lang).read_bytes().decode()
    assert golden.printed(scene, lang) == expected, "if this is meant: python tests/tools/golden.py"


def test_no_golden_text_is_left_over() -> None:
    expected = {golden.expected_path(scene, lang).name for scene in golden.SCENES for lang in LANGUAGES}
    # The form's are held by the tests of the terminal.
    assert {path.name for path in golden.GOLDEN.glob("*.txt") if not path.name.startswith("paper-form-")} == expected
    assert {path.stem for path in golden.GOLDEN.glob("*.pulka")} == {scene.file for scene in golden.SCENES}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", golden.SCENES, ids=lambda scene: scene.name)
def test_golden_texts_fit_their_width(scene: Scene, lang: Language) -> None:
    text = golden.expected_path(scene, lang).read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= scene.width


# new


def test_new(empty: Program) -> None:
    outcome = done(
        empty("new", "Аня", "Боря", "Вера", "--pool", "10", "--dealer", "Боря", "--stake", "0.5 RUB", "--title", "Дача")
    )
    assert empty.text("2026-05-09.pulka") == (
        "pulka 1\ntitle Дача\ndate 2026-05-09\nrules sochi\nrule pool_target 10\nstake 0.5 RUB\n"
        "players Аня Боря Вера\ndealer Боря\n\n"
    )
    assert "2026-05-09.pulka" in outcome.out
    assert not outcome.err
    assert str(empty.folder / "2026-05-09.pulka") in str(remembered(empty))


def test_new_in_russian_writes_russian_keywords(empty: Program) -> None:
    done(empty("new", "Аня", "Боря", "Вера", "--rules", "ленинградка", "--dealer", "Вера", lang="ru"))
    assert empty.text("2026-05-09.pulka") == (
        "pulka 1\nlang ru\nдата 2026-05-09\nправила leningrad\nигроки Аня Боря Вера\nсдаёт Вера\n\n"
    )
    assert done(empty("show", "--json")).document["rules"]["preset"] == "leningrad"


def test_new_takes_a_free_name(empty: Program) -> None:
    for name in ("2026-05-09.pulka", "2026-05-09-2.pulka", "2026-05-09-3.pulka"):
        assert name in done(empty("new", "A", "B", "C")).out
        assert empty.text(name)


def test_new_never_writes_over_a_file(pulka: Program) -> None:
    assert "a.pulka" in refused(pulka, "new", "A", "B", "C", "-f", "a.pulka", code=3).err


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (["=1+1", "+7", "@x"], '"=1+1" "+7" "@x"'),
        (["--", "-А", "Боря", "Вера"], '"-А" Боря Вера'),
        (["Анна Мария", "O'Neil", "12"], '"Анна Мария" O\'Neil "12"'),
        (["A", "B", "C", "D"], "A B C D"),
        (["А", "Б"], "А Б"),
        (["x" * 40, "#1", "a,b"], f'{"x" * 40} "#1" "a,b"'),
        (["李雷", "韩梅梅", "🂡"], '李雷 韩梅梅 "🂡"'),
    ],
)
def test_new_with_odd_names(empty: Program, names: list[str], written: str) -> None:
    done(empty("new", *names))
    assert f"\nplayers {written}\n" in empty.text("2026-05-09.pulka")
    assert done(empty("show", "--json")).document["players"] == [name for name in names if name != "--"]
    done(empty("settle", "--steps"))


@pytest.mark.parametrize("names", [["=1+1", "+7", "@x"], ["-А", "Анна Мария", "12"], ["Anna", "Andrew", "Alex"]])
def test_the_example_that_new_gives_can_be_typed(empty: Program, names: list[str]) -> None:
    lines = done(empty("new", "--", *names)).out.splitlines()
    words = next(line for line in lines if "pulka add" in line).partition("pulka add ")[2].removesuffix("…").split()
    done(empty("add", *words[:2]))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["A"], "players-count"),
        (["A", "B", "C", "D", "E"], "players-count"),
        (["Аня", "аня", "В"], "name-twice"),
        (["Пётр", "Петр", "В"], "name-twice"),
        (["", "B", "C"], "name-empty"),
        (["whist", "B", "C"], "name-reserved"),
        (["пас", "B", "C"], "name-reserved"),
        (["x" * 41, "B", "C"], "name-long"),
        (["A\x1bB", "B", "C"], "name-control"),
        (["A", "B", "C", "--rules", "poker"], "rules-unknown"),
        (["A", "B", "C", "--rule", "foo=1"], "rule-unknown"),
        (["A", "B", "C", "--rule", "pool_target=x"], "rule-value"),
        (["A", "B", "C", "--rule", "pool_target=none"], "rules-"),
        (["A", "B", "C", "--pool", "0"], "rule-value"),
        (["A", "B", "C", "--pool", "10", "--rule", "pool_target=20"], "rule-twice"),
        (["A", "B", "C", "--stake", "abc"], "stake-unknown"),
        (["A", "B", "C", "--dealer", "Z"], "player-unknown"),
        (["A", "B", "C", "--title", "\x1b[31m"], "title-control"),
    ],
)
def test_new_refuses(empty: Program, arguments: list[str], code: str) -> None:
    outcome = empty("new", *arguments)
    assert outcome.code == 1, outcome
    assert f"error[{code}" in outcome.err
    assert not outcome.out
    assert list(empty.folder.iterdir()) == []
    assert remembered(empty) is None


def test_new_refuses_a_quotation_mark_in_a_name(empty: Program) -> None:
    assert empty("new", 'A"B', "B", "C").code in (1, 2)
    assert list(empty.folder.iterdir()) == []


def test_new_asks_on_a_terminal(empty: Program) -> None:
    outcome = done(empty("new", terminal=True, stdin="Аня, Боря Вера\n"))
    assert "players Аня Боря Вера\n" in empty.text("2026-05-09.pulka")
    assert outcome.err


@pytest.mark.parametrize(("typed", "code"), [("", 130), ("\n", 2), (" , \n", 2)])
def test_new_without_an_answer(empty: Program, typed: str, code: int) -> None:
    outcome = empty("new", terminal=True, stdin=typed)
    assert outcome.code == code
    assert outcome.err.strip()
    assert list(empty.folder.iterdir()) == []


# add


@pytest.mark.parametrize(
    "words",
    [
        [SHORT],
        ["а", "6п", "б3", "в1"],
        ["  а   6п б3\tв1 "],
        ["1.", "а", "6п", "б3", "в1"],
        ["1. Аня 6♠ =, Боря 3, Вера 1"],
        ["@1", "6.1", "6", "@2", "в", "3", "@3", "в", "1"],
        ["--", "а", "6п", "=", "б3", "в1"],
        ["а", "6п", "--yes", "б3", "-f", "b.pulka", "в1"],
        ["--file=b.pulka", "Аня", "6s", "Боря", "w", "3", "Вера", "1"],
        ["--lang", "en", SHORT],
    ],
)
def test_add(empty: Program, words: list[str]) -> None:
    empty.write(HEAD, "b.pulka")
    outcome = done(empty("add", *words))
    assert added(empty, "b.pulka", HEAD) == FIRST
    assert outcome.err == "b.pulka\n"
    lines = outcome.out.splitlines()
    assert lines[0] == FIRST.rstrip()
    assert "Аня, pool +2 (the contract is made: 2)" in outcome.out
    assert "next: Боря deals" in outcome.out
    assert str(empty.folder / "b.pulka") in str(remembered(empty))


def test_add_says_what_was_worked_out(pulka: Program) -> None:
    assert "worked out: Боря 6" in done(pulka("add", "б", "6п", "а3", "в1")).out


def test_add_writes_the_files_own_language(empty: Program) -> None:
    head = HEAD.replace("\n", "\nlang ru\n", 1)
    empty.write(head)
    done(empty("add", "а 6п б3 в п", lang="en"))
    assert added(empty, since=head) == "1. Аня 6♠ 7, Боря вист 3, Вера пас\n"


def test_words_are_never_options(pulka: Program) -> None:
    done(pulka("add", "б", "6п", "-2", "а", "w", "в", "п"))
    done(pulka("add", "в", "6п", "+1", "а", "1"))
    assert added(pulka) == "2. Боря 6♠ 4, Вера pass, Аня whist 6\n3. Вера 6♠ 7, Аня whist 1, Боря pass 2\n"
    assert "declarer-unknown" in refused(pulka, "add", "-А", "6п").err
    assert "--yes" in refused(pulka, "add", "а", "--", "--yes").err


@pytest.mark.parametrize("name", ["-А", "+7", "=1+1", "12", "@x", "Анна Мария", "a,b", "=", "6♠"])
def test_a_whole_name_is_the_player_whatever_it_looks_like(empty: Program, name: str) -> None:
    done(empty("new", "-f", "a.pulka", "--", name, "Боря", "Вера"))
    head = empty.text()
    done(empty("add", "--", name, "6п", "б3", "в1"))
    done(empty("add", "б", "6п", name, "3", "в", "1"))
    done(empty("adjust", "--", name, "pool", "-1", "x"))
    done(empty("adjust", "б", "whists", name, "+5", "x"))
    assert added(empty, since=head) == (
        f'1. "{name}" 6♠ 6, Боря whist 3, Вера whist 1\n2. Боря 6♠ 6, Вера whist 1, "{name}" whist 3\n'
        f'adjust "{name}" pool -1 "x"\nadjust Боря whists "{name}" +5 "x"\n'
    )
    assert done(empty("explain", "--json", "--", name, "pool")).document["total"] == 1
    done(empty("rename", "--", name, "Аня"))
    assert done(empty("show", "--json")).document["players"] == ["Аня", "Боря", "Вера"]


def test_add_dry_run(pulka: Program) -> None:
    written = done(pulka("add", "б", "6п", "--dry-run", "а3"))
    assert pulka.text() == GAME
    assert remembered(pulka) is None
    assert written.err.strip()
    assert done(pulka("add", "б", "6п", "а3")).out == written.out


def test_add_json(empty: Program) -> None:
    empty.write(HEAD)
    outcome = done(empty("add", "--json", SHORT))
    assert outcome.document == {
        "schema": "pulka/1",
        "hand": 1,
        "line": 5,
        "text": FIRST.rstrip(),
        "postings": POSTINGS,
        "completed": {"Аня": 6},
        "next": NEXT,
    }
    assert list(outcome.document) == ["schema", "hand", "line", "text", "postings", "completed", "next"]
    assert added(empty, since=HEAD) == FIRST


def test_add_json_when_the_pulka_is_over(empty: Program) -> None:
    empty.write(HEAD.replace("players", "rule pool_target 2\nrule pool_end all_but_one\nplayers"))
    done(empty("add", "а 6"))
    assert done(empty("add", "--json", "б", "6")).document["next"] is None
    assert done(empty("show", "--json")).document["over"] is True
    assert "error[" in refused(empty, "add", "в", "6").err


@pytest.mark.parametrize(
    ("words", "code", "column"),
    [
        ("б 6п а9 в9", "tricks-total", 10),
        ("б 6п 6 а3 в2", "tricks-total", 9),
        ("б 6п 11 а0 в0", "tricks-range", 9),
        ("б мизер 11", "tricks-range", 12),
        ("б мизер -1", None, None),
        ("б мизер", None, None),
        ("б мизер 1 а в3", None, None),
        ("г 6п а3 в1", "player-unknown", 4),
        ("б 6п а", "role-missing", 9),
        ("б 6п 5", "nobody-whisted", None),
        ("б 6п в п а пв 3", "half-counts", None),
        ("б 5п а3", None, None),
        ("б 6п б3 в1", None, None),
        ("рп а4 б3 в4", "tricks-total", None),
        ("рп а-1 б6 в5", None, None),
        ("8. б 6п а3 в1", "number-gap", 1),
        ("1. б 6п а3 в1", "number-repeat", 1),
        ("2.", "hand-empty", None),
        ("2.б", "contract-missing", None),
        ("99999999. б 6", "hand-number", 1),
        ('б 6п "а', "quote-open", None),
        ("undo", "player-unknown", 4),
        ("ё 6", "player-unknown", 4),
        ("б 6" + " а" * 1000, None, None),
        ("б 6п а" + "1" * 100_000, "tricks-range", 10),
        ("ю" * 100_000, None, None),
    ],
)
def test_add_refuses(pulka: Program, words: str, code: str | None, column: int | None) -> None:
    outcome = refused(pulka, "add", words)
    assert "a.pulka:6:" in outcome.err
    assert "error[" in outcome.err
    assert len(outcome.err) < 1500
    (error,) = refused(pulka, "add", "--json", words).document["errors"]
    assert code is None or error["code"] == code
    assert column is None or error["column"] == column
    assert error["line"] == 6


@pytest.mark.parametrize(
    ("head", "hand", "code"),
    [
        (
            "rules rostov\nrule minimum_bid_after_allpass 7,8\nplayers A B C\n\n1. allpass A 4, B 3, C 3\n",
            "b 6",
            "bid-",
        ),
        ("rules sochi\nplayers Аня Алла Вера\n", "а 6", "player-ambiguous"),
        ("rules sochi\nplayers A B C D\n", "a 6", "dealer-plays"),
        ("rules sochi\nplayers A B C D\n", "b 6 a w 3", "dealer-"),
        ("rules sochi\nplayers A B C D\n", "allpass A 3 B 3 C 4 D 0", "dealer-talon-tricks"),
        ("rules sochi\nplayers A B\n", "a 6", "two-players"),
        ("rules sochi\nrule pool_target 1\nplayers A B C\n\n1. A 8\n", "b 6", "pulka-over"),
        ("rules rostov\nplayers A B C\n", "a 6 giveup", "giveup-off"),
        ("rules sochi\nrule stalingrad yes\nplayers A B C\n", "a 6s b pass c w 4", "stalingrad"),
    ],
)
def test_add_refuses_what_the_rules_do_not_allow(empty: Program, head: str, hand: str, code: str) -> None:
    empty.write(f"pulka 1\n{head}")
    assert f"error[{code}" in refused(empty, "add", hand).err


def test_errors_as_json(pulka: Program) -> None:
    outcome = refused(pulka, "add", "--json", "б 6п а9 в9")
    assert outcome.document == {
        "schema": "pulka/1",
        "file": "a.pulka",
        "errors": [
            {
                "code": "tricks-total",
                "line": 6,
                "column": 10,
                "message": "the tricks add up to 18, a hand has 10: eight tricks too many",
                "help": "one of these counts is too high",
            }
        ],
    }


def test_one_mistake_is_one_message(pulka: Program) -> None:
    assert refused(pulka, "add", "б 6п 6 а3 в2").err == (
        "a.pulka:6:9: error[tricks-total]: the tricks add up to 11, a hand has 10: one trick too many\n"
        "  |\n"
        "6 | 2. б 6п 6 а3 в2\n"
        "  |         ^  ^  ^\n"
        "  = help: leave one count out and it is worked out\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        "б 6п а3 в1\n3. в 6",
        "б 6п\x00",
        "б 6п \x1b[31m",
        "б 6\u2028undo",
        "б 6\r3. в 6",
        "б 6\x85",
        "б 6 \ud800",
    ],
)
@pytest.mark.parametrize("command", [("add",), ("fix", "1"), ("adjust", "Аня", "pool", "+1"), ("void", "1")])
def test_a_line_is_one_line_of_plain_text(pulka: Program, command: tuple[str, ...], words: str) -> None:
    before = pulka.text()
    outcome = pulka(*command, words)
    if outcome.code == 0:
        # A reason may come out of it with its blanks put right, but never another line.
        assert command[0] in ("adjust", "void")
        assert added(pulka).count("\n") == 1
        assert added(pulka).rstrip("\n").isprintable()
    else:
        assert outcome.code in (1, 2)
        assert outcome.err.strip()
        assert pulka.text() == before


@pytest.mark.parametrize("command", [("adjust",), ("fix",), ("void",), ("set",), ("rename",)])
def test_a_single_argument_smuggles_no_second_line(pulka: Program, command: tuple[str, ...]) -> None:
    whole = {
        "adjust": "Аня pool +1 x\nundo",
        "fix": "1 а 7п б2 в1\n2. Вера misere 0",
        "void": "1 x\nundo",
        "set": "title x\nundo",
        "rename": "Аня Алла\nundo",
    }[command[0]]
    pulka(*command, whole)
    lines = pulka.text().splitlines()
    assert "undo" not in lines
    assert len(lines) <= len(GAME.splitlines()) + 1
    assert done(pulka("show", "--json")).document["hands"] <= 1


def test_add_many_lines(pulka: Program) -> None:
    block = '\ufeffб 6п а3 в1\r\n\r\n# a comment\r\n3. в 7ч  # and another\nvoid 1 "misdeal"\nundo\nа мизер 0\n'
    outcome = done(pulka("add", "-", stdin=block))
    assert added(pulka) == (
        "2. Боря 6♠ 6, Вера whist 1, Аня whist 3\n3. Вера 7♥, Аня pass, Боря pass\n"
        'void 1 "misdeal"\nundo\n4. Аня misere 0\n'
    )
    assert [line[:2] for line in outcome.out.splitlines() if line[:1].isdigit()] == ["2.", "3.", "4."]


def test_add_many_lines_as_json(pulka: Program) -> None:
    documents = done(pulka("add", "-", "--json", stdin="б 6п а3 в1\nв 7ч\n")).documents
    assert [document["hand"] for document in documents] == [2, 3]
    assert [document["completed"] for document in documents] == [{"Боря": 6}, {}]
    assert all(list(document) == list(documents[0]) for document in documents)


@pytest.mark.parametrize(
    ("block", "code", "said"),
    [
        ("б 6п а3 в1\nзы 6\nв 6\n", 1, "a.pulka:7:"),
        ("б 6п а3 в1\n5. в 6\n", 1, "number-gap"),
        ("б 6п а3 в1\nundo\nundo\nundo\n", 1, "undo"),
        ("б 6п а3 в1\nplayers A B C\n", 1, "error["),
        ("б 6п а3 в1\nб 6 \x1b\n", 2, "control"),
        ("", 2, "hand"),
        ("\n \n# only a comment\n", 2, "hand"),
        ("Аня 6\n".encode("cp1251"), 3, "not UTF-8, it looks like the Russian Windows encoding cp1251"),
        ("Аня 6\n".encode("utf-16"), 3, "not UTF-8, it looks like UTF-16"),
        (b"\xd0\n", 3, "UTF-8"),
        ("Аня 6\nБоря ".encode() + b"\xd0\n", 3, "not UTF-8: line 2, column 6"),
        (b"# " + b"x" * 17 * 2**20, 3, "16 MB"),
    ],
)
def test_add_many_lines_is_all_or_nothing(pulka: Program, block: str | bytes, code: int, said: str) -> None:
    assert said in refused(pulka, "add", "-", stdin=block, code=code).err


def test_add_to_a_file_without_a_last_line_end(empty: Program) -> None:
    empty.write(GAME.rstrip("\n"))
    done(empty("add", "б 6"))
    assert added(empty) == "2. Боря 6, Вера pass, Аня pass\n"


def test_add_to_a_file_with_windows_line_ends(empty: Program) -> None:
    text = "\ufeff" + GAME.replace("\n", "\r\n")
    empty.write(text)
    done(empty("add", "б 6"))
    assert added(empty, since=text) == "2. Боря 6, Вера pass, Аня pass\n"


def test_add_stores_although_a_check_fails(empty: Program) -> None:
    text = GAME + "check Аня pool 3\n"
    empty.write(text)
    outcome = empty("add", "б 6")
    assert outcome.code == 1
    assert "check-failed" in outcome.err
    assert "Боря, pool +2" in outcome.out
    assert added(empty, since=text) == "2. Боря 6, Вера pass, Аня pass\n"


# undo and redo


def test_undo_and_redo(pulka: Program) -> None:
    done(pulka("add", "б 6"))
    outcome = done(pulka("undo"))
    assert "2. Боря 6, Вера pass, Аня pass" in outcome.out
    assert "Боря, pool: 2 → 0" in outcome.out
    assert outcome.err == "a.pulka\n"
    done(pulka("undo"))
    assert done(pulka("show", "--json")).document["hands"] == 0
    assert "1. Аня 6♠ 6" in done(pulka("redo")).out
    assert done(pulka("redo", "--json")).document["hands"] == 2
    assert added(pulka) == (
        "2. Боря 6, Вера pass, Аня pass\nundo  # 2. Боря 6, Вера pass, Аня pass\n"
        "undo  # 1. Аня 6♠ 6, Боря whist 3, Вера whist 1\nredo  # 1. Аня 6♠ 6, Боря whist 3, Вера whist 1\n"
        "redo  # 2. Боря 6, Вера pass, Аня pass\n"
    )


def test_undo_is_emptied_and_filled(pulka: Program) -> None:
    assert refused(pulka, "redo", code=2).err
    done(pulka("undo"))
    assert refused(pulka, "undo", code=2).err
    done(pulka("add", "а 7"))
    assert refused(pulka, "redo", code=2).err
    assert done(pulka("undo", "--json")).document["hands"] == 0
    assert "1. Аня 7" in done(pulka("redo")).out


def test_what_was_undone_is_entered_once(pulka: Program) -> None:
    before = done(pulka("show", "--json")).document
    done(pulka("undo"))
    done(pulka("add", SHORT))
    assert done(pulka("show", "--json")).document == before


def test_undo_takes_back_each_kind_of_line(pulka: Program) -> None:
    before = done(pulka("show", "--json")).document
    for command in (["adjust", "Аня", "pool", "+1", "#1"], ["fix", "1", "а 7"], ["void", "1", "a # b"]):
        done(pulka(*command))
        assert done(pulka("show", "--json")).document != before
        assert done(pulka("undo", "--json")).document == before
        done(pulka("redo"))
        done(pulka("undo"))


def test_undo_in_russian(empty: Program) -> None:
    head = HEAD.replace("\n", "\nlang ru\n", 1)
    empty.write(head)
    done(empty("add", "а 6"))
    done(empty("undo"))
    done(empty("redo"))
    assert added(empty, since=head) == (
        "1. Аня 6, Боря пас, Вера пас\nотменить  # 1. Аня 6, Боря пас, Вера пас\n"
        "вернуть  # 1. Аня 6, Боря пас, Вера пас\n"
    )


# fix and void


FIX: Final = "fix 1. Аня 7♠ 7, Боря whist 2, Вера whist 1\n"


@pytest.mark.parametrize(
    "words",
    [["1", "а 7п б2 в1"], ["1.", "а", "7п", "б2", "в1"], ["1 а 7п б2 в1"], ["1", "а", "7п", "б2", "в1", "--yes"]],
)
def test_fix(pulka: Program, words: list[str]) -> None:
    outcome = done(pulka("fix", *words))
    assert added(pulka) == FIX
    for line in (
        "before: 1. Аня 6♠ 6, Боря whist 3, Вера whist 1",
        "1. Аня 7♠ 7, Боря whist 2, Вера whist 1",
        "  Аня, pool: 2 → 4",
        "  Боря, whists on Аня: 6 → 8",
    ):
        assert line in outcome.out.splitlines()


@pytest.mark.parametrize("words", [["1"], ["1."], ["1", "misdeal", "#2"], ["1 misdeal #2"], ["1", '"misdeal #2"']])
def test_void(pulka: Program, words: list[str]) -> None:
    outcome = done(pulka("void", *words))
    assert added(pulka) == ('void 1 "misdeal #2"\n' if "misdeal" in "".join(words) else "void 1\n")
    assert "  Аня, pool: 2 → 0" in outcome.out.splitlines()
    assert done(pulka("show", "--json")).document["hands"] == 0


def test_a_reason_keeps_no_quotation_mark(pulka: Program) -> None:
    done(pulka("void", "1", 'he said "no" #3'))
    done(pulka("adjust", "Аня", "pool", "+1", 'he said "no" #3'))
    assert done(pulka("check")).out == ""
    assert added(pulka).count("\n") == 2
    assert added(pulka).count("#3") == 2


@pytest.mark.parametrize("command", [["fix", "1", "а 7п б2 в1"], ["void", "1"]])
@pytest.mark.parametrize("typed", ["y\n", "yes\n", "Y\n", " да \n", "д\n"])
def test_fix_and_void_ask_on_a_terminal(pulka: Program, command: list[str], typed: str) -> None:
    outcome = done(pulka(*command, terminal=True, stdin=typed))
    assert "Аня, pool: 2 →" in outcome.out
    assert "[y/n]" in outcome.err
    assert added(pulka)


@pytest.mark.parametrize("command", [["fix", "1", "а 7п б2 в1"], ["void", "1"]])
@pytest.mark.parametrize(("typed", "code"), [("n\n", 1), ("\n", 1), ("нет\n", 1), ("", 130)])
def test_declined(pulka: Program, command: list[str], typed: str, code: int) -> None:
    outcome = pulka(*command, terminal=True, stdin=typed)
    assert outcome.code == code
    assert "Аня, pool: 2 →" in outcome.out, "the change is shown before the question"
    assert "nothing was written" in outcome.err
    assert pulka.text() == GAME
    assert remembered(pulka) is None


def test_yes_is_not_asked(pulka: Program) -> None:
    assert "[y/n]" not in done(pulka("fix", "1", "а 7п б2 в1", "-y", terminal=True)).err
    assert added(pulka) == FIX


@pytest.mark.parametrize("command", [["fix", "1", "а 7п б2 в1"], ["void", "1"]])
def test_fix_and_void_dry_run(pulka: Program, command: list[str]) -> None:
    outcome = done(pulka(*command, "--dry-run", terminal=True))
    assert "Аня, pool: 2 →" in outcome.out
    assert "[y/n]" not in outcome.err
    assert pulka.text() == GAME
    assert remembered(pulka) is None


def test_fix_json(pulka: Program) -> None:
    document = done(pulka("fix", "1", "а 7п б2 в1", "--json")).document
    assert list(document) == list(SHOWN)
    assert document["sheet"]["pool"]["Аня"] == 4
    assert done(pulka("void", "1", "--json", "--dry-run")).document["hands"] == 0
    assert done(pulka("show", "--json")).document == document


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["fix", "2", "а 6"], "hand-missing"),
        (["fix", "0", "а 6"], "hand-missing"),
        (["void", "2"], "hand-missing"),
        (["fix", "1", "а 6п б9 в9"], "tricks-total"),
        (["fix", "1", "zzz"], "player-unknown"),
    ],
)
def test_fix_and_void_refuse(pulka: Program, command: list[str], code: str) -> None:
    assert f"error[{code}]" in refused(pulka, *command).err
    (error,) = refused(pulka, *command, "--json").document["errors"]
    assert error["code"] == code


def test_a_voided_hand_is_not_fixed(pulka: Program) -> None:
    done(pulka("void", "1"))
    assert "error[hand-voided]" in refused(pulka, "fix", "1", "а 7").err
    assert "error[hand-voided]" in refused(pulka, "void", "1").err
    assert "struck out" in refused(pulka, "explain", "1", code=2).err


def test_a_fix_warns_of_what_is_no_longer_legal(empty: Program) -> None:
    text = HEAD.replace("players", "rule pool_target 4\nplayers") + "1. Аня 6\n2. Боря 7\n3. Вера 7\n4. Аня 6\n"
    empty.write(text)
    assert done(empty("show", "--json")).document["over"] is True
    outcome = done(empty("fix", "1", "а", "7", "--dry-run"))
    assert "warning[" in outcome.err
    assert empty.text() == text
    done(empty("fix", "1", "а", "7"))
    assert done(empty("check")).err.count("warning[") == 1


def test_a_fix_is_refused_when_the_file_changed_meanwhile(pulka: Program) -> None:
    def slowly() -> str:
        """Somebody else adds a hand while the question stands."""
        done(pulka("add", "б 6"))
        return "y\n"

    outcome = pulka("fix", "1", "а 7", stdin=Stream(terminal=True, answer=slowly), terminal=True)
    assert outcome.code == 3
    assert added(pulka) == "2. Боря 6, Вера pass, Аня pass\n"


# adjust


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["Боря", "mountain", "+1", "misdeal"], 'adjust Боря mountain +1 "misdeal"'),
        (["б", "гора", "-3"], "adjust Боря mountain -3"),
        (["б", "гора", "−3"], "adjust Боря mountain -3"),
        (["@1", "whists", "@2", "52", "saw", "the", "talon"], 'adjust Аня whists Боря +52 "saw the talon"'),
        (["Аня whists Боря +52 saw the talon"], 'adjust Аня whists Боря +52 "saw the talon"'),
        (["а", "пуля", "2,5", "x"], 'adjust Аня pool +5/2 "x"'),
        (["а", "pool", "5/2"], "adjust Аня pool +5/2"),
        (["а", "pool", "0"], "adjust Аня pool 0"),
        (["а", "pool", "+1", "5", "of", "6"], 'adjust Аня pool +1 "5 of 6"'),
    ],
)
def test_adjust(pulka: Program, words: list[str], written: str) -> None:
    outcome = done(pulka("adjust", *words))
    line = added(pulka).rstrip("\n").replace("pool +0", "pool 0")
    assert line == written
    assert outcome.err == "a.pulka\n"
    assert "next: " in outcome.out


def test_adjust_json_and_dry_run(pulka: Program) -> None:
    outcome = done(pulka("adjust", "а", "pool", "5/2", "--json", "--dry-run"))
    assert outcome.document["sheet"]["pool"]["Аня"] == "9/2"
    assert pulka.text() == GAME
    assert done(pulka("adjust", "а", "pool", "5/2", "--json")).document == outcome.document


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["Боря"], "words-missing"),
        (["Боря", "pool"], "words-missing"),
        (["Боря", "pool", "x"], "figure-unknown"),
        (["Боря", "pool", "1O"], "figure-unknown"),
        (["Боря", "pool", "1/0"], "figure-unknown"),
        (["Боря", "pool", "1e5"], "figure-unknown"),
        (["Боря", "pool", "9" * 13], "figure-long"),
        (["Боря", "whists", "Боря", "1"], "whists-on-self"),
        (["Боря", "whists", "1"], "player-unknown"),
        (["Боря", "balance", "1"], "adjust-column"),
        (["Боря", "beer", "1"], "column-unknown"),
        (["Жора", "pool", "1"], "player-unknown"),
        (["pool", "1"], "player-unknown"),
    ],
)
def test_adjust_refuses(pulka: Program, words: list[str], code: str) -> None:
    assert f"error[{code}]" in refused(pulka, "adjust", *words).err
    assert refused(pulka, "adjust", "--json", *words).document["errors"][0]["code"] == code


# rename and set


@pytest.mark.parametrize("words", [["Боря", "Борис"], ["б", "Борис"], ["Боря Борис"], ["@2", "Борис"]])
def test_rename(pulka: Program, words: list[str]) -> None:
    done(pulka("adjust", "б", "whists", "а", "+1", "Боря"))
    before = done(pulka("settle", "--json")).document
    outcome = done(pulka("rename", *words))
    assert "Борис" in outcome.out
    assert pulka.text() == GAME.replace("Боря", "Борис") + 'adjust Борис whists Аня +1 "Боря"\n'
    after = done(pulka("settle", "--json")).document
    assert after["sheet"]["whists"]["Борис"] == before["sheet"]["whists"]["Боря"]
    assert list(after["settlement"]["exact"].values()) == list(before["settlement"]["exact"].values())


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["Аня", "боря"], "name-twice"),
        (["Аня", "вист"], "name-reserved"),
        (["Аня", "x" * 41], "name-long"),
        (["Аня", 'a"b'], "name-quote"),
        (["Аня", ""], "name-empty"),
        (["Жора", "Зоя"], "player-unknown"),
        (["@4", "Зоя"], "seat-unknown"),
    ],
)
def test_rename_refuses(pulka: Program, words: list[str], code: str) -> None:
    assert f"error[{code}]" in refused(pulka, "rename", *words).err
    assert refused(pulka, "rename", "--json", *words).document["errors"][0]["code"] == code


def test_rename_refuses_control_characters(pulka: Program) -> None:
    for name in ("a\x1bb", "a\nb", "\u200b", "\ue000"):
        assert pulka("rename", "Аня", name).code in (1, 2)
        assert pulka.text() == GAME


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["title", "На", "даче"], "title На даче"),
        (["title На даче"], "title На даче"),
        (["название", "Пуля #3"], 'title "Пуля #3"'),
        (["title", "--", "--x"], "title --x"),
        (["date", "2026-05-10"], "date 2026-05-10"),
        (["дата", "2026-05-10"], "date 2026-05-10"),
        (["stake", "0,5", "RUB"], "stake 0,5 RUB"),
        (["ставка", "10", "RUB", "per", "100"], "stake 10 RUB per 100"),
        (["lang", "ru"], None),
    ],
)
def test_set(pulka: Program, words: list[str], line: str | None) -> None:
    done(pulka("set", *words))
    lines = pulka.text().splitlines()
    assert lines[1] in ([line] if line else ["lang ru", "язык ru"])
    del lines[1]
    assert lines == GAME.splitlines()
    done(pulka("set", *words))
    assert pulka.text().count("\n") == GAME.count("\n") + 1


def test_set_keeps_everything_else(empty: Program) -> None:
    text = '\ufeff# Иванов\r\npulka 1  # версия\r\ntitle a # my "own" note\r\ndate 2026-05-09\t# day\r\nrules sochi\r\n'
    text += "players A B C\r\n# title z\r\n1. A 6\r\n"
    empty.write(text)
    done(empty("set", "title", "б"))
    assert empty.text() == text.replace("title a", "title б")
    done(empty("set", "date", "2026-01-01"))
    assert empty.text() == text.replace("title a", "title б").replace("2026-05-09", "2026-01-01")


def test_set_none_takes_out(pulka: Program) -> None:
    for what, value in (("title", "x"), ("stake", "1"), ("date", "2026-05-09")):
        done(pulka("set", what, value))
        done(pulka("set", what, "none"))
        assert pulka.text() == GAME
    done(pulka("set", "title", "none"))
    assert pulka.text() == GAME


def test_set_lang_is_the_language_from_then_on(empty: Program) -> None:
    empty.write("pulka 1\nlang ru\nrules sochi\nlang ru\nplayers A B C\n")
    done(empty("set", "lang", "en"))
    done(empty("add", "a 6"))
    assert empty.text().endswith("1. A 6, B pass, C pass\n")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["date", "2026-13-01"], "date-unknown"),
        (["date", "вчера"], "date-unknown"),
        (["stake", "abc"], "stake-unknown"),
        (["stake", "-1"], "stake-unknown"),
        (["lang", "fr"], "lang-unknown"),
        (["lang", "none"], "lang-unknown"),
    ],
)
def test_set_refuses(pulka: Program, words: list[str], code: str) -> None:
    assert f"error[{code}]" in refused(pulka, "set", *words).err
    assert refused(pulka, "set", "--json", *words).document["errors"][0]["code"] == code


# show, settle, explain, check


def test_show_json(pulka: Program) -> None:
    document = done(pulka("show", "--json")).document
    assert document == SHOWN
    assert list(document) == list(SHOWN)


def test_settle_json(empty: Program) -> None:
    empty.write(HEAD.replace("players", "stake 0.5 RUB\nplayers") + FIRST)
    document = done(empty("settle", "--json")).document
    settlement = document.pop("settlement")
    assert document == SHOWN
    steps = settlement.pop("steps")
    assert settlement == {
        "exact": {"Аня": "16/3", "Боря": "-2/3", "Вера": "-14/3"},
        "balance": {"Аня": 6, "Боря": -1, "Вера": -5},
        "pairs": [
            {"player": "Аня", "other": "Боря", "whists": "2/3"},
            {"player": "Аня", "other": "Вера", "whists": "14/3"},
            {"player": "Боря", "other": "Вера", "whists": "0"},
        ],
        "payments": [
            {"from": "Вера", "to": "Аня", "whists": 5, "money": "2.34"},
            {"from": "Боря", "to": "Аня", "whists": 1, "money": "0.33"},
        ],
        "money": {"Аня": "2.67", "Боря": "-0.33", "Вера": "-2.34"},
        "currency": "RUB",
    }
    assert {step["step"] for step in steps} <= {"pools", "smallest", "shares", "pairs", "totals"}
    assert all(list(step) == ["step", "player", "other", "amount", "text"] for step in steps)
    assert all(isinstance(step["amount"], str) for step in steps)


def test_settle_json_without_a_stake(pulka: Program) -> None:
    settlement = done(pulka("settle", "--json")).document["settlement"]
    assert settlement["money"] is None
    assert settlement["currency"] is None
    assert all(payment["money"] is None for payment in settlement["payments"])
    assert list(settlement) == ["exact", "balance", "pairs", "payments", "money", "currency", "steps"]


def test_explain_json(pulka: Program) -> None:
    done(pulka("adjust", "Боря", "whists", "Аня", "+5/2", "talon"))
    hand = {"schema": "pulka/1", "hand": 1, "line": 5, "postings": POSTINGS}
    adjustment = {
        "column": "whists",
        "player": "Боря",
        "on": "Аня",
        "points": "5/2",
        "rule": "adjust",
        "text": 'an adjustment, "talon": 2 1/2',
    }
    documents = done(pulka("explain", "--json")).documents
    assert documents[0] == hand
    assert list(documents[0]) == list(hand)
    assert documents[1] == {"schema": "pulka/1", "hand": None, "line": 6, "postings": [adjustment]}
    assert done(pulka("explain", "1", "--json")).document == hand
    assert done(pulka("explain", "1.", "--json")).document == hand
    cell = done(pulka("explain", "Боря", "whists", "Аня", "--json")).document
    assert cell == {
        "player": "Боря",
        "column": "whists",
        "on": "Аня",
        "total": "17/2",
        "postings": [POSTINGS[1], adjustment],
    }
    assert list(cell) == ["player", "column", "on", "total", "postings"]
    assert done(pulka("explain", "Боря", "висты", "--json")).document == {**cell, "on": None}
    assert done(pulka("explain", "Вера", "pool", "--json")).document["postings"] == []


@pytest.mark.parametrize("words", [["Боря", "whists", "Аня"], ["whists б а"], ["@2", "Аня", "висты"], ["б а висты"]])
def test_explain_a_cell(pulka: Program, words: list[str]) -> None:
    assert done(pulka("explain", *words)).out == (
        "Боря, whists on Аня: 6\n  hand 1: +6, now 6 (whists for 3 tricks: 3 × 2 = 6)\n"
    )


@pytest.mark.parametrize("words", [["Жора", "pool"], ["1", "2"], ["@9", "whists"], ["Аня", "balance"], ["Аня", "beer"]])
def test_explain_refuses(pulka: Program, words: list[str]) -> None:
    before = pulka.text()
    outcome = pulka("explain", *words)
    assert outcome.code in (1, 2)
    assert outcome.err.strip()
    assert not outcome.out
    assert pulka.text() == before


def test_check_is_silent(pulka: Program) -> None:
    pulka.write(GAME, "b.pulka")
    assert pulka("check", "-f", "a.pulka") == Outcome(0, "", "")
    assert pulka("check", "a.pulka", "b.pulka", "a.pulka") == Outcome(0, "", "")
    document = {"schema": "pulka/1", "file": "a.pulka", "errors": []}
    assert done(pulka("check", "a.pulka", "--json")).document == document


def test_a_failing_check_is_reported_by_every_command(empty: Program) -> None:
    text = GAME + "check Аня pool 3 balance 6\n"
    empty.write(text)
    for command in (["show"], ["settle"], ["explain"], ["check"], ["use", "a.pulka"], ["export", "-o", "x.csv"]):
        outcome = empty(*command)
        assert outcome.code == 1, command
        assert outcome.err.count("error[check-failed]") == 1, command
        assert bool(outcome.out) == (command[0] not in ("check", "export"))
    assert [warning["code"] for warning in empty("show", "--json").document["warnings"]] == ["check-failed"]
    assert [error["code"] for error in empty("check", "--json").document["errors"]] == ["check-failed"]
    assert empty.text() == text


WRONG: Final = HEAD + "1. Аня 6♠ 6, Боря whist 3, Вера whist 2\n2. Боря 6♠ 11, Вера whist 3\n3. Вера 6\n"


@pytest.mark.parametrize("command", ["show", "settle", "check", "explain", "undo", "redo", "use"])
def test_a_wrong_file_is_told_whole(empty: Program, command: str) -> None:
    empty.write(WRONG)
    outcome = refused(empty, command, *(["a.pulka"] if command == "use" else []))
    assert outcome.err.count("error[") == 2
    assert "a.pulka:5:11: error[tricks-total]" in outcome.err
    assert "a.pulka:6:12: error[tricks-range]" in outcome.err


def test_a_wrong_file_is_not_added_to(empty: Program) -> None:
    empty.write(WRONG)
    for command in (["add", "а 6"], ["adjust", "а", "pool", "1"], ["set", "title", "x"], ["rename", "а", "Алла"]):
        assert "a.pulka:5:11" in refused(empty, *command).err
    assert refused(empty, "export", "-o", "x.csv").err
    assert sorted(path.name for path in empty.folder.iterdir()) == ["a.pulka"]


@pytest.mark.parametrize("command", ["show", "settle", "check"])
def test_several_files_as_json_lines(empty: Program, command: str) -> None:
    empty.write(GAME, "a.pulka")
    empty.write(WRONG, "wrong.pulka")
    empty.write(GAME, "c.pulka")
    outcome = empty(command, "a.pulka", "wrong.pulka", "c.pulka", "--json")
    assert outcome.code == 1
    first, second, third = outcome.documents
    assert (first["file"], second["file"], third["file"]) == ("a.pulka", "wrong.pulka", "c.pulka")
    assert list(second) == ["schema", "file", "errors"]
    assert [error["code"] for error in second["errors"]] == ["tricks-total", "tricks-range"]
    assert {**first, "file": "c.pulka"} == third
    assert done(empty(command, "a.pulka", "c.pulka", "--json")).documents == [first, third]


@pytest.mark.parametrize("command", ["show", "settle", "check"])
def test_a_missing_file_among_several(empty: Program, command: str) -> None:
    empty.write(GAME, "a.pulka")
    empty.write(WRONG, "wrong.pulka")
    outcome = empty(command, "gone.pulka", "wrong.pulka", "a.pulka", "--json")
    assert outcome.code == 3
    assert [document["file"] for document in outcome.documents] == ["gone.pulka", "wrong.pulka", "a.pulka"]
    assert [error["code"] for error in outcome.documents[0]["errors"]] == ["file-missing"]
    plain = empty(command, "gone.pulka", "a.pulka")
    assert plain.code == 3
    assert "gone.pulka" in plain.err
    assert bool(plain.out) == (command != "check")


def test_several_files_as_text(empty: Program) -> None:
    empty.write(GAME, "a.pulka")
    empty.write(WRONG, "wrong.pulka")
    outcome = empty("show", "a.pulka", "wrong.pulka", "a.pulka")
    assert outcome.code == 1
    assert outcome.out.count("1 hand played") == 2
    assert "wrong.pulka:5:11" in outcome.err


@pytest.mark.parametrize("arguments", [["show", "-"], ["show", "-f", "-"], ["settle", "-"], ["explain", "-f", "-"]])
def test_standard_input(empty: Program, arguments: list[str]) -> None:
    outcome = done(empty(*arguments, "--json", stdin=GAME))
    assert outcome.documents[0].get("file", "-") == "-"
    assert "tricks-total" in empty(*arguments, stdin=WRONG).err
    assert empty(*arguments, stdin=WRONG).code == 1
    assert empty(*arguments, stdin=b"\xff").code == 3
    assert remembered(empty) is None


def test_looking_changes_nothing(pulka: Program) -> None:
    path = pulka.folder / "a.pulka"
    before = path.stat()
    for command in (["show"], ["settle"], ["settle", "--steps"], ["explain"], ["check"], ["export", "-o", "x.xlsx"]):
        first = pulka(*command, "-f", "a.pulka").out
        assert pulka(*command, "-f", "a.pulka").out == first
    after = path.stat()
    assert (before.st_mtime_ns, before.st_ino, before.st_size) == (after.st_mtime_ns, after.st_ino, after.st_size)
    assert remembered(pulka) is None
    assert not pulka.state.exists()


def test_several_lines_are_taken_back_and_brought_back_at_once(pulka: Program) -> None:
    pulka("new", "Аня", "Боря", "Вера", "-f", "e.pulka")
    for hand in ("а 6п= б3 в1", "б 7ч= в2 а1", "в мизер 0"):
        done(pulka("add", hand))
    told = done(pulka("undo", "2"))
    assert told.out.startswith("taken back: 3. Вера misere 0\ntaken back: 2. Боря 7♥ 7")
    assert done(pulka("show", "--json")).document["hands"] == 1
    assert done(pulka("redo", "2", "--json")).document["hands"] == 3
    refused = pulka("undo", "4")
    assert refused.code == 2
    assert "only 3 lines can be" in refused.err


def test_a_fix_tells_the_balances_and_what_it_touches_besides(pulka: Program) -> None:
    """A penalty of the hand stays as it is, and so does nobody who was settled by its old result."""
    pulka("new", "Аня", "Боря", "Вера", "-f", "e.pulka")
    done(pulka("add", "а 7п 9 б1 в0"))
    done(pulka("adjust", "renounce", "1", "Вера", "--yes"))
    done(pulka("leave", "Вера"))
    told = done(pulka("fix", "1", "а 7п 8 б2 в0", "--yes"))
    assert "balances: Аня " in told.out
    assert "settled already, and the balance changes all the same: Вера" in told.err
    assert "a renounce in hand 1 is written on line 7" in " ".join(told.err.split())
