# One command each. They build .venv by themselves and are quick when there is nothing to do.

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(name) -c 'import sys; sys.version_info >= (3, 11) and print(sys.executable)' 2>/dev/null)))
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check

export TEST_DATABASE_URL ?= postgres://postgres@127.0.0.1:5432/postgres
export TEST_REDIS_URL ?= redis://127.0.0.1:6379/1

.PHONY: help install run test bench strength soak lint audit messages

help:
	@echo "make install   build .venv and install what the site needs"
	@echo "make run       serve the site on http://localhost:8000 (ARGS=--lan: for the whole room)"
	@echo "make test      run all tests (ARGS=tests/engine: only some)"
	@echo "make bench     measure cards and pages at the site, boards in the engine, reviews, long lists, the wall of a lesson (BENCH=quick: shorter)"
	@echo "make strength  let the bots' levels play each other, and a solver; may be stopped and goes on"
	@echo "make soak      run the long tests"
	@echo "make lint      check style and types"
	@echo "make audit     ask PyPI whether a package in use has a known weakness"
	@echo "make messages  bring the translations in line with the code"

install: $(VENV)/installed

run: $(VENV)/installed
	@exec $(PY) manage.py serve $(ARGS)

test: $(VENV)/installed-dev
	@exec $(PY) -m tests.run $(ARGS)

bench: $(VENV)/installed-dev
	@$(PY) -m tests.bench $(ARGS)
	@$(PY) -W ignore -m tests.bench.engine
	@$(PY) -m tests.bench.review
	@$(PY) -m tests.bench.replay
	@$(PY) -m tests.bench.deals
	@$(PY) -m tests.bench.wall
	@$(PY) -m tests.strength --sample

strength: $(VENV)/installed-dev
	@$(PY) -m tests.strength --levels easy,medium,hard,expert --out .data/strength.json $(ARGS)

soak: $(VENV)/installed-dev
	@HYPOTHESIS_TIMES=$${HYPOTHESIS_TIMES:-3} exec $(PY) -m pytest -m "soak or hypothesis" $(ARGS)

lint: $(VENV)/installed-dev
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy -p minibridge.engine -p minibridge.analysis -p minibridge.bots

audit: $(VENV)/installed-dev
	@exec $(PY) -m pip_audit --local --skip-editable $(ARGS)

messages: $(VENV)/installed
	@exec $(PY) manage.py refresh_translations

$(VENV)/installed: pyproject.toml | $(PY)
	@echo "Installing what the site needs..."
	@$(PIP) --only-binary endplay --editable '.[analysis]' 2>/dev/null \
		|| { echo "No double-dummy solver fits this machine: the site will run without analysis."; $(PIP) --editable .; }
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(PY)
	@echo "Installing what the site and its tests need..."
	@$(PIP) --editable '.[dev]'
	@touch $(VENV)/installed $@

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or name it with PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); echo "Python's venv is needed (Debian: python3-venv)."; exit 1; }
