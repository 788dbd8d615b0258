"""Sheets and exports that are made on the page: the same files as those of the commands, told in sentences."""

from __future__ import annotations

import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from browsing import CHROMIUM, broken_rules
from cli.commands import run
from edits import change
from playwright.sync_api import Browser, Page, expect
from preview.asking import ask

from proofdeck.front.preview.orders import NOTHING_NEW, Making
from proofdeck.front.preview.printing import BUSY, STOPPED, PrintJob
from proofdeck.front.preview.server import Preview
from proofdeck.front.starting import start_project

in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
ALL = {"do": "print", "what": "all", "paper": "a4", "ink": "full"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    start_project(tmp_path / "zoo")
    return tmp_path / "zoo"


def made(preview: Preview, **form: str) -> Making:
    """What comes of a form that is obeyed."""
    assert preview.prints.act("zoo", {**ALL, **form}) == ""
    return ended(preview)


def job_of(preview: Preview) -> PrintJob:
    job = preview.prints.job("zoo")
    assert job is not None
    return job


def ended(preview: Preview) -> Making:
    while (found := job_of(preview).making) is None:
        time.sleep(0.01)
    return found


def test_a_pdf_of_the_page_is_that_of_the_command_to_the_last_byte(preview: Preview, root: Path) -> None:
    (file,) = made(preview, ink="low").files
    assert file.path == "output/zoo/cards-a4-low-ink.pdf"
    here = (root / file.path).read_bytes()
    run(root, "build", "zoo", "--paper", "a4", "--ink", "low", "--no-cache", "-o", root.with_name("elsewhere"))
    assert here == root.with_name("elsewhere").joinpath("zoo/cards-a4-low-ink.pdf").read_bytes()
    assert preview.prints.file("zoo", "1", "0") == ("cards-a4-low-ink.pdf", here)


def test_after_a_print_only_what_has_changed_is_printed(preview: Preview, root: Path) -> None:
    assert preview.prints.choices("zoo").changed is None
    made(preview)
    assert preview.prints.act("zoo", {"do": "printed", "job": "1"}) == ""
    assert preview.prints.choices("zoo").changed == 0
    assert made(preview, what="changed").said == (NOTHING_NEW,)
    change(root / "cards.csv", "Raven", "Crow")
    preview.showing.follow()
    assert preview.prints.choices("zoo").changed == 4
    (file,) = made(preview, what="changed").files
    assert (file.name, file.says) == ("changed-a4.pdf", "4 pieces on 1 sheet")


def test_some_cards_can_be_printed_alone(preview: Preview) -> None:
    (file,) = made(preview, what="some", cards="fox\nraven\nnobody").files
    assert file.says.startswith("8 pieces")


def test_an_export_is_that_of_the_command_and_is_one_download(preview: Preview, root: Path) -> None:
    assert preview.prints.act("zoo", {"do": "export", "target": "tts"}) == ""
    files = ended(preview).files
    run(root, "export", "tts", "-o", root.with_name("elsewhere"))
    there = root.with_name("elsewhere")
    assert {file.path for file in files} >= {"output/zoo/export/tts/zoo.json"}
    found = preview.prints.file("zoo", "1", "all")
    assert found is not None
    assert found[0] == "zoo.zip"
    assert (files[0].name, job_of(preview).folder) == ("zoo.json", "output/zoo/export/tts")
    with ZipFile(BytesIO(found[1])) as archive:
        pictures = [name for name in archive.namelist() if name.endswith(".png")]
        assert pictures
        for name in pictures:
            assert archive.read(name) == (there / "zoo/export/tts" / name).read_bytes()


def test_mistakes_are_told_in_sentences(preview: Preview, root: Path) -> None:
    change(root / "templates/zoo/front.toml", "[elements", "[elements.")
    (said, *_) = made(preview).said
    assert said[:1].isupper()
    assert "templates/zoo/front.toml" not in said or "(" in said
    assert "E3" not in said


def test_one_thing_is_made_at_a_time_and_can_be_stopped(preview: Preview) -> None:
    assert preview.prints.act("zoo", ALL) == ""
    assert preview.prints.act("zoo", ALL) == BUSY
    assert preview.prints.act("zoo", {"do": "stop"}) == ""
    assert ended(preview).said == (STOPPED,)
    assert made(preview).files


WRONG = (
    {"what": "some", "cards": "nobody"},
    *({"what": "everything"}, {"paper": "a9"}, {"ink": "red"}, {"do": "fly"}, {"do": "export", "target": "../../x"}),
)


@pytest.mark.parametrize("form", WRONG)
def test_what_the_page_cannot_send_makes_nothing(preview: Preview, form: dict[str, str]) -> None:
    assert "nothing was made" in preview.prints.act("zoo", {**ALL, **form})
    assert preview.prints.job("zoo") is None


def test_only_the_page_itself_prints_and_only_what_was_made_is_served(served: Preview, root: Path) -> None:
    address = f"{served.address}g/zoo/print"
    for headers in ({"Origin": "http://evil.example"}, {"Origin": ""}, {"Sec_Fetch_Site": "cross-site"}):
        assert ask(address, ALL, **headers).status == 403
    assert served.prints.job("zoo") is None
    assert ask(address, ALL).status == 303
    ended(served)
    assert ask(f"{served.address}made/zoo/1/0/cards-a4.pdf").text.startswith("%PDF")
    for path in ("made/zoo/2/0/x", "made/zoo/1/1/x", "made/zoo/1/-1/x", "made/zoo/1/all/x", "made/none/1/0/x"):
        assert ask(served.address + path).status == 404
    (root / "output/zoo/cards-a4.pdf").unlink()
    assert ask(f"{served.address}made/zoo/1/0/cards-a4.pdf").status == 404


@pytest.fixture
def page(browser: Browser, served: Preview) -> Iterator[Page]:
    with browser.new_context(reduced_motion="reduce", accept_downloads=True) as context:
        opened = context.new_page()
        opened.goto(served.address)
        yield opened


@in_a_browser
def test_a_pdf_takes_two_clicks_and_the_page_goes_on(page: Page, root: Path) -> None:
    page.get_by_role("link", name="Print").click()
    panel = page.get_by_role("dialog", name="Print and export")
    panel.get_by_role("button", name="Make the PDF").click()
    with page.expect_download() as download:
        panel.get_by_role("link", name="Download").click(timeout=20_000)
    assert Path(download.value.path()).read_bytes() == (root / "output/zoo/cards-a4.pdf").read_bytes()
    change(root / "cards.csv", "Raven", "Crow")
    expect(page.locator('li[data-key="raven"] .name')).to_have_text("Crow × 4")
    expect(panel).to_contain_text("output/zoo/")
    assert [*broken_rules(page, "light", 1440), *broken_rules(page, "dark", 390)] == []


@in_a_browser
def test_by_keyboard_the_cards_that_are_found_are_printed(page: Page) -> None:
    page.get_by_label("Find").fill("raven")
    page.get_by_role("radio", name="Backs").focus()
    page.route("**/print**", lambda route: None)
    page.keyboard.press("Control+p")
    panel = page.get_by_role("dialog", name="Print and export")
    expect(panel, "while it is fetched, keys do nothing on the page").to_be_focused()
    page.unroute("**/print**")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+p")
    expect(panel.get_by_role("radio", name="The card that is found 1 design")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("link", name="Open")).to_be_focused(timeout=20_000)
    expect(panel).to_contain_text("4 pieces on 1 sheet")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
