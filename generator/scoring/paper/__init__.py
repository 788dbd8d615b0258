"""Grids to write in: score pads, master sheets, charts and slips."""
