"""Signs of numbers of matrices and of matrices, printed: each line of the witness that the end needs is one assertion of Coq.

A line says by which sum of squares, or of products of what has a sign, its fact holds. That this sum is what the fact speaks of is an
equation of words, for the prelude's normaliser; that it has its sign is a term made of the prelude's lemmas. Lines that nothing asks for
are left out, and so are those that have no text here, as long as nothing does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from theoremtest.derivations.kernel.check import MALFORMED
from theoremtest.derivations.kernel.facts import spoken
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.knowledge import Knowledge
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.matrix_lemmas import at as row_at
from theoremtest.derivations.kernel.matrix_lemmas import pd
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.steps import _STEPS, Line, Proof
from theoremtest.derivations.kernel.terms import Record, Refused, read, read_terms, rows_of, shape
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.kernel.terms import term as make
from theoremtest.derivations.language.tree import from_tree

from .matrices_lemmas import Facts
from .matrices_reading import Reader
from .matrices_script import Script
from .matrices_setting import name_function
from .matrices_terms import ZERO, NoCertificate, node, plain, subtrees
from .matrices_terms import Node as Tree
from .matrices_text import Printer
from .printing.known import STRONGER, UNNAMED, type_of
from .printing.lemmas import table
from .reasons import NoScript
from .scripted import Witness
from .terms import app, num

SIGNS = {"pos": "<", "nonneg": "<="}
TURNED = {"pos": "Rlt_gt _ _", "nonneg": "Rle_ge _ _"}
"""The other way round."""
SHOWN = {"pos": "positive", "nonneg": "nonneg", "nonzero": "nonzero"}
"""The tactics that find a sign among what the theorem supposes."""


@dataclass
class Said:
    """An assertion. equations: its equations by name, each of two trees; proof: the sentence after them."""

    name: str
    text: str
    equations: dict[str, tuple[Tree, Tree]]
    proof: str


class Signs:
    """The proof of one of the kernel's goals about a setting."""

    def __init__(self, made: Any, facts: Facts | None = None) -> None:
        self.facts = facts
        letters = replace(made.letters, **{item.name: copy(getattr(made.letters, item.name)) for item in fields(made.letters)})
        self.made = replace(made, letters=letters, reader=Reader(letters), printer=Printer(letters, given=made.printer.given))
        self.made.reader.positive = made.reader.positive
        self.known, self.names = Knowledge(), dict[Node, str]()
        self.said: list[Said] = []
        self.supposed: set[Node] = set()
        self.needs: dict[str, str] = {}
        """By what it speaks of, the proof of what a formula needs so that it has a value."""

    def read(self, goal: Goal, proof: dict) -> None:
        """Read a proof: what its lines show has names from then on, where it has a text here."""
        reading = Proof(read_terms(proof["terms"]), list(goal.hypotheses), list(goal.given))
        self.known, shown = reading.known(), list[Node]()
        self.supposed |= {*goal.hypotheses, *goal.given}
        for line in proof["lines"]:
            seen = Line(reading, self.known, shown)
            fact = _STEPS[line[0]](seen, *line[1:])
            rule = RULES.get(line[0])
            try:
                if fact not in self.names and rule is not None:
                    self.names[fact] = rule(self, seen, fact, *line[1:])
            except (NoScript, NoCertificate, Refused, KeyError, StopIteration):  # what nothing may ask for
                pass
            self.known.learn(fact)
            shown.append(fact)

    def goal(self, goal: Goal, proof: dict) -> str:
        """Read a proof; the name of the goal's fact. Raises NoScript."""
        self.read(goal, proof)
        name = self.name_of(goal.fact)
        for need in dict.fromkeys(need for term in spoken(goal.fact) for need in obligations(term)):
            with suppress(NoScript, NoCertificate):
                own = self.name_of(need)
                self.needs[self.text(self.tree(need.args[0]))] = f"({TURNED[need.head]} {own})" if need.head in TURNED else own
        return name

    # --- texts -------------------------------------------------------------------------------------------------------------

    def tree(self, term: Node) -> Tree:
        """A term of the kernel as a tree. Raises NoCertificate."""
        rows, _ = rows_of([_lettered(term)])
        try:
            expression = from_tree(rows)
        except Exception as error:  # whatever a constructor objects to
            raise NoScript("term", str(error)) from None
        return self.made.reader.scalar(expression) if shape(term) is None else self._of_letters(self.made.reader.matrix(expression))

    def _of_letters(self, tree: Tree) -> Tree:
        """A matrix in which multiples of the identity by what is no number of a word are diagonal letters."""
        head, args = tree
        if head == "mscal" and args[1].head == "mid" and any(part.head == "sgrowth" for part in subtrees(args[0])):
            letters, factor = self.made.letters, args[0]
            size = letters.sizes[args[1].args[0]]
            letters.diagonals["diagonal", factor, size] = factor
            return letters.letter(("diagonal", factor, size), (size, size))
        return Tree(head, tuple(self._of_letters(part) if isinstance(part, Tree) else part for part in args))

    def text(self, tree: Tree) -> str:
        """A tree as the theorem writes it."""
        return self.made.printer.shown(plain(tree))

    def above(self, head: str, number: Tree) -> str:
        """A lemma that a number has a sign. Raises NoScript."""
        assert self.facts is not None
        return self.facts.lemma([], app("lt" if head == "pos" else "le", num(0), self.facts.term(number)))

    def fact(self, head: str, *trees: Tree) -> str:
        """What a fact says."""
        shown = [self.text(tree) for tree in trees]
        if head in ("psd", "pd"):
            return f"{'definite' if head == 'pd' else 'semidefinite'} {shown[0]}"
        if head == "Equality":
            return f"{shown[0]} = {shown[1]}"
        if head not in SHOWN:
            raise NoScript(f"fact-{head}")
        return f"({shown[0]} <> 0)%Re" if head == "nonzero" else f"(0 {SIGNS[head]} {shown[0]})%Re"

    def assertion(self, head: str, trees: Sequence[Tree], proof: Callable[..., str], *equations: tuple[Tree, Tree]) -> str:
        """An assertion's name. proof: the sentence that ends it, from the names of its equations."""
        name = f"L{len(self.said)}"
        named = {f"E{len(self.said)}_{place}": pair for place, pair in enumerate(equations)}
        self.said.append(Said(name, self.fact(head, *trees), named, proof(*named)))
        return name

    def by_another(self, fact: Node, head: str, made: Tree, term: str) -> str:
        """A fact from one that is shown of a tree that its own is the same as."""
        own = self.tree(fact.args[0])
        if self.text(own) == self.text(made):
            return self.assertion(head, [own], lambda: f"exact: {term}.")
        return self.assertion(head, [own], lambda name: f"exact: {moved(head, term, name)}.", (own, made))

    # --- what is known -----------------------------------------------------------------------------------------------------

    def name_of(self, fact: Node) -> str:
        """The name of a fact that is known, by the rules by which the kernel knows it. Raises NoScript."""
        if fact not in self.names:
            self.names[fact] = self._known(fact)
        return self.names[fact]

    def _known(self, fact: Node) -> str:
        head = fact.head
        if head == "psd" and pd(fact.args[0]) in self.names:
            return f"(semi_of {self.names[pd(fact.args[0])]})"
        if head not in SHOWN:
            key = self.known._key(fact)
            for known, name in self.names.items() if head in ("psd", "pd") else ():
                if known.head == head and self.known._key(known) == key:
                    return self.by_another(fact, head, self.tree(known.args[0]), name)
            raise NoScript(UNNAMED, repr(fact)[:80])
        own = fact.args[0]
        if fact in self.supposed:
            return self.assertion(head, [self.tree(own)], lambda: f"by {SHOWN[head]}.")
        value = self.known._scalar(own)
        constant = value.constant()
        if constant is not None:
            return self.assertion(head, [self.tree(own)], lambda: f"by {SHOWN[head]}.")
        for known, name in [*self.names.items(), *((one, "") for one in self.supposed)]:
            if known.head not in STRONGER[head]:
                continue
            other = self.known._scalar(known.args[0])
            ratio = (value * other.inverse()).constant() if other else None
            if ratio and ratio > 0:
                name = name or self.name_of(known)
                factor = number_tree(Fraction(int(ratio.p), int(ratio.q)))
                weak = f"(weaker_{known.head}_{head} {name})" if known.head != head else name
                return self.by_another(fact, head, node("smul", factor, self.tree(known.args[0])),
                                       f"(scaled_{head} (c := {self.text(factor)}) ltac:(lra) {weak})")
        if own.head == "Mul":
            parts = [type_of(head)(part) for part in own.args]
            found, made = self.product([(part, self.name_of(part)) for part in parts], head)
            return self.by_another(fact, head, made, found)
        raise NoScript(UNNAMED, repr(fact)[:80])

    def product(self, factors: Sequence[tuple[Node, str]], head: str, weight: Fraction = Fraction(1)) -> tuple[str, Tree]:
        """A proof that a product has a sign, from the facts of its factors and their names; and the product."""
        made, proof = None, ""
        if weight != 1 or not factors:
            made = number_tree(weight)
            proof = f"(number_{head} (c := {self.text(made)}) ltac:(lra))"
        for fact, name in factors:
            weak = f"(weaker_{fact.head}_{head} {name})" if fact.head != head else name
            one = self.tree(fact.args[0])
            made, proof = (one, weak) if made is None else (node("smul", made, one), f"(times_{head} {proof} {weak})")
        assert made is not None
        return proof, made


