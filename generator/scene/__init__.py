"""What a viewer sees of a table, and where on the table that is."""
