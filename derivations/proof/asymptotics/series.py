"""What an expansion is made of: monomials in a small positive parameter e, and sums of them with a remainder."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, S, default_sort_key

from theoremtest.derivations.proof.expansion import expanded_or_kept


@dataclass(frozen=True)
class Monomial:
    """exp(sum of c log(1/e)^q / e^p) * e^power * log(1/e)^logs; `growth` holds the pairs ((p, q), c), the fastest first where every p is a
    number, else in an order that says nothing of size."""

    growth: tuple = ()
    power: Expr = S.Zero
    logs: Expr = S.Zero

    def __mul__(self, other: Monomial) -> Monomial:
        table = dict(self.growth)
        for p, c in other.growth:
            table[p] = table.get(p, S.Zero) + c
        return Monomial(growth_of(table), self.power + other.power, self.logs + other.logs)

    def __pow__(self, exponent) -> Monomial:
        return Monomial(growth_of({p: c * exponent for p, c in self.growth}), self.power * exponent, self.logs * exponent)


def growth_of(table: dict) -> tuple:
    """Exponents and coefficients of a growth as a monomial holds them: equal exponents added, zeros left out, in order."""
    kept = [(p, c) for p, c in ((p, expanded_or_kept(c)) for p, c in table.items()) if c != 0]
    if all(p[0].is_Rational for p, _ in kept):
        return tuple(sorted(kept, key=lambda pair: (-pair[0][0], -pair[0][1])))
    return tuple(sorted(kept, key=lambda pair: (default_sort_key(pair[0][0]), -pair[0][1])))


UNIT = Monomial()


@dataclass(frozen=True)
class Series:
    """Terms (monomial, coefficient), and the remainder's monomial; None where nothing is left out."""

    terms: tuple = ()
    rest: Monomial | None = None
