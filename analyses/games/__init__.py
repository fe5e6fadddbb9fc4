"""The questions of single games, one folder each."""
