"""What each solver takes on each backend, for one start and for many: which one "auto" should choose.

``python -m benchmarks.backends [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from benchmarks.measured import command, fastest, judged
from theoremtest.models import diagonal_linear, lambda_balanced, latent_variable, lazy_rich, single_neuron

SIZES = ((1, 1), (1, 200), (1000, 1), (1000, 200))
"""Numbers of starts and of times."""
GOAL = 1.15
"""What is chosen may take so many times what the fastest takes: as much as two runs of the same code differ here."""


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold.

    For each solver and size, the processor time that every installed backend takes over that of the backend that "auto" chooses; small
    calls are repeated until they take about a millisecond.
    """
    repeats = 2 if quick else 5
    cases = [(name, starts, times) for name in SOLVERS for starts, times in (SIZES[:2] if quick else SIZES)]
    rows = [{"solver": name, "starts": starts, "times": times, **_ratios(SOLVERS[name], _arguments(name, starts, times), repeats)}
            for name, starts, times in cases]
    worst = max(1 / min(value for key, value in row.items() if key.endswith("_over_chosen")) for row in rows)
    goal = {"goal": "time of the chosen backend over that of the fastest, at worst", "at most": GOAL, "measured": worst}
    return {"what": "solve on each backend beside the one that is chosen; the quantities that it computes at once, and a single neuron's a",
            "rows": rows, "goals": judged([goal])}


SOLVERS = {"single_neuron": single_neuron, "latent_variable": latent_variable, "lambda_balanced": lambda_balanced,
           "diagonal_linear": diagonal_linear, "lazy_rich": lazy_rich}
"""Those with compiled code; ``benchmarks.multilinear`` has the sums over skills on NumPy and Torch."""


def _ratios(solver, arguments, repeats):
    chosen = solver.solve(*arguments).backend
    calls = max(1, round(20 / len(arguments[1]) / len(arguments[0]) ** 0.5))
    here = [backend for backend in solver.BACKENDS if find_spec(backend) is not None]
    seconds = fastest({backend: _repeated(solver, arguments, backend, calls) for backend in here}, repeats)
    return {"chosen": chosen, "seconds": seconds[chosen] / calls,
            **{f"{backend}_over_chosen": value / seconds[chosen] for backend, value in seconds.items()}}


def _repeated(solver, arguments, backend, calls):
    def work():
        for _ in range(calls):
            getattr(solver.solve(*arguments, backend=backend), "a", None)  # what one solver makes only when it is asked for

    return work


def _arguments(name, starts, times):
    random = np.random.default_rng(starts)
    moments = np.linspace(0.0, 5.0, times)
    if name == "lambda_balanced":
        return moments, *lambda_balanced.balanced_layers(random.normal(size=(starts, 3, 4)), 0.5), random.normal(size=(3, 4))
    shapes = {"single_neuron": ((), (3,), (3,)), "latent_variable": ((3,), (3, 4), (4,), ()), "diagonal_linear": ((), (), ()),
              "lazy_rich": ((4,), (4,), ())}[name]
    return moments, *(random.normal(size=(starts, *shape)) for shape in shapes)


if __name__ == "__main__":
    command(run, __doc__, "two sizes of one start")
