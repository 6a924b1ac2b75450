r"""Time as an integral, `t = \int_{x(0)}^{x} \frac{d z}{f(z)}`: it says that x moves at the rate f(x), from where it begins."""

from __future__ import annotations

from sympy import Basic, Integral, Symbol

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.latex import to_latex

from .builders import divides_by
from .errors import NotationError


def rate_told(time: Basic, other: Basic, states: set) -> tuple[Basic, Basic] | None:
    """What moves, the upper bound of the integral, and its rate; None for any other equation.

    Raises NotationError where the lower bound is not what the upper one is at the beginning, or the integrand moves.
    """
    factor, rest = other.as_coeff_Mul()
    if not isinstance(time, Symbol) or not isinstance(rest, Integral) or len(rest.limits) != 1 or len(rest.limits[0]) != 3:
        return None
    variable, low, high = rest.limits[0]
    moving = [state for state in states if state in atoms_of(high)]
    if len(moving) != 1 or not isinstance(moving[0], Symbol) or atoms_of(rest.function) & set(states) or time in atoms_of(rest):
        raise NotationError("time as an integral is one up to what moves, over what does not", 1)
    (state,) = moving
    begun = [letter for letter in atoms_of(low) if to_latex(letter) in (f"{to_latex(state)}(0)", f"{to_latex(state)}_0")]
    if not any(high.xreplace({state: letter}) == low for letter in begun):
        raise NotationError(f"the lower bound of this integral is not {to_latex(high)} at the beginning", 1)
    slope = factor * rest.function.xreplace({variable: high})
    divides_by(slope)
    return high, 1 / slope
