"""Matrix statements as theorems of Coq over mathcomp's real matrices of symbolic sizes, with proofs by the prelude's normaliser of words.

`matrix_certificate` takes one part of a claim: an equation between matrices or scalars of matrices, an inverse, a rate along a flow or a
conserved quantity. Sizes are natural numbers, abbreviations equations, an inverse is a matrix with its two equations. Conditions of the
domain that a proof of words does not need, such as definiteness, may be left out: what is proved without them is more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.resources import files
from typing import Any

from sympy import And, Dummy, Eq, Ge, Gt, Le, Lt, Ne
from sympy.matrices.expressions import DiagMatrix, Transpose
from sympy.matrices.expressions.matexpr import MatrixSymbol

from rederive.derivations.language import (
    Domain,
    Equal,
    EveryEntry,
    Inverse,
    PositiveDefinite,
    PositiveSemidefinite,
    PseudoInverse,
    Statement,
)
from rederive.derivations.language.assumptions import assumed
from rederive.derivations.language.domain import atoms_of

from .matrices_script import Script
from .matrices_terms import Letters, NoCertificate, Node, Reader, node, subtrees
from .matrices_text import Printer
from .matrices_witness import refutations, witnesses
from .reasons import NoScript

HEAD = """Require Import Reals ZArith Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Words Flows Numbers Diag Witness.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
"""
LIBRARIES = ("Rmx", "Words", "Flows", "Numbers", "Diag", "Witness")
"""The prelude's files, in the order in which Coq compiles them."""
RELATIONS = {Gt: ">", Ge: ">=", Lt: "<", Le: "<=", Ne: "<>", Eq: "="}


@cache
def libraries() -> dict[str, str]:
    """The prelude's files by name, in the order in which Coq compiles them."""
    return {name: (files(__package__) / "prelude" / f"{name}.v").read_text("utf-8") for name in LIBRARIES}


@dataclass(frozen=True)
class MatrixPart:
    """The Coq form of one part of a claim: what is stated, and a proof to try.

    left_out: conditions of the domain that the theorem does without, so that it says more than the claim. finite: a function space of the
    claim is taken for one of finitely many dimensions, so that the theorem says less.
    """

    stated: str
    proof: str
    left_out: tuple[str, ...] = ()
    finite: bool = False
    supposes: bool = False
    """Whether the theorem has hypotheses."""
    lemmas: Callable[[str], Iterator[str]] | None = None
    """The lemmas of `witnesses`."""

    @property
    def digest(self) -> str:
        """A digest of what is stated and of the definitions that it rests on."""
        return hashlib.sha256((libraries()["Rmx"] + libraries()["Diag"] + self.stated).encode()).hexdigest()

    def theorem_text(self, name: str) -> str:
        """The theorem's own lines, without a proof."""
        return f"Theorem {name} : {self.stated}.\n"

    denials: Callable[[], Iterator[str]] | None = None
    """Proofs of the negation to try."""
    says: str = "proved"

    def denied(self) -> MatrixPart:
        """The negation. Raises NoCertificate where the theorem says more or less than the claim: it would not refute that."""
        if self.left_out or self.finite or self.denials is None:
            raise NoCertificate("condition" if self.left_out else "matrix")
        return replace(self, stated=f"~ ({self.stated})", supposes=False, says="refuted")

    def scripts(self) -> Iterator[str]:
        """Proofs to try. Raises NoScript where there is none."""
        if self.says == "proved":
            yield self.proof
            return
        tried = False
        for script in self.denials() if self.denials is not None else ():
            tried = True
            yield script
        if not tried:
            raise NoScript("point")

    def witnesses(self, name: str) -> Iterator[str]:
        """Lemmas to try, each with its proof, that the hypotheses can hold."""
        return iter(()) if self.lemmas is None else self.lemmas(name)


@dataclass
class Hypothesis:
    """A hypothesis by its name: its text, and the trees of its two sides. kind: matrix, scalar, size, or said only."""

    name: str
    text: str
    kind: str
    relation: str = ""
    sides: tuple = ()


