"""Signed pairs: what is printed, what it says the rules of, and who said that the two agree."""
