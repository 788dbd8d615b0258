"""Worked examples that fail: what explains it, and what would be written so that they hold."""