@dataclass
class Setting:
    """What one theorem is about: its letters, hypotheses and abbreviations."""

    letters: Letters
    reader: Reader
    printer: Printer
    hypotheses: list[Hypothesis] = field(default_factory=list)
    symmetric: dict = field(default_factory=dict)
    """Letters that are symmetric, with the hypothesis that says so."""
    left_out: list[str] = field(default_factory=list)
    """Conditions of the domain that the theorem does without."""

    def add(self, text: str, kind: str, relation: str = "", sides: tuple = ()) -> str:
        """A hypothesis, once; its name."""
        for known in self.hypotheses:
            if known.text == text:
                return known.name
        name = f"H{len(self.hypotheses) + 1}"
        self.hypotheses.append(Hypothesis(name, text, kind, relation, sides))
        return name

    def symbols_of_sizes(self) -> list:
        """The symbols in the sizes, each a positive whole number."""
        return list(dict.fromkeys(symbol for size in self.letters.sizes for symbol in sorted(size.free_symbols, key=str)))

    def relations(self) -> list[Hypothesis]:
        """The equations between matrices that are used as relations."""
        skipped = {told.removeprefix("(esym ").rstrip(")") for told in self.symmetric.values()}
        return [item for item in self.hypotheses if item.kind == "matrix" and item.name not in skipped]


def setting_of(domain: Domain, expressions: tuple, moving: frozenset = frozenset()) -> Setting:
    """The domain's symbols and conditions, as far as a proof of words can use them; expressions: what the statement speaks of."""
    letters = Letters(moving=moving, where=dict(domain.where))
    made = Setting(letters, Reader(letters), Printer(letters))
    for key in domain.where:
        letters.name(key, "a_")
    for symbol in sorted(set().union(*map(atoms_of, expressions)) & {*domain.symbols}, key=str):
        if isinstance(symbol, MatrixSymbol):
            letters.letter(symbol, symbol.shape)
    for condition in domain.conditions:
        for part in condition.args if isinstance(condition, And) else (condition,):
            _condition(made, part)
    return made


def _condition(made: Setting, condition: Any) -> None:
    """One condition of the domain as a hypothesis, or among what is left out."""
    known = (list(made.letters.letters), list(made.letters.scalars), dict(made.letters.names), list(made.letters.sizes),
             dict(made.letters.inverses), dict(made.letters.diagonals), list(made.hypotheses))
    try:
        _hypothesis(made, condition)
    except NoCertificate as refused:
        (made.letters.letters, made.letters.scalars, made.letters.names, made.letters.sizes, made.letters.inverses,
         made.letters.diagonals, made.hypotheses) = known
        made.left_out.append(f"{type(condition).__name__} ({refused})")


def _every_entry(made: Setting, relation: Any, pairs: tuple) -> None:
    """A relation at every entry of vectors."""
    if type(relation) not in RELATIONS:
        raise NoCertificate("condition on entries")
    sign, sides = RELATIONS[type(relation)], tuple(made.reader.entry(side, pairs) for side in relation.args)
    defined(made, *sides)
    size = made.letters.size_text(pairs[0][1].shape[0])
    made.add(f"forall i : 'I_{size}, ({made.printer.shown(sides[0])} {sign} {made.printer.shown(sides[1])})%Re", "entry", sign,
             (made.letters.size(pairs[0][1].shape[0]),))


