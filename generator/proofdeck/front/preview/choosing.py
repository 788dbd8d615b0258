"""What the settings of a project say for every build, chosen on the page: the paper, and the language of faces."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError, why_locked
from proofdeck.front.preview.editing.tables import with_values, without_value
from proofdeck.front.preview.showing import ShownGame
from proofdeck.front.table.forms import Form
from proofdeck.ground.files import is_file, read_file
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import ProofdeckError, listed
from proofdeck.source.project.languages import languages
from proofdeck.source.project.request import USUAL_PAPERS
from proofdeck.source.project.settings import FILE, read_settings


class ProjectChoice(NamedTuple):
    """A setting to choose. now: "" if nothing says it; offers: words for each value; locked: why not, or ""."""

    label: str
    now: str
    offers: Mapping[str, str]
    locked: str


def choices_of(one: ShownGame, root: Path, lang: str) -> dict[str, ProjectChoice]:
    """By key. lang: the language that was asked for when the page was opened, so that none can be chosen.

    None of them if the settings cannot be read.
    """
    try:
        settings = read_settings(root)
    except ProofdeckError:
        return {}
    locked, now = why_locked(root / FILE, FILE), " ".join(settings.papers)
    papers = {"": listed(map(paper_called, USUAL_PAPERS)), **{name: paper_called(name) for name in PAPERS}}
    papers |= {now: listed(map(paper_called, settings.papers))} if now else {}
    found = {"paper": ProjectChoice("Paper", now, papers, locked)}
    known = dict.fromkeys(filter(None, [settings.lang]))
    with suppress(ProofdeckError):  # while the spreadsheet is being saved
        known = dict.fromkeys([*languages(one.made.project, one.made.project.games[one.game.name]), *known])
    if known and not lang:
        offers = {"": "as it is written", **{name: name for name in known}}
        found["lang"] = ProjectChoice("Language", settings.lang, offers, locked)
    return found


def paper_called(name: str) -> str:
    """What people call it: A4, Letter."""
    return name.upper() if name[1:].isdigit() else name.title()


def chosen(one: ShownGame, root: Path, lang: str, form: Form) -> EditStep:
    """`key`, `was`, `text`: a setting as the page shows it, and as it shall be; "" for what nothing says.

    Raises NotWrittenError, and KeyError for what cannot be chosen.
    """
    key, text = form["key"], form["text"]
    choice = choices_of(one, root, lang)[key]
    if choice.locked:
        raise NotWrittenError(choice.locked)
    if choice.now != form["was"]:
        raise NotWrittenError(f"{FILE} says something else by now, so nothing was written.")
    if text not in choice.offers:
        raise KeyError(text)
    path = root.resolve() / FILE
    before = read_file(path) if is_file(path) else None
    after: bytes | None = before
    if text and text != choice.now:
        after = with_values(before or b"", (), {key: text})
    elif not text and choice.now:
        after = without_value(before or b"", (key,)) or None
    return EditStep(path, before, after, f"the {choice.label.lower()}")
