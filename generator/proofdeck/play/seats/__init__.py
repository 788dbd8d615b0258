"""A table with people at it: what each of them sees and hears, and what they can say."""
