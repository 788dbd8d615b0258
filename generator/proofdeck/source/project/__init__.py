"""What a folder says: its settings, its games with their cards and rules, and in which languages."""
