"""The edition of a game that something was printed from, and the look of its books and pads."""

from __future__ import annotations

from generator.cache import digest
from generator.files import is_file
from generator.problems import Problems
from generator.project.folder import Project
from generator.project.game import Game
from generator.rulebook.look import FILE, Look, read_look


def edition(game: Game) -> str:
    """Title, version and date, and a hash that changes with any card or any word of the rules."""
    say = game.phrases
    version = say("version", version=game.about.version) if game.about.version else ""
    issue = ", ".join(filter(None, (version, game.about.date)))
    of = f"{game.title}{f', {issue}' if issue else ''}"
    return f"{of}. {say('edition', digest=edition_digest(game))}"


def edition_digest(game: Game) -> str:
    """Twelve digits that change with any card or any word of the rules."""
    cards = [(*card.fields.items(), *card.quantities.items(), card.quantity) for card in game.printed]
    head = [(name, entry.value, [item.value for item in entry.items]) for name, entry in game.book.head.items()]
    return digest(cards, head, game.book.body)[:12]


def look_of(project: Project, game: Game, problems: Problems) -> Look:
    """The colours and fonts of a game."""
    places = [(folder / game.name / FILE, f"{shown}/{game.name}/{FILE}") for folder, shown in project.template_folders]
    path, shown = next((place for place in places if is_file(place[0])), places[0])
    return read_look(path, shown, problems)
