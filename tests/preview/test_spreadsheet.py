"""Cells that are edited on the page: what is written, who may, and what two people and an editor do at once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import DESK, LOOKS, Light, broken_rules
from playwright.sync_api import Browser, Page, expect
from preview.asking import ask
from workbooks import write_workbook

from proofdeck.front.preview.grids import Grid, GridRow, grids_of
from proofdeck.front.preview.server import Preview

CARDS = """id,name,value,text,notes
wolf,Wolf,3,"Howls, twice.",
bear,Bear,5,Sleeps.,
owl,Owl,2,,
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "zoo"
    root.mkdir()
    (root / "cards.csv").write_text(CARDS, encoding="utf-8")
    return root


def text_of(root: Path) -> str:
    return (root / "cards.csv").read_bytes().decode()


def grid(preview: Preview) -> Grid:
    preview.showing.follow()
    (found,) = grids_of(preview.showing.now, "zoo", preview.views.told())
    return found


def row(preview: Preview, card: str) -> GridRow:
    return next(one for one in grid(preview).rows if one.card == card)


def form(row: GridRow, do: str, **more: str) -> dict[str, str]:
    line, cells = row.mark
    return {"do": do, "file": "cards.csv", "line": str(line), "cells": cells, "card": row.card, **more}


def cell(row: GridRow, column: int, text: str) -> dict[str, str]:
    return form(row, "cells", edits=json.dumps([[row.mark.line, row.mark.cells, column, text]]))


# -- without a browser -------------------------------------------------------------------------------------------------


def test_a_cell_is_written_and_its_card_follows(preview: Preview, root: Path) -> None:
    before = preview.showing.now.games["zoo"].cards["bear"].front.key
    assert preview.edits.act("zoo", cell(row(preview, "bear"), 1, "Old, Bear")) == ""
    assert text_of(root) == CARDS.replace("bear,Bear", 'bear,"Old, Bear"')
    preview.showing.follow()
    shown = preview.showing.now.games["zoo"].cards["bear"]
    assert (shown.card.name, shown.front.key == before) == ("Old, Bear", False)
    assert "cell" in preview.edits.steps.can_undo
    assert preview.edits.act("zoo", {"do": "undo"}) == ""
    assert text_of(root) == CARDS
    assert preview.edits.act("zoo", {"do": "redo"}) == ""
    assert "Old, Bear" in text_of(root)


def test_rows_are_added_copied_and_deleted(preview: Preview, root: Path) -> None:
    assert preview.edits.act("zoo", form(row(preview, "wolf"), "copy")) == ""
    assert text_of(root).splitlines()[2] == 'wolf-2,Wolf,3,"Howls, twice.",'
    assert preview.edits.act("zoo", form(row(preview, "owl"), "new")) == ""
    assert text_of(root).splitlines()[-1] == ",New card,,,"
    assert [one.card for one in grid(preview).rows] == ["wolf", "wolf-2", "bear", "owl", "new-card"]
    for name in ("wolf-2", "new-card"):
        assert preview.edits.act("zoo", form(row(preview, name), "delete")) == ""
    assert text_of(root) == CARDS


@pytest.mark.quick
def test_the_id_of_a_copy_is_not_that_of_another_card_in_capitals(preview: Preview, root: Path) -> None:
    (root / "cards.csv").write_text(CARDS.replace("owl,Owl", "WOLF-2,Owl"))
    assert preview.edits.act("zoo", form(row(preview, "wolf"), "copy")) == ""
    assert text_of(root).splitlines()[2].startswith("wolf-3,Wolf")
    assert not any(one.wrong for one in grid(preview).rows)


def test_what_is_wrong_is_told_at_its_cell(preview: Preview, root: Path) -> None:
    (root / "cards.csv").write_text(CARDS.replace("bear,Bear,5", "bear,Bear,five").replace("owl,Owl", "wolf,Owl"))
    rows = grid(preview).rows
    assert [list(one.wrong) for one in rows] == [[], [2], [0]]
    assert "five" in rows[1].wrong[2]
    assert rows[2].card == "wolf-2", "a card whose id is taken is numbered where no rule needs its id"


