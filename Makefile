# The two commands to know are `make play` and `make test`. Both set everything up first.
PYTHON ?= python3
VENV := .venv
# options of skep play, such as ARGS="--no-browser --port 9000"
ARGS ?=
# seconds for which make soak fuzzes the server
FUZZ ?= 300
BIN := $(VENV)/bin
READY := $(VENV)/ready-for-tests
NPM := cd web && ../$(BIN)/npm --loglevel error
# browser tests wait half of the time, so a small machine runs more workers than it has cores
WORKERS ?= $(shell $(PYTHON) -c 'import os; cores = os.cpu_count() or 1; print(max(cores, min(2 * cores, 8)))')

# the tests start hundreds of programs, and each would compile the sources of skep again where this is set
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play page docs test test-python test-page slow soak load lobby arena faults attack check types format screenshots bench lighthouse clean

help:
	@echo "make play         set everything up and play in the browser"
	@echo "make test         set everything up and run the tests (about five minutes on two cores)"
	@echo "make docs         the documentation as a site, which skep play and skep serve show at /docs/"
	@echo "make slow         the tests that take longer: deep perft counts, crashes, whole games in the browser"
	@echo "make soak         a million plies that compare rules and kernel, then FUZZ=300 seconds of fuzzing the server"
	@echo "make load         a thousand simultaneous players, compared with a server that stores nothing"
	@echo "make faults       crashes and restarts of the server under that load"
	@echo "make lobby        a thousand players look for games on two servers, which are killed ten times"
	@echo "make arena        two hundred players in an arena on two servers, which are killed five times"
	@echo "make attack       attacks on a server on which people play, and their effect (about ten minutes)"
	@echo "make check        Ruff, mypy, the prose check, svelte-check and Prettier"
	@echo "make types        the generated TypeScript: message types and the texts shared with Python"
	@echo "make format       Ruff and Prettier, which rewrite the files"
	@echo "make screenshots  pictures of the page for docs/"
	@echo "make bench        measurements against OpenSpiel"
	@echo "make lighthouse   Lighthouse's scores of the main pages"

$(READY): pyproject.toml constraints.txt hatch_build.py
	@$(PYTHON) tools/setup.py --venv $(VENV) --tests

page: $(READY)
	@$(BIN)/python hatch_build.py

play:
	@$(PYTHON) tools/setup.py --venv $(VENV)
	@$(BIN)/skep play $(ARGS)

# side by side, because the tests of the page use the time in which those of the server and the browser wait
test: page
	@$(MAKE) --no-print-directory --jobs 2 test-python test-page

test-python:
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

test-page: export CI = 1 # plain lines, because both print to the same terminal
test-page:
	$(NPM) test

slow: page
	$(BIN)/pytest -n $(WORKERS) -m slow

soak: $(READY)
	$(BIN)/python -m tests.soak
	$(BIN)/python -m tests.fuzz $(FUZZ)

load: $(READY)
	$(BIN)/python -m bench.load

lobby: $(READY)
	$(BIN)/python -m bench.lobby

arena: $(READY)
	$(BIN)/python -m bench.arena

faults: $(READY)
	$(BIN)/python -m bench.faults

attack: $(READY)
	$(BIN)/python -m bench.attack

check: page
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python tools/check_prose.py
	$(NPM) run check

types: $(READY)
	$(BIN)/python -m skep.server.schemas.typescript > web/src/lib/messages.ts
	$(BIN)/python -m skep.i18n.typescript > web/src/lib/i18n/fromPython.ts

format: page
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(NPM) run format

screenshots: page
	$(BIN)/python -m tests.browser.screenshots

bench: $(READY)
	$(BIN)/python -m bench

lighthouse: page
	$(BIN)/python -m bench.lighthouse

SITE := src/skep/server/docs_site
docs: $(READY)
	rm -rf build/doctrees $(SITE)
	$(BIN)/python -m sphinx --builder html --fail-on-warning --keep-going --quiet --doctree-dir build/doctrees docs $(SITE)

clean:
	rm -rf $(VENV) web/node_modules src/skep/server/page build $(SITE) .mypy_cache .ruff_cache .pytest_cache .hypothesis
