"""How each kind of node of an expression is worked out in mpmath arithmetic, and the errors that name what cannot be.

A rule is called with the run (the values given, the precision, what has been worked out so far), the node and its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import sympy
from mpmath import libmp
from mpmath.ctx_mp import MPContext

from theoremtest.derivations.language.functions import GrowthIntegral, Parity
from theoremtest.derivations.language.latex import in_words

ROUND = "n"

Raw = tuple  # an mpmath number as libmp keeps it: (sign, mantissa, exponent, bits)


class EvaluationError(ValueError):
    """An expression has no real value at the point asked for, or cannot be read at all."""


class MissingValue(EvaluationError):
    """A symbol of the expression was given no value."""


class BadValue(EvaluationError):
    """A value is no finite real number."""


class Unsupported(EvaluationError):
    """The expression holds a function that this module has no rule for."""


class NotDefined(EvaluationError):
    """A subexpression has no finite real value at this point (a division by zero, the root of a negative number)."""


class NotToldApart(NotDefined):
    """Two sides of a relation are closer than any precision that is worked with."""


class Node:
    """A subexpression, its rule, the places of what it reads, and whether it reads them only on demand."""

    __slots__ = ("arguments", "expr", "lazy", "rule")

    def __init__(self, expr: Any, rule: Callable, arguments: tuple[int, ...], lazy: bool) -> None:
        self.expr, self.rule, self.arguments, self.lazy = expr, rule, arguments, lazy


def rule_of(expr: Any) -> tuple[Callable, tuple, bool]:
    """The rule of a node, the subexpressions it reads, and whether it reads them only on demand."""
    if expr is sympy.true or expr is sympy.false:
        truth = bool(expr)
        return (lambda run, node, index: truth), (), False
    if isinstance(expr, (sympy.Symbol, sympy.core.function.AppliedUndef, sympy.Derivative)):
        return _lookup, (), False
    if isinstance(expr, sympy.matrices.expressions.matexpr.MatrixElement):
        return _matrix_element, (), False
    if isinstance(expr, (sympy.Rational, sympy.Float, sympy.NumberSymbol)):
        return _constant, (), False
    if isinstance(expr, sympy.Pow):
        return _power(expr)
    if isinstance(expr, sympy.Piecewise):
        return _piecewise, tuple(part for branch in expr.args for part in branch.args), True
    if isinstance(expr, sympy.ITE):
        return _if_then_else, expr.args, True
    if isinstance(expr, sympy.Sum):
        return _finite_sum(expr)
    if isinstance(expr, (sympy.Trace, sympy.Determinant)):
        explicit = expr.arg.as_explicit()
        return _same, (explicit.trace() if isinstance(expr, sympy.Trace) else explicit.det(),), False
    rule = _BY_CLASS.get(expr.func)
    if rule is not None:
        return rule, expr.args, False
    if expr.func in _BY_MPMATH:
        return _special(_BY_MPMATH[expr.func]), expr.args, False
    raise Unsupported(f"no rule for {expr.func.__name__} in {in_words(expr)}; give the subexpression a value or rewrite it")


def _lookup(run: Any, node: Node, index: int) -> Raw:
    try:
        value = run.values[node.expr]
    except KeyError:
        known = ", ".join(sorted(map(str, run.values))) or "none"
        raise MissingValue(f"no value for {node.expr}; values were given for: {known}") from None
    return run.number(value, node.expr)


def _matrix_element(run: Any, node: Node, index: int) -> Raw:
    matrix, i, j = node.expr.args
    try:
        entry = run.values[matrix][int(i), int(j)]
    except KeyError:
        raise MissingValue(f"no value for {matrix}, needed for {in_words(node.expr)}") from None
    except (IndexError, TypeError) as error:
        raise BadValue(f"the value of {matrix} has no entry [{i}, {j}] ({error})") from None
    return run.number(entry, node.expr)


def _constant(run: Any, node: Node, index: int) -> Raw:
    value = run.constants[index]
    if value is None:
        value = run.constants[index] = node.expr._to_mpmath(run.precision)
        value = run.constants[index] = value._mpf_ if isinstance(value, mpmath.mpf) else libmp.from_int(value)
    return value


def _same(run: Any, node: Node, index: int) -> Raw:
    return run.demand(node.arguments[0])


def _add(run: Any, node: Node, index: int) -> Raw:
    return libmp.mpf_sum([run.demand(i) for i in node.arguments], run.precision, ROUND)


def _mul(run: Any, node: Node, index: int) -> Raw:
    first, *others = node.arguments
    value, precision = run.demand(first), run.precision
    for i in others:
        value = libmp.mpf_mul(value, run.demand(i), precision, ROUND)
    return value


def _power(expr: sympy.Pow) -> tuple[Callable, tuple, bool]:
    base, exponent = expr.args
    if exponent.is_Integer:
        n = int(exponent)

        def integer_power(run: Any, node: Node, index: int) -> Raw:
            value = run.demand(node.arguments[0])
            if n < 0 and value == libmp.fzero:
                raise ZeroDivisionError
            return libmp.mpf_pow_int(value, n, run.precision, ROUND)

        return integer_power, (base,), False
    if exponent.is_Rational and exponent.q == 2:
        p = int(exponent.p)

        def half_power(run: Any, node: Node, index: int) -> Raw:
            value = run.demand(node.arguments[0])
            if p < 0 and value == libmp.fzero:
                raise ZeroDivisionError
            root = libmp.mpf_sqrt(value, run.precision, ROUND)
            return libmp.mpf_pow_int(root, p, run.precision, ROUND)

        return half_power, (base,), False

    def general_power(run: Any, node: Node, index: int) -> Raw:
        value, power = (run.demand(i) for i in node.arguments)
        if value == libmp.fzero:
            if power[0]:
                raise ZeroDivisionError
            return libmp.fzero if power != libmp.fzero else libmp.fone
        return libmp.mpf_pow(value, power, run.precision, ROUND)

    return general_power, (base, exponent), False


def _piecewise(run: Any, node: Node, index: int) -> Raw:
    for value, condition in zip(node.arguments[::2], node.arguments[1::2], strict=True):
        if run.demand(condition):
            return run.demand(value)
    raise NotDefined(f"no case of {in_words(node.expr)} holds at {run.point(node.expr)}")


def _if_then_else(run: Any, node: Node, index: int) -> Any:
    condition, yes, no = node.arguments
    return run.demand(yes) if run.demand(condition) else run.demand(no)


def _finite_sum(expr: sympy.Sum) -> tuple[Callable, tuple, bool]:
    terms = [expr.function]
    for index, low, high in expr.limits:
        if not (low.is_Integer and high.is_Integer):
            raise Unsupported(f"the sum {in_words(expr)} has no explicit integer limits")
        terms = [term.subs(index, value) for term in terms for value in range(int(low), int(high) + 1)]
    return _same, (sympy.Add(*terms),), False


def _unary(function: Callable[[Raw, int, str], Raw]) -> Callable:
    def rule(run: Any, node: Node, index: int) -> Raw:
        return function(run.demand(node.arguments[0]), run.precision, ROUND)

    rule.function = function  # type: ignore[attr-defined]  # read by `plain_function`
    return rule


def _reciprocal(function: Callable[[Raw, int, str], Raw]) -> Callable:
    def rule(run: Any, node: Node, index: int) -> Raw:
        return libmp.mpf_div(
            libmp.fone, function(run.demand(node.arguments[0]), run.precision, ROUND), run.precision, ROUND
        )

    return rule


def _of_reciprocal(function: Callable[[Raw, int, str], Raw]) -> Callable:
    def rule(run: Any, node: Node, index: int) -> Raw:
        value = libmp.mpf_div(libmp.fone, run.demand(node.arguments[0]), run.precision + 10, ROUND)
        return function(value, run.precision, ROUND)

    return rule


def plain_function(expr: Any) -> Callable[[Raw, int, str], Raw] | None:
    """A node's function of its one argument, where its rule is no more than that."""
    return getattr(_BY_CLASS.get(expr.func), "function", None)


