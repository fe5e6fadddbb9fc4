"""The rehearsal of a user's game: a few games as plain Python in another process, with every step looked at."""
