"""The HTML books as axe-core judges them: on wide and narrow screens, by day and by night, no rule is broken.

axe-core (Deque Systems) holds a page in a real browser against the Web Content Accessibility Guidelines, levels A and
AA, and against its own list of good practice. Without a Chromium on this machine there is nothing to hold it in.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright
from tables import project, with_engine

from generator.pipeline.books import book_jobs
from generator.pipeline.deck import lay_out
from generator.pipeline.request import Options, no_progress
from generator.problems import Problem

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
Light = Literal["light", "dark"]
DESK, TELEPHONE = 1280, 360
"""px of CSS."""
LOOKS: tuple[tuple[Light, int], ...] = (("light", DESK), ("dark", TELEPHONE))
"""Both lights and both widths. What a page looks like in the dark does not depend on its width, so two looks are enough
but for one game, which is looked at in all four."""
SMALLEST = "tombs"
WELCOME = '<!DOCTYPE html><html lang="en"><title>Wolf</title><main><h1>Wolf</h1>{}</main></html>'

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window. As root it refuses to shut itself into a sandbox."""
    words = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=words)
        yield opened
        opened.close()


def broken_rules(browser: Browser, file: Path, looks: Iterable[tuple[Light, int]]) -> list[str]:
    """Each rule of axe-core that the page breaks, where it does and why, in one paragraph a place."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(file.as_uri())
        page.evaluate(Axe().axe_script)
        return [text for light, width in looks for text in _broken(page, light, width)]


def _broken(page: Page, light: Light, width: int) -> Iterator[str]:
    page.emulate_media(color_scheme=light)
    page.set_viewport_size({"width": width, "height": 800})
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then(results => results.violations)")
    for rule in found:
        for node in rule["nodes"]:
            yield (
                f"{light}, {width} px: {rule['id']} ({rule['impact']}): {rule['help']}\n"
                f"  at {' '.join(map(str, node['target']))}: {node['html']}\n  {node['failureSummary']}"
            )


def html_book(game: str, folder: Path) -> Path:
    """The page of that shipped game, written into the folder."""
    problems: list[Problem] = []
    found = project()
    made = lay_out(found, found.games[game], Options(), problems)
    (job,) = (
        job for job in book_jobs(found, made, folder, Options(), problems) if folder / "rulebook.html" in job.keys
    )
    assert problems == []
    ((path, data),) = job.make(list(job.keys), no_progress)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("game", with_engine())
def test_a_book_breaks_no_rule_of_axe_core(game: str, browser: Browser, tmp_path: Path) -> None:
    page = html_book(game, tmp_path)
    crossed: tuple[tuple[Light, int], ...] = (("dark", DESK), ("light", TELEPHONE)) if game == SMALLEST else ()
    broken = broken_rules(browser, page, LOOKS + crossed)
    assert not broken, "\n\n".join(["", *broken])


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("<p>A wolf.</p>", ""),
        ('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">', "image-alt"),
        ("<h4>Howling</h4>", "heading-order"),
        ('<p style="color: #aaa">A wolf.</p>', "color-contrast"),
    ],
)
def test_a_page_that_breaks_a_rule_is_found(words: str, rule: str, browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "wolf.html"
    page.write_text(WELCOME.format(words))
    broken = broken_rules(browser, page, [("light", DESK)])
    assert [text.split()[3] for text in broken] == [rule] * bool(rule)
