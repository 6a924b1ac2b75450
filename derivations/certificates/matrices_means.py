"""Means, variances and covariances over matrices of independent normal numbers, as theorems.

One matrix is averaged after the other, the rest held fixed: independent draws may be. A variance is the mean of the squared distance from
the mean, which the theorem says is some number. What is read is a polynomial of the draws; no denominator or root speaks of them.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from sympy import Ge, Lt, Ne, S, Symbol
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixSymbol

from theoremtest.derivations.language import Covariance, Domain, Expectation

from .matrices import MatrixPart, theorem
from .matrices_means_script import Draw, Means
from .matrices_reading import Reader
from .matrices_setting import Hypothesis, Setting, defined, setting_of, spoken
from .matrices_terms import Letters, NoCertificate, Node, node, subtrees


def mean(statement: Expectation | Covariance) -> MatrixPart:
    """The theorem of a mean, variance or covariance. Raises NoCertificate."""
    made = setting_of(statement.on, spoken(statement))
    made.reader = reader = PlaceReader(made.letters, statement.on)
    for key in statement.draws:  # also those that the quantity does not speak of
        drawn(made, key)
    shaped = bool(getattr(statement.value, "shape", ()))
    read = made.reader.matrix if shaped else made.reader.scalar
    quantities = [read(one) for one in statement.drawn_over()]
    value = read(statement.value)
    draws = [Draw(key, made.letters.names[key], *made.letters.shape(key), made.reader.scalar(law)) for key, law in statement.draws.items()]
    trees = [*quantities, value, *(draw.variance for draw in draws)]
    defined(made, *trees)
    only_polynomials(made, quantities, set(statement.draws))
    made.letters.letters = [one for one in made.letters.letters if one[0] not in statement.draws]
    work = Means(made, draws, " i j" if shaped else "", reader.known())
    if len(quantities) == 1 and getattr(statement, "moment", "mean") == "mean":
        said = ("forall i j, " if shaped else "") + work.said(quantities[0], value)
        parts: list = []
    else:
        parts = [quantities[0], quantities[-1]]
        said = _spread(work, parts, value)
    said = reader.every() + said

    def proof() -> list[str]:
        return reader.opening() + (work.proof(quantities[0], value) if not parts else _spread_proof(work, parts, value))
    return theorem(made, trees, said, proof)


def drawn(made: Setting, key: Any) -> None:
    """The letter for what is drawn; a number is a matrix of one entry."""
    letter = made.letters.letter(key, getattr(key, "shape", (S.One, S.One)))
    if not isinstance(key, MatrixSymbol):
        made.reader.bound = {**made.reader.bound, key: node("sent", letter)}


class PlaceReader(Reader):
    """Reads an entry of a matrix at a place that the domain keeps in range: its row and column are picked by unit vectors."""

    def __init__(self, letters: Letters, domain: Domain) -> None:
        super().__init__(letters)
        self.domain, self.places = domain, {}

    def scalar(self, expression: Any) -> Node:
        """The tree of a scalar expression."""
        if not isinstance(expression, MatrixElement):
            return super().scalar(expression)
        matrix, *places = expression.args
        one, other = (self._unit(place, size) for place, size in zip(places, matrix.shape, strict=True))
        return node("sent", node("mmul", node("mmul", node("mtr", one), self.matrix(matrix)), other))

    def _unit(self, place: Any, size: Any) -> Node:
        if not isinstance(place, Symbol) or Lt(place, size) not in self.domain.conditions or not (
                place.is_nonnegative or Ge(place, 0) in self.domain.conditions) or self.places.get(place, size) != size:
            raise NoCertificate("scalar word MatrixElement")
        self.places[place] = size
        key = f"unit {place}"
        self.of.names[key] = f"(delta_mx {self.of.name(place, 'k_')} ord0 : 'M[R]_({self.of.size_text(size)}, 1%N))"
        return self.of.letter(key, (size, S.One))

    def _apart(self) -> list[tuple]:
        return [pair for pair in combinations(self.places, 2) if self.places[pair[0]] == self.places[pair[1]] and any(
            isinstance(item, Ne) and set(item.args) == set(pair) for item in self.domain.conditions)]

    def every(self) -> str:
        """The binders of the places, and that they differ where the domain says so."""
        binders = [f"forall {self.of.names[place]} : 'I_{self.of.size_text(size)}, " for place, size in self.places.items()]
        return "".join([*binders, *(f"{self.of.names[one]} <> {self.of.names[other]} -> " for one, other in self._apart())])

    def opening(self) -> list[str]:
        """The line that names them."""
        names = [*(self.of.names[place] for place in self.places), *(f"apart{number}" for number in range(len(self._apart())))]
        return [f"move=> {' '.join(names)}."] if names else []

    def known(self) -> list[Hypothesis]:
        """What products of unit vectors are."""
        found = []
        for place in self.places:
            unit = node("mlet", f"unit {place}")
            found.append(Hypothesis(f"(unit_itself {self.of.names[place]})", "", "matrix", "=", (
                node("mmul", node("mtr", unit), unit), node("mid", 0))))
        for number, pair in enumerate(self._apart()):
            one, other = (node("mlet", f"unit {place}") for place in pair)
            found.append(Hypothesis(f"(units_apart apart{number})", "", "matrix", "=", (
                node("mmul", node("mtr", one), other), node("mzero", 0, 0))))
        return found


def only_polynomials(made: Setting, quantities: list[Node], drawn: set) -> None:
    """Raises NoCertificate where quantities are no polynomials of what is drawn."""
    if made.letters.spaces or made.letters.diagonals or made.letters.functions:
        raise NoCertificate("function")
    for part in [part for tree in quantities for part in subtrees(tree)]:
        if part.head == "sfun" and any(below.head == "mlet" and below.args[0] in drawn for below in subtrees(part)):
            raise NoCertificate("polynomial")
        if part.head == "mlet" and part.args[0] in made.letters.inverses:
            raise NoCertificate("inverse")


def _spread(work: Means, parts: list[Node], value: Node) -> str:
    """What a variance or covariance says: both means are numbers, and the product of the distances from them has the mean."""
    one, other = parts
    middles = ["c1"] if one == other else ["c1", "c2"]
    found = [f"({work.said(part, name)})" for part, name in zip((one, other), middles, strict=False)]
    shown = work.made.printer.shown
    factors = [f"({shown(part)} + (- {name}))%Re" for part, name in ((one, middles[0]), (other, middles[-1]))]
    whole = work.said(f"({factors[0]} * {factors[1]})%Re", value)
    every = " /\\ ".join([*found, f"({whole})"])
    return f"exists {' '.join(middles)} : R, {every}"


def _spread_proof(work: Means, parts: list[Node], value: Node) -> list[str]:
    one, other = parts
    sides = [one] if one == other else [one, other]
    middles = [work.averaged(side) for side in sides]
    lines = [f"exists {work.made.printer.shown(middle)}." for middle in middles]
    for side, middle in zip(sides, middles, strict=True):
        lines += ["split.", "{", *work.proof(side, middle), "}"]
    factors = [node("sadd", part, node("sopp", middle)) for part, middle in ((one, middles[0]), (other, middles[-1]))]
    return [*lines, *work.proof(node("smul", *factors), value)]
