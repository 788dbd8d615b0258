"""What each column of somebody's spreadsheet is for, from its header and from what its cells hold."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from proofdeck.source.cards.values import whole_number

MOSTLY = 0.8
"""The share of a column's cells that says what the column holds."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".bmp", ".svg")
YES = frozenset("yes true y ja si sí oui sim tak да x ✓ ✔ 是".split())
NO = frozenset("no false n nein non não nao nie нет 否 -".split())
NOTHING = frozenset("- – — / null none n/a nil nan undefined".split())
"""Cells that say that there is nothing."""
SHORT, LONG = 7, 28
"""Letters that a figure has at the most, and that a text has at the least."""
LONGEST_NAME, LONGEST_WORD = 60, 30
MOST_KINDS = 24
MOST_COPIES = 60
MOST_ALIKE = 2
"""Headings that begin with the same word for a number, if one is that of the copies."""
FIGURE = re.compile(r"[+\-−–]?[\d.,/%+*xX×½¼¾\-−–]*\d[\d.,/%+*xX×½¼¾\-−–]*\+?")
ADDRESS = re.compile(r"(?:https?:|www\.)\S+", re.IGNORECASE)
RECORD = re.compile(r"\s*(?:[{\[]\s*[\"'{\[]|\{\s*\w+\s*:|\{\}|\"\w+\"\s*:).*|[\s{}\[\](),;:]+", re.DOTALL)
"""What programs write down: JSON and JavaScript, or a piece of them."""
HASH = re.compile(r"(?=.*\d)(?:[0-9a-f]{16,}|[0-9a-f]{8}-[0-9a-f-]{20,})", re.IGNORECASE)
MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}")
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*")
FILE_PATH = re.compile(r"(?:/|[A-Za-z]:[/\\]).+[/\\].+\.\w{2,4}$")
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
SEPARATORS = re.compile(r"[\s_\-./:()\[\]?!*’'\"@°,;=¿¡]+")
SIDES = ("front", "back")
COUNTED = re.compile("数量|枚数|张数|張数|份数|数目|个数|個数|件数|^[张枚]$|수량|매수|장수|개수")
NAME_IN_SPANISH, KIND_IN_GERMAN = "nombre", "art"
"""A number only in French, and pictures only in English."""


class Role(StrEnum):
    """What a column is for."""

    NAME = "name"
    COPIES = "copies"
    KIND = "kind"
    TEXT = "text"
    FLAVOUR = "flavour"
    PICTURE = "picture"
    FIGURE = "figure"
    MARK = "mark"
    FACT = "fact"
    ICON = "icon"
    PROGRAM = "program"
    BLANK = "blank"


@dataclass(frozen=True, eq=False)
class Column:
    """One column. key: its name in templates; header: as written; cells: of all cards, in order."""

    key: str
    header: str
    cells: Sequence[str]

    @cached_property
    def filled(self) -> list[str]:
        return [cell.strip() for cell in self.cells if cell.strip()]

    @cached_property
    def different(self) -> int:
        """How many different things it says."""
        return len({cell.casefold() for cell in self.filled})

    @cached_property
    def length(self) -> float:
        """Letters in a cell, on average."""
        return sum(map(len, self.filled)) / max(1, len(self.filled))

    def mostly(self, is_so: Callable[[str], object]) -> bool:
        """Whether that is true of most of its cells."""
        return bool(self.filled) and sum(map(bool, map(is_so, self.filled))) >= MOSTLY * len(self.filled)


@cache
def vocabulary() -> Mapping[str, Mapping[str, int]]:
    """Role -> the words that stand for it, each with its place: the nearer to the front, the clearer."""
    text = (Path(__file__).parent / "words.toml").read_text(encoding="utf-8")
    lists = {role: re.split(r"[,\n]\s*", words.strip()) for role, words in tomllib.loads(text).items()}
    return {role: {word: at for at, word in enumerate(words)} for role, words in lists.items()}


@cache
def words_of(header: str) -> str:
    """`card name` for `Card_Name`, `cardName` and `CARD-NAME`; without accents."""
    spread = CAMEL.sub(" ", unicodedata.normalize("NFKC", header))
    bare = "".join(mark for mark in unicodedata.normalize("NFKD", spread) if not _is_latin_accent(mark))
    return " ".join(SEPARATORS.sub(" ", unicodedata.normalize("NFC", bare).casefold()).replace("#", " # ").split())


def label_of(header: str) -> str:
    """The header as words for people: `Cost coins` for `costCoins`; as written if it has spaces."""
    spread = header if " " in header.strip() else CAMEL.sub(" ", header).replace("_", " ").replace("-", " ")
    words = " ".join(spread.split())
    words = words.lower() if words.isupper() and len(words) > len("ATK") else words
    return words[:1].upper() + words[1:]


