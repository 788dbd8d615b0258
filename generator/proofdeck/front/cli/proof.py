"""The table of proof for people: with lines and colours on a terminal, in plain columns elsewhere.

Marks differ in shape as well as colour: ✓ is there, ✗ is missing, ○ cannot be, ! is played but not printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TextIO

from proofdeck.book.proof.proof import ClauseProof, unshown, with_standing
from proofdeck.front.cli.plain import plain, plain_lines
from proofdeck.ground.problems import counted

if TYPE_CHECKING:
    from proofdeck.book.proof.proof import GameProof

MARKS = {"applied": "✓", "physical": "○", "dead": "✗", "secret": "!"}
COLOURS = {"✓": "green", "○": "dim", "✗": "red", "!": "red bold", "–": "dim"}
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
    if stream.isatty():
        _show_with_lines(proof.title, head, rows, stream)
    else:
        stream.write(plain_lines("\n".join(_in_columns(proof.title, [head, *rows]))) + "\n\n")


def show_summary(proof: GameProof, stream: TextIO, texts: str = "") -> None:
    """A game in one line, then the clauses that lack something. texts: what is to be said of its texts."""
    stream.write(plain("; ".join(filter(None, (_summary(proof), texts)))) + "\n")
    missing = unshown(proof.clauses)
    lists = {
        _unnoticed(proof, len(missing)) if proof.is_own else "without an example": missing,
        "dead rules, printed and never applied": with_standing(proof.clauses, "dead"),
        "secret rules, applied and not printed": with_standing(proof.clauses, "secret"),
    }
    stream.writelines(f"  {what}: {', '.join(names)}\n" for what, names in lists.items() if names)


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
    if clause.bound is not None:
        return f"✗ never (95 %: below {100 * clause.bound:.3g} %)"
    return f"✓ {100 * clause.share:5.1f} %"


def _marked(words: str, is_there: bool, is_needed: bool) -> str:
    return f"✓ {words}" if is_there else f"✗ {words}" if is_needed else NOTHING


def _in_columns(title: str, rows: list[ProofRow]) -> Iterator[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(ProofRow._fields))]
    yield title
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _show_with_lines(title: str, head: ProofRow, rows: list[ProofRow], stream: TextIO) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(plain(title)), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(head):
        table.add_column(name, no_wrap=place < len(head) - 1)
    for row in rows:
        table.add_row(*(Text(plain(cell), style=COLOURS.get(cell[:1], "")) for cell in row))
    Console(file=stream).print(table)
