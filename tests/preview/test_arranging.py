"""Elements that are arranged on the page: what is written for each change, and what is refused."""

from __future__ import annotations

import gc
import os
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from preview.asking import ask
from preview.zoo import CARDS, FRONT, box, front_of, lines_changed, text_of, zoo_in

from proofdeck.front.preview.answers import Answer
from proofdeck.front.preview.arranging import most_different
from proofdeck.front.preview.boards import Board, Row
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.fields import GROUPS
from proofdeck.front.preview.server import Preview
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.source.project.folder import store_of


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return zoo_in(tmp_path)


def board(preview: Preview, side: str = "front") -> Board:
    preview.showing.follow()
    return Board(preview.showing.now.games["zoo"], "bear", side)


def rows(preview: Preview, element: str) -> dict[str, Row]:
    there = board(preview)
    return {row.key: row for row in there.rows(there.part(element))}


def act(preview: Preview, sent: dict[str, str]) -> str:
    """Why nothing was written; the page is up to date again."""
    why = preview.edits.act("zoo", sent)
    preview.showing.follow()
    return why


def form(do: str, element: str = "", **more: str) -> dict[str, str]:
    return {"do": do, "card": "bear", "side": "front", "element": element, **more}


def moving(preview: Preview, element: str, *by: float, **more: str) -> dict[str, str]:
    """A form that moves and resizes: by how much x, y, width and height shall change."""
    was = board(preview).part(element).box or ()
    new = [one + by[at] if at < len(by) else one for at, one in enumerate(was)]
    return form("box", element, was=box(was), box=box(new), **more)


def move(preview: Preview, element: str, *by: float, **more: str) -> str:
    return act(preview, moving(preview, element, *by, **more))


def say(preview: Preview, element: str, key: str, text: str, **more: str) -> str:
    known = rows(preview, element)
    was = known[key].said if key in known else ""
    return act(preview, form("option", element, key=key, was=was, text=text, **more))


# -- moving and resizing -----------------------------------------------------------------------------------------------


def test_each_length_keeps_its_unit_its_shape_and_its_comment(preview: Preview, root: Path) -> None:
    assert move(preview, "title", 1, 0.9, -2, 1) == ""
    assert lines_changed(FRONT, text_of(root)) == [
        *("- x = 4", "+ x = 5"),
        *('- y = "10%"', '+ y = "11.02%"'),
        *('- width = "100% - 8mm"', '+ width = "100% - 10mm"'),
        *("- height = 8.5  # two lines", "+ height = 9.5  # two lines"),
    ]
    assert act(preview, {"do": "undo"}) == ""
    assert text_of(root) == FRONT


def test_an_element_in_braces_is_changed_there(preview: Preview, root: Path) -> None:
    worth = 'worth = {type = "text", text = "{{ value }}", x = 4 , y = 40, width = 10, height = 6} # in braces'
    text = FRONT[: FRONT.index("[elements.worth]")] + f"[elements]\n{worth}\n"
    front_of(root).write_text(text)
    preview.showing.follow()
    assert move(preview, "worth", 1) == ""
    assert text_of(root) == text.replace("x = 4 ,", "x = 5 ,")
    assert say(preview, "worth", "align", "right") == ""
    assert text_of(root) == text.replace("x = 4 ,", "x = 5 ,").replace("height = 6}", 'height = 6, align = "right"}')
    assert act(preview, {"do": "undo"}) == ""
    assert act(preview, {"do": "undo"}) == ""
    assert text_of(root) == text


def test_only_what_changes_is_written(preview: Preview, root: Path) -> None:
    assert move(preview, "worth", 0, 3) == ""
    assert lines_changed(FRONT, text_of(root)) == ["- y = 40", "+ y = 43"]


def test_what_is_inherited_becomes_a_value_of_its_own(preview: Preview, root: Path) -> None:
    assert move(preview, "frame", 1) == ""
    assert text_of(root).startswith(FRONT)
    assert text_of(root)[len(FRONT) :] == "\n[elements.frame]\nx = 4\n"


