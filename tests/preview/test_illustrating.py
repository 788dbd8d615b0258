"""A picture file that is dropped on a card becomes the picture of that card."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from browsing import DESK, LOOKS, Light, broken_rules
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from preview.zoo import CARDS, FRONT, front_of, zoo_in
from workbooks import write_workbook

from proofdeck.front.preview.server import Preview

PICTURE = '\n[elements.picture]\ntype = "image"\nfile = "{}"\nx = 10\ny = 70\nwidth = 12\nheight = 12\n'
COLUMN = "id,name,value,text,picture\nwolf,Wolf,3,Howls.,\nbear,Bear,5,Sleeps.,\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """With a column of pictures that nothing is in."""
    root = zoo_in(tmp_path, FRONT + PICTURE.format("{{ picture }}"))
    (root / "cards.csv").write_text(COLUMN, encoding="utf-8")
    return root


@pytest.fixture
def opened() -> Iterator[Callable[[Path], Preview]]:
    """Previews of other projects."""
    with ExitStack() as closing:

        def one(root: Path) -> Preview:
            found = Preview(root)
            for close in (found._server.server_close, found.showing.close, found.behind.close):
                closing.callback(close)
            return found

        yield one


def png(colour: str, form: str = "PNG") -> str:
    stream = BytesIO()
    Image.new("RGB", (30, 30), colour).save(stream, form)
    return b64encode(stream.getvalue()).decode()


def give(preview: Preview, colour: str = "navy", name: str = "photo.png", card: str = "bear") -> str:
    data = png(colour, "JPEG" if name.endswith("jpg") else "PNG")
    return act(preview, {"do": "picture", "card": card, "name": name, "data": data})


def act(preview: Preview, sent: dict[str, str]) -> str:
    """Why nothing was written; the page is up to date again."""
    why = preview.edits.act("zoo", sent)
    preview.showing.follow()
    return why


def files(root: Path) -> Mapping[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def faces(preview: Preview) -> Mapping[str, bytes]:
    preview.showing.follow()
    cards = preview.showing.now.games["zoo"].cards
    return {name: preview.pictures.face(card.front, 72) for name, card in cards.items()}


def has_one_step(preview: Preview, root: Path, before: Mapping[str, bytes]) -> bool:
    """Whether undo takes all of it away; it is then done again."""
    after = files(root)
    undone = act(preview, {"do": "undo"}), files(root) == before
    return undone == ("", True) and act(preview, {"do": "redo"}) == "" and files(root) == after


def test_the_file_goes_into_art_and_its_name_into_the_cell_of_that_card_alone(preview: Preview, root: Path) -> None:
    before, shown = files(root), faces(preview)
    assert give(preview) == ""
    assert (root / "cards.csv").read_text(encoding="utf-8") == COLUMN.replace("Sleeps.,", "Sleeps.,art/bear.png")
    assert {name for name, data in files(root).items() if before.get(name) != data} == {"art/bear.png", "cards.csv"}
    assert {card for card, face in faces(preview).items() if face != shown[card]} == {"bear"}
    assert "Undo the picture of Bear" in preview.views.cards("zoo")
    assert has_one_step(preview, root, before)


def test_another_picture_takes_the_place_of_the_first(preview: Preview, root: Path) -> None:
    give(preview)
    before, shown = files(root), faces(preview)
    assert give(preview, "red") == ""
    assert {name for name, data in files(root).items() if before.get(name) != data} == {"art/bear.png"}
    assert faces(preview)["bear"] != shown["bear"]
    assert has_one_step(preview, root, before)
    assert give(preview, "green", "new.jpg") == ""
    assert "Sleeps.,art/bear.jpg" in (root / "cards.csv").read_text(encoding="utf-8")


def test_a_picture_that_another_card_shows_stays_as_it_is(preview: Preview, root: Path) -> None:
    give(preview)
    shared = COLUMN.replace("Howls.,", "Howls.,art/bear.png")
    (root / "cards.csv").write_text(shared, encoding="utf-8")
    shown = faces(preview)
    assert give(preview, "red") == ""
    assert (root / "cards.csv").read_text(encoding="utf-8") == shared.replace("Sleeps.,", "Sleeps.,art/bear-2.png")
    assert faces(preview)["wolf"] == shown["wolf"]


@pytest.mark.parametrize(
    ("said", "file", "cell"),
    [
        ("images/{{ picture }}.png", "images/bear.png", "bear"),
        ("{% if picture %}images/{{ picture }}{% endif %}", "images/bear.png", "bear.png"),
        ("img/small-{{ picture }}-card.png", "img/small-bear-card.png", "bear"),
        ("{{ picture }}.png", "art/bear.png", "art/bear"),
    ],
)
def test_the_cell_says_what_the_template_leaves_to_it(
    preview: Preview, root: Path, said: str, file: str, cell: str
) -> None:
    front_of(root).write_text(FRONT + PICTURE.format(said), encoding="utf-8")
    before, shown = files(root), faces(preview)
    assert give(preview) == ""
    assert (root / file).is_file()
    assert f"Sleeps.,{cell}\n" in (root / "cards.csv").read_text(encoding="utf-8")
    assert faces(preview)["bear"] != shown["bear"]
    assert has_one_step(preview, root, before)


def test_a_picture_of_another_kind_than_all_others_is_not_put_where_no_card_would_find_it(
    preview: Preview, root: Path
) -> None:
    front_of(root).write_text(FRONT + PICTURE.format("images/{{ picture }}.png"), encoding="utf-8")
    before = files(root)
    assert give(preview, name="photo.jpg") == (
        "The pictures of these cards end with .png, and this one with .jpg. Save it as .png first, and drop it again."
    )
    assert files(root) == before


def test_a_template_that_lists_its_pictures_lists_the_new_one_too(
    opened: Callable[[Path], Preview], tmp_path: Path
) -> None:
    root = zoo_in(tmp_path, "")
    for name in ("images/wolf.png", "images/a/bear.png"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (30, 30), "navy").save(root / name)
    cells = COLUMN.replace("Howls.,", "Howls.,wolf.png").replace("Sleeps.,", "Sleeps.,bear.png")
    (root / "cards.csv").write_text(cells, encoding="utf-8")
    preview = opened(root)
    assert act(preview, {"do": "own", "look": "framed"}) == ""
    before, shown = files(root), faces(preview)
    assert give(preview, "red") == ""
    assert '"art/bear.png" = "art/bear.png"' in front_of(root).read_text(encoding="utf-8")
    assert faces(preview)["bear"] != shown["bear"]
    assert has_one_step(preview, root, before)


@pytest.mark.parametrize("front", ["", FRONT + PICTURE.format("{{ art }}")])
def test_without_a_column_the_picture_is_called_like_its_card(
    opened: Callable[[Path], Preview], tmp_path: Path, front: str
) -> None:
    root = zoo_in(tmp_path, front)
    preview = opened(root)
    before, shown = files(root), faces(preview)
    assert give(preview, name="lake.jpg") == ""
    assert files(root).keys() - before.keys() == {"art/bear.jpg"}
    assert faces(preview)["bear"] != shown["bear"]
    assert has_one_step(preview, root, before)
    first = files(root)
    assert give(preview, "red", "lake.png") == ""
    assert files(root).keys() - before.keys() == {"art/bear.png"}
    assert (root / "cards.csv").read_text(encoding="utf-8") == CARDS
    assert has_one_step(preview, root, first)


def test_a_card_on_which_no_picture_is_printed_says_how_to_have_one(
    opened: Callable[[Path], Preview], tmp_path: Path
) -> None:
    root = zoo_in(tmp_path)
    preview = opened(root)
    before = files(root)
    why = give(preview)
    assert why.startswith("No picture is printed on this card, so nothing was written. Under Arrange, choose + Picture")
    assert files(root) == before
    own = {"do": "element", "card": "bear", "side": "front", "element": "", "kind": "picture", "name": "{{ art }}"}
    assert act(preview, own) == ""
    shown = faces(preview)
    assert give(preview) == ""
    assert {card for card, face in faces(preview).items() if face != shown[card]} == {"bear"}


def test_in_a_workbook_the_cell_is_exchanged_unless_it_is_open_elsewhere(
    opened: Callable[[Path], Preview], tmp_path: Path
) -> None:
    root = zoo_in(tmp_path, FRONT + PICTURE.format("{{ picture }}"))
    (root / "cards.csv").unlink()
    rows = [line.split(",") for line in COLUMN.splitlines()]
    write_workbook(root / "cards.xlsx", {"Cards": rows})
    preview = opened(root)
    lock = root / "~$cards.xlsx"
    lock.write_bytes(b"")
    before = files(root)
    assert "cards.xlsx is open in a spreadsheet program" in give(preview)
    assert files(root) == before
    lock.unlink()
    before, shown = files(root), faces(preview)
    assert give(preview) == ""
    assert faces(preview)["bear"] != shown["bear"]
    assert has_one_step(preview, root, before)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("x.png", b64encode(b"no picture").decode(), "x.png"),
        ("notes.txt", b64encode(b"words").decode(), "notes.txt is not a picture that can be printed"),
        ("x.png", "%%%", "not an edit"),
    ],
)
def test_what_is_no_picture_leaves_everything_as_it_is(
    preview: Preview, root: Path, name: str, data: str, told: str
) -> None:
    before = files(root)
    assert told in act(preview, {"do": "picture", "card": "bear", "name": name, "data": data})
    assert files(root) == before


def test_a_picture_for_no_card_is_not_written_anywhere(preview: Preview, root: Path) -> None:
    assert "There is no card" in give(preview, card="../../loose")
    assert not list(root.parent.rglob("loose*"))


def test_a_folder_that_leads_out_of_the_project_is_left_alone(preview: Preview, root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / "art").symlink_to(outside, target_is_directory=True)
    assert "art/ leads out of the project" in give(preview)
    assert list(outside.iterdir()) == []


# -- in a browser ------------------------------------------------------------------------------------------------------

EVENT = """(node, [kind, name, data]) => {
  const files = new DataTransfer();
  files.items.add(new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], name));
  node.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: files}));
}"""


@pytest.fixture
def page(browser: Browser, served: Preview) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": DESK, "height": 1000}, reduced_motion="reduce").new_page()
    page.goto(f"{served.address}g/zoo/cards")
    expect(page.locator("ul.cards img.face").first).to_be_visible()
    yield page
    page.context.close()


def drag(node: Locator, kind: str, name: str = "lake.png", data: str = "") -> None:
    node.evaluate(EVENT, [kind, name, data or png("navy")])


def test_on_the_cards_page_it_is_dropped_on_its_face_and_taken_back(page: Page, root: Path) -> None:
    bear, before = page.locator('li[data-key="bear"]'), files(root)
    face = bear.locator(".front img")
    shown = face.get_attribute("src") or ""
    drag(face, "dragover")
    expect(page.locator("[data-dropping]")).to_have_count(1)
    expect(bear).to_have_attribute("data-dropping", "yes")
    drag(face, "drop")
    expect(face).not_to_have_attribute("src", shown)
    expect(page.locator("[data-dropping]")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo the picture of Bear")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(face).to_have_attribute("src", shown)
    assert files(root) == before


def test_what_is_dropped_beside_a_card_or_is_no_picture_changes_nothing(page: Page, root: Path) -> None:
    before = files(root)
    drag(page.locator("h1"), "dragover")
    expect(page.locator("[data-dropping]")).to_have_count(0)
    drag(page.locator("h1"), "drop")
    drag(page.locator('li[data-key="bear"] .front img'), "drop", "notes.txt")
    expect(page.locator("#dropped")).to_contain_text("notes.txt is not a picture that can be printed")
    assert files(root) == before


@pytest.mark.parametrize("arrange", ["", "?arrange=on"])
def test_on_the_page_of_a_card_it_is_dropped_or_chosen_and_taken_back(
    page: Page, served: Preview, root: Path, tmp_path: Path, arrange: str
) -> None:
    page.goto(f"{served.address}g/zoo/card/bear{arrange}")
    face = page.locator(".large img.face").first
    shown = face.get_attribute("src") or ""
    drag(face, "dragover")
    expect(page.locator(".large")).to_have_attribute("data-dropping", "yes")
    drag(face, "drop")
    expect(face).not_to_have_attribute("src", shown)
    first = face.get_attribute("src") or ""
    Image.new("RGB", (30, 30), "red").save(tmp_path / "other.png")
    page.get_by_label("Picture…").set_input_files(tmp_path / "other.png")
    expect(face).not_to_have_attribute("src", first)
    for known in (first, shown):
        page.keyboard.press("Control+z")
        expect(face).to_have_attribute("src", known)
    assert list((root / "art").iterdir()) == []
    expect(page.locator("h1")).to_have_text("Bear")


@pytest.mark.parametrize(("light", "width"), LOOKS)
def test_axe_finds_nothing_while_a_reason_is_shown(page: Page, light: Light, width: int) -> None:
    drag(page.locator('li[data-key="bear"] .front img'), "drop", "notes.txt")
    expect(page.locator("#dropped")).not_to_be_empty()
    assert [rule for rule in broken_rules(page, light, width) if "image-redundant-alt" not in rule] == []