def _lettered(term: Node) -> Node:
    """A term whose bound letters are such as a statement has."""
    if term.head == "Dummy":
        return make("Symbol", (), (term.mark[0].strip(), ("real",)))
    return make(term.head, map(_lettered, term.args), term.mark) if term.args else term


def moved(head: str, proof: str, equation: str) -> str:
    """A proof of a fact from that of one of something equal."""
    said = {"psd": "semidefinite X", "pd": "definite X", "nonzero": "(X <> 0)%Re"}.get(head) or f"(0 {SIGNS[head]} X)%Re"
    return f"(eq_ind_r (fun X => {said}) {proof} {equation})"


def number_tree(value: Fraction) -> Tree:
    """A rational number."""
    top = node("snum", value.numerator)
    return top if value.denominator == 1 else node("smul", top, node("sfun", "inv", node("snum", value.denominator)))


# --- a rule for each step ----------------------------------------------------------------------------------------------------

def _known(of: Signs, line: Line, fact: Node, *needs: Any) -> str:
    return of.name_of(fact)


def _definite(of: Signs, line: Line, fact: Node, place: int, summands: list, rules: list) -> str:
    """A sum of weight A^T P A; where A is the identity P itself, which makes it strict where P is positive definite."""
    found: list[tuple[Tree, str]] = []
    strict = fact.head == "pd"
    for weight, inner, number in sorted(summands, key=lambda item: not _strict(line, *item[1:])):
        around, middle = line.term(inner), None if number is None else line.fact(number)
        first = strict and not found
        one, known = of.tree(around), "" if middle is None else of.name_of(middle)
        if not first and middle is not None and middle.head == "pd":
            known = f"(semi_of {known})"
        if around.head == "Identity" and (first or middle is not None):
            made, proof = (one, "(definite_one _)") if middle is None else (of.tree(middle.args[0]), known)
        elif middle is None:
            made, proof = node("mmul", node("mtr", one), one), f"(semi_gram {of.text(one)})"
        else:
            made = node("mmul", node("mmul", node("mtr", one), of.tree(middle.args[0])), one)
            proof = f"(semi_around {of.text(one)} {known})"
        if Fraction(weight) != 1:
            factor = number_tree(Fraction(weight))
            made = node("mscal", factor, made)
            proof = f"({'definite' if first else 'semi'}_scale (c := {of.text(factor)}) ltac:(lra) {proof})"
        found.append((made, proof))
    if not found:  # no summand at all
        own = of.tree(fact.args[0])
        found = [(node("mscal", ZERO, node("mmul", node("mtr", own), own)), f"(semi_scale (Rle_refl 0) (semi_gram {of.text(own)}))")]
    total, proof = found[-1]
    for place_, (made, one) in reversed(list(enumerate(found[:-1]))):
        total, proof = node("madd", made, total), f"({'definite' if strict and not place_ else 'semi'}_add {one} {proof})"
    return of.by_another(fact, fact.head, total, proof)


