"""Watching a game: turns in words at once, then its win chances, swings and kingmaking moves as they are found, as plain data."""