def _hypothesis(made: Setting, condition: Any) -> None:
    if isinstance(condition, EveryEntry):
        _every_entry(made, condition.relation, condition.pairs)
        return
    if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)) and isinstance(condition.matrix, DiagMatrix):
        entry = Dummy("entry", real=True)
        relation = (Gt if isinstance(condition, PositiveDefinite) else Ge)(entry, 0, evaluate=False)
        _every_entry(made, relation, ((entry, condition.matrix.args[0]),))
        return
    if type(condition) not in RELATIONS:
        raise NoCertificate(f"condition {type(condition).__name__}")
    left, right = condition.args
    shaped = getattr(left, "shape", ()) or getattr(right, "shape", ())
    if not shaped:
        sides = made.reader.scalar(left), made.reader.scalar(right)
        defined(made, *sides)
        sign = RELATIONS[type(condition)]
        made.add(f"({made.printer.shown(sides[0])} {sign} {made.printer.shown(sides[1])})%Re", "scalar", sign, sides)
        return
    if not isinstance(condition, Eq):
        raise NoCertificate("relation of matrices")
    sides = made.reader.matrix(left), made.reader.matrix(right)
    defined(made, *sides)
    name = made.add(f"{made.printer.shown(sides[0])} = {made.printer.shown(sides[1])}", "matrix", "=", sides)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Transpose) and one.arg == other and isinstance(other, MatrixSymbol) and other not in made.letters.moving and (
                other not in made.letters.where):
            made.symmetric[other] = name if one is left else f"(esym {name})"


def defined(made: Setting, *trees: Node) -> None:
    """Hypotheses that what is divided by, and what stands under roots and logarithms, allows it; and that inverses are such."""
    for tree in trees:
        entries = [made.letters.diagonals[part.args[0]] for part in subtrees(tree) if part.head == "mlet" and part.args[0] in
                   made.letters.diagonals]
        if entries:
            defined(made, *dict.fromkeys(entries))
        under = {part.args[1] for part in subtrees(tree) if part.head == "sfun" and part.args[0] == "inv"}
        for part in dict.fromkeys(subtrees(tree)):
            if part.head != "sfun" or part.args[0] == "exp" or part.args[1].head == "snum":
                continue
            kind, inner = part.args
            shown = made.printer.shown(inner)
            vectors = [below.args[0] for below in subtrees(inner) if below.head == "sentry"]
            every = f"forall i : 'I_{made.letters.size_text(vectors[0].shape[0])}, " if vectors else ""
            sort = "entry" if vectors else "scalar"
            place = (made.letters.size(vectors[0].shape[0]),) if vectors else (inner, node("snum", 0))
            if kind == "inv":
                if inner.head == "sfun" and inner.args[0] == "sqrt":
                    continue
                made.add(f"{every}({shown} <> 0)%Re", sort, "<>", place)
            else:
                sign = ">" if kind == "ln" or part in under else ">="
                made.add(f"{every}({shown} {sign} 0)%Re", sort, sign, place)
    for key, inner in list(made.letters.inverses.items()):
        _inverse_equations(made, key, inner)


def _inverse_equations(made: Setting, key: Any, inner: Node) -> None:
    letter = made.letters.letter(key, key.shape)
    rows, columns = made.letters.shape(key)

    def told(left: Node, right: Node) -> None:
        made.add(f"{made.printer.shown(left)} = {made.printer.shown(right)}", "matrix", "=", (left, right))

    if isinstance(key, PseudoInverse):
        there, back = node("mmul", inner, letter), node("mmul", letter, inner)
        told(node("mmul", there, inner), inner)
        told(node("mmul", back, letter), letter)
        told(node("mtr", there), there)
        told(node("mtr", back), back)
        return
    told(node("mmul", inner, letter), node("mid", rows))
    told(node("mmul", letter, inner), node("mid", columns))


def binders(made: Setting) -> list[tuple[str, str]]:
    """The bound variables and their types: sizes, scalars, matrices; states as functions of time."""
    letters = made.letters
    written = [(letters.names[size], "nat") for size in made.symbols_of_sizes()]
    written += [(letters.names[symbol], "R -> R" if symbol in letters.moving else "R") for symbol in letters.scalars]
    for key, rows, columns in letters.letters:
        if key in letters.diagonals:
            continue
        kind = f"'M[R]_({letters.size_text(letters.sizes[rows])}, {letters.size_text(letters.sizes[columns])})"
        written.append((letters.names[key], f"{'R -> ' if key in letters.moving else ''}{kind}"))
    return written


