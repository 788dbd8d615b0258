"""Pieces on the spaces of boards: what is said of boards that lack them, and where the pieces are shown."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from kit.families import folder_of
from preview.test_table import half_played

import proofdeck
from proofdeck.book.manuscript.drawing import draw
from proofdeck.book.manuscript.figures import FigureRequest, Setup
from proofdeck.front.making.check import check
from proofdeck.front.preview.server import Preview
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Box, Size
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.play.engine.pictures import Pictures, Tile
from proofdeck.play.engine.state import Laid
from proofdeck.play.engine.trial import conformance
from proofdeck.play.scene.boards import APART, BELOW, BoardPlan, boards_of, with_boards
from proofdeck.play.scene.place import PiecePlace
from proofdeck.play.scene.zones import zones_of
from proofdeck.source.project.reading import load_project

Village = Callable[[str], Path]
NAMED = re.compile(r'\[\[spaces\]\]\nname = "(\w+)"\nx = .*\ny = .*\n\n')


@pytest.fixture
def village(tmp_path: Path) -> Village:
    """The starter with a board of five spaces, of which those are left that match a pattern."""

    def make(left: str) -> Path:
        root = shutil.copytree(folder_of("board"), tmp_path / "board")
        board = next((root / "templates").rglob("front-board.toml"))
        kept = NAMED.sub(lambda space: space[0] if re.fullmatch(left, space[1]) else "", board.read_text())
        board.write_text(kept)
        return root

    return make


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check tries out an engine in one game of each number of players, because spaces are looked at."""
    monkeypatch.setattr(conformance, "USUAL", conformance.Effort(games=1, tables=3, deals=60))


def told(root: Path) -> list[str]:
    """What `check` says of spaces, as a terminal shows it."""
    found = [one for one in check(root, [], trust=True) if one.code in {"W648", "W649"}]
    return [f"{one.where} {one.code} {one.message} -- {one.hint}" for one in found]


def test_nothing_is_said_of_a_board_with_all_spaces(village: Village) -> None:
    assert told(village(".*")) == []


def test_a_space_that_the_engine_names_and_the_board_lacks_is_told_where_spaces_are(village: Village) -> None:
    (said,) = told(village("forest|quarry|yard"))
    assert said.startswith("templates/board/front-board.toml:11:1 W648 the engine puts pieces on spaces")
    assert said.endswith(
        "'The Village' does not have: grove and pit -- "
        "It has forest, quarry and yard. Add a [[spaces]] for each, or correct the engine."
    )


def test_a_board_without_spaces_is_told_once(village: Village) -> None:
    (said,) = told(village("none"))
    assert said.startswith("cards.csv:12:7 W649 pieces lie on 'The Village', but its template does not say where")


# -- Salt Roads: three caravans of 25.4 mm at the start of a road of 198 x 133 mm, two of them above the third --------

WIDE, HIGH, MARKER = 198, 133, 25.4
START = (19.0, 113.0)
MARKERS = ("caravan-amber", "caravan-teal", "caravan-rose")
LEFT, RIGHT = (max(START[0] + way * APART * MARKER / 2, MARKER / 2) for way in (-1, 1))
UPPER, LOWER = START[1] - BELOW * MARKER / 2, HIGH - MARKER / 2
MIDDLES = [(LEFT, UPPER), (RIGHT, UPPER), (LEFT, LOWER)]
"""The first column and the second row would be over the edges of the board, so they are moved in."""


@pytest.fixture(scope="module")
def roads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(folder_of("roads"), tmp_path_factory.mktemp("roads") / "roads")


@pytest.fixture(scope="module")
def opened(roads: Path) -> proofdeck.Project:
    return proofdeck.open(roads, trust=True)


@pytest.fixture(scope="module")
def widgets(opened: proofdeck.Project) -> dict[str, Any]:
    """What is in a game for VirtualTabletop, by its name."""
    (file,) = opened.export("vtt", dpi=30, players=3).files
    found: dict[str, Any] = json.loads(zipfile.ZipFile(file).read("0.json"))
    return {name: one for name, one in found.items() if name != "_meta"}


