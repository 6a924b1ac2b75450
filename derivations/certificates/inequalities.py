"""Scripts for signs: the difference of the two sides as a quotient of factors, each with the sign that the sample points show."""

from __future__ import annotations

from collections.abc import Sequence

from .identities import Identity, known_facts
from .naming import plain
from .reasons import Case, Finer, NoScript
from .signs import say_positive, signed
from .terms import Term, app, text

LESS = {"lt": (0, 1), "le": (0, 1), "gt": (1, 0), "ge": (1, 0)}
"""Which side is the lesser one, and which the greater."""


def guided(goal: Term, samples: Sequence[dict], facts: Sequence[Term]) -> list[str]:
    """The lines for `a < b`, `a <= b` or `a <> b` after the hypotheses were introduced. Raises NoScript or TooLarge."""
    divisors: dict[int, int] = {}
    for _ in range(6):
        work = Identity(samples, divisors, False)
        try:
            return _lines(work, goal, facts)
        except Finer:
            continue
        except ZeroDivisionError:
            raise NoScript("division") from None
        except Case:
            raise NoScript("cases") from None
    raise NoScript("exponentials")


def _lines(work: Identity, goal: Term, facts: Sequence[Term]) -> list[str]:
    work.emit("unfold_functions.")
    work.note_bounds(facts)
    less, more = LESS.get(goal.head, (1, 0))
    lesser, greater = plain(goal.args[less]), plain(goal.args[more])
    low, high = work.value(lesser), work.value(greater)
    difference = work.field.canonical(high - low) if len((high - low).above) < 40 else high - low
    known_facts(work, facts)
    say_positive(work, difference)
    shown = signed(work.field, difference)
    gap = f"{text(app('sub', work.now(greater), work.now(lesser)))}"
    work.emit(f"assert (gap : {gap} = {text(shown)}) by {work.by_field(difference, high, low)}.")
    if goal.head == "ne":
        work.emit(f"assert ({text(shown)} <> 0) by first [ not_zeros | apply Rgt_not_eq; positive | apply Rlt_not_eq; below ]. lra.")
    else:
        sign = "<" if goal.head in ("lt", "gt") else "<="
        work.emit(f"assert (0 {sign} {text(shown)}) by first [ positive | inequality ]. lra.")
    return work.lines
