"""A table without rules: its pieces, what hands do with them, and what each person sees and is told of it."""
