"""Claims as a book prints them: who says what, whether it holds, and how that was decided."""

from __future__ import annotations

from collections.abc import Mapping

from proofdeck.book.manuscript.reading import read_blocks, read_inline
from proofdeck.book.manuscript.tree import ListItem, Paragraph
from proofdeck.book.manuscript.words import Emphasis, Inline, Inlines, See, Strong, Words
from proofdeck.book.proof.claims import Decision
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.source.rules.claims import HOLDS, facts
from proofdeck.source.rules.clauses import Clause, Edition
from proofdeck.source.rules.examples import Block, blocks


def claims_printed(
    text: str, clauses: Mapping[str, Clause], decisions: Mapping[str, Decision], say: Phrases = ENGLISH
) -> dict[str, ListItem]:
    """Return the claims of a page whose parameters are filled in, each as an entry of a list, by id."""
    return {block.id: _claim(block, clauses, decisions.get(block.id), say) for block in blocks(text, kind="claim")}


def _claim(block: Block, clauses: Mapping[str, Clause], decision: Decision | None, say: Phrases) -> ListItem:
    """Return the verdict and its subject; the figures, the ruling and the evidence; and anything else there is to say.

    Computations give their evidence in English. In another language it is printed only if the game translates it.
    """
    said = {key: value for key, (value, _) in facts(block).items()}
    claim = read_inline(said.get("says", ""), say)
    source = Emphasis((Words("("), *read_inline(said.get("source", ""), say), Words(")")))
    if decision is None or decision.evidence is None:
        undecided = Paragraph((Words(say("not_decided")),))
        return ListItem((_verdict(say("claim"), claim, source), undecided), Edition.REFERENCE)
    holds = said["verdict"] == HOLDS
    claimed = say("stop") if holds else f"; {say('claimed')}: {said['claimed']}{say('stop')}"
    found: list[Inline] = [Words(f"{say('found')}: "), Strong((Words(said["found"]),)), Words(claimed)]
    if ruling := clauses.get(said.get("ruling", "")):
        found += [Words(" "), Words(f"{say('See')} "), See(ruling.id), Words(say("stop"))]
    evidence = say.term(decision.evidence)
    if say is ENGLISH or evidence != decision.evidence:
        found += [Words(" "), Words(evidence)]
    verdict = _verdict(say("holds" if holds else "refuted"), claim, source)
    prose = read_blocks("\n".join(block.prose), say)
    return ListItem((verdict, Paragraph(tuple(found)), *prose), Edition.REFERENCE)


def _verdict(verdict: str, claim: Inlines, source: Emphasis) -> Paragraph:
    return Paragraph((Strong((Words(verdict),)), Words(": "), *claim, Words(" "), source))
