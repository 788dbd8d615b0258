"""What a page of rules that is sent has beside its clauses, and what its page of cards says of each card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple
from urllib.parse import quote

from proofdeck.book.changes.difference import CardChange, TextChange, compare
from proofdeck.book.changes.earlier import AROUND, EarlierGame, clauses_in, is_day, reference, words_of
from proofdeck.book.manuscript.in_words import MARKUP
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.margin import ClauseNote
from proofdeck.book.manuscript.plain_data import section_id
from proofdeck.book.manuscript.tree import Text
from proofdeck.ground.phrases import Phrases
from proofdeck.ground.problems import Problems
from proofdeck.ground.typography import capital
from proofdeck.source.project.game import Game

NAMED = re.compile(r"(\S+?)".join(AROUND))
"""A clause in the words of another."""
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+|\s+|[^\w\s]")
"""What is compared of two texts: a word, a blank or a sign, and each letter of a script without blanks."""


class Passage(NamedTuple):
    """Some words of a text, and whether the other text has different words there."""

    text: str
    differs: bool


def passages(old: str, new: str) -> tuple[list[Passage], list[Passage]]:
    """Both texts, cut where they begin or cease to differ."""
    before, after = WORD.findall(old), WORD.findall(new)
    found = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return (
        _joined([Passage("".join(before[first:last]), what != "equal") for what, first, last, _, _ in found]),
        _joined([Passage("".join(after[first:last]), what != "equal") for what, _, _, first, last in found]),
    )


def _joined(found: Sequence[Passage]) -> list[Passage]:
    """The same without what is empty, and with blanks between two differences among them."""
    whole: list[Passage] = []
    for place, one in enumerate(found):
        around = [found[at].differs for at in (place - 1, place + 1) if 0 <= at < len(found)]
        differs = one.differs or (not one.text.strip() and len(around) == 2 and all(around))
        if whole and whole[-1].differs == differs:
            whole[-1] = Passage(whole[-1].text + one.text, differs)
        elif one.text:
            whole.append(Passage(one.text, differs))
    return whole


class Changes(NamedTuple):
    """What has changed in a game since an earlier version. since: that version, or "" if nothing has.

    notes, removed: as in a `Margin`; cards: lines by the ids of cards; gone: names of cards that are gone.
    """

    since: str = ""
    notes: Mapping[str, ClauseNote] = {}
    removed: Mapping[str, Mapping[str, ClauseNote]] = {}
    cards: Mapping[str, Sequence[str]] = {}
    gone: Sequence[str] = ()


def changes_since(game: Game, earlier: EarlierGame, silent: frozenset[str]) -> Changes:
    """Compare a game with what it was. silent: columns that say nothing to players."""
    book, say, now = (
        reference(game, Problems()),
        game.phrases,
        words_of(game, Problems(), as_recorded=earlier.is_record),
    )
    found = compare({game.name: earlier.game}, {game.name: now})
    when = _When(game, earlier)
    notes: dict[str, ClauseNote] = {}
    removed: dict[str, dict[str, ClauseNote]] = {}
    numbers, places = (book.numbers, _places(book)) if book else ({}, {})
    for text in found[0].texts if found else ():
        if text.kind == "clause" and text.id in places and text.new:
            notes[text.id] = _note(text, numbers, when)
        elif text.kind == "clause" and text.id not in numbers:
            place = _above(text.id, list(earlier.game.texts["clause"]), places)
            removed.setdefault(place, {})[text.id] = _note(text, numbers, when)
    cards, gone = dict[str, list[str]](), list[str]()
    for change in found[0].cards if found else ():
        if change.new is None:
            gone.append(change.card.name or change.card.id)
        elif lines := list(_lines(change, silent, when, say, game.printed.headers)):
            cards[change.card.id] = lines
    if not (notes or removed or cards or gone):
        return Changes()
    return Changes(say("sent.since", version=when.since), notes, removed, cards, gone)


def cards_by_clause(game: Game, shown: Mapping[str, str], deck: str) -> dict[str, list[tuple[str, str]]]:
    """The names and addresses of the cards that speak of a clause. shown: names by ids; deck: the page with them."""
    found: dict[str, list[tuple[str, str]]] = {}
    for card in game.printed:
        for clause in card.clauses if card.id in shown else ():
            found.setdefault(clause, []).append((shown[card.id], f"{deck}#{quote(f'card-{card.id}')}"))
    return found


class _When:
    """Says when something has changed: on the day of the rules if that is another day, or since the earlier version."""

    def __init__(self, game: Game, earlier: EarlierGame) -> None:
        self._say = game.phrases
        facts = earlier.game.texts["setting"]
        version, day, now = facts.get("version", ""), facts.get("date", ""), game.about.date
        called = [self._say("version", version=version)] if version else []
        self.since = " \N{MIDDLE DOT} ".join([*called, *([day] if day else [])]) or earlier.called
        self._day = now if is_day(now) and now != day else ""

    def __call__(self, what: str) -> str:
        """`Changed on 2026-11-29`. what: `changed`, `added` or `removed`."""
        if self._day:
            return self._say(f"sent.{what}_on", date=self._day)
        return self._say(f"sent.{what}_since", version=self.since)


def _note(text: TextChange, numbers: Mapping[str, str], when: _When) -> ClauseNote:
    def numbered(words: str) -> str:
        return NAMED.sub(lambda clause: numbers.get(clause[1]) or clause[1], words)

    what = "changed" if text.old and text.new else "added" if text.new else "removed"
    before, now = passages(numbered(text.old), numbered(text.new)) if text.old else ((), ())
    return ClauseNote(numbers.get(text.id) or text.id, when(what), before, now)


def _places(book: Manuscript) -> dict[str, str]:
    """The section of each clause that is printed."""
    sections = enumerate(book.text.sections)
    parts = ((section_id(one, at), replace(book, text=Text((), (one,)))) for at, one in sections)
    return {name: place for place, part in (("", book), *parts) for name in clauses_in(part)}


def _above(clause: str, before: Sequence[str], places: Mapping[str, str]) -> str:
    """The section with the nearest clause above a removed one, or else below it; "" for the end of the page."""
    at = before.index(clause)
    return next((places[name] for name in (*reversed(before[:at]), *before[at:]) if name in places), "")


def _lines(
    change: CardChange, silent: frozenset[str], when: _When, say: Phrases, headers: Mapping[str, str]
) -> Iterable[str]:
    """What has changed on a card, after the day on which it has: `Value 3, before 2`. headers: those of columns."""
    fields = {
        **headers,
        "kind": say("kind"),
        "value": say("value"),
        "quantity": say("sent.copies"),
        "name": say("sent.name"),
    }
    if change.old is None or change.new is None:
        yield when("added")
        return
    names = change.old.name or change.old.id, change.new.name or change.new.id
    cells = {"name": names} | {name: cell for name, cell in change.fields.items() if name != "name"}
    told = [
        say("sent.field", field=capital(fields.get(name, name)), now=_told(now, say), before=_told(then, say))
        for name, (then, now) in cells.items()
        if name not in silent and "@" not in name and _plain(then) != _plain(now)
    ]
    if told:
        yield when("changed")
        yield from told


def _told(cell: str, say: Phrases) -> str:
    """A cell among other words: several words are quoted."""
    words = _plain(cell)
    return words.join(say("quotes").split()) if " " in words else words or say("nothing")


def _plain(cell: str) -> str:
    return " ".join(MARKUP.sub("", cell).split())
