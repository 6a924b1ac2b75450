"""The Digital Library of Mathematical Functions in its own LaTeX, as LaCASt keeps it: chapter 4, of elementary functions, over the reals.

A formula with a letter for an imaginary number, a function of many values, dots, or letters that only the text around it explains is left
out; two signs in one formula make two statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import sympy as sp

from theoremtest.derivations.language import Domain, Equal, Holds, Limit

from .problem import Problem, Unread, Unsaid, defined, letter, read, slope
from .tokens import Cursor, tokens_of

TITLE = "DLMF chapter 4, over the reals"
MARK = "dlmf-formulae.txt"
CHAPTER = re.compile(r"^(.*?)\\url\{http://dlmf\.nist\.gov/(4\.[^}]*)\}(.*)$")
CONSTRAINT = re.compile(r"\\constraint\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
TOKEN = re.compile(r"\s*(\\[A-Za-z]+|\\[,;!*\\ ]|@+|\d+(?:\.\d+)?|[A-Za-z]|[-+*/=<>^_{}()\[\]|,.;!&:'])")
HEADS: dict[str, Callable] = {
    "exp": sp.exp, "ln": sp.log, "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "cot": sp.cot, "sec": sp.sec, "csc": sp.csc, "sinh": sp.sinh,
    "cosh": sp.cosh, "tanh": sp.tanh, "coth": sp.coth, "sech": sp.sech, "csch": sp.csch, "asin": sp.asin, "acos": sp.acos, "atan": sp.atan,
    "acot": sp.acot, "asec": sp.asec, "acsc": sp.acsc, "asinh": sp.asinh, "acosh": sp.acosh, "atanh": sp.atanh, "acoth": sp.acoth,
    "asech": sp.asech, "acsch": sp.acsch, "abs": sp.Abs, "realpart": lambda u: u, "Gudermannian": lambda u: sp.atan(sp.sinh(u)),
    "aGudermannian": lambda u: sp.asinh(sp.tan(u)), "sign": sp.sign}
RELATIONS = {"=": sp.Eq, "<": sp.Lt, ">": sp.Gt, r"\leq": sp.Le, r"\geq": sp.Ge, r"\le": sp.Le, r"\ge": sp.Ge, r"\neq": sp.Ne,
             r"\ne": sp.Ne}
WHOLE = "klmnj"
NARRATED = ("4.42.", "4.43.", "4.45.")
"""Sections on triangles, on cubic equations and on computation, whose letters only their text explains."""
GREEK = {"alpha", "beta", "gamma", "delta", "theta", "phi", "psi", "rho", "sigma", "tau", "xi", "eta", "zeta", "lambda", "mu", "nu",
          "kappa"}
SPACES = {r"\,", r"\;", r"\!", r"\*", r"\ ", r"\quad", r"\qquad", r"\left", r"\right", r"\displaystyle", r"\limits", r"\big", r"\Big",
          r"\bigl", r"\bigr"}


def problems(path: Path) -> Iterator[Problem | Unread]:
    """The formulas of chapter 4, by their numbers there."""
    for line in path.read_text("utf-8").splitlines():
        match = CHAPTER.match(line)
        if match is None:
            continue
        text, name, rest = match.groups()
        if name.startswith(NARRATED):
            yield Unread(name, "letters that the text around it explains")
            continue
        constraints = CONSTRAINT.findall(rest)
        for mark, one in zip(("", " (upper)", " (lower)"), [text] if r"\pm" not in text else [None, *_signs(text)], strict=False):
            if one is not None:
                yield read(name + mark, lambda one=one, constraints=constraints, text=text: statement(one, constraints, text))


def _signs(text: str) -> list[str]:
    return [re.sub(r"\\pm(?![A-Za-z])", f" {first} ", re.sub(r"\\mp(?![A-Za-z])", f" {second} ", text)) for first, second in ("+-", "-+")]


def statement(text: str, constraints: Iterable[str] = (), origin: str = ""):
    """The statement of one formula. Raises Unsaid."""
    reader = _Latex(text.strip().rstrip(".,;"))
    sides, signs = reader.chain()
    if reader.next:
        raise Unsaid(f"not in the notation: {' '.join(reader.tokens[reader.place:])[:30]}")
    if not signs:
        raise Unsaid("no relation")
    if "\\pm" in origin and re.search(r"=\s*\\pm", origin) and len(re.findall(r"\\[pm][mp](?![A-Za-z])", origin)) == 1:
        raise Unsaid("one of two signs, which the text around it chooses")
    conditions = [one for told in constraints for one in _constraint(told)]
    _alone(sides, text)
    free = set().union(*(one.free_symbols for one in (*sides, *conditions)))
    limit = sides[0] if isinstance(sides[0], sp.Limit) else None
    if limit is not None:
        if len(sides) != 2 or signs != ["="]:
            raise Unsaid("a limit in a chain")
        variable, point = limit.args[1], limit.args[2]
        domain = Domain(*conditions, *([variable > point] if point.is_finite else []), over=sorted(free | {variable}, key=str))
        return Limit(limit.args[0], variable, point, sides[1], on=domain)
    domain = Domain(*conditions, over=sorted(free, key=str))
    made = [RELATIONS[sign](*pair, evaluate=False) for sign, pair in zip(signs, zip(sides, sides[1:], strict=False), strict=True)]
    if len(made) == 1 and isinstance(made[0], sp.Eq):
        left, right = sides
        if isinstance(left, sp.Integral) and all(len(one) == 1 for one in left.limits):
            (along,) = left.limits[0]
            return slope(right, along, left.function, conditions)
        asked = defined(*(one.args[0] for side in sides for one in side.atoms(sp.Derivative)), smooth=True)
        domain = Domain(*conditions, *asked, over=sorted(free, key=str))
        return Equal(left, right, on=domain)
    if all(isinstance(one, sp.Eq) for one in made):
        made = [one for one in made if one.lhs != one.rhs]  # two sides that one reading makes the same
        if not made:
            raise Unsaid("settled by how it is written")
        domain = Domain(*domain.conditions, *defined(*sides), over=domain.over)
    return Holds(sp.And(*made, evaluate=False) if len(made) > 1 else made[0], on=domain)


def _alone(sides: list, text: str) -> None:
    """A formula that the text around it explains is none by itself. Raises Unsaid."""
    names = {one.name for side in sides for one in side.free_symbols}
    if {"z", "x"} <= names or {"z", "y"} <= names or names & {"w", "W", "A", "B", "C", "p", "q", "c"} or any(
            isinstance(side, sp.Symbol) for side in sides):
        raise Unsaid("letters that the text around it explains")
    if all(side.is_polynomial() for side in sides) and len(names) > 1:
        raise Unsaid("an equation that holds for some numbers")
    if r"\dots" in text or "cdots" in text:
        raise Unsaid("dots")


def _constraint(text: str) -> list:
    reader = _Latex(text.strip().rstrip(".,;"))
    if r"\in" in reader.tokens:
        return _member(text)
    if any(token in reader.tokens for token in (r"\phase", r"\imagpart", r"\gtrless")):
        raise Unsaid("a condition on imaginary parts")
    found = []
    while True:
        sides, signs = reader.chain()
        found += [RELATIONS[sign](*pair) for sign, pair in zip(signs, zip(sides, sides[1:], strict=False), strict=True)
                  if not set(pair) & {sp.oo, -sp.oo}]
        if reader.next != ",":
            break
        reader.take()
    if reader.next:
        raise Unsaid(f"a condition that is not read: {text[:40]}")
    return [one for one in found if one != sp.true]


def _member(text: str) -> list:
    match = re.fullmatch(r"\s*([a-z])\s*\\in\s*\\Integers\s*", text)
    if match and match[1] in WHOLE:
        return []
    raise Unsaid(f"a condition that is not read: {text[:40]}")


class _Latex(Cursor):
    def __init__(self, text: str) -> None:
        super().__init__([one for one in tokens_of(text, TOKEN) if one not in SPACES])

    def chain(self) -> tuple[list, list[str]]:
        sides, signs = [self.sum()], []
        while self.next in RELATIONS or self.next == r"\\":
            if self.next == r"\\":
                self.take()
                continue
            signs.append(self.take())
            if self.next == "-" and self.tokens[self.place + 1:self.place + 2] == [r"\infty"]:
                self.take()
                self.take()
                sides.append(-sp.oo)
                continue
            sides.append(self.sum())
        return sides, signs

    def sum(self) -> sp.Expr:
        sign = self.take() if self.next in ("+", "-") else "+"
        made = self.product() if sign == "+" else -self.product()
        while self.next in ("+", "-"):
            made = made + self.product() if self.take() == "+" else made - self.product()
        return made

    def product(self) -> sp.Expr:
        made = self.power()
        while True:
            if self.next == "/":
                self.take()
                made = made / self.power()
            elif self.next in (r"\cdot", r"\times"):
                self.take()
                made = made * self.power()
            elif self._begins(self.next):
                made = made * self.power()
            else:
                return made

    def _begins(self, token: str) -> bool:
        return token[:1].isalnum() or token in ("(", "{", "[") or token.startswith("\\") and token not in RELATIONS and token not in (
            r"\diff", r"\\", r"\infty]", r"\to", r"\in", r"\pm", r"\mp", r"\cdot")

    def power(self) -> sp.Expr:
        made = self.atom()
        while self.next in ("^", "!"):
            if self.take() == "!":
                made = sp.factorial(made)
            else:
                made = made ** self.group()
        if self.next == "_" and isinstance(made, sp.Symbol):
            raise Unsaid("a letter with an index")
        return made

    def group(self) -> sp.Expr:
        if self.next != "{":
            return self.atom()
        self.take("{")
        made = self.sum()
        self.take("}")
        return made

    def atom(self) -> sp.Expr:
        token = self.take()
        closing = {"(": ")", "[": "]", "{": "}", "|": "|"}.get(token)
        if closing:
            made = self.sum()
            self.take(closing)
            return sp.Abs(made) if token == "|" else made
        if token[0].isdigit():
            return sp.Rational(token)
        if token == "e" or token == r"\expe":
            return sp.E
        if token == "i":
            raise Unsaid("speaks of imaginary numbers")
        if len(token) == 1 and token.isalpha():
            return letter(token, whole=token in WHOLE)
        return self._command(token.removeprefix("\\"))

    def _command(self, name: str) -> sp.Expr:
        if name in ("frac", "ifrac", "tfrac", "dfrac"):
            above = self.group()
            return above / self.group()
        if name == "sqrt":
            if self.next == "[":
                raise Unsaid("a root of another degree")
            return sp.sqrt(self.group())
        if name in ("pi", "cpi"):
            return sp.pi
        if name == "infty":
            return sp.oo
        if name in GREEK:
            return letter(name)
        if name in HEADS:
            return self._function(HEADS[name])
        if name == "genlog":
            base = self.group()
            return self._function(lambda u: sp.log(u) / sp.log(base))
        if name == "deriv":
            return self._slope()
        if name in ("sum", "prod"):
            return self._ranged(sp.Sum if name == "sum" else sp.Product)
        if name == "int":
            return self._integral()
        if name == "lim":
            return self._limit()
        raise Unsaid("speaks of imaginary numbers" if name in ("iunit", "phase", "imagpart") else f"a function that is not known: {name}")

    def _function(self, head: Callable) -> sp.Expr:
        exponent = None
        if self.next == "^":
            self.take()
            exponent = self.group()
        if not self.next.startswith("@"):
            made = head(self.power())
        else:
            while self.next.startswith("@"):
                self.take()
            made = head(self.group())
        if exponent is not None and exponent.is_negative:
            raise Unsaid("an inverse function written as a power")
        return made if exponent is None else made**exponent

    def _slope(self) -> sp.Expr:
        order = 1
        if self.next == "[":
            self.take()
            told = self.sum()
            if not isinstance(told, sp.Integer):
                raise Unsaid("a derivative of symbolic order")
            order = int(told)
            self.take("]")
        self.take("{")
        inside = None if self.next == "}" else self.sum()
        self.take("}")
        along = self.group()
        return sp.Derivative(self.product() if inside is None else inside, (along, order))

    def _ranged(self, kind) -> sp.Expr:
        self.take("_")
        self.take("{")
        index = self.atom()
        self.take("=")
        first = self.sum()
        self.take("}")
        self.take("^")
        last = self.group()
        if not (isinstance(index, sp.Symbol) and index.is_integer):
            raise Unsaid("an index that is no whole number")
        return kind(self.product(), (index, first, last))

    def _integral(self) -> sp.Expr:
        ends = []
        if self.next == "_":
            self.take()
            first = self.group()
            self.take("^")
            ends = [first, self.group()]
        if self.next == r"\frac" and r"\diff" in self.tokens:
            return self._over(ends)
        formula = self.sum()
        self.take(r"\diff")
        along = self.group()
        return sp.Integral(formula, (along, *ends) if ends else along)

    def _over(self, ends: list) -> sp.Expr:
        """A fraction whose upper part may be the mark of the letter itself."""
        start = self.place
        self.take()
        self.take("{")
        if self.next == r"\diff":
            self.take()
            along = self.group()
            self.take("}")
            return sp.Integral(1 / self.group(), (along, *ends) if ends else along)
        self.place = start
        formula = self.sum()
        self.take(r"\diff")
        along = self.group()
        return sp.Integral(formula, (along, *ends) if ends else along)

    def _limit(self) -> sp.Expr:
        self.take("_")
        self.take("{")
        variable = self.atom()
        self.take(r"\to")
        point = self.sum()
        self.take("}")
        if isinstance(variable, sp.Symbol) and variable.is_integer:
            raise Unsaid("a limit along whole numbers")
        return sp.Limit(self.product(), variable, point)
