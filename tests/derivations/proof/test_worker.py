"""Every decision ends: Python code by an alarm, a C library's call with the process that made it."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections import deque
from itertools import count, islice, repeat

import pytest
from sympy import Derivative, Eq, Function, Rational, exp, expand

from theoremtest.derivations.language import Domain, Equal, Outcome, Statement, every, reals
from theoremtest.derivations.proof import decide as engine
from theoremtest.derivations.proof import worker
from theoremtest.derivations.proof.deadline import OutOfTime, alarm
from theoremtest.derivations.proof.decide import decide, decide_here

X = reals(*(f"x_{k}" for k in range(8)))
x, y = X[:2]
ON = Domain(over=X)
forked = pytest.mark.skipif(worker.START != "fork", reason="this platform starts its workers afresh")


def hang_in_c(*_):
    """One call into C that goes on for hours and hears no signal: the interpreter's loop, which answers them, is never reached."""
    deque(repeat(None, 10**14), maxlen=0)


def work(seconds):
    """Keep the processor busy: the clock alone rings no alarm."""
    ends = time.process_time() + seconds
    while time.process_time() < ends:
        sum(range(10**4))


def in_c():
    """What the patched engine hangs on, in C."""
    return Equal(x, x + 1, on=Domain(Eq(y, 7), over=X))


@pytest.fixture
def engine_that_hangs(monkeypatch):
    """An engine that never comes back from `in_c()`; workers forked from here on have it."""
    real = engine.findings_of

    def findings_of(statement, deadline):
        return hang_in_c() if statement.on.conditions == in_c().on.conditions else real(statement, deadline)

    monkeypatch.setattr(engine, "findings_of", findings_of)


def in_sympy():
    """Four hundred derivatives, each longer than the one before."""
    return Equal(Derivative(exp(x * y) / (1 + x**2), (x, 400)), y, on=ON)


def quick():
    return Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=ON)


@pytest.fixture(autouse=True)
def fresh_workers():
    worker.stop()
    yield
    worker.stop()


@pytest.mark.drawn(4)
@pytest.mark.slow
@forked
@pytest.mark.usefixtures("engine_that_hangs")
def test_a_decision_that_hangs_in_c_ends_with_its_process_and_the_next_one_is_made(monkeypatch):
    monkeypatch.setattr(worker, "PATIENCE", 1)  # a clock that waits no longer than the work may take
    assert decide(quick()).outcome is Outcome.PROVED
    pid = worker._idle[0].pid
    found = decide(in_c(), seconds=1)  # which would go on for hours
    assert found.outcome is Outcome.UNDECIDED and found.tried == ("no decision within 1 s, nor an end: its process was stopped",)
    assert not worker._idle and not _lives(pid)
    assert decide(quick()).outcome is Outcome.PROVED and worker._idle[0].pid != pid


@pytest.mark.slow
def test_no_alarm_is_heard_in_c():
    """Else the test above would show nothing of the kill: the call goes through to its end, and only then is the alarm heard."""
    numbers = count()
    with pytest.raises(OutOfTime), alarm(0.01):
        deque(islice(numbers, 2 * 10**7), maxlen=0)
        work(5)
    assert next(numbers) == 2 * 10**7


@pytest.mark.slow
def test_a_decision_that_hangs_in_python_ends_and_the_next_one_is_made():
    found = decide(in_sympy(), seconds=1)
    assert found.outcome is Outcome.UNDECIDED and "no decision within" in found.tried[0]
    assert decide(quick()).outcome is Outcome.PROVED


@pytest.mark.drawn(4)
@pytest.mark.slow
@forked
@pytest.mark.usefixtures("engine_that_hangs")
def test_what_hangs_does_not_take_the_other_parts_with_it():
    """The other part is left a twentieth of the limit, which has to do on a busy machine too."""
    both = every(hanging=in_c(), false=Equal(x, y, on=ON))
    assert decide(both, seconds=8).outcome is Outcome.REFUTED


