"""The command as people and programs meet it: a real process, its two streams, its exit code and its files."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from errno import EACCES
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
import typer
from cli.commands import COMMAND, PATIENCE, ROOT, by_kill, interrupted, run, surroundings, until
from PIL import Image
from reading import ink, is_beside_cards, pixels, text_of

from proofdeck.front.cli.app import app
from proofdeck.front.cli.outputs import make
from proofdeck.front.cli.terminal import guarded
from proofdeck.front.making.jobs import jobs_of
from proofdeck.front.starting import start_project
from proofdeck.ground import __version__
from proofdeck.ground.colour_vision import brightness
from proofdeck.ground.paper import PAPERS, Ink
from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.faces.face import Picture
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Built, Options

Deck = Callable[[int], Path]
Writer = Callable[..., Path]

ESCAPE = "\x1b"


def made(root: Path) -> list[str]:
    """Every file in the output folder, but no score pads and master sheets."""
    output = root / "output"
    names = (path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file())
    return sorted(name for name in names if not is_beside_cards(name))


@pytest.fixture
def animals(write: Writer) -> Path:
    """Three cards with names of their own, an emblem and a dark ground."""
    write("cards.csv", "game,id,name,kind,value\nzoo,c1,Wolf,beast,3\nzoo,c2,Wolverine,beast,4\nzoo,c3,Owl,bird,5\n")
    write("rules_md/zoo.md", "---\ntitle: The Zoo\nplayers: 2-4\n---\n")
    return write(
        "templates/zoo/front.toml",
        'extends = "base/front.toml"\n[colours]\nground = "#24344d"\nink = "white"\naccent = "#f4d58d"\n',
    )


@pytest.fixture
def faulty(write: Writer, animals: Path) -> Path:
    """An error in the third line of the spreadsheet, at its 21st character, below a name of two-byte letters."""
    return write("cards.csv", "game,id,name,kind,value\nzoo,c1,Wölfin,beast,3\nzoo,c2,Bärin,beast,four\n")


# Exit codes.


def test_a_build_without_problems_ends_with_0(animals: Path) -> None:
    assert run(animals, "build").code == 0
    assert run(animals, "check") == (0, "No problems found.\n", "")


def test_problems_in_the_files_end_with_1_and_write_nothing(faulty: Path) -> None:
    assert run(faulty, "build").code == run(faulty, "check").code == 1
    assert not (faulty / "output").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("build --nosuch", "--nosuch"),
        ("nosuch", "nosuch"),
        ("build --back-offset 1", "--back-offset"),
        ("build --back-offset 1,x", "--back-offset"),
        ("build --back-offset 1,nan", "--back-offset"),
        ("build --back-offset 51,0", "at most 50 mm"),
        ("build --paper a9", "'a9'"),
        ("build --layout heap", "'heap'"),
        ("build --png 7", "--png"),
        ("build --players 0", "--players"),
        ("build zooo", "Did you mean 'zoo'?"),
        ("check zooo", "Did you mean 'zoo'?"),
        ("build -C nowhere", "there is no folder 'nowhere'"),
        ("build -C templates", "there is no cards.csv"),
        ("games -C templates", "there is no cards.csv"),
        ("new .", "not empty"),
        ("new fresh --like tomb", "Did you mean 'tombs'?"),
        ("new fresh --from cards.csv --look indx", "'index'?"),
        ("new fresh --look index", "it needs --from"),
        ("explain E999", "E999"),
        ("explain", "CODE"),
        ("", "Usage"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_wrong(animals: Path, words: str, told: str) -> None:
    ran = run(animals, *words.split())
    assert ran.code == 2
    assert told in ran.out + ran.err
    assert not (animals / "output").exists()
    assert not (animals / "fresh").exists()


SHEETS = ["--paper", "a4", "--paper", "letter", "--paper", "legal", "--paper", "a3"]
PICTURES = ["--paper", "a4", "--png", "600"]


@pytest.mark.parametrize(
    ("count", "words", "moment"),
    [(600, SHEETS, 0.0), *((120, PICTURES, moment) for moment in (0.0, 0.05, 0.15, 0.6))],
)
def test_ctrl_c_in_the_middle_of_a_build_ends_with_130_and_leaves_whole_files_only(
    deck: Deck, count: int, words: list[str], moment: float
) -> None:
    """moment: s after the first file is there; processes that make pictures start in the first quarter of a second."""
    root = deck(count)
    first = root / "output" / "deck" / "cards-a4.pdf"

    def wait(process: subprocess.Popen[bytes]) -> None:
        until(first.exists, process)
        time.sleep(moment)

    assert interrupted(root, "build", "--no-cache", *words, wait=wait) == (130, "", "interrupted\n")
    assert list(root.rglob("*.part")) == []
    for name in made(root):
        if name.endswith(".pdf"):
            assert "Deck" in text_of((root / "output" / name).read_bytes(), 0)
        else:
            with Image.open(root / "output" / name) as picture:
                picture.load()


def test_sigterm_ends_a_build_as_ctrl_c_does_and_leaves_neither_processes_nor_their_folder(deck: Deck) -> None:
    """The folder has a short name, so that processes are forked from a server with a socket in it."""
    root = deck(120)
    with TemporaryDirectory() as folder:

        def wait(process: subprocess.Popen[bytes]) -> None:
            until(lambda: list(Path(folder).glob("pymp-*")) != [], process)
            time.sleep(0.3)

        said = interrupted(root, "build", "--no-cache", *PICTURES, wait=wait, how=by_kill, TMPDIR=folder)
        assert said == (130, "", "interrupted\n")
        assert list(Path(folder).iterdir()) == []
    assert list(root.rglob("*.part")) == []


def a_library_that_swallows(error: BaseException) -> None:
    try:
        raise error
    except:  # noqa: E722 - what ReportLab does
        raise KeyError("what it was looking for") from None


def test_ctrl_c_that_a_library_turned_into_an_error_of_its_own_is_still_an_interrupt(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(typer.Exit) as end, guarded():
        a_library_that_swallows(KeyboardInterrupt())
    assert end.value.exit_code == 130
    assert capsys.readouterr().err == "interrupted\n"
    with pytest.raises(KeyError), guarded():
        a_library_that_swallows(OSError())


# What each command says.


def test_the_version_is_printed() -> None:
    assert run(ROOT, "--version") == (0, f"proofdeck {__version__}\n", "")


@pytest.mark.parametrize("command", ["build", "check", "games", "new", "explain"])
def test_every_command_explains_itself(command: str) -> None:
    ran = run(ROOT, command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert "Usage" in ran.out


def test_games_lists_what_a_project_holds(animals: Path) -> None:
    assert run(animals, "games") == (0, "zoo  The Zoo: 2 to 4 players · 3 pieces\n", "")


def test_games_are_one_object_for_programs(animals: Path) -> None:
    ran = run(animals, "games", "--json")
    zoo = {"name": "zoo", "title": "The Zoo", "players": [2, 4], "pieces": 3, "kinds": {"beast": 2, "bird": 1}}
    assert (ran.code, json.loads(ran.out), ran.err) == (0, {"version": 1, "games": [zoo], "problems": []}, "")


def test_the_five_shipped_games_are_listed() -> None:
    names = [game["name"] for game in json.loads(run(ROOT, "games", "--json").out)["games"]]
    assert names == [
        "fantasy-contract-rummy",
        "rummy-duel",
        "tombs",
        "toonerville-rook",
        "fishing-dragon",
        "salt-roads",
    ]


def test_check_shows_the_line_with_a_mark_under_the_mistake(faulty: Path) -> None:
    ran = run(faulty, "check")
    assert (ran.code, ran.err) == (1, "")
    head, source, mark, *_ = ran.out.splitlines()
    assert head.startswith("cards.csv:3:20 E103 'four' is not a number")
    assert source.endswith("zoo,c2,Bärin,beast,four")
    assert source[mark.index("^") :] == "four"
    assert mark.strip() == "^"
    assert "For more, run `proofdeck explain E103`." in ran.out


def test_check_can_say_each_problem_in_one_line(faulty: Path) -> None:
    ran = run(faulty, "check", "--format", "concise")
    assert (ran.code, ran.err) == (1, "")
    assert re.fullmatch(r"cards\.csv:3:20: E103 .+\n", ran.out)


def test_check_can_say_all_problems_in_one_object(faulty: Path) -> None:
    ran = run(faulty, "check", "--format", "json")
    (problem,) = json.loads(ran.out)["problems"]
    assert (ran.code, json.loads(ran.out)["version"], ran.err) == (1, 1, "")
    assert {key: problem[key] for key in ("code", "file", "line", "column", "field")} == {
        "code": "E103", "file": "cards.csv", "line": 3, "column": 20, "field": "value",
    }  # fmt: skip
    assert problem["message"]
    assert problem["hint"]


def test_check_speaks_to_github(faulty: Path) -> None:
    ran = run(faulty, "check", "--format", "github")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("::error file=cards.csv,line=3,col=20,title=E103::")
    assert ran.out.count("\n") == 1


def test_check_without_problems_is_an_empty_list_for_programs(animals: Path) -> None:
    said = json.loads(run(animals, "check", "--format", "json").out)
    assert said == {"version": 1, "problems": [], "sheets": []}
    assert run(animals, "check", "--format", "concise") == run(animals, "check", "--format", "github") == (0, "", "")


@pytest.mark.parametrize("code", ["E103", "e103"])
def test_explain_says_what_a_code_means_and_what_cures_it(code: str) -> None:
    ran = run(ROOT, "explain", code)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("E103: ")
    assert "\n\nCure: " in ran.out


# Build: files, streams, options.


def test_build_writes_a4_and_letter_and_lists_them_on_stdout(animals: Path) -> None:
    ran = run(animals, "build")
    assert made(animals) == ["zoo/cards-a4.pdf", "zoo/cards-letter.pdf"]
    pads = [f"zoo/{name}-{paper}.pdf" for name in ("score-pad", "master-sheet") for paper in ("a4", "letter")]
    files = [*made(animals), "zoo/cards.json", *pads]
    assert [line.split()[0] for line in ran.out.splitlines()] == [f"output/{name}" for name in files]
    assert ran.err == ""
    assert all(line.endswith(", up to date") for line in run(animals, "build").out.splitlines())


@pytest.mark.parametrize(
    ("paper", "width", "height"), [("a4", 595, 842), ("letter", 612, 792), ("legal", 612, 1008), ("a3", 842, 1191),
     ("tabloid", 792, 1224)],
)  # fmt: skip
def test_every_paper_is_as_large_as_it_should_be(animals: Path, paper: str, width: int, height: int) -> None:
    assert run(animals, "build", "--paper", paper).code == 0
    assert made(animals) == [f"zoo/cards-{paper}.pdf"]
    page = pixels((animals / "output/zoo" / f"cards-{paper}.pdf").read_bytes(), 0)
    assert abs(page.width - width) <= 1
    assert abs(page.height - height) <= 1


def test_build_says_all_in_one_object_for_programs(animals: Path) -> None:
    ran = run(animals, "build", "--json", "--paper", "a4")
    told = json.loads(ran.out)
    output, *others = told.pop("outputs")
    assert told == {"version": 1, "problems": [], "notes": [], "sheets": []}
    names = [Path(other["path"]).name for other in others]
    assert names == ["cards.json", "score-pad-a4.pdf", "master-sheet-a4.pdf"]
    assert (output["game"], output["made"], Path(output["path"]).name) == ("zoo", True, "cards-a4.pdf")
    assert (animals / output["path"]).is_file()
    assert (ran.code, ran.err) == (0, "")


def test_build_says_problems_to_programs_on_stdout_and_to_people_on_stderr(faulty: Path) -> None:
    told = json.loads(run(faulty, "build", "--json").out)
    assert ([problem["code"] for problem in told["problems"]], told["outputs"]) == (["E103"], [])
    ran = run(faulty, "build")
    assert (ran.code, ran.out) == (1, "")
    assert "cards.csv:3:20 E103" in ran.err


def test_icons_are_listed_in_any_folder_with_those_that_it_holds(tmp_path: Path) -> None:
    shipped = run(tmp_path, "icons", "wolf").out.split()
    assert "wolf-howl" in shipped
    (tmp_path / "templates" / "icons").mkdir(parents=True)
    (tmp_path / "templates" / "icons" / "were-wolf.svg").write_text("<svg/>")
    assert sorted(run(tmp_path, "icons", "wolf").out.split()) == sorted([*shipped, "were-wolf"])


def test_quiet_prints_problems_only(animals: Path, write: Writer) -> None:
    assert run(animals, "build", "-q") == (0, "", "")
    write("cards.csv", "game,id,value\nzoo,c1,four\n")
    assert "E103" in run(animals, "build", "-q").err


def test_output_goes_where_it_is_told(animals: Path) -> None:
    ran = run(animals, "build", "-o", "else/where", "--paper", "a4")
    assert ran.out.startswith("else/where/zoo/cards-a4.pdf")
    assert (animals / "else/where/zoo/cards-a4.pdf").is_file()
    assert not (animals / "output").exists()


def test_a_project_can_be_built_from_outside(animals: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert run(elsewhere, "build", "-C", animals).code == 0
    assert made(animals) == ["zoo/cards-a4.pdf", "zoo/cards-letter.pdf"]


@pytest.mark.parametrize(
    ("pattern", "pieces"), [("c1", 1), ("c*", 3), ("wol*", 2), ("WOLF", 1), ("?2", 1), ("owl", 1), ("[cd]3", 1)]
)
def test_only_takes_cards_whose_id_or_name_matches(animals: Path, pattern: str, pieces: int) -> None:
    ran = run(animals, "build", "--only", pattern, "--paper", "a4")
    assert f"{pieces} piece{'s' if pieces > 1 else ''} on 1 sheet" in ran.out


def test_only_that_matches_no_card_is_a_problem_and_offers_the_nearest(animals: Path) -> None:
    ran = run(animals, "build", "--only", "wolferine", "--only", "owl")
    assert (ran.code, ran.out) == (1, "")
    assert "E507 no card matches 'wolferine'" in ran.err
    assert "Did you mean 'Wolverine'?" in ran.err
    assert made(animals) == []


@pytest.mark.parametrize(("players", "pieces"), [("2", 3), ("3", 6), ("4", 9)])
def test_players_decide_how_many_copies_are_printed(write: Writer, animals: Path, players: str, pieces: int) -> None:
    write("cards.csv", "game,id,quantity,quantity_2,quantity_3\nzoo,c1,9,3,6\n")
    assert f"{pieces} pieces" in run(animals, "build", "--paper", "a4", "--players", players).out


def test_a_number_of_players_that_the_game_is_not_for_is_a_problem(write: Writer, animals: Path) -> None:
    write("cards.csv", "game,id,quantity,quantity_2\nzoo,c1,9,3\n")
    ran = run(animals, "build", "--players", "5")
    assert (ran.code, ran.out) == (1, "")
    assert "E504 The Zoo is for 2 to 4 players, not 5" in ran.err


def test_pictures_have_padded_numbers_and_the_pixels_asked_for(deck: Deck) -> None:
    root = deck(11)
    ran = run(root, "build", "--paper", "a4", "--png", "50")
    fronts = [name for name in made(root) if name.startswith("deck/fronts/")]
    assert fronts == sorted(f"deck/fronts/c{number}.png" for number in range(1, 12))
    with Image.open(root / "output" / fronts[0]) as picture:
        assert picture.size == (124, 173)
    assert "11 pictures at 50 dpi" in ran.out


def test_the_contact_sheet_is_one_picture_of_the_deck(deck: Deck) -> None:
    root = deck(4)
    assert "contact-sheet.png  4 faces" in run(root, "build", "--contact-sheet").out
    with Image.open(root / "output/deck/contact-sheet.png") as picture:
        assert min(picture.size) > 4 * 50


def test_marks_can_be_left_out(animals: Path) -> None:
    (with_marks, without) = (
        (run(animals, "build", "--paper", "a4", "--marks", marks), (animals / "output/zoo/cards-a4.pdf").read_bytes())[
            1
        ]
        for marks in ("corners", "none")
    )
    assert ink(pixels(with_marks, 2)) > ink(pixels(without, 2))


def test_gutterfold_prints_both_sides_of_a_card_on_one_page(animals: Path) -> None:
    assert run(animals, "build", "--paper", "a4", "--layout", "gutterfold").code == 0
    assert "fold" in text_of((animals / "output/zoo/cards-a4.pdf").read_bytes(), 0)


def dark(image: Image.Image) -> int:
    """How many pixels are black."""
    return sum(image.convert("L").histogram()[:40])


def test_low_ink_is_a_file_of_its_own_with_black_words_a_coloured_index_and_half_the_ink_at_most(animals: Path) -> None:
    run(animals, "build", "--paper", "a4")
    run(animals, "build", "--paper", "a4", "--ink", "low")
    assert made(animals) == ["zoo/cards-a4-low-ink.pdf", "zoo/cards-a4.pdf"]
    full, low = ((animals / "output" / name).read_bytes() for name in ("zoo/cards-a4.pdf", "zoo/cards-a4-low-ink.pdf"))
    sheet_full, sheet_low = pixels(full, 2, 150), pixels(low, 2, 150)
    assert ink(sheet_low) <= ink(sheet_full) / 2
    assert dark(sheet_low) > 0
    assert text_of(low, 2).removesuffix(" --ink low") == text_of(full, 2)
    colours = sheet_low.getcolors(sheet_low.width * sheet_low.height) or []
    coloured = sum(count for count, rgb in colours if isinstance(rgb, tuple) and max(rgb) - min(rgb) > 2)
    assert 0 < coloured < sheet_low.width * sheet_low.height / 500, "nothing but the index keeps its colour"


@pytest.mark.parametrize("game", ["fantasy-contract-rummy", "tombs", "toonerville-rook", "fishing-dragon"])
def test_low_ink_halves_the_ink_of_the_shipped_games(tmp_path: Path, game: str) -> None:
    full, low = (first_sheet(game, kind) for kind in ("full", "low"))
    assert ink(pixels(low, 2)) <= ink(pixels(full, 2)) / 2


@pytest.mark.parametrize("game", ["fantasy-contract-rummy", "rummy-duel", "tombs", "toonerville-rook"])
def test_a_grey_edition_has_no_colour_and_is_as_bright(tmp_path: Path, game: str) -> None:
    full, grey = (colours(pixels(first_sheet(game, kind), 2, 50)) for kind in ("full", "grey"))
    assert max(max(rgb) - min(rgb) for _, rgb in grey) <= 2
    assert max(max(rgb) - min(rgb) for _, rgb in full) > 60
    assert light(grey) == pytest.approx(light(full), rel=0.03)


Colours = list[tuple[int, tuple[int, int, int]]]


def colours(image: Image.Image) -> Colours:
    """How many pixels there are of each colour."""
    return cast("Colours", image.getcolors(image.width * image.height))


def light(found: Colours) -> float:
    """What they send back to the eye together."""
    return sum(count * brightness((red / 255, green / 255, blue / 255)) for count, (red, green, blue) in found)


def first_sheet(game: str, kind: Ink) -> bytes:
    """A PDF for A4 with the first nine cards of a shipped game."""
    project = load_project(ROOT, Problems())
    options = Options(papers=("a4",), ink=kind)
    made = lay_out(project, project.games[game], options, Problems())
    job, _ = jobs_of(replace(made, items=made.items[:9]), options, Problems())
    ((_, pdf),) = job.make(list(job.keys), no_progress)
    return pdf


# New projects.


def test_a_new_project_builds_unedited(tmp_path: Path) -> None:
    ran = run(tmp_path, "new", "my-game")
    assert (ran.code, ran.err) == (0, "")
    assert "my-game/cards.csv" in ran.out.splitlines()
    assert ran.out.splitlines()[-1] == "Next: cd my-game && proofdeck build"
    built = run(tmp_path, "build", "-C", "my-game")
    assert (built.code, built.err) == (0, "")
    pdfs = ("cards-a4.pdf", "cards-letter.pdf", "rulebook-a4.pdf")
    assert made(tmp_path / "my-game") == [f"my-game/{file}" for file in (*pdfs, "rulebook.html", "rulebook.md")]
    assert run(tmp_path, "check", "-C", "my-game").out.startswith("No problems found.\n")
    mutated = run(tmp_path, "mutate", "my-game", "-C", "my-game").out
    assert mutated.startswith("My Game: 1 example notices ")
    assert mutated.endswith(" (100 %)\n")


@pytest.mark.parametrize(
    ("folder", "game", "title"),
    [
        ("The Long Tide", "the-long-tide", "The Long Tide"),
        ("deep_sea", "deep-sea", "Deep Sea"),
        ("1984: on", "1984-on", "1984: On"),
        ("rulebook", "my-game", "My Game"),
        ("Überfall", "uberfall", "Überfall"),
        ("潮", "my-game", "My Game"),
    ],
)
def test_a_new_game_is_called_after_its_folder(tmp_path: Path, folder: str, game: str, title: str) -> None:
    start_project(tmp_path / folder)
    problems = Problems()
    (only,) = load_project(tmp_path / folder, problems).games.values()
    assert (only.name, only.title) == (game, title)
    assert not problems
    assert (tmp_path / folder / "templates" / game / "front.toml").exists()


def test_the_next_step_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    assert run(tmp_path, "new", "The Long Tide").out.splitlines()[-1] == "Next: cd 'The Long Tide' && proofdeck build"


def test_one_paper_is_that_of_books_and_pads_too(tmp_path: Path) -> None:
    start_project(tmp_path / "zoo")
    assert run(tmp_path / "zoo", "build", "--paper", "letter", "-q").code == 0
    assert [path.name for path in (tmp_path / "zoo" / "output" / "zoo").glob("*a4*")] == []
    assert (tmp_path / "zoo" / "output" / "zoo" / "rulebook-letter.pdf").exists()


def test_a_check_of_proof_says_why_there_is_none_for_a_game_without_an_engine(tmp_path: Path) -> None:
    start_project(tmp_path / "zoo")
    out = run(tmp_path / "zoo", "check", "--proof").out
    why = "it has a table of scores instead of an engine, so its clauses are not simulated"
    assert out == f"No problems found.\nZoo: nothing checks 20 texts, 27 never compared\nZoo: {why}\n"


@pytest.mark.parametrize("game", ["tombs", "rummy-duel"])
def test_a_project_like_a_shipped_game_has_the_same_faces(tmp_path: Path, game: str) -> None:
    assert run(tmp_path, "new", "copy", "--like", game).code == 0
    assert run(tmp_path, "build", "-C", "copy", "--paper", "a4").code == 0
    pdfs = ("cards-a4.pdf", "rulebook-a4.pdf")
    books = ("rulebook-proof.html", "rulebook.html", "rulebook.md")
    assert made(tmp_path / "copy") == [f"copy/{file}" for file in (*pdfs, *books)]
    look = tomllib.loads((ROOT / "templates" / game / "rulebook.toml").read_text())
    assert look["accent"] in (tmp_path / "copy" / "output" / "copy" / "rulebook.html").read_text()
    projects = (load_project(root, Problems()) for root in (ROOT, tmp_path / "copy"))
    names = (game, "copy")
    shipped, copied = (
        lay_out(project, project.games[name], Options(), Problems()).items
        for project, name in zip(projects, names, strict=True)
    )
    assert copied == shipped


def test_a_new_game_with_art_has_a_scene_on_each_card_and_no_problems(tmp_path: Path) -> None:
    assert run(tmp_path, "new", "my-game", "--art").code == 0
    assert "No problems found." in run(tmp_path / "my-game", "check").out
    game = load_project(tmp_path / "my-game", Problems())
    made = lay_out(game, game.games["my-game"], Options(), Problems())
    scenes = [mark.file for item in made.items for mark in item.front.leaves() if isinstance(mark, Picture)]
    assert set(scenes) == {"art/summer.svg", "art/autumn.svg", "art/winter.svg"}
    assert len(scenes) == len(made.items)


@pytest.mark.parametrize("other", [("--engine",), ("--like", "tombs"), ("--kind", "draft"), ("--from", "cards.csv")])
def test_art_is_for_the_small_game_of_cards_only(tmp_path: Path, other: tuple[str, ...]) -> None:
    assert run(tmp_path, "new", "my-game", "--art", *other).code == 2


def test_new_never_writes_into_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear diary")
    assert run(tmp_path, "new", "mine").code == 2
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["diary.txt"]


# Colours and progress.


def test_nothing_that_is_piped_has_colours(faulty: Path) -> None:
    for words in (["check"], ["build"], ["games"], ["explain", "E103"], ["build", "--nosuch"]):
        ran = run(faulty, *words, TERM="xterm-256color")
        assert ESCAPE not in ran.out + ran.err, words


def on_a_terminal(root: Path, *words: str, **environment: str) -> tuple[int, str, str]:
    """Exit code, what was piped from stdout, and what a terminal saw of stderr."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *words], cwd=root, env=surroundings(**{"TERM": "xterm-256color", **environment}),
        stdout=subprocess.PIPE, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    seen = b"".join(_read_all(ours))
    out, _ = process.communicate(timeout=PATIENCE)
    assert b"Traceback" not in seen + out
    return process.returncode, out.decode(), seen.decode()


