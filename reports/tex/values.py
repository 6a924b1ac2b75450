"""What SymPy shortens away while a formula is read, `e^{\\log x}` to x, with the points at which it has no value.

An inequality speaks of every point of its domain: where a part of it that was typed has no value, it does not hold. What comments lay down
is read in the same way: a condition or a rate that lost a part would let in points at which it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from sympy import Basic, Dummy, Expr, Gt, MatrixSymbol
from sympy.core.function import AppliedUndef

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Outcome, Statement
from theoremtest.derivations.language.open_functions import AboutFunction, GradientAt
from theoremtest.derivations.notation import NotationError, Source, parts_built
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Ground
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.obligations import obligations

VALUE = 2.0
"""Seconds in which a part is to be shown to have a value."""


def with_values(text: str | Source, ground: Ground, kind: str = "") -> Statement:
    """The statement that a display makes, as `claimed`. Raises NotationError where something that was typed cancels and may have no value:
    an identity speaks of where both sides have one, a limit of what is near its place, all else of every point."""
    with parts_built() as built:
        statement = claimed(text, ground, kind)
    refuse_lost(ground, statement)
    members = [part for _, part in statement.parts()]
    moving = {part.variable for part in members if isinstance(part, Limit)}
    parts = dropped([*built, *in_abbreviations(ground, statement)], statement)
    for part in parts if not all(isinstance(part, Equal) for part in members) else ():
        if not (moving & part.free_symbols) and not has_a_value(part, statement.on & ground.domain, VALUE):
            raise NotationError(f"{part} cancels while this is read, and it is not shown to have a value everywhere; "
                                "lay down where it has one (assume ...), or type what is left of it")
    return statement


def in_abbreviations(ground: Ground, statement: Statement) -> list[Basic]:
    """What the abbreviations are put together from that a statement speaks of."""
    names = set(map(str, statement.on.where))
    return [part for name, built in ground.typed if name in names for part in built]


def refuse_lost(ground: Ground, statement: Statement) -> None:
    """Raises NotationError where a part of a condition, of a rate or of a start cancels while a comment is read, and may have no value."""
    names = set(map(str, ground.where)) | {item.left for item in ground.declared}
    built = [part for name, built in ground.typed if name not in names for part in built]
    for part in dropped(built, statement, ground) if built else ():
        if not has_a_value(part, statement.on & ground.domain, VALUE):
            raise NotationError(f"{part} cancels while a comment above is read, and it is not shown to have a value everywhere; "
                                "lay down where it has one (assume ...), or type what is left of it")


def dropped(built: Sequence[Basic], statement: Statement, ground: Ground | None = None) -> Iterator[Basic]:
    """The parts that ask for something, and that no formula of the statement, or of the ground, has any more."""
    formulas = [*statement.expressions(), *statement.on.conditions, *statement.on.where.values()]
    if ground is not None:
        formulas += [*ground.conditions, *ground.initial.values(), *ground.draws.values()]
        formulas += [] if ground.along is None else ground.along.expressions()
    kept = {asked.node for formula in formulas if isinstance(formula, Basic) for asked in obligations(formula)}
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