def _strict(line: Line, inner: int, number: int | None) -> bool:
    return line.term(inner).head == "Identity" and (number is None or line.fact(number).head == "pd")


def _matrix(of: Signs, line: Line, fact: Node, name: str, places: list) -> str:
    """By the prelude's lemma of the row."""
    terms = [line.term(place) for place in places]
    sides, conclusion = row_at(name, terms)
    if name == "cauchy" and terms[0].head == "Identity":
        one, other = (of.tree(item) for item in terms[1:])
        dots = [node("sdot", *pair) for pair in ((one, one), (other, other), (one, other))]
        made = node("sadd", node("smul", *dots[:2]), node("sopp", node("smul", dots[2], dots[2])))
        return of.by_another(conclusion, "nonneg", made, f"(cauchy_nonneg {of.text(one)} {of.text(other)})")
    if name == "multiple" and of.tree(conclusion.args[0]).head == "mlet":
        return _function(of, line, conclusion, places[0])
    if name in ("trace_nonneg", "multiple", "strict_multiple"):
        names = [of.name_of(side) for side in sides]
        if name == "trace_nonneg":
            return of.by_another(conclusion, "nonneg", node("strace", of.tree(terms[0])), f"(trace_semi {names[0]})")
        value, matrix = map(of.tree, terms)
        return of.by_another(conclusion, conclusion.head, node("mscal", value, matrix),
                             f"({'definite' if name[0] == 's' else 'semi'}_scale {' '.join(names)})")
    if name == "square_turned":
        inner, factor, value = map(of.tree, terms)
        unit = next(part for part in subtrees(of.tree(conclusion.args[0])) if part.head == "mid")
        less, turned = node("mscal", node("smul", node("snum", -1), value), unit), node("mtr", inner)
        one, other = (node("madd", node("mscal", factor, node("mmul", *pair)), less) for pair in ((inner, turned), (turned, inner)))
        known = of.name_of(sides[0])
        above = of.assertion("psd", [one], lambda same: f"exact: {moved('psd', known, same)}.", (one, of.tree(sides[0].args[0])))
        return of.by_another(conclusion, "psd", other, f"(semi_turned {above})")
    raise NoScript(f"matrix-{name}")