@forked
def test_one_process_answers_many():
    pids = set()
    for _ in range(3):
        decide(quick())
        pids.add(worker._idle[0].pid)
    assert len(pids) == 1 and len(worker._idle) == 1


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_a_worker_started_afresh_answers_and_is_ended(monkeypatch):
    monkeypatch.setattr(worker, "START", "spawn")
    assert decide(quick()) == decide_here(quick())
    process = worker._idle[0]._process
    with pytest.raises(worker.Overran):
        worker.run(hang_in_c, quick(), 1)
    assert not worker._idle and process.returncode == -signal.SIGPROF
    assert decide(quick()).outcome is Outcome.PROVED


@forked
def test_a_process_that_dies_is_named(monkeypatch):
    monkeypatch.setattr(worker, "_answer", lambda request: os._exit(3))
    found = decide(quick())
    assert found.outcome is Outcome.UNDECIDED and found.tried == ("crashed: its process ended with exit code 3",)


class OfTheUser(Equal):
    """A statement of a kind that the trees do not know."""


def test_a_statement_without_a_tree_is_decided():
    assert decide(OfTheUser((x + y) ** 2, expand((x + y) ** 2), on=ON)).outcome is Outcome.PROVED
    strange = Function("strange_head", real=True)(x)
    assert isinstance(quick(), Statement) and decide(Equal(strange + x, x + strange, on=ON)).outcome is Outcome.PROVED


def test_threads_have_workers_of_their_own():
    found = []
    threads = [threading.Thread(target=lambda: found.append(decide(quick()).outcome)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [Outcome.PROVED] * 4


@pytest.mark.slow
@forked
def test_a_worker_goes_when_its_parent_is_killed():
    code = textwrap.dedent("""
        import os, signal
        from theoremtest.derivations.language import Domain, Equal, reals
        from theoremtest.derivations.proof import worker
        from theoremtest.derivations.proof.decide import decide
        (x,) = reals("x")
        decide(Equal(x + x, 2 * x, on=Domain(over=[x])))
        print(worker._idle[0].pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600).stdout
    pid, ends = int(told), time.monotonic() + 60 * worker.WATCH
    while time.monotonic() < ends and _lives(pid):
        time.sleep(0.05)
    assert not _lives(pid)


def _lives(pid: int) -> bool:
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_joblib_workers_can_decide():
    from joblib import Parallel, delayed

    told = Parallel(n_jobs=2)(delayed(_outcome)(k) for k in range(4))
    assert told == ["proved"] * 4


def _outcome(k: int) -> str:
    from theoremtest.derivations.language import Domain, Equal, real
    from theoremtest.derivations.proof.decide import decide

    z = real("z")
    return decide(Equal((z + k) ** 2, z**2 + 2 * k * z + k**2, on=Domain(over=[z]))).outcome.value


@pytest.mark.slow
def test_alarms_may_be_nested_and_are_given_again():
    with pytest.raises(OutOfTime, match="outer"), alarm(2.0, "outer"):
        with pytest.raises(OutOfTime, match="inner"), alarm(0.05, "inner"):
            work(60)
        work(60)
    heard = 0
    with pytest.raises(OutOfTime), alarm(0.05):
        while True:
            try:
                work(60)
            except Exception:
                heard += 1
                if heard == 2:
                    raise
    assert Rational(heard) == 2


def test_an_alarm_counts_work_and_no_waiting():
    """So that an answer on a busy machine is that on an idle one."""
    with alarm(0.2):
        time.sleep(0.5)
    with pytest.raises(OutOfTime), alarm(0.2):
        work(0.5)


class _Slow:
    def __del__(self):
        work(0.2)


@pytest.mark.filterwarnings("error")
def test_an_alarm_that_falls_into_a_destructor_is_given_again():
    """From there an exception cannot pass: without a word about it, the alarm rings once more."""
    with pytest.raises(OutOfTime), alarm(0.05):
        _Slow()
        work(60)