def _log(value: Raw, precision: int, rounding: str) -> Raw:
    if value == libmp.fzero:
        raise ValueError("logarithm of zero")
    return libmp.mpf_log(value, precision, rounding)


def _sign(value: Raw, precision: int, rounding: str) -> Raw:
    return libmp.from_int(libmp.mpf_sign(value))


def _heaviside(run: Any, node: Node, index: int) -> Raw:
    value, at_zero = (run.demand(i) for i in node.arguments)
    side = libmp.mpf_sign(value)
    return at_zero if side == 0 else (libmp.fone if side > 0 else libmp.fzero)


def _extreme(better: Callable[[Raw, Raw], bool]) -> Callable:
    def rule(run: Any, node: Node, index: int) -> Raw:
        best, *others = (run.demand(i) for i in node.arguments)
        for value in others:
            if better(value, best):
                best = value
        return best

    return rule


def _arctan2(run: Any, node: Node, index: int) -> Raw:
    y, x = (run.demand(i) for i in node.arguments)
    if x == libmp.fzero and y == libmp.fzero:
        raise ValueError("no angle at the origin")
    return libmp.mpf_atan2(y, x, run.precision, ROUND)


def _relation(holds: Callable[[Any, Any], bool]) -> Callable:
    def rule(run: Any, node: Node, index: int) -> bool:
        left, right = (run.demand(i) for i in node.arguments)
        return bool(holds(left, right))

    return rule


def _and(run: Any, node: Node, index: int) -> bool:
    return all(run.demand(i) for i in node.arguments)


def _or(run: Any, node: Node, index: int) -> bool:
    return any(run.demand(i) for i in node.arguments)


def _not(run: Any, node: Node, index: int) -> bool:
    return not run.demand(node.arguments[0])


def _special(name: str) -> Callable:
    """A function that only mpmath's own context has, called at the precision of the run."""

    def rule(run: Any, node: Node, index: int) -> Raw:
        _CONTEXT.prec = run.precision
        value = getattr(_CONTEXT, name)(*(_CONTEXT.make_mpf(run.demand(i)) for i in node.arguments))
        if isinstance(value, _CONTEXT.mpc):
            if value.imag != 0:
                raise ValueError("complex value")
            value = value.real
        return value._mpf_

    return rule


