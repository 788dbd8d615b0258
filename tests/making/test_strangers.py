"""Every kind of file that a stranger may hand over, small and valid, then changed: it is read or refused with words.

No traceback, no more than a gigabyte, nothing that never ends. What `check` takes, printing takes too.
`PROOFDECK_FUZZ=10 pytest tests/making/test_strangers.py` tries ten times as many cases, and other ones each time.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from bounded import bounded
from hypothesis import given
from hypothesis import strategies as st
from materials import supplies_in
from mishaps import MISHAPS, Mishaps, cases, mangled
from tables import playable
from workbooks import write_workbook

from proofdeck.front.cli.plain import plain_problem
from proofdeck.front.making.check import check
from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Font
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.images import Way
from proofdeck.paper.ink.materials import damage_of_font
from proofdeck.paper.svg.drawing import read_outline
from proofdeck.play.engine.bots_by_name import bot_makers
from proofdeck.play.engine.playouts import bots_of
from proofdeck.play.engine.transcript import Replay, record
from proofdeck.score.calculator import calculate
from proofdeck.score.matches.imports import read_match
from proofdeck.source.cards import read_cards
from proofdeck.source.project.look import read_look

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def no_end_of_memory_or_time() -> Iterator[None]:
    with bounded():
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game that `proofdeck new` makes, with a picture and a font beside it; each case changes one of its files."""
    root = tmp_path_factory.mktemp("strangers") / "my-game"
    start_project(root)
    return root


def are_told(problems: Sequence[Problem]) -> None:
    """Each says something on one line, in letters that a terminal may show."""
    for problem in problems:
        assert problem.message
        assert "\n" not in plain_problem(problem).message
        assert "\x1b" not in plain_problem(problem).message


# -- pages of rules and looks of books ---------------------------------------------------------------------------------


@cases(30)
@given(MISHAPS)
def test_any_page_of_rules_is_read_or_refused(folder: Path, mishaps: Mishaps) -> None:
    page = folder / "rules_md" / "my-game.md"
    whole = page.read_bytes()
    try:
        page.write_bytes(mangled(whole, mishaps))
        are_told(check(folder, []))
    finally:
        page.write_bytes(whole)


@cases(80)
@given(MISHAPS)
def test_any_look_of_a_book_is_read_or_refused(folder: Path, mishaps: Mishaps) -> None:
    path = folder / "look.toml"
    path.write_bytes(mangled('accent = "#27508a"\nnight = "#9bb9e8"\ntitle = "Cinzel"\n', mishaps))
    problems = Problems()
    read_look(path, "look.toml", problems)
    are_told(problems)


# -- pictures, fonts and icons -----------------------------------------------------------------------------------------


AS_RGB = (("WEBP", "RGB"), ("AVIF", "RGB"))


@cache
def pictures() -> tuple[bytes, ...]:
    from PIL import Image

    whole = Image.linear_gradient("L").resize((24, 16)).convert("RGBA")
    lying = Image.Exif()
    lying[0x0112] = 6
    found = []
    for kind, mode in (
        ("PNG", "RGBA"),
        ("PNG", "P"),
        ("PNG", "I;16"),
        ("JPEG", "CMYK"),
        ("WEBP", "RGB"),
        ("AVIF", "RGB"),
    ):
        stream = io.BytesIO()
        (whole.convert("L") if mode == "I;16" else whole.convert("RGB")).convert(mode).save(stream, kind, exif=lying)
        found.append(stream.getvalue())
    return tuple(found)


@cases(150)
@given(st.integers(0, 5), MISHAPS, st.booleans())
def test_a_picture_that_can_be_checked_can_be_printed(folder: Path, which: int, mishaps: Mishaps, grey: bool) -> None:
    (folder / "art.png").write_bytes(mangled(pictures()[which], mishaps))
    book = supplies_in(folder)
    try:
        size = book.image_size("art.png")
    except MaterialError:
        return
    assert min(size) > 0
    assert book.pixels("art.png", Box(0, 0, 3, 2), Way(grey)).data


@cache
def font() -> bytes:
    spec = find_spec("fontpkg_crimson_text")
    assert spec is not None
    assert spec.submodule_search_locations
    return min((Path(spec.submodule_search_locations[0]) / "files").glob("*.ttf")).read_bytes()


@cases(60)
@given(MISHAPS, st.booleans())
def test_a_font_that_can_be_checked_can_be_embedded(folder: Path, mishaps: Mishaps, in_its_head: bool) -> None:
    """The head lists the tables; most bytes behind it are outlines."""
    head, rest = font()[:400], font()[400:]
    data = mangled(head, mishaps) + rest if in_its_head else head + mangled(rest, mishaps)
    (folder / "own.ttf").write_bytes(data)
    supplies, own = supplies_in(folder), Font("", file="own.ttf")
    book = supplies.fonts
    try:
        glyphs = book.shape("Wolf ffi 12", own)
    except MaterialError:
        return
    if not damage_of_font(supplies.project, own, tuple({glyph.id for glyph in glyphs})):
        assert book.file(own).subset({glyph.id for glyph in glyphs})
        assert book.cap_height(own) == book.cap_height(own)


@cases(80)
@given(MISHAPS)
def test_any_svg_is_an_icon_or_refused(mishaps: Mishaps) -> None:
    svg = min((ROOT / "templates" / "icons").glob("*.svg"), key=lambda path: path.stat().st_size).read_bytes()
    with suppress(MaterialError):
        assert read_outline(mangled(svg, mishaps), "icon.svg").layers


