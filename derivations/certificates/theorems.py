"""A part of a claim as a theorem of Coq: what is bound, what is supposed, what is said. Kept as data, so that a proof can be looked for.

Conditions of the domain are hypotheses, with what they need to have a value; sizes are natural numbers, whole numbers integers;
abbreviations are variables with an equation. An identity and a rate are claimed wherever both sides are defined: there the conditions of
definedness are hypotheses. Every other kind speaks of every point, and its theorem says that the formulas have a value there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language import Conserved, Domain, Equal, Evolves, Flow, Holds, Iff, Solves, Statement
from theoremtest.derivations.language.assumptions import assumed
from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.domain import atoms_of

from .reading import Names, Unprintable, conditions, proposition, read
from .terms import Term, app, conjunction, num, parts, put, speaks_of, text, var


@dataclass
class Theorem:
    """One theorem. `binders`: name and type, in order; `motion`: what else a proof about change needs to know."""

    binders: list[tuple[str, str]]
    hypotheses: list[Term]
    conclusion: Term
    names: Names
    kind: str
    equations: list[tuple[str, Term]] = field(default_factory=list)
    """Abbreviations and their values, in order; each is among the hypotheses."""
    motion: Motion | None = None
    cases: tuple[Term, ...] = ()
    approach: Any = None
    """Of a limit: what a proof needs to know of how the variable runs."""
    means: tuple = ()
    """Of a mean: what it is the mean of."""

    def statement(self) -> str:
        """The proposition as Coq reads it."""
        bound = " ".join(f"({name} : {kind})" for name, kind in self.binders)
        said = "".join(f"{_bracketed(item)} ->\n  " for item in self.hypotheses)
        return (f"forall {bound},\n  " if bound else "") + said + _bracketed(self.conclusion)


@dataclass
class Motion:
    """A quantity, its rate and the rates of what moves, as terms in plain variables; `time` is the running variable."""

    states: list[str]
    time: str
    quantity: list[Term]
    rate: list[Term]
    velocities: dict[str, Term]
    loss: Term | None = None
    learning: dict[str, Term] = field(default_factory=dict)
    pointwise: list[Term] = field(default_factory=list)
    """The hypotheses on one point, in plain variables."""
    initial: list[tuple[Term, Term]] = field(default_factory=list)
    """Values of a solution at the start, and what they should be."""


def _bracketed(item: Term) -> str:
    written = text(item)
    return f"({written})" if item.head not in ("raw", "True", "False") else written


def unique(items) -> list:
    """Each item once, in order."""
    return list(dict.fromkeys(items))


@dataclass
class Setting:
    """A domain in Coq's words."""

    names: Names
    binders: list[tuple[str, str]]
    hypotheses: list[Term]
    equations: list[tuple[str, Term]]
    gaps: list[Term]
    """Where the abbreviations that are spoken of have a value."""


def _places(names: Names, said: tuple) -> dict[Any, list[str]]:
    """The sequences of which formulas speak, with the kind of number at each place: natural where all that stand there are, else whole."""
    indices = {limit[0] for item in said for total in item.atoms(sp.Sum) for limit in total.limits}
    found: dict[Any, list[str]] = {}
    for entry in sorted((entry for item in said for entry in item.atoms(AppliedUndef)), key=str):
        kinds = ["nat" if all(part in indices or names.kind(part) == "nat" for part in item.free_symbols) and (
            not item.is_Integer or item >= 0) else "Z" for item in entry.args]
        if not all(item.is_integer for item in entry.args):
            if len(entry.args) != 1 or found.get(type(entry), ["R"]) != ["R"]:
                raise Unprintable("unknown", f"the function {type(entry).__name__} is not given")
            kinds = ["R"]
        elif found.get(type(entry)) == ["R"]:
            kinds = ["R"]
        known = found.setdefault(type(entry), kinds)
        found[type(entry)] = [one if one == other else "Z" for one, other in zip(known, kinds)]
    return found


def _sizes(domain: Domain, spoken: tuple) -> set[sp.Symbol]:
    """The whole numbers at which sums end that some chain of conditions bounds by a number that is not negative."""
    ends = set().union(*(limit[2].free_symbols for item in spoken if isinstance(item, sp.Basic) for total in item.atoms(sp.Sum)
                         for limit in total.limits))
    found: set[sp.Symbol] = set()
    names = Names(domain)

    def bounded(side: sp.Basic) -> bool:
        return bool(side.is_nonnegative) or isinstance(side, sp.Symbol) and (side in found or names.kind(side) == "nat")

    for _ in domain.conditions:
        for condition in domain.conditions:
            if isinstance(condition, (sp.Gt, sp.Ge, sp.Lt, sp.Le, sp.Eq)):
                more, less = condition.args if isinstance(condition, (sp.Gt, sp.Ge, sp.Eq)) else condition.args[::-1]
                found |= {more} if isinstance(more, sp.Symbol) and more.is_integer and bounded(less) else set()
    return found & ends


