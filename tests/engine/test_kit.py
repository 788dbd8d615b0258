"""Tables that are declared: what follows from the declarations, on small games made for it."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import playable, positions

from proofdeck.ground.problems import Place, Problems, ProofdeckError, UnknownName
from proofdeck.play.engine.endings import Solver
from proofdeck.play.engine.faults import Misdeclared, ShortDeal, said
from proofdeck.play.engine.kit import (
    COUNTS,
    MOVER,
    NOBODY,
    OWNER,
    Criterion,
    Form,
    Item,
    Objection,
    RulePoints,
    Rules,
    Table,
    Tiles,
    Whole,
    action,
    as_set,
    bar,
    bar_while,
    bits,
    choice,
    column,
    die,
    fact,
    game_of,
    held,
    internal,
    making,
    numbers,
    one_by_one,
    one_of,
    pile,
    secret,
    spots,
    whole,
    whole_value,
    wholes,
    written,
    zone,
)
from proofdeck.play.engine.kit.actions import Reason
from proofdeck.play.engine.kit.position import position
from proofdeck.play.engine.kit.scoring import score
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.score_sheet import ScoreSheet
from proofdeck.play.engine.state import IllegalAction
from proofdeck.play.engine.trial.conformance import Effort, examine
from proofdeck.source.cards import Card, Deck
from proofdeck.source.rules.parameters import Values
from proofdeck.source.rules.sides import NO_SIDES, PageSides, Sides

POINTS = RulePoints()
HELD, HIGHER, ONE_BID, OVER, PAYS, MOST = POINTS.bind_all(
    "play.held", "play.higher", "bid.once", "end.empty", "score.top", "win.points"
)


class Climbing(Table):
    """Bid once, then play cards, each higher than the one below it; whoever cannot, passes."""

    rules: ClimbingRules
    hand: list[int] = zone(OWNER, each=True)
    seen: list[int] = zone(each=True)
    heap: list[int] = pile(scored=False)
    won: list[int] = zone(each=True, scored=True)
    stock: list[int] = pile(NOBODY)
    bid: list[int] = fact(-1, each=True, words=("low", "high"))

    def deal(self, cards: list[int]) -> None:
        self.put("stock", self.deal_out("hand", cards, 3))
        self.next_turn(0)

    @action("Play {card}", card=held("hand", HELD))
    def play(self, card: int) -> None:
        self.hand[self.player] ^= 1 << card
        self.heap.append(card)
        self.go_on()

    @play.bar(HIGHER)
    def not_higher(self, card: int) -> str | None:
        return "it is not higher" if self.heap and card < self.heap[-1] else None

    @action("Bid {height} for {number}", height=one_of("low", "high"), number=numbers(2))
    def bids(self, height: int, _: int) -> None:
        self.bid[self.player] = height

    @bids.bar(ONE_BID)
    def has_bid(self) -> str | None:
        return "one bid each" if self.bid[self.player] >= 0 else None

    @action("Pass")
    def passes(self) -> None:
        self.won[self.player] |= as_set(self.heap)
        self.heap = []
        if self.stock:
            self.hand[self.player] |= 1 << self.stock.pop()
        self.go_on()

    @passes.bar(HELD)
    def nothing_to_pass_on(self) -> str | None:
        return None if self.heap or self.stock or not self.hand[self.player] else "there is nothing to take"

    def go_on(self) -> None:
        if not any(self.hand) or self.turns > 40:
            self.end(OVER)
        else:
            self.next_turn((self.player + 1) % self.players)

    def items(self, seat: int) -> Iterator[Item]:
        if self.won[seat]:
            yield self.item(PAYS, "cards", len(self.cards_in("won", seat)), self.cards_in("won", seat))

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())


class ClimbingRules(Rules[Climbing]):
    name = "climbing"
    min_players, max_players = 2, 3
    points = POINTS
    table = Climbing


def deck(count: int, copies: int = 1) -> Deck:
    places = {"id": Place("cards.csv", 2, 1)}
    cards = (
        Card("climbing", f"c{number}", f"Card {number}", "card", float(number), copies, {}, places)
        for number in range(count)
    )
    return Deck("climbing", tuple(cards))


class Turning(Climbing):
    """With a heap that becomes the stock again when that is empty."""

    @action("Turn the heap over")
    def turns_over(self) -> None:
        self.stock, self.heap = self.shuffled(self.heap), []
        self.go_on()

    @turns_over.bar(HELD)
    def the_stock_is_not_empty(self) -> str | None:
        return "there is no heap, or still a stock" if self.stock or not self.heap else None


class TurningRules(ClimbingRules):
    table = Turning


@pytest.mark.parametrize("without", ["seed", "shuffles"])
def test_a_key_that_does_not_say_how_the_next_shuffle_goes_is_noticed(
    without: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, effort = TurningRules(deck(8), Values({})), Effort(games=8, tables=4, deals=0)
    assert examine(rules, (2,), effort).findings == []
    parts = tuple(name for name in making.DECIDING if name != without)
    monkeypatch.setattr(making, "DECIDING", parts)
    space = making.compiled([making.in_full(Turning.ZONES, Turning.FACTS)], {}, "a key that lacks something")
    monkeypatch.setattr(Turning, "_in_full", space["_in_full"])
    (finding,) = examine(rules, (2,), effort).findings
    assert finding.says.startswith(f"two tables with the same key() shuffle differently, because their `{without}`")
    assert finding.look.startswith(f"key() must contain self.{without}.")


class Choosing(Table):
    """The third of four players ends the game by naming the side that wins."""

    heap: list[int] = pile()
    named: int = fact(0)

    def deal(self, cards: list[int]) -> None:
        self.heap = cards
        self.next_turn(2)

    @action("Name {number}", number=numbers(2))
    def choose(self, number: int) -> None:
        self.named = number
        self.end(HELD)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(HELD, "named", [float(seat % 2 == self.named) for seat in range(self.players)])


class ChoosingRules(Rules[Choosing]):
    name = "choosing"
    points, table = POINTS, Choosing
    min_players = max_players = 4


def test_a_partner_chooses_what_is_best_for_both_when_the_end_is_solved() -> None:
    partners = PageSides({4: Sides(((0, 2), (1, 3)))})
    shares = [
        [
            Solver(sides.of(4).seats[sides.of(4).of(seat)], 10).share(
                ChoosingRules(deck(12), Values({}, sides)).new_initial_state(4, 1)
            )
            for seat in range(4)
        ]
        for sides in (partners, NO_SIDES)
    ]
    assert shares == [[1, 0, 1, 0], [0, 0, 1 / 2, 0]]


FEW = settings(max_examples=8)
RULES = ClimbingRules(deck(12), Values({}))


def tables(rules: Rules[Any], players: int, seed: int) -> Iterator[Any]:
    """Every table of a game played by chance."""
    random, table = Random(seed), rules.new_initial_state(players, seed)
    while not table.is_terminal():
        yield table
        table.apply_action(random.choice(table.legal_actions()))
    yield table


@FEW
@given(st.integers(2, 3), st.integers(0, 300))
def test_what_is_legal_is_what_no_row_bars(players: int, seed: int) -> None:
    for table in tables(RULES, players, seed):
        assert table.legal_actions() == table.allowed()


@FEW
@given(st.integers(2, 3), st.integers(0, 300))
def test_a_refusal_names_the_row_that_bars_the_action_and_changes_nothing(players: int, seed: int) -> None:
    for table in tables(RULES, players, seed):
        illegal = set(RULES.actions()) - set(table.legal_actions())
        before = table.key(), table.fired
        for number in illegal:
            with pytest.raises(IllegalAction) as refusal:
                table.apply_action(number)
            words, clause = RULES.action_to_string(number), refusal.value.clause
            if table.is_terminal():
                assert clause == "end.empty"
            elif words.startswith("Bid"):
                assert clause == "bid.once"
            elif words == "Pass":
                assert clause == "play.held"
            else:
                in_hand = words.removeprefix("Play Card ") in {
                    name.removeprefix("c") for name in table.zones()[f"hand {table.player + 1}"]
                }
                assert clause == ("play.higher" if in_hand else "play.held")
        assert (table.key(), table.fired) == before


def test_a_clause_that_is_off_bars_nothing() -> None:
    free = ClimbingRules(deck(12), Values({}), POINTS.without(["play.higher"]))
    heaps = [table.heap[:] for seed in range(5) for table in tables(free, 2, seed)]
    assert any(heap != sorted(heap) for heap in heaps)
    assert all(table.heap == sorted(table.heap) for seed in range(5) for table in tables(RULES, 2, seed))


def test_actions_and_words_go_both_ways() -> None:
    words = [RULES.action_to_string(number) for number in RULES.actions()]
    assert words[:2] == ["Play Card 0", "Play Card 1"]
    assert words[12:] == ["Bid low for 1", "Bid low for 2", "Bid high for 1", "Bid high for 2", "Pass"]
    assert [RULES.string_to_action(text) for text in words] == list(RULES.actions())


@FEW
@given(st.integers(2, 3), st.integers(0, 300))
def test_a_position_that_is_written_down_is_read_as_the_same_table(players: int, seed: int) -> None:
    for table in tables(RULES, players, seed):
        if table.is_terminal():
            break
        text = written(table)
        problems = Problems()
        again = position(RULES, read_notation(text, "p"), problems)
        assert not problems
        assert again is not None
        assert again.zones() == table.zones()
        assert (again.player, again.turns, again.bid) == (table.player, table.turns, table.bid)  # type: ignore[attr-defined]
        assert again.legal_actions() == table.legal_actions()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hand 1: Card 3, Card 99", "there is no card 'Card 99'"),
        ("hand 1: Card 3\nhand 2: Card 3", "there are 2 of Card 3, but the deck has 1"),
        ("hand 4: Card 3", "there is no player 4, because there are 3 players"),
        ("hnad 1: Card 3", "there is no line 'hnad'"),
        ("bid 1: middling", "'middling' is not one of low, high"),
        ("hand 1: the rest\nhand 2: rest", "only one zone can have the rest"),
        ("to move: 7", "'7' is not a number from 1 to 2"),
    ],
)
def test_a_mistake_in_a_position_is_told_with_its_place(text: str, says: str) -> None:
    problems = Problems()
    assert position(RULES, read_notation(text, "p", 5), problems) is None
    (problem,) = problems
    assert problem.message == says
    assert problem.line == 5 + text.count("\n")


FIELD = Tiles("field", ("a1", "b1", "a2", "b2"), 2, {"c0": "C", "c1": "D", "stone": "X"})


class Placing(Climbing):
    """Climbing with a field on which cards lie, with flags of their owners, and stones."""

    field: list[int] = zone(tiles=FIELD)
    owners: list[int] = spots(FIELD, piece="flag", each=True)
    stones: int = spots(FIELD, piece="stone")


class PlacingRules(ClimbingRules):
    table = Placing


FLAGS = (("red", "flag", 4), ("blue", "flag", 4), ("green", "flag", 4))


def with_pieces(*pieces: tuple[str, str, int]) -> Deck:
    """Twelve cards, and pieces: id, kind and copies of each."""
    places, fields = {"id": Place("cards.csv", 9, 1)}, {"component": "token"}
    rows = (Card("climbing", name, name, kind, None, count, fields, places) for name, kind, count in pieces)
    return Deck("climbing", (*deck(12), *rows))


def placing() -> PlacingRules:
    return PlacingRules(with_pieces(("field", "board", 1), *FLAGS, ("stone", "stone", 4)), Values({}))


class Guessing(Climbing):
    """Climbing in which all also choose a word, and have a die of their own."""

    guess: list[int] = choice(("high", "low"), each=True)
    luck: list[int] = die(each=True)

    def foretell(self, guess: int) -> bool:
        return self.commit(guess=guess)


class GuessingRules(ClimbingRules):
    table = Guessing


def test_pieces_without_a_kind_are_not_taken_for_those_of_choices_and_dice() -> None:
    rules = GuessingRules(with_pieces(("map", "", 1), ("bag", "", 1)), Values({}))
    assert rules.max_players == 3
    assert {*rules.pieces} == {"map", "bag"}


def test_a_kind_with_fewer_rows_than_players_is_refused() -> None:
    with pytest.raises(ProofdeckError, match="a row of the kind 'flag' for each of 3 players, but there are 2"):
        PlacingRules(with_pieces(("field", "board", 1), *FLAGS[:2], ("stone", "stone", 4)), Values({}))


def test_a_board_of_tiles_is_read_written_and_seen_in_rows() -> None:
    rules, problems = placing(), Problems()
    table: Any = position(rules, read_notation("field: c1 . / x D2", "p"), problems)
    assert not problems
    assert (table.field[:2], table.owners, table.stones) == ([1, 8], [1, 8], 4)
    assert "field: C1 . / X D2" in written(table).splitlines()
    assert table.observation(0)["field"] == ["C1", ".", "X", "D2"]
    assert {*table.observation(0)}.isdisjoint({"owners", "stones"})
    assert [(one.place, one.piece, one.seat, one.space) for one in table.laid_cards()] == [
        ("field", "c0", 0, "a1"),
        ("field", "c1", 1, "b2"),
    ]
    assert [(one.piece, one.space) for one in table.laid_pieces()] == [("red", "a1"), ("blue", "b2"), ("stone", "a2")]
    drawn = game_of(PlacingRules).pictures.board
    assert drawn is not None
    assert [[tuple(tile) for tile in row] for row in drawn(table)] == [
        [("a1", "c0", "Ana"), ("b1", "", "")],
        [("a2", "stone", ""), ("b2", "c1", "Ben")],
    ]
    copy = table.clone()
    copy.field[0] = 0
    assert table.field[0] == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("field: C1 . .", "the field has 4 tiles, but there are 3"),
        ("field: C1 . . / . .", "the field has 2 rows of 2 tiles, not rows of 3, 2"),
        ("field: C1 . / Y .", "'Y' is not a tile"),
        ("field: C3 . / . .", "'C3' is not a tile"),
        ("field: X1 . / . .", "'X1' is not a tile"),
        ("field: C1 C2 / . .", "there are 2 of Card 0, but the deck has 1"),
    ],
)
def test_a_mistake_on_a_board_of_tiles_is_told(line: str, says: str) -> None:
    problems = Problems()
    assert position(placing(), read_notation(line, "p"), problems) is None
    assert [problem.message for problem in problems] == [says]


def test_cards_that_are_named_nowhere_lie_where_nobody_can_look() -> None:
    table = position(RULES, read_notation("hand 1: Card 3\nhand 2: Card 4", "p"), Problems())
    assert table is not None
    assert Counter(len(cards) for cards in table.zones().values()) == Counter({0: 6, 1: 2, 10: 1}) - Counter({0: 1})


def test_a_table_that_is_written_down_is_scored() -> None:
    problems = Problems()
    found = score(RULES, read_notation("Ana: Card 3, Card 4\nBen:\n  won: Card 5", "t"), problems)
    assert not problems
    assert found is not None
    assert [sheet.total for sheet in found.sheets] == [2, 1]
    assert found.ranking.groups == ((0,), (1,))


@pytest.mark.parametrize(
    ("text", "code"),
    [("Ana: Card 3", "E704"), ("Ana: Card 3\nBen: Card 3", "E703"), ("Ana: Crad 3\nBen:", "E701")],
)
def test_a_mistake_in_a_scored_table_is_told(text: str, code: str) -> None:
    problems = Problems()
    assert score(RULES, read_notation(text, "t"), problems) is None
    assert [problem.code for problem in problems] == [code]


class Limited(Climbing):
    """A game in which nobody wins more cards than the rules allow."""

    def objections(self, seat: int) -> Iterator[Objection]:
        won = self.cards_in("won", seat)
        if len(won) > 2:
            yield self.objection(PAYS, f"at most 2 cards can be won, but there are {len(won)}", won[2:])
        if seat and not won:
            yield self.objection(MOST, "only the first player may have nothing")


class LimitedRules(Rules[Limited]):
    name = "climbing"
    min_players, max_players = 2, 3
    points = POINTS
    table = Limited


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("Ana: Card 1\nBen: Card 3, Card 5, Card 4", 2, 14, "at most 2 cards can be won, but there are 3 [score.top]"),
        ("Ana: Card 1\nBen:\n  won: nothing", 3, 3, "only the first player may have nothing [win.points]"),
        ("Ana: Card 1\nBen:", 2, 1, "only the first player may have nothing [win.points]"),
    ],
)
def test_a_table_that_the_game_objects_to_is_refused_at_its_place_by_that_clause(
    text: str, line: int, column: int, says: str
) -> None:
    problems = Problems()
    assert score(LimitedRules(deck(12), Values({})), read_notation(text, "t"), problems) is None
    assert [(one.code, one.line, one.column, one.message) for one in problems] == [("E704", line, column, says)]


def test_a_clause_that_is_off_objects_to_nothing() -> None:
    problems = Problems()
    off = LimitedRules(deck(12), Values({}), POINTS.without(["score.top"]))
    assert score(off, read_notation("Ana: Card 3, Card 4, Card 5\nBen: Card 6", "t"), problems) is not None
    assert not problems


# -- what is hidden ----------------------------------------------------------------------------------------------------


class Hiding(Table):
    """Two hidden hands and a hidden pile. Nobody else's first hand has an odd card, and everybody has seen card 0."""

    hand: list[int] = zone(OWNER, each=True, known="known", fits=lambda _, seat, card: seat != 1 or card % 2 == 0)
    known: list[int] = zone(each=True)
    stock: list[int] = pile(NOBODY)
    choice: int = secret(-1, hidden=-1)

    def deal(self, cards: list[int]) -> None: ...
    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", [0.0] * self.players)

    @action("Wait")
    def wait(self) -> None: ...


