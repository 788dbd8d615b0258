"""The notation of a board of Tombs, its score, the questions about it, and what to write down.

::

    board: B1 . O2 / T1 X . / . M2 .
    kills: 3 2
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.engine.asking import Question, Script, of_each
from generator.engine.categories import Category, ScoreForm
from generator.engine.engine import Scored
from generator.engine.notation import Line, Notation, Reading, Word
from generator.engine.position import Fields
from generator.engine.score_sheet import Ranking
from generator.engine.state import Game
from generator.games.tombs.board import CLASSES, LETTERS, TILES
from generator.games.tombs.clauses import KILL_GOAL, TEAMS, UNIT_COUNT
from generator.games.tombs.rules import Tombs, sheet
from generator.problems import Problems, listed

TILE = re.compile(r"(?P<kind>[a-z])(?P<owner>\d+)", re.IGNORECASE)


def score(game: Tombs, notation: Notation, problems: Problems) -> Scored | None:
    """Count units and kills, and decide who wins. None if there are mistakes, which are added to `problems`."""
    reading = Fields(notation, ("board", "kills", "names"), (), problems)
    board, killed = reading.line("board"), reading.line("kills")
    if board is None:
        reading.refuse("the line 'board:' is missing", hint="For example: board: B1 . O2 / T1 X . / . M2 .")
    if killed is None:
        reading.refuse("the line 'kills:' is missing", hint="For example: kills: 3 2")
    if board is None or killed is None or reading.failed():
        return None
    kills = [count for word in killed.words() if (count := _kills(word, reading)) is not None]
    if not game.min_players <= len(kills) <= game.max_players:
        message = f"Tombs is for {game.min_players} to {game.max_players} players, not {len(kills)}"
        reading.cannot_be(message, killed.value, "Write one number of kills per player.")
        return None
    units = _board(game, board, len(kills), reading)
    names = _names(reading.line("names"), len(kills), reading)
    if reading.failed():
        return None
    table = game.table.blank(game, len(kills), 0)
    table.units, table.kills = [(1 << len(own)) - 1 for own in units], kills  # how many units, wherever they are
    table.teams = game.has_teams(table.players)
    table.ended_by = KILL_GOAL if max(kills) >= game.goals[table.players] else UNIT_COUNT
    sheets = tuple(sheet(*pair) for pair in zip(units, kills, strict=True))
    fired = frozenset(game.points.named(TEAMS) if table.teams else ())
    return Scored(names, sheets, Ranking.by(table.deciding()), fired)


def _kills(word: Word, reading: Reading) -> int | None:
    if re.fullmatch(r"\d{1,3}", word.text):
        return int(word.text)
    reading.refuse(f"'{word.text}' is not a number of kills", word)
    return None


def _names(line: Line | None, players: int, reading: Reading) -> tuple[str, ...]:
    if line is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    names = [word.text for word in line.cut(",")] if "," in line.value.text else [word.text for word in line.words()]
    if len(names) != players:
        reading.refuse(f"{len(names)} names for {players} players", line.value)
    return tuple(names)


def _board(game: Tombs, line: Line, players: int, reading: Reading) -> list[list[str]]:
    """For each player, the names of their units with the tiles."""
    found: list[list[str]] = [[] for _ in range(players)]
    counts = [0] * len(CLASSES)
    words = [word for word in line.words() if word.text != "/"]
    rows = [len(row.text.split()) for row in line.cut("/")]
    if rows != [3, 3, 3]:
        message = f"the board has 3 rows of 3 tiles, not rows of {', '.join(map(str, rows))}"
        hint = "Use a dot for an empty tile and a slash between rows."
        reading.refuse(message, line.value, hint)
        return found
    for tile, word in enumerate(words):
        if word.text.casefold() in {".", "x", "-", "_"}:
            continue
        unit = TILE.fullmatch(word.text)
        kind = LETTERS.get(unit["kind"].upper()) if unit else None
        if unit is None or kind is None:
            hint = "Write B1 for a Blade of player 1, for example, X for a tombstone, and a dot for an empty tile."
            reading.refuse(f"'{word.text}' is not a tile", word, hint)
            continue
        owner = int(unit["owner"])
        if not 1 <= owner <= players:
            reading.cannot_be(f"there is no player {owner}, because there are {players} players", word)
            continue
        counts[kind] += 1
        if counts[kind] > game.copies[players][kind]:
            message = f"a {game.names[kind]} too many: the deck for {players} players has {game.copies[players][kind]}"
            reading.too_many(f"{message} [setup.deck]", word)
        found[owner - 1].append(f"{game.names[kind]} {TILES[tile]}")
    return found


# -- asking and writing down -------------------------------------------------------------------------------------------

ROWS = ("top", "middle", "bottom")


def script(_: Game, players: Sequence[str]) -> Script:
    tiles = tuple(f"{name[0].upper()}{seat}" for name in CLASSES for seat in range(1, len(players) + 1))
    rows = (
        Question(
            f"The {row} row, three tiles from left to right",
            " / " if place else "",
            "B1 . X  (class and owner's number, a dot for an empty tile, X for a tombstone)",
            (*tiles, "X", "."),
            until=". . .",
        )
        for place, row in enumerate(ROWS)
    )
    kills = of_each(players, Question("How many has {player} killed", " ", "2", until="0"))
    return (f"names: {', '.join(players)}\nboard: ", *rows, "\nkills:", *kills, "\n")


def score_form(game: Tombs) -> ScoreForm:
    """One line per game: units are its points, and kills win outright or break a tie."""
    goals = listed(f"{goal} with {players} players" for players, goal in game.goals.items())
    return ScoreForm(
        (Category("Units", frozenset({game.points.id(UNIT_COUNT)})), Category("Kills", tally="kills")),
        (game.min_players, game.max_players),
        notes=(f"Kills that win at once: {goals}.", "Else the most units on the board win, and then the most kills."),
    )
