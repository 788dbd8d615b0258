"""Reads SVG, as a picture in its own colours or as an icon in one; what is beyond marks becomes pixels."""
