"""Inequalities made by chance, over matrices, norms, eigenvalues and ranks: none that is proved fails at matrices of numbers.

The numbers are worked out by NumPy from the same choices, at matrices of several sizes: random, of low rank, of size 1, zero, orthogonal.
"""

import random

import numpy as np
import pytest
from norm_statements import A, B, V, W, d, fro, h, u, v
from sympy import Abs, Eq, Ge, Rational, Trace, sqrt

from theoremtest.derivations.language import Domain, Dot, LargestEigenvalue, Norm, Rank, SmallestEigenvalue, SpectralNorm
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.norms.prove import prove_matrix_inequality

pytestmark = pytest.mark.drawn(4)

SYMMETRIC = Domain(Eq(A.T, A), Eq(B.T, B), over=[A, B, W, V, u, v])
op, top, low = (lambda x: np.linalg.norm(x, 2)), (lambda x: np.linalg.eigvalsh(x)[-1]), (lambda x: np.linalg.eigvalsh(x)[0])
ATOMS = [
    (fro(W), lambda p: np.linalg.norm(p.W)), (fro(V), lambda p: np.linalg.norm(p.V)), (fro(W + V), lambda p: np.linalg.norm(p.W + p.V)),
    (fro(W - V), lambda p: np.linalg.norm(p.W - p.V)), (Trace(W.T * V), lambda p: np.trace(p.W.T @ p.V)),
    (fro(W)**2, lambda p: np.linalg.norm(p.W)**2), (fro(V)**2, lambda p: np.linalg.norm(p.V)**2), (Norm(u), lambda p: np.linalg.norm(p.u)),
    (Norm(v), lambda p: np.linalg.norm(p.v)), (Dot(u, v), lambda p: p.u @ p.v), (Norm(W * v), lambda p: np.linalg.norm(p.W @ p.v)),
    (Trace(A), lambda p: np.trace(p.A)), (Trace(A * A), lambda p: np.trace(p.A @ p.A)), (Trace(A * B), lambda p: np.trace(p.A @ p.B)),
    (fro(A), lambda p: np.linalg.norm(p.A)), (fro(A * B), lambda p: np.linalg.norm(p.A @ p.B)), (fro(B), lambda p: np.linalg.norm(p.B)),
    (fro(W * A), lambda p: np.linalg.norm(p.W @ p.A)), (Dot(v, A * v), lambda p: p.v @ p.A @ p.v),
    (Dot(u, A * v), lambda p: p.u @ p.A @ p.v),
    (Trace(W.T * W * A), lambda p: np.trace(p.W.T @ p.W @ p.A)), (sqrt(d), lambda p: np.sqrt(p.d)), (d, lambda p: p.d), (h, lambda p: p.h),
    (SpectralNorm(W), lambda p: op(p.W)), (SpectralNorm(A), lambda p: op(p.A)), (SpectralNorm(A * B), lambda p: op(p.A @ p.B)),
    (SpectralNorm(A + B), lambda p: op(p.A + p.B)), (SpectralNorm(B), lambda p: op(p.B)), (LargestEigenvalue(A), lambda p: top(p.A)),
    (SmallestEigenvalue(A), lambda p: low(p.A)), (LargestEigenvalue(A + B), lambda p: top(p.A + p.B)),
    (LargestEigenvalue(B), lambda p: top(p.B)), (SmallestEigenvalue(B), lambda p: low(p.B)),
    (SmallestEigenvalue(W.T * W), lambda p: low(p.W.T @ p.W)), (LargestEigenvalue(A + W.T * W), lambda p: top(p.A + p.W.T @ p.W)),
    (Rank(W), lambda p: np.linalg.matrix_rank(p.W)), (Rank(A), lambda p: np.linalg.matrix_rank(p.A)),
    (Rank(W * A), lambda p: np.linalg.matrix_rank(p.W @ p.A)), (Rank(W + V), lambda p: np.linalg.matrix_rank(p.W + p.V)),
    (Rank(V), lambda p: np.linalg.matrix_rank(p.V)), (1, lambda p: 1.0),
]
FACTORS = (1, 1, 1, 2, Rational(1, 2), 3)


class Point:
    """Matrices of one choice of sizes."""

    def __init__(self, draw: np.random.Generator):
        self.d, self.h = (int(n) for n in draw.integers(1, 5, 2))
        self.A, self.B = (self._symmetric(draw) for _ in range(2))
        self.W, self.V = (self._any(draw, self.h, self.d) for _ in range(2))
        self.u, self.v = (self._any(draw, self.d, 1)[:, 0] for _ in range(2))
        if draw.random() < 0.2:
            self.V, self.u = -self.W, self.v

    @staticmethod
    def _any(draw, rows, columns):
        kind = draw.integers(5)
        if kind == 0:
            return np.zeros((rows, columns))
        if kind == 1:
            return np.outer(draw.normal(size=rows), draw.normal(size=columns))
        if kind == 2:
            return np.eye(rows, columns) * draw.normal()
        if kind == 3:
            return np.linalg.qr(draw.normal(size=(rows, columns)))[0] @ np.eye(min(rows, columns), columns)
        return draw.normal(size=(rows, columns)) * 10**draw.normal()

    def _symmetric(self, draw):
        made = self._any(draw, self.d, self.d)
        return made + made.T if draw.random() < 0.5 else (made @ made.T) * draw.choice([-1, 1])


def statement(seed: int):
    """Both sides of `greater >= smaller`, as a formula and as a function of a point."""
    draw = random.Random(seed)

    def side(terms):
        parts = []
        for _ in range(terms):
            factors = [draw.choice(ATOMS) for _ in range(draw.choice((1, 1, 2)))]
            parts.append((draw.choice(FACTORS), factors, draw.random() < 0.15))
        formula, rules = 0, []
        for number, factors, modulus in parts:
            made = number
            for atom, _ in factors:
                made = made * atom
            formula = formula + (Abs(made, evaluate=False) if modulus else made)
            rules.append((float(number), [rule for _, rule in factors], modulus))

        def value(point):
            total = 0.0
            for number, functions, modulus in rules:
                product = number * float(np.prod([function(point) for function in functions]))
                total += abs(product) if modulus else product
            return total

        return formula, value

    return side(draw.choice((1, 2, 2))), side(draw.choice((1, 1, 2)))


def points():
    draw = np.random.default_rng(7)
    return [Point(draw) for _ in range(400)]


POINTS = points()


def attempt(seed: int, seconds: float = 3.0):
    """Whether the inequality of a seed is proved, and the worst that it is missed by at the points, with its text."""
    (greater, over), (smaller, under) = statement(seed)
    relation = Ge(greater, smaller, evaluate=False)
    if not relation.free_symbols:
        return False, 0.0, str(relation)
    gaps = [(over(point) - under(point)) / (1 + abs(over(point)) + abs(under(point))) for point in POINTS[:40]]
    if min(gaps) < -1e-7 and seed % 10:  # certainly false: only every tenth of these is worth a prover's time
        return False, 0.0, str(relation)
    deadline = Deadline(seconds)
    rung = prove_matrix_inequality(relation, Scalarised(SYMMETRIC, deadline), deadline)
    if rung is None:
        return False, 0.0, str(relation)
    worst = min((over(point) - under(point)) / (1 + abs(over(point)) + abs(under(point))) for point in POINTS)
    return True, worst, f"{relation}: {rung}"


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_nothing_proved_by_chance_is_false(block):
    for seed in range(50 * block, 50 * (block + 1)):
        _, worst, text = attempt(seed, seconds=1.0)
        assert worst > -1e-7, text
