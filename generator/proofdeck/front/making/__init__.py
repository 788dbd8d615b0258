"""`build` and `check`: which files a game has, which are out of date, how they are made, and what is wrong."""
