"""Cards and a template become faces: values, repeats, turns, one size for a deck, and who is told what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from materials import supplies_in

from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Face, Font, Gradient, Icon, Shape, TextRun, Turned
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]


@pytest.fixture
def laid_out(write: Writer) -> Callable[..., Print]:
    """Lay out a game `g` from its spreadsheet and the elements of its front."""

    def make(cards: str, front: str, **options: object) -> Print:
        write("cards.csv", cards)
        write("templates/g/back.toml", 'size = "poker"\n')
        root = write("templates/g/front.toml", "[fonts]\n" + front)
        problems = Problems()
        project = load_project(root, problems)
        made = lay_out(project, project.games["g"], Options(**options), problems)  # type: ignore[arg-type]
        assert not problems
        return made

    return make


def front(made: Print, number: int = 0) -> Face:
    return made.items[number].front


def test_every_column_and_table_can_be_used_in_any_value(laid_out: Callable[..., Print]) -> None:
    made = laid_out(
        "game,id,my colour,wide\ng,a,#aa0000,12\n",
        '[data.shift]\na = 7\n[elements.r]\ntype = "rectangle"\nx = "{{ shift[id] }}"\nwidth = "{{ wide }}"\n'
        'fill = "{{ my_colour }}"\n',
    )
    (shape,) = front(made).marks
    assert isinstance(shape, Shape)
    assert shape.fill == "#aa0000"
    assert shape.path[0] == ("M", (7.0, 0.0))
    assert shape.path[1] == ("L", (19.0, 0.0))


def test_texts_have_a_font_if_neither_they_nor_the_template_name_one(laid_out: Callable[..., Print]) -> None:
    texts = {"": "Crimson Text", 'body = "Cinzel"\n': "Cinzel"}
    for fonts, family in texts.items():
        (run,) = front(
            laid_out("game,id\ng,a\n", f'{fonts}[elements.t]\ntype = "text"\ntext = "{{{{ id }}}}"\n')
        ).leaves()
        assert isinstance(run, TextRun)
        assert run.font == Font(family)


@pytest.mark.parametrize(
    ("kind", "shown"), [("hero", True), ("", False), ("0", False), ("no", False), ("false", False)]
)
def test_an_element_is_left_out_when_its_when_is_empty(laid_out: Callable[..., Print], kind: str, shown: bool) -> None:
    made = laid_out(f"game,id,kind\ng,a,{kind}\n", '[elements.l]\ntype = "line"\nx2 = 9\nwhen = "{{ kind }}"\n')
    assert bool(front(made).marks) is shown


def test_a_line_is_turned_about_the_middle_between_its_ends(laid_out: Callable[..., Print]) -> None:
    line = '[elements.l]\ntype = "line"\nx = 20\ny = 30\nx2 = 40\ny2 = 34\nangle = 90\n'
    (turned,) = front(laid_out("game,id\ng,a\n", line)).marks
    assert isinstance(turned, Turned)
    assert (turned.x, turned.y) == (30, 32)


def test_nothing_of_an_element_that_is_left_out_is_computed(laid_out: Callable[..., Print]) -> None:
    made = laid_out("game,id\ng,a\n", '[elements.l]\ntype = "line"\nwhen = false\nx2 = "{{ 1 / 0 }}"\n')
    assert front(made).marks == ()


def test_a_grid_draws_what_its_key_says_of_each_word(laid_out: Callable[..., Print]) -> None:
    """A row `x . @` of three cells of 3 mm with gaps of 0.5 mm."""
    made = laid_out(
        "game,id,threat\ng,a,x . @\n",
        '[elements.g]\ntype = "grid"\nwidth = 10\nheight = 3\ngap = 0.5\ncells = "{{ threat }}"\n'
        'key.x = {fill = "#ff0000"}\nkey."@" = {icon = "fox", fill = "#00ff00"}\n',
    )
    red, green, icon = front(made).marks
    assert isinstance(red, Shape)
    assert isinstance(green, Shape)
    assert isinstance(icon, Icon)
    assert (red.fill, red.path[0]) == ("#ff0000", ("M", (0.0, 0.0)))
    assert (green.fill, green.path[0]) == ("#00ff00", ("M", (7.0, 0.0)))
    assert icon.box.centre == pytest.approx((8.5, 1.5))


def sizes(made: Print) -> list[float]:
    return [max(mark.size for mark in item.front.leaves() if isinstance(mark, TextRun)) for item in made.items]


TEXT = '[elements.t]\ntype = "text"\ntext = "{{ text }}"\nsize = 12\nmin_size = 4\nwidth = 30\nheight = 12\n'
TWO_TEXTS = "game,id,text\ng,a,short\ng,b,a much longer text that has to shrink before it fits the little box\n"


def test_each_text_has_the_size_it_needs_or_the_deck_has_one(laid_out: Callable[..., Print]) -> None:
    by_card = sizes(laid_out(TWO_TEXTS, TEXT))
    by_deck = sizes(laid_out(TWO_TEXTS, TEXT + 'fit = "deck"\n'))
    assert by_card[0] > by_card[1]
    assert by_deck == [by_card[1], by_card[1]]


def words(face: Face) -> str:
    return "".join(mark.text for mark in face.leaves() if isinstance(mark, TextRun))


SPOKEN = '"""**Fox**"" isn\'t ""Ox"": 2-4 cards, -3"'