class HidingRules(Rules[Hiding]):
    name = "hiding"
    min_players = max_players = 3
    points = POINTS
    table = Hiding


def hidden_table(count: int) -> Any:
    table = Hiding.blank(HidingRules(deck(count), Values({})), 3, 0)
    table.hand = [as_set([1]), as_set([0, 2, 4]), as_set([3])]
    table.known = [0, as_set([0]), 0]
    table.stock = list(range(5, count))
    table.turns = 1
    return table


def every_way(count: int) -> set[tuple[int, int, tuple[int, ...]]]:
    """Second hand, third hand and stock in every way that can be, found by trying all orders."""
    pool = [2, 4, 3, *range(5, count)]
    found = set()
    for order in permutations(pool):
        if all(card % 2 == 0 for card in order[:2]):
            found.add((as_set([0, *order[:2]]), as_set(order[2:3]), tuple(order[3:])))
    return found


def chi_square(counts: Counter[Any], ways: int, tries: int) -> float:
    wanted = tries / ways
    return sum((count - wanted) ** 2 / wanted for count in counts.values()) + (ways - len(counts)) * wanted


@pytest.mark.parametrize("tries_by_chance", [30, 0])
def test_each_way_that_hidden_cards_can_lie_is_equally_likely(
    tries_by_chance: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """4 even cards for the 2 unknown places of a hand, 1 card of the rest, and the others in any order: 6 x 5 x 24.

    In few of all ways there are too few tables to see a slight preference for odd cards, so single cards are counted.
    """
    monkeypatch.setattr("proofdeck.play.engine.kit.imagining.TRIES", tries_by_chance)
    table, ways = hidden_table(9), every_way(9)
    random, tries = Random(7), 20 * len(ways)
    found = Counter(
        (one.hand[1], one.hand[2], tuple(one.stock)) for one in (table.resample(0, random) for _ in range(tries))
    )
    assert set(found) <= ways
    freedom = len(ways) - 1
    assert chi_square(found, len(ways), tries) < freedom + 5 * (2 * freedom) ** 0.5
    odd = sum(count for (_, hand, _), count in found.items() if hand & as_set([3, 5, 7])) / tries
    wanted = sum(bool(hand & as_set([3, 5, 7])) for _, hand, _ in ways) / len(ways)
    assert abs(odd - wanted) < 5 * (wanted * (1 - wanted) / tries) ** 0.5


@pytest.mark.parametrize("is_hidden", [True, False])
def test_whoever_imagines_a_table_does_not_know_how_the_next_shuffle_goes(is_hidden: bool) -> None:
    table = hidden_table(9) if is_hidden else Hiding.blank(HidingRules(deck(9), Values({})), 3, 0)
    table.seed = 5
    seeds = {table.resample(0, Random(number)).seed for number in range(9)}
    assert len(seeds) > 1
    assert 5 not in seeds


def test_whoever_looks_sees_his_own_hand_and_how_many_cards_others_have() -> None:
    table = hidden_table(9)
    seen = table.observation(0)
    assert (seen["hand 1"], seen["hand 2"], seen["known 2"]) == (["c1"], "3 cards", ["c0"])
    assert table.observation(None)["hand 1"] == "1 card"
    assert "known 2" not in table.zones()


def test_a_choice_that_is_not_complete_is_seen_by_nobody_else() -> None:
    table = hidden_table(9)
    table.choice = 4
    assert (table.observation(0)["choice"], table.observation(1)["choice"]) == (4, -1)
    assert table.resample(1, Random(1)).choice == -1
    assert table.resample(0, Random(1)).choice == 4
    key = table.information_state_key(1)
    table.choice = 5
    assert table.information_state_key(1) == key
    assert table.information_state_key(0) != key


class Peeking(Hiding):
    """Two of the hidden cards are looked at, and two lie in an order that only this game could imagine anew."""

    looked: list[int] = pile(MOVER)
    strange: list[int] = zone(NOBODY, form=Form("[]", "{}[:]", lambda held, _: list(held)))


def peeking_table() -> Any:
    table = hidden_table(9)
    peeking = Peeking.blank(table.rules, 3, 0)
    for name in ("hand", "known", "turns"):
        setattr(peeking, name, getattr(table, name))
    peeking.looked, peeking.strange, peeking.stock = [5, 6], [7, 8], []
    return peeking


def test_only_whoever_is_to_move_sees_the_cards_that_he_looks_at() -> None:
    table = peeking_table()
    assert (table.observation(0)["looked"], table.observation(1)["looked"]) == (["c5", "c6"], "2 cards")
    assert table.observation(None)["looked"] == "2 cards"
    assert table.resample(0, Random(1)).looked == [5, 6]
    imagined = {frozenset(table.resample(1, Random(trial)).looked) for trial in range(40)}
    assert len(imagined) > 5, "two of five cards"


def test_what_the_kit_cannot_lay_is_counted_and_not_imagined_anew() -> None:
    table = peeking_table()
    assert table.observation(0)["strange"] == "2 cards"
    assert {tuple(table.resample(1, Random(trial)).strange) for trial in range(20)} == {(7, 8)}
    with pytest.raises(AssertionError, match="only the game itself puts cards into 'strange'"):
        table.put("strange", [7])


def test_each_kind_of_action_has_the_number_of_its_first_one() -> None:
    game = playable("tombs").game
    assert isinstance(game, Rules)
    assert {name: game.action_to_string(first) for name, first in game.first.items()} == {
        "place": "Blade on a1",
        "activate": "Thorn on tombstone a1 removes a1",
        "discard": "Discard Blade",
    }


def test_an_action_is_found_again_by_what_its_method_takes() -> None:
    game = playable("tombs").game
    assert isinstance(game, Rules)
    assert game.action_to_string(game.number_of("activate", 0, 3, 8)) == "Thorn on tombstone a2 removes c3"
    for action_number in game.actions():
        kind = game.kind_of(action_number)
        assert kind
        assert game.number_of(kind.action.effect.__name__, *kind.parts(action_number)) == action_number


def test_a_row_that_takes_all_parts_bars_actions_of_any_kind() -> None:
    class Barred(Hiding):
        @action("Turn {one} into {two}", one=numbers(2), two=numbers(2))
        def turn(self, one: int, two: int) -> None: ...

        @action("Rest")
        def rest(self) -> None: ...

        @turn.bar(HELD)
        @rest.bar(HELD)
        def never(self, *parts: int) -> str | None:
            return "not this" if parts in {(), (0, 1)} else None

    class BarredRules(HidingRules):
        table = Barred

    table = Barred.blank(BarredRules(deck(9), Values({})), 3, 0)
    legal = [table.rules.action_to_string(one) for one in table.legal_actions()]
    assert legal == ["Wait", "Turn 1 into 1", "Turn 2 into 1", "Turn 2 into 2"]
    assert table.allowed() == table.legal_actions()


def test_cards_that_fit_nowhere_are_told_to_the_author() -> None:
    table = hidden_table(9)
    table.hand[1] = as_set([0, 2, 3, 5])
    table.hand[2], table.stock = 0, []
    with pytest.raises(ValueError, match="no deal fits"):
        table.resample(0, Random(1))


# -- forms of zones ----------------------------------------------------------------------------------------------------


class Copies(Table):
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS)
    gone: list[int] = zone(form=COUNTS)

    def deal(self, cards: list[int]) -> None:
        self.put("hand", cards[:4], 0)
        self.put("hand", cards[4:], 1)
        self.next_turn(0)

    @action("Drop {card}", card=held("hand", HELD))
    def drop(self, card: int) -> None:
        self.hand[self.player][card] -= 1
        self.gone[card] += 1
        if any(map(any, self.hand)):
            self.next_turn(1 - self.player)
        else:
            self.end(OVER)

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", [0.0] * self.players)


