"""Every refusal says what is the matter in words of the rules, in every phase."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest
from games.fantasy_contract_rummy.rummy_tables import rules
from tables import positions

from proofdeck.play.engine.state import IllegalAction
from proofdeck.play.games.fantasy_contract_rummy.phases import DISCARDING, PAYING, PHASES, SHEDDING
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummyState


def test_in_every_phase_a_refusal_says_what_is_to_be_done_or_which_card_is_missing() -> None:
    game, told = rules(), defaultdict[int, set[str]](set)
    every, random = [*game.actions()], Random(1)
    for seed in range(40):
        for state in positions(game, 2, seed, every=3, most=900):
            assert isinstance(state, FantasyContractRummyState)
            asked = set() if state.is_terminal() else {*random.sample(every, 12)} - {*state.legal_actions()}
            for action in asked:
                with pytest.raises(IllegalAction) as refusal:
                    state.apply_action(action)
                told[state.phase].add(refusal.value.why)
            if state.phase in {DISCARDING, SHEDDING, PAYING} and not state.is_terminal():
                kind = "pay" if state.phase == PAYING else "discard"
                motif = next(motif for motif, count in enumerate(state.hand[state.player]) if not count)
                with pytest.raises(IllegalAction, match=f"there is no {game.names[motif]} in the hand"):
                    state.apply_action(game.number_of(kind, motif))
    assert {*told} >= {*range(len(PHASES))} - {SHEDDING}
    assert not any("does not allow" in why for whys in told.values() for why in whys)
