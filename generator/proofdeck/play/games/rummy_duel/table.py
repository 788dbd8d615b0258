"""The notation of a table of Rummy Duel, its score, the questions about it, and what to write down.

::

    row: 2H 3C 4D TS JS
    Ana: 1 = 5H 6C 7D; 4 = KS KH KD; hand 3
    Ben:
      4 = 10♣ J♦ queen of hearts
      hand 7

The number of a claim is the place of the community card, counted from the left. If hands are not given, a tie in points
stays a tie. `pile` before cards finds the melds that score most against those written down, without regard to the other
player's pile.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.asking import Gap, Script, Suggestion, of_each
from proofdeck.play.engine.categories import Category, ScoreBox, ScoreForm, spans
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.kit import bits
from proofdeck.play.engine.notation import NOTHING, Notation, NotationLine, Word, folded
from proofdeck.play.engine.score_sheet import Ranking
from proofdeck.play.games.rummy_duel.best_reading import best_reading
from proofdeck.play.games.rummy_duel.cards import RANKS, SUITS
from proofdeck.play.games.rummy_duel.clauses import ALONE, CONTEST, DECK, EQUAL, LAY, POINTS, VALUE
from proofdeck.play.games.rummy_duel.reading import CLAIM, CardReader
from proofdeck.play.games.rummy_duel.rules import NOBODY_YET, RummyDuel

ROW_KEYS = {"row", "community", "communitycards"}
HAND = re.compile(r"(?:cards\s+in\s+)?hand\s*[:=]?\s*(?P<count>\d{1,3})(?:\s+cards?)?", re.IGNORECASE)
PILE = re.compile(r"pile\s*[:=]?\s*(?P<cards>\S.*)", re.IGNORECASE)
MOST_IN_A_PILE = 21
"""Six more than five melds have; with many more the search would take long."""
RIVAL = "Rival"
"""The name of the other player if only one is written down."""


@dataclass(slots=True)
class _Player:
    """What one player has laid: place -> number of the meld.

    pile: a set of cards to make melds of; hand: how many cards, None if it is not given.
    """

    laid: dict[int, int] = field(default_factory=dict)
    pile: int = 0
    hand: int | None = None


def score(game: RummyDuel, notation: Notation, problems: Problems) -> Scored | None:
    """Decide who wins which community card. None if there are mistakes, which are added to `problems`."""
    return _Table(game, notation, problems).scored()


def suggest(game: RummyDuel, notation: Notation, problems: Problems) -> Mapping[str, Suggestion]:
    """The best reading of the players' piles, given the melds already there."""
    return _Table(game, notation, problems).suggestions()


