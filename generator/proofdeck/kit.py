"""The engine kit: what a game of your own is written with, in one file."""

from proofdeck.play.engine.kit import *  # noqa: F403 - the names of the kit, whichever they are
from proofdeck.play.engine.kit import __all__  # noqa: F401 - which these are
