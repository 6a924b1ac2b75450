"""Rates of means along a diffusion: refuted by a point at which what the generator makes of the quantity is another number.

A proof is the kernel's alone. At a point the generator is worked out entry by entry: the slope along the drift, and for each entry of dW
half the second derivative along what it does to the states.
"""

from __future__ import annotations

from itertools import chain

from sympy import Dummy, Expr, MatrixSymbol, S, ZeroMatrix

from theoremtest.derivations.language.diffusion import MeanEvolves
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.deadline import OutOfTime
from theoremtest.derivations.proof.ladder import Finding, findings_of, refutation
from theoremtest.derivations.proof.points.explicit import NotExplicit, along, at_zero, explicit, units
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.recheck import fails, put
from theoremtest.derivations.proof.refute import point_items

GENERATOR = "the generator at a point"
SIMPLE, DRAWN = 40, 10
"""The simplest points that are looked at, and random ones."""


@findings_of.register
def _(statement: MeanEvolves, deadline) -> list[Finding]:
    """The simplest point at which the generator makes another number of the quantity."""
    domain = statement.on.but(over=sorted(set(statement.along.states) - statement.on.declared, key=str))
    try:
        for point in chain(small_points(domain, SIMPLE, deadline=deadline), points(domain, DRAWN, str(domain), deadline)):
            deadline.check()
            try:
                found, stated = generator_at(statement, point), explicit(put(statement, statement.rate), point)
                sides = balls.contrast(found, stated, point, deadline)
            except (NotExplicit, balls.NotEvaluable):
                continue
            if sides is not None:
                return [refutation(Counterexample(point_items(domain, point), sides.left, sides.right), GENERATOR, "")]
    except OutOfTime:
        pass
    return [Finding(Outcome.UNDECIDED, tried=("no proof that the kernel takes is found, nor a point where the generator differs",))]


def generator_at(statement: MeanEvolves, point: dict) -> Expr:
    """What the generator makes of the quantity, at a point."""
    flow, quantity, step = statement.along, put(statement, statement.quantity), Dummy("h", real=True)
    found = along(quantity, point, {state: explicit(put(statement, rate), point) for state, rate in flow.drift.items()})
    still = {letter: explicit(ZeroMatrix(*letter.shape), point) if isinstance(letter, MatrixSymbol) else S.Zero
             for letter in flow.wiener}
    for letter in flow.wiener:
        for unit in units(letter, still):
            there = {**point, **still, letter: unit}
            moved = {**point, **{state: point[state] + step * explicit(put(statement, noise), there)
                                 for state, noise in flow.noise.items()}}
            found = found + at_zero(explicit(quantity, moved), step, 2) / 2
    return found


@fails.register
def _(statement: MeanEvolves, point, apart, deadline):
    """Whether the generator makes another number of the quantity at the point."""
    return apart(generator_at(statement, point), explicit(put(statement, statement.rate), point))
