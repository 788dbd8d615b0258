"""Scoring: tables, matches and tournaments."""
