"""Lemmas as data: formula, side conditions, name of the Coq lemma. The letters x, y, ... stand for any terms that have values.

A lemma says: where the side conditions hold, so does the conclusion, for all real values of its letters. One that is not in elementary
analysis says where it is from.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .facts import MINUS_OO, OO, equal, limit, nonneg, nonzero, pos
from .table import HALF, PI, TWO, over, root, square
from .terms import MINUS, ONE, ZERO, Refused, Term, add, call, mul, number, power, put, sub, term

X, Y, Z, W = (term("Dummy", (), (f" {name}", (), 0)) for name in "xyzw")


@dataclass(frozen=True)
class Lemma:
    """letters: in the order in which a proof gives their terms. coq: what the lemma is called in the certificates' prelude."""

    letters: tuple[Term, ...]
    sides: tuple[Term, ...]
    conclusion: Term
    coq: str

    def at(self, values: list[Term]) -> tuple[list[Term], Term]:
        """Side conditions and conclusion for terms in place of the letters."""
        if len(values) != len(self.letters):
            raise Refused("a lemma with another number of terms than it has letters")
        where = dict(zip(self.letters, values, strict=True))
        return [put(side, where) for side in self.sides], put(self.conclusion, where)


def _exp(node: Term) -> Term:
    return call("exp", node)


def _log(node: Term) -> Term:
    return call("log", node)


def _neg(node: Term) -> Term:
    return mul(MINUS, node)


def _sin(node: Term) -> Term:
    return call("sin", node)


def _cos(node: Term) -> Term:
    return call("cos", node)


def _part_of_pi(parts: int) -> Term:
    return mul(number(Fraction(1, parts)), PI)


def _fixed(node: Term) -> Term:
    return term("fixed", (node,))


def _order(node: Term, other: Term) -> Term:
    return term("order", (node, other))


def _whole(node: Term) -> Term:
    return term("whole", (node,))


def _counts(*nodes: Term) -> tuple[Term, ...]:
    return tuple(fact for node in nodes for fact in (_whole(node), nonneg(node)))


def _factorial(node: Term) -> Term:
    return call("factorial", node)


def _choose(above: Term, below: Term) -> Term:
    return call("binomial", above, below)


def _lambert(node: Term) -> Term:
    return call("LambertW", node)


def _bessel(kind: str, order: Term, node: Term) -> Term:
    return call(f"bessel{kind}", order, node)


