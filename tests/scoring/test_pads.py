"""Pads and master sheets: a line for whatever scores, what it pays as the cards and the head say, and room to write.

Numbers are worked out here from `cards.csv` and the heads of the pages as they are written, without the program.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

import effort
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import ROOT, engine, playable, project, variant, with_engine

from proofdeck.book.manuscript.composing import clause_words, run_examples
from proofdeck.book.pads.grid import PadColumn, PadGrid, PadRow
from proofdeck.book.pads.grids import supplies_for_grids
from proofdeck.book.pads.measuring import PAGE, SIZES, WIDE_PAGE, Dress
from proofdeck.book.pads.pad import MOST_ROUNDS_ON_SHEET, master_sheets, plain_form, score_pad
from proofdeck.book.pads.pads import pads_of
from proofdeck.book.pads.painting import paint
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Size
from proofdeck.paper.faces.face import Face, Shape, TextRun
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.play.engine.categories import Category, ScoreBox, ScoreForm, spans
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.score_sheet import ScoreSheet
from proofdeck.source.project.game import ClauseWords
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.request import SCORE_PAD
from proofdeck.source.rules.parameters import Value

GAMES = with_engine()
DRESS = Dress("#27508a", "Cinzel", "Crimson Text")
SUPPLIES = supplies_for_grids(ROOT)
LEAST_ROW, LEAST_COLUMN = 6.5, 12.0
"""mm: what the makers of the games asked for."""


def form_of(game: str, changes: Mapping[str, Value] | None = None) -> ScoreForm:
    make = engine(game).score_form
    assert make is not None
    return make(variant(game, changes))


@cache
def sheets_of(game: str) -> tuple[ScoreSheet, ...]:
    """Of every table of the worked examples, and of games between bots of both kinds."""
    found, table = playable(game), project().games[game]
    examples = run_examples(table, found, Problems())
    states = [state for ran in examples for state in ran.tables if state is not None]
    sheets = [sheet for ran in examples for sheet in _scored(game, ran.example)]
    for seed in range(2):
        for players in range(found.game.min_players, found.game.max_players + 1):
            state = found.game.new_initial_state(players, seed)
            play(state, [found.engine.greedy(Random(seed)) for _ in range(players)])
            states.append(state)
    return (*sheets, *(sheet for state in states for sheet in state.score_sheets()))


def _scored(game: str, example: Any) -> tuple[ScoreSheet, ...]:
    from proofdeck.play.engine.notation import read_notation

    if example.is_played or example.illegal:
        return ()
    scored = engine(game).score(variant(game, dict(example.changes)), read_notation(example.table, "table"), Problems())
    assert scored is not None
    return scored.sheets


# -- categories --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_item_that_can_be_scored_belongs_to_exactly_one_category(game: str) -> None:
    categories = form_of(game).categories
    scored = {item.clause for sheet in sheets_of(game) for item in sheet.items}
    assert scored
    for clause in scored:
        assert sum(clause in category.clauses for category in categories) == 1, clause


@pytest.mark.parametrize("game", GAMES)
def test_categories_share_no_clause_and_know_only_clauses_that_the_page_prints(game: str) -> None:
    categories = form_of(game).categories
    for one, other in combinations(categories, 2):
        assert not one.clauses & other.clauses
    assert {clause for category in categories for clause in category.clauses} <= set(playable(game).clauses)


@pytest.mark.parametrize("game", GAMES)
def test_the_categories_of_a_sheet_add_up_to_its_total(game: str) -> None:
    categories = form_of(game).categories
    for sheet in sheets_of(game):
        counted = [item.points for one in categories for item in sheet.items if item.clause in one.clauses]
        assert sum(counted) == sheet.total


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_beside_points_is_a_tally_of_the_calculator(game: str) -> None:
    tallies = {category.tally for category in form_of(game).categories if category.tally}
    assert all(tallies <= set(sheet.tallies) for sheet in sheets_of(game))


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([("1", 5), ("2", 5), ("3", 5), ("4", 10), ("Rook", 25)], "1 to 3: 5, 4: 10, Rook: 25"),
        ([("2", 2), ("3", 3), ("4", 4), ("J", 10), ("Q", 10), ("K", 10), ("A", 11)],
         "2 to 4: their number, J to K: 10, A: 11"),
        ([("4", 5), ("5", 5), ("6", 5)], "4 to 6: 5"),
        ([("Flower", 12), ("Dragon", 12)], "Flower and Dragon: 12"),
        ([], ""),
    ],
)  # fmt: skip
def test_names_of_one_value_stand_together(pairs: list[tuple[str, int]], words: str) -> None:
    assert spans(pairs) == words


# -- what the five pads print ------------------------------------------------------------------------------------------


@cache
def cards(game: str) -> dict[str, dict[str, str]]:
    """The rows of the spreadsheet by their ids."""
    with (ROOT / "cards.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file) if row["game"] == game}


@cache
def head(game: str) -> Any:
    """What stands below `rules:`."""
    return yaml.safe_load((ROOT / "rules_md" / f"{game}.md").read_text(encoding="utf-8").split("---")[1])["rules"]


def lines(grid: PadGrid) -> list[tuple[str, str]]:
    """The words at the left of each row, and the note beside them."""
    return [(row.cells[-1], row.note) for row in grid.rows]


def pad_of(game: str, changes: Mapping[str, Value] | None = None) -> PadGrid:
    return score_pad(game, form_of(game, changes), "foot")


def test_a_pad_of_fantasy_contract_rummy_has_the_bonus_of_each_set_and_what_each_contract_pays() -> None:
    game = "fantasy-contract-rummy"
    bonus, pay = head(game)["bonus"], head(game)["pay"]
    sets = [(kind.replace("-", " ").title().replace("Of", "of"), f"+{worth}") for kind, worth in bonus.items()]
    contracts = []
    for row in cards(game).values():
        if row["kind"] == "contract":
            value = int(row["value"])
            shown = f"open {pay['open'] * value} / −{pay['open-failed'] * value}, "
            shown += f"secret {pay['secret'] * value} / −{pay['secret-failed'] * value}"
            is_hoarder = row["id"] == "hoarder"
            contracts.append((row["name"], f"{shown.partition(',')[0]}, face down 0" if is_hoarder else shown))
    printed = lines(pad_of(game))
    assert printed[1:9] == sets
    assert sorted(printed[10:17]) == sorted(contracts)
    assert [label for label, _ in printed[17:]] == ["Actions", "Total", "Fulfilled contracts"]
    actions = {f"{row['name']} {row['value']}" for row in cards(game).values() if row["kind"] == "action"}
    assert actions <= set(pad_of(game).notes[-1].removeprefix("Actions: ").rstrip(".").split(", "))


def test_a_pad_of_toonerville_rook_has_eleven_contracts_with_their_deals_and_what_cards_cost() -> None:
    game = "toonerville-rook"
    rules = head(game)
    expected = []
    for number in range(1, 12):
        sets, runs = rules["sets"][number], rules["runs"][number]
        parts = [f"{sets} set{'s' * (sets > 1)} of {rules['set-length']}"] * bool(sets)
        parts += [f"{runs} run{'s' * (runs > 1)} of {rules['run-length']}"] * bool(runs)
        deal = rules["deal"].get(number, rules["round-11-deal"])
        expected.append((", ".join(parts), f"deal {deal}{', lay your whole hand' * (number == 11)}"))
    pad = pad_of(game)
    assert lines(pad) == [*expected, ("Total", "")]
    assert [row.cells[0] for row in pad.rows] == [*map(str, range(1, 12)), ""]
    assert [group.span for group in pad.groups] == [2, *[2] * 5]
    small, large, rook = (cards(game)[name]["value"] for name in ("red-9", "red-10", "rook"))
    assert f"1 to 9: {small}, 10 to 14: {large}, {cards(game)['rook']['name']}: {rook}." in pad.notes[0]


def test_a_pad_of_tombs_has_units_and_kills_of_many_games_and_the_kills_that_win() -> None:
    pad = pad_of("tombs")
    assert [column.head for column in pad.columns] == ["Game", *["Units", "Kills"] * 4, "Won by"]
    assert len(pad.rows) >= 8
    for players, goal in head("tombs")["goal"].items():
        assert f"{goal} with {players} players" in pad.notes[0]


def test_a_pad_of_rummy_duel_has_each_community_card_and_the_tie_breaker_for_several_duels() -> None:
    pad = pad_of("rummy-duel")
    row = head("rummy-duel")["row"]
    labels = [label for label, _ in lines(pad)]
    assert labels == [*(f"Community card {place}" for place in range(1, row + 1)), "Total", "Cards in hand"]
    assert [column.head for column in pad.columns] == ["Duel", *map(str, range(1, 7)), *map(str, range(1, 7))]
    assert all(f"{rank}: {cards('rummy-duel')[f'{rank}S']['value']}" in pad.notes[1] for rank in "JQKA")


def test_a_pad_of_fishing_dragon_has_what_a_bank_scores_and_the_running_total() -> None:
    rules = head("fishing-dragon")
    assert lines(pad_of("fishing-dragon")) == [
        ("Sets", f"{rules['rank']['set']} of a rank: value"),
        ("Full sets", f"{rules['rank']['full']} of a rank: {rules['rank']['full-times']} × value"),
        ("Prized suit", f"{rules['prized']} a card"),
        ("Many of a suit", f"{rules['suit']['cards']} or more: {rules['suit']['bonus']}"),
        ("Straight", f"{rules['straight']['cards']} or more: {rules['straight']['each']} a card"),
        ("Full straight", f"1 to 12: {rules['straight']['full']}"),
        ("This round", ""),
        ("Earlier rounds", ""),
        ("Total", ""),
    ]
    assert f"{rules['goal']} or more in total" in pad_of("fishing-dragon").notes[1]


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        ("fantasy-contract-rummy", {"bonus.armory": 37}, "+37"),
        ("fantasy-contract-rummy", {"pay.secret-failed": 7}, "secret 10 / −70"),
        ("fantasy-contract-rummy", {"secret-pays": True}, "open 10 / −20, secret 20 / −40"),
        ("fantasy-contract-rummy", {"sets.partner-factor": 8}, "counts 8 times"),
        ("toonerville-rook", {"deal.4": 13}, "deal 13"),
        ("toonerville-rook", {"run-length": 5}, "2 runs of 5"),
        ("tombs", {"goal.3": 39}, "39 with 3 players"),
        ("rummy-duel", {"row": 6}, "Community card 6"),
        ("fishing-dragon", {"suit.bonus": 41}, "8 or more: 41"),
        ("fishing-dragon", {"goal": 777}, "777 or more"),
    ],
)
def test_another_parameter_is_another_pad(game: str, changes: Mapping[str, Value], words: str) -> None:
    before, after = repr(pad_of(game)), repr(pad_of(game, changes))
    assert words not in before
    assert words in after


def test_four_play_fishing_dragon_on_a_pad_when_the_rules_allow_it() -> None:
    assert len(pad_of("fishing-dragon").groups) == 1 + 2
    assert len(pad_of("fishing-dragon", {"multi": True}).groups) == 1 + 4


def words_of_pad(game: str, said: ClauseWords) -> str:
    pads = pads_of(project(), project().games[game], said, Problems())
    assert pads is not None
    return " ".join(face.text for face in pads.faces[SCORE_PAD])


def test_a_pad_that_says_nothing_else_has_the_rules_by_which_its_points_are_counted() -> None:
    said = {"score.salt": "5.1 Salt is worth its points.", "score.coins": "5.6 Coins.", "win.points": "6.1 Most wins."}
    words = words_of_pad("salt-roads", lambda _: said)
    assert "Salt is worth its points." in words
    assert "Coins." in words
    assert "5.1" not in words
    assert "Most wins." not in words
    in_german = in_language(project(), project().games["salt-roads"], "de", Problems())
    assert words_of_pad("salt-roads", lambda _: clause_words(in_german)) != words_of_pad("salt-roads", clause_words)
    for game in set(GAMES) - {"salt-roads"}:
        assert words_of_pad(game, lambda _: said) == words_of_pad(game, lambda _: {})


# -- any pad -----------------------------------------------------------------------------------------------------------

NAMES = st.text("abcdefghij KLMNO’-", min_size=1, max_size=24).filter(lambda words: bool(words.strip()))
PLACES = st.builds(ScoreBox, NAMES, st.one_of(st.just(""), NAMES))
CATEGORIES = st.builds(
    Category, NAMES, st.just(frozenset({"a.b"})), NAMES | st.just(""), st.lists(PLACES, max_size=9).map(tuple),
    st.sampled_from(["", "kills"]), st.booleans(), st.booleans(),
)  # fmt: skip
FORMS = st.builds(
    ScoreForm, st.lists(CATEGORIES, min_size=1, max_size=8).map(tuple),
    st.tuples(st.just(1), st.integers(1, 99)), st.sampled_from(["Game", "Round", "Duel"]),
    st.lists(PLACES, max_size=20).map(tuple), st.booleans(), st.lists(NAMES, max_size=2).map(tuple),
)  # fmt: skip


@given(FORMS)
def test_any_pad_has_a_place_for_each_category_and_each_player(form: ScoreForm) -> None:
    pad = score_pad("Any", form)
    assert sum(group.span for group in pad.groups) == len(pad.columns)
    seats = [group for group in pad.groups if group.hint]
    assert len(seats) == min(12, form.players[1]) or (len(seats) + 1) * len(form.categories) > 16
    assert all(len(row.cells) <= len(pad.columns) for row in pad.rows)
    if form.rounds:
        assert [row.cells[-1] for row in pad.rows if row.kind == "line"] == [one.label for one in form.rounds]
    elif len(pad.rows) and pad.rows[0].cells != ("1",):
        printed = [row.cells[0] for row in pad.rows]
        for category in form.categories:
            apart = category.lines and not category.tally and not (category.earlier and form.adds_up)
            wanted = {one.label for one in category.lines} if apart else {category.label}
            assert wanted <= set(printed)


@given(FORMS)
def test_any_pad_with_several_kinds_of_points_has_a_place_for_their_sum_if_it_is_wide_enough(form: ScoreForm) -> None:
    pad = score_pad("Any", form)
    seats = len([group for group in pad.groups if group.hint])
    kinds = [category for category in form.categories if not category.tally]
    has_sum = any(row.kind == "sum" for row in pad.rows) or any(column.head == "total" for column in pad.columns)
    assert has_sum or len(kinds) < 2 or seats * (len(form.categories) + 1) > 12


class Word(NamedTuple):
    """Where a run of text lies."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def words_on(face: Face) -> list[Word]:
    return [
        Word(run.text, run.x, run.y - 0.66 * run.size, run.x + run.size * sum(one.advance for one in run.glyphs), run.y)
        for run in face.marks
        if isinstance(run, TextRun)
    ]


