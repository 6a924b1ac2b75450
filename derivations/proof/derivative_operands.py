"""Does a derivative that a statement writes out exist where its formula has a value? A formula may have one where the function has none.

`sign(x)` is 0 where |x| has no derivative, `1/x` is -1 where log x has no value. A derivative of such a function is taken only where the
function is shown to be smooth; one of an integral, an endless sum or a limit is not taken here at all.
"""

from __future__ import annotations

from sympy import (
    Abs,
    Derivative,
    Expr,
    Heaviside,
    Integral,
    Limit,
    Max,
    Min,
    Piecewise,
    Product,
    Sum,
    acot,
    acoth,
    acsc,
    asec,
    atan2,
    atanh,
    ceiling,
    floor,
    gamma,
    log,
    oo,
    preorder_traversal,
    sign,
    sympify,
)
from sympy.core.function import AppliedUndef, Subs

from theoremtest.derivations.language import functions as own
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.statement import Equal, Statement
from theoremtest.derivations.proof.endless import speaks_of_integrals

from .continuity import Smoothness
from .deadline import Deadline

ROUGH = (Abs, Heaviside, Max, Min, Piecewise, acot, acoth, acsc, asec, atan2, atanh, ceiling, floor, gamma, log, sign, own.Log1p)
"""Functions whose derivative's formula has values where they have a corner, a jump, or no value."""
UNENDING = (Integral, Limit, Product)


def no_derivative(statement: Statement, deadline: Deadline) -> str | None:
    """Why a derivative in a statement or its domain may not exist somewhere, in words; None where all do.

    A derivative of an integral or an endless sum that an identity speaks of is looked at where its value is (`integrals.leibniz`).
    """
    domain = statement.on
    later = statement.expressions() if isinstance(statement, Equal) else ()
    spoken = (*statement.expressions(), *domain.conditions, *domain.where.values())
    for formula in spoken:
        looked_at_later = any(formula is side for side in later)
        formula = sympify(formula, strict=True)
        if not (hasattr(formula, "has") and formula.has(Derivative)):
            continue
        for node in preorder_traversal(formula):
            if looked_at_later and speaks_of_integrals(domain.expand(node)):
                continue
            asked = _unseen if any(formula is condition for condition in domain.conditions) else _fault
            if isinstance(node, Derivative) and (fault := asked(node, domain, deadline)):
                return f"{node} is not shown to exist: {fault}"
    return None


def _unseen(node: Derivative, domain: Domain, deadline: Deadline) -> str | None:
    """As `_fault`, of a condition: it may hold where the formula of the derivative has no value, as that of sqrt(x^4 + x^6) at 0."""
    operand, others = domain.expand(node.expr), [one for one in domain.conditions if not one.has(Derivative)]
    if isinstance(operand, AppliedUndef):
        return None
    return Smoothness(set(node.variables), Domain(*others, over=domain.symbols, where=domain.where), deadline).obstacle(operand)


def _fault(node: Derivative, domain: Domain, deadline: Deadline) -> str | None:
    operand = domain.expand(node.expr)
    if not isinstance(operand, Expr):
        return None
    variables = set(node.variables)
    for part in preorder_traversal(operand):
        if isinstance(part, (*UNENDING, Subs)) or (isinstance(part, Sum) and oo in part.atoms(type(oo))):
            return f"it is of {type(part).__name__}"
    rough = [part for part in preorder_traversal(operand) if isinstance(part, ROUGH) and variables & part.free_symbols]
    if not rough:
        return None
    smoothness = Smoothness(variables, domain, deadline)
    return next((fault for part in rough if (fault := smoothness.obstacle(part))), None)
