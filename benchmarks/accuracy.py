"""How many units of rounding the solvers lose, measured against a plain evaluation with hundreds of digits, per quantity, backend and
device, with the naive printed forms beside it: the single neuron's here, the other models' in the files ``accuracy_*.py`` beside this.

``python -m benchmarks.accuracy`` prints the tables and writes ``reports/accuracy.json``; with ``--points N`` it draws more, with
``--model`` it measures one solver and leaves the other's figures as they are. The figures are those of one processor; what
holds on every one is the error analysis (``theoremtest.numerics.models.error_bounds``), to which the tests hold the solvers. The
reference shares nothing with a solver: it sums growing exponentials and differences of near equals as they come, at a precision
at which that does no harm.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import mpmath
import numpy as np
from mpmath import mpf

UNIT = mpf(2) ** -53
DIGITS = 420  # 100 digits of quantities that cancel down to the smallest double
FIGURES = Path(__file__).parent.parent / "reports" / "accuracy.json"
NUDGE = mpf(10) ** -60  # by which inputs are multiplied for condition numbers
QUANTITIES = ("a", "along", "across_length", "mu", "phi", "nu", "residual", "loss", "kernel_distance")
_FLOOR = 1e-290  # below this a double has no full precision; errors are taken relative to it
_CEILING = mpf(10) ** 290  # above this a quantity leaves the doubles


@dataclass(frozen=True)
class Point:
    """One initial condition and one time; ``delta`` is None where it is to be formed from a0 and w0."""

    t: float
    a0: float
    w0: tuple[float, ...]
    beta_star: tuple[float, ...]
    eta_a: float = 1.0
    eta_w: float = 1.0
    delta: float | None = None


def reference(point: Point, nudge: tuple[str, int] | None = None, by=NUDGE) -> dict[str, mpf]:
    """Every quantity of ``QUANTITIES`` at a point, with ``DIGITS`` digits, from the linear system as it stands.

    ``nudge`` names an input (and its component) to be multiplied by 1 + ``by``, for condition numbers.
    """
    with mpmath.workdps(DIGITS):
        given = {name: [mpf(part) for part in np.atleast_1d(getattr(point, name))]
                 for name in ("t", "a0", "w0", "beta_star", "eta_a", "eta_w")}
        given["delta"] = [mpf(point.delta)] if point.delta is not None else []
        if nudge:
            given[nudge[0]][nudge[1]] *= 1 + by
        return _reference(**given)


def _reference(t, a0, w0, beta_star, eta_a, eta_w, delta):
    (t,), (a0,), (eta_a,), (eta_w,) = t, a0, eta_a, eta_w
    w02, s2 = sum(x * x for x in w0), sum(x * x for x in beta_star)
    q0 = sum(x * y for x, y in zip(w0, beta_star))
    delta = delta[0] if delta else eta_w * a0**2 - eta_a * w02
    s = mpmath.sqrt(s2)
    width = mpmath.sqrt(delta**2 + 4 * eta_a * eta_w * s2)
    up, down = (delta + width) / 2, (delta - width) / 2
    c_up, c_down = (up * a0 + eta_a * q0) / width, -(down * a0 + eta_a * q0) / width

    def integral(rate):
        return t if rate == 0 else (mpmath.exp(rate * t) - 1) / rate

    p = c_up * mpmath.exp(up * t) + c_down * mpmath.exp(down * t)
    squared = c_up**2 * integral(2 * up) + 2 * c_up * c_down * integral(delta) + c_down**2 * integral(2 * down)
    D = mpmath.sqrt(1 + 2 * eta_w * squared)
    a = p / D
    pulled = eta_w * (c_up * integral(up) + c_down * integral(down))
    w = [(x + pulled * y) / D for x, y in zip(w0, beta_star)]
    along = sum(x * y for x, y in zip(w, beta_star)) / s
    z = [x - q0 / s2 * y for x, y in zip(w0, beta_star)]
    across = mpmath.sqrt(sum(x * x for x in z)) / D
    length = mpmath.sqrt(along**2 + across**2)
    inner, own, other = _inner(a0, w0, a, w, eta_a, eta_w), _inner(a0, w0, a0, w0, eta_a, eta_w), _inner(a, w, a, w, eta_a, eta_w)
    return {
        "a": a, "along": along, "across_length": across, "mu": a * length,
        "phi": along / length if length else mpf(0), "nu": along * s / a if a else mpf(0), "residual": a * along - s,
        "loss": sum((a * x - y) ** 2 for x, y in zip(w, beta_star)) / 2,
        "kernel_distance": 1 - inner / mpmath.sqrt(own * other) if own and other else mpf(0),
    }


def _inner(a, w, b, v, eta_a, eta_w):
    """The Frobenius product of eta_w a^2 I + eta_a w w^T and its like for (b, v)."""
    return (eta_w**2 * a**2 * b**2 * len(w) + eta_w * eta_a * (a**2 * sum(x * x for x in v) + b**2 * sum(x * x for x in w))
            + eta_a**2 * sum(x * y for x, y in zip(w, v)) ** 2)


def condition(point: Point) -> dict[str, float]:
    """The problem's own condition number of each quantity: 1 plus the sum over inputs x of |x df/dx / f|."""
    exact, by = reference(point), NUDGE
    total = dict.fromkeys(QUANTITIES, mpf(1))
    inputs = [("t", 0), ("a0", 0), ("eta_a", 0), ("eta_w", 0)] + [("delta", 0)] * (point.delta is not None)
    inputs += [(name, index) for name in ("w0", "beta_star") for index in range(len(point.w0))]
    for nudge in inputs:
        nudged = reference(point, nudge, by)
        for name in QUANTITIES:
            if exact[name] != 0:
                total[name] += abs((nudged[name] - exact[name]) / (by * exact[name]))
    return {name: float(min(value, mpf(10) ** 300)) for name, value in total.items()}