def strokes_on(face: Face) -> Iterator[tuple[float, float, float, float]]:
    for shape in face.marks:
        if isinstance(shape, Shape):
            assert shape.fill is None, "a pad needs no ink but lines and words"
            for (_, start), (_, end) in zip(shape.path[::2], shape.path[1::2], strict=True):
                yield start[0], start[1], end[0], end[1]


def check_face(face: Face) -> None:
    """Nothing leaves the face, no two words touch, and no line runs through one."""
    words, strokes = words_on(face), list(strokes_on(face))
    for word in words:
        assert word.left >= 4
        assert word.top >= 3
        assert word.right <= face.size.width - 4, word
        assert word.bottom <= face.size.height - 4, word
    for one, other in combinations(words, 2):
        apart = one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top
        assert apart, (one, other)
    for x1, y1, x2, y2 in strokes:
        assert 0 < x1 <= x2 < face.size.width
        assert 0 < y1 <= y2 < face.size.height
        for word in words:
            beside = (
                x2 <= word.left + 1e-6 or x1 >= word.right - 1e-6 or y2 <= word.top + 1e-6 or y1 >= word.bottom - 1e-6
            )
            assert beside, (word, (x1, y1, x2, y2))


def check_room(face: Face, grid: PadGrid) -> int:
    """How many rows have a cell for each column.

    Rows below the heads are 6.5 mm high or more, columns to write in 12 mm wide or more.
    """
    strokes = list(strokes_on(face))
    left = min(x for x, _, _, _ in strokes)
    right = max(x for _, _, x, _ in strokes)
    levels = sorted({round(y1, 3) for x1, y1, x2, y2 in strokes if y1 == y2 and x2 - x1 > right - left - 0.01})
    edges = [line for line in strokes if line[0] == line[2]]
    whole = 0
    for above, below in pairwise(levels[1:]):
        inner = {round(x, 3) for x, y1, _, y2 in edges if y1 <= above + 1e-3 and y2 >= below - 1e-3}
        assert below - above >= LEAST_ROW - 1e-3 or not inner
        if len(inner) == len(grid.columns) - 1:
            whole += 1
            for column, (start, end) in zip(grid.columns, pairwise([left, *sorted(inner), right]), strict=True):
                assert end - start >= LEAST_COLUMN - 1e-3 or not column.room, (column, start, end)
    return whole


