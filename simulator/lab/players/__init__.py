"""Use cases about players: how strong they are, better weights, exploits."""
