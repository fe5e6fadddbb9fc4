"""Compile all kernels, as `make test` does before its workers start."""

from simulator.cli.console import note
from simulator.lab.warm import warm


def main() -> None:
    """Compile all games and print how long each took."""
    for game, took in warm():
        note(f"kernels of {game}: {took:.0f} s")


if __name__ == "__main__":
    main()
