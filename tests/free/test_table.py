"""Whatever hands do on a table without rules, no piece is lost, nobody sees what is hidden, and all can be replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from proofdeck.front.table.free import OpenFree
from proofdeck.front.table.free_page import FreePage
from proofdeck.front.table.free_words import FreeTold
from proofdeck.front.table.shown import CardSides, FacePicture, TableGame
from proofdeck.ground.phrases import ENGLISH
from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.free.acts import FreeAct, NotPossible
from proofdeck.play.free.laying import start_of
from proofdeck.play.free.pieces import FreePiece, FreeStart
from proofdeck.play.free.record import FreeHeader, FreeSitting, opened
from proofdeck.play.free.table import ACTS, FreeTable

PLAYERS = 3
NAMES = "Aster Basil Cumin Dill Endive Fennel Ginger Hyssop".split()
TOKENS = "Ruby Jade Onyx".split()


def box() -> list[FreePiece]:
    """Eight plants in a deck, three stones in a bag, and a board. Each has one copy, so each name is one piece."""
    cards = [FreePiece(f"{name.lower()}-1", name.lower(), name, "plant", 63, 88, "leaf") for name in NAMES]
    stones = [FreePiece(f"{name.lower()}-1", name.lower(), name, "stone", 20, 20, "", "ellipse") for name in TOKENS]
    return [*cards, *stones, FreePiece("garden-1", "garden", "Garden", "", 200, 200, is_board=True)]


def laid(seed: int = 1) -> FreeStart:
    return start_of(box(), PLAYERS, seed)


def any_act(table: FreeTable, random: Random) -> FreeAct:
    """Something that a page could send, sensible or not."""
    piles = list(table.piles)
    known = [*piles, *table.pieces, *(f"hand{seat}" for seat in range(PLAYERS + 2)), *table.dice, *table.counters]
    known += [f"{pile}.{random.randint(0, 4)}" for pile in piles] + ["", "p99", "hand", "x.y"]
    hands = [f"hand{seat}" for seat in range(1, PLAYERS + 1)]
    is_sensible = random.random() < 0.6
    return FreeAct(
        random.choice([*ACTS, "move", "move", "move", "deal", *([] if is_sensible else ["fly"])]),
        (random.choice(piles),) if is_sensible else tuple(random.choices(known, k=random.choice((0, 1, 1, 2, 3)))),
        random.choice((0, 1, 1, 2)) if is_sensible else random.choice((5, -1)),
        random.choice(["table", *piles, *hands] if is_sensible else ["hand9", "p99", "", "hand"]),
        random.uniform(-50, 1100),
        random.uniform(-50, 700),
        random.choice(("", "", "", "under", "up", "down", "die", "counter", "back")),
        random.choice(("", "", "Fate", "-3", "7")),
    )


def deck(table: FreeTable, label: str = "Plant") -> str:
    return next(pile.id for pile in table.piles.values() if pile.label == label)


def lying(table: FreeTable) -> Counter[str]:
    return Counter(name for group in (*(pile.pieces for pile in table.piles.values()), *table.hands) for name in group)


def seen_by(table: FreeTable, seat: int) -> set[str]:
    """The names that somebody in that seat could read: a second opinion, from the rules of any table.

    One's own hand; what is face up on top of a pile, or in a row; and what one is looking at.
    """
    found = {*table.hands[seat], *table.looked[seat]}
    for pile in table.piles.values():
        shown = pile.pieces if pile.is_row else pile.pieces[:1]
        found |= {name for name in shown if name in table.up and not pile.is_bag}
    return {table.pieces[name].name for name in found}


def played(seed: int, acts: int = 60) -> Iterator[tuple[FreeTable, int, FreeAct, bool]]:
    """A table after each of many acts; whether the act was possible."""
    table, random = FreeTable(laid(seed), seed), Random(seed)
    for _ in range(acts):
        seat, act = random.randrange(PLAYERS), any_act(table, random)
        try:
            table.do(seat, act)
            yield table, seat, act, True
        except NotPossible:
            yield table, seat, act, False


@pytest.mark.parametrize("seed", range(12))
def test_no_piece_is_ever_lost_or_doubled(seed: int) -> None:
    every, done = Counter(piece.id for piece in box()), 0
    for table, _, _, is_done in played(seed):
        done += is_done
        assert lying(table) == every
        assert {table.place(name) for name in every} <= {*table.piles, "hand1", "hand2", "hand3"}
        for name in every:
            assert name in table.held(table.place(name))
    assert done > 5


@pytest.mark.parametrize("seed", range(8))
def test_an_act_that_is_not_possible_changes_nothing(seed: int) -> None:
    table, random, refused = FreeTable(laid(seed), seed), Random(seed), list[str]()
    for _ in range(80):
        before = table_facts(table)
        try:
            table.do(random.randrange(PLAYERS), any_act(table, random))
        except NotPossible as error:
            refused.append(error.phrase)
            assert table_facts(table) == before
    assert len(refused) > 5
    assert all(ENGLISH(f"free.{phrase}") for phrase in refused)


def table_facts(table: FreeTable) -> object:
    hands = [list(hand) for hand in table.hands]
    marks = set(table.up), set(table.marked), dict(table.turned), list(table.looked), dict(table.came)
    return dict(table.piles), list(table.piles), hands, marks, dict(table.dice), dict(table.counters), table.acts


@pytest.mark.parametrize("seed", range(8))
def test_the_file_of_a_table_lays_out_the_same_table_again(seed: int) -> None:
    lines: list[str] = []
    header = FreeHeader("garden", ("Ana", "Ben", "Cleo"), seed, laid(seed))
    sitting, random = FreeSitting(header, lines.append), Random(seed)
    for number in range(50):
        if number % 7 == 6:
            sitting.undo()
        elif number % 11 == 10:
            sitting.remark(number % PLAYERS, f"Note {number}")
        else:
            try:
                sitting.do(random.randrange(PLAYERS), any_act(sitting.table, random))
            except NotPossible:
                continue
    text = "\n".join([header.line, *lines]) + "\n"
    again = opened(text, "garden-1.table", lines.append)
    assert table_facts(again.table) == table_facts(sitting.table)
    assert (again.table.log, again.remarks) == (sitting.table.log, sitting.remarks)
    kept = len(lines)
    while again.undo():
        pass
    assert table_facts(again.table) == table_facts(FreeTable(laid(seed), seed))
    assert len(lines) - kept == len(sitting.acts)


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(6, 1000))]
)
def test_the_page_of_a_person_names_nothing_that_they_have_not_seen(seed: int) -> None:
    """Not in a pile, not in a hand, not in the log, and in no name of a picture."""
    pictures = {
        piece.card: CardSides(FacePicture(f"face-of-{piece.name}", 63, 88, piece.form), FacePicture("back", 63, 88, ""))
        for piece in box()
    }
    shown = TableGame(pictures, {}, None, lambda _: {})
    header = FreeHeader("garden", ("Ana", "Ben", "Cleo"), seed, laid(seed))
    sitting, random = FreeSitting(header, lambda _: None), Random(seed)
    open_table = OpenFree(sitting, shown, file=None)  # type: ignore[arg-type]
    ever = [seen_by(sitting.table, seat) for seat in range(PLAYERS)]
    for _ in range(50):
        try:
            sitting.do(random.randrange(PLAYERS), any_act(sitting.table, random))
        except NotPossible:
            continue
        for seat in range(PLAYERS):
            now = seen_by(sitting.table, seat)
            ever[seat] |= now
            page = FreePage(open_table, seat)
            on_table = repr([page.piles, page.hand, list(page.others), page.looked, page.places])
            pieces = [one for pile in page.piles for one in pile.pieces] + page.hand + page.looked
            faces = {one.drawn.key.removeprefix("face-of-") for one in pieces if one.drawn} - {"back"}
            assert faces <= now
            assert named_in(on_table) <= now | labels(sitting.table)
            assert named_in(repr(page.log)) <= ever[seat]


def labels(table: FreeTable) -> set[str]:
    return {pile.label for pile in table.piles.values()}


def named_in(words: str) -> set[str]:
    """The names in what is shown; ids of pieces too, which are lower case."""
    return {name for name in [*NAMES, *TOKENS] if name.casefold() in words.casefold()}


def test_a_deck_lies_face_down_and_shuffled_with_room_for_discards_and_tokens_are_in_a_bag() -> None:
    tables = [laid(seed) for seed in range(6)]
    piles = {pile.label: pile for pile in tables[0].piles}
    assert piles.keys() == {"", "Plant", "Discard", "Stone"}
    assert (piles["Stone"].is_bag, piles["Discard"].pieces, piles["Discard"].stays) == (True, (), True)
    assert not tables[0].up & {*piles["Plant"].pieces, *piles["Stone"].pieces}
    assert len({one.pieces for table in tables for one in table.piles if one.label == "Plant"}) > 3
    assert 0 < piles["Discard"].x - piles["Plant"].x < 63 * 1.3 * tables[0].scale


def test_nobody_can_name_a_piece_that_is_hidden_from_them() -> None:
    table = FreeTable(laid(), 1)
    hidden = table.piles[deck(table)].pieces[3]
    for what in (hidden, f"{deck(table)}.4"):
        with pytest.raises(NotPossible):
            table.do(0, FreeAct("move", (what,), to="hand1"))
    table.do(1, FreeAct("look", (deck(table),)))
    with pytest.raises(NotPossible):
        table.do(0, FreeAct("move", (hidden,), to="hand1"))
    table.do(1, FreeAct("move", (hidden,), to="hand2"))
    assert table.hands[1] == [hidden]


def test_a_look_ends_when_the_pile_is_shuffled() -> None:
    table = FreeTable(laid(), 1)
    table.do(0, FreeAct("look", (deck(table),), 3))
    assert [len(seen) for seen in table.looked] == [3, 0, 0]
    table.do(1, FreeAct("shuffle", (deck(table),)))
    assert [len(seen) for seen in table.looked] == [0, 0, 0]


def test_a_piece_that_leaves_the_pile_is_no_longer_looked_at() -> None:
    table = FreeTable(laid(), 1)
    top, second = table.piles[deck(table)].pieces[:2]
    table.do(0, FreeAct("look", (deck(table),), 2))
    table.do(1, FreeAct("move", (deck(table),), 1, "table", 9, 9))
    assert (table.sees(0, top), table.sees(0, second)) == (False, True)


def test_a_pile_that_is_turned_over_shows_its_lowest_piece_and_comes_back_when_turned_again() -> None:
    table = FreeTable(laid(), 1)
    before = table.piles[deck(table)].pieces
    table.do(0, FreeAct("turn", (deck(table),)))
    assert table.piles[deck(table)].pieces == before[::-1]
    assert table.sees(1, before[-1])
    table.do(0, FreeAct("turn", (deck(table),)))
    assert table.piles[deck(table)].pieces == before
    assert not table.sees(0, before[0])


def test_every_piece_of_a_bag_is_drawn_as_often() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(600):
        table = FreeTable(laid(), seed)
        bag = next(pile.id for pile in table.piles.values() if pile.is_bag)
        table.do(0, FreeAct("move", (bag,), 1, "hand1"))
        drawn.update(table.hands[0])
    assert all(abs(count - 200) < 5 * (600 * (1 / 3) * (2 / 3)) ** 0.5 for count in drawn.values())
    assert len(drawn) == 3


def test_cards_are_dealt_one_by_one_and_only_their_owner_sees_them() -> None:
    table = FreeTable(laid(), 1)
    top = table.piles[deck(table)].pieces
    table.do(2, FreeAct("deal", (deck(table),), 2))
    assert table.hands == [[top[0], top[3]], [top[1], top[4]], [top[2], top[5]]]
    assert [table.sees(seat, top[0]) for seat in range(PLAYERS)] == [True, False, False]
    with pytest.raises(NotPossible, match="too_few"):
        table.do(2, FreeAct("deal", (deck(table),), 1))


def test_what_is_taken_from_the_hand_of_another_is_a_matter_of_chance() -> None:
    taken = set()
    for seed in range(40):
        table = FreeTable(laid(), seed)
        table.do(0, FreeAct("deal", (deck(table),), 2))
        table.do(0, FreeAct("move", ("hand2",), 1, "hand1"))
        taken.add(table.hands[0][-1])
    assert len(taken) == 2


def test_a_counter_stays_in_its_range_and_a_die_shows_one_of_its_faces() -> None:
    table, seen = FreeTable(laid(), 1), set()
    table.do(0, FreeAct("add", way="die", count=4))
    table.do(0, FreeAct("add", way="counter", said="Threat"))
    (die,), (counter,) = table.dice, table.counters
    for _ in range(60):
        table.do(0, FreeAct("roll", (die,)))
        seen.add(table.dice[die].value)
    assert seen == {1, 2, 3, 4}
    table.do(0, FreeAct("count", (counter,), said="5000"))
    assert table.counters[counter].value == 99
    with pytest.raises(NotPossible, match="at_its_end"):
        table.do(0, FreeAct("count", (counter,), 1))


@pytest.mark.parametrize("seed", range(24))
def test_a_damaged_file_is_refused_with_its_line(seed: int) -> None:
    lines: list[str] = []
    header = FreeHeader("garden", ("Ana", "Ben", "Cleo"), 1, laid())
    sitting = FreeSitting(header, lines.append)
    sitting.do(0, FreeAct("deal", (deck(sitting.table),), 1))
    sitting.do(1, FreeAct("move", ("hand2",), to="table", x=5, y=5))
    text, random = "\n".join([header.line, *lines]) + "\n", Random(seed)
    at = random.randrange(len(text) - 1)
    wrong = text[:at] + random.choice(("", "}", '"', "9", "[", "null", "\x00")) + text[at + random.randint(1, 9) :]
    try:
        opened(wrong, "garden-1.table", lines.append)
    except ProofdeckError as error:
        (problem,) = error.problems
        assert (problem.code, problem.file) == ("E803", "garden-1.table")
        assert problem.line in {1, 2, 3}


def told(table: FreeTable, seat: int = 0) -> str:
    """The last act in words, as that seat hears it."""
    sitting = FreeSitting(FreeHeader("garden", ("Ana", "Ben", "Cleo"), table.seed, table.start), lambda _: None)
    return FreeTold(sitting, ENGLISH, seat).event(table.log[-1])


def with_piles(*sizes: int) -> tuple[FreeTable, list[str]]:
    """A table on which so many cards each were taken from the deck, face down."""
    table = FreeTable(laid(), 1)
    found = []
    for at, size in enumerate(sizes):
        table.do(0, FreeAct("move", (deck(table),), size, "table", 100 + 90 * at, 300))
        found.append(list(table.piles)[-1])
    return table, found


def test_a_pile_lies_in_a_column_with_its_top_card_last_and_is_gathered_again() -> None:
    table, (pile,) = with_piles(4)
    before = table.piles[pile].pieces
    table.do(0, FreeAct("spread", (pile,), way="column"))
    assert table.piles[pile].pieces == before[::-1]
    assert (table.piles[pile].is_row, table.piles[pile].is_column) == (True, True)
    table.do(0, FreeAct("spread", (pile,)))
    assert (table.piles[pile].pieces, table.piles[pile].is_column) == (before, False)
    table.do(0, FreeAct("spread", (pile,)))
    assert (table.piles[pile].pieces, table.piles[pile].is_row) == (before, False)


def test_cards_go_from_column_to_column_as_they_lie() -> None:
    table, (first, second) = with_piles(3, 2)
    for pile in (first, second):
        table.do(0, FreeAct("turn", (pile,), 1))
        table.do(0, FreeAct("spread", (pile,), way="column"))
    moved = table.piles[first].pieces[1:]
    table.do(0, FreeAct("move", (f"{first}.2", moved[1]), to=second))
    assert table.piles[second].pieces[-2:] == moved
    assert [name in table.up for name in moved] == [False, True]
    table.do(0, FreeAct("move", (f"{second}.3", moved[1]), to="table", x=500, y=300))
    assert list(table.piles.values())[-1][4:] == (moved, True, False, False, True)


def test_cards_are_put_between_those_of_a_row_and_of_a_hand() -> None:
    table, (row,) = with_piles(3)
    table.do(0, FreeAct("spread", (row,)))
    a, b, c = table.piles[row].pieces
    top = table.piles[deck(table)].pieces[0]
    table.do(0, FreeAct("move", (deck(table),), 1, f"{row}.2"))
    assert table.piles[row].pieces == (a, top, b, c)
    table.do(0, FreeAct("move", (f"{row}.4",), to=f"{row}.1"))
    assert table.piles[row].pieces == (c, a, top, b)
    table.do(0, FreeAct("move", (row,), 2, "hand1"))
    table.do(0, FreeAct("move", (row,), 1, "hand1.2"))
    assert table.hands[0] == [c, top, a]
    table.do(0, FreeAct("move", (c,), to="hand1.3"))
    assert table.hands[0] == [top, a, c]
    assert told(table) == "Ana sorts a hand."
    with pytest.raises(NotPossible, match="already_there"):
        table.do(0, FreeAct("move", (c,), to="hand1"))


def test_a_hand_is_sorted_in_the_order_of_the_spreadsheet() -> None:
    table = FreeTable(laid(4), 4)
    table.do(1, FreeAct("move", (deck(table),), 8, "hand2"))
    assert table.hands[1] != [f"{name.lower()}-1" for name in NAMES]
    table.do(1, FreeAct("sort"))
    assert table.hands[1] == [f"{name.lower()}-1" for name in NAMES]


def test_a_pile_without_a_name_is_called_after_the_card_that_everybody_sees_on_it() -> None:
    table, (one,) = with_piles(2)
    table.do(0, FreeAct("move", (deck(table),), 1, one))
    assert told(table) == "Ana puts 1 card on a pile."
    table.do(0, FreeAct("turn", (one,), 1))
    top = table.pieces[table.piles[one].pieces[0]].name
    table.do(0, FreeAct("move", (deck(table),), 1, one, way="down"))
    assert told(table, 1) == f"Ana puts 1 card on {top}."
    table.do(0, FreeAct("spread", (one,)))
    assert told(table, 1) == "Ana spreads a pile."


def test_what_is_drawn_from_a_bag_to_the_table_is_seen() -> None:
    table = FreeTable(laid(), 1)
    event = table.do(0, FreeAct("move", (deck(table, "Stone"),), 1, "table", 300, 300))
    assert event.pieces[0] in table.up
    assert event.known == {0, 1, 2}


def test_tokens_on_a_card_go_where_it_goes_and_stay_on_it() -> None:
    table, (card,) = with_piles(1)
    below = table.piles[card]
    table.do(0, FreeAct("move", (deck(table, "Stone"),), 1, "table", below.x + 8, below.y - 5))
    stone = list(table.piles)[-1]
    table.do(0, FreeAct("move", (card,), to="table", x=500, y=200))
    assert (table.piles[stone].x, table.piles[stone].y) == (508, 195)
    assert list(table.piles)[-2:] == [card, stone]
    table.do(0, FreeAct("move", (stone,), to="table", x=700, y=200))
    assert table.piles[card].x == 500


def test_a_board_takes_along_what_lies_on_it_and_one_act_brings_it_back() -> None:
    pieces = [*box(), FreePiece("map-1", "map", "Map", "Map", 200, 120, is_board=True)]
    lines: list[str] = []
    header = FreeHeader("garden", ("Ana", "Ben"), 1, start_of(pieces, 2, 1))
    sitting = FreeSitting(header, lines.append)
    board = next(pile for pile in sitting.table.piles.values() if pile.pieces == ("map-1",))
    plants = deck(sitting.table)
    for at, across in ((board.x + 40, 0), (board.x - 600, 1)):
        sitting.do(0, FreeAct("move", (plants,), 1, "table", at % 978, board.y + across))
    on_it, beside = list(sitting.table.piles)[-2:]
    away = sitting.table.piles[beside]
    before = table_facts(sitting.table)
    sitting.do(0, FreeAct("move", (board.id,), to="table", x=board.x - 30, y=board.y - 20))
    piles = sitting.table.piles
    assert (piles[on_it].x, piles[on_it].y) == (board.x + 10, board.y - 20)
    assert piles[beside] == away
    assert list(piles).index(board.id) < list(piles).index(on_it)
    after = table_facts(sitting.table)
    text = "\n".join([header.line, *lines, ""])
    assert table_facts(opened(text, "garden-1.table", lines.append).table) == after
    sitting.undo()
    assert table_facts(sitting.table) == before
    sitting.do(0, FreeAct("rotate", (board.id,), 1))
    sitting.do(0, FreeAct("move", (on_it,), to="table", x=board.x + 80 * header.start.scale, y=board.y))
    sitting.do(0, FreeAct("move", (board.id,), to="table", x=board.x, y=board.y - 10))
    assert sitting.table.piles[on_it].y == board.y, "a board that is turned round is no longer below it"


def test_dice_are_moved_and_taken_away() -> None:
    table = FreeTable(laid(), 1)
    table.do(0, FreeAct("add", way="die", count=8, x=900, y=40))
    (die,) = table.dice
    table.do(0, FreeAct("shift", (die,), x=120, y=90))
    assert table.dice[die][4:] == (120, 90)
    assert told(table) == "Ana moves d8."
    table.do(0, FreeAct("remove", (die,)))
    assert not table.dice


def test_what_was_taken_back_is_done_again_with_the_same_chance_until_something_else_is_done() -> None:
    lines: list[str] = []
    sitting = FreeSitting(FreeHeader("garden", ("Ana", "Ben", "Cleo"), 3, laid(3)), lines.append)
    plants = deck(sitting.table)
    sitting.do(0, FreeAct("shuffle", (plants,)))
    sitting.do(1, FreeAct("move", (plants,), 1, "hand2"))
    after = table_facts(sitting.table)
    assert sitting.undo()
    assert sitting.undo()
    assert [sitting.redo() is None for _ in range(3)] == [False, False, True]
    assert table_facts(sitting.table) == after
    text = "\n".join([sitting.header.line, *lines, ""])
    assert table_facts(opened(text, "garden-1.table", lines.append).table) == after
    sitting.undo()
    sitting.do(0, FreeAct("turn", (plants,), 1))
    assert not sitting.can_redo
