"""The documentation and the program say the same: what one names, the other has, and examples build.

A page is read as its author wrote it: the rows of the tables below a heading, the fenced blocks, the links.
"""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from proofdeck.book.manuscript.composing import prove_rules
from proofdeck.front.cli.app import app
from proofdeck.front.making.check import check
from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problems, explanations
from proofdeck.paper.faces import inheritance
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.elements.grid import GRID_KEY
from proofdeck.paper.faces.options import COMMON, ElementOption
from proofdeck.paper.faces.sizes import NAMED_SIZES
from proofdeck.paper.faces.template_files import TOP_LEVEL
from proofdeck.play.engine.score_table.payment import TIES
from proofdeck.play.engine.score_table.rule_reader import FITS, KEYS
from proofdeck.play.engine.score_table.words import COUNTS
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.cards import KNOWN_COLUMNS
from proofdeck.source.cards.columns import QUANTITY_FOR_PLAYERS
from proofdeck.source.expressions.cage import FILTERS, TESTS
from proofdeck.source.project.head import HEAD
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.settings import READERS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SITE = runpy.run_path(str(ROOT / "docs" / "build.py"))
DOCS: Mapping[str, str] = SITE["pages"]()
"""The pages of the site by their names, with the list of messages."""
SPREADSHEET, TEMPLATES, RULES, SCORES, COMMANDS = (
    DOCS[f"{name}.md"] for name in ("spreadsheet", "templates", "rules", "scores", "commands")
)
GENERATOR = (ROOT / "generator" / "README.md").read_text(encoding="utf-8")

CODE = re.compile(r"\b[EW]\d{3}\b")
LONGEST_CELL = 100
"""Letters in a cell of the map of the program, so that the map fits on a screen."""
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
    ours = [path for path in sorted(ROOT.iterdir()) if path.name in {".ci", ".github"} or path.name[0] != "."]
    for top in (path for path in ours if path.name not in NOT_OURS):
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and path.suffix in TEXT_FILES and not NOT_OURS.intersection(path.parts[-2:-1]):
                yield path


@cache
def pages() -> list[Path]:
    return [path for path in our_files() if path.suffix == ".md"]


# -- templates -------------------------------------------------------------------------------------------------------

OWN_OPTIONS: dict[str, dict[str, ElementOption]] = {
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
    assert documented == set(OWN_OPTIONS[heading]) | set(inheritance.FOR_ALL if heading == "All elements" else ())


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
        name: (f"{shape.size.width:g} × {shape.size.height:g}", shape.outline) for name, shape in NAMED_SIZES.items()
    }


@pytest.mark.parametrize(("opening", "allowed"), [("Filters:", FILTERS), ("Tests (after `is`):", TESTS)])
def test_every_filter_and_test_of_expressions_is_documented_and_nothing_else_is(
    opening: str, allowed: frozenset[str]
) -> None:
    assert set(quoted(paragraph(TEMPLATES, opening).removeprefix(opening))) == allowed


def test_every_column_that_proofdeck_knows_is_documented_and_nothing_else_is() -> None:
    documented = set(table(SPREADSHEET, "Columns"))
    first, *_, last = QUANTITY_FOR_PLAYERS
    assert documented == set(KNOWN_COLUMNS) - set(QUANTITY_FOR_PLAYERS) | {first}
    assert f"`{first}` to `{last}`" in SPREADSHEET


@pytest.mark.parametrize("example", fenced(TEMPLATES, "toml"), ids=lambda text: text.split("\n")[0])
def test_every_example_of_a_template_builds_with_the_cards_on_the_page_about_the_spreadsheet(
    example: str, write: Callable[..., Path]
) -> None:
    (cards,) = fenced(SPREADSHEET, "csv")
    write("cards.csv", cards)
    found = check(write("templates/example/front.toml", example), [])
    assert [problem for problem in found if problem.code != "W111"] == [], "an example shows what it is about"


