"""A real browser for the tests, and axe-core in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

WITH_WINDOWS = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""What people use, and what pictures of pages are taken with."""
CHROMIUM = shutil.which("chromium-headless-shell") or WITH_WINDOWS
"""Chromium without windows runs the same tests in a seventh less time, but sets letters a little differently."""
Light = Literal["light", "dark"]
DESK, TELEPHONE = 1280, 360
"""px of CSS."""
LOOKS: tuple[tuple[Light, int], ...] = (("light", DESK), ("dark", TELEPHONE))
"""Wide by day and narrow by night. A run that is not thorough looks at each page in one of these ways."""
NOT_NEEDED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("PaintHolding", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "OptimizationHints"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("AimEnabled", "PreconnectToSearch"),
)
"""What Chromium does without. The first two are lists below a line for addresses, which no test sees; for each window
it would start two processes that draw them. Playwright turns off the others, and only the last option counts.
"""

BY_ITSELF = ("--disable-gpu", "--disable-software-rasterizer", "--num-raster-threads=1", "--renderer-process-limit=1")
"""One process that paints without pretending to have a graphics card takes a third less time. Pictures of pages are
taken without these, with letters as people see them.
"""


@contextmanager
def chromium(program: str | None = CHROMIUM) -> Iterator[Browser]:
    """Chromium that shows no window. As root it refuses to shut itself into a sandbox."""
    words = [*(() if program == WITH_WINDOWS else BY_ITSELF), f"--disable-features={','.join(NOT_NEEDED)}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--no-sandbox")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=words)
        yield opened
        opened.close()


def broken_rules(page: Page, light: Light, width: int) -> Iterator[str]:
    """Each rule of axe-core that an open page breaks, where it does and why, in one paragraph a place."""
    page.emulate_media(color_scheme=light)
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate(Axe().axe_script)
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then(results => results.violations)")
    for rule in found:
        for node in rule["nodes"]:
            yield (
                f"{light}, {width} px: {rule['id']} ({rule['impact']}): {rule['help']}\n"
                f"  at {' '.join(map(str, node['target']))}: {node['html']}\n  {node['failureSummary']}"
            )
