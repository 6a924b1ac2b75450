"""Open functions at quadratic ones: what a statement about every function says of c |x|^2/2. It shows that the domain holds a function at
all, and where it fails the statement does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from sympy import And, Basic, Dummy, Eq, Expr, Ge, Le, S, Symbol
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.open_functions import PL, AboutFunction, Convex, GradientAt, Lipschitz, Smooth, StronglyConvex
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.language.symbols import Dot

QUADRATIC = "its open functions are c |x|^2/2"
"""What a refutation by them rests on: that these are functions of the domain, which is plain, and no point of the kernel's says."""


def speaks_of_functions(statement: Statement) -> bool:
    """Whether a domain says something of open functions as a whole."""
    return any(_about(condition) for condition in statement.on.conditions)


def _about(condition: Basic) -> bool:
    return isinstance(condition, Boolean) and bool(condition.atoms(AboutFunction))


def quadratic(statement: Statement) -> Statement:
    """The statement where each open function is c |x|^2/2, for a number c of its own that the conditions on it allow."""
    names = sorted({value.func.__name__ for condition in statement.on.conditions for about in condition.atoms(AboutFunction)
                    for value in about.args[:1]})
    curved = {name: Dummy(f"c_{name}", real=True) for name in names}
    return _within(statement, curved, list(curved.values()))


def _within(value: Any, curved: dict[str, Symbol], more: list) -> Any:
    if isinstance(value, Domain):
        conditions = [made for condition in value.conditions for made in _conditions(condition, curved)]
        return Domain(*conditions, over=[*value.over, *more], where={key: _put(part, curved) for key, part in value.where.items()})
    if isinstance(value, dict):
        return {_put(key, curved): _within(part, curved, more) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple(_within(part, curved, more) for part in value)
    if isinstance(value, Basic):
        return _put(value, curved)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{item.name: _within(getattr(value, item.name), curved, more) for item in fields(value) if item.init})
    return value


def _put(node: Basic, curved: dict[str, Symbol]) -> Basic:
    """A formula with the functions' values and gradients written out."""
    def gradient(found: GradientAt) -> Any:
        value = found.args[0]
        return curved[value.func.__name__] * value.args[0] if value.func.__name__ in curved else found

    found = node.replace(lambda part: isinstance(part, GradientAt), gradient) if node.has(GradientAt) else node
    return found.replace(lambda part: isinstance(part, AppliedUndef) and part.func.__name__ in curved,
                         lambda part: curved[part.func.__name__] * Dot(part.args[0], part.args[0]) / 2)


def _conditions(condition: Basic, curved: dict[str, Symbol]) -> Iterator[Basic]:
    if not isinstance(condition, AboutFunction):
        yield _put(condition, curved)
        return
    c: Expr = curved[condition.args[0].func.__name__]
    numbers = condition.args[1:]
    if isinstance(condition, Convex):
        yield Ge(c, 0)
    elif isinstance(condition, StronglyConvex):
        yield Ge(c, *numbers)
    elif isinstance(condition, Smooth):
        yield And(Le(c, *numbers), Ge(c, -numbers[0]))
    elif isinstance(condition, PL):
        yield And(Ge(c, numbers[0]), Ge(c, 0), Eq(numbers[1], 0))
    elif isinstance(condition, Lipschitz):  # of these functions the constant ones alone
        yield And(Eq(c, 0), Ge(numbers[0], S.Zero))