def without_shared(headers: Sequence[str]) -> list[str]:
    """The words of each header without those that all of them begin with: `card_name`, `card_cost` and so on."""
    found = [words_of(header) for header in headers]
    firsts = [words.split(" ")[0] for words in found if words]
    shared = next(
        (first for first in set(firsts) if len(firsts) > 2 and firsts.count(first) > MOSTLY * len(firsts)), ""
    )
    return [words.removeprefix(f"{shared} ") if shared else words for words in found]


def means(role: str, words: str) -> int | None:
    """How clearly a header stands for that role: 0 is the clearest; None if it does not."""
    known = vocabulary()[role]
    if words in known:
        return known[words]
    parts = words.split(" ")
    ends = [" ".join(parts[1:]), parts[-1], parts[0]] if len(parts) > 1 else []
    return next((known[end] + len(known) for end in ends if end in known), None)


def is_known(words: str) -> bool:
    """Whether it is a word for any column of cards."""
    return means_copies(words) or any(
        words in vocabulary()[role] for role in ("name", "kind", "text", "flavour", "picture")
    )


def name_column(columns: Sequence[Column], words: Sequence[str]) -> int | None:
    """The column of the names: by its header or, if no header says so, by what it holds; None if there is none."""
    clear = [
        (place, at)
        for at, (column, header) in enumerate(zip(columns, words, strict=True))
        if (place := means("name", header)) is not None and _is_of_names(column) and not _ends_otherwise(header)
    ]
    if clear:
        return min(clear)[1]
    asked = any(header in vocabulary()["question"] for header in words)
    telling = [at for at, column in enumerate(columns) if _could_name(column) and _tells_apart(column)]
    unsaid = [at for at in telling if not is_known(words[at]) and means("program", words[at]) is None]
    answers = [at for at in telling if words[at] in vocabulary()["answer"]]
    return None if asked else next(iter(answers + unsaid), None)


def text_column(columns: Sequence[Column], words: Sequence[str]) -> int | None:
    """The column with the most words, for cards that are a question or a sentence and have no name.

    If no cell has that many, the first column of words; None if there are only figures.
    """
    texts = [
        (column.length, -at)
        for at, (column, header) in enumerate(zip(columns, words, strict=True))
        if column.different > 1
        and (column.length >= LONG or (means("text", header) is not None and not column.mostly(FIGURE.fullmatch)))
        and not any(map(column.mostly, _SILENT[1:]))
        and 2 * sum(cell.casefold() in NOTHING for cell in column.filled) < len(column.filled)
    ]
    spoken = (at for at, column in enumerate(columns) if column.filled and not any(map(column.mostly, _SILENT)))
    return -max(texts)[1] if texts else next(spoken, None)


def means_copies(words: str) -> bool:
    """Whether a heading is that of the number of copies: `# in deck`, `Qty.`, `Stück`, `枚数`."""
    if COUNTED.search(words):
        return True
    lists = vocabulary()
    if words in lists["counting"] or words in lists["numbering"]:
        return words != NAME_IN_SPANISH
    parts = words.split(" ")
    known = lists["counting"].keys() | lists["numbering"].keys() | lists["counted"].keys() | lists["around"].keys()
    if not known.issuperset(parts):
        return False
    clear = any(part in lists["counting"] for part in parts)
    return clear or (parts[0] in lists["numbering"] and any(part in lists["counted"] for part in parts[1:]))


def copies_column(columns: Sequence[Column], words: Sequence[str]) -> int | None:
    """The column that says how many of each card there are: small whole numbers, called so, and no running number.

    Of several, the one whose heading cannot mean a running number.
    """
    called = sorted(
        (header in vocabulary()["numbering"], at) for at, header in enumerate(words) if means_copies(header)
    )
    numbers = (at for _, at in called if columns[at].filled and _are_copies(columns[at].filled))
    return next((at for at in numbers if not _counts_other_things(at, columns, words)), None)


