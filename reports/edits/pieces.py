"""Where a formula changes the piece that it is given by: at kinks and jumps, at the border of a condition, and on the border of its domain.

Random points of a domain may all lie on one side of `Max(0, u - 1000)`, or of a condition `u < 1000`, and none lies on a border. So what
numbers support is looked at on every piece by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from sympy import Abs, Add, And, Basic, Eq, Ge, Gt, Heaviside, Le, Lt, Max, Min, Mod, S, ceiling, floor, frac, sign, sympify
from sympy.core.relational import Relational

from theoremtest.derivations.language import Equal, Statement

STEPS = floor, ceiling, frac, Mod
"""Functions with endlessly many jumps."""


def pieces_of(goal: Statement) -> list[tuple[Basic, ...]]:
    """What splits a goal's domain: for each place where a piece ends, and each border of the domain, the relations that tell the pieces
    apart, which together leave no point out.
    """
    letters = goal.on.declared | set(goal.on.dimensions)
    borders = [(Eq(condition.lhs, condition.rhs), _within(condition)) for condition in goal.on.conditions
               if isinstance(condition, (Ge, Le))]
    return [*borders, *(signs_of(gap) for gap in _gaps(_written(goal)) if not gap.free_symbols - letters)]


def of_one_side(goal: Statement) -> Iterator[Basic]:
    """The regions that the kinks and jumps of one side of a goal, which the other side lacks, take its domain apart into."""
    letters = goal.on.declared | set(goal.on.dimensions)
    sides = [set(_gaps([side])) for side in _written(goal)]
    alone = {gap for gaps in sides for gap in gaps if not all({gap, -gap} & other for other in sides)}
    splits = [signs_of(gap) for gap in sorted(alone, key=str) if not gap.free_symbols - letters]
    return (And(*parts) for parts in product(*splits) if parts)


def _within(condition: Basic) -> Basic:
    return Gt(condition.lhs, condition.rhs) if isinstance(condition, Ge) else Lt(condition.lhs, condition.rhs)


def what_differs(goal: Statement) -> Statement:
    """An equation without the terms that both its sides have: beside e^u fifty digits see nothing of u."""
    if not isinstance(goal, Equal) or getattr(goal.left, "shape", ()):
        return goal
    common = set(Add.make_args(goal.left)) & set(Add.make_args(goal.right))
    left, right = (Add(*(term for term in Add.make_args(side) if term not in common)) for side in (goal.left, goal.right))
    return replace(goal, left=left, right=right) if common and left != right else goal


def cannot_be_listed(goal: Statement) -> str:
    """Why the pieces of one of a goal's sides, and not of the other, cannot all be looked at; empty where they can."""
    letters = goal.on.declared | set(goal.on.dimensions)
    sides = _written(goal)
    steps = [set(side.atoms(*STEPS)) for side in sides]
    bound = [{gap for gap in _gaps([side]) if gap.free_symbols - letters} for side in sides]
    if any(one != steps[0] for one in steps):
        return "one side has endlessly many jumps"
    return "one side has a kink under a sum, an integral or a limit" if any(one != bound[0] for one in bound) else ""


def signs_of(gap: Basic) -> tuple[Basic, ...]:
    """That a quantity is negative, zero or positive, with the number in it on the other side: points are drawn within bounds on letters."""
    number, rest = gap.as_coeff_Add()
    factor, rest = rest.as_coeff_Mul()
    below, above = (Lt, Gt) if factor > 0 else (Gt, Lt)
    return tuple(relation(rest, -number / factor) for relation in (below, Eq, above))


def _written(goal: Statement) -> list[Basic]:
    return [goal.on.expand(sympify(side, strict=True)) for side in goal.expressions()]


def _gaps(formulas: Iterable[Basic]) -> list[Basic]:
    """The quantities at whose zeros a piece ends, each once, whatever its sign."""
    found: dict[Basic, None] = {}
    for gap in (gap for formula in formulas for gap in _switching(formula)):
        if not gap.is_number and gap.is_extended_real is not False and -gap not in found:
            found[gap] = None
    return sorted(found, key=str)


def _switching(formula: Basic) -> Iterator[Basic]:
    for node in formula.atoms(Abs, sign, Heaviside):
        yield node.args[0]
    for node in formula.atoms(Max, Min):
        one, *others = sorted(node.args, key=str)
        yield from (one - other for other in others)
        yield from (other - more for number, other in enumerate(others) for more in others[number + 1:])
    for node in formula.atoms(Relational):
        if not getattr(node.lhs, "shape", ()) and node.lhs not in (S.true, S.false):
            yield node.lhs - node.rhs
