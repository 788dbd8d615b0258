"""`proofdeck.toml`: what a project wants of each build."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reading import text_of

from proofdeck.front.making.build import build
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.setup.opening import open_game
from proofdeck.source.project.request import Options
from proofdeck.source.project.settings import ProjectSettings, read_settings

Writer = Callable[..., Path]


def test_a_project_without_wishes_gets_the_usual(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == ProjectSettings((), booklet=False)


def test_papers_are_one_or_several(write: Writer) -> None:
    assert read_settings(write("proofdeck.toml", 'paper = "a3"')).papers == ("a3",)
    assert read_settings(write("proofdeck.toml", 'paper = ["a4", "letter", "a4"]')).papers == ("a4", "letter")


def test_the_project_wants_what_is_not_asked_for(write: Writer) -> None:
    """On the command line something else may be asked for, this once."""
    wishes = read_settings(write("proofdeck.toml", 'paper = "letter"\nbooklet = true'))
    assert Options().with_settings(wishes) == Options(papers=("letter",), booklet=True)
    assert Options(papers=("a3",)).with_settings(wishes).papers == ("a3",)


def test_files_follow_the_wishes_at_once(write: Writer) -> None:
    root = write("cards.csv", "game,id\nzoo,wolf\n")
    write("rules_md/zoo.md", "---\nsizes: A4, Letter\n---\n\n## Play\n\nPlay.\n")

    def books() -> list[str]:
        only = Options(only=("rulebook",))
        return [output.path.name for output in build(root, [], only).outputs if output.path.suffix == ".pdf"]

    assert books() == ["rulebook-a4.pdf"]
    write("proofdeck.toml", 'paper = "letter"\nbooklet = true')
    assert books() == ["rulebook-letter.pdf", "booklet-letter.pdf"]
    (root / "proofdeck.toml").unlink()
    assert books() == ["rulebook-a4.pdf"]


MISTAKES = {
    'paper = "a44"': (1, "paper: 'a44' is not a known paper", "Did you mean 'a4'?"),
    "paper = 4": (1, "paper: '4' is not a known paper", "The papers are"),
    "# mine\nbooklets = true": (2, "there is no setting 'booklets'", "Did you mean 'booklet'?"),
    'booklet = "yes"': (1, "booklet: 'yes' is neither true nor false", "Write booklet = true."),
    "paper = [": (1, "", ""),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_has_its_line_and_its_cure(write: Writer, text: str) -> None:
    line, message, hint = MISTAKES[text]
    with pytest.raises(ProofdeckError) as refusal:
        read_settings(write("proofdeck.toml", text))
    (problem,) = refusal.value.problems
    assert (problem.code, problem.file, problem.line) == ("E513", "proofdeck.toml", line)
    assert message in problem.message
    assert hint in problem.hint


def test_all_mistakes_are_told_at_once(write: Writer) -> None:
    with pytest.raises(ProofdeckError) as refusal:
        read_settings(write("proofdeck.toml", "paper = 4\nbooklet = 5\n"))
    assert [problem.line for problem in refusal.value.problems] == [1, 2]


FRONT = 'size = "poker"\n[fonts]\nbody = "Crimson Text"\n[elements.t]\ntype = "text"\n'
TEXT = 'text = "{{ with.ink }} {{ text }}"\nx = 5\ny = 5\nwidth = 50\nheight = 30\nsize = 10\n'


def test_a_deck_is_printed_in_the_way_that_is_chosen(write: Writer) -> None:
    """In a folder of its own, so that neither takes the place of the other."""
    root = write("cards.csv", 'game,id,text\nzoo,fox,"and {{ with.ink }}"\n')
    write("templates/zoo/front.toml", FRONT + TEXT)
    write("proofdeck.toml", '[with]\nink = ["full", "bw"]\n')

    def printed(folder: str, *chosen: tuple[str, str]) -> str:
        build(root, [], Options(papers=("a4",), only=("cards",), choices=chosen))
        return text_of((root / "output" / "zoo" / folder / "cards-a4.pdf").read_bytes(), 2).split("\n")[0].strip()

    assert printed("") == "full and full"
    assert printed("with-ink-bw", ("ink", "bw")) == "bw and bw"
    assert printed("", ("ink", "full")) == "full and full"
    write("proofdeck.toml", '[with]\nink = ["bw", "full"]\n')
    assert printed("") == "bw and bw"


@pytest.mark.parametrize(
    ("declared", "chosen", "hint"),
    [
        ('ink = ["full", "bw"]', ("inc", "bw"), "Did you mean 'ink'?"),
        ('ink = ["full", "bw"]', ("ink", "fulll"), "Did you mean 'full'?"),
        ('ink = ["full", "bw"]', ("ink", "pink"), "The choices are full and bw."),
        ('ink = "full"', ("ink", "../../up"), "A value is up to 30 letters, digits, '-', '_' and '.'."),
        ("", ("ink", "bw"), 'Declare it under [with] in proofdeck.toml, for example: ink = ["full", "bw"].'),
    ],
)
def test_what_cannot_be_chosen_is_told_with_what_can(
    declared: str, chosen: tuple[str, str], hint: str, write: Writer
) -> None:
    wishes = read_settings(write("proofdeck.toml", f"[with]\n{declared}\n"))
    with pytest.raises(ProofdeckError) as caught:
        Options(choices=(chosen,)).with_settings(wishes)
    (told,) = caught.value.problems
    assert told.code == "E528"
    assert (told.hint or "").startswith(hint)


def test_any_value_can_be_chosen_if_only_the_usual_one_is_declared(write: Writer) -> None:
    wishes = read_settings(write("proofdeck.toml", '[with]\nedition = "first"\n'))
    assert Options(choices=(("edition", "second"),)).with_settings(wishes).folder == "with-edition-second"
    assert Options(choices=(("edition", "first"),)).with_settings(wishes).folder == ""


def test_a_game_without_rules_is_told_so_and_not_at_a_file_that_is_not_there(write: Writer) -> None:
    root = write("cards.csv", "game,id\nzoo,wolf\n")
    with pytest.raises(ProofdeckError) as caught:
        open_game(root, "zoo", Problems(), trust=False)
    (problem,) = caught.value.problems
    assert (problem.code, problem.file) == ("E608", None)
    assert "Write them in rules_md/zoo.md." in problem.hint
