"""Claims, decided: is what a source says about its game true, and does the page say so?

A computation finds a value, and the page says what it must find. Results that take long are computed only when asked
for: they are kept (`rulebook.kept`), and count as long as the cards, parameters and code are those they were found for.
A claim that has not been decided for today's rules is printed as undecided, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proofdeck.book.proof.examples import unbound_numbers
from proofdeck.book.proof.kept import FILE, DecidedClaim, as_text, depends_on, read_kept
from proofdeck.ground.files import inside, is_file, read_text, write_file
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, has_errors, hint_from, listed
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.play.engine.claims import GENERAL, Finding, of_cards
from proofdeck.play.engine.faults import place_in
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.patience import EndlessCall, limited
from proofdeck.play.engine.transcript import Replay
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.rules.claims import Claim, holds, read_claims
from proofdeck.source.rules.clauses import read_clauses

FIRST_WORDS = "```claim"
NUMBER = re.compile(r"\d+")
MOST_SECONDS = 3_600.0
"""After which a claim that takes long is given up."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on a claim. `evidence`: how it was decided; None if it has not been decided for these rules."""

    claim: Claim
    evidence: str | None


def decide_claims(
    project: Project, game: Game, playable: Playable | None, problems: Problems
) -> Mapping[str, Decision]:
    """The claims of a page by id, each decided if that is quick. Nothing is written.

    playable: None if the game cannot be played.
    """
    if FIRST_WORDS not in game.book.body:
        return {}
    claims = read_claims(game.book, read_clauses(game.book, Problems()), problems)
    shown = f"{RULES}/{FILE}"
    decider = Decider(project, game, playable, read_kept(project.root / shown, shown, problems), problems)
    return {claim.id: decider.decide(claim) for claim in claims}


@dataclass(frozen=True)
class Decider:
    """Decides the claims of a game. Whatever is not as printed is added to `problems`.

    `playable`: None for a game without an engine or with one that may not run. `kept`: what was found earlier, by game
    and claim.
    """

    project: Project
    game: Game
    playable: Playable | None
    kept: Mapping[tuple[str, str], DecidedClaim]
    problems: Problems

    def decide(self, claim: Claim) -> Decision:
        scope = self.problems.scope()
        finding = self._finding(claim)
        if finding is None:
            return Decision(claim, None)
        evidence = finding.evidence
        if not holds(claim.found, finding.value):
            message = f"the claim {claim.id} says {claim.found}, but the computation finds {finding.value}"
            hint = f"{evidence} Correct whichever is wrong: the claim, a card or a rule."
            self._report("E631", message, claim.lines["found"], hint)
        if claim.played and scope.is_clean and self.playable is not None:
            try:
                evidence = f"{evidence} {shown_by(claim, self.project.root / RULES, self.playable)}"
            except ValueError as error:
                self._report("E635", error.args[0], claim.lines["played"], error.args[-1])
        said = claim.says, claim.check, claim.claimed, claim.found, evidence
        bound = {int(number) for words in said for number in NUMBER.findall(words)}
        self.problems.extend(unbound_numbers(claim.prose, claim.prose_line, self.game.book.shown, bound))
        return Decision(claim, evidence)

    def _finding(self, claim: Claim) -> Finding | None:
        """Return what the computation finds; None if that cannot be known now."""
        playable = self.playable
        try:
            if found := of_cards(claim.check, self.game.deck):
                return found
            made = playable.engine.checks.get(claim.check) if playable else None
            if playable and made and not made.heavy:
                return made.find(playable.game)
        except ValueError as error:
            self.problems.append(not_decided(claim, self.game.book.shown, error))
            return None
        if playable and made:
            return self._found_earlier(claim, playable)
        if playable or "engine" not in self.game.page.head:
            known = list(playable.engine.checks) if playable else []
            hint = hint_from(did_you_mean(claim.check, known), f"Known are {listed([*known, *GENERAL])}.")
            self._report("E634", f"nothing computes '{claim.check}'", claim.lines["check"], hint)
        return None

    def _found_earlier(self, claim: Claim, playable: Playable) -> Finding | None:
        """Return what was found for today's cards, parameters and code."""
        one = self.kept.get((self.game.name, claim.id))
        if one is not None and one.of == depends_on(playable, claim.check, self.project.pure):
            return one.finding
        message = f"the claim {claim.id} has not been decided for this version of the rules"
        hint = "Run `proofdeck check --claims`, which computes what takes long and keeps the results."
        self._report("W630", message, claim.line, hint)
        return None

    def _report(self, code: str, message: str, line: int, hint: str) -> None:
        self.problems.report(code, message, self.game.book.place(line), hint=hint)


def not_decided(claim: Claim, shown: str, error: ValueError) -> Problem:
    """The computation gave up. `error`: a sentence, and the cure if there is one."""
    message = f"the claim {claim.id} cannot be decided: {error.args[0]}"
    return Problem("E634", message, shown, claim.lines["check"], hint="".join(error.args[1:]))


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


# -- results that take long --------------------------------------------------------------------------------------------


def settle(
    project: Project, games: Sequence[Game], progress: Progress, problems: Problems, *, trust: bool = False
) -> None:
    """Compute again the claims that take long, and store the results. Raises ProofdeckError if that fails.

    Problems of a page are left to `decide_claims`. Results for other games stay as they are, and so do earlier ones of
    claims that Ctrl-C leaves undone.
    """
    path = project.root / RULES / FILE
    before = read_kept(path, "", Problems())
    opened = [(game, playable) for game in games if (playable := _playable(project, game, trust=trust)) is not None]
    names = {game.name for game, _ in opened}
    kept = {place: one for place, one in before.items() if place[0] not in names}
    heavy = [(game, playable, *one) for game, playable in opened for one in _heavy(game, playable)]
    kept |= {place: before[place] for game, _, claim, _ in heavy if (place := (game.name, claim.id)) in before}
    try:
        for done, (game, playable, claim, find) in enumerate(heavy):
            progress("claims", done, len(heavy))
            place = game.name, claim.id
            try:
                with limited(f"the claim {claim.id}", MOST_SECONDS):
                    kept[place] = DecidedClaim(depends_on(playable, claim.check), find(playable.game))
            except ValueError as error:
                kept.pop(place, None)
                problems.append(not_decided(claim, game.page.shown, error))
            except EndlessCall as error:
                kept.pop(place, None)
                says = f"{error}: {place_in(error, project.root)}"
                problems.append(Problem("E645", says, game.page.shown, claim.lines["check"]))
        progress("claims", len(heavy), len(heavy))
    finally:
        if kept != before:
            write_file(path, as_text(kept).encode())


def _heavy(game: Game, playable: Playable) -> Iterator[tuple[Claim, Callable[[object], Finding]]]:
    """The claims of a page that take long, each with its computation."""
    for claim in read_claims(game.page, playable.clauses, Problems()):
        made = playable.engine.checks.get(claim.check)
        if made is not None and made.heavy:
            yield claim, made.find


def _playable(project: Project, game: Game, *, trust: bool) -> Playable | None:
    """The engine of a game with a valid page; its problems are reported when its examples are run."""
    found = Problems()
    playable = playable_of(project, game, found, trust=trust)
    return None if has_errors(found) else playable
