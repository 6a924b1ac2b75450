"""Where a statement holds: symbols, side conditions and abbreviations, written once and read three times.

The prover reads signs and the predicate, Hypothesis and the point sampler draw from it, the report prints it. Domains
compose with `&`. Contradictory bounds are an error when the domain is made; conditions on several symbols that no
point satisfies are an error as soon as a point is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import NoneType
from typing import Any

from sympy import Add, And, Basic, Dummy, Eq, Ge, Gt, Le, Lt, Rational, S, Subs, Symbol, sympify
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction, BooleanTrue
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .assumptions import assumed, narrow, one_symbol, unlike
from .bound_terms import BoundTerm
from .diagonal import Diagonal, EveryEntry
from .errors import DomainError
from .latex import to_latex
from .material import exact, symbol_fault, told
from .matrix_function import MatrixFunction
from .open_functions import AboutFunction
from .paper import Convention, Source
from .wellformed import bound_in, fault_of, misfit, same_shape, shape_of

_REMEMBERED = 1000
"""How many expressions a domain remembers as they are written out."""


def atoms_of(expression: Any) -> set:
    """The scalar and matrix symbols that an expression speaks of; matrix sizes and summation indices are not among them."""
    found, seen = set(), set()
    stack = [sympify(expression, strict=True)]
    while stack:
        node = stack.pop()
        if isinstance(node, Basic):  # shared parts are looked at once: written out, they may be too many to count
            if node in seen:
                continue
            seen.add(node)
        if isinstance(node, (Symbol, MatrixSymbol)):
            found.add(node)
        elif getattr(node, "is_Identity", False) or getattr(node, "is_ZeroMatrix", False):
            continue
        elif isinstance(node, AboutFunction):
            found.update(*map(atoms_of, node.args[1:]))
        elif isinstance(node, ExprWithLimits):
            inner = set().union(atoms_of(node.function), *(atoms_of(end) for limit in node.limits for end in limit[1:]))
            found |= inner - {limit[0] for limit in node.limits}
        elif isinstance(node, MatrixFunction):
            found |= atoms_of(node.formula) - {node.eigenvalue} | atoms_of(node.argument)
        elif isinstance(node, (Diagonal, EveryEntry)):
            found |= atoms_of(node.args[0]) - node.bound | {pair[1] for pair in node.pairs}
        elif isinstance(node, BoundTerm):
            found |= set().union(*map(atoms_of, node.inside)) - node.binds | set().union(*map(atoms_of, node.outside))
        elif isinstance(node, Subs):
            found |= atoms_of(node.expr) - {*node.variables} | atoms_of(node.point)
        else:
            stack.extend(node.args)
    return found


@dataclass(frozen=True)
class Bounds:
    """The interval that the one-symbol conditions leave a scalar; None means unbounded."""

    lower: Rational | None = None
    upper: Rational | None = None
    lower_open: bool = False
    upper_open: bool = False
    nonzero: bool = False
    integer: bool = False

    @property
    def sign(self) -> int | None:
        """+1 or -1 where the symbol keeps that strict sign, 0 where it is zero, None where the domain does not say."""
        if self.lower is not None and (self.lower > 0 or (self.lower == 0 and (self.lower_open or self.nonzero))):
            return 1
        if self.upper is not None and (self.upper < 0 or (self.upper == 0 and (self.upper_open or self.nonzero))):
            return -1
        if self.lower == 0 and self.upper == 0:
            return 0
        return None

    @property
    def weak_sign(self) -> int | None:
        """+1 where the symbol is at least 0, -1 where it is at most 0, None otherwise."""
        if self.lower is not None and self.lower >= 0:
            return 1
        if self.upper is not None and self.upper <= 0:
            return -1
        return None

    @property
    def fixed(self) -> Rational | None:
        """The only value that the interval leaves, None where there are others."""
        return self.lower if self.lower is not None and self.lower == self.upper else None

    def relations(self, symbol: Basic) -> list[Relational]:
        """What the two ends say of a symbol."""
        below = [] if self.lower is None else [(Gt if self.lower_open else Ge)(symbol, self.lower)]
        above = [] if self.upper is None else [(Lt if self.upper_open else Le)(symbol, self.upper)]
        return below + above

    def holds(self, value: Rational) -> bool:
        """Whether a rational lies inside."""
        if self.lower is not None and (value < self.lower or (self.lower_open and value == self.lower)):
            return False
        if self.upper is not None and (value > self.upper or (self.upper_open and value == self.upper)):
            return False
        return not (self.nonzero and value == 0) and not (self.integer and value.q != 1)


@dataclass(frozen=True, eq=False)
class Chart:
    """Symbols of a domain as expressions in the symbols of the domain `of`; see `Domain`."""

    values: dict
    of: Domain

    def __post_init__(self) -> None:
        for symbol, value in self.values.items():
            fault = fault_of(value) or misfit(symbol, value)
            if fault:
                raise DomainError(f"a chart's {symbol}: {fault}")


class Domain:
    """Conditions over declared symbols.

    `Domain(s > 0, Ne(a, 0), over=[delta, w], where={kappa: sqrt(delta**2 + 4*mu**2)})`

    conditions: SymPy relations (and `And`/`Or` of them) between scalars of the declared symbols, inner products included.
    over: further symbols, unconstrained: scalars (real) and matrix symbols (entries real).
    where: abbreviations, in dependence order; the key stands for the value everywhere in the statement.
    chart: where the conditions are equations that chance never meets, a way to draw points: some symbols as expressions in
    the symbols of another domain. It proves nothing; every point drawn is checked against the conditions.
    source: where the paper lays these conditions down, if it is for many places; see `sources`. No part of what is claimed.
    """

    def __init__(self, *conditions: Any, over: Iterable = (), where: Mapping | None = None, chart: Chart | None = None,
                 source: Source | None = None) -> None:
        if chart is not None and not isinstance(chart, Chart):
            raise DomainError(f"`chart` takes a Chart; got {told(chart)}")
        self.chart: Chart | None = chart
        if not isinstance(where, (Mapping, NoneType)):
            raise DomainError(f"`where` takes a dict of abbreviations; got {told(where)}")
        where = {key: exact(value) for key, value in (where or {}).items()}
        kept = []
        for condition in conditions:
            if isinstance(condition, BooleanTrue) or condition is True:
                continue
            if condition is False or condition is S.false:
                raise DomainError("contradictory domain: a condition is identically false")
            if isinstance(condition, And):
                kept.extend(condition.args)
            elif isinstance(condition, (Relational, BooleanFunction)):
                kept.append(condition)
            else:
                raise DomainError(f"a condition is a relation such as `s > 0`; got {told(condition)}")
        for part in (*kept, *where.values()):
            fault = fault_of(part)
            if fault:
                raise DomainError(f"{told(part)}: {fault}")
        self.conditions: tuple[Basic, ...] = tuple(dict.fromkeys(kept))
        self.where: dict = where
        tied = [Eq(*pair, evaluate=False) for pair in where.items()] if isinstance(source, Convention) else []
        self.sources: dict[Basic, Source] = {} if source is None else dict.fromkeys((*self.conditions, *tied), source)
        self.over = _listed(over)
        for key in where:
            if not isinstance(key, (Symbol, MatrixSymbol)):
                raise DomainError(f"`where` abbreviates a symbol; got {told(key)}")
        self._check_abbreviations()
        for symbol in (*self.symbols, *where):
            fault = symbol_fault(symbol)
            if fault:
                raise DomainError(fault)
        self._check_names()
        _ = self.bounds  # contradictory one-symbol bounds are an error here, not later

    def _check_abbreviations(self) -> None:
        seen: list = []
        for key, value in self.where.items():
            later = atoms_of(value) & (set(self.where) - set(seen))
            if later:
                raise DomainError(f"abbreviation {key} uses {', '.join(map(str, later))}, which is defined after it or by it")
            seen.append(key)
            if not same_shape(shape_of(key), shape_of(value)):
                raise DomainError(f"abbreviation {key} of shape {shape_of(key) or 'scalar'} stands for {value} "
                                  f"of shape {shape_of(value) or 'scalar'}")
            more = unlike(key, value)
            if more:
                raise DomainError(f"abbreviation {key} is assumed to be {more}, and {told(value)} is not seen to be; give a real symbol")

    def _check_names(self) -> None:
        """One symbol for each name and one meaning for each symbol."""
        named: dict = {}
        for symbol in (*self.symbols, *self.where, *self.dimensions):
            other = named.setdefault(symbol.name, symbol)
            if other != symbol and not (isinstance(symbol, Dummy) or isinstance(other, Dummy)):
                raise DomainError(f"two different symbols are written {symbol}: {described(other)} and {described(symbol)}")
        indices = set().union(*(bound_in(told) for told in (*self.conditions, *self.where.values())))
        clashing = indices & {*self.symbols, *self.where, *self.dimensions}
        if clashing:
            raise DomainError(f"the index {', '.join(sorted(map(str, clashing)))} of a sum or an integral also stands free; "
                              "give it a name of its own")

    @cached_property
    def symbols(self) -> tuple:
        """The free symbols: declared, or met in a condition or an abbreviation; abbreviations excluded."""
        found = dict.fromkeys(self.over)
        for expression in (*self.conditions, *self.where.values()):
            found.update(dict.fromkeys(sorted(atoms_of(expression), key=str)))
        return tuple(symbol for symbol in found if symbol not in self.where)

    @property
    def scalars(self) -> tuple[Symbol, ...]:
        """The free scalar symbols."""
        return tuple(symbol for symbol in self.symbols if isinstance(symbol, Symbol))

    @property
    def matrices(self) -> tuple[MatrixSymbol, ...]:
        """The free vector and matrix symbols."""
        return tuple(symbol for symbol in self.symbols if isinstance(symbol, MatrixSymbol))

    @property
    def dimensions(self) -> tuple[Symbol, ...]:
        """The symbolic sizes of the matrices, each a positive integer."""
        sizes: dict = {}
        for item in self.matrices:
            for size in item.shape:
                sizes.update(dict.fromkeys(sorted(size.free_symbols, key=str)))
        return tuple(sizes)

    @property
    def declared(self) -> frozenset:
        """All that a statement on this domain may speak of: free symbols, abbreviations and sizes."""
        return frozenset(self.symbols) | frozenset(self.where) | frozenset(self.dimensions)

    def expand(self, expression: Basic) -> Basic:
        """The expression with every abbreviation written out."""
        if not self.where:
            return expression
        if not isinstance(expression, Basic):
            return self._write_out(expression)
        written = self._written_out.get(expression)
        if written is None:
            if len(self._written_out) >= _REMEMBERED:
                self._written_out.clear()
            written = self._written_out[expression] = self._write_out(expression)
        return written

    def _write_out(self, expression: Basic) -> Basic:
        written = expression
        for key in reversed(list(self.where)):
            written = written.subs(key, self.where[key]) if key in atoms_of(written) else written
        if isinstance(expression, Relational) and isinstance(written, BooleanAtom):  # SymPy has settled it: k x > 0 for k = 1/x
            return expression.func(*map(self._write_out, expression.args), evaluate=False)
        return written

    @cached_property
    def _written_out(self) -> dict[Basic, Basic]:
        """Expressions as `expand` wrote them out: every route asks for the same ones, many times over."""
        return {}

    @cached_property
    def bounds(self) -> dict[Symbol, Bounds]:
        """What the one-symbol conditions say of each scalar; contradictory ones raise DomainError."""
        table: dict[Symbol, dict] = {}
        for condition in self.conditions:
            for symbol, change in one_symbol(condition):
                entry = table.setdefault(symbol, {})
                narrow(entry, change)
        result = {}
        for symbol in self.scalars:
            entry = table.get(symbol, {})
            for change in assumed(symbol):
                narrow(entry, change)
            bounds = Bounds(**entry, integer=bool(symbol.is_integer))
            low, high = bounds.lower, bounds.upper
            if low is not None and high is not None and (
                low > high or (low == high and (bounds.lower_open or bounds.upper_open or (bounds.nonzero and low == 0)))
            ):
                stated = ", ".join(str(c) for c in self.conditions if symbol in atoms_of(c))
                raise DomainError(f"contradictory conditions on {symbol}: {stated}")
            result[symbol] = bounds
        return result

    @property
    def fixed(self) -> dict[Symbol, Rational]:
        """The scalars to which the bounds leave a single value, with that value."""
        return {symbol: bounds.fixed for symbol, bounds in self.bounds.items() if bounds.fixed is not None}

    @cached_property
    def joint(self) -> tuple[Basic, ...]:
        """The conditions that the bounds do not already express, abbreviations written out."""
        return tuple(self.expand(condition) for condition in self.conditions
                     if not one_symbol(condition) or any(symbol in self.where for symbol, _ in one_symbol(condition)))

    def __and__(self, other: Domain) -> Domain:
        """Both domains' symbols, conditions and abbreviations at once."""
        if not isinstance(other, Domain):
            raise DomainError(f"a domain composes with another; got {told(other)}")
        where = dict(self.where)
        for key, value in other.where.items():
            if key in where and where[key] != value:
                raise DomainError(f"abbreviation {key} means {where[key]} in one domain and {value} in the other")
            where[key] = value
        if self.chart is not None and other.chart is not None and self.chart != other.chart:
            raise DomainError("two domains with charts of their own do not compose; give the whole one a chart")
        both = Domain(*self.conditions, *other.conditions, over=(*self.over, *other.over), where=where,
                      chart=self.chart or other.chart)
        both.sources = {**other.sources, **self.sources}
        return both

    def but(self, *conditions: Any, over: Iterable = (), where: Mapping | None = None, source: Source | None = None) -> Domain:
        """This domain with further conditions, symbols or abbreviations; source: that of these."""
        return self & Domain(*conditions, over=over, where=where, source=source)

    @cached_property
    def parameters(self) -> Domain:
        """What a chart draws from: its own domain, the symbols that it leaves alone, and the conditions on those."""
        if self.chart is None:
            raise DomainError(f"{self} has no chart to draw from")
        free = [symbol for symbol in self.symbols if symbol not in self.chart.values]
        made = Domain(over=free) & self.chart.of
        return made.but(*(condition for condition in self.conditions
                          if (atoms_of(condition) | condition.free_symbols & set(self.dimensions)) <= made.declared))

    def at(self, values: dict) -> Domain:
        """This domain with some symbols replaced by fixed values or by expressions in other symbols."""
        try:
            conditions = [condition.subs(values) for condition in self.conditions]
        except TypeError as error:  # SymPy compares nothing with a value that is no real number
            raise DomainError(f"a condition has no value where {values}: {error}") from None
        over = [symbol for symbol in self.over if symbol not in values]
        for value in values.values():
            over.extend(sorted(atoms_of(value), key=str))
        where = {key: sympify(value, strict=True).subs(values) for key, value in self.where.items() if key not in values}
        made = Domain(*conditions, over=over, where=where)
        made.sources = {condition.subs(values): source for condition, source in self.sources.items()}
        return made

    def latex(self) -> str:
        """The conditions as the report prints them, for instance `s > 0, \\quad \\delta \\in \\mathbb{R}`."""
        parts = [to_latex(condition) for condition in self.conditions]
        mentioned: set = set()
        for condition in self.conditions:
            mentioned |= atoms_of(condition)
        free = [symbol for symbol in self.scalars if symbol not in mentioned and not symbol.is_integer]
        if free:
            parts.append(", ".join(to_latex(symbol) for symbol in free) + r" \in \mathbb{R}")
        for item in self.matrices:
            rows, columns = item.shape
            size = to_latex(rows) if columns == 1 else rf"{_of_a_product(rows)} \times {_of_a_product(columns)}"
            parts.append(rf"{to_latex(item)} \in \mathbb{{R}}^{{{size}}}")
        for key, value in self.where.items():
            parts.append(f"{to_latex(key)} := {to_latex(value)}")
        return r",\; ".join(parts)

    def __str__(self) -> str:
        """One plain line for test names and errors, for instance `[delta > 0, s > 0]`."""
        return "[" + ", ".join(_plain(str(condition)) for condition in self.conditions) + "]"

    def __repr__(self) -> str:
        return f"Domain({', '.join(map(str, self.conditions))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Domain) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple:
        return (self.conditions, frozenset(self.symbols), tuple(self.where.items()))


def _of_a_product(size: Basic) -> str:
    return rf"\left({to_latex(size)}\right)" if isinstance(size, Add) else to_latex(size)


def described(symbol: Symbol | MatrixSymbol) -> str:
    """What a symbol is, for telling it from another of its name: its shape, or what is assumed of it."""
    if isinstance(symbol, MatrixSymbol):
        return f"a matrix of shape {symbol.shape}"
    names = ("real", "positive", "negative", "integer", "nonzero")
    assumed = [name for name in names if symbol.assumptions0.get(name)]
    return f"a scalar ({', '.join(assumed) or 'nothing assumed'})"


def _listed(over: Any) -> tuple:
    """Symbols as a tuple, each once. A matrix symbol by itself would be read entry by entry, without an end."""
    if isinstance(over, (str, bytes, Basic)) or not isinstance(over, Iterable):
        raise DomainError(f"`over` takes a list of symbols; got {told(over)}")
    listed = []
    for symbol in over:
        if not isinstance(symbol, (Symbol, MatrixSymbol)):
            raise DomainError(f"`over` lists symbols; got {told(symbol)}")
        listed.append(symbol)
    return tuple(dict.fromkeys(listed))


def _plain(text: str) -> str:
    return text.replace("\\", "")
