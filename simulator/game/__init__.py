"""The parts of a game: figures, columns, records, words."""
