"""Elements that are arranged in Chromium, by mouse and by keyboard, while others change the same files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import DESK, LOOKS, Light, broken_rules
from PIL import Image
from playwright.sync_api import Browser, FloatRect, Locator, Page, Route, expect
from preview.zoo import CARDS, FRONT, front_of, text_of, zoo_in

from proofdeck.front.preview.server import Preview

CENTRE = 31.5
"""mm from the left edge of the card to its middle."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return zoo_in(tmp_path)


@pytest.fixture
def page(browser: Browser, served: Preview) -> Iterator[Page]:
    page = opened(browser, served)
    yield page
    page.context.close()


def opened(browser: Browser, served: Preview, chosen: str = "on") -> Page:
    page = browser.new_context(viewport={"width": DESK, "height": 1000}, reduced_motion="reduce").new_page()
    page.goto(f"{served.address}g/zoo/card/bear?arrange={chosen}")
    expect(box(page, "title")).to_be_visible()
    return page


def box(page: Page, element: str) -> Locator:
    return page.locator(f'.board[data-side="front"] .box[data-key="{element}"]')


def face(page: Page) -> Locator:
    return page.locator('.board[data-side="front"] > img.face')


def wait_for(page: Page, is_so: Callable[[], bool]) -> None:
    for _ in range(100):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it was not written")


def bounds(page: Page, node: Locator) -> FloatRect:
    """Where it is, in CSS pixels; what the page renews has no place for a moment."""
    for _ in range(100):
        if found := node.bounding_box():
            return found
        page.wait_for_timeout(50)
    raise AssertionError("it is not shown")


def grab(page: Page, node: Locator, right: float, down: float) -> None:
    """Press the mouse on the middle of it and move by so many mm, without letting go."""
    there, card = bounds(page, node), bounds(page, face(page))
    x, y, px = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, card["width"] / 63
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right * px / 2, y + down * px / 2)
    page.mouse.move(x + right * px, y + down * px)


def press(page: Page, node: Locator, right: float, down: float, times: int = 1) -> None:
    """Click there, so many CSS pixels from its upper left corner; boxes let the mouse through to those below."""
    there = bounds(page, node)
    page.mouse.click(there["x"] + right, there["y"] + down, click_count=times)


def written_by(page: Page, root: Path, keys: str) -> None:
    """Press these keys, and wait until the template is another one."""
    before = text_of(root)
    page.keyboard.press(keys)
    wait_for(page, lambda: text_of(root) != before)


def value(root: Path, element: str, key: str) -> str:
    """As it is written."""
    found = re.search(rf"\[elements\.{element}\][^\[]*?\n{key} = ([^\n]*)", text_of(root))
    return found[1] if found else ""


# -- by mouse ----------------------------------------------------------------------------------------------------------


def test_an_element_is_dragged_and_its_face_follows(page: Page, root: Path) -> None:
    before = face(page).get_attribute("src")
    page.keyboard.down("Control")
    grab(page, box(page, "worth"), 2, 6)
    expect(page.locator(".board.lifted")).to_have_count(1)
    assert text_of(root) == FRONT
    page.mouse.up()
    page.keyboard.up("Control")
    expect(face(page)).not_to_have_attribute("src", before or "")
    assert (value(root, "worth", "x"), value(root, "worth", "y")) == ('"50% + 0mm"', "46")
    expect(page.locator(".board.lifted")).to_have_count(0)
    expect(page.locator('[data-option="y"] [data-field]')).to_have_value("46")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('[data-option="y"] [data-field]')).to_have_value("40")
    assert text_of(root) == FRONT
    expect(face(page)).to_have_attribute("src", before or "")


def test_it_is_held_by_the_middle_of_the_card(page: Page, root: Path) -> None:
    grab(page, box(page, "worth"), -2.8, 6)
    expect(page.locator(".guide.across")).to_have_count(1)
    page.mouse.up()
    wait_for(page, lambda: value(root, "worth", "x") == '"50% - 5mm"')


