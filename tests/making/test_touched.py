"""What a change costs: the game that it touches, and no other. And what is kept is never stale."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from edits import BASE, CARDS, EDITS, FRONT, NAMES, SQUARE, begin, change, differs
from PIL import Image

from proofdeck.book.manuscript import composing, drawing
from proofdeck.book.manuscript.figures import FigureRequest
from proofdeck.front.making import checking, plans
from proofdeck.front.making.build import build
from proofdeck.front.making.check import check, report
from proofdeck.ground.files import write_file
from proofdeck.ground.problems import Problem, Problems
from proofdeck.ground.workspace import outputs
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.workspace import TICK
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.source.project.folder import open_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """What is written in the moment in which it is read would not be kept."""
    found = begin(tmp_path / "two")
    time.sleep(2 * TICK / 1e9)
    return found


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were laid out since, in their order."""
    names: list[str] = []
    for room in (plans, checking):
        lay_out = room.lay_out

        def noted(project: Any, game: Any, *rest: Any, lay_out: Any = lay_out) -> Any:
            names.append(game.name)
            return lay_out(project, game, *rest)

        monkeypatch.setattr(room, "lay_out", noted)
    return names


def checks(root: Path) -> list[Problem]:
    return check(root)


TOUCHES = {
    "cards.csv": ("zoo,bee,Bee,2,5", "zoo,bee,Bee,2,6", ["zoo"]),
    "templates/sea/front.toml": ("x = 4", "x = 5", ["sea"]),
    "rules_md/zoo.md": ("worth 3", "worth 4", ["zoo"]),
    "templates/shared/base.toml": ("ffeedd", "ffeecc", ["zoo", "sea"]),
}


@pytest.mark.parametrize("file", TOUCHES)
def test_a_change_touches_the_games_that_it_concerns(root: Path, file: str, laid_out: list[str]) -> None:
    """Building and checking alike."""
    old, new, games = TOUCHES[file]
    assert build(root, [], CARDS).problems == checks(root) == []
    assert laid_out == ["zoo", "sea"] * 2
    laid_out.clear()
    assert old in (root / file).read_text()
    (root / file).write_text((root / file).read_text().replace(old, new))
    made = {output.game for output in build(root, [], CARDS).outputs if output.made}
    assert sorted(made) == sorted(games) == sorted(laid_out)
    laid_out.clear()
    checks(root)
    assert sorted(laid_out) == sorted(games)


