"""Reads what the head of a page of rules says about its game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proofdeck.ground.bounds import whole
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.source.project.game import About
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.sides import SIDES, read_sides

MOST_STRANGE = 5
"""Unknown keys in a head that are reported one by one."""
PAGES = "pages"
LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]{2,4})?")
FACTS = ("title", "players", "age", "time", "version", "date", "author", "licence", "credits", "needs")
NEVER, ALWAYS, REACHABLE, CONSERVED = STATEMENTS = ("never", "always", "reachable", "conserved")
"""What a page can state of all tables of its game."""
REDUCED = "reduced"
"""A small deck that a hunt searches."""
SETUP, TRACKS = "setup", "tracks"
"""How the table looks before the first turn, and the numbers that players keep track of."""
HEAD = (
    *(*FACTS, "language", "sizes", PAGES, "engine", "rules", "score", SIDES, SETUP, TRACKS, "glossary"),
    *(REDUCED, *STATEMENTS),
)
"""Every key that the head of a page of rules can have; a test compares docs/rules.md with it."""


OF_SITES = frozenset(
    "layout permalink slug url aliases toc toc_sticky nav_order nav_exclude has_children parent grand_parent sidebar "
    "sidebar_position sidebar_label weight draft published categories category tags description summary image theme "
    "cssclass cssclasses css output header-includes geometry documentclass fontsize mainfont papersize numbersections "
    "colorlinks marp paginate created updated lastmod id".split()
)
"""Keys by which a page tells what makes web sites or prints of it; they say nothing of the game."""


def about(page: RulesPage, title: str, problems: Problems) -> About:
    """The facts in the head of a page. title: of the game, if its page has none."""
    check_head(page, HEAD, problems)
    return _Facts(page, problems).about(title)


def check_head(page: RulesPage, known: Sequence[str], problems: Problems) -> None:
    """Warn of each unknown key, such as `sizess`. known: the keys that are read."""
    strange = [(key, line) for key, line in page.keys.items() if key not in known and key not in OF_SITES]
    for place, (key, line) in enumerate(strange[:MOST_STRANGE], 1):
        hint = hint_from(did_you_mean(key, known), f"The head may hold {listed(known)}.")
        more = len(strange) - MOST_STRANGE if place == MOST_STRANGE else 0
        message = f"unknown key '{key}' in the head of the rules{f', and {more} more' if more > 0 else ''}"
        problems.report("W617", message, page.place(line, 1), field=key, hint=hint)


class _Facts:
    """Reads what the head of a page says about its game; whatever is wrong with that becomes problems."""

    def __init__(self, page: RulesPage, problems: Problems) -> None:
        self._page, self._problems = page, problems

    def about(self, title: str) -> About:
        facts = {key: words for key in FACTS if (words := self._text(key)) is not None}
        players = self._players(facts.pop("players", ""))
        return About(
            **{"title": title, **facts},
            players=players,
            sides=read_sides(self._page, players, self._problems),
            sizes=self._sizes(),
            pages=self._pages(),
            language=self._language(),
        )

    def _text(self, key: str) -> str | None:
        return self._page.text(key, self._problems)

    def _refuse(self, key: str, message: str, hint: str = "") -> None:
        place = self._page.place(self._page.head[key].line)
        self._problems.report("E506", message, place, field=key, hint=hint)

    def _players(self, raw: str) -> tuple[int, int] | None:
        """`2`, `2-4` or `2 to 4`."""
        if not raw:
            return None
        numbers = [int(number) for number in re.findall(r"\d{1,3}", raw)]
        if len(numbers) in {1, 2} and 1 <= numbers[0] <= numbers[-1] <= 99:
            return numbers[0], numbers[-1]
        self._refuse("players", f"players: '{raw}' is not a number of players, such as 2-4")
        return None

    def _language(self) -> str:
        """A code such as `de` or `pt-br`."""
        code = (self._text("language") or "").casefold()
        if not code or LANGUAGE.fullmatch(code):
            return code
        self._refuse("language", f"language: '{code}' is not the code of a language, such as de or pt-br")
        return ""

    def _pages(self) -> int | None:
        raw = self._text(PAGES)
        if raw is None:
            return None
        count = whole(raw)
        if not count:
            self._refuse(PAGES, f"pages: '{raw}' is not a number of pages such as 8")
        return count or None

    def _sizes(self) -> tuple[str, ...]:
        """`A4, Letter`."""
        names = {name.casefold(): name for name in PAPERS}
        found = []
        for word in filter(None, (part.strip() for part in (self._text("sizes") or "").split(","))):
            if word.casefold() in names:
                found.append(names[word.casefold()])
                continue
            hint = hint_from(did_you_mean(word, PAPERS), f"The papers are {listed(PAPERS)}.")
            self._refuse("sizes", f"sizes: unknown paper '{word}'", hint)
        return tuple(found)
