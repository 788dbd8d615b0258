"""The notation of the banks of Fishing Dragon, their scores, the questions about them, and what to write down.

::

    prized: Star
    Ana: Star 1-7, Star 12, Leaf 12, Coin Flower
    Ben: Sword 3 4 9-11, Dragon of Coins
      Leaf Blank
    before: 120 95

The prized suit can also be given by the card that is set aside. A player may have several lines. `before` has the
points of earlier rounds of a match, one number per player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.asking import Gap, Script, of_each
from proofdeck.play.engine.categories import Category, ScoreForm, spans
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.notation import Notation, NotationLine, Word, folded
from proofdeck.play.engine.score_sheet import Ranking, ScoreSheet
from proofdeck.play.games.fishing_dragon import scoring
from proofdeck.play.games.fishing_dragon.clauses import ASIDE, FISH, MATCH_GOAL, MULTI, POINTS
from proofdeck.play.games.fishing_dragon.reading import HINT, CardReader
from proofdeck.play.games.fishing_dragon.rules import FishingDragon

PRIZED_KEYS = {"prized", "prize", "prizedsuit", "aside", "setaside"}
BEFORE = "before"
BANK_KEYS = {"bank", "cards"}
SEPARATORS = re.compile(r"[^\s-]+")


def match_form(game: FishingDragon) -> MatchForm:
    """Play up to the goal, and on while several players share first place."""
    goal, last = game.values.number("goal"), game.values.number("rounds")
    return MatchForm("highest", target=goal, play_on=True, last=last)


def score(game: FishingDragon, notation: Notation, problems: Problems) -> Scored | None:
    """Score each bank and decide who wins. None if there are mistakes, which are added to `problems`."""
    return _Table(game, notation, problems).scored()


class _Table(CardReader):
    """Reads banks from notation. banks: player -> set of cards, in the order of the lines."""

    def __init__(self, game: FishingDragon, notation: Notation, problems: Problems) -> None:
        super().__init__(game.deck, notation, problems)
        self.game = game
        self.banks: dict[str, int] = {}
        self.prized = scoring.NO_SUIT
        self.aside: int | None = None
        self.before: NotationLine | None = None

    def scored(self) -> Scored | None:
        self._read()
        earlier = self._earlier()
        self._check()
        if self.failed():
            return None
        table = self.game.table.blank(self.game, len(self.banks), 0)
        table.bank, table.prized, table.earlier = [*self.banks.values()], self.prized, earlier
        sheets, ranking = table.score_sheets(), Ranking.by(table.deciding())
        return Scored(tuple(self.banks), tuple(sheets), ranking, frozenset(self._had_a_part(sheets, ranking)))

    def _had_a_part(self, sheets: Sequence[ScoreSheet], ranking: Ranking) -> Iterator[str]:
        """Clauses that give no points by themselves."""
        if self._caught() & self.cards.blanks:
            yield scoring.BLANKS_ASIDE
        if {item.clause for sheet in sheets for item in sheet.items} & {scoring.SET, scoring.FULL_SET}:
            yield scoring.CARD_VALUE
        if len(ranking.groups[0]) > 1:
            yield scoring.EQUAL_POINTS

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        keyed: list[NotationLine] = []
        prized: NotationLine | None = None
        for line, below in self.notation.blocks():
            key = folded(line.key.text)
            if key in PRIZED_KEYS:
                self._only_one(prized, line)
                prized = line
            elif key == BEFORE:
                self._only_one(self.before, line)
                self.before = line
            else:
                keyed.append(line)
                self._bank(line, below)
                continue
            for stray in below:
                self.refuse(f"there cannot be lines below '{line.key.text}'", stray.key)
        if prized is None:
            self.refuse("the line 'prized:' is missing", None, "For example: prized: Star")
        else:
            self._prize(prized.value)
        if not keyed:
            self.cannot_be("there is no bank to score", None, f"{HINT[:-1]} after a name and a colon.")

    def _only_one(self, earlier: NotationLine | None, line: NotationLine) -> None:
        if earlier is not None:
            self.refuse(f"the line '{line.key.text}' is already there", line.key)

    def _prize(self, word: Word) -> None:
        """Read a suit, or the card that is set aside."""
        if not word.text:
            self.refuse("the prized suit is missing", word, "For example: prized: Star")
            return
        if len(SEPARATORS.findall(word.text)) == 1 and word.text.casefold() not in self.by_name:
            found = self.look_up(self.suits, word)
            self.prized = scoring.NO_SUIT if found is None else found
            return
        cards = list(self.entry(word))
        if len(cards) == 1:
            self.aside = cards[0]
            self.prized = self.cards.suit_of(cards[0])
        elif cards:
            self.refuse(f"'{word.text}' is neither a suit nor one card", word)

    def _bank(self, line: NotationLine, below: list[NotationLine]) -> None:
        name = line.key.text
        if not name:
            self.refuse("a line must begin with the name of a player", line.key, "For example: Ana: Star 1-7")
            return
        self.banks.setdefault(name, 0)
        for value in (line.value, *map(_whole, below)):
            for card in self.laid(NotationLine(line.key, value, indented=False)):
                self.banks[name] |= 1 << card

    # -- what can be ---------------------------------------------------------------------------------------------------

    def _earlier(self) -> tuple[int, ...]:
        if self.before is None:
            return ()
        words = self.before.words()
        for word in words:
            if not re.fullmatch(r"\d{1,5},?", word.text):
                self.refuse(f"'{word.text}' is not a number of points", word)
                return ()
        if not self.game.match:
            message = f"a single round has no earlier rounds [{POINTS.id(MATCH_GOAL)}]"
            self.cannot_be(message, self.before.key, "Turn on the parameter match.")
        if len(words) != len(self.banks):
            self.refuse(f"{len(words)} numbers for {len(self.banks)} players", self.before.value)
        return tuple(int(word.text.rstrip(",")) for word in words)

    def _check(self) -> None:
        players = len(self.banks)
        if players > self.game.max_players:
            message = f"there are {players} players, but only {self.game.max_players} may play [{POINTS.id(MULTI)}]"
            self.cannot_be(message)
        if self.aside is not None and self.aside in self.places:
            name = self.cards.names[self.aside]
            self.too_many(f"{name} is set aside [{POINTS.id(ASIDE)}]", self.places[self.aside])
        whole = self.cards.of_suit(self.prized) if self.prized != scoring.NO_SUIT else 0
        if whole and not whole & ~self._caught():
            suit = self.cards.suits[self.prized]
            message = f"one card of the prized suit {suit} is set aside, but all of them are here [{POINTS.id(ASIDE)}]"
            self.cannot_be(message)
        if players <= self.game.max_players:
            self._check_sizes(max(players, self.game.min_players))

    def _check_sizes(self, players: int) -> None:
        """Each fish brings two cards, and Blanks may have been taken out before the bank was written down."""
        most = 2 * self.game.values.number(f"hand.{players}")
        for name, bank in self.banks.items():
            if bank.bit_count() > most:
                message = f"{name} has {bank.bit_count()} cards, but with {players} players a bank has at most {most}"
                self.cannot_be(f"{message} [{POINTS.id(FISH)}]")
        blanks = self.cards.blanks & ~self._caught()
        if self.aside is not None:
            blanks &= ~(1 << self.aside)
        odd = [name for name, bank in self.banks.items() if bank.bit_count() % 2]
        if len(odd) > blanks.bit_count():
            message = f"each fish brings two cards, but the bank of {odd[0]} is odd with all Blanks on the table"
            self.cannot_be(f"{message} [{POINTS.id(FISH)}]")

    def _caught(self) -> int:
        return reduce(or_, self.banks.values(), 0)


def _whole(line: NotationLine) -> Word:
    """Read a line that continues a bank: all of it, or what follows `bank:`."""
    return line.value if folded(line.key.text) in BANK_KEYS else line.without_key().value


# -- asking and writing down -------------------------------------------------------------------------------------------


def script(game: FishingDragon, players: Sequence[str]) -> Script:
    suits, names = game.deck.suits, game.deck.names
    prized = Gap("The prized suit, or the card that lies aside", "prized: ", "Star", suits)
    bank = Gap(
        "Cards that {player} has fished", "\n  bank: ", "Star 1-7, Leaf 12, Coin Flower", (*suits, *names), many=True
    )
    return (prized, *of_each(players, "\n{player}:", bank), "\n")


def score_form(game: FishingDragon) -> ScoreForm:
    """A line for each kind of combination; rounds are added up, as a match does."""
    number = game.values.number
    times, full_times = number("rank.set-times"), number("rank.full-times")
    few, full, enough, short = (number(name) for name in ("rank.set", "rank.full", "suit.cards", "straight.cards"))
    numbers = len(game.deck.numbers)
    values = spans((rank, value) for rank, value in zip(game.deck.ranks, game.deck.values, strict=True) if value)
    categories = (
        Category("Sets", frozenset({scoring.SET}), f"{few} of a rank: {_times(times)}", often=True),
        Category("Full sets", frozenset({scoring.FULL_SET}), f"{full} of a rank: {_times(full_times)}", often=True),
        Category("Prized suit", frozenset({scoring.PRIZED}), f"{number('prized')} a card"),
        Category("Many of a suit", frozenset({scoring.SUIT}), f"{enough} or more: {number('suit.bonus')}", often=True),
        Category("Straight", frozenset({scoring.STRAIGHT}), f"{short} or more: {number('straight.each')} a card"),
        Category("Full straight", frozenset({scoring.FULL_STRAIGHT}), f"1 to {numbers}: {number('straight.full')}"),
        Category("Earlier rounds", frozenset({scoring.MATCH_TOTAL}), earlier=True),
    )
    return ScoreForm(
        categories,
        (game.min_players, game.max_players),
        "Round",
        adds_up=True,
        notes=(
            f"Blanks score nothing. Values of the ranks: {values}.",
            f"A match ends when somebody has {number('goal')} or more in total; equal leaders play on.",
        ),
    )


def _times(times: int) -> str:
    return "value" if times == 1 else f"{times} × value"