def abbreviations(made: Setting, trees: list[Node]) -> list[tuple[str, str, str, Node]]:
    """Name, type, value as a text and as a tree, of each abbreviation that stands in the trees and does not move, in dependence order."""
    letters, found = made.letters, {}
    for tree in trees:
        for part in subtrees(tree):
            if part.head in ("mabbr", "sabbr") and not any(
                    below.head in ("mlet", "svar") and below.args[0] in letters.moving for below in subtrees(part)):
                found[part.args[0]] = part
    made_of = []
    for key in letters.where:
        if key in found:
            part = found[key]
            shape = "R" if part.head == "sabbr" else (
                f"'M[R]_({letters.size_text(key.shape[0].expand())}, {letters.size_text(key.shape[1].expand())})")
            made_of.append((letters.names[key], shape, made.printer.shown(part.args[1]), part.args[1]))
    return made_of


def theorem(made: Setting, trees: list[Node], conclusion: str, proof: list[str], extra: tuple = (), said: tuple = (),
            sides: tuple[Node, Node] | None = None) -> MatrixPart:
    """The theorem and its proof. extra: further variables and their types; said: further hypotheses by name; sides: of an equation."""
    short = abbreviations(made, [*trees, *(side for item in made.hypotheses if item.kind != "entry" for side in item.sides)])
    alone = [*binders(made), *((key, kind) for key, kind, *_ in short)]
    bound = [*alone, *extra]
    premises = [(f"P{i}", f"(0 < {size})%N") for i, (size, kind) in enumerate(bound) if kind == "nat"]
    premises += [(f"A{i}", f"{key} = {value}") for i, (key, _, value, _) in enumerate(short)]
    premises += [(item.name, item.text) for item in made.hypotheses]
    lemmas = partial(witnesses, made, alone, short, tuple(premises))
    supposes = bool(made.hypotheses)
    plain = not any(symbol.is_integer or assumed(symbol) for symbol in made.letters.scalars)  # SymPy's assumptions are no hypotheses here
    denials = partial(refutations, made, alone, short, sides) if sides and plain else None
    premises += said
    lines = [f"    ({one} : {kind})" for one, kind in bound]
    if lines:
        lines = ["forall", *lines]
        lines[-1] += ","
    lines += [f"  ({text}) ->" for _, text in premises]
    stated = "\n".join([*lines, f"  {conclusion}"])
    script = ["Proof.", " ".join(["intros", *(one for one, _ in (*bound, *premises))]) + "."]
    script += [f"subst {key}." for key, *_ in reversed(short)]
    return MatrixPart(stated, "\n".join([*script, *proof, "Qed."]) + "\n", tuple(made.left_out), made.letters.spaces, supposes, lemmas,
                      denials)


def equal(statement: Equal) -> MatrixPart:
    """An equation between matrices or between scalars."""
    made = setting_of(statement.on, spoken(statement))
    read = made.reader.matrix if getattr(statement.left, "shape", ()) else made.reader.scalar
    sides = read(statement.left), read(statement.right)
    defined(made, *sides)
    script = Script(made, list(sides))
    script.prepare(*sides)
    conclusion = f"{made.printer.shown(sides[0])} = {made.printer.shown(sides[1])}"
    return theorem(made, list(sides), conclusion, [*script.opening(), *script.equation(*sides)], sides=sides)


def inverse(statement: Inverse) -> MatrixPart:
    """Both products of a matrix and its inverse are the identity."""
    made = setting_of(statement.on, spoken(statement))
    left, right = made.reader.matrix(statement.matrix), made.reader.matrix(statement.inverse)
    defined(made, left, right)
    one = node("mid", made.letters.size(statement.matrix.shape[0]))
    script = Script(made, [left, right, one])
    proof, said = script.opening(), []
    for pair in ((left, right), (right, left)):
        both = node("mmul", *pair)
        said.append(f"{made.printer.shown(both)} = {made.printer.shown(one)}")
        proof.append(f"have E{len(said)} : {said[-1]}.")
        proof += ["{", *script.equation(both, one), "}"]
    return theorem(made, [left, right], " /\\ ".join(said), [*proof, "exact: (conj E1 E2)."])


def spoken(statement: Statement) -> tuple:
    """What a statement and its domain speak of."""
    return (*statement.expressions(), *statement.on.conditions, *statement.on.where.values())
