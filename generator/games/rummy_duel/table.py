"""The notation of a table of Rummy Duel, and what it is worth.

::

    row: 2H 3C 4D TS JS
    Ana: 1 = 5H 6C 7D; 4 = KS KH KD; hand 3
    Ben:
      4 = 10♣ J♦ queen of hearts
      hand 7

The number of a claim is the place of the community card, counted from the left. Where a hand is not told, a tie of
points stays a tie.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.engine.engine import Scored
from generator.engine.notation import Line, Names, Notation, Word, folded
from generator.engine.score_sheet import Ranking
from generator.engine.state import Game
from generator.games.rummy_duel.cards import RANKS, SUITS
from generator.games.rummy_duel.clauses import DECK, FLUSH_SET, POINTS, ROW, RUN, SET, SIDE
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.scoring import NOBODY, Claims, criteria, rummy, sheet
from generator.problems import Problem

ROW_KEYS = {"row", "community", "communitycards"}
HAND = re.compile(r"(?:cards\s+in\s+)?hand\s*[:=]?\s*(?P<count>\d{1,3})(?:\s+cards?)?", re.IGNORECASE)
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
RIVAL = "Rival"
"""The other player of a table on which one player is written down."""
CARD_HINT = "Cards are written 7H, 10C, QS or ace of diamonds."


@dataclass(slots=True)
class _Player:
    """What one player has laid: place -> number of the meld. hand: how many cards, None when it is not told."""

    laid: dict[int, int] = field(default_factory=dict)
    hand: int | None = None


def score(game: Game, notation: Notation, problems: list[Problem]) -> Scored | None:
    """Say who wins which community card. None when there are mistakes, which are added to problems."""
    assert isinstance(game, RummyDuel)
    return _Table(game, notation, problems).scored()


class _Table:
    """A notation on its way to a row and two players. places: card -> where it was written down."""

    def __init__(self, game: RummyDuel, notation: Notation, problems: list[Problem]) -> None:
        self.game, self.notation, self.problems = game, notation, problems
        self.mistakes_before = len(problems)
        self.row: list[int] | None = None
        self.players: dict[str, _Player] = {}
        self.places: dict[int, Word] = {}

    def scored(self) -> Scored | None:
        for line, below in self.notation.blocks():
            if folded(line.key.text) in ROW_KEYS:
                self._read_row(line, below)
            elif line.key.text:
                self._read_player(line, below)
            else:
                self._mistake("E702", "a line begins with 'row' or the name of a player", line.key)
        self._check()
        if len(self.problems) > self.mistakes_before or self.row is None:
            return None
        return self._score(self.row)

    def _score(self, row: list[int]) -> Scored:
        game, players = self.game, list(self.players.values())
        names = [game.cards.names[card] for card in row]
        values = [game.values_of[card] for card in row]
        melds = game.melds.by_number
        claims = Claims.of([
            [melds[player.laid[place]].strength if place in player.laid else None for place in range(len(row))]
            for player in players
        ])  # fmt: skip
        hands = [player.hand for player in players]
        sheets = tuple(
            sheet(names, values, claims.won[seat], claims.alone[seat], hands[seat] or 0) for seat in range(len(players))
        )
        winner = rummy(values, claims.won, claims.tied)
        rows = criteria([found.total for found in sheets], [hand or 0 for hand in hands], winner)
        if None in hands and winner == NOBODY:
            rows = rows[:1]
        return Scored(tuple(self.players), sheets, Ranking.by(rows))

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _read_row(self, line: Line, below: list[Line]) -> None:
        for stray in below:
            self._mistake("E702", "nothing stands below the row", stray.key)
        if self.row is not None:
            self._mistake("E702", "the row is already there", line.key)
            return
        self.row = list(self._cards(line.value))
        if len(self.row) != self.game.row and not self._mistaken():
            message = f"the row has {self.game.row} community cards, and here are {len(self.row)} [{POINTS.id(ROW)}]"
            self._mistake("E704", message, line.value)

    def _read_player(self, line: Line, below: list[Line]) -> None:
        player = self.players.setdefault(line.key.text, _Player())
        for text in (line.value, *map(_whole, below)):
            for word in Line(line.key, text, indented=False).cut(";"):
                if word.text:
                    self._read_part(player, word)

    def _read_part(self, player: _Player, word: Word) -> None:
        """`hand 3` or `4 = KS KH KD`."""
        if found := HAND.fullmatch(word.text):
            if player.hand is not None:
                self._mistake("E702", "the hand is already told", word)
            player.hand = int(found["count"])
        elif found := CLAIM.fullmatch(word.text):
            self._claim(player, word.part(*found.span("place")), word.part(*found.span("cards")))
        else:
            hint = "Write the place of the community card and the meld, such as 4 = KS KH KD, or hand 3."
            self._mistake("E702", f"'{word.text}' is neither a claim nor a hand", word, hint)

    def _claim(self, player: _Player, number: Word, word: Word) -> None:
        before = len(self.problems)
        cards = list(self._cards(word))
        place = int(number.text) - 1
        if not 0 <= place < self.game.row:
            message = f"the community cards are numbered from 1 to {self.game.row}, and none is {number.text}"
            self._mistake("E704", message, number)
        elif place in player.laid:
            message = f"at community card {number.text} is one meld of each player [{POINTS.id(SIDE)}]"
            self._mistake("E704", message, number)
        if len(self.problems) > before:
            return
        meld = self.game.melds.number_of.get(sum(1 << card for card in cards))
        if meld is None:
            self._no_meld(word, cards)
        else:
            player.laid[place] = meld

    def _no_meld(self, word: Word, cards: list[int]) -> None:
        melds = self.game.melds
        message, clause = f"'{word.text}' is neither a run nor a set", RUN
        if len(cards) != melds.length:
            message = f"a meld has {melds.length} cards, and here are {len(cards)}"
        elif not melds.flush and len({card // len(SUITS) for card in cards}) < len(cards):
            clause = SET
        elif melds.flush and len({card % len(SUITS) for card in cards}) < len(cards):
            clause = FLUSH_SET
        self._mistake("E704", f"{message} [{POINTS.id(clause)}]", word)

    # -- cards ---------------------------------------------------------------------------------------------------------

    def _cards(self, word: Word) -> Iterator[int]:
        """The cards of some words, each on its first place only."""
        rank: tuple[int, Word] | None = None
        for found in PIECE.finditer(word.text):
            piece = word.part(*found.span())
            text = piece.text.replace("\N{VARIATION SELECTOR-16}", "").replace("\N{VARIATION SELECTOR-15}", "")
            if short := SHORT.fullmatch(text):
                self._stray(rank)
                rank = None
                yield from self._new(_short(short), piece)
            elif text.casefold() in SMALL_WORDS:
                continue
            elif rank is None or text.casefold() in RANK_LETTERS:
                self._stray(rank)
                known = RANK_LETTERS.get(text.casefold())
                found_rank = known if known is not None else self._rank(piece)
                rank = None if found_rank is None else (found_rank, piece)
            else:
                suit = SUIT_LETTERS.get(text.casefold())
                suit = SUIT_NAMES.look_up(piece, self.notation, self.problems) if suit is None else suit
                if suit is not None:
                    yield from self._new(rank[0] * len(SUITS) + suit, rank[1])
                rank = None
        self._stray(rank)

    def _rank(self, piece: Word) -> int | None:
        """A rank written as a word."""
        try:
            return RANK_NAMES.find(piece.text)
        except ValueError as error:
            known = error.args[0].startswith(f"'{piece.text}' may be")
            message = error.args[0] if known else f"there is no card '{piece.text}'"
            self._mistake("E701", message, piece, CARD_HINT)
            return None

    def _stray(self, rank: tuple[int, Word] | None) -> None:
        if rank is not None:
            self._mistake("E702", f"'{rank[1].text}' lacks its suit", rank[1], CARD_HINT)

    def _new(self, card: int, piece: Word) -> Iterator[int]:
        if card in self.places:
            name, line = self.game.cards.ids[card], self.places[card].line
            message = f"{name} lies already in line {line}: the deck has it once [{POINTS.id(DECK)}]"
            self._mistake("E703", message, piece)
            return
        self.places[card] = piece
        yield card

    # -- what can be ---------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        if self.row is None:
            self._mistake("E702", "the line 'row:' is missing", None, "Such as: row: 2H 3C 4D TS JS")
        if not 1 <= len(self.players) <= self.game.max_players:
            message = f"{self.game.name} is for {self.game.max_players} players, not for {len(self.players)}"
            self._mistake("E704", message, None, "Write a line for each, such as: Ana: 1 = 5H 6C 7D; hand 3")
        elif len(self.players) == 1:
            self.players[f"{RIVAL} of {next(iter(self.players))}"] = _Player()
        used = len(self.places) + sum(player.hand or 0 for player in self.players.values())
        if used > len(self.game.cards.ids):
            message = f"here are {used} cards, and the deck has {len(self.game.cards.ids)} [{POINTS.id(DECK)}]"
            self._mistake("E703", message)

    def _mistaken(self) -> bool:
        return len(self.problems) > self.mistakes_before

    def _mistake(self, code: str, message: str, word: Word | None = None, hint: str = "") -> None:
        self.problems.append(self.notation.problem(code, message, word, hint))


def _short(found: re.Match[str]) -> int:
    rank = found["rank"] or found["rank2"]
    suit = found["suit"] or found["suit2"]
    return RANK_LETTERS[rank.casefold()] * len(SUITS) + SUIT_LETTERS[suit.casefold()]


def _whole(line: Line) -> Word:
    """A line below a player, its key and its value joined again."""
    gap = line.value.column - line.key.column - len(line.key.text)
    return Word(f"{line.key.text}{' ' * gap}{line.value.text}", line.key.line, line.key.column)