def setting(domain: Domain, spoken: tuple, sums: bool = False, natural: tuple = ()) -> Setting:
    """The domain as far as it is scalar; spoken: the expressions of the statement; sums: whether finite sums may stand there;
    natural: whole numbers that the statement bounds by zero from below.

    Raises Unprintable.
    """
    names = Names(domain)
    if sums:
        names.sizes = _sizes(domain, spoken) | set(natural)
    used = _used(domain, spoken)
    spoken_of = set().union(*(atoms_of(item) for item in (*spoken, *domain.conditions, *(domain.where[key] for key in used))))
    if spoken_of & set(domain.matrices) or any(getattr(domain.where[key], "shape", ()) for key in used):
        raise Unprintable("matrix")
    free = list(domain.scalars)
    sizes = set().union(*(getattr(item, "free_symbols", set()) for item in spoken)) & set(domain.dimensions)
    free += sorted(sizes - set(free), key=str)
    binders, hypotheses = [], []
    if sums:
        said = tuple(item for item in (*spoken, *domain.conditions, *domain.where.values()) if isinstance(item, sp.Basic))
        names.places = _places(names, said)
        binders = [(names(made), " -> ".join([*kinds, "R"])) for made, kinds in names.places.items()]
    for symbol in free:
        binders.append((names(symbol), names.kind(symbol)))
        hypotheses += assumptions_of(symbol, names)
    equations, gaps = [], []
    for key, value in domain.where.items():
        if key not in used:
            continue
        term = read(value, names)
        binders.append((names(key), "R"))
        equations.append((names(key), term))
        gaps += conditions(term)
    for condition in domain.conditions:
        said = proposition(condition, names)
        hypotheses += [*conditions(said), said]
    hypotheses += [app("eq", var(name), value) for name, value in equations]
    return Setting(names, binders, unique(hypotheses), equations, unique(gaps))


def _used(domain: Domain, spoken: tuple) -> set:
    """The abbreviations that the statement or a condition speaks of, directly or through others."""
    found = set().union(*(atoms_of(item) for item in (*spoken, *domain.conditions))) & set(domain.where)
    for key in reversed(list(domain.where)):
        if key in found:
            found |= atoms_of(domain.where[key]) & set(domain.where)
    return found


def assumptions_of(symbol: sp.Symbol, names: Names) -> list[Term]:
    """What SymPy's assumptions say of a symbol."""
    name, found = names(symbol), []
    kind = names.kind(symbol)
    for change in assumed(symbol):
        for side, relation in (("lower", "le"), ("upper", "ge")):
            if side in change:
                bound, strict = change[side], change.get(side + "_open", False)
                if kind == "nat":
                    found += [] if bound == 0 and not strict else [app("raw", f"({bound + (1 if strict else 0)} <= {name})%nat")]
                elif kind == "Z":
                    found.append(app("raw", f"({bound} {'<=' if side == 'lower' else '>='} {name})%Z"))
                else:
                    head = {"le": "lt", "ge": "gt"}[relation] if strict else relation
                    found.append(app(head, num(bound.p, bound.q), var(name)))
        if "nonzero" in change:
            found.append(app("ne", read(symbol, names), num(0)))
    return [item for item in found if item != app("raw", f"(1 <= {name})%nat")] + [
        item for item in found[:1] if app("raw", f"(1 <= {name})%nat") in found and kind == "nat"]


@singledispatch
def theorem_of(statement: Statement) -> Theorem:
    """The theorem of one part. Raises Unprintable where there is no faithful one yet."""
    raise Unprintable(type(statement).__name__.lower())


@theorem_of.register
def _(statement: Equal) -> Theorem:
    if getattr(statement.left, "shape", ()):
        raise Unprintable("matrix")
    sides = _counted(statement)
    place = setting(statement.on, sides, sums=True)
    left, right = (read(side, place.names) for side in sides)
    said = app("eq", left, right)
    gaps = unique([*place.hypotheses, *place.gaps, *conditions(said)])
    return Theorem(place.binders, gaps, said, place.names, "Equal", place.equations)


def _counted(statement: Equal) -> tuple:
    """Both sides, with those abbreviations written out at which a sum ends: a natural number stands there, no real one."""
    sides, where = (statement.left, statement.right), statement.on.where
    ends = set().union(*(end.free_symbols for side in sides for total in side.atoms(sp.Sum) for limit in total.limits for end in limit[1:]))
    meant = {key: where[key] for key in ends if key in where and key.is_integer}
    return tuple(side.xreplace(meant) for side in sides) if meant else sides


