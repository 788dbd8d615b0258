"""What players and games may be called where scores are kept: whatever can be printed on one line."""

from __future__ import annotations

LONGEST_NAME = 60
LONGEST_TITLE = 200
JOINERS = "\u200c\u200d"
"""They stand within names of some scripts, and within some emoji."""


def why_no_name(name: str) -> str:
    """What is wrong with the name of a player, or ""."""
    from generator.engine.notation import folded

    if not _is_printable(name):
        return "a name has a character that cannot be printed"
    if not folded(name):
        return f"'{name}' is no name"
    return f"the name '{name[:20]}…' is longer than {LONGEST_NAME} characters" if len(name) > LONGEST_NAME else ""


def why_no_title(title: str) -> str:
    """What is wrong with the title of a game, or ""."""
    if not title.strip():
        return "the game has no name"
    if not _is_printable(title):
        return "the name of the game has a character that cannot be printed"
    return f"the name of the game is longer than {LONGEST_TITLE} characters" if len(title) > LONGEST_TITLE else ""


def _is_printable(words: str) -> bool:
    return all(letter.isprintable() or letter in JOINERS for letter in words)
