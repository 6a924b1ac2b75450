"""Laws of relations: what is proved over the whole domain, by which rung, and that false relations are not."""

import pytest
from sympy import Abs, And, Eq, Implies, Max, Ne, Not, Or, Rational, cosh, exp, gamma, log, sin, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, reals
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.signs.inequality import negation, prove_iff, prove_relation

x, y, t, s, a0 = reals("x", "y", "t", "s", "a_0")
delta, omega, omega0, W, nu0 = reals(r"\delta", r"\omega", r"\omega_0", "W", r"\nu_0")
root = sqrt(delta**2 + 4 * s**2)
plane = omega0 + a0 / 2 * (delta + root)
cone = Domain(s > 0, W > 0, omega**2 <= W * s**2)


def proof(relation, domain, seconds=10):
    return prove_relation(relation, domain, Deadline(seconds))


def equivalence(left, right, domain, seconds=10):
    return prove_iff(left, right, domain, Deadline(seconds))


@pytest.mark.parametrize("relation, domain", [
    (sqrt(delta**2 + 4 * x**2) + delta > 0, Domain(Ne(x, 0), over=[delta])),
    (Abs(omega / (sqrt(W) * s)) <= 1, cone),
    (And(omega / (sqrt(W) * s) >= -1, omega / (sqrt(W) * s) <= 1), cone),
    (Ne(delta - root, 0), Domain(s > 0, over=[delta])),
    (Or(x > 0, x <= 0), Domain(over=[x])),
    (Or(x < y, Eq(x, y), x > y), Domain(over=[x, y])),
    (Implies(x > 1, 1 / x < 1), Domain(Ne(x, 0))),
    (Implies(And(x > 0, y > 0), x * y > 0), Domain(over=[x, y])),
    (Not(x**2 < 0), Domain(over=[x])),
    (tanh(x) < 1, Domain(over=[x])),
    (sinh(t) > tanh(t), Domain(t > 0)),
    (Max(x, -x) >= x, Domain(over=[x])),
    (Eq(cosh(x)**2 - sinh(x)**2, 1), Domain(over=[x])),
    (log(x) <= x - 1, Domain(x > 0)),
    # a positive start, aligned with the target, keeps the denominator of Eq. (27) positive
    (2 * root * cosh(root * t / 2) + 2 * (2 * nu0 + delta) * sinh(root * t / 2) > 0,
     Domain(s > 0, t >= 0, nu0 > (-delta - root) / 2, delta < 0)),
    # the separating plane is not met upstream
    (plane > 0, Domain(s > 0, a0 > 0, delta > 0, omega0 >= 0)),
    (plane > 0, Domain(s > 0, a0 > 0, delta > 0, omega0**2 <= (a0**2 - delta) * s**2)),
    (Ne(a0, 0), Domain(a0**2 - W > 0, W >= 0)),
    (plane >= 0, Domain(s > 0, a0 > 0, delta >= 0, omega0**2 <= (a0**2 - delta) * s**2)),
], ids=str)
def test_a_true_relation_is_proved_by_signs(relation, domain):
    found = proof(relation, domain)
    assert found is not None and found.rung == "sign analysis" and found.scope == "whole domain"


@pytest.mark.parametrize("relation, domain", [
    (x**2 > 0, Domain(over=[x])),
    (x**2 >= Rational(1, 100), Domain(Ne(x, 0))),
    (Or(x > 0, x < 0), Domain(over=[x])),
    (And(x > 0, x < 5), Domain(x > 0)),
    (Implies(x > 0, x > 1), Domain(over=[x])),
    (Abs(omega) < s * sqrt(W), cone),
    (sinh(t) > t + t**3 / 5, Domain(t > 0)),
    (plane > 0, Domain(s > 0, a0 > 0, delta < 0, over=[omega0])),
    (Or(1 / x > 0, x <= 0), Domain(over=[x])),
    (plane > 0, Domain(s > 0, a0 > 0, delta >= 0, omega0**2 <= (a0**2 - delta) * s**2)),
    (sin(x) < 1, Domain(x >= 0, x <= 2)),
], ids=str)
def test_a_false_or_undefined_relation_is_not_proved(relation, domain):
    assert proof(relation, domain) is None


def test_balls_over_boxes_settle_what_signs_cannot_and_say_so():
    found = proof(sin(x) + x * y < Rational(29, 10), Domain(x >= 0, x <= 1, y >= 0, y <= 1, over=[]))
    assert found is not None
    found = proof(gamma(x) > x - Rational(1, 16), Domain(x >= Rational(1, 4), x <= 1))  # beyond the least value of gamma, which signs know
    assert found.rung == "balls over boxes" and "boxes" in found.scope


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_boxes_leave_out_what_a_joint_condition_excludes():
    domain = Domain(x >= 0, x <= 2, y >= 0, y <= 2, x**2 + y**2 <= 1)
    assert proof(sin(x) + cosh(y) < Rational(13, 5), domain).rung == "balls over boxes"
    assert proof(sin(x) + cosh(y) < Rational(13, 5), Domain(x >= 0, x <= 2, y >= 0, y <= 2)) is None


def test_boxes_do_not_cover_an_unbounded_domain():
    assert proof(sin(x) + 2 * sin(2 * x) < Rational(29, 10), Domain(x >= 0)) is None


@pytest.mark.parametrize("left, right, domain", [
    (Eq(sqrt(x**2 / 2 + (t - y) ** 2), -sqrt(x**2 + y**2)), And(Eq(x, 0), Eq(t, 0), Eq(y, 0)), Domain(over=[x, t, y])),
    (root < -2 * nu0 - delta, nu0 < (-delta - root) / 2, Domain(s > 0, delta < 0, over=[nu0])),
    (omega0 / a0 > -(delta + root) / 2, plane > 0, Domain(s > 0, a0 > 0, over=[delta, omega0])),
    (x**2 > y**2, Abs(x) > Abs(y), Domain(over=[x, y])),
    (Ne(x * y, 0), And(Ne(x, 0), Ne(y, 0)), Domain(over=[x, y])),
    (Eq(x**2 + y**2, 0), And(Eq(x, 0), Eq(y, 0)), Domain(over=[x, y])),
    (exp(x) > 1, x > 0, Domain(over=[x])),
    # upstream the plane's side is the sign of a, delta being what a and |w| make it
    (a0 > 0, plane.subs(delta, a0**2 - W) > 0, Domain(s > 0, W > 0, omega0**2 <= s**2 * W, a0**2 - W > 0)),
], ids=str)
def test_an_equivalence_is_proved_in_both_directions(left, right, domain):
    assert equivalence(left, right, domain).rung == "sign analysis in both directions"


@pytest.mark.parametrize("left, right, domain", [
    (Eq(sqrt(x**2 + y**2), sqrt(t**2)), And(Eq(x, 0), Eq(y, 0)), Domain(over=[x, t, y])),
    (x > 0, x >= 0, Domain(over=[x])),
    (x**2 > y**2, x > y, Domain(over=[x, y])),
    (omega0 / a0 > -(delta + root) / 2, plane > 0, Domain(s > 0, a0 < 0, over=[delta, omega0])),
    (1 / x > 0, x > 0, Domain(over=[x])),
], ids=str)
def test_one_direction_is_not_enough(left, right, domain):
    assert equivalence(left, right, domain) is None


def test_a_contradictory_domain_proves_no_relation():
    assert proof(x > y, Domain(x > y, y > x)) is None


def test_negation_reaches_the_comparisons():
    assert negation(And(x > 0, Or(y < 1, Eq(x, y)))) == Or(x <= 0, And(y >= 1, Ne(x, y)))