@pytest.mark.parametrize(
    ("language", "said"), [("", "“Fox” isn’t “Ox”: 2–4 cards, −3"), ("de", "„Fox“ isn’t „Ox“: 2–4 cards, −3")]
)
def test_straight_marks_on_a_card_are_printed_in_the_manner_of_its_language(
    write: Writer, language: str, said: str
) -> None:
    write("cards.csv", f"game,id,text,text@de\ng,a,{SPOKEN},{SPOKEN}\n")
    root = write("templates/g/front.toml", f'size = "poker"\n[fonts]\nbody = "Crimson Text"\n{TEXT}')
    problems = Problems()
    project = load_project(root, problems)
    made = lay_out(project, in_language(project, project.games["g"], language, problems), Options(), problems)
    assert words(front(made)).replace(" ", "") == said.replace(" ", "")


def test_a_mark_that_a_font_lacks_stays_as_it_was_typed(laid_out: Callable[..., Print], write: Writer) -> None:
    plain = supplies_in(Path()).fonts.file(Font("Crimson Text")).web_subset("".join(map(chr, range(32, 127))))
    (write("cards.csv", "") / "plain.ttf").write_bytes(plain)
    typed = TEXT.replace("size", 'font = "plain"\nsize', 1)
    made = laid_out("game,id,text\ng,a,it isn't -3\n", 'plain = {file = "plain.ttf"}\n' + typed)
    assert words(front(made)).replace(" ", "") == "itisn't-3"


def test_copies_share_a_face_unless_the_template_looks_at_the_copy(laid_out: Callable[..., Print]) -> None:
    same = laid_out("game,id,quantity\ng,a,3\n", '[elements.t]\ntype = "text"\ntext = "{{ id }}"\n')
    told_apart = laid_out(
        "game,id,quantity\ng,a,3\n", '[elements.t]\ntype = "text"\ntext = "{{ copy }} of {{ copies }}"\n'
    )
    assert len(same.faces()) == 1
    assert [item.front.text for item in told_apart.items] == ["1 of 3", "2 of 3", "3 of 3"]


