"""Signs of scalar expressions over a whole domain, proved exactly: the public question and its case distinctions."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from sympy import Abs, Expr, Max, Min, Not, Piecewise, Pow, S, Symbol, diff, exp, log, preorder_traversal, sympify
from sympy import sign as signum
from sympy.core.relational import Relational
from sympy.functions.elementary.hyperbolic import HyperbolicFunction, InverseHyperbolicFunction

from rederive.derivations.language import Domain, Dot, fresh
from rederive.derivations.proof.functions.units import FinerUnit

from .generator import NotShown, bounds_signs
from .generators import Generators
from .hypotheses import Empty, Facts
from .inner_products import scalars_for
from .signset import ANY, NEG, NONNEG, NONPOS, NONZERO, POS, ZERO, inside, plus

SPLITS = 3
"""How many case distinctions on the sign of a quantity may be nested."""
DERIVATIVES = 4
"""How many derivatives a monotonicity argument may take."""


class Sign(Enum):
    """What is proved of an expression at every point of its domain."""

    POSITIVE = POS
    NEGATIVE = NEG
    ZERO = ZERO
    NONNEGATIVE = NONNEG
    NONPOSITIVE = NONPOS
    NONZERO = NONZERO


NOT_NEGATIVE = (Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO)
NOT_ZERO = (Sign.POSITIVE, Sign.NEGATIVE, Sign.NONZERO)


def sign(expression, domain: Domain, deadline) -> Sign | None:
    """The sign that a real scalar expression is proved to have all over the domain, or None.

    A sign also says that the expression is defined everywhere there. A domain shown to be empty gives None.
    Raises OutOfTime when the deadline passes.
    """
    try:
        facts = Facts.of(domain)
    except Empty:
        return None
    signs = possible_signs(domain.expand(sympify(expression, strict=True)), facts, deadline)
    return Sign(signs) if signs not in (0, ANY) else None


def possible_signs(expression, facts: Facts, deadline, wanted: int = 0) -> int:
    """The signs that are not excluded, as a sign set; ANY also where the expression is not shown to be defined.

    wanted: once the signs lie inside this set no sharper answer is sought.
    """
    expression = sympify(expression, strict=True)
    found = 0
    try:
        cases = list(told_apart(expression, facts, deadline))
    except NotShown:
        return ANY
    for expression, case in cases:
        found |= _case(expression, case, deadline, wanted, SPLITS)
        if found == ANY or (wanted and not inside(found, wanted)):
            return ANY
    return found


def told_apart(expression, facts: Facts, deadline):
    """The question without Piecewise and without alternatives: pairs (expression, facts) that cover every point.

    Raises NotShown where a Piecewise may have no case, or where one of its conditions is not shown to be defined.
    """
    for case in facts.cases():
        piecewise = next((node for node in preorder_traversal(expression) if isinstance(node, Piecewise)), None)
        if piecewise is None:
            yield expression, case
            continue
        rest = case
        for value, condition in piecewise.args:
            if condition not in (S.true, S.false) and not all(
                    defined(side, rest, deadline) for part in condition.atoms(Relational) for side in part.args):
                raise NotShown(f"a condition is not shown to be defined: {condition}")
            try:
                chosen = rest.given(condition)
            except Empty:
                continue
            yield from told_apart(expression.subs(piecewise, value), chosen, deadline)
            try:
                rest = rest.given(Not(condition))
            except Empty:
                break
        else:
            raise NotShown("a Piecewise may have no case")


def _case(expression, facts, deadline, wanted, splits) -> int:
    deadline.check()
    try:
        expression, facts = prepared(expression, facts)
    except Empty:
        return 0
    if not isinstance(expression, Expr) or expression.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        return ANY
    signs, seen = _direct(expression, facts, deadline)
    if signs in (0, POS, NEG, ZERO) or signs == seen or (wanted and inside(signs, wanted)):
        return signs
    if wanted and not inside(seen, wanted):
        return ANY
    for rewritten, narrower in _with_slack(expression, facts):
        signs &= _direct(rewritten, narrower, deadline)[0]
        if signs in (0, POS, NEG, ZERO) or signs == seen or (wanted and inside(signs, wanted)):
            return signs
    changes = inside(NONZERO, seen)
    if not changes:
        signs &= _by_monotonicity(expression, facts, deadline, DERIVATIVES)
        if signs in (0, POS, NEG, ZERO) or signs == seen or (wanted and inside(signs, wanted)):
            return signs
    if not splits:
        return signs
    for quantity, open_signs in _candidates(expression, facts):
        # where both signs are seen all that is left to show is that zero is avoided, across a gap in the domain
        if changes and open_signs != NONZERO and wanted != NONZERO:
            continue
        found = 0
        for part in (POS, ZERO, NEG):
            if open_signs & part:
                try:
                    found |= _case(expression, facts.known(quantity, part), deadline, wanted, splits - 1)
                except Empty:
                    continue
            if found == ANY or (wanted and not inside(found, wanted)):
                break
        else:
            return signs & found
    return signs


def prepared(expression, facts: Facts):
    """The question with inner products named, fixed symbols put in, and linear equations between symbols used up."""
    if expression.has(Dot) or any(relation.has(Dot) for relation, _ in facts.relations):
        table, conditions = scalars_for([expression, *(relation for relation, _ in facts.relations)])
        expression = expression.xreplace(table)
        bare = Facts(facts.bounds)
        for relation, signs in facts.relations:
            bare = bare.known(relation.xreplace(table), signs)
        for condition, signs in conditions:
            bare = bare.known(condition, signs)
        facts = bare
    for _ in range(12):
        found = _substitution(facts)
        if found is None:
            return expression, facts
        symbol, value = found
        expression = expression.subs(symbol, value)
        facts = facts.substituted(symbol, value)
    return expression, facts


def _is_nonzero(slope, symbol, facts: Facts) -> bool:
    """Whether a slope is a product of a nonzero number and powers of other symbols that the bounds keep from zero."""
    for part in slope.as_ordered_factors():
        base = part.base if part.is_Pow and part.exp.is_Integer else part
        if base == symbol or not (base.is_Rational and base != 0 or (
                isinstance(base, Symbol) and not bounds_signs(facts.bound(base)) & ZERO)):
            return False
    return True


def _substitution(facts: Facts):
    """A symbol that the facts fix, with its value: by its bounds, or by an equation linear in it."""
    for symbol, bounds in facts.bounds:
        if bounds.fixed is not None:
            return symbol, bounds.fixed
    for relation, signs in facts.relations:
        if signs != ZERO or not relation.is_polynomial():
            continue
        for symbol in sorted(relation.free_symbols, key=str):
            slope = diff(relation, symbol)
            if _is_nonzero(slope, symbol, facts):
                return symbol, -(relation.subs(symbol, 0)) / slope
    return None


def _with_slack(expression, facts: Facts):
    """The question again with a symbol written through an inequality linear in it: x > y turns x into y + z with z > 0."""
    for relation, signs in facts.relations:
        if signs in (ZERO, NONZERO) or not relation.is_polynomial():
            continue
        for symbol in sorted(relation.free_symbols & expression.free_symbols, key=str):
            slope = diff(relation, symbol)
            if _is_nonzero(slope, symbol, facts) and not symbol.is_integer:
                slack = fresh("z")
                value = (slack - relation.subs(symbol, 0)) / slope
                try:
                    yield expression.subs(symbol, value), facts.substituted(symbol, value).known(slack, signs)
                except Empty:
                    continue
                break


def generators_for(facts: Facts, deadline, build):
    """`build(generators)` over fresh generators that hold the facts' relations, again with finer exponentials as needed."""
    units: dict = {}
    for _ in range(8):
        generators = Generators(facts, deadline, units)
        try:
            assume_relations(generators, facts)
            return build(generators)
        except FinerUnit as finer:
            units[finer.key] = finer.unit
    raise NotShown("exponentials with too many different units")


