"""`printed.json`: the deck as it was last printed in each language, and which copies have changed since."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proofdeck.book.changes.snapshot import CardSnapshot, GameSnapshot
from proofdeck.ground.files import read_file, write_file
from proofdeck.ground.problems import Problem, ProofdeckError

FILE = "printed.json"
SHEET_LIST = "cards.json"
"""The name of the file that lists what is on the sheets next to it."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Printed:
    """One game as it was printed. at: when that was recorded, in the user's local time: `2026-11-22 20:15`."""

    game: GameSnapshot
    at: str


def read_printed(root: Path, lang: str) -> dict[str, Printed]:
    """The games printed in that language by name; "" is that of the plain columns. Empty if none has been printed.

    Raises ProofdeckError if the file is damaged.
    """
    found = {tuple(name.partition("/")[::2]): one for name, one in _read(root).items()}
    return {game: one for (game, language), one in found.items() if language == lang}


def _read(root: Path) -> dict[str, Printed]:
    """All that is in the file, by names such as `tombs` and `tombs/de`."""
    path = root / FILE
    try:
        data = json.loads(read_file(path))
        if data["version"] != VERSION:
            raise ValueError
        return {str(name): Printed(GameSnapshot.of(one["game"]), str(one["at"])) for name, one in data["games"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        hint = "Restore it from a backup, or delete it and run `proofdeck printed` again."
        raise ProofdeckError(Problem("E514", f"{FILE} cannot be read", FILE, hint=hint)) from None


def add_printed(root: Path, printed: Mapping[str, Printed], lang: str) -> None:
    """Add games printed in that language to the file. Raises ProofdeckError if that fails."""
    named = {f"{name}/{lang}".rstrip("/"): one for name, one in printed.items()}
    both = sorted({**_read(root), **named}.items())
    games = {name: {"at": one.at, "game": one.game.as_facts()} for name, one in both}
    text = json.dumps({"version": VERSION, "games": games}, ensure_ascii=False, indent=1)
    write_file(root / FILE, f"{text}\n".encode())


def alone(printed: Printed, cards: Collection[str]) -> Printed:
    """The printed game reduced to the cards with those ids."""
    some = {name: card for name, card in printed.game.cards.items() if name in cards}
    return replace(printed, game=replace(printed.game, cards=some))


def missing(faces: Sequence[str], printed: Printed | None) -> list[bool]:
    """For each copy that the deck needs, whether it is missing from the last print, compared by face digests."""
    there = Counter(_on_the_table(printed))
    found = []
    for face in faces:
        found.append(not there[face])
        there[face] -= there[face] > 0
    return found


def too_many(faces: Iterable[str], printed: Printed | None) -> list[tuple[CardSnapshot, int]]:
    """The printed cards that must be taken out, and how many copies of each."""
    spare = Counter(_on_the_table(printed)) - Counter(faces)
    found = []
    for card in printed.game.cards.values() if printed else ():
        out = 0
        for face in card.faces:
            if spare[face] > 0:
                spare[face] -= 1
                out += 1
        if out:
            found.append((card, out))
    return found


def sheet_list(game: GameSnapshot, *, whole: bool) -> bytes:
    """A file next to the print sheets that lists what is on them. whole: whether it is the whole deck."""
    data = {"version": VERSION, "whole": whole, "game": game.as_facts()}
    return json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n"


def on_the_table(before: Printed | None, sheets: Path, called: str, at: str) -> Printed:
    """The printed deck once those sheets are printed too. sheets: the file that lists what is on them.

    called: the folder of the file, for a message. Raises ProofdeckError if the file does not exist.
    """
    try:
        data = json.loads(read_file(sheets))
        if data["version"] != VERSION:
            raise ValueError
        game, whole = GameSnapshot.of(data["game"]), bool(data["whole"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message, hint = f"{called} has no print sheets", "Run `proofdeck build` and print the sheets first."
        raise ProofdeckError(Problem("E515", message, hint=hint)) from None
    if whole or before is None:
        return Printed(game, at)
    on_paper = {name: card for name, card in game.cards.items() if card.faces}
    return Printed(replace(game, cards={**before.game.cards, **on_paper}), at)


def _on_the_table(printed: Printed | None) -> list[str]:
    return [face for card in printed.game.cards.values() for face in card.faces] if printed else []
