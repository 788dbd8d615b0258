"""Build the documentation: `python docs/build.py` writes it to `build/docs/site` and fails if a link is dead.

The pages are the Markdown files beside this script. Each code of `codes.toml` is added to the messages.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
BUILD = ROOT / "build" / "docs"
PICTURES = "output/gallery"
SUBJECTS = {
    "1": "Spreadsheet",
    "2": "Templates",
    "3": "What is on a card",
    "4": "Sheets and paper",
    "5": "Project and command line",
    "6": "Rules and engines",
    "7": "Tables, matches and tournaments",
    "8": "Simulations and transcripts",
}
"""The first digit of a code: what it is about."""
CODE_SPAN = re.compile(r"(`[^`]+`)")


def pages() -> dict[str, str]:
    """Return the Markdown of each page under the name of its file."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
    texts["messages.md"] += "".join(messages())
    return texts


def messages() -> Iterator[str]:
    """Yield a section for each subject and one for each of its codes."""
    codes = tomllib.loads((ROOT / "generator/proofdeck/ground/codes.toml").read_text(encoding="utf-8"))
    for digit, subject in SUBJECTS.items():
        yield f"\n## {subject}\n"
        for code in (code for code in codes if code[1] == digit):
            title, text, cure = (as_markdown(codes[code][part]) for part in ("title", "text", "cure"))
            yield f"\n### {code}\n\n**{title}**\n\n{text}\n\n*What to do:* {cure}\n"


def as_markdown(sentence: str) -> str:
    """Return a plain sentence, whose only markup is code in backticks, as Markdown."""
    parts = CODE_SPAN.split(sentence)
    return "".join(part if part.startswith("`") else re.sub(r"([*<\[])", r"\\\1", part) for part in parts)


def build(folder: Path) -> int:
    """Copy the pages and pictures to that folder and build `site` in it; return the exit code of the builder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / PICTURES, folder / "pages" / "gallery")
    shutil.copytree(DOCS / "extra", folder / "pages" / "extra")
    settings = str(shutil.copy(DOCS / "zensical.toml", folder))
    for name, text in pages().items():
        (folder / "pages" / name).write_text(text.replace(f"](../{PICTURES}/", "](gallery/"), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", settings]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(build(BUILD))
