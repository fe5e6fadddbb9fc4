"""The machine room: chance, kernels, the play loop, batches of games."""
