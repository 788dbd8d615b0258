"""`import proofdeck`: a program is told what the command line says, and loads no more than it asks for."""

from __future__ import annotations

import doctest
import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import proofdeck
import proofdeck.kit
from proofdeck.front.cli.app import app
from proofdeck.front.cli.lab import GAMES
from proofdeck.front.door.keywords import request_of
from proofdeck.front.door.results import html_table
from proofdeck.front.export.settings import ExportOptions
from proofdeck.front.starting import start_project
from proofdeck.source.project.request import Options

ROOT = Path(__file__).parent.parent
DOOR = ROOT / "generator/proofdeck/front/door"
MODULES = (
    "proofdeck",
    "proofdeck.errors",
    "proofdeck.front.door.lab",
    "proofdeck.front.door.projects",
    "proofdeck.front.door.results",
    "proofdeck.front.door.tables",
)


@pytest.fixture(scope="module")
def project() -> proofdeck.Project:
    return proofdeck.open(ROOT)


@pytest.fixture(scope="module")
def tombs(project: proofdeck.Project) -> proofdeck.Game:
    return project.games["tombs"]


def said(*words: str) -> str:
    """What the command prints, on whichever stream."""
    done = CliRunner().invoke(app, [*words, "-C", str(ROOT)])
    return done.output


