"""The arrows as code: what `build` and `check` do, step by step.

`build` asks whether anything was touched; `making` reads a project, `deck` lays a game out, `jobs` says which files
that makes and what each depends on. Nothing here prints to a terminal: results, problems and progress are handed back.
"""
