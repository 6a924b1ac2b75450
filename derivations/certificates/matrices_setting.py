"""What a theorem about matrices speaks of and what it supposes: letters, and the conditions of the domain as hypotheses.

Conditions that a proof of words does not need, such as definiteness, may be left out: what is proved without them is more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sympy import And, Dummy, Eq, Ge, Gt, Le, Lt, Ne, Or
from sympy.matrices.expressions import DiagMatrix, Transpose
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Domain, EveryEntry, PositiveDefinite, PositiveSemidefinite, PseudoInverse, Statement
from theoremtest.derivations.language.domain import atoms_of

from .matrices_reading import Reader
from .matrices_terms import EIGENVALUE, EVERYWHERE, Letters, NoCertificate, Node, node, put_in, subtrees
from .matrices_text import Printer, number_text

RELATIONS = {Gt: ">", Ge: ">=", Lt: "<", Le: "<=", Ne: "<>", Eq: "="}


@dataclass
class Hypothesis:
    """A hypothesis by its name: its text, and the trees of its two sides. kind: matrix, scalar, size, constant, or said only."""

    name: str
    text: str
    kind: str
    relation: str = ""
    sides: tuple = ()
    entries: tuple = ()
    """The trees of both sides of a relation at every entry."""


@dataclass
class Setting:
    """What one theorem is about: its letters, hypotheses and abbreviations."""

    letters: Letters
    reader: Reader
    printer: Printer
    hypotheses: list[Hypothesis] = field(default_factory=list)
    symmetric: dict = field(default_factory=dict)
    """Letters that are symmetric, with the hypothesis that says so."""
    unfolded: bool = False
    """Whether functions of matrices are written out in a proof, and no letters."""
    left_out: list[str] = field(default_factory=list)
    """Conditions of the domain that the theorem does without."""
    withheld: list[Callable[[], str]] = field(default_factory=list)
    """The text of each of these that comes from the domain."""
    witness: Any = None
    """The statement's tree, and the proofs of it that the kernel took, where the proof is printed from them."""
    lemmas: list[str] = field(default_factory=list)
    """Lemmas about numbers that stand before the theorem, each with its proof."""

    def add(self, text: str, kind: str, relation: str = "", sides: tuple = (), entries: tuple = ()) -> str:
        """A hypothesis, once; its name."""
        for known in self.hypotheses:
            if known.text == text:
                return known.name
        name = f"H{len(self.hypotheses) + 1}"
        self.hypotheses.append(Hypothesis(name, text, kind, relation, sides, entries))
        return name

    def symbols_of_sizes(self) -> list:
        """The symbols in the sizes, each a positive whole number."""
        return list(dict.fromkeys(symbol for size in self.letters.sizes for symbol in sorted(size.free_symbols, key=str)))

    def relations(self) -> list[Hypothesis]:
        """The equations between matrices that are used as relations."""
        skipped = {told.removeprefix("(esym ").rstrip(")") for told in self.symmetric.values()}
        return [item for item in self.hypotheses if item.kind == "matrix" and item.name not in skipped] + [
            *self._places(), *(() if self.unfolded else self.functions())]

    def functions(self) -> list[Hypothesis]:
        """Functions of matrices P D P^T for an orthogonal P, as the hypotheses say, and a diagonal D."""
        letters, found = self.letters, []
        for item in [item for item in self.hypotheses if item.kind == "function"]:
            formula, inner, key = item.sides
            if inner.head != "mmul" or inner.args[0].head != "mmul" or inner.args[1] != node("mtr", inner.args[0].args[0]):
                continue
            frame, middle = inner.args[0].args
            size = letters.shape(key)[0]
            told = f"{self.printer.shown(node('mmul', node('mtr', frame), frame))} = {self.printer.shown(node('mid', size))}"
            known = next((one.name for one in self.hypotheses if one.text == told), None)
            if known is None or middle.head != "mlet" or middle.args[0] not in letters.diagonals:
                continue
            entry = put_in(formula, EIGENVALUE, letters.diagonals[middle.args[0]])
            applied = ("diagonal", entry, letters.sizes[size])
            letters.diagonals[applied] = entry
            there = node("mmul", node("mmul", frame, letters.letter(applied, (letters.sizes[size],) * 2)), node("mtr", frame))
            found.append(Hypothesis(f"(function_of {known} {item.name})", "", "matrix", "=", (node("mlet", key), there)))
        return found

    def _places(self) -> list[Hypothesis]:
        """What is known of the letters that put blocks into their places."""
        letters, found = self.letters, []
        for _, *sizes in [kept for kept in letters.selectors.values() if not kept[0]]:
            first, last = letters.selector(False, *sizes), letters.selector(True, *sizes)
            at = " ".join(map(letters.size_text, sizes))
            places = [node("mid", letters.size(size)) for size in (*sizes, letters.stacked(sizes))]
            turned = [node("mtr", one) for one in (first, last)]
            apart = node("mzero", *(one.args[0] for one in places[:2]))
            whole = node("madd", node("mmul", first, turned[0]), node("mmul", last, turned[1]))
            sides = {"first_first": (node("mmul", turned[0], first), places[0]), "last_last": (node("mmul", turned[1], last), places[1]),
                     "first_last": (node("mmul", turned[0], last), apart), "places": (whole, places[2])}
            found += [Hypothesis(f"({lemma} {at})", "", "matrix", "=", pair) for lemma, pair in sides.items()]
        return found


