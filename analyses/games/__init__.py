"""The questions of single games, a folder each."""
