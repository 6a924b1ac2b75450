"""The kernel's terms and facts as Coq's, written as `reading` writes a formula, so that both have one text.

What is no sum, product or whole power is an *atom*. Two atoms that the kernel's algebra reads as one letter get the text of the first, so
that Coq sees one letter too; the first are those of the statement.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count

from theoremtest.derivations.kernel.algebra import SIZES, Algebra
from theoremtest.derivations.kernel.facts import OO
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.table import TABLE, is_whole
from theoremtest.derivations.kernel.table import root as root_of
from theoremtest.derivations.kernel.terms import MINUS, Refused, number, term
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.kernel.terms import mul as times

from ..reasons import NoScript
from ..terms import Term, app, both, num, text, var

ONE = {"exp": "exp", "log": "ln", "cosh": "cosh", "sinh": "sinh", "tanh": "tanh", "coth": "coth", "sech": "sech", "csch": "csch",
       "asinh": "arcsinh", "acosh": "acosh", "atanh": "atanh", "Abs": "Rabs", "sign": "sign", "sin": "sin", "cos": "cos", "tan": "tan",
       "atan": "atan"}
"""Functions of the table that Coq has, or its prelude."""
SPELT = ("Expm1", "Log1p", "Hypot", "Decay", "Decayed")
"""Functions that are written out as what they mean."""
RING = ("add", "sub", "mul", "div", "opp", "num")
HALF = Fraction(1, 2)


class Writer:
    """Terms of one proof. names: letters to a variable of Coq and its kind, `R`, `nat` or `Z`; functions: by name, Coq's name and the kinds
    of its arguments."""

    def __init__(self, names: dict[Node, tuple[str, str]], functions: dict[str, tuple[str, list[str]]] | None = None,
                 numbers: count | None = None) -> None:
        self.names, self.functions = names, functions or {}
        self.nodes: dict[Term, Node] = {}
        """Each atom that was written, and what it is."""
        self.numbers = count(1) if numbers is None else numbers
        """What makes names that nothing else has."""
        self._algebra = Algebra(SIZES[-1])
        self._atoms: dict = {}
        self._written: dict[Node, Term] = {}

    def real(self, node: Node) -> Term:
        """A number. Raises NoScript for what has no text here."""
        found = self._written.get(node)
        if found is None:
            found = self._written[node] = self._real(node)
        return found

    def _real(self, node: Node) -> Term:
        head, args = node.head, node.args
        if head == "number":
            return num(node.mark.numerator, node.mark.denominator)
        if head == "Add":
            return self._sum(node)
        if head == "Mul":
            return self._product(node)
        if head in SPELT:
            meaning = TABLE[head].meaning
            assert meaning is not None
            return self.real(meaning(*args))
        if head == "Parity" and args[0].head == "number" and (bits := int(args[0].mark)) & (bits - 1) and bits > 0:
            return both("mul", [self.real(term("Parity", (number(1 << place), args[1]))) for place in range(bits.bit_length())
                                if bits >> place & 1], num(1))
        if head == "Pow" and args[1].head == "number":
            exponent = args[1].mark
            if exponent < 0:
                return app("div", num(1), self._powered(args[0], -exponent))
            return self._powered(args[0], exponent)
        return self._atom(node)

    def _sum(self, node: Node) -> Term:
        found = None
        for item in node.args:
            less = turned(item)
            if found is None:
                found = self.real(item)
            elif less is not None:
                found = app("sub", found, self.real(less))
            else:
                found = app("add", found, self.real(item))
        return num(0) if found is None else found

    def _product(self, node: Node) -> Term:
        above, below, negative = [], [], False
        for item in node.args:
            if item.head == "number" and item.mark.denominator != 1 and abs(item.mark.numerator) == 1:
                negative ^= item.mark < 0
                below.append(num(item.mark.denominator))
            elif item is MINUS:
                negative = not negative
            elif item.head == "Pow" and item.args[1].head == "number" and item.args[1].mark < 0:
                below.append(self._powered(item.args[0], -item.args[1].mark))
            else:
                above.append(self.real(item))
        found = both("mul", above, num(1))
        if below:
            found = app("div", found, both("mul", below, num(1)))
        return app("opp", found) if negative else found

    def _powered(self, base: Node, exponent: Fraction) -> Term:
        if exponent.denominator == 1:
            return self.real(base) if exponent == 1 else app("pow", self.real(base), str(exponent.numerator))
        if exponent.denominator != 2:
            raise NoScript("root")
        root = self._atom(root_of(base))
        return root if exponent.numerator == 1 else app("pow", root, str(exponent.numerator))

    def _atom(self, node: Node) -> Term:
        try:
            if node.head == "Pow" and node.args[1].head == "number":
                value = self._algebra.scalar(node)
                key = value.key() if value.constant() is None else node
            else:
                key = self._algebra.key_of(node)
        except (Refused, TooManyLetters, AttributeError):
            raise NoScript("atom") from None
        found = self._atoms.get(key)
        if found is None:
            found = self._atoms[key] = self._new(node)
            self.nodes.setdefault(found, node)
        return found

    def _new(self, node: Node) -> Term:
        head, args = node.head, node.args
        if node in self.names:
            name, kind = self.names[node]
            return var(name) if kind == "R" else app("INR" if kind == "nat" else "IZR", name)
        if head == "constant" and node.mark == "E":
            return app("exp", num(1))
        if head == "constant" and node.mark == "pi":
            return app("PI")
        if head in ONE:
            return app(ONE[head], self.real(args[0]))
        if head in ("Max", "Min"):
            return both("Rmax" if head == "Max" else "Rmin", [self.real(item) for item in args], num(0))
        if head == "KroneckerDelta":
            return app("kronecker", *map(self.real, args))
        if head == "Parity" and args[0].head == "number" and args[0].mark > 0:
            return app("bit", self._whole(args[1]), str(args[0].mark.numerator.bit_length() - 1))
        if head == "Sum":
            return self._total(args[0], args[1:])
        if head == "Derivative":
            return self._slope(args[0], [pair.args for pair in args[1:]])
        if head == "Pow" and args[1].head == "number":
            return app("sqrt", self.real(args[0]))
        if head == "Pow":
            return self._raised(*args)
        if head == "function" and node.mark[0] in self.functions:
            name, kinds = self.functions[node.mark[0]]
            if kinds == ["R"]:
                return app(name, self.real(args[0]))
            places = [self.natural(item) if kind == "nat" else self._whole(item) for kind, item in zip(kinds, args)]
            if None not in places:
                return app(name, *(place if str(place).isidentifier() else f"{place}%nat" if kind == "nat" else place
                                   for kind, place in zip(kinds, places)))
        raise NoScript(head)

    def _total(self, body: Node, limits: tuple[Node, ...]) -> Term:
        """Sums within one another, the first within all others: an index is a natural number."""
        if not limits:
            return self.real(body)
        if len(limits[-1].args) != 3:
            raise NoScript("Sum")
        name, *ends = self.range(limits[-1])
        return Term("total" if len(ends) > 1 else "endless", (name, self._total(body, limits[:-1]), *ends))

    def range(self, limit: Node) -> tuple[str, ...]:
        """An index, which is a natural number, and its ends; its start alone where there is no other."""
        index, *ends = limit.args
        name, kind = self.names.setdefault(index, (f"i__{len(self.names)}", "nat"))
        found = [self.natural(end) for end in ends if end is not OO]
        if kind != "nat" or None in found:
            raise NoScript("Sum")
        return name, *map(str, found)

    def _slope(self, body: Node, orders: list[tuple[Node, ...]]) -> Term:
        """A derivative of a function that is not given, within itself as often as it is taken."""
        found = self.real(body)
        for letter, order in orders:
            if letter not in self.names or order.head != "number":
                raise NoScript("Derivative")
            for _ in range(int(order.mark)):
                found = app("Derive", app("fun", self.names[letter][0], found), var(self.names[letter][0]))
        return found

    def _raised(self, base: Node, exponent: Node) -> Term:
        if not is_whole(exponent):
            if base.head == "number" and base.mark <= 0:
                raise NoScript("power")
            return app("Rpower", self.real(base), self.real(exponent))
        size = self.natural(exponent)
        if size is not None:
            return app("pow", self.real(base), size)
        return app("powerRZ", self.real(base), self._whole(exponent))

    def natural(self, node: Node) -> str | None:
        """A whole number made of natural ones, as one where nothing is taken away from less; None where it is none."""
        if node.head == "number":
            return str(node.mark.numerator) if node.mark >= 0 and node.mark.denominator == 1 else None
        if node in self.names:
            return self.names[node][0] if self.names[node][1] == "nat" else None
        if node.head in ("Mul", "Pow"):
            items = [self.natural(item) for item in node.args]
            return None if None in items else "(" + (" * " if node.head == "Mul" else " ^ ").join(map(str, items)) + ")"
        if node.head != "Add":
            return None
        items = [self.natural(item) for item in node.args]
        if None not in items:  # as the theorem writes it
            return "(" + " + ".join(map(str, items)) + ")"
        items = [self.natural(item) for item in node.args if item.head != "number"]
        more = sum(item.mark for item in node.args if item.head == "number")
        if None in items or not items or more.denominator != 1:
            return None
        found = "(" + " + ".join(map(str, items)) + ")" if len(items) > 1 else str(items[0])
        return f"({found} - {-more})"

    def _whole(self, node: Node) -> str:
        if node.head == "number":
            return f"({node.mark})" if node.mark < 0 else str(node.mark)
        if node in self.names:
            name, kind = self.names[node]
            return name if kind == "Z" else f"(Z.of_nat {name})"
        if node.head in ("Add", "Mul"):
            return "(" + (" + " if node.head == "Add" else " * ").join(map(self._whole, node.args)) + ")%Z"
        raise NoScript("power")

    def fact(self, fact: Node) -> Term:
        """What a fact of the kernel says. Raises NoScript for one that has no text here."""
        head, args = fact.head, fact.args
        if head in ("pos", "nonneg"):
            return app("lt" if head == "pos" else "le", num(0), self.real(args[0]))
        if head == "nonzero":
            return app("ne", self.real(args[0]), num(0))
        if head == "Equality":
            return app("eq", *map(self.real, args))
        if head in ("any", "both"):
            return Term("or" if head == "any" else "and", tuple(map(self.fact, args)))
        if head == "never":
            return Term("False", ())
        if head == "every" and len(args) == 2:
            name, *ends = self.range(args[1])
            return Term("every", (name, self.fact(args[0]), *ends))
        if head == "integrable" and (said := self.real(args[0])).head == "endless":
            return Term("summable", said.args)
        if head == "whole":
            return app("raw", f"(exists z : Z, {text(self.real(args[0]))} = IZR z)")
        raise NoScript(f"fact-{head}")


def turned(item: Node) -> Node | None:
    """What is taken away by a summand with a negative factor in front."""
    if item.head == "number":
        return number(-item.mark) if item.mark < 0 else None
    if item.head == "Mul" and item.args[0].head == "number" and item.args[0].mark < 0:
        rest = item.args[1:]
        return times(*rest) if item.args[0] is MINUS and rest else times(number(-item.args[0].mark), *rest)
    return None
