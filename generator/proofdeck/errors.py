"""What a program can catch. `ProofdeckError` itself is the program's own."""

from __future__ import annotations

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine.state import IllegalAction as Refused


class UnknownName(ProofdeckError, KeyError):  # noqa: N818 - it says what is wrong
    """There is no game or card with that name. Mappings raise it, so it is a KeyError too."""

    __str__ = Exception.__str__


class IllegalAction(ValueError):  # noqa: N818 - the field's name
    """The rules forbid an action, and nothing has changed. clause: the id of the rule; why: a sentence."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.clause = refused.clause
        self.why = refused.why
