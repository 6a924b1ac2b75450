"""Potentials and fields of vectors that are steered by the length alone, over numbers: r is the inner product of the vector with itself.

A field is one multiple of the identity and one of the outer product, both functions of r. What a theorem needs of these functions is stated
as lemmas about numbers, whose scripts are those of theorems of numbers; `Radial.v` knows what follows for vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.matrices.expressions import Identity, MatAdd, MatMul, Transpose
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Domain, Dot, Statement

from .derivatives import derivative
from .matrices_lemmas import BEFORE, CLOSING, OPENING, PLACE
from .matrices_limits_numbers import samples
from .matrices_terms import NoCertificate
from .openings import SIDES, introduced
from .printing.numbers import proved
from .reading import Names, conditions, read
from .reasons import NoScript
from .samples import numeric
from .terms import Term, app, conjunction, mapped, num, put, text, var
from .theorems import Theorem, moving, setting, unique

UNFOLDED = "rewrite /at_length ?scalerDr ?scalerA; first [ reflexivity | rewrite addrC; reflexivity ]"
"""Shows that a field as it is written is that of its two multiples."""


@dataclass
class Field:
    """A field: how it is written at a vector of a name, and its multiples of the identity and of the outer product."""

    shape: Any
    one: Term
    outer: Term


class Radial:
    """One statement of this kind, its numbers as terms in r. Raises NoCertificate where it speaks of more than the length."""

    def __init__(self, statement: Statement, variable: MatrixSymbol, *others: MatrixSymbol) -> None:
        self.variable, self.vectors = variable, (variable, *others)
        self.size = variable.shape[0]
        if not isinstance(self.size, sp.Symbol) or any(vector.shape != variable.shape for vector in others):
            raise NoCertificate("size")
        self.domain = statement.on
        self.symbol = sp.Symbol("r", real=True)
        told = [self._condition(item) for item in self.domain.conditions]
        if not all(any(item == (Dot(vector, vector) > 0) for item in self.domain.conditions) for vector in self.vectors):
            raise NoCertificate("zero")  # the theorem would say less than the claim
        spoken = [item for item in told if item is not None]
        expressions = [self.domain.expand(item) for item in statement.expressions() if isinstance(item, sp.Basic)]
        params = set().union(*(item.free_symbols for item in (*expressions, *spoken))) & set(self.domain.scalars)
        place = setting(Domain(*spoken, over=[*sorted(params, key=str), self.symbol]), (self.symbol,))
        self.names: Names = place.names
        self.r = self.names(self.symbol)
        self.params = [(name, kind) for name, kind in place.binders if name != self.r]
        self.supposed = [item for item in place.hypotheses if item.head != "raw"]
        self.name = self.names.fresh("n")
        self.lemmas: list[tuple[str, str]] = []
        self._bound: dict[str, str] = {}
        self.known: list[Term] = []
        """What was shown of every r above zero."""

    def _condition(self, condition: sp.Basic) -> sp.Basic | None:
        """A condition on numbers; None for that the vectors are not zero."""
        if any(condition == (Dot(vector, vector) > 0) for vector in self.vectors):
            return None
        if any(isinstance(symbol, MatrixSymbol) for symbol in condition.free_symbols):
            raise NoCertificate("condition")
        return condition

    def bound(self, wish: str) -> str:
        """The name of a bound variable, which no parameter has."""
        if wish not in self._bound:
            self._bound[wish] = self.names.fresh(wish)
        return self._bound[wish]

    # reading
    def scalar(self, expression: sp.Basic, vector: MatrixSymbol | None = None) -> Term:
        """A number of the length of a vector as a term in r."""
        vector = vector or self.variable
        plain = self.domain.expand(expression).xreplace({Dot(vector, vector): self.symbol})
        if any(isinstance(symbol, MatrixSymbol) for symbol in plain.free_symbols):
            raise NoCertificate("field")
        return read(plain, self.names)

    def multiple(self, expression: sp.Basic, vector: MatrixSymbol) -> Term:
        """The factor of a multiple of a vector."""
        factor, rest = _parted(self.domain.expand(expression))
        if rest != [vector]:
            raise NoCertificate("field")
        return self.scalar(factor, vector)

    def field(self, expression: sp.Basic) -> Field:
        """A field as a sum of a multiple of the identity and one of the outer product, each once."""
        shape = self._shape(self.domain.expand(expression))
        found: dict[str, Term] = {}
        for kind, factors in _leaves(shape):
            if kind in found:
                raise NoCertificate("field")
            product = num(1) if not factors else factors[0]
            for factor in factors[1:]:
                product = app("mul", product, factor)
            found[kind] = product
        if set(found) != {"one", "outer"}:
            raise NoCertificate("field")
        return Field(shape, found["one"], found["outer"])

    def _shape(self, expression: sp.Basic) -> Any:
        if isinstance(expression, MatAdd):
            return ("add", *map(self._shape, expression.args))
        factor, rest = _parted(expression)
        if len(rest) == 1 and isinstance(rest[0], Identity):
            inner: Any = ("one",)
        elif rest == [self.variable, Transpose(self.variable)]:
            inner = ("outer",)
        elif len(rest) == 1 and isinstance(rest[0], MatAdd):
            inner = self._shape(rest[0])
        else:
            raise NoCertificate("field")
        return inner if factor == 1 else ("scale", self.scalar(factor), inner)

    # writing
    def function(self, term: Term) -> str:
        """A term as a function of r."""
        return f"(fun {self.r} : R => {text(term)})%Re"

    def at(self, term: Term, vector: str) -> str:
        """A term where r is the inner product of a vector with itself."""
        return f"({text(put(term, {var(self.r): app('dot', vector, vector)}))})%Re"

    def shown(self, shape: Any, vector: str) -> str:
        """A field at a vector."""
        if shape[0] == "add":
            return "(" + " + ".join(self.shown(item, vector) for item in shape[1:]) + ")"
        if shape[0] == "scale":
            return f"({self.at(shape[1], vector)} *: {self.shown(shape[2], vector)})"
        return f"(1%:M : 'M[R]_{self.name})" if shape[0] == "one" else f"({vector} *m {vector}^T)"

    @property
    def vector(self) -> str:
        """The type of the vectors."""
        return f"'cV[R]_{self.name}"

    def defined(self, terms: Sequence[Term]) -> list[Term]:
        """Where the terms have a value."""
        return [item for item in unique(gap for term in terms for gap in conditions(term)) if item != app("gt", var(self.r), num(0))]

    def stated(self, conclusion: str, least: int = 0) -> str:
        """The theorem with its binders and conditions; least: what the dimension is above."""
        bound = " ".join(f"({name} : {kind})" for name, kind in [(self.name, "nat"), *self.params])
        sizes = [self.name, *(name for name, kind in self.params if kind == "nat")]
        said = [f"({least if name == self.name else 0} < {name})%N" for name in sizes] + [f"({text(item)})%Re" for item in self.supposed]
        return f"forall {bound},\n" + "".join(f"  {item} ->\n" for item in said) + f"  {conclusion}"

    # lemmas about numbers
    def _number(self, term: Term) -> Term:
        """Natural numbers as any numbers from one on, and real powers as the exponentials that they are."""
        sizes = {name for name, kind in self.params if kind == "nat"}
        return mapped(_exponential(term), lambda item: var(item.args[0]) if item.head == "INR" and item.args[0] in sizes else item)

    @property
    def _whole(self) -> list[Term]:
        """What is known of natural numbers."""
        return [app("le", num(1), var(name)) for name, kind in self.params if kind == "nat"]

    def slope(self, term: Term) -> Term:
        """The derivative of a term in r."""
        return derivative(_exponential(term), {self.r: num(1)})

    def multiple_of(self, term: Term, other: Term) -> Term:
        """The term as a number times the other one, where sample points show it to be that; else as it is. A guess, which is proved."""
        names = [*(name for name, _ in self.params), self.r]
        ratios = set()
        for point in samples(names, [*self._whole, *(self._number(item) for item in (*self.supposed, app("gt", var(self.r), num(0))))]):
            try:
                ratios.add(Fraction(str(numeric(self._number(term), point) / numeric(self._number(other), point))).limit_denominator(99))
            except (ArithmeticError, ValueError):
                return term
        return app("mul", num(*next(iter(ratios)).as_integer_ratio()), other) if len(ratios) == 1 else term

    def lemma(self, conclusion: Term, given: Sequence[Term], slope: tuple[Term, Term] | None = None) -> str:
        """States that something holds of every r above zero; the proof's text, which wants r and its hypotheses. Raises NoScript."""
        whole = self._whole
        supposed = [self._number(item) for item in (*self.supposed, app("gt", var(self.r), num(0)), *given)]
        names = [*(name for name, _ in self.params), self.r]
        theorem = Theorem([(name, "R") for name in names], [*whole, *supposed], self._number(conclusion), self.names,
                          "Equal" if conclusion.head == "eq" else "Holds")
        self.lemmas.append((theorem.statement(), self._script(theorem, slope)))
        values = " ".join(f"(INR {name})" if kind == "nat" else name for name, kind in self.params)
        told = " ".join([*(f"L_{name}" for name, kind in self.params if kind == "nat"), *(f"H{i}" for i in range(len(self.supposed)))])
        return f"@{PLACE}_{len(self.lemmas)} {values} r {told} h"

    def _script(self, theorem: Theorem, slope: tuple[Term, Term] | None) -> str:
        """The script of a lemma: of a derivative, the rules of differentiation, and an equation of numbers that they leave."""
        if slope is None:
            return proved(theorem)
        value, right = map(self._number, slope)
        left = replace(theorem, conclusion=app("eq", derivative(value, {self.r: num(1)}), right))
        shown = "\n  ".join(["clear.", *proved(left).strip().splitlines()[1:-1]])
        at = " ".join(["S__", *(name for name, _ in left.binders)])
        lines = [*introduced(theorem), f"assert (S__ : {left.statement()}).", f"{{ {shown} }}",
                 f"eapply D_is. {{ derive; cbv beta; {SIDES}. }}", f"cbv beta. apply ({at}); assumption."]
        return "Proof.\n" + "\n".join(lines) + "\nQed.\n"

    def fact(self, name: str, said: Term | tuple[Term, Term]) -> list[str]:
        """Lines that state a fact of every r above zero by a lemma that knows all that `positive` showed: a relation, or a derivative."""
        if not isinstance(said, Term):
            value, rate = said
            proof = self.lemma(app("is_derive", app("fun", self.r, value), var(self.r), rate), self.known, said)
            shown = f"is_derive {self.function(value)} r ({self.function(rate)} r)"
        else:
            proof, shown = self.lemma(said, self.known), f"({text(put(said, self._r))})%Re"
        taken = f"have {self.pattern} := C r h; " if self.known else ""
        return [f"have {name} : forall r : R, (r > 0)%Re -> {shown}.",
                f"{{ move=> r h; {taken}exact: ({proof} {' '.join(f'K{i}' for i in range(len(self.known)))}). }}"]

    @property
    def _r(self) -> dict[Term, Term]:
        return {var(self.r): var("r")}

    @property
    def pattern(self) -> str:
        """Names for what `positive` showed."""
        pattern = f"K{len(self.known) - 1}"
        for number in range(len(self.known) - 2, -1, -1):
            pattern = f"[K{number} {pattern}]"
        return pattern

    def positive(self, terms: Sequence[Term], more: Sequence[Term] = ()) -> list[str]:
        """Lines that show where the terms have a value and a derivative, and more."""
        needed = [need for term in terms for need in (*conditions(term), *moving(term, {self.r}))]
        found = [item for item in unique([*needed, *more]) if item not in self.supposed and item != app("gt", var(self.r), num(0))]
        if not found:
            return []
        proof = self.lemma(conjunction(found), ())
        self.known = found
        shown = text(put(conjunction(found), self._r))
        return [f"have C : forall r : R, (r > 0)%Re -> ({shown})%Re.", f"{{ move=> r h; exact: ({proof}). }}"]

    def opening(self) -> list[str]:
        """The first lines of a proof."""
        sizes = [name for name, kind in self.params if kind == "nat"]
        lines = [" ".join(["move=>", self.name, *(name for name, _ in self.params), "Hn", *(f"P_{name}" for name in sizes),
                           *(f"H{i}" for i in range(len(self.supposed)))]) + "."]
        return lines + [f"have L_{name} : (1 <= INR {name})%Re by apply: (le_INR 1 {name}); apply/leP." for name in sizes]

    def point(self, there: Mapping) -> list[str]:
        """Lines that give each parameter its value at a point of the domain. Raises NoScript where that has none."""
        named = {self.names(symbol): symbol for symbol in self.domain.scalars if isinstance(symbol, sp.Symbol)}
        lines = []
        for name, kind in self.params:
            value = there.get(named.get(name))
            if not getattr(value, "is_Rational", False) or kind == "nat" and value.q != 1:
                raise NoScript("point")
            number = Fraction(int(value.p), int(value.q))
            shown = f"{number}%N" if kind == "nat" else f"(({number.numerator}) / {number.denominator})%Re"
            lines.append(f"have [{name} E_{name}] : exists {name} : {kind}, {name} = {shown} by exists {shown}.")
            lines += [f"have P_{name} : (0 < {name})%N by rewrite E_{name}.",
                      f"have L_{name} : (1 <= INR {name})%Re by apply: (le_INR 1 {name}); apply/leP."] if kind == "nat" else []
        given = " ".join(f"E_{name}" for name, _ in self.params)
        return lines + [f"have H{i} : ({text(item)})%Re by rewrite {given}; lra." for i, item in enumerate(self.supposed)]

    @property
    def arguments(self) -> str:
        """What the theorem is applied to at a point of one dimension."""
        sizes = [f"P_{name}" for name, kind in self.params if kind == "nat"]
        return " ".join([*(name for name, _ in self.params), "isT", *sizes, *(f"H{i}" for i in range(len(self.supposed)))])

    def is_steered(self, of: Field, vector: str) -> str:
        """The proof that the field as it is written is that of its two multiples."""
        first = f"{self.shown(of.shape, vector)} = at_length {self.function(of.one)} {self.function(of.outer)} {vector}"
        return f"(_ : {first}); last by {UNFOLDED}"

    def script(self, lines: Sequence[str]) -> str:
        """The proof with its lemmas."""
        written = list(OPENING)
        for number, (stated, script) in enumerate(self.lemmas, 1):
            written += [f"Lemma {PLACE}_{number} : {stated}.", script.rstrip()]
        return "\n".join([*written, CLOSING, BEFORE + "Proof.", *lines, "Qed."]) + "\n"

    def witness(self, name: str) -> Iterator[str]:
        """Lemmas that the conditions on numbers can hold."""
        points = samples([key for key, _ in self.params], [self._number(item) for item in self.supposed])
        for point in points:
            bound = "".join(f"exists {key} : R, " for key, kind in self.params if kind == "R")
            values = "".join(f"exists ({int(sp.nsimplify(str(point[key]), rational=True).limit_denominator(99).p)} / "
                             f"{int(sp.nsimplify(str(point[key]), rational=True).limit_denominator(99).q)})%Re. "
                             for key, kind in self.params if kind == "R")
            yield f"Lemma {name} : {bound}({text(conjunction(self.supposed))})%Re.\nProof. {values}repeat split; lra. Qed.\n"


def _exponential(term: Term) -> Term:
    return mapped(term, lambda item: app("exp", app("mul", item.args[1], app("ln", item.args[0]))) if item.head == "Rpower" else item)


def _parted(expression: sp.Basic) -> tuple[sp.Basic, list]:
    """The factors of a product that are numbers, and those that are matrices."""
    if not isinstance(expression, MatMul):
        return sp.S.One, [expression]
    scalars = [item for item in expression.args if not getattr(item, "shape", ())]
    return sp.Mul(*scalars), [item for item in expression.args if getattr(item, "shape", ())]


def _leaves(shape: Any, factors: tuple = ()) -> Iterator[tuple[str, tuple]]:
    if shape[0] == "add":
        for item in shape[1:]:
            yield from _leaves(item, factors)
    elif shape[0] == "scale":
        yield from _leaves(shape[2], (*factors, shape[1]))
    else:
        yield shape[0], factors
