"""Decides the claims of a game, and stores the results of those that take long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.files import write_file
from generator.places import RULES
from generator.problems import Problems, has_errors
from generator.project.folder import Project
from generator.project.game import Game
from generator.project.opening import playable_of
from generator.rulebook.claims import Decider, not_decided
from generator.rulebook.kept import FILE, DecidedClaim, as_text, depends_on, read_kept
from generator.rules.claims import read_claims
from generator.rules.clauses import read_clauses
from generator.workspace.workspace import Progress

if TYPE_CHECKING:
    from generator.engine.claims import Finding
    from generator.engine.loading import Playable
    from generator.rulebook.claims import Decision
    from generator.rules.claims import Claim

FIRST_WORDS = "```claim"


def decide_claims(
    project: Project, game: Game, playable: Playable | None, problems: Problems
) -> Mapping[str, Decision]:
    """The claims of a page by id, each decided if that is quick. Nothing is written.

    playable: None if the game cannot be played.
    """
    if FIRST_WORDS not in game.book.body:
        return {}
    claims = read_claims(game.book, read_clauses(game.book, Problems()), problems)
    shown = f"{RULES}/{FILE}"
    decider = Decider(project, game, playable, read_kept(project.root / shown, shown, problems), problems)
    return {claim.id: decider.decide(claim) for claim in claims}


def settle(
    project: Project, games: Sequence[Game], progress: Progress, problems: Problems, *, trust: bool = False
) -> None:
    """Compute again the claims that take long, and store the results. Raises ProofdeckError if that fails.

    Problems of a page are left to `decided`. Results for other games stay as they are.
    """
    path = project.root / RULES / FILE
    before = read_kept(path, "", Problems())
    opened = [(game, playable) for game in games if (playable := _playable(project, game, trust=trust)) is not None]
    names = {game.name for game, _ in opened}
    kept = {place: one for place, one in before.items() if place[0] not in names}
    heavy = [(game, playable, *one) for game, playable in opened for one in _heavy(game, playable)]
    for done, (game, playable, claim, find) in enumerate(heavy):
        progress("claims", done, len(heavy))
        try:
            kept[game.name, claim.id] = DecidedClaim(depends_on(playable, claim.check), find(playable.game))
        except ValueError as error:
            problems.append(not_decided(claim, game.page.shown, error))
    progress("claims", len(heavy), len(heavy))
    if kept != before:
        write_file(path, as_text(kept).encode())


def _heavy(game: Game, playable: Playable) -> Iterator[tuple[Claim, Callable[[object], Finding]]]:
    """The claims of a page that take long, each with its computation."""
    for claim in read_claims(game.page, playable.clauses, Problems()):
        made = playable.engine.checks.get(claim.check)
        if made is not None and made.heavy:
            yield claim, made.find


def _playable(project: Project, game: Game, *, trust: bool) -> Playable | None:
    """The engine of a game with a valid page; its problems are reported when its examples are run."""
    found = Problems()
    playable = playable_of(project, game, found, trust=trust)
    return None if has_errors(found) else playable
