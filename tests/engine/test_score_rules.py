"""The rules of a score: what they count, what that pays, and what is said about those that cannot be used.

What each rule pays is worked out once more here, from the rows of the spreadsheet and as people do it at a table: cards
are taken away pair by pair, and places are given out in every order in which players could be called.
"""

from __future__ import annotations

import csv
import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
import yaml
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.loading import Playable, load_playable
from proofdeck.score.calculator import calculate
from proofdeck.score.conversation import Conversation
from proofdeck.source.cards import Deck
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.page import read_page

Writer = Callable[..., Path]
Hands = Sequence[Sequence[str]]
CARDS = """game,id,name,kind,suit,Hit Points,value,quantity
zoo,fox,Red Fox,beast,red,2,3,90
zoo,wolf,Wolf,beast,blue,3,1,90
zoo,raven,Raven,bird,green,1,2,90
zoo,owl,Owl,bird,Red,,-4,90
zoo,oak,Tree,tree,green,5,,90
zoo,elm,Tree,tree,,4,,90
zoo,bet,Bet,bet,red,,,90
zoo,stake,Stake,bet,green,-1,,90
zoo,help,Help,reference,gold,7,9,1
"""
ROWS = {row["id"]: row for row in csv.DictReader(CARDS.splitlines()) if row["kind"] != "reference"}
SUITS, COINS = ("red", "blue", "green"), "coins"


# -- a rule for each thing that can be said, and what it pays as somebody would count it -------------------------------


def suit_of(card: str) -> str:
    return ROWS[card]["suit"].lower()


def with_suit(hand: Sequence[str], suit: str) -> list[str]:
    return [card for card in hand if suit_of(card) == suit]


def of_kind(hand: Sequence[str], kind: str) -> list[str]:
    return [card for card in hand if ROWS[card]["kind"] == kind]


def dealt_out(steps: Sequence[int], then: int, number: int) -> int:
    """The points of a series, walked along one by one."""
    points, left = 0, list(steps)
    for _ in range(number):
        points = left.pop(0) if left else points + then
    return points


def groups_taken_away(words: Sequence[str], size: int) -> int:
    """How often so many equal words can be taken away."""
    left, taken = list(words), 0
    for word in words:
        while left.count(word) >= size:
            for _ in range(size):
                left.remove(word)
            taken += 1
    return taken


def every_order(numbers: Sequence[int], *, fewest: bool = False) -> list[tuple[int, ...]]:
    """The orders in which the players can be called, the best first."""
    sign = 1 if fewest else -1
    seats = itertools.permutations(range(len(numbers)))
    return [
        order for order in seats if all(sign * numbers[a] <= sign * numbers[b] for a, b in itertools.pairwise(order))
    ]


def places_of(seat: int, numbers: Sequence[int], *, fewest: bool = False) -> list[int]:
    return [order.index(seat) for order in every_order(numbers, fewest=fewest)]


def shared(places: Sequence[int], seat: int, numbers: Sequence[int]) -> int:
    """The average over all orders, without its fraction."""
    at = places_of(seat, numbers)
    return (
        int(Fraction(sum(places[place] if place < len(places) else 0 for place in at), len(at))) if numbers[seat] else 0
    )


def split(places: Sequence[int], seat: int, numbers: Sequence[int]) -> int:
    best = min(places_of(seat, numbers))
    return int(Fraction(places[best], numbers.count(numbers[seat]))) if numbers[seat] and best < len(places) else 0


def full_for_fewest(places: Sequence[int], seat: int, numbers: Sequence[int]) -> int:
    best = min(places_of(seat, numbers, fewest=True))
    return places[best] if best < len(places) else 0


def none(places: Sequence[int], seat: int, numbers: Sequence[int]) -> int:
    at = set(places_of(seat, numbers))
    return places[min(at)] if len(at) == 1 and numbers[seat] and min(at) < len(places) else 0


def best_choice(points: Sequence[int], number: int, *, minus: bool) -> int:
    """The best that a player can make of it by choosing which values count."""
    chosen = itertools.combinations(range(len(points)), min(number, len(points)))
    rest = -1 if minus else 0
    return max(sum(points[at] if at in some else rest * points[at] for at in range(len(points))) for some in chosen)


def full_sets(hand: Sequence[str], column: str, values: set[str]) -> int:
    """How often one card of each value can be taken away."""
    left, taken = [ROWS[card][column].lower() for card in hand], 0
    while values <= set(left):
        for value in values:
            left.remove(value)
        taken += 1
    return taken


def beside(hand: Sequence[str], one: Callable[[str], bool], other: Callable[[str], bool]) -> int:
    return sum(one(a) and other(b) for (i, a), (j, b) in itertools.product(enumerate(hand), repeat=2) if i != j)