def component_conditions(reference: Callable, inputs: tuple[str, ...], point, exact: dict[str, list[mpf]]) -> dict[str, list[float]]:
    """The same of each component of a model whose inputs and quantities are numbers or vectors: ``reference(point, (input, index))``."""
    total = {name: [mpf(1)] * len(values) for name, values in exact.items()}
    for name in inputs:
        for index in range(np.size(getattr(point, name))):
            nudged = reference(point, (name, index))
            for quantity, values in exact.items():
                for place, value in enumerate(values):
                    if value != 0:
                        total[quantity][place] += abs((nudged[quantity][place] - value) / (NUDGE * value))
    return {name: [float(min(value, mpf(10) ** 300)) for value in values] for name, values in total.items()}


def separatrix_condition(point: Point) -> float:
    """(|lambda_+ a0| + |eta_a w0.beta_*|)/|their sum|: how nearly the start lies on the surface between the two basins."""
    with mpmath.workdps(DIGITS):
        a0, eta_a, eta_w = mpf(point.a0), mpf(point.eta_a), mpf(point.eta_w)
        q0 = sum(mpf(x) * mpf(y) for x, y in zip(point.w0, point.beta_star))
        s2 = sum(mpf(x) ** 2 for x in point.beta_star)
        delta = mpf(point.delta) if point.delta is not None else eta_w * a0**2 - eta_a * sum(mpf(x) ** 2 for x in point.w0)
        up = (delta + mpmath.sqrt(delta**2 + 4 * eta_a * eta_w * s2)) / 2
        distance = up * a0 + eta_a * q0
        return float(min((abs(up * a0) + abs(eta_a * q0)) / abs(distance), mpf(10) ** 300)) if distance else math.inf


