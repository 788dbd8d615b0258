"""A game of a project, as plain data: what its page says about it, its cards and its rules, in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from proofdeck.ground.phrases import ENGLISH, Phrases, phrases_of
from proofdeck.source.rules.sides import NO_SIDES, PageSides

if TYPE_CHECKING:
    from proofdeck.ground.problems import Problem
    from proofdeck.source.cards import Deck
    from proofdeck.source.rules.page import RulesPage
    from proofdeck.source.rules.translations import TranslatedRules


@dataclass(frozen=True, slots=True)
class About:
    """The head of a game's rules. players: (fewest, most).

    age, time, version, date, author, licence, credits: as written. needs: what players need besides what is printed.
    sides: who plays with whom. sizes: the papers its book is made for. pages: the most A4 pages its players' book may
    have, or None. language: the language of the line below the title.
    """

    title: str
    players: tuple[int, int] | None = None
    age: str = ""
    time: str = ""
    version: str = ""
    date: str = ""
    author: str = ""
    licence: str = ""
    credits: str = ""
    needs: str = ""
    sides: PageSides = NO_SIDES
    sizes: tuple[str, ...] = ()
    pages: int | None = None
    language: str = ""

    @property
    def line(self) -> str:
        """`2 to 4 players · in teams · 10+ · 20 minutes · version 0.1 · 2026-11-21`, or as much of it as is known."""
        say = phrases_of(self.language)
        fewest, most = self.players or (0, 0)
        seats = say("seats", count=most) if fewest == most else say("seats_from_to", fewest=fewest, most=most)
        parts = (
            seats if most else "",
            say(f"sides_{self.sides.kind}") if self.sides and most > 1 else "",
            self.age,
            self.time,
            say("version", version=self.version) if self.version else "",
            self.date,
        )
        return " · ".join(part for part in parts if part)


@dataclass(frozen=True)
class Translation:
    """A game in another language. deck: its cards; rules: its page, None if that is not translated."""

    language: str
    deck: Deck
    rules: TranslatedRules | None = None


@dataclass(frozen=True)
class Game:
    """One game of a project. page: its rules; empty if there are none.

    deck, page: as engines and examples see them. translation: what is printed instead in another language.
    choices: what templates know as `with`.
    """

    name: str
    about: About
    deck: Deck
    page: RulesPage
    translation: Translation | None = None
    choices: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def language(self) -> str:
        """The language its cards are printed in; "" for that of the plain columns."""
        return self.translation.language if self.translation else ""

    @property
    def tongue(self) -> str:
        """The language of all that is printed: that of the translation, or of the page; "" if neither says it."""
        return self.language or self.about.language

    @property
    def printed(self) -> Deck:
        """The cards as they are printed."""
        return self.translation.deck if self.translation else self.deck

    @property
    def book(self) -> RulesPage:
        """The rules as they are printed, with complete blocks and the parameters of the page."""
        return self.translation.rules.page if self.translation and self.translation.rules else self.page

    @cached_property
    def phrases(self) -> Phrases:
        """The phrases its book uses, in the language of its page if its rules are not translated."""
        rules = self.translation.rules if self.translation else None
        if rules:
            return phrases_of(self.language, rules.words)
        return phrases_of(self.about.language) if self.about.language else ENGLISH

    @cached_property
    def spoken(self) -> Phrases:
        """The phrases of its book and the names of its cards, to say moves in its language."""
        names = {card.name: shown.name for card, shown in zip(self.deck, self.printed, strict=True) if card.name}
        return self.phrases.with_terms({plain: name for plain, name in names.items() if name != plain})

    def located(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems with those of translated rules at their lines in the translated file."""
        rules = self.translation.rules if self.translation else None
        return [rules.located(problem) for problem in problems] if rules else list(problems)

    @property
    def depends_on_players(self) -> bool:
        return any(card.quantities for card in self.deck)


ClauseWords = Callable[[Game], Mapping[str, str]]
"""The number and the text of each clause as the book prints it, by its id."""


def ids_alone(_: Game) -> dict[str, str]:
    """Nothing, where nobody has books at hand; whoever asks then shows the ids of clauses."""
    return {}