def journey(hand: Sequence[str]) -> int:
    points = 0
    for suit in SUITS:
        cards = with_suit(hand, suit)
        if cards:
            points += (sum(int(ROWS[card]["value"] or 0) for card in cards) - 20) * (1 + len(of_kind(cards, "bet")))
    return points


RULES: dict[str, tuple[str, Callable[[int, Hands, Sequence[int]], int]]] = {
    "birds": (
        "{count: kind bird, series: 1 3 6 10, then: 5}",
        lambda me, hands, _: dealt_out([1, 3, 6, 10], 5, len(of_kind(hands[me], "bird"))),
    ),
    "colours": (
        "{count: distinct suit, points: 2}",
        lambda me, hands, _: 2 * len({suit_of(card) for card in hands[me]} - {""}),
    ),
    "reds": (
        "{count: SUIT  RED, points: 3, at-most: 10}",
        lambda me, hands, _: min(10, 3 * len(with_suit(hands[me], "red"))),
    ),
    "pairs": (
        "{count: pairs, by: name, points: 5}",
        lambda me, hands, _: 5 * groups_taken_away([ROWS[card]["name"] for card in hands[me]], 2),
    ),
    "threes": (
        "{count: groups of 3, among: beast, points: 4}",
        lambda me, hands, _: 4 * groups_taken_away([ROWS[card]["kind"] for card in of_kind(hands[me], "beast")], 3),
    ),
    "stands": (
        "{count: cards, by: suit, series: [0, 1, 4], at-most: 6}",
        lambda me, hands, _: min(6, sum(dealt_out([0, 1, 4], 0, len(with_suit(hands[me], suit))) for suit in SUITS)),
    ),
    "choice": (
        "{count: cards, by: suit, series: 1 3 6 10, best: 2, rest: minus}",
        lambda me, hands, _: best_choice(
            [dealt_out([1, 3, 6, 10], 0, len(with_suit(hands[me], suit))) for suit in SUITS], 2, minus=True
        ),
    ),
    "favourite": (
        "{count: cards, by: suit, points: 3, best: 1}",
        lambda me, hands, _: best_choice([3 * len(with_suit(hands[me], suit)) for suit in SUITS], 1, minus=False),
    ),
    "rainbow": (
        "{count: one of each suit, points: 7}",
        lambda me, hands, _: 7 * full_sets(hands[me], "suit", set(SUITS)),
    ),
    "flock": (
        "{count: one of each name, among: kind bird, points: 7}",
        lambda me, hands, _: 7 * full_sets(hands[me], "name", {"raven", "owl"}),
    ),
    "strength": (
        "{count: sum of hit points, points: 2, at-least: 3}",
        lambda me, hands, _: max(3, sum(2 * int(ROWS[card]["Hit Points"] or 0) for card in hands[me])),
    ),
    "friends": (
        "{count: raven, per: Tree, points: 2}",
        lambda me, hands, _: 2 * beside(hands[me], lambda a: a == "raven", lambda b: ROWS[b]["name"] == "Tree"),
    ),
    "herd": (
        "{count: kind beast, per: cards, by: suit, points: 1}",
        lambda me, hands, _: sum(
            beside(with_suit(hands[me], suit), lambda a: ROWS[a]["kind"] == "beast", lambda _: True) for suit in SUITS
        ),
    ),
    "debts": (
        "{count: owl, points: -3, at-least: -8}",
        lambda me, hands, _: max(-8, -3 * list(hands[me]).count("owl")),
    ),
    "journeys": (
        "{count: sum of value, by: suit, points: 1, start: -20, times: 1 + kind bet}",
        lambda me, hands, _: journey(hands[me]),
    ),
    "most-red": (
        "{most: suit red, points: 7 4 1}",
        lambda me, hands, _: shared([7, 4, 1], me, [len(with_suit(hand, "red")) for hand in hands]),
    ),
    "most-birds": (
        "{most: kind bird, points: 7 4 1, ties: split}",
        lambda me, hands, _: split([7, 4, 1], me, [len(of_kind(hand, "bird")) for hand in hands]),
    ),
    "most-kinds": (
        "{most: distinct kind, points: 7 4 1, ties: none}",
        lambda me, hands, _: none([7, 4, 1], me, [len({ROWS[card]["kind"] for card in hand}) for hand in hands]),
    ),
    "fewest-cards": (
        "{fewest: cards, points: -4 -2, ties: full}",
        lambda me, hands, _: full_for_fewest([-4, -2], me, [len(hand) for hand in hands]),
    ),
    "first-of-suits": (
        "{most: cards, by: suit, points: 5}",
        lambda me, hands, _: sum(shared([5], me, [len(with_suit(hand, suit)) for hand in hands]) for suit in SUITS),
    ),
    "coins": (
        "{asks: coins, points: 1, at-most: 12}",
        lambda me, _, coins: min(12, coins[me]),
    ),
    "savings": (
        "{count: coins, series: 1 1 2 3 5}",
        lambda me, _, coins: dealt_out([1, 1, 2, 3, 5], 0, max(0, coins[me])),
    ),
    "richest": (
        "{most: coins, points: 5 2}",
        lambda me, _, coins: shared([5, 2], me, [max(0, number) for number in coins]),
    ),
}
CLAUSES = [f"score.{name}" for name in RULES]


