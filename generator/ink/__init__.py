"""INK: display lists and sheets go in, PDF and PNG come out."""
