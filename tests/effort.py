"""How much a run tries of what is drawn by chance: everything if it is thorough, or else a tenth."""

from __future__ import annotations

is_thorough = False
"""Whether the run was asked for thorough tests; set before any test is read."""
SHARE = 10


def tries(number: int) -> int:
    return number if is_thorough else max(1, number // SHARE)


def examples(number: int) -> int:
    """Of a property: few, but so many that most mistakes are among them."""
    return number if is_thorough else max(3, number // 4)
