"""The form for a paper sheet on a real terminal: what stands there to the letter, and what survives the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("no pseudo-terminals on Windows", allow_module_level=True)

from pulka_calc.words.speech import LANGUAGES, Language
from tests.tools import transcripts
from tests.tools.transcripts import CTRL_C, KILL, QUICK, SCENES, Run, Scene, Terminal, played


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_transcript(scene: Scene, lang: Language) -> None:
    expected = scene.path(lang).read_bytes().decode()
    assert transcripts.transcript(scene, lang) == expected, "if this is meant: python tests/tools/transcripts.py"


def test_no_transcript_is_left_over() -> None:
    expected = {scene.path(lang).name for scene in SCENES for lang in LANGUAGES}
    assert {path.name for path in transcripts.GOLDEN.glob("paper-form-*.txt")} == expected


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_lines_fit_the_terminal(scene: Scene) -> None:
    """Answers apart, which are as long as they are."""
    for lang in LANGUAGES:
        answers = tuple(text for run in scene.runs[lang] for text in run.answers if text)
        for line in scene.path(lang).read_text(encoding="utf-8").splitlines():
            assert len(line) <= scene.width or line.endswith(answers), line


NARROW = Run(
    ("", '"Александр Иванович" "Александр Петрович" Максимилиан Аня', "н", "", "20 12 34 10 8", "?", "1О", CTRL_C)
)


@pytest.mark.parametrize("width", [60, 40])
def test_a_narrow_terminal(width: int, tmp_path: Path) -> None:
    text, code = played(NARROW, tmp_path, "ru", width)
    assert code == 130
    # What he typed behind a question apart.
    answers = tuple(filter(None, NARROW.answers))
    assert [line for line in text.splitlines() if len(line) > width and not line.endswith(answers)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_old_windows_console_shows_the_same(lang: Language, tmp_path: Path) -> None:
    (run,) = SCENES[1].runs[lang]
    texts = []
    for encoding in ("utf-8", "cp1251"):
        place = tmp_path / encoding
        place.mkdir()
        text, code = played(run, place, lang, 80, encoding)
        assert code == 0
        texts.append(text.replace("→", ">"))
    assert texts[0] == texts[1]


def test_a_console_of_ascii(tmp_path: Path) -> None:
    run = Run(("", "Anna Boris Vera", "", "", *QUICK))
    text, code = played(run, tmp_path, "en", 80, "ascii")
    assert code == 0
    assert ["Anna", "-", "-", "-", "-"] in [line.split() for line in text.splitlines()]


def test_two_terminals_at_once(tmp_path: Path) -> None:
    """Neither sees or spoils what is typed on the other."""
    first = Terminal(tmp_path, "en", 80, "utf-8", ["paper"])
    for text in ("", "Anna Boris", "", "", "12"):
        assert first.until_asked()
        first.type(text)
    assert first.until_asked()
    text, code = played(Run(("", "Clara Dan", "", "", "1 2", "3 4", "", "")), tmp_path, "en", 80)
    assert code == 0
    assert "Anna" not in text
    first.type(KILL)
    first.ended()
    text, code = played(Run(("", "34", "8 20", "", "")), tmp_path, "en", 80)
    assert code == 0
    assert ["Anna", "12", "–", "·"] in [line.split() for line in text.splitlines()]
    assert not list((tmp_path / "state" / "drafts").glob("*.draft"))


@pytest.mark.parametrize("output", ["> /dev/full", ">&-", "| true"])
def test_a_report_that_nobody_could_read_costs_no_answer(output: str, tmp_path: Path) -> None:
    if "/dev/full" in output and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    terminal = Terminal(tmp_path, "en", 80, "utf-8", ["paper"], output)
    for text in ("", "Anna Boris Vera", "", "", *QUICK):
        if terminal.until_asked():
            terminal.type(text)
    terminal.ended()
    assert b"What you entered is kept; go on with: pulka paper" in terminal.seen
    text, code = played(Run(("", "", "")), tmp_path, "en", 80)
    assert code == 0
    assert "Vera pays Anna: 21 whists" in text
    assert not list((tmp_path / "state" / "drafts").glob("*.draft"))