def test_in_a_game_for_virtualtabletop_markers_lie_together_on_the_first_space(widgets: dict[str, Any]) -> None:
    board = widgets["board-1"]
    scale = board["width"] / WIDE
    markers = [widgets[f"card-{name}-1"] for name in MARKERS]
    assert all("parent" not in one for one in markers)
    assert [one["z"] for one in markers] == sorted(one["z"] for one in markers)
    for one, middle in zip(markers, MIDDLES, strict=True):
        found = ((one[at] - board[at]) / scale + MARKER / 2 for at in ("x", "y"))
        assert tuple(found) == pytest.approx(middle, abs=0.7)
        deck = widgets[one["deck"]]
        assert "parent" not in deck
        assert deck["layer"] < board["layer"]
        assert (deck["x"], deck["y"]) == (board["x"], board["y"])


def test_dealing_again_leaves_markers_on_the_road_and_coins_face_up(widgets: dict[str, Any]) -> None:
    steps = widgets["deal"]["clickRoutine"]
    places = {step.get(key) for step in steps for key in ("holder", "from", "to")} - {None}
    assert all(widgets[name]["type"] == "holder" for name in places)
    faces = {step["holder"]: step["face"] for step in steps if step["func"] == "FLIP"}
    assert faces == {"deck": 0, "coins-1": 1}


def test_in_a_save_of_tabletop_simulator_markers_are_above_the_road_and_coins_before_their_players(
    opened: proofdeck.Project,
) -> None:
    files = opened.export("tts", dpi=30, players=3).files
    save = json.loads(next(file for file in files if file.suffix == ".json").read_text(encoding="utf-8"))
    (road,) = (one for one in save["ObjectStates"] if one.get("Locked"))
    half = road["Transform"]["scaleX"] * 2 / 2
    markers = [one for one in save["ObjectStates"] if one["Nickname"].endswith("Caravan")]
    on_road = [one for one in markers if abs(one["Transform"]["posX"] - road["Transform"]["posX"]) <= half]
    names = {one["Nickname"] for one in on_road if one["Transform"]["posY"] > road["Transform"]["posY"]}
    assert names == {"Amber Caravan", "Teal Caravan", "Rose Caravan"}


def test_in_playingcards_io_markers_are_higher_than_the_board_and_their_deck_is_below_it(
    opened: proofdeck.Project,
) -> None:
    (file,) = opened.export("pcio", dpi=30, players=3).files
    widgets = {one["id"]: one for one in json.loads(zipfile.ZipFile(file).read("widgets.json"))}
    marker = widgets["card-caravan-teal-1"]
    assert widgets[marker["deck"]]["z"] < widgets["board-1"]["z"] < marker["z"]


def test_the_setup_in_the_book_has_the_road_in_the_middle_and_no_marker_before_a_player(roads: Path) -> None:
    project = load_project(roads, Problems())
    figure = draw(project, PrintVersion("roads"), True, FigureRequest("setup", "3")).figure
    assert isinstance(figure, Setup)
    road = next(place for place in figure.middle if place.mat)
    assert (road.label, road.mat) == ("The Road", "road")
    assert [(piece.card, piece.says) for piece, _ in road.on] == [(name, "(0)") for name in MARKERS]
    assert road.on[1][1].centre == pytest.approx((RIGHT / WIDE, UPPER / HIGH))
    labels = {place.label for place in (*figure.others, *figure.own)}
    assert labels == {"hand of Ana", "hand of Ben", "hand of Cleo", "coins of Ana", "coins of Ben", "coins of Cleo"}


def test_a_built_book_shows_the_markers_on_the_road(opened: proofdeck.Project) -> None:
    built = opened.build()
    page = next(file for file in built.files if file.suffix == ".html").read_text(encoding="utf-8")
    (shown,) = re.findall(r'<div class="spaces[^"]*">.*?</div>', page, re.DOTALL)
    assert re.findall(r'aria-label="(\w+ Caravan) \(0\)"', shown) == ["Amber Caravan", "Teal Caravan", "Rose Caravan"]
    text = next(file for file in built.files if file.name == "rulebook.md").read_text(encoding="utf-8")
    assert "- The Road: Amber Caravan (0), Teal Caravan (0), Rose Caravan (0)" in text


