"""WHERE THE CARD SITS: faces go in, sheets of paper with two sides come out."""