_CONTEXT = MPContext()  # our own, so that the caller's mpmath precision is never touched

def _kronecker_delta(run: Any, node: Node, index: int) -> Raw:
    left, right = (run.demand(argument) for argument in node.arguments[:2])
    return libmp.fone if libmp.mpf_eq(left, right) else libmp.fzero


def _growth_integral(run: Any, node: Node, index: int) -> Raw:
    """(exp(rate time) - 1)/rate, without losing digits near the rate 0, where it is the time."""
    rate, time = (run.demand(argument) for argument in node.arguments)
    if rate == libmp.fzero:
        return time
    _CONTEXT.prec = run.precision
    grown = _CONTEXT.expm1(_CONTEXT.make_mpf(libmp.mpf_mul(rate, time)))._mpf_
    return libmp.mpf_div(grown, rate, run.precision, ROUND)


def _parity(run: Any, node: Node, index: int) -> Raw:
    sets = [run.demand(argument) for argument in node.arguments]
    whole = [libmp.to_int(value) for value in sets]
    if any(number < 0 or libmp.from_int(number) != value for number, value in zip(whole, sets, strict=True)):
        raise NotDefined(f"a set of bits in {in_words(node.expr)} is no whole number, or a negative one")
    return libmp.fone if (whole[0] & whole[1]).bit_count() % 2 == 0 else libmp.fnone


_BY_CLASS: dict[Any, Callable] = {
    GrowthIntegral: _growth_integral,
    Parity: _parity,
    sympy.KroneckerDelta: _kronecker_delta,
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.exp: _unary(libmp.mpf_exp),
    sympy.log: _unary(_log),
    sympy.sin: _unary(libmp.mpf_sin),
    sympy.cos: _unary(libmp.mpf_cos),
    sympy.tan: _unary(libmp.mpf_tan),
    sympy.cot: _reciprocal(libmp.mpf_tan),
    sympy.sec: _reciprocal(libmp.mpf_cos),
    sympy.csc: _reciprocal(libmp.mpf_sin),
    sympy.asin: _unary(libmp.mpf_asin),
    sympy.acos: _unary(libmp.mpf_acos),
    sympy.atan: _unary(libmp.mpf_atan),
    sympy.atan2: _arctan2,
    sympy.sinh: _unary(libmp.mpf_sinh),
    sympy.cosh: _unary(libmp.mpf_cosh),
    sympy.tanh: _unary(libmp.mpf_tanh),
    sympy.coth: _reciprocal(libmp.mpf_tanh),
    sympy.sech: _reciprocal(libmp.mpf_cosh),
    sympy.csch: _reciprocal(libmp.mpf_sinh),
    sympy.asinh: _unary(libmp.mpf_asinh),
    sympy.acosh: _unary(libmp.mpf_acosh),
    sympy.atanh: _unary(libmp.mpf_atanh),
    sympy.acoth: _of_reciprocal(libmp.mpf_atanh),
    sympy.asech: _of_reciprocal(libmp.mpf_acosh),
    sympy.acsch: _of_reciprocal(libmp.mpf_asinh),
    sympy.Abs: _unary(libmp.mpf_abs),
    sympy.sign: _unary(_sign),
    sympy.Heaviside: _heaviside,
    sympy.Max: _extreme(libmp.mpf_gt),
    sympy.Min: _extreme(libmp.mpf_lt),
    sympy.floor: _unary(libmp.mpf_floor),
    sympy.ceiling: _unary(libmp.mpf_ceil),
    sympy.re: _same,
    sympy.conjugate: _same,
    sympy.Eq: _relation(lambda left, right: left == right),
    sympy.Ne: _relation(lambda left, right: left != right),
    sympy.Lt: _relation(libmp.mpf_lt),
    sympy.Le: _relation(libmp.mpf_le),
    sympy.Gt: _relation(libmp.mpf_gt),
    sympy.Ge: _relation(libmp.mpf_ge),
    sympy.And: _and,
    sympy.Or: _or,
    sympy.Not: _not,
}

_BY_MPMATH: dict[Any, str] = {
    sympy.erf: "erf",
    sympy.erfc: "erfc",
    sympy.erfi: "erfi",
    sympy.erfinv: "erfinv",
    sympy.gamma: "gamma",
    sympy.loggamma: "loggamma",
    sympy.factorial: "factorial",
    sympy.binomial: "binomial",
    sympy.beta: "beta",
    sympy.digamma: "digamma",
    sympy.zeta: "zeta",
    sympy.polylog: "polylog",
    sympy.LambertW: "lambertw",
    sympy.besselj: "besselj",
    sympy.besseli: "besseli",
    sympy.besselk: "besselk",
    sympy.bessely: "bessely",
    sympy.elliptic_k: "ellipk",
    sympy.elliptic_e: "ellipe",
    sympy.Ei: "ei",
    sympy.Si: "si",
    sympy.Ci: "ci",
}
