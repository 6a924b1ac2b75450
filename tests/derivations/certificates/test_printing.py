"""A theorem says what the statement says: golden texts, one for each thing that a printer can get wrong. Needs no Coq."""

import pytest
import sympy as sp

from theoremtest.derivations.certificates import Unprintable, part_of
from theoremtest.derivations.language import (
    Binomial,
    Domain,
    Dot,
    Equal,
    Evolves,
    Expectation,
    Flow,
    GradientFlow,
    Holds,
    Solves,
    System,
    dimension,
    reals,
    vector,
)
from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.relations import gt

x, y, z, t = reals("x", "y", "z", "t")
a, mu, kappa = reals("a", "\\mu", "\\kappa")
n = dimension("n")


def said(statement, says="proved") -> str:
    """The proposition on one line."""
    return " ".join(part_of(statement, says, ()).stated.split())


def test_an_identity_supposes_its_conditions_and_that_both_sides_are_defined():
    assert said(Equal((x**2 - 1) / (x - 1), x + 1, on=Domain(x > 0))) == (
        "forall (x : R), (x > 0) -> ((-1) + x <> 0) -> (((-1) + x ^ 2) / ((-1) + x) = 1 + x)")


def test_radicands_and_arguments_of_logarithms_are_conditions():
    text = said(Equal(sp.log(x) + sp.sqrt(y), sp.sqrt(y) + sp.log(x, evaluate=False), on=Domain(over=[x, y])))
    assert "(0 < x) ->" in text and "(0 <= y) ->" in text


def test_what_holds_at_every_point_says_that_it_is_defined_there():
    text = said(Holds(1 / x > 0, on=Domain(x > 0)))
    assert text == r"forall (x : R), (x > 0) -> (x <> 0 /\ 1 / x > 0)"


def test_an_abbreviation_is_a_variable_with_an_equation():
    text = said(Equal(kappa**2, x**2 + 4 * mu**2, on=Domain(over=[x, mu], where={kappa: sp.sqrt(x**2 + 4 * mu**2)})))
    assert "(kappa : R)" in text and "(kappa = sqrt (x ^ 2 + 4 * mu ^ 2)) ->" in text
    assert text.endswith("(kappa ^ 2 = x ^ 2 + 4 * mu ^ 2)")


def test_a_derivative_goes_through_an_abbreviation():
    text = said(Equal(sp.Derivative(kappa * x, x), 3 * x**2, on=Domain(over=[x], where={kappa: x**2})))
    assert "Derive (fun x : R => x ^ 2 * x) x" in text


def test_a_complete_list_of_cases_leaves_out_no_point_and_names_none_twice():
    text = said(Classifies({"low": x < y, "high": x >= y}, {"low": x - y < 0, "high": x - y >= 0}, on=Domain(over=[x, y])))
    assert r"(x < y \/ x >= y)" in text and r"~ (x >= y /\ x < y)" in text


def test_a_size_is_a_natural_number():
    text = said(Holds(gt(n * x, x - x * n), on=Domain(x > 0, over=[n])))
    assert text.startswith("forall (n : nat) (x : R), (1 <= n)%nat ->") and "INR n" in text


def test_a_power_with_a_size_for_exponent_is_a_power():
    assert said(Equal(y**n + x, x + y**n, on=Domain(over=[x, y, n]))).endswith("(x + y ^ n = x + y ^ n)")


def test_a_rate_is_a_derivative_along_every_motion_of_the_flow():
    assert said(Evolves(x**2, -2 * a * x**2, along=Flow({x: -a * x}), on=Domain(a > 0, over=[x]))) == (
        "forall (x : R -> R) (a : R) (u : R), (is_derive x u (- (a * x u))) -> (a > 0) -> "
        "(is_derive (fun u : R => x u ^ 2) u ((-2) * a * x u ^ 2))")


def test_gradient_flow_is_stated_by_the_derivative_of_the_loss():
    text = said(Evolves(x, -a * x, along=GradientFlow(x**2 / 2, {x: a}), on=Domain(a > 0, over=[x])))
    assert "(forall g : R, is_derive (fun z : R => z ^ 2 / 2) (x u) g -> is_derive x u (- a * g)) ->" in text


def test_a_solution_has_its_rate_and_its_start():
    assert said(Solves(System({x: -a * x}, {x: y}), {x: y * sp.exp(-a * t)}, on=Domain(t >= 0, over=[a, y]))).endswith(
        r"(is_derive (fun t : R => y * exp (- (a * t))) t (- (a * (y * exp (- (a * t))))) /\ y * exp (- (a * 0)) = y)")


def test_a_refutation_is_the_negation_word_for_word():
    statement = Equal(x + 1, x, on=Domain(x > 0))
    assert said(statement, "refuted") == f"~ ({said(statement)})"


@pytest.mark.parametrize("statement, word", [
    (Equal(Dot(vector("u", n), vector("u", n)), x, on=Domain(over=[vector("u", n), x])), "matrix"),
    (Equal(sp.gamma(x), y, on=Domain(x > 0, over=[y])), "gamma")])
def test_what_has_no_faithful_text_is_refused_in_one_word(statement, word):
    with pytest.raises(Unprintable) as caught:
        part_of(statement, "proved", ())
    assert caught.value.word == word


def test_the_digest_is_of_what_is_said():
    statements = [Equal(x + y, y + factor * x, on=Domain(x > 0, over=[y])) for factor in (1, 2)]
    digests = {part_of(statement, says, ()).digest for statement in statements for says in ("proved", "refuted")}
    assert len(digests) == 4


def test_a_mean_over_a_count_is_the_sum_over_what_it_may_be_and_a_variance_the_mean_square_less_the_square_of_the_mean():
    k = sp.Symbol("k", integer=True)
    drawn = {"draws": {k: Binomial(n, x)}, "on": Domain(over=[n, x, k])}
    mean = "total (fun k : nat => Binomial.C n k * x ^ k * (1 - x) ^ (n - k) * INR k) 0 n"
    assert said(Expectation(k, value=n * x, **drawn)) == (
        f"forall (n : nat) (x : R), (1 <= n)%nat -> (x >= 0) -> (x <= 1) -> ({mean} = x * INR n)")
    assert f"INR k ^ 2) 0 n - {mean} ^ 2 = x" in said(Expectation(k, value=x, moment="variance", **drawn))


def test_what_is_refuted_where_it_has_no_value_says_which_condition_fails():
    assert said(Equal(1 / x, sp.log(y), on=Domain(y > -1, over=[x])), "undefined") == (
        "~ (forall (x : R) (y : R), (y > (-1)) -> (x <> 0 /\\ 0 < y))")


@pytest.mark.parametrize("statement", [Equal(x**2, x * x, on=Domain(over=[x])), Equal(1 / x, x ** -1, on=Domain(sp.Ne(x, 0))),
                                       Holds(gt(1 / x, 0), on=Domain(over=[x]))])
def test_what_has_a_value_everywhere_is_not_refuted_for_lack_of_one(statement):
    with pytest.raises(Unprintable):
        part_of(statement, "undefined", ())
