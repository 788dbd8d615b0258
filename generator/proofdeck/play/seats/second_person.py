"""What somebody did, told to that person: `play Blade on a1` for `plays Blade on a1`."""

from __future__ import annotations

from proofdeck.ground.phrases import Phrases
from proofdeck.play.engine.sentences import verbs_of

SAME = "="
"""For verbs that are the same whoever does it."""


def second_person(does: str, say: Phrases) -> str:
    """The same to the person who did it; "" if the language does not know the verb."""
    pairs = say("second_person")
    if pairs == SAME:
        return does
    verb = does.split(" ", 1)[0].rstrip(":")
    known = dict(pair.split(" ", 1) for pair in pairs.split(", "))
    known |= {third: first.casefold() for first, third in verbs_of(say).items()}
    return does.replace(verb, known[verb], 1) if verb in known else ""
