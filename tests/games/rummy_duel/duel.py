"""Tables of Rummy Duel for tests, drawn with the ids of cards: `7H`, `TC`, `AS`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tables import playable, project

from proofdeck.play.games.rummy_duel import GAME
from proofdeck.play.games.rummy_duel.rules import STARTER, RummyDuel, RummyDuelState
from proofdeck.source.cards import Deck
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import Value, Values
from proofdeck.source.rules.points import ALL_ON

FLUSH: Mapping[str, Value] = {"flush-set": True}
ANY: Mapping[str, Value] = {"any-claim": True}


def deck() -> Deck:
    return project().games["rummy-duel"].deck


def page() -> RulesPage:
    return project().games["rummy-duel"].page


def printed() -> Values:
    return playable("rummy-duel").game.values


def rules(on: int = ALL_ON, changes: Mapping[str, Value] | None = None) -> RummyDuel:
    made = GAME.make(deck(), printed().but(changes or {}), on)
    assert isinstance(made, RummyDuel)
    return made


def cards(game: RummyDuel, words: str) -> list[int]:
    return [game.ids.index(word) for word in words.split()]


def bits(game: RummyDuel, words: str) -> int:
    return sum(1 << card for card in cards(game, words))


def table(
    game: RummyDuel,
    hands: Sequence[str],
    row: str = "2H 3C 4D TS JS",
    laid: Sequence[Mapping[int, str]] = ({}, {}),
    *,
    pile: str = "",
    to_move: int = STARTER,
) -> RummyDuelState:
    """A draw is next. laid: for each player place -> meld. pile: what is drawn first; below it the cards left over."""
    state = game.new_initial_state(2, 1)
    state.hand, state.row = [0, 0], cards(game, row)
    for seat in (0, 1):
        for place, meld in laid[seat].items():
            state.player, state.hand[seat] = seat, bits(game, meld)
            state.lay_meld(place - 1, game.melds.number_of[bits(game, meld)])
    melds = [meld for own in laid for meld in own.values()]
    used = set(cards(game, " ".join((*hands, row, pile, *melds))))
    rest = [card for card in range(len(game.ids)) if card not in used]
    state.pile = [*cards(game, pile), *rest][::-1]
    state.hand = [bits(game, hand) for hand in hands]
    state.player, state.turns, state.idle, state.fired = to_move, 1, 1, 0
    return state


def play(state: RummyDuelState, *words: str) -> RummyDuelState:
    """`draw`, `take 2`, `put 7D`, `pass`, `lay 5H 6C 7D at 1`."""
    for word in words:
        state.apply_action(action(state.rules, word))
    return state


def action(game: RummyDuel, word: str) -> int:
    what, _, rest = word.partition(" ")
    if what == "lay":
        meld, _, place = rest.partition(" at ")
        number = game.melds.number_of[bits(game, meld)]
        return game.first["lay"] + (int(place) - 1) * len(game.melds.by_number) + number
    if what == "take":
        return game.first["take"] + int(rest) - 1
    if what == "put":
        return game.first["replace"] + cards(game, rest)[0]
    return {"draw": 0, "pass": game.first["passes"]}[what]


def legal(state: RummyDuelState) -> list[str]:
    return [state.rules.action_to_string(number) for number in state.legal_actions()]


def points(state: RummyDuelState) -> list[int]:
    return [sheet.total for sheet in state.score_sheets()]


def fired(state: RummyDuelState) -> list[str]:
    return GAME.points.named(state.fired)
