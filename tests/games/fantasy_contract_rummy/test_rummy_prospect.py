"""What players who look ahead expect: points on the table, in the hand, and of broken sets that can be repaired."""

from __future__ import annotations

from math import inf

from games.fantasy_contract_rummy.rummy_tables import table

SET = "formation: paladin bard rogue"
BROKEN = "formation: paladin bard"


def share(**more: object) -> float:
    mine, theirs = table(**more).prospect()  # type: ignore[arg-type]
    assert mine + theirs == 1
    return mine


def test_a_set_counts_more_than_a_part_of_it_and_that_more_than_nothing() -> None:
    on_the_table, in_hand, a_part = share(my_sets=[SET]), share(mine="paladin bard rogue"), share(mine="paladin bard")
    assert min(on_the_table, in_hand) > a_part > share()


def test_what_helps_one_player_harms_the_other() -> None:
    assert share(my_sets=[SET]) + share(their_sets=[SET]) == 1
    assert share() == 0.5


def test_a_broken_set_is_worth_less_the_fewer_cards_are_to_be_drawn() -> None:
    before = inf
    for deck in ("lute " * 20, "lute " * 5, "lute"):
        now = share(my_sets=[BROKEN], deck=deck)
        assert 0.5 < now < before
        before = now


def test_no_lead_is_so_great_that_more_would_not_be_better() -> None:
    many = [SET] * 6
    assert share(my_sets=many) < share(my_sets=[*many, SET]) < 1
