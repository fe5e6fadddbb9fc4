"""Learned players: networks that `digsite learn` trains by self-play, for any game."""