def assume_relations(generators, facts) -> None:
    """Hand the facts' relations to the generators; raises Empty where one contradicts what is known."""
    # a relation that holds is defined, so its radicands and denominators may be trusted
    for relation, signs in sorted(facts.relations, key=lambda entry: entry[0].count_ops()):
        generators.trusting = True
        try:
            top, _ = generators.fraction(relation)
            if not generators.signs.mask(top, effort=2) & signs:
                raise Empty
            generators.signs.assume(top, signs)
        except NotShown:
            continue
        finally:
            generators.trusting = False


def _direct(expression, facts, deadline) -> tuple[int, int]:
    """The rules for polynomials in generators, without case distinctions: the signs not excluded, and the signs seen."""
    def build(generators):
        top, _ = generators.fraction(expression)
        signs = generators.mask(top)
        return signs, signs & generators.witnesses.seen(top)

    try:
        return generators_for(facts, deadline, build)
    except NotShown:
        return ANY, 0
    except Empty:
        return 0, 0


def is_empty(facts: Facts, deadline) -> bool:
    """Whether the facts are shown to contradict one another."""
    for case in facts.cases():
        try:
            _, case = prepared(S.One, case)
            if case.two_contradict():
                continue
            generators_for(case, deadline, lambda generators: None)
        except Empty:
            continue
        except NotShown:
            return False
        return False
    return True


def defined(expression, facts: Facts, deadline) -> bool:
    """Whether the expression is shown to be defined and real wherever the facts hold."""
    try:
        for part, case in told_apart(expression, facts, deadline):
            try:
                part, case = prepared(part, case)
            except Empty:
                continue
            try:
                generators_for(case, deadline, lambda generators, part=part: generators.fraction(part))
            except Empty:
                continue
    except NotShown:
        return False
    return True


