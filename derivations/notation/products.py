"""Sums and products built from a syntax tree: matrices where their shapes fit, a row times a column as an inner product."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp
from lark import Token, Tree
from sympy import Add, Mul, S, Transpose

from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.kronecker import Kron
from theoremtest.derivations.language.symbols import Dot

from .builders import build, builds
from .entries import is_index
from .entrywise import MOST, Joined, bracketings
from .errors import NotationError
from .limits import BITS
from .powers import power
from .shapes import UNSIZED, beside_identity, bits, column_of, is_matrix, shape_text, sized

Factor = tuple[sp.Basic, Tree, str]
"""A factor, where it stands, and how it is joined to the one before: `juxtaposed`, `dotted`, `OTIMES` or `ODOT`."""
Placed = tuple[sp.Basic, Tree]


def _term_pieces(tree: Tree) -> list[tuple[bool, Tree]]:
    """The terms of a sum, each with whether a minus stands before it; none of a Kronecker sum."""
    if any(isinstance(child, Token) for child in tree.children):
        return []
    pieces, minus = [], False
    for child in tree.children:
        if child.data == "term":
            sign = child.children[0].data == "sign"
            minus = sign and child.children[0].children[0].type == "MINUS"
            pieces.append((minus, child.children[-1]))
            minus = False
        elif child.data == "sign":
            minus = child.children[0].type == "MINUS"
        else:
            pieces.append((minus, child))
            minus = False
    return pieces


@builds("sum")
def _sum(tree: Tree) -> sp.Basic:
    if any(isinstance(child, Token) for child in tree.children):
        return _kronecker_sum(tree)
    pieces = _term_pieces(tree)
    values = [product([piece], minus) for minus, piece in pieces]
    if len(values) == 1:
        return values[0]
    if not any(is_matrix(value) for value in values):
        return Add(*values)
    shape = next(value.shape for value in values if is_matrix(value))
    values = [value if is_matrix(value) else sized(value, shape) or value for value in values]
    for value, (_, piece) in zip(values, pieces, strict=True):
        if not is_matrix(value) and value != 0:
            raise NotationError(f"a scalar is added to a matrix of shape {shape[0]} x {shape[1]}", column_of(piece))
        if is_matrix(value) and value.shape != shape:
            raise NotationError(f"a matrix of shape {shape_text(value)} is added to one of shape {shape[0]} x {shape[1]}",
                                column_of(piece))
    return _mat_add([value for value in values if is_matrix(value)])


def _mat_add(values: Sequence[sp.Basic]) -> sp.Basic:
    if len(values) == 1:
        return values[0]
    if all(isinstance(value, sp.MatrixBase) for value in values):
        return sum(values[1:], values[0])
    return sp.MatAdd(*values)


def product(trees: Sequence[Tree], minus: bool = False, inner: bool = True) -> sp.Basic:
    """The product of what several trees stand for, with a minus before it; factors are multiplied all at once.

    inner: whether a row times a column is their inner product, a scalar, and not a matrix of one entry.
    """
    factors: list = []
    for tree in trees:
        _factors_of(tree, factors)
    if len(factors) > 1:
        _refuse_index(factors)
    if any(kind == "inner" for _, _, kind in factors):
        return _dotted(factors, minus)
    if any(kind != "juxtaposed" for _, _, kind in factors):
        return _tensor(factors, minus)
    return _multiplied(factors, minus, inner)


def _multiplied(factors: Sequence[Factor], minus: bool, inner: bool = True) -> sp.Basic:
    """The product of factors that stand side by side."""
    scalars = [S.NegativeOne] if minus else []
    matrices = []
    for value, tree, _ in factors:
        if is_matrix(value):
            matrices.append((value, tree))
        else:
            scalars.append(value)
    if inner:
        _contract(matrices, scalars)
    _fitting(matrices)
    scalar = _product_of(scalars, factors)
    if not matrices:
        return scalar
    if scalar.has(UNSIZED):  # an identity matrix beside another matrix
        scalar = beside_identity(scalar)
        if scalar is None:
            raise NotationError("the identity I stands here as a number", column_of(factors[0][1]))
    values = [value for value, _ in matrices]
    if all(isinstance(value, sp.MatrixBase) for value in values):
        result = values[0]
        for value in values[1:]:
            result = result * value
        return result * scalar if scalar != 1 else result
    if scalar == 1 and len(values) == 1:
        return values[0]
    return sp.MatMul(*([] if scalar == 1 else [scalar]), *values)


def _may_be_dotted(factors: Sequence[Factor], place: int) -> bool:
    r"""Whether \cdot before the factor at a place stands between columns of one size, so that it is their inner product."""
    before = next((value for value, _, _ in reversed(factors[:place]) if is_matrix(value)), None)
    value = factors[place][0]
    return is_matrix(value) and before is not None and before.shape[1] == 1 and before.shape[0] == value.shape[0] != 1


def _dotted(factors: Sequence[Factor], minus: bool) -> sp.Basic:
    """The inner product of what stands before and behind one dot, which must be columns."""
    place = next(place for place, (_, _, kind) in enumerate(factors) if kind == "inner")
    if any(kind != "juxtaposed" for at, (_, _, kind) in enumerate(factors) if at != place):
        raise NotationError("with a second dot between vectors this reads two ways; write brackets", column_of(factors[place][1]))
    scalars, sides = [S.NegativeOne] if minus else [], []
    for run in (factors[:place], factors[place:]):
        matrices = [(value, tree) for value, tree, _ in run if is_matrix(value)]
        scalars += [value for value, _, _ in run if not is_matrix(value)]
        _contract(matrices, scalars)
        _fitting(matrices)
        values = [value for value, _ in matrices]
        sides.append(values[0] if len(values) == 1 else sp.MatMul(*values))
    if any(side.shape[1] != 1 for side in sides):
        raise NotationError("a dot stands between two columns; leave it out of a product of matrices", column_of(factors[place][1]))
    return _product_of([*scalars, Dot(*sides)], factors)


def _product_of(scalars: Sequence[sp.Basic], factors: Sequence[Factor]) -> sp.Basic:
    size = sum(bits(value) for value in scalars if value.is_Rational)
    if size > BITS:
        raise NotationError("the numbers of this product are too large", column_of(factors[0][1]))
    return Mul(*scalars)


def _refuse_index(factors: Sequence[Factor]) -> None:
    """An index stands for the unit vector of its place in scripts alone."""
    for _, tree, _ in factors:
        named = next((child.value for child in tree.children if isinstance(child, Token) and child.type == "NAME"), None)
        if tree.data == "name" and named is not None and is_index(named):
            raise NotationError(f"the index {named.latex} is no factor", column_of(tree))


def _factors_of(tree: Tree, out: list[Factor]) -> None:
    """(value, tree, how it is joined) of every factor of a product, fractions taken apart and divisors inverted."""
    if tree.data == "product":
        for child in tree.children:
            if isinstance(child, Token):
                continue
            _factors_of(child, out)
    elif tree.data == "factors":
        joined = "juxtaposed"
        for child in tree.children:
            if isinstance(child, Token):
                joined = {"*": "starred", r"\times": "crossed"}.get(str(child), "dotted" if child.type == "CDOT" else joined)
            elif child.data == "tensor":
                joined = child.children[0].type
            else:
                before = len(out)
                _factors_of(child, out)
                if joined == "starred" and is_matrix(out[before][0]) and any(is_matrix(value) for value, _, _ in out[:before]):
                    raise NotationError("* between matrices reads two ways: their product, or a convolution or a product of entries; leave "
                                        "it out for the first, and write \\odot for the last", column_of(child))
                if joined == "crossed" and _may_be_dotted(out, before):
                    raise NotationError(r"\times between columns is a cross product, which is not read; write u^\top v, u v^\top, or "
                                        r"u \odot v", column_of(child))
                if joined in ("OTIMES", "ODOT"):
                    out[before] = (out[before][0], out[before][1], joined)
                elif joined == "dotted" and _may_be_dotted(out, before):
                    out[before] = (out[before][0], out[before][1], "inner")
                joined = "juxtaposed"
    elif tree.data == "over":
        out.append((_inverted(build(tree.children[1]), tree), tree, "juxtaposed"))
    elif tree.data == "fraction":
        above, below = tree.children[2], tree.children[5]
        out += [(value, tree, "juxtaposed") for value in _single_factors(above)]
        out += [(_inverted(value, tree), tree, "juxtaposed") for value in _single_factors(below)]
    else:
        out.append((build(tree), tree, "juxtaposed"))


def _single_factors(tree: Tree) -> list[sp.Basic]:
    """The factors of a sum of one term of scalars, so that a fraction joins the product it stands in; else its one value."""
    pieces = _term_pieces(tree)
    if len(pieces) == 1:
        found: list = []
        _factors_of(pieces[0][1], found)
        if all(kind == "juxtaposed" and not is_matrix(value) for value, _, kind in found):
            return [*([S.NegativeOne] if pieces[0][0] else []), *(value for value, _, _ in found)]
    return [build(tree)]


def _inverted(value: sp.Basic, tree: Tree) -> sp.Basic:
    if is_matrix(value):
        raise NotationError("a matrix is divided by; write the inverse as ^{-1}", column_of(tree))
    if value == 0:
        raise NotationError("division by zero", column_of(tree))
    return power(value, S.NegativeOne, tree)


def _contract(matrices: list[Placed], scalars: list[sp.Basic]) -> None:
    """Rows times columns become inner products, which join the scalars; other neighbours must fit."""
    place = 0
    while place < len(matrices):
        end = _row_to_column(matrices, place)
        if end is None:
            place += 1
            continue
        after = matrices[end + 1][0].shape[0] if end + 1 < len(matrices) else 1
        if after == 1 or after != matrices[end][0].shape[1]:
            scalars.append(_inner(matrices[place:end + 1]))
            del matrices[place:end + 1]
            place = 0
        else:
            place += 1


def _fitting(matrices: Sequence[Placed]) -> None:
    for (left, _), (right, tree) in zip(matrices, matrices[1:], strict=False):
        if left.shape[1] != right.shape[0]:
            raise NotationError(f"a matrix of shape {shape_text(left)} meets one of shape {shape_text(right)}", column_of(tree))


def _row_to_column(matrices: Sequence[Placed], place: int) -> int | None:
    """Where the product that begins with the row at `place` has become 1 x 1; None where it begins with no row or never does."""
    row = matrices[place][0]
    if row.shape[0] != 1 or (row.shape[1] == 1 and not isinstance(row, Transpose)):
        return None
    if place and matrices[place - 1][0].shape[1] == 1 and matrices[place - 1][0].shape[0] != 1:
        # u v^T w: the outer product u v^T comes first, unless the product goes on with a shape that does not fit
        end = _closing(matrices, place)
        return end if end is not None and end + 1 < len(matrices) and matrices[end + 1][0].shape[0] != 1 else None
    return _closing(matrices, place)


def _closing(matrices: Sequence[Placed], place: int) -> int | None:
    width = matrices[place][0].shape[1]
    for end in range(place + 1, len(matrices)):
        value = matrices[end][0]
        if value.shape[0] != width:
            return None
        width = value.shape[1]
        if width == 1:
            return end
    return None


def _inner(pieces: Sequence[Placed]) -> sp.Basic:
    (row, tree), rest = pieces[0], [value for value, _ in pieces[1:]]
    left = row.arg if isinstance(row, Transpose) else row.T
    right = rest[0] if len(rest) == 1 else sp.MatMul(*rest)
    try:
        return Dot(left, right)
    except StatementError as error:
        raise NotationError(str(error), column_of(tree)) from None


def _tensor(factors: Sequence[Factor], minus: bool) -> sp.Basic:
    joined = next(tree for _, tree, kind in factors if kind != "juxtaposed")
    scalars, factors = _scalars_apart(factors)
    if len(factors) < 2:
        raise NotationError(r"\otimes and \odot stand between matrices", column_of(joined))
    kinds = {kind for _, _, kind in factors[1:]}
    if kinds == {"ODOT", "juxtaposed"} and (read := _bracketed(factors)) is not None:
        return _multiplied([*((value, joined, "juxtaposed") for value in scalars), *read], minus)
    if len(kinds) != 1:
        raise NotationError(r"\otimes or \odot beside another product reads two ways; use brackets", column_of(joined))
    values = [value if is_matrix(value) else _one_entry(tree) for value, tree, _ in factors]
    for value, (_, tree, _) in zip(values, factors, strict=True):
        if not is_matrix(value):
            raise NotationError(r"\otimes and \odot stand between matrices", column_of(tree))
    scalar = _product_of([*([S.NegativeOne] if minus else []), *scalars], factors)
    if kinds == {"OTIMES"}:
        result = values[0]
        for value in values[1:]:
            result = Kron(result, value)
    else:
        if len({value.shape for value in values}) != 1:
            raise NotationError(r"\odot stands between matrices of one shape", column_of(factors[0][1]))
        result = sp.HadamardProduct(*values)
    return result if scalar == 1 else sp.MatMul(scalar, result)


def _bracketed(factors: Sequence[Factor]) -> list[Factor] | None:
    r"""The factors of a product in which `\odot` stands, where shapes leave one way to put brackets; None where they leave several or none.
    """
    values = [value for value, _, _ in factors]
    if len(values) > MOST or not all(is_matrix(value) for value in values):
        return None
    ways = bracketings(values, [kind == "ODOT" for _, _, kind in factors])
    if len(ways) != 1:
        return None

    def factor(way: Joined) -> Factor:
        if not way.of:
            return values[way.place], factors[way.place][1], "juxtaposed"
        inner = [factor(part) for part in way.of]
        value = sp.HadamardProduct(*(one for one, _, _ in inner)) if way.entrywise else _multiplied(inner, False)
        return value, inner[0][1], "juxtaposed"

    way = ways[0]
    return [factor(way)] if way.entrywise else [factor(part) for part in way.of]


def _scalars_apart(factors: Sequence[Factor]) -> tuple[list[sp.Basic], list[Factor]]:
    """The scalars of a product with `\\otimes`, which may stand anywhere in it, and its matrices as they are joined without them."""
    scalars: list[sp.Basic] = []
    kept: list[Factor] = []
    joined = ""
    for value, tree, kind in factors:
        if not is_matrix(value) and _one_entry(tree) is None and value != UNSIZED:
            scalars.append(value)
            joined = joined or (kind if kind in ("OTIMES", "ODOT") else "")
            continue
        kept.append((value, tree, joined if joined and kind == "juxtaposed" else kind))
        joined = ""
    return scalars, kept


def _kronecker_sum(tree: Tree) -> sp.Basic:
    """A \\oplus B: A kron I + I kron B, of two square matrices, each a product that binds before the sign."""
    values = [product([piece], minus) for minus, piece in _term_pieces(Tree("sum", [c for c in tree.children if isinstance(c, Tree)]))]
    if any(is_matrix(value) for value in values):  # a number is the matrix of that one entry
        values = [value if is_matrix(value) else sp.MatMul(value, sp.Identity(1)) for value in values]
    if any(not is_matrix(value) or value.shape[0] != value.shape[1] for value in values):
        raise NotationError(r"\oplus is the Kronecker sum of two square matrices", column_of(tree))
    one, other = values
    return sp.MatAdd(Kron(one, sp.Identity(other.shape[0])), Kron(sp.Identity(one.shape[0]), other))


def _one_entry(tree: Tree) -> sp.Basic | None:
    """A row times a column in brackets, as the matrix of one entry that it is beside `\\otimes`; None for anything else."""
    return one_entry(next(child for child in tree.children if isinstance(child, Tree))) if tree.data == "bracket" else None


def one_entry(tree: Tree) -> sp.Basic | None:
    """A sum of one term that is a row times a column, as the matrix of one entry; None for anything else."""
    pieces = _term_pieces(tree)
    if len(pieces) != 1:
        return None
    value = product([pieces[0][1]], pieces[0][0], inner=False)
    return value if is_matrix(value) else None


@builds("product", "factors", "fraction")
def _product(tree: Tree) -> sp.Basic:
    return product([tree])


@builds("term")
def _term(tree: Tree) -> sp.Basic:
    return _sum(Tree("sum", [tree]))
