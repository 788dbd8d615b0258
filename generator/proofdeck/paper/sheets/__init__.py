"""WHERE THE CARD SITS: places faces on sheets of paper with two sides."""
