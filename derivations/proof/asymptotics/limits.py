"""Limits with their rates, proved by exact expansion at infinity or at a point approached from above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Add, And, Eq, Expr, Gt, Lt, Mul, Piecewise, S, Symbol, exp, factor, log, oo, sympify

from theoremtest.derivations.language import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.points.coordinates import affine_in
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts
from theoremtest.derivations.proof.signs.inequality import Proof
from theoremtest.derivations.proof.signs.signs import is_empty
from theoremtest.derivations.proof.signs.signset import NEG, POS

from .coefficients import Coefficients
from .puiseux import Expansions
from .questions import MoreTerms, OpenSign, Unsupported
from .series import UNIT, Monomial, Series

LENGTHS = (1, 2, 4, 7, 12)
"""How many terms are kept, in turn."""
CASES = 4
"""How many case distinctions on signs may be nested."""
RUNG = "exact series"


@dataclass(frozen=True)
class LimitCase:
    """One case of a computed limit: its extra conditions, the limit, and the leading term `coefficient * scale`.

    scale is written in the limit's variable; the coefficient is zero for an expression that vanishes identically, and NaN where the limit
    is zero and no leading term was found.
    """

    conditions: tuple
    limit: Expr
    coefficient: Expr
    scale: Expr


def prove_limit(expression, variable: Symbol, to, value, rate, domain: Domain, deadline, is_zero) -> Proof | None:
    """A proof that `expression` tends to `value` as `variable` tends to `to`, at every point of the other symbols.

    to: oo, -oo, or a number that is approached from above. value: an expression, oo or -oo; it may hold the variable, and then
    the difference tends to zero. rate: None, or an expression such that (expression - value)/rate stays bounded.
    is_zero(expression, domain, deadline) decides whether a coefficient vanishes: True, or None where that is not shown.
    Conditions of the domain on the variable are not used, so the proof covers every approach. None where there is no proof.
    """
    goal = [domain.expand(sympify(item, strict=True)) for item in (expression, value)]
    goal.append(None if rate is None else domain.expand(sympify(rate, strict=True)))
    near = around(variable, sympify(to, strict=True), domain)
    if near is None:
        return None
    start, others = near
    split: list = []

    def settle(parts, domain, expansions) -> bool:
        inner, wanted, speed = parts
        if wanted in (oo, -oo):
            lead = expansions.leading(expansions.expand(inner))
            return lead is not None and speed is None and expansions.compare(lead[0], UNIT) > 0 and (
                expansions.sign_of(lead[1]) == (1 if wanted == oo else -1))
        gap = expansions.add(expansions.expand(inner), expansions.scale(expansions.expand(wanted), UNIT, S.NegativeOne))
        if not _below(gap, UNIT, expansions, strictly=True):
            return False
        if speed is None:
            return True
        lead = expansions.leading(expansions.expand(speed))
        return lead is not None and _below(gap, lead[0], expansions, strictly=False)

    def combine(results):
        return all(results)

    proved = _by_cases(goal, variable, start, others, deadline, is_zero, settle, combine, CASES, split)
    if not proved:
        return None
    return Proof(RUNG + (", by cases of sign" if split else ""))


def compute_limit(expression, variable: Symbol, to, domain: Domain, deadline, is_zero, partial=False) -> tuple[LimitCase, ...] | None:
    """The limit and the leading term, one entry for each case of sign that had to be told apart; None where it is not found.

    partial: cases in which it is not found are left out, and so are those of a symbol that is zero.
    """
    near = around(variable, sympify(to, strict=True), domain)
    if near is None:
        return None
    start, others = near

    def settle(parts, domain, expansions):
        series = expansions.expand(parts[0])
        try:
            lead = expansions.leading(series)
        except MoreTerms:  # of what only stays bounded no term is ever found, but it may be too small to have another limit than zero
            if expansions.length < LENGTHS[-1] or not _below(series, UNIT, expansions, strictly=True):
                raise
            lead = UNIT, S.NaN, series
        conditions = tuple(condition for condition in domain.conditions if condition not in others.conditions)
        if lead is None:
            return (LimitCase(conditions, S.Zero, S.Zero, S.One),)
        monomial, coefficient, _ = lead
        if coefficient is S.NaN:
            return (LimitCase(conditions, S.Zero, coefficient, S.One),)
        order = expansions.compare(monomial, UNIT)
        limit = S.Zero if order < 0 else coefficient if order == 0 else oo * expansions.sign_of(coefficient)
        return (LimitCase(conditions, limit, coefficient, _scale(monomial, variable, sympify(to, strict=True))),)

    def combine(results):
        found = []
        for result in results:
            if result is None:
                return None
            found.extend(result)
        return tuple(found)

    parts = [domain.expand(sympify(expression, strict=True))]
    return _by_cases(parts, variable, start, others, deadline, is_zero, settle, combine, CASES, [], partial)


def limit_differs(expression, variable: Symbol, to, value, domain: Domain, deadline, is_zero) -> Expr | None:
    """The limit where it is computed exactly and not shown to equal `value`; a Piecewise where it differs from case to case.

    The caller refutes `value` by a certified point at which the two differ. None where the limit is not found, equals the
    value, or where the value holds the variable.
    """
    value = domain.expand(sympify(value, strict=True))
    if variable in value.free_symbols:
        return None
    cases = compute_limit(expression, variable, to, domain, deadline, is_zero)
    if not cases:
        cases = compute_limit(expression, variable, to, domain, deadline, is_zero, partial=True)
        told = [(case.limit, And(*case.conditions)) for case in cases or () if case.conditions]
        return Piecewise(*told) if told else None
    limits = list(dict.fromkeys(case.limit for case in cases))
    if len(limits) == 1:
        limit = limits[0]
        if limit == value:
            return None
        if limit in (oo, -oo) or value in (oo, -oo):
            return limit
        return None if is_zero(limit - value, around(variable, sympify(to, strict=True), domain)[1], deadline) is True else limit
    return Piecewise(*((case.limit, And(*case.conditions)) for case in cases))


# --- expansion over cases -------------------------------------------------------------------------------------------


def around(variable, to, domain: Domain):
    """The variable as a series in a small e > 0, and the domain of the other symbols; None where the domain keeps the variable away."""
    bounds = domain.bounds.get(variable)
    lower, upper = (None, None) if bounds is None else (bounds.lower, bounds.upper)
    if to == oo:
        if upper is not None:
            return None
        start = Series(((Monomial((), S.NegativeOne), S.One),))
    elif to == -oo:
        if lower is not None:
            return None
        start = Series(((Monomial((), S.NegativeOne), S.NegativeOne),))
    else:
        if to.free_symbols:
            if lower is not None or upper is not None:
                return None
        elif (lower is not None and to < lower) or (upper is not None and to >= upper):
            return None
        start = Series((*(((UNIT, to),) if to != 0 else ()), (Monomial((), S.One), S.One)))
    conditions = [domain.expand(condition) for condition in domain.conditions]
    over = [symbol for symbol in domain.symbols if symbol != variable]
    kept = [condition for condition in conditions if variable not in condition.free_symbols]
    return start, Domain(*kept, over=over)


def _by_cases(parts, variable, start, domain, deadline, is_zero, settle, combine, splits, split, partial=False):
    """`settle` on expansions of rising length; where a sign is open, on each of its cases, `combine`d.

    partial: a case that fails is left out, and so is that of a symbol that is zero, whose conditions would not name it.
    """
    deadline.check()
    try:
        facts = Facts.of(domain)
    except Empty:
        return None
    coefficients = Coefficients(domain, facts, deadline, is_zero)
    for length in LENGTHS:
        expansions = Expansions(variable, start, length, coefficients, deadline)
        try:
            return settle(parts, domain, expansions)
        except MoreTerms:
            continue
        except Unsupported:
            return None
        except OpenSign as open_sign:
            if not splits:
                return None
            quantity = _to_split(open_sign.quantity, coefficients.signs)
            break
    else:
        return None
    split.append(quantity)
    results = []
    for case, change in _signs_of(quantity, domain, partial):
        if (partial and change) or _contradictory(case, deadline):
            continue
        changed = [part if part is None else part.subs(change) for part in parts]
        moved = Series(tuple((monomial, c.subs(change)) for monomial, c in start.terms), start.rest)
        results.append(_by_cases(changed, variable, moved, case, deadline, is_zero, settle, combine, splits - 1, split,
                                 partial))
        if not results[-1]:
            if not partial:
                return None
            results.pop()
    return combine(results) if results else None


def _contradictory(domain: Domain, deadline) -> bool:
    try:
        return is_empty(Facts.of(domain), deadline)
    except Empty:
        return True


def _to_split(quantity, signs):
    """The factor of a quantity whose sign is open; a symbol where there is one."""
    factors = list(_factors(quantity))
    open_factors = [part for part in factors if not part.is_Rational and signs(part) not in (POS, NEG)]
    for part in open_factors:
        if part.is_Symbol:
            return part
    return open_factors[0] if open_factors else quantity


def _factors(quantity) -> Iterator[Expr]:
    """Its factors, those of what integer powers and roots are taken of among them: a root is zero where that is."""
    for part in Mul.make_args(factor(quantity)):
        if part.is_Pow and part.exp.is_Rational:
            yield from [part.base] if part.exp.is_Integer else _factors(part.base)
        else:
            yield part


def _signs_of(quantity, domain: Domain, name_it: bool):
    """The domain with the quantity positive, zero and negative, each with what may be substituted.

    name_it: whether the conditions must say that a quantity of several symbols is zero.
    """
    for relation in (Gt(quantity, 0), Lt(quantity, 0)):
        try:
            yield domain.but(relation), {}
        except DomainError:
            continue
    try:
        if quantity.is_Symbol:
            domain.but(Eq(quantity, 0))
            yield domain.at({quantity: S.Zero}), {quantity: S.Zero}
        elif (solved := None if name_it else _solved(quantity)) is not None:
            domain.but(Eq(quantity, 0))
            yield domain.at(solved), solved
        else:
            yield domain.but(Eq(quantity, 0)), {}
    except DomainError:
        return


def _solved(quantity) -> dict | None:
    """The value of a symbol in which a polynomial is linear, with a number for its slope, where the polynomial is zero."""
    for symbol in sorted(quantity.free_symbols, key=str) if quantity.is_polynomial() else ():
        found = None if symbol.is_integer else affine_in(quantity, symbol)
        if found is not None and found[1].is_Rational:
            return {symbol: found[0]}
    return None


def _below(series: Series, bound: Monomial, expansions: Expansions, strictly: bool) -> bool:
    """Whether every term that does not vanish, and the remainder, is at most the bound; less than it if strictly."""
    limit = 0 if strictly else 1
    for monomial, coefficient in series.terms:
        too_large = expansions.compare(monomial, bound) >= limit and not expansions.vanishes(coefficient)
        # such a term must be shown to be nonzero, or its sign told apart, before giving up
        if too_large and (coefficient.is_Rational or expansions.sign_of(coefficient)):
            return False
    if series.rest is not None and expansions.compare(series.rest, bound) >= limit:
        raise MoreTerms
    return True


def _scale(monomial: Monomial, variable, to):
    small = 1 / variable if to == oo else -1 / variable if to == -oo else variable - to
    growth = Add(*(c * small ** -p * log(1 / small) ** q for (p, q), c in monomial.growth))
    return exp(growth) * small ** monomial.power * log(1 / small) ** monomial.logs
