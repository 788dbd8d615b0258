"""Boards of Tombs from pictures: `B1 . O2 / X . . / . M2 .`, player 1 to move."""

from __future__ import annotations

from collections.abc import Mapping

from tables import variant

from proofdeck.play.games.tombs.board import CLASSES
from proofdeck.play.games.tombs.rules import Tombs, TombsState
from proofdeck.source.rules.parameters import Value

LETTERS = {name[0].upper(): kind for kind, name in enumerate(CLASSES)}


def rules(changes: Mapping[str, Value] | None = None, without: tuple[str, ...] = ()) -> Tombs:
    game = variant("tombs", changes, without)
    assert isinstance(game, Tombs)
    return game


def board(
    picture: str = ". . . / . . . / . . .",
    hand: str = "BMOT",
    *,
    others: str = "BM",
    turn: int = 9,
    players: int = 2,
    kills: tuple[int, ...] = (0, 0, 0, 0),
    stuck: int = 0,
    deck: str | None = None,
    game: Tombs | None = None,
) -> TombsState:
    """hand: the cards of player 1, who has drawn already. deck: what is left to draw, in order; all when left out."""
    found = game or rules()
    state = found.new_initial_state(players, 0)
    state.hand = [[cards.count(letter) for letter in "BMOT"] for cards in [hand, *[others] * (players - 1)]]
    state.units, state.board, state.tombs = [0] * players, [0] * 4, 0
    for tile, word in enumerate(picture.replace("/", " ").split()):
        if word == "X":
            state.tombs |= 1 << tile
        elif word != ".":
            state.board[LETTERS[word[0]]] |= 1 << tile
            state.units[int(word[1]) - 1] |= 1 << tile
    state.everyone = sum(state.board)
    used = [sum(hand[kind] for hand in state.hand) + state.board[kind].bit_count() for kind in range(4)]
    rest = [kind for kind in range(4) for _ in range(found.copies[players][kind] - used[kind])]
    left = rest if deck is None else ["BMOT".index(letter) for letter in deck]
    state.gone = [rest.count(kind) - left.count(kind) for kind in range(4)]
    state.stock = left[::-1]
    state.kills, state.stuck, state.turns, state.player = list(kills[:players]), stuck, turn, 0
    state.fired, state._legal = 0, None
    return state


def picture(state: TombsState) -> str:
    tiles = state.observation(None)["board"]
    return " / ".join(" ".join(tiles[row : row + 3]) for row in (0, 3, 6))


def play(state: TombsState, *words: str) -> TombsState:
    for text in words:
        state.apply_action(state.rules.string_to_action(text))
    return state


def legal(state: TombsState) -> set[str]:
    return {state.rules.action_to_string(action) for action in state.legal_actions()}


def tiles(state: TombsState, name: str) -> str:
    """Where a card of that class may be placed: `a1 b2`."""
    return " ".join(
        sorted(
            words.removeprefix(f"{name} on ")
            for words in legal(state)
            if words.startswith(f"{name} on ") and "removes" not in words
        )
    )


def fired(state: TombsState) -> set[str]:
    return set(state.rules.points.named(state.fired))
