"""The script for a whole theorem on a limit: where the formula has a value, the limit, and the rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .algebra import TooLarge
from .inequalities import guided
from .limits import Work
from .limits_infinite import infinite
from .limits_scales import ZERO, names_in
from .limits_stated import Approach, endless
from .proofs import introduced, settled, substitutions
from .reasons import NoScript
from .terms import Term, app, num, put, text, var
from .theorems import Theorem

LONG = 120_000
"""Letters from which on a script is not worth Coq's time."""


def limit_proofs(theorem: Theorem, samples: Sequence[dict]) -> Iterator[str]:
    """Scripts that may prove the theorem, each from `Proof.` to `Qed.`: first with signs by tactics, then by what the points show, then by
    cases of a variable that may be zero or has both signs.

    samples: values of the other symbols at points of the domain. Raises NoScript where there is none to try.
    """
    told: list[list[str]] = []
    reasons: list[NoScript] = []
    doubt: set[str] = set()

    def made(names: list[str], careful: bool) -> Iterator[str]:
        try:
            lines = _lines(theorem, samples, names, careful, doubt)
            if sum(map(len, lines)) > LONG:
                raise NoScript("size")
        except NoScript as reason:
            reasons.append(reason)
        except (TooLarge, RecursionError):
            reasons.append(NoScript("size"))
        else:
            if lines not in told:
                yield "Proof.\n" + "\n".join(lines) + "\nQed.\n"
            told.append(lines)

    yield from made([], False)
    yield from made([], True)
    asked = [name for name in _open(theorem, samples) if name in doubt]
    for names in [asked[:1], asked[:2]]:
        written = list(made(names, True)) or list(made(names, False))
        yield from written
    if not told:
        raise reasons[0]


def _open(theorem: Theorem, samples: Sequence[dict]) -> list[str]:
    """The variables of which the hypotheses leave the sign open: those that may be zero first, then those with both signs at the points."""
    abbreviated = {name for name, _ in theorem.equations}
    free = [name for name, kind in theorem.binders if kind == "R" and name not in abbreviated]
    mixed = [name for name in free if len({sample[name] > 0 for sample in samples if name in sample}) == 2]
    weak = [name for name in free if name not in mixed and not any(
        app(head, var(name), num(0)) in theorem.hypotheses for head in ("gt", "lt", "ne"))]
    return [*weak, *mixed]


def _lines(theorem: Theorem, samples: Sequence[dict], names: list[str], careful: bool, doubt: set[str]) -> list[str]:
    """The script in the cases of the signs of some variables. doubt: gets the variables on whose signs it rests."""
    lines, values = substitutions(theorem.hypotheses, theorem.equations)
    facts = [settled(item, values) for item in theorem.hypotheses]
    approach: Approach = theorem.approach.changed({key: settled(value, values) for key, value in values.items()})
    goals = theorem.conclusion.args if theorem.conclusion.head == "and" else (theorem.conclusion,)
    goals = tuple(settled(item, values) for item in goals)
    case = _Case(theorem.names.fresh("y"), careful, doubt)
    return [*introduced(theorem, samples), *lines,
            *_cases([name for name in names if var(name) not in values], case, approach, goals, samples, facts)]


@dataclass
class _Case:
    """What all cases of one script share."""

    y: str
    careful: bool
    doubt: set[str]


def _cases(names: list[str], case: _Case, approach: Approach, goals: tuple, samples: Sequence[dict], facts: list[Term]) -> list[str]:
    """The lines after the hypotheses were introduced, by cases of the signs of the variables."""
    if not names:
        return _one_case(case, approach, goals, samples, facts)
    name, *others = names
    lines, this = [f"destruct (Rtotal_order {name} 0) as [C__{name}|[C__{name}|C__{name}]]."], var(name)
    for sign in (-1, 0, 1):
        there = [sample for sample in samples if (sample[name] > 0) - (sample[name] < 0) == sign]
        if sign == 0 and app("ne", this, num(0)) not in facts:
            zero = {this: num(0)}
            moved = [{**sample, name: sample[name] * 0} for sample in samples]
            body = [f"subst {name}.", *_cases(others, case, approach.changed(zero), tuple(put(goal, zero) for goal in goals), moved,
                                              [put(item, zero) for item in facts])]
        elif there:
            told = app("lt" if sign < 0 else "gt", this, num(0))
            body = _cases(others, case, approach, goals, there, [*facts, told])
        else:
            body = ["exfalso; first [lra | nra | match goal with H : _ <> 0 |- _ => apply H; lra end]."]
        lines.append("{ " + "\n  ".join(body) + " }")
    return lines


def _one_case(case: _Case, approach: Approach, goals: tuple, samples: Sequence[dict], facts: list[Term]) -> list[str]:
    work = Work(case.y, samples, facts, case.careful)
    work.doubt = case.doubt
    turn = turned(approach, case.y)
    own = {approach.near(_all(approach.defined)) if approach.defined else None: _defined, approach.limit(): _limit}
    if approach.ratio is not None:
        own[goals[-1]] = _bounded
    elif goals[-1].head == "ex":
        own[goals[-1]] = _between
    parts = list(dict.fromkeys(goals))
    for number, goal in enumerate(parts):
        made = own.get(goal)
        if made is None:
            work.say(f"assert (part_{number} : {text(goal)}).")
            work.say("{ " + "\n  ".join(_plain_goal(work, goal) if case.careful else ["first [sign_known | inequality]."]) + " }")
            work.facts.append(goal)
        else:
            made(work, approach, turn, f"part_{number}", goal)
    return [*work.lines, "repeat split; assumption."]


