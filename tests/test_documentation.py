"""The READMEs and the program say the same: what one names, the other has, and examples build.

A README is read as its author wrote it: the rows of the tables below a heading, the fenced blocks, the links.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer

from generator.cards import KNOWN_COLUMNS
from generator.cards.columns import QUANTITY_FOR_PLAYERS
from generator.cli.app import app
from generator.engine.score_table.payment import TIES
from generator.engine.score_table.rule_reader import FITS, KEYS
from generator.engine.score_table.words import COUNTS
from generator.faces.expressions import FILTERS, TESTS
from generator.faces.options import COMMON, ELEMENTS, GRID_KEY, Option
from generator.faces.sizes import NAMED_SIZES
from generator.faces.template_files import TOP_LEVEL
from generator.pipeline.checking import check
from generator.problems import Problem, explanations
from generator.project import load_project

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEMPLATES = (ROOT / "templates" / "README.md").read_text(encoding="utf-8")
RULES = (ROOT / "rules_md" / "README.md").read_text(encoding="utf-8")
GENERATOR = (ROOT / "generator" / "README.md").read_text(encoding="utf-8")

CODE = re.compile(r"\b[EW]\d{3}\b")
NOT_OURS = {"venv", "output", "dist", "build", "__pycache__"}
TEXT_FILES = {".py", ".md", ".toml", ".csv", ".svg", ".txt", ".expected", ".yml", ".cfg", ""}


def section(page: str, heading: str) -> str:
    """What stands below a heading, down to the next one of any level."""
    found = re.search(rf"^#+ {re.escape(heading)}$\n(.*?)(?=^#+ |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"there is no heading '{heading}'"
    return found[1]


def table(page: str, heading: str) -> dict[str, list[str]]:
    """The rows of the tables below a heading: the first word in the first cell -> the cells."""
    rows = [line for line in section(page, heading).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]
    named = [(re.match(r"`([^`]+)`", row[0]), row) for row in cells]
    return {name[1]: row for name, row in named if name}


def fenced(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def quoted(words: str) -> list[str]:
    return re.findall(r"`([^`]+)`", words)


def paragraph(page: str, opening: str) -> str:
    found = re.search(rf"^{re.escape(opening)}.*?(?=\n\n)", page, re.MULTILINE | re.DOTALL)
    assert found, f"no paragraph begins with '{opening}'"
    return found[0]


def our_files() -> Iterator[Path]:
    """The project's own text files, without what is generated, installed or belongs to the version control."""
    ours = [path for path in sorted(ROOT.iterdir()) if path.name == ".ci" or path.name[0] != "."]
    for top in (path for path in ours if path.name not in NOT_OURS):
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and path.suffix in TEXT_FILES and not NOT_OURS.intersection(path.parts[-2:-1]):
                yield path


def pages() -> list[Path]:
    return [path for path in our_files() if path.suffix == ".md"]


# -- templates -------------------------------------------------------------------------------------------------------

OWN_OPTIONS: dict[str, dict[str, Option]] = {
    "All elements": COMMON,
    "A cell of a grid": GRID_KEY,
    **{kind: {name: ELEMENTS[kind][name] for name in ELEMENTS[kind] if name not in COMMON} for kind in ELEMENTS},
}


def default_as_written(value: Any) -> str:
    if value is None or value in ("", (), {}):
        return "–"
    if isinstance(value, bool):
        return f"`{value}`".lower()
    if isinstance(value, tuple):
        return f"`{','.join(f'{number:g}' for number in value)}`"
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


@pytest.mark.parametrize("heading", OWN_OPTIONS)
def test_every_option_of_every_element_is_documented_and_nothing_else_is(heading: str) -> None:
    documented = set(table(TEMPLATES, heading))
    for_all = {"type", "before"} if heading == "All elements" else set()
    assert documented == set(OWN_OPTIONS[heading]) | for_all


@pytest.mark.parametrize("heading", OWN_OPTIONS)
def test_the_default_of_every_option_is_the_one_that_is_documented(heading: str) -> None:
    rows = table(TEMPLATES, heading)
    documented = {name: rows[name][2] for name in OWN_OPTIONS[heading]}
    assert documented == {name: default_as_written(option.default) for name, option in OWN_OPTIONS[heading].items()}


@pytest.mark.parametrize("heading", OWN_OPTIONS)
def test_an_option_takes_each_word_that_its_row_offers_and_refuses_what_lies_outside_its_bounds(heading: str) -> None:
    rows = table(TEMPLATES, heading)
    for name, option in OWN_OPTIONS[heading].items():
        kind = rows[name][1]
        for word in quoted(kind):
            assert option.parse(word) == word, name
        bounds = re.search(r"(-?[\d.]+) to (-?[\d.]+)$", kind)
        if bounds:
            low, high = float(bounds[1]), float(bounds[2])
            assert (option.parse(low), option.parse(high)) == (low, high)
            for beyond in (low - 1, high + 1):
                with pytest.raises(ValueError, match="is not between"):
                    option.parse(beyond)


