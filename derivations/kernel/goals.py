"""What a statement asks for: the facts to be shown, from the statement as it was written, one rule for each kind.

A goal is a sequent. Its hypotheses are the conditions of the domain. An *identity* supposes that its sides have values (and, where it
speaks of change, that they are smooth there): its scope names what of that was not shown. Every other kind has to show that what it speaks
of has a value. Abbreviations are written out first. """

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from .algebra import Algebra
from .changes import holds_before
from .diffusions import change as mean_change
from .facts import FACTS, MINUS_OO, NEVER, OO, either, equal, facts_of, limit, nonneg, pos, spoken, whole
from .laws import LAWS, SAID, conditions, of_every_draw
from .limits import continuous
from .motions import gap, room
from .obligations import obligations, of_law
from .setting import Goal, Setting, both, by_making, identity, speaks_of_convergence
from .slopes import Slope, gradient
from .steps import Proof
from .table import TABLE
from .terms import MINUS, ONE, ZERO, Record, Refused, Term, add, at_neuron, free, mul, number, of_space, parts, power, put, shape, sub, term


def goals(statement: Record) -> list[Goal]:
    """All that has to be shown. Raises Refused for a kind that has no rule."""
    rule = _KINDS.get(statement.kind)
    if rule is None:
        raise Refused(f"statements of kind {statement.kind} have no rule")
    return [asked for goal in rule(statement, Setting(statement["on"])) for asked in _with_slopes(goal)]


def _with_slopes(goal: Goal) -> Iterator[Goal]:
    """A goal; before it, that its derivatives are what their formulas say wherever its sides have values, as far as that is not plain:
    x |x| has one at 0, where |x| is not smooth, and sqrt(x^4 + x^6) one that is written 0/0 there. Nothing may be left unsaid there."""
    if goal.sufficient:
        values = [fact for fact in goal.given if fact not in goal.sufficient]
        known = Proof([], goal.hypotheses, values).known()
        left = [fact for fact in goal.given if fact in goal.sufficient and not known.knows(fact)]
        if left:
            yield Goal("derivatives", both(left), goal.hypotheses, values, refutes=False)
    yield goal


def _equal(statement: Record, setting: Setting) -> Iterator[Goal]:
    yield identity("", setting, statement["left"], statement["right"])


