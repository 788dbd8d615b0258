"""Cells that a spreadsheet program has probably changed: `1-2` became a date, `1E5` a number, `true` TRUE.

Checks the cells column by column. In the user's own columns a value is suspicious only if other values of the column
look different: a column of nothing but dates is a column of dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from proofdeck.source.cards.findings import MOST_OF_A_KIND, Findings, quotation

LONGEST_SUSPECT = 24
TRUTHS = frozenset({"TRUE", "FALSE"})
DIGITS_AND_SIGNS = frozenset("0123456789+-")
MONTH = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec"
    "|mrz|mär|mai|okt|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|mrt|mei"
)
DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]+)?"
    r"|[0-9]{1,2}([./])[0-9]{1,2}\1[0-9]{2,4}"
    rf"|[0-9]{{1,2}}(?:-|\. ?)(?:{MONTH})\.?(?:[- ][0-9]{{2,4}})?"
    rf"|(?:{MONTH})-[0-9]{{1,4}}",
    re.IGNORECASE,
)
POWER_OF_TEN = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?E[+-]?[0-9]+")
CURE = "Format the column as text in the spreadsheet program and type the value again."


def damage(text: str) -> str:
    """What the text looks like, or "" if nothing is odd about it."""
    if len(text) > LONGEST_SUSPECT or not text or not (text[0] in DIGITS_AND_SIGNS or "-" in text or text in TRUTHS):
        return ""
    if text in TRUTHS:
        return "a TRUE or FALSE"
    if DATE.fullmatch(text):
        return "a date"
    return "a number in powers of ten" if POWER_OF_TEN.fullmatch(text) else ""


@dataclass(slots=True)
class DamageWatch:
    """Checks one column; own: whether it is the user's own."""

    name: str
    own: bool
    _filled: int = 0
    _kinds: dict[str, int] = field(default_factory=dict)
    _suspects: list[tuple[str, str, tuple[int, int], str]] = field(default_factory=list)

    def see(self, text: str) -> bool:
        """Count a cell; True if it should be passed to `suspect`."""
        self._filled += text != ""
        return bool(damage(text))

    def suspect(self, text: str, place: tuple[int, int], spot: str) -> None:
        """Remember a cell that `see` doubted."""
        kind = damage(text)
        self._kinds[kind] = self._kinds.get(kind, 0) + 1
        if len(self._suspects) <= MOST_OF_A_KIND:
            self._suspects.append((kind, text, place, spot))

    def report(self, findings: Findings) -> None:
        """Warn of each suspicious cell, after the whole column has been seen."""
        for kind, text, place, spot in self._suspects:
            if not (self.own and self._kinds[kind] == self._filled):
                message = f"{quotation(text)} looks like {kind} made by a spreadsheet program ({spot})"
                findings.report("W103", message, place, field=self.name, hint=CURE)