@pytest.mark.parametrize("game", GAMES)
def test_a_pad_of_the_five_games_is_one_face_of_a_half_of_a_page_at_most_with_room_to_write(game: str) -> None:
    pad = pad_of(game)
    (face,), missing = paint(pad, DRESS, SUPPLIES)
    assert missing == ()
    assert face.size.width * face.size.height <= 196 * 132
    check_face(face)
    assert check_room(face, pad)


LIKE_A_LIST = ScoreForm((Category("1. K", frozenset({"a.b"})),), (1, 1), "Game", (ScoreBox("K", "- K"),))


@settings(max_examples=effort.examples(60))
@given(FORMS)
@example(LIKE_A_LIST)
def test_any_pad_has_room_to_write_and_nothing_on_it_touches(form: ScoreForm) -> None:
    pad = score_pad("Any Game", form, "a foot")
    faces, _ = paint(pad, DRESS, SUPPLIES)
    for number, face in enumerate(faces):
        assert face.size in SIZES
        check_face(face)
        assert check_room(face, pad) or number
    if not faces:
        assert len(pad.columns) >= 14, "only long words beside many columns have no room"
        return
    told = "".join("".join(face.text.split()) for face in faces)
    assert all("".join(place.label.split()) in told for place in form.rounds)


def test_a_pad_takes_the_smallest_size_that_has_room() -> None:
    few = PadGrid("Few", (PadColumn(room=False), PadColumn()), (PadRow(("One",)), PadRow(("Two",))))
    sizes = [paint(few, DRESS, SUPPLIES).faces[0].size]
    for rows in (9, 16, 24, 40):
        grid = PadGrid("More", (PadColumn(room=False), PadColumn()), (PadRow(("Line",)),) * rows)
        sizes.append(paint(grid, DRESS, SUPPLIES).faces[0].size)
    areas = [size.width * size.height for size in sizes]
    assert areas == sorted(areas)
    assert sizes[0] == Size(98, 88)
    assert len(set(sizes)) > 2


