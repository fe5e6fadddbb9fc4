"""Quetzal: roll the team, send it to the ruins, and ship what it finds."""
