"""The six shipped games: the right cards, and faces that can be read, told apart and printed.

Counts and values are those of the games' specifications, written out here once more, so that a slip in the spreadsheet
cannot agree with itself. Everything about faces is asked of the display lists and of pixels of real pages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from PIL import Image, ImageChops
from reading import pixels

from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import Print, lay_out, parts_of
from proofdeck.paper.faces.face import Face, Gradient, Icon, Mark, Paint, Shape, Spot, TextRun, Turned
from proofdeck.paper.ink.raster import faces_pdf
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy, impose
from proofdeck.source.cards import Card
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

ROOT = Path(__file__).parent.parent

FCR, DUEL, TOMBS, ROOK, DRAGON, ROADS = GAMES = (
    "fantasy-contract-rummy",
    "rummy-duel",
    "tombs",
    "toonerville-rook",
    "fishing-dragon",
    "salt-roads",
)

POINT = 25.4 / 72
"""mm"""
SAFE_EDGE = 2.5
"""mm within the trim where nothing is to be read: a home cut is up to that far off."""
SMALLEST_TEXT = 6.0
"""pt"""
LARGE_TEXT = 14.0
"""pt, from where WCAG 2 asks for less contrast (https://www.w3.org/TR/WCAG21/#contrast-minimum)"""


@dataclass(frozen=True)
class Shipped:
    """One game laid out, with all problems that came up, those that a printer would object to as well."""

    made: Print
    problems: tuple[Problem, ...]

    @property
    def game(self) -> Game:
        return self.made.game

    def cards(self, *kinds: str) -> list[Card]:
        return [card for card in self.game.deck if not kinds or card.kind in kinds]

    def items(self, *kinds: str) -> list[PrintedCopy]:
        wanted = {card.id for card in self.cards(*kinds)}
        return [item for item in self.made.items if item.label in wanted]

    def front(self, label: str) -> Face:
        return next(item.front for item in self.made.items if item.label == label)

    def backs(self, *kinds: str) -> set[str]:
        return {"" if item.back is None else item.back.digest for item in self.items(*kinds)}


@pytest.fixture(scope="module")
def shipped() -> Mapping[str, Shipped]:
    """All six, laid out once for this file."""
    problems = Problems()
    project = load_project(ROOT, problems)
    laid_out = {}
    for name in project.games:
        own = Problems(problems)
        laid_out[name] = Shipped(lay_out(project, project.games[name], Options(), own), ())
        for paper in ("a4", "letter"):
            impose(laid_out[name].made.items, Imposition(paper, PAPERS[paper]), own)
        check_print(laid_out[name].made, own)
        laid_out[name] = replace(laid_out[name], problems=tuple(own))
    return laid_out


every_game = pytest.mark.parametrize("game", GAMES)


def icons(face: Face) -> list[Icon]:
    return [mark for mark in face.leaves() if isinstance(mark, Icon)]


def icon_names(face: Face) -> set[str]:
    return {icon.name for icon in icons(face)}


# What is in the box.


def test_these_six_games_are_shipped(shipped: Mapping[str, Shipped]) -> None:
    assert tuple(shipped) == GAMES


@every_game
def test_a_shipped_game_has_no_problems_and_no_warnings(shipped: Mapping[str, Shipped], game: str) -> None:
    assert shipped[game].problems == ()


@every_game
def test_each_game_has_one_reference_card(shipped: Mapping[str, Shipped], game: str) -> None:
    assert [card.quantity for card in shipped[game].cards("reference")] == [1]


FCR_ROWS = {
    "character": {  # FCR-1.2
        "Paladin": (4, 10), "Bard": (4, 10), "Trickster": (3, 12), "Mage": (4, 10), "Druid": (5, 8), "Rogue": (4, 10),
        "Ranger": (4, 10),
    },
    "companion": {  # FCR-1.3
        "Weasel": (6, 3), "Wolf": (6, 5), "Raven": (5, 3), "Bear": (4, 7), "Phoenix": (3, 12), "Spirit": (3, 12),
    },
    "weapon": {  # FCR-1.4
        "Sword": (6, 5), "Shield": (6, 4), "Lute": (4, 2), "Mirror": (3, 2), "Tome": (4, 3), "Staff": (5, 3),
        "Dagger": (6, 4), "Bow & Arrow": (5, 3),
    },
    "action": {  # FCR-1.5
        "Rewrite Destiny": (2, 5), "Thievery": (3, 4), "Tax Collector": (3, 6), "Reinforcements": (3, 4),
        "Espionage": (3, 2), "Helping Hand": (3, 4), "Hostile Action": (3, 5), "Pestilence": (2, 7),
    },
    "contract": {  # FCR-1.6
        "Warrior’s Arsenal": (3, 10), "Just a Friendly Troubadour": (3, 12), "Trickster’s Run": (1, 22),
        "Hoarder": (4, 8), "Companion Mastery": (1, 22), "Trickster’s Kingdom": (1, 22), "Slippery Beasts": (2, 11),
    },
}  # fmt: skip
"""kind -> name -> (copies, value)"""
FCR_TOTALS = {
    "character": (28, 276),
    "companion": (27, 163),
    "weapon": (39, 134),
    "action": (22, 99),
    "contract": (15, 186),
}
MAIN_DECK = ("character", "companion", "weapon", "action")


@pytest.mark.parametrize("kind", FCR_ROWS)
def test_fantasy_contract_rummy_has_the_rows_of_its_specification(shipped: Mapping[str, Shipped], kind: str) -> None:
    cards = shipped[FCR].cards(kind)
    assert {card.name: (card.quantity, card.value) for card in cards} == FCR_ROWS[kind]
    assert (sum(c.quantity for c in cards), sum(c.quantity * (c.value or 0) for c in cards)) == FCR_TOTALS[kind]


def test_fantasy_contract_rummy_has_131_cards_116_of_them_in_the_main_deck(shipped: Mapping[str, Shipped]) -> None:
    assert len(shipped[FCR].items(*FCR_ROWS)) == 131
    assert len(shipped[FCR].items(*MAIN_DECK)) == 116


def test_rummy_duel_has_52_cards_once_each_worth_2_to_14_in_every_suit(shipped: Mapping[str, Shipped]) -> None:
    cards = [card for card in shipped[DUEL].cards() if card.kind != "reference"]
    assert {card.quantity for card in cards} == {1}
    ranks = dict(zip("2 3 4 5 6 7 8 9 10 J Q K A".split(), range(2, 15), strict=True))
    expected = {
        (suit, rank): value for suit in ("spades", "hearts", "diamonds", "clubs") for rank, value in ranks.items()
    }
    assert {(card.fields["suit"], card.fields["rank"]): card.value for card in cards} == expected
    assert len(cards) == 52


@pytest.mark.parametrize(("players", "each"), [(None, 10), (2, 8), (3, 9), (4, 10)])
def test_tombs_has_four_classes_in_equal_numbers(
    shipped: Mapping[str, Shipped], players: int | None, each: int
) -> None:
    units = shipped[TOMBS].cards("unit")
    assert {card.name: card.copies(players) for card in units} == dict.fromkeys(
        ("Blade", "Magus", "Ombra", "Thorn"), each
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tombs_has_a_marker_for_each_plot_and_the_kill_track_for_each_player(
    shipped: Mapping[str, Shipped], players: int
) -> None:
    markers = [card.copies(players) for card in shipped[TOMBS].cards("marker")]
    assert markers == [9 + 1] * players + [0] * (4 - players)


def test_tombs_has_one_mat_and_a_tombstone_for_each_plot(shipped: Mapping[str, Shipped]) -> None:
    assert [card.quantity for card in shipped[TOMBS].cards("mat")] == [1]
    assert [card.quantity for card in shipped[TOMBS].cards("tombstone")] == [9]


def test_toonerville_rook_has_57_cards_and_405_points_a_deck_and_a_deck_a_player(
    shipped: Mapping[str, Shipped],
) -> None:
    cards = shipped[ROOK].cards("number", "rook")
    expected = {
        (colour, str(n)): 5 if n < 10 else 10 for colour in ("red", "yellow", "green", "black") for n in range(1, 15)
    }
    assert {(c.fields["suit"], c.fields["rank"]): c.value for c in cards} == {**expected, ("", "Rook"): 25}
    for players in (3, 4, 5):
        assert sum(card.copies(players) for card in cards) == 57 * players
        assert sum(card.copies(players) * (card.value or 0) for card in cards) == 405 * players
        assert {card.copies(players) for card in cards} == {players}


def test_fishing_dragon_has_60_cards_15_ranks_in_four_suits(shipped: Mapping[str, Shipped]) -> None:
    cards = [card for card in shipped[DRAGON].cards() if card.kind != "reference"]
    ranks = {"Blank": 0, **{str(n): n for n in range(1, 13)}, "Flower": 12, "Dragon": 12}
    expected = {(suit, rank): value for suit in ("star", "leaf", "coin", "sword") for rank, value in ranks.items()}
    assert {(c.fields["suit"], c.fields["rank"]): c.value for c in cards} == expected
    assert [card.quantity for card in cards] == [1] * 60


# Backs.


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        (FCR, MAIN_DECK),
        (FCR, ("contract",)),
        (DUEL, ("ace", "number", "court")),
        (TOMBS, ("unit",)),
        (DRAGON, ("blank", "number", "flower", "dragon")),
    ],
)
def test_cards_held_in_a_hand_have_one_back_so_that_it_betrays_nothing(
    shipped: Mapping[str, Shipped], game: str, kinds: Sequence[str]
) -> None:
    (back,) = shipped[game].backs(*kinds)
    assert back, "there is a back"


