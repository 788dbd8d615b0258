"""What everything stands on: files, problems, units, phrases, processes, and the workspace that remembers."""

__version__ = "0.1.0"