def page_of(rules: str, clauses: Sequence[str], more: str = "") -> str:
    printed = "".join(f"r[{clause}]\nPrinted.\n\n" for clause in ("score.wins", *clauses))
    return f"---\ntitle: Zoo\nscore:\n  wins: highest\n  rules:\n{rules}---\n\n{printed}{more}"


@cache
def deck_of(cards: str = CARDS) -> Deck:
    with TemporaryDirectory() as folder:
        (Path(folder) / "cards.csv").write_text(cards)
        problems = Problems()
        project = load_project(Path(folder), problems)
        assert [problem for problem in problems if problem.is_error] == []
        return project.games["zoo"].deck


def opened(root: Path, page: str, cards: str = CARDS) -> tuple[Playable | None, Problems]:
    """The game of a page, and all that is wrong with it."""
    (root / "zoo.md").write_text(page)
    problems = Problems()
    found = read_page(root / "zoo.md", "rules_md/zoo.md", problems)
    assert found is not None
    return load_playable(found, deck_of(cards), root, problems), problems


def game_of(root: Path, rules: str) -> Playable:
    """A game with these rules, each in a line of its own."""
    clauses = [f"score.{line.split(':')[0]}" for line in rules.splitlines()]
    found, problems = opened(root, page_of("".join(f"    {line}\n" for line in rules.splitlines()), clauses))
    assert not problems
    assert found is not None
    return found


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Playable:
    """A game with all of the rules above."""
    return game_of(tmp_path_factory.mktemp("zoo"), "\n".join(f"{name}: {rule}" for name, (rule, _) in RULES.items()))


def scored(playable: Playable, text: str) -> Scored:
    problems = Problems()
    found = calculate(playable, text, "table", problems)
    assert not problems
    assert found is not None
    return found


def table_of(hands: Hands, coins: Sequence[int]) -> str:
    lines = (
        f"P{seat}: {', '.join(hand)}; coins {number}"
        for seat, (hand, number) in enumerate(zip(hands, coins, strict=True))
    )
    return "\n".join(lines)


def by_clause(found: Scored, seat: int) -> Counter[str]:
    points = Counter(dict.fromkeys(CLAUSES, 0))
    for item in found.sheets[seat].items:
        points[item.clause] += item.points
    return points


hand = st.lists(st.sampled_from(sorted(ROWS)), max_size=7)
tables = st.lists(st.tuples(hand, st.integers(-3, 15)), min_size=1, max_size=4).map(
    lambda seats: tuple(zip(*seats, strict=True))
)


@given(tables)
@settings(max_examples=examples(50))
def test_every_rule_pays_what_somebody_would_count_at_the_table(
    zoo: Playable, table: tuple[Hands, Sequence[int]]
) -> None:
    hands, coins = table
    found = scored(zoo, table_of(hands, coins))
    for seat in range(len(hands)):
        expected = {f"score.{name}": pays(seat, hands, coins) for name, (_, pays) in RULES.items()}
        assert by_clause(found, seat) == expected
        assert found.sheets[seat].total == sum(expected.values())


@given(tables, st.randoms(use_true_random=False))
@settings(max_examples=examples(20))
def test_the_order_of_players_and_of_cards_changes_nothing(
    zoo: Playable, table: tuple[Hands, Sequence[int]], random: Random
) -> None:
    lines = table_of(*table).split("\n")
    other = []
    for line in random.sample(lines, len(lines)):
        name, _, cards = line.partition(": ")
        words = cards.replace(";", ",").split(", ")
        other.append(f"{name}: {', '.join(random.sample(words, len(words)))}")
    found, again = scored(zoo, "\n".join(lines)), scored(zoo, "\n".join(other))
    assert {name: by_clause(again, seat) for seat, name in enumerate(again.names)} == {
        name: by_clause(found, seat) for seat, name in enumerate(found.names)
    }


