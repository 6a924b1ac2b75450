"""Does a sum of words with functions vanish? Words that differ in their functions alone are collected into one scalar function.

A word A f(F) B g(F) C is the sum over eigenvalues k, m of f(l_k) g(l_m) A P_k B P_m C with the projections P of F. Words with the same
other letters add up to one function of the eigenvalues, a symbol of its own for each place; where that function vanishes for all
eigenvalues that the domain allows, the sum does. A scalar word is linear in its functions in the same way. The converse is not used.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Mul, Poly, PolynomialError, Pow, S

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.balls.scalar_steps import never_negative
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import zero_rung
from theoremtest.derivations.proof.matrices.letters import Terms, Word
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, sign

from .bases import Slot, taken_apart
from .growth import without_growth

MOST_TERMS = 4
"""Terms of a sum up to which one is compared with the others by squares."""


def vanishing(terms: Terms, setting) -> str | None:
    """The rungs by which all collected coefficients of a sum of words are shown to be zero, None where one is not."""
    rungs: list[str] = []
    for coefficient, conditions in collected(terms, setting.words):
        rung = zero_function(coefficient, conditions, setting)
        if rung is None:
            return None
        rungs.append(rung)
    return ", ".join(dict.fromkeys(rungs))


def zero_function(coefficient: Expr, conditions: tuple, setting) -> str | None:
    """The rung that proves a function of eigenvalues and parameters zero; conditions: relations on the eigenvalues."""
    domain, deadline = setting.domain, setting.words.deadline
    kept = [condition for condition in conditions if condition.free_symbols & coefficient.free_symbols]
    spoken = coefficient.free_symbols.union(*(condition.free_symbols for condition in kept))
    domain = domain.but(*kept, over=sorted((symbol for symbol in spoken if symbol not in domain.symbols), key=str))
    coefficient, domain = without_growth(coefficient, domain, deadline)
    rung = zero_rung(coefficient, domain, deadline)
    return "squares of sides that are not negative" if rung is None and _equal_squares(coefficient, domain, deadline) else rung


def _equal_squares(gap: Expr, domain: Domain, deadline: Deadline) -> bool:
    """Whether one term equals the rest of a sum as neither is negative and their squares agree: roots of roots are met so."""
    terms = Add.make_args(gap)
    if not 2 <= len(terms) <= MOST_TERMS or not gap.has(Pow):
        return False
    for term in terms:
        for one, other in ((-term, gap - term), (term, term - gap)):
            if zero_rung(one**2 - other**2, domain, deadline) is None:
                break
            if all(never_negative(side) or sign(side, domain, deadline) in NOT_NEGATIVE for side in (one, other)):
                return True
    return False


def collected(terms: Terms, words) -> list[tuple[Expr, tuple]]:
    """(coefficient, conditions on its eigenvalues) for each kind of word; all of them zero makes the sum zero."""
    items: dict[tuple, list] = {}
    for word, coefficient in words.normal(terms).items():  # a family may have been met since they were put in order
        for factors, number in _scalar_words(coefficient, words):
            outer, gaps = _apart(word, words)
            keys, all_gaps = [("word", outer)], [gaps]
            for symbol in factors:
                inner_outer, inner_gaps = _apart(words.word_of(symbol), words)
                keys.append(("trace" if words.is_trace(symbol) else "scalar", inner_outer))
                all_gaps.append(inner_gaps)
            items.setdefault(tuple(keys), []).append(([gap for one in all_gaps for gap in one], number))
    return [_together(group, words) for group in items.values()]


def _apart(word: Word, words) -> tuple[Word, tuple]:
    """The word's other letters and its slots by place; a base that is a letter is a slot too."""
    read: list = []
    for letter in word:
        if letter.symbol in words.bases:
            base = words.bases[letter.symbol]
            letter = words.slot(base.family, base.eigenvalue)
        if read and isinstance(letter, Slot) and isinstance(read[-1], Slot) and read[-1].symbol == letter.symbol:
            letter = words.slot(letter.symbol, read.pop().formula * letter.formula)
        read.append(letter)
    return taken_apart(tuple(read))


def _scalar_words(coefficient: Expr, words) -> list[tuple[list, Expr]]:
    """The coefficient as [(scalar words with functions, factor)], one for each term; in one piece where it is no polynomial in them."""
    named = sorted((symbol for symbol in coefficient.free_symbols if _has_functions(words.word_of(symbol), words)), key=str)
    if not named:
        return [([], coefficient)]
    try:
        polynomial = Poly(coefficient, *named)
    except PolynomialError:
        return [([], coefficient)]
    if set(named) & set().union(*(part.free_symbols for part in polynomial.coeffs())):
        return [([], coefficient)]
    found = []
    for powers, number in polynomial.terms():
        factors = [symbol for symbol, power in zip(named, powers, strict=True) for _ in range(power)]
        found.append((sorted(factors, key=lambda symbol: str(_apart(words.word_of(symbol), words)[0])), number))
    return found


def _has_functions(word: Word | None, words) -> bool:
    return any(isinstance(letter, Slot) or letter.symbol in words.bases for letter in word or ())


def _together(group: list, words) -> tuple[Expr, tuple]:
    """One coefficient for words with the same other letters: at each place a common row of families in which each word's slots lie."""
    places = len(group[0][0])
    rows = [_common([[slot.symbol for slot in gaps[place]] for gaps, _ in group]) for place in range(places)]
    symbols: dict = {}
    terms = []
    for gaps, number in group:
        factors = [number]
        for place, gap in enumerate(gaps):
            for position, slot in _embedded(gap, rows[place]):
                factors.append(slot.formula.xreplace({
                    base.eigenvalue: symbols.setdefault((base, place, position), Dummy("l", real=True)) for base in words.bases.values()
                    if base.family == slot.symbol and base.eigenvalue in slot.formula.free_symbols}))
        terms.append(Mul(*factors))
    at_places: dict[tuple, dict] = {}
    for (base, place, position), symbol in symbols.items():
        at_places.setdefault((place, position), {})[base] = symbol
    conditions = tuple(condition for values in at_places.values() for condition in words.known_of(values))
    return Add(*terms) if terms else S.Zero, conditions


def _common(rows: list) -> list:
    """A row of families in which each of the rows can be found in order."""
    common: list = []
    for row in sorted(rows, key=len, reverse=True):
        at = 0
        for family in row:
            while at < len(common) and common[at] != family:
                at += 1
            if at == len(common):
                common.append(family)
            at += 1
    return common


def _embedded(gap: tuple, row: list) -> list:
    """The slots of one place, each with its position in the common row."""
    found, at = [], 0
    for slot in gap:
        while row[at] != slot.symbol:
            at += 1
        found.append((at, slot))
        at += 1
    return found
