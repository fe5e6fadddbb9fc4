"""Balancing: which figures matter, and the smallest change that meets a target."""
