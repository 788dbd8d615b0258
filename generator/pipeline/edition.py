"""Which edition of a game something was printed from, and what its books and pads look like."""

from __future__ import annotations

from generator.cache import digest
from generator.problems import Problem
from generator.project import Game, Project
from generator.rulebook.look import FILE, Look, read_look


def edition(game: Game) -> str:
    """Title, version and date, and a hash that changes with any card and any word of the rules."""
    issue = ", ".join(filter(None, (f"version {game.about.version}" if game.about.version else "", game.about.date)))
    cards = [(*card.fields.items(), *card.quantities.items(), card.quantity) for card in game.printed]
    head = [(name, entry.value, [item.value for item in entry.items]) for name, entry in game.page.head.items()]
    of = f"{game.title}{f', {issue}' if issue else ''}"
    return f"{of}. Cards and rules {digest(cards, head, game.page.body)[:12]}."


def look_of(project: Project, game: Game, problems: list[Problem]) -> Look:
    """The colours and fonts of a game."""
    places = [(folder / game.name / FILE, f"{shown}/{game.name}/{FILE}") for folder, shown in project.template_folders]
    path, shown = next((place for place in places if place[0].is_file()), places[0])
    return read_look(path, shown, problems)
