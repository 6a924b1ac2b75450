"""Matrix statements as theorems of Coq over mathcomp's real matrices of symbolic sizes, with proofs by the prelude's normaliser of words.

`matrix_certificate` takes one part of a claim: an equation between matrices or scalars of matrices, an inverse, a rate along a flow or a
conserved quantity. Sizes are natural numbers, abbreviations equations, an inverse is a matrix with its two equations. Conditions of the
domain that a proof of words does not need, such as definiteness, may be left out: what is proved without them is more.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.resources import files

from theoremtest.derivations.language import Equal, Inverse
from theoremtest.derivations.language.assumptions import assumed
from theoremtest.derivations.language.tree import from_tree

from .matrices_lemmas import BEFORE, PLACE, before
from .matrices_numbers import equation
from .matrices_points import Said, refutation
from .matrices_script import Script
from .matrices_setting import Setting, defined, setting_of, spoken
from .matrices_stacked import has_stacked, without
from .matrices_terms import NoCertificate, Node, atoms_moving, node, put_in, subtrees
from .matrices_witness import witnesses
from .reasons import NoScript
from .scripted import Scripted, Witness
from .writing import prelude

HEAD = """Require Import Reals ZArith Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix mxalgebra.
Require theoremtest.
Require Import Rmx Words Blocks Flows Numbers Signs Diag Spectral Moving Kron Ranks Witness Points.
Require Import Tends Forms Definite Neurons Normal Drawn Chance Inverses Fields Radial.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
"""
LIBRARIES = ("Rmx", "Words", "Blocks", "Flows", "Numbers", "Signs", "Diag", "Spectral", "Moving", "Kron", "Ranks", "Witness", "Points",
             "Tends", "Forms", "Definite", "Neurons", "Normal", "Drawn", "Chance", "Inverses", "Fields", "Radial")
"""The prelude's files for matrices, in the order in which Coq compiles them."""
MEANINGS = {"Spectral": {"is_function", "growth"}, "Kron": {"kron", "vec"}, "Ranks": {"rank"}, "Forms": {"definite", "semidefinite"},
            "Normal": {"average"}, "Drawn": {"average"}, "Fields": {"is_jacobian"}}
"""Files with definitions that only some theorems rest on, and the words by which these are known."""


@cache
def libraries() -> dict[str, str]:
    """The files by name that theorems of matrices start from, in the order in which Coq compiles them."""
    return {"theoremtest": prelude()} | {name: (files(__package__) / "prelude" / f"{name}.v").read_text("utf-8") for name in LIBRARIES}


