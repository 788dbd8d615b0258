"""That tables which rules leave open are found, made small, and are not found where there are none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import islice, pairwise, permutations
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from kit.families import family
from tables import ROOT, playable, project, starter_in, with_engine

from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots import RandomBot, Seat
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.state import Action, State
from proofdeck.play.engine.statements import read_statements
from proofdeck.play.engine.trial import hunting
from proofdeck.play.engine.trial.comparing import Broken, cards_of
from proofdeck.play.engine.trial.conformance import Effort, examine
from proofdeck.play.engine.trial.hunting import Find, Hunter, HuntResult, deals, everything, many, whatever_turn
from proofdeck.play.engine.trial.questions import STANDING, Seen, TrialQuestion, When
from proofdeck.play.engine.trial.shrinking import Smallest, smallest
from proofdeck.play.games.fishing_dragon.rules import FishingDragonState
from proofdeck.play.games.salt_roads import Caravans
from proofdeck.play.games.tombs.rules import TombsState
from proofdeck.play.lab.hunting import Hunt, favoured_seats, hunt, questions_of
from proofdeck.play.setup.reduced import read_reduction
from proofdeck.source.cards import Deck

ENGINE = (ROOT / "generator/proofdeck/front/starters" / "tricks" / "my_game_rules.py").read_text(encoding="utf-8")
SMALL = "2 suits, ranks 1 to 3, hand=2"
PASS = '    @action("Pass")\n    def wait(self) -> None:\n        self.next_turn((self.player + 1) % self.players)\n\n'
IDLE = '    @action("Wait")\n    def wait(self) -> None:\n        self.apply(CARD)\n\n'


@pytest.fixture(scope="module")
def tricks(tmp_path_factory: pytest.TempPathFactory) -> Playable:
    """The game of the tutorial."""
    return starter_in(tmp_path_factory.mktemp("hunt") / "my-game")


def deck_of(game: Rules[Any]) -> Any:
    return Deck(game.name, game.cards)


def small(tricks: Playable, engine: Engine[Any] | None = None, words: str = SMALL) -> Rules[Any]:
    """The game of the tutorial with a few cards and two in each hand. engine: one with a mistake."""
    reduction = read_reduction(words)
    numbers = {name: int(value) for name, value in (change.split("=") for change in reduction.changes)}
    deck = reduction.of(deck_of(tricks.game), set(tricks.game.ids))  # type: ignore[attr-defined, arg-type]
    return cast("Rules[Any]", (engine or tricks.engine).make(deck, tricks.game.values.but(numbers), -1))


def edited(old: str, new: str) -> Engine[Any]:
    """The engine of the tutorial with another line."""
    assert ENGINE.count(old) == 1, old
    module = ModuleType("edited")
    exec(compile(ENGINE.replace(old, new), "edited.py", "exec"), vars(module))
    return module.GAME  # type: ignore[no-any-return]


def searched(game: Any, players: int = 2) -> HuntResult:
    hunter = Hunter(game)
    for _ in everything(hunter, players):
        pass
    return hunter.haul


def faults(haul: HuntResult) -> set[str]:
    return {find.kind.split()[0] for find in haul.finds.values() if not find.remark}


# -- everything --------------------------------------------------------------------------------------------------------


def closure(game: Rules[Any], players: int) -> set[bytes]:
    """Every table of every game, found without order or speed."""
    todo: list[State] = []
    for order in set(permutations(game.decks[players])):
        table = game.table.blank(game, players, 0)
        table.deal(list(order))
        todo.append(table)
    found: dict[bytes, State] = {}
    while todo:
        state = todo.pop()
        if state.key() in found:
            continue
        found[state.key()] = state
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            todo.append(after)
    return set(found)


@pytest.mark.parametrize(("words", "players"), [("2 suits, ranks 1 to 2, hand=1", 2), ("5 cards, hand=2", 2)])
def test_the_search_meets_exactly_the_tables_that_a_plain_closure_meets(
    tricks: Playable, words: str, players: int
) -> None:
    game, met = small(tricks, words=words), set[bytes]()
    hunter = Hunter(game)
    for _ in everything(hunter, players, met):
        pass
    assert hunter.haul.complete
    assert met == {blake2b(key, digest_size=16).digest() for key in closure(game, players)}


def test_a_move_that_changes_nothing_is_found(tricks: Playable) -> None:
    engine = edited("    @play.bar(FOLLOW)", f"{IDLE}    @play.bar(FOLLOW)")
    assert faults(searched(small(tricks, engine))) == {"key"}


def test_a_search_of_many_short_games_can_be_stopped_between_them(tricks: Playable) -> None:
    tables = list(islice(everything(Hunter(small(tricks)), 2), 20))
    assert len(tables) == 20
    assert max(after - before for before, after in pairwise(tables)) < 500


def test_a_table_at_the_end_of_a_long_game_is_reached_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunting, "FULL_CHECK_MOVES", 0)
    goals = {"the game is over": lambda seen: seen.state.is_terminal()}
    assert many(playable("salt-roads").game, [RandomBot] * 2, 1, 1, goals=goals).reached == {*goals}


def test_players_who_never_make_some_kind_of_move_find_games_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made = playable("rummy-duel").game, {}
    monkeypatch.setattr(hunting, "MOST_GAMES", 1)
    for style in ("random", "without"):
        monkeypatch.setattr(hunting, "STYLES", (style,))
        made[style] = {many(game, [RandomBot] * 2, 1, index, goals=None).moves for index in range(4)}
    every_kind = (1 << len(game.kinds_of_moves())) - 1
    assert made["random"] == {every_kind}
    assert made["without"] - {every_kind}


def test_greedy_games_are_played_by_the_bots_and_the_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Listed(RandomBot):
        def choose(self, seat: Seat) -> Sequence[Action]:
            asked.append(seat)
            return super().choose(seat)

    monkeypatch.setattr(hunting, "MOST_GAMES", 1)
    moves = {}
    for style in ("greedy", "both", "random"):
        asked.clear()
        monkeypatch.setattr(hunting, "STYLES", (style,))
        many(playable("salt-roads").game, [Listed] * 2, 1, 0, goals=None)
        moves[style] = len(asked)
    assert 0 == moves["random"] < moves["both"] < moves["greedy"]


def test_copies_of_a_card_are_dealt_in_each_order_once() -> None:
    found = playable("tombs")
    deck = read_reduction("1 copy").of(project().games["tombs"].deck, {"blade", "magus", "ombra", "thorn"})
    game = found.engine.make(deck, found.game.values, -1)
    orders, are_all = deals(game, 2)
    assert are_all
    assert sorted(orders) == sorted(set(permutations(range(4))))


def test_a_search_is_not_complete_where_cards_are_shuffled_again_or_not_all_orders_are_dealt(tricks: Playable) -> None:
    again = edited('        self.put("aside"', '        cards = self.shuffled(cards)\n        self.put("aside"')
    assert not searched(small(tricks, again)).complete
    assert searched(small(tricks)).complete
    hunter = Hunter(tricks.game)
    next(everything(hunter, 2))
    assert not hunter.haul.complete


# -- mistakes ----------------------------------------------------------------------------------------------------------

TAKEN, NEXT = (
    "self.taken[winner] |= as_set(self.trick)",
    "self.next_turn((self.player + 1) % self.players)\n        else",
)
LED = "led = self.rules.suit[self.trick[0]]\n        if"
PEARLS, FOLLOW = "sum(self.rules.pearls[card] for card in pearls)", "if self.rules.suit[card] != led and"
MISTAKES: dict[str, tuple[str, str, str]] = {
    "a card is lost when a trick is taken": ("cards", TAKEN, f"{TAKEN} & ~1"),
    "a card is doubled": ("cards", TAKEN, f"self.aside |= as_set(self.trick)\n        {TAKEN}"),
    "following is forbidden": ("seat", FOLLOW, FOLLOW.replace("!=", "==")),
    "the end is forgotten": ("seat", "            self.end(EMPTY)", "            self.next_turn(winner)"),
    "a seat that there is not": ("crash", NEXT, NEXT.replace(" % self.players", " * (1 + self.trick[0])")),
    "a card to follow divides by zero": ("crash", LED, f"1 // (self.rules.rank[self.trick[0]] - 2)\n        {LED}"),
    "a card divides by zero": ("crash", "return 200 +", "return 200 // (self.rules.rank[card] - 2) +"),
    "too few values decide": ("crash", "range(self.players)])", "range(1)])"),
    "one card counts for all": ("order", PEARLS, "self.rules.pearls[pearls[0]]"),
    "passing goes on for ever": ("end", "    @play.bar(FOLLOW)", f"{PASS}    @play.bar(FOLLOW)"),
}
"""A mistake in the game of the tutorial: the question that finds it, and a line and what is in its place."""
DECKS = {"a card divides by zero": "suits Reef and Deep, ranks 1 to 3, hand=2"}
DECKS |= {"one card counts for all": "2 suits, ranks 8 to 10, hand=2"}


def hunted(tricks: Playable, name: str) -> tuple[Engine[Any], Rules[Any], Find]:
    """The find of a mistake."""
    kind, *edit = MISTAKES[name]
    engine = edited(*edit)
    game = small(tricks, engine, DECKS.get(name, SMALL))
    haul = many(game, [RandomBot] * 2, 1, 1, goals=None) if kind == "end" else searched(game)
    assert faults(haul) == {kind}
    return engine, game, next(find for find in haul.finds.values() if not find.remark)


def shows(kind: str, engine: Engine[Any], game: Any, least: Smallest) -> bool:
    """Whether the table, read from its lines, leads to that mistake, without the help of what found it."""
    assert engine.position is not None
    state = engine.position(game, read_notation(least.text, "example"), Problems())
    assert state is not None
    cards, key = cards_of(state), whatever_turn(state)
    try:
        for action, _ in least.moves:
            assert action in state.legal_actions()
            state.apply_action(action)
        state.legal_actions()
    except Exception as error:  # noqa: BLE001 - whatever the engine raises
        return kind == "crash" and not isinstance(error, AssertionError)
    return bool(
        {
            "cards": cards_of(state) != cards,
            "seat": not state.is_terminal() and not state.legal_actions(),
            "order": state.is_terminal() and sum(sheet.total for sheet in state.score_sheets()) > 0,
            "end": whatever_turn(state) == key,
        }[kind]
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_and_its_table_is_small_and_shows_it_again(tricks: Playable, name: str) -> None:
    engine, game, find = hunted(tricks, name)
    least = smallest(engine, game, find, STANDING)
    assert least is not None
    assert least.cards <= 4
    assert len(least.text.splitlines()) <= 9
    assert shows(find.kind.split()[0], engine, game, least)


def test_the_smallest_table_of_a_game_with_all_cards_is_small_too(tricks: Playable) -> None:
    engine = edited(*MISTAKES["a card is doubled"][1:])
    game = engine.make(deck_of(tricks.game), tricks.game.values, -1)  # type: ignore[arg-type]
    haul = many(game, [RandomBot] * 3, 1, 1, goals=None)
    least = smallest(engine, game, haul.finds["cards"], STANDING)
    assert least is not None
    assert (least.cards, len(least.moves)) == (3, 1)
    assert cards_of(least.before).total() == 3


def _risks_too_much(seen: Seen) -> None:
    if (risked := cast("Any", seen.state).risked) > 10:
        raise Broken(f"{risked} at risk", "")


@pytest.mark.parametrize("index", range(4))
def test_the_dice_of_a_small_table_show_what_they_have_shown(index: int) -> None:
    found, asked = family("dice"), [TrialQuestion("risk", "too much at risk", When.MOVE, _risks_too_much)]
    haul = many(found.game, [RandomBot] * 2, 5, index, extra=asked, goals=None)
    least = smallest(found.engine, found.game, haul.finds["risk"], asked)
    assert least is not None
    ((action, (face,)),) = least.moves
    assert found.game.move_to_string(action, [face]) == f"Roll: {face}"
    assert least.says == f"{cast('Any', least.before).risked + face} at risk"


def _too_generous(self: Any, pool: str, number: int, seats: list[int]) -> None:
    setattr(self, pool, [coins + 9 * (seat in seats) for seat, coins in enumerate(getattr(self, pool))])


def _too_far(self: Any, track: str, spaces: int, seat: int) -> bool:
    getattr(self, track)[seat] += spaces + self.rules.road
    return True


SHIPPED: dict[str, tuple[str, type, str, Callable[..., Any], str]] = {
    "fish stay in the river": ("fishing-dragon", FishingDragonState, "_begin_turn", lambda *_: None, "seat"),
    "the bank runs out": ("salt-roads", Caravans, "pay_out", _too_generous, "crash"),
    "caravans leave the road": ("salt-roads", Caravans, "advance", _too_far, "crash"),
    "units do not leave the board": ("tombs", TombsState, "_lift", lambda *_: None, "cards"),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_mistake_in_a_shipped_game_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, table, method, instead, kind = SHIPPED[name]
    found = playable(game)
    hunt = [many(found.game, [RandomBot] * 2, 1, index, goals=None) for index in (1,)]
    assert faults(hunt[0]) == set()
    monkeypatch.setattr(table, method, instead)
    haul = HuntResult()
    for index in range(1, 4):
        haul.add(many(found.game, [RandomBot] * 2, 1, index, goals=None))
    assert kind in faults(haul)


@pytest.mark.parametrize("game", with_engine())
def test_a_shipped_game_has_no_mistake_and_is_what_its_page_states(game: str) -> None:
    found, printed, problems = playable(game), project().games[game], Problems()
    stated = read_statements(printed.page, found.game, {card.name: card.id for card in printed.deck}, problems)
    assert not problems
    assert {"never", "reachable"} < {one.kind for one in stated}
    bots = [RandomBot] * found.game.min_players
    assert faults(many(found.game, bots, 1, 1, extra=questions_of(stated), goals=None)) == set()


@pytest.mark.parametrize(
    ("wins", "games", "is_told"), [(264, 400, True), (220, 400, False), (14, 20, False), (51_000, 100_000, False)]
)
def test_a_seat_is_remarked_on_if_it_wins_more_than_its_share_by_more_than_chance(
    wins: int, games: int, *, is_told: bool
) -> None:
    found = [*favoured_seats({("random", 2): [(1.0, 0.0)] * wins + [(0.0, 1.0)] * (games - wins)})]
    says = "seat 1 wins 66% of 400 games of 2 random players (61% to 71%, and a fair share is 50%)"
    assert found == [says] * is_told


PEEKS = """            return "the next player has more" if self.hand[self.player - 1] > self.hand[self.player] and (
                self.hand[self.player] & -self.hand[self.player] == 1 << card != self.hand[self.player]
            ) else None"""
"""A bar on a move that looks into another player's hand; it leaves another card to lead."""


