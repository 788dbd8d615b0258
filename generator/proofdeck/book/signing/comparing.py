"""Compares the pairs of a game with what was signed, and tells which side of each has changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from proofdeck.book.signing.counting import TextCount
from proofdeck.book.signing.deciding import decisions_of, is_the_same
from proofdeck.book.signing.elsewhere import DRAWING
from proofdeck.book.signing.pair import CLAUSE, KINDS, Pair
from proofdeck.book.signing.pairs import pairs_of
from proofdeck.book.signing.signed import Record, Signature, read_signed, signatures_of
from proofdeck.ground.problems import Problem, Problems, counted, hint_from, listed, some_of
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.play.engine.loading import Playable
from proofdeck.play.setup.opening import playable_of, seats_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game

AROUND = 4
"""How many words are shown on each side of those that have changed."""
BEYOND = "what it calls in turn"


class PairChange(NamedTuple):
    """A pair that is not as it was signed. signed: None for a new pair.

    reads: whether its words have changed; parts: what they must agree with and has changed.
    """

    pair: Pair
    signed: Signature | None
    reads: bool
    parts: tuple[str, ...]


class Comparison(NamedTuple):
    """The pairs of a game, and those that are not as they were signed. is_signed: whether anybody has signed any."""

    pairs: tuple[Pair, ...]
    changes: tuple[PairChange, ...]
    is_signed: bool


def compare(
    project: Project, game: Game, playable: Playable | None, record: Record, problems: Problems, *, trust: bool
) -> Comparison:
    """Compare a game with the record. A clause whose code was rewritten and decides the same has not changed."""
    pairs = pairs_of(project, game, playable, problems)
    is_signed = any(name == game.name for name, _, _ in record)
    found = [change for one in signatures_of(game.name, pairs, record) if (change := _change(*one)) is not None]
    if any(_is_code_alone(one) for one in found):
        now, fingerprint = decisions(project, game.name, trust)
        found = [one for one in found if not _is_code_alone(one) or _matters(one, now, fingerprint)]
    return Comparison(tuple(pairs), tuple(found), is_signed)


def _change(pair: Pair, signed: Signature | None) -> PairChange | None:
    if signed is None:
        return PairChange(pair, None, reads=False, parts=())
    reads = pair.says != signed.says
    of = signed.of if pair.of is None else pair.of
    named = of.keys() & signed.of.keys() if reads else [*of, *signed.of]
    parts = tuple(name for name in dict.fromkeys(named) if of.get(name) != signed.of.get(name))
    if not parts and not reads and pair.of is not None and pair.beyond != signed.beyond:
        parts = (BEYOND,)
    return PairChange(pair, signed, reads, parts) if reads or parts else None


def _is_code_alone(change: PairChange) -> bool:
    """Whether only code of an engine has changed."""
    return change.signed is not None and not change.reads and bool(change.pair.beyond or change.signed.beyond)


def _matters(change: PairChange, now: Mapping[str, str], fingerprint: str) -> bool:
    """Whether changed code may be a changed rule.

    Code that names the clause, or is called there, was only rewritten if it decides the same. Code further away belongs
    to many clauses, so it has changed this one only if that decides something else.
    """
    signed = change.signed
    same = None
    if signed is not None and signed.decides and signed.fingerprint == fingerprint:
        same = is_the_same(signed.decides, now.get(change.pair.name, ""))
    return same is False if change.parts == (BEYOND,) else not same


@question(Kept.VALUE)
def decisions(project: Project, name: str, trust: bool) -> tuple[dict[str, str], str]:
    """What each clause of a game decides at many tables, and the fingerprint of its cards and parameters.

    Nothing for a game that cannot be played.
    """
    game = project.games[name]
    playable = playable_of(project, game, Problems(), trust=trust)
    if playable is None or not playable.origin.module:
        return {}, ""
    with playable.origin.faults():
        return decisions_of(playable, seats_of(game, playable)), playable.fingerprint


# -- in words ----------------------------------------------------------------------------------------------------------


def check_signed(project: Project, game: Game, problems: Problems, *, trust: bool) -> TextCount:
    """Count the texts of a game, and warn of each pair of which one side has changed since they were compared, and of
    those that are new.

    A game that nobody has signed yet has no changes, and neither has one in another language. Without a page of rules
    there is nothing to compare.
    """
    if game.language:
        return TextCount()
    record = read_signed(project.root, problems)
    playable = playable_of(project, game, Problems(), trust=trust)
    found = compare(project, game, playable, record, problems, trust=trust)
    new = [one.pair.called for one in found.changes if one.signed is None]
    unbound = sum(not pair.is_bound for pair in found.pairs)
    count = TextCount(unbound, len(new), found.is_signed) if game.page.body.strip() else TextCount()
    if not found.is_signed:
        return count
    problems.extend(as_problem(game, one) for one in found.changes if one.signed is not None)
    if new:
        have = "has" if len(new) == 1 else "have"
        message = f"{counted(len(new), 'text')} of {game.title} {have} not been compared yet: {some_of(new)}"
        problems.report("W662", message, game.page.place(), hint=_cure(game))
    return count


def as_problem(game: Game, change: PairChange) -> Problem:
    """The change as a warning, with the words that are different."""
    pair, signed = change.pair, change.signed
    before = signed.says if signed else ""
    different = f"It reads: {marked(before, pair.says).removesuffix('.')}." if change.reads else ""
    code = "W661" if pair.kind in KINDS else "W663"
    places = [pair.places[name] for name in change.parts if name in pair.places]
    where = listed(f"{place.file}:{place.line}" for place in places if not Path(place.file or "").is_absolute())
    hint = hint_from(different, f"See {where}." if where else "", _cure(game))
    return Problem(code, told(change), *pair.place, hint=hint)


def _cure(game: Game) -> str:
    return f"`proofdeck accept {game.name}` shows both sides, and asks whether they agree."


def told(change: PairChange) -> str:
    """Which side has changed, in a sentence."""
    pair, parts = change.pair, change.parts
    subject = called(pair)
    with_what, was_changed, is_as_it_was = _other_side(pair, parts)
    if change.reads and not pair.of:
        looks = "looks different" if pair.kind == DRAWING else "reads differently"
        return f"{subject} {looks} than when it was signed"
    if change.reads and parts:
        return f"{subject} and {with_what} have both changed since they were compared"
    if change.reads:
        return f"{subject} reads differently than when it was compared with {with_what}, {is_as_it_was}"
    if pair.kind == CLAUSE:
        return f"the rule of {subject} has changed ({listed(parts)}) since the two were compared"
    return f"{was_changed} since {subject} was compared with {'it' if len(parts) == 1 else 'them'}"


def called(pair: Pair) -> str:
    """How a message names a pair."""
    return pair.called if pair.kind in KINDS else f"the translation into '{pair.kind}' of {pair.called}"


def _other_side(pair: Pair, parts: tuple[str, ...]) -> tuple[str, str, str]:
    """What the words must agree with; that it has changed; that it has not."""
    names = listed(parts)
    match pair.kind:
        case "clause":
            return "its rule", "", "which is as it was"
        case "example":
            return "its table", "the table has changed", "which is as it was"
        case "claim":
            return "its figures", "the figures have changed", "which are as they were"
        case kind if kind in KINDS:
            every = listed(pair.of or ())
            are = "is" if len(pair.of or ()) == 1 else "are"
            have = "reads" if len(parts) == 1 else "read"
            return (parts and names) or every, f"{names} {have} differently", f"which {are} as before"
        case _:
            return "the original", "the original has changed", "which is as it was"


def marked(before: str, now: str) -> str:
    """The words that are different, within some that are not: `with the ‹most → fewest› units`."""
    return " ... ".join(_marked(before.split(), now.split()))


def _marked(before: list[str], now: list[str]) -> Iterator[str]:
    groups = SequenceMatcher(None, before, now, autojunk=False).get_grouped_opcodes(AROUND)
    for group in groups:
        words: list[str] = []
        for what, first, last, start, end in group:
            old, new = " ".join(before[first:last]), " ".join(now[start:end])
            words.append(new if what == "equal" else f"‹{old or 'nothing'} → {new or 'nothing'}›")
        yield " ".join(words)
