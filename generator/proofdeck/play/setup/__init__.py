"""Makes the games of a project ready to play: opened, trusted, tried, changed for an experiment, played in series."""
