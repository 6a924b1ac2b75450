"""Inner products as scalars: expanded over their vectors, named by symbols, bounded by the Cauchy-Schwarz inequality."""

from __future__ import annotations

from itertools import combinations

from sympy import MatAdd, MatMul, Mul, S, Symbol, Transpose
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.language import Dot, fresh

from .signset import NONNEG


def scalars_for(expressions):
    """`(table, conditions)`: each inner product's scalar form over fresh symbols, and what is known of those symbols.

    conditions: pairs (expression, signs): squares of vectors, of their sums and differences, and Gram determinants of two
    vectors are nonnegative.
    """
    dots = set()
    for expression in expressions:
        dots |= expression.atoms(Dot)
    names: dict = {}
    table = {}
    for dot in sorted(dots, key=str):
        total = S.Zero
        for left, u in _terms(dot.left):
            for right, v in _terms(dot.right):
                total += left * right * _name(u, v, names)
        table[dot] = total
    vectors = sorted({vector for pair in names for vector in pair}, key=str)
    conditions = []
    for u in vectors:
        conditions.append((_name(u, u, names), NONNEG))
    for u, v in combinations(vectors, 2):
        if u.shape == v.shape and frozenset((u, v)) in {frozenset(pair) for pair in names}:
            square, other, mixed = _name(u, u, names), _name(v, v, names), _name(u, v, names)
            conditions.append((square * other - mixed ** 2, NONNEG))
            conditions.append((square + 2 * mixed + other, NONNEG))
            conditions.append((square - 2 * mixed + other, NONNEG))
    for dot, total in table.items():
        if dot.left == dot.right and not isinstance(total, Symbol):
            conditions.append((total, NONNEG))
    return table, conditions


def _name(u, v, names: dict):
    pair = tuple(sorted((u, v), key=str))
    if pair not in names:
        names[pair] = fresh(f"<{pair[0]},{pair[1]}>")
    return names[pair]


def _terms(vector):
    """A vector as pairs (scalar factor, vector without scalar factors)."""
    if isinstance(vector, MatAdd):
        return [term for part in vector.args for term in _terms(part)]
    if isinstance(vector, Transpose) and isinstance(vector.arg, (MatAdd, MatMul)):
        return _terms(vector.doit())
    if isinstance(vector, MatMul):
        scalar, factors = S.One, []
        for factor in vector.args:
            if isinstance(factor, MatrixExpr):
                factors.append(factor)
            else:
                scalar = Mul(scalar, factor)
        for position, factor in enumerate(factors):
            if isinstance(factor, MatAdd):
                spread = []
                for part in factor.args:
                    product = MatMul(*factors[:position], part, *factors[position + 1:]).doit()
                    spread.extend((scalar * inner, rest) for inner, rest in _terms(product))
                return spread
        rest = factors[0] if len(factors) == 1 else MatMul(*factors)
        return [(scalar, rest)]
    if getattr(vector, "is_ZeroMatrix", False):
        return []
    return [(S.One, vector)]
