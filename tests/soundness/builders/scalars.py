"""Identities, inequalities, equivalences, case distinctions and conjunctions over scalars."""

from __future__ import annotations

from sympy import And, Or, Rational, S, asinh, exp, tanh, true

from rederive.derivations.language import Classifies, Domain, Equal, Holds, Iff, every

from ..expressions import FREE, ON, X, number, positive, real, rewritten
from ..independent import differ, holds
from .made import Made, some_points, true_or_slipped

SYMBOLS = (*X, *FREE)


def _points(source):
    return some_points(SYMBOLS, source, X)


def equal(source) -> Made | None:
    """An expression and a rewriting of it."""
    left = real(source, 2 + source.below(2))
    statement = Equal(left, rewritten(left, source, 1 + source.below(3)), on=ON)
    if any(differ(statement.left, statement.right, point) for point in _points(source)):
        raise AssertionError(f"a rewriting that does not keep the value: {statement.left} = {statement.right}")
    return true_or_slipped(statement, source, lambda made, point: differ(made.left, made.right, point), _points(source))


def inequality(source) -> Made | None:
    """An expression is at least a rewriting of itself less something that is not negative."""
    left = real(source, 2)
    if source.below(2):
        relation = rewritten(left, source, 1) > left - positive(source, 1 + source.below(2))
    else:
        relation = rewritten(left, source, 1) >= left - real(source, 1) ** 2
    if relation in (S.true, S.false):
        return None
    statement = Holds(relation, on=ON)
    return true_or_slipped(statement, source, _fails, _points(source))


def _fails(made, point) -> bool:
    return holds(made.relation, point) is False


def equivalence(source) -> Made | None:
    """An inequality, and the same under a function that grows."""
    one, other = real(source, 1 + source.below(2)), real(source, 1)
    grow = source.pick((exp, tanh, asinh, lambda a: a**3, lambda a: 2 * a + 1))
    left, right = one > other, grow(rewritten(one, source, 1)) > grow(other)
    if {left, right} & {S.true, S.false}:
        return None
    return true_or_slipped(Iff(left, right, on=ON), source, _unlike, _points(source))


def _unlike(made, point) -> bool:
    return {holds(made.left, point), holds(made.right, point)} == {True, False}


def classification(source) -> Made:
    """The line cut at some numbers; a border is left out, claimed twice, or a meaning is too narrow."""
    p = FREE[0]
    cuts = sorted({number(source) * (1 + source.below(3)) for _ in range(1 + source.below(3))})
    given, meaning = {}, {}
    for place, low in enumerate((None, *cuts)):
        high = cuts[place] if place < len(cuts) else None
        condition = And(*([p >= low] if low is not None else []), *([p < high] if high is not None else []))
        given[f"part {place}"] = condition
        meaning[f"part {place}"] = condition if source.below(2) else true if high is None else p < high + source.below(2)
    slip, cut = source.below(6), source.pick(cuts)
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
    return Made(Classifies(given, meaning, on=Domain(over=[p])), slip > 2, why)


def conjunction(source) -> Made | None:
    """Two or three statements at once."""
    parts = [made for made in (source.pick((equal, inequality, equivalence))(source) for _ in range(2 + source.below(2))) if made]
    if not parts:
        return None
    false = [made.why for made in parts if not made.truth]
    return Made(every(**{f"part_{k}": made.statement for k, made in enumerate(parts)}), not false, "; ".join(false) or "all are true")


BUILDERS = {"Equal": equal, "Holds": inequality, "Iff": equivalence, "Classifies": classification, "All": conjunction}