# -- what is documented ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["docs/python.md", *MODULES])
def test_the_examples_of_the_page_and_of_the_docstrings_hold(
    place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    if place.endswith(".md"):
        found = doctest.testfile(str(ROOT / place), module_relative=False, globs={"folder": tmp_path})
    else:
        found = doctest.testmod(import_module(place), extraglobs={"proofdeck": proofdeck})
    assert found.failed == 0
    assert found.attempted or place in {"proofdeck.errors", "proofdeck.front.door.results"}


def test_every_name_of_the_package_is_there_and_says_what_it_is() -> None:
    assert dir(proofdeck) == sorted(proofdeck.__all__)
    for name in set(proofdeck.__all__) - {"__version__"}:
        assert inspect.getdoc(getattr(proofdeck, name)), name
    with pytest.raises(AttributeError, match="no attribute 'pen'"):
        proofdeck.pen  # noqa: B018


def test_importing_it_loads_nothing_of_the_program() -> None:
    code = "import sys, proofdeck; print(*(m for m in sys.modules if m.startswith('proofdeck.') or m == 'typing'))"
    path = str(ROOT / "generator")
    call = [sys.executable, "-S", "-c", code]
    done = subprocess.run(call, env={"PYTHONPATH": path}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_nothing_in_the_program_imports_it() -> None:
    sources = [path for path in (ROOT / "generator").rglob("*.py") if DOOR not in path.parents]
    assert len(sources) > 100
    lines = {
        path.name: path.read_text(encoding="utf-8").splitlines() for path in sources if "starters" not in path.parts
    }
    assert [name for name, text in lines.items() if any(line.split()[1:2] == ["proofdeck"] for line in text)] == []


def test_the_kit_has_all_names_of_the_engine_kit() -> None:
    kit = import_module("proofdeck.play.engine.kit")
    assert {name: getattr(proofdeck.kit, name) for name in kit.__all__} == {n: getattr(kit, n) for n in kit.__all__}


# -- the same as the command line ------------------------------------------------------------------------------------


TABLE = "board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\nnames: Ana, Ben\n"


def test_a_score_is_that_of_the_command_line(tombs: proofdeck.Game, tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text(TABLE)
    score = tombs.score(TABLE)
    assert score.as_dict() == json.loads(said("score", "tombs", str(tmp_path / "table.txt"), "--json"))
    assert f"{score}\n" == said("score", "tombs", str(tmp_path / "table.txt"))
    assert score.points == {"Ana": 2, "Ben": 2}  # two units each
    assert score.winners == ["Ana"]  # of three kills
    assert sum(item.points for item in score.items if item.player == "Ana") == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_figures_are_those_of_the_command_line_however_many_processes_play(tombs: proofdeck.Game, jobs: int) -> None:
    settings = "--games 12 --players 3 --bots random,greedy --seed 5 --jobs 1 --json"
    told = json.loads(said("simulate", "tombs", *settings.split()))
    figures = tombs.simulate(12, 3, ["random", "greedy"], 5, jobs=jobs)
    assert dict(figures.data) == told
    assert figures.wins == {seat["seat"]: seat["wins"] for seat in told["seats"]}
    assert abs(sum(figures.wins.values()) - 1) < 1e-9
    assert all(low <= figures.wins[seat] <= high for seat, (low, high) in figures.intervals.items())


def test_a_seat_that_bots_favour_is_told_as_by_the_command(
    tombs: proofdeck.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    favoured = {"seat": 2, "bot": "greedy", "wins": 0.9, "by_chance": 0.5}
    monkeypatch.setattr("proofdeck.play.lab.simulation.favour", lambda *_: {"favoured": favoured})
    assert tombs.simulate(3).data["favoured"] == favoured


LAB: dict[str, Callable[[proofdeck.Lab], proofdeck.Findings]] = {
    "lab tombs --games 6 --bots random": lambda lab: lab.cards(6, bots="random"),
    "lab tombs --without magus --games 20 --bots random": lambda lab: lab.without("magus", 20, bots="random"),
    "compare tombs --set goal.2=3 --games 6 --bots random,greedy": lambda lab: lab.compare(
        "goal.2=3", games=6, bots=["random", "greedy"]
    ),
    "compare tombs --set goal.2=3,4 --set peace.2=0,1 --games 3 --bots random": lambda lab: lab.sweep(
        "goal.2=3,4", "peace.2=0,1", games=3, bots="random"
    ),
    "lab tombs --ladder random,greedy --games 3 --players 3": lambda lab: lab.bots(
        "random", "greedy", games=3, players=3
    ),
}


@pytest.mark.parametrize("words", LAB)
def test_findings_are_those_of_the_command_line_and_each_row_is_in_the_frame(words: str, tombs: proofdeck.Game) -> None:
    found = LAB[words](tombs.lab)
    assert found.data == json.loads(said(*words.split(), "--json", "--jobs", "1"))
    assert len(found.frame) == len(found.rows) > 0
    assert found.frame.to_dict("records")[0].keys() == found.rows[0].keys()
    assert "<table" in found._repr_html_()


def test_a_comparison_of_several_values_is_a_sweep(tombs: proofdeck.Game) -> None:
    swept = tombs.lab.sweep("goal.2=3..5", games=3, bots="random", seed=2)
    assert tombs.lab.compare("goal.2=3..5", games=3, bots="random", seed=2).data == swept.data
    with pytest.raises(proofdeck.ProofdeckError, match=r"'goal\.2=3\.\.5' has several values"):
        tombs.lab.compare("goal.2=3..5", to="HEAD")


def test_a_sweep_has_a_row_for_each_figure_of_each_version(tombs: proofdeck.Game) -> None:
    frame = tombs.lab.sweep("goal.2=3,4", "peace.2=0,1", games=3, bots="random").frame
    assert frame.groupby(["goal.2", "peace.2"]).size().tolist() == [6] * 4
    assert (frame.low <= frame.value).all()
    assert (frame.value <= frame.high).all()


def test_rules_are_those_of_the_command_line(tombs: proofdeck.Game) -> None:
    assert tombs.rules == said("rules", "tombs")


def test_a_face_is_the_picture_that_a_build_makes(deck: Callable[[int], Path], tmp_path: Path) -> None:
    project = proofdeck.open(deck(3))
    built = project.build(only="c2", png=60, paper="a4", output=tmp_path / "out")
    for side in ("front", "back"):
        (file,) = (path for path in built.files if path.parent.name == f"{side}s")
        assert project.games["deck"].face("c2", side, dpi=60).png == file.read_bytes()
    assert set(built.made) == set(built.files)
    assert project.build(only="c2", png=60, paper="a4", output=tmp_path / "out").made == []


def test_a_transcript_is_one_that_can_be_replayed(tombs: proofdeck.Game, tmp_path: Path) -> None:
    result = tombs.play(["greedy", "random"], players=2, seed=11)
    result.save(tmp_path / "game.jsonl")
    told = said("replay", str(tmp_path / "game.jsonl"))
    assert str(result.score) in told
    assert len(result.moves) == result.transcript.count('"action"')
    again = tombs.new(2, seed=11)
    for player, words in result.moves:
        assert again.to_move == player
        again.play(words)
    assert (again.hash, again.winners, again.points) == (result.table.hash, result.winners, result.points)


@pytest.mark.parametrize("name", ["build", "export"])
def test_a_build_or_an_export_takes_every_option_of_the_command(name: str) -> None:
    (command,) = (one for one in typer.main.get_command(app).commands.values() if one.name == name)  # type: ignore[attr-defined]
    of_the_terminal = {"project", "trust", "quiet", "as_json", "help", "list_targets"}
    options = {parameter.name for parameter in command.params} - of_the_terminal
    taken = inspect.signature(getattr(proofdeck.Project, name)).parameters
    assert set(taken) - {"self", "progress"} == options


@pytest.mark.parametrize(("name", "request_type"), [("build", Options), ("export", ExportOptions)])
def test_what_a_build_or_an_export_leaves_out_is_as_in_the_command(name: str, request_type: Any) -> None:
    keywords = inspect.signature(getattr(proofdeck.Project, name)).parameters
    left_out = {keyword: one.default for keyword, one in keywords.items()}
    assert request_of(request_type, left_out) == request_type()


EXPERIMENTS: dict[str, Callable[..., Any]] = {
    "simulate": proofdeck.Game.simulate,
    "lab": proofdeck.Lab.cards,
    "hunt": proofdeck.Lab.hunt,
    "compare": proofdeck.Lab.compare,
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_an_experiment_plays_as_many_games_with_the_same_seed_as_its_command(name: str) -> None:
    (command,) = (one for one in typer.main.get_command(app).commands.values() if one.name == name)  # type: ignore[attr-defined]
    asked = {parameter.opts[0].removeprefix("--"): parameter.default for parameter in command.params}
    asked |= {"games": GAMES} if name == "lab" else {}  # its default depends on what else is asked for
    taken = inspect.signature(EXPERIMENTS[name]).parameters
    shared = asked.keys() & {"games", "minutes", "reduced", "exchanges", "players", "seed", "to"}
    assert shared >= {"players", "seed"}
    assert {keyword: taken[keyword].default for keyword in shared} == {keyword: asked[keyword] for keyword in shared}


ERRORS: dict[str, tuple[Callable[[proofdeck.Project], Any], tuple[str, ...]]] = {
    "no such game": (lambda project: project.games["tomb"], ("simulate", "tomb")),
    "no such bot": (
        lambda project: project.games["tombs"].simulate(bots="gredy"),
        ("simulate", "tombs", "--bots", "gredy"),
    ),
    "too many players": (
        lambda project: project.games["tombs"].new(players=9),
        ("simulate", "tombs", "--players", "9"),
    ),
    "no such game to build": (lambda project: project.build("tomb"), ("build", "tomb")),
    "no such target": (lambda project: project.export("pgn"), ("export", "pgn")),
    "no such size": (lambda project: project.export("png", size="pokerr"), ("export", "png", "--size", "pokerr")),
}


@pytest.mark.parametrize("what", ERRORS)
def test_a_mistake_is_told_in_the_words_of_the_command_line(what: str, project: proofdeck.Project) -> None:
    do, words = ERRORS[what]
    with pytest.raises(proofdeck.ProofdeckError) as error:
        do(project)
    assert said(*words).startswith(f"{error.value}\n1 error")


def test_a_table_that_cannot_be_read_is_told_with_its_lines(tombs: proofdeck.Game) -> None:
    with pytest.raises(
        proofdeck.ProofdeckError, match=r"^table E702 the line 'kills:' is missing\n +For example: kills"
    ):
        tombs.score("board: B1 . O2 / T1 X . / . M2 .")


def test_a_name_that_is_not_there_is_a_key_error_too(project: proofdeck.Project, tombs: proofdeck.Game) -> None:
    assert "tomb" not in project.games
    assert project.games.get("tomb") is None
    with pytest.raises(KeyError) as error:
        tombs.cards["mags"]
    assert str(error.value) == "E507 no card of Tombs has the id 'mags'\n    Did you mean 'magus'?"


def test_what_only_a_program_can_get_wrong_is_a_value_error(project: proofdeck.Project, tombs: proofdeck.Game) -> None:
    with pytest.raises(ValueError, match="paper: 'a5' is not one of a4, letter"):
        project.build(paper="a5")
    with pytest.raises(ValueError, match="back_offset: nan is not between -50 and 50"):
        project.build(back_offset=(0, float("nan")))
    with pytest.raises(ValueError, match="bleed: 30 is not between 0 and 20"):
        project.export("png", bleed=30)
    with pytest.raises(ValueError, match="dpi: 5000 is not between 30 and 1200"):
        tombs.face("magus", dpi=5000)
    with pytest.raises(ValueError, match="there is no copy 11 of magus: 10 printed"):
        tombs.face("magus", copy=11)
    with pytest.raises(ValueError, match="no bot is named"):
        tombs.play(bots=[])
    with pytest.raises(ValueError, match="there is no player 3"):
        tombs.new(2).observation(3)


# -- playing ---------------------------------------------------------------------------------------------------------


def test_a_refused_action_names_its_clause_and_changes_nothing(tombs: proofdeck.Game) -> None:
    table = tombs.new(2, seed=5)
    before = table.hash
    with pytest.raises(proofdeck.IllegalAction) as error:
        table.play("Blade on b2")
    assert (error.value.clause, isinstance(error.value, ValueError)) == ("place.first", True)
    with pytest.raises(ValueError, match=r"there is no action 'Blade at b2'\. Did you mean 'Blade on b2'"):
        table.play("Blade at b2")
    assert (table.hash, table.moves, table.to_move) == (before, [], 1)
    assert "Blade on b2" not in table.actions


def test_a_copy_shares_nothing_that_changes(tombs: proofdeck.Game) -> None:
    table = tombs.new(2, seed=5)
    before = table.hash
    copied = table.copy().play("Blade on b1")
    assert (table.hash, table.moves) == (before, [])
    assert (copied.moves, copied.to_move) == ([(1, "Blade on b1")], 2)


def test_an_imagined_table_shows_its_player_the_same_and_deals_the_rest_again(project: proofdeck.Project) -> None:
    table = project.games["rummy-duel"].new(seed=3)
    imagined = [table.imagine(1, seed) for seed in range(5)]
    assert all(one.observation(1) == table.observation(1) for one in imagined)
    assert len({json.dumps(one.zones) for one in imagined}) > 1


def test_a_function_plays_from_its_own_seat_and_sees_no_other_hand(project: proofdeck.Project) -> None:
    seats: list[tuple[int, list[str]]] = []

    def first(seat: proofdeck.Seat) -> str:
        assert seat.observation["player"] == seat.player
        seats.append((seat.player, seat.imagine(1).actions))
        assert seats[-1][1] == seat.actions
        return seat.actions[0]

    result = project.games["fishing-dragon"].play(["greedy", first], seed=2)
    assert {player for player, _ in seats} == {2}
    assert [words for player, words in result.moves if player == 2] == [actions[0] for _, actions in seats]


def test_advice_is_what_that_bot_then_plays(tombs: proofdeck.Game) -> None:
    table = tombs.new(2, seed=8)
    advice = table.advice("greedy")
    assert table.copy().play_on("greedy").moves[: len(advice)] == [(1, words) for words in advice]


def test_a_game_that_is_over_takes_no_more_actions(tombs: proofdeck.Game) -> None:
    table = tombs.new(2).play_on()
    assert (table.over, table.to_move, table.actions) == (True, None, [])
    assert table.winners == tuple(int(name.removeprefix("Player ")) for name in table.score.winners)
    with pytest.raises(ValueError, match="the game is over"):
        table.play("Blade on a1")


def test_a_position_is_set_up_as_the_examples_of_the_rules_write_it(tombs: proofdeck.Game) -> None:
    table = tombs.position("players: 2\nboard: B1 . . / . . . / . . .\nhand 2: Ombra\nto move: 2")
    assert table.to_move == 2
    assert table.points == {1: 1, 2: 0}
    with pytest.raises(proofdeck.ProofdeckError, match="position:1"):
        tombs.position("boards: nothing")


# -- notebooks -------------------------------------------------------------------------------------------------------


def test_everything_shows_itself_in_a_notebook(project: proofdeck.Project, tombs: proofdeck.Game) -> None:
    shown = (project, project.games, tombs, tombs.cards, tombs.new(2), tombs.new(2).play_on(), tombs.score(TABLE))
    results = (tombs.play(), tombs.simulate(3), project.check("tombs"))
    for one in (*shown, *results):
        assert one._repr_html_()[:3] in {"<ta", "<p>"}
        assert "object at" not in repr(one)
    assert tombs.face("magus", dpi=30)._repr_png_().startswith(b"\x89PNG")


def test_what_a_cell_says_is_text_in_a_notebook() -> None:
    assert html_table(("<b>",), [("<script>alert('x')</script>",)], "a & b").count("<") == len(
        "table caption /caption thead tr th /th /tr /thead tbody tr td /td /tr /tbody /table".split()
    )


# -- engines of the project ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("own") / "behind-the-door"
    start_project(root, engine=True)
    return root


def test_an_engine_of_the_project_runs_only_when_it_is_trusted(own: Path) -> None:
    with pytest.raises(
        proofdeck.ProofdeckError, match="E609 the engine 'behind_the_door_rules' does not come with Proofdeck"
    ):
        proofdeck.open(own).games["behind-the-door"].play()
    game = proofdeck.open(own, trust=True).games["behind-the-door"]
    assert len(game.play(players=4, seed=2).winners) >= 1
    assert game.simulate(4).games == 4


def test_what_a_function_raises_stays_what_it_is_and_is_not_blamed_on_the_engine(own: Path) -> None:
    plan: dict[int, str] = {}

    def lost(seat: proofdeck.Seat) -> str:
        return plan[seat.player]

    def cheats(seat: proofdeck.Seat) -> str:
        played = proofdeck.open(own, trust=True).games["behind-the-door"].new(2).actions
        return next(words for words in sorted(played + seat.actions) if words not in seat.actions)

    game = proofdeck.open(own, trust=True).games["behind-the-door"]
    with pytest.raises(KeyError, match="1"):
        game.play([lost, "random"])
    with pytest.raises(proofdeck.IllegalAction):
        game.play(["random", cheats], seed=4)


def test_a_mistake_in_a_file_is_told_by_check_and_stops_a_build(tmp_path: Path) -> None:
    start_project(tmp_path / "game")
    cards = tmp_path / "game" / "cards.csv"
    rows = cards.read_text().splitlines()
    cards.write_text("\n".join([*rows, rows[-1]]) + "\n")
    project = proofdeck.open(tmp_path / "game")
    problems = project.check()
    assert [problem.code for problem in problems.errors] == ["E111"]
    with pytest.raises(proofdeck.ProofdeckError, match="E111"):
        project.build()
    assert not (tmp_path / "game" / "output").exists()
    with pytest.raises(proofdeck.ProofdeckError, match="there is no folder"):
        proofdeck.open(tmp_path / "nowhere")
