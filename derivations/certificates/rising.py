"""Scripts for what stays positive because it never falls: it is positive at time zero, and its derivative is a square times something.

One plus the integral of a square is such a number, and no polynomial in its exponentials shows that.
"""

from __future__ import annotations

from collections.abc import Sequence

import mpmath

from .algebra import TooLarge
from .derivatives import derivative
from .identities import Identity
from .inequalities import guided
from .naming import plain
from .reasons import Case, Finer, NoScript
from .terms import Term, app, num, put, speaks_of, text, var

MOMENT = "moment__0"
"""A time from zero on, at which the derivative is looked at."""


def rising(goal: Term, time: str, samples: Sequence[dict], facts: Sequence[Term], sides: str) -> list[str]:
    """The lines for `0 < formula`, where the time is not negative; sides: the tactic for side conditions of rules of differentiation.

    Raises NoScript or TooLarge.
    """
    if goal.head not in ("lt", "le") or goal.args[0] != num(0) or not speaks_of(goal, {time}):
        raise NoScript("kind")
    formula, at = goal.args[1], {var(time): var(MOMENT)}
    slope = put(derivative(formula, {time: num(1)}), at)
    there = [{**sample, MOMENT: sample[time]} for sample in samples]
    start = [{**sample, time: mpmath.mpf(0)} for sample in samples]
    if not _has_square(slope, there):
        raise NoScript("square")
    known = [fact for fact in facts if not speaks_of(fact, {time})]
    first = app(goal.head, num(0), put(formula, {var(time): num(0)}))
    rule = "rises" if goal.head == "lt" else "rises_weakly"
    falls_not = "\n  ".join(guided(app("le", num(0), slope), there, [*known, app("le", num(0), var(MOMENT))]))
    starts = "\n  ".join(guided(first, start, known))
    functions = f"(fun {time} : R => {text(formula)}) (fun {MOMENT} : R => {text(slope)})"
    return [f"assert (rise : forall {MOMENT} : R, 0 <= {MOMENT} -> 0 <= {text(slope)}).", f"{{ intros {MOMENT}. intro. {falls_not} }}",
            f"assert (start : {text(first)}).", f"{{ {starts} }}",
            f"apply ({rule} {functions} {time}); [ lra | | exact rise | exact start ].",
            f"intros {MOMENT}. intro. eapply D_is. {{ derive; cbv beta; {sides}. }} cbv beta. reflexivity."]


def _has_square(slope: Term, samples: Sequence[dict]) -> bool:
    """Whether a square of a sum is a factor of the derivative."""
    divisors: dict[int, int] = {}
    for _ in range(6):
        work = Identity(samples, divisors, False)
        try:
            found = work.value(plain(slope)).above
        except Finer:
            continue
        except (Case, ZeroDivisionError, TooLarge):
            return False
        return not found.is_zero() and any(len(factor) > 1 and int(power) % 2 == 0 for factor, power in found.factor()[1])
    return False
