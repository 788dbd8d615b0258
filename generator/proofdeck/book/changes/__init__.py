"""Differences between two versions of a project, and the deck as it was last printed."""