def test_a_template_does_not_touch_the_rules(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The book is not composed again, whoever wants it; an edited page is."""
    composed: list[str] = []
    prove_rules = composing.prove_rules

    def noted(project: Any, game: Any, *rest: Any, **more: Any) -> Any:
        composed.append(game.name)
        return prove_rules(project, game, *rest, **more)

    monkeypatch.setattr(drawing, "prove_rules", noted)
    assert build(root, ["zoo"], CARDS).problems == check(root, ["zoo"]) == []
    assert composed == ["zoo"], "the check finds what the build has composed"
    for file, old, new, again in (
        ("templates/zoo/front.toml", "x = 4", "x = 5", []),
        ("rules_md/zoo.md", "worth 3", "worth 4", ["zoo"]),
    ):
        composed.clear()
        change(root / file, old, new)
        assert build(root, ["zoo"], CARDS).problems == check(root, ["zoo"]) == []
        assert composed == again


@pytest.mark.parametrize(
    "asked",
    [
        drawing.composed.about(PrintVersion("zoo"), False),
        drawing.draw.about(PrintVersion("zoo"), False, FigureRequest("anatomy", "bee")),
    ],
)
def test_what_an_engine_took_too_long_for_is_composed_and_drawn_again(
    root: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def slow(_: object, __: object, problems: Problems) -> Iterator[None]:
        problems.report("E645", "this takes too long")
        yield

    for is_slow in (True, False):
        project = open_project(root)
        with monkeypatch.context() as patch:
            if is_slow:
                patch.setattr(drawing, "engine_faults", slow)
            assert len(project.ask(asked).problems) == is_slow
        project.close()


def test_games_that_go_to_several_processes_become_the_same_files(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is kept of them is kept all the same."""
    alone = {out.path.name: out.path.read_bytes() for out in build(root, [], replace(CARDS, output=root / "a")).outputs}
    found = report(root, [], cache=False)
    monkeypatch.setattr("proofdeck.front.making.sharing.LONG", -1)
    shared = build(root, [], replace(CARDS, output=root / "b"))
    assert {out.path.name: out.path.read_bytes() for out in shared.outputs} == alone
    assert report(root, [], cache=False) == found
    again = build(root, [], replace(CARDS, output=root / "b"))
    assert [out.path for out in again.outputs if out.made] == []


def test_a_template_that_another_game_lends_touches_both(root: Path) -> None:
    (root / "templates/zoo/front.toml").write_text('extends = "sea/front.toml"\n')
    build(root, [], CARDS)
    front = root / "templates/sea/front.toml"
    front.write_text(front.read_text().replace("x = 4", "x = 5"))
    assert {output.game for output in build(root, [], CARDS).outputs if output.made} == {"zoo", "sea"}


def test_a_row_above_moves_the_places_of_warnings_below(root: Path) -> None:
    """They are told where they stand now."""
    (root / "templates/sea/front-creature.toml").write_text('extends = "sea/front.toml"\n')
    header, *rows = [f"{row}," for row in (root / "cards.csv").read_text().splitlines()]
    rows[-2:] = [f"{rows[-2]}creature", f"{rows[-1]}creture"]
    for more, line in (([], 7), (["zoo,elk,Elk,9,4,"], 8)):
        (root / "cards.csv").write_text("\n".join([f"{header}kind", *more, *rows]) + "\n")
        assert [(problem.code, problem.line) for problem in checks(root)] == [("W512", line)]


def test_a_game_with_an_error_does_not_keep_the_others_from_being_made(root: Path) -> None:
    front = root / "templates/sea/front.toml"
    front.write_text(front.read_text().replace('"fox"', '"no such icon"'))
    built = build(root, [], CARDS)
    assert {problem.code for problem in built.problems} == {"E303"}
    assert {output.game for output in built.outputs} == {"zoo"}


def test_an_image_that_comes_back_is_noticed(root: Path) -> None:
    """What was missing lies in no folder that anybody looks through."""
    art = (root / "art.png").read_bytes()
    (root / "art.png").unlink()
    assert {problem.code for problem in [*checks(root), *build(root, [], CARDS).problems]} == {"W319"}
    (root / "art.png").write_bytes(art)
    assert checks(root) == build(root, [], CARDS).problems == []


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.thorough)])
def test_what_is_kept_is_what_would_be_made(root: Path, every: int) -> None:
    """An edit of each kind, one after the other; after so many, files and problems are those of a build from nothing.

    `bench_loop.py` tries hundreds, in any order.
    """
    chance = random.Random(1)
    for number, (what, edit) in enumerate(EDITS.items(), 1):
        edit(root, chance)
        if number % every == 0:
            assert differs(root) == "", what


def test_an_image_that_comes_before_the_one_that_was_printed_is_noticed(write: Writer) -> None:
    """An image is looked for in the project folder first, and then beside the templates."""
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0H1V1H0z" fill="{}"/></svg>'
    front = '[elements.a]\ntype = "image"\nfile = "art.svg"\nbleed = true\n'
    root = write("cards.csv", "game,id\nzoo,wolf\n")
    write("templates/zoo/front.toml", front)
    write("templates/zoo/art.svg", square.format("#ff0000"))
    only = Options(only=("cards",), papers=("a4",))
    time.sleep(2 * TICK / 1e9)
    build(root, [], only)
    sheets = root / "output" / "zoo" / "cards-a4.pdf"
    red = sheets.read_bytes()
    write("art.svg", square.format("#0000ff"))
    build(root, [], only)
    assert sheets.read_bytes() != red


