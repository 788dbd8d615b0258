"""Tables of Toonerville Rook drawn as text.

::

    round 2
    turn: 1 play              or `1 take`, or `1 asks 2`
    hand 1: R3 R4 R5 R6 G9 *   colour and number; a star is a Rook
    field 2: R7 R8 * R10 | G5 B5 *
    pile: G1 B2               the top is the last
    stock: R1 R2              the next card is the last; left out: all cards that lie nowhere else
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tables import playable, project

from proofdeck.play.engine.state import State
from proofdeck.play.games.toonerville_rook import GAME
from proofdeck.play.games.toonerville_rook.melds import Meld
from proofdeck.play.games.toonerville_rook.rules import RookState, ToonervilleRook
from proofdeck.source.cards import Deck
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import Value, Values
from proofdeck.source.rules.points import ALL_ON

ROOK = 56
PHASES = {"take": 0, "asks": 1, "play": 2}


def the_deck() -> Deck:
    return project().games["toonerville-rook"].deck


def the_page() -> RulesPage:
    return project().games["toonerville-rook"].page


def the_values() -> Values:
    return playable("toonerville-rook").game.values


def game(changes: dict[str, Value] | None = None, on: int = ALL_ON) -> ToonervilleRook:
    """The shipped game, with some parameters changed or clauses switched off."""
    made = GAME.make(the_deck(), the_values().but(changes or {}), on)
    assert isinstance(made, ToonervilleRook)
    return made


THE_GAME = game()


def card(word: str) -> int:
    return ROOK if word == "*" else 14 * "RYGB".index(word[0]) + int(word[1:]) - 1


def cards(text: str) -> list[int]:
    return [card(word) for word in text.split()]


def counts(held: Sequence[int]) -> list[int]:
    counted = Counter(held)
    return [counted[kind] for kind in range(57)]


def meld(place: int, text: str, on: int = ALL_ON) -> Meld:
    """A set when all natural cards have one number, else a run."""
    laid = cards(text)
    naturals = [(spot, kind) for spot, kind in enumerate(laid) if kind != ROOK]
    is_run = len({kind % 14 for _, kind in naturals}) > 1
    spot, kind = naturals[0]
    return Meld(place, kind - spot if is_run else kind % 14, tuple(laid), is_run=is_run, on=on)


def table(picture: str, players: int = 3, rules: ToonervilleRook = THE_GAME) -> RookState:
    """The table of a picture. What the picture does not say is empty, and the stock is what is left of the deck."""
    state = rules.new_initial_state(players, 1)
    lines: dict[str, str] = {}
    for line in picture.strip().splitlines():
        key, _, value = line.strip().partition(":") if ":" in line else line.strip().partition(" ")
        lines[key.strip()] = value.strip()
    state.round = int(lines.get("round", "1")) - 1
    state.fired, state.turns, state._legal = 0, 10, None
    state.hand = [counts(cards(lines.get(f"hand {seat}", ""))) for seat in range(1, players + 1)]
    state.known = [counts(cards(lines.get(f"known {seat}", ""))) for seat in range(1, players + 1)]
    state.discard_pile = cards(lines.get("pile", "B14 B13"))
    _set_fields(state, lines, rules.on)
    state.stock = cards(lines["stock"]) if "stock" in lines else _rest(state)
    _set_turn(state, lines.get("turn", "1 play").split())
    state.taken = card(lines["taken"]) if "taken" in lines else -1
    state.owed, state.quiet = 0, int(lines.get("quiet", "0"))
    if "bought" in lines:
        state.bought = [int(word) for word in lines["bought"].split()]
    if "points" in lines:
        state.totals = [int(word) for word in lines["points"].split()]
    return state


def _set_fields(state: RookState, lines: dict[str, str], on: int) -> None:
    state.melds, state.down = {}, 0
    for seat in range(state.players):
        if field := lines.get(f"field {seat + 1}", ""):
            state.down |= 1 << seat
            for spot, text in enumerate(field.split("|")):
                state.melds[5 * seat + spot] = meld(5 * seat + spot, text, on)


def _set_turn(state: RookState, words: list[str]) -> None:
    state.active = state.player = int(words[0]) - 1
    state.phase = PHASES[words[1]]
    if words[1] == "asks":
        state.player = int(words[2]) - 1


def _rest(state: RookState) -> list[int]:
    used = Counter(state.discard_pile)
    for hand in state.hand:
        used.update({kind: count for kind, count in enumerate(hand) if count})
    for laid in state.melds.values():
        used.update(laid.cards)
    rest = Counter(state.rules.decks[state.players]) - used
    return sorted(rest.elements())


def words(state: State) -> list[str]:
    """What is legal, in words."""
    assert isinstance(state, RookState)
    return [state.rules.action_to_string(action) for action in state.legal_actions()]


def play(state: RookState, *actions: str) -> None:
    for action in actions:
        state.apply_action(state.rules.string_to_action(action))


def seen(state: RookState, player: int) -> dict[str, Any]:
    return state.observation(player)
