"""Lays out the games of a project, looks over their faces, and makes faces for games without any."""