def test_a_row_that_somebody_else_has_changed_is_not_written_over(preview: Preview, root: Path) -> None:
    seen = row(preview, "bear")
    (root / "cards.csv").write_text(CARDS.replace("Sleeps.", "Sleeps well."))
    assert "This row has changed" in preview.edits.act("zoo", cell(seen, 1, "Boar"))
    assert text_of(root) == CARDS.replace("Sleeps.", "Sleeps well.")
    assert "Sleeps well." in preview.views.spreadsheet("zoo", "Late")


def test_a_page_has_seen_what_it_has_changed_itself_and_no_other_page_has(preview: Preview, root: Path) -> None:
    def sent(column: int, text: str, page: str) -> str:
        return preview.edits.act("zoo", {**cell(seen, column, text), "page": page})

    seen = row(preview, "bear")
    assert sent(1, "Ox", "mine") == sent(2, "7", "mine") == sent(1, "Bear", "mine") == sent(2, "5", "mine") == ""
    assert text_of(root) == CARDS
    assert sent(1, "Ox", "mine") == sent(3, "Low.", "mine") == ""
    assert "This row has changed" in sent(2, "9", "yours")
    assert "This row has changed" in sent(2, "9", "")
    (root / "cards.csv").write_text(text_of(root).replace("Low.", "Very low."))
    assert "This row has changed" in sent(2, "9", "mine")
    assert text_of(root) == CARDS.replace("Bear,5,Sleeps.", "Ox,5,Very low.")


def test_a_row_that_an_editor_has_moved_is_found(preview: Preview, root: Path) -> None:
    seen = row(preview, "owl")
    (root / "cards.csv").write_text(CARDS.replace("wolf,", "fox,Fox,1,,\nwolf,"))
    assert preview.edits.act("zoo", cell(seen, 2, "4")) == ""
    assert text_of(root) == CARDS.replace("wolf,", "fox,Fox,1,,\nwolf,").replace("owl,Owl,2", "owl,Owl,4")


def test_undo_is_refused_after_somebody_else_has_saved(preview: Preview, root: Path) -> None:
    assert preview.edits.act("zoo", cell(row(preview, "owl"), 2, "4")) == ""
    saved = text_of(root) + "fox,Fox,1,,\n"
    (root / "cards.csv").write_text(saved)
    assert "cards.csv has been changed elsewhere" in preview.edits.act("zoo", {"do": "undo"})
    assert text_of(root) == saved


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "cells", "file": "cards.csv"},
        {"do": "cells", "file": "cards.csv", "edits": "[[1]]"},
        {"do": "cells", "file": "cards.csv", "edits": "[" * 5000},
        {"do": "cells", "file": "cards.csv", "edits": '[[2, "x", -1, "a"]]'},
        {"do": "cells", "file": "cards.csv", "edits": '[[2, "x", 1e400, "a"]]'},
        {"do": "cells", "file": "cards.csv", "edits": '[[1e400, "x", 1, "a"]]'},
        {"do": "cells", "file": "cards.csv", "edits": '[[2, "x", 1e9, "a"]]'},
        {"do": "delete", "file": "cards.csv", "line": "2", "cells": "x"},
        {"do": "cells", "file": "../secret.csv", "edits": '[[1, "x", 0, "a"]]'},
        {"do": "cells", "file": "proofdeck.toml", "edits": '[[1, "x", 0, "a"]]'},
        {"do": "format"},
        {"do": "undo"},
    ],
)
def test_what_is_no_edit_of_the_page_writes_nothing(preview: Preview, root: Path, sent: dict[str, str]) -> None:
    (root.parent / "secret.csv").write_text("id,name\n")
    (root / "proofdeck.toml").write_text("")
    assert preview.edits.act("zoo", sent).endswith(".")
    assert text_of(root) == CARDS
    assert (root.parent / "secret.csv").read_text() == "id,name\n"
    assert (root / "proofdeck.toml").read_text() == ""


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Preview]:
    """A workbook with two sheets of cards."""
    heroes: list[list[object]] = [["Name", "Power"], ["Wolf", 3], ["Bear", 5]]
    write_workbook(tmp_path / "zoo.xlsx", {"Heroes": heroes, "Events": [["Name", "Effect"], ["Storm", "Rains."]]})
    found = Preview(tmp_path)
    yield found
    found.behind.close()
    found._server.server_close()