def test_what_depends_on_the_card_says_where_it_is_to_be_changed(preview: Preview, root: Path) -> None:
    why = "x is computed for each card, so change it at templates/zoo/front.toml:24."
    assert board(preview).part("beast").stuck == why
    assert move(preview, "beast", 1) == why
    assert text_of(root) == FRONT


def test_an_element_that_is_elsewhere_by_now_is_not_moved(preview: Preview, root: Path) -> None:
    late = moving(preview, "title", 1)
    front_of(root).write_text(FRONT.replace("x = 4", "x = 6"))
    preview.showing.follow()
    assert "is somewhere else by now" in act(preview, late)
    assert text_of(root) == FRONT.replace("x = 4", "x = 6")


@pytest.mark.parametrize(
    "edited",
    [
        f"# A line more.\n{FRONT}",
        FRONT.replace("[elements.title]  # on top", "[elements.other]"),
        FRONT.replace("y = 40", "size = 7\ny = 40"),
        FRONT.replace("width = 10\n", ""),
    ],
)
def test_what_an_editor_has_just_changed_is_not_written_over_before_it_is_read(
    preview: Preview, root: Path, edited: str
) -> None:
    late = [moving(preview, element, 1, 1) for element in ("title", "worth")]
    front_of(root).write_text(edited)
    said = [preview.edits.act("zoo", sent) for sent in late]
    assert any("templates/zoo/front.toml has been changed since it was read" in why for why in said)
    if not all(said):
        assert preview.edits.act("zoo", {"do": "undo"}) == ""
    assert text_of(root) == edited
    preview.showing.follow()


def test_all_that_inherit_an_element_are_meant_if_that_is_chosen(tmp_path: Path) -> None:
    root = zoo_in(tmp_path, 'extends = "zoo/all.toml"\n')
    every = root / "templates" / "zoo" / "all.toml"
    every.write_text(FRONT)
    found = Preview(root)
    assert move(found, "title", 1, where="written") == ""
    assert (every.read_text(), text_of(root)) == (FRONT.replace("x = 4", "x = 5"), 'extends = "zoo/all.toml"\n')
    assert move(found, "title", 1) == ""
    assert every.read_text() == FRONT.replace("x = 4", "x = 5")
    assert text_of(root) == 'extends = "zoo/all.toml"\n\n[elements.title]\nx = 6\n'
    assert "Templates that come with Proofdeck stay as they are" in move(found, "frame", 1, where="written")
    found.behind.close()
    found._server.server_close()


EXTENDED = f"""{FRONT}
[elements.plate]
type = "rectangle"
x = 10
y = 20
width = 12
height = 12
fill = "#e9c46f"

[elements.ring]
extends = "plate"
x = "+= 1"
fill = "none"
"""


def test_what_an_element_takes_from_another_is_changed_for_itself_or_for_both(preview: Preview, root: Path) -> None:
    front_of(root).write_text(EXTENDED)
    ring = rows(preview, "ring")
    assert {key for key, row in ring.items() if row.is_own} == {"x", "fill"}
    assert {key for key, row in ring.items() if row.is_of_base} == {"y", "width", "height"}
    assert move(preview, "ring", 0, 2) == ""
    assert text_of(root) == EXTENDED.replace('fill = "none"', 'fill = "none"\ny = 22')
    assert act(preview, {"do": "undo"}) == ""
    assert move(preview, "ring", 0, 2, where="written") == ""
    assert text_of(root) == EXTENDED.replace("y = 20", "y = 22")
    assert act(preview, {"do": "undo"}) == ""
    assert move(preview, "ring", 0.5) == ""
    assert lines_changed(EXTENDED, text_of(root)) == ['- x = "+= 1"', '+ x = "+= 1.5"']
    assert [board(preview).part(name).box for name in ("plate", "ring")] == [(10, 20, 12, 12), (11.5, 20, 12, 12)]
    assert act(preview, {"do": "undo"}) == ""
    assert act(preview, form("without", "ring", key="y")) == "templates/zoo/front.toml does not say y of ring."
    assert text_of(root) == EXTENDED
    assert "Delete element" in preview.views.card("zoo", "bear", "front/ring")
    assert "Reset element" in preview.views.card("zoo", "bear", "front/title")


