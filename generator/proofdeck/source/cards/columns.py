"""The header: which column holds what.

Turns the first row into `Columns`. Near misses, duplicates and nameless columns with values become problems.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from proofdeck.ground.flags import LANGUAGE
from proofdeck.ground.problems import hint_from, listed
from proofdeck.source.cards.deck import MOST_PLAYERS
from proofdeck.source.cards.findings import Findings, quotation
from proofdeck.source.cards.reader import MOST_COLUMNS, Record
from proofdeck.source.cards.values import free_variant, key

FEWEST_PLAYERS = 2
QUANTITY_SYNONYMS = ("qty", "count", "copies")
QUANTITY_ELSEWHERE = frozenset(
    "anzahl cantidad copias quantité quantità quantidade aantal ilość количество 数量".split()
)
"""The same in other languages."""
QUANTITY_FOR_PLAYERS: Mapping[str, int] = MappingProxyType(
    {f"quantity_{players}": players for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)}
)
KNOWN_COLUMNS = (
    *("game", "id", "name", "kind", "suit", "rank", "value", "quantity", "text", "icon"),
    *QUANTITY_FOR_PLAYERS,
)
COMPONENT = "component"
"""The column that says what a row is if it is not a card: a board, a token, a marker. Engines never deal such rows."""
KEY_COLUMNS = frozenset({"game", "id", "kind", "suit", "rank", "value", "quantity", "icon", *QUANTITY_FOR_PLAYERS})
NOT_TRANSLATED = frozenset({"game", "id", "value", "quantity", *QUANTITY_FOR_PLAYERS})
NOTE = re.compile(r"[_#]+[^\W\d_]")
TRANSLATION = re.compile(rf"(?P<column>.+)@(?P<language>{LANGUAGE.pattern})")
"""A column in another language: `text@de`, `name@pt-br`."""
NEAR = 0.75
LONGEST_NEAR_MISS = 24
WORDS_OF_THEIR_OWN = frozenset({"coin", "coins", "cout", "cname", "ename"})
"""Headers that only look like misspelt ones."""
LETTERS = 26
NOTHING: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Columns:
    """at: the position of each name, counted from 0; blank: the columns without a header, which have a letter as name.

    translations: name of a column in another language -> (language, the column that it translates). headers: name of a
    column -> its header as written. called_by: the column that cards without an id get theirs from.
    """

    at: Mapping[str, int]
    blank: frozenset[str]
    translations: Mapping[str, tuple[str, str]]
    headers: Mapping[str, str]
    called_by: str = "name"


def read_header(row: Record, findings: Findings, given: Mapping[int, str] = NOTHING) -> Columns:
    """The columns of a table, given the row of its headers. given: position -> another name than its header says."""
    names = [given.get(index, column_name(cell)) for index, cell in enumerate(row.cells[:MOST_COLUMNS])]
    at: dict[str, int] = {}
    for index, name in enumerate(names):
        if name and at.setdefault(name, index) != index:
            if name in KNOWN_COLUMNS or "@" in name:
                _report_duplicate(row, index, at[name], name, findings)
            else:
                at[_numbered(row, index, name, at, findings)] = index
    translations: dict[str, tuple[str, str]] = {}
    for name, index in at.items():
        if not (translation := TRANSLATION.fullmatch(name)):
            if index not in given:
                _warn_of_near_miss(row, index, name, at, findings)
        elif translation["column"] in at and translation["column"] not in NOT_TRANSLATED:
            translations[name] = translation["language"], translation["column"]
        else:
            _warn_of_translation(row, index, translation, at, findings)
    blank = {_free_letter(index, at): index for index, name in enumerate(names) if not name}
    at |= blank
    headers = {name: " ".join(row.cells[index].split()) for name, index in at.items()}
    return Columns(MappingProxyType(at), frozenset(blank), MappingProxyType(translations), MappingProxyType(headers))


def is_note(header: str) -> bool:
    """Whether a column is for its author alone: `_ideas`, `#tested`."""
    return NOTE.match(header.strip()) is not None


def column_name(header: str) -> str:
    """The normalised header: `Hit Points` is hit_points, `Qty` is quantity, `Text@pt_BR` is text@pt-br."""
    column, at, language = key(header).casefold().rpartition("@")
    name = f"{_regular(column)}@{_regular(language).replace('_', '-')}"
    return name if at and TRANSLATION.fullmatch(name) else _regular(key(header).casefold())


def _regular(header: str) -> str:
    words = re.sub(r"[\s_-]+", "_", header).strip("_")
    first, *rest = words.split("_", 1)
    return "_".join(["quantity", *rest]) if _is_quantity(first, rest) else words


def _is_quantity(first: str, rest: list[str]) -> bool:
    return first in {*QUANTITY_SYNONYMS, *QUANTITY_ELSEWHERE} and (not rest or rest[0].isdecimal())


def column_letter(index: int) -> str:
    """The name that spreadsheet programs give the column: A for 0."""
    before, last = divmod(index, LETTERS)
    return (column_letter(before - 1) if before else "") + chr(ord("A") + last)


def _free_letter(index: int, taken: Collection[str]) -> str:
    letter = column_letter(index).lower()
    return letter if letter not in taken else f"column_{letter}"


def spot(row: Record, index: int) -> str:
    """`column F`, or `cell F3` if the spreadsheet program numbers the row differently from a text editor.

    In one of several sheets: `cell F3 of sheet 'Heroes'`.
    """
    letter = column_letter(index)
    if row.in_sheet:
        return f"cell {letter}{row.line}{row.in_sheet}"
    return f"column {letter}" if row.number == row.line else f"cell {letter}{row.number}"


def cure_for_no_name(header: Record) -> str:
    """What to do if there is neither a column id nor a column name."""
    names = dict.fromkeys(column_name(cell) for cell in header.cells)
    found = [name for name in names if 0 < len(name) <= LONGEST_NEAR_MISS][:MOST_PLAYERS]
    return hint_from(
        f"The columns are {listed(found)}." if found else "", "The first row must name the columns: id,name,text,..."
    )


def _report_duplicate(row: Record, index: int, first: int, name: str, findings: Findings) -> None:
    message = f"columns {column_letter(first)} and {column_letter(index)} are both called {quotation(name)}"
    hint = "Rename or delete one of them."
    if name == "quantity":
        hint = hint_from(f"{listed(QUANTITY_SYNONYMS)} all mean quantity.", hint)
    findings.report("E106", message, row.place(index), field=name, hint=hint)


def _numbered(row: Record, index: int, name: str, taken: Mapping[str, int], findings: Findings) -> str:
    """Another name for a column whose header another one has."""
    free = free_variant(name, taken, "_")
    letters = f"{column_letter(taken[name])} and {column_letter(index)}"
    message = f"columns {letters} are both called {quotation(name)}; the second is {quotation(free)} in templates"
    findings.report("W109", message, row.place(index), field=name, hint="Give it a name of its own.")
    return free


def _warn_of_near_miss(row: Record, index: int, name: str, present: Collection[str], findings: Findings) -> None:
    if name in KNOWN_COLUMNS or name in WORDS_OF_THEIR_OWN or len(name) > LONGEST_NEAR_MISS:
        return
    if re.fullmatch("quantity_[0-9]+", name):
        cure = f"quantity_N is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players."
    else:
        cure = _did_you_mean(name, _missing(present))
    if cure:
        message = f"{quotation(name)} is almost the name of a known column (column {column_letter(index)})"
        findings.report("W102", message, row.place(index), field=name, hint=cure)


def _warn_of_translation(
    row: Record, index: int, translation: re.Match[str], present: Mapping[str, int], findings: Findings
) -> None:
    """Warn of a translation of a column that does not exist or is the same in every language."""
    column, language = translation["column"], translation["language"]
    if column in NOT_TRANSLATED:
        message, cure = f"the column '{column}' is the same in every language", "Delete the column."
    else:
        others = [name for name in present if "@" not in name and name not in NOT_TRANSLATED]
        near = difflib.get_close_matches(column, others, n=1)
        message = f"{quotation(translation[0])} has nothing to translate: no column is called {quotation(column)}"
        cure = f"Did you mean '{near[0]}@{language}'?" if near else f"The columns are {listed(others)}."
    findings.report(
        "W104", f"{message} (column {column_letter(index)})", row.place(index), field=translation[0], hint=cure
    )


def _missing(present: Collection[str]) -> set[str]:
    synonyms = () if "quantity" in present else QUANTITY_SYNONYMS
    return {*KNOWN_COLUMNS, *synonyms}.difference(present)


def _did_you_mean(name: str, missing: Iterable[str]) -> str:
    """Stricter than for other words, because `cost` or `text_2` are likely names for a column of your own."""
    near = difflib.get_close_matches(name, sorted(missing), n=1, cutoff=NEAR)
    extended = near and re.match(rf"{near[0]}_?[a-z0-9]*[0-9]$", name)
    return f"Did you mean '{near[0]}'?" if near and not extended else ""
