"""The route of what is measured: the experiment is run, and the relation is held against every value within its errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from itertools import product

from flint import arb
from sympy import Basic, Float, Symbol, false, true

from theoremtest.derivations.language import Counterexample, Evidence, Observed, Outcome
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.numerics.experiments.measured import Measured
from theoremtest.numerics.routes.names import EXPERIMENT
from theoremtest.numerics.torch_backend import MissingExtra

ERRORS = 4
"""Standard errors to either side within which a measured quantity is taken to lie."""
ROUNDING = 2.0**-40
"""The share of a number by which float64, after many operations, may be off: of what is measured once there is no other error."""
HALVINGS = 12
"""How often the intervals are halved to see a relation fail in all of them."""


def observed(statement: Observed) -> Evidence:
    """Agreement where the relation holds at every corner of the intervals, refutation where it is certain to hold nowhere in between.

    Unavailable where the experiment needs an extra that is not installed. Raises ValueError as `held` does.
    """
    try:
        return held(statement, measured(statement.experiment))
    except MissingExtra as error:
        return Evidence("flow", EXPERIMENT + statement.experiment, Outcome.UNAVAILABLE, tried=(str(error),))


def held(statement: Observed, found: Measured) -> Evidence:
    """The relation against what its experiment has measured. Raises ValueError where that is not what the statement speaks of."""
    engine = EXPERIMENT + statement.experiment
    letters = sorted(statement.relation.free_symbols, key=str)
    missing = [letter.name for letter in letters if letter.name not in found.values]
    if missing:
        raise ValueError(f"{statement.experiment} measures {', '.join(found.values)}, not {', '.join(missing)}")
    at = {letter: Float(found.values[letter.name][0]) for letter in statement.on.scalars if letter.name in found.values}
    outside = [condition for condition in statement.on.conditions if condition.subs(at) == false]
    if outside:
        raise ValueError(f"{statement.experiment} measures {found.values}, outside of {outside[0]}")
    ends = [_ends(*found.values[letter.name]) for letter in letters]
    told = {bool(statement.relation.subs(dict(zip(letters, corner, strict=True))) == true) for corner in product(*ends)}
    figure = ", ".join(_text(letter, *found.values[letter.name]) for letter in letters)
    if told == {True}:
        return Evidence("flow", engine, Outcome.AGREES, scope=found.of, figure=figure)
    if True not in told and _fails_on(statement.relation, {letter: _around(*found.values[letter.name]) for letter in letters}, HALVINGS):
        point = tuple((letter.name, f"{found.values[letter.name][0]:.6g}") for letter in letters)
        return Evidence("flow", engine, Outcome.REFUTED, scope=found.of, figure=figure,
                        counterexample=Counterexample(point, note=f"measured: {found.of}"))
    held_by = "holds for some values and not for others" if True in told else "is not seen to fail for all values"
    return Evidence("flow", engine, Outcome.UNDECIDED, scope=found.of, figure=figure,
                    tried=(f"{found.of}: within {ERRORS} standard errors it {held_by} ({figure})",))


def _fails_on(relation: Basic, box: dict[Symbol, arb], halvings: int) -> bool:
    """Whether a relation certainly fails for all numbers in a box, which is halved where the whole of it does not tell."""
    try:
        truth = balls.truth_in(relation, box, most=balls.PRECISIONS[0])
    except balls.NotEvaluable:
        truth = None
    if truth is not None or not halvings:
        return truth is False
    widest = max(box, key=lambda letter: float(box[letter].rad()))
    middle, reach = box[widest].mid(), box[widest].rad() / 2
    return all(_fails_on(relation, {**box, widest: arb(middle + side * reach, reach)}, halvings - 1) for side in (-1, 1))


def _around(mean: float, error: float) -> arb:
    """What a measured quantity is taken to be: all within its standard errors, and within the rounding of float64 unless it is a count."""
    return arb(mean, ERRORS * error + (0 if error == 0 and float(mean).is_integer() else ROUNDING * abs(mean)))


def measured(experiment: str) -> Measured:
    """What an experiment of this name measures. Raises ValueError where that is nothing, or something that is no number."""
    module, _, name = experiment.partition(":")
    found = _run(getattr(import_module(module), name))
    if not isinstance(found, Measured) or not found.values:
        raise ValueError(f"{experiment} returned {type(found).__name__}; an experiment returns Measured")
    for letter, (mean, error) in found.values.items():
        if not (math.isfinite(mean) and math.isfinite(error) and error >= 0):
            raise ValueError(f"{experiment} measured {letter} = {mean} with error {error}")
    return found


@lru_cache(maxsize=64)
def _run(experiment: Callable[[], Measured]) -> Measured:
    """Run once for all claims that a process asks it for."""
    return experiment()


def _ends(mean: float, error: float) -> tuple[Float, ...]:
    return (Float(mean),) if error == 0 else (Float(mean - ERRORS * error), Float(mean), Float(mean + ERRORS * error))


def _text(letter: Symbol, mean: float, error: float) -> str:
    return f"{letter.name} = {mean:.4g}" + (f" ± {error:.2g}" if error else "")
