"""Coq takes Hessians of potentials of the length, fields that are none, and what a flow minimises; it refuses wrong twins of them.

Skipped where there is no Coq.
"""

import pytest
from sympy import Identity, Rational, Symbol, sqrt

from helpers.coq import denied, needs_coq, part_taken
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.certificates.matrices_terms import NoCertificate
from theoremtest.derivations.certificates.printing.numbers import proving
from theoremtest.derivations.language import Domain, Dot, Hessian, Minimises, NotHessian, dimension, matrix, real, vector
from theoremtest.derivations.proof.witnesses.proving import prove

n = dimension("n")
v, start, other = vector("v", n), vector("start", n), vector("other", n)
c, k, A = real("c"), Symbol("k", integer=True, positive=True), matrix("A", n, n)
SQUARE, OUTER = Dot(v, v), v * v.T
AWAY = Domain(SQUARE > 0, over=[v, c])
SCALED = Domain(SQUARE > 0, c > 0, over=[v])
POWERS = Domain(SQUARE > 0, over=[v, k])
BOTH = Domain(SQUARE > 0, Dot(start, start) > 0, c > 0, over=[v, start])
ROOT = sqrt(c**2 + SQUARE)


def field(one, outer):
    return one * Identity(n) + outer * OUTER


FOURTH, OUT = c * SQUARE**2 / 4, c * Dot(start, start)


def least(potential=FOURTH, slope=OUT, outer=-2 / (3 * SQUARE**2), warp=c):
    """The potential of the fourth power, whose Hessian is r I + 2 v v^T."""
    return Minimises(potential, slope * start, v, start, field(1 / SQUARE, outer), warp, on=BOTH)


PAIRS = {
    "Hessian": tuple(Hessian(c * SQUARE**2 / 4, v, field(c * SQUARE, factor * c), on=AWAY) for factor in (2, 1)),
    "Hessian of a root": tuple(Hessian(ROOT, v, field(1 / ROOT, sign / ROOT**3), on=AWAY & SCALED) for sign in (-1, 1)),
    "Hessian of a power": tuple(Hessian(SQUARE ** (k / 2) / k, v, SQUARE ** (k / 2 - 2) * field(SQUARE, k - less), on=POWERS)
                                for less in (2, 1)),
    "no Hessian": tuple(NotHessian(field(c * SQUARE, factor * c), v, on=SCALED) for factor in (1, 2)),
    "least": (least(), least(slope=2 * OUT)),
    "preconditioner": (least(), least(outer=2 / (3 * SQUARE**2))),
    "warp": (least(), least(warp=2 * c)),
    "potential": (least(), least(potential=2 * FOURTH)),
    "convex": (least(), least(potential=-FOURTH, slope=-OUT, warp=-c)),
}


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_taken_and_its_wrong_twin_refused(matrix_kernel, name):
    true, wrong = PAIRS[name]
    assert part_taken(matrix_kernel, matrix_part(true))
    assert not part_taken(matrix_kernel, matrix_part(wrong), like=matrix_part(true))
    part = matrix_part(true)
    assert not part.supposes or any(matrix_kernel.check(f"holds_{name[:2]}", lemma).taken for lemma in part.witnesses(f"holds_{name[:2]}"))


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("wrong, refuted", [(least(slope=2 * OUT), True), (least(), False)], ids=["twice the slope", "true"])
def test_another_slope_is_refuted_and_the_true_one_is_not(matrix_kernel, wrong, refuted):
    part = denied(wrong, {c: Rational(3, 2), n: 1})
    assert part_taken(matrix_kernel, part) == refuted


@pytest.mark.slow
@needs_coq
def test_in_one_dimension_every_such_field_is_a_hessian(matrix_kernel):
    """What the theorem supposes of the dimension is needed: without it Coq takes nothing."""
    part = matrix_part(PAIRS["no Hessian"][0])
    wider = part.stated.replace("(1 < n)%N", "(0 < n)%N")
    assert wider != part.stated
    with proving(prove):
        scripts = [part.proof()]
    assert scripts and not any(matrix_kernel.check("wider", part.whole("wider", one).replace(part.stated, wider)).taken for one in scripts)


@pytest.mark.parametrize("statement", [
    Hessian(Dot(v, A * v), v, A + A.T, on=AWAY & Domain(over=[A])),
    Hessian(SQUARE**2 / 4, v, field(SQUARE, 2), on=Domain(over=[v])),
    Hessian(SQUARE, v, 2 * Identity(n), on=AWAY),
    NotHessian(field(SQUARE, Dot(v, other)), v, on=AWAY & Domain(over=[other])),
], ids=["another matrix", "at zero", "no outer product", "another vector"])
def test_what_is_no_function_of_the_length_has_no_text(statement):
    with pytest.raises(NoCertificate):
        matrix_part(statement)


def test_the_theorem_says_what_the_claim_says():
    said = matrix_part(least()).stated
    for words in ("exists G : 'cV[R]_n -> 'cV[R]_n", "is_gradient (fun y : 'cV[R]_n => (c * dot y y ^ 2 / 4)%Re) x (G x)",
                  "*m M = 1%:M", "is_jacobian G x ((c)%Re *: M)", "p 0%Re = start", "X *m z = X *m limit -> z <> limit"):
        assert words in said, said
