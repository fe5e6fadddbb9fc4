"""Tests of the charts and the report."""
