"""Make the pictures of the README and the pages: `python docs/gallery.py` makes all of them, or those that you name.

Each is painted from the shipped games, or from what a tutorial makes, by the program itself. It needs the extra `test`,
and Chromium for those that show the preview. A test paints them again and fails if one is out of date.
"""

from __future__ import annotations

import io
import math
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from proofdeck.book.manuscript.books import book_jobs
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.book.pads.grids import dress_of, faces_of, supplies_for_grids
from proofdeck.book.pads.pads import pads_of
from proofdeck.book.pads.tournaments import PLAYER_SLIPS, movement_slips
from proofdeck.front.export.box import largest_group
from proofdeck.front.export.exporting import export
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.starting import start_project
from proofdeck.front.table.free import OpenFree, start_by_setup
from proofdeck.ground.files import write_file
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import MM_PER_INCH, POINTS_PER_INCH
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.designs import designs_of
from proofdeck.paper.deck.imprints import imprint_of
from proofdeck.paper.deck.prints import Print, filling, lay_out
from proofdeck.paper.faces.face import Face, TextRun
from proofdeck.paper.ink.printing import print_sheets
from proofdeck.paper.ink.raster import faces_pdf, page_picture, pixels_of, rasterise
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets.sheet import Imposition, impose
from proofdeck.paper.sheets.tuck_box import TuckBox
from proofdeck.play.free.acts import FreeAct
from proofdeck.play.free.record import FreeHeader, FreeSitting
from proofdeck.score.ledger import Ledger
from proofdeck.score.tournaments import directing
from proofdeck.score.tournaments.tournament import TournamentSettings
from proofdeck.source.project.folder import Project
from proofdeck.source.project.look import look_of
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import SCORE_PAD, Options

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
TESTS = ROOT / "tests"
PICTURES = ROOT / "output" / "gallery"

GROUND, SHADE = (235, 231, 224), (92, 84, 70)
SHADOW, SOFT, DARK = 4, 7, 110
"""px down, px of blur, and how dark (of 255) a shadow is in the middle."""
FINER = 3
"""How many times as large the corners of a card are drawn, so that they are smooth."""
CORNER = 3.0
"""The radius of the corners of cards, in mm."""

Point = tuple[int, int]
Placed = tuple[Image.Image, Point]

SHOWN = {
    "fantasy-contract-rummy": ("mage", "phoenix", "tricksters-run"),
    "rummy-duel": ("QH", "9S", "KS"),
    "tombs": ("blade", "magus", "thorn"),
    "toonerville-rook": ("red-5", "yellow-9", "rook"),
    "fishing-dragon": ("star-6", "leaf-flower", "coin-dragon"),
    "salt-roads": ("silk", "salt-guild", "camel-2"),
}
"""Three fronts of each game; its back is the fourth picture."""
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jule", "Kai", "Lea", "Mia", "Nils", "Ola")
SEED, MOVES = "5", 4
"""The game that is shown in the browser, and how many moves of it."""
EDITS = (
    (",bear,Bear,", ",bear,Great Bear,"),
    ("*Every ending is only its breakfast.*", "*Every ending is breakfast.*"),
)
"""What changes in the spreadsheet while the preview is open."""


# -- on the ground -----------------------------------------------------------------------------------------------------