def test_the_two_decks_of_fantasy_contract_rummy_can_be_told_apart_from_behind(shipped: Mapping[str, Shipped]) -> None:
    assert shipped[FCR].backs(*MAIN_DECK).isdisjoint(shipped[FCR].backs("contract"))


def test_each_toonerville_deck_has_a_back_of_its_own_and_is_printed_in_one_go(shipped: Mapping[str, Shipped]) -> None:
    items = shipped[ROOK].items("number", "rook")
    decks = [items[start : start + 57] for start in range(0, len(items), 57)]
    assert [len({item.label for item in deck}) for deck in decks] == [57] * 5
    backs = [{item.back.digest for item in deck if item.back is not None} for deck in decks]
    assert [len(of_deck) for of_deck in backs] == [1] * 5
    assert len(set.union(*backs)) == 5


@every_game
def test_a_back_is_the_same_whichever_way_up_it_lies_so_that_no_card_is_marked(
    shipped: Mapping[str, Shipped], game: str
) -> None:
    """Backs of several cards, turned by half: hardly a pixel differs by more than smooth edges do."""
    behind: dict[str, set[str]] = {}
    faces = {item.back.digest: item.back for item in shipped[game].made.items if item.back is not None}
    for item in shipped[game].made.items:
        if item.back is not None:
            behind.setdefault(item.back.digest, set()).add(item.label)
    shared = [faces[digest] for digest, labels in behind.items() if len(labels) > 1]
    assert shared
    pdf = faces_pdf(shared, shipped[game].made.supplies, DPI)
    for page in range(len(shared)):
        image = pixels(pdf, page, DPI).convert("L")
        differences = ImageChops.difference(image, image.rotate(180)).histogram()
        assert sum(differences[48:]) / sum(differences) < 0.001