def test_rows_that_one_face_has_no_room_for_stand_on_the_next_and_say_so() -> None:
    grid = PadGrid(
        "Long", (PadColumn(room=False), PadColumn()), tuple(PadRow((f"line{number}",)) for number in range(100))
    )
    faces = paint(grid, DRESS, SUPPLIES).faces
    assert len(faces) > 1
    told = [word for face in faces for word in face.text.split("\n") if word.startswith("line")]
    assert told == [f"line{number}" for number in range(100)]
    for number, face in enumerate(faces, 1):
        assert f"page {number} of {len(faces)}" in face.text
        check_face(face)


def test_a_row_is_as_high_as_its_words_and_the_note_below_them() -> None:
    words, note = "Several words that need two lines or more", "and a note that is too long to stand beside them"
    columns = (PadColumn(room=False), *(PadColumn(f"Player {number}") for number in range(4)))
    grid = PadGrid("Long", columns, (PadRow((words,), note), PadRow(("Total",), kind="sum")) * 2)
    (face,), _ = paint(grid, DRESS, SUPPLIES, (Size(98, 132),))
    check_face(face)
    assert "".join(f"{words}{note}".split()) in "".join(face.text.split())


def test_words_without_any_room_make_no_face_and_a_missing_font_is_an_error_of_its_own() -> None:
    grid = PadGrid("A" * 900, (PadColumn(room=False), PadColumn()), (PadRow(("line",)),))
    assert paint(grid, DRESS, SUPPLIES).faces == ()
    with pytest.raises(MaterialError):
        paint(PadGrid("A", grid.columns, grid.rows), DRESS._replace(title="No Such Family"), SUPPLIES)
    assert paint(PadGrid("山", grid.columns, grid.rows), DRESS, SUPPLIES).missing == ("山",)


