"""Greedy players sign what they can expect to fulfil; those who go for contracts sign more, and keep cards for it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from games.fantasy_contract_rummy.rummy_tables import rules, table

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.referee import play
from proofdeck.play.games.fantasy_contract_rummy.bot import BOTS, greedy
from proofdeck.play.games.fantasy_contract_rummy.greedy_bot import promised, sign
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummyState

LATE = "lute"
"""A draw deck of one card, which is the last of the game where the deck was exhausted before."""
LOOKED = "hoarder slippery-beasts companion-mastery"
HOARD = "armory: sword sword sword sword sword sword shield"


def looking(
    hand: str, my_sets: tuple[str, ...] = (), looked: str = LOOKED, changes: dict[str, bool] | None = None
) -> FantasyContractRummyState:
    """Late in the game, with nothing to fear of the opponent."""
    state = table(
        hand, my_sets=my_sets, deck=LATE, contract_deck=looked, drawn=False, game=rules(changes) if changes else None
    )
    state.exhausted = 1
    return state


def signed(state: FantasyContractRummyState) -> list[str]:
    bot = greedy(Random(1))
    state.apply_action(2)
    return [state.rules.action_to_string(action) for action in bot.choose(Seat(state))]


@pytest.mark.parametrize(
    ("hand", "my_sets"),
    [("bard", (HOARD,)), ("sword sword sword sword sword sword", ())],
    ids=["set on the table", "set in the hand"],
)
def test_a_contract_is_signed_openly_that_a_set_on_the_table_or_in_the_hand_fulfils(
    hand: str, my_sets: tuple[str, ...]
) -> None:
    state = looking(hand, my_sets)
    assert promised(state) > 0
    assert signed(state) == ["Lay Hoarder open", "Give Companion Mastery back", "Give Slippery Beasts back"]


def test_where_nothing_can_be_expected_the_bot_does_not_look_and_gives_back_all_but_the_least_bad() -> None:
    state = looking("bard wolf")
    assert promised(state) < 0
    drawn = [state.rules.action_to_string(action) for action in greedy(Random(1)).choose(Seat(state))]
    assert drawn == ["Draw from the draw deck"]
    assert signed(state) == ["Lay Hoarder open", "Give Companion Mastery back", "Give Slippery Beasts back"]


def test_where_secret_pays_the_bot_signs_secretly_what_is_nearly_sure() -> None:
    kingdom = ("animal-kingdom: spirit weasel weasel weasel raven raven",)
    usual, secret = looking("bard", kingdom), looking("bard", kingdom, changes={"secret-pays": True})
    assert "Lay Slippery Beasts open" in signed(usual)
    assert "Lay Slippery Beasts secretly" in signed(secret)


def test_hostile_actions_that_may_still_come_make_a_contract_unsafe() -> None:
    """Early in the game all of them may; late in the game those that the opponent may hold or draw."""
    early = table("bard", my_sets=(HOARD,), contract_deck=LOOKED, drawn=False)
    assert promised(early) < 0 < promised(looking("bard", (HOARD,)))


def test_of_contracts_that_are_alike_one_is_kept_when_none_is_promising() -> None:
    state = looking("bard wolf", looked="hoarder hoarder hoarder")
    state.apply_action(2)
    words = [state.rules.action_to_string(action) for action in sign(state)]
    assert words == ["Lay Hoarder open", "Give Hoarder back", "Give Hoarder back"]
    for action in sign(state):
        state.apply_action(action)


# -- players who go for contracts --------------------------------------------------------------------------------------

ARSENAL = "paladin sword shield dagger staff"


def answer(state: FantasyContractRummyState) -> list[str]:
    return [state.rules.action_to_string(action) for action in BOTS["contracts"](Random(1)).choose(Seat(state))]


def test_players_who_go_for_contracts_sign_in_nearly_every_game_and_fulfil_some() -> None:
    """Greedy players look at contracts in 1 game of 20."""
    fired = Counter[str]()
    for seed in range(4):
        state = play(rules().new_initial_state(2, seed), [BOTS["contracts"](Random(seed + seat)) for seat in range(2)])
        clauses = rules().points.named(state.fired)
        fired.update({clause.partition(".")[0] for clause in clauses} | {*clauses})
    assert fired["contracts.lay"] >= 3
    assert fired["contract"] >= 2


def test_they_look_at_once_if_the_hand_nearly_has_what_contracts_ask_for() -> None:
    arsenals = "warriors-arsenal " * 3
    assert answer(table(f"{ARSENAL} wolf bear", contract_deck=arsenals, drawn=False)) == ["Look at contracts"]
    poor = table("wolf wolf bear", contract_deck=arsenals, drawn=False)
    assert answer(poor) == ["Draw from the draw deck"]


def test_they_keep_what_a_contract_asks_for_and_lay_it_only_late() -> None:
    early = table(f"{ARSENAL} spirit", my_contracts="warriors-arsenal")
    assert answer(early) == ["Play no more"]
    early.apply_action(early.rules.string_to_action("Play no more"))
    assert answer(early) == ["Discard Spirit"]
    late = table(f"{ARSENAL} spirit", my_contracts="warriors-arsenal", deck="wolf " * 6)
    late.exhausted = 1
    assert answer(late)[:2] == ["Open Master of Arms", "Add Paladin"]


def test_a_set_for_one_contract_leaves_the_cards_that_another_asks_for() -> None:
    cards = "paladin sword shield dagger staff sword sword shield shield dagger dagger wolf"
    state = table(cards, my_contracts="warriors-arsenal hoarder", deck="wolf " * 6)
    state.exhausted = 1
    laid = answer(state)
    assert laid[0] in {"Open Master of Arms", "Open Armory"}
    for text in laid:
        state.apply_action(state.rules.string_to_action(text))
    other = {"Open Master of Arms": "Open Armory", "Open Armory": "Open Master of Arms"}[laid[0]]
    state.begin_turn(0)
    state._legal, state.phase = None, 2
    assert answer(state)[0] == other


def test_each_payment_of_contracts_is_made_by_a_bot() -> None:
    """Open and secret ones, kept and failed: with the payments of the page, only one bot signs in secret."""
    found = set[str]()
    for seed in range(20):
        state = rules().new_initial_state(2, seed)
        play(state, [BOTS[name](Random(seed)) for name in ("contracts", "secretive")])
        labels = [item.label for sheet in state.score_sheets() for item in sheet.items if "fulfilled" in item.label]
        found |= {label.partition(", ")[2] for label in labels}
        if len(found) == 4:
            break
    assert found == {f"{how}, {kept}" for how in ("open", "secret") for kept in ("fulfilled", "not fulfilled")}


@pytest.mark.parametrize("seed", range(4))
def test_a_secretive_player_keeps_the_same_contracts_face_down(seed: int) -> None:
    state = looking("sword sword shield", looked="slippery-beasts companion-mastery warriors-arsenal")
    ways = []
    for name in ("contracts", "secretive"):
        table_ = state.clone()
        table_.apply_action(2)
        ways.append([table_.rules.action_to_string(action) for action in BOTS[name](Random(seed)).choose(Seat(table_))])
    kept = [{words.rpartition(" ")[0] for words in way if words.startswith("Lay ")} for way in ways]
    assert kept[0] == kept[1] != set()
    assert all(words.endswith(" secretly") for words in ways[1] if words.startswith("Lay "))
