"""What a domain's equations make of its matrices that chance never draws: orthonormal frames, shared Grams, ranks, definite matrices.

Read off the equations in whatever order their terms stand: U^T U = I, U U^T = I, U U^T + V V^T = I, and U^T V = 0 or <u, v> = 0 between two
of one space, or between one and a matrix that is no frame. Whitened data, X X^T = P I, are a frame whose vectors have the squared length
P; so is a vector of a stated length. What an equation makes of these, as T = U D U^T, is worked out once all others stand.
`building` builds them; whether a point is one of the domain, with all its other conditions, is checked as for any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sympy import Basic, DiagMatrix, Eq, Expr, Identity, Le, Lt, MatMul, S, Symbol, Trace
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.spectra import Rank

from .balance import Balance, Shared, balance, shared
from .canonical_forms import Root, root
from .coordinates import Space, space_of
from .definitions import definitions, without_definitions
from .grams import Grams, Member, grams_of


@dataclass(frozen=True)
class Group:
    """Frames of one space, orthogonal to one another: matrix symbols, with whether their rows are meant."""

    members: tuple[Member, ...]
    complete: bool = False
    """Whether together they fill the space."""
    square: Expr = S.One
    """The squared length of their vectors: a number or a size."""
    free: Symbol | None = None
    """A scalar of which the squared length is a multiple, or of whose square: the length is drawn, and the scalar is what it makes it."""
    lengths: MatrixSymbol | None = None
    """A column of the squared lengths, each of which is drawn."""


@dataclass(frozen=True)
class Stack:
    """Matrices whose Grams, each times its share, add up to the identity: one below the other they are one frame, which has a name here."""

    members: tuple[tuple[Member, Expr], ...]
    whole: MatrixSymbol


@dataclass(frozen=True)
class Laid:
    """A matrix whose entries, laid out in a column that has a name here, are a vector of a stated length."""

    symbol: MatrixSymbol
    column: MatrixSymbol


@dataclass(frozen=True)
class Frames:
    """All that is built, and the domain without the equations that this meets."""

    groups: tuple[Group, ...]
    balances: tuple[Balance, ...]
    rest: Domain
    made_of: tuple[tuple[Symbol | MatrixSymbol, Expr], ...] = ()
    """Symbols that an equation makes an expression in others, each after those that it needs."""
    beside: tuple[tuple[Member, Member], ...] = ()
    """Matrices that are no frames with a frame to which they are orthogonal, each with whether its rows are meant."""
    shared: tuple[Shared, ...] = ()
    stacks: tuple[Stack, ...] = ()
    laid: tuple[Laid, ...] = ()
    roots: tuple[Root, ...] = ()
    ranks: tuple[tuple[MatrixSymbol, Expr], ...] = ()
    """Matrices that begin with a rank, and may be moved on."""
    definite: tuple[MatrixSymbol, ...] = ()
    """Matrices that begin positive definite, and may be moved on."""

    @property
    def listed_at_ease(self) -> bool:
        """Whether a list in order of size finds such points as well: single vectors of a stated length, and definite matrices."""
        return not (self.balances or self.shared or self.stacks or self.laid or self.roots or self.ranks) and all(
            len(group.members) == 1 and group.members[0][0].shape[1] == 1 for group in self.groups)

    @property
    def held(self) -> frozenset:
        """The symbols that stay as they are built, or follow from others; the rest may be moved to meet the other conditions."""
        return frozenset({member[0] for group in self.groups for member in group.members}
                         | {extra for group in self.groups for extra in (group.free, group.lengths) if extra is not None}
                         | {member[0] for stack in self.stacks for member, _ in stack.members}
                         | {symbol for one in (*self.balances, *self.shared) for symbol in one.symbols}
                         | {one.symbol for one in (*self.roots, *self.laid)}
                         | {one.level for one in self.balances if isinstance(one.level, Symbol)}
                         | {first[0] for first, _ in self.beside} | {symbol for symbol, _ in self.made_of})

    def goal(self) -> Space:
        """The coordinates with the conditions that building does not meet, in which nothing that follows from others is left."""
        try:
            return space_of(without_definitions(self.rest, self.made_of))
        except TheoremtestError:  # a condition that is settled once it is written out
            return space_of(self.rest)


def frames_of(domain: Domain) -> Frames | None:
    """What is built for a domain; None where there is nothing to build. Kept as `space_of` keeps."""
    return None if domain.chart is not None else _frames_of(domain, domain.symbols)


FRAME, LENGTHS, SUM, PAIR, BALANCE = "frame", "lengths", "sum", "pair", "balance"
NORM, ROOT, RANK, DEFINITE = "norm", "root", "rank", "definite"


@dataclass
class _Assembly:
    """What has been built so far: a symbol that two equations hold is built by the first, and the other one is left over."""

    domain: Domain
    left: list[Basic] = field(default_factory=list)
    taken: set = field(default_factory=set)
    groups: list[Group] = field(default_factory=list)
    stacks: list[Stack] = field(default_factory=list)
    balances: list[Balance] = field(default_factory=list)
    shared: list[Shared] = field(default_factory=list)
    beside: list[tuple[Member, Member]] = field(default_factory=list)

    def takes(self, condition: Basic, symbols: Iterable) -> bool:
        """Whether none of the symbols is built already; then they are now, and else the condition is left over."""
        if self.taken & set(symbols):
            self.left.append(condition)
            return False
        self.taken |= set(symbols)
        return True


@lru_cache(maxsize=256)
def _frames_of(domain: Domain, symbols: tuple) -> Frames | None:
    forms = {condition: domain.expand(condition) for condition in domain.conditions}
    found = _assembled(domain, forms)
    told = dict(found.made_of if found is not None else definitions(domain, domain.conditions, set())[0])
    again = {condition: form.xreplace(told) for condition, form in forms.items() if _reading(form) is None and told}
    if any(_reading(form) is not None for form in again.values()):  # as where G = X^T X, and Y^T Y = G
        return _assembled(domain, {**forms, **again})
    return found


def _assembled(domain: Domain, forms: dict[Basic, Basic]) -> Frames | None:
    """All that is built of a domain whose conditions take these forms."""
    read: dict[str, list[tuple[Basic, Any]]] = {kind: [] for kind in (FRAME, LENGTHS, SUM, PAIR, BALANCE, NORM, ROOT, RANK, DEFINITE)}
    made = _Assembly(domain)
    for condition, form in forms.items():
        found = _reading(form)
        if found is None:
            made.left.append(condition)
        else:
            read[found[0]].append((condition, found[1]))
    _share(made, read[BALANCE], read[FRAME])
    _frame(made, read[FRAME], read[LENGTHS])
    for condition, layers in read[BALANCE]:
        within = any({layers.X, layers.Y} <= members for one in made.shared for members in one.classes)
        if not within and made.takes(condition, layers.symbols):
            made.balances.append(layers)
    resolutions = [(condition, members) for condition, members in read[SUM] if _resolves(made, members)]
    for condition, members in read[SUM]:
        if (condition, members) not in resolutions and made.takes(condition, {member[0] for member, _ in members}):
            _stack(made, members)
    _pair(made, read[PAIR])
    for condition, members in resolutions:
        _complete(made, condition, {member for member, _ in members})
    laid = tuple(_lay(made, symbol, square) for condition, (symbol, square) in read[NORM] if made.takes(condition, {symbol}))
    roots = tuple(one for condition, one in read[ROOT] if made.takes(condition, {one.symbol}))
    soft = [condition for condition, _ in (*read[RANK], *read[DEFINITE])]  # begun with, and checked as the others are
    lengths = {extra for group in made.groups for extra in (group.free, group.lengths) if extra is not None}
    made_of, left = definitions(domain, made.left, made.taken | lengths | {first[0] for first, _ in made.beside})
    fixed = made.taken | {symbol for symbol, _ in made_of}
    ranks = tuple((symbol, most) for _, (symbol, most) in read[RANK] if symbol not in fixed)
    definite = tuple(symbol for _, symbol in read[DEFINITE] if symbol not in fixed)
    if not (made.groups or made.stacks or made.balances or made.shared or roots or ranks or definite):
        return None
    rest = Domain(*(condition for condition in domain.conditions if condition in left or condition in soft), over=domain.symbols,
                  where=domain.where)
    return Frames(tuple(made.groups), tuple(made.balances), rest, made_of, tuple(made.beside), tuple(made.shared), tuple(made.stacks),
                  laid, roots, ranks, definite)


def _reading(condition: Basic) -> tuple[str, Any] | None:
    """What kind of condition it is, and what is built of it; None for any other."""
    if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)):
        return (DEFINITE, condition.matrix) if isinstance(condition.matrix, MatrixSymbol) else None
    ranked = _ranked(condition)
    if ranked is not None:
        return RANK, ranked
    norm = _norm(condition)
    if norm is not None:
        return NORM, norm
    polynomial = root(condition)
    if polynomial is not None:
        return ROOT, polynomial
    found, layers = grams_of(condition), balance(condition)
    if layers is not None:
        return BALANCE, layers
    if found is None or found.pairs or not found.grams:
        alone = found is not None and not (found.grams or found.others or found.unit)
        return (PAIR, found.pairs) if alone else None
    (member, factor), *more = found.grams
    if found.others:
        lengths = _lengths(found)
        return None if more or found.unit or lengths is None else (LENGTHS, (member, lengths))
    if not more:
        return (FRAME, (member, -found.unit / factor)) if found.unit else None
    shares = tuple((one, -share / found.unit) for one, share in found.grams) if found.unit else ()
    return (SUM, shares) if shares and all(share.is_Rational and (share ** S.Half).is_Rational for _, share in shares) else None


def _ranked(condition: Basic) -> tuple[MatrixSymbol, Expr] | None:
    """The matrix symbol whose rank a condition gives or bounds above, and that rank: a number or a size."""
    if isinstance(condition, (Eq, Le, Lt)) and isinstance(condition.lhs, Rank) and isinstance(condition.lhs.arg, MatrixSymbol):
        most = condition.rhs - 1 if isinstance(condition, Lt) else condition.rhs
        sizes = set().union(*(side.free_symbols for side in condition.lhs.arg.shape))
        if most.is_Integer or most.is_integer and most.free_symbols <= sizes:
            return condition.lhs.arg, most
    return None


def _norm(condition: Basic) -> tuple[MatrixSymbol, Expr] | None:
    """M and q where tr M^T M = q, a number or a size, or with a scalar of which q is a multiple."""
    if not isinstance(condition, Eq):
        return None
    for side, square in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
        if isinstance(side, Trace) and isinstance(side.arg, MatMul) and not square.atoms(MatrixSymbol):
            found = grams_of(Eq(side.arg, Identity(side.arg.shape[0]), evaluate=False))
            if found is not None and len(found.grams) == 1 and not (found.pairs or found.others):
                return found.grams[0][0][0], square / found.grams[0][1]
    return None


def _lay(made: _Assembly, symbol: MatrixSymbol, square: Expr) -> Laid:
    """A column for the entries of a matrix, which is a vector of that squared length."""
    column = MatrixSymbol(f"entries of {symbol}", symbol.shape[0] * symbol.shape[1], 1)
    made.groups.append(Group(((column, False),), square=square, free=_free(square, made.domain)))
    return Laid(symbol, column)


def _lengths(found: Grams) -> MatrixSymbol | None:
    """N where one Gram is diag(N)."""
    (other, factor), *more = found.others
    column = other.args[0] if isinstance(other, DiagMatrix) and not more else None
    return column if isinstance(column, MatrixSymbol) and factor == -found.grams[0][1] else None


def _share(made: _Assembly, balances: list, frames: list) -> None:
    """Matrices of equal Grams, of which one may be a frame; those that a balance with a level of its own also holds are left to that."""
    framed: dict[Member, Expr] = {}
    for _, (member, square) in frames:
        framed.setdefault(member, square)
    tied = {symbol for _, layers in balances if layers.level != 0 for symbol in layers.symbols}
    for together in shared([(layers.X, layers.Y) for _, layers in balances if layers.level == 0], framed):
        if not together.symbols & tied:
            made.shared.append(together)
            made.taken |= together.symbols


def _frame(made: _Assembly, frames: list, lengths: list) -> None:
    """Frames by themselves; one that is square is one by its columns and by its rows."""
    within = {member for one in made.shared for member in one.framed or ()}
    unit: set[MatrixSymbol] = set()
    for condition, (member, square) in frames:
        if member in within or square == 1 and member[0] in unit:
            continue
        if made.takes(condition, {member[0]}):
            made.groups.append(Group((member,), square=square, free=_free(square, made.domain)))
            unit |= {member[0]} if square == 1 else set()
    for condition, (member, column) in lengths:
        if made.takes(condition, {member[0], column}):
            made.groups.append(Group((member,), lengths=column))


def _resolves(made: _Assembly, members: tuple) -> bool:
    """Whether the members of a sum are frames of their own, the other way round."""
    frames = {member for group in made.groups for member in group.members if group.square == 1 and group.lengths is None}
    return all((symbol, not by_rows) in frames and share == 1 for (symbol, by_rows), share in members)


def _stack(made: _Assembly, members: tuple) -> None:
    """One frame of several matrices."""
    shapes = [symbol.shape[::-1] if by_rows else symbol.shape for (symbol, by_rows), _ in members]
    whole = MatrixSymbol("; ".join(str(symbol) for (symbol, _), _ in members), sum(rows for rows, _ in shapes), shapes[0][1])
    made.stacks.append(Stack(members, whole))
    made.groups.append(Group(((whole, False),)))


def _stacked(made: _Assembly, pairs: tuple) -> tuple[Member, Member] | None:
    """The two frames that a sum of products is one of, their parts in one order; None for any other sum."""
    for one in made.stacks:
        for other in made.stacks:
            mates = {member: next((mate for mate in pair if mate != member), None) for member, _ in one.members for pair, _ in pairs
                     if member in pair}
            if one is other or len(mates) != len(pairs) or set(mates.values()) != {member for member, _ in other.members}:
                continue
            shares = dict(other.members)
            roots = {factor / (share * shares[mates[member]]) ** S.Half for member, share in one.members for pair, factor in pairs
                     if member in pair}
            if len(roots) == 1:
                turned = Stack(tuple((mates[member], shares[mates[member]]) for member, _ in one.members), other.whole)
                made.stacks[made.stacks.index(other)] = turned
                return (one.whole, False), (other.whole, False)
    return None


def _pair(made: _Assembly, pairs: list) -> None:
    """Frames that are orthogonal to one another put together, and what is orthogonal to one and no frame."""
    for condition, terms in pairs:
        both = tuple(sorted(terms[0][0], key=str)) if len(terms) == 1 else _stacked(made, terms)
        if both is None or len(both) < 2:
            made.left.append(condition)
            continue
        one, other = both
        ours, theirs = (next((group for group in made.groups if member in group.members), None) for member in (one, other))
        if ours is not None and theirs is not None and {ours.square, theirs.square} == {S.One} and not (ours.lengths or theirs.lengths):
            if ours is not theirs:
                made.groups[made.groups.index(ours)] = Group((*ours.members, *theirs.members))
                made.groups.remove(theirs)
            continue
        first, second = (one, other) if theirs is not None else (other, one)
        if (ours is None) is not (theirs is None) and first[0] not in made.taken:
            made.beside.append((first, second))
        else:
            made.left.append(condition)


def _complete(made: _Assembly, condition: Basic, members: set) -> None:
    """Frames whose projections add up to the identity are orthogonal to one another, and fill their space."""
    opposite = {(symbol, not by_rows) for symbol, by_rows in members}
    parts = [group for group in made.groups if set(group.members) & opposite]
    if {member for group in parts for member in group.members} != opposite:
        made.left.append(condition)
        return
    made.groups[made.groups.index(parts[0])] = Group(tuple(member for group in parts for member in group.members), complete=True)
    for group in parts[1:]:
        made.groups.remove(group)


def _free(square: Expr, domain: Domain) -> Symbol | None:
    """A scalar of the domain that a squared length is a multiple of, or of whose square it is one."""
    return next((symbol for symbol in domain.scalars if symbol not in domain.dimensions and not symbol.is_integer and square.has(symbol)
                 and any(not (square / symbol**power).has(symbol) for power in (1, 2))), None)
