"""Formulas between their operators, as Mathematica and Lean write them: by rising strength relations, sums, products, signs, powers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import sympy as sp

from .problem import Unsaid, letter
from .tokens import Cursor, tokens_of

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([^\W\d_][\w'.]*[₀-₉]*)|(==|<=|>=|!=|[-+*/^()\[\]{},<>=≤≥≠∧∨|√]))")
RELATIONS = {"<": sp.Lt, "<=": sp.Le, "≤": sp.Le, ">": sp.Gt, ">=": sp.Ge, "≥": sp.Ge, "=": sp.Eq, "==": sp.Eq, "≠": sp.Ne, "!=": sp.Ne}


class Infix(Cursor):
    """One text, read from the left. `heads` are functions by name; `square`: arguments stand in square brackets, a space multiplies."""

    def __init__(self, text: str, heads: Mapping[str, Callable], constants: Mapping[str, sp.Expr], square: bool = False) -> None:
        super().__init__(tokens_of(text, TOKEN))
        self.heads, self.constants, self.square = heads, constants, square

    def whole(self) -> sp.Basic:
        """All of the text as a formula or a relation. Raises Unsaid."""
        made = self.relation()
        if self.next:
            raise Unsaid(f"not in the notation: {' '.join(self.tokens[self.place:])[:40]}")
        return made

    def relation(self) -> sp.Basic:
        """A sum, or a chain of relations, and such that hold together."""
        sides, signs = [self.sum()], []
        while self.next in RELATIONS:
            signs.append(self.take())
            sides.append(self.sum())
        made = [RELATIONS[sign](*pair, evaluate=False) for sign, pair in zip(signs, zip(sides, sides[1:], strict=False), strict=True)]
        whole = sides[0] if not made else made[0] if len(made) == 1 else sp.And(*made)
        if self.next == "∧":
            self.take()
            return sp.And(whole, self.relation())
        return whole

    def sum(self) -> sp.Expr:
        """Terms."""
        made = self.product()
        while self.next in ("+", "-"):
            made = made + self.product() if self.take() == "+" else made - self.product()
        return made

    def product(self) -> sp.Expr:
        """Factors."""
        made = self.signed()
        while True:
            if self.next in ("*", "/"):
                made = made * self.signed() if self.take() == "*" else made / self.signed()
            elif self.square and (self.next == "(" or self.next[:1].isalnum()):
                made = made * self.signed()
            else:
                return made

    def signed(self) -> sp.Expr:
        """A power, with a sign before it."""
        if self.next in ("+", "-"):
            return self.signed() if self.take() == "+" else -self.signed()
        made = self.atom()
        if self.next == "^":
            self.take()
            made = made ** self.signed()
        return made

    def atom(self) -> sp.Expr:
        """A number, a letter, a call, a bracket."""
        token = self.take()
        if token == "(":
            made = self.relation()
            self.take(")")
            return made
        if token == "|":
            made = sp.Abs(self.sum())
            self.take("|")
            return made
        if token == "√":
            return sp.sqrt(self.atom())
        if token[0].isdigit():
            return sp.Rational(token)
        if not token[0].isalpha():
            raise Unsaid(f"not in the notation: {token}")
        if self.square and self.next == "[":
            return self._called(token, self._arguments())
        if token in self.heads and not self.square:
            return self._called(token, [self.atom()])
        if token in self.constants:
            return self.constants[token]
        return letter(token)

    def _arguments(self) -> list[sp.Expr]:
        self.take("[")
        found = [self.sum()]
        while self.next == ",":
            self.take()
            found.append(self.sum())
        self.take("]")
        return found

    def _called(self, name: str, values: list[sp.Expr]) -> sp.Expr:
        if name not in self.heads:
            raise Unsaid(f"a function that is not known: {name}")
        return self.heads[name](*values)