@theorem_of.register
def _(statement: Holds) -> Theorem:
    place = setting(statement.on, statement.expressions(), sums=True)
    said = proposition(statement.relation, place.names)
    return _everywhere(place, said, "Holds")


@theorem_of.register
def _(statement: Iff) -> Theorem:
    place = setting(statement.on, statement.expressions())
    said = app("iff", proposition(statement.left, place.names), proposition(statement.right, place.names))
    return _everywhere(place, said, "Iff")


@theorem_of.register
def _(statement: Classifies) -> Theorem:
    place = setting(statement.on, statement.expressions())
    given = {label: proposition(statement.condition(label), place.names) for label in statement.given}
    said = [app("imp", case, proposition(statement.meaning[label], place.names)) for label, case in given.items()]
    if statement.complete:
        cases = list(given.values())
        said.append(Term("or", tuple(cases)) if len(cases) > 1 else cases[0])
        said += [app("not", app("and", one, other)) for place_, one in enumerate(cases) for other in cases[:place_]]
    return _everywhere(place, conjunction(said), "Classifies")


def values_of(statement: Statement) -> Theorem:
    """That the sides of an identity have values wherever its domain says, which the identity itself supposes: where they have none, the
    negation of this is shown, and says which condition fails. Raises Unprintable."""
    if not isinstance(statement, Equal) or getattr(statement.left, "shape", ()):
        raise Unprintable("undefined")
    sides = _counted(statement)
    place = setting(statement.on, sides, sums=True)
    gaps = unique([*place.gaps, *(need for side in sides for need in conditions(read(side, place.names)))])
    said = [need for need in gaps if need not in place.hypotheses]
    if not said:
        raise Unprintable("undefined")
    return Theorem(place.binders, place.hypotheses, conjunction(said), place.names, "Holds", place.equations)


def asserts_values(statement: Statement) -> bool:
    """Whether its theorem says that the formulas have a value, so that a point without one refutes it."""
    return isinstance(statement, (Holds, Iff, Classifies, Solves))


def _everywhere(place: Setting, said: Term, kind: str) -> Theorem:
    """What is said of every point: the formulas have a value there, and it holds."""
    gaps = [item for item in unique([*place.gaps, *conditions(said)]) if item not in place.hypotheses]
    return Theorem(place.binders, place.hypotheses, conjunction([*gaps, *(said.args if said.head == "and" else (said,))]), place.names,
                   kind, place.equations)


def moving(term: Term, names: set[str]) -> list[Term]:
    """What differentiability asks beyond a value, of parts that move: radicands above zero, no corner of a modulus or a maximum."""
    found = []
    for item in parts(term):
        if not any(speaks_of(side, names) for side in item.args if isinstance(side, Term)):
            continue
        if item.head == "sqrt":
            found.append(app("lt", num(0), item.args[0]))
        elif item.head in ("Rabs", "sign"):
            found.append(app("ne", item.args[0], num(0)))
        elif item.head in ("Rmax", "Rmin"):
            found.append(app("ne", *item.args))
        elif item.head == "Derive":
            raise Unprintable("derivative")
    return found


@theorem_of.register(Evolves)
@theorem_of.register(Conserved)
def _(statement: Evolves | Conserved) -> Theorem:
    flow = statement.along
    if any(getattr(item, "shape", ()) for item in (statement.quantity, *flow.states)):
        raise Unprintable("matrix")
    if type(flow) is not Flow and not hasattr(flow, "loss"):
        raise Unprintable(type(flow).__name__.lower())
    named = getattr(statement, "symbol", None)
    if isinstance(named, sp.Symbol) and named in flow.states:
        raise Unprintable("name")
    place = setting(statement.on.but(over=[state for state in flow.states if state not in statement.on.where]), statement.expressions())
    names = place.names
    states = [names(state) for state in flow.states]
    quantity, rate = read(statement.quantity, names), read(sp.sympify(statement.rate, strict=True), names)
    time = names.fresh("u")
    running = running_with(place, set(states))
    written = written_out(quantity, place, running)
    gaps = unique([*place.gaps, *conditions(quantity), *conditions(rate), *moving(written, set(states))])
    motion = Motion(states, time, [written], [rate], {})
    at = {var(name): app(name, var(time)) for name in [*states, *running]}
    flows = []
    if isinstance(flow, Flow):
        motion.velocities = {names(state): read(value, names) for state, value in flow.rates.items()}
        gaps = unique([*gaps, *(gap for value in motion.velocities.values() for gap in conditions(value))])
        flows = [app("is_derive", name, var(time), put(value, at)) for name, value in motion.velocities.items()]
    else:
        flows = _gradient(flow, written_out(read(flow.loss, names), place, running), names, motion, at)
    pointwise = unique([*place.hypotheses, *gaps])
    motion.pointwise = pointwise
    plain = [item for item in pointwise if not (item.head == "eq" and item.args[0].head == "var" and item.args[0].args[0] in running)]
    equations = [app("forall", f"{time} : R", app("eq", app(name, var(time)), put(value, at)))
                 for name, value in place.equations if name in running]
    binders = [(name, "R -> R" if name in states or name in running else kind) for name, kind in place.binders]
    said = app("is_derive", app("fun", time, put(quantity, at)), var(time), put(rate, at))
    kept = [put(item, at) for item in plain]
    return Theorem([*binders, (time, "R")], [*flows, *equations, *kept], said, names, type(statement).__name__, place.equations, motion)


