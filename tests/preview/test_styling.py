"""Below a look that was chosen, kinds get other colours and icons and the game other fonts, each by one value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import DESK, LOOKS, Light, broken_rules
from playwright.sync_api import Browser, Page, expect
from preview.zoo import front_of, lines_changed, text_of

from proofdeck.front.preview.choosing import choices_of
from proofdeck.front.preview.harmonies import harmonies
from proofdeck.front.preview.server import Preview
from proofdeck.front.preview.styling import FONTS, NEEDED, GameStyle, style_of, with_choices_of
from proofdeck.ground.colour_vision import contrast, rgb
from proofdeck.paper.faces.looks import look_called, look_names

CARDS = "name,kind,strength,text\nAda,Hero,3,Rerolls a die.\nBo,Hero,2,Hides.\nFog,Event,,Falls on all ships.\n"
TONES, ICONS = "data.tones", "data.emblems"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "zoo"
    root.mkdir()
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    return root


@pytest.fixture
def chosen(preview: Preview) -> Preview:
    """A preview in which the look `euro` has been chosen."""
    act(preview, {"do": "own", "look": "euro"})
    return preview


def act(preview: Preview, form: dict[str, str]) -> str:
    """Why nothing was written, or ""."""
    answer = preview.act("cards", "zoo", form)
    if isinstance(answer, str):
        return ""
    found = re.search(r'role="alert">(.*?)</p>', answer.data.decode())
    return found[1].replace("&#39;", "'") if found else "no reason"


def choice(table: str, word: str, was: str, text: str) -> dict[str, str]:
    return {"do": "style", "table": table, "word": word, "was": was, "text": text}


def style(preview: Preview) -> GameStyle:
    preview.showing.follow()
    found = style_of(preview.showing.now.games["zoo"], preview.showing.root)
    assert found is not None
    return found


def colour(preview: Preview, word: str) -> str:
    return next(one.colour for one in style(preview).swatches if one.word == word)


def icon(preview: Preview, word: str) -> str:
    return next(one.icon or "" for one in style(preview).swatches if one.word == word)


def keys(preview: Preview) -> dict[str, str]:
    preview.showing.follow()
    return {name: card.front.key for name, card in preview.showing.now.games["zoo"].cards.items()}


def test_a_colour_is_one_value_of_the_template_and_only_its_kind_looks_different(chosen: Preview, root: Path) -> None:
    before, faces, was = text_of(root), keys(chosen), colour(chosen, "Hero")
    assert act(chosen, choice(TONES, "Hero", was, "#123456")) == ""
    assert lines_changed(before, text_of(root)) == [f'- "Hero" = "{was}"', '+ "Hero" = "#123456"']
    now = keys(chosen)
    assert [name for name in now if now[name] != faces[name]] == ["ada", "bo"]
    assert "Undo the colour of Hero" in chosen.views.cards("zoo")
    act(chosen, {"do": "undo"})
    assert (text_of(root), keys(chosen)) == (before, faces)


def test_an_icon_is_one_value_of_the_template(chosen: Preview, root: Path) -> None:
    before, faces, was = text_of(root), keys(chosen), icon(chosen, "Event")
    assert act(chosen, choice(ICONS, "Event", was, "anchor")) == ""
    assert lines_changed(before, text_of(root)) == [f'- "Event" = "{was}"', '+ "Event" = "anchor"']
    assert keys(chosen)["fog"] != faces["fog"]
    assert "There is no icon 'nosuch'" in act(chosen, choice(ICONS, "Event", "anchor", "nosuch"))


def test_a_font_is_one_line_of_the_template(chosen: Preview, root: Path) -> None:
    before, faces = text_of(root), keys(chosen)
    assert act(chosen, choice("fonts", "title", "Alegreya Sans 800", "Cinzel 700")) == ""
    assert lines_changed(before, text_of(root)) == [
        '- title = {family = "Alegreya Sans", weight = 800}',
        '+ title = {family = "Cinzel", weight = 700}',
    ]
    assert not set(faces.items()) & set(keys(chosen).items())
    assert "the title font" in chosen.edits.steps.can_undo


@pytest.mark.parametrize(("role", "font"), [(role, font) for role, fonts in FONTS.items() for font in fonts])
def test_each_font_can_be_chosen_and_sets_words_in_italics_where_texts_have_them(
    role: str, font: str, preview: Preview, root: Path
) -> None:
    (root / "cards.csv").write_text(CARDS.replace("Hides.", "*Hides* **well**."), encoding="utf-8")
    act(preview, {"do": "own", "look": "word"})
    assert act(preview, choice("fonts", role, style(preview).fonts[role].now, font)) == ""
    assert [one for one in preview.showing.now.problems if one.is_error] == []
    picture = preview.answer(f"sample/zoo/name/{font}.png", {})
    assert picture is not None
    assert picture.data.startswith(b"\x89PNG")


def test_only_fonts_with_all_letters_of_the_cards_are_offered(chosen: Preview, root: Path) -> None:
    assert style(chosen).fonts["title"].offers == list(FONTS["title"])
    (root / "cards.csv").write_text(CARDS.replace("Ada", "Ада"), encoding="utf-8")
    families = {font.rpartition(" ")[0] for font in style(chosen).fonts["title"].offers}
    assert 0 < len(families) < 4
    (root / "cards.csv").write_text(CARDS.replace("Ada", "水"), encoding="utf-8")
    assert style(chosen).fonts["title"].offers == FONTS["title"]


def test_what_has_been_changed_elsewhere_is_not_written_over(chosen: Preview, root: Path) -> None:
    front = front_of(root)
    was = colour(chosen, "Hero")
    front.write_text(text_of(root).replace(was, "#111111"), encoding="utf-8")
    mine = text_of(root)
    told = act(chosen, choice(TONES, "Hero", was, "#123456"))
    assert told == "The colour of Hero is something else by now, so nothing was written."
    assert text_of(root) == mine


def test_what_cannot_be_a_choice_is_refused_with_the_reason(chosen: Preview, root: Path) -> None:
    before, was = text_of(root), colour(chosen, "Hero")
    assert "is not a colour" in act(chosen, choice(TONES, "Hero", was, "red; }"))
    assert "not one of the fonts" in act(chosen, choice("fonts", "body", "Alegreya Sans 500", "Cinzel 700"))
    for table, word in ((TONES, "Nobody"), ("elements.title", "text"), ("fonts", "label"), ("", "")):
        assert act(chosen, choice(table, word, "", "#123456")) != ""
    assert text_of(root) == before


def test_a_template_that_may_not_be_written_to_is_named(
    chosen: Preview, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, was = text_of(root), colour(chosen, "Hero")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "templates/zoo/front.toml may not be written to." in chosen.views.cards("zoo")
    for form in (choice(TONES, "Hero", was, "#123456"), {"do": "own", "look": "word", "again": "yes"}):
        assert "may not be written to" in act(chosen, form)
    assert text_of(root) == before


def test_a_kind_that_came_later_gets_its_colour_and_its_icon(chosen: Preview, root: Path) -> None:
    (root / "cards.csv").write_text(f"{CARDS}Rum,Cargo,1,Barrels.\n", encoding="utf-8")
    assert (colour(chosen, "Cargo"), icon(chosen, "Cargo")) == ("", "")
    assert act(chosen, choice(TONES, "Cargo", "", "#123456")) == ""
    assert act(chosen, choice(ICONS, "Cargo", "", "anchor")) == ""
    assert (colour(chosen, "Cargo"), icon(chosen, "Cargo")) == ("#123456", "anchor")


def test_a_deck_without_kinds_has_one_colour(preview: Preview, root: Path) -> None:
    (root / "cards.csv").write_text("name,text\nAda,Hides.\nBo,Runs.\n", encoding="utf-8")
    act(preview, {"do": "own", "look": "euro"})
    (swatch,) = style(preview).swatches
    assert (swatch.label, swatch.colour) == ("All cards", look_called("euro").tone)
    assert act(preview, choice("colours", "accent", swatch.colour, "#123456")) == ""
    assert 'accent = "#123456"' in text_of(root)


def test_a_back_of_the_same_colour_is_changed_in_the_same_step(preview: Preview, root: Path) -> None:
    (root / "cards.csv").write_text(
        "question,answer,kind\nHow far?,Ten miles.,Place\nHow long?,A day.,Time\n", encoding="utf-8"
    )
    act(preview, {"do": "own", "look": "euro"})
    back = root / "templates/zoo/back.toml"
    before = text_of(root), back.read_text(encoding="utf-8")
    was = style(preview).fonts["title"].now
    assert act(preview, choice("fonts", "title", was, "Cinzel 700")) == ""
    assert 'title = {family = "Cinzel", weight = 700}' in back.read_text(encoding="utf-8")
    act(preview, {"do": "undo"})
    assert (text_of(root), back.read_text(encoding="utf-8")) == before


@pytest.mark.parametrize("look", look_names())
def test_colours_that_are_offered_can_be_read_on_and_below_what_the_look_has(look: str, preview: Preview) -> None:
    act(preview, {"do": "own", "look": look})
    found = style(preview)
    grounds = ["#ffffff", *(paint for paint in look_called(look).parts["colours"].values() if "#e" < paint < "#g")]
    for swatch in found.swatches:
        assert len({*swatch.offers}) == 8
        assert swatch.contrast >= NEEDED
        assert not swatch.is_pale
        assert all(contrast(rgb(one), rgb(ground)) >= NEEDED for one in swatch.offers for ground in grounds)


def test_colours_go_with_the_other_kinds_and_stay_while_one_is_chosen(chosen: Preview) -> None:
    hero, event = style(chosen).swatches
    assert hero.offers == harmonies(event.colour, ("#ffffff", "#f4ecd9"))
    act(chosen, choice(TONES, "Hero", hero.colour, hero.offers[3]))
    assert style(chosen).swatches[0].offers == hero.offers


def test_a_colour_that_is_too_pale_is_written_and_told(chosen: Preview) -> None:
    assert "too pale" not in chosen.views.cards("zoo")
    act(chosen, choice(TONES, "Hero", colour(chosen, "Hero"), "#ffee66"))
    assert chosen.views.cards("zoo").count("too pale") == 1


def test_another_look_replaces_all_files_in_one_step(chosen: Preview, root: Path) -> None:
    act(chosen, choice(TONES, "Hero", colour(chosen, "Hero"), "#123456"))
    before = {path: path.read_bytes() for path in root.rglob("*.toml")}
    faces = keys(chosen)
    kept = with_choices_of(chosen.showing.now.games["zoo"], root)
    shown = {card: chosen.showing.in_look("zoo", card, "word", kept).key for card in faces}
    assert act(chosen, {"do": "own", "look": "word", "again": "yes"}) == ""
    assert (keys(chosen), style(chosen).look) == (shown, "word")
    act(chosen, {"do": "undo"})
    assert ({path: path.read_bytes() for path in root.rglob("*.toml")}, keys(chosen)) == (before, faces)


@pytest.mark.parametrize("look", [name for name in look_names() if name != "euro"])
def test_another_look_keeps_the_colours_icons_and_fonts_that_were_chosen(
    look: str, chosen: Preview, root: Path
) -> None:
    act(chosen, choice(TONES, "Hero", colour(chosen, "Hero"), "#123456"))
    act(chosen, choice(ICONS, "Event", icon(chosen, "Event"), "anchor"))
    act(chosen, choice("fonts", "title", style(chosen).fonts["title"].now, "Cinzel 700"))
    before, event = text_of(root), colour(chosen, "Event")
    assert act(chosen, {"do": "own", "look": look, "again": "yes"}) == ""
    now = style(chosen)
    assert (now.look, colour(chosen, "Hero"), colour(chosen, "Event")) == (look, "#123456", event)
    assert icon(chosen, "Event") == "anchor"
    assert now.fonts["title"].now == "Cinzel 700"
    body = look_called(look).parts["fonts"]["body"]
    assert now.fonts["body"].now == body.removesuffix(" alone")
    act(chosen, {"do": "undo"})
    assert text_of(root) == before


def test_what_was_not_chosen_is_as_the_other_look_has_it(preview: Preview, root: Path) -> None:
    (root / "cards.csv").write_text("name,text\nAda,Hides.\nBo,Runs.\n", encoding="utf-8")
    act(preview, {"do": "own", "look": "euro"})
    act(preview, {"do": "own", "look": "word", "again": "yes"})
    assert style(preview).swatches[0].colour == look_called("word").tone
    act(preview, choice("colours", "accent", look_called("word").tone, "#123456"))
    picture = preview.answer("sample/zoo/look/euro/ada.png", {})
    act(preview, {"do": "own", "look": "euro", "again": "yes"})
    assert style(preview).swatches[0].colour == "#123456"
    face = preview.pictures.face(preview.showing.now.games["zoo"].cards["ada"].front, 96)
    assert picture is not None
    assert picture.data == face


def test_files_of_kinds_that_there_are_no_longer_go_with_another_look(chosen: Preview, root: Path) -> None:
    mine = front_of(root).with_name("front-mine.toml")
    mine.write_text('extends = "zoo/front.toml"\n', encoding="utf-8")
    (root / "cards.csv").write_text(CARDS.replace("Event,", "Hero,4"), encoding="utf-8")
    assert act(chosen, {"do": "own", "look": "word", "again": "yes"}) == ""
    assert {path.name for path in root.rglob("*.toml")} == {"front.toml", "back.toml", "front-mine.toml"}


BY_HAND = """# Mine.
extends = "base/front.toml"

