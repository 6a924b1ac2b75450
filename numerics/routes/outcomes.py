"""A moment over all of few outcomes, in ball arithmetic: whether it is certainly another number than what is stated."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from flint import arb, fmpq
from sympy import Basic

from theoremtest.derivations.language import Covariance, Expectation, FairBits
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.balls.grid import Grid
from theoremtest.derivations.proof.balls.program import program
from theoremtest.numerics.routes.sampling import Sampler

BITS = balls.PRECISIONS[1]


def surely_another(statement: Expectation | Covariance, sampler: Sampler) -> bool:
    """Whether an entry of the moment, added up over all outcomes, is certainly not the stated one."""
    written = [sampler.exact(part)[0] for part in statement.drawn_over()]
    known = balls.environment(sampler.exact(statement.value)[1])
    code = program(*written)
    with rules.precision(BITS):
        total, sums = arb(0), None
        for env, weight in _outcomes(statement, sampler, known):
            run = code.run(env)
            parts = [_entries(run.get(root)) for root in code.roots]
            first, second = parts[0], parts[-1]
            added = [weight * entry for entry in (*first, *second, *(one * other for one, other in zip(first, second, strict=True)))]
            sums = added if sums is None else [one + other for one, other in zip(sums, added, strict=True)]
            total += weight
        if sums is None or not total.contains(1):
            return False
        size = len(sums) // 3
        ones, others, products = sums[:size], sums[size:2 * size], sums[2 * size:]
        plain = isinstance(statement, Expectation) and statement.moment == "mean"
        found = ones if plain else [both - one * other for both, one, other in zip(products, ones, others, strict=True)]
        stated = _entries(_value(sampler.exact(statement.value)[0], known))
        return any(not (one - other).contains(0) for one, other in zip(found, stated, strict=True))


def _entries(value: Any) -> list[arb]:
    return [arb(entry) for entry in value.entries] if isinstance(value, Grid) else [arb(value)]


def _value(expression: Basic, known: dict) -> Any:
    code = program(expression)
    return code.run(known).get(code.roots[0])


def _outcomes(statement: Expectation | Covariance, sampler: Sampler, known: dict) -> Iterator[tuple[dict, arb]]:
    """Each outcome as the programs read it, with its probability."""
    choices = []
    for symbol, law in statement.draws.items():
        if isinstance(law, FairBits):
            count = 2 ** int(_value(sampler.exact(law.count)[0], known))
            choices.append([(symbol, place, arb(1) / count) for place in range(count)])
        else:
            low, high = (int(_value(sampler.exact(end)[0], known)) for end in (law.low, law.high))
            choices.append([(symbol, place, _mass(law.probability, symbol, place, sampler, known)) for place in range(low, high + 1)])
    for chosen in product(*choices):
        weight = arb(1)
        for _, _, chance in chosen:
            weight *= chance
        yield {**known, **{symbol: fmpq(place) for symbol, place, _ in chosen}}, weight


def _mass(probability: Basic, symbol: Basic, place: int, sampler: Sampler, known: dict) -> arb:
    return arb(_value(sampler.at(symbol, place).exact(probability)[0], {**known, symbol: fmpq(place)}))
