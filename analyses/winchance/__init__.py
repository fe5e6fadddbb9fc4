"""Analyses of win chances along games."""
