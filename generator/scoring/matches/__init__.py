"""Several rounds between the same players: kept, shown, corrected, carried elsewhere."""
