"""Seats people and bots at a table for one game, new or continued, and keeps the record of their moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

from proofdeck.ground.files import append_line, write_file
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.places import PLAYED
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.pictures import PLAYERS, player
from proofdeck.play.engine.transcript import BLIND, HUMAN, Replay
from proofdeck.play.scene.seen import View
from proofdeck.play.seats.blind import book_of
from proofdeck.play.seats.players import check_players
from proofdeck.play.seats.sitting import Sitting
from proofdeck.play.seats.talk import Talk
from proofdeck.play.setup.opening import open_game
from proofdeck.play.setup.seating import seated
from proofdeck.source.project.game import ClauseWords, Game

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable

FOLDER = PLAYED
"""Where the records of games are, in the folder of the project."""
ENDING = ".jsonl"
Seed = int | None
"""Decides the deal; None for any."""
Blind = ClauseWords | None
"""What gives the printed clauses, if people read those and do not see which moves are legal."""
MOST_SEEDS = 10**6
MOST_LEFT = 40
"""Records that are looked at for games to continue."""


@dataclass(frozen=True, slots=True)
class Guests:
    """Who plays. `people`: names, one person if there are none; `bots`: for the other seats in turn.

    `players`: how many in all, None for as few as possible; `first`: the seat of the first person, counted from 0.
    """

    people: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("greedy",)
    players: int | None = None
    first: int = 0
    blind: Blind = None


@dataclass(frozen=True, slots=True)
class SeatedGame:
    """A game that is ready to be played at a table. `file`: the record of its moves."""

    game: Game
    playable: Playable
    sitting: Sitting
    file: Path

    def talk(self, say: Phrases = ENGLISH) -> Talk:
        """The conversation at this table, in a language."""
        return Talk(self.sitting, self._view(say, self.sitting.names))

    def talk_to_you(self, say: Phrases) -> Talk:
        """The same on a page: the only person is "You" unless they gave a name, and bots have names of people."""
        names, you = list(self.sitting.names), self._unnamed()
        taken = {name for name, bot in zip(names, self.sitting.bots, strict=True) if bot == HUMAN}
        for seat, bot in enumerate(self.sitting.bots):
            if bot != HUMAN:
                plain = names[seat].removesuffix(f" ({bot})")
                names[seat] = plain if plain not in taken else next((one for one in PLAYERS if one not in taken), plain)
                taken.add(names[seat])
        in_words = [say("table.to_you") if seat == you else name for seat, name in enumerate(names)]
        if you is not None:
            names[you] = say("table.you")
        return Talk(self.sitting, self._view(say, in_words), names, you)

    def _view(self, say: Phrases, players: Sequence[str]) -> View:
        names = {card.id: card.name or card.id for card in self.game.deck}
        return View(replace(self.playable.engine.pictures, phrases=say), names, players)

    def _unnamed(self) -> int | None:
        """The seat of the only person, if they gave no name."""
        people = [seat for seat, bot in enumerate(self.sitting.bots) if bot == HUMAN]
        return people[0] if len(people) == 1 and self.sitting.names[people[0]] == player(people[0] + 1) else None


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left before its end. file: the name of its record; moves: how many were made."""

    file: str
    names: tuple[str, ...]
    moves: int


def begin_sitting(
    root: Path, name: str, guests: Guests, seed: int | None, problems: Problems, *, trust: bool
) -> SeatedGame:
    """Deal a new game; without a seed, any. Raises ProofdeckError if those players cannot play it."""
    game, playable = open_game(root, name, problems, trust=trust)
    persons = max(1, len(guests.people))
    count = guests.players or max(playable.game.min_players, persons)
    seated(playable, guests.bots, count)
    if persons > count or guests.first >= count:
        message = f"{persons} people cannot sit at a table for {count} from seat {guests.first + 1} on"
        raise ProofdeckError(Problem("E504", message, field="people", hint="Choose another --players or --seat."))
    taken = [(guests.first + number) % count for number in range(persons)]
    others = iter([guests.bots[number % len(guests.bots)] for number in range(count)])
    bots = [HUMAN if seat in taken else next(others) for seat in range(count)]
    return _dealt(root, game, playable, bots, dict(zip(taken, guests.people, strict=False)), seed, guests.blind)