def _read_all(handle: int) -> Iterator[bytes]:
    """Until the other end hangs up, which Linux says with an error and other systems with nothing."""
    with os.fdopen(handle, "rb", buffering=0) as terminal:
        while True:
            try:
                part = terminal.read(4096)
            except OSError:
                return
            if not part:
                return
            yield part


COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9][0-9;]*m")


def test_a_terminal_shows_problems_in_colour(faulty: Path) -> None:
    code, out, seen = on_a_terminal(faulty, "build")
    assert (code, out) == (1, "")
    assert COLOUR.search(seen)


@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"NO_COLOR": ""}, {"TERM": "dumb"}])
def test_a_terminal_that_wants_no_colours_gets_no_escape_codes(faulty: Path, plain: Mapping[str, str]) -> None:
    _, _, seen = on_a_terminal(faulty, "build", **plain)
    assert "E103" in seen
    assert not COLOUR.search(seen)
    assert ESCAPE not in seen or "TERM" not in plain, "where colours are not wanted, a bar may still move"


def test_a_terminal_shows_how_far_a_build_is(deck: Deck) -> None:
    code, out, seen = on_a_terminal(deck(600), "build", "--paper", "a4", "--only", "cards")
    assert code == 0
    assert "deck/cards-a4.pdf" in seen
    assert re.search(r"\d+/67", seen), "sheets done, of all"
    assert out.startswith("output/deck/cards-a4.pdf  600 pieces on 67 sheets")