class CopiesRules(Rules[Copies]):
    name = "copies"
    min_players = max_players = 2
    points = POINTS
    table = Copies


def test_copies_of_a_card_are_counted() -> None:
    rules = CopiesRules(deck(4, copies=2), Values({}))
    for table in tables(rules, 2, 1):
        assert Counter(card for cards in table.zones().values() for card in cards) == Counter(
            {f"c{number}": 2 for number in range(4)}
        )
        assert table.legal_actions() == table.allowed()
        if not table.is_terminal():
            assert len(table.legal_actions()) == len(set(table.zones()[f"hand {table.player + 1}"]))


def test_a_set_cannot_hold_copies_and_says_so_with_the_place_of_the_card() -> None:
    with pytest.raises(ProofdeckError) as refusal:
        ClimbingRules(deck(4, copies=2), Values({}))
    assert "holds each card once" in refusal.value.problems[0].message
    assert "form=COUNTS" in refusal.value.problems[0].hint


def test_all_cards_that_do_not_work_are_told_at_once() -> None:
    class Worth(ClimbingRules):
        rank: list[int] = column("rank", ("high", "low"))
        worth: list[int] = column("worth")

    cells = [("high", "1"), ("middle", "much"), ("low", ""), ("none", "2")]
    cards = [
        replace(card, fields={"rank": rank, "worth": worth}, places={"id": Place("cards.csv", line, 1)})
        for line, card, (rank, worth) in zip(range(2, 6), deck(4), cells, strict=True)
    ]
    with pytest.raises(ProofdeckError) as refusal:
        Worth(Deck("climbing", tuple(cards)), Values({}))
    assert [(problem.field, problem.line) for problem in refusal.value.problems] == [
        ("rank", 3),
        ("rank", 5),
        ("worth", 3),
        ("worth", 4),
    ]


