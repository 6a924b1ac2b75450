"""Questions made ready: Piecewise and alternatives told apart, equations used up; and whether an expression has a value everywhere."""

from __future__ import annotations

from itertools import chain

from sympy import Dummy, Function, Mul, Not, Piecewise, Pow, S, Symbol, Tuple, diff, preorder_traversal
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theoremtest.derivations.language import Dot, fresh

from .bounded import enclosed
from .direct import direct, generators_for
from .generator import NotShown, bounds_signs
from .hypotheses import Empty, Facts, at
from .inner_products import scalars_for
from .signset import NEG, NONNEG, NONZERO, POS, ZERO, inside


def told_apart(expression, facts: Facts, deadline):
    """The question without Piecewise and without alternatives: pairs (expression, facts) that cover every point.

    Raises NotShown where a Piecewise may have no case, or where one of its conditions is not shown to be defined.
    """
    for case in facts.cases():
        piecewise = next((node for node in preorder_traversal(expression) if isinstance(node, Piecewise)), None)
        if piecewise is None:
            yield from _powers_of_zero(expression, case, deadline)
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


def _powers_of_zero(expression, facts: Facts, deadline, told: frozenset = frozenset()):
    """The question with each power of a base that may be zero, or with a whole exponent of either sign, told apart by the base's sign.

    The exponent is positive. A negative base to a whole exponent is what its modulus is to it, or the negative of that.
    """
    for node in sorted(expression.atoms(Pow), key=str):
        if node in told or node.exp.is_Rational or node.base is S.Exp1 or node.base.is_positive:
            continue
        signs = direct(node.base, facts, deadline)[0]
        whole = bool(node.exp.is_integer) and not inside(signs, NONNEG)
        if not (whole or signs == NONNEG) or direct(node.exp, facts, deadline)[0] != POS or not _has_values([node.base], facts, deadline):
            continue
        turned = (-node.base)**node.exp
        for part, value in ((POS, node), (ZERO, S.Zero), *(((NEG, turned), (NEG, -turned)) if whole else ())):
            try:
                chosen = facts.known(node.base, part)
            except Empty:
                continue
            yield from _powers_of_zero(expression.xreplace({node: value}), chosen, deadline, told | {node, turned})
        return
    yield expression, facts


def prepared(expression, facts: Facts):
    """The question with inner products named, fixed symbols put in, and linear equations between symbols used up."""
    return _put_in(*_named(expression, facts))


def _named(expression, facts: Facts):
    if expression.has(Dot) or any(relation.has(Dot) for relation, _ in facts.relations):
        table, conditions = scalars_for([expression, *(relation for relation, _ in facts.relations)])
        expression = expression.xreplace(table)
        bare = Facts(facts.bounds)
        for relation, signs in facts.relations:
            bare = bare.known(relation.xreplace(table), signs)
        for condition, signs in conditions:
            bare = bare.known(condition, signs)
        facts = bare
    return expression, facts


def _put_in(expression, facts: Facts):
    for _ in range(12):
        found = _substitution(facts)
        if found is None:
            return expression, facts
        symbol, value = found
        expression = at(expression, symbol, value)
        facts = facts.substituted(symbol, value)
    return expression, facts


def keeps_its_value(expression, facts: Facts, deadline) -> bool:
    """Whether what the facts' equations put in takes no part away that has no value: 0 log(y) at x = 0 in x log(y), x/x at any x."""
    inner = sorted(filter(_may_lack_value, preorder_traversal(expression)), key=str)
    named, facts = _named(Tuple(expression, *inner), facts)
    put, there = _put_in(named, facts)
    if put is S.NaN:
        return _has_values(named[1:], facts, deadline)
    return put[0] == named[0] or _has_values(named[1:], facts, deadline) or _has_values(put[1:], there, deadline)


def _has_values(parts, facts: Facts, deadline) -> bool:
    parts = [part for part in parts if part.free_symbols or enclosed(part) is None]
    try:
        generators_for(facts, deadline, lambda generators: [generators.fraction(part) for part in parts])
    except NotShown:
        return False
    return True


def _may_lack_value(node) -> bool:
    """Whether a node may have no value where its arguments have one: a function, a root, a negative power."""
    if isinstance(node, Pow):
        return not (node.exp.is_Integer and node.exp.is_positive)
    return isinstance(node, Function) and not isinstance(node, AppliedUndef)


def is_nonzero(slope, symbol, facts: Facts) -> bool:
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
            if is_nonzero(slope, symbol, facts):
                return symbol, -(relation.subs(symbol, 0)) / slope
    return None


def with_slack(expression, facts: Facts):
    """The question again with a symbol written through an inequality linear in it: x > y turns x into y + z with z > 0."""
    for relation, signs in facts.relations:
        if signs in (ZERO, NONZERO) or not relation.is_polynomial():
            continue
        for symbol in sorted(relation.free_symbols & expression.free_symbols, key=str):
            slope = diff(relation, symbol)
            if is_nonzero(slope, symbol, facts) and not symbol.is_integer:
                slack = fresh("z")
                value = (slack - relation.subs(symbol, 0)) / slope
                try:
                    yield expression.subs(symbol, value), facts.substituted(symbol, value).known(slack, signs)
                except Empty:
                    continue
                break
    squares = _with_squares(expression, facts)
    if squares is not None:
        yield squares


def _with_squares(expression, facts: Facts):
    """The question again with a^2 for each symbol that a root is taken of: then products of such roots can be factored."""
    under = {symbol for node in expression.atoms(Pow) if node.exp.is_Rational and node.exp.q == 2 for symbol in Mul.make_args(node.base)
             if isinstance(symbol, Symbol) and not symbol.is_integer and bounds_signs(facts.bound(symbol)) == POS}
    if not under:
        return None
    try:
        for symbol in sorted(under, key=str):
            root = Dummy("r", positive=True)
            expression, facts = expression.subs(symbol, root**2), facts.substituted(symbol, root**2).known(root, POS)
    except Empty:
        return None
    return expression, facts


def defined(expression, facts: Facts, deadline) -> bool:
    """Whether the expression is shown to be defined and real wherever the facts hold."""
    try:
        for part, case in told_apart(expression, facts, deadline):
            try:
                stated, given = part, case
                part, case = prepared(part, case)
                if part != stated and not keeps_its_value(stated, given, deadline):
                    return False
            except Empty:
                continue
            if not part.free_symbols and enclosed(part) is not None:
                continue
            try:
                if not any(_has_values([one], where, deadline) for one, where in chain([(part, case)], with_slack(part, case))):
                    return False
            except Empty:
                continue
    except NotShown:
        return False
    return True
