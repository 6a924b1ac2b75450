"""Whether vectors with prescribed inner products exist, for a point that is told in those instead of in entries.

Real vectors with a given Gram matrix exist in n dimensions exactly where that matrix is positive semidefinite and of rank n at most.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mat
from sympy import MatrixBase, MatrixSymbol, S

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.proof.balls import enclose as balls

from .coordinates import space_of

NORM, FIRST, SECOND = r"\|v\|^2", "v_1", "v_2"
"""A vector told by the square of its norm and two of its coordinates."""


def inner_products(names: dict, domain: Domain, told_by_norm) -> dict | None:
    """{(u, v): value} for names such as `<u' v>` and for a vector told by its norm; None where a name is neither."""
    columns = {symbol.name: symbol for symbol in domain.matrices if symbol.shape[1] == 1}
    rows = {symbol.name: symbol.T for symbol in domain.matrices if symbol.shape[0] == 1}
    found, coordinates = {}, {}
    for name, value in names.items():
        pair = _pair(name, columns, rows)
        if pair is not None:
            left, right = pair
            found[left, right] = found[right, left] = value
        elif name in (NORM, FIRST, SECOND) and told_by_norm is not None:
            coordinates[name] = value
        else:
            return None
    if coordinates:
        axes = [MatrixSymbol(name, *told_by_norm.shape) for name in (FIRST, SECOND)]  # stand for two unit vectors
        found[told_by_norm, told_by_norm] = coordinates.get(NORM, S.One)
        for axis, name in zip(axes, (FIRST, SECOND), strict=True):
            if name in coordinates:
                found[axis, axis] = S.One
                found[told_by_norm, axis] = found[axis, told_by_norm] = coordinates[name]
        # two axes are orthogonal, which is what a missing entry says
    return found


def _pair(name: str, columns: dict, rows: dict) -> tuple | None:
    """The two column vectors of `<u' v>`, or of `<u v'>` where u and v are rows."""
    if not (name.startswith("<") and name.endswith(">")):
        return None
    left, _, right = name[1:-1].partition(" ")
    if left.endswith("'") and left[:-1] in columns and right in columns:
        return columns[left[:-1]], columns[right]
    if right.endswith("'") and left in rows and right[:-1] in rows:
        return rows[left], rows[right[:-1]]
    return None


def exist(products: dict, domain: Domain, sizes: dict) -> bool:
    """Whether vectors with these inner products, zero where none is given, exist in the domain's dimension."""
    vectors = list(dict.fromkeys(vector for vector, _ in products))
    groups: dict = {}
    for vector in vectors:
        groups.setdefault(vector.shape[0], []).append(vector)
    return all(_fits(products, group, room(size, domain, sizes)) for size, group in groups.items())


def room(size, domain: Domain, sizes: dict) -> int | None:
    """How many dimensions there are; None for as many as one likes."""
    if size.is_Integer:
        return int(size)
    if size in sizes:
        return int(sizes[size])
    bounds = space_of(domain).bounds.get(size)
    tied = any(size in atoms_of(condition) for condition in domain.joint)
    if bounds is None or tied:
        return 0
    return None if bounds.upper is None else int(bounds.upper)


def _fits(products: dict, vectors: list, room: int | None) -> bool:
    gram = fmpq_mat([[_number(products.get((u, v), S.One if u == v else S.Zero)) for v in vectors] for u in vectors])
    return _semidefinite(gram) and (room is None or gram.rank() <= room)


def _number(value) -> fmpq:
    return fmpq(int(value.p), int(value.q))


def _semidefinite(gram: fmpq_mat) -> bool:
    """By elimination with the diagonal: no pivot is negative, and a zero pivot has a zero row."""
    rows = [[gram[i, j] for j in range(gram.ncols())] for i in range(gram.nrows())]
    for k in range(len(rows)):
        pivot = rows[k][k]
        if pivot < 0 or (pivot == 0 and any(entry != 0 for entry in rows[k][k:])):
            return False
        if pivot == 0:
            continue
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / pivot
            rows[i] = [entry - factor * above for entry, above in zip(rows[i], rows[k], strict=True)]
    return True


def conditions_hold(products: dict, known: dict, domain: Domain) -> bool:
    """Whether every condition of the domain certainly holds, its inner products replaced by their values."""
    for condition in domain.conditions:
        put = domain.expand(condition).xreplace(known)
        put = put.replace(lambda node: isinstance(node, Dot),
                          lambda node: products.get((node.left, node.right), S.Zero if node.left != node.right else S.One))
        if put == S.true:
            continue
        if put == S.false or put.free_symbols or put.atoms(MatrixSymbol, MatrixBase):
            return False
        try:
            if balls.truth(put, {}) is not True:
                return False
        except balls.NotEvaluable:
            return False
    return True


