"""Limits and exponents of what holds sums and integrals: by closed forms, by power laws, by squeezing between integrals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import Add, Basic, Dummy, Expr, Gt, Integral, Mul, S, Sum, Symbol, expand, oo

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.statement import Limit
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.asymptotics.approach import Approach, approach_of
from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, exact_value, separated
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.endless import speaks_of_integrals
from theoremtest.derivations.proof.integrals.powers import simple, tidy
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.ladder import Finding, findings_of, noted, scalar_goal, scope
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.refute import point_items
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .comparison import bounds
from .diverging import diverges_at
from .plain import Plain
from .scaling import law
from .series import limit_term_by_term
from .values import value_goal

RUNG = "power laws of sums"
NOTE = "the limit against the printed value"
EXPONENTS = "the exponent against the stated one"
POINTS = 24
"""Simplest points at which an exponent that is not 0 is looked for."""


@dataclass(frozen=True)
class _Setting:
    """A statement about a variable that goes to infinity: what it speaks of over a positive symbol in the variable's place."""

    statement: Limit | Scales
    params: Domain
    large: Symbol
    deadline: Deadline

    @property
    def ask(self) -> Questions:
        """Questions about the other symbols."""
        return Questions(self.params, self.deadline)

    def read(self, expression: Expr) -> Expr:
        """An expression of the statement, abbreviations written out, in the setting's symbols."""
        return self.statement.on.expand(expression).xreplace({self.statement.variable: self.large})


def speaks(statement: Limit | Scales) -> bool:
    """Whether a statement is one for this room: sums or integrals stand in what goes to a limit."""
    domain = statement.on
    if not any(isinstance(part, Basic) and part.has(Sum, Integral) for part in (*statement.expressions(), *domain.where.values())):
        return False
    written = domain.expand(statement.expression)
    return isinstance(written, Basic) and (written.has(Sum) or speaks_of_integrals(written) or (
        isinstance(statement, Limit) and speaks_of_integrals(domain.expand(statement.value))))


def setting_of(statement: Limit | Scales, deadline: Deadline) -> _Setting:
    """The setting of a statement; conditions on the variable are left aside, so that a proof covers every way to infinity."""
    domain, x = statement.on, statement.variable
    kept = [written for condition in domain.conditions if x not in atoms_of(written := domain.expand(condition))]
    params = Domain(*kept, over=[symbol for symbol in domain.symbols if symbol != x])
    large = Dummy(x.name, positive=True, integer=True) if x.is_integer else Dummy(x.name, positive=True)
    return _Setting(statement, params, large, deadline)


# limits ------------------------------------------------------------------------------------------------------------------


def limit_findings(statement: Limit, deadline: Deadline) -> list | None:
    """The findings for a limit with sums or integrals; None where it is left to others."""
    if statement.rate is not None or getattr(statement.expression, "is_Matrix", False) or not isinstance(statement.expression, Expr):
        return None
    reasons = []
    for way in (_by_values, _by_law, _term_by_term, _by_squeezing):
        try:
            found = way(statement, deadline.part(0.5))
        except NoValue as reason:
            reasons.append(str(reason))
            continue
        except OutOfTime:
            deadline.check()
            continue
        if found is not None:
            return found
    reasons.append("closed forms, power laws, comparison with integrals")
    return [Finding(Outcome.UNDECIDED, tried=tuple(dict.fromkeys(f"{RUNG}: {reason}" for reason in reasons)))]


def _by_values(statement: Limit, deadline: Deadline) -> list | None:
    """Closed forms put in, near the point only: what is said of large values is asked of those alone."""
    if statement.point == -oo or statement.point.free_symbols:
        return None
    domain = statement.on
    written = domain.expand(statement.expression)
    try:
        plain = Plain(domain.but(*_near(statement, written)), deadline)
    except DomainError:
        return None
    expression = plain.of(written)
    value = statement.value if statement.point == statement.value else plain.of(domain.expand(statement.value))
    if plain.letters or expression.has(Sum):
        return None
    found = findings_of(replace(statement, expression=expression, value=value), deadline)
    return found if any(item.outcome is not Outcome.UNDECIDED for item in found) else None


def _near(statement: Limit, written: Expr) -> list[Basic]:
    """What holds of the variable near enough to its point; an integral up to one that goes to infinity ends above where it begins."""
    x = statement.variable
    if statement.point != oo:
        return [Gt(x, statement.point)]
    begins = {low for node in written.atoms(Integral, Sum) for _, low, high in node.limits if high == x and not low.has(x)}
    return [Gt(x, bound) for bound in (S.One, *sorted(begins, key=str)) if bound.is_finite is not False]