def draw(count: int, seed: int = 20240611) -> Iterator[Point]:
    """Points over |delta| up to 1e8, |beta_*| from 1e-6 to 1e6, |beta_*| t up to 1e6, any sign, corner cases included."""
    random = np.random.default_rng(seed)

    def magnitude(low, high):
        return 10.0 ** random.uniform(low, high)

    for index in range(count):
        kind = index % 8
        d = int(random.integers(1, 4))
        s = magnitude(-6, 6)
        direction = random.normal(size=d)
        beta = s * direction / np.linalg.norm(direction)
        eta_a, eta_w = (1.0, 1.0) if index % 3 else (magnitude(-2, 2), magnitude(-2, 2))
        size = magnitude(-6, 8)
        sign = random.choice([-1.0, 1.0])
        delta = random.choice([-1.0, 1.0]) * size
        other = random.normal(size=d)
        other /= np.linalg.norm(other)
        if kind == 0:  # nearly aligned or opposed
            other = random.choice([-1.0, 1.0]) * beta / s + magnitude(-12, -1) * other
            other /= np.linalg.norm(other)
        spare = magnitude(-6, 4)
        weight_w = spare**2 if delta > 0 else abs(delta) + spare**2
        weight_a = weight_w + delta
        if kind == 1:  # balanced
            weight_w = weight_a = spare**2
        if kind == 2:  # a0 = 0
            weight_w, weight_a = abs(delta), 0.0
        a0 = sign * math.sqrt(max(weight_a, 0.0) / eta_w)
        w0 = math.sqrt(weight_w / eta_a) * other
        if kind == 3 and d > 1:  # near the separatrix
            w0 = _near_separatrix(random, a0, w0, beta, s, weight_a - weight_w, eta_a, eta_w)
        t = 0.0 if index % 29 == 28 else magnitude(-6, 6) / s
        if kind >= 6:  # around the time at which something happens
            rates = np.array([s * math.sqrt(eta_a * eta_w), size, weight_a + weight_w, eta_a * eta_w * s * s / size])
            t = min(magnitude(-1.5, 1.5) / random.choice(rates), 1e6 / s)
        given = None
        if index % 5 == 4:
            exact = mpf(0)
            with mpmath.workdps(60):
                exact = mpf(eta_w) * mpf(a0) ** 2 - mpf(eta_a) * sum(mpf(float(x)) ** 2 for x in w0)
            given = 0.0 if kind == 1 else float(exact)
        yield Point(float(t), float(a0), tuple(map(float, w0)), tuple(map(float, beta)), eta_a, eta_w, given)


def _near_separatrix(random, a0, w0, beta, s, delta, eta_a, eta_w):
    up = (delta + math.hypot(delta, 2 * s * math.sqrt(eta_a * eta_w))) / 2
    unit = beta / s
    along = -up * a0 / (eta_a * s) * (1 + random.choice([-1.0, 1.0]) * 10.0 ** random.uniform(-12, -1))
    rest = w0 - (w0 @ unit) * unit
    room = w0 @ w0 - along**2
    if room <= 0 or not np.linalg.norm(rest):
        return w0
    return along * unit + rest * math.sqrt(room) / np.linalg.norm(rest)


