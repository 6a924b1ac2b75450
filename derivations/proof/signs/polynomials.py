"""Polynomials over generators: the ring that all questions about signs share, and what is done to its elements."""

from __future__ import annotations

from math import comb

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

CAPACITY = 28
"""Generators that one question may have."""
TERMS = 3000
"""Terms beyond which a polynomial is given up."""
CONTEXT = fmpq_mpoly_ctx.get(tuple(f"g{i}" for i in range(CAPACITY)), Ordering.lex)
GENS = CONTEXT.gens()
ONE, NOUGHT = CONTEXT.constant(1), CONTEXT.constant(0)


def key_of(poly) -> tuple:
    """A polynomial as a key."""
    return tuple(poly.monoms()), tuple(poly.coeffs())


_FACTORED: dict = {}
KEPT = 4000
"""Factorisations that are kept: questions about one statement ask for the same ones again and again."""


def factored(poly) -> tuple[fmpq, list]:
    """A polynomial's content and irreducible factors with their exponents."""
    key = key_of(poly)
    found = _FACTORED.get(key)
    if found is None:
        if len(_FACTORED) >= KEPT:
            _FACTORED.clear()
        found = _FACTORED[key] = poly.factor()
    return found


def most_terms(poly, n: int) -> int:
    """A bound on the terms of a power of a polynomial, for deciding whether to work it out."""
    return comb(n + len(poly) - 1, n) if poly else 0


def rational(value) -> fmpq:
    """A SymPy rational for FLINT."""
    return fmpq(int(value.p), int(value.q))


def unit_normal(poly) -> tuple[fmpq, fmpq_mpoly]:
    """`(c, p)` with poly = c*p and p of leading coefficient one."""
    lead = poly.leading_coefficient()
    return lead, poly / lead


def coefficients(poly, index: int) -> dict[int, fmpq_mpoly]:
    """The coefficients of a polynomial in one generator, by power."""
    groups: dict[int, dict] = {}
    for monomial, value in poly.to_dict().items():
        power = monomial[index]
        rest = monomial[:index] + (0,) + monomial[index + 1:]
        groups.setdefault(power, {})[rest] = value
    return {power: CONTEXT.from_dict(terms) for power, terms in groups.items()}
