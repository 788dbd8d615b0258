"""Rule points: code names each clause where it applies it.

A game binds each clause once, at the top of its `rules.py`, and gets a number with one bit set. At the point itself,
this costs two integer operations::

    PEACE = POINTS.bind("play.peace")
    ...
    if rule := self.on & PEACE:          # false if the clause is switched off
        self.fired |= rule               # the clauses that have fired in this game

`on` has all bits set in every real game; a test clears one to see whether anything notices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

ALL_ON = -1
"""Every clause applies."""


def not_bound(clause: object) -> str:
    """What to tell an author who wrote the id of a clause, or anything else, in place of its bit."""
    return f"{clause!r} is not a clause: write the name it is bound to, as in `FOLLOW = POINTS.bind('play.follow')`"


class RulePoints:
    """The clauses that the code of one game applies, in binding order."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._bits: dict[str, int] = {}

    def bind(self, clause: str) -> int:
        """The bit of that clause. Raises ValueError if it is already bound, because each clause has one name."""
        if clause in self._bits:
            raise ValueError(f"the clause {clause} is bound twice")
        self._bits[clause] = 1 << len(self._ids)
        self._ids.append(clause)
        return self._bits[clause]

    def bind_all(self, *clauses: str) -> tuple[int, ...]:
        """The bits of several clauses. Raises ValueError as `bind` does."""
        return tuple(map(self.bind, clauses))

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def bit(self, clause: str) -> int:
        """The inverse of `id`. Raises ValueError for a clause that is not bound."""
        found = self._bits.get(clause)
        if found is None:
            raise ValueError(f"the clause {clause} is not bound")
        return found

    def id(self, bit: int) -> str:
        """The clause of a single bit. Raises TypeError for anything else."""
        try:
            return self._ids[bit.bit_length() - 1]
        except (AttributeError, IndexError):
            raise TypeError(not_bound(bit)) from None

    def named(self, bits: int) -> list[str]:
        """The clauses whose bits are set, in binding order."""
        return [name for place, name in enumerate(self._ids) if bits >> place & 1]

    def without(self, clauses: Iterable[str]) -> int:
        """A mask with those clauses switched off. Raises ValueError for one that is not bound."""
        mask = ALL_ON
        for clause in clauses:
            mask &= ~self.bit(clause)
        return mask
