"""One scene for each clause of Fantasy Contract Rummy: a table, what is done, what comes of it.

Totals are worked out by hand from the printed values: Paladin, Bard, Mage, Rogue, Ranger 10, Trickster 12, Druid 8;
Weasel and Raven 3, Wolf 5, Bear 7, Phoenix and Spirit 12; Sword 5, Shield and Dagger 4, Tome, Staff and Bow & Arrow 3,
Lute and Mirror 2.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from games.fantasy_contract_rummy.rummy_tables import fired, hand, legal, pile, play, rules, table

from proofdeck.play.engine.state import IllegalAction
from proofdeck.play.games.fantasy_contract_rummy.greedy_bot import set_macros
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummyState
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS

SCENES: set[str] = set()
Test = TypeVar("Test", bound=Callable[..., object])


def scene(*clauses: str) -> Callable[[Test], Test]:
    """The test below is a scene of these clauses."""
    SCENES.update(clauses)
    return lambda test: test


def refused(state: FantasyContractRummyState, words: str) -> str:
    """The clause that forbids an action; the table stays as it was."""
    before = state.hash()
    with pytest.raises(IllegalAction) as refusal:
        play(state, words)
    assert state.hash() == before
    return refusal.value.clause


def total(state: FantasyContractRummyState, player: int = 0) -> int:
    return state.score_sheets()[player].total


# -- setup -------------------------------------------------------------------------------------------------------------


@scene("setup.decks", "setup.deal", "setup.discard-pile")
def test_twelve_cards_each_one_face_up_and_ninety_one_to_draw_from() -> None:
    state = rules().new_initial_state(2, 5)
    assert {"setup.decks", "setup.deal", "setup.discard-pile"} <= fired(state)
    assert [sum(cards) for cards in state.hand] == [12, 12]
    assert (len(state.discard_pile), len(state.stock), len(state.contract_deck)) == (1, 91, 15)


# -- draw --------------------------------------------------------------------------------------------------------------


@scene("draw.deck")
def test_the_top_card_of_the_deck_comes_into_the_hand() -> None:
    state = play(table("wolf", deck="bear raven", drawn=False), "Draw from the draw deck")
    assert hand(state) == "wolf bear"
    assert "draw.deck" in fired(state)


@scene("draw.discard-pile")
def test_the_top_of_the_pile_is_taken_and_both_know_it() -> None:
    state = play(table("wolf", pile="sword staff", drawn=False), "Take the top of the discard pile")
    assert (hand(state), pile(state)) == ("wolf sword", "staff")
    assert state.observation(1)["known 1"] == ["sword"]


@scene("draw.discard-pile")
def test_an_empty_pile_gives_nothing() -> None:
    assert refused(table("wolf", drawn=False), "Take the top of the discard pile") == "draw.discard-pile"


@scene("draw.contracts", "contracts.keep", "contracts.lay")
def test_of_three_contracts_some_are_laid_and_the_others_go_back() -> None:
    state = table("wolf", drawn=False, contract_deck="hoarder slippery-beasts warriors-arsenal tricksters-run")
    play(state, "Look at contracts")
    assert legal(state) == {
        "Lay Warrior’s Arsenal open",
        "Lay Warrior’s Arsenal secretly",
        "Give Warrior’s Arsenal back",
    }
    play(state, "Lay Warrior’s Arsenal secretly", "Give Hoarder back", "Give Slippery Beasts back")
    assert [(kind, is_open) for kind, _, is_open, _ in state.contracts_on_the_table] == [(0, False)]
    assert len(state.contract_deck) == 3
    assert {"draw.contracts", "contracts.keep", "contracts.lay"} <= fired(state)


@scene("contracts.keep")
@pytest.mark.parametrize("kept", [1, 2, 3])
def test_one_two_or_three_contracts_may_be_kept_but_not_none(kept: int) -> None:
    names = ["Warrior’s Arsenal", "Just a Friendly Troubadour", "Trickster’s Run"]
    state = table(
        "wolf", drawn=False, contract_deck="tricksters-run warriors-arsenal just-a-friendly-troubadour hoarder"
    )
    play(state, "Look at contracts", *(f"Give {name} back" for name in names[:-kept]))
    if kept == 1:
        assert refused(state, f"Give {names[-1]} back") == "contracts.keep"
    play(state, *(f"Lay {name} open" for name in names[-kept:]))
    assert len(state.contracts_on_the_table) == kept


@scene("contracts.hoarder-open")
def test_a_hoarder_is_laid_open_or_not_at_all() -> None:
    state = table("wolf", drawn=False, contract_deck="hoarder hoarder slippery-beasts hoarder")
    play(state, "Look at contracts")
    assert refused(state, "Lay Hoarder secretly") == "contracts.hoarder-open"


@scene("draw.contracts")
def test_with_two_contracts_left_nobody_looks_at_contracts() -> None:
    state = table("wolf", drawn=False, contract_deck="hoarder hoarder")
    assert refused(state, "Look at contracts") == "draw.contracts"


@scene("draw.exhausted")
def test_the_first_time_the_deck_runs_out_the_whole_pile_becomes_the_deck_at_once() -> None:
    state = play(table("wolf", deck="bear", pile="sword staff tome", drawn=False), "Draw from the draw deck")
    assert (len(state.stock), pile(state), hand(state)) == (3, "", "wolf bear")
    assert "draw.exhausted" in fired(state)
    assert not state.last_turn


@scene("draw.refill")
def test_with_refill_a_hand_is_drawn_up_to_the_limit() -> None:
    game = rules({"refill": True})
    state = play(table("wolf bear", game=game, drawn=False), "Draw from the draw deck")
    assert sum(state.hand[0]) == 12
    assert "draw.refill" in fired(state)


# -- play --------------------------------------------------------------------------------------------------------------


@scene("play.one")
def test_after_one_set_the_turn_goes_on_with_the_discard() -> None:
    state = table("sword sword sword wolf espionage")
    play(state, "Open Weapon Specialist", "Add Sword", "Add Sword", "Add Sword", "Close")
    assert legal(state) == {"Discard Wolf", "Discard Espionage"}
    assert "play.one" in fired(state)


@scene("play.one")
def test_nothing_need_be_played() -> None:
    assert legal(play(table("sword sword sword"), "Play no more")) == {"Discard Sword"}


@scene("play.busy")
def test_in_busy_play_a_set_and_an_action_go_in_one_turn() -> None:
    state = table("sword sword sword espionage", game=rules({"busy-play": True}))
    play(state, "Open Armory", "Add Sword", "Add Sword", "Add Sword", "Close", "Play Espionage", "Play no more")
    assert (len(state.sets[0]), len(state.actions[0])) == (1, 1)
    assert "play.busy" in fired(state)


@scene("play.repair", "set.broken")
def test_a_broken_set_counts_nothing_until_its_owner_repairs_it() -> None:
    state = table("mage wolf", my_sets=["formation: paladin bard"])
    assert total(state) == 0
    play(state, "Repair own set 1", "Add Mage", "Close")
    assert total(state) == 30 + 5
    assert "play.repair" in fired(state)


@scene("play.repair")
def test_a_valid_set_is_not_repaired() -> None:
    state = table("mage", my_sets=["formation: paladin bard rogue"])
    assert refused(state, "Repair own set 1") == "play.repair"


# -- discard -----------------------------------------------------------------------------------------------------------


@scene("discard.one")
def test_one_card_goes_on_the_pile_and_it_is_the_others_turn() -> None:
    state = play(table("sword wolf", pile="staff"), "Play no more", "Discard Wolf")
    assert (hand(state), pile(state), state.current_player()) == ("sword", "wolf staff", 1)


@scene("discard.one")
def test_an_empty_hand_discards_nothing() -> None:
    state = table("sword sword sword")
    play(state, "Open Armory", "Add Sword", "Add Sword", "Add Sword", "Close")
    assert state.current_player() == 1


FOURTEEN = "weasel weasel weasel wolf wolf raven raven bear sword sword shield staff tome lute"


@scene("discard.limit")
def test_who_holds_more_than_twelve_discards_down_to_twelve() -> None:
    state = play(table(FOURTEEN), "Play no more", "Discard Lute")
    assert state.current_player() == 0
    play(state, "Discard Tome")
    assert (sum(state.hand[0]), state.current_player()) == (12, 1)
    assert "discard.limit" in fired(state)


SIX_SWORDS = "weapon-specialist: sword sword sword sword sword sword"


@scene("discard.hoarder")
@pytest.mark.parametrize(
    ("contracts", "sets", "limit"),
    [
        ("hoarder", [SIX_SWORDS], 13),
        ("hoarder hoarder", [SIX_SWORDS], 14),
        ("hoarder", [], 12),
        ("hoarder/secret", [SIX_SWORDS], 12),
    ],
)
def test_an_open_hoarder_with_its_set_makes_the_limit_higher(contracts: str, sets: list[str], limit: int) -> None:
    state = table("wolf", my_contracts=contracts, my_sets=sets)
    assert state.hand_limit() == limit
    assert ("discard.hoarder" in fired(state)) == (limit > 12)


@scene("discard.thievery")
def test_thievery_spares_the_limit_in_its_own_turn_and_not_in_the_next() -> None:
    state = table(f"{FOURTEEN} thievery", "wolf", pile="mirror mirror mirror staff")
    play(state, "Play Thievery", "Steal card 2 of the discard pile", "Discard Lute")
    assert (sum(state.hand[0]), state.current_player()) == (16, 1)
    assert "discard.thievery" in fired(state)
    play(
        state, "Draw from the draw deck", "Play no more", f"Discard {state.rules.motifs.names[state.hand[1].index(1)]}"
    )
    play(state, "Take the top of the discard pile", "Play no more", "Discard Mirror", "Discard Mirror")
    assert state.current_player() == 0, "sixteen and one are seventeen, and two are gone"


# -- sets --------------------------------------------------------------------------------------------------------------

SETS = {
    "formation": ("paladin bard druid", 10 + 10 + 8 + 5),
    "class-formation": ("druid druid druid", 24 + 10),
    "armory": ("mirror mirror mirror", 6 + 4),
    "weapon-specialist": ("mirror mirror mirror", 6 + 5),
    "animal-kingdom": ("weasel weasel bear", 13 + 6),
    "master-of-arms": ("rogue sword sword staff tome", 10 + 10 + 3 + 3 + 5),
    "friend-of-animals": ("mage wolf bear raven", 10 + 5 + 7 + 3 + 6),
    "multiplets": ("druid druid dagger dagger wolf wolf", 16 + 8 + 10 + 9),
}


@scene(*(f"set.{kind}" for kind in KINDS), "set.value")
@pytest.mark.parametrize("kind", KINDS)
def test_a_set_is_worth_its_cards_and_its_bonus(kind: str) -> None:
    cards, points = SETS[kind]
    state = table(cards)
    names = [state.rules.motifs.names[state.rules.motifs.number[card]] for card in sorted_cards(state, cards)]
    title = kind.replace("-", " ").title().replace(" Of ", " of ")
    play(state, f"Open {title}", *(f"Add {name}" for name in names), "Close")
    assert total(state) == points
    assert f"set.{kind}" in fired(state)
    assert "set.value" in {item.clause for item in state.score_sheets()[0].items}


def sorted_cards(state: FantasyContractRummyState, cards: str) -> list[str]:
    return sorted(cards.split(), key=state.rules.motifs.number.__getitem__)


@pytest.mark.parametrize(
    ("cards", "title"),
    [
        ("paladin paladin bard", "Formation"),
        ("paladin paladin bard", "Class Formation"),
        ("sword shield wolf", "Armory"),
        ("sword sword shield", "Weapon Specialist"),
        ("wolf bear sword", "Animal Kingdom"),
        ("rogue sword sword shield", "Master of Arms"),
        ("rogue wolf wolf bear", "Friend of Animals"),
        ("paladin paladin wolf wolf sword shield", "Multiplets"),
    ],
)
def test_cards_that_are_no_set_do_not_open_one(cards: str, title: str) -> None:
    assert refused(table(cards), f"Open {title}") == f"set.{title.lower().replace(' ', '-')}"


@scene("stand-in.trickster", "partner.triple")
def test_a_trickster_as_paladin_keeps_its_value_and_lends_the_paladins_power() -> None:
    state = table("trickster shield shield sword dagger bow-and-arrow")
    cards = ["Sword", "Shield", "Shield", "Dagger", "Bow & Arrow"]
    play(state, "Open Master of Arms", "Add Trickster as Paladin", *(f"Add {card}" for card in cards), "Close")
    assert total(state) == 53
    assert {"stand-in.trickster"} <= fired(state)
    assert "partner.triple" in {item.clause for item in state.score_sheets()[0].items}


@scene("stand-in.druid")
def test_a_druid_as_wolf_counts_its_own_eight() -> None:
    state = table("rogue druid bear raven")
    play(state, "Open Friend of Animals", "Add Rogue", "Add Druid as Wolf", "Add Raven", "Add Bear", "Close")
    assert total(state) == 10 + 8 + 3 + 7 + 6
    assert "stand-in.druid" in fired(state)


@scene("stand-in.natural")
def test_stand_ins_alone_make_no_group() -> None:
    assert refused(table("druid druid druid"), "Open Animal Kingdom") == "stand-in.natural"
    assert refused(table("druid druid"), "Open Animal Kingdom") == "set.animal-kingdom"
    kingdom = play(table("druid druid druid wolf"), "Open Animal Kingdom", "Add Wolf", "Add Druid as Bear")
    assert refused(kingdom, "Add Druid") == "set.animal-kingdom"
    assert refused(table("bard bard druid druid sword sword"), "Open Multiplets") == "stand-in.natural"
    lax = rules(without=("stand-in.natural",))
    assert "Open Animal Kingdom" in legal(table("druid druid druid", game=lax))


@pytest.mark.parametrize(
    ("changes", "wanted"), [({}, True), ({"stand-ins": "one"}, False), ({"stand-ins": "none"}, False)]
)
def test_how_many_may_stand_in_is_agreed_on(changes: dict[str, str], wanted: bool) -> None:
    state = table("paladin trickster trickster", game=rules(changes))
    assert ("Open Class Formation" in legal(state)) == wanted


@scene("partner.triple")
def test_a_second_paladin_does_not_triple_again() -> None:
    state = table(my_sets=["multiplets: paladin paladin wolf wolf shield shield"])
    assert total(state) == 20 + 10 + 3 * 8 + 9
    plain = table(
        my_sets=["multiplets: paladin paladin wolf wolf shield shield"], game=rules(without=("partner.triple",))
    )
    assert total(plain) == 20 + 10 + 8 + 9


# -- actions -----------------------------------------------------------------------------------------------------------


@scene("action.value", "action.espionage")
def test_espionage_shows_the_hand_and_counts_its_two_points() -> None:
    state = play(table("espionage wolf", "bear sword"), "Play Espionage")
    assert state.observation(0)["known 2"] == ["bear", "sword"]
    assert total(state) == 2
    assert "action.espionage" in fired(state)
    assert state.score_sheets()[0].items[0].clause == "action.value"


@scene("action.rewrite-destiny")
def test_rewrite_destiny_turns_over_a_contract_of_either_player() -> None:
    state = table("rewrite-destiny wolf", my_contracts="hoarder", their_contracts="slippery-beasts/secret")
    assert state.observation(0)["contracts on the table"][1]["contract"] is None
    play(state, "Play Rewrite Destiny", "Turn over contract 2")
    assert state.observation(0)["contracts on the table"][1] == {
        "contract": "slippery-beasts",
        "owner": 2,
        "open": True,
    }
    assert "action.rewrite-destiny" in fired(state)


@scene("action.rewrite-destiny")
def test_without_a_contract_there_is_no_destiny_to_rewrite() -> None:
    assert refused(table("rewrite-destiny wolf"), "Play Rewrite Destiny") == "action.rewrite-destiny"


@scene("action.thievery")
@pytest.mark.parametrize(
    ("heap", "place", "stolen", "left"),
    [
        ("wolf bear raven sword", 2, "wolf raven bear", "sword"),
        ("wolf bear raven sword", 1, "weasel wolf bear", "raven sword"),
        ("wolf bear raven sword", 4, "weasel raven sword", "wolf bear"),
        ("wolf", 1, "weasel weasel wolf", ""),
    ],
)
def test_thievery_takes_a_card_with_its_neighbours_and_fills_up_from_the_deck(
    heap: str, place: int, stolen: str, left: str
) -> None:
    state = table("thievery", pile=heap, deck="weasel weasel staff")
    play(state, "Play Thievery", f"Steal card {place} of the discard pile")
    assert (hand(state), pile(state)) == (stolen, left)
    assert "action.thievery" in fired(state)


@scene("action.tax-collector")
def test_each_player_pays_twenty_with_no_card_to_spare_and_the_one_who_played_it_first() -> None:
    state = table("tax-collector paladin bard wolf", "spirit bear weasel raven")
    play(state, "Play Tax Collector")
    assert legal(state) == {"Pay Paladin"}, "the dearest first, or twenty is out of reach"
    play(state, "Pay Paladin", "Pay Bard")
    assert (hand(state), state.current_player()) == ("wolf", 1)
    play(state, "Pay Spirit", "Pay Bear")
    assert legal(state) == {"Pay Weasel", "Pay Raven"}
    play(state, "Pay Raven")
    assert (hand(state, 1), pile(state)) == ("weasel", "raven bear spirit bard paladin")
    assert "action.tax-collector" in fired(state)


@scene("action.tax-collector")
def test_a_hand_worth_less_than_twenty_is_paid_whole() -> None:
    state = table("tax-collector wolf", "paladin bard")
    play(state, "Play Tax Collector", "Pay with the whole hand")
    assert hand(state) == ""
    assert state.current_player() == 1


@scene("action.reinforcements")
def test_reinforcements_add_up_to_five_cards_to_one_set_of_either_player() -> None:
    state = table(
        "reinforcements sword sword sword sword sword sword", their_sets=["armory: staff staff tome"], my_sets=[]
    )
    play(state, "Play Reinforcements", "Reinforce opponent's set 1", *["Add Sword"] * 5)
    assert legal(state) == {"Close"}
    play(state, "Close")
    assert total(state, 1) == 9 + 25 + 4
    assert "action.reinforcements" in fired(state)


@scene("action.reinforcements")
def test_reinforcements_that_fit_no_set_are_not_played() -> None:
    state = table("reinforcements wolf", my_sets=["armory: staff staff tome"])
    assert refused(state, "Play Reinforcements") == "action.reinforcements"


@scene("action.reinforcements", "set.broken")
def test_reinforcements_may_make_a_broken_set_valid() -> None:
    state = table("reinforcements mage", their_sets=["formation: paladin bard"])
    play(state, "Play Reinforcements", "Reinforce opponent's set 1", "Add Mage", "Close")
    assert total(state, 1) == 35


@scene("action.helping-hand")
def test_a_helping_hand_adds_to_several_sets_or_to_none() -> None:
    theirs = ["armory: staff staff tome", "animal-kingdom: wolf wolf bear"]
    state = table("helping-hand sword raven", their_sets=theirs)
    assert "Close" in legal(play(state, "Play Helping Hand"))
    play(state, "Sword in opponent's set 1", "Raven in opponent's set 2", "Close")
    assert total(state, 1) == (9 + 5 + 4) + (17 + 3 + 6)
    alone = play(table("helping-hand wolf"), "Play Helping Hand", "Close")
    assert total(alone) == 4
    assert "action.helping-hand" in fired(alone)


@scene("action.hostile-action")
def test_a_hostile_action_takes_what_leaves_the_sets_valid_and_piles_it_in_order() -> None:
    state = table(
        "hostile-action", pile="lute", their_sets=["armory: staff staff tome sword", "formation: paladin bard mage"]
    )
    play(state, "Play Hostile Action")
    assert legal(state) == {f"{card} in opponent's set 1" for card in ("Staff", "Tome", "Sword")}
    play(state, "Sword in opponent's set 1")
    assert legal(state) == {"Close"}
    play(state, "Close")
    assert pile(state) == "sword lute"
    assert "action.hostile-action" in fired(state)


@scene("action.hostile-action")
def test_multiplets_lose_one_of_each_or_nothing() -> None:
    state = table("hostile-action", their_sets=["multiplets: mage mage mage wolf wolf wolf tome tome tome"])
    play(state, "Play Hostile Action", "Tome in opponent's set 1")
    assert "Close" not in legal(state)
    play(state, "Wolf in opponent's set 1", "Mage in opponent's set 1", "Close")
    assert pile(state) == "mage wolf tome"
    assert state.rules.agreed.is_valid(*state.sets[1][0])


@scene("action.hostile-action")
def test_a_set_of_three_cannot_be_robbed() -> None:
    state = table("hostile-action", their_sets=["armory: staff staff tome"])
    assert refused(state, "Play Hostile Action") == "action.hostile-action"


@scene("action.pestilence", "set.broken")
def test_pestilence_takes_five_characters_in_its_order() -> None:
    state = table(
        "pestilence",
        pile="wolf bard sword mage",
        my_sets=["formation: paladin bard rogue"],
        their_sets=["class-formation: ranger ranger ranger ranger"],
    )
    play(state, "Play Pestilence")
    assert pile(state) == "wolf sword mage", "the topmost character of the pile went first"
    play(state, "Ranger in opponent's set 1", "Bard in own set 1")
    assert pile(state) == "wolf sword"
    play(state, "Ranger in opponent's set 1")
    assert (total(state), total(state, 1)) == (7, 0), "both sets are broken; Pestilence itself counts 7"
    assert [state.rules.motifs.ids[motif] for motif in state.gone] == ["bard", "ranger", "bard", "mage", "ranger"]
    assert "action.pestilence" in fired(state)


@scene("action.pestilence")
def test_without_characters_in_the_pile_the_deck_loses_its_topmost_and_sets_without_any_are_passed_over() -> None:
    state = table("pestilence", pile="wolf", deck="sword mage staff bard", their_sets=["armory: tome tome tome"])
    play(state, "Play Pestilence")
    assert [state.rules.motifs.ids[motif] for motif in reversed(state.stock)] == ["sword", "staff"]


# -- contracts ---------------------------------------------------------------------------------------------------------

FULFILLED = [
    ("warriors-arsenal", ["master-of-arms: paladin sword shield staff tome"], "", 20),
    ("warriors-arsenal", ["master-of-arms: trickster=paladin sword shield staff tome"], "", 20),
    ("warriors-arsenal", ["master-of-arms: paladin sword shield staff"], "", -20),
    ("warriors-arsenal", ["master-of-arms: rogue sword shield staff tome"], "", -20),
    ("just-a-friendly-troubadour", ["master-of-arms: bard lute mirror sword"], "helping-hand", 24),
    ("just-a-friendly-troubadour", ["master-of-arms: bard lute mirror sword"], "", -24),
    ("just-a-friendly-troubadour", ["master-of-arms: bard lute staff sword"], "helping-hand", -24),
    ("tricksters-run", ["formation: bard mage trickster=rogue"], "rewrite-destiny helping-hand", 44),
    ("tricksters-run", ["formation: bard mage rogue"], "rewrite-destiny helping-hand", -44),
    ("tricksters-run", ["formation: bard mage trickster"], "helping-hand", -44),
    ("hoarder", [SIX_SWORDS], "", 16),
    ("hoarder", ["armory: sword sword sword staff staff"], "", -16),
    ("hoarder", ["master-of-arms: bard sword sword staff staff tome tome"], "", -16),
    ("companion-mastery", ["friend-of-animals: bard weasel wolf raven bear phoenix spirit"], "", 44),
    ("companion-mastery", ["friend-of-animals: bard weasel druid=wolf raven bear phoenix spirit"], "", 44),
    ("companion-mastery", ["friend-of-animals: bard weasel wolf raven bear phoenix"], "", -44),
    ("tricksters-kingdom", ["class-formation: bard trickster=bard trickster=bard trickster=bard",
                            "weapon-specialist: mirror mirror mirror"], "", 44),
    ("tricksters-kingdom", ["class-formation: bard bard trickster=bard trickster=bard",
                            "weapon-specialist: mirror mirror mirror"], "", -44),
    ("slippery-beasts", ["animal-kingdom: spirit weasel weasel weasel raven raven"], "", 22),
    ("slippery-beasts", ["animal-kingdom: druid=phoenix weasel weasel weasel raven raven"], "", 22),
    ("slippery-beasts", ["animal-kingdom: bear weasel weasel weasel raven raven"], "", -22),
    ("slippery-beasts", ["animal-kingdom: spirit weasel weasel raven raven"], "", -22),
]  # fmt: skip


@scene(*(f"contract.{name}" for name, *_ in FULFILLED), "pay.open")
@pytest.mark.parametrize(("name", "sets", "actions", "points"), FULFILLED)
def test_an_open_contract_pays_or_costs_twice_its_value(name: str, sets: list[str], actions: str, points: int) -> None:
    state = table(my_sets=sets, my_actions=actions, my_contracts=name)
    (item,) = (item for item in state.score_sheets()[0].items if item.clause in {f"contract.{name}", "pay.open"})
    assert item.points == points
    assert (item.clause == "pay.open") == (points < 0)
    off = table(my_sets=sets, my_actions=actions, my_contracts=name, game=rules(without=(f"contract.{name}",)))
    assert off.score_sheets()[0].tallies["fulfilled contracts"] == 0


@scene("pay.secret")
def test_a_secret_contract_pays_its_value_once_and_costs_it_four_times() -> None:
    kept = table(my_sets=[SIX_SWORDS], my_contracts="slippery-beasts/secret")
    assert [item.points for item in kept.score_sheets()[0].items if item.clause == "pay.secret"] == [-44]
    beasts = ["animal-kingdom: spirit weasel weasel weasel raven raven"]
    paid = table(my_sets=beasts, my_contracts="slippery-beasts/secret")
    assert [item.points for item in paid.score_sheets()[0].items if item.clause == "contract.slippery-beasts"] == [11]


def test_where_secret_pays_the_two_ways_change_places() -> None:
    beasts = ["animal-kingdom: spirit weasel weasel weasel raven raven"]
    for how, points in (("", 11), ("/secret", 22)):
        state = table(my_sets=beasts, my_contracts=f"slippery-beasts{how}", game=rules({"secret-pays": True}))
        (item,) = (item for item in state.score_sheets()[0].items if item.clause == "contract.slippery-beasts")
        assert item.points == points


@scene("pay.hoarder")
def test_a_hoarder_turned_face_down_counts_nothing() -> None:
    state = table(my_sets=[SIX_SWORDS], my_contracts="hoarder/secret")
    (item,) = (item for item in state.score_sheets()[0].items if item.clause == "pay.hoarder")
    assert item.points == 0
    assert state.score_sheets()[0].tallies["fulfilled contracts"] == 0


@pytest.mark.parametrize(("sets", "is_fulfilled"), [([SIX_SWORDS], True), ([], False)])
def test_a_hoarder_turned_face_down_is_fulfilled_all_the_same(sets: list[str], is_fulfilled: bool) -> None:
    end = ended(table("wolf", my_sets=sets, my_contracts="hoarder/secret"))
    assert ("contract.hoarder" in fired(end)) == is_fulfilled


def test_one_set_serves_two_contracts() -> None:
    state = table(
        my_sets=["master-of-arms: trickster=paladin sword shield staff tome"],
        my_actions="rewrite-destiny helping-hand",
        my_contracts="warriors-arsenal warriors-arsenal tricksters-run",
    )
    assert state.score_sheets()[0].tallies["fulfilled contracts"] == 3


# -- the end -----------------------------------------------------------------------------------------------------------


@scene("end.contracts")
def test_when_a_look_leaves_two_contracts_the_turn_is_the_last() -> None:
    state = table("wolf wolf", drawn=False, contract_deck="hoarder hoarder hoarder")
    play(state, "Look at contracts", "Lay Hoarder open", "Give Hoarder back", "Give Hoarder back", "Play no more")
    play(state, "Discard Wolf")
    assert state.is_terminal()
    assert "end.contracts" in fired(state)


@scene("end.deck")
def test_when_the_deck_is_exhausted_for_the_second_time_the_turn_is_finished_and_the_game_is_over() -> None:
    state = table("wolf wolf", deck="bear", pile="sword", drawn=False)
    state.exhausted = 1
    play(state, "Draw from the draw deck", "Play no more", "Discard Bear")
    assert state.is_terminal()
    assert "end.deck" in fired(state)


@scene("end.deck")
def test_in_the_last_turn_thievery_finds_nothing_in_the_deck() -> None:
    state = table("wolf thievery", deck="bear", pile="sword", drawn=False)
    state.exhausted = 1
    play(state, "Draw from the draw deck", "Play Thievery", "Steal card 1 of the discard pile")
    assert hand(state) == "wolf bear sword"


def test_a_second_play_is_refused_as_one_and_a_sixth_card_as_one_too_many() -> None:
    state = table("sword sword sword shield shield shield wolf")
    play(state, "Open Armory", "Add Sword", "Add Sword", "Add Sword", "Close")
    assert refused(state, "Open Armory") == "play.one"
    assert refused(state, "Play Espionage") == "play.one"
    assert refused(state, "Add Sword") == "discard.one"
    state = table("reinforcements wolf sword sword sword sword sword sword", my_sets=["armory: shield shield shield"])
    play(state, "Play Reinforcements", "Reinforce own set 1")
    assert refused(state, "Close") == "action.reinforcements"
    play(state, *["Add Sword"] * 4)
    assert refused(state, "Add Wolf") == "set.armory"
    assert refused(state, "Add Shield") == "action.reinforcements"
    play(state, "Add Sword")
    assert refused(state, "Add Sword") == "action.reinforcements"


def test_a_type_of_set_forbids_only_what_it_cannot_be() -> None:
    """What is not in the hand, and what does not belong to the play, has the clause of the play."""
    state = play(table("sword sword sword wolf"), "Open Armory", "Add Sword", "Add Sword")
    assert refused(state, "Add Wolf") == refused(state, "Close") == "set.armory"
    play(state, "Add Sword")
    for words in ("Add Shield", "Discard Wolf", "Draw from the draw deck", "Pay Wolf", "Add nothing as Sword"):
        assert refused(state, words) == "play.one"
    state = play(table("mage wolf", my_sets=["formation: paladin bard"]), "Repair own set 1")
    assert refused(state, "Add Rogue") == refused(state, "Discard Wolf") == "play.repair"
    assert refused(state, "Add Wolf") == refused(state, "Close") == "set.formation"


@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("set.armory", "Open Armory"),
        ("set.multiplets", "Open Multiplets"),
        ("play.repair", "Repair own set 1"),
        ("draw.contracts", "Look at contracts"),
    ],
)
def test_what_a_clause_allows_is_forbidden_by_it_while_it_does_not_apply(clause: str, words: str) -> None:
    cards, broken = "sword sword mage mage wolf wolf tome", ["formation: paladin bard"]
    drawn = not clause.startswith("draw")
    assert words in legal(table(cards, my_sets=broken, drawn=drawn))
    state = table(cards, my_sets=broken, drawn=drawn, game=rules(without=(clause,)))
    assert words not in legal(state)
    assert refused(state, words) == clause


def test_an_action_card_that_is_not_in_the_hand_is_no_play() -> None:
    state = table("reinforcements wolf")
    assert refused(state, "Play Thievery") == refused(state, "Play Hostile Action") == "play.one"
    assert refused(state, "Play Reinforcements") == "action.reinforcements"


def test_nobody_sees_which_set_is_reinforced_before_it_is_closed() -> None:
    state = play(
        table("reinforcements wolf raven", "bear", my_sets=["animal-kingdom: wolf raven bear"]), "Play Reinforcements"
    )
    before = state.information_state_key(1), state.observation(1)
    for words in ("Reinforce own set 1", "Add Wolf", "Add Raven"):
        play(state, words)
        assert (state.information_state_key(1), state.observation(1)) == before
    play(state, "Close")
    assert state.information_state_key(1) != before[0]


def test_an_opponent_who_reinforces_is_imagined_with_cards_that_can() -> None:
    state = table("reinforcements wolf", "bear", my_sets=["animal-kingdom: wolf raven bear"])
    play(state, "Play Reinforcements", "Reinforce own set 1")
    hands = {tuple(state.resample(1, Random(chance)).hand[0]) for chance in range(40)}
    assert len(hands) > 3
    companions = [state.rules.motifs.number[name] for name in ("weasel", "wolf", "raven", "bear", "phoenix", "spirit")]
    assert all(any(hand[motif] for motif in [*companions, state.rules.motifs.druid]) for hand in hands)


@scene("end.deck")
def test_a_set_that_takes_the_whole_hand_in_the_last_turn_ends_the_game_at_once() -> None:
    state = table("wolf wolf", deck="bear", pile="sword", drawn=False)
    state.exhausted = 1
    play(state, "Draw from the draw deck")
    state = state.clone()
    words = ("Open Animal Kingdom", "Add Wolf", "Add Wolf", "Add Bear", "Close")
    macro = tuple(map(state.rules.string_to_action, words))
    assert {state.random_macro(Random(chance)) for chance in range(20)} == {(state.rules.first["pass_on"],), macro}
    assert set(set_macros(state, state.legal_actions())) == {macro}
    for action in macro:
        state.apply_action(action)
    assert state.is_terminal()
    assert not state.is_open()


@scene("end.stall")
def test_players_who_only_take_and_discard_come_to_an_end() -> None:
    state = table("wolf staff", "bear", pile="sword")
    play(state, "Play no more", "Discard Wolf")
    for turn in range(19):
        mine = hand(state, state.current_player())
        play(state, "Take the top of the discard pile", "Play no more", f"Discard {mine.title()}")
        assert state.is_terminal() == (turn == 18)
    assert "end.stall" in fired(state)


@scene("end.total")
def test_the_higher_total_wins() -> None:
    state = ended(table("wolf", my_sets=["armory: sword sword sword"], their_sets=["armory: staff staff staff"]))
    assert state.returns() == [1, 0]
    assert "end.total" in fired(state)


@scene("end.tie")
def test_equal_totals_are_parted_by_fulfilled_contracts() -> None:
    mine, theirs = [SIX_SWORDS], ["class-formation: paladin paladin paladin", "armory: staff staff mirror"]
    state = table("wolf", my_sets=mine, my_contracts="hoarder", their_sets=theirs)
    state.actions[1] = []
    assert total(state) == 30 + 5 + 16
    assert total(state, 1) == 40 + 12
    level = table("wolf", my_sets=mine, my_contracts="hoarder", their_sets=[theirs[0], "armory: tome mirror mirror"])
    assert (total(level), total(level, 1)) == (51, 51)
    end = ended(level)
    assert end.returns() == [1, 0]
    assert "end.tie" in fired(end)


def test_what_is_equal_in_everything_is_a_draw() -> None:
    state = ended(table("wolf", my_sets=["armory: sword sword sword"], their_sets=["armory: sword sword sword"]))
    assert state.returns() == [0.5, 0.5]


def ended(state: FantasyContractRummyState) -> FantasyContractRummyState:
    """After this turn the game is over."""
    state.last_turn = state.rules.points.bit("end.contracts")
    motif = next(motif for motif, count in enumerate(state.hand[0]) if count)
    return play(state, "Play no more", f"Discard {state.rules.motifs.names[motif]}")


def test_every_clause_has_a_scene() -> None:
    assert set(rules().points) == SCENES
