"""From the language's expressions to Coq's terms, and where such a term has a value.

Every function is Coq's own or defined at the head of the file; what has no definition there is refused with one word. Coq's division,
roots and logarithms have a value everywhere, a formula's do not: `conditions` says where they agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theoremtest.derivations.language import Domain, Parity

from .terms import Term, app, both, num, put, speaks_of, text, var

ONE = {sp.exp: "exp", sp.log: "ln", sp.cosh: "cosh", sp.sinh: "sinh", sp.tanh: "tanh", sp.coth: "coth", sp.sech: "sech",
       sp.csch: "csch", sp.asinh: "arcsinh", sp.acosh: "acosh", sp.atanh: "atanh", sp.Abs: "Rabs", sp.sign: "sign", sp.sin: "sin",
       sp.cos: "cos", sp.tan: "tan", sp.atan: "atan"}
RELATION = {sp.Gt: "gt", sp.Ge: "ge", sp.Lt: "lt", sp.Le: "le", sp.Eq: "eq", sp.Ne: "ne"}
TAKEN = {
    "exp", "ln", "sqrt", "sign", "cosh", "sinh", "tanh", "coth", "sech", "csch", "sin", "cos", "tan", "atan", "PI", "R", "Z", "nat", "E",
    "D", "S", "O", "I", "IF", "Rn", "eq", "pos", "nz", "fun", "forall", "exists", "in", "at", "as", "of", "if", "then", "else", "let",
    "match", "with", "end", "for", "where", "by", "fix", "cofix", "using", "return", "Set", "Prop", "Type", "True", "False", "filterlim",
}
"""Names that mean something to Coq."""


class Unprintable(Exception):
    """What has no faithful text; `word` says in one word why."""

    def __init__(self, word: str, detail: str = ""):
        super().__init__(f"{word}: {detail}" if detail else word)
        self.word = word


class Names:
    """Coq identifiers of symbols, each its own, and what kind of number each symbol is."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.known: dict[Any, str] = {}
        self._used = set(TAKEN)
        self.places: dict[Any, list[str]] | None = None
        """Sequences, with the kind of number that each place takes; None where there is to be no finite sum."""
        self.sizes: set[sp.Symbol] = set()
        """Whole numbers that are natural by what other symbols are."""
        self.bound: dict[sp.Basic, str] = {}
        """The names that the indices of sums have where one reads."""

    def __call__(self, symbol: Any) -> str:
        if symbol in self.bound:
            return self.bound[symbol]
        if symbol not in self.known:
            self.known[symbol] = self.fresh(str(symbol))
        return self.known[symbol]

    def fresh(self, wish: str) -> str:
        """An identifier that nothing else has, as near to the wish as Coq allows."""
        wish = wish.replace("'", "_prime")
        base = re.sub(r"[^A-Za-z0-9_]+", "_", wish).strip("_") or "x"
        base = re.sub(r"_+", "_", base)
        if not base[0].isalpha():
            base = "x_" + base
        name, number = base, 0
        while name in self._used:
            number += 1
            name = f"{base}_{number}"
        self._used.add(name)
        return name

    def kind(self, symbol: sp.Symbol) -> str:
        """`R`, `nat` for a size or a whole number that is not negative, `Z` for any other whole number."""
        if symbol in self.bound:
            return "nat"
        if not symbol.is_integer:
            return "R"
        if symbol in self.sizes:
            return "nat"
        bounds = self.domain.bounds.get(symbol)
        low = bounds.lower if bounds is not None else None
        return "nat" if symbol.is_nonnegative or (low is not None and low >= 0) else "Z"


