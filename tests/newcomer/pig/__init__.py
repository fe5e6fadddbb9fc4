"""Pig: roll or hold, a game of the parts that every game has, with a player and a question of its own."""
