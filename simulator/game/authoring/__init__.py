"""Games written as two files, `rules.toml` and `game.py`: everything else that a game needs is derived from these."""
