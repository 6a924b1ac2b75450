"""Claims about every whole number, worked out at the first few: the points route of an `Induction`.

Sequences are iterated from their first values in mpmath, sums are added up term by term; nothing is assumed at one number to hold
at the next.
"""

from __future__ import annotations

import mpmath
from sympy import Dummy, Integer
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language import (
    Counterexample,
    Domain,
    Equal,
    Evidence,
    Holds,
    Induction,
    Outcome,
    Statement,
    TheoremtestError,
    atoms_of,
)
from theoremtest.numerics.routes.points import ENGINE, draw
from theoremtest.numerics.routes.refutation import differ, told_apart
from theoremtest.numerics.routes.relation_trials import truth
from theoremtest.numerics.routes.sizes import supported
from theoremtest.numerics.routes.trial import DIGITS, REQUIRED, agreed_digits, decimal, named, text
from theoremtest.numerics.values.evaluate import EvaluationError, NotDefined
from theoremtest.numerics.values.matrices import entries, settle, value
from theoremtest.numerics.values.sums import whole_numbers, written_out

COUNT, NUMBERS = 6, 7
"""Points of the other symbols, and how many numbers from the start on are tried at each."""


def applies(statement) -> bool:
    return isinstance(statement, Induction)


def check(statement: Induction, seed: str, count: int = COUNT) -> Evidence:
    """Both sides of each claim, or its truth, at the first numbers and at `count` random points of the other symbols."""
    others = _others(statement)
    points = draw(others, count if others.symbols else 1, seed) if others.symbols or others.conditions else [{}]
    worst, tried = DIGITS, []
    for point in points:
        for number in range(statement.start, statement.start + NUMBERS):
            there = {**point, statement.over: Integer(number)}
            try:
                digits, failing, sides = _trial(statement, there)
            except EvaluationError as error:
                tried.append(f"no value at {text(there)}: {error}")
                continue
            worst = min(worst, digits)
            if failing is not None:
                example = Counterexample(named(there), *sides, "sequences iterated, sums added up")
                written = _unrolled(statement, others, failing, there)
                return told_apart(written, point, differ("points", ENGINE, f"{digits} digits", example))
    if tried:
        return Evidence("points", ENGINE, Outcome.UNDECIDED, tried=tuple(tried[:3]))
    scope = f"{len(points)} points, {statement.over} = {statement.start}, ..., {statement.start + NUMBERS - 1}"
    return supported(Evidence("points", ENGINE, Outcome.AGREES, scope, f"{worst} digits"), others, points)


def _others(statement: Induction) -> Domain:
    domain = statement.on
    conditions = [condition for condition in domain.conditions if statement.over not in atoms_of(domain.expand(condition))]
    return Domain(*conditions, over=[symbol for symbol in domain.symbols if symbol != statement.over], where={
        key: meant for key, meant in domain.where.items() if statement.over not in atoms_of(domain.expand(meant))})


def _trial(statement: Induction, point) -> tuple[int, Equal | Holds | None, tuple]:
    """The digits that the sides of all equations share; a claim that fails, and its sides."""
    worst = DIGITS
    for claim in statement.claims():
        if not isinstance(claim, Equal):
            relation, known = _plain(statement, claim.relation, point, DIGITS)
            if not truth(relation, {**point, **known}):
                return 0, claim, ("false", "true")
            continue

        def both(working, claim=claim):
            with mpmath.workdps(working):
                found = []
                for side in (claim.left, claim.right):
                    plain, known = _plain(statement, side, point, working)
                    found += entries(value(plain, {**point, **known}, working))
                return mpmath.matrix(found)

        left, right = settle(both, DIGITS + 10, start=80)
        digits = agreed_digits([left], [right])
        worst = min(worst, digits)
        if digits < REQUIRED:
            return digits, claim, (decimal(left), decimal(right))
    return worst, None, ()


def _unrolled(statement: Induction, others: Domain, claim: Equal | Holds, point) -> Statement:
    """What a claim says at one whole number, with sums and sequences written out; the induction itself where that is no statement."""
    functions, expand = {name.func: name for name in statement.sequences}, statement.on.expand

    def written(expression, numbers):
        plain = written_out(expand(expression), numbers)
        return plain.xreplace({node: value_at(functions[node.func], int(node.args[0]))
                               for node in plain.atoms(AppliedUndef) if node.func in functions})

    def value_at(name, number: int):
        first, following = statement.sequences[name]
        if number == statement.start:
            return written(first, whole_numbers(point))
        return written(following, {**whole_numbers(point), statement.over: Integer(number - 1)})

    sides = claim.expressions()
    try:
        return type(claim)(*(written(side, whole_numbers(point)) for side in sides), on=others)
    except TheoremtestError:
        return statement


def _plain(statement: Induction, expression, point, digits: int):
    """The expression with sums written out and letters for the values of sequences, and what these letters are."""
    plain = written_out(statement.on.expand(expression), whole_numbers(point))
    functions = {name.func: name for name in statement.sequences}
    found = {node: Dummy("s", real=True) for node in plain.atoms(AppliedUndef) if node.func in functions}
    known = {letter: _iterated(statement, functions[node.func], node.args[0], point, digits) for node, letter in found.items()}
    return plain.xreplace(found), known


def _iterated(statement: Induction, name, place, point, digits: int):
    """The value of a sequence at a whole number, from the recursion."""
    if not place.is_Integer or place < statement.start:
        raise NotDefined(f"{name.func}({place}) is no value of the sequence")
    letters = {other: Dummy("s", real=True) for other in statement.sequences}
    expand = statement.on.expand
    current = {letters[other]: value(written_out(expand(pair[0]), whole_numbers(point)), point, digits)
               for other, pair in statement.sequences.items()}
    for number in range(statement.start, int(place)):
        there = {**point, **current, statement.over: Integer(number)}
        current = {letters[other]: value(written_out(expand(pair[1]).xreplace(letters), whole_numbers(there)), there, digits)
                   for other, pair in statement.sequences.items()}
    return current[letters[name]]
