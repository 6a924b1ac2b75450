"""The gradient-flow route in a process beside the others: the same evidence, and whoever asks decides where that process cannot."""

import os
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from theoremtest.derivations.language import Domain, Evolves, GradientFlow, Network, reals
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.worker import START
from theoremtest.reports.verify import ahead as beside
from theoremtest.reports.verify import runner
from theoremtest.reports.verify.ahead import Call

FORKS = pytest.mark.skipif(START != "fork" or (os.cpu_count() or 1) < 2, reason="needs a second core and fork")

ONE_RUN = """
import os
from theoremtest.derivations.papers import Library
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.reports.verify import ahead as beside, runner
from theoremtest.reports.verify.cache import NoCache

claim = Library().find("kunin2024/26")[0]
calls = runner._flow_calls([claim], routes.ROUTES, NoCache(), 20.0)
assert [call.statement for call in calls] == [claim.statement]
with beside.ahead(calls) as one:
    found = one.known(calls[0].key)
    assert one.known("another key") is None
    number = one.process.pid
assert not beside._running
try:
    os.kill(number, 0)
    raise AssertionError("still running")
except ProcessLookupError:
    pass

with beside.ahead(calls) as one:
    one.process.kill()
    one.process.join()
    assert one.known(calls[0].key) is None
    here = runner.examine(claim, ("flow",), beside=one)[0].evidence[0]
assert found.outcome.value == "agrees"
assert (found.outcome, found.engine, found.scope, found.figure) == (here.outcome, here.engine, here.scope, here.figure)

beside.start()
assert not beside._running  # Torch is here by now
"""


@pytest.mark.drawn(6)
@FORKS
@pytest.mark.slow
def test_evidence_is_that_of_the_route_whichever_process_decides_and_none_is_left_running():
    pytest.importorskip("torch", reason="the gradient-flow route needs the flow extra")
    done = subprocess.run([sys.executable, "-c", ONE_RUN], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def without_torch(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.setattr(beside, "_serve", lambda here, there: None)


@FORKS
def test_what_cannot_be_sent_is_not_asked(monkeypatch):
    class Hidden:
        """Nothing that a tree of a statement knows."""

    without_torch(monkeypatch)
    with beside.ahead([Call("a key", Hidden(), "seed", 1.0)]) as one:
        assert one.known("a key") is None and not one.asked


@FORKS
def test_a_process_that_hangs_is_not_waited_for(monkeypatch):
    import time

    without_torch(monkeypatch)
    monkeypatch.setattr(beside, "_serve", lambda here, there: time.sleep(60))
    monkeypatch.setattr(beside, "PATIENCE", 0.1)
    claim = Library().find("kunin2024/26")[0]
    with beside.ahead([Call("a key", claim.statement, "seed", 0.0)]) as one:
        assert one.asked and one.known("a key") is None


def test_no_process_is_started_for_nothing_or_without_a_second_core(monkeypatch):
    without_torch(monkeypatch)
    with beside.ahead([]) as one:
        assert one is None
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    claim = Library().find("kunin2024/26")[0]
    with beside.ahead([Call("a key", claim.statement, "seed", 1.0)]) as one:
        assert one is None and not beside._running


def test_only_few_claims_and_more_than_one_worker_have_one(monkeypatch):
    claim, asked = Library().find("kunin2024/26")[0], []
    monkeypatch.setattr(runner, "_flow_calls", lambda *given: asked.append(1) or [])
    monkeypatch.setattr(runner, "examine", lambda *given: ())
    assert list(runner.examine_all([claim], jobs=1)) == [(claim, ())] and not asked
    assert list(runner.examine_all([claim], jobs=2, library=Library())) == [(claim, ())] and asked


def test_a_network_of_one_s_own_is_trained_by_whoever_asks():
    """Its forward function is no data, and what a record tells of it is trained by nobody."""
    u, c = reals("u", "c")
    network = Network(lambda parameters, inputs: parameters["u"] * inputs, {"u": u})
    own = GradientFlow((u - c) ** 2 / 2, {u: 1}, network=network, data=(1, c))
    sent = []
    here = beside.Ahead(None, SimpleNamespace(send=sent.append), 0, {}, {})
    plain = Call("plain", Evolves(u, c - u, along=replace(own, network=None, data=()), on=Domain(over=[u, c])), "seed", 1.0)
    here.ask([Call("own", Evolves(u, c - u, along=own, on=Domain(over=[u, c])), "seed", 1.0), plain])
    assert list(here.asked) == ["plain"] and [key for key, *_ in sent] == ["plain"]
