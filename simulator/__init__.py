"""The simulator behind digsite: kernels, games, play, runs, the lab and the command line."""
