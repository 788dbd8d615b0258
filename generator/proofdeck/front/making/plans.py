"""Plans and makes each game that was touched: read, lay out, impose, print."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from proofdeck.book.changes.printed import read_printed
from proofdeck.front.making.jobs import jobs_of
from proofdeck.front.making.sharing import are_worth_sharing, same
from proofdeck.ground.problems import (
    Problem,
    Problems,
    ProofdeckError,
    counted,
    did_you_mean,
    has_errors,
    hint_from,
    listed,
)
from proofdeck.ground.processes import shared_out
from proofdeck.ground.workspace.outputs import FilePlan, GameOutputs, Job, Output, make, part_of
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import lay_out, matches
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import check_language, in_language
from proofdeck.source.project.reading import problems_of_project
from proofdeck.source.project.request import PRODUCTS, Options, pattern_of


def choose(project: Project, names: Sequence[str], options: Options, problems: Problems) -> list[Game]:
    """The games to build. Raises ProofdeckError for a request that cannot be met."""
    own = Problems()
    problems_of_project(project, own)
    problems.extend(own)
    found = project.chosen(names, own)
    check_language(project, found, options.lang)
    check_request(found, options, problems)
    if options.changed and options.choices:
        hint = "Leave out --with, or --changed."
        raise ProofdeckError(Problem("E528", "only changes of the usual deck are known", hint=hint))
    return found


@question(Kept.VALUE)
def chosen(project: Project, games: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """The names of the games that are to be built. Raises ProofdeckError if that cannot be done."""
    return tuple(game.name for game in choose(project, games, options, project.collector()))


@question(Kept.VALUE)
def plan(project: Project, game: str, options: Options) -> FilePlan:
    """The files that a build makes of a game."""
    jobs, notes, is_sound = jobs_for(project, game, options, project.collector())
    return FilePlan.of(project, jobs, notes, is_sound=is_sound)


@dataclass(frozen=True)
class Workshop:
    """What is needed to make games. writes: whether to write files, or only to look for mistakes."""

    project: Project
    options: Options
    writes: bool


def make_games(shop: Workshop, names: Sequence[str]) -> Iterator[GameOutputs]:
    """Make those games in order, using all cores for the books of several."""
    progress = shop.project.progress
    new = [name for name in names if not shop.project.stands(plan.about(name, shop.options.plain))]
    elsewhere: dict[str, GameOutputs] = {}
    games = [shop.project.games[name] for name in new]
    if len(new) > 1 and shop.options.books and shop.writes and are_worth_sharing(games):
        shop.project.save()
        parts = shared_out(new, make_game, same, (shop,), min(os.cpu_count() or 1, len(new)))
        for done, (name, part) in enumerate(zip(new, parts, strict=True)):
            progress("games", done, len(new))
            elsewhere[name] = part
    for done, name in enumerate(names):
        if len(new) > 1:
            progress("games", done, len(names))
        yield elsewhere.get(name) or make_game(shop, name)
    if len(new) > 1:
        progress("games", len(names), len(names))


def make_game(shop: Workshop, name: str) -> GameOutputs:
    """Make every file of the game that is not up to date, unless its cards or sheets have errors."""
    project, options = shop.project, shop.options
    asked = plan.about(name, options.plain)
    outputs: list[Output] = []
    if plan(project, name, options.plain).is_sound and shop.writes:
        folder = project.place_of(name, options)
        outputs = list(make(project, asked, folder, name, lambda: jobs_for(project, name, options, Problems())[0]))
    part = part_of(project, asked, outputs)
    project.save()
    return part


def jobs_for(project: Project, name: str, options: Options, problems: Problems) -> tuple[list[Job], list[str], bool]:
    """The files of a game, what is to be said of them, and whether its cards and sheets have no errors."""
    own, of_books = Problems(), Problems()
    chosen = replace(project.games[name], choices={**project.games[name].choices, **dict(options.choices)})
    game = in_language(project, chosen, options.lang, own)
    jobs: list[Job] = []
    notes: list[str] = []
    if options.cards or options.books:
        made = lay_out(project, game, options, own)
        notes = made.made.notes(game.title) if made.made else []
        if options.cards and not has_errors(own):
            check_print(made, own, ink=options.ink)
        if options.cards:
            printed = read_printed(project.root, options.lang).get(name) if options.changed else None
            jobs += jobs_of(made, options, own, printed)
        if options.books and game.book.body.strip():
            from proofdeck.book.manuscript.books import book_jobs, book_notes

            of_book = book_jobs(project, made, options, of_books)
            notes += book_notes(game) if of_book else []
            jobs += of_book
    if options.pads and (options.products or game.page.head or game.page.body.strip()):
        from proofdeck.book.manuscript.composing import clause_words
        from proofdeck.book.pads.pads import pad_jobs

        jobs += pad_jobs(project, game, options, clause_words, of_books)
    problems.extend([*own, *game.located(of_books)])
    return jobs, notes, not has_errors(own)


def check_request(games: Sequence[Game], options: Options, problems: Problems) -> None:
    """Add a problem for a number of players that cannot play and for patterns that match no card."""
    players = options.players
    for game in games:
        fewest, most = game.about.players or (players, players)
        if players and fewest and most and game.depends_on_players and not fewest <= players <= most:
            message = f"{game.title} is for {counted(fewest, 'player', most)}, not {players}"
            problems.report("E504", message, field="players", hint="Use such a number, or leave out --players.")
    cards = [card for game in games for card in game.deck]
    for pattern in options.patterns:
        if not any(matches(card, pattern) for card in cards):
            near = did_you_mean(pattern, [*PRODUCTS, *(word for card in cards for word in (card.id, card.name))])
            hint = hint_from(near, f'Patterns such as "wolf*" match ids and names; or use {listed(PRODUCTS)}.')
            problems.report("E507", f"no card matches '{pattern}'", field="only", hint=hint)
    for product in options.products:
        if any(matches(card, product) for card in cards):
            message = f"'{product}' in --only makes that sheet, but it is also the name of a card"
            hint = f'Write "{pattern_of(product)}" for the card.'
            problems.report("W740", message, field="only", hint=hint)