def test_a_bar_that_looks_into_another_hand_is_found_by_a_hunt_and_by_a_test_of_the_engine(tricks: Playable) -> None:
    engine = edited("            return None\n        led", f"{PEEKS}\n        led")
    game = engine.make(deck_of(tricks.game), tricks.game.values, -1)  # type: ignore[arg-type]
    hunted = many(game, [RandomBot] * 2, 1, 1, goals=None).finds["imagined"]
    (told,) = examine(game, [2], Effort(games=2, tables=12, deals=0)).findings
    for says in (hunted.says, told.says):
        assert "has different legal actions on a table imagined" in says
        assert "the next player has more [play.follow]" in says
    assert cast("Any", told.methods[0]).__name__ == "must_follow"


@pytest.mark.parametrize(
    ("reduced", "kind", "old", "new"),
    [
        (SMALL, "key", "    @play.bar(FOLLOW)", f"{IDLE}    @play.bar(FOLLOW)"),
        ("", "cards", "|= as_set(self.trick)", "|= as_set(self.trick) & ~1"),
    ],
    ids=["in all games of a small deck", "in many games"],
)
def test_what_was_found_before_a_call_that_does_not_come_back_is_told_with_that_call(
    reduced: str, kind: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofdeck.play.engine.patience.PATIENCE", 0.3)
    start_project(tmp_path / "my-game", engine=True)
    won = "            self.last_trick[winner] = 1\n"
    loop = "            while winner and self.taken[1] & 4:\n                pass\n"
    text = ENGINE.replace(old, new).replace(won, f"{won}{loop}")
    (tmp_path / "my-game" / "my_game_rules.py").write_text(text, encoding="utf-8")
    asked = Hunt("my-game", seconds=20, players=2, reduced=reduced, trust=True)
    found = hunt(tmp_path / "my-game", asked, lambda *_: None, Problems())
    finds = {find["kind"]: find for find in found["finds"]}
    crash, last = finds["crash"], text.splitlines().index("                pass") + 1
    assert (found["stopped"], found["searched"][0]["tables"] > 0, kind in finds) == ("endless", True, True)
    assert crash["says"] == "play() has been running for more than 0.3 s"
    assert crash["look"] in {f"It was at line {line} of my_game_rules.py." for line in (last - 1, last)}
    assert crash["trail"]
    assert not crash["table"], "to make it small, one would wait again and again"


def test_the_same_piece_of_a_hunt_finds_the_same() -> None:
    game = playable("tombs").game
    one, other = (many(game, [RandomBot] * 3, 7, 2, goals=None) for _ in range(2))
    assert one == other
    assert one.tables > 50
