# The two commands to know: `make play` and `make test`. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
WORKERS ?= auto

.PHONY: help play test slow soak check format bench clean

help:
	@echo "make play   set everything up and play"
	@echo "make test   set everything up and run the tests (a few minutes)"
	@echo "make slow   the tests that take longer: deep perft, long agreement"
	@echo "make soak   a million plies of random play, rules against kernel"
	@echo "make check  Ruff and mypy"
	@echo "make bench  measure against OpenSpiel"

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "skep needs Python 3.11 or newer: make PYTHON=python3.11 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@

play: $(READY)
	@$(BIN)/skep play

test: $(READY)
	$(BIN)/pytest -n $(WORKERS)

slow: $(READY)
	$(BIN)/pytest -n $(WORKERS) -m slow

soak: $(READY)
	$(BIN)/python -m tests.soak

check: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(READY)
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
