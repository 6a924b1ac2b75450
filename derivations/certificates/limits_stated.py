"""A limit, or an exponent, as a theorem of Coq.

`is_lim (fun x => e) p_infty (Finite l)` at infinity, `is_lim_seq` for a whole number, `filterlim (fun x => e) (at_right a) ...` at a
number, which is approached from above; and beside it that the expression has a value near the point. A rate says that error over rate has
a value and stays bounded there. Conditions on the other symbols are hypotheses. Conditions on the running variable itself are left out:
the theorem then speaks of every approach, which is more than the claim says; bounds by a number hold near the point anyway. What is
refuted must not say more than the claim: there it is a hypothesis that other conditions on the variable hold near the point.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from theoremtest.derivations.language import Limit, Scales
from theoremtest.derivations.language.domain import atoms_of

from .reading import Unprintable, conditions, proposition, read
from .terms import Term, app, conjunction, num, put, speaks_of, var
from .theorems import Theorem, assumptions_of, running_with, setting, unique, written_out


@dataclass
class Approach:
    """How the variable runs, and what has to be shown of it."""

    name: str
    kind: str
    """`R`, or `nat`."""
    to: Term
    """`p_infty`, `m_infty`, or the number that is approached from above."""
    body: Term
    value: Term
    """A number, `p_infty` or `m_infty`."""
    defined: list[Term]
    """What has to hold near the point for the formulas to have a value."""
    ratio: Term | None
    """Error over rate."""

    def changed(self, values: dict[Term, Term]) -> Approach:
        """The same with parts replaced."""
        ratio = None if self.ratio is None else put(self.ratio, values)
        return Approach(self.name, self.kind, put(self.to, values), put(self.body, values), put(self.value, values),
                        [put(item, values) for item in self.defined], ratio)

    def near(self, said: Term) -> Term:
        """The proposition that something holds near the point."""
        inner = Term("fun", (self.name, said, self.kind))
        if self.kind == "nat":
            return app("eventually", inner)
        return app("Rbar_locally'", self.to, inner) if endless(self.to) else app("at_right", self.to, inner)

    def limit(self) -> Term:
        """The proposition that the body tends to the value."""
        inner = Term("fun", (self.name, self.body, self.kind))
        value = self.value if endless(self.value) else app("Finite", self.value)
        if self.kind == "nat":
            return app("is_lim_seq", inner, value)
        if endless(self.to):
            return app("is_lim", inner, self.to, value)
        return app("filterlim", inner, app("at_right", self.to), app("Rbar_locally", value))

    def bounded(self, bound: str) -> Term:
        """The proposition that error over rate stays bounded."""
        assert self.ratio is not None
        return app("ex", Term("fun", (bound, self.near(app("le", app("Rabs", self.ratio), var(bound))))))


def endless(term: Term) -> bool:
    """Whether it is one of the infinities."""
    return term.head in ("p_infty", "m_infty")


def stated_limit(statement: Limit, says: str) -> Theorem:
    """The theorem of a limit; says: `proved`, or `refuted` where its negation is wanted. Raises Unprintable."""
    if getattr(statement.expression, "shape", ()):
        raise Unprintable("matrix")
    x, domain = statement.variable, statement.on
    if x not in domain.scalars and x not in domain.dimensions:
        domain = domain.but(over=[x])
    spoken = tuple(item for item in statement.expressions() if item not in (sp.oo, -sp.oo))
    place = setting(domain, (*spoken, x), sums=True)
    names = place.names
    name, kind = names(x), names.kind(x)
    if kind == "Z":
        raise Unprintable("whole")
    running = running_with(place, {name})
    own = set(assumptions_of(x, names))
    hypotheses = [item for item in place.hypotheses if item not in own and not speaks_of(item, {name, *running})]
    equations = [pair for pair in place.equations if pair[0] not in running]
    body = written_out(read(statement.expression, names), place, running)
    value, to = _number(statement.value, names), _number(statement.point, names)
    if speaks_of(value, {name, *running}) or speaks_of(to, {name, *running}):
        raise Unprintable("point")
    ratio = None
    if statement.rate is not None:
        if endless(value):
            raise Unprintable("rate")
        rate = written_out(read(sp.sympify(statement.rate, strict=True), names), place, running)
        ratio = app("div", body if value == num(0) else app("sub", body, value), rate)
    terms = [body, value, to, *([] if ratio is None else [ratio])]
    needed = unique([*place.gaps, *(item for term in terms for item in conditions(term))])
    needed = [item for item in needed if item not in hypotheses and not speaks_of(item, set(running))]
    defined = [item for item in needed if speaks_of(item, {name})]
    gaps = [item for item in needed if item not in defined]
    approach = Approach(name, kind, to, body, value, defined, ratio)
    if says == "refuted":
        running_conditions = [proposition(condition, names) for condition in domain.joint if x in atoms_of(condition)]
        hypotheses += [approach.near(item) for condition in running_conditions for item in unique([*conditions(condition), condition])]
    said = [*gaps, *([approach.near(conjunction(defined))] if defined else []), approach.limit()]
    if ratio is not None:
        said.append(approach.bounded(names.fresh("bound")))
    binders = [pair for pair in place.binders if pair[0] != name and pair[0] not in running]
    return Theorem(binders, hypotheses, conjunction(said), names, "Limit", equations, approach=approach)


def stated_order(statement: Scales) -> Theorem:
    """The theorem of an exponent: quotient of formula and power has a value near infinity, and stays there between positive constants.

    Conditions on the variable are left out as of a limit. Raises Unprintable.
    """
    x, domain = statement.variable, statement.on
    if x not in domain.scalars and x not in domain.dimensions:
        domain = domain.but(over=[x])
    place = setting(domain, (*statement.expressions(), x), sums=True)
    names = place.names
    name, kind = names(x), names.kind(x)
    if kind != "R":
        raise Unprintable("whole")
    running = running_with(place, {name})
    own = set(assumptions_of(x, names))
    hypotheses = [item for item in place.hypotheses if item not in own and not speaks_of(item, {name, *running})]
    equations = [pair for pair in place.equations if pair[0] not in running]
    body = written_out(read(statement.expression, names), place, running)
    exponent = read(sp.sympify(statement.exponent, strict=True), names)
    if speaks_of(exponent, {name, *running}):
        raise Unprintable("exponent")
    ratio = app("div", body, app("Rpower", var(name), exponent))
    needed = unique([*place.gaps, *conditions(ratio)])
    needed = [item for item in needed if item not in hypotheses and not speaks_of(item, set(running))]
    defined = [item for item in needed if speaks_of(item, {name})]
    approach = Approach(name, kind, app("p_infty"), ratio, ratio, defined, None)
    low, high = names.fresh("low"), names.fresh("high")
    between = Term("and", (app("le", var(low), ratio), app("le", ratio, var(high))))
    within = Term("and", (app("lt", num(0), var(low)), approach.near(between)))
    said = [*(item for item in needed if item not in defined), *([approach.near(conjunction(defined))] if defined else []),
            app("ex", Term("fun", (low, app("ex", Term("fun", (high, within))))))]
    binders = [pair for pair in place.binders if pair[0] != name and pair[0] not in running]
    return Theorem(binders, hypotheses, conjunction(said), names, "Scales", equations, approach=approach)


def _number(value: sp.Expr, names) -> Term:
    value = sp.sympify(value, strict=True)
    return app("p_infty") if value is sp.oo else app("m_infty") if value is -sp.oo else read(value, names)
