"""Each look lays out any columns well: nothing overlaps or is lost, words can be read, and little is left empty."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from effort import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from looking import game_in, made_in
from PIL import Image, ImageChops, ImageFilter

from proofdeck.front.starting import start_with
from proofdeck.ground.problems import Problems, has_errors
from proofdeck.ground.units import Box
from proofdeck.paper.deck.adopting import files_from
from proofdeck.paper.deck.looking import face_in_look
from proofdeck.paper.deck.made_faces import MadeFaces
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import Print, lay_out, parts_of
from proofdeck.paper.faces.face import Face, TextRun
from proofdeck.paper.faces.looks import icons_for, look_names, looks
from proofdeck.paper.ink.raster import face_picture
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

LOOKS = look_names()
SUITS = "Suit,Rank,Points\nOwls,1,0\nFoxes,7,2\nBears,10,5\nHares,3,1\n"
KINDS = "name,kind,strength,text\nAda,Hero,3,Rerolls a die.\nBo,Hero,2,Hides.\nStorm,Event,,All heroes lose a turn.\n"
PICTURE = Path(__file__).parent.parent.parent / "output" / "gallery" / "pads.png"
PLAIN = {"rectangle", "ellipse", "image"}
"""Elements that others may lie on."""
PALE = {"shade", "picture-place"}
"""Elements that are so pale that words may lie on them."""
ON_EMBLEM, LARGE = {"number", "number-label"}, {"number", "monogram"}
"""What lies on the emblem of a kind, and what is so large that the box of its line reaches beyond its letters."""
SIZE = ("x", "y", "width", "height")
TOUCHING = 0.6
"""mm by which the boxes of words may overlap; letters are smaller."""
LEAST_COVERED = 0.6
"""The share of a card with more than one word that is not empty paper; most have two thirds and more."""


def written(folder: Path, cards: str, look: str = "") -> Print:
    """A project that has been made of those cards in that look."""
    (folder / "found").mkdir(exist_ok=True)
    (folder / "found" / "cards.csv").write_text(cards, encoding="utf-8")
    shutil.rmtree(folder / "mine", ignore_errors=True)
    start_with(folder / "mine", files_from(folder / "found" / "cards.csv", "mine", look))
    (game,) = (project := load_project(folder / "mine", Problems())).games.values()
    made = lay_out(project, game, Options(cache=False), problems := Problems())
    assert not has_errors(problems), list(problems)
    return made


def rows_of(cards: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(cards)))


WORD = st.from_regex(r"[A-Z][a-z]{3,9}", fullmatch=True)
SENTENCE = st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=3, max_size=40).map(
    lambda words: f"{' '.join(words).capitalize()}."
)
COLUMNS: Mapping[str, st.SearchStrategy[str]] = {
    "Name": WORD,
    "Suit": st.sampled_from(["Owls", "Foxes", "Bears"]),
    "Cost": st.integers(0, 12).map(str),
    "Power": st.integers(0, 99).map(str),
    "Points": st.one_of(st.just(""), st.integers(-5, 20).map(str)),
    "Year": st.integers(1000, 2030).map(str),
    "Text": SENTENCE,
    "Flavour": SENTENCE,
    "Icon": st.sampled_from(["fox", "bear", "raven"]),
    "Picture": WORD.map(lambda word: f"{word.lower()}.png"),
}


@st.composite
def decks(draw: st.DrawFn) -> str:
    """A spreadsheet of a few cards with some of those columns."""
    columns = draw(st.lists(st.sampled_from(list(COLUMNS)), min_size=1, max_size=7, unique=True))
    columns = (
        columns if {*columns} - {"Points", "Picture", "Icon", "Suit", "Cost", "Power", "Year"} else ["Name", *columns]
    )
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    for _ in range(draw(st.integers(3, 5))):
        writer.writerow([draw(COLUMNS[column]) for column in columns])
    return out.getvalue()


ANY_LOOK = given(cards=decks(), look=st.sampled_from(LOOKS))
TRIED = settings(max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@TRIED
@ANY_LOOK
def test_no_words_figures_or_icons_lie_on_each_other(cards: str, look: str, tmp_path: Path) -> None:
    made = written(tmp_path, cards, look)
    for card in (card for card in made.game.deck if all(card.fields[name] for name in made.game.deck.headers)):
        front = made.templates["front", card.kind]
        found = parts_of(made.project, made.game, card)
        assert front is not None
        assert found is not None
        solid = {
            one.name
            for one in front.elements
            if one.type not in PLAIN and one.name not in PALE and not one.constants.get("angle")
        }
        boxes = {name: box for name, box in found[0].items() if name in solid and box.width and box.height}
        boxes |= {
            one.name: Box(*(float(one.constants[key]) for key in SIZE)) for one in front.elements if one.name in LARGE
        }
        for (one, first), (other, second) in combinations(boxes.items(), 2):
            across = min(first.x + first.width, second.x + second.width) - max(first.x, second.x)
            down = min(first.y + first.height, second.y + second.height) - max(first.y, second.y)
            is_meant = "emblem" in {one, other} and {one, other} & ON_EMBLEM
            assert is_meant or across < TOUCHING or down < TOUCHING, (one, other)


@TRIED
@ANY_LOOK
def test_a_printer_has_nothing_to_say_and_every_column_is_shown(cards: str, look: str, tmp_path: Path) -> None:
    """Nothing is in the margin that is cut, and words stand out from their ground."""
    made = written(tmp_path, cards, look)
    check_print(made, problems := Problems())
    assert [str(one) for one in problems if one.code not in {"W319", "W105"}] == []
    front = made.templates["front", ""]
    assert front is not None
    filled = {name for name in made.game.deck.headers if any(card.fields[name] for card in made.game.deck)}
    assert {name for name in filled if not front.depends_on(name)} <= {"id"}


def covered(made: Print, face: Face) -> float:
    """The share of a face that is in colour or within 4 mm of something; a pixel is a millimetre."""
    size = round(face.size.width), round(face.size.height)
    png = face_picture(face, made.supplies, 96, beyond=0)
    picture = Image.open(io.BytesIO(png)).convert("RGB").resize(size)
    inked = picture.convert("L").point(lambda light: 255 * (light < 218))
    for across, down in ((1, 0), (0, 1)):
        moved = ImageChops.difference(picture, ImageChops.offset(picture, across, down)).convert("L")
        inked = ImageChops.lighter(
            inked, moved.point(lambda light: 255 * (light > 10)).filter(ImageFilter.MaxFilter(9))
        )
    return sum(map(bool, inked.tobytes())) / (size[0] * size[1])


COSTS = (
    "Name,Type,Cost,Power,Text\nGoblin,Creature,2,1,Looks at the top card.\nBolt,Spell,1,,Deals three damage.\n"
    "Wolf,Creature,4,5,Grows with each other wolf.\nHall,Place,3,,Draw a card at dawn.\n"
)
FULL = (
    SUITS,
    "Name,Text\nBaker,Draw two cards.\nJudge,Choose two players and compare what they have in hand.\nThief,Steal.\n",
    COSTS,
    "Question,Answer\nWhich planet has the shortest day?,Jupiter\nHow many hearts has an octopus?,Three\n",
)


@pytest.mark.parametrize("cards", FULL, ids=["suits", "text", "costs", "questions"])
def test_the_look_that_a_build_takes_leaves_little_of_a_card_empty(cards: str, tmp_path: Path) -> None:
    made = written(tmp_path, cards)
    shares = [covered(made, item.front) for item in made.items]
    assert min(shares) >= LEAST_COVERED + 0.05


@pytest.mark.parametrize("look", LOOKS)
def test_no_look_leaves_much_of_a_card_empty(look: str, tmp_path: Path) -> None:
    made = written(tmp_path, FULL[2], look)
    assert min(covered(made, item.front) for item in made.items) >= LEAST_COVERED


def size_of(made: MadeFaces, name: str, key: str) -> float:
    (found,) = (one for one in made.templates["front.toml"].elements if one.name == name)
    return float(found.constants[key])


def test_a_deck_of_numbers_has_them_in_two_corners_and_thirty_millimetres_high_in_the_middle(tmp_path: Path) -> None:
    made = made_in(tmp_path, SUITS)
    assert made.made.look == "index"
    (corner,) = (one for one in made.templates["front.toml"].elements if one.name == "corner")
    assert corner.constants["twice"] is True
    project, game = game_in(tmp_path, SUITS)
    face, _, _ = face_in_look(project, game, list(game.deck)[1], "index")
    figure = max((mark for mark in face.leaves() if isinstance(mark, TextRun)), key=lambda run: run.size)
    assert figure.size * 0.66 == pytest.approx(30, abs=3), "capitals are two thirds of an em"


def test_a_power_beside_a_cost_is_a_second_disc_and_no_line_of_words(tmp_path: Path) -> None:
    made = made_in(tmp_path, "Name,Cost,Power,Text\nFox,2,3,Runs.\nOwl,1,4,Sees.\n", "framed")
    texts = {one.name: one.settings.get("text") for one in made.templates["front.toml"].elements}
    assert texts["second"] is not None
    assert "power" in str(texts["second"].raw)
    assert texts["words"] is not None
    assert "power" not in str(texts["words"].raw)


def test_few_words_are_set_large(tmp_path: Path) -> None:
    short, long = "Draw two.", "Draw a card and give another one to the player on your left. " * 6
    sizes = [
        size_of(made_in(tmp_path, f"Name,Text\nAnt,{text}\nArt,{text}\nAsh,{text}\n"), "words", "size")
        for text in (short, long)
    ]
    assert sizes[0] >= 16 > sizes[1]


def test_a_kind_gets_the_icon_that_it_is_called_like_or_else_one_of_eight_shapes(tmp_path: Path) -> None:
    known = frozenset({"fox", "bear", "wolf-head"})
    assert icons_for(["Foxes", "Bear", "Creature"], known) == {"Foxes": "fox", "Bear": "bear", "Creature": "wolf-head"}
    shapes = icons_for([f"House {letter}" for letter in "ABCDEFGH"], known)
    assert len({*shapes.values()}) == 8
    assert all((PICTURE.parents[2] / f"templates/icons/{shape}.svg").is_file() for shape in shapes.values())
    made = made_in(tmp_path, SUITS)
    assert '"Foxes" = "fox"' in made.made.front


def test_a_kind_that_is_called_like_a_colour_has_that_colour_and_no_other_has_it(tmp_path: Path) -> None:
    rows = "".join(f"{suit},{rank}\n" for suit in ("Rot", "Blau", "Grey", "Mist") for rank in range(1, 4))
    made = made_in(tmp_path, f"Suit,Rank\n{rows}")
    table = made.made.front.partition("[data.tones]\n")[2].partition("\n\n")[0]
    tones = dict(line.split(" = ") for line in table.splitlines())
    assert (tones['"Rot"'], tones['"Blau"'], tones['"Grey"']) == ('"#9d2f2a"', '"#27539b"', '"#62656c"')
    assert len({*tones.values()}) == 4


def test_a_kind_with_other_things_on_its_cards_has_a_front_of_its_own(tmp_path: Path) -> None:
    made = written(tmp_path, KINDS, "framed")
    files = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "mine/templates/mine").iterdir()}
    assert set(files) == {"front.toml", "back.toml", "front-hero.toml", "front-event.toml"}
    assert 'extends = "mine/front.toml"' in files["front-hero.toml"]
    assert ("strength" in files["front-hero.toml"], "strength" in files["front-event.toml"]) == (True, False)
    assert "# " in files["front.toml"]
    project, game = game_in(tmp_path, KINDS)
    found = [face_in_look(project, game, card, "framed")[0] for card in game.deck]
    assert [item.front.digest for item in made.items] == [face.digest for face in found]


def test_kinds_that_differ_in_words_alone_share_a_front(tmp_path: Path) -> None:
    made = made_in(tmp_path, "name,kind,text,quote\nAda,Hero,Runs.,Hello to you.\nBo,Hero,Hides.,\nFog,Event,Falls.,\n")
    assert set(made.made.files) == {"front.toml", "back.toml"}


def test_a_tile_has_its_edges_at_its_edges_and_is_square(tmp_path: Path) -> None:
    made = made_in(tmp_path, "Terrain,North,East,South,West\nHills,road,wall,road,wood\nLake,wood,road,wall,road\n")
    assert (made.made.look, made.made.size) == ("index", "square")
    names = [one.name for one in made.templates["front.toml"].elements]
    assert {"north", "east", "south", "west"} <= {*names}


SHAPES = [
    ("Word\nAnchor\nBridge\nCandle\n", "word"),
    (SUITS, "index"),
    ("Picture\na.png\nb.png\n", "full-art"),
    ("Name,Text,Picture\nAda,Runs away.,a.png\nBo,Hides here.,b.png\n", "framed"),
    (f"Name,Text\nAda,{'much text ' * 40}\nBo,{'more text ' * 40}\n", "dossier"),
    ("Name,Wood,Stone,Wool,Text\nMill,1,2,3,Works well.\nInn,2,1,1,Rests a while.\n", "euro"),
    (FULL[3], "word"),
]


@pytest.mark.parametrize(("cards", "look"), SHAPES, ids=[look for _, look in SHAPES])
def test_a_build_takes_the_look_that_suits_the_columns(cards: str, look: str, tmp_path: Path) -> None:
    assert made_in(tmp_path, cards).made.look == look


@pytest.mark.parametrize("look", LOOKS)
def test_the_same_cards_give_the_same_bytes(look: str, tmp_path: Path) -> None:
    first, second = (made_in(tmp_path, KINDS, look).made.files for _ in range(2))
    assert first == second


def test_letters_that_the_font_of_a_look_lacks_change_its_font_and_not_single_letters(tmp_path: Path) -> None:
    plain, greek = (
        made_in(tmp_path, f"Name,Text\n{name},Runs fast.\nBo,Hides well.\n", "framed").made.front
        for name in ("Ada", "Άδα")
    )
    assert ('title = {family = "Cinzel"' in plain, 'title = {family = "Cinzel"' in greek) == (True, False)


@pytest.mark.parametrize("look", look_names())
def test_one_card_with_much_more_on_it_than_the_others_has_room_too(look: str, tmp_path: Path) -> None:
    facts = [f"Bonus {side}" for side in ("north", "east", "south", "west", "above", "below", "inside", "outside")]
    plain = [["Fox", "3", "Runs.", *[""] * len(facts)]] * 24
    rich = [
        "Workshop",
        "5",
        "Choose tools or weapons, as many as it has bonuses.",
        *["5 for each of yours"] * len(facts),
    ]
    csv.writer(cards := io.StringIO()).writerows([["name", "cost", "text", *facts], *plain, rich])
    assert written(tmp_path, cards.getvalue(), look).items


def test_a_look_says_what_it_is_for_and_all_are_different() -> None:
    told = [look.says for look in looks()]
    assert len({*told}) == len(LOOKS) == 6
    assert all(first.parts["place_in_list"] < second.parts["place_in_list"] for first, second in pairwise(looks()))


def test_a_look_that_there_is_not_is_no_look(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        made_in(tmp_path, SUITS, "indx")


def elements_of(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.startswith("[elements."))


def test_pictures_fill_the_place_that_a_look_has_for_them(tmp_path: Path) -> None:
    (tmp_path / "found").mkdir()
    shutil.copy(PICTURE, tmp_path / "found" / "ada.png")
    for look in LOOKS:
        made = written(tmp_path, "Name,Text,Picture\nAda,Runs away.,ada.png\nBo,Hides here.,\n", look)
        assert "[elements.picture]" in [*elements_of((tmp_path / "mine/templates/mine/front.toml").read_text("utf-8"))]
        assert made.items