def role_of(column: Column, words: str) -> Role:
    """What a column is for, given the words of its header; names and copies are known beforehand."""
    if not column.filled:
        return Role.BLANK
    if column.mostly(_is_picture) or (means("picture", words) is not None and _names_pictures(column, words)):
        return Role.PICTURE
    if any(map(column.mostly, (ADDRESS.match, RECORD.fullmatch, HASH.fullmatch, TIME.fullmatch))):
        return Role.PROGRAM
    if words in vocabulary()["program"] and column.length < LONG:
        return Role.PROGRAM
    if column.mostly(MOMENT.fullmatch):
        return Role.FACT
    if means("flavour", words) is not None and column.length > SHORT:
        return Role.FLAVOUR
    if all(cell.casefold() in YES | NO for cell in column.filled) and any(len(cell) > 1 for cell in column.filled):
        return Role.MARK
    if column.mostly(FIGURE.fullmatch) and all(len(cell) <= LONGEST_WORD for cell in column.filled):
        return Role.FIGURE
    if column.length >= LONG or (means("text", words) is not None and column.length > SHORT):
        return Role.TEXT
    if all(len(cell) <= LONGEST_WORD for cell in column.filled) and _repeats(column, words):
        return Role.KIND
    return Role.FACT


def foreign(words: Iterable[str]) -> list[str]:
    """The headers that belong to a statement, a list of customers or the like, and not to a game."""
    return [header for header in words if header in vocabulary()["elsewhere"]]


def side_of(words: str) -> tuple[str, str]:
    """`front` or `back`, and the rest of the words; a header that names no side is on the front."""
    first, _, rest = words.partition(" ")
    return (first, rest) if rest and first in SIDES else ("front", words)


_SILENT: tuple[Callable[[str], object], ...] = (
    FIGURE.fullmatch,
    ADDRESS.match,
    RECORD.fullmatch,
    HASH.fullmatch,
    MOMENT.fullmatch,
)


def _is_latin_accent(mark: str) -> bool:
    return "\u0300" <= mark <= "\u036f"


def _ends_otherwise(words: str) -> bool:
    """Whether a word for names only says of what something is: `card ability`."""
    _, _, last = words.rpartition(" ")
    return words not in vocabulary()["name"] and any(last in vocabulary()[role] for role in ("text", "kind", "picture"))


def _could_name(column: Column) -> bool:
    """Whether its cells are names, and there in most rows."""
    return _is_of_names(column) and 2 * len(column.filled) > len(column.cells)


def _is_of_names(column: Column) -> bool:
    """Whether its cells are short, and mostly words."""
    short = column.filled and max(map(len, column.filled)) <= LONGEST_NAME * 2 and column.length <= LONGEST_NAME
    silent: tuple[Callable[[str], object], ...] = (*_SILENT[:-1], _is_picture)
    return bool(short) and not any(map(column.mostly, silent))


def _tells_apart(column: Column) -> bool:
    return column.different >= MOSTLY * len(column.filled) and column.length > 2


def _are_copies(cells: Sequence[str]) -> bool:
    numbers = [number for cell in cells if (number := whole_number(cell)) is not None]
    runs = len(numbers) > 2 and all(after - before == 1 for before, after in pairwise(numbers))
    return len(numbers) == len(cells) and max(numbers) <= MOST_COPIES and not runs


def _counts_other_things(at: int, columns: Sequence[Column], words: Sequence[str]) -> bool:
    """Whether a heading counts something else than copies: its cells are often 0, or others count, too, as the number
    of cards to draw and the number of actions do.
    """
    first, *others = words[at].split(" ")
    if COUNTED.search(words[at]) or any(part in vocabulary()["counting"] for part in (first, *others)):
        return False
    alike = sum(header.split(" ")[0] == first for header in words)
    return alike > MOST_ALIKE or 4 * columns[at].filled.count("0") >= len(columns[at].filled)


def _is_picture(cell: str) -> bool:
    return cell.split("?", maxsplit=1)[0].lower().endswith(PICTURES)


def _names_pictures(column: Column, words: str) -> bool:
    """Whether its cells may be pictures without an ending. Below `Art`, words with a capital are kinds in German;
    figures, and what `Art.-Nr.` says, are pictures only below a heading that says nothing else.
    """
    is_numbered = words.rpartition(" ")[2] in vocabulary()["numbering"]
    if words not in vocabulary()["picture"] and (is_numbered or column.mostly(FIGURE.fullmatch)):
        return False
    kinds = words == KIND_IN_GERMAN and column.mostly(lambda cell: cell[:1].isupper() and cell.isalpha())
    return column.mostly(_could_be_picture) and not kinds


def _could_be_picture(cell: str) -> bool:
    return ADDRESS.match(cell) is not None or re.fullmatch(r"[\w\-./\\]+", cell) is not None


def _repeats(column: Column, words: str) -> bool:
    """Whether few words come again and again, as kinds do."""
    if len(column.filled) < 2 or column.different > MOST_KINDS:
        return False
    return 2 * column.different <= len(column.filled) or (
        means("kind", words) is not None and column.different < len(column.filled)
    )
