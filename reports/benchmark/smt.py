"""Plain relations as a problem of SMT-LIB: is there a point where the conditions hold and a relation fails? Divisors are not 0 there, roots
are those of what is not negative, logarithms of what is positive."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from sympy.core.relational import Relational

from .relations import Plain


class Unspeakable(Exception):
    """The problem holds what SMT-LIB has no word for."""


def problem(plain: Plain) -> str:
    """The problem's text: `unsat` says that the relations hold. Raises Unspeakable."""
    writer = _Writer(plain)
    conditions = [writer.relation(one) for one in plain.conditions]
    fails = [f"(not {writer.relation(one)})" for one in plain.relations]
    negated = fails[0] if len(fails) == 1 else f"(or {' '.join(fails)})"
    asserted = "".join(f"(assert {one})\n" for one in (*writer.asked, *conditions, negated))
    return f"(set-logic ALL)\n{''.join(writer.declared)}{asserted}(check-sat)\n"


_RELATIONS: dict[type, str] = {sp.Eq: "=", sp.Gt: ">", sp.Ge: ">=", sp.Lt: "<", sp.Le: "<="}
_TRANSCENDENTAL: dict[type, str] = {sp.exp: "exp", sp.sin: "sin", sp.cos: "cos", sp.tan: "tan"}


class _Writer:
    def __init__(self, plain: Plain):
        self.names = {letter: f"x{number}" for number, letter in enumerate(plain.letters)}
        sorts = {letter: "Int" if letter.is_integer else "Real" for letter in self.names}
        self.declared = [f"(declare-const {name} {sorts[letter]})\n" for letter, name in self.names.items()]
        self.asked = [f"(> {name} 0)" for letter, name in self.names.items() if letter.is_integer and letter.is_positive]
        self._roots: dict[sp.Basic, str] = {}

    def relation(self, relation: Relational) -> str:
        """One relation."""
        if isinstance(relation, sp.Ne):
            return f"(not (= {self.term(relation.lhs)} {self.term(relation.rhs)}))"
        sign = _RELATIONS.get(type(relation))
        if sign is None:
            raise Unspeakable(str(relation)[:60])
        return f"({sign} {self.term(relation.lhs)} {self.term(relation.rhs)})"

    def term(self, value: sp.Basic) -> str:
        """One formula."""
        if isinstance(value, sp.Symbol):
            return self.names[value] if not value.is_integer else f"(to_real {self.names[value]})"
        if isinstance(value, sp.Rational):
            text = f"{abs(value.p)}.0" if value.q == 1 else f"(/ {abs(value.p)}.0 {value.q}.0)"
            return text if value >= 0 else f"(- {text})"
        if isinstance(value, (sp.Add, sp.Mul)):
            return f"({'+' if isinstance(value, sp.Add) else '*'} {' '.join(map(self.term, value.args))})"
        if isinstance(value, sp.Pow) and value.base != sp.E:
            return self._power(value)
        if value == sp.E or isinstance(value, sp.exp):
            return f"(exp {self.term(value.exp if isinstance(value, sp.exp) else sp.Integer(1))})"
        if type(value) in _TRANSCENDENTAL:
            return f"({_TRANSCENDENTAL[type(value)]} {self.term(value.args[0])})"
        rule = _REWRITTEN.get(type(value))
        if rule is not None:
            return rule(self, value)
        raise Unspeakable(str(value)[:60])

    def _power(self, value: sp.Pow) -> str:
        base, exponent = value.args
        if exponent.is_Rational and exponent < 0:
            below = self.term(base ** -exponent)
            self.asked.append(f"(not (= {below} 0.0))")
            return f"(/ 1.0 {below})"
        if exponent.is_Integer and exponent <= 24:
            text = self.term(base)
            return f"(* {' '.join([text] * int(exponent))})" if exponent > 1 else text
        if exponent.is_Rational and exponent.q <= 8 and exponent.p <= 24:
            root = self._new(value.func(base, sp.Rational(1, exponent.q)), base, lambda name: f"(* {' '.join([name] * exponent.q)})")
            return root if exponent.p == 1 else f"(* {' '.join([root] * exponent.p)})"
        raise Unspeakable(str(value)[:60])

    def _new(self, value: sp.Basic, inside: sp.Basic, power: Callable[[str], str]) -> str:
        """A name for a root: not negative, and its power is what stands inside."""
        if value not in self._roots:
            name = self._roots[value] = f"r{len(self._roots)}"
            self.declared.append(f"(declare-const {name} Real)\n")
            self.asked += [f"(>= {name} 0.0)", f"(= {power(name)} {self.term(inside)})"]
        return self._roots[value]

    def logarithm(self, value: sp.Basic) -> str:
        """A name for a logarithm: its exponential is what stands inside."""
        if value not in self._roots:
            name = self._roots[value] = f"r{len(self._roots)}"
            self.declared.append(f"(declare-const {name} Real)\n")
            self.asked.append(f"(= (exp {name}) {self.term(value.args[0])})")
        return self._roots[value]


def _chosen(sign: str) -> Callable[[_Writer, sp.Basic], str]:
    def rule(writer: _Writer, value: sp.Basic) -> str:
        first, *others = map(writer.term, value.args)
        for other in others:
            first = f"(ite ({sign} {first} {other}) {first} {other})"
        return first
    return rule


_REWRITTEN: dict[type, Callable[[_Writer, sp.Basic], str]] = {
    sp.Abs: lambda writer, value: _chosen(">=")(writer, sp.Max(value.args[0], -value.args[0], evaluate=False)),
    sp.Max: _chosen(">="), sp.Min: _chosen("<="), sp.log: lambda writer, value: writer.logarithm(value),
    **{head: (lambda writer, value: writer.term(value.rewrite(sp.exp))) for head in (sp.sinh, sp.cosh, sp.tanh, sp.coth)}}