@FEW
@given(st.integers(0, 300))
def test_a_clone_shares_nothing_and_has_the_same_key(seed: int) -> None:
    kept = [(table.clone(), table.key()) for table in tables(RULES, 3, seed)]
    for clone, key in kept:
        assert clone.key() == key
    assert len({key for _, key in kept}) == len(kept)


@pytest.mark.parametrize("value", [None, 2.5, -1.0], ids=["none", "a fraction", "negative"])
def test_a_value_that_is_not_a_whole_number_is_refused_with_the_place_of_the_card(value: float | None) -> None:
    card = replace(RULES.cards[0], value=value)
    with pytest.raises(ProofdeckError) as refusal:
        whole_value(card, "values are points", "Write them.")
    (problem,) = refusal.value.problems
    assert (problem.code, problem.message, problem.hint) == ("E610", "values are points", "Write them.")
    assert (problem.file, problem.line, problem.field) == ("cards.csv", 2, "value")
    assert whole_value(replace(card, value=3.0), "values are points") == 3


def test_sets_and_cards_go_both_ways() -> None:
    assert list(bits(as_set([5, 0, 63]))) == [0, 5, 63]


def test_copies_are_listed_one_by_one() -> None:
    assert one_by_one([2, 0, 1]) == [0, 0, 2]


