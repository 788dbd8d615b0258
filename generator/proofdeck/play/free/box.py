"""What is in the box of a game, from which a table without rules is laid out. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from proofdeck.play.free.pieces import FreePiece


class BoxCard(NamedTuple):
    """A card design in the box. copies: (players, how many), 0 for any number of players. The rest as of its pieces."""

    card: str
    name: str
    kind: str
    width: float
    height: float
    back: str
    form: str
    is_board: bool
    copies: tuple[tuple[int, int], ...]

    def pieces(self, players: int) -> Iterator[FreePiece]:
        """Its copies for so many players."""
        by_players = dict(self.copies)
        for number in range(1, by_players.get(players, by_players.get(0, 0)) + 1):
            name, size = f"{self.card}-{number}", (self.width, self.height)
            yield FreePiece(name, self.card, self.name, self.kind, *size, self.back, self.form, self.is_board)


class FreeBox(NamedTuple):
    """What is in the box of a game. players: fewest and most; needs: what players need besides.

    setup, tracks: (name, words), as the head of its page says them; sides: of each number of players among whom
    anybody has a partner, the seats of each side.
    """

    cards: tuple[BoxCard, ...] = ()
    players: tuple[int, int] = (1, 4)
    setup: tuple[tuple[str, str], ...] = ()
    tracks: tuple[tuple[str, str], ...] = ()
    needs: str = ""
    sides: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...] = ()

    def partners(self, players: int, seat: int) -> list[int]:
        """The seats of those who play with that seat."""
        side = next((side for side in dict(self.sides).get(players, ()) if seat in side), ())
        return [one for one in side if one != seat]

    def pieces(self, players: int) -> list[FreePiece]:
        """Every piece for so many players."""
        return [piece for card in self.cards for piece in card.pieces(players)]


EMPTY_BOX = FreeBox()