def draw_balanced(count: int, seed: int = 20240612) -> Iterator[Point]:
    """Balanced starts with a0 > 0 at unit learning rates, delta = 0 given, in two dimensions and more: the reach of Eqs. (23) and (25)."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        d = int(random.integers(2, 4))
        s, size = 10.0 ** random.uniform(-6, 6), 10.0 ** random.uniform(-6, 4)
        beta, w0 = (x / np.linalg.norm(x) for x in random.normal(size=(2, d)))
        w0 = size * w0
        yield Point(float(10.0 ** random.uniform(-6, 6) / s), float(np.linalg.norm(w0)), tuple(map(float, w0)),
                    tuple(map(float, s * beta)), delta=0.0)


@dataclass
class Figure:
    """Worst case over the points: in units of rounding times the condition number, and times the distance to the separatrix."""

    worst: float = 0.0
    against_separatrix: float = 0.0
    bad: int = 0
    points: int = 0
    at: Point | None = field(default=None, repr=False)
    at_separatrix: Point | None = field(default=None, repr=False)

    def add(self, value: float, exact: mpf, condition: float, separatrix: float, point: Point) -> None:
        """Counts one computed value."""
        self.points += 1
        if not math.isfinite(value):
            self.bad += 1
            return
        error = abs(mpf(value) - exact) / (UNIT * max(abs(exact), mpf(_FLOOR)))
        for name, where, factor in (("worst", "at", condition), ("against_separatrix", "at_separatrix", separatrix)):
            ratio = float(error / factor)
            if ratio > getattr(self, name):
                setattr(self, name, ratio)
                setattr(self, where, point)


def measure(points: list[Point], backends: list[tuple[str, str]], solver: Callable) -> dict[tuple[str, str, str], Figure]:
    """The figures per (quantity, backend, device); ``solver`` is called as ``single_neuron.solve``."""
    figures = {(name, backend, device): Figure() for name in QUANTITIES for backend, device in backends}
    for point in points:
        exact, factors, separatrix = reference(point), condition(point), separatrix_condition(point)
        for backend, device in backends:
            run = solver(point.t, point.a0, np.array(point.w0), np.array(point.beta_star), point.eta_a, point.eta_w,
                         backend=backend, delta=point.delta, device=device)
            for name in QUANTITIES:
                if name == "nu" and exact["a"] == 0:
                    continue  # the pole of nu
                if abs(exact[name]) < _CEILING:
                    figures[name, backend, device].add(float(getattr(run, name)), exact[name], factors[name], separatrix, point)
    return figures


def naive(points: list[Point]) -> dict[str, Figure]:
    """The printed forms in plain float64, at unit learning rates, against the same reference and condition numbers.

    Kunin et al. 2024: Eq. (27) for nu (any delta); Eqs. (23) and (25) for phi and mu at delta = 0, the latter with the
    factor |beta_*| that its printed form lacks.
    """
    figures = {"nu, Eq. (27)": Figure(), "phi, Eq. (23)": Figure(), "mu, Eq. (25) corrected": Figure()}
    for point in points:
        if point.eta_a != 1.0 or point.eta_w != 1.0 or point.a0 == 0:
            continue
        exact, factors, separatrix = reference(point), condition(point), separatrix_condition(point)
        t, a0, w0, beta = point.t, point.a0, np.array(point.w0), np.array(point.beta_star)
        with np.errstate(all="ignore"):
            delta = np.float64(a0 * a0 - w0 @ w0) if point.delta is None else np.float64(point.delta)
            s, nu0 = np.linalg.norm(beta), (w0 @ beta) / a0
            R = np.sqrt(delta**2 + 4 * s**2) / 2
            cosh, sinh = np.cosh(R * t), np.sinh(R * t)
            nu = (2 * R * nu0 * cosh + (2 * s**2 - delta * nu0) * sinh) / (2 * R * cosh + (2 * nu0 + delta) * sinh)
            figures["nu, Eq. (27)"].add(float(nu), exact["nu"], factors["nu"], separatrix, point)
            if point.delta == 0.0 and a0 > 0:
                phi0, mu0 = (w0 @ beta) / np.linalg.norm(w0) / s, a0 * np.linalg.norm(w0)
                c = np.arctanh(phi0)
                constant = 2 * s / mu0 * np.cosh(c) ** 2 - (2 * c + np.sinh(2 * c))
                tau = c + s * t
                mu = 2 * s * np.cosh(tau) ** 2 / (2 * tau + np.sinh(2 * tau) + constant)
                figures["phi, Eq. (23)"].add(float(np.tanh(tau)), exact["phi"], factors["phi"], separatrix, point)
                figures["mu, Eq. (25) corrected"].add(float(mu), exact["mu"], factors["mu"], separatrix, point)
    return figures


def available() -> list[tuple[str, str]]:
    """The (backend, device) pairs that can be measured here."""
    pairs = [("numpy", "cpu"), ("numba", "cpu")]
    try:
        import torch
    except ImportError:
        return pairs
    return pairs + [("torch", "cpu")] + [("torch", "cuda")] * torch.cuda.is_available()


def rounded_up(value: float) -> float:
    """The next power of two, at least 2: finer figures would tell the noise of one processor's last bit."""
    return 2.0 ** max(1, math.ceil(math.log2(value))) if value > 0 else 2.0


def table(figures: dict[tuple[str, str, str], Figure], plain: dict[str, Figure]) -> str:
    """The figures as Markdown."""
    rows = ["| quantity | backend | device | points | not finite | units / condition | units / distance to the separatrix |",
            "|---|---|---|---|---|---|---|"]
    every = [(*key, figure) for key, figure in figures.items()] + [(name, "printed form", "cpu", figure) for name, figure in plain.items()]
    for name, backend, device, figure in every:
        rows.append(
            f"| {name} | {backend} | {device} | {figure.points} | {figure.bad} | {figure.worst:.3g} | {figure.against_separatrix:.3g} |"
        )
    return "\n".join(rows)