def sent_to(books: Preview, tab: str, column: int, text: str) -> dict[str, str]:
    (name,) = books.showing.now.games
    mark = next(one for one in grids_of(books.showing.now, name, []) if one.tab == tab).rows[0].mark
    edits = json.dumps([[mark.line, mark.cells, column, text]])
    return {"do": "cells", "file": "zoo.xlsx", "tab": tab, "edits": edits, "card": "wolf"}


def test_a_cell_of_a_workbook_is_written_into_its_sheet_and_all_rows_stay(books: Preview, tmp_path: Path) -> None:
    path = tmp_path / "zoo.xlsx"
    before, (name,) = path.read_bytes(), books.showing.now.games
    page = books.views.spreadsheet(name)
    assert re.search(r'data-address="A2"[^>]*>Wolf<', page)
    assert re.search(r'data-address="A2"[^>]*>Storm<', page)
    assert 'aria-readonly="true"' not in page
    assert 'value="delete"' not in page
    assert books.edits.act(name, sent_to(books, "Events", 1, "Floods.")) == ""
    books.showing.follow()
    assert books.showing.now.games[name].cards["storm"].card.fields["effect"] == "Floods."
    assert books.showing.now.games[name].cards["wolf"].card.name == "Wolf"
    sent = sent_to(books, "Heroes", 1, "")
    ((line, cells, *_),) = json.loads(sent["edits"])
    told = books.edits.act(name, {**sent, "do": "delete", "line": str(line), "cells": cells})
    assert "are added and deleted in your spreadsheet program" in told
    assert books.edits.act(name, {"do": "undo"}) == ""
    assert path.read_bytes() == before


def test_a_workbook_that_is_open_in_another_program_is_left_to_it(books: Preview, tmp_path: Path) -> None:
    before, (name,) = (tmp_path / "zoo.xlsx").read_bytes(), books.showing.now.games
    sent = sent_to(books, "Heroes", 0, "Fox")
    (tmp_path / ".~lock.zoo.xlsx#").write_text("")
    assert "open in a spreadsheet program" in books.views.spreadsheet(name)
    assert "open in a spreadsheet program" in books.edits.act(name, sent)
    assert (tmp_path / "zoo.xlsx").read_bytes() == before


def test_a_workbook_of_another_kind_is_shown_and_not_written(tmp_path: Path) -> None:
    write_workbook(tmp_path / "zoo.ods", {"Deck": [["Name", "Power"], ["Wolf", 3], ["Bear", 5]]})
    found = Preview(tmp_path)
    (name,) = found.showing.now.games
    page = found.views.spreadsheet(name)
    assert "zoo.ods is a workbook whose cells cannot be changed here" in page
    assert 'aria-readonly="true"' in page
    found.behind.close()
    found._server.server_close()


def test_a_file_that_may_not_be_written_is_told_before_the_first_edit(
    preview: Preview, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != root)
    assert "cards.csv may not be written to" in preview.views.spreadsheet("zoo")
    assert "may not be written to" in preview.edits.act("zoo", cell(row(preview, "owl"), 2, "4"))
    assert text_of(root) == CARDS


