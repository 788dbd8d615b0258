"""Counts the texts of a game that nothing holds, and those that nobody has compared."""

from __future__ import annotations

from typing import NamedTuple

from proofdeck.ground.problems import counted


class TextCount(NamedTuple):
    """How many texts of a game are bound to nothing, and how many pairs nobody has ever compared.

    is_signed: whether anybody has compared any.
    """

    unbound: int = 0
    uncompared: int = 0
    is_signed: bool = True

    def __str__(self) -> str:
        """`nothing checks 12 texts, 3 never compared`; empty if there are none."""
        unbound = f"nothing checks {counted(self.unbound, 'text')}" if self.unbound else ""
        return ", ".join(filter(None, (unbound, f"{self.uncompared} never compared" if self.uncompared else "")))
