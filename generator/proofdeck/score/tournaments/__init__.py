"""Tournaments of many players at several tables: seating, results and standings."""
