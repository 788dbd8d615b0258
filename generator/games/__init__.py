"""The five games: rules as code, score, notation and one sensible bot each. A game knows nothing of paper."""