class _Table(CardReader):
    """Reads a row and two players from notation."""

    def __init__(self, game: RummyDuel, notation: Notation, problems: Problems) -> None:
        super().__init__(game, notation, problems)
        self.row: list[int] | None = None
        self.players: dict[str, _Player] = {}

    def scored(self) -> Scored | None:
        if not self._read() or self.row is None:
            return None
        for player, laid in self._readings().items():
            self.players[player].laid |= laid
        return self._score(self.row)

    def suggestions(self) -> dict[str, Suggestion]:
        """The best reading of each player's pile; empty after problems."""
        if not self._read():
            return {}
        names, melds = self.game.ids, self.game.melds.by_number
        found = {}
        for player, laid in self._readings().items():
            answers = (f"{place + 1} = {' '.join(names[card] for card in melds[laid[place]].cards)}" for place in laid)
            used = sum(melds[number].mask for number in laid.values())
            left = tuple(names[card] for card in bits(self.players[player].pile & ~used))
            found[player] = Suggestion(tuple(answers), left)
        return found

    def _readings(self) -> dict[str, dict[int, int]]:
        """Player -> place -> meld, for those who have a pile."""
        names = list(self.players)
        rivals = dict(zip(names, reversed(names), strict=True))
        return {
            name: best_reading(self.game, self.row or [], player.pile, player.laid, self.players[rivals[name]].laid)
            for name, player in self.players.items()
            if player.pile
        }

    def _read(self) -> bool:
        """Whether everything could be read."""
        for line, below in self.notation.blocks():
            if folded(line.key.text) in ROW_KEYS:
                self._read_row(line, below)
            elif line.key.text:
                self._read_player(line, below)
            else:
                self.refuse("a line must begin with 'row' or the name of a player", line.key)
        self._check()
        return not self.failed()

    def _score(self, row: list[int]) -> Scored:
        """Score the table that these melds make. Which cards are in the hands makes no difference."""
        players = list(self.players.values())
        table = self.game.laid_out(row, [player.laid for player in players])
        table.hand = [(1 << (player.hand or 0)) - 1 for player in players]
        table.rummy = table.called()
        rows, is_told = table.criteria(), all(player.hand is not None for player in players)
        ranking = Ranking.by(rows if is_told or table.rummy != NOBODY_YET else rows[:1])
        sheets = tuple(table.score_sheets())
        fired = table.fired & ~LAY | (VALUE if any(one.items for one in sheets) else 0)
        fired |= EQUAL if is_told and len(ranking.groups) == 1 else 0
        return Scored(tuple(self.players), sheets, ranking, frozenset(self.game.points.named(fired)))

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _read_row(self, line: NotationLine, below: list[NotationLine]) -> None:
        for stray in below:
            self.refuse("there cannot be lines below the row", stray.key)
        if self.row is not None:
            self.refuse("the row is already there", line.key)
            return
        self.row = self.community_cards(line.value)

    def _read_player(self, line: NotationLine, below: list[NotationLine]) -> None:
        player = self.players.setdefault(line.key.text, _Player())
        for text in (line.value, *(one.without_key().value for one in below)):
            for word in NotationLine(line.key, text, indented=False).cut(";"):
                if word.text and folded(word.text) != NOTHING:
                    self._read_part(player, word)

    def _read_part(self, player: _Player, word: Word) -> None:
        """`hand 3` or `4 = KS KH KD`."""
        if found := PILE.fullmatch(word.text):
            player.pile |= sum(1 << card for card in self.cards(word.part(*found.span("cards"))))
        elif found := HAND.fullmatch(word.text):
            if player.hand is not None:
                self.refuse("the hand is already given", word)
            player.hand = int(found["count"])
        elif found := CLAIM.fullmatch(word.text):
            self.claim(player.laid, word.part(*found.span("place")), word.part(*found.span("cards")))
        else:
            hint = "Write the place of the community card and the meld, such as 4 = KS KH KD, or hand 3."
            self.refuse(f"'{word.text}' is neither a claim nor a hand", word, hint)

    # -- what can be ---------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        if self.row is None:
            self.refuse("the line 'row:' is missing", None, "For example: row: 2H 3C 4D TS JS")
        if not 1 <= len(self.players) <= self.game.max_players:
            message = f"{self.game.name} is for {self.game.max_players} players, not {len(self.players)}"
            self.cannot_be(message, None, "Write a line for each, such as 'Ana: 1 = 5H 6C 7D; hand 3'.")
        elif len(self.players) == 1:
            self.players[f"{RIVAL} of {next(iter(self.players))}"] = _Player()
        for name, player in self.players.items():
            if player.pile.bit_count() > MOST_IN_A_PILE:
                message = f"the pile of {name} has {player.pile.bit_count()} cards; the limit is {MOST_IN_A_PILE}"
                self.cannot_be(message, None, "Write some of the melds yourself, such as 4 = KS KH KD.")
        used = len(self.places) + sum(player.hand or 0 for player in self.players.values())
        if used > len(self.game.ids):
            message = f"there are {used} cards, but the deck has {len(self.game.ids)} [{POINTS.id(DECK)}]"
            self.too_many(message)


# -- asking and writing down -------------------------------------------------------------------------------------------


def script(game: RummyDuel, players: Sequence[str]) -> Script:
    cards = tuple(game.ids)
    row = Gap("The community cards, from left to right", "row: ", "2H 3C 4D TS JS", cards, between=" ")
    asks = "A meld of {player}, after the number of its community card"
    meld = Gap(asks, "\n  ", "4 = KS KH KD", cards, many=True, between=" ")
    hand = Gap("How many cards {player} still holds", "\n  hand ", "3", optional=True)
    return (row, *of_each(players, "\n{player}:", meld, hand), "\n")


def score_form(game: RummyDuel) -> ScoreForm:
    """A line for each community card, and the cards in hand, which break a tie."""
    row = tuple(ScoreBox(f"Community card {place}") for place in range(1, game.row + 1))
    values = spans((rank, game.values_of[place * len(SUITS)]) for place, rank in enumerate(RANKS))
    return ScoreForm(
        (
            Category("Community cards", frozenset(POINTS.named(CONTEST | ALONE)), lines=row),
            Category("Cards in hand", note="if the totals are equal, the fewest win", tally="cards in hand"),
        ),
        (game.min_players, game.max_players),
        "Duel",
        notes=(
            "A card goes to the player with the stronger meld there, or with the only one.",
            f"What a card is worth: {values}.",
        ),
    )
