"""A folder -> Project: games, decks and where their templates are, read once, all mistakes at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.cards import Deck, read_cards
from generator.faces.template import Template, load_template
from generator.faces.template_files import find_template
from generator.places import RULES, TEMPLATES, find_spreadsheet, shipped_root
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed

BASE = "base"
"""Templates for games that have none of their own."""
FACTS = ("title", "players", "age", "time", "version")
LARGEST_HEAD = 64 * 1024
"""Bytes of a rules file in which its head must end."""


@dataclass(frozen=True, slots=True)
class About:
    """The head of a game's rules. players: (fewest, most); age, time and version as written."""

    title: str
    players: tuple[int, int] | None = None
    age: str = ""
    time: str = ""
    version: str = ""

    @property
    def line(self) -> str:
        """`2 to 4 players · 10+ · 20 minutes · version 0.1`, as far as it is known."""
        fewest, most = self.players or (0, 0)
        seats = f"{fewest} player{'s' if fewest > 1 else ''}" if fewest == most else f"{fewest} to {most} players"
        parts = (seats if most else "", self.age, self.time, f"version {self.version}" if self.version else "")
        return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class Game:
    """One game of a project."""

    name: str
    about: About
    deck: Deck

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def depends_on_players(self) -> bool:
        return any(card.quantities for card in self.deck)


@dataclass(frozen=True)
class Project:
    """A folder that holds games."""

    root: Path
    games: Mapping[str, Game]

    @cached_property
    def template_folders(self) -> list[tuple[Path, str]]:
        """The project's own first, then the shipped ones."""
        own = self.root / TEMPLATES
        shipped = shipped_root() / TEMPLATES
        return [(own, TEMPLATES)] if own.resolve() == shipped.resolve() else [(own, TEMPLATES), (shipped, "shipped")]

    def template_path(self, game: str, side: str, kind: str) -> Path | None:
        """`<game>/<side>-<kind>.toml`, else `<game>/<side>.toml`, else the same of `base`."""
        suffixes = (f"-{kind}", "") if kind else ("",)
        names = (f"{folder}/{side}{suffix}.toml" for folder in (game, BASE) for suffix in suffixes)
        paths = (find_template(name, self.template_folders) for name in names)
        return next((path for path in paths if path is not None), None)

    def template(self, path: Path, problems: list[Problem]) -> Template | None:
        return load_template(path, self.template_folders, problems)

    def icon_folders(self, game: str) -> list[Path]:
        return [
            folder / sub
            for folder, _ in self.template_folders
            for sub in (f"{game}/icons", "icons")
            if (folder / sub).is_dir()
        ]

    def chosen(self, names: Sequence[str]) -> list[Game]:
        """The games of those names, or all. Raises ProofdeckError that names every unknown one."""
        unknown = [name for name in names if name not in self.games]
        if unknown:
            raise ProofdeckError(
                Problem(
                    "E503",
                    f"there is no game '{name}'",
                    hint=hint_from(did_you_mean(name, self.games), f"Games: {listed(self.games)}."),
                )
                for name in unknown
            )
        return [self.games[name] for name in dict.fromkeys(names)] if names else list(self.games.values())


def load_project(root: Path, problems: list[Problem]) -> Project:
    """Read the spreadsheet and the heads of the rules. Raises ProofdeckError when there is nothing to work on."""
    spreadsheet = find_spreadsheet(root)
    default = slug(root.resolve().name) or "game"
    decks = read_cards(spreadsheet, spreadsheet.name, problems, default_game=default)
    games = {name: Game(name, _about(root, name, problems), deck) for name, deck in decks.items()}
    return Project(root, games)


def slug(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-")


def _about(root: Path, game: str, problems: list[Problem]) -> About:
    shown = f"{RULES}/{game}.md"
    title = game.replace("-", " ").title()
    head = _front_matter(root / shown, shown, problems)
    if head is None:
        return About(title)
    facts = {key: _fact(key, head[key], shown, problems) for key in FACTS if key in head}
    players = _players(facts.pop("players", ""), shown, problems)
    return About(**{"title": title, **facts}, players=players)


def _fact(key: str, raw: Any, shown: str, problems: list[Problem]) -> str:
    """As text. A list or a table is refused unread: it may hold itself many times over."""
    if isinstance(raw, (str, int, float)):
        return str(raw)
    problems.append(Problem("E506", f"{key}: it is a word or a number", shown, field=key))
    return ""


def _front_matter(path: Path, shown: str, problems: list[Problem]) -> dict[str, Any] | None:
    """The YAML between the two lines `---` at the head of the file; None when there is no file."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_HEAD).decode(
                "utf-8-sig", "ignore" if path.stat().st_size > LARGEST_HEAD else "strict"
            )
    except (OSError, UnicodeDecodeError) as error:
        problems.append(Problem("E506", f"the rules cannot be read: {error}", shown))
        return {}
    lines = text.splitlines()
    if not lines or lines[0].strip() != "---" or "---" not in (rest := [line.strip() for line in lines[1:]]):
        return {}
    import yaml

    try:
        head = yaml.safe_load("\n".join(lines[1 : rest.index("---") + 1]))
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line, column = (mark.line + 2, mark.column + 1) if mark else (2, 1)
        what = getattr(error, "problem", None) or "it cannot be read"
        problems.append(Problem("E506", f"the head of the rules is not YAML: {what}", shown, line, column))
        return {}
    return head if isinstance(head, dict) else {}


def _players(raw: str, shown: str, problems: list[Problem]) -> tuple[int, int] | None:
    """`2`, `2-4` or `2 to 4`."""
    if not raw:
        return None
    numbers = [int(number) for number in re.findall(r"\d{1,3}", raw)]
    if len(numbers) in {1, 2} and 1 <= numbers[0] <= numbers[-1] <= 99:
        return numbers[0], numbers[-1]
    problems.append(Problem("E506", f"players: '{raw}' is not a number of players such as 2-4", shown, field="players"))
    return None