def test_what_an_element_takes_from_one_of_another_type_is_read_in_the_words_of_that(
    preview: Preview, root: Path
) -> None:
    line = '[elements.rule]\ntype = "line"\nx2 = 30\ncolor = "#e9c46f"\n'
    ring = '[elements.ring]\nextends = "rule"\ntype = "polygon"\nsides = 5\nwidth = 9\nheight = 9\n'
    front_of(root).write_text(f"{FRONT}\n{line}\n{ring}")
    stroke = rows(preview, "ring")["stroke"]
    assert (stroke.said, stroke.is_of_base) == ("#e9c46f", True)
    assert say(preview, "ring", "stroke", "ink") == ""
    assert text_of(root) == f'{FRONT}\n{line}\n{ring}stroke = "ink"\n'


@pytest.mark.parametrize("sent", ["1,2,3", "a,b,c,d", "nan,1,1,1", "1e9,1,1,1", ""])
def test_what_is_no_box_writes_nothing(preview: Preview, root: Path, sent: str) -> None:
    assert act(preview, {**moving(preview, "title", 1), "box": sent}).endswith("nothing was written.")
    assert act(preview, {**moving(preview, "title", 1), "side": "edge"}).endswith("nothing was written.")
    assert text_of(root) == FRONT


# -- options -----------------------------------------------------------------------------------------------------------


def test_rows_say_what_is_written_where_and_what_it_comes_to(preview: Preview) -> None:
    said = rows(preview, "beast")
    assert (said["text"].said, said["text"].comes_to) == ("{{ name }} {{ value }}", "Bear 5")
    assert said["x"].comes_to == "5"
    assert (said["x"].place.file, said["x"].place.line, said["x"].is_own) == ("templates/zoo/front.toml", 24, True)
    title = rows(preview, "title")
    assert (title["colour"].kind, title["colour"].is_shipped) == ("colour", True)
    assert set(title["align"].choices) >= {"left", "center", "right"}
    assert board(preview).colour(title["colour"]) == "#223344"


def test_an_option_is_changed_added_and_taken_out_again(preview: Preview, root: Path) -> None:
    assert say(preview, "title", "text", '{{ name }} "the" Great') == ""
    assert 'text = "{{ name }} \\"the\\" Great"' in text_of(root)
    assert say(preview, "title", "italic", "true") == ""
    assert "\nitalic = true\n" in text_of(root)
    assert act(preview, form("without", "title", key="italic")) == ""
    assert act(preview, form("without", "title", key="valign")).startswith("templates/zoo/front.toml does not")
    assert say(preview, "title", "text", "{{ name }}") == ""
    assert text_of(root) == FRONT


