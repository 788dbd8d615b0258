"""Partners who bid, a table against the game and a patience, each played by a referee of its own beside the engine."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cli.commands import run, run_briefly
from kit.families import family, folder_of

import proofdeck
from proofdeck.front.table.results import Clause, GameEnd, result_of
from proofdeck.ground.phrases import ENGLISH
from proofdeck.play.engine.bots import RandomBot, prospect
from proofdeck.play.engine.kit.game import Hopeful
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.lab.ladder import play_around
from proofdeck.source.rules.sides import Sides

PARTNERS = Sides(((0, 2), (1, 3)))


def moves(name: str, players: int, seed: int) -> Iterator[tuple[Any, str, Any]]:
    """Each table of a game by chance, the move in words, and the table after it."""
    game, random = family(name).game, Random(seed)
    state: Any = game.new_initial_state(players, seed)
    while not state.is_terminal():
        action, before = random.choice(state.legal_actions()), state.clone()
        state.apply_action(action)
        yield before, game.action_to_string(action), state


def cards_of(name: str) -> dict[str, Any]:
    rules: Any = family(name).game
    return {card.id: card for card in rules.cards}


# -- partners ----------------------------------------------------------------------------------------------------------


class Crews:
    """Who bids, who takes which trick and what it pays, from the moves alone."""

    def __init__(self, hands: list[list[str]]) -> None:
        self.hands, self.bids, self.trumps = [{*hand} for hand in hands], list[int](), ""
        self.mover, self.trick, self.tricks = 0, list[tuple[int, str]](), [0] * 4

    def legal(self) -> set[str]:
        if len(self.bids) < 4:
            high = max([4, *self.bids])
            must = len(self.bids) == 3 and not any(self.bids)
            return {f"Bid {number}" for number in range(high + 1, 11)} | (set() if must else {"Pass"})
        if not self.trumps:
            return {f"Name {suit}" for suit in ("Bell", "Lamp", "Anchor", "Compass")}
        led = self.trick[0][1].split()[0] if self.trick else ""
        hand = self.hands[self.mover]
        return {f"Play {card}" for card in ([card for card in hand if card.split()[0] == led] or hand)}

    def play(self, said: str) -> None:
        verb, _, what = said.partition(" ")
        if verb in {"Bid", "Pass"}:
            self.bids.append(int(what or 0))
            self.mover = self.bids.index(max(self.bids)) if len(self.bids) == 4 else self.mover + 1
        elif verb == "Name":
            self.trumps = what
        else:
            self.hands[self.mover].remove(what)
            self.trick.append((self.mover, what))
            self.mover = (self.mover + 1) % 4
            if len(self.trick) == 4:
                self.take()

    def take(self) -> None:
        suits = [card.split()[0] for _, card in self.trick]
        wanted = self.trumps if self.trumps in suits else suits[0]
        ranks = {int(card.split()[1]): seat for seat, card in self.trick if card.split()[0] == wanted}
        self.mover = ranks[max(ranks)]
        self.tricks[self.mover] += 1
        self.trick = []

    def points(self) -> list[int]:
        high = max(self.bids)
        bidder = self.bids.index(high)
        crew = {bidder, (bidder + 2) % 4}
        kept = sum(self.tricks[seat] for seat in crew) >= high
        return [
            (10 if kept else -10) * high if seat == bidder else 0 if seat in crew else 8 * self.tricks[seat]
            for seat in range(4)
        ]


@pytest.mark.parametrize("seed", range(25))
def test_partners_bid_play_and_score_as_a_referee_says_who_knows_only_the_moves(seed: int) -> None:
    game, cards = family("partners").game, cards_of("partners")
    first = game.new_initial_state(4, seed).zones()
    crews = Crews([[cards[card].name for card in first[f"hand {seat}"]] for seat in range(1, 5)])
    for before, said, state in moves("partners", 4, seed):
        assert {game.action_to_string(action) for action in before.legal_actions()} == crews.legal()
        assert before.current_player() == crews.mover
        crews.play(said)
        assert state.tricks == crews.tricks
    points = crews.points()
    assert [sheet.total for sheet in state.score_sheets()] == points
    both = [points[0] + points[2], points[1] + points[3]]
    shares = [0.5, 0.5] if both[0] == both[1] else [float(one == max(both)) for one in both]
    assert state.returns() == [shares[0], shares[1]] * 2
    assert state.ranking().sides == PARTNERS


@pytest.mark.parametrize(("name", "players"), [("solo", 1), ("coop", 2), ("partners", 4)])
def test_a_won_game_is_worth_more_than_any_table_and_a_lost_one_less(name: str, players: int) -> None:
    for seed in range(40):
        *_, (_, _, state) = moves(name, players, seed)
        first, _ = prospect(lambda *_: 0.0, state, 0)
        assert (first > 0) == (state.returns()[0] == 1)
        assert (first < 0) == (state.returns()[0] == 0)


def test_greedy_partners_bid_what_they_can_keep_and_beat_chance() -> None:
    game = family("partners").game
    games = [play_one(game, [Hopeful, RandomBot] * 2, 5, index) for index in range(30)]
    assert sum(one.shares[0] for one in games) >= 22


# -- against the game --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(players, seed) for players in (1, 2, 4) for seed in range(8)])
def test_a_night_is_won_and_lost_as_a_referee_says(players: int, seed: int) -> None:
    ids = cards_of("coop")
    cards = {card.name: card for card in ids.values()}
    storm = work = waited = met = turns = 0
    for before, said, state in moves("coop", players, seed):
        verb, _, what = said.partition(" ")
        (event,) = (ids[one].fields for one in before.zones()["event"])
        assert before.current_player() == turns % players
        words = [before.rules.action_to_string(move) for move in before.legal_actions()]
        played = [cards[one.removeprefix("Play ")].fields for one in words if one.startswith("Play ")]
        assert all(one["job"] == event["job"] for one in played)
        turns, waited = turns + 1, waited + 1
        work += int(cards[what].fields["rank"]) if verb == "Play" else 0
        is_met = work >= int(event["need"])
        if is_met or waited == 3:
            storm += 0 if is_met else int(event["danger"])
            work, waited, met = 0, 0, met + 1
        assert (state.storm, state.work, state.waited, len(state.past)) == (min(5, storm), work, waited, met)
        assert state.is_terminal() == (storm >= 5 or met == 8)
    ranking = state.ranking()
    assert ranking.result == ("lost" if storm >= 5 else "won")
    assert state.returns() == [float(storm < 5)] * players
    assert ranking.winners == (tuple(range(players)) if storm < 5 else ())


def test_players_who_look_at_their_hope_save_the_tower_far_more_often_than_chance() -> None:
    game = family("coop").game
    won, by_chance = (
        sum(play_one(game, [bot] * 2, 3, index).shares[0] for index in range(20)) for bot in (Hopeful, RandomBot)
    )
    assert won > by_chance + 8


@pytest.mark.parametrize("seed", range(12))
def test_a_patience_is_won_when_no_card_is_left(seed: int) -> None:
    ranks = {name: int(card.fields["rank"]) for name, card in cards_of("solo").items()}
    pairs = 0
    for before, said, state in moves("solo", 1, seed):
        row = [ranks[card] for card in before.zones()["row"]]
        pairs += said != "Give up"
        assert (said == "Give up") == (not any(11 - rank in row for rank in row))
        assert len(state.zones()["gone"]) == 2 * pairs
    assert state.ranking().result == ("won" if pairs == 20 else "lost")
    assert [sheet.total for sheet in state.score_sheets()] == [pairs]


# -- what people read --------------------------------------------------------------------------------------------------


def test_figures_of_partners_are_those_of_sides(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("partners"), tmp_path / "partners")
    out = run(root, "simulate", "partners", "--games", "30", "--trust", "--bots", "random").out
    assert "the side of seats 1 and 3: won " in out
    assert "even is 50.0 %" in out
    assert "ties 100" not in out


def test_figures_of_a_table_against_the_game_say_what_loses_and_when(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("coop"), tmp_path / "coop")
    out = run(root, "simulate", "coop", "--games", "20", "--trust", "--bots", "random").out
    assert "all players against the game: won " in out
    assert "lost by end.wreck: " in out
    report = run(root, "lab", "coop", "--games", "20", "--trust", "--bots", "random").out
    assert "All players against the game win " in report
    assert "of games are lost after 1" in report
    assert "the tower falls: you all lose." in report
    assert "The favourite changes" not in report


def test_a_ladder_compares_bots_on_the_same_deals_against_the_game(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("coop"), tmp_path / "coop")
    asked = ("lab", "coop", "--ladder", "random,greedy", "--games", "6", "--players", "2", "--trust")
    assert "equals win 50.0 %" in run(root, *asked).out


@pytest.mark.parametrize("index", range(4))
def test_two_equal_bots_win_half_of_a_ladder_against_the_game(index: int) -> None:
    assert play_around(family("coop").game, [Hopeful, Hopeful], 3, index, players=2) == 0.5


def test_programs_are_told_of_sides_and_that_nobody_has_won(tmp_path: Path) -> None:
    roots = {name: shutil.copytree(folder_of(name), tmp_path / name) for name in ("coop", "partners")}
    games = {name: proofdeck.open(root, trust=True).games[name] for name, root in roots.items()}
    shares = games["partners"].simulate(games=6, bots=["random"]).sides
    assert set(shares) == {(1, 3), (2, 4)}
    assert sum(shares.values()) == pytest.approx(1)
    result = games["coop"].play(bots=["random"], players=2)
    assert result.score.winners == []
    assert "nobody won after " in repr(result)


# -- mistakes ----------------------------------------------------------------------------------------------------------

SWITCH = """    def sides(self):
        return Sides(((0, 1), (2, 3))) if self.turns > 6 else super().sides()

    def items("""
IMPORTED = "from proofdeck.source.rules.sides import Sides\nfrom proofdeck.kit import ("


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"    def items(": SWITCH, "from proofdeck.kit import (": IMPORTED},
            "the sides are 1 and 2 against 3 and 4 at this table, and 1 and 3 against 2 and 4 by the rules of the game",
        ),
        ({"self.side_points()": "self.points()"}, "needs the same value for the partners 1 and 3"),
    ],
)
def test_an_engine_that_takes_sides_in_another_way_than_its_page_is_told(
    tmp_path: Path, changes: dict[str, str], says: str
) -> None:
    root = shutil.copytree(folder_of("partners"), tmp_path / "partners")
    engine = root / "partners_rules.py"
    code = engine.read_text(encoding="utf-8")
    for known, changed in changes.items():
        assert known in code
        code = code.replace(known, changed)
    engine.write_text(code, encoding="utf-8")
    assert says in run(root, "check", "--trust").out


FAILING = """class Failing:
    def __init__(self, _): ...

    def choose(self, seat):
        return [] if 1 / 0 else []


GAME = game_of(Elevens, greedy=Failing)
"""


def test_a_bot_of_the_author_that_fails_in_a_whole_game_is_named_with_its_line(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("solo"), tmp_path / "solo")
    engine = root / "solo_rules.py"
    code = engine.read_text(encoding="utf-8").replace("GAME = game_of(Elevens)\n", FAILING)
    code = code.replace("min_players = max_players = 1", "min_players, max_players = 1, 2").replace(
        "    def items(", "    def deciding(self):\n        yield self.by(CLEAR, 'pairs', self.pairs)\n\n    def items("
    )
    engine.write_text(code, encoding="utf-8")
    out = run_briefly(root, "check", "--trust").out
    assert "E616 the engine fails here: ZeroDivisionError: division by zero" in out


def test_rivals_without_a_line_on_who_wins_are_told_so(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("coop"), tmp_path / "coop")
    page = root / "rules_md" / "coop.md"
    page.write_text(page.read_text(encoding="utf-8").replace("sides: together\n", ""), encoding="utf-8")
    out = run(root, "check", "--trust").out
    assert "the class NightTable needs the method `deciding`, because players are rivals" in out


def the_end(name: str, players: int, seed: int) -> GameEnd:
    """What the page of a table shows at the end of a game by chance."""
    *_, (_, _, state) = moves(name, players, seed)
    names = ["You", "Ben", "Cleo", "Dan"][:players]
    return result_of(names, state.ranking(), state.score_sheets(), lambda name: Clause(name, "", ""), ENGLISH, "point")


def test_the_podium_has_a_place_for_each_side_with_the_points_of_both() -> None:
    end = the_end("partners", 4, 1)
    assert {one.name for one in end.places} == {"You + Cleo", "Ben + Dan"}
    assert [one.place for one in end.places] == [1, 2]
    assert all(re.fullmatch(r"-?\d+ and -?\d+ points", one.points) for one in end.places)
    assert end.ends == ""


def test_a_table_against_the_game_is_told_who_has_won() -> None:
    assert the_end("coop", 2, 1).ends == "lost"


def test_a_written_table_of_partners_is_scored_side_by_side_and_one_against_the_game_by_its_points(
    tmp_path: Path,
) -> None:
    root = shutil.copytree(folder_of("partners"), tmp_path / "partners")
    (root / "table.txt").write_text(
        "Ana: bid 6; tricks 4\nBen: bid 5; tricks 1\nCleo: bid 0; tricks 3\nDan: bid 0; tricks 2\n"
    )
    assert "1. Ana + Cleo\n2. Ben + Dan\n" in run(root, "score", "partners", "table.txt", "--trust").out
    solo = shutil.copytree(folder_of("solo"), tmp_path / "solo")
    (solo / "table.txt").write_text("Ana: pairs 20\n")
    said = run(solo, "score", "solo", "table.txt", "--trust").out
    assert said.rstrip().endswith("20  in all")
