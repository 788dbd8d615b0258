"""What is printed and is not on the page below its head: words of cards, templates, the head and the glossary, the
pieces of the deck, and the drawings of boards.

Like a paragraph, they can name clauses: in a comment `{# rules: turn.draw #}` in the text of a template, in the column
`rules` of a card, with the key `rules` of a term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.ground.files import is_file, read_file
from proofdeck.ground.problems import Place, Problems
from proofdeck.paper.deck.templates import template_of
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.paper.faces.template import Template
from proofdeck.source.cards.deck import SPEAKS_OF, Card
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.rules.glossary import read_glossary
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.passages import JINJA, clauses_named, plain_words

WORDS = CARD, TEMPLATE, TERM = "card", "template", "term"
OTHERS = PIECES, HEAD, DRAWING = "pieces", "head", "drawing"
"""The kinds of printed words, and of what else is printed."""
SAID_IN_THE_HEAD = ("title", "age", "time", "needs")
WORD = re.compile(r"[^\W\d_]{3,}")
DIGITS = 12
WORDED = ("text", "label")
"""The options of an element that are words."""
SENTENCE = 2
"""Words in a template that say something; fewer are a label."""


class PrintedWords(NamedTuple):
    """Some words. source: as written; named: ids of clauses that are named beside them, in that field.

    translations: (language, source, place) of each.
    """

    kind: str
    name: str
    called: str
    source: str
    place: Place
    named: Sequence[str] = ()
    field: str = ""
    translations: Sequence[tuple[str, str, Place]] = ()

    @property
    def says_something(self) -> bool:
        """Whether it is more than a label or the value of a cell."""
        words = WORD.findall(plain_words(JINJA.sub(" ", self.source)))
        return self.kind in OTHERS or len(words) >= SENTENCE


def printed_elsewhere(project: Project, game: Game) -> Iterator[PrintedWords]:
    """All of it: on cards, in templates, in the glossary and the rest of the head, then pieces and boards."""
    yield from _on_cards(game)
    yield from _in_templates(project, game)
    yield from _in_the_glossary(game.page)
    for key in SAID_IN_THE_HEAD:
        if (entry := game.page.head.get(key)) is not None:
            yield PrintedWords(HEAD, key, f"'{key}' of the head", str(entry.value), entry.place)
    yield from _pieces(game)
    yield from _boards(project, game)


def _on_cards(game: Game) -> Iterator[PrintedWords]:
    for card in game.deck:
        for column, text in card.fields.items():
            if text and column != SPEAKS_OF and (column.endswith("text") or "rules." in text):
                called = f"the {column} of '{card.name or card.id}'".replace("_", " ")
                place = card.place(column)
                yield PrintedWords(CARD, f"{card.id} {column}", called, text, place, card.clauses, SPEAKS_OF)


def _in_templates(project: Project, game: Game) -> Iterator[PrintedWords]:
    found: dict[Place, PrintedWords] = {}
    for side in ("front", "back"):
        for kind in dict.fromkeys(card.kind for card in game.printed):
            if template := template_of(project, PrintVersion(game.name), side, kind):
                for one in _of_template(template):
                    found.setdefault(one.place, one)
    yield from found.values()


def _of_template(template: Template) -> Iterator[PrintedWords]:
    for element, key in product(template.elements, WORDED):
        setting = element.settings.get(key)
        source = setting.raw if setting else element.constants.get(key)
        if source and isinstance(source, str):
            yield _printed(element.name, source, element.place_of(key))
    for name, setting in template.words.items():
        word, _, language = name.partition("@")
        if not language:
            heard = ((other.partition("@")[2], other) for other in template.words if other.startswith(f"{word}@"))
            translated = [(code, str(template.words[other].raw), template.words[other].place) for code, other in heard]
            yield _printed(word, str(setting.raw), setting.place)._replace(translations=translated)


def _printed(name: str, source: str, place: Place) -> PrintedWords:
    named, file = clauses_named(source), Path(place.file or "")
    return PrintedWords(
        TEMPLATE, f"{file.parent.name}/{file.name} {name}", f"'{name}' of {file.name}", source, place, named
    )


def _in_the_glossary(page: RulesPage) -> Iterator[PrintedWords]:
    for term in read_glossary(page, Problems()):
        called = f"the meaning of '{term.word}'"
        yield PrintedWords(TERM, term.word, called, term.meaning, page.place(term.line), term.clauses, "rules")


def _pieces(game: Game) -> Iterator[PrintedWords]:
    """For each kind of pieces, what is printed of them besides their texts, and how many there are."""
    kinds: dict[str, list[Card]] = {}
    for card in game.deck:
        kinds.setdefault(card.kind, []).append(card)
    for kind, cards in kinds.items():
        source = "; ".join(map(_piece, cards))
        yield PrintedWords(PIECES, kind, f"the list of '{kind}' pieces", source, cards[0].place("quantity"))


def _piece(card: Card) -> str:
    """Its name, its short cells, and its copies."""
    cells = (
        f"{column} {value}"
        for column, value in card.fields.items()
        if value and column not in {"game", "id", "kind", "name", SPEAKS_OF} and not column.endswith("text")
    )
    return ", ".join([card.name or card.id, *cells])


def _boards(project: Project, game: Game) -> Iterator[PrintedWords]:
    """The drawing of each board that has spaces, as a digest."""
    for card in game.deck:
        template = template_of(project, PrintVersion(game.name), "front", card.kind)
        if template and template.spaces:
            drawn, place = digest(*_drawn(project, template))[:DIGITS], Place(template.file)
            called = f"the drawing of '{card.name or card.id}'"
            yield PrintedWords(DRAWING, card.id, called, drawn, place, card.clauses, SPEAKS_OF)


def _drawn(project: Project, template: Template) -> Iterator[object]:
    """What a template draws, and the images that it names; its words are printed words by themselves."""
    yield template.data
    for element in template.elements:
        options = {**element.constants, **{key: one.raw for key, one in element.settings.items()}}
        yield element.name, element.type, sorted((key, one) for key, one in options.items() if key not in WORDED)
        image = project.root / Path(template.file).parent / str(options.get("file", ""))
        yield read_file(image) if is_file(image) else b""
