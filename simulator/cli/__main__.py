"""`digsite`, also as `python -m simulator.cli`: an interrupt is one sentence from the first moment to the last."""

import sys
from typing import NoReturn

from simulator.cli.interrupts import INTERRUPTED, leave, watch


def main() -> NoReturn:
    """Run one command."""
    try:
        watch()
        from simulator.cli.app import main as run

        run()
    except KeyboardInterrupt:  # while the program was being loaded
        print("digsite: Interrupted.", file=sys.stderr)
        leave()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:
            leave()
        raise
    raise SystemExit(0)


if __name__ == "__main__":
    main()
