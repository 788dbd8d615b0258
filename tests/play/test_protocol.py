"""A replayed game reads like what a referee would have written. The openings below are written by hand: from the deal
of seed 21, the printed rules and the moves that were chosen for them. The deal is worked out here from the list of
cards, too."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import shake_128
from random import Random

import pytest
from tables import ROOT, engine, playable, project

from proofdeck.play.engine.bots import Bot, Seat
from proofdeck.play.engine.pictures import Pictures
from proofdeck.play.engine.state import Action, Game, Rolled
from proofdeck.play.engine.transcript import Replay, Step, record
from proofdeck.play.seats.protocol import Movement, Protocol, movements, open_protocol

SEED = 21
OPENINGS = {
    "tombs": """\
deal  [setup.deck, setup.deal]
  hand of player 1: Blade, Thorn
  hand of player 2: Blade, Thorn
  deck: 28 cards
turn 1, player 1
  Blade: deck to hand of player 1  [turn.draw]
  player 1: Blade on b1  [turn.play]  under place.first
    Blade: hand of player 1 to board
turn 2, player 2
  Blade: deck to hand of player 2  [turn.draw]
  player 2: Blade on a2  [turn.play]  under place.empty, place.threat, blade.zone
    Blade: hand of player 2 to board
turn 3, player 1
  Magus: deck to hand of player 1  [turn.draw]
  player 1: Thorn on c3  [turn.play]  under place.empty, place.threat, place.own, place.peace, blade.zone
    Thorn: hand of player 1 to board
turn 4, player 2
  Magus: deck to hand of player 2  [turn.draw]
  player 2: Magus on c2  [turn.play, magus.kill]  under place.empty, place.threat, place.own, blade.zone
    Magus: hand of player 2 to board
    Blade: board to out of the game
""",
    "fishing-dragon": """\
deal  [setup.deck, setup.aside, setup.deal, setup.river, setup.prized]
  hand of player 1: 2 of Stars, 5 of Stars, 6 of Stars, 12 of Leaves, 5 of Coins, 1 of Swords, 2 of Swords, \
9 of Swords, 10 of Swords, Flower of Swords
  hand of player 2: 1 of Stars, Dragon of Stars, Blank of Leaves, 11 of Leaves, 2 of Coins, 4 of Coins, 6 of Coins, \
Dragon of Coins, Blank of Swords, 12 of Swords
  river: Blank of Stars, 7 of Stars, 2 of Leaves, 6 of Leaves, Blank of Coins, 11 of Coins, 12 of Coins, \
Flower of Coins, 5 of Swords, 11 of Swords
  card set aside: 10 of Leaves
  deck: 29 cards
turn 1, player 1
  3 of Coins: deck to river  [turn.reveal]
  player 1: Play 12 of Leaves
  player 1: Fish 12 of Coins  [turn.play, turn.fish, fish.rank]
    12 of Leaves: hand of player 1 to bank of player 1
    12 of Coins: river to bank of player 1
turn 2, player 2
  10 of Coins: deck to river  [turn.reveal]
  player 2: Play 12 of Swords
  player 2: Discard it  [turn.play, turn.discard]
    12 of Swords: hand of player 2 to river
turn 3, player 1
  3 of Swords: deck to river  [turn.reveal]
  player 1: Play 1 of Swords
""",
    "rummy-duel": """\
deal  [setup.deck, setup.deal, setup.row]
  hand of player 1: 2 of Hearts, 3 of Diamonds, 3 of Hearts, 8 of Diamonds, 8 of Spades, 10 of Spades, King of Hearts
  hand of player 2: 2 of Diamonds, 5 of Spades, 10 of Clubs, 10 of Hearts, King of Clubs, King of Diamonds, \
King of Spades
  community cards: Jack of Clubs, 5 of Hearts, 8 of Hearts, 3 of Spades, 2 of Clubs
  pile: 33 cards
