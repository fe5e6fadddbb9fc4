"""Players of Pick."""
