"""Detects whether the inputs of a game have changed; if not, it is not laid out, played or checked again.

A hash covers all files that may be read. It may include a file too many, but never one too few: other games' template
folders count only if something refers to them. Files elsewhere in the project (images, fonts, icon sets) are known once
a game has been laid out, and are kept next to the hash.

Files are examined before anything is read, so anything changed during a build differs from its hash.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from generator.cache import digest, engine_digest
from generator.engine.trust import trusted_code
from generator.pipeline.kept import Seen, whole_project
from generator.pipeline.trusting import own_engines
from generator.places import RULES
from generator.project import Game, Project


class Touched:
    """The hashes of a project's games. seen: what `look` found before the project was read."""

    def __init__(self, project: Project, seen: Seen) -> None:
        self._project, self._seen = project, seen

    def inputs(self, game: Game) -> str:
        """A hash of everything that may be read to make that game, including its cards and its page."""
        cards = [
            (card.id, card.name, card.kind, card.value, card.quantity, *card.quantities.items(), *card.fields.items())
            for card in game.deck
        ]
        words = [card.translations for card in game.deck if card.translations]
        files = [(str(path), self._seen[path]) for path in self._files(game)]
        own = whole_project(self._project.root) if game.name in own_engines(self._project) else ""
        return digest(
            self._shared, game.name, game.deck.headers, cards, words, files, own, sorted(game.choices.items())
        )

    @cached_property
    def _shared(self) -> str:
        """A hash of what all games of the project share."""
        root = self._project.root
        return digest(engine_digest(), str(root.resolve()), trusted_code(root), sorted(self._project.games))

    def _files(self, game: Game) -> Iterator[Path]:
        """Pages and templates, except those of other games."""
        others = set(self._project.games) - {game.name}
        strange = {name for name in others if name in self._templates}
        spoken = [text for name, texts in self._templates.items() if name not in strange for text in texts]
        if any(f"{name}/" in text for text in spoken for name in strange):
            strange = set()
        for path, folder in self._folders.items():
            if folder not in strange and not (folder == RULES and path.name.partition(".")[0] in others):
                yield path

    @cached_property
    def _templates(self) -> dict[str, list[str]]:
        """Template folder, the project's or shipped -> the text of its templates."""
        found: dict[str, list[str]] = {}
        for path, folder in self._folders.items():
            if path.suffix == ".toml":
                found.setdefault(folder, []).append(path.read_text(encoding="utf-8", errors="replace"))
        return found

    @cached_property
    def _folders(self) -> dict[Path, str]:
        """File -> the game a template folder is named after, RULES for a page, "" for any other file."""
        rules = str((self._project.root / RULES).resolve())
        places = [f"{folder.resolve()}{os.sep}" for folder, _ in self._project.template_folders]
        found = {}
        for path in self._seen:
            place = next((place for place in places if str(path).startswith(place)), None)
            below = Path(str(path)[len(place) :]).parts if place else ()
            found[path] = RULES if str(path.parent) == rules else below[0] if len(below) > 1 else ""
        return found
