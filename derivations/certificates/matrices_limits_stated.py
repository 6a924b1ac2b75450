"""A limit of a matrix, or of a number of matrices, as a theorem: every entry tends to the entry of the value, in any sizes.

`is_lim` at infinity and `filterlim` with `at_right` at a number, as of numbers alone; and beside it that the formulas have a value near the
point and, of a rate, that error over rate stays bounded at every entry. Conditions on the running variable are left out, so that a
theorem with such a condition says more and is not refuted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Abs, S, Symbol, sympify

from theoremtest.derivations.language import Domain, Limit
from theoremtest.derivations.language.domain import atoms_of

from .matrices_reading import Reader
from .matrices_setting import Setting, setting_of, spoken
from .matrices_terms import NoCertificate, Node, node, subtrees
from .matrices_text import FUNCTIONS


class LimitReader(Reader):
    """Reads moduli too, which no word of a proof has."""

    def scalar(self, expression: Any) -> Node:
        """The tree of a scalar expression."""
        if isinstance(expression, Abs):
            return node("sfun", "Rabs", self.scalar(expression.args[0]))
        return super().scalar(expression)


@dataclass
class Approaching:
    """A limit as trees: what tends to what, where the variable goes, and what has to have a value."""

    made: Setting
    statement: Limit
    still: Domain
    """The domain without conditions on what runs."""
    expressions: tuple
    """What the theorem speaks of."""
    expression: Node
    value: Node | None
    """None where the value is infinite."""
    rate: Node | None
    defined: list[tuple[Node, str]]
    """Numbers that must not be zero (`<>`), not be negative (`<=`) or be positive (`<`), inner ones first."""

    @property
    def variable(self) -> Symbol:
        """What runs."""
        return self.statement.variable

    @property
    def name(self) -> str:
        """The running variable in Coq."""
        return self.made.letters.names[self.variable]

    @property
    def shaped(self) -> bool:
        """Whether it is a limit of matrices."""
        return self.expression.head.startswith("m")

    def moves(self, tree: Node) -> bool:
        """Whether the running variable stands in the tree, also in the formula of a diagonal matrix."""
        diagonals = self.made.letters.diagonals
        return any(part == node("svar", self.variable) or (part.head == "mlet" and part.args[0] in diagonals and self.moves(
            diagonals[part.args[0]])) for part in subtrees(tree))

    def entered(self, tree: Node) -> Any:
        """The size of the vector of whose entries a tree speaks; None where it speaks of none."""
        return next((part.args[0].shape[0] for part in subtrees(tree) if part.head == "sentry"), None)

    @property
    def to(self) -> str:
        """Where the variable goes, as Coq has it."""
        return {S.Infinity: "p_infty", S.NegativeInfinity: "m_infty"}.get(self.statement.point) or self.shown(
            self.made.reader.scalar(self.statement.point))

    @property
    def near(self) -> str:
        """The filter of what holds near the point."""
        return f"(Rbar_locally' {self.to})" if self.to.endswith("infty") else f"(at_right {self.to})"

    def shown(self, tree: Node) -> str:
        """The tree as Coq has it."""
        return self.made.printer.shown(tree)

    def condition(self, tree: Node, sign: str) -> str:
        """A number's condition as a proposition."""
        side = f"({self.shown(tree)} <> 0)%Re" if sign == "<>" else f"(0 {sign} {self.shown(tree)})%Re"
        told = f"{self.near} (fun {self.name} : R => {side})" if self.moves(tree) else side
        size = self.entered(tree)
        return told if size is None else f"forall i : 'I_{self.made.letters.size_text(size)}, {told}"

    def parts(self) -> list[str]:
        """What the theorem says, in order: conditions, the limit, the rate."""
        found = [self.condition(*one) for one in self.defined]
        body, at = self.shown(self.expression), " i j" if self.shaped else ""
        every = "forall i j, " if self.shaped else ""
        value = f"(Finite ({self.shown(self.value)}{at}))" if self.value is not None else (
            "p_infty" if self.statement.value is S.Infinity else "m_infty")
        inner = f"(fun {self.name} : R => {body}{at})"
        found.append(f"{every}is_lim {inner} {self.to} {value}" if self.to.endswith("infty") else
                     f"{every}filterlim {inner} (at_right {self.to}) (Rbar_locally {value})")
        if self.rate is not None:
            assert self.value is not None
            ends = [f"({self.shown(tree)}%R{at})" if self.shaped else self.shown(tree) for tree in (self.expression, self.value)]
            ratio = f"(({ends[0]} - {ends[1]}) / {self.shown(self.rate)})%Re"
            found.append(f"{every}exists bound : R, {self.near} (fun {self.name} : R => (Rabs {ratio} <= bound)%Re)")
        return found


