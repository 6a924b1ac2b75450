# Everything runs in .venv, which is made on first use from pyproject.toml and constraints.txt.
# EXTRAS= leaves out Torch, Numba, Matplotlib, Zarr, Dask and the tools of `make lint`; what needs them is then reported as unavailable.
PYTHON ?= python3
EXTRAS ?= solvers,flow,figures,strategies,xarray,data,cluster,sweeps,watch,mcp,editor,dev
JOBS ?= 2
PYTEST_ARGS ?=
COMMA := ,
# Each process takes a run of neighbouring tests, so that a claim and what a module prepares are made in one of them.
SHARED = -n $(JOBS) --dist worksteal
VENV := .venv
PY := $(VENV)/bin/python
# Each process of the tests, and each program that they start, would compile a thousand modules anew.
unexport PYTHONDONTWRITEBYTECODE
STAMP := $(VENV)/.installed

.PHONY: report test fast lint bench mutate certify release clean

# Proofs and points that stand beside the ledger are given to the kernel, and one is searched for where they settle nothing; the ledger
# stays as it is. `theoremtest verify` searches for all anew, and writes it; `make test THEOREMTEST_WITNESSES=` searches and writes nothing.
report test fast: export THEOREMTEST_WITNESSES ?= first

report: $(STAMP)
	$(PY) -m theoremtest verify --jobs $(JOBS)
	$(PY) -m theoremtest report

test: $(STAMP)
	$(PY) -m pytest $(SHARED) $(PYTEST_ARGS)

fast: $(STAMP)
	$(PY) -m pytest $(SHARED) -m "not slow" $(PYTEST_ARGS)

lint: $(STAMP)
	$(PY) .ci/lint.py

bench: $(STAMP)
	$(PY) -m benchmarks

mutate: $(STAMP)
	$(PY) -m theoremtest mutate --jobs $(JOBS)

# Needs Coq 8.16 with three libraries, which only the system's package manager installs.
COQ_PACKAGES = coq libcoq-coquelicot libcoq-interval libcoq-mathcomp-algebra
certify: $(STAMP)
	@command -v coqc > /dev/null || { echo "make certify needs Coq; on Debian: apt-get install --no-install-recommends $(COQ_PACKAGES)"; exit 2; }
	$(PY) -m theoremtest certify --jobs $(JOBS)

# Builds and checks what would be uploaded, and stops there.
release: $(STAMP)
	$(PY) .ci/release.py

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --constraint constraints.txt --editable ".[test,report$(if $(EXTRAS),$(COMMA)$(EXTRAS))]"
	touch $(STAMP)

clean:
	rm -rf $(VENV) .types .pytest_cache .mypy_cache .ruff_cache .theoremtest-cache reports/build