def test_the_same_grid_is_the_same_face() -> None:
    first, second = (paint(pad_of("tombs"), DRESS, supplies_for_grids(ROOT)).faces[0].digest for _ in range(2))
    assert first == second


# -- master sheets, charts and slips -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_master_sheet_has_24_players_and_all_rounds_on_one_page(game: str) -> None:
    form = form_of(game)
    (grid,) = master_sheets(game, form.rounds, foot="foot")
    (face,), _ = paint(grid, DRESS, SUPPLIES, (WIDE_PAGE,))
    check_face(face)
    assert check_room(face, grid) == 24
    assert [row.cells[0] for row in grid.rows] == [str(seat) for seat in range(1, 25)]
    heads = [column.head for column in grid.columns]
    rounds = len(form.rounds) or 6
    assert [name for name in heads if name.isdigit()] == [str(number) for number in range(1, rounds + 1)]
    assert heads[-2:] == ["Total", "Place"]


@settings(max_examples=effort.examples(40))
@given(st.integers(1, 30))
def test_a_master_sheet_has_every_round_once(rounds: int) -> None:
    grids = master_sheets("Evening", [ScoreBox(str(number)) for number in range(1, rounds + 1)])
    numbered = [column.head for grid in grids for column in grid.columns if column.head.isdigit()]
    assert numbered == [str(number) for number in range(1, rounds + 1)]
    assert len(grids) == -(-rounds // MOST_ROUNDS_ON_SHEET)
    for grid in grids:
        (face,) = paint(grid, DRESS, SUPPLIES, (WIDE_PAGE,)).faces
        check_face(face)


def chart_of(title: str, heads: list[str], rows: list[list[str]], about: str = "") -> PadGrid:
    """A chart or slip of words. A column of which no row has a word is room to write."""
    columns = tuple(PadColumn(head, room=not any(row[place] for row in rows)) for place, head in enumerate(heads))
    return PadGrid(title, columns, tuple(PadRow(tuple(row)) for row in rows), about=about)


def test_a_chart_is_a_grid_of_words_and_a_slip_has_room_where_nothing_is_written_yet() -> None:
    chart = chart_of(
        "Round 1", ["Table", "Players"], [["1", "Ana, Ben, Cleo"], ["2", "Dan, Eve, Finn, Gus"]], about="Seating"
    )
    (face,), _ = paint(chart, DRESS, SUPPLIES, (PAGE,))
    check_face(face)
    assert face.size == PAGE
    for words in ("Round 1", "Seating", "Table", "Ana, Ben, Cleo", "Dan, Eve, Finn, Gus"):
        assert words in face.text
    (large,), _ = paint(chart, DRESS._replace(scale=2.0), SUPPLIES, (PAGE,))
    check_face(large)
    assert [run.size for run in large.leaves() if isinstance(run, TextRun)] == pytest.approx(
        [2 * run.size for run in face.leaves() if isinstance(run, TextRun)]
    )
    slip = chart_of("Ana", ["Round", "Table", "Seat", "Points"], [[str(one), "3", "2", ""] for one in range(1, 7)])
    assert [column.room for column in slip.columns] == [False, False, False, True]
    (small,), _ = paint(slip, DRESS, SUPPLIES)
    assert small.size == SIZES[0], "six of them on a page"
    check_face(small)


def test_a_game_of_which_nobody_says_how_it_is_scored_has_rounds_and_players() -> None:
    pad = score_pad("Any", plain_form((2, 5)))
    assert len([group for group in pad.groups if group.hint]) == 5
    assert [row.cells[0] for row in pad.rows] == [*map(str, range(1, 13)), "Total"]
    assert len([group for group in score_pad("Any", plain_form(None)).groups if group.hint]) == 4
