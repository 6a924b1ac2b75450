"""Points of a domain through its chart: exact rational values of the chart's expressions at a point of its parameters."""

from __future__ import annotations

from collections.abc import Iterable

from sympy import ImmutableMatrix, Rational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.balls.program import program


def charted(domain: Domain, drawn: dict) -> dict | None:
    """The domain's point that belongs to a point of its parameters; None where a value is not rational or not defined."""
    known = {key: drawn[key] for key in (*domain.dimensions, *domain.symbols) if key in drawn}
    return filled_in(domain.chart.values.items(), known, balls.environment(drawn))


def filled_in(values: Iterable[tuple], known: dict, env: dict) -> dict | None:
    """The point `known` with each (symbol, expression) at its exact value; None where a value is not rational or not defined."""
    point = dict(known)
    for symbol, expression in values:
        try:
            value = _exact(expression, env)
        except balls.NotEvaluable:
            return None
        if value is None:
            return None
        point[symbol] = value
        env |= balls.environment({symbol: value})  # a later value may use it
    return point


def _exact(expression, env):
    code = program(expression)
    with rules.precision(balls.PRECISIONS[0]):
        value = code.run(env).get(code.roots[0])
    if not isinstance(value, balls.Grid):
        return _rational(value)
    entries = [_rational(entry) for entry in value.entries]
    return None if None in entries else ImmutableMatrix(value.rows, value.columns, entries)


def _rational(value) -> Rational | None:
    return Rational(int(value.p), int(value.q)) if rules.exact(value) else None