def begin_seated(
    root: Path, name: str, bots: Sequence[str], people: Mapping[int, str], seed: Seed, blind: Blind, *, trust: bool
) -> SeatedGame:
    """Deal a new game to a bot or HUMAN in each seat. people: their names by seat; raises as `begin_sitting` does."""
    game, playable = open_game(root, name, Problems(), trust=trust)
    seated(playable, [bot for bot in bots if bot != HUMAN] or ["greedy"], len(bots))
    if HUMAN not in bots:
        message = "nobody plays: there is a bot in every seat"
        raise ProofdeckError(Problem("E504", message, field="people", hint="Give one of the seats to a person."))
    return _dealt(root, game, playable, bots, people, seed, blind)


def _dealt(
    root: Path, game: Game, playable: Playable, bots: Sequence[str], people: Mapping[int, str], seed: Seed, blind: Blind
) -> SeatedGame:
    names = _names(bots, people)
    if wrong := check_players(names, len(bots), len(bots), game.title):
        raise ProofdeckError(wrong)
    file = new_record(root / FOLDER, game.name)
    chosen = randbelow(MOST_SEEDS) if seed is None else seed
    book = book_of(blind(game)) if blind else ""
    sitting = Sitting(playable, chosen, bots, names, lambda row: append_line(file, row), book)
    sitting.begin(game.about.version)
    return SeatedGame(game, playable, sitting, file)


def left_unfinished(root: Path, name: str) -> tuple[list[Left], list[Problem]]:
    """The games of that name that can be continued, the last one touched first, and why others cannot be read."""
    files = sorted((root / FOLDER).glob(f"*{ENDING}"), key=lambda file: file.stat().st_mtime, reverse=True)
    found, problems = list[Left](), list[Problem]()
    for file in files[:MOST_LEFT]:
        try:
            found += [left] if (left := _left(file, name)) else []
        except (OSError, ValueError):
            problems.append(Problem("E803", "the file cannot be read", file.name))
        except ProofdeckError as error:
            problems += [problem for problem in error.problems if file.stem.startswith(f"{name}-")]
    return found, problems


def _left(file: Path, game: str) -> Left | None:
    """The game in that file; None if it has ended, if it is another one, or if people do not play in it."""
    text = file.read_text(encoding="utf-8")
    record = Replay(text[: text.rfind("\n") + 1].splitlines(), file.name)
    names, bots = record.header.get("names"), record.header.get("bots")
    if record.header["game"] != game or not isinstance(names, list) or not isinstance(bots, list) or HUMAN not in bots:
        return None
    return None if record.has_ended else Left(file.name, tuple(map(str, names)), record.moves)


def continue_sitting(root: Path, file: Path, text: str, *, trust: bool) -> SeatedGame:
    """Go on with a game that was left. `text`: its record; half a line at its end, left by a crash, is removed.

    Raises ProofdeckError if it is not the record of a game at a table, or if the rules play it differently now.
    """
    whole = text[: text.rfind("\n") + 1]
    transcript = Replay(whole.splitlines(), str(file))
    header = transcript.header
    game, playable = open_game(root, header["game"], Problems(), trust=trust)
    bots, names = header.get("bots"), header.get("names")
    named = all(isinstance(row, list) and len(row) == header["players"] for row in (bots, names))
    if not named or not isinstance(bots, list) or not all(isinstance(one, str) for one in [*bots, *(names or [])]):
        message = "the header does not name a player, and a bot or a person, for each seat"
        raise ProofdeckError(Problem("E803", message, str(file), 1, hint="`proofdeck play GAME` deals a new game."))
    seated(playable, [bot for bot in bots if bot != HUMAN] or ["greedy"], header["players"])
    if whole != text:
        write_file(file, whole.encode())
    keep, book = (lambda row: append_line(file, row)), str(header.get(BLIND, ""))
    sitting = Sitting(playable, header["seed"], bots, names or [], keep, book)
    sitting.go_on(transcript)
    return SeatedGame(game, playable, sitting, file)


def _names(bots: Sequence[str], people: Mapping[int, str]) -> list[str]:
    """A name for each seat: those of the people, and for others the names that the books use."""
    return [
        people.get(seat) or (player(seat + 1) if bot == HUMAN else f"{player(seat + 1)} ({bot})")
        for seat, bot in enumerate(bots)
    ]


def new_record(folder: Path, game: str, ending: str = ENDING) -> Path:
    """A name that no record in that folder has."""
    number = 1
    while (folder / f"{game}-{number}{ending}").exists():
        number += 1
    return folder / f"{game}-{number}{ending}"
