"""The edition of a game that something was printed from."""

from __future__ import annotations

from proofdeck.ground.cache import digest
from proofdeck.source.project.game import Game


def edition(game: Game) -> str:
    """Title, version and date, and a hash that changes with any card or any word of the rules."""
    say = game.phrases
    return f"{issue(game)}{say('stop')}{say('blank')}{say('edition', digest=edition_digest(game))}"


def issue(game: Game) -> str:
    """Title, version and date, as far as the page names them."""
    version = game.phrases("version", version=game.about.version) if game.about.version else ""
    return game.phrases("comma").join(filter(None, (game.title, version, game.about.date)))


def edition_digest(game: Game) -> str:
    """Twelve digits that change with any card or any word of the rules."""
    cards = [(*card.fields.items(), *card.quantities.items(), card.quantity) for card in game.printed]
    head = [(name, entry.value, [item.value for item in entry.items]) for name, entry in game.book.head.items()]
    return digest(cards, head, game.book.body)[:12]
