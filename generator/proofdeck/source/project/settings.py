"""`proofdeck.toml`, next to the spreadsheet: settings for every build of a project, to save typing them each time."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from proofdeck.ground.files import is_file
from proofdeck.ground.flags import LANGUAGE
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.places import refuse_links_out
from proofdeck.ground.problems import Place, Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.ground.toml_places import key_places
from proofdeck.ground.toml_text import TomlError, read_toml, text_of

FILE = "proofdeck.toml"
NO_CHOICES: Mapping[str, Sequence[str]] = {}
CHOICE = re.compile("[a-z][a-z0-9_]{0,29}")
VALUE = re.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,29}")
VALUES = "A value is up to 30 letters, digits, '-', '_' and '.'."


class ProjectSettings(NamedTuple):
    """papers: for sheets, pads and books; empty for the usual ones. booklet: whether to also make books for folding.

    cards: the address from which `proofdeck pull` downloads the spreadsheet. lang: the language to print. choices: name
    -> its values, the usual one first; with only one, any other can be chosen as well.
    """

    papers: tuple[str, ...] = ()
    booklet: bool = False
    cards: str = ""
    lang: str = ""
    choices: Mapping[str, Sequence[str]] = NO_CHOICES

    def chosen(self, asked: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """What was asked for that is not the usual, in the order of the names.

        Raises ProofdeckError for names and values that the project does not have.
        """
        problems = Problems()
        for name, value in asked.items():
            values = self.choices.get(name, ())
            if not values:
                declare = f'Declare it under [with] in {FILE}, for example: {name} = ["full", "{value}"].'
                hint = hint_from(did_you_mean(name, self.choices), declare)
                problems.report("E528", f"there is nothing to choose called '{name}'", hint=hint)
            elif len(values) > 1 and value not in values:
                hint = hint_from(did_you_mean(value, values), f"The choices are {listed(values)}.")
                problems.report("E528", f"{name}: there is no choice '{value}'", hint=hint)
            elif not VALUE.fullmatch(value):
                problems.report("E528", f"{name}: '{value}' cannot be chosen", hint=VALUES)
        if problems:
            raise ProofdeckError(problems)
        return tuple(sorted((name, value) for name, value in asked.items() if value != self.choices[name][0]))


def language_in(root: Path, asked: str) -> str:
    """The language asked for, or else that of the project's settings. Raises ProofdeckError for mistakes in these."""
    return asked or read_settings(root).lang


def usual_choices(root: Path) -> dict[str, str]:
    """What the templates of the project know as `with`, unless something else is asked for."""
    try:
        return {name: values[0] for name, values in read_settings(root).choices.items()}
    except ProofdeckError:
        return {}


def usual_language(root: Path) -> str:
    """The language in which the project is printed unless another is asked for; "" if its settings do not say."""
    try:
        return read_settings(root).lang
    except ProofdeckError:
        return ""


def read_settings(root: Path) -> ProjectSettings:
    """The settings of the project in that folder; the defaults if it has no such file.

    Raises ProofdeckError with all mistakes in the file.
    """
    path = root / FILE
    if not is_file(path):
        return ProjectSettings()
    refuse_links_out(root, path)
    try:
        text = text_of(path)
        found = read_toml(text)
    except TomlError as error:
        raise ProofdeckError(Problem("E513", str(error), FILE, error.line, error.column, hint=error.hint)) from None
    places = key_places(text)
    problems = Problems()
    kept: dict[str, Any] = {}
    for key, value in found.items():
        try:
            name, read = READERS[key]
            kept[name] = read(value)
        except (KeyError, ValueError) as error:
            known = hint_from(did_you_mean(key, READERS), f"The settings are {listed(READERS)}.")
            message, hint = error.args if key in READERS else (f"there is no setting '{key}'", known)
            line, column = places.get((key,), (None, None))
            problems.report("E513", message, Place(FILE, line, column), field=key, hint=hint)
    if problems:
        raise ProofdeckError(problems)
    return ProjectSettings(**kept)


def _papers(value: object) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    strange = [name for name in names if name not in PAPERS] if isinstance(names, list) else [value]
    if not isinstance(names, list) or strange:
        near = did_you_mean(str(strange[0]), PAPERS)
        hint = hint_from(near, f'The papers are {listed(PAPERS)}; write paper = "a4" or paper = ["a4", "letter"].')
        raise ValueError(f"paper: '{strange[0]}' is not a known paper", hint)
    return tuple(dict.fromkeys(names))


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"booklet: '{value}' is neither true nor false", "Write booklet = true.")
    return value


def _address(value: object) -> str:
    if not isinstance(value, str) or not value.startswith(("https://", "http://")):
        raise ValueError(
            f"cards: '{value}' is not an address", 'Write cards = "https://docs.google.com/spreadsheets/d/...".'
        )
    return value


def _language(value: object) -> str:
    if not isinstance(value, str) or not LANGUAGE.fullmatch(value):
        raise ValueError(f"lang: '{value}' is not a language code", 'Write a code such as lang = "de".')
    return value


def _choices(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise ValueError("with: it is not a table", 'Write a line [with] and below it, for example, colour = "full".')
    found = {}
    for name, values in value.items():
        found[name] = tuple(values) if isinstance(values, list) else (values,)
        if not CHOICE.fullmatch(name):
            raise ValueError(f"with: '{name}' is not a name", "A name is up to 30 small letters, digits and '_'.")
        if not found[name] or not all(isinstance(one, str) and VALUE.fullmatch(one) for one in found[name]):
            raise ValueError(f"with: {name} is neither a text nor a list of texts", VALUES)
    return found


READERS: dict[str, tuple[str, Callable[[object], object]]] = {
    "paper": ("papers", _papers),
    "booklet": ("booklet", _yes_or_no),
    "cards": ("cards", _address),
    "lang": ("lang", _language),
    "with": ("choices", _choices),
}
"""Key in the file -> the setting it stands for, and how it is read."""