def test_every_type_of_element_is_named_where_type_is_explained() -> None:
    assert set(quoted(table(TEMPLATES, "All elements")["type"][3])) == set(ELEMENTS)


def test_every_setting_at_the_top_of_a_template_is_documented_and_nothing_else_is() -> None:
    assert list(table(TEMPLATES, "The top of a template")) == list(TOP_LEVEL)


def test_every_named_size_is_documented_with_its_millimetres_and_outline() -> None:
    documented = {name: tuple(cells[1:]) for name, cells in table(TEMPLATES, "Sizes").items()}
    assert documented == {
        name: (f"{size.width:g} × {size.height:g}", outline) for name, (size, outline) in NAMED_SIZES.items()
    }


@pytest.mark.parametrize(("opening", "allowed"), [("Filters:", FILTERS), ("Tests (after `is`):", TESTS)])
def test_every_filter_and_test_of_expressions_is_documented_and_nothing_else_is(
    opening: str, allowed: frozenset[str]
) -> None:
    assert set(quoted(paragraph(TEMPLATES, opening).removeprefix(opening))) == allowed


def test_every_column_that_proofdeck_knows_is_documented_and_nothing_else_is() -> None:
    documented = set(table(TEMPLATES, "The spreadsheet"))
    first, *_, last = QUANTITY_FOR_PLAYERS
    assert documented == set(KNOWN_COLUMNS) - set(QUANTITY_FOR_PLAYERS) | {first}
    assert f"`{first}` to `{last}`" in TEMPLATES


@pytest.mark.parametrize("example", fenced(TEMPLATES, "toml"), ids=lambda text: text.split("\n")[0])
def test_every_example_of_a_template_builds_with_the_cards_on_the_same_page(
    example: str, write: Callable[..., Path]
) -> None:
    (cards,) = fenced(TEMPLATES, "csv")
    write("cards.csv", cards)
    assert check(write("templates/example/front.toml", example), []) == []


def test_every_name_that_an_expression_sees_is_documented(write: Callable[..., Path]) -> None:
    documented = [name for cells in table(TEMPLATES, "Expressions").values() for name in quoted(cells[0])]
    names = ["card", "copy", "copies", "side", "deck", "rules", "title", "version", "players", "box.NAME"]
    assert documented == names
    write("rules_md/example.md", "---\nrules: {hand: 5}\n---\n")
    write("cards.csv", "game,id\nexample,fox\n")
    words = " ".join(f"{{{{ {name} }}}}" for name in documented if name not in {"card", "box.NAME"})
    words += " {{ box.NAME.left }}"
    front = 'safe = 0\n[elements.NAME]\ntype = "rectangle"\n'
    front += f'[fonts]\nbody = "Crimson Text"\n[elements.all]\ntype = "text"\ntext = "{words} {{{{ card.id }}}}"\n'
    assert check(write("templates/example/front.toml", front), []) == []


# -- the command line ------------------------------------------------------------------------------------------------


def commands() -> Mapping[str, Any]:
    """Name -> command, as the program itself finds them."""
    group: Any = typer.main.get_command(app)
    found: Mapping[str, Any] = group.commands
    return found


def flags_of(command: Any) -> set[str]:
    names = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    return {name for name in names if name.startswith("-")}


def every_command() -> Iterator[Any]:
    """Commands, and those of their groups."""
    for command in commands().values():
        yield command
        yield from getattr(command, "commands", {}).values()


def every_flag() -> set[str]:
    return {flag for command in (typer.main.get_command(app), *every_command()) for flag in flags_of(command)}


def test_every_command_is_documented_and_nothing_else_is() -> None:
    documented = [re.match(r"proofdeck (\w+)", cells) for cells in table(README, "Commands")]
    assert {found[1] for found in documented if found} == set(commands())


def test_every_option_of_build_has_a_row_of_its_own() -> None:
    rows = table(README, "Commands")
    documented = {flag.split()[0] for name in rows if name.startswith("-") for flag in quoted(rows[name][0])}
    shared = {"-C", "--project", "-h", "--help"}
    assert documented == flags_of(commands()["build"]) - shared


def test_every_option_of_every_command_is_documented() -> None:
    words = set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", section(README, "Commands")))
    assert every_flag() - {"-h"} - words == set()


@pytest.mark.parametrize("page", ["README.md", "templates/README.md", "rules_md/README.md", "generator/codes.toml"])
def test_no_page_speaks_of_an_option_that_is_not_there(page: str) -> None:
    words = re.sub(r"^```sh\n.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", words)) - every_flag() - {"--help"} == set()


# -- problems --------------------------------------------------------------------------------------------------------


