"""Scripts that refute a limit: at a point of the other symbols the formula tends to something else, and a limit is one alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import mpmath

from .algebra import TooLarge
from .limits import Work
from .limits_scales import ZERO
from .limits_script import plain_body, step, turned
from .limits_stated import Approach, endless
from .reasons import NoScript
from .refutations import Point, completed, worked_out
from .terms import Term, app, put, text, var
from .theorems import Theorem

NEAR = ("eventually", "Rbar_locally'", "at_right")
"""Heads of what is said to hold near a point."""


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
    place = Point(theorem, completed(theorem, point))
    stated: Approach = theorem.approach
    sizes = {str(value.args[0]): mpmath.mpf(value.args[0]) for name, value in place.values.items() if place.kinds[name] == "nat"}
    stated = Approach(stated.name, stated.kind, *(place.at(item) for item in (stated.to, stated.body, stated.value)), [], None)
    numbers, body = worked_out(stated.body, place)
    approach = Approach(stated.name, stated.kind, stated.to, body, stated.value, [], None)
    given = " ".join(place.given[name] for name, _ in theorem.binders)
    work = Work(theorem.names.fresh("y"), [sizes] if sizes else [], [], careful)
    work.say("intro H.")
    work.say(f"specialize (H {given})." if given else "idtac.")
    for item in theorem.hypotheses:
        if item.head in NEAR:
            _near(work, stated, place.at(item))
        else:
            work.say("give H.")
    work.say(r"repeat match goal with K : _ /\ _ |- _ => destruct K end.")
    work.say(f"assert (L : {text(stated.limit())}) by assumption.")
    for name, lines in numbers:
        work.say(lines)
        work.say(f"rewrite ?{name} in L.")
    work.say("clear -L.")
    work.known.clear()
    work.shown.clear()
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
    return work.lines


def _near(work: Work, approach: Approach, said: Term) -> None:
    """Give H its first hypothesis, that a condition holds near the point."""
    inner = said.args[-1].args[1]
    if inner.head in ("gt", "ge"):
        inner = app({"gt": "lt", "ge": "le"}[inner.head], *inner.args[::-1])
    held, name = work.holds(put(inner, turned(approach, work.y))), work.fresh("A")
    moved = text(put(inner, {app("INR", approach.name): var(work.y), var(approach.name): var(work.y)}))
    work.say(f"assert ({name} : {text(said)}).")
    work.say(f"{{ {step(approach, work.y, 'near', moved)}. exact {held}. }}")
    work.say(f"specialize (H {name}). clear {name}.")


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
