"""Claims, decided: is what a source says about its game true, and does the page say so?

A computation finds a value, and the page says what it must find. Results that take long are not computed here: they are
kept (`rulebook.kept`), and count as long as the cards, parameters and code are those they were found for. A claim that
has not been decided for today's rules is printed as undecided, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.cards import Deck
from generator.engine.claims import GENERAL, Finding, of_cards
from generator.engine.loading import Playable
from generator.engine.transcript import Replay
from generator.files import inside, is_file, read_text
from generator.problems import Place, Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from generator.rulebook.examples import unbound_numbers
from generator.rules.claims import Claim, holds

NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class ClaimTools:
    """What claims are decided with. `shown`: the page; `rules`: the folder of rules, which holds the recorded games.

    `playable`: None for a game without an engine or with one that may not run; `has_engine` tells which. `kept`: id of
    a claim -> what was found earlier and still counts.
    """

    shown: str
    deck: Deck
    rules: Path
    playable: Playable | None
    has_engine: bool
    kept: Mapping[str, Finding]

    def place(self, line: int) -> Place:
        """A line of the page."""
        return Place(self.shown, line)


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on a claim. `evidence`: how it was decided; None if it has not been decided for these rules."""

    claim: Claim
    evidence: str | None


def decide(claims: Sequence[Claim], table: ClaimTools, problems: Problems) -> dict[str, Decision]:
    """Decide each claim, by id. Whatever is not as printed is added to `problems`."""
    return {claim.id: _decided(claim, table, problems) for claim in claims}


def _decided(claim: Claim, table: ClaimTools, problems: Problems) -> Decision:
    scope = problems.scope()
    finding = _finding(claim, table, problems)
    if finding is None:
        return Decision(claim, None)
    problems.extend(_differs(claim, finding, table.shown))
    evidence = finding.evidence
    if claim.played and scope.is_clean and table.playable is not None:
        try:
            evidence = f"{evidence} {shown_by(claim, table.rules, table.playable)}"
        except ValueError as error:
            problems.report("E635", error.args[0], table.place(claim.lines["played"]), hint=error.args[-1])
    bound = {int(number) for text in _numbers_in(claim, evidence) for number in NUMBER.findall(text)}
    problems.extend(unbound_numbers(claim.prose, claim.prose_line, table.shown, bound))
    return Decision(claim, evidence)


def _numbers_in(claim: Claim, evidence: str) -> tuple[str, ...]:
    return claim.says, claim.check, claim.claimed, claim.found, evidence


def _finding(claim: Claim, table: ClaimTools, problems: Problems) -> Finding | None:
    """Return what the computation finds; None if that cannot be known now."""
    try:
        if found := of_cards(claim.check, table.deck):
            return found
        made = table.playable.engine.checks.get(claim.check) if table.playable is not None else None
        if made is not None and not made.heavy and table.playable is not None:
            return made.find(table.playable.game)
    except ValueError as error:
        problems.append(not_decided(claim, table.shown, error))
        return None
    if made is not None:
        if claim.id not in table.kept:
            message = f"the claim {claim.id} has not been decided for this version of the rules"
            hint = "Run `proofdeck check --claims`, which computes what takes long and keeps the results."
            problems.report("W630", message, table.place(claim.line), hint=hint)
        return table.kept.get(claim.id)
    if table.playable is not None or not table.has_engine:
        known = list(table.playable.engine.checks) if table.playable else []
        hint = hint_from(did_you_mean(claim.check, known), f"Known are {listed([*known, *GENERAL])}.")
        problems.report("E634", f"nothing computes '{claim.check}'", table.place(claim.lines["check"]), hint=hint)
    return None


def not_decided(claim: Claim, shown: str, error: ValueError) -> Problem:
    """The computation gave up. `error`: a sentence, and the cure if there is one."""
    message = f"the claim {claim.id} cannot be decided: {error.args[0]}"
    return Problem("E634", message, shown, claim.lines["check"], hint="".join(error.args[1:]))


def _differs(claim: Claim, finding: Finding, shown: str) -> Iterator[Problem]:
    if not holds(claim.found, finding.value):
        message = f"the claim {claim.id} says {claim.found}, but the computation finds {finding.value}"
        hint = f"{finding.evidence} Correct whichever is wrong: the claim, a card or a rule."
        yield Problem("E631", message, shown, claim.lines["found"], hint=hint)


# -- recorded games ----------------------------------------------------------------------------------------------------


def shown_by(claim: Claim, rules: Path, playable: Playable) -> str:
    """Replay the recorded game of a claim, and say in a sentence how a player gets the points that were found.

    Raises ValueError(sentence, cure) if there is no such game, if the rules do not allow its moves, or if nobody ends
    with that many points.
    """
    hint = "Record a game that shows it, or delete the line."
    path = inside(rules, claim.played)
    if path is None or not is_file(path):
        raise ValueError(f"there is no recorded game '{claim.played}' in {rules.name}", hint)
    try:
        replay = Replay(read_text(path).splitlines(), claim.played)
        state = replay.begin(playable.game, replay.header.get("fingerprint", ""))
        steps = list(replay.steps(playable.game, state))
    except ProofdeckError as error:
        raise ValueError(f"the rules do not allow the recorded game: {error}", hint) from None
    if not state.is_terminal():
        raise ValueError(f"the recorded game {claim.played} does not reach its end", hint)
    for seat, sheet in enumerate(state.score_sheets()):
        if str(sheet.total) == claim.found:
            items = " + ".join(f"{item.points} ({item.label})" for item in sheet.items)
            turns = len({step.turn for step in steps})
            game = f"A recorded game of {turns} turns, {claim.played}, was played again and shows it"
            return f"{game}: player {seat + 1} ends with {items} = {sheet.total}."
    totals = listed(str(sheet.total) for sheet in state.score_sheets())
    raise ValueError(f"the recorded game {claim.played} ends with {totals}, not with {claim.found}", hint)
