"""Rules: a page with its clauses and parameters, and the points where code applies a clause."""
