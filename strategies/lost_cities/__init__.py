"""Players of Lost Cities."""