def test_only_a_form_of_the_page_itself_is_obeyed(served: Preview, root: Path) -> None:
    address, sent = f"{served.address}g/zoo/spreadsheet", cell(row(served, "owl"), 2, "4")
    assert ask(address.replace(served.token, "x" * 22), sent).status == 403
    assert ask(address, sent, Origin="http://example.org").status == 403
    assert ask(address, sent, Origin="null", Sec_Fetch_Site="cross-site").status == 403
    assert ask(address, sent, Origin="").status == 403
    assert text_of(root) == CARDS
    assert ask(address, sent).status == 303
    assert "owl,Owl,4" in text_of(root)
    late = ask(address, sent)
    assert late.status == 409
    assert "This row has changed" in late.text


def test_words_from_the_spreadsheet_are_never_code(preview: Preview, root: Path) -> None:
    (root / "cards.csv").write_text(CARDS.replace("Sleeps.", '"<img src=x onerror=""alert(1)"">"'))
    preview.showing.follow()
    page = preview.views.spreadsheet("zoo")
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


# -- in Chromium -------------------------------------------------------------------------------------------------------


def opened(browser: Browser, preview: Preview, view: str = "spreadsheet") -> Page:
    page = browser.new_context(viewport={"width": DESK, "height": 800}, reduced_motion="reduce").new_page()
    page.goto(f"{preview.address}g/zoo/{view}")
    expect(page.locator('.spreadsheet td[tabindex="0"]')).to_have_count(1)
    return page


def wait_for(page: Page, is_so: Callable[[], bool]) -> None:
    """The page shows an edit before it is written."""
    for _ in range(100):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it was not written")


def test_by_keyboard_alone_a_cell_is_edited_left_undone_and_done_again(
    browser: Browser, served: Preview, root: Path
) -> None:
    page = opened(browser, served)
    page.locator('.spreadsheet td[tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    editor = page.get_by_role("textbox", name="name of bear")
    expect(editor).to_be_focused()
    editor.press_sequentially("Never")
    page.keyboard.press("Escape")
    wait_for(page, lambda: text_of(root) == CARDS)
    page.keyboard.press("F2")
    page.get_by_role("textbox", name="name of bear").fill("Old Bear")
    page.keyboard.press("Enter")
    expect(page.locator('tr[data-card="bear"] td').nth(1)).to_have_text("Old Bear")
    wait_for(page, lambda: text_of(root) == CARDS.replace("Bear", "Old Bear"))
    expect(page.locator("td:focus")).to_have_text("Owl")
    page.keyboard.press("Control+z")
    expect(page.locator('tr[data-card="bear"] td').nth(1)).to_have_text("Bear")
    wait_for(page, lambda: text_of(root) == CARDS)
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator('tr[data-card="bear"] td').nth(1)).to_have_text("Old Bear")
    page.keyboard.type("Q")
    page.keyboard.press("Alt+Enter")
    page.keyboard.type("d")
    page.keyboard.press("Tab")
    expect(page.locator('tr[data-card="owl"] td').nth(1)).to_have_text("Q\nd")
    wait_for(page, lambda: '"Q\nd"' in text_of(root))
    page.context.close()


@pytest.mark.parametrize("pause", [0, 150])
def test_a_row_is_typed_faster_than_it_is_written(browser: Browser, served: Preview, root: Path, pause: int) -> None:
    """pause: ms between two keys."""
    page = opened(browser, served)
    page.locator('tr[data-card="bear"] td').nth(1).click()
    for word in ("Ox", "7", "Low."):
        page.keyboard.type(word, delay=pause)
        page.wait_for_timeout(pause)
        page.keyboard.press("Tab")
    wait_for(page, lambda: text_of(root) == CARDS.replace("Bear,5,Sleeps.,", "Ox,7,Low.,"))
    expect(page.locator(".where")).not_to_contain_text("changed")
    page.context.close()


