"""Taking a seat: people play a game, alone or several at one screen, against strategies; all that is shown is plain data."""