def test_progress_has_no_colours_where_none_are_wanted(deck: Deck) -> None:
    _, _, seen = on_a_terminal(deck(120), "build", "--paper", "a4", "--only", "cards", NO_COLOR="1")
    assert "deck/cards-a4.pdf" in seen
    assert not COLOUR.search(seen)


@pytest.mark.parametrize("option", ["-q", "--json"])
def test_no_progress_is_shown_to_those_who_asked_for_silence_or_data(deck: Deck, option: str) -> None:
    code, _, seen = on_a_terminal(deck(2), "build", "--only", "cards", option)
    assert (code, seen) == (0, "")


# What can go wrong outside of the project.


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_file_where_a_folder_should_be_is_a_problem(animals: Path, place: str) -> None:
    (animals / "taken").write_text("mine")
    ran = run(animals, "build", "-o", place, "--png", "50")
    assert (ran.code, ran.out) == (2, "")
    assert "E505 cannot write" in ran.err
    told: dict[str, Any] = json.loads(run(animals, "build", "-o", place, "--json").out)
    assert [problem["code"] for problem in told["problems"]] == ["E505"]
    assert (animals / "taken").read_text() == "mine"


def test_a_folder_where_a_file_should_be_is_a_problem(animals: Path) -> None:
    (animals / "output/zoo/cards-a4.pdf/inside").mkdir(parents=True)
    ran = run(animals, "build", "--paper", "a4")
    assert ran.code == 2
    assert "E505 cannot write cards-a4.pdf" in ran.err
    assert made(animals) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_protected_folder_is_a_problem(animals: Path) -> None:
    (animals / "output").mkdir(mode=0o555)
    assert "E505" in run(animals, "build").err


