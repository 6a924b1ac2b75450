"""Powers with symbolic exponents, such as |beta|^(2l/(l+1)), as integer powers of independent generators.

An exponent is taken apart into a rational number and rational multiples of expressions in its symbols, so that
2l/(l+1) = 2 - 2/(l+1). Each pair of a base and such an expression gets one generator, standing for the base to the
smallest fraction of it that occurs. What vanishes for every value of the generators vanishes.

A power whose base may be negative or zero has a value for exponents that happen to be whole, and is then no product of powers by the parts
of the exponent. It is taken apart only where every part is a whole number by its form; otherwise it is left as it stands.
"""

from __future__ import annotations

from math import lcm

from sympy import Add, Dummy, Expr, Mul, Pow, Rational, S, apart, preorder_traversal, together

from theoremtest.derivations.proof.expansion import most_terms

LARGEST_EXPONENT = 60
"""Operations and terms in an exponent beyond which it is not taken apart."""


def has_symbolic_powers(expression) -> bool:
    """Whether a power with an exponent that is no number occurs."""
    return any(_is_symbolic(node) for node in preorder_traversal(expression))


def rewritten(expression: Expr, is_positive) -> tuple[Expr, tuple]:
    """The expression over generators, and those of them that are positive: all whose base `is_positive` finds so."""
    known: dict = {}

    def certainly(base):
        if base not in known:
            known[base] = bool(is_positive(base))
        return known[base]

    parts: dict = {}

    def collect(node):
        powers = _taken_apart(node, certainly)
        if powers is None:
            for argument in node.args:
                collect(argument)
            return
        for base, amounts in powers:
            collect(base)
            for amount, kind in amounts:
                if kind != 1:
                    parts.setdefault((base, kind), set()).add(amount.q)

    collect(expression)
    table = {pair: (Dummy("u", real=True), lcm(*denominators)) for pair, denominators in parts.items()}

    def replaced(node):
        powers = _taken_apart(node, certainly)
        if powers is None:
            return node.func(*map(replaced, node.args)) if node.args else node
        product = S.One
        for base, amounts in powers:
            for amount, kind in amounts:
                if kind == 1:
                    product *= Pow(replaced(base), amount)
                else:
                    generator, fraction = table[base, kind]
                    product *= generator ** (amount * fraction)
        return product

    return replaced(expression), tuple(generator for (base, _), (generator, _) in table.items() if certainly(base))


def _taken_apart(node, is_positive) -> list | None:
    """A power with a symbolic exponent as powers of bases: [(base, its exponent's parts)]; None for anything else.

    Also None where a base is not known to be positive and a part of its exponent is no whole number by its form: there the
    power may have a value that the powers by the parts have not.
    """
    if not _is_symbolic(node) or node.exp.count_ops() > LARGEST_EXPONENT or most_terms(node.exp) > LARGEST_EXPONENT:
        return None
    powers = [(base, _apart(exponent)) for base, exponent in _flat(node.base, node.exp, is_positive)]
    for base, amounts in powers:
        if not is_positive(base) and not all(kind == 1 or (kind.is_integer and amount.is_Integer) for amount, kind in amounts):
            return None
    return powers


def _is_symbolic(node) -> bool:
    if not isinstance(node, Pow) or node.base is S.Exp1:
        return False
    inside = Mul.make_args(node.base)
    return not node.exp.is_number or (not node.exp.is_Integer and any(_is_symbolic(factor) for factor in inside))


def _flat(base, exponent, is_positive) -> list[tuple[Expr, Expr]]:
    """base^exponent as powers of simpler bases: (x^a)^b = x^(ab) for x > 0 or -1 < a <= 1, (x y)^b = x^b y^b for x, y > 0."""
    if isinstance(base, Pow) and (base.exp.is_Rational and -1 < base.exp <= 1 or _is_real(base.exp) and is_positive(base.base)):
        return _flat(base.base, base.exp * exponent, is_positive)
    if isinstance(base, Mul) and all(is_positive(factor.as_base_exp()[0]) for factor in base.args):
        return [pair for factor in base.args for pair in _flat(factor, exponent, is_positive)]
    return [(base, exponent)]


def _is_real(exponent) -> bool:
    """Whether an exponent is real wherever it has a value: SymPy says so of 1/a only where it knows that a is not zero."""
    return exponent.is_real is True or (exponent.is_rational_function() and all(symbol.is_real for symbol in exponent.free_symbols))


def _apart(exponent) -> list[tuple[Rational, Expr]]:
    """An exponent as (rational, expression without rational factor) pairs; the expression 1 for its constant part."""
    exponent = together(exponent)
    symbols = sorted(exponent.free_symbols, key=str)
    if len(symbols) == 1 and exponent.is_rational_function(symbols[0]):
        exponent = apart(exponent, symbols[0])
    totals: dict = {}
    for term in Add.make_args(exponent.expand() if len(symbols) != 1 else exponent):
        amount, kind = term.as_coeff_Mul(rational=True)
        kind = Mul(*[factor if not factor.is_Pow else Pow(factor.base.expand(), factor.exp) for factor in Mul.make_args(kind)])
        totals[kind] = totals.get(kind, S.Zero) + amount
    return [(amount, kind) for kind, amount in totals.items() if amount != 0]
