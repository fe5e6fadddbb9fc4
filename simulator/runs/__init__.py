"""Runs on disk: one row per game in Parquet parts, a sample of events, and a manifest that can repeat them."""
