"""Equations that the kernel's algebra settles, for Coq: a lemma between variables, one for each atom, which `field` proves.

Rules of the algebra become hypotheses of the lemma. A letter's rule is put in; a relation between letters, a root's or a rule's, is taken
away with the cofactor that division leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES, Algebra
from theoremtest.derivations.kernel.facts import nonneg, nonzero
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient, times
from theoremtest.derivations.kernel.table import AT_ONE_PLACE, root
from theoremtest.derivations.kernel.terms import Refused, add, call, mul, number, parts, power, sub
from theoremtest.derivations.kernel.terms import Term as Node

from ..reasons import NoScript
from ..sums import Sums
from ..terms import Term, app, both, num, put, text, var
from ..terms import parts as term_parts
from .known import Context
from .terms import ONE as ONE_ARGUMENT
from .terms import RING

STEPS = 400
"""Divisions of one relation, at most."""


class Relations:
    """An algebra with rules, and which lines gave them."""

    def __init__(self, size: int, rules: Sequence[tuple[str, Node, Node, str, Sequence[Any]]]) -> None:
        self.algebra = Algebra(size)
        self.letters: dict[Any, tuple[Node, Node, str]] = {}
        self.taken: list[tuple[str, int, Node, Node, str]] = []
        """Relations by kind, place in their list, sides, name."""
        self.nothing: list[tuple[Node, Node, str]] = []
        """Equations of which any multiple may be taken away."""
        for name, left, right, proof, more in rules:
            before = len(self.algebra._reductions), len(self.algebra._monomials)
            if name == "letter":
                key = self.algebra.key_of(left)
                self.algebra.put_letter(left, right)
                if key in self.algebra._scalar_rules:
                    self.letters.setdefault(key, (left, right, proof))
            elif name == "modulo":
                self.algebra.reduce_by(self.algebra.scalar(left) - self.algebra.scalar(right), more[0], more[1], lambda value: True)
            elif name == "product":
                self.algebra.put_product(list(left.args) if left.head == "Mul" else [left], right)
            elif name == "range":
                self.algebra.put_sign(left)
            elif name == "nothing":
                self.nothing.append((left, right, proof))
            else:
                raise NoScript(f"rule-{name}")
            if len(self.algebra._reductions) > before[0]:
                self.taken.append(("reduction", before[0], left, right, proof))
            if len(self.algebra._monomials) > before[1]:
                self.taken.append(("monomial", before[1], left, right, proof))


def equal_lines(context: Context, left: Node, right: Node, rules: Sequence = (),
                more: Sequence[tuple[Node, Node, Node, str]] = ()) -> list[str]:
    """Lines that close the goal left = right. more: (factor, side, other side, name) of equations whose multiples are taken away."""
    writer = context.writer
    if text(writer.real(left)) == text(writer.real(right)):
        return ["reflexivity."]
    for size in SIZES:
        try:
            return _Equation(context, Relations(size, rules), left, right, rules, more).lines()
        except TooManyLetters:
            continue
        except Refused as error:
            raise NoScript("algebra", str(error)) from None
    raise NoScript("letters")


class _Equation:
    def __init__(self, context: Context, relations: Relations, left: Node, right: Node, rules: Sequence, more: Sequence) -> None:
        self.context, self.writer, self.relations, self.rules = context, context.writer, relations, rules
        self.algebra = relations.algebra
        self.sides, self.more = (left, right), more
        self.variables: dict[Term, str] = {}
        self.pending: list[Term] = []
        self.lines_before: list[str] = []
        self.numbers = count(1)
        self.conditions: dict[Term, str] = {}
        self.bases: list[tuple[Node, str]] = []
        """What is known not to be zero, with the name."""
        self.equations: list[tuple[Term, Term, str]] = []
        """Sides, abstracted, and proof."""
        self.substituted: list[tuple[Term, Term, str]] = []
        self.sums: Sums | None = None

    def lines(self) -> list[str]:
        algebra, real = self.algebra, self.writer.real
        value = algebra.scalar(self.sides[0]) - algebra.scalar(self.sides[1])
        for factor, one, other, _ in self.more:
            value = value - algebra.scalar(factor) * (algebra.scalar(one) - algebra.scalar(other))
        left, right = (self.variable(real(side)) for side in self.sides)
        self.divisors(*self.sides)
        multiples: list[tuple[Term, Term, Term, str]] = []
        for factor, one, other, proof in self.more:
            self.divisors(factor, one, other)
            multiples.append((self.variable(real(factor)), self.variable(real(one)), self.variable(real(other)), proof))
        for rule in self.rules:  # what stands before the power that a rule takes away
            for lead in rule[4][2:]:
                self.divisors(lead)
                self.condition(lead)
        self.settle()
        for cofactor, one, other, proof in self.cofactors(value):
            multiples.append((self.quotient(cofactor), one, other, proof))
        self.settle()
        return self.written(left, right, multiples)

    # --- atoms ---------------------------------------------------------------------------------------------------------

    def variable(self, term: Term) -> Term:
        """A term with a variable for each atom."""
        if term.head == "num":
            return term
        if term.head in RING or term.head == "pow" and term.args[1].isdigit():
            return Term(term.head, tuple(self.variable(item) if isinstance(item, Term) else item for item in term.args))
        if term not in self.variables:
            self.variables[term] = f"x{len(self.variables)}"
            self.pending.append(term)
        return var(self.variables[term])

    def divisors(self, *nodes: Node) -> None:
        """What is divided by in terms is not zero: that is known."""
        for node in nodes:
            for base in _divisors(node):
                self.condition(base)

    def condition(self, base: Node) -> None:
        said = self.variable(self.writer.real(base))
        if said.head == "num" or said in self.conditions:
            return
        name = self.context.fresh("N")
        self.conditions[said] = name
        self.bases.append((base, name))
        self.lines_before += self.context.said(name, nonzero(base))

    def factor(self, poly: fmpq_mpoly) -> None:
        """A factor of something that is not zero, which relations may have brought to another form, is not zero."""
        algebra = self.algebra
        own, rest = self.node(Quotient(poly, algebra.context.constant(1))), None
        said = self.variable(self.writer.real(own))
        for base, known in self.bases if said not in self.conditions else ():
            value = algebra.scalar(base)
            by, rest = divmod(value.num, poly)
            if rest:
                continue
            product, name, same = mul(own, self.node(Quotient(by, value.den))), self.context.fresh("N"), self.context.fresh("E")
            with suppress(NoScript):  # where that divides by the factor too, Coq is left to see it
                lines = self.context._once(nonzero(own), partial(equal_lines, self.context, base, product, self.rules))
                real = self.writer.real
                self.conditions[said] = name
                self.lines_before += [f"assert ({name} : {text(app('ne', real(own), num(0)))}).", "{ " + "\n".join([
                    f"assert ({same} : {text(real(base))} = {text(real(product))}).", "{ " + "\n".join(lines) + " }",
                    f"rewrite {same} in {known}. intro Z. apply {known}. rewrite Z. try unfold Rdiv. ring."]) + " }"]
            return

    def settle(self) -> None:
        """What is known of each atom that was met."""
        while self.pending:
            atom = self.pending.pop()
            if atom.head == "total":
                self.multiplied_out(atom)
                continue
            node = self.writer.nodes.get(atom) or self.sums is not None and self.node_of(atom)
            if node:
                self.settled(atom, node)

    def multiplied_out(self, atom: Term) -> None:
        """A sum is what its summands' products add up to; one that is such a product already is a letter."""
        if self.sums is None:
            self.sums = Sums(self.context.fresh("E"))
        known = len(self.sums.lines)
        other = self.sums.write(self.sums.value(atom, ()))
        if other == atom:
            return
        named = {text(self.writer.real(node)): node for node in list(self.writer.names)}
        for part in term_parts(other):
            if part.head in ("INR", "IZR", "var") and text(part) in named:
                self.writer.real(named[text(part)])
            elif part.head == "div" and (below := self.node_of(part.args[1])) is not None:
                self.condition(below)
        self.lines_before += self.sums.lines[known:]
        self.substituted.append((var(self.variables[atom]), self.variable(other), self.sums.outer[-1]))

    def node_of(self, said: Term) -> Node | None:
        """What the kernel reads in a term of a sum that was multiplied out; None for what nothing is known of."""
        head, args = said
        if said in self.writer.nodes:
            return self.writer.nodes[said]
        if head == "num":
            return number(Fraction(*args))
        inner = [self.node_of(item) if isinstance(item, Term) else None for item in args]
        if head == "pow" and inner[0] is not None:
            return power(inner[0], int(args[1]))
        if None in inner:
            return None
        if head in ("add", "mul"):
            return add(*inner) if head == "add" else mul(*inner)
        if head == "div":
            return mul(inner[0], power(inner[1], -1))
        heads = [made for made, coq in ONE_ARGUMENT.items() if coq == head]
        return call(heads[0], *inner) if heads else call("KroneckerDelta", *inner) if head == "kronecker" else None

    def settled(self, atom: Term, node: Node) -> None:
        algebra, writer = self.algebra, self.writer
        value = algebra.scalar(node)
        key = _key_of(algebra, node)
        if key in self.relations.letters:
            left, right, proof = self.relations.letters[key]
            if writer.real(left) == atom:
                self.divisors(right)
                self.substituted.append((var(self.variables[atom]), self.variable(writer.real(right)), proof))
                return
            self.same(atom, writer.real(left), node, left)
            return
        place = _place_of(value)
        if place is not None and place in algebra.terms:
            rep = writer.real(algebra.terms[place])
            if rep != atom:
                self.same(atom, rep, node, algebra.terms[place])
            return
        constant = value.constant()
        if constant is not None and (node.head in AT_ONE_PLACE or atom.head == "sqrt" and constant in (0, 1)):
            at, result = AT_ONE_PLACE.get(node.head, (int(constant), int(constant)))
            name = self.context.fresh("C")
            lines = equal_lines(self.context, node.args[0], number(at), self.rules)
            self.lines_before += [f"assert ({name} : {text(atom)} = {result}).", "{ " + "\n".join(
                [f"apply at_{atom.head}{'' if atom.head != 'sqrt' else at}.", *lines]) + " }"]
            self.substituted.append((var(self.variables[atom]), num(result), name))
            return
        if not self.pinned(atom, node, value):
            raise NoScript("letter", f"{text(atom)} is read as {value.num} / {value.den}")

    def pinned(self, atom: Term, node: Node, value: Quotient) -> bool:
        """Whether rules say at which numbers an atom stands, and so what it is: a delta, a sign of a bit, a whole power."""
        def is_number(term: Node, at: Quotient) -> tuple[str, Fraction]:
            constant = at.constant()
            if constant is None:
                raise NoScript("letter", text(atom))
            own, shown = self.context.fresh("K"), Fraction(int(constant.p), int(constant.q))
            lines = equal_lines(self.context, term, number(shown), self.rules)
            said = f"{text(self.writer.real(term))} = {text(self.writer.real(number(shown)))}"
            self.lines_before += [f"assert ({own} : {said}).", "{ " + "\n".join(lines) + " }"]
            return own, shown
        args, scalar, name = node.args, self.algebra.scalar, self.context.fresh("C")
        if node.head == "KroneckerDelta":
            known, gap = is_number(sub(*args), self.algebra.reduced(scalar(args[0]) - scalar(args[1])))
            result, closing = num(not gap), "apply kronecker_at. lra." if not gap else f"apply (kronecker_off _ _ _ {known}). lra."
        elif node.head == "Parity":
            known, _ = is_number(args[1], self.algebra.reduced(scalar(args[1])))
            result, closing = num(int(value.constant() or 0)), f"bit_at {known}."
        elif node.head == "Pow" and atom.head in ("pow", "powerRZ"):
            known, size = is_number(args[1], self.algebra.reduced(scalar(args[1])))
            if size < 0 or size.denominator != 1:
                return False
            result, closing = app("pow", self.writer.real(args[0]), str(size)), f"raised_to {known}."
        else:
            return False
        self.lines_before.append(f"assert ({name} : {text(atom)} = {text(result)}) by ({closing.replace('. ', '; ').rstrip('.')}).")
        self.substituted.append((var(self.variables[atom]), self.variable(result), name))
        return True

    def same(self, atom: Term, other: Term, node: Node, standing: Node) -> None:
        """Two atoms of one function whose arguments agree."""
        if atom.head != other.head or len(atom.args) != len(other.args) or len(node.args) < len(atom.args):
            raise NoScript("congruence")
        proofs = []
        for one, two, first, second in zip(atom.args, other.args, node.args, standing.args):
            if one == two:
                proofs.append("eq_refl")
                continue
            if not isinstance(one, Term):
                raise NoScript("congruence")
            name = self.context.fresh("C")
            lines = equal_lines(self.context, first, second, self.rules)
            self.lines_before += [f"assert ({name} : {text(one)} = {text(two)}).", "{ " + "\n".join(lines) + " }"]
            proofs.append(name)
        if len(proofs) > 2:
            raise NoScript("congruence")
        proof = f"(f_equal{'' if len(proofs) == 1 else '2'} {atom.head} {' '.join(proofs)})"
        self.substituted.append((var(self.variables[atom]), self.variable(other), proof))

    # --- relations -----------------------------------------------------------------------------------------------------

    def cofactors(self, value: Quotient) -> list[tuple[Quotient, Term, Term, str]]:
        """Multiples of relations whose sum is a quotient, as the kernel divides."""
        algebra = self.algebra
        found: list[tuple[Quotient, Term, Term, str]] = []
        poly, scale = value.num, Quotient(value.den, algebra.context.constant(1))
        taken = {(kind, place): (left, right, proof) for kind, place, left, right, proof in self.relations.taken}

        def whole(poly: fmpq_mpoly) -> Quotient:
            return Quotient(poly, algebra.context.constant(1))

        def take(cofactor: fmpq_mpoly, relation: fmpq_mpoly, more: fmpq_mpoly, sides: tuple[Term, Term, str], gap: Quotient) -> None:
            nonlocal scale
            scale = scale * whole(more)
            if cofactor:
                of = whole(cofactor) * whole(relation) * gap.inverse()
                found.append((of * scale.inverse(), *sides))

        def monomials(poly: fmpq_mpoly) -> fmpq_mpoly:
            for place, (monomial, instead, over) in enumerate(algebra._monomials):
                left, right, proof = taken["monomial", place]
                relation = times(over, _monomial(algebra, monomial)) - instead
                poly, cofactor, more = _divided(poly, monomial, instead, over)
                take(cofactor, relation, more, self.sides_of(left, right, proof), algebra.scalar(left) - algebra.scalar(right))
            return poly

        def nothing(poly: fmpq_mpoly) -> bool:
            """Whether what is left is a multiple of what is nothing."""
            for left, right, proof in self.relations.nothing:
                gap = algebra.scalar(left) - algebra.scalar(right)
                by, rest = divmod(poly, gap.num) if gap.num else (poly, poly)
                if gap.num and not rest:
                    take(by, gap.num, algebra.context.constant(1), self.sides_of(left, right, proof), gap)
                    return True
            return False

        if nothing(poly):
            return found
        poly = monomials(poly)
        for number_, (place, relation) in reversed(list(enumerate(algebra._reductions))):
            poly, cofactor, more = _remainder(poly, place, relation)
            if cofactor and ("reduction", number_) not in taken:
                take(cofactor, relation, more, self.own_square(place), whole(relation))
            elif cofactor:
                left, right, proof = taken["reduction", number_]
                take(cofactor, relation, more, self.sides_of(left, right, proof), algebra.scalar(left) - algebra.scalar(right))
        for place, degree, below in reversed(algebra._roots):
            relation = times(below.den, algebra._gens[place] ** degree) - below.num
            poly, cofactor, more = _remainder(poly, place, relation)
            if cofactor:
                take(cofactor, relation, more, self.root(place, degree, below), Quotient(relation, below.den))
            poly = monomials(poly)
        if poly and not nothing(poly):
            raise NoScript("algebra", "the equation is not settled by its relations")
        return found

    def sides_of(self, left: Node, right: Node, proof: str) -> tuple[Term, Term, str]:
        self.divisors(left, right)
        found = self.variable(self.writer.real(left)), self.variable(self.writer.real(right)), proof
        self.settle()
        return found

    def own_square(self, place: int) -> tuple[Term, Term, str]:
        """A delta is its own square."""
        node = self.algebra.terms.get(place)
        if node is None or node.head != "KroneckerDelta":
            raise NoScript("reduction")
        atom = self.writer.real(node)
        letter = self.variable(atom)
        self.settle()
        return app("mul", letter, letter), letter, f"(kronecker_square {' '.join(f'({text(item)})' for item in atom.args)})"

    def root(self, place: int, degree: int, below: Quotient) -> tuple[Term, Term, str]:
        """s * s is what stands below the root s, where what is below roots in it is put in."""
        if degree != 2:
            raise NoScript("root")
        node = self.algebra.terms[place]
        base = node.args[0]
        self.divisors(base)
        atom = self.writer.real(node)
        if atom.head != "sqrt":
            raise NoScript("root")
        name, square = self.context.fresh("Z"), self.context.fresh("Q")
        self.lines_before += self.context.said(name, nonneg(base))
        written = self.writer.real(base)
        if written != atom.args[0]:  # the root is written as another whose radicand is the same number
            self.lines_before += [f"assert ({square} : {text(atom)} * {text(atom)} = {text(written)}).", "{ " + "\n".join(
                [f"replace ({text(atom)}) with (sqrt ({text(written)})) by (f_equal; symmetry; field; nz).",
                 f"exact (sqrt_sqrt _ {name})."]) + " }"]
        else:
            self.lines_before.append(f"assert ({square} := sqrt_sqrt _ {name}).")
        if any(part.head == "Pow" and part.args[1].head == "number" and part.args[1].mark.denominator > 1 for part in parts(base)):
            plain, reduced = self.node(below), self.context.fresh("Q")
            self.divisors(plain)
            self.lines_before += [f"assert ({reduced} : {text(written)} = {text(self.writer.real(plain))}).",
                                  "{ " + "\n".join(equal_lines(self.context, base, plain, self.rules)) + " }",
                                  f"assert (R{reduced} := eq_trans {square} {reduced})."]
            written, square = self.writer.real(plain), f"R{reduced}"
        letter = self.variable(atom)
        found = app("mul", letter, letter), self.variable(written), square
        self.settle()
        return found

    def node(self, value: Quotient) -> Node:
        """A quotient as a term of the kernel."""
        def poly(one: fmpq_mpoly) -> Node:
            return add(*(mul(number(Fraction(int(value.p), int(value.q))), *(
                power(self.algebra.terms[place], int(exponent)) for place, exponent in enumerate(monomial) if exponent))
                for monomial, value in zip(one.monoms(), one.coeffs(), strict=True)))
        return poly(value.num) if value.den.is_one() else mul(poly(value.num), power(poly(value.den), -1))

    def quotient(self, value: Quotient) -> Term:
        top = self.polynomial(value.num)
        if value.den.is_one():
            return top
        lead, factors = value.den.factor()  # as factors, each of which divides what is known not to be zero
        for factor, _ in factors:
            if len(factor) > 1:
                self.factor(factor)
        powers = [app("pow", self.polynomial(factor), str(exponent)) for factor, exponent in factors]
        return app("div", top, both("mul", [num(int(lead.p), int(lead.q)), *powers], num(1)))

    def polynomial(self, poly: fmpq_mpoly) -> Term:
        """A polynomial in letters, in their variables; its sum is parted in halves, so that none of many summands is deep."""
        found: list[Term] = []
        for monomial, value in zip(poly.monoms(), poly.coeffs(), strict=True):
            item = num(int(value.p), int(value.q))
            for place, exponent in enumerate(monomial):
                if exponent:
                    if place not in self.algebra.terms:
                        raise NoScript("letter")
                    letter = self.variable(self.writer.real(self.algebra.terms[place]))
                    item = app("mul", item, letter if exponent == 1 else app("pow", letter, str(int(exponent))))
            found.append(item)
        while len(found) > 1:
            found = [app("add", *pair) if len(pair) > 1 else pair[0] for pair in (found[at:at + 2] for at in range(0, len(found), 2))]
        return found[0] if found else num(0)

    def written(self, left: Term, right: Term, multiples: Sequence[tuple[Term, Term, Term, str]]) -> list[str]:
        name = self.context.fresh("E")
        letters = " ".join(self.variables.values())
        hypotheses = [*(app("ne", said, num(0)) for said in self.conditions),
                      *(app("eq", one, other) for one, other, _ in self.substituted),
                      *(app("eq", one, other) for _, one, other, _ in multiples)]
        stated = "".join(f"{text(item)} ->\n  " for item in hypotheses) + text(app("eq", left, right))
        bound = f"forall {letters} : R,\n  " if letters else ""
        names = [f"h{number_}" for number_ in range(len(hypotheses))]
        start = len(self.conditions)
        divides = "/" in stated or any("/" in text(factor) for factor, *_ in multiples)
        body = ["clear." if divides else "",  # what is known of the atoms would be gone through for each divisor
                f"intros {' '.join([*self.variables.values(), *names])}." if letters or names else ""]
        body += [f"subst {one.args[0]}." for one, _, _ in self.substituted]
        start += len(self.substituted)
        for place, (factor, *_) in enumerate(multiples):
            body.append(f"apply (add_multiple _ _ ({text(self.put(factor))}) _ _ {names[start + place]}).")
        body.append("settle_equation." if divides else "ring.")
        lines = [*self.lines_before, f"assert ({name} : {bound}{stated}).", "{ " + "\n".join(line for line in body if line) + " }"]
        given = [f"({text(atom)})" for atom in self.variables]
        proofs = [*self.conditions.values(), *(proof for *_, proof in self.substituted), *(proof for *_, proof in multiples)]
        return [*lines, f"exact ({' '.join([name, *given, *proofs])})."]

    def put(self, term: Term) -> Term:
        """A factor after the variables that stand for something were put in: it speaks of letters alone, unless a line gave it."""
        for _ in self.substituted:
            changed = put(term, {one: other for one, other, _ in self.substituted})
            if changed == term:
                break
            term = changed
        return term


