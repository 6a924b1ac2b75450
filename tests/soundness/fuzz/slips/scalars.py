"""Identities, inequalities, equivalences, case distinctions and conjunctions over scalars."""

from __future__ import annotations

from random import Random

from sympy import And, Or, Rational, S, asinh, exp, tanh, true

from theoremtest.derivations.language import Classifies, Domain, Equal, Holds, Iff, every

from ...case import Case
from ...independent import differ, holds
from .expressions import FREE, ON, X, number, positive, real, rewritten
from .slipped import case_of, some_points, true_or_slipped

SYMBOLS = (*X, *FREE)


def _points(chance):
    return some_points(SYMBOLS, chance, X)


def equal(chance: Random) -> Case | None:
    """An expression and a rewriting of it."""
    left = real(chance, 2 + chance.randrange(2))
    statement = Equal(left, rewritten(left, chance, 1 + chance.randrange(3)), on=ON)
    if any(differ(statement.left, statement.right, point) for point in _points(chance)):
        raise AssertionError(f"a rewriting that does not keep the value: {statement.left} = {statement.right}")
    return true_or_slipped(statement, chance, lambda made, point: differ(made.left, made.right, point), _points(chance))


def inequality(chance: Random) -> Case | None:
    """An expression is at least a rewriting of itself less something that is not negative."""
    left = real(chance, 2)
    if chance.randrange(2):
        relation = rewritten(left, chance, 1) > left - positive(chance, 1 + chance.randrange(2))
    else:
        relation = rewritten(left, chance, 1) >= left - real(chance, 1) ** 2
    if relation in (S.true, S.false):
        return None
    statement = Holds(relation, on=ON)
    return true_or_slipped(statement, chance, _fails, _points(chance))


def _fails(made, point) -> bool:
    return holds(made.relation, point) is False


def equivalence(chance: Random) -> Case | None:
    """An inequality, and the same under a function that grows."""
    one, other = real(chance, 1 + chance.randrange(2)), real(chance, 1)
    grow = chance.choice((exp, tanh, asinh, lambda a: a**3, lambda a: 2 * a + 1))
    left, right = one > other, grow(rewritten(one, chance, 1)) > grow(other)
    if {left, right} & {S.true, S.false}:
        return None
    return true_or_slipped(Iff(left, right, on=ON), chance, _unlike, _points(chance))


def _unlike(made, point) -> bool:
    return {holds(made.left, point), holds(made.right, point)} == {True, False}


def classification(chance: Random) -> Case:
    """The line cut at some numbers; a border is left out, claimed twice, or a meaning is too narrow."""
    p = FREE[0]
    cuts = sorted({number(chance) * (1 + chance.randrange(3)) for _ in range(1 + chance.randrange(3))})
    given, meaning = {}, {}
    for place, low in enumerate((None, *cuts)):
        high = cuts[place] if place < len(cuts) else None
        condition = And(*([p >= low] if low is not None else []), *([p < high] if high is not None else []))
        given[f"part {place}"] = condition
        meaning[f"part {place}"] = condition if chance.randrange(2) else true if high is None else p < high + chance.randrange(2)
    slip, cut = chance.randrange(6), chance.choice(cuts)
    place = cuts.index(cut)
    name, why = f"part {place}", "by construction"
    if slip == 0:
        given[f"part {place + 1}"] = And(p > cut, given[f"part {place + 1}"])
        why = f"{cut} bears no label"
    elif slip == 1:
        given[name] = Or(given[name], And(p >= cut, p <= cut))
        meaning[name] = true
        why = f"{cut} bears two labels"
    elif slip == 2:
        meaning[name] = p < cut - Rational(1, 3)
        why = f"just below {cut}"
        if place and cut - Rational(1, 3) <= cuts[place - 1]:
            meaning[name] = p < cuts[place - 1]
    return case_of(Classifies(given, meaning, on=Domain(over=[p])), slip > 2, why)


def conjunction(chance: Random) -> Case | None:
    """Two or three statements at once."""
    parts = [made for made in (chance.choice((equal, inequality, equivalence))(chance) for _ in range(2 + chance.randrange(2))) if made]
    if not parts:
        return None
    false = [made.why for made in parts if not made.truth]
    return case_of(every(**{f"part_{k}": made.make() for k, made in enumerate(parts)}), not false, "; ".join(false) or "all are true")


MAKERS = (equal, inequality, equivalence, classification, conjunction)
