"""What `build`, `check` and the other commands do, step by step.

`build` checks whether anything has changed; `making` reads a project, `deck` lays a game out, `jobs` lists the files to
make and what each depends on. Nothing here prints to a terminal: results, problems and progress are returned.
"""