def test_cards_are_dealt_seat_by_seat_and_the_others_are_left() -> None:
    table = RULES.new_initial_state(3, 1)
    assert table.deal_out("won", [5, 4, 3, 2, 1, 0, 7, 6], 2) == [7, 6]
    assert [table.cards_in("won", seat) for seat in range(3)] == [[4, 5], [2, 3], [0, 1]]


@pytest.mark.parametrize(
    ("cards", "hands", "left"),
    [([0, 1, 2, 3, 4], [[0, 1, 2], [3, 4]], []), ([0, 1, 2, 3, 4, 5, 6], [[0, 1, 2], [3, 4, 5]], [6])],
    ids=["too few", "enough"],
)
def test_what_there_is_can_be_dealt_out_until_none_are_left(
    cards: list[int], hands: list[list[int]], left: list[int]
) -> None:
    table = RULES.new_initial_state(2, 1)
    assert table.deal_out("won", cards, 3, all=False) == left
    assert [table.cards_in("won", seat) for seat in range(2)] == hands


def test_a_short_deal_says_how_many_cards_are_needed() -> None:
    with pytest.raises(ShortDeal) as told:
        RULES.new_initial_state(3, 1).deal_out("won", [1, 2], 1)
    assert said(told.value) == "1 card each for 3 players are 3 cards, but there are 2"
    assert said(pickle.loads(pickle.dumps(told.value))) == said(told.value)


def test_a_declaration_without_its_piece_is_told_at_its_line_also_by_another_process() -> None:
    with pytest.raises(Misdeclared, match="'owners' is about the piece 'flag'") as told:
        PlacingRules(with_pieces(("field", "board", 1), ("stone", "stone", 4)), Values({}))
    again = pickle.loads(pickle.dumps(told.value))
    assert (again.file, again.line, said(again)) == (told.value.file, told.value.line, said(told.value))
    assert again.__notes__ == told.value.__notes__
    assert again.file == __file__


def test_the_record_of_a_game_plays_scores_and_asks() -> None:
    engine = game_of(ClimbingRules)
    assert engine.name == "climbing"
    assert engine.script is not None
    script = engine.script(RULES, ["Ana", "Ben"])
    assert [part for part in script if isinstance(part, str)] == ["\nAna:", "\nBen:", "\n"]
    questions = [part for part in script if not isinstance(part, str)]
    assert [(question.player, question.before) for question in questions] == [
        ("Ana", "\n  won: "),
        ("Ben", "\n  won: "),
    ]
    assert questions[1].asks == "Ben, won: which cards?"
    assert [category.label for category in engine.score_form(RULES).categories] == ["Top"]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "players", "every"),
    [
        ("fishing-dragon", 2, 3),
        ("rummy-duel", 2, 3),
        ("fantasy-contract-rummy", 2, 3),
        ("tombs", 2, 3),
        ("tombs", 3, 3),
        ("tombs", 4, 3),
        ("toonerville-rook", 3, 97),
    ],
)
def test_what_a_shipped_game_lists_for_speed_is_what_no_row_bars(name: str, players: int, every: int) -> None:
    compared = 0
    for seed in range(2):
        for table in positions(playable(name).game, players, seed, every=every):
            assert isinstance(table, Table)
            assert table.legal_actions() == table.allowed()
            compared += 1
    assert compared > 8


class Louder(Climbing):
    """With a fact more, and an own way to list what is legal."""

    volume: int = fact(3)

    def _generate(self) -> list[int]:
        return super()._generate()[::-1]


class Loudest(Louder):
    volumes: list[int] = fact(0, each=True)


def test_a_table_that_extends_another_keeps_what_that_one_says_in_its_own_words() -> None:
    class LoudRules(ClimbingRules):
        table = Loudest

    loud: Any = LoudRules(deck(12), Values({})).new_initial_state(2, 5)
    plain = RULES.new_initial_state(2, 5)
    assert loud.legal_actions() == plain.legal_actions()[::-1]
    assert (loud.clone().volume, loud.clone().volumes) == (3, [0, 0])
    assert loud.zones() == plain.zones()
    assert loud.key() != plain.key()


def test_a_key_holds_whatever_a_fact_may_be_and_records_follow_a_key_of_ones_own() -> None:
    class Weighed(Climbing):
        weight: Any = internal(0)

    class OwnKey(Weighed):
        def key(self) -> bytes:
            return b"always the same"

    def table(kind: type[Any], weight: object) -> Any:
        rules = type("WeighedRules", (ClimbingRules,), {"table": kind})(deck(12), Values({}))
        found = rules.new_initial_state(2, 1)
        found.weight = weight
        return found

    half, other = table(Weighed, Fraction(1, 2)), table(Weighed, Fraction(1, 3))
    assert half.key() == table(Weighed, Fraction(2, 4)).key() != other.key()
    assert half.hash() != other.hash()
    assert table(OwnKey, 1).hash() == table(OwnKey, 2).hash() != table(Weighed, 1).hash()


def test_a_key_leaves_out_what_does_not_affect_the_rest_of_the_game() -> None:
    class Watched(Climbing):
        glances: int = internal(0, decides=False)
        hurry: int = internal(0)

    class WatchedRules(ClimbingRules):
        table = Watched
        reshuffles = False

    def key(reshuffles: bool, **changes: int) -> bytes:
        rules = WatchedRules(deck(12), Values({}))
        rules.reshuffles = reshuffles
        table = rules.new_initial_state(2, 1)
        for name, value in changes.items():
            setattr(table, name, value)
        return table.key()

    assert key(False, seed=9, glances=3) == key(False)
    assert key(True, seed=9) != key(True)
    assert key(True, glances=3) == key(True)
    assert key(False, hurry=3) != key(False)


