"""What goes to infinity slower than every scale: logarithms, and sums and products with them.

A term with its sign stands for `up (fun y => term)`, or for `up (fun y => - term)` where it goes down.
"""

from __future__ import annotations

from .limits import Work
from .limits_scales import ZERO
from .reasons import NoScript
from .terms import Term, app, text


def infinite(work: Work, term: Term) -> tuple[int, str]:
    """1 or -1 and the name of the fact that the term goes up or down. Raises NoScript."""
    head, args = term
    try:
        lead = work.lead(term)
        if work.order(lead.p, lead.b) > 0 and work.sign(lead.c) in (1, -1):
            return _grows(work, term, lead)
    except NoScript:
        pass
    if head == "ln":
        return _logarithm(work, term)
    if head == "opp":
        sign, name = infinite(work, args[0])
        return -sign, _said(work, term, -sign, f"up_ext _ _ {name}")
    if head in ("mul", "div"):
        for large, other in ((args[0], args[1]), (args[1], args[0])):
            factor = other if head == "mul" else app("inv", other)
            if head == "div" and large is args[1] or work.order(*_scale(work, factor)) != 0:
                continue
            lead = work.lead(factor)
            sign, name = infinite(work, large)
            own = work.sign(lead.c)
            if own == -1:
                lead = work.lead(app("opp", factor))
            elif own != 1:
                continue
            lead = work.scaled(lead, ZERO, ZERO, lead.c)
            return sign * own, _said(work, term, sign * own, f"up_ext _ _ (up_mul _ _ _ {name} {lead.name} {work.signed(lead, 'lt')})")
    if head in ("add", "sub"):
        return _sum(work, term)
    raise NoScript("growth")


def _scale(work: Work, term: Term) -> tuple[Term, Term]:
    lead = work.lead(term)
    return lead.p, lead.b


def _said(work: Work, term: Term, sign: int, proof: str) -> str:
    """Assert that the term, or minus it, goes up; the proof lacks that two formulas are one."""
    name = work.fresh("u")
    shown = text(term if sign > 0 else app("opp", term))
    work.say(f"assert ({name} : up (fun {work.y} : R => {shown})).")
    work.say(f"{{ refine ({proof} _). intros; cbv beta; unfold Rdiv; ring. }}")
    return name


def _grows(work: Work, term: Term, lead) -> tuple[int, str]:
    sign = work.sign(lead.c)
    assert sign is not None
    if sign < 0:
        term = app("opp", term)
        lead = work.lead(term)
    fall = work.below_one(app("opp", lead.p), app("opp", lead.b))
    name = work.fresh("u")
    proof = f"up_lead _ _ _ _ {lead.name} {fall} {work.signed(lead, 'lt')}"
    work.say(f"assert ({name} : up (fun {work.y} : R => {text(term)})) by exact ({proof}).")
    return sign, name


def _logarithm(work: Work, term: Term) -> tuple[int, str]:
    name, inner = work.fresh("u"), term.args[0]
    try:
        lead = work.lead(inner)
        order = work.order(lead.p, lead.b)
    except NoScript:
        order = 1
    if order < 0:
        proof = f"up_ln_falls _ _ _ _ {lead.name} {work.below_one(lead.p, lead.b)} {work.signed(lead, 'lt')}"
        work.say(f"assert ({name} : up (fun {work.y} : R => - {text(term)})) by exact ({proof}).")
        return -1, name
    sign, known = infinite(work, inner)
    if sign < 0:
        raise NoScript("growth")
    work.say(f"assert ({name} : up (fun {work.y} : R => {text(term)})) by exact (up_ln _ {known}).")
    return 1, name


def _sum(work: Work, term: Term) -> tuple[int, str]:
    one, other = term.args
    other = other if term.head == "add" else app("opp", other)
    found = []
    for item in (one, other):
        try:
            found.append(infinite(work, item))
        except NoScript:
            found.append(None)
    if found[0] is not None and found[1] is not None:
        if found[0][0] != found[1][0]:
            raise NoScript("cancels")
        return found[0][0], _said(work, term, found[0][0], f"up_ext _ _ (up_both _ _ {found[0][1]} {found[1][1]})")
    for known, rest in ((found[0], other), (found[1], one)):
        if known is not None:
            sign, name = known
            lead = work.weakened(work.lead(rest if sign > 0 else app("opp", rest)))
            return sign, _said(work, term, sign, f"up_ext _ _ (up_add _ _ _ {name} {lead.name})")
    raise NoScript("growth")
