"""What strategies do with a list of options."""

from digsite.simulator.kernel.jit.compile import rule


@rule
def index_of(options, n, option):
    """Return the index of an option among the first n, or -1."""
    for index in range(n):
        if options[index] == option:
            return index
    return -1
