"""The notation of a board of Tombs, its score, the questions about it, and what to write down.

::

    board: B1 . O2 / T1 X . / . M2 .
    kills: 3 2
"""

from __future__ import annotations

from collections.abc import Sequence

from proofdeck.ground.problems import Problems, listed
from proofdeck.play.engine.asking import Gap, Script, of_each
from proofdeck.play.engine.categories import Category, ScoreForm
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.kit.tiles import read_tiles
from proofdeck.play.engine.notation import Notation, NotationLine, Reading
from proofdeck.play.engine.position import Fields
from proofdeck.play.engine.score_sheet import Ranking
from proofdeck.play.engine.state import Game
from proofdeck.play.games.tombs.board import CLASSES, GROUND
from proofdeck.play.games.tombs.clauses import KILL_GOAL, UNIT_COUNT
from proofdeck.play.games.tombs.rules import Tombs, sheet

NEEDED = {"board": "B1 . O2 / T1 X . / . M2 .", "kills": "3 2"}
"""The lines that a table must have, with an example of each."""


def score(game: Tombs, notation: Notation, problems: Problems) -> Scored | None:
    """Count units and kills, and decide who wins. None if there are mistakes, which are added to `problems`."""
    reading = Fields(notation, (*NEEDED, "names"), (), problems)
    for key, example in NEEDED.items():
        if reading.line(key) is None:
            reading.refuse(f"the line '{key}:' is missing", hint=f"For example: {key}: {example}")
    board, killed = map(reading.line, NEEDED)
    if board is None or killed is None or reading.failed():
        return None
    kills = reading.of_each("kills", "kills")
    if not game.min_players <= len(kills) <= game.max_players:
        message = f"Tombs is for {game.min_players} to {game.max_players} players, not {len(kills)}"
        reading.cannot_be(message, killed.value, "Write one number of kills per player.")
        return None
    units = _units(game, board, len(kills), reading)
    names = _names(reading.line("names"), len(kills), reading)
    if reading.failed():
        return None
    table = game.table.blank(game, len(kills), 0)
    table.units, table.kills = [(1 << len(own)) - 1 for own in units], kills  # how many units, wherever they are
    table.ended_by = KILL_GOAL if max(kills) >= game.goals[table.players] else UNIT_COUNT
    fired = frozenset(game.points.named(game.teams[table.players]))
    return Scored(names, tuple(map(sheet, units, kills)), Ranking.by(table.deciding(), table.sides()), fired)


def _names(line: NotationLine | None, players: int, reading: Reading) -> tuple[str, ...]:
    if line is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    names = [word.text for word in line.cut(",")] if "," in line.value.text else [word.text for word in line.words()]
    if len(names) != players:
        reading.refuse(f"{len(names)} names for {players} players", line.value)
    return tuple(names)


def _units(game: Tombs, board: NotationLine, players: int, reading: Reading) -> list[list[str]]:
    """For each player, the names of their units with the tiles."""
    found: list[list[str]] = [[] for _ in range(players)]
    left = game.copies[players][:]
    for unit, word in read_tiles(GROUND, game, board, reading, game.max_players):
        if unit.seat is None:
            continue
        if unit.seat >= players:
            reading.cannot_be(f"there is no player {unit.seat + 1}, because there are {players} players", word)
            continue
        kind = CLASSES.index(unit.piece)
        left[kind] -= 1
        if left[kind] < 0:
            message = f"a {game.names[kind]} too many: the deck for {players} players has {game.copies[players][kind]}"
            reading.too_many(f"{message} [setup.deck]", word)
        found[unit.seat].append(f"{game.names[kind]} {unit.space}")
    return found


# -- asking and writing down -------------------------------------------------------------------------------------------

AT_UNIT_COUNT = "Otherwise the player with the most units on the board wins; if equal, the one with the most kills."
ROWS = ("top", "middle", "bottom")


def script(_: Game, players: Sequence[str]) -> Script:
    tiles = {f"{name[0].upper()}{seat}": name for name in CLASSES for seat in range(1, len(players) + 1)}
    rows = (
        Gap(
            f"The {row} row, three tiles from left to right",
            " / " if place else "",
            "B1 . X  (class and owner's number, a dot for an empty tile, X for a tombstone)",
            (*tiles, "X", "."),
            until=". . .",
            between=" ",
            pictures={**tiles, "X": "tombstone"},
        )
        for place, row in enumerate(ROWS)
    )
    kills = of_each(players, Gap("How many has {player} killed", " ", "2", until="0"))
    return (f"names: {', '.join(players)}\nboard: ", *rows, "\nkills:", *kills, "\n")


def score_form(game: Tombs) -> ScoreForm:
    """One line per game: units are its points, and kills win outright or break a tie."""
    goals = listed(f"{goal} with {players} players" for players, goal in game.goals.items())
    return ScoreForm(
        (Category("Units", frozenset({game.points.id(UNIT_COUNT)})), Category("Kills", tally="kills")),
        (game.min_players, game.max_players),
        notes=(
            f"Kills that win at once: {goals}.",
            AT_UNIT_COUNT,
        ),
    )