@cases(60)
@given(MISHAPS)
def test_any_icon_set_is_read_or_refused(folder: Path, mishaps: Mishaps) -> None:

    body = "<path d='M0 0h9v9z'/>"
    icons = json.dumps({"prefix": "x", "width": 24, "icons": {"mine": {"body": body, "height": 12}}})
    (folder / "icons.json").write_bytes(mangled(icons, mishaps))
    book = supplies_in(folder, (), ["icons.json"])
    with suppress(MaterialError):
        book.outline("mine")
        assert book.icon_names()


# -- workbooks ---------------------------------------------------------------------------------------------------------


@cache
def workbook(suffix: str) -> dict[str, bytes]:
    """The parts of a small one."""
    rows: list[list[object]] = [
        ["id", "name", "value", "quantity"],
        ["a", "Wolf", 2.5, 3],
        ["b", "Bear", "2024-01-01", True],
    ]
    with TemporaryDirectory() as place:
        stream = io.BytesIO(write_workbook(Path(place) / f"cards{suffix}", {"Cards": rows}).read_bytes())
    with zipfile.ZipFile(stream) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@cases(40)
@given(st.sampled_from([".xlsx", ".ods", ".xlsb"]), st.integers(0, 20), MISHAPS)
def test_any_workbook_is_read_or_refused(folder: Path, suffix: str, which: int, mishaps: Mishaps) -> None:
    """And no library prints what it thinks of one."""
    parts = workbook(suffix)
    sheet = next(name for name in parts if "sheet1" in name or name == "content.xml")
    changed = [sheet, *parts][which] if which <= len(parts) else sheet
    path = folder / f"other{suffix}"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, mangled(data, mishaps) if name == changed else data)
    problems = Problems()
    with redirect_stdout(io.StringIO()) as printed:
        assert read_cards(path, path.name, problems, default_game="g") or problems
    are_told(problems)
    assert printed.getvalue() == ""


# -- tables, matches and transcripts -----------------------------------------------------------------------------------

TABLES = {
    "tombs": "players: Ana, Ben\nboard: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n",
    "fantasy-contract-rummy": "Ana:\n  set: Paladin, Shield x2, Sword\n  hand: Dagger\nBen:\n  pile: Staff x3\n",
    "rummy-duel": "Ana: 1 = Ace, 2, 3\n  hand: 4\nBen: King x2\n",
    "toonerville-rook": "round 3\nAna: Red 5, Red 6, Red 7\nBen: Blue 1 x2\n",
    "fishing-dragon": "Ana:\n  bank: 1-10 Red\nBen:\n  bank: 3 Blue, 4 Blue\n",
}


@pytest.mark.parametrize("game", TABLES)
@cases(60)
@given(MISHAPS)
def test_any_table_is_scored_or_refused(game: str, mishaps: Mishaps) -> None:
    problems = Problems()
    text = mangled(TABLES[game], mishaps).decode("utf-8", "replace")
    assert calculate(playable(game), text, "table", problems) is not None or problems
    are_told(problems)


MATCH = {
    "version": 1,
    "log": [
        {"number": 1, "at": "2026-01-01T12:00:00+00:00", "what": "begun", "data": {
            "id": "8a3c8f0e6b0f4b579e580f3a5d1c7e21", "game": "tombs", "title": "Tombs", "players": ["Ana", "Ben"],
            "form": {"wins": "highest", "counts": "points", "rounds": []}, "dealer": 1,
        }},
        {"number": 2, "at": "2026-01-01T12:30:00+00:00", "what": "round", "data": {"points": [3, 4], "won": [1]}},
    ],
}  # fmt: skip
GRID = (
    "round,name,dealer,Ana,Ben\n1,,Ana,3,4\ntotal,,,3,4\n\nmatch,8a3c8f0e6b0f4b579e580f3a5d1c7e21\ntitle,Tombs\n"
    "game,tombs\nbegun,2026-01-01T12:00:00+00:00\nwins,highest\ncounts,points\ntarget,\nplay on,\nlast,\n"
    "names of rounds,\ndealer,Ana\n"
)


def test_the_unharmed_matches_of_this_file_can_be_read() -> None:
    for text in (json.dumps(MATCH), GRID):
        problems = Problems()
        assert read_match(text, "match", problems)
        assert not problems


@cases(150)
@given(st.sampled_from([json.dumps(MATCH), GRID]), MISHAPS)
def test_any_file_of_matches_is_read_or_refused(text: str, mishaps: Mishaps) -> None:
    problems = Problems()
    assert read_match(mangled(text, mishaps).decode("utf-8", "replace"), "match", problems) or problems
    are_told(problems)


@cache
def transcript() -> tuple[str, ...]:
    """The first moves of a game of Tombs."""
    found = playable("tombs")
    bots = bots_of([bot_makers(found.engine)["random"]] * 2, 1, 0)
    state = found.game.new_initial_state(2, 1)
    return tuple(islice(record(found.game, state, 1, ["random"] * 2, bots, found.fingerprint), 6))


@cases(60)
@given(MISHAPS)
def test_any_transcript_is_played_again_or_refused(mishaps: Mishaps) -> None:
    found, text = playable("tombs"), mangled("\n".join(transcript()), mishaps).decode("utf-8", "replace")
    try:
        replay = Replay(text.splitlines(), "t.jsonl")
        state = replay.begin(found.game, found.fingerprint)
        assert all(step.action for step in replay.steps(found.game, state))
    except ProofdeckError as error:
        are_told(list(error.problems))
