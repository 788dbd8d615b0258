"""Computes the expressions in cells and templates, shut off from everything else."""
