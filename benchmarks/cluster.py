"""How worker processes do beside threads of one process: the same jobs in turn, as Markdown.

    python benchmarks/cluster.py [GAMES] [JOBS] [ROUNDS]

Each job plays GAMES of Lost Cities (25,000 by default, some two seconds on a quiet core) with two random players; JOBS of them
for each worker (4 by default) are done by 1 thread and by 1 process of a Dask cluster here, then by 2 and 2, ROUNDS times (3
by default), in turn. The ratio is the threads' time through the processes', by the clock: it counts only where nothing else
is going on. Starting the processes is not counted, as a cluster is there before a run begins.
"""

import sys
import time
from statistics import median

from digsite.simulator.play.backends import Backend, Job, Threads, play_jobs
from digsite.simulator.play.cluster.client import cluster_at
from digsite.simulator.play.plan import make_plan


def main() -> None:
    """Print the table, a row as soon as it is measured."""
    given = [int(word) for word in sys.argv[1:]]
    games, jobs, rounds = (*given, *(25_000, 4, 3)[len(given) :])
    print("| workers | a job by one thread, s | speed of processes beside threads | from | to |\n|---|---|---|---|---|")
    for workers in (1, 2):
        with cluster_at(f"local:{workers}") as processes:
            sides = (Threads(workers), processes)
            for side in sides:
                spent(side, 100, 2 * workers)  # what has to be compiled is compiled
            pairs = [[spent(side, games, jobs * workers) for side in sides] for _ in range(rounds)]
        ratios = [threads / there for threads, there in pairs]
        told = median(ratios), min(ratios), max(ratios)
        each = median(threads for threads, _ in pairs) / jobs
        print(f"| {workers} | {each:.1f} | {' | '.join(f'{ratio:.2f}' for ratio in told)} |", flush=True)


def spent(side: Backend, games: int, jobs: int) -> float:
    """Seconds by the clock that so many jobs of so many games take."""
    plan = make_plan("lost-cities", games * jobs, seats="random,random", seed=1, events=0)
    began = time.monotonic()
    for _ in play_jobs((Job(plan, first, games) for first in range(0, plan.games, games)), side):
        pass
    return time.monotonic() - began


if __name__ == "__main__":
    main()
