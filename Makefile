# Everything runs in .venv, which is made on first use from pyproject.toml and constraints.txt.
# EXTRAS= leaves out torch and xarray (the gradient-flow check is then reported as unavailable).
PYTHON ?= python3
EXTRAS ?= flow,xarray
JOBS ?= 2
PYTEST_ARGS ?=
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed

.PHONY: report test fast bench mutate clean

report: $(STAMP)
	$(PY) -m rederive verify --jobs $(JOBS)
	$(PY) -m rederive report

test: $(STAMP)
	$(PY) -m pytest -n $(JOBS) $(PYTEST_ARGS)

fast: $(STAMP)
	$(PY) -m pytest -n $(JOBS) -m "not slow" $(PYTEST_ARGS)

bench: $(STAMP)
	$(PY) -m benchmarks

mutate: $(STAMP)
	$(PY) -m rederive mutate --jobs $(JOBS)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --constraint constraints.txt --editable ".$(if $(EXTRAS),[$(EXTRAS)])"
	touch $(STAMP)

clean:
	rm -rf $(VENV) .pytest_cache .rederive-cache reports/build