def _key_of(algebra: Algebra, node: Node) -> Any:
    if node.head == "Pow" and node.args[1].head == "number":
        return ("root", node.args[1].mark.denominator, algebra.reduced(algebra.scalar(node.args[0])).key())
    return algebra.key_of(node)


def _place_of(value: Quotient) -> int | None:
    if value.den.is_one() and len(value.num) == 1 and value.num.total_degree() == 1 and value.num.leading_coefficient() == 1:
        return list(value.num.degrees()).index(1)
    return None


def _divisors(node: Node) -> list[Node]:
    """Bases of negative powers, inner ones first, outside of atoms."""
    if node.head in ("Add", "Mul"):
        return [base for part in node.args for base in _divisors(part)]
    if node.head == "Pow" and node.args[1].head == "number":
        exponent = node.args[1].mark
        base = node.args[0]
        if exponent.denominator != 1:
            return [root(base)] if exponent < 0 else []
        return [*_divisors(base), *([base] if exponent < 0 else [])]
    return []


def _monomial(algebra: Algebra, monomial: tuple) -> fmpq_mpoly:
    return algebra.context.from_dict({monomial: 1})


def _remainder(poly: fmpq_mpoly, place: int, relation: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly, fmpq_mpoly]:
    """more * poly = cofactor * relation + rest: the rest, cofactor and more, as the kernel divides."""
    context = poly.context()
    degree = int(relation.degrees()[place])
    head, letter = coefficient(relation, place, degree), context.gens()[place]
    cofactor, more = context.constant(0), context.constant(1)
    for _ in range(STEPS):
        if not poly or (top := int(poly.degrees()[place])) < degree:
            return poly, cofactor, more
        by = times(coefficient(poly, place, top), letter ** (top - degree))
        if head.is_constant():
            by = by / head.leading_coefficient()
            poly, cofactor = poly - times(by, relation), cofactor + by
        else:
            poly, cofactor, more = times(head, poly) - times(by, relation), times(head, cofactor) + by, times(head, more)
    raise NoScript("division")


def _divided(poly: fmpq_mpoly, monomial: tuple, instead: fmpq_mpoly, over: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly, fmpq_mpoly]:
    context = poly.context()
    cofactor, more = context.constant(0), context.constant(1)
    relation = times(over, context.from_dict({monomial: 1})) - instead
    for _ in range(STEPS):
        hit = {tuple(x - y for x, y in zip(found, monomial)): value for found, value in poly.to_dict().items()
               if all(x >= y for x, y in zip(found, monomial))}
        if not hit:
            return poly, cofactor, more
        by = context.from_dict(hit)
        poly, cofactor, more = times(over, poly) - times(by, relation), times(over, cofactor) + by, times(over, more)
    raise NoScript("division")
