"""Probes of a run: small experiments whose results are saved with it, a file each."""
