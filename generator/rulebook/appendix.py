"""Claims as a book prints them: who says what, whether it holds, and how that was decided. Plain Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.rulebook.claims import Decision
from generator.rulebook.components import escaped
from generator.rulebook.marks import see_clause
from generator.rules.claims import HOLDS, facts, name_of
from generator.rules.clauses import Clause
from generator.rules.examples import Block, blocks

NOT_DECIDED = "Not decided for this version of the rules."


def claims_printed(text: str, clauses: Mapping[str, Clause], decisions: Mapping[str, Decision]) -> str:
    """A page whose parameters are filled in, with items of a list where its claims stood."""
    lines = text.splitlines()
    for block in reversed(list(blocks(text, kind="claim"))):
        lines[block.line - 1 : block.line + len(block.lines) + 1] = [
            f"{'  ' if place else '- '}{line}".rstrip() for place, line in enumerate(_claim(block, clauses, decisions))
        ]
    return "\n".join(lines)


def _claim(block: Block, clauses: Mapping[str, Clause], decisions: Mapping[str, Decision]) -> Iterator[str]:
    """The verdict and what it is about; the figures, the ruling and the evidence; what else there is to say."""
    said = {key: value for key, (value, _) in facts(block).items()}
    decision = decisions.get(name_of(block))
    claim = f"{said.get('says', '')} *({said.get('source', '')})*"
    if decision is None or decision.evidence is None:
        yield from (f"**Claim**: {claim}", "", NOT_DECIDED)
        return
    verdict = "Holds" if said["verdict"] == HOLDS else "Refuted"
    yield from (f"**{verdict}**: {claim}", "")
    claimed, found = escaped(said["claimed"]), escaped(said["found"])
    figures = f"Found: **{found}**." if verdict == "Holds" else f"Found: **{found}**; claimed: {claimed}."
    ruling = clauses.get(said.get("ruling", ""))
    settled = [f"See {see_clause(ruling.id)}."] if ruling else []
    yield " ".join([figures, *settled, escaped(decision.evidence)])
    if any(line.strip() for line in block.prose):
        yield from ("", *block.prose)