def test_one_rule_may_forbid_several_kinds_of_action() -> None:
    @action("Wait")
    def wait(self: Any) -> None: ...

    @action("Sleep")
    def sleep(self: Any) -> None: ...

    @action("Run")
    def run(self: Any) -> None: ...

    @bar(HELD, wait, sleep)
    def nobody_rests(self: Any) -> str | None: ...

    assert [[(row.clause, row.why) for row in one.rows] for one in (wait, sleep, run)] == [
        [(HELD, nobody_rests)]
    ] * 2 + [[]]


def test_a_rule_forbids_actions_while_a_fact_has_a_value_and_another_allows_them_in_one_line_each() -> None:
    class Hasty(Climbing):
        hour: int = fact(0)

        @action("Wait")
        def waits(self) -> None:
            self.go_on()

        bar_while("hour", 7, HELD, "it is too late", waits)
        waits.needs(HIGHER, "nobody waits")

    class HastyRules(ClimbingRules):
        table = Hasty

    def refused(on: int, hour: int) -> str | None:
        table: Any = HastyRules(deck(12), Values({}), on).new_initial_state(2, 1)
        table.hour = hour
        wait = table.rules.number_of("waits")
        assert table.legal_actions() == table.allowed()
        return None if wait in table.legal_actions() else str(table._refuse(wait))

    assert refused(POINTS.without([]), 6) is None
    assert refused(POINTS.without([]), 7) == "it is too late [play.held]"
    assert refused(POINTS.without(["play.held"]), 7) is None
    assert refused(POINTS.without(["play.higher"]), 6) == "nobody waits [play.higher]"


def test_one_of_several_rules_forbids_an_action_or_allows_it() -> None:
    class Fussy(Climbing):
        @action("Wait")
        def waits(self) -> None:
            self.go_on()

        @waits.bar_by(HELD, HIGHER)
        @waits.permit_by(ONE_BID)
        def somebody_is_in_a_hurry(self) -> Reason | None:
            if self.on & ONE_BID:
                return (HIGHER, "no time") if self.heap else (HELD, "nothing to wait for")
            return ONE_BID, "nobody waits"

    class FussyRules(ClimbingRules):
        table = Fussy

    def refused(on: int, heap: list[int]) -> str | None:
        table: Any = FussyRules(deck(12), Values({}), on).new_initial_state(2, 1)
        table.heap = heap
        wait = table.rules.number_of("waits")
        assert table.legal_actions() == table.allowed()
        if wait in table.legal_actions():
            return None
        with pytest.raises(IllegalAction) as why:
            table.apply_action(wait)
        return str(why.value)

    assert refused(POINTS.without([]), []) == "nothing to wait for [play.held]"
    assert refused(POINTS.without([]), [3]) == "no time [play.higher]"
    assert refused(POINTS.without(["play.higher"]), [3]) is None
    assert refused(POINTS.without(["bid.once"]), [3]) == "nobody waits [bid.once]"


# -- what the author of a game gets wrong ------------------------------------------------------------------------------


def test_words_that_name_something_else_than_the_action_takes_are_refused() -> None:
    with pytest.raises(TypeError, match=r"the words 'Take \{light\}' do not match the action.s arguments \(card\)"):

        @action("Take {light}", card=held("hand", HELD))
        def take(self: Any, card: int) -> None: ...


def test_a_rule_that_takes_other_values_than_its_action_is_refused_by_its_name() -> None:
    @action("Wait")
    def wait(self: Any) -> None: ...

    with pytest.raises(TypeError, match="hand_limit takes 1 values besides the table, but 'Wait' has 0"):

        @wait.bar(HELD)
        def hand_limit(self: Any, card: int) -> str | None: ...


def test_a_name_that_every_table_has_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="every table already has 'shuffles'"):

        class Wrong(Climbing):
            shuffles: int = fact(0)


def test_an_action_cannot_be_called_like_something_that_every_table_does() -> None:
    with pytest.raises(TypeError, match="every table already has 'put'"):

        class Wrong(Climbing):
            @action("Put it there")
            def put(self) -> None: ...


def test_what_comes_of_a_shuffle_that_is_still_to_come_belongs_to_the_key() -> None:
    one: Any = RULES.new_initial_state(2, 5)
    other = one.clone()
    other.seed += 1
    assert one.key() != other.key()
    assert one.information_state_key(0) == other.information_state_key(0)


@pytest.mark.parametrize("cell", ["--5", "5-", "", "x", "\u0665", "1.0", "9" * 9])
def test_a_cell_that_is_no_whole_number_is_refused_with_its_place(cell: str) -> None:
    (card, *_) = deck(1).cards
    rules = ClimbingRules(Deck("climbing", (replace(card, fields={"rank": cell}),)), Values({}))
    with pytest.raises(ProofdeckError) as refusal:
        rules.numbers("rank")
    assert (refusal.value.problems[0].line, refusal.value.problems[0].field) == (2, "rank")
    assert "the column 'rank'" in refusal.value.problems[0].hint


@pytest.mark.parametrize("read", [lambda rules: rules.numbers("rnak"), lambda rules: rules.column("rnak", ("1",))])
def test_a_column_that_the_spreadsheet_does_not_have_is_named(read: Callable[[Rules[Any]], object]) -> None:
    (card, *_) = deck(1).cards
    rules = ClimbingRules(Deck("climbing", (replace(card, fields={"rank": "1"}),)), Values({}))
    with pytest.raises(ProofdeckError) as refusal:
        read(rules)
    (problem,) = refusal.value.problems
    assert problem.message == "the engine reads the column 'rnak', which the spreadsheet does not have"
    assert problem.hint == "Did you mean 'rank'? The columns are rank."


def test_a_parameter_that_is_only_a_name_is_refused() -> None:
    class Nameless(ClimbingRules):
        parameters: ClassVar[Any] = ("hand",)

    with pytest.raises(TypeError, match="'hand' among the parameters is not a Whole, YesNo or OneOf"):
        game_of(Nameless)


