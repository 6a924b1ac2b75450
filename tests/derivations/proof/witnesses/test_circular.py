"""Identities of sines, cosines and their inverses, each with a proof that the kernel takes; their false twins have none."""

import pytest
from sympy import Abs, Rational, Symbol, acos, acot, asin, atan, cos, cot, pi, sin, sqrt, tan

from helpers.kernel_proofs import no_witness
from theoremtest.derivations.language import Domain, Equal, Holds, reals
from theoremtest.derivations.language.relations import eq
from theoremtest.derivations.proof.attest import witness

a, b, x, y = reals("a", "b", "x", "y")
n = Symbol("n", integer=True)
THIRD = Rational(1, 3)

TRUE = {
    "a sum": (sin(a + b), sin(a) * cos(b) + cos(a) * sin(b), ()),
    "a difference": (cos(a - b), cos(a) * cos(b) + sin(a) * sin(b), ()),
    "three times": (cos(3 * x), 4 * cos(x) ** 3 - 3 * cos(x), ()),
    "five times": (sin(5 * x), 16 * sin(x) ** 5 - 20 * sin(x) ** 3 + 5 * sin(x), ()),
    "half an angle": (sin(x), 2 * sin(x / 2) * cos(x / 2), ()),
    "two parts of an angle": (cos(x / 2) * cos(x / 3), (cos(x / 6) + cos(5 * x / 6)) / 2, ()),
    "a product": (2 * sin(a) * sin(b), cos(a - b) - cos(a + b), ()),
    "a quarter of a turn on": (sin(x + pi / 4), (sin(x) + cos(x)) / sqrt(2), ()),
    "a third of pi on": (cos(x - pi / 3), cos(x) / 2 + sqrt(3) * sin(x) / 2, ()),
    "a twelfth of pi on": (sin(x + pi / 12) * 4, (sqrt(6) + sqrt(2)) * sin(x) + (sqrt(6) - sqrt(2)) * cos(x), ()),
    "whole half turns on": (cos(x + pi * n), (-1) ** n * cos(x), ()),
    "three phases": (sin(x) + sin(x + 2 * pi / 3) + sin(x + 4 * pi / 3), 0, ()),
    "a tangent of twice": (tan(2 * x), 2 * tan(x) / (1 - tan(x) ** 2), (cos(x) > 0, cos(2 * x) > 0)),
    "cotangent less tangent": (cot(x) - tan(x), 2 * cot(2 * x), (sin(2 * x) > 0,)),
    "the sine of an arctangent": (sin(2 * atan(x)), 2 * x / (1 + x**2), ()),
    "the cosine of an arcsine": (cos(2 * asin(x)), 1 - 2 * x**2, (x**2 <= 1,)),
    "arcsine and arccosine": (asin(x) + acos(x), pi / 2, (x**2 <= 1,)),
    "arctangents of inverses": (atan(x) + atan(1 / x), pi / 2, (x > 0,)),
    "an arccotangent": (acot(x), pi / 2 - atan(x), (x > 0,)),
    "a frequency that is a letter": (sin(a * x + b), sin(a * x) * cos(b) + cos(a * x) * sin(b), ()),
}
FALSE = {
    "a sum, the sign": (sin(a + b), sin(a) * cos(b) - cos(a) * sin(b), ()),
    "three times, a factor": (cos(3 * x), 4 * cos(x) ** 3 - 2 * cos(x), ()),
    "a quarter of a turn on, the root": (sin(x + pi / 4), (sin(x) + cos(x)) / 2, ()),
    "whole half turns on, no sign": (cos(x + pi * n), cos(x), ()),
    "half turns of any number": (cos(x + pi * a), (-1) ** n * cos(x), ()),
    "arctangents of inverses, of any sign": (atan(x) + atan(1 / x), pi / 2, (x**2 > 0,)),
    "an arctangent, half a turn away": (atan(x) + atan(1 / x), -pi / 2, (x > 0,)),
    "a modulus": (sin(Abs(x)), sin(x), ()),
}


def statement(left, right, conditions):
    return Equal(left, right, on=Domain(*conditions, over=sorted(left.free_symbols | getattr(right, "free_symbols", set()), key=str)))


@pytest.mark.drawn(12)
@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_an_identity_has_a_proof(name):
    assert witness(statement(*TRUE[name]))


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_a_false_twin_has_none(name):
    assert no_witness(statement(*FALSE[name]))


def test_an_arc_without_a_value_is_no_endless_question():
    """asin(x) has no value beyond 1: the search ends, and finds nothing."""
    from theoremtest.derivations.kernel.goals import goals
    from theoremtest.derivations.kernel.terms import read
    from theoremtest.derivations.language.tree import tree_of
    from theoremtest.derivations.proof.witnesses.proving import prove

    assert None in [prove(goal) for goal in goals(read(tree_of(Holds(eq(asin(x), asin(x)), on=Domain(over=[x])))))]
