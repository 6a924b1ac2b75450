"""Motions against what is said of them: that they do not leave a set, that they go on, that a quantity falls at a rate. Part of the
`integration` route.

A motion is followed from a point of the set by SciPy's integrator, as long as it stays in the domain. What is looked at is no equation that
the statement was made from: whether the set's conditions hold on the way, and what the quantity is beside its bound.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import sympy
from sympy import Eq, Ge, Gt, Le, Lt
from sympy.core.relational import Relational

from theoremtest.derivations.language import Decays, Domain, Stays, UniqueMotion
from theoremtest.numerics.integrate.components import coordinates, written_out
from theoremtest.numerics.kernels.compiled import kernel
from theoremtest.numerics.routes.points import sampled_domain
from theoremtest.numerics.values.evaluate import NotDefined

SPAN, TIMES, CLOSE = 4.0, 201, 1e-6
"""How long motions are followed, at how many times they are looked at, and what counts as zero beside sizes of about 1."""


FAR = 1e6
"""A motion that is faster than this, and that the integrator cannot follow any longer, runs away."""


def starts(statement: Stays | Decays | UniqueMotion) -> Domain:
    """Where motions start."""
    domain = sampled_domain(statement)
    return domain.but(*statement.comparisons()) if isinstance(statement, (Stays, UniqueMotion)) else domain


def followed(statement: Stays | Decays | UniqueMotion, point: dict) -> tuple[bool, str, str]:
    """Whether the statement fails along the motion from a point, and the two numbers that show it. Raises NotDefined."""
    from scipy.integrate import solve_ivp

    rates, initial, known = coordinates(statement.along, statement.on, point)
    states = list(rates)
    motion = numeric(states, list(rates.values()))
    way = {"method": "RK45"} if isinstance(statement, UniqueMotion) else {"method": "LSODA", "t_eval": np.linspace(0.0, SPAN, TIMES)}
    with np.errstate(all="ignore"):  # every step of a motion that may run away is looked at, and by a method that stops where it does
        path = solve_ivp(lambda _, x: motion(x), (0.0, SPAN), [float(initial[x]) for x in states], rtol=1e-10, atol=1e-12, **way)
    if not len(path.t) > 1:
        raise NotDefined(f"the motion could not be followed: {path.message}")
    gaps = [numeric(states, [written_out(statement.on.expand(gap), known)]) for gap in _gaps(statement.on.conditions)]
    inside = np.array([all(gap(x)[0] > 0 for gap in gaps) for x in path.y.T])
    last = len(inside) if inside.all() else int(np.argmin(inside))
    if last < 2:
        raise NotDefined("the motion leaves the domain at once")
    seen, times = path.y[:, :last], path.t[:last]
    if isinstance(statement, UniqueMotion) and not path.success and np.max(np.abs(motion(path.y[:, -1]))) > FAR:
        return True, f"faster than {FAR:g} at t = {path.t[-1]:.4g}", "goes on"
    return (_slow if isinstance(statement, Decays) else _left)(statement, known, states, seen, times)


def _gaps(conditions) -> list:
    """What is positive inside; equations and alternatives, which a motion is assumed to keep, are not looked at."""
    found = []
    for condition in conditions:
        if isinstance(condition, (Gt, Ge)):
            found.append(condition.lhs - condition.rhs)
        elif isinstance(condition, (Lt, Le)):
            found.append(condition.rhs - condition.lhs)
    return found


def _left(statement: Stays | UniqueMotion, known: dict, states: list, way: np.ndarray, times: np.ndarray) -> tuple[bool, str, str]:
    for part in statement.comparisons():
        assert isinstance(part, Relational)
        gap = numeric(states, [written_out(statement.on.expand(part.lhs - part.rhs), known)])
        values = np.array([gap(x)[0] for x in way.T])
        off = abs(values) if isinstance(part, Eq) else -values if isinstance(part, (Gt, Ge)) else values
        scale = 1 + float(np.max(np.abs(way)))
        if np.nanmax(off) > CLOSE * scale ** 2:
            return True, f"{np.nanmax(off):.3g}", "at most 0"
    return False, "", ""


def _slow(statement: Decays, known: dict, states: list, way: np.ndarray, times: np.ndarray) -> tuple[bool, str, str]:
    quantity = numeric(states, [written_out(statement.on.expand(statement.quantity), known)])
    rate, power = (None if value is None else float(written_out(statement.on.expand(value), known))
                   for value in (statement.rate, statement.power))
    values = np.array([quantity(x)[0] for x in way.T])
    if power is None:
        most = values[0] * np.exp(-rate * times)
    elif values[0] <= 0:
        most = np.zeros_like(values)
    else:
        most = (values[0] ** (-1 / power) + rate * times / power) ** -power
    worst = int(np.nanargmax(values - most))
    return bool(values[worst] > most[worst] + CLOSE * (1 + abs(values[0]))), f"{values[worst]:.6g}", f"at most {most[worst]:.6g}"


def numeric(symbols: list, expressions: list) -> Callable[[np.ndarray], np.ndarray]:
    """A float function of an array of states from scalar expressions."""
    compiled = kernel([sympy.sympify(expression, strict=True) for expression in expressions], symbols)
    return lambda x: np.array(compiled(*map(float, x)), dtype=float)