def raised() -> dict[str, str]:
    """Every code that the program can raise, and one file that does."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "generator").rglob("*.py"))}
    return {code: path.name for path, text in sources.items() for code in re.findall(r"""["']([EW]\d{3})["']""", text)}


def test_every_code_that_is_raised_is_explained() -> None:
    assert {code: file for code, file in raised().items() if code not in explanations()} == {}


def test_every_code_that_is_explained_is_raised() -> None:
    assert sorted(set(explanations()) - set(raised())) == []


def test_every_explanation_has_a_title_a_reason_and_a_cure() -> None:
    for code, words in explanations().items():
        assert CODE.fullmatch(code)
        assert set(words) == {"title", "text", "cure"}, code
        assert all(sentence.strip().endswith(".") for sentence in words.values()), code


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_speaks_of_a_code_that_is_not_there(page: Path) -> None:
    assert set(CODE.findall(page.read_text(encoding="utf-8"))) - set(explanations()) == set()


def test_every_key_of_a_rule_of_a_score_is_documented_with_what_it_goes_with() -> None:
    rows = table(RULES, "Rules of a score")
    assert set(rows) == set(KEYS)
    for key, row in rows.items():
        named = {word for word in quoted(row[2]) if word in FITS}
        assert not named or named == {about for about, keys in FITS.items() if key in keys}, key


def test_the_example_of_a_score_has_every_key_and_is_read_without_a_mistake(write: Callable[..., Path]) -> None:
    example = fenced(section(RULES, "Rules of a score"), "yaml")[0]
    names = re.findall(r"^    ([a-z-]+): \{", example, re.MULTILINE)
    printed = "".join(f"r[score.{name}]\nPrinted.\n\n" for name in ("wins", *names))
    write("rules_md/zoo.md", f"---\ntitle: Zoo\n{example}---\n\n{printed}")
    rows = "".join(f"zoo,A {kind},{kind},red,1\n" for kind in ("tree", "debt", "bet"))
    root = write("cards.csv", f"game,name,kind,suit,value\nzoo,Raven,bird,green,2\n{rows}")
    problems: list[Problem] = []
    project = load_project(root, problems)
    playable = project.playable(project.games["zoo"], problems)
    assert (playable is None, problems) == (False, [])
    assert {key for key in KEYS if f"{key}: " not in example} == {"among"}


def test_what_can_be_counted_and_how_ties_are_settled_is_documented() -> None:
    words = table(RULES, "What can be counted")
    assert {count for count in COUNTS if not any(word.startswith(count) for word in words)} == set()
    assert set(table(RULES, "Ties for a place")) == set(TIES)


# -- the house -------------------------------------------------------------------------------------------------------


def test_the_floors_in_the_readme_are_those_that_imports_are_held_to() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (row for row in settings["tool"]["importlinter"]["contracts"] if row["type"] == "layers")
    assert fenced(GENERATOR, "text")[1].splitlines() == contract["layers"]


def test_every_room_and_every_module_is_on_the_map() -> None:
    """Rooms in the table of rooms; the modules of a room in its row, but for the five games, which are all alike."""
    rooms = table(GENERATOR, "Rooms and floors")
    package = ROOT / "generator"
    folders = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    modules = {path.name for path in package.glob("*.py") if not path.stem.startswith("__")}
    assert set(rooms) == folders | modules
    for folder in folders - {"cli/"}:
        named = {word for word in quoted(rooms[folder][2]) if word.endswith(".py")}
        paths = (package / folder).glob("*.py" if folder == "games/" else "**/*.py")
        there = {path.relative_to(package / folder).as_posix() for path in paths if path.stem != "__init__"}
        assert named == there, folder


def test_every_folder_and_file_of_tests_is_on_its_map() -> None:
    page = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    folders = {f"{path.parent.name}/" for path in (ROOT / "tests").glob("*/test_*.py")}
    files = {path.name for path in (ROOT / "tests").glob("test_*.py")}
    assert set(table(page, "What is tested, and how")) == folders | files


# -- pages -----------------------------------------------------------------------------------------------------------


def set_up_commands() -> list[str]:
    return [line for line in README.splitlines() if line.startswith("python3 -m venv ")]


def test_the_readme_sets_everything_up_with_exactly_two_commands_of_one_line() -> None:
    assert [f"{command}\n" for command in set_up_commands()] == fenced(README, "sh")
    assert len(set_up_commands()) == 2
    building, testing = set_up_commands()
    assert building.endswith("proofdeck build")
    assert "pytest" in testing


@pytest.mark.skipif(shutil.which("bash") is None, reason="the script is for bash")
def test_the_clean_run_runs_the_second_command_of_the_readme() -> None:
    shown = subprocess.run(["bash", ROOT / ".ci" / "run", "--show"], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines() == set_up_commands()[1:]


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_on_a_page_leads_to_a_file_that_is_there(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = [target for target in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_first_readme_leads_to_the_readme_of_each_folder_that_has_one() -> None:
    for folder in ("templates", "rules_md", "generator", "tests"):
        assert f"({folder}/README.md)" in README


def test_no_file_names_a_place_on_somebodys_own_machine() -> None:
    """Built from parts, so that this file does not name one either."""
    private = [f"/{folder}/" for folder in ("tmp", "root", "home", "work", "Users")]
    found = {
        path.relative_to(ROOT).as_posix(): place
        for path in our_files()
        for place in private
        if place in path.read_text(encoding="utf-8", errors="replace")
    }
    assert found == {}
