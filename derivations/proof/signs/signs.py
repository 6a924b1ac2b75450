"""Signs of scalar expressions over a whole domain, proved exactly: the public question and its case distinctions."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import combinations

from sympy import Abs, Expr, Max, Min, S, Symbol, diff, exp, log, sympify
from sympy import sign as signum

from theoremtest.derivations.language import Domain
from theoremtest.derivations.proof.deadline import Deadline

from .between import by_ends, with_logarithm
from .chords import by_chords
from .definedness import defined, keeps_its_value, prepared, told_apart, with_slack
from .direct import direct, generators_for
from .generator import NotShown, bounds_signs
from .hypotheses import Empty, Facts
from .monotonicity import by_monotonicity, by_slack
from .numbers import sign_of_number
from .signset import ANY, NEG, NONNEG, NONPOS, NONZERO, POS, ZERO, inside, settled
from .tangents import by_convexity

SPLITS = 3
"""How many case distinctions on the sign of a quantity may be nested."""
REMEMBERED = 5000
"""Answers that are kept: the variants of a statement, each without another condition, ask most questions alike."""
SHORT = 60
"""Operations up to which tangents of exponentials and logarithms are tried."""


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
_ANSWERED: dict = {}


def sign(expression, domain: Domain, deadline) -> Sign | None:
    """The sign that a real scalar expression is proved to have all over the domain, or None.

    A sign also says that the expression is defined everywhere there. A domain shown to be empty gives None.
    Raises OutOfTime when the deadline passes.
    """
    expression = domain.expand(sympify(expression, strict=True))
    question = expression, domain.conditions, domain.over, tuple(domain.where.items())
    if question in _ANSWERED:
        return _ANSWERED[question]
    before = Deadline.run_out
    found = _sign(expression, domain, deadline)
    if Deadline.run_out == before:  # more time might tell more
        if len(_ANSWERED) >= REMEMBERED:
            _ANSWERED.clear()
        _ANSWERED[question] = found
    return found


def _sign(expression, domain: Domain, deadline) -> Sign | None:
    try:
        facts = Facts.of(domain)
    except Empty:
        return None
    signs = possible_signs(expression, facts, deadline)
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


def _case(expression, facts, deadline, wanted, splits, split: bool = False) -> int:
    """split: whether it is a case that was told apart, where the dearest rule is left out."""
    deadline.check()
    try:
        stated, given = expression, facts
        expression, facts = prepared(expression, facts)
        if expression != stated and not keeps_its_value(stated, given, deadline):  # in a case of the sign of something it may have one
            return _split(stated, given, _candidates(expression, facts), deadline, wanted, splits) if splits else ANY
    except Empty:
        return 0
    if not isinstance(expression, Expr) or expression.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        return ANY
    signs, seen = direct(expression, facts, deadline)
    if settled(signs, seen, wanted):
        return signs
    if wanted and not inside(seen, wanted):
        return ANY
    if splits == SPLITS and (told := sign_of_number(expression, facts, deadline)) != ANY:
        return told
    changes = inside(NONZERO, seen)
    for found in _by_rules(expression, facts, deadline, wanted, changes, 0 if split else splits):
        signs &= found
        if settled(signs, seen, wanted):
            return signs
    # where both signs are seen all that is left to show is that zero is avoided, across a gap in the domain
    candidates = (told for told in _candidates(expression, facts) if not changes or told[1] == NONZERO or wanted == NONZERO)
    return signs & _split(expression, facts, candidates, deadline, wanted, splits) if splits else signs


def _by_rules(expression, facts, deadline, wanted, changes, ends) -> Iterator[int]:
    """What rule after rule leaves, those first that are cheap. changes: whether both signs are seen; ends: how deep `by_ends` may ask."""
    yield by_slack(expression, facts, deadline)
    for rewritten, narrower in with_slack(expression, facts):
        yield direct(rewritten, narrower, deadline)[0]
    if changes:
        return
    if ends:
        yield by_ends(expression, facts, deadline, wanted, lambda end, enough: _case(end, facts, deadline, enough, ends - 1))
        for question, where in with_logarithm(expression, facts, deadline):
            yield by_ends(question, where, deadline, wanted, lambda end, enough, where=where: _case(end, where, deadline, enough, ends - 1))
        yield by_chords(expression, facts, deadline)
    for rule in (by_monotonicity, by_convexity, _with_tangents) if expression.count_ops() <= SHORT else (by_monotonicity,):
        yield rule(expression, facts, deadline)


def _split(expression, facts, candidates, deadline, wanted, splits) -> int:
    """The signs that the first quantity leaves whose signs, told apart, leave few enough; ANY where there is none."""
    for quantity, open_signs in candidates:
        if not (quantity.is_Symbol or defined(quantity, facts, deadline)):
            continue  # what has no value somewhere has no sign there either
        found = 0
        for part in (POS, ZERO, NEG):
            if open_signs & part:
                try:
                    found |= _case(expression, facts.known(quantity, part), deadline, wanted, splits - 1, split=True)
                except Empty:
                    continue
            if found == ANY or (wanted and not inside(found, wanted)):
                break
        else:
            return found
    return ANY


def _with_tangents(expression, facts, deadline) -> int:
    """The rules again, with the tangents that tie every two exponentials and logarithms."""
    return direct(expression, facts, deadline, tangents=True)[0] if expression.has(exp, log) else ANY


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
    # entropies turn where the arguments of two logarithms are equal
    for one, other in combinations(sorted({node.args[0] for node in expression.atoms(log)}, key=str), 2):
        quantity = one - other
        if len(quantity.free_symbols) == 1:
            symbol, = quantity.free_symbols
            slope = diff(quantity, symbol)
            if slope.is_Rational and slope != 0 and facts.bound(symbol).holds(point := -quantity.subs(symbol, 0) / slope):
                yield symbol - point, ANY
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
