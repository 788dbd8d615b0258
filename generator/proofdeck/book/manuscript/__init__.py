"""What the reader reads: a page of rules, filled in from cards and parameters and numbered."""
