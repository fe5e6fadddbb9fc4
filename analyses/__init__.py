"""Analyses: one module for each question, all with the intervals and tests of `digsite.analyses.stats`."""
