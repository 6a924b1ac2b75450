"""Names for function values in a script: what all functions share, and the terms in which nothing else is left."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from .algebra import Field, Frac, Generator, TooLarge, constant, numeric
from .reasons import Case, NoScript
from .terms import Term, app, both, num, parts, text, var

POLYNOMIAL = {"num", "var", "INR", "IZR", "add", "sub", "mul", "opp", "pow"}
NAMED = {"exp", "ln", "sqrt", "Rabs", "sign", "Rmax", "Rmin", "sin", "cos", "atan", "kronecker", "powerRZ", "Derive", "PI"}
"""Function values that get a name; `pow` with a symbolic exponent is one, too."""


def plain(term: Term) -> Term:
    """The term in exponentials, logarithms and roots, as `unfold_functions` leaves it."""
    head = term.head
    args = tuple(plain(item) if isinstance(item, Term) else item for item in term.args)
    if head == "Rpower":
        return app("exp", app("mul", args[1], app("ln", args[0])))
    x = args[0] if args else None
    if head == "INR" and x.isdigit():  # as `cbn [INR]` writes it
        return both("add", [num(1)] * int(x), num(0))
    if head in ("cosh", "sinh", "tanh", "coth", "sech", "csch"):
        up = app("exp", x)
        down = app("inv", up)
        cosh, sinh = (app("div", app(sign, up, down), num(2)) for sign in ("add", "sub"))
        return {"cosh": cosh, "sinh": sinh, "tanh": app("div", app("sub", up, down), app("add", up, down)),
                "coth": app("div", cosh, sinh), "sech": app("inv", cosh), "csch": app("inv", sinh)}[head]
    if head in ("arcsinh", "acosh"):
        root = app("sqrt", app("add" if head == "arcsinh" else "sub", app("pow", x, "2"), num(1)))
        return app("ln", app("add", x, root))
    if head == "atanh":
        return app("div", app("sub", app("ln", app("add", num(1), x)), app("ln", app("sub", num(1), x))), num(2))
    return Term(head, args)


class Naming:
    """The generators and lines of one script, for terms as `plain` leaves them.

    logs: logarithms are split into those of factors; pieces: exponents into their terms; halves: half of a logarithm is that of a root.
    """

    def __init__(self, samples: Sequence[dict], divisors: dict[int, int], logs: bool, pieces: bool = False, halves: bool = False) -> None:
        self.samples, self.divisors, self.logs, self.pieces, self.halves = samples, divisors, logs, pieces, halves
        self.field, self.lines = Field(), []
        self.known: dict[Term, Frac] = {}
        self.written: dict[Term, Term] = {}
        self.nodes: dict[Term, Frac] = {}
        self.count = 0
        self.said: set[str] = set()
        self.bounds: dict[int, tuple] = {}
        """Place of a variable to what it is above, a polynomial, and the way 1."""
        self.weak = False
        """Whether a hypothesis lets something be zero that the sample points show positive."""

    def note_bounds(self, facts: Sequence[Term]) -> None:
        """Remember hypotheses that a variable is above something; signs are then looked for in the gap."""
        self.weak = any(fact.head in ("ge", "le") for fact in facts)
        for fact in facts:
            if fact.head not in ("gt", "ge", "lt", "le"):
                continue
            greater, less = fact.args if fact.head in ("gt", "ge") else fact.args[::-1]
            if greater.head != "var" or less == num(0) or any(item.head not in POLYNOMIAL for item in parts(less)):
                continue
            one, base = self.value(greater), self.value(less)
            place = next(index for index, degree in enumerate(one.above.degrees()) if degree)
            if base.below.is_constant() and not int(base.above.degrees()[place]) and not any(
                    int(degree) and other in self.bounds for other, degree in enumerate(base.above.degrees())):
                self.bounds[place] = base.above / base.below.leading_coefficient(), 1

    def fresh(self, letter: str) -> str:
        """A name for the script's own use."""
        self.count += 1
        return f"{letter}__{self.count}"

    def emit(self, line: str) -> None:
        """One more line of the script."""
        self.lines.append(line)

    def seen(self, term: Term) -> list:
        """The term's values at the sample points."""
        try:
            return [numeric(term, sample) for sample in self.samples]
        except (ArithmeticError, ValueError, KeyError, TypeError):
            raise NoScript("samples") from None

    def by_field(self, *items: Frac) -> str:
        """The tactic for an equation between rational expressions, with what the roots in it square to."""
        found = self.field.roots_in(*(poly for item in items for poly in (item.above, item.below)))
        names = [root.relation for root in found] + [pair.relation for pair in self.field.pairs_among(found)]
        relations = f" [{' '.join(names)}]" if found else ""
        return (f"(first [ reflexivity | ring{relations} | (field{relations}; not_zeros) | "
                f"(field_simplify_eq{relations}; [ring{relations} | not_zeros]) ])")

    # ---- values ----
    def value(self, term: Term) -> Frac:
        """The term over the generators; names what it meets."""
        if term not in self.known:
            self.known[term] = self._value(term)
        return self.known[term]

    def tried(self, term: Term) -> Frac | None:
        """The term over the generators; None, and nothing named, where it has no value or only in cases."""
        kept = {key: copy(getattr(self, key)) for key in ("lines", "known", "written", "nodes", "said")}
        gens, pairs = len(self.field.gens), len(self.field.pairs)
        try:
            return self.value(term)
        except (NoScript, Case, TooLarge, ZeroDivisionError):
            for key, value in kept.items():
                setattr(self, key, value)
            self.field.forget(gens, pairs)
            return None

    def _value(self, term: Term) -> Frac:
        head, args = term
        if head == "num":
            return constant(args[0]) / constant(args[1])
        if head in ("var", "INR", "IZR"):
            return self.field.add(Generator(term, self.seen(term)))
        if head in ("opp", "inv"):
            inner = self.value(args[0])
            return -inner if head == "opp" else constant(1) / inner
        if head in ("add", "sub", "mul", "div"):
            one, other = self.value(args[0]), self.value(args[1])
            return {"add": one.__add__, "sub": one.__sub__, "mul": one.__mul__, "div": one.__truediv__}[head](other)
        if head == "pow" and args[1].isdigit():
            return self.value(args[0]) ** int(args[1])
        if head in NAMED or head == "pow":
            return self._named(term)
        raise NoScript(head)

    def _named(self, term: Term) -> Frac:
        arguments = [] if term.head == "Derive" else [self.value(item) for item in term.args if isinstance(item, Term)]
        now = self.now(term)
        if now in self.nodes:
            return self.nodes[now]
        name, equation = self.fresh("v"), self.fresh("Q")
        self.emit(f"remember ({text(now)}) as {name} eqn:{equation} in *.")
        self.written[now] = var(name)
        rule = getattr(self, f"_{term.head}", None)
        found = rule(term, arguments, name, equation) if rule else self.opaque(term, name)
        self.nodes[now] = self.nodes[self.now(term)] = found  # another term may read the same once this one is named
        return found

    def now(self, term: Term) -> Term:
        """The term as it stands after everything named so far was replaced."""
        inner = Term(term.head, tuple(self.now(item) if isinstance(item, Term) and term.head != "fun" else item for item in term.args))
        return self.written.get(inner, inner)

    def opaque(self, term: Term, name: str) -> Frac:
        """A generator of which nothing is known."""
        return self.field.add(Generator(var(name), self.seen(term)))

    def becomes(self, name: str, equation: str, found: Frac, proof: str, shown: Term | None = None) -> Frac:
        """The named value is an expression in the generators: say so, and write that in its place."""
        shown = shown or self.field.term(found)
        self.emit(f"assert ({self.fresh('W')} : {name} = {text(shown)}) by ({proof}).")
        self.emit(f"clear {equation}; subst {name}.")
        self.written[var(name)] = shown
        for key, value in list(self.written.items()):
            if value == var(name):
                self.written[key] = shown
        return found
