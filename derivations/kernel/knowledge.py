"""What a proof knows at one of its lines: the facts that were shown, looked up by what they say rather than by how they are written."""

from __future__ import annotations

from typing import Any

from .algebra import SIZES, Algebra
from .facts import MINUS_OO, OO, OPEN, spoken
from .obligations import obligations
from .ring import Quotient, TooManyLetters
from .special import eigenvalue, entry
from .table import is_whole
from .terms import Refused, Term, of_space, put, shape, term


class Knowledge:
    """Facts that hold at every point that is spoken of. `within` makes one that knows more, for a case of a proof."""

    def __init__(self) -> None:
        self._keys: set = set()
        self._facts: list[Term] = []
        self._admitted: set[Term] = set()
        self._size = 1
        self._algebra = Algebra(SIZES[self._size])

    def within(self, *facts: Term) -> Knowledge:
        """What is known where these facts hold too."""
        made = Knowledge()
        made._size, made._algebra = self._size, self._algebra
        made._keys, made._facts, made._admitted = set(self._keys), list(self._facts), set(self._admitted)
        for fact in facts:
            made.learn(fact)
        return made

    def learn(self, fact: Term) -> None:
        """Take a fact in; what follows from it at once is known with it."""
        self._facts.append(fact)
        self._keys.add(self._key(fact))
        head, args = fact.head, fact.args
        if head == "both":
            for part in args:
                self.learn(part)
        elif head in OPEN and head != "Differentiable":
            self.learn(term("Differentiable", args[:1]))
        elif head == "area":
            self.learn(term("integrable", args[:1]))
            self.learn(term("Equality", args))

    def knows(self, fact: Term) -> bool:
        """Whether a fact is among those shown, or plain from one of them."""
        head, args = fact.head, fact.args
        key = self._key(fact)
        if key in self._keys:
            return True
        if head in ("pos", "nonneg", "nonzero"):
            return self._knows_sign(head, key, args[0])
        if head == "whole":
            return is_whole(args[0])
        if head in ("spectral", "entries"):
            return self.knows(at_every_mode(fact))
        if head == "Equality":
            symmetric = args[0].head == "Transpose" and args[0].args[0] is args[1]
            return key[1] == key[2] or symmetric and self.knows(term("psd", args[1:]))
        if head == "both":
            return all(map(self.knows, args))
        if head == "any":
            return any(map(self.knows, args))
        if head == "invertible" and any(map(of_space, shape(args[0]) or ())):
            return False  # A v = 0 for v = 0 alone, and yet not onto
        if head in ("invertible", "psd"):
            return ("pd", *key[1:]) in self._keys
        return False

    def _knows_sign(self, head: str, key: tuple, node: Term) -> bool:
        sign = key[1]
        if isinstance(sign, int):  # a number
            return sign > 0 or (head == "nonneg" and sign == 0) or (head == "nonzero" and sign < 0)
        if head != "pos" and ("pos", *key[1:]) in self._keys:
            return True
        if head == "nonzero":
            value = self._scalar(node)
            if any(("pos", *_scale(found)) in self._keys for found in (value, -value)):
                return True
            if node.head == "Mul" and all(self.knows(term(head, (part,))) for part in node.args):
                return True
        elif node.head == "Mul" and all(self.knows(term(head, (part,))) for part in node.args):
            return True
        if node.head == "Pow" and node.args[1].head == "number" and head in ("nonzero", "pos"):
            return self.knows(term(head, node.args[:1]))
        return False

    def admits(self, node: Term) -> None:
        """Make sure that a term has a value. Raises Refused where that is not known."""
        if node in self._admitted:
            return
        for fact in obligations(node):
            if not self.knows(fact):
                raise Refused(f"it is not known that {fact!r}, without which {node!r} has no value")
        self._admitted.add(node)

    def admits_fact(self, fact: Term) -> None:
        """Make sure that what a fact speaks of has a value."""
        for node in spoken(fact):
            self.admits(node)
        if fact.head in ("spectral", "entries"):
            place = 2 if fact.head == "spectral" else 0
            for node in spoken(fact.args[place]):
                for need in obligations(node):
                    of_every = term(fact.head, (*fact.args[:place], need, *fact.args[place + 1:]))
                    if not self.knows(of_every):
                        raise Refused(f"it is not known that {of_every!r}, without which {node!r} has no value")
        elif fact.head in ("any", "both"):
            for part in fact.args:
                self.admits_fact(part)

    # --- what facts are looked up by -----------------------------------------------------------------------------------

    def _key(self, fact: Term) -> Any:
        while True:
            try:
                return self._key_in(fact)
            except TooManyLetters:
                self._size += 1
                if self._size == len(SIZES):
                    raise Refused("a proof of too many letters") from None
                self._algebra = Algebra(SIZES[self._size])
                self._keys = {self._key_in(known) for known in self._facts}

    def _key_in(self, fact: Term) -> tuple:
        head, args = fact.head, fact.args
        if head in ("pos", "nonneg"):
            return (head, *_scale(self._scalar(args[0])))
        if head == "nonzero":
            value = self._scalar(args[0])
            constant = value.constant()
            return (head, *(_scale(value) if constant is not None else min(_scale(value), _scale(-value))))
        if head == "Equality":
            left, right = args
            if shape(left) is None:
                return (head, self._scalar(left).key(), self._scalar(right).key())
            return (head, self._algebra.argument(left), self._algebra.argument(right))
        if head in ("pd", "psd", "invertible"):
            return (head, self._algebra.argument(args[0]))
        if head in ("any", "both"):
            return (head, *map(self._key_in, args))
        if head == "whole":
            return (head, self._scalar(args[0]).key())
        if head in ("limit", "converges", "order"):
            return (head, *(node if node in (OO, MINUS_OO) else self._algebra.argument(node) for node in args))
        return (head, fact)

    def _scalar(self, node: Term) -> Quotient:
        return self._algebra.scalar(node)


def at_every_mode(fact: Term) -> Term:
    """What is said of every eigenvalue, or entry, at the one that stands for any."""
    if fact.head == "spectral":
        letter, matrix, inner = fact.args
        return put(inner, {letter: eigenvalue(matrix, 0)})
    return put(fact.args[0], {pair.args[0]: entry(pair.args[1], 0) for pair in fact.args[1:]})


def _scale(value: Quotient) -> tuple:
    """A scalar up to a positive number, as a key; a number's sign."""
    constant = value.constant()
    if constant is not None:
        return ((constant > 0) - (constant < 0),)
    lead = abs(value.num.leading_coefficient())
    return (value if lead == 1 else Quotient(value.num / lead, value.den)).key()

