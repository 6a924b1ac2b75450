"""Solvers asked about items: what they say is what is so, what they cannot say is open, and none runs past its limit."""

import importlib.util

import pytest
import sympy as sp

from theoremtest.derivations.language import Domain, Equal, Holds, matrix, reals
from theoremtest.reports.benchmark import baselines
from theoremtest.reports.benchmark.items import FALSE, TRUE, item
from theoremtest.reports.benchmark.relations import plain
from theoremtest.reports.benchmark.smt import Unspeakable, problem

x, y = reals("x", "y")
ALL, POSITIVE = Domain(over=[x, y]), Domain(x > 0, y > 0)
STATEMENTS = {
    "square": (Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=ALL), True), "lost term": (Equal((x + y) ** 2, x**2 + y**2, on=ALL), False),
    "root": (Equal(sp.sqrt(x * y) ** 2, x * y, on=POSITIVE), True), "of a root": (Holds(sp.sqrt(x) <= x + 1, on=POSITIVE), True),
    "bound": (Holds(x**2 + 1 >= 2 * x, on=ALL), True), "no bound": (Holds(x**2 >= x, on=ALL), False),
    "divided": (Equal(x / y + y / x, (x**2 + y**2) / (x * y), on=POSITIVE), True),
    "modulus": (Holds(sp.Abs(x + y) <= sp.Abs(x) + sp.Abs(y), on=ALL), True),
    "larger": (Holds(sp.Max(x, y) >= x, on=ALL), True), "exponential": (Holds(sp.exp(x) > x, on=ALL), True)}


def asked(name):
    statement, truth = STATEMENTS[name]
    return item(statement, TRUE if truth else FALSE, {"by": "kernel", "assumes": []},
                {"paper": "kunin2024", "claim": "kunin2024/1", "role": "printed", "part": ""}), truth


def there(solver):
    return importlib.util.find_spec(baselines.NEEDED.get(solver, "json").replace("z3-solver", "z3")) is not None


@pytest.mark.drawn(4)
@pytest.mark.slow  # a process for each call
@pytest.mark.parametrize("solver", baselines.SOLVERS)
def test_no_solver_says_what_is_not_so(solver):
    if not there(solver):
        pytest.skip(f"{baselines.NEEDED[solver]} is an extra")
    baselines.prepared()
    found = {name: baselines.ask(solver, asked(name)[0], 3.0)[0] for name in STATEMENTS}
    assert all(answer in (truth, None) for (name, answer) in found.items() for truth in [STATEMENTS[name][1]]), found
    assert sum(answer is not None for answer in found.values()) >= 2, found


@pytest.mark.parametrize("name, words",
                         [("square", "declare-const x0 Real"), ("divided", "(not (= "), ("root", "(> x0 0.0)"), ("exponential", "(exp ")])
def test_a_problem_of_smt_lib_says_all(name, words):
    assert words in problem(plain(STATEMENTS[name][0]))


def test_what_has_no_word_is_not_asked():
    with pytest.raises(Unspeakable):
        problem(plain(Holds(sp.erf(x) < 2, on=ALL)))
    A = matrix("A", 2, 2)
    assert plain(Equal(A * A.T, A.T * A, on=Domain(over=[A]))) is None


def hangs(item):
    while True:
        pass


@pytest.mark.slow
def test_a_solver_that_never_ends_is_ended(monkeypatch):
    monkeypatch.setitem(baselines.SOLVERS, "hangs", ("hangs", hangs))
    answer, _, why = baselines.ask("hangs", asked("square")[0], 1.0)
    assert answer is None and why == "out of time"


def test_a_run_goes_on_where_it_ended_and_one_table_shows_it(tmp_path, monkeypatch):
    monkeypatch.setitem(baselines.SOLVERS, "yes", ("always true", lambda item: True))
    items = [asked("square")[0], asked("lost term")[0]]
    items[0]["twin"], items[1]["twin"] = items[1]["id"], items[0]["id"]
    kept = tmp_path / "answers.jsonl"
    assert list(baselines.run(items[:1], ["yes"], kept)) == [(1, 1)] and list(baselines.run(items, ["yes"], kept)) == [(1, 1)]
    kept.write_text(kept.read_text() + '{"solver": "yes", "id"')  # broken off
    table = baselines.table(items, baselines.answers(kept), ["yes"])
    assert "| always true | 1 | 0 | 0 | 0 | 1 | 0 | 0 of 1 |" in table
