"""How fast others play random games: Catanatron, OpenSpiel and pgx beside digsite, decisions per second of CPU time.

    python benchmarks/peers.py [FOLDER]

Each is installed into a virtual environment of its own under FOLDER (.peers by default), by its package name; one that
cannot be had is left out with a sentence. All play on one core, with random players, for about SECONDS each after a first
call that compiles. The games differ, so that the figures compare what a decision of each costs, not the same work.
"""

import json
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

SECONDS = 5.0
_TIMED = """
import json, time

def timed(play):
    "Decisions and CPU seconds of calls of play(), which gives how many decisions it made."
    play()
    made, began = 0, time.process_time()
    while time.process_time() - began < {seconds}:
        made += play()
    print(json.dumps({{"decisions": made, "seconds": time.process_time() - began}}))
"""
# What is installed, the title of the row, and the code that plays; it ends by calling `timed`.
PEERS = {
    "catanatron": (
        ["catanatron"],
        "Catanatron, Catan for four",
        """
from catanatron import Color, Game, RandomPlayer

def play():
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    records = getattr(game.state, "action_records", None)
    return len(game.state.actions if records is None else records)

timed(play)
""",
    ),
    "open_spiel": (
        ["open_spiel"],
        "OpenSpiel (Python loop over C++), gin rummy",
        """
import random
import pyspiel
game = pyspiel.load_game("gin_rummy")

def play():
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    return made

timed(play)
""",
    ),
    "pgx": (
        ["pgx", "jax[cpu]"],
        "pgx (a batch of 1,024 on the CPU), backgammon",
        """
import jax, jax.numpy as jnp, pgx
env = pgx.make("backgammon")
BATCH, STEPS = 1024, 50

def one(carry, _):
    state, key = carry
    key, choice, chance = jax.random.split(key, 3)
    logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
    action = jax.random.categorical(choice, logits, axis=1)
    made = jnp.sum(~state.terminated)
    return (jax.vmap(env.step)(state, action, jax.random.split(chance, BATCH)), key), made

@jax.jit
def run(key):
    state = jax.vmap(env.init)(jax.random.split(key, BATCH))
    return jnp.sum(jax.lax.scan(one, (state, key), None, STEPS)[1])

keys = iter(jax.random.split(jax.random.PRNGKey(0), 100_000))
timed(lambda: int(run(next(keys))))
""",
    ),
}
_OURS = """
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
plans = iter(range(10**9))

def play():
    plan = make_plan("{game}", 2_000, players={players}, seats="random", seed=next(plans), events=0)
    return sum(int(batch.rows["decisions"].sum()) for batch in batches(plan, threads=1))

timed(play)
"""


def main() -> None:
    """Print a row for each of ours and for each peer that can be had."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".peers")
    for game, players in (("lost-cities", 4), ("archaeology", 4), ("chac", 4), ("quetzal", 4), ("arnak", 4)):
        report(f"digsite, {game} for {players}", sys.executable, _OURS.format(game=game, players=players))
    for name, (packages, title, code) in PEERS.items():
        python = installed(folder / name, packages)
        if python:
            report(title, python, code)
        else:
            print(f"{title}: left out, {' and '.join(packages)} cannot be installed here.", flush=True)


def installed(folder: Path, packages: list[str]) -> str:
    """The Python of a virtual environment with these packages; nothing if they cannot be had."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    asked = subprocess.run([str(python), "-m", "pip", "install", "-q", *packages], capture_output=True)
    return str(python) if asked.returncode == 0 else ""


def report(title: str, python: str, code: str) -> None:
    """Run the code in a process on one core, and print what a decision costs there."""
    one_core = {"OMP_NUM_THREADS": "1", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    began = time.monotonic()
    ran = subprocess.run(
        [python, "-c", _TIMED.format(seconds=SECONDS) + code], capture_output=True, text=True, env=os.environ | one_core
    )
    if ran.returncode != 0:
        reason = (ran.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"{title}: left out, it does not run here ({reason}).", flush=True)
        return
    found = json.loads(ran.stdout.strip().splitlines()[-1])
    pace = found["decisions"] / found["seconds"]
    print(f"{title}: {pace:,.0f} decisions a CPU second ({time.monotonic() - began:.0f} s in all)", flush=True)


if __name__ == "__main__":
    main()
