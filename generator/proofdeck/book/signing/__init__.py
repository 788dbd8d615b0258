"""Signed pairs: printed words, what they must agree with, and who said that they do."""
