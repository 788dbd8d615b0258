"""INK: turns display lists and sheets into PDF and PNG."""
