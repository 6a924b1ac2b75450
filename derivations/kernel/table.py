"""The table of functions: where each has a value, where it is smooth, its slopes, and its meaning in simpler functions where it has one.

Real values only. A root has a value where what is below it is not negative; a power of a negative base for whole exponents alone;
`0**0` is 1. `acot` is odd and jumps at 0, where it is pi/2. A row is data that rules and readers share: what has no row has no place in
an exact argument.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .facts import either, equal, nonneg, nonzero, pos, whole
from .terms import MINUS, ONE, ZERO, Refused, Term, add, call, mul, number, power, sub, term

Facts = tuple[Term, ...]
HALF, TWO = number(Fraction(1, 2)), number(2)
PI = term("constant", (), "pi")


def over(top: Term, bottom: Term) -> Term:
    """top / bottom."""
    return mul(top, power(bottom, -1))


def root(node: Term) -> Term:
    """The square root that is not negative."""
    return power(node, Fraction(1, 2))


def neg(node: Term) -> Term:
    """-t."""
    return mul(MINUS, node)


def square(node: Term) -> Term:
    """t^2."""
    return power(node, 2)


@dataclass(frozen=True)
class Row:
    """defined: where the function has a value. smooth: where it is continuously differentiable, beyond that; None where nowhere is known.

    slopes: its partial derivatives, one for each argument, None for one that has no form here. meaning: the same function in simpler ones,
    wherever it has a value. """

    defined: Callable[..., Facts] = lambda *arguments: ()
    smooth: Callable[..., Facts] | None = lambda *arguments: ()
    slopes: Callable[..., tuple[Term | None, ...]] | None = None
    meaning: Callable[..., Term] | None = None


def _exp(node: Term) -> Term:
    return call("exp", node)


def _log(node: Term) -> Term:
    return call("log", node)


def _double(node: Term) -> Term:
    return _exp(mul(TWO, node))


def _inside(u: Term) -> Facts:
    return (pos(sub(ONE, square(u))),)


def _outside(u: Term) -> Facts:
    return (pos(sub(square(u), ONE)),)


def _apart(*arguments: Term) -> Facts:
    return tuple(nonzero(sub(u, v)) for place, u in enumerate(arguments) for v in arguments[:place])


def _of_whole(*counts: Term) -> Facts:
    """Of what is whole by its making: of other numbers there are such functions too, of which nothing is said here."""
    if not all(map(is_whole, counts)):
        raise Refused("a function of whole numbers, of what is none by its making")
    return ()


def _no_pole(u: Term) -> Term:
    """Where the gamma function has a value."""
    return either((pos(u), nonzero(call("sin", mul(PI, u)))))


def _about_e(u: Term) -> Term:
    """1 + e u."""
    return add(ONE, mul(_exp(ONE), u))


def _not_zero(u: Term) -> Facts:
    return (nonzero(u),)


TABLE: dict[str, Row] = {
    "exp": Row(slopes=lambda u: (_exp(u),)),
    "log": Row(lambda u: (pos(u),), slopes=lambda u: (power(u, -1),)),
    "sinh": Row(slopes=lambda u: (call("cosh", u),), meaning=lambda u: mul(HALF, sub(_exp(u), _exp(neg(u))))),
    "cosh": Row(slopes=lambda u: (call("sinh", u),), meaning=lambda u: mul(HALF, add(_exp(u), _exp(neg(u))))),
    "tanh": Row(slopes=lambda u: (sub(ONE, square(call("tanh", u))),), meaning=lambda u: over(sub(_double(u), ONE), add(_double(u), ONE))),
    "coth": Row(_not_zero, slopes=lambda u: (sub(ONE, square(call("coth", u))),),
                meaning=lambda u: over(add(_double(u), ONE), sub(_double(u), ONE))),
    "sech": Row(slopes=lambda u: (neg(mul(call("sech", u), call("tanh", u))),), meaning=lambda u: over(TWO, add(_exp(u), _exp(neg(u))))),
    "csch": Row(_not_zero, slopes=lambda u: (neg(mul(call("csch", u), call("coth", u))),),
                meaning=lambda u: over(TWO, sub(_exp(u), _exp(neg(u))))),
    "asinh": Row(slopes=lambda u: (power(add(square(u), ONE), Fraction(-1, 2)),),
                 meaning=lambda u: _log(add(u, root(add(square(u), ONE))))),
    "acosh": Row(lambda u: (nonneg(sub(u, ONE)),), lambda u: (pos(sub(u, ONE)),),
                 slopes=lambda u: (power(sub(square(u), ONE), Fraction(-1, 2)),),
                 meaning=lambda u: _log(add(u, root(sub(square(u), ONE))))),
    "atanh": Row(_inside, slopes=lambda u: (power(sub(ONE, square(u)), -1),),
                 meaning=lambda u: mul(HALF, sub(_log(add(ONE, u)), _log(sub(ONE, u))))),
    "acoth": Row(_outside, slopes=lambda u: (power(sub(ONE, square(u)), -1),),
                 meaning=lambda u: mul(HALF, _log(over(add(u, ONE), sub(u, ONE))))),
    "sin": Row(slopes=lambda u: (call("cos", u),)),
    "cos": Row(slopes=lambda u: (neg(call("sin", u)),)),
    "tan": Row(lambda u: (nonzero(call("cos", u)),), slopes=lambda u: (add(ONE, square(call("tan", u))),),
               meaning=lambda u: over(call("sin", u), call("cos", u))),
    "cot": Row(lambda u: (nonzero(call("sin", u)),), slopes=lambda u: (neg(add(ONE, square(call("cot", u)))),),
               meaning=lambda u: over(call("cos", u), call("sin", u))),
    "sec": Row(lambda u: (nonzero(call("cos", u)),), slopes=lambda u: (mul(call("sec", u), call("tan", u)),),
               meaning=lambda u: power(call("cos", u), -1)),
    "csc": Row(lambda u: (nonzero(call("sin", u)),), slopes=lambda u: (neg(mul(call("csc", u), call("cot", u))),),
               meaning=lambda u: power(call("sin", u), -1)),
    "asin": Row(lambda u: (nonneg(sub(ONE, square(u))),), _inside, slopes=lambda u: (power(sub(ONE, square(u)), Fraction(-1, 2)),)),
    "acos": Row(lambda u: (nonneg(sub(ONE, square(u))),), _inside, slopes=lambda u: (neg(power(sub(ONE, square(u)), Fraction(-1, 2))),),
                meaning=lambda u: sub(mul(HALF, PI), call("asin", u))),
    "atan": Row(slopes=lambda u: (power(add(ONE, square(u)), -1),)),
    "acot": Row(smooth=_not_zero, slopes=lambda u: (neg(power(add(ONE, square(u)), -1)),)),
    "Abs": Row(smooth=_not_zero, slopes=lambda u: (call("sign", u),)),
    "sign": Row(smooth=_not_zero, slopes=lambda u: (ZERO,)),
    "Max": Row(smooth=_apart), "Min": Row(smooth=_apart),
    "Heaviside": Row(smooth=None), "KroneckerDelta": Row(smooth=None),
    "Parity": Row(lambda u, v: (whole(u), nonneg(u), whole(v), nonneg(v)), smooth=None),
    "floor": Row(smooth=None), "ceiling": Row(smooth=None),
    "erf": Row(slopes=lambda u: (mul(TWO, power(PI, Fraction(-1, 2)), _exp(neg(square(u)))),)),
    "erfc": Row(slopes=lambda u: (mul(number(-2), power(PI, Fraction(-1, 2)), _exp(neg(square(u)))),),
                meaning=lambda u: sub(ONE, call("erf", u))),
    "gamma": Row(lambda u: (_no_pole(u),), smooth=None),
    "lowergamma": Row(lambda s, x: (_no_pole(s), either((pos(x), *(term("both", (pos(s), last)) for last in (nonneg(x), whole(s)))))),
                      lambda s, x: (pos(x),), slopes=lambda s, x: (
        None, mul(power(x, sub(s, ONE)), _exp(neg(x))))),
    "LambertW": Row(lambda u: (nonneg(_about_e(u)),), lambda u: (pos(_about_e(u)),), slopes=lambda u: (
        over(_exp(neg(call("LambertW", u))), add(ONE, call("LambertW", u))),)),
    "besselj": Row(lambda order, u: _of_whole(order), slopes=lambda order, u: (
        None, mul(HALF, sub(call("besselj", sub(order, ONE), u), call("besselj", add(order, ONE), u))))),
    "besseli": Row(lambda order, u: _of_whole(order), slopes=lambda order, u: (
        None, mul(HALF, add(call("besseli", sub(order, ONE), u), call("besseli", add(order, ONE), u))))),
    "factorial": Row(lambda count: (*_of_whole(count), nonneg(count)), smooth=None),
    "binomial": Row(lambda above, below: (*_of_whole(above, below), either((nonneg(above), nonneg(below)))), smooth=None),
    "Expm1": Row(slopes=lambda u: (_exp(u),), meaning=lambda u: sub(_exp(u), ONE)),
    "Log1p": Row(lambda u: (pos(add(ONE, u)),), slopes=lambda u: (power(add(ONE, u), -1),), meaning=lambda u: _log(add(ONE, u))),
    "Hypot": Row(smooth=lambda u, v: (pos(add(square(u), square(v))),), meaning=lambda u, v: root(add(square(u), square(v))),
                 slopes=lambda u, v: (over(u, call("Hypot", u, v)), over(v, call("Hypot", u, v)))),
    "GrowthIntegral": Row(slopes=lambda rate, time: (None, _exp(mul(rate, time)))),
    "Decay": Row(slopes=lambda r, low, t: (neg(mul(t, call("Decay", r, low, t))), neg(mul(t, call("Decay", r, low, t))),
                                           neg(mul(add(r, low), call("Decay", r, low, t)))),
                 meaning=lambda r, low, t: _exp(neg(mul(add(r, low), t)))),
    "Decayed": Row(slopes=lambda r, low, t: (mul(t, call("Decay", r, low, t)), mul(t, call("Decay", r, low, t)),
                                             mul(add(r, low), call("Decay", r, low, t))),
                   meaning=lambda r, low, t: sub(ONE, _exp(neg(mul(add(r, low), t))))),
}
"""Head to row. Powers, sums, products and what is made of matrices have rules of their own, in `obligations` and `slopes`."""
AT_ONE_PLACE = {**dict.fromkeys(("sinh", "tanh", "asinh", "atanh", "sin", "tan", "asin", "atan", "erf", "LambertW"), (0, 0)),
                **dict.fromkeys(("exp", "cosh", "cos", "sech", "erfc", "factorial"), (0, 1)), **dict.fromkeys(("log", "acosh"), (1, 0))}
"""Head to the number at which the function is a number, and that one."""


def meaning_of(node: Term) -> Term:
    """The same function in simpler ones. Raises Refused for one that has no such meaning."""
    row = TABLE.get(node.head)
    if row is None or row.meaning is None:
        raise Refused(f"{node.head} has no meaning in simpler functions")
    return row.meaning(*node.args)


def power_defined(base: Term, exponent: Term) -> Facts:
    """Where a power has a value. Raises Refused for an infinite exponent."""
    if exponent.head == "constant" and exponent.mark not in ("pi", "E"):
        raise Refused(f"a power with the exponent {exponent.mark}")
    if exponent.head == "number":
        value: Fraction = exponent.mark
        if value.denominator == 1:
            return () if value >= 0 else (nonzero(base),)
        return (nonneg(base),) if value > 0 else (pos(base),)
    if base.head == "constant" and base.mark in ("E", "pi"):
        return ()
    if base.head == "number" and base.mark > 0:
        return ()
    if is_whole(exponent):
        return (either((nonzero(base), nonneg(exponent))),)
    return (either((pos(base), term("both", (nonzero(base), whole(exponent))), term("both", (equal(base, ZERO), nonneg(exponent))))),)


def power_smooth(base: Term, exponent: Term) -> Facts:
    """Where a power is continuously differentiable, beyond having a value, and that all around: (-x^2)^(3/2) has one where x = 0 alone."""
    if exponent.head == "number":
        square = base.args[1] is TWO if base.head == "Pow" else base.head == "Dot" and base.args[0] is base.args[1]
        return () if exponent.mark.denominator == 1 or square and exponent.mark > 1 else (pos(base),)
    return () if base.head in ("constant", "number") else (nonzero(base),)


def is_whole(node: Term) -> bool:
    """Whether a term is plainly a whole number: by its letters, sums and products."""
    if node.head == "number":
        return node.mark.denominator == 1
    if node.head in ("Symbol", "Dummy"):
        return "integer" in node.mark[1]
    if node.head in ("Add", "Mul"):
        return all(map(is_whole, node.args))
    return node.head == "Pow" and is_whole(node.args[0]) and node.args[1].head == "number" \
        and node.args[1].mark.denominator == 1 and node.args[1].mark >= 0
