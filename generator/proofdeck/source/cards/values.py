"""What a cell's text means: prose, key, number, slug.

Each function normalises the text of one cell. Prose keeps its typography; keys and numbers lose what a word processor
or web page adds: curly quotes, no-break spaces, typographic minus signs. The result is always NFC.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Container, MutableMapping

from proofdeck.source.cards.reader import BLANKS

LONGEST_ID = 100
RESERVED_FILE_NAMES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
GAME_SLUG = re.compile(rf"(?=.{{1,{LONGEST_ID}}}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
PLAIN_ID = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{,60}")
NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
WHOLE_NUMBER = re.compile(r"\+?(?:[x×] ?)?0*([0-9]{1,3})(?:\.0+)?(?: ?[x×])?", re.IGNORECASE)
"""Also `2x`, `x2` and `2.0`, as people and programs write a number of copies."""
VARIATION_SELECTORS = "\ufe0e\ufe0f"
"""They choose between a letter and a picture for the sign before them, and are invisible."""
TYPOGRAPHY: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff")),
}


def prose(text: str) -> str:
    """Text for people to read: trimmed, in NFC, with its typography; a cell of no-break spaces is blank."""
    if text.isascii():
        return text.strip(BLANKS)
    stripped = unicodedata.normalize("NFC", text).strip(BLANKS)
    return "" if stripped.isspace() else stripped


def key(text: str) -> str:
    """Text to compare with other cells: typography undone, each run of blanks one space."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(TYPOGRAPHY)
    return " ".join(text.split())


def number(text: str, *, decimal_comma: bool = False) -> float | None:
    """The number a key spells: digits with a sign and a decimal point (or comma); None for anything else."""
    if decimal_comma:
        text = text.replace(",", ".")
    if NUMBER.fullmatch(text) is None:
        return None
    found = float(text)
    return found + 0.0 if math.isfinite(found) else None


def whole_number(text: str) -> int | None:
    """The number from 0 to 999 that a key spells, or None."""
    found = WHOLE_NUMBER.fullmatch(text)
    return int(found[1]) if found else None


def slug(text: str) -> str:
    """An id made from a name: lower case, with "-" between runs of letters and digits; "" if it has neither."""
    plain = key(text).lower().replace("'", "")
    kept = "".join(character if character != "." and _may_stand_in_id(character) else "-" for character in plain)
    joined = re.sub("-{2,}", "-", kept)[:LONGEST_ID].strip("-_")
    return f"{joined}-1" if joined in RESERVED_FILE_NAMES else unicodedata.normalize("NFC", joined)


def game_slug(text: str) -> str:
    """The nearest game name in a to z, 0 to 9 and "-"; "" if there is none."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", slug(ascii_only)).strip("-")


def id_flaw(text: str) -> str:
    """Why this cannot be an id, as the end of a sentence, or "". Ids become part of file names."""
    if PLAIN_ID.fullmatch(text) and text.lower() not in RESERVED_FILE_NAMES:
        return ""
    bad = next((character for character in text if not _may_stand_in_id(character)), "")
    if bad:
        return "has a space" if bad == " " else f"contains {repr(bad) if bad.isprintable() else f'U+{ord(bad):04X}'}"
    if text[0] in ".-":
        return f"begins with '{text[0]}'"
    if text[-1] == ".":
        return "ends with '.'"
    if len(text) > LONGEST_ID:
        return f"has {len(text)} characters; the limit is {LONGEST_ID}"
    return "is a name that Windows reserves" if text.partition(".")[0].lower() in RESERVED_FILE_NAMES else ""


def free_variant(
    wanted: str, taken: Container[str], mark: str = "-", given: MutableMapping[str, int] | None = None
) -> str:
    """`wanted`, or `wanted` with -2, -3 ... appended if that is taken (ignoring case). mark: in place of the hyphen.

    given: the last number that each name was given, so that thousands of one name are not counted from 2 again.
    """
    variant, name = wanted, wanted.casefold()
    count = (given or {}).get(name, 1)
    while variant.casefold() in taken:
        count += 1
        variant = f"{wanted}{mark}{count}"
    if given is not None:
        given[name] = count
    return variant


def _may_stand_in_id(character: str) -> bool:
    if character in VARIATION_SELECTORS:
        return False
    return character in "-_." or character.isalnum() or unicodedata.category(character).startswith("M")