turn 1, player 1
  player 1: Take community card 3
  player 1: Put the 10 of Spades there  [draw.community, draw.replace]
    10 of Spades: hand of player 1 to community cards
    8 of Hearts: community cards to hand of player 1
  player 1: Lay 8D 8H 8S at community card 1  [meld.lay, meld.set]
    8 of Diamonds, 8 of Hearts, 8 of Spades: hand of player 1 to melds of player 1
turn 2, player 2
  player 2: Draw from the pile  [draw.pile]  under draw.unclaimed
    Queen of Diamonds: pile to hand of player 2
  player 2: Lay KC KD KS at community card 1  [meld.lay, meld.set, strength.rank, claim.contest]
    King of Clubs, King of Diamonds, King of Spades: hand of player 2 to melds of player 2
turn 3, player 1
  player 1: Draw from the pile  [draw.pile]  under draw.unclaimed
    Queen of Hearts: pile to hand of player 1
""",
    "fantasy-contract-rummy": """\
deal  [setup.decks, setup.deal, setup.discard-pile]
  draw deck: 91 cards
  discard pile: Espionage
  contract deck: 15 cards
  hand of player 1: Bard, Ranger x2, Wolf, Bear, Sword x2, Tome, Staff, Reinforcements, Espionage, Hostile Action
  hand of player 2: Paladin x2, Bard, Wolf, Raven, Bear x2, Spirit, Sword, Lute, Bow & Arrow, Thievery
turn 1, player 1
  player 1: Draw from the draw deck  [draw.deck]
    Sword: draw deck to hand of player 1
  player 1: Play no more
  player 1: Discard Tome  [discard.one]
    Tome: hand of player 1 to discard pile
turn 2, player 2
  player 2: Take the top of the discard pile  [draw.discard-pile]
    Tome: discard pile to hand of player 2
""",
    "toonerville-rook": """\
deal  [setup.deck, setup.deal, setup.up-card]
  hand of player 1: Red 9, Yellow 2, Yellow 5, Yellow 6, Yellow 12, Green 7, Green 10, Green 13 x2, Black 1 x2, Black 2
  hand of player 2: Red 2, Red 10, Red 12, Yellow 5, Yellow 13, Green 8, Green 12, Green 14, Black 3, Black 5, \
Black 6, Black 13
  hand of player 3: Red 1 x2, Red 3, Yellow 2 x2, Yellow 6, Yellow 9, Green 2, Green 5, Green 12, Black 4, Black 8
  discard pile: The Rook
  stock: 134 cards
turn 1, player 1
  player 1: Decline the top discard
  player 2: Do not buy  under buy.offer
  player 3: Buy the discard  [buy.cards]  under buy.offer, buy.order
    The Rook: discard pile to hand of player 3
    Yellow 7: stock to hand of player 3
  Black 6: stock to hand of player 1  [turn.draw]
  player 1: Discard Green 13  [discard.one]
    Green 13: hand of player 1 to discard pile
turn 2, player 2
  player 2: Take the top discard  [turn.take]
    Green 13: discard pile to hand of player 2