@pytest.mark.parametrize(
    ("key", "text", "why"),
    [
        ("width", "wide", "'wide' is not"),
        ("align", "middling", "is not one of left"),
        ("size", "9000", "9000"),
        ("text", "{{ name", "text: "),
        ("opacity", "7", "opacity: "),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_the_reason(
    preview: Preview, root: Path, key: str, text: str, why: str
) -> None:
    said = say(preview, "title", key, text)
    assert why in said
    assert said.endswith("Nothing was written.")
    assert text_of(root) == FRONT


def test_an_option_that_says_something_else_by_now_is_not_changed(preview: Preview, root: Path) -> None:
    sent = form("option", "title", key="height", was="8", text="9")
    assert "says something else by now" in act(preview, sent)
    assert text_of(root) == FRONT


# -- elements ----------------------------------------------------------------------------------------------------------


def pixels(preview: Preview) -> bytes:
    return preview.pictures.face(preview.showing.now.games["zoo"].cards["bear"].front, 72)


@pytest.mark.parametrize(
    ("kind", "named"), [("text", ""), ("picture", "lake.png"), ("icon", "anchor"), ("box", ""), ("line", "")]
)
def test_a_new_element_is_seen_at_once_in_the_middle_of_the_card_and_goes_again(
    preview: Preview, root: Path, kind: str, named: str
) -> None:
    Image.new("RGB", (60, 60), "navy").save(root / "lake.png")
    preview.showing.follow()
    before, size = pixels(preview), board(preview).template.size
    assert act(preview, form("element", kind=kind, name=named)) == ""
    assert text_of(root).startswith(FRONT)
    assert f"\n[elements.{kind}]\n" in text_of(root)
    x, y, wide, high = board(preview).part(kind).box or (0, 0, 0, 0)
    assert (x + wide / 2, y + high / 2) == pytest.approx((size.width / 2, size.height / 2))
    assert wide == 20
    assert pixels(preview) != before
    assert act(preview, form("reset", kind)) == ""
    assert text_of(root).rstrip("\n") == FRONT.rstrip("\n")


@pytest.mark.parametrize(("kind", "named"), [("icon", "no-such-icon"), ("icon", ""), ("picture", "../secret.png")])
def test_an_icon_or_picture_that_is_not_there_is_not_written(
    preview: Preview, root: Path, kind: str, named: str
) -> None:
    assert f"There is no {kind} '{named}'" in act(preview, form("element", kind=kind, name=named))
    assert text_of(root) == FRONT


def png(colour: str) -> str:
    stream = BytesIO()
    Image.new("RGB", (30, 30), colour).save(stream, "PNG")
    return b64encode(stream.getvalue()).decode()


def test_a_picture_from_elsewhere_is_put_into_art_and_printed(preview: Preview, root: Path) -> None:
    for _ in range(2):
        assert act(preview, form("picture", name="C:\\My Art\\Deep Lake.png", data=png("navy"))) == ""
    assert sorted(path.name for path in (root / "art").iterdir()) == ["Deep-Lake-2.png", "Deep-Lake.png"]
    assert 'file = "art/Deep-Lake.png"' in text_of(root)
    for _ in range(2):
        assert act(preview, {"do": "undo"}) == ""
    assert text_of(root) == FRONT
    assert list((root / "art").iterdir()) == []
    assert "nothing to undo" in act(preview, {"do": "undo"})


def test_an_element_of_a_face_that_is_in_no_file_can_be_looked_at(preview: Preview, root: Path) -> None:
    front_of(root).unlink()
    preview.showing.follow()
    for part in board(preview).parts:
        page = preview.views.card("zoo", "bear", f"front/{part.element.name}")
        assert "Make a template of these faces" in page
        assert f"<h2>{part.element.source} " in page


def test_a_picture_that_cannot_become_an_element_is_not_kept_either(preview: Preview, root: Path) -> None:
    front_of(root).unlink()
    preview.showing.follow()
    assert "are made from the columns" in act(preview, form("picture", name="lake.png", data=png("navy")))
    assert not list(root.rglob("lake*"))


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("x.png", b64encode(b"no picture").decode(), "x.png"),
        ("x.svg", b64encode(b"<svg>").decode(), "x.svg"),
        ("x.exe", png("red"), "x.exe is not a picture that can be printed"),
        ("x.png", "%%%", "not an edit"),
    ],
)
def test_what_is_no_picture_is_not_kept(preview: Preview, root: Path, name: str, data: str, told: str) -> None:
    assert told in act(preview, form("picture", name=name, data=data))
    assert not (root / "art").exists()
    assert text_of(root) == FRONT


def test_every_option_has_a_name_for_people_and_a_group() -> None:
    keys = {key for options in ELEMENTS.values() for key in options}
    assert keys == {key for group in GROUPS.values() for key in group}


