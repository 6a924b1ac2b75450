"""A limit as a theorem says what the statement says: golden texts. Needs no Coq."""

import sympy as sp

from theoremtest.derivations.certificates import part_of
from theoremtest.derivations.language import Domain, Limit, Scales, dimension, reals

x, t, a, s, kappa = reals("x", "t", "a", "s", "\\kappa")
n = dimension("n")


def said(statement, says="proved") -> str:
    """The proposition on one line."""
    return " ".join(part_of(statement, says, ()).stated.split())


def test_at_infinity_with_the_conditions_on_what_does_not_move():
    text = said(Limit(sp.exp(-a * t), t, sp.oo, 0, on=Domain(a > 0, t >= 0)))
    assert text == "forall (a : R), (a > 0) -> (is_lim (fun t : R => exp (- (a * t))) p_infty (Finite 0))"


def test_at_minus_infinity_and_to_an_infinite_value():
    text = said(Limit(a * x, x, -sp.oo, -sp.oo, on=Domain(a > 0, over=[x])))
    assert text.endswith("(is_lim (fun x : R => a * x) m_infty m_infty)")


def test_a_number_is_approached_from_above_and_the_formula_has_a_value_near_it():
    text = said(Limit(sp.sin(x) / x, x, 0, 1, on=Domain(over=[x])))
    assert text == (r"(at_right 0 (fun x : R => x <> 0) /\ "
                    "filterlim (fun x : R => sin x / x) (at_right 0) (Rbar_locally (Finite 1)))")


def test_what_does_not_move_has_a_value_too():
    text = said(Limit(x / a, x, 0, 0, on=Domain(over=[x, a])))
    assert text.startswith(r"forall (a : R), (a <> 0 /\ filterlim")


def test_a_whole_number_runs_through_the_naturals():
    text = said(Limit((n + 1) / n, n, sp.oo, 1, on=Domain(over=[n])))
    assert text == r"(eventually (fun n : nat => INR n <> 0) /\ is_lim_seq (fun n : nat => (1 + INR n) / INR n) (Finite 1))"


def test_a_rate_bounds_error_over_rate():
    text = said(Limit(1 + sp.exp(-t), t, sp.oo, 1, rate=1 / t, on=Domain(over=[t])))
    assert r"Rbar_locally' p_infty (fun t : R => t <> 0 /\ 1 / t <> 0)" in text
    assert text.endswith("ex (fun bound : R => Rbar_locally' p_infty (fun t : R => Rabs ((1 + exp (- t) - 1) / (1 / t)) <= bound)))")


def test_an_abbreviation_that_moves_is_written_out_and_one_that_stands_is_a_variable():
    text = said(Limit(kappa / x, x, sp.oo, 1, on=Domain(over=[x, a], where={kappa: x + a})))
    assert "(a + x) / x" in text and "kappa" not in text
    assert "(kappa = a ^ 2) ->" in said(Limit(kappa + 1 / x, x, sp.oo, kappa, on=Domain(over=[x, a], where={kappa: a**2})))


def test_a_refutation_is_the_negation_and_supposes_near_the_point_what_narrows_the_approach():
    assert said(Limit(x, x, 0, 1, on=Domain(x > 0)), "refuted").startswith("~ ((filterlim")
    narrow = Limit(x, x, 0, 1, on=Domain(x > 0, a > 0, x < a))
    assert "(at_right 0 (fun x : R => x < a)) ->" in said(narrow, "refuted") and "at_right 0 (fun" not in said(narrow, "proved")


def test_an_exponent_is_a_quotient_that_stays_between_positive_constants():
    text = said(Scales(a * x**2, x, s, on=Domain(a > 0, x > 0, over=[s])))
    assert text.startswith("forall (s : R) (a : R), (a > 0) -> (Rbar_locally' p_infty (fun x : R => 0 < x")
    assert ("ex (fun low : R => ex (fun high : R => 0 < low /\\ Rbar_locally' p_infty (fun x : R => low <= a * x ^ 2 / Rpower x s /\\ "
            "a * x ^ 2 / Rpower x s <= high)))") in text