def test_a_handle_makes_it_larger_and_escape_leaves_it_as_it_was(page: Page, root: Path) -> None:
    press(page, box(page, "worth"), 3, 3)
    expect(box(page, "worth")).to_have_attribute("aria-pressed", "true")
    page.wait_for_load_state("networkidle")
    corner = bounds(page, page.locator(".handle.se"))
    page.route("**/card/bear?*", lambda _: None)  # what the page asks for is not answered yet
    page.keyboard.down("Control")
    grab(page, page.locator(".handle.se"), 4, 3)
    page.keyboard.press("Escape")
    assert bounds(page, page.locator(".handle.se")) == corner
    page.unroute("**/card/bear?*")
    page.mouse.up()
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    assert text_of(root) == FRONT
    expect(page.locator(".handle.se")).to_be_visible()
    grab(page, page.locator(".handle.se"), 4, 3)
    page.mouse.up()
    wait_for(page, lambda: (value(root, "worth", "width"), value(root, "worth", "height")) == ("14", "8"))
    assert (value(root, "worth", "x"), value(root, "worth", "y")) == ('"50% - 2mm"', "40")


def test_a_click_chooses_the_smallest_and_the_next_click_what_is_below(page: Page) -> None:
    chosen = page.locator('.box[aria-pressed="true"]')
    press(page, box(page, "worth"), 30, 10)
    expect(chosen).to_have_attribute("data-key", "worth")
    page.wait_for_timeout(600)
    press(page, box(page, "worth"), 30, 10)
    expect(chosen).not_to_have_attribute("data-key", "worth")
    expect(page.locator(".arranging h2")).not_to_contain_text("worth")


def test_what_depends_on_the_card_stays_and_says_why(page: Page, root: Path) -> None:
    grab(page, box(page, "beast"), 3, 3)
    page.mouse.up()
    expect(page.locator(".arranging")).to_contain_text("x is computed for each card, so change it at templates/zoo")
    assert text_of(root) == FRONT


# -- by keyboard -------------------------------------------------------------------------------------------------------


