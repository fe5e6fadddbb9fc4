"""`python -m simulator.cli` is `digsite`."""

from simulator.cli.app import main

main()