def test_by_mouse_a_row_is_found_sorted_pasted_into_and_deleted(browser: Browser, served: Preview, root: Path) -> None:
    page = opened(browser, served)
    page.get_by_role("button", name="value").click()
    expect(page.locator("tbody tr").first).to_have_attribute("data-card", "owl")
    page.locator('tr[data-card="owl"] td').nth(1).dblclick()
    page.get_by_role("textbox", name="name of owl").fill("Snow Owl")
    page.locator('tr[data-card="wolf"] td').nth(2).click()
    expect(page.locator('tr[data-card="owl"] td').nth(1)).to_have_text("Snow Owl")
    expect(page.locator("tbody tr").first).to_have_attribute("data-card", "owl")
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", '7\\t"a\\tb"\\n8\\tplain');
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }"""
    )
    expect(page.locator('tr[data-card="bear"] td').nth(2)).to_have_text("8")
    assert text_of(root).splitlines()[1:] == [
        'wolf,Wolf,7,"a\tb",',
        "bear,Bear,8,plain,",
        "owl,Snow Owl,2,,",
    ]
    page.get_by_placeholder("Find in rows").fill("snow")
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.locator('tr[data-card="owl"] td').nth(1).click()
    page.get_by_role("button", name="Delete row").click()
    expect(page.locator('tr[data-card="owl"]')).to_have_count(0)
    wait_for(page, lambda: "owl" not in text_of(root))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('tr[data-card="owl"]')).to_have_count(1)
    page.context.close()


def test_two_pages_and_an_editor_do_not_write_over_each_other(browser: Browser, served: Preview, root: Path) -> None:
    one, other = opened(browser, served), opened(browser, served)
    other.locator('tr[data-card="bear"] td').nth(3).dblclick()
    other.get_by_role("textbox", name="text of bear").fill("Growls.")
    one.locator('tr[data-card="bear"] td').nth(1).dblclick()
    one.get_by_role("textbox", name="name of bear").fill("Old Bear")
    one.keyboard.press("Enter")
    wait_for(one, lambda: "Old Bear" in text_of(root))
    other.keyboard.press("Tab")
    expect(other.locator(".where")).to_contain_text("This row has changed")
    wait_for(one, lambda: text_of(root) == CARDS.replace("Bear", "Old Bear"))
    expect(other.locator('tr[data-card="bear"] td').nth(1)).to_have_text("Old Bear")
    other.locator('tr[data-card="bear"] td').nth(3).dblclick()
    expect(other.get_by_role("textbox", name="text of bear")).to_have_value("Growls.")
    other.keyboard.press("Enter")
    expect(one.locator('tr[data-card="bear"] td').nth(3)).to_have_text("Growls.")
    (root / "cards.csv").write_text(text_of(root).replace("Wolf", "Grey Wolf"))
    for page in (one, other):
        expect(page.locator('tr[data-card="wolf"] td').nth(1)).to_have_text("Grey Wolf")
        page.context.close()


def test_the_words_on_the_page_of_a_card_are_edited_there(browser: Browser, served: Preview, root: Path) -> None:
    page = opened(browser, served, "card/bear")
    face = page.locator(".large img.face").first.get_attribute("src")
    page.locator(".spreadsheet tr", has_text="text").locator("td").dblclick()
    page.get_by_role("textbox").fill("Growls.")
    page.keyboard.press("Enter")
    expect(page.locator(".spreadsheet tr", has_text="text").locator("td")).to_have_text("Growls.")
    expect(page.locator(".large img.face").first).not_to_have_attribute("src", face or "")
    wait_for(page, lambda: text_of(root) == CARDS.replace("Sleeps.", "Growls."))
    page.context.close()


@pytest.mark.parametrize("view", ["spreadsheet", "card/bear"])
@pytest.mark.parametrize(("light", "width"), LOOKS[::-1])
def test_axe_finds_nothing_while_a_cell_is_edited(
    browser: Browser, served: Preview, view: str, light: Light, width: int
) -> None:
    page = opened(browser, served, view)
    page.locator('.spreadsheet td[tabindex="0"]').press("Enter")
    assert list(broken_rules(page, light, width)) == []
    page.context.close()
