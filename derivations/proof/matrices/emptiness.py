"""Domains that certainly hold no point, and matrices that a domain's matrix equations force to zero.

Where Gram matrices u^T u add up, with coefficients that are not negative, to nothing or to less, each of them vanishes: so in
A A^T = a I + b W W^T with b <= 0 the matrix A is zero if a = 0, and there is no such A if a < 0.
"""

from __future__ import annotations

from sympy import Dummy, Expr, MatrixSymbol, S

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign, is_empty, sign

from .words import Letter, NotWords, Words, is_matrix, relations_of


class NoPoint(Exception):
    """A matrix equation cannot hold at any point of the domain."""


def certainly_empty(domain: Domain, deadline) -> bool:
    """Whether the domain is shown to hold no point; a condition that has no value does not hold."""
    if any(_senseless(domain.expand(condition).subs(domain.fixed)) for condition in domain.conditions):
        return True
    try:
        forced_zero_matrices(domain, deadline)
        return is_empty(Facts.of(_of_scalars(domain, inner_products=True)), deadline)
    except (NoPoint, Empty):
        return True


def _senseless(condition) -> bool:
    return condition == S.false or condition.has(S.NaN, S.ComplexInfinity)


def forced_zero_matrices(domain: Domain, deadline) -> list[MatrixSymbol]:
    """Matrices that must be zero for the domain's matrix equations to hold. Raises NoPoint where one cannot hold."""
    equations = relations_of(domain)
    if not equations:
        return []
    scalars, found = _of_scalars(domain), []
    for left, right in equations:
        found += _vanishing(domain.expand(left), domain.expand(right), scalars, deadline)
    return list(dict.fromkeys(found))


def _vanishing(left, right, scalars: Domain, deadline) -> list[MatrixSymbol]:
    words = Words(deadline=deadline)
    try:
        gap = words.matrix(left - right)
    except NotWords:
        return []
    if not all(word == () or _gram_letter(word) for word in gap):
        return []
    for turn in (1, -1):
        signs = {word: sign(turn * coefficient, scalars, deadline) if _plain(coefficient, scalars) else None
                 for word, coefficient in gap.items()}
        if all(found in NOT_NEGATIVE for found in signs.values()):
            if signs.get(()) is Sign.POSITIVE:
                raise NoPoint(f"{left} = {right} adds up matrices that are not negative to less than zero")
            return [_gram_letter(word).symbol for word, found in signs.items() if word and found is Sign.POSITIVE]
    return []


def _gram_letter(word: tuple) -> Letter | None:
    """The letter u of a word u^T u."""
    return word[0] if len(word) == 2 and word[0] == word[1].T else None


def _matrices(condition, but_in_products: bool) -> set:
    """The matrix symbols of a condition, those outside its inner products if the others do not matter."""
    if but_in_products:
        condition = condition.xreplace({product: Dummy(real=True) for product in condition.atoms(Dot)})
    return condition.atoms(MatrixSymbol)


def _plain(coefficient: Expr, scalars: Domain) -> bool:
    return coefficient.free_symbols <= set(scalars.scalars)


def _of_scalars(domain: Domain, inner_products: bool = False) -> Domain:
    """The conditions that speak of scalars only, inner products among them where they are asked for."""
    kept = [condition for condition in domain.conditions if not _matrices(domain.expand(condition), inner_products)]
    return Domain(*kept, over=domain.scalars, where={key: value for key, value in domain.where.items()
                                                    if not is_matrix(value) and not value.atoms(MatrixSymbol)})
