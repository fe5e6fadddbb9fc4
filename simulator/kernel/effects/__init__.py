"""The interpreter of effects that games share."""
