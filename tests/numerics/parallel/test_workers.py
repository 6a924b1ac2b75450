"""One map in this process, in others and on a cluster: the same answers, nothing lost when a process ends, and one line for a mistake."""

import gc
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.worker_calls import ends, ends_once, fails, looks_for_garbage, tripled
from theoremtest.derivations.garbage import SELDOM
from theoremtest.numerics.parallel import cluster
from theoremtest.numerics.parallel.fingerprint import differences, fingerprint
from theoremtest.numerics.parallel.workers import WorkersError, here_or_at, in_workers

CALLS = {f"call {number}": (number,) for number in range(12)}
ANSWERS = {f"call {number}": 3 * number for number in range(12)}


@pytest.fixture(scope="module")
def address():
    """The address of a cluster of two workers on this machine."""
    pytest.importorskip("distributed", reason="needs the extra `cluster`")
    with cluster.local_cluster(2) as address:
        yield address


@pytest.fixture(params=[pytest.param("processes", marks=pytest.mark.slow), pytest.param("cluster", marks=pytest.mark.slow)])
def workers(request):
    return 2 if request.param == "processes" else request.getfixturevalue("address")


def test_this_process_answers_every_call_in_order():
    assert list(in_workers(tripled, CALLS)) == list(ANSWERS.items())


def test_everywhere_the_answers_are_the_same(workers):
    assert dict(in_workers(tripled, CALLS, workers)) == ANSWERS
    assert list(in_workers(tripled, {}, workers)) == []


def test_a_process_that_ends_loses_nothing(workers, tmp_path):
    assert dict(in_workers(ends_once, {key: (*call, tmp_path) for key, call in CALLS.items()}, workers)) == ANSWERS
    assert (tmp_path / "ended").exists()


def test_a_call_that_ends_every_process_is_named(workers):
    with pytest.raises(WorkersError, match="^call 3: 3 processes ended"):
        list(in_workers(ends, CALLS, workers))


def test_an_error_of_the_function_s_own_is_passed_on(workers):
    with pytest.raises(ValueError, match="no answer for"):
        list(in_workers(fails, CALLS, workers))


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_ends_loses_nothing(address):
    answers = in_workers(tripled, {number: (number,) for number in range(300)}, address)
    found = dict([next(answers)])
    with cluster.connected(address) as client:
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    found.update(answers)
    assert found == {number: 3 * number for number in range(300)}


ORPHANED = """
import sys
import time
from helpers.worker_calls import never_heard
from theoremtest.numerics.parallel.workers import in_workers

if __name__ == "__main__":
    for _ in in_workers(never_heard, {k: (sys.argv[1],) for k in range(100)}, 2):
        time.sleep(60)
"""


@pytest.mark.slow
def test_processes_end_with_the_run_that_started_them(tmp_path):
    (tmp_path / "program.py").write_text(ORPHANED)
    paths = os.pathsep.join(path for path in sys.path if path)
    running = subprocess.Popen([sys.executable, tmp_path / "program.py", tmp_path], env={**os.environ, "PYTHONPATH": paths})
    mark = tmp_path / "process"
    while not (mark.exists() and mark.read_text()):
        assert running.poll() is None
        time.sleep(0.05)
    running.kill()
    running.wait()
    process = Path("/proc") / mark.read_text()
    for _ in range(6000):
        if not process.exists() or process.joinpath("stat").read_text().split()[2] == "Z":
            break
        time.sleep(0.05)
    else:
        pytest.fail("the process goes on without anybody to hear it")


@pytest.mark.slow
def test_workers_with_other_code_are_told_apart(address, monkeypatch):
    monkeypatch.setattr(cluster, "fingerprint", lambda: {**fingerprint(), "sympy": "0.0"})
    with pytest.raises(WorkersError, match="would find other answers: it has sympy .* and not 0.0"):
        list(in_workers(tripled, CALLS, address))


@pytest.mark.parametrize("address, told", [("nowhere", "is no scheduler's address"), ("wire://10.0.0.1:8786", "is no scheduler's address"),
                                           ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1 within 0.1 s")])
def test_an_address_that_does_not_answer_is_one_line(address, told, monkeypatch):
    pytest.importorskip("distributed", reason="needs the extra `cluster`")
    monkeypatch.setattr(cluster, "SECONDS", 0.1)
    with pytest.raises(WorkersError, match=told) as error:
        list(in_workers(tripled, CALLS, address))
    assert "\n" not in str(error.value)


def test_a_missing_extra_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersError, match=r"needs Dask distributed.*theoremtest\[cluster\]"):
        list(in_workers(tripled, CALLS, "tcp://127.0.0.1:8786"))


def test_an_address_goes_before_a_number_of_processes():
    assert here_or_at(3, None) == 3 and here_or_at(3, "tcp://127.0.0.1:8786") == "tcp://127.0.0.1:8786"


def test_a_fingerprint_tells_what_differs():
    assert differences(fingerprint(), fingerprint()) == "" and {"theoremtest", "numpy"} <= set(fingerprint())
    assert differences({"numpy": "1", "sympy": "2"}, {"numpy": "1"}) == "sympy missing and not 2"


@pytest.mark.slow
def test_processes_look_for_garbage_seldom_and_this_one_as_it_did():
    before = gc.get_threshold()
    assert dict(in_workers(looks_for_garbage, {1: (), 2: ()}, 2)) == {1: SELDOM, 2: SELDOM}
    assert gc.get_threshold() == before
