"""What a table is worth: the calculator."""