def read(expression: sp.Basic, names: Names) -> Term:
    """A scalar expression as a term. Raises Unprintable."""
    if expression.is_Rational:
        return num(expression.p, expression.q)
    if isinstance(expression, sp.Symbol):
        kind = names.kind(expression)
        return var(names(expression)) if kind == "R" else app("INR" if kind == "nat" else "IZR", names(expression))
    if expression is sp.S.Exp1:
        return app("exp", num(1))
    if expression is sp.S.Pi:
        return app("PI")
    if isinstance(expression, sp.Add):
        return _sum(expression, names)
    if isinstance(expression, sp.Mul):
        return _product(expression, names)
    if isinstance(expression, sp.Pow):
        return _power(expression, names)
    made = type(expression)
    if made in ONE:
        return app(ONE[made], read(expression.args[0], names))
    if made in (sp.Max, sp.Min):
        return both("Rmax" if made is sp.Max else "Rmin", [read(item, names) for item in expression.args], num(0))
    if isinstance(expression, Parity):
        return _parity(expression, names)
    if isinstance(expression, sp.KroneckerDelta) and len(expression.args) == 2:
        return app("kronecker", *(read(item, names) for item in expression.args))
    if isinstance(expression, sp.Derivative):
        return _derivative(expression, names)
    if hasattr(expression, "elementary"):
        return read(expression.elementary(), names)
    if names.places is not None and isinstance(expression, sp.Sum):
        return _total(expression, names)
    if isinstance(expression, AppliedUndef):
        if names.places is not None and made in names.places:
            return _entry(expression, names)
        raise Unprintable("unknown", f"the function {made.__name__} is not given")
    raise Unprintable(made.__name__.lower())


def _parity(expression: Parity, names: Names) -> Term:
    """One sign for each bit of a number that is written out."""
    chosen, bits = expression.args
    if not (chosen.is_Integer and chosen >= 0 and isinstance(bits, sp.Symbol)):
        raise Unprintable("parity")
    kind = names.kind(bits)
    if kind == "R":
        raise Unprintable("parity")
    whole = f"(Z.of_nat {names(bits)})" if kind == "nat" else names(bits)
    return both("mul", [app("bit", whole, str(place)) for place in range(int(chosen).bit_length())
                        if int(chosen) >> place & 1], num(1))


def _total(expression: sp.Sum, names: Names) -> Term:
    """A sum over natural numbers: from a number that is not negative; empty where it ends before it begins, or without an end."""
    return _totalled(expression.function, expression.limits, names)


def _totalled(function: sp.Expr, limits: tuple, names: Names) -> Term:
    """Sums within one another, the first within all others."""
    if not limits:
        return read(function, names)
    index, low, high = limits[-1]
    below = natural(low, names)
    if high is sp.oo and below is not None and len(limits) == 1:
        return _bound(index, names, lambda name: Term("endless", (name, read(function, names), below)))
    less = sp.S.Zero if not high.is_Add else min(sp.S.Zero, high.as_coeff_Add()[0])
    above = natural(high - less, names)
    if below is None or above is None or (less and not (low.is_Integer and low >= 1)):  # what is cut off at zero is empty all the same
        raise Unprintable("sum")
    if less:
        above = f"({above} - {-less})"
    return _bound(index, names, lambda name: Term("total", (name, _totalled(function, limits[:-1], names), below, above)))


def _bound(index: sp.Symbol, names: Names, read_in: Callable[[str], Term]) -> Term:
    """A term that binds the index of a sum."""
    known, names.bound = names.bound, {**names.bound, index: names.fresh(str(index))}
    try:
        return read_in(names.bound[index])
    finally:
        names.bound = known


def _entry(expression: AppliedUndef, names: Names) -> Term:
    """An entry of a sequence or of an array, or the value of a function that is not given."""
    made = type(expression)
    if (names.places or {})[made] == ["R"]:
        return app(names(made), read(expression.args[0], names))
    found = [natural(item, names) if kind == "nat" else _whole(item, names)
             for kind, item in zip((names.places or {})[made], expression.args)]
    if None in found:
        raise Unprintable("sum")
    return app(names(made), *found)


def _sum(expression: sp.Add, names: Names) -> Term:
    found = None
    for item in expression.args:
        coefficient, _ = item.as_coeff_Mul()
        if found is None:
            found = read(item, names)
        elif coefficient.is_Rational and coefficient < 0:
            found = app("sub", found, read(-item, names))
        else:
            found = app("add", found, read(item, names))
    return num(0) if found is None else found


