"""Win chances along the games of a run."""
