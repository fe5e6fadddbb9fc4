"""The interpreter of card and tile effects, shared by all games."""
