"""Rewritings that leave a statement what it is, and must be accepted: other arrangements of the same formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import Expr, Symbol, cosh, coth, exp, expand, factor, radsimp, sinh, tanh, together
from sympy.polys.polyerrors import PolynomialError

from theoremtest.derivations.language import Statement, TheoremtestError
from theoremtest.derivations.language.tree import from_tree, to_tree

from .kinds import Mutant
from .places import formulas

ACCENTS = ("tilde", "breve", "check", "acute", "grave")
"""What may stand on a name to make another of it."""
_HYPERBOLIC = (cosh, sinh, tanh, coth)


def _exponential(formula: Expr) -> Expr:
    """Functions of an angle are left: they would become complex exponentials, of which a statement on real numbers does not speak."""
    return formula.rewrite(_HYPERBOLIC, exp) if formula.has(*_HYPERBOLIC) else formula


REWRITINGS: dict[str, Callable[[Expr], Expr]] = {
    "expanded": expand, "factored": factor, "one fraction": together, "in exponentials": _exponential,
    "roots rationalised": lambda formula: radsimp(formula) if formula.has(Symbol) else formula}


def rewritings(statement: Statement) -> Iterator[tuple[str, str, str, Callable[[], Mutant | None]]]:
    """(kind, part, place, make) of every rewriting of a statement and of its parts.

    `make()` gives None where the rule does not apply or leaves the statement as it reads; it may take SymPy long.
    """
    for part, original in statement.parts():
        for place in formulas(original):
            if not isinstance(place.formula, Expr) or getattr(place.formula, "shape", ()):
                continue
            for kind, rule in REWRITINGS.items():
                yield kind, part, place.name, lambda place=place, rule=rule, kind=kind, part=part, original=original: _rewritten(
                    kind, part, place.name, original, lambda: place.put(rule(place.formula)))
        yield "names changed", part, "all", lambda part=part, original=original: _rewritten(
            "names changed", part, "all", original, lambda: _renamed(original))


def _rewritten(kind: str, part: str, place: str, original: Statement, make: Callable[[], Statement]) -> Mutant | None:
    try:
        made = make()
    except (PolynomialError, TheoremtestError, NotImplementedError, TypeError, ValueError, AttributeError):
        return None
    return None if to_tree(made) == to_tree(original) else Mutant(kind, part, place, kind, original, made)


def _renamed(statement: Statement) -> Statement:
    """The statement with every scalar called otherwise: symbols are bound by the domain and mean nothing by themselves.

    No new name is one that the statement has: beside a tilde s, an s with a tilde would be another letter's.
    """
    tree = to_tree(statement)
    scalars = [node for node in tree if node[0] == "Symbol" and "integer" not in node[2]]
    names = {node[1] for node in tree if node[0] == "Symbol"}
    accent = next(accent for accent in ACCENTS if names.isdisjoint(rf"\{accent}{{{node[1]}}}" for node in scalars))
    for node in scalars:
        node[1] = rf"\{accent}{{{node[1]}}}"
    return from_tree(tree)
