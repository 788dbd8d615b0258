"""Grids to fill in by hand: score pads, master sheets, charts and slips."""
