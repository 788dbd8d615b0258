"""The table of proof for people, with colours on a terminal.

Marks differ in shape as well as colour: ✓ is there, ✗ is missing, ○ cannot be, ! is played but not printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TextIO

from proofdeck.book.proof.proof import ClauseProof, unshown, with_standing
from proofdeck.front.cli.plain import plain
from proofdeck.front.cli.screen import fitted, width_of
from proofdeck.front.cli.terminal import Colours
from proofdeck.ground.problems import counted

if TYPE_CHECKING:
    from proofdeck.book.proof.proof import GameProof

MARKS = {"applied": "✓", "physical": "○", "dead": "✗", "secret": "!"}
COLOURS = {"✓": "32", "○": "2", "✗": "31", "!": "31;1", "–": "2"}
NOTHING = "–"


class ProofRow(NamedTuple):
    """One clause, in words. Each cell but the first two begins with a mark."""

    number: str
    clause: str
    engine: str
    games: str
    tests: str
    examples: str


def show_table(proof: GameProof, stream: TextIO) -> None:
    """A table of every clause of a game."""
    head = ProofRow(
        "", "clause", "engine", f"in {proof.games:,} games" if proof.games else "games", "tests", "examples"
    )
    rows = [_row(clause) for clause in proof.clauses.values()]
    lines = [plain(proof.title), *_in_columns([head, *rows], Colours(stream)), ""]
    stream.writelines(f"{fitted(line, width_of(stream))}\n" for line in lines)


def show_summary(proof: GameProof, stream: TextIO, texts: str = "") -> None:
    """A game in one line, then the clauses that lack something. texts: what is to be said of its texts."""
    says = "; ".join(filter(None, (_summary(proof), texts)))
    missing = unshown(proof.clauses)
    lists = {
        _unnoticed(proof, len(missing)) if proof.is_own else "without an example": missing,
        "dead rules, printed and never applied": with_standing(proof.clauses, "dead"),
        "secret rules, applied and not printed": with_standing(proof.clauses, "secret"),
    }
    lines = [says, *(f"  {what}: {', '.join(names)}" for what, names in lists.items() if names)]
    stream.writelines(f"{fitted(plain(line), width_of(stream))}\n" for line in lines)


def _unnoticed(proof: GameProof, missing: int) -> str:
    """What it means for an author that no example shows these clauses of the engine."""
    applied = counted(len(with_standing(proof.clauses, "applied")), "clause")
    are, they_were = ("is", "it was") if missing == 1 else ("are", "they were")
    return f"{missing} of {applied} {are} shown by no example; nobody would notice if {they_were} wrong"


def _summary(proof: GameProof) -> str:
    printed = [clause for clause in proof.clauses.values() if clause.number]
    applied = sum(clause.has_point for clause in printed)
    physical = len(with_standing(proof.clauses, "physical"))
    says = f"{proof.title}: {counted(len(printed), 'clause')}, {applied} with a rule point, {physical} physical; "
    says += f"{sum(bool(clause.examples) for clause in printed)} in an example"
    if any(clause.tests is not None for clause in printed):
        says += f", {sum(bool(clause.tests) for clause in printed)} in a test"
    if proof.games:
        fired = sum(bool(clause.fired) for clause in printed)
        says += f"; simulated in {f'{proof.games:,}'} {'game' if proof.games == 1 else 'games'}: {fired} fired"
    return says


def _row(clause: ClauseProof) -> ProofRow:
    standing = clause.standing
    needed = standing in {"applied", "secret"}
    return ProofRow(
        number=clause.number or NOTHING,
        clause=clause.id,
        engine=f"{MARKS[standing]} {standing}",
        games=_games(clause),
        tests=NOTHING if clause.tests is None else _marked(str(len(clause.tests)), bool(clause.tests), needed),
        examples=_marked(", ".join(clause.examples) or "none", bool(clause.examples), needed),
    )


def _games(clause: ClauseProof) -> str:
    if clause.share is None:
        return NOTHING
    if clause.bound is not None:  # never; 95 % sure
        return f"✗ below {100 * clause.bound:.3g} %"
    return f"✓ {100 * clause.share:5.1f} %"


def _marked(words: str, is_there: bool, is_needed: bool) -> str:
    return f"✓ {words}" if is_there else f"✗ {words}" if is_needed else NOTHING


def _in_columns(rows: list[ProofRow], colours: Colours) -> Iterator[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(ProofRow._fields))]
    for row in rows:
        cells = (
            (colours(COLOURS[cell[:1]], cell) if cell[:1] in COLOURS else plain(cell)) + " " * (width - len(cell))
            for cell, width in zip(row, widths, strict=True)
        )
        yield f"  {'  '.join(cells)}".rstrip()
