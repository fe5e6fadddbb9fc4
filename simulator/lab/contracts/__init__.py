"""Contracts: promises about a game's balance, read, checked by play and drafted."""
