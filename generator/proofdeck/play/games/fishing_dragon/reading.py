"""Cards of Fishing Dragon as people write them: `Star 1-7`, `Star 3 4 Flower`, `12 of Coins` or `coin-12`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import NOTHING, Names, Notation, NotationLine, SingleCards, Word, folded, singulars
from proofdeck.play.games.fishing_dragon.cards import Cards

RANGE = re.compile(r"(?P<low>\d{1,3})\s*(?:-|–|—|\.\.|\bto\b)\s*(?P<high>\d{1,3})", re.IGNORECASE)
SMALL_WORDS = {"of", "the", "and"}
HINT = "Such as: Star 1-7, Leaf 12, Coin Flower."


class CardReader(SingleCards):
    """Finds cards by their written names. places: card -> where it was put, each once."""

    def __init__(self, cards: Cards, notation: Notation, problems: Problems) -> None:
        super().__init__(notation, problems)
        self.cards = cards
        self.suits = Names("suit", ((suit, number) for number, suit in enumerate(cards.suits)))
        self.ranks = Names("rank", ((rank, number) for number, rank in enumerate(cards.ranks)))
        self.by_name = {name.casefold(): card for names in (cards.names, cards.ids) for card, name in enumerate(names)}

    def laid(self, line: NotationLine) -> list[int]:
        """The cards of a line in order, if no other line has them."""
        words = [word for word in line.cut(",") if word.text and folded(word.text) != NOTHING]
        return [card for word in words for card in self.entry(word) if self.lay(card, self.cards.names[card], word)]

    def entry(self, word: Word) -> Iterator[int]:
        """The cards of `Star 1-7`, `Star 3 4 Flower`, `12 of Coins` or `coin-12`."""
        if (card := self.by_name.get(word.text.casefold())) is not None:
            yield card
            return
        suits: list[int] = []
        ranks: list[int] = []
        good = True
        for part in self._parts(word):
            found = self._part(part, suits)
            good &= found is not None
            ranks += found or []
        if not good:
            return
        if len(suits) != 1 or not ranks:
            self.refuse(f"'{word.text}' is not a card; write one suit and its ranks", word, HINT)
            return
        for rank in ranks:
            yield self.cards.card(suits[0], rank)

    def _parts(self, word: Word) -> Iterator[Word]:
        """The pieces of an entry; a range is one piece."""
        start = 0
        for found in RANGE.finditer(word.text):
            yield from self._plain(word, start, found.start())
            yield word.part(*found.span())
            start = found.end()
        yield from self._plain(word, start, len(word.text))

    def _plain(self, word: Word, start: int, end: int) -> Iterator[Word]:
        for found in re.finditer(r"\d+|[^\W\d_]+|[^\w\s-]+", word.text[start:end]):
            if found[0].casefold() not in SMALL_WORDS:
                yield word.part(start + found.start(), start + found.end())

    def _part(self, part: Word, suits: list[int]) -> list[int] | None:
        """Ranks, or none when the piece names a suit, which is added. None for a mistake."""
        if found := RANGE.fullmatch(part.text):
            low, high = sorted((int(found["low"]), int(found["high"])))
            numbers = self.cards.numbers
            if low >= 1 and high <= len(numbers):
                return list(numbers[low - 1 : high])
            self.unknown(f"the numbers go from 1 to {len(numbers)}, not from {low} to {high}", part)
            return None
        if not part.text.isdigit() and self._is_suit(part.text):
            suit = self.look_up(self.suits, part)
            if suit is not None:
                suits.append(suit)
            return None if suit is None else []
        rank = self.look_up(self.ranks, part)
        return None if rank is None else [rank]

    def _is_suit(self, text: str) -> bool:
        """Whether the text begins, or is similar to, a suit rather than a rank."""
        wanted = tuple(singulars(folded(text)))
        ranks = [folded(rank) for rank in self.cards.ranks]
        return not any(rank.startswith(name) for rank in ranks for name in wanted if name)
