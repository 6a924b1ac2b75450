"""Primitives, proposed by anybody and checked here: differentiated by the table, compared exactly, shown to be smooth on the open range."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Expr, Piecewise, S, Symbol, expand, integrate, log, logcombine, powsimp
from sympy.integrals.manualintegrate import manualintegrate

from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.functions.derivatives import NoDerivative, derivative, elementary

from .powers import tidy
from .questions import Questions

PROPOSING = 0.15, 2.0
"""What a proposal may take at most: this part of the time left, and no more than these seconds."""


def primitives(body: Expr, variable: Symbol, inside: Questions, hints: tuple[Expr, ...] = ()) -> Iterator[Expr]:
    """Checked primitives of the body over the open range that `inside` describes, the simplest proposals first.

    hints: further proposals, in the variable.
    """
    seen = set()
    for proposed in _proposals(body, variable, inside.deadline, hints):
        if proposed not in seen and _is_primitive(proposed, body, variable, inside):
            yield proposed
        seen.add(proposed)


def _is_primitive(proposed: Expr, body: Expr, variable: Symbol, inside: Questions) -> bool:
    """Whether the derivative of the proposal is the body, at every point of the range."""
    try:
        slope = derivative(elementary(proposed), variable)
    except NoDerivative:
        return False
    return (not slope.has(S.NaN, S.ComplexInfinity) and inside.rough(proposed, variable) is None and inside.has_value(proposed)
            and inside.zero(slope - elementary(body)))


def _proposals(body: Expr, variable: Symbol, deadline: Deadline, hints: tuple[Expr, ...]) -> Iterator[Expr]:
    yield from hints
    power = _of_power(body, variable)
    if power is not None:
        yield from power
    for way in (lambda: manualintegrate(body, variable), lambda: manualintegrate(expand(body), variable),
                lambda: integrate(body, variable)):
        found = _proposed(way, deadline)
        if found is not None:
            yield from _branches(found)


def _of_power(body: Expr, variable: Symbol) -> tuple[Expr, ...] | None:
    """c * x**a, whatever a is."""
    factor, rest = tidy(body).as_independent(variable, as_Add=False)
    base, exponent = rest.as_base_exp()
    if base != variable or variable in exponent.free_symbols or exponent.is_Rational:
        return None
    return factor * variable ** (exponent + 1) / (exponent + 1), factor * log(variable)


def _proposed(way, deadline: Deadline) -> Expr | None:
    """What SymPy comes up with in the time it is given; its mistakes and failures are no answer."""
    seconds = min(PROPOSING[0] * deadline.left(), PROPOSING[1])
    try:
        with alarm(seconds):
            found = way()
    except OutOfTime:
        deadline.check()
        return None
    except Exception:  # SymPy's integrators fail in many ways, none of which says anything about the integral
        return None
    return found if isinstance(found, Expr) else None


def _branches(found: Expr) -> Iterator[Expr]:
    """The proposal, or each branch of one with cases: the check tells which of them serves here."""
    from sympy import Integral

    found = found.replace(lambda node: isinstance(node, Piecewise) and len(node.args) == 1, lambda node: node.args[0].expr)
    pieces = sorted(found.atoms(Piecewise), key=str)
    if not pieces:
        if not found.has(Integral):
            yield found
            for joined in (powsimp(found), logcombine(found, force=True)):
                if joined != found:
                    yield joined
        return
    for value, _ in pieces[0].args:
        yield from _branches(found.xreplace({pieces[0]: value}))
