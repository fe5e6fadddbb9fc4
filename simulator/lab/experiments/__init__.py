"""Use cases that play: runs, experiments with several arms, contracts, sample sizes."""