def test_a_picture_in_the_book_alone_is_noticed(root: Path) -> None:
    """Only one card is asked for; the book shows another one, which has a picture of its own."""
    (root / "templates/zoo/front.toml").write_text(FRONT.replace("art.png", "{{ id }}.png"))
    for name in NAMES:
        Image.new("RGB", (200, 200), "red").save(root / f"{name}.png")
    page = root / "rules_md/zoo.md"
    page.write_text(page.read_text() + "\n![a bee](cards:bee)\n")
    time.sleep(2 * TICK / 1e9)
    only = Options(papers=("a4",), only=("ant", "rulebook"))
    assert build(root, ["zoo"], only).problems == []
    Image.new("RGB", (200, 200), "blue").save(root / "bee.png")
    made = {output.path.name for output in build(root, ["zoo"], only).outputs if output.made}
    assert made == {"rulebook-a4.pdf", "rulebook.html"}


def moved_to_a_hidden_folder(root: Path) -> Path:
    base = root / "templates/.shared/base.toml"
    base.parent.mkdir()
    (root / "templates/shared/base.toml").rename(base)
    for game in ("zoo", "sea"):
        front = root / f"templates/{game}/front.toml"
        front.write_text(front.read_text().replace("shared/base", ".shared/base"))
    return base


def moved_among_bytecode(root: Path) -> Path:
    base = moved_to_a_hidden_folder(root)
    base.parent.rename(root / "templates/__pycache__")
    for game in ("zoo", "sea"):
        front = root / f"templates/{game}/front.toml"
        front.write_text(front.read_text().replace(".shared/base", "__pycache__/base"))
    return root / "templates/__pycache__/base.toml"


def icons_behind_a_link(root: Path) -> Path:
    (root / "templates/zoo/icons").rename(root / "drawn")
    (root / "templates/zoo/icons").symlink_to("../../drawn", target_is_directory=True)
    return root / "drawn/fox.svg"


def an_icon_behind_a_link(root: Path) -> Path:
    (root / "templates/zoo/icons/fox.svg").rename(root / "fox.svg")
    (root / "templates/zoo/icons/fox.svg").symlink_to("../../../fox.svg")
    return root / "fox.svg"


def a_template_behind_a_link(root: Path) -> Path:
    (root / "templates/shared/base.toml").rename(root / "base.toml")
    (root / "templates/shared/base.toml").symlink_to("../../base.toml")
    return root / "base.toml"


@pytest.mark.parametrize(
    "moved",
    [
        moved_to_a_hidden_folder,
        moved_among_bytecode,
        icons_behind_a_link,
        an_icon_behind_a_link,
        a_template_behind_a_link,
    ],
)
def test_whatever_is_read_is_watched_wherever_it_is(root: Path, moved: Callable[[Path], Path]) -> None:
    file = moved(root)
    time.sleep(2 * TICK / 1e9)
    assert build(root, ["zoo"], CARDS).problems == []
    file.write_text(SQUARE.format(3) if file.suffix == ".svg" else BASE.replace("ffeedd", "aabbcc"))
    assert {output.path.name for output in build(root, ["zoo"], CARDS).outputs if output.made} >= {"cards-a4.pdf"}


def test_a_build_whose_picture_changed_while_it_was_made_is_not_remembered(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is saved again after it was painted, before the build ends."""
    art, write = root / "art.png", write_file

    def busy(path: Path, data: bytes) -> None:
        write(path, data)
        Image.new("RGB", (200, 200), "blue").save(art)

    with monkeypatch.context() as patch:
        patch.setattr(outputs, "write_file", busy)
        build(root, ["zoo"], CARDS)
    assert differs(root) == ""


def test_a_build_whose_picture_is_as_before_again_is_not_remembered_either(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was another one while the sheets were painted, after their keys were known."""
    art, make, red = root / "art.png", outputs._write, (root / "art.png").read_bytes()

    def busy(*given: Any) -> None:
        Image.new("RGB", (200, 200), "blue").save(art)
        make(*given)

    with monkeypatch.context() as patch:
        patch.setattr(outputs, "_write", busy)
        build(root, ["zoo"], CARDS)
    art.write_bytes(red)
    assert differs(root) == ""
