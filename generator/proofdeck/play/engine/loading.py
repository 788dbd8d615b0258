"""Loads the engine that a rules page names.

Our own engines are part of the program. Any other engine is foreign code, which can do anything its user can do, so it
is loaded only with the user's permission, for one run or for the folder.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground import plugins
from proofdeck.ground.files import everything_in, is_file, is_folder
from proofdeck.ground.places import OUTPUT
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, hint_from
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.faults import Origin
from proofdeck.play.engine.importing import imported, importing_from
from proofdeck.play.engine.misuse import FORMERLY
from proofdeck.play.engine.state import Game
from proofdeck.play.engine.trust import UNTRUSTED, trust_in
from proofdeck.source.cards import Deck
from proofdeck.source.cards.deck import SPEAKS_OF
from proofdeck.source.rules.clauses import Clause, check_bindings, check_printed, read_clauses
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import Values, read_values
from proofdeck.source.rules.points import ALL_ON
from proofdeck.source.rules.sides import NO_SIDES, PageSides

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OURS = "proofdeck.play.games."
MODULE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class Playable:
    """A game ready to play: its engine, its rules for the deck, and its clauses."""

    engine: Engine[Game]
    game: Game
    clauses: dict[str, Clause]
    fingerprint: str
    """A fingerprint of sixteen hexadecimal digits that changes with any card or parameter."""
    origin: Origin


def load_playable(
    page: RulesPage,
    deck: Deck,
    folder: Path,
    problems: Problems,
    *,
    trust: bool = False,
    players: tuple[int, int] | None = None,
    sides: PageSides = NO_SIDES,
) -> Playable | None:
    """The game of that page and deck; None if it names no engine, or after problems.

    folder: the project, which may contain its own engine. trust: run that even if the folder is not trusted. players:
    the fewest and the most that the page names, which limit a score table and the project's own engine; None if it
    names none. sides: who plays with whom, as the page says.
    """
    if "engine" not in page.head:
        playable = _only_scored(page, deck, problems, sides)
        return _limited(playable, players) if playable and players else playable
    engine = load_engine(page, folder, problems, trust=trust)
    if engine is None:
        return None
    clauses = read_clauses(page, problems)
    check_bindings(page, clauses, engine.points, problems)
    values = read_values(page, engine.parameters, problems, sides)
    if values is None:
        return None
    origin = origin_of(page, folder)
    try:
        with origin.faults():
            game = engine.make(deck, values, ALL_ON)
        game.name = deck.game  # type: ignore[misc]  # a game that was begun from another one keeps its engine
        playable = Playable(engine, game, clauses, _fingerprint(deck, values, engine.name), origin)
        return _limited(playable, players) if players and not origin.ours else playable
    except ProofdeckError as error:
        problems.extend(error.problems)
        return None


def _limited(playable: Playable, players: tuple[int, int]) -> Playable:
    """Seat only as many players as the page names, of those that the engine can deal to."""
    game = playable.game
    both = max(players[0], game.min_players), min(players[1], game.max_players)
    if both[0] <= both[1]:
        game.min_players, game.max_players = both  # type: ignore[misc]  # the page decides for its own game alone
    return playable


def _only_scored(page: RulesPage, deck: Deck, problems: Problems, sides: PageSides) -> Playable | None:
    """A game with a table of scores instead of an engine. Its rules of play are printed but not applied."""
    from proofdeck.play.engine.score_table.game import scored_engine

    engine = scored_engine(page, deck, problems, sides)
    if engine is None:
        return None
    clauses = read_clauses(page, problems)
    check_printed(page, clauses, engine.points, "score", problems)
    values = Values({}, sides)
    game = engine.make(deck, values, ALL_ON)
    origin = Origin("", page.shown, 1, Path(), ours=True)
    return Playable(engine, game, clauses, _fingerprint(deck, values, deck.game), origin)


def origin_of(page: RulesPage, folder: Path) -> Origin:
    """The origin of the engine that a page names. folder: the project."""
    entry = page.head["engine"]
    module = str(entry.value)
    return Origin(module, page.shown, entry.line, folder, ours=module.startswith(OURS))


def _fingerprint(deck: Deck, values: Values, name: str) -> str:
    """name: the engine's name for the game, whatever its name in this project. Empty cells do not count, so that a
    column for one game of the spreadsheet changes no other; nor does of which clauses a card speaks.
    """
    fields = [{key: cell for key, cell in {**card.fields, "game": name}.items() if cell} for card in deck]
    for own, card in zip(fields, deck, strict=True):
        if card.clauses:
            del own[SPEAKS_OF]
    cards = [
        (*own.items(), *card.quantities.items(), card.quantity, card.value)
        for own, card in zip(fields, deck, strict=True)
    ]
    said = (cards, sorted(values.items()), *([values.sides] if values.sides else ()))
    return hashlib.blake2b(repr(said).encode(), digest_size=8).hexdigest()


def load_engine(page: RulesPage, folder: Path, problems: Problems, *, trust: bool) -> Engine[Game] | None:
    name = page.text("engine", problems)
    if not name:
        return None
    line = page.head["engine"].line
    if not MODULE.fullmatch(name):
        problems.report("E608", f"'{name}' is not a module name", page.place(line), field="engine")
        return None
    if name.startswith(f"{FORMERLY}."):
        hint = f"Write `engine: {OURS}{name.removeprefix(f'{FORMERLY}.games.')}`."
        problems.report("E608", f"there is no engine '{name}' any more", page.place(line), field="engine", hint=hint)
        return None
    ours = name.startswith(OURS)
    entry = None if ours or file_in(folder, name) else plugins.offered(plugins.GAMES, folder).get(name)
    if entry is not None:
        return _offered(entry, page, folder, problems)
    if not ours:
        everything_in(folder, folder / OUTPUT)  # whatever it reads is heard
    if not ours and not trust and (known := trust_in(folder, name)) != "trusted":
        problems.append(_not_trusted(name, page, changed=known == "changed"))
        return None
    try:
        with origin_of(page, folder).faults(), importing_from(folder if trust or not ours else None):
            found = imported(name)
    except ProofdeckError as error:
        problems.extend(error.problems)
        return None
    if found is None:
        problems.report("E608", f"there is no engine '{name}'", page.place(line), field="engine", hint=_near(name))
        return None
    engine = getattr(found, "GAME", None)
    if isinstance(engine, Engine):
        return engine
    message = f"the module '{name}' has no GAME that is an Engine"
    hint = "The module ends with `GAME = game_of(...)`."
    problems.report("E608", message, page.place(line), field="engine", hint=hint)
    return None


def file_in(folder: Path, module: str) -> bool:
    """Whether the project has a module of that name."""
    place = folder / module.partition(".")[0]
    return is_file(place.with_suffix(".py")) or is_folder(place)


def _offered(entry: EntryPoint, page: RulesPage, folder: Path, problems: Problems) -> Engine[Game] | None:
    """The engine that another installed package offers by that name."""
    try:
        with origin_of(page, folder).faults():
            engine = plugins.loaded(entry)
    except ProofdeckError as error:
        problems.extend(error.problems)
        return None
    if isinstance(engine, Engine):
        return engine
    message = f"'{entry.value}', which an installed package offers as '{entry.name}', is not an Engine"
    problems.report("E608", message, page.place(page.head["engine"].line), field="engine")
    return None


def _not_trusted(name: str, page: RulesPage, *, changed: bool) -> Problem:
    line = page.head["engine"].line
    if changed:
        message = f"the engine '{name}' is not as it was when you trusted this folder, so it is not run"
        hint = "Check what has changed, then run `proofdeck trust` to trust it as it is, or use --trust for this run."
    else:
        message = f"the engine '{name}' does not come with Proofdeck, so it is not run"
        hint = "If you know what it does, use --trust, or run `proofdeck trust` to trust it from now on."
    return Problem(UNTRUSTED, message, page.shown, line, field="engine", hint=hint)


def _near(name: str) -> str:
    games = Path(__file__).parent.parent / "games"
    known = [f"{OURS}{path.stem}" for path in sorted(games.iterdir()) if re.fullmatch(r"[a-z]\w+(\.py)?", path.name)]
    return hint_from(did_you_mean(name, known), "Leave `engine` out for a game without one.")
