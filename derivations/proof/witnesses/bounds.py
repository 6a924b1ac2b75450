"""Which lemmas speak of a function: of its sign, and of what it is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from theoremtest.derivations.kernel.facts import nonneg, nonzero, pos
from theoremtest.derivations.kernel.table import PI, square
from theoremtest.derivations.kernel.terms import MINUS, ONE, Term, add, mul, number, power, sub

from .higher import HIGHER, bounds_of_higher, signs_of_higher


def lemmas_about(node: Term, strict: bool) -> Iterator[tuple[str, tuple[Term, ...], tuple[Term, ...]]]:
    """Lemmas whose conclusion is the sign of a number that is one function: name, terms, side conditions."""
    head, args = node.head, node.args
    if head == "exp":
        yield "exp_pos", args, ()
    elif head == "cosh":
        yield "cosh_pos", args, ()
    elif head == "sinh":
        yield "sinh_pos", args, (pos(args[0]),)
        if not strict:
            yield "sinh_nonneg", args, (nonneg(args[0]),)
    elif head == "GrowthIntegral":
        yield "growth_pos", args, (pos(args[1]),)
        if not strict:
            yield "growth_nonneg", args, (nonneg(args[1]),)
    elif head == "tanh":
        yield "tanh_pos", args, (pos(args[0]),)
        if not strict:
            yield "tanh_nonneg", args, (nonneg(args[0]),)
    elif head == "log":
        yield "log_pos", args, (pos(sub(args[0], number(1))),)
    elif head == "constant" and node.mark == "pi":
        yield "pi_pos", (), ()
    elif head == "Abs" and not strict:
        yield "abs_nonneg", args, ()
    elif head in _OF_ONE_SIGN:
        yield f"{head}_pos", args, _OF_ONE_SIGN[head](pos, *args)
        if not strict:
            yield f"{head}_nonneg", args, _OF_ONE_SIGN[head](nonneg, *args)
    elif head in HIGHER:
        yield from signs_of_higher(node, strict)
    elif head == "Pow" and args[1].head != "number":
        yield "power_pos", args, (pos(args[0]),)
    elif head == "Pow" and args[1].mark == Fraction(1, 2):
        yield "root_pos", args[:1], (pos(args[0]),)
        if not strict:
            yield "root_nonneg", args[:1], (nonneg(args[0]),)
    elif head == "Pow" and args[1].mark.numerator == 1 and args[1].mark.denominator > 1:
        yield "power_pos", args, (pos(args[0]),)
        if not strict:
            yield "power_nonneg", args, (nonneg(args[0]),)
    elif head == "Dot" and args[0] is args[1] and not strict:
        yield "dot_nonneg", args[:1], ()


_RIGHT = mul(number(Fraction(1, 2)), PI)
_OF_ONE_SIGN: dict[str, Callable[..., tuple[Term, ...]]] = {
    "sin": lambda sign, u: (sign(u), sign(sub(PI, u))), "cos": lambda sign, u: (sign(add(u, _RIGHT)), sign(sub(_RIGHT, u))),
    "atan": lambda sign, u: (sign(u),), "erf": lambda sign, u: (sign(u),), "asin": lambda sign, u: (nonneg(sub(ONE, square(u))), sign(u))}
"""Functions that are positive, or not negative, where so much is."""


def bounds_of(node: Term) -> Iterator[tuple[str, tuple[Term, ...], tuple[Term, ...]]]:
    """Lemmas that compare a function with something simpler: name, terms, side conditions."""
    head, args = node.head, node.args
    if head == "exp":
        opposite = mul(MINUS, args[0])
        yield "exp_over_one", args, (pos(args[0]),)
        yield "exp_from_one", args, (nonneg(args[0]),)
        yield "exp_under_one", args, (pos(opposite),)
        yield "exp_up_to_one", args, (nonneg(opposite),)
        yield "exp_above_tangent", args, (nonzero(args[0]),)
        yield "exp_tangent", args, ()
    elif head == "log":
        yield "log_tangent", args, (pos(args[0]),)
    elif head == "Pow" and args[1].head != "number":
        yield "bernoulli", args, (pos(args[0]), nonneg(sub(args[1], ONE)))
        yield "bernoulli_between", args, (pos(args[0]), nonneg(args[1]), nonneg(sub(ONE, args[1])))
    elif head == "Pow" and args[1].mark == Fraction(1, 2) and args[0].head == "Add":
        for part in map(_root_of, args[0].args):
            if part is not None:
                for way in (part, mul(MINUS, part)):
                    yield "square_not_smaller", (node, way), (nonneg(node), nonneg(sub(square(node), square(way))))
    elif head == "cosh":
        yield "cosh_from_one", args, ()
        yield "sinh_below_cosh", args, ()
        yield "sinh_above_cosh", args, ()
    elif head == "sinh":
        yield "sinh_above", args, (nonneg(args[0]),)
        yield "sinh_below_cosh", args, ()
        yield "sinh_above_cosh", args, ()
    elif head == "tanh":
        yield "tanh_below_one", args, ()
        yield "tanh_above_minus_one", args, ()
    elif head in ("sin", "cos"):
        yield f"{head}_up_to_one", args, ()
        yield f"{head}_from_minus_one", args, ()
        if head == "cos":
            yield "cos_above_parabola", args, ()
            yield "cos_below_quartic", args, ()
        else:
            for name in ("sin_below", "sin_above_minus", "sin_above_cubic"):
                yield name, args, (nonneg(args[0]),)
            yield "jordan", args, (nonneg(args[0]), nonneg(sub(_RIGHT, args[0])))
    elif head == "atan":
        yield "atan_below", args, ()
        yield "atan_above", args, ()
        yield "atan_up_to", args, (nonneg(args[0]),)
    elif head == "asin":
        yield "asin_up_to", args, (nonneg(sub(ONE, square(args[0]))),)
        yield "asin_from", args, (nonneg(sub(ONE, square(args[0]))),)
    elif head == "erf":
        yield "erf_below_one", args, ()
        yield "erf_above_minus_one", args, ()
    elif head in HIGHER:
        yield from bounds_of_higher(node)
    elif head == "Abs":
        yield "abs_above", args, ()
        yield "abs_above_opposite", args, ()
    elif head in ("Max", "Min"):
        for which in ("first", "second"):
            yield f"{head.lower()}_{'above' if head == 'Max' else 'below'}_{which}", args, ()


def _root_of(summand: Term) -> Term | None:
    """The root of a summand factor by factor; None where a number before it is negative."""
    factors = []
    for part in summand.args if summand.head == "Mul" else (summand,):
        base, exponent = part.args if part.head == "Pow" else (part, ONE)
        if exponent.head != "number" or base.head == "number" and base.mark < 0:
            return None
        factors.append(power(base, exponent.mark / 2) if exponent.mark != 2 else base)
    return mul(*factors)