@dataclass
class MatrixPart(Scripted):
    """The Coq form of one part of a claim: what is stated, and a proof to try.

    left_out: conditions of the domain that the theorem does without, so that it says more than the claim. finite: a function space of the
    claim is taken for one of finitely many dimensions, so that the theorem says less.
    """

    stated: str
    proof: Callable[[], str]
    """A proof that is the same whatever the witness is. Raises NoScript."""
    left_out: tuple[str, ...] = ()
    finite: bool = False
    supposes: bool = False
    """Whether the theorem has hypotheses."""
    lemmas: Callable[[str], Iterator[str]] | None = None
    """The lemmas of `witnesses`."""
    denial: Callable[[Mapping], str] | None = None
    """The proof of the negation at a point at which the part fails, symbols with values. Raises NoScript."""
    under_all: Callable[[], str] | None = None
    """What is stated, under what is left out too. Raises NoCertificate."""
    says: str = "proved"
    printed: Callable[[Witness], str] | None = None
    """The proof that is printed from a witness. Raises NoScript."""
    witness: Witness | None = None
    points: Sequence[Mapping] = ()
    """Points of the domain, of which the theorems here do without."""

    @property
    def digest(self) -> str:
        """A digest of what is stated and of the definitions that it rests on."""
        spoken = set(re.findall(r"\w+", self.stated))
        more = "".join(libraries()[name] for name, words in MEANINGS.items() if spoken & words)
        return hashlib.sha256((libraries()["Rmx"] + libraries()["Diag"] + more + self.stated).encode()).hexdigest()

    def theorem_text(self, name: str) -> str:
        """The theorem's own lines, without a proof."""
        return f"Theorem {name} : {self.stated}.\n"

    def whole(self, name: str, script: str) -> str:
        """The theorem with one of its scripts: lemmas that the script begins with stand before the theorem."""
        lemmas, _, proof = script.rpartition(BEFORE)
        return f"{lemmas}{self.theorem_text(name)}{proof}".replace(PLACE, name)

    def denied(self) -> MatrixPart:
        """The negation, under all that the domain says. Raises NoCertificate where some of it has no text.

        A claim about every space is refuted by one of finitely many dimensions.
        """
        if self.denial is None:
            raise NoCertificate("matrix")
        stated = self.stated if self.under_all is None or not self.left_out else self.under_all()
        return replace(self, stated=f"~ ({stated})", supposes=False, says="refuted", finite=False)

    def from_witness(self) -> str:
        if self.witness is None:
            raise NoScript("no-witness")
        if self.says == "proved":
            if self.printed is None:
                raise NoScript("matrices")
            return self.printed(self.witness)
        if "point" not in self.witness[1][0]:
            raise NoScript("point")
        try:
            return self.denial(from_tree(self.witness[1][0]["point"]))
        except NoCertificate as reason:
            raise NoScript(reason.word) from None

    def witnesses(self, name: str) -> Iterator[str]:
        """Lemmas to try, each with its proof, that the hypotheses can hold."""
        return iter(()) if self.lemmas is None else self.lemmas(name)


def binders(made: Setting) -> list[tuple[str, str]]:
    """The bound variables and their types: sizes, scalars, matrices; states as functions of time."""
    letters = made.letters
    written = [(letters.names[size], "nat") for size in made.symbols_of_sizes()]
    written += [(letters.names[symbol], "R -> R" if symbol in letters.moving else "R") for symbol in letters.scalars]
    for key, rows, columns in letters.letters:
        if key in letters.diagonals or key in letters.selectors or isinstance(key, str):
            continue
        kind = f"'M[R]_({letters.size_text(letters.sizes[rows])}, {letters.size_text(letters.sizes[columns])})"
        written.append((letters.names[key], f"{'R -> ' if key in letters.moving else ''}{kind}"))
    return written


def abbreviations(made: Setting, trees: list[Node]) -> list[tuple[str, str, str, Node]]:
    """Name, type, value as a text and as a tree, of each abbreviation that stands in the trees and does not move, in dependence order."""
    letters, found = made.letters, {}
    for tree in trees:
        for part in subtrees(tree):
            if part.head in ("mabbr", "sabbr") and not atoms_moving(part, letters):
                found[part.args[0]] = part
    made_of = []
    for key in letters.where:
        if key in found:
            part = found[key]
            shape = "R" if part.head == "sabbr" else (
                f"'M[R]_({letters.size_text(key.shape[0].expand())}, {letters.size_text(key.shape[1].expand())})")
            made_of.append((letters.names[key], shape, made.printer.shown(part.args[1]), part.args[1]))
    return made_of