def _by_law(statement: Limit, deadline: Deadline) -> list | None:
    if statement.point != oo:
        return None
    here = setting_of(statement, deadline)
    node, slope, rest = _linear(here)
    approach = approach_of(statement.on, statement.variable, oo, deadline)
    if approach is Approach.FORBIDDEN:
        return None
    try:
        found = law(node, here.large, here.ask)
    except NoValue:
        against = _diverging(node, here) if approach is Approach.FREE else None
        if against is None:
            raise
        return [against]
    factor, power = _power(slope, here)
    total = simple(power + found.power)
    beside = _limit_of(rest, here)
    if here.ask.zero(total):
        return _compared(factor * found.constant + beside, here, approach)
    if here.ask.positive(-total):
        return _compared(beside, here, approach)
    if rest == 0 and here.ask.positive(total) and found.positive and here.ask.positive(factor):
        return _infinite(here, approach)
    return _elsewhere(total, found.constant, here) if approach is Approach.FREE and rest == 0 else None


def _linear(here: _Setting) -> tuple[Sum, Expr, Expr]:
    """The one sum that speaks of the variable, its coefficient and the rest of the limit's expression. Raises NoValue."""
    expression = here.read(here.statement.expression)
    nodes = [node for node in expression.atoms(Sum) if here.large in node.free_symbols]
    if len(nodes) != 1:
        raise NoValue(f"{len(nodes)} sums that speak of {here.large}")
    letter = Dummy("S", real=True)
    lettered = expand(expression.subs(nodes[0], letter))
    slope = lettered.coeff(letter, 1)
    rest = expand(lettered - slope * letter)
    if letter in slope.free_symbols | rest.free_symbols:
        raise NoValue("an expression that is not linear in its sum")
    plain = Plain(here.params, here.deadline)
    parts = tuple(plain.of(part) if here.large not in part.free_symbols else part for part in (slope, rest))
    if plain.letters or any(speaks_of_integrals(part) or part.has(Sum) for part in parts):
        raise NoValue("sums or integrals without closed form beside the sum")
    return nodes[0], *parts


def _power(slope: Expr, here: _Setting) -> tuple[Expr, Expr]:
    """A coefficient as a constant times a power of the variable, to which powers of the variable plus a constant tend. Raises NoValue."""
    factor, rest = tidy(slope).as_independent(here.large, as_Add=False)
    power = S.Zero
    for part in Mul.make_args(rest):
        base, exponent = part.as_base_exp()
        if part == 1:
            continue
        if here.large in (base - here.large).expand().free_symbols | exponent.free_symbols or not here.ask.has_value(base - here.large):
            raise NoValue(f"{part} is no power of {here.large}")
        power += exponent
    if not here.ask.has_value(factor) or not here.ask.has_value(power):
        raise NoValue(f"{slope} is not shown to have a value")
    return factor, power


def _limit_of(expression: Expr, here: _Setting) -> Expr:
    if here.large not in expression.free_symbols:
        if not here.ask.has_value(expression):
            raise NoValue(f"{expression} is not shown to have a value")
        return expression
    cases = compute_limit(expression, here.large, oo, here.params, here.deadline, is_zero)
    if not cases or len(cases) > 1 or cases[0].limit.has(oo, -oo) or not here.ask.has_value(cases[0].limit):
        raise NoValue(f"the limit of {expression}")
    return cases[0].limit


def _compared(actual: Expr, here: _Setting, approach: Approach) -> list | None:
    """The limit that was found against the stated one, over the other symbols."""
    value = here.statement.on.expand(here.statement.value)
    if value in (oo, -oo):
        return _infinite(here, approach, actual)
    if here.statement.variable in value.free_symbols:
        return None
    found = value_goal(actual, value, here.params, here.deadline)
    if found.outcome is Outcome.PROVED:
        return [Finding(Outcome.PROVED, f"{RUNG}, {found.rung}", scope(here.statement.on))]
    if found.outcome is Outcome.REFUTED and approach is Approach.FREE:
        return [noted(replace(found, rung=f"{RUNG}, {found.rung}"), NOTE)]
    return None


def _infinite(here: _Setting, approach: Approach, actual: Expr = oo) -> list | None:
    """The limit found is infinite, or the stated one is: they agree, or differ at any point."""
    if actual == here.statement.value:
        return [Finding(Outcome.PROVED, RUNG, scope(here.statement.on))]
    if approach is not Approach.FREE:
        return None
    for point in small_points(here.params, 1, deadline=here.deadline):
        shown = ["infinity" if side == oo else "-infinity" if side == -oo else "a finite value" for side in (actual, here.statement.value)]
        return [Finding(Outcome.REFUTED, RUNG, "one exact point", Counterexample(point_items(here.params, point), *shown, NOTE))]
    return None


def _elsewhere(exponent: Expr, constant: Expr, here: _Setting) -> list | None:
    """A point where the exponent of the whole is not 0: there the limit is 0, or infinite where the constant before the power is not 0."""
    value = here.statement.on.expand(here.statement.value)
    for point in small_points(here.params, POINTS, deadline=here.deadline):
        try:
            shown = exact_value(exponent, point)
            stated = None if value in (oo, -oo) else exact_value(value, point)
        except NotEvaluable:
            return None
        agrees = value in (oo, -oo) if shown is not None and shown > 0 else stated in (None, 0)
        if not shown or agrees or shown > 0 and separated(constant, S.Zero, point, here.deadline) is None:
            continue
        sides = ("infinite", "a finite value") if shown > 0 else ("0", str(stated))
        told = Counterexample(point_items(here.params, point), *sides, f"{NOTE}; it grows with the power {shown}")
        return [Finding(Outcome.REFUTED, RUNG, "one exact point", told)]
    return None


