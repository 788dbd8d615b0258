"""The six games: rules as code, scoring, notation and one sensible bot each. Games are independent of paper."""
