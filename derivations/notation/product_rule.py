"""The time derivative of a formula from those of its letters: sums, products, powers, inner products and elementary functions."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.symbols import Dot

from .shapes import is_matrix


def changed(quantity: sp.Basic, rates: Mapping) -> sp.Basic | None:
    """The time derivative of a scalar or a matrix, where `rates` holds that of every letter that moves; None for a formula of another kind.

    A zero matrix is returned as the number 0.
    """
    if not any(quantity.has(letter) for letter in rates):
        return sp.S.Zero
    if quantity in rates:
        return rates[quantity]
    try:
        return _of_a_matrix(quantity, rates) if is_matrix(quantity) else _of_a_scalar(quantity, rates)
    except _OtherKind:
        return None


class _OtherKind(Exception):
    """A formula that has no rule here."""


def _known(part: sp.Basic, rates: Mapping) -> sp.Basic:
    found = changed(part, rates)
    if found is None:
        raise _OtherKind
    return found


def _of_a_scalar(value: sp.Basic, rates: Mapping) -> sp.Basic:
    if isinstance(value, sp.Add):
        return sp.Add(*(_known(part, rates) for part in value.args))
    if isinstance(value, sp.Mul):
        return sp.Add(*(sp.Mul(*value.args[:k], _known(part, rates), *value.args[k + 1:]) for k, part in enumerate(value.args)))
    if isinstance(value, Dot):
        left, right = value.args
        return sp.Add(*(Dot(*pair) for pair in ((_known(left, rates), right), (left, _known(right, rates))) if 0 not in pair))
    if isinstance(value, (sp.Pow, sp.exp, sp.Function)) and not isinstance(value, sp.core.function.AppliedUndef):
        letters = [sp.Dummy(f"x{k}", real=True) for k in range(len(value.args))]
        outer = value.func(*letters)
        return sp.Add(*(sp.diff(outer, letter).xreplace(dict(zip(letters, value.args, strict=True))) * _known(part, rates)
                        for letter, part in zip(letters, value.args, strict=True) if any(part.has(moving) for moving in rates)))
    raise _OtherKind


def _of_a_matrix(value: sp.Basic, rates: Mapping) -> sp.Basic:
    if isinstance(value, sp.MatAdd):
        terms = [found for part in value.args if (found := _known(part, rates)) != 0]
        return sum_of(terms)
    if isinstance(value, sp.Transpose):
        inner = _known(value.arg, rates)
        return inner if inner == 0 else sp.Transpose(inner)
    if isinstance(value, sp.MatMul):
        terms = []
        for k, part in enumerate(value.args):
            found = _known(part, rates)
            if found != 0:
                terms.append(sp.MatMul(*value.args[:k], found, *value.args[k + 1:]))
        return sum_of(terms)
    if isinstance(value, MatrixSymbol):
        return sp.S.Zero
    raise _OtherKind


def sum_of(terms: list) -> sp.Basic:
    """A sum of matrices, 0 where there are none."""
    return sp.S.Zero if not terms else terms[0] if len(terms) == 1 else sp.MatAdd(*terms)