_INDEX = term("Dummy", (), (" index", ("integer",), 0))
_ABOUT_E = add(ONE, mul(_exp(ONE), X))
LEMMAS: dict[str, Lemma] = {
    # exponentials and logarithms
    "exp_pos": Lemma((X,), (), pos(_exp(X)), "exp_pos"),
    "exp_log": Lemma((X,), (pos(X),), equal(_exp(_log(X)), X), "exp_ln"),
    "log_exp": Lemma((X,), (), equal(_log(_exp(X)), X), "ln_exp"),
    "exp_tangent": Lemma((X,), (), nonneg(sub(_exp(X), add(ONE, X))), "exp_ineq1_le"),
    "exp_above_tangent": Lemma((X,), (nonzero(X),), pos(sub(_exp(X), add(ONE, X))), "exp_ineq1"),
    "exp_from_one": Lemma((X,), (nonneg(X),), nonneg(sub(_exp(X), ONE)), "exp_ge_1"),
    "exp_over_one": Lemma((X,), (pos(X),), pos(sub(_exp(X), ONE)), "exp_gt_1"),
    "exp_up_to_one": Lemma((X,), (nonneg(_neg(X)),), nonneg(sub(ONE, _exp(X))), "exp_le_1"),
    "exp_under_one": Lemma((X,), (pos(_neg(X)),), pos(sub(ONE, _exp(X))), "exp_lt_1"),
    "growth_nonneg": Lemma((X, Y), (nonneg(Y),), nonneg(call("GrowthIntegral", X, Y)), "growth_nonneg"),
    "growth_pos": Lemma((X, Y), (pos(Y),), pos(call("GrowthIntegral", X, Y)), "growth_pos"),
    "log_tangent": Lemma((X,), (pos(X),), nonneg(sub(sub(X, ONE), _log(X))), "ln_le_minus_1"),
    "exp_increasing": Lemma((X, Y), (pos(sub(Y, X)),), pos(sub(_exp(Y), _exp(X))), "exp_increasing"),
    "log_increasing": Lemma((X, Y), (pos(X), pos(sub(Y, X))), pos(sub(_log(Y), _log(X))), "ln_increasing"),
    "log_at_least": Lemma((X, Y), (pos(X), nonneg(sub(X, _exp(Y)))), nonneg(sub(_log(X), Y)), "ln_ge"),
    "log_at_most": Lemma((X, Y), (pos(X), nonneg(sub(_exp(Y), X))), nonneg(sub(Y, _log(X))), "ln_le"),
    "log_more_than": Lemma((X, Y), (pos(X), pos(sub(X, _exp(Y)))), pos(sub(_log(X), Y)), "ln_gt"),
    "log_less_than": Lemma((X, Y), (pos(X), pos(sub(_exp(Y), X))), pos(sub(Y, _log(X))), "ln_lt"),
    "hoeffding": Lemma((X, Y, Z), (nonneg(X), nonneg(sub(ONE, X))), nonneg(sub(_exp(add(Z, mul(number(Fraction(1, 8)), square(Y)))), add(
        mul(sub(ONE, X), _exp(sub(Z, mul(X, Y)))), mul(X, _exp(add(Z, mul(sub(ONE, X), Y))))))), "exp_hoeffding"),
    "bernoulli": Lemma((X, Y), (pos(X), nonneg(sub(Y, ONE))), nonneg(sub(power(X, Y), add(ONE, mul(Y, sub(X, ONE))))), "Rpower_bernoulli"),
    "bernoulli_between": Lemma((X, Y), (pos(X), nonneg(Y), nonneg(sub(ONE, Y))),
                               nonneg(sub(add(ONE, mul(Y, sub(X, ONE))), power(X, Y))), "Rpower_bernoulli_le"),
    "log_pos": Lemma((X,), (pos(sub(X, ONE)),), pos(_log(X)), "ln_pos"),
    "power_as_exp": Lemma((X, Y), (pos(X),), equal(power(X, Y), _exp(mul(Y, _log(X)))), "Rpower_def"),
    "power_pos": Lemma((X, Y), (pos(X),), pos(power(X, Y)), "Rpower_pos"),
    "growth_times_rate": Lemma((X, Y), (), equal(mul(X, call("GrowthIntegral", X, Y)), sub(_exp(mul(X, Y)), ONE)), "growth_times_rate"),
    "growth_quotient": Lemma((X, Y), (nonzero(X),), equal(call("GrowthIntegral", X, Y), over(sub(_exp(mul(X, Y)), ONE), X)),
                             "growth_quotient"),
    "growth_at_start": Lemma((X, Y), (equal(Y, ZERO),), equal(call("GrowthIntegral", X, Y), ZERO), "growth_at_start"),
    "minus_one_squared": Lemma((X,), (term("whole", (X,)),), equal(square(power(MINUS, X)), ONE), "pow_1_even"),
    "factor_nonzero": Lemma((X, Y), (nonzero(mul(X, Y)),), nonzero(X), "factor_nonzero"),
    # roots, moduli, signs
    "root_nonneg": Lemma((X,), (nonneg(X),), nonneg(root(X)), "sqrt_pos"),
    "root_pos": Lemma((X,), (pos(X),), pos(root(X)), "sqrt_lt_R0"),
    "square_nonneg": Lemma((X,), (), nonneg(square(X)), "pow2_ge_0"),
    "square_pos": Lemma((X,), (nonzero(X),), pos(square(X)), "pow2_gt_0"),
    "root_of_square": Lemma((X,), (), equal(root(square(X)), call("Abs", X)), "sqrt_Rsqr_abs"),
    "root_product": Lemma((X, Y), (nonneg(X), nonneg(Y)), equal(mul(root(X), root(Y)), root(mul(X, Y))), "sqrt_mult"),
    "larger_square": Lemma((X, Y), (nonneg(X), pos(sub(square(X), square(Y)))), pos(add(X, Y)), "larger_square"),
    "square_not_smaller": Lemma((X, Y), (nonneg(X), nonneg(sub(square(X), square(Y)))), nonneg(add(X, Y)), "square_not_smaller"),
    "max_above_first": Lemma((X, Y), (), nonneg(sub(call("Max", X, Y), X)), "Rmax_l"),
    "max_above_second": Lemma((X, Y), (), nonneg(sub(call("Max", X, Y), Y)), "Rmax_r"),
    "min_below_first": Lemma((X, Y), (), nonneg(sub(X, call("Min", X, Y))), "Rmin_l"),
    "min_below_second": Lemma((X, Y), (), nonneg(sub(Y, call("Min", X, Y))), "Rmin_r"),
    **{strictly + name: Lemma((*letters, Z), tuple(map(sign, sides)), sign(conclusion), coq[place])
       for place, (strictly, sign) in enumerate((("", nonneg), ("strictly_", pos)))
       for name, letters, sides, conclusion, coq in (
           ("within", (X,), (sub(Z, X), add(Z, X)), sub(Z, call("Abs", X)), ("Rabs_le", "Rabs_def1")),
           ("above_both", (X, Y), (sub(Z, X), sub(Z, Y)), sub(Z, call("Max", X, Y)), ("Rmax_lub", "Rmax_lub_lt")),
           ("below_both", (X, Y), (sub(X, Z), sub(Y, Z)), sub(call("Min", X, Y), Z), ("Rmin_glb", "Rmin_glb_lt")))},
    "abs_above_opposite": Lemma((X,), (), nonneg(add(call("Abs", X), X)), "Rle_abs_opp"),
    "abs_nonneg": Lemma((X,), (), nonneg(call("Abs", X)), "Rabs_pos"),
    "abs_above": Lemma((X,), (), nonneg(sub(call("Abs", X), X)), "Rle_abs"),
    "abs_square": Lemma((X,), (), equal(square(call("Abs", X)), square(X)), "pow2_abs"),
    "abs_of_nonneg": Lemma((X,), (nonneg(X),), equal(call("Abs", X), X), "Rabs_right"),
    "abs_of_negative": Lemma((X,), (nonneg(_neg(X)),), equal(call("Abs", X), _neg(X)), "Rabs_left1"),
    "sign_square": Lemma((X,), (nonzero(X),), equal(square(call("sign", X)), ONE), "sign_sqr"),
    "abs_as_sign": Lemma((X,), (), equal(call("Abs", X), mul(X, call("sign", X))), "Rabs_sign"),
    "sign_of_positive": Lemma((X,), (pos(X),), equal(call("sign", X), ONE), "sign_eq_1"),
    "sign_of_negative": Lemma((X,), (pos(_neg(X)),), equal(call("sign", X), MINUS), "sign_eq_m1"),
    "sign_of_zero": Lemma((X,), (equal(X, ZERO),), equal(call("sign", X), ZERO), "sign_0"),
    "max_of_larger": Lemma((X, Y), (nonneg(sub(X, Y)),), equal(call("Max", X, Y), X), "Rmax_left"),
    "max_of_smaller": Lemma((X, Y), (nonneg(sub(Y, X)),), equal(call("Max", X, Y), Y), "Rmax_right"),
    "min_of_larger": Lemma((X, Y), (nonneg(sub(X, Y)),), equal(call("Min", X, Y), Y), "Rmin_right"),
    "min_of_smaller": Lemma((X, Y), (nonneg(sub(Y, X)),), equal(call("Min", X, Y), X), "Rmin_left"),
    # hyperbolic and circular functions
    "cosh_from_one": Lemma((X,), (), nonneg(sub(call("cosh", X), ONE)), "cosh_ge_1"),
    "cosh_pos": Lemma((X,), (), pos(call("cosh", X)), "cosh_pos"),
    "sinh_nonneg": Lemma((X,), (nonneg(X),), nonneg(call("sinh", X)), "sinh_ge_0"),
    "sinh_below_cosh": Lemma((X,), (), pos(sub(call("cosh", X), call("sinh", X))), "sinh_lt_cosh"),
    "sinh_above_cosh": Lemma((X,), (), pos(add(call("cosh", X), call("sinh", X))), "sinh_gt_opp_cosh"),
    "sinh_above": Lemma((X,), (nonneg(X),), nonneg(sub(call("sinh", X), X)), "sinh_ge"),
    "tanh_pos": Lemma((X,), (pos(X),), pos(call("tanh", X)), "tanh_pos"),
    "tanh_nonneg": Lemma((X,), (nonneg(X),), nonneg(call("tanh", X)), "tanh_ge_0"),
    "tanh_below_one": Lemma((X,), (), pos(sub(ONE, call("tanh", X))), "tanh_lt_1"),
    "tanh_above_minus_one": Lemma((X,), (), pos(add(ONE, call("tanh", X))), "tanh_gt_opp_1"),
    "sinh_pos": Lemma((X,), (pos(X),), pos(call("sinh", X)), "sinh_pos"),
    "tanh_below": Lemma((X,), (), pos(sub(ONE, square(call("tanh", X)))), "tanh_bounded"),
    "circle": Lemma((X,), (), equal(add(square(call("sin", X)), square(call("cos", X))), ONE), "sin2_cos2"),
    "sin_of_sum": Lemma((X, Y), (), equal(call("sin", add(X, Y)),
                                           add(mul(call("sin", X), call("cos", Y)), mul(call("cos", X), call("sin", Y)))), "sin_plus"),
    "cos_of_sum": Lemma((X, Y), (), equal(call("cos", add(X, Y)),
                                           sub(mul(call("cos", X), call("cos", Y)), mul(call("sin", X), call("sin", Y)))), "cos_plus"),
    "sin_of_opposite": Lemma((X,), (), equal(call("sin", _neg(X)), _neg(call("sin", X))), "sin_antisym"),
    "cos_of_opposite": Lemma((X,), (), equal(call("cos", _neg(X)), call("cos", X)), "cos_sym"),
    "sin_of_turns": Lemma((X,), (term("whole", (X,)),), equal(call("sin", mul(TWO, PI, X)), ZERO), "sin_period_0"),
    "cos_of_turns": Lemma((X,), (term("whole", (X,)),), equal(call("cos", mul(TWO, PI, X)), ONE), "cos_period_1"),
    "sin_of_half_turns": Lemma((X,), (term("whole", (X,)),), equal(_sin(mul(PI, X)), ZERO), "sin_eq_0_1"),
    "cos_of_half_turns": Lemma((X,), (term("whole", (X,)),), equal(_cos(mul(PI, X)), power(MINUS, X)), "cos_Zmult_PI"),
    "sin_at_right": Lemma((), (), equal(_sin(_part_of_pi(2)), ONE), "sin_PI2"),
    "cos_at_right": Lemma((), (), equal(_cos(_part_of_pi(2)), ZERO), "cos_PI2"),
    "sin_at_fourth": Lemma((), (), equal(_sin(_part_of_pi(4)), over(ONE, root(TWO))), "sin_PI4"),
    "cos_at_fourth": Lemma((), (), equal(_cos(_part_of_pi(4)), over(ONE, root(TWO))), "cos_PI4"),
    "sin_at_sixth": Lemma((), (), equal(_sin(_part_of_pi(6)), HALF), "sin_PI6"),
    "cos_at_sixth": Lemma((), (), equal(_cos(_part_of_pi(6)), mul(HALF, root(number(3)))), "cos_PI6"),
    "sin_up_to_one": Lemma((X,), (), nonneg(sub(ONE, _sin(X))), "SIN_le_1"),
    "sin_from_minus_one": Lemma((X,), (), nonneg(add(ONE, _sin(X))), "SIN_ge_m1"),
    "cos_up_to_one": Lemma((X,), (), nonneg(sub(ONE, _cos(X))), "COS_le_1"),
    "cos_from_minus_one": Lemma((X,), (), nonneg(add(ONE, _cos(X))), "COS_ge_m1"),
    "sin_below": Lemma((X,), (nonneg(X),), nonneg(sub(X, _sin(X))), "sin_le_x"),
    "sin_above_minus": Lemma((X,), (nonneg(X),), nonneg(add(X, _sin(X))), "sin_ge_mx"),
    "sin_above_cubic": Lemma((X,), (nonneg(X),), nonneg(sub(_sin(X), sub(X, mul(number(Fraction(1, 6)), power(X, 3))))), "sin_ge_cubic"),
    "cos_above_parabola": Lemma((X,), (), nonneg(sub(_cos(X), sub(ONE, mul(HALF, square(X))))), "cos_ge_parabola"),
    "cos_below_quartic": Lemma((X,), (), nonneg(sub(add(ONE, _neg(mul(HALF, square(X))), mul(number(Fraction(1, 24)), power(X, 4))),
                                                    _cos(X))), "cos_le_quartic"),
    "sin_pos": Lemma((X,), (pos(X), pos(sub(PI, X))), pos(_sin(X)), "sin_gt_0"),
    "sin_nonneg": Lemma((X,), (nonneg(X), nonneg(sub(PI, X))), nonneg(_sin(X)), "sin_ge_0"),
    "cos_pos": Lemma((X,), (pos(add(X, _part_of_pi(2))), pos(sub(_part_of_pi(2), X))), pos(_cos(X)), "cos_gt_0"),
    "cos_nonneg": Lemma((X,), (nonneg(add(X, _part_of_pi(2))), nonneg(sub(_part_of_pi(2), X))), nonneg(_cos(X)), "cos_ge_0"),
    "jordan": Lemma((X,), (nonneg(X), nonneg(sub(_part_of_pi(2), X))), nonneg(sub(_sin(X), over(mul(TWO, X), PI))), "sin_ge_chord"),
    "sin_zero_within": Lemma((X,), (equal(_sin(X), ZERO), pos(sub(PI, X)), pos(add(PI, X))), equal(X, ZERO), "sin_eq_0_within"),
    "sin_of_asin": Lemma((X,), (nonneg(sub(ONE, square(X))),), equal(_sin(call("asin", X)), X), "sin_asin"),
    "cos_of_asin": Lemma((X,), (nonneg(sub(ONE, square(X))),), equal(_cos(call("asin", X)), root(sub(ONE, square(X)))), "cos_asin"),
    "sin_of_atan": Lemma((X,), (), equal(_sin(call("atan", X)), over(X, root(add(ONE, square(X))))), "sin_atan"),
    "cos_of_atan": Lemma((X,), (), equal(_cos(call("atan", X)), over(ONE, root(add(ONE, square(X))))), "cos_atan"),
    "acot_as_atan": Lemma((X,), (nonzero(X),), equal(call("acot", X), call("atan", power(X, -1))), "acot_def"),
    "atan_below": Lemma((X,), (), pos(sub(_part_of_pi(2), call("atan", X))), "atan_lt_PI2"),
    "atan_above": Lemma((X,), (), pos(add(_part_of_pi(2), call("atan", X))), "atan_gt_mPI2"),
    "atan_pos": Lemma((X,), (pos(X),), pos(call("atan", X)), "atan_pos"),
    "atan_nonneg": Lemma((X,), (nonneg(X),), nonneg(call("atan", X)), "atan_ge_0"),
    "atan_up_to": Lemma((X,), (nonneg(X),), nonneg(sub(X, call("atan", X))), "atan_le_x"),
    "asin_up_to": Lemma((X,), (nonneg(sub(ONE, square(X))),), nonneg(sub(_part_of_pi(2), call("asin", X))), "asin_le_PI2"),
    "asin_from": Lemma((X,), (nonneg(sub(ONE, square(X))),), nonneg(add(_part_of_pi(2), call("asin", X))), "asin_ge_mPI2"),
    "asin_pos": Lemma((X,), (nonneg(sub(ONE, square(X))), pos(X)), pos(call("asin", X)), "asin_pos"),
    "asin_nonneg": Lemma((X,), (nonneg(sub(ONE, square(X))), nonneg(X)), nonneg(call("asin", X)), "asin_ge_0"),
    "erf_pos": Lemma((X,), (pos(X),), pos(call("erf", X)), "erf_pos"),
    "erf_nonneg": Lemma((X,), (nonneg(X),), nonneg(call("erf", X)), "erf_ge_0"),
    "erf_below_one": Lemma((X,), (), pos(sub(ONE, call("erf", X))), "erf_lt_1"),
    "erf_above_minus_one": Lemma((X,), (), pos(add(ONE, call("erf", X))), "erf_gt_m1"),
    "gamma_pos": Lemma((X,), (pos(X),), pos(call("gamma", X)), "gamma_pos"),
    "gamma_step": Lemma((X,), (pos(X),), equal(call("gamma", add(X, ONE)), mul(X, call("gamma", X))), "gamma_step"),
    "atan_of_opposite": Lemma((X,), (), equal(call("atan", _neg(X)), _neg(call("atan", X))), "atan_opp"),
    "asin_of_opposite": Lemma((X,), (nonneg(sub(ONE, square(X))),), equal(call("asin", _neg(X)), _neg(call("asin", X))), "asin_opp"),
    "erf_of_opposite": Lemma((X,), (), equal(call("erf", _neg(X)), _neg(call("erf", X))), "erf_opp"),
    "power_nonneg": Lemma((X, Y), (nonneg(X), pos(Y)), nonneg(power(X, Y)), "Rpower_nonneg"),
    # Lambert's W, Bessel functions, factorials
    "lambert_times_exp": Lemma((X,), (nonneg(_ABOUT_E),), equal(mul(_lambert(X), _exp(_lambert(X))), X), "lambert_def"),
    "lambert_of_product": Lemma((X,), (nonneg(add(ONE, X)),), equal(_lambert(mul(X, _exp(X))), X), "lambert_unique"),
    "lambert_log": Lemma((X,), (pos(X),), equal(_log(_lambert(X)), sub(_log(X), _lambert(X))), "ln_lambert"),
    "lambert_pos": Lemma((X,), (pos(X),), pos(_lambert(X)), "lambert_pos"),
    "lambert_nonneg": Lemma((X,), (nonneg(X),), nonneg(_lambert(X)), "lambert_ge_0"),
    "lambert_below": Lemma((X,), (pos(X),), pos(sub(X, _lambert(X))), "lambert_lt"),
    "lambert_up_to": Lemma((X,), (nonneg(_ABOUT_E),), nonneg(sub(X, _lambert(X))), "lambert_le"),
    "lambert_above": Lemma((X,), (pos(_ABOUT_E),), pos(add(ONE, _lambert(X))), "lambert_gt_m1"),
    "lambert_increasing": Lemma((X, Y), (nonneg(_ABOUT_E), pos(sub(Y, X))), pos(sub(_lambert(Y), _lambert(X))), "lambert_increasing"),
    "besselj_neighbours": Lemma((X, Y), (_whole(X),), equal(mul(Y, add(_bessel("j", sub(X, ONE), Y), _bessel("j", add(X, ONE), Y))),
                                                            mul(TWO, X, _bessel("j", X, Y))), "besselj_rec"),
    "besseli_neighbours": Lemma((X, Y), (_whole(X),), equal(mul(Y, sub(_bessel("i", sub(X, ONE), Y), _bessel("i", add(X, ONE), Y))),
                                                            mul(TWO, X, _bessel("i", X, Y))), "besseli_rec"),
    "besselj_turned": Lemma((X, Y), (_whole(X),), equal(_bessel("j", _neg(X), Y), mul(power(MINUS, X), _bessel("j", X, Y))), "besselj_opp"),
    "besseli_turned": Lemma((X, Y), (_whole(X),), equal(_bessel("i", _neg(X), Y), _bessel("i", X, Y)), "besseli_opp"),
    "besselj_up_to_one": Lemma((X, Y), (_whole(X),), nonneg(sub(ONE, square(_bessel("j", X, Y)))), "besselj_le_1"),
    "besseli_pos": Lemma((X, Y), (*_counts(X), pos(Y)), pos(_bessel("i", X, Y)), "besseli_pos"),
    "besseli_falls": Lemma((X, Y), (*_counts(X), pos(Y)), pos(sub(_bessel("i", X, Y), _bessel("i", add(X, ONE), Y))), "besseli_decreasing"),
    "besseli_from_one": Lemma((X,), (), nonneg(sub(_bessel("i", ZERO, X), ONE)), "besseli_0_ge_1"),
    "factorial_step": Lemma((X,), _counts(X), equal(_factorial(add(X, ONE)), mul(add(X, ONE), _factorial(X))), "fact_simpl"),
    "factorial_from_one": Lemma((X,), _counts(X), nonneg(sub(_factorial(X), ONE)), "fact_ge_1"),
    "factorial_pos": Lemma((X,), _counts(X), pos(_factorial(X)), "lt_O_fact"),
    "factorial_from_count": Lemma((X,), _counts(X), nonneg(sub(_factorial(X), X)), "fact_ge_n"),
    "gamma_as_factorial": Lemma((X,), _counts(X), equal(call("gamma", add(X, ONE)), _factorial(X)), "gamma_nat"),
    "binomial_as_factorials": Lemma((X, Y), (*_counts(X, Y), nonneg(sub(X, Y))), equal(
        _choose(X, Y), over(_factorial(X), mul(_factorial(Y), _factorial(sub(X, Y))))), "C_def"),
    "binomial_beyond": Lemma((X, Y), (*_counts(X, Y), pos(sub(Y, X))), equal(_choose(X, Y), ZERO), "C_gt"),
    "binomial_next": Lemma((X, Y), _counts(X, Y), equal(mul(add(Y, ONE), _choose(X, add(Y, ONE))), mul(sub(X, Y), _choose(X, Y))),
                           "C_next"),
    "binomial_first": Lemma((X,), _counts(X), equal(_choose(X, ZERO), ONE), "C_n_0"),
    "binomial_pascal": Lemma((X, Y), _counts(X, Y), equal(_choose(add(X, ONE), add(Y, ONE)), add(_choose(X, Y), _choose(X, add(Y, ONE)))),
                             "pascal"),
    "binomial_nonneg": Lemma((X, Y), _counts(X, Y), nonneg(_choose(X, Y)), "C_ge_0"),
    "binomial_pos": Lemma((X, Y), (*_counts(X, Y), nonneg(sub(X, Y))), pos(_choose(X, Y)), "C_gt_0"),
    "binomial_theorem": Lemma((X, Z, Y), _counts(Y), equal(
        term("Sum", (mul(_choose(Y, _INDEX), power(X, _INDEX), power(Z, sub(Y, _INDEX))), term("Tuple", (_INDEX, ZERO, Y)))),
        power(add(X, Z), Y)), "binomial"),
    "exp_series": Lemma((X, Y), _counts(Y), term("area", (
        term("Sum", (mul(_choose(_INDEX, Y), over(power(X, _INDEX), _factorial(_INDEX))), term("Tuple", (_INDEX, ZERO, OO)))),
        mul(over(power(X, Y), _factorial(Y)), _exp(X)))), "is_exp_series"),
    "delta_apart": Lemma((X, Y), (nonzero(sub(X, Y)),), equal(call("KroneckerDelta", X, Y), ZERO), "delta_neq"),
    "whole_from_one": Lemma((X,), (term("whole", (X,)), pos(X)), nonneg(sub(X, ONE)), "Zlt_le_succ"),
    # vectors
    "dot_nonneg": Lemma((X,), (), nonneg(term("Dot", (X, X))), "dot_nonneg"),
    "pi_pos": Lemma((), (), pos(term("constant", (), "pi")), "PI_RGT_0"),
    # limits, as the letter of the goal goes to its end
    "limit_positive": Lemma((X, Y), (limit(X, Y), pos(Y)), pos(X), "eventually_pos"),
    "limit_invertible": Lemma((X, Y), (limit(X, Y), term("invertible", (Y,))), term("invertible", (X,)), "eventually_invertible"),
    "large_above": Lemma((X, Y), (limit(X, OO), _fixed(Y)), pos(sub(X, Y)), "eventually_gt"),
    "limit_between": Lemma((X, Y, Z, W), (limit(X, W), limit(Z, W), nonneg(sub(Y, X)), nonneg(sub(Z, Y))), limit(Y, W), "is_lim_le_le_loc"),
    "limit_above_large": Lemma((X, Y), (limit(X, OO), nonneg(sub(Y, X))), limit(Y, OO), "is_lim_le_p_loc"),
    "limit_opposite_large": Lemma((X,), (limit(X, OO),), limit(_neg(X), MINUS_OO), "is_lim_opp_p"),
    "limit_opposite_small": Lemma((X,), (limit(X, MINUS_OO),), limit(_neg(X), OO), "is_lim_opp_m"),
    "limit_of_large_sum": Lemma((X, Y, Z), (limit(X, OO), nonneg(sub(Y, Z)), _fixed(Z)), limit(add(X, Y), OO), "is_lim_plus_p"),
    "limit_of_large_multiple": Lemma((X, Y, Z), (limit(X, OO), limit(Y, Z), pos(Z)), limit(mul(X, Y), OO), "is_lim_mult_p"),
    "limit_of_large_product": Lemma((X, Y), (limit(X, OO), limit(Y, OO)), limit(mul(X, Y), OO), "is_lim_mult_p_p"),
    "limit_of_large_power": Lemma((X, Y), (limit(X, OO), pos(Y), _fixed(Y)), limit(power(X, Y), OO), "is_lim_Rpower_p"),
    "limit_of_small_power": Lemma((X, Y), (limit(X, ZERO), pos(X), pos(Y), _fixed(Y)), limit(power(X, Y), ZERO), "is_lim_Rpower_0"),
    "limit_of_inverse_large": Lemma((X,), (limit(X, OO),), limit(power(X, -1), ZERO), "is_lim_inv_p"),
    "limit_of_inverse_small": Lemma((X,), (limit(X, ZERO), pos(X)), limit(power(X, -1), OO), "is_lim_inv_0"),
    "limit_of_bounded_multiple": Lemma((X, Y), (limit(X, ZERO), nonneg(sub(ONE, square(Y)))), limit(mul(X, Y), ZERO),
                                       "is_lim_mult_bounded"),
    "limit_of_exp_large": Lemma((X,), (limit(X, OO),), limit(_exp(X), OO), "is_lim_exp_p"),
    "limit_of_exp_small": Lemma((X,), (limit(X, MINUS_OO),), limit(_exp(X), ZERO), "is_lim_exp_m"),
    "limit_of_log_large": Lemma((X,), (limit(X, OO),), limit(_log(X), OO), "is_lim_ln_p"),
    "limit_of_log_small": Lemma((X,), (limit(X, ZERO), pos(X)), limit(_log(X), MINUS_OO), "is_lim_ln_0"),
    "limit_of_atan": Lemma((X,), (limit(X, OO),), limit(call("atan", X), mul(HALF, PI)), "is_lim_atan_p"),
    "limit_of_erf": Lemma((X,), (limit(X, OO),), limit(call("erf", X), ONE), "is_lim_erf_p"),
    "limit_of_lowergamma_large": Lemma((X, Y), (limit(Y, OO), pos(X), _fixed(X)), limit(call("lowergamma", X, Y), call("gamma", X)),
                                       "is_lim_lowergamma_p"),
    "limit_of_lowergamma_small": Lemma((X, Y), (limit(Y, ZERO), pos(Y), pos(X), _fixed(X)), limit(call("lowergamma", X, Y), ZERO),
                                       "is_lim_lowergamma_0"),
    "exp_outgrows": Lemma((X, Y, Z, W), (limit(X, OO), _fixed(Y), limit(Z, W), pos(W)),
                          limit(mul(power(X, Y), _exp(_neg(mul(X, Z)))), ZERO), "is_lim_Rpower_exp"),
    "power_monotone": Lemma((X, Y, Z), (nonneg(sub(X, ONE)), nonneg(sub(Y, Z))), nonneg(sub(power(X, Y), power(X, Z))), "Rpower_le"),
    # orders of growth: quotients that stay between positive constants
    "order_by_limit": Lemma((X, Y, Z), (limit(over(X, Y), Z), pos(Z)), _order(X, Y), "order_lim"),
    "order_of_sum": Lemma((X, Y, Z, W), (_order(X, Y), _order(Z, W), pos(Y), pos(W)), _order(add(X, Z), add(Y, W)), "order_plus"),
    "order_of_product": Lemma((X, Y, Z, W), (_order(X, Y), _order(Z, W)), _order(mul(X, Z), mul(Y, W)), "order_mult"),
    "order_of_power": Lemma((X, Y, Z), (_order(X, Y), pos(Y), _fixed(Z)), _order(power(X, Z), power(Y, Z)), "order_Rpower"),
    "order_of_larger": Lemma((X, Y, Z), (_order(X, add(Y, Z)), pos(Y), nonneg(Z), nonneg(sub(Y, Z))), _order(X, Y), "order_larger"),
}
"""By name."""
