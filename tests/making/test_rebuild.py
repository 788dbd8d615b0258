"""What is made anew when something changes, and what is not."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from reading import is_beside_cards
from tables import ROOT

from proofdeck.front.export.exporting import export
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.making.build import build
from proofdeck.front.making.leftovers import remove
from proofdeck.ground.cache import LIBRARIES, cache_folder, engine_digest
from proofdeck.source.project.request import Built, Options

Deck = Callable[[int], Path]
Writer = Callable[..., Path]

ALL = Options(papers=("a4",), png_dpi=50, contact_sheet=True)


def made(built: Built) -> list[str]:
    """What was made anew; `test_printed_pads` asks the same of pads."""
    return [output.path.name for output in built.outputs if output.made and not is_beside_cards(output.path.name)]


def test_an_unchanged_project_is_not_even_read(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    root = deck(2)
    first = build(root, [], ALL)
    monkeypatch.setattr("proofdeck.front.making.plans.make_games", lambda *_: pytest.fail("looked at the games again"))
    monkeypatch.setattr(
        "proofdeck.source.project.reading.read_spreadsheet", lambda *_: pytest.fail("read the spreadsheet again")
    )
    second = build(root, [], ALL)
    assert made(first) == ["cards-a4.pdf", "c1.png", "c2.png", "c1.png", "c2.png", "contact-sheet.png"]
    assert made(second) == []
    assert [output.path for output in first.outputs] == [output.path for output in second.outputs]


def test_a_changed_card_makes_its_own_pictures_and_the_sheets(deck: Deck, write: Writer) -> None:
    root = deck(2)
    build(root, [], ALL)
    write("cards.csv", "game,id\ndeck,c1\ndeck,c3\n")
    assert made(build(root, [], ALL)) == ["cards-a4.pdf", "c3.png", "c3.png", "contact-sheet.png"]


def test_a_touched_file_with_the_same_content_makes_nothing(deck: Deck) -> None:
    root = deck(2)
    build(root, [], ALL)
    os.utime(root / "cards.csv")
    assert made(build(root, [], ALL)) == []


def test_an_output_that_is_gone_or_edited_is_made_again(deck: Deck) -> None:
    root = deck(2)
    pdf, *_ = [output.path for output in build(root, [], Options(papers=("a4",))).outputs]
    before = pdf.read_bytes()
    pdf.unlink()
    assert made(build(root, [], Options(papers=("a4",)))) == ["cards-a4.pdf"]
    pdf.write_bytes(b"scribble")
    assert made(build(root, [], Options(papers=("a4",)))) == ["cards-a4.pdf"]
    assert pdf.read_bytes() == before


def test_a_new_icon_of_the_same_name_changes_the_cards_that_show_it(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("templates/deck/front.toml", '[elements.i]\ntype = "icon"\nicon = "fox"\n')
    write("templates/deck/icons/other.svg", '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    build(root, [], ALL)
    write("templates/deck/icons/fox.svg", '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    assert made(build(root, [], ALL)) == ["cards-a4.pdf", "c1.png", "contact-sheet.png"]


def test_a_changed_icon_set_is_noticed(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("templates/deck/front.toml", 'icon_sets = ["set.json"]\n[elements.i]\ntype = "icon"\nicon = "mine"\n')
    for path in ("M0 0h9v9z", "M0 0h9v5z"):
        write("set.json", f'{{"icons": {{"mine": {{"body": "<path d=\'{path}\'/>"}}}}}}')
        assert "cards-a4.pdf" in made(build(root, [], ALL))
    assert made(build(root, [], ALL)) == []


def test_a_changed_picture_is_noticed(deck: Deck, write: Writer) -> None:
    from PIL import Image

    root = deck(1)
    write("templates/deck/front.toml", '[elements.i]\ntype = "image"\nfile = "art.png"\n')
    Image.new("RGB", (20, 20), "red").save(root / "art.png")
    build(root, [], ALL)
    assert made(build(root, [], ALL)) == []
    Image.new("RGB", (20, 20), "blue").save(root / "art.png")
    assert made(build(root, [], ALL)) == ["cards-a4.pdf", "c1.png", "contact-sheet.png"]


def test_other_options_are_other_files_or_made_anew(deck: Deck) -> None:
    root = deck(2)
    build(root, [], Options())
    assert made(build(root, [], Options(duplex="short-edge"))) == ["cards-a4.pdf", "cards-letter.pdf"]
    assert made(build(root, [], Options(ink="low"))) == ["cards-a4-low-ink.pdf", "cards-letter-low-ink.pdf"]


def test_options_of_an_earlier_build_make_files_anew_that_were_made_with_others_since(deck: Deck) -> None:
    root = deck(2)
    for duplex in ("long-edge", "short-edge", "long-edge"):
        assert made(build(root, [], Options(papers=("a4",), duplex=duplex))) == ["cards-a4.pdf"]


@pytest.mark.usefixtures("empty_cache")
def test_no_cache_makes_everything_and_leaves_no_record(deck: Deck) -> None:
    root = deck(2)
    options = Options(papers=("a4",), cache=False)
    assert made(build(root, [], options)) == made(build(root, [], options)) == ["cards-a4.pdf"]
    assert not cache_folder().exists()


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize("rubbish", [b"", b"{}", b"SQLite format 3\0" + bytes(4096), b"\xff\xfe" * 5000])
def test_a_damaged_store_costs_time_and_nothing_else(deck: Deck, rubbish: bytes) -> None:
    root = deck(2)
    build(root, [], ALL)
    for kept in cache_folder().glob("*.db"):
        kept.write_bytes(rubbish)
    assert len(made(build(root, [], ALL))) == 6
    assert made(build(root, [], ALL)) == []


def test_warnings_are_told_again_when_nothing_changed(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("cards.csv", b"game,id,name\ndeck,c1,caf\xe9\n")
    first, second = build(root, [], ALL), build(root, [], ALL)
    assert [problem.code for problem in first.problems] == ["W101"]
    assert second.problems == first.problems
    assert made(second) == []


def test_with_an_error_nothing_is_written_and_the_old_files_stay(deck: Deck, write: Writer) -> None:
    root = deck(2)
    pdf, *_ = [output.path for output in build(root, [], Options(papers=("a4",))).outputs]
    before = pdf.read_bytes()
    write("cards.csv", "game,id,value\ndeck,c1,x\n")
    result = build(root, [], Options(papers=("a4",)))
    assert [problem.code for problem in result.problems] == ["E103"]
    assert result.outputs == []
    assert pdf.read_bytes() == before


def test_a_build_names_the_mistakes_of_spreadsheet_and_template_at_once(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("cards.csv", f"game,id,value\ndeck,{'c' * 90},x\n")
    assert {problem.code for problem in build(root, [], ALL).problems} == {"E103", "E301"}


def test_with_a_text_that_does_not_fit_nothing_is_written_either(deck: Deck, write: Writer) -> None:
    root = deck(2)
    pdf, *pads = [output.path for output in build(root, [], Options(papers=("a4",))).outputs]
    before = pdf.read_bytes()
    write("cards.csv", f"game,id\ndeck,{'c' * 90}\ndeck,c2\n")
    result = build(root, [], Options(papers=("a4",), png_dpi=50))
    assert [problem.code for problem in result.problems] == ["E301"]
    assert result.outputs == []
    assert pdf.read_bytes() == before
    assert {path.name for path in pdf.parent.iterdir()} == {path.name for path in (pdf, *pads)}


KILLED_BUILD = """
import sys
from pathlib import Path
from proofdeck.front.export.exporting import export
from proofdeck.front.export.settings import Settings
from proofdeck.front.making.build import build
from proofdeck.front.making.leftovers import remove
from proofdeck.source.project.request import Options
build(Path(sys.argv[1]), [], Options(papers=("a4", "letter", "a3"), cache=False))
"""


def test_a_kill_at_any_moment_leaves_the_old_file_or_the_new_one(deck: Deck, write: Writer) -> None:
    root = deck(60)
    options = Options(papers=("a4", "letter", "a3"), cache=False)
    old = {output.path: output.path.read_bytes() for output in build(root, [], options).outputs}
    rows = "\n".join(f"deck,d{number}" for number in range(60))
    write("cards.csv", f"game,id\n{rows}\n")
    new = {output.path: output.path.read_bytes() for output in build(root, [], options).outputs}
    for path, data in old.items():
        path.write_bytes(data)
    cut_short = 0
    for delay in (0.3, 0.45, 0.6):
        process = subprocess.Popen([sys.executable, "-c", KILLED_BUILD, str(root)])
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        cut_short += process.wait() != 0
        for path, data in old.items():
            assert path.read_bytes() in {data, new[path]}
    assert cut_short, "no run was killed in the middle of its work"


def test_a_font_that_is_reinstalled_changes_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def now() -> str:
        engine_digest.cache_clear()
        return engine_digest()

    before = now()
    monkeypatch.syspath_prepend(tmp_path)
    assert now() == before
    package = tmp_path / "fontpkg_quill" / "__init__.py"
    package.parent.mkdir()
    package.write_text("")
    installed = now()
    package.write_text("# another version\n")
    assert len({before, installed, now()}) == 3
    engine_digest.cache_clear()


def test_every_library_that_decides_what_is_printed_is_part_of_every_key() -> None:
    """Another version of one of them may set, break or paint words in another way."""
    seen: set[str] = set()
    for room in ("paper/faces", "paper/ink", "paper/sheets", "book/manuscript"):
        for path in (ROOT / "generator/proofdeck" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
                seen.update(name.partition(".")[0] for name in names)
    assert seen - set(LIBRARIES) - sys.stdlib_module_names - {"proofdeck"} == set()


def paths(built: Built) -> set[Path]:
    return {output.path for output in built.outputs}


def test_what_earlier_builds_made_is_named_once_it_is_older_than_a_change_and_removed_when_asked(
    deck: Deck, write: Writer
) -> None:
    root = deck(2)
    mine = root / "output/deck/fronts/c2.png"
    first = paths(build(root, [], Options(papers=("letter",), ink="low", png_dpi=50)))
    plain = build(root, [], Options(papers=("a4",)))
    assert ({*plain.leftovers}, plain.outdated) == (first - paths(plain), []), "still true to the cards"
    write("cards.csv", "game,id\ndeck,c1\n")
    again = build(root, [], Options(papers=("a4",), png_dpi=50))
    assert {*again.outdated} == first - paths(again) > {mine}
    mine.write_bytes(b"mine")
    found = build(root, [], Options(papers=("a4",), png_dpi=50)).leftovers
    remove(found)
    there = {path for path in (root / "output/deck").rglob("*.*") if path.is_file()}
    assert there == paths(again) | {mine}, "the picture that somebody has drawn on stays"


@pytest.mark.parametrize("part", [Options(only=("c1",)), Options(only=("cards",)), Options(changed=True)])
def test_a_build_of_a_part_leaves_everything_else_alone(deck: Deck, part: Options) -> None:
    root = deck(2)
    build(root, [], ALL)
    os.utime(root / "cards.csv", ns=(later := time.time_ns() + 10**10, later))
    assert build(root, [], part).leftovers == []


def test_after_a_build_of_a_part_the_rest_is_named_if_it_is_older_than_an_edit(deck: Deck) -> None:
    root, sheets = deck(2), Options(papers=("a4",), only=("cards",))
    first = {output.path for output in build(root, [], ALL).outputs}
    made = {output.path for output in build(root, [], sheets).outputs}
    assert build(root, [], sheets).outdated == []
    os.utime(root / "cards.csv", ns=(later := time.time_ns() + 10**10, later))
    assert {*build(root, [], sheets).outdated} == first - made


def test_exports_and_games_that_are_not_built_are_no_leftovers(deck: Deck, write: Writer) -> None:
    root = deck(1)
    for game in ("sea", "zoo"):
        write(f"templates/{game}/front.toml", (root / "templates/deck/front.toml").read_text())
    write("cards.csv", "game,id\ndeck,c1\nsea,c1\nzoo,c1\n")
    build(root, [], ALL)
    export(root, "png", ["deck"], Options(), TargetSettings())
    assert build(root, ["deck"], ALL).leftovers == []
    write("cards.csv", "game,id\ndeck,c1\nsea,c1\n")
    assert {path.parts[-2] for path in build(root, ["sea"], ALL).leftovers} == set()
    gone = build(root, [], ALL).leftovers
    assert gone
    assert all((root / "output/zoo") in path.parents for path in gone)