def _function(of: Signs, line: Line, fact: Node, place: int) -> str:
    """A function of a diagonal or a symmetric matrix, by the sign of the function."""
    tree, letters, head = of.tree(fact.args[0]), of.made.letters, fact.head
    key = tree.args[0] if tree.head == "mlet" else None
    if of.facts is None or key not in letters.diagonals and (key not in letters.functions or head == "pd"):
        raise NoScript("function")
    if key in letters.diagonals:
        entry, first = letters.diagonals[key], f"{'definite' if head == 'pd' else 'semi'}_dg => i"
    else:
        entry = letters.functions[key][0]
        first = f"(semi_function {name_function(of.made, key, *letters.functions[key])}) => x"
    sign = "pos" if head == "pd" else "nonneg"
    if entry.head == "sgrowth":
        entry, first = entry.args[1], f"{first}; apply: growth_{sign}"
    shown = of.above(sign, entry)
    return of.assertion(head, [tree], lambda: f"apply: {first}; exact: {shown}.")


def _sign(of: Signs, line: Line, fact: Node, place: int, by: list, summands: list, rules: list) -> str:
    """t times what is positive is a sum of products, a positive one first where one is asked for."""
    head, items = fact.head, list[tuple[Tree, str]]()
    for weight, factors in sorted(summands, key=lambda item: not _above(line, item[1])):
        sign = "pos" if head == "pos" and not items else "nonneg"
        if sign == "pos" and not _above(line, factors):
            raise NoScript("sign")
        proof, total = of.product([(line.fact(number), of.name_of(line.fact(number))) for kind, number in factors if kind == "line"], sign,
                                  Fraction(weight))
        for one in (of.tree(line.term(number)) for kind, number in factors if kind != "line"):
            total, proof = node("smul", total, node("smul", one, one)), f"(times_nonneg {proof} (square_nonneg {of.text(one)}))"
        items.append((total, proof))
    total, proof = items[-1] if items else (node("snum", 0), "(Rle_refl 0)")
    for place_, (made, one) in reversed(list(enumerate(items[:-1]))):
        total = node("sadd", made, total)
        proof = f"(Rplus_{'lt' if head == 'pos' and not place_ else 'le'}_le_0_compat _ _ {one} {proof})"
    factors, below = of.product([(line.fact(place_), of.name_of(line.fact(place_))) for place_ in by], "pos")
    own = of.tree(fact.args[0])
    lemma = "theoremtest.sign_by" if head == "pos" else "theoremtest.sign_by_weakly"
    return of.assertion(head, [own], lambda name: f"exact: ({lemma} _ _ _ {name} {factors} {proof}).", (node("smul", own, below), total))


