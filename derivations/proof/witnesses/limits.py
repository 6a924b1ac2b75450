"""Proofs of limits: a formula read near its end, its limit read off, and the equation that takes it to the value that is stated.

Where a parameter's sign decides, each case is shown by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import MINUS_OO, NEVER, OO, equal, limit, pos, spoken
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.table import over
from theoremtest.derivations.kernel.terms import MINUS, Refused, Term, free, mul, parts, shape, term

from .chance import moved_to_mean, of_moments
from .draft import Draft, signs_of
from .effort import LONGER, READINGS, SPLITS_NEAR_THE_END
from .growing import Again, Large, Open, Way
from .identities import Equation
from .matrix_limits import limit_of, modes, tends
from .series import Series
from .signs import Signs


def end_of(draft: Draft) -> tuple[Term, Term] | None:
    """The letter that goes to an end, and which."""
    return next(((fact.args[0], fact.args[1]) for fact in draft.goal.hypotheses if fact.head == "near"), None)


def near_the_end(draft: Draft, fact: Term, splits: int = SPLITS_NEAR_THE_END) -> bool:
    """Whether a fact is shown by the end of the draft, by cases where a sign decides."""
    if splits == SPLITS_NEAR_THE_END:
        draft.effort.widen(LONGER)
        modes(draft, fact)
        _letters_signed(draft)
        _without_denominators(draft)
        without = of_moments(fact)
        if without is not None:
            return all(near_the_end(draft, need, splits - 1) for node in (fact.args[0], without.args[0]) for need in obligations(node)
                       if not draft.known.knows(need)) and near_the_end(draft, without, splits - 1) and moved_to_mean(draft, fact, without)
    try:
        if _directly(draft, fact):
            return True
    except Open as found:
        return splits > 0 and _by_cases(draft, fact, found.node, splits)
    except (Refused, TooManyLetters, Large):
        pass
    return False


def _without_denominators(draft: Draft) -> None:
    """What is positive, times its denominator where that is."""
    signs = Signs(draft)
    for fact in draft.goal.hypotheses:
        if fact.head not in ("pos", "nonneg"):
            continue
        with suppress(Refused, TooManyLetters):
            reader = signs._reader(SIZES[0])
            value = reader.scalar(fact.args[0])
            below = reader.polynomial(value.den)
            by = None if value.den.is_one() else signs.show(pos(below))
            if by is not None:
                made = term(fact.head, (reader.polynomial(value.num),))
                draft.line("sign", draft.number(made), [], [["1", [["line", draft.place(fact)], ["line", by]]]], [])


def _letters_signed(draft: Draft) -> None:
    """Letters that are positive by what is known of others."""
    facts = [fact for fact in draft.goal.hypotheses if fact.head in ("pos", "nonneg")]
    letters = [letter for letter in dict.fromkeys(part for fact in facts for part in parts(fact)) if letter.head == "Symbol"]
    signs = Signs(draft)
    for letter in letters:
        if any(draft.known.knows(pos(way)) for way in (letter, mul(MINUS, letter))):
            continue
        with suppress(Refused, TooManyLetters):
            reader = signs._reader(SIZES[0])
            known = list(signs._facts(None, reader, reader.context.constant(0)))
            signs._by_programme(pos(letter), reader, reader.scalar(letter).num, known)


def _by_cases(draft: Draft, fact: Term, node: Term, splits: int) -> bool:
    if node.head == "Abs":
        node = node.args[0]
    if node in draft.split:
        return False
    for need in [need for part in spoken(fact) for need in obligations(part)]:
        if not draft.known.knows(need) and not near_the_end(draft, need, splits):
            return False
    cases = []
    for held in signs_of(node):
        inner = draft.inside(held)
        inner.split.add(node)
        if not (_contradiction(inner) or near_the_end(inner, fact, splits - 1)):
            return False
        cases.append(inner.lines)
    draft.line("cases", draft.number(fact), draft.number(node), *cases)
    return True


def _rules(draft: Draft) -> list:
    """The equations of the domain, and of the case, as rules."""
    solved = Equation(draft, NEVER)
    solved.solve()
    solved._relations()
    return solved.ordered()


def _contradiction(draft: Draft) -> bool:
    return Signs(draft, rules=[rule for rule in _rules(draft) if rule[0] == "letter"]).contradiction()


def _directly(draft: Draft, fact: Term) -> bool:
    end = end_of(draft)
    if end is None:
        return False
    way = Way(*end)
    for _ in range(READINGS):
        before = (way.degree, dict(way.shares))
        state = _state(draft)
        try:
            return _read(draft, way, lambda series: _shown(series, fact)) and draft.ends(fact)
        except Again:
            _restore(draft, state)
            if before == (way.degree, way.shares):
                way.order += 1
                if way.order > 6:
                    return False
    return False


def _read(draft: Draft, way: Way, question: Callable[[Series], bool]) -> bool:
    rules = _rules(draft)
    for size in SIZES:
        state = _state(draft)
        try:
            return question(Series(size, draft, way, rules, limit_of))
        except TooManyLetters:
            _restore(draft, state)
    return False


def _state(draft: Draft) -> tuple[Any, ...]:
    return len(draft.lines), dict(draft.places), list(draft.shown), draft.known.within()


def _restore(draft: Draft, state: tuple[Any, ...]) -> None:
    """Take back what was written since."""
    lines, draft.places, draft.shown, known = state
    del draft.lines[lines:]
    draft.known = known.within()


def _shown(series: Series, fact: Term) -> bool:
    if fact.head == "limit":
        return _limit(series, *fact.args)
    if fact.head == "converges":
        node = fact.args[0]
        if shape(node) is not None:
            return tends(series, node, None)
        found = _finite(series, node)
        series.draft.line("converges", found[0])
        return True
    if fact.head == "order":
        return _order(series, *fact.args)
    if fact.head in ("pos", "nonneg", "nonzero", "both", "any"):
        return series.show(fact)
    return False


def _order(series: Series, node: Term, power_of: Term) -> bool:
    """The quotient tends to a positive number."""
    series.by_cases = True
    quotient = over(node, power_of)
    line, written, found = _finite(series, quotient)
    if series.sign(found) <= 0:
        return False
    series.moved(limit(quotient, written), line)
    series.lemma("order_by_limit", node, power_of, written)
    return True


def _limit(series: Series, node: Term, value: Term) -> bool:
    if shape(node) is not None:
        return tends(series, node, value)
    series.admit(node)
    if value in (OO, MINUS_OO):
        return series.grows(node, value)
    line, written, found = _finite(series, node)
    series.admit(value)
    if series.is_zero(series.reduced(series.scalar(value)) - found):
        with suppress(Refused):
            series.moved(limit(node, value), line, series.agrees(value, written))
            return True
    same = equal(value, written)
    if series.moving in free(same) or not Equation(series.draft, same).show():
        return False
    series.moved(limit(node, value), line, series.draft.places[same])
    return True


def _finite(series: Series, node: Term) -> tuple[int, Term, Quotient]:
    """The line that shows a term's limit, and the limit."""
    series.admit(node)
    try:
        inner, written, found, line = series.tending(series.scalar(node))
    except Large:
        raise Refused("a quotient that grows without bound") from None
    if node is not inner:
        line = series.moved(limit(node, written), line, series.agrees(node, inner))
    return line, written, found
