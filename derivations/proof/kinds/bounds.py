"""Sets that a flow never leaves and rates of decay: refuted by a point from which a motion leaves, or at which the quantity falls too
slowly; and whether something else is conserved.

Proofs of the first two are the kernel's alone (`witnesses/motions`). A point refutes where motions run through it that stay in the domain
for a while: what the domain says of the states holds strictly, and neither the rates nor what is differentiated have a kink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from sympy import And, Basic, Dummy, Eq, Expr, Ge, Gt, Le, Lt, Ne, S, Symbol, factorial, false, sympify, true

from theoremtest.derivations.language.bounds import ConservedExactly, Decays, Stays
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.flow import GradientFlow
from theoremtest.derivations.language.relations import ge
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.conserved import Setting
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.ladder import Finding, findings_of, named, refutation
from theoremtest.derivations.proof.matrices.letters import NotWords
from theoremtest.derivations.proof.points.explicit import along, at_zero, explicit, gradient
from theoremtest.derivations.proof.rates import rate_of
from theoremtest.derivations.proof.recheck import at_a_kink, fails, put
from theoremtest.derivations.proof.refute import refute_relation

NO_PROOF = "no proof that the kernel takes is found"
AT_THE_EDGE, TOO_SLOW = "a motion leaves the set", "derivative along the flow"
LINEAR, BRACKETS = "all conserved polynomials by linear algebra", "rank of the Lie algebra of the flow's fields"
LOOKED_AT = 6
"""Derivatives along the flow that are looked at, a quantity as its own derivative of order 0."""
_STRICT = {Ge: Gt, Le: Lt, Gt: Gt, Lt: Lt, Ne: Ne}


@findings_of.register
def _(statement: Stays, deadline) -> list[Finding]:
    """A point of the edge at which the first derivative that is not 0 points outwards."""
    parts = list(map(statement.on.expand, statement.comparisons()))
    share = deadline.part(1 / len(parts))
    for part in parts:
        others = [other for other in parts if other is not part]
        with suppress(OutOfTime, NotWords):
            for domain, relation in _outwards(statement, part, others, share):
                found = refute_relation(relation, domain, share)
                if found is not None:
                    return [refutation(Counterexample(found.point, found.left, found.right), AT_THE_EDGE, "")]
    return [Finding(Outcome.UNDECIDED, tried=(f"{NO_PROOF}, nor a point of the edge at which a motion leaves",))]


def _outwards(statement: Stays, part: Basic, others: list[Basic], deadline: Deadline) -> Iterator[tuple[Domain, Basic]]:
    """Where a part may be left, and what holds there unless it is: by the first derivative along the flow, then by each later one where
    those before it are 0."""
    room, change = inside(statement.on, statement.along.states), gap(part)
    if room is None:
        return
    beside = others if isinstance(part, (Ge, Le, Eq)) else [_STRICT.get(type(other), type(other))(*other.args) for other in others]
    there = [part if isinstance(part, Eq) else Eq(change, 0), *beside]
    for order in range(1, LOOKED_AT):
        setting, found = rate_of(change, statement.along, statement.on, deadline)
        change = setting.restore(found)
        if isinstance(part, Eq):
            yield room.but(*there), Eq(change, 0, evaluate=False)
        else:  # an open set is entered by a motion that comes back to its edge from within
            yield room.but(*there), ge(-change if order % 2 == 0 and isinstance(part, (Gt, Lt)) else change, 0)
        there.append(Eq(change, 0))
        if there[-1] in (true, false):
            return


@findings_of.register
def _(statement: Decays, deadline) -> list[Finding]:
    """A point at which the derivative is larger than the rate allows."""
    with suppress(OutOfTime, NotWords):
        room = inside(statement.on, statement.along.states)
        if room is not None:
            setting, change = rate_of(statement.quantity, statement.along, statement.on, deadline)
            allowed = -statement.on.expand(statement.fall) - setting.restore(change)
            found = refute_relation(ge(allowed, 0), room, deadline)
            if found is not None:
                return [refutation(Counterexample(found.point, found.left, found.right), TOO_SLOW, "")]
    return [Finding(Outcome.UNDECIDED, tried=(named(TOO_SLOW, f"{NO_PROOF}, nor a point at which it is larger"),))]


def _is_open(condition: Basic) -> bool:
    """Whether what fulfils a condition is an open set for certain: strict, between sides without a jump."""
    return isinstance(condition, (Gt, Lt, Ne)) and all(side.is_rational_function() for side in condition.args)


@findings_of.register
def _(statement: ConservedExactly, deadline) -> list[Finding]:
    """Each is conserved; then polynomials of the degree are counted, or dimensions that the flow's fields and their brackets span."""
    for part in statement.conserved():
        found = findings_of(part, deadline)
        if {one.outcome for one in found} != {Outcome.PROVED}:
            return found
    moving = set(statement.along.states)
    letters = set().union(*(atoms_of(statement.on.expand(formula)) for formula in statement.expressions())) - moving
    if not all(map(_is_open, statement.on.conditions)) or any(letter.is_integer for letter in letters):
        return [Finding(Outcome.UNDECIDED, tried=("letters that are whole, or tied by an equation, at an edge or by a jump: what is "
                                                  "conserved for all of their values may be more than what is for all numbers",))]
    held = set().union(*(atoms_of(statement.on.expand(formula)) for formula in statement.quantities)) - moving
    setting = Setting(statement.along, sorted(held, key=str), statement.on.expand)
    polys = [setting.read(statement.on.expand(formula)) for formula in statement.quantities]
    if statement.degree is not None:
        conserved, made = setting.span(statement.degree, polys)
        if conserved == made:
            return [Finding(Outcome.PROVED, LINEAR, f"all polynomials of degree at most {statement.degree}")]
        other = next(poly for poly in setting.polynomials(statement.degree) if not setting.made_of(poly, polys, statement.degree))
        return [Finding(Outcome.UNDECIDED, tried=(f"{setting.written(other)} is conserved too, and no polynomial in these",))]
    count = len(setting.states) - len(polys)
    if setting.rank(setting.slopes(polys)) < len(polys):
        return [Finding(Outcome.UNDECIDED, tried=("the quantities are not seen to be independent",))]
    spanned = setting.spanned(count)
    if spanned == count:
        return [Finding(Outcome.PROVED, BRACKETS, "near almost every point")]
    return [Finding(Outcome.UNDECIDED, tried=(f"the flow's fields and their brackets are seen to span {spanned} dimensions of "
                                              f"{len(setting.states)}, which leaves room for {len(setting.states) - spanned} quantities",))]


