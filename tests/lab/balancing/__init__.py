"""Levers and balance, held against a game of dice whose answer is known exactly."""
