"""What holds for every test: draws that can be repeated, and no working precision or error state left behind.

The Hypothesis profile is `local` (a database of past failures, fresh draws) or `ci` (the same draws in every run); name one with
HYPOTHESIS_PROFILE or --hypothesis-profile. That warnings of the numbers are errors stands in `pyproject.toml`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from theoremtest.derivations.garbage import collect_seldom, keep_results
from theoremtest.numerics.extras import EXTRA_OF, MissingExtra, installed

keep_results()
LEDGER = Path(__file__).parent / "reports/ledger.json"
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "local"))


def numerical_state() -> dict[str, object]:
    """The settings that change what numbers come out, of every library that has been imported so far."""
    state: dict[str, object] = {"numpy.geterr()": np.geterr()}
    if mpmath := sys.modules.get("mpmath"):
        state["mpmath.mp.prec"] = mpmath.mp.prec
    if flint := sys.modules.get("flint"):
        state["flint.ctx.prec"] = flint.ctx.prec
    if torch := sys.modules.get("torch"):
        state["torch.get_default_dtype()"] = torch.get_default_dtype()
    return state


@pytest.fixture(autouse=True)
def numbers_as_found() -> Iterator[None]:
    """A test that changes a working precision and does not put it back would change what later tests see: it fails."""
    before = numerical_state()
    yield
    after = numerical_state()
    changed = [f"{name}: {value} became {after[name]}" for name, value in before.items() if after[name] != value]
    assert not changed, f"left behind by this test: {'; '.join(changed)}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """What needs an extra that is not installed is skipped, with the line that a user would read; what is installed and breaks fails."""
    try:
        return (yield)
    except ImportError as error:
        if not is_absent(error):
            raise
        pytest.skip(str(error))


def is_absent(error: BaseException | None) -> bool:
    """Whether an import failed because an extra is not installed."""
    found = error.__cause__ if isinstance(error, MissingExtra) else error
    module = (found.name or "").partition(".")[0] if isinstance(found, ModuleNotFoundError) else ""
    return module in EXTRA_OF and not installed(module)


class _Module(pytest.Module):
    """A file of tests; one that imports what an absent extra brings is skipped with the same line."""

    def _getobj(self):
        try:
            return super()._getobj()
        except self.CollectError as error:
            if is_absent(error.__cause__):
                pytest.skip(str(error.__cause__), allow_module_level=True)
            raise


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module:
    return _Module.from_parent(parent, path=module_path)


FEW = 1
"""Cases of one test that the fast lane takes."""
NUMBERS = 8
"""Of the claims that each route of numbers has something to say of, a run looks at one in so many; `theoremtest verify` looks at all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="take every case of tests that take a draw of theirs")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test with many cases is in the fast lane with few of them, spread over all.

    One that is marked `drawn(n)`, or whose file is, takes one case in n, one without cases is run with one ledger in n, and the routes
    of numbers look at one claim in NUMBERS: others with each ledger. A test that is named in the command is taken.
    """
    named = [argument for argument in config.args if "::" in argument]
    if not config.option.whole and not config.option.keyword and len(named) < len(config.args):
        _draw(config, items, [(Path(argument.partition("::")[0]).name, argument.partition("::")[2]) for argument in named])
    cases = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec") and "slow" not in item.keywords:
            cases[item.nodeid.partition("[")[0]].append(item)
    for several in cases.values():
        step = -(-len(several) // FEW)
        for number, item in enumerate(several):
            if number % step:
                item.add_marker("slow")


def _draw(config: pytest.Config, items: list[pytest.Item], named: list[tuple[str, str]]) -> None:
    """Take out what is not drawn.

    What an experiment measures is the exact route's item, too, that asks for it, as nothing else supports the claim: the same once more
    is left out. Of those, and of claims that a rule decides anew as no proof of them is kept, that are not drawn it is asked whether
    they read as the ledger has them.
    """
    from theoremtest.reports.verify.consistency import evidence_rows

    first = int(sha256(LEDGER.read_bytes()).hexdigest(), 16)
    seen: Counter[str] = Counter()
    kept, left = [], []
    for item in items:
        if any(item.path.name == file and item.nodeid.partition("::")[2].startswith(name) for file, name in named):
            kept.append(item)
            continue
        marks = item.iter_markers("drawn") if hasattr(item, "callspec") else (mark for mark in item.own_markers if mark.name == "drawn")
        mark = next(marks, None)
        route = getattr(item, "route", "exact")
        record = (getattr(item, "record", None) or {}) if item.path.name == "test_claims.py" and mark is None else None
        measured = record is not None and record.get("kind") == "Observed"
        anew = measured or (bool(record) and route == "exact" and any(row.get("assumes") for row in evidence_rows(record)))
        if measured and route != "exact":
            left.append(item)
            continue
        share = mark.args[0] if mark else NUMBERS if record is not None and (route != "exact" or anew) else 1
        group = "anew" if anew else route if mark is None else item.nodeid.partition("[")[0]
        if group not in seen and mark is not None:
            seen[group] = sum(group.encode())  # so that tests which run once do not all run in one run
        if (first + seen[group]) % share == 0:
            kept.append(item)
        else:
            left.append(item)
            kept += [item.told_of()] if anew else []
        seen[group] += share > 1
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests and the claims under them are made to stay: looking for garbage among them only takes time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        collect_seldom()
