"""WHAT IS ON A CARD: a spreadsheet goes in, a `Deck` for each game comes out.

`spreadsheet` opens the file, `reader` or `workbook` cuts it into rows, `columns` reads the header, `schema` the cards.
"""

from proofdeck.source.cards.columns import KNOWN_COLUMNS
from proofdeck.source.cards.deck import MOST_PLAYERS, Card, Deck
from proofdeck.source.cards.spreadsheet import read_cards

__all__ = ["KNOWN_COLUMNS", "MOST_PLAYERS", "Card", "Deck", "read_cards"]
