"""The page of a table in a browser: a game under way as one person may see it, and what its forms do."""
