"""What a rule is: a page of rules with its clauses and parameters, and the points where code applies a clause."""
