"""Moments of random integrands against Gauss-Hermite quadrature, which knows nothing of tilts, half moments or words.

An integrand is a polynomial times exponentials and waves of two normal numbers, or functions with a corner of one; a rule of 120 nodes is
exact far beyond double precision for the first, and the second are integrated over each half line by Gauss-Legendre nodes.
"""

import random

import numpy as np
import pytest
from sympy import Abs, Heaviside, Max, Rational, S, cos, exp, lambdify, sign, sin

from theoremtest.derivations.language import Domain, reals
from theoremtest.derivations.proof.chance.averages import Averages
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.matrices.scalarise import Scalarised

a, b = reals("a", "b")
TOLERANCE = 1e-9
"""Relative to the mean of the modulus: the quadrature's own error is below 1e-11 of that for these integrands."""


def exact(quantity, variances):
    domain = Domain(over=[a, b])
    return float(Averages(variances, Scalarised(domain, Deadline(20)), Deadline(20)).mean(quantity).evalf(30))


def smooth(chance):
    number = lambda: Rational(chance.randint(-4, 4), chance.randint(2, 4))  # noqa: E731  one draw after another
    wave = chance.choice([lambda x: S.One, cos, sin, lambda x: cos(x) * sin(2 * x), lambda x: sin(x) ** 2])
    return (a ** chance.randint(0, 3) * b ** chance.randint(0, 2) * exp(number() * a + number() * b - abs(number()) * a**2)
            * wave(number() * a + number() * b + number()) + number() * a * b)


@pytest.mark.parametrize("seed", range(24))
def test_polynomials_times_exponentials_and_waves(seed):
    chance = random.Random(seed)
    quantity, variances = smooth(chance), {a: Rational(chance.randint(1, 4), 3), b: Rational(chance.randint(1, 4), 5)}
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    weights = weights / np.sqrt(2 * np.pi)
    x, y = np.meshgrid(nodes * float(variances[a]) ** 0.5, nodes * float(variances[b]) ** 0.5)
    values = np.broadcast_to(lambdify((a, b), quantity, "numpy")(x, y), x.shape) * np.outer(weights, weights)
    assert abs(exact(quantity, variances) - values.sum()) <= TOLERANCE * np.abs(values).sum() + 1e-15


CORNERS = [lambda x: Max(0, x), Abs, sign, Heaviside, lambda x: Max(x, x / 5), lambda x: Max(0, -x), lambda x: Max(-x, 3 * x)]


@pytest.mark.parametrize("seed", range(24))
def test_functions_with_a_corner(seed):
    chance = random.Random(seed)
    quantity = a ** chance.randint(0, 3)
    for _ in range(chance.randint(1, 3)):
        quantity *= chance.choice(CORNERS)(Rational(chance.choice([-3, -1, 2, 5]), 4) * a) ** chance.randint(1, 3)
    variance = Rational(chance.randint(1, 5), 3)
    nodes, weights = np.polynomial.legendre.leggauss(200)
    x = 6.5 * (nodes + 1)  # 13 deviations, beyond which nothing is left in double precision
    density = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi) * 6.5 * weights
    compute = lambdify(a, quantity, "numpy")
    values = [np.broadcast_to(compute(side * x * float(variance) ** 0.5), x.shape) * density for side in (1, -1)]
    assert abs(exact(quantity, {a: variance, b: S.One}) - np.sum(values)) <= TOLERANCE * np.abs(values).sum() + 1e-15
