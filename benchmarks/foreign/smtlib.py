"""SMT-LIB as cvc5 and dReal use it: assertions about numbers, asked together once. That they cannot hold together is the statement.

The points are those where all has a value. There a division is what it is everywhere else; what a solver makes of one by zero is left out,
so that an answer `sat` of a set is kept only where nothing can lack a value.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy as sp
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language import functions as own

from .problem import Unsaid, contradictory, defined, letter
from .sexpr import Nested, nested

LONGEST = 40_000
"""Signs of a text that is read, at most."""
HEADS: dict[str, Callable] = {
    "exp": sp.exp, "log": sp.log, "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "asin": sp.asin, "acos": sp.acos, "atan": sp.atan,
    "arcsin": sp.asin,
    "arccos": sp.acos, "arctan": sp.atan, "sinh": sp.sinh, "cosh": sp.cosh, "tanh": sp.tanh, "sqrt": sp.sqrt, "abs": sp.Abs, "min": sp.Min,
    "max": sp.Max, "atan2": sp.atan2, "arctan2": sp.atan2, "cot": sp.cot, "csc": sp.csc, "sec": sp.sec, "to_real": lambda u: u,
    "+": lambda *u: sp.Add(*u), "*": lambda *u: sp.Mul(*u), "-": lambda u, *v: u - sp.Add(*v) if v else -u, "/": lambda u, v: u / v,
    "^": lambda u, v: u**v, "pow": lambda u, v: u**v,
    "fabs": sp.Abs, "fmin": sp.Min, "fmax": sp.Max, "cbrt": lambda u: sp.sign(u) * sp.Abs(u) ** sp.Rational(1, 3), "fma": lambda u, v,
    w: u * v + w,
    "hypot": own.Hypot, "log1p": own.Log1p, "expm1": own.Expm1, "asinh": sp.asinh, "acosh": sp.acosh, "atanh": sp.atanh,
    "and": lambda *u: sp.And(*u), "or": lambda *u: sp.Or(*u), "not": sp.Not, "=>": lambda u, v: sp.Or(sp.Not(u), v)}
RELATIONS = {"<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "=": sp.Eq, "==": sp.Eq}
CONSTANTS = {"true": sp.true, "false": sp.false, "real.pi": sp.pi, "PI": sp.pi, "E": sp.E, "TRUE": sp.true, "FALSE": sp.false}


def formula(told: Nested, known: dict) -> sp.Basic:
    """A term, or a relation. Raises Unsaid."""
    if isinstance(told, str):
        return _atom(told, known)
    if not told or not isinstance(told[0], str):
        raise Unsaid("a term without a name")
    head, *rest = told
    if head in ("let", "let*") and len(rest) == 2:
        inner = dict(known)
        for name, value in rest[0]:
            inner[name] = formula(value, known if head == "let" else inner)
        return formula(rest[1], inner)
    if head == "!":  # the last is the formula, in FPCore; the first, in SMT-LIB
        return formula(rest[0] if isinstance(rest[0], list) else rest[-1], known)
    values = [formula(one, known) for one in rest]
    if head in ("ite", "if") and len(values) == 3:
        if _said(values[1]):
            return sp.Or(sp.And(values[0], values[1]), sp.And(sp.Not(values[0]), values[2]))
        return sp.Piecewise((values[1], values[0]), (values[2], True))
    if head in RELATIONS:
        if any(map(_said, values)):
            return sp.And(*(sp.Or(sp.And(u, v), sp.And(sp.Not(u), sp.Not(v))) for u, v in zip(values, values[1:], strict=False)))
        return sp.And(*(RELATIONS[head](*pair) for pair in zip(values, values[1:], strict=False)))
    if head in ("distinct", "!="):
        return sp.And(*(sp.Ne(values[i], values[j]) for i in range(len(values)) for j in range(i)))
    made = known.get(head) or HEADS.get(head)
    if not callable(made):
        raise Unsaid(f"a function that is not known: {head[:30]}")
    return made(*values)


def _said(value: sp.Basic) -> bool:
    """Whether it is a relation, and no number."""
    return isinstance(value, Boolean) and not isinstance(value, sp.Expr)


def _atom(told: str, known: dict) -> sp.Basic:
    if told in known:
        return known[told]
    if told in CONSTANTS:
        return CONSTANTS[told]
    try:
        exact = Fraction(told)
    except (ValueError, ZeroDivisionError):
        raise Unsaid(f"a name that is not known: {told[:30]}") from None
    return sp.Rational(exact.numerator, exact.denominator)


def statement(text: str, told: str):
    """The statement of one file, and what is said of it: `unsat` makes it true, `sat` false where all always has a value."""
    if len(text) > LONGEST:
        raise Unsaid(f"longer than {LONGEST} signs")
    facts, asked = _assertions(nested(text))
    if asked != 1:
        raise Unsaid(f"asked {asked} times")
    parts = [one for fact in facts for one in sp.And.make_args(fact)]
    further = [one for one in parts if defined(one)]
    truth = {"unsat": True, "sat": None if further else False}.get(told)
    return contradictory(parts, further), truth


def _assertions(commands: list) -> tuple[list, int]:
    known: dict = {}
    facts, asked = [], 0
    for command in commands:
        head, *rest = command if isinstance(command, list) and command else [""]
        if head in ("declare-fun", "declare-const"):
            facts += _declared(rest if head == "declare-const" else [rest[0], *_without_arguments(rest)], known)
        elif head in ("define-fun", "define-const"):
            _define(rest if head == "define-fun" else [rest[0], [], *rest[1:]], known)
        elif head == "assert":
            facts.append(formula(rest[0], known))
        elif head == "check-sat":
            asked += 1
        elif head in ("check-sat-assuming", "push", "pop", "minimize", "maximize", "define-fun-rec", "declare-datatypes", "declare-sort",
                      "synth-fun", "define-sort", "reset"):
            raise Unsaid(f"a command of another kind: {head}")
    return facts, asked


def _without_arguments(rest: list) -> list:
    if rest[1]:
        raise Unsaid("speaks of an open function")
    return rest[2:]


def _declared(rest: list, known: dict) -> list:
    name, sort, *bounds = rest
    if sort not in ("Real", "Int"):
        raise Unsaid(f"a letter of another kind: {sort}")
    made = known[name] = letter(name.strip("|").replace("!", "_").replace("@", "_"), whole=sort == "Int")
    told = " ".join(map(str, bounds[0])) if bounds else ""
    ends = [formula(end, {}) for end in told.replace(",", " ").split()]
    if bounds and len(ends) != 2:
        raise Unsaid("bounds of a letter that are not two numbers")
    return [made >= ends[0], made <= ends[1]] if ends else []


def _define(rest: list, known: dict) -> None:
    name, arguments, _, body = rest
    if not arguments:
        known[name] = formula(body, known)
    else:
        names, frozen = [one[0] for one in arguments], dict(known)
        known[name] = lambda *values: formula(body, frozen | dict(zip(names, values, strict=True)))
