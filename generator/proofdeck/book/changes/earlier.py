"""An earlier version of a game, in words: as it was printed, in a folder, at a revision, or on a page that was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from proofdeck.book.changes.comparing import PRINTED, ProjectInLanguage, texts_of
from proofdeck.book.changes.printed import read_printed
from proofdeck.book.changes.snapshot import CardSnapshot, GameSnapshot
from proofdeck.book.manuscript.composing import Proved, manuscript
from proofdeck.book.manuscript.editions import edition_of
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.tree import Paragraph
from proofdeck.book.manuscript.words import Inlines, plain
from proofdeck.ground.files import read_text
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors
from proofdeck.source.project.game import Game
from proofdeck.source.project.printed_cards import printed_cards
from proofdeck.source.project.settings import language_in
from proofdeck.source.rules.clauses import Edition

VERSION = 1
DATA = re.compile(r'<script type="application/json" id="version">(.*?)</script>', re.DOTALL)
RULES_PAGE = "{game}-rules.html"
"""The name of the page of rules that is sent."""
AROUND = "\N{MATHEMATICAL LEFT ANGLE BRACKET}", "\N{MATHEMATICAL RIGHT ANGLE BRACKET}"
"""What is around the id of a clause in the words of another."""
CURE = "Give a folder, a git revision, 'printed', or a page such as {page} that `proofdeck export web` made earlier."


class EarlierGame(NamedTuple):
    """A game as it was. called: that version for people; is_record: whether it was recorded when it was printed.

    A record has cells and numbers of clauses as they were; anything else has filled cells, and ids of clauses.
    """

    called: str
    game: GameSnapshot
    is_record: bool = False

    @property
    def text(self) -> str:
        """The same as JSON."""
        facts = {"called": self.called, "is_record": self.is_record, "game": self.game.as_facts()}
        return json.dumps(facts, ensure_ascii=False)

    @classmethod
    def of(cls, text: str) -> EarlierGame:
        """Read what `text` has written."""
        facts = json.loads(text)
        return cls(facts["called"], GameSnapshot.of(facts["game"]), facts["is_record"])


def earlier_game(root: Path, named: str, game: str, lang: str) -> EarlierGame:
    """That game as it was. named: `printed`, a page that was sent or the folder of several, a project, or a revision.

    Raises ProofdeckError for anything else, for a damaged page, and for a version without that game.
    """
    lang, page = language_in(root, lang), Path(named) / RULES_PAGE.format(game=game)
    if named == PRINTED:
        printed = read_printed(root, lang).get(game)
        if printed is None:
            hint = "Run `proofdeck printed` after printing, or give a folder or a revision: `--since HEAD~1`."
            raise ProofdeckError(Problem("E515", f"no print of '{game}' has been recorded", field="since", hint=hint))
        return EarlierGame(printed.at, printed.game, is_record=True)
    if Path(named).is_file() or page.is_file():
        return _sent(page if page.is_file() else Path(named), game, lang)
    if named.endswith(".html"):
        raise _incomparable(f"there is no page '{named}'", CURE.format(page=page.name))
    with TemporaryDirectory(prefix="proofdeck-") as place:
        found = ProjectInLanguage.at(root, named, Path(place), lang).games.get(game)
        if found is None:
            hint = "Export only games that it has, or compare with a later version."
            raise _incomparable(f"'{named}' has no game '{game}'", hint)
        problems = Problems()
        words = words_of(found, problems)
        if has_errors(problems):
            first = Problem("E516", f"'{named}' has errors, so it cannot be compared", hint="They are listed below.")
            raise ProofdeckError([first, *problems])
    return EarlierGame(named, words)


def words_of(game: Game, problems: Problems, *, as_recorded: bool = False) -> GameSnapshot:
    """What a game says now, without its faces: as `EarlierGame` has it, or `as_recorded` when it is printed."""
    texts = texts_of(game) if as_recorded else {"clause": clauses_of(game, problems)}
    printed = game.printed if as_recorded else printed_cards(game, game.printed, None, Problems())
    cards = {
        card.id: CardSnapshot(card.id, card.name, (), {name: words for name, words in card.fields.items() if words})
        for card in printed
    }
    facts = {"date": game.about.date, "version": game.about.version}
    return GameSnapshot(game.name, game.title, cards, {**texts, "setting": facts})


def clauses_of(game: Game, problems: Problems) -> dict[str, str]:
    """The words of each clause by its id. Other clauses are named by their ids, as their numbers change."""
    book = reference(game, problems)
    if book is None:
        return {}
    begin, end = AROUND
    named = {clause: f"{begin}{clause}{end}" for clause in book.clauses}
    return {name: plain(words, named) for name, words in clauses_in(book).items()}


def clauses_in(book: Manuscript) -> dict[str, Inlines]:
    """The clauses that are printed, by their ids."""
    return {one.clause: one.inside for one in book.blocks if isinstance(one, Paragraph) and one.clause}


def reference(game: Game, problems: Problems) -> Manuscript | None:
    """The book for screens, without its drawings; None without rules, or after problems."""
    book = manuscript(game, Proved(None), problems)
    return edition_of(book, Edition.REFERENCE) if book else None


def data_of(game: GameSnapshot, language: str) -> str:
    """A game as a page that is sent has it, so that later rules can be compared with it."""
    facts = {"version": VERSION, "language": language, "game": game.as_facts()}
    return json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c")


def _sent(page: Path, game: str, lang: str) -> EarlierGame:
    """The game on a page that an export made earlier."""
    hint = CURE.format(page=RULES_PAGE.format(game=game))
    try:
        found = DATA.search(read_text(page))
        facts: Mapping[str, Any] = json.loads(found[1]) if found else {}
        version, language = int(facts["version"]), str(facts["language"])
        if version > VERSION:
            hint = "Update Proofdeck, or compare with another version."
            raise _incomparable(f"'{page}' was made by a newer Proofdeck", hint)
        snapshot = GameSnapshot.of(facts["game"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _incomparable(f"'{page}' has no rules that can be compared", hint) from None
    if snapshot.name != game:
        hint = f"Export {snapshot.name} alone, or give the folder with the pages of all games."
        raise _incomparable(f"'{page}' is a page of '{snapshot.name}' and not of '{game}'", hint)
    if language != lang:
        hint = "Give a page in the same language, a folder or a git revision."
        raise _incomparable(f"'{page}' is written in another language than this export", hint)
    return EarlierGame(page.name, snapshot)


def refuse_newer(earlier: EarlierGame, named: str, game: Game) -> None:
    """Raise ProofdeckError if that version has a later date than the rules."""
    then, now = earlier.game.texts["setting"].get("date", ""), game.about.date
    if then > now > "" and is_day(then) and is_day(now):
        hint = "Compare with an earlier version, or change 'date' in the head of the rules."
        raise _incomparable(f"'{named}' is newer than the rules: it is of {then}, and they are of {now}", hint)


def is_day(words: str) -> bool:
    """Whether a date is written as 2026-11-29, so that dates can be compared."""
    return re.fullmatch(r"\d{4}-\d\d-\d\d", words) is not None


def _incomparable(message: str, hint: str) -> ProofdeckError:
    return ProofdeckError(Problem("E516", message, field="since", hint=hint))
