"""Claims as a book prints them: who says what, whether it holds, and how that was decided; and what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofdeck.book.manuscript.reading import read_blocks, read_inline
from proofdeck.book.manuscript.tree import ListItem, Paragraph
from proofdeck.book.manuscript.words import Emphasis, Inline, Inlines, See, Strong, Words
from proofdeck.book.proof.claims import Decision
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.source.rules.changes import KIND, LINES
from proofdeck.source.rules.claims import HOLDS
from proofdeck.source.rules.clauses import PRINTS, Clause, Edition
from proofdeck.source.rules.examples import Block, blocks
from proofdeck.source.rules.facts import facts


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


def changes_printed(
    text: str, clauses: Mapping[str, Clause], decisions: Mapping[str, Decision], say: Phrases = ENGLISH
) -> list[ListItem]:
    """What a page changes in its source, an entry of a list for each; then the claims that `print=` names for readers.

    Its parameters are filled in.
    """
    said = [_change(block, clauses, say) for block in blocks(text, kind=KIND)]
    claims = (block for block in blocks(text, kind="claim") if "print" in block.settings)
    return [*said, *(_verdict_in_short(block, clauses, decisions.get(block.id), say) for block in claims)]


def _change(block: Block, clauses: Mapping[str, Clause], say: Phrases) -> ListItem:
    """What the source says; what is played here, and why; by which clauses."""
    said = facts(block)
    source, here, why = (read_inline(said[key][0] if key in said else "", say) for key in LINES)
    words = [*source, Words(" "), Strong((Words(say("here")),)), Words(" "), *here, Words(" "), Emphasis(why)]
    return _short(block, [*words, *_numbers([name for name in block.covers if name in clauses], say)])


def _verdict_in_short(block: Block, clauses: Mapping[str, Clause], decision: Decision | None, say: Phrases) -> ListItem:
    """A claim and whether it holds, without who says it and how it was decided."""
    said = {key: value for key, (value, _) in facts(block).items()}
    verdict, found = say("not_decided"), ""
    if decision is not None and decision.evidence is not None:
        verdict = f"{say('holds' if said['verdict'] == HOLDS else 'refuted')}:"
        found = f" {said['found']}{say('stop')}"
    words = [*read_inline(said.get("says", ""), say), Words(" "), Strong((Words(verdict),)), Words(found)]
    return _short(block, [*words, *_numbers([one for one in [said.get("ruling", "")] if one in clauses], say)])


def _short(block: Block, words: Sequence[Inline]) -> ListItem:
    edition = PRINTS.get(block.settings.get("print", "yes"), Edition.PLAYERS)
    return ListItem((Paragraph(tuple(words)),), edition)


def _numbers(names: Sequence[str], say: Phrases) -> Iterator[Inline]:
    """The numbers of clauses, in brackets."""
    for place, name in enumerate(names):
        yield Words(say("comma") if place else " (")
        yield See(name)
    yield from [Words(")")] if names else []
