"""The arrows as code: what `build` and `check` do, step by step.

`build` asks whether anything was touched; `making` reads a project, `deck` lays a game out, `jobs` says which files
that makes and what each depends on. Nothing here prints to a terminal: results, problems and progress are handed back.
"""

from generator.pipeline.build import build
from generator.pipeline.request import Built, Options, Output, Progress, no_progress

__all__ = ["Built", "Options", "Output", "Progress", "build", "no_progress"]