def _product(expression: sp.Mul, names: Names) -> Term:
    above, below, negative = [], [], False
    for item in expression.args:
        if item.is_Rational and not item.is_Integer and abs(item.p) == 1:
            negative ^= item.p < 0
            below.append(num(item.q))
        elif item is sp.S.NegativeOne:
            negative = not negative
        elif isinstance(item, sp.Pow) and item.exp.is_Rational and item.exp < 0 and item.base is not sp.S.Exp1:
            below.append(_powered(item.base, -item.exp, names))
        else:
            above.append(read(item, names))
    found = both("mul", above, num(1))
    if below:
        found = app("div", found, both("mul", below, num(1)))
    return app("opp", found) if negative else found


def _power(expression: sp.Pow, names: Names) -> Term:
    base, exponent = expression.args
    if base is sp.S.Exp1:
        return app("exp", read(exponent, names))
    if exponent.is_Rational and exponent < 0:
        return app("div", num(1), _powered(base, -exponent, names))
    return _powered(base, exponent, names)


def _powered(base: sp.Expr, exponent: sp.Expr, names: Names) -> Term:
    """base to a power that is no negative number."""
    if exponent == 1:
        return read(base, names)
    if exponent.is_Integer:
        return app("pow", read(base, names), str(int(exponent)))
    if exponent.is_Rational and exponent.q == 2:
        root = app("sqrt", read(base, names))
        return root if exponent.p == 1 else app("pow", root, str(int(exponent.p)))
    if exponent.is_integer:
        whole = natural(exponent, names)
        if whole is not None:
            return app("pow", read(base, names), whole)
        return app("powerRZ", read(base, names), _whole(exponent, names))
    return app("Rpower", read(base, names), read(exponent, names))


def natural(exponent: sp.Expr, names: Names) -> str | None:
    """A whole number made of natural ones by sums and products alone; None where it is none."""
    if exponent.is_Integer:
        return str(int(exponent)) if exponent >= 0 else None
    if isinstance(exponent, sp.Symbol):
        return names(exponent) if names.kind(exponent) == "nat" else None
    if isinstance(exponent, sp.Pow) and exponent.base.is_Integer:
        items = [natural(item, names) for item in exponent.args]
        return None if None in items else f"({items[0]} ^ {items[1]})"
    if isinstance(exponent, (sp.Add, sp.Mul)):
        rest = exponent + 1
        if isinstance(rest, sp.Pow) and rest.base.is_Integer and rest.base > 0:  # it is one at least
            whole = natural(rest, names)
            return None if whole is None else f"({whole} - 1)"
        items = [natural(item, names) for item in exponent.args]
        if None not in items:
            return "(" + (" + " if isinstance(exponent, sp.Add) else " * ").join(map(str, items)) + ")"
    return None


def _whole(exponent: sp.Expr, names: Names) -> str:
    if exponent.is_Integer:
        return f"({int(exponent)})" if exponent < 0 else str(int(exponent))
    if isinstance(exponent, sp.Symbol):
        return names(exponent) if names.kind(exponent) == "Z" else f"(Z.of_nat {names(exponent)})"
    if isinstance(exponent, (sp.Add, sp.Mul)):
        sign = " + " if isinstance(exponent, sp.Add) else " * "
        return "(" + sign.join(_whole(item, names) for item in exponent.args) + ")%Z"
    raise Unprintable("power", str(exponent))


def _derivative(expression: sp.Derivative, names: Names) -> Term:
    found = read(expression.expr, names)
    for key in reversed(list(names.domain.where)):  # an abbreviation may hide what the derivative is in
        if key in names.known and speaks_of(found, {names.known[key]}):
            found = put(found, {var(names.known[key]): read(names.domain.where[key], names)})
    for variable, count in expression.variable_count:
        if not (isinstance(variable, sp.Symbol) and count.is_Integer and names.kind(variable) == "R"):
            raise Unprintable("derivative")
        for _ in range(int(count)):
            found = app("Derive", app("fun", names(variable), found), var(names(variable)))
    return found