def laid(size: Point, placed: Sequence[Placed]) -> Image.Image:
    """Pictures on the ground, each with a soft shadow; those with an alpha channel keep their shape."""
    ground, shadow = Image.new("RGB", size, GROUND), Image.new("L", size, 0)
    for picture, (x, y) in placed:
        shape = picture.getchannel("A") if picture.mode == "RGBA" else Image.new("L", picture.size, 255)
        shadow.paste(shape.point(lambda value: value * DARK // 255), (x, y + SHADOW), shape)
    ground.paste(SHADE, (0, 0), shadow.filter(ImageFilter.GaussianBlur(SOFT)))
    for picture, place in placed:
        ground.paste(picture, place, picture if picture.mode == "RGBA" else None)
    return ground


def in_rows(pictures: Sequence[Image.Image], columns: int, gap: int) -> list[Placed]:
    """Pictures of one size in rows, with that much room between and around them."""
    width, height = pictures[0].size
    return [
        (picture, (gap + index % columns * (width + gap), gap + index // columns * (height + gap)))
        for index, picture in enumerate(pictures)
    ]


def on_ground(placed: Sequence[Placed], gap: int) -> Image.Image:
    """Pictures with room around them."""
    right = max(x + picture.width for picture, (x, _) in placed)
    bottom = max(y + picture.height for picture, (_, y) in placed)
    return laid((right + gap, bottom + gap), placed)


def rounded(picture: Image.Image, radius: int) -> Image.Image:
    """Cut off its corners."""
    width, height = (FINER * length for length in picture.size)
    shape = Image.new("L", (width, height), 0)
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, width - 1, height - 1), FINER * radius, fill=255)
    cut = picture.convert("RGBA")
    cut.putalpha(shape.reduce(FINER))
    return cut


# -- what the program paints -------------------------------------------------------------------------------------------


@cache
def shipped() -> Project:
    """The project of the six games."""
    return load_project(ROOT, Problems())


def printed(project: Project, game: str, *only: str) -> Print:
    """Lay out these cards of a game, or all."""
    return lay_out(project, project.games[game], Options(only=only, cache=False), Problems())


def painted(faces: Sequence[Face], supplies: Supplies, dpi: float) -> list[Image.Image]:
    """Paint each face."""
    sizes = [pixels_of(face.size, dpi) for face in faces]
    return [opened(data) for _, data in sorted(rasterise(faces_pdf(faces, supplies, dpi), sizes, dpi))]


def opened(data: bytes) -> Image.Image:
    """Read a picture."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def fronts(made: Print) -> list[Face]:
    """The first copy of each card, in the order of the spreadsheet."""
    return list({item.label: item.front for item in reversed(made.items)}.values())[::-1]


def cards(faces: Sequence[Face], supplies: Supplies, dpi: float) -> list[Image.Image]:
    """Paint each face as a card with round corners."""
    return [rounded(card, round(CORNER / MM_PER_INCH * dpi)) for card in painted(faces, supplies, dpi)]


def book(project: Project, game: str) -> bytes:
    """Print the players' book of a game on A4."""
    options = Options(papers=("a4",), trust=True)
    made = lay_out(project, project.games[game], options, Problems())
    jobs = book_jobs(project, made, options, Problems())
    (job,) = (job for job in jobs for path in job.keys if path == "rulebook-a4.pdf")
    ((_, data),) = job.make(list(job.keys), no_progress)
    return data


@contextmanager
def started(*, engine: bool = False) -> Iterator[Path]:
    """The project that the tutorials start with."""
    with TemporaryDirectory() as folder:
        root = Path(folder) / "my-game"
        start_project(root, engine=engine)
        yield root


# -- a table -----------------------------------------------------------------------------------------------------------

ON_THE_TABLE, TABLE = "salt-roads", (1440, 860)
HAND = ("salt-2", "camel-3", "silk", "pepper", "spice-guild", "salt-4")
DISCARDS = (("camel-1", (-212, 20), -7), ("pepper", (-208, 26), 5))
ON_THE_ROAD = (("caravan-amber", 4, 0), ("caravan-teal", 6, 0), ("caravan-rose", 9, -4), ("caravan-indigo", 3, 0))
"""Each caravan, its space, and how far (mm) it is beside the middle of it."""
COINS = ((136, -40, 1.6), (136, -40, 3.4), (137, -40, 5.2), (161, -58, 1.6), (160, -58, 3.4), (142, -72, 1.6))
"""mm right, away and above the table."""
BOARD, FANNED, NEAR = (10, 26), 215, -340
"""Where the middle of the board is; the radius of the hand, and where the middle of its circle is."""
FINE, PAGE_DPI = 200.0, 120.0
PER_COPY = 0.3
"""mm of one printed card."""


def table() -> Image.Image:
    """A game on a table: board, hand, coins, piles, box, the open book, a score pad, and a sheet as it is printed."""
    import tabletop as on

    made = printed(shipped(), ON_THE_TABLE)
    items = {item.label: item for item in reversed(made.items)}
    card, pads = (63.0, 88.0), pads_of(shipped(), made.game, clause_words, Problems())
    assert pads is not None

    def front(name: str) -> Image.Image:
        return cards([items[name].front], made.supplies, FINE)[0]

    def token(name: str) -> Image.Image:
        (face,) = painted([items[name].front], made.supplies, FINE)
        return rounded(face, face.width // 2)

    how = Imposition("a4", PAPERS["a4"])
    sheets = impose(made.items, how, Problems())
    pdf = print_sheets(sheets, imprint_of(made, sheets, how), made.supplies)
    (board,) = painted([items["road"].front], made.supplies, FINE)
    (pad,) = painted([without_edition(pads.faces[SCORE_PAD][0])], made.supplies, FINE)
    (back,) = cards([face for face in [items[HAND[0]].back] if face], made.supplies, FINE)
    things = [
        on.flat(opened(page_picture(pdf, 2, PAGE_DPI)), (-262, 140), (210, 297), 16),
        on.flat(_open_book(), (265, 205), (420, 297), -12),
        on.flat(board, BOARD, (198, 133), lift=1.6),
        on.flat(pad, (250, -78), (pad.width / FINE * MM_PER_INCH, pad.height / FINE * MM_PER_INCH), -16),
        *on.block(*_box(made), middle=(-60, 200), degrees=20),
        *on.pile(back, (-142, 24), card, 12, 4),
        *(on.flat(front(name), where, card, turned) for name, where, turned in DISCARDS),
    ]
    road = made.templates["front", "board"]
    stops = road.spaces if road else {}
    for name, space, beside in ON_THE_ROAD:
        stop = stops[str(space)]
        middle = BOARD[0] - 99 + stop[0] + beside, BOARD[1] + 66.5 - stop[1]
        things.append(on.flat(token(name), middle, (25.4, 25.4), 3 * beside, 2.2, 2.2))
    for number, (x, y, high) in enumerate(COINS):
        things.append(on.flat(token("coin"), (x, y), (25.4, 25.4), 37 * number, high, 1.8))
    for number, name in enumerate(HAND):
        turned = 9 * ((len(HAND) - 1) / 2 - number)
        middle = -20 - FANNED * math.sin(math.radians(turned)), NEAR + FANNED * math.cos(math.radians(turned))
        things.append(on.flat(front(name), middle, card, turned, 0.5 + number / 2, 2))
    return on.photographed(things, TABLE)


def _open_book() -> Image.Image:
    """The first two pages side by side, with the shade of the fold between them."""
    pages = [opened(page_picture(book(shipped(), ON_THE_TABLE), page, PAGE_DPI)) for page in (0, 1)]
    middle, high = pages[0].size
    both = Image.new("RGB", (2 * middle, high))
    for number, page in enumerate(pages):
        both.paste(page, (number * middle, 0))
    shade = Image.linear_gradient("L").resize((64, 64)).rotate(90).resize((middle // 14, high))
    for at, way, dark in (
        (middle - shade.width, shade.transpose(Image.Transpose.FLIP_LEFT_RIGHT), 70),
        (middle, shade, 50),
    ):
        both.paste(SHADE, (at, 0), way.point(lambda value, dark=dark: value * dark // 255))
    return both


def _box(made: Print) -> tuple[list[Image.Image], tuple[float, float, float]]:
    """The front, the right side and the bottom of the box as they are exported, and its size."""
    designs = largest_group(designs_of(made, None))
    box = TuckBox.around(designs[0].front.size, sum(one.copies for one in designs) * PER_COPY)
    with TemporaryDirectory() as folder:
        built = export(ROOT, "box", (made.game.name,), Options(output=Path(folder)), TargetSettings())
        page = opened(page_picture(built.outputs[0].path.read_bytes(), 0, FINE))
    pixels = FINE / MM_PER_INCH
    left, top = page.width / pixels / 2 - box.size.width / 2, page.height / pixels / 2 - box.size.height / 2
    panels = []
    for name in ("front", "right", "bottom"):
        panel = box.panel(name).inset(0.4)  # without the lines along which it is cut and folded
        x, y, right, bottom = panel.x + left, panel.y + top, panel.right + left, panel.bottom + top
        panels.append(page.crop((x * pixels, y * pixels, right * pixels, bottom * pixels)))
    return panels, (box.width, box.height, box.depth)


# -- the pictures ------------------------------------------------------------------------------------------------------


def six_games() -> Image.Image:
    """Three cards and the back of each game, three games to a row."""
    placed: list[Placed] = []
    for number, (game, names) in enumerate(SHOWN.items()):
        made = printed(shipped(), game, *names)
        by_name = {item.label: item for item in reversed(made.items)}
        back = by_name[names[0]].back
        faces = [*(by_name[name].front for name in names), *([back] if back else [])]
        four = in_rows(cards(faces, made.supplies, 72), 2, 16)
        down, across = divmod(number, 3)
        placed += [(card, (x + 24 + across * 430, y + 24 + down * 570)) for card, (x, y) in four]
    return on_ground(placed, 40)


def sheet() -> Image.Image:
    """The front and the back of a sheet of Toonerville Rook."""
    made = filling(printed(shipped(), "toonerville-rook"), how := Imposition("a4", PAPERS["a4"]))
    sheets = impose(made.items, how, Problems())
    pdf = print_sheets(sheets, imprint_of(made, sheets, how), made.supplies)
    return on_ground(in_rows([opened(page_picture(pdf, page, 78)) for page in (4, 5)], 2, 40), 40)


def books() -> Image.Image:
    """A quick start, the parts of a card with a turn, and worked examples."""
    pages = (("fantasy-contract-rummy", 0), ("tombs", 1), ("fishing-dragon", 2))
    return on_ground(
        in_rows([opened(page_picture(book(shipped(), game), page, 78)) for game, page in pages], 3, 32), 32
    )


def pads() -> Image.Image:
    """Two score pads, and slips of a tournament."""
    pictures = []
    for game, dpi in (("fantasy-contract-rummy", 140), ("toonerville-rook", 100)):
        made = pads_of(shipped(), shipped().games[game], clause_words, Problems())
        assert made is not None
        pictures += painted([without_edition(made.faces[SCORE_PAD][0])], made.supplies, dpi)
    first, second = pictures
    slips = in_rows(_slips(), 3, 0)
    below = [(slip, (first.width + 64 + x, second.height + 64 + y)) for slip, (x, y) in slips]
    return on_ground([(first, (32, 32)), (second, (first.width + 64, 32)), *below], 32)


def without_edition(pad: Face) -> Face:
    """Leave out its last line, which changes with every word of the cards and rules."""
    last = max(mark.y for mark in pad.marks if isinstance(mark, TextRun))
    return replace(pad, marks=tuple(mark for mark in pad.marks if not (isinstance(mark, TextRun) and mark.y == last)))


def _slips() -> list[Image.Image]:
    """Say to the first six players of a tournament where they sit."""
    game = shipped().games["toonerville-rook"]
    with TemporaryDirectory() as folder, Ledger(Path(folder) / "scores.db") as ledger:
        how = TournamentSettings("", game.title, 4, "fixed", 3, 5, "lowest")
        grids = movement_slips(directing.seat(ledger, directing.begin(ledger, how, NAMES)))[:6]
    supplies = supplies_for_grids(ROOT)
    dress = dress_of(look_of(shipped(), game, Problems()), supplies, Problems())
    return painted(faces_of(grids, dress, supplies, Problems(), PLAYER_SLIPS), supplies, 102)


FRONT = "templates/example/front.toml"


def templates() -> Image.Image:
    """A card for each feature of templates."""
    made = printed(load_project(TESTS / "faces" / "gallery", Problems()), "gallery")
    return on_ground(in_rows(cards([item.front for item in made.items], made.supplies, 84), 5, 18), 18)


def ten_options() -> Image.Image:
    """The cards of the table in the page about the spreadsheet, with the first template of the page about templates."""
    from tutorials import blocks

    with TemporaryDirectory() as folder:
        for name, page, language in (("cards.csv", "spreadsheet", "csv"), (FRONT, "templates", "toml")):
            text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
            example = next(block.text for block in blocks(text) if block.language == language)
            write_file(Path(folder) / name, example.encode())
        made = printed(load_project(Path(folder), Problems()), "example")
        return on_ground(in_rows(cards(fronts(made), made.supplies, 96), 2, 20), 20)


def tutorial_cards() -> Image.Image:
    """The forty cards of the game with an engine, a suit in each row."""
    with started(engine=True) as root:
        made = printed(load_project(root, Problems()), "my-game")
        return on_ground(in_rows(cards(fronts(made), made.supplies, 60), 10, 14), 14)


def tutorial_spreadsheet() -> Image.Image:
    """The cards made of the spreadsheet with which the tutorial begins."""
    from tutorials import blocks, edit

    with TemporaryDirectory() as folder:
        for block in blocks((DOCS / "tutorial-cards.md").read_text(encoding="utf-8")):
            if block.language == "diff" and block.file.startswith("goblins/"):
                edit(Path(folder) / block.file, block.text)
        made = printed(load_project(Path(folder) / "goblins", Problems()), "goblins")
        return on_ground(in_rows(cards(fronts(made), made.supplies, 82), 6, 20), 20)


def tutorial_first_cards() -> Image.Image:
    """The cards and the back after each change of the tutorial."""
    from tutorials import blocks, edit

    with started() as root:
        for block in blocks((DOCS / "tutorial-cards.md").read_text(encoding="utf-8")):
            if block.language == "diff":
                edit(root / block.file, block.text)
        made = printed(load_project(root, Problems()), "my-game")
        faces = [*fronts(made), *(face for face in [made.items[0].back] if face is not None)]
        return on_ground(in_rows(cards(faces, made.supplies, 82), 6, 18), 18)


@cache
def tutorial_book() -> bytes:
    """The book of the game with an engine."""
    with started(engine=True) as root:
        return book(load_project(root, Problems()), "my-game")


def column(page: int, first: str, last: str) -> Image.Image:
    """The part of a column of the tutorial's book between two texts, both of them included."""
    dpi = 150.0
    found = pypdfium2.PdfDocument(tutorial_book())[page]
    text, (width, height) = found.get_textpage(), found.get_size()
    boxes = []
    for words in (first, last):
        at = text.search(words, match_case=True).get_next()
        assert at, f"page {page + 1} of the tutorial's book does not say '{words}'"
        boxes.append(text.get_charbox(at[0]))
    (left, _, _, top), (_, bottom, _, _) = boxes
    start = 0.0 if left < width / 2 else width / 2
    pixels = dpi / POINTS_PER_INCH
    edges = start * pixels, (height - top - 10) * pixels, (start + width / 2) * pixels, (height - bottom + 12) * pixels
    part = opened(page_picture(tutorial_book(), page, dpi)).crop(edges)
    ink = ImageChops.difference(part, Image.new("RGB", part.size, "white")).getbbox()
    assert ink is not None
    whole = Image.new("RGB", (ink[2] - ink[0] + 48, part.height + 16), "white")
    whole.paste(part.crop((ink[0], 0, ink[2], part.height)), (24, 8))
    return whole


def tutorial_setup() -> Image.Image:
    """The table after the deal."""
    return on_ground([(column(0, "2.1", "Deep 10"), (24, 24))], 24)


def tutorial_examples() -> Image.Image:
    """Two examples of who wins a trick."""
    one = column(0, "4.1", "another suit: Ana wins the trick.")
    other = column(1, "4.2", "Cleo has no Reef")
    return on_ground([(one, (24, 24)), (other, (one.width + 48, 24))], 24)


# -- in a browser ------------------------------------------------------------------------------------------------------


@contextmanager
def previewed(root: Path, size: Point) -> Iterator[tuple[Any, Any]]:
    """The preview of a project, and a page of that many pixels in Chromium."""
    from threading import Thread

    from browsing import WITH_WINDOWS, chromium

    from proofdeck.front.preview.server import Preview

    preview = Preview(root)
    serving = Thread(target=preview.serve)
    serving.start()
    width, height = size
    try:
        with (
            chromium(WITH_WINDOWS) as browser,
            browser.new_context(viewport={"width": width, "height": height}) as context,
        ):
            yield preview, context.new_page()
    finally:
        preview.stop()
        serving.join()


def copied(folder: str) -> Path:
    """Copy the shipped project, so that it can be changed."""
    root = Path(folder) / "games"
    for name in ("templates", "rules_md"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "cards.csv", root)
    return root


def play() -> Image.Image:
    """A game of Tombs against a bot: a card of the hand is chosen, and the places where it may go are marked."""
    seats = {"seat-1": "human", "seat-2": "greedy"}
    with TemporaryDirectory() as folder, previewed(copied(folder), (1200, 760)) as (preview, page):
        room = preview.tables.room("tombs")

        def do(**form: str) -> None:
            assert preview.tables.act("tombs", {"at": str(room.at), **form}), form

        do(do="begin", seed=SEED, **seats)
        sitting = room.table.talk.sitting
        while len(sitting.actions) < MOVES or not sitting.is_of_person():
            if sitting.is_of_person():
                do(do="move", move=str(sitting.advice("greedy")[0]))
            else:
                do(do="step")
        page.goto(f"{preview.address}g/tombs/play")
        page.locator(".hand button.lit").first.click()
        page.mouse.move(0, 0)
        return screen(page)


def free_table() -> Image.Image:
    """A game without rules on a table: cards are dealt, three lie open, and a pile is chosen."""
    with started() as root, previewed(root, (1100, 640)) as (preview, page):
        shown, seats = preview.showing.now.games["my-game"].on_table, ("Mia", "Tom")
        start = start_by_setup(shown.box, len(seats), int(SEED), shown.say)
        sitting = FreeSitting(FreeHeader("my-game", seats, int(SEED), start), lambda _: None)
        deck = max(start.piles, key=lambda pile: len(pile.pieces)).id
        for act in (
            FreeAct("deal", (deck,), 2),
            FreeAct("move", (deck,), 3, "table", 640, 75, "up"),
            FreeAct("spread", ("n1",)),
            FreeAct("label", ("n1",), said="Market"),
            FreeAct("add", way="die", x=120, y=90),
            FreeAct("add", way="counter", said="Threat"),
        ):
            sitting.do(0, act)
        preview.free.room("my-game").table = OpenFree(sitting, shown, root / "my-game-1.table")
        page.goto(f"{preview.address}g/my-game/play")
        page.locator(f'[data-ref="{deck}"]').click()
        page.mouse.move(0, 0)
        return screen(page)


def score() -> Image.Image:
    """The sets of a player of Fantasy Contract Rummy, whose cards have been tapped."""
    with TemporaryDirectory() as folder, previewed(copied(folder), (1200, 760)) as (preview, page):
        room = preview.scores.room("fantasy-contract-rummy")
        for form in (
            {"do": "begin", "name-1": "Ana", "name-2": "Ben"},
            {"do": "answer", "said": "Hoarder"},
            *({"do": "none"},) * 2,
            {"do": "pile", "said": "Sword x3, Dagger x3, Wolf"},
            {"do": "use"},
        ):
            assert preview.scores.act("fantasy-contract-rummy", {"at": str(room.at), **form}), form
        page.goto(f"{preview.address}g/fantasy-contract-rummy/score")
        for word in ("Paladin", "Trickster", "Mage", "Bear", "Bear"):
            page.locator(f'[data-word="{word}"] .choice').click()
        page.mouse.move(0, 0)
        return screen(page)


def screen(page: Any) -> Image.Image:
    """What a page shows when all its pictures are there."""
    in_sight = "images.filter(one => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight)"
    page.locator("main img").evaluate_all(f"images => Promise.all({in_sight}.map(one => one.decode()))")
    return opened(page.screenshot())


def preview() -> Image.Image:
    """All cards, one card, and what has changed since the page was opened."""
    with TemporaryDirectory() as folder, previewed(root := copied(folder), (1000, 900)) as (found, page):
        game = f"{found.address}g/fantasy-contract-rummy"
        page.goto(f"{game}/cards")
        text = (root / "cards.csv").read_text(encoding="utf-8")
        for old, new in EDITS:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        write_file(root / "cards.csv", text.encode())
        page.locator(".new", has_text="changed").nth(len(EDITS) - 1).wait_for()
        shown = [screen(page)]
        for view in ("card/phoenix", "changes"):
            page.goto(f"{game}/{view}")
            shown.append(screen(page))
    smaller = [one.resize((640, 576), Image.Resampling.LANCZOS) for one in shown]
    return on_ground(in_rows(smaller, 3, 24), 24)


def arrange() -> Image.Image:
    """The name of a card while it is dragged, held by the middle of the card."""
    with TemporaryDirectory() as folder, previewed(copied(folder), (1240, 860)) as (found, page):
        page.goto(f"{found.address}g/fantasy-contract-rummy/card/phoenix?arrange=front/title")
        screen(page)
        box = page.locator('.board[data-side="front"] .box[data-key="title"]').bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 6):
            page.mouse.move(x, y + 17 * step)
        page.locator(".guide").first.wait_for()
        return screen(page).crop((0, 50, 1240, 830)).resize((760, 478), Image.Resampling.LANCZOS)


# -- six seconds -------------------------------------------------------------------------------------------------------

CELL, VALUE = "espionage", 6
"""The row whose value changes, and which of its cells that is."""
COLUMNS = {"name": 2, "kind": 3, "value": VALUE, "quantity": 7}
"""What is shown of each row."""
ROWS = ("tax-collector", "reinforcements", CELL, "helping-hand")
EXAMPLE = ("  Ana: {sum}\n---\n{value} + 6 = {sum}.", "covers=action.value print={edition}\n")
"""What is rewritten in the example when its new result is accepted, and where it is printed."""
LOOP = """<style>
body {{ margin: 0; background: rgb{ground}; font: 15px/1.4 sans-serif; color: #5c5446; }}
section {{ position: absolute; background: #fff; border-radius: 8px; box-shadow: 0 4px 14px #0004; overflow: hidden; }}
section.new {{ outline: 4px solid #2e9e63; }}
p {{ position: absolute; margin: 0; }}
#cells {{ left: 40px; top: 20px; width: 1120px; }}
#cells table {{ border-collapse: collapse; width: 100%; table-layout: fixed; }}
#cells {{ font: 16px/29px sans-serif; color: #2a2824; }}
#cells :is(td, th) {{ border: solid #e2ddd3; border-width: 0 1px 1px 0; padding: 0 16px; text-align: left; }}
#cells th {{ font-weight: 400; }}
#cells thead th {{ background: #f1eee7; color: #5c5446; }}
#cells tbody th, #cells thead td {{ width: 20px; text-align: right; background: #f1eee7; color: #8b8476; }}
#cells .number {{ text-align: right; }}
#cells .set {{ background: {lit}; box-shadow: 0 0 0 2px #2e9e63; font-weight: 700; }}
img {{ display: block; }}
</style>
<section id="cells"><table>{rows}</table></section>
<section{new} style="left: 40px; top: 216px; border-radius: 16px"><img src="{card}" width="301"></section>
<p style="left: 382px; top: 210px">the example in the book, once you accept its new result</p>
<section{new} style="left: 382px; top: 236px"><img src="{example}" width="778"></section>
<p style="left: 382px; top: 578px">the score pad</p>
<section{new} style="left: 382px; top: 604px"><img src="{pad}" width="778"></section>"""
STATES = (
    ("3", "#fff", 0, 1500),
    ("3", "#ffe9b0", 0, 500),
    ("4", "#ffe9b0", 0, 700),
    ("4", "#c9f2d8", 1, 2820),
)
"""The cell, its colour, before or after, and for how many ms."""
FADES, FADE = (0.2, 0.4, 0.6, 0.8), 60
"""How much of the next state each picture between two shows, and for how many ms."""


def loop() -> list[tuple[Image.Image, int]]:
    """One cell goes from 3 to 4, and card, book and score pad with it; each picture with its ms."""
    game = "fantasy-contract-rummy"
    with TemporaryDirectory() as folder, previewed(root := copied(folder), (640, 900)) as (found, page):
        rows = {line.split(",")[1]: line.split(",") for line in _lines(root / "cards.csv") if line.startswith(game)}
        rules, was = root / "rules_md" / f"{game}.md", {"value": rows[CELL][VALUE], "sum": "8", "edition": "proof"}
        page.goto(f"{found.address}g/{game}/card/{CELL}")
        shown, face = [], page.locator("img.face").first.get_attribute("src")
        for value, total in (("3", "9"), ("4", "10")):
            now = {"value": value, "sum": total, "edition": "yes"}
            cells = [*rows[CELL][:VALUE], value, *rows[CELL][VALUE + 1 :]]
            _replace(root / "cards.csv", (",".join(rows[CELL]), ",".join(cells)))
            _replace(rules, *((words.format(**was), words.format(**now)) for words in EXAMPLE))
            rows[CELL], was = cells, now
            pictures, face = _three(found, page, root, f"{value} + 6 = {total}", face)
            shown.append([_as_address(one) for one in pictures])
        page.set_viewport_size({"width": 1200, "height": 724})
        page.goto("about:blank")  # the preview lets nothing in that it has not written itself
        frames = []
        for value, lit, after, milliseconds in STATES:
            lines = _cells(rows | {CELL: [*rows[CELL][:VALUE], value, *rows[CELL][VALUE + 1 :]]})
            card, example, pad = shown[after]
            new = ' class="new"' if after else ""
            facts = {
                "lit": lit,
                "rows": lines,
                "card": card,
                "example": example,
                "pad": pad,
                "new": new,
            }
            page.set_content(LOOP.format(ground=GROUND, **facts))
            frames.append((opened(page.screenshot()), milliseconds))
    *_, (before, _), (last, _) = frames
    onwards = [(Image.blend(before, last, share), FADE) for share in FADES]
    home = [(Image.blend(last, frames[0][0], share), FADE) for share in FADES]
    return [*frames[:-1], *onwards, frames[-1], *home]


def _cells(rows: Mapping[str, Sequence[str]]) -> str:
    """Rows of the spreadsheet as its table shows them."""
    head = "".join(f"<th{' class=number' * (at >= VALUE)}>{name}</th>" for name, at in COLUMNS.items())
    lines = [f"<thead><tr><td></td>{head}</tr></thead><tbody>"]
    for number, name in enumerate(ROWS, 2):
        marks = {at: " class=number" for at in COLUMNS.values() if at >= VALUE}
        marks |= {VALUE: " class='number set'"} if name == CELL else {}
        cells = "".join(f"<td{marks.get(at, '')}>{rows[name][at]}</td>" for at in COLUMNS.values())
        lines.append(f"<tr><th>{number}</th>{cells}</tr>")
    return "".join([*lines, "</tbody>"])


def _three(found: Any, page: Any, root: Path, sum_of_points: str, old: str) -> tuple[tuple[Image.Image, ...], str]:
    """The card and the example as the preview shows them and the foot of the score pad, and the address of the face.

    old: the address of the face before, which the page shows until there is another.
    """
    game = "fantasy-contract-rummy"
    page.goto(f"{found.address}g/{game}/card/{CELL}")
    page.locator("tr", has=page.locator("th", has_text="value")).get_by_text(sum_of_points[0], exact=True).wait_for()
    face = page.locator("img.face").first
    page.wait_for_function("old => document.querySelector('img.face').getAttribute('src') !== old", arg=old)
    face.evaluate("one => one.decode()")
    card, new = opened(face.screenshot(omit_background=True)), face.get_attribute("src")
    page.set_viewport_size({"width": 860, "height": 900})
    page.goto(f"{found.address}g/{game}/book")
    example = page.frame_locator("iframe.book").locator("details.example", has_text=sum_of_points)
    example.wait_for(timeout=60_000)
    told = opened(_at_rest(page, example))
    project = load_project(root, Problems())
    pads = pads_of(project, project.games[game], clause_words, Problems())
    assert pads is not None
    (pad,) = painted([without_edition(pads.faces[SCORE_PAD][0])], supplies_for_grids(ROOT), 250)
    wide, high = pad.size
    foot = pad.crop((round(wide * 0.025), round(high * 0.882), round(wide * 0.975), round(high * 0.96)))
    return (card, told, foot), new


def _at_rest(page: Any, element: Any) -> bytes:
    """A picture of an element of a book that looks as it did a second ago: books are renewed while they are read."""
    from playwright.sync_api import Error

    before = now = b""
    while not now or now != before:
        before, now = now, b""
        with suppress(Error):  # the book has just been replaced
            element.evaluate("one => one.scrollIntoView()")
            now = element.screenshot()
        page.wait_for_timeout(1000)
    return now


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _replace(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    write_file(path, text.encode())


def _as_address(picture: Image.Image) -> str:
    """The picture itself as an address."""
    data = io.BytesIO()
    picture.save(data, "PNG")
    return f"data:image/png;base64,{b64encode(data.getvalue()).decode()}"


GALLERY: Mapping[str, Callable[[], Image.Image]] = {
    "table": table,
    "six-games": six_games,
    "sheet": sheet,
    "books": books,
    "pads": pads,
    "templates": templates,
    "tutorial-first-cards": tutorial_first_cards,
    "tutorial-cards": tutorial_cards,
    "tutorial-spreadsheet": tutorial_spreadsheet,
    "ten-options": ten_options,
    "tutorial-setup": tutorial_setup,
    "tutorial-examples": tutorial_examples,
    "play": play,
    "free-table": free_table,
    "score": score,
    "preview": preview,
    "arrange": arrange,
}
"""Each picture by the name of its file."""


MOVING: Mapping[str, Callable[[], list[tuple[Image.Image, int]]]] = {"loop": loop}
PHOTOGRAPHS = ("table", "six-games", "books", "templates", "play", "free-table", "score", "preview", "arrange")
"""They are JPEG, which for pictures with many colours is a third as large and shows no difference."""


def main(names: Sequence[str]) -> int:
    """Make these pictures, or all; return the exit code."""
    unknown = [name for name in names if name not in {*GALLERY, *MOVING}]
    if unknown:
        print(f"There is no picture '{unknown[0]}'. Pictures: {', '.join([*GALLERY, *MOVING])}", file=sys.stderr)
        return 2
    for name in names or (*GALLERY, *MOVING):
        if name in MOVING:
            path = PICTURES / f"{name}.webp"
            pictures, times = zip(*MOVING[name](), strict=True)
            pictures[0].save(
                path, save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=76, method=6
            )
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} KB")
            continue
        path = PICTURES / f"{name}{'.jpg' if name in PHOTOGRAPHS else '.png'}"
        GALLERY[name]().save(path, optimize=True, quality=86, subsampling=0)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} KB")
    return 0


if __name__ == "__main__":
    sys.path += [str(TESTS), str(DOCS / "pictures")]
    raise SystemExit(main(sys.argv[1:]))