def _gradient(flow, loss: Term, names: Names, motion: Motion, at: dict[Term, Term]) -> list[Term]:
    """Gradient flow: each parameter's rate is minus its learning rate times the derivative in it of the loss.

    The loss has what moves with the parameters written out, so that its derivative goes through.
    """
    motion.loss = loss
    motion.learning = {names(state): read(sp.sympify(value, strict=True), names) for state, value in flow.learning_rates.items()}
    found, slope, moved = [], names.fresh("g"), names.fresh("z")
    for name, learning in motion.learning.items():
        others = {key: value for key, value in at.items() if key != var(name)}
        along = app("is_derive", app("fun", moved, put(motion.loss, {**others, var(name): var(moved)})), app(name, var(motion.time)),
                    var(slope))
        step = app("is_derive", name, var(motion.time), app("mul", app("opp", put(learning, at)), var(slope)))
        found.append(app("forall", f"{slope} : R", app("imp", along, step)))
    return found


def running_with(place: Setting, states: set[str]) -> list[str]:
    """The abbreviations that move with the states."""
    found: list[str] = []
    for name, value in place.equations:
        if speaks_of(value, states | set(found)):
            found.append(name)
    return found


def written_out(term: Term, place: Setting, only: list[str] | None = None) -> Term:
    """The term with abbreviations written out, or those that are named."""
    for name, value in reversed(place.equations):
        if only is None or name in only:
            term = put(term, {var(name): value})
    return term


@theorem_of.register
def _(statement: Solves) -> Theorem:
    system, domain = statement.system, statement.on
    if any(getattr(state, "shape", ()) for state in system.states):
        raise Unprintable("matrix")
    if system.t not in domain.scalars:
        domain = domain.but(over=[system.t])
    moved = set(system.states)
    if any(atoms_of(domain.expand(condition)) & moved for condition in domain.conditions):
        raise Unprintable("states")
    place = setting(domain, statement.expressions())
    names, t = place.names, place.names(system.t)
    if not all(_plain_time(condition, system.t, domain) for condition in domain.conditions):
        raise Unprintable("time")
    solution = {state: written_out(read(statement.solution[state], names), place) for state in system.states}
    values = {var(names(state)): solution[state] for state in system.states}
    for state in system.states:
        place.binders = [pair for pair in place.binders if pair[0] != names(state)]
    rates = [put(written_out(read(system.rates[state], names), place), values) for state in system.states]
    initial = [written_out(read(system.initial[state], names), place) for state in system.states]
    start = {var(t): num(0)}
    said, gaps = [], []
    for state, rate, first in zip(system.states, rates, initial):
        slope = app("is_derive", app("fun", t, solution[state]), var(t), rate)
        at_zero = put(solution[state], start)
        gaps += [*conditions(solution[state]), *conditions(rate)]
        said += [slope, app("eq", at_zero, first)]
        gaps += conditions(at_zero) + conditions(first)
    gaps = [item for item in unique(gaps) if item not in place.hypotheses]
    motion = Motion([t], t, list(solution.values()), rates, {t: num(1)}, pointwise=place.hypotheses,
                    initial=[(put(solution[state], start), first) for state, first in zip(system.states, initial)])
    return Theorem(place.binders, place.hypotheses, conjunction([*gaps, *said]), names, "Solves", place.equations, motion)


def _plain_time(condition: sp.Basic, t: sp.Symbol, domain: Domain) -> bool:
    """Whether a condition says of time at most that it is not negative, or nothing."""
    spoken = atoms_of(domain.expand(condition))
    return t not in spoken or isinstance(condition, (sp.Ge, sp.Gt)) and condition.lhs == t and condition.rhs == 0
