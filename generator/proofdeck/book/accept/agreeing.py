"""Signing: the pairs of games that are new or have changed, both sides of each, and who says that they agree."""

from __future__ import annotations

import ast
import getpass
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from proofdeck.book.signing.comparing import Comparison, PairChange, called, compare, decisions, marked, told
from proofdeck.book.signing.pair import CLAIM, CLAUSE, EXAMPLE, KINDS, Pair
from proofdeck.book.signing.signed import Signature, read_signed, signatures_of, write_signed
from proofdeck.book.signing.translated import translated_passages
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.revisions import name_in_git
from proofdeck.source.rules.examples import blocks
from proofdeck.source.rules.page import read_page
from proofdeck.source.rules.passages import passages_of

LONGEST = 24
"""Lines of a function that are shown."""


@dataclass(frozen=True)
class Unsigned:
    """A game with what nobody has signed as it is."""

    project: Project
    game: Game
    found: Comparison
    trust: bool

    @property
    def asked(self) -> Sequence[PairChange]:
        """What has changed since the game was signed; nothing if nobody has signed it."""
        return self.found.changes if self.found.is_signed else ()


@dataclass(frozen=True, slots=True)
class PairSides:
    """Both sides of a pair, for somebody who decides whether they agree.

    why: what has changed, in a sentence; words: the words now, with changes marked; other: what they must agree with.
    """

    why: str
    words: str
    other: tuple[str, ...]


def unsigned(root: Path, names: Sequence[str], *, trust: bool) -> list[Unsigned]:
    """The chosen games, each with its pairs that are new or have changed.

    Raises ProofdeckError if the folder is not a project, or if the record cannot be read, so that nothing is lost.
    """
    problems = Problems()
    project = load_project(root, problems)
    record = read_signed(root, wrong := Problems())
    if wrong:
        raise ProofdeckError(wrong)
    found = []
    for game in project.chosen(names, problems):
        playable = playable_of(project, game, Problems(), trust=trust)
        compared = compare(project, game, playable, record, Problems(), trust=trust)
        found.append(Unsigned(project, game, compared, trust))
    return found


def sign(one: Unsigned, pairs: Iterable[Pair], by: str) -> int:
    """Write that both sides of these pairs of a game agree, and return how many pairs that were.

    What was signed and is not on the page any more is taken out of the record, and a text that has moved is found in
    its new place. A clause whose engine is not run shows one side only, so it is not signed. A pair that has not
    changed keeps who signed it and when.
    """
    root, name = one.project.root, one.game.name
    record = read_signed(root, Problems())
    kept = {key: signature for key, signature in record.items() if key[0] != name}
    for pair, signature in signatures_of(name, one.found.pairs, record):
        if signature is not None:
            kept[name, pair.kind, pair.name] = signature
    decides, fingerprint = decisions(one.project, name, one.trust)
    on = f"{datetime.now(UTC):%Y-%m-%d}"
    signed = 0
    for pair in pairs:
        if pair.of is None:
            continue
        key, decided = (name, pair.kind, pair.name), decides.get(pair.name, "") if pair.kind == CLAUSE else ""
        found = Signature(pair.says, pair.of, pair.beyond, decided, fingerprint if decided else "", by, on)
        before = kept.get(key, found)
        kept[key] = before if replace(before, by=by, on=on) == found else found
        signed += 1
    if kept != record:
        write_signed(root, kept)
    return signed


def signer(root: Path) -> str:
    """The name of whoever sits here: that in git's settings, else that of the account."""
    with suppress(OSError, KeyError):
        return name_in_git(root) or getpass.getuser()
    return ""


def as_row(one: Unsigned, change: PairChange) -> dict[str, object]:
    """A change as data for JSON."""
    pair, sides = change.pair, sides_of(one, change)
    facts = {"game": one.game.name, "kind": pair.kind, "name": pair.name, "file": pair.place.file}
    return {**facts, "line": pair.place.line, "why": sides.why, "words": sides.words, "other": list(sides.other)}


# -- both sides --------------------------------------------------------------------------------------------------------


def sides_of(one: Unsigned, change: PairChange) -> PairSides:
    """What is to be compared."""
    pair, signed = change.pair, change.signed
    why = told(change) if signed else f"{called(pair)} is new"
    words = marked(signed.says, pair.says) if signed and change.reads else pair.says
    return PairSides(why, words, tuple(_other(one, pair)))


def _other(one: Unsigned, pair: Pair) -> Iterator[str]:
    page = one.game.page
    passages = passages_of(page)
    if pair.kind == CLAUSE:
        for name in pair.of or ():
            yield from _code(one.project.root, pair, name)
    elif pair.kind in {EXAMPLE, CLAIM}:
        name = pair.name.removeprefix(f"{CLAIM} ")
        tables = (block for block in blocks(page.body, kind=pair.kind) if block.id == name)
        yield from (line for block in tables for line in block.lines[: block.upper])
    elif pair.kind in KINDS:
        yield from (f"{name}: {passages.clauses[name].words}" for name in pair.of or ())
    else:
        yield from _original(one, pair)


def _original(one: Unsigned, pair: Pair) -> Iterator[str]:
    shown = f"{RULES}/{one.game.name}.{pair.kind}.md"
    if (page := read_page(one.project.root / shown, shown, Problems())) is not None:
        both = translated_passages(passages_of(one.game.page), passages_of(page))
        yield from (original.words for original, _ in both if original.name == pair.name)
    for card in one.game.deck:
        yield from (text for column, text in card.fields.items() if f"{card.id} {column}" == pair.name)


def _code(root: Path, pair: Pair, name: str) -> Iterator[str]:
    """The first lines of a function that applies a clause, or the entry of a table of scores."""
    place = pair.places.get(name)
    if place is None or not place.file or not place.line:
        yield f"{name} in the head of the page"
        return
    source = (root / place.file).read_text("utf-8", "replace")
    lines = source.splitlines()
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt) and node.lineno == place.line)
    last = max((node.end_lineno or 0 for node in nodes), default=place.line)
    yield f"{name} ({Path(place.file).name}:{place.line})"
    yield from (f"  {line}" for line in lines[place.line - 1 : min(last, place.line - 1 + LONGEST)])
    if last > place.line - 1 + LONGEST:
        yield "  ..."
