"""What a page of rules for screens that is sent has beside its clauses: links, cards, and what has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class ClauseNote(NamedTuple):
    """What has become of the clause with that number: `says` that it has changed, is new or was removed.

    `before`, `now`: its words, cut into passages that differ or do not; both are empty for a new clause.
    """

    number: str
    says: str
    before: Sequence[tuple[str, bool]] = ()
    now: Sequence[tuple[str, bool]] = ()


class Margin(NamedTuple):
    """What a page of rules that is sent has beside its clauses, which have links then.

    `deck`: the address of the page of cards. `since`: what the rules are compared with, in words. `notes`: by the ids
    of clauses. `removed`: clauses that are gone, by the ids of sections. `cards`: by the ids of clauses, names and
    addresses of the cards that speak of them. `say`: phrases. `sections`: lasting addresses by the ids of sections.
    `data`: the rules as JSON, to compare later rules with.
    """

    deck: str
    since: str
    notes: Mapping[str, ClauseNote]
    removed: Mapping[str, Mapping[str, ClauseNote]]
    cards: Mapping[str, Sequence[tuple[str, str]]]
    say: Mapping[str, str]
    sections: Mapping[str, str]
    data: str
