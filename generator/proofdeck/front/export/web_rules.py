"""The page of rules that `export web` makes beside its page of cards: each clause has a link of its own."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from proofdeck.book.changes.earlier import RULES_PAGE, data_of, earlier_game, reference, refuse_newer, words_of
from proofdeck.book.changes.margins import Changes, cards_by_clause
from proofdeck.book.manuscript.books import book_jobs
from proofdeck.book.manuscript.margin import Margin
from proofdeck.book.manuscript.plain_data import section_id
from proofdeck.book.manuscript.words import plain
from proofdeck.front.export.target import ExportedGame
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.source.cards.called import called
from proofdeck.source.cards.values import slug
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import in_language
from proofdeck.source.project.request import Options
from proofdeck.source.project.settings import language_in

BOOK = "rulebook.html"
SAID = ("title", "link", "link_part", "copied", "gone", "now", "removed_rules", "cards")
"""The phrases of a margin."""


def rules_jobs(goods: ExportedGame, deck: str, changes: Changes) -> list[Job]:
    """The page of rules; none without rules, or if their book cannot be made. deck: the name of the page of cards."""
    game = goods.game
    if not game.book.body.strip():
        return []
    names = {design.card.id: called(design.card) for design in goods.designs}
    margin = Margin(
        quote(deck),
        changes.since if changes.notes or changes.removed else "",
        changes.notes,
        changes.removed,
        cards_by_clause(game, names, quote(deck)),
        {name: game.phrases(f"sent.{name}", title=game.title) for name in SAID},
        _addresses(game),
        data_of(words_of(game, Problems()), language_in(goods.project.root, goods.options.lang)),
    )
    path = RULES_PAGE.format(game=game.name)
    found = Problems()
    made = book_jobs(goods.project, goods.made, goods.options, found, margin)
    if has_errors(found):
        hint = "`proofdeck check` says what is wrong with its rules."
        goods.problems.report("W615", f"the page of rules of {game.title} was not made", game.book.place(), hint=hint)
        return []
    goods.problems.extend(found)
    return [_renamed(job, BOOK, path) for job in made if BOOK in job.keys]


def _addresses(game: Game) -> dict[str, str]:
    """The address of each section, by its id: its heading, which stays the same when sections are numbered again."""
    book, found = reference(game, Problems()), dict[str, str]()
    for place, section in enumerate(book.text.sections if book else ()):
        words = f"part-{slug(plain(section.title))}"
        same = sum(one.partition("~")[0] == words for one in found.values())
        found[section_id(section, place)] = f"{words}~{same + 1}" if same else words
    return found


def _renamed(job: Job, name: str, path: str) -> Job:
    """A job that makes one file of another job, under another name."""
    return one_file(path, job.says, job.keys[name], lambda progress: next(iter(job.make([name], progress)))[1])


def said_then(project: Project, name: str, options: Options, since: str, folder: Path) -> str:
    """What a game said in an earlier version, as JSON. folder: where its pages are put.

    Raises ProofdeckError for a version that cannot be compared, is newer, or would be written over.
    """
    page = folder / RULES_PAGE.format(game=name)
    if page.resolve() in {Path(since).resolve(), (Path(since) / page.name).resolve()}:
        hint = "Copy the page that you have sent to another folder, and compare with the copy."
        raise ProofdeckError(Problem("E516", f"'{since}' is written over by this export", field="since", hint=hint))
    earlier = earlier_game(project.root, since, name, options.lang)
    refuse_newer(earlier, since, in_language(project, project.games[name], options.lang, Problems()))
    return earlier.text
