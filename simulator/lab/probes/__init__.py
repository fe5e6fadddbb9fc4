"""Probes of a run, played: what decides who wins."""
