"""The six games as the shipped project plays them, for tests."""

from __future__ import annotations

import csv
import os
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

from proofdeck.front.making.check import check
from proofdeck.front.starting import start_project
from proofdeck.ground.cache import cache_folder
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.state import Game, State
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.folder import Project, store_of
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.parameters import Value
from proofdeck.source.rules.points import ALL_ON

ROOT = Path(__file__).parent.parent
ENDLESS = """\
from dataclasses import replace
from proofdeck.play.games.tombs import GAME as PLAIN
from proofdeck.play.games.tombs.rules import Tombs, TombsState
from time import sleep
class Waits(TombsState):
    __slots__ = ()
    def _play(self, action):
        while self: sleep(0.01)

class Mine(Tombs):
    table = Waits

GAME = replace(PLAIN, make=Mine)
"""
"""The code of an engine of Tombs whose turns do not end."""


LEARNED = "learned"
"""The folder beside the stores of a test that has those of unchanged copies, for all tests of a run."""


def with_answers(root: Path, game: str, kind: str, *, trust: bool = False) -> Path:
    """The same copy, and a store with what was found out about such a game, as for somebody who goes on with it.

    kind: tells copies apart in which different files are. The first test that wants to know finds it out.
    """
    shared = cache_folder() / LEARNED
    if shared.is_dir():
        known = shared / f"{game} {kind}.db"
        if not known.exists():
            check(root, [game], trust=trust)
            part = known.with_suffix(f".{os.getpid()}")
            shutil.copyfile(store_of(root), part)
            part.replace(known)
        shutil.copyfile(known, store_of(root))
    return root


def game_with_faces(root: Path, game: str) -> Path:
    """One of the six, in one language."""
    others = (name for name in project().games if name != game)
    shutil.copytree(ROOT / "templates", root / "templates", ignore=shutil.ignore_patterns(*others))
    return with_answers(_copied(root, game), game, "with faces")


def game_copied_to(root: Path, game: str) -> Path:
    """One of the six with the templates of its own folder alone, in one language."""
    return with_answers(_copied(root, game), game, "alone")


def _copied(root: Path, game: str) -> Path:
    (root / "rules_md").mkdir(parents=True)
    for name in (f"{game}.md", "claims.json"):
        shutil.copy(ROOT / "rules_md" / name, root / "rules_md")
    shutil.copytree(ROOT / "rules_md" / "claims", root / "rules_md" / "claims")
    shutil.copytree(ROOT / "templates" / game, root / "templates" / game, dirs_exist_ok=True)
    with (ROOT / "cards.csv").open(encoding="utf-8", newline="") as shipped:
        head, *rows = csv.reader(shipped)
    with (root / "cards.csv").open("w", encoding="utf-8", newline="") as cards:
        csv.writer(cards).writerows([head, *(row for row in rows if row[0] == game)])
    return root


def tombs_played_by(module: str, root: Path) -> Path:
    """Tombs in one language, whose page names that module of the project as its engine."""
    page = game_with_faces(root, "tombs") / "rules_md" / "tombs.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("engine: proofdeck.play.games.tombs", f"engine: {module}"), encoding="utf-8")
    return root


def rules_copied_to(root: Path) -> Path:
    """The six games in one language."""
    shutil.copytree(ROOT / "templates", root / "templates")
    return with_answers(to_play_in(root), "tombs", "among others")


def to_play_in(root: Path) -> Path:
    """The cards and rules of the six games in one language, without templates, for tests that print nothing."""
    shutil.copy(ROOT / "cards.csv", root)
    shutil.copytree(ROOT / "rules_md", root / "rules_md", ignore=shutil.ignore_patterns("*.??.md"))
    return root


@cache
def project() -> Project:
    problems = Problems()
    found = load_project(ROOT, problems)
    assert not problems
    return found


@cache
def playable(name: str) -> Playable:
    """A shipped game with its engine; a mistake in its page fails here."""
    problems = Problems()
    found = playable_of(project(), project().games[name], problems)
    assert not problems
    assert found is not None
    return found


def starter_in(root: Path) -> Playable:
    """The game that a new project with an engine begins with, in that folder, which is not there yet."""
    start_project(root, engine=True)
    problems = Problems()
    project = load_project(root, problems)
    (name,) = project.games
    found = playable_of(project, project.games[name], problems, trust=True)
    assert not problems
    assert found is not None
    return found


def with_engine() -> list[str]:
    """The games whose page names an engine."""
    return [game.name for game in project().games.values() if "engine" in game.page.head]


def engine(name: str) -> Engine[Game]:
    return playable(name).engine


def variant(name: str, changes: Mapping[str, Value] | None = None, without: tuple[str, ...] = ()) -> Game:
    """The game with some parameters changed and some clauses switched off."""
    found = playable(name)
    on = found.engine.points.without(without) if without else ALL_ON
    return found.engine.make(project().games[name].deck, found.game.values.but(changes or {}), on)


def positions(game: Game, players: int, seed: int, every: int = 1, most: int = 10_000) -> Iterator[State]:
    """Every so many tables of a game played by chance, the first and the last among them; do not change them."""
    random = Random(seed)
    state = game.new_initial_state(players, seed)
    for count in range(most):
        if state.is_terminal():
            break
        if count % every == 0:
            yield state
        legal = state.legal_actions()
        state.apply_action(legal[int(random.random() * len(legal))])
    yield state