def approaching(statement: Limit) -> Approaching:
    """A limit read into trees. Raises NoCertificate."""
    x, domain = statement.variable, statement.on
    if x.is_integer:
        raise NoCertificate("whole")
    if any(x in atoms_of(domain.expand(value)) for value in domain.where.values()):
        raise NoCertificate("abbreviation")
    own = [condition for condition in domain.conditions if x in atoms_of(condition)]
    still = Domain(*(condition for condition in domain.conditions if condition not in own), over=domain.symbols, where=domain.where)
    ends = (S.Infinity, S.NegativeInfinity)
    expressions = tuple(item for item in spoken(statement) if item not in (*ends, *own))
    made = setting_of(still, expressions)
    made.left_out += [f"{type(condition).__name__} (running)" for condition in own]
    made.reader = LimitReader(made.letters)
    shaped = bool(getattr(statement.expression, "shape", ()))
    read = made.reader.matrix if shaped else made.reader.scalar
    value = None if statement.value in ends else read(statement.value)
    rate = None if statement.rate is None else made.reader.scalar(sympify(statement.rate, strict=True))
    expression = read(statement.expression)
    made.letters.scalar(x)
    found = Approaching(made, statement, still, expressions, expression, value, rate, [])
    if made.letters.inverses or made.letters.functions:
        raise NoCertificate("inverse")
    trees = [tree for tree in (value, expression, rate) if tree is not None]
    found.defined = _defined(made, trees)
    if rate is not None:
        if value is None:
            raise NoCertificate("rate")
        found.defined.append((rate, "<>"))
    return found


def _defined(made: Setting, trees: list[Node]) -> list[tuple[Node, str]]:
    """What has to hold for the numbers in the trees to have a value, those within diagonal matrices among them."""
    found: dict = {}
    for tree in trees:
        parts = list(subtrees(tree))
        entries = [made.letters.diagonals[part.args[0]] for part in parts if part.head == "mlet" and part.args[0] in made.letters.diagonals]
        found |= dict.fromkeys(_defined(made, list(dict.fromkeys(entries))) if entries else ())
        under = {part.args[1] for part in parts if part.head == "sfun" and part.args[0] == "inv"}
        for part in reversed(parts):
            if part.head != "sfun" or part.args[0] in ("exp", "Rabs") or part.args[1].head == "snum":
                continue
            kind, inner = part.args
            if kind == "inv" and not (inner.head == "sfun" and inner.args[0] == "sqrt"):
                found[inner, "<>"] = None
            elif kind != "inv":
                found[inner, "<" if kind == "ln" or part in under else "<="] = None
    return list(found)


def still_letters(told: Approaching, *trees: Node) -> Setting:
    """The same setting without what moves, for an equation of trees that stand still."""
    known, made = told.made.letters, setting_of(told.still, told.expressions)
    made.letters.names.update(known.names)
    made.lemmas = told.made.lemmas
    for size in known.sizes:
        made.letters.size(size)
    for part in [part for tree in trees for part in subtrees(tree)]:
        if part.head == "mlet" and part.args[0] in known.diagonals:
            entry, size = known.diagonals[part.args[0]], part.args[0][2]
            made.letters.diagonals[part.args[0]] = entry
            made.letters.letter(part.args[0], (size, size))
            for below in subtrees(entry):
                _enter(made, below)
        _enter(made, part)
    return made


def _enter(made: Setting, part: Node) -> None:
    if part.head == "svar":
        made.letters.scalar(part.args[0])
    if part.head == "sfun" and part.args[0] not in FUNCTIONS:
        raise NoCertificate(part.args[0])
