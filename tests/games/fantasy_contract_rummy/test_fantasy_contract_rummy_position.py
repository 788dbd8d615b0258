"""Tables of Fantasy Contract Rummy as examples write them, and what their authors are told when they slip."""

from __future__ import annotations

from collections import Counter

import pytest
from games.fantasy_contract_rummy.rummy_tables import NAME, hand, legal, pile
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.state import State
from proofdeck.play.games.fantasy_contract_rummy.position import position
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy, FantasyContractRummyState


def read(text: str) -> tuple[State | None, Problems]:
    problems = Problems()
    game = playable(NAME).game
    assert isinstance(game, FantasyContractRummy)
    return position(game, read_notation(text, "page"), problems), problems


def table(text: str) -> FantasyContractRummyState:
    found, problems = read(text)
    assert not problems
    assert isinstance(found, FantasyContractRummyState)
    return found


PICTURE = """player 1:
  hand: Thievery, Shields x2
  formation: Bard, Rogue, Trickster as Mage
  broken armory: Sword x2
  open: Hoarder
  secret: Slippery Beasts
  actions: Espionage
player 2:
  hand: Wolf x3
pile: Bear, Raven
deck: Lute, Mirror
contract deck: Companion Mastery, Hoarder
to move: 2
stage: draw
exhausted: 1
quiet: 7
"""
PICTURES = ["", PICTURE, "player 2: Wolf x3\npile: Bear x4", "deck:", "to move: 2", "contract deck: hoarder x4"]


def test_a_table_lies_as_it_is_written() -> None:
    state = table(PICTURE)
    zones = state.zones()
    assert (hand(state, 0), hand(state, 1)) == ("shield shield thievery", "wolf wolf wolf")
    assert sorted(zones["sets 1"]) == ["bard", "rogue", "sword", "sword", "trickster"]
    assert zones["actions 1"] == ["espionage"]
    assert zones["contracts on the table"] == ["hoarder", "slippery-beasts"]
    assert pile(state) == "bear raven"
    assert zones["stock"] == ["mirror", "lute"]
    assert zones["contract deck"][-2:] == ["hoarder", "companion-mastery"]
    assert (state.current_player(), state.exhausted, state.quiet) == (1, 1, 7)
    assert legal(state) == {"Draw from the draw deck", "Take the top of the discard pile", "Look at contracts"}


def test_without_a_word_player_one_has_drawn_and_all_cards_are_in_the_deck() -> None:
    state = table("")
    assert legal(state) == {"Play no more"}
    assert len(state.stock) == len(state.rules.main_deck)
    assert state.fired == 0


def test_what_is_not_in_a_named_deck_has_left_play() -> None:
    state = table("deck: Wolf")
    assert len(state.gone) == len(state.rules.main_deck) - 1


@pytest.mark.parametrize("picture", PICTURES)
def test_no_card_is_lost(picture: str) -> None:
    zones = [table(picture).zones(), playable(NAME).game.new_initial_state(2, 0).zones()]
    found, dealt = (Counter(card for cards in where.values() for card in cards) for where in zones)
    assert found == dealt


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("player 1:\n  hand: Wofl", ("E701", 2, 9, "there is no card 'Wofl'")),
        ("contract deck: Arsenic", ("E701", 1, 16, "there is no contract 'Arsenic'")),
        ("kills: 3", ("E701", 1, 1, "there is no line 'kills'")),
        ("player 1:\nplayer 1:", ("E702", 2, 1, "'player 1' is already there")),
        ("player 1:\n  pile: Wolf", ("E702", 1, 1, "a table in play has sets, so a pile cannot be read here")),
        ("to move: 3", ("E702", 1, 10, "'3' is not a number from 1 to 2")),
        ("stage: dinner", ("E702", 1, 8, "'dinner' is not one of draw, play")),
        (
            "player 1:\n  hand: Mirror x2\ndeck: Mirror x2",
            ("E703", 3, 7, "there are 4 of Mirror, but the deck has 3 [setup.decks]"),
        ),
        ("player 1:\n  armory: Sword x2", ("E704", 2, 11, "these cards are not a Armory [set.armory]")),
        ("player 2:\n  multiplets: Wolf x2", ("E704", 2, 15, "these cards are not a Multiplets [set.multiplets]")),
    ],
)
def test_a_slip_is_named_with_its_place(text: str, expected: tuple[str, int, int, str]) -> None:
    found, problems = read(text)
    assert found is None
    assert expected in [(problem.code, problem.line, problem.column, problem.message) for problem in problems]


PIECES = st.sampled_from(
    "player 1: 2: hand: pile: deck: contract to move: stage: draw quiet: 9 999 : , \n \n\n  # x2 as set: broken "
    "armory: open: secret: Trickster Druid Wolf Sword Hoarder Espionage 999x x0 é =".split(" ")
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    found, problems = read(" ".join(pieces))
    assert (found is None) == bool(problems)
    assert {problem.code for problem in problems} <= {"E701", "E702", "E703", "E704"}
    assert found is None or found.is_terminal() or found.legal_actions()
