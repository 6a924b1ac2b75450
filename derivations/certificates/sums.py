"""Finite sums multiplied out: every sum is split into its terms, factors that do not run are taken out.

What is left of a sum is its length, the one term that a Kronecker symbol leaves, or a sum with nothing to take out. Of two sums within
each other the one with the lesser bounds, as texts, stands outside. SymPy expands; each step is an obligation of the script.
"""

from __future__ import annotations

import re

import sympy as sp

from .reasons import NoScript
from .terms import Term, app, num, parts, text
from .theorems import Theorem

MANY = 60
"""Terms from which on a sum is left alone."""


def has_sums(theorem: Theorem) -> bool:
    """Whether a finite sum stands in the theorem."""
    return any(item.head == "total" for said in (*theorem.hypotheses, theorem.conclusion) for item in parts(said))


def renamed(term: Term, name: str, other: str) -> Term:
    """The term with another name for a whole number."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return Term(term.head, tuple(renamed(item, name, other) if isinstance(item, Term) else word.sub(other, item)
                                 if isinstance(item, str) else item for item in term.args))


def _speaks(term: Term, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text(term)) is not None


def _depth(term: Term) -> int:
    below = max((_depth(item) for item in term.args if isinstance(item, Term)), default=0)
    return below + (term.head == "total")


class Sums:
    """The values of terms, with a line for each sum that says what it is equal to."""

    def __init__(self, mark: str = "E__") -> None:
        self.mark = mark
        """What the names of its equations begin with."""
        self.atoms: dict[sp.Symbol, Term] = {}
        self.lines: list[str] = []
        self.outer: list[str] = []
        """The equations of the sums that stand in no other, in the order in which they were met."""
        self._known: dict[tuple, tuple[str, sp.Expr]] = {}

    def atom(self, term: Term) -> sp.Symbol:
        """The name of a part."""
        for symbol, known in self.atoms.items():
            if known == term:
                return symbol
        symbol = sp.Symbol(term.args[0] if term.head == "var" else f"atom__{len(self.atoms)}")
        self.atoms[symbol] = term
        return symbol

    def write(self, expression: sp.Expr) -> Term:
        """The expression as a term again."""
        if expression.is_Rational:
            return num(expression.p, expression.q)
        if expression.is_Symbol:
            return self.atoms[expression]
        if expression.is_Add:
            found = None
            for item in expression.args:
                minus = item.could_extract_minus_sign()
                made = self.write(-item if minus else item)
                found = (app("opp", made) if minus else made) if found is None else app("sub" if minus else "add", found, made)
            assert found is not None
            return found
        if expression.is_Pow and expression.exp.is_Integer:
            base = self.write(expression.base)
            power = app("pow", base, str(abs(int(expression.exp)))) if abs(expression.exp) != 1 else base
            return power if expression.exp > 0 else app("div", num(1), power)
        if expression.is_Mul:
            above, below = sp.fraction(expression)
            if below != 1:
                return app("div", self.write(above), self.write(below))
            if above.could_extract_minus_sign():
                return app("opp", self.write(-above))
            found = None
            for item in above.args:
                made = self.write(item)
                found = made if found is None else app("mul", found, made)
            assert found is not None
            return found
        raise NoScript("algebra")

    def value(self, term: Term, around: tuple) -> sp.Expr:
        """The term as a rational function of what is left of its sums; around: indices with bounds that it stands within."""
        head, args = term
        if head == "total":
            name, found = self._total(term, around)
            if not around:
                self.outer.append(name)
            return found
        if head == "num":
            return sp.Rational(*args)
        if head in ("add", "sub", "mul", "div"):
            one, other = (self.value(item, around) for item in args)
            if head == "div" and other == 0:
                raise NoScript("division")
            return {"add": lambda: one + other, "sub": lambda: one - other, "mul": lambda: one * other, "div": lambda: one / other}[head]()
        if head in ("opp", "inv"):
            one = self.value(args[0], around)
            return -one if head == "opp" else 1 / one
        if head == "pow" and args[1].isdigit():
            return self.value(args[0], around) ** int(args[1])
        if head == "kronecker":
            if args[0] == args[1]:
                return sp.S.One
            term = Term(head, tuple(sorted(args, key=text)))
            head, args = term
        return self.atom(Term(head, tuple(self.write(self.value(item, around)) if isinstance(item, Term) and any(
            part.head == "total" for part in parts(item)) else item for item in args)))

    def _total(self, term: Term, around: tuple) -> tuple[str, sp.Expr]:
        """The name of the equation of a sum, and what it is equal to."""
        index, body, low, high = term.args
        run = f"x__{_depth(term)}"
        around = tuple(outer for outer in around if _speaks(term, outer[0]))
        body = renamed(body, index, run)
        key = (body, low, high, around)
        if key not in self._known:
            self._known[key] = self._split(run, body, low, high, around)
        return self._known[key]

    def _rewritten(self, around: tuple) -> str:
        """Rewrite with what is known of sums that stand within some indices."""
        return "".join(f" rewrite ?{name} by (first [assumption | size])." for (_, _, _, outer), (name, _) in self._known.items()
                       if set(outer) <= set(around))

    def _split(self, run: str, body: Term, low: str, high: str, around: tuple) -> tuple[str, sp.Expr]:
        """Say what a sum is equal to; the equation's name and the value."""
        within = (*around, (run, low, high))
        expanded = self.plain(self.value(body, within))
        terms = sp.Add.make_args(expanded)
        if len(terms) > MANY:
            raise NoScript("size")
        summands, steps, value = [], [], sp.S.Zero
        for item in terms:
            fixed, moving = self._factors(item, run)
            part, lines, written = self._one(moving, run, low, high, around)
            summands.append(app("mul", self.write(fixed), written))
            steps.append((summands[-1], lines))
            value += fixed * part
        value = self.plain(value)
        name = f"{self.mark}_{len(self._known)}_{len(self.lines)}"
        bound = "".join(f"forall {one} : nat, ({a} <= {one} <= {b})%nat -> " for one, a, b in around)
        said = f"{text(Term('total', (run, body, low, high)))} = {text(self.write(value))}"
        chain = summands[-1]
        for item in reversed(summands[:-1]):
            chain = app("add", item, chain)
        lines = [f"assert ({name} : {bound}{said}).", "{ intros.", f"transitivity ({text(Term('total', (run, chain, low, high)))}).",
                 f"{{ apply total_ext; intros {run} R__{run}.{self._rewritten(within)} terms. }}"]
        rest = chain
        for item, _ in steps[:-1]:
            rest = rest.args[1]
            lines.append(f"rewrite (total_plus (fun {run} : nat => {text(item)}) (fun {run} : nat => {text(rest)})).")
        for item, more in steps:
            factor, moving_text = item.args
            lines.append(f"rewrite (total_scale ({text(factor)}) (fun {run} : nat => {text(moving_text)})).")
            lines += more
        self.lines += [*lines, "cbv beta. terms. }"]
        return name, value

    def plain(self, value: sp.Expr) -> sp.Expr:
        """The value as a sum of products; a Kronecker symbol to a power is itself, the square of a power of minus one is one."""
        found = sp.S.Zero
        for item in sp.Add.make_args(sp.expand(value)):
            product = sp.S.One
            for factor in sp.Mul.make_args(item):
                base, exponent = factor.as_base_exp()
                known = self.atoms.get(base)
                if known is not None and exponent.is_Integer and exponent > 1:
                    if known.head == "kronecker":
                        factor = base
                    elif known.head == "powerRZ" and known.args[0] == num(-1):
                        factor = base ** (exponent % 2)
                product *= factor
            found += product
        return found

    def _factors(self, item: sp.Expr, run: str) -> tuple[sp.Expr, sp.Expr]:
        """A product's factors that do not run, and those that do."""
        fixed, moving = sp.S.One, sp.S.One
        for factor in sp.Mul.make_args(item):
            if any(_speaks(self.atoms[symbol], run) for symbol in factor.free_symbols):
                moving *= factor
            else:
                fixed *= factor
        return fixed, moving

    def _one(self, moving: sp.Expr, run: str, low: str, high: str, around: tuple) -> tuple[sp.Expr, list[str], Term]:
        """What the sum of a product is, the lines that say so, and the product as a term."""
        if moving == 1:
            length = self._number(high) + 1 - self._number(low)
            return length, [f"rewrite (total_one {low} {high}) by size. rewrite ?plus_INR, ?minus_INR by size."], num(1)
        for factor in sp.Mul.make_args(moving):
            if not (factor.is_Symbol and self.atoms[factor].head == "kronecker"):
                continue
            for one, other in (self.atoms[factor].args, self.atoms[factor].args[::-1]):
                if one == app("INR", run) and other.head == "INR" and not re.search(rf"\b{run}\b", other.args[0]):
                    rest, place = self.write(moving / factor), other.args[0]
                    left = self.value(renamed(rest, run, place), around)
                    line = f"rewrite (total_sifted (fun {run} : nat => {text(rest)}) {place}) by size. cbv beta."
                    return left, [line, *([self._rewritten(around)] if _depth(rest) else [])], app(
                        "mul", app("kronecker", other, one), rest)
        inner = [factor for factor in sp.Mul.make_args(moving) if factor.is_Symbol and self.atoms[factor].head == "total"]
        if len(inner) == 1:
            index, body, start, end = self.atoms[inner[0]].args
            if (start, end) < (low, high) and not re.search(rf"\b{run}\b", f"{start} {end}"):
                return self._turned(moving / inner[0], (index, body, start, end), (run, low, high), around)
        written = self.write(moving)
        return self.atom(Term("total", (run, written, low, high))), [], written

    def _number(self, size: str) -> sp.Expr:
        """A natural number as a real one, sums and differences by their parts."""
        plain = size.strip("()")
        for sign in (" + ", " - "):
            if sign in plain and not set("()*") & set(plain):
                first, *others = (self._number(part) for part in plain.split(sign))
                return sum(others, first) if sign == " + " else first - sum(others)
        return sp.Integer(plain) if plain.isdigit() else self.atom(app("INR", size))

    def _turned(self, factor: sp.Expr, inner: tuple, outer: tuple, around: tuple) -> tuple[sp.Expr, list[str], Term]:
        """Of two sums, the inner one put outside."""
        (index, body, start, end), (run, low, high) = inner, outer
        rest = self.write(factor)
        product = body if rest == num(1) else app("mul", rest, body)
        outside, inside = "u__1", "u__2"
        within = Term("total", (inside, renamed(renamed(product, index, outside), run, inside), low, high))
        turned = Term("total", (outside, within, start, end))
        name, value = self._total(turned, around)
        was = Term("total", inner)
        written = was if rest == num(1) else app("mul", rest, was)
        step = "reflexivity" if rest == num(1) else "rewrite <- total_scale; reflexivity"
        lines = [f"replace ({text(Term('total', (run, written, low, high)))}) with ({text(turned)}).",
                 f"2: {{ rewrite <- (total_swapped (fun {run} {index} : nat => {text(product)})). apply total_ext; intros {run} R__{run}. "
                 f"{step}. }}", f"rewrite ?{name} by (first [assumption | size])."]
        return value, lines, written

