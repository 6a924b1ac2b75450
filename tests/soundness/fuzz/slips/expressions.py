"""Random expressions over positive letters, and rewritings that keep their value wherever they have one."""

from __future__ import annotations

from sympy import Abs, Max, Min, Rational, S, asinh, atan, cosh, exp, log, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, reals

X = reals("x", "y", "z")
FREE = reals("p", "q")
ON = Domain(*(symbol > 0 for symbol in X), over=FREE)
"""x, y, z are positive, p and q any real numbers."""


def number(chance):
    """A small rational that is not zero."""
    return Rational(chance.choice((1, -1, 2, -2, 3, -3, 5)), chance.choice((1, 1, 1, 2, 3)))


def positive(chance, depth: int):
    """An expression that is positive wherever the letters are in the domain."""
    if depth <= 0:
        return chance.choice((*X, *X, S(2), S.Half, S(3)))
    kind = chance.randrange(9)
    if kind < 2:
        return positive(chance, depth - 1) + positive(chance, depth - 1)
    if kind < 4:
        return positive(chance, depth - 1) * positive(chance, depth - 1)
    if kind == 4:
        return positive(chance, depth - 1) / positive(chance, depth - 1)
    if kind == 5:
        return sqrt(positive(chance, depth - 1))
    if kind == 6:
        return exp(real(chance, depth - 2))
    if kind == 7:
        return 1 + real(chance, depth - 1) ** 2
    return positive(chance, depth - 1) ** chance.choice((2, 3, -1))


def real(chance, depth: int):
    """An expression with a real value everywhere on the domain."""
    if depth <= 0:
        return chance.choice((*X, *FREE, *FREE, number(chance)))
    kind = chance.randrange(12)
    if kind < 3:
        return real(chance, depth - 1) + real(chance, depth - 1)
    if kind < 6:
        return real(chance, depth - 1) * real(chance, depth - 1)
    if kind == 6:
        return real(chance, depth - 1) / positive(chance, depth - 1)
    if kind == 7:
        return log(positive(chance, depth - 1))
    if kind == 8:
        return chance.choice((tanh, sinh, atan, asinh))(real(chance, depth - 2))
    if kind == 9:
        return Abs(real(chance, depth - 1))
    if kind == 10:
        return chance.choice((Max, Min))(real(chance, depth - 2), real(chance, depth - 2))
    return positive(chance, depth)


def rewritten(expression, chance, times: int = 2):
    """The expression with a few identities worked in, each true for all real values of what it is about."""
    for _ in range(times):
        expression = _at_random(expression, chance)
    return expression


def _at_random(node, chance):
    """A rewriting somewhere below, or here."""
    if node.args and not node.is_Rational and chance.randrange(3):
        place = chance.randrange(len(node.args))
        child = node.args[place]
        if not child.is_Rational or chance.randrange(4) == 0:
            made = _at_random(child, chance)
            if child.is_Rational and node.is_Pow and place == 1:
                return node  # an exponent stays a plain number
            return node.func(*node.args[:place], made, *node.args[place + 1:])
    return _rewriting(node, chance)


def _rewriting(a, chance):
    b = positive(chance, 1)
    c = chance.choice((*X, *FREE))
    kind = chance.randrange(12)
    if kind == 0:
        return (a * b + c * b) / b - c
    if kind == 1:
        return (a + c) * (a - c) / b + c**2 / b + a - a**2 / b
    if kind == 2:
        return log(exp(a))
    if kind == 3:
        return a * (cosh(c) ** 2 - sinh(c) ** 2)
    if kind == 4:
        return a * exp(c) * exp(-c)
    if kind == 5:
        return a + log(b * b) - 2 * log(b)
    if kind == 6:
        return a * sqrt(b**2) / b
    if kind == 7:
        return ((a + b) ** 2 - (a - b) ** 2) / (4 * b)
    if kind == 8:
        return Max(a, c) + Min(a, c) - c
    if kind == 9:
        return a + Abs(c) ** 2 - c**2
    if kind == 10:
        return a + tanh(c) * cosh(c) - sinh(c)
    return a.expand() if a.is_Add or a.is_Mul or a.is_Pow else a + S.Zero