def _inverse(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Both products with the inverse are the identity."""
    matrix, inverse = statement["matrix"], statement["inverse"]
    sizes = shape(matrix)
    assert sizes is not None
    one = term("Identity", sizes[:1])
    yield identity("product from the right", setting, term("MatMul", (matrix, inverse)), one)
    yield identity("product from the left", setting, term("MatMul", (inverse, matrix)), one)


def rates_of(flow: Record, setting: Setting) -> tuple[dict[Term, Term], list[Term]]:
    """The rate of each state, abbreviations written out, and what makes a loss differentiable."""
    if flow.kind == "Flow":
        return {state: setting.out(rate) for state, rate in flow["rates"].items()}, []
    loss = setting.out(flow["loss"])
    rates, smooth = {}, []
    for state, speed in flow["learning_rates"].items():
        found, facts = gradient(loss, state)
        smooth += facts
        head = "Mul" if shape(state) is None else "MatMul"
        rates[state] = term(head, (MINUS, setting.out(speed), found))
    return rates, smooth


def _spoken_of(flow: Record) -> list[Term]:
    """What has to have a value for a state to have a rate, as it is written."""
    return list(flow["rates"].values()) if flow.kind == "Flow" else [flow["loss"], *flow["learning_rates"].values()]


def _evolves(statement: Record, setting: Setting) -> Iterator[Goal]:
    flow = statement["along"]
    if flow.kind not in ("Flow", "GradientFlow", "GatedFlow"):
        raise Refused(f"a flow of kind {flow.kind} has no rule")
    rates, smooth = rates_of(flow, setting)
    yield from _constants_stay(setting, flow, rates)
    slope = Slope(rates)
    change = slope.of(setting.out(statement["quantity"]))
    stated = Slope({}).of(change) if statement.get("rate", ZERO) is ZERO else statement["rate"]
    more = [*smooth, *obligations(*rates.values()), *slope.smooth]
    goal = identity("derivative along the flow", setting, change, stated, [statement["quantity"], *_spoken_of(flow)], more)
    if statement.kind == "Conserved":  # what holds on a surface may not be used, for the motion may leave it at once
        goal.unused = [fact for fact in goal.hypotheses if not _stays_near(fact, frozenset(rates))]
        goal.hypotheses = [fact for fact in goal.hypotheses if fact not in goal.unused]
        if goal.given:  # where a quantity has no value, or no slope, it may jump, as 1/x and sign x do
            yield replace(goal, name="values and slopes", fact=both(goal.given), hypotheses=[*goal.hypotheses, *goal.unused], given=[],
                          unused=[], refutes=False)
            near = [fact for fact in goal.given if _stays_near(fact, frozenset(rates))]
            if goal.unused and len(near) < len(goal.given):  # sqrt(-x^2) has a value on the surface x = 0 alone
                there = [fact for fact in goal.given if fact not in near]
                yield Goal("values nearby", both(there), [*goal.hypotheses, *near], refutes=False)
            goal = replace(goal, hypotheses=[*goal.hypotheses, *goal.given], given=[])
    yield goal


def _stays_near(fact: Term, states: frozenset[Term]) -> bool:
    """Whether a fact that holds at a point holds at all near it where its formula has a value, whichever way the states go: a sign of what
    is continuous does, one of what jumps may hold on a surface, as 1 - |sign x| > 0. That there is a value is a fact of its own."""
    if fact.head in ("any", "both"):
        return all(_stays_near(part, states) for part in fact.args)
    return not free(fact) & states or fact.head in ("pos", "nonzero") and continuous(fact.args[0], states)


def _constants_stay(setting: Setting, flow: Record, rates: dict) -> Iterator[Goal]:
    """An equation of the domain that a state stands in may be what a letter is; then the letter is constant only if the flow keeps it."""
    named = set(flow.get("constants", ()))
    for fact in _ties(setting, frozenset(rates)):
        sizes = {size for letter in free(fact) if letter.head == "MatrixSymbol" for size in free(term("Tuple", letter.args))}
        if free(fact) - set(rates) - named - sizes:
            if fact.head != "Equality":
                raise Refused("an equation among others, or bounds, which may say what a letter is")
            slope = Slope(rates)
            left, right = map(slope.of, fact.args)
            more = [*obligations(*rates.values()), *slope.smooth]
            stays = identity(f"{fact!r} stays", setting, left, right, [*fact.args, *_spoken_of(flow)], more)
            yield replace(stays, refutes=False)  # the flow may leave the equation, and the statement hold all the same


def _ties(setting: Setting, letters: frozenset[Term]) -> list[Term]:
    """What the domain says of some letters by an equation, or by bounds that may be one together, as a <= x and x <= a are. A bound is none
    that goes up far enough along a letter of its own, at an even pace or faster and faster; another need not count it then."""
    said = setting.hypotheses()
    bounds = [fact for fact in said if not _stays_near(fact, free(fact))]

    def has_room(fact: Term) -> bool:
        for letter in free(fact) if fact.head in ("nonneg", "Equality") and shape(fact.args[0]) is None else ():
            if letter.head == "Symbol" and sum(letter in free(other) for other in bounds) == 1:
                with suppress(Refused):
                    rise = Slope({letter: ONE}).of(sub(*(*fact.args, ZERO)[:2]))
                    turn = Slope({letter: ONE}).of(rise)
                    of_rise, of_turn = (Algebra().scalar(part).num.coeffs() for part in (rise, turn))
                    if letter not in free(turn if of_turn else rise) and (of_turn or of_rise) and all(each > 0 for each in of_turn):
                        return True
        return False
    while roomy := list(filter(has_room, bounds)):
        bounds = [fact for fact in bounds if fact not in roomy]
    return [fact for fact in said if free(fact) & letters
            and (any(part.head == "Equality" for part in parts(fact)) or free(fact) - letters and fact in bounds)]


def _free_variable(statement: Record, setting: Setting) -> Term:
    """What a gradient is in. An equation of it leaves open which one is meant, as other letters may move with it."""
    if _ties(setting, frozenset((statement["variable"],))):
        raise Refused("a gradient in what an equation of the domain, or bounds, may tie down")
    return statement["variable"]


def _gradient(statement: Record, setting: Setting) -> Iterator[Goal]:
    potential = setting.out(statement["potential"])
    found, smooth = gradient(potential, _free_variable(statement, setting))
    yield identity("gradient", setting, found, statement["value"], [statement["potential"]], smooth)


def _hessian(statement: Record, setting: Setting) -> Iterator[Goal]:
    """The gradient's slope along any direction is the field times it."""
    variable, potential, field = _free_variable(statement, setting), setting.out(statement["potential"]), setting.out(statement["field"])
    direction = term("MatrixSymbol", shape(variable) or (), " way")
    if shape(variable) is None:
        raise Refused("the Hessian in a vector")
    setting.names_nothing(direction, potential, field)
    first, smooth = gradient(potential, variable)
    slope = Slope({variable: direction})
    change = slope.of(first)
    more = [*smooth, *obligations(first), *slope.smooth]
    yield identity("Hessian", setting, change, term("MatMul", (field, direction)), [statement["potential"]], more)


def _no_derivatives(setting: Setting) -> None:
    """Where nothing is supposed, a derivative whose smoothness would have to be shown is not spoken of."""
    if setting.smooth:
        raise Refused("a derivative inside what is no identity")


def _minimises(statement: Record, setting: Setting) -> Iterator[Goal]:
    """The Hessian H of the potential times the preconditioner P is the warp w > 0, and P is positive definite: so is H = w P^-1, and the
    potential is strictly convex. Along v' = -P X^T r its gradient changes by -w X^T r, so that at the limit the gradient less the slope,
    which is the gradient at the start, lies in the range of X^T: there the objective is least over X v = y. The domain leaves v all of
    space, or all but 0. Then in two dimensions or more a segment that meets 0 is a limit of segments that do not; on the line the potential
    is even and grows outwards, so that the other side has nothing less."""
    variable, start = statement["variable"], setting.out(statement["initial"])
    potential, slope, warp, field = (setting.out(_number(statement[name])) for name in ("potential", "slope", "warp", "preconditioner"))
    sizes = shape(variable)
    way = term("MatrixSymbol", sizes or (), " way")
    if sizes is None or sizes[1] is not ONE or of_space(sizes[0]) or variable in free(slope):
        raise Refused("what is minimised is over a column vector, which the slope does not speak of")
    setting.names_nothing(way, potential, slope, warp, field, start)
    first, smooth = gradient(potential, variable)
    along = Slope({variable: term("MatMul", (field, way))})
    change = along.of(first)
    _no_derivatives(setting)
    known = setting.hypotheses(potential, first, change, warp, field, slope, start)
    square, bounded = term("Dot", (variable, variable)), [fact for fact in known if variable in free(fact)]
    lengths = (square, term("Pow", (square, number(Fraction(1, 2)))))
    if any(fact.head not in ("pos", "nonneg", "nonzero") or fact.args[0] not in lengths for fact in bounded):
        raise Refused("the domain bounds what is minimised over")
    needs = obligations(potential, first, change, warp, field, slope, start)
    valued = list(dict.fromkeys([*needs, *smooth, *along.smooth, *(put(fact, {variable: start}) for fact in bounded)]))
    if valued:
        yield Goal("values", both(valued), known, refutes=False)
        known = list(dict.fromkeys([*known, *valued]))
    yield Goal("Hessian times preconditioner", equal(change, term("MatMul", (warp, way))), known)
    yield Goal("slope at the start", equal(put(first, {variable: start}), slope), known)
    yield Goal("convex", term("pd", (field,)), known)
    yield Goal("warp", pos(warp), known, refutes=False)
    if bounded:
        yield Goal("even", equal(put(potential, {variable: term("MatMul", (MINUS, variable))}), potential), known, refutes=False)
        yield Goal("outwards", nonneg(term("Dot", (variable, first))), known, refutes=False)


PADDED = frozenset(("Add", "Mul", "Pow", "MatAdd", "MatMul", "Transpose", "Dot", "Trace", "Equality", "pos", "nonneg", "nonzero", "whole",
                    "any", "both", "psd", *TABLE))
"""Heads of what stays as it is where vectors and matrices get rows and columns of zeros."""


def two_dimensions(size: Term, known: list[Term]) -> list[Term]:
    """What has to be shown so that there are points of two dimensions or more; nothing where there are such points wherever there is one,
    as zeros can be put below every vector."""
    free_size = size.head == "Symbol" and all(_padded(fact, size) for fact in known if fact not in tuple(by_making(size)))
    return [] if free_size else [nonneg(sub(size, number(2)))]


def _padded(node: Term, size: Term) -> bool:
    if node.head in ("MatrixSymbol", "ZeroMatrix"):
        return all(part is size or size not in free(part) for part in node.args)
    return size not in free(node) or node.head in PADDED and all(_padded(part, size) for part in node.args)


def _not_hessian(statement: Record, setting: Setting) -> Iterator[Goal]:
    """F is differentiable, and at every point v of an open set D_v(F u) - D_u(F v) has a part along a vector u across v, of which there is
    one in two dimensions or more. Of a Hessian it is 0, as the derivatives of one of its columns have no order."""
    variable, field = statement["variable"], setting.out(statement["field"])
    sizes = shape(variable)
    if sizes is None or sizes[1] is not ONE:
        raise Refused("no Hessian in a column vector")
    across, along = (term("MatrixSymbol", sizes, name) for name in (" across", " along"))
    first, second = Slope({variable: along}), Slope({variable: across})
    change, other = first.of(term("MatMul", (field, across))), second.of(term("MatMul", (field, along)))
    gap = put(term("MatAdd", (change, term("MatMul", (MINUS, other)))), {along: variable})
    _no_derivatives(setting)
    known = setting.hypotheses(variable, field)
    for letter in (across, along):
        setting.names_nothing(letter, field)
    if not all(_stays_near(fact, frozenset((variable,))) for fact in known):
        raise Refused("no Hessian on a set that is open, of a field that speaks of no direction")
    valued = list(dict.fromkeys([*obligations(field), *first.smooth, *second.smooth]))
    if valued:
        yield Goal("smooth", both(valued), known, refutes=False)
    for many in two_dimensions(sizes[0], known):
        yield Goal("two dimensions", many, known, refutes=False)
    turned = [pos(term("Dot", (across, across))), equal(term("Dot", (across, variable)), ZERO), nonneg(sub(sizes[0], number(2)))]
    yield Goal("order of the derivatives", term("nonzero", (term("Dot", (across, gap)),)), [*known, *valued, *turned], refutes=False)


def _holds(statement: Record, setting: Setting) -> Iterator[Goal]:
    relation = setting.out(statement["relation"])
    if setting.smooth:  # what makes the derivatives ones has to be shown
        yield Goal("derivatives", both(list(setting.smooth)), setting.hypotheses(relation))
    for place, fact in enumerate(facts_of(relation)):
        yield Goal(str(place), fact, setting.hypotheses(*spoken(fact)))


def _implication(name: str, setting: Setting, valued: list[Term], held: list[Term], shown: Term) -> Goal:
    """The fact, where others hold too. valued: what gives the formulas their values, which another goal has shown."""
    base = setting.hypotheses(*(node for fact in (*held, shown) for node in _within(fact)))
    return Goal(name, shown, list(dict.fromkeys([*base, *valued, *held])))


def _within(fact: Term) -> Iterator[Term]:
    for part in fact.args:
        if part.head in FACTS:
            yield from _within(part)
        elif fact.head not in ("spectral", "entries", "every", "integrable"):
            yield part


def _values_of(facts: list[Term]) -> list[Term]:
    """What gives the formulas of facts their values, alternatives included."""
    found: dict[Term, None] = {}
    for fact in facts:
        found.update(dict.fromkeys(obligations(*_within(fact))))
        for inner in parts(fact):
            if inner.head == "entries":
                found.update((term("entries", (need, *inner.args[1:])), None) for need in _values_of(list(inner.args[:1])))
    return list(found)


def _valued(setting: Setting, facts: list[Term]) -> tuple[list[Term], list[Goal]]:
    """What gives facts their values, and the goal that shows it; none where nothing has to be shown."""
    found = _values_of(facts)
    return found, [Goal("values", both(found), setting.hypotheses(*(node for fact in facts for node in _within(fact))))] if found else []


def _iff(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Each side where the other holds, and both with values everywhere."""
    left, right = (facts_of(setting.out(statement[side])) for side in ("left", "right"))
    _no_derivatives(setting)
    values, first = _valued(setting, [*left, *right])
    yield from first
    yield _implication("from left to right", setting, values, left, both(right))
    yield _implication("from right to left", setting, values, right, both(left))


def _classifies(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Where a label is given its meaning holds; where that is claimed, every point bears one label and no two."""
    given = {label: _condition(told, setting) for label, told in statement["given"].items()}
    meaning = {label: facts_of(setting.out(told)) for label, told in statement["meaning"].items() if label in given}
    _no_derivatives(setting)
    values, first = _valued(setting, [fact for facts in (*given.values(), *meaning.values()) for fact in facts])
    yield from first
    for label, facts in given.items():
        yield _implication(f"where it is called {label}", setting, values, facts, both(meaning[label]) if meaning[label] else nonneg(ZERO))
    if statement.get("complete", True):
        everything = [both(facts) if facts else nonneg(ZERO) for facts in given.values()]
        yield _implication("every point has a label", setting, values, [], either(everything))
        for (one, first_facts), (other, second) in combinations(given.items(), 2):
            yield _implication(f"nothing is both {one} and {other}", setting, values, [*first_facts, *second], NEVER)


def _condition(told: Any, setting: Setting) -> list[Term]:
    """Where a label is given, as facts: a condition, or one of several points."""
    if not isinstance(told, tuple):
        return facts_of(setting.out(told))
    return [either(both([equal(letter, _number(value)) for letter, value in point.items()]) for point in told)]


def _number(value: Any) -> Term:
    return value if isinstance(value, Term) else number(value)


def _solves(statement: Record, setting: Setting) -> Iterator[Goal]:
    """At every time from the start to any of the domain: values, smoothness, the slope; that the domain is not left; and the start."""
    system, solution = statement["system"], statement["solution"]
    time, states = system["t"], system["rates"]
    path, of_states = _path(setting, time, states)
    found = {state: setting.out(value) for state, value in solution.items()}
    slope = Slope({time: ONE})
    changes = {state: slope.of(value) for state, value in found.items()}
    rates = {state: put(setting.out(rate), found) for state, rate in states.items()}
    values = list(dict.fromkeys([*obligations(*found.values(), *rates.values()), *slope.smooth]))
    if values:
        yield Goal("values on the way", both(values), path)
    for state, change in changes.items():
        yield Goal("slope", equal(change, rates[state]), path, values)
    if of_states:
        yield Goal("in the domain", both([put(fact, found) for fact in of_states]), path, values, refutes=False)
    start = [fact for fact in path if time not in free(fact)]
    initial = {state: setting.out(system["initial"][state]) for state in found}
    _no_derivatives(setting)
    for state, value in found.items():
        at_start, stated = put(value, {time: ZERO}), initial[state]
        if needs := obligations(at_start, stated):
            yield Goal("values at the start", both(needs), start)
        yield Goal("start", equal(at_start, stated), start, needs)


def _path(setting: Setting, time: Term, states: dict) -> tuple[list[Term], list[Term]]:
    """What holds at every time between the start and a time of the domain: conditions that do not speak of time, the time's sign, bounds
    that fall with time, which earlier times keep. And what the domain says of the states, which the solution has to keep."""
    everything = setting.hypotheses(time, *states)
    of_states = [fact for fact in everything if free(fact) & set(states)]
    known = [fact for fact in everything if fact not in of_states]
    of_time = [fact for fact in known if time in free(fact)]
    forward = {pos(time), nonneg(time), pos(sub(time, ZERO)), nonneg(sub(time, ZERO))}
    if not of_time and not any(time in free(fact) for fact in of_states):
        return known, of_states
    bounds = [fact for fact in of_time if fact not in forward]
    if len(bounds) == len(of_time) or not all(holds_before(fact, time, True) for fact in bounds):
        raise Refused("the times of the domain are bounded by more than the start, and an end")
    return [*(fact for fact in known if time not in free(fact)), *bounds, nonneg(time)], of_states


def _square_root(statement: Record, setting: Setting) -> Iterator[Goal]:
    root, of = statement["root"], statement["of"]
    yield identity("symmetry of the root", setting, term("Transpose", (root,)), root)
    yield identity("its square", setting, term("MatMul", (root, root)), of)
    root = setting.out(root)
    yield Goal("positive semidefinite", term("psd", (root,)), setting.hypotheses(root), obligations(root))


def _limit(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Near the end: what the domain says of the letter that moves holds there, for all parameters of its points; then the limit itself, and
    that the distance from it over the rate converges."""
    moving, to, value = statement["variable"], _number(statement["to"]), setting.out(_number(statement["value"]))
    expression, rate = setting.out(_number(statement["expression"])), statement.get("rate")
    to = setting.out(to)
    if moving in free(to) or moving in free(value):
        raise Refused("the end, or the value, of a limit speaks of the letter that moves")
    finite = value not in (OO, MINUS_OO)
    if finite and not _one_shape(expression, value) or not finite and shape(expression) is not None:
        raise Refused("a limit of another shape")
    formulas = [expression, *([value] if finite else []), *([setting.out(_number(rate))] if rate is not None else [])]
    _no_derivatives(setting)
    found, first = _towards(moving, to, setting.hypotheses(moving, *formulas))
    yield from first
    yield Goal("limit", limit(expression, value), found)
    if rate is not None:
        gap = sub(expression, value) if shape(expression) is None else term("MatAdd", (expression, term("MatMul", (MINUS, value))))
        over = term("Pow", (formulas[-1], MINUS))
        yield Goal("rate", term("converges", (term("Mul" if shape(gap) is None else "MatMul", (over, gap)),)), found)


def _towards(moving: Term, to: Term, known: list[Term]) -> tuple[list[Term], list[Goal]]:
    """What holds at the points of the domain near the end, and the goals that show it, where the domain speaks of the letter that moves."""
    near = [term("near", (moving, to))]
    if to not in (OO, MINUS_OO):
        if whole(moving) in known:
            raise Refused("a whole number comes near to oo and -oo alone")
        near.append(pos(sub(moving, to)))
    if any(elsewhere(moving) in free(fact) for fact in known):
        raise Refused("the domain speaks of a letter that is called as the one for another point")
    asked = [fact for fact in known if moving in free(fact) and fact is not whole(moving)]
    first = [Goal("near the end", both(asked), [*near, *(put(fact, {moving: elsewhere(moving)}) for fact in known)])] if asked else []
    valued = obligations(to) if len(near) > 1 else []
    if valued:
        first.append(Goal("the end", both(valued), known))
    return [*near, *valued, *known], first


def elsewhere(moving: Term) -> Term:
    """Some value of a letter, which is one of a point of the domain."""
    return term("Dummy", (), (f" {moving.mark[0]}", moving.mark[1], 0))


def _one_shape(node: Term, other: Term) -> bool:
    if shape(node) is None or shape(other) is None:
        return shape(node) is shape(other)
    algebra = Algebra()
    return [algebra.size_key(size) for size in shape(node) or ()] == [algebra.size_key(size) for size in shape(other) or ()]


def _scales(statement: Record, setting: Setting) -> Iterator[Goal]:
    """The quotient of the expression and the variable's power stays between positive constants, as the variable grows."""
    moving, exponent = statement["variable"], setting.out(_number(statement["exponent"]))
    expression = setting.out(_number(statement["expression"]))
    if moving in free(exponent):
        raise Refused("the exponent speaks of the variable itself")
    found, first = _towards(moving, OO, setting.hypotheses(moving, expression, exponent))
    _no_derivatives(setting)
    yield from first
    yield Goal("order", term("order", (expression, term("Pow", (moving, exponent)))), found)


def _drawn(statement: Record, setting: Setting, value: Term, *formulas: Term) -> tuple[Callable[[Term], Term], list[Term]]:
    """What makes a mean of a formula, and what holds at every point, where the draws have their laws, of which nothing else speaks."""
    draws = {letter: setting.out(_number(law)) for letter, law in statement["draws"].items()}
    pairs = tuple(term("Tuple", pair) for pair in draws.items())
    made = frozenset(fact for letter in draws for fact in by_making(letter))
    known = [fact for fact in setting.hypotheses(value, *formulas, *draws.values()) if fact not in made]
    if any(free(part) & draws.keys() for part in (value, *known, *(meaning for _, meaning in setting.domain["where"]))):
        raise Refused("a condition, an abbreviation or the value speaks of a draw")
    _no_derivatives(setting)
    needs = [need for law in draws.values() for need in of_law(law)]
    return lambda node: term("Mean", (node, *pairs)), list(dict.fromkeys([*known, *needs, *conditions(pairs)]))


def _moment(statement: Record, setting: Setting) -> Iterator[Goal]:
    """A mean, a variance, a covariance."""
    name = "covariance" if statement.kind == "Covariance" else statement.get("moment", "mean")
    fields = ("first", "second") if name == "covariance" else ("quantity",)
    value, *factors = (setting.out(_number(statement[field])) for field in ("value", *fields))
    mean, known = _drawn(statement, setting, value, *factors)
    one, other = factors[0], factors[-1]
    if name not in ("mean", "variance", "covariance") or name != "mean" and not shape(one) is shape(other) is None:
        raise Refused(f"a {name}, of this shape, is no moment")
    found = mean(one) if name == "mean" else sub(mean(mul(one, other)), mul(mean(one), mean(other)))
    yield Goal(name, equal(found, value), known)


def _tail(statement: Record, setting: Setting) -> Iterator[Goal]:
    """By Markov's inequality, P(event) <= E g for any g >= 0 that is at least 1 in the event; and what bounds it is not negative."""
    value, through = (setting.out(_number(statement[name])) for name in ("at_most", "through"))
    event = facts_of(setting.out(statement["event"]))
    mean, known = _drawn(statement, setting, value, through, *(node for fact in event for node in _within(fact)))
    made: list[Term] = []
    for letter, law in statement["draws"].items():
        made += [*by_making(letter), *of_every_draw(letter, setting.out(_number(law)))]
    yield Goal("not negative", nonneg(value), known)
    needs = _values_of([*event, nonneg(through)])
    if needs:
        yield Goal("values", both(needs), [*known, *made])
    here = list(dict.fromkeys([*known, *made, *needs]))
    yield Goal("g is not negative", nonneg(through), here, refutes=False)
    yield Goal("g is at least 1", nonneg(sub(through, ONE)), [*here, *event], refutes=False)
    yield Goal("mean of g", nonneg(sub(value, mean(through))), known, refutes=False)


def tail(statement: Record) -> tuple[list[Term], Term, dict[Term, Term]]:
    """The event of a bound, what it is at most as likely as, and the laws of its draws."""
    setting = Setting(statement["on"])
    laws = {letter: setting.out(_number(law)) for letter, law in statement["draws"].items()}
    return facts_of(setting.out(statement["event"])), setting.out(_number(statement["at_most"])), laws


def _in_probability(statement: Record, setting: Setting) -> Iterator[Goal]:
    """By Chebyshev's inequality, where the mean of the squared deviation tends to 0. It need not, unless all draws are normal: the mean of
    a polynomial's fourth power is then at most a multiple of its square's squared mean (Nelson), by the degree alone, and what stays away
    from 0 in the mean does so with a probability that does not tend to 0 (Paley and Zygmund)."""
    moving, quantity, value = statement["variable"], *(setting.out(_number(statement[name])) for name in ("quantity", "value"))
    mean, held = _drawn(statement, setting, value, quantity, moving)
    draws = statement["draws"].keys()
    if moving in free(value) | draws or whole(moving) not in held:
        raise Refused("the value is fixed, and what grows is a whole number that is no draw")
    if any(letter.head == "MatrixSymbol" and letter not in draws and moving in free(letter) for letter in parts(quantity)):
        raise Refused("the size of a matrix that is held fixed grows")
    deviation = mean(power(sub(quantity, value), 2))
    found, first = _towards(moving, OO, held)
    yield from first
    normal = not any(_number(law).head in LAWS for law in statement["draws"].values())
    yield Goal("squared deviation", limit(deviation, ZERO), found, refutes=normal)


def _induction(statement: Record, setting: Setting) -> Iterator[Goal]:
    """The claim with its values at the start; and at n + 1, where it holds with its values at n. A sequence is what its recursion says."""
    over, start = statement["over"], number(statement["start"])
    known = setting.hypotheses(over)
    least = 1 if "positive" in over.mark[1] else 0 if "nonnegative" in over.mark[1] else None
    made = set(over.mark[1]) - ({"-zero", "nonzero"} if least == 1 else set())
    said = [fact for fact in known if over in free(fact) and fact not in tuple(by_making(over))]
    if whole(over) not in known or ({"even", "odd", "prime"} | SAID - {"integer", "positive", "nonnegative"}) & made or said \
            or least is not None and start.mark < least:
        raise Refused("an induction is over every whole number from its start on, of which nothing else is said")
    first, after, sequences = {over: start}, {over: add(over, ONE)}, statement.get("sequences", {})
    begins, goes_on = [], []
    for sequence, pair in sequences.items():
        begin, following = map(setting.out, pair.args)
        if sequence.head != "function" or sequence.args != (over,) or over in free(begin) or _elsewhere(begin, sequence.mark, None):
            raise Refused("a sequence begins with a number, and goes on from its last one")
        if any(_elsewhere(following, other.mark, over) for other in sequences):
            raise Refused("the next value speaks of a sequence elsewhere")
        begins.append(equal(put(sequence, first), begin))
        goes_on.append(equal(put(sequence, after), following))
    for fact in (*begins, *goes_on):
        if obligations(fact.args[1]):
            raise Refused("a recursion that may have no value")
    parts_of_claim = list(_claims(statement["claim"]))
    if any(claim["on"].fields != statement["on"].fields for claim in parts_of_claim):
        raise Refused("a claim over another domain than its induction")
    claims = [fact for claim in parts_of_claim for fact in _claimed(claim, setting)]
    _no_derivatives(setting)
    held = list(dict.fromkeys(fact for claim in claims for fact in (*_values_of([claim]), claim)))
    fixed = [fact for fact in known if over not in free(fact)]
    for name, where, hypotheses in (("start", first, [*fixed, *begins]),
                                    ("step", after, [*known, nonneg(sub(over, start)), *goes_on, *held])):
        for claim in claims:
            shown = put(claim, where)
            yield Goal(name, both([*_values_of([shown]), shown]), hypotheses)


def _elsewhere(node: Term, mark: tuple, place: Term | None) -> bool:
    """Whether a sequence is spoken of at any other place."""
    return any(part.head == "function" and part.mark == mark and part.args != (place,) for part in parts(node))


def _claims(claim: Record) -> Iterator[Record]:
    if claim.kind == "All":
        for part in claim["members"].values():
            yield from _claims(part)
    else:
        yield claim


def _claimed(claim: Record, setting: Setting) -> list[Term]:
    if claim.kind == "Equal" and shape(claim["left"]) is None and shape(claim["right"]) is None:
        return [equal(setting.out(claim["left"]), setting.out(claim["right"]))]
    if claim.kind == "Holds":
        return facts_of(setting.out(claim["relation"]))
    raise Refused("an induction is over equations between numbers and relations")


def _rank_bound(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Of a matrix that has a value, as an identity is; the ranks with each unit vector in a letter's place are added up."""
    matrix, most, unit = setting.out(statement["matrix"]), setting.out(_number(statement["at_most"])), statement.get("neurons")
    rank = term("Rank", (matrix,))
    if unit is not None:
        rank = term("Sum", at_neuron(rank, unit))
        if unit in free(most):
            raise Refused("a bound on ranks, added up, that speaks of one of them")
    _no_derivatives(setting)
    given = obligations(rank, most)
    if any(map(speaks_of_convergence, given)):
        raise Refused("a bound on ranks by what may not converge")
    yield Goal("", nonneg(sub(most, rank)), setting.hypotheses(matrix, most), given)


def _motion(statement: Record, setting: Setting, *formulas: Term) -> tuple[dict[Term, Term], list[Term], list[Goal]]:
    """Rates, and what holds at every point of the domain with what gives rates and formulas values and makes them differentiable; and the
    goals that show this."""
    flow = statement["along"]
    if flow.kind not in ("Flow", "GradientFlow"):
        raise Refused(f"a flow of kind {flow.kind} has no rule")
    rates, smooth = rates_of(flow, setting)
    slope = Slope(rates)
    for formula in formulas:
        slope.of(formula)
    _no_derivatives(setting)
    known, first = setting.hypotheses(*rates.values(), *formulas), list(_constants_stay(setting, flow, rates))
    for name, needs in (("values", obligations(*rates.values(), *formulas)), ("smooth", [*smooth, *slope.smooth])):
        if needs:  # what has a kink somewhere may do all the same what is said of it
            first.append(Goal(name, both(list(dict.fromkeys(needs))), known, refutes=name == "values"))
            known = list(dict.fromkeys([*known, *needs]))
    return rates, known, first


def _stays(statement: Record, setting: Setting) -> Iterator[Goal]:
    """No motion that is in the domain all along leaves the set. Where one does is seen at points with room in the domain."""
    region = facts_of(setting.out(statement["region"]))
    edges = list(map(gap, region))
    if any(shape(side) is not None for part in region for side in part.args):
        raise Refused("a set is made of comparisons of numbers")
    rates, known, first = _motion(statement, setting, *edges)
    yield from first
    fact = term("stays", (term("both", region), *(term("Tuple", pair) for pair in rates.items())))
    yield Goal("never left", fact, known, unused=room(known, rates))


def _unique(statement: Record, setting: Setting) -> Iterator[Goal]:
    """From every start in the set goes out exactly one motion, for all times, in it. Nothing is said of where it may go beside that."""
    rates, smooth = rates_of(statement["along"], setting) if statement["along"].kind in ("Flow", "GradientFlow") else ({}, [])
    region = [] if statement.get("region") is None else facts_of(setting.out(statement["region"]))
    if not rates or any(shape(side) is not None for part in region for side in part.args):
        raise Refused("a flow, and a set that is made of comparisons of numbers")
    _no_derivatives(setting)
    known = setting.hypotheses(*rates, *rates.values())
    if smooth or any(free(fact) & rates.keys() for fact in known):
        raise Refused("a motion may go wherever the rates lead it: no condition speaks of a state")
    yield Goal("exactly one motion", term("exists", (term("both", region), *(term("Tuple", pair) for pair in rates.items()))), known)


def _decays(statement: Record, setting: Setting) -> Iterator[Goal]:
    """V' <= -c V, so that V e^(c t) does not grow; or, of V >= 0 and with c >= 0, V' <= -c V^(1 + 1/p), so that V^(-1/p) - c t/p does not
    fall."""
    quantity, rate = (setting.out(_number(statement[name])) for name in ("quantity", "rate"))
    power = statement.get("power")
    power = None if power is None else setting.out(_number(power))
    stands = [rate] if power is None else [rate, power]
    rates, known, first = _motion(statement, setting, quantity, *stands)
    if any(shape(node) is not None or node is not quantity and free(node) & rates.keys() for node in (quantity, *stands)):
        raise Refused("a number decays, at a rate that stands still")
    yield from first
    fall = mul(rate, quantity)
    if power is not None:
        signs = [pos(power), nonneg(rate), nonneg(quantity)]
        yield Goal("signs", both(signs), known)
        exponent = number(1 + 1 / power.mark) if power.head == "number" else add(ONE, term("Pow", (power, MINUS)))
        fall, known = mul(rate, term("Pow", (quantity, exponent))), [*known, *signs]
        if needs := obligations(fall):
            yield Goal("values of the rate", both(needs), known)
            known = [*known, *needs]
    change = Slope(rates).of(quantity)
    yield Goal("falls", nonneg(sub(mul(MINUS, change), fall)), known, unused=room(known, rates))


def _at_most_one_zero(statement: Record, setting: Setting) -> Iterator[Goal]:
    """Wherever it vanishes the quantity rises: between a zero and the next it would have to turn."""
    quantity = setting.out(statement["quantity"])
    rates, known, first = _motion(statement, setting, quantity)
    yield from first
    yield Goal("rises", pos(Slope(rates).of(quantity)), [*known, equal(quantity, ZERO)], refutes=False)


def _mean_evolves(statement: Record, setting: Setting) -> Iterator[Goal]:
    """What the generator makes of the quantity is the rate, at every point: a process may start at any, and has room to move."""
    along = statement["along"]
    if along.kind != "Diffusion":
        raise Refused(f"means along {along.kind} have no rule")
    drift, noise = ({state: setting.out(_number(formula)) for state, formula in along[name].items()} for name in ("drift", "noise"))
    quantity, rate = (setting.out(_number(statement[name])) for name in ("quantity", "rate"))
    wiener = tuple(along["wiener"])
    found, smooth = mean_change(quantity, drift, noise, wiener)
    goal = identity("generator", setting, found, rate, [quantity, *drift.values(), *noise.values()], smooth)
    if any(free(fact) & drift.keys() and any(part.head == "Equality" for part in parts(fact)) for fact in goal.hypotheses):
        raise Refused("an equation of states, which a process need not keep and which may be what another letter is")
    if any(free(fact) & set(wiener) for fact in (rate, *goal.hypotheses, *goal.given)) or \
            any(free(meaning) & set(wiener) for _, meaning in setting.domain["where"]):
        raise Refused("nothing but the noise speaks of dW")
    _no_derivatives(setting)
    unused = [fact for fact in goal.hypotheses if free(fact) & drift.keys()]  # the process may leave what is said of its states
    if goal.given:
        yield Goal("values", both(goal.given), [fact for fact in goal.hypotheses if _stays_near(fact, frozenset(drift))], refutes=False)
    yield replace(goal, hypotheses=[*(fact for fact in goal.hypotheses if fact not in unused), *goal.given], given=[], unused=unused)


_KINDS: dict[str, Callable[[Record, Setting], Iterator[Goal]]] = {
    "Equal": _equal, "Inverse": _inverse, "Evolves": _evolves, "Conserved": _evolves, "Gradient": _gradient, "Holds": _holds, "Iff": _iff,
    "Classifies": _classifies, "Solves": _solves, "SquareRoot": _square_root, "RankBound": _rank_bound, "Limit": _limit, "Scales": _scales,
    "Expectation": _moment, "Covariance": _moment, "ConvergesInProbability": _in_probability, "TailBound": _tail,
    "Induction": _induction, "Hessian": _hessian,
    "Minimises": _minimises, "NotHessian": _not_hessian, "AtMostOneZero": _at_most_one_zero, "Stays": _stays, "Decays": _decays,
    "UniqueMotion": _unique, "MeanEvolves": _mean_evolves,
}