def test_an_element_is_painted_below_another_one_and_back_again(preview: Preview, root: Path) -> None:
    def painted() -> list[str]:
        return [part.element.name for part in board(preview).parts]

    before = painted()
    assert before.index("frame") < before.index("title") < before.index("worth")
    there = board(preview)
    assert there.below(there.part("title"))[-2:] == ["frame", "ground"]
    assert act(preview, form("below", "worth", text="frame")) == ""
    assert lines_changed(FRONT, text_of(root)) == ['+ before = "frame"']
    moved = [name for name in before if name != "worth"]
    moved.insert(moved.index("frame"), "worth")
    assert painted() == moved
    there = board(preview)
    assert there.is_lowered(there.part("worth"))
    assert "worth is not above title" in act(preview, form("below", "worth", text="title"))
    assert act(preview, form("below", "worth")) == ""
    assert text_of(root) == FRONT
    assert "There is no before of its own" in act(preview, form("below", "worth"))


def test_an_element_of_its_own_values_becomes_what_it_inherits(preview: Preview, root: Path) -> None:
    assert move(preview, "frame", 1) == ""
    assert act(preview, form("reset", "frame")) == ""
    assert text_of(root) == FRONT


def test_faces_that_are_made_from_columns_become_a_template_that_can_be_arranged(tmp_path: Path) -> None:
    root = zoo_in(tmp_path, "")
    found = Preview(root)
    part = next(part for part in board(found).parts if part.box is not None)
    assert "Make a template of them first." in act(found, moving(found, part.element.name, 1))
    assert "Make a template of these faces" in found.views.card("zoo", "bear", "on")
    faces = [drawn.key for card in found.showing.now.games["zoo"].cards.values() for drawn in (card.front,)]
    assert act(found, form("own")) == ""
    found.showing.follow()
    assert [card.front.key for card in found.showing.now.games["zoo"].cards.values()] == faces
    part = next(part for part in board(found).parts if part.box is not None and not part.stuck)
    assert move(found, part.element.name, 1) == ""
    for _ in range(2):
        assert act(found, {"do": "undo"}) == ""
    assert not list(root.rglob("*.toml"))
    found.behind.close()
    found._server.server_close()


# -- the page ----------------------------------------------------------------------------------------------------------


def test_a_folder_that_may_not_be_written_is_told_before_the_first_edit(
    preview: Preview, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = moving(preview, "title", 1)
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != front_of(root).parent)
    assert "templates/zoo/front.toml may not be written to" in preview.views.card("zoo", "bear", "on")
    assert "may not be written to" in act(preview, sent)
    assert text_of(root) == FRONT


def test_the_face_that_is_shown_at_once_is_the_one_that_all_are_laid_out_to(preview: Preview) -> None:
    sent = {**moving(preview, "title", 1), "dpi": "200"}
    where = preview.act("spreadsheet", "zoo", sent)
    assert isinstance(where, str)
    before = preview.showing.now.games["zoo"].cards["bear"].front.key
    preview.showing.follow()
    now = preview.showing.now.games["zoo"].cards["bear"].front.key
    assert (where, now == before) == (f"face/{now}-200.png", False)
    late = preview.act("spreadsheet", "zoo", sent)
    assert isinstance(late, Answer)
    assert b"is somewhere else by now" in late.data


def test_python_looks_for_garbage_only_when_what_was_painted_at_once_has_been_caught_up_with(preview: Preview) -> None:
    sent = {**moving(preview, "title", 1), "dpi": "200"}
    preview.act("spreadsheet", "zoo", sent)
    assert not gc.isenabled()
    preview.showing.follow()
    assert gc.isenabled()
    preview.act("spreadsheet", "zoo", sent)
    assert gc.isenabled()