@given(tables)
@settings(max_examples=3)
def test_a_clause_that_is_switched_off_pays_nothing_and_touches_no_other(
    zoo: Playable, table: tuple[Hands, Sequence[int]]
) -> None:
    whole = scored(zoo, table_of(*table))
    for clause in CLAUSES:
        game = zoo.engine.make(deck_of(), zoo.game.values, zoo.engine.points.without([clause]))
        found = scored(replace(zoo, game=game), table_of(*table))
        for sheet, before in zip(found.sheets, whole.sheets, strict=True):
            assert sheet.items == tuple(item for item in before.items if item.clause != clause)


# -- items -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "table", "items"),
    [
        ("{count: kind bird, series: 1 3 6}", "raven x2, fox", [("birds: 2 cards", 3, "Raven, Raven")]),
        ("{count: raven, points: 2}", "fox", []),
        ("{count: owl, series: 1 3, then: 5}", "owl x5", [("birds: 5 cards", 18, ", ".join(["Owl"] * 5))]),
        ("{count: sum of value, series: 8 9, start: 1}", "elm", [("birds: value 0 + 1", 1, "Tree")]),
        ("{count: pairs, by: name, points: 5}", "oak, elm, fox", [("birds, Tree: 1 pair", 5, "Tree, Tree")]),
        (
            "{count: cards, by: suit, points: 4, at-most: 6}",
            "fox, wolf",
            [("birds, red: 1 card", 4, "Red Fox"), ("birds, blue: 1 card", 4, "Wolf"), ("birds, at most 6", -2, "")],
        ),
        ("{count: fox, points: 4, at-most: 6}", "fox x2", [("birds: 2 cards, at most 6", 6, "Red Fox, Red Fox")]),
        ("{count: fox, points: 4, at-least: 3}", "", [("birds, at least 3", 3, "")]),
        (
            "{count: one of each kind, among: suit red, points: 1}",
            "fox, bet, owl",
            [("birds: 1 full set", 1, "Red Fox, Owl, Bet")],
        ),
        (
            "{count: raven, per: kind tree, points: 2}",
            "raven x2, oak",
            [("birds: 2 x Raven, 1 x kind tree", 4, "Raven, Raven, Tree")],
        ),
        (
            "{count: fox, per: fox, points: 1}",
            "fox x3",
            [("birds: 3 x Red Fox, each with 2 others", 6, "Red Fox, Red Fox, Red Fox")],
        ),
        (
            "{count: sum of value, points: 1, start: -20, times: 1 + bet}",
            "fox, bet",
            [("birds: value 3 - 20, times 2", -34, "Red Fox, Bet")],
        ),
        (
            "{count: cards, by: suit, series: 1 3, best: 1, rest: minus}",
            "fox, wolf x2",
            [("birds, red: 1 card, minus", -1, "Red Fox"), ("birds, blue: 2 cards", 3, "Wolf, Wolf")],
        ),
        ("{most: suit red, points: 6 3}", "fox x2", [("birds: place 1 with 2 cards", 6, "Red Fox, Red Fox")]),
        ("{most: suit red, points: 6 3}", "owl", [("birds: place 1 (shared by 2) with 1 card", 4, "Owl")]),
        ("{most: suit red, points: 6 3, ties: none}", "owl", [("birds: place 1 (shared by 2) with 1 card", 0, "Owl")]),
    ],
)
def test_items_say_what_was_counted_and_which_cards(
    tmp_path: Path, rule: str, table: str, items: list[tuple[str, int, str]]
) -> None:
    found = scored(game_of(tmp_path, f"birds: {rule}"), f"Ana: {table}\nBen: owl")
    assert [(item.clause, item.label, item.points, ", ".join(item.cards)) for item in found.sheets[0].items] == [
        ("score.birds", *item) for item in items
    ]


def test_rules_may_make_a_total_negative_and_then_the_least_loss_wins(tmp_path: Path) -> None:
    found = scored(game_of(tmp_path, "owls: {count: owl, points: -3}"), "Ana: owl x2\nBen: owl")
    assert [sheet.total for sheet in found.sheets] == [-6, -3]
    assert found.ranking.groups == ((1,), (0,))


def test_values_are_told_apart_by_every_sign_in_them(tmp_path: Path) -> None:
    """-1 is not 1, though both have the same letters and digits."""
    game = game_of(tmp_path, "low: {count: hit points -1, points: 5}\nkinds: {count: distinct hit points, points: 1}")
    found = scored(game, "Ana: raven, stake")
    assert [(item.points, item.cards) for item in found.sheets[0].items] == [(5, ("Stake",)), (2, ("Raven", "Stake"))]


# -- numbers that players write down -----------------------------------------------------------------------------------

