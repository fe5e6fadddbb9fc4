"""Analyses of experiments: several rule sets or line-ups on the same luck."""
