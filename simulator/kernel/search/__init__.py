"""Look-ahead: sampled deals, rollouts and trees."""
