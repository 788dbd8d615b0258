"""Tables of Fishing Dragon for tests, from short names: `S7` is the 7 of Stars, `LB` the Blank of Leaves, `WD`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tables import playable, project

from proofdeck.play.games.fishing_dragon import GAME
from proofdeck.play.games.fishing_dragon.rules import FishingDragon, FishingDragonState
from proofdeck.source.cards import Deck
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import Value, Values
from proofdeck.source.rules.points import ALL_ON

SUITS = {"S": "star", "L": "leaf", "C": "coin", "W": "sword"}
RANKS = {"B": "blank", "F": "flower", "D": "dragon"}


def deck() -> Deck:
    return project().games["fishing-dragon"].deck


def page() -> RulesPage:
    return project().games["fishing-dragon"].page


def printed() -> Values:
    return playable("fishing-dragon").game.values


def rules(on: int = ALL_ON, changes: Mapping[str, Value] | None = None) -> FishingDragon:
    made = GAME.make(deck(), printed().but(changes or {}), on)
    assert isinstance(made, FishingDragon)
    return made


MATCH: Mapping[str, Value] = {"match": True}
MULTI: Mapping[str, Value] = {"multi": True}


def long(short: str) -> str:
    return f"{SUITS[short[0]]}-{RANKS.get(short[1:], short[1:])}"


def ids(shorts: str) -> list[str]:
    return sorted(long(short) for short in shorts.split())


def cards(game: FishingDragon, shorts: str) -> list[int]:
    return [game.deck.ids.index(long(short)) for short in shorts.split()]


def bits(game: FishingDragon, shorts: str) -> int:
    return sum(1 << card for card in cards(game, shorts))


def table(
    game: FishingDragon,
    hands: Sequence[str],
    river: str,
    *,
    banks: Sequence[str] = (),
    aside: str = "WD",
    turn: str = "",
) -> FishingDragonState:
    """The first player is to move; turn: the card just turned up, which joins the river. The rest is the deck."""
    state = game.new_initial_state(len(hands), 1)
    state.hand = [bits(game, hand) for hand in hands]
    state.bank = [bits(game, bank) for bank in banks] or [0] * len(hands)
    state.river = bits(game, f"{river} {turn}")
    used = set(cards(game, " ".join((*hands, *banks, river, turn, aside))))
    rest = [card for card in range(game.designs) if card not in used]
    state.aside, state.stock = cards(game, aside), rest[::-1]
    state.first = state.aside[0]
    state.prized = game.deck.suit_of(state.first) if state.prized >= 0 else state.prized
    state.player, state.turns, state.fired = 0, 1, 0
    return state


def play(state: FishingDragonState, *words: str) -> FishingDragonState:
    """`S7 S3`: play the 7 of Stars and fish the 3 of Stars. `S7`: discard it."""
    for word in words:
        card, *fished = cards(state.rules, word)
        state.apply_action(card)
        state.apply_action(fished[0] + state.rules.designs if fished else state.rules.first["discard"])
    return state


def may_fish(state: FishingDragonState, card: str) -> list[str]:
    """What that card of the hand may fish, as ids."""
    copy = state.clone()
    copy.apply_action(cards(state.rules, card)[0])
    count = state.rules.designs
    return sorted(state.rules.deck.ids[action - count] for action in copy.legal_actions() if action < 2 * count)


def points(state: FishingDragonState) -> list[int]:
    return [sheet.total for sheet in state.score_sheets()]


def fired(state: FishingDragonState) -> list[str]:
    return GAME.points.named(state.fired)
