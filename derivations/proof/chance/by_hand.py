"""Moments worked out anew at one exact point, entry by entry or outcome by outcome: what a proof is held against.

Normal draws become matrices of letters, the quantity a polynomial in them, each monomial its product of double factorials. Counts, bits and
outcomes are gone through one by one. Nothing of the calculus of words, of generating functions or of index letters is used. Only small
sizes and polynomials are done; of the rest nothing is said.
"""

from __future__ import annotations

from itertools import product as combined

from sympy import (
    Dummy,
    Expr,
    ImmutableMatrix,
    Integer,
    MatrixSymbol,
    Mul,
    Poly,
    PolynomialError,
    Rational,
    S,
    binomial,
    factorial,
    factorial2,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language.expectation import Covariance, Expectation
from theoremtest.derivations.language.laws import Binomial, FairBits, Law, Mass, Multinomial
from theoremtest.derivations.proof.expansion import most_terms
from theoremtest.derivations.proof.points.explicit import NotExplicit, explicit
from theoremtest.derivations.proof.recheck import _differ, _written, fails

ENTRIES, TERMS, OUTCOMES = 8, 3000, 300
"""Drawn entries, terms and outcomes up to which a moment is worked out here."""


@fails.register(Expectation)
@fails.register(Covariance)
def _(statement, point, apart, deadline):
    expand = statement.on.expand
    quantities = [_placed(expand(part), point) for part in statement.drawn_over()]
    laws = {symbol: law.func(*(explicit(expand(part), point) if symbol not in expand(part).free_symbols else expand(part)
                               for part in law.args)) if isinstance(law, Law) else explicit(expand(law), point)
            for symbol, law in statement.draws.items()}
    weighted = _outcomes(laws)
    normal = {symbol: variance for symbol, variance in laws.items() if not isinstance(variance, Law)}
    values, variances = _letters(normal, point)

    def mean(*factors):
        return sum((weight * _normal_mean(_times([explicit(factor, {**point, **values, **outcome}) for factor in factors]), variances)
                    for outcome, weight in weighted), S.Zero)

    if isinstance(statement, Covariance):
        found = mean(*quantities) - mean(quantities[0]) * mean(quantities[1])
    elif statement.moment == "variance":
        found = mean(quantities[0], quantities[0]) - mean(quantities[0]) ** 2
    elif getattr(quantities[0], "shape", ()):
        rows = explicit(quantities[0], {**point, **values, **weighted[0][0]})
        if len(weighted) > 1:
            return None
        found = ImmutableMatrix(*rows.shape, [_normal_mean(item, variances) for item in rows.flat()])
    else:
        found = mean(quantities[0])
    return _differ([_written(found, _placed(expand(statement.value), point), point)], apart)


def _placed(expression, point: dict):
    """An expression with the index letters of its entries as numbers."""
    table = {element: MatrixElement(element.parent, *(point.get(index, index) for index in element.indices))
             for element in expression.atoms(MatrixElement)}
    return expression.xreplace(table) if table else expression


def _times(factors: list) -> Expr:
    return Mul(*factors)


def _letters(normal: dict, point: dict) -> tuple[dict, dict]:
    """Drawn matrices as matrices of letters, and the variance of each letter."""
    values, variances = {}, {}
    for symbol, variance in normal.items():
        if not isinstance(symbol, MatrixSymbol):
            values[symbol], variances[symbol] = symbol, variance
            continue
        rows, columns = (int(explicit(size, point)) for size in symbol.shape)
        if rows * columns + len(variances) > ENTRIES:
            raise NotExplicit("too many entries")
        letters = [Dummy(f"{symbol.name}_{place}", real=True) for place in range(rows * columns)]
        values[symbol] = ImmutableMatrix(rows, columns, letters)
        variances.update(dict.fromkeys(letters, variance))
    return values, variances


def _normal_mean(expression: Expr, variances: dict) -> Expr:
    drawn = [letter for letter in variances if expression.has(letter)]
    if not drawn:
        return expression
    if most_terms(expression, TERMS) > TERMS:
        raise NotExplicit("too many terms")
    try:
        polynomial = Poly(expression, *drawn)
    except PolynomialError:
        raise NotExplicit("no polynomial") from None
    if any(coefficient.has(*drawn) for coefficient in polynomial.coeffs()):
        raise NotExplicit("no polynomial")
    total = S.Zero
    for powers, coefficient in polynomial.terms():
        if all(power % 2 == 0 for power in powers):
            total += coefficient * Mul(*(factorial2(power - 1) * variances[letter] ** (power // 2)
                                         for letter, power in zip(drawn, powers, strict=True) if power))
    return total


def _outcomes(laws: dict) -> list:
    """All values of the draws that are whole numbers, each with its probability."""
    together = {symbol: law for symbol, law in laws.items() if isinstance(law, Multinomial)}
    listed = [_together(together)] if together else []
    for symbol, law in laws.items():
        if isinstance(law, Law) and symbol not in together:
            listed.append([({symbol: place}, weight) for place, weight in _places(symbol, law)])
    count = 1
    for choices in listed:
        count *= len(choices)
    if count > OUTCOMES:
        raise NotExplicit("too many outcomes")
    found = []
    for chosen in combined(*listed):
        outcome: dict = {}
        weight = S.One
        for values, part in chosen:
            outcome.update(values)
            weight *= part
        found.append((outcome, weight))
    return found


def _whole(number) -> int:
    if not (number.is_Integer and 0 <= number <= OUTCOMES):
        raise NotExplicit(f"{number} outcomes")
    return int(number)


def _places(symbol, law: Law) -> list:
    if isinstance(law, Binomial):
        trials, p = _whole(law.trials), law.probability
        return [(Integer(n), binomial(trials, n) * p**n * (1 - p) ** (trials - n)) for n in range(trials + 1)]
    if isinstance(law, FairBits):
        if law.count > 8:
            raise NotExplicit("too many bits")
        values = 2 ** _whole(law.count)
        return [(Integer(n), Rational(1, values)) for n in range(values)]
    if isinstance(law, Mass) and law.low.is_Integer and law.high.is_Integer and law.high - law.low < OUTCOMES:
        masses = [(Integer(n), law.probability.xreplace({symbol: Integer(n)})) for n in range(int(law.low), int(law.high) + 1)]
        if all(mass.is_Rational for _, mass in masses):
            return masses
    raise NotExplicit(f"the law {law}")


def _together(laws: dict) -> list:
    """All counts of several outcomes of the same trials."""
    trials = _whole(next(iter(laws.values())).trials)
    probabilities = [law.probability for law in laws.values()]
    if (trials + 1) ** len(laws) > OUTCOMES:
        raise NotExplicit("too many outcomes")
    rest, found = 1 - sum(probabilities), []
    for counts in combined(range(trials + 1), repeat=len(laws)):
        left = trials - sum(counts)
        if left < 0:
            continue
        weight = factorial(trials) / factorial(left) * rest**left
        for count, probability in zip(counts, probabilities, strict=True):
            weight *= probability**count / factorial(count)
        found.append(({symbol: Integer(count) for symbol, count in zip(laws, counts, strict=True)}, weight))
    return found
