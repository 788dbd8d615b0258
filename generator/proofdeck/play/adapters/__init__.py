"""Proofdeck's games for other game libraries. Each module needs the package it is named after."""