# --- case distinctions ----------------------------------------------------------------------------------------------


def _candidates(expression, facts):
    """Quantities whose sign is open and worth distinguishing, most frequent first, with the signs that they may take."""
    counted: dict = {}
    for node in (expression, *(relation for relation, _ in facts.relations)):
        for part in _walk(node):
            if isinstance(part, Symbol):
                counted[part] = counted.get(part, 0) + 1
    for symbol in sorted(counted, key=lambda item: (-counted[item], str(item))):
        signs = bounds_signs(facts.bound(symbol))
        if symbol in expression.free_symbols and signs not in (POS, NEG, ZERO):
            yield symbol, signs
            break
    # a logarithm changes sign at 1
    for node in sorted(expression.atoms(log), key=str):
        argument = node.args[0]
        if isinstance(argument, Symbol) and facts.bound(argument).holds(S.One):
            yield argument - 1, ANY
    known = {relation for relation, _ in facts.relations}
    for node in sorted(expression.atoms(Abs, signum, Max, Min), key=str):
        quantity = node.args[0] - node.args[1] if isinstance(node, (Max, Min)) else node.args[0]
        if quantity not in known and not isinstance(quantity, Symbol):
            yield quantity, ANY


def _walk(node):
    stack = [node]
    while stack:
        item = stack.pop()
        yield item
        stack.extend(item.args)


# --- monotonicity ---------------------------------------------------------------------------------------------------

_TRANSCENDENTAL = (exp, log, HyperbolicFunction, InverseHyperbolicFunction)


def _by_monotonicity(expression, facts, deadline, depth) -> int:
    """F(t) from its value at a finite end of t's interval and the sign of its derivative in between."""
    if depth == 0 or not expression.has(*_TRANSCENDENTAL):
        return ANY
    try:
        start = generators_for(facts, deadline, lambda g: g.expression(g.fraction(expression)[0]))
    except (NotShown, Empty):
        return ANY
    result = ANY
    for symbol in sorted(start.free_symbols, key=str):
        bounds = facts.bound(symbol)
        if not any(symbol in node.free_symbols for node in start.atoms(*_TRANSCENDENTAL)) or symbol.is_integer:
            continue
        for end, outward in ((bounds.lower, 1), (bounds.upper, -1)):
            if end is not None:
                result &= _from_end(start, symbol, end, outward, facts, deadline, depth)
            if result in (0, POS, NEG, ZERO):
                return result
    return result


def _from_end(function, symbol, end, outward, facts, deadline, depth) -> int:
    """Signs of `function` for symbol beyond `end`, by the fundamental theorem along symbol, the others held fixed."""
    if function.has(Abs, signum, Max, Min):
        return ANY
    # along the path only conditions free of the symbol stay true
    apart = Facts(facts.bounds, tuple(entry for entry in facts.relations if symbol not in entry[0].free_symbols))
    table = dict(apart.bounds)
    bounds = table[symbol]
    side = "lower" if outward > 0 else "upper"
    is_open = getattr(bounds, side + "_open") or (bounds.nonzero and end == 0)
    table[symbol] = replace(bounds, **{side + "_open": False}, nonzero=False)
    closed = Facts(tuple(table.items()), apart.relations)
    table[symbol] = replace(bounds, **{side + "_open": True}, nonzero=False)
    interior = Facts(tuple(table.items()), apart.relations)
    if bounds.nonzero and end != 0:
        return ANY
    if not defined(function, closed, deadline):
        return ANY
    for node in function.atoms(Pow):
        if symbol in node.base.free_symbols and not node.exp.is_Integer and _direct(node.base, interior, deadline)[0] != POS:
            return ANY
    at_end = _value_signs(function.subs(symbol, end), Facts(tuple(
        (key, old) for key, old in apart.bounds if key != symbol), apart.relations), deadline, depth)
    if at_end == ANY:
        return ANY
    slope = _value_signs(diff(function, symbol), interior, deadline, depth - 1)
    if slope in (ANY, NONZERO):
        return ANY
    slope = slope if outward > 0 else {POS: NEG, NEG: POS, ZERO: ZERO, NONNEG: NONPOS, NONPOS: NONNEG}.get(slope, slope)
    beyond = plus(at_end, slope)
    return beyond if is_open else beyond | at_end


def _value_signs(expression, facts, deadline, depth) -> int:
    signs, seen = _direct(expression, facts, deadline)
    if signs in (ANY, NONZERO, NONNEG, NONPOS) and signs != seen and not inside(NONZERO, seen) and depth > 0:
        signs &= _by_monotonicity(expression, facts, deadline, depth)
    return signs
