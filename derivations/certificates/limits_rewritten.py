"""Other formulas for a sum whose leading terms cancel: over one denominator, expanded, with a difference of roots turned into a quotient.

SymPy does the algebra over rational functions in names for roots and exponentials. Nothing found here is trusted: that the formulas
agree is an obligation of the script.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from .reading import conditions
from .reasons import NoScript
from .terms import Term, app, num, speaks_of

LARGE = 250
"""Operations from which on a formula is left alone."""


@dataclass(frozen=True)
class Rewritten:
    """Another formula, and what has to hold for the two to agree."""

    term: Term
    needed: tuple[Term, ...]


class Algebra:
    """Terms as rational functions; roots and exponentials get names."""

    def __init__(self) -> None:
        self.atoms: dict[sp.Symbol, Term] = {}
        self.squares: dict[sp.Symbol, sp.Expr] = {}
        self.exponents: dict[sp.Symbol, sp.Expr] = {}

    def atom(self, term: Term) -> sp.Symbol:
        """The name of a part."""
        for symbol, known in self.atoms.items():
            if known == term:
                return symbol
        symbol = sp.Symbol(term.args[0] if term.head == "var" else f"atom__{len(self.atoms)}")
        self.atoms[symbol] = term
        return symbol

    def read(self, term: Term) -> sp.Expr:
        """The term as a rational function in the names."""
        head, args = term
        if head == "num":
            return sp.Rational(*args)
        if head in ("add", "sub", "mul", "div"):
            one, other = (self.read(item) for item in args)
            if head == "div" and other == 0:
                raise NoScript("division")
            return {"add": lambda: one + other, "sub": lambda: one - other, "mul": lambda: one * other, "div": lambda: one / other}[head]()
        if head in ("opp", "inv"):
            one = self.read(args[0])
            return -one if head == "opp" else 1 / one
        if head == "pow" and args[1].isdigit():
            return self.read(args[0]) ** int(args[1])
        if head == "sqrt":
            symbol = self.atom(term)
            self.squares[symbol] = self.read(args[0])
            return symbol
        if head == "exp":
            return self._exponential(term, self.read(args[0]))
        if head in ("cosh", "sinh", "tanh"):
            up = self._exponential(app("exp", args[0]), self.read(args[0]))
            return {"cosh": (up + 1 / up) / 2, "sinh": (up - 1 / up) / 2, "tanh": (up**2 - 1) / (up**2 + 1)}[head]
        return self.atom(term)

    def _exponential(self, term: Term, exponent: sp.Expr) -> sp.Expr:
        for symbol, known in self.exponents.items():
            ratio = sp.cancel(exponent / known)
            if ratio.is_Integer:
                return symbol**ratio
        symbol = self.atom(term)
        self.exponents[symbol] = exponent
        return symbol

    def reduced(self, polynomial: sp.Expr) -> sp.Expr:
        """The expression with even powers of roots replaced by what they are, over one denominator."""
        for _ in range(6):
            above, below = sp.fraction(sp.together(polynomial))
            changed = [self._without_squares(sp.expand(side)) for side in (above, below)]
            if changed == [sp.expand(above), sp.expand(below)]:
                break
            polynomial = changed[0] / changed[1]
        return sp.together(polynomial)

    def _without_squares(self, polynomial: sp.Expr) -> sp.Expr:
        for symbol, square in self.squares.items():
            if polynomial.has(symbol):
                found = sp.Poly(polynomial, symbol)
                polynomial = sum((c * square ** (k // 2) * symbol ** (k % 2) for (k,), c in found.terms()), sp.S.Zero)
        return sp.expand(polynomial)

    def write(self, expression: sp.Expr) -> Term:
        """The expression as a term again."""
        if expression.is_Rational:
            return num(expression.p, expression.q)
        if expression.is_Symbol:
            return self.atoms[expression]
        if expression.is_Add:
            found = None
            for item in expression.args:
                minus = item.could_extract_minus_sign()
                made = self.write(-item if minus else item)
                found = (app("opp", made) if minus else made) if found is None else app("sub" if minus else "add", found, made)
            assert found is not None
            return found
        if expression.is_Pow and expression.exp.is_Integer:
            base = self.write(expression.base)
            power = app("pow", base, str(abs(int(expression.exp)))) if abs(expression.exp) != 1 else base
            return power if expression.exp > 0 else app("div", num(1), power)
        if expression.is_Mul:
            above, below = sp.fraction(expression)
            if below != 1:
                return app("div", self.write(above), self.write(below))
            if above.could_extract_minus_sign():
                return app("opp", self.write(-above))
            found = None
            for item in above.args:
                made = self.write(item)
                found = made if found is None else app("mul", found, made)
            assert found is not None
            return found
        raise NoScript("algebra")


@lru_cache(maxsize=512)
def rewritings(term: Term, y: str) -> tuple[Rewritten, ...]:
    """Other formulas for a term in y, the plainest first. Kept, as the scripts of one theorem ask for the same again. Raises NoScript."""
    return tuple(_rewritings(term, y))


def _rewritings(term: Term, y: str) -> Iterator[Rewritten]:
    algebra = Algebra()
    expression = algebra.read(term)
    if sp.count_ops(expression) > LARGE:
        raise NoScript("size")
    moving = {symbol for symbol, known in algebra.atoms.items() if speaks_of(known, {y})}
    expression = algebra.reduced(expression)
    above, below = sp.fraction(expression)
    above = sp.expand(above)
    roots = [symbol for symbol in algebra.squares if symbol in moving and above.has(symbol)]
    candidates = [sp.cancel(expression)] if not roots else [above / below]
    for root in roots:
        found = sp.Poly(above, root)
        if found.degree() != 1:
            continue
        half, rest = found.coeff_monomial(root), found.coeff_monomial(1)
        product = algebra.reduced(rest**2 - half**2 * algebra.squares[root])
        upper, lower = sp.fraction(product)
        candidates.append(sp.factor_terms(sp.expand(upper)) / (lower * below * (rest - half * root)))
    for candidate in candidates:
        other = algebra.write(candidate)
        if other != term:
            needed = dict.fromkeys(item for item in (*conditions(other), *conditions(term)) if speaks_of(item, {y}))
            yield Rewritten(other, tuple(needed))
