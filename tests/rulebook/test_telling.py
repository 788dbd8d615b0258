"""Worked examples as readers are told them: the cards, names and boards are those of the table that was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from tables import playable, project, with_engine

from proofdeck.book.manuscript.composing import Proved, manuscript, prove_rules
from proofdeck.book.manuscript.editions import edition_of, seen_elsewhere
from proofdeck.book.manuscript.figures import laid_out
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.tree import ToldExample
from proofdeck.book.manuscript.words import plain
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.pictures import PLAYERS, player
from proofdeck.play.scene.place import BACK
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.clauses import Edition
from proofdeck.source.rules.glossary import Term, read_glossary
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.wording import check_wording

Writer = Callable[..., Path]


@cache
def proof(name: str) -> Proved:
    return prove_rules(project(), project().games[name], Problems())


@cache
def book(name: str) -> Manuscript:
    found = manuscript(project().games[name], proof(name), Problems())
    assert found is not None
    return found


@cache
def told_in(name: str) -> dict[str, ToldExample]:
    """The worked examples of a book by their ids."""
    return {told.id: told for told in book(name).told}


def results(told: ToldExample) -> list[str]:
    """What comes of an example, with clauses by their ids."""
    return [plain(one) for one in told.results]


def rows(name: str, example: str) -> dict[str, list[tuple[str, int]]]:
    """The cards of each line with their copies."""
    told = told_in(name)[example]
    return {row.label: [(piece.card, piece.copies) for heap in row.heaps for piece in heap.pieces] for row in told.rows}


@pytest.mark.parametrize("name", with_engine())
def test_the_cards_that_are_shown_are_those_that_are_played(name: str) -> None:
    """Every hand that a position names is, card for card, the hand on the table from which the moves are made."""
    compared = 0
    for ran in proof(name).ran:
        before = ran.tables[0]
        if before is None or ran.example.table.startswith("new game"):
            continue
        shown = rows(name, ran.example.id)
        for seat, who in enumerate(PLAYERS[: before.players], 1):
            cards = Counter[str]()
            for card, copies in shown.get(f"hand of {who}", []):
                cards[card] += copies
            if cards:
                compared += 1
                assert cards == Counter(before.zones()[f"hand {seat}"]), ran.example.id
    assert compared > 10


@pytest.mark.parametrize("name", with_engine())
def test_every_line_of_a_table_is_shown_as_cards_or_in_words(name: str) -> None:
    game = project().games[name]
    cards = {card.id for card in game.deck}
    for told in book(name).told:
        for row in told.rows:
            assert row.words or row.heaps, (told.id, row)
            assert all(piece.card in cards for heap in row.heaps for piece in heap.pieces)


@pytest.mark.parametrize("name", with_engine())
def test_no_word_of_an_example_is_notation(name: str) -> None:
    """Neither `player 2` nor the id of a card with a hyphen is left in what people read."""
    ids = {card.id for card in project().games[name].deck if "-" in card.id or card.id.isupper()}
    for told in book(name).told:
        said = [plain(one, dict.fromkeys(book(name).clauses, "")) for one in told.results]
        words = " ".join([*(what for _, what in told.moves), *said, *(row.words for row in told.rows)])
        assert "player 1" not in words.casefold()
        assert "player 2" not in words.casefold()
        assert name == "rummy-duel" or not ids & set(words.replace(",", " ").split()), told.id


@pytest.mark.parametrize(
    ("name", "example", "said"),
    [
        ("tombs", "ex.partners", "friendly teams"),
        ("fantasy-contract-rummy", "ex.loose-multiplets", "Multiplets = loose"),
        ("toonerville-rook", "ex.bought-enough", "cards that may be bought in a round = 2"),
        ("fishing-dragon", "ex.deal-three", "more players"),
    ],
)
def test_a_variant_is_the_first_line_of_its_table(name: str, example: str, said: str) -> None:
    first = told_in(name)[example].rows[0]
    assert (first.label, first.heaps, first.words) == ("with the variant", (), said)


def test_examples_by_the_rules_of_the_head_name_no_variant() -> None:
    by_the_head = {ran.example.id for ran in proof("tombs").ran if not ran.example.changes}
    told = told_in("tombs")
    assert not [name for name in by_the_head for row in told[name].rows if row.label == "with the variant"]


def glossary(name: str) -> list[Term]:
    return read_glossary(project().games[name].page, Problems())


def other_names(name: str, words: list[str]) -> list[str]:
    """What is said in those words by a name that the glossary of the game avoids."""
    problems = Problems()
    check_wording(RulesPage(name, body="\n\n".join(words)), glossary(name), problems)
    return [problem.message for problem in problems if problem.code == "W641"]


@pytest.mark.parametrize("name", with_engine())
def test_a_shipped_book_explains_its_terms(name: str) -> None:
    assert 8 <= len(glossary(name)) <= 18
    assert "{{ glossary() }}" in project().games[name].page.body


@pytest.mark.parametrize("name", with_engine())
def test_examples_call_things_as_the_glossary_does(name: str) -> None:
    """The words of a table, of a move and of a result come from the engine, where no check of the page looks."""
    for told in book(name).told:
        labels = [word for row in told.rows for word in (row.label, row.words, *(heap.says for heap in row.heaps))]
        words = [*labels, *(what for _, what in told.moves), *results(told)]
        assert other_names(name, words) == [], told.id


@pytest.mark.parametrize("name", with_engine())
def test_cards_call_things_as_the_glossary_does(name: str) -> None:
    for card in project().games[name].deck:
        words = [card.fields.get("text") or "", card.fields.get("back_text") or ""]
        assert other_names(name, [word.replace("*", "") for word in words]) == [], card.id


def test_another_name_on_a_card_is_noticed() -> None:
    """The duel calls the cards from which one draws a pile."""
    assert other_names("rummy-duel", ["Draw from the stock."]) == ["'stock' is another name for the 'pile'"]


def test_ranges_and_copies_become_cards() -> None:
    shown = rows("fishing-dragon", "ex.too-many-caught")
    assert [card for card, _ in shown["Ana"]] == [
        *(f"star-{number}" for number in range(1, 13)),
        *(f"leaf-{number}" for number in range(1, 11)),
    ]
    assert rows("tombs", "ex.stuck-discard")["hand of Ana"] == [("thorn", 2)]
    assert rows("fantasy-contract-rummy", "ex.one-play")["hand of Ana"] == [("sword", 3), ("shield", 3), ("wolf", 1)]


def test_melds_stand_at_their_community_cards() -> None:
    told = told_in("rummy-duel")["ex.ace-low-and-high"]
    melds = next(row for row in told.rows if row.label == "Ana")
    assert [heap.says for heap in melds.heaps] == ["at community card 1", "at community card 2"]
    assert [piece.card for piece in melds.heaps[1].pieces] == ["QH", "KH", "AH"]


def test_what_a_card_stands_for_is_written_below_it() -> None:
    found = [
        (piece.card, piece.says)
        for told in book("fantasy-contract-rummy").told
        for row in told.rows
        for heap in row.heaps
        for piece in heap.pieces
        if piece.says
    ]
    assert ("trickster", "as Mage") in found


def test_the_board_is_drawn_before_and_after_the_moves() -> None:
    """
    ::

        before  M . T    after  X B X
                . . .           . . .
                . . .           . . .
    """
    told = told_in("tombs")["ex.blade-kills"]
    assert [(tile.card, tile.says) for tile in told.before[0]] == [("magus", "Ben"), ("", ""), ("thorn", "Ben")]
    assert [(tile.card, tile.says) for tile in told.after[0]] == [
        ("tombstone", ""),
        ("blade", "Ana"),
        ("tombstone", ""),
    ]
    assert not any(tile.card for board in (told.before, told.after) for row in board[1:] for tile in row)


def test_a_move_that_is_refused_leaves_no_board_behind() -> None:
    told = told_in("tombs")["ex.threat"]
    assert told.before
    assert not told.after
    assert told.refused == "place.threat"


def test_what_a_player_does_is_one_sentence() -> None:
    assert told_in("fishing-dragon")["ex.turned-up"].moves == (
        ("Ana", "plays 3 of Stars and discards it."),
        ("Ben", "plays 2 of Leaves."),
    )


def test_cards_that_are_added_one_by_one_are_told_in_one_breath() -> None:
    assert told_in("fantasy-contract-rummy")["ex.one-play"].moves == (("Ana", "opens Armory and adds Sword ×3."),)
    ((who, what),) = told_in("fantasy-contract-rummy")["ex.hand-limit"].moves
    assert (who, what.endswith(" and discards Bear ×2.")) == ("Ana", True), what


def test_results_are_sentences() -> None:
    told = told_in("tombs")
    assert results(told["ex.goal-2"]) == ["The game is over", "Ana wins", "end.kill-goal decides"]
    assert results(told["ex.draw"]) == ["It is Ben’s turn", "Hand of Ben: Magus, Thorn", "Deck: Ombra"]
    assert results(told["ex.deal"])[0] == "Hand of Ana: 3 cards"
    assert results(told["ex.own"])[0] == "Ana has 2 units"


def test_prose_that_adds_points_up_is_not_told_twice_and_never_with_a_part_of_them() -> None:
    """`Ana scores 7 points by 5.5` beside `13 + 4 + 7 + 7 + 1 = 32` would read as her total."""
    told = told_in("salt-roads")
    assert results(told["ex.row-of-all"]) == []
    assert results(told["ex.spice"])[0] == "Ana scores 6 points by score.spice"
    assert all("row" not in one.casefold() for one in results(told["ex.turn"])), "an empty row is not worth a line"


def test_the_table_after_each_move_takes_the_place_of_the_table_after_all() -> None:
    told = told_in("tombs")["ex.turn"]
    assert told.before
    assert not told.after
    assert [step.board != () for step in told.steps] == [True]


@pytest.mark.parametrize("name", with_engine())
def test_what_a_move_changes_is_not_told_with_cards_that_all_lie_face_down(name: str) -> None:
    steps = [step for told in told_in(name).values() for step in told.steps]
    assert steps
    for row in (row for step in steps for row in step.rows if row.pieces):
        assert not all(piece.card.endswith(BACK) for piece in row.pieces), row.label


def test_a_pile_is_listed_from_the_top_before_and_after_the_moves() -> None:
    name, pile = "fantasy-contract-rummy", "discard pile, from the top"
    assert rows(name, "ex.thievery")[pile] == [("bear", 1), ("raven", 1), ("sword", 1), ("lute", 1)]
    (after,) = (one.tables[1] for one in proof(name).ran if one.example.id == "ex.thievery")
    assert after is not None
    drawn = laid_out(after, project().games[name].deck, playable(name).engine.pictures)
    (cards,) = (row.heaps for row in drawn.middle if row.label == pile)
    assert [piece.card for heap in cards for piece in heap.pieces] == ["sword", "lute"]


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("name", with_engine())
def test_examples_are_numbered_through_and_named_behind_clauses_that_they_do_not_follow(
    name: str, edition: Edition
) -> None:
    printed = edition_of(book(name), edition)
    assert [one.number for one in printed.told] == list(range(1, len(printed.told) + 1))
    for clause, examples in seen_elsewhere(printed).items():
        assert clause in playable(name).clauses
        assert set(examples) <= {one.number for one in printed.told if clause in one.covers}


def test_a_table_that_nobody_can_read_stays_words() -> None:
    text = read_notation("Ana: 3 unheard of", "zoo.md")
    from proofdeck.play.engine.pictures import Pictures
    from proofdeck.play.scene.notated import card_names, rows_of

    (row,) = rows_of(text, None, card_names(project().games["tombs"].deck), Pictures())
    assert (row.label, row.heaps, row.words) == ("Ana", (), "3 unheard of")


ZOO = """---
title: Zoo
score: {values: yes, wins: highest}
---

r[score.values]
Values.

r[score.wins]
Most.

```example id=ex.a covers=score.values,score.wins
M*i*a: Wolf
Noah: Bear
expect:
  M*i*a: 1
  Noah [score.values]: 5
  winner: Noah
```
"""


def test_players_of_any_name_have_points_and_no_name_is_markup(write: Writer) -> None:
    write("cards.csv", "game,id,name,value,quantity\nzoo,wolf,Wolf,1,2\nzoo,bear,Bear,5,2\n")
    root = write("rules_md/zoo.md", ZOO)
    problems = Problems()
    found = load_project(root, problems)
    zoo = manuscript(found.games["zoo"], prove_rules(found, found.games["zoo"], problems), problems)
    assert not problems
    assert zoo is not None
    assert results(zoo.told[0]) == ["M*i*a scores 1 point", "Noah scores 5 points by score.values", "Noah wins"]


def test_whoever_sits_beyond_the_names_keeps_his_number() -> None:
    assert [player(seat) for seat in (1, 6, 7)] == ["Ana", "Finn", "player 7"]
