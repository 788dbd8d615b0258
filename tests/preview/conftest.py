"""A preview of the project in the folder `root`, which each file of tests makes as it needs it, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from browsing import CHROMIUM, chromium
from playwright.sync_api import Browser, expect

from proofdeck.front.preview.server import Preview

expect.set_options(timeout=20_000)
"""Milliseconds: a busy machine may take longer than the usual five seconds to paint the faces of a page."""


@pytest.fixture
def preview(root: Path) -> Iterator[Preview]:
    """Without a server, which needs none to be asked."""
    found = Preview(root)
    yield found
    found.behind.close()
    found.showing.close()
    found._server.server_close()


@pytest.fixture
def served(preview: Preview) -> Iterator[Preview]:
    serving = Thread(target=preview.serve)
    serving.start()
    yield preview
    preview.stop()
    serving.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all pages of a file of tests."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium")
    with chromium() as opened:
        yield opened
