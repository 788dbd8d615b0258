"""`accept`: the worked examples that fail, the changes that would make them hold, and the reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from proofdeck.book.accept.proposing import Acceptance, propose
from proofdeck.book.accept.rewriting import Pages
from proofdeck.book.changes.comparing import project_at
from proofdeck.book.changes.difference import CardChange, TextChange
from proofdeck.book.changes.printed import read_printed
from proofdeck.book.changes.report import of_card, of_text
from proofdeck.book.changes.snapshot import CardSnapshot
from proofdeck.book.manuscript.composing import nobody_runs, results_of, runner
from proofdeck.book.proof.examples import Ran, itself
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, in_reading_order
from proofdeck.play.engine.loading import Playable
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.cards import Deck
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.settings import read_settings
from proofdeck.source.rules.examples import ANSWERS, WHOLE, Example
from proofdeck.source.rules.parameters import TABLE, Value

HEAD = "HEAD"

Runs = Callable[[Example], Ran]


@dataclass(frozen=True)
class Failing:
    """An example that fails. reasons: the changes since then that affect it."""

    game: Game
    acceptance: Acceptance
    since: str
    reasons: tuple[str, ...]

    @property
    def ran(self) -> Ran:
        return self.acceptance.ran


@dataclass(frozen=True)
class Found:
    """Failing examples, game by game. problems: why examples could not be run at all."""

    failing: Sequence[Failing]
    problems: Sequence[Problem]


@dataclass(frozen=True)
class Past:
    """An earlier version of a game, whose own engine is not run. `parameters`: of its rules."""

    called: str
    cards: Mapping[str, CardSnapshot]
    parameters: Mapping[str, Value]


def failing(root: Path, games: Sequence[str], pages: Pages, *, trust: bool) -> Found:
    """All failing examples of these games, or of all. Raises ProofdeckError if the folder is not a project."""
    problems = Problems()
    project = load_project(root, problems)
    found: list[Failing] = []
    with TemporaryDirectory(prefix="proofdeck-") as place:
        earlier: list[Project] = []
        for game in project.chosen(games, problems):
            playable, failed = _failed(project, game, problems, trust=trust)
            if playable and failed:
                earlier = earlier or _at_head(root, Path(place))
                pasts = [*_pasts(root, game, earlier)]
                found += [_failing(one, game, playable, pages, pasts) for one in failed]
    return Found(found, in_reading_order(problems))


def _failed(project: Project, game: Game, problems: Problems, *, trust: bool) -> tuple[Playable | None, list[Ran]]:
    """The failing examples of a game. Why others cannot be read or run is added to `problems`."""
    scope = problems.scope()
    playable = playable_of(project, game, problems, trust=trust)
    if playable is None:
        if scope.is_clean:
            problems.extend(nobody_runs(game))
        return None, []
    return playable, [one for one in results_of(game, playable, problems) if one.problems]


def _failing(ran: Ran, game: Game, playable: Playable, pages: Pages, pasts: Sequence[Past]) -> Failing:
    again = runner(game, playable)
    acceptance = propose(ran, pages.text(game), again)
    for past in pasts:
        if reasons := (*_cards_changed(ran, game, past), *_parameters_changed(ran, playable, again, past)):
            return Failing(game, acceptance, past.called, reasons)
    return Failing(game, acceptance, "", ())


# -- what was earlier --------------------------------------------------------------------------------------------------


def _at_head(root: Path, place: Path) -> list[Project]:
    """The project as last committed, if there is a commit."""
    with suppress(ProofdeckError):
        return [project_at(root, HEAD, place)]
    return []


def _pasts(root: Path, game: Game, earlier: Sequence[Project]) -> Iterator[Past]:
    """The game as last committed, then as last printed."""
    for project in earlier:
        if game.name in project.games:
            yield _committed(project.games[game.name])
    with suppress(ProofdeckError):
        if printed := read_printed(root, read_settings(root).lang).get(game.name):
            settings = printed.game.texts["setting"].items()
            lead = f"{TABLE}."
            parameters = {name.removeprefix(lead): _read(word) for name, word in settings if name.startswith(lead)}
            yield Past(f"printed {printed.at}", printed.game.cards, parameters)


def _committed(game: Game) -> Past:
    parameters = {name: entry.value for name, entry in game.page.under(TABLE).items()}
    known = {name: value for name, value in parameters.items() if isinstance(value, int | str)}
    return Past(HEAD, _snapshots(game.deck), known)


def _read(word: str) -> Value:
    """A setting in the form used in snapshots."""
    truths = {str(value): value for value in ANSWERS.values()}
    return truths.get(word, int(word) if WHOLE.fullmatch(word) else word)


def _snapshots(deck: Deck) -> dict[str, CardSnapshot]:
    return {card.id: CardSnapshot(card.id, card.name, (), {k: v for k, v in card.fields.items() if v}) for card in deck}


# -- what explains it --------------------------------------------------------------------------------------------------


def _cards_changed(ran: Ran, game: Game, past: Past) -> Iterator[str]:
    """The cards of an example whose cells have changed."""
    words = "\n".join((ran.example.table, *(move.words for move in ran.example.moves))).casefold()
    scored = {itself(card) for sheet in ran.sheets.values() for item in sheet.items for card in item.cards}
    for name, now in _snapshots(game.deck).items():
        before = past.cards.get(name)
        if before is None or not ({now.name.casefold()} & scored or now.name.casefold() in words or name in words):
            continue
        change = CardChange(replace(before, faces=()), now)
        if {cell for cell in change.fields if cell != "quantity"}:
            yield of_card(change)


def _parameters_changed(ran: Ran, playable: Playable, again: Runs, past: Past) -> Iterator[str]:
    """The changed parameters that affect the result."""
    own = dict(ran.example.changes)
    for name, now in playable.game.values.items():
        before = past.parameters.get(name, now)
        if before != now and name not in own:
            other = again(replace(ran.example, changes=(*ran.example.changes, (name, before))))
            if (other.different, other.sheets) != (ran.different, ran.sheets):
                yield of_text(TextChange("setting", f"{TABLE}.{name}", str(before), str(now)))


# -- for programs ------------------------------------------------------------------------------------------------------


def as_row(one: Failing) -> dict[str, object]:
    """The failing example as data for JSON."""
    example = one.ran.example
    return {
        "game": one.game.name,
        "example": example.id,
        "file": one.game.page.shown,
        "line": example.line,
        "different": [
            {"what": row.expected.what, "line": row.expected.line, "expected": row.expected.value, "found": row.found}
            for row in one.ran.different
        ],
        "problems": [problem.message for problem in one.ran.problems],
        "since": one.since or None,
        "reasons": list(one.reasons),
        "edits": [asdict(edit) for edit in one.acceptance.edits],
        "by_hand": [asdict(note) for note in one.acceptance.by_hand],
        "holds_then": one.acceptance.holds_then,
    }
