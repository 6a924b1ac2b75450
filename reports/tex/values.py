"""What SymPy shortens away while a formula is read, `e^{\\log x}` to x, with the points at which it has no value.

An inequality speaks of every point of its domain: where a part of it that was typed has no value, it does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from sympy import Basic, Dummy, Expr, Gt, MatrixSymbol
from sympy.core.function import AppliedUndef

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Domain, Holds, Outcome, Statement
from theoremtest.derivations.language.open_functions import AboutFunction, GradientAt
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.obligations import obligations


def dropped(built: Sequence[Basic], statement: Statement) -> Iterator[Basic]:
    """The parts that ask for something, and that no formula of the statement has any more."""
    kept = {asked.node for formula in statement.expressions() if isinstance(formula, Basic) for asked in obligations(formula)}
    found: dict[Basic, None] = {}
    for value in built:
        if isinstance(value, Basic):
            found.update({asked.node: None for asked in obligations(value) if asked.node not in kept})
    yield from found


def has_a_value(part: Basic, on: Domain, seconds: float) -> bool:
    """Whether a part is shown to have a value at every point: v + 1 > v says so, as an inequality speaks of every point."""
    if not isinstance(part, Expr) or getattr(part, "shape", ()):
        return False
    with suppress(TheoremtestError, TypeError, ValueError, AttributeError):
        part, on = _of_any_value(part, on)
        on = on.but(over=sorted(part.free_symbols - on.declared, key=str))
        return decide(Holds(Gt(part + 1, part, evaluate=False), on=on), seconds).outcome is Outcome.PROVED
    return False


def _of_any_value(part: Expr, on: Domain) -> tuple[Expr, Domain]:
    """A part with a letter for each value and each gradient of a function without a formula, over a domain that says nothing of such:
    what has a value whatever they are has one. The gradient of a function that nothing says to be smooth stays."""
    smooth = {about.args[0].func for condition in on.conditions for about in condition.atoms(AboutFunction)}
    gradients = {node: MatrixSymbol(rf"\nabla_{place}", *node.shape) for place, node in enumerate(sorted(part.atoms(GradientAt), key=str))
                 if node.args[0].func in smooth}
    part = part.xreplace(gradients)
    part = part.xreplace({value: Dummy(real=True) for value in part.atoms(AppliedUndef)})
    kept = [condition for condition in on.conditions if not condition.atoms(AboutFunction, AppliedUndef)]
    return part, Domain(*kept, over=on.over, where=on.where)
