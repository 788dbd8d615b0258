"""A setup is written as lines that people can read, and lays out the same table whichever way the cards fall."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from proofdeck.front.table.free import OpenFree
from proofdeck.front.table.free_page import FreePage
from proofdeck.front.table.shown import TableGame
from proofdeck.ground.problems import Problems
from proofdeck.play.free.acts import FreeAct, NotPossible
from proofdeck.play.free.laying import dice_in, start_of
from proofdeck.play.free.pieces import FreePiece, FreeStart
from proofdeck.play.free.record import FreeHeader, FreeSitting
from proofdeck.play.free.setting import setup_of, setup_tables, tracks_of
from proofdeck.play.free.setup import check_head, line_of, read_setup, read_tracks
from proofdeck.play.free.table import FreeTable
from proofdeck.source.project.head import SETUP, TRACKS
from proofdeck.source.rules.page import read_page

SHOWN = TableGame({}, {}, None, lambda _: {})


def box() -> list[FreePiece]:
    pieces = []
    for kind, names, copies in (("hero", ("Ada", "Bo", "Cy"), 4), ("event", ("Fog", "Sun"), 2)):
        for name in names:
            pieces += [FreePiece(f"{name}-{at}".lower(), name.lower(), name, kind, back=kind) for at in range(copies)]
    pieces += [FreePiece(f"coin-{at}", "coin", "Coin", "coin", 20, 20, "", "ellipse") for at in range(12)]
    return [*pieces, FreePiece("sea-1", "sea", "Sea", "board", 300, 200, is_board=True)]


SETUP_LINES = {
    "Sea": "board, face up, at 480 275",
    "Heroes": "hero, shuffled, at 120 80",
    "Events": "event, shuffled, at 120 200",
    "Bank": "coin, face up, at 900 80",
    "Used": "empty, at 240 80",
    "Market": "3 of Heroes, face up, row, at 480 60",
    "Purse": "2 of Bank, each, at 0 20",
    "hand": "2 of Heroes",
    "Fate": "die 8, at 900 200",
}


def laid(players: int = 3, seed: int = 1, lines: dict[str, str] | None = None, tracks: str = "") -> FreeTable:
    setup = read_setup((lines or SETUP_LINES).items(), players)
    counters = list(read_tracks([("Threat", tracks)] if tracks else [], players))
    return FreeTable(start_of(box(), players, seed, setup, counters), seed)


def on(table: FreeTable, label: str) -> list[tuple[str, ...]]:
    return [pile.pieces for pile in table.piles.values() if pile.label == label]


def test_a_setup_lays_out_what_its_lines_say() -> None:
    table = laid()
    assert [len(pieces) for pieces in on(table, "Market")] == [3]
    assert [len(pieces) for pieces in on(table, "Purse")] == [2, 2, 2]
    assert [len(hand) for hand in table.hands] == [2, 2, 2]
    assert [len(pieces) for pieces in on(table, "Heroes")] == [12 - 3 - 6]
    assert [len(pieces) for pieces in on(table, "Bank")] == [12 - 6]
    assert on(table, "Used") == [()]
    assert all(name in table.up for pieces in on(table, "Market") for name in pieces)
    assert not any(name in table.up for pieces in on(table, "Heroes") for name in pieces)
    assert [(die.faces, die.label, die.x) for die in table.dice.values()] == [(8, "Fate", 900)]
    for pile, seat in zip(
        [one for one in table.piles.values() if one.label == "Purse"], table.start.seats, strict=True
    ):
        assert (pile.x, pile.y) == pytest.approx((seat.centre[0], seat.centre[1] + 20), abs=0.1)


def test_each_seed_deals_other_cards_and_the_same_seed_the_same() -> None:
    assert laid(seed=5).hands == laid(seed=5).hands
    assert len({str(laid(seed=seed).hands) for seed in range(8)}) > 5


def test_every_piece_lies_somewhere_also_those_that_no_line_names() -> None:
    table = laid(lines={"Heroes": "hero, shuffled, at 120 80"})
    lying = Counter(name for pile in table.piles.values() for name in pile.pieces)
    assert lying == Counter(piece.id for piece in box())
    assert {"Event", "Discard", "Coin"} <= {pile.label for pile in table.piles.values()}


@pytest.mark.parametrize("seed", range(8))
def test_the_setup_that_a_table_shows_lays_out_the_same_table(seed: int) -> None:
    """Whatever was moved about, as long as hands are alike: as many pieces in each place, and the same faces up."""
    table, random = laid(seed=seed), Random(seed)
    for _ in range(30):
        piles = [*table.piles]
        do = random.choice(("move", "move", "move", "turn", "rotate", "spread", "shuffle"))
        to = random.choice(("table", *piles))
        x, y, way = random.uniform(40, 900), random.uniform(40, 500), random.choice(("", "", "column"))
        way = way if do == "spread" else ""
        try:
            table.do(random.randrange(3), FreeAct(do, (random.choice(piles),), random.choice((0, 1, 2)), to, x, y, way))
        except NotPossible:
            continue
    lines = setup_of(table)
    assert [line_of(line.label, line.words) for line in lines] == lines
    again = FreeTable(start_of(box(), 3, seed + 1, lines), seed + 1)
    assert looks(again) == looks(table)
    assert looks(FreeTable(start_of(box(), 3, seed, setup_of(again)), seed)) == looks(table)


def is_up(table: FreeTable, pieces: tuple[str, ...]) -> bool:
    return bool(pieces) and pieces[0] in table.up


def looks(table: FreeTable) -> Counter[object]:
    """How many pieces lie in each place, how, and whether the topmost one lies face up."""
    return Counter(
        (*(round(pile.x), round(pile.y)), len(pile.pieces), pile.is_row, pile.is_column, is_up(table, pile.pieces))
        for pile in table.piles.values()
    )


def test_hands_of_different_sizes_make_no_setup() -> None:
    table = laid()
    table.do(0, FreeAct("move", (table.hands[0][0],), to="table", x=5, y=5))
    with pytest.raises(NotPossible, match="hands_differ"):
        setup_of(table)


def test_numbers_of_players_have_hands_of_their_own() -> None:
    lines = {"Heroes": "hero, shuffled", "hand.2": "4 of Heroes", "hand.3": "3 of Heroes"}
    assert [[len(hand) for hand in laid(players, lines=lines).hands] for players in (2, 3, 4)] == [
        [4, 4],
        [3, 3, 3],
        [3, 3, 3, 3],
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("her", "there is no kind and no card 'her'. Did you mean 'hero'?"),
        ("13 hero", "there are 12 left of 'hero', and not 13"),
        ("3 of Hero", "there is no pile 'Hero' before this one."),
        ("shuffled, at 1 2", "'shuffled, at 1 2' does not say which pieces it is made of"),
        ("hero, at 1", "'at 1' is not a place such as `at 120 80`"),
    ],
)
def test_a_line_that_cannot_be_laid_says_why(words: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^(Heap: )?{re.escape(said)}"):
        laid(lines={"Heap": words})


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("0-15", [(0, 0, 15, 0)]),
        ("20", [(20, 0, 20, 0)]),
        ("1-8 from 3", [(3, 1, 8, 0)]),
        ("-5-5 from 0", [(0, -5, 5, 0)]),
        ("20 each", [(20, 0, 20, 1), (20, 0, 20, 2), (20, 0, 20, 3)]),
    ],
)
def test_a_track_begins_where_it_says_and_is_written_as_it_was_read(words: str, values: list[tuple[int, ...]]) -> None:
    table = laid(tracks=words)
    assert [(one.value, one.low, one.high, one.seat) for one in table.counters.values()] == values
    assert tracks_of(table) == {"Threat": words}


def test_a_page_is_told_each_line_of_its_head_that_cannot_be_read(tmp_path: Path) -> None:
    page = tmp_path / "game.md"
    page.write_text("---\nsetup:\n  Deck: shuffled\n  Heap: hero, at 3\ntracks: {life: many}\n---\nPlay.\n")
    problems = Problems()
    read = read_page(page, "rules_md/game.md", problems)
    assert read is not None
    for key in (SETUP, TRACKS):
        check_head(read, key, problems)
    assert [(one.code, one.line, one.field) for one in problems] == [
        ("E506", 3, SETUP),
        ("E506", 4, SETUP),
        ("E506", 5, TRACKS),
    ]


@pytest.mark.parametrize("head", ["setup: [1, 2]", "setup: hero", "setup:", "tracks: 5", "tracks: [a]"])
def test_a_head_that_names_nothing_is_told_with_its_line(head: str, tmp_path: Path) -> None:
    page, problems = tmp_path / "game.md", Problems()
    page.write_text(f"---\ntitle: Zoo\n{head}\n---\nPlay.\n")
    read = read_page(page, "rules_md/game.md", problems)
    assert read is not None
    check_head(read, head.partition(":")[0], problems)
    ((code, line, words),) = [(one.code, one.line, one.message) for one in problems]
    assert (code, line, "there are no names below it" in words) == ("E506", 3, True)


@pytest.mark.parametrize(
    ("needs", "faces"),
    [
        ("a pencil", []),
        ("2 dice", [6, 6]),
        ("a die and 30 coins", [6]),
        ("two ten-sided dice, paper", [10, 10]),
        ("1d20 and 3d6", [20, 6, 6, 6]),
        ("drei Würfel", [6, 6, 6]),
        ("dos dados", [6, 6]),
    ],
)
def test_dice_that_players_need_lie_on_the_table(needs: str, faces: list[int]) -> None:
    assert dice_in(needs) == faces
    start: FreeStart = start_of(box(), 2, 1, needs=needs)
    assert [die.faces for die in start.dice] == faces


def test_what_is_written_into_the_head_has_both_tables() -> None:
    table = laid(tracks="0-15")
    written = setup_tables(table)
    assert written[SETUP]["Market"] == SETUP_LINES["Market"]
    assert written[SETUP]["hand"] == SETUP_LINES["hand"]
    assert written[SETUP]["Purse"] == SETUP_LINES["Purse"]
    assert written[TRACKS] == {"Threat": "0-15"}


def test_a_column_whose_last_card_lies_face_up_is_laid_out_again() -> None:
    lines = {"Heroes": "hero, shuffled, at 120 80", "One": "4 of Heroes, top face up, column, at 300 80"}
    table = laid(lines=lines)
    (column,) = [pile for pile in table.piles.values() if pile.label == "One"]
    assert (column.is_column, [name in table.up for name in column.pieces]) == (True, [False, False, False, True])
    assert {line.label: line.words for line in setup_of(table)}["One"] == lines["One"]


def test_only_the_top_card_that_was_turned_over_lies_face_up_in_the_setup() -> None:
    table = laid(lines={"Heroes": "hero, shuffled, at 120 80"})
    table.do(0, FreeAct("turn", (next(pile.id for pile in table.piles.values() if pile.label == "Heroes"),), 1))
    words = next(line.words for line in setup_of(table) if line.label == "Heroes")
    assert words == "hero, shuffled, top face up, at 120 80"


def test_a_pile_that_is_named_after_it_was_dealt_from_is_named_so_in_the_setup() -> None:
    table = laid(lines={"Heroes": "hero, shuffled, at 120 80"})
    heap = next(pile.id for pile in table.piles.values() if pile.label == "Heroes")
    table.do(0, FreeAct("deal", (heap,), 1))
    table.do(0, FreeAct("label", (heap,), said="Crew"))
    lines = setup_of(table)
    assert {line.label: line.words for line in lines}["hand"] == "1 of Crew"
    assert [len(hand) for hand in FreeTable(start_of(box(), 3, 2, lines), 2).hands] == [1, 1, 1]


def test_a_pile_of_which_everything_is_dealt_stays_a_place() -> None:
    table = laid(lines={"Heroes": "hero, row, at 120 80", "hand": "4 of Heroes"})
    assert on(table, "Heroes") == [()]
    assert {line.label for line in setup_of(table)} >= {"Heroes", "hand"}


def test_a_place_for_discards_is_as_large_as_the_deck_to_its_left() -> None:
    tiles = [FreePiece(f"t{at}", f"t{at}", f"T{at}", "tile", 50, 44, "tile", "hexagon") for at in range(3)]
    start = start_of([*box()[:12], *tiles], 2, 1)
    page = FreePage(
        OpenFree(FreeSitting(FreeHeader("zoo", ("Ana", "Ben"), 1, start), lambda _: None), SHOWN, Path("x")), 0
    )
    sizes = {pile.label: (pile.width, pile.height) for pile in page.piles if pile.pieces}
    places = sorted((pile for pile in page.piles if not pile.pieces), key=lambda pile: pile.x)
    assert [(pile.width, pile.height) for pile in places] == [sizes["Hero"], sizes["Tile"]]
