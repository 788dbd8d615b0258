"""What players hardly ever did is named in words that people understand, and nothing else is."""

from __future__ import annotations

import pytest
from tables import engine, playable

from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.playouts import Outcome, play_one
from proofdeck.play.engine.state import Action, State
from proofdeck.play.lab.usage import MOVE, RULE, Usage, about_usage, scoring_clauses

pytestmark = pytest.mark.quick

RUMMY = "fantasy-contract-rummy"


def outcome(fired: int, moves: int) -> Outcome:
    return Outcome((1, 0), (0, 0), 1, decisions=1, choices=1, forced=0, fired=fired, decided_by="", moves=moves)


def test_what_was_done_in_one_game_of_twenty_is_not_named_and_what_was_done_more_seldom_is() -> None:
    game = playable("tombs").game
    usage, every = Usage(game), (1 << len(game.points)) - 1
    peace = engine("tombs").points.bit("place.peace")
    usage.add([outcome(every, 0b001)] * 4)
    usage.add([outcome(every & ~peace, 0b111)] * 5 + [outcome(every & ~peace, 0b011)] * 91)
    rows = usage.hardly({"place.peace": "4.5 Nothing is killed."})
    assert [(row["what"], row["name"], row["share"]) for row in rows if row["what"] == RULE] == [
        (RULE, "place.peace", 0.04)
    ]
    assert [row["name"] for row in rows if row["what"] == MOVE] == []
    assert [*about_usage(rows)][1] == "   4.0 %  rule 4.5 Nothing is killed."


def test_where_everything_was_done_nothing_is_said() -> None:
    assert [*about_usage([])] == []


def test_rules_that_give_points_and_by_which_no_bot_scored_are_said_to_be_untried() -> None:
    found = playable(RUMMY)
    usage, pays = Usage(found.game, scoring_clauses(found)), found.engine.points.bit("pay.secret")
    usage.add([outcome(0b1 if number else pays, 0) for number in range(40)])
    *_, last = about_usage(usage.hardly({}))
    assert last.startswith("No bot ever scored by rules set.formation, set.class-formation, ")
    assert last.endswith(", so nothing here tests what that pays.")
    assert "pay.open" in last
    assert "pay.secret" not in last
    assert "setup.deal" not in last


@pytest.mark.parametrize("greedy", [False, True])
def test_the_moves_and_kinds_of_cards_of_a_game_are_those_that_were_seen_in_it(greedy: bool) -> None:
    """Whoever only looks at contracts and never keeps one moves none; the rules have everybody keep one."""
    game, maker = playable(RUMMY).game, engine(RUMMY).greedy if greedy else RandomBot
    kinds = sorted({*game.kinds_of_cards().values()})
    for index in range(4):
        seen: set[str] = set()
        contracts: list[int] = []

        def watch(state: State, action: Action, seen: set[str] = seen, contracts: list[int] = contracts) -> None:
            seen.add(game.action_to_string(action))
            contracts.append(sum(map(len, (state.zones()["contract deck"], state.zones()["contracts looked at"]))))

        found = play_one(game, [maker, maker], 5, index, watch)
        outlines = [words for place, (words, _) in enumerate(game.kinds_of_moves()) if found.moves >> place & 1]
        assert ("Look at contracts" in outlines) == ("Look at contracts" in seen)
        assert ("Lay … open" in outlines) == any(words.startswith("Lay ") and words.endswith(" open") for words in seen)
        assert bool(found.kinds >> kinds.index("contract") & 1) == (contracts[-1] < contracts[0])
        assert found.kinds >> kinds.index("action") & 1


def test_every_kind_of_move_has_an_outline_and_numbers_of_its_own() -> None:
    game = playable(RUMMY).game
    every = [action for _, numbers in game.kinds_of_moves() for action in numbers]
    assert every == [*game.actions()]
    assert all("{" not in words for words, _ in game.kinds_of_moves())
