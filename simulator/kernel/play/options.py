"""What strategies ask of a list of options."""

from digsite.simulator.kernel.jit.compile import rule


@rule
def index_of(options, n, option):
    """Where an option stands among the first n; -1 if it is not there."""
    for index in range(n):
        if options[index] == option:
            return index
    return -1
