"""The HTML of each view of the page. All text from the project is escaped where it is inserted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import quote

from proofdeck.front.preview.arranging import KINDS, arranged, most_different
from proofdeck.front.preview.beginning import BEGINNING
from proofdeck.front.preview.behind import Behind
from proofdeck.front.preview.boards import columns_in
from proofdeck.front.preview.choosing import choices_of, paper_called
from proofdeck.front.preview.differing import FILTERS, differences
from proofdeck.front.preview.edits import Edits
from proofdeck.front.preview.grids import Grid, GridRow, grids_of
from proofdeck.front.preview.mentions import clauses_of, examples_of
from proofdeck.front.preview.pictures import pages_of
from proofdeck.front.preview.printing import PrintJobs
from proofdeck.front.preview.reviews import Reviews
from proofdeck.front.preview.showing import Showing, ShownCard, ShownGame
from proofdeck.front.preview.styling import style_of
from proofdeck.front.table.forms import sentence
from proofdeck.front.table.free import FreeTables
from proofdeck.front.table.scores import ScoreRooms
from proofdeck.front.table.tables import OpenTables
from proofdeck.front.table.writing import Write, pages_in, write_play, write_scores
from proofdeck.ground.cache import digest
from proofdeck.ground.colour_vision import VISION
from proofdeck.ground.problems import Problem, in_reading_order
from proofdeck.paper.faces.looks import looks
from proofdeck.play.lab.examining import report_of
from proofdeck.source.project.request import USUAL_PAPERS
from proofdeck.source.rules.examples import blocks

PAGES = Path(__file__).parent / "pages"
VIEWS = (
    ("cards", "Cards"),
    ("spreadsheet", "Spreadsheet"),
    ("sheets", "Sheets"),
    ("book", "Book"),
    ("play", "Play"),
    ("score", "Score"),
    ("problems", "Problems"),
    ("changes", "What changed"),
)

MOST_EXAMPLES = 4
"""Cards that are shown in each look."""
APART = frozenset({"W661", "W663"})
"""What is told of a text that is to be compared again with its rule or its original."""


class View(NamedTuple):
    """The view being looked at. name: of the view; title: of the window."""

    name: str
    game: str
    title: str


class Views:
    """Writes the pages. base: the beginning of every address."""

    def __init__(
        self,
        showing: Showing,
        behind: Behind,
        rooms: tuple[OpenTables, FreeTables, ScoreRooms],
        reviews: Reviews,
        edits: Edits,
        prints: PrintJobs,
        base: str,
        shares: Callable[[str], Sequence[tuple[str, str, str]]],
    ) -> None:
        """shares: name, address and code of each seat that can be on another device, by game."""
        self._prints, self.shares = prints, shares
        self._showing, self._behind, self._reviews, self._edits, self._base = showing, behind, reviews, edits, base
        self._tables, self._free, self._scores = rooms
        self._news = 0
        self._pages = pages_in(PAGES, lambda key, dpi: f"{base}/face/{key}-{dpi}.png")
        self._pages.globals["vision"] = VISION
        self._pages.filters |= {"sentence": sentence, "paper": paper_called, **FILTERS}

    def after(self, news: int) -> Self:
        """The same views, whose pages say that they know so many pieces of news."""
        found = copy(self)
        found._news = news
        return found

    def no_cards(self) -> str:
        """The page while the spreadsheet cannot be read or has no cards. It asks for itself again each second."""
        return self._bare("no_cards", "No cards yet", problems=in_reading_order(self._showing.now.problems))

    def lost(self) -> str:
        """The page at an address where there is nothing."""
        return self._bare("lost", "Not found")

    def _bare(self, name: str, title: str, **facts: Any) -> str:
        return self._pages.get_template(f"{name}.html").render(base=self._base, title=title, **facts)

    def cards(self, game: str, late: str = "") -> str:
        """All faces of a game. Like all views, raises KeyError if there is no such game.

        late: why a look, or a choice of its colours, icons or fonts, was not written.
        """
        one = self._showing.now.games[game]
        style = style_of(one, self._showing.root)
        kinds = list(dict.fromkeys(card.card.kind for card in one.cards.values() if card.card.kind))
        return self._page(
            "cards",
            one,
            cards=list(one.cards.values()),
            kinds=kinds,
            late=late,
            style=style,
            settings=choices_of(one, self._showing.root, self._showing.asked) if style else {},
            looks=looks() if one.made.made or (style and style.look) else [],
            chosen=one.made.made.made.look if one.made.made else style and style.look,
            examples=_spread(list(one.cards)),
            steps=self._edits.steps,
            changed_ids=self._showing.changed_cards().get(game, ()),
        )

    def card(self, game: str, name: str, arrange: str = "") -> str:
        """One card, where its contents come from, and where the rules mention it.

        arrange: to arrange its elements, the side and the element that is chosen, `front/title`, or anything else.
        """
        shown = self._showing.now
        one = shown.games[game]
        card, ids = one.cards[name], list(one.cards)
        arranging = arranged(one, name, arrange) if arrange else None
        rows, why = arranging.rows() if arranging else ([], "")
        at = ids.index(name)
        return self._page(
            "card",
            one,
            title=card.card.name or name,
            card=card,
            before=ids[at - 1] if at else "",
            after=ids[at + 1] if at + 1 < len(ids) else "",
            names={known: other.card.name or known for known, other in one.cards.items()},
            row=self._row(one, card),
            arranging=arranging,
            rows=rows,
            why=why,
            kinds=KINDS,
            steps=self._edits.steps,
            strip=most_different(one, arranging.board.side, arranging.board.template) if arranging else {},
            elements=list(_elements(one, card)),
            clauses=clauses_of(one, card),
            examples=examples_of(one, card),
            lab=(lab := report_of(self._showing.root, game, name)),
            lab_is_current=lab is not None and lab.fingerprint == self._tables.fingerprint(game),
        )

    def _row(self, one: ShownGame, card: ShownCard) -> tuple[Grid, GridRow] | None:
        """The row of a card in its grid; None if the spreadsheet has changed since it was read."""
        file = card.card.place().file
        grids = (grid for grid in grids_of(self._showing.now, one.game.name, self.told()) if grid.file == file)
        return next(((grid, row) for grid in grids for row in grid.rows if row.card == card.card.id), None)

    def spreadsheet(self, game: str, late: str = "") -> str:
        """The rows of a game, to be edited. `late`: why something that was edited was not written."""
        one = self._showing.now.games[game]
        return self._page(
            "spreadsheet", one, late=late, grids=grids_of(self._showing.now, game, self.told()), steps=self._edits.steps
        )

    def sheets(self, game: str, paper: str) -> str:
        """The sheets as they will be printed."""
        one = self._showing.now.games[game]
        papers = list(dict.fromkeys([self._prints.choices(game).paper, *USUAL_PAPERS]))
        chosen = paper if paper in papers else papers[0]
        pages = pages_of(one.made, chosen, self._showing.changed_cards().get(game, ()))
        return self._page("sheets", one, papers=papers, chosen=chosen, pages=pages, key=sheets_key(one))

    def book(self, game: str, late: str = "") -> str:
        """The frame that shows the book, below what is to be compared again because it or its rule has changed.

        late: why rules were not begun.
        """
        one = self._showing.now.games[game]
        apart = [found for found in self.told() if found.code in APART and found.file == one.game.page.shown]
        has_rules, begun = bool(one.game.page.body.strip()), self._edits.steps.can_undo == BEGINNING
        return self._page("book", one, has_rules=has_rules, apart=apart, begun=begun, late=late)

    def play(self, game: str, late: str = "") -> str:
        """The table of a game under way, or a form to begin one. `late`: why a form that was sent was not obeyed."""
        has_rules = self._showing.now.games[game].is_playable
        write = partial(self._write_of(game), shares=self.shares(game))
        return write_play(self._tables, self._free, game, write, late, has_rules=has_rules)

    def score(self, game: str, late: str = "") -> str:
        """The scores that are being added up, or a form to begin some. `late`: as in `play`."""
        if not self._showing.now.games[game].is_scorable and self._scores.room(game).scores is None:
            return self._page("score_points", self._showing.now.games[game])
        return write_scores(self._scores, game, self._write_of(game), late)

    def _write_of(self, game: str) -> Write:
        one = self._showing.now.games[game]
        return partial(self._page, one=one, heading=one.game.title, book=f"{self._base}/g/{quote(game)}/book")

    def print(self, game: str, late: str = "", card: str = "") -> str:
        """What can be made of a game, and what became of what was last made. card: the one that is looked at."""
        one = self._showing.now.games[game]
        facts = self._prints.facts(game)
        return self._page("print", one, title=f"{one.game.title}, Print", late=late, card=one.cards.get(card), **facts)

    def problems(self, game: str) -> str:
        """Everything that is wrong in the project."""
        shown = self._showing.now
        one = shown.games[game]
        has_examples = any(True for _ in blocks(one.game.page.body))
        checked = self._behind.checked(shown.number)
        return self._page("problems", one, checked=checked, has_examples=has_examples, sheets=shown.sheets)

    def accept(self, game: str, late: str = "") -> str:
        """The failing examples, with what would be written for each. `late`: why a form was not obeyed."""
        one, pile = self._showing.now.games[game], self._reviews.pile(game)
        return self._page("problems_accept", one, title=f"{one.game.title}, Accept new results", late=late, pile=pile)

    def changes(self, game: str, since: str) -> str:
        """The differences since the page was opened, since the deck was printed, or since a git revision."""
        return self._page("changes", self._showing.now.games[game], **differences(self._showing, since))

    def told(self) -> list[Problem]:
        """The known problems: those of cards and templates at once, the rest as soon as they have been checked."""
        shown = self._showing.now
        found = self._behind.known if self._behind.checked(shown.number) else []
        return in_reading_order([*shown.problems, *found])

    def _page(self, name: str, one: ShownGame, title: str = "", **facts: Any) -> str:
        words = title or f"{one.game.title}, {dict(VIEWS).get(name.partition('_')[0], name)}"
        view = View("cards" if name == "card" else name.partition("_")[0], one.game.name, words)
        changed = sum(map(len, self._showing.changed_cards().values()))
        known = {
            "base": self._base,
            "shown": self._showing.now,
            "views": VIEWS,
            "view": view,
            "one": one,
            "news": self._news,
            "busy": self._prints.busy,
        }
        return self._pages.get_template(f"{name}.html").render(**known, told=self.told(), changed=changed, **facts)


def sheets_key(one: ShownGame) -> str:
    """A key that changes with any face on the sheets of a game."""
    return digest([(card.front.key, card.back and card.back.key, card.copies) for card in one.cards.values()])


def _spread(cards: Sequence[str]) -> Sequence[str]:
    """A few of the cards, from the first to the last."""
    last, of = len(cards) - 1, MOST_EXAMPLES - 1
    return [cards[at] for at in sorted({last * part // of for part in range(of + 1)})] if cards else []


def _elements(one: ShownGame, card: ShownCard) -> Iterator[tuple[str, str, list[str], str]]:
    """Side, element, the columns it shows, and where it is written; "" for a template that is in no file."""
    made = one.made.made.templates.values() if one.made.made else ()
    for side in ("front", "back"):
        template = one.template(side, card.card)
        for element in template.elements if template else ():
            columns = columns_in(element.settings.values(), card.card)
            own = {whole.file for whole in made}
            place = "" if element.place.file in own else f"{element.place.file}:{element.place.line}"
            yield side, element.name, columns, place
