"""Games that are scored and not played, by the `score:` table in the head of their rules."""
