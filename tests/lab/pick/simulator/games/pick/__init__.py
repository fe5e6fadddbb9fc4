"""Pick: everybody picks a number once. What is best is known, so a search can be held against it."""
