"""The kinds of slip, each a small function from a formula to formulas that differ from it by one such slip.

A slip is given as two functions of nothing, what was done and the formula that results, so that of many only those that are
chosen are worked out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from sympy import (
    Add,
    And,
    Basic,
    Eq,
    Expr,
    Ge,
    Gt,
    Integral,
    Le,
    Lt,
    MatAdd,
    MatMul,
    MatrixBase,
    Mul,
    Ne,
    Or,
    Pow,
    S,
    Sum,
    Symbol,
    Transpose,
    nan,
    oo,
    zoo,
)
from sympy.core.function import Function
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from theoremtest.derivations.language import Statement, TheoremtestError, atoms_of, to_latex
from theoremtest.derivations.language.tree import to_tree

from .places import at, conditions, formulas, nodes, parts

RATE = r"\eta"
Slip = tuple[Callable[[], str], Callable[[], Basic]]
"""What was done, in words, and the formula that results; both are worked out only when asked for."""
_TURNED = {Gt: Lt, Lt: Gt, Ge: Le, Le: Ge, Eq: Ne, Ne: Eq}


@dataclass(frozen=True)
class Mutant:
    """A statement with one slip in it. part: the conjunct that it was made from; place: the field; slip: what was
    done, in words with formulas as `$...$`."""

    kind: str
    part: str
    place: str
    slip: str
    original: Statement
    statement: Statement
    lost: Basic | None = None
    """The condition that was dropped, for a mutant of that kind."""
    reading: str = ""
    """The statement as text, by which it was told from the others; empty for one that was made elsewhere."""


def tex(expression: Basic) -> str:
    """An expression inside the words that name a slip."""
    return f"${to_latex(expression)}$"


def _terms(formula: Basic) -> Iterator[tuple[tuple, Basic, Basic]]:
    """(way, what stands there, what it is part of): terms of sums, arguments of functions, factors on their own, the whole."""
    if not _logical(formula):
        yield (), formula, formula
    for path, node in nodes(formula):
        if isinstance(node, (Add, MatAdd, Relational, Function)):
            for number, child in enumerate(node.args):
                if isinstance(child, (Expr, MatrixExpr)) and child != 0:
                    yield (*path, number), child, node


def _logical(value: Basic) -> bool:
    return isinstance(value, (Relational, And, Or)) or value in (S.true, S.false)


def _slip(formula: Basic, path: tuple[int, ...], say: Callable[[], str], new: Callable[[], Basic]) -> Slip:
    """A slip at the end of a way: `new` makes the subexpression that stands there afterwards."""
    return say, lambda: at(formula, path, new())


def sign(formula: Basic) -> Iterator[Slip]:
    """A sign is turned."""
    for path, term, _ in _terms(formula):
        yield _slip(formula, path, lambda term=term: f"the sign of {tex(term)}", lambda term=term: -term)


def factor(formula: Basic) -> Iterator[Slip]:
    """A factor 2 or 1/2 slips in."""
    for path, term, _ in _terms(formula):
        yield _slip(formula, path, lambda term=term: f"2 before {tex(term)}", lambda term=term: 2 * term)
        yield _slip(formula, path, lambda term=term: f"1/2 before {tex(term)}", lambda term=term: S.Half * term)


def exponent(formula: Basic) -> Iterator[Slip]:
    """An exponent is off by one."""
    for path, node in nodes(formula):
        if isinstance(node, Pow) and node.exp.is_Rational:
            for step in (1, -1):
                yield _slip(formula, path, lambda node=node, step=step: (f"exponent {tex(node.exp + step)} for {tex(node.exp)} "
                                                                              f"of {tex(node.base)}"),
                            lambda node=node, step=step: node.base ** (node.exp + step))
        elif isinstance(node, Mul):
            for number, child in enumerate(node.args):
                if isinstance(child, Symbol):
                    yield _slip(formula, (*path, number), lambda child=child: f"{tex(child)} squared", lambda child=child: child**2)


def symbols(formula: Basic) -> Iterator[Slip]:
    """Two symbols, or two subscripts of one letter, change places."""
    found = sorted(atoms_of(formula), key=str)
    for one, other in combinations(found, 2):
        if _sort(one) == _sort(other):
            yield (lambda one=one, other=other: f"{tex(one)} and {tex(other)} swapped",
                   lambda one=one, other=other: formula.xreplace({one: other, other: one}))


def _sort(symbol: Basic) -> tuple:
    return (type(symbol), getattr(symbol, "shape", None), symbol.is_integer if isinstance(symbol, Symbol) else None)


def term(formula: Basic) -> Iterator[Slip]:
    """A term is dropped from a sum."""
    for path, node in nodes(formula):
        if isinstance(node, (Add, MatAdd)):
            for number, child in enumerate(node.args):
                rest = [other for place, other in enumerate(node.args) if place != number]
                yield _slip(formula, path, lambda child=child: f"without {tex(child)}", lambda node=node, rest=rest: node.func(*rest))


def root(formula: Basic) -> Iterator[Slip]:
    """A square root is dropped."""
    for path, node in nodes(formula):
        if isinstance(node, Pow) and node.exp.is_Rational and node.exp.q == 2:
            yield _slip(formula, path, lambda node=node: f"{tex(node.base)} without its root",
                        lambda node=node: node.base ** (2 * node.exp))


def transpose(formula: Basic) -> Iterator[Slip]:
    """A factor of a matrix product is transposed, or two neighbours change places."""
    for path, node in nodes(formula):
        if isinstance(node, Transpose):
            yield _slip(formula, path, lambda node=node: f"{tex(node.arg)} not transposed", lambda node=node: node.arg)
        elif isinstance(node, MatrixSymbol) and S.One not in node.shape:
            yield _slip(formula, path, lambda node=node: f"{tex(node)} transposed", lambda node=node: Transpose(node))
        elif isinstance(node, MatMul):
            for number in range(len(node.args) - 1):
                one, other = node.args[number:number + 2]
                if isinstance(one, MatrixExpr) and isinstance(other, MatrixExpr):
                    order = [*node.args[:number], other, one, *node.args[number + 2:]]
                    yield _slip(formula, path, lambda one=one, other=other: f"{tex(one)} and {tex(other)} in the other order",
                                lambda order=order: MatMul(*order))


def learning_rate(formula: Basic) -> Iterator[Slip]:
    """A learning rate is forgotten."""
    for path, node in nodes(formula):
        if isinstance(node, Symbol) and node.name.startswith(RATE):
            yield _slip(formula, path, lambda node=node: f"{tex(node)} forgotten", lambda: S.One)


def index(formula: Basic) -> Iterator[Slip]:
    """An index, a number of layers or a size is off by one, or a sum begins one later or ends one earlier."""
    for path, node in nodes(formula):
        if isinstance(node, Sum):
            variable, low, high = node.limits[0]
            yield _slip(formula, path, lambda: "the first term left out",
                        lambda f=node.function, v=variable, a=low, b=high: Sum(f, (v, a + 1, b)))
            if high.is_infinite:
                continue
            yield _slip(formula, path, lambda: "the last term left out",
                        lambda f=node.function, v=variable, a=low, b=high: Sum(f, (v, a, b - 1)))
        elif isinstance(node, Symbol) and node.is_integer and _counts(formula, path):
            for step in (1, -1):
                yield _slip(formula, path, lambda node=node, step=step: f"{tex(node + step)} for {tex(node)}",
                            lambda node=node, step=step: node + step)


def range_of(formula: Basic) -> Iterator[Slip]:
    """An integral over half its range, or over twice of it, or with its ends exchanged."""
    for path, node in nodes(formula):
        if not isinstance(node, Integral) or len(node.limits[-1]) != 3:
            continue
        variable, low, high = node.limits[-1]
        ranges = {"with its ends exchanged": (high, low)}
        if low == -oo and high == oo:
            ranges["over half its range"] = (S.Zero, high)
        elif low == 0 and high == oo:
            ranges["over both sides of zero"] = (-high, high)
        elif high.is_finite is not False:
            ranges["over twice its range"] = (low, 2 * high - low)
        for words, ends in ranges.items():
            yield _slip(formula, path, lambda words=words: f"an integral {words}",
                        lambda node=node, ends=ends, v=variable: Integral(node.function, *node.limits[:-1], (v, *ends)))


def _counts(formula: Basic, path: tuple[int, ...]) -> bool:
    """Whether the way leads through scalars only: a shape is no index."""
    for number in path:
        if isinstance(formula, MatrixExpr) or isinstance(formula, Sum) and number > 0:
            return False
        formula = formula.args[number]
    return True


def relation(formula: Basic) -> Iterator[Slip]:
    """A relation is turned round, or `and` read for `or`."""
    for path, node in nodes(formula):
        if type(node) in _TURNED:
            yield _slip(formula, path, lambda node=node: f"{tex(node)} turned", lambda node=node: _TURNED[type(node)](*node.args))
        elif isinstance(node, (And, Or)):
            head, word = (Or, "or") if isinstance(node, And) else (And, "and")
            yield _slip(formula, path, lambda node=node, word=word: f"{word} in {tex(node)}", lambda node=node, head=head: head(*node.args))


FORMULA_KINDS = {"sign": sign, "factor": factor, "exponent": exponent, "symbols": symbols, "term": term, "root": root,
                 "transpose": transpose, "learning rate": learning_rate, "index": index, "range": range_of, "relation": relation}
KINDS = (*FORMULA_KINDS, "condition")


def mutants(statement: Statement, seed: str = "", limit: int | None = None) -> list[Mutant]:
    """Every mutant of a statement and of its parts, or `limit` of them: as many of each kind as there is room for.

    The same seed gives the same choice. Mutants that are no statement (shapes that do not fit, undeclared symbols, a
    division by zero) and those that read exactly as the original are left out.
    """
    waiting: dict[str, list] = {kind: [] for kind in KINDS}
    seen = set()
    for part, original in statement.parts():
        seen.add(_reading(original))
        for kind, place, say, make, lost in _slips(original):
            waiting[kind].append((part, original, place, say, make, lost))
    turns = list(KINDS)
    if limit is not None:
        chance = random.Random(seed)
        for listed in waiting.values():
            chance.shuffle(listed)
        chance.shuffle(turns)
    chosen: list[Mutant] = []
    while any(waiting.values()) and (limit is None or len(chosen) < limit):
        for kind in turns:
            if limit is None or len(chosen) < limit:
                chosen += _next(kind, waiting[kind], seen)
    return sorted(chosen, key=lambda mutant: KINDS.index(mutant.kind))


def _next(kind: str, waiting: list, seen: set) -> list[Mutant]:
    """The next mutant of a kind that is a statement and reads otherwise than all before it."""
    while waiting:
        part, original, place, say, make, lost = waiting.pop()
        made = _made(make)
        if made is None:
            continue
        reading = _reading(made)
        if reading not in seen:
            seen.add(reading)
            return [Mutant(kind, part, place, say(), original, made, lost, reading)]
    return []


def _slips(statement: Statement):
    for place in formulas(statement):
        for kind, slips in FORMULA_KINDS.items():
            for say, make in slips(place.formula):
                yield kind, place.name, say, lambda place=place, make=make: place.put(make()), None
    for condition, without in conditions(statement):
        yield "condition", "domain", lambda condition=condition: f"without {tex(condition)}", without, condition


def _made(make: Callable[[], Statement]) -> Statement | None:
    try:
        made = make()
        return None if any(_broken(expression) for expression in made.expressions()) else made
    except (TheoremtestError, TypeError, ValueError, AttributeError, NotImplementedError, RecursionError):
        return None  # shapes that do not fit, a domain that is empty, a function that refuses its argument


def _broken(expression: object) -> bool:
    """Whether an expression has no meaning: a division by zero, or matrices whose shapes fit for some sizes only."""
    if not isinstance(expression, Basic):
        return False
    return expression.has(nan, zoo) or not all(_fits(node) for node in parts(expression) if isinstance(node, (MatMul, MatAdd)))


def _fits(node: Basic) -> bool:
    shapes = [child.shape for child in node.args if isinstance(child, (MatrixExpr, MatrixBase))]
    if isinstance(node, MatAdd):
        return len(set(shapes)) == 1
    return all(one[1] == other[0] for one, other in zip(shapes, shapes[1:], strict=False))


def _reading(statement: Statement) -> str:
    return repr(to_tree(statement))