def test_only_a_form_of_the_page_itself_is_obeyed(served: Preview, root: Path) -> None:
    address, sent = f"{served.address}g/zoo/spreadsheet", moving(served, "title", 1)
    assert ask(address.replace(served.token, "x" * 22), sent).status == 403
    assert ask(address, sent, Origin="http://example.org").status == 403
    assert ask(address, sent, Origin="null", Sec_Fetch_Site="cross-site").status == 403
    assert text_of(root) == FRONT
    assert ask(address, sent).status == 303
    assert text_of(root) == FRONT.replace("x = 4", "x = 5")


def test_elements_are_painted_alone_and_left_out(preview: Preview) -> None:
    there = board(preview)
    numbers = there.part("title").together
    whole = len(there.drawn.face.marks)
    alone = there.drawn.face.of_elements(numbers)
    rest = there.drawn.face.of_elements([at for at in range(len(there.template.elements)) if at not in numbers])
    assert "Bear" in alone.text
    assert "Sleeps." not in alone.text
    assert len(alone.marks) + len(rest.marks) == whole
    key = there.drawn.key
    for part in ("only", "less"):
        answer = preview.answer(f"face/{key}-96-{part}-{numbers[0]}.png", {})
        assert answer is not None
        assert answer.data.startswith(b"\x89PNG")


def test_the_strip_shows_cards_that_differ(tmp_path: Path) -> None:
    root = zoo_in(tmp_path)
    texts = ["Runs.", "Sleeps through all of a very long winter.", "", "Sings.", "Digs.", "Swims."]
    names = ["Ox", "Bear", "Hippopotamus", "Wren", "Mole", "Otter"]
    lines = [f"{name.lower()},{name},1,{text}" for name, text in zip(names, texts, strict=True)]
    (root / "cards.csv").write_text("\n".join(["id,name,value,text", *lines]))
    found = Preview(root)
    one = found.showing.now.games["zoo"]
    template = one.template("front", one.cards["ox"].card)
    assert template is not None
    strip = {words: card.card.name for words, card in most_different(one, "front", template).items()}
    assert len(set(strip.values())) == len(strip) == 4
    assert (strip["longest text"], strip["shortest name"], strip["longest name"]) == ("Bear", "Ox", "Hippopotamus")
    found.behind.close()
    found._server.server_close()


def test_a_template_that_has_just_gone_is_told(preview: Preview, root: Path) -> None:
    there = board(preview)
    front_of(root).unlink()
    with pytest.raises(NotWrittenError, match=r"templates/zoo/front\.toml cannot be read: No such file or directory"):
        there.rows(there.part("worth"))


def test_words_of_strangers_stay_text(preview: Preview, root: Path) -> None:
    front_of(root).write_text(FRONT.replace('"{{ value }}"', "'<img src=x onerror=\"alert(1)\">'"))
    (root / "cards.csv").write_text(CARDS)
    preview.showing.follow()
    page = preview.views.card("zoo", "bear", "front/worth")
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


# -- turned elements and corners ---------------------------------------------------------------------------------------

KITE = """
[elements.kite]
type = "polygon"
x = 20
y = 20
width = 10
height = 10
points = "0,0 1in,5mm  50%,10.5 -2,3"  # a kite
fill = "ink"

[elements.list]
type = "polygon"
points = [[0, 0], [10, 0.5], "5,8"]
fill = "ink"

[elements.free]
type = "polygon"
points = "0,0 {{ value }},0 5,5"
fill = "ink"
angle = "{{ value }}"
"""


@pytest.fixture
def kite(preview: Preview, root: Path) -> Preview:
    front_of(root).write_text(FRONT + KITE)
    preview.showing.follow()
    return preview


def test_an_angle_is_one_value(kite: Preview, root: Path) -> None:
    assert act(kite, form("turn", "kite", was="0", angle="30")) == ""
    assert lines_changed(FRONT + KITE, text_of(root)) == ["+ angle = 30"]
    assert board(kite).part("kite").values["angle"] == 30
    assert act(kite, form("turn", "kite", was="30.00", angle="45.50")) == ""
    assert "angle = 45.5\n" in text_of(root)
    assert "is turned otherwise by now" in act(kite, form("turn", "kite", was="30", angle="50"))
    for _ in range(2):
        assert act(kite, {"do": "undo"}) == ""
    assert text_of(root) == FRONT + KITE