def test_cards_of_a_zone_that_is_not_there_are_refused() -> None:
    with pytest.raises(TypeError, match=r"'Take \{card\}' takes cards from 'markt', but there is no such zone"):

        class Wrong(Climbing):
            @action("Take {card}", card=held("markt", HELD))
            def take(self, card: int) -> None: ...

    with pytest.raises(TypeError, match=r"cards in 'open' are known by 'sen', .* Did you mean 'seen'\?"):

        class Unknown(Climbing):
            open: Any = zone(OWNER, each=True, known="sen")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda table: table.put("hnad", [1], 0),
        lambda table: table.cards_in("hnad", 0),
        lambda table: table.add("hnad", []),
    ],
    ids=["put", "cards_in", "add"],
)
def test_a_zone_that_was_not_declared_is_told_with_the_nearest_one(wrong: Callable[[Any], object]) -> None:
    with pytest.raises(UnknownName) as told:
        wrong(RULES.new_initial_state(2, 1))
    assert str(told.value) == "there is no zone 'hnad'. Did you mean 'hand'?"
    assert str(pickle.loads(pickle.dumps(told.value))) == str(told.value)


@pytest.mark.parametrize("ask", [Values.number, Values.flag, Values.word])
def test_a_parameter_that_was_not_declared_is_told_with_those_that_were(ask: Callable[[Values, str], object]) -> None:
    values = Values({"most-tied": 3, "hand": 5})
    with pytest.raises(UnknownName) as told:
        ask(values, "mosttied")
    assert str(told.value) == "there is no parameter 'mosttied'. Did you mean 'most-tied'?"
    with pytest.raises(UnknownName) as told:
        ask(values, "zzz")
    assert str(told.value) == "there is no parameter 'zzz'. Known: most-tied and hand."
    assert values.get("zzz") is None


def test_a_word_is_not_read_as_a_number() -> None:
    with pytest.raises(TypeError, match="the parameter 'deck' is the word 'short', not a number"):
        Values({"deck": "short"}).number("deck")


def test_parts_of_an_action_may_be_called_anything() -> None:
    class Odd(Climbing):
        @action("Name {names} and {start}", names=numbers(2), start=one_of("on", "legal"))
        def odd(self, names: int, start: int) -> None: ...

    class OddRules(ClimbingRules):
        table = Odd

    table: Any = OddRules(deck(12), Values({})).new_initial_state(2, 1)
    assert table.legal_actions() == table.allowed()


def test_cards_are_laid_in_place_of_others_or_on_them() -> None:
    table: Any = RULES.new_initial_state(2, 1)
    table.put("heap", [1, 2])
    table.add("heap", [3])
    table.add("won", [4], 0)
    table.add("won", [5], 0)
    assert (table.heap, table.cards_in("won", 0)) == ([1, 2, 3], [4, 5])


def test_a_zone_may_be_empty_and_unnamed_cards_are_then_out_of_the_game() -> None:
    problems = Problems()
    table = position(RULES, read_notation("players: 3\nhand 1: Card 3\nstock: nothing", "p"), problems)
    assert not problems
    assert table is not None
    assert (table.players, table.zones()["stock"]) == (3, [])


class Blind(Table):
    """Take the top card of a hidden pile, and then put one of your cards away."""

    hand: list[int] = zone(OWNER, each=True)
    stock: list[int] = pile(NOBODY)
    gone: list[int] = pile()
    step: int = fact(0, words=("draw", "drop"))

    def deal(self, cards: list[int]) -> None:
        self.stock = cards
        self.next_turn(0)

    @action("Draw {how}", how=one_of("slowly", "fast"))
    def draw(self, _: int) -> None:
        self.add("hand", [self.stock.pop()], self.player)
        self.step = 1

    @action("Drop {card}", card=held("hand", HELD))
    def drop(self, card: int) -> None:
        self.hand[self.player] ^= 1 << card
        self.gone.append(card)
        self.step = 0
        if self.stock:
            self.next_turn(1 - self.player)
        else:
            self.end(OVER)

    @draw.bar(HELD)
    def has_drawn(self) -> str | None:
        return "a card is drawn already" if self.step else None

    @drop.bar(HELD)
    def has_not_drawn(self) -> str | None:
        return None if self.step else "a card is drawn first"

    def is_open(self) -> bool:
        return self.step == 1

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", [float(len(self.gone)), 0.0])


class BlindRules(Rules[Blind]):
    name = "blind"
    min_players = max_players = 2
    points = POINTS
    table = Blind


def test_the_bot_of_every_game_plans_again_when_a_hidden_card_turns_up_in_its_turn() -> None:
    greedy = game_of(BlindRules).greedy
    for seed in range(10):
        state = BlindRules(deck(8), Values({})).new_initial_state(2, seed)
        assert play(state, [greedy(Random(seed)), greedy(Random(seed + 1))]).is_terminal()


def test_a_written_position_says_how_many_play_also_when_some_have_nothing() -> None:
    table = Climbing.blank(RULES, 3, 0)
    table.put("hand", [4], 0)
    table.next_turn(0)
    again = position(RULES, read_notation(written(table), "p"), Problems())
    assert again is not None
    assert again.players == 3
    assert again.zones() == table.zones()


class Read(ClimbingRules):
    """Reads what it declares before it prepares."""

    parameters = (Whole("last", 0, 9, "the last one"),)
    road: int = whole("road", 1, 40, "the spaces")
    prizes: dict[str, int] = wholes("prize", 0, {"first": 9, "second": 5}, "the points of the {} prize")
    worth: list[int] = column("value")
    suit: list[int] = column("suit", ("red", "blue"))

    def prepare(self) -> None:
        self.dear = [card for card, worth in enumerate(self.worth) if worth > self.road]


class ReadMore(Read):
    rate: int = whole("rate", 2, 3, "coins for a point")


def read_deck(*cells: str) -> Deck:
    place = {"id": Place("cards.csv", 2, 1)}
    return Deck(
        "read",
        tuple(
            Card("read", f"c{number}", f"C{number}", "card", None, 1, {"id": "", "value": cell, "suit": "blue"}, place)
            for number, cell in enumerate(cells)
        ),
    )


@given(st.lists(st.integers(-9, 99), min_size=12, max_size=16), st.integers(1, 40), st.integers(0, 9))
def test_rules_have_what_they_declare_before_they_prepare(worth: list[int], road: int, prize: int) -> None:
    values = Values({"last": 1, "road": road, "prize.first": prize, "prize.second": 2, "rate": 3})
    found = ReadMore(read_deck(*map(str, worth)), values)
    assert (found.road, found.prizes, found.worth, found.rate) == (road, {"first": prize, "second": 2}, worth, 3)
    assert found.suit == [1] * len(worth)
    assert found.dear == [card for card, one in enumerate(worth) if one > road]


def test_what_rules_declare_are_their_parameters_each_once_and_in_order() -> None:
    assert [one.name for one in ReadMore.parameters] == ["last", "road", "prize.first", "prize.second", "rate"]
    assert [one.name for one in Read.parameters] == ["last", "road", "prize.first", "prize.second"]
    assert Whole("prize.first", 0, 9, "the points of the first prize") in Read.parameters
    assert not ClimbingRules.parameters


def test_a_cell_that_is_not_what_is_declared_is_told() -> None:
    with pytest.raises(ProofdeckError, match="'dear' is not a whole number"):
        Read(read_deck("1", "dear"), Values({"last": 1, "road": 1, "prize.first": 1, "prize.second": 2}))


