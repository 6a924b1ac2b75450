"""Scripts that refute a limit: at a point of the other symbols the formula tends to something else, and a limit is one alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import mpmath

from .algebra import TooLarge
from .limits import Work
from .limits_scales import ZERO
from .limits_script import plain_body, step, turned
from .limits_stated import Approach, endless
from .reasons import NoScript
from .terms import Term, app, num, put, text, var
from .theorems import Theorem


def limit_refutations(theorem: Theorem, point: Mapping[str, str]) -> Iterator[str]:
    """Scripts for the negation; point: the value of each variable as Coq text. Raises NoScript where there is none to try."""
    told: list[str] = []
    reason = NoScript("point")
    for careful in (False, True):
        try:
            made = "Proof.\n" + "\n".join(_lines(theorem, point, careful)) + "\nQed.\n"
        except NoScript as found:
            reason = found
            continue
        except (TooLarge, RecursionError):
            reason = NoScript("size")
            continue
        if made not in told:
            yield made
        told.append(made)
    if not told:
        raise reason


def _lines(theorem: Theorem, point: Mapping[str, str], careful: bool) -> list[str]:
    values: dict[Term, Term] = {}
    equations = dict(theorem.equations)
    for name, kind in theorem.binders:
        if kind != "R":
            values[app("INR", name)] = app("INR", _size(point, name, kind))
        elif name not in equations:
            values[var(name)] = _rational(point, name)
    for name, value in theorem.equations:
        values[var(name)] = put(value, values)
    given = " ".join(f"({text(values[var(name)])})" if kind == "R" else point[name] for name, kind in theorem.binders)
    sizes = {value.args[0]: mpmath.mpf(value.args[0]) for value in values.values() if value.head == "INR"}
    approach: Approach = theorem.approach.changed(values)
    said = text(approach.limit())
    lines = ["intro H.", f"specialize (H {given})." if given else "idtac.", *("give H." for _ in theorem.hypotheses),
             r"repeat match goal with K : _ /\ _ |- _ => destruct K end.", f"assert (L : {said}) by assumption.", "clear -L."]
    work = Work(theorem.names.fresh("y"), [sizes] if sizes else [], [], careful)
    true, proof = _true(work, approach)
    moved = Approach(approach.name, approach.kind, approach.to, approach.body, true, [], None)
    work.say(f"assert (M : {text(moved.limit())}).")
    work.say(f"{{ {step(approach, work.y, 'lim', plain_body(approach, work.y))}. exact {proof}. }}")
    unique = "seq_unique" if approach.kind == "nat" else "lim_unique" if endless(approach.to) else "right_unique"
    work.say(f"assert (E := {unique} _ {'_ ' if unique != 'seq_unique' else ''}_ _ L M). clear -E.")
    if endless(true) or endless(approach.value):
        work.say("discriminate E.")
    else:
        work.say(f"assert (F : {text(approach.value)} = {text(true)}) by (now injection E). clear -F. false_number.")
    return [*lines, *work.lines]


def _true(work: Work, approach: Approach) -> tuple[Term, str]:
    """What the formula does tend to, with the proof about y."""
    lead = work.lead(put(approach.body, turned(approach, work.y)))
    order = work.order(lead.p, lead.b)
    if order == 0:
        lead = work.scaled(lead, ZERO, ZERO, lead.c)
        return lead.c, f"(lead_value _ _ _ _ _ {lead.name} eq_refl eq_refl eq_refl)"
    if order < 0:
        return ZERO, f"(lead_zero _ _ _ _ {lead.name} {work.below_one(lead.p, lead.b)})"
    up = work.sign(lead.c) == 1
    fall = work.below_one(app("opp", lead.p), app("opp", lead.b))
    proof = f"(lead_{'up' if up else 'down'} _ _ _ _ {lead.name} {fall} {work.signed(lead, 'lt' if up else 'gt')})"
    return app("p_infty" if up else "m_infty"), proof


def _size(point: Mapping[str, str], name: str, kind: str) -> str:
    """The value of a natural number."""
    if kind != "nat" or name not in point:
        raise NoScript("size")
    return point[name].removesuffix("%nat")


def _rational(point: Mapping[str, str], name: str) -> Term:
    """The value of a variable as a number."""
    if name not in point:
        raise NoScript("point")
    value = Fraction(point[name].strip("()").replace(" ", ""))
    return num(value.numerator, value.denominator)