def setting_of(domain: Domain, expressions: tuple, moving: frozenset = frozenset()) -> Setting:
    """The domain's symbols and conditions, as far as a proof of words can use them; expressions: what the statement speaks of."""
    letters = Letters(moving=moving, where=dict(domain.where))
    made = Setting(letters, Reader(letters), Printer(letters))
    for key in domain.where:
        letters.name(key, "a_")
    for symbol in sorted(set().union(*map(atoms_of, expressions)) & {*domain.symbols}, key=str):
        if isinstance(symbol, MatrixSymbol):
            letters.letter(symbol, symbol.shape)
    parts = [part for condition in domain.conditions for part in (condition.args if isinstance(condition, And) else (condition,))]
    made.reader.positive = {part.lhs for part in parts if isinstance(part, Gt) and part.rhs == 0}
    for part in parts:
        _condition(made, part)
    return made


def _condition(made: Setting, condition: Any) -> None:
    """One condition of the domain as a hypothesis, or among what is left out."""
    known = (list(made.letters.letters), list(made.letters.scalars), dict(made.letters.names), list(made.letters.sizes),
             dict(made.letters.inverses), dict(made.letters.diagonals), dict(made.letters.selectors), dict(made.letters.functions),
             dict(made.letters.constants), list(made.hypotheses))
    try:
        _hypothesis(made, condition)
    except NoCertificate as refused:
        (made.letters.letters, made.letters.scalars, made.letters.names, made.letters.sizes, made.letters.inverses,
         made.letters.diagonals, made.letters.selectors, made.letters.functions,
         made.letters.constants, made.hypotheses) = known
        made.left_out.append(f"{type(condition).__name__} ({refused})")
        made.withheld.append(partial(_said_only, made, condition))


def _said_only(made: Setting, condition: Any) -> str:
    """A condition that no proof here can use, as text. Raises NoCertificate."""
    pairs = condition.pairs if isinstance(condition, EveryEntry) else ()
    read = partial(made.reader.entry, pairs=pairs) if pairs else made.reader.scalar

    def said(part: Any) -> str:
        if isinstance(part, (And, Or)):
            return "(" + (" /\\ " if isinstance(part, And) else " \\/ ").join(map(said, part.args)) + ")"
        if type(part) not in RELATIONS or any(getattr(side, "shape", ()) for side in part.args):
            raise NoCertificate(f"condition {type(part).__name__}")
        left, right = (made.printer.shown(read(side)) for side in part.args)
        return f"({left} {RELATIONS[type(part)]} {right})%Re"
    every = f"forall i : 'I_{made.letters.size_text(pairs[0][1].shape[0])}, " if pairs else ""
    return every + said(condition.relation if pairs else condition)


def _every_entry(made: Setting, relation: Any, pairs: tuple) -> None:
    """A relation at every entry of vectors."""
    if type(relation) not in RELATIONS:
        raise NoCertificate("condition on entries")
    sign, sides = RELATIONS[type(relation)], tuple(made.reader.entry(side, pairs) for side in relation.args)
    defined(made, *sides)
    size = made.letters.size_text(pairs[0][1].shape[0])
    made.add(f"forall i : 'I_{size}, ({made.printer.shown(sides[0])} {sign} {made.printer.shown(sides[1])})%Re", "entry", sign,
             (made.letters.size(pairs[0][1].shape[0]),), sides)


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
            if part.head != "sfun" or part.args[0] in EVERYWHERE or part.args[1].head == "snum":
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
                made.add(f"{every}({shown} <> 0)%Re", sort, "<>", place, (inner, node("snum", 0)) if vectors else ())
            else:
                sign = ">" if kind == "ln" or part in under else ">="
                made.add(f"{every}({shown} {sign} 0)%Re", sort, sign, place, (inner, node("snum", 0)) if vectors else ())
    for key, inner in list(made.letters.inverses.items()):
        _inverse_equations(made, key, inner)
    for key, rows in made.letters.constants.items():
        entries = "; ".join("[:: " + "; ".join(f"{number_text(entry)}%Re" for entry in row) + "]" for row in rows)
        places = f"i < {len(rows)}, j < {len(rows[0])}"
        made.add(f"{made.letters.names[key]} = \\matrix_({places}) nth R0 (nth [::] [:: {entries}] i) j", "constant")
    for key, (formula, inner) in list(made.letters.functions.items()):
        name_function(made, key, formula, inner)


def name_function(made: Setting, key: Any, formula: Node, inner: Node) -> str:
    """The hypothesis that a letter is a function of a symmetric matrix; its name."""
    shown = [made.printer.shown(tree) for tree in (formula, inner, node("mlet", key))]
    return made.add(f"is_function (fun x : R => {shown[0]}) {shown[1]} {shown[2]}", "function", "", (formula, inner, key))


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


def spoken(statement: Statement) -> tuple:
    """What a statement and its domain speak of."""
    return (*statement.expressions(), *statement.on.conditions, *statement.on.where.values())
