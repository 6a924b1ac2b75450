"""Formulas between two exponentials and a tangent, whichever way they go; half of them are near misses."""

import random

import pytest
from sympy import Rational, exp

from theoremtest.derivations.language import Domain, reals
from theoremtest.derivations.proof.balls.enclose import truth
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.signs.chords import by_chords
from theoremtest.derivations.proof.signs.hypotheses import Facts
from theoremtest.derivations.proof.signs.signs import Sign, sign
from theoremtest.derivations.proof.signs.signset import NEG, POS

x, s, r, c, a, b, t = reals("x", "s", "r", "c", "a", "b", "t")
weights = Domain(r > 0, s > -r, s < r)
"""s has either sign, and r is greater."""
on, lumped = weights & Domain(x > 0), weights & Domain(a > 0, b > 0, t > 0)
half, whole = exp(x / 2), exp(x)
PROVED = {
    "a multiple of either sign": (s * half - r * whole, on),
    "by the tangent": (s * (whole - half) - r * x * whole / 2, on),
    "a third": (s * (whole - exp(x / 3)) - r * x * whole * 2 / 3, on),
    "a square": (s * ((c + whole)**2 - (c + half)**2) - r * x * whole * (c + whole), on & Domain(c >= 0)),
    "one letter for a product": (s * (exp(a * b * t) - exp(a * b * t / 2)) - r * a * b * t * exp(a * b * t) / 2, lumped),
    "a higher exponential": (exp(2 * x) * (s * (whole - half) - r * x * whole / 2), on),
}
OPEN = {
    "a multiple that may be greater": (2 * s * half - r * whole, on),
    "half the tangent": (s * (whole - half) - r * x * whole / 4, on),
    "a third as a half": (s * (whole - exp(x / 3)) - r * x * whole / 2, on),
    "a square with half the room": (s * ((c + whole)**2 - (c + half)**2) - r * x * whole * (c + whole) / 2, on & Domain(c >= 0)),
    "a square that turns": (r / 100 - r * (half - 2)**2, on),
    "a letter that is bounded": (s * (exp(a * b * t) - exp(a * b * t / 2)) - r * exp(a * b * t) / 2, lumped & Domain(t < 1)),
    "of either sign": (s * (whole - half) - r * x * whole / 2, weights & Domain(over=[x])),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_lies_between_is_negative(name):
    expression, domain = PROVED[name]
    assert by_chords(expression, Facts.of(domain), Deadline(10)) == NEG
    assert sign(expression, domain, Deadline(10)) is Sign.NEGATIVE


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_near_misses_are_not(name):
    expression, domain = OPEN[name]
    assert by_chords(expression, Facts.of(domain), Deadline(10)) != NEG
    assert sign(expression, domain, Deadline(10)) is not Sign.NEGATIVE
    assert any(truth(expression < 0, point) is False for point in points(domain, 400, "near"))


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_no_sign_is_told_wrongly():
    """Random formulas in both exponentials: what is told holds at random points."""
    told = 0
    for seed in range(120):
        draw = random.Random(seed)

        def number(draw=draw):
            return Rational(draw.randint(-6, 6), draw.randint(1, 3))
        expression = (number() * s + number() * r) * (half + abs(number()))**draw.choice((1, 2)) + (number() * s + number() * r) * whole + (
            number() * r * x * whole) + number() * r
        if not expression.has(half) or not expression.has(whole):
            continue
        try:
            found = by_chords(expression, Facts.of(on), Deadline(2))
        except OutOfTime:
            continue
        if found in (NEG, POS):
            told += 1
            relation = expression < 0 if found == NEG else expression > 0
            assert all(truth(relation, point) is not False for point in points(on, 12, f"{seed}"))
    assert told > 5
