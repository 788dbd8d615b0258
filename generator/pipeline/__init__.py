"""The arrows as code: what `build` and `check` do, step by step.

`deck` lays a game out, `jobs` says which files that makes and what each depends on, `build` makes the ones that are
not up to date. Nothing here prints to a terminal: results, problems and progress are handed back.
"""

from generator.pipeline.build import build, check
from generator.pipeline.deck import Print, lay_out
from generator.pipeline.request import Built, Options, Output, Progress, no_progress

__all__ = ["Built", "Options", "Output", "Print", "Progress", "build", "check", "lay_out", "no_progress"]
