"""What one element looks like is given to all of its type, on all kinds of cards, and nothing else is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from preview.zoo import lines_changed

from proofdeck.front.preview.boards import Board
from proofdeck.front.preview.server import Preview
from proofdeck.front.preview.spreading import LOOKS

CARDS = "id,name,kind,text\nwolf,Wolf,Beast,Howls.\nfog,Fog,Event,Falls.\n"
FRONT = """# All of them.
size = "poker"

[colours]
ink = "#223344"

[elements.title]  # on top
type = "text"
x = 4
y = 4
width = "100% - 8mm"
height = 8.5
text = "{{ name }}"
size = 14  # large
colour = "ink"
align = "center"

[elements.words]
type = "text"
y = 60
height = 20
text = "{{ text }}"
size = 9
italic = true

[elements.plate]
type = "rectangle"
height = 5
fill = "ink"
"""
EVENT = """extends = "zoo/front.toml"

[elements.words]
y = 50

[elements.when]
type = "text"
y = 80
height = 5
text = "Now"
colour = "red"  # alarm
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "zoo"
    (root / "templates" / "zoo").mkdir(parents=True)
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    template(root, "front").write_text(FRONT, encoding="utf-8")
    template(root, "front-event").write_text(EVENT, encoding="utf-8")
    return root


def template(root: Path, name: str) -> Path:
    return root / "templates" / "zoo" / f"{name}.toml"


def texts(root: Path) -> tuple[str, str]:
    front, event = (template(root, name).read_bytes().decode() for name in ("front", "front-event"))
    return front, event


def give(preview: Preview, element: str, card: str = "wolf") -> str:
    why = preview.edits.act("zoo", {"do": "looks", "card": card, "side": "front", "element": element, "where": "own"})
    preview.showing.follow()
    return why


def looks(preview: Preview, card: str, element: str) -> dict[str, object]:
    values = Board(preview.showing.now.games["zoo"], card, "front").part(element).values
    return {key: values[key] for key in LOOKS if key in values}


def test_all_texts_of_all_kinds_then_look_alike_and_stay_where_they_are(preview: Preview, root: Path) -> None:
    assert give(preview, "title") == ""
    front, event = texts(root)
    assert lines_changed(FRONT, front) == [
        *("- size = 9", "+ size = 14"),
        *("- italic = true", '+ align = "center"', '+ colour = "ink"'),
    ]
    assert sorted(lines_changed(EVENT, event)) == [
        *('+ align = "center"', '+ colour = "ink"  # alarm', "+ size = 14", '- colour = "red"  # alarm'),
    ]
    shown = looks(preview, "wolf", "title")
    assert all(looks(preview, *other) == shown for other in (("wolf", "words"), ("fog", "words"), ("fog", "when")))
    assert preview.edits.steps.can_undo == "the looks of title for all"
    assert preview.edits.act("zoo", {"do": "undo"}) == ""
    assert texts(root) == (FRONT, EVENT)


def test_from_one_kind_it_reaches_the_template_that_it_extends(preview: Preview, root: Path) -> None:
    assert give(preview, "when", "fog") == ""
    front, event = texts(root)
    assert event == EVENT
    assert sorted(lines_changed(FRONT, front)) == [
        *('+ colour = "red"', '+ colour = "red"', '- align = "center"', '- colour = "ink"'),
        *("- italic = true", "- size = 14  # large", "- size = 9"),
    ]
    shown = looks(preview, "fog", "when")
    assert all(looks(preview, *other) == shown for other in (("wolf", "title"), ("wolf", "words"), ("fog", "words")))


def test_what_looks_like_it_already_is_not_written_again(preview: Preview, root: Path) -> None:
    give(preview, "title")
    before = texts(root)
    assert give(preview, "title") == "All elements of the type text look like this one already."
    assert give(preview, "plate") == "All elements of the type rectangle look like this one already."
    assert texts(root) == before


PLATES = """
[elements.red]
type = "rectangle"
fill = "red"
opacity = 0.5

[elements.pink]
extends = "red"
y = 9
corner = 2
"""


def test_what_one_element_takes_from_another_is_written_once(preview: Preview, root: Path) -> None:
    template(root, "front").write_text(FRONT + PLATES, encoding="utf-8")
    preview.showing.follow()
    assert give(preview, "plate") == ""
    assert lines_changed(FRONT + PLATES, texts(root)[0]) == [
        *('- fill = "red"', '+ fill = "ink"', "- opacity = 0.5"),
        *("- corner = 2", "+ corner = 0"),
    ]
    shown = looks(preview, "wolf", "plate")
    assert looks(preview, "wolf", "red") == looks(preview, "wolf", "pink") == shown


def test_what_is_shipped_stays_as_it_is_and_is_said_otherwise_in_the_game(preview: Preview, root: Path) -> None:
    front = 'extends = "base/front.toml"\n\n[elements.title]\nsize = 30\nbold = true\n'
    template(root, "front").write_text(front, encoding="utf-8")
    template(root, "front-event").unlink()
    preview.showing.follow()
    assert give(preview, "title") == ""
    assert texts_begin_with(root, front)
    parts = Board(preview.showing.now.games["zoo"], "wolf", "front").parts
    alike = {part.element.name for part in parts if part.element.type == "text"}
    assert len(alike) > 1
    assert all(looks(preview, "wolf", name)["size"] == 30 for name in alike)


def texts_begin_with(root: Path, front: str) -> bool:
    return template(root, "front").read_text(encoding="utf-8").startswith(front)


def test_a_file_that_has_just_been_changed_in_an_editor_is_not_written_over(preview: Preview, root: Path) -> None:
    edited = EVENT.replace("[elements.when]", "[elements.now]")
    template(root, "front-event").write_text(edited, encoding="utf-8")
    why = preview.edits.act("zoo", {"do": "looks", "card": "wolf", "side": "front", "element": "title"})
    assert why == "templates/zoo/front-event.toml has been changed since it was read, so nothing was written."
    assert texts(root) == (FRONT, edited)
