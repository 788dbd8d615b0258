"""An assistant that speaks to `proofdeck mcp` with the official client, on a project that is played for real."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.commands import ROOT, run
from PIL import Image
from tables import game_with_faces, tombs_played_by

from proofdeck.ground.problems import ProofdeckError

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from referee.assistants import Assistant, assistant

from proofdeck.front.referee.working_copy import WorkingCopy

MOST = 4_000
GOAL = {"file": "rules_md/tombs.md", "instead_of": "goal: {2: 8,", "text": "goal: {2: 6,"}
ENGINES_OWN = """\
from pathlib import Path
Path({mark!r}).write_text("run")
from proofdeck.play.games.tombs import GAME
"""


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def tombs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return game_with_faces(tmp_path_factory.mktemp("assistants") / "tombs", "tombs")


@pytest.fixture(scope="module")
def asks(tombs: Path) -> Iterator[Assistant]:
    """An assistant whose server all tests of this file share that change nothing for others."""
    with assistant(tombs) as one:
        yield one


# -- tools -------------------------------------------------------------------------------------------------------------


def test_each_argument_of_each_tool_has_a_type_and_an_example(asks: Assistant) -> None:
    tools = asks.ask("list_tools").tools
    assert len(tools) == 12
    for tool in tools:
        assert tool.description
        for name, schema in tool.input_schema["properties"].items():
            assert "Example: " in schema["description"], (tool.name, name)
            assert {"type", "anyOf", "enum"} & schema.keys(), (tool.name, name)


def test_the_project_is_listed_with_its_games_and_the_files_that_can_be_changed(asks: Assistant) -> None:
    said = asks("project").text
    assert "tombs: Tombs. 2 to 4 players" in said
    assert {"cards.csv", "rules_md/tombs.md", "templates/tombs/front.toml"} <= {*said.split("\n")}
    assert "Engines of the project’s own are not trusted, and do not run." in said


def test_a_face_and_pages_are_pictures_with_the_words_that_are_printed(asks: Assistant) -> None:
    face = asks("face", game="tombs", card="magus")
    (kind, data), size = face.pictures[0], (372, 520)
    assert (kind, Image.open(io.BytesIO(data)).size) == ("image/png", size)
    page = asks("page", game="tombs", number=2)
    assert page.text.startswith("Page 2 of 4\n1 Components\n")
    assert "Each player takes the markers of one sign" in " ".join(asks("page", game="tombs").text.split())
    assert Image.open(io.BytesIO(page.pictures[0][1])).format == "PNG"
    sheet = asks("page", game="tombs", what="cards", number=2)
    assert sheet.text.startswith("Page 2 of ")
    assert asks("page", game="tombs", number=99).text.endswith("there is no page 99: rulebook has 4 pages")


def test_an_answer_is_short_and_says_how_many_lines_are_left_out(asks: Assistant) -> None:
    said = asks("read", file="rules_md/tombs.md").text
    assert len(said) <= MOST
    head, *lines, last = said.split("\n")
    left = int(last.removeprefix("[").split()[0])
    assert head == f"rules_md/tombs.md has {len(lines) + left} lines. From line 1 on:"
    whole = (ROOT / "rules_md" / "tombs.md").read_text(encoding="utf-8").split("\n")
    assert lines == whole[: len(lines)]
    assert left > 0
    later = asks("read", file="rules_md/tombs.md", first=len(lines) + 1).text
    assert later.split("\n")[1] == whole[len(lines)]
    assert len(asks("read", file="cards.csv").text) <= MOST


def test_pages_of_the_documentation_and_codes_are_resources(asks: Assistant) -> None:
    listed = {str(one.uri): one.name for one in asks.ask("list_resources").resources}
    assert {"proofdeck://docs/kit/1", "proofdeck://docs/rules/1", "proofdeck://docs/assistants/1"} <= listed.keys()
    parts = [where for where in listed if where.startswith("proofdeck://docs/kit/")]
    texts = [asks.ask("read_resource", where).contents[0].text for where in parts]
    assert "".join(texts) == (ROOT / "docs" / "kit.md").read_text(encoding="utf-8")
    assert max(map(len, texts)) <= MOST
    said = asks.ask("read_resource", "proofdeck://codes/E621").contents[0].text
    assert said.startswith("An example does not come out as printed.")


@pytest.mark.parametrize(
    "file",
    [
        *(
            "../cards.csv",
            "/etc/passwd",
            "rules_md/../../x.md",
            "C:\\x.md",
            ".git/config.toml",
            "x/.hidden.md",
            "a//b.md",
        ),
        *(
            "rules.py",
            "engine.pyc",
            "x.so",
            "pyproject.toml.exe",
            "output/x.md",
            "OUTPUT/x.md",
            "templates",
            "x\ny.md",
            "",
        ),
    ],
)
def test_nothing_is_read_or_written_outside_the_copy_and_no_code(asks: Assistant, file: str) -> None:
    for said in (asks("read", file=file), asks("write", file=file, text="x = 1")):
        assert said.is_error
        assert "E543" in said.text


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("nonsense", {}, "Unknown tool"),
        ("read", {}, "file"),
        ("read", {"file": "nowhere.md"}, "nowhere.md"),
        ("face", {"game": "nothing", "card": "magus"}, "nothing"),
        ("face", {"game": "tombs", "card": "mague"}, "Did you mean 'magus'?"),
        ("check", {"games": ["nothing"]}, "nothing"),
        ("table", {"do": "play", "game": "tombs-two", "move": "x"}, "deal one first"),
        ("table", {"do": "deal", "game": "tombs", "players": 9}, "E504"),
        ("write", {"file": "cards.csv", "text": "x", "instead_of": "no such words"}, "0 times, not once"),
        ("write", {"file": "cards.csv", "text": "x" * 2_000_001}, "more than 2,000,000 bytes"),
        ("write", {"file": f"{'a' * 300}.md", "text": "x"}, "File name too long"),
    ],
)
def test_a_mistake_is_answered_in_words(asks: Assistant, tool: str, arguments: dict[str, object], says: str) -> None:
    said = asks(tool, **arguments)
    assert said.is_error
    assert says in said.text
    assert "Traceback" not in said.text


# -- a table -----------------------------------------------------------------------------------------------------------


def test_a_refused_move_names_the_clause_and_a_hidden_hand_stays_hidden(asks: Assistant) -> None:
    dealt = asks("table", do="deal", game="tombs", seed=5).text
    assert "Hand of Ana: Blade, Ombra, Thorn" in dealt
    assert "Hand of Ben (greedy): 2 cards" in dealt
    assert "Your moves:\nBlade on a1\nBlade on b1\n" in dealt
    refused = "Blade on b2 is not possible: the first unit may not go on the middle tile [place.first]"
    for do in ("play", "why"):
        assert asks("table", do=do, game="tombs", move="blade on b2").text.startswith(refused)
    assert asks("table", do="why", game="tombs", move="blade c1").text == "Blade on c1 is possible."
    said = asks("table", do="play", game="tombs", move="blade c1").text
    assert said.startswith("Ana plays Blade on c1.\nBen (greedy) plays Blade on b2.\nTurn 3, as Ana sees it:")
    assert asks("table", do="play", game="tombs", move="sing").text.startswith("'sing' is not a move. Moves are ")


def test_a_game_that_is_played_in_words_comes_to_its_end(asks: Assistant) -> None:
    said = asks("table", do="deal", game="tombs", seed=3).text
    while "Your moves:\n" in said:
        said = asks("table", do="play", game="tombs", move=said.rpartition("Your moves:\n")[2].split("\n")[0]).text
    assert "Ana" in said.rpartition("as Ana sees it:")[2]
    assert "the game is over" in asks("table", do="play", game="tombs", move="blade on c1").text


# -- a patch -----------------------------------------------------------------------------------------------------------


def test_a_change_is_checked_compared_and_proposed_and_a_person_accepts_it_and_takes_it_back(tmp_path: Path) -> None:
    root = game_with_faces(tmp_path / "tombs", "tombs")
    before = contents(root)
    place = tmp_path / "place"
    place.mkdir()
    with assistant(root, environment={"TMPDIR": str(place)}) as asks:
        assert asks("propose").is_error
        assert "+  goal: {2: 6, 3: 7, 4: 6}" in asks("write", **GOAL).text
        assert "E621 to move is expected to be 2, but the engine says nobody" in asks("check").text
        assert "clause end.kill-goal changed: …t once. The goal is 8 kills" in asks("diff").text
        assert asks("compare", game="tombs", seconds=1).text.split("\n")[0].endswith("went the same way")
        table = asks("table", do="deal", game="tombs", seed=5, blind=True)
        assert "Your moves" not in table.text
        assert "[place.first]" in asks("table", do="play", game="tombs", move="blade b2").text
        assert asks("table", do="why", game="tombs", move="blade c1").is_error
        said = asks("propose").text
    patch = Path(said.partition("--patch '")[2].partition("'")[0])
    assert contents(root) == before
    assert [path for path in place.rglob("*") if path.is_file()] == [patch]
    subprocess.run(["git", "apply", "--check", str(patch)], cwd=root, check=True, env={"GIT_CEILING_DIRECTORIES": "/"})
    assert run(root, "accept", "--patch", patch).out.startswith(
        "played/tombs-1.jsonl changed.\nrules_md/tombs.md changed.\n"
    )
    assert "goal: {2: 6, 3: 7, 4: 6}" in (root / "rules_md" / "tombs.md").read_text(encoding="utf-8")
    assert "Refused 1 time in 1 game: 4.4 The first card" in run(root, "lab", "tombs", "--blind").out
    assert run(root, "accept", "--undo").code == 0
    assert contents(root) == before


def test_two_assistants_have_a_copy_each_and_one_that_is_killed_changes_nothing(tombs: Path, asks: Assistant) -> None:
    before = contents(tombs)
    with assistant(tombs) as other:
        other("write", file="cards.csv", text="game,id\n")
        assert "No file is different." in asks("diff").text
        assert "E" in other("check").text
    assert contents(tombs) == before


# -- trust -------------------------------------------------------------------------------------------------------------


def test_nothing_of_a_project_runs_unless_it_is_trusted(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    root = tombs_played_by("mine", tmp_path / "game")
    (root / "mine.py").write_text(ENGINES_OWN.format(mark=str(mark)))
    (root / "other.py").write_text(ENGINES_OWN.format(mark=str(mark)))
    (root / "conftest.py").write_text(f"open({str(mark)!r}, 'w')")
    with assistant(root) as asks:
        assert "E609" in asks("check").text
        assert "E609" in asks("table", do="deal", game="tombs").text
        for tool in ("lab", "hunt", "compare"):
            assert "E609" in asks(tool, game="tombs", seconds=1).text
        asks("page", game="tombs")
        assert not mark.exists()
    with assistant(root, "--trust") as asks:
        asks("write", file="rules_md/tombs.md", instead_of="engine: mine", text="engine: other")
        assert "E609" in asks("table", do="deal", game="tombs").text
        assert not mark.exists(), "an engine that was not trusted has run"
        asks("write", file="rules_md/tombs.md", instead_of="engine: other", text="engine: mine")
        assert "Turn 1" in asks("table", do="deal", game="tombs").text
        assert mark.exists()


def test_links_are_neither_copied_nor_followed(tmp_path: Path) -> None:
    root = game_with_faces(tmp_path / "tombs", "tombs")
    secret = tmp_path / "secret.md"
    secret.write_text("secret")
    (root / "notes.md").symlink_to(secret)
    (root / "elsewhere").symlink_to(tmp_path, target_is_directory=True)
    shutil.copy(secret, root / "real.md")
    copy = WorkingCopy(root, trust=False)
    try:
        assert not [path for path in copy.folder.rglob("*") if path.is_symlink() or path.name == "secret.md"]
        assert (copy.folder / "real.md").read_text() == "secret"
        copy.write("notes.md", "mine", "")
        (copy.folder / "link.md").symlink_to(secret)
        with pytest.raises(ProofdeckError, match="E543"):
            copy.write("link.md", "mine", "")
    finally:
        copy.close()
    assert secret.read_text() == "secret"


def test_a_folder_without_a_game_is_refused_in_a_sentence(tmp_path: Path) -> None:
    ran = run(tmp_path, "mcp")
    assert ran.code == 2
    assert "E501" in ran.err
    assert "Traceback" not in ran.err