def test_a_reader_who_walks_away_is_no_mistake(animals: Path) -> None:
    """`proofdeck build | true`"""
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(
        [*COMMAND, "build", "--only", "cards"], cwd=animals, env=surroundings(), stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    _, err = process.communicate(timeout=PATIENCE)
    assert b"Traceback" not in err
    assert made(animals) == ["zoo/cards-a4.pdf", "zoo/cards-letter.pdf"]


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(animals: Path) -> None:
    (animals / "cache").write_text("a file")
    assert run(animals, "build", XDG_CACHE_HOME=str(animals / "cache")).code == 0


# Completion in a shell.


def complete(**environment: str) -> str:
    """The installed script, asked as shells ask it."""
    script = Path(sys.executable).parent / "proofdeck"
    if not script.exists():
        pytest.skip("proofdeck is not installed as a script")
    done = subprocess.run(
        [str(script)], env=surroundings(**environment), capture_output=True, timeout=PATIENCE, check=False
    )
    assert b"Traceback" not in done.stdout + done.stderr
    return done.stdout.decode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_can_be_shown(shell: str) -> None:
    assert "_PROOFDECK_COMPLETE" in complete(_PROOFDECK_COMPLETE=f"source_{shell}")


def test_commands_and_papers_are_completed() -> None:
    asked = {"_PROOFDECK_COMPLETE": "complete_bash"}
    assert complete(**asked, COMP_WORDS="proofdeck ch", COMP_CWORD="1").split() == ["check"]
    assert complete(**asked, COMP_WORDS="proofdeck build --paper le", COMP_CWORD="3").split() == ["letter", "legal"]
    assert complete(**asked, COMP_WORDS="proofdeck export t", COMP_CWORD="2").split() == ["tts", "tgc", "ttpg"]
    assert complete(**asked, COMP_WORDS="proofdeck export pnp --contest 9", COMP_CWORD="4").split() == ["9-card"]


def test_games_also_tells_what_is_wrong_with_the_spreadsheet(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("game,id,quantity\nzoo,ape,x\n")
    ran = run(tmp_path, "games")
    assert (ran.code, ran.out) == (0, "zoo  Zoo: 0 pieces\n")
    assert "cards.csv:2:9 E104" in ran.err
    for_programs = json.loads(run(tmp_path, "games", "--json").out)
    assert [problem["code"] for problem in for_programs["problems"]] == ["E104"]


def test_the_command_line_offers_just_the_papers_there_are() -> None:
    build: Any = typer.main.get_command(app)
    (paper,) = (one for one in build.commands["build"].params if one.name == "paper")
    assert list(paper.type.choices) == list(PAPERS)


def test_the_json_of_a_build_has_one_shape_also_where_there_is_no_project(tmp_path: Path) -> None:
    ran = run(tmp_path, "build", "--json")
    told = json.loads(ran.out)
    assert ran.code == 2
    assert (told["version"], told["outputs"]) == (1, [])
    assert [problem["code"] for problem in told["problems"]] == ["E501"]


def test_what_the_system_refuses_is_an_object_for_programs_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(_: object) -> Built:
        raise PermissionError(EACCES, "Permission denied", "art/wolf.png")

    with pytest.raises(typer.Exit) as ended:
        make(refused, tmp_path, quiet=False, as_json=True)
    told, said = json.loads(capsys.readouterr().out), "no permission to use 'art/wolf.png'"
    assert (ended.value.exit_code, told["outputs"]) == (2, [])
    assert [(one["code"], one["message"]) for one in told["problems"]] == [("E510", said)]
