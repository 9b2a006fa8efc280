# make demo   install what is needed and start the virtual table with its page
# make test   install what is needed and pass the tests
# make check  what every commit must pass
# make proof  thousands of positions, played rounds and planted offences of every rule set; takes
#             hours, prints as it goes
# make train  draw scenes, train both networks from nothing, export them into runs/

PYTHON ?= python3
BIN := .venv/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
LIBS := libgl1 libxcb1 libglib2.0-0

.PHONY: demo test check format proof train libs test-libs

demo: libs .venv/demo
	$(BIN)/xingjia demo

test: test-libs .venv/dev
	$(BIN)/pytest -q

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q

format: .venv/dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

proof: .venv/dev
	$(BIN)/python tests/proof_search.py --positions 20000
	$(BIN)/python tests/proof_rounds.py --rounds 10000
	$(BIN)/python tests/proof_referee.py --rounds 10000 --planted 200

train: libs .venv/train
	$(BIN)/python -m models.train --out runs/seed1 --seed 1

# Debian packages are fetched only where one of them is missing.
libs:
	@dpkg -s $(LIBS) >/dev/null 2>&1 || ($(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q $(LIBS))

test-libs:
	@dpkg -s $(LIBS) chromium >/dev/null 2>&1 || ($(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q $(LIBS) chromium)

.venv/bin/pip:
	$(PYTHON) -m venv .venv

.venv/demo: pyproject.toml | .venv/bin/pip
	$(BIN)/pip install -q -e .
	touch $@

.venv/dev: pyproject.toml | .venv/bin/pip
	$(BIN)/pip install -q -e '.[dev]'
	touch $@

.venv/train: pyproject.toml | .venv/bin/pip
	$(BIN)/pip install -q -e '.[train]'
	touch $@
