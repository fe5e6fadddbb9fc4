"""`digsite`, also as `python -m simulator.cli`: an interrupt is one sentence from the first moment to the last."""

import os
import sys
import threading
from typing import NoReturn

_INTERRUPTED = 130
_PATIENCE = 0.5  # seconds that threads have to end by themselves


def main() -> NoReturn:
    """Run one command."""
    try:
        from simulator.cli.app import main as run

        run()
    except KeyboardInterrupt:  # while the program was being loaded
        print("digsite: Interrupted.", file=sys.stderr)
        leave(_INTERRUPTED)
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:
            leave(_INTERRUPTED)
        raise
    raise SystemExit(0)


def leave(code: int) -> NoReturn:
    """End now: a game that a thread is still playing may be long, and Python would wait for it."""
    sys.stdout.flush()
    sys.stderr.flush()
    playing = [it for it in threading.enumerate() if it is not threading.main_thread() and not it.daemon]
    for thread in playing:
        thread.join(_PATIENCE / len(playing))
    if any(thread.is_alive() for thread in playing):
        os._exit(code)
    raise SystemExit(code)


if __name__ == "__main__":
    main()
