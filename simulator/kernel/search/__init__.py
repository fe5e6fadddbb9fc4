"""Look-ahead: imagined states, rollouts and trees."""