def test_every_name_that_an_expression_sees_is_documented(write: Callable[..., Path]) -> None:
    documented = [name for cells in table(TEMPLATES, "Expressions").values() for name in quoted(cells[0])]
    names = ["card", "copy", "copies", "side", "deck", "rules", "title", "version", "players", "with", "each", "turn"]
    names += ["box.NAME"]
    assert documented == names
    write("rules_md/example.md", "---\nrules: {hand: 5}\n---\n")
    write("cards.csv", "game,id\nexample,fox\n")
    write("proofdeck.toml", '[with]\ncolour = "full"\n')
    words = " ".join(f"{{{{ {name} }}}}" for name in documented if name not in {"card", "box.NAME"})
    words += " {{ box.NAME.left }}"
    front = 'safe = 0\n[elements.NAME]\ntype = "rectangle"\n'
    front += f'[fonts]\nbody = "Crimson Text"\n[elements.all]\ntype = "text"\nrepeat = 1\ntext = "{words} '
    front += '{{ card.id }}"\n'
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


@cache
def every_command() -> dict[str, Any]:
    """What is typed -> command, those of groups included."""
    found: dict[str, Any] = {}
    for name, command in commands().items():
        inner = getattr(command, "commands", {})
        found |= {f"{name} {word}": one for word, one in inner.items()} or {name: command}
    return found


FOR_ALL = {"-C", "--project", "-h", "--help"}
"""Options that are explained once, at the top of the page."""


def every_flag() -> set[str]:
    return {flag for command in (typer.main.get_command(app), *every_command().values()) for flag in flags_of(command)}


def rows_of_command(name: str) -> list[list[str]]:
    """The rows of its table: what is typed, the default, what it does. A command may have nothing to say in a table."""
    return list(table(COMMANDS, name).values())


def test_every_command_is_documented_and_nothing_else_is() -> None:
    assert sorted(re.findall(r"^### (.*)$", COMMANDS, re.MULTILINE)) == sorted(every_command())


@pytest.mark.parametrize("name", every_command())
def test_every_option_of_a_command_is_documented_and_nothing_else_is(name: str) -> None:
    typed = [word.split()[0] for cells in rows_of_command(name) for word in quoted(cells[0]) if word.startswith("-")]
    assert sorted(typed) == sorted(flags_of(every_command()[name]) - FOR_ALL - {"--cache"})


@pytest.mark.parametrize("name", every_command())
def test_every_argument_of_a_command_is_documented_as_it_is_typed(name: str) -> None:
    typed = [word for cells in rows_of_command(name) for word in quoted(cells[0]) if not word.startswith("-")]
    arguments = [one for one in every_command()[name].params if one.param_type_name == "argument"]
    assert typed == [as_typed(one) for one in arguments]


def as_typed(argument: Any) -> str:
    """`GAME`, `[GAME]...`: in brackets what may be left out."""
    word = re.sub(r"[^\w=]", "", argument.metavar or argument.name.upper())
    many = "..." if argument.nargs == -1 else ""
    return f"{word}{many}" if argument.required else f"[{word}]{many}"


@pytest.mark.parametrize("name", every_command())
def test_the_default_of_every_option_of_a_command_is_the_one_that_is_documented(name: str) -> None:
    """What is printed as code is the default itself; words say what happens where the program has no default."""
    for cells in rows_of_command(name):
        (option,) = (one for one in every_command()[name].params if quoted(cells[0])[0].split()[0] in spelt(one))
        value = option.default
        fixed = option.param_type_name == "option" and value not in (None, "", (), 0) and not option.required
        if fixed and not isinstance(value, bool):
            assert cells[1] == f"`{','.join(map(str, value)) if isinstance(value, tuple) else value}`", cells[0]
        else:
            assert not re.fullmatch("`[^`]*`", cells[1]), cells[0]


def spelt(parameter: Any) -> set[str]:
    if parameter.param_type_name == "argument":
        return {as_typed(parameter)}
    return {*parameter.opts, *parameter.secondary_opts}


def test_the_options_of_all_commands_and_of_the_program_are_at_the_top_of_the_page() -> None:
    top = {word.split()[0] for cells in table(COMMANDS, "Commands").values() for word in quoted(cells[0])}
    assert top == flags_of(typer.main.get_command(app)) | FOR_ALL