COINS_AND_FOXES = "coins: {asks: coins, points: 1}\nfoxes: {count: fox, points: 100}"


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("fox; coins 7", 107),
        ("fox, coins 7", 107),
        ("coins: 7; fox", 107),
        ("7 coins", 7),
        ("Coin x7, fox x2", 207),
        ("coins = 7", 7),
        ("7x coins", 7),
        ("coins −3", -3),
        ("coins +003", 3),
        ("; coins 7", 7),
        ("fox", 100),
        ("", 0),
    ],
)
def test_a_number_is_understood_whatever_way_it_is_written(tmp_path: Path, line: str, points: int) -> None:
    found = scored(game_of(tmp_path, COINS_AND_FOXES), f"Ana: {line}")
    assert found.sheets[0].total == points


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fox; §coins", "coins needs a whole number"),
        ("fox; §coins many", "coins needs a whole number"),
        ("coins 7; §coins 8", "coins already has a number, 7"),
        ("§coins 1000001", "coins: numbers may go up to 1,000,000"),
        (f"§coins {'9' * 60}", "coins: numbers may go up to 1,000,000"),
        ("fox; §coinz 7", "there is no card 'coinz 7'"),
    ],
)
def test_a_number_that_cannot_be_used_is_told_at_its_place(tmp_path: Path, line: str, says: str) -> None:
    text = f"Ana: {line}"
    problems = Problems()
    assert calculate(game_of(tmp_path, COINS_AND_FOXES), text.replace("§", ""), "table", problems) is None
    assert [(problem.line, problem.column, problem.message) for problem in problems] == [(1, text.index("§") + 1, says)]


def test_a_card_whose_name_begins_like_a_number_that_is_asked_for_stays_a_card(tmp_path: Path) -> None:
    found = scored(
        game_of(tmp_path, "foxglove: {asks: red, points: 1}\nfoxes: {count: fox, points: 100}"),
        "Ana: Red Fox x2, red 3",
    )
    assert [(item.label, item.points) for item in found.sheets[0].items] == [
        ("foxglove: 3 red", 3),
        ("foxes: 2 cards", 200),
    ]


def test_players_are_asked_for_their_cards_and_then_for_their_numbers(tmp_path: Path) -> None:
    conversation = Conversation(game_of(tmp_path, COINS_AND_FOXES), ("Ana", "Ben"))
    asked = []
    for answer in ("fox", "7", "", "-2"):
        assert conversation.table.question is not None
        asked.append(conversation.table.question.asks)
        assert conversation.say(answer) == []
    assert asked == ["Cards of Ana", "Coins of Ana", "Cards of Ben", "Coins of Ben"]
    found = conversation.scored(Problems())
    assert found is not None
    assert [sheet.total for sheet in found.sheets] == [107, -2]


def test_an_answer_that_is_no_number_is_asked_for_again(tmp_path: Path) -> None:
    conversation = Conversation(game_of(tmp_path, COINS_AND_FOXES), ("Ana",))
    assert conversation.say("fox") == []
    (problem,) = conversation.say("many")
    assert problem.message == "coins needs a whole number"
    assert conversation.table.question is not None
    assert conversation.table.question.asks == "Coins of Ana"


# -- on paper ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "note"),
    [
        ("{count: kind bird, series: 1 3 6 10, then: -5}", "kind bird: 1, 3, 6, 10, then −5 each"),
        ("{count: suit RED, points: -2, at-least: -9, at-most: 0}", "suit red: −2 each, at most 0, at least −9"),
        ("{count: pairs, by: hit points, among: beast, points: 1}", "pairs among beast by hit points: 1 each"),
        ("{count: groups of 3, points: 1}", "groups of 3: 1 each"),
        ("{count: distinct Hit Points, points: 1}", "distinct hit points: 1 each"),
        ("{count: one of each suit, points: 1}", "one of each suit: 1 each"),
        ("{count: fox, per: cards, points: 1}", "Red Fox per cards: 1 each"),
        ("{count: sum of value, points: 1, start: -20, times: 1 + bet}", "sum of value: 1 each, −20, times 1 + Bet"),
        ("{count: cards, by: suit, series: 1 3, best: 2, rest: minus}", "cards by suit: 1, 3, best 2, the rest minus"),
        ("{most: suit red, points: 6 3}", "most suit red: 6, 3"),
        ("{fewest: suit red, points: -6}", "fewest suit red: −6"),
        ("{asks: coins, points: 1}", "coins: 1 each"),
    ],
)
def test_the_line_of_a_pad_says_what_counts_and_what_it_pays(tmp_path: Path, rule: str, note: str) -> None:
    game = game_of(tmp_path, f"birds: {rule}")
    assert game.engine.score_form is not None
    (category,) = game.engine.score_form(game.game).categories
    assert (category.label, category.note, category.clauses) == ("Birds", note, frozenset({"score.birds"}))


