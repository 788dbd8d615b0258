"""Which spreadsheets Fishing Dragon can be played with, and that their values are the values of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games.fishing_dragon.pond import deck, printed
from tables import ROOT

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.games.fishing_dragon import GAME
from proofdeck.play.games.fishing_dragon.rules import FishingDragon
from proofdeck.play.games.fishing_dragon.scoring import NO_SUIT
from proofdeck.source.cards import Deck
from proofdeck.source.rules.points import ALL_ON


def _changed(card_id: str, **fields: str) -> Deck:
    """The deck with one card changed."""
    changed = []
    for card in deck():
        if card.id == card_id:
            value = float(fields["value"]) if "value" in fields else card.value
            kind = fields.get("kind", card.kind)
            changed.append(replace(card, value=value, fields={**card.fields, **fields}, kind=kind))
        else:
            changed.append(card)
    return Deck("fishing-dragon", tuple(changed))


@pytest.mark.parametrize(
    ("card", "fields", "blamed"),
    [
        ("leaf-3", {"rank": "4"}, "leaf-4"),
        ("leaf-3", {"rank": "III"}, "leaf-3"),
        ("leaf-3", {"suit": ""}, "leaf-3"),
        ("leaf-3", {"kind": "number?"}, "leaf-3"),
        ("leaf-3", {"value": "5"}, "leaf-3"),
        ("leaf-3", {"value": "2.5"}, "leaf-3"),
    ],
)
def test_a_deck_that_is_no_deck_of_suits_and_ranks_is_refused_at_its_place(
    card: str, fields: dict[str, str], blamed: str
) -> None:
    with pytest.raises(ProofdeckError) as refused:
        GAME.make(_changed(card, **fields), printed(), ALL_ON)
    (problem,) = refused.value.problems
    lines = (ROOT / "cards.csv").read_text(encoding="utf-8").splitlines()
    (line,) = [number for number, row in enumerate(lines, 1) if row.startswith(f"fishing-dragon,{blamed},")]
    assert (problem.code, problem.file, problem.line) == ("E610", "cards.csv", line)


def test_all_cards_that_are_wrong_are_told_at_once() -> None:
    cards = tuple(replace(card, kind="?") if card.id in {"leaf-3", "star-1"} else card for card in deck())
    with pytest.raises(ProofdeckError) as refused:
        GAME.make(Deck("fishing-dragon", cards), printed(), ALL_ON)
    assert len({problem.line for problem in refused.value.problems}) == 2


def test_a_deck_that_is_too_small_for_the_deal_is_refused() -> None:
    fewer = Deck("fishing-dragon", tuple(card for card in deck() if card.fields.get("rank") not in {"11", "12"}))
    with pytest.raises(ProofdeckError, match="the deck has 52"):
        GAME.make(fewer, printed().but({"hand.2": 12}), ALL_ON)
    assert GAME.make(fewer, printed(), ALL_ON).new_initial_state(2, 1).zones()["stock"]


def test_another_value_in_the_spreadsheet_is_another_score() -> None:
    dearer = [card.id for card in deck() if card.kind == "dragon"]
    cards_now = tuple(replace(card, value=15.0) if card.id in dearer else card for card in deck())
    game = GAME.make(Deck("fishing-dragon", cards_now), printed(), ALL_ON)
    assert isinstance(game, FishingDragon)
    assert game.tariff.points(sum(1 << game.deck.ids.index(name) for name in dearer), NO_SUIT) == 30
