"""Drawings that follow from data: the table is the one that the engine deals, and parts lie where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import playable, project, with_engine

from proofdeck.book.manuscript.arranged import arranged
from proofdeck.book.manuscript.drawing import compose, draw
from proofdeck.book.manuscript.figures import APART, Anatomy, FigureRequest, Setup, anatomy, setup
from proofdeck.book.manuscript.plain_data import CardPicture, as_data
from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Box, Size
from proofdeck.paper.deck.prints import parts_of
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.play.free.setup import heads, pieces_of, read_setup
from proofdeck.play.scene.place import BACK
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]
CARDS = "game,id,name\nzoo,wolf,Wolf\n"


def drawn(name: str, players: int) -> Setup:
    found = playable(name)
    return setup(found.engine, found.game, project().games[name].deck, players)


def dealt(name: str, players: int) -> dict[str, int]:
    """How many cards the picture shows in each place."""
    figure = drawn(name, players)
    rows = (*figure.others, *figure.middle, *figure.own)
    return {row.label: sum(piece.copies for heap in row.heaps for piece in heap.pieces) for row in rows}


@pytest.mark.parametrize("name", with_engine())
def test_everything_that_is_printed_for_so_many_players_lies_in_the_drawing_once(name: str) -> None:
    """Face up, in a stack of so many backs, on a board or beside the game; a board is a piece as well."""
    game = project().games[name]
    printed = [card for card in game.deck if card.kind != "reference"]
    pieces = getattr(playable(name).game, "pieces", {})
    for players in range(playable(name).game.min_players, playable(name).game.max_players + 1):
        figure = draw(project(), PrintVersion(name), False, FigureRequest("setup", str(players))).figure
        assert isinstance(figure, Setup)
        rows = (*figure.others, *figure.middle, *figure.own)
        lying = Counter(dict.fromkeys(filter(None, (row.mat for row in rows)), 1))
        for row in rows:
            for piece in (*row.pieces, *(piece for piece, _ in row.on)):
                lying[piece.card] += piece.copies
        not_cards = {card.id: card.copies(players) for card in printed if card.id in pieces}
        assert {piece: lying[piece] for piece in not_cards} == not_cards
        assert lying.total() == sum(card.copies(players) for card in printed)


@pytest.mark.parametrize("name", with_engine())
def test_only_the_own_hand_and_what_lies_open_is_seen(name: str) -> None:
    figure = drawn(name, playable(name).game.min_players)
    hands = [row for row in figure.others if row.label.startswith("hand")]
    assert hands
    for row in hands:
        assert all(piece.card.endswith(BACK) for heap in row.heaps for piece in heap.pieces)
    (own,) = [row for row in figure.own if row.label == "hand of Ana"]
    assert not any(piece.card.endswith(BACK) for heap in own.heaps for piece in heap.pieces)
    for row in figure.middle:
        if row.label in {"deck", "pile", "stock", "draw deck", "contract deck"}:
            assert all(piece.card.endswith(BACK) for heap in row.heaps for piece in heap.pieces), row.label


@pytest.mark.parametrize(
    ("name", "players", "cards"),
    [
        ("tombs", 2, {"hand of Ana": 2, "hand of Ben": 2, "deck": 28, "kills of Ana": 1, "kills of Ben": 1}),
        ("tombs", 4, {"hand of Ana": 2, "hand of Dan": 2, "deck": 32, "supply": 9, "supply of Dan": 9}),
        ("salt-roads", 3, {"hand of Ana": 6, "deck": 29, "coins of Ana": 3, "coins of Cleo": 3, "bank": 21}),
        ("fishing-dragon", 2, {"hand of Ana": 10, "hand of Ben": 10, "river": 10, "card set aside": 1, "deck": 29}),
        ("rummy-duel", 2, {"hand of Ana": 7, "hand of Ben": 7, "pile": 33}),
        ("fantasy-contract-rummy", 2, {"hand of Ana": 12, "hand of Ben": 12, "discard pile": 1, "draw deck": 91}),
        ("toonerville-rook", 3, {"hand of Ana": 12, "hand of Cleo": 12, "discard pile": 1}),
    ],
)
def test_the_setup_is_drawn_as_the_rules_deal_it_before_the_first_turn(
    name: str, players: int, cards: dict[str, int]
) -> None:
    """Counts by hand, from the numbers that the rules print."""
    assert dealt(name, players).items() >= cards.items()


def test_a_board_is_part_of_the_drawing() -> None:
    board = drawn("tombs", 4).board
    assert [tile.name for row in board for tile in row] == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    labels = [place.label for place in drawn("tombs", 4).others]
    assert labels == [f"{what} of {name}" for what in ("hand", "kills", "supply") for name in ("Ben", "Cleo", "Dan")]


def test_the_line_of_a_part_leads_from_the_margin_to_the_nearer_edge_of_its_box() -> None:
    """A card of 60 x 90 mm: a title from 30 to 50 mm is nearer to the right margin, a foot as wide as the card is not.

    Their middles are at a tenth and beyond the lower edge.
    """
    boxes = {"title": Box(30, 4.5, 20, 9), "foot": Box(-3, 80, 60, 40)}
    found = anatomy("wolf", boxes, Size(60, 90), [("foot", "below"), ("title", "above")])
    title, foot = found.parts
    assert (title.words, round(title.x, 3), title.y, title.right) == ("above", 0.833, 0.1, True)
    assert (foot.words, foot.x, foot.y, foot.right) == ("below", 0.0, 1.0, False)


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(0, 80)), min_size=1, max_size=8))
def test_numbers_in_a_margin_never_cover_each_other(corners: list[tuple[float, float]]) -> None:
    boxes = {f"part-{place}": Box(x, y, 10, 10) for place, (x, y) in enumerate(corners)}
    parts = anatomy("wolf", boxes, Size(60, 90), [(name, name) for name in boxes]).parts
    for right in (False, True):
        heights = [part.at for part in parts if part.right is right]
        assert all(below - above >= APART - 0.002 for above, below in pairwise(heights))
        assert all(0 <= at <= 1 for at in heights)


def test_boards_of_examples_are_on_the_printed_mat_with_each_tile_in_its_place() -> None:
    book = compose(project(), PrintVersion("tombs"), False).manuscript
    assert book is not None
    mat = book.mat
    assert (mat.card, len(mat.tiles)) == ("board", 9)
    assert [round(box.x, 1) for box in mat.tiles[:3]] == sorted({round(box.x, 1) for box in mat.tiles})
    assert all(box.x >= 0 and box.right <= 1 and box.y >= 0 and box.bottom <= 1 for box in mat.tiles)
    data = as_data(book, {"board": CardPicture(1, 10, 10)})
    (example,) = [one for section in data["sections"] for one in section["inside"] if one.get("number") == 7][:1]
    assert {board["mat"] for board in example["boards"]} == {"board"}


@pytest.mark.parametrize("name", with_engine())
def test_the_parts_that_a_shipped_book_names_are_drawn_on_its_card(name: str) -> None:
    book = compose(project(), PrintVersion(name), False).manuscript
    assert book is not None
    kinds = {type(figure).__name__ for figure in book.figures.values()}
    assert kinds - {"Mat"} == {"Anatomy", "Parts", "Setup"}
    (shown,) = [figure for figure in book.figures.values() if isinstance(figure, Anatomy)]
    assert len(shown.parts) >= 3
    card = next(card for card in project().games[name].deck if card.id == shown.card)
    boxes, size = parts_of(project(), project().games[name], card) or ({}, Size(0, 0))
    edges = {round(edge / size.width, 3) for box in boxes.values() for edge in (box.x, box.right)}
    assert {part.x for part in shown.parts} <= {min(1.0, max(0.0, edge)) for edge in edges}


def test_a_part_that_the_template_does_not_draw_is_named_with_its_line(write: Writer) -> None:
    write("cards.csv", CARDS)
    write("templates/zoo/front.toml", '[elements.title]\ntype = "text"\ntext = "{{ name }}"\n')
    write("templates/zoo/back.toml", "")
    root = write("rules_md/zoo.md", '---\ntitle: Zoo\n---\n\nA zoo.\n\n{{ anatomy("wolf", titel="Its name") }}\n')
    (problem,) = [one for one in check(root, []) if one.code == "W635"]
    assert (problem.file, problem.line) == ("rules_md/zoo.md", 7)
    assert "leaves out 'titel', which its template does not draw" in problem.message
    assert problem.hint is not None
    assert problem.hint.startswith("Did you mean 'title'?")


def test_a_book_is_made_when_a_card_has_a_new_face(write: Writer) -> None:
    """Its picture points at what is still there."""
    write("cards.csv", CARDS)
    write("templates/zoo/front.toml", '[elements.title]\ntype = "text"\ntext = "{{ name }}"\n')
    write("templates/zoo/back.toml", "")
    text = '---\ntitle: Zoo\n---\n\nA zoo.\n\n{{ anatomy("wolf", title="Its name", index="Its number") }}\n'
    built = build(write("rules_md/zoo.md", text), [], Options(only=("rulebook",)))
    assert [one.code for one in built.problems if one.code.startswith("E")] == []
    (page,) = [one.path for one in built.outputs if one.path.name == "rulebook.md"]
    assert "Its name" in page.read_text(encoding="utf-8")
    assert "Its number" not in page.read_text(encoding="utf-8")


def test_a_template_that_cannot_be_read_is_told_alone(write: Writer) -> None:
    """That its parts are not drawn either follows from it."""
    write("cards.csv", CARDS)
    write("templates/zoo/front.toml", "[elements.title\n")
    write("templates/zoo/back.toml", "")
    root = write("rules_md/zoo.md", '---\ntitle: Zoo\n---\n\nA zoo.\n\n{{ anatomy("wolf", title="Its name") }}\n')
    assert [(one.code, one.file) for one in check(root, [])] == [("E201", "templates/zoo/front.toml")]


def test_a_table_for_too_many_players_is_told(write: Writer) -> None:
    text = (project().root / "rules_md" / "tombs.md").read_text(encoding="utf-8").replace("setup(2,", "setup(9,")
    write("cards.csv", (project().root / "cards.csv").read_bytes())
    root = write("rules_md/tombs.md", text)
    (problem,) = [one for one in check(root, ["tombs"]) if one.code == "E611"]
    assert problem.message == "tombs is for 2 to 4 players, not 9"
    assert problem.line == 1 + text[: text.index("setup(9,")].count("\n")


def test_a_table_that_no_engine_deals_is_told(write: Writer) -> None:
    write("cards.csv", CARDS)
    root = write("rules_md/zoo.md", "---\ntitle: Zoo\nscore: {each: {wolf: 2}}\n---\n\nA zoo.\n\n{{ setup(2) }}\n")
    (problem,) = [one for one in check(root, []) if one.code == "E611"]
    assert problem.message == "the table is drawn from an engine, or from a `setup:` in the head; this game has neither"
    assert problem.line == 8


ARRANGED = """---
title: Zoo
players: 2-3
setup:
  Wolves: wolf, shuffled, at 120 80
  Open: 1 of Wolves, face up, at 300 80
  Bank: 2 coin, each, face up, at 0 20
  hand: 2 of Wolves