def _diverging(node: Sum, here: _Setting):
    """A point at which the sum has no value for any value of the variable."""
    found = diverges_at(node, here.large, here.ask)
    if found is None:
        return None
    told = Counterexample(point_items(here.params, found), "infinity", "a finite sum", "the sum diverges there")
    return Finding(Outcome.REFUTED, "a sum that diverges", "one exact point", told)


def _term_by_term(statement: Limit, deadline: Deadline) -> list | None:
    """Terms that all grow, or all fall, with the variable: the limit of a sum is the sum of the limits, where both converge."""
    if statement.point != oo:
        return None
    here = setting_of(statement, deadline)
    node, slope, rest = _linear(here)
    approach = approach_of(statement.on, statement.variable, oo, deadline)
    if here.large in slope.free_symbols or approach is Approach.FORBIDDEN:
        return None
    found = limit_term_by_term(node, here.large, here.ask)
    return _compared(slope * found + _limit_of(rest, here), here, approach)


def _by_squeezing(statement: Limit, deadline: Deadline) -> list | None:
    """The expression with its sum's bounds in place: where one from below and one from above tend to the value, so does the expression."""
    if statement.point != oo:
        return None
    here = setting_of(statement, deadline)
    node, slope, rest = _linear(here)
    if len(node.free_symbols & {here.large}) != 1:
        return None
    ask = here.ask.within(here.large > 1, over=(here.large,))
    found = bounds(node, ask)
    for ways in (found.lower, found.upper):
        for bound in ways:
            inner = (slope * bound + rest).xreplace({here.large: statement.variable})
            results = findings_of(replace(statement, expression=inner), deadline)
            if results and all(item.outcome is Outcome.PROVED for item in results):
                break
        else:
            return None
    return [Finding(Outcome.PROVED, "comparison with an integral, limits of both bounds", scope(statement.on))]


# exponents ---------------------------------------------------------------------------------------------------------------


def scales_findings(statement: Scales, deadline: Deadline) -> list | None:
    """The findings for an exponent of what holds sums: each term's exponent by its law, the largest against the stated one."""
    here = setting_of(statement, deadline)
    try:
        found = _exponents(here)
    except NoValue as reason:
        nodes = [node for node in here.read(statement.expression).atoms(Sum) if here.large in node.free_symbols]
        against = _diverging(nodes[0], here) if len(nodes) == 1 else None
        return [against or Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: {reason}",))]
    return [_largest(found, here)]


def _exponents(here: _Setting) -> list[Expr]:
    """The exponents of the expression's terms, all of them positive."""
    found, written = [], here.read(here.statement.expression)
    letters = {Dummy("S", positive=True): node for node in written.atoms(Sum)}
    expression = expand(written.xreplace({node: letter for letter, node in letters.items()}))  # not inside the sums
    for term in Add.make_args(expression):
        sums = [letters[part] for part in Mul.make_args(term) if part in letters]
        if len(sums) > 1 or len(sums) < len(term.free_symbols & set(letters)):
            raise NoValue(f"more than one sum to a term, or a power of one, in {written}")
        factor, power = _power(Mul(*(part for part in Mul.make_args(term) if part not in letters)), here)
        if not here.ask.positive(factor):
            raise NoValue(f"{factor} is not shown to be positive")
        if sums and here.large in sums[0].free_symbols:
            of_sum = law(sums[0], here.large, here.ask)
            if not of_sum.positive:
                raise NoValue(f"the constant of {sums[0]} is not shown to be positive")
            power += of_sum.power
        elif sums:
            raise NoValue(f"{sums[0]} is not shown to be positive")
        found.append(simple(power))
    return found


def _largest(found: list[Expr], here: _Setting):
    stated, ask = here.statement.on.expand(here.statement.exponent), here.ask
    if any(ask.zero(stated - one) for one in found) and all(ask.not_negative(stated - one) for one in found) and ask.has_value(stated):
        return Finding(Outcome.PROVED, RUNG, scope(here.statement.on))
    if len(found) == 1:
        result = scalar_goal(found[0], stated, here.params, here.deadline)
        if result.outcome is Outcome.REFUTED:
            return noted(replace(result, rung=RUNG), EXPONENTS)
    for point in small_points(here.params, POINTS, deadline=here.deadline):
        sizes = [exact_value(one, point) for one in (*found, stated)]
        if None not in sizes and max(sizes[:-1]) != sizes[-1]:
            told = Counterexample(point_items(here.params, point), str(max(sizes[:-1])), str(sizes[-1]), EXPONENTS)
            return Finding(Outcome.REFUTED, RUNG, "one exact point", told)
    return Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: exponents {', '.join(map(to_latex, found))}",))