@pytest.mark.parametrize(
    "page", ["README.md", "generator/proofdeck/ground/codes.toml", *(f"docs/{name}" for name in DOCS)]
)
def test_no_page_speaks_of_an_option_that_is_not_there(page: str) -> None:
    words = re.sub(r"^```sh\n.*?^```$", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", words)) - every_flag() - {"--help"} == set()


def test_every_setting_of_a_project_is_documented_and_nothing_else_is() -> None:
    (example,) = fenced(section(DOCS["printing.md"], "Settings of a project"), "toml")
    assert set(tomllib.loads(example)) == set(READERS)


def test_every_key_of_the_head_of_a_page_is_documented_and_nothing_else_is() -> None:
    assert {key for cells in table(RULES, "The head").values() for key in quoted(cells[0])} == set(HEAD)


# -- problems --------------------------------------------------------------------------------------------------------


def raised() -> dict[str, str]:
    """Every code that the program can raise, and one file that does."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "generator").rglob("*.py"))}
    return {code: path.name for path, text in sources.items() for code in re.findall(r"""["']([EW]\d{3})["']""", text)}


def test_every_code_that_is_raised_is_explained() -> None:
    assert {code: file for code, file in raised().items() if code not in explanations()} == {}


def test_every_code_that_is_explained_is_raised() -> None:
    assert sorted(set(explanations()) - set(raised())) == []


def test_every_code_has_a_heading_on_the_page_of_messages() -> None:
    assert sorted(re.findall(r"^### (.*)$", DOCS["messages.md"], re.MULTILINE)) == sorted(explanations())


def test_every_explanation_has_a_title_a_reason_and_a_cure() -> None:
    for code, words in explanations().items():
        assert CODE.fullmatch(code)
        assert set(words) == {"title", "text", "cure"}, code
        assert all(sentence.strip().endswith(".") for sentence in words.values()), code


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_page_speaks_of_a_code_that_is_not_there(page: Path) -> None:
    assert set(CODE.findall(page.read_text(encoding="utf-8"))) - set(explanations()) == set()


def test_every_key_of_a_rule_of_a_score_is_documented_with_what_it_goes_with() -> None:
    rows = table(SCORES, "Rules of a score")
    assert set(rows) == set(KEYS)
    for key, row in rows.items():
        named = {word for word in quoted(row[2]) if word in FITS}
        assert not named or named == {about for about, keys in FITS.items() if key in keys}, key


def test_the_example_of_a_score_has_every_key_and_is_read_without_a_mistake(write: Callable[..., Path]) -> None:
    example = fenced(section(SCORES, "Rules of a score"), "yaml")[0]
    names = re.findall(r"^    ([a-z-]+): \{", example, re.MULTILINE)
    printed = "".join(f"r[score.{name}]\nPrinted.\n\n" for name in ("wins", *names))
    write("rules_md/zoo.md", f"---\ntitle: Zoo\n{example}---\n\n{printed}")
    rows = "".join(f"zoo,A {kind},{kind},red,1\n" for kind in ("tree", "debt", "bet"))
    root = write("cards.csv", f"game,name,kind,suit,value\nzoo,Raven,bird,green,2\n{rows}")
    problems = Problems()
    project = load_project(root, problems)
    playable = playable_of(project, project.games["zoo"], problems)
    assert playable is not None
    assert not problems
    assert {key for key in KEYS if f"{key}: " not in example} == {"among"}


def test_what_can_be_counted_and_how_ties_are_settled_is_documented() -> None:
    words = table(SCORES, "What can be counted")
    assert {count for count in COUNTS if not any(word.startswith(count) for word in words)} == set()
    assert set(table(SCORES, "Ties for a place")) == set(TIES)


@pytest.mark.parametrize(("kind", "game"), [("example", "tombs"), ("claim", "fantasy-contract-rummy")])
def test_the_example_and_the_claim_on_the_page_about_rules_hold(kind: str, game: str, tmp_path: Path) -> None:
    """Each is added, under an id of its own, to a copy of the game that it is about."""
    (shown,) = re.findall(rf"^````text\n(```{kind} .*?)^````$", RULES, re.MULTILINE | re.DOTALL)
    start_project(tmp_path / game, like=game)
    page, *translations = sorted((tmp_path / game / "rules_md").glob(f"{game}*.md"), key=lambda path: len(path.name))
    for translation in translations:
        translation.unlink()
    with page.open("a", encoding="utf-8") as rules:
        rules.write(f"\n{shown.replace(' id=', ' id=shown-', 1)}")
    problems = Problems()
    project = load_project(tmp_path / game, problems)
    proved = prove_rules(project, project.games[game], problems)
    assert not problems
    assert any(one.startswith("shown-") for one in (*proved.decisions, *(ran.example.id for ran in proved.ran)))


# -- the engine kit --------------------------------------------------------------------------------------------------

KIT = runpy.run_path(str(ROOT / "docs" / "kit.py"))


def test_the_page_about_the_engine_kit_is_what_docstrings_and_snippets_say_now() -> None:
    assert DOCS["kit.md"] == KIT["page"](), "`python docs/kit.py` makes it again"


@pytest.mark.parametrize("entry", [entry for group in KIT["groups"]() for entry in group.entries], ids=str)
def test_every_name_of_the_engine_kit_has_a_snippet_that_fails_only_where_it_shows_what_authors_are_told(
    entry: Any,
) -> None:
    shown = KIT["printed"](entry.snippet)
    assert shown, "add one to docs/kit.txt"
    strange = [line for line in shown.splitlines() if re.match(r"Error: \w*(Error|Exception)\b", line)]
    assert [line for line in strange if "To remember it" not in line] == []


# -- the house -------------------------------------------------------------------------------------------------------


def test_the_wings_in_the_readme_are_those_that_imports_are_held_to() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wings, *rooms = (row for row in settings["tool"]["importlinter"]["contracts"] if row["type"] == "layers")
    inside = {row["containers"][0].removeprefix("proofdeck."): ", ".join(row["layers"]) for row in rooms}
    named = [wing for layer in wings["layers"] for wing in layer.split(" | ")]
    assert len(wings["layers"]) == 6
    assert fenced(GENERATOR, "text")[1].splitlines() == [
        f"{wing}: {inside[wing]}" if wing in inside else wing for wing in named
    ]


def test_every_room_is_on_the_map_which_names_files_that_there_are() -> None:
    """And fits on a screen: no cell is longer than a line, because what a module is for is said in its first line."""
    rooms = table(GENERATOR, "Wings and rooms")
    package = ROOT / "generator/proofdeck"
    folders = {f"{path.parent.relative_to(package).as_posix()}/" for path in package.glob("*/*/__init__.py")}
    modules = {path.relative_to(package).as_posix() for path in package.glob("ground/*.py")}
    assert set(rooms) == folders | modules - {"ground/__init__.py"} | {"score/", "front/starting.py"}
    for room, cells in rooms.items():
        assert [name for name in quoted(cells[-1]) if not (package / room / name).is_file()] == [], room
        assert max(map(len, cells)) <= LONGEST_CELL, room


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


def on_windows(command: str) -> str:
    return command.replace("python3 ", "py ").replace(".venv/bin/", ".venv\\Scripts\\")


def test_the_readme_has_the_first_command_for_windows_too() -> None:
    assert f"`{on_windows(set_up_commands()[0])}`" in README


def test_hosted_machines_run_both_commands_of_the_readme_on_three_systems_and_thorough_tests_each_night() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
    nightly = [step.get("run") for step in workflow["jobs"]["nightly"]["steps"]]
    assert f"{set_up_commands()[1]} -m thorough" in nightly
    assert workflow[True]["schedule"], "YAML reads `on` as True"
    assert workflow["jobs"]["versions"]["strategy"]["matrix"]["resolution"] == ["lowest-direct", "highest"]
    job = workflow["jobs"]["tests"]
    windows, others = "runner.os == 'Windows'", "runner.os != 'Windows'"
    run = [(step["if"], step["run"]) for step in job["steps"] if "run" in step]
    assert run == [
        *((others, command) for command in set_up_commands()),
        *((windows, on_windows(command)) for command in set_up_commands()),
    ]
    matrix = job["strategy"]["matrix"]
    assert matrix["system"] == [f"{system}-latest" for system in ("ubuntu", "macos", "windows")]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f">={matrix['python'][0]}" == settings["project"]["requires-python"]


def test_a_hosted_machine_makes_a_release_by_the_documented_commands() -> None:
    _, _, section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## A release\n")
    (commands, *_) = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    assert [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step] == [commands]


def text_of(page: Path) -> str:
    """A page without its fenced blocks; of the site, as it is built."""
    text = DOCS[page.name] if page.parent == ROOT / "docs" else page.read_text(encoding="utf-8")
    return re.sub(r"^(```+).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def links(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the anchor of each link within the project; either may be empty."""
    for target in re.findall(r"\]\(([^)\s]+)", text_of(page)):
        if "://" not in target:
            path, _, anchor = target.partition("#")
            yield path, anchor


def anchors(page: Path) -> set[str]:
    """The anchors of its headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_on_a_page_leads_to_a_file_that_is_there(page: Path) -> None:
    assert [path for path, _ in links(page) if not (page.parent / path).exists()] == []


@pytest.mark.parametrize(("like", "engine"), [(None, False), (None, True), ("tombs", False)])
def test_every_link_in_a_new_project_leads_somewhere(tmp_path: Path, like: str | None, engine: bool) -> None:
    files = start_project(tmp_path / "quest", like, engine=engine)
    pages_of_it = [file for file in files if file.suffix == ".md"]
    assert {tmp_path / "quest/templates/README.md", tmp_path / "quest/templates/icons/README.md"} <= {*pages_of_it}
    for page in pages_of_it:
        aimed = [((page.parent / path) if path else page, anchor) for path, anchor in links(page)]
        assert [path.name for path, anchor in aimed if not path.exists() or anchor not in {"", *anchors(path)}] == []


@pytest.mark.parametrize("page", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_anchor_in_a_link_is_a_heading_of_its_page(page: Path) -> None:
    aimed = [((page.parent / path).resolve() if path else page, anchor) for path, anchor in links(page) if anchor]
    assert [(there.name, anchor) for there, anchor in aimed if anchor not in anchors(there)] == []


@pytest.mark.parametrize("name", DOCS)
def test_a_page_of_the_site_leads_to_pages_and_pictures_of_the_site_only(name: str) -> None:
    """Nothing else is copied to the site, so any other link would be dead there."""
    pictures = re.compile(r"\.\./output/gallery/[\w-]+\.(?:png|jpg)")
    targets = {path for path, _ in links(ROOT / "docs" / name) if path}
    assert {path for path in targets if path not in DOCS and not pictures.fullmatch(path)} == set()


def test_the_readme_and_the_menu_of_the_site_lead_to_every_page() -> None:
    menu = (ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8")
    for name in DOCS:
        assert f"(docs/{name})" in README, name
        assert menu.count(f'"{name}"') == 1, name
    assert "(CONTRIBUTING.md)" in README


def test_whoever_works_on_a_room_is_led_to_its_map() -> None:
    for folder in ("generator", "tests"):
        assert f"({folder}/README.md)" in CONTRIBUTING


def test_long_pages_are_several_on_the_site_and_every_link_leads_to_the_part_with_its_anchor() -> None:
    parts = SITE["in_parts"](DOCS)
    assert {*DOCS} < {*parts}
    assert max(text.count("\n") for text in parts.values()) < 700
    for page, text in parts.items():
        for link in SITE["LINK"].finditer(SITE["FENCE"].sub("", text)):
            there = link["page"] or page
            assert there not in parts or link["anchor"] in SITE["anchors"](parts[there]), f"{page}: {link[0]}"


@pytest.mark.skipif(find_spec("zensical") is None, reason="the extra 'docs' is not installed")
def test_the_site_builds_without_a_dead_link_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    assert SITE["build"](tmp_path / "docs") == 0
    for page in (tmp_path / "docs" / "site").glob("*.html"):
        assert re.findall(r"<(?:script|link|img)[^>]*(?:https?:)?//[^>]*>", page.read_text(encoding="utf-8")) == []


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