def _above(line: Line, factors: list) -> bool:
    return all(kind == "line" and line.fact(number).head == "pos" for kind, number in factors)


def _lemma(of: Signs, line: Line, fact: Node, name: str, places: list) -> str:
    """A lemma about numbers."""
    lemma, values = LEMMAS[name], [line.term(place) for place in places]
    if name in ("growth_pos", "growth_nonneg") and of.facts is not None:
        shown = of.above(fact.head, of.tree(values[1]))
        return of.assertion(fact.head, [of.tree(fact.args[0])], lambda: f"apply: {name}; exact: {shown}.")
    if lemma.coq not in table():
        raise NoScript(UNNAMED, lemma.coq)
    sides, conclusion = lemma.at(values)
    names = " ".join(f"ltac:(theoremtest.side_is {of.name_of(side)})" for side in sides)
    given = " ".join(of.text(of.tree(value)) for value in values)
    return of.assertion(fact.head, [of.tree(arg) for arg in fact.args],
                        lambda: f"have W := theoremtest.Lemmas.{lemma.coq} {given} {names}; first [exact: W | lra].")


RULES: dict[str, Callable[..., str]] = {"hyp": _known, "given": _known, "known": _known, "definite": _definite, "matrix": _matrix,
                                        "definite_function": _function,
                                        "sign": _sign, "lemma": _lemma}


def signed(made: Any, witness: Witness | None, last: int = 0, facts: Facts | None = None, first: bool = False,
           ) -> tuple[Signs, list[tuple[Node, str]]]:
    """The assertions for the goals of a witness from one on, and of each goal the fact with its name; facts: lemmas about entries; first:
    instead of these, every matrix that the first goal's proof shows to be positive definite.

    Raises NoScript.
    """
    if witness is None:
        raise NoScript("no-witness")
    tree, proofs = witness
    proofs = [proof for proof in proofs if "lines" in proof]
    of = Signs(made, facts)
    try:
        statement = read(tree)
        assert isinstance(statement, Record)
        asked = goals(statement)
        if len(asked) != len(proofs):
            raise NoScript("witness")
        if first:
            of.read(asked[0], proofs[0])
            return of, [(fact, name) for fact, name in of.names.items() if fact.head == "pd"]
        found = [(goal.fact, of.goal(goal, proof)) for goal, proof in list(zip(asked, proofs))[last:]]
    except NoCertificate as reason:
        raise NoScript(reason.word) from None
    except (Refused, *MALFORMED) as error:
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    return of, found


def _without_sizes_of_others(letters: Any, trees: Sequence[Tree]) -> None:
    """Sizes that only lines which nothing asks for brought along go: no theorem binds them."""
    used = {0, *(place for _, *places in letters.letters for place in places)}
    used |= {part.args[0] for tree in trees for part in subtrees(tree) if part.head == "ssize"}
    while len(letters.sizes) - 1 not in used:
        letters.sizes.pop()


def lines_of(of: Signs, ends: Sequence[Said]) -> list[str]:
    """The assertions that the last ones ask for, and these, each equation between words with its proof."""
    asked, wanted = set[str](), list[Said]()
    for one in [*reversed(ends), *reversed(of.said)]:
        if one in ends or one.name in asked:
            wanted.append(one)
            asked |= set(re.findall(r"\bL\d+\b", one.proof))
    pairs = [pair for one in wanted for pair in one.equations.values()]
    trees = [tree for pair in pairs for tree in pair]
    _without_sizes_of_others(of.made.letters, trees)
    script = Script(of.made, trees)
    for pair in pairs:
        script.prepare(*pair)
    lines = script.opening()
    for one in reversed(wanted):
        body = [line for name, (left, right) in one.equations.items() for line in (
            f"have {name} : {of.text(left)} = {of.text(right)}.", "{", *script.equation(left, right), "}")]
        lines += [f"have {one.name} : {one.text}.", "{", *body, one.proof, "}"]
    return lines