def conditions(term: Term) -> list[Term]:
    """Where the term has a value: denominators that are not zero, radicands, arguments of logarithms; each once, in order."""
    found: dict[Term, None] = {}
    for item in _open_parts(term):
        found.update(dict.fromkeys(_needed(item)))
    known = set(found)
    return [item for item in found if not _told(item, known)]


def _open_parts(term: Term) -> Iterator[Term]:
    """Every part of a term, inner ones first; what a sum binds stands within the sum alone."""
    if term.head not in ("total", "endless"):
        for item in term.args:
            if isinstance(item, Term):
                yield from _open_parts(item)
    yield term


def _needed(item: Term) -> list[Term]:
    head, args = item
    if head == "div":
        return _not_zero(args[1])
    if head == "sqrt":
        return [app("le", num(0), args[0])]
    if head == "ln":
        return [app("lt", num(0), args[0])]
    if head == "Rpower":
        return [app("lt", num(0), args[0])]
    if head == "powerRZ":
        return _not_zero(args[0])
    if head == "acosh":
        return [app("le", num(1), args[0])]
    if head == "atanh":
        return [app("lt", num(-1), args[0]), app("lt", args[0], num(1))]
    if head in ("coth", "csch"):
        return _not_zero(args[0])
    if head == "tan":
        return [app("ne", app("cos", args[0]), num(0))]
    if head == "Derive":
        return [app("ex_derive", *args)]
    if head == "bit":
        return [] if args[0].startswith("(Z.of_nat") else [app("raw", f"(0 <= {args[0]})%Z")]
    if head in ("total", "endless"):
        index, body, *ends = args
        bound = re.compile(rf"\b{index}\b")
        inner = [Term("every", (index, item, *ends)) if bound.search(text(item)) else item for item in conditions(body)]
        return [*inner, Term("summable", args)] if head == "endless" else inner
    return []


def _not_zero(term: Term) -> list[Term]:
    head, args = term
    if head == "mul":
        return _not_zero(args[0]) + _not_zero(args[1])
    if head in ("pow", "opp"):
        return _not_zero(args[0])
    if head == "sqrt":
        return [app("lt", num(0), args[0])]
    if head in ("exp", "cosh") or head == "num" and args[0]:
        return []
    return [app("ne", term, num(0))]


def _told(item: Term, known: set[Term]) -> bool:
    """Whether a condition on plain numbers holds, or a stricter one of the same term is there."""
    sides = [side for side in item.args if isinstance(side, Term)]
    if item.head == "le" and all(side.head == "num" for side in sides):
        return sides[0].args[0] * sides[1].args[1] <= sides[1].args[0] * sides[0].args[1]
    if item.head == "lt" and all(side.head == "num" for side in sides):
        return sides[0].args[0] * sides[1].args[1] < sides[1].args[0] * sides[0].args[1]
    if item.head == "le" and sides[0] == num(0):
        return app("lt", *sides) in known or sides[1].head in ("exp", "cosh")
    if item.head == "ne" and sides[1] == num(0):
        return app("lt", num(0), sides[0]) in known
    return False


def proposition(relation: sp.Basic, names: Names) -> Term:
    """A relation, or a conjunction or disjunction of such, as a proposition. Raises Unprintable."""
    if relation is sp.S.true:
        return app("True")
    if relation is sp.S.false:
        return app("False")
    if isinstance(relation, (sp.And, sp.Or)):
        head = "and" if isinstance(relation, sp.And) else "or"
        return Term(head, tuple(proposition(item, names) for item in relation.args))
    if isinstance(relation, sp.Not):
        return app("not", proposition(relation.args[0], names))
    if isinstance(relation, Relational) and type(relation) in RELATION:
        return app(RELATION[type(relation)], read(relation.lhs, names), read(relation.rhs, names))
    raise Unprintable(type(relation).__name__.lower())
