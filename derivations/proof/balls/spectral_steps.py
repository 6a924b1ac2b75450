"""Functions of symmetric matrices at exact points, and whether a matrix is definite there.

The eigenvalues of a rational matrix are the roots of its characteristic polynomial: rational ones are exact, the others isolated by Arb.
A function f(F) is the sum of f(l_k) times the projection on the k-th eigenspace, a product of (F - l_j)/(l_k - l_j) over the other
eigenvalues, as F is symmetric and so has no Jordan blocks.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mat, fmpz_poly

from .grid import Grid, identity, times
from .rules import ZERO, NotEvaluable, Undefined, compare, exact, reciprocal
from .scalar_steps import UNKNOWN


def read_matrix_function(program, node):
    """A function of a symmetric matrix; its formula is a program of its own, run once per eigenvalue."""
    place, inner, bound = program.read(node.argument), program.other(node.formula), node.eigenvalue

    def step(get, env):
        grid = get(place)
        if is_symmetric(grid) is False:
            raise Undefined("a function of a matrix that is not symmetric", node)

        def value(eigenvalue):
            return inner.run({**env, bound: eigenvalue}).get(inner.roots[0])

        return _applied(grid, value, node)

    return step


def is_symmetric(grid: Grid) -> bool | None:
    """Whether a grid equals its transpose; None where balls do not tell."""
    if grid.rows != grid.columns:
        return False
    sides = [compare(grid[i, j], grid[j, i]) for i in range(grid.rows) for j in range(i)]
    if any(side not in (None, 0) for side in sides):
        return False
    return None if None in sides else True


def _applied(grid: Grid, value, node) -> Grid:
    size = grid.rows
    if all(exact(grid[i, j]) and grid[i, j] == 0 for i in range(size) for j in range(size) if i != j):
        return Grid(size, size, [value(grid[i, i]) if i == j else ZERO for i in range(size) for j in range(size)])
    held = grid.flint()
    if not isinstance(held, fmpq_mat):
        raise NotEvaluable("the eigenvalues of a matrix that is not rational", node)
    levels = eigenvalues(held)
    total = None
    for level in levels:
        part = identity(size)
        for other in levels:
            if other is not level:
                scale = reciprocal(level - other)
                factor = Grid(size, size, [times(grid[i, j] - other if i == j else grid[i, j], scale)
                                           for i in range(size) for j in range(size)])
                part = part @ factor
        weight = value(level)
        part = part.map(lambda entry, weight=weight: times(entry, weight))
        total = part if total is None else total + part
    return total


def eigenvalues(held: fmpq_mat) -> list:
    """The distinct eigenvalues of a rational symmetric matrix: rationals where they are, disjoint balls elsewhere."""
    _, factors = held.charpoly().numer().factor()
    found: list = []
    for factor, _ in factors:
        if factor.degree() == 1:
            found.append(fmpq(-factor[0], factor[1]))
        else:
            found += _irrational(factor)
    return found


def _irrational(factor: fmpz_poly) -> list:
    """The roots of an irreducible factor, all of them real."""
    roots = [root for root, _ in factor.complex_roots()]
    if any(not root.imag.contains(0) for root in roots):
        raise NotEvaluable("an eigenvalue of a symmetric matrix that is not real")
    return [root.real for root in roots]


def definite(strict: bool):
    """A reader of the condition that a matrix is symmetric with eigenvalues > 0 (strict), or >= 0."""
    def reader(program, node):
        place = program.read(node.matrix)

        def step(get, env):
            grid = get(place)
            symmetric = is_symmetric(grid)
            if not symmetric:
                return UNKNOWN if symmetric is None else False
            held = grid.flint()
            if isinstance(held, fmpq_mat):
                return _all_positive(held, strict)
            return _by_minors(grid) if strict else UNKNOWN

        return step

    return reader


def _all_positive(held: fmpq_mat, strict: bool) -> bool:
    """Signs of the roots, all real, of the characteristic polynomial: its coefficients alternate where none is negative."""
    polynomial = held.charpoly()
    degree = polynomial.degree()
    signed = [polynomial[k] * (-1) ** (degree - k) for k in range(degree + 1)]
    return all(value > 0 if strict else value >= 0 for value in signed)


def _by_minors(grid: Grid):
    for size in range(1, grid.rows + 1):
        minor = Grid(size, size, [grid[i, j] for i in range(size) for j in range(size)]).determinant()
        side = compare(minor, ZERO)
        if side is None:
            return UNKNOWN
        if side <= 0:
            return False
    return True