@pytest.mark.parametrize(
    ("element", "at", "corner", "line"),
    [
        ("kite", 0, "1.5,-2", 'points = "1.5,-2 1in,5mm  50%,10.5 -2,3"  # a kite'),
        ("kite", 1, "26.67,4", 'points = "0,0 1.05in,4mm  50%,10.5 -2,3"  # a kite'),
        ("kite", 2, "37.8,10.5", 'points = "0,0 1in,5mm  60%,10.5 -2,3"  # a kite'),
        ("kite", 3, "0,2.25", 'points = "0,0 1in,5mm  50%,10.5 0,2.25"  # a kite'),
        ("list", 1, "12,0.5", 'points = "0,0 12,0.5 5,8"'),
    ],
)
def test_a_corner_is_moved_and_the_others_stay_as_they_are_written(
    kite: Preview, root: Path, element: str, at: int, corner: str, line: str
) -> None:
    was = box(board(kite).part(element).corners[at])
    assert act(kite, form("corner", element, at=str(at), was=was, corner=corner)) == ""
    assert [one for one in lines_changed(FRONT + KITE, text_of(root)) if one[0] == "+"] == [f"+ {line}"]
    assert box(board(kite).part(element).corners[at]) == box([float(one) for one in corner.split(",")])
    assert "has other corners by now" in act(kite, form("corner", element, at=str(at), was=was, corner="1,1"))
    assert act(kite, {"do": "undo"}) == ""
    assert text_of(root) == FRONT + KITE


def test_an_angle_or_corners_that_depend_on_the_card_have_no_handles(kite: Preview, root: Path) -> None:
    free = board(kite).part("free")
    assert (free.can_turn, free.corners) == (False, ())
    for sent in ({"do": "turn", "was": "5", "angle": "9"}, {"do": "corner", "at": "0", "was": "0,0", "corner": "1,1"}):
        assert act(kite, {**form("", "free"), **sent}).endswith("nothing was written.")
    for corner in ("1", "nan,1", "1,2,3", "1e9,0", ""):
        assert act(kite, form("corner", "kite", at="0", was="0,0", corner=corner)).endswith("nothing was written.")
    for angle in ("nan", "361", "x"):
        assert act(kite, form("turn", "kite", was="0", angle=angle)).endswith("nothing was written.")
    assert act(kite, form("corner", "kite", at="-1", was="-2,3", corner="0,0")).endswith("nothing was written.")
    assert text_of(root) == FRONT + KITE


# -- after the program was stopped -------------------------------------------------------------------------------------


def test_what_was_done_is_undone_after_the_program_was_stopped_and_started_again(preview: Preview, root: Path) -> None:
    assert move(preview, "worth", 0, 3) == ""
    assert say(preview, "title", "text", "{{ name }}!") == ""
    whole = text_of(root)
    later = Preview(root)
    try:
        assert "Undo text of title" in later.views.cards("zoo")
        for _ in range(2):
            assert act(later, {"do": "undo"}) == ""
        assert text_of(root) == FRONT
        assert "There is nothing to undo." in act(later, {"do": "undo"})
        for _ in range(2):
            assert act(later, {"do": "redo"}) == ""
        assert text_of(root) == whole
        front_of(root).write_text(f"{whole}# By the editor.\n")
        assert act(later, {"do": "undo"}) == "front.toml has been changed elsewhere since, so nothing was written."
        assert text_of(root) == f"{whole}# By the editor.\n"
    finally:
        for close in (later.behind.close, later.showing.close, later._server.server_close):
            close()


def test_nothing_is_kept_outside_the_cache(preview: Preview, root: Path) -> None:
    before = set(root.parent.rglob("*"))
    assert move(preview, "worth", 0, 3) == ""
    assert set(root.parent.rglob("*")) == before
    assert store_of(root, "steps").is_file()
