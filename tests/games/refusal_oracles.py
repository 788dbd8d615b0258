"""Which clauses forbid an action, read from the printed rules and from what the player to move sees.

An oracle takes what a player sees and an action in words, and gives all clauses that forbid it; none when it is legal.
Nothing here looks at the code that refuses. For Toonerville Rook and Fantasy Contract Rummy, whose melds and sets take
a search, `may_forbid` says less: which clauses can forbid that kind of action at that point of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

Seen = Mapping[str, Any]
TILES = tuple(f"{column}{row}" for row in "123" for column in "abc")
PEACE = {2: 3, 3: 2, 4: 3}
"""Turns of peace by the number of players, as rule 4.5 of Tombs prints them."""
CLASSES = ("Blade", "Magus", "Ombra", "Thorn")


# -- Tombs -------------------------------------------------------------------------------------------------------------


def reached(letter: str, tile: str) -> set[str]:
    """The zone of a unit (5.1 and 5.3): a Blade beside, above and below; a Magus along all diagonals."""
    column, row = "abc".index(tile[0]), int(tile[1])
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0)] if letter == "B" else []
    if letter == "M":
        steps = [(far * x, far * y) for far, x, y in product((1, 2), (1, -1), (1, -1))]
    near = [(column + x, row + y) for x, y in steps]
    return {f"{'abc'[x]}{y}" for x, y in near if 0 <= x <= 2 and 1 <= y <= 3}


def around(tile: str) -> set[str]:
    column, row = "abc".index(tile[0]), int(tile[1])
    return {
        other
        for other in TILES
        if other != tile and abs("abc".index(other[0]) - column) <= 1 >= abs(int(other[1]) - row)
    }


def _hand(seen: Seen) -> str:
    return f"hand {seen['to move']}"


def tombs(seen: Seen, words: str) -> set[str]:
    """Without friendly teams."""
    card = words.removeprefix("Discard ").split()[0]
    if card.lower() not in seen[_hand(seen)]:
        return {"turn.play"}
    if not words.startswith("Discard"):
        return _tombs_play(seen, words)
    return {"turn.stuck"} if any(not _tombs_play(seen, play) for play in _tombs_plays(seen[_hand(seen)])) else set()


def _tombs_plays(hand: Iterable[str]) -> Iterable[str]:
    for card in {card.capitalize() for card in hand}:
        yield from (f"{card} on {tile}" for tile in TILES)
        if card == "Thorn":
            yield from (f"Thorn on tombstone {tile} removes {other}" for tile, other in product(TILES, TILES))


def _tombs_play(seen: Seen, words: str) -> set[str]:
    board = dict(zip(TILES, seen["board"], strict=True))
    me, peace = str(seen["to move"]), seen["turn"] <= PEACE[len(seen["kills"])]
    enemies = {tile: unit[0] for tile, unit in board.items() if unit not in ("X", ".") and unit[1] != me}
    if removed := re.fullmatch(r"Thorn on tombstone (..) removes (..)", words):
        return _activation(board, enemies, removed[1], removed[2], peace=peace)
    card, _, tile = words.partition(" on ")
    reasons = set()
    takes_enemy = card == "Ombra" and tile in enemies
    if takes_enemy and enemies[tile] == "O":
        reasons.add("ombra.ombra")
    if board[tile] != "." and not takes_enemy:
        reasons.add("place.empty")
    if seen["turn"] == 1 and tile == "b2":
        reasons.add("place.first")
    if _threatened(enemies, tile):
        reasons.add("place.threat")
    if peace and (takes_enemy or reached(card[0], tile) & set(enemies)):
        reasons.add("place.peace")
    return reasons


def _threatened(enemies: Mapping[str, str], tile: str, without: str = "") -> bool:
    return any(tile in reached(letter, place) for place, letter in enemies.items() if place != without)


def _activation(
    board: Mapping[str, str], enemies: Mapping[str, str], tile: str, target: str, *, peace: bool
) -> set[str]:
    if board[tile] != "X":
        return {"thorn.activate"}
    reasons = set()
    if target not in around(tile) & set(enemies):
        reasons.add("thorn.activate")
    elif peace:
        reasons.add("place.peace")
    if any(enemies.get(place) == "T" for place in around(tile)):
        reasons.add("thorn.thorn")
    if _threatened(enemies, tile, without=target):
        reasons.add("place.threat")
    return reasons


# -- Fishing Dragon ----------------------------------------------------------------------------------------------------


def fishing_dragon(seen: Seen, words: str) -> set[str]:
    """A card that is played (4.2) fishes one that matches it by suit or rank, or either being a Blank, or none."""
    hand, chosen = seen[_hand(seen)], seen["chosen"]
    if chosen is None:
        return set() if words.startswith("Play ") and _card(words[5:]) in hand else {"turn.play"}
    if words.startswith("Play "):
        return {"turn.play"}
    if words == "Discard it":
        return set()
    fished = _card(words.removeprefix("Fish "))
    (suit, rank), (other_suit, other_rank) = chosen.split("-"), fished.split("-")
    matches = suit == other_suit or rank == other_rank or "blank" in (rank, other_rank)
    return set() if fished in seen["river"] and matches else {"turn.fish"}


def _card(name: str) -> str:
    rank, _, suit = name.partition(" of ")
    return f"{suit.lower().removesuffix('s').replace('leave', 'leaf')}-{rank.lower()}"


# -- Rummy Duel --------------------------------------------------------------------------------------------------------

RANKS = {"Jack": "J", "Queen": "Q", "King": "K", "Ace": "A", "10": "T"}


def rummy_duel(seen: Seen, words: str) -> set[str]:
    if seen["step"] == "draw":
        return _duel_draw(seen, words)
    if seen["step"] == "replace":
        put = re.fullmatch(r"Put the (.+) of (.).* there", words)
        held = put and f"{RANKS.get(put[1], put[1])}{put[2]}" in seen[_hand(seen)]
        return set() if held else {"draw.replace"}
    if words == "Pass":
        return set()
    laid = re.fullmatch(r"Lay (.+) at community card (\d+)", words)
    if not laid:
        return {"meld.lay"}
    reasons = set() if set(laid[1].split()) <= set(seen[_hand(seen)]) else {"meld.lay"}
    own = seen["melds"][seen["to move"] - 1]
    return reasons | ({"meld.side"} if own[int(laid[2]) - 1] else set())


def _duel_draw(seen: Seen, words: str) -> set[str]:
    """3.1 to 3.4: the pile, or a card of the row without melds if there is a card to put in its place."""
    if words == "Draw from the pile":
        return set()
    if not words.startswith("Take"):
        return {"draw.pile"}
    place = int(words[-1]) - 1
    reasons = {"draw.unclaimed"} if any(side[place] for side in seen["melds"]) else set()
    return reasons | (set() if seen[_hand(seen)] else {"draw.replace"})
