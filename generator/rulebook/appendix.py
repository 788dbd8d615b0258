"""Claims as a book prints them: who says what, whether it holds, and how that was decided. Plain Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.phrases import ENGLISH, Phrases
from generator.rulebook.claims import Decision
from generator.rulebook.components import escaped
from generator.rulebook.marks import see_clause
from generator.rules.claims import HOLDS, facts, name_of
from generator.rules.clauses import Clause
from generator.rules.examples import Block, blocks


def claims_printed(
    text: str, clauses: Mapping[str, Clause], decisions: Mapping[str, Decision], say: Phrases = ENGLISH
) -> str:
    """A page whose parameters are filled in, with items of a list where its claims stood."""
    lines = text.splitlines()
    for block in reversed(list(blocks(text, kind="claim"))):
        lines[block.line - 1 : block.line + len(block.lines) + 1] = [
            f"{'  ' if place else '- '}{line}".rstrip()
            for place, line in enumerate(_claim(block, clauses, decisions, say))
        ]
    return "\n".join(lines)


def _claim(
    block: Block, clauses: Mapping[str, Clause], decisions: Mapping[str, Decision], say: Phrases
) -> Iterator[str]:
    """The verdict and what it is about; the figures, the ruling and the evidence; what else there is to say.

    Computations give their evidence in English; in another language it is printed where the game translates it.
    """
    said = {key: value for key, (value, _) in facts(block).items()}
    decision = decisions.get(name_of(block))
    claim = f"{said.get('says', '')} *({said.get('source', '')})*"
    if decision is None or decision.evidence is None:
        yield from (f"**{say('claim')}**: {claim}", "", say("not_decided"))
        return
    holds = said["verdict"] == HOLDS
    yield from (f"**{say('holds' if holds else 'refuted')}**: {claim}", "")
    claimed, found = escaped(said["claimed"]), escaped(said["found"])
    figures = f"{say('found')}: **{found}**" + ("." if holds else f"; {say('claimed')}: {claimed}.")
    ruling = clauses.get(said.get("ruling", ""))
    settled = [f"{say('See')} {see_clause(ruling.id)}."] if ruling else []
    evidence = say.term(decision.evidence)
    known = [escaped(evidence)] if say is ENGLISH or evidence != decision.evidence else []
    yield " ".join([figures, *settled, *known])
    if any(line.strip() for line in block.prose):
        yield from ("", *block.prose)
