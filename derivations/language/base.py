"""What all kinds of statement share: the domain they hold on, the checks when one is made, and their content as a key.

A statement is data: the exact engine and the numerical routes dispatch on its class. Every symbol that a statement
speaks of is declared by its domain (time, states and integration variables are bound by the statement itself). An undeclared
symbol, one with two meanings, a rounded number or a product of sizes that do not fit is an error when the statement is made.
"""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from typing import Any, ClassVar

from sympy import Basic, Dummy, Expr, sympify
from sympy.logic.boolalg import Boolean
from sympy.matrices import MatrixBase
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.display import Shown

from .domain import Domain, atoms_of, described
from .errors import StatementError
from .material import make_exact, told, written_fields
from .networks import Network
from .wellformed import bound_in, fault_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Statement(Shown):
    """Base of all statements. `on` is the domain over which it is claimed."""

    on: Domain

    label: ClassVar[str] = "statement"
    """What a report calls this kind of statement."""

    def __post_init__(self) -> None:
        if not isinstance(self.on, Domain):
            raise StatementError(f"{self.kind}: `on` takes a Domain; got {told(self.on)}")
        make_exact(self)
        for expression in self.expressions():
            self._check_expression(expression)
        unknown = set().union(*(atoms_of(expression) for expression in self.expressions())) - self.on.declared - self.bound()
        if unknown:
            names = ", ".join(sorted(str(symbol) for symbol in unknown))
            declared = ", ".join(sorted(str(symbol) for symbol in self.on.declared))
            raise StatementError(f"{self.kind} speaks of undeclared {names}; its domain declares {declared}")
        self._check_meanings()

    def _check_expression(self, expression: Any) -> None:
        fault = fault_of(expression)
        if fault:
            raise StatementError(f"{self.kind}: {fault}")

    def _check_meanings(self) -> None:
        """One meaning for each symbol: what the statement binds is no abbreviation, and an index is free nowhere."""
        abbreviated = [str(symbol) for symbol in self.binders() if symbol in self.on.where]
        if abbreviated:
            raise StatementError(f"{self.kind} lets {', '.join(abbreviated)} vary, which its domain uses as an abbreviation; "
                                 "give the two different names")
        self._check_names()
        indices = set().union(*(bound_in(expression) for expression in (*self.expressions(), *self.on.where.values())))
        clashing = [str(symbol) for symbol in indices if symbol in self.on.declared or symbol in self.binders()]
        if clashing:
            raise StatementError(f"{self.kind} sums or integrates over {', '.join(sorted(clashing))}, which also stands free; "
                                 "give the index a name of its own")

    def _check_names(self) -> None:
        """One symbol for each name, among those declared, those bound and the sizes of what the statement speaks of."""
        named: dict = {}
        spoken = set().union(*(getattr(expression, "free_symbols", set()) for expression in self.expressions()))
        bound = set().union(*map(bound_in, self.expressions()))
        for symbol in sorted(spoken | bound | self.on.declared | self.binders(), key=_name_of):
            other = named.setdefault(getattr(symbol, "name", symbol), symbol)
            if other != symbol and not (isinstance(symbol, Dummy) or isinstance(other, Dummy)):
                raise StatementError(f"{self.kind} speaks of two different symbols that are both written {symbol}: "
                                     f"{described(other)} and {described(symbol)}")

    def check_formulas(self, *formulas: Any) -> None:
        """Raise StatementError where a part is no scalar and no matrix (a relation, a truth value, a text)."""
        for formula in formulas:
            if isinstance(formula, bool) or not isinstance(sympify(formula, strict=True), (Expr, MatrixExpr, MatrixBase)):
                raise StatementError(f"{self.kind} speaks of numbers and matrices; got {told(formula)}")

    def check_relations(self, *relations: Any) -> None:
        """Raise StatementError where a part is no relation; Python's `==` gives a truth value, SymPy's Eq a relation."""
        for relation in relations:
            if not isinstance(relation, Boolean) or isinstance(relation, Expr):
                raise StatementError(f"{self.kind} takes a relation such as `s > 0` or `Eq(s, 1)`; got {told(relation)}")

    @property
    def kind(self) -> str:
        """The name of the class, as the ledger has it."""
        return type(self).__name__

    def expressions(self) -> tuple:
        """All expressions whose symbols must be declared."""
        raise NotImplementedError

    def bound(self) -> set:
        """Symbols that the statement binds itself, so that the domain need not declare them."""
        return set()

    def binders(self) -> set:
        """Symbols that vary inside the statement (states, time, a limit's variable): none of them may be an abbreviation."""
        return self.bound()

    def latex(self) -> str:
        """The statement as LaTeX."""
        raise NotImplementedError

    def parts(self) -> tuple[tuple[str, Statement], ...]:
        """The named conjuncts; a simple statement is its own only part."""
        return (("", self),)

    def key(self) -> tuple:
        """Content, for caching: class, all expressions, domain."""
        content = []
        for item in written_fields(self):
            content.append((item.name, _content(getattr(self, item.name))))
        return (self.kind, tuple(content))


def _name_of(symbol: Any) -> str:
    """What str() says of a symbol, without a printer."""
    return getattr(symbol, "name", None) or str(symbol)


def _content(value: Any) -> Any:
    from sympy import srepr

    if isinstance(value, Statement):
        return value.key()
    if isinstance(value, Domain):
        return ("domain", tuple(srepr(c) for c in value.conditions), tuple(sorted(srepr(s) for s in value.symbols)),
                tuple((srepr(k), srepr(v)) for k, v in value.where.items()),
                *(() if value.chart is None else (_content(value.chart.values), _content(value.chart.of))))
    if isinstance(value, Basic):
        return srepr(value)
    if isinstance(value, Network):
        return value.recorded
    if isinstance(value, dict):
        return tuple((_content(k), _content(v)) for k, v in value.items())
    if isinstance(value, (tuple, list)):
        return tuple(_content(item) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(_content(getattr(value, item.name)) for item in written_fields(value)))
    return repr(value)
