"""What a folder holds, and which misspelt words in it would otherwise be taken for new things."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]


def told(root: Path) -> list[str]:
    """What is wrong with a project as it is read."""
    problems = Problems()
    load_project(root, problems)
    return [f"{problem.where} {problem.code} {problem.message} {problem.hint}" for problem in problems]


# -- games -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("home", ["rules_md/my-game.md", "templates/my-game/front.toml"])
def test_a_game_called_nearly_like_one_that_has_rules_or_templates_is_misspelt(write: Writer, home: str) -> None:
    write(home, "")
    root = write("cards.csv", "game,id\nmy-game,fox\nmy-gmae,owl\nmy-gmae,elk\n")
    message = "'my-gmae' has neither rules nor templates, but 'my-game' does (2 rows)"
    hint = "Write 'my-game'. If it is a new game, start its rules in rules_md/my-gmae.md."
    assert told(root) == [f"cards.csv:3:1 E511 {message} {hint}"]


@pytest.mark.parametrize("folder", ["zoo", "zoo-main", "Zoo (2)", "x"])
@pytest.mark.parametrize(
    "files", [["rules_md/zoo.md"], ["templates/zoo/front.toml"], ["rules_md/zoo.md", "rules_md/zoo.de.md"]]
)
def test_the_only_game_keeps_its_name_whatever_its_folder_is_called(
    write: Writer, tmp_path: Path, folder: str, files: list[str]
) -> None:
    for file in (*files, "rules_md/README.md", "templates/icons/fox.svg", "templates/base/front.toml"):
        write(f"{folder}/{file}", "")
    write(f"{folder}/cards.csv", "id\nfox\n")
    assert [*load_project(tmp_path / folder, Problems()).games] == ["zoo"]


@pytest.mark.parametrize(
    "files",
    [[], ["rules_md/zoo.md", "rules_md/sea.md"], ["rules_md/my-park.md", "rules_md/zoo.md"], ["rules_md/Zoo 2.md"]],
)
def test_without_one_game_that_has_files_the_folder_names_the_game(
    write: Writer, tmp_path: Path, files: list[str]
) -> None:
    for file in files:
        write(f"my-park/{file}", "")
    write("my-park/cards.csv", "id\nfox\n")
    assert [*load_project(tmp_path / "my-park", Problems()).games] == ["my-park"]


def test_a_game_misspelt_in_every_row_is_noticed_too(write: Writer) -> None:
    write("rules_md/tombs.md", "")
    assert [line.split()[1] for line in told(write("cards.csv", "game,id\ntobms,blade\n"))] == ["E511"]


@pytest.mark.parametrize("other", ["my-game-2", "zoo"])
def test_a_new_game_of_another_name_or_number_needs_nothing_but_cards(write: Writer, other: str) -> None:
    write("rules_md/my-game.md", "")
    assert told(write("cards.csv", f"game,id\nmy-game,fox\n{other},owl\n")) == []


def test_a_game_is_not_looked_for_in_an_empty_spreadsheet(write: Writer) -> None:
    root = write("cards.csv", "")
    with pytest.raises(ProofdeckError) as refused:
        check(root, ["zoo"])
    assert [problem.code for problem in refused.value.problems] == ["E115"]


def test_an_unknown_game_is_told_together_with_what_is_wrong_with_the_spreadsheet(write: Writer) -> None:
    root = write("cards.csv", "game,id,quantity\nzoo,fox,many\n")
    with pytest.raises(ProofdeckError) as refused:
        check(root, ["zo"])
    assert [(problem.code, problem.hint[:19]) for problem in refused.value.problems] == [
        ("E104", "Write how many copi"),
        ("E503", "Did you mean 'zoo'?"),
    ]


# -- heads of rules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "key", "meant"),
    [
        ("sizess: A4", "sizess", "sizes"),
        ("dat: today", "dat", "date"),
        ("scoring:\n  wins: highest", "scoring", "score"),
    ],
)
def test_a_key_of_the_head_that_nothing_reads_is_a_warning(write: Writer, line: str, key: str, meant: str) -> None:
    write("rules_md/zoo.md", f"---\ntitle: Zoo\n{line}\n---\n")
    (only,) = told(write("cards.csv", "game,id\nzoo,fox\n"))
    assert only.startswith(f"rules_md/zoo.md:3:1 W617 unknown key '{key}' in the head of the rules")
    assert f"Did you mean '{meant}'?" in only


def test_what_a_head_says_to_makers_of_web_sites_is_passed_over(write: Writer) -> None:
    write("rules_md/zoo.md", "---\ntitle: Zoo\nlayout: page\ntoc: true\nnav_order: 3\ntags: [cards]\n---\n")
    assert list(told(write("cards.csv", "game,id\nzoo,fox\n"))) == []


# -- kinds -------------------------------------------------------------------------------------------------------------

FRONT = 'size = "poker"\n'
CARDS = "game,id,kind\nzoo,fox,beast\nzoo,owl,beats\n"


def doubted(root: Path) -> list[str]:
    """The warnings about kinds, as a game is laid out."""
    project = load_project(root, Problems())
    problems = Problems()
    lay_out(project, project.games["zoo"], Options(), problems)
    return [f"{problem.where} {problem.message}" for problem in problems if problem.code == "W512"]


def test_a_kind_spelt_nearly_like_one_that_has_a_template_is_doubted(write: Writer) -> None:
    write("templates/zoo/front-beast.toml", FRONT)
    doubts = doubted(write("cards.csv", CARDS))
    assert doubts == ["cards.csv:3:9 the kind 'beats' has no template of its own, but 'beast' has one"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("templates/zoo/front-beats.toml", FRONT),
        ("templates/zoo/back.toml", "# for beats\n" + FRONT),
        ("rules_md/zoo.md", "Two beats make a bar.\n"),
    ],
)
def test_a_kind_of_which_templates_or_rules_speak_is_not_doubted(write: Writer, file: str, text: str) -> None:
    write("templates/zoo/front-beast.toml", FRONT)
    write(file, text)
    assert doubted(write("cards.csv", CARDS)) == []


@pytest.mark.parametrize(
    ("file", "kind", "is_taken"),
    [
        ("front-hero.toml", "Hero", True),
        ("Front-Hero.toml", "hero", True),
        ("front-sea-monster.toml", "Sea Monster", True),
        ("front-Sea_Monster.toml", "sea monster", True),
        ("front-hero.toml", "Heroine", False),
    ],
)
def test_a_template_is_for_its_kind_whatever_the_capitals_and_blanks(
    write: Writer, file: str, kind: str, is_taken: bool
) -> None:
    write("templates/zoo/front.toml", FRONT)
    write(f"templates/zoo/{file}", FRONT.replace("poker", "tarot"))
    root = write("cards.csv", f"game,name,kind\nzoo,Ant,{kind}\n")
    project = load_project(root, Problems())
    (item,) = lay_out(project, project.games["zoo"], Options(), Problems()).items
    assert (item.front.size.height > 100) == is_taken


def test_a_template_for_a_kind_that_no_card_has_is_told(write: Writer) -> None:
    write("templates/zoo/front.toml", FRONT)
    write("templates/zoo/front-beasts.toml", FRONT)
    write("templates/zoo/front-part.toml", FRONT)
    write("templates/zoo/front-standee.toml", FRONT)
    write("templates/zoo/front-beast.toml", 'extends = "zoo/front-part.toml"\n')
    root = write("cards.csv", "game,name,kind\nzoo,Ant,beast\nzoo,Bee,bug\n")
    project = load_project(root, Problems())
    lay_out(project, project.games["zoo"], Options(), problems := Problems())
    message = "no card of Zoo is of the kind 'beasts', for which this template is"
    hint = "Did you mean 'beast'?"
    assert [str(one) for one in problems if one.code == "W542"] == [
        f"templates/zoo/front-beasts.toml W542 {message}\n    {hint}"
    ]
