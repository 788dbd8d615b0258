"""Games with boards, tokens, dice and choices made at the same time, each in one file of the kit."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from cli.commands import Ran, run, run_briefly
from hypothesis import given
from hypothesis import strategies as st
from kit.families import LINES, family, folder_of, seats

from proofdeck.book.manuscript.composing import results_of
from proofdeck.book.manuscript.figures import setup
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.engine.bots import RandomBot, Seat
from proofdeck.play.engine.endings import is_near_its_end
from proofdeck.play.engine.faults import Unusable
from proofdeck.play.engine.ismcts import Ismcts, Node
from proofdeck.play.engine.kit import written
from proofdeck.play.engine.kit.game import Hopeful, game_of
from proofdeck.play.engine.kit.imagining import remembered
from proofdeck.play.engine.kit.position import position
from proofdeck.play.engine.kit.scoring import score, script
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.pictures import Pictures, Piece
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.retelling import Played
from proofdeck.play.engine.rollouts import PlayoutSeat, Rollouts
from proofdeck.play.engine.state import Rolled
from proofdeck.play.engine.transcript import HUMAN, Replay, record
from proofdeck.play.engine.trial.conformance import favoured
from proofdeck.play.scene.seen import View
from proofdeck.play.seats.protocol import open_protocol
from proofdeck.play.seats.sitting import Sitting
from proofdeck.play.seats.talk import ALL, Talk
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.reading import load_project

ROADS = """
players: 3
hand 1: Salt 1, Silk, Camel 3
hand 2: Salt 2, Silk, Saffron
hand 3: Salt 4, Salt Guild, Camel 1
coins 1: 3
coins 2: 1
coins 3: 4
"""


def game_of_family(name: str) -> Any:
    return family(name).game


def table(name: str, text: str) -> Any:
    problems = Problems()
    found = position(game_of_family(name), read_notation(text, ""), problems)
    assert not problems
    return found


def mistakes(name: str, text: str) -> list[str]:
    problems = Problems()
    position(game_of_family(name), read_notation(text, ""), problems)
    return [problem.message for problem in problems]


def played(state: Any, *words: str) -> Any:
    copy = state.clone()
    for said in words:
        copy.apply_action(copy.rules.string_to_action(said))
    return copy


def tables(name: str, players: int, seed: int) -> Iterator[Any]:
    """Every table of a game by chance."""
    state, random = game_of_family(name).new_initial_state(players, seed), Random(seed)
    while not state.is_terminal():
        yield state
        state = state.clone()
        state.apply_action(random.choice(state.legal_actions()))


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LINES)
def test_a_family_is_one_short_file_that_check_finds_nothing_wrong_with(name: str, tmp_path: Path) -> None:
    (engine,) = folder_of(name).glob("*_rules.py")
    assert sum(bool(line.strip()) for line in engine.read_text(encoding="utf-8").splitlines()) <= LINES[name]
    root = shutil.copytree(folder_of(name), tmp_path / name)
    said = run(root, "check", "--trust")
    assert said.code == 0, said.out
    assert "its engine passed all tests" in said.out
    assert re.search(r"nobody has compared its \d+ texts with the engine yet", said.out)


@pytest.mark.parametrize(("name", "players"), [(name, family(name).game.max_players) for name in LINES])
def test_players_who_look_ahead_end_their_games_and_break_no_rule(name: str, players: int) -> None:
    game = game_of_family(name)
    makers: list[BotMaker] = [partial(Ismcts, simulations=6), partial(Rollouts, greedy=RandomBot, playouts=6)]
    play_one(game, [*makers, *[Hopeful] * players][:players], 7, 0)
    play_one(game, [Hopeful] * game.min_players, 7, 0)


@pytest.mark.parametrize(("name", "players"), seats())
def test_a_table_that_is_written_down_is_read_as_the_same_table(name: str, players: int) -> None:
    game = game_of_family(name)
    for state in tables(name, players, 3):
        problems = Problems()
        again = position(game, read_notation(written(state), ""), problems)
        assert not problems
        assert again is not None
        assert (again.legal_actions(), again.laid_pieces()) == (state.legal_actions(), state.laid_pieces())
        assert {zone: sorted(cards) for zone, cards in again.zones().items()} == {
            zone: sorted(cards) for zone, cards in state.zones().items()
        }


# -- choices made at the same time -------------------------------------------------------------------------------------


def test_nobody_sees_a_choice_before_all_have_chosen_and_then_all_see_all() -> None:
    one, other = (played(table("roads", ROADS), choice) for choice in ("Keep Silk", "Sell Salt 1"))
    for viewer in (None, 1, 2):
        assert one.observation(viewer) == other.observation(viewer)
    assert one.information_state_key(1) == other.information_state_key(1)
    assert one.information_state_key(0) != other.information_state_key(0)
    assert one.observation(0)["card"] == ["silk", None, None]
    last = played(one, "Sell Saffron", "Keep Camel 1")
    assert last.observation(None)["card"] == ["silk", "saffron", "camel-1"]
    assert last.observation(None)["deed"] == ["keep", "sell", "keep"]


def test_choices_of_others_are_imagined_as_they_may_be() -> None:
    waiting = played(table("roads", ROADS), "Keep Silk", "Sell Saffron")
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(400):
        imagined = waiting.resample(2, Random(seed))
        assert imagined.information_state_key(2) == waiting.information_state_key(2)
        assert imagined.legal_actions() == waiting.legal_actions()
        for seat in (0, 1):
            assert imagined.hand[seat][imagined.card[seat]]
            price = imagined.rules.prices[imagined.card[seat]]
            assert imagined.deed[seat] or price <= imagined.coins[seat]
        seen[tuple(imagined.observation(0)["deed"])[:1]] += 1
    assert set(seen) == {("keep",), ("sell",)}


def test_with_the_same_chance_others_choose_the_same_whatever_a_player_has_chosen() -> None:
    waiting = table("roads", ROADS)
    others = {tuple(played_on(played(waiting, choice))) for choice in ("Keep Silk", "Sell Camel 3", "Keep Salt 1")}
    assert len(others) == 1


def played_on(state: Any) -> list[tuple[int, int]]:
    from proofdeck.play.engine.bots import settled

    end = settled(state, Random(5))
    return [(end.card[seat], end.deed[seat]) for seat in (1, 2)]


@pytest.mark.parametrize(("name", "players"), [pytest.param("roads", 3, marks=pytest.mark.thorough), ("auction", 2)])
def test_greedy_players_give_no_seat_more_than_an_even_share(name: str, players: int) -> None:
    games = [play_one(game_of_family(name), [Hopeful] * players, 1, index) for index in range(60)]
    shares = [sum(game.shares[seat] for game in games) / len(games) for seat in range(players)]
    assert max(shares) < 1 / players + 0.2, shares


def test_a_greedy_player_does_not_see_what_others_have_chosen() -> None:
    waiting = [
        played(table("auction", "lot: Crown\nlots: Urn\ncoins 1: 9\ncoins 2: 9"), f"Bid {bid}") for bid in (0, 9)
    ]
    answers = [Hopeful(Random(1)).choose(Seat(state)) for state in waiting]
    assert answers[0] == answers[1]


def last_lot() -> Any:
    return table("auction", "lot: Crown\nlots: nothing\ncoins 1: 9\ncoins 2: 9")


def test_players_of_a_playout_do_not_see_what_others_have_chosen() -> None:
    waiting: Any = played(last_lot(), "Bid 9")
    imagined = [PlayoutSeat(waiting).imagine(Random(seed)) for seed in range(30)]
    assert len({one.bid[0] for one in imagined}) > 3  # type: ignore[attr-defined]
    assert waiting.bid[0] == 9


def test_what_others_choose_at_the_same_time_is_no_branch_of_the_tree_that_is_searched() -> None:
    bot, root = Ismcts(Random(1)), Node()
    for _ in range(200):
        bot.simulate(Seat(last_lot()).imagine(Random(2)), root)
    assert len(root.children) == 10
    assert all(not one.children for one in root.children.values())


def test_an_end_with_choices_at_the_same_time_is_not_solved() -> None:
    assert not is_near_its_end(last_lot(), Random(1))
    last = table("board", "round: 6\nvillage: forest 1, quarry 2, grove 1\nturn: 4\nto move: 2")
    assert is_near_its_end(last, Random(1))


def test_a_choice_outside_its_words_names_them() -> None:
    state = table("roads", ROADS)
    with pytest.raises(
        TypeError, match="nobody can choose that as 'deed': 2 is not a position in the list keep and sell"
    ):
        state.commit(card=0, deed=2)
    with pytest.raises(KeyError, match="Did you mean 'deed'"):
        state.commit(card=0, ded=1)


def test_the_log_says_who_has_chosen_and_then_what_all_have_chosen() -> None:
    found = family("roads")
    sitting = Sitting(found, 4, (HUMAN,) * 3, ("Ana", "Ben", "Cleo"), lambda _: None)
    talk = Talk(sitting, View(found.engine.pictures, {}, sitting.names))
    words = []
    for _ in range(3):
        words.append(talk.called(sitting.state.legal_actions()[0]))
        talk.play(sitting.state.legal_actions()[0])
    first, second, last = talk.log
    assert talk.heard(first, 0).lines == (words[0],)
    assert talk.heard(first, 1).lines == talk.heard(second, 2).lines == ("has chosen",)
    for viewer in range(3):
        heard = talk.heard(last, viewer)
        assert heard.who == ALL
        assert heard.lines == (f"Ana: {words[0]}", f"Ben: {words[1]}", f"Cleo: {words[2]}")


# -- hands that are passed on ------------------------------------------------------------------------------------------


def test_players_remember_the_cards_that_went_through_their_hands() -> None:
    state = played(table("roads", ROADS), "Keep Silk", "Sell Saffron", "Keep Camel 1")
    names = state.rules.names

    def knows(viewer: int, holder: int) -> list[str]:
        return sorted(names[card] for card in remembered(state, "hand", viewer, holder))

    assert (knows(0, 1), knows(1, 2), knows(2, 0)) == (
        ["Camel 3", "Salt 1"],
        ["Salt 2", "Silk"],
        ["Salt 4", "Salt Guild"],
    )
    assert (knows(0, 2), knows(1, 0), knows(2, 1)) == ([], [], [])
    for seed in range(50):
        imagined = state.resample(0, Random(seed))
        held = [names[card] for card in imagined.cards_in("hand", 1)]
        assert {"Camel 3", "Salt 1"} <= {*held}
        assert imagined.information_state_key(0) == state.information_state_key(0)


def test_what_one_player_remembers_is_known_to_nobody_else() -> None:
    for state in tables("roads", 3, 11):
        for viewer in range(3):
            assert all(one[0] == viewer for one in state.resample(viewer, Random(1)).hand_memory)


def test_new_hands_are_not_taken_for_the_old_ones() -> None:
    state = played(table("roads", ROADS), "Keep Silk", "Sell Saffron", "Keep Camel 1")
    state.put("hand", state.cards_in("hand", 1), 1)
    assert remembered(state, "hand", 0, 1) == ()


# -- pieces ------------------------------------------------------------------------------------------------------------


def test_starting_pieces_lie_before_their_players_and_on_their_board() -> None:
    state = game_of_family("roads").new_initial_state(3, 1)
    laid = {(one.place, one.piece, one.copies, one.seat, one.board, one.space) for one in state.laid_pieces()}
    assert laid == {
        *((f"coins {seat + 1}", "coin", 3, seat, "", "") for seat in range(3)),
        *(
            (f"place {seat + 1}", f"caravan-{colour}", 1, seat, "road", "0")
            for seat, colour in enumerate(("amber", "teal", "rose"))
        ),
    }


def test_the_picture_of_the_setup_shows_pieces_before_their_players() -> None:
    found = family("roads")
    (printed,) = load_project(folder_of("roads"), Problems()).games.values()
    drawn = setup(found.engine, found.game, printed.deck, 3)
    shown = {place.label: place.pieces for place in (*drawn.others, *drawn.own)}
    assert shown["coins of Ana"] == (Piece("coin", 3),)
    assert shown["place of Cleo"] == (Piece("caravan-rose", says="(0)"),)


def test_tables_online_begin_with_pieces_before_their_players(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("auction"), tmp_path / "auction")
    run(root, "export", "vtt", "--trust", "--players", "3")
    with ZipFile(next(root.rglob("*.vtt"))) as archive:
        widgets = json.loads(archive.read("0.json"))
    homes = Counter(one.get("parent") for one in widgets.values() if one.get("type") == "card")
    assert [homes[f"coins-{seat}"] for seat in (1, 2, 3)] == [12, 12, 12]
    assert homes["pile-box-coin"] == 60 - 3 * 12


def test_a_row_that_the_table_names_is_never_dealt() -> None:
    for name in LINES:
        game = game_of_family(name)
        assert {*game.pieces}.isdisjoint(game.ids)
    assert len(game_of_family("roads").decks[3]) == 47


def test_no_more_pieces_are_on_the_table_than_are_printed() -> None:
    assert mistakes("roads", "coins 1: 20\ncoins 2: 20") == [
        "40 of 'Coin' are on the table, but there are only 30 pieces"
    ]
    assert mistakes("roads", "place 1: 13") == ["'13' is not a number from 0 to 12"]
    assert mistakes("board", "village: forest 1, lake 2") == ["'lake 2' is not a space of 'village' with a player"]
    assert mistakes("board", "village: forest 1, forest 2") == [
        "'forest 2' is a second piece on 'forest', but a space of 'village' has room for one"
    ]
    assert mistakes("dice", "face: 7") == ["'7' is not a number from 0 to 6"]


def test_the_calculator_refuses_what_cannot_be_on_the_table() -> None:
    for line, message in {
        "place 13": "'place' is wrong: 13 is not between 0 and 12",
        "coins 31": "'coins' is wrong: there are only 30 of them",
    }.items():
        problems = Problems()
        score(game_of_family("roads"), read_notation(f"Ana: Silk; {line}\nBen: nothing", ""), problems)
        assert [problem.message for problem in problems] == [message]


def test_an_action_that_leaves_its_bounds_is_a_fault_of_the_engine() -> None:
    state = table("board", "wood 1: 3\nplans: the rest")
    state.village = [0, 0, 0, 0, 9]
    with pytest.raises(Unusable, match="after 'Rest', 'village' is wrong: 9 is not the number of a seat"):
        state.apply_action(state.rules.string_to_action("Rest"))


def test_dice_show_each_face_equally_often_and_the_same_for_the_same_seed() -> None:
    game = game_of_family("dice")
    faces: Counter[int] = Counter()
    for seed in range(3000):
        state: Any = game.new_initial_state(2, seed)
        again: Any = game.new_initial_state(2, seed)
        state.roll("face")
        again.roll("face")
        assert state.face == again.face
        faces[state.face] += 1
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert max(abs(count - 500) for count in faces.values()) < 100


def test_a_roll_of_one_die_returns_the_number_that_it_shows() -> None:
    state: Any = game_of_family("dice").new_initial_state(2, 1)
    assert state.roll("face") == state.face


def test_what_will_be_rolled_is_not_known_to_players_who_look_ahead() -> None:
    state: Any = game_of_family("dice").new_initial_state(2, 1)
    rolled = set()
    for seed in range(60):
        imagined: Any = state.resample(0, Random(seed))
        imagined.roll("face")
        rolled.add(imagined.face)
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_a_roll_is_told_to_everybody_and_written_into_the_transcript() -> None:
    found, kept = family("dice"), list[str]()
    sitting = Sitting(found, 4, (HUMAN,) * 2, ("Ana", "Ben"), kept.append)
    sitting.begin()
    talk = Talk(sitting, View(found.engine.pictures, {}, sitting.names))
    talk.play(found.game.string_to_action("Roll"))
    face = sitting.state.observation(0)["face"]
    for viewer in range(2):
        assert talk.heard(talk.log[0], viewer).says == f"Ana rolls. The die shows {face}."
    assert json.loads(kept[1])["rolled"] == {"face": [face]}


def test_a_game_with_dice_is_replayed_with_its_faces_and_refused_with_others() -> None:
    found, names = family("dice"), ["greedy"] * 2
    start = found.game.new_initial_state(2, 7)
    lines = [*record(found.game, start, 7, names, [found.engine.greedy(Random(1))] * 2, "")]
    replay = Replay(lines, "game.jsonl")
    state = replay.begin(found.game, "")
    told = open_protocol(found, load_project(folder_of("dice"), Problems()).games["dice"].deck, state, 7)
    said = [line.strip() for step in replay.steps(found.game, state) for line in told.step(step, state.zones())]
    rolls = [json.loads(line)["rolled"]["face"] for line in lines if '"rolled"' in line]
    assert [line for line in said if "shows" in line] == [f"The die shows {face}." for (face,) in rolls]
    assert len(rolls) > 10
    lied = [*lines]
    number = next(number for number, line in enumerate(lines) if '"rolled":{"face":[6]}' in line)
    lied[number] = lines[number].replace("[6]", "[5]")
    with pytest.raises(ProofdeckError, match=r"rolled is \{'face': \[6\]\} by the rules"):
        [*Replay(lied, "game.jsonl").steps(found.game, replay.begin(found.game, ""))]
    without = [line.replace('"rolled":{"face":[6]},', "").replace(',"rolled":{"face":[6]}', "") for line in lines]
    assert len([*Replay(without, "").steps(found.game, replay.begin(found.game, ""))]) > len(rolls)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Roll", "'Roll' rolls a die; say what it shows, such as 'Roll: "),
        ("Roll: 7", "'Roll: 7' rolls a die; say what it shows, such as 'Roll: "),
        ("Roll: 1, 2", "'Roll: 1, 2' rolls a die; say what it shows, such as 'Roll: "),
        ("Stop: 1", "no die is rolled by 'Stop'"),
        ("Rol: 1", "there is no action 'Rol'. Did you mean 'Roll'?"),
    ],
)
def test_an_example_says_what_its_dice_show(written: str, says: str) -> None:
    game, problems = load_project(folder_of("dice"), Problems()).games["dice"], Problems()
    assert all(not one.problems for one in results_of(game, family("dice"), problems))
    page = replace(game.page, body=game.page.body.replace("Roll: 1", written))
    told = [one for ran in results_of(replace(game, page=page), family("dice"), problems) for one in ran.problems]
    assert [(one.code, one.line) for one in told] == [("E620", 20)]
    assert told[0].message.startswith(says)


@given(st.lists(st.sampled_from(["Roll", "Stop"]), min_size=1, max_size=8), st.integers(0, 99))
def test_a_game_with_dice_is_retold_with_what_they_showed(moves: list[str], seed: int) -> None:
    game = game_of_family("dice")
    state, actions = game.new_initial_state(2, seed), list[int]()
    for action in map(game.string_to_action, moves):
        if not state.is_terminal() and action in state.legal_actions():
            state.apply_action(action)
            actions.append(action)
    played = Played.of(game.new_initial_state(2, seed), actions)
    again = game.new_initial_state(2, seed + 1)
    for words in played.moves(game):
        again.play_rolling(*game.read_move(words))
    assert (again.observation(None), again.rolled()) == (state.observation(None), state.rolled())


def test_dice_of_several_names_are_told_with_them() -> None:
    rolled = [Rolled("red", 4), Rolled("white", 1)]
    assert Pictures().faces(rolled) == "The dice show 4 (red) and 1 (white)."
    assert Pictures().faces([Rolled("dice", 4), Rolled("dice", 1)]) == "The dice show 4 and 1."


# -- bots that see too much --------------------------------------------------------------------------------------------

CHOICE = "bid: list[int] = choice([str(number) for number in range(MOST_COINS + 1)], each=True)"
IN_TURN = """        self.bid[self.player] = amount
        if min(self.bid) < 0:
            self.next_turn((self.player + 1) % self.players)
        else:"""


BEGINS = "        self.bid = [-1] * self.players\n"
ENDS = "        self.next_turn(0)\n\n    @action"
OUTBIDS = """class Outbids:
    def __init__(self, _): ...

    def choose(self, seat):
        return [min(max(seat.glance().bid) + 1, seat.legal_actions()[-1])]


