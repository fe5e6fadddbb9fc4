"""Taking a seat in a terminal."""