def test_a_pad_does_not_repeat_the_name_of_a_number(tmp_path: Path) -> None:
    game = game_of(tmp_path, "coins: {asks: coins, points: 1}")
    assert game.engine.score_form is not None
    (category,) = game.engine.score_form(game.game).categories
    assert (category.label, category.note) == ("Coins", "1 each")


def notes_of(root: Path, rules: str) -> tuple[str, ...]:
    game = game_of(root, rules)
    assert game.engine.score_form is not None
    return game.engine.score_form(game.game).notes


def test_a_pad_says_how_ties_are_settled_and_of_which_rule_where_they_differ(tmp_path: Path) -> None:
    red, green = "red: {most: suit red, points: 6}", "green: {most: suit green, points: 6, ties: full}"
    share = "Players who tie share the points of the places they take up. Drop fractions."
    assert notes_of(tmp_path, "foxes: {count: fox, points: 1}") == ("The highest total wins.",)
    assert notes_of(tmp_path, f"{red}\nblue: {{most: suit blue, points: 4}}") == ("The highest total wins.", share)
    assert notes_of(tmp_path, f"{red}\n{green}") == (
        "The highest total wins.",
        f"Red: p{share[1:]}",
        "Green: players who tie each get the points of their place in full.",
    )


# -- what cannot be used -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "says", "hint"),
    [
        ("§~", "rules.birds: this must be a table", "For example: {count: suit red, points: 2}."),
        ("§3", "rules.birds: this must be a table", "{count"),
        ("§[1, 2]", "rules.birds: this must be a table", "{count"),
        ("§{}", "rules.birds: this must be a table", "{count"),
        ("{points: §2}", "the rule 'birds' does not say what it counts", "count, most, fewest and asks"),
        ("{count: §fox}", "the rule 'birds' does not say how many points", "points, or series"),
        ("{most: §fox}", "the rule 'birds' does not say how many points", "6 3"),
        ("{count: fox, most: §fox, points: 1}", "the rule 'birds' has both count and most", "two rules"),
        ("{count: fox, points: 1, series: §1 2}", "the rule 'birds' has both points and series", "one of them"),
        ("{count: fox, pionts: §1, points: 1}", "a rule has no 'pionts'", "Did you mean 'points'?"),
        ("{count: fox, limit: §1, points: 1}", "a rule has no 'limit'", "at-most or at-least"),
        ("{count: fox, series: 1, 3§, 6}", "a rule has no '3'", "with spaces"),
        ("{count: fox, points: 1, ties: §full}", "'ties' goes with most and fewest, not with count", ""),
        ("{most: fox, points: 1, at-most: §3}", "'at-most' goes with count and asks, not with most", ""),
        ("{asks: coins, points: 1, by: §suit}", "'by' goes with count, most and fewest, not with asks", ""),
        ("{count: fox, points: 1, then: §2}", "'then' continues a series, but there is none", "series: 1 3 6"),
        (
            "{count: §kind brid, points: 1}",
            "no card has 'brid' in the column 'kind'",
            "Did you mean 'bird'? Known: beast,",
        ),
        ("{count: §siut red, points: 1}", "there is no column 'siut' and no card 'siut red'", "Did you mean 'suit'?"),
        ("{count: §suit, points: 1}", "'suit' is a column, not a set of cards", "For example: suit red."),
        ("{count: §ravn, points: 1}", "there is no card and no kind 'ravn'", "Did you mean 'Raven'?"),
        ("{count: §help, points: 1}", "there is no card and no kind 'help'", ""),
        ("{count: §pair, points: 1}", "there is no card and no kind 'pair'", "Did you mean 'pairs'?"),
        ("{count: §distinct siut, points: 1}", "there is no column 'siut'", "Did you mean 'suit'? Columns: game, id,"),
        ("{count: cards, by: §siut, points: 1}", "there is no column 'siut'", "Did you mean 'suit'?"),
        ("{count: cards, by: §suit red, points: 1}", "there is no column 'suit red'", "Columns: game"),
        (
            "{count: cards, among: §suit gold, points: 1}",
            "no card has 'gold' in the column 'suit'",
            "Known: red, blue and green.",
        ),
        ("{count: §groups of 1, points: 1}", "'groups of 1' is not possible", "at least two cards"),
        ("{count: §yes, points: 1}", "count: 'yes' is neither cards nor a column", ""),
        ("{count: §[fox, owl], points: 1}", "count: a list is neither cards nor a column", ""),
        ("{count: {a: §b}, points: 1}", "count: this must be one word or number, not a table", ""),
        ("{count: §, points: 1}", "count: '' is neither cards nor a column", ""),
        ("{count: §3, points: 1}", "there is no card and no kind '3'", ""),
        ("{count: fox, per: §owll, points: 1}", "there is no card and no kind 'owll'", "Did you mean 'Owl'?"),
        ("{count: pairs, per: §owl, points: 1}", "'per' goes with cards, not with pairs", ""),
        ("{count: fox, points: §1 3 6}", "'1 3 6' is not a whole number of points", "series: 1 3 6"),
        ("{count: fox, points: §1.5}", "'1.5' is not a whole number of points", ""),
        ("{count: fox, points: §1000001}", "'1000001' is not a whole number of points", ""),
        ("{count: fox, series: §}", "'' is not a whole number of points", ""),
        ("{count: fox, series: §1 x 3}", "'1 x 3' is not a whole number of points", "with spaces"),
        ("{count: fox, series: [1, §x]}", "'x' is not a whole number of points", ""),
        ("{count: fox, series: §1 9999999}", "points may go up to 1,000,000", ""),
        (f"{{count: fox, series: §{'1 ' * 101}}}", "there are 101 numbers; the limit is 100", ""),
        ("{most: fox, points: 1, ties: §ful}", "ties: 'ful' is not a way to break ties", "Did you mean 'full'?"),
        ("{count: fox, points: 1, at-most: §1, at-least: 2}", "at-most: 1 is less than at-least: 2", ""),
        ("{count: fox, points: 1, at-most: §many}", "'many' is not a whole number of points", ""),
        ("{count: fox, points: 1, best: §2}", "'best' needs 'by', which is missing", ""),
        ("{count: cards, by: suit, points: 1, rest: §minus}", "'rest' needs 'best', which is missing", ""),
        ("{count: cards, by: suit, points: 1, best: §0}", "best: 0 leaves nothing to count", ""),
        (
            "{count: cards, by: suit, points: 1, best: 1, rest: §plus}",
            "rest: 'plus' is not allowed here",
            "rest: minus",
        ),
        ("{count: fox, points: 1, times: §1 + owll}", "there is no card and no kind 'owll'", "Did you mean 'Owl'?"),
        ("{asks: §Beast, points: 1}", "'Beast' also means cards, so it would be ambiguous", ""),
        ("{asks: §card, points: 1}", "'card' also means cards, so it would be ambiguous", ""),
        ("{asks: §7, points: 1}", "'7' is not the name of a number", "only letters: coins"),
        ("{asks: §gold 3, points: 1}", "'gold 3' is not the name of a number", "only letters"),
        (
            "{asks: §Ravens, points: 1}",
            "'Ravens' also means cards, so it would be ambiguous",
            "different name",
        ),
    ],
)
def test_a_rule_that_cannot_be_used_is_told_with_its_line_and_column(
    tmp_path: Path, rule: str, says: str, hint: str
) -> None:
    page = page_of(f"    owls: {{count: owl, points: 1}}\n    birds: {rule}\n", ["score.owls", "score.birds"])
    before = page[: page.index("§")]
    found, problems = opened(tmp_path, page.replace("§", ""))
    assert found is None
    place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    told = [problem for problem in problems if problem.message == says]
    assert [(problem.code, problem.file, problem.line, problem.column) for problem in told] == [
        ("E614", "rules_md/zoo.md", *place)
    ]
    assert hint in told[0].hint