@pytest.mark.parametrize(("collate", "order"), [("false", "a a b b"), ("true", "a b a b")])
def test_a_deck_that_collates_prints_one_whole_set_after_the_other(
    laid_out: Callable[..., Print], collate: str, order: str
) -> None:
    text = '[elements.t]\ntype = "text"\ntext = "{{ id }}"\n'
    made = laid_out("game,id,quantity\ng,a,2\ng,b,2\n", "")
    root = Path(made.supplies.image_path("cards.csv")).parent
    (root / "templates/g/front.toml").write_text(f'collate = {collate}\n[fonts]\nbody = "Cinzel"\n{text}')
    project = load_project(root, Problems())
    assert " ".join(item.label for item in lay_out(project, project.games["g"], Options(), Problems()).items) == order


def test_quantities_by_number_of_players(laid_out: Callable[..., Print]) -> None:
    cards = "game,id,quantity,quantity_2\ng,a,4,2\ng,b,1,0\ng,c,0,\n"
    line = '[elements.l]\ntype = "line"\nx2 = 9\n'
    assert [item.label for item in laid_out(cards, line).items] == ["a", "a", "a", "a", "b"]
    assert [item.label for item in laid_out(cards, line, players=2).items] == ["a", "a"]
    assert [item.label for item in laid_out(cards, line, players=3).items] == ["a", "a", "a", "a", "b"]


def test_colours_may_be_names_of_names_gradients_and_depend_on_the_card(laid_out: Callable[..., Print]) -> None:
    made = laid_out(
        "game,id\ng,a\n",
        '[colours]\nblood = "#8a2b2b"\nheart = "blood"\ntone = "{{ tones[id] }}"\n[data.tones]\na = "heart"\n'
        '[elements.r]\ntype = "rectangle"\nfill = "tone"\nwidth = 9\nheight = 9\n'
        '[elements.g]\ntype = "rectangle"\nfill = "linear(90, tone, #fff)"\nwidth = 9\nheight = 9\n',
    )
    solid, gradient = front(made).marks
    assert isinstance(solid, Shape)
    assert isinstance(gradient, Shape)
    assert solid.fill == "#8a2b2b"
    assert gradient.fill == Gradient("linear", (4.5, 0.0, 4.5, 9.0), ((0.0, "#8a2b2b"), (1.0, "#ffffff")))


def test_equal_faces_have_equal_digests_and_different_ones_do_not(laid_out: Callable[..., Print]) -> None:
    text = '[elements.t]\ntype = "text"\ntext = "{{ name }}"\n'
    made = laid_out("game,id,name\ng,a,Wolf\ng,b,Wolf\ng,c,Wolff\n", text)
    one, two, three = (item.front.digest for item in made.items)
    assert one == two
    assert one != three


def test_a_kind_may_have_templates_of_its_own(laid_out: Callable[..., Print], write: Writer) -> None:
    write("templates/g/front-token.toml", 'size = "token"\n[elements.l]\ntype = "line"\nx2 = 3\n')
    write("templates/g/back-token.toml", 'size = "token"\n')
    made = laid_out("game,id,kind\ng,a,card\ng,b,token\n", '[elements.l]\ntype = "line"\nx2 = 9\n')
    assert [item.front.size.width for item in made.items] == [63, 25.4]


def test_templates_override_by_name_and_may_put_new_elements_below_old_ones(
    laid_out: Callable[..., Print], write: Writer
) -> None:
    write("templates/mine/base.toml", '[elements.one]\ntype = "line"\nx2 = 1\n[elements.two]\ntype = "line"\nx2 = 2\n')
    made = laid_out("game,id\ng,a\n", "")
    root = made.supplies.image_path("cards.csv").parent
    (root / "templates/g/front.toml").write_text(
        'extends = "mine/base.toml"\n[elements.one]\nx2 = 11\n[elements.three]\ntype = "line"\nx2 = 3\nbefore = "two"\n'
    )
    project = load_project(root, Problems())
    (item,) = lay_out(project, project.games["g"], Options(), Problems()).items
    ends = [mark.path[1][1][0] for mark in item.front.marks if isinstance(mark, Shape)]
    assert ends == [11, 3, 2]
