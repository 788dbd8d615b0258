"""Build the documentation: `python docs/build.py` writes it to `build/docs/site` and fails if a link is dead.

The pages are the Markdown files beside this script. Each code of `codes.toml` is added to the messages.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
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
LONG = {
    "templates.md": ("Elements", "Markup", "Expressions"),
    "kit.md": ("What is forbidden", "Turns, dice and choices", "Rules: cards and parameters"),
    "commands.md": ("Play and prove", "Matches"),
    "messages.md": tuple(SUBJECTS.values()),
}
"""Pages that are several on the site, and the headings with which new ones begin."""
FENCE = re.compile(r"^(````.*?^````$|```.*?^```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<page>[\w.-]*)#(?P<anchor>[^)]+)\)")
CODE_SPAN = re.compile(r"(`[^`]+`)")


def pages() -> dict[str, str]:
    """Return the Markdown of each page under the name of its file."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
    texts["messages.md"] += "".join(messages())
    texts["index.md"] = home(texts["index.md"])
    return texts


def home(text: str) -> str:
    """Return the first page without menus: what is before its first picture is a banner, and lists are side by side."""
    head, hero, rest = re.split(r"^(# .*?^!\[.*?\n)", text, maxsplit=1, flags=re.MULTILINE | re.DOTALL)
    before, lists, after = re.split(r"^(## Learn\n.*?)(?=^## A project)", rest, flags=re.MULTILINE | re.DOTALL)
    columns = "".join(
        f"<div markdown>\n\n{one}</div>\n" for one in re.split(r"^(?=## )", lists, flags=re.MULTILINE) if one
    )
    hidden = "---\nhide: [navigation, toc]\n---\n\n"
    banner = f'<div class="hero" markdown>\n\n{hero}\n</div>\n'
    return f'{hidden}{head}{banner}{before}<div class="lists" markdown>\n{columns}</div>\n\n{after}'


def in_parts(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the same pages with long ones in parts; links lead to the part in which their anchor is."""
    found: dict[str, str] = {}
    for name, text in texts.items():
        start, *others = re.split(
            rf"^(?=## (?:{'|'.join(map(re.escape, LONG.get(name, ('$',))))})$)", text, flags=re.MULTILINE
        )
        heads = [one.split("\n", 1)[0][3:] for one in others]
        more = ", ".join(f"[{head}]({part_of(name, head)})" for head in heads)
        found[name] = f"{start.rstrip()}\n\n**More:** {more}\n" if more else start
        found |= {part_of(name, head): promoted(one) for head, one in zip(heads, others, strict=True)}
    parts = {
        (name, anchor): part
        for name in LONG
        for part in found
        if part.startswith(name[:-3])
        for anchor in anchors(found[part])
    }

    def aimed(page: str) -> str:
        """Rewrite the links of a page."""
        own = next((name for name in LONG if page.startswith(name[:-3])), page)

        def link(match: re.Match[str]) -> str:
            there = parts.get((match["page"] or own, match["anchor"]), match["page"])
            return f"]({'' if there == page else there}#{match['anchor']})"

        return "".join(one if one.startswith("```") else LINK.sub(link, one) for one in FENCE.split(found[page]))

    return {page: aimed(page) for page in found}


def part_of(page: str, heading: str) -> str:
    """Return the name of the file of a part."""
    return f"{page[:-3]}-{slug(heading)}.md"


def promoted(text: str) -> str:
    """Return a part with its headings one level up."""
    parts = (
        one if one.startswith("```") else re.sub(r"^##", "#", one, flags=re.MULTILINE) for one in FENCE.split(text)
    )
    return "".join(parts)


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page."""
    return {slug(heading) for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE)}


def slug(heading: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def menu(settings: str) -> str:
    """Return the settings with the parts of long pages in the menu."""
    for page, headings in LONG.items():
        rows = (f'{{"{heading}" = "{part_of(page, heading)}"}}' for heading in headings)
        whole = f'{{"Overview" = "{page}"}}'
        settings = re.sub(rf'= "{page}"', f"= [{', '.join([whole, *rows])}]", settings)
    return settings


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
    settings = str(folder / "zensical.toml")
    Path(settings).write_text(menu((DOCS / "zensical.toml").read_text(encoding="utf-8")), encoding="utf-8")
    for name, text in in_parts(pages()).items():
        (folder / "pages" / name).write_text(text.replace(f"](../{PICTURES}/", "](gallery/"), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", settings]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(build(BUILD))