def test_what_a_table_writes_on_its_own_sheets_has_fired_at_the_end() -> None:
    class OwnSheets(Climbing):
        def items(self, _: int) -> Iterator[Item]:
            yield from ()

        def score_sheets(self) -> list[ScoreSheet]:
            return [ScoreSheet((Item("score.top", "cards", 1),))] * self.players

    class OwnRules(ClimbingRules):
        table = OwnSheets

    *_, last = tables(OwnRules(deck(12), Values({})), 2, 1)
    assert "score.top" in POINTS.named(last.fired)


# -- several cards that are passed on ----------------------------------------------------------------------------------


class Passing(Table):
    """Everybody lays two cards aside and passes them to the left, then plays a card, and so on."""

    hand: list[int] = zone(OWNER, each=True, passed=True)
    aside: list[int] = zone(OWNER, each=True)
    heap: list[int] = pile()
    stock: list[int] = pile(NOBODY)

    def deal(self, cards: list[int]) -> None:
        self.put("stock", self.deal_out("hand", cards, 4))
        self.next_turn(0)

    @action("Pass {card}", card=held("hand", HELD))
    def lay(self, card: int) -> None:
        self.pass_cards("hand", [card], self.player, into="aside")
        if self.aside[self.player].bit_count() == 2:
            if self.player == self.players - 1:
                for seat in range(self.players):
                    self.pass_cards(
                        "aside", self.cards_in("aside", seat), (seat + 1) % self.players, into="hand", by=seat
                    )
            self.next_turn((self.player + 1) % self.players)

    @lay.bar(HELD)
    def is_time_to_play(self) -> str | None:
        return "now you play" if self.turns % (2 * self.players) not in range(1, self.players + 1) else None

    @action("Play {card}", card=held("hand", HELD))
    def play(self, card: int) -> None:
        self.put("heap", [*self.heap, card])
        self.hand[self.player] ^= 1 << card
        if self.player == self.players - 1 and self.hand[0].bit_count() < 2:
            self.end(OVER)
        else:
            self.next_turn((self.player + 1) % self.players)

    @play.bar(HELD)
    def is_time_to_pass(self) -> str | None:
        return "now you pass" if self.turns % (2 * self.players) in range(1, self.players + 1) else None

    def items(self, seat: int) -> Iterator[Item]:
        yield self.item(PAYS, "cards", self.hand[seat].bit_count())

    def deciding(self) -> Iterator[Criterion]:
        yield self.by(MOST, "points", self.points())


class PassingRules(Rules[Passing]):
    name, min_players, max_players, points, table = "passing", 2, 3, POINTS, Passing


PASSED = PassingRules(deck(12), Values({}))


def passed(*words: int, players: int = 3) -> Any:
    """A table after that many passes, from hands of 0 to 3, 4 to 7 and 8 to 11."""
    table: Any = PASSED.new_initial_state(players, 1)
    for seat in range(players):
        table.put("hand", range(4 * seat, 4 * seat + 4), seat)
    for card in words:
        kind = "Pass" if table.turns % (2 * players) in range(1, players + 1) else "Play"
        table.apply_action(PASSED.string_to_action(f"{kind} Card {card}"))
    return table


def known(table: Any, viewer: int) -> list[tuple[int, int]]:
    return sorted((holder, card) for one, holder, card in table.hand_memory if one == viewer)


def test_who_passes_several_chosen_cards_remembers_them_and_nobody_else_does() -> None:
    table = passed(0, 1, 4, 5, 8, 9)
    assert [table.cards_in("hand", seat) for seat in range(3)] == [[2, 3, 8, 9], [0, 1, 6, 7], [4, 5, 10, 11]]
    assert [known(table, viewer) for viewer in range(3)] == [[(1, 0), (1, 1)], [(2, 4), (2, 5)], [(0, 8), (0, 9)]]
    for seed in range(30):
        imagined = table.resample(0, Random(seed))
        assert {0, 1} <= {*imagined.cards_in("hand", 1)}
        assert imagined.information_state_key(0) == table.information_state_key(0)
    assert len({tuple(table.resample(0, Random(seed)).cards_in("hand", 2)) for seed in range(30)}) > 5


def test_whether_a_card_that_was_passed_is_passed_on_is_not_seen_by_who_passed_it() -> None:
    begun = (0, 1, 4, 5, 8, 9, 2, 6, 10, 3, 8)
    one, other = passed(*begun, 0, 1), passed(*begun, 0, 7)
    assert one.information_state_key(0) == other.information_state_key(0)
    assert known(one, 0) == known(other, 0) == []
    assert {tuple(one.resample(0, Random(seed)).cards_in("aside", 1)) for seed in range(60)} >= {(0, 1), (0, 7), (1, 7)}


def test_who_gets_the_cards_still_knows_the_others_and_a_whole_hand_is_remembered_by_all_who_knew_it() -> None:
    table = passed(0, 1, 4, 5, 8, 9)
    table.pass_cards("hand", [0], 0, by=1)
    assert known(table, 0) == [(1, 1)], "what it sees arrive is gone from there, and the rest is not"
    assert known(table, 1) == [(0, 0), (2, 4), (2, 5)]
    table.pass_cards("hand", table.cards_in("hand", 1), 2, by=1)
    assert known(table, 0) == [(2, 1)]
    assert known(table, 1) == [(0, 0), (2, 1), (2, 4), (2, 5), (2, 6), (2, 7)]


@FEW
@given(st.integers(2, 3), st.integers(0, 300))
def test_what_is_remembered_is_true_and_is_part_of_every_imagined_table(players: int, seed: int) -> None:
    for table in tables(PASSED, players, seed):
        for viewer in range(players):
            imagined = table.resample(viewer, Random(seed))
            in_hand = [(holder, card) for holder in range(players) for card in table.cards_in("hand", holder)]
            for holder, card in {*known(table, viewer)} & {*in_hand}:
                assert card in imagined.cards_in("hand", holder)
            assert {card for _, card in {*known(table, viewer)} - {*in_hand}} <= {*table.heap}, "played for all to see"


def test_a_game_in_which_several_cards_are_passed_on_keeps_all_promises() -> None:
    assert examine(PASSED, (2, 3), Effort(games=6, tables=4, deals=60)).findings == []


def test_cards_that_cannot_be_passed_on_are_refused_with_the_cure() -> None:
    table = passed()
    with pytest.raises(TypeError, match="Card 9 is not in 'hand 1', so nobody can pass it on"):
        table.pass_cards("hand", [9], 1)
    with pytest.raises(TypeError, match=r"declare `aside = zone\(OWNER, each=True, passed=True\)`"):
        table.pass_cards("hand", [0], 1, into="aside")
    with pytest.raises(UnknownName):
        table.pass_cards("hand", [0], 1, into="asde")
