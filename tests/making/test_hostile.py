"""A project may come from a stranger: nothing outside of it is read or written, and nothing runs away."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from bounded import bounded

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.paper.faces.face import Shape
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.images import MOST_PIXELS
from proofdeck.paper.svg.drawing import read_drawing, read_outline
from proofdeck.source.project.request import Options

Deck = Callable[[int], Path]
Writer = Callable[..., Path]
Reader = Callable[[bytes, str], object]


@pytest.fixture(autouse=True)
def no_end_of_memory_or_time() -> Iterator[None]:
    with bounded():
        yield


def told(root: Path) -> list[Problem]:
    return check(root, [])


def with_element(deck: Deck, write: Writer, element: str) -> Path:
    deck(1)
    return write("templates/deck/front.toml", f"[elements.it]\n{element}\n")


@pytest.mark.parametrize(
    "path", ["../secret.png", "/etc/hostname", "art/../../secret.png", "C:/secret.png", "art/link.png", "a\\u0000b.png"]
)
def test_no_image_is_read_from_outside_the_project(deck: Deck, write: Writer, path: str) -> None:
    root = with_element(deck, write, f'type = "image"\nfile = "{path}"')
    outside = root.parent / "secret.png"
    outside.write_bytes(png_claiming(1, 1))
    (root / "art").mkdir()
    (root / "art" / "link.png").symlink_to(outside)
    (*_, problem) = told(root)
    if path == "C:/secret.png":  # on Linux, a name like any other
        assert problem.code == "W319"
    else:
        assert (problem.code, "outside the project" in problem.message) == ("E306", True)


def test_no_font_is_read_from_outside_the_project(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write(
        "templates/deck/front.toml", '[fonts]\nbody = {file = "../../x.ttf"}\n[elements.t]\ntype = "text"\ntext = "a"\n'
    )
    (problem,) = told(root)
    assert (problem.code, "outside the project" in problem.message) == ("E305", True)


@pytest.mark.parametrize("file", ["../set.json", "/etc/hostname", "/dev/zero", "a\\u0000b.json", "nothing.json"])
def test_no_icon_set_is_read_from_outside_the_project(deck: Deck, write: Writer, file: str) -> None:
    root = deck(1)
    (root.parent / "set.json").write_text('{"icons": {"mine": {"body": "<path d=\'M0 0h9v9z\'/>"}}}')
    write("templates/deck/front.toml", f'icon_sets = ["{file}"]\n[elements.i]\ntype = "icon"\nicon = "mine"\n')
    (problem,) = told(root)
    assert (problem.code, "no icon set" in problem.message) == ("E304", True)


LINKS = {
    "cards.csv": "secret.csv",
    "proofdeck.toml": "secret.toml",
    "sheets.toml": "secret.toml",
    "rules.md": "secret.md",
    "rules_md/deck.md": "secret.md",
    "rules_md/deck.de.md": "secret.md",
    "rules_md/claims": ".",
    "fonts": ".",
    "fonts/mine.ttf": "secret.ttf",
    "templates/deck/rulebook.toml": "secret.toml",
    "templates/deck/icons": ".",
    "templates/icons/wolf.svg": "secret.svg",
    "templates/rulebook/rulebook.css": "secret.css",
    "templates/rulebook/rulebook.typ": "secret.typ",
    "templates/other": ".",
    "output": ".",
    "output/deck": ".",
}
"""A link of a project -> what it leads to in the folder around it."""


@pytest.mark.parametrize("link", LINKS)
def test_no_link_out_of_the_project_is_followed_whatever_it_stands_for(deck: Deck, link: str) -> None:
    root = deck(1)
    (secret := root.parent / LINKS[link]).exists() or secret.write_text("lang = 'SECRET'\n", encoding="utf-8")
    (root / link).unlink(missing_ok=True)
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    (root / link).symlink_to(secret)
    with pytest.raises(ProofdeckError) as refusal:
        build(root, [], Options())
    assert [(problem.code, problem.file) for problem in refusal.value.problems] == [("E538", link)]


def test_links_inside_the_project_are_followed(deck: Deck, write: Writer) -> None:
    root = with_element(deck, write, 'type = "icon"\nicon = "mine"')
    write("art/mine.svg", '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    write("art/words.md", "# Deck\n")
    (root / "templates/icons").symlink_to(root / "art")
    (root / "rules_md/deck.md").unlink()
    (root / "rules_md/deck.md").symlink_to("../art/words.md")
    assert told(root) == []


def test_a_font_with_an_impossible_name_is_a_problem(deck: Deck, write: Writer) -> None:
    root = deck(1)
    font = '[fonts]\nbody = {file = "a\\u0000b.ttf"}\n[elements.t]\ntype = "text"\ntext = "a"\n'
    write("templates/deck/front.toml", font)
    assert [problem.code for problem in told(root)] == ["E305"]


def test_a_head_of_rules_that_holds_itself_many_times_over_is_refused_unread(deck: Deck, write: Writer) -> None:
    root = deck(1)
    layers = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 40))
    write("rules_md/deck.md", f"---\nl0: &l0 [lol]\n{layers}\ntitle: *l39\nplayers: [*l39]\n---\n")
    codes = [problem.code for problem in told(root)]
    assert [code for code in codes if code != "W617"] == ["E506", "E506"]
    assert codes.count("W617") == 5, "of 40 keys that nothing reads, and the number of the others"


@pytest.mark.parametrize("name", ["../secret", "..\\\\secret", "/etc/passwd", "icons/../../secret"])
def test_no_icon_is_read_from_outside_the_icon_folders(deck: Deck, write: Writer, name: str) -> None:
    root = with_element(deck, write, f'type = "icon"\nicon = "{name}"')
    (root / "secret.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    assert [problem.code for problem in told(root)] == ["E303"]


def test_no_template_is_read_from_outside_the_template_folders(deck: Deck, write: Writer) -> None:
    root = with_element(deck, write, 'type = "line"')
    write("secret.toml", "size = 'poker'\n")
    write("templates/deck/front.toml", 'extends = "../secret.toml"\n')
    assert [problem.code for problem in told(root)] == ["E202"]


def png_claiming(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is enormous."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [9_000, 30_000, 2_000_000])
def test_an_image_bomb_is_refused_before_it_is_unpacked(deck: Deck, write: Writer, side: int) -> None:
    assert side * side > MOST_PIXELS
    root = with_element(deck, write, 'type = "image"\nfile = "bomb.png"')
    (root / "bomb.png").write_bytes(png_claiming(side, side))
    (problem,) = told(root)
    assert problem.code == "E306"


def test_a_damaged_picture_is_a_problem_whatever_its_decoder_raises(deck: Deck, write: Writer) -> None:
    """This AVIF says that another picture in it is the one to be shown; its decoder raises a RuntimeError."""
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "AVIF")
    root = with_element(deck, write, 'type = "image"\nfile = "art.avif"')
    where = stream.getvalue().index(b"pitm") + 8
    (root / "art.avif").write_bytes(stream.getvalue()[:where] + b"\x1e\x7f" + stream.getvalue()[where + 2 :])
    (problem,) = told(root)
    assert (problem.code, "damaged" in problem.message) == ("E306", True)


@pytest.mark.parametrize("table", [b"glyf", b"head", b"hmtx", b"cmap"])
def test_a_font_that_cannot_be_embedded_is_a_problem_of_check(deck: Deck, write: Writer, table: bytes) -> None:
    """Its text can be shaped, but one of its tables lies nowhere."""
    root = deck(1)
    spec = find_spec("fontpkg_crimson_text")
    assert spec is not None
    assert spec.submodule_search_locations
    data = min((Path(spec.submodule_search_locations[0]) / "files").glob("*.ttf")).read_bytes()
    where = data.index(table) + 8
    (root / "own.ttf").write_bytes(data[:where] + b"\xff\xff\xff\xff" + data[where + 4 :])
    text = '[elements.t]\ntype = "text"\ntext = "Wolf"\nx = 2\ny = 2\nwidth = 40\nheight = 9\nmin_size = 4\n'
    write("templates/deck/front.toml", f'[fonts]\nbody = {{file = "own.ttf"}}\n{text}')
    assert ("E305", "own.ttf") in {(problem.code, problem.file) for problem in told(root)}


SQUARE = '<path d="M0 0h9v9z"/>'
DEEP = "<g>" * 80 + SQUARE * 100 + "</g>" * 80
BOMBS = {
    "paths": SQUARE * 20_000,
    "arcs": f'<path d="M0 0{"a1 1 0 0 1 2 2" * 70_000}"/>',
    "circles": '<circle cx="1" cy="1" r="1"/>' * 21_000,
    "points": f'<polygon points="{"1,2 " * 250_000}"/>',
    "dots": f'<path d="M0 0{".1" * 500_000}"/>',
    "uses": f'<g id="a">{SQUARE}</g>' + '<use href="#a"/>' * 7_000,
    "doubled": f'<g id="a0">{SQUARE}</g>'
    + "".join(f'<g id="a{n}"><use href="#a{n - 1}"/><use href="#a{n - 1}"/></g>' for n in range(1, 30)),
    "closes": f'<path d="M0 0h9v9{"z" * 1_000_000}"/>',
    "lines": f'<path d="M0 0h9v9{"z l1 1" * 160_000}"/>',
    "digits": f'<polygon points="{"1" * 200_000}"/>',
    "braces": f"<style>{'{' * 200_000}</style>{SQUARE}",
    "nested": f"<style>{'a{' * 100_000}</style>{SQUARE}",
    "sheet": f"<style>{'a' * 600_000}</style>{SQUARE}",
    "selectors": f"<style>{'.a,' * 70_000}{{fill:red}}</style>{SQUARE}",
    "descendants": f"<style>x g g g g g g g path {{fill:red}}</style>{DEEP}",
    "having": f"<style>:has(:has(path)) {{fill:red}}</style>{DEEP}",
    "stroke": '<path d="M0 0h9v9z" stroke="red" stroke-width="1e7"/>',
    "markers": f'<marker id="m">{SQUARE * 100}</marker><path marker-mid="url(#m)" d="M0 0{"l1 1" * 9_000}"/>',
    "markers of themselves": '<marker id="m"><path marker-start="url(#m)" d="M0 0h9"/></marker>'
    '<path marker-mid="url(#m)" d="M0 0l1 1l2 2l3 3"/>',
    "clips of themselves": f'<clipPath id="c" clip-path="url(#c)">{SQUARE}</clipPath>'
    f'<g clip-path="url(#c)">{SQUARE}</g>',
    "masks of themselves": '<mask id="m"><g mask="url(#m)"><path fill="white" d="M0 0h9v9z"/></g></mask>'
    f'<g mask="url(#m)">{SQUARE}</g>',
    "levels": f"{'<g>' * 200}{SQUARE}{'</g>' * 200}",
    "fonts": f"{'<g font-size=&quot;2em&quot;>' * 90}".replace("&quot;", '"')
    + '<rect width="1em" height="9"/>'
    + "</g>" * 90,
}
"""Files that would take minutes or gigabytes, if they were read to the end."""


@pytest.mark.parametrize("shapes", BOMBS.values(), ids=BOMBS)
@pytest.mark.parametrize("read", [read_outline, read_drawing])
def test_an_svg_that_would_take_a_minute_or_gigabytes_is_refused(read: Reader, shapes: str) -> None:
    with pytest.raises(MaterialError, match=r"more (shapes and points|than)|longer than|far outside|itself"):
        read(f'<svg viewBox="0 0 9 9">{shapes}</svg>'.encode(), "icon.svg")


def test_style_sheets_that_programs_write_are_read() -> None:
    style = "/* a { b */ @media screen { .a { fill: red } } .b, .c { fill: #00f; font: url(" + "x" * 9_000 + ") }"
    svg = f'<svg viewBox="0 0 9 9"><style>{style}</style><path class="b" d="M0 0h9v9z"/></svg>'.encode()
    assert read_outline(svg, "icon.svg").layers
    (shape,) = read_drawing(svg, "art.svg").marks
    assert isinstance(shape, Shape)
    assert shape.fill == "#0000ff"


@pytest.mark.parametrize(
    "icons",
    ['{"icons": ' + "[" * 99_999, f'{{"icons": {{"mine": {{"body": "<path/>", "width": {"9" * 4_000}}}}}}}',
     '{"icons": {"mine": {"body": "<path d=\'\\ud800\'/>"}}}'],
    ids=["deep", "digits", "surrogate"],
)  # fmt: skip
def test_an_icon_set_that_no_program_writes_is_refused(deck: Deck, write: Writer, icons: str) -> None:
    root = deck(1)
    (root / "set.json").write_text(icons)
    write("templates/deck/front.toml", 'icon_sets = ["set.json"]\n[elements.i]\ntype = "icon"\nicon = "mine"\n')
    assert [problem.code for problem in told(root)] == ["E304"]


def test_a_spreadsheet_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "cards.xlsx", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b"\0" * 120_000_000)
    assert (tmp_path / "cards.xlsx").stat().st_size < 1_000_000
    (problem,) = told(tmp_path)
    assert problem.is_error


@pytest.mark.parametrize(
    "svg",
    [
        '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
        '<!DOCTYPE svg [<!ENTITY % a SYSTEM "a.dtd">%a;]><svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
        f'<!DOCTYPE svg [<!ENTITY a "{"a" * 400}">]><svg viewBox="0 0 9 9"><text>{"&a;" * 20_000}</text></svg>',
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 9 9"><text>&x;</text></svg>',
        '<svg viewBox="0 0 9 9"><image href="file:///etc/passwd"/></svg>',
        '<svg viewBox="0 0 9 9"><use href="http://example.com/a.svg#b"/><path d="M0 0h9v9z"/></svg>',
        '<svg viewBox="0 0 9 9"><path fill="url(other.svg#g)" d="M0 0h9v9z"/></svg>',
        '<svg viewBox="0 0 9 9">' + '<g id="a"><use href="#a"/></g>' + "</svg>",
        '<svg viewBox="0 0 9 9"><g id="a"><path d="M0 0h9v9z"/></g>'
        + "".join(f'<g id="a{n}"><use href="#a{n - 1 or ""}"/><use href="#a{n - 1 or ""}"/></g>' for n in range(1, 30))
        + "</svg>",
        "<svg" + "<g>" * 9000,
        '<svg viewBox="0 0 0 0"><path d="M0 0h9v9z"/></svg>',
        '<svg viewBox="0 0 9 9"><path d="M0 0h1e400v9z"/></svg>',
        '<svg viewBox="0 0 9 9"><path d="M0 0h1e30v9z"/></svg>',
        "no svg at all",
        "",
    ],
)
def test_hostile_svgs_are_refused(svg: str) -> None:
    with pytest.raises(MaterialError):
        read_outline(svg.encode(), "icon.svg")


def test_names_and_ids_that_could_climb_out_of_the_output_folder_never_do(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("cards.csv", "game,id\n../../evil,a\ndeck,../../b\n")
    assert [problem.code for problem in told(root)] == ["E113", "W108"]
    write("cards.csv", "game,id\ndeck,../../b\n")
    build(root, [], Options(png_dpi=40))
    assert {path.name for path in root.rglob("*.png")} >= {"b.png"}
    assert not [path for path in root.parent.rglob("b.*") if not path.is_relative_to(root)]


def test_a_runaway_expression_is_a_problem_of_the_card(deck: Deck, write: Writer) -> None:
    loop = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}"
    root = with_element(deck, write, f'type = "rectangle"\nx = "{loop}"')
    (problem,) = told(root)
    assert problem.code == "E209"


def test_a_template_with_ten_thousand_elements_is_refused(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("templates/deck/front.toml", "\n".join(f'[elements.e{n}]\ntype="line"' for n in range(2500)))
    assert {problem.code for problem in told(root)} <= {"E201", "E204"}
    assert told(root)
