"""What each player can expect to pay for a round that is under way.

A round is a race: somebody goes out, and the others pay for what they hold. A player first lays the contract and then
gets rid of the rest; each of these happens at some rate, and of several things that happen at constant rates, each
comes first in proportion to its rate. So a player is caught with the whole hand if somebody goes out before the
contract is laid, and otherwise, for the most part, with what the contract leaves.

The contract is laid the sooner the shorter the wait for what it lacks, and what is left goes at a rate that falls with
its cards. The constants were fitted by least squares to 1,766 rounds of three greedy bots. At 7,064 points, chance
chose two of the legal actions, and the round was played to its end after each, with the same hidden cards. From the
table one lap and three laps later, the fit predicts what was paid in the end, and how much more after one action than
after the other. Without such trials, a fit cannot tell what a card is worth from why it was bought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

TURN = 0.01
"""How long it takes to lay a contract that lacks nothing, in decks of cards seen, as are the waits of plans. The fit
says next to nothing.
"""
HELP = 4
"""So many cards beyond the contract halve the wait, because they open other ways."""
UNWANTED = 0.35
"""How much longer it takes for each card beyond the smallest contract if all cards must be laid."""
OUT, RID = 27.0, 18.0
"""The rates of going out with one more card, and of getting rid of most cards."""


class Runner(NamedTuple):
    """A player in the race. whole: the cost of the hand; laying: the rate of laying the contract, 0 once it is laid.

    left: what the cards cost that the contract leaves; out, rid: the rates of going out and of getting rid of those.
    """

    whole: float
    laying: float
    left: float
    out: float
    rid: float


def holding(cost: float, cards: int) -> Runner:
    """A player who has laid the contract, with so many cards that cost so much."""
    return Runner(0.0, 0.0, cost, OUT / (cards + 1) ** 2, RID / (cards + 1) ** 0.8)


def collecting(cost: float, cards: int, needs: int, wait: float) -> Runner:
    """A player whose contract needs so many cards, and who must wait so long until it can be laid."""
    left = max(0, cards - needs)
    then = holding(cost * left / max(1, cards), left)
    laying = 1 / (TURN + wait / (1 + left / HELP))
    return Runner(cost, laying, then.left, 1 / (1 / laying + 1 / then.out), then.rid)


def to_pay(runners: Sequence[Runner]) -> list[float]:
    """What each can expect to pay."""
    everyone = sum(runner.out for runner in runners)
    paid = []
    for one in runners:
        others = everyone - one.out  # the rate at which another goes out
        later = one.left * others / (others + one.rid)
        caught = others / (others + one.laying) if one.laying else 0.0
        paid.append(one.whole * caught + later * (1 - caught))
    return paid