""",
}

PLAYERS = {name: 3 if name == "toonerville-rook" else 2 for name in OPENINGS}
NEVER_SHUFFLED_IN = {"contract", "mat", "marker", "reference", "tombstone", "track"}
DEALT = {
    "tombs": [("hand of player 1", 2), ("hand of player 2", 2)],
    "fishing-dragon": [("card set aside", 1), ("hand of player 1", 10), ("hand of player 2", 10), ("river", 10)],
    "rummy-duel": [("hand of player 1", 7), ("hand of player 2", 7), ("community cards", 5)],
    "fantasy-contract-rummy": [("hand of player 1", 12), ("hand of player 2", 12), ("discard pile", 1)],
    "toonerville-rook": [("hand of player 1", 12), ("hand of player 2", 12), ("hand of player 3", 12)],
}
"""Where the first of the shuffled cards go. The others are drawn in their order; in Toonerville Rook the last one is
the top of the stock, and is turned up."""


class Scripted:
    """Does what it is told, whoever moves, and then plays on like `then`."""

    def __init__(self, game: Game, actions: Sequence[str], then: Bot) -> None:
        self._actions = [game.string_to_action(action) for action in actions]
        self._then = then

    def choose(self, seat: Seat) -> Sequence[Action]:
        return [self._actions.pop(0)] if self._actions else self._then.choose(seat)


@pytest.mark.parametrize("name", OPENINGS)
def test_a_replay_reads_as_a_referee_would_have_written_it(name: str) -> None:
    expected = OPENINGS[name].splitlines()
    acted = [line for line in expected if line.startswith("  player ")]
    actions = [line.split(": ", 1)[1].split("  ")[0] for line in acted]
    assert protocol(name, PLAYERS[name], actions)[: len(expected)] == expected


@pytest.mark.parametrize("name", OPENINGS)
def test_the_deal_that_is_told_is_the_one_of_the_seed(name: str) -> None:
    """Cards are sorted by keys of eight bytes of SHAKE-128, dealt hand by hand, and then drawn."""
    cards = unshuffled(name)
    keys = shake_128(f"{SEED}/0".encode()).digest(8 * len(cards))
    numbered = {int.from_bytes(keys[8 * place : 8 * place + 8], "little"): card for place, card in enumerate(cards)}
    assert len(numbered) == len(cards)
    left = [numbered[key] for key in sorted(numbered)]
    dealt = {}
    for place, count in DEALT[name]:
        dealt[place], left = Counter(left[:count]), left[count:]
    if name == "toonerville-rook":
        left.reverse()
        dealt["discard pile"] = Counter([left.pop(0)])
    told, counted = told_deal(name)
    assert told == dealt
    counted.pop("contract deck", None)  # a shuffle of its own
    assert list(counted.values()) == [len(left)]
    drawn = re.findall(rf"^ +(.+): {next(iter(counted))} to ", OPENINGS[name], re.MULTILINE)
    assert drawn
    assert drawn == left[: len(drawn)]


def unshuffled(name: str) -> list[str]:
    """The names of the cards that are shuffled, as they are listed; in Rummy Duel by rank and then by suit."""
    with (ROOT / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["game"] == name and row["kind"] not in NEVER_SHUFFLED_IN]
    if name == "rummy-duel":
        rows.sort(key=lambda row: ("23456789TJQKA".index(row["id"][0]), row["id"][1]))
    return [row["name"] for row in rows for _ in range(int(row[f"quantity_{PLAYERS[name]}"] or row["quantity"]))]


def told_deal(name: str) -> tuple[dict[str, Counter[str]], dict[str, int]]:
    """The cards that the opening names, and the sizes of the piles that it only counts."""
    told, counted = {}, {}
    for line in OPENINGS[name].split("turn 1")[0].splitlines()[1:]:
        place, _, cards = line.strip().partition(": ")
        if cards.endswith(" cards"):
            counted[place] = int(cards.removesuffix(" cards"))
        else:
            listed = [re.fullmatch(r"(.+?)(?: x(\d))?", card) for card in cards.split(", ")]
            told[place] = Counter({card[1]: int(card[2] or 1) for card in listed if card})
    return told, counted


def protocol(name: str, players: int, actions: Sequence[str]) -> list[str]:
    found = playable(name)
    bots: list[Bot] = [Scripted(found.game, actions, found.engine.greedy(Random(1)))] * players
    start = found.game.new_initial_state(players, SEED)
    replay = Replay(record(found.game, start, SEED, ["scripted"] * players, bots, "print"), "game.jsonl")
    state = replay.begin(found.game, "print")
    told = open_protocol(found, project().games[name].deck, state, SEED)
    lines = list(told.beginning())
    for step in replay.steps(found.game, state):
        lines += told.step(step, state.zones())
    return [*lines, *told.ending()]


def test_a_new_round_is_dealt_in_the_middle_of_a_transcript() -> None:
    """Chance ends no round of Toonerville Rook soon; greedy players do."""
    found = playable("toonerville-rook")
    bots = [found.engine.greedy(Random(seat)) for seat in range(3)]
    start = found.game.new_initial_state(3, SEED)
    replay = Replay(record(found.game, start, SEED, ["greedy"] * 3, bots, "print"), "game.jsonl")
    state = replay.begin(found.game, "print")
    told = open_protocol(found, project().games["toonerville-rook"].deck, state, SEED)
    deals = [line for line in told.beginning() if line.startswith("deal")]
    for step in replay.steps(found.game, state):
        deals += [line for line in told.step(step, state.zones()) if line.startswith("deal")]
    later = "deal  [setup.deal, setup.up-card, setup.starter]"
    first = "deal  [setup.deal, setup.up-card]"
    assert deals[0] == "deal  [setup.deck, setup.deal, setup.up-card]"
    assert len(deals) == len(found.game.rounds)  # type: ignore[attr-defined]
    assert deals[1:] == [first if number % 3 == 0 else later for number in range(1, len(deals))]


def test_pieces_that_move_are_told_after_the_dice_that_moved_them() -> None:
    step = Step(1, 1, 0, "Push on", 1, (), (), (Rolled("face", 4),))
    told = Protocol(Pictures(words={"place": "sled"}), {}, {}, {}, (), (), {"place 1": "3", "fish": "2", "face": "0"})
    assert list(told.step(step, {}, {"place 1": "7", "fish": "2", "face": "4"})) == [
        "turn 1, player 1",
        "  player 1: Push on",
        "    The die shows 4.",
        "    sled of player 1: 3 to 7",
    ]


def test_a_copy_that_is_played_is_not_taken_for_the_copy_that_is_drawn() -> None:
    before = {"hand 1": ["knight"], "hand 2": ["pawn"], "table 1": [], "stock": ["knight", "rook"]}
    after = {"hand 1": [], "hand 2": ["pawn", "knight"], "table 1": ["knight"], "stock": ["rook"]}
    assert movements(before, after) == [
        Movement(("knight",), "hand 1", "table 1"),
        Movement(("knight",), "stock", "hand 2"),
    ]


def test_cards_that_are_played_while_hands_are_passed_come_from_the_own_hand() -> None:
    before = {"hand 1": ["coal", "ore"], "hand 2": ["coal", "clay"], "row 1": [], "row 2": []}
    after = {"hand 1": ["coal"], "hand 2": ["ore"], "row 1": ["coal"], "row 2": ["clay"]}
    assert movements(before, after) == [
        Movement(("ore",), "hand 1", "hand 2"),
        Movement(("coal",), "hand 1", "row 1"),
        Movement(("coal",), "hand 2", "hand 1"),
        Movement(("clay",), "hand 2", "row 2"),
    ]


def test_a_copy_that_has_left_the_own_hand_is_not_played_from_it_once_more() -> None:
    before = {"hand 1": ["coal"], "hand 2": ["coal"], "aside 1": [], "row 1": []}
    after = {"hand 1": [], "hand 2": [], "aside 1": ["coal"], "row 1": ["coal"]}
    assert movements(before, after) == [
        Movement(("coal",), "hand 1", "aside 1"),
        Movement(("coal",), "hand 2", "row 1"),
    ]


def test_every_card_that_moves_is_told_once_and_nothing_else() -> None:
    random, state = Random(5), playable("tombs").game.new_initial_state(2, SEED)
    while not state.is_terminal():
        before = state.zones()
        state.apply_action(random.choice(state.legal_actions()))
        rebuilt = {zone: list(cards) for zone, cards in before.items()}
        for movement in movements(before, state.zones()):
            for card in movement.cards:
                rebuilt[movement.source].remove(card)
                rebuilt[movement.target].append(card)
        assert {zone: sorted(cards) for zone, cards in rebuilt.items()} == {
            zone: sorted(cards) for zone, cards in state.zones().items()
        }


def test_every_engine_tells_what_acts_by_itself_with_clauses_that_it_has() -> None:
    for name in OPENINGS:
        assert set(engine(name).pictures.at_once) <= set(engine(name).points)