def _single_neuron(points: int) -> dict:
    from theoremtest.numerics.models.single_neuron import solve

    drawn = list(draw(points))
    figures, plain = measure(drawn, available(), solve), naive(drawn + list(draw_balanced(points // 4)))
    print(table(figures, plain))
    return {"unit": "2**-53 times the problem's condition number, rounded up to a power of two", "points": points,
            "figures": held(figures), "printed forms": held_printed(plain)}


def _latent_variable(points: int) -> dict:
    from benchmarks import accuracy_latent
    from theoremtest.numerics.models.latent_variable import solve

    return _section(accuracy_latent, points, solve)


def _diagonal_linear(points: int) -> dict:
    from benchmarks import accuracy_diagonal
    from theoremtest.numerics.models.diagonal_linear import solve

    return _section(accuracy_diagonal, points, solve)


def _lazy_rich(points: int) -> dict:
    from benchmarks import accuracy_lazy
    from theoremtest.numerics.models.lazy_rich import solve

    return _section(accuracy_lazy, points, solve)


def _multilinear(points: int) -> dict:
    from benchmarks import accuracy_multilinear_points
    from theoremtest.numerics.models.multilinear import BACKENDS, solve

    def by_name(*values, **where):
        given = dict(zip(accuracy_multilinear_points.INPUTS, values, strict=True))
        return solve(given.pop("time"), **given, **where)

    return _section(accuracy_multilinear_points, points, by_name, [pair for pair in available() if pair[0] in BACKENDS])


def _section(of: ModuleType, points: int, solver: Callable, backends: list[tuple[str, str]] | None = None) -> dict:
    """What is written of a solver and of the printed form; of: its points, reference and condition numbers."""
    drawn = list(of.draw(points))
    figures, plain = measured(of, drawn, backends or available(), solver), of.printed(drawn)
    print(table(figures, plain))
    return {f"points, {of.TITLE}": points, of.TITLE: held(figures), of.PRINTED: held_printed(plain)}


def measured(of: ModuleType, points: list, backends: list[tuple[str, str]], solver: Callable) -> dict[tuple[str, str, str], Figure]:
    """The figures per (quantity, backend, device) of a solver that is called with the fields of a point, named in `of.INPUTS`."""
    figures = {(name, backend, device): Figure() for name in of.QUANTITIES for backend, device in backends}
    for point in points:
        exact = of.reference(point)
        factors = of.condition(point, exact)
        for backend, device in backends:
            run = solver(*(np.array(getattr(point, name)) for name in of.INPUTS), backend=backend, device=device)
            for name in of.QUANTITIES:
                for columns in zip(*(np.ravel(np.array(part, dtype=object)) for part in (getattr(run, name), exact[name], factors[name]))):
                    value, wanted, factor = columns
                    if abs(wanted) < _CEILING:
                        figures[name, backend, device].add(float(value), wanted, factor, math.inf, point)
    return figures


def held(figures: dict[tuple[str, str, str], Figure]) -> dict:
    """What is written of a solver's figures."""
    return {"/".join(key): {"worst": rounded_up(figure.worst)} for key, figure in figures.items()}


def held_printed(plain: dict[str, Figure]) -> dict:
    """What is written of printed forms."""
    return {name: {"worst": rounded_up(figure.worst), "not finite": figure.bad, "points": figure.points} for name, figure in plain.items()}


MODELS = {"single-neuron": _single_neuron, "latent-variable": _latent_variable, "diagonal-linear": _diagonal_linear,
          "lazy-rich": _lazy_rich, "multilinear": _multilinear}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=400)
    parser.add_argument("--model", choices=MODELS, action="append", help="all when none is given")
    options = parser.parse_args()
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    for model in options.model or MODELS:
        figures |= MODELS[model](options.points)
    handle = FIGURES.with_suffix(".tmp")
    handle.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n")
    handle.replace(FIGURES)


if __name__ == "__main__":
    main()
