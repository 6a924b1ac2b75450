"""Whether a true relation says what another true one says. Truth cannot tell: of two relations that hold at every point each implies
the other. What counts is what they speak of, so here their sides are compared as formulas.

An equation whose sides are one formula once abbreviations are written out says nothing, whatever it is held to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sympy import Basic, MatAdd, MatMul, Mul, Pow, Rational, expand, preorder_traversal, sympify
from sympy.core.relational import Ge, Gt, Le, Lt, Ne, Relational
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.matrices.expressions.special import Identity, ZeroMatrix

from theoremtest.derivations.language import (
    All,
    Conserved,
    Counterexample,
    Equal,
    Holds,
    Iff,
    Statement,
    TheoremtestError,
    tautology,
    to_latex,
)
from theoremtest.derivations.mutants.definedness import point_of_a_zero
from theoremtest.derivations.notation import canonical
from theoremtest.derivations.proof.refute import point_items

MOST_OPERATIONS = 400
"""Formulas with more operations are not multiplied out."""
Proved = Callable[[Basic, Basic], bool]
"""Whether two values were proved equal on a statement's domain."""


def says_nothing(statement: Statement) -> str:
    """Why a statement holds whatever its letters stand for; empty where it may say something."""
    if isinstance(statement, All):
        return next((reason for part in statement.members.values() if (reason := says_nothing(part))), "")
    if isinstance(statement, Conserved):
        return "a number never changes" if sympify(statement.on.expand(statement.quantity), strict=True).is_number else ""
    sides = _sides(statement)
    if sides is None:
        return ""
    left, right = (statement.on.expand(sympify(side, strict=True)) for side in sides)
    if tautology(statement) or canonical(left) == canonical(right) or _cancels(left, right):
        return "both sides are the same formula, once abbreviations are written out"
    if getattr(left, "is_number", False) and getattr(right, "is_number", False):
        return "it compares two numbers"
    return ""


def set_to_a_number(target: Statement, reading: Statement) -> bool:
    """Whether an equation sets a formula to a number where the claim compares two formulas, and is not the claim with its terms moved:
    a condition, such as a derivative that vanishes, is no identity that could hold or fail."""
    if not isinstance(target, Equal) or not isinstance(reading, Equal):
        return False
    def numeric(side: Basic) -> bool:
        return bool(getattr(side, "is_number", False)) or isinstance(side, ZeroMatrix)

    if not (numeric(reading.left) or numeric(reading.right)) or numeric(target.left) or numeric(target.right):
        return False
    if any(getattr(side, "shape", ()) for side in (target.left, target.right, reading.left, reading.right)):
        return False
    return not _moved(target.left - target.right, reading.left - reading.right)


def value_lost(target: Statement, divisors: Sequence[Basic]) -> Counterexample | None:
    """A point where a formula that divides by these has no value, while the statement it is compared with has one; None where no
    simple point is such a one."""
    known = {canonical(base) for expression in target.expressions() for base in _divided_by(sympify(expression, strict=True))}
    fresh = [base for divisor in divisors for base in _bases(divisor) if canonical(base) not in known]
    try:
        found = point_of_a_zero(target, fresh)
    except TheoremtestError:
        return None
    if found is None:
        return None
    point, divisor = found
    return Counterexample(point_items(target.on, point), note=f"the formula divides by {to_latex(divisor)}, which is zero there")


def _divided_by(expression: Basic) -> set[Basic]:
    powers = [node for node in preorder_traversal(expression) if isinstance(node, Pow) and node.exp.could_extract_minus_sign()]
    return {base for power in powers for base in _bases(power.base)}


def _bases(value: Basic) -> list[Basic]:
    """The factors of a divisor without their powers, numbers left out."""
    return [factor.as_base_exp()[0] for factor in Mul.make_args(value) if not getattr(factor, "is_number", False)] \
        if not getattr(value, "shape", ()) else []


def _sides(statement: Statement) -> tuple[Basic, Basic] | None:
    if isinstance(statement, (Equal, Iff)):
        return statement.left, statement.right
    relation = getattr(statement, "relation", None)
    if isinstance(statement, Holds) and isinstance(relation, Relational):
        return relation.lhs, relation.rhs
    return None


