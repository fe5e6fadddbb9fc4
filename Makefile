# make demo: set up, play, summarise and draw. make test: set up and test. Needs only Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test as_installed types check verify mutants bench coverage clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install -qq --constraint constraints.txt --editable '.[dev,cluster]'
	touch $(READY)

demo: $(READY)
	$(BIN)/python -m digsite.simulator.cli.verbs.demo

test: $(READY)
	$(BIN)/python -m digsite.simulator.cli.verbs.warm
	$(BIN)/python -m pytest -q -n 2 --dist worksteal

# The packages as an installed digsite has them: mypy looks for modules by their files.
INSTALLED := build/as_installed
as_installed:
	rm -rf $(INSTALLED)
	mkdir -p $(INSTALLED)/digsite
	for file in digsite/*; do ln -s ../../../$$file $(INSTALLED)/digsite/; done
	for folder in simulator strategies analyses reports; do ln -s ../../../$$folder $(INSTALLED)/digsite/; done

types: $(READY) as_installed
	$(BIN)/mypy

check: $(READY) types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

verify: $(READY)
	$(BIN)/python -m pytest -q -m verify

# Faults planted one at a time: the listed ones, and a sample of small ones in the modules changed since a revision.
SINCE ?= HEAD~1
mutants: $(READY)
	$(BIN)/python -m tests.mutants --since $(SINCE)

bench: $(READY)
	$(BIN)/digsite bench

# The kernels as plain Python: slow, but every line is seen.
coverage: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -m "not verify and not many_games" tests/kernel tests/game tests/games tests/analyses
	$(BIN)/coverage report --skip-covered

clean:
	rm -rf $(VENV) out build *.egg-info
