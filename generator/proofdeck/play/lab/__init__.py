"""What many games say about a game: estimates with intervals, and differences between two versions of it."""