def gap(part: Basic) -> Expr:
    """What is positive, not negative, or zero where a comparison holds."""
    return part.lhs - part.rhs if isinstance(part, (Ge, Gt, Eq)) else part.rhs - part.lhs


def inside(domain: Domain, states: tuple) -> Domain | None:
    """The domain with what it says of the states holding strictly; None where an equation, or an alternative, ties them."""
    moving, conditions = set(states), []
    for condition in map(domain.expand, domain.conditions):
        if not atoms_of(condition) & moving:
            conditions.append(condition)
        elif type(condition) in _STRICT:
            conditions.append(_STRICT[type(condition)](*condition.args))
        else:
            return None
    conditions += [Gt(state, 0) for state in states if isinstance(state, Symbol) and state.is_nonnegative and not state.is_positive]
    return domain if set(conditions) <= set(domain.conditions) else domain.but(*conditions)


# --- what a point says ---------------------------------------------------------------------------------------------------

def _has_room(statement: Stays | Decays, point: dict, apart: Callable, deadline: Deadline) -> bool:
    """Whether motions run through the point that stay in the domain for a while."""
    room = inside(statement.on, statement.along.states)
    if room is None or any(balls.truth(room.expand(condition), point, deadline) is not True for condition in room.conditions):
        return False
    return not at_a_kink([sympify(put(statement, expression), strict=True) for expression in statement.expressions()
                          if expression not in statement.along.states], apart)


def _directions(statement: Stays | Decays, point: dict) -> dict:
    """The rates at a point, in numbers."""
    flow = statement.along
    if isinstance(flow, GradientFlow):
        loss = put(statement, flow.loss)
        return {state: -explicit(put(statement, rate), point) * gradient(loss, state, point) for state, rate in flow.learning_rates.items()}
    return {state: explicit(put(statement, rate), point) for state, rate in flow.rates.items()}


def _derivatives(statement: Stays, part: Basic, point: dict) -> Iterator[Expr]:
    """What a comparison is of, and its derivatives along the flow, at a point: by the Taylor series of the motion through it."""
    step, formula, moved = Dummy("h", real=True), put(statement, gap(part)), dict(point)
    for order in range(LOOKED_AT):
        yield at_zero(explicit(formula, moved), step, order)
        ahead = {state: at_zero(rate, step, order) for state, rate in _directions(statement, moved).items()}
        moved.update({state: moved[state] + rate * step ** (order + 1) / factorial(order + 1) for state, rate in ahead.items()})


@fails.register
def _(statement: Stays, point, apart, deadline):
    """Whether a motion that is in the set at the point is not behind it, or one that is before the point is not at it."""
    if not _has_room(statement, point, apart, deadline):
        return False
    parts = [statement.on.expand(part) for part in statement.comparisons()]
    now = [balls.truth(part, point, deadline) for part in parts]
    ways = [_beside(statement, part, point, apart, deadline) for part in parts]
    leaves = all(now) and any(after is False for _, after in ways)
    return leaves or False in now and all(before for before, _ in ways)


def _beside(statement: Stays, part: Basic, point: dict, apart: Callable, deadline: Deadline) -> tuple[bool | None, bool | None]:
    """Whether a comparison holds just before the point, and just behind it; None where that is not seen."""
    for order, value in enumerate(_derivatives(statement, part, point)):
        if not apart(value, S.Zero):
            if balls.truth(Eq(value, 0, evaluate=False), point, deadline) is not True:
                return None, None
            continue
        behind = False if isinstance(part, Eq) else balls.truth(Gt(value, 0, evaluate=False), point, deadline)
        return (behind if order % 2 == 0 or isinstance(part, Eq) or behind is None else not behind), behind
    return None, None


@fails.register
def _(statement: Decays, point, apart, deadline):
    """Whether the quantity falls more slowly at the point, or is negative where it is never to be."""
    if statement.power is not None:
        signs = And(Gt(statement.power, 0), Ge(statement.rate, 0), Ge(statement.quantity, 0))
        if signs is false or balls.truth(statement.on.expand(signs), point, deadline) is False:
            return True
    if not _has_room(statement, point, apart, deadline):
        return False
    change = along(put(statement, statement.quantity), point, _directions(statement, point))
    excess = change + explicit(put(statement, statement.fall), point)
    return balls.truth(Gt(excess, 0, evaluate=False), point, deadline) is True


@fails.register
def _(statement: ConservedExactly, point, apart, deadline):
    """Whether one of the quantities changes."""
    answers = {fails(part, point, apart, deadline) for part in statement.conserved()}
    return True if True in answers else None if None in answers else False
