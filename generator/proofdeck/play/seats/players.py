"""Valid names of players and games, and finding a player by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proofdeck.ground.problems import Problem, Problems, ProofdeckError, counted, did_you_mean, hint_from, listed
from proofdeck.play.engine.notation import folded

LONGEST_NAME = 60
LONGEST_TITLE = 200
"""Characters."""
JOINERS = "\u200c\u200d"
"""Invisible characters that occur in names in some scripts and in some emoji."""


def why_no_name(name: str) -> str:
    """What is wrong with the name of a player, or ""."""
    if not _is_printable(name):
        return "a name contains a character that cannot be printed"
    if not folded(name):
        return f"'{name}' is not a name"
    return f"the name '{name[:20]}…' is longer than {LONGEST_NAME} characters" if len(name) > LONGEST_NAME else ""


def why_no_title(title: str) -> str:
    """What is wrong with the title of a game, or ""."""
    if not title.strip():
        return "the game has no name"
    if not _is_printable(title):
        return "the name of the game contains a character that cannot be printed"
    return f"the name of the game is longer than {LONGEST_TITLE} characters" if len(title) > LONGEST_TITLE else ""


def _is_printable(words: str) -> bool:
    return all(letter.isprintable() or letter in JOINERS for letter in words)


def check_players(names: Sequence[str], least: int, most: int, title: str) -> Problems:
    """What is wrong with the players of a new match. least, most: how many may play."""
    problems = Problems()
    known: dict[str, str] = {}
    for name in names:
        if wrong := why_no_player(name, known):
            problems.report("E710", wrong, hint="Give each player a different name.")
        known.setdefault(folded(name), f"'{name}'")
    if not least <= len(names) <= most:
        problems.report("E710", f"{title} is for {counted(least, 'player', most)}, not {len(names)}")
    return problems


def why_no_player(name: str, known: Mapping[str, str]) -> str:
    """What is wrong with the name of one more player, or "". known: the others, folded, and what messages call them."""
    same = known.get(folded(name))
    return why_no_name(name) or (f"'{name}' is the same as {same}" if same else "")


def seat_of(players: Sequence[str], name: str, code: str = "E710") -> int:
    """The seat of a player. Raises ProofdeckError with that code if nobody has exactly that name."""
    for seat, known in enumerate(players):
        if folded(known) == folded(name):
            return seat
    hint = hint_from(did_you_mean(name, players), f"The players are {listed(players)}." if players else "")
    raise ProofdeckError(Problem(code, f"there is no player '{name}'", hint=hint))
