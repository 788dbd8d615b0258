"""The HTML books as axe-core judges them: on wide and narrow screens, by day and by night, no rule is broken.

axe-core (Deque Systems) holds a page in a real browser against the Web Content Accessibility Guidelines, levels A and
AA, and against its own list of good practice. Without a Chromium on this machine there is nothing to hold it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from browsing import CHROMIUM, DESK, TELEPHONE, Light, broken_rules, chromium
from playwright.sync_api import Browser
from rulebook.shipped_books import book_of
from tables import with_engine

LOOKS: Mapping[str, tuple[tuple[Light, int], ...]] = {
    "tombs": (("light", DESK), ("dark", TELEPHONE)),
    "fantasy-contract-rummy": (("dark", DESK),),
    "fishing-dragon": (("light", TELEPHONE),),
    "rummy-duel": (("light", DESK),),
    "toonerville-rook": (("dark", TELEPHONE),),
    "salt-roads": (("light", TELEPHONE),),
}
"""All books have one style, and colours do not depend on widths: each light and each width is looked at three times."""
UNFOLDED = "tombs"
WELCOME = '<!DOCTYPE html><html lang="en"><title>Wolf</title><main><h1>Wolf</h1>{}</main></html>'

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def broken_in(browser: Browser, file: Path, looks: Iterable[tuple[Light, int]]) -> list[str]:
    """What axe-core finds in a file that is looked at in all those ways."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(file.as_uri())
        return [text for light, width in looks for text in broken_rules(page, light, width)]


@pytest.mark.parametrize("game", with_engine())
def test_a_book_breaks_no_rule_of_axe_core(game: str, browser: Browser, tmp_path: Path) -> None:
    """What is folded is looked at in the shortest book, where all of it is unfolded."""
    page = tmp_path / "rulebook.html"
    text = book_of(game)["rulebook.html"].decode()
    page.write_text(text.replace("<details ", "<details open ") if game == UNFOLDED else text, encoding="utf-8")
    broken = broken_in(browser, page, LOOKS[game])
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
    broken = broken_in(browser, page, [("light", DESK)])
    assert [text.split()[3] for text in broken] == [rule] * bool(rule)
