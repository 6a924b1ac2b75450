"""Means and variances over normal draws by Monte Carlo: the points route of an `Expectation`, judged by its standard error.

At each random point of the domain the draws are made in blocks from a seeded generator and the quantity is worked out in float64
from its own inner products. The mean over blocks of a block's mean (or of its unbiased variance) has a standard error, and the
stated value must lie within LIMIT of them: a true statement fails once in some millions of points.
"""

from __future__ import annotations

import hashlib

import numpy as np
import sympy
from sympy import MatrixSymbol

from rederive.derivations.language import Counterexample, Dot, Evidence, Expectation, Outcome
from rederive.numerics.routes.points import draw
from rederive.numerics.routes.trial import named
from rederive.numerics.values.matrices import value

ENGINE = "Monte Carlo"
COUNT, BLOCKS, BLOCK = 4, 64, 1024
LIMIT = 5.5
"""Standard errors by which a true value may be off."""


def applies(statement) -> bool:
    return isinstance(statement, Expectation)


def check(statement: Expectation, seed: str, count: int = COUNT) -> Evidence:
    """The stated moment against the average over draws at `count` random points; refuted where it is too far off."""
    worst, precision = 0.0, 0.0
    points = draw(statement.on, count, seed)
    for number, point in enumerate(points):
        stated = float(value(statement.on.expand(statement.value), point, 20))
        found, error = _estimate(statement, point, f"{seed} {number}")
        off = abs(found - stated) / error if error else float(found != stated) * np.inf
        worst, precision = max(worst, off), max(precision, error / abs(stated) if stated else 0.0)
        if off > LIMIT:
            return Evidence("points", ENGINE, Outcome.REFUTED, "numerical", f"{off:.1f} standard errors", Counterexample(
                tuple(item for item in named(point) if item[0] not in {str(symbol) for symbol in statement.draws}),
                f"{stated:.6g}", f"{found:.6g} ± {error:.1g}", f"{BLOCKS * BLOCK} draws"))
    figure = f"within {worst:.1f} standard errors" + (f", the largest {100 * precision:.1g}% of the value" if precision else "")
    return Evidence("points", ENGINE, Outcome.AGREES, f"{len(points)} points of {BLOCKS * BLOCK} draws", figure)


def _estimate(statement: Expectation, point, seed: str) -> tuple[float, float]:
    """The moment's estimate and its standard error."""
    generator = np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))
    quantity = statement.on.expand(statement.quantity)
    deviations = {symbol: float(value(statement.on.expand(variance), point, 20)) ** 0.5
                  for symbol, variance in statement.draws.items()}
    results = []
    for _ in range(BLOCKS):
        known = {symbol: _array(item) for symbol, item in point.items()}
        for symbol, deviation in deviations.items():
            shape = np.shape(known[symbol])
            known[symbol] = deviation * generator.standard_normal((BLOCK, *shape))
        numbers = np.broadcast_to(_scalar(quantity, known), (BLOCK,))
        results.append(numbers.mean() if statement.moment == "mean" else numbers.var(ddof=1))
    return float(np.mean(results)), float(np.std(results, ddof=1) / np.sqrt(BLOCKS))


def _array(item):
    if hasattr(item, "shape"):
        return np.array([[float(item[i, j]) for j in range(item.shape[1])] for i in range(item.shape[0])])
    return float(item)


def _scalar(expression, known):
    """A scalar expression over a block of draws: an array of one entry for each draw, or a number."""
    if isinstance(expression, Dot):
        left, right = (_matrix(side, known) for side in expression.args)
        return (left * right).sum(axis=(-2, -1))
    if isinstance(expression, sympy.Symbol):
        return known[expression]
    if expression.is_number:
        return float(expression)
    parts = [_scalar(part, known) for part in expression.args]
    if expression.is_Add:
        return sum(parts[1:], parts[0])
    if expression.is_Mul:
        product = parts[0]
        for part in parts[1:]:
            product = product * part
        return product
    if expression.is_Pow:
        return parts[0] ** parts[1]
    raise TypeError(f"Monte Carlo has no rule for {type(expression).__name__} in {expression}")


def _matrix(expression, known):
    if isinstance(expression, MatrixSymbol):
        return known[expression]
    if isinstance(expression, sympy.MatAdd):
        return sum(_matrix(part, known) for part in expression.args)
    if isinstance(expression, sympy.MatMul):
        product, factor = None, 1.0
        for part in expression.args:
            if getattr(part, "shape", ()):
                part = _matrix(part, known)
                product = part if product is None else product @ part
            else:
                factor = factor * _scalar(part, known)
        return np.asarray(factor)[..., None, None] * product
    if isinstance(expression, sympy.Transpose):
        return np.swapaxes(_matrix(expression.arg, known), -1, -2)
    raise TypeError(f"Monte Carlo has no rule for the matrix {type(expression).__name__} in {expression}")
