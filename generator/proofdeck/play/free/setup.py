"""The setup of a game, as the head of its page says it: a line for each pile, and the numbers to keep track of.

    setup:
      Heroes: hero, shuffled, at 120 80
      Market: 4 of Heroes, face up, row, at 300 80
      hand: {2: 7 of Heroes, 3: 6 of Heroes}
      Coins: 3 of Purse, each, at 0 20
      Fate: die 6, at 900 60
    tracks: {threat: 0-15, life: 20 each, round: 1-8 from 1}

A name is that of a kind or of a card; places are those of the middle of a pile in mm, from the top left corner of a
table of 978 x 466 mm, or from the middle of the area before each player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from proofdeck.ground.problems import Problems
from proofdeck.play.free.pieces import FreeCounter, FreePiece
from proofdeck.source.cards.called import called
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import SETUP, TRACKS
from proofdeck.source.rules.page import HeadEntry, RulesPage

HAND = "hand"
FLAGS = "empty", "shuffled", "bag", "face up", "top face up", "row", "column", "each"
EMPTY, SHUFFLED, BAG, UP, TOP_UP, ROW, COLUMN, EACH = FLAGS
"""What a line can say of a pile, besides its pieces. `each`: it is laid out before each player."""
DOWN = "face down"
PLACE = re.compile(r"at (-?\d{1,4}(?:\.\d)?) (-?\d{1,4}(?:\.\d)?)")
TAKEN = re.compile(r"(\d{1,3}) of (.+)")
COPIES = re.compile(r"(?:(\d{1,3}) )?(.+)")
DIE = re.compile(r"die(?: (\d{1,3}))?")
TURNED = re.compile(r"turned (90|180|270)")
RANGE = re.compile(r"(-?\d{1,4})\s*(?:-|–|to)\s*(-?\d{1,4})(?:\s*from (-?\d{1,4}))?|(-?\d{1,4})")
PER_PLAYERS = re.compile(r"(.+)\.(\d{1,2})")
MOST_FACES = 100
MOST_PLAYERS = 99
TRACK_WORDS = "`0-15`, `20`, or `20 each` for one before each player"
WORDS = "`hero, shuffled, at 120 80` or `4 of Heroes, face up, row, at 300 80`"


class SetupLine(NamedTuple):
    """What one pile is made of. names: kinds or cards, each with a number of copies, 0 for all; taken: that many of a
    pile that comes before it; flags: words of FLAGS; faces: of a die, 0 for anything else.
    """

    label: str
    names: tuple[tuple[int, str], ...] = ()
    taken: tuple[int, str] | None = None
    at: tuple[float, float] | None = None
    flags: frozenset[str] = frozenset()
    turned: int = 0
    faces: int = 0

    @property
    def is_hand(self) -> bool:
        return self.label.casefold() == HAND

    @property
    def words(self) -> str:
        """As it is written."""
        what = [f"{count} {name}" if count else name for count, name in self.names]
        if self.taken:
            what = ["{} of {}".format(*self.taken)]
        if self.faces:
            what = [f"die {self.faces}"]
        what += [word for word in FLAGS if word in self.flags]
        if self.turned:
            what.append(f"turned {self.turned}")
        if self.at:
            what.append("at {:g} {:g}".format(*self.at))
        return ", ".join(what)


def line_of(label: str, words: str) -> SetupLine:
    """The line that those words say. Raises ValueError with a sentence if they say none."""
    line = SetupLine(label)
    for part in filter(None, (" ".join(part.split()) for part in words.split(","))):
        line = _with(line, part)
    if not (line.names or line.taken or line.faces or EMPTY in line.flags):
        raise ValueError(f"'{words}' does not say which pieces it is made of")
    return line


def _with(line: SetupLine, part: str) -> SetupLine:
    if part in FLAGS:
        return line._replace(flags=line.flags | {part})
    if part == DOWN:
        return line
    if found := PLACE.fullmatch(part):
        return line._replace(at=(float(found[1]), float(found[2])))
    if found := TURNED.fullmatch(part):
        return line._replace(turned=int(found[1]))
    if found := DIE.fullmatch(part):
        return line._replace(faces=max(2, min(MOST_FACES, int(found[1] or 6))))
    if found := TAKEN.fullmatch(part):
        return line._replace(taken=(int(found[1]), found[2]))
    found = COPIES.fullmatch(part)
    if part.startswith("at ") or found is None:
        raise ValueError(f"'{part}' is not a place such as `at 120 80`")
    return line._replace(names=(*line.names, (int(found[1] or 0), found[2])))


def heads(page: RulesPage, key: str) -> tuple[tuple[str, str], ...]:
    """The names and the words below a key of the head of a page."""
    return tuple((name, _words(entry)) for name, entry in page.under(key).items())


def _words(entry: HeadEntry) -> str:
    said = entry.items or (entry,)
    return ", ".join(str(one.value) for one in said if one.value is not None)


def read_setup(setup: Iterable[tuple[str, str]], players: int) -> list[SetupLine]:
    """The lines for that number of players, in their order. Raises ValueError with a sentence at a wrong one."""
    found: dict[str, tuple[int, SetupLine]] = {}
    for name, words in setup:
        per = PER_PLAYERS.fullmatch(name)
        label, count = (per[1], int(per[2])) if per else (name, 0)
        line = line_of(label, words)
        if count <= players and found.get(label, (0,))[0] <= count:
            found[label] = (count, line)
    return [line for _, line in found.values()]


def read_tracks(tracks: Iterable[tuple[str, str]], players: int) -> Iterator[FreeCounter]:
    """The numbers to keep track of: one for each track, or one for each player of those that end with `each`.

    Raises ValueError with a sentence at a wrong one.
    """
    for number, (label, words) in enumerate(tracks, 1):
        each = words.endswith(" each")
        found = RANGE.fullmatch(words.removesuffix(" each").strip())
        low, high = (int(found[1]), int(found[2])) if found and found[1] else (0, int(found[4]) if found else 0)
        if not found or low >= high:
            raise ValueError(f"'{words}' is neither a number such as `20` nor a range such as `0-15`")
        value = max(low, min(high, int(found[3]))) if found[3] else low if found[1] else high
        for seat in range(1, players + 1) if each else [0]:
            yield FreeCounter(f"t{number}-{seat}" if seat else f"t{number}", label, value, low, high, seat)


def pieces_of(game: Game, players: int) -> list[FreePiece]:
    """Every copy of each card, as the setup of a page names them."""
    return [
        FreePiece(f"{card.id}-{number}", card.id, called(card), card.kind, back=card.kind)
        for card in game.printed
        for number in range(1, card.copies(players) + 1)
    ]


def check_head(page: RulesPage, key: str, problems: Problems) -> None:
    """Report what cannot be read below SETUP or TRACKS in the head of a page."""
    words, entries = (WORDS if key == SETUP else TRACK_WORDS), page.under(key)
    if key in page.keys and not entries:
        message = f"{key}: there are no names below it"
        hint = f"Write a line for each, indented, with a name and what it is: {words}."
        problems.report("E506", message, page.place(page.keys[key], 1), field=key, hint=hint)
    for name, entry in entries.items():
        try:
            one = [(name, _words(entry))]
            list(read_tracks(one, 1)) if key == TRACKS else read_setup(one, MOST_PLAYERS)
        except ValueError as error:
            problems.report("E506", f"{key}: {name}: {error}", entry.place, field=key, hint=f"Write {words}.")
