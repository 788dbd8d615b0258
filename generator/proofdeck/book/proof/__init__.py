"""Proves what books print: examples, claims, typed numbers and pads."""
