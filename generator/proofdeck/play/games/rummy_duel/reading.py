"""Cards, rows and claims of Rummy Duel as people write them: `7H`, `10♣`, `ace of diamonds`, `4 = KS KH KD`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import Names, Notation, SingleCards, Word
from proofdeck.play.games.rummy_duel.cards import RANKS, SUITS
from proofdeck.play.games.rummy_duel.clauses import FLUSH_SET, POINTS, ROW, RUN, SET, SIDE
from proofdeck.play.games.rummy_duel.rules import RummyDuel

CLAIM = re.compile(r"(?P<place>\d{1,3})\s*(?:[=:.)]\s*|\s+)(?P<cards>\S.*)")
PIECE = re.compile(r"[^\s,/-]+")
SYMBOLS = dict(zip("♣♧♦♢♥♡♠♤", (suit for suit in range(4) for _ in "12"), strict=True))
SUIT_LETTERS = {suit[0]: number for number, suit in enumerate(SUITS)} | SYMBOLS
RANK_LETTERS = {rank.casefold(): number for number, rank in enumerate(RANKS)} | {"t": RANKS.index("10")}
SHORT = re.compile(
    r"(?P<rank>10|[2-9tjqka])(?P<suit>[cdhs♣♧♦♢♥♡♠♤])|(?P<suit2>[cdhs♣♧♦♢♥♡♠♤])(?P<rank2>10|[2-9tjqka])", re.IGNORECASE
)
RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_NAMES = Names("suit", ((suit, number) for number, suit in enumerate(SUITS)))
RANK_NAMES = Names("rank", ((rank, number) for number, rank in enumerate(RANK_WORDS)))
SMALL_WORDS = {"of", "and", "the"}
CARD_HINT = "Write cards as 7H, 10C, QS or ace of diamonds."


class CardReader(SingleCards):
    """Finds cards by their written names. places: card -> where it was put, each once."""

    def __init__(self, game: RummyDuel, notation: Notation, problems: Problems) -> None:
        super().__init__(notation, problems)
        self.game = game

    def community_cards(self, word: Word) -> list[int]:
        """Read the row, which must have as many cards as the rules say."""
        scope = self.problems.scope()
        row = list(self.cards(word))
        if len(row) != self.game.row and scope.is_clean:
            message = f"the row has {self.game.row} community cards, but there are {len(row)} [{POINTS.id(ROW)}]"
            self.cannot_be(message, word)
        return row

    def claim(self, laid: dict[int, int], number: Word, word: Word) -> None:
        """Add the meld of some cards to those that a player has laid; number: the place of the community card."""
        scope = self.problems.scope()
        cards = list(self.cards(word))
        place = int(number.text) - 1
        if not 0 <= place < self.game.row:
            message = f"there is no community card {number.text}; they are numbered from 1 to {self.game.row}"
            self.cannot_be(message, number)
        elif place in laid:
            message = f"each player can have only one meld at community card {number.text} [{POINTS.id(SIDE)}]"
            self.cannot_be(message, number)
        if not scope.is_clean:
            return
        meld = self.game.melds.number_of.get(sum(1 << card for card in cards))
        if meld is None:
            self._no_meld(word, cards)
        else:
            laid[place] = meld

    def _no_meld(self, word: Word, cards: list[int]) -> None:
        melds = self.game.melds
        message, clause = f"'{word.text}' is neither a run nor a set", RUN
        if len(cards) != melds.length:
            message = f"a meld has {melds.length} cards, but there are {len(cards)}"
        elif not melds.flush and len({card // len(SUITS) for card in cards}) < len(cards):
            clause = SET
        elif melds.flush and len({card % len(SUITS) for card in cards}) < len(cards):
            clause = FLUSH_SET
        self.cannot_be(f"{message} [{POINTS.id(clause)}]", word)

    def cards(self, word: Word) -> Iterator[int]:
        """The cards of some words, each at its first place only."""
        rank: tuple[int, Word] | None = None
        for found in PIECE.finditer(word.text):
            piece = word.part(*found.span())
            text = piece.text.replace("\N{VARIATION SELECTOR-16}", "").replace("\N{VARIATION SELECTOR-15}", "")
            if short := SHORT.fullmatch(text):
                self._stray(rank)
                rank = None
                rank_of, suit_of = short["rank"] or short["rank2"], short["suit"] or short["suit2"]
                card = RANK_LETTERS[rank_of.casefold()] * len(SUITS) + SUIT_LETTERS[suit_of.casefold()]
                yield from self._new(card, piece)
            elif text.casefold() in SMALL_WORDS:
                continue
            elif rank is None or text.casefold() in RANK_LETTERS:
                self._stray(rank)
                known = RANK_LETTERS.get(text.casefold())
                found_rank = known if known is not None else self._rank(piece)
                rank = None if found_rank is None else (found_rank, piece)
            else:
                suit = SUIT_LETTERS.get(text.casefold())
                suit = self.look_up(SUIT_NAMES, piece) if suit is None else suit
                if suit is not None:
                    yield from self._new(rank[0] * len(SUITS) + suit, rank[1])
                rank = None
        self._stray(rank)

    def _rank(self, piece: Word) -> int | None:
        """A rank written as a word."""
        try:
            return RANK_NAMES.find(piece.text)
        except ValueError as error:
            known = error.args[0].startswith(f"'{piece.text}' may mean")
            message = error.args[0] if known else f"there is no card '{piece.text}'"
            self.unknown(message, piece, CARD_HINT)
            return None

    def _stray(self, rank: tuple[int, Word] | None) -> None:
        if rank is not None:
            self.refuse(f"'{rank[1].text}' has no suit", rank[1], CARD_HINT)

    def _new(self, card: int, piece: Word) -> Iterator[int]:
        if self.lay(card, self.game.ids[card], piece):
            yield card