def theorem(made: Setting, trees: list[Node], conclusion: str, proof: Callable[[], list[str]], extra: tuple = (), said: tuple = (),
            saying: Said | Sequence[Said] | None = None, inside: tuple = ()) -> MatrixPart:
    """The theorem and its proof. extra: further variables and their types; said: further
    hypotheses by name; saying: what may be refuted; inside: sizes that the conclusion binds.
    """
    short = abbreviations(made, [*trees, *(side for item in made.hypotheses if item.kind != "entry" for side in item.sides[:2])])
    alone = [*binders(made), *((key, kind) for key, kind, *_ in short)]
    bound, inner = [*alone, *extra], {made.letters.names[size] for size in inside}
    premises = [(f"P{i}", f"(0 < {size})%N") for i, (size, kind) in enumerate(bound) if kind == "nat" and size not in inner]
    alone, bound = ([pair for pair in pairs if pair[0] not in inner] for pairs in (alone, bound))
    premises += [(f"A{i}", f"{key} = {value}") for i, (key, _, value, _) in enumerate(short)]
    premises += [(item.name, item.text) for item in made.hypotheses]
    lemmas = partial(witnesses, made, alone, short, tuple(premises))
    supposes = bool(made.hypotheses)
    plain = not any(symbol.is_integer or assumed(symbol) for symbol in made.letters.scalars)  # SymPy's assumptions are no hypotheses here
    denial = partial(refutation, made, bound, short, (saying,) if isinstance(saying, Said) else saying) if saying and plain else None
    premises += said

    def stated(*more: str) -> str:
        lines = ["forall", *(f"    ({one} : {kind})" for one, kind in bound)] if bound else []
        lines[-1:] = [f"{line}," for line in lines[-1:]]
        return "\n".join([*lines, *(f"  ({text}) ->" for text in (*(text for _, text in premises), *more)), f"  {conclusion}"])

    def under_all() -> str:
        before = len(made.letters.names)
        if len(made.withheld) != len(made.left_out):
            raise NoCertificate("condition")
        more = [text() for text in made.withheld]
        if len(made.letters.names) != before:  # of what nothing else speaks of
            raise NoCertificate("condition")
        return stated(*more)
    script = ["Proof.", *([" ".join(["intros", *(one for one, _ in (*bound, *premises))]) + "."] if bound or premises else [])]
    script += [f"subst {key}." for key, *_ in reversed(short)]

    def whole() -> str:
        made.lemmas.clear()
        try:
            lines = proof()
        except NoCertificate as reason:
            raise NoScript(reason.word) from None
        return before(made.lemmas) + "\n".join([*script, *lines, "Qed."]) + "\n"
    return MatrixPart(stated(), whole, tuple(made.left_out), made.letters.spaces, supposes, lemmas, denial, under_all)


def equal(statement: Equal, witness: Witness | None = None) -> MatrixPart:
    """An equation between matrices or between scalars."""
    made = setting_of(statement.on, spoken(statement))
    made.witness = witness
    read = made.reader.matrix if getattr(statement.left, "shape", ()) else made.reader.scalar
    sides = read(statement.left), read(statement.right)
    defined(made, *sides)
    within = replace(made, hypotheses=list(made.hypotheses))
    first, *words = ([], *sides) if not has_stacked(*sides) else without(within, *sides)
    for known in made.functions():
        one, other = known.sides
        first.append(f"rewrite (_ : {made.printer.shown(one)} = {made.printer.shown(other)}); last exact: {known.name}.")
        words = [put_in(side, one, other) for side in words]
    made.unfolded = within.unfolded = True
    conclusion = f"{made.printer.shown(sides[0])} = {made.printer.shown(sides[1])}"

    def proof() -> list[str]:
        return [*first, *equation(within, *words)]
    return theorem(made, list(sides), conclusion, proof, saying=Said(*sides))


def inverse(statement: Inverse, witness: Witness | None = None) -> MatrixPart:
    """Both products of a matrix and its inverse are the identity."""
    made = setting_of(statement.on, spoken(statement))
    made.witness = witness
    left, right = made.reader.matrix(statement.matrix), made.reader.matrix(statement.inverse)
    defined(made, left, right)
    one = node("mid", made.letters.size(statement.matrix.shape[0]))
    products = [node("mmul", *pair) for pair in ((left, right), (right, left))]
    said = [f"{made.printer.shown(both)} = {made.printer.shown(one)}" for both in products]

    def proof() -> list[str]:
        script = Script(made, [left, right, one])
        return [*script.opening(), "split.", *(line for both in products for line in ("{", *script.equation(both, one), "}"))]
    return theorem(made, [left, right], " /\\ ".join(said), proof, saying=Said(node("mmul", left, right), one, taken="destruct C as [C _]"))
