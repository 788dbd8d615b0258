"""Proofdeck: one spreadsheet of cards becomes card faces, print sheets, rulebooks, scores and proof.

Two arrows run through this package and meet only in the spreadsheet at the start and in `output/` at the end::

                 cards -> faces -> sheets -> ink ----------------------> output/<game>/*.pdf, *.png
    cards.csv ->   |                                                        ^
                 games (rules + scoring) -> engine -> playouts              |
    rules_md  ->   |          |                                             |
                   +-> rulebook (prints rules, runs their examples) --------+
                              scoring (calculator, matches, tournaments) -> the table

The rooms are described in `generator/README.md`; imports go down only, which the tests check.
"""

__version__ = "0.1.0"