@pytest.mark.parametrize(
    ("rules", "line", "says"),
    [
        ("a: {asks: coins, points: 1}\nb: {asks: coin, points: 1}", 7, "'coin' is already asked for by the rule 'a'"),
        (
            "a: {asks: coins, points: 1}\nb: {count: coins, by: suit, points: 1}",
            7,
            "'by' is about cards, but 'coins' is a number",
        ),
        (
            "a: {asks: coins, points: 1}\nb: {count: coins, per: fox, points: 1}",
            7,
            "'per' is about cards, but 'coins' is a number",
        ),
        ("My Birds: {count: fox, points: 1}", 6, "'My Birds' cannot be the name of a rule"),
        ("wins: {count: fox, points: 1}", 6, "'wins' cannot be the name of a rule"),
    ],
)
def test_rules_that_do_not_go_together_are_told_with_their_line(
    tmp_path: Path, rules: str, line: int, says: str
) -> None:
    _, problems = opened(tmp_path, page_of("".join(f"    {rule}\n" for rule in rules.splitlines()), []))
    assert [(problem.code, problem.line) for problem in problems if problem.message == says] == [("E614", line)]


def test_a_rule_cannot_be_called_like_a_set(tmp_path: Path) -> None:
    page = page_of("    trio: {count: fox, points: 1}\n", []).replace(
        "  rules:", "  sets:\n    trio: {cards: fox, points: 1}\n  rules:"
    )
    _, problems = opened(tmp_path, page)
    assert [(problem.line, problem.message) for problem in problems] == [(8, "'trio' is already the name of a set")]