GAME = game_of(MyGame, greedy=Outbids)
"""


def test_an_engine_whose_own_players_see_past_the_reveal_is_told(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("auction"), tmp_path / "auction")
    engine = root / "auction_rules.py"
    code = engine.read_text(encoding="utf-8")
    for known, changed in {
        "choice, ": "fact, ",
        "    choice,\n": "    fact,\n",
        CHOICE: "bid: list[int] = fact(-1, each=True)",
        "        if self.commit(bid=amount):": IN_TURN,
        ENDS: f"{BEGINS}{ENDS}",
        "GAME = game_of(MyGame)\n": OUTBIDS,
    }.items():
        code = code.replace(known, changed)
    assert "greedy=Outbids" in code
    engine.write_text(code, encoding="utf-8")
    page = root / "rules_md" / "auction.md"
    shorter = page.read_text(encoding="utf-8").replace("players: 2-4", "players: 3").replace("lots: 6", "lots: 2")
    page.write_text(shorter, encoding="utf-8")
    said = run(root, "check", "--trust")
    assert "W646 with 3 players, the greedy bot makes seat 3 win" in said.out
    figures = run(root, "simulate", "auction", "--trust", "--games", "30", "--players", "3", "--bots", "greedy")
    assert "Seat 3 wins" in figures.out
    assert "by chance: the bots may see what their players cannot know yet" in figures.out


class Peeking:
    """Bids a coin more than anybody else, because it looks at what it must not see."""

    def __init__(self, _: Random) -> None: ...

    def choose(self, seat: Seat) -> list[int]:
        table: Any = seat._state
        least = max(table.bid) + 1 if table.choosing else 0
        return [min(least, seat.legal_actions()[-1])]


def test_a_bot_of_the_author_that_sees_choices_of_others_is_told_and_an_honest_one_is_not() -> None:
    honest = family("auction")
    rules: Any = type(honest.game)
    peeking = replace(honest, engine=game_of(rules, greedy=Peeking))
    assert "with 3 players, the greedy bot makes seat 3 win" in favoured(peeking, [3])
    assert favoured(honest, [3]) == ""


def test_a_token_that_the_engine_deals_like_a_card_is_told(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("auction"), tmp_path / "auction")
    cards = root / "cards.csv"
    seal = "auction,seal,Seal,coin,1,1,suit-coin,\n"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace(",coin,Coin,coin,", ",coin,Coin,token,"), encoding="utf-8"
    )
    shutil.copy(root / "templates/auction/front-coin.toml", root / "templates/auction/front-token.toml")
    with cards.open("a", encoding="utf-8") as file:
        file.write(seal)
    line = len(cards.read_text(encoding="utf-8").splitlines())
    told = f"cards.csv:{line}:19 W647 Seal is printed as a board or a token, but the engine deals it like a card"
    assert told in run_briefly(root, "check", "--trust").out
    cards.write_text(cards.read_text(encoding="utf-8").replace("value,", "value,component,"), encoding="utf-8")
    rows = cards.read_text(encoding="utf-8").splitlines()
    rows[-1] = "auction,seal,Seal,coin,1,token,1,suit-coin,"
    rows[2:-1] = [re.sub(r"^((?:[^,]*,){5})", r"\1,", row) for row in rows[2:-1]]
    cards.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert not re.search("W647|W111", run_briefly(root, "check", "--trust").out)


# -- what the calculator asks for --------------------------------------------------------------------------------------

COUNTED = "yield self.item(HOUSES, "


def village(tmp_path: Path, points: str, *changes: tuple[str, str]) -> Path:
    """The starter with a board, and with other points and other lines in its engine."""
    root = shutil.copytree(folder_of("board"), tmp_path / "board")
    (engine,) = root.glob("*_rules.py")
    text = engine.read_text(encoding="utf-8")
    for old, new in ((COUNTED, f'yield self.item(GOODS, "more", {points})\n        {COUNTED}'), *changes):
        assert text.count(old) == 1
        text = text.replace(old, new)
    engine.write_text(text, encoding="utf-8")
    return root


def test_points_for_what_the_calculator_does_not_ask_are_told(tmp_path: Path) -> None:
    said = run_briefly(village(tmp_path, "self.round"), "check", "--trust").out
    assert "W650 points depend on round, for which the calculator does not ask" in said


def test_a_board_is_scored_from_a_line_of_its_own(tmp_path: Path) -> None:
    root = village(
        tmp_path,
        "self.village.count(seat + 1)",
        ('piece="worker")', 'piece="worker", scored="Workers in the village")'),
    )
    table = root / "table.txt"
    table.write_text("Ana: nothing\nBen: nothing\nvillage: forest 1, quarry 2, yard 2\n", encoding="utf-8")
    sheets = json.loads(run(root, "score", "board", "table.txt", "--trust", "--json").out)
    assert [player["total"] for player in sheets["players"]] == [1, 2]
    table.write_text("Ana: nothing\nBen: nothing\nvillage: lake 1\n", encoding="utf-8")
    said = run(root, "score", "board", "table.txt", "--trust").err
    assert "table.txt:3:10 E702 'lake 1' is not a space of 'village' with a player" in said


def rules_of(root: Path) -> Any:
    project = load_project(root, Problems())
    (game,) = project.games.values()
    found = playable_of(project, game, Problems(), trust=True)
    assert found is not None
    return found.game


ROUND = "round: int = fact(1)"


def test_a_number_of_the_whole_table_is_scored_from_a_line_of_its_own(tmp_path: Path) -> None:
    root = village(tmp_path, "self.round", (ROUND, 'round: int = fact(1, least=-2, most=9, scored="The last round")'))
    assert "W650" not in run_briefly(root, "check", "--trust").out
    table = root / "table.txt"

    def scored(lines: str, *more: str) -> Ran:
        table.write_text(lines, encoding="utf-8")
        return run(root, "score", "board", "table.txt", "--trust", *more)

    for line, points in {"": 1, "round: 4\n": 4, "round: -2\n": -2, "round: \N{MINUS SIGN}2\n": -2}.items():
        sheets = json.loads(scored(f"Ana: nothing\n{line}Ben: nothing\n", "--json").out)
        assert [player["total"] for player in sheets["players"]] == [points, points]
    said = scored("Ana: nothing\nBen: nothing\nround: 10\n").err
    assert "table.txt:3:8 E704 'round' is wrong: 10 is not between -2 and 9" in said
    assert "table.txt:3:8 E702 'many' is not a number" in scored("Ana: nothing\nBen: nothing\nround: many\n").err


def test_a_number_of_the_whole_table_is_asked_for_once_before_the_players(tmp_path: Path) -> None:
    root = village(tmp_path, "self.round", (ROUND, 'round: int = fact(1, scored="The last round")'))
    first, *others = [gap for gap in script(rules_of(root), ("Ana", "Ben")) if not isinstance(gap, str)]
    assert (first.asks, first.before, first.player, first.is_number) == ("The last round", "\nround: ", "", True)
    assert all(gap.player and gap.asks != first.asks for gap in others)


@pytest.mark.parametrize("declared", ["fact(1, most=2)", "fact(1, most=lambda rules: 2)"])
def test_bounds_of_a_number_hold_after_each_action_and_in_positions(tmp_path: Path, declared: str) -> None:
    root = village(tmp_path, "0", (ROUND, f"round: int = {declared}"))
    problems = Problems()
    position(rules_of(root), read_notation("round: 3", ""), problems)
    assert [problem.message for problem in problems] == ["'3' is not a number from 0 to 2"]
    said = run_briefly(root, "check", "--trust").out
    assert re.search(r"after '.*', 'round' is wrong: 3 is not between 0 and 2", said)


# -- several pieces on a space -----------------------------------------------------------------------------------------

CROWDED = (
    ('piece="worker")', 'piece="worker", each=True, most=lambda rules: 2, scored="Workers in the village")'),
    ("if self.village[space] else None", "if self.village[self.player][space] == 2 else None"),
    ("if self.village[SPACES.index(YARD)] else None", "if sum(one[-1] for one in self.village) else None"),
    ("self.village[space] = self.player + 1", "self.village[self.player][space] += 1"),
    ("self.village = [0] * len(SPACES)", "self.village = [[0] * len(SPACES) for _ in range(self.players)]"),
)


def test_several_pieces_on_a_space_are_played_drawn_written_and_scored(tmp_path: Path) -> None:
    root = village(tmp_path, "sum(self.village[seat])", *CROWDED)
    said = run_briefly(root, "check", "--trust").out
    assert "its engine passed all tests" in said
    rules = rules_of(root)

    def read(text: str) -> tuple[Any, list[str]]:
        problems = Problems()
        return position(rules, read_notation(text, ""), problems), [problem.message for problem in problems]

    state, problems = read("village 1: forest 2\nvillage 2: forest 1, pit 1\nto move: 2")
    assert not problems
    assert [sum(one) for one in state.village] == [2, 2]
    assert "village 1: forest 2\nvillage 2: forest 1, pit 1" in written(state)
    assert state.observation(None)["village"] == [["forest 2"], ["forest 1", "pit 1"]]
    assert {(one.piece, one.copies, one.seat, one.space) for one in state.laid_pieces() if one.board} == {
        ("worker-red", 2, 0, "forest"), ("worker-blue", 1, 1, "forest"), ("worker-blue", 1, 1, "pit"),
    }  # fmt: skip
    copy = state.clone()
    copy.village[1][0] += 5
    assert state.village[1][0] == 1
    assert read("village 1: forest 3")[1] == ["'village' is wrong: 3 in 'forest' is not between 0 and 2"]
    assert read("village 1: lake 1")[1] == ["'lake 1' is not a space of 'village' with a number of pieces"]
    table = root / "table.txt"
    table.write_text("Ana: village forest 1, pit 1\nBen: nothing\n", encoding="utf-8")
    sheets = json.loads(run(root, "score", "board", "table.txt", "--trust", "--json").out)
    assert [player["total"] for player in sheets["players"]] == [2, 0]
    asked = [gap for gap in script(rules, ("Ana", "Ben")) if not isinstance(gap, str)]
    assert "Workers in the village, Ana" in [gap.asks for gap in asked]
