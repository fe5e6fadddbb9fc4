"""Analyses: one module a question, all with the intervals and tests of `digsite.analyses.stats`."""
