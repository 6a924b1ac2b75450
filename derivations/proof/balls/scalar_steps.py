"""How each kind of scalar node is read into a step: numbers, sums, products, powers, cases, inner products, finite sums.

A reader takes the program that reads and the node; the step it returns takes `get`, which gives the value of an earlier step, and
the point's environment.
"""

from __future__ import annotations

import sympy
from flint import arb, fmpq

from theoremtest.derivations.language.symbols import Dot

from . import rules
from .endless import read_endless
from .grid import inner, same_shape, times
from .rules import ZERO, Imprecise, NotEvaluable, Undefined, exact

LONGEST_SUM = 20_000
"""Terms of a sum beyond which it is not worked out."""
UNKNOWN = object()
"""The truth value of a comparison that the balls leave open."""


def constant(value):
    """A step that has one value everywhere."""
    return lambda get, env: value


def read_rational(program, node):
    """A rational number."""
    return constant(fmpq(int(node.p), int(node.q)))


def read_symbol(program, node):
    """A symbol's value at the point."""
    def step(get, env):
        try:
            return env[node]
        except KeyError:
            raise NotEvaluable("no value for a symbol", node) from None

    return step


def read_pi(program, node):
    """The number pi."""
    return lambda get, env: arb.pi()


def read_e(program, node):
    """Euler's number."""
    return lambda get, env: arb.const_e()


def read_infinite(program, node):
    """Infinities and what is no number: without a value."""
    def step(get, env):
        raise Undefined("not a real number", node)

    return step


def read_add(program, node):
    """A sum of scalars or of grids."""
    first, *rest = [program.read(argument) for argument in node.args]

    def step(get, env):
        total = get(first)
        for place in rest:
            total = total + get(place)
        return total

    return step


def read_mul(program, node):
    """A product of scalars."""
    first, *rest = [program.read(argument) for argument in node.args]

    def step(get, env):
        product = get(first)
        for place in rest:
            product = times(product, get(place))
        return product

    return step


def never_negative(node) -> bool:
    """Whether the form of a real expression alone shows that it is at least 0."""
    if isinstance(node, sympy.Rational):
        return node >= 0
    if isinstance(node, (sympy.NumberSymbol, sympy.Abs, sympy.exp, sympy.cosh)):
        return True
    if isinstance(node, sympy.Pow):
        power = node.exp
        return (power.is_Rational and (power.q != 1 or power.p % 2 == 0)) or never_negative(node.base)
    if isinstance(node, (sympy.Add, sympy.Mul)):
        return all(never_negative(argument) for argument in node.args)
    return isinstance(node, Dot) and node.left == node.right


def read_pow(program, node):
    """A power: whole, rational, or by logarithms."""
    base, exponent = node.args
    place = program.read(base)
    if exponent.is_Integer:
        n = int(exponent)
        return lambda get, env: rules.integer_power(get(place), n)
    safe = never_negative(base)
    if exponent.is_Rational and exponent.q <= 64:
        p, q = int(exponent.p), int(exponent.q)
        return lambda get, env: rules.rational_power(get(place), p, q, safe)
    if base is sympy.E:
        top = program.read(exponent)
        return lambda get, env: rules.exp(get(top))
    other = program.read(exponent)
    return lambda get, env: rules.power(get(place), get(other), safe)


def read_piecewise(program, node):
    """The first case whose condition is certainly true, the ones before it certainly false."""
    branches = [(program.read(value), program.read(condition)) for value, condition in node.args]

    def step(get, env):
        for value, condition in branches:
            truth = get(condition)
            if truth is UNKNOWN:
                raise Imprecise("a case is not settled", node)
            if truth:
                return get(value)
        raise Undefined("no case applies", node)

    return step


def read_dot(program, node):
    """An inner product."""
    left, right = program.read(node.left), program.read(node.right)

    def step(get, env):
        u, v = get(left), get(right)
        same_shape(u, v)
        return inner(u.entries, v.entries)

    return step


def read_sum(program, node):
    """A finite sum: the body is a program of its own, run once per value of the index."""
    *within, (index, low, high) = node.limits  # the last index is the outermost
    if any(end.is_infinite for _, *ends in node.limits for end in ends):
        return read_endless(program, node)
    body = sympy.Sum(node.function, *within) if within else node.function
    first, last = program.read(low), program.read(high)
    inner = program.other(body)

    def step(get, env):
        start, stop = get(first), get(last)
        if not (exact(start) and exact(stop) and start.q == 1 and stop.q == 1):
            raise NotEvaluable("a sum runs between integers", node)
        if stop - start > LONGEST_SUM:
            raise NotEvaluable("a sum of too many terms", node)
        total = ZERO
        for k in range(int(start.p), int(stop.p) + 1):
            total = total + inner.run({**env, index: fmpq(k)}).get(inner.roots[0])
        return total

    return step


def read_derivative(program, node):
    """A derivative of explicit functions is taken; one of an unknown function, or of an integral, has no value here."""
    if node.has(sympy.Integral, sympy.Sum):
        raise NotEvaluable("no rule for the derivative of an integral or a sum", node)
    try:
        taken = node.doit()
    except NotImplementedError:
        taken = node
    if taken.has(sympy.Derivative):
        raise NotEvaluable("no rule for Derivative", node)
    place = program.read(taken)
    return lambda get, env: get(place)
