"""What a viewer sees of a table, and where on the table it is."""