def test_a_card_may_be_called_like_a_column_and_something_more(tmp_path: Path) -> None:
    cards = CARDS.replace("Stake", "Suit of Rags")
    found, problems = opened(tmp_path, page_of("    a: {count: suit of rags, points: 3}\n", ["score.a"]), cards)
    assert not problems
    assert found is not None
    assert scored(found, "Ana: stake, bet").sheets[0].total == 3


def test_a_number_is_not_called_like_cards_that_are_counted_through(tmp_path: Path) -> None:
    """`coin 3` would be a card and three coins."""
    page = page_of("    a: {asks: coins, points: 3}\n", ["score.a"])
    _, problems = opened(tmp_path, page, CARDS.replace("Wolf", "Coin 3"))
    assert [problem.message for problem in problems] == ["'coins' also means cards, so it would be ambiguous"]


def test_a_score_must_be_a_table(tmp_path: Path) -> None:
    _, problems = opened(tmp_path, "---\ntitle: Zoo\nscore: highest\n---\n")
    assert [(problem.code, problem.line, problem.column) for problem in problems] == [("E614", 3, 8)]


def test_rules_must_be_a_table(tmp_path: Path) -> None:
    _, problems = opened(tmp_path, page_of("", []).replace("rules:", "rules: [1]"))
    assert [(problem.line, problem.column, problem.message) for problem in problems] == [
        (5, 10, "rules: this must be a table")
    ]


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    rules = "    a: {count: foxx, points: x, at-most: y}\n    b: {most: owll, points: z, ties: w}\n    c: 3\n"
    _, problems = opened(tmp_path, page_of(rules, []))
    assert sorted(str(problem.where) for problem in problems) == [
        f"rules_md/zoo.md:{place}" for place in ("6:16", "6:30", "6:42", "7:15", "7:29", "7:38", "8:8")
    ]


def test_what_is_added_up_must_be_whole_and_is_told_at_its_cell(tmp_path: Path) -> None:
    with_half = CARDS.replace("beast,blue,3,", "beast,blue,2.5,")
    page = page_of("    a: {count: sum of Hit Points, points: 1}\n", ["score.a"])
    _, problems = opened(tmp_path, page, with_half)
    line = with_half.splitlines()[2]
    assert [(problem.code, problem.where) for problem in problems] == [("E614", f"cards.csv:3:{line.index('2.5') + 1}")]


def test_a_rule_must_be_printed(tmp_path: Path) -> None:
    _, problems = opened(tmp_path, page_of("    birds: {count: fox, points: 1}\n", ["score.brids"]))
    assert [(problem.code, problem.hint) for problem in problems] == [
        ("E605", "Did you mean 'score.brids'? Add the rule to the page, or remove it from the table of scores.")
    ]


@given(
    st.lists(
        st.sampled_from(["Ana", ":", ",", ";", " ", "\n", "coins", "7", "x", "-", "=", "fox", "9" * 50])
        | st.text(max_size=5)
    )
)
@settings(max_examples=examples(50))
def test_no_table_of_cards_and_numbers_gives_a_traceback(zoo: Playable, pieces: list[str]) -> None:
    problems = Problems()
    found = calculate(zoo, "".join(pieces), "table", problems)
    assert (found is None) == bool(problems)


words = st.sampled_from(
    [*"count most fewest asks by among per points series then ties best rest times at-most at-least start".split()]
) | st.text(max_size=8)
scraps = st.sampled_from(
    [
        "fox",
        "suit red",
        "suit",
        "pairs",
        "distinct suit",
        "sum of value",
        "groups of 99",
        "cards",
        "coins",
        "share",
        "1 3",
    ]
)
plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | scraps | st.just(10**400)
nonsense = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4), max_leaves=12
)


@given(st.dictionaries(words, nonsense, max_size=4), tables)
@settings(max_examples=examples(40))
def test_no_table_gives_a_traceback_whatever_is_written_in_it(
    rules: dict[str, object], table: tuple[Hands, Sequence[int]]
) -> None:
    with TemporaryDirectory() as folder:
        head = yaml.safe_dump({"title": "Zoo", "score": {"wins": "lowest", "rules": rules}}, allow_unicode=True)
        found, problems = opened(Path(folder), f"---\n{head}---\n\nr[score.wins]\nPrinted.\n")
        assert (found is None) == any(problem.code in {"E614", "E506"} for problem in problems)
        if found is not None:
            calculate(found, table_of(*table), "table", Problems())
