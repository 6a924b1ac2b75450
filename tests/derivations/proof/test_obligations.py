"""What a formula asks for is read off as it is written, and a proof stands only where that is shown."""

import pytest
from sympy import Abs, Derivative, Inverse, Max, Ne, Piecewise, S, Sum, Symbol, acoth, cos, cosh, exp, log, sin, sqrt, symbols, tan

from theoremtest.derivations.language import Domain, Equal, Holds, Outcome, gt, matrix, reals
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide_here, left_out_of
from theoremtest.derivations.proof.discharge import Discharge
from theoremtest.derivations.proof.obligations import loses_value, obligations, written_out
from theoremtest.derivations.proof.points.coordinates import contains

x, y, k, m = reals("x", "y", "k", "m")
n = Symbol("n", integer=True)
A = matrix("A", symbols("d", integer=True, positive=True), symbols("d", integer=True, positive=True))
PLANE = Domain(over=[x, y])


def asked(formula, where=None):
    return {str(found) for found in obligations(written_out(S(formula), Domain(over=[x, y, n], where=where or {})))}


@pytest.mark.parametrize("formula, where, wanted", [
    (log(x), {}, {"x > 0"}),
    (1 / x + sqrt(y), {}, {"x != 0", "y >= 0"}),
    (cosh(log(x)), {}, {"x > 0"}),  # and not of (x + 1/x)/2
    (k * x, {k: 1 / x}, {"x != 0"}),  # though it cancels
    (k * y, {m: log(x), k: exp(m)}, {"x > 0"}),
    (Derivative(log(x) + y, y), {}, {"x > 0"}),  # though it is gone when it is carried out
    (x**n, {}, {"x != 0 or n >= 0"}),
    (x**y, {}, {"x >= 0", "x > 0 or y >= 0"}),
    (exp(x) + Abs(x) * Max(x, y) + x**2, {}, set()),
])
def test_each_part_asks_as_it_is_written(formula, where, wanted):
    assert asked(formula, where) == wanted


def test_a_logarithm_in_another_form_asks_for_the_same():
    (first, *rest) = asked(acoth(x))
    assert {first, *rest} == {"x != 0", "1 + 1/x > 0", "1 - 1/x > 0"}


@pytest.mark.parametrize("formula, given", [
    (Piecewise((log(x), x > 0), (0, True)), (x > 0,)),
    (Sum(1 / (n + x), (n, 1, 3)), (n >= 1, n <= 3)),
])
def test_a_case_and_a_range_are_given(formula, given):
    (found,) = obligations(formula)
    assert {str(condition) for condition in found.given} == {str(condition) for condition in given}


@pytest.mark.parametrize("formula, on, shown", [
    (log(x + 1), Domain(x > 0), True),
    (log(x), Domain(over=[x]), False),
    (1 / (x**2 + 1), Domain(over=[x]), True),
    (Piecewise((log(x), x > 0), (x, True)), Domain(over=[x]), True),
    (Piecewise((1, x > 0)), Domain(over=[x]), False),
    (Piecewise((1, x > 0)), Domain(x > 1), True),
    (x**n, Domain(n >= 0, over=[x]), True),
    (x**n, Domain(Ne(x, 0), over=[n]), True),
    (x**n, Domain(over=[x, n]), False),
    (sqrt(k), Domain(log(x) > 1, where={k: x}), True),  # the condition asks for x > 0
    (Inverse(A), Domain(over=[A]), False),
])
def test_it_is_shown_from_the_domain_or_not(formula, on, shown):
    discharge = Discharge(on, Deadline(5))
    assert all(map(discharge.shows, obligations(written_out(formula, on)))) is shown


def test_a_condition_holds_only_where_its_abbreviations_have_values():
    domain = Domain(k * x > 0, over=[y], where={k: 1 / x})
    assert loses_value(k * x > 0, domain) and contains(domain, {x: S.Zero, y: S.One}) is not True
    assert contains(domain, {x: -S.One, y: S.One}) is True


@pytest.mark.parametrize("left, right, said", [
    (log(x**2), 2 * log(x), "the right side alone has no value unless $x > 0$"),
    (2 * log(x), log(x**2), "the left side alone has no value unless $x > 0$"),
    (1 / x + 1, (x + 1) / x, "neither side has a value unless $x \\neq 0$"),
])
def test_the_scope_of_an_identity_names_what_is_left_out(left, right, said):
    found = decide_here(Equal(left, right, on=Domain(over=[x])))
    assert found.outcome is Outcome.PROVED and said in found.scope


@pytest.mark.parametrize("left, right, said", [
    (tan(x) * cos(x) * log(y), sin(x) * log(y), ["left side alone has no value unless $\\cos{", "unless $y > 0$"]),
    (log(x * y), log(x) + log(y), ["the right side alone has no value unless $x > 0$", "neither side has a value unless $x y > 0$"]),
    (sqrt(x) * sqrt(y), sqrt(x * y), [r"unless $x \geq 0$", r"unless $y \geq 0$"]),
    (1 / x + 1 / y, (x + y) / (x * y), [r"unless $x \neq 0$, as at $x$ = 0, and unless $y \neq 0$, as at $y$ = 0"]),
])
def test_all_that_is_left_out_is_named_each_with_a_point(left, right, said):
    scope = left_out_of(Equal(left, right, on=PLANE), 20)[0].scope
    assert all(words in scope for words in said) and scope.count("unless") == len(said) + said[0].count(", and ")


def test_a_case_that_is_not_taken_leaves_nothing_out():
    root = Piecewise((sqrt(x), x >= 0), (S.Zero, True))
    assert "unless" not in decide_here(Equal(root * y + root, root * (1 + y), on=PLANE)).scope


def test_a_scope_says_nothing_more_where_every_point_has_a_value():
    assert decide_here(Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=PLANE)).scope == "whole domain, wherever both sides are defined"
    assert "unless" in decide_here(Equal(A / x + A / x, 2 * A / x, on=Domain(over=[A, x]))).scope


def test_what_is_not_shown_is_named():
    found = decide_here(Holds(gt(log(x) + 1, log(x)), on=PLANE))
    assert found.outcome is Outcome.UNDECIDED
    assert found.tried == ("log(x) is not shown to have a value all over the domain: x > 0 is not shown",)
