"""Analyses: one module a question, all on the figures that `analyses.stats` vouches for."""
