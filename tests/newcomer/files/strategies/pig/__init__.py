"""Players of Pig."""
