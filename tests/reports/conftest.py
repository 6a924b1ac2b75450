"""Fixtures: the small paper, and an exact engine that says what a test tells it to say."""

import pytest
from sympy import sqrt
from typer.testing import CliRunner

import theoremtest.derivations.proof.decide  # modules that pytester finds loaded it leaves loaded, so that a patch of them stays in force
import theoremtest.numerics.routes.integration
import theoremtest.reports.edits.accept
import theoremtest.reports.pytest_plugin.edit_items
import theoremtest.reports.verify.by_route
import theoremtest.reports.verify.cache
import theoremtest.reports.verify.explain  # noqa: F401
from helpers.own_claims import TRUE, claims_text, polynomial
from helpers.own_repository import Repository
from helpers.toy_claims import make_claim, positive, registry_of, toy_workspace, with_erratum, wrong_square, x
from theoremtest.derivations.language import Counterexample, Equal, Evidence, Outcome, Step
from theoremtest.reports.cli import program
from theoremtest.reports.pytest_plugin import plugin
from theoremtest.reports.verify import witnesses

QUICK = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--assert=plain", "--import-mode=importlib")

collect_ignore = ["example_manuscript"]
"""A repository of its own, run in a copy by `test_manuscript.py`."""


@pytest.fixture(scope="module", autouse=True)
def ledgers_are_written():
    """Runs that tests make here write ledgers, which one that takes kept proofs first does not."""
    with pytest.MonkeyPatch.context() as patch:
        if witnesses.mode() == witnesses.FIRST:
            patch.delenv(witnesses.ASKED)
        yield


@pytest.fixture
def toy():
    """Three claims: one that holds, one with an erratum, one that rests on the first and has a derivation."""
    root = make_claim("3", Equal(sqrt(x**2), x, on=positive), uses=["toy2026/1"], derivation=(
        Step(Equal(sqrt(x**2), sqrt((x + 1)**2 - 2 * x - 1), on=positive), "the square written out"),
        Step(Equal(sqrt((x + 1)**2 - 2 * x - 1), x, on=positive), "x is positive")))
    return registry_of(make_claim("1"), with_erratum("2"), root)


@pytest.fixture
def exact_says(monkeypatch):
    """Replace the exact engine: `exact_says(Outcome.PROVED)` or a function of the statement; returns the list of calls."""
    from theoremtest.derivations.proof import decide as module

    def install(answer):
        calls = []

        def decide(statement, seconds=20.0):
            calls.append(statement)
            told = answer(statement) if callable(answer) else answer
            if isinstance(told, Evidence):
                return told
            example = Counterexample((("x", "1"),), "4", "2") if told is Outcome.REFUTED else None
            return Evidence("exact", "stub", told, "everywhere", counterexample=example)

        monkeypatch.setattr(module, "decide", decide)
        return calls

    return install


@pytest.fixture
def truthful(exact_says):
    """A stub engine that knows the toy claims: it refutes the wrong square and proves the rest."""
    wrong = wrong_square().key()
    return exact_says(lambda statement: Outcome.REFUTED if statement.key() == wrong else Outcome.PROVED)


@pytest.fixture
def command(tmp_path):
    """Run a command of the program over the given register: `command(registry, "verify", "--jobs", "1")`; ledger and cache last."""
    def run(registry, *words, **rest):
        return CliRunner().invoke(program.app, list(words), obj=toy_workspace(registry, tmp_path, **rest))
    return run


class InWorkspace:
    """A plugin that gives a test run its workspace."""

    def __init__(self, place):
        self.place = place

    def pytest_configure(self, config):
        config.stash[plugin.WORKSPACE] = self.place


@pytest.fixture
def run_claims(pytester):
    """Run pytest in a checkout-like folder over the given register; ledger and cache stand in that folder."""
    tests = pytester.mkdir("tests")
    tests.joinpath("test_claims.py").write_text("")
    tests.joinpath("test_other.py").write_text("def test_other(): pass")

    def run(registry, *options, **rest):
        place = toy_workspace(registry, pytester.path, **rest)
        named = () if _installed() else ("-p", "theoremtest.reports.pytest_plugin.plugin")
        return pytester.runpytest_inprocess(*named, "-v", *QUICK, *options, plugins=[InWorkspace(place)])
    return run


def _installed() -> bool:
    from importlib.metadata import entry_points
    return any(point.value == "theoremtest.reports.pytest_plugin.plugin" for point in entry_points(group="pytest11"))


@pytest.fixture
def hers(tmp_path, exact_says):
    """A repository with two true claims; an engine that knows polynomials stands in for the exact one."""
    exact_says(polynomial)
    folder = tmp_path / "hers"
    folder.mkdir()
    repository = Repository(folder.resolve(), tmp_path / "cache")
    repository.write(claims_text({1: TRUE, 2: TRUE}))
    yield repository
    repository.forget()