# Emblems.

PARTNERS = {"paladin": "shield", "bard": "lute", "mage": "tome", "rogue": "dagger", "ranger": "bow-and-arrow"}


@pytest.mark.parametrize(("character", "weapon"), PARTNERS.items())
def test_partners_show_each_others_emblem_on_a_seal_and_in_their_words(
    shipped: Mapping[str, Shipped], character: str, weapon: str
) -> None:
    emblems = {card.id: card.fields["icon"] for card in shipped[FCR].cards()}
    for shown_on, other in ((character, weapon), (weapon, character)):
        heights = [i.box.height for i in icons(shipped[FCR].front(shown_on)) if i.name == emblems[other]]
        assert len(heights) == 2, f"{other} on {shown_on}"
        assert max(heights) > 4, "the seal is seen across a table"


def test_the_paladin_shows_a_shield(shipped: Mapping[str, Shipped]) -> None:
    assert "shield" in icon_names(shipped[FCR].front("paladin"))


@pytest.mark.parametrize(
    ("game", "kinds", "motif"),
    [
        (FCR, tuple(FCR_ROWS), "id"),
        (DUEL, ("ace", "number", "court"), "suit"),
        (TOMBS, ("unit", "marker", "tombstone"), "id"),
        (ROOK, ("number",), "suit"),
        (DRAGON, ("blank", "number", "flower", "dragon"), "suit"),
    ],
)
def test_each_motif_has_an_emblem_of_its_own_and_every_card_shows_it(
    shipped: Mapping[str, Shipped], game: str, kinds: Sequence[str], motif: str
) -> None:
    emblems: dict[str, set[str]] = {}
    for card in shipped[game].cards(*kinds):
        emblems.setdefault(card.fields[motif], set()).add(card.fields["icon"])
        assert card.fields["icon"] in icon_names(shipped[game].front(card.id))
    assert all(len(of_motif) == 1 for of_motif in emblems.values())
    assert len(set.union(*emblems.values())) == len(emblems)


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, width, height."""
    xs = [x for _, coords in shape.path for x in coords[::2]]
    ys = [y for _, coords in shape.path for y in coords[1::2]]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def drawn_threat(face: Face, emblem: str) -> str:
    """The nine squares of the diagram as a picture: `x . x / . @ . / x . x`."""
    sign = {"x-mark": "x", "diamonds": "o", emblem: "@"}
    side = (18 - 2 * 0.6) / 3
    shapes = (mark for mark in face.leaves() if isinstance(mark, Shape))
    squares = {
        box[:2] for shape in shapes for box in [extent(shape)] if box[2:] == pytest.approx((side, side), abs=0.01)
    }
    rows: dict[float, list[str]] = {}
    for x, y in sorted(squares, key=lambda corner: (round(corner[1], 2), corner[0])):
        inside = [i for i in icons(face) if x < i.box.centre[0] < x + side and y < i.box.centre[1] < y + side]
        rows.setdefault(round(y, 2), []).append(sign[inside[0].name] if inside else ".")
    return " / ".join(" ".join(row) for row in rows.values())


@pytest.mark.parametrize(
    ("unit", "picture"),
    [
        ("blade", ". x . / x @ x / . x ."),
        ("magus", "x . x / . @ . / x . x"),
        ("ombra", ". . . / . @ . / . . ."),
        ("thorn", "o o o / o @ o / o o o"),
    ],
)
def test_a_unit_shows_which_tiles_it_threatens(shipped: Mapping[str, Shipped], unit: str, picture: str) -> None:
    (card,) = (card for card in shipped[TOMBS].cards("unit") if card.id == unit)
    assert card.fields["threat"] == picture
    assert drawn_threat(shipped[TOMBS].front(unit), card.fields["icon"]) == picture


def test_a_number_card_of_rummy_duel_shows_as_many_large_pips_as_its_rank(shipped: Mapping[str, Shipped]) -> None:
    for card in shipped[DUEL].cards("number"):
        large = [i for i in icons(shipped[DUEL].front(card.id)) if i.name == card.fields["icon"] and i.box.height > 10]
        assert len(large) == card.value, card.name
        assert len({icon.box.centre for icon in large}) == card.value, "none covers another"


def test_a_number_card_of_fishing_dragon_shows_as_many_pips_as_its_rank(shipped: Mapping[str, Shipped]) -> None:
    for card in shipped[DRAGON].cards("number"):
        pips = Counter(
            round(i.box.height, 2) for i in icons(shipped[DRAGON].front(card.id)) if i.name == card.fields["icon"]
        )
        assert card.value in pips.values(), card.name


def test_owner_markers_differ_in_outline_and_emblem_not_only_in_colour(shipped: Mapping[str, Shipped]) -> None:
    fronts = [shipped[TOMBS].front(card.id) for card in shipped[TOMBS].cards("marker")]
    assert len({frozenset(icon_names(front)) for front in fronts}) == 4
    corners = [tuple(len(mark.path) for mark in front.leaves() if isinstance(mark, Shape)) for front in fronts]
    assert len(set(corners)) == 4


# Paper.


def test_what_lies_on_the_kill_track_of_tombs_fits_its_place(shipped: Mapping[str, Shipped]) -> None:
    """Cards, tombstones and markers, one beside the other and none over the number of a stone."""
    game = shipped[TOMBS].game
    parts = parts_of(load_project(ROOT, Problems()), game, next(card for card in game.deck if card.id == "track"))
    assert parts is not None
    boxes, size = parts
    for place, card in (("deck", "blade"), ("gone", "blade"), ("tombstones", "tombstone")):
        needed = shipped[TOMBS].front(card).size
        assert needed.width < boxes[place].width < size.width / 2
        assert needed.height < boxes[place].height < boxes["stones"].y - boxes[place].y
    marker, stones = shipped[TOMBS].front("marker-sun").size, boxes["stones"]
    assert max(boxes["number-8"].bottom, boxes["goal-8"].bottom) + marker.height < size.height
    assert stones.width / 8 > marker.width - 1.5, "neighbours overlap by a hair at most"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_mat_of_tombs_fits_one_sheet(shipped: Mapping[str, Shipped], paper: str) -> None:
    problems = Problems()
    assert len(impose(shipped[TOMBS].items("mat"), Imposition(paper, PAPERS[paper]), problems)) == 1
    assert not problems


def test_fantasy_contract_rummy_and_its_reference_card_take_15_sheets_of_a4(shipped: Mapping[str, Shipped]) -> None:
    items = shipped[FCR].made.items
    assert len(items) == 131 + 1
    assert len(impose(items, Imposition("a4", PAPERS["a4"]), Problems())) == 15


# Words.


@every_game
def test_the_words_on_a_face_name_the_card_so_that_a_search_finds_it(shipped: Mapping[str, Shipped], game: str) -> None:
    for card in shipped[game].cards():
        if card.kind in {"marker", "caravan", "coin"}:
            continue  # 25 mm, an emblem and nothing else
        words = " ".join(shipped[game].front(card.id).text.split()).casefold()
        values = (card.name, card.fields["rank"], card.fields["value"])
        assert any(value and value.casefold() in words for value in values), f"{card.id}: {words}"


@dataclass(frozen=True)
class Line:
    """A run of text where it is printed. corners: of its box, from cap height to baseline, in mm of the face."""

    run: TextRun
    corners: tuple[tuple[float, float], ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def lines(made: Print, marks: Sequence[Mark]) -> Iterator[Line]:
    for mark in marks:
        if isinstance(mark, TextRun) and mark.text.strip():
            right = mark.x + mark.size * sum(glyph.advance for glyph in mark.glyphs)
            top = mark.y - mark.size * made.supplies.cap_height(mark.font)
            yield Line(mark, ((mark.x, top), (right, top), (right, mark.y), (mark.x, mark.y)))
        elif isinstance(mark, Turned):
            angle = math.radians(mark.angle)
            c, s = math.cos(angle), math.sin(angle)
            for line in lines(made, mark.marks):
                moved = ((x - mark.x, y - mark.y) for x, y in line.corners)
                yield Line(line.run, tuple((mark.x + c * x - s * y, mark.y + s * x + c * y) for x, y in moved))


@every_game
def test_no_words_are_smaller_than_six_points(shipped: Mapping[str, Shipped], game: str) -> None:
    made = shipped[game].made
    runs = ((line.run.size / POINT, line.run.text) for face in made.faces() for line in lines(made, face.marks))
    assert min(runs) >= (SMALLEST_TEXT - 0.01, "")


@every_game
def test_no_words_stand_where_a_home_cut_may_take_them(shipped: Mapping[str, Shipped], game: str) -> None:
    made = shipped[game].made
    for face in made.faces():
        for line in lines(made, face.marks):
            left, top, right, bottom = line.box
            edges = (left, top, face.size.width - right, face.size.height - bottom)
            assert min(edges) >= SAFE_EDGE - 0.005, line.run.text


# Contrast. Each face is printed twice, with its words and without: the second shows what lies behind a word.

DPI = 150.0


def channels(paint: Paint) -> tuple[int, ...]:
    colour = paint.stops[0][1] if isinstance(paint, Gradient) else paint.colour if isinstance(paint, Spot) else paint
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def luminance(colour: Sequence[float]) -> float:
    """Relative luminance of WCAG 2 of an sRGB colour, 0 to 1 (https://www.w3.org/TR/WCAG21/#dfn-relative-luminance)."""
    parts = [n / 255 / 12.92 if n / 255 <= 0.04045 else ((n / 255 + 0.055) / 1.055) ** 2.4 for n in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """1 for equal colours, 21 for black on white."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def dominant(image: Image.Image) -> tuple[int, int, int]:
    """The most frequent colour; neighbouring shades of a gradient count as one."""
    shades = image.point([n // 16 * 16 + 8 for n in range(256)] * 3)
    colours = cast("list[tuple[int, tuple[int, int, int]]]", shades.getcolors(image.width * image.height))
    return max(colours)[1]


def wordless(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    kept = (mark for mark in marks if not isinstance(mark, TextRun))
    return tuple(replace(mark, marks=wordless(mark.marks)) if isinstance(mark, Turned) else mark for mark in kept)


def readable(made: Print, face: Face) -> list[Line]:
    """A word printed again on top of itself, as in the punched strip of Toonerville Rook, counts as printed last."""
    found = list(lines(made, face.marks))

    def middle(line: Line) -> tuple[float, float]:
        left, top, right, bottom = line.box
        return (left + right) / 2, (top + bottom) / 2

    def again(line: Line, later: Sequence[Line]) -> bool:
        return any(line.run.text == other.run.text and math.dist(middle(line), middle(other)) < 1 for other in later)

    return [line for index, line in enumerate(found) if not again(line, found[index + 1 :])]


def part(image: Image.Image, line: Line, face: Face) -> Image.Image:
    left, top, right, bottom = line.box
    x, y = image.width / face.size.width, image.height / face.size.height
    return image.crop(
        (int(left * x), int(top * y), max(int(left * x) + 1, int(right * x)), max(int(top * y) + 1, int(bottom * y)))
    )


Pictures = Callable[[str], list[tuple[Face, Image.Image, Image.Image]]]


@pytest.fixture(scope="module")
def pictures(shipped: Mapping[str, Shipped]) -> Pictures:
    """game -> (face, printed, printed without its words) for every face that has words."""

    @cache
    def shown(game: str) -> list[tuple[Face, Image.Image, Image.Image]]:
        made = shipped[game].made
        faces = [face for face in made.faces() if face.text.strip()]
        both = [replace(face, marks=wordless(face.marks)) for face in faces]
        with_words, without = (faces_pdf(list_, made.supplies, DPI) for list_ in (faces, both))
        return [(f, pixels(with_words, n, DPI), pixels(without, n, DPI)) for n, f in enumerate(faces)]

    return shown


@every_game
def test_words_stand_out_from_what_lies_behind_them(
    shipped: Mapping[str, Shipped], pictures: Pictures, game: str
) -> None:
    made, pale = shipped[game].made, set()
    for face, _, ground in pictures(game):
        for line in readable(made, face):
            wanted = 4.5 if line.run.size / POINT < LARGE_TEXT else 3.0
            behind = dominant(part(ground, line, face))
            share = line.run.opacity
            colour = [share * n + (1 - share) * m for n, m in zip(channels(line.run.colour), behind, strict=True)]
            ratio = contrast(colour, behind)
            if ratio < wanted:
                pale.add((line.run.text, round(ratio, 2), wanted))
    assert sorted(pale) == []


@every_game
def test_nothing_is_painted_over_words(shipped: Mapping[str, Shipped], pictures: Pictures, game: str) -> None:
    made, hidden = shipped[game].made, set()
    for face, printed, ground in pictures(game):
        for line in lines(made, face.marks):
            if part(printed, line, face).tobytes() == part(ground, line, face).tobytes():
                hidden.add(line.run.text)
    assert sorted(hidden) == []