---

A zoo.

{{ setup(2, Open="2", hand="1") }}
"""


def test_a_setup_in_the_head_is_drawn_with_its_steps_and_hides_the_hands_of_others(write: Writer) -> None:
    write("cards.csv", "id,name,kind,quantity\nred,Red,wolf,4\ngrey,Grey,wolf,4\ncoin,Coin,coin,9\n")
    root = write("rules_md/zoo.md", ARRANGED)
    assert check(root, []) == []
    game = load_project(root, Problems()).games["zoo"]
    lines = read_setup(heads(game.page, "setup"), 2)
    drawn = arranged(pieces_of(game, 2), 2, lines, [("Open", "2"), ("hand", "1")], game.phrases)
    assert [(place.label, len(place.pieces), place.pieces[0].copies) for place in drawn.middle] == [
        ("Wolves", 1, 3),
        ("Open", 1, 1),
    ]
    assert drawn.middle[0].is_face_down
    assert [(place.label, place.is_face_down) for place in drawn.own] == [("Bank", False), ("Ana’s hand", False)]
    assert [(place.label, place.is_face_down) for place in drawn.others] == [("Bank", False), ("Ben’s hand", True)]
    assert drawn.steps == (("Open", "2"), ("Ana’s hand", "1"), ("Ben’s hand", "1"))


def test_a_setup_that_the_cards_cannot_make_is_told_with_its_line(write: Writer) -> None:
    write("cards.csv", "id,name,kind,quantity\nred,Red,wolf,4\ncoin,Coin,coin,9\n")
    root = write("rules_md/zoo.md", ARRANGED)
    told = {(one.code, one.line): one.message for one in check(root, [])}
    assert told["E506", 8] == "setup: hand: 2 of Wolves are more than are left there (1) (2 players)"
