"""Sums whose terms hold k + c beside k: they have the law of the sum with k for k + c.

Where f(k, m) is not negative and goes one way in m, for m = k + c and k >= 1 it is at most f(k, k), or at most f(k, (1 + c) k) where it
rises. That has a power law with the same exponent, as (1 + c) k only stretches the place. So what the terms up to u T^r give, and those
beyond, is small for small and for great u, and between them (k + c)/k tends to 1 evenly: dominated convergence.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Ge, Mul, Pow, Symbol, exp

from rederive.derivations.proof.integrals.questions import NoValue, Questions


def of_two_places(body: Expr, k: Symbol) -> tuple[Expr, Symbol, Expr] | None:
    """(f(k, m), m, 1 + c) for terms f(k, k + c) with one whole number c >= 1; None for others."""
    later = sorted({node for node in body.atoms(Add) if (node - k).is_Integer and node != k}, key=str)
    if len(later) != 1 or not (later[0] - k).is_positive:
        return None
    letter = Dummy("m", positive=True)
    return body.xreplace({later[0]: letter}), letter, 1 + later[0] - k


def way_of(terms: Expr, k: Symbol, letter: Symbol, low: Expr, ask: Questions) -> int | None:
    """1 where terms f(k, m), not negative, do not fall all along m >= k for all numbers k >= low, -1 where they do not rise; else None."""
    place, other = Dummy("k", real=True), Dummy("m", real=True)
    try:
        there = ask.within(Ge(place, low), Ge(other, place), Ge(other, low))
    except NoValue:
        return None
    terms = terms.xreplace({k: place, letter: other})
    return _direction(terms, other, there) if ask.positive(low) and _not_negative(terms, there) else None


def _not_negative(term: Expr, ask: Questions) -> bool:
    if isinstance(term, Mul):
        return all(_not_negative(part, ask) for part in term.args)
    if isinstance(term, exp):
        return True
    if isinstance(term, Pow):
        return _not_negative(term.base, ask)
    return term.is_positive is True or ask.not_negative(term)


def _direction(term: Expr, letter: Symbol, ask: Questions) -> int | None:
    """1 where a term does not fall in a letter, -1 where it does not rise, 0 where it does not hang on it; None where that is not seen."""
    if letter not in term.free_symbols:
        return 0
    if term == letter:
        return 1
    if isinstance(term, exp):
        return _direction(term.args[0], letter, ask)
    if isinstance(term, Pow) and letter not in term.exp.free_symbols and _not_negative(term.base, ask):
        way = _direction(term.base, letter, ask)
        turn = 1 if term.exp.is_positive or ask.positive(term.exp) else -1 if term.exp.is_negative or ask.positive(-term.exp) else None
        return None if way is None or turn is None else way * turn
    if isinstance(term, Add):
        ways = {_direction(part, letter, ask) for part in term.args} - {0}
        return ways.pop() if len(ways) == 1 else None
    if isinstance(term, Mul):
        return _direction_of_product(term, letter, ask)
    return None


def _direction_of_product(term: Mul, letter: Symbol, ask: Questions) -> int | None:
    fixed, moving = term.as_independent(letter, as_Add=False)
    parts = Mul.make_args(moving)
    if not all(_not_negative(part, ask) for part in parts):
        return None
    ways = {_direction(part, letter, ask) for part in parts} - {0}
    turn = 1 if _not_negative(fixed, ask) else -1 if _not_negative(-fixed, ask) else None
    return None if len(ways) != 1 or turn is None or None in ways else ways.pop() * turn
