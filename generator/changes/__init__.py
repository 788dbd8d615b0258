"""What a project said at two moments, and what is different: cards, rules, and the deck that lies on the table."""
