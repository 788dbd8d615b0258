"""The notation of the cards left in hand, round by round, their cost, and what to ask and to write down.

::

    round 3
    Ana: Red 5, Green 14, Rook
    Ben: out
    Cleo: Black 2 x2, yellow 7
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from proofdeck.ground.problems import Problems, counted, listed
from proofdeck.play.engine.asking import Gap, Script, of_each
from proofdeck.play.engine.categories import Category, ScoreBox, ScoreForm, spans
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.kit import one_by_one
from proofdeck.play.engine.match_form import MatchForm
from proofdeck.play.engine.notation import Names, Notation, NotationLine, Reading, Word, folded
from proofdeck.play.engine.score_sheet import Ranking, ScoreSheet
from proofdeck.play.games.toonerville_rook.cards import CARD_IDS, KINDS, NUMBERS, ROOK
from proofdeck.play.games.toonerville_rook.clauses import POINTS, SCORE
from proofdeck.play.games.toonerville_rook.rules import Round, ToonervilleRook

ROUND = re.compile(r"rounds?\s*(?P<number>\S*)", re.IGNORECASE)
OUT_WORDS = {"out", "", "0", "none", "nothing", "empty"}
"""Folded, so that a dash or a dot works too."""

NATURALS = [(name, card) for card, name in enumerate(CARD_IDS) if "-" in name]


@dataclass(slots=True)
class RoundRead:
    """One round as written. hands: player -> counts of cards; who: player -> where their line begins."""

    number: int
    word: Word
    hands: dict[str, list[int]] = field(default_factory=dict)
    who: dict[str, Word] = field(default_factory=dict)


def match_form(game: ToonervilleRook) -> MatchForm:
    """One round for each contract, named as on the score pad; the lowest total wins."""
    return MatchForm("lowest", rounds=tuple(f"{place.label}, {place.note}" for place in score_form(game).rounds))


def sums(game: ToonervilleRook) -> Sequence[int]:
    """The points of a round are those of the cards left in hand."""
    return game.worth


def score(game: ToonervilleRook, notation: Notation, problems: Problems) -> Scored | None:
    """Add up the rounds. None if there are mistakes, which are added to `problems`."""
    reading = Reading(notation, problems)
    rounds = _rounds(game, reading)
    if reading.failed():
        return None
    if not rounds:
        hint = "Write 'round 3', for example, and below it a line for each player: Ana: Red 5, Rook"
        reading.refuse("there is no round", hint=hint)
        return None
    names = tuple(rounds[0].hands)
    for played in rounds:
        _check(game, played, names, reading)
    if reading.failed():
        return None
    ordered = sorted(rounds, key=lambda played: played.number)
    items = ([game.item(played.number, one_by_one(played.hands[name])) for played in ordered] for name in names)
    sheets = tuple(ScoreSheet(rows, {"rounds out": sum(not row.cards for row in rows)}) for rows in map(tuple, items))
    table = game.table.blank(game, len(names), 0)
    table.totals = [sheet.total for sheet in sheets]
    return Scored(names, sheets, Ranking.by(table.deciding()[:1]))


def _rounds(game: ToonervilleRook, reading: Reading) -> list[RoundRead]:
    cards = card_names(game)
    rounds: list[RoundRead] = []
    for line in reading.notation.lines:
        if head := ROUND.fullmatch(line.key.text):
            number = _number(game, head, line, reading)
            if any(played.number == number for played in rounds):
                reading.refuse(f"round {number} is already there", line.key)
            rounds.append(RoundRead(number, line.key))
        elif rounds:
            _player(line, rounds, cards, reading)
        else:
            reading.refuse("a line 'round' must come first", line.key, "Write a line such as 'round 3'.")
    return rounds


def _number(game: ToonervilleRook, head: re.Match[str], line: NotationLine, reading: Reading) -> int:
    """The number of the round; 0 if it cannot be read."""
    text = f"{head['number']}{line.value.text}".strip()
    if not re.fullmatch(r"[0-9]{1,3}", text):
        reading.refuse(f"'{text}' is not the number of a round", line.key, "For example: round 3")
        return 0
    if not 1 <= int(text) <= len(game.rounds):
        message = f"there is no round {int(text)}; the game has {len(game.rounds)} rounds [end.lowest]"
        reading.cannot_be(message, line.key)
    return int(text)


def card_names(game: ToonervilleRook) -> Names[int]:
    """Cards by their names, by their ids, and naturals by a letter and a number."""
    names = [(name, card) for card, name in enumerate(game.names)]
    own = {folded(name) for name, _ in names}
    names += [(name, card) for card, name in enumerate(CARD_IDS) if folded(name) not in own]
    return Names("card", [*names, *((f"{name[0]}{name.partition('-')[2]}", card) for name, card in NATURALS)])


def _player(line: NotationLine, rounds: list[RoundRead], cards: Names[int], reading: Reading) -> None:
    played, first = rounds[-1], rounds[0]
    name: str | None = line.key.text
    if played is not first and first.hands:
        name = reading.look_up(Names("player", ((known, known) for known in first.hands)), line.key)
    elif not folded(line.key.text):
        reading.refuse(f"'{line.key.text}' is not a name", line.key)
    else:
        name = next((known for known in played.hands if folded(known) == folded(line.key.text)), name)
    hand = _hand(line, cards, reading)
    if name is None:
        return
    if name in played.hands:
        reading.refuse(f"{name} is already there in this round", line.key)
    played.hands[name] = hand
    played.who[name] = line.key


def _hand(line: NotationLine, cards: Names[int], reading: Reading) -> list[int]:
    hand = [0] * KINDS
    if not line.value.text:
        reading.refuse("nothing is written for this hand", line.key, "Write 'out', or the cards left in hand.")
    if folded(line.value.text) in OUT_WORDS:
        return hand
    for entry in reading.entries(line, cards):
        if entry.stands_for:
            reading.refuse("a card in hand cannot stand for another [score.hand]", entry.stands_for)
        card = reading.look_up(cards, entry.name)
        if card is not None:
            hand[card] += entry.count
    return hand


def _check(game: ToonervilleRook, played: RoundRead, names: tuple[str, ...], reading: Reading) -> None:
    """Whether a round can end this way."""
    players = len(names)
    if not game.min_players <= players <= game.max_players:
        message = f"Toonerville Rook is for {game.min_players} to {game.max_players} players, not {players}"
        reading.cannot_be(message, played.word, "Write a line for each player.")
        return
    if missing := [name for name in names if name not in played.hands]:
        hint = "Write 'out' for a player whose hand is empty."
        reading.cannot_be(f"{listed(missing)} is missing from this round", played.word, hint)
    out = [name for name, hand in played.hands.items() if not any(hand)]
    if len(out) > 1:
        message = f"{listed(out)} cannot both be out: the first of them ended the round [round.out]"
        reading.cannot_be(message, played.who[out[1]])
    for card, copies in enumerate(card.copies(players) for card in game.cards):
        held = sum(hand[card] for hand in played.hands.values())
        if held > copies:
            holder = next(name for name, hand in reversed(played.hands.items()) if hand[card])
            message = f"{held} of {game.names[card]}, but the deck for {players} players has {copies} [setup.deck]"
            reading.too_many(message, played.who[holder])


# -- asking and writing down -------------------------------------------------------------------------------------------


def script(game: ToonervilleRook, players: Sequence[str]) -> Script:
    rounds = tuple(str(number) for number in range(1, len(game.rounds) + 1))
    cards = (*dict.fromkeys(game.names), "out")
    such_as = "Red 5, Green 14, Rook   or: out"
    hand = Gap("What {player} still holds", "\n{player}: ", such_as, cards, until=game.names[0], made_up=True)
    return (Gap("Which round was it", "round ", "3", rounds, until="1"), *of_each(players, hand), "\n")


def score_form(game: ToonervilleRook) -> ScoreForm:
    """Points for the cards left in hand, with one line per contract."""
    numbers = [(str(number), worth) for number, worth in enumerate(game.worth[:NUMBERS], 1)]
    left = Category("Cards left in hand", frozenset(POINTS.named(SCORE)), "points")
    return ScoreForm(
        (left,),
        (game.min_players, game.max_players),
        "Round",
        tuple(_line(game, one) for one in game.rounds),
        adds_up=True,
        notes=(
            f"Cards left in your hand, points each: {spans([*numbers, (game.names[ROOK], game.worth[ROOK])])}.",
            "The lowest total wins.",
        ),
    )


def _line(game: ToonervilleRook, one: Round) -> ScoreBox:
    """`2 sets of 3, 1 run of 4`, and how many cards are dealt."""
    melds = ((one.sets, "set", game.set_length), (one.runs, "run", game.run_length))
    contract = ", ".join(f"{counted(count, noun)} of {length}" for count, noun, length in melds if count)
    return ScoreBox(contract, f"deal {one.deal}{', lay your whole hand' if one.whole else ''}")
