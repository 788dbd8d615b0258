"""Makes each game that was touched: read, lay out, impose, print."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from generator.cache import Record
from generator.changes.printed import FILE, read_printed
from generator.engine.loading import modules_of
from generator.files import write_file
from generator.pipeline.deck import lay_out, matches
from generator.pipeline.jobs import Job, jobs_of
from generator.pipeline.kept import Kept
from generator.pipeline.languages import check_language, in_language
from generator.pipeline.preflight import check_print
from generator.pipeline.request import PRODUCTS, Built, Options, Output, Progress, no_progress, pattern_of
from generator.pipeline.sharing import are_worth_sharing, same
from generator.pipeline.shelf import Shelf
from generator.places import OUTPUT
from generator.problems import (
    Problem,
    Problems,
    ProofdeckError,
    did_you_mean,
    has_errors,
    hint_from,
    in_reading_order,
    listed,
)
from generator.processes import shared_out
from generator.project import Game, Project


def make(root: Path, games: Sequence[str], options: Options, record: Record, progress: Progress) -> Kept:
    """Build a project, skipping untouched games; return also the images, fonts and modules used."""
    problems = Problems()
    shelf = Shelf(root, problems, record, options, tests=options.proof)
    chosen = shelf.project.chosen(games, problems)
    check_language(shelf.project, chosen, options.lang)
    check_request(chosen, options, problems)
    if options.changed and options.choices:
        hint = "Leave out --with, or --changed."
        raise ProofdeckError(Problem("E528", "only changes of the usual deck are known", hint=hint))
    found = {game.name: shelf.take(game) for game in chosen}
    missing = [game for game in chosen if found[game.name] is None]
    shop = Workshop(shelf.project, options, record, writes=not has_errors(problems))
    if len(missing) > 1:
        progress("games", 0, len(missing))
    for done, (game, part) in enumerate(zip(missing, _parts(shop, missing, progress), strict=True), start=1):
        if len(missing) > 1:
            progress("games", done, len(missing))
        record.adopt(part.keys)
        shelf.lay(game, part.kept)
        found[game.name] = part.kept
    kept = [one for one in found.values() if one is not None]
    outputs = [output for one in kept for output in one.built.outputs] if shop.writes else []
    told = in_reading_order([*problems, *(problem for one in kept for problem in one.built.problems)])
    notes = [note for one in kept for note in one.built.notes]
    return Kept(Built(outputs, told, notes=notes), [*dict.fromkeys(path for one in kept for path in one.read)])


@dataclass(frozen=True)
class Workshop:
    """What is needed to make games. writes: whether to write files, or only to look for mistakes."""

    project: Project
    options: Options
    record: Record
    writes: bool


class Part(NamedTuple):
    """What was made of one game, and the keys of the files that were written."""

    kept: Kept
    keys: Mapping[Path, str]


def _parts(shop: Workshop, games: Sequence[Game], progress: Progress) -> Iterator[Part]:
    """Make those games in order, using all cores for the books of several."""
    names = [game.name for game in games]
    if not (shop.options.books and shop.writes and are_worth_sharing(games)):
        return (_part(shop, name, progress) for name in names)
    return shared_out(names, _part, same, (shop,), min(os.cpu_count() or 1, len(names)))


def _part(shop: Workshop, name: str, progress: Progress = no_progress) -> Part:
    """Make every file of the game that is not up to date, unless its cards or sheets have errors."""
    project, options = shop.project, shop.options
    folder = (options.output or project.root / OUTPUT) / name / options.folder
    problems = Problems()
    chosen = replace(project.games[name], choices={**project.games[name].choices, **dict(options.choices)})
    game = in_language(project, chosen, options.lang, problems)
    of_books = Problems()
    jobs: list[Job] = []
    read: list[Path] = []
    notes: list[str] = []
    if options.cards or options.books:
        made = lay_out(project, game, options, problems)
        notes = made.made.notes(game.title) if made.made else []
        if options.cards and not has_errors(problems):
            check_print(made, problems, ink=options.ink)
        if options.cards:
            printed = read_printed(project.root, options.lang).get(name) if options.changed else None
            jobs += jobs_of(made, folder, options, problems, printed)
        if options.books and game.book.body.strip():
            from generator.pipeline.books import book_jobs, book_notes

            of_book = book_jobs(project, made, folder, options, of_books, progress)
            notes += book_notes(game) if of_book else []
            jobs += of_book
        read = (
            [*made.files(project.root), *(path for job in jobs for path in job.read)]
            if not has_errors(problems)
            else []
        )
    if options.pads:
        from generator.pipeline.pads import pad_jobs

        jobs += pad_jobs(project, game, folder, options, of_books)
    built = Built(problems=[*problems, *game.located(of_books)], notes=notes)
    keys: dict[Path, str] = {}
    if shop.writes and not has_errors(problems):
        for job in jobs:
            built.outputs.extend(carry_out(job, shop.record, progress, keys))
    if options.changed:
        read = [*read, project.root / FILE]
    project.save()
    return Part(Kept(built, [*read, *modules_of(project.root)]), keys)


def check_request(games: Sequence[Game], options: Options, problems: Problems) -> None:
    """Add a problem for a number of players that cannot play and for patterns that match no card."""
    players = options.players
    for game in games:
        fewest, most = game.about.players or (players, players)
        if players and fewest and most and game.depends_on_players and not fewest <= players <= most:
            message = f"{game.title} is for {fewest} to {most} players, not {players}"
            hint = f"Use a number from {fewest} to {most}, or leave out --players."
            problems.report("E504", message, field="players", hint=hint)
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


def carry_out(job: Job, record: Record, progress: Progress, keys: dict[Path, str]) -> Iterator[Output]:
    """Write the files that are out of date, with their keys, and tell for each file whether it was made."""
    stale = [path for path, key in job.keys.items() if not record.is_current(path, key)]
    if stale:
        for path, data in job.make(stale, progress):
            write_file(path, data)
            keys[path] = job.keys[path]
    made = set(stale)
    for path in job.keys:
        yield Output(job.game, path, job.says, path in made)
