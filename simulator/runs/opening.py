"""Opening a folder that holds a run or an experiment."""

from pathlib import Path

from digsite.simulator.errors import WrongUse
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.manifest import EXPERIMENT, MANIFEST
from digsite.simulator.runs.run import Run
from digsite.simulator.runs.storage import is_file, remote_errors


def open_folder(folder: Run | Experiment | Path | str) -> Run | Experiment:
    """Return the run or the experiment in a folder, as it is now; raise an error for any other folder."""
    path = folder.folder if isinstance(folder, Run | Experiment) else place(folder)
    with remote_errors(path):
        if is_file(path / EXPERIMENT):
            return Experiment(path)
        if is_file(path / MANIFEST):
            return Run(path)
    raise WrongUse(f"{path} is not a run or an experiment: it has neither {MANIFEST} nor {EXPERIMENT}.")
