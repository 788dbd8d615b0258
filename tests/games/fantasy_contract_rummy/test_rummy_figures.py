"""Figures about Fantasy Contract Rummy that were worked out without the program, and laws of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from games.fantasy_contract_rummy.rummy_tables import element, play, rules, table
from tables import project

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.games.fantasy_contract_rummy.motifs import Motifs
from proofdeck.play.games.fantasy_contract_rummy.scoring import Side
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS
from proofdeck.source.cards import Card

GAME = rules()
MOTIFS = GAME.motifs


def points(kind: str, cards: str) -> int:
    return GAME.agreed.points(KINDS.index(kind), sorted(element(GAME, card) for card in cards.split()))


def test_the_rows_of_the_list_add_up() -> None:
    groups = [MOTIFS.characters, MOTIFS.companions, MOTIFS.weapons, MOTIFS.actions]
    copies = [sum(MOTIFS.copies[motif] for motif in group) for group in groups]
    values = [sum(MOTIFS.copies[motif] * MOTIFS.values[motif] for motif in group) for group in groups]
    assert (copies, sum(MOTIFS.contract_copies)) == ([28, 27, 39, 22], 15)
    assert (values, sum(values)) == ([276, 163, 134, 99], 672)
    pairs = zip(MOTIFS.contract_copies, MOTIFS.contract_values, strict=True)
    assert sum(number * value for number, value in pairs) == 186
    assert (len(GAME.main_deck), len(GAME.main_deck) + len(GAME.contracts)) == (116, 131)


@pytest.mark.parametrize(
    ("kind", "cards", "worth"),
    [
        ("master-of-arms", "paladin shield shield sword dagger bow-and-arrow", 51),
        ("master-of-arms", "trickster=paladin shield shield sword dagger bow-and-arrow", 53),
        ("multiplets", "druid druid dagger dagger wolf wolf", 43),
        ("formation", "paladin bard trickster mage druid rogue ranger", 75),
        ("class-formation", "paladin paladin paladin paladin", 50),
        ("class-formation", "druid druid druid druid druid", 50),
        ("class-formation", "paladin paladin paladin paladin" + " trickster=paladin" * 3, 86),
        ("armory", "mirror mirror mirror", 10),
        ("weapon-specialist", "mirror mirror mirror", 11),
    ],
)
def test_sets_are_worth_what_a_pencil_says(kind: str, cards: str, worth: int) -> None:
    assert points(kind, cards) == worth


@pytest.mark.parametrize(("kept", "looks"), [(3, 5), (1, 13)])
def test_it_takes_five_to_thirteen_looks_at_contracts_to_end_the_game(kept: int, looks: int) -> None:
    state = table("wolf " * 6 + "sword " * 6, "bear " * 4 + "staff " * 5, drawn=False)
    count = 0
    while not state.last_turn:
        play(state, "Look at contracts")
        count += 1
        for place in range(3):
            action = state.contracts_looked_at[place] + (GAME.first["lay_open" if place < kept else "give_back"])
            state.apply_action(action)
        if not state.last_turn:
            state.phase, state._legal = 0, None
    assert count == looks


def test_open_is_never_worse_than_secret_and_each_breaks_even_where_it_must() -> None:
    """Worth a contract of value 1 with chance p: open 2p - 2(1 - p), secret p - 4(1 - p)."""
    arsenal = 0
    master = (5, tuple(sorted(element(GAME, c) for c in "paladin sword shield staff tome".split())))
    assert GAME.scoring.fulfilled(Side([master], [], [(arsenal, True)])) == {arsenal}
    assert GAME.scoring.fulfilled(Side([], [], [(arsenal, True)])) == set()

    def worth(chance: Fraction, *, is_open: bool) -> Fraction:
        item = GAME.scoring.contract_item
        paid = [item(arsenal, is_open=is_open, fulfilled=fulfilled).points for fulfilled in (True, False)]
        return chance * paid[0] + (1 - chance) * paid[1]

    assert worth(Fraction(1, 2), is_open=True) == 0
    assert worth(Fraction(4, 5), is_open=False) == 0
    chances = [Fraction(n, 100) for n in range(101)]
    assert all(worth(chance, is_open=True) >= worth(chance, is_open=False) for chance in chances)


@pytest.mark.parametrize("seed", range(12))
def test_the_economy_of_cards_holds_in_every_game(seed: int) -> None:
    """Each turn brings a card unless it looks at contracts, and costs one unless it ends with an empty hand.

    So a player plays 12 - (looks at contracts) + (turns without discard) - (cards left) cards in a whole game, as long
    as nobody uses Thievery or the Tax Collector.
    """
    random = Random(seed)
    state = rules(without=("action.thievery", "action.tax-collector")).new_initial_state(2, seed)
    looks, discards, turns, played = [0, 0], [0, 0], [1, 0], [0, 0]
    while not state.is_terminal():
        me, before, turn = state.current_player(), [sum(cards) for cards in state.hand], state.turns
        action = random.choice(state.legal_actions())
        words = state.rules.action_to_string(action)
        state.apply_action(action)
        looks[me] += words == "Look at contracts"
        discards[me] += words.startswith("Discard")
        if not words.startswith("Discard"):
            played[me] += max(0, before[me] - sum(state.hand[me]))
        if state.turns != turn:
            turns[state.whose_turn] += 1
    for me in (0, 1):
        assert played[me] == 12 - looks[me] + (turns[me] - discards[me]) - sum(state.hand[me])


DECK = project().games["fantasy-contract-rummy"].deck


def told(cards: Sequence[Card]) -> dict[str, tuple[str | None, str]]:
    """What is said of such a deck: the name that each sentence is about -> its column and the cure."""
    with pytest.raises(ProofdeckError) as failed:
        Motifs(cards)
    assert {problem.code for problem in failed.value.problems} == {"E610"}
    return {problem.message.split("'")[1]: (problem.field, problem.hint) for problem in failed.value.problems}


def test_a_card_that_the_rules_need_is_asked_for_with_its_column_and_a_cure() -> None:
    """One without a name that is like it, one that is probably misspelt, and a contract."""
    renamed = {"lute": "kazoo", "paladin": "paladim", "hoarder": "miser"}
    found = told([replace(card, id=renamed.get(card.id, card.id)) for card in DECK])
    assert found["lute"] == ("id", "Put back the row with 'lute' in the column 'id'.")
    assert found["paladin"] == ("id", "Did you mean 'paladim'? Put back the row with 'paladin' in the column 'id'.")
    assert found["hoarder"] == ("id", "Put back the row with 'hoarder' in the column 'id'.")


def test_a_partner_that_no_card_is_gets_a_cure() -> None:
    cards = list(DECK)
    at = next(place for place, card in enumerate(cards) if card.fields.get("partner"))
    cards[at] = replace(cards[at], fields={**cards[at].fields, "partner": "zzz"})
    assert told(cards) == {"zzz": ("partner", "Name another card, or leave the cell empty.")}
