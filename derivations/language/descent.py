"""Steps of gradient descent as sequences of an induction: what one step does to each parameter, with momentum or without."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Expr, Function, Symbol, diff
from sympy.core.function import AppliedUndef

from .errors import StatementError
from .material import as_formula, told


def descent(loss: Expr, start: Mapping[Symbol, Expr], rate: Expr, over: Symbol, momentum: Expr | None = None) -> dict[AppliedUndef, tuple]:
    """The recursions of gradient descent, as an `Induction` takes them: x(k + 1) = x(k) - rate * slope, from x(0).

    loss: a formula in the parameters. start: each parameter's first value. over: the number k of steps, a whole number. momentum: where
    given, beta in m(k + 1) = beta m(k) + slope at x(k), x(k + 1) = x(k) - rate m(k + 1), from m(0) = 0; m of x is called m_x.
    Returns {x(k): (first, next)}; the functions are real, and bear the parameters' names.
    """
    for name, value in (("parameter", start), ("count", [over])):
        for letter in value:
            if not isinstance(letter, Symbol) or (letter.is_integer is True) != (name == "count"):
                raise StatementError(f"a {name} of descent is a {'whole' if name == 'count' else 'real'} symbol; got {told(letter)}")
    loss, rate, momentum = as_formula(loss), as_formula(rate), None if momentum is None else as_formula(momentum)
    at = {letter: Function(letter.name, real=True)(over) for letter in start}
    made: dict[AppliedUndef, tuple] = {}
    for letter, value in start.items():
        first = as_formula(value)
        slope = diff(loss, letter).xreplace(at)
        if momentum is None:
            made[at[letter]] = (first, at[letter] - rate * slope)
            continue
        memory = Function(f"m_{letter.name}", real=True)(over)
        made[memory] = (0, momentum * memory + slope)
        made[at[letter]] = (first, at[letter] - rate * (momentum * memory + slope))
    return made