def _plain_goal(work: Work, goal: Term) -> list[str]:
    """The lines for a condition on the other symbols; one that is not zero has mostly one sign."""
    work.doubt |= names_in(goal)
    sign = work.sign(goal.args[0]) if goal.head == "ne" and goal.args[1] == ZERO else None
    if not sign:
        return guided(goal, work.samples, work.facts)
    stronger = app("lt", ZERO, goal.args[0]) if sign == 1 else app("lt", goal.args[0], ZERO)
    return [f"assert (K : {text(stronger)}).", "{ " + "\n  ".join(guided(stronger, work.samples, work.facts)) + " }", "lra."]


def _all(items: list[Term]) -> Term:
    return items[0] if len(items) == 1 else Term("and", tuple(items))


def turned(approach: Approach, y: str) -> dict[Term, Term]:
    """What stands for the running variable when it is y that goes to infinity."""
    x, to = approach.name, approach.to
    if approach.kind == "nat":
        return {app("INR", x): var(y)}
    if to.head == "p_infty":
        return {var(x): var(y)}
    if to.head == "m_infty":
        return {var(x): app("opp", var(y))}
    return {var(x): app("inv", var(y)) if to == ZERO else app("add", to, app("inv", var(y)))}


def step(approach: Approach, y: str, word: str, inner: str) -> str:
    """The lemma that leads from the running variable to y; word: `lim` or `near`; inner: the function as Coq has it."""
    if approach.kind == "nat":
        return f"apply ({word}_sequence (fun {y} : R => {inner}))"
    function = f"(fun {y} : R => {inner})"
    if approach.to.head == "p_infty":
        return "idtac"
    if approach.to.head == "m_infty":
        return f"apply ({word}_minus {function})"
    return f"apply ({word}_zero {function})" if approach.to == ZERO else f"apply ({word}_right ({text(approach.to)}) {function})"


def plain_body(approach: Approach, y: str) -> str:
    """The formula with y in place of the running variable."""
    return _plain(approach, y, approach.body)


def _plain(approach: Approach, y: str, term: Term) -> str:
    """A term with y in place of the running variable."""
    return text(put(term, {app("INR", approach.name): var(y), var(approach.name): var(y)}))


def _defined(work: Work, approach: Approach, turn: dict, name: str, goal: Term) -> None:
    held = [work.holds(put(item, turn)) for item in approach.defined]
    proof = held[-1]
    for other in reversed(held[:-1]):
        proof = f"(near_and _ _ {other} {proof})"
    inner = _plain(approach, work.y, _all(approach.defined))
    work.say(f"assert ({name} : {text(goal)}).")
    work.say(f"{{ {step(approach, work.y, 'near', inner)}. exact {proof}. }}")


def _limit(work: Work, approach: Approach, turn: dict, name: str, goal: Term) -> None:
    lead = work.lead(put(approach.body, turn))
    order, value = work.order(lead.p, lead.b), approach.value
    if work.vanishes(lead.c) and order > 0:
        if not endless(value):
            raise NoScript("cancels")
        sign, known = infinite(work, put(approach.body, turn))
        if sign != (1 if value.head == "p_infty" else -1):
            raise NoScript("value")
        proof = known if sign > 0 else f"(down_is _ {known})"
    elif value.head in ("p_infty", "m_infty"):
        if order <= 0:
            raise NoScript("value")
        fall = work.below_one(app("opp", lead.p), app("opp", lead.b))
        up = value.head == "p_infty"
        proof = f"(lead_{'up' if up else 'down'} _ _ _ _ {lead.name} {fall} {work.signed(lead, 'lt' if up else 'gt')})"
    elif order == 0:
        lead = work.scaled(lead, ZERO, ZERO, lead.c)
        proof = f"(lead_value _ _ _ _ _ {lead.name} eq_refl eq_refl {work.prove(app('eq', lead.c, value))})"
    elif order < 0:
        proof = f"(lead_zero_is _ _ _ _ _ {lead.name} {work.below_one(lead.p, lead.b)} {work.prove(app('eq', value, num(0)))})"
    else:
        raise NoScript("value")
    work.say(f"assert ({name} : {text(goal)}).")
    work.say(f"{{ {step(approach, work.y, 'lim', plain_body(approach, work.y))}. exact {proof}. }}")


def _between(work: Work, approach: Approach, turn: dict, name: str, goal: Term) -> None:
    lead = work.lead(put(approach.body, turn))
    if work.order(lead.p, lead.b):
        raise NoScript("growth")
    lead = work.scaled(lead, ZERO, ZERO, lead.c)
    work.say(f"assert ({name} : {text(goal)}) by (exact (lead_between _ _ _ _ {lead.name} eq_refl eq_refl {work.signed(lead, 'lt')})).")


def _bounded(work: Work, approach: Approach, turn: dict, name: str, goal: Term) -> None:
    assert approach.ratio is not None
    lead = work.weakened(work.lead(put(approach.ratio, turn)))
    bound = goal.args[0].args[0]
    inner = f"Rabs ({_plain(approach, work.y, approach.ratio)}) <= {bound}"
    work.say(f"assert ({name} : {text(goal)}).")
    work.say(f"{{ destruct (lead_bounded _ _ _ _ {lead.name} eq_refl eq_refl) as [{bound} K]. exists {bound}. "
             f"{step(approach, work.y, 'near', inner)}. exact K. }}")