def test_by_keyboard_alone_it_is_chosen_moved_resized_and_undone(page: Page, root: Path) -> None:
    box(page, "worth").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="worth", exact=True)).to_have_attribute("aria-pressed", "true")
    for key in ("ArrowDown", "ArrowDown", "Shift+ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    wait_for(page, lambda: (value(root, "worth", "x"), value(root, "worth", "y")) == ('"50% - 1.5mm"', "46"))
    expect(box(page, "worth")).to_be_focused()
    size = page.get_by_role("button", name="Size of worth")
    size.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    wait_for(page, lambda: (value(root, "worth", "width"), value(root, "worth", "height")) == ("10.5", "10"))
    expect(size).to_be_focused()
    whole = text_of(root)
    steps = 0
    while text_of(root) != FRONT:  # keys that come slowly are steps of their own
        steps += 1
        written_by(page, root, "Control+z")
    for _ in range(steps):
        written_by(page, root, "Control+Shift+Z")
    assert text_of(root) == whole
    expect(page).to_have_url(re.compile(r"/card/bear\?arrange="))


# -- fields and words --------------------------------------------------------------------------------------------------


def test_options_are_typed_chosen_added_and_taken_out(page: Page, root: Path) -> None:
    page.get_by_label("Element", exact=True).select_option("front/title")
    field = page.get_by_label("H", exact=True)
    field.fill("tall")
    field.press("Enter")
    expect(page.locator(".why")).to_contain_text("height: 'tall' is not")
    field.fill("9")
    field.press("Enter")
    wait_for(page, lambda: value(root, "title", "height") == "9  # two lines")
    page.get_by_text("Type", exact=True).click()
    page.get_by_label("alignment", exact=True).select_option("left")
    wait_for(page, lambda: value(root, "title", "align") == '"left"')
    page.get_by_label("Add an option").select_option("opacity")
    page.get_by_label("opacity", exact=True).fill("0.5")
    page.get_by_label("opacity", exact=True).press("Enter")
    page.get_by_text("Fill", exact=True).click()
    wait_for(page, lambda: value(root, "title", "opacity") == "0.5")
    page.get_by_role("button", name="Remove: opacity").click()
    wait_for(page, lambda: value(root, "title", "opacity") == "")
    page.get_by_label("Pick: colour", exact=True).fill("#aa3300")
    wait_for(page, lambda: value(root, "title", "colour") == '"#aa3300"')


def test_an_option_that_is_being_added_stays_when_an_earlier_change_is_answered(
    page: Page, served: Preview, root: Path
) -> None:
    sent = list[Route]()
    page.route("**/spreadsheet", lambda route: sent.append(route))  # noqa: PLW0108 - it must be a function
    page.get_by_label("Element", exact=True).select_option("front/title")
    page.get_by_text("Type", exact=True).click()
    page.get_by_label("alignment", exact=True).select_option("left")
    page.get_by_label("Add an option").select_option("opacity")
    field = page.get_by_label("opacity", exact=True)
    field.fill("0.5")
    number = served.showing.now.number
    wait_for(page, lambda: bool(sent))
    sent[0].continue_()
    page.unroute("**/spreadsheet")
    wait_for(page, lambda: served.showing.now.number > number)
    page.wait_for_timeout(500)
    expect(field).to_have_value("0.5")
    field.press("Enter")
    wait_for(page, lambda: (value(root, "title", "align"), value(root, "title", "opacity")) == ('"left"', "0.5"))


def test_a_new_element_is_chosen_at_once_and_deleted(page: Page, root: Path) -> None:
    page.get_by_role("button", name="+ Text", exact=True).click()
    expect(page.locator(".arranging h2")).to_contain_text("text")
    expect(box(page, "text")).to_have_attribute("aria-pressed", "true")
    assert '[elements.text]\ntype = "text"\nx = 21.5\n' in text_of(root)
    page.get_by_role("button", name="Delete element").click()
    expect(box(page, "text")).to_have_count(0)
    assert text_of(root) == FRONT


def test_an_icon_is_chosen_by_its_picture_and_changed_for_another(page: Page, root: Path) -> None:
    for opener, name in (("+ Icon", "anchor"), ("Choose…", "acorn")):
        page.get_by_role("button", name=opener).click()
        page.get_by_label("Find by name").fill(name)
        found = page.locator(".picker .found button", has=page.locator(f'img[src$="/{name}.png"]'))
        expect(found.locator("img")).to_have_js_property("complete", value=True)
        assert found.locator("img").evaluate("image => image.naturalWidth") > 20
        found.click()
        wait_for(page, lambda name=name: value(root, "icon", "icon") == f'"{name}"')  # type: ignore[misc]
        expect(page.locator(".arranging h2")).to_contain_text("icon")
    page.get_by_role("button", name="+ Icon").click()
    page.get_by_label("Find by name").fill("qqqq")
    expect(page.get_by_role("dialog")).to_contain_text("Nothing is called qqqq.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_picture_from_this_computer_becomes_an_element(page: Page, root: Path, tmp_path: Path) -> None:
    Image.new("RGB", (40, 40), "navy").save(tmp_path / "lake.png")
    page.get_by_role("button", name="+ Picture").click()
    page.locator('.picker input[type="file"]').set_input_files(tmp_path / "lake.png")
    wait_for(page, lambda: value(root, "picture", "file") == '"art/lake.png"')
    expect(box(page, "picture")).to_have_attribute("aria-pressed", "true")


def test_columns_are_chips_among_the_words_and_braces_only_in_the_file(page: Page, root: Path) -> None:
    page.get_by_label("Element", exact=True).select_option("front/beast")
    words = page.locator('[data-option="text"] .chips')
    expect(words.locator(".chip")).to_have_text(["name", "value"])
    assert "{" not in words.inner_text()
    words.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" of {{value}}, ")
    page.get_by_role("button", name="+ text", exact=True).click()
    page.keyboard.press("Tab")
    wait_for(page, lambda: value(root, "beast", "text") == '"{{ name }} {{ value }} of {{value}}, {{ text }}"')
    expect(words.locator(".chip")).to_have_text(["name", "value", "value", "text"])


def test_an_element_is_sent_below_another_one(page: Page, root: Path) -> None:
    page.get_by_label("Element", exact=True).select_option("front/worth")
    page.get_by_label("Paint below").select_option("frame")
    back = page.get_by_role("button", name="Paint where it was before")
    expect(back).to_be_visible()
    assert value(root, "worth", "before") == '"frame"'
    expect(page.get_by_label("Paint below")).to_have_value("")
    back.click()
    expect(back).to_have_count(0)
    assert text_of(root) == FRONT


def test_a_double_click_edits_the_cell_where_its_words_stand(page: Page, root: Path) -> None:
    press(page, box(page, "title"), 200, 20, 2)
    editor = page.locator(".board .editor")
    expect(editor).to_have_value("Bear")
    editor.fill("Brown Bear")
    editor.press("Enter")
    wait_for(page, lambda: (root / "cards.csv").read_text() == CARDS.replace("Bear", "Brown Bear"))
    press(page, box(page, "title"), 200, 20, 2)
    page.locator(".board .editor").fill("Never")
    page.keyboard.press("Escape")
    expect(page.locator(".board .editor")).to_have_count(0)
    press(page, box(page, "beast"), 20, 20, 2)
    expect(page.get_by_role("group", name="The cells of beast")).to_contain_text("name: Brown Bear")
    page.get_by_role("button", name="value: 5").click()
    page.locator(".board .editor").fill("6")
    page.keyboard.press("Enter")
    wait_for(page, lambda: (root / "cards.csv").read_text() == CARDS.replace("Bear,5", "Brown Bear,6"))


def test_fonts_are_chosen_by_their_look(page: Page, root: Path) -> None:
    page.get_by_label("Element", exact=True).select_option("front/title")
    page.get_by_text("Type", exact=True).click()
    fonts = page.get_by_role("radiogroup", name="font")
    expect(fonts.get_by_role("radio", name="title")).to_be_checked()
    looks = fonts.locator("img").evaluate_all(
        "all => Promise.all(all.map(one => one.decode().then(() => one.naturalWidth)))"
    )
    assert len(looks) >= 3
    assert min(looks) > 100
    fonts.locator("label", has=page.get_by_role("radio", name="label")).click()
    wait_for(page, lambda: value(root, "title", "font") == '"label"')


def test_an_icon_is_completed_and_other_languages_stand_beside(page: Page, root: Path) -> None:
    german = CARDS.replace("id,name", "id,name,name@de").replace("Wolf", "Wolf,Wolf").replace("Bear", "Bear,Bär")
    (root / "cards.csv").write_text(german, encoding="utf-8")
    expect(page.locator('.spreadsheet td[data-name="name@de"]')).to_have_text("Bär")
    press(page, box(page, "title"), 200, 20, 2)
    expect(page.locator(".place small")).to_have_text("de: Bär")
    page.locator(".board .editor").press_sequentially("Bear :nosuchicon")
    icons = page.get_by_role("listbox", name="Icons")
    expect(icons.get_by_role("option")).to_have_count(0)
    page.locator(".board .editor").fill("Bear")
    page.locator(".board .editor").press_sequentially(" :lion")
    expect(icons.get_by_role("option").first).to_have_text("lion")
    page.keyboard.press("Tab")
    expect(page.locator(".board .editor")).to_have_value("Bear :lion:")
    page.keyboard.press("Enter")
    wait_for(page, lambda: "bear,Bear :lion:,Bär,5" in (root / "cards.csv").read_text(encoding="utf-8"))


# -- turned elements and corners ---------------------------------------------------------------------------------------

TURNED = (
    FRONT.replace('x = "50% - 2mm"', "x = 20\nangle = 90")
    + """
[elements.kite]
type = "polygon"
x = 20
y = 20
points = "0,0 10,0 5,8"
fill = "ink"
"""
)


def handle(page: Page, way: str) -> Locator:
    return page.locator(f'.handle[data-way="{way}"]')


@pytest.fixture
def turned(page: Page, root: Path) -> Page:
    front_of(root).write_text(TURNED)
    expect(box(page, "kite")).to_be_visible()
    return page


def choose(page: Page, element: str) -> None:
    page.get_by_label("Element", exact=True).select_option(f"front/{element}")
    expect(page.locator(".arranging h2")).to_contain_text(element)
    page.wait_for_load_state("networkidle")


def middle(page: Page, node: Locator) -> tuple[float, float]:
    """In mm on the card."""
    there, card = bounds(page, node), bounds(page, face(page))
    px = card["width"] / 63
    x, y = there["x"] + there["width"] / 2 - card["x"], there["y"] + there["height"] / 2 - card["y"]
    return round(x / px, 1), round(y / px, 1)


def test_handles_are_at_the_corners_of_a_turned_element_and_keep_the_other_side_where_it_is(
    turned: Page, root: Path
) -> None:
    choose(turned, "worth")
    assert middle(turned, handle(turned, "se")) == pytest.approx((22.5, 47.5), abs=0.2)
    fixed = middle(turned, handle(turned, "nw"))
    grab(turned, handle(turned, "se"), -2, 4)  # what is down on the card is along its width
    turned.mouse.up()
    wait_for(turned, lambda: (value(root, "worth", "width"), value(root, "worth", "height")) == ("14", "7"))
    expect(turned.locator("main")).not_to_have_attribute("aria-busy", "true")
    assert middle(turned, handle(turned, "nw")) == pytest.approx(fixed, abs=0.2)
    handle(turned, "se").focus()
    turned.keyboard.press("Shift+ArrowRight")
    wait_for(turned, lambda: value(root, "worth", "width") == "19")
    assert middle(turned, handle(turned, "nw")) == pytest.approx(fixed, abs=0.2)


def test_the_ends_of_a_turned_line_are_dragged_where_they_are_seen(page: Page, root: Path) -> None:
    line = '[elements.rule]\ntype = "line"\nx = 20\ny = 30\nx2 = 40\ny2 = 30\nangle = 90\nstroke_width = 1\n'
    front_of(root).write_text(f"{FRONT}\n{line}")
    expect(box(page, "rule")).to_be_visible()
    choose(page, "rule")
    assert middle(page, handle(page, "se")) == pytest.approx((30, 40), abs=0.2)
    fixed = middle(page, handle(page, "nw"))
    assert fixed == pytest.approx((30, 20), abs=0.2)
    page.keyboard.down("Control")
    grab(page, handle(page, "se"), 6, 4)
    page.mouse.up()
    page.keyboard.up("Control")
    wait_for(page, lambda: value(root, "rule", "x2") != "40")
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    assert middle(page, handle(page, "nw")) == pytest.approx(fixed, abs=0.2)
    assert middle(page, handle(page, "se")) == pytest.approx((36, 44), abs=0.2)
    page.get_by_role("button", name="Angle of rule").focus()
    page.keyboard.press("ArrowRight")
    wait_for(page, lambda: value(root, "rule", "angle") == "91")


def test_an_element_is_turned_by_its_handle_and_by_keys(turned: Page, root: Path) -> None:
    choose(turned, "worth")
    before = text_of(root)
    assert middle(turned, handle(turned, "turn")) == pytest.approx((33.5, 42.5), abs=0.2)
    turned.keyboard.down("Control")
    grab(turned, handle(turned, "turn"), -8.5, 8.5)
    assert text_of(root) == before
    turned.mouse.up()
    turned.keyboard.up("Control")
    wait_for(turned, lambda: value(root, "worth", "angle") == "180")
    angle = turned.get_by_role("button", name="Angle of worth")
    angle.focus()
    turned.keyboard.press("ArrowRight")
    wait_for(turned, lambda: value(root, "worth", "angle") == "181")
    expect(angle).to_be_focused()
    turned.keyboard.press("Shift+ArrowLeft")
    wait_for(turned, lambda: value(root, "worth", "angle") == "166")
    while text_of(root) != before:
        written_by(turned, root, "Control+z")


def test_a_corner_of_a_polygon_is_dragged_and_moved_by_keys(turned: Page, root: Path) -> None:
    choose(turned, "kite")
    grab(turned, handle(turned, "1"), 3, 2)
    turned.mouse.up()
    wait_for(turned, lambda: value(root, "kite", "points") == '"0,0 13,2 5,8"')
    corner = turned.get_by_role("button", name="Corner 3 of kite")
    corner.focus()
    turned.keyboard.press("ArrowDown")
    turned.keyboard.press("Shift+ArrowRight")
    wait_for(turned, lambda: value(root, "kite", "points") == '"0,0 13,2 10,8.5"')
    expect(corner).to_be_focused()
    grab(turned, handle(turned, "0"), 9, 9)
    turned.keyboard.press("Escape")
    turned.mouse.up()
    while text_of(root) != TURNED:
        written_by(turned, root, "Control+z")


# -- others at the same time -------------------------------------------------------------------------------------------


def test_a_save_in_an_editor_in_the_middle_of_a_drag_loses_nothing(page: Page, root: Path) -> None:
    page.keyboard.down("Control")
    grab(page, box(page, "worth"), 2, 6)
    edited = FRONT.replace("# The face of the zoo.", "# By the editor.\n")
    front_of(root).write_text(edited)
    page.wait_for_timeout(700)
    page.mouse.up()
    wait_for(page, lambda: text_of(root) == edited.replace("50% - 2mm", "50% + 0mm").replace("y = 40", "y = 46"))
    grab(page, box(page, "worth"), 0, 6)
    moved = text_of(root).replace("y = 46", "y = 20")
    front_of(root).write_text(moved)
    page.wait_for_timeout(700)
    page.mouse.up()
    expect(page.locator(".why")).to_contain_text("worth is somewhere else by now, so nothing was written.")
    assert text_of(root) == moved
    expect(box(page, "worth")).to_have_attribute("data-box", re.compile(r",20\.00,"))


def test_two_pages_follow_each_other(browser: Browser, served: Preview, page: Page, root: Path) -> None:
    other = opened(browser, served, "front/worth")
    before = face(other).get_attribute("src")
    page.keyboard.down("Control")
    grab(page, box(page, "worth"), 0, 6)
    page.mouse.up()
    expect(face(other)).not_to_have_attribute("src", before or "")
    expect(other.locator('[data-option="y"] [data-field]')).to_have_value("46")
    grab(other, box(other, "worth"), 0, 2)
    other.mouse.up()
    wait_for(other, lambda: value(root, "worth", "y") not in {"40", "46"})
    expect(page.locator('[data-option="y"] [data-field]')).to_have_value(value(root, "worth", "y"))
    other.context.close()


@pytest.mark.parametrize("chosen", ["on", "front/title", "back/frame"])
@pytest.mark.parametrize(("light", "width"), LOOKS)
def test_axe_finds_nothing_while_a_card_is_arranged(
    browser: Browser, served: Preview, chosen: str, light: Light, width: int
) -> None:
    page = opened(browser, served, chosen)
    assert list(broken_rules(page, light, width)) == []
    page.context.close()
