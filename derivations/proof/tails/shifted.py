"""Sums whose terms hold k + c beside k: they have the law of the sum with k for k + c.

Where f(k, s k) has a power law of one exponent for every s >= 1, f(u T^r, s u T^r) is a power of T times a function of u and s, and
m = k + c is s k with an s that tends to 1 evenly for u away from zero. Where f(k, m) is not negative and goes one way in m, it is at most
f(k, k) or, for k >= 1, at most f(k, (1 + c) k), so that what the terms up to u T^r give, and those beyond, is small for small and for great
u: dominated convergence. Without a law for every s it would be false: in k e^{-(m^2 - k^2)/T - k/T} the difference of squares stays.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Ge, Mul, Pow, Symbol, exp

from theoremtest.derivations.proof.integrals.questions import NoValue, Questions


def of_two_places(body: Expr, k: Symbol) -> tuple[Expr, Symbol] | None:
    """(f(k, m), m) for terms f(k, k + c) with one whole number c >= 1; None for others."""
    later = sorted({node for node in body.atoms(Add) if (node - k).is_Integer and node != k}, key=str)
    if len(later) != 1 or not (later[0] - k).is_positive:
        return None
    letter = Dummy("m", positive=True)
    return body.xreplace({later[0]: letter}), letter


def goes_one_way(terms: Expr, k: Symbol, letter: Symbol, low: Expr, ask: Questions) -> bool:
    """Whether terms f(k, m) are shown not to be negative, and to rise or to fall all along m >= k, for all numbers k >= low."""
    place, other = Dummy("k", real=True), Dummy("m", real=True)
    try:
        there = ask.within(Ge(place, low), Ge(other, place), Ge(other, low))
    except NoValue:
        return False
    terms = terms.xreplace({k: place, letter: other})
    return ask.positive(low) and _not_negative(terms, there) and _direction(terms, other, there) is not None


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
