"""The claims of a rules page, as written; `rulebook.claims` decides them.

::

    ```claim id=claim.cards
    source: The first version of the rules, in its text
    says: There are 156 cards.
    check: count of cards
    claimed: 156
    found: 131
    verdict: refuted
    ruling: setup.deck
    ---
    The rows of the list say what is in the box.
    ```

A claim is a statement about the game that can be checked by a computation. `check` names the computation, and `found`
is the result it must have. Both numbers are written out and never computed, so that a wrong one is noticed. `claimed`
may be a bound, `at least 14` or `at most 180`. `print=yes` behind the id prints its verdict for players, too, among
what was changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from proofdeck.ground.problems import Problems, did_you_mean, hint_from
from proofdeck.source.rules.clauses import Clause
from proofdeck.source.rules.examples import COMPUTED, Block
from proofdeck.source.rules.facts import Facts, FactsReader, Form, read_once
from proofdeck.source.rules.page import RulesPage

HOLDS, REFUTED = VERDICTS = ("holds", "refuted")
BOUND = re.compile(r"at (?P<which>least|most)\s+(?P<number>-?\d+)")
WHOLE = re.compile(r"-?\d+")
FORM = Form(
    kind="claim",
    called="claim",
    code="E630",
    needed=("source", "says", "check", "claimed", "found", "verdict"),
    optional=("ruling", "played"),
    settings=("id", "print"),
    hint="A claim begins with ```claim id=claim.name",
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim. Lines are those of the file.

    source: who says it; says: what. check: the computation that decides it; claimed, found: the source's value and the
    true one. ruling: the clause that settles it, or "". played: a recorded game that shows what was found, or "".
    lines: key -> its line. prose: further explanation for the reader.
    """

    id: str
    line: int
    source: str
    says: str
    check: str
    claimed: str
    found: str
    verdict: str
    ruling: str
    played: str
    lines: Mapping[str, int]
    prose: str
    prose_line: int


def holds(claimed: str, found: str) -> bool:
    """Whether the value found is the one claimed, word for word or within the bound."""
    bound = BOUND.fullmatch(_plain(claimed))
    if bound and WHOLE.fullmatch(_plain(found)):
        number, limit = int(found), int(bound["number"])
        return number >= limit if bound["which"] == "least" else number <= limit
    return _plain(claimed) == _plain(found)


def _plain(words: str) -> str:
    return " ".join(words.replace("−", "-").casefold().split())


def read_claims(page: RulesPage, clauses: Mapping[str, Clause], problems: Problems) -> list[Claim]:
    """The claims of a page in order. Those that cannot be read become problems."""
    return read_once(page, FORM, _ClaimReader(page, clauses, problems, FORM).claim, problems)


class _ClaimReader(FactsReader):
    def claim(self, block: Block) -> Claim | None:
        scope = self.problems.scope()
        said, is_complete = self.checked(block)
        for number, line in enumerate(block.lines[: block.upper], block.line + 1):
            if any(mark in line for mark in COMPUTED):
                hint = "Write the number out: a claim that takes it from the rules could never be wrong."
                self.refuse("the claimed and found values must not be computed", number, hint)
        if is_complete:
            self._check_verdict(said)
        if "ruling" in said:
            self.check_clause(said["ruling"][0], "the ruling names", said["ruling"][1], "E633")
        if not scope.is_clean:
            return None
        self._check_numbers(said)
        values = {key: said[key][0] if key in said else "" for key in FORM.keys}
        lines = {key: line for key, (_, line) in said.items()}
        prose = "\n".join(block.prose)
        return Claim(block.id, block.line, **values, lines=lines, prose=prose, prose_line=block.line + block.upper + 2)

    def _check_numbers(self, said: Facts) -> None:
        """Warn of a claimed number that is not among those of the sentence; a sentence may have none."""
        known = re.findall(r"\d+", said["says"][0])
        missing = [number for number in re.findall(r"\d+", said["claimed"][0]) if number not in known]
        if known and missing:
            message = f"{missing[0]} is claimed, but the sentence of the claim does not say {missing[0]}"
            self.refuse(message, said["claimed"][1], "Correct the sentence, or the number.", "W637")

    def _check_verdict(self, said: Facts) -> None:
        verdict, line = said["verdict"]
        claimed, found = said["claimed"][0], said["found"][0]
        if verdict not in VERDICTS:
            hint = hint_from(did_you_mean(verdict, VERDICTS), f"Write {' or '.join(VERDICTS)}.")
            self.refuse(f"'{verdict}' is not a verdict", line, hint)
            return
        right = HOLDS if holds(claimed, found) else REFUTED
        if verdict != right:
            message = f"the verdict is '{verdict}', but {claimed} was claimed and {found} was found"
            self.refuse(message, line, f"Write 'verdict: {right}'.", "E632")
        elif verdict == REFUTED and "ruling" not in said:
            hint = "Add a line 'ruling:' with the clause that says how to play."
            self.refuse("a refuted claim needs a ruling", line, hint, "E633")
