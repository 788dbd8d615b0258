"""Score pads that lie are told, each with a table that shows it; those of the shipped games and starters are right."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from tables import playable, project, with_engine

from proofdeck.book.manuscript.composing import clause_words, results_of
from proofdeck.book.pads.pad import score_pad
from proofdeck.book.proof.pad_filling import filling_flaws
from proofdeck.book.proof.pad_notes import winner_flaws
from proofdeck.book.proof.pad_proof import check_pads, enough_tables, flaws_of, pad_flaws, reference_flaws
from proofdeck.book.proof.pad_words import numbers_in
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.categories import Category, ScoreForm
from proofdeck.play.engine.score_sheet import ScoredTable, ScoreSheet

DRAGON, FANTASY, ROADS, ROOK, RUMMY, TOMBS = (
    "fishing-dragon",
    "fantasy-contract-rummy",
    "salt-roads",
    "toonerville-rook",
    "rummy-duel",
    "tombs",
)
Lie = Callable[[ScoreForm], ScoreForm]


@cache
def form_of(game: str) -> ScoreForm:
    make = playable(game).engine.score_form
    assert make is not None
    return make(playable(game).game)


@cache
def tables(game: str) -> list[ScoredTable]:
    one, found = project().games[game], playable(game)
    ran = results_of(one, found, Problems())
    return enough_tables(one, found, [ScoredTable(tuple(one.sheets.values()), one.ranking) for one in ran])


def sheets(game: str) -> list[ScoreSheet]:
    return [sheet for table in tables(game) for sheet in table.sheets]


@cache
def said(game: str) -> dict[str, str]:
    words = clause_words(project().games[game])
    return {clause: sentence.partition(" ")[2] for clause, sentence in words.items()}


def told(game: str, form: ScoreForm) -> list[str]:
    found = pad_flaws(project().games[game], playable(game), form, tables(game), said(game))
    return [flaw.says for flaw in found]


@pytest.mark.parametrize("game", with_engine())
def test_the_pads_of_the_shipped_games_add_up(game: str) -> None:
    assert len(sheets(game)) >= 200
    assert told(game, form_of(game)) == []


def without(label: str) -> Lie:
    return lambda form: replace(form, categories=tuple(one for one in form.categories if one.label != label))


def with_row(label: str, /, **other: object) -> Lie:
    def lie(form: ScoreForm) -> ScoreForm:
        assert label in {one.label for one in form.categories}
        rows = (replace(one, **other) if one.label == label else one for one in form.categories)  # type: ignore[arg-type]
        return replace(form, categories=tuple(rows))

    return lie


def exchanged(one: str, other: str) -> Lie:
    """Two rows, each under the name of the other."""
    names = {one: other, other: one}
    return lambda form: replace(
        form, categories=tuple(replace(row, label=names.get(row.label, row.label)) for row in form.categories)
    )


def with_line(label: str, note: str) -> Lie:
    def lie(form: ScoreForm) -> ScoreForm:
        def rewritten(row: Category) -> Category:
            lines = tuple(line._replace(note=note) if line.label == label else line for line in row.lines)
            return replace(row, lines=lines)

        return replace(form, categories=tuple(map(rewritten, form.categories)))

    return lie


def without_line(label: str) -> Lie:
    def lie(form: ScoreForm) -> ScoreForm:
        assert any(line.label == label for row in form.categories for line in row.lines)
        rows = (replace(row, lines=tuple(one for one in row.lines if one.label != label)) for row in form.categories)
        return replace(form, categories=tuple(rows))

    return lie


def with_note(before: str, after: str) -> Lie:
    def lie(form: ScoreForm) -> ScoreForm:
        assert any(before in note for note in form.notes)
        return replace(form, notes=tuple(note.replace(before, after) for note in form.notes))

    return lie


@pytest.mark.parametrize(
    ("game", "lie", "says"),
    [
        (DRAGON, without("Prized suit"), "cards of the prized suit' [score.prized]: it would add up to"),
        (ROADS, without("Guild"), "no row of the pad is for 'guilds' [score.guild]"),
        (DRAGON, with_row("Prized suit", note="3 a card"), "the pad says '3 a card' beside 'Prized suit'"),
        (DRAGON, with_row("Many of a suit", note="8 or more: 45"), "the pad says '8 or more: 45'"),
        (DRAGON, with_row("Many of a suit", note="7 or more: 40"), "score.suit does not print 7"),
        (DRAGON, with_row("Sets", note="2 of a rank: value"), "score.set does not print 2"),
        (DRAGON, with_row("Full straight", note="1 to 12: 50"), "the pad says '1 to 12: 50'"),
        (FANTASY, with_line("Formation", "+6"), "the pad says '+6' beside 'Formation'"),
        (FANTASY, with_line("Hoarder", "open 20 / −20, face down 0"), "the pad says 'open 20 / −20, face down 0'"),
        (DRAGON, exchanged("Sets", "Full sets"), "the row 'Full sets' of the pad is for score.set"),
        (ROADS, exchanged("Salt", "Silk"), "the row 'Silk' of the pad is for score.salt"),
        (ROADS, exchanged("Guild", "Road"), "the row 'Road' of the pad is for score.guild"),
        (
            ROADS,
            with_row("Salt", clauses=frozenset({"score.salt", "score.silk"})),
            "2 rows for score.silk: Salt and Silk",
        ),
        (ROADS, with_row("Coins", clauses=frozenset({"score.coin"})), "fills the row 'Coins' of the pad"),
        (TOMBS, with_row("Kills", tally="killed"), "no score sheet counts 'killed'"),
        (ROOK, with_note("The lowest total", "The highest total"), "but the lowest total wins"),
        (DRAGON, with_note("somebody has 500", "somebody has 400"), "neither the rules nor the cards print 400"),
        (TOMBS, with_note("8 with 2 players", "19 with 2 players"), "neither the rules nor the cards print 19"),
        (TOMBS, with_note("8 with 2 players", "7 with 2 players"), "but goal.2 is 8"),
        (TOMBS, with_note("the most units", "the fewest units"), "in 'Units' wins against"),
        (TOMBS, with_note("the most kills", "the fewest kills"), "in 'Kills' wins against"),
        (TOMBS, with_row("Kills", label="Losses"), "the row 'Losses' of the pad is where 'kills' are written"),
        (RUMMY, with_row("Cards in hand", note="if the totals are equal, the most win"), "in 'Cards in hand' wins"),
        (FANTASY, with_row("Fulfilled contracts", note="the fewest win"), "in 'Fulfilled contracts' wins against"),
        (FANTASY, with_note("Thievery 4", "Thievery 5"), "Thievery is worth 4, not 5"),
        (RUMMY, with_note("J: 11", "J: 12"), "Jack of Spades is worth 11, not 12"),
        (ROOK, with_note("1 to 9: 5", "1 to 9: 10"), "Red 1 is worth 5, not 10"),
        (FANTASY, without_line("Armory"), "no line of 'Sets' on the pad is for a score: 'Armory'"),
        (RUMMY, without_line("Community card 5"), "no line of 'Community cards' on the pad is for a score"),
    ],
)
def test_a_lie_of_a_pad_is_told(game: str, lie: Lie, says: str) -> None:
    assert any(says in flaw for flaw in told(game, lie(form_of(game)))), told(game, lie(form_of(game)))


def test_a_row_that_is_lost_or_doubled_when_the_pad_is_printed_is_told_by_its_sum() -> None:
    form = form_of(ROADS)
    grid = score_pad("Salt Roads", form)
    guild = next(row for row in grid.rows if row.cells == ("Guild",))
    lost = replace(grid, rows=tuple(row for row in grid.rows if row is not guild))
    doubled = replace(grid, rows=(guild, *grid.rows))
    (one,), (other,) = (list(filling_flaws(wrong, form, sheets(ROADS))) for wrong in (lost, doubled))
    assert re.fullmatch(r"filled in, the pad adds up to \d+, not to \d+: it has no place for 'Guild'", one.says)
    assert re.fullmatch(r"filled in, the pad adds up to \d+, not to \d+: it has 2 places for 'Guild'", other.says)
    fewer, more = (list(map(int, re.findall(r"\d+", flaw.says)))[:2] for flaw in (one, other))
    assert fewer[0] < fewer[1] == more[1] < more[0]
    assert more[0] - more[1] == fewer[1] - fewer[0]


def test_a_count_without_a_place_on_the_printed_pad_is_told() -> None:
    form = form_of(TOMBS)
    grid = score_pad("Tombs", form)
    columns = tuple(column for column in grid.columns if column.head != "Kills")
    assert [flaw.says for flaw in filling_flaws(replace(grid, columns=columns), form, sheets(TOMBS))] == [
        "the printed pad has no place for 'Kills'"
    ]


def test_a_table_shows_what_a_wrong_factor_gives() -> None:
    lie = with_row("Prized suit", note="3 a card")(form_of(DRAGON))
    (flaw,) = flaws_of(lie, sheets(DRAGON), said(DRAGON))
    assert any("[score.prized]" in line for line in flaw.table)
    assert flaw.table[-1].strip().endswith("in all")


def test_a_line_of_a_reference_card_has_the_numbers_of_its_clause() -> None:
    sentences = {
        "score.prized": "Each card of the prized suit scores 2.",
        "score.suit": "Many of a suit: 8 or more score 40.",
    }
    lines = ["Each card of the prized suit: 2", "Many of one suit, 8 or more: 40", "Have fun with 7 friends"]
    assert reference_flaws(lines, sentences, []) == []
    wrong = ["Each card of the prized suit: 40", "Many of one suit, 8 or more: 2"]
    assert [flaw.says for flaw in reference_flaws(wrong, sentences, [])] == [
        "'Each card of the prized suit: 40' says 40, but score.prized does not print this number",
        "'Many of one suit, 8 or more: 2' says 2, but score.suit does not print this number",
    ]


def test_numbers_are_read_in_figures_and_in_words() -> None:
    assert numbers_in("open 20 / −20, twice +5 and three 1.5") == {20, -20, 2, 5, 3}
    assert numbers_in("鳥は1点、10点、その後は1羽ごとに5点") == {1, 10, 5}


@pytest.mark.parametrize(
    ("sentence", "wins", "word"),
    [
        ("The player with the fewest points wins.", "highest", "fewest"),
        ("The most points win.", "lowest", "most"),
        ("Wer die wenigsten Punkte hat, gewinnt.", "highest", "wenigsten"),
        ("Gana quien tiene menos puntos.", "highest", "menos"),
        ("Gana quien tiene más puntos.", "highest", ""),
        ("The player with the most points wins; of those, whoever has the fewest cards.", "highest", ""),
        ("You win with your points.", "lowest", ""),
    ],
)
def test_a_rule_that_lets_the_other_total_win_is_told(sentence: str, wins: str, word: str) -> None:
    found = [flaw.says for flaw in winner_flaws("score.wins", sentence, wins)]
    assert found == [f"the {wins} total wins on the pad, but score.wins says '{word}'"] * bool(word)


@pytest.mark.parametrize(("printed", "told"), [(4, True), (9, False)])
def test_a_piece_of_which_games_need_more_than_are_printed_is_told(printed: int, told: bool) -> None:
    """Tombs has nine tiles, so nine tombstones are always enough, and four soon are not."""
    game = project().games["tombs"]
    cards = (replace(card, quantity=printed) if card.id == "tombstone" else card for card in game.deck)
    problems = Problems()
    check_pads(replace(game, deck=replace(game.deck, cards=tuple(cards))), playable("tombs"), [], {}, problems)
    found = [problem for problem in problems if problem.code == "W651"]
    assert [one.field for one in found] == ["quantity"] * told
    assert all("of 'Tombstone', but 4 are printed" in one.message for one in found)
