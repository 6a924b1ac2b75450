"""Points of a domain whose equations nobody knows how to build: found by Newton's method, and worked out to hundreds of digits.

From a random start the conditions are met by least squares, inequalities and definite matrices by squares that are unknowns too. Then as
many unknowns as there are independent equations are worked out again and again with more digits, and the others stay the short fractions
that they were rounded to. Such a point lies in the domain to within `KNOWN` digits, which is no proof that there is one; `certified` is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import mpmath
import numpy as np
import scipy
from flint import arb, arb_mat, ctx, fmpq
from sympy import Basic, Eq, Ge, Gt, ImmutableMatrix, Integer, Le, Lt, Rational

from theoremtest.derivations.language import Domain, PositiveDefinite, PositiveSemidefinite, Statement, TheoremtestError
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.balls.grid import Grid
from theoremtest.derivations.proof.balls.program import Program
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.points.coordinates import space_of
from theoremtest.derivations.proof.points.random_points import Draws, drawn_values
from theoremtest.numerics.routes.certified_points import by_symbol, fails_beside
from theoremtest.numerics.routes.relation_trials import inside
from theoremtest.numerics.routes.sizes import small_sizes
from theoremtest.numerics.routes.trial import known_to

BITS = 2048
"""Precision with which a point is worked out."""
KNOWN = 500
"""Decimal digits to which its conditions hold."""
STARTS, STEPS = 12, 60
"""Random starts, and steps of least squares from each."""
CLOSE = 1e-10
"""What the largest residual must fall below in floats."""
RANK = 1e-8
"""Singular values below this share of the largest are those of equations that follow from others."""
SHORT = 64
"""The denominator of a coordinate that stays as it is."""
MOST = 60
"""Unknowns beyond which no point is looked for."""
SECONDS = 3.0
"""For all points of a domain."""
ATTEMPTS, BESIDE = 6, 3
"""Sizes that are tried, and points that are enough."""


class Equations:
    """The conditions of a domain at some sizes as numbers that are to vanish, in the coordinates and in further unknowns for squares."""

    def __init__(self, domain: Domain, sizes: dict):
        self.domain, self.sizes, self.space = domain, sizes, space_of(domain)
        self.coordinates = self.space.coordinates(sizes)
        conditions = [condition for condition in self.space.joint if _kind(condition) is not None]
        self.kinds = [_kind(condition) for condition in conditions]
        self.gaps = [_gap(condition) for condition in conditions]
        self.code = Program(*self.gaps)
        self.free = [k for k, (_, _, bounds) in enumerate(self.coordinates) if not bounds.integer]

    @cached_property
    def squares(self) -> list[int]:
        """For each condition how many unknowns its square has: none of an equation."""
        shapes = [getattr(gap, "shape", ()) for gap in self.gaps]
        return [0 if kind == "zero" else 1 if not shape else self._size(shape[0]) ** 2
                for kind, shape in zip(self.kinds, shapes, strict=True)]

    def _size(self, side: Basic) -> int:
        return int(side.subs(self.sizes)) if not side.is_Integer else int(side)

    def residuals(self, values: list, squares: list) -> list[arb]:
        """What is to vanish, for numbers at all coordinates and in the squares. Raises NotEvaluable where a formula has no value."""
        run, found, start = self.code.run(self.space.filled_in(self.sizes, values)), [], 0
        for kind, root, count in zip(self.kinds, self.code.roots, self.squares, strict=True):
            value = run.get(root)
            entries = value.entries if isinstance(value, Grid) else [value]
            if kind != "zero":
                part, start = squares[start:start + count], start + count
                entries = _less_a_square(entries, part, strict=kind == "definite")
            found += [arb(entry) for entry in entries]
        return found

    def point(self, values: list) -> dict:
        """The point with these numbers, fractions or of mpmath, at its coordinates."""
        return {**{name: Integer(n) for name, n in self.sizes.items()}, **by_symbol(self.space, self.sizes, values, _matrix)}


def _matrix(rows: int, columns: int, entries: list) -> Any:
    """Of fractions, or of numbers of mpmath where one of its entries is one."""
    if all(isinstance(entry, Rational) for entry in entries):
        return ImmutableMatrix(rows, columns, entries)
    return mpmath.matrix([list(map(_as_mpf, entries[start:start + columns])) for start in range(0, rows * columns, columns)])


def _kind(condition: Basic) -> str | None:
    """How a condition is met: what is to vanish, to be a square, or to be a square and a little more; None where it is only checked."""
    if isinstance(condition, Eq):
        return "zero"
    if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)):
        return "definite" if isinstance(condition, PositiveDefinite) else "square"
    if isinstance(condition, (Gt, Lt, Ge, Le)) and not getattr(condition.lhs, "shape", ()):
        return "definite" if isinstance(condition, (Gt, Lt)) else "square"
    return None


def _gap(condition: Basic) -> Basic:
    if isinstance(condition, Eq):
        return condition.lhs - condition.rhs
    return condition.matrix if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)) else condition.gts - condition.lts


def _less_a_square(entries: list, part: list, strict: bool) -> list:
    """The entries of a symmetric matrix, on and above the diagonal, less those of L L^T, and of a little of the identity."""
    size = round(len(entries) ** 0.5)
    little = fmpq(1, 64) if strict else fmpq(0)
    found = []
    for i in range(size):
        for j in range(i, size):
            square = sum((part[i * size + k] * part[j * size + k] for k in range(size)), fmpq(0))
            found.append(entries[i * size + j] - square - (little if i == j else 0))
    return found


@dataclass(frozen=True)
class Solved:
    """A point, fractions and numbers of mpmath to `KNOWN` digits and more; and what it was solved from."""

    point: dict
    equations: Equations
    numbers: tuple
    """Fractions and balls at the coordinates and in the squares."""

    @property
    def rounded(self) -> dict:
        """The point with fewer digits: what hangs on the last ones, as the inverse of what vanishes, is another number there."""
        return {symbol: _rounded(value) for symbol, value in self.point.items()}

    def proof_of(self, statement: Statement) -> Callable[[], bool]:
        """What proves that the statement fails at a point of the domain beside this one."""
        return partial(fails_beside, statement, self.equations.domain, self.equations.sizes, self.numbers[:len(self.equations.coordinates)])


def solved_beside(domain: Domain, drawn: list[dict], seed: str) -> list[Solved]:
    """Points of sizes that the drawn ones lack: all above 1 at once, equal and not; any where none is drawn. Raises nothing."""
    if domain.chart is not None or not (space_of(domain).joint or not drawn):
        return []
    sizes = small_sizes(domain)
    grown = [dimension for dimension in domain.dimensions if any(one[dimension] > 1 for one in sizes)]
    wanted = [one for one in sizes if all(one[dimension] > 1 for dimension in grown)]
    if not drawn:
        wanted = [*wanted[:ATTEMPTS], *sizes]
    elif not grown or any(all(point[dimension] > 1 for dimension in grown) for point in drawn):
        return []
    found: list[Solved] = []
    limit = Deadline(SECONDS)
    for attempt, one in enumerate(wanted[:2 * ATTEMPTS]):
        try:
            found += solved_points(domain, one, BESIDE - len(found) if not grown else 1, f"{seed} {attempt}", limit)
        except (OutOfTime, TheoremtestError):
            break
        if len(found) == BESIDE:
            break
    return found


def solved_points(domain: Domain, sizes: dict, count: int, seed: str, limit: Deadline) -> list[Solved]:
    """Up to so many points of these sizes. Raises OutOfTime."""
    try:
        equations = Equations(domain, sizes)
        if len(equations.free) + sum(equations.squares) > MOST:
            return []
    except balls.NotEvaluable:
        return []
    found: list[Solved] = []
    for start in range(STARTS):
        limit.check()
        try:
            solved = _solved(equations, Draws(f"{seed} solved {start}"))
        except (balls.NotEvaluable, ArithmeticError, np.linalg.LinAlgError):
            continue
        with known_to(KNOWN):
            if solved is not None and inside(domain, solved.point):
                found.append(solved)
        if len(found) == count:
            break
    return found


def _solved(equations: Equations, draws: Draws) -> Solved | None:
    """A point from one random start; None where least squares do not meet the conditions, or more digits do not stand."""
    start = drawn_values(equations.space, draws, equations.sizes)
    values = [float(value) for value in start]
    unknowns = [values[k] for k in equations.free] + [draws.below(1000) / 500 - 1 for _ in range(sum(equations.squares))]

    def laid_out(numbers: list) -> tuple[list, list]:
        at = [fmpq(int(value.p), int(value.q)) for value in start]
        for k, number in zip(equations.free, numbers, strict=False):
            at[k] = number
        return at, list(numbers[len(equations.free):])

    found = _least_squares(lambda numbers: equations.residuals(*laid_out(numbers)), unknowns)
    if found is None:
        return None
    numbers = _with_more_digits(lambda numbers: equations.residuals(*laid_out(numbers)), *found)
    if numbers is None:
        return None
    at, squares = laid_out(numbers)
    return Solved(equations.point([_number(value) for value in at]), equations, (*at, *squares))


def _least_squares(residuals: Any, unknowns: list[float]) -> tuple[np.ndarray, np.ndarray] | None:
    """Unknowns at which the residuals vanish in floats, and the slopes there; None where no step helps any more."""
    x = np.array(unknowns)

    def value(x: np.ndarray) -> np.ndarray:
        return np.array([float(entry.mid()) for entry in residuals([arb(float(one)) for one in x])])

    with rules.precision(128):
        here = value(x)
        for _ in range(STEPS):
            slopes = _slopes(residuals, x)
            if not here.size or np.abs(here).max() < CLOSE:
                return x, slopes
            step = np.linalg.lstsq(slopes, here, rcond=RANK)[0]
            for shrink in (1.0, 0.5, 0.25, 0.0625, 0.015625):
                there = value(x - shrink * step)
                if np.isfinite(there).all() and np.linalg.norm(there) < np.linalg.norm(here):
                    break
            else:
                return None
            x, here = x - shrink * step, there
    return None


def _slopes(residuals: Any, x: np.ndarray) -> np.ndarray:
    """The derivatives of the residuals by the unknowns, by difference quotients of 128 bits."""
    step = arb(2) ** -50
    at = [arb(float(one)) for one in x]
    here = residuals(at)
    columns = [[float(((after - before) / step).mid()) for after, before in
                zip(residuals([*at[:k], at[k] + step, *at[k + 1:]]), here, strict=True)] for k in range(len(at))]
    return np.array(columns).T.reshape(len(here), len(at))


def _with_more_digits(residuals: Any, x: np.ndarray, slopes: np.ndarray) -> list | None:
    """The unknowns as fractions and as numbers of `BITS` bits at which all residuals vanish; None where they do not."""
    values = np.linalg.svd(slopes, compute_uv=False) if slopes.size else np.zeros(0)
    rank = int(np.sum(values > RANK * values[0])) if values.size and values[0] > 0 else 0
    pivots = list(scipy.linalg.qr(slopes, pivoting=True)[2][:rank]) if rank else []
    rows = list(scipy.linalg.qr(slopes.T, pivoting=True)[2][:rank]) if rank else []
    numbers: list = [fmpq(round(float(one) * SHORT), SHORT) if k not in pivots else arb(float(one)) for k, one in enumerate(x)]
    bits = 128
    for _ in range(4 * BITS.bit_length()):
        with rules.precision(bits):
            here = residuals(numbers)
            if pivots:
                step = _newton(residuals, numbers, here, pivots, rows)
                for k, change in zip(pivots, step, strict=True):
                    numbers[k] = arb((numbers[k] - change).mid())
            largest = max((abs(entry).mid() for entry in here), default=arb(0))
            if bits == BITS and largest < arb(10) ** -KNOWN:
                return numbers
            if not largest < 1:
                return None
        bits = min(2 * bits, BITS) if largest < arb(2) ** (-bits // 3) else bits
    return None


def _newton(residuals: Any, numbers: list, here: list, pivots: list[int], rows: list[int]) -> list:
    """The step of Newton's method for as many equations as unknowns."""
    step = arb(2) ** (-ctx.prec // 3)
    columns = []
    for k in pivots:
        moved = residuals([*numbers[:k], numbers[k] + step, *numbers[k + 1:]])
        columns.append([((moved[i] - here[i]) / step).mid() for i in rows])
    matrix = arb_mat([[columns[j][i] for j in range(len(pivots))] for i in range(len(rows))])
    return [entry.mid() for entry in matrix.solve(arb_mat([[here[i].mid()] for i in rows])).entries()]


def _number(value: Any) -> Any:
    """A fraction of SymPy, or a number of mpmath with all its digits."""
    if isinstance(value, fmpq):
        return Rational(int(value.p), int(value.q))
    mantissa, exponent = value.mid().man_exp()
    with mpmath.workprec(BITS + 64):
        return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


def _rounded(value: Any) -> Any:
    with mpmath.workprec(BITS - 64):
        if isinstance(value, mpmath.matrix):
            return value.apply(lambda entry: +entry)
        return +value if isinstance(value, mpmath.mpf) else value


def _as_mpf(value: Any) -> mpmath.mpf:
    with mpmath.workprec(BITS + 64):
        return mpmath.mpf(int(value.p)) / int(value.q) if isinstance(value, Rational) else mpmath.mpf(value)
