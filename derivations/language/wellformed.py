"""What is wrong with an expression before anything is said of it: rounded numbers, infinities, sizes that do not fit, bound symbols.

An exact argument knows rationals and named constants only, a product of matrices only where the inner sizes are the same, and a
summation index only inside its sum. Two symbolic sizes are the same where their difference vanishes; SymPy itself lets `d` and `n`
pass for one another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sympy import Basic, Derivative, Integral, KroneckerDelta, S, Subs, Symbol, SympifyError, expand, sympify
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational
from sympy.matrices.expressions import (
    Determinant,
    DiagMatrix,
    HadamardProduct,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr, MatrixSymbol

from .assumptions import SIGNS, unspeakable
from .functions import Parity
from .material import head_fault, told
from .spaces import Space

INFINITE = (S.Infinity, S.NegativeInfinity)


class _Known(set):
    """Subexpressions of which something is known, so that a formula that is made of known ones is looked at on top only."""

    MOST = 1 << 16

    def take(self, seen: set) -> None:
        """Add what has been looked at; at `MOST` all is forgotten."""
        if len(self) + len(seen) > self.MOST:
            self.clear()
        self.update(seen)


_BINDING_NOTHING, _FAULTLESS = _Known(), _Known()


def fault_of(expression: Any) -> str | None:
    """What keeps an expression from being exact and of fitting sizes, in words that name the offender; None where nothing does."""
    try:
        expression = sympify(expression, strict=True)
    except SympifyError:
        return f"{told(expression)} is no SymPy expression"
    return _fault(expression) if isinstance(expression, Basic) else _fault_of_entries(expression)


def bound_in(expression: Any) -> frozenset:
    """The summation and integration variables inside an expression, those for which a point is put in, and bound eigenvalues."""
    expression = sympify(expression, strict=True)
    return _bound(expression) if isinstance(expression, Basic) else frozenset().union(*map(_bound, expression))


@lru_cache(maxsize=1 << 14)
def _bound(expression: Basic) -> frozenset:
    found: set = set()
    seen, stack = set(), [expression]
    while stack:
        node = stack.pop()
        if node in seen or node in _BINDING_NOTHING:
            continue
        seen.add(node)
        if isinstance(node, Subs):
            found.update(node.variables)
        elif hasattr(node, "binds"):
            found.update(node.binds)
        elif isinstance(node, ExprWithLimits):
            found.update(limit[0] for limit in node.limits)
        elif isinstance(node, MatrixExpr) and hasattr(node, "eigenvalue"):
            found.add(node.eigenvalue)
        stack.extend(node.args)
    if not found:
        _BINDING_NOTHING.take(seen)
    return frozenset(found)


def same_size(one: Any, other: Any) -> bool:
    """Whether two sizes, numbers or expressions in symbolic dimensions, are the same for every value of the dimensions."""
    return one == other or expand(one - other) == 0


def same_shape(one: tuple, other: tuple) -> bool:
    """Whether two shapes agree; a scalar has the shape ()."""
    return len(one) == len(other) and all(same_size(a, b) for a, b in zip(one, other, strict=True))


def misfit(symbol: Any, value: Any) -> str | None:
    """In words, that a value has another shape than the symbol that it is given to; None where it has the same."""
    own, given = shape_of(symbol), shape_of(value)
    return None if same_shape(own, given) else f"of shape {own or 'scalar'}, it has a value of shape {given or 'scalar'}"


def shape_of(expression: Any) -> tuple:
    """The shape of a matrix, () for a scalar."""
    return tuple(getattr(expression, "shape", ()) or ())


def _fault_of_entries(matrix: Any) -> str | None:
    return next((fault for fault in map(_fault, matrix) if fault), None)


@lru_cache(maxsize=1 << 14)
def _fault(expression: Basic) -> str | None:
    seen, stack = set(), [expression]
    while stack:
        node = stack.pop()
        if isinstance(node, Space):
            return f"{node} is a function space, whose dimension is no number"
        if node in seen or isinstance(node, (Symbol, MatrixSymbol)) or node in _FAULTLESS:
            continue
        seen.add(node)
        fault = next(filter(None, (rule(node) for rule in _RULES)), None)
        if fault:
            return fault
        if isinstance(node, ExprWithLimits):
            stack.append(node.function)
            stack += [end for limit in node.limits for end in limit[1:] if end not in INFINITE]
        else:
            of_a_space = isinstance(node, (Identity, ZeroMatrix))
            stack.extend(argument for argument in node.args if not (of_a_space and isinstance(argument, Space)))
    _FAULTLESS.take(seen)
    return None


def _number_fault(node: Any) -> str | None:
    if getattr(node, "is_Float", False):
        return f"{node} is a rounded number; write it exactly, for instance as Rational(1, 2)"
    if node is S.NaN or node is S.ComplexInfinity or node in INFINITE:
        return f"{node} is no number that a formula can hold"
    return None


def _size_fault(node: Any) -> str | None:
    if isinstance(node, MatMul):
        factors = [factor for factor in node.args if shape_of(factor)]
        for left, right in zip(factors, factors[1:], strict=False):
            if not same_size(left.shape[1], right.shape[0]):
                return f"the product of {left} {left.shape} and {right} {right.shape} does not exist: the inner sizes differ"
    elif isinstance(node, (MatAdd, HadamardProduct)):
        first = node.args[0]
        for other in node.args[1:]:
            if not same_shape(shape_of(first), shape_of(other)):
                return f"{first} {shape_of(first)} and {other} {shape_of(other)} differ in size; they must have one size here"
    elif isinstance(node, (Trace, Determinant, Inverse)):
        return _square_fault(type(node).__name__.lower(), node.args[0])
    elif isinstance(node, MatPow):
        return _square_fault("power", node.base)
    elif isinstance(node, Relational) and not same_shape(shape_of(node.lhs), shape_of(node.rhs)):
        return f"{node.lhs} {shape_of(node.lhs)} is compared with {node.rhs} {shape_of(node.rhs)}; the shapes must be the same"
    return None


def _limit_fault(node: Any) -> str | None:
    """A bound lies outside what its own index, and every index further in, is bound in: there that letter would stand free."""
    if isinstance(node, ExprWithLimits):
        inner = set()
        for index, *ends in node.limits:
            inner.add(index)
            for end in ends:
                free = inner & end.free_symbols
                if free:
                    return f"the bound {end} of the {type(node).__name__.lower()} over {index} speaks of the index {free.pop()}"
    return None


def _index_fault(node: Any) -> str | None:
    """What a bound letter is assumed to be and its range does not keep: SymPy has written k for |k| by then, and 1 for cos 2 pi x."""
    if isinstance(node, Derivative):
        return next((f"{letter} is a whole number: there is no derivative by it" for letter in node.variables if letter.is_integer), None)
    continuous = isinstance(node, Integral)
    for index, *ends in node.limits if isinstance(node, ExprWithLimits) else ():
        kind = unspeakable(index) or ("whole" if continuous and index.is_integer else None)
        kind = kind or next((kind for kind in SIGNS if getattr(index, f"is_{kind}") and not _keeps(kind, ends, continuous)), None)
        if kind:
            return f"the index {index} is assumed to be {kind}, and all of its range {told(ends)} is not seen to be"
    return None


def _keeps(kind: str, ends: list, continuous: bool) -> bool:
    """Whether all numbers of a range are seen to be of a kind; single ones are no matter to an integral, whose ends may be swapped."""
    if continuous:
        return kind == "nonzero" or all(getattr(end, f"is_extended_non{'negative' if kind in SIGNS[:2] else 'positive'}") for end in ends)
    low, high = ends if len(ends) == 2 else (S.NegativeInfinity, S.Infinity)
    if kind == "nonzero":
        return bool(low.is_extended_positive or high.is_extended_negative)
    return bool(getattr(low if kind in SIGNS[:2] else high, f"is_extended_{kind}"))


def _delta_fault(node: Any) -> str | None:
    """A third argument of a Kronecker delta is a range of its own, outside which SymPy has it vanish; few readers know."""
    if isinstance(node, KroneckerDelta) and len(node.args) > 2:
        return f"{node} has a range of its own; a Kronecker delta takes two arguments"
    return None


def _parity_fault(node: Any) -> str | None:
    """Sets of bits are whole numbers."""
    if isinstance(node, Parity) and not all(argument.is_integer for argument in node.args):
        return f"{node} speaks of sets of bits that are not known to be whole numbers"
    return None


def _space_fault(node: Any) -> str | None:
    """What holds in finitely many dimensions only is not said of a function space."""
    over = [part for part in node.args if any(getattr(size, "has", lambda _: False)(Space) for size in shape_of(part))]
    if not over:
        return None
    if isinstance(node, Trace):
        return None if _finite_rank(node.arg) else f"the trace of {node.arg} over a function space needs finite rank"
    if isinstance(node, (Determinant, HadamardProduct, MatrixElement, DiagMatrix)):
        return f"{node} speaks of the coordinates or the volume of a function space, which has none"
    return None


def _finite_rank(operator: Any) -> bool:
    """Whether an operator goes through a finite number of dimensions."""
    if isinstance(operator, (MatAdd, MatMul)):
        parts = [_finite_rank(part) for part in operator.args if shape_of(part)]
        return all(parts) if isinstance(operator, MatAdd) else any(parts)
    if isinstance(operator, (Transpose, MatPow)):
        return _finite_rank(operator.args[0])
    return isinstance(operator, ZeroMatrix) or not all(size.has(Space) for size in operator.shape)


def _square_fault(operation: str, matrix: Any) -> str | None:
    rows, columns = matrix.shape
    return None if same_size(rows, columns) else f"the {operation} of {matrix} {matrix.shape} does not exist: it is not square"


_RULES = (head_fault, _number_fault, _size_fault, _limit_fault, _index_fault, _delta_fault, _parity_fault, _space_fault)
"""What is looked for at every node."""
