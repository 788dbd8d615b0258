"""Matches of several rounds between the same players: stored, shown, corrected, exported."""
