"""Scripts for signs: the difference of the two sides as a quotient of factors, each with the sign that the sample points show."""

from __future__ import annotations

from collections.abc import Sequence

from .algebra import Frac
from .identities import Identity, attempted, known_facts
from .naming import plain
from .reasons import Case, NoScript
from .signs import LONGEST, mixed_factor, say_positive, signed
from .terms import Term, app, parts, put, text

LESS = {"lt": (0, 1), "le": (0, 1), "gt": (1, 0), "ge": (1, 0)}
"""Which side is the lesser one, and which the greater."""


def guided(goal: Term, samples: Sequence[dict], facts: Sequence[Term], depth: int = 3, apart: bool = False) -> list[str]:
    """The lines for `a < b`, `a <= b` or `a <> b` after the hypotheses were introduced; depth: cases within cases; apart: exponentials
    above one and below are cases.

    Raises NoScript or TooLarge.
    """
    def prove(there: Sequence[dict], told: Sequence[Term], values: dict[Term, Term]) -> list[str]:
        return guided(put(goal, values), there, told, depth - 1, apart)
    return attempted(lambda work: _lines(work, goal, facts, apart), prove, samples, facts, depth)


def equivalent(left: Term, right: Term, samples: Sequence[dict], facts: Sequence[Term], depth: int = 3) -> list[str]:
    """The lines for `left <-> right` where one difference is the other times something of one sign; depth: cases within cases.

    Raises NoScript or TooLarge.
    """
    def prove(there: Sequence[dict], told: Sequence[Term], values: dict[Term, Term]) -> list[str]:
        return equivalent(put(left, values), put(right, values), there, told, depth - 1)
    return attempted(lambda work: _equivalent(work, left, right, facts), prove, samples, facts, depth)


def _equivalent(work: Identity, left: Term, right: Term, facts: Sequence[Term]) -> list[str]:
    """One gap is the other times something of one sign."""
    kinds = {"lt": "strict", "gt": "strict", "le": "weak", "ge": "weak", "eq": "zero", "ne": "zero"}
    if kinds.get(left.head) is None or kinds[left.head] != kinds.get(right.head):
        raise NoScript("relation")
    work.emit("unfold_functions. roots_not_negative.")
    work.note_bounds(facts)
    gaps, values = [], []
    for relation in (left, right):
        less, more = LESS.get(relation.head, (1, 0))
        lesser, greater = plain(relation.args[less]), plain(relation.args[more])
        values.append(work.value(greater) - work.value(lesser))
        gaps.append(lambda one=greater, other=lesser: app("sub", work.now(one), work.now(other)))
    one, other = (work.field.canonical(value) for value in values)
    if one.above.is_zero() or other.above.is_zero():
        raise NoScript("zero")
    known_facts(work, facts)
    cleared(work, facts)
    ratio = work.field.canonical(one / other)
    if mixed_factor(work.field, Frac.of(ratio.below)) is not None:  # both may be zero there: the other way round
        ratio, (one, other), gaps = work.field.canonical(other / one), (other, one), gaps[::-1]
    signs = work.field.signs(ratio)
    if kinds[left.head] != "zero" and signs != {1} or 0 in signs:
        raise NoScript("sign")
    say_positive(work, ratio)
    shown, first, second = text(signed(work.field, ratio)), text(gaps[0]()), text(gaps[1]())
    work.emit(f"assert (gap : {first} = ({shown}) * ({second})) by {work.by_field(one, other, ratio)}.")
    if signs == {1}:
        work.emit(f"assert (way : 0 < {shown}) by first [ positive | inequality ].")
    else:
        work.emit(f"assert (way : {shown} <> 0) by first [ not_zeros | apply Rlt_not_eq; below ].")
    work.emit("split; intro; apply_sign gap way.")
    return work.lines


def cleared(work: Identity, facts: Sequence[Term]) -> None:
    """Lines for hypotheses with denominators, over one that is positive: what then stands above it has the sign of the whole."""
    for fact in facts:
        if fact.head not in LESS or not any(item.head in ("div", "inv") for item in parts(fact)):
            continue
        less, more = LESS[fact.head]
        lesser, greater = plain(fact.args[less]), plain(fact.args[more])
        gap = work.tried(app("sub", greater, lesser))
        if gap is None:
            continue
        below = Frac.of(gap.below)
        signs = work.field.signs(below)
        if gap.below.is_constant() or signs not in ({1}, {-1}) or len(gap.above) > 60:
            continue
        below = below if signs == {1} else -below
        above, weakly = gap * below, fact.head in ("le", "ge")
        say_positive(work, below)
        whole, under = text(app("sub", work.now(greater), work.now(lesser))), text(signed(work.field, below))
        rule = "Rmult_le_pos; [ lra | apply Rlt_le; positive ]" if weakly else "Rmult_lt_0_compat; [ lra | positive ]"
        work.emit(f"try assert ({work.fresh('L')} : 0 {'<=' if weakly else '<'} {text(work.field.term(above))}) by "
                  f"(apply (above_zero{'_weakly' if weakly else ''} _ (({whole}) * ({under}))); "
                  f"[ {work.by_field(above, gap, below)} | apply {rule} ]).")


def _lines(work: Identity, goal: Term, facts: Sequence[Term], apart: bool) -> list[str]:
    work.emit("unfold_functions. roots_not_negative.")
    work.note_bounds(facts)
    less, more = LESS.get(goal.head, (1, 0))
    lesser, greater = plain(goal.args[less]), plain(goal.args[more])
    low, high = work.value(lesser), work.value(greater)
    difference = high - low
    if len(difference.above) < 40:
        difference = work.field.plainly(difference) if apart else work.field.rational(difference)
    known_facts(work, facts)
    if apart:
        _told_apart(work, difference)
    cleared(work, facts)
    say_positive(work, difference)
    shown = signed(work.field, difference)
    gap = f"{text(app('sub', work.now(greater), work.now(lesser)))}"
    work.emit(f"assert (gap : {gap} = {text(shown)}) by {work.by_field(difference, high, low)}.")
    if goal.head == "ne":
        work.emit(f"assert ({text(shown)} <> 0) by first [ not_zeros | apply Rgt_not_eq; positive | apply Rlt_not_eq; below ]. lra.")
    else:
        sign = "<" if goal.head in ("lt", "gt") else "<="
        work.emit(f"assert (0 {sign} {text(shown)}) by first [ positive | inequality | two_roots | edges ]. lra.")
    return work.lines


def _told_apart(work: Identity, difference: Frac) -> None:
    """The cases of an exponential above one and below, in a sum that no hypothesis keeps from zero. Raises Case."""
    if difference.above.is_constant() or len(difference.above) > LONGEST:
        return
    for factor, _ in difference.above.factor()[1]:
        shown = text(work.field.polynomial(factor))
        if len(factor) == 1 or any(f": {shown} <> 0)" in line for line in work.lines):
            continue
        for place, degree in enumerate(factor.degrees()):
            exponent = work.field.gens[place].exponent if degree else None
            term = mixed_factor(work.field, exponent) if exponent is not None else None
            if term is not None:
                raise Case(term)