[colours]
accent = "{{ my_colours[kind] }}"  # of each kind

[data.my_colours]
Hero = "#27508a"
Event = "#8a2f27"
"""


def by_hand(preview: Preview, root: Path, text: str) -> None:
    front_of(root).parent.mkdir(parents=True)
    front_of(root).write_text(text, encoding="utf-8")
    preview.showing.follow()


def test_a_template_that_was_written_by_hand_has_fonts_and_a_colour_for_each_kind(preview: Preview, root: Path) -> None:
    by_hand(preview, root, BY_HAND)
    page, before = preview.views.cards("zoo"), keys(preview)
    assert "Make it yours" in page
    assert "Other looks" not in page
    assert "Icon of Hero" not in page
    assert act(preview, choice("data.my_colours", "Hero", "#27508a", "#123456")) == ""
    assert text_of(root) == BY_HAND.replace("#27508a", "#123456")
    assert {name for name, key in keys(preview).items() if key != before[name]} == {"ada", "bo"}
    coloured = keys(preview)
    assert act(preview, choice("fonts", "title", "", "Alfa Slab One 400")) == ""
    assert 'family = "Alfa Slab One"' in text_of(root)
    assert not {*keys(preview).values()} & {*coloured.values()}
    assert "template of its own" in act(preview, {"do": "own", "look": "word", "again": "yes"})


def test_a_template_that_only_extends_the_base_gets_a_colour_of_its_own(preview: Preview, root: Path) -> None:
    by_hand(preview, root, 'extends = "base/front.toml"\n')
    assert act(preview, choice("colours", "accent", "", "#123456")) == ""
    assert colour(preview, "accent") == "#123456"
    assert act(preview, choice(TONES, "Hero", "", "#123456")) != ""


def test_a_template_without_one_place_for_colours_says_what_to_do(preview: Preview, root: Path) -> None:
    by_hand(
        preview, root, "extends = \"base/front.toml\"\n[colours]\naccent = \"{{ 'red' if strength else 'blue' }}\"\n"
    )
    page = preview.views.cards("zoo")
    assert "The colours of this template have no one place" in page
    assert 'aria-label="Title font"' in page


def test_a_damaged_template_has_no_strip_until_it_can_be_read(chosen: Preview, root: Path) -> None:
    front_of(root).write_text(f"{text_of(root)}[fonts\n", encoding="utf-8")
    chosen.showing.follow()
    assert "Make it yours" not in chosen.views.cards("zoo")


# -- paper and language ------------------------------------------------------------------------------------------------

IN_GERMAN = (
    CARDS.replace("name,", "name,name@de,")
    .replace("Ada,", "Ada,Adda,")
    .replace("Bo,", "Bo,Bodo,")
    .replace("Fog,", "Fog,Nebel,")
)


def setting(key: str, was: str, text: str) -> dict[str, str]:
    return {"do": "setting", "key": key, "was": was, "text": text}


def settings(root: Path) -> str | None:
    file = root / "proofdeck.toml"
    return file.read_text(encoding="utf-8") if file.exists() else None


def offered(preview: Preview, key: str) -> tuple[str, list[str]] | None:
    preview.showing.follow()
    found = choices_of(preview.showing.now.games["zoo"], preview.showing.root, preview.showing.asked).get(key)
    return (found.now, list(found.offers)) if found else None


def test_the_paper_is_one_line_of_the_settings_and_the_first_that_is_printed_on(chosen: Preview, root: Path) -> None:
    assert offered(chosen, "paper") == ("", ["", "a4", "letter", "legal", "a3", "tabloid"])
    assert act(chosen, setting("paper", "", "legal")) == ""
    assert settings(root) == 'paper = "legal"\n'
    assert chosen.prints.choices("zoo").paper == "legal"
    assert 'sheets?paper=legal" aria-current="true">Legal<' in chosen.views.sheets("zoo", "")
    assert chosen.answer("sheet/zoo/legal/0.png", {}) is not None
    assert "Undo the paper" in chosen.views.cards("zoo")
    assert act(chosen, setting("paper", "legal", "")) == ""
    assert settings(root) is None
    for was in ('paper = "legal"\n', None):
        act(chosen, {"do": "undo"})
        assert settings(root) == was


def test_other_settings_and_comments_stay_where_they_are(chosen: Preview, root: Path) -> None:
    before = '# Ours.\nbooklet = true  # always\n\n[with]\ncolour = ["full", "bw"]\n'
    (root / "proofdeck.toml").write_text(before, encoding="utf-8")
    assert act(chosen, setting("paper", "", "letter")) == ""
    assert settings(root) == before.replace("# always\n", '# always\npaper = "letter"\n')
    assert act(chosen, setting("paper", "letter", "")) == ""
    assert settings(root) == before
    (root / "proofdeck.toml").write_text('paper = ["a3", "a4"]\n', encoding="utf-8")
    assert offered(chosen, "paper") == ("a3 a4", ["", "a4", "letter", "legal", "a3", "tabloid", "a3 a4"])
    assert act(chosen, setting("paper", "a3 a4", "a4")) == ""
    assert settings(root) == 'paper = "a4"\n'
    (root / "proofdeck.toml").write_text('[with]\ncolour = "full"\n', encoding="utf-8")
    assert act(chosen, setting("paper", "", "a4")) == ""
    assert settings(root) == 'paper = "a4"\n\n[with]\ncolour = "full"\n'


def test_the_language_of_faces_is_chosen_among_those_of_the_columns(chosen: Preview, root: Path) -> None:
    assert offered(chosen, "lang") is None
    (root / "cards.csv").write_text(IN_GERMAN, encoding="utf-8")
    assert offered(chosen, "lang") == ("", ["", "de"])
    faces = keys(chosen)
    assert act(chosen, setting("lang", "", "de")) == ""
    assert settings(root) == 'lang = "de"\n'
    assert not set(faces.items()) & set(keys(chosen).items())
    assert chosen.showing.now.lang == "de"
    act(chosen, {"do": "undo"})
    assert (settings(root), keys(chosen)) == (None, faces)


def test_a_language_that_was_asked_for_with_the_page_is_not_chosen_on_it(chosen: Preview, root: Path) -> None:
    (root / "cards.csv").write_text(IN_GERMAN, encoding="utf-8")
    chosen.showing.asked = "de"
    assert offered(chosen, "lang") is None
    assert act(chosen, setting("lang", "", "de")) != ""
    assert settings(root) is None


def test_settings_that_have_changed_or_cannot_be_read_are_left_alone(chosen: Preview, root: Path) -> None:
    (root / "proofdeck.toml").write_text('paper = "a3"\n', encoding="utf-8")
    assert "says something else by now" in act(chosen, setting("paper", "", "a4"))
    for sent in (setting("paper", "a3", "papyrus"), setting("booklet", "", "true"), setting("lang", "", "de")):
        assert act(chosen, sent) != ""
    assert settings(root) == 'paper = "a3"\n'
    (root / "proofdeck.toml").write_text('paper = "a3\n', encoding="utf-8")
    assert act(chosen, setting("paper", "a3", "a4")) != ""
    assert settings(root) == 'paper = "a3\n'
    assert "For every build" not in chosen.views.cards("zoo")


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Browser, chosen: Preview, served: Preview) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": DESK, "height": 1000}, reduced_motion="reduce").new_page()
    page.goto(f"{served.address}g/zoo/cards")
    expect(page.locator(".style")).to_be_visible()
    yield page
    page.context.close()


def test_kinds_and_fonts_are_chosen_by_mouse_and_the_faces_follow(page: Page, root: Path) -> None:
    face = page.locator('li[data-key="fog"] .front img')
    event = page.get_by_role("group", name="Event", exact=True)
    before = face.get_attribute("src") or ""
    event.locator(".offers button").nth(2).click()
    expect(face).not_to_have_attribute("src", before)
    expect(event.locator(".offers button").nth(2)).to_have_attribute("aria-pressed", "true")
    event.get_by_role("button", name="Icon of Event").click()
    page.get_by_role("dialog", name="Choose an icon").get_by_role("searchbox").fill("anch")
    page.get_by_role("button", name="anchor", exact=True).click()
    expect(event.get_by_role("button", name="Icon of Event: anchor")).to_be_focused()
    page.get_by_label("Colour of Hero").fill("#123456")
    expect(page.get_by_role("button", name="Undo the colour of Hero")).to_be_visible()
    page.locator("label", has=page.get_by_role("radio", name="Cinzel 900")).click()
    expect(page.get_by_role("button", name="Undo the title font")).to_be_visible()
    assert "weight = 900" in text_of(root)
    assert '"Event" = "anchor"' in text_of(root)
    assert '"Hero" = "#123456"' in text_of(root)


def test_all_is_chosen_and_taken_back_by_keys_alone(page: Page, root: Path) -> None:
    before = text_of(root)
    picker = page.get_by_role("dialog", name="Choose an icon")
    page.get_by_role("button", name="Icon of Hero").focus()
    page.keyboard.press("Enter")
    expect(picker).to_be_visible()
    page.keyboard.press("Shift+Tab")  # out of the sheet
    page.keyboard.press("Escape")
    expect(picker).to_have_count(0)
    expect(page.get_by_role("button", name="Icon of Hero")).to_be_focused()
    titles = page.get_by_role("radiogroup", name="Title font")
    titles.get_by_role("radio", checked=True).focus()
    for _ in range(2):  # faster than the page knows what became of the first one
        page.keyboard.press("ArrowDown")
    expect(page.locator('[data-key="fonts title"] [name="was"]')).to_have_value("Crimson Text 700")
    expect(titles.get_by_role("radio", name="Crimson Text 700")).to_be_focused()
    for was in ("Crimson Text 400", "Alegreya Sans 800"):
        page.keyboard.press("Control+z")
        expect(titles.get_by_role("radio", name=was)).to_be_checked()
    assert text_of(root) == before


def test_the_paper_is_chosen_and_taken_back_on_the_page(page: Page, root: Path) -> None:
    paper = page.get_by_label("Paper", exact=True)
    paper.select_option("Letter")
    expect(page.get_by_role("button", name="Undo the paper")).to_be_visible()
    assert settings(root) == 'paper = "letter"\n'
    page.get_by_role("button", name="Undo the paper").click()
    expect(paper).to_have_value("")
    assert settings(root) is None


@pytest.mark.parametrize(("light", "width"), LOOKS)
def test_a_strip_is_accessible_and_no_wider_than_its_window(page: Page, light: Light, width: int) -> None:
    page.get_by_role("button", name="Icon of Hero").click()
    page.locator(".looks summary").click()
    expect(page.get_by_role("dialog", name="Choose an icon")).to_be_visible()
    assert [rule for rule in broken_rules(page, light, width) if "image-redundant-alt" not in rule] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
