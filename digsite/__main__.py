"""`python -m digsite` is the command `digsite`."""

from digsite.simulator.cli.__main__ import main

if __name__ == "__main__":
    main()
