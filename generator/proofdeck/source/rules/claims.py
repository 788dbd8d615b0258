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
may be a bound, `at least 14` or `at most 180`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.source.rules.clauses import Clause
from proofdeck.source.rules.examples import COMPUTED, Block, blocks
from proofdeck.source.rules.page import RulesPage

NEEDED = ("source", "says", "check", "claimed", "found", "verdict")
KEYS = (*NEEDED, "ruling", "played")
HOLDS, REFUTED = VERDICTS = ("holds", "refuted")
BOUND = re.compile(r"at (?P<which>least|most)\s+(?P<number>-?\d+)")
WHOLE = re.compile(r"-?\d+")
HINT = "A claim begins with ```claim id=claim.name"


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


def facts(block: Block) -> dict[str, tuple[str, int]]:
    """Key -> (value, line of the file) of the upper part; an indented line continues the one above it.

    A line without a key has the key "". If a key appears twice, the first one counts.
    """
    found: dict[str, tuple[str, int]] = {}
    last = ""
    for number, line in enumerate(block.lines[: block.upper], block.line + 1):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if line[:1].isspace() and last and line.strip():
            found[last] = (f"{found[last][0]} {line.strip()}".strip(), found[last][1])
        elif line.strip():
            last = key if colon else ""
            found.setdefault(last, (value if colon else line.strip(), number))
    return found


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
    found: dict[str, Claim] = {}
    for block in blocks(page.body, page.first_line, "claim"):
        claim = _ClaimReader(page, clauses, problems).claim(block)
        if claim is None:
            continue
        if claim.id in found:
            message = f"the claim {claim.id} is already on line {found[claim.id].line}"
            problems.report("E630", message, page.place(claim.line), hint="Give it a different id.")
        else:
            found[claim.id] = claim
    return list(found.values())


class _ClaimReader:
    """Reads one block, and collects its problems."""

    def __init__(self, page: RulesPage, clauses: Mapping[str, Clause], problems: Problems) -> None:
        self._page, self._clauses, self._problems = page, clauses, problems

    def claim(self, block: Block) -> Claim | None:
        scope = self._problems.scope()
        said = facts(block)
        if not block.is_closed:
            self._refuse("E630", "the claim is not closed", block.line, "Write ``` on a line of its own below it.")
        if not block.id:
            self._refuse("E630", f"'claim {block.words}' does not give the claim an id", block.line, HINT)
        self._check_lines(block)
        missing = [key for key in NEEDED if not said.get(key, ("",))[0]]
        if missing:
            hint = f"A claim needs {listed(NEEDED)}."
            self._refuse("E630", f"the claim lacks {listed(missing)}", block.line, hint)
        if not missing:
            self._check_verdict(said)
        if "ruling" in said:
            self._check_ruling(*said["ruling"])
        if not scope.is_clean:
            return None
        values = {key: said[key][0] if key in said else "" for key in KEYS}
        lines = {key: line for key, (_, line) in said.items()}
        prose = "\n".join(block.prose)
        return Claim(block.id, block.line, **values, lines=lines, prose=prose, prose_line=block.line + block.upper + 2)

    def _check_lines(self, block: Block) -> None:
        seen: set[str] = set()
        for number, line in enumerate(block.lines[: block.upper], block.line + 1):
            key, colon, _ = (part.strip() for part in line.partition(":"))
            if any(mark in line for mark in COMPUTED):
                hint = "Write the number out: a claim that takes it from the rules could never be wrong."
                self._refuse("E630", "the claimed and found values must not be computed", number, hint)
            elif line.strip() and not (line[:1].isspace() and seen):
                if not colon or key not in KEYS:
                    hint = hint_from(did_you_mean(key, KEYS), f"The keys are {listed(KEYS)}.")
                    self._refuse("E630", f"'{key if colon else line.strip()}' is not a key of claims", number, hint)
                elif key in seen:
                    self._refuse("E630", f"'{key}' appears twice in the claim", number, "Keep one of them.")
                seen.add(key)

    def _check_verdict(self, said: Mapping[str, tuple[str, int]]) -> None:
        verdict, line = said["verdict"]
        claimed, found = said["claimed"][0], said["found"][0]
        if verdict not in VERDICTS:
            hint = hint_from(did_you_mean(verdict, VERDICTS), f"Write {' or '.join(VERDICTS)}.")
            self._refuse("E630", f"'{verdict}' is not a verdict", line, hint)
            return
        right = HOLDS if holds(claimed, found) else REFUTED
        if verdict != right:
            message = f"the verdict is '{verdict}', but {claimed} was claimed and {found} was found"
            self._refuse("E632", message, line, f"Write 'verdict: {right}'.")
        elif verdict == REFUTED and "ruling" not in said:
            hint = "Add a line 'ruling:' with the clause that says how to play."
            self._refuse("E633", "a refuted claim needs a ruling", line, hint)

    def _check_ruling(self, clause: str, line: int) -> None:
        if clause not in self._clauses:
            hint = hint_from(did_you_mean(clause, self._clauses))
            self._refuse("E633", f"the ruling names a clause {clause} that does not exist", line, hint)

    def _refuse(self, code: str, message: str, line: int, hint: str) -> None:
        self._problems.report(code, message, self._page.place(line), hint=hint)
