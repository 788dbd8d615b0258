"""What the package `proofdeck` offers to programs: projects, games, tables and results."""
