"""What a game is made of: figures, columns, records, words."""