def test_the_page_of_the_preview_shows_the_markers_where_they_are_now(roads: Path) -> None:
    preview = Preview(roads, trust=True)
    half_played(preview, "roads", 0, people=1)
    page = preview.views.play("roads")
    (shown,) = re.findall(r'<svg class="mat".*?</svg>', page, re.DOTALL)
    preview._server.server_close()
    assert "Amber Caravan (0), Teal Caravan (0)" in page
    assert "Coins:" in page
    assert "Place:" not in page
    places = re.findall(r'<image href="[^"]*" x="([\d.]+)" y="([\d.]+)"', shown)
    assert places == [("0", "0"), ("0.0", "100.3"), ("14.4", "100.3")]


class Held:
    """A table with nothing but these pieces, and these cards on its boards."""

    def __init__(self, *pieces: Laid, cards: Sequence[Laid] = ()) -> None:
        self._pieces, self._cards = list(pieces), list(cards)

    def laid_pieces(self) -> list[Laid]:
        return self._pieces

    def laid_cards(self) -> list[Laid]:
        return self._cards


def test_a_piece_stays_on_its_board_and_one_without_a_space_is_on_none() -> None:
    plans = {
        "board": BoardPlan(Size(100, 50), {"a": (1.0, 25.0), "b": (99.0, 49.0)}),
        "pawn": BoardPlan(Size(10, 20), {}),
    }
    held = Held(
        Laid("a", "pawn", board="board", space="a"),
        Laid("b", "pawn", board="board", space="b"),
        Laid("c", "pawn", board="board", space="c"),
        Laid("d", "pawn"),
        Laid("e", "lost", board="board", space="a"),
    )
    on_board = boards_of(held, plans)["board"]  # type: ignore[arg-type]
    assert [(one.place, box) for one, box in on_board] == [("a", Box(0, 15, 10, 20)), ("b", Box(90, 30, 10, 20))]


def test_a_piece_on_a_card_is_at_its_lower_right_corner() -> None:
    plans = {
        "board": BoardPlan(Size(100, 100), {"a": (50.0, 50.0)}),
        "card": BoardPlan(Size(20, 40), {}),
        "pawn": BoardPlan(Size(10, 10), {}),
    }
    held: Any = Held(Laid("a", "pawn", board="board", space="a"), cards=[Laid("a", "card", board="board", space="a")])
    placed = [(one.piece, box) for one, box in boards_of(held, plans)["board"]]
    assert placed == [("card", Box(40, 30, 20, 40)), ("pawn", Box(48, 58, 10, 10))]


def test_a_board_that_is_seen_tile_by_tile_is_drawn_once_with_a_box_for_each_tile() -> None:
    plans = {
        "field": BoardPlan(Size(60, 30), {"a": (15.0, 15.0), "b": (45.0, 15.0)}),
        "track": BoardPlan(Size(60, 30), {"0": (15.0, 15.0), "1": (45.0, 15.0)}),
        "pawn": BoardPlan(Size(10, 10), {}),
    }
    held: Any = Held(
        Laid("units 1", "pawn", board="field", space="a"), Laid("kills 1", "pawn", board="track", space="0")
    )
    tiles = PiecePlace("Field", key="field", board=((Tile("a", "pawn"), Tile("b")),))
    seen = [tiles, PiecePlace("Kills", words="Ana 0", key="kills"), PiecePlace("Turn", words="3", key="turn")]
    found = with_boards(seen, held, {}, plans)
    assert [place.label for place in found] == ["track", "Field", "Turn"]
    assert found[1].mat == "field"
    assert found[1].tiles == (Box(0, 0, 0.5, 1), Box(0.5, 0, 0.5, 1))
    assert [box for _, box in found[1].on] == [Box(10 / 60, 10 / 30, 10 / 60, 10 / 30)]
    assert [place.label for place in with_boards(seen[1:], held, {}, plans)] == ["field", "track", "Turn"]


def test_pieces_on_several_spaces_of_a_board_without_a_picture_are_one_place() -> None:
    class Lying(Held):
        def zones(self) -> dict[str, list[str]]:
            return {}

        def observation(self, _: int | None) -> dict[str, object]:
            return {}

    two: Any = Lying(
        Laid("land", "pawn", space="a"), Laid("land", "pawn", space="b"), Laid("place 1", "pawn", space="3")
    )
    found = [(zone.key, zone.space, list(zone.cards)) for zone in zones_of(two, Pictures(), {})]
    assert found == [("land", "", ["pawn", "pawn"]), ("place 1", "3", ["pawn"])]