def _cancels(left: Basic, right: Basic) -> bool:
    """Whether a matrix less another leaves nothing, term by term."""
    if not isinstance(left, MatrixExpr) or not isinstance(right, MatrixExpr):
        return False
    try:
        return isinstance(MatAdd(left, MatMul(-1, right)).doit(deep=False), ZeroMatrix)
    except (TypeError, ValueError, AttributeError):
        return False


def same_equation(target: Equal, reading: Equal, proved: Proved, formally: Proved | None = None) -> bool | None:
    """Whether two equations that hold everywhere say the same: side by side, in either order, times a number, or rearranged.

    proved: decides whether two values are equal on the domain; formally: whether they are without its conditions, which tells
    what both sides of a constant value speak of. None where neither was shown.
    """
    one, other = (target.left, target.right), (reading.left, reading.right)
    for pair in (other, other[::-1]):
        if all(canonical(a) == canonical(b) for a, b in zip(one, pair, strict=True)):
            return True
    if any(isinstance(side, MatrixExpr) or getattr(side, "is_Matrix", False) for side in (*one, *other)):
        if not _tells_nothing(one):
            return True if _paired(one, other, proved) else None
        return True if formally is not None and not formally(*one) and _paired(one, other, formally) else None
    if _moved(one[0] - one[1], other[0] - other[1]):
        return True
    if _tells_nothing(one):
        return None
    return True if _paired(one, other, proved) or _scaled(one, other, proved) else None


def _tells_nothing(sides: tuple[Basic, Basic]) -> bool:
    """Whether one side is a number or a matrix of numbers: its value does not tell what the equation speaks of."""
    return any(getattr(side, "is_number", False) or isinstance(side, (ZeroMatrix, Identity)) for side in sides)


def _paired(one: tuple, other: tuple, proved: Proved) -> bool:
    return all(proved(a, b) for a, b in zip(one, other, strict=True))


def _scaled(one: tuple, other: tuple, proved: Proved) -> bool:
    """Whether both sides are those of the other equation times one number."""
    factor = _leading(other[0]) / _leading(one[0])
    return factor != 1 and all(proved(factor * a, b) for a, b in zip(one, other, strict=True))


def _leading(value: Basic) -> Rational:
    number = value.as_coeff_Mul()[0]
    return number if number.is_Rational and number != 0 else Rational(1)


def _moved(gap: Basic, other: Basic) -> bool:
    """Whether a difference is another times a number, by multiplying out, abbreviations left as letters; both may not vanish so."""
    if any(value.count_ops() > MOST_OPERATIONS for value in (gap, other)):
        return False
    gap, other = expand(gap), expand(other)
    if gap == 0 or other == 0:
        return False
    one, two = gap.as_ordered_terms(), other.as_ordered_terms()
    if len(one) != len(two):
        return False
    by_rest = {term.as_coeff_Mul()[1]: term.as_coeff_Mul()[0] for term in one}
    ratios = set()
    for term in two:
        number, rest = term.as_coeff_Mul()
        if rest not in by_rest or by_rest[rest] == 0:
            return False
        ratios.add(number / by_rest[rest])
    return len(ratios) == 1


_MIRRORED = {Gt: Lt, Lt: Gt, Ge: Le, Le: Ge, Ne: Ne}


def same_relation(target: Holds, reading: Holds, proved: Proved) -> bool | None:
    """Whether two relations that hold everywhere say the same; None where neither was shown. Conjunctions are compared as they stand."""
    one, other = target.relation, reading.relation
    if not isinstance(one, Relational) or not isinstance(other, Relational):
        return True if canonical(one) == canonical(other) else None
    for kind, sides in ((other.func, (other.lhs, other.rhs)), (_MIRRORED.get(other.func), (other.rhs, other.lhs))):
        if kind is not one.func:
            continue
        gap, its = one.lhs - one.rhs, sides[0] - sides[1]
        factor = _leading(its) / _leading(gap)
        if (_moved(gap, its) and factor > 0) or (its != 0 and not gap.is_number and proved(gap, its)):
            return True
    return None
