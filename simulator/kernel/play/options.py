"""What strategies do with a list of options."""

from digsite.simulator.kernel.jit.compile import rule


@rule
def index_of(options, n, option):
    """Return the index of an option among the first n, or -1."""
    for index in range(n):
        if options[index] == option:
            return index
    return -1


@rule
def place_of(options, n, option):
    """Return the same; first look where an option lies if all actions are open, which is most often its place."""
    place = int(option)
    if 0 <= place < n and options[place] == option:
        return place
    return index_of(options, n, option)
