"""`digsite`, also as `python -m digsite`: an interrupt at any moment prints one sentence."""

import gc
import io
import os
import sys

TYPE_CHECKING = False  # `typing` loads slowly, and meanwhile Python itself would answer an interrupt
if TYPE_CHECKING:
    from typing import NoReturn

_INTERRUPTED = 130  # the exit code
_OBJECTS = (
    200_000  # allocated between two garbage collections; at 700, loading modules spends a tenth of its time on them
)


def main() -> "NoReturn":
    """Run one command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the start, as by >&-
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8", errors="ignore"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal may lack letters that sentences have
        sys.stdout.reconfigure(errors="replace")
    try:
        from digsite.simulator.cli.interrupts import exit_now, handle_interrupts

        handle_interrupts()
        gc.set_threshold(_OBJECTS, 10, 10)
        sys.modules.setdefault("coverage", None)  # type: ignore[arg-type]  # else numba loads it wherever it is installed
        from digsite.simulator.cli.app import main as run

        run()
    except KeyboardInterrupt:  # while the program was being loaded
        print("digsite: Interrupted.", file=sys.stderr, flush=True)
        os._exit(_INTERRUPTED)
    except SystemExit as ended:
        if ended.code == _INTERRUPTED:
            exit_now()
        raise
    except Exception as problem:  # the loader of a module may turn an interrupt into another exception
        if isinstance(problem.__context__, KeyboardInterrupt):
            print("digsite: Interrupted.", file=sys.stderr, flush=True)
            os._exit(_INTERRUPTED)
        raise
    raise SystemExit(0)


if __name__ == "__main__":
    main()
