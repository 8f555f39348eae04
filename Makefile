# make play    set everything up and open the house (http://127.0.0.1:8080/)
# make test    set everything up and run the tests
# make page    build the page again, if its sources have changed (so do play, test and check)
# make check   lint, types, imports, packaging (what we ship is listed in build/sbom.cdx.json),
#              known holes in it, and the page in a real browser
# make static  lint, types and imports alone; make packaging: what we ship
# make browser the page in a real browser alone (pictures of its screens go to build/screens)
# make containers  the house of deploy/compose.yaml in real containers (Podman or Docker, ports 80, 443)
# make bench   compare the ways of finding moves, side by side
# make soak    an hour of mixed games, kills and nonsense, and the long forms of other tests;
#              make soak MINUTES=5 is shorter
# make games   12,000 random matches, each of which must end and be proved
# make lock    choose the versions that hosts install again (locks/), with the digests of every file
# make words   build the lexicons again from their sources, and compare them with those that ship
# make clean   remove what the others made

PYTHON ?= python3
MINUTES ?= 60
VENV := .venv
BIN := $(VENV)/bin
# Many tests wait for a clock or a server, and some of a browser for a screen.
PROCESSES = $(shell $(BIN)/python -c 'import os; print(2 * (os.cpu_count() or 1))')
BROWSERS = $(shell $(BIN)/python -c 'import os; print(1 + (os.cpu_count() or 1))')
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# Tests of one file stay together, so that they share what their fixtures start.
SPREAD := --dist=worksteal

# The tests start hundreds of processes: each finds what the first has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check static packaging browser containers page bench soak games lock words clean

play: $(VENV)/played
	@$(BIN)/python hatch_build.py
	@$(BIN)/escale serve

test: page
	-@$(BIN)/python -m tests.servers
	@echo "Running the tests in $(PROCESSES) processes (summary at the end)..."
	@$(BIN)/python -m pytest --numprocesses=$(PROCESSES) $(SPREAD)

page: $(VENV)/tested
	@$(BIN)/python hatch_build.py dev

check: page
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target static packaging
	@$(MAKE) --no-print-directory browser

static: page
	@echo "Checking style, types and imports..."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/pyright
	@$(BIN)/lint-imports
	@$(BIN)/python hatch_build.py check

packaging: page
	@echo "Building and installing the wheel, and auditing what it needs..."
	@$(BIN)/python -m pytest tests/packaging
	@$(BIN)/python -m tests.packaging.audit

browser: page
	@$(BIN)/python -m tests.browser.chromium
	@echo "Testing the page in a browser (summary at the end)..."
	@$(BIN)/python -m pytest tests/browser --numprocesses=$(BROWSERS) $(SPREAD)

containers: $(VENV)/tested
	@$(BIN)/python -m tests.packaging.containers

bench: $(VENV)/tested
	@$(BIN)/python bench/wordbank_moves.py
	@$(BIN)/python bench/kreuzwort_moves.py
	@$(BIN)/python bench/words.py
	@$(BIN)/python bench/store.py
	@$(BIN)/python bench/codec.py
	@$(BIN)/python bench/server
	@$(BIN)/python bench/scale
	@$(BIN)/python bench/page

soak: $(VENV)/tested
	@$(BIN)/python -m tests.soak --minutes $(MINUTES)

games: $(VENV)/tested
	@$(BIN)/python -m escale.testing.random_games wordbank --games 10000
	@$(BIN)/python -m escale.testing.random_games kreuzwort --games 1000
	@$(BIN)/python -m escale.testing.random_games fortboyard --games 1000 --most-events 20000

# Universal: for every system and every version of Python from 3.11 on. --upgrade: the newest versions.
LOCK := uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links

lock: $(VENV)/made
	@$(PIP) install uv
	@$(BIN)/$(LOCK) pyproject.toml --output-file locks/run.txt
	@$(BIN)/$(LOCK) pyproject.toml --extra scale --constraints locks/run.txt --output-file locks/scale.txt
	@$(BIN)/$(LOCK) --group build --output-file locks/build.txt

words: $(VENV)/tested
	@for language in fr en de; do $(BIN)/python -m tools.lexicons $$language --check || exit 1; done

clean:
	rm -rf $(VENV) node_modules src/escale/web/dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Escale needs Python 3.11 or newer; try: make PYTHON=python3.12 ...")'
	@echo "Setting up Escale in $(VENV) (once)..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/played: $(VENV)/made pyproject.toml locks/run.txt locks/build.txt
	@echo "Installing Escale and what it needs..."
	@$(PIP) install --require-hashes --requirement locks/run.txt --requirement locks/build.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/tested: $(VENV)/made pyproject.toml
	@echo "Installing Escale, what it needs and what its tests need..."
	@$(PIP) install --upgrade "pip>=25.1"
	@$(PIP) install --editable . --group dev
	@touch $@ $(VENV)/played
