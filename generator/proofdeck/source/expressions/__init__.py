"""Expressions in cells and templates, and the cage that they run in."""
